//! Conditions on one site at a time become sets.

use super::{Rewrite, counts, floods};
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, IntNode, SetId, SetNode, Var};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    set: Some(on_set),
    truth: Some(on_truth),
    ..Rewrite::new(
        "lift",
        "the sites of a set for which a condition holds are those of the set in the condition's own set: \
         `and`, `or`, `not` and membership are intersection, union, difference and the set itself",
    )
};

fn on_set(builder: &mut Builder, node: &SetNode) -> Option<SetId> {
    match *node {
        SetNode::Filter(of, var, cond) => {
            let lifted = lift(builder, cond, var, of)?;
            Some(builder.inter(of, lifted))
        }
        SetNode::Gather(of, var, set) => match *builder.table.set(set) {
            SetNode::AroundSite(site, rel, include) if *builder.table.int(site) == IntNode::Var(var) => {
                let spread = builder.set_node(SetNode::Spread(of, rel));
                Some(if include { builder.union(spread, of) } else { spread })
            }
            _ => None,
        },
        _ => None,
    }
}

fn on_truth(builder: &mut Builder, node: &BoolNode) -> Option<BoolId> {
    let BoolNode::Every(set, var, cond) = *node else { return None };
    let lifted = lift(builder, cond, var, set)?;
    Some(builder.truth_node(BoolNode::Within(set, lifted)))
}

/// The set of the sites for which a condition on `var` holds. It need be right within `care` only.
pub fn lift(builder: &mut Builder, cond: BoolId, var: Var, care: SetId) -> Option<SetId> {
    let lifted = lift_condition(builder, cond, var, care)?;
    // The set comes from the ludeme of the condition, not from the one that the condition is for.
    if let Some(origin) = builder.table.origins.of(cond).cloned() {
        builder.table.claim(&origin);
    }
    Some(lifted)
}

fn lift_condition(builder: &mut Builder, cond: BoolId, var: Var, care: SetId) -> Option<SetId> {
    let needs = builder.table.truth_needs(cond);
    if !needs.has(var) {
        let (all, none) = (builder.table.all_sites(), builder.table.no_sites());
        return Some(builder.set_node(SetNode::If(cond, all, none)));
    }
    match builder.table.truth(cond).clone() {
        BoolNode::And(all) => {
            let mut set = builder.table.all_sites();
            let mut rest = Vec::new();
            for &part in &all {
                let care = builder.inter(care, set);
                match lift(builder, part, var, care) {
                    Some(lifted) => set = builder.inter(set, lifted),
                    None => rest.push(part),
                }
            }
            if rest.len() == all.len() {
                return None;
            }
            Some(one_by_one(builder, rest, var, care, set))
        }
        BoolNode::Or(all) => {
            let mut set = builder.table.no_sites();
            for part in all {
                let care = builder.diff(care, set);
                let lifted = match lift(builder, part, var, care) {
                    Some(lifted) => lifted,
                    None => builder.table.push_set(SetNode::Filter(care, var, part)),
                };
                set = builder.union(set, lifted);
            }
            Some(set)
        }
        BoolNode::Not(inner) => {
            let all = builder.table.all_sites();
            let lifted = lift(builder, inner, var, care)?;
            Some(builder.diff(all, lifted))
        }
        BoolNode::Member(site, set) => {
            let is_var = *builder.table.int(site) == IntNode::Var(var);
            (is_var && !builder.table.set_needs(set).has(var)).then_some(set)
        }
        BoolNode::Compare(..) | BoolNode::None(..) if builder.rewrites.has(counts::REWRITE.name) => {
            counts::lift(builder, cond, var)
        }
        BoolNode::Reaches(..) | BoolNode::Leads(..) if builder.rewrites.has(floods::REWRITE.name) => {
            floods::lift(builder, cond, var, care)
        }
        _ => None,
    }
}

/// The sites of `set` for which conditions that have no set hold.
fn one_by_one(builder: &mut Builder, conds: Vec<BoolId>, var: Var, care: SetId, set: SetId) -> SetId {
    if conds.is_empty() {
        return set;
    }
    let cond = builder.truth_node(BoolNode::And(conds));
    let of = builder.inter(care, set);
    builder.table.push_set(SetNode::Filter(of, var, cond))
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{BoolNode, SetNode, Table};
    use crate::program::rewrites::fixture::{table, where_to};

    fn filters(table: &Table) -> bool {
        table.sets.nodes().iter().any(|node| matches!(node, SetNode::Filter(..)))
    }

    #[test]
    fn conditions_become_sets() {
        let condition = "(and (is In (to) (sites Outer)) (not (is In (to) (sites Occupied by:Next))))";
        assert!(!filters(&where_to(condition, &["lift"])));
        assert!(filters(&where_to(condition, &[])));
    }

    #[test]
    fn what_has_no_set_is_asked_of_each_site() {
        assert!(filters(&where_to("(= (to) (counter))", &["lift"])));
    }

    #[test]
    fn for_all_of_a_set_is_within_a_set() {
        let rules = "(play (move Add (to (sites Empty)))) \
            (end (if (all Sites (sites Occupied by:Mover) if:(is In (site) (sites Outer))) (result Mover Win)))";
        let within = |table: &Table| table.bools.nodes().iter().any(|node| matches!(node, BoolNode::Within(..)));
        assert!(within(&table(rules, &["lift"])));
        assert!(!within(&table(rules, &[])));
    }

    #[test]
    fn sites_around_each_are_spread() {
        let play = |region: &str| format!("(play (move Add (to (intersection (sites Empty) {region}))))");
        let spreads = |table: &Table| table.sets.nodes().iter().any(|node| matches!(node, SetNode::Spread(..)));
        let around_each = play("(forEach of:(sites Occupied by:Next) (sites Around (site)))");
        assert!(spreads(&table(&around_each, &["lift"])));
        assert!(!spreads(&table(&around_each, &[])));
        let around_another = play("(forEach of:(sites Occupied by:Next) (sites Around (last To)))");
        assert!(!spreads(&table(&around_another, &["lift"])));
    }
}
