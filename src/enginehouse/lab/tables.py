"""Compute means, shares and confidence intervals for a finished experiment, from the games stored in its folder."""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path
from statistics import pvariance
from typing import Any, NamedTuple, Self

import msgspec
import polars as pl
from scipy import stats

from enginehouse.bots.players.runs import Run, play_positions
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import overlays
from enginehouse.core.words import estimates
from enginehouse.core.words.estimates import Estimate
from enginehouse.lab import sequences
from enginehouse.lab.experiment import Experiment, Variant
from enginehouse.lab.findings.tension import PREFIX
from enginehouse.lab.measures import format_word, list_words


class Difference(NamedTuple):
    """The difference of a column between a variant and the first variant, on the same deals.

    - `variant`, `column`: the number of the variant, and the name of the column
    - `estimate`: the mean difference with its confidence interval
    - `ratio`: the variance of the difference, divided by the variance that it would have on different deals; below 1 if
      the same deals have made the interval narrower
    - `chance`: the p-value
    - `found`: whether the difference is significant after correction for all comparisons (Benjamini and Hochberg: one
      in twenty of the marked differences is expected to be false)
    """

    variant: int
    column: str
    estimate: Estimate
    ratio: float
    chance: float
    found: bool = False


class Label(NamedTuple):
    """The results of all seats that have a certain entry in one of their lists, in the games of a variant.

    An experiment can store lists for each seat of a game, such as the titles of its cards or the kinds of its actions.
    `name` is the entry, such as the title of a card. `seats` is the number of the seats that have it, and `win` is
    their mean share of the win (1 for a win, less if seats tie).
    """

    name: str
    seats: int
    win: Estimate


class StoredGames:
    """The games of a finished experiment, from its folder. `games` is a table with a row for each game (Polars)."""

    def __init__(self, folder: Path, made: dict[str, Any], games: pl.DataFrame) -> None:
        self.folder, self.made, self.games = folder, made, games
        self.experiment: Experiment = msgspec.convert(made["experiment"], Experiment)

    @classmethod
    def load(cls, folder: Path | str) -> Self:
        """Return the result in a folder. Raise `Unreadable` if the folder has no result, or an unfinished one."""
        path = Path(folder)
        try:
            made = msgspec.json.decode((path / "result.json").read_bytes())
            return cls(path, made, pl.read_parquet(path / "games.parquet"))
        except (OSError, msgspec.MsgspecError, pl.exceptions.PolarsError) as error:
            raise Unreadable(f"{path} holds no finished result: {error}") from error

    @cached_property
    def variants(self) -> list[Variant]:
        """Return the variants of the experiment in the order of their numbers."""
        return [Variant(k, tuple((name, value) for name, value in one)) for k, one in enumerate(self.made["variants"])]

    @property
    def seats(self) -> int:
        """Return the number of seats in each game."""
        return sum(name.startswith("win_") for name in self.games.columns)

    @property
    def name(self) -> str:
        """Return the name of the folder that contains the result."""
        return self.folder.name

    def of(self, variant: int) -> pl.DataFrame:
        """Return the games of a variant as a table, in the order of their numbers."""
        return self.games.filter(pl.col("variant") == variant).sort("game")

    def run(self, variant: int) -> Run:
        """Return the run (the series of games between bots) that plays the variant with the number `variant`."""
        if not 0 <= variant < len(self.variants):
            raise Unreadable(f"this result has the variants 0 to {len(self.variants) - 1}, not {variant}")
        return self.experiment.make_run(self.variants[variant])

    def match(self, variant: int, number: int) -> Match:
        """Replay game `number` of a variant, and return it as a match with all its actions."""
        run = self.run(variant)
        numbers = self.of(variant)["game"]
        if number not in numbers:
            raise Unreadable(f"this result has {len(numbers)} of the games {numbers[0]} to {numbers[-1]}, not {number}")
        (match,) = [position for _, position in play_positions(run, number, 1, whole_games=True)]
        assert isinstance(match, Match)
        return match


