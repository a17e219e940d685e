"""Logs: what is written, what is read, and what is said about a log that breaks."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match, replay


@pytest.fixture
def text(toy: Any) -> str:
    """A log of four actions, an undo and a note."""
    match = Match.new(toy("auction"), 3, seed="log")
    match.act(0, "open high", "Let us begin.")
    match.undo(0)
    match.act(0, "open low")
    match.act(2, "bid 1")
    match.act(0, "bid 0")
    return logs.write(match.log())


def rewrite_fields(text: str, **fields: Any) -> str:
    return json.dumps({**json.loads(text), **fields})


def entries(text: str, *more: dict[str, Any]) -> str:
    return rewrite_fields(text, entries=[*json.loads(text)["entries"], *more], checksum="")


def test_a_log_is_json_with_stable_names(text: str) -> None:
    data = json.loads(text)
    assert list(data) == ["game", "rules", "seats", "options", "seed", "entries", "result", "checksum", "format"]
    assert data["entries"][0] == {"seat": 0, "act": "open high", "note": "Let us begin."}
    assert data["entries"][1] == {"seat": 0, "step": "undo"}
    assert len(data["seed"]) == 64
    assert data["checksum"].startswith("2:") and len(data["checksum"]) == 34
    assert text.endswith("}\n")


def test_a_log_comes_back_the_same(text: str) -> None:
    log = logs.parse(text)
    assert logs.write(log) == text
    line = logs.write(log, line=True)
    assert line.count("\n") == 1
    assert logs.parse(line.encode()) == log
    played = replay(log)
    assert played.error is None
    assert played.accepted == 5
    assert played.match.log() == log


def test_a_log_with_fewer_fields_is_read(text: str) -> None:
    data = json.loads(text)
    for name in ("result", "checksum", "format"):
        del data[name]
    assert replay(logs.parse(json.dumps(data))).accepted == 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format 2; this version reads format 1"),
        ({"seats": "three"}, "seats"),
        ({"colour": "red"}, "colour"),
        ({"entries": [{"seat": 0}]}, "either an act or a step"),
        ({"entries": [{"seat": 0, "act": "bid 1", "step": "undo"}]}, "either an act or a step"),
        ({"entries": [{"seat": 0, "step": "jump"}]}, "either an act or a step"),
        ({"entries": [{"seat": True, "act": "bid 1"}]}, "seat"),
        ({"entries": [{"seat": 0, "act": "bid 1", "when": 1}]}, "when"),
        ({"result": {"reason": "AU-3.1"}}, "result"),
        ({"options": {"a": 1}}, "options"),
    ],
)
def test_a_wrong_log_is_unreadable_and_says_where(text: str, change: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as error:
        logs.parse(rewrite_fields(text, **change))
    assert said in str(error.value)


@pytest.mark.parametrize("wrong", ["", "{", "[]", "null", '"\ud800"', "[" * 200_000, '{"game":' * 5000])
def test_a_file_that_is_no_log_is_unreadable(wrong: str) -> None:
    with pytest.raises(Unreadable):
        logs.parse(wrong)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 17}, "2 to 4 seats"),
        ({"seats": 2**70}, "2 to 4 seats"),
        ({"options": {"a": "b"}}, "no option 'a'"),
        ({"seed": "12"}, "64 hexadecimal digits, not '12'"),
        ({"seed": "g" * 64}, "64 hexadecimal digits"),
        ({"seed": "+1234567" * 8}, "64 hexadecimal digits"),
        ({"seed": "1_234567" * 8}, "64 hexadecimal digits"),
        ({"seed": " 1234567" * 8}, "64 hexadecimal digits"),
    ],
)
def test_a_log_that_cannot_begin_is_unreadable(text: str, change: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        replay(logs.parse(rewrite_fields(text, **change)))


def test_a_log_that_breaks_says_how_far_it_came_and_by_which_clause(text: str) -> None:
    played = replay(logs.parse(entries(text, {"seat": 1, "act": "bid 9"}, {"seat": 1, "act": "bid 1"})))
    assert played.accepted == 5
    assert isinstance(played.error, NotAllowed)
    assert played.error.clause == 203
    assert str(played.error) == "entry 6, seat 1, 'bid 9', clause AU-2.3: You cannot bid that."
    assert len(played.match.entries) == 5


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"seat": 1, "act": "bidd 1"}, "entry 6, seat 1, 'bidd 1': there is no action"),
        ({"seat": 7, "act": "bid 1"}, "entry 6, seat 7, 'bid 1': there is no seat 7; the seats are 0 to 2"),
        ({"seat": -1, "act": "bid 1"}, "entry 6, seat -1, 'bid 1': there is no seat -1"),
        ({"seat": 1, "step": "undo"}, "entry 6, seat 1, 'undo': There is nothing to undo"),
        ({"seat": 99, "step": "undo"}, "entry 6, seat 99, 'undo': there is no seat 99"),
        ({"seat": -1, "step": "redo"}, "entry 6, seat -1, 'redo': there is no seat -1"),
    ],
)
def test_what_was_wrong_with_an_entry(text: str, entry: dict[str, Any], said: str) -> None:
    played = replay(logs.parse(entries(text, entry)))
    assert played.accepted == 5
    assert str(played.error).startswith(said)


def test_a_wrong_checksum_is_found(text: str) -> None:
    played = replay(logs.parse(rewrite_fields(text, checksum="0" * 64)))
    assert played.accepted == 5
    assert isinstance(played.error, Unreadable)
    assert "another one" in str(played.error)


def test_a_log_of_other_rules_is_played_as_far_as_it_goes(text: str) -> None:
    assert replay(logs.parse(rewrite_fields(text, rules="7"))).error is None
    played = replay(logs.parse(rewrite_fields(text, rules="7", entries=[])))
    assert "version 7 of the rules of Auction, these are version 1" in str(played.error)
    for wrong in ("0", "", "x", "1.5", "²", "9" * 5000):
        with pytest.raises(Unreadable, match="the version of the rules is a whole number such as 1"):
            logs.parse(rewrite_fields(text, rules=wrong))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unreadable, match=r"none\.json: No such file"):
        logs.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable, match=r"bad\.json: this is not the log of a game"):
        logs.load(tmp_path / "bad.json")
    (tmp_path / "good.json").write_text(text, encoding="utf-8")
    assert logs.load(tmp_path / "good.json") == logs.parse(text)


@given(st.binary(max_size=300))
def test_any_bytes_are_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        logs.parse(data)


@given(st.data())
def test_a_log_with_damage_is_played_or_refused_by_an_error_of_the_house(data: st.DataObject) -> None:
    from samples import toys

    from enginehouse.core.registry import game as games

    auction = next(game for game in toys() if game.name == "auction")
    match = Match.new(auction, 2, seed="damage")
    for seat, act in [(0, "open low"), (1, "borrow"), (1, "bid 3"), (0, "bid 2"), (1, "open high")]:
        match.act(seat, act)
    good = bytearray(logs.write(match.log(), line=True).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(good) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "double"]))
        if how == "change":
            good[at] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del good[at : at + data.draw(st.integers(1, 20))]
        else:
            good[at:at] = good[at : at + data.draw(st.integers(1, 20))]
        if not good:
            return
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games._REGISTERED, "auction", auction)
        try:
            played = replay(logs.parse(bytes(good)))
        except Unreadable:
            return
    assert played.error is None or isinstance(played.error, EnginehouseError)


def test_a_log_can_have_the_checksum_after_every_entry(toy: Any) -> None:
    match = Match.new(toy("auction"), 3, seed="log")
    match.checks = []
    match.act(0, "open high")
    match.undo(0)
    match.act(0, "open low")
    log = match.log()
    assert [len(e.check) for e in log.entries] == [10, 10, 10]
    assert log.entries[2].check == log.checksum[:10] != log.entries[1].check
    assert replay(logs.parse(logs.write(log))).error is None


def test_a_wrong_checksum_in_the_middle_is_found_and_named(toy: Any) -> None:
    match = Match.new(toy("auction"), 3, seed="log")
    match.checks = []
    for seat, act in ((0, "open low"), (2, "bid 1"), (0, "bid 0"), (1, "bid 2")):
        match.act(seat, act)
    log = match.log()
    log.entries[2].check = "2:00000000"
    played = replay(log)
    assert played.accepted == 2
    assert "entry 3, seat 0, 'bid 0'" in str(played.error) and "not the stored one" in str(played.error)


def test_an_entry_that_is_no_step_is_none() -> None:
    with pytest.raises(Unreadable, match="no step 'jump'"):
        Match.new("mechanation", 2).step(SimpleNamespace(seat=0, act="pass", step="jump", note=""))


def test_a_file_holds_one_game_or_one_a_line(text: str, tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    log = logs.parse(text)
    one.write_text(text)
    line = logs.write(log, line=True)
    many.write_text(line + "\n" + line.replace("bid 1", "bid 2") + line)
    assert logs.load_all(one) == [log] == [logs.load(one)]
    assert len(logs.load_all(many)) == 3
    assert logs.load_named(f"{many}:2").entries[3].act == "bid 2"
    assert logs.load_named(str(one)) == logs.load_named(f"{one}:1") == log
    with pytest.raises(Unreadable, match=r"holds 3 games; name one of them: .*many.jsonl:1 to .*many.jsonl:3"):
        logs.load(many)
    for wrong in (0, 4, 10**30):
        with pytest.raises(Unreadable, match="has games 1 to 3"):
            logs.load_named(f"{many}:{wrong}")
    many.write_text(line + "{}\n")
    with pytest.raises(Unreadable, match=r"many.jsonl:2: this is not the log"):
        logs.load_all(many)
    with pytest.raises(Unreadable, match="No such file"):
        logs.load_named(str(tmp_path / "none.json"))
