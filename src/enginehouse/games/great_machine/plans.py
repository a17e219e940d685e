"""List the plans of The Great Machine: the goals that a card, a draw or the choice of a cage can serve.

A hint names such a plan as the reason for an action (see `core.words.plans`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from enginehouse.core.records.events import Events, RawEvent, written
from enginehouse.core.records.hidden import at
from enginehouse.core.records.masks import has, lowest, seats_in
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim
from enginehouse.games.great_machine.decks import event_cards
from enginehouse.games.great_machine.facts import FACTS
from enginehouse.games.great_machine.judgement import ring_distance
from enginehouse.games.great_machine.machine import (
    below_toggle,
    find_eater,
    find_level,
    find_locked,
    first_pellet_ends,
)
from enginehouse.games.great_machine.names import pellets
from enginehouse.games.great_machine.parts import (
    ACTIONS,
    BLACK_ECONOMY,
    CARDS,
    EVENT,
    HAND,
    KIND_OF,
    MOVEMENT,
    PRIVATE_THEORY,
    TOGGLE_MANY_PIPES,
    TOGGLE_PIPE,
    TOGGLE_PIPES,
    WARHAMSTER,
    Cage,
    Discard,
    Draw,
    Intervene,
    Pass,
    Play,
    Take,
    describe_choice,
)
from enginehouse.games.great_machine.rats import find_rat, gainers, is_protected, may_eat, total, winner
from enginehouse.games.great_machine.rules import actors, apply, legal
from enginehouse.games.great_machine.state import SHAPE, Now, Phase, State, Told

PLANS = (
    Plan("win", "win", "End the game", "End the game now: {how}.", "It does not end the game, which you would win now."),
    Plan("not yet", "save", "Put off the end", "Do not let the Master arrive now: {rival} would win.", "The Master arrives, and you do not win."),
    Plan("eat", "score", "Feed your rat", "{how} gains {many}.", "Your rat does not gain {many} that way."),
    Plan("make good", "score", "Feed your rat", "Feed your rat, or it loses {many}.", "Your rat loses {many}, and does not eat."),
    Plan("keep", "protect", "Keep your pellets", "Save your rat from losing {many}.", "Your rat loses {many}."),
    Plan("cost", "protect", "Keep your pellets", "Other choices would cost your rat {many}.", "It costs your rat {many}."),
    Plan("come back", "set up", "Move your rat", "Your rat has no pellets to lose: it dies, and comes back in an empty cage of your choice.", "Your rat does not come back in another cage."),
    Plan("live", "protect", "Keep your rat alive", "Save your rat{many} from death.", "Your rat{many} dies."),
    Plan("deny", "deny", "Deny the leader", "Keep the pellets from {rival}, who leads you by {lead}.", "{rival} gains {many}, and already leads you by {lead}."),
    Plan("stay ahead", "deny", "Stay ahead", "Keep the pellets from {rival}, who is {gap}.", "{rival}, who is {gap}, gains {many}."),
    Plan("weaken", "deny", "Take pellets from a rival", "{rival}’s rat has {theirs}: make it lose {many}.", "{rival}’s rat loses no pellet that way."),
    Plan("kill", "deny", "Kill a rival’s rat", "Kill {rival}’s rat, which has {many}.", "{rival}’s rat lives on with {many}."),
    Plan("hurry", "race", "Hurry the Master", "You lead by {lead}: bring the Master {many} nearer.", "The Master comes no nearer while you lead by {lead}."),
    Plan("hold back", "save", "Hold back the Master", "You are {lead} behind: send the Master {many} back to gain time.", "It gains no time, and you are {lead} behind."),
    Plan("too soon", "save", "Hold back the Master", "You are {lead} behind: do not bring the Master {many} nearer.", "It brings the Master {many} nearer while you are {lead} behind."),
    Plan("extra turn", "race", "Take an extra turn", "Take an extra turn.", "It does not bring you an extra turn."),
    Plan("turn lost", "race", "Keep your turn", "Do not lose a turn.", "You lose a turn."),
    Plan("cost a turn", "deny", "Cost a rival a turn", "Make {rival} lose a turn.", "{rival} does not lose a turn."),
    Plan("shield", "protect", "Protect your rat", "Protect your rat{many} from shocks.", "Your rat{many} can still be shocked."),
    Plan("strip", "deny", "Take a protection away", "Take the protection from {rival}’s rat and its {many}.", "{rival}’s rat and its {many} stay protected from shocks."),
    Plan("no gain", "deny", "Stop the feeding", "Until your next turn, {rival}’s rat gains only while it is the thinnest.", "{rival}’s rat can gain pellets even if it is not the thinnest."),
    Plan("pipes", "set up", "Turn the pipes to your rat", "The pellet of {when} turn falls to your rat if the pipes stay as they are.", "The pellet of {when} turn does not fall to your rat."),
    Plan("salivate", "score", "Gain phantom pellets", "Your rat then gains a phantom pellet when another player turns the pipes.", "Your rat gains no phantom pellets that way."),
    Plan("pipes away", "deny", "Keep the next pellet away", "Keep the pellet of {when} turn from {rival}, who leads you by {lead}.", "The pellet of {when} turn then falls to {rival}, who leads you by {lead}."),
    Plan("pipes shut", "deny", "Keep the next pellet away", "Keep the pellet of {when} turn from {rival}.", "The pellet of {when} turn then falls to {rival}."),
    Plan("motor", "protect", "Keep the motor away", "Keep the motor away: it would reach your rat in {when} turn.", "The motor reaches your rat in {when} turn."),
    Plan("motor at rival", "deny", "Turn the motor on a rival", "Bring the motor to {rival}’s rat: it shocks it in {when} turn.", "The motor does not reach {rival}’s rat in {when} turn."),
    Plan("any cage", ALIKE, "Choose a cage", "Any cage will do: the pipes and the motor are set only afterwards.", "It makes no difference: the pipes and the motor are set only afterwards."),
    Plan("lock", "set up", "Lock the pipes", "Lock {toggles} while the pipes end at your rat.", "The others can still turn the pipes away from your rat."),
    Plan("stop food", "deny", "Stop the feeding", "You lead by {lead}: stop all eating until your next turn.", "The others can still eat while you lead by {lead}."),
    Plan("break tie", "win", "Break the tie", "Break the tie with {rival}: tied rats cannot win.", "You stay tied with {rival}, and tied rats cannot win."),
    Plan("no tie", "protect", "Avoid a tie", "Do not let {rival} draw level: tied rats cannot win.", "{rival} draws level with you, and tied rats cannot win."),
    Plan("draw movement", "set up", "Draw a movement card", "The pipes miss your rat. Draw a movement card: {why}.", "The pipes miss your rat, and only a movement card turns them at will."),
    Plan("draw event", "set up", "Draw an event card", "The pipes end at your rat already: draw an event card.", "You need no movement card: the pipes end at your rat already."),
    Plan("more events", "set up", "Draw an event card", "You hold {held} and {events}: draw an event card.", "You hold {held} already."),
    Plan("spare", "save", "Spare your movement cards", "The pipes end at your rat already: spare your movement cards.", "The pipes end at your rat already, and it spends a movement card."),
    Plan("gift", "deny", "Give a card of no use", "Give {rival} a card that has no effect.", "{rival} gets a card that has an effect."),
    Plan("turn back", "set up", "Draw a movement card", "Draw a movement card: the others can still turn the pipes away.", "You may lack a movement card when the others turn the pipes away."),
    Plan("new event", "find", "Draw an event card", "Draw an event card: you hold {held} already.", "You hold {held} already."),
    Plan("search", "find", "Choose a card", "Take the card that you need most from a deck.", "It does not let you choose a card from a deck."),
    Plan("order", "find", "Order the next cards", "Look at the next cards, and put them back as you like.", "You do not see which cards come next."),
    Plan("trade", "find", "Trade a pellet for cards", "Trade a pellet for two cards.", "It does not bring you two cards."),
    Plan("keep answer", "save", "Save the intervention", "Keep your Timely Intervention: this card does not hurt you.", "You spend your Timely Intervention on a card that does not hurt you."),
)  # fmt: skip

TILTS = {TOGGLE_PIPE: 1, TOGGLE_PIPES: 2, TOGGLE_MANY_PIPES: 3}
"""By kind of movement card: the number of toggles that it tilts (GM-5)."""
CHOOSING = (Phase.LOOK, Phase.ORDER, Phase.TAKE, Phase.ECONOMY, Phase.CLEAN)
"""The phases in which the player of a card chooses among cards (GM-6.7)."""
IDLE = (WARHAMSTER, PRIVATE_THEORY)
"""The kinds of cards that have no effect on play."""
ENOUGH = 5
"""A number of movement cards with which a seat needs no further one, even if the game is still long."""
SPOILED = Now.POISON | Now.LAXATIVE
"""The marks of a turn's first pellet with which a rat does not gain it."""
FAR = 4
"""A rival that is more pellets behind than this is no danger for now."""
LITTLE = 0.5
"""The weight of a pellet of such a rival: too little for a reason beside others."""


