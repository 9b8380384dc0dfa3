//! `(apply [if:] [effect])`: effects of a generator's part; as an effect, those moves if the condition holds.

use super::build::{chain_before, holds};
use crate::engine::compact::Effects;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::of("apply", "apply", "", Lower::Moves(lower))];

/// A condition and an effect.
pub(in crate::ludemes) struct Apply {
    /// When it applies.
    pub condition: Option<BoolExpr>,
    /// What it does.
    pub effect: Option<MovesExpr>,
    /// Whether it need not be looked at where all that is asked is whether there is the move: nothing in it fails or
    /// draws chance.
    harmless: bool,
}

impl Apply {
    /// Reads a slot that holds an `(apply ..)`, if it is filled.
    pub fn read(call: &Ludeme, name: &str, lo: &mut Lowering) -> Lowered<Option<Self>> {
        call.part(name).map(|part| Self::of(part, lo)).transpose()
    }

    fn of(part: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let (condition, effect) = (lo.bool_opt(part, "if")?, lo.moves_opt(part, "effect")?);
        Ok(Apply { condition, effect, harmless: lo.is_harmless(part) })
    }

    /// Whether its condition holds now.
    pub fn applies(&self, cx: &mut Cx) -> bool {
        holds(self.condition.as_ref(), cx)
    }

    /// Whether its effect has a compact form.
    pub fn is_compact(&self) -> bool {
        self.effect.as_ref().is_none_or(|effect| effect.has_compact_effects())
    }

    /// Whether it need not be looked at where all that is asked is whether there is the move that it comes before.
    pub fn is_optional(&self) -> bool {
        self.harmless || self.is_compact()
    }

    /// Appends its effect in compact form; the condition is not looked at.
    pub fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects) {
        if let Some(effect) = &self.effect {
            effect.compact_effects(cx, effects);
        }
    }

    /// The same where its condition holds.
    pub fn compact_effects_if_it_applies(&self, cx: &mut Cx, effects: &mut Effects) {
        if self.applies(cx) {
            self.compact_effects(cx, effects);
        }
    }

    /// The move with the effect in front where the condition holds.
    pub fn before_if_it_applies(&self, cx: &mut Cx, m: Move) -> Move {
        if self.applies(cx) { self.before(cx, m) } else { m }
    }

    /// The move with the effect in front, if there is one; the condition is not looked at.
    pub fn before(&self, cx: &mut Cx, m: Move) -> Move {
        if let Some(effect) = &self.effect { chain_before(effect, cx, m) } else { m }
    }
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let apply = Apply::of(call, lo)?;
    Ok(Moves::generator(move |cx, out| {
        if let Some(effect) = &apply.effect
            && apply.applies(cx)
        {
            effect.eval(cx, out);
        }
    }))
}
