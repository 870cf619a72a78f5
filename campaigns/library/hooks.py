"""What the apps above tell the library; characters sets it in its ``AppConfig.ready``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.models import Campaign


def _nobody(campaign: Campaign) -> list[tuple[str, str, dict[str, Any]]]:
    return []


#: Whom of the campaign's roster an entry may be tried out with: (key, name, set-up keys).
people: Callable[[Campaign], list[tuple[str, str, dict[str, Any]]]] = _nobody
