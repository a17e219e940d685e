"""`enginehouse push-keys`: what a host needs so that browsers can be notified."""

from __future__ import annotations

import click


@click.command("push-keys")
@click.argument("contact", metavar="mailto:NAME@HOST")
def push_keys_command(contact: str) -> None:
    """Make a new key for notifications, as two lines for the environment. CONTACT is where push services reach you, should your
    table trouble them."""
    from enginehouse.table.push.keys import Keys, new_key

    key = new_key()
    Keys(key, contact)  # says what is wrong with the contact
    click.echo(f"ENGINEHOUSE_PUSH_KEY={key}")
    click.echo(f"ENGINEHOUSE_PUSH_CONTACT={contact}")
