"""Mechanation, sections 7 and 8: what each mech does, and where two of them meet."""

from __future__ import annotations

import pytest

from enginehouse.core.records.events import Event, read
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.core.words.telling import describe_event
from enginehouse.games.mechanation import words
from enginehouse.games.mechanation.parts import ARENA, DECK, HELD, MECHS, SCRAP
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, Told

HAND, STAND_BY, DISABLED, MALFUNCTIONED = (
    MechPlace.HAND,
    MechPlace.STAND_BY,
    MechPlace.DISABLED,
    MechPlace.MALFUNCTIONED,
)
SEVEN = ("red 1", "red 2", "orange 1", "orange 2", "green 4", "green 5", "blue 4")


def powers(game) -> tuple[int, int]:
    """The powers of the round's first battle."""
    return game.s.fights[0][4], game.s.fights[0][7]


def winner(game) -> int:
    """Return the winner: a seat, or -1."""
    won = game.s.fights[0][1]
    return game.s.fights[0][2 + 3 * (won - 1)] if won else -1


# -- 7 Battle ----------------------------------------------------------------------------------------------------------


def test_mn_7_1_both_are_revealed(arena_fight) -> None:
    """MN-7.1: both mechs at the same time, to everybody; the higher power wins."""
    game = arena_fight("Titan", "Raider")
    shown = [(event.a, MECHS[event.b].title) for event in game.told(Told.REVEALED)]
    assert shown == [(0, "Titan"), (1, "Raider")] and winner(game) == 0 and powers(game) == (8, 6)


def test_mn_7_2_overclock_chooses_with_both_in_view(arena_fight) -> None:
    """MN-7.2: after the switching off and before the result; the pilot of Overclock alone is asked, all else is automatic."""
    game = arena_fight("Titan", "Overclock")
    assert game.s.phase == Phase.OVERCLOCK and game.s.active == 1 and game.names() == ["pass", "overclock"]
    assert game.view(1).mech[0][2] == game.s.mech[0][2] and game.view(2).place[1][1] == MechPlace.BATTLE
    assert game.refusal(0, "overclock") == 702 and game.refusal(1, "deploy light 1") == 502
    assert powers(game.act("overclock")) == (8, 8) and winner(game) == -1
    assert game.told(Told.BOOSTED) == [(Told.BOOSTED, 1, 1, 0, 0)]
    assert game.refusal(0, "overclock") == 702


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("Titan", "8 to 8: a tie"),
        ("Colossus", "8 to 9: still a loss"),
        ("Periscope", "8 to 2: still a win"),
        ("Raider", "8 to 6: a win"),
    ],
)
def test_mn_7_2_the_question_names_the_effect_of_the_choice(arena_fight, other: str, said: str) -> None:
    """MN-7.2: the pilot of Overclock reads the powers and whether +3 changes the result, as it turns out then."""
    game = arena_fight(other, "Overclock")
    said_to = words.prompt(game.view(1), 1)
    assert said in said_to, said_to
    game.act("overclock")
    assert winner(game) == (1 if said.endswith("win") else -1 if said.endswith("tie") else 0)


@pytest.mark.parametrize("mech", ["Periscope", "Harvester", "Warden"])
def test_mn_8_the_log_says_why_a_mech_is_shown(mech: str) -> None:
    """MN-8 Periscope, Harvester, Warden: a mech that is shown from the hand is named with the ability that is used."""
    number = next(k for k, one in enumerate(MECHS) if one.title == mech)
    said = describe_event(games.get("mechanation"), None, Event(Told.SHOWN, 1, number, 0, 0))
    assert said and said.startswith(f"{{1}} shows {mech} to ")


def test_mn_7_3_winner_claims_loser_is_disabled(arena_fight) -> None:
    """MN-7.3: the winner returns to the hand, the loser to its pilot's hangar, Disabled."""
    game = arena_fight("Titan", "Raider")
    assert game.held(0) == ["red 3"] and game.where(0, "Titan") == HAND and game.where(1, "Raider") == DISABLED


