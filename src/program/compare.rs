//! The program beside the plain evaluator.

use super::bits::Set;
use super::run::{Kind, Machine};
use crate::engine::game::Game;
use crate::engine::trial::Trial;
use crate::playouts::Chooser;
use std::sync::Arc;

/// Plays both from the same moves and gives the first difference.
pub(super) fn side_by_side<const W: usize>(
    machine: &mut Machine<W>,
    game: &Arc<Game>,
    seed: u64,
    limit: usize,
    plies: &mut u64,
) -> Option<String> {
    let mut trial = match Trial::start(Arc::clone(game), seed) {
        Ok(trial) => trial,
        Err(error) => return Some(error.to_string()),
    };
    let mut chooser = Chooser::new(seed);
    machine.restart();
    while !trial.is_over() && trial.len() < limit {
        let ply = trial.len();
        let at = |what: String| Some(format!("seed {seed}, ply {ply}: {what}"));
        let count = machine.find_legal();
        let plain: Vec<String> = match trial.legal() {
            Ok(moves) => moves.iter().map(|m| describe(m.is_pass(), m.is_swap(), m.from, m.to)).collect(),
            Err(error) => return at(error.to_string()),
        };
        let ours: Vec<String> = (0..count)
            .filter_map(|index| machine.choice(index))
            .map(|choice| {
                let pass = matches!(choice.kind, Kind::Pass | Kind::Forced);
                describe(pass, choice.kind == Kind::Swap, choice.from(), choice.to)
            })
            .collect();
        if plain != ours {
            return at(format!("legal moves\n  plain   {}\n  program {}", plain.join(" "), ours.join(" ")));
        }
        let index = chooser.choose(count);
        if let Err(error) = trial.play(index) {
            return Some(format!("seed {seed}: {error}"));
        }
        machine.play(index);
        *plies += 1;
        if let Some(difference) = positions(machine, &trial) {
            return Some(format!("seed {seed}, after ply {}: {difference}", trial.len()));
        }
    }
    None
}

fn describe(pass: bool, swap: bool, from: i32, to: i32) -> String {
    match (pass, swap) {
        (true, _) => "pass".into(),
        (_, true) => "swap".into(),
        _ => format!("{from}-{to}"),
    }
}

/// The first difference between two positions. Parts of the state that a rewrite leaves out are not compared.
fn positions<const W: usize>(machine: &mut Machine<W>, trial: &Trial) -> Option<String> {
    if machine.trouble {
        return Some("the program could not judge the position".into());
    }
    let state = trial.state();
    let t = trial.game().equipment.board.default_type();
    let p = &machine.position;
    let mut empty = Set::EMPTY;
    for site in 0..trial.game().equipment.board.len(t) {
        let (what, ours) = (state.what(t, site as i32), p.what.get(site).map_or(0, |&what| i32::from(what)));
        if what != ours {
            return Some(format!("site {site} holds {what}, in the program {ours}"));
        }
        if what == 0 {
            empty.insert(site);
        }
        if what != 0 && state.who(t, site as i32) != p.who(site as i32) {
            return Some(format!("the owner of site {site}"));
        }
    }
    if empty != p.empty {
        return Some("the empty sites".into());
    }
    let turn = |over: bool| if over { (0, 0, 0) } else { (p.mover, p.next, p.prev) };
    let plain = if state.is_over() { (0, 0, 0) } else { (state.mover(), state.next(), state.prev()) };
    if turn(p.over.is_some()) != plain {
        return Some(format!("the turn is {plain:?}, in the program {:?}", turn(p.over.is_some())));
    }
    if p.counter != state.counter() {
        return Some("the counter".into());
    }
    let result = state.status().map(|status| (status.winner, status.end));
    if result != p.over {
        return Some(format!("the result is {result:?}, in the program {:?}", p.over));
    }
    // Scores that are read by some rule have to be right whenever they are asked for.
    // Asking for them while the game goes on would make up for what has been put off.
    if machine.stores_scores() && (!machine.puts_off() || machine.position.over.is_some()) {
        for player in 1..=2 {
            let (plain, ours) = (state.score(player), machine.score(player));
            if plain != ours {
                return Some(format!("the score of player {player} is {plain}, in the program {ours}"));
            }
        }
    }
    None
}
