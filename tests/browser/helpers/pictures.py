"""The pictures of the documentation, which browser tests take. `scripts/screenshots` sets ENGINEHOUSE_SCREENSHOTS to their folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def take_picture(page: Any, name: str, height: int = 0, top: float = 0) -> None:
    """Write a picture of the window, if the pictures are to be made again.

    The picture begins `top` pixels below the upper edge of the window. If `height` is 0, it reaches to the lower edge.
    """
    if folder := os.environ.get("ENGINEHOUSE_SCREENSHOTS"):
        size = page.viewport_size
        clip = {"x": 0, "y": top, "width": size["width"], "height": height or size["height"] - top}
        page.screenshot(path=Path(folder) / f"{name}.jpg", type="jpeg", quality=75, clip=clip)
