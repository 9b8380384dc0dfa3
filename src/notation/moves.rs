//! Moves in words short enough for a list.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind, PieceData};
use crate::engine::game::Game;
use crate::engine::mv::Move;
use crate::engine::trial::Trial;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

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
            return if stretch.len == 1 { name.to_owned() } else { format!("{name}[{}]", site - stretch.from) };
        }
    }
    site.to_string()
}

/// The site of a name that [`site_name`] writes, or of a number; `None` for a name that no site has.
pub fn site_of(game: &Game, name: &str) -> Option<(SiteType, i32)> {
    let (equipment, layout) = (&game.equipment, &game.equipment.layout);
    let (t, label) = match name.split_once(':') {
        Some((t, label)) => (SiteType::parse(t)?, label),
        None => (layout.default_type(), name),
    };
    if let Some(site) = equipment.board.by_label(t, label) {
        return Some((t, i32::try_from(site).ok()?));
    }
    if name.contains(':') {
        return None;
    }
    let (container, index) = match name.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
        Some((container, index)) => (container, index.parse().ok()?),
        None => (name, 0),
    };
    if let Some(container) = equipment.containers.iter().skip(1).position(|own| *own.name == *container) {
        let stretch = layout.stretch(container + 1)?;
        return (0..stretch.len).contains(&index).then_some((SiteType::Cell, stretch.from + index));
    }
    let site: i32 = name.parse().ok()?;
    let inside = layout.any_place(layout.default_type(), site)?;
    Some(layout.global(inside.store, inside.site))
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
/// It is the decision of the move that is described, those of all players where they move at once; two moves may read
/// alike. Pieces are named only where the mover
/// owns several kinds of them.
pub fn describe(game: &Game, m: &Move) -> String {
    if m.is_pass() {
        return "Pass".to_owned();
    }
    if m.mover > game.equipment.players {
        let decisions = m.actions().into_iter().filter(|action| action.decision);
        return decisions.map(|action| action_text(game, m, action)).collect::<Vec<_>>().join(", ");
    }
    match m.decision() {
        Some(action) => action_text(game, m, action),
        None => {
            let t = game.equipment.layout.default_type();
            format!("{}-{}", site_name(game, t, m.from), site_name(game, t, m.to))
        }
    }
}

/// What else a move decides and does, each in a few words.
fn particulars(game: &Game, m: &Move) -> Vec<String> {
    let mut parts = Vec::new();
    let mut decided = m.is_pass();
    m.for_each_action(&mut |action| {
        if action.decision && !decided {
            decided = true;
            parts.extend(details(action));
        } else {
            parts.push(action_text(game, m, action));
        }
    });
    parts
}

/// The state, the value, the number and the level of what an action puts down or takes, as far as it names them.
fn details(action: &Action) -> Vec<String> {
    let (PieceData { state, rotation, value }, count) = match action.kind {
        ActionKind::Add { data, count, .. } => (data, count),
        ActionKind::Move { data, .. } => (data, 1),
        ActionKind::Insert { state, .. } => (PieceData::state(state), 1),
        ActionKind::MoveCount { count, .. } | ActionKind::StackMove { levels: count, .. } => (PieceData::NONE, count),
        _ => (PieceData::NONE, 1),
    };
    let (from, to) = (action.level_from(), action.level_to());
    let all = [
        ("state", state, 0),
        ("rotation", rotation, 0),
        ("value", value, 0),
        ("count", count, 1),
        ("from level", if from == to { -1 } else { from }, 0),
        ("level", to, 0),
    ];
    let whole = matches!(action.kind, ActionKind::Move { stack: true, .. } | ActionKind::Add { stack: true, .. });
    let named = all.into_iter().filter(|(_, number, least)| number >= least);
    let named = named.map(|(name, number, _)| format!("{name} {number}"));
    named.chain(whole.then(|| "whole stack".to_owned())).collect()
}

/// The most of what tells a move from others that is named, if that is enough.
const TOLD: usize = 4;

/// A way of telling what is particular to a move.
type Telling<'a> = &'a dyn Fn(&Vec<String>) -> String;

/// The names of moves for people, each one its own where the moves do different things: those that read alike are
/// followed by what not all of them decide or do.
pub fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|m| describe(game, m)).collect();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        alike.entry(name.clone()).or_default().push(index);
    }
    for group in alike.into_values().filter(|group| group.len() > 1) {
        let texts: HashSet<String> = group.iter().map(|&index| moves[index].actions_text()).collect();
        if texts.len() == 1 {
            continue;
        }
        let all: Vec<Vec<String>> = group.iter().map(|&index| particulars(game, &moves[index])).collect();
        // In how many of the moves something is done.
        let mut shared: HashMap<&str, usize> = HashMap::new();
        for parts in &all {
            let own: HashSet<&str> = parts.iter().map(String::as_str).collect();
            own.into_iter().for_each(|part| *shared.entry(part).or_insert(0) += 1);
        }
        let own = |parts: &Vec<String>, most: usize| {
            let own = parts.iter().filter(|part| shared.get(part.as_str()).is_some_and(|&n| n < group.len()));
            let own: Vec<&str> = own.map(String::as_str).collect();
            let more = if own.len() > most { ", …" } else { "" };
            format!("{}{more}", own[..own.len().min(most)].join(", "))
        };
        let differ = |told: &[String]| told.iter().collect::<HashSet<_>>().len() == texts.len();
        let ways: [Telling; 3] =
            [&|parts| own(parts, TOLD), &|parts| own(parts, usize::MAX), &|parts| parts.join(", ")];
        let told = ways.iter().map(|way| all.iter().map(way).collect::<Vec<_>>());
        let told = told.reduce(|best, next| if differ(&best) { best } else { next }).unwrap_or_default();
        for (&index, more) in group.iter().zip(&told).filter(|(_, more)| !more.is_empty()) {
            names[index] = format!("{} ({more})", names[index]);
        }
    }
    names
}

