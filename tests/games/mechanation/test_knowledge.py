"""Mechanation, section 9: who knows what. Twin worlds that differ in one kind of secret, and guesses that agree with a view."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from enginehouse.core.play import arena
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import EVERYBODY, Events, read
from enginehouse.core.records.hidden import at, count, take
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.invariants import check, conserved
from enginehouse.games.mechanation.knowledge import break_sets, guess_mechs, guess_posts
from enginehouse.games.mechanation.lands import has_set
from enginehouse.games.mechanation.mechs import hidden_posts
from enginehouse.games.mechanation.parts import ARENA, DECK, HELD, KIND_OF, MECHS, SCRAP, TIER_OF, land_name
from enginehouse.games.mechanation.phases import advance
from enginehouse.games.mechanation.state import MechPlace, Phase

GAME = games.get("mechanation")
MECH = {printed.title: number for number, printed in enumerate(MECHS)}
WATCHERS = (-1, 0, 1, 2, 3)


def bytes_of(game: Any, seat: int) -> bytes:
    """Return the record that a seat (-1: a spectator) sees, as bytes."""
    return bytes(GAME.shape.to_bytes(game.view(seat)))


def telling(one: Any, other: Any) -> set[int]:
    """The seats (-1: those who watch) that can tell two worlds apart, by view, words, picture or actions."""
    found = set()
    for seat in WATCHERS:
        same = bytes_of(one, seat) == bytes_of(other, seat)
        if seat >= 0:
            same = same and one.names(seat) == other.names(seat)
        if not same:
            found.add(seat)
    return found


def land_at(game: Any, zone: int, index: int, seat: int) -> str | None:
    """A territory as a seat sees it; None where it does not know."""
    piece = at(game.view(seat), zone, index)
    return land_name(int(KIND_OF[piece])) if piece > 0 else None


# -- each kind of secret: two worlds that differ in it alone -----------------------------------------------------------


def test_mn_9_2_a_hand_is_its_pilots_secret(scene) -> None:
    """MN-9.2, MN-1.3, MN-1.4: another mech in a hand, seen by its pilot alone."""
    one = scene(seen=False).line_up("red 1")
    other = scene(seen=False).mechs(2, "Colossus").line_up("red 1")
    assert telling(one, other) == {2}


def test_mn_9_2_which_mech_is_deployed(scene) -> None:
    """MN-9.2, MN-5.2: which of a pilot's mechs stands at a territory; all see that one does, also if all its mechs are known."""
    for seen in (False, True):
        worlds = [
            scene(seen=seen).line_up("red 1", "blue 2").act(f"deploy {tier} 1") for tier in ("light", "medium", "heavy")
        ]
        for one, other in itertools.combinations(worlds, 2):
            assert telling(one, other) == {0}
        assert [len(set(read(world.e, 1))) for world in worlds] == [1, 1, 1]
        assert read(worlds[0].e, 1) == read(worlds[2].e, 1)


def test_mn_9_2_which_mech_attacks(scene) -> None:
    """MN-9.2, MN-6.1: which mech attacks, until it is defended against; undefended nobody ever learns."""
    worlds = [
        scene(seen=False).lands(1, "red 1").begin(Phase.PILOT).act(f"attack {tier} 1 1") for tier in ("light", "heavy")
    ]
    assert telling(*worlds) == {0}
    assert telling(*(world.act("pass") for world in worlds)) == set()


def test_mn_9_2_a_face_down_territory_is_its_owners(scene) -> None:
    """MN-9.2: what lies face-down before a pilot is known to that pilot alone."""
    one = scene().lands(3, "-red 1", "-blue 2").line_up("green 1")
    other = scene().lands(3, "-red 1", "-blue 3").line_up("green 1")
    for game, name in ((one, "blue 2"), (other, "blue 3")):
        assert [land_at(game, HELD + 3, 1, seat) for seat in WATCHERS] == [None, None, None, None, name]
    assert telling(*(_with_one_swapped(scene, swap) for swap in (False, True))) == {3}


