"""Logs that somebody brings: checked under the rules within bounds, kept as what they are, and never more than a refusal."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from fuzz import Faults
from handclock import SeededChance
from wire import Answered, Browser, ask

from enginehouse import front
from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.table.app import create_app
from enginehouse.table.botpool import brought as taking
from enginehouse.table.botpool import jobs, pool
from enginehouse.table.errors import Busy
from enginehouse.table.settings import Settings
from enginehouse.table.web.requests import read_files

pytestmark = pytest.mark.usefixtures("no_workers")
ASK = pool.Workers.ask
"""As it is where workers think."""


def game_of(seed: int = 1) -> Match:
    """The toy, played at random to its end, with something taken back and put back."""
    dice, match = random.Random(seed), Match.new("switchyard", 2, {"line": "short"}, seed)
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)), "a note")
        if match.can_undo(seat) and dice.random() < 0.2:
            match.undo(seat)
            match.redo(seat)
    return match


def text_of(match: Match) -> str:
    return logs.write(match.log())


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", opened_per_min=100_000, upload_bytes=100_000)
    app = create_app(settings, chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def bring(
    one: Browser, data: bytes, name: str = "Ann", kind: str = "multipart/form-data; boundary=xYz"
) -> Answered:
    """Send the form as a browser does."""
    line = b"--xYz\r\nContent-Disposition: form-data; name="
    body = line + b'"name"\r\n\r\n' + name.encode() + b"\r\n"
    body += line + b'"log"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n' + data + b"\r\n--xYz--\r\n"
    headers = [
        (b"cookie", one.cookie),
        (b"sec-fetch-site", b"same-origin"),
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    answer = await ask(one.app, "POST", "/upload", headers, body=body)
    one.cookie = answer.headers.get("set-cookie", "").split(";")[0].encode() or one.cookie
    return answer


async def test_a_game_that_was_brought_is_kept_as_that(app: Any) -> None:
    ann, match = Browser(app), game_of()
    assert 'type="file"' in await ann.page("/upload") and 'href="/upload"' in await ann.page("/")
    answer = await bring(ann, text_of(match).encode())
    assert answer.status == 303, answer.body
    table = answer.headers["location"].removesuffix("/replay")
    eve = Browser(app)
    for path in (f"{table}/replay", f"{table}/review", table):
        assert "This game was imported" in await eve.page(path), path
    assert (await eve.get(f"{table}/replay/3")).status == 200
    found = json.loads((await eve.get(f"{table}/log.json")).body)
    assert [one.get("act", "") for one in found["entries"]] == [one.act for one in match.entries]
    assert found["seed"] == match.log().seed and "receipt" not in found and "a note" not in json.dumps(found)
    assert "had bound itself" not in await eve.page(f"{table}/receipt")
    assert "<h2>Results</h2>" not in await ann.page("/me"), "it counts for nobody"
    assert (await ann.post(f"{table}/rematch")).status == 403
    registry = app.state.shared.registry
    again = await registry.read(table.removeprefix("/t/"))
    assert again.state.match.over and not again.state.replay_error and again.state.row.status == "over"


def rewrite_fields(**more: Any) -> bytes:
    return json.dumps({**json.loads(text_of(game_of())), **more}).encode()


def entries_changed(at: int, **more: Any) -> bytes:
    log = json.loads(text_of(game_of()))
    log["entries"][at].update(more)
    return json.dumps(log).encode()


WRONG: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b" ", "hoose a file first"),
    "no log": (lambda: b"\xff\x00PNG", "not the log of a game"),
    "other JSON": (lambda: b"[1]", "not the log of a game"),
    "deep": (lambda: b"[" * 50_000, "not the log of a game"),
    "no game": (lambda: rewrite_fields(game="chess"), "not installed here"),
    "a changed game": (lambda: rewrite_fields(game="mechanation+SET_TO_WIN=4"), "not installed here"),
    "seats": (lambda: rewrite_fields(seats=99), "seats"),
    "options": (lambda: rewrite_fields(options={"line": "odd"}), "line"),
    "seed": (lambda: rewrite_fields(seed="0"), "64 hexadecimal digits"),
    "rules of no version": (lambda: rewrite_fields(rules="new"), "version of the rules"),
    "illegal": (lambda: entries_changed(0, act="move 2 3", check=""), "entry 1, seat 0"),
    "no such action": (lambda: entries_changed(0, act="fly", check=""), "entry 1, seat 0"),
    "no such seat": (lambda: entries_changed(0, seat=77), "entry 1, seat 77"),
    "a huge seat": (lambda: entries_changed(0, seat=2**63 - 1), "entry 1"),
    "another checksum": (lambda: entries_changed(1, check="0" * 8), "not the stored one"),
    "the end is another": (lambda: rewrite_fields(checksum="0" * 64), "final record"),
    "another result": (lambda: rewrite_fields(result={"reason": "x", "scores": [9, 9], "ranks": [1, 1]}), "result"),
    "not over": (lambda: rewrite_fields(entries=json.loads(text_of(game_of()))["entries"][:3], result=None, checksum=""), "not over"),
    "empty": (lambda: rewrite_fields(entries=[], result=None, checksum=""), "not over"),
}  # fmt: skip


@pytest.mark.parametrize("how", WRONG)
async def test_wrong_input_gets_a_sentence_and_is_not_stored(app: Any, how: str) -> None:
    ann = Browser(app)
    make, says = WRONG[how]
    answer = await bring(ann, make())
    assert answer.status == 400 and says in answer.body.decode(), answer.body.decode()[-900:]
    assert await app.state.shared.registry.store.tables.ids() == [] and not ann.cookie


async def test_there_are_bounds(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of bytes before anything is read, of entries before anything is played, of seconds while it is."""
    ann, log = Browser(app), text_of(game_of()).encode()
    assert (await bring(ann, log + b" " * 110_000)).status == 413
    assert (await bring(ann, log + b" " * (100_001 - len(log)))).status == 413
    assert (await ann.post("/upload", log="x" * 200_000)).status == 413
    asked: list[int] = []
    checked = taking.check(log, asked.append)
    assert asked == [*range(len(game_of().entries))], "before every entry"
    assert len(checked.checksums) == len(checked.log.entries) <= len(asked)
    monkeypatch.setattr(taking, "MOST_ENTRIES", 5)
    assert b"the limit is 5" in (await bring(ann, log)).body
    monkeypatch.setattr(taking, "MOST_ENTRIES", 5000)
    monkeypatch.setattr(taking, "MOST_S", -1.0)
    assert b"longer than -1 seconds" in (await bring(ann, log)).body
    monkeypatch.undo()
    assert (await ann.post("/new", game="switchyard", pad="x" * 20_000)).status == 413, "elsewhere as ever"


