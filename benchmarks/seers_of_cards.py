"""Seers (`bots.players.seer`) of The Great Machine that see a part of what is hidden, to tell what knowing that part would be worth.

- `hands`: what the others hold, and how they have answered; the decks lie in any order.
- `decks`: the order of the decks; the others hold anything that nobody has seen. What they hold is exchanged with cards of the
  decks, so a few places of these are not true. Where somebody is asked, or the seer knows what a deck holds, nothing is exchanged: what
  was chosen has to stay possible.
- `nothing`: neither. As strong as the honest search, or something is wrong here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from enginehouse.bots.players import imagining
from enginehouse.bots.players.seer import SeersGames, imagine_or_see
from enginehouse.bots.players.tree import Tune
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.hidden import knows, sort_zone
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat, Zone
from enginehouse.games.great_machine.parts import BACK_OF, DECK, EVENT, HAND, MOVEMENT

HANDS, DECKS = 1, 2
SEES = {"nothing": 4, "hands": HANDS, "decks": DECKS, "all": HANDS | DECKS}
"""What `Tune.SEER` says of each: bits of what it sees; none of them would be no seer."""


@rule
def mix_deck(s: Any, zone: Zone, me: Seat, dice: Any) -> None:
    """Put the cards of a deck whose places a seat does not know into any order."""
    first = int(s.start[zone])
    for k in range(int(s.size[zone]) - 1, 0, -1):
        at, to = first + k, first + pick(dice, k + 1)
        one, other = int(s.row[at]), int(s.row[to])
        if not knows(s, me, one) and not knows(s, me, other):
            s.row[at], s.row[to] = other, one


@rule
def exchange_hand(s: Any, seat: Seat, me: Seat, dice: Any) -> None:
    """Exchange what a seat holds, unknown to another, with any unknown cards of the decks."""
    for at in range(int(s.start[HAND + seat]), int(s.start[HAND + seat]) + int(s.size[HAND + seat])):
        held = int(s.row[at])
        zone = DECK + int(BACK_OF[held])
        many = int(s.size[zone])
        place = pick(dice, many + 1)
        if place == many or knows(s, me, held) or (int(s.holds[zone]) >> me) & 1:
            continue
        to = int(s.start[zone]) + place
        card = int(s.row[to])
        if not knows(s, me, card):
            s.row[at], s.row[to] = card, held
            s.known[held], s.known[card] = 0, 1 << seat
    sort_zone(s, HAND + seat)


@rule
def blur(s: Any, me: Seat, sees: int, dice: Any) -> None:
    """Make of a true record one of which only what such a seer sees is true."""
    if not sees & HANDS and s.asked == 0:
        for seat in range(s.seats):
            if seat != me:
                exchange_hand(s, seat, me, dice)
    if not sees & DECKS:
        mix_deck(s, DECK + MOVEMENT, me, dice)
        mix_deck(s, DECK + EVENT, me, dice)


@rule
def imagine_in_part(states: Any, me: int, seed: int, k: int, desk: Any) -> None:
    """As `seer.imagine_or_see`, for seers that see a part."""
    imagine_or_see(states, me, seed, k, desk)
    sees = int(desk.tune[Tune.SEER])
    if sees != 0:
        seed_dice(desk.words, seed + 11, k)
        blur(states[1], me, sees, desk.words)


class CardSeersGames(SeersGames):
    """Whole games of The Great Machine among whose bots may be such seers."""

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {
        **SeersGames.parts,
        imagining.imagine: imagine_in_part,
    }
