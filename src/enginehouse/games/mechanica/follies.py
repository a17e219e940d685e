"""List the follies of Mechanica: actions that no sensible player chooses (see `core.words.follies`).

Many of them are about the last day, after which bots, trucks and Forks are worth no points.
"""

from __future__ import annotations

from enginehouse.core.words.follies import Attempt, Folly
from enginehouse.games.mechanica import building, choices, foresight, parts, policy, rules, state, trading
from enginehouse.games.mechanica.parts import GiveUp as Crash
from enginehouse.games.mechanica.state import Phase, State


def _is_last(s: State) -> bool:
    """Return whether this is surely the last day (MC-3.3)."""
    return bool(s.phase in (Phase.TURN, Phase.INSTALL) and policy.count_workdays(s) <= 1)


def _gains(at: Attempt, code: int) -> int:
    """Return by how much the action `code` changes the worth of the seat in coins: its money and improvements."""
    step = at.steps(code)[0]
    return int(rules.worth(step.after, at.seat)) - int(rules.worth(step.before, at.seat))


def _leaves_unsold(at: Attempt) -> bool:
    return at.is_a(parts.End) and _is_last(at.view) and bool(at.list_others(parts.Sell, parts.SellAll))


def _leaves_blueprint(at: Attempt) -> bool:
    return at.is_a(parts.End) and _is_last(at.view) and bool(at.list_others(parts.Complete))


def _has_bots(s: State, seat: int) -> bool:
    return any(int(s.holes[seat][3 * place + k]) for place in parts.TRUCKS for k in range(3))


def _breaks_blueprint(at: Attempt) -> bool:
    """Return whether the player sells bots on the last day although a blueprint could be completed with them."""
    if not at.is_a(parts.Sell, parts.SellAll) or not _is_last(at.view):
        return False
    plans = at.list_others(parts.Complete)
    after = at.steps()[0].after
    return bool(plans) and not any(code in parts.Complete for code in at.list_next(after))


def _leaves_points(at: Attempt) -> bool:
    """Return whether the player ends the last day although an improvement in the shop is worth more than it costs."""
    s = at.view
    if not at.is_a(parts.End) or not _is_last(s) or _has_bots(s, at.seat):
        return False
    for code in at.list_others(parts.Buy):
        spot = int(parts.Buy.spot[code])
        kind = int(s.shop[spot])
        if parts.VALUE_OF[kind] > trading.shop_price(kind, spot) and building.has_place(s.tiles[at.seat], kind):
            return True
    return False


def _buys_for_nothing(at: Attempt) -> bool:
    """Return whether the player buys a thing on the last day that adds less to the final result than its price."""
    s = at.view
    if not _is_last(s) or s.phase != Phase.TURN:
        return False
    if at.is_a(parts.BuyFork, parts.Enlarge):
        return True
    if not at.is_a(parts.Buy):
        return False
    spot = int(parts.Buy.spot[at.code])
    kind = int(s.shop[spot])
    return 0 <= spot < parts.SPOTS and bool(parts.VALUE_OF[kind] < trading.shop_price(kind, spot))


def _demolishes_points(at: Attempt) -> bool:
    return at.is_a(parts.Demolish) and _is_last(at.view) and _gains(at, at.code) < 0


def _recycles_points(at: Attempt) -> bool:
    """Return whether the player recycles an improvement on the last day, although installing it brings points."""
    if not at.is_a(parts.Recycle) or not _is_last(at.view):
        return False
    return any(_gains(at, code) > 0 for code in at.list_others(parts.Install, parts.Fabricate))


def _covers_points(at: Attempt) -> bool:
    """Return whether the player lays an improvement over another on the last day although another place is better."""
    lays = (parts.Install, parts.Fabricate)
    if not at.is_a(*lays) or not _is_last(at.view):
        return False
    return any(_gains(at, code) > _gains(at, at.code) for code in at.list_others(*lays))


def _loses_bots(at: Attempt) -> bool:
    """Return whether the turn ends although a sale would save bots that the next factory run will destroy."""
    s = at.view
    if not at.is_a(parts.End) or policy.count_workdays(s) <= 1 or s.phase != Phase.TURN:
        return False
    lost = foresight.count_destroyed(s, at.seat)
    sales = at.list_others(parts.Sell, parts.SellAll)
    return lost > 0 and any(foresight.count_destroyed(at.steps(code)[0].after, at.seat) < lost for code in sales)


