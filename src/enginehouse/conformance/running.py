"""All checks, or some of them, on one game, told line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from enginehouse.conformance.cases import CHECKS, Check, Skipped, cases_of
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game, register


def game_of(named: str) -> Game:
    """A game by its name, or by the package that it is; `Unreadable` where it is neither."""
    if named in games.names():
        return games.get(named)
    return register(Game(named))


def chosen(words: Sequence[str]) -> list[Check]:
    """The checks in whose names one of these texts stands (all without any); `Unreadable` where there is none."""
    wanted = [word.replace("_", " ").lower() for word in words]
    found = [check for check in CHECKS if not wanted or any(word in check.title for word in wanted)]
    if not found:
        raise Unreadable(f"no check is called {' or '.join(map(repr, words))}; --list names them all")
    return found


def listed(checks: list[Check]) -> Iterator[str]:
    """What each of these checks promises, and what it needs."""
    for check in checks:
        needs = f" (needs {' and '.join(f'{name}.py' for name in check.needs)})" if check.needs else ""
        yield f"{check.title}{needs}"
        yield f"    {check.promise}"


def run(game: Game, checks: list[Check], *, deep: bool, say: Callable[[str], object]) -> int:
    """Make the checks and say how each went; how many failed. `BrokenGame` where the game cannot be played at all."""
    assert game.rules
    failed = 0
    for check in checks:
        told, bad = _made(check, game, deep)
        failed += bad
        say(f"FAILED {told}" if bad else f"{check.title}: {told}")
    say(f"{game.facts.title}: {_summary(failed, len(checks))}")
    return failed


def _summary(failed: int, many: int) -> str:
    """Return how many of the checks failed, in words."""
    if failed:
        return f"{failed} of {many} checks failed"
    return f"all {many} checks passed" if many > 1 else "the check passed"


def _made(check: Check, game: Game, deep: bool) -> tuple[str, bool]:
    """How one check went, and whether it failed; the first of a game's cases that fails ends it."""
    missing = [name for name in check.needs if not game.has(name)]
    if missing:
        return f"left out: there is no {missing[0]}.py", False
    told = "fine"
    for subject in [game] if check.whole_game else cases_of(game):
        try:
            said = check.run(subject, check.amount(game, deep))
            told = said if isinstance(said, str) else told
        except Skipped as why:
            told = f"left out: {why}"
        except AssertionError as error:
            return str(error), True
    return told, False
