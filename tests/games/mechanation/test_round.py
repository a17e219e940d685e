"""Mechanation, sections 1 to 6: parts, setup, objective, and the round phase by phase."""

from __future__ import annotations

from collections import Counter

import pytest

from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.lands import has_set, largest_set
from enginehouse.games.mechanation.parts import ARENA, DECK, HELD, KIND_OF, MECHS, SCRAP, WILD
from enginehouse.games.mechanation.state import MechPlace, Phase, Told

GAME = games.get("mechanation")


def new(seats: int, seed: object):
    """A new game."""
    s = GAME.new_record()
    GAME.rules.setup(s, [seats, 0], seed_words(str(seed)))
    return s


# -- 1 Components, 2 Setup, 3 Objective --------------------------------------------------------------------------------


def test_mn_1_1_territories() -> None:
    """MN-1.1: 54: five colours by five numbers twice, and four WILD."""
    kinds = Counter(KIND_OF[1:].tolist())
    assert len(KIND_OF) == 55 and kinds[WILD] == 4
    assert [kinds[kind] for kind in range(25)] == [2] * 25


def test_mn_1_2_mechs() -> None:
    """MN-1.2: 24 mechs, eight in each tier."""
    assert Counter(printed.tier for printed in MECHS[1:]) == {0: 8, 1: 8, 2: 8}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mn_2_1_setup(seats: int) -> None:
    """MN-2.1: three face-down territories, known to their owner alone, and one mech of each tier in the hand."""
    s = new(seats, "deal")
    mechs = []
    for seat in range(seats):
        assert count(s, HELD + seat) == 3
        assert [s.known[s.row[s.start[HELD + seat] + k]] for k in range(3)] == [1 << seat] * 3
        assert [MECHS[mech].tier for mech in s.mech[seat]] == [0, 1, 2]
        assert s.place[seat] == [MechPlace.HAND] * 3
        mechs += s.mech[seat]
    assert len(set(mechs)) == 3 * seats and count(s, DECK) == 54 - 3 * seats


def test_mn_2_1_every_mech_is_dealt_alike() -> None:
    """MN-2.1: every mech of a tier is as likely as any other, for every pilot."""
    dealt = Counter((seat, mech) for k in range(1200) for seat, row in enumerate(new(4, k).mech) for mech in row)
    assert len(dealt) == 4 * 24
    assert all(100 < many < 200 for many in dealt.values())


def test_mn_2_2_random_alpha() -> None:
    """MN-2.2: any pilot may be the first Alpha, and begins."""
    alphas = [new(4, k) for k in range(60)]
    assert {s.alpha for s in alphas} == {0, 1, 2, 3}
    assert all(GAME.rules.actors(s) == 1 << s.alpha for s in alphas)


@pytest.mark.parametrize(
    ("names", "wins"),
    [
        (("red 1", "red 2", "red 3", "red 4", "red 5"), True),
        (("red 1", "red 1", "red 3", "WILD", "-WILD"), True),
        (("red 4", "orange 4", "green 4", "-blue 4", "WILD"), True),
        (("red 1", "red 2", "red 3", "red 4", "blue 5", "green 4"), False),
        (("WILD", "WILD", "WILD", "WILD", "blue 5"), True),
        (("WILD", "WILD", "WILD", "red 2", "blue 5"), False),
    ],
)
def test_mn_3_1_sets_of_five(scene, names: tuple[str, ...], wins: bool) -> None:
    """MN-3.1, MN-1.1: five of one colour or of one number, WILDs and face-down ones included."""
    assert has_set(scene().lands(0, *names).s, 0) == wins


def test_mn_3_1_the_fifth_wins_at_once(scene) -> None:
    """MN-3.1, MN-3.3: the claim of the fifth ends the game; MN-9.8: everything lies open; what was to come is undone."""
    game = scene().lands(0, "-red 1", "red 2", "red 4", "red 5").line_up("red 3", "red 1")
    game.act("deploy light 1", "deploy light 2", "deploy light 2", "pass")
    assert game.s.reason == 301 and game.s.winner == 1 and GAME.rules.actors(game.s) == 0
    assert game.held(0) == ["red 1", "red 2", "red 4", "red 5", "red 3"]
    assert game.lying(ARENA) == ["red 1"]
    assert game.where(1, "Limpet") == MechPlace.POST + 1
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[0] == 5 and out[8:12] == [1, 2, 2, 2]


