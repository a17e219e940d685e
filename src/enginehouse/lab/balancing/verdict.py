"""State the result of a search for balance: the best changes of numbers in the rules, and whether they reach the goal.

The search plays candidates (versions of the game with changed numbers). The goal is a range: for each card, the win
share of the seats that have it should be inside. All confidence intervals of a candidate are valid together
(Bonferroni). With a probability of 95 %, every true win share is inside its interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.words.estimates import Estimate, share_of_sum
from enginehouse.lab.balancing.plan import SEATS, BalanceGoal
from enginehouse.lab.findings import subjects
from enginehouse.lab.findings.answers import spell_share
from enginehouse.lab.findings.charts import draw
from enginehouse.lab.report import wrap_page

FILE = "balance.json"
ERROR = 0.05
"""The probability that any of the intervals of a candidate is wrong."""
ENOUGH = 30
"""The minimum number of games for a share."""


class WordShare(msgspec.Struct, frozen=True):
    """The results of the games with a card, or with another thing that seats have, in a version of the game.

    `name` is the card, and `games` the number of games in which a seat had it. `wins` is the sum of the win shares of
    these seats. If several seats had the card in a game, the mean of their shares counts.
    """

    name: str
    games: int
    wins: float

    def estimate(self, many: int) -> Estimate:
        """Return the win share, from 0 to 1, of the seats that have the card `name`, with its confidence interval.

        `name` can also be a seat, or another thing that seats have, such as a tile. `many` is the number of cards whose
        intervals are shown together. The intervals are so wide that, with a probability of 95 %, all of them contain
        the true shares.
        """
        return share_of_sum(self.wins, self.games, NormalDist().inv_cdf(1 - ERROR / 2 / many))


class MeasuredCandidate(msgspec.Struct, frozen=True):
    """A candidate (a changed version of the game) and the results of its games in a stage of a search for balance.

    - `changes`: the path and the new value of each changed number in the rules
    - `stage`: `searched` (the search itself), `checked` (the check of the best candidates) or `measured` (the last
      measurement of the best candidate)
    - `words`: the results for each card, or for each other thing that the search balances
    """

    changes: tuple[tuple[str, int], ...]
    stage: str
    words: list[WordShare]

    @property
    def known_words(self) -> list[WordShare]:
        """Return a list of the results for all words that occurred in at least `ENOUGH` games.

        A word is the title of a card, or of another thing that the search balances, such as a tile. Its result is the
        win share of the seats that had it.
        """
        return [word for word in self.words if word.games >= ENOUGH]

    def estimates(self) -> dict[str, Estimate]:
        """Return a dict with the win share of the owners of each card (or other thing), the largest share first.

        Owners are the seats that have the card. Each share has a confidence interval. The intervals are so wide that
        all of them contain the true share at once, with a probability of 95 %.
        """
        found = {word.name: word.estimate(len(self.known_words)) for word in self.known_words}
        return dict(sorted(found.items(), key=lambda pair: -pair[1].value))

    @property
    def games(self) -> int:
        """Return the number of games in which a seat had the card that occurred most often.

        Other things that the search balances count like cards.
        """
        return max(word.games for word in self.words)


class SearchOrigin(msgspec.Struct, frozen=True):
    """The origin of a result of a search for balance: the game, the settings, and the versions of rules and program.

    `BalanceResult` describes the fields.
    """

    game: str
    rules: str
    enginehouse: str
    plan: dict[str, Any]
    about: str
    steps: list[int]
    games: int
    portion: int


class BalanceResult(SearchOrigin, frozen=True):
    """The result of a search for balance. A search plays candidates: versions of a game with changed numbers.

    It has four stages: the search itself, two checks of the best candidates on other deals, and the last measurement of
    the best candidate. A stage consists of steps. In a step, several candidates play the same deals.

    - `game`, `rules`, `enginehouse`: the game, and the versions of its rules and of this package
    - `plan`: the settings of the search without its budget; `about`: the question that the search should answer
    - `steps`: the number of steps in each of the four stages
    - `games`: the number of games in all; `portion`: a small number of games. In a step, a candidate plays this number
      of games or a multiple of it, such as 5 times as many
    - `changes`: for each number that the best candidate changes, its path, its present value and its new value
    - `best`: the best candidate, with the results of the last measurement, whose games were not used to choose it
    - `checked`: the candidates that were checked, with their results in the checks
    - `searched`: all candidates, with their results in the search itself
    """

    changes: list[tuple[str, int, int]]
    best: MeasuredCandidate
    checked: list[MeasuredCandidate]
    searched: list[MeasuredCandidate]


def write_found(folder: Path, found: BalanceResult) -> BalanceResult:
    """Write `found`, the result of a search, into a folder, and return it. Equal searches give equal files."""
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return found


def load_found(folder: Path) -> BalanceResult:
    """Return the result of the search for balance in a folder. Raise `Unreadable` if the folder has no such result."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=BalanceResult)
    except (OSError, msgspec.DecodeError) as error:
        raise Unreadable(f"{folder} has no result of a search for balance: {error}") from None


