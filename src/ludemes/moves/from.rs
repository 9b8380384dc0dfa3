//! `(from [type] [region or site] [level:] [if:])`: where a move starts.
//!
//! Without a place it means the iterator variable `from`, with some effects the last move's `to`. A region takes the
//! place of the site: generators that start on one site have none then.

use super::build::{holds, index};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("from", "from", "").requires(Requirements::acts_on)];

/// The sites a part names.
#[derive(Default)]
pub(in crate::ludemes) enum Endpoint {
    /// The iterator variable of the part's name.
    #[default]
    Variable,
    /// Where the last move ended, if there is one.
    LastTo,
    /// One site.
    Site(IntExpr),
    /// A region.
    Region(Arc<RegionExpr>),
}

impl Endpoint {
    /// Reads the slots `region` and `loc`.
    pub(in crate::ludemes) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        if let (Some(part), Some(region)) = (call.part("region"), lo.region_opt(call, "region")?) {
            // Who counts its sites asks for one of them next.
            return Ok(Endpoint::Region(Arc::new(lo.keep_view(part, region))));
        }
        Ok(lo.int_opt(call, "loc")?.map_or(Endpoint::Variable, Endpoint::Site))
    }

    /// Whether a start is the iterator variable `from`, written or not.
    pub(in crate::ludemes) fn is_from(&self) -> bool {
        matches!(self, Endpoint::Variable) || self.names(Uses::FROM)
    }

    /// Whether an iterator variable is written.
    pub(in crate::ludemes) fn names(&self, variable: Uses) -> bool {
        match self {
            Endpoint::Site(site) => matches!(site.view(), Some(View::Variable(named)) if *named == variable),
            Endpoint::Variable | Endpoint::LastTo | Endpoint::Region(_) => false,
        }
    }

    /// Whether it is one site at most.
    pub(in crate::ludemes) fn is_one(&self) -> bool {
        !matches!(self, Endpoint::Region(_))
    }

    /// How many sites there are at most, whatever the state is, where they are the same for all values of the
    /// variables, or those next to a start.
    pub(in crate::ludemes) fn most_sites(&self, lo: &Lowering) -> Option<usize> {
        match self {
            Endpoint::Site(_) | Endpoint::Variable | Endpoint::LastTo => Some(1),
            Endpoint::Region(region) => match region.as_constant() {
                Some(sites) => Some(sites.len()),
                None if region.uses.any(Uses::VOLATILE) => None,
                None if !region.uses.any(Uses::ITERATORS) => Some(lo.equipment.layout.end()),
                None if region.uses.any(Uses::ITERATORS.without(Uses::FROM)) => None,
                None => (region.span() == Some(Span::Near)).then(|| {
                    let board = lo.board();
                    let sites = SiteType::ALL.into_iter().flat_map(|t| (0..board.len(t)).map(move |site| (t, site)));
                    sites.map(|(t, site)| board.steps(t, site, Direction::Adjacent).len() + 1).max().unwrap_or(0)
                }),
            },
        }
    }

    /// The sites now; `variable` is what an unwritten location names.
    pub(in crate::ludemes) fn sites(&self, cx: &mut Cx, variable: i32) -> Sites {
        Sites::One(match self {
            Endpoint::Variable => variable,
            Endpoint::LastTo => cx.last().map_or(-1, |m| m.to),
            Endpoint::Site(site) => site.eval(cx),
            Endpoint::Region(region) => return Sites::Set(region.eval(cx)),
        })
    }
}

/// One of the sites that a part names.
#[derive(Clone, Copy)]
pub(in crate::ludemes) enum Pick {
    /// The one that has so many before it.
    Nth(usize),
    /// This site, if it is one of them.
    Site(usize),
}

