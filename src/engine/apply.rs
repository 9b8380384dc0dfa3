//! Applying a move: actions, then consequences.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind, PieceData};
use crate::engine::compact::{CompactAction, CompactMove, Schema};
use crate::engine::context::Cx;
use crate::engine::history::MoveHead;
use crate::engine::layout::StoreSite;
use crate::engine::moves::Moves;
use crate::engine::mv::{Item, Move};
use crate::engine::site_store::Piece;
use crate::engine::state::State;
use crate::engine::uses::Uses;
use std::sync::Arc;

impl Cx {
    /// Applies a move to the state: its actions in order (a nested move with its own consequences in place), then
    /// its consequences. With `record`, the move joins the history before its consequences are evaluated.
    ///
    /// Appends every executed primitive action, in order. End rules and the change of turn are not part of it.
    pub(crate) fn apply(&mut self, m: &Move, record: bool, executed: &mut Vec<Action>) {
        let first = executed.len();
        self.run_items(m, executed);
        self.conclude(m, record, executed, first);
    }

    /// The same on a scratch copy for a move that stays listed: its actions keep what carrying them out has filled in
    /// (Ludii 1.3.12's behaviour).
    pub(crate) fn apply_listed(&mut self, m: &mut Move) {
        let mut executed = self.spare.take();
        self.run_listed(m, &mut executed);
        self.conclude(m, true, &mut executed, 0);
        self.reuse(executed);
    }

    /// Keeps the memory of a list of actions for another one.
    pub(crate) fn reuse(&mut self, mut executed: Vec<Action>) {
        executed.clear();
        self.spare.give(executed);
    }

    fn run_listed(&mut self, m: &mut Move, executed: &mut Vec<Action>) {
        for item in &mut m.items {
            match item {
                Item::Action(action) => {
                    self.execute(action);
                    executed.push(action.clone());
                }
                Item::Move(inner) => {
                    self.run_listed(inner, executed);
                    self.run_consequences(inner, executed);
                }
            }
        }
    }

    /// What follows the actions of a move, which are those executed from `first` on.
    fn conclude(&mut self, m: &Move, record: bool, executed: &mut Vec<Action>, first: usize) {
        if !record {
            return self.run_consequences(m, executed);
        }
        if self.heads_only {
            let head = self.head(m, m.is_pass());
            return self.conclude_head(head, executed, first, |cx, executed| cx.run_consequences(m, executed));
        }
        if m.then.is_empty() && !self.game.features.end_of_turn_removal {
            // Nothing looks at the move between its actions and its end.
            return self.record(m.executed(executed.iter().skip(first).cloned()));
        }
        let index = self.history.len();
        self.record(m.clone());
        self.run_consequences(m, executed);
        if self.game.features.end_of_turn_removal {
            self.clear_removed(executed, first);
        }
        let before = self.history.bytes_from(index);
        self.history.change(index, |entry| {
            entry.items = executed.iter().skip(first).cloned().map(Item::Action).collect();
            entry.then.clear();
        });
        self.remember(self.history.bytes_from(index).saturating_sub(before));
        self.state.touch(Uses::HISTORY);
    }

    /// What the history keeps of a move where that is its head.
    fn head(&self, m: &Move, pass: bool) -> MoveHead {
        MoveHead::of(m, pass, if self.game.features.last_consequences { m.last_sites() } else { (-1, -1) })
    }

    /// Notes a move by its head, before its consequences are run, and what it is told by all that was executed from
    /// `first` on.
    fn conclude_head(
        &mut self,
        mut head: MoveHead,
        executed: &mut Vec<Action>,
        first: usize,
        run: impl FnOnce(&mut Cx, &mut Vec<Action>),
    ) {
        let index = self.history.len();
        self.state.touch(Uses::HISTORY);
        self.remember(size_of::<MoveHead>() as u64);
        self.history.push_head(head);
        run(self, executed);
        if self.game.features.end_of_turn_removal {
            self.clear_removed(executed, first);
        }
        let executed = executed.get(first..).unwrap_or_default();
        head.pass = passes(executed);
        if self.game.features.last_consequences {
            executed.iter().for_each(|action| action.note_sites(&mut head.last));
        }
        self.history.change_head(index, head);
        self.state.touch(Uses::HISTORY);
    }

