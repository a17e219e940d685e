"""Sign requests to push services with the server's key pair (VAPID, RFC 8292). This needs the extra `push`.

The signature proves that the sender is the server that the browser has allowed.
"""

from __future__ import annotations

import base64
import binascii
import json
from importlib.util import find_spec
from urllib.parse import urlsplit

from enginehouse.core.errors import Unreadable, advise_extra

LASTS_S = 12 * 3600
"""The validity of a signature in seconds. Services allow a day at most."""
RENEWED_S = LASTS_S / 2
MOST_SIGNED = 200
"""The number of services whose signatures are cached."""
BYTES = 32
"""The number of bytes of a number on the curve P-256."""


def to_text(data: bytes) -> str:
    """Return `data` as Base64 text for addresses and headers, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _needs_the_extra() -> None:
    if find_spec("cryptography") is None:
        raise Unreadable(f"notifications are signed with a library that is not installed: {advise_extra('push')}")


def new_key() -> str:
    """Return a new private key, in the form of the setting `push_key`."""
    _needs_the_extra()
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(number.to_bytes(BYTES, "big"))


class Keys:
    """The server's key pair, which signs requests to push services.

    `private` is the private key as text. `contact` is an address (`mailto:` or `https:`) by which a push service can
    contact the person who runs the server. Raise `Unreadable` if either is not valid. No error shows the key.
    """

    def __init__(self, private: str, contact: str) -> None:
        _needs_the_extra()
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        if not contact.startswith(("mailto:", "https://")) or len(contact.split()) != 1:
            raise Unreadable(
                "push_contact (ENGINEHOUSE_PUSH_CONTACT) is your address for push services, "
                f"as mailto:NAME@HOST or https://..., not {contact!r}"
            )
        try:
            number = base64.b64decode(private + "=" * (-len(private) % 4), b"-_", validate=True)
            if len(number) != BYTES:
                raise ValueError
            self._key = ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())
        except (ValueError, binascii.Error):
            raise Unreadable("push_key (ENGINEHOUSE_PUSH_KEY) is not a key from `enginehouse push-keys`") from None
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.contact = contact
        self.public = to_text(self._key.public_key().public_bytes(*form))
        """The public key. A browser needs it to get an address from its push service."""
        self._signed: dict[str, tuple[float, str]] = {}

    def authorization(self, endpoint: str, date: float) -> str:
        """Return the Authorization header of a request to `endpoint`, an address of a push service.

        `date` is the date of the request, in seconds since 1970.
        """
        where = urlsplit(endpoint)
        audience = f"{where.scheme}://{where.netloc}"
        until, header = self._signed.get(audience, (0.0, ""))
        if until <= date:
            if len(self._signed) >= MOST_SIGNED:
                self._signed.clear()
            header = f"vapid t={self._token(audience, date)}, k={self.public}"
            self._signed[audience] = (date + RENEWED_S, header)
        return header

    def _token(self, audience: str, date: float) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec, utils
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": audience, "exp": int(date + LASTS_S), "sub": self.contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        said = ".".join(to_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = utils.decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        return f"{said}.{to_text(r.to_bytes(BYTES, 'big') + s.to_bytes(BYTES, 'big'))}"
