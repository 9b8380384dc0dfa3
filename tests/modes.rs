//! Games in which players do not simply take turns: all at once, nobody, and several games in a match. What is expected
//! was worked out by hand.

use ludemic::playouts::{Playout, Series, Statistics, play, simulate};
use ludemic::recording::{Recorder, Recording, TrialFile, verify};
use ludemic::render::{chosen, describe};
use ludemic::{Compiled, Failure, Game, KnownDefines, Parsed, Trial};
use std::sync::Arc;

/// Both choose a site at once; who alone has chosen the corner scores, and the game is over after three rounds.
const ROUNDS: &str = r#"(game "Rounds" (players 2) (mode Simultaneous)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules
        (play (or {
            (move Select (from (sites {0 1})) P1 (then (set Var "one" 7)))
            (move Select (from 0) P2 (then (set Pot (+ 1 (pot)))))
            (move Pass (then (addScore P2 (count Moves)) applyAfterAllMoves:True))
        }))
        (end (if (= 3 (count Moves)) (byScore)))))"#;

/// Discs spread to the right until nothing is empty.
const SPREAD: &str = r#"(game "Spread" (players 0)
    (equipment { (board (rectangle 1 4)) (piece "Disc" Shared) })
    (rules
        (start (place "Disc" 0))
        (play (forEach Site (sites Empty) (if (is Occupied (- (site) 1)) (add (piece "Disc") (to (site))))))
        (end (if (= 9 (count Moves)) (result All Draw)))))"#;

