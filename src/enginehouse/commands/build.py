"""The group `build`: compile a game for programs that need neither Python nor Numba."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np

from enginehouse.bots.players.portable import Settings, list_entries, list_prepared, list_settings
from enginehouse.commands.site import site_command
from enginehouse.core.compiler import ready
from enginehouse.core.compiler.entries import Argument, LibraryFunction
from enginehouse.core.compiler.lowering import lower
from enginehouse.core.compiler.portable import EVENTS, RECORD
from enginehouse.core.compiler.targets import host, wasm
from enginehouse.core.compiler.targets.header import write_header
from enginehouse.core.compiler.targets.layouts import describe_library
from enginehouse.core.records.events import events_dtype
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache
from enginehouse.envs import loop

OUT = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files.  [default: build/GAME]",
)


@click.group("build")
def build_group() -> None:
    """Compile a game for programs in other languages."""


@build_group.command("host")
@click.argument("game")
@click.option(
    "--target", type=click.Choice(sorted(host.TARGETS)), help="The machine with Linux.  [default: this machine's]"
)
@OUT
def host_command(game: str, target: str | None, out: Path | None) -> None:
    """Write a shared library with the rules and bots of GAME, its C header, and a JSON description of the library.

    GAME is the name of a game, or of a Python package with a game in the current folder.
    """
    chosen = find_game(game)
    entries, bots = list_host_entries(chosen), list_settings(chosen)
    name, library = name_files(chosen), host.build(chosen, entries, target or "")
    header = write_header(chosen, entries, host.make_prefix(chosen), bots)
    files = {f"lib{name}.so": library, f"{name}.h": header.encode(), f"{name}.json": _describe(chosen, entries, bots)}
    _write(out or Path("build", chosen.name), files)


@build_group.command("wasm")
@click.argument("game")
@click.option("--bots/--no-bots", default=True, help="Whether the module has bots.", show_default=True)
@OUT
def wasm_command(game: str, bots: bool, out: Path | None) -> None:
    """Write a WebAssembly module with the rules and bots of GAME, and two files for programs that use the module.

    They are a JSON description of the module, and a JavaScript file that loads it. GAME is the name of a game, or of a
    Python package with a game in the current folder.
    """
    from enginehouse.table.tab.building import HEAP

    chosen = find_game(game)
    entries = list_entries(chosen) if bots else [one for one in list_entries(chosen) if one.name != "choose"]
    name, settings = name_files(chosen), list_settings(chosen) if bots else {}
    files = {
        f"{name}.wasm": wasm.build(chosen, entries, heap=HEAP),
        f"{name}.json": _describe(chosen, entries, settings),
        wasm.SCRIPT.name: wasm.SCRIPT.read_bytes(),
    }
    _write(out or Path("build", chosen.name), files)


@build_group.command("ready")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option(
    "--target",
    "targets",
    multiple=True,
    type=click.Choice(sorted(host.TARGETS)),
    help="A machine. Repeat it for more.  [default: all]",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=ready.FOLDER,
    help="Folder for the files.  [default: the package's own]",
)
def ready_command(names: tuple[str, ...], targets: tuple[str, ...], out: Path) -> None:
    """Write libraries of compiled rules for all games, or for the named games.

    This package loads such a library instead of compiling the rules.
    """
    known = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]
    about: dict[str, Any] = {}
    for game in map(games.get, names or known):
        entries = list_prepared(game)
        lowered = lower(game, entries, host.make_prefix(game))
        libraries = {}
        for target in targets or sorted(host.TARGETS):
            libraries[target] = f"{game.name}.{target}.so", host.finish(lowered, target)
        _write(out, dict(libraries.values()))
        about[game.name] = ready.describe_ready(Path(game.folder), entries, libraries)
    _write(out, {ready.LIST: json.dumps(about, indent=1).encode()})


build_group.add_command(site_command)


def name_files(game: Game) -> str:
    """Return the prefix of the file names of a game's libraries, such as `great_machine`."""
    return host.make_prefix(game).removesuffix("_")


def _describe(game: Game, entries: list[LibraryFunction], bots: Settings) -> bytes:
    described = describe_library(game, entries, cache.stamp(game), bots)
    return json.dumps(described, separators=(",", ":")).encode()


def _write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        (folder / file).write_bytes(content)
        click.echo(f"written: {folder / file}, {len(content):,} bytes")


def find_game(named: str) -> Game:
    """Return the game with the name `named`, or the game whose Python package in the current folder is `named`.

    `named` is an argument of a command. Raise `Unreadable` if there is no such game.
    """
    if named in games.names() or overlays.SIGN in named:
        return games.find_or_create(named)
    if "" not in sys.path:
        sys.path.insert(0, "")
    return games.at(named)


def list_host_entries(game: Game) -> list[LibraryFunction]:
    """Return a list of the functions that a shared library of a game has.

    The functions are the rules, the bots, the loop that steps many games at once, and all functions that the command
    `prepare` compiles.
    """
    known = list_entries(game)
    names = {one.name for one in known}
    return [*known, list_batch(game), *(one for one in list_prepared(game) if one.name not in names)]


def list_batch(game: Game) -> LibraryFunction:
    """Return the description of the library function that plays an action in many games at once (see `envs.loop`).

    The description has the list of the function's arguments, each with its type and shape.
    """
    record, actions = game.shape.dtype, len(game.vocabulary)
    return LibraryFunction(
        "step_batch",
        loop.run,
        (
            Argument("states", record, (0,), RECORD),
            Argument("views", record, (0,), RECORD),
            Argument("mask", np.dtype(np.bool_), (0, actions)),
            Argument("games", loop.GAME, (0,), "batch_game"),
            Argument("room", loop.ROOM, (1,), "batch_room"),
            Argument("events", events_dtype(game.facts.event_size), (1,), EVENTS),
        ),
        "Start, play or look in many games, as room.mode says. The last state is all 0.",
    )