def test_mn_3_1_a_face_down_territory_may_be_the_fifth(scene) -> None:
    """MN-3.1: a face-down one counts when it is claimed, and is shown."""
    game = scene().lands(0, "red 1", "red 2", "red 4", "red 5").line_up("-red 3")
    game.act("deploy light 1", "pass", "pass", "pass")
    assert game.s.reason == 301 and game.held(0)[-1] == "red 3"


def test_mn_3_3_more_than_the_limit_may_win(scene) -> None:
    """MN-3.3: also the seventh territory, which would have to be scrapped."""
    lands = ("red 1", "red 2", "red 4", "red 5", "blue 1", "green 2")
    game = scene().lands(0, *lands).lands(1, "red 3").begin(Phase.PILOT)
    game.act("attack heavy 1 1", "pass")
    assert game.s.reason == 301 and game.s.winner == 1 and len(game.held(0)) == 7


@pytest.mark.parametrize(
    ("lands", "ranks"),
    [
        ((("red 1", "red 2"), ("blue 1", "green 2"), ("blue 3", "green 4"), ()), [1, 2, 2, 2]),
        ((("red 1", "red 2"), ("blue 1", "blue 2", "green 3"), (), ()), [2, 1, 2, 2]),
        ((("red 1", "red 2"), ("blue 1", "-blue 2"), (), ()), [1, 1, 2, 2]),
    ],
)
def test_mn_3_2_after_the_last_round(scene, lands, ranks: list[int]) -> None:
    """MN-3.2: after round 50 the largest set wins, then the most territories, then the win is shared."""
    game = scene()
    for seat, names in enumerate(lands):
        game.lands(seat, *names)
    game.s.round = 50
    game.begin(Phase.NEXT)
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert game.s.reason == 302 and out[8:12] == ranks
    assert out[0] == largest_set(game.s, 0) == 2


def test_mn_3_2_not_before(scene) -> None:
    """MN-3.2: round 49 is followed by the fiftieth."""
    game = scene()
    game.s.round = 49
    assert game.begin(Phase.NEXT).s.reason == 0 and game.s.round == 50


# -- 4 Initiation Phase ------------------------------------------------------------------------------------------------


def test_mn_4_1_turn_one_of_several(scene) -> None:
    """MN-4.1: with several face-down territories the pilot chooses, and cannot leave it."""
    game = scene().lands(0, "-red 1", "blue 2", "-red 3").begin(Phase.INITIATE)
    assert game.names() == ["turn 1", "turn 3"]
    assert game.refusal(0, "pass") == 401 and game.refusal(0, "turn 2") == 401 and game.refusal(0, "turn 4") == 401
    game.act("turn 3")
    assert game.held(0) == ["-red 1", "blue 2", "red 3"]


def test_mn_4_1_a_single_one_is_turned_by_itself(scene) -> None:
    """MN-4.1: with one there is no choice, and everybody sees it; with none nothing happens."""
    game = scene().lands(1, "blue 2", "-red 1").begin(Phase.INITIATE)
    assert game.held(1) == ["blue 2", "red 1"] and game.s.phase == Phase.DEPLOY
    assert [(event.a, event.b) for event in game.told(Told.TURNED)] == [(1, 1)]


def test_mn_4_2_repairs(scene) -> None:
    """MN-4.2: every mech of the hangar by one stage."""
    game = scene().place(1, "Limpet", 3).place(1, "Lancer", 2).place(1, "Goliath", 1).begin(Phase.INITIATE)
    assert game.s.place[1] == [MechPlace.DISABLED, MechPlace.STAND_BY, MechPlace.HAND]
    assert [(e.a, MECHS[e.b].title, e.c) for e in game.told(Told.REPAIRED)] == [
        (1, "Limpet", 2),
        (1, "Lancer", 1),
        (1, "Goliath", 0),
    ]


