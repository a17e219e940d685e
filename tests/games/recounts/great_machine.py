"""The claims of The Great Machine, worked out once more from the numbers of the record, in another way than `plans.py`."""

from __future__ import annotations

import importlib
from itertools import combinations
from typing import Any

from enginehouse.core.records.events import Events, written
from enginehouse.core.registry.game import game_of, get

SMALL, LARGE = [1, 2, 3, 4], [1, 5, 2, 6, 3, 7, 4, 8]
"""GM-1.3: the ring of cages."""


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


def find_eater(s: Any) -> int:
    """GM-3.7: the seat that gains the next pellet if the pipes stay as they are, or -1."""
    node, eaters = 1, list[int]()
    while node < s.cages and not eaters:  # GM-8.1: of several rats at a toggle the one longest in the pipes
        eaters = sorted(
            (r for r in range(s.seats) if s.pipe[r] == node and accepts(s, r)), key=lambda r: s.pipe_since[r]
        )
        if not eaters and (s.stuck_runs[node] or s.blockage == node.bit_length()):
            return -1
        node = 2 * node + (int(s.tilt) >> node - 1 & 1)
    if not eaters:
        eaters = [r for r in range(s.seats) if s.alive >> r & 1 and s.cage[r] == node - s.cages + 1]
        eaters = [r for r in eaters if s.pipe[r] <= 0 and accepts(s, r)]
    return eaters[0] if eaters and is_food(s, eaters[0]) else -1


def accepts(s: Any, seat: int) -> bool:
    """GM-3.7: whether a rat may eat a pellet that reaches it."""
    if s.mellow >> seat & 1:
        return True
    near = s.now & 128 and seat != s.active and abs(int(s.cage[seat]) - int(s.cage[s.active])) <= 2
    sit = all(s.alive >> r & 1 and not s.escaped >> r & 1 and s.pipe[r] <= 0 for r in (seat, int(s.active)))
    upset = int(s.cower) | int(s.distraught) | int(s.distraught_before) | int(s.escaped)
    return not (s.union or upset >> seat & 1 or (near and sit))


def is_food(s: Any, seat: int) -> bool:
    """GM-6.6: whether a rat gains the turn's first pellet if it gets it: no poison, laxative or hopper blockage."""
    return not s.ethics and not s.now & (2 | 32 | 64) and accepts(s, seat) and may_gain(s, seat)


def is_guarded(s: Any, seat: int) -> bool:
    return seat >= 0 and bool((int(s.boots) | int(s.cower)) & ~int(s.mellow) & 1 << seat)


def is_charged_next(s: Any, seat: int) -> bool:
    """GM-3.3: whether the next motor step ends at a seat's rat, which can be shocked."""
    sits = seat >= 0 and s.alive >> seat & 1 and not s.escaped >> seat & 1 and s.pipe[seat] <= 0
    return bool(sits and not s.ethics and bolt(s, 1) == s.cage[seat] and not is_guarded(s, seat))


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


def act_otherwise(step: Any) -> tuple[Any, list[Any]]:
    """GM-3.2: the record and the events if the seat had discarded a card instead of playing one, or had acted otherwise."""
    s, me, game = step.before, step.seat, game_of(step.before)
    out = [0] * len(game.vocabulary)
    name = game.vocabulary.names
    others = [code for code in out[: int(game.rules.legal(s, me, out))] if code != step.code]
    if s.phase == 3 and name[step.code].startswith("play"):
        others = [code for code in others if name[code].startswith("discard")]
    if name[step.code].startswith("discard") or not others:
        return step.after, list(step.events)
    t, e = game.shape.copy(s), Events(4096)
    events: list[Any] = []
    seat, code = me, others[0]
    while code >= 0:
        e.count = 0
        game.rules.apply(t, seat, code, e)
        events += written(e)
        waiting = int(game.rules.actors(t)) if t.asked and not t.reason else 0
        seat = next((r for r in range(t.seats) if waiting >> r & 1), -1)
        code = out[0] if seat >= 0 and game.rules.legal(t, seat, out) else -1
    return t, events


def add_up(events: Any, seats: int, kind: int) -> list[int]:
    """The pellets that each rat gains (kind 18) or loses (kind 19) in some events."""
    return [sum(one[2] for one in events if one[:2] == (kind, r)) for r in range(seats)]


