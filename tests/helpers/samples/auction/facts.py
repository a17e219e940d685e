"""The facts about the auction, without its rules."""

from enginehouse.core.registry.game import Facts

FACTS = Facts(
    name="auction",
    title="Auction",
    tagline="A toy: sealed bids.",
    prefix="AU",
    seats=(2, 4),
    length_bound=80,
    event_size=16,
    in_lobby=False,
)
