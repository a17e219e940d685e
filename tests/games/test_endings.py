"""How games end, in words: every end names its winners everywhere alike, and scores are the sum of their sources."""

from __future__ import annotations

import html
import re
from types import SimpleNamespace

import pytest
from ends import ENDS, End

from enginehouse.conformance.cases import cases_of, walk
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.endings import Ending, ending_of
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event
from enginehouse.table import words
from enginehouse.table.api.looks import describe_result
from enginehouse.table.picture.model import PictureInput
from enginehouse.table.picture.regions import build
from enginehouse.table.store.rows import SeatRow

pytestmark = pytest.mark.beside_plain

GAMES = [games.get(name) for name in games.names()]
NAMES = tuple(f"Person {k}" for k in range(8))


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_end_has_a_sentence(game: games.Game) -> None:
    """Of some random games, as a spectator reads it; who won is in the headline where one alone did."""
    ended = 0
    for case in cases_of(game):
        for number in range(3):
            *_, last = walk(case, f"ending {number}")
            if last.mask:
                continue
            ended += 1
            out = [0] * 16
            game.rules.scores(last.s, out)
            scores, ranks = out[: case.seats], out[8 : 8 + case.seats]
            view = game.new_record()
            game.rules.view(last.s, -1, view)
            told = ending_of(game, view, case.seats)
            sentences = [told.headline, *told.why]
            assert told.headline and not told.headline.endswith("."), last
            assert all(sentence.endswith(".") for sentence in told.why), told
            assert not re.search(r"\{\d|-1", "".join(fill_plain(one, NAMES) for one in sentences)), told
            for seat, points in enumerate(told.points):
                assert not points or sum(many for _, many in points) == scores[seat], (told, scores)
            winners = [seat for seat in range(case.seats) if ranks[seat] == 1]
            if 0 < len(winners) < case.seats:
                assert list_named(told.headline) == winners, (told, ranks)
    assert ended


def list_named(text: str) -> list[int]:
    """Return the seats that a sentence names."""
    return sorted({int(seat) for seat in re.findall(r"\{(\d)\}", text)})


@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end.game}-{end.name}")
def test_every_end_names_the_same_winners_everywhere(end: End) -> None:
    """Compare ranks, headline, reasons, prompt, event, end panel and API for an end that is written down in `ends.py`."""
    match, events = end.match()
    game, view = match.game, match.view(-1)
    _, ranks = match.scores()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    assert match.over and winners == list(end.winners)
    told = ending_of(game, view, end.seats)
    assert (told.headline, list(told.why)) == (end.headline, list(end.why))
    if 0 < len(winners) < end.seats:
        assert list_named(told.headline) == winners
    for seat in range(-1, end.seats):
        said = game.words.prompt(match.view(seat), seat)
        assert said == f"{end.headline}. {game.words.reason(match.reason)}"
    sentences = [describe_event(game, view, event) for event in events]
    assert not end.event or end.event in sentences
    names = NAMES[: end.seats]
    headline = fill_plain(end.headline, names)
    shown = [headline, *(fill_plain(one, names) for one in end.why)]
    assert describe_result(match, names).says == " ".join(text if text.endswith(".") else f"{text}." for text in shown)
    for seat in range(-1, end.seats):
        panel = draw_panel(match, seat, names)
        for text in shown[1:] + ([headline] if headline not in panel_title(panel) else []):
            assert text in plain(panel), (seat, panel)
        title = panel_title(panel)
        together = end.seats > 1 and len(winners) == end.seats and seat >= 0
        assert title == (
            "You win" if together or winners == [seat] else "You lose" if end.seats == 1 and seat == 0 else headline
        )
        rows = re.findall(r"<tr class=\"won\">.*?</tr>", panel)
        assert sorted(NAMES.index(re.findall(r"Person \d", row)[0]) for row in rows) == winners


