"""The kit is itself checked: for every check there are broken games that turn it red."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from samples import auction, bluff, rummage
from samples.auction import rules as auction_rules
from samples.auction import state as auction_state
from samples.bluff import rules as bluff_rules
from samples.bluff import state as bluff_state
from samples.rummage import rules as rummage_rules
from samples.rummage import state as rummage_state

from enginehouse.conformance import CHECKS, cases_of, dealing, running, secrets
from enginehouse.conformance.cases import positions
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.records import chance, events, hidden
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule

VERBS = ("setup", "actors", "legal", "refusal", "apply", "view", "guess", "scores")
PACKAGES = {"bluff": bluff, "auction": auction, "rummage": rummage}
RULES = {"bluff": bluff_rules, "auction": auction_rules, "rummage": rummage_rules}
BY_NAME = {check.name: check for check in CHECKS}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game]]:
    """`broken("bluff", apply=..., facts={...}, words={...})`: a toy with some verbs, facts or words of its own, plain."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    shapes = {name: Game(package.__name__).shape for name, package in PACKAGES.items()}
    before = {name: shape.Plain.game for name, shape in shapes.items()}

    def build(name: str, *, facts: Any = None, words: Any = None, hidden: Any = None, **verbs: Any) -> Game:
        game = Game(PACKAGES[name].__name__)
        unknown = set(verbs) - set(VERBS)
        assert not unknown, unknown
        game.rules = SimpleNamespace(**{verb: verbs.get(verb, getattr(RULES[name], verb)) for verb in VERBS})
        if facts:
            game.facts = dataclasses.replace(game.facts, **facts)
        if hidden is not None:
            game.__dict__["hidden"] = frozenset(hidden)
        if words:
            game.words = SimpleNamespace(**{**vars(game.words), **words})
        assert game.shape.Plain.game is game
        monkeypatch.setitem(games._REGISTERED, game.name, game)
        return game

    yield build
    for name, shape in shapes.items():
        shape.Plain.game = before[name]


def expect_failure(check: str, game: Game, said: str = "", many: int = 0) -> None:
    """The check fails on some case of the game, with such a sentence; `many`: how much it looks at, if it is not the most
    that it looks at in a normal run."""
    kind = BY_NAME[check]
    found = []
    for subject in [game] if kind.whole_game else cases_of(game):
        try:
            kind.run(subject, many or kind.normal)
        except AssertionError as error:
            found.append(str(error))
    assert found, f"{check} did not notice"
    assert said in found[0], found[0]


def after(name: str, more: Callable[[Any, int, int, Any], None]) -> Callable[..., None]:
    """The game's own `apply`, and then something that is wrong."""

    def apply(s: Any, seat: int, action: int, e: Any) -> None:
        RULES[name].apply(s, seat, action, e)
        more(s, seat, action, e)

    return apply


# -- legality ----------------------------------------------------------------------------------------------------------


def reversed_legal(s: Any, seat: int, out: Any) -> int:
    many = bluff_rules.legal(s, seat, out)
    out[:many] = list(reversed(out[:many]))
    return many


def doubled_legal(s: Any, seat: int, out: Any) -> int:
    many = bluff_rules.legal(s, seat, out)
    if many:
        out[many] = out[many - 1]
    return many + (many > 0)


def legal_beyond(s: Any, seat: int, out: Any) -> int:
    many = bluff_rules.legal(s, seat, out)
    if many:
        out[many - 1] = 10
    return many


def legal_for_the_next(s: Any, seat: int, out: Any) -> int:
    return bluff_rules.legal(s, s.turn if s.bid == 2 and seat == (s.turn + 1) % s.seats else seat, out)


def legal_after_the_end(s: Any, seat: int, out: Any) -> int:
    out[0] = 0
    return 1 if s.reason != 0 and seat == 0 else bluff_rules.legal(s, seat, out)


@pytest.mark.parametrize("legal", [reversed_legal, doubled_legal, legal_beyond])
def test_wrong_lists_of_legal_actions(broken: Any, legal: Any) -> None:
    expect_failure("legal_actions_are_ascending_unique_and_in_range", broken("bluff", legal=legal))


def legal_with_a_mark(s: Any, seat: int, out: Any) -> int:
    many = bluff_rules.legal(s, seat, out)
    if not many and len(out) < 4096:
        out[len(out)] = 0
    return many


