"""List the follies of Mechanical Beast: actions that no sensible player chooses (see `core.words.follies`).

The next room of the pile is hidden. So an action is certainly a folly only if it is a folly with each room that may
come.
"""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.words.follies import Attempt, Folly
from enginehouse.core.words.plans import PlanAction
from enginehouse.games.mechanical_beast import exits, homeward, needs, parts, place
from enginehouse.games.mechanical_beast.parts import Explore, Move, Pass, Use
from enginehouse.games.mechanical_beast.state import Phase, State


def count(s: State, seat: int) -> tuple[int, ...]:
    """Return ten numbers about a game. The larger they are, the better it is for all players together.

    The first number is 2 if the game is won, -2 if it is lost, and 0 during the game. At the end, the others are 0.
    During the game they are, in this order:

    - 1 if the Control Room's switch is off, else 0
    - the number of engineers on an exit, if the switch is off, else 0
    - the number of engineers that are on an exit or can walk to an exit
    - minus the number of engineers that are stuck: they can walk to no exit, no gear and no door to explore
    - 0 if the android is on an exit, -1 if it can walk to an exit, -2 if it can only walk to a gear or a door to
      explore, -3 if it is stuck. While the switch is on, the number is at most -2.
    - the number of rescued prisoners
    - the number of rescued prisoners and of prisoners to whom a figure can walk
    - the number of engineers that can walk to the Control Room, if the switch is on, else 0
    - the number of rooms that have come to the map, if the switch is on, else 0
    """
    if s.reason != 0:
        won = int(s.winners) >> seat & 1
        return (2 if won else -2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    engineers = [m for m in range(parts.ANDROID) if s.meeples >> m & 1]
    states = [needs.find_state(s, m) for m in engineers]
    android = needs.find_state(s, parts.ANDROID) if s.meeples >> parts.ANDROID & 1 else needs.ON_EXIT
    islands = {int(s.comp[int(s.at[m])]) for m in [*engineers, parts.ANDROID] if s.meeples >> m & 1}
    saved = sum(int(s.hand[other]) for other in range(s.seats))
    reached = sum(int(s.people[n]) for n in place.list_rooms(s) if int(s.comp[n]) in islands)
    near = sum(s.control >= 0 and s.comp[int(s.at[m])] == s.comp[s.control] for m in engineers)
    return (
        0,
        int(s.off),
        states.count(needs.ON_EXIT) if s.off else 0,
        sum(one <= needs.JOINED for one in states),
        -states.count(needs.STUCK),
        -android if s.off else -max(android, needs.MOVES_ON),
        saved,
        saved + reached,
        0 if s.off else int(near),
        int(s.rooms) if s.off == 0 else 0,
    )


def _ends(step: PlanAction, seat: int, won: bool) -> bool:
    return bool(step.after.reason != 0 and bool(int(step.after.winners) >> seat & 1) == won)


def _misses_win(at: Attempt) -> bool:
    if at.view.off == 0 or at.view.play == parts.AGAINST:
        return False
    return at.always(lambda step: not _ends(step, at.seat, True)) and at.can(lambda step: _ends(step, at.seat, True))


def _loses_at_once(at: Attempt) -> bool:
    return at.always(lambda step: _ends(step, at.seat, False)) and at.can(lambda step: not _ends(step, at.seat, False))


def _leaves_exit(at: Attempt) -> bool:
    return at.is_a(Move) and at.always(
        lambda step: bool(homeward.leaves_for_nothing(step.before, step.after)) and step.after.reason == 0
    )


def _is_idle(at: Attempt) -> bool:
    return at.is_a(Pass) and at.view.play != parts.AGAINST


def _is_out(s: State, m: int) -> bool:
    return bool(needs.find_state(s, m) == needs.ON_EXIT)


def _stays_inside(who: Callable[[int], int]) -> Callable[[Attempt], bool]:
    """Return a test of an action: whether a player passes although a certain meeple of the player should go out.

    The meeple should go out if it can reach an exit now, no prisoners are left in rooms, and no other meeple needs its
    help. `who(seat)` returns the number of the meeple.
    """

    def test(at: Attempt) -> bool:
        s, m = at.view, who(at.seat)
        if (
            not _is_idle(at)
            or s.phase != Phase.TURN
            or s.off == 0
            or exits.people_inside(s) != 0
            or homeward.is_help_needed(s)
        ):
            return False
        return at.can(
            lambda step: (
                bool(homeward.goes_out(step.before, step.after))
                and _is_out(step.after, m)
                and not _is_out(step.before, m)
            )
        )

    return test


def _rescues(step: PlanAction, seat: int) -> bool:
    return bool(step.after.hand[seat] > step.before.hand[seat])


def _leaves_people(at: Attempt) -> bool:
    return (
        _is_idle(at)
        and at.view.off != 0
        and at.can(lambda step: _rescues(step, at.seat) and step.after.reason == 0, at.list_others(Move))
        and at.is_needless(count)
    )


def _leaves_switch(at: Attempt) -> bool:
    s = at.view
    if not _is_idle(at) or s.off != 0 or s.control < 0 or exits.people_inside(s) != 0:
        return False
    return at.can(lambda step: step.after.off != 0 and step.after.reason == 0) and at.is_needless(count)


def _explores_nothing(at: Attempt) -> bool:
    s = at.view
    if not _is_idle(at) or s.off != 0 or s.control >= 0:
        return False
    return any(Explore.who[code] == parts.MACHINE for code in at.list_others(Explore))


def _worsens(number: int) -> Callable[[Attempt], bool]:
    """Return a function that tests whether an action is a mistake: it makes a position worse, and in no respect better.

    The position before the action and the position after it are described by the ten numbers of `count`, such as the
    number of engineers on an exit. The test is positive if the action lowers the number with the index `number` and
    raises no other. Only the use of a gear can be a mistake.
    """

    def test(at: Attempt) -> bool:
        if not at.is_a(Use) or at.view.play == parts.AGAINST or Pass.CODE not in at.legal:
            return False

        def worsens(step: PlanAction) -> bool:
            before, after = count(step.before, at.seat), count(step.after, at.seat)
            return after[number] < before[number] and all(one <= two for one, two in zip(after, before, strict=True))

        return at.always(worsens)

    return test


OUT, FREE, ANDROID_WAY, REACH = 3, 4, 5, 7
"""The places of numbers in `count`."""

FOLLIES = (
    Folly("misses the win", "It could finish at once, and does not.", _misses_win),
    Folly("loses at once", "It ends the game in a loss, which it could prevent.", _loses_at_once),
    Folly("leaves the exit", "It leaves an exit, and there is nothing to do inside.", _leaves_exit),
    Folly("stays inside", "It does nothing although its engineer could go out.", _stays_inside(lambda seat: seat)),
    Folly("leaves the android", "It does nothing although the android could go out.", _stays_inside(lambda seat: parts.ANDROID)),
    Folly("leaves people", "It does nothing although it could rescue people.", _leaves_people),
    Folly("leaves the switch", "It does nothing although it could throw the switch.", _leaves_switch),
    Folly("explores nothing", "It does nothing although the android could look for the Control Room.", _explores_nothing),
    Folly("idle", "It does nothing although it could help.", lambda at: _is_idle(at) and at.is_needless(count)),
    Folly("cuts off", "It cuts off an engineer’s way out for nothing.", _worsens(OUT)),
    Folly("gets stuck", "It leaves an engineer stuck for nothing.", _worsens(FREE)),
    Folly("android stuck", "It leaves the android worse off for nothing.", _worsens(ANDROID_WAY)),
    Folly("people lost", "It puts people out of reach for nothing.", _worsens(REACH)),
)  # fmt: skip
