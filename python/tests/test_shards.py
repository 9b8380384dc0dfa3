"""Rows of games as files: the same whatever the number of shards, as Polars, DuckDB, Ray and Slurm meet them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import polars as pl
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "python/examples"
PROGRAM = os.environ.get("LUDEMIC_PROGRAM", "")
HEX = ["compare", str(ROOT / "lud/hex.lud"), "--select", "Board/5x5", "--select", "Board/3x3", "--games", "40"]

needs_program = pytest.mark.skipif(not PROGRAM, reason="LUDEMIC_PROGRAM names no program")


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_program
def test_polars_reads_the_same_rows_from_any_number_of_shards(tmp_path: Path) -> None:
    tables = {}
    for parts in (1, 4, 7):
        out = tmp_path / str(parts)
        for part in range(1, parts + 1):
            run(*HEX, "--out", str(out), "--shard", f"{part}/{parts}", "--moves")
        games = pl.read_parquet(out / "games-*.parquet")
        tables[parts] = (games, pl.read_parquet(out / "moves-*.parquet"))
        assert len(games) == 120
    for parts in (4, 7):
        assert tables[parts][0].equals(tables[1][0]) and tables[parts][1].equals(tables[1][1])
    games, moves = tables[1]
    assert games["options"].unique(maintain_order=True).to_list() == ["Board/11x11", "Board/5x5", "Board/3x3"]
    assert games["seed"].dtype == pl.UInt64 and games["winner"].is_in([1, 2]).all()
    plies = moves.group_by("options", "number", maintain_order=True).agg(plies=pl.len(), branching=pl.col("legal").mean())
    assert plies["plies"].to_list() == games["moves"].to_list()
    assert (plies["branching"] - games["branching"]).abs().max() < 1e-9
    assert moves["action"].null_count() == 0
    small = moves.filter(pl.col("options") == "Board/3x3")
    assert small.filter(pl.col("ply") == 2)["legal"].unique().to_list() == [9], "eight cells, and to change sides"


@needs_program
def test_duckdb_sees_the_documented_columns(tmp_path: Path) -> None:
    run("stats", str(ROOT / "tests/games/kinds.lud"), "-n", "30", "--out", str(tmp_path), "--moves")
    page = (ROOT / "docs/research.md").read_text()
    for kind in ("games", "moves"):
        table = page.split(f"Columns of `{kind}-I-of-N.parquet`")[1].split("|---|---|---|")[1].split("\n\n")[0]
        names = [name for row in table.strip().splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
        rows = duckdb.sql(f"SELECT * FROM '{tmp_path}/{kind}-*.parquet'")
        assert rows.columns == names
    query = f"SELECT count(*), sum(moves), count(lead_changes) FROM '{tmp_path}/games-*.parquet'"
    ((count, moves, leads),) = duckdb.sql(query).fetchall()
    assert (count, leads) == (30, 30)
    assert duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/moves-*.parquet'").fetchall() == [(moves,)]


@needs_program
def test_a_sweep_on_a_ray_cluster(tmp_path: Path) -> None:
    file = str(ROOT / "lud/breakthrough.lud")
    options = ["--games", "20", "--shards", "5", "--program", PROGRAM, "--out", str(tmp_path / "rows")]
    # Ray keeps things at home.
    environment = {**os.environ, "HOME": str(tmp_path), "RAY_USAGE_STATS_ENABLED": "0"}
    command = [sys.executable, str(EXAMPLES / "sweep_ray.py"), file, *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Board/8x8" in done.stdout
    run("compare", file, "--sweep", "all", "--games", "20", "--out", str(tmp_path / "one"))
    both = [pl.read_parquet(tmp_path / folder / "games-*.parquet").drop("file") for folder in ("rows", "one")]
    assert len(both[0]) == 60 and both[0].equals(both[1])


@needs_program
def test_a_sweep_as_a_slurm_array(tmp_path: Path) -> None:
    script = EXAMPLES / "sweep.slurm"
    subprocess.run(["bash", "-n", script], check=True)
    slurm = {**os.environ, "LUDEMIC": PROGRAM, "GAMES": "10", "PARTS": "3"}
    for task in ("1", "2", "3"):
        environment = {**slurm, "SLURM_ARRAY_TASK_ID": task, "SLURM_CPUS_PER_TASK": "1"}
        subprocess.run([script, ROOT / "lud/breakthrough.lud", tmp_path], env=environment, check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"games-{task}-of-3.parquet" for task in (1, 2, 3)]
    assert len(pl.read_parquet(tmp_path / "*.parquet")) == 30
    alone = subprocess.run([script, "x.lud"], env=slurm, capture_output=True, text=True)
    assert alone.returncode != 0 and "job array" in alone.stderr
