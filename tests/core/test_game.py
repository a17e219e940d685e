"""Facts, options, clauses and the registry."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Choice, Facts, Game, Option


def test_a_game_is_found_by_its_name(toy: Any) -> None:
    bluff = toy("bluff")
    assert games.get("bluff") is bluff
    assert "bluff" in games.names()
    with pytest.raises(Unreadable, match=r"no game 'blufff'; there are: .*bluff"):
        games.get("blufff")


def test_registering_adds_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_REGISTERED", {})
    assert "rummage" not in games.names()
    game = games.register(Game("samples.rummage"))
    assert games.names()[-1] == "rummage"
    assert games.get("rummage") is game
    assert repr(game) == "Game('rummage')"


def test_the_games_of_the_house_come_first_and_in_order() -> None:
    names = games.names()
    house = [name for name in names if games.get(name).package.startswith("enginehouse.games.")]
    assert house == sorted(house)
    assert names[: len(house)] == house


def test_a_record_knows_its_game(toy: Any) -> None:
    for name in ("bluff", "auction", "rummage"):
        game = toy(name)
        assert games.game_of(game.new_record()) is game


@pytest.mark.parametrize("wrong", [1, 5, 0, -2, True, 2.0, "2", None])
def test_wrong_seats_are_unreadable(toy: Any, wrong: Any) -> None:
    with pytest.raises(Unreadable, match="Bluff is for 2 to 4 seats, not"):
        toy("bluff").check_seats(wrong)


def test_options_are_filled_in_and_checked(toy: Any) -> None:
    bluff = toy("bluff")
    assert bluff.check_options(None) == {"peeking": "yes"}
    assert bluff.check_options({"peeking": "no"}) == {"peeking": "no"}
    assert bluff.option_numbers(3, {"peeking": "no"}) == [3, 1]
    assert bluff.variants() == [{"peeking": "yes"}, {"peeking": "no"}]
    with pytest.raises(Unreadable, match="option peeking cannot be 'maybe'; it can be one of: yes, no"):
        bluff.check_options({"peeking": "maybe"})
    with pytest.raises(Unreadable, match="has no option 'speed'; its options are: peeking"):
        bluff.check_options({"speed": "high"})
    with pytest.raises(Unreadable, match="its options are: none"):
        toy("auction").check_options({"speed": "high"})


def test_variants_are_all_combinations() -> None:
    option = Option("size", "Size", (Choice("small", "Small"), Choice("large", "Large")), default="large")
    facts = Facts(
        name="x",
        title="X",
        tagline="",
        prefix="X",
        seats=(2, 2),
        length_bound=1,
        options=(option, Option("b", "B", (Choice("c", "C"),))),
    )
    game = Game("samples.auction")
    game.facts = facts
    assert game.variants() == [{"size": "small", "b": "c"}, {"size": "large", "b": "c"}]
    assert game.check_options({}) == {"size": "large", "b": "c"}


def test_clauses_are_read_from_the_rulebook(toy: Any) -> None:
    bluff = toy("bluff")
    assert sorted(bluff.clauses) == [101, 102, 201, 202, 203, 204, 301]
    assert bluff.clauses[201] == "Only the seat whose turn it is acts."
    assert bluff.clauses[203].endswith("the bidder."), "a clause goes on over the end of a line"
    assert bluff.clause_name(203) == "BL-2.3"


def test_facts_are_had_without_the_rules() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from enginehouse.core.registry import game; game.get('great-machine').facts;"
        "print([m for m in sys.modules if m.endswith(('.rules', '.words', '.drawing')) or m == 'numba'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
