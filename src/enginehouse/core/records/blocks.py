"""Declare a game's actions in blocks: one block for each kind of action, with its arguments.

    ACTIONS = Actions()
    Pass = ACTIONS.block("pass")
    Deploy = ACTIONS.block("deploy", tier=TIER_NAMES, land=numbered(6), grave=True)

declares `pass`, `deploy light 1`, `deploy light 2` and so on, in the order of their codes. With `grave=True`, a player
has to confirm these actions on the page. Rules use these lookups
instead of computing with ranges of codes:

    Deploy.at(tier, land)     the code of an action from its arguments, each counted from 0
    ACTIONS.kind[code]        the block of a code: `kind == Deploy.KIND`; outside of rules also `code in Deploy`
    Deploy.land[code]         an argument of a code, counted from 0

An argument whose choices depend on the argument before it has a list of labels for each value of that argument:

    Play = ACTIONS.block("play", card=("boots", "deal"), choice=[("on 0", "on 1"), ("on 0 with 1",)])

If the values of an argument have numbers of their own, it is a mapping: `place={"a1": 7, "a2": 8}`. Then `at` takes
these numbers, and the lookups return them.

In plain rules a lookup (`kind`, `land`) is a tuple of ints, and `at` is a function. Compiled rules see an array and a
compiled function instead, in a module of constants that Numba can read (see `compiled_rules`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, TypeVar, overload

import numpy as np

from enginehouse.core.former import FormerMethod
from enginehouse.core.records.fields import Record
from enginehouse.core.rule import rule
from enginehouse.core.verbs import all_legal

T = TypeVar("T")
MOST_ARGUMENTS = 4
Labels = Sequence[str] | Sequence[Sequence[str]] | Mapping[str, int]
"""The labels of an argument's values in names, in the order of their codes.

