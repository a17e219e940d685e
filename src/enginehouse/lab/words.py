"""Write the results of an experiment in sentences.

Numbers have confidence intervals, and only significant differences are called differences.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from enginehouse.core.registry import game as games
from enginehouse.core.words.estimates import Estimate
from enginehouse.lab.findings import answers, changes
from enginehouse.lab.findings.part_tables import list_part_tables
from enginehouse.lab.measures import HAS, format_word
from enginehouse.lab.tables import Difference, Tables, against

SHOWN = 12
"""The maximum number of differences and of words with their results in the sentences. The tables show all."""
TITLES = {"did": "actions"}
ENOUGH = 30
"""The minimum number of seats with a word for which it can be called the best or the worst.

Rare words vary too much.
"""


def number(found: Estimate) -> str:
    """Return the estimate `found` as text: its value, followed by its confidence interval if that is finite."""
    if not math.isfinite(found.low):
        return f"{found.value:.4g}"
    return f"{found.value:.4g} ({found.low:.4g} to {found.high:.4g})"


def points(found: Estimate) -> str:
    """Return `found`, a difference of shares from 0 to 1, as text in percentage points with its confidence interval."""
    return f"{100 * found.value:+.1f} points ({100 * found.low:+.1f} to {100 * found.high:+.1f})"


def format_mean(result: Tables, column: str, found: Estimate) -> str:
    """Return `found`, the mean of a column, as text. `result` is the stored result of the experiment.

    The mean is written in percent if the column has facts that are true or false, or a seat's part of the win (1 for a
    win, less if seats tie). Otherwise it is written as a number.
    """
    return answers.spell_share(found) if result.is_share(column) else number(found)


def change(result: Tables, one: Difference) -> str:
    """Return `one`, a difference between variants, as text with its confidence interval.

    `one.column` is the column of the result that was compared. If `result` shows this column in percent, the difference
    is in percentage points.
    """
    found = one.estimate
    if result.is_share(one.column):
        return points(found)
    return f"{found.value:+.4g} ({found.low:+.4g} to {found.high:+.4g})"


def name_column(column: str, together: bool = False) -> str:
    """Return the name of a column of the result in words, for example for the head of a table.

    If `together` is true, all seats win or lose together. Then the column `win_0` is called "games won".
    """
    if together and column == "win_0":
        return "games won"
    if column.startswith(HAS):
        return f"win share of seats: {column}"
    what, _, seat = column.rpartition("_")
    if what and seat.isdigit():
        said = {"win": "share of the win", "score": "score"}.get(what, what.replace("_", " "))
        return f"{said} of seat {seat}"
    return {"actions": "actions of a game"}.get(column, column.replace("_", " "))


def sentences(result: Tables) -> list[str]:
    """Return the results of an experiment as a list of sentences: the question, its answer, then everything else."""
    answer = [*([result.experiment.about] if result.experiment.about else []), *_answer(result)]
    more = [
        *(one for variant in result.variants for one in answers.describe_tension(result, variant.number)),
        *_opening(result),
        *_describe_wins(result),
        *_describe_changes(result),
        *_labels(result),
        *_never(result),
        *_describe_decisions(result),
    ]
    return [*answer, *(sentence for sentence in more if sentence not in answer)]


def _answer(result: Tables) -> list[str]:
    """Return a list of sentences that answer the question of an experiment. `result` is its stored result.

    If the question is about a part of the game, such as a card, the sentences are about this part. Otherwise they are
    about the changes between variants, the best bot, or the cards whose owners won most and least often.
    """
    if found := answers.answer(result):
        return found
    if len(result.variants) > 1:
        return changes.answer_changes(result)
    if len(set(result.run(0).bots)) > 1 and (found := list(_stronger(result, 0))):
        return found
    return list(_labels(result))[:1] or list(_describe_wins(result))[:1]


def _opening(result: Tables) -> Iterator[str]:
    experiment, game = result.experiment, games.find_or_create(result.made["game"])
    each = [result.of(variant.number).height for variant in result.variants]
    bots = ", ".join(dict.fromkeys(bot for one in result.variants for bot in result.run(one.number).bots))
    yield (
        f"{game.facts.title}, {result.seats} seat{'s' if result.seats > 1 else ''}, bots {bots}: {each[0]} games"
        f"{f' of each of {len(each)} variants' if len(each) > 1 else ''}, seed {experiment.seed}, "
        f"rules {result.made['rules']}."
    )
    if experiment.relearn:
        yield "The bots judge every variant by what they learned anew from games of this variant."
    elif any(answers.changes_game(variant) for variant in result.variants):
        yield "The bots judge every variant by what they learned from the game as it is, so they may play a changed game less well."
    if experiment.only:
        yield f"Of {experiment.games} deals those in which somebody is dealt {experiment.only}."
    if experiment.until and max(each) >= experiment.games:
        yield f"The intervals did not all become as narrow as was wanted ({100 * experiment.until:g} points)."


def _describe_wins(result: Tables) -> Iterator[str]:
    for variant in result.variants:
        before = f"With {variant}: s" if variant.changes else "S"
        shares = [answers.spell_share(one) for one in result.wins(variant.number)]
        if result.together:
            yield (
                f"With {variant}: {shares[0]} of the games are won."
                if variant.changes
                else f"{shares[0]} of the games are won."
            )
        else:
            yield f"{before}eats win {', '.join(shares)}."
        if not result.together and len(set(result.run(variant.number).bots)) > 1:
            yield (
                "; ".join(f"{bot} wins {answers.spell_share(one)}" for bot, one in result.bots(variant.number).items())
                + "."
            )
            yield from _stronger(result, variant.number)
        if means := [
            f"{name_column(name)} {format_mean(result, name, result.average(variant.number, name))}"
            for name in _list_measured(result)
        ]:
            yield f"On average: {', '.join(means)}."
        yield _describe_ends(result, variant.number)


def _describe_ends(result: Tables, variant: int) -> str:
    """Return a sentence that says how many games of a variant ended by each clause of the rulebook.

    For each clause, the sentence also has the rulebook's reason for the end, such as a completed set.
    """
    game, ends = answers.base_game(result), result.ends(variant)
    reasons = {
        name: game.words.reason(code).rstrip(".") for code in game.clauses if (name := game.clause_name(code)) in ends
    }
    said = [f"{many} by {clause} ({reasons[clause]})" for clause, many in ends.items()]
    return f"Ends: {', '.join(said)}."


def _list_measured(result: Tables) -> list[str]:
    """Return the names of the columns with numbers in an experiment's table of games, for the means in a report.

    The column `actions` (the number of actions), the columns of scores and those of wins are left out. `result` is the
    stored result of the experiment.
    """
    return [name for name in result.numbers if name != "actions" and not name.startswith("score_")]


def _stronger(result: Tables, variant: int) -> Iterator[str]:
    """Yield a sentence about the best bot of a variant, if it wins more than an equal share of the games."""
    found = result.bots(variant)
    best = max(found, key=lambda bot: found[bot].value)
    fair = 1 / result.seats
    ahead = Estimate(*(value - fair for value in found[best]))
    if ahead.low > 0:
        yield f"So {best} wins {points(ahead)} more than an equal share: so much is due to better play, and not to luck."


def _describe_changes(result: Tables) -> Iterator[str]:
    first = str(result.variants[0])
    told = changes.sort_by_clearness(one for one in result.differences if one.found)[:SHOWN]
    for one in told:
        yield f"{result.variants[one.variant]} instead of {first}: {_describe_difference(result, one)}."
    if result.differences and not told:
        yield "Between the variants no difference was found beyond chance."
    elif told:
        helped = sorted(one.ratio for one in result.differences if one.ratio)
        yield (
            f"Both sides of each pair have the same deal, which makes the variance of a difference {helped[0]:.2f} to "
            f"{helped[-1]:.2f} of what different deals would give."
        )


def comparison(old: Tables, new: Tables) -> list[str]:
    """Return sentences about how each variant differs between an old and a new result on the same deals."""
    said = [
        f"{_name_result(old)} against {_name_result(new)}, on the same deals; the code of rules and bots is "
        f"{'the same' if old.made['sources'] == new.made['sources'] else 'another'}."
    ]
    for variant in old.variants:
        if variant not in new.variants:
            continue
        found = against(old, new, variant.number)
        before = f"With {variant}: " if variant.changes else ""
        both = old.of(variant.number).join(new.of(variant.number), on="game", suffix=" then")
        columns = [name for name in old.games.columns if name in new.games.columns and name not in ("game", "variant")]
        other = sum(any(row[name] != row[f"{name} then"] for name in columns) for row in both.iter_rows(named=True))
        said.append(f"{before}{other} of {both.height} games are different.")
        clear = changes.sort_by_clearness(one for one in found if one.found)[:SHOWN]
        said += [f"{before}{_describe_difference(old, one)}." for one in clear]
        if other and not any(one.found for one in found):
            said.append(f"{before}no difference was found beyond chance.")
    return said


def _name_result(result: Tables) -> str:
    """Return the name of a result's folder without the hash at its end, with the version of the rules added."""
    name = re.sub(r"-[0-9a-f]{8}$", "", result.name)
    return f"{name} (rules {result.made['rules']})"


