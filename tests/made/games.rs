//! The games of the project: every combination of options, and small boards to edit.

use super::tree::Node;
use crate::expand::KnownDefines;
use crate::pipeline::{Compiled, Parsed};
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
        let items: Vec<String> = option.selections().collect();
        let longer = |chosen: &Vec<String>| {
            items.iter().map(|item| [&chosen[..], std::slice::from_ref(item)].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The game of a text.
pub fn compile(text: &str, options: &[String]) -> Option<Compiled> {
    let expansion = Parsed::new("description", text).and_then(|parsed| parsed.expand(options, &KnownDefines::none()));
    expansion.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()).ok()
}

/// Descriptions on small boards, expanded, without metadata.
pub fn small() -> Vec<Node> {
    let mut all = Vec::new();
    for (game, _) in GAMES {
        let text = text(game);
        for options in combinations(&text) {
            let Some(compiled) = compile(&text, &options) else { continue };
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
