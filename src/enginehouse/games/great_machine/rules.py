"""The Great Machine: the verbs, and the turn in the order of the rulebook (GM-2, GM-3, GM-7)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import below, coin, seed_chance
from enginehouse.core.compiling import rule
from enginehouse.core.events import tell
from enginehouse.core.hidden import copy_most_known, count, lay_out, move, put, show_all, shuffle
from enginehouse.core.sealed import pending
from enginehouse.games.great_machine.decks import (
    answer_window,
    choose_card,
    deal_card,
    deck_can_be_drawn,
    discard_card,
    draw_card,
    draw_for_economy,
    look_at,
    may_intervene,
    order_cards,
    start_card,
)
from enginehouse.games.great_machine.knowledge import guess, view
from enginehouse.games.great_machine.machine import (
    lightning,
    maze_rats_climb,
    motor_steps,
    pellets_drop,
    shock_cage,
)
from enginehouse.games.great_machine.parts import (
    CAGE,
    DECK,
    DECK_OF,
    DISCARD_ONE,
    DRAW,
    EVENT,
    HAND,
    HAND_LIMIT,
    INTERVENE,
    KIND_OF,
    KIND_OF_CODE,
    KINDS,
    LAST_ROUND,
    LOOK,
    MOST_SEATS,
    MOVEMENT,
    ORDER,
    ORDER_FIRST,
    ORDER_MANY,
    PASS,
    PIECES,
    PLAY,
    ROOM,
    SMALL_SEATS,
    TAKE,
    TRACK,
)
from enginehouse.games.great_machine.plays import barred, offered, play_refusal, write_plays
from enginehouse.games.great_machine.rats import has, total
from enginehouse.games.great_machine.state import Now, Phase, Told

__all__ = ["actors", "apply", "guess", "legal", "refusal", "scores", "setup", "view"]


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """GM-1.1, GM-2.1: the machine for so many seats, the order at random; then rats are put into cages."""
    seed_chance(s, seed)
    lay_out(s, ROOM)
    s.seats = options[0]
    s.toggles = 3 if s.seats <= SMALL_SEATS else 7
    s.cages = s.toggles + 1
    s.track = TRACK
    s.direction = 1
    s.alive = 0
    for seat in range(s.seats):
        s.order[seat] = seat
    for k in range(s.seats - 1, 0, -1):
        other = below(s, k + 1)
        seat = s.order[k]
        s.order[k] = s.order[other]
        s.order[other] = seat
    s.phase = Phase.PLACE
    s.active = s.order[0]


@rule
def place_rat(s: Any, seat: int, cage: int, e: Any) -> None:
    """GM-2.1: a rat goes into an empty cage; when one cage is left for the last one, nothing is asked."""
    while cage != 0:
        settle(s, seat, cage)
        tell(e, Told.PLACED, seat, cage, 0, 0)
        s.placed += 1
        cage = 0
        if s.placed == s.seats:
            start_machine(s, e)
        else:
            seat = s.order[s.placed]
            s.active = seat
            if free_cages(s) == 1:
                cage = next_free_cage(s, 0)


@rule
def settle(s: Any, seat: int, cage: int) -> None:
    """A living rat with no pellets sits in a cage."""
    s.alive |= 1 << seat
    s.cage[seat] = cage
    s.real[seat] = 0
    s.phantom[seat] = 0


@rule
def is_free(s: Any, cage: int) -> bool:
    """A cage that takes a rat: no living rat has it, be that out or not (GM-4.5)."""
    for seat in range(s.seats):
        if has(s.alive, seat) and s.cage[seat] == cage:
            return False
    return True


@rule
def next_free_cage(s: Any, after: int) -> int:
    """The next cage that takes a rat; 0 when there is none."""
    for cage in range(after + 1, s.cages + 1):
        if is_free(s, cage):
            return cage
    return 0


@rule
def free_cages(s: Any) -> int:
    """How many cages take a rat."""
    many = 0
    for cage in range(1, s.cages + 1):
        if is_free(s, cage):
            many += 1
    return many


@rule
def start_machine(s: Any, e: Any) -> None:
    """GM-2.2, GM-2.3: toggles by coins, the charged cage at random; both decks shuffled; 2 event and 3 movement cards."""
    for toggle in range(s.toggles):
        s.tilt |= coin(s) << toggle
    s.motor = below(s, s.cages)
    tell(e, Told.MACHINE_SET, s.tilt, s.motor, 0, 0)
    for piece in range(1, PIECES + 1):
        put(s, DECK + int(DECK_OF[int(KIND_OF[piece])]), piece)
    shuffle(s, DECK + MOVEMENT)
    shuffle(s, DECK + EVENT)
    for k in range(s.seats):
        seat = int(s.order[k])
        for _ in range(2):
            deal_card(s, seat, EVENT)
        for _ in range(3):
            deal_card(s, seat, MOVEMENT)
    s.round = 1
    s.turn_at = 0
    s.active = s.order[0]
    s.phase = Phase.BEGIN


# -- 7 Order inside a turn ---------------------------------------------------------------------------------------------


@rule
def advance(s: Any, e: Any) -> None:
    """GM-7.1: go on through what nobody decides, from step to step and turn to turn, up to the next decision.

    The steps are asked for in the order in which they follow each other, so that one round is mostly a whole turn.
    """
    while s.phase >= Phase.BEGIN:
        if s.phase == Phase.MACHINE:
            run_machine(s, e)
        if s.phase == Phase.END:
            end_turn(s)
        if s.phase == Phase.NEXT:
            next_turn(s, e)
        if s.phase == Phase.BEGIN:
            begin_turn(s, e)
        if s.phase == Phase.GO_ON:
            go_on_turn(s, e)


@rule
def begin_turn(s: Any, e: Any) -> None:
    """GM-7.1: what lasted until this turn ends; a dead rat returns, also in a lost turn (GM-4.1)."""
    seat = s.active
    keep = ~(1 << seat)
    tell(e, Told.TURN, seat, 0, 0, 0)
    s.turns += 1
    s.drooled = 0
    for toggle in range(1, s.toggles + 1):
        s.locks[toggle] = int(s.locks[toggle]) & keep
    s.psycho[seat] = 0
    s.fitness &= keep
    s.union &= keep
    s.ethics &= keep
    s.cower &= keep
    s.salivate &= keep
    s.mellow &= keep
    s.phase = Phase.RETURN
    if has(s.alive, seat):
        s.phase = Phase.GO_ON
    elif free_cages(s) == 1:
        return_rat(s, seat, next_free_cage(s, 0), e)


@rule
def return_rat(s: Any, seat: int, cage: int, e: Any) -> None:
    """GM-4.1: the rat comes back with no pellets in an empty cage of its owner's choice."""
    settle(s, seat, cage)
    tell(e, Told.RETURNED, seat, cage, 0, 0)
    s.phase = Phase.GO_ON


