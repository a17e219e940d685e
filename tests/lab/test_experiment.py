"""Experiment files: what they say, and what is told of one that cannot be carried out."""

from __future__ import annotations

import hashlib
import pickle
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.lab.experiment import MOST_VARIANTS, hash_sources, parse, read

pytestmark = pytest.mark.untraced
BEAST = 'game = "mechanical-beast"\n'


def test_all_combinations_are_variants_and_the_first_comes_first() -> None:
    found = parse(
        BEAST + 'seats = 3\n[options]\nglass = "locked"\n[vary]\noptions.level = ["hard", "easy"]\n'
        'options.play = ["together", "against"]\n'
    )
    assert [str(variant) for variant in found.variants] == [
        "options.level = hard, options.play = together",
        "options.level = hard, options.play = against",
        "options.level = easy, options.play = together",
        "options.level = easy, options.play = against",
    ]
    run = found.make_run(found.variants[3])
    assert run.options == {"glass": "locked", "level": "easy", "play": "against"} and run.seats == 3


def test_without_anything_varied_there_is_one_variant() -> None:
    found = parse(BEAST)
    assert [str(variant) for variant in found.variants] == ["the game as it is"]
    run = found.make_run(found.variants[0])
    assert (run.seats, run.bots, run.games, run.seed) == (run.game.facts.seats[0], ["greedy"], 1000, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 3", "Expected `str`, got `int` - at `$.game`"),
        ('game = "chess"', "there is no game 'chess'"),
        (BEAST + "game = 1", "Cannot overwrite a value"),
        (BEAST + "gmes = 3", "unknown field `gmes`; near it: games"),
        (BEAST + "seats = 9", "seats, not 9"),
        (BEAST + "games = 0", "games is at least 1"),
        (BEAST + "until = 0.7", "from 0 to 0.5, not 0.7"),
        (BEAST + 'bots = ["clever"]', "clever"),
        (BEAST + "[vary]\noptions.level = []", "options.level takes a list"),
        (BEAST + '[vary]\noptions.level = ["easy", "easy"]', "options.level takes a list of different"),
        (BEAST + '[vary]\noptions.level = ["soft"]', "option level cannot be 'soft'"),
        (BEAST + '[vary]\noptions.luck = ["much"]', "has no option 'luck'"),
        (BEAST + "[vary]\nspeed = [3]", "speed cannot be changed; you can change: COPIES.*, SLACK"),
        (BEAST + '[vary]\nSLACK = [2, "many"]', "SLACK takes whole numbers"),
        (BEAST + '[vary]\nSLACK = "2..99"', "SLACK is from 0 to 4, not 5"),
        (BEAST + '[vary]\nbots.5 = ["random"]', "bots.5: the seats are 0 to"),
        (BEAST + '[vary]\nbots.0 = ["clever"]', "clever"),
        (BEAST + '[vary]\noptions.level = "1..999"', f"at most {MOST_VARIANTS} variants"),
    ],
)
def test_wrong_input_is_explained(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse(text)
    assert said in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read"):
        read(tmp_path / "none.toml")


def test_the_identity_does_not_hang_on_how_a_file_is_written() -> None:
    one = parse(BEAST + 'seed = 4\nabout = "Why?"\n[vary]\noptions.level = ["easy", "hard"]\n')
    other = parse('# a word\nabout = "Why?"\nseed=4\n' + BEAST + '[vary.options]\nlevel = [ "easy","hard" ]\n')
    assert one.identity() == other.identity() and len(one.identity()) == 8
    assert one == other and hash(one) == hash(other)
    assert parse(BEAST + "seed = 5").identity() != parse(BEAST + "seed = 6").identity()


def test_a_seed_of_the_bots_is_part_of_an_experiment() -> None:
    """Without it, an experiment has the text that it had in versions that did not know the setting."""
    usual, other = parse(BEAST + "seed = 4"), parse(BEAST + "seed = 4\nbot_seed = 5")
    assert "bot_seed" not in usual.as_text() and other.as_text() != usual.as_text()
    assert other.make_run(other.variants[0]).bot_seed == 5 and usual.make_run(usual.variants[0]).bot_seed is None
    assert pickle.loads(pickle.dumps(other)) == other != usual


def test_the_order_of_variants_is_part_of_an_experiment() -> None:
    """It decides the numbers of the variants. The identity of the sorted order is as before."""
    level, bots = 'options.level = ["easy", "hard"]\n', 'bots.0 = ["random", "greedy"]\n'
    usual, other = parse(BEAST + "[vary]\n" + bots + level), parse(BEAST + "[vary]\n" + level + bots)
    assert usual.as_text() == other.as_text() and usual.variants != other.variants
    assert usual != other and usual.identity() != other.identity()
    written = f"{usual.as_text()}\0{hash_sources(games.get('mechanical-beast'))}"
    assert usual.identity() == hashlib.sha256(written.encode()).hexdigest()[:8]
    assert pickle.loads(pickle.dumps(other)) == other and list(pickle.loads(pickle.dumps(other)).vary) == [
        "options",
        "bots",
    ]


def test_numbers_of_tables_are_varied_by_the_name_of_the_game() -> None:
    found = parse('game = "mechanation"\n[vary]\nMECHS.Harvester.power = "7..8"\nSET_TO_WIN = [5, 4]\n')
    names = [found.make_run(variant).game.name for variant in found.variants]
    assert names[1:3] == [
        "mechanation+MECHS.Harvester.power=7+SET_TO_WIN=4",
        "mechanation+MECHS.Harvester.power=8+SET_TO_WIN=5",
    ]
    assert str(found.variants[2]) == "MECHS.Harvester.power = 8, SET_TO_WIN = 5" and len(names) == 4


def test_bots_are_varied_by_seat() -> None:
    found = parse('game = "mechanation"\nseats = 3\n[vary]\nbots.1 = ["greedy", "random"]\n')
    assert [found.make_run(one).bots for one in found.variants] == [["greedy"] * 3, ["greedy", "random", "greedy"]]


def test_a_game_without_numbers_to_vary_says_how_to_name_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlays, "numbers", lambda package: [])
    done = CliRunner().invoke(main, ["lab", "numbers", "mechanation"])
    assert done.exit_code == 0
    assert "Mechanation has no number that can be varied. Name some in parts.py" in done.output


def test_the_numbers_that_can_be_varied_are_listed_by_a_command_and_on_the_page() -> None:
    done = CliRunner().invoke(main, ["lab", "numbers", "mechanation"])
    assert "MECHS.Harvester.power = 6 (0 to 15): power of the mech in battle\n" in done.output and done.exit_code == 0
    page = (Path(__file__).resolve().parents[2] / "docs" / "lab-variants.md").read_text("utf-8")
    ours = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]
    assert len(ours) == 4
    for name in ours:
        (line,) = [one for one in page.splitlines() if one.startswith(f"| {name} |")]
        told = {table.partition(".")[0] for table in re.findall(r"`([A-Z_]+[^`]*)`", line)}
        assert all(one.meaning for one in overlays.numbers(games.get(name).package)), name
        assert told == {one.path.partition(".")[0] for one in overlays.numbers(games.get(name).package)}
