"""Convert logs of games under earlier rules of Mechanical Beast to today's rules (see `core.play.upgrading`)."""

from __future__ import annotations

import msgspec

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.play.upgrading import drop_checks
from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import collapse, gears
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State


def from_1(log: Log) -> Log:
    """Convert a log of version 1 of the rules: return a copy in which a competitive game has no checksums (MB-8.2).

    In version 1, prisoners came into rooms with locked doors in all games. Today they do not come in competitive games,
    so the checksums of such games no longer fit. The actions stay as they are, because the prisoners in these games
    never made an action illegal.
    """
    return drop_checks(log) if log.options.get("play") == "against" else log


def from_2(log: Log) -> Log:
    """Convert a log of version 2 of the rules: return a copy without passes that players had to make (MB-3.1).

    In version 2, a player whose only gear was unusable was asked after a move and had to pass. Today the turn ends by
    itself. If a player undid such a pass, the undo is left out, too. If an entry of the log (an action, undo or redo)
    cannot be replayed, keep this entry and all later entries as they are.
    """
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    kept: list[Entry] = []
    asked = passed = undone = False
    for number, item in enumerate(log.entries):
        if asked and item.seat == kept[-1].seat:
            if (item.act == "pass" and not passed) or (item.step == "redo" and undone):
                passed, undone = True, False
                kept[-1] = msgspec.structs.replace(kept[-1], check=item.check)
                continue
            if item.step == "undo" and passed:
                passed, undone = False, True
                continue
        before = match.state.turns
        try:
            match.step(item)
        except EnginehouseError:
            return msgspec.structs.replace(log, entries=kept + log.entries[number:])
        kept.append(item)
        passed = undone = False
        moved = " to " in item.act and match.state.turns > before
        asked = moved and was_asked_in_2(match.state, item.seat)
        if asked:  # the stored record was that of an asked player
            kept[-1] = msgspec.structs.replace(item, check="")
    return log if len(kept) == len(log.entries) else msgspec.structs.replace(log, entries=kept)


def was_asked_in_2(s: State, seat: Seat) -> bool:
    """Return whether version 2 asked a player for an action after a move, although no action was possible.

    Version 2 asked if there was a corner gear that was not barred, even if the gear could not turn.
    """
    for k in range(2):
        m = collapse.own_meeple(s, seat, k)
        for g in range(2):
            if gears.find_gear(s, int(s.at[m]), g) == Gear.CORNER and not gears.is_barred(s, m, int(s.at[m]), g):
                return True
    return False


UPGRADES = {"1": from_1, "2": from_2}
