//! Moves in words short enough for a list.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind};
use crate::engine::game::Game;
use crate::engine::mv::Move;
use std::collections::HashMap;

/// The name of a site as people read it: its label, or container and place for a site outside the board.
pub fn site_name(game: &Game, t: SiteType, site: i32) -> String {
    let equipment = &game.equipment;
    if let Ok(index) = usize::try_from(site) {
        if let Some(label) = equipment.board.label(t, index) {
            return if t == equipment.layout.default_type() {
                label.to_owned()
            } else {
                format!("{}:{label}", t.name())
            };
        }
        if let Some(container) = equipment.layout.container_of(site)
            && let Some(stretch) = equipment.layout.stretch(container)
        {
            let name = equipment.containers.get(container).map_or("", |c| &c.name);
            return match stretch.len {
                1 => name.to_owned(),
                _ => format!("{name}[{}]", site - stretch.from),
            };
        }
    }
    site.to_string()
}

/// Who makes a move: `P1`; `all` for players who move at once, `nobody` in a simulation.
pub fn mover_name(game: &Game, mover: i32) -> String {
    match mover {
        ..=0 => "nobody".to_owned(),
        _ if mover > game.equipment.players => "all".to_owned(),
        _ => format!("P{mover}"),
    }
}

/// A legal move in a few words: `A1` or `Disc1 A1` for a placement, `A1-B2` for a step, `Pass`.
///
/// It is the decision of the move that is described; two moves may read alike. Pieces are named only where the mover
/// owns several kinds of them.
pub fn describe(game: &Game, m: &Move) -> String {
    if m.is_pass() {
        return "Pass".to_owned();
    }
    match m.decision() {
        Some(action) => action_text(game, m, action),
        None => {
            let t = game.equipment.layout.default_type();
            format!("{}-{}", site_name(game, t, m.from), site_name(game, t, m.to))
        }
    }
}

/// What tells a move from others that [`describe`] says the same of: the state, the value or the number of what it puts
/// down, as far as it names them; empty if it names none.
pub fn details(m: &Move) -> String {
    let Some(action) = m.decision() else { return String::new() };
    let (state, rotation, value, count) = match &action.kind {
        ActionKind::Add { state, rotation, value, count, .. } => (*state, *rotation, *value, *count),
        ActionKind::Move { state, rotation, value, .. } => (*state, *rotation, *value, 1),
        _ => return String::new(),
    };
    let mut parts = Vec::new();
    for (name, number, least) in
        [("state", state, 0), ("rotation", rotation, 0), ("value", value, 0), ("count", count, 2)]
    {
        if number >= least {
            parts.push(format!("{name} {number}"));
        }
    }
    parts.join(" ")
}

/// The names of moves for people, each one its own where the moves do different things: those that read alike are told
/// apart by their [`details`], and by all that they do where that is not enough.
pub fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    let short: Vec<String> = moves.iter().map(|m| describe(game, m)).collect();
    let counts = |names: &[String]| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        names.iter().for_each(|name| *counts.entry(name.clone()).or_insert(0) += 1);
        counts
    };
    let first = counts(&short);
    let alone = |counts: &HashMap<String, usize>, name: &String| counts.get(name).is_none_or(|count| *count == 1);
    let longer: Vec<String> = short
        .iter()
        .zip(moves)
        .map(|(name, m)| match details(m) {
            more if more.is_empty() || alone(&first, name) => name.clone(),
            more => format!("{name} {more}"),
        })
        .collect();
    let second = counts(&longer);
    let named = short.into_iter().zip(longer).zip(moves);
    named
        .map(|((name, longer), m)| match alone(&second, &longer) {
            true => longer,
            false => format!("{name} {}", m.actions_text()),
        })
        .collect()
}

fn action_text(game: &Game, m: &Move, action: &Action) -> String {
    let default = game.equipment.layout.default_type();
    let name = |t: SiteType, site: i32| site_name(game, t, site);
    let component = |what: i32| {
        let known = usize::try_from(what).ok().and_then(|what| game.equipment.components.get(what));
        known.map_or_else(|| what.to_string(), |component| component.name.to_string())
    };
    match &action.kind {
        ActionKind::Add { t, to, what, .. } => {
            let place = name(t.unwrap_or(default), *to);
            let only = game.equipment.owner(*what) == m.mover && game.equipment.components_of(m.mover).count() == 1;
            if only { place } else { format!("{} {place}", component(*what)) }
        }
        ActionKind::Insert { t, to, what, .. } => format!("{} {}", component(*what), name(*t, *to)),
        ActionKind::Move { from_type, from, to_type, to, .. }
        | ActionKind::MoveCount { from_type, from, to_type, to, .. }
        | ActionKind::Copy { from_type, from, to_type, to, .. }
        | ActionKind::StackMove { from_type, from, to_type, to, .. } => {
            format!("{}-{}", name(*from_type, *from), name(*to_type, *to))
        }
        ActionKind::Promote { t, to, what, .. } => format!("{}={}", name(*t, *to), component(*what)),
        ActionKind::Remove { t, to, .. } => format!("x{}", name(*t, *to)),
        ActionKind::Select { from_type, from, to_type, to, .. } => match to {
            ..0 => format!("select {}", name(*from_type, *from)),
            _ if to == from => format!("select {}", name(*from_type, *from)),
            _ => format!("select {} {}", name(*from_type, *from), name(*to_type, *to)),
        },
        ActionKind::SetCount { t, to, count, .. } => format!("{} count {count}", name(*t, *to)),
        ActionKind::SetState { t, to, state, .. } => format!("{} state {state}", name(*t, *to)),
        ActionKind::SetValue { t, to, value, .. } => format!("{} value {value}", name(*t, *to)),
        ActionKind::SetRotation { t, to, rotation } => format!("{} rotation {rotation}", name(*t, *to)),
        ActionKind::SetVariable { t, site, value } => format!("{}={value}", name(*t, *site)),
        ActionKind::ToggleVariable { t, site, value } => format!("{}~{value}", name(*t, *site)),
        ActionKind::Bet { amount, .. } => format!("bet {amount}"),
        ActionKind::Propose { text, .. } => format!("propose {text}"),
        ActionKind::Vote { text, .. } => format!("vote {text}"),
        ActionKind::Swap { player1, player2 } => format!("swap P{player1} P{player2}"),
        ActionKind::Pass { .. } => "Pass".to_owned(),
        ActionKind::NextInstance => "next game".to_owned(),
        ActionKind::SetCost { .. }
        | ActionKind::SetDie { .. }
        | ActionKind::SetHidden { .. }
        | ActionKind::UseDie { .. }
        | ActionKind::SetDiceAllEqual { .. }
        | ActionKind::SetNextPlayer { .. }
        | ActionKind::SetScore { .. }
        | ActionKind::SetAmount { .. }
        | ActionKind::SetPot { .. }
        | ActionKind::SetValueOfPlayer { .. }
        | ActionKind::SetPhase { .. }
        | ActionKind::SetCounter { .. }
        | ActionKind::SetTemp { .. }
        | ActionKind::SetVar { .. }
        | ActionKind::SetPending { .. }
        | ActionKind::Trigger { .. }
        | ActionKind::RememberValue { .. }
        | ActionKind::ForgetValue { .. }
        | ActionKind::AddPlayerToTeam { .. }
        | ActionKind::Note { .. }
        | ActionKind::StoreState => action.to_string(),
    }
}
