"""Find the reasons for or against an action of The Great Machine: the cards that it plays, discards or keeps.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to feed its rat
(see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.masks import has
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, PlanAction, claim
from enginehouse.games.great_machine import deck_plans, decks, parts, prospects, rats, state
from enginehouse.games.great_machine.parts import Discard, Play
from enginehouse.games.great_machine.state import Now, Phase, State, Told

MOTOR_CARDS = (parts.REVERSE_MOTOR, parts.SPEED_MOTOR)
"""The kinds of movement cards that tilt no toggle."""


def list_claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`.

    The reasons are based on the cards that the action plays, discards or leaves in the hand.
    """
    s, seat, kind = step.before, step.seat, parts.ACTIONS.kind[step.code]
    if kind not in (Play.KIND, Discard.KIND) or s.phase not in (Phase.PLAY, Phase.LIMIT):
        return
    card = int(Discard.card[step.code] if kind == Discard.KIND else Play.card[step.code])
    if card in deck_plans.IDLE:
        yield claim("idle card", 1.5)
    if s.phase == Phase.LIMIT:
        yield from _claim_surplus(s, seat, card)
        return
    yield from _claim_luck(s, seat, step.code)
    if s.now & Now.LIGHTNING:
        return
    tilts = prospects.list_tilts(s, seat)
    if prospects.find_next_eater(s) == seat:
        yield from _claim_fed(step, card)
    elif not (prospects.can_gain(s, seat) and prospects.can_feed(s, seat, tilts)):
        yield from _claim_unfed(step, card, tilts)
    if kind == Play.KIND and card in prospects.TILTS:
        yield from _claim_ready(step)


def _claim_surplus(s: State, seat: int, card: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the discard of a card by a seat that holds too many cards (GM-3.5).

    `card` is the kind of the card.
    """
    hand = deck_plans.count_hand(s, seat)
    if card in MOTOR_CARDS and hand.tilts:
        yield claim("keep turning", 1.5)
    more, fewer = (hand.moves, hand.events) if parts.CARDS[card].deck == parts.MOVEMENT else (hand.events, hand.moves)
    if more >= fewer + deck_plans.SURPLUS:
        word = "movement" if parts.CARDS[card].deck == parts.MOVEMENT else "event"
        yield claim("surplus", 1.2, held=many(more, f"{word} card"))


def _claim_luck(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for playing a card with a coin toss if the toss can only help the seat.

    This is so if the seat's rat has no pellet to lose. `code` is the action that plays the card.
    """
    mine = code == Play.at(parts.LEFTOVERS, seat)
    mine |= code == Play.at(parts.NEGATIVE_REINFORCEMENT, 0) and has(int(rats.thinnest(s, True)), seat)
    if mine and rats.total(s, seat) == 0 and has(int(rats.gainers(s, int(s.alive))), seat):
        yield claim("coin", 2)


def _claim_fed(step: PlanAction, card: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step` if the pipes already end at the seat's rat.

    The action can serve two plans: to leave the pipes as they are, and to keep movement cards in the hand. `card` is
    the kind of card that the action plays or discards.
    """
    s, seat, is_discarded = step.before, step.seat, step.code in Discard
    events = int(decks.event_cards(s, seat))
    if events < s.size[parts.HAND + seat] and events:
        if card in deck_plans.IDLE or (is_discarded and parts.CARDS[card].deck == parts.EVENT):
            yield claim("spare", 2)
        elif is_discarded:
            yield claim("spare", -0.9)  # too little for a fault, but no movement card is called about equal
    if step.after.tilt == s.tilt and any(one[:2] == (Told.ATE, seat) for one in step.events):
        yield claim("leave food", 1.5)


def _claim_unfed(step: PlanAction, card: int, tilts: list[int]) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the action `step` in a turn in which no card can feed the seat's rat.

    `card` is the kind of card that is played or discarded. `tilts` has the number of toggles that each movement card of
    the seat tilts.
    """
    s, t, seat = step.before, step.after, step.seat
    is_quiet = s.tilt == t.tilt and not any(one[0] == Told.GAINED for one in step.events)
    rivals = [rival for rival in prospects.list_rivals(s, seat) if prospects.can_gain(s, rival)]
    if is_quiet and any(prospects.can_feed(s, rival, tilts) for rival in rivals):
        yield claim("leave pipes", 1.2)
    elif tilts and card not in prospects.TILTS and s.track > 1:
        yield claim("wait", 1 if step.code in Discard else 0.9)
    if not tilts:
        yield claim("rid", 0.6)


def _claim_ready(step: PlanAction) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for tilting toggles if a card left in the hand can then feed the seat's rat next turn.

    Yield no reason if a card could feed the rat without this tilt as well, or if the pipes end at the rat already.
    """
    s, t, seat = step.before, step.after, step.seat
    left, before = prospects.list_tilts(t, seat), state.SHAPE.copy(t)
    before.tilt = s.tilt
    if prospects.is_under_pipes(t, seat) or prospects.is_under_pipes(before, seat) or not prospects.can_gain(t, seat):
        return
    if prospects.can_feed(t, seat, left) and not prospects.can_feed(before, seat, left):
        yield claim("prepare", 2)
