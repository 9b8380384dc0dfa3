//! The optimiser: a list of small rewrites, each with the law it relies on and a switch.
//!
//! A rewrite never changes what a program means. Those on nodes are made while nodes enter the table; the others are
//! ways of evaluating that the program may use or not.

mod alike;
mod counts;
mod existence;
#[cfg(test)]
mod fixture;
mod floods;
mod late;
mod lift;
mod members;
mod open;
mod sides;
mod unread;

use super::build::Builder;
use super::ir::{BoolId, BoolNode, EffectId, MovesId, MovesNode, SetId, SetNode, Walk};

pub use alike::LIMIT as ALIKE_BELOW;
pub use counts::LARGEST as LARGEST_SUM;
pub use late::{Lateness, lateness};

/// A rewrite of sets.
pub type OnSet = fn(&mut Builder, &SetNode) -> Option<SetId>;
/// A rewrite of truth values.
pub type OnTruth = fn(&mut Builder, &BoolNode) -> Option<BoolId>;
/// A rewrite of generators.
pub type OnMoves = fn(&mut Builder, &MovesNode) -> Option<MovesId>;
/// A rewrite of walks.
pub type OnWalk = fn(&mut Builder, Walk) -> Walk;

/// One rewrite.
pub struct Rewrite {
    /// What `--no-opt` calls it.
    pub name: &'static str,
    /// Why it changes nothing.
    pub law: &'static str,
    set: Option<OnSet>,
    truth: Option<OnTruth>,
    moves: Option<OnMoves>,
    walk: Option<OnWalk>,
}

impl Rewrite {
    const fn new(name: &'static str, law: &'static str) -> Self {
        Rewrite { name, law, set: None, truth: None, moves: None, walk: None }
    }
}

/// All rewrites, in the order in which they are tried.
pub static ALL: &[Rewrite] = &[
    members::REWRITE,
    existence::REWRITE,
    sides::REWRITE,
    lift::REWRITE,
    counts::REWRITE,
    floods::REWRITE,
    open::REWRITE,
    alike::REWRITE,
    KEEP,
    GROUPS,
    LEGAL,
    CODE,
    unread::REWRITE,
    late::REWRITE,
];

/// Values are computed again only when something they read has changed.
const KEEP: Rewrite = Rewrite::new(
    "keep",
    "an expression that reads only certain parts of the state has the same value as long as none of them has changed",
);

/// The groups of a player's pieces are found once in a position.
const GROUPS: Rewrite = Rewrite::new(
    "groups",
    "the groups of a player depend on the player's pieces alone, so all ludemes about them can share one labelling",
);

/// The legal moves found while looking ahead are those of the next turn.
const LEGAL: Rewrite = Rewrite::new(
    "legal",
    "the legal moves depend on the state alone: those found when looking ahead to the next turn are its moves if nothing else has changed",
);

/// A program that is played often is compiled for the processor.
const CODE: Rewrite =
    Rewrite::new("code", "compiled code does to the position what evaluating the nodes one after the other does");

/// Which rewrites are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrites {
    on: Vec<bool>,
    keep: bool,
    groups: bool,
    legal: bool,
    code: bool,
    sets: Vec<OnSet>,
    truths: Vec<OnTruth>,
    moves: Vec<OnMoves>,
    walks: Vec<OnWalk>,
}

impl Rewrites {
    /// All but the ones named.
    ///
    /// # Errors
    ///
    /// A name that no rewrite has.
    pub fn without(names: &[impl AsRef<str>]) -> Result<Rewrites, String> {
        if let Some(name) = names.iter().find(|name| !ALL.iter().any(|rewrite| rewrite.name == name.as_ref())) {
            return Err(name.as_ref().to_owned());
        }
        Ok(Rewrites::chosen(|rewrite| !names.iter().any(|name| name.as_ref() == rewrite.name)))
    }

    /// All of them.
    pub fn all() -> Rewrites {
        Rewrites::chosen(|_| true)
    }

    /// None of them.
    pub fn none() -> Rewrites {
        Rewrites::chosen(|_| false)
    }

    /// One alone.
    pub fn only(name: &str) -> Rewrites {
        Rewrites::chosen(|rewrite| rewrite.name == name)
    }

    fn chosen(choose: impl Fn(&Rewrite) -> bool) -> Rewrites {
        let on: Vec<bool> = ALL.iter().map(&choose).collect();
        let chosen = || ALL.iter().zip(&on).filter(|(_, on)| **on).map(|(rewrite, _)| rewrite);
        Rewrites {
            sets: chosen().filter_map(|rewrite| rewrite.set).collect(),
            truths: chosen().filter_map(|rewrite| rewrite.truth).collect(),
            moves: chosen().filter_map(|rewrite| rewrite.moves).collect(),
            walks: chosen().filter_map(|rewrite| rewrite.walk).collect(),
            keep: choose(&KEEP),
            groups: choose(&GROUPS),
            legal: choose(&LEGAL),
            code: choose(&CODE),
            on,
        }
    }

    /// Whether the rewrite of this name is made.
    pub fn has(&self, name: &str) -> bool {
        ALL.iter().zip(&self.on).any(|(rewrite, on)| *on && rewrite.name == name)
    }

    /// Whether values are kept.
    #[inline]
    pub fn has_keep(&self) -> bool {
        self.keep
    }

    /// Whether groups are found once in a position.
    pub fn has_groups(&self) -> bool {
        self.groups
    }

    /// Whether legal moves found when looking ahead are used again.
    pub fn has_legal(&self) -> bool {
        self.legal
    }

    /// Whether the program is compiled for the processor when that is worth it.
    pub fn has_code(&self) -> bool {
        self.code
    }

    /// Those on sets.
    pub fn on_sets(&self) -> &[OnSet] {
        &self.sets
    }

    /// Those on truth values.
    pub fn on_truths(&self) -> &[OnTruth] {
        &self.truths
    }

    /// Those on generators.
    pub fn on_moves(&self) -> &[OnMoves] {
        &self.moves
    }

    /// Those on walks.
    pub fn on_walks(&self) -> &[OnWalk] {
        &self.walks
    }
}

/// The effects of all decisions, after the rewrites that look at the program as a whole. Gives the effect that is put
/// off, if there is one.
pub(super) fn whole(builder: &mut Builder, ends: u16) -> Option<EffectId> {
    let rewrites = builder.rewrites;
    if rewrites.has(unread::REWRITE.name) {
        unread::drop_unread(builder, ends);
    }
    rewrites.has(late::REWRITE.name).then(|| late::put_off(builder)).flatten()
}
