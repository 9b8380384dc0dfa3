//! Triangular grids as sets of bits in which every step is a shift.

use super::bits::Bits;
use super::graph::Graph;

/// The six directions of steps, in turning order. The opposite of one is three further on.
pub const DIRECTIONS: usize = 6;

/// How the sites of a board are laid out in bits.
pub struct Lattice {
    /// By site, its bit.
    pub bit: Vec<usize>,
    /// The bits from one row to the next.
    pub row: u32,
}

impl Lattice {
    /// The layout with the fewest bits in which no step leads around from one row's end to the next one's start.
    pub fn new(board: &Graph) -> Self {
        let centre = (0..board.len()).max_by_key(|&site| board.orthogonal[site].len()).unwrap_or(0);
        let step = |other: usize| (board.at[other].0 - board.at[centre].0, board.at[other].1 - board.at[centre].1);
        let mut steps: Vec<(f64, f64)> = board.orthogonal[centre].iter().map(|&other| step(other)).collect();
        steps.sort_by(|a, b| a.1.atan2(a.0).total_cmp(&b.1.atan2(b.0)));
        let bases = (0..steps.len()).map(|i| (steps[i], steps[(i + 1) % steps.len()]));
        let layouts = bases.filter_map(|(along, up)| layout(board, along, up));
        let best = layouts.min_by_key(|layout| layout.bits());
        best.expect("the board is a part of a triangular grid")
    }

    /// How many bits there are.
    pub fn bits(&self) -> usize {
        self.bit.iter().max().map_or(0, |most| most + 1)
    }

    /// The set of all places that are a step in a direction away from one of the set.
    #[inline(always)]
    pub fn step<const W: usize>(set: Bits<W>, direction: usize, row: u32) -> Bits<W> {
        match direction {
            0 => set.up(1),
            1 => set.up(row),
            2 => set.up(row - 1),
            3 => set.down(1),
            4 => set.down(row),
            _ => set.down(row - 1),
        }
    }
}

/// The layout whose rows go along one step and follow each other by another, the next in turning order.
fn layout(board: &Graph, along: (f64, f64), up: (f64, f64)) -> Option<Lattice> {
    let area = along.0 * up.1 - along.1 * up.0;
    let (x0, y0) = board.at[0];
    let coordinates = |&(x, y): &(f64, f64)| {
        let (x, y) = (x - x0, y - y0);
        let column = (x * up.1 - y * up.0) / area;
        let row = (along.0 * y - along.1 * x) / area;
        (column.round() as i64, row.round() as i64)
    };
    let at: Vec<(i64, i64)> = board.at.iter().map(coordinates).collect();
    let columns = (at.iter().map(|at| at.0).min()?, at.iter().map(|at| at.0).max()?);
    let first_row = at.iter().map(|at| at.1).min()?;
    let width = columns.1 - columns.0 + 1;
    let rows = (width..=width + 1).map(|row| {
        let bit = |at: &(i64, i64)| ((at.1 - first_row) * row + at.0 - columns.0) as usize;
        let bit: Vec<usize> = at.iter().map(bit).collect();
        let lowest = bit.iter().min().copied().unwrap_or(0);
        Lattice { bit: bit.into_iter().map(|bit| bit - lowest).collect(), row: row as u32 }
    });
    rows.into_iter().find(|lattice| fits(board, lattice))
}

/// Whether shifts lead from each site to those beside it and to no other.
fn fits(board: &Graph, lattice: &Lattice) -> bool {
    let row = i64::from(lattice.row);
    let distinct = |bit: usize| lattice.bit.iter().filter(|&&other| other == bit).count() == 1;
    (0..board.len()).all(|site| {
        let from = lattice.bit[site] as i64;
        let steps = [1, row, row - 1, -1, -row, 1 - row].map(|step| from + step);
        let reached = (0..board.len()).filter(|&other| steps.contains(&(lattice.bit[other] as i64)));
        let mut reached: Vec<usize> = reached.collect();
        let mut wanted = board.orthogonal[site].clone();
        reached.sort_unstable();
        wanted.sort_unstable();
        reached == wanted && distinct(lattice.bit[site])
    })
}
