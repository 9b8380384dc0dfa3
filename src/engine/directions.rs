//! Directions expressions: which absolute directions a ludeme means at a site.

use crate::board::{Direction, SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::uses::Uses;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// Direction names resolved for a site.
pub type DirectionList = SmallVec<[Direction; 4]>;

type DirectionsFn = Box<dyn Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync>;

/// How many lanes there are from a site in a direction.
pub(crate) type Lanes<'a> = &'a dyn Fn(usize, Direction) -> usize;

/// How many lanes there are at most from a site of a type of the board, where that is known.
type MostFn = Box<dyn Fn(&Topology, SiteType, Lanes) -> Option<usize> + Send + Sync>;

type FacingFn = Box<dyn Fn(&mut Cx, SiteType, i32) -> Option<usize> + Send + Sync>;

/// A directions expression: which absolute directions it means at a site.
pub struct DirectionsExpr {
    /// What the value depends on, besides the site.
    pub uses: Uses,
    /// The directions, where they are the same at every site.
    fixed: Option<DirectionList>,
    eval: Option<DirectionsFn>,
    /// How many lanes there are at most in what it means, where that is known.
    most: Option<MostFn>,
    /// What they depend on, as a number below the second, where that is all.
    facing: Option<(FacingFn, usize)>,
    /// Where a condition chooses, what it chooses among.
    branches: Option<[Arc<DirectionsExpr>; 2]>,
}

impl DirectionsExpr {
    /// Absolute directions, the same everywhere.
    pub fn absolute(list: impl IntoIterator<Item = Direction>) -> Self {
        DirectionsExpr {
            uses: Uses::NONE,
            fixed: Some(list.into_iter().collect()),
            eval: None,
            most: None,
            facing: None,
            branches: None,
        }
    }

    /// Directions that depend on the site or the state.
    pub fn new(
        uses: Uses,
        eval: impl Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync + 'static,
    ) -> Self {
        DirectionsExpr { uses, fixed: None, eval: Some(Box::new(eval)), most: None, facing: None, branches: None }
    }

    /// The same, known to have no more lanes than that.
    #[must_use]
    pub(crate) fn with_most_lanes(
        self,
        most: impl Fn(&Topology, SiteType, Lanes) -> Option<usize> + Send + Sync + 'static,
    ) -> Self {
        DirectionsExpr { most: Some(Box::new(most)), ..self }
    }

    /// The same, known to depend on nothing but the site and such a number.
    #[must_use]
    pub(crate) fn by_facing(
        self,
        facings: usize,
        facing: impl Fn(&mut Cx, SiteType, i32) -> Option<usize> + Send + Sync + 'static,
    ) -> Self {
        DirectionsExpr { facing: Some((Box::new(facing), facings)), ..self }
    }

    /// The same, known to be one of two each time.
    #[must_use]
    pub(crate) fn with_branches(self, branches: [Arc<DirectionsExpr>; 2]) -> Self {
        DirectionsExpr { branches: Some(branches), ..self }
    }

    /// What the directions are one of each time, with no condition left in it: these alone where none chooses.
    pub(crate) fn unconditional(self: &Arc<Self>) -> Vec<Arc<DirectionsExpr>> {
        match &self.branches {
            Some(branches) => branches.iter().flat_map(DirectionsExpr::unconditional).collect(),
            None => vec![Arc::clone(self)],
        }
    }

    /// Whether pieces of a component that face the same way have the same directions in every state.
    pub(crate) fn is_steady(&self) -> bool {
        self.branches.is_none()
    }

    /// How many numbers [`DirectionsExpr::facing`] may give.
    pub(crate) fn facings(&self) -> usize {
        if self.fixed.is_some() { 1 } else { self.facing.as_ref().map_or(0, |(_, facings)| *facings) }
    }

    /// A number on which, besides the site, the directions depend alone; `None` where there is none.
    #[inline]
    pub(crate) fn facing(&self, cx: &mut Cx, t: SiteType, site: i32) -> Option<usize> {
        if self.fixed.is_some() { Some(0) } else { self.facing.as_ref()?.0(cx, t, site) }
    }

    /// How many lanes there are at most from a site of this type, where a site has so many in a direction.
    pub(crate) fn most_lanes(&self, board: &Topology, t: SiteType, lanes: Lanes) -> Option<usize> {
        match &self.fixed {
            Some(list) => (0..board.len(t)).map(|site| list.iter().map(|&d| lanes(site, d)).sum()).max(),
            None => self.most.as_ref()?(board, t, lanes),
        }
    }

    /// The directions at a site.
    pub fn eval(&self, cx: &mut Cx, t: SiteType, site: i32) -> DirectionList {
        self.eval_facing(cx, t, site, None)
    }

    /// The directions at a site, relative ones for somebody who faces this way instead of the piece there.
    pub fn eval_facing(&self, cx: &mut Cx, t: SiteType, site: i32, facing: Option<Direction>) -> DirectionList {
        match (&self.fixed, &self.eval) {
            (Some(list), _) => list.clone(),
            (None, Some(eval)) => eval(cx, t, site, facing),
            (None, None) => DirectionList::new(),
        }
    }

    /// The directions, where they are the same everywhere.
    pub fn as_absolute(&self) -> Option<&[Direction]> {
        self.fixed.as_deref()
    }
}

impl fmt::Debug for DirectionsExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.fixed)
    }
}
