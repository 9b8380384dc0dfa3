//! `(if condition a [b] [then])` of moves: the moves of a if the condition holds, else those of b or none.
//!
//! The `then` belongs to the moves of either branch. (Ludii 1.3.12's behaviour.)
//!
//! Where the condition of `(if (can Move a) a b)` finds the very moves that are listed then, they are looked for once,
//! as by `(priority {a b})`.

use super::build::attach;
use crate::engine::choice::Branch;
use crate::engine::compact::Effects;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::slot_filter::FilterBuilder;
use crate::ludemes::prelude::*;
use crate::ludemes::registry;

pub(super) const ROWS: &[Row] = &[Row::effect("if", "", lower).any_order()];

struct If {
    condition: BoolExpr,
    yes: MovesExpr,
    no: Option<MovesExpr>,
    then: Option<MovesExpr>,
    skips: bool,
    /// Whether the condition is that there is a move of the first branch.
    by_moves: bool,
    /// Whether the condition asks about the start of a move, and the starts it holds for are known at once.
    by_start: bool,
    /// Whether there are moves only where the condition holds, which may be known of all sites at once.
    only_where: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let condition = lo.boolean(call, "cond")?;
    let rule = If {
        by_moves: asks_for_its_moves(call, lo),
        by_start: lo.has_views() && condition.on_sites(lo.default_type(), Uses::FROM).is_some(),
        yes: lo.moves(call, "list")?,
        no: lo.moves_opt(call, "elseList")?,
        then: lo.then(call)?,
        skips: lo.skips(call),
        only_where: lo.skips(call) && lo.has_views() && call.get("elseList").is_none() && tells_sites(&condition),
        condition,
    };
    Ok(Moves::of(false, rule))
}

/// Moves that begin at the variable `from`, where a condition on it holds: its starts are narrowed down, counted and
/// drawn from as those of an `(if ..)`.
pub(in crate::ludemes) fn from_where(condition: Option<BoolExpr>, moves: MovesExpr, lo: &Lowering) -> MovesExpr {
    let Some(condition) = condition else { return moves };
    let rule = If {
        by_moves: false,
        by_start: lo.has_views() && condition.on_sites(lo.default_type(), Uses::FROM).is_some(),
        yes: moves,
        no: None,
        then: None,
        skips: true,
        only_where: lo.has_views() && tells_sites(&condition),
        condition,
    };
    Moves::of(false, rule)
}

/// Whether all sites for which a condition holds are known, whatever the other variables are.
fn tells_sites(condition: &BoolExpr) -> bool {
    match condition.view() {
        Some(View::Sites(_, _, sites)) => !sites.costly && !sites.uses.any(Uses::ITERATORS | Uses::VOLATILE),
        _ => false,
    }
}

/// Whether the condition is that there is a move of the first branch, which finds the same moves each time. Where
/// candidates are tried out one by one, a few tell that there is one; where the use of rules is counted, the condition
/// is one of them; where visited sites matter, they are others while it is asked; where meta rules try moves, it asks
/// for those that they permit; a message is no move for it.
fn asks_for_its_moves(call: &Ludeme, lo: &Lowering) -> bool {
    let (Some(condition), Some(list)) = (call.part("cond"), call.part("list")) else { return false };
    let mut notes = false;
    list.visit(&mut |part| notes |= part.form.head == "note");
    (condition.form.head, condition.form.keyword) == ("can", Some("Move"))
        && condition.part("moves").is_some_and(|moves| moves.to_string() == list.to_string())
        && registry::hazard(list, lo) < Hazard::Draws
        && list.get("ifAfterwards").is_none()
        && !notes
        && !lo.features.visited
        && !lo.features.tries
        && !lo.counts()
}

impl If {
    fn either(&self) -> impl Iterator<Item = &MovesExpr> {
        [Some(&self.yes), self.no.as_ref()].into_iter().flatten()
    }

    fn chosen(&self, cx: &mut Cx) -> Option<&MovesExpr> {
        if self.condition.eval(cx) { Some(&self.yes) } else { self.no.as_ref() }
    }
}

