//! The compiled program: rules as expressions over whole sets of sites.
//!
//! The plain evaluator ([`crate::engine`], [`crate::ludemes`]) says what every ludeme means, one site at a time, and is
//! the reference. A [`Program`] says the same over sets, for games that have a form as sets; it plays random games, many
//! times faster. It comes from the same typed tree by way of a table of nodes ([`ir`]), which small [`rewrites`] make
//! cheaper as it is built, and is played by a [`run::Machine`] over sets of a width that fits the board.
//!
//! The moves are found in the same order as by the plain evaluator, so that a playout with the same seed is the same
//! game. Whatever a program cannot judge makes the playout start again with the plain evaluator.
#![cfg_attr(
    not(feature = "jit"),
    allow(dead_code, unused_imports, reason = "machine code asks for more than the machine")
)]

pub mod bits;
pub mod build;
pub mod ir;
mod lattice;
pub mod origins;
mod range;
pub mod rewrites;
pub mod run;
pub mod space;
pub mod step;
mod table;
pub mod view;

use crate::check::typed::Ludeme;
use crate::engine::game::Game;
use crate::engine::trial::Trial;
use crate::players::Clock;
use crate::playouts::{Chooser, Playout, Simulation};
use build::{Builder, Built, Unfit};
use ir::{BoolId, EndNode, Ending, ListNode, MovesId, MovesNode, Needs, SetNode, Table, part};
use rewrites::{Lateness, Rewrites};
use run::{Machine, Prepared, Profile};
use std::sync::Arc;

/// A game as a program.
#[derive(Debug)]
pub struct Program {
    /// The nodes.
    pub table: Table,
    /// The play rules.
    pub play: MovesId,
    /// The parts of the state that the play rules read, but for the turn, and for the counter where they only ask it for
    /// the conditions in `asked`.
    pub play_reads: u16,
    /// Conditions of the play rules about the counter, if nothing else in them reads it.
    pub asked: Vec<BoolId>,
    /// The end rules.
    pub ends: Vec<EndNode>,
    /// The rewrites that were made.
    pub rewrites: Rewrites,
    /// What is known of the effect that is put off, if there is one.
    pub lateness: Option<Lateness>,
    /// What components and variables are called.
    pub labels: view::Labels,
    /// The owner of each component, 0 for component 0.
    owners: Vec<u8>,
    /// Number of board sites.
    board: usize,
    /// Whether the order of the pieces on the board matters.
    ordered: bool,
    swap_remove: bool,
    no_pass_end: bool,
    turn_limit: i32,
    move_limit: i32,
}

/// The widest board, in words of 64 sites.
pub const WIDEST: usize = 8;

impl Program {
    /// The program of a game, if all of it has a form over sets. `typed` is the description the game was compiled from.
    ///
    /// # Errors
    ///
    /// The first thing that has none.
    pub fn new(typed: &Ludeme, game: &Arc<Game>, rewrites: &Rewrites) -> Built<Program> {
        let beyond = |what: &str| Err(Unfit { what: what.to_owned(), origin: None });
        let features = &game.features;
        if game.instances.is_some() {
            return beyond("a match");
        }
        if game.mode != crate::engine::game::Mode::Alternating {
            return beyond("a game in which players do not take turns");
        }
        if game.equipment.players != 2 {
            return beyond("a number of players other than two");
        }
        if game.phases.len() != 1 || game.phases.iter().any(|phase| phase.end.is_some() || !phase.next.is_empty()) {
            return beyond("a game with phases");
        }
        if features.puzzle {
            return beyond("a deduction puzzle");
        }
        if features.stacking || features.teams || features.stochastic || features.dice {
            return beyond("a game with stacks, teams or chance");
        }
        if game.equipment.has_large_pieces() {
            return beyond("a game with large pieces");
        }
        if features.hidden {
            return beyond("a game with hidden information");
        }
        if game.meta != crate::engine::game::Meta::default() {
            return beyond("a game with meta rules about repetition, suicide or swapping");
        }
        match Program::assemble(typed, game, rewrites, false) {
            Err(_) if game.equipment.containers.len() > 1 => Program::assemble(typed, game, rewrites, true),
            Ok(program) if game.equipment.containers.len() > 1 && hands::matter(&program) => {
                // The sites of hands are numbered as cells: beside a board of other sites no set can hold them.
                if game.equipment.board.default_type() != crate::board::SiteType::Cell {
                    return beyond("a hand that the rules look at beside a board that is not played on its cells");
                }
                Program::assemble(typed, game, rewrites, true)
            }
            built => built,
        }
    }

