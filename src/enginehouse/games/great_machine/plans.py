"""List the plans of The Great Machine: the goals that a card, a draw or the choice of a cage can serve.

A hint names such a plan as the reason for an action (see `core.words.plans`). The modules `pellet_plans`, `deck_plans`,
`card_plans`, `machine_plans` and `turn_plans` find the plans that an action serves or spoils.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim, list_legal
from enginehouse.games.great_machine import (
    card_plans,
    deck_plans,
    machine_plans,
    pellet_plans,
    prospects,
    rats,
    turn_plans,
)
from enginehouse.games.great_machine.parts import Cage, Intervene, Pass
from enginehouse.games.great_machine.state import Phase, State

PLANS = (
    Plan("win", "win", "End the game", "End the game now: {how}.", "It does not end the game, which you would win now."),
    Plan("not yet", "save", "Put off the end", "Do not let the Master arrive now: {rival} would win.", "The Master arrives, and you do not win."),
    Plan("eat", "score", "Feed your rat", "{how} gains {many}.", "Your rat does not gain {many} that way."),
    Plan("make good", "score", "Feed your rat", "Feed your rat, or it loses {many}.", "Your rat loses {many}, and does not eat."),
    Plan("keep", "protect", "Keep your pellets", "Save your rat from losing {many}.", "Your rat loses {many}."),
    Plan("cost", "protect", "Keep your pellets", "Some other choices would cost your rat {many}.", "It costs your rat {many}."),
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
    Plan("motor", "protect", "Keep the motor away", "Prevent a shock: the motor would reach your rat in {when} turn.", "The motor reaches your rat in {when} turn."),
    Plan("motor at rival", "deny", "Turn the motor on a rival", "Bring the motor near: it shocks {rival}’s rat in {when} turn.", "The motor does not reach {rival}’s rat in {when} turn."),
    Plan("any cage", ALIKE, "Choose a cage", "Any cage will do: the pipes and the motor are set only afterwards.", "It makes no difference: the pipes and the motor are set only afterwards."),
    Plan("lock", "set up", "Lock the pipes", "Lock {toggles} while the pipes end at your rat.", "The others can still turn the pipes away from your rat."),
    Plan("stop food", "deny", "Stop the feeding", "You lead by {lead}: stop all eating until your next turn.", "The others can still eat while you lead by {lead}."),
    Plan("laxative", "deny", "Kill a rival’s rat", "Kill {rival}’s rat: {when} {many}, too few for a laxative pellet.", "{rival}’s rat does not die of the laxative pellet."),
    Plan("prepare", "set up", "Prepare to feed your rat", "Then one of your movement cards can turn the pipes to your rat in your next turn.", "Your movement cards cannot turn the pipes to your rat in your next turn."),
    Plan("leave pipes", "deny", "Leave the pipes", "Leave the pipes as they are: no rat gains a pellet this turn.", "It does not leave the pipes so that no rat gains a pellet."),
    Plan("leave food", "score", "Leave the pipes", "Leave the pipes as they are: they end at your rat.", "It does not leave the pipes, which end at your rat."),
    Plan("idle card", "save", "Use a card without effect", "Get rid of a card that has no effect.", "You keep a card that has no effect."),
    Plan("keep turning", "save", "Keep cards for the pipes", "Keep the cards that can turn the pipes: this one only moves the motor.", "You give up a card that can turn the pipes, and keep one for the motor."),
    Plan("surplus", "save", "Discard a spare card", "You hold {held}: you can spare one of them.", "You hold {held}, and discard a card of the other kind."),
    Plan("rid", ALIKE, "Give up the least useful card", "No movement card of yours turns the pipes to your rat: play or discard the card that you need least.", "No movement card of yours turns the pipes to your rat."),
    Plan("coin", "score", "Toss a coin without risk", "Your rat has no pellet to lose: a coin decides whether it gains one.", "Your rat cannot gain a pellet by a coin."),
    Plan("delay", "deny", "Delay a rival", "Make {rival} lose a turn, which comes back only later.", "{rival} does not lose a turn."),
    Plan("wait", "save", "Spare your movement cards", "No toggle card of yours feeds your rat this turn: keep them for later.", "It spends a toggle card that does not feed your rat."),
    Plan("lost", ALIKE, "A lost game", "You are {lead} behind with {turns} to come: the game is as good as lost.", "You are {lead} behind with {turns} to come."),
    Plan("break tie", "win", "Break the tie", "Break the tie with {rival}: tied rats cannot win.", "You stay tied with {rival}, and tied rats cannot win."),
    Plan("no tie", "protect", "Avoid a tie", "Do not let {rival} draw level: tied rats cannot win.", "{rival} draws level with you, and tied rats cannot win."),
    Plan("draw movement", "set up", "Draw a movement card", "The pipes miss your rat. Draw a movement card: {why}.", "The pipes miss your rat, and only a movement card turns them at will."),
    Plan("draw event", "set up", "Draw an event card", "The pipes end at your rat already: draw an event card.", "You need no movement card: the pipes end at your rat already."),
    Plan("more events", "set up", "Draw an event card", "You hold {held} and {events}: draw an event card.", "You hold {held} already."),
    Plan("spare", "save", "Spare your movement cards", "The pipes end at your rat already: spare your movement cards.", "The pipes end at your rat already, and it spends a movement card."),
    Plan("gift", "deny", "Give a card of no use", "Give {rival} a card that has no effect.", "{rival} gets a card that has an effect."),
    Plan("turn back", "set up", "Draw a movement card", "Draw a movement card: the others can still turn the pipes away.", "You may lack a movement card when the others turn the pipes away."),
    Plan("new event", "find", "Draw an event card", "Draw an event card: you hold {held} already.", "You hold {held} already."),
    Plan("new movement", "find", "Draw a movement card", "Draw a movement card: you hold {held} already.", "You hold {held} already."),
    Plan("one each turn", "find", "Draw a movement card", "Draw a movement card: you need one nearly every turn.", "You need a movement card nearly every turn."),
    Plan("more movement", "set up", "Draw a movement card", "You hold {events} and {held}: draw a movement card.", "You hold {events} already."),
    Plan("enough", "set up", "Draw an event card", "You hold {held} that can turn the pipes, enough until the end: draw an event card.", "You hold {held} that can turn the pipes, enough until the end."),
    Plan("last chance", "find", "Draw an event card", "You are {lead} behind with {turns} to come: a pellet in each of them is not enough.", "You are {lead} behind with {turns} to come: food alone cannot help."),
    Plan("safe lead", "find", "Draw an event card", "You lead by {lead} with {turns} to come: you need no more food. Draw an event card.", "You lead by {lead} with {turns} to come, so you need no more food."),
    Plan("look event", "find", "Look at a deck", "{why}: choose the event deck.", "{why}, so the event deck suits you better."),
    Plan("look movement", "find", "Look at a deck", "{why}: choose the movement deck.", "{why}, so the movement deck suits you better."),
    Plan("search", "find", "Choose a card", "Take the card that you need most from a deck{such}.", "It does not let you choose a card from a deck."),
    Plan("order", "find", "Order the next cards", "See which cards come next, so that you know from which deck to draw.", "You do not see which cards come next."),
    Plan("trade", "find", "Trade a pellet for cards", "Trade a pellet for two cards.", "It does not bring you two cards."),
    Plan("keep answer", "save", "Save the intervention", "Keep your Timely Intervention: this card does not hurt you.", "You spend your Timely Intervention on a card that does not hurt you."),
)  # fmt: skip

CHOOSING = (Phase.LOOK, Phase.ORDER, Phase.TAKE, Phase.ECONOMY, Phase.CLEAN)
"""The phases in which the player of a card chooses among cards (GM-6.7)."""


def is_unfinished(s: State, t: State) -> bool:
    """Return whether the effect of a card is not complete yet (GM-6.7).

    `s` is the record before the card was played, and `t` the record after it.
    """
    return s.phase == Phase.PLAY and t.phase in CHOOSING


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons for or against an action: a `Claim` for each plan that the action serves or spoils.

    A plan is a goal of a player, such as to feed its rat (see `core.words.plans`). If the action ends the game, yield
    only reasons that concern the end.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0:
        yield from turn_plans.claim_end(step)
        return
    if s.cages == 0 or s.placed < s.seats:
        if step.code in Cage:
            yield claim("any cage", 0.5)
        return
    other = prospects.act_otherwise(step)
    yield from deck_plans.list_claims(step)
    yield from pellet_plans.list_claims(step, other)
    yield from turn_plans.list_claims(step)
    yield from card_plans.list_claims(step)
    yield from machine_plans.list_claims(step, other.after)
    if step.code == Pass.CODE and rats.total(t, seat) >= rats.total(s, seat) and _may_cancel(s, seat):
        yield claim("keep answer", 5)


def _may_cancel(s: State, seat: int) -> bool:
    return Intervene.CODE in list_legal(s, seat)
