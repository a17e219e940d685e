"""A game's table of events is read by all callers, and the older form of sentences and motions still works."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.records.events import Event
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.words.telling import Telling, animate, describe_event, describe_in_log, show, stroke

pytestmark = pytest.mark.beside_compiled


class Told(Kinds):
    """Kinds of events for these tests."""

    DROPPED = kind(1, "seat", "column")
    TURN = kind(2, "seat")
    WON = kind(3, "seat")


SIGN = stroke("M0 0H1")
TABLE = {
    Told.DROPPED: show(
        lambda v, e: f"{{{e.seat}}} drops a disc into column {e.column + v}.",
        SIGN,
        "drop",
        lambda reel, e: reel.add(f"disc-{e.column}", ms=300, then=300),
    ),
    Told.TURN: show(motion=lambda reel, e: reel.add(f"turn-{reel.v}")),
    Told.WON: show(
        lambda v, e: f"{{{e.seat}}} wins.", says=lambda event, noted: f"{{{event.a}}} wins at {noted['at']}."
    ),
}
EVENTS = [Event(Told.DROPPED, 1, 4, 0, 0), Event(Told.WON, 1, 0, 0, 0), Event(Told.TURN, 0, 0, 0, 0)]


def make_game(**files: dict[str, Any]) -> SimpleNamespace:
    """Return a game with these files, each given by its names. It has no telling.py by default."""
    return SimpleNamespace(
        kinds=Told, **{"telling": None, **{n: SimpleNamespace(**names) for n, names in files.items()}}
    )


def test_one_entry_has_sentence_sign_sound_and_motion() -> None:
    game = make_game(words={}, drawing={}, telling={"TELLING": TABLE})
    assert TABLE[Told.DROPPED].sign == SIGN and TABLE[Told.DROPPED].sound == "drop"
    assert [describe_event(game, 1, event) for event in EVENTS] == [
        "{1} drops a disc into column 5.", "{1} wins.", None]  # fmt: skip
    assert describe_in_log(game, 1, EVENTS[0], {}) == "{1} drops a disc into column 5."
    assert describe_in_log(game, 1, EVENTS[1], {"at": 7}) == "{1} wins at 7."
    assert animate(game, 1, EVENTS) == [Motion("disc-4", (), 300), Motion("turn-1", (), 600, 300)]


def test_a_game_may_have_its_sentences_in_words_and_its_motions_in_drawing() -> None:
    """Signs come first in `Telling`, as in games of earlier releases."""
    game = make_game(
        words={"event": lambda v, e: f"Event {e.kind} for {v}."},
        drawing={"paths": lambda v, events: [Motion(f"piece-{v}")] * len(events)},
        telling={"TELLING": {Told.DROPPED: Telling(SIGN, True, sound="drop")}},
    )
    assert [describe_event(game, 5, event) for event in EVENTS[:2]] == ["Event 1 for 5.", "Event 3 for 5."]
    assert game.telling.TELLING[Told.DROPPED][:4] == (SIGN, True, None, "drop")
    assert animate(game, 5, EVENTS[:2]) == [Motion("piece-5")] * 2


def test_a_game_without_a_table_has_neither_sentences_nor_motions() -> None:
    game = make_game(words={}, drawing={})
    assert describe_event(game, 1, EVENTS[0]) is None and animate(game, 1, EVENTS) == []
