//! `(forEach Site region moves [noMoveYet:moves] [then])`: the moves for each site of a region, ascending.
//!
//! `to` and `site` are the site. If there are none, those of `noMoveYet:` instead, without the `then` of this ludeme and
//! with `to` and `site` left on the last site. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Site", lower)];

struct ForEachSite {
    region: RegionExpr,
    moves: MovesExpr,
    otherwise: Option<MovesExpr>,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let rule = ForEachSite {
        region: lo.region(call, "regionFn")?,
        moves: lo.moves(call, "generator")?,
        otherwise: lo.moves_opt(call, "noMoveYet")?,
        then: lo.then(call)?,
    };
    Ok(Moves::of(false, rule))
}

impl Generator for ForEachSite {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.here();
        let saved = (cx.it.to, cx.it.site);
        for site in self.region.eval(cx).iter() {
            if !cx.spend(1) || out.full() {
                break;
            }
            (cx.it.to, cx.it.site) = (site, site);
            self.moves.seek(cx, out);
        }
        if out.here() == start
            && let Some(otherwise) = &self.otherwise
        {
            otherwise.eval(cx, out);
            return;
        }
        (cx.it.to, cx.it.site) = saved;
        attach(out, start, self.then.as_ref());
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let each = self.moves.most_slots().filter(|_| self.otherwise.is_none())?;
        Some(each * self.region.look(cx, SiteSet::len))
    }

    fn briefly(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let each = self.moves.most_slots().unwrap_or(0).max(1);
        if let Some(site) = self.region.look(cx, |region| region.nth(number / each)) {
            let (start, saved) = (out.here(), (cx.it.to, cx.it.site));
            (cx.it.to, cx.it.site) = (site, site);
            self.moves.slot(cx, number % each, out);
            (cx.it.to, cx.it.site) = saved;
            attach(out, start, self.then.as_ref());
        }
    }
}
