//! `ludemic playouts`: random games, measured.

use super::input::{Budget, Description};
use super::output::Ui;
use super::program::{NoOpt, obstacle, obstacle_data};
use super::prose::{fill, rate, seconds, thousands};
use super::workers::{PATIENCE, TICK, interrupt, pool};
use super::{CLEAN, FINDINGS, INTERRUPTED, Outcome, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use ludemic::Game;
use ludemic::playouts::{Evaluator, Playout, Series, Statistics};
use ludemic::{Compiled, PlayError};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Play random games and measure lengths, results and speed.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    #[command(flatten)]
    budget: Budget,

    /// How many games to play
    #[arg(short = 'n', long = "playouts", default_value_t = 100, value_name = "N")]
    playouts: u64,

    /// How many threads; 0 for one a processor. The results are the same for any number
    #[arg(short, long, default_value_t = 0, value_name = "T", value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,

    /// Seed from which the seed of every game is derived
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    /// Give a game up after so many moves
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    max_moves: usize,

    /// Number all moves of the list and take one: the same games as by a program, others where a game has none
    #[arg(long, conflicts_with = "names")]
    plain: bool,

    #[command(flatten)]
    no_opt: NoOpt,
}

/// What the workers share.
struct Work {
    series: Series,
    args: (u64, u64, usize),
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
    /// What came of the playouts of each worker. Nobody but the worker uses it until the end or Ctrl-C.
    totals: Vec<Mutex<Total>>,
}

/// What came of all playouts.
#[derive(Default)]
struct Total {
    statistics: Statistics,
    /// The playout of the lowest number that failed, and why.
    failure: Option<(u64, String)>,
    failures: u64,
}

/// Plays on a pool of threads and tells the results; on Ctrl-C those of the games finished until then.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let rewrites = args.no_opt.rewrites()?;
    let compiled = args.budget.of(args.description.compiled(ui)?);
    let game = compiled.game();
    let series = if args.plain { Series::plain(game) } else { Series::new(&compiled, &rewrites) };
    let interrupted = interrupt()?;
    let pool = pool(args.threads)?;
    let work = Arc::new(Work {
        series,
        args: (args.playouts, args.seed, args.max_moves),
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        totals: (0..pool.current_num_threads()).map(|_| Mutex::default()).collect(),
    });
    let start = Instant::now();
    // Nothing is sent: the channel closes when the last worker has ended.
    let (sender, receiver) = channel::<()>();
    let shared = Arc::clone(&work);
    pool.spawn_broadcast(move |worker| {
        let _open = sender.clone();
        shared.run(worker.index());
    });
    let mut progress = Progress::new(args.playouts);
    while receiver.recv_timeout(TICK) != Err(RecvTimeoutError::Disconnected) {
        progress.show(work.done.load(Ordering::Relaxed), start);
        if interrupted.load(Ordering::Relaxed) {
            work.stop.store(true, Ordering::Relaxed);
            break;
        }
    }
    progress.clear();
    let time = start.elapsed().as_secs_f64();
    let total = work.total();
    let evaluator = work.series.evaluator();
    let unfit = work.series.obstacle();
    let stopped = work.stop.load(Ordering::Relaxed) && total.done() < args.playouts;
    if ui.json() {
        ui.object(&json!({
            "game": &*game.name,
            "evaluator": evaluator,
            "obstacle": unfit.map(|unfit| obstacle_data(&compiled, unfit)),
            "seed": args.seed,
            "requested": args.playouts,
            "interrupted": stopped,
            "statistics": total.statistics,
            "failures": total.failures,
            "failure": total.failure.as_ref().map(|(index, reason)| json!({ "playout": index, "reason": reason })),
            "threads": pool.current_num_threads(),
            "seconds": time,
            "playouts_per_second": total.statistics.playouts as f64 / time,
            "moves_per_second": total.statistics.moves as f64 / time,
        }))?;
    } else {
        tell(game, &total, stopped, ui)?;
        tell_evaluator(&compiled, &work.series, ui)?;
        let statistics = &total.statistics;
        let (playouts, moves) = (rate(statistics.playouts, time), rate(statistics.moves, time));
        ui.line(format!("time      {}: {playouts} playouts/s, {moves} moves/s", seconds(time)))?;
    }
    ui.finish()?;
    if let Some((index, reason)) = &total.failure {
        ui.complain(&format!("{} playouts failed; number {index}: {reason}", total.failures));
    }
    if stopped {
        // Games that are still being played end with the process: they cannot be waited for.
        std::process::exit(i32::from(INTERRUPTED));
    }
    Ok(if total.failures > 0 { FINDINGS } else { CLEAN })
}

