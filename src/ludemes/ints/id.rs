//! `(id role)`, `(id "name")`, `(id "name" role)`: the index of a player, a container or a component.
//!
//! A name alone is that of a container, else of a component with its owner's number; -1 if neither is called exactly
//! so. A name with a role is the lowest component whose numbered name contains it and whose owner is the role; roles
//! other than `Mover`, `Next`, `Prev`, `P1` to `P8`, `Neutral` and `Shared` give -1; with `Player` the name is not
//! looked at, and it is the number of the player in turn. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("id", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let name = call.text("name");
    match (name, lo.role_opt(call, "who")?) {
        (None, Some(role)) => Ok(role.as_int()),
        (Some(name), None) => Ok(Expr::constant(named(name, lo))),
        (Some(_), Some(role @ Role::Iterated)) => Ok(role.as_int()),
        (Some(name), Some(role)) => Ok(of_role(name, role, lo)),
        (None, None) => lo.wrong(&call.origin, "`(id ..)` needs a name or a role"),
    }
}

fn named(name: &str, lo: &Lowering) -> i32 {
    let container = lo.equipment.containers.iter().position(|container| &*container.name == name);
    container.or_else(|| lo.equipment.component(name)).map_or(-1, |index| index as i32)
}

fn of_role(name: &str, role: Role, lo: &Lowering) -> IntExpr {
    if !matches!(role, Role::Mover | Role::Next | Role::Prev | Role::Player(1..=8) | Role::Neutral | Role::Shared) {
        return Expr::constant(-1);
    }
    super::component_of(name, role.as_int(), lo)
}
