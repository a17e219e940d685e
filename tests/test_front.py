"""The front door: `import enginehouse as eh`, what is behind each name, and that nothing is loaded before it is asked for."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

import enginehouse as eh
from enginehouse.bots.players import runs
from enginehouse.core.play.logs import write
from enginehouse.core.registry import game as registry
from enginehouse.core.words import estimates

pytestmark = pytest.mark.untraced


def loaded_by(code: str) -> list[str]:
    """All modules that are not of Python itself which a fresh interpreter has loaded after this."""
    code += "\nimport json, sys; print(json.dumps(sorted(set(sys.modules) - set(sys.stdlib_module_names))))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return [name for name in found if name.partition(".")[0] not in sys.stdlib_module_names]


def test_the_door_itself_loads_nothing() -> None:
    before = loaded_by("")
    assert set(loaded_by("import enginehouse as eh; dir(eh); eh.__version__")) - set(before) == {"enginehouse"}


def test_matches_and_games_come_without_web_plots_and_compiler() -> None:
    code = "import enginehouse as eh; eh.game_names(); eh.new('mechanation', 2).legal(0); eh.Match, eh.Bot, eh.play, eh.mean"
    heavy = {"numba", "starlette", "sqlalchemy", "rich", "click", "uvicorn", "matplotlib", "polars"}
    assert {name.partition(".")[0] for name in loaded_by(code)} & heavy == set()


def test_every_name_of_the_door_is_there() -> None:
    for name in eh.__all__:
        assert getattr(eh, name).__doc__, name
    assert set(eh.__all__) <= set(dir(eh))
    with pytest.raises(AttributeError, match="module 'enginehouse' has no attribute 'gmaes'"):
        eh.gmaes  # noqa: B018


def test_games_is_a_question_and_a_package() -> None:
    """After an import of a game, `enginehouse.games` is a package, and it still can be called."""
    import enginehouse.games.mechanation.facts as facts

    assert eh.game_names() == registry.names() and "mechanation" in eh.game_names()

    with pytest.warns(DeprecationWarning, match="game_names"):
        assert eh.games() == registry.names()  # type: ignore[operator]
    assert eh.game("mechanation").facts is facts.FACTS
    assert eh.games.__name__ == "enginehouse.games"
    with pytest.raises(eh.Unreadable, match="there is no game 'chess'"):
        eh.game("chess")


def test_a_new_match() -> None:
    match = eh.new("mechanation", seed=5)
    assert match.seats == 2 and match.checksum() == eh.Match.new("mechanation", 2, {}, 5).checksum()
    assert eh.new(eh.game("mechanica"), 3, {"level": "normal"}).seats == 3
    with pytest.raises(eh.Unreadable, match="is for 2 to 4 seats, not 0"):
        eh.new("mechanation", 0)


def test_bots_play_a_match_to_its_end() -> None:
    match = eh.play("mechanation", seats=3, bots=["random"], seed=7)
    assert isinstance(match, eh.Match) and match.over and match.seats == 3
    assert (
        match.log()
        == eh.play("mechanation", 3, ["random"] * 3, 7).log()
        != eh.play("mechanation", 3, ["random"], 8).log()
    )
    assert eh.Match.from_log(match.log()).checksum() == match.checksum()


def test_every_bot_plays_its_seat_and_is_prepared() -> None:
    done: list[Any] = []

    def bot(name: str) -> Any:
        def choose(view: Any, seat: int, legal: Any, budget: float, seed: int) -> eh.Choice:
            done.append((name, seat))
            return eh.Choice(legal[0])

        prepare = lambda game: done.append((name, game.name))  # noqa: E731
        return SimpleNamespace(name=name, title=name, levels={"one": 1.0}, prepare=prepare, choose=choose)

    match = eh.play("mechanation", 4, [bot("a"), bot("b"), "random"], seed=1)
    assert done[:2] == [("a", "mechanation"), ("b", "mechanation")]
    assert {(name, seat) for name, seat in done[2:]} == {("a", 0), ("b", 1), ("a", 3)} and match.over
    assert eh.play("mechanation", bots=["random"] * 3).seats == 3
    assert eh.play("mechanation", bots=["random"]).seats == 2


def test_a_bot_plays_one_action() -> None:
    match = eh.new("mechanation", seats=2, seed=7)
    (seat,) = match.actors()
    twin = match.clone()
    entry = eh.bot_acts(match, "random", seed=3)
    assert entry.seat == seat and match.entries == [entry]
    assert eh.bot_acts(twin, "random", seat, 3) == entry
    (waiting,) = {0, 1} - set(match.actors())
    with pytest.raises(eh.NotAllowed, match=f"seat {waiting} may not act now"):
        eh.bot_acts(match, "random", waiting)
    with pytest.raises(eh.NotAllowed, match="seat 0 may not act now"):
        eh.bot_acts(eh.play_on(match, ["random"]), "random")
    assert match.over


def test_bots_play_on_from_anywhere() -> None:
    match = eh.new("mechanation", seats=3, seed=7)
    for _ in range(9):
        eh.bot_acts(match, "random")
    line, entries = match.line(), len(match.entries)
    ends = [eh.play_on(one, ["random"], seed=4) for one in (eh.Match.at(line), eh.Match.at(line), match.guess(1))]
    assert all(one.over for one in ends) and ends[0].checksum() == ends[1].checksum()
    assert len(match.entries) == entries
    with pytest.raises(eh.Unreadable, match="4 bots are named for 3 seats"):
        eh.play_on(match, ["random"] * 4)


def test_an_action_s_events_are_described_in_sentences() -> None:
    match = eh.new("mechanation", seats=2, seed=7)
    assert match.describe_latest() == []
    (seat,) = match.actors()
    match.act(seat, match.legal_names(seat)[0])
    assert match.describe_latest()[0].startswith(f"Seat {seat} reveals ")
    assert match.describe_latest(0, ["Ann", "Ben"])[0].startswith(["Ann", "Ben"][seat])
    with pytest.raises(eh.Unreadable, match="there is no seat 2"):
        match.describe_latest(2)


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ([], "name at least one bot"),
        (["random"] * 3, "3 bots are named for 2 seats"),
        (["clever"], "there is no bot 'clever'"),
        ([7], "7 has no name and no title and no levels and no prepare and no choose"),
    ],
)
def test_wrong_bots_are_refused_with_a_sentence(bots: Any, said: str) -> None:
    with pytest.raises(eh.Unreadable, match=said):
        eh.play("mechanation", 2, bots)


def test_files_are_read(tmp_path: Path) -> None:
    first, second = (eh.play("mechanation", 2, ["random"], seed) for seed in (1, 2))
    (tmp_path / "one.json").write_text(write(first.log()))
    (tmp_path / "two.jsonl").write_text("".join(write(one.log(), line=True) for one in (first, second)))
    assert eh.load(tmp_path / "one.json").log() == first.log()
    assert eh.load(f"{tmp_path}/two.jsonl:2").log() == second.log()
    assert eh.logs(tmp_path / "two.jsonl") == [first.log(), second.log()]
    assert eh.logs(str(tmp_path / "one.json")) == [first.log()]
    with pytest.raises(eh.Unreadable, match=r"holds 2 games; name one of them: .*two.jsonl:1"):
        eh.load(tmp_path / "two.jsonl")
    (tmp_path / "one.json").write_text(write(first.log()).replace(first.log().checksum, "2:" + "0" * 32))
    with pytest.raises(eh.Unreadable, match="the final record is another one"):
        eh.load(tmp_path / "one.json")


# -- many games --------------------------------------------------------------------------------------------------------


def test_many_games_are_those_of_the_command_line() -> None:
    table = eh.simulate("mechanation", games=3, seats=3, seed=9)
    assert list(table) == [
        *("game", "seed", "actions", "reason", "bot_0", "bot_1", "bot_2", "score_0", "score_1", "score_2"),
        *("rank_0", "rank_1", "rank_2", "win_0", "win_1", "win_2"),
    ]
    run = runs.Run(registry.get("mechanation"), 3, {}, 3, 9, ["random"])
    for k in range(3):
        match = runs.play_random(run, k)
        (scores, ranks), wins = match.scores(), match.returns("win")
        expected = [k, match.log().seed, len(match.entries), match.game.clause_name(match.reason), *["random"] * 3]
        assert [column[k] for column in table.values()] == [*expected, *scores, *ranks, *wins]
        assert runs.make_row(run, k, match) == runs.play_rows(run, k, 1)[0]


def test_many_games_of_bots_change_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "firstbots.py").write_text(
        "from enginehouse import Choice\nclass First:\n    name, title, levels = 'first', 'First', {'one': 1.0}\n"
        "    def prepare(self, game): pass\n    def choose(self, view, seat, legal, budget, seed): return Choice(legal[0])\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    bots = ["firstbots:First", "random"]
    table = eh.simulate("mechanation", games=4, bots=bots, seed=2, swap_seats=True)
    assert table["bot_0"] == bots * 2 and table["bot_1"] == bots[::-1] * 2
    still = eh.simulate("mechanation", games=4, bots=bots, seed=2)
    assert still["bot_0"] == bots[:1] * 4
    assert [still["actions"][k] == table["actions"][k] for k in (0, 2)] == [True, True], "those games are the same"


def test_wins_of_a_bot_wherever_it_sits() -> None:
    class First:
        name, title = "first", "First bot"
        levels: Mapping[str, float] = MappingProxyType({"one": 1.0})

        def prepare(self, game: Any) -> None:
            """There is nothing to prepare."""

        def choose(self, view: Any, seat: int, legal: Any, budget: float, seed: int) -> eh.Choice:
            return eh.Choice(legal[0])

    table = eh.simulate("mechanation", games=4, bots=[First(), "random"], seed=2, swap_seats=True)
    assert table["bot_0"] == ["first", "random"] * 2
    expected = [table[f"win_{k % 2}"][k] for k in range(4)]
    assert eh.wins(table, "first") == expected
    assert eh.wins(table, "random") == [1 - one for one in expected]
    twice: dict[str, list[Any]] = {
        "game": [0],
        "bot_0": ["a"],
        "bot_1": ["a"],
        "bot_2": ["b"],
        "win_0": [1],
        "win_1": [0],
        "win_2": [0],
    }
    assert eh.wins(twice, "a") == [0.5]
    with pytest.raises(eh.Unreadable, match="no bot 'c' sits in any game"):
        eh.wins(twice, "c")
    with pytest.raises(eh.Unreadable, match="two bots are called 'first'"):
        eh.simulate("mechanation", games=1, bots=[First(), First()])


def test_a_shared_win_is_divided() -> None:
    run = runs.Run(registry.get("mechanical-beast"), 2, {"play": "together"}, 1, 1, ["random"])
    assert runs._row(run, 0, [0] * 8, (1, 701), ([0, 0], [1, 1])).wins == (1, 1)
    run = runs.Run(registry.get("mechanation"), 2, {}, 1, 1, ["random"])
    assert runs._row(run, 0, [1] * 8, (1, 701), ([0, 0], [1, 1])).wins == (0.5, 0.5)
    assert runs._row(run, 0, [1] * 8, (1, 701), ([0, 0], [1, 1])).seed == "00000001" * 8


# -- how sure one can be -----------------------------------------------------------------------------------------------


def test_a_mean_and_its_interval() -> None:
    value, low, high = eh.mean([1, 2, 3, 4])
    assert value == 2.5 and math.isclose(high - value, 1.959964 * math.sqrt(5 / 3 / 4), rel_tol=1e-6)
    assert math.isclose(value - low, high - value)
    assert eh.mean([3]) == (3, -math.inf, math.inf) and eh.mean([2, 2]) == (2, 2, 2)
    assert str(eh.mean([1, 2, 3, 4])) == "2.500 (1.235 to 3.765)"
    with pytest.raises(ValueError, match="at least one number"):
        eh.mean([])


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_a_share_and_its_interval(won: int, games: int, low: float, high: float) -> None:
    found = eh.share([1] * won + [0] * (games - won))
    assert found.value == won / games
    assert math.isclose(found.low, low, abs_tol=6e-5) and math.isclose(found.high, high, abs_tol=6e-5)


def test_shared_wins_are_fractions() -> None:
    assert eh.share([0.5, 0.5, 1, 0]) == eh.share([1, 1, 0, 0]) == estimates.share(iter([0, 1, 0, 1]))
    for wrong in ([], [2], [-1]):
        with pytest.raises(ValueError, match="a number from 0 to 1"):
            eh.share(wrong)
