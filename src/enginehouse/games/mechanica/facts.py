"""What is known about Mechanica without its rules."""

from enginehouse.core.game import Choice, Facts, Option

FACTS = Facts(
    name="mechanica",
    title="Mechanica",
    tagline="Lay belts, duplicate robots, and get rich before the machines do.",
    prefix="MC",
    seats=(1, 4),
    length_bound=20_000,
    options=(
        Option(
            "level",
            "ARMAND-0, the rival of a solo game",
            (
                Choice("normal", "normal"),
                Choice("hard", "hard"),
                Choice("impossible", "impossible"),
                Choice("apocalyptic", "apocalyptic"),
            ),
            seats=(1,),
        ),
    ),
    event_size=4096,
    minutes="20 to 40",
)
