//! `(is Path type [from:site] player length:range [closed:boolean])`: the pieces of a player make a path, or a ring.
//!
//! Of edges: the edge and all that hangs together with it must be one path of so many edges, or with `closed:True` lie
//! on a ring of so many. Of vertices and cells the same for sites and their adjacent ones. The edge or site itself need
//! not be the player's. The default is the last move's `to`; without one there is no path.
//!
//! Rings are judged by *knots*: the vertices that no single edge cuts off from each other. A knot with as many edges as
//! vertices is a ring; in a larger one the way round is measured by `detour` and, for sites, by `rings`. The lengths
//! that count, and their oddities, are those of Ludii 1.3.12.

use super::knots::{Incidence, Owned, detour, knot, rings_of_cells, rings_of_vertices, strand};
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Path", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let from = site_or_last_to(call, "from", lo)?;
    let player = super::player_or_role(call, lo)?;
    let length = lo.range_arg(lo.one_of(call, &["length"], "`(is Path ..)` needs a length")?)?;
    let closed = lo.bool_or(call, "closed", false)?;
    let board = lo.board();
    let incidence = Incidence::new(&board);
    Ok(Expr::new(from.uses | player.uses | length.uses | closed.uses | Uses::BOARD, move |cx| {
        let Ok(from) = usize::try_from(from.eval(cx)) else { return false };
        let (player, (low, high), closed) = (player.eval(cx), length.eval(cx), closed.eval(cx));
        if from >= board.len(t) {
            return false;
        }
        let length = Length { low: i64::from(low), high: i64::from(high) };
        if (t, closed) == (SiteType::Edge, false) {
            return open_edges(cx, (&board, &incidence), player, from, length);
        }
        let owned = Owned::new(cx, &board, t, player);
        match (t, closed) {
            (SiteType::Edge, true) => closed_edges(cx, &board, &owned, from, length),
            (_, false) => open_sites(cx, &owned, t, from, length),
            (_, true) => closed_sites(cx, &board, &owned, t, from, length),
        }
    }))
}

/// The lengths asked for, both ends included.
#[derive(Clone, Copy)]
struct Length {
    low: i64,
    high: i64,
}

impl Length {
    fn is_exact(self) -> bool {
        self.low == self.high
    }
}

fn open_edges(
    cx: &mut Cx,
    (board, incidence): (&Topology, &Incidence),
    player: i32,
    edge: usize,
    length: Length,
) -> bool {
    let Some((a, b)) = board.edge_ends(edge) else { return false };
    let mut taken = SiteSet::new();
    let most = 2 * length.high - 1;
    let reach = [a, b].map(|end| incidence.farthest(cx, player, (end, edge as u32), most, &mut taken));
    let n = reach[0] + reach[1] + 1;
    let fits = if length.is_exact() { n == length.low } else { length.low < length.high && n <= length.high };
    // A way that ends short of `most` goes round in no ring, so that the ends of the edge lie in no knot together.
    fits && taken.len() as i64 + 1 == n && a != b
}

fn closed_edges(cx: &mut Cx, board: &Topology, owned: &Owned, edge: usize, length: Length) -> bool {
    let Some((a, b)) = board.edge_ends(edge) else { return false };
    let mut knot = knot(cx, owned, a);
    if !knot.contains(&b) {
        knot.clear();
    }
    let size = knot.len() as i64;
    let inner = owned.edges().filter(|(_, x, y)| knot.contains(x) && knot.contains(y)).count() as i64;
    if size == inner {
        let ring = if length.is_exact() { size == length.low } else { size > 2 && size <= length.high };
        if ring && (length.is_exact() || length.high > 2) {
            return true;
        }
    }
    if inner <= size {
        return false;
    }
    let Some(around) = detour(cx, owned, a, b) else { return false };
    let around = around + 1;
    length.is_exact() && around == length.low || length.high > 2 && around <= length.high
}

fn open_sites(cx: &mut Cx, owned: &Owned, t: SiteType, site: usize, length: Length) -> bool {
    let site = site as u32;
    let near = owned.neighbours(site);
    let vertex = t == SiteType::Vertex;
    if near.is_empty() {
        let (low, high) = (length.low == 1, length.high == 1);
        if if vertex { low || high } else { low && high } {
            return true;
        }
    }
    let first = near.first().copied().unwrap_or(0);
    if knot(cx, owned, site).contains(&first) {
        return false;
    }
    if if vertex { length.low < length.high } else { length.high > 0 } {
        return true;
    }
    if !(1..=2).contains(&near.len()) || !length.is_exact() {
        return false;
    }
    let mut sites = 1;
    for &start in near {
        let Some(more) = strand(cx, owned, site, start, 2 * length.low) else { return false };
        sites += more;
    }
    sites == length.low
}

fn closed_sites(cx: &mut Cx, board: &Topology, owned: &Owned, t: SiteType, site: usize, length: Length) -> bool {
    let site = site as u32;
    let vertex = t == SiteType::Vertex;
    let Some(first) = owned.neighbours(site).first() else { return false };
    if if vertex { length.low > length.high } else { !length.is_exact() && length.high == 0 } {
        return false;
    }
    let knot = knot(cx, owned, site);
    let size = if knot.contains(first) { knot.len() as i64 } else { 0 };
    let mut rings = |fits: &dyn Fn(i64) -> bool| {
        let rings = if vertex { rings_of_vertices(owned, site) } else { rings_of_cells(cx, board, owned, site) };
        rings.into_iter().any(|ring| ring > 2 && fits(ring))
    };
    if length.is_exact() {
        return size == length.low || size > length.low && rings(&|ring| ring == length.low);
    }
    if size <= length.high {
        return size > 2;
    }
    rings(&|ring| ring <= length.high)
}
