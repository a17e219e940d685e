"""What a bot is and where it is found: by name, by entry point, as module:Class; and what is said of one that is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import enginehouse as eh
from enginehouse import bots
from enginehouse.bots.bot import Bot, BotFailed, Choice
from enginehouse.bots.players import deciding, greedy, levels, runs
from enginehouse.bots.players.levels import NamedBot
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.untraced

HOUSE = ("great-machine", "mechanation", "mechanica", "mechanical-beast")
OWN = """
from enginehouse.bots.bot import Choice

class Last:
    name, title, levels = "last", "Last bot", {"normal": 1.0}
    def prepare(self, game): pass
    def choose(self, view, seat, legal, budget, seed): return Choice(legal[-1])

class Wrong(Last):
    def choose(self, view, seat, legal, budget, seed): return Choice(4000)

class Bare(Last):
    def choose(self, view, seat, legal, budget, seed): return legal[0]

class Broken(Last):
    def choose(self, view, seat, legal, budget, seed): return 1 // 0

class Level(Last):
    levels = ()

class Nameless(Last):
    name = 7

class Asks(Last):
    def __init__(self, weights): pass
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module of somebody's own, and one that cannot be imported."""
    (tmp_path / "ownbots.py").write_text(OWN)
    (tmp_path / "brokenbots.py").write_text("import json\njson.nothing\n")
    (tmp_path / "needybots.py").write_text("import no_such_package\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("ownbots", "brokenbots"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", HOUSE)
def test_named_opponents_play_their_game_alone(name: str) -> None:
    game, other = games.get(name), games.get(HOUSE[HOUSE.index(name) - 1])
    named = bots.names(game)[len(bots.names()) :]
    found: list[Any] = [bots.get(one) for one in named]
    assert len(found) == 4 and all(
        isinstance(one, NamedBot) and one.name == at for one, at in zip(found, named, strict=True)
    )
    assert len({one.opponent.style for one in found}) == 4 == len({one.tune(game) for one in found})
    assert all(one.opponent.character.endswith(".") for one in found)
    with pytest.raises(Unreadable, match=f"plays {game.facts.title}, not {other.facts.title}"):
        found[0].compiled(other)


def test_a_style_decides_among_good_actions_alone() -> None:
    """Of three actions with a fair share of the visits it takes the one that it likes, if it is nearly as good."""
    tune = levels.fill_tune({"simulations": 100, "style": 1, "within": 20})
    # visits, shares, prior, taste, trees in which it looks worse
    found = np.array([[60, 60 * 500_000, 1, 0, 0], [30, 30 * 490_000, 1, 5, 0], [10, 10 * 900_000, 1, 9, 0]])
    assert deciding.choose_result(found, 3, tune, 1, [0] * 4) == 1, "the last one has too few visits"
    found[1, 1] = 30 * 470_000
    assert deciding.choose_result(found, 3, tune, 1, [0] * 4) == 0, "too much worse"
    plain = levels.fill_tune({"simulations": 100, "within": 20})
    found[0, 4] = 1
    assert deciding.choose_result(found, 3, plain, 1, [0] * 4) == 0, "worse, but the other one is too far below"
    found[1, 1] = 30 * 490_000
    assert deciding.choose_result(found, 3, plain, 1, [0] * 4) == 1, "worse in every guess, and another is as good"


def test_the_bots_of_the_house_are_bots() -> None:
    assert bots.names()[:6] == ["expert", "hard", "steady", "easy", "greedy", "random"]
    for name in bots.names()[:6]:
        bot = bots.get(name)
        assert isinstance(bot, Bot) and bot.name == name and bots.find_bot(name) is bot is bots.get(name)
        assert bot.title == f"{name.capitalize()} bot" and list(bot.levels) == ["normal"]
    with pytest.raises(
        Unreadable, match="there is no bot 'clever'; there are: expert, hard, steady, easy, greedy, random"
    ):
        bots.find_bot("clever")


def test_choices_are_those_of_the_functions() -> None:
    match = Match.new("mechanation", 2, seed=4)
    seat = match.actors()[0]
    view, legal = match.view(seat), match.legal(seat)
    chosen = bots.get("greedy").choose(view, seat, legal, 5.0, 3)
    assert chosen.action == greedy.choose(view, seat, legal, 5.0, 3)
    assert [thought.action for thought in chosen.thoughts] == legal
    assert {thought.visits for thought in chosen.thoughts} == {greedy.count_guesses(match.game)}
    best = max(thought.value for thought in chosen.thoughts)
    assert best == next(thought.value for thought in chosen.thoughts if thought.action == chosen.action)
    assert bots.get("random").choose(view, seat, legal, 1.0, 3).action in legal
    assert greedy.choose(view, seat, legal[:1], 5.0, 3) == legal[0]


def test_out_of_time_the_greedy_bot_says_how_little_it_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "READY", {})
    match = Match.new("mechanation", 2, seed=4)
    (seat,) = match.actors()
    chosen = greedy.Greedy().choose(match.view(seat), seat, match.legal(seat), -1.0, 3)
    assert {thought.visits for thought in chosen.thoughts} == {1} and chosen.action in match.legal(seat)


