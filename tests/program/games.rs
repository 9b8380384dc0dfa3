//! The games of the project: every combination of options, and small boards to edit.

use crate::edits::Edits;
use crate::grown::Grown;
use crate::modes::{Extent, Tally, WORK, compare, compile};
use crate::tree::Node;
use ludemic::{KnownDefines, Parsed};
use rayon::prelude::*;
use std::path::Path;

/// The files below `lud`, and how many combinations of options each has.
pub const GAMES: &[(&str, usize)] =
    &[("wrigglers-squared", 3), ("rabbit-warrens", 2), ("brain-coral", 240), ("skirt", 32), ("dogtown-clans", 72)];

/// The text of a game.
pub fn text(game: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{game}.lud"));
    std::fs::read_to_string(path).expect("a game of the project")
}

/// All combinations of the options of a description.
pub fn combinations(text: &str) -> Vec<Vec<String>> {
    let expansion = Parsed::new("description", text).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
    let expansion = expansion.expect("a right description");
    let mut all = vec![Vec::new()];
    for option in &expansion.expanded().options {
        let items: Vec<String> = option.items.iter().map(|item| format!("{}/{}", option.heading, item.name)).collect();
        let longer = |chosen: &Vec<String>| {
            items.iter().map(|item| [&chosen[..], std::slice::from_ref(item)].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Plays all combinations, each for its share of the work; a ply of the plain evaluator takes about the square of the
/// number of sites.
pub fn all_options(game: &str, work: usize, most: u64) -> Tally {
    let text = text(game);
    let combinations = combinations(&text);
    let share = work / combinations.len();
    let played = combinations.par_iter().map(|options| {
        let compiled = compile(&text, options, &KnownDefines::none()).expect("a right description");
        let board = &compiled.game().equipment.board;
        let sites = board.len(board.default_type());
        let plies = (share / (sites * sites)).clamp(4, 400);
        let games = (share / (sites * sites * plies)).clamp(1, most as usize) as u64;
        compare(&text, options, &KnownDefines::none(), Extent { games, plies, work: WORK })
    });
    sum(played)
}

/// Adds up.
pub fn sum(played: impl ParallelIterator<Item = Tally>) -> Tally {
    played.reduce(Tally::default, |mut all, one| {
        all += one;
        all
    })
}

/// Descriptions on small boards, expanded, without metadata.
pub fn small() -> Vec<Node> {
    let mut all = Vec::new();
    for (game, _) in GAMES {
        let text = text(game);
        for options in combinations(&text) {
            let Some(compiled) = compile(&text, &options, &KnownDefines::none()) else { continue };
            let board = &compiled.game().equipment.board;
            let sites = board.len(board.default_type());
            let mut tree = Node::read(&compiled.expanded().layout()).expect("matching brackets");
            let fixed = matches!(*game, "wrigglers-squared" | "rabbit-warrens");
            if sites > 24 && !fixed {
                continue;
            }
            if fixed {
                shrink(&mut tree, if *game == "rabbit-warrens" { 36 } else { 25 });
            }
            // As many of each game, whatever the number of combinations.
            all.push((game, tree));
        }
    }
    GAMES
        .iter()
        .flat_map(|(game, _)| {
            let of: Vec<&Node> = all.iter().filter(|(name, _)| *name == game).map(|(_, tree)| tree).collect();
            (0..60).map(|n| of[n % of.len()].clone()).collect::<Vec<_>>()
        })
        .collect()
}

/// A smaller board, and no place on it that it does not have.
fn shrink(game: &mut Node, sites: i32) {
    let side = f64::from(sites).sqrt() as i32;
    game.change(&mut |node| {
        let is_board = node.head() == "board";
        match node {
            Node::List(_, items) if is_board => {
                let board = if items[1].head() == "hex" { "(hex Hexagon 3 4)" } else { &format!("(square {side})") };
                items[1] = Node::read(board).expect("a board");
            }
            Node::List(false, items) if items.len() > 8 => items.retain(|item| match item {
                Node::Atom(word) => word.parse::<i32>().is_ok_and(|site| site < sites),
                _ => true,
            }),
            _ => {}
        }
        true
    });
}

/// Plays edits of these descriptions, numbers `from` to `to`.
pub fn edits(bases: &[Node], from: u64, to: u64, extent: Extent) -> Tally {
    let edited = |seed| {
        let mut edits = Edits::new(seed);
        let base = &bases[edits.below(bases.len())];
        edits.edit(base).to_string()
    };
    made(from, to, extent, edited)
}

/// Plays games that are made up.
pub fn grown(from: u64, to: u64, extent: Extent) -> Tally {
    made(from, to, extent, Grown::game)
}

/// Plays what is made of each of these seeds.
fn made(from: u64, to: u64, extent: Extent, text: impl Fn(u64) -> String + Sync) -> Tally {
    let one = |seed: u64| {
        let mut tally = compare(&text(seed), &[], &KnownDefines::none(), extent);
        if let Some(last) = tally.differences.last_mut() {
            last.push_str(&format!("\nseed {seed}"));
        }
        tally
    };
    // They take very unequal times.
    let seeds: Vec<u64> = (from..to).collect();
    sum(seeds.into_par_iter().with_max_len(1).map(one))
}
