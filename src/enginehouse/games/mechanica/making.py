"""Put new bots into the Start Zone: bots that Fabricators make (MC-4.3), recycled bots and gifts (MC-4.7)."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.records.masks import mask_of
from enginehouse.core.records.sealed import ask, close
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanica import building, parts, state
from enginehouse.games.mechanica.parts import GiveUp, Place, Put
from enginehouse.games.mechanica.state import MakingStep, Phase, State, Told

# -- 4.7 Received bots -------------------------------------------------------------------------------------------------


@rule
def is_hole(tiles: Numbers, place: Place, hole: int) -> bool:
    """Return whether hole 0 or 1 of a slot exists: a bare slot has one hole, a slot with a Fabricator two (MC-1.3).

    `tiles` has the tile of each place of the factory.
    """
    return hole == parts.CENTRE or building.is_fabricator(int(tiles[place]))


@rule
def has_free_hole(tiles: Numbers, holes: Numbers) -> bool:
    """Return whether a hole of the Start Zone is free.

    `tiles` has the tile of each place of a factory, `holes` the model of the bot in each hole.
    """
    for place in parts.START:
        for hole in range(2):
            if is_hole(tiles, place, hole) and holes[building.number_hole(place, hole)] == 0:
                return True
    return False


@rule
def has_one_outcome(tiles: Numbers, holes: Numbers, models: int) -> bool:
    """Return whether it makes no difference into which hole the next received bot is put (MC-4.7).

    It makes no difference if bots of one model are received and every hole holds a bot of that model. `tiles` has the
    tile of each place, `holes` the model of the bot in each hole. In `models`, bit k is set if bots of model k are
    received.
    """
    for place in parts.START:
        for hole in range(2):
            if is_hole(tiles, place, hole) and models != 1 << int(holes[building.number_hole(place, hole)]):
                return False
    return True


@rule
def models_received(s: State) -> int:
    """Return the models that the next received bot can have, as a mask: bit k for model k.

    The models are those of the recycled bots that are left to place, or those of the announced gift.
    """
    if s.phase == Phase.GIFT:
        return 1 << parts.BASIC | (1 << parts.PLUS if s.announced == parts.DELUXE else 0)
    return mask_of(s.received)


@rule
def write_places(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the actions by which a seat can place the next received bot (MC-4.7). Return their number.

    There is an action for each model that the bot can have and each hole of the seat's Start Zone, free or full. If no
    hole is free, there are also actions that give the bot up. A bot that an opponent gave can only be given up if it is
    a Basic Bot.
    """
    models = models_received(s)
    many = 0
    if not has_free_hole(s.tiles[seat], s.holes[seat]):
        given_up = models & (1 << parts.BASIC) if s.phase == Phase.GIFT else models
        many = add_bits(out, many, GiveUp.at(parts.BASIC) - parts.BASIC, given_up)
    for model in range(parts.BASIC, parts.DELUXE + 1):
        if (models >> model) & 1:
            for place in parts.START:
                for hole in range(2):
                    if is_hole(s.tiles[seat], place, hole):
                        many = add(out, many, Put.at(model, place, hole))
    return many


@rule
def find_model(action: Action) -> int:
    """Return the model of the bot that an action places or gives up, or 0 for any other action."""
    kind = parts.ACTIONS.kind[action]
    if kind == GiveUp.KIND:
        return int(GiveUp.model[action])
    return int(Put.model[action]) if kind == Put.KIND else 0


@rule
def place_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids a seat to place or give up a received bot, or 0.

    A bot is received from an opponent (a gift) or for a recycled tile. Return 403 (for MC-4.3) for a gift, or 407 (for
    MC-4.7) for a recycled tile, if the seat has not received this model. Return 403 also if the seat gives up a gift
    that is not a Basic Bot. Return 407 if the seat gives up a bot although a hole is free. Return 103 (for MC-1.3) if
    the hole does not exist.
    """
    model = find_model(action)
    given_up = parts.ACTIONS.kind[action] == GiveUp.KIND
    if not (models_received(v) >> model) & 1 or (given_up and v.phase == Phase.GIFT and model != parts.BASIC):
        return 403 if v.phase == Phase.GIFT else 407
    if given_up:
        return 407 if has_free_hole(v.tiles[seat], v.holes[seat]) else 0
    return 0 if is_hole(v.tiles[seat], Put.place[action], Put.hole[action]) else 103


@rule
def receive(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Put a received bot into a hole of `seat` and destroy the bot there, or give the received bot up (MC-4.7)."""
    model = find_model(action)
    if parts.ACTIONS.kind[action] == GiveUp.KIND:
        Told.gave_up(e, seat=seat, model=model)
        return
    hole = building.number_hole(Put.place[action], Put.hole[action])
    Told.received(e, seat=seat, hole=hole, model=model, destroyed=int(s.holes[seat][hole]))
    s.holes[seat][hole] = model


