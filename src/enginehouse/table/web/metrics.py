"""Export figures for administrators in the format of Prometheus (`/metrics`), and log each request.

The figures reveal when data was stored, and so also when a player has answered in secret. So a caller needs the token
of the setting `metrics_token`. If this setting is empty, the address does not exist.
"""

from __future__ import annotations

import hmac
import logging
import os
import socket
from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from enginehouse.table.web.problems import not_found
from enginehouse.table.web.shared import Shared

LOG = logging.getLogger("enginehouse.requests")
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The bounds of the histogram of request durations."""
PROCESS = f"{socket.gethostname()}:{os.getpid()}"
NOWHERE = "other"
"""The label for all unknown addresses. Each would otherwise be a new label, and callers can invent any number."""


class Metrics:
    """The figures of one application for Prometheus: counts and times of requests, and figures of tables."""

    def __init__(self, shared: Shared) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.registry.register(TableCollector(shared))
        labels = ("method", "route", "status")
        self.requests = Counter(
            "enginehouse_requests", "Requests that were answered; streams when they end", labels, registry=self.registry
        )
        self.seconds = Histogram(
            "enginehouse_request_seconds",
            "How long requests took, streams left out",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Return all figures of this process, in the text format of Prometheus."""
        # `generate_latest` calls only its method `collect`.
        return generate_latest(ProcessLabels(self.registry, PROCESS))


class ProcessLabels:
    """A collector that adds the label `process`, with this process's name, to the figures of a Prometheus registry.

    Without the label, the figures of several processes at one address could not be distinguished.
    """

    def __init__(self, registry: CollectorRegistry, process: str) -> None:
        self.registry, self.process = registry, process

    def collect(self) -> Iterator[Metric]:
        """Yield all figures of this process, one metric family at a time, with the label `process` added."""
        for family in self.registry.collect():
            family.samples = [one._replace(labels={**one.labels, "process": self.process}) for one in family.samples]
            yield family


class TableCollector(Collector):
    """A source of figures for Prometheus: the numbers of tables, players and streams.

    The numbers are counted anew each time that Prometheus requests the figures.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of tables, viewers, notifications and the database, as metric families of Prometheus."""
        sessions = list(self.shared.registry.tables.values())
        states = [session.state for session in sessions]
        yield _gauge("tables", "Tables in memory", "status", Tally(state.row.status for state in states))
        yield _gauge("games", "Games in memory that run", "game", Tally(s.row.game for s in states if s.running))
        viewers: Tally[str] = Tally()
        for session in sessions:
            for seat, many in session.audience.watched.items():
                viewers["spectator" if seat < 0 else "seat"] += many
        yield _gauge("streams", "Streams that are open", "of", viewers)
        broken = Tally("stuck" if session.stuck else "unreplayable" for session in sessions if _trouble(session))
        yield _gauge("tables_in_trouble", "Tables at which nothing goes on", "why", broken)
        told = CounterMetricFamily("enginehouse_pushes", "Notifications, by their result", labels=["came_to"])
        for how, many in sorted(self.shared.pushing.came_to.items()):
            told.add_metric([how], many)
        yield told
        ahead = self.shared.registry.store.serving.ahead_s
        about = "By how much this process's clock is ahead of the database's"
        yield GaugeMetricFamily("enginehouse_clock_ahead_seconds", about, value=ahead)
        away = bool(self.shared.registry.store.outages.reason)
        yield GaugeMetricFamily("enginehouse_database_away", "Whether the database cannot be used", value=float(away))


def _trouble(session: Any) -> bool:
    return bool(session.stuck or session.state.replay_error)


def _gauge(name: str, about: str, label: str, values: Tally[str]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"enginehouse_{name}", about, labels=[label])
    for value, many in sorted(values.items()):
        family.add_metric([value], many)
    return family


async def metrics(request: Request) -> Response:
    """Send all metrics of the server as text. The request must have the token that the settings name for metrics.

    If its token is missing or wrong, or if the settings have no token, answer as if the address is unknown.
    """
    wanted = request.app.state.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode("utf-8", "surrogateescape")
    if not wanted or not hmac.compare_digest(given, wanted.encode()):
        raise not_found("There is no page at this address.")
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
