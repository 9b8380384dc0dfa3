"""Many games stepped together do what single ones do."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import game

import ludemic


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "breakthrough", "oware"])
def test_lanes_are_trials(name: str) -> None:
    one = game(name)
    env = ludemic.VectorEnv(one, 3, history=2, seed=5)
    batch = env.reset()
    trials = [one.trial() for _ in range(3)]
    ended = 0
    for ply in range(200):
        for row, trial in enumerate(trials):
            assert np.flatnonzero(batch.masks[row]).tolist() == trial.legal_actions().tolist()
            assert batch.seats[row] == trial.seat
            assert (batch.observations[row] == trial.observe(history=2)).all()
        actions = env.sample(ply).copy()
        batch = env.step(actions)
        for row, (trial, action) in enumerate(zip(trials, actions.tolist())):
            trial.act(action)
            assert batch.dones[row] == trial.is_over
            assert batch.rewards[row].tolist() == trial.returns
            if trial.is_over:
                ended += 1
                trials[row] = one.trial()
    assert ended > 0


def test_threads_change_nothing() -> None:
    one = game("backgammon")
    runs = []
    for threads in (1, 2):
        env = ludemic.VectorEnv(one, 16, seed=2, threads=threads)
        batch = env.reset()
        for step in range(50):
            batch = env.step(env.sample(step))
        runs.append(batch.observations.copy())
    assert (runs[0] == runs[1]).all()


def test_nothing_is_stepped_where_an_action_is_not_legal() -> None:
    env = ludemic.VectorEnv(game("tic-tac-toe"), 2)
    before = env.reset().observations.copy()
    actions = env.sample(0).copy()
    actions[1] = 0
    with pytest.raises(ValueError, match="not legal in game 1"):
        env.step(actions)
    assert (env.batch.observations == before).all()


def test_games_are_cut_and_begin_anew() -> None:
    env = ludemic.VectorEnv(game("chess"), 2, max_moves=3)
    env.reset()
    dones = [env.step(env.sample(step)).dones.tolist() for step in range(6)]
    assert dones == [[0, 0], [0, 0], [1, 1]] * 2
