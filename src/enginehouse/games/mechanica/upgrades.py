"""Convert logs of games under earlier versions of Mechanica's rules to today's rules (see `core.play.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.play.logs import Log
from enginehouse.core.play.upgrading import drop_checks


def from_1(log: Log) -> Log:
    """Convert a log of version 1 of the rules: return a copy in which a solo game has no checksums and no result.

    In version 1, ARMAND-0's Vault started with more coins (MC-11.4). The Vault counts only at the end, so all actions
    stay as they are, but the winner may change.
    """
    return log if log.seats > 1 else msgspec.structs.replace(drop_checks(log), result=None)


UPGRADES = {"1": from_1}