def _with_one_swapped(scene: Any, swap: bool) -> Any:
    """Seat 3 has a face-down blue 2 and the deck a blue 3, or the other way round."""
    game = scene().lands(3, "-red 1", "-blue 2").line_up("green 1")
    if swap:
        s = game.s
        place = s.start[HELD + 3] + 1
        other = next(
            k
            for k in range(s.start[DECK], s.start[DECK] + s.size[DECK])
            if land_name(int(KIND_OF[s.row[k]])) == "blue 3"
        )
        s.row[place], s.row[other] = s.row[other], s.row[place]
        s.known[s.row[place]], s.known[s.row[other]] = 1 << 3, 0
    return game


def test_mn_9_2_one_dealt_to_the_arena_nobody_knows(scene) -> None:
    """MN-9.2, MN-5.1: neither the Alpha nor anybody else; nor what lies in the deck."""
    one = scene().on_deck("green 1", "red 1", "violet 3").begin(Phase.DEAL)
    other = scene().on_deck("green 1", "violet 3", "red 1").begin(Phase.DEAL)
    assert one.lying(ARENA) != other.lying(ARENA)
    assert telling(one, other) == set()
    assert [read(one.e, seat) for seat in WATCHERS] == [read(other.e, seat) for seat in WATCHERS]


def test_mn_9_2_mechs_that_periscope_showed(scene) -> None:
    """MN-9.2, MN-8.8: in the Arena it is known to the one who looked, and to nobody else, as long as it lies face-down."""

    def world(first: str, second: str) -> Any:
        game = scene(seen=False).mechs(0, "Periscope").on_deck("green 1", first, second).begin(Phase.DEAL)
        return game.act("look arena 2")

    one, other = world("red 1", "violet 3"), world("violet 3", "red 1")
    assert telling(one, other) == {0}
    for game in (one, other):
        game.act("pass", "deploy light 2", "pass", "pass")
    assert telling(one, other) == {0, 1}  # seat 1 has claimed it; seat 0 still knows
    assert land_at(one, HELD + 1, 0, 0) == "red 1" and land_at(one, HELD + 1, 0, 2) is None


def test_mn_9_2_mechs_that_were_owned_before(scene) -> None:
    """MN-9.2: a face-down territory that Burrower took is known to both its owners, the old one and the new one."""
    game = scene().mechs(0, "Burrower").lands(1, "-red 1", "-blue 1").lands(0, "red 2", "green 2").begin(Phase.PILOT)
    game.act("burrow 1 2")
    game.s.round = 1
    before = [land_at(game, HELD + 1, 1, seat) for seat in WATCHERS]
    assert before == [None, None, "blue 1", None, None]
    game.act("pass")
    piece = next(p for p in range(1, 55) if land_name(int(KIND_OF[p])) == "blue 1" and game.s.known[p])
    assert game.s.known[piece] in (0b11, EVERYBODY)  # turned up if the Initiation Phase has come to it


def test_mn_9_3_known_after_a_battle(scene) -> None:
    """MN-9.3, MN-7.5: whose a revealed mech is; back in the hand it is known to be there, and later one of hand and deployed."""
    game = scene(seen=False).lands(2, "violet 5").line_up("red 3").act("deploy heavy 1", "deploy medium 1")
    for seat in (-1, 2, 3):
        v = game.view(seat)
        assert v.mech[0][2] == MECH["Titan"] and v.place[0][2] == MechPlace.HAND
        assert v.mech[1][1] == MECH["Lancer"] and v.place[1][1] == MechPlace.HAND  # a tie
        assert v.mech[0][0] == v.mech[0][1] == 0
    game.act("attack light 2 1")
    assert game.view(3).place[0] == [MechPlace.UNKNOWN] * 3 and game.view(3).mech[0][2] == MECH["Titan"]


def test_mn_9_3_known_in_the_hangar(scene) -> None:
    """MN-9.3, MN-9.1: hangars lie open with their stages."""
    game = scene(seen=False).place(1, "Goliath", MechPlace.MALFUNCTIONED).line_up("red 1")
    assert [game.view(seat).place[1][2] for seat in WATCHERS] == [MechPlace.MALFUNCTIONED] * 5
    assert [game.view(seat).mech[1][2] for seat in WATCHERS] == [MECH["Goliath"]] * 5


