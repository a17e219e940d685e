"""Describe the sample game Heap by constants, such as its title. They can be read without loading the rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="heap",
    title="Heap",
    tagline="Take one, two or three counters; the last one wins.",
    prefix="HE",
    seats=(2, 4),
    length_bound=21,
    event_size=4,
    in_lobby=False,
    sealed=False,
    chance=False,
)
