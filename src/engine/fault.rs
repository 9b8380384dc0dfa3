//! What can go wrong while a game is evaluated.

/// A failure during evaluation. Ludii 1.3.12 throws an exception in these places.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// `(/ a 0)` or `(% a 0)`.
    #[error("division by zero in `({0} ..)`")]
    DivisionByZero(&'static str),
    /// A function of the real numbers outside its domain.
    #[error("`({0} ..)` has no value here")]
    Domain(&'static str),
    /// A site that does not exist where one is needed.
    #[error("`({ludeme} ..)` was asked about site {site}, which does not exist")]
    NoSuchSite {
        /// The ludeme.
        ludeme: &'static str,
        /// The site.
        site: i32,
    },
    /// A player that does not exist where one is needed.
    #[error("`({ludeme} ..)` was asked about player {player}, who does not exist")]
    NoSuchPlayer {
        /// The ludeme.
        ludeme: &'static str,
        /// The player.
        player: i32,
    },
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
