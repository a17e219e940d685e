"""Load the results of experiments from their folders, and show the report on a result as text or in a notebook."""

from __future__ import annotations

from pathlib import Path

from enginehouse.lab.notebook import Report
from enginehouse.lab.tables import Tables


class Result(Tables):
    """The result of an experiment in a folder: its games, figures about them, and the report."""

    @property
    def report(self) -> Report:
        """Return the report as objects that a notebook can display."""
        return Report(self)

    def text(self) -> str:
        """Return the report as text, in sentences."""
        return str(self.report)

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def list_results(below: Path) -> list[Result]:
    """Return the results in the folders that lie in the folder `below`, the newest last."""
    found = sorted(below.glob("*/result.json"), key=lambda file: file.stat().st_mtime)
    return [Result.load(file.parent) for file in found]
