"""`enginehouse interface`: print the description of the interface for programs, as OpenAPI."""

from __future__ import annotations

import click


@click.command("interface")
def interface_command() -> None:
    """Print the description of the interface for programs (OpenAPI 3.1, JSON)."""
    from enginehouse.table.api.openapi import document
    from enginehouse.table.api.routes import ENDPOINTS

    click.echo(document(ENDPOINTS).decode())