def _is_listed(s: State, model: int) -> bool:
    """Return whether a face-up blueprint (an order that pays for certain bots) lists a bot of this model."""
    return any(model in parts.BLUEPRINTS[int(trading.blueprint(s, which))].bots for which in range(2))


def _keeps_worse(at: Attempt) -> bool:
    if not at.is_a(parts.Keep) or _is_listed(at.view, int(parts.Keep.model[at.code])):
        return False
    return any(parts.Keep.model[code] > parts.Keep.model[at.code] for code in at.list_others(parts.Keep))


def _gives_up_better(at: Attempt) -> bool:
    """Return whether the player gives up a bot in a collision on a truck although a cheaper bot could be given up.

    The player could sell the more expensive bot in the turn after the run. Bots that a face-up blueprint lists are not
    counted as cheaper.
    """
    s = at.view
    if not at.is_a(Crash) or s.phase != Phase.RUN or int(s.asking[at.seat][state.ASKED_PLACE]) not in parts.TRUCKS:
        return False
    cheaper = [
        code
        for code in at.list_others(Crash)
        if parts.PRICE_OF[Crash.model[code]] < parts.PRICE_OF[Crash.model[at.code]]
    ]
    return any(not _is_listed(s, int(Crash.model[code])) for code in cheaper)


def _is_led_worse(at: Attempt) -> bool:
    """Return whether another answer to a question in the factory run is better than the chosen one.

    It is better if it destroys fewer bots, and brings more money both now and after the next factory run.
    """
    s = at.view
    if s.phase != Phase.RUN or choices.read_answer(int(s.asking[at.seat][state.ASKED_KIND]), at.code) < 0:
        return False
    lost, money, later, *_ = foresight.finish_answers(s, at.seat, at.code)
    for code in at.others:
        if choices.read_answer(int(s.asking[at.seat][state.ASKED_KIND]), code) >= 0:
            its_lost, its_money, its_later, *_ = foresight.finish_answers(s, at.seat, code)
            if its_lost < lost and its_money > money and its_later > later:
                return True
    return False


def _leads_to_doom(at: Attempt) -> bool:
    s = at.view
    if s.phase != Phase.RUN or int(s.asking[at.seat][state.ASKED_KIND]) not in (
        parts.Question.FORK,
        parts.Question.THROW,
    ):
        return False
    return _is_led_worse(at)


def _destroys_bot(at: Attempt) -> bool:
    """Return whether the player puts a received bot onto a bot that is as good, although the slot's other hole is free.

    The bot that was there is destroyed.
    """
    if not at.is_a(parts.Put) or at.view.phase != Phase.RECEIVE:
        return False
    model, place, hole = parts.Put.values(at.code)
    there = int(at.view.holes[at.seat][3 * place + hole])
    if there < model or there == 0:
        return False
    return any(
        parts.Put.place[code] == place and at.view.holes[at.seat][3 * place + parts.Put.values(code)[2]] == 0
        for code in at.list_others(parts.Put)
    )


FOLLIES = (
    Folly("leaves a blueprint", "It ends the last day without completing a blueprint that it could complete.", _leaves_blueprint),
    Folly("leaves unsold", "It ends the last day with bots unsold.", _leaves_unsold),
    Folly("breaks a blueprint", "It sells bots on the last day that would complete a blueprint.", _breaks_blueprint),
    Folly("leaves points", "It ends the last day although an improvement counts more than it costs.", _leaves_points),
    Folly("buys for nothing", "It spends coins on the last day on what counts less.", _buys_for_nothing),
    Folly("demolishes points", "It demolishes an improvement on the last day, which would count.", _demolishes_points),
    Folly("recycles points", "It recycles an improvement on the last day that would count.", _recycles_points),
    Folly("covers points", "It lays an improvement over another one on the last day, and there is a better place.", _covers_points),
    Folly("loses bots", "It ends its turn although the next run destroys bots for lack of room on a truck.", _loses_bots),
    Folly("keeps the worse bot", "It keeps the worse of two bots.", _keeps_worse),
    Folly("gives up the better bot", "It gives up the dearer bot in a collision on a truck.", _gives_up_better),
    Folly("leads to doom", "It leads a bot the worse way.", _leads_to_doom),
    Folly("destroys a bot", "It destroys a bot although the hole beside it is free.", _destroys_bot),
)  # fmt: skip
