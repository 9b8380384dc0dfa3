//! Whether pieces in hands can be left out of the sets of a program.
//!
//! On a board of cells the sites of hands are cells too, and `(sites Occupied ..)` holds them. Where such a set is only
//! ever cut with sites of the board, or asked for such a site, it is the same without them, and sets are narrower.

use super::ir::{BoolNode, EffectNode, IntNode, ListNode, MovesNode, SetId, SetNode, Table};

/// Whether any rule sees the difference.
pub(super) fn matter(table: &Table) -> bool {
    let holds: Vec<bool> = table.sets.nodes().iter().fold(Vec::new(), |mut holds, node| {
        let at = |id: SetId| holds.get(id.index()).copied().unwrap_or(true);
        let hand = match node {
            SetNode::Owned(_) => true,
            SetNode::Union(a, b) | SetNode::If(_, a, b) => at(*a) || at(*b),
            SetNode::Inter(a, b) => at(*a) && at(*b),
            SetNode::Diff(a, _) | SetNode::Filter(a, _, _) | SetNode::Around(a, _, true) => at(*a),
            SetNode::AroundIf(a, _, _, true) => at(*a),
            SetNode::Gather(_, _, set) => at(*set),
            SetNode::One(_) | SetNode::AroundSite(_, _, true) => true,
            _ => false,
        };
        holds.push(hand);
        holds
    });
    let hand = |id: &SetId| holds.get(id.index()).copied().unwrap_or(true);
    let seen_by_sets = table.sets.nodes().iter().any(|node| match node {
        SetNode::Reaching(goals, _) => hand(goals),
        _ => false,
    });
    let seen_by_ints = table.ints.nodes().iter().any(|node| match node {
        IntNode::Count(set) => hand(set),
        IntNode::Who(_) => true,
        _ => false,
    });
    let seen_by_truths = table.bools.nodes().iter().any(|node| match node {
        BoolNode::None(set) | BoolNode::Every(set, _, _) | BoolNode::Within(set, _) => hand(set),
        BoolNode::Reaches(_, goals, _) => hand(goals),
        _ => false,
    });
    let seen_by_lists = table.lists.nodes().iter().any(|node| match node {
        ListNode::Results(from, to, _) => hand(from) || hand(to),
        _ => false,
    });
    let seen_by_moves = table.moves.nodes().iter().any(|node| match node {
        MovesNode::Add(_, _, set) | MovesNode::Remove(_, set) | MovesNode::FromTo(_, _, set) => hand(set),
        MovesNode::Each(set, _) | MovesNode::Jump(_, _, _, set) => hand(set),
        _ => false,
    });
    let seen_by_effects = table.effects.nodes().iter().any(|node| match node {
        EffectNode::Each(set, _) => hand(set),
        _ => false,
    });
    seen_by_sets || seen_by_ints || seen_by_truths || seen_by_lists || seen_by_moves || seen_by_effects
}
