//! Players: what they choose, that they can be repeated, and how strong they are.
//!
//! `cargo test --release --test players -- --ignored --nocapture` prints how UCT with 200 games a move fares against
//! random moves in the five games, 100 games each.

use ludemic::players::{Budget, Clock, Greedy, Match, Player, Random, Spec, Uct};
use ludemic::playouts::{Chooser, rewards, seed, simulate};
use ludemic::{Compiled, KnownDefines, Parsed, PlayError, Trial};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: [&str; 5] = ["brain-coral", "dogtown-clans", "rabbit-warrens", "skirt", "wrigglers-squared"];

const THREE: &str = r#"(game "Three in a Row" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// Three players; who completes a line wins and the others go on.
const TRIO: &str = r#"(game "Trio" (players 3)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

fn compiled(name: &str, text: &str) -> Compiled {
    let steps = || Parsed::new(name, text)?.expand(&[], &KnownDefines::standard())?.check()?.compile();
    steps().unwrap_or_else(|failure| panic!("{name}: {:?}", failure.findings))
}

fn file(path: &str) -> Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    compiled(&path.display().to_string(), &text)
}

fn uct(iterations: u32) -> Uct {
    Uct::new(Budget::Iterations(iterations))
}

#[test]
fn players_are_read_from_words() {
    let cases = [
        ("random", "random"),
        ("Greedy", "greedy"),
        ("uct", "uct:1000"),
        ("uct:200", "uct:200"),
        (" uct:1s ", "uct:1s"),
        ("uct:0.25s", "uct:250ms"),
        ("uct:1500ms", "uct:1500ms"),
    ];
    for (text, shown) in cases {
        assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()), Ok(shown.to_owned()), "{text}");
        assert_eq!(shown.parse::<Spec>(), text.parse::<Spec>(), "{text}");
    }
}

