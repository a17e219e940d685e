"""Run all checks, or some of them, on one game, and print a line for each check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from enginehouse.conformance.cases import CHECKS, Check, Skipped, cases_of
from enginehouse.core.errors import Unreadable
from enginehouse.core.former import forward
from enginehouse.core.registry.game import Game


def choose_checks(words: Sequence[str]) -> list[Check]:
    """Return the checks whose names contain one of these texts, or all checks if there are no texts.

    Raise `Unreadable` if no check fits.
    """
    wanted = [word.replace("_", " ").lower() for word in words]
    found = [check for check in CHECKS if not wanted or any(word in check.title for word in wanted)]
    if not found:
        raise Unreadable(f"no check has a name with {' or '.join(map(repr, words))}; --list names them all")
    return found


def describe_checks(checks: list[Check]) -> Iterator[str]:
    """Yield two lines for each check: its name, with the files that a game needs for it, and its promise.

    The promise is the fact that the check tests, in a sentence or two.
    """
    for check in checks:
        needs = f" (needs {' and '.join(f'{name}.py' for name in check.needs)})" if check.needs else ""
        yield f"{check.title}{needs}"
        yield f"    {check.promise}"


def run(game: Game, checks: list[Check], *, deep: bool, say: Callable[[str], object]) -> int:
    """Run the checks on a game. Report each result by a call of `say` with a line of text.

    Return the number of checks that failed. If `deep` is true, play the larger number of games. Raise `BrokenGame` if
    the game cannot be played.
    """
    assert game.rules
    failed = 0
    for check in checks:
        told, bad = _run_check(check, game, deep)
        failed += bad
        say(f"FAILED {told}" if bad else f"{check.title}: {told}")
    say(f"{game.facts.title}: {_summary(failed, len(checks))}")
    return failed


def _summary(failed: int, many: int) -> str:
    """Return a string with the number of failed checks among `many`."""
    if failed:
        return f"{failed} of {many} checks failed"
    return f"all {many} checks passed" if many > 1 else "the check passed"


def _run_check(check: Check, game: Game, deep: bool) -> tuple[str, bool]:
    """Return the report of one check on a game, and whether the check failed.

    The check runs for each case of the game (a number of seats with a choice of options), until it fails in a case. If
    `deep` is true, it examines more games or positions than otherwise.
    """
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


__getattr__ = forward(__name__, {"chosen": "choose_checks", "listed": "describe_checks"})
