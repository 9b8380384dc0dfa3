//! What is found of the board once for each way that a piece may face.
//!
//! Directions mean the same wherever on the board a piece stands that looks the same way: what follows from them alone,
//! such as where a piece could go, is found when it is first asked for, and kept.

use crate::board::{SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::directions::{DirectionList, DirectionsExpr};
use std::sync::{Arc, OnceLock};

/// How a table is made for the directions of a facing.
type MakeFn<T> = dyn Fn(&Topology, SiteType, &DirectionList) -> T + Send + Sync;

/// A table of the board for each facing.
pub(crate) struct FacingTables<T> {
    board: Arc<Topology>,
    t: SiteType,
    directions: Arc<DirectionsExpr>,
    make: Box<MakeFn<T>>,
    /// By facing; made when first asked for.
    tables: Box<[OnceLock<T>]>,
}

impl<T> FacingTables<T> {
    /// Those that `make` makes; none unless `known`.
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        known: bool,
        make: impl Fn(&Topology, SiteType, &DirectionList) -> T + Send + Sync + 'static,
    ) -> FacingTables<T> {
        let facings = if known { directions.facings() } else { 0 };
        let tables = (0..facings).map(|_| OnceLock::new()).collect();
        FacingTables { board, t, directions: Arc::clone(directions), make: Box::new(make), tables }
    }

    /// The table for the directions at a site; `None` where they depend on more.
    #[inline]
    pub fn at(&self, cx: &mut Cx, start: i32) -> Option<&T> {
        if self.tables.is_empty() {
            return None;
        }
        let table = self.tables.get(self.directions.facing(cx, self.t, start)?)?;
        match table.get() {
            Some(made) => Some(made),
            None => {
                // The work is that of the whole board, once a game.
                let made = self.made(cx, start);
                // When the work is used up, a condition may have chosen other directions this time.
                if cx.fault().is_some() { None } else { Some(table.get_or_init(|| made)) }
            }
        }
    }

    /// The same as [`FacingTables::of_pieces`], whatever the state is.
    pub fn of_component(&self, cx: &mut Cx, t: SiteType, start: i32) -> Option<&T> {
        if self.directions.is_steady() { self.of_pieces(cx, t, start) } else { None }
    }

    /// The table for all pieces of the component that stands on a site of a type, as the state is; `None` where there
    /// is none for all of them.
    #[inline]
    pub fn of_pieces(&self, cx: &mut Cx, t: SiteType, start: i32) -> Option<&T> {
        // Pieces of a component look the same way, unless they are turned, or covered by another one.
        let features = &cx.game.features;
        if t != self.t || (features.rotations || features.stacking) && self.directions.as_absolute().is_none() {
            return None;
        }
        self.at(cx, start)
    }

    #[cold]
    fn made(&self, cx: &mut Cx, start: i32) -> T {
        let directions = self.directions.eval(cx, self.t, start);
        (self.make)(&self.board, self.t, &directions)
    }
}
