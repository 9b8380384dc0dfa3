//! Comparisons of numbers of neighbours are made for all sites at once.

use super::{Rewrite, lift as lifting};
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, Cmp, CountId, IntId, IntNode, RelId, SetId, SetNode, Var};

/// The rewrite; [`super::lift`] calls it.
pub const REWRITE: Rewrite = Rewrite::new(
    "counts",
    "how many neighbours a site has in a set is, over all sites, a sum of shifted sets; sums and comparisons of such \
     numbers can be made bit by bit for all sites at once",
);

/// The largest sum of neighbours on either side of a comparison that is added up in bits.
pub const LARGEST: i32 = 15;

/// A sum of neighbour counts and of numbers that do not depend on the site.
#[derive(Default, Clone)]
struct Sum {
    counts: Vec<(i32, SetId, RelId)>,
    others: Vec<(i32, IntId)>,
}

/// The sites for which a comparison of neighbour counts holds.
pub fn lift(builder: &mut Builder, cond: BoolId, var: Var) -> Option<SetId> {
    let mut sum = Sum::default();
    let cmp = match *builder.table.truth(cond) {
        BoolNode::Compare(cmp, a, b) => {
            if let Some(set) = cases(builder, cmp, a, b, var) {
                return Some(set);
            }
            if let Some(set) = cases(builder, cmp.turned(), b, a, var) {
                return Some(set);
            }
            collect(builder, a, var, 1, &mut sum)?;
            collect(builder, b, var, -1, &mut sum)?;
            cmp
        }
        BoolNode::None(set) => {
            let (near, rel) = neighbours(builder, set, var)?;
            sum.counts.push((1, near, rel));
            Cmp::Eq
        }
        _ => return None,
    };
    if cmp == Cmp::Ne {
        let equal = linear(builder, Cmp::Eq, &sum)?;
        let all = builder.table.all_sites();
        return Some(builder.diff(all, equal));
    }
    linear(builder, cmp, &sum)
}

/// A comparison whose left side depends on the case: each case by itself.
fn cases(builder: &mut Builder, cmp: Cmp, a: IntId, b: IntId, var: Var) -> Option<SetId> {
    let IntNode::If(cond, yes, no) = *builder.table.int(a) else { return None };
    if !builder.table.truth_needs(cond).has(var) {
        return None;
    }
    let all = builder.table.all_sites();
    let first = lifting::lift(builder, cond, var, all)?;
    let (yes, no) = (builder.compare(cmp, yes, b), builder.compare(cmp, no, b));
    let yes = lifting::lift(builder, yes, var, all)?;
    let no = lifting::lift(builder, no, var, all)?;
    let (yes, no) = (builder.inter(yes, first), builder.diff(no, first));
    Some(builder.union(yes, no))
}

/// The sites for which a sum compares with 0.
///
/// A single site counts for those it is beside alone: they and the others are two cases, neither of which depends on
/// where it is.
fn linear(builder: &mut Builder, cmp: Cmp, sum: &Sum) -> Option<SetId> {
    let mutual = |rel: RelId| {
        let relation = &builder.table.rels[rel.index()];
        relation.is_symmetric() && relation.is_irreflexive()
    };
    let single = sum.counts.iter().position(|(_, set, rel)| site_of(builder, *set).is_some() && mutual(*rel));
    let Some(index) = single else { return whole_sum(builder, cmp, sum) };
    let (times, set, rel) = sum.counts[index];
    let (site, within) = site_of(builder, set)?;
    let mut rest = sum.clone();
    rest.counts.remove(index);
    let apart = linear(builder, cmp, &rest)?;
    let one = builder.number(1);
    rest.others.push((times, one));
    let beside = linear(builder, cmp, &rest)?;
    let near = builder.set_node(SetNode::AroundSite(site, rel, false));
    let (beside, others) = (builder.inter(beside, near), builder.diff(apart, near));
    let both = builder.union(beside, others);
    Some(match within {
        None => both,
        Some(within) => {
            let counts = builder.truth_node(BoolNode::Member(site, within));
            builder.set_node(SetNode::If(counts, both, apart))
        }
    })
}