@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end.game}-{end.name}")
def test_the_scores_of_an_end_have_distinct_headings_and_rows_that_add_up(end: End) -> None:
    """Each column of the table says something else, and the columns before the last one add up to it."""
    panel = draw_panel(end.match()[0], -1, NAMES[: end.seats])
    table = re.search(r"<table.*?</table>", panel, re.S)
    assert table, panel
    heads = [plain(head) for head in re.findall(r"<th scope=\"col\">.*?</th>", table[0])]
    assert len(heads) == len(set(heads)) and "Player" in heads, heads
    for row in re.findall(r"<tr[ >].*?</tr>", table[0])[1:]:
        numbers = [
            int(plain(cell)) for cell in re.findall(r"<td[^>]*>.*?</td>", row)[1:] if plain(cell).lstrip("-").isdigit()
        ]
        assert len(numbers) == len(heads) - 1, (heads, row)
        assert len(numbers) == 1 or sum(numbers[:-1]) == numbers[-1], (heads, numbers)


def test_an_end_says_place_and_margin() -> None:
    """For each viewer in a sentence, and for all in the table. The place is that of the rules."""
    game = games.get("mechanica")
    names = ("Ann", "Bob", "Cat")
    match = Match.new("mechanica", 3, seed=1)
    match.state.reason, match.state.wallet[:3] = 303, [30, 26, 40]
    scores = [int(game.rules.worth(match.state, seat)) for seat in range(3)]
    ahead = [scores[2] - scores[0], scores[2] - scores[1]]
    panels = [
        plain(
            build(
                PictureInput(
                    table="t",
                    game=game,
                    seat=seat,
                    view=match.state,
                    names=names,
                    seats=[SeatRow(k, "person", name) for k, name in enumerate(names)],
                    status="over",
                    reason=303,
                    scores=scores,
                    ranks=[2, 3, 1],
                )
            ).html["end"]
        )
        for seat in range(-1, 3)
    ]
    assert f"Cat is {ahead[0]} ahead of Ann." in panels[0]
    assert f"You are second, {ahead[0]} behind." in panels[1] and f"You are third, {ahead[1]} behind." in panels[2]
    assert f"You are {ahead[0]} ahead of Ann." in panels[3]
    for panel in panels:
        assert f"2nd, {ahead[0]} behind" in panel and f"3rd, {ahead[1]} behind" in panel


def test_a_rat_that_ties_is_not_behind() -> None:
    """GM-4.2: the winner may have fewer pellets, and the margin says nothing then."""
    assert words.place(2, -3) == "2nd" and words.your_place("second", 0) == "You are second."


def draw_panel(match: Match, seat: int, names: tuple[str, ...]) -> str:
    """Return the markup of the end panel as a seat sees it."""
    scores, ranks = match.scores()
    return build(
        PictureInput(
            table="t",
            game=match.game,
            seat=seat,
            view=match.view(seat),
            names=names,
            seats=[SeatRow(k, "person", name) for k, name in enumerate(names)],
            status="over",
            reason=match.reason,
            scores=scores,
            ranks=ranks,
            replay=True,
        )
    ).html["end"]


def plain(markup: str) -> str:
    """Return the text of some markup, without signs such as a seat's badge."""
    return html.unescape(re.sub(r"<svg.*?</svg>\s*|<[^>]+>", "", markup)).replace("\xa0", " ")


def panel_title(panel: str) -> str:
    """Return the text of the heading."""
    return plain(re.findall("<h2>(.*?)</h2>", panel)[0])


def test_ends_are_written_down_for_every_clause_and_variant() -> None:
    """Every reason that a game has words for, and every choice of its options that changes an end."""
    there = {(end.game, end.match()[0].reason) for end in ENDS}
    for game in GAMES:
        if game.facts.in_lobby:
            assert {clause for name, clause in there if name == game.name} >= set(REASONS[game.name])
    assert {end.options.get("play") for end in ENDS if end.seats > 1 and end.game == "mechanical-beast"} == {
        "together",
        "rescuers",
        "against",
    }


REASONS = {
    "mechanical-beast": (703, 704, 705, 707, 708, 804),
    "mechanation": (301, 302),
    "mechanica": (303, 1103),
    "great-machine": (204, 205),
}
"""By game: the clauses by which it ends."""


def test_a_game_without_an_ending_says_nothing_of_its_own() -> None:
    assert ending_of(SimpleNamespace(ending=None), None, 2) == Ending()
