"""What a command that cannot be read says to who sent it."""

from __future__ import annotations

import pytest

from missions import services
from tactics import rulesets
from tactics.kernel.refusals import Refused
from tactics.secrecy.known import known
from tactics.secrecy.words import refusal_text
from tests.rules.table import Play, hero


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"do": "move", "unit": "a", "path": "F8"}, "Reload the page and try again: the field path is not as"),
        ({"do": "nonsense"}, "Reload the page and try again: the server knows no such command."),
        ({"do": "chat", "text": "x" * 3000}, "text: at most 2000 characters."),
        ({"do": "end_turn", "unit": "a", "convert": 400}, "convert: at most 99."),
    ],
)
def test_it_says_what_to_do_in_nobody_s_jargon(command: dict[str, object], words: str) -> None:
    code = rulesets.get("tempus")
    with pytest.raises(Refused) as refused:
        services.read_command(code, command)
    play = Play(["a."], {"a": hero()}, order="a")
    text = refusal_text(code, known(play.code, play.state, play.rules, "ann", "player"), refused.value)
    assert text.startswith(words)
    assert "`" not in text