/// The numbers of neighbours that the number of sites of a set is one of, namely that of the site `var`.
pub fn of_neighbours(builder: &mut Builder, set: SetId, var: Var) -> Option<CountId> {
    let (near, rel) = neighbours(builder, set, var)?;
    let most = builder.table.rels[rel.index()].near.iter().map(Vec::len).max().unwrap_or(0);
    (most <= LARGEST as usize && !builder.table.set_needs(near).has(var)).then(|| builder.table.count(near, rel))
}

/// The site of a set of one site, or of a set cut with one.
fn site_of(builder: &Builder, set: SetId) -> Option<(IntId, Option<SetId>)> {
    match *builder.table.set(set) {
        SetNode::One(site) => Some((site, None)),
        SetNode::Inter(a, b) => match (builder.table.set(a), builder.table.set(b)) {
            (SetNode::One(site), _) => Some((*site, Some(b))),
            (_, SetNode::One(site)) => Some((*site, Some(a))),
            _ => None,
        },
        _ => None,
    }
}

fn whole_sum(builder: &mut Builder, cmp: Cmp, sum: &Sum) -> Option<SetId> {
    let mut sides: [Vec<(u32, CountId)>; 2] = [Vec::new(), Vec::new()];
    for (side, sign) in sides.iter_mut().zip([1, -1]) {
        let mut most = 0i32;
        for &(times, set, rel) in sum.counts.iter().filter(|(times, ..)| times.signum() == sign) {
            let near = builder.table.rels[rel.index()].near.iter().map(Vec::len).max().unwrap_or(0);
            most = most.checked_add(times.abs().checked_mul(i32::try_from(near).ok()?)?)?;
            side.push((times.unsigned_abs(), builder.table.count(set, rel)));
        }
        if most > LARGEST {
            return None;
        }
        side.sort_unstable();
    }
    let mut plus = builder.number(0);
    for &(times, int) in &sum.others {
        let product = match times {
            1 => int,
            -1 => {
                plus = builder.int_node(IntNode::Sub(plus, int));
                continue;
            }
            _ => {
                let times = builder.number(times);
                builder.int_node(IntNode::Mul(times, int))
            }
        };
        plus = match builder.as_number(plus) {
            Some(0) => product,
            _ => builder.int_node(IntNode::Add(plus, product)),
        };
    }
    let [left, right] = sides;
    Some(builder.table.push_set(SetNode::Linear { cmp, left, right, plus }))
}

/// Adds `times` an integer to a sum; `None` for one that depends on the site otherwise.
fn collect(builder: &mut Builder, int: IntId, var: Var, times: i32, sum: &mut Sum) -> Option<()> {
    if !builder.table.int_needs(int).has(var) {
        sum.others.push((times, int));
        return Some(());
    }
    match *builder.table.int(int) {
        IntNode::Add(a, b) => {
            collect(builder, a, var, times, sum)?;
            collect(builder, b, var, times, sum)
        }
        IntNode::Sub(a, b) => {
            collect(builder, a, var, times, sum)?;
            collect(builder, b, var, times.checked_neg()?, sum)
        }
        IntNode::Mul(a, b) => {
            let (number, other) = match (builder.as_number(a), builder.as_number(b)) {
                (Some(number), _) => (number, b),
                (_, Some(number)) => (number, a),
                _ => return None,
            };
            collect(builder, other, var, times.checked_mul(number)?, sum)
        }
        IntNode::Count(set) => {
            let (near, rel) = neighbours(builder, set, var)?;
            // One site less is the whole less what that site counts for: the whole can be counted once for all sites.
            let (whole, less) = match one_less(builder, near) {
                Some((whole, one)) => (whole, Some(builder.inter(whole, one))),
                None => (near, None),
            };
            for (times, set) in [(times, whole)].into_iter().chain(less.map(|less| (-times, less))) {
                match sum.counts.iter_mut().find(|(_, known, r)| (*known, *r) == (set, rel)) {
                    Some((sum, ..)) => *sum = sum.checked_add(times)?,
                    None => sum.counts.push((times, set, rel)),
                }
            }
            Some(())
        }
        _ => None,
    }
}

