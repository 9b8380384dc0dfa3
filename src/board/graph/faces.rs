//! Faces: how they are found by walking, and how they are made explicitly.

use super::{EPS, Graph, Point, distance, sides};

/// The longest ring of vertices that becomes a face.
const MAX_SIDES: usize = 32;

/// A face of a [`Graph`]: a clockwise ring of vertices.
#[derive(Debug, Clone, PartialEq)]
pub struct Face {
    /// The ring, starting at the vertex from which it was found.
    pub vertices: Vec<u32>,
    /// The i-th edge joins vertex i to vertex i + 1.
    pub edges: Vec<u32>,
    /// Position: the mean of the vertices, unless the generator has placed it.
    pub at: [f64; 3],
}

/// Which edges meet a lower-numbered one away from their ends, looked up when it matters.
struct Crossings {
    known: Vec<Option<bool>>,
    /// The edges by their least x.
    sorted: Vec<(f64, u32)>,
    /// The widest edge.
    width: f64,
}

impl Crossings {
    fn new(graph: &Graph) -> Self {
        let mut width: f64 = 0.0;
        let mut sorted: Vec<(f64, u32)> = Vec::with_capacity(graph.edges.len());
        for (e, edge) in (0..).zip(&graph.edges) {
            let (a, b) = (graph.at(edge.a)[0], graph.at(edge.b)[0]);
            width = width.max((a - b).abs());
            sorted.push((a.min(b), e));
        }
        sorted.sort_by(|l, r| l.0.total_cmp(&r.0));
        Self { known: vec![None; graph.edges.len()], sorted, width }
    }

    fn lower(&mut self, graph: &Graph, e: u32) -> bool {
        if let Some(known) = self.known[e as usize] {
            return known;
        }
        let (a, b) = (graph.at(graph.edges[e as usize].a), graph.at(graph.edges[e as usize].b));
        // Edges that begin or end farther away are apart along the axis.
        let from = a[0].min(b[0]) - self.width - 0.01;
        let to = a[0].max(b[0]) + 0.01;
        let first = self.sorted.partition_point(|(x, _)| *x < from);
        let near = self.sorted[first..].iter().take_while(|(x, _)| *x <= to);
        let crosses = near.filter(|(_, other)| *other < e).any(|(_, other)| {
            let other = &graph.edges[*other as usize];
            let (c, d) = (graph.at(other.a), graph.at(other.b));
            if apart(a, b, c, d, 0) || apart(a, b, c, d, 1) {
                return false;
            }
            let touching = [c, d].iter().any(|&p| distance(p, a) < 0.001 || distance(p, b) < 0.001);
            !touching && segments_meet(a, b, c, d, -EPS).is_some()
        });
        self.known[e as usize] = Some(crosses);
        crosses
    }
}

impl Graph {
    /// The mean position of some vertices, summed in their order.
    pub(in crate::board) fn mean(&self, vertices: &[u32]) -> Point {
        let mut sum = [0.0; 3];
        for &v in vertices {
            for (total, part) in sum.iter_mut().zip(self.at(v)) {
                *total += part;
            }
        }
        sum.map(|total| total / vertices.len() as f64)
    }

    /// Drops all faces.
    pub(in crate::board) fn clear_faces(&mut self) {
        self.faces.clear();
        for vertex in &mut self.vertices {
            vertex.faces.clear();
        }
        for edge in &mut self.edges {
            edge.left = None;
            edge.right = None;
        }
    }

    /// Replaces the faces by those found by walking from every vertex along its right-hand side.
    ///
    /// With `check`, a ring is given up when it walks an edge that crosses a lower-numbered one.
    pub(in crate::board) fn make_faces(&mut self, check: bool) {
        self.clear_faces();
        let mut crossing = check.then(|| Crossings::new(self));
        for s in 0..self.vertices.len() as u32 {
            for i in 0..self.vertices[s as usize].edges.len() {
                let start = self.vertices[s as usize].edges[i];
                if let Some((ring, edges)) = self.walk(s, start, &mut crossing)
                    && self.face_of(&ring).is_none()
                {
                    self.push_face(ring, edges);
                }
            }
        }
    }

    /// Links each vertex of a ring with the next and makes the face of the ring.
    pub(in crate::board) fn add_ring(&mut self, ring: &[u32]) {
        for (&a, &b) in sides(ring) {
            self.link(a, b);
        }
        self.add_face(ring);
    }

