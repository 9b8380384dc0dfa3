//! The graph of the sites, and its symmetries.

use crate::actions::Sites;
use crate::board::{Relation, SiteType};
use crate::engine::game::Game;
use std::collections::{HashMap, HashSet};

/// How many turns are tried: all that map a regular tiling onto itself are among them.
const TURNS: i32 = 24;

/// Points are the same within this part of the width of the board.
const EXACT: f64 = 1e-4;

/// Coordinates.
type Point = (f64, f64, f64);

/// A cell of the grid that points are found by, for one type of sites.
type Cell = (SiteType, i64, i64, i64);

/// The sites of a game as a graph.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The sites, in the order of their places.
    pub sites: Sites,
    /// Pairs of places whose sites are adjacent, both ways, ascending. Only sites of one type are.
    pub edges: Vec<(u32, u32)>,
    /// The coordinates of the sites; hands have none.
    pub points: Vec<Option<(f64, f64, f64)>>,
    at: Vec<(usize, SiteType, i32)>,
}

impl Graph {
    /// The graph of a game, with neighbours by this relation.
    pub fn new(game: &Game, relation: Relation) -> Graph {
        let sites = Sites::of(game);
        let board = &game.equipment.board;
        let at: Vec<(usize, SiteType, i32)> = sites.iter().collect();
        let mut edges = Vec::new();
        let mut points = Vec::new();
        for (place, &(container, t, site)) in at.iter().enumerate() {
            let site = usize::try_from(site).ok().filter(|_| container == 0);
            points.push(site.and_then(|site| board.position(t, site)));
            let Some(site) = site else { continue };
            for &other in board.neighbours(t, site, relation) {
                let other = i32::try_from(other).ok().and_then(|other| sites.place(t, other));
                edges.extend(other.map(|other| (place as u32, other as u32)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Graph { sites, edges, points, at }
    }

    /// The symmetries of the board: turns and reflections that map its sites onto each other with their neighbours, as
    /// permutations; the site at place p goes to the place `permutation[p]`. Hands stay as they are. The identity comes
    /// first.
    ///
    /// They are those of the board. Whether the rules have them too, or exchange the players with them, is another
    /// question.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let known: Vec<Point> = self.points.iter().flatten().copied().collect();
        let identity = || (0..self.sites.len() as u32).collect::<Vec<u32>>();
        if known.is_empty() {
            return vec![identity()];
        }
        let bounds = |pick: fn(&Point) -> f64| {
            let low = known.iter().map(pick).fold(f64::INFINITY, f64::min);
            let high = known.iter().map(pick).fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let (x, y) = (bounds(|point| point.0), bounds(|point| point.1));
        let count = known.len() as f64;
        let (sum_x, sum_y) = known.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        let centre = (sum_x / count, sum_y / count);
        let unit = (x.1 - x.0).max(y.1 - y.0).max(1e-9) * EXACT;
        let edges: HashSet<(u32, u32)> = self.edges.iter().copied().collect();
        let near = Near::new(self, unit);
        let mut found: Vec<Vec<u32>> = Vec::new();
        for reflect in [1.0, -1.0] {
            for turn in 0..TURNS {
                let (sin, cos) = (f64::from(turn) * std::f64::consts::TAU / f64::from(TURNS)).sin_cos();
                let map = |point: Point| {
                    let (dx, dy) = ((point.0 - centre.0) * reflect, point.1 - centre.1);
                    (centre.0 + cos * dx - sin * dy, centre.1 + sin * dx + cos * dy, point.2)
                };
                if let Some(permutation) = self.permuted(&near, map)
                    && !found.contains(&permutation)
                    && self.edges.iter().all(|&(a, b)| {
                        let image = |place: u32| permutation.get(place as usize).copied().unwrap_or(u32::MAX);
                        edges.contains(&(image(a), image(b)))
                    })
                {
                    found.push(permutation);
                }
            }
        }
        if found.is_empty() { vec![identity()] } else { found }
    }

    /// Where a map of points takes the places; `None` if it is no permutation.
    fn permuted(&self, near: &Near, map: impl Fn(Point) -> Point) -> Option<Vec<u32>> {
        let mut seen = vec![false; self.sites.len()];
        let mut permutation = Vec::with_capacity(self.sites.len());
        for (place, (point, &(_, t, _))) in self.points.iter().zip(&self.at).enumerate() {
            let image = if let Some(point) = point { near.find(t, map(*point))? } else { place as u32 };
            let entry = seen.get_mut(image as usize)?;
            if std::mem::replace(entry, true) {
                return None;
            }
            permutation.push(image);
        }
        Some(permutation)
    }
}

/// Finds places by their points.
struct Near {
    unit: f64,
    places: HashMap<Cell, Vec<(u32, Point)>>,
}

impl Near {
    fn new(graph: &Graph, unit: f64) -> Near {
        let mut near = Near { unit, places: HashMap::new() };
        for (place, (point, &(_, t, _))) in graph.points.iter().zip(&graph.at).enumerate() {
            if let Some(point) = *point {
                near.places.entry(near.key(t, point, (0, 0, 0))).or_default().push((place as u32, point));
            }
        }
        near
    }

    fn key(&self, t: SiteType, point: Point, by: (i64, i64, i64)) -> Cell {
        // Cells of a grid twice as wide as points may be apart.
        let cell = |value: f64, by: i64| (value / (2.0 * self.unit)).round() as i64 + by;
        (t, cell(point.0, by.0), cell(point.1, by.1), cell(point.2, by.2))
    }

    fn find(&self, t: SiteType, point: Point) -> Option<u32> {
        let shifts = [-1, 0, 1];
        let keys = shifts.iter().flat_map(|&dx| shifts.iter().map(move |&dy| self.key(t, point, (dx, dy, 0))));
        let close = |other: &Point| {
            let apart = |a: f64, b: f64| (a - b).abs() <= self.unit;
            apart(point.0, other.0) && apart(point.1, other.1) && apart(point.2, other.2)
        };
        let mut places = keys.filter_map(|key| self.places.get(&key)).flatten();
        places.find(|(_, other)| close(other)).map(|(place, _)| *place)
    }
}
