"""Logs of Mechanical Beast under former versions of its rules (see `core.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.logs import Log


def from_1(log: Log) -> Log:
    """MB-8.2: against each other people came into rooms with locked doors. They were never in anybody's way: the actions
    stay as they are, the records after them have nobody in those rooms."""
    if log.options.get("play") != "against":
        return log
    entries = [msgspec.structs.replace(entry, check="") for entry in log.entries]
    return msgspec.structs.replace(log, entries=entries, checksum="")


UPGRADES = {"1": from_1}
