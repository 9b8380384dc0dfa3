//! `(deal Dominoes [n])` as a start rule: dominoes to the players' hands, drawn at random.
//!
//! Nothing unless there are as many hands as players. Twice `n` times, however many players there are, a component is
//! drawn from those left and goes to the next hand in turn, to its next site. (Ludii 1.3.12's behaviour.)
//!
//! Differences: a domino for which a hand has no site is drawn and goes nowhere.

use super::{StartRule, initial};
use crate::engine::equipment::{Container, ContainerKind, Equipment};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "deal", "")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    if call.word("type") != Some("Dominoes") {
        return lo.unsupported(&call.origin, "cards dealt by a start rule");
    }
    let each = lo.dim_or(call, "count", 1)?;
    let equipment = Arc::clone(&lo.equipment);
    Ok(StartRule::new(move |cx| {
        for (to, what) in dealt(cx, &equipment, each) {
            initial(cx, to, ActionKind::adding(SiteType::Cell, to, -1, what));
        }
    }))
}

/// The sites that get a component, and which.
pub(in crate::ludemes) fn dealt(cx: &mut Cx, equipment: &Equipment, each: i32) -> Vec<(i32, i32)> {
    let is_hand = |container: &&Container| container.kind == ContainerKind::Hand;
    let hands = equipment.containers.iter().filter(is_hand).count();
    let all_have_one = usize::try_from(equipment.players).is_ok_and(|players| players == hands && players > 0);
    let mut pool: Vec<i32> = (1..equipment.components.len()).map(|what| what as i32).collect();
    let drawn = if all_have_one { each.saturating_mul(2) } else { 0 };
    let mut dealt = Vec::new();
    for k in 0..drawn {
        if pool.is_empty() || !cx.spend(1) {
            break;
        }
        let what = pool.remove(cx.rng.index(pool.len()));
        let (owner, site) = (k % equipment.players + 1, k / equipment.players);
        let stretch = equipment.hand(owner).and_then(|hand| equipment.layout.stretch(hand));
        if let Some(stretch) = stretch.filter(|stretch| site < stretch.len) {
            dealt.push((stretch.from + site, what));
        }
    }
    dealt
}