class Figures(StoredGames):
    """The figures of a finished experiment: how often seats and bots win, and means of scores and other numbers.

    Each figure has its confidence interval.
    """

    def share(self, values: list[float]) -> Estimate:
        """Return the mean of `values`, a share of the win from 0 to 1 for each game, with its confidence interval.

        If the run could stop early because its results were exact enough, the interval is wide enough to allow for
        this.
        """
        return sequences.share(values) if self.experiment.until else estimates.share(values)

    def mean(self, values: list[float]) -> Estimate:
        """Return the mean of the numbers `values`, one for each game, with its confidence interval.

        If the run could stop early because its results were exact enough, the interval is wide enough to allow for
        this.
        """
        return sequences.mean(values) if self.experiment.until else estimates.mean(values)

    def wins(self, variant: int) -> list[Estimate]:
        """Return the share of the win of each seat in a variant."""
        games = self.of(variant)
        return [self.share(games[f"win_{seat}"].to_list()) for seat in range(self.seats)]

    def bots(self, variant: int) -> dict[str, Estimate]:
        """Return a dict with the mean result of each bot in the games of a variant, by the name of the bot.

        The result of a game is 1 for a win, less if several seats tie, and 0 for a loss. If a bot plays on several
        seats of a game, the mean of their results counts for this game.
        """
        games, found = self.of(variant), {}
        for bot in dict.fromkeys(self.run(variant).bots):
            own = [pl.when(pl.col(f"bot_{k}") == bot).then(pl.col(f"win_{k}")) for k in range(self.seats)]
            found[bot] = self.share(games.select(win=pl.mean_horizontal(own))["win"].drop_nulls().to_list())
        return found

    @property
    def numbers(self) -> list[str]:
        """Return the names of the columns with numbers: actions, scores and measures, but not the shares of the win."""
        others = ("win_", "rank_", "variant", "game", PREFIX)
        return [
            name
            for name, kind in self.games.schema.items()
            if (kind.is_numeric() or kind == pl.Boolean) and not name.startswith(others)
        ]

    @cached_property
    def together(self) -> bool:
        """Return whether all seats had the same share of the win in every game.

        This is so in games in which all players win or lose together. The figures of one seat are then those of all.
        """
        return all((self.games["win_0"] == self.games[f"win_{seat}"]).all() for seat in range(self.seats))

    def is_share(self, column: str) -> bool:
        """Return whether a column is shown in percent: a share of the win, or a measure that is a yes or no.

        A count is never shown in percent, even if it is 0 in all games.
        """
        if column not in self.games.columns or column.startswith("win_"):
            return True
        return self.games.schema[column] == pl.Boolean

    def average(self, variant: int, column: str) -> Estimate:
        """Return the mean of a column of numbers in the games of a variant, with its confidence interval."""
        values = self.of(variant)[column].to_list()
        return self.share(values) if self.is_share(column) else self.mean(values)

    def ends(self, variant: int) -> dict[str, int]:
        """Return a dict with the number of games of a variant that ended by each clause, such as `GM-4.2`."""
        counted = self.of(variant).group_by("reason").len().sort("reason")
        return dict(zip(counted["reason"].to_list(), counted["len"].to_list(), strict=True))


