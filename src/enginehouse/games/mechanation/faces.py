"""Draw the portraits of the 24 mechs. Each has its middle at (0, 0) and is about 64 units wide.

`art.py` moves the portraits to their places on a card.
"""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg
from enginehouse.games.mechanation.parts import Mech


def _eyes(x: float, y: float, r: float = 4) -> str:
    """Draw two glowing eyes of radius `r`, one at (-x, y) and one at (x, y)."""
    return "".join(
        f'<circle class="mn-eye" cx="{cx:g}" cy="{y:g}" r="{r:g}"/><circle class="mn-pupil" cx="{cx:g}" cy="{y:g}" r="{r * 0.42:g}"/>'
        for cx in (-x, x)
    )


def _path(cls: str, d: str) -> str:
    return f'<path class="{cls}" d="{d}"/>'


def _ring(cls: str, x: float, y: float, r: float) -> str:
    return f'<circle class="{cls}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def _rivets(*places: tuple[float, float]) -> str:
    return "".join(_ring("mn-rivet", x, y, 1.7) for x, y in places)


_PORTRAITS: dict[int, str] = {
    Mech.GNAT: (
        _path("mn-wing", "M-6-4C-30-34-40-10-10 2ZM6-4C30-34 40-10 10 2Z")
        + _path("mn-copper", "M-9-6Q0-14 9-6L12 12Q0 30-12 12Z")
        + _path("mn-line", "M-11 6H11M-9 14H9M-4-12L-10-24M4-12L10-24")
        + _ring("mn-dark", -8, -4, 7.5)
        + _ring("mn-dark", 8, -4, 7.5)
        + _eyes(8, -4, 5)
        + _path("mn-steel", "M-2 4H2L0 32Z")
    ),
    Mech.DECOY: (
        _path("mn-wood", "M-4 14H4V32H-4Z")
        + _path("mn-wood", "M-22-26H22Q27-4 18 14H-18Q-27-4-22-26Z")
        + _path("mn-line", "M-20-14H20M-21 2H21")
        + _ring("mn-cream", 0, -6, 13)
        + _ring("mn-red", 0, -6, 9)
        + _ring("mn-cream", 0, -6, 4.5)
        + _path("mn-pen", "M-18-19l6 6m0-6l-6 6M12-19l6 6m0-6l-6 6M-8 9Q0 15 8 9")
    ),
    Mech.LIMPET: (
        _path("mn-steel", "M-31 14C-28-16-14-28 0-28C14-28 28-16 31 14Z")
        + _path("mn-line", "M0-28V2M-12-25Q-20-10-21 4M12-25Q20-10 21 4")
        + _path("mn-dark", "M-15 1H15V10H-15Z")
        + _eyes(6, 5.5, 3.4)
        + "".join(_path("mn-copper", f"M{x - 7} 14H{x + 7}L{x + 4} 22H{x - 4}Z") for x in (-22, -7, 8, 22))
    ),
    Mech.PERISCOPE: (
        _path("mn-brass", "M-8 30V-10Q-8-26 8-26H20V-10H10Q8-10 8-7V30Z")
        + _path("mn-line", "M-8 10H8M-8 16H8")
        + _path("mn-steel", "M18-31H26V-5H18Z")
        + _ring("mn-dark", 24, -18, 11)
        + _ring("mn-lens", 24, -18, 8)
        + _ring("mn-shine", 21, -21, 2.4)
        + _path("mn-steel", "M-24 30Q-22 18 0 18Q22 18 24 30Z")
        + _path("mn-line", "M-8-8L-20-16M-8 0L-22-2")
    ),
    Mech.WRENCH: (
        _path("mn-steel", "M-7 32L-9 6C-30-2-30-24-14-32V-12L0-4L14-12V-32C30-24 30-2 9 6L7 32Z")
        + _path("mn-line", "M-4 12V28M4 12V28")
        + _ring("mn-dark", 0, 4, 9)
        + _ring("mn-eye", 0, 4, 6)
        + _ring("mn-pupil", 0, 4, 2.6)
        + _rivets((-18, -10), (18, -10))
    ),
    Mech.JAMMER: (
        _path("mn-line", "M-12-14L-22-28M12-14L22-28")
        + _path("mn-brass", "M-30-30Q-30-18-16-20L-24-33ZM30-30Q30-18 16-20L24-33Z")
        + _path("mn-steel", "M-20-14H20L24 12Q14 28 0 28Q-14 28-24 12Z")
        + _path("mn-dark", "M-15-6H-3V3H-15ZM3-6H15V3H3Z")
        + _path("mn-zap", "M-14-1l3-3 3 4 3-4M4-1l3-3 3 4 3-4")
        + _path("mn-dark", "M-14 10H14L10 20H-10Z")
        + _path("mn-thin", "M-9 10V20M-4 10V20M1 10V20M6 10V20")
    ),
    Mech.BURROWER: (
        _path("mn-copper", "M-26-12Q-24-30 0-30Q24-30 26-12L18 4H-18Z")
        + _ring("mn-brass", -11, -12, 10)
        + _ring("mn-brass", 11, -12, 10)
        + _ring("mn-dark", -11, -12, 7)
        + _ring("mn-dark", 11, -12, 7)
        + _eyes(11, -12, 4)
        + _path("mn-steel", "M-18 4H18L0 34Z")
        + _path("mn-line", "M-15 9L15 5M-11 16L11 11M-7 23L7 17M-3 29L4 23")
    ),
    Mech.SPARK: (
        _path("mn-bolt", "M-22-32L-12-20L-18-18L-8-6M22-32L12-20L18-18L8-6")
        + _ring("mn-steel", 0, -24, 8)
        + _path("mn-copper", "M-7-16H7V-2H-7Z")
        + _path("mn-line", "M-7-13H7M-7-9H7M-7-5H7")
        + _path("mn-brass", "M-22-2H22Q26 16 14 28H-14Q-26 16-22-2Z")
        + _ring("mn-dark", -9, 9, 6.5)
        + _ring("mn-dark", 9, 9, 6.5)
        + _eyes(9, 9, 4.6)
        + _path("mn-zap", "M-8 21l4-3 4 4 4-4 4 3")
    ),
    Mech.BULWARK: (
        _path("mn-steel", "M-30-28H-18V-20H-6V-28H6V-20H18V-28H30V24L24 30H-24L-30 24Z")
        + _path("mn-line", "M-30-10H30M-30 14H30M-14-10V-20M12-10V-20M-18 14V30M0 14V30M18 14V30")
        + _path("mn-dark", "M-22-4H22V7H-22Z")
        + _eyes(9, 1.5, 3.6)
    ),
    Mech.LANCER: (
        _path("mn-red", "M-2-20C-14-36-30-26-26-6Q-18-18-4-14Z")
        + _path("mn-steel", "M-16-4Q-16-24 4-24Q22-24 22-2L26 4L20 8V20Q12 30 0 30Q-16 26-16 8Z")
        + _path("mn-dark", "M2-8H24V-2H2Z")
        + _path("mn-eye", "M8-7H20V-4H8Z")
        + _path("mn-thin", "M4 8V22M9 8V22M14 8V22")
        + _path("mn-brass", "M-34 30L-30 34L32-26L28-28Z")
        + _rivets((-10, 4), (-8, 16))
    ),
    Mech.LEECH: (
        _path("mn-copper", "M-26-14C-26-34 26-34 26-14C30 4 22 30 0 30C-22 30-30 4-26-14Z")
        + _path("mn-line", "M-24-18Q0-30 24-18M-26-10Q-20-14-17-12M26-10Q20-14 17-12")
        + _eyes(14, -19, 3.4)
        + _ring("mn-dark", 0, 5, 17)
        + _path(
            "mn-cream",
            "M0-12L4-4H-4ZM0 22L-4 14H4ZM-17 5L-9 1V9ZM17 5L9 9V1ZM-12-7L-4-3L-8 1ZM12-7L8 1L4-3ZM-12 17L-8 9L-4 13ZM12 17L4 13L8 9Z",
        )
        + _ring("mn-red", 0, 5, 4)
    ),
    Mech.OVERCLOCK: (
        _path("mn-smoke", "M-24-24q-6-6 0-10q6-4 2-8M24-24q6-6 0-10q-6-4-2-8")
        + _path("mn-steel", "M-28-20H-20V0H-28ZM20-20H28V0H20Z")
        + _ring("mn-brass", 0, 0, 27)
        + _ring("mn-cream", 0, 0, 21)
        + _path("mn-hot", "M0 0L16-14A21 21 0 0 1 20 6Z")
        + _path("mn-thin", "M-17 0H-13M-12-12L-9-9M0-17V-13")
        + _path("mn-hand", "M-2 2L13-8L2 3Z")
        + _ring("mn-dark", -8, -1, 3.4)
        + _ring("mn-dark", 8, -1, 3.4)
        + _path("mn-pen", "M-9 11Q0 18 9 11")
    ),
    Mech.RECALLER: (
        _path("mn-brass", "M-12-26Q0-36 12-26L9-18H-9Z")
        + _path("mn-steel", "M-22-18H22Q28 6 16 26H-16Q-28 6-22-18Z")
        + _path("mn-arrow", "M-14 4A14 14 0 1 1-6 16M-14-6V5H-4")
        + _eyes(6, 2, 3.8)
        + _path("mn-line", "M-24-6H-32V6H-24M24-6H32V6H24")
        + _path("mn-thin", "M-6 13H6")
    ),
    Mech.WARDEN: (
        _path("mn-shackle", "M-15-8V-16A15 15 0 0 1 15-16V-8")
        + _path("mn-brass", "M-26-10H26V22Q26 30 18 30H-18Q-26 30-26 22Z")
        + _eyes(13, 2, 4)
        + _path("mn-dark", "M0 0A5 5 0 0 1 3 9L6 22H-6L-3 9A5 5 0 0 1 0 0Z")
        + _rivets((-21, -5), (21, -5), (-21, 25), (21, 25))
        + _path("mn-pen", "M-20-5L-8-2M20-5L8-2")
    ),
    Mech.RAIDER: (
        _path("mn-cream", "M-22-10C-36-14-36-28-30-34C-30-24-24-20-14-20ZM22-10C36-14 36-28 30-34C30-24 24-20 14-20Z")
        + _path("mn-steel", "M-22-8Q-22-26 0-26Q22-26 22-8L20 10L12 14V26H-12V14L-20 10Z")
        + _path("mn-red", "M-23-8Q0-18 23-8V-16Q0-30-23-16Z")
        + _ring("mn-dark", -9, 0, 6)
        + _ring("mn-eye", -9, 0, 3.4)
        + _path("mn-dark", "M3-6H16V6H3ZM3-6L-22-14L-21-10ZM0 6l4 7h-8z")
        + _path("mn-thin", "M-6 17V26M0 17V26M6 17V26")
    ),
    Mech.VANGUARD: (
        _path("mn-enamel", "M-4-34H4L7-14H-7Z")
        + _path("mn-steel", "M-24-8Q-22-28 0-28Q22-28 24-8L20 20L8 30H-8L-20 20Z")
        + _path("mn-dark", "M-19-8L0 6L19-8V0L3 13V28H-3V13L-19 0Z")
        + _path("mn-eye", "M-16-3L-5 5L-7 7L-16 0ZM16-3L5 5L7 7L16 0Z")
        + _path("mn-brass", "M-5-26H5V-8L0-3L-5-8Z")
    ),
    Mech.COLOSSUS: (
        _path("mn-iron", "M-36 34V18Q-30 6-18 8H18Q30 6 36 18V34Z")
        + _path("mn-steel", "M-20-30H20L26-10V20L16 30H-16L-26 20V-10Z")
        + _path("mn-dark", "M-19-14H19V-6H-19Z")
        + _eyes(8, -10, 3)
        + _path("mn-steel", "M-24 4H24V20L15 29H-15L-24 20Z")
        + _path("mn-line", "M-18 10H18M-12 10V26M-4 10V28M4 10V28M12 10V26")
        + _path("mn-crack", "M6-30L10-22L4-18L12-8")
    ),
    Mech.GOLIATH: (
        _ring("mn-copper", 0, -2, 28)
        + _path("mn-iron", "M-30-8Q0-22 30-8V-1Q0-13-30-1Z")
        + _eyes(11, 0, 4.6)
        + _path("mn-dark", "M-12 13H12V21H-12Z")
        + _path("mn-cream", "M-10 13h5v4h-5zM5 13h5v4H5z")
        + _path("mn-line", "M-7-28V-16M7-28V-16")
        + _path("mn-iron", "M14 20H34V34H14Z")
        + _path("mn-thin", "M19 20V27M24 20V27M29 20V27")
    ),
    Mech.JUGGERNAUT: (
        _path("mn-smoke", "M0-32q-8-4-3-9q6-4 1-9")
        + _path("mn-iron", "M-7-33H7L5-22H-5Z")
        + _ring("mn-iron", 0, -3, 24)
        + _ring("mn-steel", 0, -3, 18)
        + _ring("mn-eye", 0, -8, 7)
        + _ring("mn-spark", 0, -8, 3.6)
        + _path("mn-pen", "M-10 4Q0 0 10 4")
        + _path("mn-red", "M-30 16H30L18 34H-18Z")
        + _path("mn-line", "M-20 16L-12 34M-8 16L-5 34M8 16L5 34M20 16L12 34")
    ),
    Mech.SENTINEL: (
        _path("mn-steel", "M-14-30H14L18-12H-18Z")
        + _path("mn-dark", "M-12-24H12V-15H-12Z")
        + _ring("mn-eye", 0, -19.5, 4)
        + _path("mn-steel", "M-10-12H10L14 32H-14Z")
        + _path("mn-line", "M-11-2H11M-12 10H12")
        + _path("mn-enamel", "M-30-6H-4V14Q-6 26-17 31Q-28 26-30 14Z")
        + _path("mn-brass", "M-19-2H-15V10H-8V14H-15V26H-19V14H-26V10H-19Z")
        + _path("mn-line", "M24-30V32")
        + _path("mn-steel", "M24-36L29-24H19Z")
    ),
    Mech.TITAN: (
        _path("mn-brass", "M-22-18L-26-34L-12-24L0-36L12-24L26-34L22-18Z")
        + _path("mn-steel", "M-22-18H22V8Q20 24 8 30H-8Q-20 24-22 8Z")
        + _path("mn-dark", "M-17-9H-4V1H-17ZM4-9H17V1H4Z")
        + _eyes(10.5, -4, 3.6)
        + _path("mn-line", "M0-12V10L-5 13M-9 20H9")
        + _path("mn-steel", "M-28-8H-22V8H-28ZM22-8H28V8H22Z")
    ),
    Mech.SIEGE_ENGINE: (
        _path("mn-wood", "M-32 10H26L32 20H-32Z")
        + _path("mn-iron", "M-20 10L-14-18L24-34L30-20L-2-4L2 10Z")
        + _path("mn-line", "M16-31L22-17M-8-20L-2-5")
        + _ring("mn-dark", -9, -1, 6)
        + _ring("mn-eye", -9, -1, 3.6)
        + _ring("mn-wood", -18, 22, 11)
        + _ring("mn-wood", 16, 22, 11)
        + _path("mn-line", "M-18 11V33M-29 22H-7M16 11V33M5 22H27")
        + _ring("mn-brass", -18, 22, 3)
        + _ring("mn-brass", 16, 22, 3)
    ),
    Mech.AEGIS: (
        _path(
            "mn-brass",
            "M0-36L8-28L19-31L20-20L30-15L25-5L31 5L22 11L21 22L10 22L0 35L-10 22L-21 22L-22 11L-31 5L-25-5L-30-15L-20-20L-19-31L-8-28Z",
        )
        + _ring("mn-enamel", 0, -2, 21)
        + _path("mn-line", "M-13-9L-4-5M13-9L4-5")
        + _eyes(8, -2, 4)
        + _path("mn-pen", "M0 0V6M-8 12Q0 8 8 12")
    ),
    Mech.HARVESTER: (
        _path(
            "mn-wheat",
            "M-26-8V-34M-20-8V-30M26-8V-34M20-8V-30M-29-30l3 4 3-4M-29-24l3 4 3-4M23-30l3 4 3-4M23-24l3 4 3-4",
        )
        + _path("mn-copper", "M-20-28H20V-2H-20Z")
        + _path("mn-dark", "M-15-23H15V-11H-15Z")
        + _eyes(7, -17, 3.8)
        + _path("mn-iron", "M-32 0H32V20H-32Z")
        + _path("mn-steel", "M-32 20L-26 33L-20 20L-13 33L-7 20L0 33L7 20L13 33L20 20L26 33L32 20Z")
        + _path("mn-brass", "M-30 4H30V8H-30ZM-30 12H30V16H-30Z")
    ),
}


