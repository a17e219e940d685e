"""The tree of a search: nodes by what led there, edges by the action that is chosen, and which of them promises most."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.paths import Path
from enginehouse.core.actions import MOST
from enginehouse.core.judgement import WHOLE, exp_of
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
    WARMTH = 3  # how many hundredths of a point make a prior e times as likely
    GUESSES = 4  # worlds imagined for the priors at the root
    PLIES = 5  # random actions before a position is judged
    BEAM = (
        6  # positions in the beam in which one's own turn is planned, where the game says what a turn is; 0: no plans
    )
    WORLDS = (
        7  # guesses of which those are imagined more often that are likely by what the others have done; 0: all alike
    )
    SIZE = 8


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
    VISITS = 1
    EDGE = 2  # its first edge, counted from 1; 0: it has none yet
    SIZE = 3


class Edge(Constants):
    """The columns of the edges of a tree: an action in a node."""

    CODE = 0
    PRIOR = 1  # in millionths
    VISITS = 2
    VALUE = 3  # the shares of the seat that acts, added
    NEXT = 4  # the next edge of the same node, counted from 1
    SIZE = 5


class Desk(NamedTuple):
    """What one tree is grown with: arrays of whole numbers."""

    ask: Any
    tune: Any
    nodes: Any
    edges: Any
    counts: Any
    """How many nodes and edges there are."""
    table: Any
    """Where nodes are found by their keys."""
    codes: Any
    values: Any
    others: Any
    path: Any
    way: Any
    """The edges that a simulation took, and the seats that chose them."""
    points: Any
    """Shares by seat, then room for what `scores` writes."""
    dice: Any
    words: Any
    worlds: Any
    """Of each guess that was weighed how likely it and those before it are together."""


@rule
def new_desk(ask: Any, tune: Any) -> Desk:
    """Room for one tree, as large as its budget asks for."""
    simulations, many = int(tune[Tune.SIMULATIONS]), int(ask[Ask.MANY])
    return Desk(
        ask,
        tune,
        np.zeros((simulations + 1, Node.SIZE), np.int64),
        np.zeros((min(many + EDGES * simulations, MOST_EDGES), Edge.SIZE), np.int64),
        np.zeros(2, np.int64),
        np.zeros(2 * simulations + 3, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(Path.SIZE, np.int64),
        np.zeros((DEPTH + 1, 2), np.int64),
        np.zeros(24, np.int64),
        np.zeros(4, np.int64),
        np.zeros(8, np.int64),
        np.zeros(max(1, int(tune[Tune.WORLDS])), np.int64),
    )


@rule
def place_of(table: Any, nodes: Any, key: int) -> int:
    """Where a node stands in the table, or where it would."""
    at = (key ^ (key >> 29)) % len(table)
    while table[at] != 0 and nodes[int(table[at]) - 1, Node.KEY] != key:
        at = (at + 1) % len(table)
    return at


@rule
def node_of(table: Any, nodes: Any, counts: Any, key: int) -> int:
    """The node of this key; -1 where there was none: it is added then, if there is room."""
    at = place_of(table, nodes, key)
    if table[at] != 0:
        return int(table[at]) - 1
    if counts[0] < len(nodes):
        nodes[int(counts[0]), Node.KEY] = key
        counts[0] += 1
        table[at] = int(counts[0])
    return -1


@rule
def edge_of(nodes: Any, edges: Any, node: int, code: int) -> int:
    """The edge of an action in a node; -1 where there is none."""
    at = int(nodes[node, Node.EDGE]) - 1
    while at >= 0 and edges[at, Edge.CODE] != code:
        at = int(edges[at, Edge.NEXT]) - 1
    return at


@rule
def find_edges(nodes: Any, edges: Any, node: int, codes: Any, many: int, others: Any) -> bool:
    """Find the edges of a node for the first `many` codes, into `others`; False where there is none for one of them.

    Edges stand in the order in which they were added, the last one first, and codes are ascending: as a rule the next edge
    is that of the code before.
    """
    at = int(nodes[node, Node.EDGE]) - 1
    for j in range(many - 1, -1, -1):
        if at < 0 or edges[at, Edge.CODE] != codes[j]:
            at = edge_of(nodes, edges, node, int(codes[j]))
            if at < 0:
                return False
        others[j] = at
        at = int(edges[at, Edge.NEXT]) - 1
    return True


@rule
def add_edges(desk: Any, node: int, many: int) -> None:
    """Give a node an edge for each of the first `many` codes that it does not know, with the priors in `values`."""
    for j in range(many):
        if edge_of(desk.nodes, desk.edges, node, int(desk.codes[j])) < 0:
            at = int(desk.counts[1])
            desk.edges[at, Edge.CODE], desk.edges[at, Edge.PRIOR] = int(desk.codes[j]), int(desk.values[j])
            desk.edges[at, Edge.NEXT] = int(desk.nodes[node, Node.EDGE])
            desk.counts[1] = at + 1
            desk.nodes[node, Node.EDGE] = at + 1


@rule
def chosen_edge(edges: Any, others: Any, many: int, explore: int) -> int:
    """The edge that promises most (PUCT) of the first `many` in `others`."""
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
    """Turn values (larger is better) into priors in millionths: one that is `warmth` better is e times as likely."""
    best = int(values[0])
    for j in range(many):
        best = max(best, int(values[j]))
    total = 0
    for j in range(many):
        values[j] = 1 + int(WHOLE * exp_of((int(values[j]) - best) / warmth))
        total += int(values[j])
    for j in range(many):
        values[j] = max(1, WHOLE * int(values[j]) // total)
