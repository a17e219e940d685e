"""Find the pieces of the picture that a player clicks to choose an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles, desk_seat
from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.records.masks import has
from enginehouse.core.terms import Zone
from enginehouse.games.great_machine import parts, plays
from enginehouse.games.great_machine.parts import Cage, Discard, Draw, Form, Intervene, Look, Order, Play, Take
from enginehouse.games.great_machine.state import Phase, State


def list_copies(v: State, zone: Zone) -> list[tuple[int, int]]:
    """Return the kinds of the visible cards in a zone, each as a pair with the number of its copies there."""
    return sorted(Counter(int(parts.KIND_OF[piece]) for piece in list_pieces(v, zone) if piece > 0).items())


def offered_kinds(v: State) -> list[int]:
    """Return the kinds of cards that the viewer can choose from in the area of the page below the hand.

    The cards are those of the deck that the viewer looks through, or of the discard piles. If the viewer has nothing to
    choose there, return an empty list.
    """
    if v.phase not in (Phase.TAKE, Phase.CLEAN) or desk_seat(v) != v.active:
        return []
    return [kind for kind, there in enumerate(plays.mark_offered(v, v.active)) if there]


def _order(v: State, order: int) -> Handles:
    return Handles.of(*(f"place-{old}-{new}" for new, old in enumerate(parts.ORDERS[order], start=1)))


def _play(v: State, kind: int, choice: int) -> Handles:
    """Return the pieces to click for playing a card of this kind in a certain way, such as on a toggle or a rat.

    `choice` is the index (from 0) of this way in the list of all ways to play the card. The pieces are the card and
    those that stand for the way: toggles, players, a level or a direction. If there is at most one such piece, the
    player can drag the card instead: onto that piece or, if there is no such piece, onto the place for played cards.
    """
    card = f"{'offer' if v.phase == Phase.TAKE else 'card'}-{parts.CARDS[kind].slug}"
    form, named = parts.CARDS[kind].form, parts.describe_choice(Play.at(kind, choice))
    if form == Form.WAY:
        pieces = [f"way-{named.words}"]
    elif form == Form.LEVEL:
        pieces = [f"level-{choice + 1}"]
    elif form == Form.VICTIM:
        pieces = [f"plate-{named.seats[0]}", f"rat-{named.seats[1]}"]
    else:
        # A player stands for their rat, or for their plate if the rat is not on the board.
        seats = [f"{'rat' if has(v.alive, k) else 'plate'}-{k}" for k in named.seats]
        pieces = [f"toggle-{toggle}" for toggle in named.toggles] + seats
    return (
        Handles.of(card, *pieces) if len(pieces) > 1 else Handles(source=card, target=pieces[0] if pieces else "tray")
    )


def _take(v: State, kind: int) -> Handles:
    slug = parts.CARDS[kind].slug
    return Handles.of(f"offer-{slug}", "to-hand") if v.phase == Phase.TAKE else Handles.of(f"offer-{slug}")


def _discard(v: State, kind: int) -> Handles:
    card = f"card-{parts.CARDS[kind].slug}"
    return (
        Handles.of(card)
        if v.phase == Phase.LIMIT
        else Handles(source=card, target=f"pile-{parts.DECK_NAMES[parts.CARDS[kind].deck]}")
    )


_HANDLES: dict[int, Callable[..., Handles]] = {
    Cage.KIND: lambda v, cage: Handles.of(f"cage-{cage + 1}"),
    Draw.KIND: lambda v, deck: Handles.of(f"deck-{parts.DECK_NAMES[deck]}"),
    Intervene.KIND: lambda v: Handles.of("card-timely-intervention"),
    Look.KIND: lambda v, deck: Handles.of(f"deck-{parts.DECK_NAMES[deck]}"),
    Order.KIND: _order,
    Play.KIND: _play,
    Take.KIND: _take,
    Discard.KIND: _discard,
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
handles = parts.ACTIONS.by_kind(_HANDLES, Handles())
"""A function of a view and the code of an action that returns the pieces to click: none if the action is a button."""
