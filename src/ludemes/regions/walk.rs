//! `(sites [type] [site] {{F R ..} ..} [rotations:boolean])`: where walks over the board end.
//!
//! A walk starts at the site (`(from)` by default) in each orthogonal direction, or with `rotations:False` only in the
//! first. `F` goes one step on, the last one where several lead the same way; `R` and `L` turn to the next orthogonal
//! direction; a walk that leaves the board ends nowhere. (Ludii 1.3.12's behaviour.)

use crate::board::facing;
pub(crate) use crate::engine::tile::StepType;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

impl StepType {
    /// The walks of an argument `{{F R F} ..}`; a single walk may stand without its outer braces.
    pub(crate) fn walks(arg: &Arg, lo: &Lowering) -> Lowered<Vec<Vec<StepType>>> {
        let Value::Array(items) = &arg.value else {
            return Ok(vec![vec![StepType::read(arg, lo)?]]);
        };
        if items.iter().any(|item| matches!(item.value, Value::Word { .. })) {
            return Ok(vec![items.iter().map(|item| StepType::read(item, lo)).collect::<Lowered<_>>()?]);
        }
        items.iter().map(|item| Ok(StepType::walks(item, lo)?.concat())).collect()
    }

    fn read(arg: &Arg, lo: &Lowering) -> Lowered<StepType> {
        match &arg.value {
            Value::Word { word: "F", .. } => Ok(StepType::F),
            Value::Word { word: "R", .. } => Ok(StepType::R),
            Value::Word { word: "L", .. } => Ok(StepType::L),
            _ => lo.wrong(&arg.origin, "expected `F`, `R` or `L` here"),
        }
    }
}

/// Where a walk from a site ends, for each starting direction in order; walks that leave the board are left out.
pub(crate) fn walk_ends(
    board: &Topology,
    t: SiteType,
    start: usize,
    walk: &[StepType],
    rotations: bool,
) -> impl Iterator<Item = u32> {
    let ways = board.supported(t, Relation::Orthogonal);
    let starts = if rotations { ways } else { &ways[..ways.len().min(1)] };
    starts.iter().filter_map(move |&way| walk_path(board, t, start, way, walk)?.last().copied())
}

/// The sites of a walk that starts in this direction, the start first; `None` when it leaves the board.
pub(super) fn walk_path(
    board: &Topology,
    t: SiteType,
    start: usize,
    mut way: Direction,
    walk: &[StepType],
) -> Option<SmallVec<[u32; 8]>> {
    let ways = board.supported(t, Relation::Orthogonal);
    let mut at = start;
    let mut path = SmallVec::from_iter(u32::try_from(start).ok());
    for turn in walk {
        match turn {
            StepType::F => {
                let next = *board.steps(t, at, way).last()?;
                path.push(next);
                at = next as usize;
            }
            StepType::R => way = turned(way, ways, facing::right),
            StepType::L => way = turned(way, ways, facing::left),
        }
    }
    Some(path)
}

/// The next supported direction to one side.
fn turned(way: Direction, ways: &[Direction], side: fn(Direction) -> Direction) -> Direction {
    let round = std::iter::successors(Some(side(way)), |&next| Some(side(next)));
    round.take(16).find(|next| ways.contains(next)).unwrap_or(way)
}

pub(super) fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let start = lo.int_opt(call, "index")?.unwrap_or_else(|| Expr::new(Uses::FROM, |cx: &mut Cx| cx.it.from));
    let walks = call.get("possibleSteps").map_or(Ok(Vec::new()), |walks| StepType::walks(walks, lo))?;
    let rotations = lo.bool_or(call, "rotations", true)?;
    let board = lo.board();
    let region = Expr::new(start.uses | rotations.uses, move |cx| {
        let mut found = SiteSet::new();
        let start = start.eval(cx);
        let Some(start) = super::on_board(&board, t, start) else { return found };
        let rotations = rotations.eval(cx);
        for walk in &walks {
            cx.charge(8 * walk.len() as u64);
            walk_ends(&board, t, start, walk, rotations).for_each(|site| found.insert(site as i32));
        }
        found
    });
    Ok(lo.keep(call, region))
}
