"""The commands `new-game` and `copy-game`: write a game of your own, from a small sample or from another game."""

from __future__ import annotations

import importlib
import importlib.util
import keyword
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import jinja2

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game

SAMPLE = "enginehouse.conformance.samples.heap"
TEMPLATES = "race"
"""The folder beside the sample with the templates of a game that has some of `PARTS`."""
PARTS = {"cards": "cards", "dice": "dice", "board": "a board"}
"""The parts that a new game can have, by their names on the command line, with their names in sentences."""
FILES = (
    *("__init__.py", "facts.py", "rulebook.md", "state.py", "rules.py"),
    *("words.py", "telling.py", "drawing.py", "policy.py", "invariants.py"),
)
"""The files of the sample that a new game gets, without its tests."""
TESTS = "tests.py"
CONFTEST = '''"""The tests find the game in the folder above theirs, and by its name."""

import sys
from pathlib import Path


def pytest_configure() -> None:
    """Once, before any test is read."""
    from enginehouse.core.registry.game import Game, register

    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    register(Game("{package}"))
'''
"""The text of the file `conftest.py` beside the tests of a new game."""

PROJECT = "pyproject.toml"
PYPROJECT = """[project]
name = "{name}"
version = "0.1"
requires-python = ">=3.11"
dependencies = ["enginehouse"]

[project.entry-points."enginehouse.games"]
{name} = "{package}"

[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[tool.setuptools.packages.find]
include = ["{package}*"]

[tool.setuptools.package-data]
{package} = ["*.md", "*.json", "*.jsonl"]
"""
"""The project file of a new game. With it, `pip install .` brings the game into the lobby of its environment."""


@click.command("new-game")
@click.argument("name")
@click.option(
    "--with",
    "with_parts",
    default="",
    metavar="PARTS",
    help=f"Parts of the game, with commas between them: {', '.join(PARTS)}.",
)
def new_game_command(name: str, with_parts: str) -> None:
    """Write a small complete game called NAME, with its tests, into the current folder, as a start for your own.

    By default the game is about a heap of counters, without chance or hidden information. Otherwise it has the parts in
    the list --with, such as cards or dice.
    """
    parts = read_parts(with_parts)
    package = name_package(name)
    for path in write_game(name, package, Path.cwd(), parts):
        click.echo(path.relative_to(Path.cwd()))
    click.echo(f"\nYou can play it already: enginehouse play {package}. enginehouse conformance {package} checks it.")
    without = "" if importlib.util.find_spec("pytest") else " (pip install pytest)"
    click.echo(f"Its own tests: pytest tests/{package}{without}.")
    click.echo('The page "Add a game" of the documentation explains the files.')


def name_package(name: str) -> str:
    """Return the name of the package for a new game. Raise `Unreadable` if the game's name is not valid."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Unreadable(f"a game's name is lower case, digits and hyphens, such as connect-four; {name!r} is not")
    if name in games.names():
        raise Unreadable(f"there is a game {name!r} already")
    package = name.replace("-", "_")
    if keyword.iskeyword(package):
        raise Unreadable(f"{package!r} is a word of Python's, so no package can be called that")
    if package in sys.stdlib_module_names or (not Path(package).exists() and importlib.util.find_spec(package)):
        raise Unreadable(f"Python has a package {package!r} already, with which this one would be confused")
    return package


def read_parts(text: str) -> list[str]:
    """Return the names of the building blocks (such as cards or dice) that a text lists, in the order of `PARTS`.

    Raise `Unreadable` if one of them does not exist.
    """
    named = [word.strip() for word in text.split(",") if word.strip()]
    if wrong := [word for word in named if word not in PARTS]:
        raise Unreadable(f"--with {wrong[0]}: a new game can have {', '.join(PARTS)}")
    return [part for part in PARTS if part in named]


def write_game(name: str, package: str, folder: Path, parts: Sequence[str] = ()) -> Iterator[Path]:
    """Write a new game and its tests into a folder, and yield the path of each file.

    `parts` names the game's building blocks, some of `PARTS`. Without them, the new game is a copy of the sample.
    `name` is the game's name, and `package` the name of its package. The game goes into the subfolder `PACKAGE` of
    `folder`, and its tests into `tests/PACKAGE`. Raise `Unreadable` if either subfolder exists.
    """
    home, tests = folder / package, folder / "tests" / package
    for path in (home, tests):
        if path.exists():
            raise Unreadable(f"there is {path.relative_to(folder)} in this folder already; no file was written")
    texts = render_files(name, package, parts) if parts else copy_sample(name, package)
    for file in FILES:
        yield _write(home / file, texts[file])
    yield _write(tests / f"test_{package}.py", texts[TESTS])
    yield _write(tests / "conftest.py", CONFTEST.replace("{package}", package))
    yield from _playthroughs(package, folder, tests)
    if not (folder / PROJECT).exists():
        yield _write(folder / PROJECT, PYPROJECT.format(name=name, package=package))


def copy_sample(name: str, package: str) -> dict[str, str]:
    """Return a dict from the name of each file of the sample game to its text.

    The new game's `name` and the name of its `package` replace those of the sample in the texts.
    """
    sample = Path(str(importlib.import_module(SAMPLE).__file__)).parent
    return {file: rename_in_file((sample / file).read_text("utf-8"), name, package) for file in (*FILES, TESTS)}


def render_files(name: str, package: str, parts: Sequence[str]) -> dict[str, str]:
    """Return a dict from the name of each file of a new game to its text, made from templates.

    `name` is the game's name, and `package` the name of its package. `parts` lists the building blocks of the game,
    such as cards or dice.
    """
    folder = Path(str(importlib.import_module(SAMPLE).__file__)).parent.parent / TEMPLATES
    room = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=False,  # noqa: S701 - the files are Python and Markdown, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    prefix = shorten_name(name)
    given = {
        "name": name,
        "package": package,
        "title": name.replace("-", " ").capitalize(),
        "prefix": prefix,
        "css": prefix.lower(),
        "parts": _join_words([PARTS[part] for part in parts], "and"),
        "choices": _join_words(["walk", *(CHOICES[part] for part in parts if part in CHOICES)], "or"),
        **{part: part in parts for part in PARTS},
    }
    return {file: room.get_template(f"{file}.jinja").render(given) for file in (*FILES, TESTS)}


CHOICES = {"cards": "play a card", "dice": "roll the die"}
"""The actions that parts add to a turn, for the prompt of a new game."""


def _join_words(words: Sequence[str], last: str) -> str:
    """Return words as an enumeration, with the word `last` before the last one: `cards, dice and a board`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def rename_in_file(text: str, name: str, package: str) -> str:
    """Return the text of a file of the sample game, with the new game's `name` and the name of its `package` in it."""
    title = name.replace("-", " ").capitalize()
    prefix = shorten_name(name)
    text = text.replace(SAMPLE, package).replace('"heap"', f'"{name}"').replace("Heap", title)
    text = text.replace("    in_lobby=False,\n", "").replace("; `enginehouse new-game` copies it", "")
    text = re.sub(r"\bHE-(?=\d)", f"{prefix}-", text)
    text = re.sub(r"_he_(?=\d)", f"_{prefix.lower()}_", text)
    text = text.replace('prefix="HE"', f'prefix="{prefix}"').replace("he-counter", f"{prefix.lower()}-counter")
    return _own_imports_last(text, package)


