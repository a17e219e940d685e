"""Draw the charts of an experiment's result, as SVG with confidence intervals.

If the question of the experiment is about a card or other piece, the chart shows how often players with and without it
won. Otherwise it shows how often each seat, or each owner of a card, won.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from enginehouse.core.words.estimates import Estimate
from enginehouse.lab.findings.answers import describe_variant, find_verb, list_uses
from enginehouse.lab.measures import format_word
from enginehouse.lab.tables import Tables

MOST_LABELS = 40
"""The maximum number of words in a chart."""


def chart(result: Tables) -> str:
    """Return a chart of an experiment's result as SVG. `result` is the stored result.

    If the question of the experiment is about a card or other piece, the chart shows how often players with and without
    it won. Otherwise it shows how often each seat won. If there is a single variant and the cards of seats were noted,
    it shows how often the seats with each card won instead.
    """
    part = result.experiment.find_subject()
    if list_uses(result, 0):
        return draw(*_chart_part(result, part))
    if len(result.variants) == 1 and result.labelled:
        return draw(*_chart_labels(result, result.labelled[0]))
    return draw(*_chart_seats(result))


def describe_chart(result: Tables) -> str:
    """Return the caption of the chart in the report on an experiment, as a string.

    `result` is the stored result of the experiment. The chart shows how often the players with and without a certain
    card (or other piece) won, or the owners of each card, or the seats.
    """
    part = result.experiment.find_subject()
    if list_uses(result, 0):
        return f"Players with and without {part}: their share of the win, and how many there were."
    if len(result.variants) == 1 and result.labelled:
        return f"Share of the win of the players by {result.labelled[0]}."
    return "Share of the win by seat and variant."


Series = tuple[str, list[Estimate | None]]
"""A name in the legend, and an estimate for each row of the chart."""
Panel = tuple[str, list[Series], float | None]
"""The label of an axis, its series, and the value of a dashed line, if there is one."""


def _chart_part(result: Tables, part: str) -> tuple[list[str], list[Panel]]:
    lines: list[str] = []
    wins: list[Series] = [("with it", []), ("without it", [])]
    had: list[Series] = [("had it", [])]
    for variant in result.variants:
        of_variant = f"\n{describe_variant(result, variant.number)}" if variant.changes else ""
        for use in list_uses(result, variant.number):
            lines.append(f"{find_verb(use.column)} {part}{of_variant}")
            wins[0][1].append(use.winning)
            wins[1][1].append(use.others)
            had[0][1].append(use.share)
    fair = None if result.together else 1 / result.seats
    return lines, [("share of the win, %", wins, fair), ("share of the players, %", had, None)]


def _chart_labels(result: Tables, what: str) -> tuple[list[str], list[Panel]]:
    found = result.labels(0, what)[:MOST_LABELS]
    lines = [format_word(what, label.name) for label in found]
    return lines, [("share of the win, %", [("", [label.win for label in found])], 1 / result.seats)]


def _chart_seats(result: Tables) -> tuple[list[str], list[Panel]]:
    seats = 1 if result.together else result.seats
    wins = [result.wins(variant.number) for variant in result.variants]
    series: list[Series] = [
        ("all seats" if result.together else f"seat {seat}", [one[seat] for one in wins]) for seat in range(seats)
    ]
    return [describe_variant(result, one.number) for one in result.variants], [("share of the win, %", series, None)]


def draw(lines: Sequence[str], panels: Sequence[Panel], band: tuple[float, float] | None = None) -> str:
    """Return a chart as SVG, with the texts `lines` as the labels of its rows, and with panels beside each other.

    A panel shows estimates in each row. It is a tuple: the label of its axis, its series (each with one estimate for
    each row), and a share to mark by a dashed line, if any. `band` has the lower and the upper limit of the range of
    shares that is shaded.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "enginehouse"  # equal pictures then give equal files
    mpl.rcParams["svg.fonttype"] = "none"
    most = max(len(series) for _, series, _ in panels)
    figure = Figure(figsize=(8, 1.3 + max(0.3, 0.2 * most) * len(lines)), layout="constrained")
    found: Any = figure.subplots(1, len(panels), sharey=True, squeeze=False)
    for axes, (label, series, fair) in zip(found[0], panels, strict=True):
        for k, (name, estimates) in enumerate(series):
            shift = 0.6 * (k + 0.5) / len(series) - 0.3
            points = [(at + shift, one) for at, one in enumerate(estimates) if one is not None]
            axes.errorbar(
                [100 * one.value for _, one in points],
                [at for at, _ in points],
                xerr=[
                    [100 * (one.value - one.low) for _, one in points],
                    [100 * (one.high - one.value) for _, one in points],
                ],
                fmt="os^Dv*"[k % 6],
                capsize=3,
                label=name,
            )
        if band is not None:
            axes.axvspan(100 * band[0], 100 * band[1], color="#8c8", alpha=0.3, label="the goal")
        if fair is not None:
            axes.axvline(100 * fair, color="#888", linestyle="--", linewidth=1, label="an equal share")
        axes.set_xlabel(label)
        axes.grid(axis="x", color="#ddd")
    found[0][0].set_yticks(range(len(lines)), list(lines))
    found[0][0].set_ylim(len(lines) - 0.5, -0.5)
    if any(name for name, _ in panels[0][1]):
        found[0][0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize="small", frameon=False)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue().partition("<svg")[1] + out.getvalue().partition("<svg")[2]
