"""Define the settings by which bots of Mechanica plan their turns (`outlook.py`), without loading the rules.

The levels in `judgement.py` and the named opponents in `opponents.py` give them a value each.
"""

from __future__ import annotations

from typing import NamedTuple

from enginehouse.core.rule import Constants


class OwnSettings(NamedTuple):
    """The settings by which a bot player of some level plans its turns.

    They are set by hand, by games with other settings on the same deals. `docs/how-bots-think.md` has the results.
    """

    ahead: int
    """The number of days that are simulated one by one."""
    rest: int
    """The weight of each day after those, in percent, because the factory will be built over."""
    deny: int
    """The weight of ARMAND-0's next purchase in a solo game, in percent."""
    coin: int
    """The value of a coin in ARMAND-0's Wallet, with which it may buy, in hundredths of a coin."""
    later: int
    """The weight of blueprints that are not known yet, in percent."""
    stay: int
    """The chance that a face-up blueprint stays for another day in a game with other players, in percent."""


class Own(Constants):
    """The indices of the array `own`, which has the fields of `OwnSettings` in their order."""

    AHEAD, REST, DENY, COIN, LATER, STAY = range(len(OwnSettings._fields))
