//! Whether a way leads somewhere is found by flooding, for all sites at once.

use super::{Rewrite, lift as lifting};
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, Clause, Cmp, IntId, IntNode, RelId, SetId, SetNode, Var, Walk};

/// The rewrite; [`super::lift`] calls it for whole sets.
pub const REWRITE: Rewrite = Rewrite {
    walk: Some(walk),
    ..Rewrite::new(
        "floods",
        "`count Steps` from a site is finite exactly if a flood backwards from the goals arrives there; \
         a condition on one end of a step alone is a set of sites",
    )
};

/// Takes the condition of a step apart: what is about its end alone, about its start alone, and the rest.
fn walk(builder: &mut Builder, walk: Walk) -> Walk {
    let parts = match builder.table.truth(walk.cond) {
        BoolNode::And(parts) => parts.clone(),
        _ => vec![walk.cond],
    };
    let all = builder.table.all_sites();
    let (mut through, mut leave) = (all, all);
    let mut rest = Vec::new();
    for part in parts {
        let needs = builder.table.truth_needs(part);
        let lifted = match (needs.has(Var::From), needs.has(Var::To)) {
            (false, _) => lifting::lift(builder, part, Var::To, all).map(|set| (set, true)),
            (true, false) => lifting::lift(builder, part, Var::From, all).map(|set| (set, false)),
            (true, true) => None,
        };
        match lifted {
            Some((set, true)) => through = builder.inter(through, set),
            Some((set, false)) => leave = builder.inter(leave, set),
            None => rest.push(part),
        }
    }
    let mut clauses = Vec::new();
    rest.retain(|&part| match clause(builder, part) {
        Some(clause) => {
            clauses.push(clause);
            false
        }
        None => true,
    });
    let cond = builder.truth_node(BoolNode::And(rest));
    let (through, leave) = ((through != all).then_some(through), (leave != all).then_some(leave));
    Walk { cond, clauses, through, leave, ..walk }
}

/// A condition on both ends of a step as a clause, if it is an alternative of conditions on one end and of numbers of
/// common neighbours.
fn clause(builder: &mut Builder, cond: BoolId) -> Option<Clause> {
    let parts = match builder.table.truth(cond) {
        BoolNode::Or(parts) => parts.clone(),
        _ => vec![cond],
    };
    let all = builder.table.all_sites();
    let mut clause = Clause::default();
    for part in parts {
        let needs = builder.table.truth_needs(part);
        match (needs.has(Var::From), needs.has(Var::To)) {
            (false, _) => {
                let set = lifting::lift(builder, part, Var::To, all)?;
                clause.to = Some(clause.to.map_or(set, |known| builder.union(known, set)));
            }
            (true, false) => {
                let set = lifting::lift(builder, part, Var::From, all)?;
                clause.from = Some(clause.from.map_or(set, |known| builder.union(known, set)));
            }
            (true, true) => clause.common.push(common_count(builder, part)?),
        }
    }
    Some(clause)
}

/// A comparison of the number of common neighbours of both ends in a set.
fn common_count(builder: &mut Builder, cond: BoolId) -> Option<(SetId, RelId, Cmp, IntId)> {
    let ends = Var::From.bit() | Var::To.bit();
    let (set, cmp, number) = match *builder.table.truth(cond) {
        BoolNode::Not(inner) => {
            let BoolNode::None(set) = *builder.table.truth(inner) else { return None };
            (set, Cmp::Ne, builder.number(0))
        }
        BoolNode::None(set) => (set, Cmp::Eq, builder.number(0)),
        BoolNode::Compare(cmp, a, b) => match (builder.table.int(a), builder.table.int(b)) {
            (IntNode::Count(set), _) if builder.table.int_needs(b).free & ends == 0 => (*set, cmp, b),
            (_, IntNode::Count(set)) if builder.table.int_needs(a).free & ends == 0 => (*set, cmp.turned(), a),
            _ => return None,
        },
        _ => return None,
    };
    let (within, from, to) = common(builder, set)?;
    let rel = from.filter(|_| from == to)?;
    Some((within, rel, cmp, number))
}

/// A set that lies within the neighbours of `from`, of `to`, or of both: the set they are cut with, and the relations.
fn common(builder: &mut Builder, set: SetId) -> Option<(SetId, Option<RelId>, Option<RelId>)> {
    let ends = Var::From.bit() | Var::To.bit();
    if builder.table.set_needs(set).free & ends == 0 {
        return Some((set, None, None));
    }
    match *builder.table.set(set) {
        SetNode::AroundSite(site, rel, false) => {
            let all = builder.table.all_sites();
            match *builder.table.int(site) {
                IntNode::Var(Var::From) => Some((all, Some(rel), None)),
                IntNode::Var(Var::To) => Some((all, None, Some(rel))),
                _ => None,
            }
        }
        SetNode::Inter(a, b) => {
            let (a, b) = (common(builder, a)?, common(builder, b)?);
            let one = |a: Option<RelId>, b: Option<RelId>| match (a, b) {
                (Some(a), Some(b)) => (a == b).then_some(Some(a)),
                _ => Some(a.or(b)),
            };
            Some((builder.inter(a.0, b.0), one(a.1, b.1)?, one(a.2, b.2)?))
        }
        SetNode::Diff(a, b) if builder.table.set_needs(b).free & ends == 0 => {
            let (set, from, to) = common(builder, a)?;
            Some((builder.diff(set, b), from, to))
        }
        _ => None,
    }
}

