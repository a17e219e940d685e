"""List the plans of The Great Machine: the aims that a card, a draw or the choice of a cage can serve.

A hint names such an aim as the reason for an action (see `core.words.plans`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at
from enginehouse.core.records.masks import has, seats_in
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, Plan, PlanAction, claim
from enginehouse.games.great_machine.decks import event_cards
from enginehouse.games.great_machine.judgement import ring_distance
from enginehouse.games.great_machine.machine import find_locked, first_pellet_ends
from enginehouse.games.great_machine.names import pellets
from enginehouse.games.great_machine.parts import (
    ACTIONS,
    BLACK_ECONOMY,
    EVENT,
    HAND,
    KIND_OF,
    MOVEMENT,
    TOGGLE_MANY_PIPES,
    TOGGLE_PIPE,
    TOGGLE_PIPES,
    Cage,
    Discard,
    Draw,
    Intervene,
    Pass,
    Play,
)
from enginehouse.games.great_machine.rats import find_rat, gainers, is_protected, may_eat, total, winner
from enginehouse.games.great_machine.rules import apply, legal
from enginehouse.games.great_machine.state import SHAPE, Now, Phase, State, Told

PLANS = (
    Plan("win", "win", "End the game", "End the game now: your rat is the fattest.", "It does not end the game, which you would win now."),
    Plan("not yet", "save", "Put off the end", "Do not let the Master arrive now: {rival} would win.", "The Master arrives, and you do not win."),
    Plan("eat", "score", "Feed your rat", "{how} gains {many}.", "Your rat does not gain {many} that way."),
    Plan("make good", "score", "Feed your rat", "{how} loses {many}.", "Your rat loses {many}, and does not eat."),
    Plan("keep", "protect", "Keep your pellets", "Save your rat from losing {many}.", "Your rat loses {many}."),
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
    Plan("shield", "protect", "Protect your rat", "Protect your rat and its {many} from shocks.", "Your rat and its {many} can still be shocked."),
    Plan("pipes", "set up", "Turn the pipes to your rat", "The next pellet falls to your rat if the pipes stay as they are.", "The next pellet does not fall to your rat."),
    Plan("salivate", "score", "Gain phantom pellets", "Your rat then gains a phantom pellet when another player turns the pipes.", "Your rat gains no phantom pellets that way."),
    Plan("pipes away", "deny", "Keep the next pellet away", "Keep the next pellet from {rival}, who leads you by {lead}.", "The next pellet then falls to {rival}, who leads you by {lead}."),
    Plan("pipes shut", "deny", "Keep the next pellet away", "Keep the next pellet from {rival}.", "The next pellet then falls to {rival}."),
    Plan("motor", "protect", "Keep the motor away", "Keep the motor away: its next step would reach your rat.", "The next step of the motor reaches your rat."),
    Plan("motor at rival", "deny", "Turn the motor on a rival", "Bring the motor to {rival}’s rat: its next step shocks it.", "The next step of the motor does not reach {rival}’s rat."),
    Plan("any cage", "save", "Choose a cage", "Any cage will do: the pipes and the motor are set only afterwards.", "It makes no difference: the pipes and the motor are set only afterwards."),
    Plan("lock", "set up", "Lock the pipes", "Lock {toggles} while the pipes end at your rat.", "The others can still turn the pipes away from your rat."),
    Plan("stop food", "deny", "Stop the feeding", "You lead by {lead}: stop all eating until your next turn.", "The others can still eat while you lead by {lead}."),
    Plan("break tie", "win", "Break the tie", "Break the tie with {rival}: tied rats cannot win.", "You stay tied with {rival}, and tied rats cannot win."),
    Plan("no tie", "protect", "Avoid a tie", "Do not let {rival} draw level: tied rats cannot win.", "{rival} draws level with you, and tied rats cannot win."),
    Plan("draw movement", "set up", "Draw a movement card", "The pipes miss your rat. Draw a movement card: {why}.", "The pipes miss your rat, and only a movement card turns them at will."),
    Plan("draw event", "set up", "Draw an event card", "The pipes end at your rat already: draw an event card.", "You need no movement card: the pipes end at your rat already."),
    Plan("more events", "set up", "Draw an event card", "You hold {held} and {events}: draw an event card.", "You hold {held} already."),
    Plan("turn back", "set up", "Draw a movement card", "Draw a movement card: the others can still turn the pipes away.", "You may lack a movement card when the others turn the pipes away."),
    Plan("new event", "find", "Draw an event card", "Draw an event card: you hold {held} already.", "You hold {held} already."),
    Plan("search", "find", "Choose a card", "Take the card that you need most from a deck.", "It does not let you choose a card from a deck."),
    Plan("order", "find", "Order the next cards", "Look at the next cards, and put them back as you like.", "You do not see which cards come next."),
    Plan("trade", "find", "Trade a pellet for cards", "Trade a pellet for two cards.", "It does not bring you two cards."),
    Plan("spare", "save", "Discard a card", "Your other cards can serve you better.", "It gives up a card that can serve you better."),
    Plan("changes little", "save", "Play a card", "You have to play or discard a card, and no rat loses by this one.", "It changes no more than to discard a card."),
    Plan("keep answer", "save", "Save the intervention", "Keep your Timely Intervention: this card does not hurt you.", "You spend your Timely Intervention on a card that does not hurt you."),
)  # fmt: skip

TILTS = {TOGGLE_PIPE: 1, TOGGLE_PIPES: 2, TOGGLE_MANY_PIPES: 3}
"""By kind of movement card: the number of toggles that it tilts (GM-5)."""
CHOOSING = (Phase.LOOK, Phase.ORDER, Phase.TAKE, Phase.ECONOMY, Phase.CLEAN)
"""The phases in which the player of a card chooses among cards (GM-6.7)."""


def is_unfinished(s: State, t: State) -> bool:
    """Return whether a card was played in the record `s` and its effect is not complete in the record `t` (GM-6.7)."""
    return s.phase == Phase.PLAY and t.phase in CHOOSING


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is an aim of a player, and a claim is a statement about it. If the action ends the game, yield only claims
    about the end.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0:
        yield from _end(t, seat)
        return
    if s.cages == 0 or s.placed < s.seats:
        if ACTIONS.kind[step.code] == Cage.KIND:
            yield claim("any cage", 0.5)
        return
    yield from _draws(step)
    yield from _rats(step)
    yield from _track(step)
    yield from _turns(step)
    yield from _machine(step)
    if step.code == Pass.CODE and total(t, seat) >= total(s, seat) and _may_cancel(s, seat):
        yield claim("keep answer", 5)
    kinds = {one[0] for one in step.events if one[1] == seat}
    if Told.TOOK in kinds or (Told.GOT in kinds and step.before.phase == Phase.PLAY):
        yield claim("search", 6)
    elif step.before.phase == Phase.PLAY and step.code == Play.at(BLACK_ECONOMY, 0):
        yield claim("trade", 3)
    elif Told.PUT_IN_ORDER in kinds:
        yield claim("order", 4)


def _may_cancel(s: State, seat: int) -> bool:
    out = [0] * len(ACTIONS)
    return Intervene.CODE in out[: legal(s, seat, out)]


def _end(t: State, seat: int) -> Iterator[Claim]:
    """Yield a claim about the end of the game (GM-4.2): the seat has won, or it has not.

    The game is over in the record `t`. If the seat has not won, the claim names the winner, or says that there is no
    winner.
    """
    first = winner(t)
    if first == seat:
        yield claim("win", 100)
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
    if Draw.deck[step.code] == MOVEMENT and not fed and not s.union:
        yield claim("draw movement", 3, why=_say_need(s, seat, held))
    if Draw.deck[step.code] == EVENT and fed:
        yield claim("draw event", 3)
    elif Draw.deck[step.code] == EVENT and held > events:
        few = f"only {many(events, 'event card')}" if events else "no event card"
        yield claim("more events", 2, held=many(held, "movement card"), events=few)
    elif Draw.deck[step.code] == EVENT and held:
        yield claim("new event", 0.5, held=many(held, "movement card"))
    elif Draw.deck[step.code] == MOVEMENT and fed and find_locked(s) != (1 << int(s.toggles)) - 1:
        yield claim("turn back", 0.5)


def _say_need(s: State, seat: int, held: int) -> str:
    """Return in words why a seat needs another movement card when the pipes do not lead to its rat.

    `held` is the number of movement cards that it holds already.
    """
    if not held:
        return "you hold none to turn them with"
    if not _can_feed(s, seat):
        return "none of yours turns them to it"
    return "you need one nearly every turn"


def _can_feed(s: State, seat: int) -> bool:
    """Return whether a movement card in the seat's hand can turn the pipes to its rat (GM-5)."""
    t, free = SHAPE.copy(s), [toggle for toggle in range(int(s.toggles)) if not find_locked(s) >> toggle & 1]
    sizes = {TILTS[kind] for kind in (int(KIND_OF[piece]) for piece in _hand(s, seat) if piece > 0) if kind in TILTS}
    for size in sizes:
        for toggles in combinations(free, size):
            t.tilt = int(s.tilt) ^ sum(1 << toggle for toggle in toggles)
            if find_rat(t, first_pellet_ends(t, False)) == seat:
                return True
    return False