/// Who has chosen what for a move that all players make at once, while some have not chosen yet: player and name.
/// Nobody is told of it before all have chosen.
pub fn chosen(trial: &mut Trial) -> Vec<(i32, String)> {
    let (game, chosen) = (Arc::clone(trial.game()), trial.chosen().to_vec());
    let all = trial.legal_of_all().unwrap_or_default();
    let name = |m: &Move| {
        let own: Vec<Move> = all.iter().filter(|other| other.mover == m.mover).cloned().collect();
        let text = m.actions_text();
        let at = own.iter().position(|other| other.actions_text() == text);
        at.and_then(|at| names(&game, &own).into_iter().nth(at)).unwrap_or_else(|| describe(&game, m))
    };
    chosen.iter().map(|m| (m.mover, name(m))).collect()
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
        ActionKind::SetCost { t, to, cost } => format!("{} cost {cost}", name(*t, *to)),
        ActionKind::SetPhase { t, site, phase } => format!("{} phase {phase}", name(*t, *site)),
        ActionKind::SetHidden { what, t, to, player, hidden, .. } => {
            let way = if *hidden { "hidden from" } else { "shown to" };
            format!("{} {} {way} P{player}", name(*t, *to), format!("{what:?}").to_lowercase())
        }
        ActionKind::SetDie { site, state } => {
            // The dice are the first components, in the order of their sites.
            let what = u16::try_from(site - game.equipment.dice_sites().start + 1).unwrap_or(0);
            let face = game.equipment.face(what, *state).unwrap_or(*state);
            format!("{} shows {face}", name(default, *site))
        }
        ActionKind::UseDie { die, .. } => format!("die {}", die + 1),
        ActionKind::SetDiceAllEqual { equal: true } => "dice alike".to_owned(),
        ActionKind::SetDiceAllEqual { equal: false } => "dice not alike".to_owned(),
        ActionKind::SetNextPlayer { player } => format!("then P{player}"),
        ActionKind::SetScore { player, score, add: true } => format!("P{player} score {score:+}"),
        ActionKind::SetScore { player, score, add: false } => format!("P{player} score {score}"),
        ActionKind::SetAmount { player, amount } => format!("P{player} amount {amount}"),
        ActionKind::SetPot { pot } => format!("pot {pot}"),
        ActionKind::SetValueOfPlayer { player, value } => format!("P{player} value {value}"),
        ActionKind::SetCounter { counter } => format!("counter {counter}"),
        ActionKind::SetTemp { temp } => format!("variable {temp}"),
        ActionKind::SetVar { name, value, .. } => format!("{name} {value}"),
        ActionKind::SetPending { value: -1 } => "pending".to_owned(),
        ActionKind::SetPending { value } => format!("pending {value}"),
        ActionKind::Trigger { event, player } => format!("P{player} {event}"),
        ActionKind::RememberValue { name, value } => listed("remember", name.as_deref(), *value),
        ActionKind::ForgetValue { name, value } => listed("forget", name.as_deref(), *value),
        ActionKind::AddPlayerToTeam { team, player } => format!("P{player} team {team}"),
        ActionKind::Note { message, to } => format!("note to P{to}: {message}"),
        ActionKind::StoreState => "position noted".to_owned(),
    }
}

fn listed(verb: &str, list: Option<&str>, value: i32) -> String {
    list.map_or_else(|| format!("{verb} {value}"), |list| format!("{verb} {value} in {list}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expand::KnownDefines;

    #[test]
    fn moves_that_read_alike_are_followed_by_what_differs() {
        let text = r#"(game "Alike" (players 2)
            (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules
                (play (or {
                    (move Add (piece "Disc1" state:1) (to 0))
                    (move Add (piece "Disc1" state:2) (to 0))
                    (move Add (piece "Disc1") (to 1))
                    (move Add (piece "Disc1") (to 2 (apply (set Counter 3))))
                    (move Add (piece "Disc1") (to 2 (apply (set Counter 4))))
                }))
                (end (if (is Full) (result Mover Win)))))"#;
        let game = Game::load("alike.lud", text, &[], &KnownDefines::none()).expect("a game");
        let mut trial = Trial::start(Arc::clone(&game), 0).expect("a position");
        let names = names(&game, trial.legal().expect("moves"));
        assert_eq!(names, ["A1 (state 1)", "A1 (state 2)", "B1", "A2 (counter 3)", "A2 (counter 4)"]);
    }
}
