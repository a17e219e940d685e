"""Keep the shelf of a game: a stored position for each phase, and for each kind of event that an action can cause.

Positions of random games are spread evenly in time, so a check rarely examines a rare phase, and would miss a leak in
that phase. The checks also examine the positions of the shelf. `shelf.jsonl` in the game's folder has one log per line
that leads to such a position. The last action in the log has a note. The note lists the phases and events for which the
position is an example, which are called the purposes of the position. `scripts/shelf GAME` searches for shorter logs
and for missing positions, and writes the file again, for example after a change of rules.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

from enginehouse.conformance.cases import (
    CheckedCount,
    RandomPosition,
    Report,
    Skipped,
    cases_of,
    check,
    kept_case,
    walk,
)
from enginehouse.conformance.secrets import (
    OFF_VIEW,
    Twins,
    events_tell_nothing,
    guess_twins,
    leak,
    nothing_was_told,
    told_apart,
    vary_hidden,
)
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import replay
from enginehouse.core.play.scratch import scratch
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

FILE = "shelf.jsonl"
Key = tuple[str, str]
"""A purpose of a stored position: ("phase", "LOOK"), ("event", "TOOK"), ("window", "answered")."""


def _names(game: Game, family: str) -> dict[int, str]:
    """Return a dict with the names of the constants of a class in a game's `state.py`, by their numbers.

    `family` is the name of the class, such as `Phase`.
    """
    found = vars(getattr(game.module("state"), family, object))
    return {number: name for name, number in found.items() if not name.startswith("_") and isinstance(number, int)}


def list_phases(game: Game) -> dict[int, str]:
    """Return a dict from numbers to the names of phases, up to the phase OVER, the end of the game.

    Phases with higher numbers are left out: they are automatic steps, in which no seat ever has to act.
    """
    found = _names(game, "Phase")
    over = next((number for number, name in found.items() if name == "OVER"), -1)
    return {number: name for number, name in found.items() if number <= over}


def list_wanted(game: Game) -> set[Key]:
    """Return the purposes that a game's stored positions must cover: phases, kinds of events, and stages of reactions.

    A purpose is a pair such as ("phase", "LOOK"). A reaction is a decision of several seats at once. It has two stages:
    no seat has answered yet ("opened"), and some seats have answered ("answered").
    """
    keys = {("phase", name) for name in list_phases(game).values()}
    keys |= {("event", name) for name in _names(game, "Told").values()}
    if game.facts.sealed:
        keys |= {("window", "opened"), ("window", "answered")}
    return keys


def list_keys(game: Game, position: RandomPosition) -> set[Key]:
    """Return the purposes for which a position can be stored: its phase, its last events, and the stage of a reaction.

    A game needs a stored position as an example of each phase, event and stage. A purpose is a pair such as ("phase",
    "LOOK") or ("event", "TOOK"). A reaction is a decision of several seats at once. Its stage is "opened" until a seat
    has answered, and then "answered".
    """
    phases, events = list_phases(game), _names(game, "Told")
    keys = {("event", events[kind]) for kind in position.told if kind in events}
    if position.s.phase in phases:
        keys.add(("phase", phases[position.s.phase]))
    if position.s.asked:
        keys.add(("window", "answered" if position.s.laid else "opened"))
    return keys


@functools.lru_cache(maxsize=8)
def shelf(game: Game) -> tuple[RandomPosition, ...]:
    """Return the stored positions of a game (its shelf). Raise `Skipped` if the game has none."""
    path = game.folder / FILE
    if not path.exists():
        raise Skipped(f"no {FILE}")
    return tuple(_position(game, log) for log in logs.load_all(path))


def _position(game: Game, log: Log) -> RandomPosition:
    played = replay(log)
    assert played.error is None, f"{game.name}: {FILE} is out of date (run scripts/shelf): {played.error}"
    match = played.match
    codes = [(e.seat, game.vocabulary.code(e.act)) for e in match.entries]
    mask = int(game.rules.actors(match.state))
    case = kept_case(game, log.seats, match.options)
    told = match.kinds_of_last_events()
    return RandomPosition(case, log.entries[-1].note, match.state, mask, len(codes), codes, told, log.seed)


# -- the checks --------------------------------------------------------------------------------------------------------


def _twins(game: Game, many: int, guesses: int, others: int) -> Iterator[Twins]:
    """Yield twin worlds for the viewers that `Case.some_observers` chooses, in every stored position of a game.

    Twin worlds are two records that a viewer cannot distinguish. Each stored position is used `many` times, each time
    with new random numbers. Each time, for each viewer, ask `guess_twins` for `guesses` twin worlds made by guessing
    the hidden information, and `vary_hidden` for `others` made by changing hidden information in the true record.
    """
    for position in shelf(game):
        for k in range(many):
            dice = random.Random(f"{position.seed} {position.number} {k}")
            for seat in position.case.some_observers(dice, position.mask):
                yield from guess_twins(position, seat, dice, guesses)
                yield from vary_hidden(position, seat, dice, others)


@check(1, 20, whole_game=True)
def the_shelf_has_every_phase_and_every_kind_of_event(game: Game, _: int) -> Report:
    """The stored positions of a game (its shelf) together show every phase, kind of event and stage of a reaction.

    A reaction is a decision of several seats at once. It has two stages: no seat has answered yet, or some seats have.
    """
    missing = list_wanted(game)
    for position in shelf(game):
        missing -= list_keys(game, position)
    assert not missing, f"{game.name}: no position on the shelf for {sorted(missing)}"
    return f"{game.name}: {len(shelf(game))} positions on the shelf"


@check(1, 20, whole_game=True)
def twin_worlds_look_alike_in_every_phase(game: Game, rounds: int) -> CheckedCount:
    """In twin worlds, views and legal actions are equal byte for byte, in every stored position.

    Twin worlds are two records that differ only in information that is hidden from a seat.
    """
    seen = 0
    for twins in _twins(game, rounds, 2, 2):
        wrong = told_apart(twins)
        assert not wrong, f"{twins.position}: seat {twins.seat} can distinguish twin worlds by {wrong}"
        seen += 1
    return seen


@check(1, 20, whole_game=True)
def the_page_asks_before_what_ends_a_turn_for_good(game: Game, _: int) -> CheckedCount:
    """An action that ends the seat's turn and cannot be undone is marked as risky, so that the page asks to confirm it.

    `Game.is_risky` returns whether an action is marked. The mark is not needed if a seat has only one legal action, or
    for the action that passes. Return the number of checked actions.
    """
    seen = 0
    for position in shelf(game):
        for seat in range(position.case.seats if not position.s.asked else 0):  # a sealed answer can be undone
            codes = scratch(game).codes
            legal = [int(code) for code in codes[: game.rules.legal(position.s, seat, codes)]]
            for code in legal if len(legal) > 1 else ():
                after = game.shape.copy(position.s)
                game.rules.apply(after, seat, code, Events(game.facts.event_size))
                shown = int(after.revealed) != int(position.s.revealed)
                if not shown or after.reason or int(game.rules.actors(after)) >> seat & 1:
                    continue
                view = game.shape.copy(position.s)
                game.rules.view(position.s, seat, view)
                name = game.vocabulary.name(code)
                passes = name == game.facts.done  # players expect this action to end the turn
                assert passes or game.is_risky(view, code), (
                    f"{position}: {name} ends the turn of seat {seat} and cannot be undone, but is not risky"
                )
                seen += 1
    return seen


def _again(game: Game, k: int) -> Iterator[RandomPosition]:
    """Yield the stored positions, each with the number `k` appended to the text of its seed.

    Checks draw their random choices by this seed. So each `k` gives other choices.
    """
    return (position._replace(seed=f"{position.seed} {k}") for position in shelf(game))


@check(1, 20, whole_game=True)
def events_tell_nothing_in_every_phase(game: Game, rounds: int) -> CheckedCount:
    """The events that a seat sees reveal no more hidden information than its view does, in any stored position.

    Each stored position is checked `rounds` times with other random choices. The same action is played in two records
    that the seat cannot distinguish before it. If the seat's views are still equal after it, the events that the seat
    sees must be equal, too. Return the number of compared pairs of records.
    """
    return sum(events_tell_nothing(game, _again(game, k)) for k in range(rounds))


@check(1, 20, whole_game=True)
def what_can_be_taken_back_told_nobody_anything_in_any_phase(game: Game, rounds: int) -> CheckedCount:
    """An action that can be undone reveals no hidden information, in any stored position.

    Such an action leaves the counter `revealed` unchanged: no random number was drawn, and no hidden fact was shown. If
    a seat could not distinguish two records before the action, it cannot distinguish them after it. Return the number
    of compared pairs of records.
    """
    return sum(nothing_was_told(game, _again(game, k)) for k in range(rounds))


@check(1, 10, whole_game=True)
def a_leak_in_any_phase_would_be_found(game: Game, rounds: int) -> Report:
    """If a faulty view reveals a hidden field in a single phase of the game, the checks of stored positions notice it.

    This tests the checks themselves. For each phase and each hidden field, a faulty view is made that copies this field
    in this phase only. Then pairs of records that a seat should be unable to distinguish are compared by this view.
    Such pairs are made `rounds` times for each stored position. Return a report as text.
    """
    phases, blind, found = list_phases(game), [], 0
    by_phase: dict[int, list[Twins]] = {}
    for twins in _twins(game, rounds, 2, 2):
        by_phase.setdefault(twins.position.s.phase, []).append(twins)
    for phase, name in phases.items():
        differing = {
            field: twins
            for twins in by_phase.get(phase, [])
            for field in game.shape.differences(twins.position.s, twins.guess)
            if field not in OFF_VIEW
        }
        for field in sorted(differing):
            leaking = _leak_field(game, field, phase)
            assert any(told_apart(twins, leaking) for twins in by_phase[phase]), (
                f"{game.name}: a view that copies {field} in phase {name} alone is not found"
            )
            found += 1
        if not differing:
            blind.append(name)
    open_phases = set(getattr(game.invariants, "OPEN_PHASES", ()))
    assert set(blind) == open_phases, (
        f"{game.name}: nothing differs between twins on the shelf in the phases {sorted(blind)}; in OPEN_PHASES of its "
        f"invariants.py, as phases in which nothing is hidden, are {sorted(open_phases)}"
    )
    return f"{game.name}: {found} planted leaks found in {len(phases)} phases"


def _leak_field(game: Game, field: str, phase: int) -> Any:
    """Return a faulty rule for views, by which a view also has one hidden field, but only in one phase."""
    leaking = leak(game, field)

    def view(s: Any, seat: int, v: Any) -> None:
        (leaking if s.phase == phase else game.rules.view)(s, seat, v)

    return view


# -- filling it --------------------------------------------------------------------------------------------------------


def fill(game: Game, many: int, say: Any = print) -> list[Log]:
    """Return logs for a game's shelf: the shortest known logs that lead to positions for all purposes.

    A purpose is a phase, a kind of event or a stage of a reaction, which a position on the shelf has to show. The known
    logs are those of the present shelf, and those of random games: `many` games for each number of seats and each
    choice of options. `say` prints the progress.
    """
    best: dict[Key, tuple[int, Log]] = {}

    def take(position: RandomPosition, seed: str) -> None:
        for key in list_keys(game, position):
            if position.number and (key not in best or position.number < best[key][0]):
                best[key] = (position.number, logs.parse(position.log))

    if (game.folder / FILE).exists():
        for position in shelf(game):
            take(position, position.start)
    for number in range(many):
        for case in cases_of(game):
            for position in walk(case, f"shelf {number}"):
                take(position, "")
        say(f"{game.name}: {number + 1} of {many}, missing {sorted(list_wanted(game) - set(best))}")
    return _fewest(best)


def _fewest(best: dict[Key, tuple[int, Log]]) -> list[Log]:
    """Return a list with the shortest log for each purpose, without duplicates.

    A purpose is a phase, a kind of event or a stage of a reaction that the last position of a log shows. `best` maps a
    purpose to a pair: the number of actions in the shortest log for it, and this log. If a log is the shortest for
    several purposes, it is returned once. A note on the last action of each returned log names the purposes for which
    it was kept.
    """
    kept: dict[str, tuple[Log, list[Key]]] = {}
    for key in sorted(best):
        log = best[key][1]
        kept.setdefault(logs.write(log, line=True), (log, []))[1].append(key)
    found = []
    for log, keys in kept.values():
        log.entries[-1].note = ", ".join(" ".join(key) for key in keys)
        found.append(log)
    return found


def main(name: str, many: str = "20") -> None:
    """Write `shelf.jsonl` of the game `name` anew: stored positions, one for each phase and each kind of event.

    The program searches random games for phases and events that no stored position shows, and for positions that show a
    phase or event after fewer actions. `many` is the number of games for each number of seats and choice of options.
    `scripts/shelf` calls this function.
    """
    game = games.get(name)
    found = fill(game, int(many))
    (game.folder / FILE).write_text("".join(logs.write(log, line=True) for log in found), encoding="utf-8")
