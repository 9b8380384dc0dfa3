//! `(sites Around [type] site-or-region [kind] [distance:int] [direction] [if:boolean] [includeSelf:boolean])`: the
//! sites around a site or the sites of a region.
//!
//! From each source and along each line in the direction (`Adjacent` by default), the site exactly `distance:` steps
//! away (1 by default). `kind` (`Empty`, `Own`, `Enemy` ..) looks at what stands there, for the mover; `if:` is asked
//! with `from` the source and `to` the candidate. With `includeSelf:True` all sources are added untested, otherwise all
//! of them are taken out, also those next to another source. No source, no sites. `NotEnemy` is own or shared, but with
//! teams it is enemy or shared. (Ludii 1.3.12's behaviour.)

use super::neighbourhood::Neighbourhood;
use super::on_board;
use crate::engine::bit_sliced::Shifts;
use crate::engine::view::Neighbours;
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

/// The start, which need not be of the board, is among the sites where that is asked for.
pub(super) const ROWS: &[Row] =
    &[Row::region("sites", "Around", lower).on_board_if(|call| call.get("includeSelf").is_none())];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "typeLoc");
    let place = lo.one_of(call, &["where", "regionWhere"], "`(sites Around ..)` needs a site or a region")?;
    let sources = match call.get("where") {
        Some(_) => Sources::Site(lo.int_arg(place)?),
        None => Sources::Region(lo.region_arg(place)?),
    };
    let direction = call.word("directions").and_then(Direction::parse).unwrap_or(Direction::Adjacent);
    let near = Neighbourhood::new(lo.board(), t, direction);
    let beside = match &sources {
        Sources::Region(region) => region.as_constant().map(|sources| one_step(&near, sources, true)),
        Sources::Site(_) => None,
    };
    let around = Around {
        t,
        direction,
        distance: lo.int_or(call, "distance", 1)?,
        kind: call.word("type").and_then(Kind::parse),
        condition: lo.bool_opt(call, "if")?.map(Arc::new),
        include: lo.bool_or(call, "includeSelf", false)?,
        near,
        beside,
        board: lo.board(),
    };
    let (view, near) = match &sources {
        Sources::Site(site) => (around.view(site, lo), around.is_near(site)),
        Sources::Region(_) => (None, false),
    };
    let span = near.then_some(Span::Near);
    let plain = around.kind.is_none() && around.condition.is_none() && around.distance.as_constant() == Some(&1);
    if plain && let Some(&include) = around.include.as_constant() {
        let near = around.near;
        return Ok(match sources {
            Sources::Site(site) => map1(site, move |site| near.around(site, include)).seen_as(view).spanning(span),
            Sources::Region(region) => neighbours(call, near, region, include, lo),
        });
    }
    let asked = if near { around.uses_near() } else { around.uses() };
    let region = match sources {
        Sources::Site(site) => Expr::new(site.uses | asked, move |cx| around.of_site(cx, &site)),
        Sources::Region(sources) => Expr::new(sources.uses | asked, move |cx| {
            let sources = sources.eval(cx);
            around.eval(cx, sources)
        }),
    };
    Ok(lo.keep(call, region).seen_as(view).spanning(span))
}

/// What the region is around.
enum Sources {
    Site(IntExpr),
    Region(RegionExpr),
}

/// The neighbours of the sources, found once where the sources never change.
fn neighbours(call: &Ludeme, near: Neighbourhood, sources: RegionExpr, include: bool, lo: &mut Lowering) -> RegionExpr {
    if let Some(sources) = sources.as_constant() {
        return Expr::constant(one_step(&near, sources, include));
    }
    let uses = sources.uses;
    let region = Expr::new(uses, move |cx| {
        let sources = sources.eval(cx);
        cx.charge(4 * sources.len() as u64);
        one_step(&near, &sources, include)
    });
    if uses == Uses::NONE { lo.keep(call, region) } else { region }
}

/// The neighbours of the sources, without anything that depends on the state.
fn one_step(near: &Neighbourhood, sources: &SiteSet, include: bool) -> SiteSet {
    let mut found = SiteSet::new().widened(near.sites());
    for site in sources {
        near.add_to(&mut found, site);
    }
    with_sources(found, sources, include)
}

