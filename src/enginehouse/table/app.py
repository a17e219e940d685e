"""Create the application from settings, store, clock and random source."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.addresses import serve_below
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.in_place.pool import InPlaceBots
from enginehouse.table.in_place.threads import use_no_threads
from enginehouse.table.names import looks_of_characters
from enginehouse.table.people.expiry import keep_expiring
from enginehouse.table.people.orders import keep_obeying
from enginehouse.table.play.registry import Registry, forget_finished
from enginehouse.table.play.served import keep_noting
from enginehouse.table.routes import ROUTES
from enginehouse.table.settings import Settings
from enginehouse.table.store.news import CLAIMS, GUEST, POINT, PRESENT
from enginehouse.table.store.store import Store
from enginehouse.table.sync.following import Following
from enginehouse.table.time_and_chance import Clock, RandomSource
from enginehouse.table.web import uploads
from enginehouse.table.web.error_pages import answer
from enginehouse.table.web.limits import Limits, Streams
from enginehouse.table.web.metrics import Metrics
from enginehouse.table.web.middleware import Below, Cookies, Counted, Gate, own_names
from enginehouse.table.web.problems import Problem
from enginehouse.table.web.shared import Shared

LOG = logging.getLogger("enginehouse.table")

IDLE_S = 60.0
"""The time in seconds after which pictures and finished tables without a viewer are dropped from memory."""


def create_app(
    settings: Settings | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    chance: RandomSource | None = None,
    make_pool: Callable[[int, float], Workers] | None = None,
) -> Starlette:
    """Return the web application that serves the pages, the API and the bots of all games.

    The application opens its store when it starts, and closes the store when it stops. By default it has the default
    settings, and the store that the settings name. `clock` and `chance` replace the real clock and random source, for
    tests. `make_pool` creates the pool of bots. Its arguments are the number of workers, and the time in seconds after
    which a bot without an answer fails.
    """
    settings = settings or Settings()
    store = store or _make_store(settings)
    make_pool = make_pool or (InPlaceBots if settings.in_place else Workers)
    registry = Registry(settings, store, clock, chance, make_pool)
    shared = Shared(registry, Limits(settings.opened_per_min), Streams(settings.streams_each, settings.streams_table))

    following = Following(
        registry, shared.talks, {GUEST: shared.ask_anew, PRESENT: shared.presence.hear, POINT: shared.pointing.hear}
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if settings.in_place:
            use_no_threads()
        await store.open()
        app.state.secret = await store.people.key("cookies", lambda: registry.chance.token(48))
        await shared.open()
        following.open()
        # Read the list now, because later comparisons of names would wait for it.
        await asyncio.to_thread(looks_of_characters)
        await registry.open()
        going = [
            asyncio.create_task(keep_expiring(registry, settings.expire_days)),
            asyncio.create_task(keep_obeying(registry, shared.forget_guest, settings.orders_s)),
            asyncio.create_task(keep_noting(store.serving, registry.clock, registry.tables)),
            asyncio.create_task(registry.clock.watch()),
            asyncio.create_task(keep_dropping(shared)),
            asyncio.create_task(shared.presence.keep_looking()),
        ]
        try:
            yield
        finally:
            for task in going:
                task.cancel()
            await asyncio.wait(going)
            shared.close_streams()
            await following.close()
            await shared.pushing.close()
            await shared.hints.close()
            await shared.reviews.close()
            await shared.uploads.close()
            await registry.close()
            store.news.tell(CLAIMS, "")  # tells other processes that they may take the leases over
            await store.close()

    async def answer_failure(request: Request, error: Exception) -> Response:
        if not isinstance(error, EnginehouseError):
            LOG.exception("%s %s", request.method, request.scope["path"], exc_info=error)
        return answer(request, error)

    async def no_such(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        said = {404: "There is nothing at this address.", 405: "This address does not accept such a request."}.get(
            status, "That did not work."
        )
        code = "not-found" if status == 404 else "wrong-way"
        found = answer(request, Problem(status, code, said, "The lobby lists all games and tables."))
        if status == 405:
            found.headers["allow"] = ", ".join(_list_methods(request))
        return found

    handlers: dict[Any, Any] = {EnginehouseError: answer_failure, HTTPException: no_such, Exception: answer_failure}
    longer = {uploads.ADDRESS: settings.upload_bytes + uploads.AROUND}
    gate = Middleware(Gate, names=own_names(settings.hosts.split(",")), body_bytes=settings.body_bytes, longer=longer)
    cookies = Middleware(Cookies, https=settings.https)
    metrics = Metrics(shared)
    counted = Middleware(Counted, metrics=metrics, routes=ROUTES, logged=settings.requests_logged)
    serve_below(settings.below)
    below = Middleware(Below, path=settings.below)
    app = Starlette(
        routes=ROUTES, middleware=[below, counted, gate, cookies], exception_handlers=handlers, lifespan=lifespan
    )
    app.state.settings, app.state.shared, app.state.metrics = settings, shared, metrics
    return app


def _make_store(settings: Settings) -> Store:
    if settings.in_place:
        return Store(database=InPlaceDatabase(settings.db_url, alone=settings.alone))
    return Store(settings.db_url, alone=settings.alone)


async def keep_dropping(shared: Shared) -> None:
    """Once a minute, drop pictures of tables without viewers, and finished tables without viewers, from memory.

    The function runs until its task is cancelled.
    """
    while True:
        await asyncio.sleep(IDLE_S)
        before = shared.registry.clock.now() - IDLE_S
        shared.presenters.drop_idle(before)
        forget_finished(shared.registry, before)


def _list_methods(request: Request) -> list[str]:
    """Return the methods that the address of a request allows, for the header Allow."""
    there = [route for route in ROUTES if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in there for method in route.methods or ()})
