"""Games for a figure, played in pieces by several processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

PIECE = 10
"""Games of a piece."""


def in_pieces(piece: Callable[[tuple[Any, ...]], list[Any]], what: tuple[Any, ...], games: int, jobs: int) -> list[Any]:
    """What `piece` finds in games from 0 on, in order; it gets `what`, the first game and how many. Progress is printed."""
    specs = [(*what, first, min(PIECE, games - first)) for first in range(0, games, PIECE)]
    found: list[Any] = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for k, some in enumerate(pool.map(piece, specs), 1):
            found += some
            print(f"\r{len(found)} of {games} games", end="" if k < len(specs) else "\n", flush=True)
    return found
