"""Mechanical Beast, sections 7 and 8: exits, wins and losses, votes, semi-co-op, the race for the Emergency Exit."""

from __future__ import annotations

from typing import Any

import pytest
from mechanical_beast_scene import GAME, Scene

from enginehouse.core.records.events import Events
from enginehouse.games.mechanical_beast.exits import NOWHERE, may_hold_exit, nearest, offer_exit
from enginehouse.games.mechanical_beast.parts import ACTIONS, EXIT, NEAR_PLACES, ExitAt
from enginehouse.games.mechanical_beast.state import GameResult, Phase, Told
from enginehouse.games.mechanical_beast.trapped import find_trapped, is_exit

HALL = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0), ("A5 C", 1, 0, 0))


def read_scores(game: Scene) -> list[list[int]]:
    """The points and the ranks of the seats; there is nothing beside them."""
    out = [-7] * 16
    GAME.rules.scores(game.s, out)
    many = game.s.seats
    assert out[many:8] + out[8 + many :] == [0] * 2 * (8 - many)
    return [out[:many], out[8 : 8 + many]]


def points(game: Scene) -> list[int]:
    return read_scores(game)[0]


def ranks(game: Scene) -> list[int]:
    return read_scores(game)[1]


# -- 7 Exits and end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "exits"), [("easy", [0, 1]), ("normal", [0]), ("hard", [0]), ("extreme", [1])])
def test_mb_7_1_exits_by_level(scene, level: str, exits: list[int]) -> None:
    """MB-7.1, MB-2.2: the Entrance with an open hatch, and the Emergency Exit; a closed hatch is no exit."""
    rooms = [("Entrance", 0, 0, 0)] + ([("Exit", 5, 0, 0)] if level in ("easy", "extreme") else [("A5", 5, 0, 0)])
    game = scene(*rooms, level=level)
    assert [n for n in range(2) if is_exit(game.s, n)] == exits


def test_mb_7_1_nothing_on_an_exit_matters_with_the_switch_on(scene) -> None:
    """MB-7.1: everybody on the Entrance is no end before the switch is off; meeples may go back in."""
    game = scene(*HALL).act("pass", "pass")
    assert game.s.reason == 0 and "engineer to 2" in game.names()


def test_mb_7_2_the_emergency_exit_collapses_when_left(scene) -> None:
    """MB-7.2: it stays while nobody has come, walking through does nothing, left empty it falls; on extreme all are trapped."""
    rooms = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("Exit", 0, 2, 0), ("A5", 0, 3, 0), ("A5 C", 1, 1, 0))
    game = scene(*rooms, level="easy").off().put(engineer0=1, engineer1=4, android=4).act("engineer to 3")
    assert game.s.exit == 2
    left = scene(*rooms, level="easy").off().put(engineer0=2, engineer1=4, android=4).act("engineer to 3")
    assert left.s.exit == -1 and left.s.exit_gone and 2 not in left.map() and left.s.reason == 0
    extreme = scene(*rooms[:2], ("Exit", 0, 2, 2), *rooms[3:], level="extreme").off()
    extreme.put(engineer0=2, engineer1=4, android=4).act("engineer to 3")
    assert extreme.s.reason == 705 and extreme.s.result == GameResult.LOSS


def test_mb_7_3_win(scene) -> None:
    """MB-7.3: the switch is off, all engineers and the android on exits, nobody left inside; all have won."""
    game = scene(*HALL).off().put(engineer0=1).act("engineer to 0")
    assert (game.s.reason, game.s.result, game.s.winners) == (703, GameResult.WIN, 3) and ranks(game) == [1, 1]
    assert game.told(Told.ENDED)[0][1:] == (GameResult.WIN, 3, 703, 0) and game.s.phase == Phase.OVER
    assert game.refusal("pass", seat=0) == game.refusal("engineer to 0", seat=1) == 703


