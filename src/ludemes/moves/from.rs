//! `(from [type] [region or site] [level:] [if:])`: where a move starts.
//!
//! Without a place it means the iterator variable `from`. A region takes the place of the site: generators that start
//! on one site have none then.

use super::build::holds;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("from", "from", "")];

/// The sites a part names.
pub(in crate::ludemes) enum Place {
    /// The iterator variable of the part's name.
    Variable,
    /// One site.
    Site(IntExpr),
    /// A region.
    Region(RegionExpr),
}

impl Place {
    /// Reads the slots `region` and `loc`.
    pub(in crate::ludemes) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        if let Some(region) = lo.region_opt(call, "region")? {
            return Ok(Place::Region(region));
        }
        Ok(lo.int_opt(call, "loc")?.map_or(Place::Variable, Place::Site))
    }

    /// Whether a start is the iterator variable `from`, written or not.
    pub(in crate::ludemes) fn is_from(&self) -> bool {
        match self {
            Place::Variable => true,
            Place::Site(site) => matches!(site.view(), Some(View::Variable(Uses::FROM))),
            Place::Region(_) => false,
        }
    }

    /// Whether it is one site at most.
    pub(in crate::ludemes) fn is_one(&self) -> bool {
        !matches!(self, Place::Region(_))
    }

    /// The destinations from each of these starts, where they have the same ones, or there is only one start; ascending.
    pub(in crate::ludemes) fn common(&self, cx: &mut Cx, starts: &[i32]) -> Option<smallvec::SmallVec<[i32; 8]>> {
        match self {
            Place::Region(region) if region.uses.any(Uses::FROM | Uses::TO) => match starts {
                [] => Some(smallvec::SmallVec::new()),
                [start] => {
                    let saved = std::mem::replace(&mut cx.it.from, *start);
                    let sites = region.eval(cx).iter().collect();
                    cx.it.from = saved;
                    (!region.uses.any(Uses::TO)).then_some(sites)
                }
                _ => None,
            },
            Place::Region(region) => Some(region.eval(cx).iter().collect()),
            Place::Site(_) | Place::Variable => Some(smallvec::smallvec![0]),
        }
    }

    /// The sites now, ascending and without negative ones; `variable` is read for no place.
    pub(in crate::ludemes) fn sites(&self, cx: &mut Cx, variable: i32) -> smallvec::SmallVec<[i32; 8]> {
        let site = match self {
            Place::Variable => variable,
            Place::Site(site) => site.eval(cx),
            Place::Region(region) => return region.eval(cx).iter().collect(),
        };
        if site < 0 { smallvec::SmallVec::new() } else { std::iter::once(site).collect() }
    }
}

/// A start.
pub(in crate::ludemes) struct From {
    /// Site type.
    pub t: SiteType,
    /// Where.
    pub place: Place,
    /// Level of a stack.
    pub level: Option<IntExpr>,
    /// What must hold there.
    pub condition: Option<BoolExpr>,
}

impl From {
    /// Reads the slot `from` of a ludeme, if it is filled.
    pub fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Self>> {
        let Some(Value::Ludeme(part)) = call.get("from").map(|arg| &arg.value) else { return Ok(None) };
        Ok(Some(From {
            t: lo.site_type(part, "type"),
            place: Place::read(part, lo)?,
            level: lo.int_opt(part, "level")?,
            condition: lo.bool_opt(part, "if")?,
        }))
    }

    /// Reads the slot `from`; the variable `from` where it is empty.
    pub fn read_or_variable(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let t = lo.default_type();
        Ok(Self::read(call, lo)?.unwrap_or(From { t, place: Place::Variable, level: None, condition: None }))
    }

    /// The one site it starts from; `None` with a region.
    pub fn start(&self, cx: &mut Cx) -> Option<i32> {
        match &self.place {
            Place::Variable => Some(cx.it.from),
            Place::Site(site) => Some(site.eval(cx)),
            Place::Region(_) => None,
        }
    }

    /// The site it starts from, the last move's `to` where the ludeme around it has no `from`.
    pub fn start_or_last_to(from: Option<&Self>, cx: &mut Cx) -> Option<i32> {
        match from {
            Some(from) => from.start(cx),
            None => cx.last().map(|m| m.to),
        }
    }

    /// Whether its condition holds now.
    pub fn allowed(&self, cx: &mut Cx) -> bool {
        holds(self.condition.as_ref(), cx)
    }

    /// The level given, or -1.
    pub fn level(&self, cx: &mut Cx) -> i32 {
        self.level.as_ref().map_or(-1, |level| level.eval(cx))
    }
}
