"""Run the turns of The Great Machine: place the rats, then take the steps of each turn in order (GM-2, GM-7)."""

from __future__ import annotations

from enginehouse.core.records.chance import below, coin
from enginehouse.core.records.dealing import lay_deck
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import has, lowest
from enginehouse.core.rule import rule
from enginehouse.core.terms import Clause, Seat
from enginehouse.games.great_machine import cards, decks, machine, parts, state
from enginehouse.games.great_machine.state import Phase, State, Told


@rule
def place_rats(s: State, seat: Seat, cage: int, e: Events) -> None:
    """Put a seat's rat into an empty cage (GM-2.1). If only one rat and one cage are left, put that rat there, too."""
    place_rat(s, seat, cage, e)
    free = free_cages(s)
    if s.placed < s.seats and free & (free - 1) == 0:
        place_rat(s, int(s.active), lowest(free) + 1, e)


@rule
def place_rat(s: State, seat: Seat, cage: int, e: Events) -> None:
    """Put the rat of `seat` into its cage (GM-2.1). After the last rat, start the machine."""
    settle(s, seat, cage)
    Told.placed(e, seat=seat, cage=cage)
    s.placed += 1
    if s.placed == s.seats:
        start_machine(s, e)
        return
    s.active = s.order[s.placed]


@rule
def settle(s: State, seat: Seat, cage: int) -> None:
    """Put the rat of `seat` into a cage, alive and without pellets."""
    state.rat_alone(s, seat)
    s.alive |= 1 << seat
    s.cage[seat] = cage


@rule
def free_cages(s: State) -> int:
    """Return the mask (bit 0 for cage 1) of cages that belong to no living rat (GM-4.5).

    A living rat keeps its cage while it is out.
    """
    mask = (1 << s.cages) - 1
    for seat in range(s.seats):
        if has(s.alive, seat):
            mask &= ~(1 << (s.cage[seat] - 1))
    return int(mask)


@rule
def start_machine(s: State, e: Events) -> None:
    """Start the machine: coins set the toggles, and a random cage is charged (GM-2.2, GM-2.3).

    Shuffle both decks. Deal 2 event cards and 3 movement cards to each player.
    """
    for toggle in range(s.toggles):
        s.tilt |= coin(s) << toggle
    s.motor = below(s, s.cages)
    Told.machine_set(e, tilt=s.tilt, cage=s.motor)
    lay_deck(s, parts.DECK + parts.MOVEMENT, parts.MOVEMENT_DECK, parts.MORE_MOVEMENTS)
    lay_deck(s, parts.DECK + parts.EVENT, parts.EVENT_DECK, parts.MORE_EVENTS)
    for k in range(s.seats):
        seat = int(s.order[k])
        for _ in range(parts.START_EVENTS):
            decks.deal_card(s, seat, parts.EVENT)
        for _ in range(parts.START_MOVEMENTS):
            decks.deal_card(s, seat, parts.MOVEMENT)
    s.round = 1
    s.turn_at = 0
    s.active = s.order[0]
    s.phase = Phase.BEGIN


# -- 7 Order inside a turn ---------------------------------------------------------------------------------------------


@rule
def advance(s: State, e: Events) -> None:
    """Carry out the automatic steps of turns, one after the other, up to the next decision (GM-7.1)."""
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
def begin_turn(s: State, e: Events) -> None:
    """End the effects that lasted until this turn (GM-7.1). A dead rat returns, even if the turn is lost (GM-4.1)."""
    seat = s.active
    Told.turn(e, seat=seat)
    s.turns += 1
    s.drooled = 0
    for toggle in range(1, s.toggles + 1):
        s.locks[toggle] = int(s.locks[toggle]) & ~(1 << seat)
    state.until_next_turn(s, seat)
    s.phase = Phase.RETURN
    if has(s.alive, seat):
        s.phase = Phase.GO_ON
    elif free_cages(s) & (free_cages(s) - 1) == 0:
        return_rat(s, seat, lowest(free_cages(s)) + 1, e)


@rule
def return_rat(s: State, seat: Seat, cage: int, e: Events) -> None:
    """Put the dead rat of the player `seat` into the empty cage number `cage`, without pellets (GM-4.1)."""
    settle(s, seat, cage)
    Told.returned(e, seat=seat, cage=cage)
    s.phase = Phase.GO_ON


