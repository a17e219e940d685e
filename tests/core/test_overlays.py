"""Games with numbers of their tables changed: they are whole games, other ones, and under their own name alone."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from enginehouse.core.compiler.compiled_rules import CompiledRules
from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.arena import random_steps
from enginehouse.core.play.match import Match, replay
from enginehouse.core.records.chance import shuffle_row
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.sources import cache

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
HARVESTER = "mechanation+MECHS.Harvester.power=9"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")


def play_game(game: str, seats: int, seed: int) -> Match:
    """A random match."""
    match, dice = Match.new(games.find_or_create(game), seats, seed=seed), random.Random(seed)
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
    return match


def test_a_changed_number_and_its_derived_values_follow_and_the_game_itself_stays() -> None:
    changed, own = games.find_or_create(HARVESTER), games.find_or_create("mechanation")
    assert changed.module("parts").MECHS[24].power == 9 and changed.module("parts").POWER_OF[1, 24] == 9
    assert own.module("parts").MECHS[24].power == 6 and own.module("parts").POWER_OF[1, 24] == 6
    assert changed.name == HARVESTER and changed.facts.title == "Mechanation (MECHS.Harvester.power = 9)"
    assert not changed.facts.in_lobby and changed.name not in games.names()
    assert changed.rules.apply.__globals__ is not own.rules.apply.__globals__
    assert games.find_or_create(HARVESTER) is changed and changed.shape.name != own.shape.name


def test_the_layout_of_the_record_follows() -> None:
    changed, own = (
        games.find_or_create("great-machine+CARDS.toggle-pipe.copies=4+TRACK=17"),
        games.find_or_create("great-machine"),
    )
    assert own.module("parts").PIECES - changed.module("parts").PIECES == 6
    assert changed.shape.dtype.itemsize < own.shape.dtype.itemsize
    match = play_game(changed.name, 3, 1)
    assert match.over and Match.new(changed, 3).state.track == 17
    assert Match.new(own, 3).state.track == 20


def test_the_classic_set_of_mechs_is_changed_alone() -> None:
    changed = games.find_or_create("mechanation+FIRST_POWERS.Harvester=5+EARLIER.Siege-Engine.defending=-1").module(
        "parts"
    )
    own = games.get("mechanation").module("parts")
    assert (own.POWER_OF[0, 24], changed.POWER_OF[0, 24]) == (7, 5) and changed.POWER_OF[1, 24] == own.POWER_OF[
        1, 24
    ] == 6
    engine = next(number for number, mech in enumerate(own.MECHS) if mech.title == "Siege Engine")
    place = 4 * engine + own.WAYS["defending"]
    assert (own.CHANGE_OF[0, place], changed.CHANGE_OF[0, place]) == (-3, -1)
    assert (own.CHANGE_OF[1] == changed.CHANGE_OF[1]).all()


@pytest.mark.parametrize(
    "name",
    [
        "great-machine+CARDS.starvation.copies=0",
        "great-machine+CARDS.timely-intervention.copies=0",
        "great-machine+CARDS.toggle-pipe.copies=0",
        "great-machine+START_EVENTS=0+START_MOVEMENTS=0",
        "mechanica+COPIES.duplicator=0",
    ],
)
def test_a_part_can_be_left_out(name: str) -> None:
    match = play_game(name, 3, 1)
    path = name.partition("+")[2]
    if "COPIES" in path.upper():
        slug = path.split(".")[1].removesuffix("=0")
        assert not any(slug in entry.act.split() for entry in match.entries)
    assert replay(match.log()).error is None


def test_the_price_of_a_tile_is_added_to_that_of_its_spot() -> None:
    """The wallet pays it, the words name it, and a player without the coins may not buy."""
    dear, own = games.find_or_create("mechanica+TILES.duplicator.price=2"), games.find_or_create("mechanica")
    parts = own.module("parts")
    found = 0
    for seed in range(12):
        for game, more in ((own, 0), (dear, 2)):
            match = Match.new(game, 4, seed=seed)
            for spot in (k for k in range(parts.SPOTS) if match.state.shop[k]):
                price = parts.PRICES[spot] + (more if match.state.shop[spot] == parts.DUPLICATOR else 0)
                code, seat = parts.Buy.at(spot), match.actors()[0]
                assert (code in match.legal(seat)) == (match.state.wallet[seat] >= price)
                assert match.game.words.action(match.view(seat), code).endswith(f" for {price}")
                if code in match.legal(seat):
                    after, before = match.clone(), int(match.state.wallet[seat])
                    after.act(seat, match.game.vocabulary.name(code))
                    assert before - after.state.wallet[seat] == price
                    found += more > 0 and match.state.shop[spot] == parts.DUPLICATOR
    assert found > 0


@pytest.mark.parametrize(
    ("game", "change"), [("mechanation", "MECHS.Harvester.power=7"), ("great-machine", "CARDS.maze.copies=4")]
)
def test_a_change_to_the_present_value_has_no_effect(game: str, change: str) -> None:
    one, other = play_game(game, 2, 3), play_game(f"{game}+{change}", 2, 3)
    assert [entry.act for entry in one.entries] == [entry.act for entry in other.entries]
    assert one.game.shape.to_text(one.state) == other.game.shape.to_text(other.state)


def test_a_log_names_the_changed_rules_and_holds_only_under_them() -> None:
    match = play_game("great-machine+TRACK=12", 2, 5)
    log = logs.parse(logs.write(match.log()))
    assert log.game == "great-machine+TRACK=12" and replay(log).error is None
    text = logs.write(log).replace("+TRACK=12", "")
    assert replay(logs.parse(text)).error is not None


def test_only_who_says_so_makes_such_a_game() -> None:
    """Requests of a server's guests go by `get`."""
    with pytest.raises(Unreadable, match=r"there is no game 'mechanation\+GNAT_BEATS=7'"):
        games.get("mechanation+GNAT_BEATS=7")
    made = games.find_or_create("mechanation+GNAT_BEATS=7")
    assert games.get("mechanation+GNAT_BEATS=7") is made


