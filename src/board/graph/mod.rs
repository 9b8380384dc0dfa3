//! The graph kernel: points, links and faces that can still change.

mod assembly;
mod faces;
mod remove;
mod reorder;

pub(super) use assembly::{Grid, stamp};
pub use faces::Face;
pub(super) use faces::segments_meet;
pub(super) use remove::Marked;

use super::error::MAX_TOUCHING;
use super::{BoardError, SiteType};

/// Two numbers nearer than this are the same in most comparisons of Ludii 1.3.12.
pub(super) const EPS: f64 = 1e-7;

/// A position in space.
pub(super) type Point = [f64; 3];

/// A point of a [`Graph`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Vertex {
    /// Position, in units of the board.
    pub at: [f64; 3],
    /// Incident edges, counter-clockwise from just past west at the moment the last one was added.
    pub edges: Vec<u32>,
    /// Faces around the vertex.
    pub faces: Vec<u32>,
    /// The vertex about which this one turns, on curved boards.
    pub pivot: Option<u32>,
}

/// A link of a [`Graph`]; it remembers which end was given first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The end given first.
    pub a: u32,
    /// The end given second.
    pub b: u32,
    /// The face walked from `b` to `a`.
    pub left: Option<u32>,
    /// The face walked from `a` to `b`.
    pub right: Option<u32>,
    /// Whether the edge has tangents, that is, belongs to an arc.
    pub curved: bool,
}

impl Edge {
    /// The end that is not `v`.
    pub fn other(&self, v: u32) -> u32 {
        if self.a == v { self.b } else { self.a }
    }

    /// Whether both edges join the same two vertices.
    pub(super) fn joins(&self, a: u32, b: u32) -> bool {
        (self.a == a && self.b == b) || (self.a == b && self.b == a)
    }

    /// The face on the other side of face `f`.
    pub(super) fn across(&self, f: u32) -> Option<u32> {
        if self.left == Some(f) {
            self.right
        } else if self.right == Some(f) {
            self.left
        } else {
            None
        }
    }
}

/// Vertices, edges and faces, each numbered by position in its list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Graph {
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    pub(super) faces: Vec<Face>,
}

