"""Make the picture that one viewer sees: the markup of every region of the page, such as the board and the log.

The markup of the board is stored as lists of its pieces, and the log as a list of its lines. So an update of the page
contains only the pieces and lines that have changed.

A picture is made only from the viewer's own view and public facts. Two tables that differ only in facts that are hidden
from the viewer give the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from enginehouse.core.pictures.drawing import Handles, Sheet, Svg, joined
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.core.words.endings import Ending, ending_of
from enginehouse.core.words.naming import capitalize, fill
from enginehouse.core.words.standings import Common, common_of, standings_of
from enginehouse.table import words
from enginehouse.table.picture import board
from enginehouse.table.picture.elements import badge, element, join_as_list, seat_name
from enginehouse.table.picture.lesson import find_ringed, lesson
from enginehouse.table.picture.messages import PageState
from enginehouse.table.picture.model import Picture, PictureInput, mark
from enginehouse.table.picture.offers import draw_way_back, proposal, stand_ins
from enginehouse.table.states import bot_choices
from enginehouse.table.states.windows import PASS
from enginehouse.table.store.rows import SeatRow

NOTHING = Svg("")
YOUR_TURN = words.YOUR_TURN
LOG = str(element("ol", Svg(mark("log-lines")), id="log-lines", cls="log-lines"))


def build(given: PictureInput) -> Picture:
    """Return the picture that one viewer sees. `given` has the viewer's view of the game, and public facts."""
    drawing = given.game.drawing
    sheets: list[Sheet] = drawing.sheets(given.view)
    handles = {code: drawing.handles(given.view, code) for code in given.legal}
    drawn = board.draw(given, sheets, handles, find_ringed(given) if given.lesson is not None else frozenset())
    prompt = _line(given.stuck, kind="trouble") if given.stuck else NOTHING
    if given.lesson is not None:
        prompt += lesson(given, given.lesson)
    small = {
        "prompt": prompt + _prompt(given),
        "tools": _tools(given),
        "seats": _seats(given),
        "end": _end(given) if given.reason or given.status == "ended" else NOTHING,
    }
    return Picture(
        skeletons={"board": drawn.board, "hand": drawn.hand, "log": LOG},
        html={name: str(markup) for name, markup in small.items()},
        keyed_lists=drawn.layers | {"log-lines": given.log},
        acts=drawn.acts,
        ui_state=_state(given, sheets, handles),
        viewboxes=drawn.viewboxes,
    )


def _state(given: PictureInput, sheets: list[Sheet], handles: dict[int, Handles]) -> PageState:
    focus = [(*s.focus, s.x, s.y, s.width, s.height) for s in sheets[:1] if s.follows and s.focus]
    return PageState(
        seat=given.seat,
        decision=given.decision,
        acting=bool(given.legal),
        over=bool(given.reason) or given.status in ("over", "ended"),
        window=given.window,
        drag=any(one.source for one in handles.values()),
        preview=bool(given.legal) and given.foretells and hasattr(given.game.drawing, "preview"),
        alone=given.seat >= 0 and len({row.person for row in given.seats if row.person}) == 1,
        focus=tuple(round(value, 1) for value in focus[0]) if focus else (),
    )


@lru_cache(maxsize=5000)
def _words(names: tuple[str, ...], text: str) -> Svg:
    return fill(text, names, seat_name)


# ---------------------------------------------------------------- the prompt


def _line(*said: object, kind: str = "") -> Svg:
    return element("p", *said, cls=f"prompt-line {kind}" if kind else "prompt-line")


def _more(*said: object, kind: str = "") -> Svg:
    return element("p", *said, cls=f"prompt-more {kind}" if kind else "prompt-more")


def _prompt(given: PictureInput) -> Svg:
    if given.replay_error:
        return _line(given.replay_error, kind="trouble") + _mending(given)
    if given.status == "gathering":
        return _gathering(given)
    if given.status == "ended" or given.reason:
        return _line(words.how_it_ended(given.status, given.ending) or words.OVER)
    if given.kept:
        return draw_way_back(given)
    if given.pending_answer is not None:
        said = _words(given.names, given.game.words.action(given.view, given.pending_answer))
        return _line("You chose: ", element("b", said)) + _more("Waiting for the others. You can still undo it.")
    if PASS in (given.preset or "").split() and given.window and not given.legal and _is_asked(given):
        return _line("You passed (auto-pass is on). Waiting for the others.") + _more(
            "To be asked again, choose “Turn auto-pass off”."
        )
    if given.no_reaction:
        return _line(words.NO_REACTION) + _more(words.NO_REACTION_MORE) + _auto_pass(given)
    return _question(given) + _auto_pass(given)


