"""The tree of a search: nodes by what led there, edges by the action that is chosen, and which of them promises most."""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np

from enginehouse.bots.players.paths import Path
from enginehouse.core.judging.judgement import WHOLE, exp_of
from enginehouse.core.records.actions import MOST
from enginehouse.core.rule import Constants, rule

DEPTH = 200
"""So many choices of one simulation are remembered."""
EDGES = 24
"""Edges in a tree, for each of its simulations; where there are no more, a position is judged and not looked into."""
MOST_EDGES = 600_000


class Tune(Constants):
    """What can be set of a search, as places in an array of whole numbers."""

    SIMULATIONS = 0  # in one tree
    TREES = 1
    EXPLORE = 2  # thousandths: how much priors and few visits speak for an action
    WARMTH = 3  # how many hundredths of a point make a prior e times as likely; 0: nobody looks ahead, priors are alike
    GUESSES = 4  # worlds imagined for the priors at the root
    PLIES = 5  # random actions before a position is judged
    BEAM = (
        6  # positions in the beam in which one's own turn is planned, where the game says what a turn is; 0: no plans
    )
    WORLDS = (
        7  # guesses of which those are imagined more often that are likely by what the others have done; 0: all alike
    )
    SEER = 8  # 1: it sees what nobody can (`bots.players.seer`), to measure what knowing would be worth
    SIGHT = 9  # 1: nodes are found by what the seat that chooses sees (`verbs.sight`), else by what led there
    PEERS = 10  # for whom the others are taken where guesses are weighed (`verbs.belief`)
    ENDS = 11  # so many ends of plans are looked at further (`bots.players.lookahead`), at most `MOST_ENDS`; 0 or 1: the best is taken
    AFTER = 12  # guesses in which they are,
    NEXT = 13  # positions in the beam in which one's next turn is planned then,
    RIVALS = 14  # percent: how much the best outlook of another speaks against an end,
    WITHIN = 15  # hundredths of a point: an end that looks worse than the best by more is not looked at further
    PLAYOUTS = 16  # guesses in which the best actions are played on at most (`bots.players.playouts`),
    BEST = 17  # how many of them at most,
    BEFORE = 18  # as how many playouts what the tree found counts,
    REPLIES = 19  # simulations with which everybody answers there,
    REPLY_WORLDS = 20  # and guesses that are weighed for it,
    HORIZON = 21  # and actions after which they are judged; 0: they go on to the end
    OWN = 22  # from here on numbers of the game's own, by which it judges plans (`verbs.outlook`)
    SIZE = 32


class Ask(Constants):
    """What a tree is asked, as places in an array of whole numbers."""

    SEAT = 0
    SEED = 1
    TREE = 2
    MANY = 3  # legal actions
    STOP = 4  # 1 when there is no more time: another thread may say so while the tree grows
    SIZE = 5


class Node(Constants):
    """The columns of the nodes of a tree."""

    KEY = 0  # what led there (see `Path`)
    FIRST = 1  # its edges lie side by side, ascending by their codes: the first of them,
    MANY = 2  # how many there are,
    ROOM = 3  # and for how many there is room
    SIZE = 4


class Edge(Constants):
    """The columns of the edges of a tree: an action in a node."""

    CODE = 0
    PRIOR = 1  # in millionths
    VISITS = 2
    VALUE = 3  # the shares of the seat that acts, added
    SIZE = 4


class Count(Constants):
    """What a desk counts, as places in `counts`."""

    NODES = 0
    EDGES = 1
    MOST_NODES = 2  # for the budget
    MOST_EDGES = 3
    SLOTS = 4  # of the table by which nodes are found, less one: all bits of it are 1
    SIZE = 5


MOST_NODES, MOST_SLOTS, MOST_WORLDS, MOST_HELD, MOST_ENDS, MOST_BEST = 1 << 17, 1 << 19, 4_096, 64, 16, 16
"""What no budget exceeds: larger trees stop growing where there is no more room, and no more actions are played on."""
NOTES = 70_000
"""So many numbers a game may note while a turn is planned (`verbs.outlook`)."""
LONGEST = 24
"""A plan has at most so many actions."""


class Line(Constants):
    """The columns of the actions that are played on."""

    AT = 0  # its place among the legal ones
    ON = 1  # 1 as long as it is played on
    SUM = 2  # what it was worth in all playouts, and as many times as `Tune.BEFORE` says what the tree found
    NOW = 3  # what it is worth in the guess at hand
    SIZE = 4


class Held(Constants):
    """The columns of what is known of a position in a beam, or of the end of a plan."""

    VALUE = 0
    ROOT = 1  # which of the legal actions the plan begins with; -1 where it begins here
    LONG = 2  # how many actions led here,
    WAY = 3  # and which
    SUM = WAY + LONGEST  # of an end: what looking further found, added
    SIZE = SUM + 1


