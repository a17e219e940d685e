"""The docs' examples: their pages build them, the kit plays them, and connect four is what it is elsewhere."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from enginehouse.conformance import CHECKS, Case
from enginehouse.core.errors import NotAllowed
from enginehouse.core.pictures.drawing import Handles, Motion, Piece, Svg
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.core.words.telling import show

pytestmark = [pytest.mark.untraced, pytest.mark.beside_compiled]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PAGES = {
    "connect_four": ("add-a-game.md", "finish-a-game.md"),
    "menagerie": ("hide-cards.md", "test-hidden-cards.md"),
}


def text_of(package: str) -> str:
    """The pages that write an example, one after the other."""
    return "\n".join((ROOT / "docs" / page).read_text("utf-8") for page in PAGES[package])


def files_of_the_page(package: str) -> dict[str, str]:
    """The files whose names stand above a block of code."""
    found = re.findall(rf"^\*\*`({package}/[\w.]+)`\*\*\n\n```\w+\n(.*?)^```$", text_of(package), re.S | re.M)
    assert len(found) == len(dict(found))
    return dict(found)


def plain(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python in a folder, plain: the rules are compiled and compared in the tests of the kit, on these same files."""
    environment = {
        **os.environ,
        "ENGINEHOUSE_JIT": "0",
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")]),
    }
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def game() -> Iterator[Game]:
    """Connect four, with words and drawing that a test may replace."""
    game = Game("connect_four")
    before = game.shape.Plain.game
    game.shape.Plain.game = game
    yield game
    game.shape.Plain.game = before


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PAGES)
def test_the_page_has_every_file_of_the_example(package: str) -> None:
    page, folder = files_of_the_page(package), EXAMPLES / package
    example = {f"{package}/{f.name}": f.read_text("utf-8") for f in folder.iterdir() if f.is_file()}
    assert page.keys() == example.keys()
    for name, text in page.items():
        assert text == example[name], f"{name} on the page is not the file"


def test_an_author_needs_at_most_forty_concepts_and_each_is_on_its_page() -> None:
    text = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    rows = re.findall(r"^\| (?:this page|\[.*?\]\((.*?)\)) \| (.*?) \|$", text, re.M)
    concepts = [(page or "add-a-game.md", concept) for page, row in rows for concept in row.split(", ")]
    assert len(rows) == 4 and 30 < len({concept for _, concept in concepts}) == len(concepts) <= 40
    for page, concept in concepts:
        prose = re.sub(r"^\|.*?\|$|^```.*?^```$", "", (ROOT / "docs" / page).read_text("utf-8"), flags=re.S | re.M)
        assert all(word[:4].lower() in prose.lower() for word in concept.split()), (
            f"{page} does not explain {concept!r}"
        )


def write_game(package: str, folder: Path) -> Path:
    """The files of a page, in an empty folder."""
    for name, text in files_of_the_page(package).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("package", "title"), [("connect_four", "Connect four"), ("menagerie", "Menagerie")])
def test_the_game_is_built_from_the_page_in_an_empty_folder_and_passes_the_kit(
    package: str, title: str, tmp_path: Path
) -> None:
    command = re.search(r"^```sh\n(enginehouse conformance .*)\n```$", text_of(package), re.M)
    assert command
    done = plain(write_game(package, tmp_path), "-m", *command[1].split())
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{title}: all {len(CHECKS)} checks passed"
    assert sum(line.endswith(": fine") for line in lines) > 20


def test_a_guess_in_which_owners_do_not_know_their_hands_is_found(tmp_path: Path) -> None:
    """Without that line, bots would imagine opponents who cannot see their own cards."""
    rules = write_game("menagerie", tmp_path) / "menagerie" / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("    let_owners_know(v, HAND)\n", ""), "utf-8")
    done = plain(tmp_path, "-m", "enginehouse", "conformance", "menagerie", "-k", "could be true")
    assert done.returncode == 1 and "pieces of their own hands instead of" in done.stdout, done.stdout
    assert done.stdout.splitlines()[-1] == "Menagerie: 1 of 1 checks failed"


