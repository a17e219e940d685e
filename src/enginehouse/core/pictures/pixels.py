"""Turn pictures into pixels: PNG files, arrays, and GIFs of a whole game. This needs the extra `png`.

Pictures use only the font of the package (`core.pictures.font`), so they are the same on every machine.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from enginehouse.core.errors import Unreadable, advise_extra
from enginehouse.core.pictures.font import FAMILY, FILES

WIDTH = 800
"""The default width of a picture in pixels."""
WIDEST = 8000
FRAMES = 200
"""The maximum number of pictures in a GIF."""
T = TypeVar("T")


def library(name: str) -> Any:
    """Import a module of the extra `png` by its name, and return it.

    Raise `ImportError` with the package to install if it is missing.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"pictures as pixels need an extra: {advise_extra('png')}") from error


def png(svg: str, width: int = WIDTH) -> bytes:
    """Return an SVG file as a PNG file of this width in pixels. Raise `Unreadable` for an impossible width."""
    if not 1 <= width <= WIDEST:
        raise Unreadable(f"a picture is 1 to {WIDEST} pixels wide, not {width}")
    return bytes(
        library("resvg_py").svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=list(FILES),
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def rgb(svg: str, width: int = WIDTH) -> Any:
    """Return an SVG file as an array of uint8 with three dimensions: rows, columns, and red, green and blue.

    `width` is in pixels.
    """
    with library("PIL.Image").open(io.BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))


def gif(svgs: Iterable[str], width: int = WIDTH, ms: int = 700) -> bytes:
    """Return several SVG files as an animated GIF, with one picture for each file.

    Each picture is shown for `ms` milliseconds. Only the final picture is shown three times as long. `width` is in
    pixels. All frames have the size of the largest picture. A smaller picture is placed at the top.
    """
    images: Any = library("PIL.Image")
    drawn = list(svgs)
    if not drawn:
        raise Unreadable("a GIF has one picture at least")
    seen = np.vstack([rgb(svg, width) for svg in some(drawn, 5)])
    colours = images.fromarray(seen).quantize(
        255, dither=images.Dither.NONE
    )  # with the same palette in all frames, unchanged parts need no space
    frames = [images.fromarray(rgb(svg, width)).quantize(palette=colours, dither=images.Dither.NONE) for svg in drawn]
    high = max(frame.height for frame in frames)
    shown = []
    for frame in frames:
        whole = images.new("P", (width, high), frame.getpixel((0, frame.height - 1)))
        whole.putpalette(colours.getpalette())
        whole.paste(frame)
        shown.append(whole)
    out = io.BytesIO()
    times = [ms] * (len(shown) - 1) + [3 * ms]
    shown[0].save(out, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()


def some(items: Sequence[T], many: int = FRAMES) -> list[T]:
    """Return at most `many` of the items, evenly spread over the sequence, with the first and the last item among them.

    By default `many` is the number of frames that a GIF can show.
    """
    if len(items) <= many:
        return list(items)
    return [items[k * (len(items) - 1) // (many - 1)] for k in range(many)]
