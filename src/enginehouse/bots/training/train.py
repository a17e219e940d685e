"""Learn a game's judgement, or beliefs about hidden information, from games of bots (`enginehouse train`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.training import beliefs
from enginehouse.bots.training.learning import (
    Fitted,
    Gathering,
    Positions,
    TrainingGames,
    fit,
    join_positions,
    to_whole_numbers,
)
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.judging.learned import BELIEFS, FILE, HABITS, LearnedWeights
from enginehouse.core.registry.game import Game
from enginehouse.core.sources.cache import stamp

CHUNK = 250
"""The number of games between two steps of the progress bar, and per file of gathered positions."""


class Subject(NamedTuple):
    """A thing that the command `enginehouse train` can learn, such as the judgement of positions.

    - `rule`: the rule of `judgement.py` that writes the features
    - `lessons`: the name of the constant of `judgement.py` that declares the training games
    - `file`: the file of the weights
    - `blind`: words of the report about the log loss of a prediction without learned weights. For example, "with even
      shares" says that this prediction gives all seats the same win chance
    - `option`: the option of the command that selects the subject, after a space (" --beliefs"), or "" for the default
    """

    rule: str
    lessons: str
    file: str
    blind: str
    option: str


JUDGING = Subject("features", "LESSONS", FILE, "with even shares", "")
"""The subject that learns the judgement of positions."""
BELIEVING = Subject("signs", "BELIEF_LESSONS", BELIEFS, "where all guesses are alike", " --beliefs")
"""The subject that learns how likely a guess is, given actions of the greedy bot."""
HABITUAL = Subject("habits", "HABIT_LESSONS", HABITS, "where all guesses are alike", " --habits")
"""The subject that learns how likely a guess is, given actions of bots that search."""


def list_lessons(game: Game, part: float = 1.0, subject: Subject = JUDGING) -> list[TrainingGames]:
    """Return a list of the training games that a game declares for a subject, such as the judgement of positions.

    `subject` is the thing to learn, by default the judgement of positions. The number of games in each element is
    multiplied by `part`, so 1 means all games. Raise `Unreadable` if the game declares no training games for the
    subject.
    """
    wanted = getattr(game.judgement, subject.lessons, ())
    if not wanted:
        raise Unreadable(
            f"{game.facts.title} has nothing to learn: its judgement.py has no {subject.lessons} and {subject.rule}"
        )
    lessons = [TrainingGames(**lesson) for lesson in wanted]
    return [lesson._replace(games=max(CHUNK, round(part * lesson.games))) for lesson in lessons]


def gather(
    game: Game,
    lessons: list[TrainingGames],
    seed: int,
    folder: Path,
    advance: Callable[[int], object],
    subject: Subject = JUDGING,
) -> list[Any]:
    """Play the training games of a game, and return a list with the positions of each lesson.

    A lesson is a kind of training games, such as those with two seats. Positions that are stored in `folder` are reused
    if they come from the same rules and lessons. `seed` determines the games, and `subject` decides which positions are
    stored. `advance` is called with the number of games that were played since its last call.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rules = stamp(game)
    gathering: dict[str, Gathering] = {}
    found = []
    for number, lesson in enumerate(lessons):
        rows = []
        same = hashlib.sha256(f"{rules} {game.name} {lesson}".encode()).hexdigest()[:12]
        for first in range(0, lesson.games, CHUNK):
            many = min(CHUNK, lesson.games - first)
            file = folder / f"{number}-{seed}-{first}-{many}-{same}.npz"
            if not file.exists():
                if lesson.level not in gathering:
                    kinds = {BELIEVING: beliefs.BeliefGathering, HABITUAL: beliefs.HabitGathering}
                    gathering[lesson.level] = kinds.get(subject, Gathering)(game, lesson.level)
                aside = file.with_suffix(".part")
                with aside.open("wb") as opened:
                    np.savez_compressed(
                        opened, **gathering[lesson.level].positions(lesson, seed, first, many)._asdict()
                    )
                aside.replace(file)
            with np.load(file) as kept:
                rows.append(Positions(*(kept[name] for name in Positions._fields)))
            advance(many)
        found.append(join_positions(rows))
    return found


def learn_weights(found: list[Positions]) -> list[Fitted]:
    """Return a list of fitted weights, one element for each bank of the game.

    A bank is a set of weights, for example for games with two seats. The game's rule `bank` (see `core.verbs`) says to
    which bank a position belongs. The weights of a bank are fitted to its positions. `found` is a list with the
    positions of each lesson (a kind of training games).
    """
    banks = sorted({int(bank) for positions in found for bank in np.unique(positions.banks)})
    if banks != list(range(len(banks))):
        raise Unreadable(f"positions are of the banks {banks}; there should be some of each from 0 on")
    result = []
    for bank in banks:
        here = [Positions(*(column[one.banks == bank] for column in one)) for one in found]
        result.append(fit([one for one in here if len(one.games)]))
    return result


