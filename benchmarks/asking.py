"""What can be concluded at most from what a hard bot has done: an expert of Mechanation that asks the hard bot itself.

    python benchmarks/asking.py [--games 200] [--seed 1001] [--worlds 128] [--simulations 4000] [--asked 300] [--jobs 2]

It plays against `hard` at two seats. Each of its guesses is turned back to before a hidden mech was sent out, and the hard bot is asked,
from what its pilot saw there, how often it would have done so; half of what habits say counts besides. So it knows about as
much of how `hard` chooses as anybody can who sees only what a seat sees. All else is as in `expert`. Shares have intervals of 95 %.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from played import in_pieces

from enginehouse.bots import plans, search
from enginehouse.bots.greedy import words_of
from enginehouse.bots.imagining import STREAM
from enginehouse.bots.levels import Search, filled, tune_of
from enginehouse.bots.tree import DESK, Ask, Tune
from enginehouse.core import game as games
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.estimates import share
from enginehouse.core.events import events_dtype
from enginehouse.core.judgement import WHOLE
from enginehouse.core.match import Match
from enginehouse.core.returns import win_share
from enginehouse.core.rule import rule
from enginehouse.core.verbs import at_random
from enginehouse.games.mechanation.acts import turn_of_post
from enginehouse.games.mechanation.judgement import belief
from enginehouse.games.mechanation.mechs import tier_at
from enginehouse.games.mechanation.parts import TIERS, Deploy, Strike
from enginehouse.games.mechanation.state import ATTACK_POST, POSTS, Phase, Place

GAME = games.get("mechanation")
FLOOR = 0.2
"""In so large a part of its decisions it is taken to do anything: what was asked is a sample."""
HABITS = 0.5
"""How much of what habits say counts besides."""
LONG_S = 600.0


@rule
def as_weighed(states: Any, desk: Any) -> None:
    """In place of `search.survey`: how likely guesses are was put on the desk before."""


@lru_cache(maxsize=1)
def grower() -> Any:
    """The compiled tree of guesses that were weighed before."""
    return compiled(search.grow_tree, GAME, {search.survey: as_weighed})


def allowed(record: Any, seat: int) -> list[int]:
    """What a bot may choose from."""
    codes = [0] * len(GAME.vocabulary)
    return codes[: at_random(record, seat, codes, GAME.rules.legal(record, seat, codes))]


def seen_by(record: Any, seat: int) -> Any:
    """A seat's view of a record."""
    view = GAME.new_record()
    GAME.rules.view(record, seat, view)
    return view


def before(world: Any, post: int) -> tuple[Any, int, int]:
    """The record before the mech at a post was sent out there, whose it is, and the code of that."""
    record, pilot, tier = GAME.shape.copy(world), int(world.post_seat[post]) - 1, tier_at(world, post)
    record.active = pilot
    if post == ATTACK_POST:
        record.place[pilot][tier], record.phase, record.attack = Place.HAND, Phase.ATTACK, 0
        record.post_seat[post], record.post_at[post] = 0, 0
        return record, pilot, Strike.at(tier, int(world.target[0]), int(world.target[1]))
    for one in range(post, ATTACK_POST):
        if world.post_seat[one] != 0:
            record.place[int(world.post_seat[one]) - 1][tier_at(world, one)] = Place.HAND
        record.post_seat[one], record.post_at[one] = 0, 0
    record.at, record.phase, record.posts = turn_of_post(world, post), Phase.DEPLOY, post
    for other in range(world.seats):
        for k in range(TIERS):
            record.ruled[other][k] = int(record.ruled[other][k]) & ((1 << post) - 1)
    return record, pilot, Deploy.at(tier, int(world.post_at[post]))


def weights(view: Any, seat: int, seed: int, worlds: int, asked: int) -> Any:
    """How likely each guess and those before it are together, as `search.survey` writes it: 1,000,000 for the likeliest one."""
    tune = list(tune_of(GAME, "hard"))
    tune[Tune.SIMULATIONS] = asked
    hard, posts = Search("hard", tune), list(posts_of_others(view, seat))
    logs = np.zeros(worlds)
    for j in range(worlds):
        world, words = GAME.shape.copy(view), [0] * 8
        words_of(seed, STREAM + j, words)
        GAME.rules.guess(world, seat, words)
        logs[j] = HABITS * belief(world, seat, 1) / 1000
        for post in posts:
            record, pilot, code = before(world, post)
            sees = seen_by(record, pilot)
            codes = allowed(sees, pilot)
            if code in codes and len(codes) > 1:
                thoughts = hard.choose(sees, pilot, codes, LONG_S, seed + 7 * j + post).thoughts
                tried = sum(one.visits for one in thoughts if one.action == code) / sum(one.visits for one in thoughts)
                logs[j] += math.log(FLOOR / len(codes) + (1 - FLOOR) * tried)
    return np.cumsum(1 + (WHOLE * np.exp(logs - logs.max())).astype(np.int64))


def posts_of_others(view: Any, seat: int) -> Iterator[int]:
    """Where mechs of others stand."""
    for post in range(POSTS):
        if view.post_seat[post] != 0 and view.post_seat[post] != seat + 1:
            yield post


def choose(view: Any, seat: int, codes: Sequence[int], seed: int, worlds: int, simulations: int, asked: int) -> int:
    """What the expert does that asks."""
    tune = list(filled(tune_of(GAME, "expert")))
    tune[Tune.SIMULATIONS], tune[Tune.WORLDS] = simulations, worlds
    desk = np.zeros(1, DESK)
    desk["tune"][0] = tune
    desk["ask"][0, [Ask.SEAT, Ask.SEED, Ask.MANY]] = seat, seed, len(codes)
    desk["worlds"][0, :worlds] = weights(view, seat, seed, worlds, asked)
    states = GAME.shape.array(plans.FIRST + 2 * plans.WIDEST)
    GAME.shape.store(states, 0, view)
    grower()(states, np.array(codes, np.int64), desk, np.zeros(1, events_dtype(GAME.facts.event_size)))
    return codes[search.most_tried(desk["found"][0], len(codes))]


def piece(spec: tuple[int, int, int, int, int, int]) -> list[float]:
    """The shares of who asks in some games."""
    seed, worlds, simulations, asked, first, many = spec
    hard, expert = Search("hard"), Search("expert")
    hard.prepare(GAME)
    shares = []
    for k in range(first, first + many):
        me, match, dice = k % 2, Match.new(GAME, 2, seed=seed + k // 2), np.random.default_rng([seed, k])
        while match.actors():
            seat = match.actors()[0]
            view, codes, lot = match.view(seat), allowed(match.state, seat), int(dice.integers(1 << 29))
            if len(codes) == 1:
                code = codes[0]
            elif seat == me and any(posts_of_others(view, seat)) and worlds:
                code = choose(view, seat, codes, lot, worlds, simulations, asked)
            else:
                code = (expert if seat == me else hard).choose(view, seat, codes, LONG_S, lot).action
            match.act(seat, GAME.vocabulary.name(code))
        shares.append(win_share(match.scores()[1], False)[me])
    return shares


def main() -> None:
    """Play, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, number in (("games", 200), ("seed", 1001), ("worlds", 128), ("simulations", 4_000), ("asked", 300)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    what = (given.seed, given.worlds, given.simulations, given.asked)
    print(f"an expert that asks hard, against hard: {share(in_pieces(piece, what, given.games, given.jobs))}")


if __name__ == "__main__":
    main()
