//! `(set Hidden [kind | {kind ..}] [type] (at:site | region) [level:] [value] to:player [then])`: hides what stands on
//! sites from players, or with `False` shows it.
//!
//! One move with an action for each kind in the order written, each site ascending and each player ascending; without a
//! kind all of a site is hidden. It is made, with its consequence, even where that is no action at all. The action
//! names the type as written, or the default one, for sites of hands as well. (Ludii 1.3.12's behaviour.)

use crate::engine::hidden::HiddenKind;
use crate::ludemes::moves::build::{Players, emit};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Hidden", lower).requires(|needs, call| {
    needs.acts_on(call);
    needs.features.hidden = true;
})];

/// What the ludeme says, as an effect and as a start rule.
pub(in crate::ludemes) struct SetHidden {
    kinds: Vec<HiddenKind>,
    t: SiteType,
    sites: SitesExpr,
    level: IntExpr,
    value: BoolExpr,
    players: Players,
}

impl SetHidden {
    /// Reads the slots.
    pub fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let kinds = call.get("dataTypes").or_else(|| call.get("dataType")).map_or(&[][..], Arg::each);
        let kinds: Vec<HiddenKind> = kinds.iter().filter_map(|arg| HiddenKind::parse(arg.word()?)).collect();
        let sites = match lo.sites_opt(call, "region")? {
            Some(sites) => sites,
            None => lo.int(call, "at")?.into_sites(),
        };
        let to = lo.one_of(call, &["to"], "`(set Hidden ..)` needs `to:`")?;
        Ok(SetHidden {
            kinds: if kinds.is_empty() { vec![HiddenKind::All] } else { kinds },
            t: lo.site_type(call, "type"),
            sites,
            level: lo.int_or(call, "level", 0)?,
            value: lo.bool_or(call, "value", true)?,
            players: Players::read(to, lo)?,
        })
    }

    /// The actions now, each with its site.
    pub fn actions(&self, cx: &mut Cx) -> Vec<(i32, ActionKind)> {
        let sites = self.sites.eval(cx);
        let level = self.level.eval(cx);
        let hidden = self.value.eval(cx);
        let players: Vec<i32> = self.players.eval(cx).collect();
        let mut actions = Vec::new();
        for &what in &self.kinds {
            for &to in &sites {
                if !cx.spend(1 + players.len() as u64) {
                    return actions;
                }
                let t = self.t;
                let action = |&player: &i32| (to, ActionKind::SetHidden { what, t, to, level, player, hidden });
                actions.extend(players.iter().map(action));
            }
        }
        actions
    }
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let set_hidden = SetHidden::read(call, lo)?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let mut m = Move::new(0);
        m.items.extend(set_hidden.actions(cx).into_iter().map(|(_, kind)| Item::Action(Action::new(kind))));
        emit(out, m, then.as_ref());
    }))
}