def test_mn_4_4_pilots_one_after_the_other(scene) -> None:
    """MN-4.4: 4.1 to 4.3 for one pilot before the next begins, from the Alpha clockwise."""
    game = scene().mechs(3, "Wrench").seen(3).lands(3, "-red 1", "-red 2").lands(0, "-blue 1", "-blue 2")
    game.s.alpha = 3
    game.place(3, "Siege Engine", 3).begin(Phase.INITIATE)
    assert game.s.active == 3 and game.names() == ["turn 1", "turn 2"]
    game.act("turn 1")
    assert game.s.active == 3 and game.names() == ["pass", "wrench heavy"]
    assert game.refusal(0, "turn 1") == 404
    game.act("pass")
    assert game.s.active == 0 and game.names() == ["turn 1", "turn 2"]


def test_mn_4_3_a_wrench_that_was_just_repaired(scene) -> None:
    """MN-4.3, MN-4.4: a mech that 4.2 brought back to the hand may use its ability at once."""
    game = scene().mechs(0, "Wrench").place(0, "Wrench", 1).place(0, "Titan", 3).begin(Phase.INITIATE)
    assert game.where(0, "Wrench") == MechPlace.HAND and game.names() == ["pass", "wrench heavy"]


# -- 5 Arena Phase -----------------------------------------------------------------------------------------------------


def test_mn_5_1_two_are_dealt(scene) -> None:
    """MN-5.1: one face-up, one face-down that nobody knows; what was left lies on."""
    game = scene().arena("green 1", "-green 2").on_deck("red 1", "blue 2").begin(Phase.DEAL)
    assert game.lying(ARENA) == ["green 1", "-green 2", "red 1", "-blue 2"]
    assert [game.view(seat).row[game.s.start[ARENA] + 3] for seat in range(-1, 4)] == [-1] * 5


def test_mn_5_1_the_scrap_pile_becomes_the_deck(scene) -> None:
    """MN-5.1: an empty deck is renewed from the shuffled scrap pile, also between the two."""
    game = scene().scrapped("green 1", "green 2", "green 3").deck_only("red 1").begin(Phase.DEAL)
    assert game.lying(ARENA)[0] == "red 1" and game.lying(ARENA)[1] in ("-green 1", "-green 2", "-green 3")
    assert count(game.s, DECK) == 2 and count(game.s, SCRAP) == 0 and game.s.shuffles == 1


@pytest.mark.parametrize(
    ("deck", "arena"), [((), []), (("red 1",), ["red 1"]), (("red 1", "red 2"), ["red 1", "-red 2"])]
)
def test_mn_5_1_with_too_few_left(scene, deck: tuple[str, ...], arena: list[str]) -> None:
    """MN-5.1: with nothing left fewer are dealt, a single one face-up."""
    assert scene().deck_only(*deck).begin(Phase.DEAL).lying(ARENA)[:2] == arena


def test_mn_5_2_deploying(scene) -> None:
    """MN-5.2: from the Alpha clockwise, one hidden mech or none, to a territory with fewer than two."""
    game = scene()
    game.s.alpha = 2
    game.line_up("red 1", "blue 2")
    assert game.s.active == 2
    assert game.names() == ["pass", *(f"deploy {tier} {k}" for tier in ("light", "medium", "heavy") for k in (1, 2))]
    game.act("deploy heavy 2")
    assert game.s.active == 3 and game.told(Told.DEPLOYED)[0][1:4] == (2, 1, 0)
    game.act("deploy light 2")
    assert game.told(Told.DEPLOYED)[0][1:4] == (3, 1, 1)
    assert game.s.active == 0 and game.names() == ["pass", "deploy light 1", "deploy medium 1", "deploy heavy 1"]
    assert game.refusal(0, "deploy light 2") == 502 and game.refusal(0, "deploy light 3") == 502
    assert game.refusal(1, "deploy light 1") == 502
    game.act("pass")
    assert game.s.active == 1


