"""Work the machine: tilt toggles, turn the motor, and let pellets fall through pipes (GM-1, GM-3.3, GM-3.4, GM-8)."""

from __future__ import annotations

from enginehouse.core.records.chance import coin
from enginehouse.core.records.events import FIRST_SEAT, Events
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import parts, rats
from enginehouse.games.great_machine.state import Mark, Now, State, Told

# -- where things are --------------------------------------------------------------------------------------------------


@rule
def charged_cage(s: State) -> int:
    """Return the cage at which the motor points (GM-1.3)."""
    return cage_on_ring(s, int(s.motor))


@rule
def cage_on_ring(s: State, place: int) -> int:
    """Return the cage at a place of the ring on which the motor moves (GM-1.3). `place` may be any number of steps."""
    if s.cages == parts.SMALL_SEATS:
        return int(parts.RING_SMALL[place % parts.SMALL_SEATS])
    return int(parts.RING_LARGE[place % parts.MOST_CAGES])


@rule
def below_toggle(s: State, toggle: int) -> int:
    """Return the toggle or cage to which the open pipe of a toggle leads (GM-1.5).

    A toggle is returned as its number. A cage is returned as its number plus the number of all toggles (`s.toggles`).
    """
    return int(2 * toggle + ((s.tilt >> (toggle - 1)) & 1))