def legal_with_a_gap(s: Any, seat: int, out: Any) -> int:
    kept = out[0]
    many = bluff_rules.legal(s, seat, out)
    if many == 1:
        out[0] = kept
    return many


@pytest.mark.parametrize(
    ("legal", "said"),
    [(legal_with_a_mark, "writes more than 10 numbers"), (legal_with_a_gap, "leaves a number unwritten")],
)
def test_lists_that_need_more_room_or_leave_some(broken: Any, legal: Any, said: str) -> None:
    expect_failure("legal_needs_no_more_room_than_the_vocabulary", broken("bluff", legal=legal), said)


def test_actions_of_a_seat_that_may_not_act(broken: Any) -> None:
    expect_failure(
        "exactly_the_acting_seats_have_legal_actions",
        broken("bluff", legal=legal_for_the_next),
        "though it may not act",
    )


def test_actions_after_the_end(broken: Any) -> None:
    expect_failure("nobody_can_act_after_the_end", broken("bluff", legal=legal_after_the_end))


def test_somebody_may_act_after_the_end(broken: Any) -> None:
    game = broken("bluff", actors=lambda s: 1 << s.turn if s.lives[0] != 1 or s.reason == 0 else 1)
    expect_failure("exactly_the_acting_seats_have_legal_actions", game)


def test_a_refusal_of_what_is_legal_and_none_of_what_is_not(broken: Any) -> None:
    check = "refusal_agrees_with_legal_for_every_action_and_seat"
    peek = bluff_state.Peek.CODE
    expect_failure(
        check,
        broken("bluff", refusal=lambda v, seat, a: 204 if a == peek else bluff_rules.refusal(v, seat, a)),
        "'peek'",
    )
    expect_failure(
        check, broken("bluff", refusal=lambda v, seat, a: 0 if a == peek else bluff_rules.refusal(v, seat, a)), "'peek'"
    )


def test_a_refusal_by_no_clause(broken: Any) -> None:
    game = broken("bluff", refusal=lambda v, seat, a: 299 if bluff_rules.refusal(v, seat, a) else 0)
    expect_failure("refusals_name_clauses_of_the_rulebook", game, "BL-2.99")


def test_chance_in_a_game_that_is_said_to_have_none(broken: Any) -> None:
    expect_failure(
        "chance_is_only_where_the_facts_say_so", broken("bluff", facts={"chance": False}), "a random number was drawn"
    )


def test_a_game_without_end_and_one_that_ends_by_no_clause(broken: Any) -> None:
    check = "a_game_ends_within_its_bound_by_a_clause_of_its_rules"
    expect_failure(check, broken("bluff", facts={"length_bound": 4}), "still runs after 4 actions")

    def odd_end(s: Any, seat: int, action: int, e: Any) -> None:
        s.reason = 399 if s.reason else 0

    expect_failure(
        check, broken("bluff", apply=after("bluff", odd_end)), "ends by BL-3.99, which rulebook.md does not have"
    )


def test_wrong_ranks(broken: Any) -> None:
    def scores(s: Any, out: Any) -> None:
        bluff_rules.scores(s, out)
        out[8] = 0

    expect_failure("scores_and_ranks_fit_together", broken("bluff", scores=scores))


def test_a_card_that_is_lost_and_a_record_that_cannot_be(broken: Any) -> None:
    check = "conserved_quantities_hold_after_every_action"

    def lose(s: Any, seat: int, action: int, e: Any) -> None:
        if s.sales == 2 and s.size[0] > 3:
            hidden.take(s, 0, 0)

    expect_failure(check, broken("auction", apply=after("auction", lose)), "instead of")

    def overdraw(s: Any, seat: int, action: int, e: Any) -> None:
        s.coins[0] = -1 if s.sales == 1 else s.coins[0]

    expect_failure(check, broken("auction", apply=after("auction", overdraw)))


# -- twice -------------------------------------------------------------------------------------------------------------

PLAIN_ONLY = 0


@rule
def two_faced_apply(s: Any, seat: int, action: int, e: Any) -> None:
    bluff_apply(s, seat, action, e)
    s.shown[0][0] = int(s.shown[0][0]) + PLAIN_ONLY


@rule
def two_faced_view(s: Any, seat: int, v: Any) -> None:
    bluff_view(s, seat, v)
    v.bid += PLAIN_ONLY