    /// Makes the face of a ring of vertices: nothing when an edge is missing or the face exists.
    pub(in crate::board) fn add_face(&mut self, ring: &[u32]) {
        let edges: Option<Vec<u32>> = sides(ring).map(|(&a, &b)| self.edge_between(a, b)).collect();
        if let Some(edges) = edges
            && !ring.is_empty()
            && self.face_of(ring).is_none()
        {
            self.push_face(ring.to_vec(), edges);
        }
    }

    /// Appends a face and tells its vertices and edges.
    pub(in crate::board) fn push_face(&mut self, vertices: Vec<u32>, edges: Vec<u32>) {
        let f = self.faces.len() as u32;
        for (&v, &e) in vertices.iter().zip(&edges) {
            self.vertices[v as usize].faces.push(f);
            let edge = &mut self.edges[e as usize];
            if edge.a == v {
                edge.right = Some(f);
            } else {
                edge.left = Some(f);
            }
        }
        let at = self.mean(&vertices);
        self.faces.push(Face { vertices, edges, at });
    }

    /// Sorts the faces around every vertex by their direction, as assembly from lists does.
    pub(in crate::board) fn sort_vertex_faces(&mut self) {
        for vertex in &mut self.vertices {
            let faces = &self.faces;
            let key = |f: u32| {
                let at = faces[f as usize].at;
                (at[1] - vertex.at[1]).atan2(at[0] - vertex.at[0])
            };
            vertex.faces.sort_by(|&l, &r| key(l).total_cmp(&key(r)));
        }
    }

    /// The ring that starts at `s` with the edge after `e`, if it closes clockwise.
    fn walk(&self, s: u32, mut e: u32, crossing: &mut Option<Crossings>) -> Option<(Vec<u32>, Vec<u32>)> {
        let level = self.at(s)[2];
        let mut ring = vec![s];
        let mut edges = Vec::new();
        let mut v = s;
        loop {
            if ring.len() > MAX_SIDES {
                return None;
            }
            let list = &self.vertices[v as usize].edges;
            let i = list.iter().position(|&x| x == e)?;
            let (next, w) = (1..list.len()).find_map(|k| {
                let next = list[(i + k) % list.len()];
                let w = self.edges[next as usize].other(v);
                ((self.at(w)[2] - level).abs() < 1e-4).then_some((next, w))
            })?;
            e = next;
            v = w;
            edges.push(e);
            if v == s {
                break;
            }
            if ring.contains(&v) {
                return None;
            }
            ring.push(v);
            if let Some(crossing) = crossing
                && crossing.lower(self, e)
            {
                return None;
            }
        }
        (ring.len() >= 3 && self.area(&ring) < 0.0).then_some((ring, edges))
    }

    /// The shoelace area; negative for a clockwise ring.
    fn area(&self, ring: &[u32]) -> f64 {
        let cross = |(&i, &j): (&u32, &u32)| {
            let (p, q) = (self.at(i), self.at(j));
            p[0] * q[1] - q[0] * p[1]
        };
        sides(ring).map(cross).sum::<f64>() / 2.0
    }

    /// The face of this ring, in either sense.
    pub(in crate::board) fn face_of(&self, ring: &[u32]) -> Option<u32> {
        let n = ring.len();
        let start = *ring.first()?;
        self.vertices[start as usize].faces.iter().copied().find(|&f| {
            let known = &self.faces[f as usize].vertices;
            known.len() == n
                && known.iter().position(|&v| v == start).is_some_and(|at| {
                    (0..n).all(|i| known[(at + i) % n] == ring[i]) || (0..n).all(|i| known[(at + n - i) % n] == ring[i])
                })
        })
    }
}

/// The parameters at which two segments meet, both within `[margin, 1 − margin]`.
pub(in crate::board) fn segments_meet(a: Point, b: Point, c: Point, d: Point, margin: f64) -> Option<(f64, f64)> {
    let (rx, ry) = (b[0] - a[0], b[1] - a[1]);
    let (sx, sy) = (d[0] - c[0], d[1] - c[1]);
    let det = rx * sy - ry * sx;
    if det.abs() < EPS {
        return None;
    }
    let t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / det;
    let u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / det;
    let inside = margin..=1.0 - margin;
    (inside.contains(&t) && inside.contains(&u)).then_some((t, u))
}

/// Whether two segments are clearly apart along an axis.
fn apart(a: Point, b: Point, c: Point, d: Point, axis: usize) -> bool {
    a[axis].max(b[axis]) + 0.001 < c[axis].min(d[axis]) || c[axis].max(d[axis]) + 0.001 < a[axis].min(b[axis])
}
