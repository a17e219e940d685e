"""List the plans of Mechanica: the goals that an action can serve.

The action can be a trade, the placement of a tile, or an answer in a factory run. A hint names such a plan as the
reason for an action (see `core.words.plans`). The next factory runs are computed as in the forecast: all bots are sold
each day, and questions are answered well. The modules `plan_trades`, `plan_places`,
`plan_answers` and `plan_models` find the plans of an action.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim
from enginehouse.games.mechanica import parts, plan_answers, plan_models, plan_places, plan_trades, rules
from enginehouse.games.mechanica.state import Phase

PLANS = (
    Plan("win", "win", "End the game ahead", "End the game now: you win by {lead}.", "The game goes on, and you would win it by {lead} now."),
    Plan("sell room", "save", "Make room on a truck", "Sell now, or the next run destroys {lost}.", "The next run destroys {lost} for lack of room."),
    Plan("truck", "save", "Make room on a truck", "Get the larger truck: the next run would destroy {lost} without it.", "The next run destroys {lost} without the larger truck."),
    Plan("room", "set up", "Make room for a blueprint", "{truck} holds {held}: the larger one can hold {wanted} bots {use}.", "{truck} holds {held}. A larger one can hold {wanted} bots {use}."),
    Plan("stay aboard", "set up", "Make room on a truck", "If you save bots for a blueprint, the next run destroys {lost} fewer.", "If you save bots for a blueprint, the next run destroys {lost} more."),
    Plan("free way", "save", "Lead bots to free trucks", "This leads bots to free trucks: else the next run destroys {lost}.", "The next run destroys {lost} that could ride to free trucks."),
    Plan("lost bots", "protect", "Do not lose bots", "Do not end your turn yet: the next run would destroy {lost}.", "It ends your turn, and the next run destroys {lost}."),
    Plan("wrong way", "protect", "Keep the way open", "Keep the way of your bots open, or {lost} more will be destroyed.", "Your next run then destroys {lost} more."),
    Plan("last sale", "score", "Sell before the end", "Sell for {coins}: {last}, and bots count nothing at the end.", "Bots worth {coins} stay unsold, and {last}."),
    Plan("keep selling", "score", "Sell before the end", "Sell first: {last}, and bots worth {coins} count nothing at the end.", "It leaves bots worth {coins} unsold, and {last}."),
    Plan("sell to buy", "set up", "Sell to buy", "Sell for {coins}: then you can pay the {price} for the {tile}.", "You cannot pay the {price} for the {tile}."),
    Plan("cash", "set up", "Sell to buy", "Sell for {coins}: then you can pay the {price} for the {tile}. The blueprint pays into the Vault, where you cannot spend it.", "You cannot pay the {price} for the {tile}."),
    Plan("sell", "score", "Sell", "Sell for {coins}: {why}.", "It leaves bots worth {coins} unsold."),
    Plan("no order", "score", "Sell", "Sell for {coins}: {why}.", "It leaves bots worth {coins} unsold: {why}."),
    Plan("blueprint", "score", "Complete a blueprint", "Complete the blueprint for {pay}: its bots alone would sell for {price}.", "You could complete a blueprint for {pay}."),
    Plan("collect", "set up", "Collect for a blueprint", "Keep {held}: one more bot, {missing}, completes a blueprint for {pay}.", "Your {held} are no longer there for the blueprint that pays {pay}."),
    Plan("next blueprint", "set up", "Collect for a blueprint", "This way you can complete the blueprint for {pay} after the next {runs}.", "You could complete the blueprint for {pay} after the next {runs}."),
    Plan("break up", "save", "Keep a blueprint together", "Do not sell the bots for the blueprint: it pays {pay}.", "It sells bots of a blueprint that you could complete for {pay}."),
    Plan("income", "set up", "Earn more each day", "Build up your factory: it earns {coins} more in the next {runs}.", "Your factory does not earn the {coins} more in the next {runs}."),
    Plan("pays off", "set up", "Earn more each day", "The {tile} costs {price}: it earns {coins} more in the next {runs} and counts {value} at the end.", "You miss the {tile}: for {price} it earns {coins} more in the next {runs} and counts {value}."),
    Plan("to recycle", "score", "Recycle for bots", "The {tile} costs {price}: recycled for {bots}, it brings {coins} more in the next {runs}.", "You miss the {tile}: recycled for {bots}, it brings {coins} more in the next {runs}."),
    Plan("points", "score", "Buy points", "The {tile} costs {price} and counts {value} at the end.", "You miss the {tile}, which counts {value} at the end."),
    Plan("cheap", "set up", "Buy for the days to come", "The {tile} costs {price} and counts {value} at the end: {rest}.", "You miss the {tile}, which costs {price} and counts {value} at the end."),
    Plan("best place", "score", "Lay it in a good place", "No place for the {tile} brings more in the next {runs}. Here it {earns}.", "Another place for the {tile} brings more in the next {runs}. It {earns}."),
    Plan("work here", "set up", "Lay it where it has work", "Here {work} in the next {runs}. {counts}.", "Elsewhere {work} in the next {runs}."),
    Plan("start here", "set up", "Start bots in a good row", "From here its bots {way}. {counts}.", "From another slot its bots {way}."),
    Plan("fork ways", "set up", "Open another way", "Here the Fork lets your bots choose between two ways: {ends}.", "The Fork could let your bots choose between two ways: {ends}."),
    Plan("fork buy", "set up", "Open another way", "A Fork costs 1 coin. On {place}, it lets your bots choose between two ways: {ends}.", "A Fork on {place} would let your bots choose between two ways: {ends}."),
    Plan("harmless", "protect", "Keep the way open", "A {tile} has to be laid. Here it does no harm: {why}.", "Elsewhere the {tile} would do no harm: {why}."),
    Plan("clear", "set up", "Make room for the tile", "The Fork on {place} counts nothing, and your bots earn as much without it.", "It keeps the Fork on {place}, which brings nothing."),
    Plan("lay", "score", "Lay it for points", "Lay the {tile}: {value}.", "It gives up the {tile}: {value}."),
    Plan("deny", "deny", "Buy before the next player", "Buy the {tile} now: it counts {value} at the end, and {rival} could have it for {price}.", "It leaves the {tile} to {rival}, who could have it for {price}."),
    Plan("last chance", "deny", "Buy before it is gone", "Buy the {tile} now: it counts {value} at the end, and goes into the Recycler when the shop rotates.", "The {tile} goes into the Recycler when the shop rotates."),
    Plan("save coins", "save", "Save your coins", "{save} your {coins}: {they}.", "It spends coins that count at the end as well."),
    Plan("wait", "save", "Wait for a blueprint", "Keep {held} on your trucks for the next blueprint: the next run destroys no bot.", "You sell {held}, which the next blueprint may need."),
    Plan("recycle", "score", "Recycle for bots", "Recycle it for {bots}: that brings {coins} more in the next {runs}. Laid, it would bring {laid}, its value included.", "Recycled for {bots}, it would bring {coins} more in the next {runs}."),
    Plan("bots", "score", "Recycle for bots", "Recycle it for {bots}: the next {runs} bring {coins} more, and its value would count only at the end.", "Recycled for {bots}, it would bring {coins} more in the next {runs}."),
    Plan("only harm", "protect", "Keep your improvements", "End your turn: you can only demolish something.", "It demolishes something, and you could end your turn."),
    Plan("keep tile", "protect", "Keep your improvements", "Do not demolish the {tile}: it counts {value} at the end.", "It demolishes the {tile}, which counts {value} at the end."),
    Plan("safe way", "protect", "Lead bots to safety", "This way is safer: else the run would destroy {lost} more.", "This way the run destroys {lost} more."),
    Plan("bot lost", "protect", "Lead bots to safety", "{way}, the {model} would be destroyed.", "{way}, the {model} is destroyed."),
    Plan("no room", "protect", "Lead bots to free trucks", "{there} cannot take all bots that come: {lost} would be destroyed there.", "{there} cannot take all bots that come: {lost} would be destroyed there."),
    Plan("way truck", "score", "Lead bots to trucks", "{truck} has room for the {model}, which sells for {coins}.", "{truck} had room for the {model}, which sells for {coins}."),
    Plan("way tile", "set up", "Feed your improvements", "The {tile} on {place} {work}.", "You could lead it to {place}: the {tile} there {work}."),
    Plan("way coins", "score", "Lead bots to money", "This way the {model} brings {coins}: {how}.", "The {model} could bring {coins}: {how}."),
    Plan("way charger", "set up", "Pass a Static Charger", "This way the {model} passes the Static Charger on {place}, which gets a new Basic.", "The {model} could pass the Static Charger on {place}, which then gets a new Basic."),
    Plan("way more", "score", "Lead bots to money", "{runs} {coins} more than {others}, in money and in bots on trucks.", "{runs} {coins} less than another way, in money and in bots on trucks."),
    Plan("give up", "score", "Keep the better bot", "A {given} sells for {coins}, the {kept} that you keep for {more}.", "The {given} that it keeps sells for {coins}, the {kept} for {more}."),
    Plan("best model", "score", "Make the better bot", "A Deluxe {brings}, a Plus only {less}.", "A Deluxe {brings}, a Plus only {less}."),
    Plan("way blueprint", "set up", "Collect for a blueprint", "This way you can complete a blueprint for {pay}: its bots alone would sell for {price}.", "The run could bring you the bots of a blueprint for {pay}."),
    Plan("deluxe", "score", "Make the better bot", "Make the Deluxe: it brings you {more} more than a Plus in the next {runs}.", "A Deluxe would bring you {more} more than a Plus in the next {runs}."),
    Plan("deluxe price", "score", "Make the better bot", "Make the Deluxe: it sells for {more} more than a Plus.", "A Deluxe sells for {more} more than a Plus."),
    Plan("small gift", "deny", "Give the others less", "Make the Plus: {cost}, and {others} more for a Deluxe.", "For a Deluxe {others} more, and {cost}."),
    Plan("better bot", "score", "Keep the better bot", "Keep the {model}: it sells for {coins}.", "You could keep the {model}, which sells for {coins}."),
    Plan("good hole", "score", "Start bots in a good row", "No hole brings more: from this one the next {runs} {coins}, in money and in bots on trucks.", "From another hole the next {runs} {coins}, in money and in bots on trucks."),
    Plan("any hole", ALIKE, "Start bots in a good row", "Any choice will do: the next {runs} {coins} from each hole.", "It makes no difference: the next {runs} {coins} from each hole."),
    Plan("no difference", ALIKE, "Bots that count nothing", "Any choice will do: no factory runs again, and bots count nothing at the end.", "It makes no difference: bots count nothing at the end."),
    Plan("same run", ALIKE, "Bots that count nothing", "Any choice will do: {same}.", "It makes no difference: {same}."),
    Plan("free hole", "protect", "Use a free hole", "Put it into this free hole: it costs no bot, neither now nor in the next run.", "It costs a bot, now or in the next run."),
)  # fmt: skip


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons for or against an action: a `Claim` for each plan that the action serves or spoils.

    A plan is a goal of a player, such as to earn more each day (see `core.words.plans`).
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0 and s.phase in (Phase.TURN, Phase.INSTALL):  # In other phases, any choice ends the game.
        lead = rules.worth(t, seat) - max(
            (rules.worth(t, other) for other in range(t.seats) if other != seat), default=0
        )
        if t.seats > 1 and lead > 0:
            yield claim("win", 100, lead=int(lead))
    if s.phase == Phase.RUN:
        yield from plan_answers.list_answers(s, seat, step.code)
    elif s.phase in (Phase.ANNOUNCE, Phase.KEEP, Phase.GIFT, Phase.RECEIVE):
        yield from plan_models.list_models(s, seat, step.code)
    elif s.phase in (Phase.TURN, Phase.INSTALL) and s.turn == seat:
        yield from plan_trades.list_trades(step, parts.ACTIONS.kind[step.code])
        yield from plan_places.list_places(s, t, seat, step.code)
