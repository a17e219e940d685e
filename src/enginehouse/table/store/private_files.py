"""Files that only their owner reads: what is kept holds the keys of cookies and the secrets of games that run.

What root makes belongs to the owner of the folder it lies in, so that a service finds its own after somebody restored with sudo.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What lies beside a database; what SQLite makes itself has the mode and the owner of the database."""


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, where they are not there; what is there stays as it is. OSError where that cannot be."""
    for one in (*reversed(folder.parents), folder):
        if not one.is_dir():
            with suppress(FileExistsError):
                one.mkdir(FOLDER)
                _hand_over(one, one)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")


def make_private(file: Path) -> None:
    """Make an empty file for a database or its lock where there is none; where none can be made, whoever opens it says why."""
    with suppress(OSError):
        made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
        try:
            _hand_over(made, file)
        finally:
            os.close(made)


def close_to_others(database: Path) -> None:
    """A database that was made before it was closed to others is so now, where it is ours."""
    for ending in BESIDE:
        with suppress(OSError):
            Path(f"{database}{ending}").chmod(FILE)


def _hand_over(made: int | Path, path: Path) -> None:
    """What root made goes to the owner and the group of the folder that it lies in."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = path.parent.stat()
        with suppress(OSError):  # some network drives know no owners
            os.chown(made, owner.st_uid, owner.st_gid)
