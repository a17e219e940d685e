"""The form for logs, `enginehouse verify` and `enginehouse.load` judge a log alike, whatever it claims."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import enginehouse as eh
from enginehouse.commands.main import main
from enginehouse.commands.simulate import verify_log
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import logs
from enginehouse.core.play.log_claims import CLAIMS
from enginehouse.core.play.logs import Log
from enginehouse.core.play.receipts import NONE, commitment_of, secret_of, seed_of
from enginehouse.table.botpool import brought

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
SECRET, SALTS = secret_of("test"), ["0" * 32, NONE]


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    """A finished game with checksums and a receipt, as JSON."""
    match = eh.play("mechanation", 2, bots=["random"], seed=seed_words(seed_of(SECRET, SALTS)))
    again = eh.Match.new("mechanation", 2, None, match.seed)
    again.checks = []
    for entry in match.entries:
        again.step(entry)
    found: dict[str, Any] = json.loads(logs.write(again.log()))
    assert found["seed"] == seed_of(SECRET, SALTS)
    return found | {"receipt": {"commitment": commitment_of(SECRET), "secret": SECRET, "salts": SALTS}}


def seed_words(seed: str) -> tuple[int, ...]:
    return tuple(int(seed[k : k + 8], 16) for k in range(0, 64, 8))


def list_refusals(data: bytes, folder: Path) -> list[str]:
    """Return the refusal of each of the three readers of a file; empty if it accepts the file."""
    file = folder / "game.json"
    file.write_bytes(data)

    def by_form() -> str:
        brought.check(data)
        return ""

    def by_verify() -> str:
        return next((said.said for one in logs.load_all(file) if not (said := verify_log(one)).good), "")

    def by_load() -> str:
        eh.load(file)
        return ""

    return [_said(one).replace(f"{file}: ", "") for one in (by_form, by_verify, by_load)]


def _said(read: Callable[[], str]) -> str:
    try:
        return read()
    except EnginehouseError as error:
        return str(error)


def make_change(field: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a field, which may lie in another one: `result.scores`."""
    *path, last = field.split(".")

    def change(log: Any) -> None:
        for name in path:
            log = log[int(name) if name.isdecimal() else name]
        log[int(last) if last.isdecimal() else last] = value

    return change


MANY = int("9" * 400)
WRONG: dict[str, list[tuple[Callable[[dict[str, Any]], None], str]]] = {
    "format": [(make_change("format", 2), "has format 2"), (make_change("format", MANY), "this version reads format 1")],
    "game": [(make_change("game", "chess"), "game"), (make_change("game", "x" * 400), "game")],
    "rules": [(make_change("rules", "new"), "version of the rules"), (make_change("rules", "9" * 400), "version of the rules")],
    "seats": [(make_change("seats", 1), "for 2 to"), (make_change("seats", MANY), "for 2 to")],
    "options": [(make_change("options", {"x" * 400: "y"}), "has no option"), (make_change("options", {"mechs": "x" * 400}), "cannot be")],
    "seed": [(make_change("seed", "0" * 63), "64 hexadecimal"), (make_change("seed", "x" * 400), "64 hexadecimal")],
    "entries": [
        (make_change("entries.3.act", "fly" * 200), "entry 4"),
        (make_change("entries.3.seat", 7), "there is no seat 7"),
        (make_change("entries.3.seat", MANY), "there is no seat 9999"),
        (make_change("entries.3.check", "2:00000000"), "entry 4, seat"),
        (make_change("entries.3", {"seat": 0, "step": "redo"}), "entry 4, seat 0, 'redo'"),
        (lambda log: log["entries"].append(log["entries"][-1]), "entry"),
    ],
    "checksum": [(make_change("checksum", "2:" + "0" * 32), "the final record is another one")],
    "result": [
        (make_change("result.scores", [0, 0]), "the result is another one"),
        (make_change("result.ranks", [2, 2]), "the result is another one"),
        (make_change("result.reason", "MN-9.9"), "the result is another one"),
        (make_change("result", None), "the game is over, and the log has no result"),
    ],
    "receipt": [
        (make_change("receipt.secret", "1" * 64), "the secret of the receipt"),
        (make_change("receipt.commitment", "1" * 64), "the secret of the receipt"),
        (make_change("receipt.salts", [NONE, NONE]), "not dealt from the secret and the salts"),
        (make_change("receipt.salts", [NONE]), "does not hold 2 salts"),
        (make_change("receipt.order", [0, 0]), "who was drawn"),
        (make_change("receipt.order", [2, 0]), "who was drawn"),
    ],
}  # fmt: skip