def test_mn_7_4_a_tie(arena_fight, pilot_fight) -> None:
    """MN-7.4: nobody claims, the territory stays where it is, both mechs go back to their hands."""
    game = arena_fight("Titan", "Sentinel")
    assert game.lying(ARENA) == ["red 3"] and game.held(0) == game.held(1) == []
    assert game.where(0, "Titan") == game.where(1, "Sentinel") == HAND
    game = pilot_fight("Titan", "Harvester")
    assert game.held(1) == ["red 3"] and game.where(1, "Harvester") == HAND


def test_mn_7_5_a_revealed_mech_in_the_hand_is_known_there(scene) -> None:
    """MN-7.5: the table keeps the note for everyone, also while another mech of the pilot is still deployed."""
    game = scene(2, seen=False).mechs(0, "Titan").mechs(1, "Recaller").place(1, "Goliath", DISABLED)
    game.line_up("red 1", "-blue 2").act("deploy light 1", "deploy medium 1", "deploy heavy 2", "deploy light 2")
    assert game.s.phase == Phase.RECALL  # Recaller has beaten the Gnat; the two at territory 2 still hide
    v = game.view(-1)
    assert v.mech[1][1] == game.s.mech[1][1] and v.place[1][1] == HAND
    assert v.place[1][0] == MechPlace.UNKNOWN and v.mech[1][0] == 0


@pytest.mark.parametrize(
    ("one", "two", "ways", "expected"),
    [
        ("Decoy", "Leech", "arena", (0, 4)),
        ("Goliath", "Leech", "arena", (6, 4)),
        ("Leech", "Goliath", "pilot", (4, 4)),
        ("Sentinel", "Leech", "pilot", (5, 4)),
    ],
)
def test_mn_7_6_power_adds_up(arena_fight, pilot_fight, one: str, two: str, ways: str, expected) -> None:
    """MN-7.6, MN-8 Leech: printed number and all changes added, never below 0."""
    assert powers((arena_fight if ways == "arena" else pilot_fight)(one, two)) == expected


def test_mn_7_7_the_claim_comes_first(scene) -> None:
    """MN-7.7: if it wins the game nothing more happens: nobody goes to the hangar, Recaller is not asked."""
    game = scene().mechs(0, "Recaller").place(0, "Titan", DISABLED).lands(0, "red 1", "red 2", "red 4", "red 5")
    game.line_up("red 3").act("deploy medium 1", "deploy light 1")
    assert game.s.reason == 301 and game.where(1, "Limpet") == MechPlace.BATTLE and game.where(0, "Titan") == DISABLED
    assert not game.told(Told.MOVED)


def test_mn_7_7_recaller_comes_last(scene) -> None:
    """MN-7.7: both mechs have moved when it is asked."""
    game = scene().mechs(0, "Recaller").place(0, "Titan", DISABLED).lands(2, "violet 5").line_up("red 3")
    game.act("deploy medium 1", "deploy light 1")
    assert game.s.phase == Phase.RECALL and game.held(0) == ["red 3"]
    assert game.where(1, "Limpet") == DISABLED and game.where(0, "Recaller") == MALFUNCTIONED


@pytest.mark.parametrize(
    ("one", "two", "place"),
    [
        ("Colossus", "Limpet", MALFUNCTIONED),
        ("Juggernaut", "Limpet", MALFUNCTIONED),
        ("Raider", "Limpet", MALFUNCTIONED),
    ],
)
def test_mn_7_7_the_worst_stage_counts(arena_fight, one: str, two: str, place: int) -> None:
    """MN-7.7, MN-8.7: Limpet's Malfunction is worse than Disabled and Stand-By."""
    assert arena_fight(one, two).where(0, one) == place


@pytest.mark.parametrize(("one", "place"), [("Colossus", HAND), ("Juggernaut", HAND), ("Overclock", HAND)])
def test_mn_7_8_off_is_off_to_the_end(arena_fight, one: str, place: int) -> None:
    """MN-7.8, MN-8 Jammer: also the drawbacks: a jammed Colossus that wins returns to the hand."""
    game = arena_fight(one, "Jammer")
    assert winner(game) == 0 and game.where(0, one) == place
    assert game.s.boosted == 0