def test_mb_7_3_win_by_the_emergency_exit(scene) -> None:
    """MB-7.3, MB-7.1: with the hatch closed all must be on the Emergency Exit; who finds it last ends the game."""
    rooms = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("Exit", 0, 2, 0))
    game = scene(*rooms, level="extreme").off().put(engineer0=1, engineer1=2, android=2).act("engineer to 2")
    assert (game.s.reason, game.s.winners) == (703, 3)
    found = scene(*HALL).off().put(engineer0=1).top("Exit").act("engineer explore west")
    assert (found.s.reason, len(found.told(Told.ENDED))) == (703, 1)


def test_mb_7_3_goes_on_with_people_inside(scene) -> None:
    """MB-7.3: people are left when everybody is safe: the game goes on, and the table says so."""
    game = scene(*HALL).off().put(engineer0=1).people(3).act("engineer to 0")
    assert game.s.reason == 0 and game.told(Told.LEFT_INSIDE)[0][1:] == (1, 0, 0, 0)


def test_mb_7_3_goes_on_for_the_android(scene) -> None:
    """MB-7.3, MB-7.4: all engineers safe, nobody left inside, and the android may still come: the game goes on."""
    game = scene(*HALL).off().put(engineer0=1, android=3).act("engineer to 0")
    assert game.s.reason == 0 and game.told(Told.LEFT_INSIDE) == []