def _hand(s: State, seat: int) -> list[int]:
    """Return the numbers of the pieces (cards) in a seat's hand."""
    return [int(at(s, HAND + seat, k)) for k in range(int(s.size[HAND + seat]))]


def _discard_instead(s: State, seat: int) -> State:
    """Return a copy of the record `s` in which the seat has discarded a card instead of playing one.

    The discard is the first that is legal. If the seat may not discard now, return `s` itself.
    """
    out = [0] * len(ACTIONS)
    for code in out[: legal(s, seat, out)]:
        if ACTIONS.kind[code] == Discard.KIND and s.phase == Phase.PLAY:
            t: State = SHAPE.copy(s)
            apply(t, seat, code, Events(on=False))
            return t
    return s


def _one(number: int) -> str:
    return "one" if number == 1 else str(number)


def _rats(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim for each plan (an aim of a player) about pellets or deaths that an action serves or spoils.

    If a rat dies, there is a claim about its death, but none about the pellets that it loses by dying.
    """
    s, t, seat = step.before, step.after, step.seat
    died = sum(1 << one[1] for one in {one[:3] for one in step.events if one[0] == Told.DIED})
    had = [total(s, other) for other in range(s.seats)]
    change = [total(t, other) - had[other] for other in range(s.seats)]
    ate = any(one[0] == Told.ATE and one[1] == seat for one in step.events)
    lost = sum(one[2] for one in step.events if one[0] == Told.LOST and one[1] == seat)
    kind = ACTIONS.kind[step.code]
    plain = _discard_instead(s, seat) if kind == Play.KIND else t if kind == Discard.KIND else s
    if has(died, seat):
        yield claim("live", -30 - 8 * had[seat], many=f", which has {pellets(had[seat])}," if had[seat] else "")
    elif change[seat] > 0:
        plainly = ate and total(plain, seat) == total(t, seat)
        how = "Leave the pipes as they are: your rat" if plainly else "Feed your rat: it"
        yield claim("eat", 10 * change[seat], how=how, many=pellets(change[seat]))
    elif change[seat] < 0:
        yield claim("keep", 10 * change[seat], many=pellets(-change[seat]))
    elif ate and lost:
        plainly = total(plain, seat) == total(t, seat)
        how = "Leave the pipes as they are, or your rat" if plainly else "Feed your rat, or it"
        yield claim("make good", 11 * lost, how=how, many=pellets(lost))
    rivals = [other for other in range(s.seats) if other != seat and has(int(s.alive), other)]
    share = 1 / max(1, len(rivals))
    for other in rivals:
        name, leads = f"{{{other}}}", had[other] >= had[seat]
        without = total(plain, other) - had[other]
        lead = had[other] - had[seat]
        if has(died, other):
            if had[other] > 0:
                yield claim("kill", share * (10 + 8 * had[other]), rival=name, many=pellets(had[other]))
        elif change[other] < min(0, without):
            weight = share * -change[other] * (12 if leads else 5)
            yield claim("weaken", weight, rival=name, many=_one(-change[other]), theirs=pellets(had[other]))
        elif change[other] > 0 and lead > 0:
            yield claim("deny", -share * 10 * change[other], rival=name, many=pellets(change[other]), lead=lead)
        elif change[other] <= 0 < without and lead > 0 >= change[seat]:
            yield claim("deny", share * 10 * without, rival=name, many=pellets(without), lead=lead)
        elif change[other] > 0:
            gap = f"{-lead} behind you" if lead < 0 else "level with you"
            yield claim("stay ahead", -share * 6 * change[other], rival=name, many=pellets(change[other]), gap=gap)
    yield from _ties(s, t, seat)
    if kind == Discard.KIND:
        yield claim("spare", 0.4)
    elif (
        kind == Play.KIND
        and s.phase == Phase.PLAY
        and all(total(t, other) == total(plain, other) for other in range(s.seats))
    ):
        yield claim("changes little", 0.3)


def _ties(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield a claim for each plan about a tie for the most pellets that an action serves or spoils (GM-4.2).

    The claim is about a tie of the seat that begins or ends by the action. `s` is the record before the action, and `t`
    the record after it.
    """
    before, after = (_lead(one, seat) if has(int(one.alive), seat) else -1 for one in (s, t))
    if before == 0 < after and total(s, seat) > 0:
        yield claim("break tie", 6, rival=f"{{{_fattest_rival(s, seat, int(s.alive))}}}")
    elif after == 0 < before and total(t, seat) > 0:
        yield claim("no tie", -6, rival=f"{{{_fattest_rival(t, seat, int(t.alive))}}}")


def _track(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim if a card moves the Master along the track, and this serves or spoils a plan (an aim of a player).

    The step of one slot at the end of a round is left out (GM-2.4).
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
        yield claim("extra turn", 12)
    if loses and not gains:
        yield claim("turn lost", -12)
    for other in range(s.seats):
        if other != seat and (t.lost_turns[other] > s.lost_turns[other] or other in missed):
            yield claim("cost a turn", 12 / (s.seats - 1), rival=f"{{{other}}}")


def _salivates(s: State, seat: int) -> bool:
    return bool(has(int(s.salivate), seat) or s.waiting[seat] & Now.SALIVATE)


def _machine(step: PlanAction) -> Iterator[Claim]:
    """Yield a claim for each plan (an aim of a player) about the machine that an action serves or spoils.

    The claims are about the machine at the next decision: the path of the next pellet, the motor, and locks.
    """
    s, t, seat = step.before, step.after, step.seat
    mine = total(t, seat)
    if has(int(t.alive), seat) and is_protected(t, seat) and not is_protected(s, seat) and mine > 0:
        yield claim("shield", 3 + 2 * mine, many="pellet" if mine == 1 else pellets(mine))
    if _salivates(t, seat) and not _salivates(s, seat):
        yield claim("salivate", 4)
    stops = int(t.union | t.ethics) & ~int(s.union | s.ethics)
    if has(stops, seat) and _lead(s, seat) > 0:
        yield claim("stop food", 6, lead=_lead(s, seat))
    if t.phase == Phase.PLAY or (s.phase == t.phase and s.active == t.active):
        return  # the same turn goes on, and the machine has not run
    eater = find_rat(t, first_pellet_ends(t, False)) if not (t.ethics or t.union) else -1
    if eater >= 0 and not (may_eat(t, eater) and has(gainers(t, int(t.alive)), eater)):
        eater = -1
    leads = total(s, eater) - total(s, seat) if eater >= 0 else 0
    if eater == seat:
        yield claim("pipes", 4)
        locks = find_locked(t) & ~find_locked(s)
        if locks:
            one = seats_in(locks) == 1
            named = [str(k + 1) for k in range(7) if locks >> k & 1]
            yield claim("lock", 5, toggles=f"toggle {named[0]}" if one else f"toggles {', '.join(named)}")
    elif eater >= 0 and leads > 0:
        yield claim("pipes away", -5, rival=f"{{{eater}}}", lead=leads)
    elif eater >= 0:
        yield claim("pipes shut", -2, rival=f"{{{eater}}}")
    if t.ethics:
        return
    kind = ACTIONS.kind[step.code]
    plain = _discard_instead(s, seat) if kind == Play.KIND else t
    for other in range(t.seats):
        if not has(int(t.alive), other) or is_protected(t, other) or ring_distance(t, other) != 1:
            continue
        if other == seat and max(mine, total(s, seat)) > 0:
            yield claim("motor", -4)
        elif other != seat and total(t, other) >= max(1, mine):
            # The motor comes there by this action alone.
            if kind in (Intervene.KIND, Pass.KIND) or (kind == Play.KIND and ring_distance(plain, other) != 1):
                yield claim("motor at rival", 3, rival=f"{{{other}}}")
