"""Logs of Mechanation under former versions of its rules (see `core.play.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.play.logs import Log


def from_1(log: Log) -> Log:
    """MN-8.11: there was no set but the first one, with which the game goes on as it went."""
    return msgspec.structs.replace(log, options={**log.options, "mechs": "first"})


UPGRADES = {"1": from_1}
