"""Looks for a position for each plan of a game, in which the plan is the reason given. Run by hand, it writes the data of `test_plans.py`.

    python tests/games/plan_planting.py GAME [--games 60] [--first 0]

It writes tests/games/plans/GAME.jsonl after each game, and keeps the positions there that still hold. The positions of
`tests/bots/planted` are looked through first, then games of greedy bots that err now and then. A pair of actions is taken
if the greedy bot prefers the first one, or, after two thirds of the games, any pair. A reason of less than one point
counts if there is no other, as in a hint.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from enginehouse import bots
from enginehouse.bots.analysis import reasons
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.core.words.plans import PlanReason, find_reasons

SETUPS: dict[str, list[tuple[int, dict[str, str]]]] = {
    "great-machine": [(2, {}), (3, {}), (5, {})],
    "mechanation": [(2, {}), (3, {}), (4, {})],
    "mechanica": [(2, {}), (3, {}), (1, {})],
    "mechanical-beast": [
        (2, {"level": "extreme"}),
        (2, {"level": "easy"}),
        (2, {"play": "against"}),
        (1, {"level": "extreme"}),
    ],
}
LOOKED_AT = 7
HERE = Path(__file__).parent


class Planted(msgspec.Struct, forbid_unknown_fields=True):
    """A position in which a plan is the reason for the action `best` against another one."""

    plan: str
    seat: int
    best: str
    other: str
    sentence: str
    log: Log


def search_game(match: Match, rng: random.Random, strict: bool) -> Iterator[Planted]:
    """Play a game to its end, and yield positions for plans."""
    game, greedy = match.game, bots.get("greedy")
    name = game.vocabulary.names
    while not match.over:
        seat = rng.choice(match.actors())
        view, legal = match.view(seat), match.legal(seat)
        chosen = greedy.choose(view, seat, legal, 1.0, len(match.entries)).action
        if len(legal) > 1:
            others = rng.sample(legal, min(LOOKED_AT, len(legal)))
            claims = {code: reasons.list_claims(view, seat, code) for code in {chosen, *others}}
            pairs = [(chosen, other) for other in others] if strict else [(a, b) for a in claims for b in claims]
            for best, other in pairs:
                mine, theirs = claims[best], [claims[other]]
                told = find_reasons(game.plans.PLANS, mine, theirs) if best != other else []
                if not told and best != other:  # a hint gives a slight reason if there is no other one
                    told = find_reasons(game.plans.PLANS, mine, theirs, 0.0)
                if told:
                    kept = match.log()
                    entries = [Entry(one.seat, one.act) for one in kept.entries]
                    log = msgspec.structs.replace(kept, entries=entries)
                    yield Planted(told[0].plan.name, seat, name[best], name[other], told[0].sentence, log)
        match.act(seat, name[chosen if rng.random() < 0.75 else rng.choice(legal)])


def replay(log: Log) -> Match:
    """Return the game at the end of a log."""
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    for entry in log.entries:
        match.act(entry.seat, entry.act)
    return match


def search_known(name: str) -> Iterator[Planted]:
    """Yield positions for plans from those with a move that any player would make."""
    for line in (HERE.parent / "bots" / "planted" / f"{name}.jsonl").read_bytes().splitlines():
        one = msgspec.json.decode(line)
        log, seat = msgspec.convert(one["log"], Log), one["seat"]
        match = replay(log)
        names, code = match.game.vocabulary.names, match.game.vocabulary.code
        for other in match.legal(seat):
            told = reasons.explain_move(match.view(seat), seat, code(one["best"][0]), [other])
            if told and names[other] not in one["best"]:
                yield Planted(told.plan.name, seat, one["best"][0], names[other], told.sentence, log)


def search_puzzles(name: str) -> Iterator[Planted]:
    """Yield positions for plans from the puzzles of a game."""
    for one in puzzles_of(games.get(name)).values():
        match = one.match()
        code = match.game.vocabulary.code
        for other in one.others:
            told = reasons.explain_move(match.view(one.seat), one.seat, code(one.best), [code(other.act)])
            if told:
                yield Planted(told.plan.name, one.seat, one.best, other.act, told.sentence, one.log)


def explain(one: Planted, match: Match) -> PlanReason | None:
    """Return the reason for the action `best` of a position: a slight one if there is no other, as in a hint."""
    code, view = match.game.vocabulary.code, match.view(one.seat)
    actions = code(one.best), [code(one.other)]
    told = reasons.explain_move(view, one.seat, *actions)
    return told or reasons.explain_move(view, one.seat, *actions, least=0.0)


def is_valid(one: Planted) -> bool:
    """Return whether the plan is still the reason in a position."""
    told = explain(one, replay(one.log))
    return told is not None and (told.plan.name, told.sentence) == (one.plan, one.sentence)


def plant(name: str, many: int, first: int) -> None:
    """Write a position for each plan that occurs."""
    file, plans = HERE / "plans" / f"{name}.jsonl", games.get(name).plans.PLANS
    best: dict[str, Planted] = {}
    if file.exists():
        known = [msgspec.json.decode(line, type=Planted) for line in file.read_bytes().splitlines()]
        best = {one.plan: one for one in known if is_valid(one)}
    for one in (*search_puzzles(name), *search_known(name)):
        best.setdefault(one.plan, one)
    for k in range(first, first + many + 1):
        missing = [one.name for one in plans if one.name not in best]
        lines = [msgspec.json.encode(best[one.name]).decode() + "\n" for one in plans if one.name in best]
        file.write_text("".join(lines), "utf-8")
        print(f"game {k}: {len(best)} plans, without {missing}", file=sys.stderr, flush=True)
        if not missing or k == first + many:
            return
        seats, options = SETUPS[name][k % len(SETUPS[name])]
        match = Match.new(name, seats, options or None, seed=f"plans {k}")
        for one in search_game(match, random.Random(k), 3 * (k - first) < 2 * many):
            best.setdefault(one.plan, one)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the positions, one a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(SETUPS))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(arguments)
    plant(given.game, given.games, given.first)


if __name__ == "__main__":
    main()
