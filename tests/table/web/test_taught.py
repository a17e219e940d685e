"""Lessons at a table, through the application: each to its last step, and then on freely."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from handclock import SeededChance
from pages import JSON, SAME
from starlette.testclient import TestClient

from enginehouse.core.play.entries import Done
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.lessons import Place, lessons_of
from enginehouse.table import words
from enginehouse.table.app import create_app
from enginehouse.table.people.played import counts
from enginehouse.table.settings import Settings
from enginehouse.table.states import teaching
from enginehouse.table.states.opening import with_bots_waiting
from enginehouse.table.states.state import TableState

pytestmark = pytest.mark.usefixtures("no_workers")
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}", beat_ms=0), chance=SeededChance())
    with TestClient(app, base_url="http://localhost", headers=SAME, follow_redirects=False) as one:
        yield one


class Learner:
    """Somebody at the table of a lesson."""

    def __init__(self, client: TestClient, game: str, lesson: str = "first") -> None:
        self.client, self.lesson = client, lessons_of(games.get(game))[lesson]
        answer = client.post(f"/games/{game}/lessons/{lesson}", data={"name": "Ann"})
        assert answer.status_code == 303, answer.text
        self.at = str(answer.headers["location"])

    @property
    def state(self) -> TableState:
        app: Any = self.client.app
        return app.state.shared.registry.tables[self.at.removeprefix("/t/")].state

    def frame(self) -> dict[str, Any]:
        """The picture when the learner is to act."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.lesson.learner in self.state.match.actors():
                return dict(self.client.get(f"{self.at}/frame", headers=JSON).json())
            time.sleep(0.005)
        raise AssertionError("the learner was not asked")

    def post(self, what: str, **more: Any) -> Any:
        seat = self.lesson.learner
        data = {"seat": seat, "decision": self.state.decision(seat), **more}
        return self.client.post(f"{self.at}/{what}", json=data, headers=JSON)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in lessons_of(games.get(game))])
def test_every_lesson_to_its_last_step(client: TestClient, game: str, name: str) -> None:
    learner = Learner(client, game, name)
    many, number = learner.lesson.pages, 0
    for step in learner.lesson.steps:
        shown = learner.frame()
        for hidden in range(len(step.pages) + 1):
            number += 1
            page = f"""<p class="lesson-says"{" hidden" * bool(hidden)} data-number="Step {number} of {many}\""""
            assert page in shown["regions"]["prompt"]
        assert ("Next</button>" in shown["regions"]["prompt"]) == bool(step.pages)
        assert {act["name"] for act in shown["acts"]} == {step.act, *step.also}
        pieces = {piece for act in shown["acts"] for piece in (*act.get("pieces", ()), act.get("from"), act.get("to"))}
        ringed = re.findall(r'<g id="([^"]+)" class="[^"]*ringed', shown["regions"]["board"] + shown["regions"]["hand"])
        assert bool(ringed) == bool(step.rings or pieces - {None})
        others = [n for n in learner.state.match.legal_names(learner.lesson.learner) if n not in (step.act, *step.also)]
        if others:
            refused = learner.post("act", act=others[-1])
            told = refused.json()["error"]["sentence"]
            assert refused.status_code == 409 and told.startswith("Do this first: ") and len(told.split()) <= 20
            assert learner.post("why", piece="p-nothing-of-this-name").json()["sentence"] == told
            assert "{" not in told, "names stand in the place of seats"
            assert " ".join(page.says for page in step.read) not in told, "the step is not said again"
        done = learner.post("act", act=step.act)
        assert done.status_code == 204, done.text
    shown = learner.frame()
    assert words.LESSON_OVER in shown["regions"]["prompt"] and "ringed" not in shown["regions"]["board"]
    end = time.monotonic() + 60
    while len(learner.state.legal(learner.lesson.learner)) < 2 and time.monotonic() < end:
        time.sleep(0.005)  # bots play on, and may ask the learner in between
    shown = learner.frame()
    assert len(shown["acts"]) == len(learner.state.legal(learner.lesson.learner)) > 1
    assert f'action="/games/{game}/play"' in shown["regions"]["prompt"]
    following = f'action="/games/{game}/lessons/more"'
    assert (following in shown["regions"]["prompt"]) == (name == "first" and "more" in lessons_of(games.get(game)))