@pytest.mark.parametrize(
    ("title", "phase", "action"),
    [
        ("Periscope", Phase.LINE_UP, "look arena 1"),
        ("Harvester", Phase.LIMIT, "harvest"),
        ("Warden", Phase.LIMIT, "warden"),
        ("Burrower", Phase.PILOT, "burrow 1 1"),
        ("Wrench", Phase.INITIATE, "wrench heavy"),
    ],
)
def test_mn_9_3_known_after_an_ability(scene, title: str, phase: int, action: str) -> None:
    """MN-9.3, MN-8.3: a choice that only this mech allows shows it to all; until then others could not tell."""

    def world(own: bool) -> Any:
        game = scene(seen=False).lands(1, "red 1")
        if own:
            game.mechs(0, title)
        if title == "Warden":
            game.lands(0, "red 2", "red 3", "orange 1", "orange 2", "green 4", "green 5", "blue 4")
        if title == "Wrench":
            game.place(0, "Titan", MechPlace.MALFUNCTIONED)
        return game.arena("-blue 1").begin(phase)

    game = world(True)
    assert telling(game, world(False)) == {0}
    game.act(action)
    tier = int(TIER_OF[MECH[title]])
    assert game.s.seen[0] >> tier & 1
    assert [game.view(seat).mech[0][tier] for seat in WATCHERS] == [MECH[title]] * 5


def test_mn_9_4_tiers_and_candidates(scene) -> None:
    """MN-9.4: an unknown mech is any one of its tier that is known of nobody else, each alike; the others left the game."""
    game = scene(seen=False).seen(1, "Limpet").seen(2, "Spark").line_up("red 1")
    v, dice, drawn = game.view(0), [1, 2, 3, 4], Counter()
    for _ in range(1000):
        g = GAME.shape.copy(v)
        guess_mechs(g, 0, dice)
        drawn[g.mech[3][0]] += 1
    known = {game.s.mech[0][0], MECH["Limpet"], MECH["Spark"]}
    assert set(drawn) == set(range(1, 9)) - known
    several: Counter[tuple[int, int]] = Counter()
    unknown = scene(seen=False).line_up("red 1").view(0)
    for _ in range(1000):
        g = GAME.shape.copy(unknown)
        guess_mechs(g, 0, dice)
        several.update(enumerate(row[0] for row in g.mech[1:]))
    assert len(several) == 3 * 7 and all(90 < many < 200 for many in several.values())
    assert all(140 < many < 260 for many in drawn.values())
    assert {game.guess(0, k).mech[1][0] for k in range(20)} == {MECH["Limpet"]}


def test_mn_9_4_removed_mechs_are_not_in_the_record(scene) -> None:
    """MN-9.4, MN-9.8, MN-2.1: nobody ever learns which mechs left the game: no field holds them."""
    game = (
        scene()
        .lands(0, "-red 1", "red 2", "red 4", "red 5")
        .line_up("red 3")
        .act("deploy light 1", "pass", "pass", "pass")
    )
    assert game.s.reason == 301
    held = {mech for row in game.s.mech for mech in row if mech}
    assert len(held) == 12
    assert {mech for row in game.view(-1).mech for mech in row if mech} == held


def test_mn_9_5_reshuffled_territories_are_known_as_a_set(scene) -> None:
    """MN-9.5, MN-9.1: what came back from the scrap pile is not guessed where it cannot be, and the other way round."""
    game = scene().lands(1, "-red 1", "-red 2").lands(2, "-WILD")
    for name in ("green 1", "green 2", "green 3"):
        game.scrapped(name)
    game.on_deck("violet 1", "violet 2")
    kept = {"violet 1", "violet 2"}
    while count(game.s, DECK) > 2:
        take(game.s, DECK, 0)
    lost = 54 - sum(count(game.s, zone) for zone in range(7))
    assert (
        lost > 40
    )  # a short deck: the missing territories belong to nobody, so a guess has only the lying ones to deal
    game.begin(Phase.DEAL)
    assert game.lying(ARENA) == ["violet 1", "-violet 2"] and kept
    game.s.phase, game.s.at = Phase.DEAL, 0
    advance(game.s, Events(GAME.facts.event_size))
    assert game.s.shuffles == 1
    v = game.view(0)
    assert at(v, HELD + 1, 0) == -1 and at(v, ARENA, 1) == -1  # from the first deck
    assert at(v, ARENA, 3) == -2 and at(v, DECK, 0) == -2  # from the scrap pile


