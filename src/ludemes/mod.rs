//! The ludemes: what each means and how it is evaluated, one file a ludeme.
//!
//! A ludeme's file states its meaning, its forms and where its behaviour comes from, and exports `ROWS`: one [`Row`]
//! for each (kind, head, keyword) it carries out. Families list the rows of their files; [`registry`] finds them.

/// The rows of a family, file by file; those of its `mod.rs` are of `self`.
macro_rules! family {
    ($($file:ident)*) => {
        pub(super) const FAMILY: &[&[Row]] = &[$($file::ROWS),*];
    };
}

pub mod arrays;
pub(crate) mod ask;
pub mod booleans;
pub mod directions;
pub mod effects;
pub mod end;
pub mod equipment;
pub mod floats;
pub mod graphs;
pub mod ints;
mod lowering;
pub mod moves;
pub mod operators;
pub mod puzzle;
pub mod ranges;
pub mod regions;
pub mod registry;
mod requirements;
pub mod rules;
pub mod start;
mod stores;
mod watching;

pub(crate) use lowering::uses_of;
pub use lowering::{Lowered, Lowering};
pub use registry::{Hazard, Lower, Row};
pub use requirements::Requirements;
pub(crate) use watching::Watch;

/// What nearly every ludeme file needs.
pub(crate) mod prelude {
    pub(crate) use super::{Hazard, Lower, Lowered, Lowering, Requirements, Row, uses_of};
    pub(crate) use crate::board::{Direction, Relation, SiteType, Topology};
    pub(crate) use crate::check::typed::{Arg, Ludeme, Value};
    pub(crate) use crate::engine::action::{Action, ActionKind, ActionList, PieceData};
    pub(crate) use crate::engine::batch::ConditionFn;
    pub(crate) use crate::engine::context::Cx;
    pub(crate) use crate::engine::directions::DirectionsExpr;
    pub(crate) use crate::engine::expr::{
        BoolExpr, Expr, ExprValue, FloatExpr, IntExpr, IntsExpr, Occupancy, RangeExpr, RegionExpr, SitesExpr, Span,
    };
    pub(crate) use crate::engine::fault::Fault;
    pub(crate) use crate::engine::generator::Generator;
    pub(crate) use crate::engine::moves::{Moves, MovesExpr};
    pub(crate) use crate::engine::mv::{Item, Move};
    pub(crate) use crate::engine::out::{Among, Deferral, Out, Watermark};
    pub(crate) use crate::engine::role::Role;
    pub(crate) use crate::engine::site_set::SiteSet;
    pub(crate) use crate::engine::uses::Uses;
    pub(crate) use crate::engine::view::{self, Binary, View};
    pub(crate) use std::sync::Arc;
}