impl Graph {
    /// The graph without elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// The vertices in order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The faces in order.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The number of elements of a kind.
    pub fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
            SiteType::Cell => self.faces.len(),
        }
    }

    /// Refuses a graph with so many elements around others that measuring it would take too long.
    ///
    /// # Errors
    /// When the squares of the numbers of neighbours of a kind add up to too much.
    pub fn bound_touching(&self) -> Result<(), BoardError> {
        let degree = |v: u32| self.vertices[v as usize].edges.len() as u64;
        let cells = |v: u32| self.vertices[v as usize].faces.len().saturating_sub(1) as u64;
        let fits = |kind, most, touching: &mut dyn Iterator<Item = u64>| {
            let sum = touching.fold(0, |sum: u64, others| sum.saturating_add(others.saturating_mul(others)));
            if sum > most { Err(BoardError::Crowded(kind)) } else { Ok(()) }
        };
        fits(SiteType::Vertex, MAX_TOUCHING, &mut (0..self.vertices.len() as u32).map(degree))?;
        fits(SiteType::Edge, MAX_TOUCHING, &mut self.edges.iter().map(|edge| degree(edge.a) + degree(edge.b)))?;
        // Cells around a vertex have lines of more kinds than edges around it.
        let around = |face: &Face| face.vertices.iter().map(|&v| cells(v)).sum();
        fits(SiteType::Cell, MAX_TOUCHING / 10, &mut self.faces.iter().map(around))
    }

    /// Where an element is: the mean of its vertices, unless a face has been placed elsewhere.
    pub(super) fn position(&self, kind: SiteType, id: u32) -> Point {
        match kind {
            SiteType::Vertex => self.at(id),
            SiteType::Edge => {
                let edge = &self.edges[id as usize];
                let (a, b) = (self.at(edge.a), self.at(edge.b));
                [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, (a[2] + b[2]) / 2.0]
            }
            SiteType::Cell => self.faces[id as usize].at,
        }
    }

    /// Where a vertex is.
    pub(super) fn at(&self, v: u32) -> Point {
        self.vertices[v as usize].at
    }

    /// Appends a vertex.
    pub(super) fn add_vertex(&mut self, at: Point) -> u32 {
        self.vertices.push(Vertex { at, ..Vertex::default() });
        (self.vertices.len() - 1) as u32
    }

    /// The first vertex nearer than 0.001, measured along the axes.
    pub(super) fn find(&self, at: Point) -> Option<u32> {
        let near = |v: &Vertex| (v.at[0] - at[0]).abs() + (v.at[1] - at[1]).abs() + (v.at[2] - at[2]).abs() < 0.001;
        self.vertices.iter().position(near).map(|i| i as u32)
    }

    /// The vertex at a place, appended when there is none.
    pub(super) fn find_or_add(&mut self, at: Point) -> u32 {
        self.find(at).unwrap_or_else(|| self.add_vertex(at))
    }

    /// The lowest edge that joins two vertices, in either sense.
    pub(super) fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let incident = &self.vertices.get(a as usize)?.edges;
        incident.iter().copied().filter(|&e| self.edges[e as usize].joins(a, b)).min()
    }

    /// The edge that joins two vertices, appended when there is none.
    pub(super) fn link(&mut self, a: u32, b: u32) -> u32 {
        self.edge_between(a, b).unwrap_or_else(|| self.force_link(a, b, false))
    }

    /// Appends an edge even if there is one already.
    pub(super) fn force_link(&mut self, a: u32, b: u32, curved: bool) -> u32 {
        let e = self.push_edge(a, b, curved);
        self.sort_edges(a);
        self.sort_edges(b);
        e
    }

    /// Appends an edge and leaves the lists of its ends unsorted.
    fn push_edge(&mut self, a: u32, b: u32, curved: bool) -> u32 {
        let e = self.edges.len() as u32;
        self.edges.push(Edge { a, b, left: None, right: None, curved });
        self.vertices[a as usize].edges.push(e);
        if a != b {
            self.vertices[b as usize].edges.push(e);
        }
        e
    }

    /// Links each of some vertices to all others that are `near` it, among those up to `reach` away in the plane.
    pub(super) fn link_near(
        &mut self,
        from: impl IntoIterator<Item = u32>,
        reach: f64,
        near: impl Fn(Point, Point) -> bool,
    ) {
        let grid = Grid::of(reach, self.vertices.iter().map(|vertex| vertex.at));
        for a in from {
            let here = self.at(a);
            let mut others: Vec<u32> = grid.around(here).filter(|&b| b != a && near(here, self.at(b))).collect();
            others.sort_unstable();
            for b in others {
                self.link(a, b);
            }
        }
    }

    /// Sorts the edges around a vertex counter-clockwise, starting just past west.
    fn sort_edges(&mut self, v: u32) {
        let here = self.at(v);
        let angle = |&e: &u32| {
            let there = self.at(self.edges[e as usize].other(v));
            ((there[1] - here[1]).atan2(there[0] - here[0]), e)
        };
        let mut keyed: Vec<(f64, u32)> = self.vertices[v as usize].edges.iter().map(angle).collect();
        keyed.sort_by(|l, r| l.0.total_cmp(&r.0));
        self.vertices[v as usize].edges = keyed.into_iter().map(|(_, e)| e).collect();
    }

    /// Moves every vertex and replaces the faces' positions by the new means.
    pub(super) fn transform(&mut self, f: impl Fn(Point) -> Point) {
        for vertex in &mut self.vertices {
            vertex.at = f(vertex.at);
        }
        for i in 0..self.faces.len() {
            self.faces[i].at = self.mean(&self.faces[i].vertices);
        }
    }

    /// The mean length of the edges in the plane; 0 without edges.
    pub(super) fn mean_edge_length(&self) -> f64 {
        if self.edges.is_empty() {
            return 0.0;
        }
        let total: f64 = self.edges.iter().map(|e| distance(self.at(e.a), self.at(e.b))).sum();
        total / self.edges.len() as f64
    }

    /// The vertices of least and greatest coordinates: least x, least y, greatest x, greatest y.
    pub(super) fn bounds(&self) -> [f64; 4] {
        let points = self.vertices.iter().map(|v| [v.at[0], v.at[1]]).collect();
        super::Polygon::exact(points).bounds()
    }
}

/// The sides of a ring: each element with the next one.
pub(super) fn sides<T>(ring: &[T]) -> impl Iterator<Item = (&T, &T)> {
    ring.iter().zip(ring.iter().cycle().skip(1))
}

/// The first of what costs least.
pub(super) fn least<T>(candidates: impl Iterator<Item = (f64, T)>) -> Option<T> {
    let cheaper = |best: (f64, T), other: (f64, T)| if other.0 < best.0 { other } else { best };
    candidates.reduce(cheaper).map(|(_, found)| found)
}

/// Distance in the plane.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    (dx * dx + dy * dy).sqrt()
}

/// Distance in space.
pub(super) fn distance3(a: Point, b: Point) -> f64 {
    let (dx, dy, dz) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    (dx * dx + dy * dy + dz * dz).sqrt()
}
