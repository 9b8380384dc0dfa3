//! Drawn moves beside listed ones, in every published game, in random edits and in games made up at random.

#[path = "../../../tests/made/edits.rs"]
mod edits;
#[path = "../../../tests/made/grown.rs"]
mod grown;
#[path = "../../../tests/made/games.rs"]
mod made_games;
#[path = "../../../tests/made/setting.rs"]
mod setting;
#[path = "../../../tests/made/tree.rs"]
mod tree;

use super::compare::compare;
use super::*;
use crate::common;
use crate::engine::transpositions::Walker;
use crate::expand::KnownDefines;
use crate::pipeline::Parsed;
use crate::playouts::{Chooser, Playout, Series};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// The published descriptions whose files have this in their names.
fn descriptions(reference: &Path, only: &str) -> Vec<(String, String)> {
    let files = common::index(reference).into_iter().map(|(file, _)| file).filter(|file| file.contains(only));
    let text = |file: &str| std::fs::read_to_string(reference.join("ludii/lud").join(file)).ok();
    files.filter_map(|file| text(&file).map(|text| (file, text))).collect()
}

/// The published games that a runner plays, whose files have this in their names.
fn games(reference: &Path, only: &str) -> Vec<(String, Arc<Game>)> {
    let known = KnownDefines::standard();
    let game = |(file, text): (String, String)| {
        let game = Game::load(&file, &text, &[], &known).ok()?;
        Runner::leads(&game).then_some((file, game))
    };
    descriptions(reference, only).into_iter().filter_map(game).collect()
}

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What is drawn is a listed move, each as often as it is listed, and leads where the listed one leads.
#[test]
fn drawn_moves_are_those_listed() {
    let Some(reference) = common::reference() else { return };
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let games = games(&reference, &only);
    let plies = same("listed", games.iter().map(|(file, game)| (file.clone(), compare(game, 5, 40, true))).collect());
    assert!(!only.is_empty() || games.len() >= 830 && plies >= 25_000, "{} games, {plies} plies", games.len());
}

/// The same for as many plies as `LUDEMIC_PLIES` says, one seed after the other from `LUDEMIC_SEED` on; frequencies
/// with every sixteenth.
#[test]
#[ignore = "ten million plies"]
fn drawn_moves_for_long() {
    let Some(reference) = common::reference() else { return };
    let (mut seed, wanted) = (number("LUDEMIC_SEED").unwrap_or(1000), number("LUDEMIC_PLIES").unwrap_or(10_000_000));
    let (games, begun) = (games(&reference, ""), Instant::now());
    let (mut plies, mut differences) = (0, 0);
    while plies < wanted {
        for (file, game) in &games {
            match compare(game, seed, 200, seed % 16 == 0) {
                Ok(made) => plies += made as u64,
                Err(error) => {
                    println!("{file}: {error}");
                    differences += 1;
                }
            }
        }
        println!(
            "seed {seed}: {plies} plies of {} games, {differences} differences, {:?}",
            games.len(),
            begun.elapsed()
        );
        seed += 1;
    }
    assert_eq!(differences, 0);
}

/// The same with each other item of an option, and each ruleset, once.
#[test]
#[ignore = "three thousand games"]
fn drawn_moves_with_other_options() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let descriptions = descriptions(&reference, &std::env::var("LUDEMIC_ONLY").unwrap_or_default());
    let variants = descriptions.iter().flat_map(|(file, text)| {
        let expansion = Parsed::new(file, text).and_then(|parsed| parsed.expand(&[], &known));
        let selections = expansion.map_or_else(|_| Vec::new(), |expansion| expansion.expanded().other_selections());
        selections.into_iter().map(move |selection| (file, text, selection))
    });
    let variants: Vec<_> = variants.collect();
    let played = variants.par_iter().with_max_len(1).filter_map(|(file, text, selection)| {
        let game = Game::load(file, text, std::slice::from_ref(selection), &known).ok()?;
        Runner::leads(&game).then(|| (format!("{file}: {selection}"), compare(&game, 11, 2 * PLIES, true)))
    });
    same("other options", played.collect());
}

const PLIES: usize = 40;

/// Prints how many games and plies were compared, and gives the plies; no game may differ.
fn same(what: &str, played: Vec<(String, Result<usize, String>)>) -> usize {
    let (mut plies, mut failed) = (0, String::new());
    for (name, came) in &played {
        match came {
            Ok(made) => plies += made,
            Err(error) => drop(writeln!(failed, "{name}: {error}")),
        }
    }
    println!("drawn, {what}: {} games, {plies} plies", played.len());
    assert!(failed.is_empty(), "{failed}");
    assert!(plies > played.len(), "hardly anything was compared");
    plies
}

/// The work of a ply of a game that nobody has thought of, so that those that ask for too much are left early.
const WORK: u64 = 2_000_000;