def _auto_pass(given: PictureInput) -> Svg:
    """Return the button by which the viewer turns on auto-pass, or empty markup if no button is needed.

    With auto-pass, the seat answers a kind of question automatically from now on. The button is shown in the first
    reaction window of a game (a time in which several seats answer at once), and at each question that the game allows
    a seat to answer automatically.
    """
    first = given.window and _is_asked(given) and not int(given.view.opened)
    if given.routine and given.legal:
        answer = given.routine
    elif first and _can_preset_pass(given):
        answer = PASS
    else:
        return NOTHING
    button = _tool(given.table, given.seat, given.decision, "standing", words.AUTO_LABEL, True, answer)
    said = words.AUTO_ANSWERS_ALL if answer == PASS else words.AUTO_ANSWERS_ONE
    return element("div", button, element("small", said), cls="prompt-more row")


def _can_preset_pass(given: PictureInput) -> bool:
    """Return whether the viewer can turn on auto-pass: the table allows it, and it is not on yet.

    With auto-pass, the seat passes in each reaction window (a time in which several seats answer at once).
    """
    return given.preset is not None and PASS not in given.preset.split()


def _mending(given: PictureInput) -> Svg:
    """Return the panel of a broken table, whose stored game cannot be replayed to its end.

    It has buttons to continue the game at another table, or to end it. If that other table is open already, the panel
    has a link to it. For a spectator, return empty markup.
    """
    if given.rematch:
        return _more(element("a", "Continue here", cls="button primary", href=f"/t/{given.rematch}"))
    if given.seat < 0 or given.status != "running":
        return NOTHING
    on = element("button", "Continue from there", cls="primary", name="how", value="on")
    end = element("button", "End the game", name="how", value="end")
    return element("form", on, end, cls="row", method="post", action=f"/t/{given.table}/mend")


def _question(given: PictureInput) -> Svg:
    """Return the question for the viewer or, if other players have to act, the names of these players.

    If these players use the same screen, add a link by which the viewer hands over to them.
    """
    # A player whose only legal action is to pass gets the text of spectators, and no question.
    reader = -1 if not given.legal and (given.goes_on or _is_asked(given)) else given.seat
    text = given.game.words.prompt(given.view, reader) or ""
    if given.legal:
        lamp = element("span", cls="lamp", aria_hidden="true")
        if not text.startswith(YOUR_TURN):  # a screen reader reads all of the line
            lamp += element("span", f"{YOUR_TURN}. ", cls="sr")
        return _line(lamp, _words(given.names, text), _link_clause(given), kind="mine")
    others = sorted(given.acting - {given.seat})
    found = _line(_words(given.names, text))
    if any(f"{{{other}}}" not in text for other in others):
        found += _more("Waiting for ", join_as_list(_words(given.names, f"{{{s}}}") for s in others), ".")
    if given.away and given.mine:
        found += stand_ins(given)
    for seat in sorted((given.mine - {given.seat}) & given.acting):
        address = f"/t/{given.table}?seat={seat}"
        found += _more(element("a", "Hand over to ", element("bdi", given.names[seat]), cls="button", href=address))
    return found


def _link_clause(given: PictureInput) -> Svg | None:
    """Return a link to the clause of the rulebook about the current question, or None if the question has no clause."""
    clauses = getattr(given.game.texts, "DECIDED_BY", {})
    clause = clauses.get(int(given.view.phase)) if clauses else None
    return _cite(given.game, clause) if clause else None


@lru_cache(maxsize=200)
def _cite(game: Game, clause: int) -> Svg:
    name = game.clause_name(clause)
    said = words.CLAUSE.format(name)
    address = f"/games/{game.name}/rules#{name}"
    sign = element("a", words.CLAUSE_SIGN, cls="clause", href=address, target="_blank", title=said, aria_label=said)
    return Svg(" ") + sign


def _is_asked(given: PictureInput) -> bool:
    return given.seat >= 0 and bool(int(given.view.asked) >> given.seat & 1)


