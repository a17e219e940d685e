"""Menagerie: the verbs, in the order of the rulebook."""

from enginehouse.core.records.chance import begin_guess, seed_chance
from enginehouse.core.records.events import EVERYBODY, Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import (
    at,
    copy_most_known,
    count,
    deal_again,
    draw,
    lay_out,
    let_know,
    let_owners_know,
    move,
    put,
    show,
    show_all,
    shuffle,
    undealt,
    view_pieces,
)
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from menagerie.state import ACTIONS, BACKS, CAPACITIES, DECK, HAND, KINDS, LAID, SHAPE, Ask, Draw, State, Told

open_half = SHAPE.open_half

NOT_YOUR_TURN, NOT_TO_ASK, HAS_NONE, ASK_FIRST, ALL_PAIRS = 201, 202, 203, 204, 301


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """ME-1.1, ME-1.2: three cards for everybody, pairs laid down."""
    s.seats = options[0]
    seed_chance(s, seed)
    lay_out(s, CAPACITIES)
    for piece in range(1, len(KINDS)):
        put(s, DECK, piece)
    shuffle(s, DECK)
    for seat in range(s.seats):
        for _ in range(3):
            show(s, draw(s, DECK, HAND + seat), 1 << seat)
        lay_pair(s, seat)


@rule
def actors(s: State) -> int:
    """ME-2.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << s.turn


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    """ME-2.2 to ME-2.4: whom one may ask for what; drawing only where there is nobody."""
    if s.reason != 0 or seat != s.turn:
        return 0
    many = 0
    for other in range(s.seats):
        for kind in range(1, 9):
            if why_not_ask(s, seat, other, kind) == 0:
                many = add(out, many, Ask.at(other, kind))
    return many if many > 0 else add(out, 0, Draw.CODE)


@rule
def refusal(v: State, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.turn:
        return NOT_YOUR_TURN
    if action == Draw.CODE:
        return ASK_FIRST if may_ask(v, seat) else 0
    return why_not_ask(v, seat, int(Ask.seat[action]), int(Ask.kind[action]))


@rule
def why_not_ask(v: State, seat: int, other: int, kind: int) -> int:
    """ME-2.2, ME-2.3: the clause that forbids to ask that seat for that kind; 0 for none."""
    if other == seat or other >= v.seats or count(v, HAND + other) == 0:
        return NOT_TO_ASK
    if copy_most_known(v, HAND + seat, kind, KINDS) < 0:
        return NOT_TO_ASK
    return HAS_NONE if v.has_none[other][kind] != 0 else 0


@rule
def may_ask(v: State, seat: int) -> bool:
    """ME-2.4: whether there is anybody to ask for anything."""
    for other in range(v.seats):
        for kind in range(1, 9):
            if why_not_ask(v, seat, other, kind) == 0:
                return True
    return False


@rule
def apply(s: State, seat: int, action: int, e: Events) -> None:
    """ME-2.2 to ME-2.4; ME-3.1: the end."""
    goes_on = False
    if ACTIONS.kind[action] == Ask.KIND:
        goes_on = asked(s, seat, int(Ask.seat[action]), int(Ask.kind[action]), e)
    if not goes_on:
        draw_card(s, seat, e)
        s.turn = (s.turn + 1) % s.seats
    laid = 0
    for other in range(s.seats):
        laid += count(s, LAID + other)
    if laid == 16:
        s.reason = ALL_PAIRS
        return
    while count(s, HAND + s.turn) + count(s, DECK) == 0:
        s.turn = (s.turn + 1) % s.seats


@rule
def asked(s: State, seat: int, other: int, kind: int, e: Events) -> bool:
    """ME-2.2: whether the other seat has the card; it is handed over, or all remember that it has none."""
    Told.asked(e, seat=seat, other=other, kind=kind)
    show_all(s, at(s, HAND + seat, copy_most_known(s, HAND + seat, kind, KINDS)))
    s.revealed += 1  # whatever the answer is, it says something
    place = copy_most_known(s, HAND + other, kind, KINDS)
    if place < 0:
        s.has_none[other][kind] = 1
        Told.none(e, seat=other, kind=kind)
        return False
    move(s, HAND + other, place, HAND + seat)
    Told.pair(e, seat=seat, kind=lay_pair(s, seat))
    return True


@rule
def draw_card(s: State, seat: int, e: Events) -> None:
    """ME-2.2, ME-2.3: a card from the deck; what the seat said of its hand holds no longer."""
    if count(s, DECK) == 0:
        return
    piece = draw(s, DECK, HAND + seat)
    show(s, piece, 1 << seat)
    Told.drew(e, seat=seat, kind=KINDS[piece], learn=1 << seat)
    for kind in range(1, 9):
        s.has_none[seat][kind] = 0
    kind = lay_pair(s, seat)
    if kind > 0:
        Told.pair(e, seat=seat, kind=kind)


@rule
def lay_pair(s: State, seat: int) -> int:
    """ME-1.2: lay down two cards of a kind, for all to see; the kind, 0 where there is no pair in the hand."""
    for high in range(count(s, HAND + seat)):
        for low in range(high):
            kind = KINDS[at(s, HAND + seat, high)]
            if KINDS[at(s, HAND + seat, low)] == kind:
                show_all(s, move(s, HAND + seat, high, LAID + seat))
                show_all(s, move(s, HAND + seat, low, LAID + seat))
                return kind
    return 0


@rule
def view(s: State, seat: int, v: State) -> None:
    """What lies open, and the cards that the seat knows; hands have no order."""
    open_half(s, seat, v)
    view_pieces(s, seat, v, KINDS, BACKS, 15 << HAND)


@rule
def guess(v: State, seat: int, seed: Numbers) -> int:
    """Deal the cards that the seat does not know, again and again until they fit what is known of the hands."""
    dice = begin_guess(v, seed)
    seen = undealt(v)
    tries = 0
    fits = False
    while not fits:
        deal_again(v, seen, dice, BACKS)
        tries += 1
        fits = True
        for other in range(v.seats):
            fits = fits and can_be(v, other)
    let_owners_know(v, HAND)
    for other in range(v.seats):
        let_know(v, LAID + other, EVERYBODY)
    return 1 if tries > 64 else 0


@rule
def can_be(s: State, seat: int) -> bool:
    """ME-1.2, ME-2.3: whether a hand holds no pair, and nothing that its seat said it has not."""
    for high in range(count(s, HAND + seat)):
        kind = KINDS[at(s, HAND + seat, high)]
        if s.has_none[seat][kind] != 0:
            return False
        for low in range(high):
            if KINDS[at(s, HAND + seat, low)] == kind:
                return False
    return True


@rule
def scores(s: State, out: Numbers) -> None:
    """ME-3.1: pairs count."""
    for seat in range(s.seats):
        out[seat] = count(s, LAID + seat) // 2
    rank_seats(out, out[: s.seats])
