"""Whole games of bots, compiled: they are the games of the plain loop, whoever plays and whoever sits where."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from samples import toys

from enginehouse import bots
from enginehouse.bots.bot import BotFailed, Choice, CompiledBot
from enginehouse.bots.players import compiled_games, runs
from enginehouse.bots.players.greedy import GUESSES, Greedy
from enginehouse.bots.players.random import Random
from enginehouse.core.compiler import compiled_rules
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule

pytestmark = pytest.mark.untraced

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
needs_numba = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")


@rule
def last(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    return int(room.codes[room.many - 1])


@rule
def none(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    return 4000


class Last:
    """The last of the legal actions, compiled too; it has no numbers to set."""

    name, title = "last", "Last bot"
    levels: Mapping[str, float] = {"normal": 1.0}
    rule: Any = staticmethod(last)

    def prepare(self, game: Any) -> None:
        raise AssertionError("whole games are compiled, so nobody prepares for single decisions")

    def choose(self, view: Any, seat: int, legal: Any, budget: float, seed: int) -> Choice:
        return Choice(legal[-1])

    def compiled(self, game: Any) -> tuple[Any, tuple[int, ...]] | None:
        return self.rule, ()


class Wrong(Last):
    rule = staticmethod(none)


def lent(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of this test, whose records belong to it until the test ends."""
    records = importlib.import_module(f"{game.package}.state").SHAPE.Plain
    monkeypatch.setattr(records, "game", game, raising=False)
    return game


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game of a page of the docs: it has a policy."""
    return lent(Game("connect_four"), monkeypatch)


@pytest.fixture
def auction(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A toy in which several seats act at once, and which has no policy."""
    return lent(next(game for game in toys() if game.name == "auction"), monkeypatch)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of this file, by the names `own:Last` and `own:Wrong`."""
    monkeypatch.setitem(sys.modules, "own", SimpleNamespace(Last=Last, Wrong=Wrong))


def plain(run: runs.Run, games: int) -> list[runs.Row]:
    return [runs.make_row(run, k, runs.play_bots(run, k)) for k in range(games)]


@needs_numba
def test_bots_have_a_seed_of_their_own(connect_four: Game) -> None:
    """It is that of the plain loop, and it changes the bots alone: the deals and the seats that are asked stay."""
    usual = runs.Run(connect_four, 2, {}, 6, 3, ["greedy", "random"])
    other = runs.Run(connect_four, 2, {}, 6, 3, ["greedy", "random"], bot_seed=4)
    rows = runs.play_rows(other, 0, 6)
    assert rows == plain(other, 6) != runs.play_rows(usual, 0, 6)
    assert [row.seed for row in rows] == [row.seed for row in runs.play_rows(usual, 0, 6)]
    again = runs.Run(connect_four, 2, {}, 6, 3, ["greedy", "random"], bot_seed=3)
    assert runs.play_rows(again, 0, 6) == runs.play_rows(usual, 0, 6), "the same seed is the default"


@needs_numba
def test_they_are_the_games_of_the_plain_loop(connect_four: Game) -> None:
    """Greedy against random, changing seats; a game alone is the same as in a run."""
    run = runs.Run(connect_four, 2, {}, 12, 3, ["greedy", "random"], swap=True)
    rows = runs.play_rows(run, 0, 12)
    assert run.whole is not None and rows[:4] == plain(run, 4)
    assert runs.play_rows(run, 7, 1) == rows[7:8]
    won = sum(row.wins[row.bots.index("greedy")] for row in rows)
    assert won >= 9, "greedy bots are better than random ones, at either seat"


@needs_numba
def test_so_they_are_where_several_may_act_and_cards_are_hidden(own: None, auction: Game) -> None:
    run = runs.Run(auction, 3, {}, 6, 5, ["own:Last", "random", "random"], swap=True)
    assert run.whole is not None
    run.prepare()
    assert runs.play_rows(run, 0, 6) == plain(run, 6)
    for k, (row, log) in enumerate(runs.play_games(run, 0, 3, with_logs=True)):
        assert log == runs.play_bots(run, k).log() and row == runs.make_row(run, k, runs.play_bots(run, k))
    twins = next(
        all_of for key, all_of in compiled_rules._COMPILED.items() if key[0] == "auction" and "last" in str(key)
    )
    assert twins.folder is None, "nothing tells when a rule from elsewhere changes"


@needs_numba
def test_a_bot_that_chooses_nothing_legal_is_named(own: None, connect_four: Game) -> None:
    run = runs.Run(connect_four, 2, {}, 1, 5, ["random", "own:Wrong"])
    said = r"the bot own:Wrong, seat 1, action \d+ of a game of .*, chose 4000, which is not legal"
    with pytest.raises(BotFailed, match=said):
        runs.play_rows(run, 0, 4)


@needs_numba
def test_the_bot_of_the_page_compiles(connect_four: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (EXAMPLES.parent / "write-a-bot.md").read_text("utf-8")
    (body,) = re.findall(r"^\*\*`quickbots.py`\*\*\n\n```python\n(.*?)^```$", page, re.S | re.M)
    (tmp_path / "quickbots.py").write_text(body, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    run = runs.Run(connect_four, 2, {}, 3, 5, ["quickbots:Quick", "random"], swap=True)
    assert run.whole is not None and runs.play_rows(run, 0, 3) == plain(run, 3)


@needs_numba
def test_a_number_of_guesses_is_a_setting(connect_four: Game) -> None:
    many = {
        guesses: compiled_games.WholeGames(connect_four, {"greedy": Greedy(guesses), "random": Random()})
        for guesses in (1, 5)
    }
    played = {}
    for guesses, found in many.items():
        found.play([2], 1, 0, ["greedy", "greedy"])
        played[guesses] = found.actions()
        assert found.bench.room["settings"][:2, 0].tolist() == [guesses] * 2
    assert Greedy().guesses(connect_four) == GUESSES
    assert all(played.values())


def test_who_can_play_whole_games(connect_four: Game, auction: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy, random = bots.get("greedy"), bots.get("random")
    assert isinstance(greedy, CompiledBot) and isinstance(random, CompiledBot)
    assert compiled_games.can_play(connect_four, {"greedy": greedy, "random": random}) == jit_possible()
    assert not compiled_games.can_play(auction, {"greedy": greedy}), "it has no policy"
    with_choose_alone: Any = SimpleNamespace(choose=None)
    assert not compiled_games.can_play(connect_four, {"random": random, "other": with_choose_alone})
    assert not compiled_games.can_play(connect_four, {str(k): Random() for k in range(len(compiled_games.PLACES) + 1)})
    assert runs.Run(connect_four, 2, {}, 1, 1, ["random"]).whole is None, "that has a way of its own"
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    assert not compiled_games.can_play(connect_four, {"random": random})


def test_runs_go_to_other_processes_as_plain_data() -> None:
    run = runs.Run(games.get("mechanation"), 3, {}, 4, 9, ["greedy", "random"], swap=True)
    assert runs.Run.of(run.spec()) == run and all(not isinstance(part, Game) for part in run.spec())
