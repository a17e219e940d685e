"""Luck and choices: exact where chance is known exactly, together the result, and nothing dealt anew that somebody has seen."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

import kuhn
import leduc
from enginehouse.bots import get
from enginehouse.bots.analysis import luck, luck_report
from enginehouse.bots.analysis.review_report import rewind
from enginehouse.bots.players.runs import play_out
from enginehouse.commands import analyse
from enginehouse.commands.main import main
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.core.play.redealing import redealt
from enginehouse.core.play.returns import win_share
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game, game_of

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]
NAMES = ["Ann", "Bob"]


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A sample game by its module, with a match of given cards."""

    def make(module: Any, cards: tuple[int, ...], actions: str) -> Match:
        game = Game(module.__name__)
        monkeypatch.setitem(games._REGISTERED, game.name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)
        for seed in range(10_000):
            match = Match.new(game, 2, seed=seed)
            s = match.state
            if (*s.card, *([s.next] if len(cards) == 3 else [])) == cards:
                for act in actions.split():
                    match.act(match.actors()[0], act)
                return match
        raise AssertionError("no such deal")

    return make


def higher_card(s: Any) -> list[float]:
    """Who has the better cards as far as they lie there; of a finished game who has won."""
    if s.reason != 0:
        out = [0] * 16
        game_of(s).rules.scores(s, out)
        return [100 * won for won in win_share(out[8:10])]
    pair = [int(getattr(s, "board", 0) == card) for card in s.card]
    mine, other = (10 * pair[k] + s.card[k] for k in (0, 1))
    return [50.0, 50.0] if mine == other else [100.0, 0.0] if mine > other else [0.0, 100.0]


def test_in_kuhn_the_deal_is_all_luck_and_known_exactly(sample: Any) -> None:
    match = sample(kuhn, (3, 1), "bet pass")
    found = list(luck.list_steps(match, higher_card))
    deal = found[0]
    assert deal.luck == pytest.approx([50.0, -50.0]) and not any(deal.error + deal.chosen), "the better card, of two"
    assert [one.luck for one in found[1:]] == [[0.0, 0.0]] * 2, "nothing else is left to chance"
    first, second = luck.make_accounts(match, found, higher_card)
    assert first == pytest.approx(luck.Account(50.0, 50.0, 0.0, 0.0, 0.0, 0.0, 100.0))
    assert first.rest == pytest.approx(0) and second.rest == pytest.approx(0)


def test_in_kuhn_it_is_a_choice_to_give_up_the_better_card(sample: Any) -> None:
    match = sample(kuhn, (2, 3), "bet pass")
    second = luck.make_accounts(match, list(luck.list_steps(match, higher_card)), higher_card)[1]
    assert second == pytest.approx(luck.Account(50.0, 50.0, 0.0, 0.0, -100.0, 0.0, 0.0))


def test_in_leduc_the_card_that_is_turned_up_is_weighed_against_all_it_could_have_been(sample: Any) -> None:
    """LE-2.5: with 3 against 1 there are left 1, 2, 2 and 3; the 1 pairs the other hand and turns everything round."""
    match = sample(leduc, (3, 1, 1), "call call call call")
    found = list(luck.list_steps(match, higher_card))
    turned = found[2]
    assert turned.number == 1 and turned.luck == pytest.approx([-75.0, 75.0]) and turned.error == [0.0, 0.0]
    assert turned.chosen == pytest.approx([-25.0, 25.0]), "the mean lies below what the cards were worth before"
    first, _ = luck.make_accounts(match, found, higher_card)
    assert first == pytest.approx(luck.Account(50.0, 50.0, -75.0, 0.0, 0.0, -25.0, 0.0)) and abs(first.rest) < 1e-9


def play_game(name: str, seed: int = 4) -> Match:
    return play_out(Match.new(name, 2, seed=f"luck {seed}"), [get("random")] * 2, 3)