def test_mn_9_5_guesses_keep_the_shuffles_apart() -> None:
    """MN-9.5: in long random games every guess deals the reshuffled set to places of that set, and only that."""
    looked = 0
    for k in range(40):
        s, dice = arena.begin_game(GAME, [4, 0], 31, k)
        for number, _ in enumerate(arena.random_steps(GAME, s, dice)):
            if s.shuffles and number % 8 == 0:
                looked += 1
                _same_sets(s, looked % 5 - 1)
    assert looked > 20


def _same_sets(s: Any, seat: int) -> None:
    """The kinds that lie in the unknown places of each shuffle are the true ones, whatever the guess."""
    v = GAME.new_record()
    GAME.rules.view(s, seat, v)
    unknown = {batch: [k for k, piece in enumerate(v.row) if piece == -1 - batch] for batch in range(s.shuffles + 1)}
    GAME.rules.guess(v, seat, [7 + seat] * 8)
    for places in unknown.values():
        assert sorted(KIND_OF[s.row[k]] for k in places) == sorted(KIND_OF[v.row[k]] for k in places)


# -- what is open, what is asked, what is told -------------------------------------------------------------------------


def test_mn_9_1_open_to_all(scene) -> None:
    """MN-9.1: territories face-up, the Arena with who stands where, the Alpha, the round, the scrap pile, all sizes."""
    game = (
        scene(seen=False)
        .lands(1, "red 1", "-red 2")
        .scrapped("green 1")
        .line_up("blue 1", "-blue 2")
        .act("deploy light 2")
    )
    for seat in WATCHERS:
        v = game.view(seat)
        assert land_at(game, HELD + 1, 0, seat) == "red 1" and land_at(game, ARENA, 0, seat) == "blue 1"
        assert land_at(game, SCRAP, 0, seat) == "green 1"
        assert (v.post_seat[0], v.post_at[0], v.alpha, v.round) == (1, 1, 0, 1)
        assert [count(v, zone) for zone in range(7)] == [count(game.s, zone) for zone in range(7)]


@pytest.mark.parametrize(
    ("phase", "asked", "title"), [(Phase.INITIATE, Phase.WRENCH, "Wrench"), (Phase.LIMIT, Phase.HARVEST, "Harvester")]
)
def test_mn_9_6_everybody_who_could_is_asked(scene, phase: int, asked: int, title: str) -> None:
    """MN-9.6: who could have the mech, as far as all know, is asked; who has it not can only go on."""

    def world(own: bool) -> Any:
        game = scene(seen=False).lands(0, "red 1").place(0, "Bulwark", MechPlace.MALFUNCTIONED)
        return (game.mechs(0, title) if own else game).begin(phase)

    with_it, without = world(True), world(False)
    assert with_it.s.phase == without.s.phase == asked and with_it.s.active == without.s.active == 0
    assert without.names() == ["pass"] and len(with_it.names()) > 1
    assert telling(with_it, without) == {0}
    assert telling(with_it.act("pass"), without.act("pass")) == {0}
    elsewhere = (
        scene(seen=False).place(0, "Bulwark", MechPlace.MALFUNCTIONED).mechs(3, title).seen(3, title).lands(0, "red 1")
    )
    elsewhere.begin(phase)
    assert elsewhere.s.phase != asked or elsewhere.s.active != 0


