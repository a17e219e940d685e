"""The command line: every command, every refusal as a sentence, the shape of what it prints."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import enginehouse
from enginehouse.bots.players.runs import Run, play_random
from enginehouse.commands import doctor
from enginehouse.commands import main as cli
from enginehouse.commands import simulate as simulating
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log, parse, write
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words import estimates

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
Call = Callable[..., Result]


@pytest.fixture
def call() -> Call:
    """Calls a command; it ends well, or says in one sentence that begins with Error what is wrong."""

    def run(*words: object, code: int = 0) -> Result:
        result = CliRunner().invoke(cli.main, [str(word) for word in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == code, result.output
        if code:
            assert "Error: " in result.stderr and "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A file with one finished game."""
    match = play_random(Run(games.get("mechanation"), 2, {}, 1, 3, ["random"]), 0)
    path = tmp_path / "game.json"
    path.write_text(write(match.log()))
    return path


@pytest.fixture
def many(tmp_path: Path, call: Call) -> Path:
    """A file with a game a line, as `simulate --out` writes it."""
    path = tmp_path / "games.jsonl"
    call("simulate", "mechanation", "--seats", 2, "--games", 4, "--seed", 5, "--bots", "random", "--out", path)
    return path


def read_csv(path: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def rewrite_fields(path: Path, **fields: object) -> Path:
    """The same file with other fields."""
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))
    return path


# ---------------------------------------------------------------- what there is


def test_help_names_every_command(call: Call) -> None:
    said = call("--help").output
    playing = {"admin", "analyse", "games", "league", "play", "simulate", "replay", "verify", "table", "train"}
    assert set(cli.main.commands) == playing | {
        "prepare",
        "build",
        "describe",
        "doctor",
        "evaluate",
        "conformance",
        "new-game",
        "copy-game",
        "dataset",
        "lesson",
        "puzzles",
        "push-keys",
        "interface",
        "backup",
        "restore",
        "db",
        "mcp",
        "lab",
        "settings",
    }
    for name in cli.main.commands:
        assert re.search(rf"^  {name} ", said, re.M)
        assert call(name, "--help").output.startswith("Usage: ")
    assert call("--version").output == f"enginehouse, version {enginehouse.__version__}\n"
    assert "No such command 'paly'" in call("paly", code=2).stderr


