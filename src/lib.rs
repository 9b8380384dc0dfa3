//! ludemic: a native implementation of Ludii's `.lud` language for board games.
//!
//! It reads the description of a game, checks it, and plays it: legal moves, results, random playouts, recordings.
//!
//! # Steps
//!
//! A description goes through stages; each is a type, and the only way forward is the next step.
//!
//! 1. [`Parsed`]: the text as a tree of brackets and words ([`syntax`]), which prints back what was read.
//! 2. [`Expansion`]: options chosen, defines and ranges written out ([`expand`]).
//! 3. [`Checked`]: every clause is a ludeme of the language in its place ([`check`], by the table of [`schema`]).
//! 4. [`Compiled`]: the board is built ([`board`]) and the rules are lowered ([`ludemes`]) to a [`Game`].
//! 5. [`Trial`]: a game being played: [`State`], legal [`Move`]s, undo, the result ([`engine`]).
//!
//! [`Game::load`] takes all the steps up to the game at once. A step that cannot be taken gives a [`Failure`]: every
//! finding with its place in the text ([`diag`]), to be shown by [`render::finding`]. Nothing panics on bad input.
//!
//! [`tryout`] sets a game up and plays a few moves of it, to see that it can be played.
//!
//! A [`Position`] describes what stands where, and a trial can begin from it.
//!
//! Beside the stages stand [`playouts`] (series of random games), [`players`]
//! (who chooses moves: at random, greedily, by thinking ahead), [`actions`] (fixed numbers for moves),
//! [`observation`] (positions as planes of numbers), [`stats`] (what games have in common), [`diff`] (what
//! differs between two versions of a game),
//! [`ide`] (what an editor asks of a description while it is written), [`recording`] (recorded games, written and
//! verified) and [`render`] (boards, positions, moves and findings as text). What the command line does, a program can
//! do with these; only [`KnownDefines::load_dir`] reads files.
//!
//! # Examples
//!
//! From a text to its first moves:
//!
//! ```
//! use ludemic::{Game, KnownDefines, Trial};
//!
//! let text = r#"
//!     (game "Three in a Row"
//!         (players 2)
//!         (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
//!         (rules
//!             (play (move Add (to (sites Empty))))
//!             (end (if (is Line 3) (result Mover Win)))))"#;
//! let game = Game::load("three.lud", text, &[], &KnownDefines::none())?;
//! let mut trial = Trial::start(game, 0)?;
//! assert_eq!(trial.perft(1)?, 9);
//! assert_eq!(trial.perft(2)?, 72);
//!
//! trial.play(4)?;
//! assert_eq!(trial.state().mover(), 2);
//! assert_eq!(trial.legal()?.len(), 8);
//! trial.undo();
//!
//! trial.playout(1, usize::MAX)?;
//! assert!(trial.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod actions;
pub mod board;
pub mod check;
pub mod codes;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
pub mod diag;
pub mod diff;
pub mod engine;
pub mod expand;
mod hint;
pub mod ide;
#[cfg(feature = "files")]
pub mod library;
pub mod ludemes;
pub mod notation;
pub mod observation;
pub mod outcome;
pub mod pipeline;
pub mod players;
pub mod playouts;
pub mod position;
pub mod recording;
pub mod render;
pub mod schema;
pub mod source;
pub mod stats;
pub mod syntax;
pub mod tryout;

pub use engine::game::Game;
pub use engine::mv::Move;
#[cfg(fuzzing)]
pub use engine::playout::compare::compare;
pub use engine::state::State;
pub use engine::trial::{PlayError, Trial};
pub use expand::{KnownDefines, KnownPlace};
pub use outcome::{Outcome, Winner};
pub use pipeline::{Checked, Compiled, Expansion, Failure, Parsed};
pub use position::{Position, PositionError};

/// The examples of the README are tests as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
