"""Carry out the effects of all cards (GM-5, GM-6). Each effect follows the order of the text on its card.

Effects that hold for a whole turn are only stored here. The module `machine` combines them.
"""

from __future__ import annotations

from enginehouse.core.records.chance import coin
from enginehouse.core.records.events import Events, tell
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.great_machine.machine import break_down, enter_maze, tilt, toggle_above, turn_motor
from enginehouse.games.great_machine.parts import (
    AIRLINE_STRIKE,
    ALL_NIGHTER,
    ANIMAL_LIBERATIONISTS,
    BIOMORPHIC_RESONANCE,
    BLOCKAGE,
    BURN_OUT,
    CARDIAC_ARREST,
    CLEANING_DUTY,
    COLLABORATION,
    CONVENTION_DINNER,
    COWER,
    DEAL,
    ETHICS_COMMITTEE,
    EXTRA_FOOD,
    FITNESS_MEME,
    FLOODED_CAGES,
    FORM_OF,
    GREASED_GEAR,
    HOPPER_BLOCKAGE,
    LAXATIVE_PELLET,
    LEFTOVERS,
    LIBERATED,
    LIGHTNING_STRIKE,
    MASTER_STEPS,
    MASTERS_COACH,
    MAZE,
    MELLOW_RAT,
    NASTY_BUG,
    NEGATIVE_REINFORCEMENT,
    NOXIOUS_RAT,
    OLD_FRIENDS,
    ONLY_A_MINUTE,
    PART_TIME_JOB,
    POISON_PELLET,
    POSITIVE_REINFORCEMENT,
    POSTCARD,
    POSTER_SESSION,
    PRIVATE_THEORY,
    PSYCHO_RAT,
    RAT_ESCAPE,
    RAT_STATIC,
    REANIMATION,
    REVERSE_MOTOR,
    REWARD,
    RUBBER_BOOTS,
    SALIVATE,
    SEATS_NAMED,
    SHORT_CIRCUIT,
    SOMEONE_BEAT_US,
    SPEED_MOTOR,
    STARVATION,
    SUPER_PELLET,
    TOGGLE_MANY_PIPES,
    TOGGLE_PIPE,
    TOGGLE_PIPES,
    TOGGLES_NAMED,
    TOTAL_BREAKDOWN,
    TRACK,
    UNION_ACTION,
    YOU_KNOW_A_GUY,
    Form,
    Play,
    by_kind,
)
from enginehouse.games.great_machine.rats import (
    choose_seat,
    die,
    end_effects,
    fattest,
    gain,
    is_touchable,
    lose,
    sits,
    thinnest,
    total,
)
from enginehouse.games.great_machine.state import Now, State, Told

# -- the Master --------------------------------------------------------------------------------------------------------


MASTER_MOVES = by_kind(
    {
        MASTERS_COACH: MASTER_STEPS["masters-coach-approaches"],  # GM-6 Master's Coach Approaches
        CONVENTION_DINNER: MASTER_STEPS["convention-dinner"],  # GM-6 Convention Dinner
        OLD_FRIENDS: MASTER_STEPS["old-friends"],  # GM-6 Old Friends
        AIRLINE_STRIKE: MASTER_STEPS["airline-strike"],  # GM-6 Airline Strike
        POSTCARD: MASTER_STEPS["postcard-from-the-master"],  # GM-6 Postcard from the Master
        POSTER_SESSION: MASTER_STEPS["poster-session"],  # GM-6 Poster Session
    }
)
"""By kind of card: the number of slots the Master goes back, negative for nearer, 0 for cards that do not move him."""
WAY_STEPS = MASTER_STEPS["you-know-a-guy"]
"""The number of slots by which GM-6 You Know a Guy moves the Master."""


