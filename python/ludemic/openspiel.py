"""Games as games of OpenSpiel: `pyspiel.load_game("python_ludemic", {"file": "lud/hex.lud"})`.

Options are one parameter, separated by semicolons. Chance is drawn inside a move: in a game with chance a chance node, whose
outcome is the number of the course that chance takes, comes before the game and follows each move. All courses are as likely; they
are other ones in each position, so that on the whole dice fall as they should.

Where information is hidden, the information state of a player is all that he has seen of the position, from the start on
and after every move, and what he has decided himself.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

import ludemic

COURSES = 1 << 10
_OUTCOMES = [(course, 1 / COURSES) for course in range(COURSES)]


class LudemicGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of two or more, one player after the other."""

    def __init__(self, params: dict[str, str] | None = None) -> None:
        params = dict(params or {})
        options = [item for item in params.get("options", "").split(";") if item]
        if not params.get("file"):
            raise ValueError("python_ludemic needs the parameter `file`")
        self.ludemic = ludemic.load(params["file"], options)
        game = self.ludemic
        if game.is_simultaneous or game.is_simulation:
            raise ValueError(f"{game.name}: players have to move one after the other")
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.n,
            max_chance_outcomes=COURSES if game.is_stochastic else 0,
            num_players=game.players,
            min_utility=0.0 if game.players == 1 else -1.0,
            max_utility=1.0,
            utility_sum=None if game.players == 1 else 0.0,
            max_game_length=game.max_moves,
        )
        super().__init__(_type(game), info, params)

    def new_initial_state(self) -> LudemicState:
        return LudemicState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, object] | None = None
    ) -> Observer | Recall:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall  # type: ignore[attr-defined]
        return Recall(self.ludemic) if recall else Observer(self.ludemic)


class LudemicState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A position."""

    def __init__(self, game: LudemicGame) -> None:
        super().__init__(game)
        self.trial = game.ludemic.trial()
        self._stochastic = game.ludemic.is_stochastic
        # The action that chance is to be drawn for: -1 for the start of the game.
        self._waits: int | None = -1 if self._stochastic else None
        self._hidden = game.ludemic.is_hidden
        # What each seat has seen and decided, where that differs.
        self.known: list[list[str]] = [[] for _ in range(game.ludemic.players)] if self._hidden else []
        self._see()

    def current_player(self) -> int:
        if self._waits is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.trial.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self.trial.legal_actions().tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self._waits == -1:
            self.trial = self.trial.game.trial(action)
        elif self._waits is not None:
            # The position is part of the seed: the same number is another course in another position.
            self.trial.reseed((self.trial.hash + action) % 2**64)
            self.trial.act(self._waits)
        else:
            if self._hidden and self.trial.seat is not None:
                self.known[self.trial.seat].append(self.trial.game.actions.describe(action))
            if self._stochastic:
                self._waits = action
                return
            self.trial.act(action)
        # States are never taken back: copies are cheaper without the way here.
        self.trial.settle()
        self._waits = None
        self._see()

    def _see(self) -> None:
        if self._waits is None:
            for seat, known in enumerate(self.known):
                known.append(self.view(seat))

    def view(self, seat: int) -> str:
        """The position as a seat sees it."""
        return self.trial.picture(self.viewer(seat)).rstrip()

    def viewer(self, seat: int) -> int | None:
        return seat + 1 if self._hidden else None

    def _action_to_string(self, player: int, action: int) -> str:
        return f"course {action}" if player < 0 else self.trial.game.actions.describe(action)

    def is_terminal(self) -> bool:
        return self._waits is None and self.trial.is_over

    def returns(self) -> list[float]:
        return self.trial.returns

    def __str__(self) -> str:
        return str(self.trial)


class Observer:
    """The planes of `Trial.observe` as an observation tensor, and the position as text, both as the player sees it."""

    def __init__(self, game: ludemic.Game) -> None:
        self._shape = game.observation_shape()
        self.tensor: npt.NDArray[np.float32] = np.zeros(self._shape[0] * self._shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(self._shape)}

    def set_from(self, state: LudemicState, player: int) -> None:
        self.dict["observation"][:] = state.trial.observe(state.viewer(player))

    def string_from(self, state: LudemicState, player: int) -> str:
        return state.view(player)


class Recall:
    """The information state as text: all that a player has seen and decided. Where nothing is hidden that is the game so far."""

    def __init__(self, game: ludemic.Game) -> None:
        self._hidden = game.is_hidden
        self.tensor = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}

    def set_from(self, state: LudemicState, player: int) -> None:
        raise NotImplementedError("information states are text: a game has no bound of its length in numbers")

    def string_from(self, state: LudemicState, player: int) -> str:
        return "\n".join(state.known[player]) if self._hidden else state.history_str()


def _type(game: ludemic.Game | None) -> pyspiel.GameType:
    stochastic = game is not None and game.is_stochastic
    hidden = game is not None and game.is_hidden
    information = pyspiel.GameType.Information
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="python_ludemic",
        long_name="A description in Ludii's language",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if stochastic else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM
        if game is not None and game.players == 1
        else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=16,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"file": "", "options": ""},
        default_loadable=False,
    )


pyspiel.register_game(_type(None), LudemicGame)
