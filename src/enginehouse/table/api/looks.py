"""Describe a table to a program at a seat, from the seat's view and public facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.bots.players.levels import list_opponents
from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.words.endings import ending_of
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event
from enginehouse.table import words
from enginehouse.table.addresses import own_address
from enginehouse.table.api import shapes
from enginehouse.table.extras import deals
from enginehouse.table.picture.story import NoticedAction, story
from enginehouse.table.states import teaching
from enginehouse.table.states.state import TableState
from enginehouse.table.states.waiting import shown_clocks


def game_facts(game: Game) -> shapes.GameFacts:
    """Return the facts of a game for programs.

    These are its name, title, tagline, numbers of seats, options, version of its rules, number of actions, address of
    its rules and named opponents.
    """
    facts = game.facts
    options = [
        shapes.OptionOf(
            one.name,
            one.label,
            one.default or one.choices[0].name,
            [shapes.ChoiceOf(choice.name, choice.label) for choice in one.choices],
        )
        for one in facts.options
    ]
    many, rules = len(game.vocabulary), own_address(f"/games/{facts.name}/rules")
    return shapes.GameFacts(
        facts.name,
        facts.title,
        facts.tagline,
        list(facts.seats),
        options,
        facts.rules_version,
        many,
        rules,
        [
            shapes.OpponentFacts(one.name, one.title, one.style, one.character)
            for one in (bot.opponent for bot in list_opponents(game))
        ],
    )


def look(state: TableState, seat: int, stuck: str = "") -> shapes.Look:
    """Return everything that a seat (-1: a spectator) may know about a table now, with its legal actions.

    `stuck` is the reason why bots and timers of the table have stopped, or "" if they run.
    """
    match, row, view = state.match, state.row, state.view(seat)
    sits = seat >= 0 and state.running and row.seats[seat].owner is None
    return shapes.Look(
        table=row.id,
        game=row.game,
        rules_version=row.rules,
        options=dict(row.options),
        deal=deals.describe_deal(row),
        status=row.status,  # type: ignore[arg-type]
        seat=seat,
        seats=_seats(state, seat),
        decision=state.decision(seat),
        actions=list_actions(state, seat),
        prompt=fill_plain(match.game.words.prompt(view, seat), row.names)
        if state.running
        else words.how_it_ended(row.status, row.ending),
        over=match.over or row.status in ("over", "ended"),
        text=match.text(seat, row.names),
        view=list_fields(view),
        story=len(story(match, seat)),
        window=state.window.ordinal if state.window and state.window.timed else 0,
        can_undo=sits and (seat in state.pending or match.can_undo(seat)),
        can_redo=sits and match.can_redo(seat),
        result=describe_result(match, row.names) if match.over else None,
        trouble=state.replay_error or stuck,
        away_s=row.away_s,
        ending=sorted(row.ending),
        clock=row.clock,
        watched=row.watched,
        clock_at=_date_clocks(state),
    )


def list_fields(view: Record) -> dict[str, Any]:
    """Return the declared fields of a view by name, as numbers and nested lists of numbers."""
    return {name: getattr(view, name) for name in type(view).shape.fields}


def list_actions(state: TableState, seat: int) -> list[shapes.ActionOf]:
    """Return the legal actions of a seat in the order of their codes, or an empty list if the seat may not act."""
    if seat < 0 or state.row.seats[seat].owner is not None or not state.running or state.is_silent(seat):
        return []
    game, view, names = state.match.game, state.view(seat), state.row.names
    return [
        shapes.ActionOf(
            game.vocabulary.name(code), fill_plain(game.words.action(view, code), names), game.is_risky(view, code)
        )
        for code in teaching.list_possible(state, seat)
    ]


def _date_clocks(state: TableState) -> float:
    """Return the moment, in seconds since 1970, for which the response with a table gives each player's remaining time.

    The moment is the same for all players. If a player's clock has run since then, the reader of the response subtracts
    the seconds that have passed. The result is rounded to a tenth of a second. It is 0 if the table has no clocks.
    """
    going = state.waiting.clocks
    return round(going.at + going.epoch, 1) if going is not None else 0.0


def _seats(state: TableState, seat: int) -> list[shapes.SeatFacts]:
    """Return the facts about the player of each seat, as far as a viewer at `seat` may know them.

    While several seats answer in secret, the facts do not say whether another seat has answered.
    """
    asked, going = state.list_asked(seat), state.waiting.clocks
    timed = state.window is not None and state.window.timed
    seen = shown_clocks(state.waiting, timed, going.at) if going is not None else None
    return [
        shapes.SeatFacts(
            one.seat,
            one.name,
            one.kind,  # type: ignore[arg-type]
            asked=one.seat in asked,
            bot=one.bot,
            kept=one.owner is not None,
            left_ms=round(1000 * seen.left[one.seat]) if seen is not None else None,
            runs=seen is not None and one.seat in seen.runs,
            away=one.seat in state.waiting.away,
        )
        for one in state.row.seats
    ]


def describe_result(match: Match, names: Sequence[str]) -> shapes.Ended:
    """Return the result of a game that is over. `names` has the names of the players by seat.

    The result has the name of the rulebook clause by which the game ended, such as "GM-2.4", and the reason in words.
    For each seat it has the score, the rank (1 is the first) and a number from -1 (last) to 1 (first) that is made from
    the ranks (`Position.returns`).
    """
    scores, ranks = match.scores()
    ending = ending_of(match.game, match.view(-1), match.seats)
    headline = f"{ending.headline}." if ending.headline else ""
    said = [fill_plain(text, names) for text in (headline, *ending.why) if text]
    clause = match.game.clause_name(match.reason)
    return shapes.Ended(clause, " ".join(said), list(scores), list(ranks), list(match.returns()))


def list_events(state: TableState, seat: int, first: int = 0) -> list[list[str]]:
    """Return the events that a seat noticed, as a list of sentences for each action with such events.

    The first `first` of these actions are left out.
    """
    return [_list_sentences(state, seat, one) for one in story(state.match, seat)[first:]]


def _list_sentences(state: TableState, seat: int, one: NoticedAction) -> list[str]:
    game, view = state.match.game, state.view(seat)
    return [fill_plain(text, state.row.names) for event in one.events if (text := describe_event(game, view, event))]
