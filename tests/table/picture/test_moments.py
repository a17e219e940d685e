"""Moments that are over: each line of the log opens what its reader saw then, and nothing more."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from opened import TableOf, act, look, shared_by
from pages import JSON, new_table, somebody
from starlette.testclient import TestClient

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Event
from enginehouse.core.registry import game as games
from enginehouse.core.words.telling import SOUNDS, list_lines
from enginehouse.games.mechanation.parts import Mech
from enginehouse.table import assets
from enginehouse.table.picture.past import list_moments, summarize_course
from enginehouse.table.picture.patch import list_tells, shorten
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import NoticedAction, moments
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.web.moments import Looker
from enginehouse.table.web.replay import find_moment

pytestmark = pytest.mark.usefixtures("no_workers")
HOUSE = [name for name in games.names() if games.get(name).telling is not None]


def done(client: TestClient, table: str, seat: int, name: str) -> None:
    """Play an action of a seat, as its page of this moment shows it."""
    state = client.get(f"{table}/frame?seat={seat}").json()["state"]
    answer = client.post(f"{table}/act", json={"seat": seat, "decision": state["decision"], "act": name}, headers=JSON)
    assert answer.status_code == 204, answer.text


def board(message: Any) -> str:
    """The board of a frame as it is drawn, without what could be done on it."""
    return str(message["regions"]["board"]).replace(' class="piece can grab"', "").split("layer-wagons")[1]


def test_a_line_opens_its_moment(client: TestClient) -> None:
    """What was seen then, as often as one likes; of the picture of now nothing changes, and nothing can be done in it."""
    table = new_table(client, **{"seat-1": "me"})
    seen = []
    for seat, name in ((0, "move 1 2"), (1, "move 1 2"), (0, "move 2 3")):
        done(client, table, seat, name)
        seen.append(client.get(f"{table}/frame?seat=0").json())
    for at in (0, 2, 1, 0):
        then = client.get(f"{table}/moment/{at}?seat=0").json()
        assert set(then["regions"]) == {"board", "hand", "seats"}
        assert [p for p in ("wagon-0", "wagon-1") if p not in then["regions"]["board"]] == []
        places = [board(one).split('transform="')[1].split('"')[0] for one in (then, seen[at])]
        assert places[0] == places[1], at
        assert then["acts"] == [] and not then["state"]["acting"] and then["n"] == at
    patch = client.get(f"{table}/moment/2?seat=0&from=1").json()
    assert patch["set"] and "log-lines" not in patch.get("order", {}) and "prompt" not in patch.get("html", {})
    assert client.get(f"{table}/moment/3?seat=0").status_code == 404
    assert client.get(f"{table}/frame?seat=0").json() == seen[-1]


def test_undone_actions_are_no_moments(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    done(client, table, 0, "move 1 2")
    assert client.get(f"{table}/moment/0").status_code == 200
    client.post(f"{table}/undo", json={"seat": 0, "decision": 1}, headers=JSON)
    assert client.get(f"{table}/moment/0").status_code == 404
    done(client, table, 0, "move 1 2")
    told = client.get(f"{table}/moment/0/about?piece=p-wagon-0").json()
    assert told["name"]


def test_a_stranger_looks_back_as_a_spectator(client: TestClient) -> None:
    """The cookie decides whose moment is shown, whatever seat the request names."""
    table = new_table(client, **{"seat-1": "me"})
    done(client, table, 0, "move 1 2")
    assert somebody(client).get(f"{table}/moment/0?seat=0").json()["state"]["seat"] == -1


async def test_other_hidden_hands_make_the_same_moment(registry: Registry, table_of: TableOf) -> None:
    """Two tables that differ only in what a seat cannot know give it the same moments, byte for byte."""
    session = await table_of("Ann", "Bob", "Cat")
    await act(session, 0, "move 1 2")
    await act(session, 1, "move 1 2")
    told = []
    for notes in ([2, 1, 1], [1, 2, 1]):
        match = session.state.match.clone()
        match._start.hand[2] = [0, *notes]
        match.state.hand[2] = [0, *notes]
        session.state = replace(session.state, match=match)
        looker = Looker(session, shared_by(registry).replays, 0)
        told.append([looker.message(k, None) for k in (0, 1)])
    assert told[0] == told[1]


async def test_who_leaves_is_in_the_log(table_of: TableOf, registry: Registry) -> None:
    """Where it happened among what each viewer noticed, also when the table is read again."""
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    await absence.leave(session, session.state.row.seats[1].person or "")
    again = await registry.read(session.id)
    for one in (session, again):
        lines = look(one, -1).picture.keyed_lists["log-lines"]
        assert list(lines) == ["log-0", "log-left-0"]
        assert "Bob" in lines["log-left-0"] and "plays on" in lines["log-left-0"]


@pytest.mark.parametrize("name", HOUSE)
def test_what_games_tell_of_their_events(name: str) -> None:
    """Kinds that there are, sounds of the set, signs that can be seen by day and night."""
    game = games.get(name)
    for kind, how in game.telling.TELLING.items():
        assert kind in game.kinds.BY_NUMBER
        assert how.sound in ("", *SOUNDS)
        assert not how.sign or "currentColor" in how.sign
        assert not how.moment or how.sign


def test_no_event_is_described_twice() -> None:
    """Who eats a plain pellet gains one; what else is gained is said, and what is a detail comes after the news."""
    game = games.get("great-machine")
    kinds, view = game.kinds, None

    def told(*events: tuple[int, ...]) -> list[str]:
        return [one.text for one in list_lines(game, view, [Event(*one) for one in events])]

    ate, gained = (kinds.ATE, 1, 0, 0, 0), (kinds.GAINED, 1, 1, 0, 0)
    assert told(ate, gained) == ["{1}’s rat eats a pellet."]
    assert len(told(ate, (kinds.GAINED, 1, 2, 0, 0))) == len(told(ate, (kinds.GAINED, 2, 1, 0, 0))) == 2
    assert told(ate, (kinds.GAINED, 2, 1, 0, 0), gained) == [
        "{1}’s rat eats a pellet.", "{2}’s rat gains a pellet."]  # fmt: skip
    assert len(told(ate, gained, gained)) == 2
    assert told((kinds.TRACK, 3, -1, 0, 0), ate) == [
        "{1}’s rat eats a pellet.", "The Master’s coach moves 1 nearer: 3 to go."]  # fmt: skip


def test_the_log_names_rats_by_their_cages() -> None:
    """As they sat when it happened: events of the viewer's past say where; whose place none has told is named alone."""
    game = games.get("great-machine")
    kinds, noted = game.kinds, dict[Any, Any]()

    def told(*event: int) -> list[str]:
        return [one.text for one in list_lines(game, None, [Event(*event)], noted)]

    assert told(kinds.ATE, 1, 0, 0, 0) == ["{1}’s rat eats a pellet."]
    told(kinds.PLACED, 1, 4, 0, 0)
    assert told(kinds.ATE, 1, 0, 0, 0) == ["{1}’s rat in cage 4 eats a pellet."]
    told(kinds.SWAPPED, 1, 2, 0, 0)
    assert told(kinds.LOST, 2, 2, 0, 0) == ["{2}’s rat in cage 4 loses 2 pellets."]
    assert told(kinds.ATE, 2, 0, 1, 0) == ["{2}’s rat eats a pellet in the pipes."]
    played = game.vocabulary.code("play psycho-rat rat 2")
    assert told(kinds.PLAYED, 0, played, 0, 0) == ["{0} plays Psycho Rat on {2}’s rat in cage 4."]
    assert told(kinds.BEGAN, 1, 0, 0, 0) == ["{1}’s earlier cards take effect."]