def test_the_scene_of_the_page_prints_its_output(tmp_path: Path) -> None:
    (found,) = re.findall(r"^```python\n(from.*?)^```$\n\n```text\n(.*?)^```$", text_of("menagerie"), re.S | re.M)
    done = plain(write_game("menagerie", tmp_path), "-c", found[0])
    assert done.stdout == found[1], done.stderr


def test_the_page_s_statements_about_typos_hold(tmp_path: Path) -> None:
    rules = write_game("connect_four", tmp_path) / "connect_four" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("s.moves += 1", "s.mvoes += 1"), "utf-8")
    done = plain(tmp_path, "-m", "enginehouse", "conformance", "connect_four")
    (said,) = re.findall(r"`(connect_four/rules.py:.*?)`;", text_of("connect_four"))
    assert done.returncode == 1 and said in done.stderr


def test_the_same_command_reports_a_game_that_fails(tmp_path: Path) -> None:
    rules = write_game("connect_four", tmp_path) / "connect_four" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("Drop.at(column)", "6 - Drop.at(column)"), "utf-8")
    done = plain(tmp_path, "-m", "enginehouse.conformance", "connect_four", "-k", "ascending")
    assert done.returncode == 1
    assert done.stdout.startswith(
        "FAILED legal actions are ascending unique and in range: Legal actions come in ascending order"
    )


# -- the rules, compared with what is known elsewhere ------------------------------------------------------------------


def play_columns(game: Game, columns: str) -> Match:
    """A match after these columns, 1 to 7."""
    match = Match.new(game, 2, seed=0)
    for column in columns:
        match.act(match.actors()[0], f"drop {column}")
    return match


def naive_line(discs: int) -> bool:
    """Four in a line, found hole by hole."""
    taken = {(c, r) for c in range(7) for r in range(6) if discs >> (c * 7 + r) & 1}
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(all((c + k * x, r + k * y) in taken for k in range(4)) for c, r in taken for x, y in ways)


@pytest.mark.parametrize(
    ("columns", "winner"),
    [("1213141", 0), ("1122334", 0), ("7162636", None), ("12234334544", 0), ("76655454344", 0), ("71212121", 1)],
)
def test_a_line_wins_at_once_cf_3_1(game: Game, columns: str, winner: int | None) -> None:
    match = play_columns(game, columns)
    assert match.over == (winner is not None)
    if winner is not None:
        assert match.reason == 301
        assert match.scores() == ([int(winner == 0), int(winner == 1)], [1 + (winner != 0), 1 + (winner != 1)])
        with pytest.raises(NotAllowed) as error:
            match.act(len(columns) % 2, "drop 1")
        assert error.value.clause == 301


def test_lines_are_found_in_every_direction_and_nowhere_else(game: Game) -> None:
    dice = random.Random(4)
    seen = {True: 0, False: 0}
    for _ in range(3000):
        discs = sum(1 << hole for hole in {dice.randrange(7) * 7 + dice.randrange(6) for _ in range(17)})
        found = game.rules.has_line(discs)
        assert found == naive_line(discs)
        seen[found] += 1
    assert min(seen.values()) > 100


def test_a_full_board_without_a_line_is_level_cf_3_2(game: Game) -> None:
    dice = random.Random(1)
    for _ in range(3000):
        match = Match.new(game, 2, seed=0)
        while not match.over:
            match.act(match.actors()[0], dice.choice(match.legal_names(match.actors()[0])))
        if match.reason == 302:
            assert match.scores() == ([0, 0], [1, 1])
            assert len(match.entries) == 42
            assert not any(naive_line(d) for d in match.state.discs)
            return
    pytest.fail("no level game in 3000")


def test_a_full_column_takes_no_disc_cf_2_2(game: Game) -> None:
    match = play_columns(game, "111111")
    assert match.legal_names(0) == [f"drop {k}" for k in range(2, 8)]
    with pytest.raises(NotAllowed, match="Column 1 is full") as error:
        match.act(0, "drop 1")
    assert error.value.clause == 202