def test_mn_7_9_no_battle(scene) -> None:
    """MN-7.9: alone or undefended Colossus and Juggernaut go back to the hand, Overclock is not asked."""
    for title, tier in (("Colossus", "heavy"), ("Juggernaut", "heavy"), ("Overclock", "medium")):
        game = scene().mechs(0, title).lands(1, "blue 2").line_up("red 1")
        game.act(f"deploy {tier} 1", "pass", "pass", "pass", f"attack {tier} 1 1", "pass")
        assert game.where(0, title) == HAND and game.s.fought == 0, title


# -- 8 The mechs -------------------------------------------------------------------------------------------------------


def test_mn_8_1_the_study_is_there() -> None:
    """MN-8.1: the study that measures the set is an experiment that can be run again, with its figures in the docs."""
    from pathlib import Path

    root = Path(__file__).parents[3]
    assert (root / "docs" / "studies" / "mechanation-balance.toml").exists()
    page = (root / "docs" / "mechanation-balance.md").read_text(encoding="utf-8")
    assert "enginehouse lab run docs/studies/mechanation-balance.toml" in page and "| has Harvester |" in page


@pytest.mark.parametrize(
    ("mech", "first", "second", "attacks", "defends"),
    [
        ("Spark", 3, 3, 7, 3),
        ("Bulwark", 4, 4, 4, 7),
        ("Lancer", 5, 8, 5, 5),
        ("Goliath", 8, 8, 11, 6),
        ("Juggernaut", 8, 9, 7, 8),
        ("Sentinel", 8, 8, 7, 10),
        ("Titan", 8, 8, 8, 8),
        ("Siege Engine", 8, 8, 9, 7),
        ("Aegis", 8, 8, 7, 8),
        ("Harvester", 6, 6, 6, 8),
    ],
)
def test_mn_8_2_ways_to_stand(arena_fight, pilot_fight, mech: str, first, second, attacks, defends) -> None:
    """MN-8 Spark, Bulwark, Lancer, Goliath, Juggernaut, Sentinel, Titan, Siege Engine, Aegis, Harvester: MN-8.2: "attacking"
    and "defending" mean in the Pilot Phase, "deployed second" in the Arena."""
    other = "Raider" if mech != "Bulwark" else "Vanguard"
    assert powers(arena_fight(mech, other))[0] == first
    assert powers(arena_fight(other, mech))[1] == second
    assert powers(pilot_fight(mech, other))[0] == attacks
    assert powers(pilot_fight(other, mech))[1] == defends


def test_mn_8_gnat(arena_fight, pilot_fight) -> None:
    """MN-8 Gnat: it wins against 9 or more after changes, and against no less."""
    assert winner(pilot_fight("Gnat", "Goliath")) == 1  # 8 - 2
    assert winner(pilot_fight("Goliath", "Gnat")) == 1  # 8 + 3
    assert winner(arena_fight("Colossus", "Gnat")) == 1  # 9
    assert winner(arena_fight("Gnat", "Juggernaut")) == 0  # 8 + 1
    assert winner(arena_fight("Titan", "Gnat")) == 0
    assert winner(pilot_fight("Gnat", "Sentinel")) == 0  # 8 + 2
    assert winner(pilot_fight("Gnat", "Harvester")) == 1  # 6 + 2


def test_mn_8_decoy(arena_fight, pilot_fight) -> None:
    """MN-8 Decoy: MN-8.6: defeated it returns to the hand, and in the Arena nobody claims."""
    game = arena_fight("Titan", "Decoy")
    assert winner(game) == 0 and game.lying(ARENA) == ["red 3"] and game.where(1, "Decoy") == HAND
    game = pilot_fight("Titan", "Decoy")
    assert game.held(0)[-1] == "red 3" and game.where(1, "Decoy") == HAND