def _gathering(given: PictureInput) -> Svg:
    """Return the waiting room: the players, the link for friends, and the form that gives open seats to bots.

    The link leads to the table, and is also shown as a QR code. Only the host gets the form. A spectator gets the
    number of free seats and a button to sit down.
    """
    at = f"/t/{given.table}"
    here = [element("span", element("bdi", row.name), data_seat=row.seat) for row in given.seats if row.kind != "open"]
    free = len(given.seats) - len(here)
    many = "1 seat is free." if free == 1 else f"{free} seats are free."
    if given.seat < 0:
        return _line(many) + _more(element("a", "Sit down", cls="button primary", href=f"{at}/join"))
    code = element("img", src=f"{at}/qr.svg", alt="The link as a QR code", width=260, height=260, loading="lazy")
    return (
        _line(join_as_list(here), " has a seat. " if len(here) == 1 else " have seats. ", many, kind="here")
        + _more("Send this link to a friend:")
        + element(
            "div",
            element("copy-link"),
            element("button", "QR code", type="button", popovertarget="qr"),
            element("div", code, id="qr", cls="qr-code", popover=""),
            cls="prompt-more row",
        )
        + (_bots(at, given.game) if given.host else NOTHING)
    )


@lru_cache(maxsize=200)
def _bots(at: str, game: Game) -> Svg:
    """Return the form that gives open seats to bots that play the game. `at` is the address of the table."""
    usual = bot_choices.default()
    choices = bot_choices.list_bot_choices(game)
    kinds = [element("option", k.label, value=k.name, selected=k.name == usual) for k in choices]
    choice = element("select", *kinds, name="bot", aria_label="Bots for the free seats")
    button = element("button", "Fill up with bots")
    return element("form", choice, button, cls="prompt-more row", method="post", action=f"{at}/bots")


# ---------------------------------------------------------------- tools and seats


def _tools(given: PictureInput) -> Svg:
    """Return the buttons of a player in a running game, or empty markup for other viewers.

    Others are spectators, players whose seat a bot has taken, and viewers of a replay.
    """
    if given.seat < 0 or given.kept or given.replay or given.reason or given.status != "running":
        return NOTHING
    where = (given.table, given.seat, given.decision)
    tools = _tool(*where, "undo", "Undo", given.can_undo or given.pending_answer is not None)
    tools += _tool(*where, "redo", "Redo", given.can_redo)
    if given.hints:
        tools += _tool(*where, "hint", "Hint", bool(given.legal) and given.pending_answer is None)
    if _can_preset_pass(given) and int(given.view.opened):
        tools += _tool(*where, "standing", "Turn auto-pass on", True, PASS)
    if given.goes_on or PASS in (given.preset or "").split():
        tools += _tool(*where, "standing", "Turn auto-pass off", True, "")
    return tools


@lru_cache(maxsize=2000)
def _tool(table: str, seat: int, decision: int, name: str, label: str, on: bool, answer: str | None = None) -> Svg:
    """Return a button beside the board, in a form that posts to the address `/t/TABLE/NAME`.

    `table` is the id of the table, and `name` is the last part of the address, such as `undo`. The form sends `seat`
    and the number of the seat's `decision`. `label` is the button's text, and `on` says whether it is enabled. If
    `answer` is not None, the form sends it, too.
    """
    return element(
        "form",
        element("input", type="hidden", name="seat", value=seat),
        element("input", type="hidden", name="decision", value=decision),
        element("input", type="hidden", name="answer", value=answer) if answer is not None else None,
        element("button", label, cls="tool", data_tool=name, data_answer=answer, disabled=not on),
        method="post",
        action=f"/t/{table}/{name}",
    )


