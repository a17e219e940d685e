"""The application without a socket: pages, headers, who may call and post, one shape of error."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pages import FORM, JSON, MOVE, SAME, new_table, somebody
from starlette.testclient import TestClient

from enginehouse.core.errors import Unreadable
from enginehouse.table import assets, packing, routes, words
from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings, about, from_environment, from_mapping, unknown, variable
from enginehouse.table.states import bot_choices

pytestmark = pytest.mark.usefixtures("no_workers")


def test_positions_are_taken_only_where_the_host_wants_them(client: TestClient) -> None:
    """Rules trust a record, so a forged one could stop a server: nothing of the line is even read."""
    assert 'name="start"' not in client.get("/new?game=switchyard").text
    refused = client.post("/new", data={**FORM, "seat-1": "me", "start": "{"}, headers=JSON)
    assert refused.status_code == 400 and "--positions" in refused.text and "not the line" not in refused.text


def test_from_lobby_to_table(client: TestClient) -> None:
    assert "Enginehouse" in client.get("/").text
    form = client.get("/new?game=switchyard").text
    assert "Length of the game" in form and 'name="seat-3"' in form and "bot:random" in form
    table = new_table(client)
    page = client.get(table)
    assert page.status_code == 200 and "Send this link to a friend" in page.text
    bob = somebody(client)
    assert "Sit down" in bob.get(table).text
    assert bob.post(f"{table}/join", data={"name": "Bob"}).status_code == 303
    assert "Move your wagon" in client.get(table).text
    assert "My tables" in bob.get("/").text


def test_everything_works_without_a_script(client: TestClient) -> None:
    """A button of the list is a form's button: posted as such it plays, and leads back to the table."""
    table = new_table(client, **{"seat-1": "me"})
    page = client.get(table).text
    form = re.search(
        r'<form class="acts" method="post" action="([^"]+)".*?name="seat" value="(\d)".*?name="decision" value="(\d+)"',
        page,
    )
    assert form is not None
    answer = client.post(form[1], data={"seat": form[2], "decision": form[3], "act": "move 1 2"})
    assert (answer.status_code, answer.headers["location"]) == (303, table)
    assert "moves to siding 2" in client.get(table).text
    undo = client.post(f"{table}/undo", data={"seat": "0", "decision": "1"})
    assert undo.status_code == 303
    assert "moves to siding 2" not in client.get(table).text
    refused = client.post(form[1], data={"seat": "0", "decision": "2", "act": "move 4 5"})
    assert refused.status_code == 409
    assert "Your wagon stands on siding 1" in refused.text and "Back to the table" in refused.text


@pytest.mark.parametrize(
    "path",
    [
        "/games/switchyard/rules",
        "/games/switchyard/parts",
        "/games/switchyard/cover.svg",
        "/games/switchyard/parts/0.svg",
        "/health",
    ],
)
def test_pages_of_a_game(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200 and answer.headers["x-content-type-options"] == "nosniff"


def test_the_rulebook_has_an_anchor_for_every_clause(client: TestClient, toy: Any) -> None:
    page = client.get("/games/switchyard/rules").text
    assert len(toy.clauses) == 8
    for clause in toy.clauses:
        assert f'id="{toy.clause_name(clause)}"' in page
    assert "<td>blue</td>" in page


def test_no_page_carries_a_style_or_a_handler(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    for path in (
        "/",
        "/new?game=switchyard",
        table,
        f"{table}/join",
        f"{table}/leave",
        "/games/switchyard/rules",
        "/games/switchyard/parts",
        "/nowhere",
    ):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert not re.search(r"<[^>]+\s(style|on\w+)=", answer.text), path
        assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text), path


def test_names_are_shown_as_text(client: TestClient) -> None:
    name = "<img src=x>&\"'{1}"
    table = new_table(client, **{"seat-1": "me", "name": name})
    client.post(f"{table}/act", json=MOVE, headers=JSON)
    for path in (table, "/", f"{table}/join"):
        text = client.get(path).text
        assert "<img src=x>" not in text
        assert "&lt;img src=x&gt;&amp;&#34;&#39;{1}" in text or "&lt;img src=x&gt;&amp;&quot;&#39;{1}" in text


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u0007"])
def test_a_guest_has_a_name(client: TestClient, name: str) -> None:
    assert client.post("/new", data={**FORM, "name": name}).status_code == 400


# ---------------------------------------------------------------- who may


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "cross-site", "origin": "http://localhost"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"origin": "http://localhost"}, True),
        ({"origin": "http://localhost:99"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({}, False),
    ],
)
def test_only_our_own_pages_post(app: Any, headers: dict[str, str], allowed: bool) -> None:
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        assert client.post("/new", data=FORM, headers=headers).status_code == (303 if allowed else 403)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("192.168.1.5:8000", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("", 400),
        ("localhost.evil.example", 421),
        ("[", 400),
    ],
)
def test_the_table_answers_to_its_own_names(client: TestClient, host: str, status: int) -> None:
    assert client.get("/health", headers={"host": host}).status_code == status


