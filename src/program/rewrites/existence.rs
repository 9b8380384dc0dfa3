//! Counting to see whether there are any becomes looking for one.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{BoolId, BoolNode, Cmp, IntNode};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    truth: Some(rewrite),
    ..Rewrite::new("existence", "a set has no sites exactly if its number of sites is 0")
};

fn rewrite(builder: &mut Builder, node: &BoolNode) -> Option<BoolId> {
    let BoolNode::Compare(cmp, a, b) = *node else { return None };
    let (cmp, set, number) = match (builder.table.int(a), builder.table.int(b)) {
        (IntNode::Count(set), IntNode::Const(number)) => (cmp, *set, *number),
        (IntNode::Const(number), IntNode::Count(set)) => (cmp.turned(), *set, *number),
        _ => return None,
    };
    let none = match (cmp, number) {
        (Cmp::Eq | Cmp::Le, 0) | (Cmp::Lt, 1) => true,
        (Cmp::Ne | Cmp::Gt, 0) | (Cmp::Ge, 1) => false,
        _ => return None,
    };
    let empty = builder.truth_node(BoolNode::None(set));
    Some(if none { empty } else { builder.truth_node(BoolNode::Not(empty)) })
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{BoolNode, Table};
    use crate::program::rewrites::fixture::where_to;

    fn asks_whether_none(table: &Table) -> bool {
        table.bools.nodes().iter().any(|node| matches!(node, BoolNode::None(_)))
    }

    #[test]
    fn none_are_none() {
        for condition in ["(= 0 (count Pieces Next))", "(< 0 (count Pieces Next))", "(>= (count Pieces Next) 1)"] {
            assert!(asks_whether_none(&where_to(condition, &["existence"])), "{condition}");
            assert!(!asks_whether_none(&where_to(condition, &[])), "{condition}");
        }
    }

    #[test]
    fn one_is_not_none() {
        for condition in ["(= 1 (count Pieces Next))", "(< 1 (count Pieces Next))", "(<= (count Pieces Next) 1)"] {
            assert!(!asks_whether_none(&where_to(condition, &["existence"])), "{condition}");
        }
    }
}