@rule
def go_on_turn(s: Any, e: Any) -> None:
    """GM-7.1, GM-7.3: a lost turn is over with nothing done (GM-3.6); else the escaped rat is put back and what waited for this turn begins."""
    seat = s.active
    if s.lost_turns[seat] > 0:
        s.lost_turns[seat] -= 1
        tell(e, Told.TURN_LOST, seat, 0, 0, 0)
        s.phase = Phase.NEXT
        return
    if has(s.escaped, seat):
        s.escaped &= ~(1 << seat)
        s.skip = 1
        tell(e, Told.PUT_BACK, seat, int(s.cage[seat]), 0, 0)
    begin_what_waited(s, seat, e)
    if s.skip != 0:
        s.phase = Phase.MACHINE
    else:
        offer_draw(s, e)


@rule
def begin_what_waited(s: Any, seat: int, e: Any) -> None:
    """GM-6.2: the effects that wait for a turn of this player begin."""
    bits = int(s.waiting[seat])
    if bits & Now.COWER:
        s.cower |= 1 << seat
    if bits & Now.SALIVATE:
        s.salivate |= 1 << seat
    s.now = bits & ~(Now.COWER | Now.SALIVATE)
    s.supers = s.waiting_supers[seat]
    s.extras = s.waiting_extras[seat]
    s.extra_turns[seat] += s.waiting_turns[seat]
    if bits != 0 or s.supers + s.extras + s.waiting_turns[seat] > 0:
        tell(e, Told.BEGAN, seat, bits, 0, 0)
    s.waiting[seat] = 0
    s.waiting_supers[seat] = 0
    s.waiting_extras[seat] = 0
    s.waiting_turns[seat] = 0