def test_names_can_be_added(tmp_path: Path) -> None:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", hosts="games.example.org, other"))
    with TestClient(app) as client:
        assert client.get("/health", headers={"host": "games.example.org"}).status_code == 200


def test_a_forged_cookie_is_nobody(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    ((name, cookie),) = client.cookies.items()
    person, date, signed = cookie.split(".")
    stranger = somebody(client)
    for forged in (f"{person}.", f"{person}.AAAA", f"{person[:-1]}x.{date}.{signed}", "nonsense", f"{cookie}x"):
        stranger.cookies.set(name, forged)
        assert stranger.post(f"{table}/act", json=MOVE, headers=JSON).status_code == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(client: TestClient) -> None:
    said = client.post("/new", data=FORM).headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=lax" in said and "secure" not in said


def test_a_text_that_is_too_long_is_not_read(client: TestClient) -> None:
    assert client.post("/new", data={**FORM, "name": "x" * 20_000}).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    assert client.post("/new", content=endless()).status_code == 413


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ({"seat": 0, "decision": 0, "act": "move 5 6"}, 409, "not-allowed"),
        ({"seat": 0, "decision": 7, "act": "move 1 2"}, 409, "stale"),
        ({"seat": 0, "decision": 0, "act": "fly"}, 400, "unreadable"),
        ({"seat": "x", "decision": 0, "act": "move 1 2"}, 400, "unreadable"),
        ({"decision": 0, "act": "move 1 2"}, 400, "unreadable"),
        ({"seat": 5, "decision": 0, "act": "move 1 2"}, 403, "forbidden"),
        ({"seat": 1, "decision": 0, "act": "move 1 2"}, 403, "forbidden"),
        ({"seat": 0, "decision": "9" * 40, "act": "move 1 2"}, 400, "unreadable"),
    ],
)
def test_all_refusals_have_the_same_shape(client: TestClient, what: dict[str, Any], status: int, code: str) -> None:
    table = new_table(client)
    somebody(client).post(f"{table}/join", data={"name": "Bob"})
    answer = client.post(f"{table}/act", json=what, headers=JSON)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert set(error) == {"code", "sentence", "try", "clause"}
    assert error["code"] == code and error["sentence"].endswith(".")
    if status == 409:
        assert answer.json()["frame"]["regions"]["board"], "a fresh frame comes along"
    if code == "not-allowed":
        assert error["clause"] == "SY-2.2"


@pytest.mark.parametrize("body", [b"[]", b"{", b'{"seat":[1]}', b"\xff\xfe", b'{"seat":1e400}'])
def test_any_body_gets_an_answer(client: TestClient, body: bytes) -> None:
    table = new_table(client)
    headers = {**JSON, "content-type": "application/json"}
    assert client.post(f"{table}/act", content=body, headers=headers).status_code == 400


def test_pages_of_errors_lead_back(client: TestClient) -> None:
    for path in (
        "/t/nosuchtable",
        "/games/none/rules",
        "/nowhere",
        "/assets/../app.py",
        "/games/switchyard/parts/99.svg",
        "/new?game=none",
    ):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert ">Lobby</a>" in answer.text
    assert client.get("/t/x/act").status_code == 405


