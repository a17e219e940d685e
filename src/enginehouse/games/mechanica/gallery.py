"""Draw a picture of each part of Mechanica (bots, tiles, trucks, blueprints and so on), for the gallery."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg, el
from enginehouse.games.mechanica import art, names, parts


def gallery() -> list[tuple[str, Svg, float, float]]:
    """Return a picture of each bot, tile and other part of the game, as (title, picture, width, height)."""
    found: list[tuple[str, Svg, float, float]] = [
        (f"A {art.ROBOT_TITLES[model]}", art.robot(model, 2), 130, 150) for model in (1, 2, 3)
    ]
    for kind in range(1, parts.FORK + 1):
        svg = art.fabricator(kind) if kind in (parts.ADVANCED, parts.OVERACTIVE) else art.tile(kind)
        found.append((parts.TILES[kind].title, svg, 190, 190))
    found += [(f"{parts.TILES[kind].title}, flipped", art.tile(kind + 64), 190, 190) for kind in (3, parts.FORK)]
    found += [
        ("Downgrader, rotated", art.tile(4 + 16), 190, 190),
        ("Basic Fabricator", art.fabricator(-1), 180, 170),
        ("A bare slot", art.fabricator(0), 180, 170),
        ("An empty belt", art.BELT, 160, 160),
        *((f"{parts.TRUCK_NAMES[size].capitalize()} Truck", art.truck(size), 300, 110) for size in (1, 2, 3)),
        ("The shop’s wheel", art.WHEEL, 320, 320),
        ("The Recycler", art.RECYCLER, 130, 150),
        ("A Wallet", art.wallet(8), 110, 100),
        ("A Vault", art.vault(12), 110, 100),
        ("A coin", art.COIN, 40, 40),
        ("A bot that is lost", art.PUFF, 80, 80),
        ("A question", art.ASKED, 40, 40),
        ("ARMAND-0", el("g", art.armand(), transform="translate(0 20)"), 150, 170),
    ]
    found += [
        (f"Blueprint for {card.pay}: {names.bots(list(card.bots))}", art.blueprint(card.bots, card.pay), 130, 170)
        for card in parts.BLUEPRINTS
    ]
    return found
