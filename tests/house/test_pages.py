"""Pages of the documentation are short enough to be read, and each has its place in a part."""

from __future__ import annotations

import ast
import re
import tomllib

import pytest

import enginehouse
from enginehouse import lab

from .sources import ROOT

pytestmark = pytest.mark.beside_plain

DOCS = ROOT / "docs"
MOST_WORDS = 2_500
LONGER = {
    "rulings": "it is looked up by clause, as a rulebook is",
}
"""The pages that may have more words, each with the reason."""
PAGES = {path.relative_to(DOCS).with_suffix("").as_posix(): path.read_text("utf-8") for path in DOCS.rglob("*.md")}


def count_words(text: str) -> int:
    """Return the number of words of a page. Rows of tables are left out: they are looked up."""
    return sum(len(line.split()) for line in text.splitlines() if not line.startswith("|"))


def test_no_page_is_too_long() -> None:
    assert count_words("a b\n\n| c | d |") == 2
    long = {name for name, text in PAGES.items() if count_words(text) > MOST_WORDS and not name.startswith("examples/")}
    assert long == set(LONGER), f"a page has at most {MOST_WORDS} words beside tables"


def test_the_front_page_lists_every_page_in_a_part() -> None:
    parts = re.findall(r"```\{toctree\}\n:caption: ([\w ]+)\n:maxdepth: 1\n\n(.*?)```", PAGES["index"], re.S)
    assert [caption for caption, _ in parts] == ["Play and host", "Research", "Design", "Contribute"]
    listed = [name for _, names in parts for name in names.split()]
    assert len(listed) == len(set(listed))
    others = {name for name in PAGES if name.startswith(("decisions/", "examples/", "log-vectors/"))}
    assert set(listed) - others == set(PAGES) - others - {"index"}


def test_what_has_to_be_installed_is_named_as_it_works_in_a_clone() -> None:
    """No package index has this package, so `pip install enginehouse[...]` would fail, or bring something else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [*PAGES.values(), (ROOT / "README.md").read_text("utf-8")]
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    assert [
        found for text in (*texts, *sources) for found in re.findall(r"pipx? install[^`\n]*enginehouse\[.*", text)
    ] == []
    named = {one for text in texts for extras in re.findall(r"'\.\[([\w,]+)\]'", text) for one in extras.split(",")}
    named |= {one for text in sources for one in re.findall(r"advise_extra\('(\w+)'\)", text)}
    assert {"lab", "envs", "png"} <= named <= set(project["optional-dependencies"])


def test_every_screenshot_is_shown_and_taken_by_a_browser_test() -> None:
    kept = {path.stem for path in (DOCS / "assets").glob("*.jpg")}
    shown = {name for text in PAGES.values() for name in re.findall(r"!\[[^\]]+\]\(assets/([\w-]+)\.jpg\)", text)}
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests/browser/others").glob("*.py"))
    taken = re.findall(r'take_picture\(\S+, "([\w-]+)"', tests)
    assert sorted(taken) == sorted(kept) == sorted(shown)


def test_the_readme_is_short_and_its_links_work() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 130
    linked = re.findall(r"\]\(([^)#\s]+)\)", readme) + re.findall(r'(?:src|srcset)="([^"]+)"', readme)
    assert len(linked) > 40 and [link for link in linked if not (ROOT / link).exists()] == []


def test_the_figures_of_the_readme_are_those_of_the_benchmarks() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    speed = readme.partition("## Speed\n")[2].partition("\n## ")[0]
    figures = re.findall(r"\d+,\d{3}(?:,\d{3})?", speed)
    assert len(figures) >= 4 and [one for one in figures if f"| {one} |" not in PAGES["benchmarks"]] == []
    compared = readme.partition("## Compared with others\n")[2].partition("\n## ")[0]
    for said, row in [
        ("29 times", "| ours / OpenSpiel | 28.7 "),
        ("3.2 times", "| ours / Pgx | 3.2 "),
        ("0.76", "| ours / C | 0.76 "),
    ]:
        assert said in compared and row in PAGES["benchmarks"]


def test_the_reference_has_the_names_that_people_type() -> None:
    """The front door, the lab and the environments by the names of their packages, and all that the example games import."""
    page = PAGES["api"]
    for package in (enginehouse, lab):
        assert [name for name in package.__all__ if f":: {package.__name__}.{name}\n" not in page] == []
    whole = set(re.findall(r"automodule:: ([\w.]+)\n", page))
    missing = set()
    for path in (DOCS / "examples").glob("*/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("enginehouse.core."):
                names = {f"{node.module}.{one.name}" for one in node.names}
                missing |= {name for name in names if node.module not in whole and f":: {name}\n" not in page}
    assert missing == set()