def test_mn_5_2_a_hand_that_is_empty_passes_by_itself(scene) -> None:
    """MN-5.2: everybody sees that there is nothing to deploy."""
    game = scene().place(0, "Gnat", 2).place(0, "Bulwark", 3).place(0, "Titan", 2).line_up("red 1")
    assert game.s.active == 1


def test_mn_5_3_order_of_settling(scene) -> None:
    """MN-5.3: face-up ones first, the oldest first, then face-down ones likewise; unclaimed ones stay."""
    game = scene().line_up("-red 1", "blue 1", "-green 1", "orange 1", "violet 2")
    game.act("deploy light 3", "deploy light 4", "deploy light 1", "deploy light 2")
    claims = [(event.a, game.held(event.a)) for event in game.told(Told.CLAIMED)]
    assert [seat for seat, _ in claims] == [3, 1, 2, 0]
    assert [game.held(seat) for seat in range(4)] == [["-green 1"], ["orange 1"], ["-red 1"], ["blue 1"]]
    assert game.lying(ARENA) == ["violet 2"]
    assert game.s.place == [[MechPlace.HAND] * 3] * 4


def test_mn_5_3_a_lone_mech_stays_hidden(scene) -> None:
    """MN-5.3, MN-7.9: it claims unrevealed and returns to the hand, and it was no battle: a Colossus is not Disabled."""
    game = scene(seen=False).mechs(0, "Colossus").lands(1, "blue 2").line_up("red 1")
    game.act("deploy heavy 1", "pass", "pass", "pass")
    assert game.held(0) == ["red 1"] and game.where(0, "Colossus") == MechPlace.HAND
    assert game.s.seen == [0, 0, 0, 0] and game.s.fought == 0


def test_mn_5_4_claimed_face_down(scene) -> None:
    """MN-5.4: it stays face-down, and its new owner alone looks at it."""
    game = scene().lands(1, "blue 2").line_up("-red 1").act("deploy light 1", "pass", "pass", "pass")
    assert game.held(0) == ["-red 1"]
    assert [game.told(Told.CLAIMED, seat)[0].c for seat in range(-1, 4)] == [None, 0, None, None, None]
    assert [game.view(seat).row[game.s.start[HELD]] > 0 for seat in range(-1, 4)] == [False, True, False, False, False]


def test_mn_5_5_too_many_in_the_arena(scene) -> None:
    """MN-5.5: before the deal the oldest are scrapped down to four, face-up."""
    game = scene().arena("red 1", "-red 2", "red 3", "-red 4", "red 5", "-blue 1").on_deck("blue 2", "blue 3")
    game.begin(Phase.DEAL)
    assert game.lying(ARENA) == ["red 3", "-red 4", "red 5", "-blue 1", "blue 2", "-blue 3"]
    assert game.lying(SCRAP) == ["red 1", "red 2"]
    assert scene().arena("red 1", "red 2", "red 3", "red 4").begin(Phase.DEAL).lying(SCRAP) == []


def test_mn_5_6_arena_abilities_before_deploying(scene) -> None:
    """MN-5.6: in the pilot's own turn, before deploying; not in another's."""
    game = scene().mechs(1, "Periscope").line_up("-red 1", "blue 2")
    assert game.refusal(1, "look arena 1") == 502 and game.refusal(0, "look arena 1") == 803
    game.act("deploy light 1")
    assert "look arena 1" in game.names(1)
    game.act("deploy light 1")
    assert game.refusal(1, "look arena 1") == 502