def test_a_bot_of_one_s_own_is_named_by_its_class(own: None) -> None:
    bot = bots.find_bot("ownbots:Last")
    assert bot.title == "Last bot" and isinstance(bot, Bot)
    with pytest.raises(Unreadable, match="there is no bot 'ownbots:Last'"):
        bots.get("ownbots:Last")  # what a web page names is never imported


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ownbots:", "a bot is written module:Class, not 'ownbots:'"),
        ("own bots:Last", "a bot is written module:Class, not 'own bots:Last'"),
        ("nobots:Last", "the bot nobots:Last cannot be used: there is no module 'nobots'"),
        ("needybots:Last", "the bot needybots:Last cannot be used: there is no module 'no_such_package'"),
        ("brokenbots:Last", "the bot brokenbots:Last cannot be used: AttributeError: module 'json' has no attribute"),
        ("ownbots:First", "the bot ownbots:First cannot be used: the module ownbots has no 'First'"),
        ("ownbots:Asks", "the bot ownbots:Asks cannot be created: TypeError: "),
        ("ownbots:Choice", "the bot ownbots:Choice cannot be created: TypeError: "),
        ("ownbots:Level", "the bot ownbots:Level has levels that are no mapping of names to seconds"),
        ("ownbots:Nameless", "the bot ownbots:Nameless has a name or a title that is no text"),
        ("builtins:list", "has no name and no title and no levels and no prepare and no choose; a bot has name, title"),
    ],
)
def test_an_unknown_bot_is_refused_with_a_sentence(own: None, name: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        bots.find_bot(name)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "Wrong",
            "the bot last, seat 0, action 1 of a game of Mechanation, chose 4000, which is not legal; legal are [1, 2, 3]",
        ),
        ("Bare", "the bot last, seat 0, action 1 of a game of Mechanation, gave 1, which is not a `Choice`"),
        (
            "Broken",
            "the bot last, seat 0, action 1 of a game of Mechanation, failed: ZeroDivisionError: integer division",
        ),
    ],
)
def test_a_bot_that_fails_in_play_is_named(own: None, name: str, said: str) -> None:
    match = Match.new("mechanation", 2, seed=1)
    with pytest.raises(BotFailed) as error:
        runs.play_out(match, [bots.find_bot(f"ownbots:{name}")] * 2)
    assert str(error.value).startswith(said)


def test_a_bot_gets_its_view_its_first_level_and_a_seed_for_each_decision() -> None:
    match, asked = Match.new("mechanation", 3, seed=4), []

    def choose(view: Any, seat: int, legal: list[int], budget: float, seed: int) -> Choice:
        assert not match.game.shape.differences(view, match.view(seat)) and legal == match.legal(seat)
        view.reason, code = 9, legal[0]
        legal.clear()
        asked.append((seat, budget, seed))
        return Choice(code)

    bot: Any = SimpleNamespace(name="spy", title="Spy", levels={"easy": 0.5, "hard": 9.0}, choose=choose)
    assert runs.play_out(match, [bot] * 3, 7) is match and match.over
    assert asked == [(entry.seat, 0.5, 700_001 + k) for k, entry in enumerate(match.entries)]


@pytest.mark.beside_plain  # tests/bots/players/test_compiled_games.py has a compiled run
def test_the_seed_of_bots_changes_bots_alone() -> None:
    """Two line-ups on the same games share the deals, and the bots' random numbers only without a seed of their own."""
    game = games.get("mechanation")
    usual, other, third = (runs.Run(game, 2, {}, 1, 1, ["random", "easy"], bot_seed=seed) for seed in (None, 5, 6))
    rows = [runs.play_rows(run, 0, 1) for run in (usual, other, third)]
    assert rows[1] != rows[0] != rows[2] != rows[1]
    assert [row.seed for row in rows[1]] == [row.seed for row in rows[0]]
    assert runs.play_rows(runs.Run.of(other.spec()), 0, 1) == rows[1]
    lines = [eh.play(game, bots=["random", "easy"], seed=2, bot_seed=seed).line() for seed in (None, 5, 5)]
    assert lines[0] != lines[1] == lines[2]
    assert eh.play(game, bots=["easy"], seed=2).seed == eh.play(game, bots=["easy"], seed=2, bot_seed=5).seed
    table = eh.simulate(game, 1, 2, ["random", "easy"], bot_seed=5)
    assert table["actions"] == [row.actions for row in rows[1]]


def test_swapped_bots_sit_everywhere() -> None:
    run = runs.Run(games.get("mechanation"), 3, {}, 6, 1, ["greedy", "random"], swap=True)
    assert [[run.bot(seat, k) for seat in range(3)] for k in range(3)] == [
        ["greedy", "random", "greedy"],
        ["greedy", "greedy", "random"],
        ["random", "greedy", "greedy"],
    ]
    still = runs.Run(games.get("mechanation"), 3, {}, 6, 1, ["greedy", "random"])
    assert [still.bot(seat, 2) for seat in range(3)] == ["greedy", "random", "greedy"]
