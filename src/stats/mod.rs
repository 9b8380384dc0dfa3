//! What many games of a description have in common: results, lengths, choices, the course of scores, the use of rules.
//!
//! Everything that is summed up is whole numbers in aggregates of bounded size. Merging two of them gives the same in
//! either order, so that results depend neither on threads nor on where a series was stopped and continued.
//!
//! * [`Summary`]: what every game is asked: its result, its length, and how many moves were legal before each move.
//! * [`Details`]: what takes some more time: leads by score, which ludemes made the moves that
//!   were played, which rules were used.
//! * [`inference`]: intervals and tests. [`charts`]: the distributions as SVG. [`rules`]: rules that were never used.
//!
//! The measures are those of the literature on automatic game evaluation: completion, duration, drawishness, advantage
//! of the first player, lead change and decisiveness by C. Browne (*Automatic Generation and Evaluation of
//! Recombination Games*, PhD thesis, QUT 2008; *Evolutionary Game Design*, Springer 2011); branching factor, decision
//! moves and decision factor as Ludii's metrics have them (M. Stephenson, D. Soemers, É. Piette, C. Browne: *General
//! Game Heuristic Prediction Based on Ludeme Descriptions*, 2021; *General Board Game Concepts*, IEEE CoG 2021). Where
//! those take the estimates of a search for who is ahead, only scores count here, so that a measure says nothing about
//! games without scores rather than something vague.
//!
//! # Examples
//!
//! ```
//! use ludemic::playouts::Series;
//! use ludemic::stats::{Outcome, Summary};
//! use ludemic::{Game, KnownDefines};
//!
//! let text = r#"(game "Fill" (players 2)
//!     (equipment { (board (square 3)) (piece "Disc" Each) })
//!     (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#;
//! let series = Series::new(&Game::load("fill.lud", text, &[], &KnownDefines::none())?);
//! let mut summary = Summary::default();
//! let mut numbers = 0..100;
//! series.watch(7, usize::MAX, || numbers.next(), |number, playout, choices| {
//!     summary.add_playout(number, playout, choices);
//!     true
//! });
//! assert_eq!(summary.of(Outcome::Win(1)), 100);
//! assert_eq!(summary.lengths().mean(), Some(9.0));
//! assert_eq!(summary.choices.mean(), Some(5.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "plots")]
pub mod charts;
mod comparison;
mod course;
mod distribution;
pub mod inference;
mod lead;
pub mod rules;
mod summary;

pub use comparison::{Difference, Measure, compare};
pub use course::{Course, Details, Observer, Seat};
pub use distribution::{Bar, Distribution, Histogram};
pub use summary::{Outcome, Score, Summary};
