"""What a match gives to those who study it: clones, guesses, all positions, returns, text, pictures, and its line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.play.returns import rank_share, score_share, win_share
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.untraced


def play_randomly(match: Match, many: int, seed: int = 1) -> Match:
    """The match after at most so many random actions, some of them taken back."""
    dice = random.Random(seed)
    for _ in range(many):
        if match.over:
            break
        seat = dice.choice(match.actors())
        match.act(seat, dice.choice(match.legal_names(seat)))
        if match.can_undo(seat) and dice.random() < 0.2:
            match.undo(seat)
    return match


def list_answers(match: Match) -> list[Any]:
    """All that can be asked of a match."""
    seats = range(-1, match.seats)
    return [
        match.checksum(),
        match.entries[:],
        match.actors(),
        [(match.legal(s), match.decision(s), match.events(s), match.story(s)) for s in seats],
        [(match.can_undo(s), match.can_redo(s)) for s in range(match.seats)],
    ]


@pytest.fixture(params=[*games.names(), "auction", "rummage"])
def game(request: pytest.FixtureRequest, toy: Any) -> Game:
    return toy(request.param) if request.param in ("auction", "rummage") else games.get(request.param)


# -- clone -------------------------------------------------------------------------------------------------------------


def test_a_clone_is_the_same_and_goes_its_own_way(game: Game) -> None:
    match = play_randomly(Match.new(game, 3, seed=4), 25)
    before, log = list_answers(match), match.log()
    twin = match.clone()
    assert list_answers(twin) == before and twin.log() == log
    play_randomly(twin, 10, seed=2)
    assert list_answers(match) == before and match.log() == log
    play_randomly(match, 10, seed=2)
    assert list_answers(match) == list_answers(twin)


def test_a_clone_takes_back_and_puts_back_alone(toy: Any) -> None:
    match = Match.new(toy("auction"), 3, seed=4)
    match.checks = []
    match.act(0, "open low")
    twin = match.clone()
    twin.undo(0)
    again = twin.clone()
    again.redo(0)
    assert (match.can_undo(0), twin.can_redo(0), again.can_redo(0)) == (True, True, False)
    assert [len(m.entries) for m in (match, twin, again)] == [1, 2, 3]
    assert [len(m.checks or []) for m in (match, twin, again)] == [1, 2, 3]
    match.act(1, "bid 1")
    assert again.state.laid == 0 and again.options is not match.options


# -- positions ---------------------------------------------------------------------------------------------------------


def test_positions_are_those_that_were_played_through(game: Game) -> None:
    match, seen = Match.new(game, 2, seed=8), []
    match.checks = []
    dice = random.Random(3)
    for _ in range(30):
        seen.append(list_answers(match))
        if match.over:
            break
        seat = dice.choice(match.actors())
        if match.can_undo(seat) and dice.random() < 0.3:
            match.undo(seat)
        else:
            match.act(seat, dice.choice(match.legal_names(seat)))
    else:
        seen.append(list_answers(match))
    found = list(match.positions())
    assert [list_answers(one) for one in found] == seen
    assert found[-1].log() == match.log() and len(found) == len(match.entries) + 1


def test_positions_take_one_replay(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(toy("auction"), 3, seed=1)
    for seat, act in ((0, "open low"), (1, "bid 1"), (0, "bid 0"), (2, "bid 3")):
        match.act(seat, act)
    played, apply = [], Match._apply
    monkeypatch.setattr(Match, "_apply", lambda self, seat, code: (played.append(1), apply(self, seat, code))[1])
    assert len(list(match.positions())) == len(match.entries) + 1
    assert len(played) == len(match.entries)


# -- guess -------------------------------------------------------------------------------------------------------------


def test_a_guess_agrees_with_the_seat_s_knowledge_and_can_be_played(game: Game) -> None:
    match = play_randomly(Match.new(game, 3, seed=6), 20)
    for seat in range(3):
        world = match.guess(seat, seed=9)
        assert match.game.shape.differences(world.view(seat), match.view(seat)) in ([], ["revealed"])
        assert world.legal(seat) == match.legal(seat)
        assert world.checksum() == match.guess(seat, seed="9").checksum() != match.guess(seat, seed=10).checksum()
        play_randomly(world, 5)
    with pytest.raises(Unreadable, match="there is no seat -1; the seats are 0 to 2"):
        match.guess(-1)


def test_a_guess_is_made_from_the_view_alone(toy: Any) -> None:
    """Another world that the seat cannot tell from this one gives the same guess."""
    match = play_randomly(Match.new(toy("rummage"), 3, seed=6), 6)
    other = match.guess(1, seed=77)
    assert other.checksum() != match.checksum()
    assert [other.guess(1, k).checksum() for k in range(5)] == [match.guess(1, k).checksum() for k in range(5)]


def test_the_rules_guess_from_a_view_and_get_no_more(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, given = play_randomly(Match.new(toy("rummage"), 3, seed=6), 6), []
    guess = match.game.rules.guess
    monkeypatch.setattr(
        match.game.rules, "guess", lambda v, *more: (given.append(match.game.shape.copy(v)), guess(v, *more))
    )
    match.guess(1, 5)
    assert given == [match.view(1)] and match.state != match.view(1)


# -- returns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "together", "share", "win"),
    [
        ([1, 2], False, [1, -1], [1, 0]),
        ([1, 1], False, [0, 0], [0.5, 0.5]),
        ([1, 2, 3], False, [1, 0, -1], [1, 0, 0]),
        ([1, 1, 3], False, [0.5, 0.5, -1], [0.5, 0.5, 0]),
        ([2, 2, 1, 2], False, [-1 / 3, -1 / 3, 1, -1 / 3], [0, 0, 1, 0]),
        ([2, 2, 2], False, [0, 0, 0], [0, 0, 0]),
        ([1], False, [1], [1]),
        ([2], False, [-1], [0]),
        ([1, 1], True, [1, 1], [1, 1]),
        ([2, 2], True, [-1, -1], [0, 0]),
    ],
)
def test_returns_follow_from_ranks(ranks: list[int], together: bool, share: list[float], win: list[float]) -> None:
    assert rank_share(ranks, together) == share
    assert win_share(ranks, together) == win


def test_returns_of_a_match(toy: Any) -> None:
    match = Match.new(toy("bluff"), 3, seed=3)
    assert match.returns() == match.returns("win") == [0, 0, 0]
    play_randomly(match, 1000)
    assert match.over
    assert match.returns() == rank_share(match.scores()[1]) and sum(match.returns()) == 0
    assert match.returns("win") == win_share(match.scores()[1])
    points = match.scores()[0]
    assert match.returns("score") == [one - sum(points) / 3 for one in points] and len(set(points)) > 1
    assert score_share([3, 1], together=True) == [3, 1] and score_share([3]) == [3] and score_share([3, 1]) == [1, -1]
    with pytest.raises(Unreadable, match="by 'rank', by 'win' or by 'score', not by 'luck'"):
        match.returns("luck")  # type: ignore[arg-type]


@pytest.mark.parametrize(("play", "returns"), [("together", [-1, -1]), ("rescuers", [0, 0]), ("against", [0, 0])])
def test_who_loses_together_has_lost(play: str, returns: list[float]) -> None:
    match = Match.new("mechanical-beast", 2, {"play": play})
    match.state.reason, match.state.winners = 701, 0
    assert match.returns() == returns


# -- text and pictures -------------------------------------------------------------------------------------------------


def test_text_and_pictures_are_a_seat_s_own(game: Game) -> None:
    match = play_randomly(Match.new(game, 2, seed=2), 12)
    other = match.guess(1, seed=5)
    assert match.text(1) == other.text(1) and match.text() == match.text(-1)
    if game.facts.in_lobby:
        assert "{0}" not in match.text() and "Seat 0" in match.text() and "Ann" in match.text(0, ["Ann", "Bob"])
    if not game.facts.in_lobby:
        with pytest.raises(Unreadable, match=f"{game.facts.title} has no drawing"):
            match.svg()
    else:
        assert match.svg(1) == other.svg(1) and match.svg(1).startswith("<svg")
        assert match._repr_svg_() == match.svg(-1)
        assert 'width="321"' in match.svg(0, width=321)
    for ask in (match.text, match.svg) if game.facts.in_lobby else (match.text,):
        with pytest.raises(Unreadable, match="there is no seat 2; the seats are 0 to 1, and -1 is a spectator"):
            ask(2)
    with pytest.raises(Unreadable, match="1 names are given for 2 seats"):
        match.text(0, ["Ann"])


# -- a line ------------------------------------------------------------------------------------------------------------


def test_a_line_is_read_back_at_every_position(game: Game) -> None:
    for match in play_randomly(Match.new(game, 3, seed=5), 25).positions():
        line = match.line()
        assert "\n" not in line and line.isascii()
        again = Match.at(line)
        assert again.line() == line and again.checksum() == match.checksum()
        assert [again.legal(seat) for seat in range(3)] == [match.legal(seat) for seat in range(3)]
    assert list_answers(play_randomly(again, 8))[0] == list_answers(play_randomly(Match.at(line), 8))[0]


def test_a_match_from_a_line_plays_and_takes_back_but_has_no_log(toy: Any) -> None:
    match = Match.at(Match.new(toy("auction"), 3, seed=5).line())
    start = match.checksum()
    match.act(0, "open low")
    match.undo(0)
    assert match.checksum() == start and match.seed == ()
    assert [one.checksum() for one in match.positions()][::2] == [start, start]
    assert not match.clone().can_undo(0) and match.clone().can_redo(0)
    for one in (match, match.clone(), match.guess(0)):
        with pytest.raises(NotAllowed, match="started from a position has no log") as error:
            one.log()
        assert error.value.clause == 0


def rewrite_fields(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields})


def test_bad_lines_are_refused_in_sentences(toy: Any) -> None:
    line = Match.new(toy("bluff"), 2, seed=5).line()
    record = json.loads(line)["record"]
    for wrong, said in (
        ("", "this is not the line of a position: Input data was truncated"),
        ("[1]", "this is not the line of a position: Expected `object`"),
        ("[" * 100_000, "this is not the line of a position"),
        (line[:-9], "this is not the line of a position: Input data was truncated"),
        (line + line, "this is not the line of a position: JSON is malformed"),
        (rewrite_fields(line, more=1), "unknown field `more`"),
        (rewrite_fields(line, position=2), "this line has format 2; this version reads format 1"),
        (rewrite_fields(line, game="chess"), "there is no game 'chess'"),
        (rewrite_fields(line, seats=9), "Bluff is for 2 to 4 seats, not 9"),
        (rewrite_fields(line, seats=3), "this line is for 3 seats, and its record for 2"),
        (rewrite_fields(line, options={"peeking": "maybe"}), "option peeking cannot be 'maybe'"),
        (rewrite_fields(line, record={**record, "colour": 1}), "a bluff record has no field 'colour'"),
        (rewrite_fields(line, record={**record, "reason": "x"}), "field 'reason' of a bluff record: wrong shape"),
        (
            rewrite_fields(line, record={**record, "reason": 9999}),
            "no clause 9999 of Bluff could have ended this position",
        ),
    ):
        with pytest.raises(Unreadable) as error:
            Match.at(wrong)
        assert said in str(error.value)


def test_a_line_that_cannot_be_true_is_refused() -> None:
    """Two rats in one cage: the game's `invariants.py` says what was wrong. A card that is none: the rules stumble."""
    match = play_randomly(Match.new("great-machine", 3, seed=5), 20)
    match.state.cage[1] = match.state.cage[0]
    with pytest.raises(Unreadable, match="a position of The Great Machine is impossible: two rats have one cage"):
        Match.at(match.line())
    match = play_randomly(Match.new("great-machine", 3, seed=5), 20)
    match.state.row[match.state.start[0]] = 9999
    with pytest.raises(Unreadable, match="a position of The Great Machine is impossible: list index out of range"):
        Match.at(match.line())


