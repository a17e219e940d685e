"""Define facts about Mechanica for code that does not load its rules: title, numbers of players and so on."""

from enginehouse.core.registry.game import Choice, Facts, Option

FACTS = Facts(
    name="mechanica",
    title="Mechanica",
    tagline="Lay belts, duplicate robots, and get rich before the machines do.",
    prefix="MC",
    seats=(1, 4),
    done="end",
    length_bound=20_000,
    options=(
        Option(
            "level",
            "Level of ARMAND-0 (solo game)",
            (
                Choice("normal", "normal"),
                Choice("hard", "hard"),
                Choice("impossible", "impossible"),
                Choice("apocalyptic", "apocalyptic"),
            ),
            seats=(1,),
        ),
        Option(
            "start",
            "Vaults at the start",
            (
                Choice("alike", "empty, as in the original game"),
                Choice("even", "balanced: earlier players start with 9, 8 and 6 coins"),
            ),
            seats=(4,),
        ),
    ),
    event_size=4096,
    rules_version="2",
    rules_changes={
        "1a": "Text only: MC-1.5, MC-3.3 and MC-5.6 say what has always been played; answers in a run are refused with MC-5.4, "
        "MC-8.2 or MC-8.4.",
        "1b": "Text only: a table beside MC-5.6 says what is asked in a run.",
        "2": "MC-11.4: ARMAND-0's Vault starts at 0, 20, 35, 55 by level, where it was 10, 30, 50, 70.",
        "2a": "By choice only: MC-2.1, with the option start=even four players start with 9, 8, 6 and 0 in their Vaults by turn order.",
        "2b": "Text only: all clauses are in shorter sentences.",
    },
    minutes="20 to 40",
    weight="medium",
    mood="building your own engine",
)