def test_mn_9_6_burrower_after_the_attack(scene) -> None:
    """MN-9.6: after the attack of 6.1 who could have Burrower in the hand is asked, but not who has shown another light mech."""
    asked = scene(seen=False).lands(1, "red 1", "red 2").begin(Phase.PILOT).act("attack heavy 1 1", "pass")
    assert asked.s.phase == Phase.BURROW and asked.names() == ["pass"]
    game = (
        scene(seen=False).seen(0, "Gnat").lands(1, "red 1", "red 2").begin(Phase.PILOT).act("attack heavy 1 1", "pass")
    )
    assert game.s.phase != Phase.BURROW


def test_mn_9_6_nobody_is_asked_for_a_mech_in_the_hangar(scene) -> None:
    """MN-9.6, MN-8.3: a Wrench that all see in the hangar asks nobody."""
    game = (
        scene(seen=False)
        .mechs(0, "Wrench")
        .place(0, "Wrench", MechPlace.DISABLED)
        .place(0, "Titan", 3)
        .begin(Phase.INITIATE)
    )
    assert game.s.phase != Phase.WRENCH


def test_mn_9_7_passing_tells_nothing(scene) -> None:
    """MN-9.7: why somebody passed, and how many choices there were, shows in no event and no view."""
    one = scene(seen=False).mechs(0, "Periscope").line_up("-red 1", "blue 1")
    other = scene(seen=False).line_up("-red 1", "blue 1")
    assert len(one.names()) != len(other.names())
    one.act("pass")
    other.act("pass")
    assert telling(one, other) == {0}
    for seat in (-1, 1, 2, 3):
        assert read(one.e, seat) == read(other.e, seat)


def test_mn_9_8_at_the_end_all_is_opened(scene) -> None:
    """MN-9.8: hands, deployed mechs and face-down territories; the deck and the mechs that left stay what they are."""
    game = scene(seen=False).lands(0, "-red 1", "red 2", "red 4", "red 5").lands(3, "-blue 1", "-blue 2")
    game.line_up("red 3", "-green 1").act("deploy light 1", "deploy light 2", "pass", "deploy heavy 2")
    assert game.s.reason == 301
    for seat in WATCHERS:
        v = game.view(seat)
        assert v.mech == game.s.mech and v.place == game.s.place
        assert not any(v.row[k] < 0 for zone in range(2, 7) for k in range(v.start[zone], v.start[zone] + v.size[zone]))
        assert at(v, DECK, 0) < 0


def test_mn_3_1_no_guess_shows_a_game_that_would_be_over(scene) -> None:
    """MN-3.1: nobody has won yet, so no guess gives anybody a set; here every second deal would."""
    game = scene().lands(1, "red 1", "red 2", "red 4", "-blue 5", "-green 4").line_up("red 3", "-WILD")
    for k in range(200):
        g = game.guess(0, k)
        assert not any(has_set(g, seat) for seat in range(4))


def test_a_guess_that_must_be_repaired(scene) -> None:
    """MN-3.1: where nearly every deal would have ended the game, the guess is mended until nobody has a set."""
    game = scene().lands(1, "red 1", "red 1", "WILD", "WILD", "-green 2").arena("violet 5", "-violet 3")
    game.deck_only("red 2", "red 2", "red 3", "red 3", "red 4", "red 4", "orange 1", "green 1", "blue 1")
    game.begin(Phase.LINE_UP)
    assert {has_set(game.guess(0, k), 1) for k in range(60)} == {False}


# -- posts -------------------------------------------------------------------------------------------------------------


def guessed_places(game: Any, seat: int, many: int) -> Counter[tuple[int, ...]]:
    """Where those who watch guess the mechs of a seat."""
    v, dice, places = game.view(-1), [1, 2, 3, 4], Counter()
    where = v.place[seat]
    for _ in range(many):
        v.place[seat] = list(where)
        guess_posts(v, seat, dice)
        places[tuple(v.place[seat])] += 1
    return places


