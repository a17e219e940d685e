"""Describe a game's parts, such as cards, in a sentence or two each.

The page shows these texts beside a piece, and on the page of parts. A game's `texts.py` (optional) has these names:

    TEXTS                    a dict of all texts (`Text`); the game chooses the keys
    texts(v)                 instead of TEXTS: the texts in the variant of a view, if they depend on it
    about(v, piece)          the key of the text about a piece, or "" if the piece has no text; `piece` is the id of the
                             piece in the picture of the view `v`
    DECIDED_BY               a dict from each phase (`v.phase`) to the rulebook clause about the decision in this phase
                             (optional)
    ASKS                     the prompts while a player chooses an action by clicking several pieces, and has clicked
                             some of them (optional). ASKS[word][beginning] is such a prompt: `word` is in the name of
                             the action, and `beginning` is the start of the id of a piece that is still to be clicked

A text is made from the view alone, as the picture is: a hidden piece has the text of its back. If the field `name` of a
text is the title of a part in `drawing.gallery()`, the text is shown beside the part on the page of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from enginehouse.core.former import forward
from enginehouse.core.records.fields import Record
from enginehouse.core.words.naming import join_words


class Text(NamedTuple):
    """The text `says` about a card, tile or other part of a game.

    `name` is the name of the part. `clause` is the number of the rulebook clause on which the text is based, or 0.
    """

    name: str
    says: str
    """The effect of the part, in a sentence or two of our own."""
    clause: int = 0
    """The clause on which the text is based (MC-8.4 is 804), or 0."""
    by_part: bool = False
    """Whether the picture is the gallery's part of this name, because the piece is invisible (an empty place)."""
    wide: bool = False
    """Whether the part is a whole board that is small in its place. Its card is as large as possible."""


def texts_of(game: Any, view: Record | None) -> Mapping[str, Text]:
    """Return the texts about a game's cards, tiles and other parts.

    The result maps the key of a part, by which words and pictures of the game name it, to its `Text`.
    `view` is a view of a variant of the game. If the texts of the game are the same in all variants, it may be `None`.
    The result is empty if the game has no texts.
    """
    if game.texts is None:
        return {}
    found: Mapping[str, Text] = game.texts.texts(view) if hasattr(game.texts, "texts") else game.texts.TEXTS
    return found


def text_of(game: Any, view: Record, piece: str) -> Text | None:
    """Return the text about a piece of a view's picture, or `None` if the game has no text about it."""
    if game.texts is None:
        return None
    key: str = game.texts.about(view, piece)
    return texts_of(game, view)[key] if key else None


class StartVariant(NamedTuple):
    """A variant of a game at its start: the default, the solo game, or the game with one option changed.

    `label` names the changed choice of this option. It is "" for the default, and `ALONE` for the solo game. `view` is
    a spectator's view of the variant. `base` is a spectator's view without the change, so that a comparison with `view`
    shows the effect of the change. For most variants it is the view of the default. If the change has an effect only
    together with a choice of another option or with another number of seats, `base` has this choice and this number,
    too.
    """

    label: str
    """The choice that makes the variant, as the form for a new table names it; "" for the default."""
    view: Any
    """A spectator's view of the variant's start."""
    base: Any
    """The view of the game in which the option is not changed. For the default it equals `view`."""


ALONE = "1 player"
"""The label of a solo game, which is no choice of an option."""


@lru_cache(maxsize=64)
def list_start_variants(game: Any) -> tuple[StartVariant, ...]:
    """Return the start of each variant of a game: the default, the solo game, and each choice of each option.

    The solo game is left out if the game has no such variant. An element (`StartVariant`) has two views of a spectator:
    `view` shows the start of this variant, and `base` shows a start to compare it with. For the solo game, `base` is
    the default. For a choice of an option, `base` is the game without this choice.

    Some options have an effect only if another option has a certain choice, or only with certain numbers of seats. For
    such an option, both views are of games that meet this condition.
    """
    low, high = game.facts.seats
    seats = max(low, min(2, high))
    default = _first_view(game, seats, {})
    found = [StartVariant("", default, default)]
    if low == 1 < high:
        found.append(StartVariant(ALONE, _first_view(game, 1, {}), default))
    for option in game.facts.options:
        many = seats if not option.seats or seats in option.seats else option.seats[0]
        needed = {option.when[0]: option.when[1][0]} if option.when is not None else {}
        base = _first_view(game, many, needed)
        found += [
            StartVariant(choice.label, _first_view(game, many, {**needed, option.name: choice.name}), base)
            for choice in option.choices
        ]
    return tuple(found)


def _first_view(game: Any, seats: int, options: Mapping[str, str]) -> Any:
    record, view = game.new_record(), game.new_record()
    game.rules.setup(record, game.option_numbers(seats, options), list(range(8)))
    game.rules.view(record, -1, view)
    return view


def by_variant(game: Any, say: Callable[[Any], str]) -> list[tuple[str, str]]:
    """Return sentences about the start of a game in all variants, as pairs of a label and the sentences.

    `say(view)` returns the sentences about a spectator's view. The first pair has the label "" and the sentences about
    the default game. Each other pair has sentences that hold only for some choices of options, or for the solo game,
    and a label that names these choices.
    """
    default, *others = list_start_variants(game)
    said: dict[str, list[str]] = {}
    for one in others:
        if (says := say(one.view)) != say(one.base):
            said.setdefault(says, []).append(one.label if one.label == ALONE else f"“{one.label}”")
    return [("", say(default.view)), *((f"With {join_words(labels, 'or')}", says) for says, labels in said.items())]


def texts_of_all_variants(game: Any) -> Mapping[str, Text]:
    """Return the texts about a game's cards, tiles and other parts by key, for all its variants together.

    If a text depends on the variant, all its forms are joined, each with the name of its variant.
    """
    if game.texts is None or not hasattr(game.texts, "texts"):
        return texts_of(game, None)
    found: dict[str, Text] = {}
    for key, text in game.texts.texts(list_start_variants(game)[0].view).items():
        pairs = by_variant(game, lambda view, key=key: game.texts.texts(view)[key].says)  # type: ignore[misc]
        more = [f"{label}: {without_beginning(text.says, says)}" for label, says in pairs[1:]]
        found[key] = text._replace(says=" ".join([text.says, *more]))
    return found


def without_beginning(before: str, says: str) -> str:
    """Return the text `says` without the opening sentences that it shares with the text `before`.

    Return all of `says` if no sentence would be left.
    """
    known, sentences = before.split(". "), says.split(". ")
    same = next(
        (k for k, (one, other) in enumerate(zip(known, sentences, strict=False)) if one != other), len(sentences)
    )
    return ". ".join(sentences[same:]) or says


__getattr__ = forward(__name__, {"variants_of": "list_start_variants"})