@rule
def move_master(s: State, slots: int, e: Events) -> None:
    """Move the Master away from his house by `slots`, or nearer to it if `slots` is negative (GM-2.4).

    He stays on the track: from slot 0, his house, to the highest slot that this game uses.
    """
    before = s.track
    s.track = max(0, min(TRACK - s.slots_left_out, before + slots))
    tell(e, Told.TRACK, s.track, s.track - before, 0, 0)


# -- one turn's effects ------------------------------------------------------------------------------------------------

TURN_BIT = by_kind(
    {
        POISON_PELLET: Now.POISON,
        LIGHTNING_STRIKE: Now.LIGHTNING,
        SHORT_CIRCUIT: Now.SHORT,
        BURN_OUT: Now.BURN_OUT,
        LAXATIVE_PELLET: Now.LAXATIVE,
        HOPPER_BLOCKAGE: Now.HOPPER,
        NOXIOUS_RAT: Now.NOXIOUS,
        FLOODED_CAGES: Now.FLOODED,
        REANIMATION: Now.REANIMATION,
        COWER: Now.COWER,
        SALIVATE: Now.SALIVATE,
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
        tell(e, Told.WAITS, seat, kind, 0, 0)


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
    form = int(FORM_OF[kind])
    seat, other = int(SEATS_NAMED[action][0]), int(SEATS_NAMED[action][1])
    if TURN_BIT[kind] != 0:
        in_turn(s, seat, int(TURN_BIT[kind]), kind, e)
    elif TOGGLES_NAMED[action] != 0:
        act_on_toggles(s, player, kind, int(TOGGLES_NAMED[action]), e)
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
    if kind == TOGGLE_PIPE or kind == TOGGLE_PIPES or kind == TOGGLE_MANY_PIPES:
        tilt(s, mask, e)
        return
    for toggle in range(1, s.toggles + 1):
        if (mask >> (toggle - 1)) & 1:
            s.locks[toggle] = int(s.locks[toggle]) | (1 << player)
    tell(e, Told.LOCKED, mask, 0, 0, 0)


@rule
def act_on_all(s: State, player: int, kind: int, choice: int, e: Events) -> None:
    """Carry out a card of this `kind` (its number) that names neither a player nor a toggle, played by `player`.

    `choice` is the number of the choice that the player makes with the card. It is 0 or 1 to move the Master forward or
    back, and the level of the pipes minus 1 (0 is the root's level). For a card without a choice it is 0.
    """
    if MASTER_MOVES[kind] != 0:
        move_master(s, int(MASTER_MOVES[kind]), e)
    elif kind == REVERSE_MOTOR:  # GM-5 Reverse Motor
        s.direction = -s.direction
        tell(e, Told.REVERSED, s.direction, 0, 0, 0)
    elif kind == SPEED_MOTOR:  # GM-5 Speed Motor
        s.now |= Now.SPEED
    elif kind == YOU_KNOW_A_GUY:  # GM-6 You Know a Guy
        move_master(s, -WAY_STEPS if choice == 0 else WAY_STEPS, e)
    elif kind == ANIMAL_LIBERATIONISTS:  # GM-6 Animal Liberationists
        gain(s, s.alive & ~s.mellow, LIBERATED, e)
    elif kind == TOTAL_BREAKDOWN:  # GM-6 Total Breakdown
        break_down(s, e)
    elif kind == BLOCKAGE:  # GM-6 Blockage
        s.blockage = choice + 1
    elif kind == FITNESS_MEME:  # GM-6 Fitness Meme
        s.fitness |= 1 << player
    elif kind == UNION_ACTION:  # GM-6 Union Action
        s.union |= 1 << player
    elif kind == ETHICS_COMMITTEE:  # GM-6 Ethics Committee
        s.ethics |= 1 << player
    elif kind == GREASED_GEAR:  # GM-6 Greased Gear
        turn_motor(s, s.cages // 2, e)
    elif kind == PRIVATE_THEORY:  # GM-6 WarHamster does nothing at all; GM-6 Proved a Private Theory! is noted
        s.theories[player] += 1
    else:
        pick_rats(s, kind, e)


@rule
def pick_rats(s: State, kind: int, e: Events) -> None:
    """Carry out a card that affects the fattest rat, the thinnest rat or all rats (GM-4.3).

    `kind` is the number of the card.
    """
    if kind == CARDIAC_ARREST:  # GM-6 Cardiac Arrest
        die(s, choose_seat(s, fattest(s, False)), e)
    elif kind == STARVATION:  # GM-6 Starvation
        die(s, choose_seat(s, thinnest(s, False)), e)
    elif kind == SOMEONE_BEAT_US:  # GM-6 Someone Beat Us to It!
        for seat in range(s.seats):
            if is_touchable(s, seat):
                die(s, seat, e)
    elif kind == POSITIVE_REINFORCEMENT:  # GM-6 Positive Reinforcement
        gain(s, fattest(s, True), REWARD, e)
    elif kind == NEGATIVE_REINFORCEMENT:  # GM-6 Negative Reinforcement
        heads = flip(s, e)
        seat = choose_seat(s, thinnest(s, True))
        if seat >= 0:
            gain_or_lose(s, seat, heads, e)
    elif kind == BIOMORPHIC_RESONANCE:  # GM-6 Biomorphic Resonance
        fat = choose_seat(s, fattest(s, True))
        thin = choose_seat(s, thinnest(s, True))
        if fat >= 0 and fat != thin:
            gain(s, 1 << thin, 1, e)  # first, as it must be the thinnest of those that were there (GM-4.3)
            lose(s, 1 << fat, 1, e)


@rule
def flip(s: State, e: Events) -> int:
    """Flip a coin in public. Return 1 for heads."""
    heads = coin(s)
    tell(e, Told.COIN, heads, 0, 0, 0)
    return heads


@rule
def gain_or_lose(s: State, seat: Seat, heads: int, e: Events) -> None:
    """Give the rat of `seat` a pellet if `heads` is 1 (the coin shows heads), else take a pellet from it."""
    if heads:
        gain(s, 1 << seat, 1, e)
    else:
        lose(s, 1 << seat, 1, e)


@rule
def act_on_rat(s: State, kind: int, seat: Seat, e: Events) -> None:
    """Carry out Psycho Rat, Rat Escape! or Mellow Rat, the cards for which the player chooses any rat (GM-6).

    `kind` is the number of the card, and `seat` the seat of the chosen rat.
    """
    if kind == PSYCHO_RAT:  # GM-6 Psycho Rat
        toggle = toggle_above(s, int(s.cage[seat]))
        s.psycho[seat] = int(s.psycho[seat]) | (1 << (toggle - 1))
        tell(e, Told.LOCKED, 1 << (toggle - 1), 0, 0, 0)
    elif kind == RAT_ESCAPE:  # GM-6 Rat Escape!, GM-8.5
        s.escaped |= 1 << seat
        s.pipe[seat] = 0
    elif kind == MELLOW_RAT:  # GM-6 Mellow Rat
        end_effects(s, seat)
        s.mellow |= 1 << seat


@rule
def act_on_subject(s: State, seat: Seat, kind: int, e: Events) -> None:
    """Carry out a card that affects one named player, `seat`. `kind` is the number of the card.

    Some effects hold only in a turn of this player. If it is another player's turn now, such an effect begins with the
    named player's next turn.
    """
    now = seat == s.active
    if kind == SUPER_PELLET:  # GM-6 Super Pellet
        s.supers += 1 if now else 0
        s.waiting_supers[seat] += waits(seat, kind, now, e)
    elif kind == EXTRA_FOOD:  # GM-6 Extra Food
        s.extras += 1 if now else 0
        s.waiting_extras[seat] += waits(seat, kind, now, e)
    elif kind == NASTY_BUG:  # GM-6 Nasty Bug: one that is out harms only itself (GM-8.5)
        lose(s, neighbours(s, seat) | (1 << seat), 1, e)
    elif kind == RAT_STATIC:  # GM-6 Rat Static
        lose(s, neighbours(s, seat), 1, e)
    elif kind == RUBBER_BOOTS:  # GM-6 Rubber Boots
        s.boots |= 1 << seat
    elif kind == MAZE:  # GM-6 Maze!
        if s.pipe[seat] == 0:
            enter_maze(s, seat, e)
    elif kind == LEFTOVERS:  # GM-6 Leftovers
        gain_or_lose(s, seat, flip(s, e), e)
    elif kind == ALL_NIGHTER:  # GM-6 All Nighter
        s.extra_turns[seat] += 1 if now else 0
        s.waiting_turns[seat] += waits(seat, kind, now, e)
    elif kind == PART_TIME_JOB:  # GM-6 Part-Time Job
        s.lost_turns[seat] += 1
        s.waiting_turns[seat] += 1
    elif kind == ONLY_A_MINUTE:  # GM-6 "This Should Only Take You a Minute"
        s.straight |= 1 if now else 0
        s.lost_turns[seat] += 0 if now else 1
    elif kind == CLEANING_DUTY:  # GM-6 Cleaning Duty: the card is chosen in the turn's own step
        s.lost_turns[seat] += 1


@rule
def waits(seat: Seat, kind: int, now: bool, e: Events) -> int:
    """Return 1 if a card waits for the next turn of the player that it names, or 0 if it takes effect now (GM-6.2).

    `seat` is the named player, and `kind` the number of the card. The caller sets `now` to true if it is this player's
    turn. If the card waits, write an event.
    """
    if now:
        return 0
    tell(e, Told.WAITS, seat, kind, 0, 0)
    return 1


@rule
def neighbours(s: State, seat: Seat) -> int:
    """Return the mask (bit k for seat k) of the rats that sit next to the rat of `seat` (GM-1.4, GM-8.5).

    They sit in the cages to the left and right of its cage. Only living rats that are in their cages and not mellow
    count. If the rat of `seat` is not in its cage, return 0.
    """
    mask = 0
    if sits(s, seat):
        for other in range(s.seats):
            if sits(s, other) and is_touchable(s, other) and abs(int(s.cage[other]) - int(s.cage[seat])) == 1:
                mask |= 1 << other
    return mask


@rule
def act_on_two(s: State, kind: int, first: int, second: int, e: Events) -> None:
    """Carry out a card that affects two named players together, the seats `first` and `second`.

    `kind` is the number of the card.
    """
    if kind == DEAL:  # GM-6 Deal!: a rat that is out stays out and swaps the kept cage
        cage = int(s.cage[first])
        s.cage[first] = int(s.cage[second])
        s.cage[second] = cage
        tell(e, Told.SWAPPED, first, second, 0, 0)
    elif kind == COLLABORATION:  # GM-6 Collaboration
        s.partners[first] = int(s.partners[first]) | (1 << second)
        s.partners[second] = int(s.partners[second]) | (1 << first)


@rule
def plagiarize(s: State, thief: int, victim: int, e: Events) -> None:
    """Move a pellet from the rat of the seat `victim` to that of the seat `thief` (GM-6 Plagiarism).

    A phantom pellet stays a phantom pellet. If the thief may not gain a pellet, the pellet is lost.
    """
    if total(s, victim) == 0:
        return
    phantom = s.real[victim] == 0
    may = can_gain(s, thief)
    lose(s, 1 << victim, 1, e)
    if may:
        if phantom:
            s.phantom[thief] += 1
        else:
            s.real[thief] += 1
        tell(e, Told.GAINED, thief, 1, 1 if phantom else 0, 0)


@rule
def can_gain(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` may gain a pellet now. GM-6 Fitness Meme can forbid it."""
    return s.fitness == 0 or has(thinnest(s, True), seat)
