"""Hidden, found, Openers (O-035 to O-041); Triggers and Auto Skills (O-232 to O-240)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import hiding, triggers
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero, rules_with

ARMS = {"weapon": {"bow": {"label": "Bow", "property": "slashing", "dice": "d4", "range": 9}}}
RULES = rules_with(ARMS)
WALLED = ["a#...t", ".#....", "......"]


def lurking(rows: Any = None, **words: Any) -> Battle:
    spec = {"a": hero(weapons=["bow"], CHA=0, STR=0), "t": foe(AGI=0, VIT=0, HP=100)}
    return Battle(rows or WALLED, spec, order="at", rules=RULES, **words)


@pytest.mark.rule("O-035")
def test_one_hides_where_no_enemy_sees() -> None:
    play = lurking()
    play.do("act", unit="a", action="hide")
    assert play.statuses("a") == {"hidden": 1}
    assert play.parts("a")["offhand"] == 0
    assert lurking(["a....t"]).refused("act", unit="a", action="hide") == "illegal.sight"


@pytest.mark.rule("O-039", "O-040")
def test_three_rounds_unfound_make_an_opener_in_the_same_battle() -> None:
    play = lurking()
    play.round_over()
    play.do("act", unit="a", action="hide")  # in round 2
    known = []
    for _ in range(4):
        known.append(hiding.unaware(play.facts(), play.state.bodies["a"], play.state.bodies["t"]))
        play.round_over()
    assert known == [False] * 4
    assert play.state.clock.round == 6
    assert hiding.unaware(play.facts(), play.state.bodies["a"], play.state.bodies["t"])


@pytest.mark.rule("O-040")
def test_who_comes_near_finds_and_the_count_begins_anew() -> None:
    play = lurking(["a#...t", ".#....", "......"])
    play.do("act", unit="a", action="hide")
    play.round_over()
    play.round_over()
    assert hiding.unfound(play.facts(), play.state.bodies["a"], "t") == 1
    play.end("a")
    play.do("place", by=GM, body="t", at=[0, 1])
    assert [ev.by for ev in play.events(hiding.Found)] == ["t"]
    assert hiding.unfound(play.facts(), play.state.bodies["a"], "t") == 0
    play.do("place", by=GM, body="t", at=[5, 0])
    play.end("t")
    assert hiding.unfound(play.facts(), play.state.bodies["a"], "t") == 0
    play.round_over()
    assert hiding.unfound(play.facts(), play.state.bodies["a"], "t") == 1


@pytest.mark.rule("O-036", "O-037", "O-041")
def test_hidden_from_one_only_and_the_battle_goes_on() -> None:
    spec = {
        "a": hero(weapons=["bow", "bow"], CHA=0, STR=0, statuses=["hidden"]),
        "t": foe(AGI=0, HP=100),
        "u": foe(AGI=0, HP=100),
        "b": hero("ben"),
    }
    play = Battle(["a.u..t", "......", "b....."], spec, order="atub", rules=RULES)
    play.effect(lambda work: hiding.found_by(work, "a", "u"))
    known = play.facts()
    bodies = known.state.bodies
    assert hiding.unaware(known, bodies["a"], bodies["t"])
    assert not hiding.unaware(known, bodies["a"], bodies["u"])
    play.do("act", unit="a", action="attack", target="t", dice=[1, 2, 3])
    (found,) = play.events(Struck)
    assert (found.how, len(found.faces)) == ("opener", 3)
    play.end("a")
    assert play.state.phase == "running"


@pytest.mark.rule("O-041")
def test_where_nobody_is_in_combat_any_more_the_battle_is_over() -> None:
    play = lurking()
    play.do("act", unit="a", action="hide")
    for _ in range(3):
        play.round_over()
    assert play.state.clock.mode == "turns"
    play.end("a", "t")  # the third whole Round unfound is over
    assert (play.state.clock.mode, play.turn) == ("free", None)
    assert "Nobody is in combat any more: the battle is over" in play.words("ann")
    play.do("rule", by=GM, mode="turns", units=["a", "t"], dice=[(12, 9), (12, 3)])  # it begins again on its terms
    assert play.turn == "a"
    play.do("place", by=GM, body="t", at=[0, 2])
    play.do("act", unit="a", action="attack", target="t", dice=[1, 2, 3])
    assert play.events(Struck)[0].how == "opener"


@pytest.mark.rule("O-041")
def test_while_an_ally_is_seen_the_battle_goes_on() -> None:
    units = {"a": hero(weapons=["bow"], CHA=0, STR=0), "b": hero("ben"), "t": foe(AGI=0, HP=100)}
    play = Battle(["a#...t", ".#....", "....b."], units, order="abt", rules=RULES)
    play.do("act", unit="a", action="hide")
    for _ in range(5):
        play.round_over()
    assert play.state.clock.mode == "turns"
    assert hiding.unaware(play.facts(), play.state.bodies["a"], play.state.bodies["t"])


def sought() -> Battle:
    """A raider hides from Ann and Ben, who search; Ann's hero passes by once."""
    spec = {"a": foe(weapons=["bow"], CHA=0, STR=0), "t": hero(AGI=0, HP=100), "z": hero("ben")}
    play = Battle(["a#...t", ".#....", ".....z"], spec, order="atz", rules=RULES)
    play.do("act", by=GM, unit="a", action="hide")
    play.end("a")
    play.do("place", by=GM, body="t", at=[0, 1])
    play.do("place", by=GM, body="t", at=[5, 0])
    play.end("t", "z")
    return play


