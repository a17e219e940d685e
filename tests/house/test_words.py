"""The words of docstrings, comments, names and docs get no harder to read: `scripts/words` counts them and compares."""

from __future__ import annotations

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from .sources import ROOT

pytestmark = pytest.mark.beside_plain


@pytest.fixture(scope="module")
def words() -> ModuleType:
    """Return the script as a module."""
    loader = SourceFileLoader("counted_words", str(ROOT / "scripts/words"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_no_figure_is_worse_than_the_last_one(words: ModuleType) -> None:
    stored = json.loads((ROOT / "scripts/words.json").read_text("utf-8"))
    assert set(stored["src"]) >= {"what", "return_rate", "participles", "prepositions", "D401"}
    worse = words.find_worse(words.count_all(), stored)
    assert not worse, "write these by docs/english.md: " + "; ".join(worse)


def test_code_is_counted(words: ModuleType) -> None:
    source = '''"""Return what is given, if it is a list."""
LIMIT = 3  # what a caller may ask
"""Who may ask."""
class Desk:
    """A desk."""
    def told(self): "Return nothing."
    def node_of(self): pass
def choose_code(): pass
'''
    figures = words.count_code([source])
    assert (figures["words"], figures["functions"]) == (13, 3)
    assert (figures["what"], figures["told"], figures["nobody"]) == (1, 0, 1)
    assert figures["what_in_comments"] == 2
    assert (figures["participles"], figures["prepositions"]) == (1, 1)
    assert figures["return_rate"] == pytest.approx(2000 / 13, abs=0.01)
    assert figures["if_rate"] == pytest.approx(1000 / 13, abs=0.01)


def test_blocks_of_code_are_no_docs(words: ModuleType) -> None:
    figures = words.count_docs(["One of two. If you like,\n```python\nnothing = you\n```\nyour move."])
    assert (figures["words"], figures["one"], figures["nobody"]) == (8, 1, 0)
    assert figures["you_rate"] == pytest.approx(2000 / 8, abs=0.01)


def test_one_counts_where_it_stands_for_a_noun(words: ModuleType) -> None:
    """A number before its noun is no pronoun."""
    nouns = [
        "If you lose it, make one.",
        "Take the other one first.",
        "One of them falls.",
        "one's own bot",
        "A good one",
    ]
    for text in nouns:
        assert words.count_docs([text])["one"] == 1, text
    for text in ["One process serves one database.", "It looks one step ahead.", "`one-hot`", "on one core"]:
        assert words.count_docs([text])["one"] == 0, text


def test_a_worse_figure_is_named(words: ModuleType) -> None:
    stored = {"bots": {"words": 100, "what": 3, "return_rate": 5.0}}
    assert words.find_worse({"bots": {"words": 50, "what": 3, "return_rate": 4.95}}, stored) == []
    assert words.find_worse({"bots": {"words": 100, "what": 4, "return_rate": 5.0}}, stored) == [
        "bots: what is 4; it was 3"
    ]
    (line,) = words.find_worse({"bots": {"words": 100, "what": 0, "return_rate": 4.0}}, stored)
    assert '"return" stands 4.0 times' in line
    assert words.find_worse({"new": {"what": 9}}, stored) == []
    often = {"bots": {"words": 100, "return_rate": 30.0}}
    assert words.find_worse({"bots": {"words": 100, "return_rate": 12.0}}, often) == [], "that is often enough"
    assert words.find_worse({"bots": {"words": 100, "return_rate": 11.9}}, often) != []
