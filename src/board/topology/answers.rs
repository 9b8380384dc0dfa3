//! What a measured board answers.

use super::distance::{self, Distances};
use super::radials::Lines;
use super::{PHASES, Radial, SIDES, Topology};
use crate::board::{Direction, Graph, NamedSet, Relation, SiteType};

/// A list of a table, empty when out of range.
#[inline]
fn list(table: &[Vec<u32>], at: usize) -> &[u32] {
    table.get(at).map_or(&[], Vec::as_slice)
}

impl Topology {
    /// The kind of element a bare site number means.
    #[inline]
    pub fn default_type(&self) -> SiteType {
        self.default
    }

    /// The number of elements of a kind.
    #[inline]
    pub fn len(&self, t: SiteType) -> usize {
        self.kind(t).at.len()
    }

    /// The number of elements of a kind, or of the kind that has most.
    pub fn most_sites(&self, t: Option<SiteType>) -> usize {
        t.map_or_else(|| SiteType::ALL.iter().map(|&t| self.len(t)).max().unwrap_or(0), |t| self.len(t))
    }

    /// Whether there is no element of the default kind.
    pub fn is_empty(&self) -> bool {
        self.len(self.default) == 0
    }

    /// The graph that was measured.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The neighbours of the same kind, clockwise from north; empty when out of range.
    #[inline]
    pub fn neighbours(&self, t: SiteType, site: usize, r: Relation) -> &[u32] {
        list(&self.links(t).neighbours[r as usize], site)
    }

    /// How many neighbours of a kind a site has, as `(count Neighbours)` and its kin count them: an edge's are the
    /// edges at its two ends, itself counted at both, and none of kind `Diagonal` or `Off`; otherwise those of
    /// [`Self::neighbours`].
    pub fn neighbour_count(&self, t: SiteType, site: usize, r: Relation) -> usize {
        match (t, r) {
            (SiteType::Edge, Relation::Diagonal | Relation::OffDiagonal) => 0,
            (SiteType::Edge, _) => self
                .edge_ends(site)
                .map_or(0, |(a, b)| self.vertex_edges(a as usize).len() + self.vertex_edges(b as usize).len()),
            _ => self.neighbours(t, site, r).len(),
        }
    }

    #[inline]
    fn lines(&self, t: SiteType) -> &Lines {
        self.lines[t as usize].get_or_init(|| Lines::new(&self.kind(t).at, self.links(t)))
    }

    /// The lines from a site in a direction, clockwise from north; empty when out of range.
    #[inline]
    pub fn radials(&self, t: SiteType, site: usize, d: Direction) -> &[Radial] {
        self.lines(t).radials(&self.kind(t).at, self.links(t), site, d)
    }

    /// How many steps, and how many lines, there are at most from a site in a direction. There are no more lines than
    /// steps, except in [`Direction::Rotational`], which takes the lines round and towards a centre from other
    /// directions; lines are followed for it alone.
    pub fn most_lines(&self, t: SiteType, site: usize, d: Direction) -> usize {
        let steps = self.steps(t, site, d).len();
        if d == Direction::Rotational { steps.max(self.radials(t, site, d).len()) } else { steps }
    }

    /// How many steps the longest line between sites of a kind has.
    pub fn longest_radial(&self, t: SiteType) -> usize {
        self.lines(t).longest(&self.kind(t).at, self.links(t))
    }

    /// The lines from a site in a direction, leaving out any that is the opposite of one listed, so that each full line
    /// through the site is seen once.
    #[inline]
    pub fn distinct_radials(&self, t: SiteType, site: usize, d: Direction) -> &[Radial] {
        self.lines(t).distinct(&self.kind(t).at, self.links(t), site, d)
    }

    /// The directions in which lines lead from one site to another, in their order round the compass, one for each
    /// line; each beside the other site.
    pub fn directions_to(&self, t: SiteType, from: usize, to: u32) -> &[(u32, Direction)] {
        let all = self.supported(t, Relation::All);
        self.lines(t).directions_to(&self.kind(t).at, self.links(t), (from, to), all)
    }