def seen_by(play: Battle) -> list[bool]:
    return [any(unit.key == "a" for unit in play.view(seat).units) for seat in ("ann", "ben")]


@pytest.mark.rule("O-040", "O-041")
def test_who_found_it_sees_it_until_it_slipped_away_for_three_rounds() -> None:
    play = sought()
    for unfound in (0, 1, 2):
        assert hiding.unfound(play.facts(), play.state.bodies["a"], "t") == unfound
        assert seen_by(play) == [True, False]
        play.round_over()
    assert hiding.unaware(play.facts(), play.state.bodies["a"], play.state.bodies["t"])
    assert seen_by(play) == [False, False]


@pytest.mark.rule("O-040")
def test_who_is_still_aware_goes_on_seeing_it() -> None:
    play = sought()
    play.do("place", by=GM, body="z", at=[0, 1])
    play.end("a")
    play.do("place", by=GM, body="z", at=[5, 2])
    play.end("t", "z")
    assert seen_by(play) == [True, True]
    play.round_over()
    play.round_over()
    assert seen_by(play) == [False, True]  # Ben's found it a Round later
    play.round_over()
    assert seen_by(play) == [False, False]


@pytest.mark.rule("O-040")
@pytest.mark.parametrize(("to", "openers"), [(None, [False, False]), (["ann"], [False, True])])
def test_to_whom_the_guide_reveals_it_that_one_has_found_it(to: list[str] | None, openers: list[bool]) -> None:
    """A search as the Guide sets it ends so: the count begins anew, and no Opener is left."""
    spec = {
        "a": foe(weapons=["bow"], CHA=0, STR=0, statuses=["hidden"], hidden=True), "t": hero(AGI=0, HP=100),
        "z": hero("ben"),
    }  # fmt: skip
    play = Battle(["a....t", ".....z"], spec, order="atz", rules=RULES)
    play.do("rule", by=GM, reveal="a", **({"to": to} if to else {}))
    known = play.facts()
    assert [hiding.unaware(known, known.state.bodies["a"], known.state.bodies[k]) for k in "tz"] == openers
    ends = next(b.ends for u in play.view(GM).units if u.key == "a" for b in u.badges)
    assert ("0 of 3 Rounds without finding it" in ends, "an Opener on Z" in ends) == (True, openers[1])


@pytest.mark.rule("O-035")
def test_who_is_hidden_by_the_guides_hand_strikes_an_opener_and_is_seen() -> None:
    spec = {"a": foe(weapons=["bow"], CHA=0, STR=0, hidden=True), "t": hero(AGI=0, HP=100)}
    play = Battle(["a....t"], spec, order="at", rules=RULES)
    play.do("act", by=GM, unit="a", action="attack", target="t", dice=[1, 2, 3])
    assert play.events(Struck)[0].how == "opener"
    assert play.state.bodies["a"].hidden_from == ()
    assert any("Something" in words for words in play.words("ann"))


