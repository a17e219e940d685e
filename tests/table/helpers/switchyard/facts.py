"""The facts of Switchyard that need no rules."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="switchyard",
    title="Switchyard",
    tagline="Shunt your wagon to the end of the line.",
    prefix="SY",
    seats=(2, 4),
    length_bound=400,
    options=(Option("line", "Length of the game", (Choice("short", "to 7 points"), Choice("long", "to 15 points"))),),
    event_size=32,
    minutes="5",
    in_lobby=False,
    silence="pass",
)
