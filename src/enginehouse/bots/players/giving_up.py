"""Decide whether a bot gives up (`verbs.gives_up`), by compiled rules as soon as these are ready."""

from __future__ import annotations

from typing import Any

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.flags import jit_wanted
from enginehouse.core.records.fields import Record, States
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.rule import entry
from enginehouse.core.verbs import gives_up

READY: dict[str, Any] = {}
"""The compiled `ask_to_give_up` of each game whose policy can give up, if `prepare` made it ready in this process."""


@entry
def ask_to_give_up(states: States, seat: int) -> int:
    """Return the code of the action by which a seat gives up, or -1 if the seat plays on.

    `states[0]` is the view of the seat, and is overwritten.
    """
    return int(gives_up(states[0], seat))


def choose_giving_up(view: Record, seat: int) -> int:
    """Return the code of the action by which a seat gives up, or -1 if the seat plays on.

    The game's rule `gives_up` decides this from the seat's view. It runs as machine code if `prepare` has compiled it.
    Otherwise it runs in plain Python, which may take long.
    """
    game = game_of(view)
    if jit_wanted() and game.name in READY:
        states = game.shape.array(1)
        game.shape.store(states, 0, view)
        return int(READY[game.name](states, seat))
    return gives_up(game.shape.copy(view), seat)


def prepare(game: Game, view: Record, seat: int) -> None:
    """Compile (or load) `ask_to_give_up` for a game whose policy can give up, and call it once for a view.

    `seat` is the seat of the view. Raise `NotCompiled` if rules are not compiled on this machine.
    """
    if game.has("policy") and hasattr(game.policy, "gives_up"):
        run = compiled(ask_to_give_up, game)
        states = game.shape.array(1)
        game.shape.store(states, 0, view)
        run(states, seat)
        READY[game.name] = run
