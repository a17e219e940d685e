"""Read and write files of the cache with a checksum in front, so that a damaged file is noticed and removed.

The files hold machine code, in which a flipped bit would go unnoticed. A removed file is made again when it is needed.
A file is written under another name first and renamed when it is complete, so that a reader never meets an incomplete
file.
"""

from __future__ import annotations

import hashlib
import logging
import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

LOG = logging.getLogger(__name__)
ASIDE = ".writing-"
"""The start of the names of files that are not completely written yet."""


def read_sealed(path: Path) -> bytes | None:
    """Return the content of a file, or None if the file is missing, unreadable or damaged. Remove a damaged file."""
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _warn_once(f"The cached file {path} cannot be read ({error.strerror}).")
        return None
    seal, content = found[:32], found[32:]
    if hashlib.sha256(content).digest() == seal:
        return content
    remove_damaged(path)
    return None


def remove_damaged(path: Path) -> None:
    """Remove a damaged file of the cache, and log a line about it."""
    LOG.warning("The cached file %s is damaged. It is removed and made again.", path)
    with suppress(OSError):
        path.unlink()


def write_sealed(path: Path, content: bytes) -> None:
    """Write `content` with its checksum into a file, either completely or not at all.

    If the folder is not writable, log one line about it and return.
    """
    aside = path.with_name(f"{ASIDE}{os.getpid()}-{time.monotonic_ns()}")
    try:
        with open(aside, "xb", opener=_private) as file:
            file.write(hashlib.sha256(content).digest())
            file.write(content)
        aside.replace(path)
    except OSError as error:
        _warn_once(f"No file can be stored in {path.parent} ({error.strerror}). Its content is made again each time.")
        with suppress(OSError):
            aside.unlink()


def remove_leftovers(folder: Path, seconds: float = 3600) -> None:
    """Remove unfinished files in a folder that are older than `seconds`, from processes that were killed."""
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - seconds:
                left.unlink()


def _private(path: str, flags: int) -> int:
    """Open a file with these flags and with permissions for its user only. Return the file descriptor."""
    return os.open(path, flags, 0o600)


@cache
def _warn_once(sentence: str) -> None:
    """Log a warning, once per process for each sentence, because each rule of a game would repeat it."""
    LOG.warning(sentence)