def test_mn_8_6_decoy_and_others(arena_fight, scene) -> None:
    """MN-8.6: Raider cannot break it, Jammer can; who beats a Decoy has won: Recaller works."""
    assert arena_fight("Raider", "Decoy").where(1, "Decoy") == HAND
    jammed = arena_fight("Jammer", "Decoy")
    assert jammed.where(1, "Decoy") == DISABLED and jammed.held(0) == ["red 3"]
    game = scene().mechs(0, "Recaller").mechs(1, "Decoy").place(0, "Titan", DISABLED).line_up("red 3")
    game.act("deploy medium 1", "deploy light 1")
    assert game.s.phase == Phase.RECALL and game.names() == ["pass", "recall heavy"] and game.lying(ARENA) == ["red 3"]


def test_mn_8_limpet(arena_fight) -> None:
    """MN-8 Limpet: the mech that beats it Malfunctions."""
    game = arena_fight("Titan", "Limpet")
    assert game.where(0, "Titan") == MALFUNCTIONED and game.where(1, "Limpet") == DISABLED and game.held(0) == ["red 3"]


def test_mn_8_7_limpet_meets(arena_fight, scene) -> None:
    """MN-8.7: beaten by Raider both Malfunction; beaten by Recaller that one still recalls another mech, never itself."""
    game = arena_fight("Raider", "Limpet")
    assert game.where(0, "Raider") == game.where(1, "Limpet") == MALFUNCTIONED
    game = scene().mechs(0, "Recaller").place(0, "Titan", MALFUNCTIONED).lands(2, "violet 5").line_up("red 3")
    game.act("deploy medium 1", "deploy light 1")
    assert game.names() == ["pass", "recall heavy"] and game.refusal(0, "recall medium") == 807
    game.act("recall heavy")
    assert game.where(0, "Titan") == HAND and game.where(0, "Recaller") == MALFUNCTIONED


def test_mn_8_7_an_empty_hangar(scene) -> None:
    """MN-8.7: with nobody else in the hangar Recaller and Wrench are not asked; Wrench then stays."""
    game = scene().mechs(0, "Recaller").lands(2, "violet 5").line_up("red 3").act("deploy medium 1", "deploy light 1")
    assert game.s.phase == Phase.ATTACK and game.where(0, "Recaller") == MALFUNCTIONED
    game = scene().mechs(0, "Wrench").begin(Phase.INITIATE)
    assert game.s.phase == Phase.DEPLOY and game.where(0, "Wrench") == HAND


def test_mn_8_periscope(scene) -> None:
    """MN-8 Periscope: MN-8.8: all see where it looks, its pilot alone sees what; then it may be deployed; once in the phase."""
    game = (
        scene(seen=False)
        .mechs(0, "Periscope")
        .lands(1, "-red 1", "blue 2")
        .lands(0, "-green 3")
        .line_up("-red 5", "red 2")
    )
    looks = [name for name in game.names() if name.startswith("look")]
    assert looks == ["look arena 1", "look 1 1"]
    assert (
        game.refusal(0, "look 0 1") == 808
        and game.refusal(0, "look 1 2") == 808
        and game.refusal(0, "look arena 2") == 808
    )
    game.act("look 1 1")
    assert [game.told(Told.LOOKED, seat)[0][1:4] for seat in range(-1, 4)] == [
        (0, 32, None), (0, 32, 0), (0, 32, None), (0, 32, None), (0, 32, None)
    ]  # fmt: skip
    assert game.s.seen[0] == 1 and game.s.phase == Phase.DEPLOY
    assert not [name for name in game.names() if name.startswith("look")] and game.refusal(0, "look arena 1") == 803
    game.act("deploy light 1")
    assert game.view(1).place[0] == [MechPlace.UNKNOWN] * 3 and game.view(1).mech[0][0] == game.s.mech[0][0]


def test_mn_8_periscope_when_nothing_can_be_deployed(scene) -> None:
    """MN-8 Periscope: MN-5.6: where the Arena is full, who could have it is asked all the same, and then the turn is over."""
    game = scene(seen=False).mechs(2, "Periscope").line_up("-red 5").act("deploy light 1", "deploy light 1")
    assert game.s.active == 2 and game.names() == ["pass", "look arena 1"]
    game.act("look arena 1")
    assert game.s.active != 2 or game.s.phase != Phase.DEPLOY
    assert scene(seen=False).line_up("-red 5").act("deploy light 1", "deploy light 1").names() == ["pass"]
    quiet = scene().mechs(3, "Periscope").lands(2, "violet 5").line_up("-red 5").act("deploy light 1", "deploy light 1")
    assert quiet.s.active == 3  # all know that seat 2 has none


