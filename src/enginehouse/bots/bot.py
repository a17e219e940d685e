"""What a bot is: it gets the view of its seat and nothing else, and chooses one of the legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from enginehouse.core.errors import EnginehouseError

if TYPE_CHECKING:
    from enginehouse.core.registry.game import Game


class BotFailed(EnginehouseError):
    """A bot gave no legal action."""


class Thought(NamedTuple):
    """What a bot thought of one action: how good it looks for its seat, tried how often, and why, in a sentence.

    `value`: larger is better. The greedy bot tells hundredths of a point of the game's own evaluation, bots that search the
    share of the win that they expect, in hundredths.
    """

    action: int
    value: float
    visits: int = 0
    reason: str = ""


class Choice(NamedTuple):
    """What a bot chose: the code of a legal action; and what it thought of the actions that it looked at, if it tells."""

    action: int
    thoughts: tuple[Thought, ...] = ()


@runtime_checkable
class Bot(Protocol):
    """A bot. A class with these names will do; it need not be derived from this one, and is made without arguments."""

    name: str
    """What it is called in addresses, files and on the command line: lower case, digits and hyphens."""
    title: str
    """What people read: "Greedy bot"."""
    levels: Mapping[str, float]
    """The levels at which it plays, and the seconds that a decision may take at each; the first one where nobody chooses."""

    def prepare(self, game: Game) -> None:
        """Do once for a game what takes long (compile, load weights); a bot must be able to choose without it.

        At a table it runs in a thread of its own beside `choose`.
        """

    def choose(self, view: Any, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose an action for a seat.

        Where several seats may act at once each is asked on its own, and sees no answer of the others.

        `view` is a plain record of the game (`enginehouse.core.registry.game.game_of(view)` is the game) in which what the seat may
        not know is 0, to be left as it is; `legal` the codes of the legal actions, ascending, at least one; `budget` a
        number of seconds not to be exceeded; `seed` a whole number, not negative. The same arguments give the same choice,
        except for a bot that runs out of time and answers from what it has. It keeps nothing from one call to the next:
        tables ask it about many games in turn.
        """


@runtime_checkable
class CompiledBot(Protocol):
    """A bot with one method more, `compiled`: its whole games are played compiled where Numba is installed."""

    def compiled(self, game: Game) -> tuple[Any, Sequence[int]] | None:
        """The bot as a rule (`enginehouse.core.rule`), with at most twelve numbers that are `room.setting` there; None where there is none.

        `rule(states, seat, seed, e, room)` gives the code that the seat plays. `states[0]` is the view, three more records
        are room; the legal actions are the first `room.many` of `room.codes`, ascending; `e` takes events; `room.values`
        and `room.others` (4096 numbers each) and `room.own` (8) are for its own use. All else is to be left as it is. The
        same view, legal actions and seed must give the choice that `choose` gives.
        """


@runtime_checkable
class PacedBot(Protocol):
    """A bot with one method more, `takes`: how long it takes at a table."""

    def takes(self, game: Game) -> float:
        """In how many seconds its answers to decisions of a game come, all of them alike, whatever it holds and may do.

        It is told to be done in some two thirds of them. 0: how long it thinks tells nothing, its answers come at once.
        """


def weaker_plain(bot: Bot) -> bool:
    """Whether a bot plays worse where nothing compiles: it says so itself by an attribute of this name."""
    return bool(getattr(bot, "weaker_plain", False))


def takes(bot: Bot, game: Game) -> float:
    """In how many seconds a bot's answers come at a table: as it says, else all that its first level may take."""
    return bot.takes(game) if isinstance(bot, PacedBot) else next(iter(bot.levels.values()))


PARTS = ("name", "title", "levels", "prepare", "choose")


def is_bot(thing: Any) -> str:
    """ "" for a bot; else a clause that says what is missing, for a sentence that begins with its name."""
    missing = [part for part in PARTS if not hasattr(thing, part)]
    if missing:
        return f"has no {' and no '.join(missing)}; a bot has {', '.join(PARTS[:-1])} and {PARTS[-1]}"
    if not isinstance(thing.name, str) or not isinstance(thing.title, str):
        return "has a name or a title that is no text"
    if not isinstance(thing.levels, Mapping) or not thing.levels:
        return 'has levels that are no mapping of names to seconds, such as {"normal": 1.0}'
    return ""