    fn assemble(typed: &Ludeme, game: &Arc<Game>, rewrites: &Rewrites, hands: bool) -> Built<Program> {
        let beyond = |what: &str| Err(Unfit { what: what.to_owned(), origin: None });
        let features = &game.features;
        let (table, play, ends, lateness) = rules(typed, game, rewrites, hands)?;
        if table.sites > 64 * WIDEST {
            return beyond("a board of more than 512 sites");
        }
        let owners = (0..game.equipment.components.len())
            .map(|index| u8::try_from(game.equipment.owner(index as i32)).unwrap_or(0))
            .collect();
        let mut asked = Vec::new();
        let mut play_reads = table.moves_needs(play).reads;
        if play_reads & part::COUNTER != 0 && asks_counter(&table, play, &mut asked) && asked.len() <= 32 {
            play_reads &= !part::COUNTER;
        } else {
            asked.clear();
        }
        if play_reads & part::MOVERS != 0 {
            play_reads |= part::BOARD;
        }
        play_reads &= !(part::TURN | part::MOVERS);
        Ok(Program {
            play_reads,
            asked,
            ordered: table.moves.nodes().iter().any(|node| matches!(node, MovesNode::EachPiece(_))),
            board: game.equipment.board.len(game.equipment.board.default_type()),
            swap_remove: features.swap_remove,
            no_pass_end: features.no_pass_end,
            turn_limit: game.turn_limit,
            move_limit: game.move_limit,
            rewrites: rewrites.clone(),
            labels: view::Labels::of(game),
            table,
            play,
            ends,
            lateness,
            owners,
        })
    }

    /// The owner of a component; 0 for a number that is none.
    #[inline]
    fn owner(&self, component: i32) -> usize {
        usize::try_from(component).ok().and_then(|index| self.owners.get(index)).map_or(0, |&owner| usize::from(owner))
    }

    /// Whether the value of a node is kept until something it reads changes.
    pub fn keeps(&self, id: impl Into<view::AnyId>) -> bool {
        match id.into() {
            view::AnyId::Set(id) => {
                let needs = self.table.set_needs(id);
                let keepable = match self.table.set(id) {
                    // Kept for each number added to it.
                    SetNode::Linear { left, right, .. } => {
                        let mut terms =
                            left.iter().chain(right).filter_map(|(_, id)| self.table.counts.get(id.index()));
                        terms.all(|(set, _)| self.table.set_needs(*set).free == 0)
                    }
                    node => node.is_costly() && needs.free == 0 && needs.writes == 0,
                };
                self.rewrites.has_keep() && keepable
            }
            view::AnyId::List(id) => {
                self.rewrites.has_groups() && matches!(self.table.list(id), ListNode::GroupSizes(..))
            }
            view::AnyId::Moves(id) => self.rewrites.has_legal() && id == self.play,
            view::AnyId::Int(_) | view::AnyId::Truth(_) | view::AnyId::Effect(_) => false,
        }
    }

    /// How many words the sets need.
    pub fn words(&self) -> usize {
        self.table.sites.div_ceil(64).max(1)
    }
}

type Rules = (Table, MovesId, Vec<EndNode>, Option<Lateness>);

/// The rules over sets with or without the sites of hands.
fn rules(typed: &Ludeme, game: &Arc<Game>, rewrites: &Rewrites, hands: bool) -> Built<Rules> {
    let missing = |what: &str| Unfit { what: format!("a game without {what}"), origin: None };
    let mut builder = Builder::new(game, rewrites, hands);
    let rules = call_of(typed, "rules").ok_or_else(|| missing("rules"))?;
    let play = call_of(rules, "play").and_then(|play| play.get("moves")).ok_or_else(|| missing("play rules"))?;
    let play = builder.moves_arg(play, &[])?;
    // Looking ahead while legal moves are being found would find them into the same list.
    if builder.table.moves_needs(play).writes != 0 {
        return Err(Unfit { what: "`(no Moves Next)` within the play rules".into(), origin: None });
    }
    // After a pass it is found out anew who is stuck, and what was noted of him before, which the list of moves went by,
    // is not so any more.
    if builder.table.moves_needs(play).reads & part::STALE != 0 {
        return Err(Unfit { what: "`(no Moves ..)` within the play rules".into(), origin: None });
    }
    let ends = match call_of(rules, "end") {
        Some(end) => builder.ends(end)?,
        None => Vec::new(),
    };
    let read_by_ends = end_needs(&builder.table, &ends);
    if has_unbound(&builder.table, play, read_by_ends) {
        return Err(Unfit { what: "an iterator that nothing binds".into(), origin: None });
    }
    let late = rewrites::whole(&mut builder, read_by_ends.reads);
    let lateness = late.map(|effect| rewrites::lateness(&builder, effect));
    Ok((builder.table, play, ends, lateness))
}

