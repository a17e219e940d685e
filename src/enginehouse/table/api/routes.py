"""List every address of the interface for programs, with its handler and the types of its bodies."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from enginehouse.table.api import events, lobby, people, play, shapes
from enginehouse.table.api.endpoint import PREFIX, Asked, Endpoint
from enginehouse.table.api.openapi import document
from enginehouse.table.web.limits import REMATCHES, SEATS, TABLES

FIRST = Asked("first", "integer", "the number of the first action to return")
NAME = Asked("act", "string", "the name of an action", required=True)
THEME = Asked("theme", "string", "`light` or `dark`")

ENDPOINTS = (
    Endpoint("GET", "/games", lobby.list_games, shapes.Games),
    Endpoint("GET", "/games/{game}/actions", lobby.game_actions, shapes.Names),
    Endpoint("GET", "/games/{game}/rules", lobby.game_rules, shapes.Rules),
    Endpoint("GET", "/tables", lobby.list_tables, shapes.OpenTables),
    Endpoint("GET", "/promise", lobby.promise, shapes.Promised),
    Endpoint("POST", "/tables", lobby.open_table, shapes.Opened, shapes.Opening, status=201, counts=TABLES),
    Endpoint(
        "POST", "/tables/{table}/join", lobby.join_table, shapes.SeatToken, shapes.Joining, status=201, counts=SEATS
    ),
    Endpoint("GET", "/tables/{table}", play.look, shapes.Look),
    Endpoint("GET", "/tables/{table}/receipt", lobby.receipt, shapes.ReceiptOf),
    Endpoint("GET", "/tables/{table}/story", play.story, shapes.Story, query=(FIRST,)),
    Endpoint("GET", "/tables/{table}/picture.svg", play.picture, query=(THEME,), media="image/svg+xml"),
    Endpoint("GET", "/tables/{table}/why", play.why, shapes.Answer, needs_token=True, query=(NAME,)),
    Endpoint("GET", "/tables/{table}/events", events.follow, media="text/event-stream"),
    Endpoint("POST", "/tables/{table}/act", play.act, shapes.Look, shapes.Acting, needs_token=True),
    Endpoint("POST", "/tables/{table}/undo", play.undo, shapes.Look, shapes.Deciding, needs_token=True),
    Endpoint("POST", "/tables/{table}/redo", play.redo, shapes.Look, shapes.Deciding, needs_token=True),
    Endpoint("POST", "/tables/{table}/end", people.end, shapes.Look, shapes.Agreeing, needs_token=True),
    Endpoint("GET", "/tables/{table}/talk", people.hear, shapes.Talk),
    Endpoint("GET", "/tables/{table}/present", people.list_present, shapes.Present),
    Endpoint("POST", "/tables/{table}/say", people.say, shapes.Done, shapes.Saying, needs_token=True),
    Endpoint("POST", "/tables/{table}/leave", play.leave, shapes.Done, shapes.Nothing, needs_token=True),
    Endpoint("POST", "/tables/{table}/standin", play.stand_in, shapes.Look, shapes.StandingIn, needs_token=True),
    Endpoint(
        "POST", "/tables/{table}/plan", play.ask_partner, shapes.PartnerPlan, shapes.AskingPartner, needs_token=True
    ),
    Endpoint("POST", "/tables/{table}/back", play.come_back, shapes.Look, shapes.Nothing, needs_token=True),
    Endpoint(
        "POST",
        "/tables/{table}/rematch",
        play.rematch,
        shapes.Opened,
        shapes.Again,
        status=201,
        needs_token=True,
        counts=REMATCHES,
    ),
    Endpoint("GET", "/tables/{table}/tokens", play.list_tokens, shapes.Tokens, needs_token=True),
    Endpoint(
        "POST",
        "/tables/{table}/tokens",
        play.make_token,
        shapes.SeatToken,
        shapes.Labelled,
        status=201,
        needs_token=True,
    ),
    Endpoint("DELETE", "/tables/{table}/tokens/{token}", play.revoke_token, shapes.Done, needs_token=True),
)
"""All addresses of the interface."""


async def openapi(request: Request) -> Response:
    """Return the OpenAPI description of the interface."""
    return Response(document(ENDPOINTS), media_type="application/json")


ROUTES = [*(one.route for one in ENDPOINTS), Route(f"{PREFIX}/openapi.json", openapi)]