# --- gems -------------------------------------------------------------------------------------------


def gemmed(*gems: str, rows: Any = ("at...",), **target: Any) -> Battle:
    spec = {
        "a": hero(weapons=["long_sword", "long_sword"], CHA=100, STR=0, VIT=0, AGI=0, HP=100),
        "t": foe(**{"AGI": 100, "VIT": 0, "HP": 100, "STR": 0, "CHA": 0, "gems": list(gems), **target}),
    }
    return Battle(list(rows), spec, order="at", rules=RULES)


def struck(play: Battle, *dice: Any, part: str = "mainhand") -> list[Struck]:
    play.do("part", unit="a", part=part, action="attack", target="t", dice=dice)
    return play.events(Struck)


@pytest.mark.rule("O-232", "O-239", "O-240")
def test_a_trigger_strikes_back_once_a_round_also_after_a_miss() -> None:
    play = gemmed("riposte_gem", weapons=["long_sword"])
    first, back = struck(play, 1, 60, (10, 3))
    assert (first.outcome, back.how, back.target, play.hp("a")) == ("miss", "trigger", "a", 97)
    assert len(struck(play, 1, part="offhand")) == 1
    play.end("a")
    play.do("end_turn", unit="t")
    assert len(struck(play, 1, 1)) == 2


@pytest.mark.rule("O-233", "O-234", "O-235")
def test_an_auto_skill_drinks_a_potion_whatever_the_attack_did() -> None:
    play = gemmed("potion_gem", pack={"potion": 1}, hp=50)
    struck(play, 1, (6, 3), (6, 3), (6, 4))
    assert play.hp("t") == 70
    assert play.events(triggers.Reacted)[0].gem == "potion_gem"
    struck(play, 1, part="offhand")
    assert play.events(triggers.Reacted) == []


@pytest.mark.rule("O-236", "O-238", "O-240")
def test_an_auto_skill_may_be_a_buff_and_goes_off_every_time() -> None:
    play = gemmed("ward_gem", skills=["spirit_guard"])
    struck(play, 1, 90)
    assert play.statuses("t") == {"protect": 1}
    struck(play, 1, 90, part="offhand")
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["ward_gem"]
    assert play.state.bodies["t"].part.triggered[1] == 0


@pytest.mark.rule("O-236")
def test_who_is_silenced_has_no_skill_to_go_off() -> None:
    play = gemmed("ward_gem", statuses=["silence"])
    struck(play, 1)
    assert (play.statuses("t"), play.events(triggers.Reacted)) == ({"silence": 1}, [])


@pytest.mark.rule("O-237", "O-238")
def test_one_gem_is_active_by_a_standing_choice() -> None:
    play = gemmed("riposte_gem", "flame_gem", "potion_gem", pack={"potion": 1}, hp=50)
    assert triggers.active(play.facts(), play.state.bodies["t"])[0] == "riposte_gem"  # type: ignore[index]
    play.do("set_standing", by=GM, choices={"reaction": "auto"})
    struck(play, 1, (6, 3), (6, 3), (6, 4))
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["potion_gem"]


def asked(seat: str = "ben", **target: Any) -> Battle:
    spec = {
        "a": foe(weapons=["long_sword", "long_sword"], CHA=100, STR=0, VIT=0, AGI=0, HP=100),
        "t": {**hero(seat, AGI=100, HP=100, CHA=0, hp=50, pack={"potion": 3}), "gems": ["riposte_gem", "potion_gem"]},
        "h": foe(**target),
    }
    return Battle(["at..h"], spec, order="ath", rules=RULES, options={"out.trigger.choice": "ask"})


