//! Two versions of a game compared: what differs in their text by ludeme, and what differs in play.
//!
//! [`Changes::between`] compares the expanded descriptions as trees. [`search()`] plays both versions side by side from
//! the same moves and looks for the shortest game after which players notice a difference: other legal moves, another
//! player to move, other scores, another result, or another board after the same move. Moves of the versions are
//! matched by what they do, pieces by their names; what rules only note for themselves, in variables for example, makes
//! no difference, nor does the order of the list of moves.
//!
//! # Examples
//!
//! ```
//! use ludemic::diff::{Changes, Monitor, Settings, search};
//! use ludemic::{KnownDefines, Parsed};
//!
//! let text = r#"(game "Line" (players 2)
//!     (equipment { (board (square 3)) (piece "Disc" Each) })
//!     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
//! let other = text.replace("Line 3", "Line 2");
//! let known = KnownDefines::none();
//! let a = Parsed::new("a.lud", text)?.expand(&[], &known)?.check()?;
//! let b = Parsed::new("b.lud", &other)?.expand(&[], &known)?.check()?;
//!
//! let changes = Changes::between(&a, &b);
//! assert_eq!(changes.rules.len(), 1);
//! assert_eq!(changes.rules[0].paths, [["rules", "end", "if", "is Line"]]);
//!
//! let settings = Settings { seed: 0, plies: None, playouts: None };
//! let report = search(&a.compile()?, &b.compile()?, settings, &Monitor::default());
//! let found = report.found.expect("a row of two is enough in B");
//! assert_eq!(found.moves.len(), 3);
//! assert!(found.shortest);
//! # Ok::<(), ludemic::Failure>(())
//! ```

mod changes;
mod exhaust;
mod found;
mod games;
mod lockstep;
mod pair;
mod random;
mod script;
mod search;
mod spread;
mod tree;

pub use changes::{Change, ChangeKind, Changes, Part, place};
pub use found::{Aspect, Found, LegalMove, PlayedMove};
pub use pair::{Apart, Pair};
pub use random::Monitor;
pub use search::{Report, Settings, search};
pub use tree::text;
