//! Playing a description with every choice of rewrites beside the plain evaluator.

use ludemic::program::rewrites::{ALL, Rewrites};
use ludemic::program::{Player, Program};
use ludemic::{Compiled, KnownDefines, Parsed};
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// All rewrites, none of them, each one alone, and all but one.
pub fn modes() -> Vec<(String, Rewrites)> {
    let alone = ALL.iter().map(|rewrite| (format!("only {}", rewrite.name), Rewrites::only(rewrite.name)));
    let without = ALL.iter().map(|rewrite| {
        let name = rewrite.name;
        (format!("no {name}"), Rewrites::without(&[name]).expect("the name of a rewrite"))
    });
    let some = [("all".to_owned(), Rewrites::all()), ("none".to_owned(), Rewrites::none())];
    some.into_iter().chain(alone).chain(without).collect()
}

/// How far a description is played.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Seeds.
    pub games: u64,
    /// Plies of each game.
    pub plies: usize,
    /// The work of the plain evaluator for one ply, so that descriptions that ask for too much are left early. A program
    /// has no such limit, and without rewrites it needs about as much.
    pub work: u64,
}

/// The work for one ply that leaves time for any of the project's games.
pub const WORK: u64 = 20_000_000;

/// What came of descriptions.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many descriptions there were.
    pub tried: u64,
    /// How many of them are right.
    pub compiled: u64,
    /// How many have a program.
    pub programs: u64,
    /// How many have a program with room for compiled code in every mode.
    pub with_room: u64,
    /// How many games stopped at a failure of the rules.
    pub faults: u64,
    /// Plies by mode.
    pub plies: Vec<u64>,
    /// Games by mode that only the plain evaluator can judge.
    pub given_up: Vec<u64>,
    /// What is not the same: the mode, what differs, the description.
    pub differences: Vec<String>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.tried += other.tried;
        self.compiled += other.compiled;
        self.programs += other.programs;
        self.with_room += other.with_room;
        self.faults += other.faults;
        add(&mut self.plies, &other.plies);
        add(&mut self.given_up, &other.given_up);
        self.differences.extend(other.differences);
    }
}

fn add(to: &mut Vec<u64>, what: &[u64]) {
    to.resize(to.len().max(what.len()), 0);
    to.iter_mut().zip(what).for_each(|(sum, n)| *sum += n);
}

impl Tally {
    /// Fewest plies of a mode.
    pub fn least(&self) -> u64 {
        self.plies.iter().copied().min().unwrap_or(0)
    }

    /// A table, and what differs.
    pub fn print(&self, what: &str) {
        let Tally { tried, compiled, programs, faults, .. } = self;
        println!(
            "{what}: {tried} tried, {compiled} right, {programs} with a program, {faults} games with a failure of the rules, {} differences",
            self.differences.len()
        );
        for (((name, _), plies), given_up) in modes().iter().zip(&self.plies).zip(&self.given_up) {
            println!("  {name:<16} {plies:>9} plies, {given_up} games left to the plain evaluator");
        }
        self.differences.iter().for_each(|difference| println!("{difference}\n"));
    }
}

/// The game of a text.
pub fn compile(text: &str, options: &[String], known: &KnownDefines) -> Option<Compiled> {
    let expansion = Parsed::new("description", text).and_then(|parsed| parsed.expand(options, known));
    expansion.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()).ok()
}

/// The players of all modes; why there are none otherwise.
pub fn players(compiled: &Compiled) -> Result<Vec<Player>, String> {
    let player = |rewrites: &Rewrites| {
        let program = Program::new(compiled.typed(), compiled.game(), rewrites).map_err(|unfit| unfit.to_string())?;
        Player::new(program, compiled.game()).map_err(|unfit| unfit.to_string())
    };
    let all: Vec<Result<Player, String>> = modes().iter().map(|(_, rewrites)| player(rewrites)).collect();
    // Hands in which pieces are counted, and iterators that nothing binds, are in the way only where some rule sees them
    // after all rewrites.
    let unseen = ["several pieces on a site", "an iterator that nothing binds"];
    let unseen = |one: &Result<Player, String>| one.as_ref().is_err_and(|why| unseen.iter().any(|of| why.contains(of)));
    let any = all.iter().any(Result::is_ok);
    let same = all.iter().all(|one| one.is_ok() == any || unseen(one));
    let told = || modes().into_iter().zip(&all).map(|((name, _), one)| format!("{name}: {:?}", one.as_ref().err()));
    let code = |one: &Result<Player, String>| one.as_ref().is_ok_and(Player::compiles);
    let room = |one: &Result<Player, String>| one.as_ref().is_ok_and(Player::has_room);
    let right = |one, mode: &Rewrites| code(one) == (mode.has_code() && room(one));
    let compiled = all.iter().zip(modes()).all(|(one, (_, mode))| one.is_err() || right(one, &mode));
    assert!(compiled || !cfg!(target_arch = "x86_64"), "machine code is made where it is to be");
    assert!(same, "whether there is a program depends on the rewrites: {:?}", told().collect::<Vec<_>>());
    all.into_iter().collect()
}

/// Plays a description in every mode.
pub fn compare(text: &str, options: &[String], known: &KnownDefines, extent: Extent) -> Tally {
    let mut tally = Tally { tried: 1, ..Tally::default() };
    let done = catch_unwind(AssertUnwindSafe(|| {
        let Some(compiled) = compile(text, options, known) else { return };
        let compiled = compiled.with_work(extent.work);
        tally.compiled = 1;
        let Ok(players) = players(&compiled) else { return };
        tally.programs = 1;
        tally.with_room = u64::from(players.iter().all(Player::has_room));
        for seed in 0..extent.games {
            let report = Player::compare_all(&players, &Arc::clone(compiled.game()), seed, extent.plies);
            let played: Vec<u64> = report.given_up.iter().map(|at| at.unwrap_or(report.plies)).collect();
            add(&mut tally.plies, &played);
            let given_up: Vec<u64> = report.given_up.iter().map(|at| u64::from(at.is_some())).collect();
            add(&mut tally.given_up, &given_up);
            tally.faults += u64::from(report.fault.is_some());
            if let Some((mode, what)) = report.difference {
                let mode = &modes()[mode].0;
                tally.differences.push(format!("{mode}: {what}\noptions {options:?}\n{text}"));
                return;
            }
        }
    }));
    if done.is_err() {
        tally.differences.push(format!("a panic\noptions {options:?}\n{text}"));
    }
    tally
}