def _describe_difference(result: Tables, one: Difference) -> str:
    return f"{name_column(one.column, result.together)} {change(result, one)}"


def _labels(result: Tables) -> Iterator[str]:
    for what in result.labelled:
        for variant in result.variants:
            found = [label for label in result.labels(variant.number, what) if label.seats >= ENOUGH]
            if len(found) < 2:
                continue
            best, worst = found[0], found[-1]
            before = f"with {variant}: " if variant.changes else ""
            yield (
                f'{TITLES.get(what, what).capitalize()}, {before}the best is "{format_word(what, best.name)}", which wins {answers.spell_share(best.win)}, '
                f'the worst "{format_word(what, worst.name)}" with {answers.spell_share(worst.win)}.'
            )


def _never(result: Tables) -> Iterator[str]:
    for variant in result.variants:
        for what in result.labelled:
            if never := result.never(variant.number, what):
                more = f" and {len(never) - SHOWN} more" if len(never) > SHOWN else ""
                before = f"With {variant} nobody" if variant.changes else "Nobody"
                yield f"{before} ever {format_word(what, '').strip().replace('has', 'had')}: {', '.join(never[:SHOWN])}{more}."


def _describe_decisions(result: Tables) -> Iterator[str]:
    """Yield a sentence about the decisions in each variant, if the experiment has the measure `decisions`."""
    if "decisions" not in result.tables:
        return
    for variant in result.variants:
        before = f"With {variant} a" if variant.changes else "A"
        legal, near, mattered = (result.mean(values) for values in result.summarize_decisions(variant.number))
        yield (
            f"{before} decision is between {number(legal)} actions, of which {answers.spell_share(near)} are nearly as good as the best; "
            f"{answers.spell_share(mattered)} of the decisions matter, because no other action is nearly as good."
        )


