"""The Great Machine: random and scripted games reach every card, every death, every end, every pair of lasting effects."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from enginehouse.core.play import arena
from enginehouse.core.records.chance import pick
from enginehouse.core.records.events import Events, read
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.parts import CARDS, TIMELY_INTERVENTION, Play
from enginehouse.games.great_machine.state import Mark, Now, Phase, Told

pytestmark = pytest.mark.untraced

GAME = games.get("great-machine")

LASTING = {
    "lock": lambda s: any(s.locks),
    "psycho": lambda s: any(s.psycho),
    "fitness": lambda s: s.fitness,
    "union": lambda s: s.union,
    "ethics": lambda s: s.ethics,
    "boots": lambda s: s.boots,
    "cower": lambda s: s.cower or _waits(s, Now.COWER),
    "salivate": lambda s: s.salivate or _waits(s, Now.SALIVATE),
    "escaped": lambda s: s.escaped,
    "maze": lambda s: any(s.pipe),
    "mellow": lambda s: s.mellow,
    "collaboration": lambda s: any(s.partners),
    "blockage": lambda s: s.blockage or any(s.stuck_runs),
    "distraught": lambda s: s.distraught,
    "poison": lambda s: s.now & Now.POISON or _waits(s, Now.POISON),
    "lightning": lambda s: s.now & Now.LIGHTNING or _waits(s, Now.LIGHTNING),
    "short": lambda s: s.now & Now.SHORT or _waits(s, Now.SHORT),
    "burn-out": lambda s: s.now & Now.BURN_OUT or _waits(s, Now.BURN_OUT),
    "laxative": lambda s: s.now & Now.LAXATIVE or _waits(s, Now.LAXATIVE),
    "hopper": lambda s: s.now & Now.HOPPER or _waits(s, Now.HOPPER),
    "noxious": lambda s: s.now & Now.NOXIOUS or _waits(s, Now.NOXIOUS),
    "flooded": lambda s: s.now & Now.FLOODED or _waits(s, Now.FLOODED),
    "reanimation": lambda s: s.now & Now.REANIMATION or _waits(s, Now.REANIMATION),
    "super": lambda s: s.supers or any(s.waiting_supers),
    "extra food": lambda s: s.extras or any(s.waiting_extras),
    "lost turn": lambda s: any(s.lost_turns),
    "extra turn": lambda s: any(s.extra_turns) or any(s.waiting_turns),
}
"""Every lasting or waiting effect, and how it shows in a record."""


def _waits(s: Any, bit: int) -> bool:
    return any(bits & bit for bits in s.waiting)


def walk(seats: int, seed: int, k: int) -> Any:
    """A random game, action by action: the record and the events of each."""
    s, dice = arena.begin_game(GAME, [seats], seed, k)
    e = Events(GAME.facts.event_size)
    act, bound = arena.bind_record(GAME, s, e), GAME.facts.length_bound
    for number, _ in enumerate(
        arena.steps(GAME, s, lambda s, seat, codes: codes[pick(dice, len(codes))], dice, act, bound)
    ):
        if number:
            yield s, read(e, -1)
    yield s, read(e, -1)


def test_random_games_reach_every_card_and_every_death(count) -> None:
    """Every kind of card takes effect, every way to die occurs, interventions are cancelled too."""
    played: Counter[str] = Counter()
    deaths: Counter[str] = Counter()
    chains = 0
    for k in range(count(60, 600)):
        pending = ""
        for _, events in walk((4, 8, 2)[k % 3], 12, k):
            cause = pending
            for event in events:
                if event.kind == Told.PLAYED:
                    pending = cause = CARDS[Play.card[event.b]].slug
                    played[pending] += 1
                elif event.kind == Told.INTERVENED:
                    played[CARDS[TIMELY_INTERVENTION].slug] += 1
                elif event.kind == Told.CANCELLED:
                    chains += event.a == TIMELY_INTERVENTION
                    played[CARDS[event.a].slug] -= 1
                elif event.kind == Told.ATE:
                    cause = "poisoned" if event.b & Mark.POISON else "laxative" if event.b & Mark.LAXATIVE else cause
                elif event.kind == Told.STRUCK:
                    cause = "struck"
                elif event.kind == Told.DIED:
                    deaths[cause] += 1
    assert {card.slug for card in CARDS} == {slug for slug, many in played.items() if many > 0}
    assert {"cardiac-arrest", "starvation", "someone-beat-us", "poisoned", "laxative", "struck"} <= set(deaths)
    assert chains > 0


def test_every_end_is_reached(scene) -> None:
    """GM-2.4, GM-2.5: the track's end by a round, by a card, and the fortieth round."""
    ends = Counter()
    for k in range(3):
        *_, (last, _) = walk(2, 5, k)
        ends[last.reason] += 1
    game = scene(2).give(0, "old-friends")
    game.s.track = 1
    ends[game.play("old-friends").s.reason] += 1
    game = scene(2)
    game.s.round = 40
    ends[game.skip_turn().skip_turn().s.reason] += 1
    assert set(ends) == {204, 205} and ends[204] == 4


WITH_PAIRS = [
    2, 4, 8, 15, 21, 27, 34, 38, 59, 60, 63, 64, 66, 71, 72, 77, 80, 81, 82, 84, 85, 87,
    90, 99, 100, 102, 104, 106, 108, 110, 112, 113, 127, 129, 131, 138, 139, 142, 147, 160, 162, 168, 173, 174,
]  # fmt: skip
"""The games of run 23 that between them have every pair; found by playing 175 of them; the deep run plays 600."""


def test_every_pair_of_lasting_effects_occurs(deep: bool, record_property) -> None:
    """All pairs of lasting effects are in force together at some moment of random games."""
    names = list(LASTING)
    missing = set(itertools.combinations(range(len(names)), 2))
    # One card makes both: it would have to be drawn again, from a deck of 121, in the one turn that its effect lasts.
    missing.discard((names.index("distraught"), names.index("lightning")))
    played = range(600) if deep else WITH_PAIRS
    for k in played:
        for s, _ in walk(8, 23, k):
            if s.phase == Phase.PLAY:
                active = [j for j, name in enumerate(names) if LASTING[name](s)]
                missing.difference_update(itertools.combinations(active, 2))
    record_property("told", f"{len(names)} lasting effects, {len(played)} games")
    assert not missing, sorted(f"{names[a]} with {names[b]}" for a, b in missing)