@pytest.mark.parametrize("seat", range(4))
def test_mn_9_3_one_post_of_one_pilot(scene, seat: int) -> None:
    """MN-9.3: a mech that is not in the hangar is the one at the post as likely as any other; without a post all is known."""
    game = scene(seen=False).place(seat, ("Bulwark", "Lancer", "Leech", "Vanguard")[seat], MechPlace.DISABLED)
    game.s.alpha = seat
    places = guessed_places(game.line_up("red 1", "blue 2").act("deploy heavy 2"), seat, 400)
    assert set(places) == {(MechPlace.POST, MechPlace.DISABLED, 0), (0, MechPlace.DISABLED, MechPlace.POST)}
    assert all(150 < many < 250 for many in places.values())
    others = {tuple(map(tuple, guessed_places(game, other, 1))) for other in range(4) if other != seat}
    assert others == {((0, 0, 0),)}


def test_mn_9_3_two_posts_of_one_pilot(scene) -> None:
    """MN-9.3: with two pilots two mechs of one may be hidden at once; every pair is guessed alike."""
    game = scene(2, seen=False).line_up("red 1", "blue 2").act("deploy light 1", "deploy light 1", "deploy medium 2")
    assert hidden_posts(game.s, 0) == 0b101
    places = guessed_places(game, 0, 1200)
    assert len(places) == 6 and all(130 < many < 280 for many in places.values())


def test_mn_9_3_at_whichever_posts(scene) -> None:
    """MN-9.3: two mechs of a pilot stand at the posts that it has, each where it can be."""
    v, dice, places = scene(2, seen=False).view(-1), [1, 2, 3, 4], Counter()
    for _ in range(200):
        v.post_seat, v.place[0], v.ruled[0] = [2, 1, 2, 1, 0], [MechPlace.UNKNOWN] * 3, [1 << 1, 0, 0]
        guess_posts(v, 0, dice)
        places[tuple(v.place[0])] += 1
    one, two = MechPlace.POST + 1, MechPlace.POST + 3
    assert set(places) == {(two, one, 0), (two, 0, one), (0, one, two), (0, two, one)}


def test_mn_9_3_a_mech_shown_in_between_cannot_be_the_first(scene) -> None:
    """MN-9.3, MN-8.8: a Periscope shown from the hand was not deployed before, but may be the one deployed after."""
    game = scene(2, seen=False).mechs(0, "Periscope").line_up("-red 1", "-blue 2")
    game.act("deploy heavy 1", "pass", "look arena 1", "deploy light 2")
    places = guessed_places(game, 0, 800)
    post_one, post_two = MechPlace.POST, MechPlace.POST + 1
    assert set(places) == {
        (post_two, post_one, 0),
        (post_two, 0, post_one),
        (0, post_one, post_two),
        (0, post_two, post_one),
    }
    assert all(140 < many < 260 for many in places.values())


# -- views and guesses, field by field ---------------------------------------------------------------------------------


OPEN: dict[str, Any] = {
    "phase": 6,
    "active": 3,
    "alpha": 2,
    "at": 5,
    "round": 17,
    "winner": 8,
    "posts": 4,
    "looked": 1,
    "attack": 2,
}
OPEN |= {"boosted": 9, "limit": 7, "shuffles": 11, "fought": 3, "asked": 12, "opened": 13, "seats": 4}
OPEN |= {"target": [21, 22], "side_seat": [23, 24], "side_tier": [25, 26]}
OPEN |= {"post_seat": [31, 32, 33, 34, 35], "post_at": [36, 37, 38, 39, 40]}
OPEN |= {"fights": [[41 + 8 * k + j if k < 3 else 0 for j in range(8)] for k in range(4)]}


@pytest.mark.parametrize("reason", [0, 302])
def test_mn_9_1_open_information_is_in_every_view(scene, reason: int) -> None:
    """MN-9.1: the round, the Alpha, the posts, the battle and those before it, as they are; of chance nothing."""
    game = scene()
    for name, value in OPEN.items():
        setattr(game.s, name, value)
    game.s.reason = reason
    for seat in WATCHERS:
        v = game.view(seat)
        assert {name: getattr(v, name) for name in OPEN} == OPEN
        assert v.viewer == seat + 1 and v.reason == reason and v.revealed == 0
        assert not any(v.chance_key) and not any(v.chance_block) and v.chance_count == v.chance_left == 0


