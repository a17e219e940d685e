"""`enginehouse replay`: print a stored game as one seat saw it: all actions, undos and redos, or a single position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from enginehouse.core.pictures import pixels
from enginehouse.core.play import logs
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.match import Match, Played, replay
from enginehouse.core.registry import game as games


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option("--seat", type=int, default=-1, help="Seat of the view.  [default: a spectator]")
@click.option("--text", "text", is_flag=True, help="Print the whole position in words after each entry.")
@click.option(
    "--svg",
    "svg",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a picture per position into this folder.",
)
@click.option(
    "--png",
    "png",
    type=click.Path(path_type=Path),
    help="Write PNG instead. OUT.png is one picture, of the last position or of --at. OUT.gif is the whole game.",
    metavar="OUT",
)
@click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="Print only the position after entry N (0: the start)."
)
@click.option("--raw", is_flag=True, help="Print every field that is not 0, with secrets, and the position as a line.")
def replay_command(file: str, seat: int, at: int | None, **wanted: Any) -> None:
    """Print the actions in the game of FILE as a player or a spectator saw them, or only the position after entry --at.

    --seat is the player's seat. The default, -1, is a spectator. If FILE has several games, FILE:12 is game 12. With
    the other options, print or store each position as well: in words, as a picture, or with all fields.
    """
    found = logs.load_named(file)
    games.find_or_create(found.game)
    played = replay(found)
    log = played.log
    if not -1 <= seat < log.seats:
        raise click.BadParameter(f"seats of this game are 0 to {log.seats - 1}; -1 is a spectator", param_hint="--seat")
    if at is not None and at > played.accepted:
        wrong = f"this game has the positions 0 to {played.accepted}, not {at}"
        raise click.BadParameter(_with_reason(wrong, played), param_hint="--at")
    if played.other_rules:
        click.echo(played.other_rules)
    show = ReplayParts(seat, [f"Seat {k}" for k in range(log.seats)], **wanted)
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    if at is None:
        show.position(match, 0)
    for number, item in enumerate(log.entries[: played.accepted if at is None else at], start=1):
        match.step(item)
        if at is None or number == at:
            show.entry(match, number, item)
        if at is None:
            show.position(match, number)
    if at is None:
        _say_end(played, show.names)
    else:
        show.position(match, at)
    show.close(match)


def _with_reason(wrong: str, played: Played) -> str:
    return f"{wrong}: {played.error}" if played.error is not None else wrong


class ReplayParts:
    """A printer of the parts of a game that the user has asked for, such as words, pictures and fields of positions."""

    def __init__(self, seat: int, names: list[str], text: bool, svg: Path | None, png: Path | None, raw: bool) -> None:
        self.seat, self.names, self.text, self.svg, self.raw = seat, names, text, svg, raw
        self.one = png if png is not None and png.suffix.lower() in (".png", ".gif") else None
        """The path of the single file that is written at the end, or None."""
        self.png = png if self.one is None else None
        if png is not None:
            _have_pixels()
        for folder in (svg, self.png, self.one and self.one.parent):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)

    def entry(self, match: Match, number: int, item: Entry) -> None:
        """Print an entry of the game's log: an action with the events that the reader noticed, or an undo or redo.

        The reader is the player on the seat `self.seat`, or a spectator if that is -1. `item` is the entry, and
        `number` is its number in the log, from 1. `match` is the game after the entry.
        """
        told = match.describe_latest(self.seat, self.names) if not item.step else []
        click.echo(f"{number:4} {self.names[item.seat]}{_describe_entry(item, self.seat, bool(told))}")
        for sentence in told:
            click.echo(f"       {sentence}")
        if item.note:
            click.echo(f"       [{item.note}]")

    def position(self, match: Match, number: int) -> None:
        """Print or store the position after the first `number` entries (actions, undos and redos) of the game's log.

        The user has chosen some of these forms: words, a picture as SVG or PNG, and all fields.
        """
        if self.text:
            for line in match.text(self.seat, self.names).splitlines():
                click.echo(f"       | {line}")
        if self.svg is not None:
            from enginehouse.core.pictures import drawing

            title = f"{match.game.facts.title}, entry {number}"
            picture = drawing.document_of(match.game, match.view(self.seat), title=title)
            (self.svg / f"{number:04}.svg").write_text(picture, encoding="utf-8")
        if self.png is not None:
            (self.png / f"{number:04}.png").write_bytes(match.png(self.seat))
        if self.raw:
            for line in _fields(match):
                click.echo(f"       {line}")
            click.echo(f"       {match.line()}")

    def close(self, match: Match) -> None:
        """Write the picture file that the user has asked for, if any.

        It is a PNG of the position, or a GIF of all positions so far.
        """
        if self.one is not None:
            moving = self.one.suffix.lower() == ".gif"
            self.one.write_bytes(match.gif(self.seat) if moving else match.png(self.seat))


def _have_pixels() -> None:
    try:
        for name in ("resvg_py", "PIL.Image"):
            pixels.library(name)
    except ImportError as error:
        raise click.ClickException(str(error)) from None


def _fields(match: Match) -> list[str]:
    """Return a list of lines with the fields of a match's record (the whole state of the game) that are not 0.

    A field that is an array with two axes has a line for each row that is not all 0. Every other field has a single
    line.
    """
    found = []
    for name, value in json.loads(match.game.shape.to_text(match.state)).items():
        rows = value if isinstance(value, list) and value and isinstance(value[0], list) else None
        if rows is not None:
            found += [f"{name}[{k}] = {row}" for k, row in enumerate(rows) if _any(row)]
        else:
            found.append(f"{name} = {value}")
    return found


def _any(value: object) -> bool:
    return any(map(_any, value)) if isinstance(value, list) else bool(value)


def _describe_entry(item: Entry, seat: int, has_sentences: bool) -> str:
    """Return the text that is printed after the player's name for an entry of the log: the action, or undo or redo.

    `seat` is the reader's seat. The reader must not see the actions of other seats. For such an action, return "" if
    `has_sentences` is true: the caller then prints sentences about the action on the next lines. If it is false, return
    the words ": something hidden".
    """
    if item.step or item.seat == seat:
        return f": {item.step or item.act}"
    return "" if has_sentences else ": something hidden"


def _say_end(played: Played, names: list[str]) -> None:
    if played.error is not None:
        raise click.ClickException(f"the log breaks after {played.accepted} entries: {played.error}")
    match = played.match
    if match.over:
        scores, ranks = match.scores()
        click.echo(f"The end ({match.game.clause_name(match.reason)}): {match.game.words.reason(match.reason)}")
        for name, score, rank in sorted(zip(names, scores, ranks, strict=True), key=lambda one: one[2]):
            click.echo(f"  {rank}. {name}: {score}")
    else:
        click.echo("The game is not over.")