# -- 3 Turn ------------------------------------------------------------------------------------------------------------


@rule
def offer_draw(s: Any, e: Any) -> None:
    """GM-3.1: one card from the deck that the player chooses; asked only where both can be drawn from."""
    first = deck_can_be_drawn(s, MOVEMENT)
    second = deck_can_be_drawn(s, EVENT)
    s.phase = Phase.DRAW
    if first and second:
        return
    if first or second:
        draw_card(s, s.active, MOVEMENT if first else EVENT, e)
    offer_play(s)


@rule
def offer_play(s: Any) -> None:
    """GM-3.2: one card is played or discarded, unless the hand is empty."""
    s.phase = Phase.PLAY if count(s, HAND + s.active) > 0 else Phase.MACHINE


@rule
def run_machine(s: Any, e: Any) -> None:
    """GM-3.3, GM-3.4: motor, shock and pellets, unless the turn goes straight to its end."""
    if s.straight == 0:
        motor_steps(s, e)
        shock_cage(s, e)
        lightning(s, e)
        pellets_drop(s, e)
    maze_rats_climb(s, e)
    keep_limit(s)


@rule
def keep_limit(s: Any) -> None:
    """GM-3.5: at the end of the turn the player discards down to five cards."""
    s.phase = Phase.LIMIT if count(s, HAND + s.active) > HAND_LIMIT else Phase.END


@rule
def end_turn(s: Any) -> None:
    """GM-7.1: the effects of this turn are over."""
    s.now = 0
    s.supers = 0
    s.extras = 0
    s.shocked = 0
    s.skip = 0
    s.straight = 0
    if s.distraught_turns > 0:
        s.distraught_turns -= 1
        if s.distraught_turns == 0:
            s.distraught = 0
    s.phase = Phase.NEXT


@rule
def next_turn(s: Any, e: Any) -> None:
    """GM-7.1, GM-7.2, GM-2.4: an extra turn, else the next player; after the last of the order the Master steps."""
    if s.extra_turns[s.active] > 0:
        s.extra_turns[s.active] -= 1
        s.phase = Phase.BEGIN
        return
    s.turn_at += 1
    if s.turn_at == s.seats:
        s.turn_at = 0
        s.track -= 1
        tell(e, Told.TRACK, s.track, -1, 0, 0)
        if master_arrives(s, e):
            return
        if s.round == LAST_ROUND:
            arrive(s, 205, e)
            return
        s.round += 1
        tell(e, Told.ROUND, s.round, 0, 0, 0)
    s.active = s.order[s.turn_at]
    s.phase = Phase.BEGIN


@rule
def master_arrives(s: Any, e: Any) -> bool:
    """GM-2.4: at 0 the Master arrives and the game ends at once."""
    if s.track > 0:
        return False
    arrive(s, 204, e)
    return True