def train(
    game: Game, seed: int, part: float, folder: Path, advance: Callable[[int], object], subject: Subject = JUDGING
) -> dict[str, Any]:
    """Learn a subject, such as the judgement of positions, for a game, and return the weights as a dict for JSON.

    `seed` determines the training games, and `part` scales their number (1 is all). Positions in `folder` are reused.
    `advance` is called with the number of games that were played since its last call. Raise `Unreadable` if rules are
    not compiled on this machine. The returned dict has two keys:

    - `banks`: a list of sets of weights, such as a set for each number of seats; each set is a list of integers
    - `made`: how the weights were learned: a dict with the command, the version of the rules, the seed, the number of
      games, and the losses
    """
    if not jit_possible():
        raise Unreadable("learning plays thousands of games, compiled: Numba is not installed, or ENGINEHOUSE_JIT is 0")
    lessons = list_lessons(game, part, subject)
    banks = learn_weights(gather(game, lessons, seed, folder, advance, subject))
    share = "" if part == 1.0 else f" --part {part:g}"
    return {
        "made": {
            "command": f"enginehouse train {game.name}{subject.option} --seed {seed}{share}",
            "rules": game.facts.rules_version,
            "seed": seed,
            "games": sum(lesson.games for lesson in lessons),
            "banks": [
                {"positions": one.positions, "log_loss": round(one.loss, 4), "even": round(one.even, 4)}
                for one in banks
            ],
        },
        "banks": [to_whole_numbers(one.weights) for one in banks],
    }


def learn_anew(
    game: Game, seats: int, options: Mapping[str, str], part: float, seed: int, folder: Path
) -> LearnedWeights:
    """Return the weights of a game's judgement, in which those for these seats and options are learned anew from games.

    The weights are divided into sets (banks), such as a set for each number of seats. A set is learned anew if any
    position of the games belongs to it. All other sets stay as they are in the game's folder. The games are the
    training games that the game declares for this number of seats, played with `options` in place of their own options.
    `part` scales their number (1 is all), and `seed` determines them. Positions in `folder` are reused. Raise
    `Unreadable` if the game declares no training games with these seats, or if rules are not compiled on this machine.
    """
    if not jit_possible():
        raise Unreadable("learning plays thousands of games, compiled: Numba is not installed, or ENGINEHOUSE_JIT is 0")
    lessons = [lesson._replace(options=options) for lesson in list_lessons(game, part) if lesson.seats == seats]
    if not lessons:
        raise Unreadable(
            f"{game.facts.title} has no training games with {seats} seats: add some to LESSONS of judgement.py"
        )
    found = join_positions(gather(game, lessons, seed, folder, lambda games: None))
    file = Path(game.folder) / FILE
    banks = json.loads(file.read_text("utf-8"))["banks"] if file.is_file() else []
    for bank in sorted(int(one) for one in np.unique(found.banks)):
        here = Positions(*(column[found.banks == bank] for column in found))
        banks += [[0] * found.numbers.shape[2]] * (bank + 1 - len(banks))
        banks[bank] = to_whole_numbers(fit([here]).weights)
    return LearnedWeights(tuple(tuple(bank) for bank in banks))


def write(game: Game, weights: dict[str, Any], subject: Subject = JUDGING) -> Path:
    """Write learned weights into a file in the game's folder, and return the path of the file.

    `weights` is the dict that `train` returns. `subject` is the thing that was learned, by default the judgement of
    positions, and `subject.file` is the name of the file.
    """
    file = Path(game.folder) / subject.file
    lines = ",\n  ".join(json.dumps(bank) for bank in weights["banks"])
    file.write_text(f'{{"made": {json.dumps(weights["made"])},\n "banks": [\n  {lines}\n]}}\n', "utf-8")
    return file


def describe_training(weights: dict[str, Any], subject: Subject = JUDGING) -> list[str]:
    """Return a list with a sentence about each set of learned weights: how many positions it fits, and its log loss.

    `weights` is the dict that `train` returns. It has a set of weights for each kind of game, such as games with two
    seats. `subject` is the thing that was learned, by default the judgement of positions.
    """
    return [
        f"bank {number}: {one['positions']} positions, log loss {one['log_loss']} on games held out ({one['even']} {subject.blind})"
        for number, one in enumerate(weights["made"]["banks"])
    ]