#[test]
fn words_that_are_no_players_are_explained() {
    let cases = [
        ("rnadom", "there is no player `rnadom`: did you mean `random`? (random, greedy, uct)"),
        ("alphabeta", "there is no player `alphabeta` (random, greedy, uct)"),
        ("", "there is no player `` (random, greedy, uct)"),
        ("greedy:3", "`greedy` takes nothing after it: write `greedy` alone"),
        ("uct:many", "`many` is neither a number of games"),
        ("uct:", "`` is neither a number of games"),
        ("uct:-5", "`-5` is neither a number of games"),
        ("uct:1m", "`1m` is neither a number of games"),
        ("uct:1.2.3s", "`1.2.3s` is neither a number of games"),
        ("uct:0", "`uct:0`: a player needs at least one game"),
        ("uct:0s", "`uct:0s`: a player needs at least one game"),
        ("uct:99999999999", "`uct:99999999999`: a player needs"),
        ("uct:2h", "`2h` is neither a number"),
        ("uct:999999s", "`uct:999999s`: a player needs"),
    ];
    for (text, message) in cases {
        let error = text.parse::<Spec>().map(|spec| spec.to_string()).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

/// Plays on from a position with the same choices as a trial and as a simulation.
fn side_by_side(compiled: &Compiled, number: u64) -> usize {
    let game = compiled.game();
    let mut trial = Trial::start(Arc::clone(game), 0).expect("a game that starts");
    let mut chooser = Chooser::new(seed(3, number));
    let before = chooser.choose(40);
    for _ in 0..before {
        if trial.is_over() {
            break;
        }
        let count = trial.legal().expect("legal moves").len();
        trial.play(chooser.choose(count)).expect("a move");
    }
    let mut simulation = simulate(&trial);
    let start = trial.len();
    let mut compared = 0;
    // Twice, so that going back is tried as well.
    for _ in 0..2 {
        simulation.rewind(0);
        while trial.len() > start && trial.undo() {}
        trial.reseed(0);
        for step in 0..12 {
            let case = format!("{} {number} step {step}", game.name);
            assert_eq!(simulation.is_over(), trial.is_over(), "{case}");
            assert_eq!(simulation.rewards(), rewards(trial.state()), "{case}");
            if trial.is_over() {
                break;
            }
            assert_eq!(simulation.agent() as i32, trial.state().agent(trial.state().mover()), "{case}");
            let legal = trial.legal().expect("no fault");
            let count = simulation.count().expect("no fault");
            assert_eq!(count, legal.len(), "{case}");
            if step == 5 {
                // What is tried out and taken back leaves nothing behind.
                simulation.mark();
                for index in [count - 1, 0] {
                    simulation.play(index).expect("a move");
                    if !simulation.is_over() {
                        simulation.draw(&mut |count| chooser.choose(count)).expect("a move");
                    }
                    simulation.back();
                    assert_eq!(simulation.count().expect("no fault"), count, "{case}");
                }
            }
            let index = chooser.choose(count);
            simulation.play(index).expect("a move");
            trial.play(index).expect("a move");
            if let Some(scores) = simulation.scores() {
                let by_seat = |agent: i32| (1..).find(|&player| trial.state().agent(player) == agent).unwrap_or(0);
                let theirs: Vec<i32> =
                    (1..).map(by_seat).map(|player| trial.state().score(player)).take(scores.len()).collect();
                assert_eq!(scores.to_vec(), theirs, "{case}");
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn simulations_from_any_position_are_the_game() {
    let others = ["tests/games/dice.lud", "tests/games/chance.lud"].map(str::to_owned);
    for name in GAMES.map(|name| format!("lud/{name}.lud")).into_iter().chain(others) {
        let compiled = file(&name);
        let compared: usize = (0..6).map(|number| side_by_side(&compiled, number)).sum();
        assert!(compared > 5, "{name}: {compared} moves compared");
    }
}

#[test]
fn players_can_be_repeated() {
    let compiled = file("lud/dogtown-clans.lud");
    let games = Match { game: compiled.game(), seed: 5, limit: usize::MAX };
    let play = |index: u64| {
        let (mut a, mut b) = (uct(30), Greedy::new(0));
        let played = games.play(index, &mut [&mut a, &mut b]).expect("a game");
        played.trial.choices().collect::<Vec<_>>()
    };
    let first = play(0);
    assert_eq!(first, play(0));
    assert_ne!(first, play(2), "another game of the match is another game");
}

#[test]
fn players_do_not_depend_on_games_before() {
    let compiled = file("lud/dogtown-clans.lud");
    let games = Match { game: compiled.game(), seed: 5, limit: usize::MAX };
    let (mut a, mut b) = (uct(20), Random::new(0));
    games.play(0, &mut [&mut a, &mut b]).expect("a game");
    let after = games.play(1, &mut [&mut a, &mut b]).expect("a game");
    let alone = games.play(1, &mut [&mut uct(20), &mut Random::new(9)]).expect("a game");
    assert!(after.trial.choices().eq(alone.trial.choices()));
}

#[test]
fn seats_are_exchanged() {
    let compiled = compiled("trio.lud", TRIO);
    let games = Match { game: compiled.game(), seed: 1, limit: 2 };
    let mut players = [Random::new(0), Random::new(0), Random::new(0)];
    let mut agents = Vec::new();
    for index in 0..3 {
        let [a, b, c] = &mut players;
        agents.push(games.play(index, &mut [a, b, c]).expect("a game").agents);
    }
    assert_eq!(agents, [[1, 2, 3], [2, 3, 1], [3, 1, 2]]);
    let [a, b, _] = &mut players;
    assert_eq!(games.play(0, &mut [a, b]).map(|played| played.agents), Err(PlayError::Seats { players: 2, seats: 3 }));
}

#[test]
fn a_win_is_taken_and_proven() {
    let compiled = compiled("three.lud", THREE);
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    // Discs on 0 and 4, crosses on 1 and 2: 8 wins.
    for to in [0, 1, 4, 2] {
        let index = trial.legal().expect("moves").iter().position(|m| m.to == to).expect("a move to the site");
        trial.play(index).expect("a move");
    }
    let mut player = uct(50);
    let chosen = player.choose(&mut trial).expect("a choice");
    assert_eq!(trial.legal().expect("moves")[chosen].to, 8);
    assert!(player.advice()[0].proven && player.advice()[0].value == Some(1.0));
    let greedy = Greedy::new(0).choose(&mut trial).expect("a choice");
    assert_eq!(greedy, chosen);
}

#[test]
fn a_solved_game_is_solved() {
    // With the centre and two corners against it, second to move, the game is a draw: search proves it.
    let compiled = compiled("three.lud", THREE);
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    for to in [4, 0, 8] {
        let index = trial.legal().expect("moves").iter().position(|m| m.to == to).expect("a move to the site");
        trial.play(index).expect("a move");
    }
    let mut player = uct(5000);
    let chosen = player.choose(&mut trial).expect("a choice");
    assert_eq!(player.expects(), [0.5, 0.5]);
    assert!(player.advice()[0].proven);
    // Only a corner holds the draw: Discs on 4 and 8, crosses on 0.
    assert!([2, 6].contains(&trial.legal().expect("moves")[chosen].to));
}

#[test]
fn the_tree_is_kept_between_moves() {
    let compiled = compiled("three.lud", THREE);
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    let mut player = uct(300);
    let chosen = player.choose(&mut trial).expect("a choice");
    trial.play(chosen).expect("a move");
    trial.play(0).expect("a move");
    let mut fresh = uct(300);
    player.choose(&mut trial).expect("a choice");
    fresh.choose(&mut trial).expect("a choice");
    let visits = |player: &Uct| player.advice().iter().map(|advice| advice.visits).sum::<u32>();
    assert!(
        visits(&player) > visits(&fresh),
        "{} visits with what was kept, {} without",
        visits(&player),
        visits(&fresh)
    );
}

#[test]
fn other_games_are_played_to_their_end() {
    let chance = [file("tests/games/dice.lud"), file("tests/games/chance.lud")];
    let trio = compiled("trio.lud", TRIO);
    for compiled in chance.iter().chain([&trio]) {
        let seats = compiled.game().equipment.players as usize;
        let games = Match { game: compiled.game(), seed: 2, limit: 60 };
        let mut players: Vec<Box<dyn Player>> = (0..seats)
            .map(|seat| match seat {
                0 => Box::new(uct(20)) as Box<dyn Player>,
                1 => Box::new(Greedy::new(0)),
                _ => Box::new(Random::new(0)),
            })
            .collect();
        let mut list: Vec<&mut dyn Player> =
            players.iter_mut().map(|player| &mut **player as &mut dyn Player).collect();
        let played = games.play(0, &mut list).unwrap_or_else(|error| panic!("{}: {error}", compiled.game().name));
        assert!(!played.trial.is_empty(), "{}", compiled.game().name);
        assert_eq!(played.rewards, rewards(played.trial.state()), "agents sit where they were put in game 0");
    }
}

#[test]
fn chance_cannot_be_foreseen() {
    // The same player with other seeds of the game to come chooses the same: what will be rolled is not looked at.
    let compiled = file("tests/games/dice.lud");
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    let mut other = trial.clone();
    other.reseed(99);
    let mut a = uct(40);
    let mut b = uct(40);
    assert_eq!(a.choose(&mut trial), b.choose(&mut other));
    assert_eq!(a.advice(), b.advice());
    assert!(a.advice().iter().map(|advice| advice.visits).sum::<u32>() >= 40);
}

#[test]
fn whoever_thinks_ahead_refuses_what_he_would_see_through() {
    let hidden = file("tests/games/hidden.lud");
    let mut trial = Trial::start(Arc::clone(hidden.game()), 0).expect("a game that starts");
    assert_eq!(uct(5).choose(&mut trial), Err(PlayError::Hidden));
    assert_eq!(Greedy::new(0).choose(&mut trial), Err(PlayError::Hidden));
    assert!(Random::new(0).choose(&mut trial).is_ok());
    let fits = |word: &str| word.parse::<Spec>().expect("a player").fits(hidden.game());
    assert_eq!((fits("random"), fits("uct:5")), (Ok(()), Err(PlayError::Hidden)));
    let rounds = compiled(
        "rounds.lud",
        r#"(game "Rounds" (players 2) (mode Simultaneous)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"#,
    );
    let mut trial = Trial::start(Arc::clone(rounds.game()), 0).expect("a game that starts");
    assert_eq!(uct(5).choose(&mut trial), Err(PlayError::AtOnce));
}

#[test]
fn of_three_each_takes_what_is_best_for_himself() {
    let compiled = compiled("trio.lud", TRIO);
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    // Player 1 on 0 and 2, player 2 on 12 and 15, player 3 on 5 and 9: 3 completes his line on 13 or 1, and each of the
    // others would rather hinder one another.
    for to in [0, 12, 5, 2, 15, 9, 11, 3] {
        let index = trial.legal().expect("moves").iter().position(|m| m.to == to).expect("a move to the site");
        trial.play(index).expect("a move");
    }
    assert_eq!(trial.state().mover(), 3);
    let mut player = uct(200);
    let chosen = player.choose(&mut trial).expect("a choice");
    assert!([1, 13].contains(&trial.legal().expect("moves")[chosen].to));
    assert!(player.advice()[0].value.is_some_and(|value| value > 0.9));
    assert_eq!(player.expects().len(), 3);
}

#[test]
fn alone_one_finds_the_way() {
    // A walk of four steps to the right on a strip, with a dead end at every step: only one of sixteen ways wins.
    let text = r#"(game "Walk" (players 1)
        (equipment { (board (rectangle 2 5)) (piece "Man" P1 (or
            (move Step E (to if:(is Empty (to)))) (move Step N (to if:(is Empty (to)))))) })
        (rules (start (place "Man" 0)) (play (forEach Piece))
            (end { (if (is In (last To) (sites {4})) (result Mover Win))
                   (if (is In (last To) (sites Top)) (result Mover Loss)) })))"#;
    let compiled = compiled("walk.lud", text);
    let games = Match { game: compiled.game(), seed: 1, limit: 20 };
    let played = games.play(0, &mut [&mut uct(100)]).expect("a game");
    assert_eq!((played.rewards.as_slice(), played.trial.len()), (&[1.0][..], 4));
}

#[test]
fn time_is_kept_by_the_clock_that_is_given() {
    let compiled = compiled("three.lud", THREE);
    let mut trial = Trial::start(Arc::clone(compiled.game()), 0).expect("a game that starts");
    let ticks = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let clock: Clock =
        Arc::new(move || Duration::from_millis(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed)));
    let mut player = Uct::new(Budget::Time(Duration::from_millis(5))).with_clock(clock);
    player.choose(&mut trial).expect("a choice");
    let visits: u32 = player.advice().iter().map(|advice| advice.visits).sum();
    assert!((30..60).contains(&visits), "the clock is read every few games, five times in all: {visits} games");
}

/// Points of UCT against random moves in so many games, in each half by one thread.
fn points(compiled: &Compiled, iterations: u32, count: u64) -> f64 {
    let half = |first: u64| {
        let games = Match { game: compiled.game(), seed: 11, limit: 3000 };
        let mut uct = Uct::new(Budget::Iterations(iterations));
        let mut random = Random::new(0);
        let play = |index| games.play(index, &mut [&mut uct, &mut random]).expect("a game").rewards[0];
        (first..count).step_by(2).map(play).filter(|reward| *reward > 0.5).count()
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0) + other.join().expect("a thread that ends")) as f64
    })
}

#[test]
fn thinking_beats_chance() {
    for name in ["brain-coral", "dogtown-clans"] {
        let wins = points(&file(&format!("lud/{name}.lud")), 60, 6);
        assert!(wins >= 5.0, "{name}: {wins} of 6");
    }
}

#[test]
#[ignore = "takes an hour without optimisation; prints a table"]
fn thinking_beats_chance_in_the_five_games() {
    println!("{:20} {:>10} {:>10}", "", "wins", "seconds");
    let mut weak = Vec::new();
    for name in GAMES {
        let begin = Instant::now();
        let wins = points(&file(&format!("lud/{name}.lud")), 200, 100);
        println!("{name:20} {:>6} of 100 {:>7.0}", wins, begin.elapsed().as_secs_f64());
        if wins < 95.0 {
            weak.push(name);
        }
    }
    assert!(weak.is_empty(), "fewer than 95 wins: {weak:?}");
}
