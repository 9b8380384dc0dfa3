"""The examples run: the notebook from the first cell to the last, and self-play for a moment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "python/examples"


def test_the_notebook_runs_to_its_plots() -> None:
    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert shown.count("image/svg+xml") == 2, "a game and a position"
    assert shown.count("image/png") == 3, "plots"


def test_self_play_learns(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "selfplay.py"), str(ROOT / "lud/hex.lud"), "-o", "Board/3x3"]
    command += ["--rounds", "2", "--games", "8", "--simulations", "8", "--matches", "4", "--out", str(tmp_path)]
    done = subprocess.run(command, env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["round"] for line in lines] == [0, 2]
    assert lines[1]["games"] == 16 and lines[1]["loss"] > 0 and lines[1]["of"] == 4
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    assert (tmp_path / "network.npz").exists()


def test_the_page_tells_what_the_log_says() -> None:
    """The network of the published run beats UCT with as many simulations, and the table and the curve are of that run."""
    text = (ROOT / "docs/pictures/selfplay-hex.jsonl").read_text()
    log = {line["games"]: line for line in map(json.loads, text.splitlines())}
    rows = re.findall(r"^\| ([\d.]+) \| ([\d,]+) \| (\d+) \|$", (ROOT / "docs/python.md").read_text(), re.MULTILINE)
    assert len(rows) >= 6
    for minutes, games, wins in rows:
        line = log[int(games.replace(",", ""))]
        assert (f"{line['minutes']:.1f}", line["wins"], line["of"]) == (minutes, int(wins), 100)
    last = list(log.values())[-1]
    assert last["wins"] >= 65 and last["minutes"] < 10, "beyond what luck does in 100 games"
    curve = (ROOT / "docs/pictures/selfplay-hex.svg").read_text()
    assert curve.count("<circle") == len(log)


def test_speed_is_measured() -> None:
    command = [sys.executable, str(ROOT / "python/benches/steps.py"), "--games", "tic-tac-toe", "--seconds", "0.01"]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    cells = [cell.strip() for cell in table[-1].split("|")][1:-1]
    assert cells[0] == "Tic-Tac-Toe"
    assert all(int(cell.replace(",", "")) > 100 for cell in cells[1:5]), table
