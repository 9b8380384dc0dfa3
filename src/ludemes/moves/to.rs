//! `(to [type] [region or site] [level:] [rotations] [if:] [apply])`: where a move ends.
//!
//! Without a place it means the iterator variable `to`. Rotations are for pieces moved anywhere ([`super::from_to`]);
//! with other generators they are not carried out.

use super::Apply;
use super::build::{decide, emit, holds};
use super::from::{DestinationSlots, Endpoint, From, Pick};
use crate::engine::compact::{CompactAction, Consequences};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("to", "to", "").requires(|needs, call| {
    needs.acts_on(call);
    needs.rotations(call);
})];

/// A destination.
#[derive(Default)]
pub(in crate::ludemes) struct To {
    /// Site type, if it is written.
    pub t: Option<SiteType>,
    /// Where; several generators take their destinations from elsewhere.
    pub location: Endpoint,
    /// Level of a stack.
    pub level: Option<IntExpr>,
    /// What must hold there.
    pub condition: Option<BoolExpr>,
    /// Effects there.
    pub apply: Option<Apply>,
    /// As [`Endpoint::most_sites`].
    pub most: Option<usize>,
}

impl To {
    /// Reads the slot `to` of a ludeme, if it is filled.
    pub fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Self>> {
        let Some(part) = call.part("to") else { return Ok(None) };
        if let Some(rotations) = part.get("rotations") {
            return lo.unsupported(&rotations.origin, "rotations of a destination");
        }
        Ok(Some(Self::of(part, lo)?))
    }

    /// Reads the slot `to`; the variable `to`, without a condition, where it is empty.
    pub fn read_or_variable(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        Ok(Self::read(call, lo)?.unwrap_or_default())
    }

    /// Reads the mandatory slot `to`, with the rotations in which a piece may be put there.
    pub fn with_rotations(call: &Ludeme, lo: &mut Lowering) -> Lowered<(Self, Option<IntsExpr>)> {
        let Some(part) = call.part("to") else {
            return Ok((Self::required(call, lo)?, None));
        };
        let rotations = part.get("rotations").map(|arg| lo.ints_arg(arg)).transpose()?;
        Ok((Self::of(part, lo)?, rotations))
    }

    fn of(part: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let location = Endpoint::read(part, lo)?;
        Ok(To {
            t: part.word("type").and_then(SiteType::parse),
            most: location.most_sites(lo),
            location,
            level: lo.int_opt(part, "level")?,
            condition: lo.bool_opt(part, "if")?,
            apply: Apply::read(part, "effect", lo)?,
        })
    }

    /// Reads the mandatory slot `to`.
    pub fn required(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        match Self::read(call, lo)? {
            Some(to) => Ok(to),
            None => lo.wrong(&call.origin, format!("`({})` needs its `(to ..)`", call.form.title())),
        }
    }

    /// Whether the destination is the iterator variable `to`, written or not.
    pub fn is_variable(&self) -> bool {
        matches!(self.location, Endpoint::Variable) || self.location.names(Uses::TO)
    }

    /// The slots for the destinations of each start. Several starts that have other destinations each have one for as
    /// many as there may be, or one for every site; `None` where nothing is asked of these.
    pub fn slots(&self, cx: &mut Cx, from: &From) -> Option<DestinationSlots> {
        let by_site = (cx.state.layout().end(), Pick::Site as fn(usize) -> Pick);
        Some(match &self.location {
            Endpoint::Region(region) if region.uses.any(Uses::FROM | Uses::TO | Uses::VOLATILE) => {
                match from.count(cx, cx.it.from) {
                    0 => (0, Pick::Nth),
                    1 if !region.uses.any(Uses::TO | Uses::VOLATILE) => {
                        let start = from.nth(cx, cx.it.from, 0).map_or(-1, |(start, _)| start);
                        let saved = std::mem::replace(&mut cx.it.from, start);
                        let sites = region.look(cx, SiteSet::len);
                        cx.it.from = saved;
                        (sites, Pick::Nth)
                    }
                    // Where nothing is asked of them, to count them takes no more than to draw one.
                    _ if self.condition.is_none() => return None,
                    _ => self.most.map_or(by_site, |most| (most, Pick::Nth)),
                }
            }
            Endpoint::Region(region) => (region.look(cx, SiteSet::len), Pick::Nth),
            Endpoint::Site(_) | Endpoint::Variable | Endpoint::LastTo => (1, Pick::Nth),
        })
    }

    /// Whether its condition holds now.
    #[inline]
    pub fn allowed(&self, cx: &mut Cx) -> bool {
        holds(self.condition.as_ref(), cx)
    }

    /// Adds a move there with the effects before it; where it is a decision and they have a compact form, in that if it
    /// is asked for.
    #[inline]
    pub fn arrive(
        &self,
        cx: &mut Cx,
        out: &mut Out,
        action: CompactAction,
        (decision, compact): (bool, bool),
        then: Option<&MovesExpr>,
    ) {
        if decision && compact && (self.apply.is_none() || out.takes_effects(cx)) {
            return out.push_with(action, then, |before| {
                if let Some(apply) = &self.apply {
                    apply.compact_effects_if_it_applies(cx, before);
                }
            });
        }
        let mut m = action.written_out(Consequences::new());
        decide(&mut m, decision);
        if let Some(apply) = &self.apply {
            m = apply.before_if_it_applies(cx, m);
        }
        emit(out, m, then);
    }
}
