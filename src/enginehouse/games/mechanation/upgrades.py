"""Convert logs of games under earlier versions of Mechanation's rules to today's rules (see `core.play.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.play.logs import Log


def from_1(log: Log) -> Log:
    """Convert a log of version 1 of the rules: return a copy with the option for the classic set of mechs (MN-8.11).

    Version 1 had only the classic set, so the game stays the same.
    """
    return msgspec.structs.replace(log, options={**log.options, "mechs": "first"})


UPGRADES = {"1": from_1}
