//! Sectors of the compass: of edges, and of steps.

use super::{Kind, ids};
use crate::board::graph::Point;
use crate::board::{Direction, Graph, NamedSet};
use std::f64::consts::TAU;

/// Fills axial, horizontal, vertical, angled, slash and slosh.
pub(super) fn orient_edges(graph: &Graph, edges: &mut Kind) {
    let sectors: Vec<usize> =
        graph.edges().iter().map(|e| Fineness::Sixteen.sector(graph.at(e.a), graph.at(e.b))).collect();
    let mut fill = |set: NamedSet, test: &dyn Fn(usize) -> bool| {
        edges.sets[set as usize] = ids(sectors.iter().map(|&s| test(s)));
    };
    let slash = |s: usize| matches!(s, 1..=3 | 9..=11);
    fill(NamedSet::Axial, &|s| s.is_multiple_of(4));
    fill(NamedSet::Horizontal, &|s| s.is_multiple_of(8));
    fill(NamedSet::Vertical, &|s| s % 8 == 4);
    fill(NamedSet::Angled, &|s| !s.is_multiple_of(4));
    fill(NamedSet::Slash, &slash);
    fill(NamedSet::Slosh, &|s| !s.is_multiple_of(4) && !slash(s));
}

/// How finely the steps of an element are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fineness {
    Eight = 8,
    Sixteen = 16,
}

impl Fineness {
    /// The sector of a step: 0 is east, counted counter-clockwise; a lower bound belongs to its sector.
    pub fn sector(self, a: Point, b: Point) -> usize {
        let count = self as usize;
        let width = TAU / count as f64;
        let angle = (b[1] - a[1]).atan2(b[0] - a[0]);
        let angle = if angle < 0.0 { angle + TAU } else { angle };
        ((angle + width / 2.0) / width).floor() as usize % count
    }

    /// The compass direction of a step that stays in its layer.
    pub fn planar(self, a: Point, b: Point) -> Direction {
        use Direction::{E, ENE, ESE, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, W, WNW, WSW};
        let ring = [E, ENE, NE, NNE, N, NNW, NW, WNW, W, WSW, SW, SSW, S, SSE, SE, ESE];
        match self {
            Fineness::Eight => ring[2 * self.sector(a, b)],
            Fineness::Sixteen => ring[self.sector(a, b)],
        }
    }

    /// The one of the eight winds that a step runs to, 0 east; the sectors between them count as the diagonals.
    pub fn wind(self, a: Point, b: Point) -> usize {
        match self {
            Fineness::Eight => self.sector(a, b),
            Fineness::Sixteen => [0, 1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7, 7][self.sector(a, b)],
        }
    }

    /// The direction of a step that climbs or descends.
    pub fn spatial(self, a: Point, b: Point, up: bool) -> Direction {
        use Direction::{DE, DN, DNE, DNW, DS, DSE, DSW, DW, UE, UN, UNE, UNW, US, USE, USW, UW};
        let wind = self.wind(a, b);
        if up { [UE, UNE, UN, UNW, UW, USW, US, USE][wind] } else { [DE, DNE, DN, DNW, DW, DSW, DS, DSE][wind] }
    }
}