A mapping has their numbers, if these are not counted from 0. A list of lists has the labels for each value of the
argument before.
"""


def numbered(many: int, first: int = 1) -> tuple[str, ...]:
    """Return labels for many numbered places, as values of an action's argument: `1`, `2` and so on.

    There are `many` labels, from the number `first` on.
    """
    return tuple(str(k) for k in range(first, first + many))


class ActionForm:
    """The declaration of one kind of action: how its actions are named, which arguments they have, and two marks.

    By default, the name of an action is `word` followed by the labels of its arguments, such as `deploy light 1`. If
    `form` is not "", it is a format for the name instead, such as `{piece} to {room}`. `arguments` has the labels for
    the values of each argument, and `numbers` has the numbers for these values in rules. The mark `grave` means that a
    player has to confirm the action. The mark `unasked` means that only people choose the action, never random play.
    See `Block`.
    """

    def __init__(self, word: str, arguments: Mapping[str, Labels], form: str, *, grave: bool, unasked: bool) -> None:
        self.word = word
        self.form = form
        self.arguments = {name: tuple(labels) for name, labels in arguments.items()}
        self.numbers = {name: _numbers(labels) for name, labels in arguments.items()}
        self.grave = grave
        self.unasked = unasked


class Block(ActionForm):
    """One kind of action: `KIND` is its number, `FIRST` the code of its first action, `MANY` the number of its actions.

    A block without arguments has one action, and `CODE` is its code. `grave` means that the page asks the player to
    confirm the action: it ends the turn and cannot be undone, or the player loses something by it. `unasked` means that
    only people choose the action, such as a vote to give up. Random play does not use it. A bot uses it only if the
    game's policy says so (`verbs.gives_up`).
    """

    def __init__(
        self, actions: Actions, word: str, arguments: Mapping[str, Labels], form: str, *, grave: bool, unasked: bool
    ) -> None:
        super().__init__(word, arguments, form, grave=grave, unasked=unasked)
        self._actions = actions
        self.KIND = len(actions.blocks)
        self.FIRST = len(actions)
        self._rows = _rows(tuple(self.arguments.values()))
        self.MANY = len(self._rows)
        self.at: Callable[..., int] = _encoder(self)
        if not self.arguments:
            self.CODE = self.FIRST

    def __repr__(self) -> str:
        return f"Block({' '.join([self.word, *self.arguments])!r})"

    def __getattr__(self, name: str) -> tuple[int, ...]:
        """Return the values of the argument `name` of this kind of action, as a tuple indexed by action code.

        An example is the lookup `Deploy.land[code]`, the land of the action with this code. The tuple has an element
        for each action of the game. If an action is of another kind, its element has no meaning.
        """
        arguments: dict[str, tuple[str, ...]] = self.__dict__.get("arguments", {})
        if name == "CODE":
            raise AttributeError(f"{self!r} has arguments: its codes are made by `at`")
        if name not in arguments:
            raise AttributeError(f"{self!r} has no argument {name!r}")
        return self._actions.arguments[list(arguments).index(name)]

    def __contains__(self, code: int) -> bool:
        """Return whether the action with this code is of this kind: `code in Deploy`. Not for compiled rules."""
        return bool(self.FIRST <= code < self.FIRST + self.MANY)

    def names(self) -> Iterator[str]:
        """Yield the names of the actions of this kind, in the order of their codes."""
        for row in self._rows:
            found: dict[str, str] = {}
            for place, (name, labels) in enumerate(self.arguments.items()):
                found[name] = _of_row(labels, row[:place])[row[place]]
            yield self.form.format(**found) if self.form else " ".join(filter(None, [self.word, *found.values()]))

    def values(self, code: int) -> tuple[int, ...]:
        """Return the values of all arguments of the action with this code, in the order of their declaration.

        The action must be of this kind. The values are numbers, as rules use them: `at(*values)` returns the code
        again.
        """
        row = self._rows[code - self.FIRST]
        return tuple(numbers[place] for numbers, place in zip(self.numbers.values(), row, strict=True))

    def constants(self) -> dict[str, Any]:
        """Return a dict of the constants that compiled rules can read from this block (kind of action), by name.

        They are `KIND`, `FIRST`, `MANY` and the function `at`. If the actions have no arguments, `CODE` is among them.
        For each argument of the actions there is an array of its values, which is indexed by action code.
        """
        found: dict[str, Any] = {"KIND": self.KIND, "FIRST": self.FIRST, "MANY": self.MANY, "at": self.at}
        if not self.arguments:
            found["CODE"] = self.FIRST
        for place, name in enumerate(self.arguments):
            found[name] = self._actions.arrays[1 + place]
        return found


class Actions(Sequence[str]):
    """All actions of a game by name, in the order of their codes, declared block by block."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._names: list[str] = []

    def block(
        self, word: str, *, form: str = "", grave: bool = False, unasked: bool = False, **arguments: Labels
    ) -> Block:
        """Declare the next kind of action of the game (block), and return it. `Block` explains `grave` and `unasked`.

        The name of an action is `word`, followed by the labels of its arguments. The last argument varies fastest. For
        other names give a format, in which the names of arguments stand for their labels: `form="{who} to {room}"`.
        Declare blocks that are `unasked` last, so that they also come last in lists of legal actions.
        """
        if "kind" in self.__dict__:
            raise TypeError(f"block {word!r} is declared too late: codes of these actions were used already")
        if len(arguments) > MOST_ARGUMENTS:
            raise ValueError(f"block {word!r} has {len(arguments)} arguments, and {MOST_ARGUMENTS} are the most")
        if self.blocks and self.blocks[-1].unasked and not unasked:
            raise TypeError(f"block {word!r} is declared after an `unasked` block: these must be the last")
        new = Block(self, word, arguments, form, grave=grave, unasked=unasked)
        self.blocks.append(new)
        self._names += new.names()
        return new

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, code: int) -> str: ...

    @overload
    def __getitem__(self, code: slice) -> list[str]: ...

    def __getitem__(self, code: int | slice) -> str | list[str]:
        return self._names[code]

    @cached_property
    def kind(self) -> tuple[int, ...]:
        """Return a tuple with the kind of each action (`Block.KIND`), indexed by code."""
        return tuple(block.KIND for block in self.blocks for _ in range(block.MANY))

    @cached_property
    def arguments(self) -> tuple[tuple[int, ...], ...]:
        """Return a table of the actions' first arguments, a table of their second arguments, and so on.

        A table is a tuple of values that is indexed by action code. The value is 0 if an action has no such argument.
        """
        rows = [[0] * len(self) for _ in range(MOST_ARGUMENTS)]
        for block in self.blocks:
            for code in range(block.FIRST, block.FIRST + block.MANY):
                for place, value in enumerate(block.values(code)):
                    rows[place][code] = value
        return tuple(tuple(row) for row in rows)

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        """Return a tuple of arrays for compiled rules, each indexed by action code.

        The first is `kind`. Then follow the first arguments of the actions, the second arguments and so on.
        """
        return tuple(np.array(row, np.int16) for row in (self.kind, *self.arguments))

    def constants(self) -> dict[str, Any]:
        """Return a dict of the values that compiled rules use for all actions of the game, by name.

        Its only key is `kind`, with the array that has the kind of each action by its code.
        """
        return {"kind": self.arrays[0]}

    def dispatch(self, table: Mapping[int, Callable[..., T]], v: Record, code: int, otherwise: T | None = None) -> T:
        """Call the function that the dict `table` has for an action's kind, and return its result.

        The arguments of the call are the view `v`, followed by the arguments of the action. If the table has no
        function for the kind, return `otherwise`, or raise KeyError if that is not given.
        """
        block = self.block_of(code)
        if otherwise is not None and block.KIND not in table:
            return otherwise
        return table[block.KIND](v, *block.values(code))

    def by_kind(self, table: Mapping[int, Callable[..., T]], otherwise: T | None = None) -> Callable[[Record, int], T]:
        """Return a function of a view and a code, which calls the function that `table` has for the action's kind.

        See `dispatch`, to which `table` and `otherwise` are passed.
        """

        def call(v: Record, code: int) -> T:
            return self.dispatch(table, v, code, otherwise)

        return call

    told = FormerMethod("told", "dispatch")

    @cached_property
    def unasked(self) -> tuple[str, ...]:
        """Return the names of the actions that only people choose. They come last in the list of all actions."""
        return tuple(name for block in self.blocks if block.unasked for name in block.names())

    @cached_property
    def at_random(self) -> Callable[..., int]:
        """Return the rule `at_random(s, seat, out, many)`, which counts the legal actions that random play may choose.

        The first `many` numbers of the list `out` are the codes of the legal actions. The `unasked` actions, which only
        people choose, are the last of these. The rule returns the number of the other legal actions, which come first.
        Random play chooses only among these. If all legal actions are `unasked`, the rule returns 1, and random play
        chooses the first action.
        """
        if not self.unasked:
            return all_legal
        first = len(self) - len(self.unasked)
        lines = (
            "def at_random(s, seat, out, many):",
            f"    while many > 1 and out[many - 1] >= {first}:",
            "        many -= 1",
            "    return many",
        )
        return _make_rule(f"enginehouse.blocks.unasked_from_{first}", "\n".join(lines) + "\n", "at_random")

    def block_of(self, code: int) -> Block:
        """Return the block (kind of action) to which the action with this code belongs."""
        return self.blocks[self.kind[code]]