    fn run_items(&mut self, m: &Move, executed: &mut Vec<Action>) {
        for item in &m.items {
            match item {
                Item::Action(action) => {
                    let mut action = action.clone();
                    self.execute(&mut action);
                    executed.push(action);
                }
                Item::Move(inner) => self.apply(inner, false, executed),
            }
        }
    }

    /// Each consequence is evaluated completely before the first of its moves is applied, and the next one only
    /// when all of those have been (Ludii 1.3.12's behaviour).
    fn run_consequences(&mut self, m: &Move, executed: &mut Vec<Action>) {
        self.run_all(&m.then, executed);
    }

    pub(super) fn run_all(&mut self, then: &[Arc<Moves>], executed: &mut Vec<Action>) {
        for then in then {
            then.carry_out(self, executed);
        }
    }

    /// Executes actions in order, and moves them to those executed.
    pub(crate) fn execute_all(&mut self, actions: &mut Vec<Action>, executed: &mut Vec<Action>) {
        actions.iter_mut().for_each(|action| self.execute(action));
        executed.append(actions);
    }

    /// Applies a move that nobody needs any more, without recording it; it loses its actions.
    pub(crate) fn run_effect(&mut self, m: &mut Move, executed: &mut Vec<Action>) {
        self.run_own(m.items.drain(..), executed);
        self.run_all(&m.then, executed);
    }

    fn run_own(&mut self, items: impl IntoIterator<Item = Item>, executed: &mut Vec<Action>) {
        for item in items {
            match item {
                Item::Action(mut action) => {
                    self.execute(&mut action);
                    executed.push(action);
                }
                Item::Move(mut inner) => self.run_effect(&mut inner, executed),
            }
        }
    }

    /// Applies a move that nobody needs any more, a pass or not, and records as much of it as rules may ask for.
    pub(crate) fn apply_drawn(&mut self, m: &mut Move, pass: bool) {
        if self.heads_only {
            return self.apply_forgotten(m, pass);
        }
        let simple = m.then.is_empty() && !self.game.features.end_of_turn_removal;
        if simple && m.items.iter().all(|item| matches!(item, Item::Action(_))) {
            for item in &mut m.items {
                if let Item::Action(action) = item {
                    self.execute(action);
                }
            }
            self.state.touch(Uses::HISTORY);
            self.remember(m.bytes());
            return self.history.take(m);
        }
        let mut executed = self.spare.take();
        self.apply(m, true, &mut executed);
        self.reuse(executed);
    }

    /// The same where rules ask for no more of a move than its head.
    fn apply_forgotten(&mut self, m: &mut Move, pass: bool) {
        let mut executed = self.spare.take();
        let (head, then) = (self.head(m, pass), std::mem::take(&mut m.then));
        self.run_own(m.items.drain(..), &mut executed);
        self.conclude_head(head, &mut executed, 0, |cx, executed| cx.run_or_defer(&then, executed));
        self.reuse(executed);
    }

    /// Applies a move in compact form, and records it.
    pub(crate) fn apply_compact(&mut self, compact: &CompactMove) {
        for effect in &compact.before {
            self.execute_compact(effect);
        }
        self.execute_compact(&compact.decision);
        self.state.touch(Uses::HISTORY);
        self.remember(size_of::<MoveHead>() as u64);
        if compact.before.is_empty() && !self.heads_only {
            self.history.push_compact(compact.decision);
        } else {
            self.history.push_head(MoveHead::dropped(&compact.decision));
        }
        let clears = self.game.features.end_of_turn_removal;
        if clears || !compact.then.is_empty() {
            let mut executed = self.spare.take();
            self.run_or_defer(&compact.then, &mut executed);
            if self.game.features.last_consequences {
                self.history.note_sites(&executed);
            }
            if clears {
                executed.extend(compact.before.iter().map(|effect| Action::new(effect.action().kind)));
                self.clear_removed(&mut executed, 0);
            }
            self.reuse(executed);
            self.state.touch(Uses::HISTORY);
        }
    }

