"""Define the functions that each game of this package must have, such as `legal` and `apply`, for The Great Machine.

The automatic steps of a turn are in `turns` (GM-2, GM-3, GM-7).
"""

from __future__ import annotations

from enginehouse.core.records.chance import begin_guess, shuffle_row
from enginehouse.core.records.events import EVERYBODY, Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import (
    copy_most_known,
    count,
    deal_unknown,
    let_know,
    let_owners_know,
    move,
    show_all,
    sort_zone,
    start_up,
    view_pieces,
)
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.records.masks import has
from enginehouse.core.records.ranking import rank_winners
from enginehouse.core.records.sealed import pending
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from enginehouse.games.great_machine import decks, knowledge, parts, plays, rats, state, turns
from enginehouse.games.great_machine.parts import Cage, Discard, Draw, Intervene, Look, Order, Pass, Play, Take
from enginehouse.games.great_machine.state import Phase, State

open_half = state.SHAPE.open_half


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Set up the machine, the track and a random order of play (GM-1.1, GM-2.1, GM-2.4) in the empty record `s`.

    `options` has the number of seats, then 1 for a short game (the Master's track has fewer slots) or 0 for a full
    game. `seed` has the numbers that start the random number generator. The next decision is where players place their
    rats.
    """
    start_up(s, options, seed, parts.ROOM)
    s.toggles = 3 if s.seats <= parts.SMALL_SEATS else 7
    s.cages = s.toggles + 1
    short = options[1] if len(options) > 1 else 0
    s.slots_left_out = max(0, parts.TRACK - parts.SHORT_TRACK) if short else 0
    s.track = parts.TRACK - s.slots_left_out
    s.direction = 1
    s.alive = 0
    for seat in range(s.seats):
        s.order[seat] = seat
    shuffle_row(s, s.order, 0, s.seats)
    s.phase = Phase.PLACE
    s.active = s.order[0]


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: State) -> Seats:
    """Return the mask of the seats that may act, bit k for seat k (GM-6.3).

    In a reaction window, in which seats are asked whether they cancel a card, these are all asked seats that have not
    answered. Otherwise it is the seat whose turn it is.
    """
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.WINDOW:
        return pending(s)
    return int(1 << s.active)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number."""
    if not has(actors(s), seat):
        return 0
    phase = s.phase
    n = 0
    if phase == Phase.PLAY or phase == Phase.LIMIT:
        return legal_of_hand(s, seat, out)
    if phase == Phase.WINDOW:
        out[0] = Pass.CODE
        out[1] = Intervene.CODE
        return 2 if decks.may_intervene(s, seat) else 1
    if phase == Phase.PLACE or phase == Phase.RETURN:
        return add_bits(out, 0, Cage.FIRST, turns.free_cages(s))
    if phase == Phase.DRAW or phase == Phase.ECONOMY or phase == Phase.LOOK:
        for deck in range(2):
            if decks.has_card_to_draw(s, deck):
                n = add(out, n, Look.at(deck) if phase == Phase.LOOK else Draw.at(deck))
        return n
    if phase == Phase.ORDER:
        many = min(4, count(s, parts.DECK + s.deck))
        for order in range(Order.MANY):
            if parts.ORDER_SIZE[order] == many:
                n = add(out, n, Order.at(order))
        return n
    return legal_cards(s, seat, out)


@rule
def legal_cards(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the actions by which `seat` takes a card during Nobbled a Passing Geezer or Cleaning Duty (GM-6).

    With Nobbled, the card comes from a deck, and `seat` may also play it at once. With Cleaning Duty, it comes from the
    discard piles. Return the number of these actions.
    """
    n = 0
    marks = plays.mark_offered(s, seat)
    if s.phase == Phase.TAKE:
        bars = plays.find_barred(s, seat)
        for kind in range(parts.KINDS):
            if marks[kind]:
                n = plays.write_plays(s.seats, kind, bars, out, n)
    for kind in range(parts.KINDS):
        if marks[kind]:
            n = add(out, n, Take.at(kind))
    return n


@rule
def legal_of_hand(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` every way to play each kind of card in the hand of `seat`, and to discard it (GM-3.2, GM-3.5).

    Return the number of these actions. A hand is sorted by kind of card.
    """
    n = 0
    begin = int(s.start[parts.HAND + seat])
    end = begin + int(s.size[parts.HAND + seat])
    last = -1
    if s.phase == Phase.PLAY:
        seats, bars = s.seats, plays.find_barred(s, seat)
        for k in range(begin, end):
            kind = int(parts.KIND_OF[int(s.row[k])])
            if kind != last:
                n = plays.write_plays(seats, kind, bars, out, n)
                last = kind
    last = -1
    for k in range(begin, end):
        kind = int(parts.KIND_OF[int(s.row[k])])
        out[n] = Discard.at(kind)
        n += 1 if kind != last else 0
        last = kind
    return n


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids the action, such as 501 for GM-5.1, or 0 if it is legal.

    The function tests in this order whether the game is over, whether another seat has to act, whether another kind of
    decision is asked for, and whether the action itself is illegal.
    """
    if v.reason != 0:
        return int(v.reason)
    if not has(actors(v), seat):
        return 201 if v.phase == Phase.PLACE else 603 if v.phase == Phase.WINDOW else 701
    phase, kind = v.phase, parts.ACTIONS.kind[action]
    if kind == Cage.KIND:
        return cage_refusal(v, Cage.cage[action] + 1)
    if kind == Draw.KIND:
        return (
            0
            if (phase == Phase.DRAW or phase == Phase.ECONOMY) and decks.has_card_to_draw(v, Draw.deck[action])
            else 301
        )
    if kind == Pass.KIND:
        return 0 if phase == Phase.WINDOW else 603
    if kind == Intervene.KIND:
        return 0 if phase == Phase.WINDOW and decks.may_intervene(v, seat) else 603
    if kind == Look.KIND:
        return 0 if phase == Phase.LOOK else 607  # asked only if there are two decks to look at
    if kind == Order.KIND:
        fits = parts.ORDER_SIZE[Order.order[action]] == min(4, count(v, parts.DECK + v.deck))
        return 0 if phase == Phase.ORDER and fits else 607
    return card_refusal(v, seat, action)


@rule
def cage_refusal(v: State, cage: int) -> Clause:
    """Return the number of the rulebook clause that forbids putting a rat into this cage now, or 0 if it is legal."""
    if v.phase != Phase.PLACE and v.phase != Phase.RETURN:
        return 401
    if cage > v.cages:
        return 101
    if has(turns.free_cages(v), cage - 1):
        return 0
    for seat in range(v.seats):
        if v.cage[seat] == cage and (v.escaped >> seat) & 1 | (v.pipe[seat] > 0):
            return 405
    return 201 if v.phase == Phase.PLACE else 401


@rule
def card_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `seat` to use a card as `action` says, or 0 if it is legal.

    The action names the card, and whether to play, take or discard it.
    """
    kind, phase = parts.ACTIONS.kind[action], v.phase
    marks = plays.mark_offered(v, seat)
    if kind == Play.KIND:
        if phase != Phase.PLAY and phase != Phase.TAKE:
            return 302
        if marks[Play.card[action]] == 0:
            return 302 if phase == Phase.PLAY else 607
        return plays.play_refusal(v, seat, action)
    if kind == Take.KIND:
        return 0 if (phase == Phase.TAKE or phase == Phase.CLEAN) and marks[Take.card[action]] != 0 else 607
    if (phase == Phase.PLAY or phase == Phase.LIMIT) and marks[Discard.card[action]] != 0:
        return 0
    return 305 if phase == Phase.LIMIT else 302


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action of `seat`, with all automatic steps up to the next decision."""
    phase, kind = s.phase, parts.ACTIONS.kind[action]
    if kind == Cage.KIND and phase == Phase.PLACE:
        turns.place_rats(s, seat, Cage.cage[action] + 1, e)
    elif kind == Cage.KIND:
        turns.return_rat(s, seat, Cage.cage[action] + 1, e)
    elif kind == Draw.KIND and phase == Phase.DRAW:
        decks.draw_card(s, seat, Draw.deck[action], e)
        turns.offer_play(s)
    elif kind == Discard.KIND:
        decks.discard_card(s, seat, Discard.card[action], e)
        if phase == Phase.LIMIT:
            turns.keep_limit(s)
        else:
            s.phase = Phase.MACHINE
    else:
        apply_to_card(s, seat, action, e)
        if s.phase == Phase.MACHINE:
            turns.end_on_arrival(s, e)
    turns.advance(s, e)


@rule
def apply_to_card(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out an action about a card in play (GM-6.7).

    The action plays the card, answers whether the seat cancels it, or makes a choice for the card when it takes effect.
    """
    phase, kind = s.phase, parts.ACTIONS.kind[action]
    if kind == Pass.KIND or kind == Intervene.KIND:
        decks.answer_window(s, seat, action, e)
    elif kind == Look.KIND:
        decks.look_at(s, Look.deck[action], e)
    elif kind == Order.KIND:
        decks.order_cards(s, action, e)
    elif kind == Draw.KIND:
        decks.draw_for_economy(s, Draw.deck[action], e)
    elif kind == Take.KIND and phase == Phase.TAKE:
        decks.keep_nobbled(s, Take.card[action], e)
    elif kind == Take.KIND:
        decks.give_discarded(s, Take.card[action], e)
    elif phase == Phase.TAKE:
        decks.play_nobbled(s, action, e)
    else:
        piece = move(
            s, parts.HAND + seat, copy_most_known(s, parts.HAND + seat, Play.card[action], parts.KIND_OF), parts.IN_PLAY
        )
        show_all(s, piece)
        decks.start_card(s, seat, action, e)


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Write the view of a seat into `v`.

    The view has public information (GM-9.1), the seat's own cards and the cards that the seat saw (GM-9.2). If the seat
    has answered secretly whether it cancels the card in play, the view also has this answer.
    """
    open_half(s, seat, v)
    view_pieces(s, seat, v, parts.KIND_OF, parts.BACK_OF, parts.HANDS)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Turn the view `v`, in place, into a full record that agrees with it: a random guess of the hidden information.

    The random numbers in `seed` determine the unknown cards, the secret answers of seats that are asked whether they
    cancel a card, and all later coin tosses and shuffles. Return 0, because the drawn guess always agrees with the
    view, and never has to be corrected.
    """
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, parts.BACK_OF)
    for zone in range(parts.DISCARD, parts.HAND):
        let_know(v, zone, EVERYBODY)
    let_owners_know(v, parts.HAND)
    for other in range(v.seats):
        sort_zone(v, parts.HAND + other)
    if v.phase == Phase.WINDOW:
        knowledge.guess_answers(v, seat, dice)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """Write the pellets of each seat, as its score, to `out[seat]`, and its rank to `out[8 + seat]` (GM-4.2, GM-4.4).

    The fattest living rat without a tie has rank 1, and all others have rank 2.
    """
    first = rats.winner(s) if s.phase == Phase.OVER else -1
    for seat in range(s.seats):
        out[seat] = rats.total(s, seat)
    rank_winners(out, s.seats, 1 << first if first >= 0 else 0)
