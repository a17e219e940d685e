"""Check that all actions, events and positions have words, and that every view has a picture."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from typing import Any

from enginehouse.conformance.cases import (
    Case,
    CheckedCount,
    check,
    describe_events,
    list_legal,
    list_seats,
    make_view,
    positions,
    walk,
)
from enginehouse.core.pictures.font import FAMILY, not_drawn
from enginehouse.core.records.events import Events, read
from enginehouse.core.records.kinds import PLACES
from enginehouse.core.registry.files import draw_no_parts
from enginehouse.core.words.telling import SOUNDS, animate, describe_event, list_lines

_PLACE = re.compile(r"\{(\d+)\}")
"""The place of a seat's name in a sentence, such as `{0}`."""


def sentence(text: Any, seats: int, where: str) -> None:
    """Raise AssertionError unless a text has words, and braces in it occur only as numbers of seats, such as `{0}`.

    The numbers must be lower than `seats`. `where` describes the text for the error.
    """
    assert isinstance(text, str), f"{where}: no words but {text!r}"
    assert text.strip(), f"{where}: no words"
    assert "None" not in text, f"{where}: {text!r}"
    for seat in _PLACE.findall(text):
        assert int(seat) < seats, f"{where}: {text!r} names a seat that is not at the table"
    bare = _PLACE.sub("", text)
    assert "{" not in bare, f"{where}: {text!r}"
    assert "}" not in bare, f"{where}: {text!r}"


@check(8, 200, needs=("words",))
def every_action_refusal_and_position_has_words(case: Case, position_count: int) -> None:
    """In random positions every action, refusal and position has words, for every seat and a spectator."""
    game, words = case.game, case.game.words
    for position in positions(case, position_count, "words"):
        for seat in case.some_observers(random.Random(position.number), position.mask):
            v = make_view(game, position.s, seat)
            sentence(words.position(v), case.seats, f"{position}: the position for seat {seat}")
            sentence(words.prompt(v, seat), case.seats, f"{position}: the prompt of seat {seat}")
            if seat < 0:
                continue
            refused: dict[int, int] = {}
            for code in range(len(game.vocabulary)):
                clause = int(game.rules.refusal(v, seat, code))
                where = f"{position}: {game.vocabulary.name(code)} of seat {seat}"
                if clause == 0:
                    sentence(words.action(v, code), case.seats, where)
                    sentence(words.group(code), case.seats, where)
                elif clause not in refused:
                    refused[clause] = code
                    sentence(
                        words.refusal(v, seat, code, clause),
                        case.seats,
                        f"{where}, refused by {game.clause_name(clause)}",
                    )


@check(4, 100)
def events_are_as_they_are_declared(case: Case, games: int) -> None:
    """In random games every event is of a declared kind, and has only numbers that are declared for this kind.

    Kinds are declared in the game's `state.py`. If the declaration of a kind names no hidden number, every viewer that
    notices the event sees all of its numbers.
    """
    game = case.game
    kinds = game.kinds.BY_NUMBER
    for number in range(games):
        events = Events(game.facts.event_size)
        for position in walk(case, f"events {number}", events=events):
            for k in range(events.count):
                where = f"{position}: event {k}"
                kind = kinds.get(int(events.kind[k]))
                assert kind is not None, f"{where} is of kind {events.kind[k]}, which is not declared"
                for place in PLACES:
                    value = int(getattr(events, place)[k])
                    assert value == 0 or place in kind.places.values(), (
                        f"{where}, {kind.name}: {place} is {value}, but the kind declares no number there"
                    )
                everybody = events.learn[k] & events.notice[k] == events.notice[k]
                assert kind.secret or everybody, (
                    f"{where}, {kind.name}: c and d are hidden from some seats that notice it, but the kind declares no hidden number"
                )


@check(2, 20, needs=("words",))
def every_action_of_the_vocabulary_has_words(case: Case, position_count: int) -> None:
    """Every action must have a sentence in every position, even if the action is not legal there.

    The error message about a log with an illegal action contains this sentence.
    """
    game, words = case.game, case.game.words
    for position in positions(case, position_count, "vocabulary"):
        v = make_view(game, position.s, 0)
        for code in range(len(game.vocabulary)):
            sentence(words.action(v, code), 8, f"{position}: {game.vocabulary.name(code)}")


@check(200, 6000, needs=("words",))
def every_event_and_every_end_has_words(case: Case, position_count: int) -> CheckedCount:
    """Every event that a viewer may notice, and every reason why a game ends, must be written as a correct sentence.

    This includes events of which some numbers are hidden from the viewer. For each kind of event, at least one viewer
    must get a sentence. The sounds of events must be among those of the page. Return the number of sentences about
    events that were checked.
    """
    game, words = case.game, case.game.words
    e, sentences = Events(game.facts.event_size), 0
    spoken: dict[int, bool] = {}
    for k in itertools.count():
        dice = random.Random(f"{case} events {k}")
        if position_count <= 0:
            break
        for position in walk(case, f"events {k}"):
            position_count -= 1
            if position.mask == 0:
                sentence(words.reason(int(position.s.reason)), case.seats, f"{position}: why it ended")
                break
            seat = list_seats(position.mask)[0]
            s = position.copy()
            e.count = 0
            game.rules.apply(s, seat, dice.choice(list_legal(game, s, seat)), e)
            for observer in case.some_observers(dice, position.mask, 3):
                v = make_view(game, s, observer)
                for event in read(e, observer):
                    text = describe_event(game, v, event)
                    spoken[event.kind] = spoken.get(event.kind, False) or text is not None
                    if text is not None:
                        sentence(text, case.seats, f"{position}: {describe_events(game, event)} for seat {observer}")
                        sentences += 1
                    for line in list_lines(game, v, [event]):
                        sentence(
                            line.text,
                            case.seats,
                            f"{position}: {describe_events(game, event)} in the log of seat {observer}",
                        )
    table = game.telling.TELLING if game.telling else {}
    for kind, how in table.items():
        known = ", ".join(SOUNDS)
        assert how.sound in ("", *SOUNDS), (
            f"telling.TELLING: there is no sound {how.sound!r} of {game.kinds.BY_NUMBER[kind].name}; there are: {known}"
        )
    list_name, meant = "words.SILENT", getattr(words, "SILENT", ())
    if not hasattr(words, "event"):
        list_name, meant = "telling.TELLING", [kind for kind, how in table.items() if not how.sentence]
    silent = [game.kinds.BY_NUMBER[kind].name for kind, said in spoken.items() if not said and kind not in meant]
    assert not silent, (
        f"{case}: events without a sentence for any viewer: {', '.join(silent)} (if that is intended, list them in {list_name})"
    )
    assert sentences > 0, f"{case}: no event was ever written"
    return sentences


