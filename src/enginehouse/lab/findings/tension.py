"""Measure tension: how often the lead changed in a game, and how far choices and luck moved the win chances.

The function with which bots judge positions gives the win chance of each seat in every position (`bots.analysis.luck`).
For an action that depends on chance, the mean win chance over its outcomes is computed, too. The effect of the choice
is the difference from the win chance before the action to this mean. The effect of luck is the difference from the mean
to the win chance after the action.

The squares of both effects are summed over a game. The sum is the uncertainty that choices and luck have resolved. The
mean is estimated from a few random outcomes, and the error of the estimate makes the squares larger. So the expected
error is subtracted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.bots.analysis.luck import Mean, average_outcomes, depends_on_chance, judge_position
from enginehouse.core.play.match import Match
from enginehouse.core.words.estimates import Z
from enginehouse.lab.findings.leads import count_changes, count_led_since, find_leaders, list_chances
from enginehouse.lab.measures import Rows, Value, judge_decisions

PREFIX = "tension_"
"""The beginning of the names of all columns of a sampled game. Games outside of the sample have nulls there."""
SWINGS = f"{PREFIX}swings"
DRAWS = 4
"""The number of draws of chance per mean."""
DECISIONS = 12
"""The number of decisions of a game that are judged."""
COMEBACK = 0.5
"""A comeback: the winner's chance was once below this part of an equal share."""


def measure_tension(match: Match, notes: Rows = ()) -> dict[str, Value]:
    """Return the tension of a game as a dict: how much the chances of winning changed in it, and by which causes.

    Each name in the dict is `PREFIX` followed by:

    - `lead_changes`: how often the lead passed to another seat
    - `led`: how long the last leader led without a break at the end, as a fraction of the game, from 0 to 1
    - `lowest`: the winner's lowest win chance, from 0 to 1
    - `comeback`: 1 if `lowest` is less than `COMEBACK` times an equal share of the win, else 0
    - `decisions`: the number of judged decisions, and `mattered`: those with a single good action
    - `chosen`, `luck`: the squares of the changes in win chances by choices and by luck, summed over all actions and
      seats
    - `chance`: the number of actions that could have had other outcomes by chance
    - `swings`: rows about events with cards and other pieces, and the changes of win chances at these events

    `notes` has a row for each event with a card or other piece of the game (`core.words.tally.Tally`). The row has the
    seat of the event, and the index of the action at which it happened. An event is not in `swings` if it happened
    before the first action, or at an action of another seat than the event's seat.
    """
    chances = list_chances(match)
    leaders = find_leaders(chances)
    winner = max(range(match.seats), key=lambda seat: chances[-1][seat])
    lowest = min(shares[winner] for shares in chances)
    moves = _list_moves(match, chances)
    rows, fair = judge_decisions(match, DECISIONS), 100 / match.seats
    return {
        f"{PREFIX}lead_changes": float(count_changes(leaders)),
        f"{PREFIX}led": count_led_since(leaders) / max(1, len(leaders)),
        f"{PREFIX}lowest": lowest / 100,
        f"{PREFIX}comeback": float(lowest < COMEBACK * fair),
        f"{PREFIX}decisions": float(len(rows)),
        f"{PREFIX}mattered": float(sum(row["near"] == 1 for row in rows)),
        f"{PREFIX}chosen": sum(sum(chosen) for chosen, _, _ in moves) / 10_000,
        f"{PREFIX}luck": sum(sum(luck) for _, luck, _ in moves) / 10_000,
        f"{PREFIX}chance": float(sum(by_chance for *_, by_chance in moves)),
        SWINGS: tuple(
            _describe_swing(note, moves)
            for note in notes
            if int(note["entry"]) >= 0 and match.standing[int(note["entry"])].seat == note["seat"]
        ),
    }


Move = tuple[list[float], list[float], bool]
"""The squares by which an action moved the win chance of each seat, by choice and by luck.

The last value is true if the action could have had other outcomes by chance.
"""


def _list_moves(match: Match, chances: Sequence[Sequence[float]]) -> list[Move]:
    """Return for each action of a match how far its choice and its luck moved each seat's win chance, as a `Move`.

    A `Move` has two lists by seat: the squared effect of the choice, and that of luck, in squared percentage points. It
    also says whether the action depends on chance. The choice moves a win chance to its mean over all outcomes of
    chance, and luck moves it from there to its actual value. The mean is estimated from a few random outcomes, so the
    expected error of the estimate is subtracted from each square. `chances` has the win chances of all seats, in
    percent, before the first action and after each action.
    """
    moving, found = match.begin_again(), []
    for number, done in enumerate(match.standing):
        old = match.game.shape.copy(moving.state)
        moving.act_unchecked(done.seat, done.code)
        before, after = chances[number], chances[number + 1]
        mean = Mean(list(after), [0.0] * match.seats)
        by_chance = depends_on_chance(old, moving.state)
        if by_chance:
            mean = average_outcomes(old, (number, done.seat, done.code), judge_position, DRAWS)
        noise = [(error / Z) ** 2 for error in mean.error]
        chosen = [(m - b) ** 2 - n for m, b, n in zip(mean.shares, before, noise, strict=True)]
        luck = [(a - m) ** 2 - n for a, m, n in zip(after, mean.shares, noise, strict=True)]
        found.append((chosen, luck, by_chance))
    return found


def _describe_swing(note: Mapping[str, Any], moves: Sequence[Move]) -> dict[str, int | float | str]:
    """Return a dict about an event with a card or other piece, and about its effect on a seat's win chance.

    `note` has the seat of the event, the kind of event, the piece, and the index of the action at which the event
    happened (`entry`). `moves` has a tuple for each action. Its first list has, for each seat, the square of the change
    of its win chance by the player's choice. Its second list has the same for the change by luck. The unit is the
    squared percentage point.

    The dict has the values of `note`. In addition, `chosen` and `luck` are the two squares for the seat of the event,
    divided by 10,000, so that they belong to win chances from 0 to 1.
    """
    entry, seat = int(note["entry"]), int(note["seat"])
    chosen, luck, _ = moves[entry]
    return {
        "seat": seat,
        "what": str(note["what"]),
        "part": str(note["part"]),
        "entry": entry,
        "chosen": chosen[seat] / 10_000,
        "luck": luck[seat] / 10_000,
    }
