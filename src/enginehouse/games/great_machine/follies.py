"""List the follies of The Great Machine: actions that no sensible player chooses (see `core.words.follies`).

Most follies are needless: another use of the same card, such as discarding it, is at least as good. To compare two
uses, this module computes a list of numbers for the position after each use, such as pellets and turns (`count`).
"""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.records.masks import has, seats_in
from enginehouse.core.words.follies import Attempt, Folly
from enginehouse.core.words.plans import PlanAction
from enginehouse.games.great_machine import judgement, machine, parts, rats
from enginehouse.games.great_machine.parts import Discard, Intervene, Play
from enginehouse.games.great_machine.state import Now, Phase, State, Told

TELLING_LEAD = 3
"""The number of pellets by which a rival has to lead, so that everybody should stop that rival."""


def count(s: State, seat: int) -> tuple[int, ...]:
    """Return the numbers by which positions are compared for the player `seat`. In each of them, more is better.

    There are eight numbers for each rat: its pellets; whether it lives; its extra turns minus its lost turns; whether
    it has boots; whether it is safe from the next shock; whether it eats the next pellet; the number of its partners;
    and whether it salivates. An answer to "whether" is 1 or 0. For the rats of rivals, these numbers are negative.

    Two numbers follow. The first is the number of slots that the Master has left to go until the game ends. If the
    player leads, an early end is better, so this number is negative. If the player ties for the lead, it is 0. The
    second is the number of cards in the player's hand.
    """
    found: list[int] = []
    eater = -1 if s.ethics or s.union or s.cages == 0 else int(rats.find_rat(s, machine.first_pellet_ends(s, False)))
    best = max(
        (int(rats.total(s, other)) for other in range(s.seats) if other != seat and has(s.alive, other)), default=0
    )
    lead = int(rats.total(s, seat)) - best
    for other in range(s.seats):
        sign = 1 if other == seat else -1
        turns = int(s.extra_turns[other] + s.waiting_turns[other] - s.lost_turns[other])
        safe = rats.is_protected(s, other) or judgement.ring_distance(s, other) != 1
        mates = seats_in(int(s.partners[other]))
        drools = has(s.salivate, other) or s.waiting[other] & Now.SALIVATE != 0
        numbers = (
            rats.total(s, other),
            has(s.alive, other),
            turns,
            has(s.boots, other),
            safe,
            other == eater,
            mates,
            drools,
        )
        found += [sign * int(number) for number in numbers]
    track = int(s.track)
    return (*found, track if lead < 0 else -track if lead > 0 else 0, int(s.size[parts.HAND + seat]))


def _find_card(code: int) -> int:
    """Return the kind of card that an action plays or discards, or -1."""
    return Play.card[code] if code in Play else Discard.card[code] if code in Discard else -1


def _is_needless(at: Attempt) -> bool:
    """Return whether the card of the action in `at` can be used in another way that is at least as good.

    The other way must be at least as good by each number that `count` computes for the player, such as pellets and
    turns. Only uses of the same card are compared, so the hand is the same afterwards.
    """
    return at.is_needless(count, [code for code in at.others if _find_card(code) == _find_card(at.code)])


def _is_played_on_rival(*cards: int) -> Callable[[Attempt], bool]:
    """Return a test of an action: whether it needlessly plays one of these cards on a rival.

    The action is needless if another use of the card is at least as good.
    """

    def test(at: Attempt) -> bool:
        return _plays(at, *cards) and int(parts.SEATS_NAMED[at.code][0]) != at.seat and _is_needless(at)

    return test


def _plays(at: Attempt, *cards: int) -> bool:
    return at.is_a(Play) and Play.card[at.code] in cards


def _is_about_card(at: Attempt) -> bool:
    return at.view.phase == Phase.PLAY and at.is_a(Play, Discard)


def _died(step: PlanAction) -> set[int]:
    return {one[1] for one in step.events if one[0] == Told.DIED}


def _kills_itself(at: Attempt) -> bool:
    return (
        _is_about_card(at)
        and at.always(lambda step: at.seat in _died(step) and len(_died(step)) == 1)
        and at.can(lambda step: at.seat not in _died(step))
    )


def _loses_pellets(at: Attempt) -> bool:
    return (
        _is_about_card(at)
        and at.always(lambda step: rats.total(step.after, at.seat) < rats.total(step.before, at.seat))
        and _is_needless(at)
    )