    /// What it costs to execute an action: a piece is looked for among all of its kind.
    #[inline]
    pub(super) fn work_of_action(&self) -> u64 {
        10 + self.game.scratch_work / 32
    }

    /// Executes an action in compact form.
    fn execute_compact(&mut self, &CompactAction { schema, from, to, .. }: &CompactAction) {
        self.charge(self.work_of_action());
        match schema {
            Schema::Add { t, what, .. } if self.add_lone(t, to, what) => {}
            Schema::Add { t, what, .. } => {
                self.note_added(to, what, self.times_noted());
                self.add(t, to, -1, what, 1, PieceData::NONE);
            }
            Schema::Move { from_type, to_type, .. } if self.shift_piece((from_type, from), (to_type, to)) => {}
            Schema::Move { from_type, to_type, carried } => {
                self.move_piece(&ActionKind::moving((from_type, from), (to_type, to), carried));
            }
            Schema::Remove { t, applied: true } => self.remove(t, to, -1),
            Schema::Remove { .. } => self.remove_later(to),
            Schema::Select { .. } => {}
        }
    }

    /// Puts a removal off to the end of the turn.
    fn remove_later(&mut self, site: i32) {
        self.state.to_clear.push(site);
        self.state.touch(Uses::OTHER);
    }

    /// Carries out the removals that were put off to the end of the turn, unless the turn goes on. They are written
    /// before the actions of the move, the last one first.
    fn clear_removed(&mut self, executed: &mut Vec<Action>, first: usize) {
        let goes_on = executed.iter().skip(first).any(|a| matches!(a.kind, ActionKind::SetNextPlayer { .. }));
        if goes_on || self.state.to_clear.is_empty() {
            return;
        }
        let t = self.state.layout().default_type();
        let mut sites = std::mem::take(&mut self.state.to_clear).into_vec();
        let removals: Vec<(i32, i32)> = if self.game.features.stacking {
            let listed = sites.clone();
            sites.sort_unstable();
            sites.dedup();
            let levels = |site: i32| {
                let times = listed.iter().filter(|&&s| s == site).count() as i32;
                times.min(self.state.height(t, site))
            };
            sites.iter().flat_map(|&site| (0..levels(site)).rev().map(move |level| (site, level))).collect()
        } else {
            sites.into_iter().map(|site| (site, -1)).collect()
        };
        for (to, level) in removals {
            let mut removal = Action::new(ActionKind::Remove { t, to, level, applied: true });
            if executed.iter().skip(first).any(|action| *action == removal) {
                continue;
            }
            self.execute(&mut removal);
            executed.insert(first, removal);
        }
        self.state.touch(Uses::OTHER);
    }

    pub(super) fn piece_of(&self, what: i32) -> Piece {
        let what = u16::try_from(what).unwrap_or(0);
        let who = self.game.equipment.owner(i32::from(what));
        Piece { what, who: u8::try_from(who).unwrap_or(0), count: 1, ..Piece::default() }
    }

    /// Executes one primitive action, which is then as it is recorded: with the site type filled in.
    pub(super) fn execute(&mut self, action: &mut Action) {
        self.charge(self.work_of_action());
        self.hold(size_of::<Action>());
        match action.kind {
            ActionKind::Move { from_type, from, to_type, to, data, stack: false, .. }
                if data.is_none() && self.shift_piece((from_type, from), (to_type, to)) => {}
            _ => self.execute_kind(&mut action.kind),
        }
    }

