//! Finding a closed ring of pieces, as `(is Loop ..)` and `(sites Loop ..)` do.

use super::group::Growth;
use super::tile_paths::follow;
use crate::engine::adjacency::Adjacency;
use crate::ludemes::prelude::*;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// What `[type] [surround:role | {role ..}] [directions] [colour] [start | region]` asks for.
///
/// For each neighbour of the start (the last move's `to` by default), the last one first, that is not an outer site
/// and, with roles, belongs to one of them (`Neutral` meaning empty or neutral): the area around it is
/// flooded along orthogonal lines over sites with another component than the start's; an area that reaches an outer
/// site is passed over. The orthogonal neighbours of the area are the ring. All of them must belong to the colour (the
/// mover by default), and the ring must close along the directions (`Adjacent` by default) over sites with the start's
/// component. (Ludii 1.3.12's behaviour.)
///
/// ASSUMPTION: the ring closes when its sites are connected and each touches at least two others of it.
pub(crate) struct LoopSearch {
    growth: Growth,
    outer: SiteSet,
    board: Arc<Topology>,
    surround: Option<Vec<IntExpr>>,
    colour: IntExpr,
    starts: SitesExpr,
    /// By site, the sites one orthogonal step away, where areas can be flooded step by step over sets of sites.
    near: OnceLock<Option<Adjacency>>,
    told_by_sets: bool,
    /// What the search reads.
    pub uses: Uses,
}

/// A ring and the area inside it.
pub(crate) struct Ring {
    /// The sites of the ring.
    pub ring: SiteSet,
    /// The sites inside.
    pub inside: SiteSet,
}