@pytest.mark.parametrize(("module", "name"), [("words", "position"), ("rules", "scores"), ("rules", "legal")])
def test_a_line_at_which_anything_stumbles_is_refused(
    toy: Any, monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    match = Match.new(toy("bluff"), 2, seed=5)
    line = match.line()

    def stumbles(*_: Any) -> None:
        raise IndexError("no such card\nand more")

    monkeypatch.setattr(getattr(match.game, module), name, stumbles)
    with pytest.raises(Unreadable, match=r"a position of Bluff is impossible: no such card$"):
        Match.at(line)


def test_who_gives_no_log_that_replays_gets_its_error(toy: Any) -> None:
    match = Match.new(toy("bluff"), 2, seed=1)
    log = play_randomly(Match.new(match.game, 2, seed=1), 9).log()
    again = Match.from_log(log)
    assert again.log() == log and again.checks is None
    log.entries[3].act = "dance"
    with pytest.raises(Unreadable, match=r"entry 4, seat ., 'dance'"):
        Match.from_log(log)


def test_a_loaded_log_keeps_its_checksums(toy: Any) -> None:
    match = Match.new(toy("bluff"), 2, seed=1)
    match.checks = []
    log = play_randomly(match, 7).log()
    assert all(entry.check for entry in log.entries)
    again = Match.from_log(log)
    assert again.log() == log
    play_randomly(again, 1)
    assert all(entry.check for entry in again.log().entries)