    fn execute_kind(&mut self, kind: &mut ActionKind) {
        let default = self.state.layout().default_type();
        match kind {
            ActionKind::Add { t, to, level, what, count, data, .. } => {
                let beyond = *to >= self.state.layout().board_len(default);
                let t = *t.get_or_insert(if beyond { SiteType::Cell } else { default });
                self.note_added(*to, *what, (*count).max(1).saturating_mul(self.times_noted()));
                if self.game.features.stacking {
                    *level = self.state.height(t, *to);
                }
                self.add(t, *to, -1, *what, *count, *data);
            }
            ActionKind::Insert { t, to, level, what, state } => {
                self.note_added(*to, *what, 1);
                self.add(*t, *to, *level, *what, 1, PieceData::state(*state));
            }
            ActionKind::Move { .. } | ActionKind::Copy { .. } => self.move_piece(kind),
            ActionKind::MoveCount { from_type, from, to_type, to, count } => {
                self.move_count((*from_type, *from), (*to_type, *to), *count);
            }
            ActionKind::StackMove { from_type, from, to_type, to, levels } => {
                self.move_stack((*from_type, *from), (*to_type, *to), *levels);
            }
            ActionKind::Promote { t, to, level, what } => self.promote(*t, *to, *level, *what),
            ActionKind::Remove { t, to, level, applied } => {
                if *applied {
                    self.remove(*t, *to, *level);
                } else {
                    self.remove_later(*to);
                }
            }
            ActionKind::SetCount { t, to, what, count } => self.set_count(*t, *to, *what, *count),
            ActionKind::SetState { t, to, level, state } => {
                let state = *state;
                self.edit(*t, *to, *level, |piece| piece.state = state);
            }
            ActionKind::SetValue { t, to, level, value } => {
                let value = *value;
                self.edit(*t, *to, *level, |piece| piece.value = value);
            }
            ActionKind::SetRotation { t, to, rotation } => {
                let rotation = *rotation;
                self.edit(*t, *to, -1, |piece| piece.rotation = rotation);
            }
            ActionKind::SetCost { t, to, cost } => {
                Arc::make_mut(&mut self.costs).insert((*t, *to), *cost);
                self.state.touch(Uses::OTHER);
            }
            ActionKind::SetHidden { what, t, to, level, player, hidden } => {
                if let Some(place) = self.state.layout().any_place(*t, *to) {
                    self.state.hide(place, *level, *what, *player, *hidden);
                }
            }
            ActionKind::SetPhase { t, site, phase } => {
                Arc::make_mut(&mut self.phases).insert((*t, *site), *phase);
                self.state.touch(Uses::OTHER);
            }
            ActionKind::SetDie { site, state } => self.state.turn_die(&self.game.equipment, *site, *state),
            other => self.set(other),
        }
    }

    /// How often it is noted that a piece was added: twice in stacks. (Ludii 1.3.12's behaviour.)
    fn times_noted(&self) -> i32 {
        if self.game.features.stacking { 2 } else { 1 }
    }

    /// Adds a piece that brings no data along, where that is all that happens; `false`, and nothing is done, otherwise.
    #[inline]
    fn add_lone(&mut self, t: SiteType, to: i32, what: i32) -> bool {
        if !self.game.lone_pieces {
            return false;
        }
        let Piece { what, who, .. } = self.piece_of(what);
        let place = self.state.layout().any_place(t, to).filter(|_| what != 0);
        place.is_some_and(|place| self.state.occupy(place, what, who))
    }

    fn add(&mut self, t: SiteType, to: i32, level: i32, what: i32, count: i32, data: PieceData) {
        let Some(place) = self.state.layout().any_place(t, to) else { return };
        let mut piece = self.piece_of(what);
        // Nothing is put down as well: a game with counts counts it on an empty site (Ludii 1.3.12's behaviour).
        let counted = what > 0 || self.game.features.counts;
        piece.count = if counted { count.max(1) } else { 0 };
        let data = if self.state.dominoes.is_some() {
            self.hand_out(what);
            PieceData { value: if data.value < 0 { 1 } else { data.value }, ..data }
        } else {
            data
        };
        if self.game.features.stacking {
            // ASSUMPTION: nothing does not begin a stack.
            if what <= 0 && !self.state.is_occupied(t, to) {
                return;
            }
            data.put_into(&mut piece);
            piece.count = 1;
            for _ in 0..count.max(1) {
                if level < 0 && data.is_none() {
                    self.state.push_bare(place, piece);
                } else {
                    self.state.push(place, (level >= 0).then_some(level), piece);
                }
            }
            return;
        }
        let old = self.state.piece_at(place);
        if old.what == 0 {
            // Data set on an empty site stays there for the piece that comes.
            piece.state = old.state;
            piece.rotation = old.rotation;
            piece.value = old.value;
            data.put_into(&mut piece);
            self.state.put(place, piece);
            self.cover((t, to), piece);
        } else {
            let counts = self.game.features.counts;
            self.state.edit(place, None, |there| {
                if counts {
                    there.count += count.max(1);
                }
                data.put_into(there);
            });
        }
    }