impl Work {
    /// Plays games until none is left.
    fn run(&self, worker: usize) {
        let Some(total) = self.totals.get(worker) else { return };
        let (playouts, seed, limit) = self.args;
        let next = || {
            let stop = self.stop.load(Ordering::Relaxed);
            let index = (!stop).then(|| self.next.fetch_add(1, Ordering::Relaxed));
            index.filter(|index| *index < playouts)
        };
        self.series.play(seed, limit, next, |index, result| {
            total.lock().unwrap_or_else(PoisonError::into_inner).add(index, result);
            self.done.fetch_add(1, Ordering::Relaxed);
            true
        });
    }

    /// What came of all playouts that are finished.
    fn total(&self) -> Total {
        let mut all = Total::default();
        for total in &self.totals {
            all.merge(&total.lock().unwrap_or_else(PoisonError::into_inner));
        }
        all
    }
}

impl Total {
    fn add(&mut self, index: u64, result: Result<Playout, PlayError>) {
        match result {
            Ok(playout) => self.statistics.add(&playout),
            Err(error) => {
                self.failures += 1;
                self.failed(index, error.to_string());
            }
        }
    }

    fn failed(&mut self, index: u64, reason: String) {
        if self.failure.as_ref().is_none_or(|(first, _)| index < *first) {
            self.failure = Some((index, reason));
        }
    }

    fn merge(&mut self, other: &Total) {
        self.statistics.merge(&other.statistics);
        self.failures += other.failures;
        if let Some((index, reason)) = &other.failure {
            self.failed(*index, reason.clone());
        }
    }

    fn done(&self) -> u64 {
        self.statistics.playouts + self.failures
    }
}

/// A bar on standard error, on a terminal and for work that takes its time.
struct Progress {
    bar: Option<ProgressBar>,
    of: u64,
    wanted: bool,
}

impl Progress {
    fn new(of: u64) -> Self {
        Progress { bar: None, of, wanted: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, done: u64, start: Instant) {
        if !self.wanted || (self.bar.is_none() && start.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style =
                ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} playouts, {per_sec}, {eta} left");
            ProgressBar::new(self.of).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done);
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn tell(game: &Game, total: &Total, stopped: bool, ui: &mut Ui) -> Result<(), Stop> {
    let statistics = &total.statistics;
    let of = statistics.playouts;
    let part = |count: u64| format!("{} ({:.1}%)", thousands(count), 100.0 * count as f64 / of.max(1) as f64);
    let note = if stopped { " (interrupted)" } else { "" };
    ui.line(format!("playouts  {}{note}", thousands(of)))?;
    if let (Some(mean), Some(median)) = (statistics.mean_length(), statistics.median_length()) {
        let shortest = statistics.lengths.keys().next().copied().unwrap_or(0);
        let longest = statistics.lengths.keys().next_back().copied().unwrap_or(0);
        ui.line(format!("moves     mean {mean:.1}, median {median}, shortest {shortest}, longest {longest}"))?;
    }
    let mut results: Vec<String> = (1..=game.equipment.players)
        .map(|player| format!("P{player} wins {}", part(statistics.wins.get(&player).copied().unwrap_or(0))))
        .collect();
    results.push(format!("no winner {}", part(statistics.draws)));
    if statistics.unfinished > 0 {
        results.push(format!("unfinished {}", part(statistics.unfinished)));
    }
    ui.line(format!("results   {}", fill(&results.join(", "), 10).trim_start()))?;
    let ends: Vec<String> = statistics.ends.iter().map(|(end, count)| format!("{end} {}", part(*count))).collect();
    if !ends.is_empty() {
        ui.line(format!("endings   {}", ends.join(", ")))?;
    }
    Ok(())
}

/// Which evaluator played, and why not the program if it was wanted.
fn tell_evaluator(compiled: &Compiled, series: &Series, ui: &mut Ui) -> Result<(), Stop> {
    let name = series.evaluator().name();
    match series.obstacle() {
        Some(unfit) if series.evaluator() == Evaluator::Plain => {
            ui.line(format!("evaluator {name}: {}", obstacle(compiled, unfit)))?;
        }
        _ => ui.line(format!("evaluator {name}"))?,
    }
    Ok(())
}
