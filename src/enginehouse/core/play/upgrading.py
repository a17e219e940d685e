"""Rewrite logs of former versions of the rules, so that today's rules can play them.

The rules of a game have versions 1, 2, 3 and so on (`facts.rules_version`). Under a new version, the same game may need
another log, because an action has another name or players have to make a new decision. Then the game's `upgrades.py`
has a function that rewrites a log of the version before:

    UPGRADES = {"1": from_1}          # from_1(log: Log) -> Log, a log of version 2

If the same actions lead to other records under the new rules, the log's checksums are wrong afterwards. Then this
function has to remove the log's `checksum`, and the `check` of each entry (`drop_checks`).

If a version has no such function, the entries of a log stay as they are. Most such logs can be replayed as a whole, and
the others up to the entry at which the versions differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from enginehouse.core.former import forward
from enginehouse.core.patterns import RULES_VERSION
from enginehouse.core.play.logs import Log
from enginehouse.core.registry.game import Game


def versions_between(game: Game, version: str) -> Iterator[str]:
    """Yield the versions of the rules after `version`, up to today's version.

    Yield no version if `version` is not an earlier one.
    """
    today = game.facts.rules_version
    if RULES_VERSION.fullmatch(version) and RULES_VERSION.fullmatch(today):
        yield from map(str, range(int(version) + 1, int(today) + 1))


def rewrite_log(game: Game, log: Log) -> tuple[Log, bool]:
    """Return the log as rewritten for today's rules, and whether its entries were rewritten.

    The log may come from a former version of the rules.
    """
    now, rewritten = log, False
    functions = getattr(game.upgrades, "UPGRADES", {})
    for version in versions_between(game, log.rules):
        function = functions.get(str(int(version) - 1))
        if function is not None:
            before = now
            now = msgspec.structs.replace(function(now), rules=version)
            rewritten = rewritten or now.entries != before.entries
    return now, rewritten


def drop_checks(log: Log) -> Log:
    """Return a copy of the log without checksums: neither its own nor those of its entries."""
    entries = [msgspec.structs.replace(entry, check="") for entry in log.entries]
    return msgspec.structs.replace(log, entries=entries, checksum="")


def describe_versions(game: Game, version: str, *, rewritten: bool = False) -> str:
    """Return a sentence about how the rules have changed since the version `version`, under which a log was played.

    The sentence names both versions of the rules and describes the differences between them. Return "" if the log was
    played under today's version. If `rewritten` is true, the sentence also says that the log was rewritten for today's
    rules.
    """
    facts = game.facts
    if version == facts.rules_version:
        return ""
    changes = [facts.rules_changes[one] for one in versions_between(game, version) if one in facts.rules_changes]
    how = "; it was rewritten for them" if rewritten else ""
    text = f"The log was played under version {version} of the rules of {facts.title}, these are version {facts.rules_version}{how}."
    return " ".join([text, *changes])


__getattr__ = forward(__name__, {"upgraded": "rewrite_log", "said": "describe_versions"})
