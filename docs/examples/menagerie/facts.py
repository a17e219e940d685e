"""What is known about menagerie without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="menagerie",
    title="Menagerie",
    tagline="Ask the others for the animal that your own is missing.",
    prefix="ME",
    seats=(2, 4),
    length_bound=60,
    event_size=16,
    in_lobby=False,
    sealed=False,
)