def shorten_name(name: str) -> str:
    """Return the letters with which the numbers of a game's clauses begin, such as `GM` in `GM-3.2`.

    They are the first letter of each word of its name, or the first two letters of a single word.
    """
    words = [letters for word in name.split("-") if (letters := re.sub(r"[^a-z]", "", word))]
    return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2]).upper()


def _own_imports_last(text: str, package: str) -> str:
    """Return the text of a Python file with the imports from the package `package` moved below all other imports."""
    line = r"^from {}[\w.]* import (?:\([^)]*\)|[^(\n]+)\n"
    own = [found[0] for found in re.finditer(line.format(package), text, re.M)]
    others = [*re.finditer(line.format("enginehouse"), text, re.M)]
    if not own or not others:
        return text
    text = text[: others[-1].end()] + "\n" + "".join(own) + text[others[-1].end() :]
    for one in own:
        text = text.replace(one, "", 1) if text.index(one) < text.index("from enginehouse") else text
    return text


def _playthroughs(package: str, folder: Path, tests: Path) -> Iterator[Path]:
    """Write the first playthroughs (games stored as text, which a test compares) of a new game into the folder `tests`.

    Yield the path of each file. The game's package lies in `folder`, and its rules play these games.
    """
    from enginehouse.conformance.playthrough import playthrough

    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    game = games.Game(package)
    for seats, seed in ((2, 1), (4, 2)):
        yield _write(tests / "playthroughs" / f"{seats}-seats-seed-{seed}.txt", playthrough(game, seats, None, seed))


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


# -- a copy of another game --------------------------------------------------------------------------------------------


LEFT_OUT = ("lessons", "puzzles.jsonl", "shelf.jsonl", "upgrades.py", "first_layout.json", "__pycache__")
"""The list of files that belong to the original alone: its lessons, puzzles and positions, and the logs of former
versions."""


@click.command("copy-game")
@click.argument("game", metavar="GAME")
@click.argument("name")
def copy_game_command(game: str, name: str) -> None:
    """Copy GAME into a new folder inside the current folder, as another game called NAME.

    The lessons and puzzles of GAME are left out. You can then change the new game's files and play it.
    """
    original, package = open_game(game), name_package(name)
    written = list(copy_game(original, name, package, Path.cwd()))
    click.echo(f"{package}: {len(written)} files of {original.facts.title}.")
    click.echo(f"It plays already: enginehouse simulate {package}, enginehouse play {package}.")
    click.echo(f'Against the original, on the same deals, in an experiment: rules = ["", "{package}"].')


def copy_game(original: Game, name: str, package: str, folder: Path) -> Iterator[Path]:
    """Copy a game into the package `package` below `folder` under another name, and yield the path of each file.

    Raise `Unreadable` if the package exists.
    """
    home = folder / package
    if home.exists():
        raise Unreadable(f"there is {package} in this folder already; nothing was written")
    source = Path(original.folder)
    for file in sorted(source.rglob("*")):
        inside = file.relative_to(source)
        if file.is_dir() or set(inside.parts) & {*LEFT_OUT}:
            continue
        path = home / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".py":
            path.write_text(_rename_in_copy(file.read_text("utf-8"), original, name, package, inside.name), "utf-8")
        else:
            path.write_bytes(file.read_bytes())
        yield path
    sys.path_importer_cache.pop(str(folder), None)


def _rename_in_copy(text: str, original: Game, name: str, package: str, file: str) -> str:
    """Return the text of the file `file` of a copied game, with the copy's imports, name and title.

    The argument `text` is the text in the game `original`. `package` is the name of the copy's package.
    """
    text = re.sub(rf"\b{re.escape(original.package)}\b", package, text)
    if file in ("facts.py", "state.py"):
        text = text.replace(f'"{original.name}"', f'"{name}"')
    if file == "facts.py":
        title = name.replace("-", " ").capitalize()
        text = re.sub(r'\btitle="[^"]*"', f'title="{title}"', text, count=1)
    return text
