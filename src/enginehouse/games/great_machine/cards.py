"""Carry out the effects of all cards (GM-5, GM-6). Each effect follows the order of the text on its card.

Effects that hold for a whole turn are only stored here. The module `machine` combines them.
"""

from __future__ import annotations

from enginehouse.core.records.chance import coin
from enginehouse.core.records.events import Events
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.great_machine import machine, parts, rats
from enginehouse.games.great_machine.parts import Form, Play
from enginehouse.games.great_machine.state import Now, State, Told

# -- the Master --------------------------------------------------------------------------------------------------------


MASTER_MOVES = parts.by_kind(
    {
        parts.MASTERS_COACH: parts.MASTER_STEPS["masters-coach-approaches"],  # GM-6 Master's Coach Approaches
        parts.CONVENTION_DINNER: parts.MASTER_STEPS["convention-dinner"],  # GM-6 Convention Dinner
        parts.OLD_FRIENDS: parts.MASTER_STEPS["old-friends"],  # GM-6 Old Friends
        parts.AIRLINE_STRIKE: parts.MASTER_STEPS["airline-strike"],  # GM-6 Airline Strike
        parts.POSTCARD: parts.MASTER_STEPS["postcard-from-the-master"],  # GM-6 Postcard from the Master
        parts.POSTER_SESSION: parts.MASTER_STEPS["poster-session"],  # GM-6 Poster Session
    }
)
"""By kind of card: the number of slots the Master goes back, negative for nearer, 0 for cards that do not move him."""
WAY_STEPS = parts.MASTER_STEPS["you-know-a-guy"]
"""The number of slots by which GM-6 You Know a Guy moves the Master."""


@rule
def move_master(s: State, slots: int, e: Events) -> None:
    """Move the Master away from his house by `slots`, or nearer to it if `slots` is negative (GM-2.4).

    He stays on the track: from slot 0, his house, to the highest slot that this game uses.
    """
    before = s.track
    s.track = max(0, min(parts.TRACK - s.slots_left_out, before + slots))
    Told.track(e, place=s.track, by=s.track - before)


# -- one turn's effects ------------------------------------------------------------------------------------------------

TURN_BIT = parts.by_kind(
    {
        parts.POISON_PELLET: Now.POISON,
        parts.LIGHTNING_STRIKE: Now.LIGHTNING,
        parts.SHORT_CIRCUIT: Now.SHORT,
        parts.BURN_OUT: Now.BURN_OUT,
        parts.LAXATIVE_PELLET: Now.LAXATIVE,
        parts.HOPPER_BLOCKAGE: Now.HOPPER,
        parts.NOXIOUS_RAT: Now.NOXIOUS,
        parts.FLOODED_CAGES: Now.FLOODED,
        parts.REANIMATION: Now.REANIMATION,
        parts.COWER: Now.COWER,
        parts.SALIVATE: Now.SALIVATE,
    }
)
"""By kind of card: the bit of an effect that holds in one turn of the named player; 0 for other cards."""


@rule
def in_turn(s: State, seat: Seat, bit: int, kind: int, e: Events) -> None:
    """Let an effect of a card last for one turn of the player `seat` (GM-6.2).

    `bit` is the effect, a constant of `Now`, and `kind` the number of the card. If it is that player's turn, the effect
    begins immediately. Otherwise it waits for the player's next turn that is not lost.
    """
    if seat == s.active:
        begin_now(s, seat, bit)
    else:
        s.waiting[seat] = int(s.waiting[seat]) | bit
        Told.waits(e, seat=seat, card=kind)


@rule
def begin_now(s: State, seat: Seat, bits: int) -> None:
    """Start effects of cards for the player `seat`, whose turn it is. They hold in this turn.

    `bits` has a bit for each effect (`Now`). Two effects of Pavlovian Response, cower and salivate, last longer: until
    the next turn of this player begins.
    """
    if bits & Now.COWER:
        s.cower |= 1 << seat
    if bits & Now.SALIVATE:
        s.salivate |= 1 << seat
    s.now |= bits & ~(Now.COWER | Now.SALIVATE)