def test_only_the_seat_whose_turn_it_is_acts_cf_2_1(game: Game) -> None:
    match = play_columns(game, "4")
    with pytest.raises(NotAllowed) as error:
        match.act(0, "drop 1")
    assert error.value.clause == 201


def test_as_many_positions_as_elsewhere(game: Game) -> None:
    # The number of positions after n discs, no game going on after a line: OEIS A212693.
    expected = [1, 7, 49, 238, 1120, 4263, 16422]
    start = game.new_record()
    game.rules.setup(start, [2], [0] * 8)
    layer = {(0, 0)}
    codes = [0] * 8
    for moves, many in enumerate(expected):
        assert len(layer) == many
        following = set()
        for discs in layer:
            s = game.shape.copy(start)
            s.discs, s.moves = list(discs), moves
            s.reason = 301 if any(game.rules.has_line(d) for d in discs) else 0
            for k in range(game.rules.legal(s, moves & 1, codes)):
                t = game.shape.copy(s)
                game.rules.apply(t, moves & 1, codes[k], SimpleNamespace(on=0))
                following.add(tuple(t.discs))
        layer = following


# -- the checks of drawings, broken ------------------------------------------------------------------------------------


def expect_failure(check: str, game: Game, said: str) -> None:
    kind = next(c for c in CHECKS if c.name == check)
    with pytest.raises(AssertionError, match=re.escape(said)):
        kind.run(Case(game, 2), 4)


def redrawn(game: Game, **names: Any) -> Game:
    game.drawing = SimpleNamespace(**{**vars(game.drawing), **names})
    return game


def test_a_drawing_that_is_not_the_same_twice(game: Game) -> None:
    count = itertools.count()
    sheets = game.drawing.sheets
    draw = lambda v, marks: [Piece(f"p{next(count)}", "")]  # noqa: E731
    expect_failure("drawing_never_fails_and_is_deterministic", redrawn(game, draw=draw, sheets=sheets), "seat")


def test_a_drawing_with_a_style_of_its_own(game: Game) -> None:
    draw = lambda v, marks: [Piece("p", '<g style="fill:red"/>')]  # noqa: E731
    expect_failure("drawing_never_fails_and_is_deterministic", redrawn(game, draw=draw), "an inline style")


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ('<text font-family="Fraktur, serif">A</text>', "lacks letters: ['\"Fraktur, serif\"']"),
        ("<text>A\u4e2d</text>", "lacks letters: ['\u4e2d']"),
    ],
)
def test_a_drawing_with_words_that_are_not_drawn_everywhere(game: Game, svg: str, said: str) -> None:
    expect_failure(
        "drawing_never_fails_and_is_deterministic", redrawn(game, draw=lambda v, marks: [Piece("p", svg)]), said
    )
    part = redrawn(game, draw=lambda v, marks: [], gallery=lambda: [("A part", svg, 9.0, 9.0)])
    expect_failure("motions_and_gallery_can_be_drawn", part, said)


def test_a_drawing_with_an_id_twice(game: Game) -> None:
    draw = lambda v, marks: [Piece("p", '<g id="q"/><g id="q"/>')]  # noqa: E731
    expect_failure("drawing_never_fails_and_is_deterministic", redrawn(game, draw=draw), "ids used twice: ['q', 'q']")


def test_a_drawing_that_changes_the_view(game: Game) -> None:
    def draw(v: Any, marks: Any) -> list[Piece]:
        v.moves += 1
        return []

    expect_failure("drawing_never_fails_and_is_deterministic", redrawn(game, draw=draw), "seat")


