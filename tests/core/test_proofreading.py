"""Typos of authors are reported with file, line and the nearest word, before anything is compiled or played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from samples import toys

from enginehouse.commands import doctor
from enginehouse.commands import main as cli
from enginehouse.conformance import __main__ as kit
from enginehouse.core.compiler import compiled_rules
from enginehouse.core.errors import BrokenGame
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry import proofreading
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
needs_numba = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
Planted = Callable[..., Game]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planted]:
    """`planted(file, old, new)`: connect four in a folder of its own, with something changed in it, under its own name."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "connect_four"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(compiled_rules, "_COMPILED", {})
    monkeypatch.setenv("ENGINEHOUSE_CACHE", str(tmp_path / "kept"))
    shutil.copytree(EXAMPLES / "connect_four", tmp_path / "connect_four", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))

    def plant(file: str = "rules.py", old: str = "", new: str = "") -> Game:
        path = tmp_path / "connect_four" / file
        text = path.read_text("utf-8")
        assert not old or text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new) if old else text, "utf-8")
        game = Game("connect_four")
        monkeypatch.setitem(games._REGISTERED, "connect-four", game)
        return game

    yield plant
    for name in [name for name in sys.modules if name.partition(".")[0] == "connect_four"]:
        del sys.modules[name]


def line_of(game: Game, file: str, text: str) -> int:
    """The line on which a text stands, the only one of its kind."""
    lines = (game.folder / file).read_text("utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, 1) if text in line]
    return found


def read(game: Game, file: str) -> None:
    """Do what first asks for rules, or for the policy."""
    if file == "policy.py":
        assert game.policy
    Match.new(game, 2)


COUNTED = "\n\n@rule\ndef one_more(board: State) -> int:\n    return board.mvoes + 1\n\n\n@rule\ndef apply("
HELPER = "\n\ndef lowest_of(taken: int, bottom: int) -> int:\n    return taken + bottom\n\n\n@rule\ndef apply("
FAULTS = [
    ("rules.py", "    s.moves += 1\n", "    s.mvoes += 1\n", "`apply`: no field `mvoes`; perhaps `moves`"),
    ("rules.py", "int(v.reason)", "int(v.raeson)", "`refusal`: no field `raeson`; perhaps `reason`"),
    ("rules.py", "has_line(s.discs[seat])", "has_line(s.disc[seat])", "no field `disc`; perhaps `discs`"),
    (
        "rules.py",
        "not is_full(taken, column)",
        "not is_ful(taken, column)",
        "`legal`: no name `is_ful`; perhaps `is_full`",
    ),
    ("rules.py", "s.reason = BOARD_FULL", "s.reason = BORD_FULL", "no name `BORD_FULL`; perhaps `BOARD_FULL`"),
    ("rules.py", "lowest & ~taken", "lowest & ~takne", "no name `takne`; perhaps `taken`"),
    ("rules.py", "Drop.at(column)", "Drop.att(column)", "nothing called `att` in `Drop`; perhaps `at`"),
    (
        "rules.py",
        "not is_full(taken, column)",
        "not is_full(taken)",
        "`is_full` takes 2 arguments (taken, column), here are 1",
    ),
    (
        "rules.py",
        "not is_full(taken, column)",
        "not is_full(taken, 1, 2)",
        "`is_full` takes 2 arguments (taken, column), here are 3",
    ),
    (
        "rules.py",
        "not is_full(taken, column)",
        "not is_full(taken, colum=1)",
        "`is_full` has no argument `colum`; perhaps `column`",
    ),
    (
        "rules.py",
        "Told.dropped(",
        "Told.droped(",
        "nothing called `droped` in `Told`; perhaps `dropped`",
    ),
    (
        "rules.py",
        "column=column)",
        "colum=column)",
        "`Told.dropped` has no value `colum`; perhaps `column`",
    ),
    (
        "rules.py",
        "(e, seat=seat, column=column)",
        "(e, column=column)",
        "`Told.dropped` needs a value for `seat`; it takes seat=, column=",
    ),
    (
        "rules.py",
        "(e, seat=seat, column=column)",
        "(e, seat, column)",
        "`Told.dropped` takes the event list, then its values by name: seat=, column=",
    ),
    ("rules.py", "    Told.dropped(e", "    e.cuont = 0\n    Told.dropped(e", "no part of an event list `cuont`"),
    ("policy.py", "s.discs[1 - seat]", "s.dics[1 - seat]", "`evaluate`: no field `dics`; perhaps `discs`"),
    ("policy.py", "s.reason == LINE", "s.reason == LYNE", "`evaluate`: no name `LYNE`; perhaps `LINE`"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), FAULTS, ids=[new.strip() for _, _, new, _ in FAULTS])
def test_a_mistake_is_reported_with_file_line_and_nearest_word(
    planted: Planted, file: str, old: str, new: str, said: str
) -> None:
    game = planted(file, old, new)
    with pytest.raises(BrokenGame) as error:
        read(game, file)
    assert len(error.value.faults) == 1
    assert error.value.faults[0].startswith(f"connect_four/{file}:{line_of(game, file, new.strip().splitlines()[0])}, ")
    assert said in error.value.faults[0]
    assert str(error.value) == f"Connect four cannot be played: {error.value.faults[0]}"


def test_a_mistake_in_a_helper_is_found_through_the_arguments_of_verbs(planted: Planted) -> None:
    """Not by what its argument is called."""
    planted("rules.py", "\n\n@rule\ndef apply(", COUNTED)
    game = planted("rules.py", "s.moves += 1", "s.moves = one_more(s)")
    with pytest.raises(BrokenGame, match=r"`one_more`: no field `mvoes`; perhaps `moves`"):
        Match.new(game, 2)


def test_a_helper_without_the_rule_mark_is_reported(planted: Planted) -> None:
    planted("rules.py", "\n\n@rule\ndef apply(", HELPER)
    game = planted("rules.py", "(taken + (1 << (column * 7))) &", "lowest_of(taken, 1 << (column * 7)) &")
    with pytest.raises(BrokenGame, match=r"`apply`: `lowest_of` is called in a rule and has no `@rule`"):
        Match.new(game, 2)


def test_rules_can_name_a_function_by_its_module(planted: Planted) -> None:
    planted("rules.py", "import Events\n", "import Events\nfrom enginehouse.core.records import events\n")
    game = planted("rules.py", "Told.dropped(e, seat=seat, column=column)", "events.tell(e, 1, seat, column, 0, 0)")
    match = Match.new(game, 2)
    match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    game = planted("rules.py", "    events.tell(e, 1", "    events.tel(e, 1")
    with pytest.raises(BrokenGame, match=r"`apply`: nothing called `tel` in `events`; perhaps `tell`"):
        proofreading.proofread(game, "rules")


def test_a_module_inside_a_module_is_reported(planted: Planted) -> None:
    planted("rules.py", "import Events\n", "import Events\nfrom enginehouse.core import records\n")
    game = planted(
        "rules.py", "    Told.dropped(e, seat=seat, column=column)", "    records.events.tell(e, 1, seat, column, 0, 0)"
    )
    with pytest.raises(BrokenGame, match=r"write `from enginehouse.core.records import events`"):
        Match.new(game, 2)


def test_a_name_that_a_module_lacks_is_reported(planted: Planted) -> None:
    planted("rules.py", "from connect_four.state", "import math\nfrom connect_four.state")
    game = planted("rules.py", "range(7):\n        if not is", "range(math.flor(7.0)):\n        if not is")
    with pytest.raises(BrokenGame, match=r"`legal`: nothing called `flor` in `math`; perhaps `floor`"):
        Match.new(game, 2)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "@rule\ndef legal(",
            "@rule\ndef legl(",
            r"rules.py: there is no verb `legal\(s, seat, out\)`; perhaps `legl`",
        ),
        ("@rule\ndef scores(", "def scores(", r"rules.py:\d+, `scores`: a verb is marked with `@rule`"),
        ("def actors(s: State)", "def actors(s: State, seat: int)", r"`actors`: the verb is given 1 argument: s"),
    ],
)
def test_an_unknown_verb_is_reported(planted: Planted, old: str, new: str, said: str) -> None:
    with pytest.raises(BrokenGame, match=said):
        Match.new(planted("rules.py", old, new), 2)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules.py", "import begin_guess,", "import begin_gues,", "begin_gues.*; perhaps `begin_guess`"),
        ("rules.py", "= 201, 202, 301, 302", "= 201 202, 301, 302", r"rules.py:13: no Python: "),
        ("state.py", "= public(2, ", "= publik(2, ", r"state.py:\d+: name 'publik' is not defined; perhaps `public`"),
        ("state.py", "SHAPE = State.SHAPE", "SHAPE = State.SHPE", r"state.py:\d+: .*'SHPE'; perhaps `SHAPE`"),
        ("state.py", 'kind(1, "seat", "column")', 'kind(1, "seat", "seat")', "ValueError: kind 1 names a number twice"),
        ("state.py", "SHAPE = State.SHAPE", "SHAP = State.SHAPE", r"state.py: there is no SHAPE"),
        ("facts.py", "seats=(2, 2)", "seat=(2, 2)", "facts.py:5: TypeError: .*'seat'"),
        ("facts.py", "FACTS = Facts(", "FACT = Facts(", "there are no FACTS"),
    ],
)
def test_a_file_that_cannot_be_imported_is_named(planted: Planted, file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(BrokenGame, match=f"cannot be played: connect_four/.*{said}"):
        Match.new(planted(file, old, new), 2)


def test_several_slips_are_counted_and_all_named(planted: Planted) -> None:
    planted("rules.py", "    s.moves += 1\n", "    s.mvoes += 1\n")
    game = planted("rules.py", "s.reason = BOARD_FULL", "s.reason = BORD_FULL")
    with pytest.raises(BrokenGame, match=r"`moves` \(and 1 more fault\)") as error:
        Match.new(game, 2)
    assert len(error.value.faults) == 2


def test_commands_say_it_in_a_sentence(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted("rules.py", "    s.moves += 1\n", "    s.mvoes += 1\n")
    said = "`apply`: no field `mvoes`; perhaps `moves`"
    result = CliRunner().invoke(cli.main, ["simulate", "connect-four", "--games", "3"])
    assert result.exit_code == 1 and said in result.stderr and len(result.stderr.splitlines()) == 1
    monkeypatch.setattr(games, "names", lambda: ["connect-four"])
    result = CliRunner().invoke(cli.main, ["doctor"])
    assert result.exit_code == 1 and re.search(f"^BAD connect-four .*{re.escape(said)}$", result.output, re.M)
    (sentence,) = doctor.broken_games()
    assert said in sentence
    monkeypatch.setattr("enginehouse.table.serve.run", lambda **_: None)
    result = CliRunner().invoke(cli.main, ["play"])
    assert result.exit_code == 0 and result.stderr.splitlines() == [sentence]
    with pytest.raises(BrokenGame, match=re.escape(said)):
        kit.main(["connect_four"])


@needs_numba
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    s.moves += 1\n",
            '    s.moves += "a"\n',
            r"`apply`: Numba cannot compile this: No implementation of .*iadd",
        ),
        ("    s.moves += 1\n", "    s.moves.x += 1\n", r"`apply`: Numba cannot compile this: Unknown attribute 'x' of"),
        ("    many = 0\n", "    many = (lambda x: x)(0)\n", r"`legal`: Numba cannot compile this: Invalid use of"),
    ],
)
def test_errors_that_only_numba_finds_are_a_sentence_too(planted: Planted, old: str, new: str, said: str) -> None:
    game = planted("rules.py", old, new)
    with pytest.raises(BrokenGame, match=said) as error:
        arena.random_games(game, 2, None, 1, 1)
    assert f"rules.py:{line_of(game, 'rules.py', new.strip())}, " in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@needs_numba
