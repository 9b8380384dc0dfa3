//! Graphs from lists of points, and from what is left of other graphs.

use super::{Edge, Face, Graph, Point, Vertex, distance};
use std::collections::{HashMap, HashSet};

/// Points by square of the plane, so that near ones are found without looking at all.
pub(in crate::board) struct Grid {
    size: f64,
    squares: HashMap<(i64, i64), Vec<u32>>,
}

impl Grid {
    /// An empty grid that answers queries up to the distance `size`.
    pub fn new(size: f64) -> Self {
        Self { size, squares: HashMap::new() }
    }

    /// The grid of points filed under their numbers from 0.
    pub fn of(size: f64, points: impl IntoIterator<Item = Point>) -> Self {
        let mut grid = Self::new(size);
        (0..).zip(points).for_each(|(id, at)| grid.insert(id, at));
        grid
    }

    fn square(&self, at: Point) -> (i64, i64) {
        ((at[0] / self.size).floor() as i64, (at[1] / self.size).floor() as i64)
    }

    /// Files a point under its number.
    pub fn insert(&mut self, id: u32, at: Point) {
        self.squares.entry(self.square(at)).or_default().push(id);
    }

    /// The numbers filed in the nine squares around a point; unordered.
    pub fn around(&self, at: Point) -> impl Iterator<Item = u32> {
        let (x, y) = self.square(at);
        let near = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x.saturating_add(dx), y.saturating_add(dy))));
        near.filter_map(|key| self.squares.get(&key)).flatten().copied()
    }
}

/// All pairs a < b of points whose distance in the plane is about 1, in lexicographic order, as links that are straight.
fn unit_pairs(points: &[Point]) -> Vec<(u32, u32, bool)> {
    let grid = Grid::of(1.02, points.iter().copied());
    let mut pairs = Vec::new();
    for (a, &p) in points.iter().enumerate() {
        let near = |b: u32| b as usize > a && (distance(p, points[b as usize]) - 1.0).abs() < 0.01;
        let mut partners: Vec<u32> = grid.around(p).filter(|&b| near(b)).collect();
        partners.sort_unstable();
        pairs.extend(partners.into_iter().map(|b| (a as u32, b, false)));
    }
    pairs
}

/// Lays a list of offsets on each anchor; a point nearer than 0.1 to an earlier one is left out.
pub(in crate::board) fn stamp(anchors: &[[f64; 2]], offsets: &[[f64; 2]]) -> Vec<Point> {
    let mut grid = Grid::new(0.1);
    let mut points: Vec<Point> = Vec::new();
    for anchor in anchors {
        for offset in offsets {
            let p = [anchor[0] + offset[0], anchor[1] + offset[1], 0.0];
            if !grid.around(p).any(|i| distance(points[i as usize], p) < 0.1) {
                grid.insert(points.len() as u32, p);
                points.push(p);
            }
        }
    }
    points
}

impl Graph {
    /// A graph of points joined at unit distance, stored in 32 bits, with faces.
    pub(in crate::board) fn from_points(points: &[Point]) -> Self {
        let places: Vec<_> = points.iter().map(|p| (p.map(|x| f64::from(x as f32)), None)).collect();
        Self::rebuild(&places, &unit_pairs(points))
    }

    /// A graph of points joined at unit distance, stored as they are; `swap` says for which pairs the later point is
    /// the first end.
    pub(in crate::board) fn direct(points: &[Point], swap: impl Fn(u32, u32) -> bool) -> Self {
        let mut pairs = unit_pairs(points);
        for (a, b, _) in pairs.iter_mut().filter(|(a, b, _)| swap(*a, *b)) {
            std::mem::swap(a, b);
        }
        let places: Vec<_> = points.iter().map(|&at| (at, None)).collect();
        let mut graph = Self::linked(&places, &pairs);
        graph.make_faces(false);
        graph
    }

    /// A graph of places, each with the place of its pivot, and links: a second link between the same vertices and a
    /// link from a vertex to itself are left out. Pivots are found again by their place in the plane. No faces.
    pub(in crate::board) fn linked(places: &[(Point, Option<Point>)], pairs: &[(u32, u32, bool)]) -> Self {
        let mut graph = Self::new();
        for &(at, _) in places {
            graph.add_vertex(at);
        }
        let mut known = HashSet::new();
        for &(a, b, curved) in pairs {
            if a != b && known.insert((a.min(b), a.max(b))) {
                graph.push_edge(a, b, curved);
            }
        }
        for v in 0..graph.vertices.len() as u32 {
            graph.sort_edges(v);
        }
        for (v, (_, pivot)) in places.iter().enumerate() {
            graph.vertices[v].pivot = pivot.and_then(|p| graph.find([p[0], p[1], 0.0]));
        }
        graph
    }

    /// As [`Graph::linked`], with faces, and the faces around every vertex in angular order.
    pub(in crate::board) fn rebuild(places: &[(Point, Option<Point>)], pairs: &[(u32, u32, bool)]) -> Self {
        let mut graph = Self::linked(places, pairs);
        graph.make_faces(false);
        graph.sort_vertex_faces();
        graph
    }

    /// The vertices and edges that stay, as a new graph with its own lists and faces. An edge stays only with both its
    /// ends.
    pub(in crate::board) fn restricted(&self, vertices: &[bool], edges: &[bool]) -> Self {
        let mut new = vec![None; self.vertices.len()];
        let mut places = Vec::new();
        for (v, vertex) in self.vertices.iter().enumerate().filter(|(v, _)| vertices[*v]) {
            new[v] = Some(places.len() as u32);
            places.push((vertex.at, vertex.pivot.map(|p| self.at(p))));
        }
        let pairs: Vec<(u32, u32, bool)> = self
            .edges
            .iter()
            .zip(edges)
            .filter(|(_, stays)| **stays)
            .filter_map(|(edge, _)| Some((new[edge.a as usize]?, new[edge.b as usize]?, edge.curved)))
            .collect();
        Self::rebuild(&places, &pairs)
    }

    /// Puts another graph behind this one: its numbers follow.
    pub(in crate::board) fn append(&mut self, other: Graph) {
        let (v, e, f) = (self.vertices.len() as u32, self.edges.len() as u32, self.faces.len() as u32);
        let moved = |list: Vec<u32>, by: u32| list.into_iter().map(|id| id + by).collect();
        self.vertices.extend(other.vertices.into_iter().map(|vertex| Vertex {
            at: vertex.at,
            edges: moved(vertex.edges, e),
            faces: moved(vertex.faces, f),
            pivot: vertex.pivot.map(|p| p + v),
        }));
        self.edges.extend(other.edges.into_iter().map(|edge| Edge {
            a: edge.a + v,
            b: edge.b + v,
            left: edge.left.map(|id| id + f),
            right: edge.right.map(|id| id + f),
            curved: edge.curved,
        }));
        self.faces.extend(other.faces.into_iter().map(|face| Face {
            vertices: moved(face.vertices, v),
            edges: moved(face.edges, e),
            at: face.at,
        }));
    }
}