def test_a_running_game_cannot_be_looked_into(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    for path in (f"{table}/replay", f"{table}/replay/0?seat=1", f"{table}/course", f"{table}/log.json"):
        assert client.get(path).status_code == 403


def test_why_not(client: TestClient) -> None:
    table = new_table(client)
    somebody(client).post(f"{table}/join", data={"name": "Bob"})
    told = client.post(f"{table}/why", json={"seat": 0, "piece": "p-siding-5"}, headers=JSON).json()
    assert told == {
        "sentence": "Your wagon stands on siding 1.",
        "clause": "SY-2.2",
        "link": "/games/switchyard/rules#SY-2.2",
    }
    told = client.post(f"{table}/why", json={"seat": 0, "piece": "p-rail"}, headers=JSON).json()
    assert told["sentence"] == "Not available right now. You can use the lit pieces and the buttons."


def test_a_table_can_foretell_nothing(client: TestClient) -> None:
    """Drawn, asked for, pointed at and explained: with forecasts by default, without any where the table was opened so;
    the same for all who look."""
    machine = {"game": "great-machine", "seat-1": "me"}
    found = {}
    for tells in ("", "rules"):
        table = new_table(client, **machine, tells=tells)
        for act in ("cage 2", "cage 1", "draw movement"):
            for seat in (0, 1):
                state = client.get(f"{table}/frame?seat={seat}", headers=JSON).json()["state"]
                asked = {"seat": seat, "decision": state["decision"], "act": act}
                if state["acting"] and client.post(f"{table}/act", json=asked, headers=JSON).status_code == 204:
                    break
        seat = next(k for k in (0, 1) if client.get(f"{table}/frame?seat={k}", headers=JSON).json()["state"]["acting"])
        frame = client.get(f"{table}/frame?seat={seat}", headers=JSON).json()
        pieces = {"seat": seat, "piece": "p-forecast"}
        found[tells] = (
            "gm-way-ahead" in client.get(f"{table}?seat={seat}").text,
            "gm-way-ahead" in somebody(client).get(table).text,
            frame["state"]["preview"],
            "Where the next pellet will land." in client.get(f"{table}/beside").text,
            bool(client.post(f"{table}/about", json=pieces, headers=JSON).json()["name"]),
            any(
                client.post(f"{table}/preview", json={"seat": seat, "act": one["name"]}, headers=JSON).json()["pieces"]
                for one in frame["acts"]
            ),
        )
    assert found == {"": (True,) * 6, "rules": (False,) * 6}
    refused = client.post("/new", data={**FORM, "tells": "more"}, headers=JSON)
    assert refused.status_code == 400 and "'more'" in refused.text
    form = client.get("/new?game=great-machine").text
    assert 'name="tells"' in form and 'name="tells"' not in client.get("/new?game=switchyard").text


@pytest.mark.parametrize("compiles", [True, False])
def test_where_nothing_compiles_it_is_said_which_bots_are_weaker(
    client: TestClient, compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_choices, "jit_possible", lambda: compiles)
    for page in (client.get("/new?game=mechanica").text, client.get(f"{new_table(client)}/join").text):
        kinds = {
            "Expert bot: thinks longest": True,
            "Hard bot: looks further": True,
            "Steady bot: one step ahead": False,
            "Easy bot: for a first game": False,
        }
        for label, weaker in kinds.items():
            assert f">{label}" in page
            assert (f">{label} (weaker here: rules are not compiled)<" in page) == (weaker and not compiles)
        places = [page.index(f">{label}") for label in reversed(kinds)]
        assert places == sorted(places), "from the easiest to the strongest"


def test_a_hint_goes_only_to_its_seat_and_only_if_the_table_allows_hints(client: TestClient) -> None:
    machine = {"game": "great-machine", "seat-1": "me"}  # whoever begins
    table = new_table(client, **machine, tells="hints")
    state = client.get(f"{table}/frame", headers=JSON).json()["state"]
    asked = {"seat": state["seat"], "decision": state["decision"]}
    told = client.post(f"{table}/hint", json=asked, headers=JSON)
    legal = [one["name"] for one in client.get(f"{table}/frame", headers=JSON).json()["acts"]]
    assert told.status_code == 200 and told.json()["act"] in legal and told.json()["decision"] == asked["decision"]
    assert client.post(f"{table}/hint", data=asked).text.startswith(told.json()["label"])
    assert somebody(client).post(f"{table}/hint", json=asked, headers=JSON).status_code == 403
    without = new_table(client, **machine)
    assert "Hints are off" in client.post(f"{without}/hint", json=asked, headers=JSON).text
    assert 'value="hints"' in client.get("/new?game=great-machine").text


def test_a_game_without_previews_has_none(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    assert client.post(f"{table}/preview", json={"seat": 0, "act": "no such"}, headers=JSON).json() == {"pieces": []}


# ---------------------------------------------------------------- a game to its end, and its replay


def play_to_the_end(client: TestClient, table: str) -> None:
    """One browser plays for both seats until the game is over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        waits = True
        for seat in (0, 1):
            picture = client.get(f"{table}/frame?seat={seat}", headers=JSON).json()
            names = [one["name"] for one in picture["acts"]]
            if names:
                waits = False
                last = {"seat": seat, "decision": picture["state"]["decision"], "act": names[-1]}
                assert client.post(f"{table}/act", json=last, headers=JSON).status_code == 204
        if picture["state"]["over"]:
            return
        if waits:  # a window closes in its own time
            time.sleep(0.01)
    raise AssertionError("the game does not end")


def test_a_game_whose_end_is_not_stored_is_given_to_nobody(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last action cannot be stored: the game goes on, and its seed is still nobody's to know."""
    with TestClient(
        app, base_url="http://localhost", headers=SAME, follow_redirects=False, raise_server_exceptions=False
    ) as client:
        table = new_table(client, **{"seat-1": "me"})
        append = app.state.shared.registry.store.entries.append

        async def full(*given: Any, **more: Any) -> None:
            if given[2] is not None:  # a result: this is the end
                raise OSError("the disk is full")
            await append(*given, **more)

        with monkeypatch.context() as patch:
            patch.setattr(app.state.shared.registry.store.entries, "append", full)
            with pytest.raises(AssertionError):
                play_to_the_end(client, table)
        session = app.state.shared.registry.tables[table.removeprefix("/t/")]
        assert not session.state.match.over
        for path in ("log.json", "replay", "replay/3"):
            answer = somebody(client).get(f"{table}/{path}")
            assert answer.status_code == 403 and session.state.row.seed not in answer.text
        play_to_the_end(client, table)
        assert client.get(f"{table}/log.json").json()["seed"] == session.state.row.seed


def test_bots_are_offered_from_the_weakest_level_to_the_strongest(client: TestClient) -> None:
    """And then those that are no level; the usual one is chosen wherever it stands."""
    seat = client.get("/new?game=switchyard").text.split('name="seat-1"')[1].split("</select>")[0]
    values = [part.split('"')[0] for part in seat.split('value="bot:')[1:]]
    assert values[:6] == ["easy", "steady", "hard", "expert", "greedy", "random"]
    assert 'value="bot:steady" selected' in seat


def test_replay_and_rematch(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    play_to_the_end(client, table)
    page = client.get(table).text
    assert "Rematch" in page and "Somebody has points enough." in page and "SY-3.1" in page
    replay = client.get(f"{table}/replay")
    assert replay.status_code == 200 and 'type="range"' in replay.text
    log = client.get(f"{table}/log.json").json()
    many = len(log["entries"])
    whole = client.get(f"{table}/replay/{many}?seat=0", headers=JSON).json()
    assert "Somebody has points enough." in whole["regions"]["end"]
    step = client.get(f"{table}/replay/3?seat=0&from=2", headers=JSON).json()
    assert step["n"] == 3 and ("set" in step or "regions" in step)
    lines = client.get(f"{table}/course?seat=0", headers=JSON).json()["lines"]
    assert lines and lines == sorted(lines) and set(lines) <= set(range(many + 1))
    for number in (0, len(lines) // 2, len(lines) - 1):
        logs = [
            client.get(f"{table}/replay/{at}?seat=0", headers=JSON).json()["regions"]["log"]
            for at in (lines[number] - 1, lines[number])
        ]
        assert f'data-moment="{number}"' not in logs[0] and f'data-moment="{number}"' in logs[1]
    following = client.post(f"{table}/rematch").headers["location"]
    assert following != table and "Move your wagon" in client.get(following).text
    assert f'href="{following}"' in client.get(table).text


# ---------------------------------------------------------------- assets and settings


def test_assets_are_kept_by_browsers(client: TestClient) -> None:
    first = client.get(assets.url("house.css"))
    assert "immutable" in first.headers["cache-control"] and "--brass:" in first.text
    again = client.get("/assets/house.css", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.headers["cache-control"] == "no-cache"
    for name in (
        "table.js",
        "frames.js",
        "extras.js",
        "replay.js",
        "theme.js",
        "vendor/idiomorph.esm.js",
        "games/switchyard.css",
        "icon.svg",
    ):
        assert client.get(assets.url(name)).status_code == 200, name


def test_assets_are_gzipped_for_who_reads_gzip(client: TestClient) -> None:
    address = assets.url("table-page.js")
    for accepted, packed in (("gzip, br", True), ("br", False), ("gzip;q=0", False), ("gzip;q=0.5", True), ("", False)):
        answer = client.get(address, headers={"accept-encoding": accepted})
        assert (answer.headers.get("content-encoding") == "gzip") == packed, accepted
        assert answer.content == assets.content("table-page.js")[0] and answer.headers["vary"] == "accept-encoding"
        assert answer.headers["etag"].endswith('-gzip"') == packed


def test_responses_with_a_hand_or_chat_are_never_compressed(client: TestClient) -> None:
    """Its length would tell of the hand to whoever can write something beside it."""
    table = new_table(client)
    for address in (table, f"{table}/frame?seat=0", f"{table}/replay"):
        assert "content-encoding" not in client.get(address, headers={"accept-encoding": "gzip, br, zstd"}).headers


@pytest.mark.parametrize("game", ["great-machine", "mechanation", "mechanica", "mechanical-beast"])
def test_the_first_visit_is_light(client: TestClient, game: str) -> None:
    """Bytes of the page and of all that it asks for, without headers."""
    page = client.get(new_table(client, game=game, **{"seat-1": "me"})).text
    named = [unescape(name) for name in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)]
    assert len(named) == len(set(named)) >= 5
    sizes = [len(assets.pack_asset(name.split("?")[0].removeprefix("/assets/"))) for name in named]
    assert len(page.encode()) + sum(sizes) < 97_000
    assert sum(sizes) < 55_000


def test_scripts_of_a_page_are_one() -> None:
    """Each is there once, after those it imports; nothing is left of how they were imported and exported, and no text has lost
    anything that looks like a comment."""
    for name, parts in assets.JOINED_SCRIPTS.items():
        script = assets.content(name)[0].decode()
        assert re.findall(r"^(?:import|export)\b.*", script, re.MULTILINE) == ["export const all = {};"]
        order = re.findall(r'^all\["([^"]+)"\] = ', script, re.MULTILINE)
        assert len(order) == len(set(order)) and set(parts) <= set(order)
        for one in order:
            text = assets.read_script(one)
            taken = packing.imports(one, text)
            assert len(taken) == len(re.findall(r"^import\b", text, re.MULTILINE)), f"{one} imports in another way"
            assert all(order.index(other) < order.index(one) for other in taken)
            exports = re.findall(r"^export\b", text, re.MULTILINE)
            assert len(packing.EXPORT.findall(text)) == len(exports), f"{one} exports in another way"


def test_a_script_keeps_its_address_in_another_folder(client: TestClient) -> None:
    """A page that was opened before an update asks for its other scripts after it, by the hash of before."""
    scripts = [path for path in assets.FOLDER.rglob("*.js") if path.parent.name != "vendor"]
    assert {path.name for path in scripts} | {assets.MORPHER} == {one for one in assets.FILES if one.endswith(".js")}
    assert len(scripts) == len({path.name for path in scripts})
    script = client.get("/assets/beside.js?v=before")
    imported = re.findall(r'(?:from |import\()"([^"]+)"', script.text)
    assert script.headers["cache-control"] == "no-cache" and len(imported) == 5
    for one in imported:
        assert re.fullmatch(r"\./[a-z]+\.js\?v=[0-9a-f]{12}", one)
        assert "immutable" in client.get(f"/assets/{one}").headers["cache-control"]


def test_comments_are_left_out() -> None:
    said = 'const a = "/ // no comment"; // goes\n  // goes\n/** goes\n * too */\nconst b = /** @type {any} */ (a);\n\n\nb();\n'
    left = 'const a = "/ // no comment";\nconst b = (a);\nb();\n'
    assert packing.without_comments(said, ".js") == left
    assert packing.without_comments("/* one\n */a { b: c; } /* two */", ".css") == "a { b: c; } "
    for name, path in assets.FILES.items():
        if path.suffix == ".css":
            assert not re.search(
                r"""["'(][^"')\n]*/\*""", re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
            ), name


def test_vendored_files_match_their_notes() -> None:
    notes = sorted((assets.FOLDER / "vendor").glob("*.VENDOR"))
    assert notes
    for note in notes:
        said = dict(line.split(": ", 1) for line in note.read_text("utf-8").splitlines())
        file = note.with_name(said["file"].split(" ")[0])
        assert hashlib.sha256(file.read_bytes()).hexdigest() == said["sha256"]
        assert note.with_suffix(".LICENSE").is_file() and said["licence"] and said["version"]


def test_the_table_names_no_game() -> None:
    from enginehouse.core.registry import game as games

    names = {n for name in games.names() for n in (name, name.replace("-", "_"), games.get(name).facts.title)}
    names -= {"switchyard", "Switchyard"}
    for path in assets.FOLDER.parent.rglob("*"):
        if path.suffix in (".py", ".js", ".css"):
            text = path.read_text("utf-8")
            assert not [n for n in names if n in text], path


def test_all_addresses_are_on_one_screen() -> None:
    assert len(Path(routes.__file__).read_text("utf-8").splitlines()) < 64


def test_settings() -> None:
    assert from_environment({"ENGINEHOUSE_BEAT_MS": "5"}, window_ms=7) == Settings(beat_ms=5, window_ms=7)
    with pytest.raises(Exception, match="perhaps 'beat_ms'"):
        from_mapping({"beat_sm": 1})
    with pytest.raises(Exception, match="milliseconds; 'soon'"):
        from_mapping({"beat_ms": "soon"})
    assert all(sentence for _, _, sentence in about())
    assert from_environment({"ENGINEHOUSE_BEAT_MS": "", "ENGINEHOUSE_ALONE": "", "ENGINEHOUSE_LOG": ""}) == Settings()
    for said, meant in (("1", True), ("Yes", True), ("on", True), ("0", False), ("false", False), ("OFF", False)):
        assert from_environment({"ENGINEHOUSE_ALONE": said}).alone is meant
    assert from_mapping({"hosts": "games.example.org, other,192.168.1.5"}).hosts
    assert from_mapping({"away_s": 0, "expire_days": "0.5"}).expire_days == 0.5


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("https", "maybe", r"ENGINEHOUSE_HTTPS.*'maybe' is not valid: write 1 for yes or 0 for no"),
        ("window_ms", "-1", "at least 0"),
        ("connections", "0", "at least 1"),
        ("think_s", "nan", "at least 0"),
        ("think_s", "inf", "at least 0"),
        ("beat_ms", "1.5", "a whole number"),
        ("hosts", "b.org,https://a.org/", "without scheme or port, as a.org"),
        ("hosts", "a.org:8443", "without scheme or port, as a.org"),
        ("hosts", "*", "write only a host name"),
        ("proxies", "caddy", "'caddy' does not appear to be"),
        ("proxies", "*", "does not appear to be"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(name: str, value: str, wanted: str) -> None:
    with pytest.raises(Unreadable, match=wanted):
        from_environment({f"ENGINEHOUSE_{name.upper()}": value})


def test_an_unknown_setting_is_reported_with_the_nearest_name() -> None:
    environ = dict.fromkeys(
        (*map(variable, ("window_ms", "hosts")), "ENGINEHOUSE_JIT", "ENGINEHOUSE_CACHE", "PATH"), "1"
    )
    assert unknown(environ) == []
    wrong = ("ENGINEHOUSE_WINDOWMS", "ENGINEHOUSE_EXPIRE_DAY", "ENGINEHOUSE_XYZZY")
    days, window, nothing = unknown(environ | dict.fromkeys(wrong, "1"))
    assert "ENGINEHOUSE_EXPIRE_DAY is no setting" in days and "perhaps ENGINEHOUSE_EXPIRE_DAYS" in days
    assert "perhaps ENGINEHOUSE_WINDOW_MS" in window and "`enginehouse settings`" in nothing


def test_the_form_folds_rare_options_and_has_the_same_words_for_pace(client: TestClient) -> None:
    """Before the fold stand name, seats and what counts; within it clocks, help, the deal, and options that do not count yet."""
    page = client.get("/new?game=mechanical-beast").text
    fold, end = page.rindex('<details class="more"'), page.rindex("</details>")
    assert page.count("<details") == 2 and page.index("Open the table") > end
    before, inside = page[:fold], page[fold:end]
    for name in ("seat-1", "option-play", "option-level", "option-glass"):
        assert f'name="{name}"' in before
    for name in (
        "listed",
        "drawn",
        "watched",
        "beat_ms",
        "window_ms",
        "clock",
        "away_s",
        "tells",
        "deal",
    ):
        assert f'name="{name}"' in inside
    pace = inside[inside.index("Speed of the bots") : inside.index("Reaction time")]
    assert re.findall(r"<span>([^<]+)</span>", pace) == list(words.PACES)
    assert "open" in client.get("/new?game=mechanical-beast&deal=abc").text.split('<details class="more"')[2][:6]
