//! What the generators of moves have in common.

use crate::engine::compact::{Carried, CompactAction, Schema};
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// Attaches a consequence, if there is one, to every move from a place of the list on, after those attached by inner
/// generators; twice to one that is listed twice.
#[inline]
pub(in crate::ludemes) fn attach(out: &mut Out, from: Watermark, then: Option<&MovesExpr>) {
    if let Some(then) = then {
        out.attach(from, then);
    }
}

/// Adds a move with its consequence.
#[inline]
pub(in crate::ludemes) fn emit(out: &mut Out, mut m: Move, then: Option<&MovesExpr>) {
    if let Some(then) = then {
        m.forget_found();
        m.then.push(Arc::clone(then));
    }
    out.push(m);
}

/// Takes the decision flag from all actions of a move, nested ones included.
pub(in crate::ludemes) fn undecide(m: &mut Move) {
    decide(m, false);
}

/// Gives all actions of a move, nested ones included, the decision flag, or takes it from them.
pub(in crate::ludemes) fn decide(m: &mut Move, decision: bool) {
    for item in &mut m.items {
        match item {
            Item::Action(action) => action.decision = decision,
            Item::Move(inner) => decide(inner, decision),
        }
    }
}

/// The move with the moves of `effect`, generated now, in front of its action.
///
/// They become nested moves without decisions that keep their consequences; the main action becomes a nested move of
/// mover 0. The move is then a new one that concerns no levels. Without any such moves it stays as it is. (Ludii
/// 1.3.12's behaviour.)
pub(in crate::ludemes) fn chain_before(effect: &Moves, cx: &mut Cx, mut m: Move) -> Move {
    let undecided = |mut extra| {
        undecide(&mut extra);
        Item::Move(Box::new(extra))
    };
    let before: SmallVec<[Item; 1]> = effect.with_list(cx, |_, list| list.drain(..).map(undecided).collect());
    if before.is_empty() {
        return m;
    }
    let mut main = Move::new(0);
    (main.from, main.to) = (m.from, m.to);
    main.items = std::mem::replace(&mut m.items, before);
    m.items.push(Item::Move(Box::new(main)));
    (m.level_min, m.level_max) = (0, 0);
    m
}

/// The type a site is written with: sites outside the board are cells whatever type was asked for.
#[inline]
pub(in crate::ludemes) fn site_type(cx: &Cx, t: SiteType, site: i32) -> SiteType {
    if site >= cx.state.layout().board_len(t) { SiteType::Cell } else { t }
}

/// The level that a piece comes to which is put on a site; -1 in games without stacks.
#[inline]
pub(super) fn level_on_top(cx: &Cx, t: SiteType, site: i32) -> i32 {
    if cx.game.features.stacking { cx.state.height(t, site) } else { -1 }
}

/// A decision of the mover to move what is named of a site to another one.
#[inline]
pub(super) fn transfer(cx: &Cx, from: (SiteType, i32), to: (SiteType, i32), carried: Carried) -> CompactAction {
    let (from_type, to_type) = (site_type(cx, from.0, from.1), site_type(cx, to.0, to.1));
    CompactAction::new(Schema::Move { from_type, to_type, carried }, cx.state.mover(), from.1, to.1)
}

/// Whether a piece stands on a site; `false` for a site that does not exist.
#[inline]
pub(in crate::ludemes) fn occupied(cx: &Cx, t: SiteType, site: i32) -> bool {
    cx.state.is_occupied(t, site)
}

/// The index of a site as the topology counts; negative sites become one that no board has.
#[inline]
pub(in crate::ludemes) fn index(site: i32) -> usize {
    usize::try_from(site).unwrap_or(usize::MAX)
}

/// Whether a condition holds; one that was not given does.
#[inline]
pub(in crate::ludemes) fn holds(condition: Option<&BoolExpr>, cx: &mut Cx) -> bool {
    condition.is_none_or(|condition| condition.eval(cx))
}

/// The players from 1 to the number of players that a role or `(player ..)` argument stands for, ascending.
pub(in crate::ludemes) struct Players(Expr<u32>);

impl Players {
    /// Reads a `(player ..)` or role argument.
    pub(in crate::ludemes) fn read(arg: &Arg, lo: &mut Lowering) -> Lowered<Self> {
        if let Value::Word { .. } = arg.value {
            return Ok(Players(lo.role_arg(arg)?.as_players()));
        }
        let player = lo.player_arg(arg)?;
        Ok(Players(Expr::new(player.uses, move |cx| crate::engine::role::bit(player.eval(cx)))))
    }

    /// What finding them reads.
    pub(in crate::ludemes) fn uses(&self) -> Uses {
        self.0.uses
    }

    /// The players now.
    pub(in crate::ludemes) fn eval(&self, cx: &mut Cx) -> impl Iterator<Item = i32> + use<> {
        let set = self.0.eval(cx);
        (1..=cx.state.players()).filter(move |player| set >> player & 1 == 1)
    }
}

/// The sites of a type for which a condition holds that asks about them by a variable, where it can be asked for all at
/// once; about the start, `from`, it may ask too.
pub(super) fn sites_of(condition: Option<&BoolExpr>, cx: &mut Cx, t: SiteType, variable: Uses) -> Option<SiteSet> {
    Some(condition?.on_sites_from(t, variable)?.eval(cx))
}

/// The same, where that can be asked; all sites of the type without a condition.
pub(super) fn sites_or_all(condition: Option<&BoolExpr>, cx: &mut Cx, t: SiteType, variable: Uses) -> SiteSet {
    let board = cx.state.layout().board_len(t);
    sites_of(condition, cx, t, variable)
        .unwrap_or_else(|| if condition.is_none() { SiteSet::below(index(board)) } else { SiteSet::new() })
}

/// Whether a condition holds for empty sites of this type alone, or for occupied ones.
pub(super) fn filled(condition: Option<&BoolExpr>, t: SiteType, variable: Uses) -> Option<Occupancy> {
    condition?.on_sites(t, variable)?.filled
}
