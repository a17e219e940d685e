"""A bot from outside: it sits down at a table and plays to the end. Nothing but Python is needed.

python outside_bot.py http://localhost:8000 TABLE
"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(method, address, token="", **fields):
    """Ask the table, or tell it something; what it answers."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = json.dumps(fields).encode() if method == "POST" else None
    return urlopen(Request(address, body, headers, method=method))


def main(server, table):
    here = f"{server}/api/v1/tables/{table}"
    token = json.load(call("POST", f"{here}/join", name="Outsider"))["token"]
    for line in call("GET", f"{here}/events", token):  # server-sent events: each brings what the seat sees now
        if not line.startswith(b'data: {"look"'):
            continue
        look = json.loads(line[len("data: ") :])["look"]
        if look["result"]:
            print(look["result"]["says"] or "The game is over.")
            break
        if look["actions"]:
            action = random.choice(look["actions"])
            try:
                call("POST", f"{here}/act", token, decision=look["decision"], act=action["name"])
            except HTTPError as refused:  # the table has moved on meanwhile: the next event tells
                print(json.load(refused)["error"]["sentence"])


if __name__ == "__main__":
    main(*sys.argv[1:])
