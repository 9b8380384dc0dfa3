//! Whether the sites of a relation lie on a sphere, and in which order they lie around each other.
//!
//! The vertices are the sites, one outside, which is joined to all goals, and one in the middle of each square: of four
//! sites in a circle with no two opposite ones related, or of four that are all related to each other, whose diagonals
//! the middle stands for. If the vertices around each are a circle, the triangles form a surface; it is a sphere if it
//! hangs together and has as many vertices and triangles as edges, and two more (Euler).

use crate::program::bits::Set;
use crate::program::space::Steps;

/// Four sites around a middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Square {
    /// In the order in which they lie around it.
    pub corners: [usize; 4],
    /// Whether opposite corners are related.
    pub crossed: bool,
}

/// Vertices on a sphere: first the sites, then the outside, then the middles of the squares.
#[derive(Debug)]
pub struct Sphere {
    /// The vertices around each, in order; none around a site that is related to nothing.
    pub rings: Vec<Vec<usize>>,
    /// The squares, those that are crossed last.
    pub squares: Vec<Square>,
    /// The vertex outside.
    pub outside: usize,
}

impl Sphere {
    /// The sphere of a relation, if it has one.
    pub fn new<const W: usize>(steps: &Steps<W>, goals: Set<W>) -> Option<Self> {
        let outside = steps.sites();
        let mut edges = Edges((0..outside).map(|site| (steps.near(site) - Set::one(site)).collect()).collect());
        edges.0.push(Vec::new());
        for goal in goals {
            edges.join(goal, outside);
        }
        let mut squares = edges.squares(outside);
        squares.sort_by_key(|square| square.crossed);
        for square in &squares {
            edges.divide(square);
        }
        let rings: Vec<Vec<usize>> = (0..edges.0.len()).map(|vertex| edges.ring(vertex)).collect::<Option<_>>()?;
        (steps.symmetric && edges.is_sphere(&rings, outside)).then_some(Sphere { rings, squares, outside })
    }

    /// The square whose middle a vertex is.
    pub fn square(&self, vertex: usize) -> Option<&Square> {
        self.squares.get(vertex.checked_sub(self.outside + 1)?)
    }

    /// The number of the middle of a square, where such follow the sites at once.
    pub fn number(&self, vertex: usize) -> usize {
        vertex - usize::from(vertex > self.outside)
    }
}

/// For each vertex those that it is joined to.
struct Edges(Vec<Vec<usize>>);

impl Edges {
    fn join(&mut self, a: usize, b: usize) {
        self.0[a].push(b);
        self.0[b].push(a);
    }

    fn cut(&mut self, a: usize, b: usize) {
        self.0[a].retain(|&other| other != b);
        self.0[b].retain(|&other| other != a);
    }

    fn joined(&self, a: usize, b: usize) -> bool {
        // The outside is joined to many: the list of the other is shorter.
        let (a, b) = if self.0[a].len() < self.0[b].len() { (a, b) } else { (b, a) };
        self.0[a].contains(&b)
    }

    /// The vertices below one that are joined to both of two others.
    fn common(&self, a: usize, b: usize, below: usize) -> impl Iterator<Item = usize> {
        self.0[a].iter().copied().filter(move |&other| other < below && self.joined(other, b))
    }

    /// The squares among the vertices below one, each from its lowest corner.
    fn squares(&self, below: usize) -> Vec<Square> {
        let mut squares = Vec::new();
        for a in 0..below {
            let near: Vec<usize> = self.0[a].iter().copied().filter(|&other| (a + 1..below).contains(&other)).collect();
            for &p in &near {
                for &q in near.iter().filter(|&&q| q > p && !self.joined(p, q)) {
                    squares.extend(self.separating([a, p, q], below));
                }
            }
            let crossed = near.iter().filter_map(|&c| self.crossed(a, c, below));
            squares.extend(crossed.filter(|square| square.corners.iter().all(|&corner| corner >= a)));
        }
        squares
    }

    /// The squares of three sites and a higher one across the first, if nothing is in the middle already.
    fn separating(&self, [a, p, q]: [usize; 3], below: usize) -> impl Iterator<Item = Square> {
        let within = move |c: usize| self.common(p, q, below).any(|site| self.joined(site, a) && self.joined(site, c));
        let far = self.common(p, q, below).filter(move |&c| c > a && !self.joined(a, c) && !within(c));
        far.map(move |c| Square { corners: [a, p, c, q], crossed: false })
    }

    /// The square of two diagonals, of which one is given: no other triangles of sites are beside them.
    fn crossed(&self, a: usize, c: usize, below: usize) -> Option<Square> {
        let [p, q] = self.common(a, c, below).collect::<Vec<_>>()[..] else { return None };
        let alone = self.joined(p, q) && self.common(p, q, below).count() == 2;
        alone.then_some(Square { corners: [a, p, c, q], crossed: true })
    }

    /// Puts a vertex in the middle of a square.
    fn divide(&mut self, square: &Square) {
        let [a, b, c, d] = square.corners;
        if square.crossed {
            self.cut(a, c);
            self.cut(b, d);
        }
        let middle = self.0.len();
        self.0.push(Vec::new());
        for corner in square.corners {
            self.join(corner, middle);
        }
    }

    /// The vertices around one, if they are a circle.
    fn ring(&self, vertex: usize) -> Option<Vec<usize>> {
        let around = &self.0[vertex];
        let Some(&first) = around.first() else { return Some(Vec::new()) };
        let beside = |at: usize| around.iter().copied().filter(move |&next| self.is_face(vertex, at, next));
        let mut ring = vec![first];
        let mut before = beside(first).next()?;
        let mut at = first;
        loop {
            let [a, b] = beside(at).collect::<Vec<_>>()[..] else { return None };
            (before, at) = (at, if a == before { b } else { a });
            if at == first {
                break;
            }
            ring.push(at);
            if ring.len() > around.len() {
                return None;
            }
        }
        (ring.len() == around.len() && ring.len() > 2).then_some(ring)
    }

    /// Whether three vertices, the first of them joined to the others, are the corners of a triangle. They are not where
    /// they lie around a vertex with no others beside it.
    fn is_face(&self, a: usize, b: usize, c: usize) -> bool {
        let encloses = |&inner: &usize| self.0[inner].len() == 3 && self.joined(inner, b) && self.joined(inner, c);
        self.joined(b, c) && !self.0[a].iter().any(encloses)
    }

    fn is_sphere(&self, rings: &[Vec<usize>], outside: usize) -> bool {
        let vertices = self.0.iter().filter(|near| !near.is_empty()).count();
        let edges = self.0.iter().map(Vec::len).sum::<usize>() / 2;
        let faces = rings.iter().map(Vec::len).sum::<usize>() / 3;
        vertices + faces == edges + 2 && self.reached(outside) == vertices
    }

    fn reached(&self, from: usize) -> usize {
        let mut seen = vec![false; self.0.len()];
        seen[from] = true;
        let mut reached = vec![from];
        let mut index = 0;
        while let Some(&at) = reached.get(index) {
            for &next in &self.0[at] {
                if !std::mem::replace(&mut seen[next], true) {
                    reached.push(next);
                }
            }
            index += 1;
        }
        reached.len()
    }
}
