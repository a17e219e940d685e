"""The shelf of positions: every game of the house has one, and a leak that shows in one seldom phase alone turns it red."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from samples import toys

from enginehouse.conformance import Skipped, shelf
from enginehouse.conformance.secrets import told_apart
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.untraced
HOUSE = games.names()
PHASES = [
    (name, number, phase)
    for name in HOUSE
    for number, phase in shelf.list_phases(games.get(name)).items()
    if phase not in getattr(games.get(name).invariants, "OPEN_PHASES", ())
]


def top_of_the_pile(s: Any, v: Any) -> None:
    """Shows the top room of the Beast's pile."""
    if s.left:
        v.pile[s.left - 1] = s.pile[s.left - 1]


def tops_of_the_decks(s: Any, v: Any) -> None:
    """Shows the top piece of every zone in which it is not known to the viewer."""
    for zone in range(len(s.size)):
        if s.size[zone]:
            top = s.start[zone] + s.size[zone] - 1
            v.row[top] = s.row[top]


@pytest.mark.parametrize(("name", "number", "phase"), PHASES, ids=lambda one: str(one))
def test_the_top_shown_in_one_phase_alone_is_noticed(
    name: str, number: int, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hidden piece shown to everybody, in this phase and no other: the check of the kit is red."""
    game = Game(games.get(name).package)
    view = game.rules.view
    show = top_of_the_pile if name == "mechanical-beast" else tops_of_the_decks

    def leaking(s: Any, seat: int, v: Any) -> None:
        view(s, seat, v)
        if s.phase == number:
            show(s, v)

    monkeypatch.setattr(shelf, "told_apart", lambda twins: told_apart(twins, leaking))
    with pytest.raises(AssertionError, match="can distinguish twin worlds"):
        shelf.twin_worlds_look_alike_in_every_phase(game, 1)


def test_an_end_of_a_turn_without_a_question_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "is_risky", lambda game, view, code: False)
    with pytest.raises(AssertionError, match="ends the turn of seat"):
        shelf.the_page_asks_before_what_ends_a_turn_for_good(games.get("mechanical-beast"), 1)


@pytest.mark.parametrize("name", HOUSE)
def test_every_game_of_the_house_has_a_shelf(name: str) -> None:
    game = games.get(name)
    for log in logs.load_all(game.folder / shelf.FILE):
        played = replay(log)
        assert played.error is None and log.rules == game.facts.rules_version
        said = {tuple(one.split(" ")) for one in log.entries[-1].note.split(", ")}
        (position,) = [p for p in shelf.shelf(game) if p.start == log.seed and p.number == len(log.entries)][:1]
        assert said <= shelf.list_keys(game, position), "a position is what its note says"
        assert logs.parse(position.log).seed == log.seed, "what a failing check prints opens the position"


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Callable[..., Game]]:
    """Mechanation with some lines of its shelf; it has the records until the test is over, then the true game again."""

    def build(keep: Callable[[dict[str, Any]], bool]) -> Game:
        game = games.get("mechanation")
        lines = (game.folder / shelf.FILE).read_text().splitlines()
        (tmp_path / shelf.FILE).write_text("".join(line + "\n" for line in lines if keep(json.loads(line))))
        return Game(game.package, tmp_path)

    yield build
    true = games.get("mechanation")
    true.shape.Plain.game = true


def test_a_shelf_on_which_something_is_missing(copied: Callable[..., Game]) -> None:
    game = copied(lambda log: "phase OVERCLOCK" not in log["entries"][-1]["note"])
    with pytest.raises(AssertionError, match=r"no position on the shelf for .*'phase', 'OVERCLOCK'"):
        shelf.the_shelf_has_every_phase_and_every_kind_of_event(game, 1)
    with pytest.raises(AssertionError, match=r"nothing differs between twins .* in the phases \['OVERCLOCK'\]"):
        shelf.a_leak_in_any_phase_would_be_found(game, 1)


def test_a_shelf_of_other_rules(copied: Callable[..., Game], tmp_path: Path) -> None:
    game = copied(lambda log: True)
    path = tmp_path / shelf.FILE
    path.write_text(path.read_text().replace('"act":"deploy', '"act":"display', 1))
    with pytest.raises(AssertionError, match="is out of date"):
        shelf.shelf(game)


def telling_in(phase: str, tier: int, tell: Callable[[Any, Any, int], None], monkeypatch: pytest.MonkeyPatch) -> Game:
    """Mechanation, in which an action in this phase, and in no other, tells something of the next seat's mech of a tier."""
    game = Game(games.get("mechanation").package)
    apply = game.rules.apply
    number = next(k for k, name in shelf.list_phases(game).items() if name == phase)

    def telling(s: Any, seat: int, action: int, e: Any) -> None:
        hidden, now = s.mech[(seat + 1) % s.seats][tier], s.phase
        apply(s, seat, action, e)
        if now == number:
            tell(s, e, hidden)

    monkeypatch.setattr(game.rules, "apply", telling)
    return game


def test_events_that_tell_in_one_phase_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that carries the number of a hidden mech, in one phase alone, is noticed."""

    def tell(s: Any, e: Any, hidden: int) -> None:
        if e.on:
            e.a[0] += 16 * hidden

    with pytest.raises(AssertionError, match="though the views are equal"):
        shelf.events_tell_nothing_in_every_phase(telling_in("OVERCLOCK", 2, tell, monkeypatch), 8)


def test_what_shows_in_one_phase_alone_and_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden mech that moves an open number, while a mech is deployed and at no other time, without a word of it."""

    def tell(s: Any, e: Any, hidden: int) -> None:
        s.round += 100 * hidden

    game = telling_in("DEPLOY", 2, tell, monkeypatch)
    with pytest.raises(AssertionError, match=r"but .*'round'.* of the view differs between the twin worlds"):
        shelf.what_can_be_taken_back_told_nobody_anything_in_any_phase(game, 8)


def test_the_toys_have_no_shelf() -> None:
    for toy in toys():
        with pytest.raises(Skipped, match="no shelf"):
            shelf.twin_worlds_look_alike_in_every_phase(toy, 1)
    assert issubclass(Skipped, EnginehouseError)


def test_a_shelf_is_filled_by_searching(copied: Callable[..., Game]) -> None:
    """Missing games are found again, shorter games replace longer ones, and stored games are not lost."""
    game = copied(lambda log: "phase DEPLOY" not in log["entries"][-1]["note"])
    before = {p.start for p in shelf.shelf(game)}
    found = shelf.fill(game, 1, say=lambda _: None)
    notes = ", ".join(log.entries[-1].note for log in found)
    assert "phase DEPLOY" in notes and "phase OVERCLOCK" in notes
    assert before & {log.seed for log in found}
