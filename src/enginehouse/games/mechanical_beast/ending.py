"""Describe the end of a game in words: the winners and the reason (see `core.words.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.endings import winners_of
from enginehouse.core.words.naming import join_words, list_seats, many
from enginehouse.games.mechanical_beast import exits, names, parts, rules, trapped
from enginehouse.games.mechanical_beast.state import GameResult, State

UNIT = "Prisoners saved"


def headline(v: State) -> str:
    """Return a sentence that names the winners (MB-7, MB-8). In co-op and solo games all win or lose together."""
    won = winners_of(rules.scores, v)
    if v.play == parts.AGAINST:
        return f"{list_seats(won)} wins the race" if won else "Everyone loses the race"
    if v.seats == 1:
        return f"{{0}} {'gets out' if won else 'does not get out'}{_left_behind(v)}"
    if not won:
        return "Everyone loses"
    if v.play == parts.RESCUERS:
        return list_seats(won, "wins", "win")
    return f"Everyone gets out{_left_behind(v)}"


def why(v: State) -> list[str]:
    """Return sentences with the reason for the result (MB-7.3 to MB-7.9, MB-8).

    They explain how a tie between players was broken. After a loss, or after a lesser win (a win without the android),
    they name the figures that are still inside.
    """
    won = winners_of(rules.scores, v)
    if v.play == parts.AGAINST:
        return ["The Emergency Exit collapsed."] if v.exit_gone else []
    if won:
        return [*_rescues(v, won), *_android(v)]
    said = [] if v.off else ["The switch was never thrown."]
    inside = [
        (m, int(v.at[m]))
        for m in range(2 * parts.MOST_SEATS)
        if v.meeples >> m & 1 and not trapped.is_exit(v, int(v.at[m]))
    ]
    if inside:
        said.append(
            f"Still inside: {join_words([f'{{{m % parts.MOST_SEATS}}}’s engineer in {names.room(v, n)}' for m, n in inside])}."
        )
    locked = int(exits.people_inside(v))
    if locked:
        said.append(f"{many(locked, '# prisoner is', '# prisoners are')} still inside.")
    return said


def _left_behind(v: State) -> str:
    return " without the android" if v.result == GameResult.LESSER else ""


def _android(v: State) -> list[str]:
    """Return a list with a sentence about the place of the android after a lesser win (MB-7.4), or an empty list."""
    left = v.result == GameResult.LESSER and v.meeples >> parts.ANDROID & 1
    return [f"The android stays behind in {names.room(v, int(v.at[parts.ANDROID]))}."] if left else []


def _rescues(v: State, won: list[Seat]) -> list[str]:
    """Return sentences about the number of prisoners that each player saved (MB-7.3).

    The winner is the player that has saved the most prisoners. If players tie, the winner is the player among them
    whose engineer was on an exit first (MB-8.1). `won` has the seats of the winners.
    """
    if v.play != parts.RESCUERS:
        saved = sum(int(v.hand[seat]) for seat in range(v.seats))
        return [f"{many(saved, 'prisoner was', 'prisoners were')} saved."] if saved else []
    most = many(int(v.hand[won[0]]), "prisoner")
    second = [seat for seat in range(v.seats) if seat not in won and v.hand[seat] == v.hand[won[0]]]
    if len(won) > 1:
        return [f"{list_seats(won)} saved {most} each, and were on the Entrance from the start."]
    if second:
        return [f"{list_seats(sorted([*won, *second]))} saved {most} each; {list_seats(won)} was on an exit first."]
    return [f"{list_seats(won)} saved most: {most}."]