def test_mn_8_wrench(scene) -> None:
    """MN-8 Wrench: it goes onto Stand-By, and another mech there is repaired by one more stage."""
    game = scene(seen=False).mechs(0, "Wrench").place(0, "Titan", MALFUNCTIONED).place(0, "Bulwark", DISABLED)
    game.begin(Phase.INITIATE)
    assert game.s.place[0] == [HAND, STAND_BY, DISABLED] and game.names() == ["pass", "wrench medium", "wrench heavy"]
    assert game.refusal(0, "wrench light") == 807
    game.act("wrench medium")
    assert game.s.place[0] == [STAND_BY, HAND, DISABLED] and game.s.seen[0] == 7


def test_mn_8_wrench_only_in_its_phase(scene) -> None:
    """MN-8 Wrench: MN-4.3: not in another phase, not without it."""
    game = scene(seen=False).mechs(0, "Wrench").place(0, "Titan", DISABLED).line_up("red 1")
    assert game.refusal(0, "wrench heavy") == 403
    other = scene(seen=False).place(0, "Titan", MALFUNCTIONED).begin(Phase.INITIATE)
    assert other.names() == ["pass"] and other.refusal(0, "wrench heavy") == 803


def test_mn_8_jammer(arena_fight) -> None:
    """MN-8 Jammer: the other's ability is off: no +3 for a Lancer, no tie for a Vanguard, no surprise by a Gnat."""
    assert powers(arena_fight("Jammer", "Lancer")) == (3, 5)
    assert powers(arena_fight("Leech", "Jammer")) == (4, 3)
    assert winner(arena_fight("Limpet", "Jammer")) == 1 and arena_fight("Limpet", "Jammer").where(1, "Jammer") == HAND


def test_mn_8_burrower(scene) -> None:
    """MN-8 Burrower: MN-8.9: after the attack of 6.1 or instead of it, open, also against a face-down territory."""
    game = scene(seen=False).mechs(0, "Burrower").lands(1, "-red 1", "blue 2").lands(0, *SEVEN).begin(Phase.PILOT)
    assert game.names()[1:] == ["attack light 1 2", "attack medium 1 2", "attack heavy 1 2", "burrow 1 1", "burrow 1 2"]
    game.act("attack light 1 2", "pass")
    assert game.s.phase == Phase.BURROW and game.names() == ["pass", "burrow 1 1"]  # it made the attack itself, hidden
    assert game.s.seen[0] == 0 and game.refusal(0, "attack heavy 1 1") == 601
    game.act("burrow 1 1")
    assert game.s.attack == Fight.BURROWER and game.s.seen[0] == 1 and game.view(1).place[0][0] == MechPlace.BATTLE
    game.act("defend medium")
    assert powers(game) == (3, 5) and game.where(0, "Burrower") == DISABLED and game.held(1) == ["-red 1"]


def test_mn_8_burrower_instead(scene) -> None:
    """MN-8 Burrower: MN-8.9: instead of the attack there is no other one after it; and with no face-up target it is asked alone."""
    game = scene().mechs(0, "Burrower").lands(1, "-red 1", "-red 2", "blue 2").lands(0, *SEVEN).begin(Phase.PILOT)
    game.act("burrow 1 3", "pass")
    assert game.s.phase == Phase.SCRAP and game.where(0, "Burrower") == HAND and game.held(0)[-1] == "blue 2"
    game = scene().mechs(0, "Burrower").lands(1, "-red 1", "-red 2").begin(Phase.PILOT)
    assert game.s.phase == Phase.BURROW and game.names() == ["pass", "burrow 1 1", "burrow 1 2"]
    assert game.refusal(0, "burrow 0 1") == 809 and game.refusal(0, "burrow 1 3") == 809
    assert game.refusal(1, "burrow 0 1") == 809


