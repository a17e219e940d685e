"""What is known about The Great Machine without its rules."""

from enginehouse.core.game import Facts

FACTS = Facts(
    name="great-machine",
    title="The Great Machine",
    tagline="Feed your rat, shock the others, and be fattest when the Master comes home.",
    prefix="GM",
    seats=(2, 8),
    length_bound=20_000,
    event_size=4096,
    minutes="20 to 40",
    silence="pass",
)
