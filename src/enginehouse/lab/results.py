"""The result of an experiment: its tables, with a report."""

from __future__ import annotations

from pathlib import Path

from enginehouse.lab.notebook import Report
from enginehouse.lab.tables import Tables


class Result(Tables):
    """The result in a folder."""

    @property
    def report(self) -> Report:
        """Return the report, as objects for a notebook."""
        return Report(self)

    def text(self) -> str:
        """Return the report, in sentences."""
        return str(self.report)

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def list_results(below: Path) -> list[Result]:
    """Return all results in the folders of a folder, the newest last."""
    found = sorted(below.glob("*/result.json"), key=lambda file: file.stat().st_mtime)
    return [Result.load(file.parent) for file in found]
