"""What `docs/log-format.md` says of logs: every vector is read as its answer says, and the schema knows good from bad.

Where the rules of Mechanation change: `python tests/core/play/test_log_format.py` writes the answers of all logs anew; look at the diff.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it comes without types

from enginehouse.commands.simulate import verify_log
from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.checksums import checksum
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.match import replay
from enginehouse.core.records.chance import seed_chance, seed_words, word
from enginehouse.core.records.fields import INT64, Field
from enginehouse.core.records.record import Shape
from enginehouse.core.registry import game as games

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]

DOCS = Path(__file__).resolve().parents[3] / "docs"
FILES = sorted((DOCS / "log-vectors").glob("*.json"))
VECTORS = {file.stem: json.loads(file.read_text("utf-8")) for file in FILES}
SCHEMA = json.loads((DOCS / "log.schema.json").read_text("utf-8"))


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(one, id=name) for name, one in VECTORS.items() if one["kind"] == kind]


def test_there_are_vectors_of_every_kind_and_answer() -> None:
    page = (DOCS / "log-format.md").read_text("utf-8")
    assert len(VECTORS) >= 40 and f"are {len(VECTORS)} files" in page
    told = [one["answer"] for one in VECTORS.values() if one["kind"] == "log"]
    for what in ("schema", "reads", "begins", "holds"):
        assert {answer[what] for answer in told if what in answer} == {True, False}, what
    assert all(one["about"] for one in VECTORS.values())


# -- seeds and checksums -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", of_kind("seed"))
def test_a_seed_s_words_and_chance(vector: Any) -> None:
    answer = vector["answer"]
    if "given" in vector:
        assert list(seed_words(vector["given"])) == answer["words"]
        digest = hashlib.sha256(vector["given"].encode()).digest()
        assert answer["words"] == [int.from_bytes(digest[k : k + 4], "little") for k in range(0, 32, 4)]
    seed = vector.get("seed") or answer["seed"]
    log = logs.Log(game="mechanation", rules="1", seats=2, options={}, seed=seed, entries=[])
    assert list(log.seed_words()) == answer["words"] == [int(seed[k : k + 8], 16) for k in range(0, 64, 8)]
    s: Any = games.get("mechanation").new_record()
    seed_chance(s, answer["words"])
    assert [word(s) for _ in range(len(answer["chance"]))] == answer["chance"]


def by_the_page(record: dict[str, Any]) -> str:
    """A checksum as somebody would work it out who has read the page and nothing else."""

    def numbers(value: Any) -> bytes:
        if isinstance(value, list):
            return b"".join(map(numbers, value))
        return int(value).to_bytes(8, "little", signed=True)

    digest = hashlib.sha256()
    for name in sorted(record):
        data = numbers(record[name])
        data = data.rstrip(b"\0") if isinstance(record[name], list) else data
        if any(data):
            digest.update(f"{name}:{len(data)};".encode() + data)
    return "2:" + digest.hexdigest()[:32]


@pytest.mark.parametrize("vector", of_kind("checksum"))
def test_the_checksum_of_a_record(vector: Any) -> None:
    record = vector["record"]

    def dims(value: Any) -> list[int]:
        return [len(value), *dims(value[0])] if isinstance(value, list) else []

    fields = [Field(name, INT64, tuple(dims(value))) for name, value in record.items()]
    s: Any = Shape("vector", fields).new()
    for name, value in record.items():
        setattr(s, name, value)
    assert checksum(s) == vector["answer"]["checksum"] == by_the_page(record)


# -- logs --------------------------------------------------------------------------------------------------------------


def read_answer(file: Path) -> dict[str, Any]:
    """Return the answer of our reader."""
    try:
        found = logs.load_all(file)
    except Unreadable as error:
        return {"reads": False, "because": str(error).removeprefix(f"{file}: ")}
    answer: dict[str, Any] = {"reads": True, "logs": len(found)}
    try:
        answer["words"] = list(found[0].seed_words())
        played = replay(found[0])
    except Unreadable as error:
        return {**answer, "begins": False, "because": str(error)}
    match, verdict = played.match, verify_log(found[0])
    standing = [[done.seat, match.game.vocabulary.name(done.code)] for done in match._done]
    answer |= {"begins": True, "accepted": played.accepted, "standing": standing, "checksum": match.checksum()}
    if isinstance(played.error, NotAllowed) and played.error.clause:
        answer["clause"] = match.game.clause_name(played.error.clause)
    return {**answer, "holds": verdict.good, **({} if verdict.good else {"because": verdict.said})}


@pytest.mark.parametrize("vector", of_kind("log"))
def test_a_log_is_read_as_its_answer_says(vector: Any, tmp_path: Path) -> None:
    (tmp_path / "log").write_text(vector["text"], "utf-8")
    answer = dict(vector["answer"])
    answer.pop("schema")
    found = read_answer(tmp_path / "log")
    for one in (found, answer):  # behind a semicolon there may be a list that grows
        one["because"] = one.get("because", "").partition(";")[0]
    assert found == answer


def with_each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def taken_by_the_schema(text: str) -> bool:
    """Whether every log in a text fits the schema, as a program reads it that skips a mark and takes each name once."""
    text = text.removeprefix("\ufeff")
    try:
        found = [json.loads(text, object_pairs_hook=with_each_name_once)]
    except ValueError:
        try:
            found = [json.loads(line, object_pairs_hook=with_each_name_once) for line in text.splitlines()]
        except ValueError:
            return False
    return all(Draft202012Validator(SCHEMA).is_valid(one) for one in found)


@pytest.mark.parametrize("vector", of_kind("log"))
def test_the_schema_accepts_only_logs(vector: Any) -> None:
    answer = vector["answer"]
    assert taken_by_the_schema(vector["text"]) == answer["schema"]
    assert answer["schema"] or not answer["reads"] or not answer["begins"], "what can be played has the right shape"
    assert answer["reads"] or not answer["schema"], "what cannot be read has not"


def test_the_schema_is_one_and_names_every_field() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for kind, part in (
        (logs.Log, SCHEMA),
        (Entry, SCHEMA["$defs"]["entry"]),
        (logs.Result, SCHEMA["$defs"]["result"]),
    ):
        assert list(kind.__struct_fields__) == list(part["properties"])


@pytest.mark.parametrize(
    "file",
    sorted((DOCS.parent / "tests" / "kept").glob("*/*.jsonl")),
    ids=lambda file: f"{file.parent.name}-{file.stem}",
)
def test_the_schema_takes_the_logs_of_former_versions(file: Path) -> None:
    assert taken_by_the_schema(file.read_text("utf-8"))


if __name__ == "__main__":
    for changed in FILES:
        content = VECTORS[changed.stem]
        if content["kind"] == "log":
            (given := changed.with_suffix(".log")).write_text(content["text"], "utf-8")
            content["answer"] = {"schema": taken_by_the_schema(content["text"]), **read_answer(given)}
            given.unlink()
            changed.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
