"""Many games of one kind, stepped together.

A step writes to arrays that are made once or given, with the interpreter lock released and on all cores. A game that is over
begins anew by itself: `dones`, `truncations` and `rewards` tell of the game that ended, observation, mask and seat of the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludemic._ludemic import Game
from ludemic._ludemic import VectorEnv as _Lanes


@dataclass(frozen=True)
class Batch:
    """What a step writes: one row a game.

    observations: planes by sites, as `Game.planes` names them (n, planes, sites)
    masks: 1 for each legal action (n, actions)
    rewards: by seat, from -1 to 1; 0 while the game goes on (n, players)
    seats: who is to choose, from 0; -1 where nobody does (n)
    dones: 1 where a game has just ended or was cut (n)
    truncations: 1 where it was cut (n)
    """

    observations: npt.NDArray[np.float32]
    masks: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    seats: npt.NDArray[np.int32]
    dones: npt.NDArray[np.int8]
    truncations: npt.NDArray[np.int8]


class VectorEnv:
    """`n` games of one kind.

    >>> env = VectorEnv(game, 256)
    >>> batch = env.reset()
    >>> batch = env.step(env.sample(seed=1))

    The same `seed` gives the same chance. A game is cut after `max_moves` moves, with rewards of 0. `threads` is 0 for
    one a core. Actions that are not legal are a ValueError, and then no game is stepped.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        history: int = 1,
        seed: int = 0,
        max_moves: int | None = None,
        threads: int = 0,
    ) -> None:
        self.game = game
        self.n = n
        self._lanes: _Lanes = game.vector(n, history, seed, max_moves, threads)
        self.batch = self.empty()
        self._actions = np.zeros(n, dtype=np.int64)

    def empty(self) -> Batch:
        """Arrays of the right shapes, for those who keep several steps."""
        lanes = self._lanes
        return Batch(
            observations=np.zeros(lanes.observation_shape, dtype=np.float32),
            masks=np.zeros(lanes.mask_shape, dtype=np.int8),
            rewards=np.zeros(lanes.rewards_shape, dtype=np.float32),
            seats=np.zeros(self.n, dtype=np.int32),
            dones=np.zeros(self.n, dtype=np.int8),
            truncations=np.zeros(self.n, dtype=np.int8),
        )

    def reset(self, out: Batch | None = None) -> Batch:
        """Begins all games anew, those of the seed again. See `step` for `out`."""
        batch = self.batch if out is None else out
        self._lanes.reset_into(*_arrays(batch))
        return batch

    def step(self, actions: npt.ArrayLike, out: Batch | None = None) -> Batch:
        """Makes one action in each game, and writes what came of it to `out`, whatever that held before.

        Without `out` it is `batch`, which the next step writes to again. Arrays of a rollout can be given step by step, as
        in ``Batch(observations[t], masks[t], rewards[t], seats[t], dones[t], truncations[t])``.
        """
        batch = self.batch if out is None else out
        self._lanes.step_into(np.ascontiguousarray(actions, dtype=np.int64), *_arrays(batch))
        return batch

    def sample(self, seed: int) -> npt.NDArray[np.int64]:
        """A legal action of each game, drawn uniformly."""
        self._lanes.sample_into(self._actions, seed)
        return self._actions

    def __len__(self) -> int:
        return self.n


def _arrays(
    batch: Batch,
) -> tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.int8],
    npt.NDArray[np.float32],
    npt.NDArray[np.int32],
    npt.NDArray[np.int8],
    npt.NDArray[np.int8],
]:
    return batch.observations, batch.masks, batch.rewards, batch.seats, batch.dones, batch.truncations
