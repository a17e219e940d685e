"""A parent with processes that serve the toy: `python family.py DB_URL MANY [BEAT_MS [WINDOW_MS]]`. Says its address."""

from __future__ import annotations

import sys
from pathlib import Path

from enginehouse.table.processes import Family, check
from enginehouse.table.serve import free_socket
from enginehouse.table.store.database import Database


def main() -> None:
    db_url, many = sys.argv[1], int(sys.argv[2])
    check(many, db_url)
    beat, window = (sys.argv[k] if len(sys.argv) > k else default for k, default in ((3, "800"), (4, "6000")))
    with free_socket("127.0.0.1", 0) as listening:
        server = str(Path(__file__).with_name("server.py"))
        command = [sys.executable, server, db_url, beat, window]
        family = Family(command, {}, listening, many, side_by_side=not Database(db_url).sqlite)
        port = listening.getsockname()[1]
        family.serve(lambda: print(f"http://127.0.0.1:{port}/", flush=True))


if __name__ == "__main__":
    main()
