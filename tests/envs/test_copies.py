"""Matches, batches and environments can be copied and pickled, and all copies go on alike, also in another process."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from samples import toys

from enginehouse.bots.bot import Choice
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.records.record import Shape
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.envs import Batch, Features, Layout
from enginehouse.envs.gymnasium import OneSeat, OneSeatVector
from enginehouse.envs.pettingzoo import env, parallel_env
from enginehouse.envs.text import TextGame

pytestmark = pytest.mark.untraced
TOYS = {game.name: game for game in toys()}
NAMES = [*games.names(), "auction", "rummage"]
STEPS = 14


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


class Last:
    """A bot that has no name by which it could be found again."""

    name, title, levels = "last", "Last", {"normal": 1.0}

    def prepare(self, game: Any) -> None:
        pass

    def choose(self, view: Any, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        return Choice(legal[-1])


# Each of these plays one step of the thing, and returns all that can be seen of it afterwards.


def step_match(match: Match, dice: Any) -> Any:
    for seat in range(match.seats):
        if match.can_undo(seat) and dice.random() < 0.2:
            match.undo(seat)
    if not match.over:
        seat = int(dice.choice(match.actors()))
        match.act(seat, str(dice.choice(match.legal_names(seat))))
    shown = [(match.view(k), match.story(k), match.decision(k), match.can_undo(k)) for k in range(match.seats)]
    return match.checksum(), match.log(), repr(shown)


def step_text(table: TextGame, dice: Any) -> Any:
    seat, text = table.get_observation()
    names = table.match.legal_names(seat) if seat >= 0 else ["none"]
    return seat, text, table.step(str(dice.choice(names))), [table.describe(k) for k in range(table.match.seats)]


def step_batch(batch: Batch, dice: Any) -> Any:
    _, mask, _ = batch.look()
    batch.step(np.array([dice.choice(np.flatnonzero(row)) if row.any() else -1 for row in mask]))
    batch.reset(batch.done)
    batch.look(np.full(batch.n, batch.seats - 1))  # the next step is that of another seat where that one may act
    return [one.tobytes() for one in (batch.obs, batch.mask, batch.seat, batch.length, batch.episode, batch.returns)]


def step_turns(table: Any, dice: Any) -> Any:
    if not table.agents:
        table.reset()
    seen, *more = table.last()
    over = more[1] or more[2]
    table.step(None if over else int(dice.integers(len(seen["action_mask"]))))
    return [seen["observation"].tobytes(), more, table.infos, table.agents, table.rewards]


def step_at_once(table: Any, dice: Any) -> Any:
    if not table.agents:
        table.reset()
    found = table.step({agent: int(dice.integers(table.wait + 1)) for agent in table.agents})
    return repr(found)


def step_one(table: Any, dice: Any) -> Any:
    found = table.step(int(dice.choice(np.flatnonzero(table.action_masks()))) if table.action_masks().any() else 0)
    if found[2] or found[3]:
        table.reset()
    return repr(found)


def step_vector(table: Any, dice: Any) -> Any:
    return repr(table.step(dice.integers(table.single_action_space.n, size=table.num_envs)))


def begin(table: Any) -> Any:
    table.reset(seed=5)
    return table


KINDS: dict[str, tuple[Callable[[str], Any], Callable[[Any, Any], Any]]] = {
    "match": (lambda name: Match.new(name, 2, seed=5), step_match),
    "text": (lambda name: TextGame(name, 2, seed=5, names=["Ann", "Bob"]), step_text),
    "batch": (lambda name: Batch(name, 2, 3, seed=5), step_batch),
    "turns": (lambda name: begin(env(name, 2, illegal="first", form="bits")), step_turns),
    "at once": (lambda name: begin(parallel_env(name, 2, illegal="first", max_cycles=30)), step_at_once),
    "one": (lambda name: begin(OneSeat(name, 2, seat=1, bots=[Last()])), step_one),
    "many": (lambda name: begin(OneSeatVector(3, name, 2, illegal="first", max_cycles=9)), step_vector),
}


def go_on(kind: str, thing: Any, steps: int = STEPS, seed: int = 1) -> list[Any]:
    dice = np.random.default_rng(seed)
    return [KINDS[kind][1](thing, dice) for _ in range(steps)]


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def choose_marks(name: str, kind: str) -> list[pytest.MarkDecorator]:
    """Return `deep` for the cases that take long to compile."""
    long = kind not in ("match", "text") and name in ("mechanica", "mechanical-beast") and jit_possible()
    return [pytest.mark.deep] if long else []


@pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(name, kind, marks=choose_marks(name, kind)) for name in NAMES for kind in KINDS],
)
def test_copies_go_on_alike_and_share_nothing(name: str, kind: str) -> None:
    thing = KINDS[kind][0](name)
    go_on(kind, thing, 9, seed=7)
    copies = [copy.deepcopy(thing), by_pickle(thing), by_pickle(copy.deepcopy(thing))]
    first = go_on(kind, thing)
    assert [go_on(kind, one) == first for one in copies] == [True] * 3
    assert len({id(one) for one in (thing, *copies)}) == 4


def test_other_processes_go_on_alike(tmp_path: Path) -> None:
    """There nothing is compiled, and no toy is registered."""
    kept, expected = {}, {}
    for kind, (make, _) in KINDS.items():
        for name in ("mechanation", "auction"):
            thing = make(name)
            go_on(kind, thing, 9, seed=7)
            kept[kind, name] = pickle.dumps(thing)
            expected[kind, name] = go_on(kind, thing)
    file = tmp_path / "kept"
    file.write_bytes(pickle.dumps(kept))
    code = (
        "import pickle, sys; import test_copies as t;"
        "kept = pickle.load(open(sys.argv[1], 'rb'));"
        "found = {key: t.go_on(key[0], pickle.loads(one)) for key, one in kept.items()};"
        "pickle.dump(found, open(sys.argv[1], 'wb'))"
    )
    around = {
        **os.environ,
        "ENGINEHOUSE_JIT": "0",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
    }
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, env=around, check=False)
    assert done.returncode == 0, done.stderr
    found = pickle.loads(file.read_bytes())
    assert {key: found[key] == expected[key] for key in expected} == dict.fromkeys(expected, True)


def test_the_latest_look_is_copied() -> None:
    """A step plays for the seat that was looked at, also in a copy, a clone and where a batch is brought back to."""
    batch, dice = Batch("auction", 3, 1, seed=3), np.random.default_rng(2)
    while int(batch.actors[0]) & 6 != 6:  # two seats are asked, and the higher one is looked at
        _, mask, _ = batch.look()
        batch.step([dice.choice(np.flatnonzero(mask[0]))])
    _, mask, _ = batch.look([2])
    code = [int(mask[0].argmax())]
    others = [copy.copy(batch), copy.deepcopy(batch), batch.clone(), by_pickle(batch), Batch("auction", 3, 1)]
    others[-1].restore(batch)
    batch.step(code)
    for other in others:
        other.step(code)
    assert all(other.record(0) == batch.record(0) for other in others)


def test_bots_of_the_house_are_shared_and_others_copied() -> None:
    for bot, shared in (("greedy", True), (Last(), False)):
        table = begin(OneSeat("mechanation", 2, bots=[bot]))
        mine, *others = [one._places.facing._bots[1] for one in (table, copy.deepcopy(table), by_pickle(table))]
        assert [other is mine for other in others] == [shared] * 2


def test_games_are_the_same_and_records_equal() -> None:
    match = Match.new("mechanation", 2, seed=1)
    changed = games.find_or_create("mechanation+SET_TO_WIN=4")
    for game in (match.game, changed, TOYS["auction"]):
        assert copy.copy(game) is copy.deepcopy(game) is by_pickle(game) is game
    view = match.view(0)
    assert copy.copy(view) == copy.deepcopy(view) == by_pickle(view) == view
    copy.copy(view).place[0][0] += 1
    assert view == match.view(0)
    for rows in (Layout("mechanation", rotated=True), Features("mechanation", 2)):
        expected = rows.row(view).tolist()
        assert copy.deepcopy(rows).row(view).tolist() == by_pickle(rows).row(view).tolist() == expected
    with pytest.raises(TypeError, match="a loose record that belongs to no game cannot be pickled"):
        pickle.dumps(Shape("loose", match.game.shape.declared).new())


def test_a_pickle_of_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(Match.new("auction", 2, seed=1))
    game = TOYS["auction"]
    monkeypatch.setattr(game, "facts", type(game.facts)(**{**vars(game.facts), "rules_version": "7"}))
    with pytest.raises(Unreadable, match="made under version 1 of the rules of Auction, and here is version 7"):
        pickle.loads(kept)


def test_a_game_of_a_package_is_found_once() -> None:
    assert games.at("enginehouse.games.mechanation") is games.get("mechanation")
    fresh = Game("samples.bluff")
    assert games.at(fresh.address) is games.get("bluff") is not fresh, "the one that is registered comes first"
