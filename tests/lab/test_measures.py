"""Measures of parts and decisions: what they note is what the entries say, and an experiment may ask for some deals only."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import polars as pl

from enginehouse.bots.players.greedy import Greedy
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.lab import measures, report, running, words
from enginehouse.lab.experiment import parse
from enginehouse.lab.results import Result

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600)]


def play_game(game: str, seats: int, seed: int) -> Match:
    """A random match."""
    match, dice = Match.new(game, seats, seed=seed), random.Random(seed)
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
    return match


def read_measure(name: str, match: Match) -> tuple[dict[str, Any], Counter[str]]:
    """Return the result of a measure, and how often each part was noted."""
    found: dict[str, Any] = dict(measures.find_measure(name, match.game).function(match))
    return found, Counter(str(row["what"]) for row in found["parts"])


def acts(match: Match, *begin: str) -> int:
    """How many actions begin so."""
    return sum(entry.act.startswith(begin) for entry in match.entries)


@pytest.mark.parametrize("seed", range(4))
def test_cards_of_the_great_machine(seed: int) -> None:
    match = play_game("great-machine", 3, seed)
    found, counted = read_measure("cards", match)
    assert counted["dealt"] == 15 and counted["played"] == acts(match, "play ", "intervene")
    assert counted["discarded"] == acts(match, "discard ")
    kinds, s = match.game.module("parts").KIND_OF, match.state
    titles = [card.title for card in match.game.module("parts").CARDS]
    for seat in range(3):
        left: Counter[str] = Counter()
        for row in found["parts"]:
            if row["seat"] == seat:
                left[row["part"]] += 1 if row["what"] in ("dealt", "drawn") else -1
        for one, then in itertools.pairwise(match.standing):
            # Nobbled a Passing Geezer plays a card out of the deck.
            if then.seat == seat and _named(match, one).startswith("look") and _named(match, then).startswith("play"):
                left[titles[match.game.module("parts").Play.card[then.code]]] += 1
        hand = Counter(titles[int(kinds[s.row[s.start[5 + seat] + k]])] for k in range(s.size[5 + seat]))
        assert {part: many for part, many in left.items() if many} == dict(hand)
    rounds = [row["when"] for row in found["parts"]]
    assert rounds == sorted(rounds) and rounds[-1] == s.round


def test_mechs_of_mechanation() -> None:
    match = play_game("mechanation", 4, 2)
    found, counted = read_measure("used", match)
    assert counted["dealt"] == 12 and counted["fought"] == acts(match, "deploy ", "attack ", "defend ")
    own = measures.find_measure("mechs", match.game).function(match)["mechs"]
    assert isinstance(own, list)
    for row in found["parts"]:
        assert row["part"] in own[row["seat"]]
    assert max(row["when"] for row in found["parts"]) <= match.state.round
    placed = measures.find_measure("places", match.game).function(match)
    assert placed["place"][match.begin_again().state.alpha] == ["the first Alpha's place"]  # type: ignore[index]
    assert placed["rounds"] == match.state.round


def test_tiles_of_mechanica_and_rooms_of_the_beast() -> None:
    match = play_game("mechanica", 3, 0)
    found, counted = read_measure("tiles", match)
    assert counted["bought"] == acts(match, "buy ")
    assert counted["completed"] == acts(match, "complete ") > 0 and counted["recycled"] == acts(match, "recycle")
    assert all(row["what"] in found or row["what"] in ("recycled", "demolished") for row in found["parts"])
    order = measures.find_measure("turn_order", match.game).function(match)
    assert order["turn"][match.state.first] == ["the first turn"] and order["days"] == match.state.day  # type: ignore[index]
    beast = play_game("mechanical-beast", 2, 5)
    found, counted = read_measure("rooms", beast)
    assert counted["explored"] == beast.state.rooms - 1
    assert counted["used"] == sum(" gear " in entry.act for entry in beast.entries)
    ended = measures.find_measure("ending", beast.game).function(beast)
    assert ended == {"lesser": 0, "turns": beast.state.turns}


@pytest.mark.parametrize("game", games.names())
def test_words_of_columns_are_all_there_can_be(game: str) -> None:
    own = games.get(game).module("measures")
    for name in own.MEASURES:
        match = play_game(game, 1 if name == "armand" else 2, 3)
        for column, value in measures.find_measure(name, match.game).function(match).items():
            if words := measures.list_words(column, match.game):
                assert {word for seat in value for word in seat} <= set(words), column  # type: ignore[union-attr]


def test_decisions_are_judged_by_the_bot() -> None:
    match = play_game("mechanation", 2, 4)
    found = measures.decisions(match)
    rows, moving = found["decisions"], match.begin_again()
    assert isinstance(rows, tuple)
    several = [k for k, one in enumerate(match.standing) if _legal(moving, one) > 1]
    assert [row["number"] for row in rows] == several
    for row in rows[:6]:
        before = list(match.positions())[int(row["number"])]
        seat = int(row["seat"])
        thoughts = Greedy().choose(before.view(seat), seat, before.legal(seat), 60.0, int(row["number"])).thoughts
        values = sorted((one.value for one in thoughts), reverse=True)
        wide = values[0] - values[-1]
        assert row["near"] == sum(values[0] - one <= measures.HAIR * wide for one in values) >= 1
        assert row["legal"] == len(values) and (row["near"] == 1) == (float(row["ahead"]) > measures.HAIR)
    assert found["choices"] == [float(sum(row["seat"] == seat for row in rows)) for seat in (0, 1)]


def _named(match: Match, done: Any) -> str:
    return match.game.vocabulary.name(done.code)


def _legal(moving: Match, done: Any) -> int:
    many = len(moving.legal(done.seat))
    moving.act_unchecked(done.seat, done.code)
    return many


MECHS = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\n'


def test_rows_are_tables_and_unused_actions_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")  # so few games are not worth compiling the greedy bot
    found = running.carry_out(parse(MECHS + 'games = 4\nmeasure = ["used", "decisions"]'), tmp_path)
    assert found.tables == ["parts", "decisions"] and found.labelled == ["played"]
    rows = found.rows("parts")
    assert rows.columns == ["variant", "game", "seat", "what", "part", "when", "entry"]
    assert rows.filter(pl.col("what") == "dealt").height == 4 * 6
    parts = found.parts(0)
    one = parts.filter(pl.col("what") == "dealt").row(0, named=True)
    dealt = rows.filter((pl.col("part") == one["part"]) & (pl.col("what") == "dealt"))
    assert one["times"] == dealt.height and one["games"] == pytest.approx(dealt["game"].n_unique() / 4)
    never = found.never(0, "played")
    every = {part for seat in range(2) for part in found.games[f"played_{seat}"].explode().to_list()}
    assert not every & set(never) and every | set(never) == set(measures.list_words("played", found.run(0).game))
    said = words.sentences(found)
    assert any(
        sentence.startswith("A decision is between ") and "of the decisions matter" in sentence for sentence in said
    )
    assert "What became of parts" in report.page(found) and f"<td>{one['part']}</td><td>dealt</td>" in report.page(
        found
    )


def test_only_deals_with_a_part_are_played(tmp_path: Path) -> None:
    """They are the games in which it is dealt, of all, and the same ones in all variants; the others are not played."""
    every = running.carry_out(parse(MECHS + 'games = 130\nmeasure = ["mechs"]'), tmp_path / "all")
    some = running.carry_out(
        parse(MECHS + 'games = 130\nmeasure = ["mechs"]\nonly = "Titan"\n[vary]\nSET_TO_WIN = [5, 3]'),
        tmp_path / "some",
    )
    has = every.of(0).filter(pl.concat_list("mechs_0", "mechs_1").list.contains("Titan"))
    assert 10 < has.height < 60 and some.of(0).select(has.columns).equals(has)
    assert some.of(1)["game"].to_list() == has["game"].to_list()
    assert some.match(0, has["game"][3]).seed == every.match(0, has["game"][3]).seed
    with pytest.raises(Unreadable, match="of the games"):
        some.match(0, next(k for k in range(130) if k not in has["game"]))
    assert "Of 130 deals those in which somebody is dealt Titan." in words.sentences(some)


def test_a_card_that_was_not_dealt_cannot_be_requested() -> None:
    with pytest.raises(Unreadable, match="no part that is dealt has the name 'Tita'; there are: Gnat"):
        parse(MECHS + 'only = "Tita"')
    with pytest.raises(Unreadable, match="are not known before the first action"):
        parse('game = "great-machine"\nonly = "Maze!"')


def test_a_better_bot_is_reported_to_win_more(tmp_path: Path) -> None:
    text = 'game = "mechanation"\nseats = 2\nbots = ["random", "greedy"]\nsample = 0\nswap = true\ngames = 30'
    said = words.sentences(running.carry_out(parse(text), tmp_path))
    (told,) = [one for one in said if "more than an equal share" in one]
    assert told.startswith("So greedy wins +")
    equal = words.sentences(running.carry_out(parse(MECHS + "games = 30"), tmp_path / "equal"))
    assert not any("equal share" in one for one in equal)
    assert isinstance(Result.load(tmp_path), Result)


def test_of_equal_bots_none_is_reported_to_win_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    text = 'game = "mechanical-beast"\nseats = 2\nbots = ["random", "greedy"]\nsample = 0\noptions.level = "easy"\ngames = 1'
    said = words.sentences(running.carry_out(parse(text), tmp_path))
    assert any("of the games are won" in one for one in said) and not any("greedy wins" in one for one in said)
