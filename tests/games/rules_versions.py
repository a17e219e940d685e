"""Which version of its rules a game was at, and with which rulebook and playthroughs: `rules-versions.json`.

Its last record of a game has to be that of today. After a change that is meant:

    scripts/playthrough --update

writes the playthroughs anew and adds a record, if `facts.py` has the version and the line that it asks for.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

HERE = Path(__file__).resolve().parent
FILE = HERE / "rules-versions.json"
Record = dict[str, str]


def digest(text: str) -> str:
    """A short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def playthroughs_of(game: Game) -> str:
    """Return a digest of a game's playthroughs, without their first line (versions), their last line (checksum) and sentences.

    A sentence about an event can be reworded while all games go on as they went.
    """
    files = sorted((HERE / game.folder.name / "playthroughs").glob("*.txt"))
    assert files, f"{game.name} has no playthroughs"
    return digest("".join(file.name + played(file.read_text("utf-8")) for file in files))


_SENTENCE = re.compile(r"^(    -?\d+(?: -?\d+){4}(?: \(noticed by [01]+, learnt by [01]+\))?) .*", re.M)
"""An event in a playthrough: its numbers and, if it is secret, its readers; then its sentence."""


def played(text: str) -> str:
    """Return what happens in a playthrough, without the sentences."""
    return _SENTENCE.sub(r"\1", "\n".join(text.splitlines()[1:-1]))


def today(game: Game) -> Record:
    """The record of a game as it is now, but for the line that says what changed."""
    return {
        "version": game.facts.rules_version,
        "rulebook": digest(game.rulebook),
        "playthroughs": playthroughs_of(game),
    }


def wanting(game: Game, before: list[Record], now: Record, line: str) -> str:
    """Return a sentence about the part that a record lacks to follow those before it; empty if it lacks none."""
    if not before:
        return ""
    last = before[-1]
    raised = int(now["version"]) > int(last["version"])
    if now["playthroughs"] != last["playthroughs"] and not raised:
        return (
            f"the playthroughs of {game.name} changed, so games go another way: raise rules_version over {last['version']} in its "
            f"facts.py, say in rules_changes what changed, and let upgrades.py rewrite old logs where the game stays the same"
        )
    if raised and now["version"] not in game.facts.rules_changes:
        return f"rules_changes of {game.name} says nothing of version {now['version']}"
    if now["rulebook"] != last["rulebook"] and (not line or line in {one.get("line", "") for one in before}):
        return (
            f"the rulebook of {game.name} changed: say so in rules_changes of its facts.py, under the version, or under the "
            f"version and a letter where it is text only ({now['version']}a)"
        )
    return ""


def latest_line(game: Game) -> str:
    """The last line of a game's `rules_changes`."""
    return next(reversed([*game.facts.rules_changes.values()]), "")


def update() -> None:
    """Add a record of today for each game that has changed since its last one."""
    kept: dict[str, list[Record]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for name in games.names():
        game = games.get(name)
        before, now = kept.setdefault(name, []), today(game)
        if before and all(before[-1][key] == value for key, value in now.items()):
            continue
        line = latest_line(game)
        if missing := wanting(game, before, now, line):
            sys.exit(f"Error: {missing}.")
        before.append({**now, "line": line})
        print(f"{FILE.name}: {name}, version {now['version']}")
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    update()
