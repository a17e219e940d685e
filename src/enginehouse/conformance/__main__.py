"""`python -m enginehouse.conformance PACKAGE`: every check of the kit on one game, which may live anywhere on the path."""

from __future__ import annotations

import sys

from enginehouse.conformance import CHECKS, Skipped, cases_of
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.game import Game, register


def main(package: str, *, deep: bool = False) -> int:
    """Run all checks and say how each went; 1 if one failed."""
    game = register(Game(package))
    failed = 0
    for check in CHECKS:
        missing = [name for name in check.needs if not game.has(name)]
        told = f"left out: there is no {missing[0]}.py" if missing else ""
        for subject in [] if missing else [game] if check.whole_game else cases_of(game):
            try:
                said = check.run(subject, check.amount(game, deep))
                told = said if isinstance(said, str) else told
            except Skipped as why:
                told = f"left out: {why}"
            except AssertionError as error:
                failed += 1
                told = f"FAILED: {error}"
                break
        sys.stdout.write(f"{check.name.replace('_', ' ')}: {told or 'fine'}\n")
    sys.stdout.write(f"{game.facts.title}: {failed or 'no'} of {len(CHECKS)} checks failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m enginehouse.conformance PACKAGE [--deep]")
    try:
        sys.exit(main(sys.argv[1], deep="--deep" in sys.argv))
    except EnginehouseError as error:
        sys.exit(str(error))
