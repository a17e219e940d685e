"""Many people at many tables whose server is killed again and again; and whether what they were told is what is stored.

Every seat has a thread that plays on as fast as it gets answers, and writes down what it asked for and what it was told:
yes, no, or nothing, because the server died. Part of what got no answer is sent again with the same bytes, at once or much
later, and so is part of what was acknowledged long ago. In the end `explained` looks for a story in which every request
that was acknowledged was done exactly once, every one without an answer at most once, and which is what is stored.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Entry, Match
from enginehouse.core.registry import game as games
from enginehouse.table.store.rows import EntryRow, TableRow
from enginehouse.table.store.store import Store

PASS = "pass"
Told = Literal["yes", "no", "nothing"]


@dataclass(frozen=True)
class Request:
    """A request: an action, or (empty) an undo."""

    act: str
    decision: int


@dataclass
class Attempt:
    """A request as it was sent once, and what came of it."""

    request: Request
    told: Told


class Down(Exception):
    """There is no server just now; nothing was sent."""


@dataclass
class Player:
    """A person on one seat."""

    table: str
    seat: int
    cookie: str
    dice: random.Random
    attempts: list[Attempt] = field(default_factory=list)
    later: list[Request] = field(default_factory=list)
    """What is to be sent again, some time."""


class Storm:
    """The people. `addresses` are where servers are or will be again: each request goes to any of them."""

    def __init__(self, addresses: Sequence[str], seed: int, bot: str = "random") -> None:
        self.servers = [(str(parts.hostname), int(parts.port or 0)) for parts in map(urlsplit, addresses)]
        self.seed, self.bot, self._dice = seed, bot, random.Random(seed)
        self.tables: dict[str, list[Player]] = {}
        self.over: set[str] = set()
        self.calm = threading.Event()
        """Nobody asks for anything new."""
        self.yes = self.nothing = self.again = 0
        self.faults: list[str] = []
        self._threads: list[threading.Thread] = []
        self._count = threading.Lock()

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(
        self, method: str, path: str, cookie: str = "", fields: dict[str, Any] | None = None, form: bool = False
    ) -> tuple[int, dict[str, str], bytes]:
        """One request on a connection of its own. `Down` when nothing was sent; OSError when nothing came back."""
        host, port = self._dice.choice(self.servers)
        link = http.client.HTTPConnection(host, port, timeout=20)
        try:
            link.connect()
        except OSError:
            link.close()
            raise Down from None
        headers = {"sec-fetch-site": "same-origin", "connection": "close"}
        headers["accept"] = "text/html" if form else "application/json"
        headers["content-type"] = "application/x-www-form-urlencoded" if form else "application/json"
        if cookie:
            headers["cookie"] = cookie
        body = None if fields is None else (urlencode(fields) if form else json.dumps(fields))
        try:
            link.request(method, path, body, headers)
            answer = link.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        except http.client.HTTPException as error:
            raise OSError(str(error)) from None
        finally:
            link.close()

    def open_table(self, game: str, people: int, bots: int) -> str:
        """A new table, begun; its path."""
        seats = ["me"] + ["open"] * (people - 1) + [f"bot:{self.bot}"] * bots
        fields = {"game": game, "name": "Ann", "watched": "1", **{f"seat-{k}": kind for k, kind in enumerate(seats)}}
        if game == "switchyard":
            fields["option-line"] = "long"
        while True:
            try:
                table, cookie = self._sit_down("/new", fields)
                cookies = [cookie]
                for k in range(1, people):
                    cookies.append(self._sit_down(f"{table}/join", {"name": f"Guest {k}"})[1])
                break
            except OSError:
                continue  # whoever got no answer has no cookie and may sit there all the same: another table
        with self._count:
            players = [
                Player(table, k, cookie, random.Random(f"{self.seed} {len(self.tables)} {k}"))
                for k, cookie in enumerate(cookies)
            ]
            self.tables[table] = players
        return table

    def _sit_down(self, path: str, fields: dict[str, str]) -> tuple[str, str]:
        """A new person at a table; its path, and their cookie. OSError when no answer came."""
        while True:
            try:
                status, headers, body = self.ask("POST", path, "", fields, form=True)
            except Down:
                time.sleep(0.05)
                continue
            if status == 429:  # so many new guests come from no address but this
                time.sleep(1)
                continue
            if status != 303:
                raise AssertionError(f"{path}: {status} {body[:300]!r}")
            return headers["location"], headers["set-cookie"].split(";")[0]

    # -- playing ---------------------------------------------------------------------------------------------------

    def begin(self, kinds: Sequence[tuple[str, int, int]]) -> None:
        """A table of each kind (game, people, bots), with a thread for each of its people; what ends begins anew."""
        for kind in kinds:
            thread = threading.Thread(target=self._guarded, args=(kind,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _guarded(self, kind: tuple[str, int, int]) -> None:
        try:
            while not self.calm.is_set():
                players = self.tables[self.open_table(*kind)]
                others = [threading.Thread(target=self._play_on, args=(one,), daemon=True) for one in players[1:]]
                for thread in others:
                    thread.start()
                self._play_on(players[0])
                for thread in others:
                    thread.join()
        except Exception as error:
            self.faults.append(f"{kind}: {error!r}")

    def _play_on(self, player: Player) -> None:
        try:
            while not self.calm.is_set() and player.table not in self.over:
                try:
                    self._turn(player)
                except Down:
                    time.sleep(0.03)
        except Exception as error:
            self.faults.append(f"{player.table} {player.seat}: {error!r}")

    def end(self) -> None:
        """Let everybody finish what they are at."""
        self.calm.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def _turn(self, player: Player) -> None:
        dice = player.dice
        if player.later and dice.random() < 0.2:
            self._send(player, player.later.pop(0), again=True)
            return
        try:
            status, _, body = self.ask("GET", f"{player.table}/frame?seat={player.seat}", player.cookie)
        except OSError:
            return
        if status != 200:
            raise AssertionError(f"a picture: {status} {body[:200]!r}")
        picture = json.loads(body)
        state = picture["state"]
        if state["over"]:
            self.over.add(player.table)
            return
        names = [one["name"] for one in picture["acts"]]
        undo = 'data-tool="undo">' in picture["regions"]["tools"]
        sealed = "Waiting for the others. You can still undo" in picture["regions"]["prompt"]
        # Whoever opened a window does not take that back: the answers of the others would go with it.
        if undo and (sealed or not state["window"]) and dice.random() < 0.08:
            self._send(player, Request("", state["decision"]))
        elif state["acting"] and names:
            self._send(player, Request(dice.choice(names), state["decision"]))
        else:
            time.sleep(0.04)

    def _send(self, player: Player, request: Request, again: bool = False) -> None:
        fields: dict[str, Any] = {"seat": player.seat, "decision": request.decision}
        if request.act:
            fields["act"] = request.act
        told: Told = "nothing"
        try:
            status, _, body = self.ask(
                "POST", f"{player.table}/{'act' if request.act else 'undo'}", player.cookie, fields
            )
            if status not in (204, 409):
                raise AssertionError(f"{request}: {status} {body[:300]!r}")
            told = "yes" if status == 204 else "no"
        except Down:
            if again:
                player.later.insert(0, request)
            raise
        except OSError:
            pass
        player.attempts.append(Attempt(request, told))
        with self._count:
            self.yes += told == "yes"
            self.nothing += told == "nothing"
            self.again += again
        if told == "nothing" and player.dice.random() < 0.7:
            # At once when the server is back, or behind what else is to be sent again: perhaps after another kill.
            player.later.insert(0 if player.dice.random() < 0.6 else len(player.later), request)
        elif told == "yes" and not again and player.dice.random() < 0.05:
            player.later.append(request)


# ---------------------------------------------------------------- looking back


@dataclass(frozen=True)
class Stored:
    """An entry of a seat: what it did, and whether a window was open in which it was asked."""

    act: str
    step: str
    asked: bool


def replayed(row: TableRow, entries: Sequence[EntryRow]) -> tuple[Match, list[list[Stored]]]:
    """The match of what is stored, every checksum compared; and the entries by seat."""
    match = Match.new(
        games.get(row.game),
        len(row.seats),
        row.options,
        Log(row.game, row.rules, len(row.seats), row.options, row.seed, []).seed_words(),
    )
    by_seat: list[list[Stored]] = [[] for _ in row.seats]
    for number, e in enumerate(entries, start=1):
        assert e.number == number, f"{row.id}: entry {number} is missing"
        asked = bool(int(match.state.asked) >> e.seat & 1)
        try:
            match.step(Entry(e.seat, e.act, e.step, e.note))
        except EnginehouseError as error:
            raise AssertionError(f"{row.id}: entry {number}, {e}: {error}") from None
        assert match.checksum() == e.checksum, f"{row.id}: entry {number} gives another record"
        by_seat[e.seat].append(Stored(e.act, e.step, asked))
    return match, by_seat


def explained(attempts: Sequence[Attempt], stored: Sequence[Stored], waiting: str | None) -> str:
    """Empty when there is a story in which all that was acknowledged was done once, and what is stored is what was done.

    A state of the story: how many entries are explained, the answer that lies in an open window, and the decision of the
    last request that was done, as every one that is done moves the decision on.
    """
    states: set[tuple[int, str | None, int]] = {(0, None, -1)}
    for number, attempt in enumerate(attempts):
        if attempt.told == "no":
            continue
        before = _closed(states, stored)
        after = {s for one in before for s in _done(one, attempt.request, stored)}
        states = after if attempt.told == "yes" else before | after
        if not states:
            return f"attempt {number}, {attempt}, was acknowledged and is not what is stored"
    if any(j == len(stored) and laid == waiting for j, laid, _ in _closed(states, stored)):
        return ""
    best = max(_closed(states, stored), key=lambda state: state[0])
    return f"entry {best[0] + 1} of {len(stored)} of this seat, or the answer that waits ({waiting}), was not asked for"


def _closed(states: set[tuple[int, str | None, int]], stored: Sequence[Stored]) -> set[tuple[int, str | None, int]]:
    """The states, and those after windows that have closed: what lay there is an entry, or it was passed for the seat."""
    found, new = set(states), list(states)
    while new:
        j, laid, last = new.pop()
        if j < len(stored) and stored[j].asked and not stored[j].step and stored[j].act == (laid or PASS):
            state = (j + 1, None, last)
            if state not in found:
                found.add(state)
                new.append(state)
    return found


def _done(
    state: tuple[int, str | None, int], request: Request, stored: Sequence[Stored]
) -> Iterator[tuple[int, str | None, int]]:
    """The states after a request was done: an entry, an answer that lies or is taken back."""
    j, laid, last = state
    if request.decision <= last:
        return
    if laid is not None:
        if not request.act:
            yield j, None, request.decision
        return
    if j < len(stored) and (stored[j].act, stored[j].step) == (request.act, "" if request.act else "undo"):
        yield j + 1, None, request.decision
    if request.act:
        yield j, request.act, request.decision


async def looked_back(storm: Storm, db_url: str, say: Callable[[str], None]) -> int:
    """Compare all that was told with all that is stored; how many entries there are."""
    store = await Store(db_url).open()
    entries_in_all, wrong = 0, []
    try:
        for path, players in storm.tables.items():
            table = path.removeprefix("/t/")
            row = await store.tables.get(table)
            assert row is not None, f"{table} was acknowledged and is not there"
            entries = await store.entries.read(table)
            match, by_seat = replayed(row, entries)
            answers = await store.answers.read(table, len(entries))
            entries_in_all += len(entries)
            if (path in storm.over) is not match.over and match.over is False:
                wrong.append(f"{row.game} {table}: it was shown as over and is not")
            for player in players:
                why = explained(player.attempts, by_seat[player.seat], answers.given.get(player.seat))
                if why:
                    wrong.append(f"{row.game} {table} seat {player.seat}: {why}")
                yes = [a.request.decision for a in player.attempts if a.told == "yes"]
                if sorted(set(yes)) != yes:
                    wrong.append(f"{row.game} {table} seat {player.seat}: a decision was acknowledged twice")
    finally:
        await store.close()
    for one in wrong:
        say(one)
    assert not wrong, "\n".join(wrong)
    return entries_in_all
