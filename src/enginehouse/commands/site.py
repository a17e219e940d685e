"""`enginehouse build site`: write a folder of static files with which a browser tab runs games without a server."""

from __future__ import annotations

from pathlib import Path

import click

from enginehouse.core.errors import Unreadable

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("site")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=FOLDER, help="A folder with Pyodide.  [default: download it by npm]")
@click.option("--wheels", type=FOLDER, help="A folder with the packages as wheels.  [default: download them by pip]")
@click.option(
    "--modules", type=FOLDER, help="A folder with games by `build wasm`.  [default: compile them, which takes minutes]"
)
def site_command(out: Path, pyodide: Path | None, wheels: Path | None, modules: Path | None) -> None:
    """Write the folder OUT, with which a browser tab runs all games and bots without a server. This needs Node.js.

    Put the folder on any static host, or try it with `python -m http.server`.
    """
    from enginehouse.table.tab.building import site

    found = site.build(out, pyodide, wheels, modules, lambda said: click.echo(said, err=True))
    click.echo(f"written: {out}, {found.size:,} bytes in {found.files} files for a first visit")
    if found.size > site.MOST_BYTES:
        raise Unreadable(f"that is more than {site.MOST_BYTES:,} bytes, the limit for a first visit")
