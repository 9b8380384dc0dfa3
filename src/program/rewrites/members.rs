//! Asking who stands on a site becomes asking whether the site is among those of the player.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, Cmp, IntId, IntNode, SetNode};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    truth: Some(rewrite),
    ..Rewrite::new(
        "members",
        "the owner of the piece on a site is p, a player, exactly if the site is in the set of p's sites",
    )
};

fn rewrite(builder: &mut Builder, node: &BoolNode) -> Option<BoolId> {
    let BoolNode::Compare(cmp, a, b) = *node else { return None };
    match (builder.table.int(a).clone(), builder.table.int(b).clone()) {
        (IntNode::Who(site), _) => compare(builder, cmp, site, b),
        (_, IntNode::Who(site)) => compare(builder, cmp.turned(), site, a),
        _ => None,
    }
}

/// Who stands on a site, compared with a number.
fn compare(builder: &mut Builder, cmp: Cmp, site: IntId, with: IntId) -> Option<BoolId> {
    // The previous player is 0 at first, and 0 is also what an empty site answers.
    let is_player = match builder.table.int(with) {
        IntNode::Mover | IntNode::Next => true,
        IntNode::Const(number) => *number > 0,
        _ => false,
    };
    if is_player && matches!(cmp, Cmp::Eq | Cmp::Ne) {
        let owned = builder.set_node(SetNode::Owned(with));
        let member = builder.truth_node(BoolNode::Member(site, owned));
        return Some(if cmp == Cmp::Eq { member } else { builder.truth_node(BoolNode::Not(member)) });
    }
    if (cmp, builder.as_number(with)) == (Cmp::Gt, Some(0)) {
        let mut owned = builder.table.no_sites();
        for player in 1..=builder.game.equipment.players + 1 {
            let player = builder.number(player);
            let set = builder.set_node(SetNode::Owned(player));
            owned = builder.union(owned, set);
        }
        return Some(builder.truth_node(BoolNode::Member(site, owned)));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{BoolNode, SetNode, Table};
    use crate::program::rewrites::fixture::where_to;

    fn asks_owned(table: &Table) -> bool {
        let owned = |set| matches!(table.set(set), SetNode::Owned(_));
        table.bools.nodes().iter().any(|node| matches!(node, BoolNode::Member(_, set) if owned(*set)))
    }

    #[test]
    fn the_owner_of_a_piece_is_a_player() {
        assert!(asks_owned(&where_to("(is Next (who at:(to)))", &["members"])));
        assert!(!asks_owned(&where_to("(is Next (who at:(to)))", &[])));
    }

    #[test]
    fn nobody_is_no_player() {
        // Before the first move nobody moved, and nobody owns an empty site.
        assert!(!asks_owned(&where_to("(is Prev (who at:(to)))", &["members"])));
        assert!(!asks_owned(&where_to("(= 0 (who at:(to)))", &["members"])));
        assert!(!asks_owned(&where_to("(< (who at:(to)) (mover))", &["members"])));
    }
}
