//! `(sites Inner [type])` and the like: the sets that measuring the board gives a name.
//!
//! `Outer` and `Inner` together are the board, `Perimeter` is the same as `Outer`. The sets of edges (`Axial`,
//! `Horizontal`, `Vertical`, `Angled`, `Slash`, `Slosh`) are edges whatever the board's default type. The board states
//! how each set is found. (Ludii 1.3.12's behaviour.)

use super::set_of;
use crate::board::NamedSet;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "Inner", |call, lo| typed(call, lo, NamedSet::Inner)),
    Row::region("sites", "Outer", |call, lo| typed(call, lo, NamedSet::Outer)),
    Row::region("sites", "Perimeter", |call, lo| typed(call, lo, NamedSet::Perimeter)),
    Row::region("sites", "Corners", |call, lo| typed(call, lo, NamedSet::Corners)),
    Row::region("sites", "ConvexCorners", |call, lo| typed(call, lo, NamedSet::ConvexCorners)),
    Row::region("sites", "ConcaveCorners", |call, lo| typed(call, lo, NamedSet::ConcaveCorners)),
    Row::region("sites", "Top", |call, lo| typed(call, lo, NamedSet::Top)),
    Row::region("sites", "Bottom", |call, lo| typed(call, lo, NamedSet::Bottom)),
    Row::region("sites", "Left", |call, lo| typed(call, lo, NamedSet::Left)),
    Row::region("sites", "Right", |call, lo| typed(call, lo, NamedSet::Right)),
    Row::region("sites", "Centre", |call, lo| typed(call, lo, NamedSet::Centre)),
    Row::region("sites", "Major", |call, lo| typed(call, lo, NamedSet::Major)),
    Row::region("sites", "Minor", |call, lo| typed(call, lo, NamedSet::Minor)),
    Row::region("sites", "Axial", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Axial))),
    Row::region("sites", "Horizontal", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Horizontal))),
    Row::region("sites", "Vertical", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Vertical))),
    Row::region("sites", "Angled", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Angled))),
    Row::region("sites", "Slash", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Slash))),
    Row::region("sites", "Slosh", |_, lo| Ok(named(lo, SiteType::Edge, NamedSet::Slosh))),
];

fn typed(call: &Ludeme, lo: &mut Lowering, set: NamedSet) -> Lowered<RegionExpr> {
    Ok(named(lo, lo.site_type(call, "elementType"), set))
}

fn named(lo: &Lowering, t: SiteType, set: NamedSet) -> RegionExpr {
    Expr::constant(set_of(lo.board().named(t, set)))
}