def _seats(given: PictureInput) -> Svg:
    over = bool(given.reason) or given.status in ("over", "ended")
    begun = given.status != "gathering" and not given.replay_error
    stand = standings_of(given.game, given.view, len(given.seats)) if begun else ()
    common = common_of(given.game, given.view) if begun and not over else Common()
    goal = (
        element("p", element("b", words.GOAL), " ", common.goal, cls="goal", title=common.goal)
        if common.goal
        else NOTHING
    )
    status = [element("li", _words(given.names, one)) for one in common.status]
    if given.hints:
        status.append(element("li", words.HINTS))
    if given.away_s and not given.replay and len({row.person for row in given.seats if row.kind != "bot"}) > 1:
        said = words.may_stand_in(given.away_s)
        status.append(element("li", said, title=said))
    if given.clock and not given.replay:
        status.append(element("li", f"Time to think: {given.clock}", data_clock=""))
    acting = frozenset() if given.reason else given.acting
    kinds = tuple(bot_choices.find_style(row.bot or "", given.game) for row in given.seats)
    plates = _plates(tuple(given.seats), kinds, acting, given.seat, stand, given.times, given.table, given.partners)
    asked = proposal(given) if given.ending else NOTHING
    return goal + (element("ul", joined(status), cls="status") if status else NOTHING) + plates + asked


@lru_cache(maxsize=5000)
def _plates(
    rows: tuple[SeatRow, ...],
    kinds: tuple[str, ...],
    acting: frozenset[int],
    me: int,
    stand: tuple[tuple[str, bool], ...],
    times: tuple[str, ...],
    table: str,
    partners: tuple[int, ...],
) -> Svg:
    plates = [
        _plate(
            row,
            kinds[row.seat],
            row.seat in acting,
            row.seat == me,
            times[row.seat] if times else "",
            *(stand[row.seat] if stand else ("", False)),
            ask=_ask_for_plan(table, me, row) if row.seat in partners else NOTHING,
        )
        for row in rows
    ]
    return element("ul", joined(plates), cls="plates", tabindex="0", aria_label="Players")


def _ask_for_plan(table: str, seat: int, partner: SeatRow) -> Svg:
    """Return the button with which the viewer on `seat` asks the bot on the seat `partner` for its plan.

    The bot wins and loses together with the viewer.
    """
    return element(
        "form",
        element("input", type="hidden", name="seat", value=seat),
        element("input", type="hidden", name="answer", value=partner.seat),
        element(
            "button",
            "Ask",
            cls="tool ask",
            data_tool="plan",
            data_answer=str(partner.seat),
            aria_label=f"Ask {partner.name}",
            title="Ask for the next move",
        ),
        method="post",
        action=f"/t/{table}/plan",
    )


def _plate(
    row: SeatRow,
    kind: str,
    acting: bool,
    me: bool,
    time: str = "",
    stands: str = "",
    leads: bool = False,
    *,
    ask: Svg = NOTHING,
) -> Svg:
    """Return the plate of a seat: the panel with the player's name, time and standing.

    `kind` is the word for a bot: its level or its style. It is not used for a person or an open seat. `acting` says
    whether the seat has to act, and `me` whether it is the viewer's. `time` is the remaining time and `stands` the
    standing, both in words. If `leads` is true, the plate has the leader's star. `ask` is a button that asks a bot for
    its plan, if the bot is the viewer's partner.
    """
    tag = "you" if me else {"bot": f"bot, {kind}", "open": "open seat"}.get(row.kind, "")
    who = element("bdi", row.name, cls="who")
    star = element(
        "span",
        element("span", "★", aria_hidden="true"),
        element("span", "leads", cls="sr"),
        cls="leads",
        title="Leader",
    )
    standing = element("span", star + " " if leads else None, stands, cls="standing") if stands else None
    return element(
        "li",
        badge(row.seat),
        element(
            "span",
            who,
            element("span", element("span", tag, cls="tag") if tag else None, standing, cls="under"),
            cls="id",
        ),
        element("span", time, cls="time", role="timer", aria_label="time left") if time else None,
        ask,
        element("span", "to act", cls="turn") if acting else None,
        cls=f"plate seat-{row.seat}{' acting' if acting else ''}{' me' if me else ''}",
    )


# ---------------------------------------------------------------- the end


def _end(given: PictureInput) -> Svg:
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
            _words(given.names, told.headline) if told.headline and not mine else _headline(given, winners, together),
        ),
        element("p", _words(given.names, f"{told.headline}.")) if told.headline and mine else None,
        _margin(given, order, winners),
        element("p", _words(given.names, given.game.words.reason(given.reason)), _cite(given.game, given.reason)),
        *(element("p", _words(given.names, one)) for one in told.why),
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
        element("li", element("a", _words(given.names, text), cls="end-moment", href=f"{replay}{number}"))
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