def tables(result: Tables) -> Iterator[str]:
    """Yield the Markdown tables of an experiment's report, line by line. `result` is the stored result.

    First come the tables about the card or other piece that the experiment's question is about, and about tension (how
    much the chances of winning changed). Then follow two kinds of tables for each variant. The first has the means of
    all numbers that the experiment stores for a game, such as its scores. The others say for each card, or for each
    other text in a list that the experiment stores for seats, how often the seats with it won.
    """
    for table in list_part_tables(result):
        yield from (
            "",
            f"{table.title}:",
            "",
            _join_cells(table.headings.values()),
            _join_cells("---" for _ in table.headings),
        )
        yield from (_join_cells(row) for row in table.spell_rows())
    for variant in result.variants:
        yield from ("", f"| {variant} | on average | 95 % |", "| --- | --- | --- |")
        yield from (
            _row(name_column(name), format_mean(result, name, result.average(variant.number, name)))
            for name in result.numbers
        )
        for what in result.labelled:
            yield from ("", f"| {variant}: word | seats | wins | 95 % |", "| --- | --- | --- | --- |")
            for label in result.labels(variant.number, what):
                yield _row(f"{format_word(what, label.name)} | {label.seats}", answers.spell_share(label.win))


def _join_cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(name: str, found: str) -> str:
    value, _, ends = found.partition(" (")
    return f"| {name} | {value} | {ends.rstrip(')')} |"