impl LoopSearch {
    /// Reads the slots.
    pub(crate) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let growth = Growth::read(call, lo)?;
        let board = lo.board();
        let surround = call.get("surround").or_else(|| call.get("surroundList"));
        let surround = surround.map(|arg| lo.int_args(arg.each())).transpose()?;
        let colour = lo.int_opt(call, "colour")?.unwrap_or_else(|| Role::Mover.as_int());
        let starts = match lo.sites_opt(call, "regionStart")? {
            Some(starts) => starts,
            None => super::site_or_last_to(call, "start", lo)?.into_sites(),
        };
        let roles = uses_of(surround.iter().flatten());
        let uses = growth.uses() | roles | colour.uses | starts.uses | Uses::BOARD;
        let outer = board.named(growth.t, crate::board::NamedSet::Outer).iter().collect();
        let (near, told_by_sets) = (OnceLock::new(), lo.has_views());
        Ok(LoopSearch { growth, outer, board, surround, colour, starts, near, told_by_sets, uses })
    }

    /// Whether the paths of the colour lead from the first start, which has a tile, back to it; `None` without a tile
    /// there.
    pub(crate) fn closes_path(&self, cx: &mut Cx) -> Option<bool> {
        let colour = self.colour.eval(cx);
        let start = *self.starts.eval(cx).first()?;
        let mut closed = false;
        follow(cx, &self.board, start, colour, |cell, onwards| {
            closed = onwards && cell == start;
            if closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Some(closed)
    }

    /// The first ring that is found.
    pub(crate) fn find(&self, cx: &mut Cx) -> Option<Ring> {
        let colour = self.colour.eval(cx);
        let surround: Option<Vec<i32>> = self.surround.as_ref().map(|roles| roles.iter().map(|r| r.eval(cx)).collect());
        let starts = self.starts.eval(cx);
        starts.into_iter().filter(|&start| start < self.growth.sites()).find_map(|start| {
            let t = self.growth.t;
            let what = cx.state.what(t, start);
            let neighbours = self.board.neighbours(t, start as usize, Relation::Adjacent).iter().rev();
            let mut links = 0;
            self.growth.steps(cx, start, |cx, to| links += i32::from(cx.state.what(t, to) == what));
            let others = self.others(cx, start);
            // Neighbours from which the area reaches an outer site.
            let mut open = SiteSet::new();
            neighbours.map(|&site| site as i32).find_map(|site| {
                let wanted = |roles: &Vec<i32>| roles.contains(&cx.state.who(t, site));
                if self.outer.contains(site) || !surround.as_ref().is_none_or(wanted) {
                    return None;
                }
                let near = self.board.neighbours(t, site as usize, Relation::Orthogonal);
                if links < 2 && near.contains(&(start as u32)) {
                    // The start would be in the ring, which does not go on from it.
                    return None;
                }
                let inside = match &others {
                    Some(others) => self.flood_at_once(cx, site, others, &mut open)?,
                    None => self.flood(cx, site, what)?,
                };
                let ring = self.around(&inside);
                let owned = ring.iter().all(|site| cx.state.who(t, site) == colour);
                (owned && self.closes(cx, &ring, what)).then_some(Ring { ring, inside })
            })
        })
    }

    /// The orthogonal steps of each site, where every line goes on by such steps.
    fn near(&self) -> Option<&Adjacency> {
        let near = self.near.get_or_init(|| {
            let (t, sites) = (self.growth.t, self.board.len(self.growth.t));
            let small = self.told_by_sets && sites <= super::group::MOST_SITES;
            let lines = |site| self.board.radials(t, site, Direction::Orthogonal);
            let first = |site| lines(site).iter().filter_map(|line| line.path.get(1)).copied();
            let near = Adjacency::new(if small { sites } else { 0 }, first);
            let goes_on = |pair: &[u32]| SiteSet::of_words(near.row(pair[0] as usize)).contains(pair[1] as i32);
            let all = (0..near.sites()).flat_map(lines).all(|line| line.path.windows(2).all(goes_on));
            (small && all).then_some(near)
        });
        near.as_ref()
    }

    /// The sites with another component than a site, where they are known at once and areas are flooded over sets.
    fn others(&self, cx: &Cx, site: i32) -> Option<SiteSet> {
        let near = self.near()?;
        let piece = cx.state.piece(self.growth.t, site, None);
        let alone = cx.game.equipment.components_of(i32::from(piece.who)).nth(1).is_none();
        let owned = cx.state.site_store(0, self.growth.t)?.owned(piece.who).filter(|_| alone && piece.what != 0)?;
        let mut others = SiteSet::below(near.sites());
        others.subtract(owned);
        Some(others)
    }

    /// The same as [`LoopSearch::flood`] over the sites with another component. A site beside one whose area reaches an
    /// outer site has such an area too.
    fn flood_at_once(&self, cx: &mut Cx, site: i32, others: &SiteSet, open: &mut SiteSet) -> Option<SiteSet> {
        let near = self.near()?;
        let mut out = self.outer.clone();
        out.intersect_with(others);
        let area = if near.touches(usize::try_from(site).ok()?, open) {
            None
        } else {
            others.joined_to(site, near, Some(&out))
        };
        cx.charge(4 + 2 * area.as_ref().map_or(0, SiteSet::len) as u64);
        if area.is_none() && others.contains(site) {
            open.insert(site);
        }
        area
    }

    /// The area around a site; `None` when it reaches an outer site.
    fn flood(&self, cx: &mut Cx, site: i32, what: i32) -> Option<SiteSet> {
        let t = self.growth.t;
        let mut area = SiteSet::new();
        area.insert(site);
        let mut todo = vec![site];
        while let Some(site) = todo.pop() {
            cx.spend(1);
            for radial in self.board.radials(t, site as usize, Direction::Orthogonal) {
                for &next in &radial.path[1..] {
                    let next = next as i32;
                    if cx.state.what(t, next) == what {
                        break;
                    }
                    if self.outer.contains(next) {
                        return None;
                    }
                    if !area.contains(next) {
                        area.insert(next);
                        todo.push(next);
                    }
                }
            }
        }
        Some(area)
    }

    /// The orthogonal neighbours of an area.
    fn around(&self, area: &SiteSet) -> SiteSet {
        let neighbours = |site: i32| self.board.neighbours(self.growth.t, site as usize, Relation::Orthogonal);
        let mut ring: SiteSet = area.iter().flat_map(neighbours).collect();
        ring.subtract(area);
        ring
    }

    fn closes(&self, cx: &mut Cx, ring: &SiteSet, what: i32) -> bool {
        let Some(first) = ring.first() else { return false };
        let mut chained = true;
        for site in ring {
            let mut links = 0;
            self.growth.steps(cx, site, |_, to| links += i32::from(ring.contains(to)));
            chained &= links >= 2 && cx.state.what(self.growth.t, site) == what;
        }
        let walked = self.growth.grow(cx, first, &mut SiteSet::new(), |_, to| ring.contains(to));
        chained && walked.len() == ring.len()
    }
}