@rule
def arrive(s: Any, clause: int, e: Any) -> None:
    """The game is over."""
    s.reason = clause
    s.phase = Phase.OVER
    s.asked = 0
    tell(e, Told.MASTER, 1 if clause == 205 else 0, 0, 0, 0)


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> int:
    """Whose decision it is: the player whose turn it is, or in a window all who have still to answer (GM-6.3)."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.WINDOW:
        return pending(s)
    return int(1 << s.active)


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """The seat's legal actions, ascending."""
    if not has(actors(s), seat):
        return 0
    phase = s.phase
    n = 0
    if phase == Phase.WINDOW:
        out[0] = PASS
        out[1] = INTERVENE
        return 2 if may_intervene(s, seat) else 1
    if phase == Phase.PLACE or phase == Phase.RETURN:
        cage = next_free_cage(s, 0)
        while cage != 0:
            out[n] = CAGE + cage - 1
            n += 1
            cage = next_free_cage(s, cage)
        return n
    if phase == Phase.DRAW or phase == Phase.ECONOMY or phase == Phase.LOOK:
        first = LOOK if phase == Phase.LOOK else DRAW
        for deck in range(2):
            if deck_can_be_drawn(s, deck):
                out[n] = first + deck
                n += 1
        return n
    if phase == Phase.ORDER:
        many = min(4, count(s, DECK + s.deck))
        for k in range(int(ORDER_MANY[many])):
            out[n] = ORDER + int(ORDER_FIRST[many]) + k
            n += 1
        return n
    return legal_cards(s, seat, out)


@rule
def legal_cards(s: Any, seat: int, out: Any) -> int:
    """The actions that name a card: play it, take it, discard it."""
    if s.phase == Phase.PLAY or s.phase == Phase.LIMIT:
        return legal_of_hand(s, seat, out)
    n = 0
    marks = offered(s, seat)
    if s.phase == Phase.TAKE:
        bars = barred(s, seat)
        for kind in range(KINDS):
            if marks[kind]:
                n = write_plays(s.seats, kind, bars, out, n)
    for kind in range(KINDS):
        if marks[kind]:
            out[n] = TAKE + kind
            n += 1
    return n


@rule
def legal_of_hand(s: Any, seat: int, out: Any) -> int:
    """GM-3.2, GM-3.5: every way to play each kind in the hand, and to discard it; a hand is kept in the order of kinds."""
    n = 0
    begin = int(s.start[HAND + seat])
    end = begin + int(s.size[HAND + seat])
    last = -1
    if s.phase == Phase.PLAY:
        seats, bars = s.seats, barred(s, seat)
        for k in range(begin, end):
            kind = int(KIND_OF[int(s.row[k])])
            if kind != last:
                n = write_plays(seats, kind, bars, out, n)
                last = kind
    last = -1
    for k in range(begin, end):
        kind = int(KIND_OF[int(s.row[k])])
        out[n] = DISCARD_ONE + kind
        n += 1 if kind != last else 0
        last = kind
    return n


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """0, or the clause that forbids the action: the end, whose decision it is, which decision it is, then the action."""
    if v.reason != 0:
        return int(v.reason)
    if not has(actors(v), seat):
        return 201 if v.phase == Phase.PLACE else 603 if v.phase == Phase.WINDOW else 701
    phase = v.phase
    if action < DRAW:
        return cage_refusal(v, action - CAGE + 1)
    if action < PASS:
        if phase != Phase.DRAW and phase != Phase.ECONOMY:
            return 301
        return 0 if deck_can_be_drawn(v, action - DRAW) else 301
    if action < LOOK:
        if phase != Phase.WINDOW or (action == INTERVENE and not may_intervene(v, seat)):
            return 603
        return 0
    if action < ORDER:
        if phase != Phase.LOOK:
            return 607
        return 0 if deck_can_be_drawn(v, action - LOOK) else 301
    if action < PLAY:
        many = min(4, count(v, DECK + v.deck))
        first = ORDER + int(ORDER_FIRST[many])
        return 0 if phase == Phase.ORDER and first <= action < first + int(ORDER_MANY[many]) else 607
    return card_refusal(v, seat, action)