def test_the_folder_of_puzzles_is_made_before_they_are_searched_for(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "new" / "puzzles.jsonl"

    def none(*_: Any) -> list[Any]:
        assert out.parent.is_dir()
        return []

    monkeypatch.setattr("enginehouse.commands.puzzles.of_game", none)
    said = call("puzzles", "mechanation", "--games", "2", "--out", str(out)).output
    assert "0 of 0 puzzles from 2 games" in said and out.read_text("utf-8") == ""


def test_settings_are_listed(call: Call) -> None:
    said = call("settings").output
    assert "ENGINEHOUSE_WINDOW_MS=6000\n    the length" in said and "ENGINEHOUSE_HTTPS=0\n" in said
    assert "ENGINEHOUSE_HOSTS\n    the host names" in said and "ENGINEHOUSE_JIT\n" in said
    assert max(map(len, said.splitlines())) <= 100


def test_games_are_listed(call: Call) -> None:
    said = call("games").output
    found = json.loads(call("games", "--json").output)
    assert [one["name"] for one in found] == games.names()
    for one in found:
        facts = games.get(one["name"]).facts
        assert one == {
            "name": facts.name,
            "title": facts.title,
            "seats": list(facts.seats),
            "rules": facts.rules_version,
            "options": {o.name: [c.name for c in o.choices] for o in facts.options},
        }
        assert facts.title in said and facts.tagline in said


# ---------------------------------------------------------------- simulate


@pytest.mark.parametrize("bots", ["random", "greedy,random"])
def test_simulate_says_the_same_as_json(call: Call, bots: str) -> None:
    words = ("simulate", "mechanation", "--seats", 3, "--games", 2, "--seed", 9, "--bots", bots)
    found = json.loads(call(*words, "--json").output)
    assert list(found) == [
        *("game", "seats", "options", "bots", "seed", "rules", "games", "actions", "seconds", "games_per_s"),
        *("actions_per_s", "ends", "mean_score", "swap_seats", "lengths", "by_seat", "by_bot"),
    ]
    assert (found["game"], found["seats"], found["games"], found["seed"]) == ("mechanation", 3, 2, 9)
    assert found["bots"] == [bots.split(",")[k % len(bots.split(","))] for k in range(3)]
    assert sum(found["ends"].values()) == 2 and len(found["mean_score"]) == 3
    said = call(*words).output
    assert f"2 games, {found['actions']} actions in" in said
    assert "ends: " + ", ".join(f"{clause} {share}" for clause, share in found["ends"].items()) in said
    assert "mean score by seat: " + ", ".join(map(str, found["mean_score"])) in said
    assert list(found["lengths"]) == ["least", "median", "most"] and found["swap_seats"] is False
    assert f"actions a game: {found['lengths']['least']} to {found['lengths']['most']}, half of" in said
    assert len(found["by_seat"]) == 3 and list(found["by_bot"]) == bots.split(",")
    for name, one in [*((f"seat {k}", one) for k, one in enumerate(found["by_seat"])), *found["by_bot"].items()]:
        assert list(one) == ["win", "score"] and list(one["win"]) == list(one["score"]) == ["value", "low", "high"]
        line = rf"^{name} +wins {one['win']['value']:.3f} \({one['win']['low']:.3f} to .*score {one['score']['value']:.3f} "
        assert bool(re.search(line, said, re.M)) == (name.startswith("seat") or "," in bots)


def test_simulate_counts_the_rows_of_its_tables(call: Call, tmp_path: Path) -> None:
    """Shares, intervals and lengths are those of the rows of `--stats`; `--actions` has the actions of `--out`."""
    files = [tmp_path / name for name in ("games.csv", "actions.csv", "games.jsonl")]
    words = ("simulate", "mechanation", "--seats", 3, "--games", 12, "--seed", 4)
    alone = tmp_path / "alone.csv"
    found = json.loads(call(*words, "--stats", alone, "--json").output)
    said = call(*words, "--stats", files[0], "--actions", files[1], "--out", files[2]).output
    assert alone.read_text() == files[0].read_text(), "compiled or not"
    assert said.endswith(f"logs: {files[2]}\ngames: {files[0]}\nactions: {files[1]}\n")
    rows, acts = (read_csv(path) for path in files[:2])
    written = logs.load_all(files[2])
    assert [row["seed"] for row in rows] == [log.seed for log in written]
    for k, (row, log) in enumerate(zip(rows, written, strict=True)):
        assert log.result is not None and row["reason"] == log.result.reason
        assert [int(row[f"score_{seat}"]) for seat in range(3)] == log.result.scores
        assert [int(row[f"rank_{seat}"]) for seat in range(3)] == log.result.ranks
        assert [float(row[f"win_{seat}"]) for seat in range(3)] == [float(rank == 1) for rank in log.result.ranks]
        mine = [act for act in acts if act["game"] == str(k)]
        assert [(int(a["seat"]), a["act"]) for a in mine] == [(e.seat, e.act) for e in log.entries]
        assert [int(a["number"]) for a in mine] == list(range(1, int(row["actions"]) + 1))
        assert {a["bot"] for a in mine} == {"random"}
    lengths = sorted(int(row["actions"]) for row in rows)
    assert found["lengths"] == {"least": lengths[0], "median": (lengths[5] + lengths[6]) / 2, "most": lengths[-1]}
    for seat in range(3):
        win, score = (estimate([float(row[f"{what}_{seat}"]) for row in rows]) for what, estimate in HOW)
        assert found["by_seat"][seat]["win"] == pytest.approx(win._asdict(), abs=6e-4)
        assert found["by_seat"][seat]["score"] == pytest.approx(score._asdict(), abs=6e-4)
    assert found["by_bot"]["random"]["win"]["value"] == pytest.approx(1 / 3, abs=6e-4)


HOW = (("win", estimates.share), ("score", estimates.mean))


def test_simulate_takes_seats_from_bots(call: Call) -> None:
    for bots, seats in (("random", 2), ("random,random,random", 3)):
        found = json.loads(call("simulate", "mechanation", "--games", 1, "--bots", bots, "--json").output)
        assert found["seats"] == seats and found["by_seat"][0]["score"]["low"] is None
    call("simulate", "mechanation", "--games", 1)
    five = call("simulate", "mechanation", "--games", 1, "--bots", ",".join(["random"] * 5), code=1).stderr
    assert "Mechanation is for 2 to 4 seats, not 5" in five


FIRST = """
from enginehouse import Choice
class First:
    name, title, levels = "first", "First bot", {"normal": 1.0}
    def prepare(self, game): pass
    def choose(self, view, seat, legal, budget, seed): return Choice(legal[0] if self.fair else -1)
    fair = True
class Unfair(First):
    fair = False
"""


def test_simulate_swaps_seats_of_a_bot_of_one_s_own(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module lies in the folder where the command is given."""
    (tmp_path / "clibots.py").write_text(FIRST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    words = ("simulate", "mechanation", "--games", 4, "--bots", "clibots:First, random", "--swap-seats")
    found = json.loads(call(*words, "--stats", "games.csv", "--json").output)
    rows = read_csv(tmp_path / "games.csv")
    assert [row["bot_0"] for row in rows] == ["clibots:First", "random"] * 2
    won = [float(row[f"win_{seat}"]) for k, row in enumerate(rows) for seat in range(2) if seat == k % 2]
    assert found["swap_seats"] is True and found["by_bot"]["clibots:First"]["win"]["value"] == sum(won) / 4
    failed = call("simulate", "mechanation", "--games", 1, "--bots", "clibots:Unfair", code=1).stderr
    assert "the bot first, seat " in failed and "chose -1, which is not legal" in failed
    missing = call("simulate", "mechanation", "--games", 1, "--bots", "clibots:Second", code=1).stderr
    assert missing == "Error: the bot clibots:Second cannot be used: the module clibots has no 'Second'\n"


def test_simulate_writes_a_log_a_line(call: Call, many: Path) -> None:
    found = logs.load_all(many)
    assert len(found) == 4 and all(log.result is not None for log in found)
    assert len({log.seed for log in found}) == 4
    again = many.with_name("again.jsonl")
    call("simulate", "mechanation", "--seats", 2, "--games", 4, "--seed", 5, "--out", again)
    assert again.read_bytes() == many.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "--seats", 2), "there is no game 'chess'; there are: great-machine, mechanation"),
        (("mechanation", "--seats", 9), "Mechanation is for 2 to 4 seats, not 9"),
        (("mechanica", "--seats", 2, "--options", "level"), "an option is written name=choice, not 'level'"),
        (
            ("mechanica", "--seats", 1, "--options", "level=mild"),
            "option level cannot be 'mild'; it can be one of: normal",
        ),
        (("mechanica", "--seats", 1, "--options", "colour=red"), "has no option 'colour'; its options are: level"),
        (
            ("mechanation", "--seats", 2, "--bots", "clever"),
            "there is no bot 'clever'; there are: expert, hard, steady, easy, greedy, random",
        ),
        (("mechanation", "--seats", 2, "--bots", "random,random,greedy"), "3 bots are named for 2 seats"),
        (
            ("mechanation", "--seats", 2, "--out", "/nowhere/games.jsonl"),
            "/nowhere/games.jsonl: No such file or directory",
        ),
        (("mechanation", "--stats", "/nowhere/games.csv"), "/nowhere/games.csv: No such file or directory"),
        (("mechanation", "--actions", "/nowhere/acts.csv"), "/nowhere/acts.csv: No such file or directory"),
    ],
)
def test_simulate_refuses(call: Call, words: tuple[object, ...], said: str) -> None:
    assert said in call("simulate", *words, "--games", 1, code=1).stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--games", 0),
        ("--games", "some"),
        ("--seed", "x"),
        ("--seed", 10**30),
        ("--seed", -(2**63) - 1),
        ("--out", "."),
        ("--seats", "two"),
    ],
)
def test_simulate_refuses_a_text_that_is_no_number(call: Call, words: tuple[object, ...]) -> None:
    assert "Invalid value" in call("simulate", "mechanation", "--seats", 2, *words, code=2).stderr


# ---------------------------------------------------------------- verify


def test_verify_one_game(call: Call, finished: Path) -> None:
    log = logs.load(finished)
    assert call("verify", finished).output == f"{finished}: {len(log.entries)} entries, replays to its checksum.\n"
    rewrite_fields(finished, checksum="")
    assert "replays; it has no checksum" in call("verify", finished).output


def test_verify_many_games(call: Call, many: Path) -> None:
    entries = sum(len(log.entries) for log in logs.load_all(many))
    choice = f"To verify one of them, name it: {many}:1 to {many}:4.\n"
    assert call("verify", many).stdout == f"{many}: 4 games, {entries} entries, all correct.\n{choice}"
    assert call("verify", f"{many}:3").output.startswith(f"{many}:3: ")
    lines = many.read_text().splitlines()
    lines[1] = lines[1].replace('"checksum":"2:', '"checksum":"2:0')
    lines[3] = lines[3].replace(parse(lines[3]).entries[4].act, "dance")
    many.write_text("\n".join(lines))
    failed = call("verify", many, code=1).stderr
    assert f"{many}:2: all entries are legal, but the final record is another one" in failed
    assert f"{many}:4: entry" in failed and "2 of 4 games do not hold" in failed


def test_verify_says_where_a_game_parts(call: Call, finished: Path) -> None:
    log = logs.load(finished)
    entries = json.loads(finished.read_text())["entries"]
    entries[5]["act"] = "deploy everything"
    rewrite_fields(finished, entries=entries)
    said = call("verify", finished, code=1).stderr
    assert "entry 6, seat" in said and f"(5 of {len(log.entries)} entries hold)" in said


def test_verify_notices_another_result(call: Call, finished: Path) -> None:
    result = json.loads(finished.read_text())["result"]
    rewrite_fields(finished, result={**result, "scores": [99, 0]})
    assert "all entries are legal, but the result is another one" in call("verify", finished, code=1).stderr


def test_verify_names_both_versions_of_the_rules(call: Call, finished: Path) -> None:
    rewrite_fields(finished, rules="77")
    both = f"played under version 77 of the rules of Mechanation, these are version {games.get('mechanation').facts.rules_version}"
    assert both in call("verify", finished).output
    assert both in call("replay", finished).output
    rewrite_fields(finished, checksum="0" * 64)
    assert both in call("verify", finished, code=1).stderr


def test_verify_names_the_parts_that_it_could_not_compare(call: Call, tmp_path: Path) -> None:
    """A race of version 1 of Mechanical Beast had people in records (MB-8.2): its checksum is no one's to compare now."""
    kept = Path(__file__).parents[1] / "kept" / "0.1.0" / "mechanical-beast.jsonl"
    both = "The log was played under version 1 of the rules of Mechanical Beast, these are version 3"
    said = call("verify", f"{kept}:3").output
    assert "replays; its checksum is of records as version 1 had them, and was not compared." in said and both in said
    said = call("verify", kept).stdout
    assert "18 of these games: The log" in said or "20 of these games: The log" in said
    assert "2 of these games: the checksum is of records under former rules, and was not compared." in said


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_files_that_are_no_games(call: Call, tmp_path: Path, finished: Path, many: Path, command: str) -> None:
    for content, said in (
        (b"", "this is not the log of a game"),
        (b"\xff\xfe", "this is not the log of a game"),
        (b"{}", "missing required field"),
        (b"[1, 2]", "this is not the log of a game"),
        (b"[" * 100_000, "this is not the log of a game"),
        (finished.read_bytes().replace(b'"format": 1', b'"format": 9'), "format 9; this version reads format 1"),
        (finished.read_bytes().replace(b'"mechanation"', b'"chess"'), "there is no game 'chess'"),
        (finished.read_bytes().replace(b'"seats": 2', b'"seats": 9'), "2 to 4 seats, not 9"),
        (finished.read_bytes().replace(b'"seed": "', b'"seed": "x'), "64 hexadecimal digits"),
        (
            finished.read_bytes().replace(b'"rules": "2"', b'"rules": "' + b"9" * 5000 + b'"'),
            "a whole number such as 1",
        ),
        (finished.read_bytes().replace(b'"rules": "2"', '"rules": "²"'.encode()), "a whole number such as 1, not '²'"),
    ):
        wrong = tmp_path / "wrong.json"
        wrong.write_bytes(content)
        assert said in call(command, wrong, code=1).stderr
    assert "No such file or directory" in call(command, tmp_path / "none.json", code=1).stderr
    assert "directory" in call(command, tmp_path, code=1).stderr
    assert "has games 1 to 4, not 5" in call(command, f"{many}:5", code=1).stderr


# ---------------------------------------------------------------- replay


def test_replay_tells_a_game(call: Call, finished: Path, many: Path) -> None:
    log = logs.load(finished)
    told = call("replay", finished).output
    numbers = [int(found) for found in re.findall(r"^ *(\d+) Seat \d(?:$|: )", told, re.M)]
    assert numbers == list(range(1, len(log.entries) + 1))
    assert "The end (" in told and re.search(r"^  1\. Seat \d: -?\d+$", told, re.M)
    assert "|" in call("replay", finished, "--text").output
    assert f"name one of them: {many}:1 to {many}:4" in call("replay", many, code=1).stderr
    assert "The end (" in call("replay", f"{many}:2").output
    with many.open("a") as file:
        file.write("{}\n")
    assert "The end (" in call("replay", f"{many}:2").output, "what is wrong with another game is nothing to this one"


def test_replay_shows_a_seat_only_its_own_knowledge(call: Call, finished: Path) -> None:
    """A spectator is told no action by its name, a seat only its own; of others the sentences tell what was seen."""
    log = logs.load(finished)
    secret = [e.act for e in log.entries]
    told = call("replay", finished).output
    assert not any(f": {act}\n" in told for act in secret)
    mine = call("replay", finished, "--seat", 1).output
    for number, entry in enumerate(log.entries, start=1):
        said = [f": {entry.act}\n"] if entry.seat == 1 else ["\n       ", ": something hidden\n"]
        assert any(f"{number:4} Seat {entry.seat}{one}" in mine for one in said)


def test_replay_draws(call: Call, finished: Path, tmp_path: Path) -> None:
    log = parse(finished.read_text())
    short = Log(log.game, log.rules, log.seats, log.options, log.seed, log.entries[:3])
    finished.write_text(write(short))
    told = call("replay", finished, "--svg", tmp_path / "pictures").output
    assert "The game is not over." in told
    files = sorted(file.name for file in (tmp_path / "pictures").iterdir())
    assert files == ["0000.svg", "0001.svg", "0002.svg", "0003.svg"]
    assert all((tmp_path / "pictures" / file).read_text().startswith("<svg") for file in files)


def test_replay_as_pixels(call: Call, finished: Path, tmp_path: Path) -> None:
    """A picture a position in a folder; one of the last, or of the one that is asked for; the whole game as a GIF."""
    log = parse(finished.read_text())
    finished.write_text(write(Log(log.game, log.rules, log.seats, log.options, log.seed, log.entries[:2])))
    call("replay", finished, "--png", tmp_path / "pictures")
    files = sorted((tmp_path / "pictures").iterdir())
    assert [file.name for file in files] == ["0000.png", "0001.png", "0002.png"]
    call("replay", finished, "--png", tmp_path / "last.png")
    call("replay", finished, "--png", tmp_path / "new" / "first.png", "--at", 0, "--seat", 1)
    assert (tmp_path / "last.png").read_bytes() == files[2].read_bytes() != files[0].read_bytes()
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    assert (tmp_path / "new" / "first.png").read_bytes() == match.png(1)
    call("replay", finished, "--png", tmp_path / "game.gif")
    assert (tmp_path / "game.gif").read_bytes()[:6] == b"GIF89a"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "resvg_py", None)
        assert "pip install '.[png]'" in call("replay", finished, "--png", tmp_path / "no.png", code=1).stderr


def test_replay_of_one_position(call: Call, finished: Path, tmp_path: Path) -> None:
    """`--at` is that entry alone; `--raw` gives fields that are not 0, and a line from which the same position begins."""
    log = logs.load(finished)
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    for item in log.entries[:9]:
        match.step(item)
    told = call("replay", finished, "--at", 9, "--raw").output
    line = told.splitlines()[-1].strip()
    assert told.startswith("   9 Seat ") and "The end" not in told
    assert line == match.line() and Match.at(line).checksum() == match.checksum()
    fields = [shown.split(" = ") for shown in told.splitlines() if " = " in shown]
    found = {name.strip(): json.loads(value) for name, value in fields}
    plain = json.loads(match.game.shape.to_text(match.state))
    assert {name for name in found if "[" not in name} == {
        name for name, value in plain.items() if not (isinstance(value, list) and isinstance(value[0], list))
    }
    assert all(plain[name] == value for name, value in found.items() if "[" not in name)
    rows = {name: value for name, value in found.items() if "[" in name}
    assert rows
    for name, value in rows.items():
        field, _, row = name.rstrip("]").partition("[")
        assert plain[field][int(row)] == value
    call("replay", finished, "--at", 0, "--svg", tmp_path / "one")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["0000.svg"]
    beyond = call("replay", finished, "--at", len(log.entries) + 1, code=2).stderr
    assert f"this game has the positions 0 to {len(log.entries)}, not {len(log.entries) + 1}" in beyond


def test_replay_of_a_game_that_fails_names_the_good_entries(call: Call, finished: Path) -> None:
    entries = json.loads(finished.read_text())["entries"]
    entries[2] = {"seat": 0, "act": "dance"}
    result = call("replay", rewrite_fields(finished, entries=entries), code=1)
    assert "   2 Seat" in result.output and "   3 Seat" not in result.output
    assert "the log breaks after 2 entries: entry 3, seat 0, 'dance'" in result.stderr


def test_replay_refuses_a_seat_that_is_none(call: Call, finished: Path) -> None:
    for seat in (2, -2):
        assert "seats of this game are 0 to 1" in call("replay", finished, "--seat", seat, code=2).stderr


def test_undone_actions_are_printed(call: Call, tmp_path: Path) -> None:
    match = Match.new("mechanica", 2, seed=4)
    seat = match.actors()[0]
    for name in match.legal_names(seat):
        other = match.log()
        match.act(seat, name, "a note")
        if match.can_undo(seat):
            match.undo(seat)
            break
        match = Match.new("mechanica", 2, seed=4)
        assert other.entries == []
    path = tmp_path / "undone.json"
    path.write_text(write(match.log()))
    told = call("replay", path).output
    assert f"   2 Seat {seat}: undo" in told and "[a note]" in told
    assert "replays to its checksum" in call("verify", path).output


# ---------------------------------------------------------------- prepare, doctor, play


def test_prepare(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no game 'chess'" in call("prepare", "chess", code=1).stderr
    asked: list[str] = []
    monkeypatch.setattr(simulating, "prepare_all", lambda chosen: bool(asked.extend(g.name for g in chosen)) or True)
    assert call("prepare", "mechanica").output.startswith("Ready in ")
    assert asked == ["mechanica"]
    call("prepare")
    assert asked[1:] == games.names()
    monkeypatch.setattr(simulating, "prepare_all", lambda chosen: False)
    assert "No work to do: rules are not compiled here" in call("prepare").output


def test_prepare_makes_rules_and_bots_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.bots.players import greedy, levels
    from enginehouse.core.play import arena, warmup

    done: list[str] = []
    for module in (simulating, warmup):
        monkeypatch.setattr(module, "can_compile", lambda function, game: True)
    monkeypatch.setattr(arena, "random_games", lambda game, *_: done.append(f"play {game.name}"))
    monkeypatch.setattr(greedy, "prepare", lambda game: done.append(f"greedy {game.name}"))
    monkeypatch.setattr(levels, "prepare", lambda game: done.append(f"search {game.name}"))
    assert simulating.prepare_all([games.get("mechanica"), games.get("mechanation")])
    assert done == [f"{what} {name}" for name in ("mechanica", "mechanation") for what in ("play", "greedy", "search")]


def test_doctor_misses_weights(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them bots play badly, and nothing else would say why."""
    monkeypatch.setattr(doctor, "_plays", lambda name: ("plays", True))
    call("doctor")
    monkeypatch.setattr(doctor, "FILE", "other-weights.json")
    said = call("doctor", code=1).output
    assert all(
        f"enginehouse train {name}` makes it anew" in said for name in ("great-machine", "mechanation", "mechanica")
    )
    assert "train connect-four`" not in said, "it judges without weights"


def test_doctor(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: ["mechanation"])
    said = call("doctor").output
    assert f"ok  enginehouse    {enginehouse.__version__}" in said
    assert re.search(r"^ok  mechanation +rules \d+, \d+ actions played and replayed in", said, re.M)
    assert ("on, " if jit_possible() else "rules run in plain Python") in said
    monkeypatch.setattr(doctor, "_plays", lambda name: ("a game does not replay", False))
    failed = call("doctor", code=1)
    assert "BAD mechanation    a game does not replay" in failed.output and "marked BAD" in failed.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--db", "nothing"), "'nothing' is not a database address; write for example sqlite:///"),
        (("--db", "sqlite://"), "tables are stored in a file, not in memory"),
        (("--host", "no.such.host.invalid"), "cannot listen on no.such.host.invalid port"),
    ],
)
def test_play_refuses(call: Call, words: tuple[str, ...], said: str) -> None:
    assert said in call("play", "--no-browser", "--port", 0, *words, code=1).stderr
    assert "Invalid value" in call("play", "--port", 70000, code=2).stderr


def test_as_a_program(finished: Path) -> None:
    """The module runs as a program; who stops reading what it prints is told nothing of it."""
    command = [sys.executable, "-m", "enginehouse"]
    env = {**os.environ, "ENGINEHOUSE_JIT": "0"}
    done = subprocess.run([*command, "verify", "none.json"], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 1 and done.stderr == "Error: none.json: No such file or directory\n"
    shown = subprocess.Popen(
        [*command, "replay", finished, "--text"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    assert shown.stdout is not None and shown.stderr is not None
    shown.stdout.readline()
    shown.stdout.close()
    assert shown.stderr.read() == b""
    shown.wait(30)
    shown.stderr.close()


def test_commands_are_commands() -> None:
    """Every command has help of its own, and no option without words."""
    for command in cli.main.commands.values():
        assert command.help
        assert all(p.help for p in command.params if isinstance(p, click.Option))


# ---------------------------------------------------------------- tables of a server


@pytest.fixture(scope="module")
def kept_tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database that was kept of version 0.1.0, brought up to date."""
    import asyncio
    import sqlite3

    from enginehouse.table.store.store import Store

    file = tmp_path_factory.mktemp("kept") / "tables.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript((Path(__file__).parents[1] / "kept" / "0.1.0" / "tables.sql").read_text("utf-8"))
    connection.close()

    async def bring_up_to_date() -> None:
        await (await Store(f"sqlite:///{file}").open()).close()

    asyncio.run(bring_up_to_date())
    return f"sqlite:///{file}"


def test_tables_are_listed_shown_and_exported(call: Call, kept_tables: str, tmp_path: Path) -> None:
    """An exported game can be replayed. The commands only read, and also work while a server uses the database."""
    lines = call("table", "list", "--db", kept_tables).output.splitlines()
    assert len(lines) == 30
    assert len(call("table", "list", "--db", kept_tables, "--limit", 3).output.splitlines()) == 3
    mine = call("table", "list", "--db", kept_tables, "--game", "mechanica").output.splitlines()
    assert mine and all(" mechanica " in line for line in mine)
    over = next(line for line in lines if " over " in line).split()[0]
    shown = call("table", "show", over, "--db", kept_tables).output
    assert shown.startswith(f"{over}: ") and "  seat 0: " in shown
    assert re.search(r"^All \d+ entries replay\.$", shown, re.M) or "cannot continue" in shown
    out = tmp_path / "game.json"
    assert call("table", "export", over, "--db", kept_tables, "--out", out).output == f"log: {out}\n"
    assert ", replays" in call("verify", out).output
    running = next(line for line in lines if " running " in line).split()[0]
    printed = call("table", "export", running, "--db", kept_tables)
    assert parse(printed.stdout).entries and "contains its secrets" in printed.stderr
    line = call("table", "export", running, "--db", kept_tables, "--line").stdout.strip()
    assert Match.at(line).line() == line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "nothere"], "there is no table 'nothere' in this database"),
        (["list", "--db", "sqlite:////nowhere/at/all.sqlite3"], "there is no database at /nowhere/at/all.sqlite3"),
        (["list", "--db", "paper"], "is not a database address"),
        (["list", "--limit", "0"], "0 is not in the range"),
    ],
)
def test_tables_that_are_not_there(call: Call, kept_tables: str, words: list[str], said: str) -> None:
    db = [] if "--db" in words else ["--db", kept_tables]
    assert said in call("table", *words, *db, code=2 if "--limit" in words else 1).stderr


def test_a_database_of_another_version_is_not_changed(call: Call, tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "old.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript((Path(__file__).parents[1] / "kept" / "0.1.0" / "tables.sql").read_text("utf-8"))
    connection.close()
    before = file.read_bytes()
    said = call("table", "list", "--db", f"sqlite:///{file}", code=1).stderr
    assert "start the server of this version once" in said and file.read_bytes() == before
