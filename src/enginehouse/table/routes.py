"""List every address of the server, with the function that answers its requests."""

from __future__ import annotations

from starlette.routing import Route

from enginehouse.table.api.routes import ROUTES as INTERFACE
from enginehouse.table.web import lobby, me, metrics, moments, people, push, puzzles, static_files, table, uploads
from enginehouse.table.web.finished import ROUTES as FINISHED
from enginehouse.table.web.programs import ROUTES as PROGRAMS

ROUTES = [
    # the most frequent requests first: addresses are compared in this order
    Route("/t/{table}/act", table.act, methods=["POST"]),
    Route("/t/{table}/stream", table.stream),
    # the lobby, games and files
    Route("/", lobby.lobby, name="lobby"),
    Route("/new", lobby.new_form, methods=["GET"]),
    Route("/new", lobby.new, methods=["POST"]),
    Route("/games/{game}/rules", lobby.rules),
    Route("/games/{game}/parts", lobby.parts),
    Route("/games/{game}/parts/{part:index}.svg", lobby.part),
    Route("/games/{game}/guide/{scene:index}.svg", lobby.scene),
    Route("/games/{game}/cover.svg", lobby.cover),
    Route("/games/{game}/lessons/{lesson}", lobby.lesson, methods=["POST"]),
    Route("/games/{game}/play", table.play, methods=["POST"]),
    Route("/assets/{name:path}", static_files.asset),
    Route("/health", lobby.health),
    Route("/metrics", metrics.metrics),
    # a table
    Route("/t/{table}", table.show),
    Route("/t/{table}/frame", table.whole),
    Route("/t/{table}/undo", table.undo, methods=["POST"]),
    Route("/t/{table}/redo", table.redo, methods=["POST"]),
    Route("/t/{table}/standing", table.preset, methods=["POST"]),
    Route("/t/{table}/pace", table.pace, methods=["POST"]),
    Route("/t/{table}/why", table.why, methods=["POST"]),
    Route("/t/{table}/preview", table.preview, methods=["POST"]),
    Route("/t/{table}/hint", table.hint, methods=["POST"]),
    Route("/t/{table}/plan", table.plan, methods=["POST"]),
    Route("/t/{table}/about", table.about, methods=["POST"]),
    Route("/t/{table}/moment/{at:index}", moments.moment),
    Route("/t/{table}/moment/{at:index}/about", moments.about),
    Route("/t/{table}/join", table.join_form, methods=["GET"]),
    Route("/t/{table}/join", table.join, methods=["POST"]),
    Route("/t/{table}/free", table.free, methods=["POST"]),
    Route("/t/{table}/qr.svg", table.qr_code),
    Route("/t/{table}/bots", table.bots, methods=["POST"]),
    Route("/t/{table}/mend", table.mend, methods=["POST"]),
    Route("/t/{table}/leave", table.leave_form, methods=["GET"]),
    Route("/t/{table}/leave", table.leave, methods=["POST"]),
    *PROGRAMS,
    Route("/t/{table}/rematch", table.rematch, methods=["POST"]),
    Route("/t/{table}/promise", table.promise),
    Route("/t/{table}/board.svg", table.board),
    *people.ROUTES,
    *me.ROUTES,
    *push.ROUTES,
    *uploads.ROUTES,
    *puzzles.ROUTES,
    *FINISHED,
    *INTERFACE,
]