fn call_of<'a>(call: &'a Ludeme, head: &str) -> Option<&'a Ludeme> {
    let mut found = None;
    call.visit(&mut |ludeme| {
        if found.is_none() && ludeme.form.head == head && ludeme.form.kind == head {
            found = Some(ludeme);
        }
    });
    found
}

/// Collects the conditions between generators that read the counter; `false` if it is read anywhere else.
fn asks_counter(table: &Table, id: MovesId, asked: &mut Vec<BoolId>) -> bool {
    match table.generator(id) {
        MovesNode::All(all) => all.iter().all(|id| asks_counter(table, *id, asked)),
        MovesNode::If(cond, yes, no) => {
            let needs = table.truth_needs(*cond);
            if needs.reads & part::COUNTER != 0 {
                if needs.free != 0 {
                    return false;
                }
                asked.push(*cond);
            }
            asks_counter(table, *yes, asked) && asks_counter(table, *no, asked)
        }
        _ => table.moves_needs(id).reads & part::COUNTER == 0,
    }
}

/// Whether a rule reads an iterator variable that no ludeme around it binds. What it is then depends on who asks, and
/// when: a look ahead within a loop sees what the loop has bound.
fn has_unbound(table: &Table, play: MovesId, ends: Needs) -> bool {
    table.moves_needs(play).free != 0
        || ends.free != 0
        || table.templates.iter().any(|template| template.then.iter().any(|&then| table.effect_needs(then).free != 0))
}

/// What end rules read.
fn end_needs(table: &Table, ends: &[EndNode]) -> Needs {
    ends.iter().fold(Needs::default(), |all, end| {
        let ending = match &end.ending {
            Some(Ending::ByScore(finals)) => finals.iter().fold(Needs::of(part::SCORES), |all, (player, score)| {
                all.and(table.int_needs(*player)).and(table.int_needs(*score))
            }),
            Some(Ending::Win(player) | Ending::Loss(player)) => table.int_needs(*player),
            _ => Needs::default(),
        };
        all.and(table.truth_needs(end.cond)).and(ending).and(end_needs(table, &end.subs))
    })
}

/// A program ready to play from the start of its game.
#[derive(Debug)]
pub struct Player {
    /// The program.
    pub program: Program,
    width: Width,
}

macro_rules! widths {
    ($($variant:ident $words:literal),*) => {
        #[derive(Debug)]
        enum Width {
            $($variant(Box<Prepared<$words>>),)*
        }

        impl Player {
            /// A player of a program.
            ///
            /// # Errors
            ///
            /// A game that cannot be started, or that draws on chance when it starts.
            pub fn new(program: Program, game: &Arc<Game>) -> Built<Player> {
                let start = Trial::start(Arc::clone(game), 0)
                    .map_err(|error| Unfit { what: format!("a game that does not start ({error})"), origin: None })?;
                // No rule of a program counts pieces on one site, so that each stays one if it was one at the start.
                let layout = start.state().layout();
                let counted = (0..program.table.sites as i32).any(|site| start.state().count(layout.default_type(), site) > 1);
                if counted {
                    return Err(Unfit { what: "a position with several pieces on a site".into(), origin: None });
                }
                let width = match program.words() {
                    $(words if words <= $words => Width::$variant(Box::new(Prepared::new(&program, &start))),)*
                    _ => return Err(Unfit { what: "so large a board".into(), origin: None }),
                };
                Ok(Player { program, width })
            }

            /// Plays a series of playouts and hands each to `see` until it answers `false`: number, seed, result; `None`
            /// for one that only the plain evaluator can play.
            pub fn series(
                &self,
                limit: usize,
                mut next: impl FnMut() -> Option<(u64, u64)>,
                mut see: impl FnMut(u64, u64, Option<Playout>) -> bool,
            ) {
                match &self.width {
                    $(Width::$variant(prepared) => {
                        let mut machine = Machine::new(&self.program, prepared);
                        while let Some((index, seed)) = next() {
                            machine.restart();
                            let playout = machine.playout(seed, limit);
                            if !see(index, seed, playout) {
                                break;
                            }
                        }
                    })*
                }
            }

            /// The same; `see` is also given how many moves were legal before each move of the playout.
            pub fn watch(
                &self,
                limit: usize,
                mut next: impl FnMut() -> Option<(u64, u64)>,
                mut see: impl FnMut(u64, Option<Playout>, &[u32]) -> bool,
            ) {
                match &self.width {
                    $(Width::$variant(prepared) => {
                        let mut machine = Machine::new(&self.program, prepared);
                        let mut choices = Vec::new();
                        while let Some((index, seed)) = next() {
                            machine.restart();
                            choices.clear();
                            let playout = machine.playout_watched(seed, limit, |count| choices.push(count as u32));
                            if !see(index, playout, &choices) {
                                break;
                            }
                        }
                    })*
                }
            }

            /// Plays playouts one after the other, as [`Player::series`] does, and tells where the time goes that the
            /// clock shows.
            pub fn profile(&self, clock: &Clock, limit: usize, mut next: impl FnMut() -> Option<u64>) -> Profile {
                match &self.width {
                    $(Width::$variant(prepared) => {
                        let mut machine = Machine::new(&self.program, prepared);
                        machine.profile = Some(Box::new(Profile::new(&self.program.table, Clock::clone(clock))));
                        let begin = clock();
                        let (mut moves, mut playouts) = (0, 0);
                        while let Some(seed) = next() {
                            machine.restart();
                            machine.playout(seed, limit);
                            moves += machine.position.moves() as u64;
                            playouts += 1;
                        }
                        let profile = machine.profile.take().map(|profile| *profile);
                        let mut profile = profile.unwrap_or_else(|| Profile::new(&self.program.table, Clock::clone(clock)));
                        (profile.elapsed, profile.moves, profile.playouts) = (clock().saturating_sub(begin), moves, playouts);
                        profile
                    })*
                }
            }

            /// A simulation from the position of a trial of the same game.
            pub fn simulation(&self, trial: &Trial) -> Box<dyn Simulation + '_> {
                match &self.width {
                    $(Width::$variant(prepared) => simulate::simulation(Machine::new(&self.program, prepared), trial),)*
                }
            }

            /// The game at its start, to be played move by move.
            pub fn stepper(&self) -> Box<dyn step::Stepper + '_> {
                match &self.width {
                    $(Width::$variant(prepared) => Box::new(Machine::new(&self.program, prepared)),)*
                }
            }

            /// Whether compiled code has room for the legal moves of every position: for 16,384 families of moves that
            /// share what they do and a set of targets. Only loops in loops over many sites have more.
            pub fn has_room(&self) -> bool {
                run::has_room(&self.program)
            }

            /// Whether the program runs as machine code when it is played for long: it does where the rewrite `code` is made,
            /// on the processors that Cranelift knows, unless [`Self::has_room`] says no.
            pub fn compiles(&self) -> bool {
                match &self.width {
                    $(Width::$variant(prepared) => Machine::new(&self.program, prepared).use_code(),)*
                }
            }

            fn beside(&self) -> Box<dyn compare::Beside + '_> {
                match &self.width {
                    $(Width::$variant(prepared) => {
                        let mut machine = Machine::new(&self.program, prepared);
                        machine.use_code();
                        Box::new(machine)
                    })*
                }
            }
        }
    };
}

