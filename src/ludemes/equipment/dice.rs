//! `(dice [d:n] [faces:{..} | facesByDie:{{..} ..} | from:n] [role] num:n)`: dice, rolled together.
//!
//! All dice of a game lie in one container, which is named and owned as the last item says. Each die is a component
//! `Die1`, `Die2`, …, before all pieces, and shows one of its faces by its local state: those listed, or `d:` numbers
//! (6) counted from `from:` (1). (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: faces count as listed, whatever `d:` says; with fewer lists in `facesByDie:` than dice, the last list
//! serves for the rest.
//! Differences: `biased:` is not carried out.

use super::{owner, piece};
use crate::engine::equipment::{Component, Container, ContainerKind};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "dice", "").requires(|needs, call| {
    needs.container(call);
    needs.features.stochastic = true;
    needs.features.no_pass_end = true;
    needs.features.dice = true;
})];

/// The most faces of a die.
const MAX_FACES: i32 = 10_000;

/// The most dice.
const MAX_DICE: usize = 1_000;

/// What all dice items make together.
pub(super) struct Dice {
    /// Their container; `None` without dice.
    pub container: Option<Container>,
    /// The dice, in the order of their sites.
    pub components: Vec<Component>,
}

/// Reads all items.
pub(super) fn read_all<'a>(items: impl Iterator<Item = &'a Ludeme>, players: i32, lo: &mut Lowering) -> Lowered<Dice> {
    let mut dice = Dice { container: None, components: Vec::new() };
    for item in items {
        if let Some(arg) = item.get("biased") {
            return lo.unsupported(&arg.origin, "biased dice");
        }
        let owner = owner(lo.role_opt(item, "role")?.unwrap_or(Role::Shared), players);
        let number = if owner > players { 0 } else { owner };
        let num = lo.dim(item, "num")?;
        let lists = faces(item, lo)?;
        let Some(last) = lists.last() else {
            return lo.wrong(&item.origin, "these dice have no faces");
        };
        if lists.iter().any(|list| list.is_empty()) {
            return lo.wrong(&item.origin, "a die has no faces");
        }
        for index in 0..usize::try_from(num).unwrap_or(0) {
            if dice.components.len() == MAX_DICE {
                return lo.wrong(&item.origin, format!("there are more than {MAX_DICE} dice"));
            }
            let name: Arc<str> = format!("Die{}", dice.components.len() + 1).into();
            let faces = Arc::clone(lists.get(index).unwrap_or(last));
            dice.components.push(Component { faces, ..piece::plain(Arc::clone(&name), name, owner) });
        }
        dice.container = Some(Container { name: format!("Dice{number}").into(), kind: ContainerKind::Dice, owner });
    }
    Ok(dice)
}

/// The faces of the dice of an item, die by die; one list where all dice have the same.
fn faces(item: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<Arc<[i32]>>> {
    if let Some(faces @ Arg { value: Value::Array(_), .. }) = item.get("faces") {
        return Ok(vec![Arc::<[i32]>::from(lo.dims(faces)?)]);
    }
    if let Some(lists) = item.items("facesByDie") {
        let lists = lists.iter().filter(|list| matches!(list.value, Value::Array(_)));
        return lists.map(|list| lo.dims(list).map(Arc::<[i32]>::from)).collect();
    }
    let count = lo.dim_or(item, "d", 6)?;
    if count > MAX_FACES {
        return lo.wrong(&item.origin, format!("a die cannot have more than {MAX_FACES} faces"));
    }
    let from = lo.dim_or(item, "from", 1)?;
    Ok(vec![(0..count).map(|face| from.wrapping_add(face)).collect()])
}