def _of_row(labels: Any, before: Sequence[int]) -> Sequence[str]:
    """Return the labels (possible values as words) of the next argument of an action.

    `before` has the values of the earlier arguments, as indices from 0 on. `labels` is the declaration of the argument.
    It is either a list of labels, or a list with such a list for each value of the previous argument. In the second
    case, return the list for the last value in `before`.
    """
    found: Sequence[str] = labels if _is_plain(labels) else labels[before[-1]]
    return found


def _is_plain(labels: Labels) -> bool:
    """Return whether `labels` is a plain list of words, the same for all values of the action's previous argument.

    `labels` declares the words for the values of an action's argument. If they depend on the previous argument,
    `labels` has a list of words for each value of the previous argument.
    """
    return all(isinstance(label, str) for label in labels)


def _rows(arguments: Sequence[Labels]) -> list[tuple[int, ...]]:
    """Return a list with a tuple for each action of a block (kind of action), in the order of their codes.

    A tuple has the value of each argument of the action, as an index of its labels (the words for the values).
    `arguments` has the labels of each argument. If an action has two arguments, the labels of the second may depend on
    the value of the first. Raise ValueError if labels depend on the value of an argument in any other case.
    """
    rows: list[tuple[int, ...]] = [()]
    for place, labels in enumerate(arguments):
        if not _is_plain(labels) and (place, len(arguments)) != (1, 2):
            raise ValueError("labels that depend on the argument before are those of the second of two arguments")
        rows = [(*row, value) for row in rows for value in range(len(_of_row(labels, row)))]
    return rows