class Measured(Figures):
    """The texts and rows that functions found in each game of a finished experiment, and figures about them.

    These functions are called measures. Some measures list texts for each seat, such as the titles of its cards. Others
    return rows of a table, such as a row for each decision of the game.
    """

    @property
    def labelled(self) -> list[str]:
        """Return a list of the names of the measures that list texts for each seat, such as the titles of its cards.

        A measure is a function that notes facts of each game. The table of games has a column for each seat of such a
        measure: `mechs_0`, `mechs_1` and so on for `mechs`. Each element of the column is a list of texts.
        """
        lists = [name for name, kind in self.games.schema.items() if kind == pl.List(pl.String)]
        return list(dict.fromkeys(name.rpartition("_")[0] for name in lists))

    def labels(self, variant: int, what: str) -> list[Label]:
        """Return for each entry of certain lists, such as each card, the results of the seats that have this entry.

        An experiment can store lists for each seat of a game, such as `played`, the cards that the seat played. The
        last argument is the name of such a list. Only games of the variant with the number `variant` count. The entry
        with the largest win share comes first.
        """
        each = self._having(variant, what)
        found = [
            Label(str(name), int(part["seats"].sum()), self.share(part["win"].to_list()))
            for (name,), part in each.group_by("label", maintain_order=True)
        ]
        return sorted(found, key=lambda label: -label.win.value)

    def never(self, variant: int, what: str) -> list[str]:
        """Return a list of the cards that were, for example, never played (or never bought) in all games of a variant.

        The second argument is the name of a list that the experiment stores for each seat of a game. For example,
        `played` lists the cards that the seat played. Return the cards that are not in this list of any seat. Return an
        empty list if there is no list of this name, or if the titles of all cards are not known.
        """
        if what not in self.labelled:
            return []
        done = set(self._having(variant, what)["label"].to_list())
        return [word for word in list_words(what, self.run(variant).game) if word not in done]

    @property
    def tables(self) -> list[str]:
        """Return a list of the names of the measures that give rows of a table.

        A measure is a function that notes facts of each game, such as a row for each decision.
        """
        return [
            name
            for name, kind in self.games.schema.items()
            if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct) and not name.startswith(PREFIX)
        ]

    def rows(self, what: str, variant: int | None = None) -> pl.DataFrame:
        """Return a table with all rows that a measure has noted, from every game or from the games of a variant.

        A measure is a function that notes facts of each game. The first argument is the name of a measure that gives
        some rows for each game, such as a row for each decision. `variant` is the number of the variant; by default the
        table has all variants. The first columns are `variant` and `game`.
        """
        games = self.games if variant is None else self.of(variant)
        return games.select("variant", "game", what).explode(what).drop_nulls(what).unnest(what)

    def summarize_decisions(self, variant: int) -> tuple[list[float], list[float], list[float]]:
        """Return three lists about the decisions in a variant's games, with a value for each game.

        - the mean number of legal actions in a decision
        - the mean share of these actions, from 0 to 1, that are nearly as good as the best (`measures.HAIR`)
        - the share of decisions, from 0 to 1, in which no other action is nearly as good as the best
        """
        rows = self.rows("decisions", variant).group_by("game", maintain_order=True)
        near = (pl.col("near") / pl.col("legal")).mean()
        table = rows.agg(pl.col("legal").mean(), near.alias("share"), (pl.col("near") == 1).mean().alias("mattered"))
        return table["legal"].to_list(), table["share"].to_list(), table["mattered"].to_list()

    def parts(self, variant: int) -> pl.DataFrame:
        """Return a table of the events with cards, tiles and other pieces of the game (parts) in a variant.

        The table has a row for each piece and kind of event, which are the first two columns. Then follow `times` (the
        number of events), `games` (the share of games with such an event, from 0 to 1) and `when`. Each event has the
        number of the round, day or similar in which it happened, and `when` is the mean of these numbers.
        """
        many = self.of(variant).height
        return (
            self.rows("parts", variant)
            .group_by("part", "what")
            .agg(pl.len().alias("times"), (pl.col("game").n_unique() / many).alias("games"), pl.col("when").mean())
            .sort("part", "what")
        )

    def _having(self, variant: int, measure: str) -> pl.DataFrame:
        """Return a table about the seats that have each card, with a row for each card and game.

        `variant` is the number of the variant whose games count. `measure` is the name of a list that the experiment
        stores for each seat of a game, such as its cards or the kinds of its actions. The columns are `label` (the
        card), `game`, `win` (the mean share of the win of the seats that have the card) and `seats` (the number of
        these seats). Several seats of a game count as one observation, because they are not independent.
        """
        games = self.of(variant)
        seats = [
            games.select("game", pl.col(f"{measure}_{seat}").alias("label"), pl.col(f"win_{seat}").alias("win"))
            for seat in range(self.seats)
        ]
        table = pl.concat(seats).explode("label").drop_nulls("label")
        return table.group_by("label", "game").agg(pl.col("win").mean(), pl.len().alias("seats")).sort("label", "game")


class Tables(Measured):
    """A finished experiment, read from its folder: its games, figures about them, and comparisons of its variants."""

    @property
    def compared(self) -> list[str]:
        """Return a list of the columns in which variants are compared: each seat's win share, and all other numbers.

        The other numbers are actions, scores, and facts that were noted for each game. If all seats win or lose
        together, the list has the win share of a single seat.
        """
        return [f"win_{seat}" for seat in range(1 if self.together else self.seats)] + self.numbers

    @cached_property
    def differences(self) -> list[Difference]:
        """Return the differences of each variant from the first variant, column by column.

        Only the deals that both variants have are compared.
        """
        pairs: list[Pair] = []
        for number in range(1, len(self.variants)):
            pairs += [(number, name, *pair_values(self.of(0), self.of(number), name)) for name in self.compared]
            pairs += [pair for what in self.labelled for pair in self._having_pairs(number, what)]
        return compare_pairs(pairs, at_all_times=self.experiment.until > 0)

    def _having_pairs(self, variant: int, measure: str) -> list[Pair]:
        """Return a pair of lists for each card: how often the card's owners won, in the first and in another variant.

        The owners are the seats that have the card. In a `Pair`, the first list is for the first variant, and the
        second for the variant with the number `variant`. Both have the mean win share of the owners in each game. Only
        games in which the card has an owner in both variants count. A card with fewer than two such games has no pair.
        `measure` is the name of a list of cards (or of other texts) that the experiment stores for each seat of a game.
        """
        before, after = (dict(list(self._having(k, measure).group_by("label"))) for k in (0, variant))
        return [
            (variant, format_word(measure, str(label[0])), *pair_values(before[label], after[label], "win"))
            for label in sorted(before.keys() & after.keys())
            if before[label].join(after[label], on="game").height > 1
        ]