/// How many slots there are for the destinations of each start, and which destination a number below that is about.
pub(in crate::ludemes) type DestinationSlots = (usize, fn(usize) -> Pick);

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

    /// Whether a site is one of them.
    pub fn contains(&self, site: i32) -> bool {
        match self {
            Sites::One(one) => *one == site && site >= 0,
            Sites::Set(sites) => sites.contains(site),
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

    /// All of them, or only this one.
    pub fn iter(&self, only: Option<Pick>) -> impl Iterator<Item = i32> {
        let one = match (self, only) {
            (_, Some(Pick::Nth(number))) => self.nth(number),
            (_, Some(Pick::Site(site))) => i32::try_from(site).ok().filter(|&site| self.contains(site)),
            (Sites::One(_), None) => self.nth(0),
            (Sites::Set(_), None) => None,
        };
        let all = if let (Sites::Set(sites), None) = (self, only) { Some(sites.iter()) } else { None };
        one.into_iter().chain(all.into_iter().flatten())
    }
}

/// A start.
pub(in crate::ludemes) struct From {
    /// Site type.
    pub t: SiteType,
    /// Where.
    pub location: Endpoint,
    /// Level of a stack.
    pub level: Option<IntExpr>,
    /// What must hold there.
    pub condition: Option<Arc<BoolExpr>>,
    /// The sites of its region where the condition holds, if that is told of all at once.
    told: Option<Arc<RegionExpr>>,
}

impl From {
    /// Reads the slot `from` of a ludeme; this location, of the board's default type, where it is empty.
    fn read_or(call: &Ludeme, location: Endpoint, lo: &mut Lowering) -> Lowered<Self> {
        let Some(part) = call.part("from") else {
            return Ok(From { t: lo.default_type(), location, level: None, condition: None, told: None });
        };
        let (t, location) = (lo.site_type(part, "type"), Endpoint::read(part, lo)?);
        let (level, condition) = (lo.int_opt(part, "level")?, lo.bool_opt(part, "if")?.map(Arc::new));
        let told = match (&location, &condition) {
            (Endpoint::Region(region), None) => Some(Arc::clone(region)),
            (Endpoint::Region(region), Some(condition)) => told(t, region, condition).map(|told| {
                // Who counts the starts asks for one of them next.
                Arc::new(lo.keep(part, told))
            }),
            _ => None,
        };
        Ok(From { t, location, level, condition, told })
    }

    /// Reads the slot `from`; the variable `from` where it is empty.
    pub fn read_or_variable(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        Self::read_or(call, Endpoint::Variable, lo)
    }

    /// Reads the slot `from`; the last move's `to` where it is empty.
    pub fn read_or_last_to(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        Self::read_or(call, Endpoint::LastTo, lo)
    }

    /// The one site it starts from; `None` with a region, and before the first move where it is that of the last one.
    #[inline]
    pub fn start(&self, cx: &mut Cx) -> Option<i32> {
        match &self.location {
            Endpoint::Variable => Some(cx.it.from),
            Endpoint::Site(site) => Some(site.eval(cx)),
            Endpoint::LastTo => cx.last().map(|m| m.to),
            Endpoint::Region(_) => None,
        }
    }

    /// The sites it may start from, and whether its condition is known to hold on each; `told` says whether it may be
    /// asked for all of them at once.
    pub fn starts(&self, cx: &mut Cx, variable: i32, told: bool) -> (Sites, bool) {
        let Some(region) = self.told.as_ref().filter(|_| told) else {
            return (self.location.sites(cx, variable), self.condition.is_none());
        };
        let sites = region.eval(cx);
        let known = self.condition.is_none() || on_board(cx, self.t, &sites);
        (Sites::Set(sites), known)
    }

    /// How many there are, told for all of them at once.
    pub fn count(&self, cx: &mut Cx, variable: i32) -> usize {
        match &self.told {
            Some(region) => region.look(cx, SiteSet::len),
            None => self.location.sites(cx, variable).len(),
        }
    }

    /// The one of them that has so many before it, and whether the condition is known to hold there.
    pub fn nth(&self, cx: &mut Cx, variable: i32, number: usize) -> Option<(i32, bool)> {
        let Some(region) = &self.told else {
            let site = self.location.sites(cx, variable).nth(number)?;
            return Some((site, self.condition.is_none()));
        };
        let board = index(cx.state.layout().board_len(self.t));
        let asked = self.condition.is_some();
        region.look(cx, |sites| Some((sites.nth(number)?, !asked || sites.ends_below(board))))
    }

    /// Takes the condition out, where the start is the variable `from` and the condition may be asked before anything
    /// else of the ludeme.
    pub fn take_condition(&mut self, call: &Ludeme, lo: &Lowering) -> Option<BoolExpr> {
        let later = Uses::TO | Uses::BETWEEN | Uses::VOLATILE;
        let first = self.location.is_from() && lo.skips(call) && !self.condition.as_ref()?.uses.any(later);
        self.condition.take_if(|_| first).and_then(Arc::into_inner)
    }

    /// Whether its condition holds now.
    pub fn allowed(&self, cx: &mut Cx) -> bool {
        holds(self.condition.as_deref(), cx)
    }

    /// The level given, or -1.
    pub fn level(&self, cx: &mut Cx) -> i32 {
        self.level.as_ref().map_or(-1, |level| level.eval(cx))
    }
}

/// The sites of a region where a condition holds, if that is told of all at once; all of them where some are not on the
/// board.
fn told(t: SiteType, region: &Arc<RegionExpr>, condition: &Arc<BoolExpr>) -> Option<RegionExpr> {
    let uses = region.uses | condition.on_sites(t, Uses::FROM)?.uses;
    let (region, condition) = (Arc::clone(region), Arc::clone(condition));
    Some(Expr::new(uses, move |cx| {
        let mut sites = region.eval(cx);
        if let Some(holds) = condition.on_sites(t, Uses::FROM).filter(|_| on_board(cx, t, &sites)) {
            holds.look(cx, |holds| sites.intersect_with(holds));
        }
        sites
    }))
}

/// Whether all sites are of the board, for which what holds there is told at once.
fn on_board(cx: &Cx, t: SiteType, sites: &SiteSet) -> bool {
    sites.ends_below(index(cx.state.layout().board_len(t)))
}
