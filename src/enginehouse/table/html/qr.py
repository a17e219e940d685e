"""Make QR codes of addresses, so that a phone can open them."""

from __future__ import annotations

import io

import segno

from enginehouse.core.pictures.drawing import Svg


def qr(address: str) -> Svg:
    """Return the QR code of an address as a picture. The code is dark on light, even if the page has a dark theme."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, omitsize=True, svgclass="qr", lineclass=None, light="#ffffff", dark="#000000"
    )
    return Svg(out.getvalue().decode("utf-8"))
