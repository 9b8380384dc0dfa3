//! `(hand role [size:n])`: a container outside the board.
//!
//! `Each` makes one hand per player. Its sites are Cells, numbered after the board's. (Ludii 1.3.12's behaviour.)

use super::owner;
use crate::engine::equipment::{Container, ContainerKind};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "hand", "").requires(Requirements::container)];

/// The hands of one item with their sizes.
pub(super) fn read(call: &Ludeme, players: i32, lo: &mut Lowering) -> Lowered<Vec<(Container, usize)>> {
    let role = lo.role_arg(lo.one_of(call, &["role"], "a hand needs a role")?)?;
    let size = lo.dim_or(call, "size", 1)?;
    let Ok(size) = usize::try_from(size) else {
        return lo.wrong(&call.origin, "a hand cannot have a negative size");
    };
    let hand = |owner: i32| {
        let number = if owner > players { 0 } else { owner };
        (Container { name: format!("Hand{number}").into(), kind: ContainerKind::Hand, owner }, size)
    };
    Ok(match role {
        Role::Each => (1..=players).map(hand).collect(),
        role => vec![hand(owner(role, players))],
    })
}
