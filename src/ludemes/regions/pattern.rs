//! `(sites Pattern {F R ..} [type] [from:int] [what:int | whats:{int ..}])`: the sites of a pattern of pieces.
//!
//! A walk from a site (that of `(last To)` by default), in the first of the orthogonal directions in which every
//! visited site, the start included, holds the expected component; nothing where there is no such direction. The
//! components expected are cycled; by default it is that of the start, which must hold one. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: of several such directions the first alone counts.

use super::on_board;
use super::walk::{StepType, walk_path};
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Pattern", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let search = Pattern::read(call, lo)?;
    Ok(Expr::new(search.uses, move |cx| search.find(cx).unwrap_or_default()))
}

/// What a pattern asks for.
pub(crate) struct Pattern {
    board: Arc<Topology>,
    t: SiteType,
    walk: Vec<StepType>,
    from: IntExpr,
    whats: Vec<IntExpr>,
    /// What the search reads.
    pub uses: Uses,
}

impl Pattern {
    /// Reads the slots of `(sites Pattern ..)` and `(is Pattern ..)`.
    pub(crate) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Pattern> {
        let Some(walk) = call.get("walk") else { return lo.wrong(&call.origin, "a pattern needs a walk") };
        let walk = StepType::walks(walk, lo)?.concat();
        let from = site_or_last_to(call, "from", lo)?;
        let whats = match (call.get("what"), call.get("whats").map(|arg| &arg.value)) {
            (Some(what), _) => vec![lo.int_arg(what)?],
            (None, Some(Value::Array(items))) => lo.int_args(items)?,
            _ => Vec::new(),
        };
        let uses = from.uses | Uses::BOARD | uses_of(&whats);
        Ok(Pattern { board: lo.board(), t: lo.site_type(call, "type"), walk, from, whats, uses })
    }

    /// The sites of the pattern, if it is there.
    pub(crate) fn find(&self, cx: &mut Cx) -> Option<SiteSet> {
        let from = self.from.eval(cx);
        let start = on_board(&self.board, self.t, from)?;
        let mut whats: Vec<i32> = self.whats.iter().map(|what| what.eval(cx)).collect();
        if whats.is_empty() {
            whats.push(Some(cx.state.what(self.t, from)).filter(|&what| what != 0)?);
        }
        let ways = self.board.supported(self.t, Relation::Orthogonal);
        cx.charge((ways.len() * self.walk.len()) as u64);
        ways.iter().find_map(|&way| {
            let sites = walk_path(&self.board, self.t, start, way, &self.walk)?;
            let fits = |(&site, &what): (&u32, &i32)| cx.state.what(self.t, site as i32) == what;
            sites.iter().zip(whats.iter().cycle()).all(fits).then(|| super::set_of(&sites))
        })
    }
}