@pytest.mark.rule("O-238")
def test_the_campaign_may_have_it_that_whoever_has_several_gems_is_asked() -> None:
    """At each attack, with the standing choice when the time is up; a Guide's units are never asked for."""
    play = asked()
    play.do("act", by=GM, unit="a", action="attack", target="t", dice=[1])
    prompt = next(p for p in play.view("ben").prompts if p.kind == "reaction")
    assert [label for _, label in prompt.choices] == ["Riposte gem (Trigger Action)", "Potion gem (Auto Skill)"]
    assert (prompt.title, prompt.default, prompt.mine) == ("T is attacked", '"riposte_gem"', True)
    assert play.refused("answer", by="ben", prompt="reaction", value="flame_gem") == "bad_field"
    play.do("answer", by="ben", prompt="reaction", value="auto", dice=[(6, 3), (6, 3), (6, 4)])
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["potion_gem"]
    play.do("part", by=GM, unit="a", part="offhand", action="attack", target="t", dice=[1])
    play.do("answer", by="ben", prompt="reaction", default=True, dice=[50])
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["riposte_gem"]
    guides = asked(GM)
    guides.do("act", by=GM, unit="a", action="attack", target="t", dice=[1, 50])
    assert guides.state.prompts == ()


TWIN_GEM = {"label": "Twin gem", "grants": "trigger", "uses": "attack"}
DRAUGHT_GEM = {"label": "Draught gem", "grants": "auto", "uses": "item", "what": "potion"}


@pytest.mark.rule("O-238")
@pytest.mark.parametrize(
    ("gems", "pack", "asks"),
    [
        (["riposte_gem", "twin_gem"], {}, False),  # both strike back once with the weapon in hand
        (["potion_gem", "draught_gem"], {"potion": 1}, False),  # both drink the same
        (["potion_gem", "draught_gem"], {}, False),  # neither does anything
        (["riposte_gem", "potion_gem"], {}, True),  # to strike back, or to keep that for later in the Round
        (["riposte_gem", "twin_gem", "potion_gem"], {"potion": 1}, True),
    ],
)
def test_nobody_is_asked_where_the_answer_makes_no_difference(gems: list[str], pack: Any, asks: bool) -> None:
    rules = rules_with({**ARMS, "gem": {"twin_gem": TWIN_GEM, "draught_gem": DRAUGHT_GEM}})
    spec = {
        "a": foe(weapons=["long_sword"], CHA=100, STR=0, VIT=0, AGI=0, HP=100),
        "t": {**hero("ben", AGI=100, HP=100, CHA=0, hp=50, pack=pack), "gems": gems},
    }
    play = Battle(["at..."], spec, order="at", rules=rules, options={"out.trigger.choice": "ask"})
    first = {"riposte_gem": [50], "potion_gem": [(6, 3), (6, 3), (6, 4)] if pack else []}[gems[0]]
    play.do("act", by=GM, unit="a", action="attack", target="t", dice=[1, *([] if asks else first)])
    assert bool(play.state.prompts) is asks
    reacted = [ev.gem for ev in play.events(triggers.Reacted)]
    assert reacted == ([gems[0]] if first and not asks else [])


@pytest.mark.rule("O-238", "O-239")
def test_a_trigger_that_is_used_up_beside_a_potion_is_still_a_choice() -> None:
    play = asked()
    play.do("act", by=GM, unit="a", action="attack", target="t", dice=[1])
    play.do("answer", by="ben", prompt="reaction", value="riposte_gem", dice=[50])
    play.do("part", by=GM, unit="a", part="offhand", action="attack", target="t", dice=[1])
    assert [p.kind for p in play.state.prompts] == ["reaction"]  # the potion is still there


@pytest.mark.rule("O-238")
def test_nobody_waits_for_the_gems_of_somebody_unseen() -> None:
    """A body that some seat may not know of is never waited for (reference 3.3): its standing choice answers."""
    spec = {
        "a": foe(weapons=["long_sword"], CHA=100, HP=100),
        "t": {**hero("ben", AGI=100, HP=100, CHA=0), "gems": ["riposte_gem", "potion_gem"], "hidden": True},
        "n": {**hero("ann"), "side": "others"},
    }
    play = Battle(["at..n"], spec, order="atn", rules=RULES, options={"out.trigger.choice": "ask"})
    play.do("act", by=GM, unit="a", action="attack", target="t", dice=[1, 1])
    assert play.state.prompts == ()
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["riposte_gem"]


