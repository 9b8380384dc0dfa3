"""Games for the tests: the project's own descriptions."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludemic

LUD = Path(__file__).resolve().parents[2] / "lud"


def game(name: str) -> ludemic.Game:
    return ludemic.load(LUD / f"{name}.lud")


@pytest.fixture(scope="session")
def hex_game() -> ludemic.Game:
    return game("hex")