def may_gain(s: Any, seat: int) -> bool:
    """GM-6 Fitness Meme: only the thinnest rats gain, and mellow ones (GM-6.9)."""
    sober = [has(s, r) for r in range(s.seats) if s.alive >> r & 1 and not s.mellow >> r & 1]
    return (
        seat >= 0
        and bool(s.alive >> seat & 1)
        and (not s.fitness or bool(s.mellow >> seat & 1) or has(s, seat) == min(sober, default=0))
    )


def may_turn(s: Any, seat: int, sizes: set[int]) -> bool:
    """GM-5: whether a card that tilts so many toggles brings the pipes to a seat's rat."""
    free = [k for k in range(1, int(s.cages)) if k not in bars(s)]
    for size in sizes:
        for chosen in combinations(free, size):
            t = game_of(s).shape.copy(s)
            t.tilt = int(s.tilt) ^ sum(1 << k - 1 for k in chosen)
            if find_fed(t) == seat:
                return True
    return False


def has_turning_card(s: Any, seat: int) -> bool:
    """GM-5: the first 30 pieces tilt one, two or three toggles, ten each."""
    pieces = [int(s.row[k]) for k in range(int(s.start[5 + seat]), int(s.start[5 + seat]) + int(s.size[5 + seat]))]
    return may_turn(s, seat, {(piece + 9) // 10 for piece in pieces if 0 < piece <= 30})


def toggle_cards(s: Any, seat: int) -> int:
    """GM-5: how many of the first 30 pieces a hand holds."""
    pieces = [int(s.row[k]) for k in range(int(s.start[5 + seat]), int(s.start[5 + seat]) + int(s.size[5 + seat]))]
    return sum(1 for piece in pieces if 0 < piece <= 30)


def explain_draw(s: Any, seat: int) -> str:
    """Why another movement card is needed."""
    many = toggle_cards(s, seat)
    if has_turning_card(s, seat):
        return {1: "only one of yours turns them", 2: "you need one nearly every turn"}.get(
            many, "rivals can turn them again in each turn"
        )
    return "none of yours turns them to it" if many else "you hold none to turn them with"


def turns_left(s: Any) -> int:
    """GM-2.4: the turns until the Master is there, if no card changes that."""
    many, rounds, round_now = 0, int(s.track), int(s.round)
    place = int(s.turn_at)
    while rounds > 0 and round_now <= 40:
        many, place = many + 1, place + 1
        if place == s.seats:
            place, rounds, round_now = 0, rounds - 1, round_now + 1
    return many


def count_named(many: int, word: str) -> str:
    return f"{many} {word}{'' if many == 1 else 's'}"


def few(many: int, word: str) -> str:
    return f"only {count_named(many, word)}" if many else f"no {word}"


def is_alike(code: int, *slugs: str) -> bool:
    return [*action_name(code).split(), ""][1] in slugs


def ties_for_thinnest(s: Any, seat: int) -> bool:
    """GM-4.3: whether no living rat that is not mellow is thinner."""
    sober = [r for r in range(s.seats) if s.alive >> r & 1 and not s.mellow >> r & 1]
    return seat in sober and has(s, seat) == min(has(s, r) for r in sober)


WANTED = {
    "Airline Strike": "airline-strike",
    "Postcard from the Master": "postcard-from-the-master",
    "Poster Session": "poster-session",
    "Cardiac Arrest": "cardiac-arrest",
    "Master's Coach Approaches": "masters-coach-approaches",
    "Rubber Boots": "rubber-boots",
}


def is_wanted(s: Any, seat: int, such: str) -> bool:
    """Whether the card that is named as an example fits the score, and not all copies lie open or in the hand."""
    if not such:
        return True
    title = such.removeprefix(", such as ")
    copies = 1 if title == "Cardiac Arrest" else 2
    slugs = get("great-machine").vocabulary.names
    first = slugs.index(f"discard {WANTED[title]}") - slugs.index("discard toggle-pipe")
    seen = 0
    for zone in (3, 5 + seat):  # the event discards, and the hand
        for k in range(int(s.start[zone]), int(s.start[zone]) + int(s.size[zone])):
            seen += 1 if s.row[k] > 0 and find_kind(int(s.row[k])) == first else 0
    lead = has(s, seat) - best_rival(s, seat)
    fits = {"Master's Coach Approaches": lead > 0, "Rubber Boots": lead > 0 and not s.boots >> seat & 1}
    return seen < copies and fits.get(title, lead < 0)


def find_kind(piece: int) -> int:
    """The kind of a card by its piece: the movement cards are ten, ten, ten, five and five, then the events follow."""
    cards = importlib.import_module("enginehouse.games.great_machine.parts").CARDS
    kind = 0
    while piece > cards[kind].copies:
        piece -= cards[kind].copies
        kind += 1
    return kind


def may_turn_with_hand(s: Any, owner: int, fed: int) -> bool:
    """GM-5: whether a toggle card of `owner` brings the pipes to the rat of `fed`."""
    pieces = [int(s.row[k]) for k in range(int(s.start[5 + owner]), int(s.start[5 + owner]) + int(s.size[5 + owner]))]
    return may_turn(s, fed, {(piece + 9) // 10 for piece in pieces if 0 < piece <= 30})


def explain_look(s: Any, seat: int, is_event: bool) -> list[str]:
    """The sentences that are so about the deck to look at."""
    moving, events = hand(s, seat)
    behind, left = best_rival(s, seat) - has(s, seat), turns_left(s)
    names = count_named(moving, "movement card"), count_named(events, "event card")
    food = is_food(s, seat)
    if not is_event:
        lacks = food and find_fed(s) != seat and not has_turning_card(s, seat)
        poor = f"You hold {names[1]} and {few(moving, 'movement card')}"
        return ["You hold no card that turns the pipes to your rat"] * lacks + [poor] * (moving < events)
    return (
        [f"You are {behind} behind with {count_named(left, 'turn')} to come"] * (behind >= left)
        + ["The pipes end at your rat already"] * (find_fed(s) == seat and food)
        + ["You hold a card that turns the pipes to your rat"] * (has_turning_card(s, seat) and food)
        + [f"You hold {names[0]}" + (f" and {names[1]}" if events else "")]
    )


def has_no_effect(code: int, verb: str) -> bool:
    return action_name(code) in (f"{verb} warhamster", f"{verb} proved-a-private-theory")


def action_name(code: int) -> str:
    return str(get("great-machine").vocabulary.names[code])


def is_drooling(s: Any, seat: int) -> bool:
    return bool(int(s.salivate) >> seat & 1 or int(s.waiting[seat]) & 2048)


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    rival = int(str(slots["rival"]).strip("{}")) if str(slots.get("rival", "")).startswith("{") else -1
    name = f"{{{rival}}}"
    gap, lead = has(s, rival) - has(s, me), has(s, me) - best_rival(s, me)
    dead = {one[1] for one in step.events if one[0] == 25}
    by = int(t.track) - int(s.track) + sum(1 for one in step.events if one[0] == 28 and one[2] in (-1, 2**32 - 1))
    new_locks = bars(t) - bars(s)
    moving, events = hand(s, me)
    when = "this" if step.code < 8 else "the next"  # the first eight actions put a rat into a cage (GM-4.1)
    idle = not is_food(s, me) or not may_turn(s, me, {1, 2, 3})
    turning, left = toggle_cards(s, me), turns_left(s)
    moves, few_events = count_named(moving, "movement card"), few(events, "event card")
    shocked_first = add_up(step.events, s.seats, 19)[rival] if rival >= 0 else 0
    quiet = s.tilt == t.tilt and all(one[0] != 18 for one in step.events)
    last = has(t, rival) > 0 if rival >= 0 else False
    other, instead = act_otherwise(step)
    died = {one[1] for one in instead if one[0] == 25}
    more, less = (
        [a - b for a, b in zip(add_up(step.events, s.seats, kind), add_up(instead, s.seats, kind), strict=True)]
        for kind in (18, 19)
    )
    shared = max(0, min(more[r] for r in range(s.seats) if s.alive >> r & 1)) if s.alive else 0
    more = [gain - shared for gain in more]
    for r in {*range(s.seats)} - dead - died if other.active == t.active and other.phase == t.phase else ():
        assert has(t, r) - has(other, r) == more[r] + shared - less[r], "the events tell of all pellets"
    eats = sum(one[:2] == (23, me) for one in step.events) > sum(one[:2] == (23, me) for one in instead)
    lost = add_up(step.events, s.seats, 19)[me]
    denied = more[rival] > 0 or more[rival] < 0 >= more[me]
    mine_spoiled = "Leave the pipes as they are: your rat" if s.tilt != t.tilt else "Let your rat eat: it"
    answers: dict[str, tuple[bool, dict[str, Any]]] = {
        "win": (
            t.reason != 0 and fattest(t) == me,
            {
                "how": f"your rat {'is' if lead > 0 else 'becomes'} the fattest"
                if has(t, me) > best_rival(t, me)
                else "fatter rats tie and are out, so your rat wins"
            },
        ),
        "not yet": (t.reason != 0 and fattest(t) != me, {"rival": name if fattest(t) >= 0 else "nobody"}),
        "eat": (
            more[me] > max(0, less[me]) or more[me] < 0,
            {
                "how": mine_spoiled if more[me] < 0 else "Feed your rat: it" if eats else "Your rat",
                "many": words(abs(more[me])),
            },
        ),
        "make good": (0 < more[me] <= lost and less[me] <= 0 and eats, {"many": words(lost)}),
        "turn back": (find_fed(s) == me and is_food(s, me), {}),
        "new event": (moving > 0, {"held": moves}),
        "new movement": (events > moving and (idle or find_fed(s) != me), {"held": count_named(events, "event card")}),
        "one each turn": (idle and moving >= events, {}),
        "more movement": (
            idle and events >= moving + 2,
            {"events": count_named(events, "event card"), "held": few(moving, "movement card")},
        ),
        "enough": (turning >= s.track and has_turning_card(s, me), {"held": count_named(turning, "card")}),
        "last chance": (-lead >= left, {"lead": -lead, "turns": count_named(left, "turn")}),
        "safe lead": (lead > left, {"lead": lead, "turns": count_named(left, "turn")}),
        "lost": (-lead >= left and s.track <= 3, {"lead": -lead, "turns": count_named(left, "turn")}),
        "look event": (
            str(slots.get("why")) in explain_look(s, me, True) if plan == "look event" else False,
            {"why": slots.get("why")},
        ),
        "look movement": (
            str(slots.get("why")) in explain_look(s, me, False) if plan == "look movement" else False,
            {"why": slots.get("why")},
        ),
        "laxative": (
            rival in dead - died
            and has(s, rival) - shocked_first < 2
            and any(one[:2] == (23, rival) for one in step.events),
            {
                "rival": name,
                "when": "after the shock it has" if shocked_first else "it has",
                "many": words(has(s, rival) - shocked_first) if has(s, rival) > shocked_first else "no pellet",
            },
        ),
        "prepare": (has_turning_card(t, me) and find_fed(t) != me and s.tilt != t.tilt, {}),
        "leave pipes": (
            quiet
            and any(
                may_turn_with_hand(s, me, r) and is_food(s, r) for r in range(s.seats) if r != me and s.alive >> r & 1
            ),
            {},
        ),
        "leave food": (s.tilt == t.tilt and any(one[:2] == (23, me) for one in step.events), {}),
        "idle card": (is_alike(step.code, "warhamster", "proved-a-private-theory"), {}),
        "keep turning": (
            s.phase == 10 and turning > 0 and is_alike(step.code, "reverse-motor", "speed-motor"),
            {},
        ),
        "surplus": (
            s.phase == 10 and abs(moving - events) >= 2,
            {"held": moves if moving > events else count_named(events, "event card")},
        ),
        "rid": (turning == 0, {}),
        "coin": (
            has(s, me) == 0
            and may_gain(s, me)
            and (
                action_name(step.code) == f"play leftovers on {me}"
                or (is_alike(step.code, "negative-reinforcement") and ties_for_thinnest(s, me))
            ),
            {},
        ),
        "delay": (
            int(t.extra_turns[rival] + t.waiting_turns[rival]) > int(s.extra_turns[rival] + s.waiting_turns[rival])
            and int(t.lost_turns[rival]) > int(s.lost_turns[rival]),
            {"rival": name},
        ),
        "wait": (
            turning > 0 and not (has_turning_card(s, me) and is_food(s, me)) and find_eater(s) != me and s.track > 1,
            {},
        ),
        "keep": (less[me] < 0 and me not in dead | died and has(s, me) > 0, {"many": words(abs(less[me]))}),
        "cost": (less[me] > 0 and me not in dead | died and has(s, me) > 0, {"many": words(less[me])}),
        "come back": (me in dead - died and has(s, me) == 0 and s.track > 1, {}),
        "spare": (s.phase == 3 and find_eater(s) == me and moving > 0, {}),
        "gift": (has_no_effect(step.code, "take") and s.phase == 9 and rival != me, {"rival": name}),
        "live": ((me in dead) != (me in died), {"many": f", which has {words(has(s, me))}," if has(s, me) else ""}),
        "deny": (denied and gap > 0, {"rival": name, "many": words(abs(more[rival])), "lead": gap}),
        "salivate": (is_drooling(t, me) and not is_drooling(s, me), {}),
        "stay ahead": (
            denied and gap <= 0,
            {"rival": name, "many": words(abs(more[rival])), "gap": f"{-gap} behind you" if gap else "level with you"},
        ),
        "weaken": (
            less[rival] != 0 and rival not in dead | died and has(s, rival) > 0,
            {
                "rival": name,
                "many": "one" if abs(less[rival]) == 1 else str(abs(less[rival])),
                "theirs": words(has(s, rival)),
            },
        ),
        "kill": ((rival in dead) != (rival in died), {"rival": name, "many": words(has(s, rival))}),
        "strip": (
            is_guarded(other, rival) and not is_guarded(t, rival),
            {"rival": name, "many": words(has(s, rival)).removeprefix("a ")},
        ),
        "no gain": (may_gain(other, rival) and not may_gain(t, rival) and gap >= -4, {"rival": name}),
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
            int(t.extra_turns[rival] + t.waiting_turns[rival]) <= int(s.extra_turns[rival] + s.waiting_turns[rival])
            and (
                int(t.lost_turns[rival]) == int(s.lost_turns[rival]) + 1
                or any(one[:2] == (4, rival) for one in step.events)
            ),
            {"rival": name},
        ),
        "trade": (int(t.size[5 + me]) == int(s.size[5 + me]) + 1, {}),
        "shield": (
            is_guarded(t, me) and not is_guarded(s, me) and (has(s, me) > 0 or s.track > 4),
            {"many": f" and its {words(has(s, me)).removeprefix('a ')}" if has(s, me) else ""},
        ),
        "pipes": ((find_eater(t) == me) != (find_eater(other) == me), {"when": when}),
        "pipes away": (
            (find_eater(t) == rival) != (find_eater(other) == rival) and gap > 0,
            {"when": when, "rival": name, "lead": gap},
        ),
        "pipes shut": (
            (find_eater(t) == rival) != (find_eater(other) == rival) and gap <= 0,
            {"when": when, "rival": name},
        ),
        "motor": (is_charged_next(t, me) != is_charged_next(other, me), {"when": when}),
        "motor at rival": (
            last and is_charged_next(t, rival) and not is_charged_next(other, rival),
            {"rival": name, "when": when},
        ),
        "any cage": (s.placed < s.seats, {}),  # GM-2.2
        "lock": (
            bool(new_locks) and find_fed(t) == me,
            {"toggles": f"toggle{'s' if len(new_locks) > 1 else ''} {', '.join(map(str, sorted(new_locks)))}"},
        ),
        "stop food": (lead > 0 and bool((int(t.union) | int(t.ethics)) >> me & 1), {"lead": lead}),
        "break tie": (
            has(s, me) == has(s, rival) == best_rival(s, me)
            and has(t, me) > best_rival(t, me)
            and (has(other, me) <= best_rival(other, me) or other is t),
            {"rival": name},
        ),
        "no tie": (
            lead > 0
            and has(t, me) == has(t, rival) == best_rival(t, me)
            and (has(other, me) != best_rival(other, me) or other is t),
            {"rival": name},
        ),
        "draw movement": (
            find_fed(s) != me and not idle,
            {"why": explain_draw(s, me) if plan == "draw movement" else ""},
        ),
        "draw event": (find_fed(s) == me and is_food(s, me), {}),
        "more events": (
            moving >= events + 2,
            {"held": moves, "events": few_events},
        ),
        "search": (
            sum(t.size[5 + me : 6 + me]) >= sum(s.size[5 + me : 6 + me])
            and is_wanted(s, me, str(slots.get("such", ""))),
            {"such": slots.get("such")},
        ),
        "order": (s.phase == 3 and any(one[0] == 35 and one[1] == me for one in step.events), {}),
        "keep answer": (has(t, me) >= has(s, me), {}),
    }
    holds, again = answers[plan]
    return again if holds else None
