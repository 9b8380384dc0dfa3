//! `(move Remove [type] <site or region> [level:] [at:] [count:] [then])`, `(remove ..)`: takes pieces off.
//!
//! One move per occupied site, ascending. The level, by default the top one, is that of the stack as it stands now; no
//! level is written for the top of a stack. `count:` repeats the very same action, and only the first is the decision:
//! on a stack each takes one level, a counted site is cleared by the first. With `at:EndOfTurn` the action only notes
//! the site for removal at the end of the turn. (Ludii 1.3.12's behaviour.) `at:StartOfTurn` is not carried out.

use super::build::{emit, occupied, site_type};
use crate::engine::compact::{CompactAction, Effects, Schema};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Remove", "remove", "", |needs, call| {
    needs.acts_on(call);
    needs.features.end_of_turn_removal |= call.word("at") == Some("EndOfTurn");
});

struct Remove {
    t: SiteType,
    sites: SitesExpr,
    level: Option<IntExpr>,
    applied: bool,
    count: IntExpr,
    then: Option<MovesExpr>,
    decision: bool,
    skips: bool,
    /// Whether it is from one site, not from those of a region.
    from_one: bool,
    /// Whether it does nothing but empty its sites, at once or later.
    plain: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let slots = ["locationFunction", "regionFunction"];
    let named = lo.one_of(call, &slots, "a removal needs a site or a region")?;
    let (sites, from_one) = (lo.sites_arg(named)?, !lo.is_region(named));
    let level = lo.int_opt(call, "level")?;
    let applied = match call.word("at") {
        None => true,
        Some("EndOfTurn") => false,
        Some(_) => return lo.unsupported(&call.origin, "removal at the start of the turn"),
    };
    let count = lo.int_or(call, "count", 1)?;
    let (then, skips) = (lo.then(call)?, lo.skips(call));
    let plain = level.is_none() && count.as_constant() == Some(&1) && then.is_none();
    Ok(Moves::of(lo.defers(call), Remove { t, sites, level, applied, count, then, decision, skips, from_one, plain }))
}

impl Generator for Remove {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        for site in self.sites.eval(cx) {
            if !cx.spend(1) {
                return;
            }
            if occupied(cx, self.t, site) && out.takes() {
                self.at(cx, out, site);
                if out.full() {
                    return;
                }
            }
        }
    }

    fn most_slots(&self) -> Option<usize> {
        (self.skips && self.from_one).then_some(1)
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        self.most_slots().or_else(|| self.skips.then(|| self.sites.eval(cx).len()))
    }

    fn has_compact_effects(&self) -> bool {
        self.plain
    }

    fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects) {
        self.each(cx, |cx, site| effects.push(self.compact_action(cx, site)));
    }

    fn has_actions(&self) -> bool {
        self.plain && !self.decision
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        self.each(cx, |cx, to| {
            let t = site_type(cx, self.t, to);
            actions.begin(to, to);
            actions.push(Action::new(ActionKind::Remove { t, to, level: -1, applied: self.applied }));
        });
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        if let Some(&site) = self.sites.eval(cx).get(number)
            && occupied(cx, self.t, site)
        {
            self.at(cx, out, site);
        }
    }
}

impl Remove {
    /// Sees the sites that it empties.
    fn each(&self, cx: &mut Cx, mut see: impl FnMut(&mut Cx, i32)) {
        let sites = self.sites.eval(cx);
        for &site in &sites {
            if !cx.spend(1) {
                return;
            }
            if occupied(cx, self.t, site) {
                see(cx, site);
            }
        }
    }

    fn compact_action(&self, cx: &Cx, site: i32) -> CompactAction {
        let schema = Schema::Remove { t: site_type(cx, self.t, site), applied: self.applied };
        CompactAction::new(schema, cx.state.mover(), site, site)
    }

    fn at(&self, cx: &mut Cx, out: &mut Out, site: i32) {
        let level = self.level.as_ref().map_or(-1, |level| level.eval(cx).max(0));
        let top = level + 1 == cx.state.height(self.t, site);
        let level = if top || !cx.game.features.stacking { -1 } else { level };
        let count = self.count.eval(cx);
        if self.decision && level < 0 && count <= 1 {
            return out.push_decision(self.compact_action(cx, site), self.then.as_ref());
        }
        let kind = ActionKind::Remove { t: site_type(cx, self.t, site), to: site, level, applied: self.applied };
        let mut m = Move::of(cx.state.mover(), site, site, Action::deciding(kind.clone(), self.decision));
        for _ in 1..count {
            if !cx.hold_action() {
                return;
            }
            m.act(kind.clone());
        }
        emit(out, m, self.then.as_ref());
    }
}