class BalanceReport:
    """The report about the result of a search for balance, in sentences, tables and a chart."""

    def __init__(self, found: BalanceResult) -> None:
        self.found = found
        self.goal = msgspec.convert(found.plan["goal"], BalanceGoal)

    @cached_property
    def shares(self) -> dict[str, Estimate]:
        """Return the win share of the owners of each card in the game with the best changes, the largest share first.

        The owners of a card are the seats that have it. Other things that the search balances count like cards.
        """
        return self.found.best.estimates()

    @property
    def title(self) -> str:
        """Return the title of the report: the question that the search should answer, as its file states it.

        If the file has no question, return a general question, such as "Which numbers balance Mechanation?".
        """
        return self.found.about or f"Which numbers balance {games.get(self.found.game).facts.title}?"

    def answer(self) -> str:
        """Return the sentence that answers the question: whether the changed numbers bring the game to the goal."""
        if not self.shares:
            return "No word of the goal has enough games for an answer: give the search a larger budget."
        low, high = self.goal.wins
        least, most = min(one.value for one in self.shares.values()), max(one.value for one in self.shares.values())
        lowest, highest = min(one.low for one in self.shares.values()), max(one.high for one in self.shares.values())
        goal = f"the goal of {100 * low:g} to {100 * high:g} %"
        if lowest >= low and highest <= high:
            said, end = f"{goal} is reached", ""
        elif least >= low and most <= high:
            said, end = f"{goal} is reached in the games played", ", so it may be missed by chance"
        else:
            outside = [name for name, one in self.shares.items() if not low <= one.value <= high]
            said, end = (
                f"{goal} is not reached, but this came nearest",
                f"; outside {'is' if len(outside) == 1 else 'are'} {_join(outside)}",
            )
        if not self.found.changes:
            said = said.replace("but this came nearest", "and no candidate came nearer")
        return (
            f"With {self.describe_changes()}, {said}: {self._describe_range(self.shares, _spell_value)}, in {self.found.best.games} games; "
            f"the simultaneous 95 % intervals reach from {100 * lowest:.1f} to {100 * highest:.1f} %{end}."
        )

    def describe_changes(self) -> str:
        """Return the changed numbers in words, such as `power of Harvester 6 instead of 7`."""
        said = [f"{subjects.describe_number(path, new)} instead of {now}" for path, now, new in self.found.changes]
        return _join(said) or "the game as it is"

    def _describe_range(self, shares: dict[str, Estimate], spell: Callable[[Estimate], str]) -> str:
        """Return a part of a sentence about the smallest and the largest of some win shares.

        `shares` maps cards to the win share of the seats that have the card, or seats to their own win share. The
        function `spell` writes a share as text.
        """
        least, most = min(shares, key=lambda name: shares[name].value), max(shares, key=lambda name: shares[name].value)
        who = ("", "") if self.goal.measure == SEATS else ("owners of ", "those of ")
        wins = "wins" if self.goal.measure == SEATS else "win"
        others = ", all others between" if len(shares) > 2 else ""
        return f"{who[0]}{least} {wins} {spell(shares[least])}, {who[1]}{most} {spell(shares[most])}{others}"

    def sentences(self) -> list[str]:
        """Return the report on a search for balance as a list of sentences.

        The first sentence says whether the win shares are in the range that is the goal of the search.
        """
        return [self.answer(), *self._describe_original(), *self._describe_limits(), *self._describe_search()]

    def _describe_original(self) -> Iterator[str]:
        original = next((one for one in self.found.checked if not one.changes), None)
        if original is not None and (shares := original.estimates()):
            yield f"In the game as it is, {self._describe_range(shares, spell_share)}, in {original.games} games of the check."

    def _describe_limits(self) -> Iterator[str]:
        far = self.found.plan["limits"]["far"]
        moves = [abs(new - now) for _, now, new in self.found.changes]
        large = sum(move > far for move in moves)
        many = "1 number changes" if len(moves) == 1 else f"{len(moves)} numbers change"
        if large:
            yield f"{many}, by more than {far}." if len(moves) == 1 else f"{many}, {large} of them by more than {far}."
        elif moves:
            yield f"{many}, by at most {max(moves)}."

    def _describe_search(self) -> Iterator[str]:
        found, plan = self.found, self.found.plan
        checkers = ", ".join(plan["check"] or plan["bots"])
        yield (
            f"{games.get(found.game).facts.title}, rules {found.rules}, seed {plan['seed']}: {found.games} games in all. Bots "
            f"{', '.join(plan['bots'])} searched {len(found.searched)} candidates in {found.steps[0]} rounds, and bots "
            f"{checkers} checked the best {sum(bool(one.changes) for one in found.checked)} on fresh deals."
        )
        if plan["relearn"]:
            yield "In the check, the bots judge each candidate by what they learned anew from games of this candidate."
        else:
            yield "The bots judge every candidate by what they learned from the game as it is."

    def chart(self) -> str:
        """Return a chart (SVG) of the win shares of each card's owners, in the unchanged and in the changed game."""
        original = _find_original(self.found)
        series: list[Any] = [("with the changes", list(self.shares.values()))]
        if original:
            series.append(("the game as it is", [original.get(name) for name in self.shares]))
        return draw(list(self.shares), [("share of the win, %", series, None)], self.goal.wins)

    def text(self) -> str:
        """Return the report as text: the question, then all sentences."""
        return "\n".join([self.title, *self.sentences()])

    def tables(self) -> str:
        """Return two tables as Markdown: win shares by card, and the candidates (changed versions of the game).

        The first has the win share of the seats that have each card (or other thing that the search balances), in the
        unchanged and in the changed game.
        """
        return "\n\n".join(
            "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])
            for head, rows in ((WORDS, list_word_rows(self.found)), (CANDIDATES, list_candidate_rows(self.found)))
        )

    def write(self, folder: Path) -> Path:
        """Write the report as a page into a folder, and return its path."""
        room = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
        content = room.from_string(PAGE).render(
            verdict=self,
            chart=Markup(self.chart()) if self.shares else "",  # noqa: S704 - made by ourselves
            tables=[
                ("Shares", WORDS, list_word_rows(self.found)),
                ("Candidates", CANDIDATES, list_candidate_rows(self.found)),
            ],
        )
        path = folder / "report.html"
        path.write_text(wrap_page(self.title, content), encoding="utf-8")
        return path


