//! `(piece "Name" [role] [facing] [flips] [moves])`: a kind of piece.
//!
//! `Each`, or no role, makes one component per player, in place. The owner's number is appended to the name (`Disc1`),
//! 0 for a neutral piece (`X0`), nothing for a shared one; in a game for one player his pieces keep the bare name, and
//! names with `Die` or `Domino` in them always do. Tiles ([`super::tile`]) are read among them. A game with neither
//! pieces nor dominoes has one `Ball` per player. (Ludii 1.3.12's behaviour.)

use super::{owner, tile};
use crate::engine::equipment::Component;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "piece", "").any_order()];

type Read<'a> = (Vec<Component>, Vec<Option<&'a Ludeme>>);

/// The components of all dice (and what else comes before the pieces), pieces and tiles, with nothing at index 0, and
/// the item each piece came from.
pub(super) fn read_all<'a>(
    items: impl Iterator<Item = &'a Ludeme>,
    before: Vec<Component>,
    board: &Topology,
    players: i32,
    lo: &mut Lowering,
) -> Lowered<Read<'a>> {
    let nothing = plain("".into(), "".into(), 0);
    let mut components = vec![nothing];
    components.extend(before);
    let mut sources = vec![None; components.len()];
    let first = components.len();
    for item in items {
        let base = item.text("name").cloned().unwrap_or_default();
        let usual = if item.form.head == "tile" { Role::Shared } else { Role::Each };
        let role = lo.role_opt(item, "role")?.unwrap_or(usual);
        let tile = tile::read(item, board, lo)?;
        let owners = match role {
            Role::Each => (1..=players).collect(),
            role => vec![owner(role, players)],
        };
        let facing = item.word("dirn").and_then(Direction::parse);
        let flips = match item.part("flips") {
            Some(flips) => Some((lo.dim(flips, "flipA")?, lo.dim(flips, "flipB")?)),
            None => None,
        };
        for owner in owners {
            if owner > players + 1 {
                let message = format!("there is no player {owner} in a game for {players}");
                return lo.wrong(item.get("role").map_or(&item.origin, |role| &role.origin), message);
            }
            components.push(Component {
                name: full_name(&base, owner, players),
                base: Arc::clone(&base),
                owner,
                facing,
                flips,
                faces: Arc::default(),
                tile: tile.clone(),
            });
            sources.push(Some(item));
        }
    }
    if components.len() == first && !lo.features.dominoes {
        for owner in 1..=players {
            let base: Arc<str> = format!("Ball{owner}").into();
            let name = full_name(&base, owner, players);
            components.push(plain(name, base, owner));
            sources.push(None);
        }
    }
    if components.len() > usize::from(u16::MAX) {
        return Err(Box::new(crate::diag::Diagnostic::placeless("LUD0402", "there are too many kinds of pieces")));
    }
    Ok((components, sources))
}

/// A component that has no more than a name and an owner.
pub(super) fn plain(name: Arc<str>, base: Arc<str>, owner: i32) -> Component {
    Component { name, base, owner, facing: None, flips: None, faces: Arc::default(), tile: None }
}

fn full_name(base: &Arc<str>, owner: i32, players: i32) -> Arc<str> {
    let bare = base.contains("Die") || base.contains("Domino") || owner > players || (players == 1 && owner == 1);
    if bare { Arc::clone(base) } else { format!("{base}{owner}").into() }
}
