//! `(move (from ..) (to ..) [count:] [copy:] [stack:] [mover] [then])`, `(fromTo ..)`: moves a piece anywhere.
//!
//! From each occupied start, ascending, to each destination, ascending. `copy:`, `from if:`, the destinations and
//! `count:` are evaluated with `from` set to the start; `to if:` and the effect of an `apply` with `from` and `to` set;
//! levels and the `if:` of the `apply` with `from` as it was outside. A false `apply if:` leaves the plain move. What
//! stands on the destination does not matter; start and destination may be the same. In stacks the top piece moves and
//! loses its data, unless a level is given; `count:` moves the top levels, `stack:True` all of them. A level written
//! in `from` or `to` comes before `count:` and `copy:`, one in `from` alone before `stack:True` as well; a negative one
//! is the top. The levels of the move itself are those of `stack:`, whatever is given. Large pieces: see
//! [`super::large`]. With rotations there is a move for each, in which the piece is turned at its destination, and no
//! `apply`. (Ludii 1.3.12's behaviour.)

use super::build::{emit, level_on_top, occupied, site_type, transfer};
use super::from::Pick;
use super::{Apply, Endpoint, From, To, large};
use crate::engine::compact::Carried;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("", "fromTo", "", Requirements::stacks);

struct FromTo {
    decision: bool,
    from: From,
    to: To,
    to_type: SiteType,
    count: Option<IntExpr>,
    copy: BoolExpr,
    stack: bool,
    mover: Option<IntExpr>,
    rotations: Option<IntsExpr>,
    then: Option<MovesExpr>,
    skips: bool,
    /// Whether its moves have a compact form.
    plain: bool,
    /// How many destinations there are at most, whatever the state and the variables are, where that is known. Where
    /// nothing is asked of them, counting them takes no more than drawing one.
    most: Option<usize>,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let (to, rotations) = To::with_rotations(call, lo)?;
    let most = to.most.filter(|_| to.location.is_one() || to.condition.is_some());
    let mut rule = FromTo {
        plain: false,
        most,
        decision,
        from: From::read_or_variable(call, lo)?,
        to_type: to.t.unwrap_or(lo.default_type()),
        to,
        count: lo.int_opt(call, "count")?,
        copy: lo.bool_or(call, "copy", false)?,
        stack: call.flag("stack", false),
        mover: lo.role_opt(call, "mover")?.map(Role::as_int),
        skips: lo.skips(call) && rotations.is_none(),
        rotations,
        then: lo.then(call)?,
    };
    rule.plain = decision
        && rule.copy.as_constant() == Some(&false)
        && rule.count.is_none()
        && rule.mover.is_none()
        && rule.rotations.is_none()
        && rule.from.level.is_none()
        && rule.to.level.is_none()
        && rule.to.apply.as_ref().is_none_or(Apply::is_compact);
    // A destination with rotations is several moves.
    let deferrable = lo.defers(call) && rule.rotations.is_none();
    Ok(Moves::of(deferrable, rule))
}

impl Generator for FromTo {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        if out.only_to.is_some_and(|end| self.never_ends_on(cx, end)) {
            return;
        }
        let saved = (cx.it.from, cx.it.to);
        let (starts, known) = self.from.starts(cx, saved.0, self.skips);
        for start in starts.iter(None) {
            if out.full() || !cx.spend(1) {
                break;
            }
            if occupied(cx, self.from.t, start) {
                self.moves_from(cx, out, (start, known), saved.0, None);
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn ends(&self, _from: i32, to: &SiteSet) -> Option<SiteSet> {
        (self.skips && self.to.is_variable() && self.to_type == self.from.t).then(|| to.clone())
    }

    fn most_slots(&self) -> Option<usize> {
        self.most.filter(|_| self.skips && self.from.location.is_one())
    }

    /// One for each start and each destination that it may have.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        if !self.skips {
            return None;
        }
        Some(self.from.count(cx, cx.it.from) * self.to.slots(cx, &self.from)?.0)
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to);
        if let Some((each @ 1.., pick)) = self.to.slots(cx, &self.from)
            && let Some(start) = self.from.nth(cx, saved.0, number / each)
            && occupied(cx, self.from.t, start.0)
        {
            self.moves_from(cx, out, start, saved.0, Some(pick(number % each)));
        }
        (cx.it.from, cx.it.to) = saved;
    }
}

impl FromTo {
    /// Whether a move need not be made where all that is asked is whether there is one.
    fn is_optional(&self) -> bool {
        self.rotations.is_none() && self.to.apply.as_ref().is_none_or(Apply::is_optional)
    }

    /// Whether the destinations are the same for every start, and a site is none of them.
    fn never_ends_on(&self, cx: &mut Cx, site: i32) -> bool {
        match &self.to.location {
            Endpoint::Region(region) if self.skips && !region.uses.any(Uses::FROM | Uses::TO | Uses::VOLATILE) => {
                !region.look(cx, |sites| sites.contains(site))
            }
            _ => false,
        }
    }