def _find_original(found: BalanceResult) -> dict[str, Estimate]:
    """Return for each card the win share of the seats that have it, in the unchanged game.

    If the search balances other things that seats have, such as tiles, return the shares for these. The games are those
    of the check, in which the best changed versions and the unchanged game played the same deals. If the result has no
    such games, return an empty dict.
    """
    return next((one.estimates() for one in found.checked if not one.changes), {})


def list_word_rows(found: BalanceResult) -> list[list[str]]:
    """Return the rows of a table of win shares by card, from the result of a search for balance.

    A row has the card (or other thing that the search balances), and the win share of the seats that have it: in the
    unchanged game ("" if not known), and in the game with the best changes.
    """
    original = _find_original(found)
    return [
        [name, spell_share(original[name]) if name in original else "", spell_share(one)]
        for name, one in found.best.estimates().items()
    ]


def list_candidate_rows(found: BalanceResult) -> list[list[str]]:
    """Return the rows of the table of candidates (sets of changed numbers) in the result of a search for balance.

    A row has the changes, the stage in which the candidate played (search, check or last measurement), and its number
    of games. Then follow two cards with their win shares: the card whose owners won the least, and the card whose
    owners won the most.
    """
    rows = []
    for one in [found.best, *found.checked, *found.searched]:
        if shares := one.estimates():
            names = list(shares)
            ends = [f"{names[k]} {spell_share(shares[names[k]])}" for k in (-1, 0)]
            said = ", ".join(f"{path} = {new}" for path, new in one.changes) or "the game as it is"
            rows.append([said, one.stage, str(one.games), *ends])
    return rows


def _spell_value(found: Estimate) -> str:
    return f"{100 * found.value:.1f} %"


def _join(said: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(said[:-1]), *said[-1:]]))


WORDS = ["word", "the game as it is", "with the changes"]
"""The headings of the table of words."""
CANDIDATES = ["numbers", "stage", "games", "least", "largest"]
"""The headings of the table of candidates."""
PAGE = """<div class="eh-report"><h1>{{ verdict.title }}</h1>
<div class="words">{% for sentence in verdict.sentences() %}<p>{{ sentence }}</p>
{% endfor %}</div>
<figure>{{ chart }}<figcaption>Share of the win of the owners. Lines are 95 % intervals that hold at the same time.</figcaption></figure>
{% for title, head, rows in tables %}<h2>{{ title }}</h2>
<table><tr>{% for cell in head %}<th>{{ cell }}</th>{% endfor %}</tr>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table>{% endfor %}
</div>
"""
"""The template of the report's page."""
