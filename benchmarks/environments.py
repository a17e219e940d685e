"""Steps a second of environments, with observation and mask: ours beside Pgx, OpenSpiel and PettingZoo, in one run.

    python benchmarks/environments.py [--rounds 9] [--check] [--pgx PYTHON] [--others PYTHON]

Each player is a process that plays random legal actions for so many steps when asked, in turns with the others. A figure is
the median of all rounds, a ratio the median of the ratios of each round; seconds are those of the processor, so that other
work on the machine disturbs little. Pgx plays as it likes it best: choosing, stepping and resetting in one compiled loop over
all games. `--pgx` and `--others` (OpenSpiel, PettingZoo) name the interpreters of environments that have them; who is not
there is left out and said so. `--check` ends with an error when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
N = 1024

LOOP = """
import json, sys, time
import numpy as np
play(20)
print("ready", flush=True)
for line in sys.stdin:
    steps, before = int(line), time.process_time()
    done = play(steps)
    print(json.dumps([done, time.process_time() - before]), flush=True)
"""

BATCH = """
import sys
import numpy as np
sys.path.insert(0, {examples!r})
from enginehouse.core.registry import game as games
from enginehouse.envs import Batch, Layout
game = games.register(games.Game("connect_four")) if {name!r} == "connect-four" else games.get({name!r})
batch, layout, dice = Batch(game, 2, {n}, seed=1), Layout(game), np.random.default_rng(1)
def play(steps):
    for _ in range(steps):
        views, mask, seat = batch.look()
        if {rows}:
            layout.rows(views)
        chance = dice.random(mask.shape, np.float32)
        chance *= mask
        batch.step(chance.argmax(1))
        done = batch.done
        if done.any():
            batch.reset(done)
    return steps * {n}
"""

PGX = """
import jax, jax.numpy as jnp, pgx
from pgx.experimental.wrappers import auto_reset
env, n, many = pgx.make("connect_four"), {n}, 100
again = jax.vmap(auto_reset(env.step, env.init))
def step(carry, key):
    state, seen = carry
    one, two = jax.random.split(key)
    actions = jax.random.categorical(one, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
    seen += state.observation.sum(dtype=jnp.int32)  # or nothing of it would be worked out
    return (again(state, actions, jax.random.split(two, n)), seen), None
@jax.jit
def run(state, key):
    return jax.lax.scan(step, (state, jnp.int32(0)), jax.random.split(key, many))[0]
state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n)), jax.random.PRNGKey(1)
def play(steps):
    global state, key
    for _ in range(-(-steps // many)):
        key, now = jax.random.split(key)
        state, seen = run(state, now)
    seen.block_until_ready()
    return -(-steps // many) * many * n
"""

SPIEL = """
import numpy as np, pyspiel
game = pyspiel.load_game("connect_four")
state, dice = game.new_initial_state(), np.random.default_rng(1)
def play(steps):
    global state
    for _ in range(steps):
        if state.is_terminal():
            state = game.new_initial_state()
        state.observation_tensor()
        mask = state.legal_actions_mask()
        legal = state.legal_actions()
        state.apply_action(legal[int(dice.random() * len(legal))])
    return steps
"""

AEC = """
import sys
import numpy as np
sys.path.insert(0, {examples!r})
if {theirs}:
    from pettingzoo.classic import connect_four_v3
    table = connect_four_v3.env()
else:
    from enginehouse.core.registry.game import Game
    from enginehouse.envs.pettingzoo import env
    table = env(Game("connect_four"))
dice = np.random.default_rng(1)
table.reset(seed=1)
def play(steps):
    for _ in range(steps):
        seen, reward, over, cut, info = table.last()
        if over or cut:
            table.reset()
            seen, *_ = table.last()
        legal = np.flatnonzero(seen["action_mask"])
        table.step(int(legal[int(dice.random() * len(legal))]))
    return steps
"""


class Kind(NamedTuple):
    """Who plays: its code, how many steps a round, and in which environment."""

    code: str
    steps: int
    home: str = "ours"


def kinds() -> dict[str, Kind]:
    """All players by name."""
    examples = str(ROOT / "docs" / "examples")

    def batch(name: str, steps: int, rows: bool = False) -> Kind:
        return Kind(BATCH.format(examples=examples, name=name, n=N, rows=rows), steps)

    return {
        "connect four, ours": batch("connect-four", 300),
        "connect four, ours, as rows": batch("connect-four", 300, rows=True),
        "connect four, Pgx": Kind(PGX.format(n=N), 300, "pgx"),
        "connect four, OpenSpiel": Kind(SPIEL, 8000, "others"),
        "connect four, ours as PettingZoo": Kind(AEC.format(examples=examples, theirs=False), 2000, "others"),
        "connect four, PettingZoo": Kind(AEC.format(examples=examples, theirs=True), 2000, "others"),
        "Mechanation": batch("mechanation", 60),
        "The Great Machine": batch("great-machine", 60),
        "Mechanica": batch("mechanica", 60),
        "Mechanical Beast": batch("mechanical-beast", 60),
    }


RATIOS = (
    ("connect four, ours", "connect four, Pgx", 2.0),
    ("connect four, ours, as rows", "connect four, Pgx", None),
    ("connect four, ours", "connect four, OpenSpiel", None),
    ("connect four, ours as PettingZoo", "connect four, PettingZoo", None),
)


class Player:
    """A process that plays so many steps when asked, and says how long it took."""

    def __init__(self, python: str, kind: Kind) -> None:
        paths = [str(ROOT / "src")] if kind.home != "pgx" else []
        self.process = subprocess.Popen(
            [python, "-c", kind.code + LOOP],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        assert self.process.stdout is not None and self.process.stderr is not None
        self.steps = kind.steps
        self.ready = self.process.stdout.readline() == "ready\n"
        self.error = "" if self.ready else self.process.stderr.read().strip().splitlines()[-1]

    def rate(self) -> float:
        """Steps a second of the processor."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{self.steps}\n")
        self.process.stdin.flush()
        steps, seconds = json.loads(self.process.stdout.readline())
        return float(steps / seconds)

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pgx", default=sys.executable, help="a Python that has Pgx")
    parser.add_argument("--others", default=sys.executable, help="a Python that has OpenSpiel, PettingZoo and pygame")
    given = parser.parse_args()
    homes = {"ours": sys.executable, "pgx": given.pgx, "others": given.others}
    players = {name: Player(homes[kind.home], kind) for name, kind in kinds().items()}
    for name, player in players.items():
        if not player.ready:
            print(f"{name}: left out ({player.error})")
    playing = {name: player for name, player in players.items() if player.ready}
    rates: dict[str, list[float]] = {name: [] for name in playing}
    for _ in range(given.rounds):
        for name, player in playing.items():
            rates[name].append(player.rate())
    for player in players.values():
        player.close()
    for name, found in rates.items():
        print(f"{name:34} {statistics.median(found):12,.0f} steps/s")
    missed = False
    for one, other, least in RATIOS:
        if one in rates and other in rates:
            ratio = statistics.median(a / b for a, b in zip(rates[one], rates[other], strict=True))
            missed |= least is not None and ratio < least
            print(f"{one} / {other}: {ratio:.2f}" + (f" (at least {least:g})" if least else ""))
        else:
            missed |= least is not None
    if given.check and missed:
        sys.exit("a target was missed")


if __name__ == "__main__":
    main()