    /// The first of some supported directions with a line from a site that reaches another one; `None` where a site is
    /// not there.
    pub fn direction_to(&self, t: SiteType, (from, to): (i32, i32), choice: &[Direction]) -> Option<Direction> {
        let reached = self.directions_to(t, usize::try_from(from).ok()?, u32::try_from(to).ok()?);
        choice.iter().copied().find(|direction| reached.iter().any(|(_, reaching)| reaching == direction))
    }

    /// The targets of the steps of a site in a direction, clockwise from north; empty when out of range.
    #[inline]
    pub fn steps(&self, t: SiteType, site: usize, d: Direction) -> &[u32] {
        self.lines(t).steps(site, d)
    }

    /// The specific directions of a relation anywhere on the board, in ring order.
    pub fn supported(&self, t: SiteType, r: Relation) -> &[Direction] {
        &self.links(t).supported[r as usize]
    }

    /// The specific directions of a relation at one site, in the order its steps have them.
    pub fn supported_at(&self, t: SiteType, site: usize, r: Relation) -> &[Direction] {
        self.links(t).supported_at[r as usize].get(site).map_or(&[], Vec::as_slice)
    }

    /// A named set, ascending.
    pub fn named(&self, t: SiteType, set: NamedSet) -> &[u32] {
        &self.kind(t).sets[set as usize]
    }

    /// The sites of a side; only the eight winds name sides, any other direction has none.
    pub fn side(&self, t: SiteType, wind: Direction) -> &[u32] {
        SIDES.iter().position(|&side| side == wind).map_or(&[], |at| &self.kind(t).sides[at])
    }

    /// The sides that the board has, clockwise from the north.
    pub fn sides(&self, t: SiteType) -> impl Iterator<Item = &[u32]> {
        let winds = SIDES.iter().rev().cycle().skip(5).take(SIDES.len());
        winds.map(move |wind| self.side(t, *wind)).filter(|side| !side.is_empty())
    }

    /// The sites of a phase, 0 to 5; empty beyond.
    pub fn phase_set(&self, t: SiteType, phase: usize) -> &[u32] {
        if phase < PHASES { &self.kind(t).phases[phase] } else { &[] }
    }

    /// The number of rows.
    pub fn row_count(&self, t: SiteType) -> usize {
        self.kind(t).rows.len()
    }

    /// The number of columns.
    pub fn column_count(&self, t: SiteType) -> usize {
        self.kind(t).columns.len()
    }

    /// The number of layers.
    pub fn layer_count(&self, t: SiteType) -> usize {
        self.kind(t).layers.len()
    }

    /// The sites of a row; empty beyond the last.
    pub fn row_sites(&self, t: SiteType, row: usize) -> &[u32] {
        list(&self.kind(t).rows, row)
    }

    /// The sites of a column; empty beyond the last, where Ludii 1.3.12 fails.
    pub fn column_sites(&self, t: SiteType, column: usize) -> &[u32] {
        list(&self.kind(t).columns, column)
    }

    /// The sites of a layer; empty beyond the last, where Ludii 1.3.12 fails.
    pub fn layer_sites(&self, t: SiteType, layer: usize) -> &[u32] {
        list(&self.kind(t).layers, layer)
    }

    /// The row of a site.
    pub fn row(&self, t: SiteType, site: usize) -> Option<i32> {
        self.kind(t).row.get(site).copied()
    }

    /// The column of a site.
    pub fn column(&self, t: SiteType, site: usize) -> Option<i32> {
        self.kind(t).column.get(site).copied()
    }

    /// The layer of a site.
    pub fn layer(&self, t: SiteType, site: usize) -> Option<i32> {
        self.kind(t).layer.get(site).copied()
    }

    /// The colour of a site.
    pub fn phase(&self, t: SiteType, site: usize) -> Option<i32> {
        self.kind(t).phase.get(site).copied()
    }