mod compare;
mod hands;
mod simulate;

pub use compare::Comparison;

impl Player {
    /// Plays programs of one game beside the plain evaluator, choosing moves at random, until the game is over, `limit`
    /// moves have been made or legal moves, positions or results differ.
    pub fn compare_all(players: &[Player], game: &Arc<Game>, seed: u64, limit: usize) -> Comparison {
        let mut programs: Vec<_> = players.iter().map(Player::beside).collect();
        compare::side_by_side(&mut programs, game, seed, limit)
    }
}

// Each width is compiled by itself. Where speed does not matter, fewer make shorter builds.
#[cfg(not(debug_assertions))]
widths!(One 1, Two 2, Three 3, Four 4, Six 6, Eight 8);
#[cfg(debug_assertions)]
widths!(One 1, Two 2, Three 3, Eight 8);

impl<const W: usize> Machine<'_, W> {
    /// Plays random moves until the game is over or `limit` moves have been made; `None` when only the plain evaluator
    /// can play this game.
    pub fn playout(&mut self, seed: u64, limit: usize) -> Option<Playout> {
        self.chooser = Chooser::new(seed);
        while self.position.over.is_none() && self.position.moves() < limit {
            if !self.play_by_code(limit - self.position.moves()) {
                let count = self.find_legal();
                let index = self.chooser.choose(count);
                self.play(index);
            }
            if self.trouble {
                return None;
            }
        }
        Some(self.outcome())
    }

    /// The same; `see` is given the number of legal moves before each move.
    pub fn playout_watched(&mut self, seed: u64, limit: usize, mut see: impl FnMut(usize)) -> Option<Playout> {
        let mut chooser = Chooser::new(seed);
        while self.position.over.is_none() && self.position.moves() < limit {
            let count = self.find_legal();
            see(count);
            if !self.play(chooser.choose(count)) || self.trouble {
                return None;
            }
        }
        Some(self.outcome())
    }

    fn outcome(&self) -> Playout {
        Playout {
            moves: self.position.moves(),
            winner: self.position.over.map(|(winner, _)| winner).filter(|winner| *winner > 0),
            end: self.position.over.map(|(_, end)| end),
        }
    }
}
