"""The seer, by which it is measured what knowing would be worth: it sees the true record but for chance to come, and nobody else does."""

from __future__ import annotations

import importlib
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse.bots.players import levels, seer
from enginehouse.bots.players.levels import Search, fill_tune, find_tune
from enginehouse.bots.players.tree import Tune, plain_desk
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.returns import win_share
from enginehouse.core.registry import game as games
from enginehouse.core.words import estimates
from enginehouse.games.great_machine.parts import BACK_OF, DECK, EVENT, HAND, MOVEMENT
from enginehouse.games.mechanation import parts as mechs

GAMES = 100
BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.mark.parametrize("sees", [True, False])
def test_it_imagines_what_is_true_and_others_what_could_be(sees: bool) -> None:
    match = some_way("mechanation", 2, 9)
    view, me, legal = asked(match)
    states = levels._States([view, view, view, match.state])
    tune = seer.make_seer((4, 1, 300, 300, 1))._tune if sees else fill_tune((4, 1, 300, 300, 1))
    desk = plain_desk(levels._make_ask((me, 9), 0, len(legal)), tune)
    different = []
    for k in range(3):
        seer.imagine_or_see(states, me, 9, k, desk)
        different.append(set(match.game.shape.differences(states[1], match.state)))
    chance = {"chance_key", "chance_block", "chance_count", "chance_left"}
    assert all(("chance_key" in one) for one in different), "what is to come is unknown to all"
    assert any(one - chance for one in different) != sees


def test_it_weighs_no_guesses() -> None:
    tune = seer.make_seer(find_tune(games.get("mechanation"), "hard"))._tune
    assert tune[Tune.SEER] == 1 and tune[Tune.WORLDS] == 0


@pytest.fixture
def partial(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("partial_seers")


def zones_of(s: Any) -> list[list[int]]:
    """The cards of each zone, the top last."""
    return [[int(s.row[k]) for k in range(int(b), int(b) + int(n))] for b, n in zip(s.start, s.size, strict=True)]


@pytest.mark.parametrize("sees", ["nothing", "hands", "decks", "all"])
def test_a_partial_seer_gets_only_its_part(partial: Any, sees: str) -> None:
    """Whatever it sees, what all know and its own hand are true, and every card is somewhere."""
    decks, hands = (DECK + MOVEMENT, DECK + EVENT), [HAND + seat for seat in range(4)]
    for acts in range(4, 60):
        match = some_way("great-machine", 4, acts)
        _, me, _ = asked(match)
        s, truth = match.game.shape.copy(match.state), zones_of(match.state)
        partial.seers_of_cards.blur(s, me, partial.SEES["great-machine"][sees], np.array([acts, 2, 3, 4], np.int64))
        found = zones_of(s)
        assert sorted(chain(*found)) == sorted(chain(*truth))
        for zone, cards in enumerate(found):
            if zone not in (*decks, *hands) or zone == HAND + me:
                assert cards == truth[zone]
            assert [int(BACK_OF[card]) for card in cards] == [int(BACK_OF[card]) for card in truth[zone]]
        held = any(found[zone] != truth[zone] for zone in hands)
        moved = sum(a != b for zone in decks for a, b in zip(found[zone], truth[zone], strict=True))
        if sees in ("hands", "all") or match.state.asked:
            assert not held
        if sees in ("decks", "all"):
            held_then, held_now = (Counter(chain(*(way[zone] for zone in hands))) for way in (truth, found))
            exchanged = held_then - held_now
            assert moved <= exchanged.total()
        else:
            assert moved > 80
        if sees in ("decks", "nothing") and not match.state.asked:
            assert held, "what others hold is anybody's guess"


SEEN: dict[str, set[str]] = {
    "nothing": set(),
    "tiers": {"place"},
    "mechs": {"mech"},
    "posts": {"place", "mech"},
    "lands": {"lands"},
    "present": {"place", "mech", "lands"},
}


def untrue_of(s: Any, truth: Any, me: int) -> set[str]:
    """Which parts of a record of Mechanation are not as they truly are."""
    kinds, true = ([[int(mechs.KIND_OF[piece]) for piece in zone] for zone in zones_of(one)] for one in (s, truth))
    assert [len(zone) for zone in kinds] == [len(zone) for zone in true]
    assert sorted(chain(*kinds)) == sorted(chain(*true))
    parts = {"lands": kinds[1:] != true[1:], "deck": kinds[mechs.DECK] != true[mechs.DECK]}
    for name in ("mech", "place"):
        one, other = ([list(row) for row in getattr(record, name)] for record in (s, truth))
        assert one[me] == other[me], "its own mechs are true"
        parts[name] = one != other
    return {name for name, untrue in parts.items() if untrue}


@pytest.mark.parametrize("sees", SEEN)
def test_a_seer_of_mechs_gets_only_the_mechs(partial: Any, sees: str) -> None:
    """What it sees is true in every guess, and nothing else is; the order of the deck never."""
    tune, untrue = partial.partial_seer("mechanation", (4, 1, 300, 300, 1), sees)._tune, set()
    for acts in range(30, 80):
        match = some_way("mechanation", 4, acts)
        view, me, legal = asked(match)
        states = levels._States([view] * 3 + [match.state])
        partial.seers_of_mechs.imagine_in_part(
            states, me, acts, 1, plain_desk(levels._make_ask((me, acts), 0, len(legal)), tune)
        )
        untrue |= untrue_of(states[1], match.state, me)
        codes = [0] * len(match.game.vocabulary)
        assert codes[: match.game.rules.legal(states[1], me, codes)] == legal
    assert untrue == {"place", "mech", "lands", "deck"} - SEEN[sees]


@pytest.mark.deep  # whole games are compiled for it
@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize(("name", "least"), [("mechanation", 0.5), ("great-machine", 0.5)])
def test_knowing_helps_where_much_is_hidden(name: str, least: float) -> None:
    """Against the honest search of the same budget; the lower end of the interval counts."""
    game = games.get(name)
    tune = find_tune(game, "hard")
    whole = seer.SeersGames(game, {"seer": seer.make_seer(tune), "hard": Search("hard")})
    shares = []
    for k in range(GAMES):
        sitting = ["seer", "hard"] if k % 2 == 0 else ["hard", "seer"]
        ranks = whole.play(game.option_numbers(2, None), 3, k, sitting)["points"].tolist()[8:10]
        shares.append(win_share(ranks, False)[k % 2])
    assert estimates.share(shares).low > least, estimates.share(shares)