@pytest.mark.parametrize(("inside", "clause"), [(False, 704), (True, 0)])
def test_mb_7_4_lesser_win(scene, inside: bool, clause: int) -> None:
    """MB-7.4: all engineers safe, nobody inside, the android trapped for good (in a room without doors of its own)."""
    game = scene(("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("A1", 5, 5, 0)).off().shut()
    game.put(engineer0=1, engineer1=0, android=2)
    if inside:
        game.add("P1", 9, 9)
        game.people(3)
    game.act("engineer to 0")
    assert game.s.reason == clause
    if clause:
        assert (game.s.result, game.s.winners) == (GameResult.LESSER, 3)
        assert [e[1:] for e in game.told(Told.TRAPPED)] == [(8, 0, 0, 0)]


@pytest.mark.parametrize("seat", [0, 1])
def test_mb_7_5_loss_at_once(scene, seat: int) -> None:
    """MB-7.5: one engineer trapped for good is a loss at once, however well the others stand."""
    game = scene(("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("A1", 5, 5, 0)).off().shut()
    game.put(engineer0=1, engineer1=1, android=1).put(**{f"engineer{seat}": 2}).act("android to 0")
    assert (game.s.reason, game.s.result, game.s.winners) == (705, GameResult.LOSS, 0) and ranks(game) == [2, 2]
    assert [e[1:] for e in game.told(Told.TRAPPED)] == [(seat, 0, 0, 0)]


def test_mb_7_5_worst_loss(scene) -> None:
    """MB-7.5, MB-7.6 (a): with the switch on and no engineer able to walk to the Control Room, trapped even on an exit."""
    game = scene(("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("Control", 5, 5, 0)).shut()
    game.put(engineer0=1, engineer1=0, android=2).act("engineer to 0")
    assert (game.s.reason, game.s.result) == (705, GameResult.WORST)


def test_mb_7_6_not_trapped_while_a_gear_can_be_reached(scene) -> None:
    """MB-7.6: a gear that some meeple can walk to, barred or not, or a doorway to explore: nothing is proved."""
    rooms = (("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("A1", 5, 5, 0), ("A5 C", -1, 0, 0))
    game = scene(*rooms).off().shut().put(engineer0=1, engineer1=2, android=0)
    assert find_trapped(game.s) == 0
    game.s.note_room[8], game.s.note_gear[8] = 3, 1
    assert find_trapped(game.s) == 0
    game = scene(*rooms[:3]).off().put(engineer0=1, engineer1=2, android=0)
    assert find_trapped(game.s) == 0
    assert find_trapped(game.shut().s) == 2


@pytest.mark.parametrize(
    ("first", "second", "caught"), [(2, 2, 0b100000011), (0, 2, 0), (2, 0, 0), (1, 2, 0), (2, 1, 0), (0, 0, 0)]
)
def test_mb_7_6_a_the_switch_stays_on(scene, first: int, second: int, caught: int) -> None:
    """MB-7.6 (a): all are trapped when no engineer can walk to the Control Room; the android cannot help, one engineer can."""
    game = scene(("Entrance", 0, 0, 0), ("Control", 0, 1, 0), ("A1", 5, 5, 0)).shut()
    assert find_trapped(game.put(engineer0=first, engineer1=second, android=0).s) == caught


@pytest.mark.parametrize(("who", "m"), [("engineer0", 0), ("engineer1", 1), ("android", 8)])
def test_mb_7_6_b_whoever_makes_it_collapse(scene, who: str, m: int) -> None:
    """MB-7.6 (b): any meeple may go next: who leaves the room before the Entrance brings it nearer, the others are trapped."""
    rooms = (("Entrance", 0, 0, 0), ("A2L", 0, 1, 2), ("A1", 0, 2, 0), ("A1", 9, 9, 1))
    game = scene(*rooms).off().shut().put(engineer0=3, engineer1=3, android=3).put(**{who: 1})
    assert find_trapped(game.s) == 0b100000011 & ~(1 << m)
    waiting = scene(*rooms).off().shut().put(engineer0=2, engineer1=2, android=2).put(**{who: 1})
    assert find_trapped(waiting.s) == 0


@pytest.mark.parametrize(
    ("beyond", "shut", "caught"),
    [([], True, 0b100000001), ([], False, 0), ([("A5 C", 0, 0, 0)], True, 0), ([("A5", 0, 0, 0)], True, 0b100000001)],
)
def test_mb_7_6_b_collapses_may_lead_on(scene, beyond: list[Any], shut: bool, caught: int) -> None:
    """MB-7.6 (b): where a collapse brings a meeple to a gear, or to a doorway that can be explored, nothing is proved."""
    rooms = [("A2L", 0, 1, 2), ("A1", 0, 2, 0), ("A1", 0, 3, 1), ("A1", 1, 1, 0), ("A1", 9, 9, 0)]
    game = scene(("Entrance", 20, 20, 0), *rooms, *beyond, seats=1).off().put(engineer0=1, android=1)
    game.s.lockdown = int(shut)
    assert find_trapped(game.s) == caught


def test_mb_7_6_b_gives_up(scene) -> None:
    """MB-7.6 (b): where there are too many positions nothing is proved, here of nine rooms in a row with no exit at all."""
    for many, caught in ((2, 0b111), (9, 0)):
        game = scene(("Entrance", 0, -9, 0), *(("A1", 0, k, 0) for k in range(many)), seats=3).off().shut()
        game.put(engineer0=1, engineer1=1, engineer2=1, android=0)
        assert find_trapped(game.s) == caught


@pytest.mark.parametrize("turn", range(4))
def test_mb_7_6_no_way_on_where_the_map_ends(turn: int) -> None:
    """MB-7.6 (b), MB-1.7: a doorway beyond which the map would be too wide cannot be explored, a place nearer it can."""
    dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn]
    for far, caught in ((30, 0b100000001), (29, 0)):
        rooms = [("A1", far * dx, far * dy, turn), ("A1", (far - 1) * dx, (far - 1) * dy, turn + 1)]
        game = Scene(("Entrance", 0, 0, 0), *rooms, seats=1).off().put(engineer0=1, android=1)
        assert find_trapped(game.s) == caught


def test_mb_7_6_c_no_exit_is_left(scene) -> None:
    """MB-7.6 (c): with the hatch closed and the Emergency Exit gone all are trapped, wherever gears are."""
    game = scene(*HALL, level="extreme").off()
    assert find_trapped(game.s) == 0
    game.s.exit_gone = 1
    assert find_trapped(game.s) == 0b100000011


def test_mb_7_6_b_collapses_may_open_a_way(scene) -> None:
    """MB-7.6 (b): the search finds that a collapse brings the Entrance nearer, and then proves nothing of those it helps."""
    rooms = (("Entrance", 0, 0, 0), ("A2L", 0, 1, 2), ("A1", 0, 2, 0), ("A1", 9, 9, 1))
    game = scene(*rooms).off().shut().put(engineer0=1, engineer1=3, android=0)
    assert find_trapped(game.s) == 0b10
    wrong_side = scene(*rooms).off().shut().put(engineer0=2, engineer1=3, android=0)
    assert find_trapped(wrong_side.s) == 0b11
    both = scene(*rooms).off().shut().put(engineer0=2, engineer1=2, android=0)
    assert find_trapped(both.s) == 0


@pytest.mark.parametrize("brings", ["pass", "explore"])
def test_mb_7_7_a_hundred_quiet_turns(scene, brings: str) -> None:
    """MB-7.7: a hundred turns in succession without exploration, collapse or switching off; any of these begins anew."""
    game = scene(*HALL)
    game.act(*["pass"] * 99)
    assert game.s.reason == 0 and game.s.quiet == 99
    game.act("pass" if brings == "pass" else "engineer explore west")
    assert (game.s.reason, game.s.quiet) == ((707, 100) if brings == "pass" else (0, 0))


def test_mb_7_7_what_counts(scene) -> None:
    """MB-7.7: switching off and collapses count, gears and moves do not."""
    game = scene(*HALL, ("Control", -1, 0, 3)).put(android=3).act("pass", "android gear 1 turn 1")
    assert game.s.quiet == 2
    assert game.act("engineer to 2", "pass").s.quiet == 3
    control = scene(("Entrance", 0, 0, 0), ("A5", 1, 0, 0), ("Control", 0, 1, 0)).act("pass", "engineer to 2", "pass")
    assert control.s.off and control.s.quiet == 0
    falls = scene(*HALL).off().put(engineer0=1).act("engineer to 2", "pass")
    assert falls.s.quiet == 0


@pytest.mark.parametrize("action", ["pass", "end", "engineer to 1", "android gear 1 turn 1"])
def test_mb_7_7_however_the_hundredth_turn_ends(scene, action: str) -> None:
    """MB-7.7: passing, a vote, a move that leaves nothing to do, a gear: with the hundredth such turn it is over."""
    game = scene(("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5 C", 5, 5, 0)).shut()
    game.put(android=2) if "gear" in action else game.add("Control", 1, 0, 1)
    game.settled().s.quiet = 99
    game.act(action)
    assert (game.s.reason, game.told(Told.ENDED)[0][1:]) == (707, (GameResult.WORST, 0, 707, 0))


def test_mb_7_8_votes(scene) -> None:
    """MB-7.8: when all have voted in successive turns it is over as it stands; any other turn begins anew; alone at once."""
    game = scene(*HALL).act("end")
    assert game.s.reason == 0 and game.s.active == 1 and game.told(Told.VOTED)[0][1:] == (0, 0, 0, 0)
    game.act("pass", "end", "engineer to 2", "pass", "end")
    assert game.s.reason == 0
    assert game.act("end").s.reason == 708
    assert scene(*HALL, seats=1).act("end").s.reason == 708


@pytest.mark.parametrize(
    ("off", "android", "engineer", "people", "result"),
    [
        (True, 0, 0, False, GameResult.WIN),
        (True, 1, 0, False, GameResult.LESSER),
        (True, 0, 1, False, GameResult.LOSS),
        (True, 0, 0, True, GameResult.LOSS),
        (False, 0, 0, False, GameResult.WORST),
    ],
)
def test_mb_7_9_as_it_stands(scene, off: bool, android: int, engineer: int, people: bool, result: int) -> None:
    """MB-7.9: by switch, engineers, people and android."""
    game = scene(*HALL, seats=1).put(android=android, engineer0=engineer)
    game.s.off = int(off)
    if people:
        game.people(2)
    assert game.act("end").s.result == result
    assert ranks(game) == [1 if result in (GameResult.WIN, GameResult.LESSER) else 2]


def test_mb_7_10_order_of_end_tests(scene) -> None:
    """MB-7.10: a game that ends after the move has no action; a trapped android alone ends nothing."""
    game = scene(*HALL).off().put(engineer0=1).act("engineer to 0")
    assert game.s.reason == 703 and game.actor() == -1
    game = scene(("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("A5", 0, 2, 0), ("A1", 5, 5, 0)).off().shut()
    game.put(engineer0=1, engineer1=2, android=3).act("engineer to 0")
    assert game.s.reason == 0 and find_trapped(game.s) & 256


# -- 8.1 Semi-co-op ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "winners"), [((2, 1, 0), 1), ((1, 1, 0), 2), ((0, 0, 0), 4)])
def test_mb_8_1_most_people_wins(scene, hands: tuple[int, ...], winners: int) -> None:
    """MB-8.1: most people in hand; a tie goes to whose present stay on an exit began first, from the start on."""
    game = scene(*HALL, seats=3, play="rescuers").off().put(engineer0=1, engineer1=2)
    game.s.hand[:3] = list(hands)
    game.act("pass", "engineer to 0", "pass", "pass", "engineer to 0")
    assert game.s.reason == 703 and game.s.winners == winners
    assert points(game) == list(hands) and ranks(game) == [1 if winners >> k & 1 else 2 for k in range(3)]


def test_mb_8_1_shared(scene) -> None:
    """MB-8.1: still equal it is shared: two that never left the Entrance."""
    game = scene(*HALL, seats=3, play="rescuers").off().put(android=1).act("android to 0")
    assert game.s.reason == 703 and game.s.winners == 7


def test_mb_8_1_otherwise_all_lose(scene) -> None:
    """MB-8.1: without a win or a lesser win nobody wins, whoever rescued most."""
    game = scene(*HALL, play="rescuers").off().put(engineer0=2)
    game.s.hand[0] = 5
    assert game.act("end", "end").s.winners == 0 and ranks(game) == [2, 2]


def test_mb_8_5_solo(scene) -> None:
    """MB-8.5: alone it is co-op with one engineer and the android, whatever option is given."""
    game = scene(*HALL, seats=1, play="against")
    assert game.s.play == 0 and game.s.meeples == 0b100000001


# -- 8.2 to 8.6 Against each other -------------------------------------------------------------------------------------


def race(*rooms: tuple[str, int, int, int], seats: int = 2, **options: str) -> Scene:
    return Scene(*rooms, seats=seats, play="against", **options)


def test_mb_8_2_two_engineers_each() -> None:
    """MB-8.2: one moves, the same or the other acts; there is no android and there are no people."""
    game = race(*HALL)
    assert game.refusal("android to 1") == 802 and game.refusal("android explore west") == 802
    game.act("second to 2")
    assert game.s.at[4] == 2 and "engineer explore west" in game.names() and "second explore north" in game.names()
    game.top("P1").act("second explore north")
    assert game.s.at[4] == 4
    assert not game.s.hatch and game.s.seats == 2
    assert not any(game.s.people), "a room with locked doors brought somebody"


def test_mb_8_3_the_previous_player_places_the_exit() -> None:
    """MB-8.3: at once, out of the pile; then the finder's turn ends, and the player after the finder goes on."""
    game = race(*HALL, seats=3).put(engineer1=2, second1=2).top("Control", "Exit")
    left = game.s.left
    game.act("engineer explore west")
    assert game.s.off and game.s.left == left - 2 and game.s.phase == Phase.PLACE and game.actor() == 2
    assert game.refusal("pass", seat=0) == game.refusal("pass") == game.refusal("end") == 803
    assert [game.names(seat) for seat in (0, 1)] == [[], []] and game.s.progress == 1
    name = game.names()[0]
    game.act(name)
    assert game.told(Told.CHOSE)[0][1:] == (2, 0, 0, 0)
    assert game.names() == [f"exit facing {way}" for way in ("north", "east", "south", "west")]
    assert game.refusal(name) == game.refusal("end") == game.refusal("pass") == 803
    game.act("exit facing east")
    assert game.s.active == 1 and game.s.phase == Phase.TURN and game.s.exit == 5 and game.map()[5][2] == 1
    assert game.told(Told.PLACED)[0][1:] == (2, 5, 0, 0)
    assert (game.s.reach, game.s.crowded, game.s.spot_x, game.s.spot_y) == (0, 0, 0, 0)
    assert len(game.map()) == 6


def test_mb_8_3_with_two_the_placer_goes_on() -> None:
    """MB-8.3: with two players the placer has the next turn."""
    game = race(*HALL).top("Control", "Exit").act("engineer explore west")
    assert game.actor() == 1
    game.act(game.names()[-1], "exit facing north")
    assert game.s.active == 1 and game.s.phase == Phase.TURN


def list_places(game: Scene) -> set[tuple[int, int]]:
    """The places offered for the Emergency Exit, as offsets from the Control Room."""
    out = [0] * len(GAME.vocabulary)
    many = GAME.rules.legal(game.s, game.actor(), out)
    assert all(ACTIONS.kind[code] == ExitAt.KIND for code in out[:many])
    return {NEAR_PLACES[ExitAt.near[code]] for code in out[:many]}


def by_the_rulebook(game: Scene, seat: int, near: int = 3) -> set[tuple[int, int]]:
    """MB-8.3 word by word: places within three of the Control Room."""
    places = {(x, y): n for n, (x, y, _) in game.map().items()}
    cx, cy, _ = game.map()[game.s.control]
    own = {game.s.at[seat], game.s.at[seat + 4]}
    found = set()
    for dx in range(-near, near + 1):
        for dy in range(-near, near + 1):
            x, y = cx + dx, cy + dy
            round_about = [places[x + a, y + b] for a in (-1, 0, 1) for b in (-1, 0, 1) if (x + a, y + b) in places]
            if abs(dx) + abs(dy) <= near and (x, y) not in places and round_about and not own & set(round_about):
                found.add((dx, dy))
    return found


@pytest.mark.parametrize("origin", [(0, 0), (-40, 70)])
def test_mb_8_3_where_it_may_go(origin: tuple[int, int]) -> None:
    """MB-8.3: empty, touching a room's side or corner, away from the placer's engineers, within three places."""
    x, y = origin
    rooms = [(name, x + dx, y + dy, facing) for name, dx, dy, facing in HALL]
    game = race(*rooms).put(engineer1=2, second1=0).top("Control", "Exit").act("engineer explore west")
    assert list_places(game) == by_the_rulebook(game, 1) != set()
    for code, (dx, dy) in enumerate(NEAR_PLACES, ExitAt.FIRST):
        fits = (dx, dy) in list_places(game)
        assert game.refusal(GAME.vocabulary.name(code)) == (0 if fits else 803)
        if fits:
            placed = lay_at(game, code)
            assert (placed.x[5], placed.y[5]) == (x - 1 + dx, y + dy)
    assert game.refusal("exit facing north") == 803 and game.refusal("exit beyond 4 east north") == 803
    assert {game.refusal(f"exit beyond {k} east {side}") for k in range(4) for side in ("north", "south")} == {803}


def lay_at(game: Scene, code: int) -> Any:
    """The record after the Emergency Exit was laid at a place."""
    s, e = GAME.shape.copy(game.s), Events(GAME.facts.event_size)
    GAME.rules.apply(s, game.actor(), code, e)
    GAME.rules.apply(s, game.actor(), GAME.vocabulary.code("exit facing north"), e)
    return s


def offering(game: Scene, control: int) -> Scene:
    """Seat 0 has found the Control Room; seat 1 is to place the Emergency Exit."""
    s = game.s
    s.off, s.at[0], s.at[4] = 1, control, control
    s.pile[: s.left] = [t for t in s.pile[: s.left] if t != EXIT] + [0]
    s.left -= 1
    offer_exit(s, 1)
    return game


@pytest.mark.parametrize("east", [1, -1])
@pytest.mark.parametrize("north", [1, -1])
def test_mb_8_3_as_near_as_can_be(east: int, north: int) -> None:
    """MB-8.3: if nothing is free within three places, the nearest places beyond; the placer chooses among equals."""
    rooms = [("A5", 2 * east, 50, 0), ("A5", 12 * east, 50, 0), ("A5", 12 * east, 50 + 4 * north, 0)]
    game = race(("Entrance", 0, 50, 0), *rooms).put(engineer1=0, second1=1)
    offering(game, game.add("Control", east, 50))
    assert (game.s.reach, game.s.crowded) == (10, 0)
    way = "east" if east > 0 else "west"
    assert game.names() == [f"exit beyond 10 {way} north"]
    assert game.refusal(f"exit beyond 10 {way} north") == 0 and game.refusal("exit at 1 north") == 803
    assert game.refusal(f"exit beyond 10 {way} south") == 803 and game.refusal(f"exit beyond 9 {way} north") == 803
    game.act(f"exit beyond 10 {way} north", "exit facing south")
    assert game.map()[game.s.exit] == (11 * east, 50, 2)


@pytest.mark.parametrize(("side", "y"), [("north", 4), ("south", -4)])
def test_mb_8_3_equally_near(side: str, y: int) -> None:
    """MB-8.3: beyond three places a place is told by how far east or west it is, and by its side."""
    game = race(("Entrance", 0, 0, 0), ("A5", 2, 0, 0), ("A5", 9, 5, 0), ("A5", 9, -5, 0)).put(engineer1=0, second1=1)
    offering(game, game.add("Control", 1, 0))
    assert game.s.reach == 11 and game.names() == ["exit beyond 7 east north", "exit beyond 7 east south"]
    game.act(f"exit beyond 7 east {side}", "exit facing east")
    assert game.map()[game.s.exit] == (8, y, 1)


def test_mb_8_3_thirty_places_off() -> None:
    """MB-8.3, MB-1.7: the farthest place there is, where the map cannot be any wider."""
    game = race(("Entrance", 30, 0, 0), ("A5", 1, 5, 0), ("A5", 3, 5, 0)).put(engineer1=0, second1=2)
    offering(game, game.add("Control", 31, 0))
    assert game.names() == ["exit beyond 30 west north"]
    game.act("exit beyond 30 west north", "exit facing east")
    assert game.map()[game.s.exit] == (1, 4, 1)


@pytest.mark.parametrize(("side", "north"), [("north", 1), ("south", -1)])
def test_mb_8_3_nearest_on_the_side_of_the_control_room(side: str, north: int) -> None:
    """MB-8.3: all places round a far room are looked at; here the one before it is nearest."""
    game = race(("Entrance", 0, 0, 0), ("A5", 2, 0, 0), ("A5", 1, 12 * north, 0)).put(engineer1=0, second1=1)
    offering(game, game.add("Control", 1, 0))
    assert game.s.reach == 11 and game.names() == [f"exit beyond 0 east {side}"]


def test_mb_8_3_the_second_condition_is_dropped() -> None:
    """MB-8.3: where even that is impossible, the placer's own engineers do not matter."""
    game = race(("Entrance", 0, 0, 0), ("A5", 2, 0, 0)).put(engineer1=1, second1=0)
    n = game.add("Control", 1, 0)
    assert nearest(game.s, 1) == NOWHERE
    offering(game, n)
    assert game.s.crowded == 1 and game.s.reach == 3 and may_hold_exit(game.s, 1, 1, 1)
    assert {(0, 1), (0, -1), (2, 0), (-2, 0)} >= {place for place in list_places(game) if 0 in place} != set()


def test_mb_8_3_the_exit_may_shut_all_in() -> None:
    """MB-8.3, MB-8.4: the Emergency Exit is laid before the only door left, its locked glass towards it: all are trapped."""
    walls = [("A1", x, y, 0) for x in (-1, 1) for y in (0, 1)]
    game = race(("Entrance", 0, 0, 0), ("A1", 0, -1, 1), *walls, glass="locked").top("Control", "Exit")
    game.act("engineer explore north", "exit at 1 north", "exit facing south")
    assert (game.s.reason, game.s.result, game.s.winners) == (804, GameResult.LOSS, 0)
    assert game.told(Told.ENDED)[0][1:] == (GameResult.LOSS, 0, 804, 0)


def test_mb_1_7_the_exit_may_not_stretch_the_map() -> None:
    """MB-1.7, MB-8.3: a place beyond 31 is none."""
    game = race(("Entrance", 0, 0, 0), ("A5", 29, 0, 0)).put(engineer0=1).top("Control", "Exit")
    game.act("engineer explore east")
    assert game.refusal("exit at 1 east") == 107 and all(dx <= 0 for dx, _ in list_places(game))


def arrive_in_order(*first: int) -> Scene:
    """Seats' engineers (by meeple) on the Emergency Exit, in the order of their arrival; the others at the Control Room."""
    game = race(("Entrance", 0, 0, 0), ("Control", 0, 1, 0), ("Exit", 0, 2, 0), ("A5 C", 1, 0, 0)).off()
    game.put(engineer0=1, second0=1, engineer1=1, second1=3)
    for k, m in enumerate(first):
        game.s.at[m], game.s.since[m] = 2, k + 1
    game.s.arrivals = len(first)
    return game.settled()


@pytest.mark.parametrize("seat", [0, 1])
def test_mb_8_4_both_engineers_on_the_exit(seat: int) -> None:
    """MB-8.4, MB-8.6: a player with both engineers on it wins at once; one engineer of each is no win."""
    early = arrive_in_order(1 - seat, 4 + seat)
    assert points(early) == [1, 1]
    assert early.act("second to 3" if seat else "engineer to 3").s.reason == 0
    game = arrive_in_order(1 - seat, seat)
    game.put(second1=1).act(*["pass"] * seat, "second to 2")
    assert (game.s.reason, game.s.winners, game.s.result) == (804, 1 << seat, GameResult.WIN)
    assert points(game) == [2 - seat, 1 + seat] and ranks(game) == [1 + seat, 2 - seat]


def test_mb_8_4_the_line() -> None:
    """MB-8.4: if all who are not on it are trapped, the owner of the first in line wins; who left comes back last."""
    for order, winner in (((1, 0), 1), ((0, 1), 0)):
        game = race(("Entrance", 0, 0, 0), ("Exit", 0, 5, 0), ("A1", 9, 9, 0), ("A1", 9, 10, 0)).off().shut()
        game.put(engineer0=1, engineer1=1, second0=2, second1=2)
        for k, m in enumerate(order):
            game.s.since[m] = k + 1
        game.settled().act("second to 3")
        assert (game.s.reason, game.s.winners, game.s.result) == (804, 1 << winner, GameResult.WIN)
    line = arrive_in_order(0, 1).act("engineer to 1", "pass", "engineer to 2", "pass")
    assert line.s.since[0] > line.s.since[1] and line.s.reason == 0


def test_mb_8_4_the_exit_collapses() -> None:
    """MB-8.4, MB-8.6: if it collapses everybody loses."""
    game = arrive_in_order(0).act("engineer to 1")
    assert (game.s.reason, game.s.winners, game.s.result) == (804, 0, GameResult.LOSS)


def test_mb_8_4_all_trapped() -> None:
    """MB-8.4: if all are trapped everybody loses; so too by votes and by a hundred quiet turns."""
    game = race(("Entrance", 0, 0, 0), ("Exit", 0, 5, 0), ("A1", 9, 9, 0), ("A1", 9, 10, 0)).off().shut()
    game.put(engineer0=2, engineer1=2, second0=0, second1=0).act("engineer to 3")
    assert (game.s.reason, game.s.winners, game.s.result) == (804, 0, GameResult.LOSS)
    votes = race(*HALL).act("end", "end")
    assert (votes.s.reason, votes.s.winners, votes.s.result) == (708, 0, GameResult.LOSS)
    quiet = race(*HALL).act(*["pass"] * 100)
    assert (quiet.s.reason, quiet.s.winners, quiet.s.result) == (707, 0, GameResult.LOSS)


def test_mb_8_6_one_trapped_engineer_ends_nothing() -> None:
    """MB-8.6: a player with only trapped ones keeps taking turns; winning and losing as in co-op do not apply."""
    game = arrive_in_order(0)
    game.add("A1", 9, 9)
    game.put(engineer1=4, second1=4).act("pass", "pass")
    assert game.s.reason == 0 and game.s.active == 0
    game = race(("Entrance", 0, 0, 0), ("Exit", 0, 5, 0), ("A1", 0, 4, 0), ("A1", 9, 9, 0)).off().shut()
    game.put(engineer0=1, second0=2, engineer1=3, second1=2).act("pass", "pass", "second to 1")
    assert game.s.reason == 804 and game.s.winners == 1
    game = race(*HALL).off().act("engineer to 1", "pass")
    assert game.s.reason == 0