    /// The moves from a start, which may be known to be allowed, or only the one to this destination.
    fn moves_from(&self, cx: &mut Cx, out: &mut Out, (start, known): (i32, bool), outer: i32, only: Option<Pick>) {
        let outer_to = cx.it.to;
        cx.it.from = start;
        let copy = self.copy.eval(cx);
        if !known && !self.from.allowed(cx) {
            cx.it.from = outer;
            return;
        }
        let destinations = self.to.location.sites(cx, cx.it.to);
        if let Some(places) = large::transfers((self.from.t, start), &destinations, cx) {
            self.transfers(cx, out, start, outer, &places);
            (cx.it.from, cx.it.to) = (outer, outer_to);
            return;
        }
        if out.only_to.is_some_and(|end| !destinations.contains(end)) {
            cx.it.from = outer;
            return;
        }
        let count = self.count.as_ref().map(|count| count.eval(cx));
        for site in destinations.iter(only) {
            if out.full() || !cx.spend(1) {
                break;
            }
            if !out.wants(site) {
                continue;
            }
            (cx.it.from, cx.it.to) = (outer, outer_to);
            let level_from = self.from.level(cx);
            let level_to = self.to.level.as_ref().map_or(-1, |level| level.eval(cx));
            (cx.it.from, cx.it.to) = (start, site);
            if !self.to.allowed(cx) || !out.takes() || self.is_optional() && out.answers(site) {
                continue;
            }
            if self.plain && if self.to.apply.is_none() { out.allows_compact } else { out.takes_effects(cx) } {
                self.push_compact(cx, out, (start, site), outer);
                continue;
            }
            let kind = self.action(cx, (start, site), (level_from, level_to), count, copy);
            let mover = self.mover(cx);
            let mut m = Move::of(mover, start, site, Action::deciding(kind, self.decision));
            if cx.game.features.stacking {
                let top = cx.state.height(self.from.t, start) - 1;
                m.level_max = if self.from.level.is_some() && !self.stack { level_from } else { top };
                m.level_min = if self.stack { 0 } else { m.level_max };
            }
            match &self.rotations {
                Some(rotations) => {
                    for rotation in rotations.eval(cx) {
                        let t = site_type(cx, self.to_type, site);
                        let turn = Action::new(ActionKind::SetRotation { t, to: site, rotation });
                        let mut turned = m.clone();
                        turned.items.push(Item::Action(turn));
                        emit(out, turned, self.then.as_ref());
                    }
                }
                None => emit(out, self.applied(cx, m, start, outer), self.then.as_ref()),
            }
        }
        (cx.it.from, cx.it.to) = (outer, outer_to);
    }

    /// The moves of a large piece to these roots, in these states.
    fn transfers(&self, cx: &mut Cx, out: &mut Out, start: i32, outer: i32, places: &[(i32, i32)]) {
        for &(site, state) in places {
            if out.full() || !cx.spend(1) {
                break;
            }
            cx.it.to = site;
            let from = (site_type(cx, self.from.t, start), start);
            let to = (site_type(cx, self.to_type, site), site);
            let kind = ActionKind::moving_with(from, to, PieceData::state(state));
            let mover = self.mover(cx);
            let mut m = Move::of(mover, start, site, Action::deciding(kind, self.decision));
            m.state = state;
            emit(out, self.applied(cx, m, start, outer), self.then.as_ref());
        }
    }

    /// Adds a move of a piece in compact form.
    fn push_compact(&self, cx: &mut Cx, out: &mut Out, (start, site): (i32, i32), outer: i32) {
        let top = level_on_top(cx, self.from.t, start) - 1;
        let carried = match (cx.game.features.stacking, self.stack) {
            (false, _) => Carried::TOP,
            // The bottom of the stack is where a stack is taken from.
            (true, true) => Carried { level: 0, levels: (0, top), stack: true, keeps_data: true },
            (true, false) => Carried { levels: (top, top), ..Carried::TOP },
        };
        let decision = transfer(cx, (self.from.t, start), (self.to_type, site), carried);
        out.push_with(decision, self.then.as_ref(), |before| {
            if let Some(apply) = &self.to.apply {
                cx.it.from = outer;
                let applies = apply.applies(cx);
                cx.it.from = start;
                if applies {
                    apply.compact_effects(cx, before);
                }
            }
        });
    }

    /// Who is recorded as making the move.
    fn mover(&self, cx: &mut Cx) -> i32 {
        if let Some(mover) = &self.mover { mover.eval(cx) } else { cx.state.mover() }
    }

    /// The move with the effects of the destination in front, if they apply.
    fn applied(&self, cx: &mut Cx, m: Move, start: i32, outer: i32) -> Move {
        let Some(apply) = &self.to.apply else { return m };
        cx.it.from = outer;
        let applies = apply.applies(cx);
        cx.it.from = start;
        if applies { apply.before(cx, m) } else { m }
    }

    fn action(
        &self,
        cx: &Cx,
        (from, to): (i32, i32),
        (level_from, level_to): (i32, i32),
        count: Option<i32>,
        copy: bool,
    ) -> ActionKind {
        let from_type = site_type(cx, self.from.t, from);
        let to_type = site_type(cx, self.to_type, to);
        let stacking = cx.game.features.stacking;
        let level_given = self.from.level.is_some() || self.to.level.is_some();
        if let Some(count) = count
            && !level_given
        {
            return if stacking || self.stack {
                ActionKind::StackMove { from_type, from, to_type, to, levels: count }
            } else {
                ActionKind::MoveCount { from_type, from, to_type, to, count }
            };
        }
        if copy && !level_given {
            let level_from = (cx.state.height(from_type, from) - 1).max(0);
            return ActionKind::Copy { from_type, from, level_from, to_type, to, level_to };
        }
        // A level of the start alone stands for that one piece.
        let stack = self.stack && (self.to.level.is_some() || self.from.level.is_none());
        // The bottom of the stack is where a stack is taken from.
        let level_from = match (stack, level_given) {
            (true, true) => -1,
            (true, false) => 0,
            (false, _) => level_from,
        };
        let (data, keeps_data) = (PieceData::NONE, stack || level_from >= 0);
        ActionKind::Move { from_type, from, level_from, to_type, to, level_to, data, stack, keeps_data }
    }
}
