//! Actions by number: a fixed space for each game and selection of options, for programs that learn.
//!
//! The moves of a position are a list whose length changes from ply to ply; a program that learns wants one number for
//! a move wherever it occurs. An [`ActionSpace`] gives each move the number of its [`Action`]: the kind of the
//! decision, where it starts from and ends on, and the choices that the rules leave open besides, such as the piece of
//! a promotion or the die that is used up. The space is the product of their ranges, family by family, and follows from
//! the description alone: nothing is played to find it, and it is the same on every machine.
//!
//! Two moves of a position that do the same share a number, as they do where Ludii lists a move twice. Two that do
//! different things never do: where the coordinates cannot tell them apart, [`ActionSpace::legal`] answers with
//! [`ActionError::Ambiguous`] rather than with a number, unless the space has [variants](ActionSpace::with_variants).
//! Choices without a bound in the rules, such as the state of a piece, have [`CAPACITY`] values, levels and counts
//! [`LARGE_CAPACITY`]; a move beyond it is [`ActionError::Outside`].
//!
//! # Examples
//!
//! ```
//! use ludemic::actions::ActionSpace;
//! use ludemic::{KnownDefines, Parsed, Trial};
//!
//! let text = r#"(game "Fill" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
//!     (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
//! let compiled = Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()?;
//! let space = ActionSpace::new(&compiled)?;
//! assert_eq!(space.len(), 10); // to pass, and the nine sites
//!
//! let mut trial = Trial::start(compiled.game().clone(), 0)?;
//! trial.play(4)?;
//! let legal = space.legal(&mut trial)?;
//! assert_eq!(legal.len(), 8);
//! assert_eq!(space.action(legal[4].id).map(|action| action.to_string()), Some("Add 5".to_owned()));
//! trial.play(legal[4].index)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod rules;
mod sites;
mod space;

pub(crate) use rules::consequence;
pub use sites::Sites;
pub use space::ActionSpace;

use crate::board::SiteType;
use crate::engine::trial::PlayError;
use std::fmt;

/// How many values a choice has that the rules do not bound: 0 to 31, besides "not given".
pub const CAPACITY: u32 = 32;

/// The same for levels of stacks, counts of pieces and remembered values, which grow with the board.
pub const LARGE_CAPACITY: u32 = 64;

/// The most actions of a space: their numbers are those of 32 bits with a sign.
pub const MOST_ACTIONS: u32 = i32::MAX as u32;

/// What an action decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Nothing: the rules go on by themselves, or the player passes.
    Pass,
    /// Seats are exchanged.
    Swap,
    /// Something is put on a site.
    Add,
    /// Something is taken away.
    Remove,
    /// A site is chosen.
    Select,
    /// Two sites are chosen.
    SelectTwo,
    /// A piece becomes another.
    Promote,
    /// A piece is turned.
    Rotate,
    /// A piece goes from a site to another.
    Move,
    /// Some of the pieces counted on a site go to another.
    MoveCount,
    /// A piece appears on a site as it stands on another.
    Copy,
    /// The top of a stack goes to another site.
    MoveStack,
    /// A variable of a puzzle gets its value.
    Assign,
    /// A value of a variable of a puzzle is ruled out, or in again.
    Toggle,
    /// Who moves next is chosen.
    NextPlayer,
    /// An amount is bet.
    Bet,
    /// Something is proposed.
    Propose,
    /// A vote is given.
    Vote,
}

/// What an action chooses besides its sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// The component, by index.
    Piece,
    /// The level of the stack it starts from.
    Level,
    /// The local state given to a piece; of a large piece how it lies.
    State,
    /// The rotation given to a piece.
    Rotation,
    /// The value given to a piece or to a variable of a puzzle.
    Value,
    /// How many pieces or levels.
    Count,
    /// The dice used up: bit n for die n.
    Dice,
    /// The remembered value used up.
    Remembered,
    /// Which consequence follows, by the order in which the description writes them.
    Consequence,
    /// A player.
    Player,
    /// An amount, or the number of a proposal.
    Number,
    /// Which of the moves with the same coordinates, by the order of what they record.
    Variant,
}

/// What a number of an [`ActionSpace`] stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Action {
    /// What it decides.
    pub kind: Kind,
    /// Where it starts from; `None` for what concerns no site, or one site only.
    pub from: Option<(SiteType, i32)>,
    /// Where it ends, or the site it concerns.
    pub to: Option<(SiteType, i32)>,
    /// The choices besides, those that are not given left out.
    pub choices: Vec<(Choice, i32)>,
}

/// A move that can be made: the number of its action and its own among the legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegalAction {
    /// The number of the action.
    pub id: u32,
    /// The number of the first move with it in [`Trial::legal`](crate::Trial::legal).
    pub index: usize,
}

/// Why moves have no numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum ActionError {
    /// A match changes its board from game to game.
    #[error("a match has no fixed space of actions: its games have boards of their own")]
    Match,
    /// The product of all choices is too large.
    #[error("a space of {actions} actions is larger than {MOST_ACTIONS}")]
    TooLarge { actions: u64 },
    /// A legal move decides something that the rules did not show.
    #[error("the space of actions has no place for `{action}`")]
    Unforeseen { action: String },
    /// A choice is beyond its range in the space.
    #[error("{choice:?} {value} is beyond the {size} values that the space of actions has for it")]
    Outside { choice: Choice, value: i32, size: u32 },
    /// Two different legal moves differ in nothing that the space tells apart, and it has no variant for one of them.
    #[error("two different legal moves have one action, and more variants are needed: `{first}` and `{second}`")]
    Ambiguous { first: String, second: String },
    /// The rules have no value.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Action {
    /// As text; sites of other types than the default one, where that is known, with their types.
    fn text(&self, default: Option<SiteType>) -> String {
        let name = |(t, site): (SiteType, i32)| match default {
            Some(default) if t != default => format!("{} {site}", t.name()),
            _ => site.to_string(),
        };
        let sites = match (self.from, self.to) {
            (Some(from), Some(to)) => format!(" {}>{}", name(from), name(to)),
            (None, Some(to)) => format!(" {}", name(to)),
            _ => String::new(),
        };
        let choices: String = self.choices.iter().map(|(choice, value)| format!(" {choice:?}={value}")).collect();
        format!("{:?}{sites}{choices}", self.kind)
    }
}

impl fmt::Display for Action {
    /// Such as `Move 12>20`, `Promote 60 Piece=3`: see [`ActionSpace::describe`] for boards with sites of several
    /// types.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(None))
    }
}
