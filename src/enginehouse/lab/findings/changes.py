"""Write sentences about the changes between the variants of an experiment: changed options, rules or bots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enginehouse.core.words.estimates import Estimate
from enginehouse.lab.findings.answers import base_game
from enginehouse.lab.measures import HAS
from enginehouse.lab.tables import Difference, Tables

MOST = 12
"""The maximum number of variants with a sentence of their own."""


def sort_by_clearness(differences: Iterable[Difference]) -> list[Difference]:
    """Return differences between variants, sorted by how clear they are, the clearest first.

    The clearest difference has the largest distance from 0, divided by the width of its confidence interval.
    """
    return sorted(differences, key=_find_clearness, reverse=True)


def _find_clearness(one: Difference) -> float:
    low, high = one.estimate.low, one.estimate.high
    return abs(one.estimate.value) / (high - low) if high > low else math.inf


class VariantChanges(NamedTuple):
    """The differences between one variant of an experiment and its first variant, with which all others are compared.

    - `variant`: the number of the variant
    - `found`: the significant differences, the clearest first (see `sort_by_clearness`)
    - `wins`: the differences of all seats' shares of the win
    """

    variant: int
    found: list[Difference]
    wins: list[Difference]


def list_changes(result: Tables) -> list[VariantChanges]:
    """Return for each variant but the first its differences from the first variant, such as in win shares or scores.

    `result` is the stored result of the experiment. A difference is clear if it is large in relation to the width of
    its 95 % interval. The variant with the clearest difference comes first, and variants without a significant
    difference last.
    """
    each = []
    for variant in result.variants[1:]:
        own = [one for one in result.differences if one.variant == variant.number]
        found = sort_by_clearness(one for one in own if one.found)
        each.append(VariantChanges(variant.number, found, [one for one in own if one.column.startswith("win_")]))
    return sorted(each, key=lambda one: -_find_clearness(one.found[0]) if one.found else 0.0)


def answer_changes(result: Tables) -> list[str]:
    """Return a list of sentences, one for each variant but the first, about its changes from the first variant.

    The variant with the clearest change is at the beginning. The list is empty if the experiment has a single variant.
    """
    first, base = result.variants[0], base_game(result)
    return [
        f"With {result.variants[one.variant].describe_against(first, base)}, {_describe_variant_changes(result, one)}."
        for one in list_changes(result)[:MOST]
    ]


def _describe_variant_changes(result: Tables, one: VariantChanges) -> str:
    """Return a part of a sentence about the differences between a variant and the first variant.

    The text names the clearest difference in the win share of a seat, and the clearest difference of all. `one` has the
    differences, and `result` the results of all variants. If no difference is significant, the text says so.
    """
    if not one.found:
        return f"nothing changed beyond chance: {_describe_unchanged(result, one.wins)}"
    wins = [change for change in one.found if change.column.startswith("win_")]
    clearest, many = one.found[0], len(one.found)
    if wins and clearest not in wins:
        said = f"{describe_change(result, wins[0])}; of {many} changes beyond chance the clearest is that"
        return f"{said} {describe_change(result, clearest)}"
    which = "the only change beyond chance" if many == 1 else f"the clearest of {many} changes beyond chance"
    said = f"{describe_change(result, clearest)}, {which}"
    return said if wins else f"{said}; {_describe_unchanged(result, one.wins)}"


def _describe_unchanged(result: Tables, wins: Sequence[Difference]) -> str:
    """Return a part of a sentence that says within which limits a seat's share of the win may have changed.

    This is for a variant without a significant change. `wins` has the differences of the win shares of all seats. The
    text is about the seat with the widest interval.
    """
    widest = max(wins, key=lambda one: one.estimate.high - one.estimate.low)
    low, high = 100 * widest.estimate.low, 100 * widest.estimate.high
    if low == high == 0:
        return "the same games were won and lost" if result.together else "every game kept its winner"
    subject = (
        "the share of games won" if result.together else f"the share of the win of seat {_find_seat(widest.column)}"
    )
    return f"{subject} changed by {low:+.1f} to {high:+.1f} points, which may be chance"


def describe_change(result: Tables, one: Difference) -> str:
    """Return the difference `one` as a part of a sentence: `games are 53.47 actions shorter (40.83 to 66.11)`.

    The numbers in parentheses are its confidence interval.
    """
    found, column = one.estimate, one.column
    more = found.value > 0
    if column.startswith("win_"):
        often = "more often" if more else "less often"
        subject = "the games are won" if result.together else f"seat {_find_seat(column)} wins"
        return f"{subject} {often}, by {_spell_size(found, share=True)}"
    if column.startswith(HAS):
        verb, _, part = column.partition(" ")
        subject = f"players who {'had' if verb == 'has' else verb} {part}"
        return f"{subject} win {'more often' if more else 'less often'}, by {_spell_size(found, share=True)}"
    if column == "actions":
        size = _spell_size(found)
        value, _, ends = size.partition(" (")
        return f"games are {value} actions {'longer' if more else 'shorter'} ({ends}"
    what, _, seat = column.rpartition("_")
    name = f"{what.replace('_', ' ')} of seat {seat}" if what and seat.isdigit() else column.replace("_", " ")
    if result.is_share(column):
        return f"the share of games with `{name}` {'rises' if more else 'falls'} by {_spell_size(found, share=True)}"
    return f"the mean {name} {'rises' if more else 'falls'} by {_spell_size(found)}"


def _find_seat(column: str) -> str:
    return column.rpartition("_")[2]


def _spell_size(found: Estimate, *, share: bool = False) -> str:
    """Return the size of the difference `found` without its sign, with its interval: `53.47 (40.83 to 66.11)`.

    If `share` is true, the difference is one of shares from 0 to 1, and is written in percentage points.
    """
    sign = 1 if found.value > 0 else -1
    low, high = sorted((sign * found.low, sign * found.high))
    if share:
        return f"{100 * sign * found.value:.1f} points ({100 * low:.1f} to {100 * high:.1f})"
    return f"{sign * found.value:.4g} ({low:.4g} to {high:.4g})"
