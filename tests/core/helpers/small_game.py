"""A small game in three files, to be played in processes of its own with a cache of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

TINY = {
    "__init__.py": "",
    "facts.py": """
        from enginehouse.core.registry.game import Facts
        FACTS = Facts(name="tiny", title="Tiny", tagline="", prefix="TY", seats=(1, 1), length_bound=9, in_lobby=False)
    """,
    "state.py": """
        from enginehouse.core.records.header import header_fields
        from enginehouse.core.records.fields import INT64, Field
        from enginehouse.core.records.record import Shape
        SHAPE = Shape("tiny", [*header_fields(), Field("sum", INT64)])
        ACTIONS = ["add"]
    """,
    "parts.py": "POINTS = (1, 10)\n",
    "counting.py": """
        from enginehouse.core.rule import rule
        from tiny.parts import POINTS

        @rule
        def worth(many):
            return POINTS[0] * many
    """,
    "rules.py": """
        from enginehouse.core.records.chance import seed_chance
        from enginehouse.core.rule import rule
        from tiny.counting import worth

        @rule
        def setup(s, options, seed):
            s.seats = options[0]
            seed_chance(s, seed)

        @rule
        def actors(s):
            return 0 if s.reason != 0 else 1

        @rule
        def legal(s, seat, out):
            out[0] = 0
            return 1 if s.reason == 0 and seat == 0 else 0

        @rule
        def refusal(v, seat, action):
            return 0

        @rule
        def apply(s, seat, action, e):
            s.sum += worth(7)
            if s.sum >= 7:
                s.reason = 101

        @rule
        def view(s, seat, v):
            v.sum = s.sum

        @rule
        def guess(v, seat, seed):
            return 0

        @rule
        def scores(s, out):
            out[0] = s.sum
            out[8] = 1
    """,
}

RUN = """
    import sys
    sys.path.insert(0, sys.argv[1])
    from enginehouse.core.compiler import compiled_rules
    from enginehouse.core.registry.game import Game
    from enginehouse.core.play.arena import random_games
    run = random_games(Game("tiny"), 1, None, 3, 1)
    stats = [t.stats for twins in compiled_rules._COMPILED.values() for t in twins.twins.values()]
    print(int(run.totals[0, 0]), sum(sum(s.cache_hits.values()) for s in stats), sum(sum(s.cache_misses.values()) for s in stats))
"""


def play(tiny: Path, **more: str) -> tuple[int, int, int]:
    """The score of tiny's games in a process of its own, and how many compiled functions were found and not found."""
    environment = {**os.environ, "ENGINEHOUSE_CACHE": str(tiny.parents[1] / "kept"), **more}
    command = [sys.executable, "-c", textwrap.dedent(RUN), str(tiny.parent)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    score, hits, misses = done.stdout.split()
    return int(score), int(hits), int(misses)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    before = file.stat().st_mtime
    file.write_text(text.replace(old, new), encoding="utf-8")
    # Python takes what it compiled of a file of the same size and second; nobody edits so fast.
    os.utime(file, (before + 2, before + 2))
