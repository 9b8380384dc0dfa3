//! `(place "Piece" where ..)`: pieces on the board or in a container before the first move.
//!
//! Where: a site, sites, a region, coordinates, or a container by name (its first site, or the one at the index
//! given). A piece and a hand both named without a number (`"Disc" "Hand"`) mean those of each player, ascending: the
//! piece goes on the first empty site of the hand. Any other hand by name gets, on its first site, the component whose
//! index is that of the container, whatever piece is named. A site that the board has not of the type given is a cell
//! of another container. A negative site places nothing. On an occupied site of a game without stacks the piece there
//! stays; with counts the new count is added; state, rotation and value given overwrite. (Ludii 1.3.12's behaviour.)

use super::{Given, StartRule};
use crate::diag::{Diagnostic, Origin};
use crate::ludemes::moves::no_piece;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "place", "").requires(super::placed)];

/// Reads both plain forms.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let item = call.text("item").cloned().unwrap_or_default();
    let t = lo.site_type(call, "type");
    let is_container = |name: &str| lo.equipment.containers.iter().any(|container| *container.name == *name);
    let places = match (lo.equipment.component(&item), call.text("container")) {
        (known, Some(name)) if name.contains("Hand") && (known.is_some() || is_container(name)) => {
            vec![in_named_hand(name, call, lo)?]
        }
        (None, _) => in_all_hands(&item, call, lo)?,
        (Some(component), _) => vec![(component as i32, sites(call, t, lo)?)],
    };
    let counts = call.get("counts").map(|arg| lo.ints_arg(arg)).transpose()?;
    let count = lo.int_or(call, "count", 1)?;
    let given = Given::read(call, false, lo)?;
    Ok(StartRule::new(move |cx| {
        let counts = counts.as_ref().map(|counts| counts.eval(cx));
        for (what, sites) in &places {
            for (i, site) in sites.eval(cx).into_iter().enumerate() {
                if site < 0 {
                    continue;
                }
                let count = match &counts {
                    Some(counts) => counts.get(i).or(counts.first()).copied().unwrap_or(1),
                    None => count.eval(cx),
                };
                let data = given.data(cx);
                given.put(cx, (*what, count), site, data);
            }
        }
    }))
}

/// A piece and a hand both named without a number: each player's piece on the first empty site of his hand.
fn in_all_hands(item: &str, call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<(i32, IntsExpr)>> {
    let mut places = Vec::new();
    let equipment = Arc::clone(&lo.equipment);
    let numbered = |name: &str| name.ends_with(|last: char| last.is_ascii_digit());
    if call.text("container").is_some_and(|name| name.contains("Hand") && !numbered(name)) {
        for player in 1..=lo.players() {
            let Some(component) = equipment.component(&format!("{item}{player}")) else { continue };
            let Some(stretch) = equipment.hand(player).and_then(|hand| equipment.layout.stretch(hand)) else {
                continue;
            };
            let sites = Expr::new(Uses::BOARD, move |cx| {
                let sites = stretch.from..stretch.from + stretch.len;
                sites.into_iter().filter(|&site| cx.state.is_empty_site(SiteType::Cell, site)).take(1).collect()
            });
            places.push((component as i32, sites));
        }
    }
    // The piece is right, and it is the hand that is missing.
    let owned = (1..=lo.players()).any(|player| equipment.component(&format!("{item}{player}")).is_some());
    if let (true, true, Some(container)) = (places.is_empty(), owned, call.get("container"))
        && call.text("container").is_some_and(|name| name.contains("Hand") && !numbered(name))
    {
        return no_container(call.text("container").map_or("", |name| name), &container.origin, lo);
    }
    if places.is_empty() {
        return no_piece(item, call.get("item").map_or(&call.origin, |arg| &arg.origin), lo);
    }
    Ok(places)
}

/// A name that no container has. A coordinate or a hand stands for something that is said elsewhere.
fn no_container<T>(name: &str, at: &Origin, lo: &Lowering) -> Lowered<T> {
    let finding = Diagnostic::error("LUD0402", at, format!("no container is called \"{name}\"")).label("unknown name");
    let column = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let coordinate = !column.is_empty() && column.len() < name.len() && column.bytes().all(|b| b.is_ascii_uppercase());
    let mut containers = lo.equipment.containers.iter().map(|container| &*container.name);
    let hand = containers.find(|hand| name.contains("Hand") && hand.starts_with("Hand"));
    Err(Box::new(if coordinate {
        finding.hint(format!("one site is named with a label: `coord:\"{name}\"`; several stand in braces"))
    } else if let Some(hand) = hand {
        finding.hint(format!("the hand of one player has a number behind its name: \"{hand}\""))
    } else if name.contains("Hand") {
        finding.hint("the equipment gives every player a hand by `(hand Each)`")
    } else {
        finding
    }))
}

/// A hand by name: the component of the same index on its first site (Ludii 1.3.12's behaviour).
fn in_named_hand(name: &str, call: &Ludeme, lo: &Lowering) -> Lowered<(i32, IntsExpr)> {
    let found = lo.equipment.containers.iter().position(|container| *container.name == *name);
    let Some((index, stretch)) = found.and_then(|index| Some((index, lo.equipment.layout.stretch(index)?))) else {
        return no_container(name, call.get("container").map_or(&call.origin, |arg| &arg.origin), lo);
    };
    let sites = if index < lo.equipment.components.len() { vec![stretch.from] } else { Vec::new() };
    Ok((index as i32, Expr::constant(sites)))
}

/// The sites that a start rule names, in the order they are placed.
pub(super) fn sites(call: &Ludeme, t: SiteType, lo: &mut Lowering) -> Lowered<IntsExpr> {
    if let Some(name) = call.text("container") {
        let found = lo.equipment.containers.iter().position(|container| container.name == *name);
        let Some(stretch) = found.and_then(|index| lo.equipment.layout.stretch(index)) else {
            return no_container(name, call.get("container").map_or(&call.origin, |arg| &arg.origin), lo);
        };
        let index = lo.int_or(call, "loc", 0)?;
        return Ok(Expr::new(index.uses, move |cx| vec![stretch.from + index.eval(cx)]));
    }
    if let Some(arg) = call.get("locs") {
        return lo.ints_arg(arg);
    }
    if let Some(region) = lo.region_opt(call, "region")? {
        return Ok(Expr::new(region.uses, move |cx| region.eval(cx).iter().collect()));
    }
    let coords = call.items("coords").unwrap_or_else(|| call.get("coord").map_or(&[], std::slice::from_ref));
    if coords.is_empty() {
        let site = lo.int_or(call, "loc", -1)?;
        return Ok(Expr::new(site.uses, move |cx| vec![site.eval(cx)]));
    }
    let mut list = Vec::new();
    for arg in coords {
        let Value::Text(label) = &arg.value else { continue };
        match lo.board().by_label(t, label) {
            Some(site) => list.push(i32::try_from(site).unwrap_or(-1)),
            None => {
                let finding = Diagnostic::error("LUD0402", &arg.origin, format!("the board has no site \"{label}\""));
                return Err(Box::new(finding.hint("`ludemic board FILE --labels` shows the names of the sites")));
            }
        }
    }
    Ok(Expr::constant(list))
}