def portrait(mech: int) -> Svg:
    """Return the portrait of the mech with this number."""
    return Svg(_PORTRAITS[mech])


STYLE = (
    ".mn-steel{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:1.6;stroke-linejoin:round}"
    ".mn-iron{fill:var(--steel-dark);stroke:#23201d;stroke-width:1.6;stroke-linejoin:round}"
    ".mn-brass{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:1.6;stroke-linejoin:round}"
    ".mn-copper{fill:url(#copper-plate);stroke:var(--copper-dark);stroke-width:1.6;stroke-linejoin:round}"
    ".mn-wood{fill:url(#wood-plate);stroke:var(--wood-dark);stroke-width:1.6}"
    ".mn-enamel{fill:var(--enamel-light);stroke:#0d2d2b;stroke-width:1.6;stroke-linejoin:round}"
    ".mn-cream{fill:#f3e6c6;stroke:#4b3a1e;stroke-width:1.2;stroke-linejoin:round}.mn-red{fill:#b03a24;stroke:#5d1a0d;stroke-width:1.2;stroke-linejoin:round}"
    ".mn-dark{fill:#231f1b;stroke:#0f0d0b;stroke-width:1}.mn-eye{fill:#ffc857;stroke:#7a4d05;stroke-width:1}.mn-pupil{fill:#5a2a05}.mn-spark{fill:#fff3b0}"
    ".mn-lens{fill:#7fb9b0;stroke:#17302d;stroke-width:1.5}.mn-shine{fill:#fff;opacity:.8}.mn-rivet{fill:var(--brass-light);stroke:var(--brass-dark);stroke-width:.7}"
    ".mn-wing{fill:#d4e6df;stroke:#4c6b66;stroke-width:1.4;opacity:.9}.mn-hot{fill:#b03a24;opacity:.85}.mn-hand{fill:#231f1b}"
    ".mn-line{fill:none;stroke:#2b2622;stroke-width:1.6;stroke-linecap:round}.mn-thin{fill:none;stroke:#8f7a50;stroke-width:1.4}"
    ".mn-pen{fill:none;stroke:#231f1b;stroke-width:2.4;stroke-linecap:round}.mn-zap{fill:none;stroke:#ffc857;stroke-width:2;stroke-linejoin:round}"
    ".mn-bolt{fill:none;stroke:#f0a21e;stroke-width:3.4;stroke-linejoin:round;stroke-linecap:round}.mn-arrow{fill:none;stroke:#1c4b48;stroke-width:3.4;stroke-linecap:round}"
    ".mn-smoke{fill:none;stroke:var(--ink-soft);stroke-width:3;stroke-linecap:round;opacity:.7}.mn-shackle{fill:none;stroke:var(--steel-dark);stroke-width:7}"
    ".mn-crack{fill:none;stroke:#231f1b;stroke-width:2}.mn-wheat{fill:none;stroke:#c99a2e;stroke-width:2.4;stroke-linecap:round}"
)
