"""The facts about rummage, without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="rummage",
    title="Rummage",
    tagline="A toy: hidden cards.",
    prefix="RU",
    seats=(2, 3),
    length_bound=24,
    event_size=16,
    in_lobby=False,
    sealed=False,
)
