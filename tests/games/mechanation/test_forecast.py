"""The arithmetic of a battle before it is fought: what a seat can know of it, and no more; and battles come out as it says."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.pictures.drawing import Marks, Piece
from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.forecast import NONE, forecast_battle
from enginehouse.games.mechanation.parts import MECHS
from enginehouse.games.mechanation.state import MechPlace, Phase, Told

GAME = games.get("mechanation")
CODE = GAME.vocabulary.code
MECH = {printed.title: number for number, printed in enumerate(MECHS)}
pytestmark = pytest.mark.beside_plain


def find_preview(game: Any, name: str) -> Piece:
    """Return the preview of an action of the player to act."""
    (piece,) = GAME.drawing.preview(game.view(int(game.s.active)), CODE(name))
    return piece


def outcomes(v: Any, name: str) -> dict[str, int]:
    """By mech that may be met: 1 where it is beaten, 0 for a tie, -1 where it wins."""
    return {MECHS[one.mech].title: one.result for one in forecast_battle(v, CODE(name)).meetings}


def test_a_known_mech_is_met_alone(scene) -> None:
    """MN-7.6, MN-8.2: Lancer has its +3 as the second one there."""
    game = (
        scene()
        .place(0, "Gnat", MechPlace.STAND_BY)
        .place(0, "Titan", MechPlace.STAND_BY)
        .line_up("red 1")
        .act("deploy medium 1")
    )
    assert find_preview(game, "deploy medium 1").label == "Lancer 8 against Bulwark 4: it wins."
    assert find_preview(game, "deploy heavy 1").label == "Goliath 8 against Bulwark 4: it wins."
    assert find_preview(game, "deploy light 1").label == "Limpet 2 against Bulwark 4: it loses."


def test_of_a_hidden_mech_all_that_it_can_be(scene) -> None:
    """MN-9.3, MN-9.4: not those of one's own, nor those known of others; what is known of its pilot counts."""
    game = scene(seen=False).seen(2, "Leech").seen(0, "Gnat").line_up("red 1").act("deploy heavy 1")
    found = outcomes(game.view(1), "deploy medium 1")
    assert "Gnat" in found and not {"Lancer", "Goliath", "Limpet", "Leech"} & set(found)
    assert "Wrench" not in found and len(found) == 1 + 6 + 7  # its known light one, or any medium or heavy one left
    assert found["Titan"] == 0 and found["Colossus"] == -1 and found["Bulwark"] == 1


def test_a_second_mech_elsewhere_rules_itself_out(scene) -> None:
    """MN-9.3: whose other mech can only be the light one has not sent that here."""
    game = scene(2).line_up("red 1", "blue 2").act("deploy light 1", "deploy light 1", "deploy medium 2")
    view = game.view(1)
    view.ruled[0][1] |= 1 << 0
    view.ruled[0][2] |= 1 << 0
    assert set(outcomes(view, "deploy medium 2")) == {"Bulwark", "Titan"}


def test_an_attack_may_meet_nobody(scene) -> None:
    """MN-6.1: the defender may have any mech of the hand, or let it be."""
    game = scene().lands(1, "red 1").place(1, "Goliath", MechPlace.DISABLED).begin(Phase.PILOT)
    piece = find_preview(game, "attack heavy 1 1")
    assert piece.label == (
        "Undefended it takes the territory. Defended it may meet 2 mechs: Titan beats 2. It beats Limpet and Lancer."
    )
    for title in ("Limpet", "Lancer"):
        game.place(1, title, MechPlace.DISABLED)
    assert find_preview(game, "attack heavy 1 1").label == "{1} has no mech to defend with: Titan takes the territory."


def test_overclock_sees_both_ways(arena_fight) -> None:
    """MN-7.2, MN-7.7: the powers with and without the +3, and what becomes of it."""
    game = arena_fight("Titan", "Overclock")
    assert find_preview(game, "overclock").label == "Overclock 8 against Titan 8: it ties. Then Overclock Malfunctions."
    assert find_preview(game, "pass").label == "Overclock 5 against Titan 8: it loses. Then Overclock is Disabled."