def test_mn_5_7_two_pilots_deploy_twice(scene) -> None:
    """MN-5.7: the round is gone twice, never both mechs of a pilot to one territory; with three nothing changes."""
    game = scene(2).lands(1, "green 1").line_up("red 1", "blue 2")
    game.act("deploy light 1", "deploy light 1")
    assert game.s.active == 0 and "deploy medium 2" in game.names() and "deploy medium 1" not in game.names()
    assert game.refusal(0, "deploy medium 1") == 507
    game.act("deploy medium 2")
    assert game.names() == ["pass", "deploy medium 2", "deploy heavy 2"]
    game.act("pass")
    assert game.s.phase == Phase.ATTACK and "blue 2" in game.held(0)
    three = scene(3).lands(1, "green 1").line_up("red 1", "blue 2").act("pass", "pass", "pass")
    assert three.s.phase == Phase.ATTACK


# -- 6 Pilot Phase and Scrap Phase -------------------------------------------------------------------------------------


def test_mn_6_1_attack(scene) -> None:
    """MN-6.1: the Alpha, one face-up territory of another pilot, one hidden mech; the owner may defend."""
    game = scene(seen=False).lands(0, "blue 1").lands(1, "red 1", "-red 2").lands(2, "red 3").begin(Phase.PILOT)
    targets = {name.split(" ", 2)[2] for name in game.names() if name.startswith("attack")}
    assert game.s.active == 0 and targets == {"1 1", "2 1"}
    assert game.refusal(0, "attack light 1 2") == 601 and game.refusal(0, "attack light 0 1") == 601
    assert game.refusal(1, "attack light 2 1") == 601
    game.act("attack medium 1 1")
    assert game.s.active == 1 and game.names() == ["pass", "defend light", "defend medium", "defend heavy"]
    assert game.view(1).mech[0] == [0, 0, 0] and game.view(1).place[0] == [-1, -1, -1]
    assert game.refusal(2, "defend light") == 601 and game.refusal(1, "attack light 2 1") == 601


def test_mn_6_1_undefended(scene) -> None:
    """MN-6.1, MN-6.4, MN-7.9: the Alpha takes the territory, the attacker returns to the hand unrevealed."""
    game = scene(seen=False).mechs(0, "Colossus").lands(1, "blue 1", "red 1").begin(Phase.PILOT)
    game.act("attack heavy 1 2", "pass")
    assert game.held(0) == ["red 1"] and game.held(1) == ["blue 1"]
    assert game.where(0, "Colossus") == MechPlace.HAND and game.s.seen[0] == 0


def test_mn_6_1_nobody_there_to_defend(scene) -> None:
    """MN-6.1: an owner without a mech in the hand is not asked, for all can see it."""
    game = scene().lands(1, "red 1")
    game.place(1, "Limpet", 2).place(1, "Lancer", 2).place(1, "Goliath", 2).begin(Phase.PILOT)
    game.act("attack light 1 1")
    assert game.held(0) == ["red 1"]


def test_mn_6_1_defended(scene, pilot_fight) -> None:
    """MN-6.1: the attacker wins and takes the territory face-up, else nothing changes hands."""
    assert pilot_fight("Titan", "Limpet").held(0)[-1] == "red 3"
    lost = pilot_fight("Titan", "Harvester")
    assert lost.held(1) == ["red 3"] and lost.where(0, "Titan") == MechPlace.HAND  # 8 against 6 + 2: a tie


def test_mn_6_1_the_alpha_need_not_attack(scene) -> None:
    """MN-6.1: may; and cannot where nobody has a face-up territory."""
    game = scene().lands(1, "red 1").begin(Phase.PILOT).act("pass")
    assert game.s.round == 2
    assert scene().lands(1, "-red 1", "-red 2").begin(Phase.PILOT).s.round == 2


def test_mn_6_2_limit(scene) -> None:
    """MN-6.2: from the Alpha clockwise, down to six, which the pilot chooses; they lie face-up in the scrap pile."""
    seven = ("red 1", "red 2", "-orange 1", "orange 2", "green 4", "green 5", "blue 4")
    game = scene().lands(1, *seven, "violet 3").lands(3, *(name.replace("1", "3") for name in seven))
    game.begin(Phase.LIMIT)
    assert game.s.active == 1 and game.names() == [f"scrap {k}" for k in range(1, 9)]
    assert game.refusal(1, "pass") == 602 and game.refusal(1, "scrap 9") == 602 and game.refusal(3, "scrap 1") == 606
    game.act("scrap 3")
    assert game.lying(SCRAP) == ["orange 1"] and game.s.active == 1
    game.act("scrap 7")
    assert game.lying(SCRAP) == ["orange 1", "violet 3"] and game.s.active == 3 and len(game.held(1)) == 6
    game.act("scrap 1")
    assert game.s.round == 2