@pytest.mark.parametrize("waits", [True, False])
def test_a_real_game_is_one_click_away(client: TestClient, waits: bool) -> None:
    """At the table of the house that waits in the lobby, or at a new one like it; a new caller needs no name."""
    registry = cast(Any, client.app).state.shared.registry
    game = games.get("mechanica")
    if waits:
        client.portal.call(registry.add, with_bots_waiting(game, registry.chance))  # type: ignore[union-attr]
    answer = client.post("/games/mechanica/play")
    assert answer.status_code == 303, answer.text
    row = registry.tables[answer.headers["location"].removeprefix("/t/")].state.row
    assert (row.game, row.status, row.lesson, row.hints) == ("mechanica", "running", "", True)
    assert [seat.kind for seat in row.seats] == ["person", "bot", "bot", "bot"]
    again = client.post("/games/mechanica/play").headers["location"]
    assert again != answer.headers["location"], "each click opens a game of its own"
    assert client.post("/games/chess-of-nowhere/play").status_code == 404


def test_whoever_leaves_a_lesson_plays_on_freely(client: TestClient) -> None:
    learner = Learner(client, "mechanica")
    assert len(learner.frame()["acts"]) == 1
    assert learner.post("why", piece="p-hammer").json()["sentence"].startswith("Do this first: Sell a Basic")
    assert learner.post("free").status_code == 204
    assert not counts(replace(learner.state.row, status="over")), "such a deal is no game among others"
    shown = learner.frame()
    assert "Step" not in shown["regions"]["prompt"] and len(shown["acts"]) == len(learner.state.legal(0)) > 1
    assert learner.post("act", act="buy 5").status_code == 204


def test_an_undo_moves_the_lesson_back(client: TestClient) -> None:
    learner = Learner(client, "mechanica")
    learner.frame()
    assert learner.post("act", act=learner.lesson.steps[0].act).status_code == 204
    second = len(learner.lesson.steps[0].pages) + 2
    assert f"Step {second} of" in learner.frame()["regions"]["prompt"]
    assert learner.post("undo").status_code == 204
    assert "Step 1 of" in learner.frame()["regions"]["prompt"]


def test_a_lesson_is_offered_where_there_is_one(client: TestClient) -> None:
    lobby, form = client.get("/").text, client.get("/new?game=mechanica").text
    for page in (lobby, form, client.get("/games/mechanica/rules").text):
        for name in lessons_of(games.get("mechanica")):
            assert f'formaction="/games/mechanica/lessons/{name}"' in page
    assert "lessons/first" not in client.get("/new?game=switchyard").text
    assert client.post("/games/mechanica/lessons/none", data={"name": "Ann"}).status_code == 404


def test_only_the_learner_gets_the_lesson(client: TestClient) -> None:
    learner = Learner(client, "mechanica")
    learner.frame()
    app: Any = client.app
    session = app.state.shared.registry.tables[learner.at.removeprefix("/t/")]
    session.state = replace(session.state, row=replace(session.state.row, watched=True))
    stranger = TestClient(client.app, base_url="http://localhost", headers=SAME)
    shown = stranger.get(f"{learner.at}/frame", headers=JSON).json()
    assert "Step" not in shown["regions"]["prompt"] and "ringed" not in shown["regions"]["board"]


def test_an_answer_in_a_window_does_not_end_the_effects_of_the_last_step(client: TestClient) -> None:
    """Alone with bots it is said for the learner, who is still reading; what they do by themselves ends it."""
    learner = Learner(client, "great-machine")
    for step in learner.lesson.steps:
        learner.frame()
        assert learner.post("act", act=step.act).status_code == 204
    state, lesson = learner.state, learner.lesson
    whole = state.match
    done = [one for one in whole.standing if one.seat == 0][: len(lesson.acts[0])]
    assert len(done) == len(lesson.acts[0])

    def at(*more: Done) -> Place | None:
        standing = [one for one in whole.standing if one.seat != 0] + done + list(more)
        return teaching.place(cast(Any, replace)(state, match=SimpleNamespace(game=whole.game, standing=standing)))

    answer = Done(0, whole.game.vocabulary.code("pass"), False, (), asked=True)
    assert (over := at(answer)) is not None and over.over
    assert at(answer._replace(asked=False)) is None


def test_nobody_has_to_say_a_name_first(client: TestClient) -> None:
    assert "formnovalidate" in client.get("/").text
    answer = client.post("/games/mechanica/lessons/first", data={"name": " "})
    assert answer.status_code == 303 and words.LEARNER in client.get(answer.headers["location"]).text
