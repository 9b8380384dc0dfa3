//! What the effects that capture have in common.

use super::build::{attach, site_type};
use crate::ludemes::moves::Apply;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// Which iterator variable holds the site that is looked at.
#[derive(Clone, Copy)]
pub(super) enum SiteVariable {
    Between,
    To,
}

impl SiteVariable {
    fn bind(self, cx: &mut Cx, site: i32) {
        match self {
            SiteVariable::Between => cx.it.between = site,
            SiteVariable::To => cx.it.to = site,
        }
    }
}

/// Whom a default condition looks for.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Enemy,
    Friend,
}

/// A test of a site; without a condition the number of the site is taken for a player (Ludii 1.3.12's behaviour).
pub(super) fn test(condition: Option<&BoolExpr>, cx: &mut Cx, site: i32, at: SiteVariable, side: Side) -> bool {
    at.bind(cx, site);
    if let Some(condition) = condition {
        return condition.eval(cx);
    }
    let mover = cx.state.mover();
    let friend = site == mover || cx.game.features.teams && cx.state.team(site) == cx.state.team(mover);
    match side {
        Side::Friend => friend,
        Side::Enemy => (1..=cx.state.players()).contains(&site) && !friend,
    }
}

/// Collects the effects on captured sites: as moves, or as no more than their actions.
pub(super) trait Sink {
    /// Takes all that a generator gives.
    fn take(&mut self, cx: &mut Cx, effect: &Moves);
    /// Takes the removal of the piece on a site.
    fn remove(&mut self, cx: &Cx, t: SiteType, site: i32);
    /// Whether it needs no more.
    fn full(&self) -> bool;
    /// How many moves it has.
    fn moves(&self) -> usize;
    /// Takes the sites that the last move records as those between.
    fn between(&mut self, sites: SmallVec<[i32; 2]>);
}

/// The removal of what stands on a site.
fn removal(cx: &Cx, t: SiteType, site: i32) -> Action {
    Action::new(ActionKind::removing(site_type(cx, t, site), site))
}

impl Sink for Out {
    fn take(&mut self, cx: &mut Cx, effect: &Moves) {
        effect.eval(cx, self);
    }

    fn remove(&mut self, cx: &Cx, t: SiteType, site: i32) {
        self.push(Move::of(cx.state.mover(), site, site, removal(cx, t, site)));
    }

    fn full(&self) -> bool {
        Out::full(self)
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn between(&mut self, sites: SmallVec<[i32; 2]>) {
        if let Some(last) = self.moves.last_mut() {
            last.between = sites;
        }
    }
}

impl Sink for ActionList {
    fn take(&mut self, cx: &mut Cx, effect: &Moves) {
        effect.actions(cx, self);
    }

    fn remove(&mut self, cx: &Cx, t: SiteType, site: i32) {
        self.begin(site, site);
        self.push(removal(cx, t, site));
    }

    fn full(&self) -> bool {
        false
    }

    fn moves(&self) -> usize {
        ActionList::moves(self)
    }

    fn between(&mut self, _sites: SmallVec<[i32; 2]>) {}
}

/// Whether there is any effect.
struct AnyEffect(bool);

impl Sink for AnyEffect {
    fn take(&mut self, cx: &mut Cx, effect: &Moves) {
        self.0 |= effect.with_actions(cx, |_, actions| actions.moves() > 0);
    }

    fn remove(&mut self, _cx: &Cx, _t: SiteType, _site: i32) {
        self.0 = true;
    }

    fn full(&self) -> bool {
        self.0
    }

    fn moves(&self) -> usize {
        usize::from(self.0)
    }

    fn between(&mut self, _sites: SmallVec<[i32; 2]>) {}
}

/// Takes the effect on a captured site, which by default removes what stands there.
pub(super) fn capture(
    apply: Option<&Apply>,
    cx: &mut Cx,
    sink: &mut dyn Sink,
    t: SiteType,
    site: i32,
    at: SiteVariable,
) {
    at.bind(cx, site);
    let effect = apply.and_then(|apply| apply.effect.as_ref());
    match effect {
        Some(effect) if apply.is_none_or(|apply| apply.applies(cx)) => sink.take(cx, effect),
        None if cx.state.is_occupied(t, site) => sink.remove(cx, t, site),
        _ => {}
    }
}

/// Whether the effects on captured sites are no more than actions.
pub(super) fn acts(apply: Option<&Apply>) -> bool {
    let effect = apply.and_then(|apply| apply.effect.as_ref());
    effect.is_none_or(|effect| effect.has_actions())
}

/// A ludeme that captures.
pub(super) struct Capturing<F> {
    /// Gives the effects.
    pub give: F,
    /// Its consequence.
    pub then: Option<MovesExpr>,
    /// Whether the effects are no more than actions.
    pub acts: bool,
    /// Whether a move that nobody asks for need not be found.
    pub skips: bool,
    /// Where it may have a move.
    pub only_on: Option<View>,
}

/// The effects that a function gives, with a consequence if there is one.
pub(super) fn capturing(
    acts: bool,
    then: Option<MovesExpr>,
    give: impl Fn(&mut Cx, &mut dyn Sink) + Send + Sync + 'static,
) -> MovesExpr {
    Moves::of(false, Capturing { give, then, acts, skips: false, only_on: None })
}

impl<F: Fn(&mut Cx, &mut dyn Sink) + Send + Sync> Generator for Capturing<F> {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let first = out.watermark();
        (self.give)(cx, out);
        attach(out, first, self.then.as_ref());
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        let mut any = AnyEffect(false);
        match self.acts {
            _ if !self.skips => return None,
            true => (self.give)(cx, &mut any),
            false => return Some(cx.finds_any(|cx, out| self.list(cx, out))),
        }
        Some(any.0)
    }

    fn only_on(&self) -> Option<&View> {
        self.only_on.as_ref()
    }

    fn has_actions(&self) -> bool {
        self.acts && self.then.is_none()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        (self.give)(cx, actions);
    }
}
