//! Why a board cannot be built.

use super::SiteType;

/// The most elements of one kind a board may have, and the most candidate points a generator may look at.
///
/// Ludii 1.3.12 has no such limit and runs out of memory instead.
pub const MAX_ELEMENTS: u64 = 100_000;

/// The most that the squares of the numbers of places that touch a place may add up to: every step of a place is compared with
/// every other one to find its directions and lines.
pub(super) const MAX_TOUCHING: u64 = 1_000_000_000;

/// A board description that has no graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// More elements than [`MAX_ELEMENTS`].
    #[error("the board would have {sites} sites, at most {limit} are possible")]
    TooLarge {
        /// How many sites (or candidate points) the description asks for.
        sites: u64,
        /// The limit that is exceeded.
        limit: u64,
    },
    /// More places that touch the same place than a board may have.
    #[error("too many places of the kind {kind} touch one another on this board", kind = .0.name())]
    Crowded(SiteType),
    /// A size below the smallest that has a meaning.
    #[error("{what} must be at least {least}, found {found}")]
    TooSmall {
        /// What the number stands for.
        what: &'static str,
        /// The smallest possible value.
        least: i32,
        /// The value given.
        found: i32,
    },
    /// A size above the largest that has a meaning.
    #[error("{what} must be at most {most}, found {found}")]
    TooBig {
        /// What the number stands for.
        what: &'static str,
        /// The largest possible value.
        most: i32,
        /// The value given.
        found: i32,
    },
    /// A list of sizes without any element.
    #[error("the list of {0} is empty")]
    Empty(&'static str),
    /// An index of a vertex, edge or cell that the graph does not have.
    #[error("there is no {kind} {index}, the graph has {count} of them", kind = .kind.name())]
    NoSuchElement {
        /// The kind of element.
        kind: SiteType,
        /// The index asked for.
        index: i64,
        /// How many elements of the kind there are.
        count: usize,
    },
    /// A form that Ludii 1.3.12 refuses.
    #[error("{0}")]
    Refused(&'static str),
}

/// Refuses a number of sites above [`MAX_ELEMENTS`] before anything is allocated.
pub(super) fn bound(sites: u64) -> Result<(), BoardError> {
    if sites > MAX_ELEMENTS { Err(BoardError::TooLarge { sites, limit: MAX_ELEMENTS }) } else { Ok(()) }
}

/// Refuses a size below `least`, gives it back widened otherwise.
pub(super) fn at_least(what: &'static str, found: i32, least: i32) -> Result<i64, BoardError> {
    if found < least { Err(BoardError::TooSmall { what, least, found }) } else { Ok(i64::from(found)) }
}

/// Refuses `a × b` candidates above the limit; negative factors count as none.
pub(super) fn bound_product(a: i64, b: i64) -> Result<(), BoardError> {
    bound((a.max(0) as u64).saturating_mul(b.max(0) as u64))
}
