"""Make the OpenAPI 3.1 description of the interface from its addresses and their types."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from enginehouse.table.api import shapes
from enginehouse.table.api.endpoint import JSON, PREFIX, Endpoint
from enginehouse.table.api.events import Seen

VERSION = "1.0.0"
"""The version of the interface.

Its first number is in every address. While it stays, fields and addresses are only added.
"""
REFUSALS = {
    400: "the request cannot be read; the sentence says why",
    403: "the caller may not do that",
    404: "there is nothing of this name",
    409: "not possible now: a rule forbids it, or the decision has passed",
    413: "the request is too large",
    429: "too many requests within a minute",
    503: "the database cannot be reached; try again in a moment",
}
"""The meaning of each status of an error, for the description."""
SEGMENTS = {
    "game": "the name of a game",
    "table": "the id of a table: the part after `/t/` in its page's address",
    "token": "the id of a token",
}
"""The meaning of each variable part of an address, for the description."""


@lru_cache(maxsize=2)
def document(endpoints: tuple[Endpoint, ...]) -> bytes:
    """Return the OpenAPI description of the HTTP API, as JSON.

    `endpoints` has each address of the API with its method and with the types of its request and response.
    """
    types = [one for endpoint in endpoints for one in (endpoint.takes, endpoint.gives) if one is not None]
    schemas = _schemas([*dict.fromkeys(types), Seen, shapes.Refused])
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(PREFIX + one.path, {})[one.method.lower()] = _operation(one)
    found = {
        "openapi": "3.1.0",
        "info": {
            "title": "Enginehouse",
            "version": VERSION,
            "description": "Tables by JSON: look, ask, act, follow. Send the token of a seat to act for it.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def _schemas(types: Iterable[type]) -> dict[str, Any]:
    _, found = msgspec.json.schema_components(list(types), ref_template="#/components/schemas/{name}")
    return found


def _operation(one: Endpoint) -> dict[str, Any]:
    """Return the description of one address with its method, as an operation of OpenAPI."""
    says = " ".join((one.handler.__doc__ or "").split())
    responses: dict[str, Any] = {str(one.status): _describe_answer(one)}
    refused = {"content": {JSON: {"schema": _ref(shapes.Refused)}}}
    codes = {**REFUSALS, 401: "the token is missing or wrong"} if "{table}" in one.path else REFUSALS
    if one.takes is not None:
        codes = {**codes, 415: "the content type is not JSON"}
    responses |= {str(code): {"description": about, **refused} for code, about in sorted(codes.items())}
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": says,
        "parameters": [*_in_path(one), *_in_query(one)],
        "responses": responses,
    }
    if one.takes is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": _ref(one.takes), "example": one.takes.example}},
        }
    if "{table}" in one.path and one.name != "join_table":
        operation["security"] = [{"token": []}] if one.needs_token else [{}, {"token": []}]
    return operation


def _describe_answer(one: Endpoint) -> dict[str, Any]:
    if one.gives is not None:
        return {"description": "done", "content": {JSON: {"schema": _ref(one.gives)}}}
    about = f"`look` events bring a {Seen.__name__}" if one.media == "text/event-stream" else "the picture"
    return {"description": about, "content": {one.media: {"schema": {"type": "string"}}}}


def _ref(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _in_path(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "description": SEGMENTS[name], "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", one.path)
    ]


def _in_query(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {
            "name": asked.name,
            "in": "query",
            "required": asked.required,
            "description": asked.about,
            "schema": {
                "type": asked.kind,
                **({"minimum": 0, "maximum": 999_999_999} if asked.kind == "integer" else {}),
            },
        }
        for asked in one.query
    ]
