"""The studies of the documentation are experiments; their pages say what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

from click.testing import CliRunner

from enginehouse.commands.main import main
from enginehouse.lab import measures
from enginehouse.lab.balancing.plan import read_plan
from enginehouse.lab.experiment import read

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(1800)]
DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(
    r"```sh\nenginehouse lab run (docs/studies/([\w-]+)\.toml)( --tables)?\n```\n\n```text\n(.*?)```", re.S
)
TOLD = {
    found[2]: found
    for page in sorted([*DOCS.glob("mechan*.md"), *(DOCS / "studies").glob("*.md")])
    for found in BLOCK.finditer(page.read_text("utf-8"))
}
STUDIES = sorted(file.stem for file in (DOCS / "studies").glob("*.toml"))


def test_every_study_has_its_page() -> None:
    assert STUDIES and sorted(TOLD) == STUDIES


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_can_be_carried_out_and_is_the_one_of_its_page(study: str) -> None:
    experiment = read(DOCS / "studies" / f"{study}.toml")
    for variant in experiment.variants:
        game = experiment.make_run(variant).game
        assert [measures.find_measure(name, game).name for name in experiment.measure] == experiment.measure
    said = TOLD[study][4]
    assert said.startswith(f"{experiment.about}\n") and f"\n{game.facts.title}, {experiment.seats} seat" in said
    assert (
        f": {experiment.games} games" in said and f"seed {experiment.seed}, rules {game.facts.rules_version}." in said
    )


@pytest.mark.parametrize("file", sorted((DOCS / "studies" / "balance").glob("*.toml")), ids=lambda file: file.stem)
def test_a_search_for_balance_can_be_carried_out_and_is_on_a_page(file: Path) -> None:
    """Such a search takes an hour, so no test carries it out."""
    plan = read_plan(file)
    assert plan.list_choices() and plan.about
    page = (DOCS / "studies" / f"{file.stem}.md").read_text("utf-8")
    assert f"enginehouse lab balance docs/studies/balance/{file.name}" in page


@pytest.mark.deep
@pytest.mark.parametrize("study", STUDIES)
def test_a_study_gives_the_results_on_its_page(study: str, tmp_path: Path) -> None:
    command = ["lab", "run", str(DOCS.parent / TOLD[study][1]), "--results", str(tmp_path), "--jobs", "2"]
    done = CliRunner().invoke(main, [*command, *(["--tables"] if TOLD[study][3] else [])])
    assert done.exit_code == 0, done.output
    told = re.sub(r"report: .*", f"report: results/{study}-.../report.html", done.output)
    assert told == TOLD[study][4]