/// What is found, with the sources or without them.
fn with_sources(mut found: SiteSet, sources: &SiteSet, include: bool) -> SiteSet {
    if include {
        found.union_with(sources);
    } else {
        found.subtract(sources);
    }
    found
}

/// What must stand on a candidate, as the mover sees it.
#[derive(Clone, Copy)]
enum Kind {
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

impl Kind {
    fn parse(word: &str) -> Option<Kind> {
        Some(match word {
            "Empty" => Kind::Empty,
            "NotEmpty" => Kind::NotEmpty,
            "Own" => Kind::Own,
            "NotOwn" => Kind::NotOwn,
            "Enemy" => Kind::Enemy,
            "NotEnemy" => Kind::NotEnemy,
            _ => return None,
        })
    }

    fn holds(self, cx: &Cx, t: SiteType, site: i32) -> bool {
        let piece = cx.state.piece(t, site, None);
        let (occupied, owner) = (piece.what != 0, i32::from(piece.who));
        let mover = cx.state.mover();
        let shared = owner == cx.state.players() + 1;
        let own = occupied && (owner == mover || shared);
        let enemy = || {
            let team = |player| if cx.game.features.teams { cx.state.team(player) } else { player };
            occupied && owner != 0 && !shared && team(owner) != team(mover)
        };
        match self {
            Kind::Empty => !occupied,
            Kind::NotEmpty => occupied,
            Kind::Own => own,
            Kind::NotOwn => occupied && !own,
            Kind::Enemy => enemy(),
            Kind::NotEnemy if cx.game.features.teams => enemy() || (occupied && shared),
            Kind::NotEnemy => own,
        }
    }
}

/// Which candidates are wanted.
enum Wanted<'a> {
    /// Those with this on them.
    Kind(Kind),
    /// Those in a region.
    In(&'a RegionExpr),
}

struct Around {
    t: SiteType,
    direction: Direction,
    distance: IntExpr,
    kind: Option<Kind>,
    condition: Option<Arc<BoolExpr>>,
    include: BoolExpr,
    near: Neighbourhood,
    /// The sources and all sites beside them, where the sources never change.
    beside: Option<SiteSet>,
    board: Arc<Topology>,
}

impl Around {
    /// The neighbours of a site that an iterator variable names, where those that count are known for all sites at
    /// once.
    fn view(&self, site: &IntExpr, lo: &Lowering) -> Option<View> {
        let Some(View::Variable(variable)) = site.view() else { return None };
        let (Some(&include), Some(1)) = (self.include.as_constant(), self.distance.as_constant()) else { return None };
        let within = match &self.condition {
            None => None,
            Some(condition) => {
                let (t, uses) = (self.t, condition.on_sites(self.t, Uses::TO)?.uses);
                let condition = Arc::clone(condition);
                Some(Arc::new(Expr::new(uses, move |cx: &mut Cx| {
                    condition.on_sites(t, Uses::TO).map_or_else(SiteSet::new, |sites| sites.eval(cx))
                })))
            }
        };
        // The site itself is added untested.
        let tested = include && within.is_some();
        if tested || self.kind.is_some() || !lo.has_views() || !self.near.is_listed() {
            return None;
        }
        let near = Shifts::new(self.board.len(self.t), |site| self.near.around(site as i32, include));
        Some(View::Around(Arc::new(Neighbours { t: self.t, near }), *variable, within))
    }

    /// Whether its sites are at most a step from that of an iterator variable, to an adjacent one.
    fn is_near(&self, site: &IntExpr) -> bool {
        let step = matches!(self.direction, Direction::Adjacent | Direction::Orthogonal);
        step && self.distance.as_constant() == Some(&1) && matches!(site.view(), Some(View::Variable(_)))
    }

    fn uses(&self) -> Uses {
        let kind = if self.kind.is_some() { Uses::BOARD | Uses::TURN } else { Uses::NONE };
        let condition =
            self.condition.as_ref().map_or(Uses::NONE, |condition| condition.uses).without(Uses::FROM | Uses::TO);
        kind | condition | self.distance.uses | self.include.uses
    }

