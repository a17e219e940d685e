"""`enginehouse describe GAME`: write a page about a game, for players and for programs, from its declarations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from enginehouse.bots.analysis.league_results import describe_results, read_results
from enginehouse.core.records.kinds import Kinds
from enginehouse.core.registry.field_meanings import read_meanings
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import Constants
from enginehouse.core.teaching.guides import guide_of
from enginehouse.envs.features import Features
from enginehouse.envs.forms import find_form
from enginehouse.envs.naming import name_environment
from enginehouse.envs.observation import FORMS, Layout
from enginehouse.lab.tasks import read_tasks

WIDE = 1 << 31
"""The page leaves out bounds of this size and larger ones, because they come from the type of the field."""
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("describe")
@click.argument("game")
@click.option("--picture", metavar="PATH", help="Show this picture, a path from the page.")
@click.option(
    "--league",
    type=FILE,
    help="Give the strength of the bots: the results.json (or table.md) that 'enginehouse league' wrote.",
)
@click.option(
    "--results",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Give the reference results on tasks: a folder with result files of 'enginehouse evaluate'.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page into this file.")
def describe_command(
    game: str, picture: str | None, league: Path | None, results: Path | None, out: Path | None
) -> None:
    """Write a page about GAME in Markdown: its rules in short, variants, actions, observations and tasks.

    The page also has a picture, the strength of the bots and their results on the tasks, if you name these files
    (--picture, --league, --results). By default the page is printed, and with --out it goes into a file.
    """
    opened = open_game(game)
    strengths = _read_strengths(opened, league) if league is not None else ""
    page = write_page(opened, picture, strengths, _read_references(opened, results) if results is not None else "")
    if out is None:
        click.echo(page, nl=False)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, "utf-8")
        click.echo(f"written: {out}")


def _read_strengths(game: Game, file: Path) -> str:
    """Return the strength of the bots of a game as Markdown, from a file that `enginehouse league` wrote."""
    if file.suffix != ".json":
        return file.read_text("utf-8")
    return describe_results([one for one in read_results(file) if one.game == game.name])


def _read_references(game: Game, folder: Path) -> str:
    """Return Markdown with results of bots on the tasks of a game. If the folder has no such results, return "".

    A task is a fixed series of games by which bots are compared. `folder` has the files that `enginehouse evaluate`
    wrote, a file for each bot and task.
    """
    from enginehouse.lab.references import describe_references

    return describe_references(game, folder)


def write_page(game: Game, picture: str | None = None, league: str = "", references: str = "") -> str:
    """Return the page about a game as Markdown.

    `league` is a table in Markdown with the strength of each bot. `references` is Markdown with the results of bots on
    tasks, which are fixed series of games by which bots are compared. If one of these texts is "", the page leaves out
    its section. `picture` is the address of a picture of a position. Without it, the page has no picture.
    """
    facts = game.facts
    parts = [f"# {facts.title}\n\n{facts.tagline}"]
    if picture is not None:
        parts.append(f"![A position of {facts.title}]({picture})")
    parts += [
        "\n".join(_list_facts(game)),
        *_describe_rules(game),
        *_describe_variants(game),
        *_describe_programs(game),
    ]
    if league:
        parts.append(f"## Strength of the bots\n\n{league.strip()}")
    if references:
        parts.append(f"## Reference results\n\n{references}")
    parts.append(
        f"## Cite\n\nCite Enginehouse by its `CITATION.cff`, and say: {facts.title}, rules {facts.rules_version}, with the "
        "number of seats and the options."
    )
    return "\n\n".join(parts) + "\n"


def _count_seats(game: Game) -> str:
    least, most = game.facts.seats
    return str(least) if least == most else f"{least} to {most}"


def _list_facts(game: Game) -> Iterator[str]:
    facts = game.facts
    yield "| | |\n| --- | --- |"
    yield f"| Players | {_count_seats(game)} |"
    if facts.minutes:
        yield f"| Minutes | {facts.minutes} |"
    if facts.weight:
        yield f"| Weight | {facts.weight} |"
    yield f"| Rules | version {facts.rules_version}, {len(game.clauses)} clauses ({facts.prefix}-1.1 and so on) |"


def _describe_rules(game: Game) -> Iterator[str]:
    """Yield the lines of the page with the rules in short. If the game has no guide, yield no line."""
    guide = guide_of(game) if game.texts is not None else None
    if guide is not None:
        turn = "\n".join(f"{k}. {scene.says}" for k, scene in enumerate(guide.turn, start=1))
        yield f"## Rules in short\n\n**Goal:** {guide.goal}\n\n{turn}\n\n**End:** {guide.end}"


def _describe_variants(game: Game) -> Iterator[str]:
    """Yield the lines of the page about the options of the game. If it has no options, yield no line."""
    rows = []
    for option in game.facts.options:
        choices = "<br>".join(f"`{choice.name}`: {choice.label}" for choice in option.choices)
        seats = ", ".join(map(str, option.seats)) if option.seats else "all"
        rows.append(f"| {option.label} (`{option.name}`) | {choices} | {seats} |")
    if rows:
        yield "## Variants\n\n| Option | Choices | Seats |\n| --- | --- | --- |\n" + "\n".join(rows)


def _describe_programs(game: Game) -> Iterator[str]:
    """Yield the parts of a page for programs, as Markdown.

    They are the names in Gymnasium and OpenSpiel, actions, the length of a game, returns (results of the seats), the
    sizes and fields of observations, named values such as phases, and the tasks of `enginehouse evaluate`.
    """
    facts = game.facts
    yield (
        f"## For programs\n\n- Names: `{game.name}` in Enginehouse, `{name_environment(game, facts.seats[0])}` "
        f"in Gymnasium, `enginehouse_{game.name.replace('-', '_')}` in OpenSpiel\n"
        f"- Actions: {len(game.vocabulary)} codes, such as `{game.vocabulary.names[0]}` and `{game.vocabulary.names[-1]}`\n"
        f"- Length: at most {facts.length_bound:,} actions\n"
        "- Returns: by default from -1 to 1, the seats ranked below minus those ranked above, over the number of other seats"
        f"{_describe_together(game)}"
    )
    yield "\n".join(_list_sizes(game))
    yield _list_fields(game)
    yield from _list_constants(game)
    tasks = [task for task in read_tasks().values() if task.game == game.name]
    if tasks:
        rows = "\n".join(f"| `{task.name}` | {task.about} | {', '.join(task.opponents)} |" for task in tasks)
        yield f"Tasks of `enginehouse evaluate`:\n\n| Task | Games | Opponents |\n| --- | --- | --- |\n{rows}"


def _list_fields(game: Game) -> str:
    """Return the table of the fields of an observation in the encoding `numbers`, as Markdown."""
    rows = ["Fields of an observation in the form `numbers`:", "", "| Column | Field | Size | From | To | Meaning |"]
    rows.append("| ---: | --- | --- | ---: | ---: | --- |")
    meanings = read_meanings(game)
    for part in Layout(game).parts:
        size = " x ".join(map(str, part.dims)) or "1"
        low, high = (format(int(bound), ",") if abs(bound) < WIDE else "" for bound in (part.low, part.high))
        rows.append(f"| {part.start} | `{part.name}` | {size} | {low} | {high} | {meanings[part.name]} |")
    return "\n".join(rows)


def _list_constants(game: Game) -> Iterator[str]:
    """Yield a sentence for each list of named values in the state of a game, such as its phases."""
    for name, found in vars(game.module("state")).items():
        if not (isinstance(found, type) and issubclass(found, Constants) and found is not Constants):
            continue
        numbers = {one: value for one, value in vars(found).items() if one.isupper() and isinstance(value, int)}
        if numbers and not issubclass(found, Kinds):
            listed = ", ".join(f"{value} {one.lower().replace('_', ' ')}" for one, value in numbers.items())
            yield f"Values of `{name}`: {listed}."


def _describe_together(game: Game) -> str:
    if game.facts.together is None:
        return ""
    option, choices = game.facts.together
    return (
        f". With `{option}` {' or '.join(f'`{choice}`' for choice in choices)} all seats win or lose together: 1 or -1"
    )


def _list_sizes(game: Game) -> Iterator[str]:
    """Yield the lines of a table: the number of columns of each encoding of observations."""
    yield "Columns of an observation, by form:\n"
    yield "| Form | Columns |"
    yield "| --- | ---: |"
    for form in FORMS:
        yield f"| `{form}` | {find_form(game, game.facts.seats[0], form).size} |"
    if hasattr(game.judgement, "features"):
        yield f"| `features` | {Features(game, game.facts.seats[0]).many} for each seat |"
