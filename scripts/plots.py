"""Draw the plots of the docs from files of results: leagues, training curves, and the chart of an experiment.

    .venv/bin/python scripts/plots.py    write them into docs/assets

`scripts/pictures` calls it. Tests draw them again and compare the files. The chart of the experiment needs the lab, so
it is left out if the lab is not installed.
"""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from enginehouse.bots.analysis.league_results import INK, STROKE, draw_strengths, read_results
from enginehouse.core.pictures.drawing import Svg, el, joined

ROOT = Path(__file__).resolve().parent.parent
ASSETS, RESULTS = ROOT / "docs" / "assets", ROOT / "docs" / "studies" / "results"
CURVES = {
    "connect-four": "Connect four: games won against random play, as the policy learns",
    "mechanation": "Mechanation: games won against random play, as the policy learns",
    "baseline-great-machine": "The Great Machine: games won against random play, as the baseline learns",
    "baseline-mechanation": "Mechanation: games won against greedy, as the baseline learns",
    "baseline-mechanica": "Mechanica: games won against greedy, as the baseline learns",
    "baseline-mechanical-beast": "Mechanical Beast: games won together, as the baseline learns",
}
"""The titles of the training curves, by the names of their files. `docs/examples/train.py --curve` writes the files."""
EXPERIMENT = "titan"
LOWEST = 0.4
"""A curve that falls below this share has an axis from 0 %, and otherwise an axis from 50 %."""
MOST_STEPS = 6
"""The largest number of steps on the axis of a curve."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 60, 690, 44, 250


def draw_curve(title: str, points: Sequence[tuple[int, float, float]]) -> str:
    """Return a training curve as SVG. A point has a number of actions, a share of wins, and half its 95 % interval."""
    most, first = points[-1][0], 0 if min(share for _, share, _ in points) < LOWEST else 5

    def place(actions: float, share: float) -> str:
        height = (BOTTOM - TOP) * (10 * share - first) / (10 - first)
        return f"{LEFT + (RIGHT - LEFT) * actions / most:.1f},{BOTTOM - height:.1f}"

    def label(text: str, x: float, y: float, anchor: str) -> Svg:
        return el("text", text, x=x, y=y, font_size=13, text_anchor=anchor)

    lines: list[str] = []
    for tenth in range(first, 11, 1 if first else 2):
        y = BOTTOM - (BOTTOM - TOP) * (tenth - first) / (10 - first)
        lines.append(el("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, stroke="#d1d5db"))
        lines.append(label(f"{tenth * 10} %", LEFT - 8, y + 4, "end"))
    step = next(
        digit * 10**power for power, digit in product(range(12), (1, 2, 5)) if most <= MOST_STEPS * digit * 10**power
    )
    for actions in range(0, most + 1, step):
        lines.append(label(f"{actions:,}", LEFT + (RIGHT - LEFT) * actions / most, BOTTOM + 20, "middle"))
    lines.append(label("actions", (LEFT + RIGHT) / 2, BOTTOM + 40, "middle"))
    band = [place(at, min(1, share + error)) for at, share, error in points]
    band += [place(at, max(first / 10, share - error)) for at, share, error in reversed(points)]
    lines.append(el("polygon", points=" ".join(band), fill=STROKE, fill_opacity=0.2))
    middle = " ".join(place(at, share) for at, share, _ in points)
    lines.append(el("polyline", points=middle, fill="none", stroke=STROKE, stroke_width=2))
    whole = el(
        "svg",
        el("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        el("g", el("text", title, x=12, y=22, font_size=15), joined(lines), fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=title,
        font_family="sans-serif",
    )
    return Svg(whole) + "\n"


def read_curve(file: Path) -> list[tuple[int, float, float]]:
    """Return the points of a file that `docs/examples/train.py --curve` wrote."""
    with file.open(encoding="utf-8", newline="") as rows:
        return [(int(row["actions"]), float(row["share"]), float(row["error"])) for row in csv.DictReader(rows)]


def list_plots() -> dict[str, str]:
    """Return the plots of leagues and training curves as SVG, by the names of their files."""
    plots: dict[str, str] = {}
    for result in read_results(RESULTS / "leagues.json"):
        # Of several leagues with the same seats, the first has all bots.
        plots.setdefault(f"league-{result.game}-{result.seats}.svg", draw_strengths(result))
    for name, title in CURVES.items():
        plots[f"curve-{name}.svg"] = draw_curve(title, read_curve(RESULTS / f"curve-{name}.csv"))
    return plots


def draw_experiment(folder: Path) -> str:
    """Return the chart of the experiment whose result is in a folder, as an SVG file."""
    from enginehouse.lab.findings.charts import chart
    from enginehouse.lab.results import Result

    return chart(Result.load(folder)).strip() + "\n"


def play_experiment(folder: Path) -> None:
    """Play the experiment of the page "Start: design", and write its result into a folder."""
    from enginehouse import lab

    page = (ROOT / "docs" / "start-design.md").read_text("utf-8")
    (text,) = re.findall(rf"^\*\*`{EXPERIMENT}\.toml`\*\*\n\n```toml\n(.*?)^```", page, re.S | re.M)
    lab.carry_out(lab.parse(text), folder)


def main() -> None:
    plots = list_plots()
    if all(map(find_spec, ("polars", "scipy", "matplotlib"))):
        with tempfile.TemporaryDirectory() as folder:
            play_experiment(Path(folder))
            plots[f"lab-{EXPERIMENT}.svg"] = draw_experiment(Path(folder))
    else:
        print("the lab is not installed (scripts/setup lab): its chart stays as it is")
    for file, drawn in plots.items():
        (ASSETS / file).write_text(drawn, "utf-8")
        print(ASSETS.relative_to(ROOT) / file)


if __name__ == "__main__":
    main()
