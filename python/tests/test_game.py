"""Descriptions, trials, playouts, differences, drawings."""

from __future__ import annotations

import pickle
import signal
import threading
import time
import xml.dom.minidom

import numpy as np
import pytest
from conftest import LUD, game

import ludemic

FILL = """(game "Fill" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""


def test_trial_goes_forward_and_back() -> None:
    trial = ludemic.loads(FILL).trial()
    before = trial.hash
    assert [move.index for move in trial.legal()] == list(range(9))
    trial.play(4)
    assert len(trial) == 1 and len(trial.legal()) == 8 and trial.mover == 2
    copy = trial.copy()
    assert trial.undo() and trial.hash == before and len(copy) == 1
    assert not trial.undo()
    trial.play(4)
    trial.settle()
    trial.play(0)
    assert trial.undo() and not trial.undo() and trial.choices == [4]
    trial.playout(1)
    assert trial.result is not None and trial.result.winner == 1
    assert trial.returns == [1.0, -1.0]
    with pytest.raises(ludemic.PlayError):
        trial.play(0)


def test_what_is_wrong_is_a_finding_with_its_place() -> None:
    with pytest.raises(ludemic.DescriptionError) as error:
        ludemic.loads("(game", name="broken.lud")
    findings = error.value.findings
    assert findings and findings[0].code.startswith("LUD") and findings[0].line == 1
    assert [finding.severity for finding in ludemic.check("fill.lud", text=FILL)].count("error") == 0


def test_moves_by_text_and_by_action_are_the_same() -> None:
    trial = game("chess").trial()
    trial.play("E2-E4")
    other = game("chess").trial()
    index = [move.text for move in other.legal()].index(trial.history[-1])
    other.act(other.action_of(index))
    assert other.hash == trial.hash
    with pytest.raises(ValueError, match="not legal"):
        other.act(other.game.actions.n - 1)


def test_playouts_do_not_depend_on_threads(hex_game: ludemic.Game) -> None:
    one, two = (hex_game.playouts(200, seed=3, threads=threads) for threads in (1, 2))
    assert one["wins"] == two["wins"] and one["playouts"] == 200
    stats = hex_game.stats(200, seed=3)
    assert stats["results"]["P1"]["games"] == one["wins"]["1"]


def test_other_threads_run_while_games_are_played(hex_game: ludemic.Game) -> None:
    """The interpreter lock is released: this thread goes on."""
    done = threading.Event()

    def play() -> None:
        hex_game.playouts(6_000, threads=1)
        done.set()

    worker = threading.Thread(target=play)
    worker.start()
    ticks = 0
    while not done.wait(0.001):
        ticks += 1
    worker.join()
    assert ticks > 20, "it waited for the games"


@pytest.mark.parametrize("work", ["playouts", "stats"])
def test_ctrl_c_ends_games(hex_game: ludemic.Game, work: str) -> None:
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        getattr(hex_game, work)(2_000_000_000)
    assert time.monotonic() - begun < 60
    assert hex_game.playouts(10)["playouts"] == 10, "nothing is left of it"


def test_a_move_of_another_position_is_not_taken_for_its_number() -> None:
    trial = ludemic.loads(FILL).trial()
    first, second, third = trial.legal()[:3]
    trial.play(first)
    trial.play(trial.legal()[0])
    with pytest.raises(ValueError, match="not legal"):
        trial.play(second)
    trial.play(third)
    assert trial.choices == [0, 0, 0], "it has become the first of the legal moves"


def test_differences() -> None:
    other = ludemic.loads(FILL.replace("(is Full) (result Mover Win)", "(is Full) (result Mover Loss)"))
    diff = ludemic.loads(FILL).diff(other)
    assert not diff["same_rules"] and len(diff["rules"]) == 1
    assert diff["play"]["found"] is not None


def test_drawings_are_well_formed(hex_game: ludemic.Game) -> None:
    for drawing in (hex_game._repr_svg_(), hex_game.trial()._repr_svg_()):
        xml.dom.minidom.parseString(drawing)


def test_games_can_be_pickled(hex_game: ludemic.Game) -> None:
    again = pickle.loads(pickle.dumps(hex_game))
    assert again.playouts(20)["wins"] == hex_game.playouts(20)["wins"]


@pytest.mark.parametrize("name", ["backgammon", "chess", "hex"])
def test_trials_can_be_pickled(name: str) -> None:
    """They are played again, with the courses that chance has taken, and go on alike."""
    trial = game(name).trial(seed=4)
    random = np.random.default_rng(2)

    def choose(times: int) -> None:
        for _ in range(times):
            trial.play(int(random.integers(len(trial.legal()))))

    choose(3)
    trial.settle()
    choose(3)
    trial.reseed(99)
    choose(3)
    trial.reseed(5)
    trial.undo()
    trial.reseed(8)
    choose(2)
    again = pickle.loads(pickle.dumps(trial))
    assert again.choices == trial.choices and again.hash == trial.hash and again.state() == trial.state()
    for _ in range(4):
        chosen = int(random.integers(len(trial.legal())))
        trial.play(chosen)
        again.play(chosen)
        assert again.hash == trial.hash
    assert [again.undo() for _ in range(12)] == [trial.undo() for _ in range(12)] == [True] * 11 + [False]
    assert again.hash == trial.hash


def test_graph_and_symmetries() -> None:
    board = game("tic-tac-toe").board
    permutations = board.symmetries()
    assert permutations.shape == (8, 9)
    assert (permutations[0] == np.arange(9)).all()
    assert all(sorted(row) == list(range(9)) for row in permutations.tolist())
    assert board.edges("Orthogonal").shape == (2, 24)
    assert len(game("hex").board.symmetries()) == 4


def test_games_turn_with_their_boards() -> None:
    """A game of the turned actions has the turned planes."""
    one = game("tic-tac-toe")
    random = np.random.default_rng(1)
    for permutation in one.board.symmetries():
        moved = one.actions.permuted(permutation)
        trial, turned = one.trial(), one.trial()
        while trial.goes_on:
            action = random.choice(trial.legal_actions())
            trial.act(action)
            turned.act(moved[action])
            planes = np.zeros_like(trial.observe())
            planes[:, permutation] = trial.observe()
            assert (turned.observe() == planes).all()
            mask = np.zeros_like(trial.action_mask())
            mask[moved] = trial.action_mask()
            assert (turned.action_mask() == mask).all()
        assert trial.returns == turned.returns
    with pytest.raises(ValueError, match="permutation"):
        one.actions.permuted(np.zeros(9, np.int64))


def test_observations_with_history() -> None:
    trial = ludemic.loads(FILL).trial()
    trial.play(4)
    trial.play(0)
    planes = trial.observe(history=2)
    assert trial.game.planes(2) == ["top 1", "top 2", "mover 1", "mover 2", "top 1, 1 before", "top 2, 1 before"]
    assert planes.shape == trial.game.observation_shape(2) == (6, 9)
    assert planes[:, 0].tolist() == [0, 1, 1, 0, 0, 0] and planes[4, 4] == 1


def test_masks_are_the_legal_actions_in_all_games() -> None:
    for file in sorted(LUD.glob("*.lud")):
        trial = ludemic.load(file).trial(seed=1)
        for ply in range(10):
            if trial.is_over:
                break
            ids = trial.legal_actions()
            assert np.flatnonzero(trial.action_mask()).tolist() == ids.tolist(), file
            trial.act(int(ids[ply % len(ids)]))


MATCH = """(match "Twice" (players 2) (games { (subgame "Fill" next:1) (subgame "Fill" "Board Size/2x2" next:0) })
    (end { (if (= (count Trials) 2) (result P1 Win)) }))"""


def test_a_match_finds_its_games_beside_it(tmp_path: Path) -> None:
    fill = (LUD.parent / "tests/games/fill.lud").read_text()
    (tmp_path / "deeper").mkdir()
    (tmp_path / "Twice.lud").write_text(MATCH)
    (tmp_path / "deeper/Fill.lud").write_text(fill)
    found = ludemic.load(tmp_path / "Twice.lud")
    given = ludemic.loads(MATCH, games={"Fill": fill})
    elsewhere = ludemic.load(tmp_path / "Twice.lud", games=tmp_path / "deeper")
    for game in (found, given, elsewhere, pickle.loads(pickle.dumps(found))):
        assert game.is_match
        trial = game.trial()
        boards = set()
        while trial.goes_on:
            boards.add(str(trial).count("\n"))
            trial.play(0)
        assert trial.result and trial.result.winner == 1
        assert len(boards) > 1, "the second game is played on another board"
        with pytest.raises(ludemic.ActionError, match="match"):
            game.trial().legal_actions()
    with pytest.raises(ludemic.DescriptionError, match="Fill"):
        ludemic.loads(MATCH)
    assert not [finding for finding in ludemic.check(tmp_path / "Twice.lud") if finding.severity == "error"]


def test_variants_tell_moves_apart_that_differ_in_their_effects_alone() -> None:
    text = """(game "Either" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
            (play (or
                (forEach Piece "Disc" (move Step (to if:(is Empty (to)))))
                (forEach Piece "Disc" (move Step (to if:(is Empty (to))) (then (addScore Mover 1))))))
            (end (if (= (score Mover) 2) (result Mover Win)))))"""
    with pytest.raises(ludemic.ActionError, match="variants"):
        ludemic.loads(text).trial().legal_actions()
    game = ludemic.loads(text, variants=2)
    plain = ludemic.loads(text).actions.n
    assert game.actions.n == 2 * plain
    trial = game.trial()
    ids = trial.legal_actions()
    assert len(ids) == len(trial.legal()) and sum(ids < plain) == sum(ids >= plain)
    scores = set()
    for action in (ids[0], ids[0] + plain):
        after = trial.copy()
        after.act(int(action))
        scores.add(after.scores[0])
    assert scores == {0, 1}, "one of the variants scores"
    assert game.actions.action(int(ids[0] + plain))["choices"]["Variant"] == 1
    assert pickle.loads(pickle.dumps(game)).actions.n == game.actions.n