/// The sites from (or to) which a walk leads.
pub fn lift(builder: &mut Builder, cond: BoolId, var: Var, care: SetId) -> Option<SetId> {
    match builder.table.truth(cond).clone() {
        BoolNode::Reaches(from, goals, walk) if *builder.table.int(from) == IntNode::Var(var) => {
            if walk_needs(builder, &walk, var) {
                return None;
            }
            if !builder.table.set_needs(goals).has(var) {
                let reaching = builder.set_node(SetNode::Reaching(goals, walk));
                let reached = builder.union(goals, reaching);
                // Without goals the number of steps is 0, which is finite.
                let none = builder.truth_node(BoolNode::None(goals));
                let all = builder.table.all_sites();
                return Some(builder.set_node(SetNode::If(none, all, reached)));
            }
            but_itself(builder, cond, goals, walk, var, care)
        }
        BoolNode::Leads(from, to, walk) if !walk_needs(builder, &walk, var) => {
            let (is_from, is_to) =
                (*builder.table.int(from) == IntNode::Var(var), *builder.table.int(to) == IntNode::Var(var));
            if is_to && !builder.table.int_needs(from).has(var) {
                let start = builder.set_node(SetNode::One(from));
                let reached = builder.set_node(SetNode::ReachedFrom(from, walk));
                return Some(builder.union(start, reached));
            }
            if is_from && !builder.table.int_needs(to).has(var) {
                let goal = builder.set_node(SetNode::One(to));
                let reaching = builder.set_node(SetNode::Reaching(goal, walk));
                return Some(builder.union(goal, reaching));
            }
            None
        }
        _ => None,
    }
}

fn walk_needs(builder: &Builder, walk: &Walk, var: Var) -> bool {
    let ends = walk.clauses.iter().flat_map(|clause| [clause.to, clause.from]);
    let common = walk.clauses.iter().flat_map(|clause| &clause.common).map(|(set, ..)| Some(*set));
    let numbers = walk.clauses.iter().flat_map(|clause| &clause.common).map(|(.., number)| *number);
    let mut sets = [walk.through, walk.leave].into_iter().chain(ends).chain(common).flatten();
    let inner = matches!(var, Var::From | Var::To);
    sets.any(|set| builder.table.set_needs(set).has(var))
        || numbers.into_iter().any(|number| builder.table.int_needs(number).has(var))
        || (!inner && builder.table.truth_needs(walk.cond).has(var))
}

/// The goals are those of a set but the site itself.
///
/// A site that no walk can end on cannot be its own goal. For it the goals may be the whole set. The others are looked
/// at one by one, where they matter at all.
fn but_itself(builder: &mut Builder, cond: BoolId, goals: SetId, walk: Walk, var: Var, care: SetId) -> Option<SetId> {
    let SetNode::Diff(whole, itself) = *builder.table.set(goals) else { return None };
    let is_site = matches!(*builder.table.set(itself),
        SetNode::One(site) if *builder.table.int(site) == IntNode::Var(var));
    let several = builder.table.as_words(whole)?.iter().map(|word| word.count_ones()).sum::<u32>() > 1;
    if !is_site || !several {
        return None;
    }
    let ends = match walk.through {
        Some(through) => builder.inter(through, whole),
        None => whole,
    };
    let reaching = builder.set_node(SetNode::Reaching(whole, walk));
    let sure = builder.diff(reaching, ends);
    // Where the sites that may be their own goal are left out already, nothing is to be looked at.
    if matches!(*builder.table.set(care), SetNode::Diff(_, left_out) if left_out == ends) {
        return Some(sure);
    }
    let doubtful = builder.inter(care, ends);
    let checked = builder.table.push_set(SetNode::Filter(doubtful, var, cond));
    Some(builder.union(sure, checked))
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{SetNode, Table};
    use crate::program::rewrites::fixture::{table, where_to};

    fn floods(table: &Table) -> bool {
        table.sets.nodes().iter().any(|node| matches!(node, SetNode::Reaching(..)))
    }

    #[test]
    fn sites_with_a_way_are_found_at_once() {
        let way = "(!= Infinity (count Steps (step Orthogonal (to if:(is Empty (to)))) (to) (sites Corners)))";
        let on = where_to(way, &["lift", "floods"]);
        assert!(floods(&on));
        let through = on.sets.nodes().iter().any(|node| {
            matches!(node, SetNode::Reaching(_, walk) if walk.through.is_some_and(|set| *on.set(set) == SetNode::Empty))
        });
        assert!(through, "the sites stepped on are a set");
        assert!(!floods(&where_to(way, &["lift"])));
    }

    #[test]
    fn ways_that_depend_on_where_they_begin_are_walked_one_by_one() {
        let rules = "(play (move Add (to (forEach (sites Empty) if:(!= Infinity \
            (count Steps (step Orthogonal (to if:(is Empty (to)))) (site) (sites Around (site) Diagonal)))))))";
        assert!(!floods(&table(rules, &["lift", "floods"])));
        let rules = "(play (move Add (to (forEach (sites Empty) if:(!= Infinity \
            (count Steps (step Orthogonal (to if:(< (site) (to)))) (site) (sites Corners)))))))";
        assert!(!floods(&table(rules, &["lift", "floods"])));
    }
}
