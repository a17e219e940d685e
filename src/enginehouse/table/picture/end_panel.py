"""Draw the panel at the end of a game: the result, the scores, the highlights and the ways to go on."""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.core.pictures.drawing import Svg, joined
from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.core.words.endings import Ending, ending_of
from enginehouse.core.words.naming import capitalize
from enginehouse.table import words
from enginehouse.table.picture.elements import badge, clause_link, element, join_as_list, name_players
from enginehouse.table.picture.model import PictureInput

NOTHING = Svg("")


def draw_end(given: PictureInput) -> Svg:
    """Return the panel that the page shows after the end of a game.

    The panel has the result. If the game ended without a result, the panel says so. Call this only after the end.
    """
    if not given.reason:
        return _without_result(given)
    order = sorted(range(len(given.ranks)), key=lambda s: (given.ranks[s] or 99, -given.scores[s], s))
    winners = [s for s in order if given.ranks[s] == 1]
    together = 1 < len(winners) == len(order) and given.seat >= 0
    mine = winners == [given.seat] or together or (len(order) == 1 and given.seat == 0)
    told = ending_of(given.game, given.view, len(given.ranks))
    return element(
        "div",
        element(
            "h2",
            name_players(given.names, told.headline)
            if told.headline and not mine
            else _headline(given, winners, together),
        ),
        element("p", name_players(given.names, f"{told.headline}.")) if told.headline and mine else None,
        _margin(given, order, winners),
        element(
            "p", name_players(given.names, given.game.words.reason(given.reason)), clause_link(given.game, given.reason)
        ),
        *(element("p", name_players(given.names, one)) for one in told.why),
        _scores(given, order, winners, told),
        _moments(given) if given.moments and not given.replay else None,
        None if given.replay else element("div", id="curve", cls="end-row"),
        element("div", _what_next(given), cls="row"),
        None if given.replay else element("button", "Look at the board", type="button", cls="end-aside"),
        cls="end-panel won" if mine else "end-panel",
    )


def _without_result(given: PictureInput) -> Svg:
    """Return the panel of a table whose game was ended without a result."""
    return element(
        "div",
        element("h2", words.NO_RESULT),
        element("p", words.how_it_ended(given.status, given.ending)),
        element("div", _what_next(given), cls="row"),
        element("button", "Look at the board", type="button", cls="end-aside"),
        cls="end-panel",
    )


def _moments(given: PictureInput) -> Svg:
    """Return links to the highlights of a finished game in its replay."""
    replay = f"/t/{given.table}/replay?seat={given.seat}&moment="
    rows = [
        element("li", element("a", name_players(given.names, text), cls="end-moment", href=f"{replay}{number}"))
        for number, text in given.moments
    ]
    return element("h3", "Moments") + element("ul", joined(rows), cls="end-moments")


def _margin(given: PictureInput, order: Sequence[int], winners: Sequence[int]) -> Svg | None:
    """Return a sentence about the margin of points at the end of a game, or None if there is no such margin.

    For a viewer that has lost, the sentence has the viewer's place and the number of points that separate the viewer
    from the winner. For any other viewer, it has the number of points that separate the winner from the second player.
    """
    if not 0 < len(winners) < len(order):
        return None
    first, seat = winners[0], given.seat
    if 0 <= seat < len(order) and seat not in winners:
        place = words.PLACES[_place(given, seat) - 1]
        return element("p", words.your_place(place, given.scores[first] - given.scores[seat]), cls="end-place")
    second = max(order[len(winners) :], key=lambda s: given.scores[s])
    ahead = given.scores[first] - given.scores[second]
    if len(winners) > 1 or ahead <= 0:
        return None
    leader = "You are" if seat == first else element("bdi", given.names[first]) + " is"
    return element("p", leader + f" {ahead} ahead of ", element("bdi", given.names[second]), ".", cls="end-place")


def _place(given: PictureInput, seat: int) -> int:
    """Return the place of a seat in the finished game: 1 is the first. Seats of equal rank and score share a place."""
    keys = [(rank or 99, -score) for rank, score in zip(given.ranks, given.scores, strict=True)]
    return 1 + sum(key < keys[seat] for key in keys)


def _headline(given: PictureInput, winners: Sequence[int], together: bool) -> Svg | str:
    if together or list(winners) == [given.seat]:
        return "You win"
    if not winners:
        return "You lose" if len(given.ranks) == 1 and given.seat == 0 else "There is no winner"
    return join_as_list(element("bdi", given.names[s]) for s in winners) + (" win" if len(winners) > 1 else " wins")


def _scores(given: PictureInput, order: Sequence[int], winners: Sequence[int], ending: Ending) -> Svg:
    """Return the table of scores, with a column for each source of points.

    `order` has all seats by rank, and `winners` the seats that have won. `ending` has the words about the end of the
    game.
    """
    sources = list(dict.fromkeys(what for one in ending.points for what, _ in one))
    some = 0 < len(winners) < len(order)  # if all win or all lose, there is no order
    rows = []
    for s in order:
        parts = dict(ending.points[s]) if s < len(ending.points) else {}
        behind = given.scores[winners[0]] - given.scores[s] if some else 0
        place = words.WINNER if s in winners else words.place(_place(given, s), behind)
        row = [
            element("td", badge(s)),
            element(
                "th",
                element("bdi", given.names[s]),
                *([element("br"), element("small", place)] if some else []),
                scope="row",
            ),
            *(element("td", parts.get(what, 0)) for what in sources),
            element("td", given.scores[s], cls="total"),
        ]
        rows.append(element("tr", *row, cls="won" if s in winners else ""))
    names = ["Player", *(capitalize(what) for what in sources), words.TOTAL if sources else ending.unit]
    titles = [element("th"), *(element("th", name, scope="col") for name in names)]
    return element("table", element("thead", element("tr", *titles)), element("tbody", *rows), cls="scores")


def _what_next(given: PictureInput) -> Svg:
    if given.replay:
        return NOTHING
    at = f"/t/{given.table}"
    again = NOTHING
    if given.rematch:
        again = element("a", "To the rematch", cls="button primary", href=f"/t/{given.rematch}")
    elif given.seat >= 0 and (given.reason or given.agreed):
        button = element("button", "Rematch", cls="primary")
        same = element("button", "Same setup", name="deal", value="same") if given.reason else None
        # The script asks for a promise, fills in both and remembers them (`static/page/commitments.js`).
        bound = [element("input", type="hidden", name=name, value="") for name in ("promise", "salt")]
        again = element("form", *bound, button, same, method="post", action=f"{at}/rematch", cls="row")
    found = again
    if given.reason or given.agreed:
        found += element("a", "Replay", cls="button", href=f"{at}/replay")
    if given.reason:
        found += element("a", "Game analysis", cls="button", href=f"{at}/review")
        found += element("a", words.PUZZLES, cls="button", href="/puzzles") if puzzles_of(given.game) else NOTHING
    return found + element("a", "Lobby", cls="button", href="/")
