//! `(is Crossing edge edge)`: two edges of the board cross.
//!
//! They have no end in common (nor ends closer than a thousandth), and the segments meet, be it at an end of one of
//! them. Parallel edges never do. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Crossing", lower)];

/// Ends closer than this are the same.
const SAME: f64 = 0.001;
/// How far beyond the end of a segment still counts.
const SLACK: f64 = 1e-7;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let (first, second) = (lo.int(call, "edge1")?, lo.int(call, "edge2")?);
    let board = lo.board();
    Ok(crate::ludemes::ints::map2(first, second, move |first, second| {
        let (Some(a), Some(b)) = (Segment::of(&board, first), Segment::of(&board, second)) else { return false };
        let apart = |p: (f64, f64), q: (f64, f64)| (p.0 - q.0).hypot(p.1 - q.1) >= SAME;
        let distinct = [a.0, a.1].into_iter().all(|p| apart(p, b.0) && apart(p, b.1));
        let within = -SLACK..=1.0 + SLACK;
        distinct && a.meets(&b).is_some_and(|(s, t)| within.contains(&s) && within.contains(&t))
    }))
}

/// The two ends of an edge, seen from above.
pub(crate) struct Segment((f64, f64), (f64, f64));

impl Segment {
    /// An edge of the board.
    pub(crate) fn of(board: &Topology, edge: i32) -> Option<Self> {
        let (from, to) = board.edge_ends(usize::try_from(edge).ok()?)?;
        let at = |vertex: u32| board.position(SiteType::Vertex, vertex as usize).map(|(x, y, _)| (x, y));
        Some(Segment(at(from)?, at(to)?))
    }

    /// How far along this segment and the other the lines through them meet, 0 at the first end and 1 at the second;
    /// `None` for parallel ones.
    pub(crate) fn meets(&self, other: &Segment) -> Option<(f64, f64)> {
        let (ax, ay) = (self.1.0 - self.0.0, self.1.1 - self.0.1);
        let (bx, by) = (other.1.0 - other.0.0, other.1.1 - other.0.1);
        let (mx, my) = (other.0.0 - self.0.0, other.0.1 - self.0.1);
        let d = bx * ay - by * ax;
        if d.abs() < SLACK {
            return None;
        }
        Some(((bx * my - by * mx) / d, (ax * my - ay * mx) / d))
    }
}
