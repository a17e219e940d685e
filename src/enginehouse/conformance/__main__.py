"""Run `python -m enginehouse.conformance PACKAGE`, which does the same as `enginehouse conformance PACKAGE`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from enginehouse.conformance import running
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.registry.folders import open_game


def main(words: list[str]) -> int:
    """Run the checks on a package and print the results. Return 1 if a check failed, else 0.

    `words` are the words of the command line, without the program.
    """
    parser = ArgumentParser(prog="python -m enginehouse.conformance")
    parser.add_argument("game", help="the name of a game, its folder or its package")
    parser.add_argument("-k", action="append", default=[], metavar="TEXT", help="only checks with this in their names")
    parser.add_argument("--deep", action="store_true", help="look at many more games")
    given = parser.parse_args(words)
    failed = running.run(
        open_game(given.game),
        running.choose_checks(given.k),
        deep=given.deep,
        say=lambda line: sys.stdout.write(f"{line}\n"),
    )
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except EnginehouseError as error:
        sys.exit(str(error))
