//! The compiled program beside the plain evaluator: same legal moves, positions, results and scores.

use ludemic::program::rewrites::{ALL, Rewrites};
use ludemic::program::{Player, Program};
use ludemic::{KnownDefines, Parsed};
use std::path::Path;

const GAMES: &[&str] = &["wrigglers-squared", "rabbit-warrens", "brain-coral", "skirt", "dogtown-clans"];

fn compiled(game: &str, options: &[&str]) -> ludemic::Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{game}.lud"));
    let text = std::fs::read_to_string(path).expect("a game of the project");
    let options: Vec<String> = options.iter().map(ToString::to_string).collect();
    let expansion = Parsed::new(game, &text).and_then(|parsed| parsed.expand(&options, &KnownDefines::standard()));
    expansion
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile())
        .expect("a right description")
}

fn compare(game: &str, options: &[&str], rewrites: &Rewrites, seeds: std::ops::Range<u64>, limit: usize) -> u64 {
    let compiled = compiled(game, options);
    let program = match Program::new(compiled.typed(), compiled.game(), rewrites) {
        Ok(program) => program,
        Err(unfit) => panic!("{game}: {unfit}"),
    };
    let player = Player::new(program, compiled.game()).expect("a game that starts");
    let mut plies = 0;
    for seed in seeds {
        if let Some(difference) = player.compare(compiled.game(), seed, limit, &mut plies) {
            panic!("{game} {options:?}: {difference}");
        }
    }
    plies
}

#[test]
fn all_rewrites() {
    for game in GAMES {
        println!("{game}: {} plies", compare(game, &[], &Rewrites::all(), 0..2, 200));
    }
}

#[test]
fn no_rewrites() {
    for game in GAMES {
        println!("{game}: {} plies", compare(game, &[], &Rewrites::none(), 0..1, 60));
    }
}

#[test]
fn each_rewrite_alone() {
    for rewrite in ALL {
        for game in GAMES {
            compare(game, &[], &Rewrites::only(rewrite.name), 0..1, 25);
        }
    }
}