@pytest.mark.parametrize("name", GAMES)
def test_unknown_cards_are_dealt_anew_without_a_trace(name: str) -> None:
    match, other, alike = play_game(name), 0, 0
    for number in range(0, len(match.standing), max(1, len(match.standing) // 12)):
        at = rewind(match, number)
        new = redealt(at.state, [number + 1] * 8)
        assert new is not at.state
        if match.game.invariants is not None:
            match.game.invariants.check(new)
        for seat in range(-1, 2):
            v = match.game.new_record()
            match.game.rules.view(new, seat, v)
            assert match.game.shape.to_bytes(v) == match.game.shape.to_bytes(at.view(seat)), (number, seat)
        hidden = [name for name in match.game.shape.fields if not name.startswith("chance_")]
        other += any(getattr(new, name) != getattr(at.state, name) for name in hidden)
        alike += list(new.chance_key) == list(at.state.chance_key)
    assert other > 0 and alike == 0


@pytest.mark.parametrize("name", GAMES)
def test_all_of_it_together_is_the_result(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "DRAWS", 3)
    match = play_game(name)
    found = list(luck.list_steps(match))
    assert [one.number for one in found] == list(range(-1, len(match.standing)))
    told = luck.make_accounts(match, found)
    assert all(abs(one.rest) < 1e-9 for one in told)
    assert [one.result for one in told] == [100 * won for won in match.returns("win")]
    assert all(0 < one.start < 100 for one in told)
    assert list(luck.list_steps(match, known=9)) == found[9:], "it goes on where it was stopped"


def test_chance_in_the_house_games_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that looks at nothing but a card of the deck sees luck where it is drawn, and about as much as there is."""
    match = play_game("great-machine")
    monkeypatch.setattr(luck, "DRAWS", 12)
    found = list(luck.list_steps(match))
    some = [one for one in found if any(one.luck)]
    assert len(some) > 5 and all(one.error[0] > 0 or one.number < 0 for one in some if abs(one.luck[0]) > 1)
    assert all(one.luck == pytest.approx([-one.luck[1], -one.luck[0]]) for one in found), (
        "what one gains the other loses"
    )
    monkeypatch.setattr(luck, "DRAWS", 3)
    fewer = list(luck.list_steps(match))
    wide = sum(one.error[0] for one in fewer) / sum(one.error[0] for one in found)
    assert wide > 1.3, "fewer draws tell less surely"


def test_actions_that_reveal_nothing_have_no_random_result() -> None:
    """What is skipped for that reason would have come to the same, in the eyes of everybody."""
    for name in GAMES:
        match, looked, moving = play_game(name), 0, play_game(name).begin_again()
        for number, done in enumerate(match.standing):
            old = match.game.shape.copy(moving.state)
            moving.act_unchecked(done.seat, done.code)
            if number % 7 or looked > 5 or int(old.revealed) != int(moving.state.revealed):
                continue
            looked += 1
            s = redealt(old, [number] * 8)
            match.game.rules.apply(s, done.seat, done.code, Events(match.game.facts.event_size, on=False))
            for seat in range(-1, 2):
                v = match.game.new_record()
                match.game.rules.view(s, seat, v)
                assert match.game.shape.to_bytes(v) == match.game.shape.to_bytes(moving.view(seat)), (name, number)
        assert looked > 1


def test_other_deals_are_played_by_one_bot_on_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_game("great-machine")
    deals = list(luck.play_other_deals(match, "random", 0, 6))
    assert len(deals) == 6 and all(sum(one) in (0.0, 1.0) for one in deals) and len({tuple(one) for one in deals}) > 1
    assert list(luck.play_other_deals(match, "random", 4, 2)) == deals[4:]
    for seat, one in enumerate(luck_report.estimate_by_seat(deals)):
        assert one.value == sum(won[seat] for won in deals) / 6


def test_the_command_tells_it_and_goes_on_where_it_was(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(luck, "DEALS", 4)
    monkeypatch.setattr(luck, "DRAWS", 4)
    monkeypatch.setattr(luck, "LEVEL", "random")
    match = play_game("great-machine")
    (tmp_path / "game.json").write_text(logs.write(match.log()), "utf-8")
    monkeypatch.setattr(analyse, "judge_decisions", lambda *given: iter(()))
    call = ["analyse", "game.json", "--bot", "greedy", "--luck", "--html", "page.html"]
    first = CliRunner().invoke(main, call)
    assert first.exit_code == 0, first.output
    for said in (
        "where each result came from",
        "Seat 1: ",
        "left over 0.0",
        "the largest changes by luck:",
        "4 other deals",
    ):
        assert said in first.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Luck and choices" in page and page.count("<rect") >= 2
    kept = next((tmp_path / "build" / "review").glob("*-luck.jsonl"))
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == len(match.standing) + 1
    kept.write_text("".join(lines[:-2]) + lines[-2][:7], "utf-8")
    asked: list[int] = []
    valued = luck.judge_mean
    monkeypatch.setattr(luck, "judge_mean", lambda *given: asked.append(1) or valued(*given))
    assert CliRunner().invoke(main, call).output == first.output and len(asked) < 12
    assert kept.read_text("utf-8").splitlines(keepends=True) == lines
