"""Auction: the verbs, in the order of the rulebook."""

from enginehouse.core.records.chance import begin_guess, pick, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import (
    at,
    count,
    deal_unknown,
    draw,
    lay_out,
    let_all_know_alike,
    put,
    show_all,
    shuffle,
    take,
    view_pieces,
)
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.records.sealed import ask, close, lay, pending
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from samples.auction.state import (
    ACTIONS,
    BACKS,
    CAPACITIES,
    DECK,
    HIGHEST,
    KINDS,
    SALE,
    SHAPE,
    WON,
    Bid,
    Borrow,
    Open,
    State,
    Told,
)

open_half = SHAPE.open_half

NOT_ASKED, OPENING, BAD_BID, NO_LOAN, SOLD_OUT = 201, 202, 203, 204, 301


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """AU-1.1: six coins each, and a shuffled deck."""
    s.seats = options[0]
    seed_chance(s, seed)
    lay_out(s, CAPACITIES)
    for piece in range(1, 9):
        put(s, DECK, piece)
    shuffle(s, DECK)
    for seat in range(s.seats):
        s.coins[seat] = 6
    open_sale(s)


@rule
def open_sale(s: State) -> None:
    """AU-1.1: the top card is for sale."""
    show_all(s, draw(s, DECK, SALE))


@rule
def actors(s: State) -> Seats:
    """AU-2.2, AU-2.3: return the seats that are asked, else the auctioneer."""
    if s.reason != 0:
        return 0
    return pending(s) if s.asked != 0 else 1 << (s.sales % s.seats)


@rule
def purse(s: State, seat: Seat) -> int:
    """AU-2.3: return the most that a seat can bid."""
    return int(s.coins[seat]) + 2 * int(s.loan[seat])


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """AU-2.1 to AU-2.4."""
    if seat < 0 or (actors(s) >> seat) & 1 == 0:
        return 0
    if s.asked == 0:
        return add_bits(out, 0, Open.FIRST, 3)
    many = 0
    if s.loan[seat] == 0 and s.debts[seat] < 3:
        many = add(out, many, Borrow.CODE)
    many = add(out, many, Bid.at(0))
    for n in range(max(1, int(s.price)), min(HIGHEST, purse(s, seat)) + 1):
        many = add(out, many, Bid.at(n))
    return many


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat < 0 or (actors(v) >> seat) & 1 == 0:
        return NOT_ASKED
    kind = ACTIONS.kind[action]
    if (kind == Open.KIND) != (v.asked == 0):
        return OPENING
    if kind == Open.KIND:
        return 0
    if kind == Borrow.KIND:
        return 0 if v.loan[seat] == 0 and v.debts[seat] < 3 else NO_LOAN
    price = Bid.price[action]
    return 0 if price == 0 or v.price <= price <= purse(v, seat) else BAD_BID


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """AU-2.2: the sale is opened; AU-2.3, AU-2.4: a seat's own, unseen."""
    kind = ACTIONS.kind[action]
    if kind == Open.KIND:
        s.price = Open.price[action]
        Told.opened(e, seat=seat, price=s.price)
        ask(s, (1 << s.seats) - 1)
    elif kind == Borrow.KIND:
        s.loan[seat] = 1
        Told.borrowed(e, seat=seat, notice=1 << seat)
    elif lay(s, seat, Bid.price[action]):
        open_bids(s, e)


@rule
def open_bids(s: State, e: Events) -> None:
    """AU-2.5: give the card to the highest single bid, and begin the next sale."""
    best, winner = 0, -1
    for seat in range(s.seats):
        bid = int(s.answer[seat])
        s.bids[seat] = bid
        Told.bids(e, seat=seat, bid=bid, loan=int(s.loan[seat]))
        s.coins[seat] = int(s.coins[seat]) + 2 * int(s.loan[seat])
        s.debts[seat] = int(s.debts[seat]) + int(s.loan[seat])
        s.loan[seat] = 0
        if bid > best:
            best, winner = bid, seat
        elif bid == best:
            winner = -1
    close(s)
    piece = at(s, SALE, 0)
    s.sales += 1
    if winner >= 0:
        s.coins[winner] = int(s.coins[winner]) - best
        draw(s, SALE, WON + winner)
        Told.sold(e, seat=winner, price=best, card=KINDS[piece])
    else:
        take(s, SALE, 0)
        put(s, DECK, 0)
        for k in range(count(s, DECK) - 1, 0, -1):
            s.row[k] = s.row[k - 1]
        s.row[0] = piece
        Told.unsold(e, card=KINDS[piece])
    if s.sales == 10 or count(s, DECK) == 0:
        s.reason = SOLD_OUT
    else:
        open_sale(s)
        Told.offered(e, card=KINDS[at(s, SALE, 0)])


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Coins and cards that lie open; the seat's own bid and loan."""
    open_half(s, seat, v)
    view_pieces(s, seat, v, KINDS, BACKS, 15 << WON)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Deal the deck; the others may have borrowed and bid, but somebody is still to bid."""
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, BACKS)
    let_all_know_alike(v)
    if v.asked != 0:
        waits = -1
        if seat < 0 or (v.laid >> seat) & 1:
            waits = pick(dice, v.seats)
            if waits == seat:
                waits = (waits + 1) % v.seats
        for other in range(v.seats):
            if other != seat:
                if v.debts[other] < 3:
                    v.loan[other] = pick(dice, 2)
                if other != waits and pick(dice, 2) == 1:
                    v.laid |= 1 << other
                    most = min(HIGHEST, purse(v, other))
                    bid = pick(dice, most + 1)
                    v.answer[other] = bid if bid >= v.price else 0
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """AU-3.1: values and coins, less three for a loan."""
    for seat in range(s.seats):
        points = int(s.coins[seat]) - 3 * int(s.debts[seat])
        for k in range(count(s, WON + seat)):
            points += KINDS[at(s, WON + seat, k)]
        out[seat] = points
    rank_seats(out, out[: s.seats])
