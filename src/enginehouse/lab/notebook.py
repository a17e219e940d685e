"""A report as objects: in a notebook each shows itself, elsewhere they are sentences, tables of Polars and a picture."""

from __future__ import annotations

import polars as pl

from enginehouse.core.words.estimates import Estimate
from enginehouse.lab import report, words
from enginehouse.lab.measures import worded
from enginehouse.lab.tables import Tables


class Chart:
    """A picture, as SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


class Report:
    """What a result says. Every share and mean stands in a table with the ends of its interval, `low` and `high`."""

    def __init__(self, result: Tables) -> None:
        self.result = result

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return f"<style>{report.STYLE}</style>{report.body(self.result)}"

    @property
    def sentences(self) -> list[str]:
        """What the report says in words."""
        return words.sentences(self.result)

    @property
    def chart(self) -> Chart:
        """The share of the win of each seat in each variant."""
        return Chart(report.chart(self.result))

    @property
    def wins(self) -> pl.DataFrame:
        """The share of the win of each seat in each variant."""
        return _table(
            [
                {"variant": str(variant), "seat": seat, **_spread(found)}
                for variant in self.result.variants
                for seat, found in enumerate(self.result.wins(variant.number))
            ]
        )

    @property
    def means(self) -> pl.DataFrame:
        """All that was counted, on average, in each variant."""
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
        """By how much each variant differs from the first one, on the same deals; `found` where chance would not make it."""
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
        """How often those win who have a word of a column (`result.labelled`), or did what it says, the best first."""
        return _table(
            [
                {
                    "variant": str(variant),
                    "who": worded(what, label.name),
                    "seats": label.seats,
                    **_spread(label.win),
                }
                for variant in self.result.variants
                for label in self.result.labels(variant.number, what)
            ]
        )

    @property
    def odd(self) -> pl.DataFrame:
        """Games that are worth a look, for `result.match(variant, game)`."""
        return _table(
            [
                {"variant": variant.number, "game": k, "what": said}
                for variant in self.result.variants
                for k, said in report.odd_games(self.result, variant.number)
            ]
        )


def _spread(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}


def _table(rows: list[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)
