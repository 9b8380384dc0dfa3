"""Environments by the tests of the libraries whose interfaces they have."""

from __future__ import annotations

import pytest
from conftest import LUD, game
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ludemic
from ludemic.gymnasium import LudemicEnv
from ludemic.pettingzoo import LudemicAEC

PEGS = """(game "Pegs" (players 1) (equipment { (board (square 3)) (piece "Peg" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "backgammon", "hex", "go"])
def test_pettingzoo(name: str) -> None:
    api_test(LudemicAEC(game(name), max_moves=60), num_cycles=200)
    seed_test(lambda: LudemicAEC(game(name), max_moves=60), num_cycles=60)


def test_pettingzoo_with_hidden_pieces() -> None:
    env = LudemicAEC(ludemic.load(LUD.parent / "tests/games/hidden.lud"), history=2)
    api_test(env, num_cycles=100)
    env.reset(seed=1)
    one, other = (env.observe(agent)["observation"] for agent in env.agents)
    assert (one != other).any(), "each sees his own pieces"


def test_gymnasium_on_a_puzzle() -> None:
    check_env(LudemicEnv(ludemic.load(LUD.parent / "tests/games/latin.lud"), history=2), skip_render_check=True)


def test_gymnasium() -> None:
    check_env(LudemicEnv(ludemic.loads(PEGS), max_moves=20), skip_render_check=True)