@pytest.mark.rule("O-232", "O-237")
def test_a_skill_may_grant_a_trigger_and_it_is_one_of_all() -> None:
    parry = {"label": "Parry", "does": "gem", "gem": "riposte_gem", "text": "Strikes back when attacked."}
    rules = rules_with({**ARMS, "skill": {"parry": parry}})
    units = {
        "a": hero(weapons=["long_sword", "long_sword"], CHA=100, STR=0, VIT=0, AGI=0, HP=100),
        "t": foe(AGI=100, CHA=0, STR=0, weapons=["long_sword"], skills=["parry", "spirit_guard"], gems=["ward_gem"]),
    }
    play = Battle(["at..."], units, order="at", rules=rules)
    assert list(triggers.gems(play.facts(), play.state.bodies["t"])) == ["ward_gem", "riposte_gem"]
    struck(play, 1, 90)
    assert [ev.gem for ev in play.events(triggers.Reacted)] == ["ward_gem"]
    play.do("set_standing", by=GM, choices={"reaction.t": "riposte_gem"})
    assert struck(play, 1, 60, (10, 3), part="offhand")[1].how == "trigger"
    play.end("a")
    assert "parry" not in {o.key for o in play.view(GM).options}
    assert play.refused("act", by=GM, unit="t", action="parry") == "unknown"


@pytest.mark.rule("O-240")
def test_two_auto_attackers_do_not_loop() -> None:
    rules = rules_with({**ARMS, "gem": {"rage": {"label": "Rage", "grants": "auto", "uses": "attack"}}})
    spec = {
        "a": hero(weapons=["long_sword"], CHA=0, gems=["rage"], AGI=100),
        "t": foe(weapons=["long_sword"], CHA=0, AGI=100, gems=["rage"]),
    }
    play = Battle(["at..."], spec, order="at", rules=rules)
    play.do("act", unit="a", action="attack", target="t", dice=[1, 1])
    assert len(play.events(triggers.Reacted)) == 1


RAGE = {"gem": {"rage": {"label": "Rage", "grants": "auto", "uses": "attack"}}}


@pytest.mark.rule("O-240")
def test_where_reactions_set_off_reactions_they_end_all_the_same() -> None:
    spec = {
        "a": hero(weapons=["long_sword"], CHA=0, gems=["rage"], AGI=100),
        "t": foe(weapons=["long_sword"], CHA=0, AGI=100, gems=["rage"]),
    }
    options = {"out.trigger.chain": True, "out.trigger.chain_most": 3}
    play = Battle(["at..."], spec, order="at", rules=rules_with({**ARMS, **RAGE}), options=options)
    play.do("act", unit="a", action="attack", target="t", dice=[1] * 4)
    assert [ev.body for ev in play.events(triggers.Reacted)] == ["t", "a", "t"]


@pytest.mark.rule("O-203", "O-240")
def test_a_stray_shot_of_a_trigger_sets_off_nothing() -> None:
    bow = {"bow": {"label": "Bow", "property": "piercing", "dice": "d4", "range": 5}}
    rules = rules_with({"weapon": {**ARMS["weapon"], **bow}, **RAGE})
    spec = {
        "a": hero(weapons=["long_sword"], CHA=0, AGI=100), "b": hero("ben", weapons=["long_sword"], gems=["rage"]),
        "t": foe(weapons=["bow"], CHA=0, AGI=100, gems=["rage"]),
    }  # fmt: skip
    play = Battle([".at..", ".b..."], spec, order="abt", rules=rules)
    # T answers with a shot that misses A, and strays to B behind: B, attacked by a reaction, does not answer it.
    play.do("act", unit="a", action="attack", target="t", dice=[1, 1, (6, 1), 1])
    assert [(s.target, s.how) for s in play.events(Struck)] == [("t", ""), ("a", "auto"), ("b", "stray")]
    assert [ev.body for ev in play.events(triggers.Reacted)] == ["t"]