def test_every_field_is_a_claim_that_is_tried() -> None:
    assert set(CLAIMS) == set(WRONG) == set(Log.__struct_fields__)


@pytest.mark.parametrize("claim", WRONG)
def test_the_three_readers_refuse_a_wrong_claim_alike(claim: str, good: dict[str, Any], tmp_path: Path) -> None:
    for change, said in WRONG[claim]:
        log = json.loads(json.dumps(good))
        change(log)
        form, verify, load = list_refusals(json.dumps(log).encode(), tmp_path)
        if claim == "game":  # what is refused there is the same, and each says where it looked
            assert form and "there is no game" in verify and verify == load
        else:
            assert said in form and said in verify and said in load, (form, verify, load)
            cause = load.rstrip(".")
            assert cause in form and cause in verify
        assert max(map(len, (form, verify, load))) < 400, "what was sent is not said back whole"


def test_they_accept_valid_values(good: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(good).encode()
    without = {name: value for name, value in good.items() if name not in ("receipt", "checksum")}
    for data in (text, b"\xef\xbb\xbf" + text, b"\n" + text + b"\r\n\n", json.dumps(without).encode()):
        assert list_refusals(data, tmp_path) == ["", "", ""]


def test_they_use_the_same_names_for_file_formats(good: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(good)
    for data, said in (
        (text.encode("utf-16"), "it is UTF-16; save it as UTF-8"),
        (text.encode("utf-16-le"), "it is UTF-16; save it as UTF-8"),
        (json.dumps(good, indent=1).encode("utf-16"), "it is UTF-16; save it as UTF-8"),
        (gzip.compress(text.encode()), "it is compressed with gzip; unpack it first"),
        (text.encode() + b"\xff", "it is not UTF-8"),
        (text.replace('"seed"', '"seed": "0", "seed"', 1).encode(), "it has 'seed' twice"),
        (text.replace('"act"', '"act": "pass", "act"', 1).encode(), "it has 'act' twice"),
        (text.replace('"pass"', '"\\ud800"', 1).encode(), "half of a surrogate pair"),
        (b"", "this is not the log of a game"),
    ):
        found = list_refusals(data, tmp_path)
        assert all(said in one for one in found) and len(set(found)) == 1, found


def test_they_name_the_choice_in_a_file_of_two(good: dict[str, Any], tmp_path: Path) -> None:
    """`verify` checks all of them, and names the one that does not hold."""
    text, wrong = json.dumps(good), json.dumps(good | {"checksum": "2:" + "0" * 32})
    data = f"{text}\n{wrong}\n".encode()
    form, _, load = list_refusals(data, tmp_path)
    file = tmp_path / "game.json"
    assert form == "this file holds 2 games; import one of them: a file with one of its lines"
    assert load == f"this file holds 2 games; name one of them: {file}:1 to {file}:2"
    found = CliRunner().invoke(main, ["verify", str(file)])
    assert found.exit_code == 1
    assert f"{file}:2: all entries are legal, but the final record is another one" in found.output


def test_a_game_that_is_not_over_can_be_loaded_and_verified(good: dict[str, Any], tmp_path: Path) -> None:
    """The form keeps games that are over only."""
    for many in (0, 1, 12):
        log = good | {"entries": good["entries"][:many], "result": None, "checksum": ""}
        form, verify, load = list_refusals(json.dumps(log).encode(), tmp_path)
        assert "not over" in form and (verify, load) == ("", "")
        claimed = json.dumps(log | {"result": good["result"]}).encode()
        assert all("the game is not over, and the log has a result" in one for one in list_refusals(claimed, tmp_path))
