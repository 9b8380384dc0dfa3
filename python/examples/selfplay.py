"""Learns a game by playing against itself: a small network for policy and value in a tree search (PUCT), in NumPy alone.

    python selfplay.py ../../lud/hex.lud -o Board/5x5 --minutes 10 --out hex5

For games of two players with up to some hundreds of actions. All games of a round are played side by side, and the network looks
at one position of each at a time. After each round it plays against UCT with random games and as many simulations. The
folder of `--out` has the log (one JSON object a line), the curve (SVG) and the weights.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

import ludemic

Floats = npt.NDArray[np.float32]
EXPLORATION = 1.6  # how much PUCT trusts the policy
NOISE, SHARE = 0.6, 0.25  # Dirichlet noise at the root, and its share
HIDDEN = 128
MEMORY = 30_000  # positions to learn from
BATCH = 256


class Network:
    """Two layers, then logits for all actions and a value from -1 to 1 for the one to move; learns by Adam."""

    def __init__(self, game: ludemic.Game, seed: int) -> None:
        planes, sites = game.observation_shape()
        inputs, actions = planes * sites, game.actions.n
        self._twins = twins(game)
        rng = np.random.default_rng(seed)
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN, actions), (actions,), (HIDDEN, 1), (1,)]
        scale = [np.sqrt(2 / shape[0]) if len(shape) == 2 else 0.0 for shape in shapes]
        scale[4] = scale[6] = 0.01
        self.weights = [(s * rng.standard_normal(shape)).astype(np.float32) for s, shape in zip(scale, shapes)]
        self._first = [np.zeros_like(w) for w in self.weights]
        self._second = [np.zeros_like(w) for w in self.weights]
        self._steps = 0

    def look(self, trial: ludemic.Trial) -> Floats:
        """The planes of a position; where the second player is to move, his pieces stand for those of the first."""
        planes = trial.observe()
        return (planes[self._twins] if trial.mover == 2 else planes).ravel()

    def forward(self, x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        w1, b1, w2, b2, wp, bp, wv, bv = self.weights
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        return h1, h2, h2 @ wp + bp, np.tanh(h2 @ wv + bv)[:, 0]

    def __call__(self, x: Floats, masks: npt.NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Probabilities of the legal actions, and values."""
        *_, logits, values = self.forward(x)
        return softmax(np.where(masks > 0, logits, -np.inf)), values

    def learn(self, x: Floats, masks: npt.NDArray[np.int8], policies: Floats, results: Floats, rate: float) -> float:
        """A step on a batch; the loss before it."""
        _, _, w2, _, wp, _, wv, _ = self.weights
        h1, h2, logits, values = self.forward(x)
        chances = softmax(np.where(masks > 0, logits, -np.inf))
        n = len(x)
        loss = -(policies * np.log(chances + 1e-9)).sum() / n + ((values - results) ** 2).mean()
        d_logits = (chances - policies) / n
        d_value = (2 * (values - results) * (1 - values**2) / n)[:, None]
        d2 = (d_logits @ wp.T + d_value @ wv.T) * (h2 > 0)
        d1 = (d2 @ w2.T) * (h1 > 0)
        gradients = [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d_logits, d_logits.sum(0), h2.T @ d_value, d_value.sum(0)]
        self._steps += 1
        for w, g, m, v in zip(self.weights, gradients, self._first, self._second):
            g = g + 1e-4 * w
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= rate * (m / (1 - 0.9**self._steps)) / (np.sqrt(v / (1 - 0.999**self._steps)) + 1e-8)
        return float(loss)


def twins(game: ludemic.Game) -> list[int]:
    """For each plane that of the same piece of the other player, or itself. Who is to move stays: sides may differ."""
    kinds = [(name.rstrip("0123456789"), owner) for name, owner in game.components]
    other = {(name, owner): (name, 3 - owner) for name, owner in kinds if owner in (1, 2)}
    names = game.planes()
    renamed = {
        f"top {number}": f"top {kinds.index(other[kind]) + 1}"
        for number, kind in enumerate(kinds, start=1)
        if other.get(kind) in kinds
    }
    return [names.index(renamed.get(name, name)) for name in names]


def softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)


@dataclass
class Symmetry:
    """A permutation of the sites that the rules have as well, and what it makes of the actions."""

    sites: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]


def symmetries(game: ludemic.Game, rng: np.random.Generator) -> list[Symmetry]:
    """Those symmetries of the board under which random games stay legal and end alike."""
    every = [Symmetry(permutation, game.actions.permuted(permutation)) for permutation in game.board.symmetries()]
    return [symmetry for symmetry in every if all(holds(game, symmetry, rng) for _ in range(5))]


def holds(game: ludemic.Game, symmetry: Symmetry, rng: np.random.Generator) -> bool:
    one, other = game.trial(), game.trial()
    while one.goes_on:
        legal = one.legal_actions()
        if not other.goes_on or not np.array_equal(np.sort(symmetry.actions[legal]), other.legal_actions()):
            return False
        action = rng.choice(legal)
        one.act(action)
        other.act(symmetry.actions[action])
    return one.returns == other.returns


class Search:
    """One tree for each of several games, grown side by side. Nodes and actions are the axes of arrays."""

    def __init__(self, trials: list[ludemic.Trial], simulations: int, actions: int) -> None:
        shape = (len(trials), simulations + 1, actions)
        self.prior = np.zeros(shape, np.float32)
        self.visits = np.zeros(shape, np.float32)
        self.worth = np.zeros(shape, np.float32)
        self.child = np.full(shape, -1, np.int32)
        self.masks = np.zeros(shape, np.int8)
        self.seat = np.zeros(shape[:2], np.int32)
        self.value = np.zeros(shape[:2], np.float32)  # of ends, for the first seat
        self.over = np.zeros(shape[:2], bool)
        self.trials = [[trial] for trial in trials]

    def expand(self, network: Network, nodes: npt.NDArray[np.int64]) -> Floats:
        """Looks at one new node of each game; their values for the first seat."""
        lanes = np.arange(len(self.trials))
        inputs = np.zeros((len(lanes), network.weights[0].shape[0]), np.float32)
        for lane, node in enumerate(nodes):
            trial = self.trials[lane][node]
            self.over[lane, node] = trial.is_over
            if trial.is_over:
                self.value[lane, node] = trial.returns[0]
            elif not self.masks[lane, node].any():
                trial.action_mask(self.masks[lane, node])
                self.seat[lane, node] = trial.seat
                inputs[lane] = network.look(trial)
        masks = self.masks[lanes, nodes]
        masks[self.over[lanes, nodes]] = 1
        chances, values = network(inputs, masks)
        self.prior[lanes, nodes] = chances
        sign = 1 - 2 * self.seat[lanes, nodes]
        return np.where(self.over[lanes, nodes], self.value[lanes, nodes], sign * values)

    def simulate(self, network: Network) -> None:
        """One more simulation in each game."""
        count = len(self.trials)
        at = np.zeros(count, np.int64)
        path: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []
        down = np.flatnonzero(~self.over[:, 0])
        while len(down):
            nodes = at[down]
            visits = self.visits[down, nodes]
            worth, tried = self.worth[down, nodes], visits.sum(1, keepdims=True)
            # What has not been tried is taken to be as good as what has.
            mean = np.where(visits > 0, worth / np.maximum(visits, 1), worth.sum(1, keepdims=True) / np.maximum(tried, 1))
            bonus = EXPLORATION * self.prior[down, nodes] * np.sqrt(tried + 1) / (1 + visits)
            score = np.where(self.masks[down, nodes] > 0, mean + bonus, -np.inf)
            actions = score.argmax(axis=1)
            path.append((down, nodes, actions))
            children = self.child[down, nodes, actions]
            for lane, node, action in zip(down[children < 0], nodes[children < 0], actions[children < 0]):
                trials = self.trials[lane]
                trial = trials[node].copy()
                trial.act(int(action))
                trial.settle()
                self.child[lane, node, action] = at[lane] = len(trials)
                trials.append(trial)
            known = children >= 0
            at[down[known]] = children[known]
            down = down[known]
            down = down[~self.over[down, at[down]]]
        values = self.expand(network, at)
        for lanes, nodes, actions in path:
            self.visits[lanes, nodes, actions] += 1
            self.worth[lanes, nodes, actions] += values[lanes] * (1 - 2 * self.seat[lanes, nodes])