    /// The same where it is [near](Around::is_near): what is asked of a neighbour is asked a step from the variable.
    fn uses_near(&self) -> Uses {
        let condition = self.condition.as_ref().map_or(Uses::NONE, |c| c.uses.around(Uses::FROM | Uses::TO));
        let kind = if self.kind.is_some() { Uses::BOARD_HERE.one_step_on() | Uses::TURN } else { Uses::NONE };
        kind | condition | self.distance.uses | self.include.uses
    }

    fn of_site(&self, cx: &mut Cx, site: &IntExpr) -> SiteSet {
        let site = site.eval(cx);
        if site >= 0
            && self.distance.as_constant() == Some(&1)
            && let Some(wanted) = self.wanted()
        {
            cx.charge(4);
            let mut found = self.near.around(site, false);
            self.narrow(cx, &mut found, wanted);
            if self.include.eval(cx) {
                found.insert(site);
            }
            return found;
        }
        self.eval(cx, [site].into_iter().collect())
    }

    fn eval(&self, cx: &mut Cx, sources: SiteSet) -> SiteSet {
        let mut found = SiteSet::new();
        if sources.is_empty() {
            return found;
        }
        let distance = self.distance.eval(cx);
        if distance == 1
            && let Some(wanted) = self.wanted()
        {
            found = self.beside(cx, &sources);
            self.narrow(cx, &mut found, wanted);
            return with_sources(found, &sources, self.include.eval(cx));
        }
        let saved = (cx.it.from, cx.it.to);
        for source in &sources {
            let Some(site) = on_board(&self.board, self.t, source) else { continue };
            cx.it.from = source;
            if !cx.spend(1) {
                break;
            }
            if distance == 1 {
                for &to in self.near.of(site) {
                    self.test(cx, to, &mut found);
                }
            } else if let Ok(steps) = usize::try_from(distance) {
                for line in self.board.radials(self.t, site, self.direction) {
                    if let Some(&to) = line.path.get(steps) {
                        self.test(cx, to, &mut found);
                    }
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
        with_sources(found, &sources, self.include.eval(cx))
    }

    /// What is asked of a candidate, where it is the same from whichever source it is looked at.
    fn wanted(&self) -> Option<Wanted<'_>> {
        match (&self.condition, self.kind) {
            _ if !self.near.is_listed() => None,
            (None, Some(kind)) => Some(Wanted::Kind(kind)),
            (Some(condition), None) => {
                let sites = condition.on_sites_while(self.t, Uses::TO, Uses::FROM)?;
                (!sites.costly).then_some(Wanted::In(sites))
            }
            _ => None,
        }
    }

    /// The sites beside the sources, of which some may be among them.
    fn beside(&self, cx: &mut Cx, sources: &SiteSet) -> SiteSet {
        if let Some(beside) = &self.beside {
            cx.charge(4 * sources.len() as u64);
            return beside.clone();
        }
        let mut found = SiteSet::new().widened(self.near.sites());
        for source in sources {
            if !cx.spend(4) {
                break;
            }
            if on_board(&self.board, self.t, source).is_some() {
                self.near.add_to(&mut found, source);
            }
        }
        found
    }

    /// Leaves those of some neighbours that are wanted.
    fn narrow(&self, cx: &mut Cx, found: &mut SiteSet, wanted: Wanted) {
        match wanted {
            _ if found.is_empty() => {}
            Wanted::In(region) => region.look(cx, |region| found.intersect_with(region)),
            Wanted::Kind(kind) => {
                cx.charge(found.len() as u64);
                *found = found.iter().filter(|&site| kind.holds(cx, self.t, site)).collect();
            }
        }
    }

    fn test(&self, cx: &mut Cx, to: u32, found: &mut SiteSet) {
        let to = to as i32;
        cx.charge(1);
        cx.it.to = to;
        if self.kind.is_none_or(|kind| kind.holds(cx, self.t, to))
            && self.condition.as_ref().is_none_or(|condition| condition.eval(cx))
        {
            found.insert(to);
        }
    }
}