@rule
def cage_refusal(v: Any, cage: int) -> int:
    """Why a rat cannot be put into this cage now."""
    if v.phase != Phase.PLACE and v.phase != Phase.RETURN:
        return 401
    if cage > v.cages:
        return 101
    if is_free(v, cage):
        return 0
    for seat in range(v.seats):
        if v.cage[seat] == cage and (v.escaped >> seat) & 1 | (v.pipe[seat] > 0):
            return 405
    return 201 if v.phase == Phase.PLACE else 401


@rule
def card_refusal(v: Any, seat: int, action: int) -> int:
    """Why a card cannot be played, taken or discarded."""
    kind = int(KIND_OF_CODE[action])
    phase = v.phase
    there = offered(v, seat)[kind] != 0
    if action < TAKE:
        if phase != Phase.PLAY and phase != Phase.TAKE:
            return 302
        if not there:
            return 302 if phase == Phase.PLAY else 607
        return play_refusal(v, seat, kind, action)
    if action < DISCARD_ONE:
        return 0 if (phase == Phase.TAKE or phase == Phase.CLEAN) and there else 607
    if phase == Phase.LIMIT:
        return 0 if there else 305
    return 0 if phase == Phase.PLAY and there else 302


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision."""
    phase = s.phase
    if phase == Phase.PLACE:
        place_rat(s, seat, action - CAGE + 1, e)
    elif phase == Phase.RETURN:
        return_rat(s, seat, action - CAGE + 1, e)
    elif phase == Phase.DRAW:
        draw_card(s, seat, action - DRAW, e)
        offer_play(s)
    elif phase == Phase.LIMIT:
        discard_card(s, seat, int(KIND_OF_CODE[action]), e)
        keep_limit(s)
    elif phase == Phase.PLAY and action >= DISCARD_ONE:
        discard_card(s, seat, int(KIND_OF_CODE[action]), e)
        s.phase = Phase.MACHINE
    else:
        apply_to_card(s, seat, action, e)
        if s.phase == Phase.MACHINE:
            master_arrives(s, e)
    advance(s, e)


@rule
def apply_to_card(s: Any, seat: int, action: int, e: Any) -> None:
    """The actions of a card being played: playing it, answers, and the choices that come after the window (GM-6.7)."""
    phase = s.phase
    if phase == Phase.PLAY:
        piece = move(s, HAND + seat, copy_most_known(s, HAND + seat, int(KIND_OF_CODE[action]), KIND_OF), 4)
        show_all(s, piece)
        start_card(s, seat, action, e)
    elif phase == Phase.WINDOW:
        answer_window(s, seat, action, e)
    elif phase == Phase.LOOK:
        look_at(s, action - LOOK, e)
    elif phase == Phase.ORDER:
        order_cards(s, action - ORDER, e)
    elif phase == Phase.ECONOMY:
        draw_for_economy(s, action - DRAW, e)
    else:
        choose_card(s, action, e)


@rule
def scores(s: Any, out: Any) -> None:
    """GM-4.2, GM-4.4: pellets by seat; rank 1 for the fattest living rat that ties with none, 2 for all others."""
    in_question = s.alive if s.phase == Phase.OVER else 0
    for seat in range(MOST_SEATS):
        out[seat] = total(s, seat) if seat < s.seats else 0
        out[8 + seat] = 2 if seat < s.seats else 0
    while in_question:
        best, mask = -1, 0
        for seat in range(s.seats):
            if has(in_question, seat):
                if total(s, seat) > best:
                    best, mask = total(s, seat), 0
                if total(s, seat) == best:
                    mask |= 1 << seat
        if mask & (mask - 1) == 0:
            for seat in range(s.seats):
                if has(mask, seat):
                    out[8 + seat] = 1
            return
        in_question &= ~mask