def think(
    network: Network, trials: list[ludemic.Trial], simulations: int, noise: np.random.Generator | None = None
) -> Floats:
    """How often each action was tried, as shares, in each position."""
    for trial in trials:
        trial.settle()
    search = Search([trial.copy() for trial in trials], simulations, trials[0].game.actions.n)
    search.expand(network, np.zeros(len(trials), np.int64))
    if noise is not None:
        for lane, mask in enumerate(search.masks[:, 0]):
            legal = np.flatnonzero(mask)
            drawn = noise.dirichlet(np.full(len(legal), NOISE))
            search.prior[lane, 0, legal] = (1 - SHARE) * search.prior[lane, 0, legal] + SHARE * drawn
    for _ in range(simulations):
        search.simulate(network)
    visits = search.visits[:, 0]
    return visits / visits.sum(axis=1, keepdims=True)


@dataclass
class Position:
    inputs: Floats
    mask: npt.NDArray[np.int8]
    policy: Floats
    seat: int
    result: float = 0.0

    def turned(self, symmetry: Symmetry, sites: int) -> Position:
        inputs, mask, policy = np.empty_like(self.inputs), np.empty_like(self.mask), np.empty_like(self.policy)
        inputs.reshape(-1, sites)[:, symmetry.sites] = self.inputs.reshape(-1, sites)
        mask[symmetry.actions], policy[symmetry.actions] = self.mask, self.policy
        return Position(inputs, mask, policy, self.seat, self.result)


def self_play(game: ludemic.Game, network: Network, games: int, simulations: int, rng: np.random.Generator) -> list[Position]:
    """Positions of so many games, each with the shares of the search and what came of the game."""
    running = [(game.trial(int(rng.integers(2**62))), list[Position]()) for _ in range(games)]
    done: list[Position] = []
    while running:
        shares = think(network, [trial for trial, _ in running], simulations, rng)
        left = []
        for (trial, positions), share in zip(running, shares):
            positions.append(Position(network.look(trial), trial.action_mask(), share, trial.seat or 0))
            # Varied at first, the best later.
            early = len(trial) < 6
            trial.act(int(rng.choice(len(share), p=share / share.sum()) if early else share.argmax()))
            if trial.goes_on:
                left.append((trial, positions))
                continue
            for position in positions:
                position.result = trial.returns[position.seat]
            done += positions
        running = left
    return done


def match(game: ludemic.Game, network: Network, rival: str, games: int, simulations: int, seed: int) -> tuple[int, int]:
    """Wins and draws against a player; both begin as often."""
    trials = [game.trial(seed + number) for number in range(games)]
    own = [number % 2 for number in range(games)]
    players = [game.player(rival, seed + number) for number in range(games)]
    while True:
        running = [number for number in range(games) if trials[number].goes_on]
        if not running:
            break
        mine = [number for number in running if trials[number].seat == own[number]]
        if mine:
            shares = think(network, [trials[number] for number in mine], simulations)
            for number, share in zip(mine, shares):
                trials[number].act(int(share.argmax()))
        for number in set(running) - set(mine):
            trials[number].play(players[number].choose(trials[number]))
    results = [trial.returns[seat] for trial, seat in zip(trials, own)]
    return sum(result > 0 for result in results), sum(result == 0 for result in results)


