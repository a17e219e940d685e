"""The names of bots."""

from __future__ import annotations

BOT_NAMES = (
    "Flywheel",
    "Piston",
    "Tappet",
    "Camshaft",
    "Bellows",
    "Governor",
    "Ratchet",
    "Gasket",
    "Spindle",
    "Dynamo",
    "Crank",
    "Sprocket",
)
