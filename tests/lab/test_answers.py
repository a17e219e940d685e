"""The answer to a question: the part in question first, then tension; the figures are those of the games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import polars as pl

from enginehouse.bots.analysis.luck import judge_position
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.lab import measures, report, results, running, words
from enginehouse.lab.experiment import Experiment, parse
from enginehouse.lab.findings import answers, charts, leads, subjects, tension

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600), pytest.mark.beside_plain]
QUESTION = "Is the Duplicator too strong?"


def make_result(columns: dict[str, list[Any]], **more: Any) -> results.Result:
    """A result of these games of Mechanica with two seats."""
    experiment = Experiment(game="mechanica", seats=2, bots=["random"], **more)
    listed = [[list(change) for change in one.changes] for one in experiment.variants]
    facts = {"game": "mechanica", "rules": "2", "sources": "feedbeef", "enginehouse": "0", "games": 1}
    plain = {"experiment": {k: getattr(experiment, k) for k in experiment.__struct_fields__}, "variants": listed}
    many = len(columns["win_0"])
    rest = {"actions": [9] * many, "reason": ["MC-3.3"] * many, "score_0": [1] * many, "score_1": [0] * many}
    table = {"variant": [0] * many, "game": list(range(many)), **rest, **columns}
    return results.Result(Path("made-feedbeef"), {**facts, **plain}, pl.DataFrame(table))


def make_games(*games: tuple[str, float], **more: Any) -> results.Result:
    """Games in which the seats of `games[k][0]` (such as "01") bought a Duplicator; seat 0 won so much."""
    lists = {f"bought_{seat}": [["Duplicator"] * (str(seat) in who) + ["Fork"] for who, _ in games] for seat in (0, 1)}
    won = [win for _, win in games]
    return make_result({"win_0": won, "win_1": [1 - win for win in won], **lists}, part="Duplicator", **more)


def test_wins_with_a_part_are_set_against_those_without_it() -> None:
    """The figures are counted by hand: in four games seat 0 has it alone, in one both have it, in one neither."""
    found = make_games(("0", 1.0), ("0", 1.0), ("0", 1.0), ("0", 0.0), ("01", 0.0), ("", 1.0))
    (use,) = answers.list_uses(found, 0)
    assert use.column == "bought" and use.winning is not None and use.others is not None and use.apart is not None
    assert use.share.value == pytest.approx((4 * 0.5 + 1) / 6)
    assert use.winning.value == pytest.approx((3 + 0.5) / 5) and use.others.value == pytest.approx((1 + 0.5) / 5)
    assert use.apart.value == pytest.approx((3 - 1) / 4)


@pytest.mark.parametrize(
    ("wins", "said"), [(0.8, "more often than"), (0.2, "less often than"), (0.5, "about as often as")]
)
def test_the_first_sentence_says_whether_its_owners_win_more(wins: float, said: str) -> None:
    found = make_games(*[("0", float(k < 200 * wins)) for k in range(200)], about=QUESTION)
    first = words.sentences(found)[:2]
    assert first[0] == QUESTION == answers.title(found)
    assert first[1].startswith(f"Players who bought Duplicator won {said} players without it: {100 * wins:.1f} % (")
    assert "; 50.0 % (" in first[1] and first[1].endswith("of the players bought it.")


def test_a_part_that_no_player_had_is_named_so() -> None:
    assert "Players never bought Duplicator." in words.sentences(make_games(("", 1.0), ("", 0.0)))


def test_the_page_has_the_question_as_its_title_and_no_hash() -> None:
    found = make_games(*[("0", float(k % 2)) for k in range(40)], about=QUESTION)
    page = report.page(found)
    assert f"<title>{QUESTION}</title>" in page and f"<h1>{QUESTION}</h1>" in page
    assert "feedbeef" not in page.replace("made-feedbeef --game", "")
    assert "40 by MC-3.3 (" in page
    assert "with it" in charts.chart(found) and "bought Duplicator" in charts.chart(found)
    assert found.report.uses.row(0)[:3] == ("the game as it is", "bought", 0.5)


def test_a_count_of_zero_is_a_number_and_a_yes_or_no_a_share() -> None:
    found = make_result({"win_0": [1.0, 0.0], "win_1": [0.0, 1.0], "repairs": [0.0, 0.0], "fair": [True, False]})
    assert words.format_mean(found, "repairs", found.average(0, "repairs")) == "0 (0 to 0)"
    assert words.format_mean(found, "fair", found.average(0, "fair")).startswith("50.0 % (")
    assert {"repairs", "fair"} <= set(found.numbers)


def test_a_part_may_be_written_with_other_capitals_and_signs() -> None:
    text = 'game = "great-machine"\npart = "rat escape"\n'
    assert parse(text).part == "Rat Escape!" and parse(text).find_subject() == "Rat Escape!"
    assert parse(text.replace("rat escape", "Rat Escape!")) == parse(text)


def test_the_part_of_an_experiment_is_that_of_the_varied_number() -> None:
    cases = {
        'game = "mechanica"\n[vary]\nTILES.duplicator.value = [2, 1]': "Duplicator",
        'game = "mechanica"\n[vary]\nCOPIES.gift-wrapper = [3, 1]': "Gift Wrapper",
        'game = "mechanica"\n[vary]\nTILES.duplicator.value = [2, 1]\nTILES.upgrader.value = [2, 1]': "",
        'game = "mechanica"\n[vary]\nBIG_PRICE = [3, 1]': "",
        'game = "great-machine"\npart = "Maze!"': "Maze!",
        'game = "mechanation"\nonly = "Titan"': "Titan",
    }
    for text, part in cases.items():
        assert parse(text).find_subject() == part, text
    assert parse('game = "mechanica"\nmeasure = ["armand"]\npart = "Fork"').list_measures() == ["armand", "tiles"]
    assert parse('game = "mechanica"\nmeasure = ["armand"]').list_measures() == ["armand"]
    with pytest.raises(Unreadable, match="no part called 'Duplicater'; near it: Duplicator"):
        parse('game = "mechanica"\npart = "Duplicater"')
    with pytest.raises(Unreadable, match="sample is a number of games"):
        parse('game = "mechanica"\nsample = -1')


def test_changes_are_spelled_in_words() -> None:
    assert subjects.describe_number("TILES.duplicator.price", 1) == "price of Duplicator 1"
    assert subjects.describe_number("COPIES.gift-wrapper", 0) == "copies of Gift Wrapper 0"
    assert subjects.describe_number("SET_TO_WIN", 4) == "set to win 4"
    (_, hard) = parse('game = "mechanical-beast"\n[vary]\noptions.level = ["easy", "hard"]').variants
    assert hard.describe(games.get("mechanical-beast")) == "Level hard"
    vary = {"options.level": '["easy", "hard"]', "bots.1": '["random", "greedy"]', "SLACK": "[2, 3]"}
    said = ["Level hard instead of easy", "greedy instead of random on seat 1", "slack 3 instead of 2"]
    text = 'game = "mechanical-beast"\nseats = 2\n[vary]\n' + "".join(
        f"{name} = {values}\n" for name, values in vary.items()
    )
    first, *_, last = parse(text).variants
    assert last.describe_against(first, games.get("mechanical-beast")) == " and ".join(said)


# -- tension -----------------------------------------------------------------------------------------------------------


def test_the_lead_passes_to_a_seat_that_is_clearly_ahead() -> None:
    chances = [[50.0, 50.0], [54.0, 46.0], [48.0, 52.0], [47.0, 53.0], [60.0, 40.0], [49.0, 51.0], [0.0, 100.0]]
    found = leads.find_leaders(chances)
    assert found == [-1, 0, 0, 1, 0, 0, 1]
    assert leads.count_changes(found) == 3 and leads.count_led_since(found) == 1


SAMPLED = {
    "tension_lead_changes": [1.0, 2.0],
    "tension_led": [0.5, 0.25],
    "tension_comeback": [1.0, 0.0],
    "tension_decisions": [12.0, 10.0],
    "tension_mattered": [3.0, 4.0],
    "tension_luck": [0.01, 0.02],
    "tension_chosen": [0.01, 0.08],
    "tension_chance": [3.0, 4.0],
}
"""The columns of two sampled games."""


def play_random(game: str, seats: int, seed: int) -> Match:
    """A random match."""
    match, dice = Match.new(game, seats, seed=seed), random.Random(seed)
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
    return match


def test_the_lead_changes_in_the_great_machine() -> None:
    match = play_random("great-machine", 3, 2)
    found = measures.lead(match)
    assert found["lead_changes"] >= 1 and 1 <= found["led_since"] < len(match.standing)  # type: ignore[operator]


def test_the_tension_of_a_game() -> None:
    match = play_random("mechanation", 2, 4)
    notes = measures.find_measure("used", match.game).function(match)["parts"]
    assert isinstance(notes, tuple)
    found = tension.measure_tension(match, notes)
    chances = [judge_position(position.state) for position in match.positions()]
    winner = chances[-1].index(max(chances[-1]))
    assert found["tension_lowest"] == pytest.approx(min(one[winner] for one in chances) / 100)
    assert 0 < found["tension_decisions"] <= tension.DECISIONS and found["tension_chosen"] > 0  # type: ignore[operator]
    swings = found[tension.SWINGS]
    assert isinstance(swings, tuple)
    used = [note for note in notes if note["what"] == "fought"]
    assert [row["entry"] for row in swings if row["what"] == "fought"] == [note["entry"] for note in used]
    for row in swings:
        assert match.standing[int(row["entry"])].seat == row["seat"]


def test_a_ratio_is_that_of_the_sums() -> None:
    found = answers.ratio([1.0, 0.0, 3.0, 0.0], [2.0, 2.0, 4.0, 0.0])
    assert found.value == pytest.approx(0.5) and 0 <= found.low < 0.5 < found.high <= 1
    assert answers.ratio([0.0], [0.0]) == (0.0, 0.0, 1.0)


def test_a_sample_is_measured_and_its_size_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has games in which the part was used, the same ones however the games are played."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    text = 'game = "mechanation"\nseats = 2\nbots = ["random"]\ngames = 120\nsample = 4\npart = "Titan"'
    found = running.carry_out(parse(text), tmp_path)
    sample = found.games.drop_nulls("tension_led")
    assert sample.height == 4 and [k // 100 for k in sample["game"]] == [0, 0, 1, 1]
    for row in sample.iter_rows(named=True):
        assert "Titan" in row["played_0"] + row["played_1"]
        one = tension.measure_tension(found.match(0, row["game"]))
        assert row["tension_luck"] == one["tension_luck"] and row["tension_mattered"] == one["tension_mattered"]
    said = words.sentences(found)
    assert said[0].startswith("Players who played Titan won ")
    (told,) = [one for one in said if one.startswith("Tension in a sample of 4 games, 4 of them with Titan: ")]
    changes = sum(sample["tension_lead_changes"].to_list()) / 4
    assert f"changed {changes:.1f} times" in told
    assert any(one.startswith("Luck made ") for one in said)
    assert not any(name.startswith("tension") for name in (*found.numbers, *found.tables))
    rows = sample.explode(tension.SWINGS)
    assert rows.height > 4


def test_luck_of_a_part_is_set_against_that_of_other_parts() -> None:
    def describe_swing(part: str, chosen: float, luck: float) -> dict[str, Any]:
        return {"seat": 0, "what": "bought", "part": part, "entry": 1, "chosen": chosen, "luck": luck}

    rows = [[describe_swing("Duplicator", 0.01, 0.03), describe_swing("Fork", 0.03, 0.01)]] * 8
    more: dict[str, list[Any]] = {**{name: values * 4 for name, values in SAMPLED.items()}, tension.SWINGS: rows}
    lists: dict[str, list[Any]] = {"bought_0": [["Duplicator"]] * 8, "bought_1": [["Fork"]] * 8}
    found = make_result(
        {"win_0": [1.0] * 4 + [0.0] * 4, "win_1": [0.0] * 4 + [1.0] * 4, **lists, **more}, part="Duplicator"
    )
    luck = answers.find_luck(found, 0)
    assert luck is not None and luck.times == 8
    assert luck.luck.value == pytest.approx(0.75) and luck.others.value == pytest.approx(0.25)
    assert (
        "75.0 % (75.0 to 75.0) of the change in win chance that it made was luck, more than with other parts"
        in (answers.describe_use(found, 0)[0])
    )
    assert found.report.luck.rows() == [("the game as it is", 8, 0.75, 0.75, 0.75, 0.25, 0.25, 0.25)]
    assert "| the game as it is | 8 | 75.0 % (75.0 to 75.0) | 25.0 % (25.0 to 25.0) |" in [*words.tables(found)]


def test_luck_is_not_measured_if_the_judge_does_not_see_its_outcomes() -> None:
    """The judge of Mechanica looks at factories, and not at the tile that comes up in the shop."""
    match = play_random("mechanica", 2, 3)
    one = tension.measure_tension(match)
    assert one["tension_chance"] and one["tension_luck"] == 0 and one["tension_chosen"]
    names = [name for name in SAMPLED if name not in ("tension_luck", "tension_chosen", "tension_chance")]
    columns: dict[str, list[Any]] = {name: SAMPLED[name] for name in names}
    wins: dict[str, list[Any]] = {"win_0": [1.0, 0.0], "win_1": [0.0, 1.0]}

    def describe(luck: float, chance: float) -> str:
        more = {"tension_luck": [luck] * 2, "tension_chosen": [0.1] * 2, "tension_chance": [chance] * 2}
        return [*answers.describe_tension(make_result({**wins, **columns, **more}), 0)][-1]

    assert describe(0.0, 19.0).startswith("Luck is not measured: 19.0 actions of a game had other outcomes by chance")
    assert describe(0.0, 0.0) == "No action had other outcomes by chance."
    assert describe(0.1, 19.0).startswith("Luck made 50.0 % (")


def test_the_tables_of_the_answer_are_the_same_everywhere() -> None:
    """Printed with `--tables`, on the page and in a notebook: the part, and tension with the size of its sample."""
    columns = {name: [*values, *[None] * 98] for name, values in SAMPLED.items()}
    games = [("0", float(k % 4 == 0)) for k in range(99)] + [("", 1.0)]
    made = make_games(*games)
    found = make_result({**made.games.drop("variant", "game").to_dict(as_series=False), **columns}, part="Duplicator")
    (use,) = answers.list_uses(found, 0)
    assert use.winning is not None
    row = found.report.uses.row(0, named=True)
    assert [row["value"], row["low"], row["high"]] == [*use.share] and row["with_high"] == use.winning.high
    tension_row = found.report.tension.row(0, named=True)
    counted = {name: tension_row[name] for name in ("games", "with_part", "comebacks", "decisions", "mattered")}
    assert counted == {"games": 2, "with_part": 2, "comebacks": 1, "decisions": 22, "mattered": 7}
    assert tension_row["lead_changes"] == 1.5 and tension_row["luck"] == pytest.approx(0.25)
    printed, page = [*words.tables(found)], report.page(found)
    for text in (answers.spell_share(use.share), answers.spell_share(use.winning)):
        assert f"<td>{text}</td>" in page and any(f"| {text} |" in line for line in printed)
    assert "Players who bought Duplicator:" in printed and "<h2>Players who bought Duplicator</h2>" in page
    assert any(line.startswith("| the game as it is | 2 | 2 | 1.5 (") for line in printed) and "<td>22</td>" in page
    assert not found.report.luck.height and "Luck in the uses" not in page
