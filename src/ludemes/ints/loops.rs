//! Finding a closed ring of pieces, as `(is Loop ..)` and `(sites Loop ..)` do.

use super::group::Growth;
use super::tile_paths::follow;
use crate::ludemes::prelude::*;
use std::ops::ControlFlow;

/// What `[type] [surround:role | surround:{role ..}] [directions] [colour] [start | region]` asks for.
///
/// For each neighbour of the start (the last move's `to` by default), the last one first, that is not an outer site and,
/// with `surround:`, belongs to one of the roles (`Neutral` meaning empty or neutral): the area around it is flooded
/// along orthogonal lines over sites with another component than the start's; an area that reaches an outer site is
/// passed over. The orthogonal neighbours of the area are the ring. All of them must belong to the colour (the mover by
/// default), and the ring must close along the directions (`Adjacent` by default) over sites with the start's component.
/// (Ludii 1.3.12's behaviour.)
///
/// ASSUMPTION: the ring closes when its sites are connected and each touches at least two others of it.
pub(crate) struct LoopSearch {
    growth: Growth,
    outer: SiteSet,
    board: Arc<Topology>,
    surround: Option<Vec<IntExpr>>,
    colour: IntExpr,
    starts: SitesExpr,
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
        let surround = match call.get("surround") {
            None => None,
            Some(Arg { value: Value::Array(items), .. }) => {
                Some(items.iter().map(|item| lo.int_arg(item)).collect::<Lowered<Vec<_>>>()?)
            }
            Some(arg) => Some(vec![lo.int_arg(arg)?]),
        };
        let colour = lo.int_opt(call, "colour")?.unwrap_or_else(|| Role::Mover.as_int());
        let starts = match lo.sites_opt(call, "regionStart")? {
            Some(starts) => starts,
            None => {
                let start = super::site_or_last_to(call, "start", lo)?;
                Expr::new(start.uses, move |cx| Some(start.eval(cx)).into_iter().filter(|&s| s >= 0).collect())
            }
        };
        let roles = surround.iter().flatten().fold(Uses::NONE, |uses, role| uses | role.uses);
        let uses = growth.uses() | roles | colour.uses | starts.uses | Uses::BOARD;
        let outer = board.named(growth.t, crate::board::NamedSet::Outer).iter().collect();
        Ok(LoopSearch { growth, outer, board, surround, colour, starts, uses })
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
            neighbours.map(|&site| site as i32).find_map(|site| {
                let wanted = |roles: &Vec<i32>| roles.contains(&cx.state.who(t, site));
                if self.outer.contains(site) || !surround.as_ref().is_none_or(wanted) {
                    return None;
                }
                let inside = self.flood(cx, site, what)?;
                let ring = self.around(&inside);
                let owned = ring.iter().all(|site| cx.state.who(t, site) == colour);
                (owned && self.closes(cx, &ring, what)).then_some(Ring { ring, inside })
            })
        })
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
