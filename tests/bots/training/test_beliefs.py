"""What others hide by what they do: learned from games, and imagined more often by a search."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from enginehouse import front
from enginehouse.bots.players import imagining, search
from enginehouse.bots.players.levels import NAMES, fill_tune, find_tune
from enginehouse.bots.players.tree import Ask, Tune, plain_desk
from enginehouse.bots.training import train as training
from enginehouse.bots.training.beliefs import WORLDS, make_targets
from enginehouse.bots.training.learning import Positions, fit
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.judging import learned
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.judging.learned import learned_lead
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation import acts, beliefs, habits
from enginehouse.games.mechanation.features import WEIGHTS
from enginehouse.games.mechanation.mechs import find_tier, is_seen
from enginehouse.games.mechanation.parts import POWER_OF

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
GAME = games.get("mechanation")


def guesses(match: Match, seat: int, many: int) -> list[Any]:
    """Records that could be true for a seat."""
    dice, found = random.Random(f"{match.seed} {len(match.entries)}"), []
    for _ in range(many):
        world = match.view(seat)
        GAME.rules.guess(world, seat, np.array([dice.getrandbits(30) for _ in range(8)], np.int64))
        found.append(world)
    return found


def sent_out(seats: int = 2, seed: int = 5) -> Match:
    """A game of greedy bots in which the seat that is to act sees hidden mechs of others."""
    whole = front.play("mechanation", seats, bots=["greedy"], seed=seed)
    match = Match.new(GAME, seats, whole.options, whole.seed)
    for entry in whole.entries:
        me = match.actors()[0]
        hidden = [post for post in match.state.post_seat if int(post) not in (0, me + 1)]
        if hidden and len(match.legal(me)) > 1:
            return match
        match.step(entry)
    raise AssertionError("nobody has sent a mech out")


def test_games_of_bots_tell_the_truth_from_guesses() -> None:
    """In games from which nothing was learned the true record is likelier than the guesses are: by a tenth of the log loss."""
    losses = []
    for seed in range(7):
        whole = front.play("mechanation", 2, bots=["greedy"], seed=50_000 + seed)
        match = Match.new(GAME, 2, whole.options, whole.seed)
        for entry in whole.entries:
            me = match.actors()[0]
            if any(int(post) not in (0, me + 1) for post in match.state.post_seat):
                worlds = [match.state, *guesses(match, me, WORLDS - 1)]
                said = np.array([habits.belief(world, me, 0) for world in worlds]) / 1000
                chances = np.exp(said - said.max()) / np.exp(said - said.max()).sum()
                numbers = np.zeros((1, WORLDS, beliefs.SIGNS), np.int64)
                for number, world in enumerate(worlds):
                    beliefs.signs(world, me, numbers[0, number])
                losses.append(-float(np.log(chances) @ make_targets(numbers)[0]))
            match.step(entry)
    assert len(losses) > 35 and np.mean(losses) < 0.95 * np.log(WORLDS), np.mean(losses)


def test_signs_are_of_hidden_mechs_of_others_alone() -> None:
    match = sent_out(4, seed=8)
    me = match.actors()[0]
    for world in (match.state, *guesses(match, me, 5)):
        out = np.full(512, -1, np.int64)
        assert beliefs.signs(world, me, out) == beliefs.SIGNS and (out[beliefs.SIGNS :] == -1).all()
        stands = [(int(owner) - 1, post) for post, owner in enumerate(world.post_seat) if int(owner) not in (0, me + 1)]
        mechs = [int(world.mech[owner][find_tier(world, post)]) for owner, post in stands]
        assert out[: beliefs.KINDS].sum() == len(stands) > 0
        assert out[beliefs.KINDS : beliefs.KINDS + 9].sum() == sum(int(POWER_OF[1, mech]) for mech in mechs)
        seen = sum(is_seen(world, owner, find_tier(world, post)) for owner, post in stands)
        assert out[beliefs.KINDS + 10 : beliefs.KINDS + 13].sum() == seen
        assert Counter(np.flatnonzero(out[beliefs.KINDS + 13 : beliefs.SIGNS]) + 1) == Counter(set(mechs))
    fresh = Match.new("mechanation", 3, seed=1)
    assert habits.belief(fresh.state, 0, 0) == 0 == beliefs.signs(fresh.state, 0, out) - beliefs.SIGNS


def survey_match(match: Match, worlds: int) -> tuple[Any, Any, list[Any]]:
    """A desk on which so many guesses were weighed; and room, the view first."""
    me = match.actors()[0]
    ask = np.zeros(Ask.SIZE, np.int64)
    ask[Ask.SEAT], ask[Ask.SEED], ask[Ask.MANY] = me, 9, len(match.legal(me))
    desk = plain_desk(ask, np.array(fill_tune((20, 1, 300, 300, 2, 0, 0, worlds)), np.int64))
    states = [match.view(me), match.game.new_record(), match.game.new_record()]

    class Room(list[Any]):
        """Records that are copied when they are put somewhere, as an array of them does."""

        def __setitem__(self, at: Any, record: Any) -> None:
            super().__setitem__(at, match.game.shape.copy(record))

    room = Room(states)
    search.survey(room, desk)
    return desk, room, states


def test_a_guess_is_drawn_as_often_as_it_is_likely() -> None:
    match = sent_out()
    desk, room, _ = survey_match(match, 24)
    me, said = match.actors()[0], []
    for j in range(24):
        imagining.imagine(room, me, 9, imagining.find_stream(desk.ask) + j, desk)
        said.append(habits.belief(room[1], me, 0) / 1000)
    assert max(said) - min(said) > 0.5, "the guesses differ in what is likely"
    expected = np.exp(np.array(said) - max(said))
    weights = np.diff(desk.worlds[:24], prepend=0)
    assert weights / WHOLE == pytest.approx(expected, rel=0.01, abs=2e-5)
    desk.dice[:] = [1, 2, 3, 4]
    drawn = Counter(search.draw_guess(desk) for _ in range(6_000))
    for j in range(24):
        chance = expected[j] / expected.sum()
        assert drawn[j] / 6_000 == pytest.approx(chance, abs=4 * (chance / 6_000) ** 0.5 + 1e-3)


def test_when_time_runs_out_a_weighed_action_is_drawn() -> None:
    match = sent_out()
    desk, room, _ = survey_match(match, 8)
    desk.ask[Ask.STOP] = 1
    search.survey(room, desk)
    assert {search.draw_guess(desk) for _ in range(50)} == {0}


def test_a_planted_belief_is_adopted() -> None:
    """Among eight records the true one has more of the second number: three in four times e to 1."""
    dice = np.random.default_rng(2)
    numbers = dice.integers(0, 3, (4_000, WORLDS, 3)).astype(np.int32)
    for row in numbers:
        chances = np.exp(row[:, 1].astype(float))
        true = dice.choice(WORLDS, p=chances / chances.sum())
        row[[0, true]] = row[[true, 0]]
    found = fit([Positions(numbers, make_targets(numbers), np.zeros(4_000, int), np.arange(4_000))])
    assert found.weights == pytest.approx([0, 1, 0], abs=0.15) and found.loss < found.even


def test_guesses_that_are_like_the_truth_are_as_true() -> None:
    numbers = np.array([[[1, 2], [1, 2], [0, 2], [1, 2]]])
    assert make_targets(numbers).tolist() == [[1 / 3, 1 / 3, 0, 1 / 3]]


def test_beliefs_name_their_origin() -> None:
    kept = json.loads((Path(GAME.folder) / learned.BELIEFS).read_text("utf-8"))
    assert kept["made"]["command"] == f"enginehouse train mechanation --beliefs --seed {kept['made']['seed']}"
    assert kept["made"]["rules"] == GAME.facts.rules_version, "the rules have changed since: train anew"
    lessons = training.list_lessons(GAME, subject=training.BELIEVING)
    assert kept["made"]["games"] == sum(lesson.games for lesson in lessons)
    assert all(bank["log_loss"] < 0.95 * bank["even"] for bank in kept["made"]["banks"])
    assert {len(bank) for bank in kept["banks"]} == {beliefs.SIGNS} and len(kept["banks"]) == 2


def test_habits_name_their_origin() -> None:
    kept = json.loads((Path(GAME.folder) / learned.HABITS).read_text("utf-8"))
    assert kept["made"]["command"] == f"enginehouse train mechanation --habits --seed {kept['made']['seed']}"
    assert kept["made"]["rules"] == GAME.facts.rules_version, "the rules have changed since: train anew"
    (lesson,) = training.list_lessons(GAME, subject=training.HABITUAL)
    assert kept["made"]["games"] == lesson.games and lesson.level == "hard"
    (bank,) = kept["made"]["banks"]
    assert bank["log_loss"] < 0.85 * bank["even"]
    assert len(kept["banks"]) == 1 and len(kept["banks"][0]) == habits.HABITS


def worlds_of_a_game(seats: int, seed: int) -> Iterator[tuple[Match, int, list[Any]]]:
    """Wherever hidden mechs of others stand in a game of greedy bots: the match, who is to act, the true record and two guesses."""
    whole = front.play("mechanation", seats, bots=["greedy"], seed=seed)
    match = Match.new(GAME, seats, whole.options, whole.seed)
    for entry in whole.entries:
        me = match.actors()[0]
        if any(int(post) not in (0, me + 1) for post in match.state.post_seat):
            yield match, me, [match.state, *guesses(match, me, 2)]
        match.step(entry)


def legal_of(record: Any, seat: int) -> list[int]:
    """Return the legal actions of a seat."""
    codes = [0] * len(GAME.vocabulary)
    return codes[: GAME.rules.legal(record, seat, codes)]


def is_look(code: int) -> bool:
    """Whether it is a look with Periscope, after which its pilot has yet to deploy."""
    return "look" in GAME.vocabulary.name(code)


def test_habits_are_passed_without_changing_the_record() -> None:
    """What else could have been done is tried in the record itself, which is the same afterwards; and it is told of every way."""
    ways = set()
    for match, me, worlds in [*worlds_of_a_game(2, 3), *worlds_of_a_game(2, 4), *worlds_of_a_game(4, 5)]:
        for world in worlds:
            before, out = match.game.shape.copy(world), np.full(512, -1, np.int64)
            assert habits.habits(world, me, out) == habits.HABITS and (out[habits.HABITS :] == -1).all()
            assert world == before
            old = np.zeros(512, np.int64)
            beliefs.signs(world, me, old)
            assert (out[: beliefs.SIGNS] == old[: beliefs.SIGNS]).all()
            told = out[habits.ACTS : habits.HABITS].reshape(3, acts.TELLS)
            for way in range(3):
                if told[way].any():
                    ways.add(way)
                    many = int(out[way * 9 : way * 9 + 9].sum())
                    assert 0 <= told[way, 3] <= 100 * many and 0 <= told[way, 5] <= many
                    assert 3 * acts.LOW <= told[way, 0] <= 0 and (told[way, 0] == 0 or told[way, 5] < many)
    assert ways == {0, 1, 2}


def test_the_first_mech_to_be_sent_out_is_compared_with_all_that_could_be() -> None:
    """What tells of the first post is what playing its pilot's other actions from the record before would have shown."""
    checked = 0
    for seed in range(4):
        whole = front.play("mechanation", 2, bots=["greedy"], seed=60 + seed)
        match = Match.new(GAME, 2, whole.options, whole.seed)
        for entry in whole.entries:
            before = match.game.shape.copy(match.state)
            match.step(entry)
            s = match.state
            if before.posts == 0 and s.posts == 1 and int(before.post_seat[4]) == 0 and s.post_seat[0] != 0:
                other, out = int(s.post_seat[0]) - 1, np.zeros(512, np.int64)
                habits.habits(s, 1 - other, out)
                first = habits.ACTS + beliefs.FIRST_THERE * acts.TELLS
                best = -(10**9)
                mine = learned_lead(s, WEIGHTS, other)
                for code in legal_of(before, other):
                    twin, e = match.game.shape.copy(before), Events(GAME.facts.event_size, on=False)
                    GAME.rules.apply(twin, other, code, e)
                    best = max(best, learned_lead(twin, WEIGHTS, other))
                if not any(is_look(code) for code in legal_of(before, other)):
                    assert out[first] == max(acts.LOW, mine - best)
                    checked += 1
    assert checked > 10


def test_others_are_taken_for_greedy_ones_where_nothing_else_was_learned() -> None:
    for _, me, worlds in worlds_of_a_game(3, 6):
        for world in worlds:
            assert habits.belief(world, me, 1) == habits.belief(world, me, 0)
    assert any(
        habits.belief(world, me, 1) != habits.belief(world, me, 0)
        for _, me, worlds in worlds_of_a_game(2, 6)
        for world in worlds
    )


def test_the_levels_that_search_believe() -> None:
    assert {name: find_tune(GAME, name)[Tune.WORLDS] > 0 for name in NAMES} == {
        "expert": True,
        "hard": True,
        "steady": False,
        "easy": False,
    }


def test_a_game_without_signs_says_so() -> None:
    with pytest.raises(Unreadable, match="has no BELIEF_LESSONS and signs"):
        training.list_lessons(games.get("mechanica"), subject=training.BELIEVING)
    said = CliRunner().invoke(main, ["train", "mechanica", "--beliefs", "--try"])
    assert said.exit_code == 1 and "nothing to learn" in said.output
