"""Looks for positions in which any player knows what to do, and why: run by hand, what it finds is data of `test_planted.py`.

    python tests/bots/planting.py GAME [--games 200] > tests/bots/planted/GAME.jsonl

Games of the `steady` and `easy` bots are looked through. A position is taken where a rule of thumb, which knows nothing of search or of what was
learned, says of a few of the legal actions that they are right (see `RULES`), whatever the seat cannot see: twelve guesses agree. Rules of
thumb have exceptions: only where three searches of sixteen times the hard bot's budget do one of these actions too it is
taken. Of each rule so many are taken, of a game one at most.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from enginehouse.bots.analysis import reasons
from enginehouse.bots.players import levels
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.runs import Run, play_games
from enginehouse.bots.players.tree import Tune
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.lands import largest_set
from enginehouse.games.mechanation.parts import HELD
from enginehouse.games.mechanical_beast import judgement as beast

GUESSES = 12
TIMES = 16
"""So many times the hard bot's budget have the searches that confirm a rule."""
EACH = 8
"""So many positions of one rule at most."""
MANY = 20


class Planted(msgspec.Struct, forbid_unknown_fields=True):
    """A position of a game, the actions that any player would choose from, their advantage (`COUNTS`; empty if they end the game),
    and how a player says why."""

    seat: int
    best: list[str]
    counts: str
    why: str
    log: Log


class Position(NamedTuple):
    """A decision: what every legal action leads to in each guess, and what the seat sees now."""

    match: Match
    seat: int
    view: Any
    legal: list[int]
    after: list[list[Any]]
    """By action, then by guess."""

    def all_of(self, holds: Callable[[Any], bool]) -> list[int]:
        """The actions after which something holds in all guesses."""
        return [code for code, worlds in zip(self.legal, self.after, strict=True) if all(map(holds, worlds))]

    def counted(self, key: str, seat: int) -> list[tuple[int, int]]:
        """By action the least and the most of a number that players count (`COUNTS`)."""
        each = [[COUNTS[key](s, seat) for s in worlds] for worlds in self.after]
        return [(min(one), max(one)) for one in each]


def feature(name: str) -> Callable[[Any, int], int]:
    """A feature of the judgement of Mechanical Beast by its name."""

    def count(s: Any, seat: int) -> int:
        out = [0] * beast.FEATURES
        beast.features(s, seat, out)
        return out[beast.STATE.index(name)]

    return count


COUNTS: dict[str, Callable[[Any, int], int]] = {
    "alive": lambda s, seat: int(s.alive) >> seat & 1,
    "pellets": lambda s, seat: int(s.real[seat]) + int(s.phantom[seat]) if s.alive >> seat & 1 else 0,
    "turns": lambda s, seat: int(s.extra_turns[seat] + s.waiting_turns[seat] - s.lost_turns[seat]),
    "money": lambda s, seat: int(s.wallet[seat]) + int(s.vault[seat]),
    "territories": lambda s, seat: count(s, HELD + seat),
    "largest set": lambda s, seat: int(largest_set(s, seat)),
    **{
        name: feature(name)
        for name in (
            "people rescued", "engineers on an exit", "engineers joined to an exit", "engineers stuck", "an exit known",
        )
    },
}  # fmt: skip
"""The numbers that players count."""


def wins(s: Any, seat: int, game: Any) -> bool:
    """Whether a game is over, and a seat alone is first, or all are where they win as one."""
    if s.reason == 0:
        return False
    out = [0] * 16
    game.rules.scores(s, out)
    return out[8 + seat] == 1


def wins_at_once(at: Position) -> list[int]:
    """Return the actions that win the game at once."""
    return at.all_of(lambda s: wins(s, at.seat, at.match.game))


def does_not_lose(at: Position) -> list[int]:
    """Return the actions that do not lose the game at once, if another action does; else an empty list."""
    lost = set(at.all_of(lambda s: bool(s.reason != 0 and not wins(s, at.seat, at.match.game))))
    return [code for code in at.legal if code not in lost] if lost else []


def most(key: str, by: int = 1, least: bool = False) -> Callable[[Position], list[int]]:
    """What surely brings the seat more of something (or less) than any other action can."""

    def best(at: Position) -> list[int]:
        found = [(-high, -low) if least else (low, high) for low, high in at.counted(key, at.seat)]
        top = max(low for low, _ in found)
        chosen = [code for code, (low, _) in zip(at.legal, found, strict=True) if low == top]
        rest = [high for (low, high) in found if low != top]
        return chosen if rest and top - max(rest) >= by else []

    return best


def with_switch_off(rule: Callable[[Position], list[int]]) -> Callable[[Position], list[int]]:
    """Mechanical Beast: a rule for the way out, which is not urgent before the switch is off."""
    return lambda at: rule(at) if at.view.off else []


