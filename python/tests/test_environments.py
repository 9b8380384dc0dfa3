"""Environments by the tests of the libraries whose interfaces they have."""

from __future__ import annotations

import pytest
from conftest import game
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import ludemic
from ludemic.gymnasium import LudemicEnv
from ludemic.pettingzoo import LudemicAEC

PEGS = """(game "Pegs" (players 1) (equipment { (board (square 3)) (piece "Peg" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "backgammon", "hex", "go"])
def test_pettingzoo(name: str) -> None:
    api_test(LudemicAEC(game(name), max_moves=60), num_cycles=200)


def test_gymnasium() -> None:
    check_env(LudemicEnv(ludemic.loads(PEGS), max_moves=20), skip_render_check=True)
