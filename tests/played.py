"""Hypothesis strategies for positions: any variant, begun anywhere, played on a little.

Owns what is drawn. Positions deep in a game, jams and near endings come from the reference's
generators, which know nothing of the core.
"""

from collections.abc import Sequence
from random import Random

import sternhalma as sh
from hypothesis import strategies as st
from reference import PRESETS, Rules
from reference.random_rules import random_position_text, random_rules

PLIES = 24
PICKS = st.integers(0, PLIES).flatmap(  # as often long as short
    lambda plies: st.lists(st.integers(0, 999), min_size=plies, max_size=plies)
)
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def positions(draw: st.DrawFn, variant: str | None = None, *, running: bool = False) -> sh.Position:
    """A position with some history, of one preset or of any variant."""
    position = draw(beginnings(variant))
    play(position, draw(PICKS))
    if running and position.outcome() is not None:
        position.pop()
    return position


@st.composite
def beginnings(draw: st.DrawFn, variant: str | None = None) -> sh.Position:
    """A position without history: a start, or somewhere in a game."""
    rules = PRESETS[variant] if variant else draw(any_rules())
    if draw(st.booleans()):
        return sh.Position(rules.text())
    return sh.Position(rules.text(), random_position_text(Random(draw(SEEDS)), rules))


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A preset, or one with random switches."""
    if draw(st.booleans()):
        return PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    return random_rules(Random(draw(SEEDS)))


def play(position: sh.Position, picks: Sequence[int]) -> None:
    """Plays the pick-th legal move, counted round, until the picks or the game are over."""
    for pick in picks:
        if position.outcome() is not None:
            return
        moves = list(position.legal_moves)
        position.push(moves[pick % len(moves)])


def snapshot(position: sh.Position) -> dict[str, object]:
    """Everything that can be read off a position."""
    return {
        "text": position.text,
        "hash": position.hash,
        "moves": [(str(move), move.captured) for move in position.legal_moves],
        "number of moves": position.num_moves(),
        "turn": position.turn,
        "places": position.places,
        "arrived": position.arrived,
        "moves made": position.moves_made,
        "taken": position.taken,
        "round": position.round,
        "plies": position.plies,
        "reply due": position.reply_due,
        "outcome": position.outcome(),
        "history": position.history,
        "repetitions": position.repetitions(),
        "cells": position.cells().tolist(),
    }
