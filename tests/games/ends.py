"""Every end of every variant: records of games that are over, with the winners and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mechanical_beast_scene import Scene

from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.records.hidden import at, count
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.turns import arrive
from enginehouse.games.mechanation.lands import carry, gain, win
from enginehouse.games.mechanation.parts import DECK, HELD, KIND_OF, SCRAP
from enginehouse.games.mechanation.phases import best_seats
from enginehouse.games.mechanica.rules import armand_worth
from enginehouse.games.mechanica.state import Phase
from enginehouse.games.mechanical_beast.exits import end_test, finish_as_it_stands

Make = Callable[[], tuple[Any, Events]]


class End(NamedTuple):
    """One end of a game, and what the table has to say about it."""

    name: str
    game: str
    seats: int
    options: dict[str, str]
    make: Make
    """Return a record of a finished game, and the events of its last step."""
    winners: Sequence[int]
    headline: str
    why: Sequence[str] = ()
    event: str = ""
    """The sentence of the event that ends the game; empty if it names no winner."""

    def match(self) -> tuple[Match, list[Event]]:
        """Return a match at this end, and the events that a spectator notices."""
        s, e = self.make()
        game = games.get(self.game)
        return Match.begin_at(game, self.seats, game.check_options(self.options), s), read(e, -1)


def begin(game: str, seats: int, **options: str) -> tuple[Any, Events]:
    """Return a new record and a list for events."""
    found = games.get(game)
    s = found.new_record()
    found.rules.setup(s, found.option_numbers(seats, options), list(seed_words("ends")))
    return s, Events(found.facts.event_size)


# -- Mechanical Beast --------------------------------------------------------------------------------------------------

LEAVE, VOTE, QUIET = "leave", 708, 707


def beast(
    seats: int,
    play: str,
    how: str | int = LEAVE,
    *,
    off: bool = True,
    gone: bool = False,
    people: int = 0,
    saved: Sequence[int] = (),
    since: Sequence[int] = (),
    **places: int,
) -> End:
    """Return an end without words: all figures stand on the Entrance but for `places`; room 1 is cut off, room 2 the exit.

    `how` is LEAVE if the end test finds the end, or the clause by which the game ends as it stands.
    """

    def make() -> tuple[Any, Events]:
        options = {"play": play} if seats > 1 else {}
        scene = Scene(("Entrance", 0, 0, 0), ("A1", 9, 9, 0), ("Exit", 5, 5, 0), seats=seats, **options)
        scene.shut().put(**places)
        s, e = scene.s, Events(64)
        s.off, s.exit_gone = int(off), int(gone)
        for n in range(people):
            s.people[n + 1] = 1
        s.hand[: len(saved)] = list(saved)
        s.since[: len(since)] = list(since)
        if how == LEAVE:
            end_test(s, e)
        else:
            finish_as_it_stands(s, int(how), e)
        return s, e

    options = {"play": play} if seats > 1 else {}
    return End("", "mechanical-beast", seats, options, make, (), "")


def said(end: End, name: str, winners: Sequence[int], headline: str, *why: str) -> End:
    """Return an end of Mechanical Beast with its words; its last event is the headline."""
    return end._replace(name=name, winners=winners, headline=headline, why=why, event=f"{headline}.")


ALL = "Everyone gets out"
LOST = "Everyone loses"
NEVER = "The switch was never thrown."
BEHIND = "The android stays behind in room 1."
TRAPPED_1 = "Still inside: {1}’s engineer in room 1."
BEAST = [
    said(beast(1, ""), "solo-win", [0], "{0} gets out"),
    said(beast(1, "", android=1), "solo-lesser", [0], "{0} gets out without the android", BEHIND),
    said(
        beast(1, "", engineer0=1), "solo-trapped", [], "{0} does not get out", "Still inside: {0}’s engineer in room 1."
    ),
    said(beast(1, "", VOTE, off=False), "solo-given-up", [], "{0} does not get out", NEVER),
    said(beast(1, "", QUIET, people=2), "solo-quiet", [], "{0} does not get out", "2 prisoners are still inside."),
    said(beast(2, "together"), "together-win", [0, 1], ALL),
    said(beast(2, "together", saved=(0, 3)), "together-saved", [0, 1], ALL, "3 prisoners were saved."),
    said(beast(3, "together", android=1), "together-lesser", [0, 1, 2], f"{ALL} without the android", BEHIND),
    said(beast(2, "together", engineer1=1), "together-trapped", [], LOST, TRAPPED_1),
    said(beast(2, "together", engineer1=1, off=False), "together-worst", [], LOST, NEVER, TRAPPED_1),
    said(beast(2, "together", VOTE), "together-voted-win", [0, 1], ALL),
    said(beast(2, "together", VOTE, android=1), "together-voted-lesser", [0, 1], f"{ALL} without the android", BEHIND),
    said(beast(2, "together", QUIET, people=1), "together-quiet", [], LOST, "1 prisoner is still inside."),
    said(beast(3, "rescuers", saved=(0, 3, 1)), "rescuers-win", [1], "{1} wins", "{1} saved most: 3 prisoners."),
    said(
        beast(3, "rescuers", saved=(2, 1, 0), android=1),
        "rescuers-lesser",
        [0],
        "{0} wins",
        "{0} saved most: 2 prisoners.",
        BEHIND,
    ),
    said(
        beast(3, "rescuers", saved=(1, 1, 0), since=(2, 1, 0)),
        "rescuers-tie",
        [1],
        "{1} wins",
        "{0} and {1} saved 1 prisoner each; {1} was on an exit first.",
    ),
    said(
        beast(2, "rescuers", saved=(2, 2), android=1),
        "rescuers-shared",
        [0, 1],
        "{0} and {1} win",
        "{0} and {1} saved 2 prisoners each, and were on the Entrance from the start.",
        BEHIND,
    ),
    said(beast(2, "rescuers", saved=(5, 0), engineer1=1), "rescuers-lost", [], LOST, TRAPPED_1),
    said(beast(2, "against", engineer1=2, second1=2), "race-won", [1], "{1} wins the race"),
    said(
        beast(2, "against", engineer0=2, second0=1, engineer1=1, second1=1), "race-one-left", [0], "{0} wins the race"
    ),
    said(
        beast(2, "against", engineer0=1, second0=1, engineer1=1, second1=1),
        "race-trapped",
        [],
        "Everyone loses the race",
    ),
    said(
        beast(2, "against", gone=True), "race-exit-gone", [], "Everyone loses the race", "The Emergency Exit collapsed."
    ),
    said(beast(2, "against", VOTE, engineer0=2), "race-voted", [], "Everyone loses the race"),
    said(beast(2, "against", QUIET), "race-quiet", [], "Everyone loses the race"),
]

# -- Mechanation -------------------------------------------------------------------------------------------------------


def territories(s: Any, lands: Sequence[Sequence[int]]) -> None:
    """Give every pilot territories of these kinds."""
    for seat in range(s.seats):
        for _ in range(count(s, HELD + seat)):
            carry(s, HELD + seat, 0, DECK)
    for seat, kinds in enumerate(lands):
        for kind in kinds:
            place = next(k for k in range(count(s, DECK)) if KIND_OF[at(s, DECK, k)] == kind)
            carry(s, DECK, place, HELD + seat)


def last_round(*lands: Sequence[int]) -> Make:
    """Return a maker of a game that ends after the last round."""

    def make() -> tuple[Any, Events]:
        s, e = begin("mechanation", len(lands))
        territories(s, lands)
        mask = best_seats(s)
        win(s, (mask & -mask).bit_length() - 1, 302, e)
        return s, e

    return make


def five(*kinds: int) -> Make:
    """Return a maker of a game in which pilot 1 gains the last of these territories."""

    def make() -> tuple[Any, Events]:
        s, e = begin("mechanation", 3)
        territories(s, [[], kinds, []])
        piece = carry(s, HELD + 1, count(s, HELD + 1) - 1, SCRAP)
        assert piece > 0
        gain(s, 1, SCRAP, count(s, SCRAP) - 1, e)
        return s, e

    return make


def pilots(name: str, make: Make, seats: int, winners: Sequence[int], headline: str, *why: str) -> End:
    """Return an end of Mechanation; its last event is the headline."""
    return End(name, "mechanation", seats, {}, make, winners, headline, why, f"{headline}!")


RED, BLUE = range(5), range(15, 20)
WILD = 25
MECHANATION = [
    pilots("colour", five(*RED), 3, [1], "{1} wins", "{1} controls 5 red territories."),
    pilots("number", five(2, 7, 12, 17, 22), 3, [1], "{1} wins", "{1} controls 5 territories of number 3."),
    pilots(
        "wild",
        five(0, 1, 2, WILD, 4),
        3,
        [1],
        "{1} wins",
        "{1} controls 5 red territories (a WILD counts as each colour and number).",
    ),
    pilots(
        "last-round",
        last_round(RED[:2], BLUE[:3]),
        2,
        [1],
        "{1} wins",
        "{1} has the largest set, a set of 3, and 3 territories.",
    ),
    pilots(
        "last-round-territories",
        last_round(RED[:2], [*BLUE[:2], 6], [12]),
        3,
        [1],
        "{1} wins",
        "{1} has a set of 2, and 3 territories.",
        "{0} also has a set of 2, but fewer territories.",
    ),
    pilots(
        "last-round-shared",
        last_round(RED[:2], [12], BLUE[:2]),
        3,
        [0, 2],
        "{0} and {2} win",
        "{0} and {2} share the win: each has a set of 2, and 2 territories.",
    ),
    pilots(
        "last-round-shared-of-more",
        last_round([*RED[:2], 12], RED[3:], [*BLUE[:2], 11], BLUE[2:4]),
        4,
        [0, 2],
        "{0} and {2} win",
        "{0} and {2} share the win: each has a set of 2, and 3 territories.",
        "{1} and {3} also have a set of 2, but fewer territories.",
    ),
]

# -- Mechanica ---------------------------------------------------------------------------------------------------------


def factories(*worths: tuple[int, int], first: int = 0, **options: str) -> Make:
    """Return a maker of a game that ends with these Wallets and Vaults."""

    def make() -> tuple[Any, Events]:
        s, e = begin("mechanica", len(worths), **options)
        for seat, (wallet, vault) in enumerate(worths):
            s.wallet[seat], s.vault[seat] = wallet, vault
        s.first, s.phase, s.reason = first, Phase.OVER, 303
        return s, e

    return make


def alone(lead: int, level: str) -> Make:
    """Return a maker of a solo game that ends with this lead over ARMAND-0."""

    def make() -> tuple[Any, Events]:
        s, e = begin("mechanica", 1, level=level)
        s.vault[0] = s.wallet[0] = 0
        s.wallet[0] = armand_worth(s) + lead
        s.phase, s.reason = Phase.OVER, 1103
        return s, e

    return make


def shop(name: str, make: Make, seats: int, winners: Sequence[int], headline: str, *why: str, **options: str) -> End:
    return End(name, "mechanica", seats, options, make, winners, headline, why)


EARLIER = "If the Vaults are equal too, the earlier player in turn order wins."
MECHANICA = [
    shop("won", factories((5, 9), (20, 1)), 2, [1], "{1} wins with 21"),
    shop(
        "vault",
        factories((5, 9), (9, 5), (0, 0)),
        3,
        [0],
        "{0} wins with 14",
        "{1} has the same worth, but {0} has more in the Vault.",
    ),
    shop(
        "seat", factories((5, 9), (5, 9), first=1), 2, [1], "{1} wins with 14", f"{{0}} has the same worth. {EARLIER}"
    ),
    shop(
        "seat-of-four",
        factories((5, 9), (5, 9), (5, 9), (5, 9), first=2, start="even"),
        4,
        [2],
        "{2} wins with 14",
        f"{{0}}, {{1}} and {{3}} have the same worth. {EARLIER}",
        start="even",
    ),
    *(
        end
        for level, its in (("normal", 0), ("hard", 20), ("impossible", 35), ("apocalyptic", 55))
        for end in (
            shop(f"{level}-won", alone(1, level), 1, [0], f"{{0}} beats ARMAND-0, {its + 1} to {its}", level=level),
            shop(
                f"{level}-tie",
                alone(0, level),
                1,
                [],
                f"ARMAND-0 wins, {its} to {its}",
                "ARMAND-0 wins a tie.",
                level=level,
            ),
            shop(f"{level}-lost", alone(-1, level), 1, [], f"ARMAND-0 wins, {its} to {its - 1}", level=level),
        )
    ),
]

# -- The Great Machine -------------------------------------------------------------------------------------------------


def master(clause: int, *rats: tuple[int, int] | None) -> Make:
    """Return a maker of a game that ends with these real and phantom pellets; None is a dead rat."""

    def make() -> tuple[Any, Events]:
        s, e = begin("great-machine", len(rats))
        s.alive = 0
        for seat, rat in enumerate(rats):
            if rat is not None:
                s.alive |= 1 << seat
                s.real[seat], s.phantom[seat] = rat
        arrive(s, clause, e)
        return s, e

    return make


def rats(name: str, make: Make, seats: int, winners: Sequence[int], headline: str, *why: str) -> End:
    return End(name, "great-machine", seats, {}, make, winners, headline, why, "The Master arrives!")


GREAT_MACHINE = [
    rats("track", master(204, (3, 0), (1, 0)), 2, [0], "{0} wins with 3 pellets"),
    rats("rounds", master(205, (0, 0), (0, 1)), 2, [1], "{1} wins with 1 pellet"),
    rats(
        "tie",
        master(204, (4, 0), (2, 2), (1, 0)),
        3,
        [2],
        "{2} wins with 1 pellet",
        "{0} and {1} tie with 4 pellets, so their rats do not count.",
    ),
    rats(
        "all-tie",
        master(204, (4, 0), (4, 0)),
        2,
        [],
        "No rat wins",
        "{0} and {1} tie with 4 pellets, so their rats do not count.",
    ),
    rats(
        "dead",
        master(204, None, (0, 0), None),
        3,
        [1],
        "{1} wins with 0 pellets",
        "{0}’s and {2}’s rats were dead at the end.",
    ),
    rats("all-dead", master(205, None, None), 2, [], "No rat wins", "{0}’s and {1}’s rats were dead at the end."),
]

ENDS = [*BEAST, *MECHANATION, *MECHANICA, *GREAT_MACHINE]
