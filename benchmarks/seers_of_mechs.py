"""Seers (`bots.players.seer`) of Mechanation that see a part of what is hidden, to tell what knowing that part would be worth.

- `tiers`: of which tier the mech is that stands at a post: light, medium or heavy.
- `mechs`: which mech of each tier the others have.
- `lands`: which territories lie face-down before the others and in the Arena.
- `posts`: tiers and mechs, so which mech stands where; `present`: all of it, but not the order of the deck.
- `nothing`: none of it. As strong as the honest search whose guesses are all alike, or something is wrong here.

What a seer does not see is as in a guess of its view, every way equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from seers_of_cards import mix_deck

from enginehouse.bots.players import imagining
from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.players.seer import SeersGames
from enginehouse.bots.players.tree import Tune
from enginehouse.core.records.chance import seed_chance, seed_dice
from enginehouse.core.rule import rule
from enginehouse.core.verbs import guess
from enginehouse.games.mechanation.parts import DECK, TIERS

TIER, MECH, LAND = 1, 2, 4
SEES = {"nothing": 8, "tiers": TIER, "mechs": MECH, "posts": TIER | MECH, "lands": LAND, "present": TIER | MECH | LAND}
"""What `Tune.SEER` says of each: bits of what it sees; none of them would be no seer."""


@rule
def copy_mechs(s: Any, to: Any, sees: int) -> None:
    """Write into another record where the mechs of a record are and which they are, as far as is seen."""
    for seat in range(s.seats):
        for tier in range(TIERS):
            if sees & TIER:
                to.place[seat][tier] = s.place[seat][tier]
            if sees & MECH:
                to.mech[seat][tier] = s.mech[seat][tier]


@rule
def imagine_in_part(states: Any, me: int, seed: int, k: int, desk: Any) -> None:
    """As `seer.imagine_or_see`, for seers that see a part; the last record but one is room to work in."""
    fill_words(seed, k, desk.words)
    sees, truth, room = int(desk.tune[Tune.SEER]), len(states) - 1, len(states) - 2
    states[1] = states[0]
    if sees != 0:
        copy_mechs(states[truth], states[1], sees)
    guess(states[1], me, desk.words)
    if sees & LAND:
        states[room] = states[1]
        states[1] = states[truth]
        copy_mechs(states[room], states[1], TIER | MECH)
        seed_chance(states[1], desk.words)
        seed_dice(desk.words, seed + 11, k)
        mix_deck(states[1], DECK, me, desk.words)


class MechSeersGames(SeersGames):
    """Whole games of Mechanation among whose bots may be such seers."""

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {
        **SeersGames.parts,
        imagining.imagine: imagine_in_part,
    }
