//! Small games for the tests of the rewrites.

use super::{ALL, Rewrites};
use crate::program::Program;
use crate::program::ir::Table;
use crate::{KnownDefines, Parsed};

/// These rewrites and no others.
fn with(names: &[&str]) -> Rewrites {
    let others: Vec<&str> = ALL.iter().map(|rewrite| rewrite.name).filter(|name| !names.contains(name)).collect();
    Rewrites::without(&others).expect("names of rewrites")
}

/// The nodes of a game with these rules on a small square board.
pub fn table(rules: &str, rewrites: &[&str]) -> Table {
    let end = if rules.contains("(end") { "" } else { "(end (if (all Passed) (result Mover Win)))" };
    let text = format!(
        "(game \"Rules\" (players 2) (equipment {{ (board (square 4)) (piece \"Disc\" Each) }}) (rules {rules} {end}))"
    );
    let compiled = Parsed::new("rules", &text)
        .and_then(|parsed| parsed.expand(&[], &KnownDefines::none()))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile())
        .unwrap_or_else(|failure| panic!("{failure}"));
    let program = Program::new(compiled.typed(), compiled.game(), &with(rewrites));
    program.unwrap_or_else(|unfit| panic!("{unfit}")).table
}

/// The nodes of a game whose players put pieces on empty sites for which a condition holds.
pub fn where_to(condition: &str, rewrites: &[&str]) -> Table {
    table(&format!("(play (move Add (to (sites Empty) if:{condition})))"), rewrites)
}