def test_mn_8_overclock(arena_fight, pilot_fight) -> None:
    """MN-8 Overclock: +3 if its pilot takes it, and then it Malfunctions, won, lost or tied."""
    for other, place in (("Raider", MALFUNCTIONED), ("Titan", MALFUNCTIONED), ("Colossus", MALFUNCTIONED)):
        assert arena_fight("Overclock", other).act("overclock").where(0, "Overclock") == place
    game = arena_fight("Lancer", "Overclock").act("pass")
    assert game.told(Told.BOOSTED) == [(Told.BOOSTED, 1, 0, 0, 0)] and game.s.boosted == 2
    game = arena_fight("Overclock", "Lancer").act("pass")
    assert powers(game) == (5, 8) and game.where(0, "Overclock") == DISABLED
    game = pilot_fight("Overclock", "Raider").act("overclock")
    assert powers(game) == (8, 6) and game.held(0)[-1] == "red 3"


def test_mn_8_recaller(scene) -> None:
    """MN-8 Recaller: after a battle that it won one other mech of the hangar may come back; it may be left."""
    game = scene(seen=False).mechs(0, "Recaller").place(0, "Titan", MALFUNCTIONED).place(0, "Gnat", STAND_BY)
    game.lands(2, "violet 5").line_up("red 3").act("deploy medium 1", "deploy light 1")
    assert game.s.phase == Phase.RECALL and game.names() == ["pass", "recall light", "recall heavy"]
    assert game.refusal(1, "recall light") == 707
    game.act("recall heavy")
    assert game.where(0, "Titan") == HAND and game.where(0, "Gnat") == STAND_BY and game.s.phase == Phase.ATTACK
    left = scene().mechs(0, "Recaller").place(0, "Titan", 3).lands(2, "violet 5").line_up("red 3")
    assert left.act("deploy medium 1", "deploy light 1", "pass").where(0, "Titan") == MALFUNCTIONED
    off = scene().mechs(0, "Recaller").mechs(1, "Jammer").place(0, "Titan", 3).lands(2, "violet 5").line_up("red 3")
    assert off.act("deploy medium 1", "deploy light 1").s.phase == Phase.ATTACK and off.where(1, "Jammer") == DISABLED
    lost = scene().mechs(0, "Recaller").place(0, "Titan", 3).lands(2, "violet 5").line_up("red 3")
    assert lost.act("deploy medium 1", "deploy heavy 1").s.phase != Phase.RECALL


def test_mn_8_recaller_after_an_attack(scene) -> None:
    """MN-8 Recaller: also in the Pilot Phase, for the attacker and for the defender."""
    game = scene().mechs(0, "Recaller").place(0, "Titan", 3).lands(0, *SEVEN).lands(1, "red 3").begin(Phase.PILOT)
    game.act("attack medium 1 1", "defend light")
    assert game.s.phase == Phase.RECALL and game.s.active == 0
    assert game.act("recall heavy").s.phase == Phase.SCRAP and game.s.limit == 6 and game.s.attack == Fight.NONE
    game = scene().mechs(1, "Recaller").place(1, "Goliath", 3).lands(0, *SEVEN).lands(1, "red 3").begin(Phase.PILOT)
    game.act("attack light 1 1", "defend medium")
    assert game.s.phase == Phase.RECALL and game.s.active == 1
    game.act("pass")
    assert game.s.active == 0 and game.s.phase == Phase.SCRAP


def test_mn_8_warden(scene) -> None:
    """MN-8 Warden: MN-8.3: shown from the hand it makes the limit 7; once; a Warden that is away does not."""
    game = scene(seen=False).mechs(0, "Warden").lands(0, *SEVEN, "violet 1").mechs(1, "Harvester").seen(1, "Harvester")
    game.begin(Phase.LIMIT)
    assert game.names()[-1] == "warden"
    game.act("warden")
    assert game.s.phase == Phase.SCRAP and game.s.limit == 7 and game.refusal(0, "warden") == 803
    assert game.s.seen[0] == 2 and game.view(3).mech[0][1] == game.s.mech[0][1]
    game.act("scrap 8")
    assert game.s.active == 1 and len(game.held(0)) == 7 and game.s.limit == 6
    away = scene().mechs(0, "Warden").place(0, "Warden", 1).lands(0, *SEVEN).begin(Phase.LIMIT)
    assert "warden" not in away.names() and away.refusal(0, "warden") == 803
    assert scene().begin(Phase.INITIATE).refusal(0, "warden") == 606


