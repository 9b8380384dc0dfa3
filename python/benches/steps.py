"""Environment steps a second: ludemic one game at a time, by PettingZoo's interface and in batches, beside others.

    python benches/steps.py                  the table of docs/python.md
    python benches/steps.py --seconds 0.2 --games tic-tac-toe

A step is one action, drawn at random, with the observation and the legal actions of the position after it. Games that
are over begin anew. On one core the time is that of the processor. On several there are two numbers: by the clock, which counts
what else the machine does, and by the processor, the time of all threads shared out among the cores, which is what an idle machine
would come near to. Each number is the best of five, as what else a machine does makes it only worse. Peers that are not installed are
left out: OpenSpiel (`open_spiel`), PettingZoo (`pettingzoo`, for chess `chess` as well), PGX (`pgx`, whose batches of 256 are
compiled before they are timed, and take the processor time of all their threads).
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import ludemic
from ludemic.pettingzoo import LudemicAEC

LUD = Path(__file__).resolve().parents[2] / "lud"
LANES = 256
# Ours, OpenSpiel's, PettingZoo's, PGX's.
GAMES = {
    "tic-tac-toe": ("tic_tac_toe", "tictactoe_v3", "tic_tac_toe"),
    "connect-four": ("connect_four", "connect_four_v3", "connect_four"),
    "breakthrough": ("breakthrough", None, None),
    "hex": ("hex(board_size=11)", None, "hex"),
    "chess": ("chess", "chess_v6", "chess"),
}
# Makes some steps, and answers how many.
Run = Callable[[], int]


def rate(run: Run, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second, the best of five tries."""
    best = 0.0
    run()
    for _ in range(5):
        start, steps = clock(), 0
        while clock() - start < seconds:
            steps += run()
        best = max(best, steps / (clock() - start))
    return best


def single(game: ludemic.Game) -> Run:
    """Games of their own, stepped by numbers of actions."""

    def run() -> int:
        trial = game.trial(random.getrandbits(60))
        for number in range(1000):
            actions = trial.legal_actions()
            if not len(actions):
                return number
            trial.act(actions[random.randrange(len(actions))])
            trial.observe()
        return 1000

    return run


def aec(env: object) -> Run:
    """An environment of PettingZoo's interface, as its documentation steps it."""
    generator = np.random.default_rng(0)

    def run() -> int:
        env.reset()  # type: ignore[attr-defined]
        steps = 0
        for agent in env.agent_iter(1000):  # type: ignore[attr-defined]
            observation, _, termination, truncation, _ = env.last()  # type: ignore[attr-defined]
            if termination or truncation:
                return steps
            env.step(generator.choice(np.flatnonzero(observation["action_mask"])))  # type: ignore[attr-defined]
            steps += 1
        return steps

    return run


def vector(game: ludemic.Game, threads: int) -> Run:
    env = ludemic.VectorEnv(game, LANES, seed=1, threads=threads)
    env.reset()
    numbers = iter(range(1 << 60))

    def run() -> int:
        env.step(env.sample(next(numbers)))
        return LANES

    return run


def open_spiel(name: str) -> Run:
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)

    def run() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[random.randrange(len(actions))])
            if not state.is_terminal():
                state.observation_tensor()
            steps += 1
        return steps

    return run


def pgx(name: str) -> Run:
    """A batch of PGX, with the loop around it compiled as well."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(pgx.experimental.auto_reset(env.step, env.init))
    inner = 50

    @jax.jit
    def steps(state: object, key: object) -> object:
        def one(_: int, carry: tuple[object, object]) -> tuple[object, object]:
            state, key = carry
            key, draw, keys = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)  # type: ignore[attr-defined]
            action = jax.random.categorical(draw, logits)
            return step(state, action, jax.random.split(keys, LANES)), key

        return jax.lax.fori_loop(0, inner, one, (state, key))

    held = [(jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), LANES)), jax.random.PRNGKey(1))]

    def run() -> int:
        held[0] = steps(*held[0])
        jax.block_until_ready(held[0])
        return inner * LANES

    return run


def main(arguments: list[str] | None = None) -> list[list[str]]:
    parser = argparse.ArgumentParser(description="Environment steps a second")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--seconds", type=float, default=1.0, help="of each of the five tries")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--pgx", action="store_true", help="PGX as well, which takes a minute to compile")
    args = parser.parse_args(arguments)

    def told(make: Callable[[], Run], clock: Callable[[], float] = time.process_time) -> str:
        try:
            return f"{rate(make(), args.seconds, clock):,.0f}"
        except (ImportError, AttributeError):
            return ""

    def peer(make: Callable[[str], Run], name: str | None, clock: Callable[[], float] = time.process_time) -> str:
        return told(lambda: make(name), clock) if name else ""

    heads = ["game", "single", "LudemicAEC", "vector, 1 core", f"vector, {args.cores} cores", "the same by processor", "OpenSpiel", "PettingZoo", "PGX"]
    shared_out = lambda: time.process_time() / args.cores  # noqa: E731
    rows = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for name in args.games:
        spiel, classic, jitted = GAMES[name]
        game = ludemic.load(LUD / f"{name}.lud")
        zoo = lambda module: aec(importlib.import_module(f"pettingzoo.classic.{module}").env())  # noqa: E731
        row = [game.name, told(lambda: single(game)), told(lambda: aec(LudemicAEC(game)))]
        row += [told(lambda: vector(game, 1)), told(lambda: vector(game, args.cores), time.perf_counter)]
        row += [told(lambda: vector(game, args.cores), shared_out)]
        row += [peer(open_spiel, spiel), peer(zoo, classic)]
        row += [peer(pgx, jitted) if args.pgx else ""]
        rows.append(row)
        print(f"| {' | '.join(row)} |" if len(rows) > 3 else "\n".join(f"| {' | '.join(r)} |" for r in rows), flush=True)
    return rows


if __name__ == "__main__":
    main()