@rule
def toggle_above(s: State, cage: int) -> int:
    """Return the lowest toggle on the way to a cage, from which pellets fall into the cage (GM-1.4)."""
    return int((cage + s.toggles) // 2)


@rule
def find_level(toggle: int) -> int:
    """Return the level of a toggle; the root is on level 1 (GM-8.2)."""
    return 1 if toggle == 1 else 2 if toggle < 4 else 3


@rule
def find_locked(s: State) -> int:
    """Return the mask of the locked toggles, bit 0 for toggle 1 (GM-5.1)."""
    mask = 0
    for toggle in range(1, s.toggles + 1):
        if s.locks[toggle] != 0:
            mask |= 1 << (toggle - 1)
    for seat in range(s.seats):
        mask |= int(s.psycho[seat])
    return mask


# -- pellets -----------------------------------------------------------------------------------------------------------


@rule
def stick(s: State, toggle: int, mark: int, e: Events) -> None:
    """Let a pellet with the marks `mark` (bits of `Mark`) stick in a toggle's open pipe, behind others (GM-8.2)."""
    Told.stuck(e, toggle=toggle, mark=mark)
    last = int(s.stuck_runs[toggle]) - 1
    if last >= 0 and int(s.stuck_mark[toggle][last]) == mark:
        s.stuck_many[toggle][last] = int(s.stuck_many[toggle][last]) + 1
    else:
        s.stuck_mark[toggle][last + 1] = mark
        s.stuck_many[toggle][last + 1] = 1
        s.stuck_runs[toggle] += 1


@rule
def unstick_first(s: State, toggle: int) -> int:
    """Remove the pellet that has been stuck longest below a toggle (GM-8.4).

    Return the marks that cards have put on this pellet, as a sum of bits: 1 poison, 2 laxative, 4 super (`Mark`).
    """
    mark = int(s.stuck_mark[toggle][0])
    s.stuck_many[toggle][0] = int(s.stuck_many[toggle][0]) - 1
    if int(s.stuck_many[toggle][0]) == 0:
        last = int(s.stuck_runs[toggle]) - 1
        for k in range(last):
            s.stuck_mark[toggle][k] = int(s.stuck_mark[toggle][k + 1])
            s.stuck_many[toggle][k] = int(s.stuck_many[toggle][k + 1])
        s.stuck_mark[toggle][last] = 0
        s.stuck_many[toggle][last] = 0
        s.stuck_runs[toggle] = last
    return mark


@rule
def find_eater(s: State, toggle: int) -> int:
    """Return the seat of the rat that eats a pellet at a toggle (GM-8.1), or -1.

    If several rats there may eat, the rat that has been in the pipes longest eats.
    """
    found = -1
    if s.pipe_count == 0:  # as in most games, no rat has been in the pipes
        return found
    for seat in range(s.seats):
        if s.pipe[seat] == toggle and rats.may_eat(s, seat) and (found < 0 or s.pipe_since[seat] < s.pipe_since[found]):
            found = seat
    return found


@rule
def fall(s: State, node: int, mark: int, level: int, e: Events) -> None:
    """Let a pellet fall from a toggle or into a cage, until a cage, a rat or a blocked pipe stops it (GM-1.2, GM-8.1).

    `node` is the toggle's number, or the cage's number plus the number of all toggles. `mark` has the pellet's marks as
    bits of `Mark`. `level` is the level at which a Blockage stops this pellet, or 0 (GM-8.2).
    """
    while node <= s.toggles:
        seat = find_eater(s, node)
        if seat >= 0:
            rats.eat(s, seat, mark, e)
            return
        if s.stuck_runs[node] > 0 or find_level(node) == level:
            stick(s, node, mark, e)
            return
        Told.fell(e, toggle=node, side=(s.tilt >> (node - 1)) & 1, mark=mark)
        node = below_toggle(s, node)
    cage = node - s.toggles
    seat = rats.find_rat(s, cage)
    if seat >= 0 and rats.may_eat(s, seat):
        rats.eat(s, seat, mark, e)
    else:
        Told.wasted(e, cage=cage, mark=mark)


@rule
def drop_pellet(s: State, mark: int, e: Events) -> None:
    """Drop one pellet from the hopper (GM-3.4) and let it fall to the end of its way.

    `mark` has the changes to this pellet by cards, as a sum of bits (`Mark`): 1 poison, 2 laxative, 4 for each Super
    Pellet. They take effect on the rat that eats the pellet. If the card Blockage was played for the next pellet, it
    applies to this pellet, and to no later one (GM-8.2).
    """
    Told.dropped(e, mark=mark)
    level = s.blockage
    s.blockage = 0
    fall(s, 1, mark, level, e)


@rule
def pellets_drop(s: State, e: Events) -> None:
    """Drop the pellets of a turn (GM-3.4, GM-6.6).

    Under Hopper Blockage or Ethics Committee there is no pellet. Otherwise there is one, and one more for each Extra
    Food.
    """
    if s.ethics != 0 or s.now & Now.HOPPER:
        return
    mark = int(s.supers) * Mark.SUPER
    if s.now & Now.POISON:
        mark |= Mark.POISON
    if s.now & Now.LAXATIVE:
        mark |= Mark.LAXATIVE
    for _ in range(1 + s.extras):
        drop_pellet(s, mark, e)
        mark = 0


# -- toggles -----------------------------------------------------------------------------------------------------------


@rule
def tilt(s: State, mask: int, e: Events) -> None:
    """Tilt the toggles of a mask (bit 0 for toggle 1).

    Then let the pellets that stuck below them fall on, from the highest toggle first (GM-8.3).
    """
    if mask == 0:
        return
    s.tilt ^= mask
    for toggle in range(1, s.toggles + 1):
        if (mask >> (toggle - 1)) & 1:
            Told.tilted(e, toggle=toggle, right=(s.tilt >> (toggle - 1)) & 1)
    salivate(s, e)
    for toggle in range(s.toggles, 0, -1):
        if (mask >> (toggle - 1)) & 1 and s.stuck_runs[toggle] > 0:
            release(s, toggle, e)


@rule
def salivate(s: State, e: Events) -> None:
    """Give a phantom pellet to each rat with the effect Pavlovian Response (salivate), because a toggle changed sides.

    This happens at most once in each turn of another player, and never in the turn of the rat's owner (GM-6 Pavlovian
    Response).
    """
    mask = s.salivate & s.alive & ~s.mellow & ~s.drooled & ~(1 << s.active)
    s.drooled |= mask
    if mask:
        rats.gain_phantom(s, mask, e)


@rule
def release(s: State, toggle: int, e: Events) -> None:
    """Let the stuck pellets of a toggle fall on through the open pipe, in the order in which they stuck (GM-8.3)."""
    runs = int(s.stuck_runs[toggle])
    s.stuck_runs[toggle] = 0
    for k in range(runs):
        mark = int(s.stuck_mark[toggle][k])
        for _ in range(int(s.stuck_many[toggle][k])):
            Told.fell(e, toggle=toggle, side=(s.tilt >> (toggle - 1)) & 1, mark=mark)
            fall(s, below_toggle(s, toggle), mark, 0, e)
        s.stuck_mark[toggle][k] = 0
        s.stuck_many[toggle][k] = 0


@rule
def break_down(s: State, e: Events) -> None:
    """Lift all locks and flip a coin for the side of every toggle (GM-6 Total Breakdown).

    A toggle that changes sides counts as tilted.
    """
    lifted = find_locked(s)
    for toggle in range(1, s.toggles + 1):
        s.locks[toggle] = 0
    for seat in range(s.seats):
        s.psycho[seat] = 0
    if lifted:
        Told.unlocked(e, toggles=lifted)
    changed = 0
    for toggle in range(1, s.toggles + 1):
        changed |= (((s.tilt >> (toggle - 1)) & 1) ^ coin(s)) << (toggle - 1)
    tilt(s, changed, e)


# -- the motor ---------------------------------------------------------------------------------------------------------


@rule
def motor_steps(s: State, e: Events) -> None:
    """Move the motor one step, or two steps under Speed Motor (GM-3.3, GM-6.6).

    The motor does not move under Burn Out, Lightning Strike or Ethics Committee.
    """
    if s.ethics != 0 or s.now & (Now.BURN_OUT | Now.LIGHTNING):
        return
    turn_motor(s, s.direction * (2 if s.now & Now.SPEED else 1), e)


@rule
def turn_motor(s: State, steps: int, e: Events) -> None:
    """Move the motor by a number of steps along its ring of cages, clockwise if the number is positive (GM-1.3)."""
    s.motor += steps
    Told.motor(e, cage=charged_cage(s), steps=steps)


@rule
def shock_cage(s: State, e: Events) -> None:
    """Shock the charged cage, unless Short Circuit or Ethics Committee forbid it (GM-3.3, GM-6.6)."""
    if s.ethics != 0 or s.now & Now.SHORT:
        return
    cage = charged_cage(s)
    seat = rats.find_rat(s, cage)
    if seat < 0 or rats.is_protected(s, seat):
        Told.spark(e, cage=cage)
    else:
        shock(s, 1 << seat | find_flooded(s), e)


@rule
def find_flooded(s: State) -> int:
    """Return the mask of the rats (bit k for seat k) that each shock also hits under GM-6 Flooded Cages.

    The mask is 0 without that card. These rats are unprotected, and their cages have not been shocked yet. A mellow rat
    is not among them.
    """
    mask = 0
    if s.now & Now.FLOODED:
        for seat in range(s.seats):
            if rats.sits(s, seat) and not rats.is_protected(s, seat) and not has(s.shocked | s.mellow, seat):
                mask |= 1 << seat
    return mask


@rule
def shock(s: State, mask: int, e: Events) -> None:
    """Shock several rats at the same time: those of the seats in `mask`, bit k for seat k (GM-3.7, GM-3.8).

    Each of these rats loses a pellet, and its Collaborations end. Under Old Reanimation Experiment each gains a pellet
    instead. No card affects a mellow rat (GM-6.9).
    """
    s.shocked |= mask
    left = mask
    while left != 0:
        seat = int(FIRST_SEAT[left])
        left &= left - 1
        Told.shocked(e, seat=seat, cage=int(s.cage[seat]))
        rats.end_collaborations(s, seat)
    if s.now & Now.REANIMATION:
        rats.gain(s, mask & ~s.mellow, 1, e)
        mask &= s.mellow
    rats.lose(s, mask, 1, e)


@rule
def first_pellet_ends(s: State, passes: bool) -> int:
    """Return the cage in which this turn's first pellet would end, or 0 if no pellet would reach a cage.

    If `passes` is true, the pellet falls past rats in the pipes, as for Lightning Strike. Otherwise those rats may eat
    the pellet.
    """
    if s.now & Now.HOPPER:
        return 0
    node = 1
    while node <= s.toggles:
        if (find_eater(s, node) >= 0 and not passes) or s.stuck_runs[node] > 0 or find_level(node) == s.blockage:
            return 0
        node = below_toggle(s, node)
    return int(node - s.toggles)


@rule
def lightning(s: State, e: Events) -> None:
    """Strike the rat in the cage in which the first pellet would end, if GM-6 Lightning Strike holds in this turn.

    The rat is shocked, and it dies unless GM-6 Old Reanimation Experiment holds. Then no living rat that was not
    shocked may eat in this turn and the next, except mellow rats.
    """
    if s.now & Now.LIGHTNING == 0:
        return
    if s.ethics == 0 and s.now & Now.SHORT == 0:
        seat = rats.find_rat(s, first_pellet_ends(s, True))
        if seat >= 0 and not has(s.mellow, seat) and not rats.is_protected(s, seat):
            Told.struck(e, seat=seat, cage=int(s.cage[seat]))
            shock(s, 1 << seat | find_flooded(s), e)
            if s.now & Now.REANIMATION == 0:
                rats.die(s, seat, e)
    s.distraught_before = s.distraught
    s.distraught = s.alive & ~s.mellow & ~s.shocked
    s.distraught_turns = 2


# -- mazes -------------------------------------------------------------------------------------------------------------


@rule
def enter_maze(s: State, seat: Seat, e: Events) -> None:
    """Move the rat of `seat` from its cage to the toggle next to it (GM-6 Maze!, GM-8.4)."""
    s.pipe_count += 1
    s.pipe_since[seat] = s.pipe_count
    s.pipe[seat] = -1
    climb(s, seat, e)


@rule
def climb(s: State, seat: Seat, e: Events) -> None:
    """Move the rat of `seat`, which is in the pipes, one step up, whatever the side of the toggle above (GM-8.4).

    In a blocked pipe the rat eats the pellet that stuck first. If the rat may not eat, it stays where it is.
    """
    node = int(s.pipe[seat])
    if node == 1:
        return
    if node < 0:
        node = int(s.cage[seat] + s.toggles)
    above = node // 2
    if s.stuck_runs[above] > 0 and below_toggle(s, above) == node:
        if rats.may_eat(s, seat):
            rats.eat(s, seat, unstick_first(s, above), e)
        return
    s.pipe[seat] = above
    Told.climbed(e, seat=seat, toggle=above)


@rule
def maze_rats_climb(s: State, e: Events) -> None:
    """Let every rat in the pipes climb at the end of a turn (GM-7.1, GM-8.4).

    The rat that has been there longest climbs first.
    """
    if s.pipe_count == 0:
        return
    climbed = 0
    for _ in range(s.seats):
        first = -1
        for seat in range(s.seats):
            if s.pipe[seat] != 0 and not has(climbed, seat):
                if first < 0 or s.pipe_since[seat] < s.pipe_since[first]:
                    first = seat
        if first < 0:
            return
        climbed |= 1 << first
        climb(s, first, e)