const FILL: &str = r#"(game "Fill" (players 2)
    (equipment { (board (rectangle 1 2)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;

const FIRST: &str = r#"(game "First" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover 5)))) (end (if (is In 3 (sites Occupied by:Mover)) (result Mover Win)))))"#;

const MATCH: &str = r#"(match "Both" (players 2)
    (games {(subgame "Fill") (subgame "First" next:0 result:(score Mover))})
    (end { (if (>= (matchScore P1) 6) (result P1 Win)) (if (>= (matchScore P2) 6) (result P2 Win)) }))"#;

fn game(text: &str) -> Arc<Game> {
    Game::load("test.lud", text, &[], &KnownDefines::none()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn compiled(text: &str) -> Result<Compiled, Failure> {
    let known = KnownDefines::none();
    let checked = |name: &str, text: &str| Parsed::new(name, text)?.expand(&[], &known)?.check();
    checked("test.lud", text)?.compile_with(&mut |subgame| {
        let text = match &*subgame.name {
            "Fill" => FILL,
            "First" => FIRST,
            _ => return None,
        };
        Some(checked(&subgame.name, text).and_then(|checked| checked.compile()))
    })
}

fn texts(trial: &mut Trial) -> Vec<String> {
    trial.legal().expect("the rules have a value").iter().map(ToString::to_string).collect()
}

#[test]
fn players_choose_one_after_the_other_and_move_at_once() {
    let mut trial = Trial::start(game(ROUNDS), 0).expect("the game starts");
    assert_eq!(trial.chooser(), 1);
    // A plain pass is the mover's.
    assert_eq!(texts(&mut trial).len(), 3);
    assert_eq!(trial.legal_of_all().expect("a value").len(), 4);
    trial.play(1).expect("legal");
    assert_eq!((trial.chooser(), trial.chosen().len(), trial.len()), (2, 1, 0));
    assert_eq!(texts(&mut trial), ["[Move:mover=2,from=0,to=0,actions=[Select:typeFrom=Cell,from=0,decision=true]]"]);
    let made = trial.play(0).expect("legal").to_string();
    assert_eq!(
        made,
        "[Move:mover=3,from=0,to=0,actions=[Select:typeFrom=Cell,from=1,decision=true],[SetVar:name=one,value=7],\
         [Select:typeFrom=Cell,from=0,decision=true],[SetPot:pot=1]]"
    );
    assert_eq!((trial.len(), trial.state().mover(), trial.chosen().len()), (1, 2, 0));
    // Now player 2 may pass, which counts after all has been done: two moves by then.
    trial.play(0).expect("legal");
    trial.play(1).expect("legal");
    assert_eq!((trial.len(), trial.state().score(2)), (2, 2));
    assert!(trial.undo());
    assert_eq!((trial.chooser(), trial.chosen().len(), trial.len(), trial.state().score(2)), (2, 1, 1, 0));
    assert!(trial.undo() && trial.undo() && trial.undo() && !trial.undo());
    assert_eq!((trial.len(), trial.chooser()), (0, 1));
    assert_eq!(trial.perft(1).expect("a value"), 3);
}

#[test]
fn players_who_move_at_once_can_be_played_simulated_and_recorded() {
    let game = game(ROUNDS);
    let mut statistics = Statistics::default();
    for index in 0..20 {
        statistics.add(&play(&game, 1, index, usize::MAX).expect("a value"));
    }
    assert_eq!((statistics.moves, statistics.unfinished), (60, 0));
    let mut trial = Trial::start(Arc::clone(&game), 0).expect("the game starts");
    trial.play(0).expect("legal");
    let mut simulation = simulate(&trial);
    assert_eq!(simulation.agent(), 2);
    while !simulation.is_over() {
        simulation.count().and_then(|_| simulation.play(0)).expect("legal");
    }
    simulation.rewind(0);
    assert_eq!(simulation.agent(), 2);

    let mut trial = Trial::start(Arc::clone(&game), 0).expect("the game starts");
    let mut recorder = Recorder::new(&trial, &[], 0);
    while trial.goes_on(usize::MAX).expect("a value") {
        recorder.play(&mut trial, 0).expect("legal");
    }
    trial.undo();
    recorder.undo();
    recorder.play(&mut trial, 0).expect("legal");
    let text = recorder.finish(&trial).to_string();
    assert_eq!(text.lines().count(), 5);
    let recording = Recording::read(text.as_bytes()).expect("a recording");
    let verdict = verify(&game, &recording).expect("a value");
    assert_eq!((verdict.plies, verdict.difference), (3, None));
}

#[test]
fn a_simulation_goes_on_by_itself_until_nothing_happens() {
    let game = game(SPREAD);
    let mut trial = Trial::start(Arc::clone(&game), 0).expect("the game starts");
    assert_eq!(texts(&mut trial), ["[Move:mover=0,from=1,to=1,actions=[Add:type=Cell,to=1,what=1]]"]);
    trial.playout(0, usize::MAX).expect("a value");
    assert_eq!((trial.len(), trial.is_over()), (3, false));
    assert!(texts(&mut trial).is_empty());
    assert_eq!(play(&game, 0, 0, usize::MAX).map(|playout| (playout.moves, playout.end)), Ok((3, None)));
}

/// Playouts, followed decision by decision in trials.
#[test]
fn playouts_are_games_of_trials() {
    for text in [ROUNDS, SPREAD] {
        let game = game(text);
        let series = Series::new(&game);
        for index in 0..20 {
            let (playout, plies) = series.record(3, index, 100).expect("it can be played");
            let mut trial = Trial::start(Arc::clone(&game), 0).expect("it starts");
            for ply in plies {
                assert!(trial.goes_on(100).expect("the rules have a value"));
                let legal = texts(&mut trial);
                assert_eq!(ply.legal as usize, legal.len());
                let chosen = legal.iter().position(|text| *text == ply.chosen.to_string());
                trial.play(chosen.expect("it is legal")).expect("the rules have a value");
            }
            assert!(!trial.goes_on(100).expect("the rules have a value"));
            assert_eq!(playout, Playout::of(&trial));
            assert_eq!(Ok(playout), play(&game, 3, index, 100));
        }
    }
}

#[test]
fn a_match_goes_from_game_to_game() {
    let compiled = compiled(MATCH).unwrap_or_else(|failure| panic!("{failure}"));
    let game = compiled.game();
    assert_eq!(&*game.name, "Both");
    let mut trial = Trial::start(Arc::clone(game), 0).expect("the match starts");
    let scores = |trial: &Trial| trial.match_state().map(|now| (now.instance, now.trials, now.scores.to_vec()));
    trial.play(0).map(drop).expect("legal");
    trial.play(0).map(drop).expect("legal");
    // Player 2 has filled the board; the match goes on.
    assert!(!trial.is_over() && trial.state().is_over());
    assert_eq!(texts(&mut trial), ["[Move:mover=2,actions=[NextInstance:decision=true]]"]);
    assert_eq!(scores(&trial), Some((0, 0, vec![0, 0])));
    trial.play(0).map(drop).expect("legal");
    assert_eq!(scores(&trial), Some((1, 1, vec![0, 1])));
    assert_eq!((trial.len(), trial.state().layout().sites(), texts(&mut trial).len()), (3, 4, 4));
    // Back over the border of the games, and on again.
    assert!(trial.undo());
    assert_eq!(scores(&trial), Some((0, 0, vec![0, 0])));
    assert_eq!((trial.len(), trial.state().layout().sites()), (2, 2));
    trial.play(0).map(drop).expect("legal");
    trial.play(0).map(drop).expect("legal");
    trial.play(2).map(drop).expect("legal");
    // Player 2 has won this game too, and gets the score of its last mover.
    assert_eq!((trial.state().mover(), trial.state().score(2)), (2, 5));
    trial.play(0).map(drop).expect("legal");
    assert!(trial.is_over());
    assert_eq!(scores(&trial), Some((1, 2, vec![0, 6])));
    assert_eq!(trial.state().status().map(|status| status.winner), Some(2));
    assert_eq!((trial.state().rank(1), trial.state().rank(2)), (2.0, 1.0));
    assert!(trial.undo() && !trial.is_over());
    let series = Series::new(game);
    let statistics = series.statistics(3, 20, usize::MAX).expect("a value");
    assert_eq!((statistics.unfinished, statistics.draws), (0, 0));
}

#[test]
fn a_match_needs_its_games() {
    let text = MATCH.replace("\"First\"", "\"Third\"");
    let failure = compiled(&text).expect_err("there is no such game");
    assert_eq!(failure.findings.first().map(|finding| finding.code), Some("LUD0226"));
    let alone = Parsed::new("test.lud", MATCH).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
    assert!(alone.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()).is_err());
}

#[test]
fn a_match_is_decided_by_match_scores_or_payoffs() {
    let start = MATCH.find("(end").expect("end rules");
    for (end, winner) in [
        ("(byScore)", 2),
        ("(byScore {(score P1 9) (score P2 8)})", 1),
        ("(payoffs {(payoff P1 2.5) (payoff P2 1.0)})", 1),
    ] {
        let text = format!("{}(end {{ (if (= (count Trials) 2) {end}) }}))", &MATCH[..start]);
        let compiled = compiled(&text).unwrap_or_else(|failure| panic!("{end}: {failure}"));
        let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("the match starts");
        while !trial.is_over() && trial.len() < 20 {
            let last = trial.legal().expect("a value").len() - 1;
            trial.play(last.min(2)).map(drop).expect("legal");
        }
        assert_eq!(trial.state().status().map(|status| status.winner), Some(winner), "{end}");
    }
}

#[test]
fn a_match_is_decided_player_by_player() {
    let start = MATCH.find("(end").expect("end rules");
    let end = "(end { (forEach Player if:(> (matchScore Player) 0) (result Player Win)) })";
    let compiled = compiled(&format!("{}{end})", &MATCH[..start])).unwrap_or_else(|failure| panic!("{failure}"));
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("the match starts");
    (0..3).for_each(|_| trial.play(0).map(drop).expect("legal"));
    assert_eq!((trial.is_over(), trial.state().status().map(|status| status.winner)), (true, Some(2)));
}

#[test]
fn what_a_player_has_chosen_is_known_by_name() {
    let mut trial = Trial::start(game(ROUNDS), 0).expect("the game starts");
    assert!(chosen(&mut trial).is_empty());
    trial.play(1).map(drop).expect("legal");
    assert_eq!(chosen(&mut trial), [(1, "select B1".to_owned())]);
    trial.play(0).map(drop).expect("legal");
    assert!(chosen(&mut trial).is_empty());
    let last = trial.last_move().map(|m| describe(trial.game(), m));
    assert!(last.is_some_and(|text| text.starts_with("select B1, ")));
}

#[test]
fn regions_drawn_by_chance_stay_for_a_game() {
    let game = game(
        r#"(game "Spot" (players 2)
            (equipment { (board (square 9)) (piece "Disc" Each) (regions "Spot" (sites Random (sites Board) num:1)) })
            (rules (play (move Select (from (sites "Spot")))) (end (if (= 6 (count Moves)) (result Mover Win)))))"#,
    );
    let mut all = std::collections::HashSet::new();
    for seed in 0..20 {
        let mut trial = Trial::start(Arc::clone(&game), seed).expect("the game starts");
        let mut own = std::collections::HashSet::new();
        while !trial.is_over() {
            own.insert(trial.play(0).expect("legal").from);
        }
        assert_eq!(own.len(), 1, "seed {seed}");
        all.extend(own);
    }
    assert!(all.len() > 5);
}

/// Team 1 would win after every move from the second on.
const TEAMS: &str = r#"(game "Teams" (players 6)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (start { (set Team 1 {P1 P4}) (set Team 2 {P2 P5}) (set Team 3 {P3 P6}) })
        (play (move Add (to (sites Empty))))
        (end (if (>= (count Moves) 2) (result Team1 Win)))))"#;

