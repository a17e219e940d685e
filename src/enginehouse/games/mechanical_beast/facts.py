"""Define facts about Mechanical Beast for code that does not load its rules: title, numbers of players and so on."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="mechanical-beast",
    title="Mechanical Beast",
    tagline="Find the switch inside the beast, and leave before it falls apart around you.",
    prefix="MB",
    seats=(1, 4),
    done="pass",
    length_bound=28_804,
    options=(
        Option(
            "play",
            "Mode",
            (
                Choice("together", "together"),
                Choice("rescuers", "together, but the player who saves most prisoners wins"),
                Choice("against", "against each other, two engineers each"),
            ),
            seats=(2, 3, 4),
        ),
        Option(
            "level",
            "Level",
            (
                Choice("easy", "easy: two exits, glass unlocked"),
                Choice("normal", "normal: one exit, glass unlocked"),
                Choice("hard", "hard: one exit, glass locked"),
                Choice("extreme", "extreme: the entrance is shut, glass locked"),
            ),
            when=("play", ("together", "rescuers")),
        ),
        Option(
            "glass",
            "Glass doors",
            (Choice("unlocked", "unlocked"), Choice("locked", "locked")),
            when=("play", ("against",)),
        ),
    ),
    event_size=64,
    minutes="30 to 60",
    weight="heavy",
    mood="escaping together",
    sealed=False,
    together=("play", ("together",)),
    rules_version="3",
    rules_changes={
        "2": "MB-8.2: against each other, rooms with locked doors bring no people.",
        "3": "MB-3.1: a turn also ends by itself where a corner gear is left that cannot be turned; MB-5.4: how far a room "
        "slides beyond all others is counted to where they lie after the swaps.",
        "3a": "Text only: a table beside MB-6.3 says which room collapses.",
        "3b": "Text only: MB-8.2 marks as a ruling that a race has no people.",
        "3c": "Text only: all clauses are in shorter sentences, with the words of the table: figures, prisoners, the thrown switch.",
    },
)
