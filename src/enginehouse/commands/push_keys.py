"""`enginehouse push-keys`: create the keys with which a server can notify browsers."""

from __future__ import annotations

import click


@click.command("push-keys")
@click.argument("contact", metavar="mailto:NAME@HOST")
def push_keys_command(contact: str) -> None:
    """Create a key for notifications, and print it as two lines to set in the environment of the server.

    CONTACT is an address at which push services can reach you, for example if your server sends too many notifications.
    It starts with `mailto:` or `https://`.
    """
    from enginehouse.table.push.keys import Keys, new_key

    key = new_key()
    Keys(key, contact)  # raises an error if the contact is wrong
    click.echo(f"ENGINEHOUSE_PUSH_KEY={key}")
    click.echo(f"ENGINEHOUSE_PUSH_CONTACT={contact}")