@rule
def go_on_turn(s: State, e: Events) -> None:
    """If the turn is lost, end it (GM-3.6).

    Otherwise put an escaped rat back and start the effects that waited for this turn (GM-7.1, GM-7.3).
    """
    seat = s.active
    if s.lost_turns[seat] > 0:
        s.lost_turns[seat] -= 1
        Told.turn_lost(e, seat=seat)
        s.phase = Phase.NEXT
        return
    if has(s.escaped, seat):
        s.escaped &= ~(1 << seat)
        s.skip = 1
        Told.put_back(e, seat=seat, cage=int(s.cage[seat]))
    begin_what_waited(s, seat, e)
    if s.skip != 0:
        s.phase = Phase.MACHINE
    else:
        offer_draw(s, e)


@rule
def begin_what_waited(s: State, seat: Seat, e: Events) -> None:
    """Start the effects that waited for a turn of the player `seat` (GM-6.2)."""
    bits = int(s.waiting[seat])
    cards.begin_now(s, seat, bits)
    s.supers = s.waiting_supers[seat]
    s.extras = s.waiting_extras[seat]
    s.extra_turns[seat] += s.waiting_turns[seat]
    if bits != 0 or s.supers + s.extras + s.waiting_turns[seat] > 0:
        Told.began(e, seat=seat, now=bits)
    state.waited(s, seat)


# -- 3 Turn ------------------------------------------------------------------------------------------------------------


@rule
def offer_draw(s: State, e: Events) -> None:
    """Let the player whose turn it is draw a card from the movement deck or the event deck (GM-3.1).

    If both decks are possible, let the player choose one of them. If only one is possible, draw the card at once.
    """
    deck = decks.deck_to_draw(s)
    s.phase = Phase.DRAW
    if deck == decks.BOTH:
        return
    if deck >= 0:
        decks.draw_card(s, s.active, deck, e)
    offer_play(s)


@rule
def offer_play(s: State) -> None:
    """Let the player play or discard one card, unless the hand is empty (GM-3.2)."""
    s.phase = Phase.PLAY if count(s, parts.HAND + s.active) > 0 else Phase.MACHINE


@rule
def run_machine(s: State, e: Events) -> None:
    """Run the machine at the end of a turn: motor, shock, pellets, and the rats that climb (GM-3.3, GM-3.4).

    If a card has ended the turn early, only the rats in the pipes climb. Afterwards, the player has to discard cards if
    the hand has too many.
    """
    if s.straight == 0:
        machine.motor_steps(s, e)
        machine.shock_cage(s, e)
        machine.lightning(s, e)
        machine.pellets_drop(s, e)
    machine.maze_rats_climb(s, e)
    keep_limit(s)


@rule
def keep_limit(s: State) -> None:
    """Ask a player with more than five cards to discard at the end of the turn (GM-3.5)."""
    s.phase = Phase.LIMIT if count(s, parts.HAND + s.active) > parts.HAND_LIMIT else Phase.END


@rule
def end_turn(s: State) -> None:
    """End the effects that hold in this turn only (GM-7.1)."""
    state.end_of_turn(s)
    if s.distraught_turns > 0:
        s.distraught_turns -= 1
        if s.distraught_turns == 0:
            s.distraught = 0
    s.phase = Phase.NEXT


@rule
def next_turn(s: State, e: Events) -> None:
    """Start an extra turn, or the next player's turn (GM-7.1, GM-7.2).

    After the turn of the last player of a round, move the Master one slot towards the end of his track (GM-2.4). If he
    arrives there, end the game.
    """
    if s.extra_turns[s.active] > 0:
        s.extra_turns[s.active] -= 1
        s.phase = Phase.BEGIN
        return
    s.turn_at += 1
    if s.turn_at == s.seats:
        s.turn_at = 0
        s.track -= 1
        Told.track(e, place=s.track, by=-1)
        if end_on_arrival(s, e):
            return
        if s.round == parts.LAST_ROUND:
            arrive(s, 205, e)
            return
        s.round += 1
        Told.round(e, round=s.round)
    s.active = s.order[s.turn_at]
    s.phase = Phase.BEGIN


@rule
def end_on_arrival(s: State, e: Events) -> bool:
    """End the game immediately if the Master has arrived at slot 0 (GM-2.4). Return whether he has arrived."""
    if s.track > 0:
        return False
    arrive(s, 204, e)
    return True


@rule
def arrive(s: State, clause: Clause, e: Events) -> None:
    """End the game, because the Master arrives. Write an event about his arrival.

    `clause` is the number of the rule by which the game ends.
    """
    s.reason = clause
    s.phase = Phase.OVER
    s.asked = 0
    Told.master(e, last_round=1 if clause == 205 else 0)
