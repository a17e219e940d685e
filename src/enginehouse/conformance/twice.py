"""Check that two ways to a result give the same bytes: compiled and plain rules, a game and the replay of its log.

A record must also stay the same when it is converted to text or bytes and back.
"""

from __future__ import annotations

import random

import numpy as np

from enginehouse.conformance import loops
from enginehouse.conformance.cases import Case, Skipped, check, make_view, positions, walk
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena, logs
from enginehouse.core.play.match import Match, replay
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import bounds_of


def _needs_compiler() -> None:
    if not jit_possible():
        raise Skipped("compiled rules are off")


@check(60, 10_000, compiles=True)
def plain_and_compiled_games_agree_to_the_last_field(case: Case, games: int) -> None:
    """Compiled and plain random games agree in every list of legal actions, every event and the final record."""
    _needs_compiler()
    game, numbers = case.game, case.numbers
    bench = loops.make_watching_bench(game)
    events = Events(game.facts.event_size)
    for k in range(games):
        bench.play(numbers, 5, k)
        s, dice = arena.begin_game(game, numbers, 5, k)
        digest, last = 0, None
        for step in arena.random_steps(game, s, dice, events):
            digest, last = _fold_step(digest, last, events), step
        digest = _fold_step(digest, last, events)
        twin = game.shape.load(bench.states, 0)
        where = f"{case}, game {k} of run 5"
        assert not game.shape.differences(s, twin), f"{where}: they differ in {game.shape.differences(s, twin)}"
        assert int(bench.room["digest"]) == digest, f"{where}: the way there differs in its actions or events"


def _fold_step(digest: int, step: arena.Step | None, events: Events) -> int:
    """Return the hash of a game with one more action: its legal actions, the action itself and its events.

    `digest` is the hash of the game before this action. At the end of a game there is no `step`, and the result is
    `digest`.
    """
    if step is None:
        return digest
    return loops.fold_step(loops.fold_codes(digest, step.legal, len(step.legal)), step.seat, step.code, events)


@check(20, 1000, compiles=True)
def plain_and_compiled_views_guesses_and_scores_agree(case: Case, position_count: int) -> None:
    """Compiled and plain views, guesses and scores agree in random positions, for every seat and a spectator.

    A guess is a full record that is consistent with a view.
    """
    _needs_compiler()
    game, shape = case.game, case.game.shape
    ask = compiled(loops.kit_position, game)
    states = shape.array(4)
    dice = random.Random(str(case))
    for position in positions(case, position_count, "twice"):
        shape.store(states, 0, position.s)
        out, plain_out = np.zeros(16, np.int64), [0] * 16
        game.rules.scores(position.s, plain_out)
        for seat in case.some_observers(dice, position.mask):
            words = [dice.getrandbits(32) for _ in range(8)]
            repaired = ask(states, seat, np.array(words, np.int64), out)
            assert out.tolist() == plain_out, position
            v = make_view(game, position.s, seat)
            assert not shape.differences(v, shape.load(states, 1)), f"{position}: the view of seat {seat}"
            assert repaired == game.rules.guess(v, seat, words), f"{position}: repairs of a guess for seat {seat}"
            assert not shape.differences(v, shape.load(states, 3)), f"{position}: a guess for seat {seat}"


@check(3, 40)
def a_record_survives_text_and_bytes(case: Case, games: int) -> None:
    """A record is the same after its conversion to text or bytes and back.

    The numbers in a record and in its views also lie within the declared bounds. Both are checked at actions 0 to 9, at
    action numbers that are powers of two, and at the end of a game.
    """
    shape = case.game.shape
    for k in range(games):
        for position in walk(case, f"forms {k}"):
            number = position.number
            if number <= 9 or number & (number - 1) == 0 or position.mask == 0:
                data, text = shape.to_bytes(position.s), shape.to_text(position.s)
                assert shape.from_bytes(data) == position.s, position
                assert shape.from_text(text) == position.s, position
                assert shape.to_bytes(shape.from_text(text)) == data, position
                assert "\n" not in text, position
                array = shape.array(1)
                shape.store(array, 0, position.s)
                assert shape.load(array, 0) == position.s, position
                for seat in range(-1, case.seats):
                    shape.store(array, 0, make_view(case.game, position.s, seat) if seat >= 0 else position.s)
                    for field in shape.declared:
                        low, high = bounds_of(field)
                        found = int(array[field.name].min()), int(array[field.name].max())
                        assert low <= found[0] and found[1] <= high, (
                            f"{position}: {field.name} is from {found[0]} to {found[1]}, and not within {low} to {high}"
                        )


@check(6, 200)
def a_log_replays_to_the_same_bytes(case: Case, games: int) -> None:
    """If the log of a random game is written as text, read and replayed, the last record is the same, byte for byte.

    The game has notes, undos and redos. After the replay, the lists of actions, undos, redos and events are also the
    same.
    """
    game = case.game
    for k in range(games):
        match, dice = random_match(case, f"log {k}", undo=k % 2 == 1)
        text = logs.write(match.log(), line=dice.random() < 0.5)
        again = replay(logs.parse(text))
        assert again.error is None, f"{case}: {again.error}\n{text}"
        assert game.shape.to_bytes(again.match.state) == game.shape.to_bytes(match.state), text
        assert again.match.entries == match.entries, text
        assert logs.write(again.match.log()) == logs.write(match.log()), text
        assert [again.match.story(seat) for seat in case.observers] == [match.story(seat) for seat in case.observers], (
            text
        )


def random_match(case: Case, seed: str, *, undo: bool, most: int = 400) -> tuple[Match, random.Random]:
    """Return a match that was played at random, and the random number generator that chose its actions.

    `case` gives the game, its number of seats and its options. The match ends with the game, or earlier after `most`
    actions, undos and redos. Some actions have notes. If `undo` is false, there are no undos and redos. Another text as
    `seed` gives another match.
    """
    dice = random.Random(f"{case} {seed}")
    match = Match.new(case.game, case.seats, case.options, seed)
    while not match.over and len(match.entries) < most:
        seat = dice.randrange(case.seats)
        if undo and dice.random() < 0.2 and match.can_undo(seat):
            match.undo(seat)
        elif undo and dice.random() < 0.5 and match.can_redo(seat):
            match.redo(seat)
        else:
            seat = dice.choice(match.actors())
            note = "A note: “quotes”, <b>\n and \u2028." if dice.random() < 0.1 else ""
            match.act(seat, dice.choice(match.legal_names(seat)), note)
    return match, dice
