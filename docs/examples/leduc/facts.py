"""What is known about Leduc poker without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="leduc",
    title="Leduc poker",
    tagline="A toy: six cards, two rounds of betting.",
    prefix="LE",
    seats=(2, 2),
    length_bound=8,
    event_size=8,
    in_lobby=False,
    sealed=False,
)