@pytest.fixture
def rich(scene) -> Any:
    """Twice shuffled: unknown territories of three shuffles, a hidden mech of two pilots, one seen in between."""
    game = scene(seen=False).seen(1, "Limpet").mechs(0, "Periscope").place(2, "Leech", 2)
    game.lands(0, "-red 1", "blue 2", "-green 3").lands(1, "-red 2", "-WILD").lands(2, "-WILD", "-violet 2")
    game.lands(3, "-violet 4", "violet 5", "-red 2").scrapped("orange 1", "orange 2", "WILD")
    game.line_up("-blue 5", "red 3", "-green 1", "-blue 5")
    s = game.s
    s.shuffles = 2
    for zone, batches in ((HELD, (1, 0, 0)), (HELD + 1, (0, 2)), (HELD + 2, (1, 2)), (HELD + 3, (2, 0, 1))):
        s.batch[s.start[zone] : s.start[zone] + len(batches)] = batches
    s.batch[s.start[ARENA] : s.start[ARENA] + 4] = [1, 0, 2, 2]
    s.batch[: count(s, DECK)] = [2] * count(s, DECK)
    return game.act("look 1 2", "deploy heavy 1", "deploy medium 2", "pass")


@pytest.mark.parametrize("seat", WATCHERS)
def test_mn_9_5_what_a_view_tells_of_territories(rich, seat: int) -> None:
    """MN-9.1, MN-9.2, MN-9.5: what lies where, or of which shuffle it is; of each kind, in which shuffles the others are."""
    s, v = rich.s, rich.view(seat)
    mine = 256 if seat < 0 else 1 << seat
    away: dict[int, list[int]] = {kind: [] for kind in range(26)}
    for k, piece in enumerate(s.row):
        if s.known[piece] & mine:
            assert KIND_OF[v.row[k]] == KIND_OF[piece] and v.listed[v.row[k]] == 0
            assert v.known[v.row[k]] == (EVERYBODY if s.known[piece] == EVERYBODY else mine)
        elif piece:
            assert v.row[k] == -1 - s.batch[k]
            away[KIND_OF[piece]].append(1 + s.batch[k])
        else:
            assert v.row[k] == 0
    assert v.batch == s.batch and (v.size, v.start, v.holds) == (s.size, s.start, s.holds)
    listed = [0]
    for kind, batches in away.items():
        listed += [0] * ((4 if kind == 25 else 2) - len(batches)) + sorted(batches)
    assert v.listed == listed and sum(map(len, away.values())) > 30
    assert [known for piece, known in enumerate(v.known) if piece not in v.row] == [0] * sum(map(bool, listed))


def holds_to_its_view(s: Any, v: Any, g: Any, seat: int) -> None:
    """A guess is a whole record that the seat cannot tell from the true one, and all know in it what they would."""
    check(g)
    assert conserved(g) == conserved(s) and g.viewer == 0
    again = GAME.new_record()
    GAME.rules.view(g, seat, again)
    assert GAME.shape.differences(again, v) == []
    for zone in range(7):
        for k in range(count(g, zone)):
            known = g.known[at(g, zone, k)]
            owner = 1 << zone - HELD if zone >= HELD else 0
            if s.known[at(s, zone, k)] == EVERYBODY:
                assert known == EVERYBODY
            else:
                assert known == owner | (s.known[at(s, zone, k)] & (256 if seat < 0 else 1 << seat))


@pytest.mark.parametrize("seat", WATCHERS)
def test_mn_9_2_a_guess_looks_to_its_seat_as_the_game_does(rich, seat: int) -> None:
    """MN-9.2 to 9.5: the same view; every territory and mech once; known to their owners, and no one else; chance anew."""
    v = rich.view(seat)
    for k in range(8):
        g = GAME.shape.copy(v)
        assert GAME.rules.guess(g, seat, seed_words(k)) == 0
        holds_to_its_view(rich.s, v, g, seat)
        assert g.chance_key == list(seed_words(k)) and g.chance_count == g.chance_left == 0