SIZES: dict[str, tuple[int, ...]] = {
    "ask": (Ask.SIZE,),
    "tune": (Tune.SIZE,),
    "counts": (Count.SIZE,),
    "codes": (MOST,),
    "values": (MOST,),
    "others": (MOST,),
    "found": (MOST, 3),
    "path": (Path.SIZE,),
    "way": (DEPTH + 1, 2),
    "points": (24,),
    "dice": (4,),
    "words": (8,),
    "held": (MOST_HELD, Held.SIZE),
    "ends": (MOST_ENDS, Held.SIZE),
    "next": (1, Held.SIZE),
    "line": (MOST_BEST, Line.SIZE),
    "apart": (MOST_BEST, MOST_BEST),
    "room": (NOTES,),
    "worlds": (MOST_WORLDS,),
    "table": (MOST_SLOTS,),
    "nodes": (MOST_NODES, Node.SIZE),
    "edges": (MOST_EDGES, Edge.SIZE),
}
"""What one tree is grown with, a desk: arrays of whole numbers. `found` is what is found of each legal action (visits, shares, prior), `table` finds nodes by their keys, `way` holds the edges that a simulation
took and the seats that chose them, `points` shares by seat and then room for what `scores` writes, `held` what plans hold in their
beams, `ends` the ends that are looked at further, `next` the end of a plan on the way there, `line` the actions that are played on, `apart` how far each two of
them were apart in all guesses, squared and added, `room` what the game notes, `worlds` of each guess that was weighed how likely it and those before it are together."""
DESK = np.dtype([(name, np.int64, size) for name, size in SIZES.items()])
"""The same as one record, for compiled code: arrays that lie in a record cost nothing to hand on (see `core.play.arena.ROOM`). It is large, but
memory that no budget asks for is never touched, and so never taken."""


def plain_desk(ask: Any, tune: Any) -> Any:
    """A desk for plain Python, as large as its budget asks for."""
    most_nodes, most_edges, slots = bounds_of(int(tune[Tune.SIMULATIONS]), int(ask[Ask.MANY]))
    sizes = {**SIZES, "table": (slots,), "nodes": (most_nodes, Node.SIZE), "edges": (most_edges, Edge.SIZE)}
    desk = SimpleNamespace(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})
    desk.ask, desk.tune = ask, tune
    return desk


@rule
def bounds_of(simulations: int, many: int) -> tuple[int, int, int]:
    """How many nodes, edges and slots of the table a tree of so many simulations and legal actions at its root may have."""
    nodes = min(simulations + 1, MOST_NODES)
    slots = 4
    while slots < 2 * nodes + 1:
        slots *= 2
    return nodes, min(many + EDGES * simulations, MOST_EDGES), slots


@rule
def clear_desk(desk: Any) -> None:
    """Let a desk hold an empty tree, for what is asked."""
    counts = desk.counts
    nodes, edges, slots = bounds_of(int(desk.tune[Tune.SIMULATIONS]), int(desk.ask[Ask.MANY]))
    counts[Count.NODES], counts[Count.EDGES], counts[Count.SLOTS] = 0, 0, slots - 1
    counts[Count.MOST_NODES], counts[Count.MOST_EDGES] = nodes, edges
    for k in range(slots):
        desk.table[k] = 0
    for k in range(Path.SIZE):
        desk.path[k] = 0


@rule
def node_of(desk: Any, key: int) -> int:
    """The node of this key; -1 where there was none: it is added then, if there is room."""
    table, nodes, counts = desk.table, desk.nodes, desk.counts
    slots = int(counts[Count.SLOTS])
    at = key & slots
    while table[at] != 0:
        if nodes[int(table[at]) - 1, Node.KEY] == key:
            return int(table[at]) - 1
        at = (at + 1) & slots
    many = int(counts[Count.NODES])
    if many < counts[Count.MOST_NODES]:
        nodes[many, Node.KEY], nodes[many, Node.MANY], nodes[many, Node.ROOM] = key, 0, 0
        counts[Count.NODES] = many + 1
        table[at] = many + 1
    return -1


@rule
def edge_of(desk: Any, node: int, code: int) -> int:
    """The edge of an action in a node; -1 where there is none."""
    first = int(desk.nodes[node, Node.FIRST])
    for at in range(first, first + desk.nodes[node, Node.MANY]):
        if desk.edges[at, Edge.CODE] == code:
            return at
    return -1


@rule
def find_edges(desk: Any, node: int, many: int) -> bool:
    """Find the edges of a node for the first `many` codes, which ascend as edges do, into `others`; False where one has none."""
    codes, others, edges = desk.codes, desk.others, desk.edges
    at = int(desk.nodes[node, Node.FIRST])
    end = at + int(desk.nodes[node, Node.MANY])
    for j in range(many):
        while at < end and edges[at, Edge.CODE] < codes[j]:
            at += 1
        if at == end or edges[at, Edge.CODE] != codes[j]:
            return False
        others[j] = at
        at += 1
    return True


@rule
def has_room(desk: Any, node: int, many: int) -> bool:
    """Whether a node can be given edges for `many` codes, wherever they have to be moved to for it."""
    return bool(desk.counts[Count.EDGES] + 2 * (desk.nodes[node, Node.MANY] + many) <= desk.counts[Count.MOST_EDGES])


