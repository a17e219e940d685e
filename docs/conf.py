"""The documentation: Markdown by MyST, the picture of the house and the commands read from the code itself."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "enginehouse"

project = "Enginehouse"
author = copyright = "the Enginehouse authors"
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["pyspiel"]  # OpenSpiel is large, and the docs only read docstrings
# Types of other packages, and names of ours that have no entry, are shown without a link.
nitpick_ignore_regex = [("py:.*", ".*")]
exclude_patterns = ["examples"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Enginehouse"
html_static_path: list[str] = []
html_show_sphinx = False
html_copy_source = False


def first_line(path: Path) -> str:
    """What a file says of itself: the first line of its docstring."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.partition("\n")[0]


def house(folder: Path) -> nodes.bullet_list:
    """One line per folder and file of the package, with what it says of itself."""
    lines = nodes.bullet_list()
    for path in sorted(folder.iterdir(), key=lambda p: (p.is_file(), p.name)):
        if path.is_dir() and (path / "__init__.py").exists():
            name, said, below = f"{path.name}/", first_line(path / "__init__.py"), house(path)
        elif path.suffix == ".py" and path.name != "__init__.py":
            name, said, below = path.name, first_line(path), None
        else:
            continue
        item = nodes.list_item("", nodes.paragraph("", "", nodes.literal(name, name), nodes.Text(f"  {said}")))
        if below:
            item += below
        lines += item
    return lines


def commands(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """The help of a command and of all below it, as `--help` prints it."""
    found = [(context.command_path, command.get_help(context))]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                found += commands(below, click.Context(below, info_name=name, parent=context))
    return found


class House(SphinxDirective):
    """The tree of the package."""

    def run(self) -> list[nodes.Node]:
        return [house(PACKAGE)]


class Commands(SphinxDirective):
    """All commands with their options."""

    def run(self) -> list[nodes.Node]:
        from enginehouse.commands.main import main

        made: list[nodes.Node] = []
        context = click.Context(main, info_name="enginehouse", terminal_width=96, max_content_width=96)
        for _, text in commands(main, context):
            made.append(nodes.literal_block(text, text, language="text"))
        return made


class Settings(SphinxDirective):
    """All settings of the table with their defaults."""

    def run(self) -> list[nodes.Node]:
        from enginehouse.table.settings import about, variable

        lines = nodes.bullet_list()
        for name, default, sentence in about():
            shown = f" ({default})" if default != "" else ""
            lines += nodes.list_item(
                "", nodes.paragraph("", "", nodes.literal("", variable(name)), nodes.Text(f"{shown}: {sentence}"))
            )
        return [lines]


def as_code(_app: Sphinx, _what: str, _name: str, _of: Any, _options: Any, lines: list[str]) -> None:
    """Docstrings are written as Markdown is: a name between single backquotes is code."""
    lines[:] = [re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line) for line in lines]


def shorten_names(_app: Sphinx, doctree: nodes.document) -> None:
    """Show the names of the package itself as people type them: `eh.play`."""
    for node in doctree.findall(addnodes.desc_addname):
        if node.astext() == "enginehouse.":
            node.children = [nodes.Text("eh.")]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", as_code)
    app.connect("doctree-read", shorten_names)
    app.add_directive("house", House)
    app.add_directive("commands", Commands)
    app.add_directive("settings", Settings)
    # They read the code, so the pages that use them are always read anew.
    pages = {"house", "commands", "host", "api"}
    app.connect("env-before-read-docs", lambda _app, _env, names: names.extend(pages - set(names)))
    return {"parallel_read_safe": True}
