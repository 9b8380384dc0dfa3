//! `(from [type] [region or site] [level:] [if:])`: where a move starts.
//!
//! Without a place it means the iterator variable `from`. A region takes the place of the site: generators that start
//! on one site have none then.

use super::build::{holds, index};
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

    /// How many sites there are at most, whatever the state is, where they are the same for all values of the variables.
    pub(in crate::ludemes) fn most_sites(&self, lo: &Lowering) -> Option<usize> {
        match self {
            Place::Site(_) | Place::Variable => Some(1),
            Place::Region(region) => match region.as_constant() {
                Some(sites) => Some(sites.len()),
                None => (!region.uses.any(Uses::ITERATORS | Uses::VOLATILE)).then(|| lo.equipment.layout.end()),
            },
        }
    }

    /// How many destinations there are from each of these starts, where they have the same ones, or there is only one start.
    pub(in crate::ludemes) fn common(&self, cx: &mut Cx, starts: &Sites) -> Option<usize> {
        match self {
            Place::Region(region) if region.uses.any(Uses::FROM | Uses::TO) => match (starts.len(), starts.nth(0)) {
                (0, _) => Some(0),
                (1, Some(start)) => {
                    let saved = std::mem::replace(&mut cx.it.from, start);
                    let sites = region.look(cx, SiteSet::len);
                    cx.it.from = saved;
                    (!region.uses.any(Uses::TO)).then_some(sites)
                }
                _ => None,
            },
            Place::Region(region) => Some(region.look(cx, SiteSet::len)),
            Place::Site(_) | Place::Variable => Some(1),
        }
    }

    /// The sites now; `variable` is read for no place.
    pub(in crate::ludemes) fn sites(&self, cx: &mut Cx, variable: i32) -> Sites {
        Sites::One(match self {
            Place::Variable => variable,
            Place::Site(site) => site.eval(cx),
            Place::Region(region) => return Sites::Set(region.eval(cx)),
        })
    }
}

/// The sites that a part names, ascending.
pub(in crate::ludemes) enum Sites {
    /// One, or none where it is negative.
    One(i32),
    /// Those of a region.
    Set(SiteSet),
}

impl Sites {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Sites::One(site) => usize::from(*site >= 0),
            Sites::Set(sites) => sites.len(),
        }
    }

    /// The one that has so many before it.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<i32> {
        match self {
            Sites::One(site) => Some(*site).filter(|&site| site >= 0 && number == 0),
            Sites::Set(sites) => sites.nth(number),
        }
    }

    /// All of them, or only the one of a number.
    pub fn iter(&self, only: Option<usize>) -> impl Iterator<Item = i32> {
        let one = match (self, only) {
            (_, Some(number)) => self.nth(number),
            (Sites::One(_), None) => self.nth(0),
            (Sites::Set(_), None) => None,
        };
        let all = match (self, only) {
            (Sites::Set(sites), None) => Some(sites.iter()),
            _ => None,
        };
        one.into_iter().chain(all.into_iter().flatten())
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
    #[inline]
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

    /// The sites it may start from, and whether its condition is known to hold on each; `told` says whether it may be asked for all of
    /// them at once.
    pub fn starts(&self, cx: &mut Cx, variable: i32, told: bool) -> (Sites, bool) {
        let mut sites = self.place.sites(cx, variable);
        let board = index(cx.state.layout().board_len(self.t));
        if let (Sites::Set(sites), true, Some(condition)) = (&mut sites, told, &self.condition)
            && let Some(holds) = condition.on_sites(self.t, Uses::FROM)
            && sites.ends_below(board)
        {
            holds.look(cx, |holds| sites.intersect_with(holds));
            return (Sites::Set(std::mem::take(sites)), true);
        }
        (sites, self.condition.is_none())
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