@rule
def move_edges(desk: Any, node: int, room: int) -> None:
    """Take the edges of a node to where there is room for so many."""
    nodes, counts = desk.nodes, desk.counts
    first, to = int(nodes[node, Node.FIRST]), int(counts[Count.EDGES])
    for j in range(nodes[node, Node.MANY]):
        set_edge(desk, to + j, first + j)
    nodes[node, Node.FIRST], nodes[node, Node.ROOM] = to, room
    counts[Count.EDGES] = to + room


@rule
def set_edge(desk: Any, to: int, at: int) -> None:
    """Copy an edge."""
    edges = desk.edges
    for k in range(Edge.SIZE):
        edges[to, k] = int(edges[at, k])


@rule
def add_edges(desk: Any, node: int, many: int) -> None:
    """Give a node an edge for each of the first `many` codes that it does not know, with the priors in `values`.

    Where there is too little room, they move to where there is twice as much: so all moves together cost no more than the
    edges that are added.
    """
    codes, edges, nodes = desk.codes, desk.edges, desk.nodes
    had, more = int(nodes[node, Node.MANY]), 0
    for j in range(many):
        if edge_of(desk, node, int(codes[j])) < 0:
            more += 1
    if had + more > nodes[node, Node.ROOM]:
        move_edges(desk, node, max(had + more, 2 * had))
    first = int(nodes[node, Node.FIRST])
    at, to = had - 1, had + more - 1
    for j in range(many - 1, -1, -1):  # from behind, so that none is overwritten before it was moved
        while at >= 0 and edges[first + at, Edge.CODE] > codes[j]:
            set_edge(desk, first + to, first + at)
            at, to = at - 1, to - 1
        if at < 0 or edges[first + at, Edge.CODE] != codes[j]:
            edges[first + to, Edge.CODE], edges[first + to, Edge.PRIOR] = int(codes[j]), int(desk.values[j])
            edges[first + to, Edge.VISITS], edges[first + to, Edge.VALUE] = 0, 0
            to -= 1
    nodes[node, Node.MANY] = had + more


@rule
def chosen_edge(desk: Any, many: int, explore: int) -> int:
    """The edge that promises most (PUCT) of the first `many` in `others`."""
    edges, others = desk.edges, desk.others
    visits, value, priors = 0, 0, 0
    for j in range(many):
        at = int(others[j])
        visits += int(edges[at, Edge.VISITS])
        value += int(edges[at, Edge.VALUE])
        priors += int(edges[at, Edge.PRIOR])
    mean = value / visits if visits > 0 else 0.0
    width = explore * 0.001 * WHOLE * sqrt(visits + 1.0) / priors
    best, most = 0, -1.0
    for j in range(many):
        at = int(others[j])
        tried = int(edges[at, Edge.VISITS])
        worth = mean if tried == 0 else int(edges[at, Edge.VALUE]) / tried
        worth += width * int(edges[at, Edge.PRIOR]) / (1.0 + tried)
        if worth > most:
            best, most = at, worth
    return best


@rule
def warm(values: Any, many: int, warmth: int) -> None:
    """Turn values (larger is better) into priors in millionths: one that is `warmth` better is e times as likely; without
    warmth all are alike."""
    if warmth == 0:
        for j in range(many):
            values[j] = WHOLE // many
        return
    best = int(values[0])
    for j in range(many):
        best = max(best, int(values[j]))
    total = 0
    for j in range(many):
        values[j] = 1 + int(WHOLE * exp_of((int(values[j]) - best) / warmth))
        total += int(values[j])
    for j in range(many):
        values[j] = max(1, WHOLE * int(values[j]) // total)


@rule
def clear_found(desk: Any, many: int) -> None:
    """Let nothing be found of the first `many` actions."""
    for j in range(many):
        for k in range(3):
            desk.found[j, k] = 0


@rule
def tell_found(codes: Any, desk: Any) -> None:
    """Add to `found` what the tree found of each action: visits, shares, prior."""
    found = desk.found
    for j in range(desk.ask[Ask.MANY]):
        edge = edge_of(desk, 0, int(codes[j]))
        found[j, 0] += int(desk.edges[edge, Edge.VISITS])
        found[j, 1] += int(desk.edges[edge, Edge.VALUE])
        found[j, 2] += int(desk.edges[edge, Edge.PRIOR])


@rule
def most_tried(found: Any, many: int) -> int:
    """Which of the actions was tried most; among equals the one of the largest sum, then the first. Where there was no time
    to try any, the one that looked best before."""
    best, tried = 0, 0
    for j in range(many):
        tried += int(found[j, 0])
        if found[j, 2] > found[best, 2]:
            best = j
    if tried == 0:
        return best
    best = 0
    for j in range(many):
        more = int(found[j, 0]) - int(found[best, 0])
        if more > 0 or (more == 0 and int(found[j, 1]) > int(found[best, 1])):
            best = j
    return best
