//! `(set role sites)` as a start rule: puts a component of a player on sites.
//!
//! For `Neutral` it is the first component of nobody, for `Shared` and `All` the first of all, for any other role the
//! component whose index is the number of the role. Where there is none, nothing happens. (Ludii 1.3.12's behaviour.)

use super::{StartRule, initial, place};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "").requires(|needs, call| {
    needs.acts_on(call);
    needs.features.puzzle |= call.get("pairs").is_some();
})];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let role = lo.role_arg(lo.one_of(call, &["role"], "`(set ..)` needs a role")?)?;
    let t = lo.site_type(call, "type");
    let sites = place::sites(call, t, lo)?;
    let first = |owner| lo.equipment.components_of(owner).next().map_or(-1, |what| what as i32);
    let what = match role {
        Role::Neutral => Expr::constant(first(0)),
        Role::Shared | Role::All => Expr::constant(first(lo.players() + 1)),
        role => role.as_int(),
    };
    Ok(StartRule::new(move |cx| {
        let what = what.eval(cx);
        if !(1..cx.game.equipment.components.len() as i32).contains(&what) {
            return;
        }
        for to in sites.eval(cx).into_iter().filter(|&site| site >= 0) {
            let outside = to >= cx.state.layout().board_len(t);
            let kind = ActionKind::adding(if outside { SiteType::Cell } else { t }, to, -1, what);
            initial(cx, to, kind);
        }
    }))
}
