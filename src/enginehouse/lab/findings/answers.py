"""Write the answer to the question of an experiment: figures about its subject and about tension, in words.

The subject is the card or other piece of the game that the experiment studies. Tension is how long the result of a
game stays open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import polars as pl

from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays, patches
from enginehouse.core.registry.game import Game
from enginehouse.core.words import estimates
from enginehouse.core.words.estimates import Estimate, Z
from enginehouse.lab.experiment import BOTS, OPTIONS, Variant
from enginehouse.lab.findings.tension import COMEBACK, PREFIX, SWINGS
from enginehouse.lab.measures import USES, VERBS
from enginehouse.lab.tables import Tables

LEAST = 0.0005
"""If the luck with a part and with all other parts is a smaller share than this, the sentence leaves it out."""
FEW = 5
"""With fewer uses of a part in the sample, the sentence about the part leaves its luck out."""


class PartUse(NamedTuple):
    """How players with a card, tile or other piece of the game (a part) fare in a variant, as shares from 0 to 1.

    - `column`: the name of the measure that lists such parts for each seat, such as `bought` for the bought cards
    - `share`: the share of the players for whom this measure lists the part
    - `winning`, `others`: the mean share of the win of these players, and of all other players
    - `apart`: `winning` less `others`

    Each of the last three is `None` if too few players or games have a result for it.
    """

    column: str
    share: Estimate
    winning: Estimate | None
    others: Estimate | None
    apart: Estimate | None


def base_game(result: Tables) -> Game:
    """Return the game of an experiment in its original form, without the experiment's changes of numbers and rules.

    `result` is the stored result of the experiment.
    """
    return games.get(overlays.parse(patches.split_patch(result.made["game"])[0])[0])


def describe_variant(result: Tables, variant: int) -> str:
    """Return the changed settings of the variant with the number `variant` (from 0) in words, such as `Level easy`."""
    return result.variants[variant].describe(base_game(result))


def changes_game(variant: Variant) -> bool:
    """Return whether a variant changes numbers or rules of the game, and not only options or bots."""
    return any(not name.startswith((OPTIONS, BOTS)) for name, _ in variant.changes)


def title(result: Tables) -> str:
    """Return the title of the report on a result: the experiment's question, or else the game and its variations."""
    if result.experiment.about:
        return result.experiment.about
    said = [describe_variant(result, variant.number) for variant in result.variants if variant.changes]
    return f"{base_game(result).facts.title}: {'; '.join(said[:4]) or 'the game as it is'}"


# -- a part ------------------------------------------------------------------------------------------------------------


def list_uses(result: Tables, variant: int) -> list[PartUse]:
    """Return how often players in a variant had or used the piece that the experiment studies, and how often they won.

    `result` is the stored result of the experiment, and `variant` the number of the variant. The experiment stores
    lists of pieces for each seat of a game, such as `bought` for the bought pieces. The returned list has an element
    for each kind of list that can contain the studied piece: first lists of used pieces, then lists of pieces that a
    seat had. It is empty if the experiment studies no piece.
    """
    part = result.experiment.find_subject()
    words = getattr(base_game(result).measures, "WORDS", {})
    columns = [name for name in result.labelled if part and part in words.get(name, ())]
    return [find_use(result, variant, name, part) for name in sorted(columns, key=lambda name: name not in USES)]


def find_use(result: Tables, variant: int, column: str, part: str) -> PartUse:
    """Return how often players in a variant had or used the card or other piece `part`, and how often they won.

    `result` is the stored result of the experiment, and `variant` the number of the variant. `column` is the name of a
    list of pieces that the experiment stores for each seat of a game. For example, `bought` is the list of the pieces
    that the seat bought. Players with `part` in this list are compared with all other players.
    """
    table = result.of(variant)
    seats = range(result.seats)
    has = [pl.col(f"{column}_{seat}").list.contains(part).fill_null(value=False) for seat in seats]
    own = [pl.when(has[seat]).then(pl.col(f"win_{seat}")) for seat in seats]
    rest = [pl.when(~has[seat]).then(pl.col(f"win_{seat}")) for seat in seats]
    found = table.select(
        share=pl.mean_horizontal([one.cast(pl.Float64) for one in has]),
        winning=pl.mean_horizontal(own),
        others=pl.mean_horizontal(rest),
    )
    if result.together:  # games with the part are compared with games without it
        found = found.with_columns(others=pl.when(pl.col("share") == 0).then(pl.col("others")))
    winning, others = (found[name].drop_nulls().to_list() for name in ("winning", "others"))
    both = found.drop_nulls()
    apart = (both["winning"] - both["others"]).to_list()
    return PartUse(
        column,
        result.share(found["share"].to_list()),
        result.share(winning) if winning else None,
        result.share(others) if others else None,
        _compare_groups(winning, others) if result.together else result.mean(apart) if len(apart) > 1 else None,
    )


