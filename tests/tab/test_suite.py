"""Tests of `tests/browser`, with the table in a tab: they are the same functions, for a single game."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.timeout(600)]
BROWSER = Path(__file__).parents[1] / "browser"
SHARED = {
    "test_games": ("test_axe_finds_nothing_serious", "test_some_turns_on_a_phone"),
    "test_hint": ("test_a_hint_is_asked_for_and_gone_with_its_decision",),
    "test_keys": ("test_a_turn_by_keys",),
    "test_measured": ("test_what_is_measured",),
    "test_replay": ("test_a_replay_plays_by_itself_to_its_end_and_begins_again",),
    "test_solving": ("test_one_is_got_wrong_and_then_solved",),
    "test_table": ("test_day_and_night_are_remembered",),
    "test_touch": ("test_a_lesson_by_touch",),
}
"""The tests by their file."""

sys.path[:0] = [str(BROWSER), str(BROWSER / "games")]
for file, names in SHARED.items():
    found = importlib.import_module(file)
    globals().update({name: getattr(found, name) for name in names})
