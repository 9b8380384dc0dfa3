//! A board as the baselines need it.

/// The sites of a board and how they are linked.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// By site, its place in the plane.
    pub at: Vec<(f64, f64)>,
    /// By site, the sites touching it: on vertices along an edge only.
    pub adjacent: Vec<Vec<usize>>,
    /// By site, the sites along or across an edge.
    pub orthogonal: Vec<Vec<usize>>,
    /// By site, the adjacent ones and those across a corner or a cell.
    pub all: Vec<Vec<usize>>,
    /// By site, whether it is on the rim.
    pub outer: Vec<bool>,
    /// By site, the lines in all adjacent directions, without the site itself.
    pub lines: Vec<Vec<Vec<usize>>>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.at.len()
    }
}