bluff_apply, bluff_view = bluff_rules.apply, bluff_rules.view


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_plain_rules_that_differ_from_compiled_rules(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.core.compiler import compiled_rules
    from enginehouse.core.sources import cache

    monkeypatch.setattr(cache, "folder_for", lambda game: None)
    monkeypatch.setattr(compiled_rules, "_COMPILED", {})
    game = broken("bluff", apply=two_faced_apply, view=two_faced_view)
    monkeypatch.setenv("ENGINEHOUSE_JIT", "1")
    case = cases_of(game)[0]
    games = BY_NAME["plain_and_compiled_games_agree_to_the_last_field"].run
    views = BY_NAME["plain_and_compiled_views_guesses_and_scores_agree"].run
    games(case, 3)
    views(case, 3)
    two_faced_apply.__globals__["PLAIN_ONLY"] = 1
    try:
        with pytest.raises(AssertionError, match="shown"):
            games(case, 3)
        with pytest.raises(AssertionError, match="the view of seat"):
            views(case, 3)
    finally:
        two_faced_apply.__globals__["PLAIN_ONLY"] = 0


def test_a_number_that_fits_no_field(broken: Any) -> None:
    def grow(s: Any, seat: int, action: int, e: Any) -> None:
        s.lives[1] = 300

    game = broken("bluff", apply=after("bluff", grow))
    with pytest.raises(AssertionError, match=r"OverflowError: bluff\.lives: a number does not fit"):
        BY_NAME["a_record_survives_text_and_bytes"].run(cases_of(game)[0], 1)


@pytest.mark.parametrize(("field", "value"), [("turn", 8), ("bidder", -2), ("peeked", 512)])
def test_a_number_beyond_its_bounds(broken: Any, field: str, value: int) -> None:
    game = broken("bluff", view=lambda s, seat, v: (RULES["bluff"].view(s, seat, v), setattr(v, field, value)))
    with pytest.raises(AssertionError, match=f"{field} is from {value} to {value}, and not within"):
        BY_NAME["a_record_survives_text_and_bytes"].run(cases_of(game)[0], 1)


def test_rules_that_remember_something_outside_the_record(broken: Any) -> None:
    calls = [0]

    def remember(s: Any, seat: int, action: int, e: Any) -> None:
        calls[0] += 1
        s.peeked |= 16 if calls[0] % 7 == 0 else 0

    expect_failure("a_log_replays_to_the_same_bytes", broken("bluff", apply=after("bluff", remember)))


# -- sealing -----------------------------------------------------------------------------------------------------------


def in_window(more: Callable[[Any, int, Any], None]) -> Callable[..., None]:
    """Something wrong after a choice while others are still to choose."""

    def then(s: Any, seat: int, action: int, e: Any) -> None:
        if s.asked and action >= auction_state.Bid.FIRST:
            more(s, seat, e)

    return after("auction", then)


def test_an_order_that_matters(broken: Any) -> None:
    def first_gets_a_coin(s: Any, seat: int, e: Any) -> None:
        if s.laid == 1 << seat:
            s.loan[seat] += 1

    expect_failure(
        "the_order_of_sealed_choices_never_matters",
        broken("auction", apply=in_window(first_gets_a_coin)),
        "leads to other",
    )


def show_a_bid(s: Any, seat: int, e: Any) -> None:
    s.bids[seat] = 1


def draw_chance(s: Any, seat: int, e: Any) -> None:
    chance.word(s)


def tell_it(s: Any, seat: int, e: Any) -> None:
    events.tell(e, 2, seat, 0, 0, 0)


@pytest.mark.parametrize(
    ("wrong", "said"), [(show_a_bid, "shows in"), (draw_chance, "changes chance"), (tell_it, "tells seat")]
)
def test_a_choice_that_shows(broken: Any, wrong: Any, said: str) -> None:
    expect_failure("a_sealed_choice_shows_in_nothing_but_its_own_view", broken("auction", apply=in_window(wrong)), said)


def test_a_view_that_tells_who_has_chosen(broken: Any) -> None:
    def view(s: Any, seat: int, v: Any) -> None:
        auction_rules.view(s, seat, v)
        v.laid = s.laid

    expect_failure("who_may_act_never_tells_who_has_chosen", broken("auction", view=view), "sees other acting seats")


# -- undo --------------------------------------------------------------------------------------------------------------


def test_chance_that_revealed_does_not_count(broken: Any) -> None:
    def unsaid(s: Any, seat: int, action: int, e: Any) -> None:
        if action < bluff_state.Doubt.CODE:
            before = s.revealed
            chance.word(s)
            s.revealed = before

    expect_failure(
        "an_undo_never_crosses_chance_or_something_shown",
        broken("bluff", apply=after("bluff", unsaid)),
        "does not count",
    )


UNDO = "undo_gives_back_every_view_byte_for_byte"


def test_an_undo_that_is_always_allowed(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def anything(self: Any, seat: int) -> int | None:
        own = [k for k, done in enumerate(self._done) if done.seat == seat]
        return own[-1] if own else None

    monkeypatch.setattr(Match, "_undoable", anything)
    expect_failure(UNDO, broken("bluff"), "undo is not promised")


def test_a_silence_that_not_everybody_may_choose(broken: Any) -> None:
    check = "silence_may_be_chosen_by_everybody_who_is_asked"
    expect_failure(check, broken("auction", facts={"silence": "borrow"}), "no legal action 'borrow'")


def test_an_undo_that_sealed_choices_of_others_forbid(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_only(self: Any, seat: int) -> int | None:
        last = len(self._done) - 1
        return last if last >= self._based and self._done[last].seat == seat else None

    monkeypatch.setattr(Match, "_undoable", last_only)
    expect_failure(UNDO, broken("auction"), "['undo']")


def test_an_undo_that_leaves_something_behind(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def untidy(self: Any, seat: int, note: str = "") -> Any:
        entry = undo(self, seat, note)
        self.state.bidder = 1 - self.state.bidder
        return entry

    monkeypatch.setattr(Match, "undo", untidy)
    expect_failure(UNDO, broken("bluff"), "undo of seat")


def ask_everybody(self: Any, seat: int, sealed: bool) -> None:
    self._decisions = [number + 1 for number in self._decisions]


def test_a_decision_number_that_tells(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "_ask_anew", ask_everybody)
    expect_failure(UNDO, broken("auction"), "['decision']")


def test_a_redo_that_tells(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    act = Match.act

    def clearing(self: Any, seat: int, action: str, note: str = "") -> Any:
        entry = act(self, seat, action, note)
        self._redo.clear()
        return entry

    monkeypatch.setattr(Match, "act", clearing)
    expect_failure(UNDO, broken("auction"), "['redo']")


def test_latest_events_that_tell(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Match.events

    def latest(self: Any, seat: int, act: int | None = None) -> Any:
        return found(self, seat, -1 if act is None and self._done else act)

    monkeypatch.setattr(Match, "events", latest)
    expect_failure(UNDO, broken("auction"), "['latest']")


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chance_key", "chance_block", "chance_count", "chance_left", "revealed"])
def test_a_view_that_copies_a_secret(broken: Any, name: str) -> None:
    def view(s: Any, seat: int, v: Any) -> None:
        bluff_rules.view(s, seat, v)
        value = getattr(s, name)
        setattr(v, name, value if isinstance(value, int) else value[:])

    expect_failure("twin_worlds_look_alike", broken("bluff", view=view), f"field {name} of the view")


def test_a_view_that_shows_one_die_too_many(broken: Any) -> None:
    """A guess repeats what the view lets slip, so only twins made without a view can notice."""

    def view(s: Any, seat: int, v: Any) -> None:
        bluff_rules.view(s, seat, v)
        v.dice[0][1] = s.dice[0][1]

    expect_failure("twin_worlds_look_alike", broken("bluff", view=view), "field dice of the view")


def test_a_view_that_shows_the_top_card(broken: Any) -> None:
    def view(s: Any, seat: int, v: Any) -> None:
        auction_rules.view(s, seat, v)
        if s.size[0]:
            top = s.start[0] + s.size[0] - 1
            v.row[top] = s.row[top]

    expect_failure("twin_worlds_look_alike", broken("auction", view=view), "field row of the view")


def test_a_view_that_shows_who_borrowed(broken: Any) -> None:
    def view(s: Any, seat: int, v: Any) -> None:
        auction_rules.view(s, seat, v)
        v.loan[0] = s.loan[0]

    expect_failure("twin_worlds_look_alike", broken("auction", view=view), "field loan of the view")


def test_legal_actions_that_tell(broken: Any) -> None:
    def legal(s: Any, seat: int, out: Any) -> int:
        many = bluff_rules.legal(s, seat, out)
        return many - (many > 1 and s.dice[(seat + 1) % s.seats][1] == 3)

    expect_failure("twin_worlds_look_alike", broken("bluff", legal=legal), "legal actions")


def test_words_that_remember(broken: Any) -> None:
    said = []

    def position(v: Any) -> str:
        said.append(v)
        return f"Position {len(said)}."

    expect_failure(
        "twin_worlds_have_the_same_words_picture_and_refusals", broken("bluff", words={"position": position})
    )


def test_a_guess_that_cannot_be(broken: Any) -> None:
    def guess(v: Any, seat: int, seed: Any) -> int:
        repaired = bluff_rules.guess(v, seat, seed)
        v.dice[(seat + 1) % v.seats][1] = 4
        return repaired

    expect_failure("guesses_could_be_true", broken("bluff", guess=guess), "a guess of seat")


def test_a_guess_that_loses_a_card(broken: Any) -> None:
    def guess(v: Any, seat: int, seed: Any) -> int:
        repaired = auction_rules.guess(v, seat, seed)
        if v.size[0]:
            hidden.take(v, 0, 0)
        return repaired

    expect_failure("guesses_could_be_true", broken("auction", guess=guess), "instead of")


def test_guesses_that_are_often_repaired(broken: Any) -> None:
    def guess(v: Any, seat: int, seed: Any) -> int:
        bluff_rules.guess(v, seat, seed)
        return int(seed[0] % 50 == 0)

    expect_failure("few_guesses_are_repaired", broken("bluff", guess=guess), "guesses were repaired")


def test_an_event_that_tells(broken: Any) -> None:
    def boast(s: Any, seat: int, action: int, e: Any) -> None:
        if action < bluff_state.Doubt.CODE:
            events.tell(e, 9, seat, int(s.dice[seat][0]), 0, 0)

    expect_failure(
        "an_event_tells_nothing_that_views_do_not",
        broken("bluff", apply=after("bluff", boast)),
        "though the views are equal",
    )


def test_a_secret_learnt_and_taken_back(broken: Any) -> None:
    def free_peek(s: Any, seat: int, action: int, e: Any) -> None:
        s.revealed -= action == bluff_state.Peek.CODE

    expect_failure(
        "what_can_be_taken_back_told_nobody_anything", broken("bluff", apply=after("bluff", free_peek)), "'dice'"
    )


def test_a_hidden_field_that_no_twin_changes(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from samples.bluff import invariants

    monkeypatch.delattr(invariants, "twin")
    expect_failure(
        "what_is_declared_public_is_known_to_all_and_nothing_else",
        broken("bluff"),
        "not changed by `twin` of invariants.py: ['dice']",
    )


def test_a_secret_declared_public_and_the_reverse(broken: Any) -> None:
    check = "what_is_declared_public_is_known_to_all_and_nothing_else"
    expect_failure(check, broken("bluff", hidden=()), "declared public, but different in twin worlds: ['dice']")
    expect_failure(check, broken("bluff", hidden=("dice", "lives")), "equal in all twin worlds: ['lives']")


def test_events_that_are_not_as_declared(broken: Any) -> None:
    check = "events_are_as_they_are_declared"

    def more(kind: int, number: int, learn: int) -> Callable[[Any, int, int, Any], None]:
        return lambda s, seat, action, e: events.emit(e, kind, seat, 0, 0, number, events.EVERYBODY, learn)

    told = bluff_state.Told
    expect_failure(
        check,
        broken("bluff", apply=after("bluff", more(77, 0, events.EVERYBODY))),
        "is of kind 77, which is not declared",
    )
    expect_failure(
        check,
        broken("bluff", apply=after("bluff", more(told.BID, 3, events.EVERYBODY))),
        "BID: d is 3, but the kind declares no number",
    )
    expect_failure(
        check,
        broken("bluff", apply=after("bluff", more(told.BID, 0, 1))),
        "BID: c and d are hidden from some seats",
    )


def test_a_view_or_a_guess_that_says_it_is_somebody_elses(broken: Any) -> None:
    def view(s: Any, seat: int, v: Any) -> None:
        bluff_rules.view(s, seat, v)
        v.viewer = 1

    def guess(v: Any, seat: int, seed: Any) -> int:
        repaired = bluff_rules.guess(v, seat, seed)
        v.viewer = seat + 1
        return repaired

    check = "a_view_says_whose_it_is_and_a_guess_is_of_nobody"
    expect_failure(check, broken("bluff", view=view), "`viewer` of the view of seat")
    expect_failure(check, broken("bluff", guess=guess), "`viewer` of a guess of seat")


def test_a_hidden_field_that_no_twins_differ_in(broken: Any) -> None:
    check = "a_leak_of_any_hidden_field_would_be_found"
    expect_failure(check, broken("bluff", hidden=("dice", "lives")), "no twins differ in lives")


# -- what a guess has to hold ------------------------------------------------------------------------------------------

POSSIBLE = "guesses_could_be_true"


@pytest.mark.parametrize("name", ["great-machine", "mechanation", "rummage"])
def test_a_guess_in_which_others_do_not_know_their_own_hands(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    package = "samples.rummage" if name == "rummage" else games.get(name).package
    game = Game(package)
    monkeypatch.setattr(game.shape.Plain, "game", game)
    rules, size = game.rules, next(field for field in game.shape.declared if field.name == "size")

    def guess(v: Any, seat: int, seed: Any) -> int:
        repaired = rules.guess(v, seat, seed)
        for (zone, _), other in itertools.product(size.seats_at, range(v.seats)):
            for piece in v.row[v.start[zone + other] :][: v.size[zone + other]] if other != seat else []:
                v.known[piece] &= ~(1 << other)
        return int(repaired)

    game.rules = SimpleNamespace(**{**vars(rules), "guess": guess})
    case = cases_of(game)[0]
    with pytest.raises(AssertionError, match="pieces of their own hands instead of"):
        BY_NAME[POSSIBLE].run(case, 1)


def test_a_guess_that_is_seldom_wrong_is_found_in_a_normal_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """It forgets that somebody has said to have no hen, which makes one guess in seventy impossible."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    game = Game("menagerie")
    monkeypatch.setattr(game.shape.Plain, "game", game)
    rules, hen = game.rules, 8

    def guess(v: Any, seat: int, seed: Any) -> int:
        said = [list(row) for row in v.has_none]
        for row in v.has_none:
            row[hen] = 0
        repaired = rules.guess(v, seat, seed)
        v.has_none = said
        return int(repaired)

    game.rules = SimpleNamespace(**{**vars(rules), "guess": guess})
    wrong = made = 0
    for case in cases_of(game):
        for position in positions(case, 100, "evenly"):
            for seat in case.observers:
                for twins in secrets.guess_twins(position, seat, random.Random(position.number), 1):
                    made += 1
                    try:
                        game.invariants.check(twins.guess)
                    except AssertionError:
                        wrong += 1
    assert 0.005 < wrong / made < 0.03, "it is seldom"
    expect_failure(POSSIBLE, game, "or what it said it has not", BY_NAME[POSSIBLE].amount(game, False))


def test_the_hardest_positions_are_chosen_and_others_too() -> None:
    """Late ones where exchanges of pieces tell nothing; each is a position of its own."""
    game = Game(PACKAGES["bluff"].__name__)
    case = cases_of(game)[0]
    found = secrets.hard_positions(case, 12, "any")
    assert len({(one.seed, one.number) for one in found}) == len(found) == 12
    wider = sorted(one.number for one in positions(case, 48, "any", per_game=24))
    assert sorted(one.number for one in found[:6]) == wider[-6:]


def test_a_game_whose_cards_are_all_different_needs_nothing_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parent / "toys"))
    game = Game("high_card")
    said: list[str] = []
    monkeypatch.setitem(games._REGISTERED, game.name, game)
    assert running.run(game, CHECKS, deep=False, say=said.append) == 0, said
    assert said[-1] == f"High card: all {len(CHECKS)} checks passed"
    assert any("0 with an unknown twin of a known copy" in line for line in said)


# -- dealing -----------------------------------------------------------------------------------------------------------

DEALS = "guesses_deal_as_the_cards_would_fall"


def test_loaded_dice(broken: Any) -> None:
    def guess(v: Any, seat: int, seed: Any) -> int:
        unknown = [(k, j) for k in range(v.seats) for j in range(2) if v.dice[k][j] == 0]
        repaired = bluff_rules.guess(v, seat, seed)
        for k, j in unknown:
            if v.dice[k][j] == 1 and seed[k] % 2:
                v.dice[k][j] = 3
        return repaired

    expect_failure(DEALS, broken("bluff", guess=guess), "do not have the right shares of deals")


def test_a_deal_that_cannot_be(broken: Any) -> None:
    def guess(v: Any, seat: int, seed: Any) -> int:
        repaired = bluff_rules.guess(v, seat, seed)
        v.dice[(seat + 1) % v.seats][1] = 4
        return repaired

    expect_failure(DEALS, broken("bluff", guess=guess), "a guess has an impossible deal")


def test_cards_dealt_in_order(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "pick", lambda dice, many: 0)
    expect_failure(DEALS, broken("rummage"), "do not have the right shares of deals")


def test_a_game_makes_its_positions_small_and_tells_changing_backs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`shrink` and `backs` of a game's invariants are asked where it has them."""
    from samples.rummage.state import BACKS

    from enginehouse.conformance import secrets
    from enginehouse.conformance.cases import positions

    game = Game(PACKAGES["rummage"].__name__)
    (position,) = positions(cases_of(game)[0], 1, "small")
    rules = game.invariants
    assert secrets.list_backs(game, position.s) == BACKS

    def shrink(s: Any, seat: int, dice: Any) -> None:
        s.turns = 100 + seat

    monkeypatch.setattr(rules, "shrink", shrink, raising=False)
    monkeypatch.setattr(rules, "backs", lambda s: [s.turns] * len(BACKS), raising=False)
    small = dealing.own_small(position, 1, rules, random.Random(1))
    assert small.s.turns == 101 and position.s.turns < 100
    assert secrets.list_backs(game, small.s) == [101] * len(BACKS)


def test_a_copy_that_is_dealt_as_one_kind_instead_of_one_piece(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind equally likely, however many of its copies are left: the mistake that the enumeration is there for."""
    kinds = rummage_state.KINDS

    def by_kind(v: Any, dice: Any, loose: Any, many: int, zone: int, back: int) -> int:
        for k in range(int(v.size[zone])):
            if int(v.row[int(v.start[zone]) + k]) == back:
                left = sorted({kinds[int(loose[j])] for j in range(many)})
                kind = left[chance.pick(dice, len(left))]
                at = next(j for j in range(many) if kinds[int(loose[j])] == kind)
                v.row[int(v.start[zone]) + k] = int(loose[at])
                many -= 1
                loose[at], loose[many] = loose[many], loose[at]
        return many

    monkeypatch.setattr(hidden, "deal_from", by_kind)
    monkeypatch.setattr(dealing, "PER_CELL", 100)
    expect_failure(DEALS, broken("rummage"), "do not have the right shares of deals")


# -- telling -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("position", lambda v: " ", "no words"),
        ("prompt", lambda v, seat: None, "no words but None"),
        ("action", lambda v, code: "Bid {4}", "not at the table"),
        ("action", lambda v, code: "Bid {seat}", "{seat}"),
        ("refusal", lambda v, seat, code, clause: "", "no words"),
        ("group", lambda code: "None of it", "None"),
    ],
)
def test_missing_words(broken: Any, name: str, wrong: Any, said: str) -> None:
    expect_failure("every_action_refusal_and_position_has_words", broken("bluff", words={name: wrong}), said)


def test_an_action_without_words(broken: Any) -> None:
    expect_failure(
        "every_action_of_the_vocabulary_has_words",
        broken("bluff", words={"action": lambda v, code: "" if code == 7 else "x"}),
    )


def test_events_and_ends_without_words(broken: Any) -> None:
    check = "every_event_and_every_end_has_words"
    expect_failure(check, broken("bluff", words={"event": lambda v, event: None}), "without a sentence for any viewer")
    expect_failure(check, broken("bluff", words={"event": lambda v, event: "" if event.kind == 4 else "x"}), "no words")
    expect_failure(check, broken("bluff", words={"reason": lambda code: ""}), "why it ended")


# -- calls -------------------------------------------------------------------------------------------------------------


@rule
def again(s: Any) -> int:
    return around(s)


@rule
def around(s: Any) -> int:
    return max([around_the_corner(s) for _ in range(1)])


@rule
def around_the_corner(s: Any) -> int:
    return again(s) if s.seats > 2 else 0


def test_a_rule_that_calls_itself_around_a_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(PACKAGES["bluff"].__name__)
    monkeypatch.setattr(bluff_rules, "a_circle", again, raising=False)
    with pytest.raises(AssertionError, match=r"around_the_corner|again") as told:
        BY_NAME["no_rule_calls_itself"].run(game, 1)
    circle = str(told.value).splitlines()[1].split(" calls ")
    assert set(circle) == {"again", "around", "around_the_corner"} and circle[0] == circle[-1]