def test_mn_8_warden_is_asked_again_each_round(scene) -> None:
    """MN-8 Warden: MN-8.3: once in each Scrap Phase; a pilot who kept seven scraps to six once it is away."""
    game = scene().mechs(0, "Warden").lands(0, *SEVEN).begin(Phase.LIMIT).act("warden")
    assert len(game.held(0)) == 7
    assert "warden" in game.begin(Phase.LIMIT).names(0)
    game.place(0, "Warden", 2).begin(Phase.LIMIT).act("scrap 1")
    assert len(game.held(0)) == 6


def test_mn_8_raider(arena_fight) -> None:
    """MN-8 Raider: when it wins the loser Malfunctions; an Aegis would not."""
    assert arena_fight("Raider", "Bulwark").where(1, "Bulwark") == MALFUNCTIONED
    assert arena_fight("Raider", "Titan").where(0, "Raider") == DISABLED


def test_mn_8_vanguard(arena_fight) -> None:
    """MN-8 Vanguard: it wins ties, on either side."""
    game = arena_fight("Vanguard", "Raider")
    assert powers(game) == (6, 6) and winner(game) == 0
    assert winner(arena_fight("Raider", "Vanguard")) == 1


def test_mn_8_colossus(arena_fight, pilot_fight) -> None:
    """MN-8 Colossus: after a battle, won, lost or tied, it is Disabled."""
    assert arena_fight("Colossus", "Titan").where(0, "Colossus") == DISABLED
    assert arena_fight("Colossus", "Gnat").where(0, "Colossus") == DISABLED
    assert pilot_fight("Colossus", "Sentinel").where(0, "Colossus") == DISABLED  # 9 against 8 + 2


def test_mn_8_juggernaut(arena_fight, pilot_fight) -> None:
    """MN-8 Juggernaut: won or tied it goes on Stand-By; defeated it Malfunctions."""
    assert arena_fight("Juggernaut", "Raider").where(0, "Juggernaut") == STAND_BY
    assert arena_fight("Juggernaut", "Titan").where(0, "Juggernaut") == STAND_BY
    assert pilot_fight("Juggernaut", "Sentinel").where(0, "Juggernaut") == MALFUNCTIONED


@pytest.mark.parametrize(
    ("other", "result", "place"),
    [("Leech", (7, 4), HAND), ("Limpet", (7, 2), HAND), ("Raider", (7, 6), HAND), ("Vanguard", (7, 6), HAND)],
)
def test_mn_8_5_aegis(pilot_fight, other: str, result: tuple[int, int], place: int) -> None:
    """MN-8 Aegis: MN-8.5: no Leech, no Limpet, no Vanguard touches it: it goes to the hand, a tie stays a tie."""
    game = pilot_fight("Aegis", other)
    assert powers(game) == result and game.where(0, "Aegis") == place
    assert winner(game) == (-1 if result[0] == result[1] else 0)


def test_mn_8_5_aegis_and_what_others_do_to_themselves(arena_fight, pilot_fight) -> None:
    """MN-8 Aegis: MN-8.5: not switched off by Jammer; it claims from a Decoy, which still gets away; Raider cannot break it."""
    assert powers(pilot_fight("Aegis", "Jammer")) == (7, 3)
    game = arena_fight("Aegis", "Decoy")
    assert game.held(0) == ["red 3"] and game.where(1, "Decoy") == HAND
    assert powers(arena_fight("Aegis", "Lancer")) == (8, 8)
    overclocked = pilot_fight("Overclock", "Aegis").act("pass")
    assert powers(overclocked) == (5, 8)


