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
