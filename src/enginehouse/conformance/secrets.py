"""Check that a seat cannot distinguish two games that differ only in information that is hidden from it.

The true record and a guess of a seat's view are such *twin worlds*. Twin worlds may differ in random numbers, in the
counter `revealed` (how often hidden information was revealed), and in every field that the game does not declare
public. They must be equal in everything that the seat is shown.

A guess is made from a view. So if a faulty view shows a secret, the guess has the same secret, and the check would not
notice the fault. Therefore some twins are made from a copy of the true record instead, which the check changes in three
ways. It exchanges pieces, such as cards, that the seat does not know. If several seats have to decide at once, it lets
some of the other seats decide. The game's `invariants.py` may change other hidden information (`twin(s, seat, dice)`).
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from enginehouse.conformance.cases import (
    Case,
    CheckedCount,
    RandomPosition,
    Report,
    cases_of,
    check,
    describe_events,
    list_legal,
    list_seats,
    make_view,
    positions,
)
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.events import Events, bit_of, read
from enginehouse.core.records.fields import Record
from enginehouse.core.records.header import UNSEEN
from enginehouse.core.registry.game import Game

GUESSES = 8
OFF_VIEW = UNSEEN
"""Fields that no view of any game holds. The kit itself makes them differ between twins."""

View = Callable[[Any, int, Any], None]


class Twins(NamedTuple):
    """A pair of twin worlds: a true record, and another record that `seat` cannot distinguish from it.

    The other record, such as a guess, differs only in information that is hidden from the seat (-1: a spectator).
    """

    position: RandomPosition
    seat: int
    guess: Any
    repaired: int


def guess_twins(position: RandomPosition, seat: int, dice: random.Random, many: int = GUESSES) -> Iterator[Twins]:
    """Yield `many` pairs of twins: the record of a position, and a guess that a seat cannot distinguish from it.

    The hidden information is guessed from the seat's view (-1: a spectator). The random generator `dice` draws the
    seeds of the guesses. The future random numbers in a guess differ from those in the true record.
    """
    game = position.case.game
    seen = make_view(game, position.s, seat)
    for _ in range(many):
        g = game.shape.copy(seen)
        repaired = game.rules.guess(g, seat, [dice.getrandbits(32) for _ in range(8)])
        _randomise_chance(g, dice)
        yield Twins(position, seat, g, int(repaired))


def vary_hidden(position: RandomPosition, seat: int, dice: random.Random, many: int) -> Iterator[Twins]:
    """Yield `many` twins of a position, each with a changed copy of its record.

    The changes concern only information that is hidden from the seat, so the seat cannot distinguish the copy from the
    position. The random generator `dice` draws them.
    """
    game, rules = position.case.game, position.case.game.invariants
    for _ in range(many):
        g = position.copy()
        if hasattr(rules, "twin"):
            rules.twin(g, seat, dice)
        if "row" in game.shape.fields:
            for _ in range(dice.randint(1, 4)):
                _relabel(game, g, dice)
                _swap(game, g, seat, dice)
        if g.asked:
            _answer(game, g, seat, dice)
        _randomise_chance(g, dice)
        yield Twins(position, seat, g, 0)


def list_backs(game: Game, s: Record) -> Any:
    """Return a list with the back (a number) of every piece in the record `s`, by piece. Backs may change in play."""
    rules = game.invariants
    return rules.backs(s) if hasattr(rules, "backs") else rules.BACKS


def _swap(game: Game, g: Record, seat: int, dice: random.Random) -> None:
    """Exchange two pieces in the record `g` that have the same back and whose places the seat does not know.

    `dice` draws the pieces. Do not exchange them if the game's `check` forbids it.
    """
    row, known = list(g.row), list(g.known)
    if _exchange(game, g, seat, dice) and not _is_possible(getattr(game.invariants, "check", lambda s: None), g):
        g.row, g.known = row, known


def _exchange(game: Game, g: Record, seat: int, dice: random.Random) -> bool:
    """Exchange two pieces in the record `g` that have the same back and whose places the seat does not know.

    `dice` draws the pieces. Exchange them only if the seat's view stays the same. Return whether they were exchanged. A
    seat that knew the piece in one of the two places knows the new piece there.
    """
    rules, mine = game.invariants, bit_of(seat)
    places = [(z, g.start[z] + k) for z in range(len(g.size)) for k in range(g.size[z])]
    unknown = [(z, at) for z, at in places if not g.known[g.row[at]] & mine]
    if len(unknown) < 2:
        return False
    (zone, at), (other_zone, other) = dice.sample(unknown, 2)
    p, q = g.row[at], g.row[other]
    held = (g.holds[zone] | g.holds[other_zone]) & mine
    backs = list_backs(game, g)
    if backs[p] != backs[q] or (held and zone != other_zone and rules.KINDS[p] != rules.KINDS[q]):
        return False
    g.row[at], g.row[other] = q, p
    g.known[p], g.known[q] = g.known[q], g.known[p]
    return True


def _relabel(game: Game, g: Record, dice: random.Random) -> None:
    """Exchange two pieces of the same kind in the record `g`, such as two copies of a card.

    `dice` draws the two pieces. The seats that knew the place of either piece know the same place afterwards. So all
    views stay the same. If no two pieces are of the same kind, change nothing.
    """
    kinds = game.invariants.KINDS
    where = {g.row[g.start[z] + k]: g.start[z] + k for z in range(len(g.size)) for k in range(g.size[z])}
    pairs = [(p, q) for p in where for q in where if p < q and kinds[p] == kinds[q]]
    if pairs:
        p, q = dice.choice(pairs)
        g.row[where[p]], g.row[where[q]] = q, p
        g.known[p], g.known[q] = g.known[q], g.known[p]


def _answer(game: Game, g: Record, seat: int, dice: random.Random) -> None:
    """Play random choices for some of the asked seats other than `seat` in the record `g`. `dice` draws them.

    Choices are hidden until all asked seats have chosen. At least one asked seat does not choose here, so the choices
    stay hidden from `seat`. No choice is played for `seat` itself.
    """
    e = Events(game.facts.event_size, on=False)
    waiting = list_seats(int(game.rules.actors(g)))
    if seat not in waiting and waiting:
        waiting.remove(dice.choice(waiting))
    for other in waiting:
        if other != seat and dice.random() < 0.5:
            for _ in range(20):
                if not int(game.rules.actors(g)) >> other & 1:
                    break
                game.rules.apply(g, other, dice.choice(list_legal(game, g, other)), e)


def _randomise_chance(g: Record, dice: random.Random) -> None:
    """Replace the random numbers in the record `g`, so that a view that copies some of them is noticed.

    `dice` draws the new numbers.
    """
    g.chance_key = [dice.getrandbits(32) for _ in range(8)]
    g.chance_block = [dice.getrandbits(32) for _ in range(16)]
    g.chance_count = 1 + dice.getrandbits(20)
    g.chance_left = dice.randrange(17)
    g.revealed += dice.randrange(1, 100)


def told_apart(twins: Twins, view: View | None = None) -> list[str]:
    """Return a list of the differences between two records that a seat should not be able to distinguish (`twins`).

    Everything that the seat is shown is compared. `view` is the rule that makes views. The default is the game's own
    rule.
    """
    position, seat, g, _ = twins
    game, s = position.case.game, position.s
    show = view or game.rules.view
    mine, other = game.new_record(), game.new_record()
    show(s, seat, mine)
    show(g, seat, other)
    wrong = [f"field {name} of the view" for name in game.shape.differences(mine, other)]
    if not wrong and game.shape.to_bytes(mine) != game.shape.to_bytes(other):
        wrong.append("bytes of the view")
    if list_legal(game, s, seat) != list_legal(game, g, seat):
        wrong.append("legal actions")
    if game.rules.actors(mine) != game.rules.actors(other):
        wrong.append("who may act")
    return wrong


def list_shown(game: Game, v: Record, seat: int) -> list[str]:
    """Return everything that the page shows to `seat` in its view `v`, as a list of strings.

    The strings contain the numbers of the rulebook clauses that forbid actions, the prompt, the position and the legal
    actions in words, and the picture.
    """
    refused = [int(game.rules.refusal(v, seat, code)) for code in range(len(game.vocabulary))] if seat >= 0 else []
    shown = [f"refusals {refused}"]
    if game.has("words"):
        words = game.words
        shown += [words.prompt(v, seat), words.position(v)]
        shown += [words.action(v, code) for code, clause in enumerate(refused) if clause == 0]
    if game.has("drawing"):
        from enginehouse.core.pictures.drawing import document_of

        shown.append(document_of(game, v))
    return shown


@check(12, 600)
def twin_worlds_look_alike(case: Case, position_count: int) -> CheckedCount:
    """If two records differ only in information that is hidden from a seat, its views of both are equal byte for byte.

    Its legal actions are equal, too. Such records are called twin worlds. Each position is compared with 8 records in
    which the hidden information is guessed from the view, for each seat and a spectator, and with 4 records in which it
    is changed directly, without a guess. Return the number of compared pairs.
    """
    seen = 0
    for position in positions(case, position_count, "twins"):
        dice = random.Random(f"{position.seed} {position.number}")
        for seat in case.some_observers(dice, position.mask):
            for twins in (*guess_twins(position, seat, dice), *vary_hidden(position, seat, dice, 4)):
                wrong = told_apart(twins)
                assert not wrong, f"{position}: seat {seat} can distinguish twin worlds by {wrong}"
                seen += 1
    return seen


@check(4, 60)
def twin_worlds_have_the_same_words_picture_and_refusals(case: Case, position_count: int) -> CheckedCount:
    """The page shows a seat the same sentences, picture and refusals for two records that the seat cannot distinguish.

    Such records (twin worlds) differ only in information that is hidden from the seat. Refusals are the numbers of the
    rulebook clauses that forbid actions. A difference would mean that the game stores hidden information between calls.
    Return the number of checked positions.
    """
    game = case.game
    for position in positions(case, position_count, "shown"):
        dice = random.Random(f"{position.seed} {position.number}")
        for seat in case.some_observers(dice, position.mask):
            shown = list_shown(game, make_view(game, position.s, seat), seat)
            for twins in guess_twins(position, seat, dice, 1):
                again = list_shown(game, make_view(game, twins.guess, seat), seat)
                assert again == shown, f"{position}: seat {seat}"
    return position_count


TRIED = 8
"""The number of exchanges of pieces that are tried to estimate how easily a guess of a position could be wrong."""


def hard_positions(case: Case, many: int, seed: str) -> list[RandomPosition]:
    """Return `many` positions of random games in which wrong guesses of hidden pieces are likely to be noticed.

    Half of them are the hardest positions of a larger selection, and the others are drawn from the rest. To measure how
    hard a position is, hidden pieces are exchanged at random, several times. The more of these exchanges the function
    `check` in the game's `invariants.py` calls impossible, the harder is the position. If their number is the same for
    two positions, the position after more actions counts as harder. `case` gives the game, its number of seats and its
    options. The text `seed` determines the random games.
    """
    found = [position.freeze() for position in positions(case, 4 * many, seed, per_game=24)]
    found.sort(key=lambda position: (_forbidden(position), position.number), reverse=True)
    hardest, others = found[: (many + 1) // 2], found[(many + 1) // 2 :]
    return hardest + random.Random(f"{case} {seed}").sample(others, min(len(others), many // 2))


def _forbidden(position: RandomPosition) -> int:
    """Try `TRIED` random exchanges of pieces in a position. Return how many of them the game's `check` forbids.

    Two pieces that a seat does not know are exchanged, each time in a new copy of the record.
    """
    game, holds = position.case.game, getattr(position.case.game.invariants, "check", None)
    if holds is None or "row" not in game.shape.fields:
        return 0
    dice, forbidden = random.Random(f"{position.seed} {position.number}"), 0
    for _ in range(TRIED):
        g = position.copy()
        if _exchange(game, g, dice.choice(position.case.observers), dice):
            forbidden += not _is_possible(holds, g)
    return forbidden


def _is_possible(holds: Callable[[Any], object], s: Record) -> bool:
    try:
        holds(s)
    except AssertionError:
        return False
    return True


def known_to_owners(case: Case, s: Record) -> list[int]:
    """Return a list with a number for each seat: how many pieces in its own hands the seat knows in `s`, a record.

    The hands of a seat are the zones that `state.py` declares as its own.
    """
    size = next((field for field in case.game.shape.declared if field.name == "size"), None)
    first = [zone for zone, _ in size.seats_at] if size is not None and "known" in case.game.shape.fields else []
    return [
        sum(
            int(s.known[s.row[s.start[zone + seat] + k]]) >> seat & 1
            for zone in first
            for k in range(s.size[zone + seat])
        )
        for seat in range(case.seats)
    ]


@check(72, 600)
def guesses_could_be_true(case: Case, position_count: int) -> CheckedCount:
    """A guess passes the game's `check`, its numbers fit into its fields, and the game can be continued from it.

    A guess is a full record that is consistent with a seat's view. In a guess, each seat knows as many pieces of its
    own hand as in the true record.
    """
    game, rules = case.game, case.game.invariants
    conserved, holds = getattr(rules, "conserved", None), getattr(rules, "check", None)
    e = Events(game.facts.event_size, on=False)
    for position in hard_positions(case, position_count, "possible"):
        dice = random.Random(f"{position.seed} {position.number}")
        known = known_to_owners(case, position.s)
        for seat in case.some_observers(dice, position.mask):
            for number, twins in enumerate(guess_twins(position, seat, dice)):
                g, where = twins.guess, f"{position}: a guess of seat {seat}: {twins.guess!r}"
                if conserved:
                    assert conserved(g) == conserved(position.s), (
                        f"{conserved(g)} instead of {conserved(position.s)} in {where}"
                    )
                if holds:
                    try:
                        holds(g)
                    except AssertionError as error:
                        raise AssertionError(f"{error} in {where}") from error
                assert known_to_owners(case, g) == known, (
                    f"seats know {known_to_owners(case, g)} pieces of their own hands instead of {known}, though a guess "
                    f"has to give back what owners know (`hidden.let_owners_know`), in {where}"
                )
                assert game.shape.from_bytes(game.shape.to_bytes(g)) == g, where
                if number < 3:
                    _play_on(game, g, dice, e, where)
    return position_count


def _play_on(game: Game, g: Record, dice: random.Random, e: Events, where: str) -> None:
    """Play some random actions in `g`, a guess of the hidden information, to check that the game can continue.

    `g` is changed. `e` receives the events. `where` describes the guess for an error.
    """
    for _ in range(12):
        acting = list_seats(int(game.rules.actors(g)))
        if not acting:
            return
        other = dice.choice(acting)
        codes = list_legal(game, g, other)
        assert codes, f"seat {other} has no legal action in {where}"
        e.count = 0
        game.rules.apply(g, other, dice.choice(codes), e)


@check(60, 2000, whole_game=True)
def few_guesses_are_repaired(game: Game, position_count: int) -> Report:
    """Fewer than one in a hundred guesses of hidden information need a correction in random play.

    A guess needs a correction if the arrangement that was drawn at random does not fit the seat's view. Without
    compiled rules, the check plays with only every third combination of seats and options.
    """
    made = repaired = 0
    every = cases_of(game) if jit_possible() else cases_of(game)[::3]
    for case in every:
        for position in positions(case, max(1, position_count // len(every)), "repaired"):
            dice = random.Random(f"{position.seed} {position.number}")
            for seat in case.some_observers(dice, position.mask):
                for twins in guess_twins(position, seat, dice):
                    made += 1
                    repaired += twins.repaired
    said = f"{game.name}: {repaired} of {made} guesses were repaired ({repaired / made:.2%})"
    assert repaired < 0.01 * made, said
    return said


# -- events and undo ---------------------------------------------------------------------------------------------------


class _After(NamedTuple):
    s: Any
    events: Events
    revealed: bool
    drawn: tuple[int, int]


def _act(game: Game, s: Record, seat: int, code: int) -> _After:
    after, e = game.shape.copy(s), Events(game.facts.event_size)
    game.rules.apply(after, seat, code, e)
    return _After(after, e, after.revealed != s.revealed, (after.chance_count, after.chance_left))


def _acts_in_twins(looked_at: Iterable[RandomPosition]) -> Iterator[tuple[Twins, str, _After, _After]]:
    """Play random actions, each in one of the positions `looked_at` and in a twin of this position. Yield the results.

    A twin is a record that a seat cannot distinguish from the position. Both have the same random numbers. A result is
    a tuple: the pair of position and twin, a text for errors, the outcome in the position, and the outcome in the twin.
    """
    for position in looked_at:
        case, game = position.case, position.case.game
        dice = random.Random(f"{position.seed} {position.number}")
        for acting in dice.sample(list_seats(position.mask), min(2, position.mask.bit_count())):
            mine = list_legal(game, position.s, acting)
            for seat in case.some_observers(dice, 1 << acting):
                for twins in (*guess_twins(position, seat, dice, 3), *vary_hidden(position, seat, dice, 2)):
                    g = twins.guess
                    for name in OFF_VIEW:
                        value = getattr(position.s, name)
                        setattr(g, name, value if isinstance(value, int) else list(value))
                    both = sorted(set(mine) & set(list_legal(game, g, acting)))
                    if both:
                        code = dice.choice(both)
                        what = f"{position}: {game.vocabulary.name(code)} of seat {acting}, seen by seat {seat}"
                        yield twins, what, _act(game, position.s, acting, code), _act(game, g, acting, code)


@check(18, 1000)
def an_event_tells_nothing_that_views_do_not(case: Case, position_count: int) -> CheckedCount:
    """If two twin worlds have equal views after an action, the seat reads equal events in both.

    Twin worlds are two records that the seat cannot distinguish before the action.
    """
    return events_tell_nothing(case.game, positions(case, position_count, "events"))


def events_tell_nothing(game: Game, looked_at: Iterable[RandomPosition]) -> int:
    """Check events after an action in twin worlds: if the views of a seat are equal, its events must be equal, too.

    Twin worlds are two records that the seat cannot distinguish before the action. The positions to check are
    `looked_at`. Return the number of compared pairs of worlds.
    """
    seen = 0
    for twins, what, one, other in _acts_in_twins(looked_at):
        if one.drawn != other.drawn:
            continue  # if different numbers of random words were drawn, the worlds are not comparable any more
        seat = twins.seat
        if not game.shape.differences(make_view(game, one.s, seat), make_view(game, other.s, seat)):
            mine, its = read(one.events, seat), read(other.events, seat)
            assert mine == its, (
                f"{what}: [{describe_events(game, *mine)}] or [{describe_events(game, *its)}], though the views are equal"
            )
            seen += 1
    return seen


@check(18, 1000)
def what_can_be_taken_back_told_nobody_anything(case: Case, position_count: int) -> CheckedCount:
    """If an action can be undone, it reveals nothing: a seat still cannot distinguish two twin worlds after the action.

    Twin worlds are two records that the seat cannot distinguish before the action. An action can be undone if it leaves
    the counter `revealed` unchanged.
    """
    return nothing_was_told(case.game, positions(case, position_count, "untold"))


def nothing_was_told(game: Game, looked_at: Iterable[RandomPosition]) -> int:
    """Check that a seat still cannot distinguish twin worlds after an action that leaves `revealed` unchanged.

    Twin worlds are two records that a certain seat cannot distinguish before the action. `revealed` is a counter in the
    record, which increases if an action reveals hidden information. The positions to check are `looked_at`. Return the
    number of compared pairs of worlds.
    """
    seen = 0
    for twins, what, one, other in _acts_in_twins(looked_at):
        if one.revealed or one.s.opened != other.s.opened:
            continue  # the last answer opened a reaction in one world, and a seat still has to choose in the other
        seat = twins.seat
        shown = game.shape.differences(make_view(game, one.s, seat), make_view(game, other.s, seat))
        assert not shown, f"{what}: `revealed` did not change, but {shown} of the view differs between the twin worlds"
        mine, its = read(one.events, seat), read(other.events, seat)
        assert mine == its, (
            f"{what}: `revealed` did not change, but events differ: [{describe_events(game, *mine)}] or [{describe_events(game, *its)}]"
        )
        seen += 1
    return seen


# -- the check of the checks -------------------------------------------------------------------------------------------


@functools.cache
def _differing(game: Game, many: int, make: Callable[..., Iterator[Twins]] = guess_twins) -> dict[str, list[Twins]]:
    """Return a dict with a list of twin worlds for each field of the record, by its name.

    Twin worlds are two records that a seat cannot distinguish. The two worlds of a pair differ in this field. `make`
    makes the twins, as `guess_twins` does. `many` is the number of positions from which they come.
    """
    found: dict[str, list[Twins]] = {}
    every = cases_of(game)
    for case in every:
        for position in positions(case, max(3, many // len(every)), "fields"):
            position = position.freeze()
            dice = random.Random(f"{position.seed} {position.number}")
            for seat in case.some_observers(dice, position.mask):
                for twins in make(position, seat, dice, 3):
                    for name in game.shape.differences(position.s, twins.guess):
                        if len(found.setdefault(name, [])) < 200:
                            found[name].append(twins)
    return found


@check(72, 2000, whole_game=True)
def what_is_declared_public_is_known_to_all_and_nothing_else(game: Game, position_count: int) -> None:
    """A field is declared public exactly if it never differs between two records that a seat cannot distinguish.

    Such records are called twin worlds: they differ only in information that is hidden from the seat. They are made in
    two ways: the hidden information is guessed from the seat's view, or it is changed directly in a copy of the record.
    In both ways, the same fields must differ.
    """
    differing = set(_differing(game, position_count)) - set(OFF_VIEW)
    changed = set(_differing(game, position_count, vary_hidden)) - set(OFF_VIEW)
    kept = set(game.hidden) - set(OFF_VIEW)
    assert differing <= kept, f"{game.name}: declared public, but different in twin worlds: {sorted(differing - kept)}"
    assert kept <= differing, (
        f"{game.name}: declared own or custom, but equal in all twin worlds: {sorted(kept - differing)}"
    )
    assert kept == changed, (
        f"{game.name}: not declared public, but not changed by `twin` of invariants.py: {sorted(kept - changed)}; "
        f"changed, but declared public: {sorted(changed - kept)}"
    )


@check(6, 60)
def a_view_says_whose_it_is_and_a_guess_is_of_nobody(case: Case, position_count: int) -> None:
    """The field `viewer` is the seat + 1 in a view (0 for a spectator), and 0 in a true record and in a guess.

    A guess is a full record that is consistent with a view.
    """
    game = case.game
    for position in positions(case, position_count, "viewer"):
        assert position.s.viewer == 0, f"{position}: `viewer` of a true record is {position.s.viewer}, not 0"
        for seat in range(-1, case.seats):
            v = make_view(game, position.s, seat)
            assert v.viewer == seat + 1, (
                f"{position}: `viewer` of the view of seat {seat} is {v.viewer}, not {seat + 1}"
            )
            game.rules.guess(v, seat, list(range(8)))
            assert v.viewer == 0, f"{position}: `viewer` of a guess of seat {seat} is {v.viewer}, not 0"


@check(72, 2000, whole_game=True)
def a_leak_of_any_hidden_field_would_be_found(game: Game, position_count: int) -> CheckedCount:
    """If a view also copied a hidden field, the other checks would find this leak.

    This check tests those other checks. For each hidden field, a view that copies the field must make a difference
    between twin worlds, which are two records that differ only in information hidden from a seat. Return the number of
    fields that differ between twin worlds.
    """
    differing = _differing(game, position_count)
    for name in sorted({*game.hidden, *OFF_VIEW}):
        leaking = leak(game, name)
        assert differing.get(name), f"{game.name}: no twins differ in {name}"
        red = [twins for twins in differing[name] if told_apart(twins, leaking)]
        assert red, f"{game.name}: a view that copies {name} is not found"
        assert not told_apart(red[0]), f"{red[0].position}: the view leaks even without the copied field"
    return len(differing)


def leak(game: Game, name: str) -> View:
    """Return a faulty rule for views, by which a view also has the hidden field `name`. The checks must notice it."""

    def leaking(s: Record, seat: int, v: Record) -> None:
        game.rules.view(s, seat, v)
        value = getattr(s, name)
        setattr(v, name, value if isinstance(value, int) else list(value))

    return leaking
