"""The facts about bluff, without its rules."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="bluff",
    title="Bluff",
    tagline="A toy: dice under cups.",
    prefix="BL",
    seats=(2, 4),
    length_bound=120,
    options=(Option("peeking", "May one peek?", (Choice("yes", "Yes"), Choice("no", "No"))),),
    event_size=16,
    in_lobby=False,
    sealed=False,
)
