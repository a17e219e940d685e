"""The pictures of the documentation, which browser tests take. `scripts/screenshots` sets ENGINEHOUSE_SCREENSHOTS to their folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def take_picture(page: Any, name: str, height: int = 0) -> None:
    """Write a picture of the upper part of the window, or of the whole window, if the pictures are to be made again."""
    if folder := os.environ.get("ENGINEHOUSE_SCREENSHOTS"):
        size = page.viewport_size
        clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"]}
        page.screenshot(path=Path(folder) / f"{name}.jpg", type="jpeg", quality=75, clip=clip)
