"""How everybody stands: nothing hidden is in it, and at the end it agrees with the scores."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from enginehouse.conformance.cases import Case, cases_of, make_view, walk
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.lessons import lessons_of
from enginehouse.core.words.standings import NO_RACE, Standing, common_of, standings_of
from enginehouse.games.mechanical_beast.parts import AGAINST, EXIT, RESCUERS
from enginehouse.games.mechanical_beast.state import Phase
from enginehouse.games.mechanical_beast.trapped import is_exit

pytestmark = pytest.mark.beside_plain

GAMES = [games.get(name) for name in games.names()]


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_leads_in_the_end_has_the_largest_score(game: games.Game) -> None:
    led = 0
    for case in cases_of(game):
        for number in range(2):
            *_, last = walk(case, f"standing {number}")
            out = [0] * 16
            game.rules.scores(last.s, out)
            view = game.new_record()
            game.rules.view(last.s, -1, view)
            found = standings_of(game, view, case.seats)
            assert len(found) == case.seats and all(says for says, _ in found)
            for seat, (_, leads) in enumerate(found):
                if leads:
                    led += 1
                    assert out[seat] == max(out[: case.seats]) or game.name == "great-machine", (found, out)
    assert led


def test_nobody_leads_where_all_are_alike() -> None:
    def stands(*numbers: int) -> list[bool]:
        told = SimpleNamespace(standing=lambda _, seat: Standing("so", numbers[seat]))
        return [leads for _, leads in standings_of(SimpleNamespace(standing=told), None, len(numbers))]

    assert stands(3, 3) == stands(NO_RACE, NO_RACE) == [False, False]
    assert stands(3, 5, 5) == [False, True, True]
    assert standings_of(SimpleNamespace(standing=None), None, 2) == ()


@pytest.mark.parametrize("game", [g for g in GAMES if g.facts.in_lobby], ids=lambda game: game.name)
def test_every_game_states_the_goal_of_each_player(game: games.Game) -> None:
    """In every position, from a spectator's view: what is said is open to all."""
    for case in cases_of(game):
        for step in walk(case, "goal"):
            view = game.new_record()
            game.rules.view(step.s, -1, view)
            said = common_of(game, view)
            assert said.goal.endswith((".", "other out.")) and len(said.goal) < 110
            assert all(0 < len(one) < 90 for one in said.status)


def test_the_beast_says_how_things_stand() -> None:
    lesson = lessons_of(games.get("mechanical-beast"))["first"]
    match = Match.new("mechanical-beast", 2, lesson.log.options, lesson.log.seed_words())
    told = [list(common_of(match.game, match.view(-1)).status)]
    for entry in lesson.log.entries:
        match.step(entry)
        told.append(list(common_of(match.game, match.view(-1)).status))
    assert told[0] == [
        "switch not thrown yet",
        "71 rooms in the pile, one of them the Lockdown",
        "no prisoners",
        "exits: the Entrance",
        "the Emergency Exit is in the pile",
        "{0} may move the android",
    ]
    explored = next(k for k, e in enumerate(lesson.log.entries) if "switch thrown: rooms collapse" in told[k + 1])
    assert (
        told[explored + 1][-1] == "collapses when left empty: room 7 and room 12"
        and lesson.log.entries[explored].act == "engineer explore north"
    )
    before = next(k for k, e in enumerate(lesson.log.entries) if e.act == "android explore east" and k > explored)
    assert "collapses when left empty: the Control Room and room 12" in told[before]
    goal = common_of(match.game, match.view(-1)).goal
    assert goal == "Get everyone out, prisoners too: 2 of 3 figures are on an exit, 3 prisoners left."


@pytest.mark.parametrize("case", cases_of(games.get("mechanical-beast")), ids=str)
def test_the_beast_is_true_in_every_variant(case: Case) -> None:
    """MB-2.4, MB-8: status and goal agree with the record, which also has what is hidden, in each position of a random game."""
    placed = 0
    for step in walk(case, "status"):
        s, view = step.s, make_view(case.game, step.s, -1)
        said = common_of(case.game, view)
        text = " ".join([said.goal, *said.status])
        race = s.play == AGAINST
        in_pile = EXIT in list(s.pile[: s.left]) and not s.lockdown and not s.reason
        placed += s.phase in (Phase.PLACE, Phase.FACE)
        assert ("the Emergency Exit is in the pile" in said.status) == in_pile, text
        assert ("prisoner" in text) == (not race) and ("android" in text) <= (not race)
        assert ("both engineers" in text) == race and ("save the most" in text) == (s.play == RESCUERS)
        assert ("no exit yet" in said.status) == (not any(is_exit(s, n) for n in range(s.rooms) if s.doors[n] >= 0))
    assert placed or case.options["play"] != "against" or case.seats == 1


def test_the_beast_says_that_a_way_out_is_still_to_be_found() -> None:
    """MB-2.4: until the Emergency Exit is laid, or nobody explores any more; where it lies in no pile nobody waits for it."""
    match = Match.new("mechanical-beast", 2, {}, "one")
    waits = "the Emergency Exit is in the pile"
    for kind, told in ((EXIT, False), (0, True)):
        view = match.game.shape.copy(match.view(-1))
        view.rooms = 2
        view.tile[1] = kind or 5
        assert (waits in common_of(match.game, view).status) is told
    view.lockdown = 1
    assert waits not in common_of(match.game, view).status
    without = Match.new("mechanical-beast", 2, {"level": "normal"}, "one")  # MB-2.2
    assert waits not in common_of(without.game, without.view(-1)).status