# -- the cards ---------------------------------------------------------------------------------------------------------


@rule
def take_effect(s: State, player: int, action: Action, e: Events) -> None:
    """Carry out the effect of a card that was not cancelled (GM-6.1).

    `player` is the seat that played the card. The code `action` stands for the card and the choices made for it.
    """
    kind = Play.card[action]
    form = int(parts.FORM_OF[kind])
    seat, other = int(parts.SEATS_NAMED[action][0]), int(parts.SEATS_NAMED[action][1])
    if TURN_BIT[kind] != 0:
        in_turn(s, seat, int(TURN_BIT[kind]), kind, e)
    elif parts.TOGGLES_NAMED[action] != 0:
        act_on_toggles(s, player, kind, int(parts.TOGGLES_NAMED[action]), e)
    elif form == Form.RAT:
        act_on_rat(s, kind, seat, e)
    elif form == Form.SUBJECT:
        act_on_subject(s, seat, kind, e)
    elif form == Form.TWO:
        act_on_two(s, kind, seat, other, e)
    elif form == Form.VICTIM:
        plagiarize(s, seat, other, e)
    else:
        act_on_all(s, player, kind, Play.choice[action], e)


@rule
def act_on_toggles(s: State, player: int, kind: int, mask: int, e: Events) -> None:
    """Tilt the toggles of a mask (bit 0 for toggle 1), or lock them until the next turn of the card's `player`.

    The kinds that tilt are GM-5 Toggle Pipe, Toggle Pipes, Toggle Many Pipes. The locks are GM-6 Stripped, Cracked,
    Stuck, Lost Gear, Super Glue and Explosion!
    """
    if kind == parts.TOGGLE_PIPE or kind == parts.TOGGLE_PIPES or kind == parts.TOGGLE_MANY_PIPES:
        machine.tilt(s, mask, e)
        return
    for toggle in range(1, s.toggles + 1):
        if (mask >> (toggle - 1)) & 1:
            s.locks[toggle] = int(s.locks[toggle]) | (1 << player)
    Told.locked(e, toggles=mask)


