"""Make the picture that one viewer sees: the markup of every region of the page, such as the board and the log.

The markup of the board is stored as lists of its pieces, and the log as a list of its lines. So an update of the page
contains only the pieces and lines that have changed.

A picture is made only from the viewer's own view and public facts. Two tables that differ only in facts that are hidden
from the viewer give the same picture.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Handles, Sheet, Svg, joined
from enginehouse.core.words.standings import Common, common_of, standings_of
from enginehouse.table import words
from enginehouse.table.picture import board
from enginehouse.table.picture.elements import badge, clause_link, element, join_as_list, name_players
from enginehouse.table.picture.end_panel import draw_end
from enginehouse.table.picture.lesson import find_ringed, lesson
from enginehouse.table.picture.messages import PageState
from enginehouse.table.picture.model import Picture, PictureInput, mark
from enginehouse.table.picture.offers import draw_mending, draw_way_back, proposal, stand_ins
from enginehouse.table.picture.waiting_room import draw_waiting_room
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
    prompt = element("p", given.stuck, cls="prompt-line trouble") if given.stuck else NOTHING
    if given.lesson is not None:
        prompt += lesson(given, given.lesson)
    small = {
        "prompt": prompt + _prompt(given),
        "tools": _tools(given),
        "seats": _seats(given),
        "end": draw_end(given) if given.reason or given.status == "ended" else NOTHING,
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


# ---------------------------------------------------------------- the prompt


def _prompt(given: PictureInput) -> Svg:
    if given.replay_error:
        return element("p", given.replay_error, cls="prompt-line trouble") + draw_mending(given)
    if given.status == "gathering":
        return draw_waiting_room(given)
    if given.status == "ended" or given.reason:
        return element("p", words.how_it_ended(given.status, given.ending) or words.OVER, cls="prompt-line")
    if given.kept:
        return draw_way_back(given)
    if given.pending_answer is not None:
        said = name_players(given.names, given.game.words.action(given.view, given.pending_answer))
        return element("p", "You chose: ", element("b", said), cls="prompt-line") + element(
            "p", "Waiting for the others. You can still undo it.", cls="prompt-more"
        )
    if given.auto_passes and given.window and not given.legal and _is_asked(given):
        return element("p", "You passed (auto-pass is on). Waiting for the others.", cls="prompt-line") + element(
            "p", "To be asked again, choose “Turn auto-pass off”.", cls="prompt-more"
        )
    if given.no_reaction:
        return (
            element("p", words.NO_REACTION, cls="prompt-line")
            + element("p", words.NO_REACTION_MORE, cls="prompt-more")
            + _auto_pass(given)
        )
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
    elif first and given.can_auto_pass:
        answer = PASS
    else:
        return NOTHING
    button = _tool(given.table, given.seat, given.decision, "standing", words.AUTO_LABEL, True, answer)
    said = words.AUTO_ANSWERS_ALL if answer == PASS else words.AUTO_ANSWERS_ONE
    return element("div", button, element("small", said), cls="prompt-more row")


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
        return element("p", lamp, name_players(given.names, text), _link_clause(given), cls="prompt-line mine")
    others = sorted(given.acting - {given.seat})
    found = element("p", name_players(given.names, text), cls="prompt-line")
    if any(f"{{{other}}}" not in text for other in others):
        found += element(
            "p",
            "Waiting for ",
            join_as_list(name_players(given.names, f"{{{s}}}") for s in others),
            ".",
            cls="prompt-more",
        )
    if given.away and given.mine:
        found += stand_ins(given)
    for seat in sorted((given.mine - {given.seat}) & given.acting):
        address = f"/t/{given.table}?seat={seat}"
        found += element(
            "p",
            element("a", "Hand over to ", element("bdi", given.names[seat]), cls="button", href=address),
            cls="prompt-more",
        )
    return found


def _link_clause(given: PictureInput) -> Svg | None:
    """Return a link to the clause of the rulebook about the current question, or None if the question has no clause."""
    clauses = getattr(given.game.texts, "DECIDED_BY", {})
    clause = clauses.get(int(given.view.phase)) if clauses else None
    return clause_link(given.game, clause) if clause else None


def _is_asked(given: PictureInput) -> bool:
    return given.seat >= 0 and bool(int(given.view.asked) >> given.seat & 1)


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
    if given.can_auto_pass and int(given.view.opened):
        tools += _tool(*where, "standing", "Turn auto-pass on", True, PASS)
    if given.goes_on or given.auto_passes:
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
    status = [element("li", name_players(given.names, one)) for one in common.status]
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
