"""Read experiments, files in TOML: the games to play, with variations and measures."""

from __future__ import annotations

import difflib
import hashlib
import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from enginehouse.bots.players.runs import Run
from enginehouse.core.compiler.shared_code import share_code
from enginehouse.core.errors import Unreadable
from enginehouse.core.judging.learned import LearnedWeights
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays, patches
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache
from enginehouse.lab.findings import subjects
from enginehouse.lab.measures import dealt, list_words

MOST_VARIANTS = 200
"""The maximum number of variants of an experiment."""
OPTIONS, BOTS, RULES = "options.", "bots.", "rules"
"""The beginnings of the names of settings that a variant changes: options, bots and rules."""
Settings = TypeVar("Settings", bound=msgspec.Struct)
Value = int | str


class Variant(NamedTuple):
    """One of the compared variants of a game: its number, from 0, and its changed settings as (name, value) pairs.

    The names of settings are:

    - an option, such as `options.level`
    - the bot of a seat, such as `bots.0`
    - a number in the rules, such as `MECHS.Harvester.power`, the power of the card Harvester (see
      `core.registry.overlays`)
    - `rules`: the label of changed rules (`core.registry.patches`), the name of another game, or "" for the rules as
      they are
    """

    number: int
    changes: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        said = (f"{name} = {_name_rules(value) if name == RULES else value}" for name, value in self.changes)
        return ", ".join(said) or "the game as it is"

    def describe(self, base: Game) -> str:
        """Return the changed settings in words, such as `Level easy, greedy on seat 0`.

        If there are no changed settings, return `the game as it is`. `base` is the game without changed numbers.
        """
        return ", ".join(_describe_change(name, value, base) for name, value in self.changes) or str(self)

    def describe_against(self, first: Variant, base: Game) -> str:
        """Return in words how the variant differs from the variant `first`: `Level hard instead of easy`.

        `base` is the game without changed numbers.
        """
        pairs = [
            (name, _describe_change(name, value, base), _describe_change(name, old, base))
            for (name, value), (_, old) in zip(self.changes, first.changes, strict=True)
            if value != old
        ]
        return " and ".join(
            f"{new} instead of {old}" if name == RULES else _compare_words(new.split(), old.split())
            for name, new, old in pairs
        )

    @property
    def options(self) -> dict[str, str]:
        """Return the options that the variant changes, with their choices."""
        return {name.removeprefix(OPTIONS): str(value) for name, value in self.changes if name.startswith(OPTIONS)}

    def bots(self, given: list[str], seats: int) -> list[str]:
        """Return a list with the name of the bot on each seat. `seats` is the number of seats.

        If the variant sets a bot for a seat, that bot plays on it. The other seats have the bots in `given`. If `given`
        has fewer bots than seats, the list is repeated. If the variant sets no bot, return a copy of `given`. Raise
        `Unreadable` if the variant sets a bot for a seat that does not exist.
        """
        chosen = {name.removeprefix(BOTS): str(value) for name, value in self.changes if name.startswith(BOTS)}
        if not chosen:
            return list(given)
        if wrong := sorted(set(chosen) - {str(seat) for seat in range(seats)}):
            raise Unreadable(f"{BOTS}{wrong[0]}: the seats are 0 to {seats - 1}")
        return [chosen.get(str(seat), given[seat % len(given)]) for seat in range(seats)]

    def game(self, base: str) -> str:
        """Return the name of the variant's game. It contains the numbers that the variant changes.

        An example is `mechanation+MECHS.Harvester.power=8`. `base` is the name of the experiment's game.
        `core.registry.game.find_or_create` reads such names.
        """
        name, changes = overlays.parse(base)
        rules = str(dict(self.changes).get(RULES, ""))
        if rules and "=" not in rules:
            name = rules
        settings = (OPTIONS, BOTS, RULES)
        numbers = {path: value for path, value in self.changes if not path.startswith(settings)}
        if words := [path for path, value in numbers.items() if not isinstance(value, int)]:
            raise Unreadable(f"{words[0]} takes whole numbers, not words")
        name = overlays.name_changed(name, {**dict(changes), **numbers})  # type: ignore[dict-item]
        return f"{name}{overlays.SIGN}{patches.WORD}{rules}" if "=" in rules else name


