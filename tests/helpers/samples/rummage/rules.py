"""Rummage: the verbs, in the order of the rulebook."""

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
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats, Zone
from samples.rummage.state import (
    ACTIONS,
    BACKS,
    BLUE,
    CAPACITIES,
    HAND,
    KINDS,
    RED,
    SHAPE,
    THROWN,
    Draw,
    Give,
    Look,
    Pass,
    Search,
    Show,
    Shuffle,
    State,
    Throw,
    Told,
)

open_half = SHAPE.open_half

NOT_YOUR_TURN, CANNOT_DRAW, EMPTY_DECK, NOT_IN_HAND, NOTHING_TO_SHUFFLE, PAIR, TOO_LONG = (
    201,
    202,
    203,
    204,
    205,
    301,
    302,
)


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """RU-1.1, RU-1.2: two shuffled decks; one card of each for everybody."""
    s.seats = options[0]
    seed_chance(s, seed)
    lay_out(s, CAPACITIES)
    for piece in range(1, 11):
        put(s, BACKS[piece], piece)
    shuffle(s, RED)
    shuffle(s, BLUE)
    for seat in range(s.seats):
        show(s, draw(s, RED, HAND + seat), 1 << seat)
        show(s, draw(s, BLUE, HAND + seat), 1 << seat)


@rule
def actors(s: State) -> Seats:
    """RU-2.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << (s.turns % s.seats)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """RU-2.1 to RU-2.6."""
    if seat < 0 or (actors(s) >> seat) & 1 == 0:
        return 0
    decks = (1 if count(s, RED) > 0 else 0) | (2 if count(s, BLUE) > 0 else 0)
    kinds = list_kinds(s, HAND + seat)
    many = add_bits(out, 0, Draw.FIRST, decks if count(s, HAND + seat) < 3 else 0)
    many = add_bits(out, many, Look.FIRST, decks)
    many = add_bits(out, many, Search.FIRST, decks)
    many = add_bits(out, many, Shuffle.FIRST, decks)
    many = add_bits(out, many, Show.FIRST, kinds)
    many = add_bits(out, many, Give.FIRST, kinds if count(s, HAND + (seat + 1) % s.seats) < 3 else 0)
    many = add_bits(out, many, Throw.FIRST, kinds)
    return add(out, many, Pass.CODE)


@rule
def list_kinds(s: State, zone: Zone) -> int:
    """The mask of the kinds (bit kind - 1) that a hand holds."""
    mask = 0
    for k in range(count(s, zone)):
        mask |= 1 << (KINDS[at(s, zone, k)] - 1)
    return mask


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat < 0 or (actors(v) >> seat) & 1 == 0:
        return NOT_YOUR_TURN
    kind = ACTIONS.kind[action]
    if kind == Pass.KIND:
        return 0
    if kind == Draw.KIND:
        return CANNOT_DRAW if count(v, Draw.deck[action]) == 0 or count(v, HAND + seat) == 3 else 0
    if kind == Look.KIND or kind == Search.KIND:
        return EMPTY_DECK if count(v, Look.deck[action]) == 0 else 0
    if kind == Shuffle.KIND:
        return NOTHING_TO_SHUFFLE if count(v, Shuffle.deck[action]) == 0 else 0
    if copy_most_known(v, HAND + seat, Show.card[action], KINDS) < 0:
        return NOT_IN_HAND
    full = count(v, HAND + (seat + 1) % v.seats) == 3
    return NOT_IN_HAND if kind == Give.KIND and full else 0


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """RU-2.2 to RU-2.6; RU-3.1, RU-3.2: the end."""
    kind = ACTIONS.kind[action]
    if kind == Pass.KIND:
        Told.did(e, seat=seat, action=action)
    elif kind == Show.KIND or kind == Give.KIND or kind == Throw.KIND:
        use_card(s, seat, action, e)
    else:
        use_deck(s, seat, action, e)
    s.turns += 1
    if s.turns == 24:
        s.reason = TOO_LONG
    for other in range(s.seats):
        if has_pair(s, other):
            s.reason = PAIR


@rule
def use_deck(s: State, seat: Seat, action: Action, e: Events) -> None:
    """RU-2.2, RU-2.3, RU-2.5: a deck is drawn from, looked at, looked through or shuffled. The deck is always the first argument."""
    kind, deck, mine = ACTIONS.kind[action], Draw.deck[action], 1 << seat
    if kind == Shuffle.KIND:
        shuffle(s, deck)
        Told.did(e, seat=seat, action=action)
    elif kind == Search.KIND:
        if int(s.holds[deck]) & mine == 0:
            s.revealed += 1
        s.holds[deck] = int(s.holds[deck]) | mine
        Told.did(e, seat=seat, action=action)
    elif kind == Look.KIND:
        piece = at(s, deck, count(s, deck) - 1)
        show(s, piece, mine)
        Told.looked(e, seat=seat, deck=deck, card=KINDS[piece], learn=mine)
    else:
        piece = draw(s, deck, HAND + seat)
        show(s, piece, mine)
        s.revealed += 1  # the game goes on, so the others know some cards that it is not
        if int(s.holds[deck]) & ~mine:
            s.holds[deck] = int(s.holds[deck]) & mine
        Told.drew(e, seat=seat, deck=deck, card=KINDS[piece], learn=mine | (int(s.known[piece])))


@rule
def use_card(s: State, seat: Seat, action: Action, e: Events) -> None:
    """RU-2.4, RU-2.6: a card of the hand is shown, given to the next seat or thrown away."""
    kind, card = ACTIONS.kind[action], Show.card[action]
    place = copy_most_known(s, HAND + seat, card, KINDS)
    piece = at(s, HAND + seat, place)
    if kind == Throw.KIND:
        show_all(s, move(s, HAND + seat, place, THROWN))
        Told.threw(e, seat=seat, card=card)
    elif kind == Give.KIND:
        other = (seat + 1) % s.seats
        move(s, HAND + seat, place, HAND + other)
        show(s, piece, 1 << other)
        s.revealed += 1  # the game goes on, so the giver knows some cards that the other does not hold
        Told.gave(e, seat=seat, other=other, card=card, learn=int(s.known[piece]))
    else:
        show_all(s, piece)
        Told.showed(e, seat=seat, card=card)


@rule
def has_pair(s: State, seat: Seat) -> bool:
    """RU-3.1: two cards of a kind in a hand."""
    for k in range(count(s, HAND + seat)):
        for j in range(k):
            if KINDS[at(s, HAND + seat, k)] == KINDS[at(s, HAND + seat, j)]:
                return True
    return False


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Show the open cards and those that the seat knows. Hands have no order."""
    open_half(s, seat, v)
    view_pieces(s, seat, v, KINDS, BACKS, 7 << HAND)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Deal the unknown cards. No seat holds a pair while the game runs; at its end one may."""
    dice = begin_guess(v, seed)
    seen = undealt(v)
    tries = 0
    pairs = -1
    while pairs != (1 if v.reason == PAIR else 0):
        deal_again(v, seen, dice, BACKS)
        pairs = 0
        for other in range(v.seats):
            if has_pair(v, other):
                pairs = 1
        tries += 1
    let_owners_know(v, HAND)
    let_know(v, THROWN, EVERYBODY)
    return 1 if tries > 64 else 0


@rule
def scores(s: State, out: Numbers) -> None:
    """RU-3.1: a pair wins."""
    for seat in range(s.seats):
        out[seat] = 1 if has_pair(s, seat) else 0
    rank_seats(out, out[: s.seats])
