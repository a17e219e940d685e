"""The lessons that games bring: each can be played to its last step by the rules of today, and rings what is drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from taught import LESSONS, in_every_set, list_pages, name_of

from enginehouse.commands.lesson import check, lesson_command, renew_lesson
from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Event
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.lessons import Lesson, Page, fill_facts, lessons_of, read_note
from enginehouse.games.mechanation import telling, words
from enginehouse.games.mechanation.parts import HELD, POWER_OF
from enginehouse.games.mechanation.state import Told

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]

SHORT = 60
"""The number of letters that can be read in the second or two that others take."""
MOST_WORDS = 20
"""The most words of a page: one idea, read at a glance."""


def first(game: str = "mechanica") -> Lesson:
    return lessons_of(games.get(game))["first"]


def change_entry(lesson: Lesson, number: int, **more: str) -> Lesson:
    """The same lesson with another entry (from 0)."""
    log = msgspec.convert(msgspec.to_builtins(lesson.log), logs.Log)
    for name, value in more.items():
        setattr(log.entries[number], name, value)
    for entry in log.entries:
        entry.check = ""
    return Lesson(lesson.name, log)


def test_every_game_of_the_lobby_has_a_first_lesson() -> None:
    assert {lesson.log.game for lesson in LESSONS} >= {n for n in games.names() if games.get(n).facts.in_lobby}


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_it_goes_as_it_was_written_down(lesson: Lesson) -> None:
    least = 8 if lesson.name == "first" else 2
    assert renew_lesson(lesson).entries == lesson.log.entries and least <= len(lesson.steps) <= 12
    check(lesson)


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_nothing_is_asked_of_the_learner_without_a_word(lesson: Lesson) -> None:
    match = Match.new(lesson.log.game, lesson.log.seats, lesson.log.options, lesson.log.seed_words())
    for number, entry in enumerate(lesson.log.entries):
        if entry.seat == lesson.learner and number >= len(lesson.prelude):
            assert entry.note or match.legal_names(entry.seat) == [match.game.facts.silence], entry
        match.step(entry)
    assert not match.over and all(step.says for step in lesson.steps)


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_nothing_is_taught_in_a_sentence_that_passes_by_itself(lesson: Lesson) -> None:
    """A text shown while others act disappears when they have acted. If it is long, the next step repeats it."""
    for step, following in itertools.pairwise(lesson.steps):
        first = following.read[0]
        assert len(step.then) <= SHORT or first.says.startswith(step.then), step.then


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_page_is_short(lesson: Lesson) -> None:
    for says in list_pages(lesson):
        assert 0 < len(says.split()) <= MOST_WORDS, f"{len(says.split())} words: {says}"


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_numbers_are_filled_in_and_not_typed(lesson: Lesson) -> None:
    for step in lesson.steps:
        for text in (*(page.says for page in step.read), step.then):
            assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), text


FACT = re.compile(r"\{([A-Za-z][a-z-]*)((?: [a-z0-9-]+)*)\}")


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_what_is_filled_in_is_true_in_every_set_of_parts(lesson: Lesson) -> None:
    """Each number and name at its step: compare it with the view there, and with what the table says of the same thing."""
    sets = 0
    for match in in_every_set(lesson):
        sets += 1
        known, played, then = KNOWN[match.game.name], list[Event](), ""
        for entry in lesson.log.entries:
            view, texts = match.view(lesson.learner), [then]
            if entry.note:
                step = read_note(entry.act, entry.note)
                texts, then = [page.says for page in step.read], step.then
            for text in texts:
                for found in FACT.finditer(text):
                    told = fill_facts(match.game, view, found[0])
                    wanted = known[found[1].lower()](view, played, *found[2].split())
                    assert told.casefold() == str(wanted).casefold(), (found[0], match.options, entry)
            match.act(entry.seat, entry.act)
            played += match.events(lesson.learner)
    assert sets >= (2 if lesson.log.game == "mechanation" else 1)


def said_of(game: str, view: Any, action: str, pattern: str) -> str:
    """Return the group of a pattern in the table's sentence about an action."""
    found = games.get(game)
    sentence = found.words.action(view, found.vocabulary.code(action))
    match = re.search(pattern, sentence)
    assert match is not None, sentence
    return match[1]


def battle(played: list[Event], number: str, side: str) -> tuple[str, str]:
    """Return mech and power of a side of a battle of the last round that had one, as the log tells it."""
    rounds: list[list[Event]] = [[]]
    for event in played:
        if event.kind == Told.ROUND:
            rounds.append([])
        elif event.kind == Told.POWERS:
            rounds[-1].append(event)
    fights = next(one for one in reversed(rounds) if one)
    sides = re.findall(r"\}’s ([A-Z][A-Za-z ]+?) (\d+(?: [+−] \d+ = \d+)?)", telling._sums(fights[int(number) - 1], {}))
    mech, power = sides[int(side) - 1]
    return mech, power


