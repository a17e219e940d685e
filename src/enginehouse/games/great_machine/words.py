"""Write sentences about The Great Machine from a view: actions, prompts, refusals.

Seats are written `{0}` to `{7}`. The page fills in the names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import has
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.core.words.naming import capitalize, join_words, say_wait
from enginehouse.games.great_machine import ending, machine, parts
from enginehouse.games.great_machine.names import rat, title, toggles_named
from enginehouse.games.great_machine.overview import position as position
from enginehouse.games.great_machine.state import Phase, State

# -- actions -----------------------------------------------------------------------------------------------------------


def _cages(v: State) -> dict[int, int]:
    """Return a dict of the rats' cages by seat."""
    return {} if v.phase == Phase.PLACE else {seat: int(v.cage[seat]) for seat in range(v.seats)}


def format_choice(cages: Mapping[int, int], kind: int, choice: int) -> str:
    """Return the choice that a player makes with a card of this `kind`, in words that begin with a space.

    Return "" if the card needs no choice. `choice` is the number of the choice among all choices for this kind of card.
    `cages` has the cages of the rats by seat, as far as they are known.
    """
    form, named = parts.CARDS[kind].form, parts.describe_choice(parts.Play.at(kind, choice))
    if form == parts.Form.WAY:
        return " to bring the Master 2 nearer" if named.words == "forward" else " to send the Master 2 back"
    if form == parts.Form.LEVEL:
        return f" at {named.words} of the pipes"
    if form == parts.Form.RAT:
        return f" on {rat(named.seats[0], cages)}"
    if form == parts.Form.VICTIM:
        return f" on {{{named.seats[0]}}}, from {rat(named.seats[1], cages)}"
    if named.toggles:
        return f" on {toggles_named(named.toggles)}"
    rats = cages and parts.CARDS[kind].need != parts.Need.PLAYER
    return (
        f" on {join_words([rat(seat, cages) if rats else f'{{{seat}}}' for seat in named.seats])}"
        if named.seats
        else ""
    )


def _order(v: State, order: int) -> str:
    """Return the order that a player chose for the top cards of a deck, in words (GM-6 Caffeine Prophecy).

    `order` is the number of this order among all possible orders. The cards have their titles if the view shows them.
    """
    zone = parts.DECK + v.deck
    names = []
    for place in parts.ORDERS[order]:
        index = count(v, zone) - place
        piece = at(v, zone, index) if index >= 0 else 0
        names.append(title(int(parts.KIND_OF[piece])) if piece > 0 else f"the card at place {place}")
    return f"Put {', then '.join(names)} back on top"


def _play(v: State, kind: int, choice: int) -> str:
    return f"Play {title(kind)}{' now' if v.phase == Phase.TAKE else ''}{format_choice(_cages(v), kind, choice)}"


def _take(v: State, kind: int) -> str:
    if v.phase == Phase.CLEAN:
        return f"Give {{{parts.describe_choice(v.played).seats[0]}}} {title(kind)}"
    return f"Take {title(kind)} into your hand"


_ACTIONS: dict[int, Callable[..., str]] = {
    parts.Cage.KIND: lambda v, cage: f"Put your rat into cage {cage + 1}",
    parts.Draw.KIND: lambda v, deck: f"Draw a card from the {parts.DECK_NAMES[deck]} deck",
    parts.Pass.KIND: lambda v: "Pass",
    parts.Intervene.KIND: lambda v: "Cancel it with a Timely Intervention",
    parts.Look.KIND: lambda v, deck: f"Look at the {parts.DECK_NAMES[deck]} deck",
    parts.Order.KIND: _order,
    parts.Play.KIND: _play,
    parts.Take.KIND: _take,
    parts.Discard.KIND: lambda v, kind: f"Discard {title(kind)}",
}
"""By kind of action: a function of the view and the action's arguments that returns the sentence."""
action = parts.ACTIONS.by_kind(_ACTIONS)
"""A function of a view and the code of an action that returns the action in words."""


def group(code: Action) -> str:
    """Return a short label of the action `code`, for small menus and buttons."""
    block = parts.ACTIONS.block_of(code)
    if block not in (parts.Play, parts.Take, parts.Discard):
        return parts.ACTIONS[code].capitalize()
    return f"{block.word.capitalize()} {title(block.card[code])}"


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: State, seat: Seat) -> str:
    """Return the question of the current decision for this seat, or for a spectator if `seat` is -1."""
    if v.phase == Phase.OVER:
        return f"{ending.headline(v)}. {reason(v.reason)}"
    if v.phase == Phase.WINDOW:
        return _window_prompt(v, seat)
    if seat != v.active:
        return f"{{{v.active}}} {_WAITS[v.phase]}."
    return _ASKED[v.phase]


