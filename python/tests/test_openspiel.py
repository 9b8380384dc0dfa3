"""OpenSpiel's own tests and players on games of this engine."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from conftest import LUD  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

import ludemic.openspiel  # noqa: E402, F401


# With chance, with passes and with a swap of seats as well.
SIMULATED = ["tic-tac-toe", "breakthrough", "connect-four", "backgammon", "hex", "oware", "chess", "go"]


@pytest.mark.parametrize("name", SIMULATED)
def test_random_simulations(name: str) -> None:
    options = "Board/9x9" if name == "go" else ""
    game = pyspiel.load_game("python_ludemic", {"file": str(LUD / f"{name}.lud"), "options": options})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_games_are_loaded_by_one_text() -> None:
    game = pyspiel.load_game(f"python_ludemic(file={LUD / 'hex.lud'},options=Board/5x5)")
    assert game.num_distinct_actions() == ludemic.load(LUD / "hex.lud", ["Board/5x5"]).actions.n
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", ["breakthrough", "backgammon", "oware"])
def test_mcts_goes_on(name: str) -> None:
    game = pyspiel.load_game("python_ludemic", {"file": str(LUD / f"{name}.lud")})
    random = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_chance_node():
            state.apply_action(random.randint(len(state.chance_outcomes())))
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


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
    assert state.is_chance_node(), "start rules may roll dice"
    state.apply_action(3)
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node() and len(state.chance_outcomes()) == ludemic.openspiel.COURSES
    state.apply_action(7)
    assert not state.is_chance_node()


def test_information_states() -> None:
    file = LUD.parent / "tests/games/hidden.lud"
    game = pyspiel.load_game("python_ludemic", {"file": str(file)})
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    state = game.new_initial_state()
    views = [state.observation_string(player) for player in (0, 1)]
    assert views[0] != views[1] != str(state), "each player sees other pieces"
    known = [state.information_state_string(player) for player in (0, 1)]
    action = state.legal_actions()[0]
    state.apply_action(action)
    after = [state.information_state_string(player) for player in (0, 1)]
    assert after[0].startswith(known[0]) and after[1].startswith(known[1]), "nothing is forgotten"
    name = game.ludemic.actions.describe(action)
    assert name in after[0] and name not in after[1], "who has decided knows what"


def test_what_is_not_seen_is_not_in_the_information_state() -> None:
    """Moves of hidden pieces behind a hidden line leave the other player with the same state."""
    text = """(game "Behind" (players 2) (equipment { (board (square 3)) (piece "Scout" Each) (hand P1) })
        (rules (start { (set Hidden (sites Top) to:P2) })
            (play (if (is Mover P1) (move Add (to (sites Top) if:(is Empty (to)))) (move Add (to (sites Bottom) if:(is Empty (to))))))
            (end (if (no Moves Next) (result Mover Win)))))"""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "behind.lud"
        file.write_text(text)
        game = pyspiel.load_game("python_ludemic", {"file": str(file)})
    states = [game.new_initial_state() for _ in range(2)]
    for state, action in zip(states, (0, 1)):
        state.apply_action(state.legal_actions()[action])
    mine, theirs = ([state.information_state_string(player) for state in states] for player in (0, 1))
    assert mine[0] != mine[1] and theirs[0] == theirs[1]
