//! `(concentric (shape | sides:n | {n ..}) [rings:n] [steps:n] [midpoints:] [joinMidpoints:] [joinCorners:]
//! [stagger:])`: polygons within polygons, or rings about a centre.
//!
//! `Target` with `steps:` is the same as a list of `rings:` equal numbers. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: without `rings:` there is one.

use super::{built, flag};
use crate::board::generate::{self, Joins};
use crate::board::{Graph, MAX_ELEMENTS};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("concentric", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let stagger = flag(call, "stagger", false, lo)?;
    if let Some(cells) = call.get("cells") {
        let counts = lo.dims(cells)?;
        return built(call, lo, generate::concentric_rings(&counts, stagger, lo.build));
    }
    let rings = lo.dim_or(call, "rings", 1)?;
    let joins = Joins {
        midpoints: flag(call, "midpoints", true, lo)?,
        join_midpoints: flag(call, "joinMidpoints", true, lo)?,
        join_corners: flag(call, "joinCorners", false, lo)?,
    };
    let sides = match call.word("shape") {
        Some("Target") => {
            let graph = match lo.dim_opt(call, "steps")? {
                Some(steps) => {
                    let rings = usize::try_from(rings).unwrap_or(0).min(MAX_ELEMENTS as usize);
                    generate::concentric_rings(&vec![steps; rings], stagger, lo.build)
                }
                None => generate::concentric_target(rings, lo.build),
            };
            return built(call, lo, graph);
        }
        Some("Triangle") => 3,
        Some("Square") => 4,
        Some("Hexagon") => 6,
        _ => lo.dim(call, "sides")?,
    };
    built(call, lo, generate::concentric_polygon(sides, rings, joins, lo.build))
}
