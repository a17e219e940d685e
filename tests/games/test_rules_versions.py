"""A change of the rules asks for another version, a change of the rulebook for a line that says so."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

if (here := str(Path(__file__).resolve().parent)) not in sys.path:
    sys.path.insert(0, here)

from rules_versions import FILE, Record, latest_line, played, today, wanting

from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

KEPT: dict[str, list[Record]] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("name", games.names())
def test_the_last_record_is_that_of_today(name: str) -> None:
    game = games.get(name)
    last, now = KEPT[name][-1], today(game)
    changed = [key for key, value in now.items() if last[key] != value]
    asked = wanting(game, KEPT[name], now, latest_line(game)) if changed else ""
    assert not changed, f"{', '.join(changed)}: {asked or 'run scripts/playthrough --update'}"


@pytest.mark.parametrize("name", games.names())
def test_every_record_could_follow_those_before_it(name: str) -> None:
    game = games.get(name)
    for k, record in enumerate(KEPT[name]):
        assert not wanting(game, KEPT[name][:k], record, record["line"])
        assert k == 0 or record["line"] in game.facts.rules_changes.values()


def test_a_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.Game("enginehouse.games.mechanation")
    before = [{"version": "1", "rulebook": "a", "playthroughs": "p", "line": ""}]
    assert "raise rules_version over 1" in wanting(game, before, {**before[0], "playthroughs": "q"}, "")
    assert "nothing of version 9" in wanting(game, before, {**before[0], "version": "9", "playthroughs": "q"}, "")
    assert "rulebook of mechanation changed" in wanting(game, before, {**before[0], "rulebook": "b"}, "")
    changes = MappingProxyType({"1a": "Text only.", "2": "Battles are fought twice."})
    monkeypatch.setattr(game, "facts", replace(game.facts, rules_changes=changes))
    assert wanting(game, before, {**before[0], "rulebook": "b"}, "Text only.") == ""
    assert wanting(game, before, {**before[0], "version": "2", "playthroughs": "q"}, latest_line(game)) == ""
    again = [*before, {"version": "1", "rulebook": "b", "playthroughs": "p", "line": "Text only."}]
    assert "rulebook of mechanation changed" in wanting(game, again, {**again[1], "rulebook": "c"}, "Text only.")


def test_a_reworded_sentence_is_no_change_of_the_game() -> None:
    """Numbers of events and their readers count, their sentences do not; every kept event line is read so."""
    lines = ["versions", "1 seat 0, one of 3: turn 2", "    2 0 1 -3 0{} seat 0 turns red 1 face-up.", "record 2:8c1"]
    for secret in ("", " (noticed by 111, learnt by 1)"):
        text = "\n".join(lines).format(secret)
        assert played(text) == f"1 seat 0, one of 3: turn 2\n    2 0 1 -3 0{secret}"
        assert played(text) == played(text.replace("turns red 1 face-up.", "reveals red 1."))
        assert played(text) != played(text.replace(" -3 ", " 3 "))