def test_names_are_read_in_any_order_and_written_in_one() -> None:
    base, changes = overlays.parse("great-machine+TRACK=12+CARDS.maze.copies=5")
    assert (base, changes) == ("great-machine", (("CARDS.maze.copies", 5), ("TRACK", 12)))
    assert overlays.name_changed(base, dict(changes)) == "great-machine+CARDS.maze.copies=5+TRACK=12"
    one, other = (
        games.find_or_create("great-machine+TRACK=12+HAND_LIMIT=4"),
        games.find_or_create("great-machine+HAND_LIMIT=4+TRACK=12"),
    )
    assert one is other


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("MECHS.Harvester.power=99", "MECHS.Harvester.power is from 0 to 15, not 99"),
        (
            "MECHS.Harvester.tier=1",
            "MECHS.Harvester.tier cannot be changed; you can change: MECHS.*.power, MECHS.Nobody.power",
        ),
        ("MECHS.Nobody-Else.power=3", "there is no row 'Nobody-Else'"),
        ("MECHS.Harvestr.power=3", "there is no row 'Harvestr'; near it: MECHS.Harvester.power"),
        ("SET_TOWIN=3", "SET_TOWIN cannot be changed"),
        ("SET_TOWIN=3", "; near it: SET_TO_WIN"),
        ("CHANGES.Spark.attack=3", "there are: attacking; near it: CHANGES.Spark.attacking"),
        ("MECHS.Nobody.power=3", "is from 0 to 0"),
        ("SET_TO_WIN=three", "a change is written"),
        ("SET_TO_WIN=4+SET_TO_WIN=5", "a change is written"),
        ("__import__('os')=3", "a change is written"),
        ("", "a change is written"),
    ],
)
def test_a_number_that_cannot_be_changed_is_named(change: str, said: str) -> None:
    before = set(sys.modules)
    with pytest.raises(Unreadable) as error:
        games.find_or_create(f"mechanation+{change}")
    assert said in str(error.value)
    assert not any(name.startswith("enginehouse.games.mechanation__") for name in set(sys.modules) - before)


def test_a_game_that_says_nothing_may_not_be_changed() -> None:
    with pytest.raises(Unreadable, match="COLUMNS cannot be changed; you can change: nothing"):
        overlays.make_package("connect_four", "connect-four", (("COLUMNS", 8),))


def test_tables_of_all_kinds_are_changed_as_copies() -> None:
    numbers, nested = np.array([[1, 2], [3, 4]]), {"a": [1, (2, 3)]}
    changed = overlays._replace_end(numbers, ["1", "0"], 9, "X.1.0")
    assert changed.tolist() == [[1, 2], [9, 4]] and numbers.tolist() == [[1, 2], [3, 4]]
    assert overlays._replace_end(nested, ["a", "1", "0"], 7, "X") == {"a": [1, (7, 3)]} and nested == {"a": [1, (2, 3)]}
    for path, said in (
        (["b"], "no 'b'; there are: a"),
        (["a", "0", "z"], "there is no value below"),
        (["a"], "not an integer"),
    ):
        with pytest.raises(Unreadable, match=said):
            overlays._replace_end(nested, path, 1, "X")