@pytest.mark.parametrize(
    ("handles", "said"),
    [
        (Handles(frozenset({"lever"})), "handles that are not drawn: ['lever']"),
        (Handles(source="column-1"), "from or to nowhere"),
        (Handles(frozenset({"column-1"}), "column-1", "column-2"), "two kinds of handles"),
    ],
)
def test_wrong_handles(game: Game, handles: Handles, said: str) -> None:
    expect_failure("every_action_has_handles_or_a_button", redrawn(game, handles=lambda v, code: handles), said)


def test_buttons_that_read_alike(game: Game) -> None:
    redrawn(game, handles=lambda v, code: Handles())
    game.words = SimpleNamespace(**{**vars(game.words), "action": lambda v, code: "Drop a disc"})
    expect_failure("every_action_has_handles_or_a_button", game, "actions with the same words and handles")


def test_an_event_without_a_sentence_is_named_with_the_table_to_mend(game: Game) -> None:
    """The kit names `telling.TELLING`, even if there is no such file. The entry `show()` is a kind without a sentence."""
    for telling in (None, SimpleNamespace(TELLING={})):
        game.telling = telling
        said = "events without a sentence for any viewer: DROPPED (if that is intended, list them in telling.TELLING)"
        expect_failure("every_event_and_every_end_has_words", game, said)
    game.telling = SimpleNamespace(TELLING={game.kinds.DROPPED: show()})
    expect_failure("every_event_and_every_end_has_words", game, "no event was ever written")


def test_a_sound_that_the_page_lacks_is_found(game: Game) -> None:
    game.telling = SimpleNamespace(TELLING={game.kinds.DROPPED: show(lambda v, e: "A disc drops.", sound="gong")})
    said = "telling.TELLING: there is no sound 'gong' of DROPPED; there are: tilt, drop"
    expect_failure("every_event_and_every_end_has_words", game, said)


@pytest.mark.parametrize("column", range(7))
def test_the_events_of_all_actions_are_described(game: Game, column: int) -> None:
    """The kit reads the sentences and motions of all actions, not only of the first or the last legal action."""

    def fail(first: Any, e: Any) -> str:
        return "{7}" if e.column == column else "A disc drops."

    game.telling = SimpleNamespace(TELLING={game.kinds.DROPPED: show(fail)})
    kind = next(c for c in CHECKS if c.name == "every_event_and_every_end_has_words")
    with pytest.raises(AssertionError, match=r"'\{7\}' names a seat that is not at the table"):
        kind.run(Case(game, 2), 200)


def test_the_motions_of_all_actions_are_drawn(game: Game) -> None:
    """The kit draws the motions of all actions, not only of the first legal action."""
    for column in (0, 3, 6):

        def move(reel: Any, e: Any, column: int = column) -> None:
            if e.column == column:
                reel.add("ghost")

        game.telling = SimpleNamespace(TELLING={game.kinds.DROPPED: show(motion=move)})
        kind = next(c for c in CHECKS if c.name == "motions_and_gallery_can_be_drawn")
        with pytest.raises(AssertionError, match="is not drawn"):
            kind.run(Case(game, 2), 120)


def test_a_motion_of_nothing_and_an_empty_gallery(game: Game) -> None:
    check = "motions_and_gallery_can_be_drawn"
    expect_failure(check, redrawn(game, paths=lambda v, events: [Motion("ghost", ((0, 0), (1, 1)))]), "is not drawn")
    expect_failure(check, redrawn(game, gallery=list), "an empty gallery")
    broken = [("Part", Svg("<g>"), 10.0, 10.0)]
    with pytest.raises(Exception, match="mismatched tag"):
        next(c for c in CHECKS if c.name == check).run(Case(redrawn(game, gallery=lambda: broken), 2), 1)


def test_every_check_has_a_game_that_breaks_it() -> None:
    files = (
        "test_kit.py",
        "test_example.py",
        "test_shelf.py",
        "test_judging.py",
        "test_budget.py",
        "../core/test_files.py",
    )
    text = "".join((Path(__file__).parent / name).read_text("utf-8") for name in files)
    assert [check.name for check in CHECKS if check.name not in text] == []
    assert len(CHECKS) == len({check.name for check in CHECKS}) > 30
