"""Make the tables of an experiment's result, with a row for each variant.

The question of an experiment may be about one part of the game: a card, a tile or another piece. The tables show how
players used that part, how far luck changed the win chances when they used it, and the tension of the games (how much
the chances of winning changed). The report, the option `--tables` and the notebook show the same rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enginehouse.core.words.estimates import Estimate
from enginehouse.lab.findings.answers import find_luck, find_tension, find_verb, list_uses, spell_share
from enginehouse.lab.tables import Tables

Cell = str | float | Estimate | None
Row = dict[str, Cell]
"""A row of a table by the names of its columns."""


class PartTable(NamedTuple):
    """A table with a title.

    `headings` maps the name of each column to its heading. `rows` has a dict for each row, with the value of each
    column by name.
    """

    title: str
    headings: dict[str, str]
    rows: list[Row]

    def spell_rows(self) -> list[list[str]]:
        """Return the rows as lists of texts in the order of `headings`. Estimates have their confidence intervals."""
        return [[_spell_cell(name, row[name]) for name in self.headings] for row in self.rows]


USES = {"variant": "variant", "what": "part", "value": "players", "with": "wins with it", "without": "wins without it"}
"""The headings of the table of uses, by column."""
LUCK = {"variant": "variant", "times": "events", "luck": "luck", "others": "luck with other parts"}
"""The headings of the table of luck, by column."""
TENSION = {
    "variant": "variant",
    "games": "games",
    "with_part": "games with the part",
    "lead_changes": "changes of the lead",
    "led": "lead for good",
    "comebacks": "comebacks",
    "decisions": "decisions",
    "mattered": "that mattered",
    "chance": "actions with chance",
    "luck": "luck",
}
"""The headings of the table of tension, by column."""


def tabulate_uses(result: Tables) -> PartTable:
    """Return a table of the players that had or used the card or other piece that the experiment studies.

    `result` is the stored result of the experiment. There is a row for each variant and each way to have or use the
    piece, such as `dealt` or `bought`. The columns are the share of such players, the win share of these players, and
    the win share of all other players.
    """
    part = result.experiment.find_subject()
    rows: list[Row] = [
        {"variant": str(variant), "what": use.column, "value": use.share, "with": use.winning, "without": use.others}
        for variant in result.variants
        for use in list_uses(result, variant.number)
    ]
    return PartTable(
        f"Players who {' or '.join(dict.fromkeys(find_verb(str(row['what'])) for row in rows))} {part}", USES, rows
    )


def tabulate_luck(result: Tables) -> PartTable:
    """Return a table with a row for each variant: how far luck, and not choices, changed the players' win chances.

    The columns are the number of events with the card or piece that the experiment studies, luck's part of all changes
    of win chances at these events (from 0 to 1), and luck's part at events with other pieces. `result` is the stored
    result of the experiment.
    """
    found = [(variant, find_luck(result, variant.number)) for variant in result.variants]
    rows: list[Row] = [{"variant": str(variant), **luck._asdict()} for variant, luck in found if luck is not None]
    return PartTable(f"Luck in the uses of {result.experiment.find_subject()}, in the sample", LUCK, rows)


def tabulate_tension(result: Tables) -> PartTable:
    """Return a table about tension: how much the chances of winning changed in the sampled games of each variant.

    A column is, for example, how often the lead changed. `result` is the stored result of the experiment.
    """
    found = [(variant, find_tension(result, variant.number)) for variant in result.variants]
    rows: list[Row] = [{"variant": str(variant), **one._asdict()} for variant, one in found if one is not None]
    return PartTable("Tension in the sample", TENSION, rows)


def list_part_tables(result: Tables) -> list[PartTable]:
    """Return a list of up to three tables about an experiment, without those that have no rows.

    The first shows how players used the card or other piece that the experiment studies. The second shows how far luck
    changed the win chances when they used it. The third shows tension: how much the chances of winning changed in the
    games. `result` is the stored result of the experiment.
    """
    return [one for one in (tabulate_uses(result), tabulate_luck(result), tabulate_tension(result)) if one.rows]


SPELLED: dict[str, Callable[[Estimate], str]] = {
    "lead_changes": lambda found: f"{found.value:.1f} ({max(0.0, found.low):.1f} to {found.high:.1f})"
}
"""The functions that spell the estimates of a column, if they are not shares."""


def _spell_cell(name: str, cell: Cell) -> str:
    if isinstance(cell, Estimate):
        return SPELLED.get(name, spell_share)(cell)
    if isinstance(cell, float):
        return f"{cell:.1f}"
    return "" if cell is None else str(cell)


def flatten_row(row: Row) -> dict[str, str | float | None]:
    """Return a row in which each estimate is replaced by three numbers: the value and both ends of its interval.

    For the column `luck` they are called `luck`, `luck_low` and `luck_high`. For the column `value`, the ends are
    called `low` and `high`.
    """
    found: dict[str, str | float | None] = {}
    for name, cell in row.items():
        if isinstance(cell, Estimate):
            before = "" if name == "value" else f"{name}_"
            found |= {name: cell.value, f"{before}low": cell.low, f"{before}high": cell.high}
        else:
            found[name] = cell
    return found
