"""The claims of The Great Machine, worked out once more from the numbers of the record, in another way than `plans.py`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import game_of

SMALL, LARGE = [1, 2, 3, 4], [1, 5, 2, 6, 3, 7, 4, 8]
"""GM-1.3: the ring of cages."""


ALONE = ("weaken", "deny", "eat", "make good", "changes little", "motor at rival")
"""Plans that compare a card with a discard."""


def has(s: Any, seat: int) -> int:
    return int(s.real[seat]) + int(s.phantom[seat]) if seat >= 0 and s.alive >> seat & 1 else 0


def words(number: int) -> str:
    return "a pellet" if number == 1 else f"{number} pellets"


def bolt(s: Any, steps: int) -> int:
    """GM-1.3: the cage at which the motor points after some steps."""
    ring = SMALL if s.cages == 4 else LARGE
    return ring[(int(s.motor) + steps * int(s.direction)) % len(ring)]


def find_fed(s: Any) -> int:
    """GM-1.2: the seat where a pellet ends if it is not held up, or -1."""
    node = 1
    while node < s.cages:
        waiting = [r for r in range(s.seats) if s.pipe[r] == node]
        level = node.bit_length()
        if waiting or s.stuck_runs[node] or s.blockage == level:
            return -1
        node = 2 * node + (int(s.tilt) >> node - 1 & 1)
    cage = node - s.cages + 1
    found = [r for r in range(s.seats) if s.alive >> r & 1 and s.cage[r] == cage]
    return found[0] if found and not s.escaped >> found[0] & 1 and s.pipe[found[0]] <= 0 else -1


def is_guarded(s: Any, seat: int) -> bool:
    return bool((int(s.boots) | int(s.cower)) & ~int(s.mellow) & 1 << seat)


def bars(s: Any) -> set[int]:
    """GM-5.1: the toggles that are locked."""
    return {t for t in range(1, 8) if s.locks[t] or any(int(s.psycho[r]) >> t - 1 & 1 for r in range(s.seats))}


def best_rival(s: Any, seat: int) -> int:
    return max((has(s, r) for r in range(s.seats) if r != seat and s.alive >> r & 1), default=0)


def hand(s: Any, seat: int) -> tuple[int, int]:
    """The movement and event cards of a hand: of 161 pieces the first 40 are movement cards (GM-5)."""
    cards = [int(s.row[k]) for k in range(int(s.start[5 + seat]), int(s.start[5 + seat]) + int(s.size[5 + seat]))]
    moving = sum(1 for piece in cards if 0 < piece <= 40 or piece == -1)
    return moving, len(cards) - moving


def fattest(s: Any) -> int:
    """GM-4.2: ties are out."""
    by_size: dict[int, list[int]] = {}
    for r in range(s.seats):
        if s.alive >> r & 1:
            by_size.setdefault(has(s, r), []).append(r)
    return next((by_size[size][0] for size in sorted(by_size, reverse=True) if len(by_size[size]) == 1), -1)


def discard_something(s: Any, seat: int) -> Any:
    """GM-3.2: the record after the seat discards a card instead, if it may."""
    game, out = game_of(s), [0] * len(game_of(s).vocabulary)
    codes = out[: int(game.rules.legal(s, seat, out))]
    t = game.shape.copy(s)
    for code in [code for code in codes if game.vocabulary.names[code].startswith("discard")][:1]:
        game.rules.apply(t, seat, code, Events(4096))
    return t


def explain_draw(s: Any, seat: int) -> str:
    """GM-5: why another movement card is needed: the first 30 pieces tilt one, two or three toggles, ten each."""
    moving = hand(s, seat)[0]
    pieces = [int(s.row[k]) for k in range(int(s.start[5 + seat]), int(s.start[5 + seat]) + int(s.size[5 + seat]))]
    free = [k for k in range(1, int(s.cages)) if k not in bars(s)]
    for size in {(piece + 9) // 10 for piece in pieces if 0 < piece <= 30}:
        for chosen in combinations(free, size):
            t = game_of(s).shape.copy(s)
            t.tilt = int(s.tilt) ^ sum(1 << k - 1 for k in chosen)
            if find_fed(t) == seat:
                return "you need one nearly every turn"
    return "none of yours turns them to it" if moving else "you hold none to turn them with"


def is_drooling(s: Any, seat: int) -> bool:
    return bool(int(s.salivate) >> seat & 1 or int(s.waiting[seat]) & 2048)


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    rival = int(str(slots["rival"]).strip("{}")) if str(slots.get("rival", "")).startswith("{") else -1
    name = f"{{{rival}}}"
    change = [has(t, r) - has(s, r) for r in range(s.seats)]
    gap, lead = has(s, rival) - has(s, me), has(s, me) - best_rival(s, me)
    dead = {one[1] for one in step.events if one[0] == 25}
    by = int(t.track) - int(s.track) + sum(1 for one in step.events if one[0] == 28 and one[2] in (-1, 2**32 - 1))
    new_locks = bars(t) - bars(s)
    moving, events = hand(s, me)
    last = has(t, rival) > 0 if rival >= 0 else False
    loses, gains = words(-change[rival]), words(change[rival])
    discards = game_of(s).vocabulary.names[step.code].startswith("discard")
    plays = game_of(s).vocabulary.names[step.code].startswith("play")
    other = t if discards else discard_something(s, me) if plays and plan in ALONE else s
    without = has(other, rival) - has(s, rival)
    ate, lost = (
        any(one[:2] == (23, me) for one in step.events),
        sum(one[2] for one in step.events if one[:2] == (19, me)),
    )
    as_is = ate and has(other, me) == has(t, me)
    answers: dict[str, tuple[bool, dict[str, Any]]] = {
        "win": (t.reason != 0 and fattest(t) == me, {}),
        "not yet": (t.reason != 0 and fattest(t) != me, {"rival": name if fattest(t) >= 0 else "nobody"}),
        "eat": (
            change[me] > 0,
            {
                "how": "Leave the pipes as they are: your rat" if as_is else "Feed your rat: it",
                "many": words(change[me]),
            },
        ),
        "make good": (
            change[me] == 0 and ate,
            {
                "how": "Leave the pipes as they are, or your rat" if as_is else "Feed your rat, or it",
                "many": words(lost),
            },
        ),
        "spare": (discards, {}),
        "changes little": (
            plays and [has(t, r) for r in range(s.seats)] == [has(other, r) for r in range(s.seats)],
            {},
        ),
        "turn back": (find_fed(s) == me, {}),
        "new event": (moving > 0, {"held": f"{moving} movement card{'s' if moving != 1 else ''}"}),
        "keep": (change[me] < 0 and me not in dead, {"many": words(-change[me])}),
        "live": (me in dead, {"many": f", which has {words(has(s, me))}," if has(s, me) else ""}),
        "deny": (
            max(change[rival], without) > 0 < gap,
            {"rival": name, "many": gains if change[rival] > 0 else words(without), "lead": gap},
        ),
        "salivate": (is_drooling(t, me) and not is_drooling(s, me), {}),
        "stay ahead": (
            change[rival] > 0 >= gap,
            {"rival": name, "many": gains, "gap": f"{-gap} behind you" if gap else "level with you"},
        ),
        "weaken": (
            change[rival] < min(0, without) and rival not in dead,
            {"rival": name, "many": loses.split()[0].replace("a", "one"), "theirs": words(has(s, rival))},
        ),
        "kill": (rival in dead, {"rival": name, "many": words(has(s, rival))}),
        "hurry": (by < 0 < lead, {"lead": lead, "many": -by}),
        "too soon": (by < 0 > lead, {"lead": -lead, "many": -by}),
        "hold back": (by > 0 > lead, {"lead": -lead, "many": by}),
        "extra turn": (
            t.active == me
            or int(t.extra_turns[me]) + int(t.waiting_turns[me]) > int(s.extra_turns[me]) + int(s.waiting_turns[me]),
            {},
        ),
        "turn lost": (int(t.lost_turns[me]) == int(s.lost_turns[me]) + 1, {}),
        "cost a turn": (
            int(t.lost_turns[rival]) == int(s.lost_turns[rival]) + 1
            or any(one[:2] == (4, rival) for one in step.events),
            {"rival": name},
        ),
        "trade": (int(t.size[5 + me]) == int(s.size[5 + me]) + 1, {}),
        "shield": (is_guarded(t, me) and not is_guarded(s, me), {"many": words(has(t, me)).removeprefix("a ")}),
        "pipes": (find_fed(t) == me, {}),
        "pipes away": (
            find_fed(t) == rival and gap > 0,
            {"rival": name, "lead": gap},
        ),
        "pipes shut": (find_fed(t) == rival and gap <= 0, {"rival": name}),
        "motor": (bolt(t, 1) == t.cage[me] and not is_guarded(t, me), {}),
        "motor at rival": (
            last
            and bolt(t, 1) == t.cage[rival]
            and not is_guarded(t, rival)
            and not discards
            and not (plays and bolt(other, 1) == other.cage[rival]),
            {"rival": name},
        ),
        "any cage": (s.placed < s.seats, {}),  # GM-2.2
        "lock": (
            bool(new_locks) and find_fed(t) == me,
            {"toggles": f"toggle{'s' if len(new_locks) > 1 else ''} {', '.join(map(str, sorted(new_locks)))}"},
        ),
        "stop food": (lead > 0 and bool((int(t.union) | int(t.ethics)) >> me & 1), {"lead": lead}),
        "break tie": (
            has(s, me) == has(s, rival) == best_rival(s, me) and has(t, me) > best_rival(t, me),
            {"rival": name},
        ),
        "no tie": (lead > 0 and has(t, me) == has(t, rival) == best_rival(t, me), {"rival": name}),
        "draw movement": (find_fed(s) != me, {"why": explain_draw(s, me) if plan == "draw movement" else ""}),
        "draw event": (find_fed(s) == me, {}),
        "more events": (
            moving > events,
            {
                "held": f"{moving} movement card{'s' if moving != 1 else ''}",
                "events": f"only {events} event card{'s' if events != 1 else ''}" if events else "no event card",
            },
        ),
        "search": (sum(t.size[5 + me : 6 + me]) >= sum(s.size[5 + me : 6 + me]), {}),
        "order": (any(one[0] == 35 and one[1] == me for one in step.events), {}),
        "keep answer": (change[me] >= 0, {}),
    }
    holds, again = answers[plan]
    return again if holds else None