def test_a_wrong_argument_from_a_rule_to_core_is_reported_for_that_rule(planted: Planted) -> None:
    game = planted("rules.py", "    many = 0\n", '    many = 0 if seat else "x"\n')
    line = line_of(game, "rules.py", "def legal(") - 1
    said = rf"connect_four/rules.py:{line}, `legal`: it calls a function that cannot be compiled with these arguments, core/records/listing.py:\d+, `add`: Numba"
    with pytest.raises(BrokenGame, match=said):
        arena.random_games(game, 2, None, 1, 1)


@needs_numba
def test_a_game_of_no_rules_at_all_plays_plain_and_says_why_it_does_not_compile(planted: Planted) -> None:
    rules = planted().folder / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("@rule\n", ""), "utf-8")
    game = planted()
    assert Match.new(game, 2).legal_names(0)
    with pytest.raises(BrokenGame, match=r"a verb is marked with `@rule`, and this one is not"):
        arena.random_games(game, 2, None, 1, 1)


def test_no_game_that_there_is_gets_a_false_alarm() -> None:
    looked = 0
    for game in [*(games.get(name) for name in games.names()), *toys(), Game("connect_four"), Game("menagerie")]:
        for module in ["rules", *(["policy"] if game.has("policy") else [])]:
            game.module(module)
            files = sorted(cache.behind(game, [module]))
            assert proofreading.faults(game, module, files) == []
            looked += len(files)
    assert looked > 60