def test_the_cache_watches_the_same_files_and_separates_compiled_code() -> None:
    changed, own = games.find_or_create(HARVESTER), games.find_or_create("mechanation")
    assert cache.reachable(changed) == cache.reachable(own)
    assert changed.name != own.name  # the folder is named after it


COPIES = {"mechanica": "COPIES.repurposer", "mechanical-beast": "COPIES.P1"}
ROWS = {
    "MECHS.*.power": "MECHS.Titan.power",
    "CARDS.*.copies": "CARDS.maze.copies",
    "TILES.*.value": "TILES.3.value",
    "TILES.*.price": "TILES.3.price",
    "TILES.fork.price": "TILES.fork.price",
    "BLUEPRINTS.*.pay": "BLUEPRINTS.3.pay",
    "PRICES.*": "PRICES.2",
    "PRICE_OF.[123]": "PRICE_OF.2",
    "CHANGES.*.*": "CHANGES.Siege-Engine.defending",
    "FIRST_POWERS.*": "FIRST_POWERS.Harvester",
    "EARLIER.*.*": "EARLIER.Siege-Engine.defending",
    "MASTER_STEPS.*": "MASTER_STEPS.airline-strike",
    "RECYCLING.[1-9].[1-3]": "RECYCLING.5.3",
    "ARMAND_VAULT.[0-3]": "ARMAND_VAULT.2",
}
"""A row that is there, where a bound is for many."""


@pytest.mark.parametrize("end", ["least", "most"])
@pytest.mark.parametrize("game", games.names())
def test_every_allowed_change_makes_a_valid_game(game: str, end: str, deep: bool) -> None:
    """A random game to its end, its invariants after every action: all at once, and one by one in a deep run."""
    bounds = games.get(game).module("parts").BOUNDS.items()
    rows = {**ROWS, "COPIES.*": COPIES.get(game, "")}
    alone = [f"{rows.get(pattern, pattern)}={pair[end == 'most']}" for pattern, pair in bounds]
    for change in ["+".join(alone), *(alone if deep else ())]:
        changed = games.find_or_create(f"{game}+{change}")
        match = Match.new(changed, changed.facts.seats[1], seed=4)
        for step in random_steps(changed, match.state, [1, 2, 3, 4]):
            changed.invariants.check(match.state)
            assert changed.rules.refusal(match.view(step.seat), step.seat, step.code) == 0
        assert match.over and match.reason in changed.clauses


@pytest.mark.parametrize("game", games.names())
def test_all_numbers_that_may_be_changed_are_listed_with_what_they_are(game: str, deep: bool) -> None:
    package = games.get(game).package
    listed = overlays.numbers(package)
    assert len(listed) > 40 and all(one.least <= one.now <= one.most for one in listed)
    for one in listed if deep else (listed[0], listed[-1]):
        other = one.least if one.now > one.least else one.most
        again = overlays.numbers(games.find_or_create(f"{game}+{one.path}={other}").package)
        # The classic set of Mechanation has most numbers of the balanced set, and follows it.
        follows = one.path.replace("MECHS", "FIRST_POWERS").replace("CHANGES", "EARLIER").removesuffix(".power")
        assert {one.path} <= {this.path for this in again if this not in listed} <= {one.path, follows}


def test_numbers_that_contradict_each_other_are_reported() -> None:
    few = "+".join(f"COPIES.{name}=0" for name in ("A1", "A2L", "A2R", "P1"))
    with pytest.raises(Unreadable, match="52 rooms are too few for a pile that is cut there; 57 are the least"):
        games.find_or_create(f"mechanical-beast+{few}")


def test_two_spots_of_a_shop_may_have_one_price() -> None:
    names = games.find_or_create("mechanica+PRICES.1=7").vocabulary.names
    assert "buy 7" in names and "buy 7 at 2" in names and len(set(names)) == len(names)


def test_another_process_finds_the_same_game_by_its_address() -> None:
    assert games.get("mechanation").address == "enginehouse.games.mechanation"
    address = games.find_or_create(HARVESTER).address
    code = f"from enginehouse.core.registry import game; g = game.at({address!r}); print(g.name, g.module('parts').MECHS[24].power)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [HARVESTER, "9"]


def test_twins_of_games_with_other_numbers_have_other_names() -> None:
    """Two that were compiled in two processes would else be one for the linker of a third, which then plays the wrong rules."""
    pytest.importorskip("numba")
    names = [HARVESTER, "mechanation+SET_TO_WIN=3", "mechanation"]
    marks = [CompiledRules(games.find_or_create(name), {}).mark for name in names]
    assert len(set(marks)) == 3 and marks[2] == ""
    parts = [CompiledRules(games.find_or_create(name), {shuffle_row: shuffle_row}).mark for name in names]
    assert len({*marks, *parts}) == 6
