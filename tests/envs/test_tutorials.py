"""The tutorials of the docs. `scripts/tutorials` runs them with their frameworks; here they are checked without these."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.py"))
METADATA = re.compile(r"\A# /// script\n((?:#(?: .*)?\n)+)# ///\n")


@pytest.mark.parametrize("file", TUTORIALS, ids=lambda file: file.stem)
def test_a_tutorial_is_short_and_names_what_it_imports(file: Path) -> None:
    text = file.read_text("utf-8")
    found = METADATA.match(text)
    assert found, "the first lines name the packages"
    metadata = tomllib.loads("".join(line[2:] + "\n" for line in found[1].splitlines()))
    assert any(one.startswith("enginehouse") for one in metadata["dependencies"])
    assert (file.parent / metadata["tool"]["uv"]["sources"]["enginehouse"]["path"]).resolve() == ROOT
    tree = ast.parse(text)
    assert ast.get_docstring(tree) and len(text.splitlines()) <= 55
    for node in ast.walk(tree):  # every name of ours that it imports exists
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("enginehouse"):
            if "openspiel" in (node.module or "") and find_spec("pyspiel") is None:
                continue
            module = __import__(node.module or "", fromlist=["*"])
            assert all(hasattr(module, one.name) for one in node.names)


def test_the_page_shows_every_tutorial() -> None:
    page = (ROOT / "docs" / "tutorials.md").read_text("utf-8")
    assert sorted(re.findall(r"\{literalinclude\} tutorials/(\w+\.py)", page)) == [one.name for one in TUTORIALS]
    assert sorted(re.findall(r"^\| `(\w+\.py)`", page, re.M)) == [one.name for one in TUTORIALS]


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_counterfactual_regret_finds_the_value_of_kuhn_poker() -> None:
    program = ROOT / "docs" / "tutorials" / "cfr_openspiel.py"
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert "100 rounds: value -0.056" in done.stdout


def test_a_tutorial_that_does_not_exist_is_named() -> None:
    done = subprocess.run([ROOT / "scripts" / "tutorials", "ppo-sb3"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "there is no tutorial docs/tutorials/ppo-sb3.py" in done.stdout
