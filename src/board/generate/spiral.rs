//! `spiral`: one winding line of sites.

use crate::board::error::at_least;
use crate::board::{BoardError, Graph};
use std::f64::consts::TAU;

/// The most sites of a spiral: its lines may cross, and then finding its outline takes the cube of their number.
const MAX_SITES: i64 = 1_000;

/// A spiral of `sites` vertices in `turns` turns about the first one. It has no cells.
///
/// # Errors
/// When there are fewer than two turns or three sites, or so few sites that a turn would be empty, or too many.
pub fn spiral(turns: i32, sites: i32, clockwise: bool) -> Result<Graph, BoardError> {
    let turns = at_least("the number of turns", turns, 2)?;
    let sites = at_least("the number of sites", sites, 3)?;
    if sites > MAX_SITES {
        return Err(BoardError::TooBig {
            what: "the number of sites of a spiral",
            most: MAX_SITES as i32,
            found: sites as i32,
        });
    }
    let sites = sites as usize;
    let angles = angles(turns, sites)?;
    let mut graph = Graph::new();
    graph.add_vertex([0.0; 3]);
    for &angle in &angles[1..sites] {
        let x = angle * angle.cos();
        graph.add_vertex([if clockwise { -x } else { x }, angle * angle.sin(), 0.0]);
    }
    for v in 1..sites as u32 {
        graph.force_link(v - 1, v, true);
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(0);
    }
    Ok(graph)
}

/// The steps in a ring after one of `steps`: they double after the first and the second.
fn grown(ring: i64, steps: usize) -> usize {
    if ring <= 2 { steps.saturating_mul(2) } else { steps }
}

/// The angle, and radius, of each site.
fn angles(turns: i64, sites: usize) -> Result<Vec<f64>, BoardError> {
    let overflows = |base: usize| {
        let (mut steps, mut total) = (base, 1_usize);
        (1..turns).any(|ring| {
            total = total.saturating_add(steps);
            steps = grown(ring, steps);
            total > sites
        })
    };
    let base = (1..=sites).find(|&base| overflows(base)).unwrap_or(sites) - 1;
    if base == 0 {
        return Err(BoardError::Refused("a spiral needs at least one site in every turn"));
    }
    let mut angles = vec![0.0];
    let mut steps = base;
    for ring in 1..=turns + 1 {
        let step = TAU / steps as f64;
        let start = TAU * ring as f64 - if ring <= 2 || ring % 2 == 1 { step / 2.0 } else { 0.0 };
        angles.extend((0..steps).map(|i| start + step * i as f64));
        steps = grown(ring, steps);
    }
    let last = angles.last().copied().unwrap_or(0.0);
    if angles.len() <= sites {
        angles.resize(sites + 1, last);
    }
    for _ in 0..2 {
        for v in 2..sites {
            angles[v] = (angles[v - 1] + angles[v + 1]) / 2.0;
        }
    }
    angles[1] -= (angles[2] - angles[1]) / 2.0;
    Ok(angles)
}