def test_a_game_is_read_once_and_again_when_it_changes(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    game, long_ago = planted(), time.time() - 60
    read: list[str] = []
    faults = proofreading.faults
    monkeypatch.setattr(proofreading, "faults", lambda game, *more: read.append(game.name) or faults(game, *more))
    monkeypatch.setattr("enginehouse.core.sources.sources.YOUNG_SECONDS", 0)
    for many in (1, 1, 1):
        proofreading.proofread(_imported(game), "rules")
        assert len(read) == many
    file = game.folder / "state.py"
    file.write_text(file.read_text("utf-8") + "# edited\n", "utf-8")
    os.utime(file, (long_ago, long_ago))
    proofreading.proofread(game, "rules")
    assert len(read) == 2, "a file behind the rules has changed"


def _imported(game: Game) -> Game:
    game.module("rules")
    return game


def test_from_the_command_line_there_is_no_traceback(planted: Planted) -> None:
    folder = planted("rules.py", "    s.moves += 1\n", "    s.mvoes += 1\n").folder.parent
    command = [sys.executable, "-m", "enginehouse.conformance", "connect_four"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "no field `mvoes`; perhaps `moves`" in done.stderr


def test_words_of_a_broken_game_on_a_page() -> None:
    from enginehouse.table.web.problems import describe_error

    problem: Any = describe_error(BrokenGame("Chess", ["chess/rules.py:3, `apply`: no name `x`"]))
    assert (problem.status, problem.code) == (500, "broken-game")
    assert problem.sentence == "Chess cannot be played: chess/rules.py:3, `apply`: no name `x`."
