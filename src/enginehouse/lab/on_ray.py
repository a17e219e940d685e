"""Play the pieces of an experiment (see `lab.pieces`) on a cluster of Ray.

The files are the same as without a cluster. Every machine needs the extra `ray`.

A piece is some games of an experiment. A free worker plays it, and sends the content of its file back. So the machines
need no shared folder. Ray replaces a worker that dies, and its pieces are played again. If this process ends, the files
that it has written stay.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from enginehouse.core.errors import Unreadable, advise_extra
from enginehouse.lab.pieces import WorkUnit, keep, play_piece
from enginehouse.lab.submitting import TRIES, Submit

LOCAL = "ray"
STORE = 100_000_000
"""The size of Ray's object store in bytes. Workers return files of a few kilobytes."""


def on_ray(where: str, jobs: int) -> Submit:
    """Return a function that plays pieces (units of work) on a cluster of Ray (see `submitting`).

    `where` names the cluster. If it is `ray`, the first call of the returned function starts a cluster with `jobs`
    processes on this machine. `ray://host:10001` is a remote cluster. Raise `Unreadable` if Ray is not installed, or
    for any other `where`.
    """
    try:
        import ray
    except ImportError as error:
        raise Unreadable(f"Ray is not installed: {advise_extra('ray')}") from error
    if where != LOCAL and not where.startswith("ray://"):
        raise Unreadable(f"games are played on `ray` or on `ray://host:port`, not on {where!r}")
    return partial(_submit, ray, where, jobs)


def _submit(ray: Any, where: str, jobs: int, pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
    if not pieces:
        return
    if not ray.is_initialized():
        _begin(ray, where, jobs)
    task = ray.remote(max_retries=TRIES)(play_piece)
    waiting = {task.remote(piece): piece for piece in pieces}
    while waiting:
        ready, _ = ray.wait(list(waiting))
        for one in ready:
            piece = waiting.pop(one)
            keep(piece, ray.get(one))
            yield piece


def _begin(ray: Any, where: str, jobs: int) -> None:
    if where != LOCAL:
        ray.init(where, log_to_driver=False)
        return
    # The cluster is closed to other users, and writes no file into the home folder.
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=jobs, include_dashboard=False, object_store_memory=STORE, log_to_driver=False)