@pytest.mark.parametrize("winner", range(4))
def test_mn_3_1_a_guess_that_can_only_be_mended(scene, winner: int) -> None:
    """MN-3.1, MN-9.5: one deal in 200 gives no set: the repair finds one, and leaves every territory in its shuffle."""
    game = scene().lands(winner, "WILD", "-green 4", "WILD", "WILD", "red 1", "orange 2", "-blue 5")
    left = Counter(land_name(int(KIND_OF[at(game.s, DECK, k)])) for k in range(count(game.s, DECK)))
    good = [name for name in left.elements() if name.split()[0] in ("green", "blue", "violet") and name[-1] in "345"]
    game.scrapped(*(name for k, name in enumerate(good) if k), "WILD").line_up()
    s, seat = game.s, (winner + 2) % 4
    s.shuffles = 1
    s.batch[0] = s.batch[1] = 1
    v, repaired = game.view(seat), 0
    for k in range(3):
        g = GAME.shape.copy(v)
        repaired += GAME.rules.guess(g, seat, seed_words(f"mended {k}"))
        holds_to_its_view(s, v, g, seat)
    assert 1 <= repaired <= 3


@pytest.mark.parametrize("winner", range(4))
def test_mn_3_1_the_repair_of_a_guess(scene, winner: int) -> None:
    """MN-3.1, MN-9.5: unknown territories of one shuffle change places until nobody has a set; the known ones stay."""
    game = scene().lands(winner, "WILD", "-green 4", "WILD", "WILD", "red 1", "orange 2", "-blue 5")
    game.on_deck("red 2", "red 3", "orange 1", "orange 4", "violet 1", "violet 2")
    while count(game.s, DECK) > 6:
        game.scrapped(land_name(int(KIND_OF[game.s.row[0]])))
    s = game.line_up().s
    s.batch[:6] = [0, 1, 0, 1, 0, 1]
    s.batch[s.start[HELD + winner] + 1] = 1
    v, dice = game.view((winner + 1) % 4), [1, 2, 3, 4]
    for _ in range(5):
        g = GAME.shape.copy(v)
        for k, piece in enumerate(v.row):
            g.row[k] = s.row[k] if piece < 0 else piece
        deck, held = 1, s.start[HELD + winner] + 1
        g.row[deck], g.row[held] = g.row[held], g.row[deck]
        assert has_set(g, winner)
        break_sets(g, dice, v.row)
        assert not any(has_set(g, seat) for seat in range(4))
        for back in (-1, -2):
            places = [k for k, piece in enumerate(v.row) if piece == back]
            assert len(places) == 4 and sorted(g.row[k] for k in places) == sorted(s.row[k] for k in places)
        assert all(g.row[k] == piece for k, piece in enumerate(v.row) if piece >= 0)


def test_mn_9_3_a_guess_of_two_pilots_holds_to_its_view(scene) -> None:
    """MN-9.3: also where one of them has two mechs hidden, one of them certain."""
    game = scene(2, seen=False).mechs(0, "Periscope").place(0, "Bulwark", 3).line_up("-red 1", "-blue 2")
    game.act("deploy heavy 1", "deploy light 1", "look arena 1", "deploy light 2")
    for seat in (-1, 0, 1):
        v = game.view(seat)
        for k in range(6):
            g = GAME.shape.copy(v)
            assert GAME.rules.guess(g, seat, seed_words(k)) == 0
            holds_to_its_view(game.s, v, g, seat)
            assert g.place[0] == game.s.place[0]


def test_mn_9_8_when_the_game_is_over_a_guess_leaves_the_set(scene) -> None:
    """MN-3.1, MN-9.8: somebody has won, and all lies open but the deck."""
    game = scene().lands(1, "-red 1", "red 2", "red 4", "red 5").line_up("red 3").act("pass", "deploy light 1", "pass")
    v = game.act("pass").view(2)
    g = GAME.shape.copy(v)
    assert game.s.reason == 301 and GAME.rules.guess(g, 2, seed_words("over")) == 0
    holds_to_its_view(game.s, v, g, 2)
