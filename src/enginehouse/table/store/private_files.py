"""Create files that only their owner can read.

A database has the keys of cookies and the secrets of running games. Files that root creates get the owner of their
folder, so that a service can use its files after a restore with sudo.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""The endings of the files of a database. SQLite creates the others with the mode and the owner of the database."""


def make_folder(folder: Path) -> None:
    """Create a folder and its parents if they are missing. Existing ones stay as they are.

    Raise OSError if that fails.
    """
    for one in (*reversed(folder.parents), folder):
        if not one.is_dir():
            with suppress(FileExistsError):
                one.mkdir(FOLDER)
                _hand_over(one, one)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")


def make_private(file: Path) -> None:
    """Create an empty private file for a database or its lock, if it is missing.

    Ignore an error, because opening the file reports it.
    """
    with suppress(OSError):
        made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
        try:
            _hand_over(made, file)
        finally:
            os.close(made)


def close_to_others(database: Path) -> None:
    """Make an existing database file private. Do nothing if another user owns it."""
    for ending in BESIDE:
        with suppress(OSError):
            Path(f"{database}{ending}").chmod(FILE)


def _hand_over(made: int | Path, path: Path) -> None:
    """Give the file at `path`, which root has just created, to the owner and the group of its folder.

    `made` is the file's path, or its open file descriptor. Do nothing if the process does not run as root.
    """
    if os.name == "posix" and os.geteuid() == 0:
        owner = path.parent.stat()
        with suppress(OSError):  # some network drives do not support owners
            os.chown(made, owner.st_uid, owner.st_gid)