impl Generator for If {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        if self.by_moves {
            let before = cx.it.clone();
            self.yes.seek_all(cx, out);
            if let Some(no) = self.no.as_ref().filter(|_| out.watermark() == start) {
                cx.it = before;
                no.seek(cx, out);
            }
        } else if let Some(branch) = self.chosen(cx) {
            branch.seek(cx, out);
        }
        attach(out, start, self.then.as_ref());
    }

    fn most_slots(&self) -> Option<usize> {
        let no = self.no.as_ref().map_or(Some(0), |no| no.most_slots())?;
        self.yes.most_slots().filter(|_| self.skips).map(|yes| yes.max(no))
    }

    /// Once for all slots, the condition is asked when they are counted.
    fn slots(&self, _cx: &mut Cx) -> Option<usize> {
        None
    }

    fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool {
        let yes = self.yes.filter_slots(cx, t, start, first, filter);
        self.no.as_ref().map_or(yes, |no| no.filter_slots(cx, t, start, first, filter) || yes)
    }

    fn narrows(&self) -> bool {
        let free = !self.condition.uses.any(Uses::ITERATORS | Uses::VOLATILE);
        let narrower = self.yes.narrows() || self.no.as_ref().is_none_or(|no| no.narrows());
        self.skips && (self.by_start || free && narrower)
    }

    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if let Some(holds) = self.condition.on_sites(t, Uses::FROM) {
            let mut rest = starts.clone();
            holds.look(cx, |holds| {
                starts.intersect_with(holds);
                rest.subtract(holds);
            });
            self.yes.narrow(cx, t, starts);
            if let Some(no) = &self.no {
                no.narrow(cx, t, &mut rest);
                starts.union_with(&rest);
            }
            return;
        }
        let branch = self.chosen(cx);
        match branch {
            Some(branch) => branch.narrow(cx, t, starts),
            None => *starts = SiteSet::new(),
        }
    }

    fn only_on(&self) -> Option<&View> {
        self.condition.view().filter(|_| self.only_where)
    }

    /// The condition is left open.
    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        let mut origins = self.yes.origins(cx, t, start, end).filter(|_| self.skips)?;
        if let Some(no) = &self.no {
            origins.union_with(&no.origins(cx, t, start, end)?);
        }
        Some(origins)
    }

    fn ends(&self, from: i32, to: &SiteSet) -> Option<SiteSet> {
        let mut ends = self.yes.ends(from, to).filter(|_| self.skips)?;
        if let Some(no) = &self.no {
            ends.union_with(&no.ends(from, to)?);
        }
        Some(ends)
    }

    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool {
        if !self.skips {
            return false;
        }
        sets.depends(self.condition.uses.without(Uses::FROM));
        if let Some(holds) = self.condition.on_sites(t, Uses::FROM) {
            let (mut yes, mut no) = (starts.clone(), starts.clone());
            holds.look(cx, |holds| {
                yes.intersect_with(holds);
                no.subtract(holds);
            });
            return self.yes.count_setwise(cx, t, &yes, sets)
                && self.no.as_ref().is_none_or(|branch| branch.count_setwise(cx, t, &no, sets));
        }
        if self.condition.uses.any(Uses::ITERATORS | Uses::VOLATILE) {
            return false;
        }
        self.chosen(cx).is_none_or(|branch| branch.count_setwise(cx, t, starts, sets))
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: CountedMove) -> Option<usize> {
        let branch = match self.condition.on_sites(t, Uses::FROM) {
            Some(holds) if holds.look(cx, |holds| holds.contains(counted.start)) => Some(&self.yes),
            Some(_) => self.no.as_ref(),
            None => self.chosen(cx),
        };
        branch?.slot_of(cx, t, counted)
    }

    fn counts(&self) -> bool {
        self.skips && self.either().all(|branch| branch.counts())
    }

    fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        self.chosen(cx).map_or(Some(0), |branch| branch.exact(cx, enough))
    }

    fn is_counted(&self, cx: &Cx) -> bool {
        self.either().all(|branch| branch.is_counted(cx))
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        if self.by_moves {
            return Moves::any_of(self.either(), cx);
        }
        // Where it cannot be told, the condition is asked again.
        if self.condition.uses.any(Uses::VOLATILE) {
            return None;
        }
        self.chosen(cx).map_or(Some(false), |branch| branch.any(cx))
    }

    fn branches(&self) -> bool {
        true
    }

    fn branch(&self, cx: &mut Cx) -> Option<Branch<'_>> {
        let chosen = match self.by_moves {
            true if self.yes.any(cx)? => Some(&self.yes),
            true => self.no.as_ref(),
            false => self.chosen(cx),
        };
        Some(Branch { moves: chosen.map(|moves| &**moves), then: self.then.as_ref(), counted: false })
    }

    fn has_compact_effects(&self) -> bool {
        self.then.is_none() && self.either().all(|branch| branch.has_compact_effects())
    }

    fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects) {
        if let Some(branch) = self.chosen(cx) {
            branch.compact_effects(cx, effects);
        }
    }

    fn has_actions(&self) -> bool {
        self.then.is_none() && self.either().all(|branch| branch.has_actions())
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        if let Some(branch) = self.chosen(cx) {
            branch.actions(cx, actions);
        }
    }

    fn carries_out(&self) -> bool {
        self.then.is_none() && !self.by_moves
    }

    fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>) {
        if let Some(branch) = self.chosen(cx) {
            branch.carry_out(cx, executed);
        }
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let start = out.watermark();
        let branch = self.chosen(cx);
        if let Some(branch) = branch.filter(|branch| branch.most_slots().is_some_and(|slots| number < slots)) {
            branch.slot(cx, number, out);
        }
        attach(out, start, self.then.as_ref());
    }
}
