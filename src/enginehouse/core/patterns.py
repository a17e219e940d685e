"""Define the regular expressions for text that comes from users, files or the web, all in this module.

For some patterns, matching a text that is twice as long takes far more than twice the time. So each pattern has a
maximum length, and a longer text is refused before the pattern runs. `tests/table/test_worst_inputs.py` checks that
every pattern for such text is in this module. For each function that reads such text, the test measures the time for
the slowest known input.
"""

from __future__ import annotations

import re


class Pattern:
    """A regular expression, and the number of characters of the longest text that it may read."""

    def __init__(self, pattern: str, most: int, flags: int = 0) -> None:
        self.most = most
        self._compiled = re.compile(pattern, flags)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match if the pattern matches the whole text, else None. A text that is too long does not match."""
        return None if len(text) > self.most else self._compiled.fullmatch(text)


SEED = Pattern("[0-9a-f]{64}", 64)
RULES_VERSION = Pattern("[1-9][0-9]{0,5}", 6)
SALT = Pattern("[0-9a-f]{32,64}", 64)
CHANGED_NUMBER = Pattern(r"-?\d{1,18}", 19)
CHANGED_PATH = Pattern(r"[A-Za-z_]\w*(\.[\w-]+)*", 200)
"""The path and the number of a changed game: `MECHS.Harvester.power` and 8."""
HOST = Pattern(
    r"(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?(?::[0-9]{1,5})?", 300, re.ASCII | re.IGNORECASE
)
"""A Host header: a name or an address, and perhaps a port. A name of the DNS has at most 253 characters."""
LENGTH = Pattern("[0-9]{1,18}", 18)
"""A Content-Length header without leading zeros."""
TABLE = Pattern("[a-z0-9]{4,16}", 16)
TABLE_ADDRESS = Pattern(r"(?:https?://[^/\s]+)?(?:/t/)?([a-z0-9]{4,16})(?:/replay)?(?:\?\S*)?", 2000)
"""The address of a table as people copy it, or its last part alone."""
LIVE_CLOCK = Pattern(r"live (\d{1,6}) (\d{1,5})", 40)
CLOCK_OF_DAYS = Pattern(r"days (\d{1,2})(?: (\d{1,2}))?", 40)
PROMISE = Pattern("([0-9]{1,12})-[a-z0-9]{16}", 40)
KEY = Pattern("[A-Za-z0-9_-]{16,64}", 64)
"""The idempotency key of a request: a request with a known key is not carried out again."""
PUSH_HOST = Pattern("[a-z0-9]([a-z0-9.-]*[a-z0-9])?", 253, re.ASCII | re.IGNORECASE)
"""The name of a push service's host, with at most the 253 characters of a DNS name."""
DIGITS_AND_DOTS = Pattern("[0-9.]+", 253)
"""A host of digits and dots, which some programs read as an IP address."""
