"""Render pages from templates that escape all data. If a template uses an unknown name, an error is raised.

Line breaks and indentation of a template are not part of a page. Between two words of a sentence a line break becomes a
space. Beside a tag or an expression it is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from enginehouse.table import assets
from enginehouse.table.addresses import is_in_tab, own_address
from enginehouse.table.picture.elements import badge

NAME_UNITS = 64
"""The maximum length of a name in a form. Browsers count UTF-16 units, of which one character can have eleven."""
BOT_MARK = Markup('<small class="bot-mark">bot</small>')
"""The mark beside the name of a bot. No other name has it."""
_BESIDE_A_TAG = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)|\A\s*\n\s*|\s*\n\s*\Z")
"""A line break beside a tag, or at an end of a text, which is removed."""
_IN_A_SENTENCE = re.compile(r"\s*\n\s*")
"""Any other line break, which becomes a space."""
_ADDRESS = re.compile(r"""(?<=\s)(href|src|action|formaction)="(?=/)""")
"""The beginning of an address of this server in an attribute."""


def _with_path(text: str) -> str:
    """Return the template source `text`, with the path of this server put in front of each address in it."""
    return _ADDRESS.sub(lambda found: found[0] + own_address(""), text)


class LineBreaks(Extension):
    """A Jinja extension that removes line breaks from templates, and puts the server's path in front of addresses."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Yield the tokens of a template, and leave out the line breaks in its text.

        Each token keeps its line number, which error messages name.
        """
        for token in stream:
            if token.type == "data":
                yield Token(
                    token.lineno, "data", _with_path(_IN_A_SENTENCE.sub(" ", _BESIDE_A_TAG.sub("", token.value)))
                )
            else:
                yield token


ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    extensions=[LineBreaks],
)
ENVIRONMENT.globals |= {"asset": assets.url, "MORPHER": assets.MORPHER, "badge": badge}
ENVIRONMENT.globals |= {"NAME_UNITS": NAME_UNITS, "BOT_MARK": BOT_MARK, "is_in_tab": is_in_tab}


def in_attribute(data: Any) -> Markup:
    """Return data as JSON for an HTML attribute in single quotes, in which double quotes need no escape."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))  # noqa: S704 - escaped here


def render(template: str, **data: Any) -> str:
    """Return a page that is made from the named template (in `templates/`) and data."""
    return ENVIRONMENT.get_template(f"{template}.html").render(data)
