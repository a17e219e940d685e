"""Define facts about The Great Machine for code that does not load its rules: title, numbers of players and so on."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="great-machine",
    title="The Great Machine",
    tagline="Feed your rat, shock the others, and be fattest when the Master comes home.",
    prefix="GM",
    seats=(2, 8),
    done="pass",
    length_bound=20_000,
    options=(
        Option(
            "track",
            "Length",
            (
                Choice("20", "full game: the Master starts 20 slots away"),
                Choice("12", "short game: the Master starts 12 slots away"),
            ),
        ),
    ),
    event_size=4096,
    minutes="20 to 40",
    weight="medium",
    mood="cheerful chaos",
    silence="pass",
    rules_version="2",
    rules_changes={
        "2": "GM-3.7: Flooded Cages shock all rats at the same time, so under Old Reanimation Experiment and Fitness Meme only "
        "those gain that were thinnest before; GM-6.8: a second Lightning Strike in the next turn does not shorten the first "
        "one; GM-6 Lightning Strike: the pellet passes rats in the pipes, and the rat where it ends is struck.",
        "2a": "Text only: more rulings are marked (event cards, Pavlovian Response, Rat Escape! and others), and GM-6.1 and GM-9.1 give "
        "their reasons.",
        "2b": "GM-2.4: the track can start at 12 by choice; games without this choice go on as before.",
        "2c": "Text only: all clauses are in shorter sentences.",
    },
)
