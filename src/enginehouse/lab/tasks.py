"""Define tasks: fixed games on which bots are measured, so that results from different people can be compared.

`tasks.toml` lists them. A task never changes. For a change, a task with a new name (`-v2`) is added, and the old task
stays.
"""

from __future__ import annotations

import difflib
import hashlib
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from enginehouse import bots
from enginehouse.bots.players.runs import Run
from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.play.arena import game_seed
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game

FILE = Path(__file__).with_name("tasks.toml")
ALONE = "alone"
"""The name in place of an opponent in games that all seats win or lose together: the bot plays on all seats."""
ENTRANT = "entrant"
"""The name of the measured bot in the runs of a task."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task: fixed games by which bots are measured.

    The measured bot sits on one seat, which moves on from game to game, and its opponent on all others.

    - `game`, `seats`, `options`, `seed`: the deals, which are the same for all bots and all opponents
    - `games`: the number of games against each opponent. Its keys are names of bots. The key `alone` means games
      without an opponent, in which the measured bot plays on all seats
    - `form`: the encoding of observations for policies that do not choose their own (see `envs.forms`)
    - `seconds`: the time for a decision of the measured bot
    - `folder`: the folder with the game's code, if the game is not installed; result files leave this path out
    """

    name: str
    game: str
    seats: int
    games: dict[str, int]
    about: str
    options: dict[str, str] = {}
    seed: int = 20_261_127
    form: str = "rotated numbers"
    seconds: float = 1.0
    folder: str = ""

    @property
    def opponents(self) -> list[str]:
        """Return the names of the opponents, the weakest first."""
        return list(self.games)

    def chosen_game(self) -> Game:
        """Return the game of the task as an object. If the task names a folder, the code in this folder runs."""
        return open_game(self.folder) if self.folder else games.get(self.game)

    def bots(self, opponent: str) -> list[str]:
        """Return the names of the bots by seat in the first game against an opponent.

        The measured bot sits on seat 0, and `ENTRANT` stands for its name. If `opponent` is `ALONE`, the list has only
        this name, because the measured bot then plays on all seats.
        """
        return [ENTRANT] if opponent == ALONE else [ENTRANT, *[opponent] * (self.seats - 1)]

    def run(self, opponent: str) -> Run:
        """Return the parameters of the task's games against an opponent, as a `Run`. Play no game.

        In a task, a bot is measured. Here a random bot stands in its place, and `evaluating.make_run` replaces the
        random bot by the measured bot. The bots' random numbers come from a seed of their own, so they do not depend on
        the deals.
        """
        spread = self.bots(opponent)
        return Run(
            self.chosen_game(),
            self.seats,
            self.options,
            self.games[opponent],
            self.seed,
            ["random" if name == ENTRANT else name for name in spread],
            swap=len(spread) > 1,
            bot_seed=self.seed + 1,
        )

    def hash_deals(self) -> str:
        """Return the SHA-256 of the game, its options and the seeds of all deals, as hexadecimal digits."""
        digest = hashlib.sha256(f"{self.game} {self.seats} {sorted(self.options.items())}".encode())
        for k in range(max(self.games.values())):
            words, dice = [0] * 8, [0] * 4
            game_seed(words, dice, self.seed, k)
            digest.update("".join(f"{word:08x}" for word in words).encode())
        return digest.hexdigest()


def make_task(game: str, seats: int | None, options: dict[str, str], against: Sequence[str], many: int) -> Task:
    """Return a task for a game of your own. A task is a series of games by which bots are measured.

    `game` is the name of a game or a folder with a game. The game's code is imported, so it runs. `seats` is by default
    the smallest number of seats that the game allows. `options` maps the names of its options to choices. `against`
    names the opponents of the measured bot, by default the random and the greedy bot, with `many` games against each of
    them. If all seats win or lose together, the measured bot plays alone.
    """
    found = open_game(game)
    chosen = found.facts.seats[0] if seats is None else seats
    found.check_seats(chosen)
    if found.plays_together(chosen, found.check_options(options)):
        if against:
            raise Unreadable(
                f"in {found.facts.title} all seats win or lose together, so there are no opponents to name"
            )
        opponents = [ALONE]
    else:
        opponents = list(dict.fromkeys(against)) or ["random", *(["greedy"] if found.has("policy") else [])]
    for opponent in opponents:
        if opponent != ALONE:
            bots.find_bot(opponent)
    return Task(
        name=f"{found.name}-{chosen}p",
        game=found.name,
        seats=chosen,
        games=dict.fromkeys(opponents, many),
        about=f"{found.facts.title}, {chosen} seats",
        options=options,
        folder=str(Path(game).resolve()) if Path(game).is_dir() else "",
    )


@cache
def read_tasks() -> dict[str, Task]:
    """Return all tasks by name, in the order of `tasks.toml`."""
    found = tomllib.loads(FILE.read_text("utf-8"))
    return {name: msgspec.convert({"name": name, **fields}, Task) for name, fields in found.items()}


def find_task(name: str) -> Task:
    """Return the task of this name. Raise `Unreadable` with the names of all tasks if there is no such task."""
    tasks = read_tasks()
    if name not in tasks:
        near = difflib.get_close_matches(name, tasks, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise Unreadable(f"there is no task {quote(name)}{hint}; there are: {', '.join(tasks)}")
    return tasks[name]