async def test_a_failure_of_the_rules_program_is_a_refusal_too(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(taking, "check_log", broken)
    answer = await bring(Browser(app), text_of(game_of()).encode())
    assert answer.status == 400 and b"cannot be replayed" in answer.body


async def test_few_logs_wait_and_those_who_bring_them_take_turns(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of one address, twenty in all; a log of another address comes before the second one of the first."""
    monkeypatch.setattr(pool.Workers, "ask", ASK)
    order: list[bytes] = []

    async def exchange(self: pool.Workers, worker: Any, job: jobs.CheckJob) -> jobs.BotAnswer:
        order.append(job.log)
        await asyncio.sleep(0)
        self._turns.put(worker)
        return jobs.BotAnswer(refused="no game")

    monkeypatch.setattr(pool.Workers, "_exchange", exchange)
    brings = app.state.shared.uploads.check
    first = [asyncio.create_task(brings(b"a%d" % k, "a")) for k in range(4)]
    other = asyncio.create_task(brings(b"b", "b"))
    await asyncio.gather(*first, other, return_exceptions=True)
    assert order.index(b"b") <= 1 and b"a3" not in order
    with pytest.raises(Busy, match="3 logs of games of yours are waiting"):
        await first[3]
    many = [asyncio.create_task(brings(b"x", f"address {k}")) for k in range(21)]
    await asyncio.gather(*many, return_exceptions=True)
    with pytest.raises(Busy, match="20 logs of games are waiting"):
        await many[20]
    with pytest.raises(Unreadable, match="no game"):
        await brings(b"a", "a")


async def test_a_worker_checks_a_log(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own; one that says nothing for too long is ended, and the next log gets another."""
    monkeypatch.setattr(pool.Workers, "ask", ASK)
    log = front.play("mechanation", 2, bots=["random"], seed=3).log()
    uploads, data = app.state.shared.uploads, logs.write(log).encode()
    with pytest.raises(Unreadable, match="entry 1, seat 0"):
        await uploads.check(data.replace(b'"act": "', b'"act": "fly ', 1), "a")
    checked = await uploads.check(data, "a")
    assert checked.log.result == log.result and len(checked.checksums) == len(log.entries)
    uploads.workers.patience = 0.0
    with pytest.raises(Unreadable, match="takes too long"):
        await uploads.check(data, "a")
    uploads.workers.patience = 60.0
    assert (await uploads.check(data, "a")).log == checked.log


async def test_where_the_host_wants_none(tmp_path: Path) -> None:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", upload_bytes=0), chance=SeededChance())
    async with app.router.lifespan_context(app):
        assert (await Browser(app).get("/upload")).status == 404
        assert (await bring(Browser(app), b"{}")).status == 404


def test_forms_are_read_as_browsers_send_them() -> None:
    body = b'--ab\r\nContent-Disposition: form-data; name="log"; filename="x"\r\n\r\n1\r\n--a\r\n2\r\n--ab--\r\n'
    for kind in ("multipart/form-data; boundary=ab", 'Multipart/Form-Data; charset=x; boundary="ab"'):
        assert read_files(kind, body) == {"log": b"1\r\n--a\r\n2"}
    assert read_files("", b"log=7") == read_files("application/json", b'{"log":7}') == {"log": b"7"}
    named = body.replace(b'filename="x"', b'filename="' + b"%E9; name=x" * 60 + b'"')
    assert read_files("multipart/form-data; boundary=ab", named) == {"log": b"1\r\n--a\r\n2"}
    assert read_files("multipart/form-data; boundary=ab", b"--ab--") == {}
    with pytest.raises(Unreadable, match="boundary"):
        read_files('multipart/form-data; boundary="a\\"b"', body)


async def test_a_request_counts_before_anything_of_it_is_read(tmp_path: Path) -> None:
    """Three a minute may come; what cannot be read, and what is too long, count too."""
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", opened_per_min=3, upload_bytes=100)
    app = create_app(settings, chance=SeededChance())
    async with app.router.lifespan_context(app):
        ann = Browser(app)
        assert (await bring(ann, b"", kind="multipart/form-data")).status == 400
        assert (await bring(ann, b"x" * 300)).status == 413
        assert (await bring(ann, b"no log")).status == 400
        assert (await bring(ann, b"no log")).status == 429


async def test_no_log_breaks_anything(app: Any, count: Callable[[int, int], int]) -> None:
    """Bytes changed, cut, doubled; values exchanged for others: each is refused with a sentence, or is a game after all."""
    dice, faults = random.Random(7), Faults()
    logging.getLogger().addHandler(faults)
    good, statuses = json.loads(text_of(game_of())), set()
    odd: tuple[Any, ...] = (None, -1, 2**70, 1.5, "", "é" * 50, "\0", [], {}, [[]], True, "undo", "pass", 0)
    try:
        for _ in range(count(150, 5000)):
            log = json.loads(json.dumps(good))
            for _ in range(dice.randrange(1, 3)):
                into = dice.choice([log, log["entries"][dice.randrange(len(log["entries"]))], log["result"]])
                into[dice.choice(list(into))] = dice.choice(odd)
                if (
                    not isinstance(log.get("entries"), list)
                    or not log["entries"]
                    or not isinstance(log["result"], dict)
                ):
                    break
                if not all(isinstance(one, dict) for one in log["entries"]) or not log["result"]:
                    break
            data = bytearray(json.dumps(log).encode())
            if dice.random() < 0.3:
                at = dice.randrange(len(data))
                data[at : at + dice.randrange(9)] = dice.randbytes(dice.randrange(9))
            kind = (
                "multipart/form-data; boundary=xYz"
                if dice.random() < 0.8
                else dice.choice(("", "x", "multipart/form-data"))
            )
            answer = await bring(Browser(app), bytes(data), kind=kind)
            statuses.add(answer.status)
            assert answer.error is None and answer.status in (303, 400, 413, 415), (answer, bytes(data)[:300])
    finally:
        logging.getLogger().removeHandler(faults)
    assert faults.said == [] and {400, 415} <= statuses


async def test_who_brought_a_game_finds_it_again(app: Any) -> None:
    """On their page and in what they take away; it counts for nothing, and nobody else is shown it."""
    ann, bob = Browser(app), Browser(app)
    await ann.new("me", "open")
    await bob.new("me", "open", name="Bob")
    assert "Imported games" not in await ann.page("/me")
    where = (await bring(ann, text_of(game_of()).encode())).headers["location"]
    page = await ann.page("/me")
    assert "Imported games" in page and f'href="{where}"' in page and "<h2>Results</h2>" not in page
    assert where not in await bob.page("/me")
    table = where.removeprefix("/t/").removesuffix("/replay")
    [brought] = json.loads((await ann.get("/me/data.json")).body)["brought"]
    assert brought["table"] == table and (await ann.get(brought["log"])).status == 200
    await ann.post("/me/forget", sure="yes")
    assert (await Browser(app).get(where)).status == 200, "the game stays"
    assert await app.state.shared.registry.store.tables.list_uploaded("forgotten", 9), "and is nobody's"
