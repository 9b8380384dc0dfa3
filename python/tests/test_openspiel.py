"""OpenSpiel's own tests and players on games of this engine."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from conftest import LUD  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

import ludemic.openspiel  # noqa: E402, F401


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "connect-four"])
def test_random_simulations(name: str) -> None:
    game = pyspiel.load_game("python_ludemic", {"file": str(LUD / f"{name}.lud")})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_mcts_does_not_lose_tic_tac_toe() -> None:
    game = pyspiel.load_game("python_ludemic", {"file": str(LUD / "tic-tac-toe.lud")})
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 100, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        own = state.current_player() == 0
        state.apply_action(bot.step(state) if own else random.choice(state.legal_actions()))
    assert state.returns()[0] >= 0


def test_chance_nodes() -> None:
    state = pyspiel.load_game("python_ludemic", {"file": str(LUD / "backgammon.lud")}).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node() and len(state.chance_outcomes()) == ludemic.openspiel.COURSES
    state.apply_action(7)
    assert not state.is_chance_node()