    /// The label of a site: letters of the column and number of the row; the plain id of an edge.
    pub fn label(&self, t: SiteType, site: usize) -> Option<&str> {
        self.kind(t).labels.get(site).map(String::as_str)
    }

    /// The lowest site of a label.
    pub fn by_label(&self, t: SiteType, label: &str) -> Option<u32> {
        self.kind(t).labels.iter().position(|known| known == label).map(|id| id as u32)
    }

    /// The position of a site in units of the board.
    pub fn position(&self, t: SiteType, site: usize) -> Option<(f64, f64, f64)> {
        self.kind(t).at.get(site).map(|p| (p[0], p[1], p[2]))
    }

    /// The vertices of a cell in the order of its ring.
    pub fn cell_vertices(&self, cell: usize) -> &[u32] {
        self.graph.faces().get(cell).map_or(&[], |face| &face.vertices)
    }

    /// The edges of a cell in the order of its ring.
    pub fn cell_edges(&self, cell: usize) -> &[u32] {
        self.graph.faces().get(cell).map_or(&[], |face| &face.edges)
    }

    /// The edges of a vertex, ascending.
    pub fn vertex_edges(&self, vertex: usize) -> &[u32] {
        list(&self.vertex_edges, vertex)
    }

    /// The cells around a vertex, ascending.
    pub fn vertex_cells(&self, vertex: usize) -> &[u32] {
        list(&self.vertex_cells, vertex)
    }

    /// The ends of an edge in the order in which it was made.
    pub fn edge_ends(&self, edge: usize) -> Option<(u32, u32)> {
        self.graph.edges().get(edge).map(|e| (e.a, e.b))
    }

    /// The cells beside an edge, ascending.
    pub fn edge_cells(&self, edge: usize) -> &[u32] {
        list(&self.edge_cells, edge)
    }

    /// How far neighbouring sites of a kind lie apart in the plane, the middle one of all: each beside its nearest
    /// neighbour that is more than `apart` away. 1 where there are no neighbours.
    pub fn spacing(&self, t: SiteType, apart: f64) -> f64 {
        let mut nearest: Vec<f64> = (0..self.len(t))
            .filter_map(|site| {
                let (x, y, _) = self.position(t, site)?;
                let near = self.neighbours(t, site, Relation::Adjacent).iter();
                let near = near.filter_map(|&other| self.position(t, other as usize));
                near.map(|(ox, oy, _)| (ox - x).hypot(oy - y)).filter(|d| *d > apart).min_by(f64::total_cmp)
            })
            .collect();
        nearest.sort_by(f64::total_cmp);
        nearest.get(nearest.len() / 2).copied().filter(|d| d.is_finite()).unwrap_or(1.0)
    }

    fn distances(&self, t: SiteType, r: Relation) -> &Distances {
        self.distances[t as usize][r as usize].get_or_init(|| Distances::new(self.len(t)))
    }

    /// The number of steps between two sites; 0 for a site itself **and where there is no way** (Ludii 1.3.12).
    pub fn distance(&self, t: SiteType, r: Relation, from: usize, to: usize) -> i32 {
        self.distances(t, r).between(self.links(t), r, from, to)
    }

    /// The sites at a distance, ascending. Distance 0 holds the sites that cannot be reached too; on narrow boards the
    /// farthest sites are in no list (Ludii 1.3.12).
    pub fn sites_at_distance(&self, t: SiteType, r: Relation, from: usize, distance: i32) -> Vec<u32> {
        self.distances(t, r).at(self.links(t), r, from, distance)
    }

    /// What looking up a distance may cost, in site visits: boards too large for their table of distances are searched
    /// each time.
    pub(crate) fn distance_work(&self, t: SiteType) -> u64 {
        let n = self.len(t);
        1 + if distance::fits(n) { n / 16 } else { n } as u64
    }

    /// The distance of every site to the nearest site of a set, as the heuristics count it.
    pub fn distances_to(&self, t: SiteType, set: NamedSet) -> Vec<i32> {
        distance::to_set(self.links(t), &self.kind(t).sets[set as usize])
    }
}
