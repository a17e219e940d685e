"""Drawing a busy board: the pieces of one view, and the markup of all of them, in a running game of as many as can play.

    python benchmarks/drawing.py [GAME ...] [--games 5] [--check]

Every position of some random games is drawn once for one seat, as a table does after each action; the first game warms
up and is not counted. Milliseconds of the processor, medians over all positions in which at least half of the game's
actions are done. `--check` ends with an error where the pieces take more than a millisecond.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time

os.environ.setdefault("ENGINEHOUSE_JIT", "0")

from enginehouse.conformance.cases import Case, walk
from enginehouse.core.pictures.drawing import Marks, markup, sort_pieces
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game


def measure(game: Game, many: int) -> tuple[list[float], list[float], int]:
    """Milliseconds of drawing and of markup for each position of `many` random games, and how many pieces at most."""
    seats = game.facts.seats[1]
    case = next(case for case in _cases(game) if case.seats == seats)
    drawing: list[float] = []
    writing: list[float] = []
    most = 0
    for k in range(many + 1):
        found = []
        for position in walk(case, f"drawing {k}"):
            v = game.new_record()
            game.rules.view(position.s, position.number % seats, v)
            start = time.process_time()
            sheets, pieces = game.drawing.sheets(v), game.drawing.draw(v, Marks())
            drawn = time.process_time()
            sorted_pieces = sort_pieces(sheets, pieces)
            for layer in sorted_pieces.layers.values():
                for piece in layer:
                    markup(piece, sorted_pieces.children)
            found.append((1000 * (drawn - start), 1000 * (time.process_time() - drawn)))
            most = max(most, len(pieces))
        if k:
            late = found[len(found) // 2 :]
            drawing += [one for one, _ in late]
            writing += [two for _, two in late]
    return drawing, writing, most


def _cases(game: Game) -> tuple[Case, ...]:
    from enginehouse.conformance import cases_of

    return cases_of(game)


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--check", action="store_true", help="end with an error when the target is missed")
    arguments = parser.parse_args()
    slow = False
    for name in arguments.game or [n for n in games.names() if games.get(n).facts.in_lobby]:
        drawing, writing, most = measure(games.get(name), arguments.games)
        middle = statistics.median(drawing)
        slow |= middle > 1
        print(
            f"{name}: {middle:.2f} ms for the pieces (1), {statistics.median(writing):.2f} ms for their markup; "
            f"{len(drawing)} positions, up to {most} pieces"
        )
    if arguments.check and slow:
        sys.exit("a board takes more than a millisecond")


if __name__ == "__main__":
    main()
