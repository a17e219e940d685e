"""What is known about Steam pump without its rules."""

from enginehouse.core.game import Facts

FACTS = Facts(
    name="steam-pump",
    title="Steam pump",
    tagline="Take one, two or three counters; the last one wins.",
    prefix="SP",
    seats=(2, 4),
    length_bound=21,
    event_size=4,
    sealed=False,
    chance=False,
)
