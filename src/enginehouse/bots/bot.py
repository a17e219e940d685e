"""Define the interface of a bot. A bot receives only the view of its seat, and chooses one of the legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.records.fields import Record

if TYPE_CHECKING:
    from enginehouse.core.registry.game import Game


class BotFailed(EnginehouseError):
    """The error if a bot raised an exception or returned an action that is not legal."""


class Thought(NamedTuple):
    """A bot's opinion of one action: `value` for its seat, number of `visits`, and `reason` as a sentence.

    A larger `value` is better. For bots that search it is the win chance in percent. For the greedy bot it is the
    evaluation by the game's policy, in hundredths of a point. If the bot has planned the whole turn, `behind` says by
    how many points the best plan that begins with the action is worse than the best plan of all.
    """

    action: int
    value: float
    visits: int = 0
    reason: str = ""
    behind: float | None = None


class Choice(NamedTuple):
    """The code of the action that a bot chooses, and the bot's opinions of the actions that it examined.

    An opinion (`Thought`) has the value of an action, and may have a reason. `thoughts` may be empty.
    """

    action: int
    thoughts: tuple[Thought, ...] = ()


@runtime_checkable
class Bot(Protocol):
    """The methods and attributes of a bot. A class need not inherit from this one.

    The server creates a bot without arguments.
    """

    name: str
    """The name in addresses, files and on the command line: lower case, digits and hyphens."""
    title: str
    """The name on the page, for example "Greedy bot"."""
    levels: Mapping[str, float]
    """The seconds per decision by the name of a level. The first level is the default."""

    def prepare(self, game: Game) -> None:
        """Do long work once for a game, such as compiling or loading weights. `choose` must work without it.

        The server calls this method in a thread of its own, and may call `choose` at the same time, without waiting for
        the end.
        """

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose an action for a seat.

        If several seats may act at once, each bot decides separately, without seeing the other answers. `view` is a
        record of the game (a Python object) in which hidden fields are 0. Do not change it.
        `enginehouse.core.registry.game.game_of(view)` returns the game. `legal` has the codes of the legal actions in
        ascending order, at least one. `budget` is the time limit in seconds. `seed` is an integer, not negative.

        The same arguments give the same choice, unless the bot runs out of time and answers with the best action so
        far. A bot stores no state between calls, because the server uses the same bot for many games in turn.
        """


@runtime_checkable
class CompiledBot(Protocol):
    """A bot that can play whole games as compiled code if Numba is installed.

    It has the methods of `Bot` and a method `compiled`, which returns the function that chooses actions in these games.
    """

    def compiled(self, game: Game) -> tuple[Any, Sequence[int]] | None:
        """Return the bot as a rule with its settings, or `None` if it has no rule for this game.

        The settings are at most 64 integers. The rule (`enginehouse.core.rule`) returns the code that the seat plays.
        Its signature is `rule(states, seat, seed, e, room)`. `states[0]` is the view, and three more records are
        scratch space. `e` is a buffer for events, to be passed to `apply` if the rule tries actions on the scratch
        records. `room` is a record with working memory for the decision:

        - `room.setting`: the settings
        - `room.codes`: the legal actions, ascending; their number is `room.many`
        - `room.values` and `room.others` (4096 integers each) and `room.own` (8 integers): scratch space

        Leave everything else unchanged. For the same view, legal actions and seed the rule must choose the same action
        as `choose`.
        """


@runtime_checkable
class PacedBot(Protocol):
    """A bot that takes a fixed time for each action on the server. It has the methods of `Bot` and a method `takes`."""

    def takes(self, game: Game) -> float:
        """Return the number of seconds that players on the server wait for an action of this bot.

        The time does not depend on the bot's hand, so that it does not reveal the hand. The server asks the bot to
        finish in about two thirds of that time. Return 0 if the thinking time reveals nothing; then the action is shown
        immediately.
        """


def is_weaker_plain(bot: Bot) -> bool:
    """Return whether a bot plays worse in plain Python than compiled, as its attribute `weaker_plain` says.

    A bot without this attribute counts as equally strong.
    """
    return bool(getattr(bot, "weaker_plain", False))


def read_answer_time(bot: Bot, game: Game) -> float:
    """Return the seconds after which a table shows a bot's answer.

    The method `takes` of the bot returns them (see `PacedBot`). For a bot without this method, return the time limit of
    its default level, which is the first in `Bot.levels`.
    """
    return bot.takes(game) if isinstance(bot, PacedBot) else next(iter(bot.levels.values()))


PARTS = ("name", "title", "levels", "prepare", "choose")
"""The attributes that each bot must have."""


def find_bot_fault(thing: Any) -> str:
    """Return "" if the object `thing` is a bot, else its fault as the end of a sentence, such as "has no title"."""
    missing = [part for part in PARTS if not hasattr(thing, part)]
    if missing:
        return f"has no {' and no '.join(missing)}; a bot has {', '.join(PARTS[:-1])} and {PARTS[-1]}"
    if not isinstance(thing.name, str) or not isinstance(thing.title, str):
        return "has a name or a title that is no text"
    if not isinstance(thing.levels, Mapping) or not thing.levels:
        return 'has levels that are no mapping of names to seconds, such as {"normal": 1.0}'
    return ""
