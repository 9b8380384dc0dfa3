//! Families of lists of sites that the shape of the board gives: `Rows`, `SubGrids`, `HintRegions` and the like.
//!
//! They are lists of sites of the default type, or of the type that `(is Connected ..)` asks about. `SubGrids` are k by
//! k blocks, k the fourth root of the number of cells, rounded down. `AllDirections` has a list for each site: the site
//! and all that lies on its lines. `Touching`, `Vertices` and `Regions` are the pairs of a site and an adjacent one.
//! `HintRegions` are the sites of the hints for cells, or with a label for vertices if there are any, else cells, else
//! edges. `Diagonals` are none. (Ludii 1.3.12's behaviour.)

use crate::board::NamedSet;
use crate::engine::equipment::{Family, Hint};
use crate::ludemes::prelude::*;

/// The family of a kind; `label` says whether the regions have one for their hints.
pub(super) fn family(kind: &str, label: bool, lo: &Lowering) -> Family {
    let hints = &lo.equipment.puzzle.hints;
    let lists = match kind {
        "HintRegions" if label => {
            let order = [SiteType::Vertex, SiteType::Cell, SiteType::Edge];
            let used = order.into_iter().find(|&t| !hints[t as usize].is_empty());
            used.map_or_else(Vec::new, |t| of_hints(&hints[t as usize]))
        }
        "HintRegions" => of_hints(&hints[SiteType::Cell as usize]),
        _ => static_lists(kind, &lo.board(), lo.default_type()).unwrap_or_default(),
    };
    Family { centred: kind == "AllDirections", lists }
}

fn of_hints(hints: &[Hint]) -> Vec<Vec<i32>> {
    hints.iter().map(|hint| hint.sites.clone()).collect()
}

/// The lists of a kind that the board alone gives; `None` of other kinds.
pub(in crate::ludemes) fn static_lists(kind: &str, board: &Topology, t: SiteType) -> Option<Vec<Vec<i32>>> {
    let list = |sites: &[u32]| sites.iter().map(|&site| site as i32).collect::<Vec<_>>();
    let sites = 0..board.len(t);
    let corners = list(board.named(t, NamedSet::Corners));
    let sides = || board.sides(t).map(list);
    let lists: Vec<Vec<i32>> = match kind {
        "Rows" => (0..board.row_count(t)).map(|row| list(board.row_sites(t, row))).collect(),
        "Columns" => (0..board.column_count(t)).map(|column| list(board.column_sites(t, column))).collect(),
        "Layers" => (0..board.layer_count(t)).map(|layer| list(board.layer_sites(t, layer))).collect(),
        "Corners" => corners.into_iter().map(|corner| vec![corner]).collect(),
        "Sides" => sides().collect(),
        "SidesNoCorners" => {
            sides().map(|side| side.into_iter().filter(|site| !corners.contains(site)).collect()).collect()
        }
        "AllSites" => vec![sites.map(|site| site as i32).collect()],
        "AllDirections" => sites.map(|site| around(board, t, site)).collect(),
        "SubGrids" => blocks(board),
        "Touching" | "Vertices" | "Regions" => sites
            .flat_map(|site| {
                let near = board.neighbours(t, site, Relation::Adjacent).iter();
                near.map(move |&other| vec![site as i32, other as i32])
            })
            .collect(),
        _ => return None,
    };
    Some(lists)
}

/// A site and all that lies on its lines, each once.
fn around(board: &Topology, t: SiteType, site: usize) -> Vec<i32> {
    let mut list = vec![site as i32];
    let mut seen: SiteSet = [site as i32].into_iter().collect();
    for line in board.radials(t, site, Direction::All) {
        for &other in line.path.iter() {
            if !seen.contains(other as i32) {
                seen.insert(other as i32);
                list.push(other as i32);
            }
        }
    }
    list
}

/// The square blocks of the cells, row of blocks by row of blocks.
fn blocks(board: &Topology) -> Vec<Vec<i32>> {
    let cells = board.len(SiteType::Cell);
    let side = (1..).take_while(|k: &usize| k.pow(4) <= cells).last().unwrap_or(0);
    let block_of = |cell: usize| {
        let row = usize::try_from(board.row(SiteType::Cell, cell)?).ok()? / side;
        let column = usize::try_from(board.column(SiteType::Cell, cell)?).ok()? / side;
        (row < side && column < side).then_some(row * side + column)
    };
    let mut blocks = vec![Vec::new(); side * side];
    for cell in 0..cells {
        if let Some(block) = block_of(cell) {
            blocks[block].push(cell as i32);
        }
    }
    blocks
}