@rule
def act_on_all(s: State, player: int, kind: int, choice: int, e: Events) -> None:
    """Carry out a card of this `kind` (its number) that names neither a player nor a toggle, played by `player`.

    `choice` is the player's choice on the two cards that offer one. On You Know a Guy it is 0 to move the Master nearer
    to his house, and 1 to move him away. On Blockage it is the level of the pipes that the player names, less 1. On all
    other cards it is 0.
    """
    if MASTER_MOVES[kind] != 0:
        move_master(s, int(MASTER_MOVES[kind]), e)
    elif kind == parts.REVERSE_MOTOR:  # GM-5 Reverse Motor
        s.direction = -s.direction
        Told.reversed(e, direction=s.direction)
    elif kind == parts.SPEED_MOTOR:  # GM-5 Speed Motor
        s.now |= Now.SPEED
    elif kind == parts.YOU_KNOW_A_GUY:  # GM-6 You Know a Guy
        move_master(s, -WAY_STEPS if choice == 0 else WAY_STEPS, e)
    elif kind == parts.ANIMAL_LIBERATIONISTS:  # GM-6 Animal Liberationists
        rats.gain(s, s.alive & ~s.mellow, parts.LIBERATED, e)
    elif kind == parts.TOTAL_BREAKDOWN:  # GM-6 Total Breakdown
        machine.break_down(s, e)
    elif kind == parts.BLOCKAGE:  # GM-6 Blockage
        s.blockage = choice + 1
    elif kind == parts.FITNESS_MEME:  # GM-6 Fitness Meme
        s.fitness |= 1 << player
    elif kind == parts.UNION_ACTION:  # GM-6 Union Action
        s.union |= 1 << player
    elif kind == parts.ETHICS_COMMITTEE:  # GM-6 Ethics Committee
        s.ethics |= 1 << player
    elif kind == parts.GREASED_GEAR:  # GM-6 Greased Gear
        machine.turn_motor(s, s.cages // 2, e)
    elif kind == parts.PRIVATE_THEORY:  # GM-6 WarHamster does nothing at all; GM-6 Proved a Private Theory! is noted
        s.theories[player] += 1
    else:
        pick_rats(s, kind, e)


@rule
def pick_rats(s: State, kind: int, e: Events) -> None:
    """Carry out a card that affects the fattest rat, the thinnest rat or all rats (GM-4.3).

    `kind` is the number of the card.
    """
    if kind == parts.CARDIAC_ARREST:  # GM-6 Cardiac Arrest
        rats.die(s, rats.choose_seat(s, rats.fattest(s, False)), e)
    elif kind == parts.STARVATION:  # GM-6 Starvation
        rats.die(s, rats.choose_seat(s, rats.thinnest(s, False)), e)
    elif kind == parts.SOMEONE_BEAT_US:  # GM-6 Someone Beat Us to It!
        for seat in range(s.seats):
            if rats.is_touchable(s, seat):
                rats.die(s, seat, e)
    elif kind == parts.POSITIVE_REINFORCEMENT:  # GM-6 Positive Reinforcement
        rats.gain(s, rats.fattest(s, True), parts.REWARD, e)
    elif kind == parts.NEGATIVE_REINFORCEMENT:  # GM-6 Negative Reinforcement
        heads = flip(s, e)
        seat = rats.choose_seat(s, rats.thinnest(s, True))
        if seat >= 0:
            gain_or_lose(s, seat, heads, e)
    elif kind == parts.BIOMORPHIC_RESONANCE:  # GM-6 Biomorphic Resonance
        fat = rats.choose_seat(s, rats.fattest(s, True))
        thin = rats.choose_seat(s, rats.thinnest(s, True))
        if fat >= 0 and fat != thin:
            rats.gain(s, 1 << thin, 1, e)  # first, as it must be the thinnest of those that were there (GM-4.3)
            rats.lose(s, 1 << fat, 1, e)


@rule
def flip(s: State, e: Events) -> int:
    """Flip a coin in public. Return 1 for heads."""
    heads = coin(s)
    Told.coin(e, heads=heads)
    return heads


@rule
def gain_or_lose(s: State, seat: Seat, heads: int, e: Events) -> None:
    """Give the rat of `seat` a pellet if `heads` is 1 (the coin shows heads), else take a pellet from it."""
    if heads:
        rats.gain(s, 1 << seat, 1, e)
    else:
        rats.lose(s, 1 << seat, 1, e)


@rule
def act_on_rat(s: State, kind: int, seat: Seat, e: Events) -> None:
    """Carry out Psycho Rat, Rat Escape! or Mellow Rat, the cards for which the player chooses any rat (GM-6).

    `kind` is the number of the card, and `seat` the seat of the chosen rat.
    """
    if kind == parts.PSYCHO_RAT:  # GM-6 Psycho Rat
        toggle = machine.toggle_above(s, int(s.cage[seat]))
        s.psycho[seat] = int(s.psycho[seat]) | (1 << (toggle - 1))
        Told.locked(e, toggles=1 << (toggle - 1))
    elif kind == parts.RAT_ESCAPE:  # GM-6 Rat Escape!, GM-8.5
        s.escaped |= 1 << seat
        s.pipe[seat] = 0
    elif kind == parts.MELLOW_RAT:  # GM-6 Mellow Rat
        rats.end_effects(s, seat)
        s.mellow |= 1 << seat


@rule
def act_on_subject(s: State, seat: Seat, kind: int, e: Events) -> None:
    """Carry out a card that affects one named player, `seat`. `kind` is the number of the card.

    Some effects hold only in a turn of this player. If it is another player's turn now, such an effect begins with the
    named player's next turn.
    """
    now = seat == s.active
    if kind == parts.SUPER_PELLET:  # GM-6 Super Pellet
        s.supers += 1 if now else 0
        s.waiting_supers[seat] += waits(seat, kind, now, e)
    elif kind == parts.EXTRA_FOOD:  # GM-6 Extra Food
        s.extras += 1 if now else 0
        s.waiting_extras[seat] += waits(seat, kind, now, e)
    elif kind == parts.NASTY_BUG:  # GM-6 Nasty Bug: one that is out harms only itself (GM-8.5)
        rats.lose(s, neighbours(s, seat) | (1 << seat), 1, e)
    elif kind == parts.RAT_STATIC:  # GM-6 Rat Static
        rats.lose(s, neighbours(s, seat), 1, e)
    elif kind == parts.RUBBER_BOOTS:  # GM-6 Rubber Boots
        s.boots |= 1 << seat
    elif kind == parts.MAZE:  # GM-6 Maze!
        if s.pipe[seat] == 0:
            machine.enter_maze(s, seat, e)
    elif kind == parts.LEFTOVERS:  # GM-6 Leftovers
        gain_or_lose(s, seat, flip(s, e), e)
    elif kind == parts.ALL_NIGHTER:  # GM-6 All Nighter
        s.extra_turns[seat] += 1 if now else 0
        s.waiting_turns[seat] += waits(seat, kind, now, e)
    elif kind == parts.PART_TIME_JOB:  # GM-6 Part-Time Job
        s.lost_turns[seat] += 1
        s.waiting_turns[seat] += 1
    elif kind == parts.ONLY_A_MINUTE:  # GM-6 "This Should Only Take You a Minute"
        s.straight |= 1 if now else 0
        s.lost_turns[seat] += 0 if now else 1
    elif kind == parts.CLEANING_DUTY:  # GM-6 Cleaning Duty: the card is chosen in the turn's own step
        s.lost_turns[seat] += 1


@rule
def waits(seat: Seat, kind: int, now: bool, e: Events) -> int:
    """Return 1 if a card waits for the next turn of the player that it names, or 0 if it takes effect now (GM-6.2).

    `seat` is the named player, and `kind` the number of the card. The caller sets `now` to true if it is this player's
    turn. If the card waits, write an event.
    """
    if now:
        return 0
    Told.waits(e, seat=seat, card=kind)
    return 1


@rule
def neighbours(s: State, seat: Seat) -> int:
    """Return the mask (bit k for seat k) of the rats that sit next to the rat of `seat` (GM-1.4, GM-8.5).

    They sit in the cages to the left and right of its cage. Only living rats that are in their cages and not mellow
    count. If the rat of `seat` is not in its cage, return 0.
    """
    mask = 0
    if rats.sits(s, seat):
        for other in range(s.seats):
            if rats.sits(s, other) and rats.is_touchable(s, other) and abs(int(s.cage[other]) - int(s.cage[seat])) == 1:
                mask |= 1 << other
    return mask


@rule
def act_on_two(s: State, kind: int, first: int, second: int, e: Events) -> None:
    """Carry out a card that affects two named players together, the seats `first` and `second`.

    `kind` is the number of the card.
    """
    if kind == parts.DEAL:  # GM-6 Deal!: a rat that is out stays out and swaps the kept cage
        cage = int(s.cage[first])
        s.cage[first] = int(s.cage[second])
        s.cage[second] = cage
        Told.swapped(e, seat=first, other=second)
    elif kind == parts.COLLABORATION:  # GM-6 Collaboration
        s.partners[first] = int(s.partners[first]) | (1 << second)
        s.partners[second] = int(s.partners[second]) | (1 << first)


@rule
def plagiarize(s: State, thief: int, victim: int, e: Events) -> None:
    """Move a pellet from the rat of the seat `victim` to that of the seat `thief` (GM-6 Plagiarism).

    A phantom pellet stays a phantom pellet. If the thief may not gain a pellet, the pellet is lost.
    """
    if rats.total(s, victim) == 0:
        return
    phantom = s.real[victim] == 0
    may = can_gain(s, thief)
    rats.lose(s, 1 << victim, 1, e)
    if may:
        if phantom:
            s.phantom[thief] += 1
        else:
            s.real[thief] += 1
        Told.gained(e, seat=thief, many=1, phantom=1 if phantom else 0)


@rule
def can_gain(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` may gain a pellet now. GM-6 Fitness Meme can forbid it."""
    return s.fitness == 0 or has(rats.thinnest(s, True), seat)
