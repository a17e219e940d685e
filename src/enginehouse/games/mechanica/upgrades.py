"""Logs of Mechanica under former versions of its rules (see `core.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.logs import Log


def from_1(log: Log) -> Log:
    """MC-11.4: ARMAND-0's Vault started with more. It counts at the end alone, so a solo game goes on as it went; who won may be told
    otherwise now, so nothing is said of it."""
    if log.seats > 1:
        return log
    entries = [msgspec.structs.replace(entry, check="") for entry in log.entries]
    return msgspec.structs.replace(log, entries=entries, checksum="", result=None)


UPGRADES = {"1": from_1}