@rule
def receive_recycled(s: State) -> None:
    """Ask the player to place the next recycled bot, if the choice makes a difference. Otherwise continue the turn."""
    models = models_received(s)
    if has_one_outcome(s.tiles[s.turn], s.holes[s.turn], models):
        state.none_received(s)
        models = 0
    s.phase = Phase.RECEIVE if models != 0 else Phase.TURN


# -- 4.3 Make bots -----------------------------------------------------------------------------------------------------


@rule
def model_made(s: State, slot: int) -> int:
    """Return the model that the Fabricator of a slot makes, or 0 if it makes no bots.

    Return 0, too, for an Overactive Fabricator whose model is not announced yet.
    """
    kind = int(s.tiles[s.turn][slot * parts.COLUMNS])
    if kind == parts.ADVANCED:
        return parts.PLUS
    if kind == parts.OVERACTIVE:
        return int(s.announced)
    return parts.BASIC if slot * parts.COLUMNS == parts.BASIC_SLOT else 0


@rule
def makes_here(v: State, seat: Seat, hole: int) -> bool:
    """Return whether a Fabricator of `seat` will make a bot in this hole before the next factory run (MC-4.3).

    A bot that is then in the hole may be lost.
    """
    if hole % (3 * parts.COLUMNS) != 0 or (hole != 3 * parts.BASIC_SLOT and v.tiles[seat][hole // 3] == 0):
        return False
    return bool(v.phase == Phase.RECEIVE or (seat - v.first) % v.seats > (v.turn - v.first) % v.seats)


@rule
def make_bots(s: State, e: Events) -> bool:
    """Make the bots of all Fabricators, from top to bottom (MC-4.3). Return False if a seat must answer first."""
    seat = int(s.turn)
    while s.making < parts.ROWS:
        slot = int(s.making)
        overactive = s.tiles[seat][slot * parts.COLUMNS] == parts.OVERACTIVE
        if s.step == MakingStep.ANNOUNCE and overactive:
            s.phase = Phase.ANNOUNCE
            return False
        model = model_made(s, slot)
        if s.step != MakingStep.GIVE and model != 0:
            there = int(s.holes[seat][building.number_hole(slot * parts.COLUMNS, parts.CENTRE)])
            if there != 0 and there != model:
                s.phase = Phase.KEEP
                return False
            keep_bot(s, seat, model, e)
        if overactive and not give(s, seat, e):
            return False
        s.making += 1
        state.next_slot(s)
    return True


@rule
def keep_bot(s: State, seat: Seat, model: int, e: Events) -> None:
    """Make the bot of the slot that makes bots now, and leave a bot of `model` in its centre hole (MC-4.3).

    If a bot is already in this hole, its owner `seat` keeps either the old or the new bot. `model` is the model of the
    bot to keep, and the other bot is destroyed.
    """
    slot = int(s.making)
    hole = building.number_hole(slot * parts.COLUMNS, parts.CENTRE)
    made = model_made(s, slot)
    lost = 0
    if s.holes[seat][hole] != 0:
        lost = int(s.holes[seat][hole]) if model == made else made
    s.holes[seat][hole] = model
    s.step = MakingStep.GIVE
    Told.made(e, seat=seat, slot=slot, model=made, given_up=lost)


@rule
def give(s: State, seat: Seat, e: Events) -> bool:
    """Ask each opponent to place a gift, all at once (MC-4.3). In a solo game give money to ARMAND-0 instead (MC-11.2).

    Return False if a seat must answer first.
    """
    if s.seats == 1:
        paid = parts.GIFT_DELUXE if s.announced == parts.DELUXE else parts.GIFT_PLUS
        s.vault[parts.ARMAND] += paid
        Told.armand_paid(e, coins=paid)
        return True
    s.phase = Phase.GIFT
    mask = 0
    for other in range(s.seats):
        if other != seat and not has_one_outcome(s.tiles[other], s.holes[other], models_received(s)):
            mask |= 1 << other
    if mask != 0:
        ask(s, mask)
    return mask == 0


@rule
def open_gifts(s: State, e: Events) -> None:
    """Put the gifts of an Overactive Fabricator into the holes that the opponents have chosen for them (MC-4.3).

    All opponents that were asked have answered. They receive their gifts in turn order.
    """
    for k in range(1, s.seats):
        other = (s.turn + k) % s.seats
        if (s.asked >> other) & 1:
            receive(s, other, int(s.answer[other]), e)
    close(s)
    s.making += 1
    state.next_slot(s)
