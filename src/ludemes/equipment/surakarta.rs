//! `(surakartaBoard graph [loops:] [from:])`: a board of vertices with loops at its corners.
//!
//! Each loop is a ring of lines: row `L` to the right, column `L` from the right upwards, row `L` from the top to the
//! left and column `L` downwards, each over its full length; on a board of triangles three lines, two of which run
//! slantwise. `L` counts from `from:` (1 by default). Where one line ends and the next begins there is a bump: the list
//! of the track holds the site twice. A line of two sites has one inside as well; there is none at site 0. Each loop is
//! two looped tracks: `Track1F`, and `Track1B` the other way round. Without `loops:` there are as many as leave two
//! lines in the middle, on a board of triangles half of the lines but one. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: only boards of squares and of triangles have such loops, and only loops whose sites are all on the
//! board.

use crate::board::Options;
use crate::engine::equipment::Track;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::part("item", "surakartaBoard", "").requires(|needs, _| needs.default_type = SiteType::Vertex)];

/// Builds and measures the board.
pub(super) fn board(call: &Ludeme, lo: &mut Lowering) -> Lowered<Topology> {
    lo.build = SiteType::Vertex;
    let graph = lo.graph(call, "graphFn")?;
    Ok(Topology::new(graph, SiteType::Vertex, Options { boardless: false, layered: lo.features.layered }))
}

/// The tracks of its loops, each forwards and backwards.
pub(super) fn tracks(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<Track>> {
    let head = call.part("graphFn").map_or("", |graph| graph.form.head);
    let board = lo.board();
    let sites = 0..board.len(SiteType::Vertex);
    let count = |lines: usize| i32::try_from(lines).unwrap_or(0);
    let (rows, columns) = (count(board.row_count(SiteType::Vertex)), count(board.column_count(SiteType::Vertex)));
    let length = sites.len() as i64;
    let (most, ring): (i32, fn(i32, i32, i32) -> Ring) = match head {
        "square" | "rectangle" if i64::from(rows) * i64::from(columns) == length => {
            ((rows.min(columns) - 2) / 2, square)
        }
        "tri" if i64::from(rows) * (i64::from(rows) + 1) / 2 == length => ((rows - 1) / 2, triangle),
        _ => return lo.unsupported(&call.origin, "loops on a board that is neither of squares nor a triangle"),
    };
    let loops = lo.dim_or(call, "loops", most)?;
    let first = lo.dim_or(call, "from", 1)?;
    let mut tracks = Vec::new();
    for line in (first..).take(usize::try_from(loops).unwrap_or(0)) {
        if line < 0 || line >= rows.min(columns) {
            return lo.wrong(&call.origin, format!("the board has no line {line} for a loop"));
        }
        let mut ring = ring(line, rows, columns);
        if ring.iter().any(|&(site, _)| usize::try_from(site).map_or(true, |site| !sites.contains(&site))) {
            return lo.wrong(&call.origin, format!("loop {line} leaves the board"));
        }
        tracks.push(Track::new(format!("Track{line}F").into(), 0, &with_bumps(&ring), true));
        ring.reverse();
        tracks.push(Track::new(format!("Track{line}B").into(), 0, &with_bumps(&ring), true));
    }
    Ok(tracks)
}

/// Sites, each with whether it is the first or the last of its line.
type Ring = Vec<(i32, bool)>;

fn line(ring: &mut Ring, sites: impl ExactSizeIterator<Item = i32>) {
    let last = sites.len().saturating_sub(1);
    ring.extend(sites.enumerate().map(|(i, site)| (site, (i == 0 || i == last) && site != 0)));
}

fn square(at: i32, rows: i32, columns: i32) -> Ring {
    let mut ring = Ring::new();
    line(&mut ring, (0..columns).map(|column| at * columns + column));
    line(&mut ring, (0..rows).map(|row| row * columns + columns - 1 - at));
    line(&mut ring, (0..columns).rev().map(|column| (rows - 1 - at) * columns + column));
    line(&mut ring, (0..rows).rev().map(|row| row * columns + at));
    ring
}

fn triangle(at: i32, rows: i32, _: i32) -> Ring {
    let length = rows - at;
    let mut ring = Ring::new();
    let first = at * rows - at * (at - 1) / 2;
    line(&mut ring, (0..length).map(|i| first + i));
    // The sites before the i-th step up, whose steps become shorter by one each.
    let up = |i: i32| rows - 1 - at + i * (rows - 1) - i * (i - 1) / 2;
    line(&mut ring, (0..length).map(up));
    let down = |i: i32| up(length) - i * (at + 2) - i * (i - 1) / 2;
    line(&mut ring, (0..length).map(down));
    ring
}

/// The list of a track, with the bumps in it.
fn with_bumps(ring: &Ring) -> Vec<i32> {
    let mut list = Vec::new();
    for (i, &(site, end)) in ring.iter().enumerate() {
        list.push(site);
        if end && ring[(i + 1) % ring.len()].1 {
            list.push(site);
        }
    }
    list
}
