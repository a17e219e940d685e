"""Define facts about Mechanation for code that does not load its rules: title, numbers of players and so on."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="mechanation",
    title="Mechanation",
    tagline="Send hidden mechs into the Arena, bluff, battle, and control five territories of one colour or number.",
    prefix="MN",
    seats=(2, 4),
    done="pass",
    length_bound=6_000,
    options=(
        Option(
            "mechs",
            "Mechs",
            (
                Choice("balanced", "balanced"),
                Choice("first", "classic"),
            ),
        ),
    ),
    event_size=256,
    minutes="10 to 20",
    weight="light",
    mood="bluffing duels",
    sealed=False,
    rules_version="2",
    rules_changes={
        "1a": "Text only: MN-3.3, MN-8.3, MN-8.8 and MN-9.8 say what has always been played.",
        "1b": "Text only: a table beside MN-7.7 says where a mech goes after a battle.",
        "2": "MN-8: other numbers for Bulwark, Lancer, Warden and all heavy mechs but Titan; MN-8.11: games with "
        "the first set go on with it.",
        "2a": "Text only: MN-5.1 marks as a ruling when the scrap pile becomes the deck.",
        "2b": "Text only: all clauses are in shorter sentences, and the first set of mechs is called the classic one.",
    },
)
