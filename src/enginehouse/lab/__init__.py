"""Run experiments with games: an experiment is a file, a result is a folder, and a report states the results in words.

    from enginehouse import lab

    experiment = lab.read("power.toml")
    result = lab.carry_out(experiment, jobs=2)
    print(result.text())

Results and reports need the extra `lab`. Experiments can be read without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enginehouse.lab.experiment import Experiment as Experiment
from enginehouse.lab.experiment import Variant as Variant
from enginehouse.lab.experiment import parse as parse
from enginehouse.lab.experiment import read as read

if TYPE_CHECKING:
    from enginehouse.lab.results import Result as Result
    from enginehouse.lab.running import carry_out as carry_out

__all__ = ["Experiment", "Result", "Variant", "carry_out", "parse", "read"]


def __getattr__(name: str) -> Any:
    if name == "carry_out":
        from enginehouse.lab import running

        return running.carry_out
    if name == "Result":
        from enginehouse.lab import results

        return results.Result
    raise AttributeError(name)
