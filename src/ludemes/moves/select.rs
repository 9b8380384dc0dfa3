//! `(move Select (from ..) [(to ..)] [mover] [then])`, `(select ..)`: chooses sites and changes nothing.
//!
//! Each start, empty or not, for which `from if:` holds with `from` and `to` on it; with a `to`, each destination for
//! which `to if:` holds. Sites that do not exist are skipped. The level of the start is written in games with stacks:
//! the one given, or the top. That of the destination is written in every game: the one given, or the top, which is 0
//! where a piece stands in a game without stacks; none on an empty site. (Ludii 1.3.12's behaviour.)

use super::build::{decide, emit, site_type};
use super::from::{DestinationSlots, Pick};
use super::{From, To};
use crate::engine::compact::{CompactAction, Consequences, Schema};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Select", "select", "");

struct Select {
    from: From,
    to: Option<To>,
    mover: Option<IntExpr>,
    then: Option<MovesExpr>,
    default: SiteType,
    decision: bool,
    skips: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let rule = Select {
        from: From::read_or_variable(call, lo)?,
        to: To::read(call, lo)?,
        mover: lo.role_opt(call, "mover")?.map(Role::as_int),
        then: lo.then(call)?,
        default: lo.default_type(),
        decision,
        skips: lo.skips(call),
    };
    Ok(Moves::of(lo.defers(call), rule))
}

impl Generator for Select {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to);
        let (starts, known) = self.from.starts(cx, saved.0, self.skips);
        for start in starts.iter(None) {
            if out.full() || !cx.spend(1) {
                break;
            }
            self.select_from(cx, out, (start, known), None);
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn most_slots(&self) -> Option<usize> {
        let one = self.from.location.is_one() && self.to.as_ref().is_none_or(|to| to.location.is_one());
        (self.skips && one).then_some(1)
    }

    /// For each start one, or one for each destination that it may have.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        if !self.skips {
            return None;
        }
        Some(self.from.count(cx, cx.it.from) * self.ends(cx)?.0)
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to);
        if let Some((each @ 1.., pick)) = self.ends(cx)
            && let Some(start) = self.from.nth(cx, saved.0, number / each)
        {
            self.select_from(cx, out, start, Some(pick(number % each)));
        }
        (cx.it.from, cx.it.to) = saved;
    }
}

impl Select {
    /// As [`To::slots`]; one from each start where there are none.
    fn ends(&self, cx: &mut Cx) -> Option<DestinationSlots> {
        if let Some(to) = &self.to { to.slots(cx, &self.from) } else { Some((1, Pick::Nth)) }
    }

    /// The moves from a start, which may be known to be allowed, or only the one to this destination.
    fn select_from(&self, cx: &mut Cx, out: &mut Out, (start, known): (i32, bool), only: Option<Pick>) {
        let t = self.from.t;
        if cx.state.layout().any_place(t, start).is_none() {
            return;
        }
        (cx.it.from, cx.it.to) = (start, start);
        if !known && !self.from.allowed(cx) {
            return;
        }
        let by = self.mover.as_ref().map_or(cx.state.mover(), |mover| mover.eval(cx));
        let level_from = match (cx.game.features.stacking, &self.from.level) {
            (false, _) => -1,
            (true, Some(level)) => level.eval(cx),
            (true, None) => cx.state.height(t, start) - 1,
        };
        let from_type = site_type(cx, t, start);
        let Some(to) = &self.to else {
            if out.takes() {
                let action = CompactAction::new(Schema::Select { t: from_type, level: level_from }, by, start, start);
                if self.decision {
                    return out.push_decision(action, self.then.as_ref());
                }
                let mut m = action.written_out(Consequences::new());
                decide(&mut m, false);
                emit(out, m, self.then.as_ref());
            }
            return;
        };
        let t = to.t.unwrap_or(self.default);
        let ends = to.location.sites(cx, start);
        for site in ends.iter(only) {
            if out.full() || !cx.spend(1) {
                break;
            }
            cx.it.to = site;
            if cx.state.layout().any_place(t, site).is_none() || !to.allowed(cx) || !out.takes() {
                continue;
            }
            let level_to = if let Some(level) = &to.level { level.eval(cx) } else { cx.state.height(t, site) - 1 };
            let to_type = site_type(cx, t, site);
            let kind = ActionKind::Select { from_type, from: start, level_from, to_type, to: site, level_to };
            emit(out, Move::of(by, start, site, Action::deciding(kind, self.decision)), self.then.as_ref());
        }
    }
}
