"""Check undo and redo, by comparison with a slow reference that replays all actions from the start."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from enginehouse.conformance.cases import Case, CheckedCount, check
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events


class StandingAction(NamedTuple):
    """The seat and the code of an action that was not undone."""

    seat: int
    code: int


def _replay(case: Case, seed: Any, standing: list[StandingAction]) -> tuple[Any, list[bool], list[int]]:
    """Replay the actions `standing` from the start of a game with this seed (eight words). Return three results.

    - The record after the last action.
    - A list that says of each action whether it was sealed when it was played: hidden from the other seats, because
      several seats had to decide at the same time.
    - A list with the values of the counter `revealed`, which counts revealed facts: the value before each action, and
      finally the value after the last action.
    """
    s, e = case.game.new_record(), Events(case.game.facts.event_size)
    case.game.rules.setup(s, case.numbers, list(seed))
    sealed, revealed = [], []
    for seat, code in standing:
        asked, opened = s.asked, s.opened
        revealed.append(int(s.revealed))
        e.count = 0
        case.game.rules.apply(s, seat, code, e)
        sealed.append(asked != 0 and s.opened == opened)
    revealed.append(int(s.revealed))
    return s, sealed, revealed


def _may_take_back(seat: int, standing: list[StandingAction], sealed: list[bool], revealed: list[int]) -> int | None:
    """Return the index in `standing` of the seat's latest action if the seat may undo it, else `None`.

    The seat may undo the action if two conditions hold. First, no random number was drawn and no hidden information was
    shown, by this action or after it. Second, every later action is a secret choice of another seat, in a decision of
    several seats at the same time that is still open.

    `standing` has the actions that were not undone, and `sealed` says whether each was such a secret choice. `revealed`
    has the counter of revealed facts before each action and after the last one.
    """
    own = [k for k, action in enumerate(standing) if action.seat == seat]
    if not own or revealed[own[-1]] != revealed[-1]:
        return None
    others = range(own[-1] + 1, len(standing))
    return own[-1] if all(sealed[k] for k in others) else None


class _Seen(NamedTuple):
    """Everything that a seat (-1: a spectator) is shown at a moment, for comparison: view, legal actions and so on."""

    view: bytes
    decision: int
    undo: bool
    redo: bool
    story: list[Any]
    latest: list[Any]
    legal: list[int]


def _look_again(match: Match, seat: int) -> _Seen:
    return _Seen(
        match.game.shape.to_bytes(match.view(seat)),
        match.decision(seat),
        match.can_undo(seat),
        match.can_redo(seat),
        match.story(seat),
        match.events(seat),
        match.legal(seat) if seat >= 0 else [],
    )


@check(6, 300)
def undo_gives_back_every_view_byte_for_byte(case: Case, games: int) -> CheckedCount:
    """After an undo every view is as if the action had never been played.

    A seat can undo its latest action unless, since that action, a random number was drawn, hidden information was
    shown, or another seat made a choice that is not sealed. A choice is sealed if it is hidden because several seats
    choose at the same time. Sealed choices of other seats stay if the undone action is sealed, too. Otherwise they are
    also undone.
    """
    taken = 0
    for k in range(games):
        dice = random.Random(f"{case} undo {k}")
        match = Match.new(case.game, case.seats, case.options, f"undo {k}")
        standing: list[StandingAction] = []
        while not match.over and len(match.entries) < 80:
            where = f"{case}, seed 'undo {k}', after {[(e.seat, e.act or e.step) for e in match.entries]}"
            _, sealed, revealed = _replay(case, match.seed, standing)
            for seat in range(case.seats):
                promised = _may_take_back(seat, standing, sealed, revealed) is not None
                assert match.can_undo(seat) == promised, (
                    f"{where}: seat {seat}, undo is {'' if promised else 'not '}promised"
                )
            seat = dice.randrange(case.seats)
            at = _may_take_back(seat, standing, sealed, revealed)
            if at is not None and dice.random() < 0.5:
                before = [_look_again(match, other) for other in case.observers]
                match.undo(seat)
                taken += 1
                # If a sealed choice is undone, those of other seats stay. If any other action is undone, the answers
                # that it asked for are undone, too.
                later = standing[at + 1 :] if sealed[at] else []
                remaining = [*standing[:at], *later]
                s, _, _ = _replay(case, match.seed, remaining)
                assert not case.game.shape.differences(s, match.state), f"{where}: undo of seat {seat}"
                assert match.can_redo(seat), f"{where}: redo after undo of seat {seat}"
                if sealed[at]:
                    _unseen(match, case, seat, before, f"{where}: undo of seat {seat}")
                if dice.random() < 0.5:
                    before = [_look_again(match, other) for other in case.observers]
                    match.redo(seat)
                    standing = [*remaining, standing[at]]
                    s, _, _ = _replay(case, match.seed, standing)
                    assert not case.game.shape.differences(s, match.state), f"{where}: redo of seat {seat}"
                    if sealed[at]:
                        _unseen(match, case, seat, before, f"{where}: redo of seat {seat}")
                else:
                    standing = remaining
                continue
            seat = dice.choice(match.actors())
            asked, opened = match.state.asked, match.state.opened
            before = [_look_again(match, other) for other in case.observers] if asked else []
            code = dice.choice(match.legal(seat))
            match.act(seat, case.game.vocabulary.name(code))
            standing.append(StandingAction(seat, code))
            if asked != 0 and match.state.opened == opened:
                _unseen(match, case, seat, before, f"{where}: a sealed choice of seat {seat}")
            else:
                redoers = [other for other in range(case.seats) if match.can_redo(other)]
                assert not redoers, (
                    f"{where}: after an open action no undo can be redone, but it can for seats {redoers}"
                )
    return taken


def _unseen(match: Match, case: Case, seat: int, before: list[_Seen], where: str) -> None:
    """Check that the latest step of `seat` has not changed anything that other viewers are shown.

    The step is a choice that is still hidden because other seats have to decide at the same time, or the undo or redo
    of such a choice. `before` is a list with everything that each viewer was shown before. The spectator comes first,
    then the seats follow in order. `where` describes the place for an error.
    """
    for other in case.observers:
        if other != seat:
            after = _look_again(match, other)
            told = [name for name, x, y in zip(_Seen._fields, before[other + 1], after, strict=True) if x != y]
            assert not told, f"{where} is told to seat {other} by {told}"


@check(8, 200)
def an_undo_never_crosses_chance_or_something_shown(case: Case, games: int) -> CheckedCount:
    """An action that has drawn a random number or shown a hidden fact cannot be undone.

    The record counts such revelations in `revealed`, and every drawn random number increases this counter.
    """
    crossed = 0
    for k in range(games):
        dice = random.Random(f"{case} crossing {k}")
        match = Match.new(case.game, case.seats, case.options, f"crossing {k}")
        while not match.over and len(match.entries) < 200:
            before = (match.state.revealed, match.state.chance_count, match.state.chance_left)
            seat = dice.choice(match.actors())
            match.act(seat, dice.choice(match.legal_names(seat)))
            after = (match.state.revealed, match.state.chance_count, match.state.chance_left)
            if after[1:] != before[1:]:
                assert after[0] > before[0], (
                    f"{case}, seed 'crossing {k}': a random number that `revealed` does not count"
                )
            if after[0] != before[0]:
                crossed += 1
                assert not any(match.can_undo(other) for other in range(case.seats)), f"{case}, seed 'crossing {k}'"
    return crossed
