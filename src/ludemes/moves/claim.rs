//! `(move Claim [piece] (to ..) [then])`, `(claim ..)`: puts a piece down to claim a site.
//!
//! Like `Add`, with one action and without `apply`. With one site instead of a region the `then` body is evaluated when
//! the move is generated, with `from` and `to` on the site, its actions become part of the move, and the recorded mover
//! is 0. On edges the edge is recorded. (Ludii 1.3.12's behaviour.)

use super::Pieces;
use super::add::Adding;
use super::build::{emit, undecide};
use super::from::Endpoint;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Claim", "claim", "", Requirements::stacks);

struct Claim {
    adding: Adding,
    then: Option<MovesExpr>,
    decision: bool,
    skips: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let rule = Claim { adding: Adding::read(call, lo)?, then: lo.then(call)?, decision, skips: lo.skips(call) };
    let single = !matches!(rule.adding.to.location, Endpoint::Region(_));
    let deferrable = !single && lo.defers(call);
    Ok(Moves::of(deferrable, rule))
}

impl Generator for Claim {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to);
        let single = !matches!(self.adding.to.location, Endpoint::Region(_));
        let sites = self.adding.to.location.sites(cx, cx.it.to);
        'all: for what in self.adding.components(cx).into_iter().flatten() {
            for site in sites.iter(None) {
                if !cx.spend(1) {
                    break 'all;
                }
                cx.it.to = site;
                if !self.adding.to.allowed(cx) || !out.takes() {
                    continue;
                }
                let mut m = self.adding.one(cx, site, what, self.decision);
                if single {
                    m.mover = 0;
                    cx.it.from = site;
                    for mut extra in self.then.as_ref().map(|then| then.list(cx)).unwrap_or_default() {
                        undecide(&mut extra);
                        m.items.push(Item::Move(Box::new(extra)));
                    }
                    out.push(m);
                    break 'all;
                }
                emit(out, m, self.then.as_ref());
                if out.full() {
                    break 'all;
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let Endpoint::Region(region) = &self.adding.to.location else { return None };
        let components = self.adding.what.as_ref().map_or(1, Pieces::len);
        self.skips.then(|| region.look(cx, SiteSet::len) * components)
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let Endpoint::Region(region) = &self.adding.to.location else { return };
        let sites = region.eval(cx);
        let what = self.adding.components(cx).get(number / sites.len().max(1)).copied().flatten();
        if let (Some(what), Some(site)) = (what, sites.nth(number % sites.len().max(1))) {
            let saved = std::mem::replace(&mut cx.it.to, site);
            if self.adding.to.allowed(cx) {
                let m = self.adding.one(cx, site, what, self.decision);
                emit(out, m, self.then.as_ref());
            }
            cx.it.to = saved;
        }
    }
}