#[test]
fn a_team_that_has_won_does_not_win_again() {
    let mut trial = Trial::start(game(TEAMS), 0).expect("it starts");
    for _ in 0..4 {
        trial.play(0).expect("it is legal");
    }
    let ranks: Vec<f64> = (1..=6).map(|player| trial.state().rank(player)).collect();
    assert_eq!(ranks, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
}

/// The strings of a phase are numbered as those of a game, its end rules first.
const PROPOSED: &str = r#"(game "Proposed" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules phases:{(phase "A" (play (move Propose {"x" "y"})) (end (if (is Proposed "y") (result P1 Win))))}))"#;

#[test]
fn strings_of_votes_are_numbered_from_the_end_rules_of_a_phase_on() {
    let mut trial = Trial::start(game(PROPOSED), 0).expect("it starts");
    let legal = texts(&mut trial);
    assert!(legal[0].contains("proposition=x,propositionInt=1"), "{legal:?}");
    assert!(legal[1].contains("proposition=y,propositionInt=0"), "{legal:?}");
}

/// Hands have cells, whatever the sites of the board are.
const IN_HAND: &str = r#"(game "In hand" (players 2)
    (equipment { (board (square 3) use:Vertex) (hand Each size:2) (piece "Disc" Each) })
    (rules (start (set P2 (sites {9}))) (play (move Pass)) (end (if (is Full) (result Mover Win)))))"#;

