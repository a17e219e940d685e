"""Games that were played, dropped into `GAME/played/`: each replays to its result and its checksum."""

from __future__ import annotations

from pathlib import Path

import pytest

from enginehouse.commands.simulate import verify_log
from enginehouse.core.play import logs
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.untraced

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/played/*.json*"))


def test_there_are_played_games() -> None:
    """A folder that is not found would make the test below pass on nothing."""
    ours = {name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")}
    assert {file.parts[-3].replace("_", "-") for file in FILES} == ours


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_played_game_replays(file: Path) -> None:
    for number, log in enumerate(logs.load_all(file), start=1):
        assert log.game == file.parts[-3].replace("_", "-"), f"{file.name}, game {number}: it is one of {log.game}"
        assert log.result is not None, f"{file.name}, game {number} is not finished"
        verdict = verify_log(log)
        assert verdict.good, f"{file.name}, game {number}: {verdict.said} {verdict.rules}"
