//! `(is Line ..)` in a deduction puzzle: equal values in a line through a site.
//!
//! As elsewhere, but values stand for components: a pivot that is not resolved, or has none of the values that are
//! listed, makes it false, and a row ends at the first site that is not resolved, also with `contiguous:False`. Where
//! values are listed, the site `from` does not count. The length is compared at the end of each opposite run. (Ludii
//! 1.3.12's behaviour.)
//!
//! ASSUMPTION: a role accepts nothing, since a puzzle has no components.

use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// What a row of sites must be like.
struct Run {
    length: i32,
    accepted: Vec<i32>,
    /// A site that does not count.
    skipped: Option<i32>,
    exact: bool,
    contiguous: bool,
}

struct Line {
    t: SiteType,
    board: Arc<Topology>,
    direction: Direction,
    condition: BoolExpr,
}

/// Reads the ludeme.
pub(crate) fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let length = lo.int(call, "length")?;
    let pivots = match lo.sites_opt(call, "throughAny")? {
        Some(sites) => sites,
        None => site_or_last_to(call, "through", lo)?.with(Uses::NONE, |_, site| SmallVec::from_elem(site, 1)),
    };
    let listed = match (call.get("who"), call.get("whats").map(|arg| &arg.value)) {
        (Some(_), _) => Some(Vec::new()),
        (None, Some(Value::Array(items))) => Some(lo.int_args(items)?),
        _ => lo.int_opt(call, "what")?.map(|what| vec![what]),
    };
    let (exact, contiguous) = (lo.bool_or(call, "exact", false)?, lo.bool_or(call, "contiguous", true)?);
    let line = Line {
        t: lo.site_type(call, "type"),
        board: lo.board(),
        direction: call.word("dirn").and_then(Direction::parse).unwrap_or(Direction::Adjacent),
        condition: lo.bool_or(call, "if", true)?,
    };
    let whats = uses_of(listed.iter().flatten());
    let flags = exact.uses | contiguous.uses | line.condition.uses.without(Uses::TO);
    let uses = whats | flags | length.uses | pivots.uses | Uses::VALUES | Uses::FROM;
    Ok(Expr::new(uses, move |cx| {
        let length = length.eval(cx);
        let (exact, contiguous) = (exact.eval(cx), contiguous.eval(cx));
        let listed = listed.as_ref().map(|listed| listed.iter().map(|what| what.eval(cx)).collect::<Vec<_>>());
        let saved = cx.it.to;
        let mut found = false;
        for pivot in pivots.eval(cx) {
            let Some(value) = line.pivot(cx, pivot) else { break };
            let accepted = listed.clone().unwrap_or_else(|| vec![value]);
            if !accepted.contains(&value) {
                break;
            }
            let skipped = listed.is_some().then_some(cx.it.from);
            if line.runs(cx, pivot, &Run { length, accepted, skipped, exact, contiguous }) {
                found = true;
                break;
            }
        }
        cx.it.to = saved;
        found
    }))
}

impl Line {
    /// The value of a pivot that can have a line through it.
    fn pivot(&self, cx: &mut Cx, pivot: i32) -> Option<i32> {
        if !(0..self.board.len(self.t) as i32).contains(&pivot) {
            return None;
        }
        cx.it.to = pivot;
        if !self.condition.eval(cx) {
            return None;
        }
        cx.value_of(self.t, pivot)
    }

    /// Whether a line through the pivot is long enough.
    fn runs(&self, cx: &mut Cx, pivot: i32, run: &Run) -> bool {
        for radial in self.board.distinct_radials(self.t, pivot as usize, self.direction) {
            let mut count = 1;
            cx.charge(radial.path.len() as u64 / 2);
            for path in std::iter::once(&radial.path).chain(&radial.opposite) {
                for &site in &path[1..] {
                    let site = site as i32;
                    cx.it.to = site;
                    let Some(value) = cx.value_of(self.t, site) else { break };
                    if run.accepted.contains(&value) && run.skipped != Some(site) && self.condition.eval(cx) {
                        count += 1;
                        if !run.exact && count == run.length {
                            return true;
                        }
                    } else if run.contiguous {
                        break;
                    }
                }
            }
            if count == run.length {
                return true;
            }
        }
        false
    }
}
