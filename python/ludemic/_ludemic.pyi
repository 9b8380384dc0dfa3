"""The rules engine: games, trials, numbers for actions."""

from typing import Any, ClassVar, final

import numpy as np
import numpy.typing as npt

class LudemicError(Exception):
    """What the rules engine could not do."""

class DescriptionError(LudemicError):
    """A description with errors: `findings` has all of them."""

    findings: list[Finding]

class PlayError(LudemicError):
    """The rules have no value in a position, or the game is over."""

class ActionError(LudemicError):
    """Moves without numbers: see `ActionSpace`."""

def check(
    text: str,
    name: str = "game.lud",
    options: list[str] = ...,
    defines: str | None = None,
    games: dict[str, str] = ...,
    file: str | None = None,
    folder: str | None = None,
) -> list[Finding]:
    """All findings of a description; use `ludemic.check`."""

@final
class Finding:
    """A finding about a description. `str` shows it with the lines it is about; lines and columns count from 1."""

    code: str
    severity: str
    message: str
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    trail: list[str]
    text: str

@final
class ActionSpace:
    """The actions of a game by number: from 0 to `n` - 1, the same in every position.

    A number stands for the kind of the decision, its sites, and the choices that the rules leave open. Moves that it
    cannot tell apart are an ActionError, never one number, unless the game was loaded with `variants`.
    """

    @property
    def n(self) -> int:
        """How many actions there are."""
    def describe(self, id: int) -> str:
        """An action as text, such as ``Move 12>20``."""
    def action(self, id: int) -> dict[str, Any]:
        """An action as data: `kind`, `from`, `to` (type and site), `choices`."""
    def permuted(self, permutation: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What a permutation of the sites, such as one of `Board.symmetries`, makes of the actions: action a becomes ``permuted[a]``.

        ``turned[..., permuted] = policy`` turns policies and masks as the planes.
        """
    def __len__(self) -> int: ...

@final
class Board:
    """The sites of a game as a graph: those of the board, then those of the hands.

    Planes of observations have one number for each of them, in the same order.
    """

    @property
    def sites(self) -> list[tuple[str, int]]:
        """Type and number of each site."""
    @property
    def names(self) -> list[str]:
        """What people call the sites."""
    @property
    def containers(self) -> list[str]:
        """The board or the hand that each site belongs to."""
    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """Coordinates (sites, 3); not a number for hands."""
    def edges(self, relation: str = "Adjacent") -> npt.NDArray[np.int64]:
        """Pairs of neighbours (2, edges), both ways. `relation`: Adjacent, Orthogonal, Diagonal, OffDiagonal, All."""
    def symmetries(self) -> npt.NDArray[np.int64]:
        """Turns and reflections of the board as permutations (symmetries, sites), the identity first.

        The site at place p goes to place ``permutation[p]``: planes follow by ``turned[..., permutation] = planes``.
        """
    def __len__(self) -> int: ...

@final
class Game:
    """A game: what a description means under one selection of options. Made by `ludemic.load`; can be pickled."""

    def __new__(
        cls,
        text: str,
        name: str = "game.lud",
        options: list[str] = ...,
        defines: str | None = None,
        max_moves: int | None = None,
        variants: int = 1,
        games: dict[str, str] = ...,
        file: str | None = None,
        folder: str | None = None,
    ) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def options(self) -> list[str]: ...
    @property
    def players(self) -> int: ...
    @property
    def components(self) -> list[tuple[str, int]]:
        """Name and owner of each component, from component 1 on; owner 0 is nobody."""
    @property
    def is_stochastic(self) -> bool: ...
    @property
    def is_match(self) -> bool:
        """Whether it is made of several games. Its moves have no numbers, as each game has a board of its own."""
    @property
    def is_hidden(self) -> bool: ...
    @property
    def is_simultaneous(self) -> bool: ...
    @property
    def is_simulation(self) -> bool: ...
    @property
    def max_moves(self) -> int: ...
    @property
    def findings(self) -> list[Finding]:
        """Warnings, and errors in the metadata."""
    @property
    def actions(self) -> ActionSpace:
        """Numbers for actions. ActionError for a match, and where there would be more than numbers of 32 bits."""
    @property
    def board(self) -> Board: ...
    def planes(self, history: int = 1) -> list[str]:
        """What each plane of an observation shows."""
    def observation_shape(self, history: int = 1) -> tuple[int, int]:
        """Planes and sites."""
    def trial(self, seed: int = 0) -> Trial:
        """A new game; `seed` is where dice and other chance begin."""
    def playouts(
        self, n: int = 100, seed: int = 0, threads: int = 0, max_moves: int = ...
    ) -> dict[str, Any]:
        """Random games on all cores: wins by player, draws, lengths, endings, seconds.

        The same seed gives the same games on any number of threads, those of ``ludemic playouts``. Ctrl-C ends them.
        """
    def stats(
        self, n: int = 1000, seed: int = 0, threads: int = 0, max_moves: int = ...
    ) -> dict[str, Any]:
        """Random games on all cores: results with intervals of 95%, distributions of lengths and branching."""
    def diff(
        self,
        other: Game,
        seed: int = 0,
        positions: int | None = None,
        playouts: int | None = None,
        play: bool = True,
    ) -> dict[str, Any]:
        """What differs between two versions, ended by Ctrl-C: `rules`, `metadata`, and the shortest game found that they play differently."""
    def player(self, spec: str, seed: int = 0) -> Player:
        """Somebody who chooses moves: ``random``, ``greedy``, ``uct:200``, ``uct:1s``."""
    def vector(
        self,
        n: int,
        history: int = 1,
        seed: int = 0,
        max_moves: int | None = None,
        threads: int = 0,
    ) -> VectorEnv:
        """Many games stepped together; use `ludemic.VectorEnv`, which has the arrays."""
    def svg(self) -> str:
        """The first position."""
    def _repr_svg_(self) -> str: ...

@final
class Player:
    """Somebody who chooses moves."""

    @property
    def name(self) -> str: ...
    def begin(self, seed: int) -> None:
        """A new game begins; with the same seed he makes the same moves."""
    def choose(self, trial: Trial) -> int:
        """The number of a legal move. The trial is left as it was."""

@final
class Move:
    """A legal move."""

    index: int
    text: str
    mover: int
    from_site: int | None
    to_site: int | None
    actions: str

@final
class Result:
    """How a game came out: the winner, or None for none or several; how it ended; the rank of each player."""

    winner: int | None
    end: str
    ranks: list[float]
    text: str

@final
class Trial:
    """A game from its start on. It can be pickled: it is played again."""

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def legal(self) -> list[Move]:
        """The legal moves in Ludii's order, duplicates kept."""
    def play(self, chosen: Move | int | str) -> None:
        """Makes a legal move: itself, its number, or what people call it, such as ``E2-E4``.

        A Move that was listed in another position has to be legal in this one as well: ValueError where it is not.
        """
    def undo(self) -> bool:
        """Takes the last decision back; False when there is none."""
    def settle(self) -> None:
        """Makes the moves so far final: `undo` takes back none of them, and `observe` has no planes of the positions before.

        The game takes less memory, and copies are cheap.
        """
    def legal_actions(self) -> npt.NDArray[np.int64]:
        """The numbers of the legal actions, ascending."""
    def action_mask(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """1 for each legal action, in `out` where it is given. ActionError where there are more than 67 million actions."""
    def act(self, id: int) -> None:
        """Makes the action of this number. ValueError where it is not legal."""
    def action_of(self, index: int) -> int:
        """The number of the action that a legal move is."""
    def observe(self, viewer: int | None = None, history: int = 1) -> npt.NDArray[np.float32]:
        """The position as planes by sites, as a player sees it; without `viewer` with all that is hidden."""
    def playout(self, seed: int, max_moves: int = ...) -> None:
        """Plays uniformly random moves to the end of the game."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
    def reseed(self, seed: int) -> None:
        """Chance takes another course from here on."""
    def copy(self) -> Trial: ...
    def __copy__(self) -> Trial: ...
    def __deepcopy__(self, _memo: Any) -> Trial: ...
    def __len__(self) -> int:
        """How many moves were made."""
    @property
    def game(self) -> Game: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def goes_on(self) -> bool:
        """Whether another move can be made; a simulation also stops where nothing happens any more."""
    @property
    def mover(self) -> int:
        """The player to choose, from 1; 0 where nobody chooses."""
    @property
    def seat(self) -> int | None:
        """Who decides for the mover, from 0: after a swap of seats not the same. None once the game is over."""
    @property
    def returns(self) -> list[float]:
        """By seat: 1 for the first rank, -1 for the last; all 0 before the end. A single player has 1 for a win, else 0."""
    @property
    def result(self) -> Result | None: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def hash(self) -> int: ...
    @property
    def choices(self) -> list[int]:
        """The numbers of the moves made, among those that were legal then."""
    @property
    def history(self) -> list[str]:
        """All moves made, those of the start rules first."""
    def state(self) -> dict[str, Any]:
        """The whole position as recordings have it."""
    def picture(self, viewer: int | None = None) -> str:
        """The position as text, as a player sees it."""
    def svg(self, viewer: int | None = None) -> str:
        """The position as a drawing."""
    def _repr_svg_(self) -> str: ...

@final
class VectorEnv:
    """Many games of one kind; `ludemic.VectorEnv` has the arrays for it."""

    @property
    def n(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    @property
    def mask_shape(self) -> tuple[int, int]: ...
    @property
    def rewards_shape(self) -> tuple[int, int]: ...
    def reset_into(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32],
        seats: npt.NDArray[np.int32],
        dones: npt.NDArray[np.int8],
        truncations: npt.NDArray[np.int8],
    ) -> None:
        """Begins all games anew and writes their first positions."""
    def step_into(
        self,
        actions: npt.NDArray[np.int64],
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32],
        seats: npt.NDArray[np.int32],
        dones: npt.NDArray[np.int8],
        truncations: npt.NDArray[np.int8],
    ) -> None:
        """Makes one action in each game and writes what came of it. Nothing is done where one of them is not legal."""
    def sample_into(self, actions: npt.NDArray[np.int64], seed: int) -> None:
        """Writes a legal action of each game, drawn uniformly."""
    def __len__(self) -> int: ...