def read_blueprint(view: Any, which: str) -> tuple[str, int]:
    """Return the bots that a blueprint asks for and its pay, as the table lists it."""
    found = re.search(r"Blueprints: (.*)\.", games.get("mechanica").words.position(view))
    assert found is not None
    asked, pay = found[1].split("; ")[int(which)].rsplit(" for ", 1)
    return asked, int(pay)


def read_price(asked: str) -> int:
    """Return what bots sell for, from their list in words."""
    numbers, prices = {"a": 1, "two": 2, "three": 3, "four": 4}, {"Basic": 2, "Plus": 4, "Deluxe": 6}
    return sum(numbers[n] * prices[model] for n, model in re.findall(r"(\w+) (Basic|Plus|Deluxe)", asked))


def arrow(view: Any, number: str) -> str:
    """Return where the arrow of a room points, as the table says it."""
    found = re.search(
        rf"^Room {number} .*Arrow (\w+)\.", games.get("mechanical-beast").words.position(view), re.MULTILINE
    )
    assert found is not None
    return found[1]


def lands(view: Any, place: str) -> list[str]:
    """Return the names of the learner's territories, the one at a place first."""
    held = range(count(view, HELD))
    names = [words.land(view, HELD, k).removesuffix(" (face-down)") for k in held]
    return [names[int(place) - 1], *names]


def missing(view: Any, place: str, part: int) -> int:
    """Return how many territories the learner needs that share the colour (0) or number (1) of the one at a place."""
    first, *names = lands(view, place)
    return 5 - sum(name.split()[part] == first.split()[part] for name in names)


KNOWN: dict[str, dict[str, Callable[..., object]]] = {
    "mechanation": {
        "set": lambda v, p: 5,
        "limit": lambda v, p: 6,
        "mech": lambda v, p, tier: words.own_mech(v, 0, ("light", "medium", "heavy").index(tier)),
        "power": lambda v, p, tier: POWER_OF[v.balanced][v.mech[0][("light", "medium", "heavy").index(tier)]],
        "land": lambda v, p, seat, k: words.land(v, HELD + int(seat), int(k) - 1).removesuffix(" (face-down)"),
        "arena": lambda v, p, k: words.land(v, 2, int(k) - 1).removesuffix(" (face-down)"),
        "colour": lambda v, p, k: lands(v, k)[0].split()[0],
        "number": lambda v, p, k: lands(v, k)[0].split()[1],
        "missing-colour": lambda v, p, k: missing(v, k, 0),
        "missing-number": lambda v, p, k: missing(v, k, 1),
        "fighter": lambda v, p, number, side: battle(p, number, side)[0],
        "sum": lambda v, p, number, side: battle(p, number, side)[1],
    },
    "mechanica": {
        "price": lambda v, p, *act: said_of("mechanica", v, " ".join(act), r" for (\d+)"),
        "tile": lambda v, p, *act: said_of("mechanica", v, " ".join(act), r"Buy the (.*) for"),
        "laid": lambda v, p, place: said_of("mechanica", v, f"demolish {place}", r"Demolish the (.*) on"),
        "model": lambda v, p, model: ("", "Basic", "Plus", "Deluxe")[int(model)],
        "sale": lambda v, p, model: 2 * int(model),
        "wallet": lambda v, p: v.wallet[0],
        "truck": lambda v, p, row: ("", "small", "big", "huge")[v.tiles[0][6 * "abc".index(row) + 5]],
        "room": lambda v, p, size: {"small": 1, "big": 2, "huge": 3}[size],
        "bots": lambda v, p, which: read_blueprint(v, which)[0],
        "worth": lambda v, p, which: read_price(read_blueprint(v, which)[0]),
        "pay": lambda v, p, which: read_blueprint(v, which)[1],
    },
    "mechanical-beast": {
        "explored": lambda v, p: v.rooms - 1,
        "room": lambda v, p, n: f"room {n}" if 0 < int(n) < v.rooms else None,
        "arrow": lambda v, p, n: arrow(v, n),
        "at": lambda v, p, who: f"room {v.at[0 if who == 'engineer' else 8]}",
    },
    "great-machine": {
        "hand": lambda v, p: re.search(r"\{0\}: rat .*? (\d+) cards", games.get("great-machine").words.position(v))[1],  # type: ignore[index]
        "limit": lambda v, p: 5,
        "card": lambda v, p, slug: said_of("great-machine", v, f"discard {slug}", "Discard (.*)"),
        "title": lambda v, p, slug: slug.replace("-", " "),
        "toggle": lambda v, p, n: n if 1 <= int(n) <= v.toggles else None,
        "empty-cage": lambda v, p, n: n if int(n) not in list(v.cage[: v.seats]) else None,
        "cage": lambda v, p, seat: v.cage[int(seat)],
        "motor": lambda v, p: re.search(r"points at cage (\d)", games.get("great-machine").words.position(v))[1],  # type: ignore[index]
        "next": lambda v, p: (1, 2, 3, 4)[(int(KNOWN["great-machine"]["motor"](v, p)) + v.direction - 1) % 4],  # type: ignore[call-overload]
        "pellets": lambda v, p, seat: re.search(
            rf"\{{{seat}\}}: rat in cage \d, (\d+) pellets", games.get("great-machine").words.position(v)
        )[1],  # type: ignore[index]
    },
}
"""By game and fact: what it has to be, from a view and the events so far, without the game's own `lesson_facts.py`."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Click {power tiny}.", "{power tiny}: there is no such fact in this position"),
        ("Click {sword}.", "{sword}: mechanation has no fact 'sword'"),
        ("Click {land 0 9}.", "no territory 9 is known"),
        ("Click {sum 1 1}.", "0 battles were fought"),
    ],
)
def test_a_fact_that_does_not_exist_is_named(text: str, said: str) -> None:
    lesson = change_entry(first("mechanation"), 0, note=text)
    with pytest.raises(Unreadable, match=re.escape(said)):
        check(lesson)


def test_a_lesson_may_have_typed_numbers() -> None:
    """Those of other packages keep working, also without facts; a seat's name stays a placeholder."""
    lesson = change_entry(first(), 0, note="Sell it for 2, {1}.")
    assert check(lesson)[0] == ["Sell it for 2, {1}."]
    bare: Any = SimpleNamespace(name="bare", lesson_facts=None)
    assert fill_facts(bare, None, "Take 5 from {0}, {7}.") == "Take 5 from {0}, {7}."
    assert fill_facts(bare, None, "A brace: {price}.") == "A brace: {price}."