def test_whose_overclock_it_is_takes_what_is_better(scene) -> None:
    """MN-7.2: it ties with the +3 and loses without, whoever has it."""
    mine, theirs = scene().mechs(1, "Overclock"), scene().mechs(0, "Overclock").mechs(1, "Titan")
    mine.place(0, "Gnat", MechPlace.STAND_BY).place(0, "Bulwark", MechPlace.STAND_BY).line_up("red 1").act(
        "deploy heavy 1"
    )
    theirs.place(0, "Gnat", MechPlace.STAND_BY).place(0, "Goliath", MechPlace.STAND_BY).line_up("red 1").act(
        "deploy medium 1"
    )
    assert find_preview(mine, "deploy medium 1").label == "Overclock 8 against Titan 8: it ties."
    assert find_preview(theirs, "deploy heavy 1").label == "Titan 8 against Overclock 8: it ties."


def test_nothing_is_foretold_where_nothing_is_fought(scene) -> None:
    game = scene().line_up("red 1")
    assert (
        forecast_battle(game.view(0), CODE("pass")) is NONE and GAME.drawing.preview(game.view(0), CODE("pass")) == []
    )
    assert (
        find_preview(game, "deploy heavy 1").label
        == "Nobody is there yet: if nobody follows, Titan claims the territory."
    )


def test_twin_worlds_and_true_battles() -> None:
    """In random games: another world that the seat cannot tell from this one gives the same bytes; the mech that is truly
    there is among those foretold, and the battle that follows comes out as was said of it."""
    twins = fought = 0
    for seed in range(12):
        match = Match.new("mechanation", 2 + seed % 3, None, seed)
        for turn in range(160):
            if match.over:
                break
            seat = match.actors()[0]
            legal, v = match.legal(seat), match.view(seat)
            code = legal[(turn * 13 + seed) % len(legal)]
            battle = forecast_battle(v, code)
            if battle is not NONE and battle.meetings:
                other = match.game.shape.copy(v)
                GAME.rules.guess(other, seat, seed_words(f"twin {seed} {turn}"))
                world = GAME.new_record()
                GAME.rules.view(other, seat, world)
                assert GAME.drawing.preview(world, code) == GAME.drawing.preview(v, code)
                twins += 1
            match.act_unchecked(seat, code)
            if battle is not NONE and v.phase in (Phase.DEFEND, Phase.OVERCLOCK):
                fought += _comes_out(match, seat, battle)
    assert twins > 60 and fought > 20


def _comes_out(match: Match, seat: int, battle: Any) -> int:
    """Compare a battle with what was foretold of it; 0 where it waits for Overclock."""
    powers = [event for event in match.events(-1) if event.kind == Told.POWERS]
    if not powers:
        return 0
    one, two, winner, who = (int(value or 0) for value in powers[0][1:5])
    mechs, seats = (who % 32, who // 32 % 32), (who // 1024 % 8, who // 8192 % 8)
    mine = seats.index(seat)
    met = {one.mech: one for one in battle.meetings}
    assert mechs[1 - mine] in met
    told = met[mechs[1 - mine]]
    assert (told.power, told.other_power) == ((one, two) if mine == 0 else (two, one))
    assert told.result == (0 if winner == 0 else 1 if winner - 1 == mine else -1)
    return 1


@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        ("Titan", "Lancer", "Titan of {0} with 8 against Lancer of {1} with 5 + 3 = 8: a tie."),
        (
            "Leech",
            "Titan",
            "Leech of {0} with 4 against Titan of {1} with 8 − 2 = 6: {1} won. Leech takes 2 from Titan.",
        ),
        ("Leech", "Aegis", "Leech of {0} with 4 against Aegis of {1} with 8: {1} won."),
        (
            "Gnat",
            "Colossus",
            "Gnat of {0} with 1 against Colossus of {1} with 9: {0} won. Gnat beats power 9 or more.",
        ),
        (
            "Jammer",
            "Lancer",
            "Jammer of {0} with 3 against Lancer of {1} with 5: {1} won. Jammer: Lancer’s ability is off.",
        ),
        ("Vanguard", "Raider", "Vanguard of {0} with 6 against Raider of {1} with 6: {0} won. Vanguard wins ties."),
    ],
)
def test_a_battle_line_shows_its_arithmetic_and_the_powers_that_counted(
    arena_fight, one: str, two: str, told: str
) -> None:
    """MN-7.6, MN-8.5: of each side the printed number and what is added; abilities that were off count for nothing."""
    game = arena_fight(one, two)
    view = game.view(-1)
    (piece,) = (p for p in GAME.drawing.draw(view, Marks()) if p.id == "fight-0")
    assert piece.label == f"Battle in the Arena: {told}"
    (event,) = game.told(Told.POWERS)
    (scene,) = (m for m in GAME.drawing.paths(view, [event]) if m.svg)
    assert all(part in scene.svg for part in told.split(". ")[1:])