def test_the_log_has_a_battles_sum() -> None:
    """Both sides with how each power comes about, and the ability that counted."""
    game = games.get("mechanation")
    leech, wrench = int(Mech.LEECH), int(Mech.WRENCH)
    battle = Event(game.kinds.POWERS, 4, 0, 1, leech + 32 * wrench + 1024 * 2 + 8192 * 0)
    shown = [Event(game.kinds.REVEALED, 2, leech, 0, 0), Event(game.kinds.REVEALED, 0, wrench, 1, 0)]
    lines = list_lines(game, None, [*shown, battle, Event(game.kinds.WON, 2, 0, 0, 0)])
    assert [one.text for one in lines if not one.aside] == [
        "{2}’s Leech 4 beats {0}’s Wrench 1 − 1 = 0. Leech takes 2 from Wrench."]  # fmt: skip
    assert len([one for one in lines if one.aside]) == 2


def test_events_with_a_sound_or_a_large_picture() -> None:
    """In the order of what happened, while pieces move; the stage is for when they have; nothing of it is a plain event's."""
    game = games.get("great-machine")
    kinds, view = game.kinds, None
    events = [Event(kinds.DROPPED, 0, 0, 0, 0), Event(kinds.SHOCKED, 1, 2, 0, 0), Event(kinds.DIED, 1, 2, 0, 0)]
    way = [Motion("pellet", ms=900, wait=0)]
    told = list_tells(game, view, ("Ann", "Bob"), [events, [Event(kinds.TURN, 0, 0, 0, 0)]], [way, []])
    assert [(one.wait, one.sound) for one in told if one.sound] == [(0, "drop"), (300, "zap"), (600, "toll")]
    assert [one.wait for one in told if one.says] == [900]
    assert "Bob" in told[-1].says and "rat dies" in told[-1].says and told[-1].sign.startswith("<svg")


def test_every_sound_is_made_by_the_page() -> None:
    text = assets.FILES["sounds.js"].read_text("utf-8")
    assert set(re.findall(r"^  (\w+)\(\) \{", text, re.M)) == set(SOUNDS)


