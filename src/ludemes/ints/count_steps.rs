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
use crate::engine::bit_sliced::BitSliced;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Steps", lower)];

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
    let Some(step) = call.get("stepMove").filter(|_| (call.form.head, call.form.keyword) == ("count", Some("Steps")))
    else {
        return Ok(None);
    };
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
    Site(IntExpr),
    Region(RegionExpr),
}

impl Target {
    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        if let Some(site) = lo.int_opt(call, "site2")? {
            return Ok(Target::Site(site));
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
    let board = lo.board();
    let relation = lo.features.distance.unwrap_or(Relation::Adjacent);
    let to = Arc::new(to);
    let fast = board.distance_work(t) < FAST;
    let view = match (from.view(), &*to) {
        (Some(&View::Variable(variable)), Target::Site(site)) if !site.uses.any(variable) => {
            let (board, to) = (Arc::clone(&board), Arc::clone(&to));
            let numbers = Expr::new(site.uses, move |cx: &mut Cx| {
                let Target::Site(to) = &*to else { return BitSliced::default() };
                let to = usize::try_from(to.eval(cx)).ok();
                cx.charge(board.len(t) as u64 * board.distance_work(t));
                let steps = |from| to.map_or(0, |to| board.distance(t, relation, from, to));
                (0..board.len(t)).map(steps).collect()
            });
            fast.then_some(View::Numbers(t, variable, numbers))
        }
        _ => None,
    };
    let steps = from.with(to.uses(), move |cx, from| {
        if from < 0 {
            return 0;
        }
        let steps = |to: i32| board.distance(t, relation, from as usize, to as usize);
        match &*to {
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
