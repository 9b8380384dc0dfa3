//! `(forEach Site region moves [noMoveYet:moves] [then])`: the moves for each site of a region, ascending.
//!
//! `to` and `site` are the site. If there are none, those of `noMoveYet:` instead, without the `then` of this ludeme
//! and with `to` and `site` left on the last site. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Site", lower).binds_site()];

struct ForEachSite {
    region: Arc<RegionExpr>,
    /// Whether the region is the same each time when it is asked for.
    steady: bool,
    /// Those of its sites that may have moves, where that is told for all of them at once.
    promising: Option<RegionExpr>,
    moves: MovesExpr,
    otherwise: Option<MovesExpr>,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let mut rule = ForEachSite {
        region: Arc::new(lo.region(call, "regionFn")?),
        steady: call.get("regionFn").is_some_and(|region| lo.is_harmless_arg(region)),
        promising: None,
        moves: lo.moves(call, "generator")?,
        otherwise: lo.moves_opt(call, "noMoveYet")?,
        then: lo.then(call)?,
    };
    // Where the use of rules is counted, every site is asked.
    if lo.skips(call) && rule.otherwise.is_none() && !lo.counts() {
        rule.promising = promising(call, lo, &rule);
    }
    Ok(Moves::of(false, rule))
}

/// The sites of the region on which there may be moves, where that is told of the sites that `site`, or `to`, may be.
fn promising(call: &Ludeme, lo: &mut Lowering, rule: &ForEachSite) -> Option<RegionExpr> {
    let View::Sites(Some(t), Uses::SITE | Uses::TO, only) = rule.moves.only_on()? else { return None };
    let (region, moves, board) = (Arc::clone(&rule.region), Arc::clone(&rule.moves), lo.board().len(*t));
    let promising = Expr::new(region.uses | only.uses, move |cx: &mut Cx| {
        let mut sites = region.eval(cx);
        if sites.ends_below(board)
            && let Some(View::Sites(_, _, only)) = moves.only_on()
        {
            only.look(cx, |only| sites.intersect_with(only));
        }
        sites
    });
    Some(lo.keep(call, promising))
}

impl Generator for ForEachSite {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        let saved = (cx.it.to, cx.it.site);
        for site in self.sites().eval(cx).iter() {
            if !cx.spend(1) || out.full() {
                break;
            }
            (cx.it.to, cx.it.site) = (site, site);
            if self.otherwise.is_some() { self.moves.seek_all(cx, out) } else { self.moves.seek(cx, out) }
        }
        if out.watermark() == start
            && let Some(otherwise) = &self.otherwise
        {
            otherwise.eval(cx, out);
            return;
        }
        (cx.it.to, cx.it.site) = saved;
        attach(out, start, self.then.as_ref());
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let each = self.moves.most_slots().filter(|_| self.steady && self.otherwise.is_none())?;
        Some(each * self.sites().look(cx, SiteSet::len))
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        let sites = self.promising.as_ref()?.eval(cx);
        let saved = (cx.it.to, cx.it.site);
        let mut any = Some(false);
        for site in &sites {
            (cx.it.to, cx.it.site) = (site, site);
            any = self.moves.any(cx);
            if any != Some(false) {
                break;
            }
        }
        (cx.it.to, cx.it.site) = saved;
        any
    }

    fn has_actions(&self) -> bool {
        self.then.is_none() && self.otherwise.is_none() && self.moves.has_actions()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        let saved = (cx.it.to, cx.it.site);
        for site in self.sites().eval(cx).iter() {
            if !cx.spend(1) {
                break;
            }
            (cx.it.to, cx.it.site) = (site, site);
            self.moves.actions(cx, actions);
        }
        (cx.it.to, cx.it.site) = saved;
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let each = self.moves.most_slots().unwrap_or(0).max(1);
        if let Some(site) = self.sites().look(cx, |sites| sites.nth(number / each)) {
            let (start, saved) = (out.watermark(), (cx.it.to, cx.it.site));
            (cx.it.to, cx.it.site) = (site, site);
            self.moves.slot(cx, number % each, out);
            (cx.it.to, cx.it.site) = saved;
            attach(out, start, self.then.as_ref());
        }
    }
}

impl ForEachSite {
    /// The sites that may have moves.
    fn sites(&self) -> &RegionExpr {
        self.promising.as_ref().unwrap_or(&self.region)
    }
}