async def test_the_end_links_to_moments_and_the_same_deal_can_be_played(table_of: TableOf, registry: Registry) -> None:
    """Of each sentence the last time; a rematch is dealt anew unless the same is wanted."""
    game = games.get("great-machine")
    died = NoticedAction(1, [Event(game.kinds.DIED, 1, 2, 0, 0)])
    turn = NoticedAction(0, [Event(game.kinds.TURN, 0, 0, 0, 0)])
    assert moments(game, None, [died, turn, died, turn]) == [
        (2, "{1}’s rat in cage 2 dies and loses all its pellets. A new one comes in {1}’s next turn.")
    ]
    everybody = [NoticedAction(0, [Event(game.kinds.DIED, seat, 2, 0, 0)]) for seat in range(6)]
    master = NoticedAction(0, [Event(game.kinds.MASTER, 0, 0, 0, 0)])
    assert [number for number, _ in moments(game, None, [master, *everybody])] == [0, 3, 4, 5, 6]
    both = NoticedAction(0, [Event(game.kinds.DIED, 1, 2, 0, 0), Event(game.kinds.MASTER, 0, 0, 0, 0)])
    assert [text for _, text in moments(game, None, [both])][-1] == "The Master arrives!", "as they happened"
    swapped = NoticedAction(0, both.events[::-1])
    assert next(text for _, text in moments(game, None, [swapped])) == "The Master arrives!"
    session = await table_of("Ann", game="mechanical-beast", tells="rules")
    await act(session, 0, "end")
    assert session.state.match.over
    panel = look(session, 0).picture.html["end"]
    assert "Same setup" in panel and 'name="deal"' in panel
    done = await commands.rematch(session, session.state.row.host, registry.add, same_deal=True)
    again = await registry.get(done.after.row.rematch or "")
    assert again.state.row.seed == session.state.row.seed and not again.state.match.entries
    assert again.state.row.tells == "rules" and not again.state.row.foretells
    other = await table_of("Ann", game="mechanical-beast")
    await act(other, 0, "end")
    fresh = await commands.rematch(other, other.state.row.host, registry.add)
    assert (await registry.get(fresh.after.row.rematch or "")).state.row.seed != other.state.row.seed


async def test_the_end_leads_to_moments_in_the_replay(table_of: TableOf) -> None:
    """With the eyes of the viewer, after the entries of the line."""
    session = await table_of("Ann", game="mechanical-beast")
    await act(session, 0, "end")
    given = replace(look(session, 0).given, moments=((2, "The switch is thrown!"),))
    link = f'<a class="end-moment" href="/t/{session.id}/replay?seat=0&amp;moment=2">The switch is thrown!</a>'
    assert link in build(given).html["end"]
    match = Match.new("mechanica", 2, None, 5)
    for _ in range(30):
        seat = match.actors()[0]
        match.act_unchecked(seat, match.legal(seat)[0])
    lines = summarize_course(match, 0)["lines"]
    assert [find_moment(match, 0, number) for number in range(len(lines))] == lines
    assert find_moment(match, 0, len(lines)) == find_moment(match, 0, -1) == len(match.entries)


def test_a_finished_game_at_a_glance() -> None:
    """By seat its standing after each entry, and where each line of the log came to stand; what was taken back counts where
    it was done for good."""
    match = Match.new("mechanica", 1, None, 5)
    while not match.over:
        seat = match.actors()[0]
        match.act_unchecked(seat, match.legal(seat)[-1])
        if match.can_undo(seat) and len(match.entries) == 12:
            match.undo(seat)
    course = summarize_course(match, 0)
    (stood,) = course["stood"]
    assert len(stood) == len(match.entries) + 1 and stood[-1] == match.scores()[0][0]
    assert len(course["lines"]) == len(list_moments(match, 0)) and course["lines"] == sorted(course["lines"])
    assert max(course["lines"]) <= len(match.entries)


def test_the_switch_and_a_rescue_are_moments_beside_many_falls() -> None:
    """A rare event stays among the moments, however many other events follow it."""
    game = games.get("mechanical-beast")
    kinds, match = game.kinds, Match.new("mechanical-beast", 2, {"level": "easy"}, 5)
    falls = [NoticedAction(0, [Event(kinds.COLLAPSED, k, 0, k, 0)]) for k in range(1, 20)]
    switch, rescue = (
        NoticedAction(0, [Event(kinds.SWITCHED, 0, 0, 0, 0)]),
        NoticedAction(1, [Event(kinds.RESCUED, 1, 0, 0, 0)]),
    )
    found = moments(game, match.view(0), [switch, falls[0], rescue, *falls[1:]])
    texts = [text for _, text in found]
    assert len(found) == 6 and [number for number, _ in found] == sorted(number for number, _ in found)
    assert (
        "throws the switch" in texts[0]
        and "{1} rescues a prisoner" in texts[1]
        and all("collapses" in text for text in texts[2:])
    )


@pytest.mark.parametrize(
    ("sentence", "large"),
    [
        (
            "{0} completes a blueprint (two Pluses and a Deluxe): 23 into the Vault. Both blueprints are replaced.",
            "{0} completes a blueprint",
        ),
        ("Room 15 collapses. Rooms 9 and 4 slide one place west.", "Room 15 collapses"),
        ("{1} wins!", "{1} wins!"),
    ],
)
def test_large_type_has_the_first_clause_alone(sentence: str, large: str) -> None:
    assert shorten(sentence) == large
