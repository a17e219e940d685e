"""Every address of the table, on one screen."""

from __future__ import annotations

from starlette.routing import Route

from enginehouse.table.web import lobby as house
from enginehouse.table.web import replay as replays
from enginehouse.table.web import static_files as assets
from enginehouse.table.web import table as play

ROUTES = [
    # the house
    Route("/", house.lobby, name="lobby"),
    Route("/new", house.new_form, methods=["GET"]),
    Route("/new", house.new, methods=["POST"]),
    Route("/games/{game}/rules", house.rules),
    Route("/games/{game}/parts", house.parts),
    Route("/games/{game}/parts/{part:index}.svg", house.part),
    Route("/games/{game}/cover.svg", house.cover),
    Route("/assets/{name:path}", assets.asset),
    Route("/health", house.health),
    # a table
    Route("/t/{table}", play.show),
    Route("/t/{table}/stream", play.stream),
    Route("/t/{table}/frame", play.whole),
    Route("/t/{table}/act", play.act, methods=["POST"]),
    Route("/t/{table}/undo", play.undo, methods=["POST"]),
    Route("/t/{table}/redo", play.redo, methods=["POST"]),
    Route("/t/{table}/standing", play.preset, methods=["POST"]),
    Route("/t/{table}/why", play.why, methods=["POST"]),
    Route("/t/{table}/preview", play.preview, methods=["POST"]),
    Route("/t/{table}/join", play.join_form, methods=["GET"]),
    Route("/t/{table}/join", play.join, methods=["POST"]),
    Route("/t/{table}/bots", play.bots, methods=["POST"]),
    Route("/t/{table}/leave", play.leave_form, methods=["GET"]),
    Route("/t/{table}/leave", play.leave, methods=["POST"]),
    Route("/t/{table}/rematch", play.rematch, methods=["POST"]),
    Route("/t/{table}/board.svg", play.board),
    # a finished game
    Route("/t/{table}/replay", replays.show),
    Route("/t/{table}/replay/{at:index}", replays.step),
    Route("/t/{table}/log.json", replays.log),
]
