//! Whether pieces in hands can be left out of the sets of a program.
//!
//! On a board of cells the sites of hands are cells too, and `(sites Occupied ..)` holds them. Where such a set is only
//! ever cut with sites of the board, or asked for such a site, it is the same without them, and sets are narrower.

use super::Program;
use super::ir::{BoolNode, EffectNode, IntNode, ListNode, MovesNode, SetId, SetNode, Table, Var};
use super::view::{AnyId, used};

/// Whether any rule sees the difference.
pub(super) fn matter(program: &Program) -> bool {
    let table = &program.table;
    let mut holds: Vec<bool> = Vec::new();
    for node in table.sets.nodes() {
        let at = |id: &SetId| holds.get(id.index()).copied().unwrap_or(true);
        let hand = match node {
            SetNode::Owned(_) | SetNode::One(_) | SetNode::AroundSite(_, _, true) => true,
            SetNode::Union(a, b) | SetNode::If(_, a, b) => at(a) || at(b),
            SetNode::Inter(a, b) => at(a) && at(b),
            SetNode::Diff(a, _) | SetNode::Filter(a, _, _) | SetNode::Alike { far: a, .. } => at(a),
            SetNode::Around(a, _, true) | SetNode::AroundIf(a, _, _, true) | SetNode::Gather(_, _, a) => at(a),
            _ => false,
        };
        holds.push(hand);
    }
    let hand = |id: &SetId| holds.get(id.index()).copied().unwrap_or(true);
    used(program).into_iter().any(|id| match id {
        AnyId::Set(id) => matches!(table.set(id), SetNode::Reaching(goals, _) if hand(goals)),
        AnyId::Int(id) => match table.int(id) {
            IntNode::Count(set) => hand(set),
            IntNode::Who(_) | IntNode::LastFrom => true,
            _ => false,
        },
        AnyId::Truth(id) => match table.truth(id) {
            BoolNode::None(set) | BoolNode::Every(set, _, _) | BoolNode::Within(set, _) => hand(set),
            BoolNode::Reaches(_, goals, _) => hand(goals),
            _ => false,
        },
        AnyId::List(id) => match table.list(id) {
            // `from` is one of those of the first set.
            ListNode::Results(from, to, _) => hand(from) || (hand(to) && !is_from(table, *to)),
            _ => false,
        },
        AnyId::Moves(id) => match table.generator(id) {
            MovesNode::Add(_, _, set) | MovesNode::Remove(_, set) | MovesNode::Each(set, _) => hand(set),
            MovesNode::FromTo(_, from, set) | MovesNode::Jump(_, from, _, set) => {
                hand(set) || !matches!(table.int(*from), IntNode::Var(_))
            }
            _ => false,
        },
        AnyId::Effect(id) => matches!(table.effect(id), EffectNode::Each(set, _) if hand(set)),
    })
}

fn is_from(table: &Table, set: SetId) -> bool {
    matches!(table.set(set), SetNode::One(site) if *table.int(*site) == IntNode::Var(Var::From))
}
