"""Define the functions of a game's shared library that choose a bot's action or play random games.

The library is machine code that programs in any language can call (see the module `core.compiler.lowering`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.bots.players import deciding, giving_up, greedy, levels
from enginehouse.bots.players.compiled_games import SETTING
from enginehouse.bots.players.deciding import choose_compiled as choose_by_search
from enginehouse.bots.players.greedy import choose_compiled as choose_by_greed
from enginehouse.bots.players.plans import FIRST, WIDEST
from enginehouse.bots.players.playouts import EMPTY
from enginehouse.bots.players.random import choose_compiled as choose_at_random
from enginehouse.bots.players.tree import DESK, Tune, make_desk_type
from enginehouse.core.compiler.entries import Argument, LibraryFunction
from enginehouse.core.compiler.portable import EVENTS, RECORD, list_verbs
from enginehouse.core.play import arena
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.events import events_dtype
from enginehouse.core.records.fields import Numbers, States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import entry

RANDOM, GREEDY, SEARCH = 0, 1, 2
"""The kinds of bots."""
STATES = FIRST + 2 * WIDEST
"""The number of records that a decision needs as scratch space."""


def make_room_type(desk: Any, searches_replies: bool) -> np.dtype[Any]:
    """Return the dtype of a room: the scratch space in which a bot makes its decision, in a game's shared library.

    The caller of the library fills in the fields `bot` and `setting`. The room also has two fields for working memory
    of a search, both of the dtype that is given as the argument `desk`. The field `desk` is for the decision itself,
    and the field `inner` for the replies of other seats in playouts. If `searches_replies` is false, `inner` is not
    needed and takes no memory: it begins where the field `desk` begins.
    """
    own = np.dtype(
        [
            ("bot", np.int64),
            ("setting", np.int64, (SETTING,)),
            ("many", np.int64),
            ("own", np.int64, (8,)),
            ("codes", np.int64, (MOST,)),
            ("others", np.int64, (MOST,)),
            ("values", np.int64, (MOST,)),
            ("desk", desk),
        ]
    )
    fields: Any = own.fields
    inner = own.itemsize if searches_replies else fields["desk"][1]
    return np.dtype(
        {
            "names": [*fields, "inner"],
            "formats": [*(one[0] for one in fields.values()), desk],
            "offsets": [*(one[1] for one in fields.values()), inner],
            "itemsize": inner + desk.itemsize,
        }
    )


@entry
def choose(
    views: Any, empty: Numbers, codes: Numbers, seat: int, seed: int, states: States, rooms: Any, events: Any
) -> int:
    """Return the action that a bot chooses for the view `views[0]` of a seat, from its legal actions `codes`.

    `seed` determines its random numbers. `empty` has one empty record. `states`, `events` and `rooms` are overwritten
    as working memory. Before the call, the caller sets two fields of `rooms[0]` (see `make_room_type`): `bot` is
    `RANDOM`, `GREEDY` or `SEARCH`, and `setting` has the bot's settings.
    """
    room, e = rooms[0], events[0]
    states[0] = views[0]
    states[EMPTY] = empty[0]
    room.many = len(codes)
    for j in range(len(codes)):
        room.codes[j] = int(codes[j])
    if room.bot == RANDOM:
        return int(choose_at_random(states, seat, seed, e, room))
    if room.bot == GREEDY:
        return int(choose_by_greed(states, seat, seed, e, room))
    return int(choose_by_search(states, seat, seed, e, room))


Settings = dict[str, tuple[int, list[int]]]
"""The kind and the settings of each bot by name: `bot` and `setting` of its scratch space (`make_room_type`)."""


def list_settings(game: Game) -> Settings:
    """Return a dict of the bots that a library of a game offers, by name.

    A library is machine code that programs without Python can use. Each value of the dict is a pair: the number of the
    kind of bot (random, greedy or search), and the list of the bot's settings.
    """
    found: Settings = {"random": (RANDOM, [0] * SETTING)}
    if game.has("policy"):
        found["greedy"] = GREEDY, [greedy.count_guesses(game), *[0] * (SETTING - 1)]
    for level in reversed(levels.NAMES):
        found[level] = SEARCH, [*levels.find_tune(game, level), *levels.find_tune(game, level, 3)]
    for bot in levels.list_opponents(game):
        found[bot.name] = SEARCH, [*bot.tune(game), *bot.tune(game, 3)]
    return found


def list_entries(game: Game) -> list[LibraryFunction]:
    """Return the functions of a library for other programs: the rules, random games and bots.

    The library does not contain the functions that `list_prepared` returns, which only this package calls.
    """
    return [*list_verbs(game), _list_random_games(game), _list_choice(game)]


def list_prepared(game: Game) -> list[LibraryFunction]:
    """Return the list of the functions that `enginehouse prepare` compiles, so that later starts do not wait.

    Their argument types are those with which this package calls them.
    """
    record, number = game.shape.dtype, np.dtype(np.int64)
    states, codes = Argument("states", record, (0,), RECORD), Argument("codes", number)
    events = Argument("events", events_dtype(game.facts.event_size), (1,), EVENTS)
    seat, seed = Argument("seat"), Argument("seed")
    found = [
        _list_random_games(game),
        LibraryFunction(
            "weigh",
            greedy.weigh,
            (states, codes, seat, seed, Argument("guess"), Argument("values", number), events),
            "Add the greedy bot's evaluation of each action in a guess. states: the view, then two more.",
        ),
        LibraryFunction(
            "grow_tree",
            deciding.grow_tree,
            (states, codes, Argument("desks", DESK, (2,), "desk"), events),
            "Grow one tree of the search. states: the view, then scratch space.",
        ),
    ]
    if game.has("policy") and hasattr(game.policy, "gives_up"):
        says = "Get the action by which a seat gives up, or -1. The view is changed."
        found.append(LibraryFunction("ask_to_give_up", giving_up.ask_to_give_up, (states, seat), says))
    return found


def _list_random_games(game: Game) -> LibraryFunction:
    return LibraryFunction(
        "play_many",
        arena.play_many,
        (
            Argument("states", game.shape.dtype, (0,), RECORD),
            Argument("events", events_dtype(game.facts.event_size), (1,), EVENTS),
            Argument("room", np.dtype(arena.ROOM), (1,), "room"),
            Argument("results", arena.RESULT, (0,), "result"),
            Argument("script", arena.ACTION, (0,), "action"),
        ),
        "Play random games, or replay a script. states: two records, the second all 0. Get the number of actions.",
    )


def _list_choice(game: Game) -> LibraryFunction:
    searches = [setting for kind, setting in list_settings(game).values() if kind == SEARCH]
    most = max(setting[place + Tune.SIMULATIONS] for setting in searches for place in (0, Tune.SIZE))
    searches_replies = any(setting[place + Tune.PLAYOUTS] for setting in searches for place in (0, Tune.SIZE))
    room = make_room_type(make_desk_type(most, len(game.vocabulary)), searches_replies)
    record, one = game.shape.dtype, (1,)
    return LibraryFunction(
        "choose",
        choose,
        (
            Argument("view", record, one, RECORD),
            Argument("empty", record, one, RECORD, is_empty_record=True),
            Argument("codes", np.dtype(np.int64)),
            Argument("seat"),
            Argument("seed"),
            Argument("states", record, (STATES,), RECORD),
            Argument("scratch", room, one, "scratch"),
            Argument("events", events_dtype(game.facts.event_size), one, EVENTS),
        ),
        "Get the action that a bot chooses for a view, from its legal actions. scratch: bot and setting are given.",
    )