@check(12, 200, needs=("drawing",))
def drawing_never_fails_and_is_deterministic(case: Case, position_count: int) -> None:
    """Every view has a well-formed picture, and drawing the view again gives the same picture.

    The package's font has every letter that the picture contains.
    """
    from enginehouse.core.pictures.drawing import Marks, document_of

    game = case.game
    for position in positions(case, position_count, "drawn"):
        for seat in case.some_observers(random.Random(position.number), position.mask):
            v = make_view(game, position.s, seat)
            before = game.shape.to_bytes(v)
            marks = Marks(legal=frozenset(list_legal(game, position.s, seat)))
            text = document_of(game, v, marks=marks)
            assert text == document_of(game, game.shape.copy(v), marks=marks), f"{position}: seat {seat}"
            assert not not_drawn(text), (
                f"{position}: the font {FAMILY} is not named, or lacks letters: {not_drawn(text)}"
            )
            assert game.shape.to_bytes(v) == before, f"{position}: drawing changed the view of seat {seat}"
            root = ET.fromstring(text)
            assert not [e for e in root.iter() if "style" in e.attrib], f"{position}: an inline style"
            ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
            assert len(ids) == len(set(ids)), (
                f"{position}: ids used twice: {sorted(i for i in ids if ids.count(i) > 1)}"
            )


@check(12, 200, needs=("drawing",))
def every_action_has_handles_or_a_button(case: Case, position_count: int) -> None:
    """The handles of an action (the parts of the picture that a player clicks) are drawn.

    An action without handles has a button. Actions with the same handles have different words, and so do actions
    without handles.
    """
    from enginehouse.core.pictures.drawing import Marks

    game = case.game
    for position in positions(case, position_count, "handles"):
        for seat in list_seats(position.mask):
            v = make_view(game, position.s, seat)
            codes = list_legal(game, position.s, seat)
            drawn = {piece.id for piece in game.drawing.draw(v, Marks(legal=frozenset(codes)))}
            alike: dict[Any, list[str]] = {}
            for code in codes:
                handles = game.drawing.handles(v, code)
                name = game.vocabulary.name(code)
                missing = handles.ids() - drawn
                assert not missing, f"{position}: {name} has handles that are not drawn: {sorted(missing)}"
                assert bool(handles.source) == bool(handles.target), f"{position}: {name} goes from or to nowhere"
                assert not (handles.pieces and handles.source), f"{position}: {name} has two kinds of handles"
                alike.setdefault(handles, []).append(game.words.action(v, code) if game.has("words") else name)
            for names in alike.values():
                assert len(names) == len(set(names)), f"{position}: actions with the same words and handles: {names}"


@check(120, 3000, needs=("drawing",))
def motions_and_gallery_can_be_drawn(case: Case, position_count: int) -> None:
    """Each picture of the gallery (the pictures of single cards and other pieces) is a well-formed SVG file.

    Motions refer to drawn pieces, or have drawings of their own. A game may have no gallery, but not an empty one.
    """
    from enginehouse.core.pictures.drawing import Marks, part_document

    game = case.game
    gallery = game.drawing.gallery()
    assert gallery or game.drawing.gallery is draw_no_parts, f"{game.name}: an empty gallery"
    for title, svg, width, height in gallery:
        assert title.strip()
        part = part_document(svg, width, height, style=game.drawing.STYLE, title=title)
        ET.fromstring(part)
        assert not not_drawn(part), f"{title}: the font {FAMILY} is not named, or lacks letters: {not_drawn(part)}"
    e = Events(game.facts.event_size)
    for position in positions(case, position_count, "motions", per_game=20):
        if position.mask == 0:
            continue
        seat = list_seats(position.mask)[-1]
        s = position.copy()
        e.count = 0
        codes = list_legal(game, s, seat)
        game.rules.apply(s, seat, random.Random(position.number).choice(codes), e)
        for observer in (-1, seat):
            v, old = make_view(game, s, observer), make_view(game, position.s, observer)
            drawn = {p.id for p in [*game.drawing.draw(v, Marks()), *game.drawing.draw(old, Marks())]}
            for motion in animate(game, v, read(e, observer)):
                assert motion.svg or motion.piece in drawn, f"{position}: {motion} moves a piece that is not drawn"
                assert motion.ms >= 0, f"{position}: {motion}"
                assert motion.wait >= 0, f"{position}: {motion}"