    fn remove(&mut self, t: SiteType, to: i32, level: i32) {
        let Some(place) = self.state.layout().any_place(t, to) else { return };
        let what = i32::from(self.state.piece(t, to, Some(level)).what);
        if what > 0 {
            self.note_removed(to, what);
        }
        if self.game.features.stacking {
            if level >= 0 {
                self.state.pull_level(place, level);
            } else {
                self.state.pull(place, None);
            }
        } else {
            self.state.put(place, Piece::default());
        }
    }

    fn promote(&mut self, t: SiteType, to: i32, level: i32, what: i32) {
        let Some(place) = self.state.layout().any_place(t, to) else { return };
        if !self.state.is_occupied(t, to) {
            return;
        }
        let piece = self.piece_of(what);
        if self.game.features.stacking {
            let level = (level >= 0).then_some(level);
            if self.state.pull(place, level).is_some() {
                self.state.push(place, level, piece);
            }
        } else {
            self.state.put(place, piece);
        }
    }

    /// So many pieces as a site holds: without counts one at most. (Ludii 1.3.12's behaviour.)
    fn counted(&self, count: i32) -> i32 {
        let features = &self.game.features;
        if features.counts || features.stacking { count } else { count.min(1) }
    }

    fn set_count(&mut self, t: SiteType, to: i32, what: i32, count: i32) {
        let Some(place) = self.state.layout().any_place(t, to) else { return };
        let count = self.counted(count);
        if count <= 0 {
            let what = self.state.what(t, to);
            if what > 0 {
                self.note_removed(to, what);
            }
            self.state.put(place, Piece::default());
        } else if self.state.is_occupied(t, to) {
            self.state.edit(place, None, |piece| piece.count = count);
        } else if what > 0 {
            self.state.put(place, Piece { count, ..self.piece_of(what) });
        }
    }

    fn edit(&mut self, t: SiteType, to: i32, level: i32, change: impl FnOnce(&mut Piece)) {
        if let Some(place) = self.state.layout().any_place(t, to) {
            self.state.edit(place, (level >= 0).then_some(level), change);
        }
    }

    /// Covers the sites of a large piece that has come to this root.
    #[inline]
    fn cover(&mut self, at: (SiteType, i32), piece: Piece) {
        self.each_cell(at, piece, |state, place| state.cover(place, 1));
    }

    /// Uncovers the sites of a large piece that leaves this root.
    fn uncover(&mut self, at: (SiteType, i32), piece: Piece) {
        self.each_cell(at, piece, State::uncover);
    }

    /// Changes all places of a large piece.
    #[inline]
    fn each_cell(&mut self, (t, root): (SiteType, i32), piece: Piece, change: impl Fn(&mut State, StoreSite)) {
        if !self.game.equipment.has_large_pieces() {
            return;
        }
        self.with_game(|cx, game| {
            let Some(placements) = game.equipment.placements(i32::from(piece.what)) else { return };
            for &cell in placements.cells(root, piece.state) {
                if let Some(place) = cx.state.layout().place(t, cell) {
                    change(&mut cx.state, place);
                }
            }
        });
    }
}

/// Whether actions are those of a pass: one of them is, and none is another decision.
fn passes(actions: &[Action]) -> bool {
    actions.iter().any(Action::is_pass) && !actions.iter().any(|action| action.decision && !action.is_pass())
}

mod moving;
