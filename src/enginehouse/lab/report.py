"""Write reports: the results in words, then as tables and a picture, on one self-contained page.

Remarkable games lie beside the report, each as a page of its own.
"""

from __future__ import annotations

from pathlib import Path

import jinja2
from markupsafe import Markup

from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.lab.findings.answers import spell_share, title
from enginehouse.lab.findings.charts import chart, describe_chart
from enginehouse.lab.findings.part_tables import list_part_tables
from enginehouse.lab.measures import format_word
from enginehouse.lab.tables import Tables
from enginehouse.lab.words import change, format_mean, name_column, sentences

LINKED = 24
"""The maximum number of games written beside a report. Other games are named with the command that opens them."""


def odd_games(result: Tables, variant: int) -> list[tuple[int, str]]:
    """Return the numbers of remarkable games of a variant in a result, each with the reason as a phrase.

    These are the longest game, the shortest game, and the game with the largest difference between two scores.
    """
    table = result.of(variant)
    scores = [f"score_{seat}" for seat in range(result.seats)]
    rows = table.select("game", "actions", *scores).rows()
    spread = {row[0]: max(row[2:]) - min(row[2:]) for row in rows}
    length = {row[0]: row[1] for row in rows}
    found = [
        (max(length, key=lambda k: (length[k], -k)), "the longest game: {} actions", length),
        (min(length, key=lambda k: (length[k], k)), "the shortest game: {} actions", length),
        (max(spread, key=lambda k: (spread[k], -k)), "the widest apart: {} points between first and last", spread),
    ]
    return [(k, said.format(values[k])) for k, said, values in found]


STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.eh-report table { border-collapse: collapse; margin: 1rem 0; } .eh-report th, .eh-report td { padding: .2rem .7rem; text-align: left; }
.eh-report th { border-bottom: 2px solid #888; } .eh-report td { border-bottom: 1px solid #8886; }
.eh-report figure { margin: 1rem 0; padding: .5rem; background: #fff; color: #000; } .eh-report svg { max-width: 100%; height: auto; }
.eh-report .found { font-weight: bold; } .eh-report code { background: #8883; padding: .1rem .3rem; }
.eh-report .words p { margin: .5rem 0; }
"""

BODY = """<div class="eh-report"><h1>{{ title }}</h1>
<div class="words">{% for sentence in sentences %}<p>{{ sentence }}</p>
{% endfor %}</div>
<figure>{{ chart }}<figcaption>{{ caption }} Lines are intervals of 95 %.</figcaption></figure>
{% for table in part_tables %}<h2>{{ table.title }}</h2>
<table><tr>{% for heading in table.headings.values() %}<th>{{ heading }}</th>{% endfor %}</tr>
{% for row in table.spell_rows() %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table>{% endfor %}
{% if result.differences %}<h2>Against {{ result.variants[0] }}, on the same deals</h2>
<table><tr><th>variant</th><th>what</th><th>difference</th><th>ratio of variances</th><th>found</th></tr>
{% for one in result.differences %}<tr{% if one.found %} class="found"{% endif %}><td>{{ result.variants[one.variant] }}</td>
<td>{{ name_column(one.column, result.together) }}</td><td>{{ change(result, one) }}</td>
<td>{{ "%.2f"|format(one.ratio) }}</td><td>{{ "yes" if one.found else "no" }}</td></tr>
{% endfor %}</table>{% endif %}
{% for variant in result.variants %}<h2>{{ variant }}</h2>
<table><tr><th>what</th><th>on average</th></tr>
{% for name in result.numbers %}<tr><td>{{ name_column(name) }}</td>
<td>{{ format_mean(result, name, result.average(variant.number, name)) }}</td></tr>
{% endfor %}</table>
{% for what in result.labelled %}<h3>{{ what }}</h3>
<table><tr><th>word</th><th>seats</th><th>wins</th></tr>
{% for label in result.labels(variant.number, what) %}<tr><td>{{ format_word(what, label.name) }}</td><td>{{ label.seats }}</td>
<td>{{ spell_share(label.win) }}</td></tr>
{% endfor %}</table>{% endfor %}
{% if "parts" in result.tables %}<h3>What became of parts</h3>
<table><tr><th>part</th><th>what</th><th>times</th><th>in games</th><th>when, on average</th></tr>
{% for part, what, times, games, when in result.parts(variant.number).rows() %}<tr><td>{{ part }}</td><td>{{ what }}</td>
<td>{{ times }}</td><td>{{ "%.1f"|format(100 * games) }} %</td><td>{{ "%.1f"|format(when) }}</td></tr>
{% endfor %}</table>{% endif %}
<h3>Games to look at</h3>
<ul>{% for k, said in odd(variant.number) %}<li>
{%- if (variant.number, k) in linked %}<a href="{{ linked[variant.number, k] }}">{{ said }}</a>{% else %}{{ said }}{% endif %}; step by step:
<code>enginehouse lab open {{ result.folder }} --game {{ k }}
{%- if variant.number %} --variant {{ variant.number }}{% endif %}</code></li>{% endfor %}</ul>
{% endfor %}
<h2>How it was made</h2>
<p>Enginehouse {{ result.made.enginehouse }}, rules {{ result.made.rules }}. The folder of the result has all settings and versions.</p>
<pre>{{ text }}</pre>
</div>
"""
"""The template of the report."""


def body(result: Tables, linked: dict[tuple[int, int], str] | None = None) -> str:
    """Return the report on the result of an experiment as HTML. `result` is this result, with the data of all games.

    `linked` maps (number of a variant, number of a game) to the address of a page about this game, to which the report
    then has a link.
    """
    room = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    said = {
        "format_word": format_word,
        "name_column": name_column,
        "change": change,
        "format_mean": format_mean,
        "spell_share": spell_share,
    }
    return room.from_string(BODY).render(
        result=result,
        title=title(result),
        sentences=[sentence for sentence in sentences(result) if sentence != result.experiment.about],
        chart=Markup(chart(result)),  # noqa: S704 - made by ourselves
        caption=describe_chart(result),
        part_tables=list_part_tables(result),
        odd=lambda variant: odd_games(result, variant),
        linked=linked or {},
        text=result.experiment.as_text(),
        **said,
    )


def page(result: Tables, linked: dict[tuple[int, int], str] | None = None) -> str:
    """Return the report on a result as one page of HTML.

    `linked` maps (variant, number of a game) to the address of the game's page.
    """
    return wrap_page(title(result), body(result, linked))


def wrap_page(title: str, content: str) -> str:
    """Return `content`, which is HTML, as a page of its own with this title."""
    head = f'<meta charset="utf-8"><title>{Markup.escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{content}</body></html>\n'


def write(result: Tables) -> Path:
    """Write the report of an experiment, and pages of its remarkable games, into the experiment's folder.

    The folder is `result.folder`. Return the path of the report in it, `report.html`.
    """
    found = [(variant.number, k) for variant in result.variants for k, _ in odd_games(result, variant.number)]
    linked: dict[tuple[int, int], str] = {}
    (result.folder / "games").mkdir(exist_ok=True)
    for variant, k in list(dict.fromkeys(found))[:LINKED]:
        match, name = result.match(variant, k), f"games/{variant}-{k}"
        (result.folder / f"{name}.json").write_text(logs.write(match.log()), encoding="utf-8")
        (result.folder / f"{name}.html").write_text(game_page(result, variant, k, match), encoding="utf-8")
        linked[variant, k] = f"{name}.html"
    path = result.folder / "report.html"
    path.write_text(page(result, linked), encoding="utf-8")
    return path


GAME = """<div class="eh-report"><h1>Game {{ k }}, {{ variant }}</h1>
<p><a href="../report.html">The report</a> &middot; <a href="{{ name }}.json">its log</a> &middot; step by step:
<code>enginehouse lab open {{ folder }} --game {{ k }}{% if variant.number %} --variant {{ variant.number }}{% endif %}</code></p>
<figure>{{ picture }}<figcaption>Its end, as a spectator sees it.</figcaption></figure>
<ol>{% for name, said in told %}<li>{{ said|join(" ") or name }}</li>
{% endfor %}</ol></div>
"""
"""The template of the page of a remarkable game."""


def game_page(result: Tables, variant: int, k: int, match: Match) -> str:
    """Return `match`, game `k` of a variant, as a page of HTML.

    The page has the last picture of the game, and the log that a spectator sees.
    """
    run = result.run(variant)
    names = [f"Seat {seat} ({run.bot(seat, k)})" for seat in range(run.seats)]
    moving, told = match.begin_again(), []
    for done in match.standing:
        moving.act_unchecked(done.seat, done.code)
        told.append((names[done.seat], moving.describe_latest(-1, names)))
    room = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    content = room.from_string(GAME).render(
        k=k,
        variant=result.variants[variant],
        name=f"{variant}-{k}",
        folder=result.folder,
        picture=Markup(match.svg()),  # noqa: S704 - made by ourselves
        told=told,
    )
    return wrap_page(f"Game {k}", content)
