"""What is known about Kuhn poker without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="kuhn",
    title="Kuhn poker",
    tagline="A toy: three cards, one bet.",
    prefix="KU",
    seats=(2, 2),
    length_bound=3,
    event_size=8,
    in_lobby=False,
    sealed=False,
)