def curve(lines: list[dict[str, float]], title: str, path: Path) -> None:
    """Share of wins by time, as an SVG."""
    width, height, left, bottom = 560, 260, 46, 40
    minutes = max(line["minutes"] for line in lines) or 1.0
    point = lambda line: (  # noqa: E731
        left + (width - left - 16) * line["minutes"] / minutes,
        height - bottom - (height - bottom - 34) * line["score"],
    )
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(point, lines))
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#2a6"/>' for x, y in map(point, lines))
    grid = ""
    for share in (0, 0.25, 0.5, 0.75, 1):
        _, y = point({"minutes": 0, "score": share})
        colour = "#888" if share == 0.5 else "#ddd"
        grid += f'<path d="M{left} {y:.1f}H{width - 16}" stroke="{colour}"/>'
        grid += f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    ticks = "".join(
        f'<text x="{point({"minutes": m, "score": 0})[0]:.1f}" y="{height - bottom + 18}" text-anchor="middle">{m:.1f}</text>'
        for m in np.linspace(0, minutes, 6)
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/><text x="{left}" y="20" font-size="14">{title}</text>{grid}{ticks}'
        f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">minutes of learning on one core</text>'
        f'<polyline points="{points}" fill="none" stroke="#2a6" stroke-width="2"/>{marks}</svg>\n'
    )


def main(arguments: list[str] | None = None) -> list[dict[str, float]]:
    parser = argparse.ArgumentParser(description="Learn a game by self-play, against UCT with as many simulations")
    parser.add_argument("file")
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--simulations", type=int, default=64, help="of either side for a move")
    parser.add_argument("--games", type=int, default=64, help="of self-play in a round")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100, help="games against UCT after a round")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("selfplay"))
    args = parser.parse_args(arguments)

    game = ludemic.load(args.file, args.option)
    if game.players != 2 or game.is_stochastic or game.is_hidden or game.is_simultaneous:
        parser.error(f"{game.name}: this learns games of two, in turn, without chance and hidden information")
    rng = np.random.default_rng(args.seed)
    planes, sites = game.observation_shape()
    turns = symmetries(game, rng)
    print(f"{game.name}: {game.actions.n} actions, {planes} planes of {sites} sites, {len(turns)} symmetries of the rules")
    network = Network(game, args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    memory: list[Position] = []
    lines: list[dict[str, float]] = []
    spent, played, rival = 0.0, 0, f"uct:{args.simulations}"
    with (args.out / "log.jsonl").open("w") as log:
        for number in range(args.rounds + 1):
            begun, loss = time.process_time(), float("nan")
            if number > 0:
                memory += self_play(game, network, args.games, args.simulations, rng)
                memory = memory[-MEMORY:]
                played += args.games
                rate = 2e-3 * max(0.1, 1 - spent / 60 / args.minutes)
                for _ in range(max(1, 4 * len(memory) // BATCH // 2)):
                    chosen = rng.integers(len(memory), size=min(BATCH, len(memory)))
                    drawn = [memory[i].turned(turns[rng.integers(len(turns))], sites) for i in chosen]
                    loss = network.learn(
                        np.stack([one.inputs for one in drawn]),
                        np.stack([one.mask for one in drawn]),
                        np.stack([one.policy for one in drawn]),
                        np.array([one.result for one in drawn], np.float32),
                        rate,
                    )
                spent += time.process_time() - begun
            last = number == args.rounds or spent > 60 * args.minutes
            # Rounds are short: not after each of them.
            if number % 5 and not last:
                continue
            wins, draws = match(game, network, rival, args.matches, args.simulations, args.seed)
            line = {
                "round": number,
                "games": played,
                "minutes": round(spent / 60, 3),
                "loss": None if np.isnan(loss) else round(loss, 4),
                "wins": wins,
                "draws": draws,
                "of": args.matches,
                "score": round((wins + draws / 2) / args.matches, 4),
            }
            lines.append(line)
            print(json.dumps(line), file=log, flush=True)
            print(json.dumps(line), flush=True)
            curve(lines, f"{game.name} {' '.join(game.options)}: score against {rival}", args.out / "curve.svg")
            np.savez(args.out / "network.npz", *network.weights)
            if last:
                return lines
    return lines


if __name__ == "__main__":
    main()
