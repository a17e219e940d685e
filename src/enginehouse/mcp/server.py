"""The tools with which a language model plays on a seat of a game, as functions of an MCP server.

They show the position and the legal actions, play an action or undo it, and wait for the next turn. They also explain
why an action is illegal, list past events, and find clauses of the rulebook.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from enginehouse import __version__
from enginehouse.core.errors import EnginehouseError
from enginehouse.mcp.seat import Lost, RemoteSeat, RequestRefused

INSTRUCTIONS = (
    "You play a tabletop game on one seat. Call `look` to see your view and your legal actions, `act` with the name of an action to do it, "
    "and `wait` until you are asked again. `why_not` tells which clause forbids an action, `rules` finds clauses."
)
LONGEST_WAIT_S = 120
MOST_CLAUSES = 40
PAUSES_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The pauses in seconds before the view is requested again, after a lost response of the server."""


class Tools:
    """The tools that the model can call.

    The first paragraph of each docstring is the tool's instruction for the model. An action is played in the position
    at which the model has looked last, so the model does not name the number of the decision.
    """

    def __init__(self, seat: RemoteSeat) -> None:
        self._seat = seat
        self._seen: dict[str, Any] = {"decision": 0, "story": 0, "window": 0}
        """The numbers of decision, action and reaction in the view that the model has seen last."""

    async def look(self) -> str:
        """Show the current view of your seat and its legal actions, one per line as `name: description`."""
        return await self._call(self._seat.look)

    async def act(self, action: str) -> str:
        """Take an action by its name, in the position at which you have looked last.

        The answer is your view after it.
        """
        before = self._seen
        try:
            return self._note_look(await asyncio.to_thread(self._seat.act, before["decision"], action.strip()))
        except Lost as lost:
            return await self._find_out(before, lost)
        except RequestRefused as refused:
            now = await self._call(self._seat.look)
            raise ToolError(f"Not done: {refused}\n\nCurrent view:\n\n{now}") from None

    async def _find_out(self, before: dict[str, Any], lost: Lost) -> str:
        """Request the view again, after the server's response to an action was lost.

        `before` is the view before the action, and `lost` the error. Return the view if the action was done. Raise
        `ToolError` if it was not done, or if that is unknown.
        """
        for pause in PAUSES_S:
            await asyncio.sleep(pause)
            try:
                look = await asyncio.to_thread(self._seat.look)
                acted = await asyncio.to_thread(self._seat.has_acted, before, look)
            except RequestRefused:
                continue
            now = self._note_look(look)
            if acted:
                return f"Done. The answer was lost, and the table was read again.\n\n{now}"
            if acted is False:
                raise ToolError(f"Not done: {lost}. You can act again.\n\nCurrent view:\n\n{now}")
            raise ToolError(
                f"It is unknown whether the action was played: {lost}, and your seat has another decision now.\n\nCurrent view:\n\n{now}"
            )
        raise ToolError(f"It is unknown whether the action was played: {lost}. Look again later before you act.")

    async def why_not(self, action: str) -> str:
        """Say whether an action is legal now, and if not, for which reason and by which clause of the rules."""
        found = await _ask_table(self._seat.why, action.strip())
        clause = f" ({found['clause']})" if found["clause"] else ""
        return f"{'Legal' if found['legal'] else 'Not legal'}: {found['sentence']}{clause}"

    async def take_back(self) -> str:
        """Undo your latest action, if the rules allow it."""
        return await self._call(self._seat.undo, self._seen["decision"])

    async def wait(self, seconds: int = 30) -> str:
        """Wait until you can act, the game is over, or `seconds` (at most 120) have passed, and return your view."""
        return await self._call(self._seat.wait, max(0, min(seconds, LONGEST_WAIT_S)))

    async def story(self, latest: int = 20) -> str:
        """Show the events that your seat has noticed during the latest actions of the game, the newest last.

        `latest` is the number of these actions.
        """
        told = await _ask_table(self._seat.story)
        return "\n".join(" ".join(one) for one in told[-max(1, latest) :] if one) or "Nothing yet."

    async def rules(self, about: str = "") -> str:
        """Show the clauses of the rulebook that contain every word of `about`. A clause's name, like GM-3.2, works too.

        Without `about`, show the first clauses.
        """
        now = await _ask_table(self._seat.look)
        clauses = await _ask_table(self._seat.rules, now["game"])
        words = about.lower().split()
        found = [one for one in clauses if all(word in f"{one['name']} {one['text']}".lower() for word in words)]
        lines = [f"{one['name']}: {one['text']}" for one in found[:MOST_CLAUSES]]
        if len(found) > MOST_CLAUSES:
            lines.append(f"... and {len(found) - MOST_CLAUSES} more: ask for something in particular.")
        return "\n".join(lines) or f"No clause has {about!r} in it."

    async def _call(self, call: Callable[..., Any], *given: Any) -> str:
        return self._note_look(await _ask_table(call, *given))

    def _note_look(self, look: dict[str, Any]) -> str:
        self._seen = look
        return in_words(look)


async def _ask_table(call: Callable[..., Any], *given: Any) -> Any:
    """Call a method of a `RemoteSeat`, the client for a seat on the server, and return its result.

    `call` is the method, and `given` has its arguments. The call runs in a thread. Raise `ToolError` with a sentence if
    the server refuses the request or does not answer.
    """
    try:
        return await asyncio.to_thread(call, *given)
    except EnginehouseError as error:
        raise ToolError(str(error)) from None


def in_words(look: dict[str, Any]) -> str:
    """Return a view (`look`, from the interface for programs) as text: the seats, the view, and the actions by name."""
    names = [f"seat {one['seat'] + 1}: {one['name']}{' (asked now)' if one['asked'] else ''}" for one in look["seats"]]
    you = "You watch" if look["seat"] < 0 else f"You are {look['seats'][look['seat']]['name']}"
    parts = [f"{you}, in a game of {look['game']} ({look['status']}).", "; ".join(names), look["text"]]
    if look["result"]:
        ended = look["result"]
        lines = [
            f"- {one['name']}: score {ended['scores'][one['seat']]}, rank {ended['ranks'][one['seat']]}"
            for one in look["seats"]
        ]
        parts.append("\n".join([f"The game is over. {ended['says']}", *lines]))
    elif look.get("over"):
        parts.append(look["prompt"])
    elif look["actions"]:
        lines = [f"- {one['name']}: {one['label']}{' (for good)' if one['grave'] else ''}" for one in look["actions"]]
        parts.append("\n".join([look["prompt"], "Your legal actions (name: description):", *lines]))
    else:
        parts.append(look["trouble"] or "You are not asked now: wait.")
    return "\n\n".join(parts)


def make_server(seat: RemoteSeat, trouble: str = "") -> Any:
    """Return a server (`mcp.server.MCPServer`) with the tools of this seat.

    If the tools cannot work now, `trouble` is the reason. Then it is part of the instructions that the model reads.
    """
    said = f"{INSTRUCTIONS}\n\nNothing of this works now: {trouble}" if trouble else INSTRUCTIONS
    server = MCPServer("enginehouse", instructions=said, version=__version__, log_level="WARNING")
    tools = Tools(seat)
    for tool in (tools.look, tools.act, tools.why_not, tools.take_back, tools.wait, tools.story, tools.rules):
        server.add_tool(tool)
    return server
