//! Why a board cannot be built.

use super::SiteType;

/// The most elements of one kind a board may have, and the most candidate points a generator may look at.
///
/// Ludii 1.3.12 has no such limit and runs out of memory instead.
pub const MAX_ELEMENTS: u64 = 100_000;

/// The most that the squares of the numbers of places that touch a place may add up to: every step of a place is
/// compared with every other one to find its directions and lines.
pub(super) const MAX_TOUCHING: u64 = 1_000_000_000;

/// A board description that has no graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum BoardError {
    /// More elements than [`MAX_ELEMENTS`].
    #[error("the board would have {sites} sites, at most {limit} are possible")]
    TooLarge { sites: u64, limit: u64 },
    /// More places that touch the same place than a board may have.
    #[error("too many places of the kind {kind} touch one another on this board", kind = .0.name())]
    Crowded(SiteType),
    /// A size below the smallest that has a meaning.
    #[error("{what} must be at least {least}, found {found}")]
    TooSmall { what: &'static str, least: i32, found: i32 },
    /// A size above the largest that has a meaning.
    #[error("{what} must be at most {most}, found {found}")]
    TooBig { what: &'static str, most: i32, found: i32 },
    /// A list of sizes without any element.
    #[error("the list of {0} is empty")]
    Empty(&'static str),
    /// An index of a vertex, edge or cell that the graph does not have.
    #[error("there is no {kind} {index}, the graph has {count} of them", kind = .kind.name())]
    NoSuchElement { kind: SiteType, index: i64, count: usize },
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
