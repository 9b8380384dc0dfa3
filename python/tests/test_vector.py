"""Many games stepped together do what single ones do."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import LUD, game

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
    dones, cut = [], []
    for step in range(6):
        batch = env.step(env.sample(step))
        dones.append(batch.dones.tolist())
        cut.append(batch.truncations.tolist())
    assert dones == cut == [[0, 0], [0, 0], [1, 1]] * 2


def test_what_has_ended_is_not_cut() -> None:
    env = ludemic.VectorEnv(game("tic-tac-toe"), 64, max_moves=11)
    env.reset()
    ended = 0
    for step in range(50):
        batch = env.step(env.sample(step))
        assert (batch.truncations == 0).all(), "nine moves, and both players pass, end every game"
        ended += batch.dones.sum()
    assert ended > 64


@pytest.mark.parametrize("history", [1, 3])
def test_given_arrays_hold_one_step_each(history: int) -> None:
    """Arrays of a whole rollout, with rubbish in them before, have what single batches have; so do those that are written over."""
    one = game("connect-four")
    plain = ludemic.VectorEnv(one, 4, history=history, seed=9)
    given = ludemic.VectorEnv(one, 4, history=history, seed=9)
    shape = plain.batch.observations.shape
    observations = np.full((60, *shape), np.nan, np.float32)
    masks = np.full((60, *plain.batch.masks.shape), 7, np.int8)
    rewards, seats = np.full((60, 4, 2), np.nan, np.float32), np.full((60, 4), 7, np.int32)
    dones, truncations = np.full((60, 4), 7, np.int8), np.full((60, 4), 7, np.int8)
    for step in range(60):
        rows = ludemic.Batch(*(array[step] for array in (observations, masks, rewards, seats, dones, truncations)))
        if step == 0:
            wanted, got = plain.reset(), given.reset(rows)
        else:
            actions = plain.sample(step)
            wanted, got = plain.step(actions), given.step(actions, rows)
        assert got is rows
        for name in ("observations", "masks", "rewards", "seats", "dones", "truncations"):
            assert (getattr(got, name) == getattr(wanted, name)).all(), (name, step)
        # Who learns may change arrays in place.
        wanted.observations[:] = -1
        wanted.masks[:] = 1
    assert dones[1:].sum() > 0
    with pytest.raises(ValueError, match="observations"):
        given.reset(ludemic.Batch(observations[0, :2], *(array[0] for array in (masks, rewards, seats, dones, truncations))))


def test_earlier_positions_are_seen_by_who_looks_at_them() -> None:
    """What was shown to the other player a move ago is not in the history of this one."""
    one = ludemic.load(LUD.parent / "tests/games/hidden.lud")
    assert one.is_hidden
    env = ludemic.VectorEnv(one, 2, history=3, seed=5)
    batch = env.reset()
    trials = [one.trial() for _ in range(2)]
    for ply in range(60):
        actions = env.sample(ply).copy()
        for row, trial in enumerate(trials):
            assert (batch.observations[row] == trial.observe(trial.mover, 3)).all(), ply
            trial.act(int(actions[row]))
            if trial.is_over:
                trials[row] = one.trial()
        batch = env.step(actions)