/// Plays what is made of each of some seeds, as far as it is a game; gives the plies of each.
fn made(what: &str, text: impl Fn(u64) -> String + Sync) -> Vec<(u64, usize)> {
    let first = number("LUDEMIC_SEED").unwrap_or(0);
    let seeds: Vec<u64> = (first..first + number("LUDEMIC_COUNT").unwrap_or(40)).collect();
    let played: Vec<_> = seeds
        .par_iter()
        .with_max_len(1)
        .filter_map(|&seed| {
            let text = text(seed);
            let compiled =
                made_games::compile(&text, &[]).filter(|compiled| Runner::leads(compiled.game()))?.with_work(WORK);
            let came = compare(compiled.game(), seed, PLIES, true).map_err(|error| format!("{error}\n{text}"));
            Some((seed, came))
        })
        .collect();
    let plies = played.iter().map(|(seed, came)| (*seed, came.as_ref().map_or(0, |made| *made))).collect();
    same(what, played.into_iter().map(|(seed, came)| (format!("seed {seed}"), came)).collect());
    plies
}

#[test]
fn drawn_moves_of_random_edits_are_those_listed() {
    let bases = made_games::small();
    made("edits", |seed| {
        let mut edits = edits::Edits::new(seed);
        let base = &bases[edits.below(bases.len())];
        edits.edit(base).to_string()
    });
}

#[test]
fn drawn_moves_of_games_made_up_are_those_listed() {
    let mut plies = BTreeMap::new();
    for (seed, made) in made("made up", grown::Grown::game) {
        for feature in grown::Grown::features(seed) {
            *plies.entry(feature).or_insert(0) += made;
        }
    }
    println!("with {plies:?}");
    assert!(plies.len() == 5 && plies.values().all(|&made| made > 0), "{plies:?}");
}

/// Descriptions of our own below `tests/suite/playouts`: every difference that was ever found is kept among them.
#[test]
fn drawn_moves_of_the_suite_are_those_listed() {
    let played = suite()
        .into_iter()
        .map(|(file, game)| (file, (0..6).try_fold(0, |plies, seed| Ok(plies + compare(&game, seed, 60, true)?))));
    same("suite", played.collect());
}

fn suite() -> Vec<(String, Arc<Game>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/playouts");
    let files = std::fs::read_dir(folder).expect("the suite").map(|entry| entry.expect("a file").path());
    let game = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let compiled = made_games::compile(&text, &[]).unwrap_or_else(|| panic!("{} is not right", path.display()));
        (path.display().to_string(), Arc::clone(compiled.game()))
    };
    files.map(game).collect()
}

/// Every combination of the options of the five games, each for its share of the work: a ply takes about the square of
/// the number of sites.
#[test]
fn drawn_moves_of_all_options_are_those_listed() {
    for (game, count) in made_games::GAMES {
        let text = made_games::text(game);
        let combinations = made_games::combinations(&text);
        assert_eq!(combinations.len(), *count, "{game}");
        let played = combinations.par_iter().map(|options| {
            let compiled = made_games::compile(&text, options).expect("a right description");
            let board = &compiled.game().equipment.board;
            let plies = (400_000 / count / board.len(board.default_type()).pow(2)).clamp(4, 400);
            (options.join(", "), compare(compiled.game(), 7, plies, true))
        });
        same(game, played.collect());
    }
}

/// A game by its number of moves, its winner and the numbers of legal moves on the way.
type Course = (usize, Option<i32>, Vec<u32>);

/// What is drawn depends neither on the games that were played before in the same memory nor on whether somebody
/// watches.
#[test]
fn a_seed_gives_one_game() {
    let Some(reference) = common::reference() else { return };
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    // Every fourth, unless all or some are asked for.
    let step = if only.is_empty() && std::env::var_os("LUDEMIC_ALL").is_none() { 4 } else { 1 };
    let games: Vec<(String, Arc<Game>)> = games(&reference, &only).into_iter().step_by(step).collect();
    let played = games.par_iter().map(|(file, game)| {
        let series = Series::new(game);
        let watched = |numbers: &[u64]| {
            let (mut courses, mut numbers) = (Vec::new(), numbers.iter().copied());
            series.watch(
                3,
                PLIES,
                || numbers.next(),
                |_, playout, choices| {
                    let told = |playout: Playout| (playout.moves, playout.winner, choices.to_vec());
                    courses.push(playout.map(told).map_err(|error| error.to_string()));
                    true
                },
            );
            courses
        };
        let together: Vec<Result<Course, String>> = watched(&[2, 1, 0]);
        let alone = watched(&[0]);
        let mut unseen = Vec::new();
        let mut numbers = [0, 1, 2].into_iter();
        series.play(
            3,
            PLIES,
            || numbers.next(),
            |_, playout| {
                unseen.push(playout.map(|playout| (playout.moves, playout.winner)).map_err(|error| error.to_string()));
                true
            },
        );
        let short = |course: &Result<Course, String>| course.clone().map(|(moves, winner, _)| (moves, winner));
        let same = together.get(2) == alone.first() && together.iter().rev().map(short).eq(unseen);
        let plies = alone.iter().flatten().map(|course| course.0).sum();
        (file.clone(), if same { Ok(plies) } else { Err("another game for the same seed".to_owned()) })
    });
    same("by seed", played.collect());
}

