//! Additions that must leave all sites beside them a way out are found without a flood for any.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, IntNode, MovesId, MovesNode, Open, OpenId, SetId, SetNode};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    moves: Some(rewrite),
    ..Rewrite::new(
        "open",
        "empty sites stay connected to the goals without a site unless it is a cut vertex of theirs; on a flat board those \
         are the sites that would close a circle of full ones, on any other one search finds all",
    )
};

fn rewrite(builder: &mut Builder, node: &MovesNode) -> Option<MovesId> {
    let MovesNode::Tested(moves, condition) = *node else { return None };
    let MovesNode::Add(template, what, sites) = *builder.table.generator(moves) else { return None };
    let (rel, goals) = way_out(builder, condition)?;
    let open = Open { template, what, sites, rel, goals, condition };
    builder.table.opens.push(open);
    let id = OpenId(builder.table.opens.len() as u32 - 1);
    Some(builder.table.push_moves(MovesNode::AddOpen(id)))
}

/// The steps and the goals, where a condition says: the last site and those around it are each an empty goal, or a walk
/// over empty sites leads from them to a goal.
fn way_out(builder: &mut Builder, condition: BoolId) -> Option<(crate::program::ir::RelId, SetId)> {
    let BoolNode::Within(around, open) = *builder.table.truth(condition) else { return None };
    let SetNode::AroundSite(site, rel, true) = *builder.table.set(around) else { return None };
    let SetNode::Union(a, b) = *builder.table.set(open) else { return None };
    if *builder.table.int(site) != IntNode::LastTo {
        return None;
    }
    let near = &builder.table.rels.get(rel.index())?.near;
    let back = |from: usize, to: u16| near.get(usize::from(to)).is_some_and(|near| near.contains(&(from as u16)));
    if !near.iter().enumerate().all(|(from, near)| near.iter().all(|&to| back(from, to))) {
        return None;
    }
    let empty = builder.set_node(SetNode::Empty);
    for (near, far) in [(a, b), (b, a)] {
        let reaching = match *builder.table.set(far) {
            SetNode::Diff(reaching, left_out) if left_out == near => reaching,
            _ => far,
        };
        let SetNode::Reaching(goals, walk) = builder.table.set(reaching).clone() else { continue };
        let fits = walk.rel == rel
            && walk.through == Some(empty)
            && walk.leave.is_none()
            && walk.clauses.is_empty()
            && builder.is_true(walk.cond);
        if fits && builder.table.as_words(goals).is_some() && builder.inter(empty, goals) == near {
            return Some((rel, goals));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{MovesNode, Table};
    use crate::program::rewrites::fixture::table;

    fn play(way: &str, goals: &str) -> String {
        format!(
            "(play (do (move Add (to (sites Empty))) ifAfterwards:(all Sites \
             (sites Around (last To) Orthogonal includeSelf:True) if:(or (and (is Empty (site)) (is In (site) {goals})) \
             (!= Infinity (count Steps (step {way} (to if:(is Empty (to)))) (site) (difference {goals} (site))))))))"
        )
    }

    fn keeps_open(table: &Table) -> bool {
        table.moves.nodes().iter().any(|node| matches!(node, MovesNode::AddOpen(_)))
    }

    #[test]
    fn ways_to_the_rim_are_kept_open() {
        let rules = play("Orthogonal", "(sites Outer)");
        assert!(keeps_open(&table(&rules, &["lift", "floods", "open"])));
        assert!(!keeps_open(&table(&rules, &["lift", "floods"])));
    }

    #[test]
    fn other_ways_and_goals_are_tried_out() {
        let other_steps = play("Adjacent", "(sites Outer)");
        assert!(!keeps_open(&table(&other_steps, &["lift", "floods", "open"])));
        let other_goals = play("Orthogonal", "(sites Occupied by:Next)");
        assert!(!keeps_open(&table(&other_goals, &["lift", "floods", "open"])));
    }
}