def test_mn_8_harvester(scene) -> None:
    """MN-8 Harvester: MN-8.10: the deck's top comes face-down, then one of the pilot's territories goes, perhaps the new one."""
    game = scene(seen=False).mechs(0, "Harvester").lands(0, "red 1", "blue 2").on_deck("green 3").begin(Phase.LIMIT)
    assert game.names() == ["pass", "harvest"]
    game.act("harvest")
    assert game.held(0) == ["red 1", "blue 2", "-green 3"] and game.names() == ["scrap 1", "scrap 2", "scrap 3"]
    assert [game.told(Told.HARVESTED, seat)[0].c for seat in range(-1, 4)] == [None, 12, None, None, None]
    assert game.s.seen[0] == 4 and game.refusal(0, "pass") == 810
    game.act("scrap 3")
    assert game.held(0) == ["red 1", "blue 2"] and game.lying(SCRAP) == ["green 3"]
    assert game.s.active != 0 or game.s.phase != Phase.HARVEST


def test_mn_8_harvester_of_any_pilot(scene) -> None:
    """MN-8 Harvester: MN-9.2: the territory is told to the pilot who took it, whichever seat that is."""
    game = scene().mechs(2, "Harvester").lands(2, "red 1").on_deck("green 3").begin(Phase.LIMIT).act("harvest")
    assert [game.told(Told.HARVESTED, seat)[0].c for seat in range(-1, 4)] == [None, None, None, 12, None]


def test_mn_8_10_a_set_wins_before_anything_is_scrapped(scene) -> None:
    """MN-8.10: the fifth of a kind from the deck wins at once."""
    game = (
        scene().mechs(0, "Harvester").lands(0, "red 1", "red 2", "red 4", "red 5").on_deck("red 3").begin(Phase.LIMIT)
    )
    assert game.act("harvest").s.reason == 301


def test_mn_8_10_an_empty_deck(scene) -> None:
    """MN-8.10: it is renewed from the scrap pile; with no card at all the ability cannot be used."""
    game = scene().mechs(0, "Harvester").lands(0, "red 1").scrapped("green 3").deck_only().begin(Phase.LIMIT)
    game.act("harvest")
    assert game.held(0) == ["red 1", "-green 3"] and count(game.s, DECK) == 0
    none = scene().mechs(0, "Harvester").lands(0, "red 1").deck_only().begin(Phase.LIMIT)
    assert none.s.round == 2


def test_mn_8_3_a_mech_that_is_away_has_no_ability(scene) -> None:
    """MN-8.3: deployed or in the hangar it cannot be used; using it shows it, and it stays in the hand."""
    game = scene().mechs(0, "Harvester").place(0, "Harvester", 2).lands(0, "red 1").begin(Phase.LIMIT)
    assert game.s.round == 2
    game = scene(2, seen=False).mechs(0, "Periscope").line_up("-red 5", "blue 1").act("deploy light 2", "pass")
    assert game.s.active == 0 and not [name for name in game.names() if name.startswith("look")]
    shown = scene(seen=False).mechs(0, "Harvester").lands(0, "red 1").begin(Phase.LIMIT).act("harvest")
    assert shown.where(0, "Harvester") == HAND and shown.view(2).place[0][2] == HAND


def test_mn_8_4_every_mech_may_be_sent(scene) -> None:
    """MN-8.4: any mech may be deployed, attack and defend, so that a hidden choice betrays nothing."""
    for mech in range(1, 25):
        printed = MECHS[mech]
        tier = ("light", "medium", "heavy")[printed.tier]
        game = scene().mechs(0, printed.title).lands(1, "blue 1").line_up("red 1")
        assert f"deploy {tier} 1" in game.names()
        attack = scene().mechs(0, printed.title).lands(1, "blue 1").begin(Phase.PILOT)
        assert f"attack {tier} 1 1" in attack.names()
        defence = scene().mechs(1, printed.title).lands(1, "blue 1").begin(Phase.PILOT).act("attack light 1 1")
        assert f"defend {tier}" in defence.names()


def test_events_are_visible_to_all(arena_fight) -> None:
    """MN-9.1: what a battle brings is the same for every seat and for those who watch."""
    game = arena_fight("Titan", "Limpet")
    assert len({tuple(read(game.e, seat)) for seat in range(-1, 4)}) == 1
    assert count(game.s, HELD) == 1