def test_mn_6_3_the_token_passes(scene) -> None:
    """MN-6.3: clockwise, and a new round begins."""
    game = scene().begin(Phase.LIMIT)
    assert game.s.alpha == 1 and game.s.round == 2
    game.s.alpha = 3
    assert game.begin(Phase.LIMIT).s.alpha == 0


def test_mn_6_4_a_mech_that_fought_may_attack(arena_fight) -> None:
    """MN-6.4: any mech of the hand, one that fought in this round's Arena too; none that is in the hangar."""
    game = arena_fight("Titan", "Gnat")
    assert "attack heavy 2 1" in game.names()
    game.act("attack heavy 2 1")
    assert game.refusal(2, "defend light") == 0
    again = arena_fight("Titan", "Juggernaut")  # 8 against 8 + 1: the Titan is Disabled
    assert "attack heavy 2 1" not in again.names() and again.refusal(0, "attack heavy 2 1") == 604


def test_mn_6_4_defending_with_mechs_in_the_hand(scene) -> None:
    """MN-6.4: a mech of the hangar does not defend."""
    game = scene().lands(1, "red 1").place(1, "Goliath", 3).begin(Phase.PILOT).act("attack light 1 1")
    assert game.names() == ["pass", "defend light", "defend medium"] and game.refusal(1, "defend heavy") == 604


def test_mn_6_5_taken_face_down(scene) -> None:
    """MN-6.5: a face-down territory that Burrower takes stays face-down; the new owner may look at it."""
    seven = ("red 1", "red 2", "orange 1", "orange 2", "green 4", "green 5", "blue 4")
    game = scene().mechs(0, "Burrower").lands(0, *seven).lands(1, "-red 1", "-blue 1").begin(Phase.PILOT)
    game.act("burrow 1 2", "pass")
    assert game.held(0)[7:] == ["-blue 1"] and game.held(1) == ["-red 1"]
    assert game.told(Told.TAKEN, 0)[0].c == 15 and game.told(Told.TAKEN, 2)[0].c is None


def test_mn_6_5_only_the_new_owner_learns_it(scene) -> None:
    """MN-6.5, MN-9.2: whoever the Alpha is: that pilot is told what it took, the others are not."""
    seven = ("red 1", "red 2", "orange 1", "orange 2", "green 4", "green 5", "blue 4")
    game = scene().mechs(2, "Burrower").lands(2, *seven).lands(1, "-red 3", "-blue 1")
    game.s.alpha = 2
    game.begin(Phase.PILOT).act("burrow 1 2", "pass")
    assert [game.told(Told.TAKEN, seat)[0].c for seat in range(-1, 4)] == [None, None, 15, 15, None]


def test_mn_6_6_limit_then_abilities(scene) -> None:
    """MN-6.6: a pilot meets the limit, then uses abilities, then the next pilot; between Scrap Phases any number is held."""
    seven = ("red 1", "red 2", "orange 1", "orange 2", "green 4", "green 5", "blue 4")
    game = scene().mechs(0, "Harvester").lands(0, *seven).lands(1, *(name.replace("1", "3") for name in seven))
    game.begin(Phase.LIMIT)
    assert game.refusal(0, "harvest") == 606
    game.act("scrap 1")
    assert game.s.active == 0 and game.names() == ["pass", "harvest"]
    game.act("pass")
    assert game.s.active == 1 and "scrap 1" in game.names()
    held = scene().lands(1, *seven).line_up("violet 1")
    assert len(held.act("pass", "deploy light 1").held(1)) == 7
