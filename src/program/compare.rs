//! Programs beside the plain evaluator: played from the same moves and compared at every ply.

use super::bits::Set;
use super::run::Machine;
use super::step::Stepper;
use crate::engine::game::Game;
use crate::engine::trial::Trial;
use crate::playouts::Chooser;
use std::sync::Arc;

/// What came of playing programs beside the plain evaluator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// How many plies were played.
    pub plies: u64,
    /// Why the plain evaluator could not go on: a failure of the rules, such as a division by zero.
    pub fault: Option<String>,
    /// For each program the ply at which it said that only the plain evaluator can judge this game.
    pub given_up: Vec<Option<u64>>,
    /// The first difference: which program, and what it is.
    pub difference: Option<(usize, String)>,
}

/// A program that is played in step with the plain evaluator.
pub(super) trait Beside: Stepper {
    /// Goes back to the start; moves will be drawn by a chooser of this seed.
    fn begin(&mut self, seed: u64);
    /// Plays the move of this number, which is the one drawn next.
    fn go_on(&mut self, index: usize);
    /// The first difference between the positions; `last` when no more moves follow.
    fn differs(&mut self, trial: &Trial, last: bool) -> Option<String>;
}

/// Plays all programs and the plain evaluator from the same moves, chosen at random, until something differs.
pub(super) fn side_by_side(
    programs: &mut [Box<dyn Beside + '_>],
    game: &Arc<Game>,
    seed: u64,
    limit: usize,
) -> Comparison {
    let mut report = Comparison { given_up: vec![None; programs.len()], ..Comparison::default() };
    let mut trial = match Trial::start(Arc::clone(game), seed) {
        Ok(trial) => trial,
        Err(error) => return Comparison { fault: Some(error.to_string()), ..report },
    };
    let mut chooser = Chooser::new(seed);
    for program in programs.iter_mut() {
        program.begin(seed);
    }
    while !trial.is_over() && trial.len() < limit {
        let plain: Vec<String> = match trial.legal() {
            Ok(moves) => moves.iter().map(|m| describe(m.is_pass(), m.is_swap(), m.from, m.to)).collect(),
            Err(error) => return Comparison { fault: Some(error.to_string()), ..report },
        };
        let index = chooser.choose(plain.len());
        for (number, program) in programs.iter_mut().enumerate() {
            if report.given_up.get(number) != Some(&None) {
                continue;
            }
            let steps = program.legal().into_iter();
            let ours: Vec<String> = steps.map(|(step, _)| describe(step.pass, step.swap, step.from, step.to)).collect();
            if !program.gives_up() && plain != ours {
                let (plain, ours) = (plain.join(" "), ours.join(" "));
                let what =
                    format!("seed {seed}, ply {}: legal moves\n  plain   {plain}\n  program {ours}", report.plies);
                report.difference = Some((number, what));
                return report;
            }
            if !program.gives_up() {
                program.go_on(index);
            }
        }
        let played = trial.play(index).map(|_| ()).map_err(|error| error.to_string());
        report.plies += 1;
        for (program, given_up) in programs.iter().zip(&mut report.given_up) {
            if given_up.is_none() && program.gives_up() {
                *given_up = Some(report.plies);
            }
        }
        if let Err(fault) = played {
            report.fault = Some(fault);
            return report;
        }
        let last = trial.is_over() || trial.len() >= limit;
        for (number, program) in programs.iter_mut().enumerate() {
            if report.given_up.get(number) != Some(&None) {
                continue;
            }
            if let Some(what) = program.differs(&trial, last) {
                report.difference = Some((number, format!("seed {seed}, after ply {}: {what}", report.plies)));
                return report;
            }
        }
    }
    report
}

fn describe(pass: bool, swap: bool, from: i32, to: i32) -> String {
    match (pass, swap) {
        (true, _) => "pass".into(),
        (_, true) => "swap".into(),
        _ => format!("{from}-{to}"),
    }
}

impl<const W: usize> Beside for Machine<'_, W> {
    fn begin(&mut self, seed: u64) {
        Machine::restart(self);
        self.chooser = Chooser::new(seed);
    }

    fn go_on(&mut self, index: usize) {
        // Compiled code plays a move of a number, and also draws one itself: by turns the one and the other.
        if self.position.moves().is_multiple_of(2) && self.play_by_code(1) {
            return;
        }
        let count = self.find_legal();
        self.chooser.choose(count);
        self.play(index);
    }

    fn differs(&mut self, trial: &Trial, last: bool) -> Option<String> {
        positions(self, trial, last)
    }
}

/// The first difference between two positions. Parts of the state that a rewrite leaves out are not compared.
fn positions<const W: usize>(machine: &mut Machine<W>, trial: &Trial, last: bool) -> Option<String> {
    let state = trial.state();
    let t = trial.game().equipment.board.default_type();
    let board = trial.game().equipment.board.len(t);
    let p = &machine.position;
    let mut empty = Set::EMPTY;
    for (site, &ours) in p.what.iter().enumerate() {
        let (what, ours) = (state.what(t, site as i32), i32::from(ours));
        if what != ours {
            return Some(format!("site {site} holds {what}, in the program {ours}"));
        }
        if what == 0 && site < board {
            empty.insert(site);
        }
        if what != 0 && state.who(t, site as i32) != p.who(site as i32) {
            return Some(format!("the owner of site {site}"));
        }
    }
    if empty != p.empty {
        return Some("the empty sites".into());
    }
    let turn = |over: bool| if over { (0, 0, 0, 0) } else { (p.mover, p.next, p.prev, p.turn) };
    let plain = if state.is_over() { (0, 0, 0, 0) } else { (state.mover(), state.next(), state.prev(), state.turn()) };
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
    if !machine.leaves_out() {
        let vars: Vec<i32> = state.vars().iter().map(|value| value.unwrap_or(-1)).collect();
        if p.vars != vars {
            return Some(format!("the variables are {vars:?}, in the program {:?}", p.vars));
        }
        // The order of remembered values does not matter to any rule of a program.
        let sorted = |values: &[i32]| {
            let mut values = values.to_vec();
            values.sort_unstable();
            values
        };
        let (plain, ours) = (sorted(state.remembered()), sorted(&p.remembered));
        if plain != ours {
            return Some(format!("remembered is {plain:?}, in the program {ours:?}"));
        }
    }
    // Scores that are read by some rule have to be right whenever they are asked for.
    // Asking for them while the game goes on would make up for what has been put off.
    if machine.stores_scores() && (!machine.puts_off() || last) {
        for player in 1..=2 {
            let (plain, ours) = (state.score(player), machine.score(player));
            if plain != ours {
                return Some(format!("the score of player {player} is {plain}, in the program {ours}"));
            }
        }
    }
    None
}
