"""What is known about connect four without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="connect-four",
    title="Connect four",
    tagline="Four in a row, with gravity.",
    prefix="CF",
    seats=(2, 2),
    length_bound=42,
    event_size=4,
    sealed=False,
    chance=False,
)