#[test]
fn pieces_set_on_sites_of_hands_stand_on_cells() {
    let trial = Trial::start(game(IN_HAND), 0).expect("it starts");
    let text = TrialFile::of(&trial, Vec::new(), 0).to_string();
    assert!(text.contains("[Add:type=Cell,to=9,what=2"), "{text}");
}

/// A piece is put down in each way in which it can be turned.
const TURNED: &str = r#"(game "Turned" (players 2)
    (equipment { (board (hex 2)) (hand Each) (piece "Disc" Each) })
    (rules
        (start (place "Disc" "Hand"))
        (play (move (from (handSite Mover)) (to (sites {0}) (rotations Orthogonal))))
        (end (if (is Occupied 0) (result Mover Win)))))"#;

#[test]
fn rotations_are_numbered_among_the_adjacent_directions() {
    let mut trial = Trial::start(game(TURNED), 0).expect("it starts");
    let legal = texts(&mut trial);
    assert_eq!(legal.len(), 6);
    for (rotation, text) in legal.iter().enumerate() {
        assert!(text.contains(&format!("rotation={rotation}]")), "{text}");
    }
}

/// The second player puts a disc down on one of eight sites, or takes the first one over.
const SWAPPED: &str = r#"(game "Swapped" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) (dice d:2 num:1) })
    (rules
        (meta (swap))
        (play (do (roll) next:(move Add (piece (id "Disc" Mover)) (to (sites Empty)))))
        (end { (if (and (= 2 (count Moves)) (no Pieces P2)) (result P1 Win)) (if (= 2 (count Moves)) (result P2 Win)) })))"#;

#[test]
fn seats_are_swapped_as_often_as_another_move_is_made_also_after_a_throw() {
    let game = game(SWAPPED);
    let swapped =
        (0..900).filter(|&index| play(&game, 1, index, usize::MAX).expect("a value").winner == Some(1)).count();
    assert!((60..=145).contains(&swapped), "{swapped} of 900");
}
