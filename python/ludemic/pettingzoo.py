"""Games as environments of PettingZoo: agents in turn (AEC), with masks of the legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped,unused-ignore]

from ludemic._ludemic import Game, Trial

Observation = dict[str, npt.NDArray[Any]]


class LudemicAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc,unused-ignore]
    """A game for two or more.

    Agents are seats: `player_0` decides first for player 1, also after a swap of seats. An observation is a dictionary
    of the planes of `Trial.observe`, as the agent sees them, and the mask of his legal actions. Rewards come with the
    end, from -1 to 1. After `max_moves` moves a game is truncated. Without an explicit seed each game has chance of its own.
    """

    def __init__(
        self,
        game: Game,
        *,
        history: int = 1,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if game.players < 1:
            raise ValueError("a simulation has no agents")
        self._trial: Trial = game.trial()
        # An error where the game has no numbers or too many for masks.
        self._trial.action_mask()
        self.game = game
        self.history = history
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.metadata = {"name": f"ludemic/{game.name}", "render_modes": ["svg", "ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        planes = spaces.Box(-np.inf, np.inf, game.observation_shape(history), np.float32)
        mask = spaces.Box(0, 1, (game.actions.n,), np.int8)
        space = spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.actions.n) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._trial = self.game.trial(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._chooser() or self.agents[0]

    def _chooser(self) -> str | None:
        seat = self._trial.seat
        return None if seat is None else self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        trial = self._trial
        viewer: int | None = None
        if self.game.is_hidden:
            viewer = trial.mover if agent == self._chooser() else self.possible_agents.index(agent) + 1
        if agent == self._chooser() and not trial.is_over:
            mask = trial.action_mask()
        else:
            mask = np.zeros(self.game.actions.n, dtype=np.int8)
        return {"observation": trial.observe(viewer, self.history), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        self._cumulative_rewards[agent] = 0.0
        self._trial.act(int(action))
        self._clear_rewards()
        if self._trial.is_over:
            for name, value in zip(self.possible_agents, self._trial.returns):
                self.rewards[name] = value
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_moves is not None and len(self._trial) >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._chooser() or agent
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self._trial.svg()
        return str(self._trial) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def env(game: Game, **options: Any) -> LudemicAEC:
    """An environment of a game."""
    return LudemicAEC(game, **options)