def against(old: Tables, new: Tables, variant: int = 0) -> list[Difference]:
    """Return how the numbers of a variant differ between the results `old` and `new`, compared on the same deals.

    `old` and `new` are results of the same experiment, played with two versions of the rules. `variant` is the number
    of the variant. Raise `Unreadable` if the results differ in game, seats or seed, because then their deals differ.
    """
    one, other = _deals(old), _deals(new)
    if one != other:
        name = next(name for name in one if one[name] != other[name])
        raise Unreadable(f"{old.name} and {new.name} have no deals in common: {name} {one[name]} and {other[name]}")
    columns = [name for name in old.compared if name in new.compared]
    pairs = [(variant, name, *pair_values(old.of(variant), new.of(variant), name)) for name in columns]
    return compare_pairs(pairs, at_all_times=old.experiment.until > 0 or new.experiment.until > 0)


def _deals(result: Tables) -> dict[str, object]:
    """Return the settings of a result that determine its deals, by name. Equal settings give equal deals."""
    game, _ = overlays.parse(result.made["game"])
    return {"game": game, "seats": result.seats, "seed": result.experiment.seed}


# -- differences -------------------------------------------------------------------------------------------------------


Pair = tuple[int, str, list[float], list[float]]
"""The number of a variant, a column, and the values of the column in the first variant and in this variant, game by
game.
"""


def compare_pairs(pairs: list[Pair], *, at_all_times: bool = False) -> list[Difference]:
    """Return the mean difference between the two lists of each pair (see `Pair`), with its confidence interval.

    The significance of a difference is corrected for the number of pairs. If `at_all_times` is true, the intervals are
    valid at every moment of a run, so the run may look at them and stop early.
    """
    if at_all_times:
        return [difference(*pair, alpha=sequences.ALPHA / len(pairs)) for pair in pairs]
    found = [difference(*pair) for pair in pairs]
    fair = stats.false_discovery_control([one.chance for one in found]) if found else []
    return [one._replace(found=bool(chance < sequences.ALPHA)) for one, chance in zip(found, fair, strict=True)]


def pair_values(one: pl.DataFrame, other: pl.DataFrame, name: str) -> tuple[list[float], list[float]]:
    """Return two lists with the values of the column `name`: first in the table `one`, then in the table `other`.

    Both are tables of games. A game that only one of them has is left out. The values are in the order of the games'
    numbers.
    """
    both = one.select("game", name).join(other.select("game", name), on="game", suffix=" then").sort("game")
    return both[name].cast(pl.Float64).to_list(), both[f"{name} then"].cast(pl.Float64).to_list()


def difference(variant: int, name: str, before: list[float], after: list[float], alpha: float = 0.0) -> Difference:
    """Return the mean of `after` less `before`, game by game, with its confidence interval.

    `variant` and `name` (the column) are stored in the result. The confidence level is 95 %. If `alpha` is not 0, the
    level is 1 - `alpha` instead, and it holds even if the experiment looks at interim results many times.
    """
    change = [then - now for now, then in zip(before, after, strict=True)]
    if not any(change):
        return Difference(variant, name, Estimate(0.0, 0.0, 0.0), 0.0, 1.0)
    apart = pvariance(before) + pvariance(after)
    ratio = pvariance(change) / apart if apart else 0.0
    if alpha:
        held = sequences.mean(change, alpha)
        return Difference(variant, name, held, ratio, math.nan, not held.low <= 0 <= held.high)
    chance = float(stats.ttest_1samp(change, 0.0).pvalue) if pvariance(change) else 0.0
    return Difference(variant, name, estimates.mean(change), ratio, chance)