def is_unfinished(s: State, t: State) -> bool:
    """Return whether the effect of a card is not complete yet (GM-6.7).

    `s` is the record before the card was played, and `t` the record after it.
    """
    return s.phase == Phase.PLAY and t.phase in CHOOSING


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is a goal of a player, and a claim is a statement about it. If the action ends the game, yield only claims
    about the end.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0:
        yield from _end(step)
        return
    if s.cages == 0 or s.placed < s.seats:
        if ACTIONS.kind[step.code] == Cage.KIND:
            yield claim("any cage", 0.5)
        return
    other = _act_otherwise(step)
    yield from _draws(step)
    yield from _mine(step, other)
    yield from _rivals(step, other)
    yield from _ties(step, other)
    yield from _track(step)
    yield from _turns(step)
    yield from _machine(step, other.after)
    if step.code == Pass.CODE and total(t, seat) >= total(s, seat) and _may_cancel(s, seat):
        yield claim("keep answer", 5)
    yield from _spares(step)
    kinds = {one[0] for one in step.events if one[1] == seat}
    if Told.TOOK in kinds or (Told.GOT in kinds and step.before.phase == Phase.PLAY):
        yield claim("search", 6)
    elif step.before.phase == Phase.PLAY and step.code == Play.at(BLACK_ECONOMY, 0):
        yield claim("trade", 3)
    elif Told.PUT_IN_ORDER in kinds and step.before.phase == Phase.PLAY:
        yield claim("order", 4)


