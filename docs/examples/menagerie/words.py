"""Menagerie in sentences. `{0}` and `{1}` stand for the seats; whoever shows a sentence puts the names in."""

from menagerie.rules import ALL_PAIRS, ASK_FIRST, HAS_NONE, NOT_TO_ASK, NOT_YOUR_TURN
from menagerie.state import ANIMALS, DECK, HAND, KINDS, LAID, Ask, Draw, State


def action(v: State, code: int) -> str:
    """What an action does."""
    if code == Draw.CODE:
        return "Draw a card"
    return f"Ask {{{Ask.seat[code]}}} for the {ANIMALS[Ask.kind[code]]}"


def group(code: int) -> str:
    """A short label, for small menus."""
    return "Draw" if code == Draw.CODE else f"Ask {{{Ask.seat[code]}}}"


def prompt(v: State, seat: int) -> str:
    """What is asked of a seat (-1: a spectator), or what it waits for."""
    if v.reason != 0:
        return reason(v.reason)
    return "It is your turn: whom do you ask for what?" if seat == v.turn else f"{{{v.turn}}} is to move."


def refusal(v: State, seat: int, code: int, clause: int) -> str:
    """Why an action is not allowed: one sentence for each clause."""
    if clause in (HAS_NONE, NOT_TO_ASK) and code != Draw.CODE:
        other, animal = Ask.seat[code], ANIMALS[Ask.kind[code]]
        if clause == HAS_NONE:
            return f"{{{other}}} has said that it has no {animal}, and has drawn no card since."
        return f"You hold no {animal}, or there is no other hand to take it from."
    return {
        NOT_YOUR_TURN: f"It is not your turn; {{{v.turn}}} is to move.",
        ASK_FIRST: "There is somebody whom you may ask.",
        ALL_PAIRS: "The game is over: all pairs are laid down.",
    }[clause]


def reason(code: int) -> str:
    """Why the game ended."""
    return "All pairs are laid down."


def position(v: State) -> str:
    """The whole position, for those who cannot see the cards."""
    said = [f"The deck has {v.size[DECK]} cards."]
    for seat in range(v.seats):
        hand = v.row[v.start[HAND + seat] :][: v.size[HAND + seat]]
        names = [ANIMALS[KINDS[piece]] if piece > 0 else "a card" for piece in hand]
        said.append(f"{{{seat}}} has {v.size[LAID + seat] // 2} pairs and holds {', '.join(names) or 'nothing'}.")
        none = [ANIMALS[kind] for kind in range(1, 9) if v.has_none[seat][kind]]
        said += [f"{{{seat}}} has said that it has no {name}." for name in none]
    return " ".join([*said, prompt(v, -1)])
