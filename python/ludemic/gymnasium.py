"""Games for one player as environments of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludemic._ludemic import Game, Trial


class LudemicEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A game for one player: planes as observation, 1 for a win as reward, the mask of legal actions among the infos.

    An action that is not legal changes nothing; `infos["legal"]` says so. A game is truncated after `max_moves` steps.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg", "ansi"]}

    def __init__(
        self,
        game: Game,
        *,
        history: int = 1,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if game.players != 1:
            raise ValueError(f"{game.name} has {game.players} players: see ludemic.pettingzoo")
        self.game = game
        self.history = history
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-np.inf, np.inf, game.observation_shape(history), np.float32)
        self.action_space = spaces.Discrete(game.actions.n)
        self._steps = 0
        self._trial: Trial = game.trial()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for each legal action."""
        return self._trial.action_mask()

    def _answer(self) -> npt.NDArray[np.float32]:
        return self._trial.observe(history=self.history)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self._trial = self.game.trial(int(self.np_random.integers(2**63)))
        self._steps = 0
        return self._answer(), {"action_mask": self.action_masks()}

    def step(
        self, action: np.int64
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self._steps += 1
        legal = bool(self.action_masks()[int(action)])
        if legal:
            self._trial.act(int(action))
        over = self._trial.is_over
        cut = self.max_moves is not None and self._steps >= self.max_moves
        reward = self._trial.returns[0] if over else 0.0
        infos = {"action_mask": self.action_masks(), "legal": legal}
        return self._answer(), reward, over, cut and not over, infos

    def render(self) -> str | None:  # type: ignore[override]
        if self.render_mode == "svg":
            return self._trial.svg()
        return str(self._trial) if self.render_mode == "ansi" else None