class GamesOfVariants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings in an experiment file that determine which games are played for each variant."""

    game: str
    seats: int | None = None
    options: dict[str, str] = {}
    bots: list[str] = msgspec.field(default_factory=lambda: ["greedy"])
    swap: bool = False
    games: int = 1000


class ReportedGames(GamesOfVariants, frozen=True):
    """The settings of an experiment that determine which games and which facts about them its report shows.

    - `measure`: the names of functions that find facts of each game. The report shows these facts
    - `only`: the title of a card or other piece. Games in which no seat is dealt this piece are left out
    - `part`: the title of the card or other piece that the experiment studies
    - `sample`: the number of games of each variant in which tension (how much the chances of winning change) is
      measured
    """

    measure: list[str] = []
    only: str = ""
    part: str = ""
    sample: int = 20
    about: str = ""
    """The question of the experiment in a sentence, for the report."""


class Experiment(ReportedGames, frozen=True):
    """The content of an experiment file. Games have the same numbers, and so the same deals, in all variants.

    - `game`, `seats` (default: the fewest of the game), `options`, `seed`
    - `bots`: the names of the bots by seat; if there are fewer bots than seats, the list is repeated; with `swap` the
      bots move on by one seat from game to game
    - `games`: the number of games in each variant. With `until` it is the maximum: the run stops as soon as the 95 %
      interval of each win share is at most plus or minus `until` (such as 0.02)
    - `vary`: the settings that vary; each name has a list of values, or a range such as `"7..9"`. All combinations are
      played, and the first combination is the reference. The values of `rules` are files of changed functions, or
      folders of copied games; "" is the rules as they are
    - `measure`: the names of additional measures, functions that note facts of each game (see `lab.measures`)
    - `bot_seed`: the seed of the bots' random numbers, which by default come from the seeds of the deals
    - `part`: the title of the card, tile or other piece that the experiment studies. By default it is the piece whose
      number varies
    - `sample`: the number of games of each variant in which tension is measured, 20 by default; with 0, it is not
      measured. Tension is how much the chances of winning change in a game
    - `relearn`: if true, the bots learn their judgement anew on each variant; a number such as 0.1 is the fraction of
      the games that `enginehouse train` plays
    - `only`: the title of a card or other piece. Of the `games` deals, only those are played in which a seat is dealt
      this card
    """

    until: float = 0.0
    seed: int = 1
    vary: dict[str, Any] = {}
    bot_seed: int | None = None
    code: dict[str, str] = {}
    """The text of each file of changed rules, by its label. `parse` reads the files that `vary.rules` names."""
    folders: dict[str, str] = {}
    """The folder of each game that is a folder, by the game's name. It is not a part of a result."""
    relearn: bool | float = False
    learned: dict[str, list[list[int]]] = {}
    """With `relearn`, the weights of the judgement of each variant, by its number. `carry_out` learns them."""

    @property
    def variants(self) -> list[Variant]:
        """Return the variants of the experiment: all combinations of the values that its file lists under `vary`.

        The settings are combined in the order of the file, and the values of the last setting change fastest. Raise
        `Unreadable` if the values of a setting have a wrong form or are not different, or if there are more than
        `MOST_VARIANTS` variants.
        """
        varied = [(name, _values(name, value)) for name, value in flatten(self.vary)]
        combined = itertools.product(*(values for _, values in varied))
        found = [
            Variant(k, tuple((name, value) for (name, _), value in zip(varied, chosen, strict=True)))
            for k, chosen in enumerate(itertools.islice(combined, MOST_VARIANTS + 1))
        ]
        if len(found) > MOST_VARIANTS:
            raise Unreadable(f"an experiment has at most {MOST_VARIANTS} variants")
        return found

    def open_code(self) -> None:
        """Allow this process to run the experiment's changed rules, and import the games that are folders of code.

        Call it only for an experiment that the user of this machine has written. Never call it for an experiment that
        was read from a result file, because this could run a stranger's code.
        """
        for label, text in self.code.items():
            patches.admit(patches.make_patch(label.partition("=")[0], text, f"{label.partition('=')[0]}.py"))
        for folder in self.folders.values():
            open_game(folder)

    def make_run(self, variant: Variant) -> Run:
        """Return the run (the series of games between bots) that plays a variant of the experiment."""
        name = variant.game(self.game)
        if (banks := self.learned.get(str(variant.number))) is not None:
            name = games.name_judged(name, LearnedWeights(tuple(tuple(bank) for bank in banks)))
        game = games.find_or_create(name)
        share_code(game)
        seats = game.facts.seats[0] if self.seats is None else self.seats
        chosen = {**self.options, **variant.options}
        bots = variant.bots(self.bots, seats)
        return Run(game, seats, chosen, self.games, self.seed, bots, self.swap, bot_seed=self.bot_seed)

    def find_subject(self) -> str:
        """Return the name of the card, tile or other piece of the game that the experiment studies.

        It is the piece in the setting `part`, or else the piece whose numbers are varied, or else the piece in the
        setting `only`. Return an empty string if the experiment studies no piece.
        """
        if self.part:
            return self.part
        game = games.find_or_create(self.game)
        paths = [name for name, _ in flatten(self.vary) if not name.startswith((OPTIONS, BOTS)) and name != RULES]
        return subjects.find_part(paths, game) or self.only

    def list_measures(self) -> list[str]:
        """Return a list of the names of all measures of the experiment (see `lab.measures`), each once.

        They are the measures in the setting `measure` and, if the experiment studies a card or other piece, the game's
        measures of pieces.
        """
        more = subjects.list_part_measures(games.find_or_create(self.game)) if self.find_subject() else []
        return list(dict.fromkeys([*self.measure, *more]))

    def as_text(self) -> str:
        """Return all settings as one line of text. If two experiments have equal settings, the lines are equal.

        The order of the settings in the experiment's file, and its spaces and comments, make no difference.
        """
        text = msgspec.json.encode(
            msgspec.structs.replace(self, folders={}, learned={}), order="deterministic"
        ).decode()
        for setting in (',"folders":{}', ',"code":{}', ',"learned":{}', ',"relearn":false'):
            text = text.replace(setting, "")
        # Without this setting, the text and the name of the result are those of versions that did not have it.
        return text.replace(',"bot_seed":null', "")

    def key(self) -> tuple[str, str]:
        """Return two texts that identify an experiment. Equal experiments give equal texts.

        The first text has the settings, sorted by name. It does not show in which order the experiment's file names the
        settings that it varies, but the numbers of the variants depend on this order. So the second text has the names
        of the varied settings as the file orders them. It is "" if the file orders them by the alphabet.
        """
        text = self.as_text()
        names = [name for name, _ in flatten(self.vary)]
        usual = [name for name, _ in flatten(msgspec.json.decode(text)["vary"])]
        return text, "" if names == usual else " ".join(names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def identity(self) -> str:
        """Return eight letters that depend on the settings of an experiment, and on the code of rules and bots.

        Results with the same letters have the same games.
        """
        text, order = self.key()
        others = [hash_sources(games.get(name)) for name in self.folders if name != self.game]
        written = "\0".join([text, hash_sources(games.find_or_create(self.game)), *([order] if order else []), *others])
        return hashlib.sha256(written.encode()).hexdigest()[:8]


def _name_rules(value: Value) -> str:
    """Return a short name for the rules of a variant. `value` is the variant's setting `rules`, which has three forms.

    - `cheap=a3f0`: the name and the hash of a file with changed rules. Return the name of the file, `cheap.py`.
    - the name of a game, if the variant takes its rules from that game. Return this name.
    - "": the rules of the experiment's game, without a change. Return "as they are".
    """
    stem, sign, _ = str(value).partition("=")
    return f"{stem}.py" if sign else str(value) or "as they are"


def _compare_words(new: Sequence[str], old: Sequence[str]) -> str:
    """Return the words of `new`, then "instead of" and those of `old`.

    Words that both share at the beginning or at the end appear only once: `power of Harvester 8 instead of 6`.
    """
    begin = _count_alike(new, old)
    end = _count_alike(new[:begin:-1], old[:begin:-1])
    middle = [*new[begin : len(new) - end], "instead of", *old[begin : len(old) - end]]
    return " ".join([*new[:begin], *middle, *new[len(new) - end :]])


def _count_alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of words that the lists `one` and `other` share at their beginnings."""
    pairs = zip(one, other, strict=False)
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _describe_change(name: str, value: Value, game: Game) -> str:
    """Return a changed setting of a game in words: `Level easy`, `greedy on seat 0` or `power of Harvester 8`.

    `name` is the name of the setting as in `Variant`, and `value` its new value.
    """
    if name == RULES:
        return f"the rules {_name_rules(value)}" if not value else f"the rules of {_name_rules(value)}"
    if name.startswith(BOTS):
        return f"{value} on seat {name.removeprefix(BOTS)}"
    if not name.startswith(OPTIONS):
        return subjects.describe_number(name, value)
    option = next(one for one in game.facts.options if one.name == name.removeprefix(OPTIONS))
    return f"{option.label} {value}"


def hash_sources(game: Game) -> str:
    """Return a hash of the code that determines the games: rules, bots and their imports, without comments."""
    known, digest = cache.notes(), hashlib.sha256()
    for file in cache.reachable(game, known):
        digest.update(f"\0{file.parent.name}/{file.name}\0{known.of(file).code}".encode())
    return digest.hexdigest()[:16]


def read(path: Path | str) -> Experiment:
    """Return the experiment in a file. Raise `Unreadable` if the file has a fault, before any game is played."""
    return parse(read_text(path), str(path), Path(path).parent)


def read_text(path: Path | str) -> str:
    """Return the text of a file in UTF-8. Raise `Unreadable` if it cannot be read."""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from None


def convert_toml(text: str, kind: type[Settings], where: str) -> Settings:
    """Return the settings in a text of TOML as an object of this kind. `where` names the text in errors.

    Raise `Unreadable` if the text has a fault. For an unknown setting the error suggests similar names.
    """
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        wrong = re.search(r"unknown field `(.*?)`", str(error))
        near = difflib.get_close_matches(wrong[1], kind.__struct_fields__, 3) if wrong else []
        said = f"; near it: {', '.join(near)}" if near else ""
        raise Unreadable(f"{where}: {error}{said}") from None


def parse(text: str, where: str = "the experiment", folder: Path | None = None) -> Experiment:
    """Return the experiment that `text`, the content of a file in TOML, describes. `where` names the file in errors.

    The experiment may name files with changed rules and folders with games. Their paths are relative to `folder`, by
    default the current folder. The function opens these files and folders, and their code runs when games are played.
    """
    found = convert_toml(text, Experiment, where)
    try:
        if found.code or found.folders or found.learned:
            raise Unreadable(
                "code, folders and learned are not settings; name files and folders by vary.rules and game"
            )
        return check_names(_open_named(found, folder or Path()))
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def _open_named(found: Experiment, folder: Path) -> Experiment:
    """Open the files of changed rules and the folders of games that an experiment names.

    Paths are relative to `folder`. Return the experiment in which each such path is replaced: by the label of the
    changed rules, or by the game's name.
    """
    code: dict[str, str] = {}
    folders: dict[str, str] = {}

    def open_folder(text: str) -> str:
        path = folder / text
        if text in games.names():
            return text
        game = open_game(str(path) if path.is_dir() else text)
        if path.is_dir():
            folders[game.name.partition(overlays.SIGN)[0]] = str(path.resolve())
        return game.name

    def open_rules(text: Value) -> Value:
        if not isinstance(text, str) or not text or not text.endswith(".py"):
            return open_folder(text) if isinstance(text, str) and text else text
        patch = patches.admit(patches.read_patch(folder / text))
        code[patch.label] = patch.text
        return patch.label

    base, sign, changes = found.game.partition(overlays.SIGN)
    game = open_folder(base) + sign + changes
    vary = dict(found.vary)
    if isinstance(vary.get(RULES), list):
        vary[RULES] = [open_rules(one) for one in vary[RULES]]
    return msgspec.structs.replace(found, game=game, vary=vary, code=code, folders=folders)


def check_names(found: Experiment) -> Experiment:
    """Check the names and numbers in the experiment `found`, and return it. Raise `Unreadable` for a wrong one."""
    if found.games < 1:
        raise Unreadable(f"games is at least 1, not {found.games}")
    if not 0 <= found.until < 0.5:
        raise Unreadable(f"until is half the width of an interval of a share: from 0 to 0.5, not {found.until}")
    for variant in found.variants:
        run = found.make_run(variant)
    if found.sample < 0:
        raise Unreadable(f"sample is a number of games, 0 or more, not {found.sample}")
    if isinstance(found.relearn, float) and not 0 < found.relearn <= 1:
        raise Unreadable(f"relearn is true, false or a part from 0 to 1, not {found.relearn:g}")
    if found.only:
        _check_word(found.only, run.game)
    if found.part:
        found = msgspec.structs.replace(found, part=subjects.find_part_name(found.part, run.game))
    return found


def _check_word(word: str, game: Game) -> None:
    """Raise `Unreadable` if `word`, the value of the setting `only`, is not the title of a piece that seats are dealt.

    An experiment with this setting plays only the games in which a seat is dealt this card or other piece. Raise
    `Unreadable` also if the game has no function that lists the pieces that each seat is dealt.
    """
    if dealt(game) is None:
        raise Unreadable(
            f"only: the deals of {game.facts.title} are not known before the first action; leave `only` out"
        )
    words = list_words("dealt", game)
    if word not in words:
        raise Unreadable(f"only: no part that is dealt has the name {word!r}; there are: {', '.join(words)}")


def flatten(given: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Return the values of a nested dict as a list of pairs: the name with dots, such as `a.b`, and the value.

    Each name begins with the text `before`.
    """
    found: list[tuple[str, Any]] = []
    for name, value in given.items():
        found += flatten(value, f"{before}{name}.") if isinstance(value, Mapping) else [(f"{before}{name}", value)]
    return found


def _values(name: str, given: Any) -> list[Value]:
    """Return the values of the variation `name`, from a list or a text like "7..9", which includes both ends.

    Raise `Unreadable` for anything else, and if a value is there twice.
    """
    if isinstance(given, str) and (ends := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", given)):
        found: list[Any] = list(range(int(ends[1]), int(ends[2]) + 1))
    else:
        found = given if isinstance(given, list) else []
    right = all(isinstance(one, int | str) and not isinstance(one, bool) for one in found)
    if not found or not right or len(set(found)) < len(found):
        raise Unreadable(f'{name} takes a list of different numbers or words, or "7..9", not {given!r}')
    return found
