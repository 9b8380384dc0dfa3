"""Spreads a sweep over all options of a game over a Ray cluster: one task for each shard of `ludemic compare`.

    python sweep_ray.py ../../lud/hex.lud --games 1000 --shards 16 --out rows
    python sweep_ray.py ../../lud/hex.lud --games 1000000 --shards 512 --out rows --address auto

Without `--address` a cluster is started on this machine. The program `ludemic` has to be on every machine; the
description is sent along and the rows come back, so that the machines need share no folder. A task that was lost with
its machine is started again by Ray and gives the same rows.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import polars as pl
import ray


def play(program: str, name: str, text: str, games: int, seed: int, shard: str) -> tuple[str, bytes]:
    """The name and the content of the file of rows of a shard."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_text(text)
        command = [program, "compare", name, "--sweep", "all", "--games", str(games), "--seed", str(seed)]
        command += ["--shard", shard, "--out", "rows", "--threads", "1"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"shard {shard}: {done.stderr}")
        (rows,) = (Path(folder) / "rows").glob("games-*.parquet")
        return rows.name, rows.read_bytes()


def main(arguments: list[str] | None = None) -> pl.DataFrame:
    parser = argparse.ArgumentParser(description="Sweep over all options of a game on a Ray cluster")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000, help="of each combination of options")
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("rows"))
    parser.add_argument("--program", default="ludemic")
    parser.add_argument("--address", help="of a cluster that runs already")
    args = parser.parse_args(arguments)

    ray.init(address=args.address, include_dashboard=False, log_to_driver=False)
    try:
        task = ray.remote(num_cpus=1)(play)
        text = args.file.read_text()
        shards = [f"{number}/{args.shards}" for number in range(1, args.shards + 1)]
        waiting = [task.remote(args.program, args.file.name, text, args.games, args.seed, shard) for shard in shards]
        args.out.mkdir(parents=True, exist_ok=True)
        while waiting:
            done, waiting = ray.wait(waiting)
            for name, rows in ray.get(done):
                (args.out / name).write_bytes(rows)
                print(f"{name}: {len(rows):,} bytes, {len(waiting)} shards to come", flush=True)
    finally:
        ray.shutdown()

    table = (
        pl.scan_parquet(args.out / "games-*.parquet")
        .group_by("options", maintain_order=True)
        .agg(
            games=pl.len(),
            moves=pl.col("moves").mean(),
            branching=pl.col("branching").mean(),
            first=(pl.col("winner") == 1).fill_null(False).mean(),
        )
        .collect()
    )
    print(table)
    return table


if __name__ == "__main__":
    main()
