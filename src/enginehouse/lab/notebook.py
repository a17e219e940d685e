"""Show a report in a notebook, as objects that display themselves.

Outside a notebook, the objects are printed as sentences, Polars tables and a picture.
"""

from __future__ import annotations

import polars as pl

from enginehouse.core.words.estimates import Estimate
from enginehouse.lab import report, words
from enginehouse.lab.findings import charts, part_tables
from enginehouse.lab.measures import format_word
from enginehouse.lab.tables import Tables


class Chart:
    """A picture as SVG, which a notebook displays."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


class Report:
    """The report of an experiment for a notebook, with its sentences, its chart and its tables as Python objects.

    In the tables, the columns `low` and `high` have the 95 % interval of each share or mean.
    """

    def __init__(self, result: Tables) -> None:
        self.result = result

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return f"<style>{report.STYLE}</style>{report.body(self.result)}"

    @property
    def sentences(self) -> list[str]:
        """Return the results in words, as a list of sentences."""
        return words.sentences(self.result)

    @property
    def chart(self) -> Chart:
        """Return the chart that answers the experiment's question.

        If the question is about a card or other piece, the chart shows how often players with and without it won.
        Otherwise it shows how often each seat won. If there is a single variant and the cards of seats were noted, it
        shows how often the seats with each card won instead.
        """
        return Chart(charts.chart(self.result))

    @property
    def uses(self) -> pl.DataFrame:
        """Return a table, by variant, of the players that had or used the card or other piece that is studied.

        The experiment's question is about this piece. `value`, `low` and `high` are the share of such players, with its
        95 % interval. `with` is the mean win share of these players (1 for a win, less if seats tie), and `without`
        that of all other players. The intervals of both are in `with_low`, `with_high`, `without_low` and
        `without_high`.
        """
        return _table_rows(part_tables.tabulate_uses(self.result))

    @property
    def luck(self) -> pl.DataFrame:
        """Return a table with a row for each variant: how far luck, and not choices, changed the players' win chances.

        The column `luck` is the fraction of the changes of win chances that came from luck, from 0 to 1. It is about
        events with the card or other piece that the experiment studies, for example that the card is used. The column
        `others` is the same fraction for events with all other pieces.
        """
        return _table_rows(part_tables.tabulate_luck(self.result))

    @property
    def tension(self) -> pl.DataFrame:
        """Return a table about tension: how much the chances of winning changed in the sampled games of each variant.

        A column is, for example, how often the lead changed. All columns are explained at `findings.answers.Tension`.
        """
        return _table_rows(part_tables.tabulate_tension(self.result))

    @property
    def wins(self) -> pl.DataFrame:
        """Return a table of each seat's share of the win in each variant."""
        return _table(
            [
                {"variant": str(variant), "seat": seat, **_spread(found)}
                for variant in self.result.variants
                for seat, found in enumerate(self.result.wins(variant.number))
            ]
        )

    @property
    def means(self) -> pl.DataFrame:
        """Return a table of the mean, by variant, of each number that is noted for a game, such as its length.

        The columns are the variant, the name of the number, its mean, and the ends of the 95 % interval.
        """
        return _table(
            [
                {
                    "variant": str(one),
                    "what": name,
                    **_spread(self.result.average(one.number, name)),
                }
                for one in self.result.variants
                for name in self.result.numbers
            ]
        )

    @property
    def differences(self) -> pl.DataFrame:
        """Return a table of how each variant differs from the first in win shares and other numbers, on the same deals.

        A row has the variant, the name of the number, and the mean difference with its 95 % interval. The column
        `found` marks significant differences.
        """
        return _table(
            [
                {
                    "variant": str(self.result.variants[one.variant]),
                    "what": one.column,
                    **_spread(one.estimate),
                    "ratio": one.ratio,
                    "found": one.found,
                }
                for one in self.result.differences
            ]
        )

    def labels(self, what: str) -> pl.DataFrame:
        """Return a table of how often the seats won that have a certain card (or other entry) in a list.

        An experiment can store lists for each seat of a game, such as `played`, the cards that the seat played. The
        argument is the name of such a list. `result.labelled` has the names of all lists. The returned table has a row
        for each variant and each entry. In each variant, the entries with the largest win shares come first.
        """
        return _table(
            [
                {
                    "variant": str(variant),
                    "who": format_word(what, label.name),
                    "seats": label.seats,
                    **_spread(label.win),
                }
                for variant in self.result.variants
                for label in self.result.labels(variant.number, what)
            ]
        )

    @property
    def odd(self) -> pl.DataFrame:
        """Return a table of remarkable games, such as the longest.

        A row has the number of a variant, the number of a game, and the reason. To replay the game, call the method
        `match(variant, game)` of the attribute `result` of this report.
        """
        return _table(
            [
                {"variant": variant.number, "game": k, "what": said}
                for variant in self.result.variants
                for k, said in report.odd_games(self.result, variant.number)
            ]
        )


def _spread(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}


def _table_rows(table: part_tables.PartTable) -> pl.DataFrame:
    return _table([dict(part_tables.flatten_row(row)) for row in table.rows])


def _table(rows: list[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)