/// A set without one site: the set and the site.
fn one_less(builder: &Builder, set: SetId) -> Option<(SetId, SetId)> {
    let is_one = |id: SetId| matches!(builder.table.set(id), SetNode::One(_));
    match *builder.table.set(set) {
        SetNode::Diff(whole, one) if is_one(one) => Some((whole, one)),
        _ => None,
    }
}

/// A set that is the neighbours of the site `var` within a set that does not depend on it: that set, and the relation.
fn neighbours(builder: &mut Builder, set: SetId, var: Var) -> Option<(SetId, RelId)> {
    match *builder.table.set(set) {
        SetNode::AroundSite(site, rel, false) if *builder.table.int(site) == IntNode::Var(var) => {
            Some((builder.table.all_sites(), rel))
        }
        SetNode::Inter(a, b) => {
            let (with, without) = if builder.table.set_needs(a).has(var) { (a, b) } else { (b, a) };
            if builder.table.set_needs(without).has(var) {
                return None;
            }
            let (near, rel) = neighbours(builder, with, var)?;
            Some((builder.inter(near, without), rel))
        }
        SetNode::Diff(a, b) if !builder.table.set_needs(b).has(var) => {
            let (near, rel) = neighbours(builder, a, var)?;
            Some((builder.diff(near, b), rel))
        }
        // A site is not its own neighbour.
        SetNode::Diff(a, b) if is_site(builder, b, var) => {
            let (near, rel) = neighbours(builder, a, var)?;
            let itself = builder.table.rels[rel.index()]
                .near
                .iter()
                .enumerate()
                .any(|(site, near)| near.iter().any(|&to| usize::from(to) == site));
            (!itself).then_some((near, rel))
        }
        SetNode::Filter(of, inner, cond) if inner != var && !builder.table.truth_needs(cond).has(var) => {
            let (near, rel) = neighbours(builder, of, var)?;
            let lifted = lifting::lift(builder, cond, inner, near)?;
            Some((builder.inter(near, lifted), rel))
        }
        _ => None,
    }
}

fn is_site(builder: &Builder, set: SetId, var: Var) -> bool {
    matches!(*builder.table.set(set), SetNode::One(site) if *builder.table.int(site) == IntNode::Var(var))
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{SetNode, Table};
    use crate::program::rewrites::fixture::where_to;

    const NEAR: &str = "(count Pieces Mover in:(sites Around (to)))";

    fn adds_up(table: &Table) -> bool {
        table.sets.nodes().iter().any(|node| matches!(node, SetNode::Linear { .. }))
    }

    #[test]
    fn numbers_of_neighbours_are_compared_for_all_sites() {
        let condition = format!("(< 1 (- {NEAR} (count Pieces Next in:(sites Around (to) Orthogonal))))");
        assert!(adds_up(&where_to(&condition, &["lift", "counts"])));
        assert!(!adds_up(&where_to(&condition, &["lift"])));
    }

    #[test]
    fn sums_that_do_not_fit_are_left() {
        assert!(adds_up(&where_to(&format!("(< 1 (* 1 {NEAR}))"), &["lift", "counts"])));
        assert!(!adds_up(&where_to(&format!("(< 1 (* 2 {NEAR}))"), &["lift", "counts"])));
    }

    #[test]
    fn what_else_depends_on_the_site_is_left() {
        assert!(!adds_up(&where_to(&format!("(< (to) {NEAR})"), &["lift", "counts"])));
        assert!(!adds_up(&where_to(&format!("(< 1 (* {NEAR} {NEAR}))"), &["lift", "counts"])));
    }
}
