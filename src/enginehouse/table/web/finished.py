"""List the addresses at which pages and data of a finished game are served, with their handlers."""

from __future__ import annotations

from starlette.routing import Route

from enginehouse.table.web import replay, review

ROUTES = [
    Route("/t/{table}/replay", replay.show),
    Route("/t/{table}/replay/{at:index}", replay.step),
    Route("/t/{table}/replay/{at:index}/about", replay.about),
    Route("/t/{table}/replay/{at:index}/{seat:index}.svg", replay.picture),
    Route("/t/{table}/course", replay.course),
    Route("/t/{table}/review", review.show, methods=["GET"]),
    Route("/t/{table}/review", review.begin, methods=["POST"]),
    Route("/t/{table}/review.json", review.progress),
    Route("/t/{table}/log.json", replay.log),
    Route("/t/{table}/whatif", replay.what_if, methods=["POST"]),
]
