"""Convert logs of games under earlier versions of Mechanica's rules to today's rules (see `core.play.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.play.logs import Log


def from_1(log: Log) -> Log:
    """Return a log of version 1 of the rules, without the checksums and the result if it is a solo game (MC-11.4).

    In version 1, ARMAND-0's Vault started with more coins. The Vault counts only at the end, so all actions stay as
    they are, but the winner may be another one.
    """
    if log.seats > 1:
        return log
    entries = [msgspec.structs.replace(entry, check="") for entry in log.entries]
    return msgspec.structs.replace(log, entries=entries, checksum="", result=None)


UPGRADES = {"1": from_1}