def _loses_turn(at: Attempt) -> bool:
    return _plays(at, parts.ONLY_A_MINUTE) and int(parts.SEATS_NAMED[at.code][0]) == at.seat and _is_needless(at)


def _gain(step: PlanAction, seat: int) -> int:
    return int(rats.total(step.after, seat)) - int(rats.total(step.before, seat))


def _feeds_rival(at: Attempt) -> bool:
    rivals = [other for other in range(at.view.seats) if other != at.seat]
    return (
        _plays(at, parts.EXTRA_FOOD, parts.SUPER_PELLET)
        and int(parts.SEATS_NAMED[at.code][0]) == at.seat
        and at.always(lambda step: _gain(step, at.seat) <= 0 < max(_gain(step, other) for other in rivals))
        and _is_needless(at)
    )


def _turns_pipes_to_rival(at: Attempt) -> bool:
    rivals = [other for other in range(at.view.seats) if other != at.seat]

    def turns(step: PlanAction) -> bool:
        was = int(rats.find_rat(step.before, machine.first_pellet_ends(step.before, False)))
        return was not in rivals and any(_gain(step, other) > 0 for other in rivals) and _gain(step, at.seat) <= 0

    tilts = at.is_a(Play) and at.always(lambda step: any(one[0] == Told.TILTED for one in step.events))
    return tilts and at.always(turns) and _is_needless(at)


def _lets_leader_run(at: Attempt) -> bool:
    seats = range(at.view.seats)
    leader = max(seats, key=lambda other: (int(rats.total(at.view, other)), -other))
    lead = int(rats.total(at.view, leader)) - max(int(rats.total(at.view, other)) for other in seats if other != leader)
    return (
        _is_about_card(at)
        and leader != at.seat
        and lead >= TELLING_LEAD
        and at.always(lambda step: _gain(step, leader) > 0)
        and _is_needless(at)
    )


def _moves_master(at: Attempt, by: int) -> bool:
    """Return whether an action needlessly plays a card that moves the Master: another use is at least as good.

    `by` is the direction of the move that is looked for: -1 if the Master comes nearer to the end of his track, where
    the game ends, or 1 if he goes back. For a move in the other direction, return False.
    """

    def moves(step: PlanAction) -> bool:
        tracks = [one for one in step.events if one[0] == Told.TRACK]
        steps = [one[2] - (1 << 32) if one[2] >= 1 << 31 else one[2] for one in tracks]
        return any(step * by > 1 for step in steps)

    return at.is_a(Play) and at.always(moves) and _is_needless(at)


def _joins_rivals(at: Attempt) -> bool:
    return _plays(at, parts.COLLABORATION) and at.seat not in parts.SEATS_NAMED[at.code] and _is_needless(at)


def _wastes_intervention(at: Attempt) -> bool:
    return at.is_a(Intervene) and at.is_needless(count)


FOLLIES = (
    Folly("extra turn", "It gives a rival an extra turn.", _is_played_on_rival(parts.ALL_NIGHTER)),
    Folly("boots", "It protects a rival’s rat.", _is_played_on_rival(parts.RUBBER_BOOTS, parts.COWER)),
    Folly("salivate", "It gives a rival phantom pellets.", _is_played_on_rival(parts.SALIVATE)),
    Folly("plagiarism", "It takes a pellet for a rival.", _is_played_on_rival(parts.PLAGIARISM)),
    Folly("collaboration", "It makes two rivals gain together.", _joins_rivals),
    Folly("kills itself", "It kills its own rat and nobody else’s.", _kills_itself),
    Folly("loses pellets", "Its own rat loses a pellet for nothing.", _loses_pellets),
    Folly("loses a turn", "It costs itself a turn for nothing.", _loses_turn),
    Folly("feeds a rival", "It lets more pellets fall to a rival.", _feeds_rival),
    Folly("pipes", "It turns the pipes to a rival.", _turns_pipes_to_rival),
    Folly("leader", "It lets the leader eat although it could stop that for nothing.", _lets_leader_run),
    Folly("hurries", "It brings the Master nearer although its rat is behind.", lambda at: _moves_master(at, -1)),
    Folly("holds back", "It sends the Master back although its rat leads.", lambda at: _moves_master(at, 1)),
    Folly("intervention", "It spends a Timely Intervention for nothing.", _wastes_intervention),
)
