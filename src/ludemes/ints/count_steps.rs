//! `(count Steps [type] [relation] [(step ..)] [newRotation:int] from to)`: the least number of steps to a site or
//! region.
//!
//! A negative start and an empty target give 0, in this order. Without a `(step ..)`, the distance in the board's one
//! table of distances, whose relation is the first of Adjacent, All, OffDiagonal, Diagonal, Orthogonal that occurs in
//! the description; sites that cannot be reached have distance 0 there. With one, the relation is ignored, a start off
//! the board or a target wholly off it gives `Infinity`, a start that is a target gives 0, and else the search of
//! [`super::step_search`] decides, `Infinity` when it does not arrive. (Ludii 1.3.12's behaviour.)
//!
//! Differences: `newRotation:` is carried out only where the directions do not depend on a facing, and so has no
//! effect.

use super::step_search::StepSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Steps", lower).requires(distances)];

/// Which relation the one table of distances holds when several are asked for (Ludii 1.3.12's behaviour).
const PRECEDENCE: [Relation; 5] =
    [Relation::Adjacent, Relation::All, Relation::OffDiagonal, Relation::Diagonal, Relation::Orthogonal];

/// A distance without steps of its own is that of the table.
pub(in crate::ludemes) fn distances(needs: &mut Requirements, call: &Ludeme) {
    if call.get("stepMove").is_none() {
        let named = call.word("relation").and_then(Relation::parse).unwrap_or(Relation::Adjacent);
        let held = needs.features.distance;
        needs.features.distance = PRECEDENCE.into_iter().find(|relation| *relation == named || held == Some(*relation));
    }
}

/// The language's `Infinity`.
pub(crate) const INFINITY: i32 = 1_000_000_000;

/// The most work of looking up a distance for which all sites are looked up at once.
const FAST: u64 = 32;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let from = lo.int(call, "site1")?;
    let to = Target::read(call, lo)?;
    let Some(step) = call.get("stepMove") else { return table(t, from, to, lo) };
    let search = StepSearch::new(step, t, lo)?;
    if call.get("newRotation").is_some() && !search.is_absolute() {
        return lo.unsupported(&call.origin, "`newRotation:` with directions that depend on a facing");
    }
    let n = lo.board().len(t) as i32;
    Ok(from.with(to.uses() | search.uses(), move |cx, from| {
        if from < 0 {
            return 0;
        }
        match &to {
            Target::Site(site) => match site.eval(cx) {
                to if to < 0 => 0,
                to if from >= n || to >= n => INFINITY,
                to if to == from => 0,
                to => search.steps_to(cx, from, to).unwrap_or(INFINITY),
            },
            Target::Region(region) => {
                let region = region.eval(cx);
                if region.is_empty() || from < n && region.contains(from) {
                    return 0;
                }
                search.nearest(cx, from, |site| region.contains(site)).unwrap_or(INFINITY)
            }
        }
    }))
}

/// Whether a `(count Steps .. (step ..) ..)` would be less than `Infinity`, without counting; `None` for anything else.
pub(crate) fn finite(arg: &Arg, lo: &mut Lowering) -> Lowered<Option<BoolExpr>> {
    let Value::Ludeme(call) = &arg.value else { return Ok(None) };
    let Some(step) = call.get("stepMove") else { return Ok(None) };
    let t = lo.site_type(call, "type");
    let from = lo.int(call, "site1")?;
    let Target::Region(region) = Target::read(call, lo)? else { return Ok(None) };
    let search = StepSearch::new(step, t, lo)?;
    if call.get("newRotation").is_some() && !search.is_absolute() {
        return Ok(None);
    }
    let n = lo.board().len(t) as i32;
    Ok(Some(from.with(region.uses | search.uses(), move |cx, from| {
        if from < 0 {
            return true;
        }
        let region = region.eval(cx);
        region.is_empty() || (from < n && region.contains(from)) || search.reaches(cx, from, &region)
    })))
}

/// Where the steps are to lead.
enum Target {
    Site(Arc<IntExpr>),
    Region(RegionExpr),
}

impl Target {
    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        if let Some(site) = lo.int_opt(call, "site2")? {
            return Ok(Target::Site(Arc::new(site)));
        }
        let region = lo.region(call, "region2")?;
        Ok(Target::Region(region))
    }

    fn uses(&self) -> Uses {
        match self {
            Target::Site(site) => site.uses,
            Target::Region(region) => region.uses,
        }
    }
}

fn table(t: SiteType, from: IntExpr, to: Target, lo: &mut Lowering) -> Lowered<IntExpr> {
    let (board, from) = (lo.board(), Arc::new(from));
    let relation = lo.features.distance.unwrap_or(Relation::Adjacent);
    let view = match &to {
        Target::Site(to) if board.distance_work(t) < FAST => of_all_sites(&board, t, relation, [&from, to]),
        _ => None,
    };
    let steps = Expr::new(from.uses | to.uses(), move |cx: &mut Cx| {
        let from = from.eval(cx);
        if from < 0 {
            return 0;
        }
        let steps = |to: i32| board.distance(t, relation, from as usize, to as usize);
        match &to {
            Target::Site(site) => match site.eval(cx) {
                to if to < 0 => 0,
                to => {
                    cx.charge(board.distance_work(t));
                    steps(to)
                }
            },
            Target::Region(region) => {
                let mut least = None;
                for to in &region.eval(cx) {
                    if !cx.spend(board.distance_work(t)) {
                        break;
                    }
                    let steps = steps(to);
                    least = Some(least.map_or(steps, |least: i32| least.min(steps)));
                }
                least.unwrap_or(0)
            }
        }
    });
    Ok(steps.seen_as(view))
}

/// The distance of every site from the other end, where an iterator variable names one end; where one names each, of
/// every site that the inner one may name.
fn of_all_sites(board: &Arc<Topology>, t: SiteType, relation: Relation, ends: [&Arc<IntExpr>; 2]) -> Option<View> {
    let variables = ends.iter().map(|end| match end.view() {
        Some(View::Variable(variable)) => Some(*variable),
        _ => None,
    });
    let (at, variable) = view::innermost(variables)?;
    let (board, other) = (Arc::clone(board), Arc::clone(ends[1 - at]));
    let numbers = Expr::new(other.uses, move |cx: &mut Cx| {
        let fixed = usize::try_from(other.eval(cx)).ok();
        cx.charge(board.len(t) as u64 * board.distance_work(t));
        let steps = |site| match fixed {
            Some(from) if at == 1 => board.distance(t, relation, from, site),
            Some(to) => board.distance(t, relation, site, to),
            None => 0,
        };
        (0..board.len(t)).map(steps).collect()
    });
    // Where the other end changes with the state, few sites are asked about before it does.
    let fits = at == 0 || !numbers.uses.any(Uses::STATE | Uses::VOLATILE);
    (fits && !numbers.uses.any(variable)).then_some(View::Numbers(t, variable, numbers))
}
