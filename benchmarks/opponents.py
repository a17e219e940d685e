"""How fast the bots of the house play in the tasks of `enginehouse evaluate`: milliseconds of one core for a decision.

    python benchmarks/opponents.py [--seconds 10] [--out docs/studies/results/tasks/speeds.json]

The bot plays all seats. Its games are compiled where Numba is there, and the first one, which compiles, is not counted.
Each bot plays until its games have taken so many seconds of the processor, at least two games. Time is that of the
processor, so other work on the machine hardly matters.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec

from enginehouse.bots.players.runs import play_rows
from enginehouse.lab.references import Speed, Speeds
from enginehouse.lab.tasks import Task, read_tasks

BOTS = ("random", "greedy", "steady", "hard", "expert", "baseline")
LEAST_GAMES = 2


def measure(task: Task, bot: str, seconds: float) -> Speed:
    """Return the time that a bot takes for a decision in the games of a task."""
    run = replace(task.run(task.opponents[0]), bots=[bot] * task.seats, swap=False)
    run.prepare()
    play_rows(run, 0, 1)
    began, actions, games = time.process_time(), 0, 0
    while games < LEAST_GAMES or time.process_time() - began < seconds:
        games += 1
        (row,) = play_rows(run, games, 1)
        actions += row.actions
    return Speed(task.name, bot, float(f"{1000 * (time.process_time() - began) / actions:.3g}"), actions)


def read_processor() -> str:
    """Return the name of the processor, as Linux knows it."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.is_file() else []
    return next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Measure all bots in all tasks, and print or write the speeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--tasks", nargs="+", default=list(read_tasks()))
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = []
    for name in given.tasks:
        for bot in given.bots:
            if bot == "baseline" and read_tasks()[name].seats != 2:
                continue
            found.append(measure(read_tasks()[name], bot, given.seconds))
            print(f"{name}, {bot}: {found[-1].milliseconds} ms for a decision", flush=True)
    command = " ".join(["python benchmarks/opponents.py", *sys.argv[1:]])
    content = Speeds(read_processor(), datetime.datetime.now(datetime.UTC).date().isoformat(), command, found)
    if given.out:
        given.out.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")


if __name__ == "__main__":
    main()
