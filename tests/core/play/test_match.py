"""A match: acting, refusing, undo and redo as promised, on the auction (sealed bids after an open action) and others."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.errors import NotAllowed, Stale, Unreadable
from enginehouse.core.play.match import Entry, Match, replay


@pytest.fixture
def auction(toy: Any) -> Match:
    """Three seats; seat 0 is to open the first sale."""
    return Match.new(toy("auction"), 3, seed="match")


def list_shown(match: Match, seat: int) -> list[Any]:
    """All that a seat is shown."""
    shape = match.game.shape
    return [
        shape.to_bytes(match.view(seat)),
        match.decision(seat),
        match.can_undo(seat),
        match.can_redo(seat),
        match.events(seat),
        match.story(seat),
        match.legal(seat),
    ]


def everybody_but(seat: int) -> list[int]:
    return [other for other in (-1, 0, 1, 2) if other != seat]


# -- acting ------------------------------------------------------------------------------------------------------------


def test_a_new_match(auction: Match) -> None:
    assert auction.actors() == (0,)
    assert auction.legal_names(0) == ["open low", "open high"]
    assert [auction.legal(seat) for seat in (-1, 1, 2)] == [[], [], []]
    assert not auction.over
    assert auction.reason == 0
    assert auction.entries == []
    assert [auction.decision(seat) for seat in (-1, 0, 1, 2)] == [0, 0, 0, 0]
    assert auction.events(0) == []
    assert auction.story(0) == []
    assert auction.scores() == ([6, 6, 6], [1, 1, 1])


def test_the_same_seed_is_the_same_match(toy: Any) -> None:
    game = toy("auction")
    assert Match.new(game, 3, seed=5).checksum() == Match.new("auction", 3, {}, "5").checksum()
    assert Match.new(game, 3, seed=5).checksum() != Match.new(game, 3, seed=6).checksum()
    assert Match.new(game, 3, seed=5).checksum() != Match.new(game, 4, seed=5).checksum()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", 2, None, 0), "no game 'chess'"),
        (("auction", 9, None, 0), "2 to 4 seats"),
        (("auction", 2, {"x": "y"}, 0), "no option 'x'"),
        (("auction", 2, None, (1, 2)), "eight whole numbers"),
    ],
)
def test_a_wrong_match_is_unreadable(toy: Any, arguments: Any, said: str) -> None:
    toy("auction")
    with pytest.raises(Unreadable, match=said):
        Match.new(*arguments)


def test_acting_enters_and_counts_only_the_seat_that_acts(auction: Match) -> None:
    entry = auction.act(0, "open high", "a note")
    assert entry == Entry(0, "open high", "", "a note")
    assert auction.entries == [entry]
    assert auction.actors() == (0, 1, 2)
    assert [auction.decision(seat) for seat in (-1, 0, 1, 2)] == [0, 1, 0, 0]
    assert [event.kind for event in auction.events(-1)] == [2]


def test_a_forbidden_action_names_the_clause_and_changes_nothing(auction: Match) -> None:
    before = auction.checksum()
    with pytest.raises(NotAllowed) as error:
        auction.act(1, "bid 3")
    assert error.value.clause == 201
    assert error.value.sentence == str(error.value) == "You are not asked."
    auction.act(0, "open high")
    with pytest.raises(NotAllowed) as error:
        auction.act(1, "bid 1")
    assert error.value.clause == 203
    with pytest.raises(NotAllowed) as error:
        auction.act(1, "open low")
    assert error.value.clause == 202
    assert len(auction.entries) == 1
    auction.undo(0)
    assert auction.checksum() == before


@pytest.mark.parametrize(("seat", "action"), [(0, "bid"), (0, ""), (3, "open low"), (-1, "open low"), (99, "bid 3")])
def test_an_unreadable_text_changes_nothing(auction: Match, seat: int, action: str) -> None:
    before = auction.checksum()
    with pytest.raises(Unreadable):
        auction.act(seat, action)
    assert auction.checksum() == before
    assert auction.entries == []


def test_refusal_is_zero_for_legal_actions(auction: Match) -> None:
    codes = range(len(auction.game.vocabulary))
    assert [code for code in codes if auction.refusal(0, code) == 0] == auction.legal(0)
    assert {auction.refusal(1, code) for code in codes} == {201}


def test_stale_is_an_error_of_the_house() -> None:
    assert issubclass(Stale, Exception)
    assert not issubclass(Stale, (NotAllowed, Unreadable))


# -- undo of open actions ----------------------------------------------------------------------------------------------


def test_an_open_action_is_taken_back_and_put_back(auction: Match) -> None:
    start, shown = auction.checksum(), [list_shown(auction, seat) for seat in (-1, 0, 1, 2)]
    assert not auction.can_undo(0)
    auction.act(0, "open high")
    opened = auction.checksum()
    assert [auction.can_undo(seat) for seat in (0, 1, 2)] == [True, False, False]
    assert auction.undo(0, "oh") == Entry(0, "", "undo", "oh")
    assert auction.checksum() == start
    for seat, before in zip((-1, 0, 1, 2), shown, strict=True):
        after = list_shown(auction, seat)
        assert [after[0], *after[4:]] == [before[0], *before[4:]]
    assert [auction.can_redo(seat) for seat in (0, 1, 2)] == [True, False, False]
    assert auction.redo(0) == Entry(0, "", "redo", "")
    assert auction.checksum() == opened
    assert not auction.can_redo(0)
    assert [e.step or e.act for e in auction.entries] == ["open high", "undo", "redo"]


def test_an_open_undo_asks_the_others_anew(auction: Match) -> None:
    auction.act(0, "open high")
    auction.undo(0)
    assert [auction.decision(seat) for seat in (-1, 0, 1, 2)] == [0, 2, 1, 1]
    auction.redo(0)
    assert [auction.decision(seat) for seat in (-1, 0, 1, 2)] == [0, 3, 2, 2]


def test_nothing_can_be_put_back_after_another_action(auction: Match) -> None:
    auction.act(0, "open high")
    auction.undo(0)
    auction.act(0, "open low")
    assert not auction.can_redo(0)
    with pytest.raises(NotAllowed, match="nothing to redo") as error:
        auction.redo(0)
    assert error.value.clause == 0


def test_several_actions_are_taken_back_one_by_one_and_put_back_in_their_order(auction: Match) -> None:
    steps = ["open high", "borrow", "bid 8"]
    sums = [auction.checksum()]
    for step in steps:
        auction.act(0, step)
        sums.append(auction.checksum())
    for expected in reversed(sums[:-1]):
        auction.undo(0)
        assert auction.checksum() == expected
    assert not auction.can_undo(0)
    with pytest.raises(NotAllowed, match="nothing to undo"):
        auction.undo(0)
    for expected in sums[1:]:
        auction.redo(0)
        assert auction.checksum() == expected


def test_undo_at_the_edges_of_a_game(auction: Match) -> None:
    """Before the first action there is nothing to undo, after the end no more; a seat that is none is named."""
    with pytest.raises(NotAllowed, match="nothing to undo: you have not acted yet"):
        auction.undo(0)
    for step in (auction.undo, auction.redo):
        with pytest.raises(Unreadable, match="there is no seat 3; the seats are 0 to 2"):
            step(3)
    match = Match.new("mechanical-beast", 1, {}, 1)
    match.act(0, "pass")
    assert match.can_undo(0) and match.undo(0) and match.redo(0)
    match.act(0, "end")
    assert match.over and not match.can_undo(0) and not match.can_redo(0)
    with pytest.raises(NotAllowed, match="The game is over, so you cannot undo anything"):
        match.undo(0)
    with pytest.raises(NotAllowed):
        match.redo(0)


def test_a_log_that_takes_the_end_back_replays() -> None:
    """Matches once allowed it, and old logs keep working."""
    match = Match.new("mechanical-beast", 1, {}, 1)
    for entry in (Entry(0, "end"), Entry(0, "", "undo"), Entry(0, "pass")):
        match.step(entry)
    assert not match.over and replay(match.log()).error is None


def test_nothing_is_taken_back_once_something_was_revealed(auction: Match) -> None:
    auction.act(0, "open low")
    for seat in (0, 2, 1):
        auction.act(seat, "bid 0")
    assert not any(auction.can_undo(seat) for seat in range(3))
    assert auction.actors() == (1,)
    with pytest.raises(NotAllowed):
        auction.undo(1)


def test_nothing_is_taken_back_once_another_seat_has_acted(toy: Any) -> None:
    match = Match.new(toy("bluff"), 3, seed=1)
    match.act(0, "bid 1")
    assert match.can_undo(0)
    match.act(1, "bid 2")
    assert [match.can_undo(seat) for seat in range(3)] == [False, True, False]
    match.undo(1)
    assert [match.can_undo(seat) for seat in range(3)] == [True, False, False]
    match.undo(0)
    assert [match.can_redo(seat) for seat in range(3)] == [True, False, False]
    match.redo(0)
    assert [match.can_redo(seat) for seat in range(3)] == [False, True, False]
    match.act(1, "doubt")
    assert not any(match.can_undo(seat) or match.can_redo(seat) for seat in range(3))


def test_a_peek_is_not_taken_back(toy: Any) -> None:
    match = Match.new(toy("bluff"), 2, seed=1)
    match.act(0, "peek")
    assert not match.can_undo(0)
    match.act(0, "bid 1")
    assert match.can_undo(0)
    match.undo(0)
    assert not match.can_undo(0)


# -- sealed choices ----------------------------------------------------------------------------------------------------


def test_a_sealed_choice_shows_to_nobody_else(auction: Match) -> None:
    auction.act(0, "open low")
    before = {seat: list_shown(auction, seat) for seat in (-1, 0, 1, 2)}
    for step in ("borrow", "bid 7"):
        auction.act(1, step)
        assert all(list_shown(auction, seat) == before[seat] for seat in everybody_but(1))
    assert auction.legal(1) == []
    for undone in range(2):
        assert auction.can_undo(1), undone
        auction.undo(1)
        assert all(list_shown(auction, seat) == before[seat] for seat in everybody_but(1))
    assert auction.game.shape.to_bytes(auction.view(1)) == before[1][0]
    for redone in range(2):
        assert auction.can_redo(1), redone
        auction.redo(1)
        assert all(list_shown(auction, seat) == before[seat] for seat in everybody_but(1))
    assert auction.state.answer[1] == 7


def test_a_sealed_choice_is_withdrawn_though_others_have_chosen_since(auction: Match) -> None:
    auction.act(0, "open low")
    auction.act(1, "bid 1")
    auction.act(2, "borrow")
    auction.act(2, "bid 2")
    assert auction.can_undo(1)
    auction.undo(1)
    assert (auction.state.laid, auction.state.answer[:3], auction.state.loan[:3]) == (0b100, [0, 0, 2], [0, 0, 1])
    auction.act(1, "bid 3")
    assert not auction.can_redo(1), "a new choice of one's own ends what could be put back"
    auction.act(0, "bid 0")
    assert auction.state.bids[:3] == [0, 3, 2]


def test_a_sealed_choice_of_another_seat_leaves_redo_as_it_was(auction: Match) -> None:
    auction.act(0, "open low")
    auction.act(1, "bid 1")
    auction.undo(1)
    assert auction.can_redo(1)
    auction.act(2, "bid 2")
    assert auction.can_redo(1), "or it would tell that somebody has chosen"
    auction.redo(1)
    assert auction.state.laid == 0b110


def test_an_open_action_is_taken_back_with_the_window_it_opened(auction: Match) -> None:
    start = auction.checksum()
    auction.act(0, "open low")
    auction.act(1, "bid 1")
    auction.act(2, "bid 2")
    assert auction.can_undo(0), "whoever has chosen unseen is no other seat that has acted"
    auction.undo(0)
    assert auction.checksum() == start
    assert auction.actors() == (0,)
    auction.redo(0)
    assert auction.actors() == (0, 1, 2), "the sale is open again, and all are asked anew"
    assert auction.state.laid == 0


def test_the_last_choice_opens_the_seal_and_nothing_is_taken_back(auction: Match) -> None:
    auction.act(0, "open low")
    for seat in range(3):
        auction.act(seat, f"bid {seat}")
    assert auction.state.asked == 0
    assert not any(auction.can_undo(seat) or auction.can_redo(seat) for seat in range(3))
    assert [event.kind for event in auction.events(-1)] == [3, 3, 3, 4, 1]


def test_the_latest_events_are_those_that_the_seat_knows_of(auction: Match) -> None:
    auction.act(0, "open low")
    opening = auction.events(0)
    auction.act(1, "borrow")
    assert [event.kind for event in auction.events(1)] == [6]
    assert auction.events(0) == auction.events(2) == auction.events(-1) == opening
    assert len(auction.story(1)) == 2
    assert len(auction.story(0)) == 1


# -- replaying ---------------------------------------------------------------------------------------------------------


def test_steps_follow_the_entries(auction: Match) -> None:
    auction.act(0, "open low", "first")
    auction.undo(0)
    auction.redo(0)
    auction.act(2, "bid 1")
    again = Match.new(auction.game, 3, auction.options, auction.seed)
    for entry in auction.entries:
        assert again.step(entry) == entry
    assert again.checksum() == auction.checksum()
    assert again.log() == auction.log()


def test_a_replay_can_stop_early(auction: Match) -> None:
    sums = [auction.checksum()]
    for seat, act in [(0, "open low"), (1, "bid 1"), (0, "bid 0"), (2, "bid 3")]:
        auction.act(seat, act)
        sums.append(auction.checksum())
    for upto, expected in enumerate(sums):
        played = replay(auction.log(), upto)
        assert (played.accepted, played.error) == (upto, None)
        assert played.match.checksum() == expected


def test_a_finished_match_has_a_result(toy: Any) -> None:
    match = Match.new(toy("bluff"), 2, seed=3)
    while not match.over:
        seat = match.actors()[0]
        match.act(
            seat,
            match.legal_names(seat)[
                -1 if "doubt" not in match.legal_names(seat) else match.legal_names(seat).index("doubt")
            ],
        )
    result = match.log().result
    assert result is not None
    assert result.reason == "BL-3.1"
    assert (result.scores, result.ranks) == match.scores()
    assert match.actors() == ()
    with pytest.raises(NotAllowed) as error:
        match.act(0, "bid 1")
    assert error.value.clause == 301


def test_a_refusal_as_text_calls_seats_by_their_numbers() -> None:
    match = Match.new("mechanation", 2, seed=7)
    (seat,) = match.actors()
    with pytest.raises(NotAllowed, match=f"Seat {seat} reveals a territory") as error:
        match.act(1 - seat, "turn 1")
    assert f"{{{seat}}} reveals a territory" in error.value.sentence