def _spares(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim about a card that is given away or spent because it is of no use."""
    s, seat, kind = step.before, step.seat, ACTIONS.kind[step.code]
    if s.phase == Phase.PLAY and _find_next_eater(s) == seat and event_cards(s, seat) < s.size[HAND + seat]:
        discarded = Discard.card[step.code] if kind == Discard.KIND else -1
        played = Play.card[step.code] if kind == Play.KIND else -1
        if played in IDLE or (discarded >= 0 and CARDS[discarded].deck == EVENT):
            yield claim("spare", 2)
        elif discarded >= 0:
            yield claim("spare", -0.9)  # too little for a fault, but no movement card is called about equal
    elif s.phase == Phase.CLEAN and kind == Take.KIND and Take.card[step.code] in IDLE:
        receiver = describe_choice(int(s.played)).seats[0]
        if receiver != seat:
            yield claim("gift", 2, rival=f"{{{receiver}}}")


def _may_cancel(s: State, seat: int) -> bool:
    out = [0] * len(ACTIONS)
    return Intervene.CODE in out[: legal(s, seat, out)]


def _end(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim about the end of the game (GM-4.2): the seat has won, or it has not.

    The game is over after the action. If the seat has not won, the claim names the winner, or says that there is no
    winner.
    """
    t, seat = step.after, step.seat
    first = winner(t)
    if first == seat:
        how = "fatter rats tie and are out, so your rat wins"
        if _lead(t, seat) > 0 or not _list_rivals(t, seat):
            how = "your rat is the fattest" if _lead(step.before, seat) > 0 else "your rat becomes the fattest"
        yield claim("win", 100, how=how)
    else:
        yield claim("not yet", -100, rival=f"{{{first}}}" if first >= 0 else "nobody")


def _fattest_rival(s: State, seat: int, mask: int) -> int:
    """Return the rival with the most pellets among the seats of a mask (bit k for seat k), or -1 if there is none."""
    rivals = [other for other in range(s.seats) if other != seat and mask >> other & 1]
    return max(rivals, key=lambda other: (total(s, other), -other), default=-1)


def _lead(s: State, seat: int) -> int:
    """Return the number of pellets by which a seat's rat is ahead of its fattest rival (negative: behind)."""
    rival = _fattest_rival(s, seat, int(s.alive))
    return total(s, seat) - (total(s, rival) if rival >= 0 else 0)


def _draws(step: PlanAction) -> Iterator[Claim]:
    s, seat = step.before, step.seat
    if s.phase not in (Phase.DRAW, Phase.ECONOMY) or ACTIONS.kind[step.code] != Draw.KIND:
        return
    events, fed = event_cards(s, seat), find_rat(s, first_pellet_ends(s, False)) == seat
    held = int(s.size[HAND + seat]) - events
    can_feed, is_food = _can_feed(s, seat, _list_sizes(s, seat)), _can_gain(s, seat)
    is_possible = not fed and is_food and _can_feed(s, seat, {*TILTS.values()})
    is_supplied = not is_possible or (can_feed and held >= min(ENOUGH, int(s.track)))
    if Draw.deck[step.code] == MOVEMENT:
        if not is_supplied:
            yield claim("draw movement", 3, why=_say_need(held, can_feed))
        elif fed and is_food and find_locked(s) != (1 << int(s.toggles)) - 1:
            yield claim("turn back", 0.5)
    elif fed:
        if is_food:
            yield claim("draw event", 3)
    elif is_supplied and held >= events + 2:
        few = f"only {many(events, 'event card')}" if events else "no event card"
        yield claim("more events", 2, held=many(held, "movement card"), events=few)
    elif is_supplied and held:
        yield claim("new event", 0.5, held=many(held, "movement card"))


def _say_need(held: int, can_feed: bool) -> str:
    """Return in words why a seat needs another movement card when the pipes do not lead to its rat.

    `held` is the number of movement cards in the seat's hand. `can_feed` is whether any of these cards can turn the
    pipes to the rat.
    """
    if not held:
        return "you hold none to turn them with"
    return "you need one nearly every turn" if can_feed else "none of yours turns them to it"


def _list_sizes(s: State, seat: int) -> set[int]:
    """Return a set of counts: how many toggles each movement card in a seat's hand tilts (GM-5)."""
    kinds = {int(KIND_OF[piece]) for piece in _hand(s, seat) if piece > 0}
    return {TILTS[kind] for kind in kinds if kind in TILTS}


def _can_feed(s: State, seat: int, sizes: set[int]) -> bool:
    """Return whether a movement card can lead the next pellet to the rat of `seat` (GM-5).

    A movement card tilts toggles, which changes the path of the pellet through the pipes. `sizes` has counts, such as 1
    or 2: how many toggles a card may tilt at once. The function tries all of them.
    """
    t, free = SHAPE.copy(s), [toggle for toggle in range(int(s.toggles)) if not find_locked(s) >> toggle & 1]
    for size in sizes:
        for toggles in combinations(free, size):
            t.tilt = int(s.tilt) ^ sum(1 << toggle for toggle in toggles)
            if find_rat(t, first_pellet_ends(t, False)) == seat:
                return True
    return False


def _hand(s: State, seat: int) -> list[int]:
    """Return the numbers of the pieces (cards) in a seat's hand."""
    return [int(at(s, HAND + seat, k)) for k in range(int(s.size[HAND + seat]))]


def _list_rivals(s: State, seat: int) -> list[int]:
    """Return a list of the other seats whose rats live."""
    return [other for other in range(s.seats) if other != seat and has(int(s.alive), other)]


# -- pellets -----------------------------------------------------------------------------------------------------------


def _act_otherwise(step: PlanAction) -> PlanAction:
    """Return another action of the seat, with which the action of `step` is compared.

    The difference between the results of the two actions counts as the effect of `step`. A card is compared with a
    discard, after which the machine runs as it is. Any other action is compared with the first other legal action. If
    there is no other action, or if the action is a discard itself, return `step`.
    """
    s, seat, kind = step.before, step.seat, ACTIONS.kind[step.code]
    out = [0] * len(ACTIONS)
    codes = [code for code in out[: legal(s, seat, out)] if code != step.code]
    if kind == Play.KIND and s.phase == Phase.PLAY:
        codes = [code for code in codes if ACTIONS.kind[code] == Discard.KIND]
    if not codes or kind == Discard.KIND:
        return step
    t, e = SHAPE.copy(s), Events(FACTS.event_size)
    apply(t, seat, codes[0], e)
    while t.reason == 0 and t.asked:  # the others let the card take effect
        asked = lowest(int(actors(t)))
        legal(t, asked, out)
        apply(t, asked, out[0], e)
    return PlanAction(s, seat, codes[0], t, written(e))


def _count(events: Sequence[RawEvent], kind: int, seat: int) -> int:
    """Return the total number of pellets in those events that have the kind `kind` and name the rat of `seat`."""
    return sum(one[2] for one in events if one[0] == kind and one[1] == seat)


def _has_died(step: PlanAction, seat: int) -> bool:
    return any(one[0] == Told.DIED and one[1] == seat for one in step.events)


def _changes(step: PlanAction, other: PlanAction) -> tuple[list[int], list[int]]:
    """Return how many more pellets each rat gains, and how many more it loses, by an action than by another one.

    `step` is the action, and `other` the action with which it is compared. The results are two lists by seat. If all
    living rats gain more, the gain that they have in common is left out.
    """
    seats = range(step.before.seats)
    gains, losses = (
        [_count(step.events, kind, seat) - _count(other.events, kind, seat) for seat in seats]
        for kind in (Told.GAINED, Told.LOST)
    )
    common = max(0, min((gains[seat] for seat in seats if has(int(step.before.alive), seat)), default=0))
    return [gain - common for gain in gains], losses


def _one(number: int) -> str:
    return "one" if number == 1 else str(number)


def _mine(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield claims about the seat's own rat, for each plan (a goal of a player) that an action serves or spoils.

    `step` is the action, and `other` another action of the seat, with which it is compared. The claims are about
    pellets and the rat's death.
    """
    s, t, seat = step.before, step.after, step.seat
    had = total(s, seat)
    dies, died = _has_died(step, seat), _has_died(other, seat)
    if dies or died:
        if dies and not died and had == 0 and s.track > 1:
            yield claim("come back", 1.5)
        elif dies != died:
            weight = (-1 if dies else 1) * (30 + 8 * had)
            yield claim("live", weight, many=f", which has {pellets(had)}," if had else "")
        return
    gains, losses = _changes(step, other)
    gain, loss = gains[seat], losses[seat]
    eats, ate = (sum(one[:2] == (Told.ATE, seat) for one in each.events) for each in (step, other))
    if gain > 0 and eats > ate and (lost := _count(step.events, Told.LOST, seat)) >= gain:
        if loss <= 0:
            yield claim("make good", 11 * gain, many=pellets(lost))
    elif gain > max(0, loss):
        yield claim("eat", 10 * gain, how="Feed your rat: it" if eats > ate else "Your rat", many=pellets(gain))
    elif gain < 0:
        turned = "Leave the pipes as they are: your rat" if s.tilt != t.tilt else "Let your rat eat: it"
        yield claim("eat", 10 * gain, how=turned, many=pellets(-gain))
    if loss and had > 0 and step.code != Play.at(BLACK_ECONOMY, 0):
        yield claim("keep" if loss < 0 else "cost", -10 * loss, many=pellets(abs(loss)))


def _rivals(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield claims about the rats of rivals, for each plan (a goal of a player) that an action serves or spoils.

    `step` is the action, and `other` another action of the seat, with which it is compared. The claims are about
    pellets and deaths. If a rat dies, there is a claim about its death, but none about the pellets that it loses by
    dying.
    """
    s, t, seat = step.before, step.after, step.seat
    gains, losses = _changes(step, other)
    rivals = _list_rivals(s, seat)
    for rival in rivals:
        share, name, had = 1 / len(rivals), f"{{{rival}}}", total(s, rival)
        lead = had - total(s, seat)
        dies, died = _has_died(step, rival), _has_died(other, rival)
        if dies or died:
            if dies != died and had > 0:
                yield claim("kill", (share if dies else -share) * (10 + 8 * had), rival=name, many=pellets(had))
            continue
        if (loss := losses[rival]) and had > 0:
            leads = lead > 0 and had == max(total(s, each) for each in rivals)
            weight = share * loss * (15 if leads else 12 if lead >= 0 else 5 if lead >= -FAR else LITTLE)
            yield claim("weaken", weight, rival=name, many=_one(abs(loss)), theirs=pellets(had))
        gain = gains[rival]
        if lead > 0 and (gain > 0 or gain < 0 >= gains[seat]):
            yield claim("deny", -share * 10 * gain, rival=name, many=pellets(abs(gain)), lead=lead)
        elif lead <= 0 and (gain > 0 or gain < 0 >= gains[seat]):
            gap = f"{-lead} behind you" if lead < 0 else "level with you"
            weight = -share * (6 if lead >= -FAR else LITTLE) * gain
            yield claim("stay ahead", weight, rival=name, many=pellets(abs(gain)), gap=gap)
        theirs = total(t, rival)
        if min(had, theirs) > 0 and is_protected(other.after, rival) and not is_protected(t, rival):
            yield claim("strip", share * (3 + had), rival=name, many="pellet" if had == 1 else pellets(had))
        barred = gainers(other.after, int(s.alive)) & ~gainers(t, int(s.alive))
        if has(barred, rival) and lead >= -FAR:
            yield claim("no gain", share * 6, rival=name)


def _ties(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield claims about ties for the most pellets, for each plan (a goal of a player) that an action serves or spoils.

    Tied rats cannot win (GM-4.2). There is a claim if a tie of the seat begins or ends by the action, and would not by
    the action `other`.
    """
    s, t, seat = step.before, step.after, step.seat
    before, after, otherwise = (_lead(one, seat) if has(int(one.alive), seat) else -1 for one in (s, t, other.after))
    if before == 0 < after and (otherwise <= 0 or other is step) and total(s, seat) > 0:
        yield claim("break tie", 6, rival=f"{{{_fattest_rival(s, seat, int(s.alive))}}}")
    elif after == 0 < before and (otherwise != 0 or other is step) and total(t, seat) > 0:
        yield claim("no tie", -6, rival=f"{{{_fattest_rival(t, seat, int(t.alive))}}}")


def _track(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim about the Master's track, if a card moves the Master and so serves or spoils a plan of the player.

    A plan is a goal of a player. The step of one slot at the end of a round is left out (GM-2.4).
    """
    lead = _lead(step.before, step.seat)
    by = sum(_read_signed(one[2]) for one in step.events if one[0] == Told.TRACK and abs(_read_signed(one[2])) > 1)
    if by < 0 and lead > 0:
        yield claim("hurry", -2.5 * by, lead=lead, many=-by)
    elif by < 0 and lead < 0:
        yield claim("too soon", 2.5 * by, lead=-lead, many=-by)
    elif by > 0 and lead < 0:
        yield claim("hold back", 2.5 * by, lead=-lead, many=by)


def _read_signed(number: int) -> int:
    """Return a signed integer from a number of an event, which stores negative numbers as unsigned 32-bit integers."""
    return number - (1 << 32) if number >= 1 << 31 else number


def _turns(step: PlanAction) -> Iterator[Claim]:
    s, t, seat = step.before, step.after, step.seat
    missed = {one[1] for one in step.events if one[0] == Told.TURN_LOST and s.lost_turns[one[1]] == 0}

    def extra(r: State, who: int) -> int:
        return int(r.extra_turns[who] + r.waiting_turns[who])

    follows = [one[1] for one in step.events if one[0] == Told.TURN][:1]
    gains = extra(t, seat) > extra(s, seat) or (s.phase == Phase.PLAY and s.seats > 1 and follows == [seat])
    loses = t.lost_turns[seat] > s.lost_turns[seat]
    if gains and not loses:
        yield claim("extra turn", 12 if _is_turn_useful(t, seat) else 4)
    if loses and not gains:
        yield claim("turn lost", -12)
    for other in range(s.seats):
        is_paid_back = extra(t, other) > extra(s, other)
        if other != seat and not is_paid_back and (t.lost_turns[other] > s.lost_turns[other] or other in missed):
            yield claim("cost a turn", 12 / (s.seats - 1), rival=f"{{{other}}}")


def _is_turn_useful(s: State, seat: int) -> bool:
    """Return whether an extra turn of `seat` is of use, if it starts in the position `s`.

    Two conditions must hold: a pellet can be led to the seat's rat, and the next step of the motor does not cost the
    rat any pellets.
    """
    fed = find_rat(s, first_pellet_ends(s, False)) == seat or _can_feed(s, seat, _list_sizes(s, seat))
    return fed and not (_is_next(s, seat) and total(s, seat) > 0)


def _salivates(s: State, seat: int) -> bool:
    return bool(has(int(s.salivate), seat) or s.waiting[seat] & Now.SALIVATE)


def _can_gain(s: State, seat: int) -> bool:
    """Return whether the rat of `seat` gains this turn's first pellet if the pellet reaches it."""
    drops = not s.ethics and not s.now & (Now.HOPPER | SPOILED)
    return bool(drops and may_eat(s, seat) and has(gainers(s, int(s.alive)), seat))


def _find_next_eater(s: State) -> int:
    """Return the seat whose rat gains the next pellet from the hopper if the pipes stay as they are, or -1.

    A rat in the pipes eats a pellet that comes to its toggle (GM-8.1).
    """
    node, eater = 1, -1
    while node <= s.toggles and eater < 0:
        eater = find_eater(s, node)
        if eater < 0 and (s.stuck_runs[node] > 0 or find_level(node) == s.blockage):
            return -1
        node = below_toggle(s, node)
    eater = eater if eater >= 0 else find_rat(s, node - int(s.toggles))
    return eater if eater >= 0 and _can_gain(s, eater) else -1


def _machine(step: PlanAction, plain: State) -> Iterator[Claim]:
    """Yield claims (see `Claim`) about the effect of an action on the machine: next pellet's path, motor, locks.

    A claim says that the action serves or spoils a plan (a goal of a player). `step` is the action. `plain` is the
    record after another action of the same seat, for comparison. The claims are about the machine at the next decision.
    """
    s, t, seat = step.before, step.after, step.seat
    mine = total(t, seat)
    had, lasts = total(s, seat), has(int(t.boots), seat)
    is_of_use = had > 0 or (lasts and s.track > FAR)  # near the end, a rat without pellets has none to lose
    if has(int(t.alive), seat) and is_protected(t, seat) and not is_protected(s, seat) and is_of_use:
        weight = 3 + min(had, FAR) * lasts if had else 1.5
        yield claim("shield", weight, many=f" and its {'pellet' if had == 1 else pellets(had)}" if had else "")
    if _salivates(t, seat) and not _salivates(s, seat):
        yield claim("salivate", 4)
    stops = int(t.union | t.ethics) & ~int(s.union | s.ethics)
    if has(stops, seat) and _lead(s, seat) > 0:
        yield claim("stop food", 6, lead=_lead(s, seat))
    if t.phase == Phase.PLAY or (s.phase == t.phase and s.active == t.active):
        return  # the same turn goes on, and the machine has not run
    when = "this" if s.phase == Phase.RETURN else "the next"
    eater, otherwise = _find_next_eater(t), _find_next_eater(plain)
    if eater != otherwise and seat in (eater, otherwise):
        yield claim("pipes", 4 if eater == seat else -4, when=when)
    for other in (eater, otherwise) if eater != otherwise else ():
        if other not in (-1, seat):
            leads, sign = total(s, other) - total(s, seat), -1 if other == eater else 1
            if leads > 0:
                yield claim("pipes away", sign * 5, when=when, rival=f"{{{other}}}", lead=leads)
            else:
                weight = sign * (2 if leads >= -FAR else LITTLE)
                yield claim("pipes shut", weight, when=when, rival=f"{{{other}}}")
    locks = find_locked(t) & ~find_locked(s)
    if eater == seat and locks:
        one = seats_in(locks) == 1
        named = [str(k + 1) for k in range(7) if locks >> k & 1]
        forks = {_find_fork(t, seat, other) for other in _list_rivals(t, seat)}
        weight = 7 if any(locks >> (fork - 1) & 1 for fork in forks if fork) else 3
        yield claim("lock", weight, toggles=f"toggle {named[0]}" if one else f"toggles {', '.join(named)}")
    for other in range(t.seats):
        comes, otherwise = _is_next(t, other), _is_next(plain, other)
        if other == seat and comes != otherwise and max(mine, total(s, seat)) > 0:
            yield claim("motor", -4 if comes else 4, when=when)
        elif other != seat and comes and not otherwise and total(t, other) >= max(1, mine):
            yield claim("motor at rival", 3, rival=f"{{{other}}}", when=when)


def _is_next(s: State, seat: int) -> bool:
    """Return whether the next step of the motor reaches the rat of `seat` and can shock it."""
    reached = ring_distance(s, seat) == 1 and not s.ethics
    return reached and has(int(s.alive), seat) and not is_protected(s, seat)


def _find_fork(s: State, seat: int, other: int) -> int:
    """Return the toggle that decides whether a pellet goes to the cage of `seat` or to that of `other` (GM-1.2).

    Toggles are numbered from 1. Return 0 if there is no such toggle.
    """
    one, two = (int(s.cage[each] + s.toggles) for each in (seat, other))
    while one != two:
        one, two = (one // 2, two) if one > two else (one, two // 2)
    return one if one <= s.toggles else 0
