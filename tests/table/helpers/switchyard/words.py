"""Switchyard in sentences."""

from typing import Any

from enginehouse.core.records.events import Event
from switchyard.state import MOVES, PASS, PLAY, STOP, TURN, Told

SIDES = ("left", "right")


def action(v: Any, code: int) -> str:
    """An action in words."""
    if code < PLAY:
        return f"Move from siding {MOVES[code][0]} to {MOVES[code][1]}"
    if code == PASS:
        return "Let it pass"
    if code == STOP:
        return f"Stop it with your own {v.played}"
    if code >= TURN:
        return f"Turn your wagon to the {SIDES[code - TURN]}"
    return f"Play your note worth {code - PLAY + 1}"


def group(code: int) -> str:
    """A short label."""
    return "Move" if code < PLAY else "Answer" if code in (PASS, STOP) else "Turntable" if code >= TURN else "Note"


def event(v: Any, e: Event) -> str | None:
    """An event in words."""
    said = {
        Told.MOVED: f"{{{e.a}}} moves to siding {e.c}.",
        Told.ARRIVED: f"{{{e.a}}} arrives: 2 points.",
        Told.PLAYED: f"{{{e.a}}} plays a note worth {e.b}.",
        Told.STOPPED: f"{{{e.a}}} stops the note of {{{e.b}}}.",
        Told.BROUGHT: f"{{{e.a}}} gets {e.b}.",
        Told.TURNED: f"{{{e.a}}} turns to the {SIDES[e.b % 2]}.",
    }
    return said.get(e.kind)


def prompt(v: Any, seat: int) -> str:
    """Return the prompt for the next decision."""
    if v.asked:
        return f"{{{v.player}}} plays a note worth {v.played}: will anybody stop it?"
    return "Move your wagon or play a note." if v.turn == seat else f"{{{v.turn}}} is shunting."


def refusal(v: Any, seat: int, code: int, clause: int) -> str:
    """Why not."""
    return {
        201: f"It is {{{v.turn}}}'s turn.",
        202: f"Your wagon stands on siding {v.siding[seat]}.",
        203: "You have no such note.",
        204: "This is no answer to a note that you can give now.",
        205: "The turntable turns wagons on siding 2, in the long game.",
    }.get(clause, "The game is over.")


def position(v: Any) -> str:
    """Everything in words."""
    return "; ".join(f"{{{s}}}: siding {v.siding[s]}, {v.points[s]} points" for s in range(v.seats))


def reason(code: int) -> str:
    """Why it ended."""
    return "Somebody has points enough." if code == 301 else "The day is over."