def _compare_groups(some: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Return the mean of `some` less the mean of `others`, with its 95 % interval, if both have at least two elements.

    Both are lists of shares of the win, one for each game.
    """
    if len(some) < 2 or len(others) < 2:
        return None
    one, other = estimates.share(some), estimates.share(others)
    wide = math.hypot(one.high - one.low, other.high - other.low) / 2
    middle = one.value - other.value
    return Estimate(middle, middle - wide, middle + wide)


def find_verb(column: str) -> str:
    """Return the verb for a sentence about players that had or used a card or other piece, such as `bought`.

    `column` is the name of a list that an experiment stores for each seat of a game: `bought` is the list of the cards
    that the seat bought. If this name is a verb, return it. Otherwise return `had`.
    """
    return column if column in VERBS else "had"


def spell_share(found: Estimate) -> str:
    """Return the share `found` in percent as text with its confidence interval, such as `19.0 % (18.1 to 19.9)`."""
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _begin(result: Tables, variant: int, sentence: str) -> str:
    """Return `sentence` with a new beginning, which names the variant of the experiment that the sentence is about.

    `result` is the stored result of the experiment, and `variant` the number of the variant. If the variant changes no
    setting, only make the first letter a capital.
    """
    if not result.variants[variant].changes:
        return sentence[:1].upper() + sentence[1:]
    return f"With {describe_variant(result, variant)}, {sentence}"


def describe_use(result: Tables, variant: int) -> list[str]:
    """Return sentences about how players of a variant fared with the card or other piece that the experiment studies.

    There is a sentence for each way in which players used the piece (such as `played`), and then for each way in which
    they had it (such as `dealt`). If enough uses were examined, the first sentence also says how far luck changed the
    win chances. `result` is the stored result of the experiment, and `variant` the number of the variant.
    """
    part, luck = result.experiment.find_subject(), find_luck(result, variant)
    said = [_begin(result, variant, _describe_part(use, part)) for use in list_uses(result, variant)]
    if said and luck is not None and max(luck.luck.value, luck.others.value) >= LEAST:
        said[0] += f"; {_describe_luck(luck)}"
    return [f"{sentence}." for sentence in said]


def _describe_part(use: PartUse, part: str) -> str:
    verb = find_verb(use.column)
    if use.winning is None:
        return f"players never {verb} {part}"
    share = f"{spell_share(use.share)} of the players {verb} it"
    if use.others is None or use.apart is None:
        return f"players who {verb} {part} won {spell_share(use.winning)} of their games; {share}"
    often = "more often than" if use.apart.low > 0 else "less often than" if use.apart.high < 0 else "about as often as"
    others = "players without it"
    return (
        f"players who {verb} {part} won {often} {others}: {spell_share(use.winning)} of their games against "
        f"{spell_share(use.others)}; {share}"
    )


# -- luck of a part ----------------------------------------------------------------------------------------------------


class PartLuck(NamedTuple):
    """How far luck, and not the players' choices, changed the win chances at events with cards or other pieces.

    - `times`: the number of events with the card or piece that the experiment studies, in the sampled games
    - `luck`: luck's part of all changes of win chances at these events, from 0 to 1
    - `others`: luck's part of all changes of win chances at events with other pieces, from 0 to 1
    """

    times: int
    luck: Estimate
    others: Estimate


def find_luck(result: Tables, variant: int) -> PartLuck | None:
    """Return how far luck, and not choices, changed win chances at events with the piece that an experiment studies.

    An event is, for example, that a player uses the piece. The events are those in the sampled games of the variant
    with the number `variant`. `result` has the stored games of the experiment. Return a value only if these games have
    at least `FEW` events with the piece, and at least `FEW` events with other pieces.
    """
    part = result.experiment.find_subject()
    if not part or SWINGS not in result.games.columns:
        return None
    rows = result.of(variant).select(SWINGS).drop_nulls().explode(SWINGS).drop_nulls().unnest(SWINGS)
    own, others = rows.filter(pl.col("part") == part), rows.filter(pl.col("part") != part)
    if own.height < FEW or others.height < FEW:
        return None
    shares = [ratio(one["luck"].to_list(), (one["luck"] + one["chosen"]).to_list()) for one in (own, others)]
    return PartLuck(own.height, shares[0], shares[1])


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Return the sum of `parts` divided by the sum of `wholes`, with its 95 % interval, limited to 0 to 1.

    `parts[k]` is a part of `wholes[k]`. For example, luck makes a part of all changes of win chances in game `k`. An
    element of either list may be negative, because it is an estimate from which its expected error was subtracted.
    """
    n, whole = len(wholes), math.fsum(wholes)
    if whole <= 0:
        return Estimate(0.0, 0.0, 1.0)
    value = math.fsum(parts) / whole
    spread = math.fsum((part - value * all_) ** 2 for part, all_ in zip(parts, wholes, strict=True))
    wide = Z * math.sqrt(n / max(1, n - 1) * spread) / whole
    low, high = max(0.0, value - wide), min(1.0, value + wide)
    return Estimate(min(1.0, max(0.0, value)), min(low, 1.0), max(high, 0.0))


def _describe_luck(found: PartLuck) -> str:
    more, less = found.luck.low > found.others.high, found.luck.high < found.others.low
    than = "more than with" if more else "less than with" if less else "about as with"
    return (
        f"{spell_share(found.luck)} of the change in win chance that it made was luck, {than} other parts "
        f"({spell_share(found.others)})"
    )


# -- tension -----------------------------------------------------------------------------------------------------------


class Tension(NamedTuple):
    """The tension of a variant: how much the chances of winning changed in its sampled games.

    - `games`: the number of sampled games
    - `with_part`: how many of these games had the card or other piece that is studied
    - `lead_changes`: how often the lead passed to another seat, on average; the leader has the largest win chance
    - `led`: the last part of a game, in which the lead did not change any more, as a fraction of the game, on average
    - `comebacks`: the number of games that a seat won after a very low win chance
    - `decisions`: the number of decisions whose actions a bot compared; `mattered`: those with a single good action
    - `chance`: the mean number of actions per game that had other possible outcomes by chance
    - `luck`: the fraction of the changes of win chances that came from luck, from 0 to 1. The others came from choices

    `with_part`, `chance` and `luck` are `None` if they were not measured.
    """

    games: int
    with_part: int | None
    lead_changes: Estimate
    led: Estimate
    comebacks: int
    decisions: int
    mattered: int
    chance: float | None
    luck: Estimate | None


def find_tension(result: Tables, variant: int) -> Tension | None:
    """Return the tension of a variant: how much the chances of winning changed in its sampled games, and why.

    `result` is the stored result of the experiment, and `variant` the number of the variant. Return `None` if no game
    of the variant was sampled.
    """
    if f"{PREFIX}led" not in result.games.columns:
        return None
    sample = result.of(variant).drop_nulls(f"{PREFIX}led")
    if not sample.height:
        return None
    part = result.experiment.find_subject()
    lists = [name for name in sample.columns if part and name.rpartition("_")[0] in result.labelled]
    has = sample.filter(pl.any_horizontal(pl.col(name).list.contains(part) for name in lists)) if lists else sample
    luck, chosen = (sample[f"{PREFIX}{name}"].to_list() for name in ("luck", "chosen"))
    share = ratio(luck, [one + other for one, other in zip(luck, chosen, strict=True)])
    chance = estimates.mean(sample[f"{PREFIX}chance"].to_list()).value if f"{PREFIX}chance" in sample.columns else None
    return Tension(
        sample.height,
        has.height if lists else None,
        estimates.mean(sample[f"{PREFIX}lead_changes"].to_list()),
        estimates.mean(sample[f"{PREFIX}led"].to_list()),
        comebacks=int(sample[f"{PREFIX}comeback"].sum()),
        decisions=int(sample[f"{PREFIX}decisions"].sum()),
        mattered=int(sample[f"{PREFIX}mattered"].sum()),
        chance=chance,
        luck=None if chance and share.high < LEAST else share,
    )


def describe_tension(result: Tables, variant: int) -> Iterator[str]:
    """Yield sentences about how much the chances of winning changed in the sampled games of a variant (its tension).

    They say, for example, how often the lead changed. `result` is the stored result of the experiment.
    """
    found = find_tension(result, variant)
    if found is None:
        return
    part = result.experiment.find_subject()
    chosen = "" if found.with_part is None else f", {found.with_part} of them with {part}"
    beginning = _begin(result, variant, f"tension in a sample of {found.games} games{chosen}: ")
    mattered = f"{found.mattered} of {found.decisions} decisions mattered, as no other action was nearly as good"
    if result.together or result.seats == 1:
        yield f"{beginning}{mattered}."
    else:
        changes = found.lead_changes
        yield (
            f"{beginning}the most likely winner changed {changes.value:.1f} times ({max(0.0, changes.low):.1f} to {changes.high:.1f}), "
            f"and the winner took the lead for good with {100 * found.led.value:.0f} % of the game to go."
        )
        yield (
            f"In {found.comebacks} of these games the winner had once had less than {100 * COMEBACK / result.seats:.3g} % "
            f"to win; {mattered}."
        )
    yield f"{_describe_luck_of_games(found)}."


def _describe_luck_of_games(found: Tension) -> str:
    """Return a sentence, without its full stop, about how far luck and choices changed the win chances in some games.

    `found` has the figures of these games, which are the sampled games of a variant.
    """
    if found.chance == 0:
        return "No action had other outcomes by chance"
    if found.luck is None:
        return (
            f"Luck is not measured: {found.chance:.1f} actions of a game had other outcomes by chance, but the judge of the "
            "bots gives all these outcomes the same win chances"
        )
    return f"Luck made {spell_share(found.luck)} of the changes in win chance, choices the rest, as the bots judge"


# -- the answer --------------------------------------------------------------------------------------------------------


def answer(result: Tables) -> list[str]:
    """Return the sentences that answer an experiment's question about a card or other piece, for each variant.

    The first variant, with which the others are compared, comes last. The list is empty if the question is not about
    such a piece.
    """
    numbers = [variant.number for variant in result.variants]
    return [sentence for number in (*numbers[1:], numbers[0]) for sentence in describe_use(result, number)]