def last_day(at: Position) -> list[int]:
    """Mechanica: what brings coins now that no factory runs any more."""
    from enginehouse.games.mechanica.policy import may_be_last

    now = int(at.view.wallet[at.seat]) + int(at.view.vault[at.seat])
    if not may_be_last(at.after[0][0]) or at.view.phase != 1:
        return []
    found = at.counted("money", at.seat)
    return [code for code, (low, _) in zip(at.legal, found, strict=True) if low > now]


RULES: dict[str, list[tuple[str, str, Callable[[Position], list[int]]]]] = {
    "great-machine": [
        ("", "it wins the game at once", wins_at_once),
        ("", "anything else loses the game at once", does_not_lose),
        ("alive", "the rat dies otherwise", most("alive")),
        ("pellets", "it brings three pellets more than anything else", most("pellets", 3)),
        ("pellets", "it brings two pellets more than anything else", most("pellets", 2)),
        ("pellets", "it brings a pellet, and nothing else does", most("pellets")),
        ("turns", "it brings a turn more", most("turns")),
    ],
    "mechanation": [
        ("", "it wins the game at once", wins_at_once),
        ("", "anything else loses the game at once", does_not_lose),
        ("largest set", "it makes the largest set larger, and nothing else does", most("largest set")),
        ("territories", "it brings a territory, and nothing else does", most("territories")),
    ],
    "mechanica": [
        ("", "it wins the game at once", wins_at_once),
        ("money", "it brings five coins more than anything else", most("money", 5)),
        ("money", "it brings coins, and nothing else does", most("money", 2)),
        ("money", "what is not sold on the last day is lost", last_day),
    ],
    "mechanical-beast": [
        ("", "it wins the game at once", wins_at_once),
        ("", "anything else loses the game at once", does_not_lose),
        ("people rescued", "it rescues somebody, and nothing else does", most("people rescued")),
        ("engineers on an exit", "it brings an engineer to the exit", with_switch_off(most("engineers on an exit"))),
        ("engineers joined to an exit", "an engineer can walk out afterwards", most("engineers joined to an exit")),
        ("engineers stuck", "an engineer gets on again", most("engineers stuck", 1, least=True)),
        ("an exit known", "it finds a way out", most("an exit known")),
    ],
}  # fmt: skip
"""Of each game what players know: the number that it improves (empty if it ends the game), how a player says it, the rule."""


def positions(log: Log) -> Iterator[Position]:
    """The decisions of a game that is over, at which nobody else is asked and there are four choices at least."""
    again = Match.new(log.game, log.seats, log.options, log.seed_words())
    for entry in log.entries:
        seat, view = entry.seat, again.view(entry.seat)
        legal = again.legal(seat)
        if len(legal) >= 4 and not int(view.asked) and len(again.entries) > 3:
            for guesses in (2, GUESSES):  # most are nothing in two guesses already
                by_guess = [reasons.play_each(view, seat, legal, 100 + k) for k in range(guesses)]
                at = Position(again, seat, view, legal, [list(worlds) for worlds in zip(*by_guess, strict=True)])
                if not any(rule(at) for _, _, rule in RULES[again.game.name]):
                    break
            else:
                yield at
        again.act(seat, entry.act)


def confirmed(at: Position, best: Sequence[int]) -> bool:
    """Whether searches with much time do one of these actions, whatever their guesses."""
    tune = list(find_tune(at.match.game, "hard", int(at.view.seats)))
    if tune[Tune.BEAM]:
        tune[Tune.BEAM], tune[Tune.GUESSES] = 12, 5
    tune[Tune.SIMULATIONS] *= TIMES
    bot = Search("hard", tune)
    return all(bot.choose(at.view, at.seat, at.legal, 600.0, seed).action in best for seed in (101, 102, 103))


def planted(name: str, many: int) -> Iterator[Planted]:
    """Positions of a game, of every rule some, the rules in turns."""
    game, taken = games.get(name), Counter[str]()
    levels.prepare(game)
    for k in range(many):
        if sum(taken.values()) == MANY:
            return
        run = Run(game, 2, {}, many, 31, ["greedy"] if name == "mechanica" else ["steady", "easy"])
        ((_, log),) = play_games(run, k, 1, with_logs=True)
        assert log is not None
        found = []
        for at in positions(log):
            for key, why, rule in RULES[name]:
                best = rule(at)
                if taken[why] < EACH and best and 2 * len(best) <= len(at.legal) and confirmed(at, best):
                    names = [game.vocabulary.name(code) for code in best]
                    entries = [Entry(one.seat, one.act) for one in at.match.log().entries]
                    kept = msgspec.structs.replace(at.match.log(), entries=entries)
                    found.append((taken[why], at.seat, Planted(at.seat, names, key, why, kept)))
                    break
        for _, _, one in sorted(found, key=lambda one: one[0])[:1]:
            taken[one.why] += 1
            yield one
            print(f"game {k}: {one.why}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is found, a position a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(RULES))
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args(arguments)
    for one in planted(given.game, given.games):
        print(msgspec.json.encode(one).decode(), flush=True)


if __name__ == "__main__":
    main()
