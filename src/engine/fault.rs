//! What can go wrong while a game is evaluated, and where.

use crate::diag::Origin;
use crate::source::Sources;
use std::fmt;
use std::sync::Arc;

/// A failure during evaluation. Ludii 1.3.12 throws an exception in these places.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum Fault {
    /// `(/ a 0)` or `(% a 0)`.
    #[error("division by zero in `({0} ..)`")]
    DivisionByZero(&'static str),
    /// A function of the real numbers outside its domain.
    #[error("`({0} ..)` has no value here")]
    Domain(&'static str),
    /// A site that does not exist where one is needed.
    #[error("`({ludeme} ..)` was asked about site {site}, which does not exist")]
    NoSuchSite { ludeme: &'static str, site: i32 },
    /// A player that does not exist where one is needed.
    #[error("`({ludeme} ..)` was asked about player {player}, who does not exist")]
    NoSuchPlayer { ludeme: &'static str, player: i32 },
    /// An empty region where a site is needed.
    #[error("`({0} ..)` was given an empty region")]
    EmptyRegion(&'static str),
    /// A container that does not exist.
    #[error("there is no container {0}")]
    NoSuchContainer(i32),
    /// A match goes on with a game that it does not have.
    #[error("the match has no game {0}")]
    NoSuchInstance(i32),
    /// `(while ..)` does not end.
    #[error("`(while ..)` ran more than 10000 rounds")]
    EndlessWhile,
    /// Too much evaluation work for one ply.
    #[error("evaluating one move took more work than is allowed")]
    Work,
    /// Too much memory for the moves of one ply, or for the game so far.
    #[error("the moves take more memory than is allowed")]
    Memory,
    /// A move that holds moves that hold moves, too deeply.
    #[error("consequences are nested too deeply")]
    Nesting,
}

/// A [`Fault`], and where in the text it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError {
    /// What went wrong.
    pub fault: Fault,
    /// The ludemes that were being evaluated, innermost first; of many, the innermost ones and the outermost. Where a
    /// move fails that is being made, the play rules that gave it.
    pub stack: Vec<Place>,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        let Some(place) = self.stack.first() else { return Ok(()) };
        let (line, column) = place.position;
        write!(f, ", in `({})` at {}:{line}:{column}", place.title, place.file)?;
        if let Some((file, line, column)) = &place.call {
            write!(f, ", through a define or an option at {file}:{line}:{column}")?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}

/// Where a ludeme stands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Head and keyword of the ludeme, such as `move Add`.
    pub title: String,
    /// The name of its text.
    pub file: Arc<str>,
    /// Line and column in it, counted from 1.
    pub position: (usize, usize),
    /// Where the define or the option that it stands in was called by the description itself: name of the text, line
    /// and column.
    pub call: Option<(Arc<str>, usize, usize)>,
    /// The same for programs.
    pub origin: Origin,
}

/// The number of a place among [`Places`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlaceId(u32);

impl PlaceId {
    /// No place.
    pub(crate) const NONE: PlaceId = PlaceId(u32::MAX);
}

/// Where the ludemes of a game stand.
#[derive(Debug, Default)]
pub(crate) struct Places {
    list: Vec<(String, Origin)>,
    /// The texts that they stand in.
    pub(crate) sources: Sources,
}

impl Places {
    /// The number of a ludeme.
    pub(crate) fn add(&mut self, title: String, origin: &Origin) -> PlaceId {
        self.list.push((title, origin.clone()));
        u32::try_from(self.list.len() - 1).map_or(PlaceId::NONE, PlaceId)
    }

    /// The place of this number, if there is one.
    pub(crate) fn get(&self, id: PlaceId) -> Option<Place> {
        self.list.get(id.0 as usize).map(|(title, origin)| self.locate(title, origin))
    }

    /// The place of a ludeme of this origin.
    pub(crate) fn locate(&self, title: &str, origin: &Origin) -> Place {
        let find = |span| {
            let (line, column) = self.sources.line_column(span);
            (self.sources.get(span.source).map(|source| Arc::clone(&source.name)).unwrap_or_default(), line, column)
        };
        let (file, line, column) = find(origin.span);
        Place {
            title: title.to_owned(),
            file,
            position: (line, column),
            call: origin.steps().last().map(|step| find(step.call)),
            origin: origin.clone(),
        }
    }
}