def _numbers(labels: Labels) -> Sequence[int]:
    """Return the numbers that stand for the values of an action's argument in the rules, as a sequence.

    If `labels`, the declaration of the argument, is a dict, the numbers are its values. Otherwise they are 0, 1 and so
    on.
    """
    if isinstance(labels, Mapping):
        return tuple(labels.values())
    many = len(labels) if _is_plain(labels) else max(map(len, labels))
    return range(many)


def _encoder(block: Block) -> Callable[..., int]:
    """Create and return the rule `at` of a block (kind of action), which returns the code of an action of this kind.

    The arguments of the rule are those of the action, as numbers: `block.arguments` has their names. The rule is
    written as the source of a Python function, so that it can be compiled.
    """
    scope: dict[str, Any] = {}
    source = f"def at({', '.join(block.arguments)}):\n    return {_sum(block, scope)}\n"
    return _make_rule(f"enginehouse.blocks.{block.word.replace(' ', '_')}_from_{block.FIRST}", source, "at", scope)


def _make_rule(name: str, source: str, function: str, scope: Mapping[str, Any] | None = None) -> Callable[..., int]:
    """Run the source of a rule in a new module, and return the rule.

    `function` is the rule's name, and `name` the new module's. `scope` has the global values that the source reads.
    """
    module = ModuleType(name)
    sys.modules[name] = module
    vars(module).update(scope or {})
    exec(compile(source, f"<{name}>", "exec"), vars(module))  # noqa: S102  (made of names and numbers)
    return rule(vars(module)[function])  # type: ignore[no-any-return]


def _sum(block: Block, scope: dict[str, Any]) -> str:
    """Return a Python expression, as text, that computes the code of an action from its arguments, as a sum.

    The expression may read lookup arrays from global variables. Add these arrays to the dict `scope`, which maps the
    names of global variables to their values.
    """
    names = list(block.arguments)
    if not all(map(_is_plain, block.arguments.values())):
        many = [len(labels) for labels in block.arguments[names[1]]]
        scope["FIRSTS"] = np.cumsum([block.FIRST, *many])
        return f"int(FIRSTS[{names[0]}]) + {names[1]}"
    first, terms, stride = block.FIRST, "", block.MANY
    for name, numbers in block.numbers.items():
        stride //= len(numbers)
        value = name
        if list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
            first -= numbers[0] * stride
        else:
            scope[f"place_of_{name}"] = _invert(numbers)
            value = f"int(place_of_{name}[{name}])"
        terms += f" + {value}" + (f" * {stride}" if stride > 1 else "")
    return f"{first}{terms}"


def _invert(numbers: Sequence[int]) -> Any:
    """Return an array that maps each number of a list to its index in the list.

    The array has an element for each number from 0 to the largest in `numbers`. The elements for numbers that are not
    in the list are 0.
    """
    places = np.zeros(max(numbers) + 1, np.int16)
    places[list(numbers)] = range(len(numbers))
    return places
