//! `(move Promote [type] [site] (piece ..) [player or role] [then])`, `(promote ..)`: replaces the component on a site.
//!
//! One move per piece listed. With an owner a name means the owner's first component whose name contains it, without
//! one the component of that full name. The default site is the iterator variable `to`; a negative one gives nothing.
//! (Ludii 1.3.12's behaviour.) A piece that does not exist gives nothing.

use super::Pieces;
use super::build::{emit, site_type};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Promote", "promote", "", Requirements::acts_on);

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int_opt(call, "locationFn")?;
    let Some(pieces) = Pieces::read(call, "what", lo)? else {
        return lo.wrong(&call.origin, "a promotion needs a piece");
    };
    let owner = call.get("who").or_else(|| call.get("role")).map(|arg| lo.player_arg(arg)).transpose()?;
    let pieces = if owner.is_none() { pieces.by_full_name(lo)? } else { pieces };
    let rule = Promote { t, site, pieces, owner, then: lo.then(call)?, decision, skips: lo.skips(call) };
    Ok(Moves::of(lo.defers(call), rule))
}

struct Promote {
    t: SiteType,
    site: Option<IntExpr>,
    pieces: Pieces,
    owner: Option<IntExpr>,
    then: Option<MovesExpr>,
    decision: bool,
    skips: bool,
}

impl Promote {
    /// The site, and the action that puts the piece of this number there, if both exist.
    fn action(&self, cx: &mut Cx, nth: usize) -> Option<(i32, Action)> {
        let site = self.site.as_ref().map_or(cx.it.to, |site| site.eval(cx));
        if site < 0 {
            return None;
        }
        let what = match &self.owner {
            Some(owner) => {
                let owner = owner.eval(cx);
                self.pieces.component_of(nth, owner, cx)
            }
            None => self.pieces.component(nth, cx),
        };
        let kind = ActionKind::Promote { t: site_type(cx, self.t, site), to: site, level: -1, what: what? };
        Some((site, Action::deciding(kind, self.decision)))
    }
}

impl Generator for Promote {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        for nth in 0..self.pieces.len() {
            self.slot(cx, nth, out);
            if out.full() {
                return;
            }
        }
    }

    fn most_slots(&self) -> Option<usize> {
        self.skips.then_some(self.pieces.len())
    }

    fn slot(&self, cx: &mut Cx, nth: usize, out: &mut Out) {
        if let Some((site, action)) = self.action(cx, nth)
            && out.takes()
        {
            emit(out, Move::of(cx.state.mover(), site, site, action), self.then.as_ref());
        }
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn has_actions(&self) -> bool {
        self.then.is_none()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        for nth in 0..self.pieces.len() {
            if let Some((site, action)) = self.action(cx, nth) {
                actions.begin(site, site);
                actions.push(action);
            }
        }
    }
}