/// So many games, each of which is the same whether positions that are known are walked or all moves are made.
fn walked(game: &Arc<Game>, count: u64) -> Result<usize, String> {
    const MOST: usize = 200;
    let mut plies = 0;
    let (Ok(mut walker), Ok(mut runner)) = (Walker::new(game, 0), Runner::steady(game, 0)) else { return Ok(0) };
    for seed in 1..=count {
        let (mut one, mut other) = (Chooser::new(seed), Chooser::new(seed));
        let walked = walker.restart(seed).and_then(|()| {
            while walker.goes_on(MOST)? {
                walker.draw(|count| one.choose(count))?;
            }
            Ok((walker.len(), walker.status()))
        });
        let made = runner.restart(seed).and_then(|()| {
            while runner.goes_on(MOST)? {
                runner.draw(|count| other.choose(count))?;
            }
            Ok((runner.len(), runner.state().status()))
        });
        let [walked, made] = [walked, made].map(|played| played.map_err(|error| error.to_string()));
        if walked != made {
            return Err(format!("seed {seed}: {walked:?} walked, {made:?} made"));
        }
        plies += made.map_or(0, |(length, _)| length);
    }
    Ok(plies)
}

/// The published games of which docs/performance.md says that they have few positions.
#[test]
fn games_of_few_positions_are_found_out() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    for file in [
        "/Tic-Tac-Toe.lud",
        "/Mu Torere.lud",
        "/Insanity.lud",
        "/Ludus Coriovalli.lud",
        "/Hat Diviyan Keliya.lud",
        "/Iterated Prisoners Dilemma.lud",
    ] {
        let found = descriptions(&reference, file);
        let few = |text: &str| Game::load(file, text, &[], &known).is_ok_and(|game| game.has_few_positions());
        assert!(!found.is_empty() && found.iter().all(|(_, text)| few(text)), "{file}");
    }
}

/// What is known of the positions of a game makes no difference, whether there are few of them or not.
#[test]
fn games_are_the_same_whatever_is_known_of_their_positions() {
    let seed = number("LUDEMIC_SEED").unwrap_or(0);
    let memoryless = |name: String, game: &Arc<Game>| game.memoryless.is_some().then(|| (name, walked(game, 40)));
    same("walked, suite", suite().into_iter().filter_map(|(file, game)| memoryless(file, &game)).collect());
    let bases = made_games::small();
    let edited = (seed..seed + 200).into_par_iter().filter_map(|seed| {
        let mut edits = edits::Edits::new(seed);
        let base = &bases[edits.below(bases.len())];
        let text = edits.edit(base).to_string();
        memoryless(format!("seed {seed}"), made_games::compile(&text, &[])?.with_work(WORK).game())
    });
    same("walked, edits", edited.collect());
    if let Some(reference) = common::reference() {
        let games = games(&reference, &std::env::var("LUDEMIC_ONLY").unwrap_or_default());
        same("walked", games.par_iter().filter_map(|(file, game)| memoryless(file.clone(), game)).collect());
    }
}

/// Where all move at once, each draws one of his own moves, each as likely as any other; whoever watches, a seed gives
/// one game.
#[test]
fn who_moves_at_once_with_others_draws_one_of_his_own_moves() {
    let select = |site: i32, player: &str| {
        format!("(move Select (from {site}) {player} (then (set Score {player} {site}) applyAfterAllMoves:False))")
    };
    let moves = [select(0, "P1"), select(1, "P1"), select(2, "P1"), select(3, "P2"), select(4, "P2")].join(" ");
    let text = format!(
        "(game \"At once\" (players 2) (mode Simultaneous) (equipment {{ (board (square 3)) }})
            (rules (play (or {{ {moves} }})) (end (if (= (counter) 3) (byScore)))))"
    );
    let compiled = made_games::compile(&text, &[]).expect("a right description");
    let mut times = BTreeMap::new();
    for seed in 0..6_000 {
        let mut runner = Runner::new(compiled.game(), seed).expect("the game starts");
        let mut watched = Runner::new(compiled.game(), seed).expect("the game starts");
        let (mut one, mut other) = (crate::playouts::Chooser::new(seed), crate::playouts::Chooser::new(seed));
        runner.draw(|n| one.choose(n)).expect("everybody has a move");
        let mut seen = Vec::new();
        watched.draw_seen(|n| other.choose(n), |count, m| seen.push((m.mover, count))).expect("everybody has a move");
        let scores = |runner: &Runner| (runner.state().score(1), runner.state().score(2));
        assert_eq!((scores(&runner), &seen[..]), (scores(&watched), &[(1, 3), (2, 2)][..]), "seed {seed}");
        *times.entry(scores(&runner)).or_insert(0) += 1;
    }
    assert!(times.len() == 6 && times.values().all(|times| (900..1100).contains(times)), "{times:?}");
}
