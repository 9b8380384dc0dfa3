"""Board games in Ludii's .lud language: exact rules, fast playouts, environments for learning.

>>> import ludemic
>>> game = ludemic.loads('''(game "Three" (players 2)
...     (equipment {(board (square 3)) (piece "Disc" P1) (piece "Cross" P2)})
...     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))''')
>>> trial = game.trial()
>>> trial.play(4)
>>> len(trial.legal())
8
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path

from ludemic._ludemic import (
    ActionError,
    ActionSpace,
    Board,
    DescriptionError,
    Finding,
    Game,
    LudemicError,
    Move,
    Player,
    PlayError,
    Result,
    Trial,
)
from ludemic._ludemic import check as _check
from ludemic.vector import Batch, VectorEnv

__all__ = [
    "ActionError",
    "ActionSpace",
    "Batch",
    "Board",
    "DescriptionError",
    "Finding",
    "Game",
    "LudemicError",
    "Move",
    "PlayError",
    "Player",
    "Result",
    "Trial",
    "VectorEnv",
    "check",
    "load",
    "loads",
]

Folder = str | PathLike[str]


def load(
    file: Folder,
    options: Iterable[str] = (),
    *,
    defines: Folder | None = None,
    games: Folder | None = None,
    max_moves: int | None = None,
    variants: int = 1,
) -> Game:
    """The game of a .lud file.

    `options` are selections such as ``"Board/9x9"`` or the heading of a ruleset, `defines` a folder of .def files
    besides the known ones, `max_moves` a limit of moves other than Ludii's 10,000. The games of a match are looked for
    in the folder `games`, or in the folders around the file. `variants` makes room for numbers of actions where different
    moves have the same sites and choices (docs/actions.md).

    Raises DescriptionError, whose `findings` say what is wrong.
    """
    text = Path(file).read_text(encoding="utf-8")
    return Game(text, str(file), list(options), _path(defines), max_moves, variants, {}, str(file), _path(games))


def loads(
    text: str,
    options: Iterable[str] = (),
    *,
    name: str = "game.lud",
    defines: Folder | None = None,
    games: Mapping[str, str] | None = None,
    max_moves: int | None = None,
    variants: int = 1,
) -> Game:
    """The game of a description; `name` is what findings call it, `games` are the texts of the games of a match. See `load`."""
    return Game(text, name, list(options), _path(defines), max_moves, variants, dict(games or {}))


def check(
    file: Folder,
    options: Iterable[str] = (),
    *,
    text: str | None = None,
    defines: Folder | None = None,
    games: Folder | None = None,
) -> list[Finding]:
    """All findings about a .lud file, or about `text` under the name `file`: errors, warnings and notes.

    What can be played is started and played for a few moves.
    """
    if text is None:
        text = Path(file).read_text(encoding="utf-8")
    return _check(text, str(file), list(options), _path(defines), {}, str(file), _path(games))


def _path(folder: Folder | None) -> str | None:
    return None if folder is None else str(folder)
