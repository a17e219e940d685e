"""The facts of high card."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="high-card",
    title="High card",
    tagline="Nine different cards; the highest wins.",
    prefix="HC",
    seats=(2, 4),
    length_bound=8,
    in_lobby=False,
    sealed=False,
)