def _window_prompt(v: State, seat: Seat) -> str:
    what = "a Timely Intervention" if count(v, parts.IN_PLAY) > 1 else title(parts.Play.card[v.played])
    how = "" if count(v, parts.IN_PLAY) > 1 else format_choice(_cages(v), *parts.Play.values(v.played))
    if seat < 0 or not has(v.asked, seat):
        return f"{capitalize(what)} was played. Waiting for reactions."
    if has(v.laid, seat):
        return "You have chosen. Waiting for the others."
    return f"{{{v.player}}} plays {what}{how}. Do you react?"


_ASKED = {
    Phase.PLACE: "Choose a cage for your rat.",
    Phase.RETURN: "Your rat died, and its pellets are gone. Choose an empty cage for a new one.",
    Phase.DRAW: "Your turn. Draw a card from one of the decks.",
    Phase.PLAY: "Play a card on its target, or discard one.",
    Phase.LOOK: "Choose a deck to look at.",
    Phase.ORDER: "Choose the order of the top cards. The first one is drawn first.",
    Phase.TAKE: "Take any card of this deck, or play one now.",
    Phase.ECONOMY: "Your rat has paid. Draw a card from one of the decks.",
    Phase.CLEAN: "Choose a discarded card for the player on Cleaning Duty.",
    Phase.LIMIT: "You have more than five cards. Discard one.",
}
"""The prompts for the player that decides, by phase."""
_WAITS = {
    Phase.PLACE: "chooses a cage",
    Phase.RETURN: "chooses a cage for a new rat",
    Phase.DRAW: "draws a card",
    Phase.PLAY: "plays or discards a card",
    Phase.LOOK: "chooses a deck",
    Phase.ORDER: "puts cards back on a deck",
    Phase.TAKE: "looks through a deck",
    Phase.ECONOMY: "draws cards for a pellet",
    Phase.CLEAN: "chooses a card from the discard piles",
    Phase.LIMIT: "discards down to five cards",
}
"""The ends of sentences about another player that decides, by phase."""


# -- refusals ----------------------------------------------------------------------------------------------------------

REASONS = {
    204: "The Master is home!",
    205: "Forty rounds are over: the Master is home!",
}
"""The reason for the end of the game, by clause."""
reason = REASONS.__getitem__
"""A function of the clause by which the game ended that returns in words why it ended."""

_REFUSALS = {
    101: "This machine has no such toggle or cage. Choose another one.",
    201: "Wait for your turn, then put your rat into an empty cage.",
    204: "The game is over: the Master is home.",
    205: "The game is over: the Master is home.",
    301: "You can only draw at the start of your turn, from a deck that has cards.",
    302: "First draw a card. Then play or discard one card from your hand.",
    305: "You have more than five cards. Discard one from your hand.",
    401: "You can only place a new rat after yours has died. Choose an empty cage.",
    405: "That cage belongs to a rat that is out. Choose another cage.",
    501: "That toggle is locked. Choose another one.",
    601: "There is no such player at this table. Choose another one.",
    603: "You can only cancel an event card that another player has just played. You need a Timely Intervention.",
    604: "You cannot play that card now: it needs a living rat as a target, or a pellet to pay.",
    607: "Not yet. Wait for the reactions, then choose one of the cards there.",
    609: "Event cards do not affect a mellow rat. Choose another one.",
    701: "It is not your turn.",
    802: "The pipes have no such level. Choose another one.",
}
"""The sentence for a refused action, by clause."""


def is_or_are(toggles: int) -> str:
    """Return "is" for a single toggle, otherwise "are". `toggles` has a bit for each toggle."""
    return "is" if bin(toggles).count("1") == 1 else "are"


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence for the player `seat` with the reason why the action `code` is not allowed.

    `clause` is the number of the rulebook clause that forbids the action, such as 501 for GM-5.1.
    """
    if clause == 701:
        return say_wait(v.active)
    block = parts.ACTIONS.block_of(code)
    if clause == 302 and block in (parts.Play, parts.Discard) and v.phase == Phase.PLAY:
        return f"You do not have {title(block.card[code])}. Choose a card from your hand."
    if clause == 501:
        which = toggles_named(machine.find_locked(v)).capitalize()
        return f"{which} {is_or_are(machine.find_locked(v))} locked. Choose another one."
    return _REFUSALS[clause]