def test_a_note_is_read_line_by_line() -> None:
    step = read_note("end", "Do this.\nAnd that: now.\nring: a b\nalso: buy 5\nalso: buy 3\nthen: It was done.")
    assert step == ("end", "Do this. And that: now.", ("a", "b"), ("buy 5", "buy 3"), "It was done.", ())


def test_a_note_has_pages() -> None:
    step = read_note("end", "It is so.\nring: a\n\nAnd so.\n \nDo this.\nring: b c\nthen: Done.")
    assert step == ("end", "Do this.", ("b", "c"), (), "Done.", (Page("It is so.", ("a",)), Page("And so.")))
    lesson = change_entry(first(), 0, note="One.\n\nTwo.\n\nThree.")
    after_one = lesson.at([(0, lesson.log.entries[0].act)])
    assert after_one is not None and (after_one.number, after_one.pages) == (1, 3)
    assert lesson.pages == 3 + first().pages - (len(first().steps[0].pages) + 1)
    with pytest.raises(Unreadable, match="bot-9 is not drawn there"):
        check(change_entry(first(), 0, note="One.\nring: bot-9\n\nTwo."))


def test_actions_that_became_illegal_are_chosen_anew() -> None:
    lesson = first("great-machine")
    again = renew_lesson(change_entry(lesson, 1, act="cage 3"))
    assert again.entries[1].act == "cage 3"
    again = renew_lesson(change_entry(lesson, 1, act="cage 2"))
    assert again.entries[1].seat == 1 and again.entries[1].act not in ("cage 2", "cage 3")


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (0, {"act": "sell deluxe b"}, "the learner cannot do 'sell deluxe b' now"),
        (0, {"note": "Sell it.\nring: bot-9"}, "bot-9 is not drawn there"),
        (0, {"note": "Sell it.\nalso: buy 7"}, "after 'buy 7' the lesson cannot continue"),
    ],
)
def test_a_lesson_that_cannot_be_played_says_where(number: int, what: dict[str, str], said: str) -> None:
    lesson = change_entry(first(), number, **what)
    with pytest.raises(Unreadable, match=said):
        check(Lesson(lesson.name, renew_lesson(lesson)))


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (1, {"act": "", "step": "undo"}, "it contains an undo"),
        (4, {"note": "I, too."}, "only entries of one seat"),
    ],
)
def test_files_that_are_no_lessons(number: int, what: dict[str, str], said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        change_entry(first(), number, **what)


def test_one_command_plays_them_and_writes_them_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(logs.write(change_entry(first("great-machine"), 1, act="cage 2").log))
    refused = CliRunner().invoke(lesson_command, [str(file)])
    assert isinstance(refused.exception, Unreadable) and "--update" in str(refused.exception)
    done = CliRunner().invoke(lesson_command, [str(file), "--update"])
    assert done.exit_code == 0 and "11 steps, written again" in done.output
    again = CliRunner().invoke(lesson_command, [str(file)])
    assert again.exit_code == 0 and "     Your rat wants pellets" in again.output
    assert "1. Put your rat into cage 2" in again.output


def test_each_seats_actions_are_compared_apart() -> None:
    """In one window answers come in any order; whoever does something else leaves the lesson."""
    lesson = first("great-machine")
    done = [(e.seat, e.act) for e in lesson.log.entries]
    at = lesson.at(done[:3])
    assert at is not None and (at.number, at.over) == (2, False) and at.before == lesson.steps[1]
    assert lesson.at([*done[:3], (0, "pass")]) is None
    end = lesson.at(done)
    assert end is not None and end.over and end.step is None
    assert lesson.at([*done, (1, "anything")]) is not None and lesson.at([*done, (0, "anything")]) is None
    assert lesson.next_of(1, done[:1]) == "cage 1" and lesson.next_of(1, [(0, "cage 4")]) == ""
