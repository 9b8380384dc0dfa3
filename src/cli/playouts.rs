//! `ludemic playouts`: random games, measured.

use super::arena::{self, Look, Settings, Version};
use super::input::{Playable, shown};
use super::output::Ui;
use super::prose::{fill, rate, seconds, thousands};
use super::shards::{Keep, Output};
use super::workers::{Progress, TICK, interrupt, pool};
use super::{CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::Compiled;
use ludemic::Game;
use ludemic::playouts::{Playout, Series, Statistics};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  ludemic playouts lud/skirt.lud -n 100000              lengths, results, speed
  ludemic playouts game.lud -n 100000 --out rows        and one row a game, in rows/games-1-of-1.parquet
  ludemic playouts game.lud -n 100000 --out rows --moves
                                                        one row a move as well
  ludemic playouts game.lud -n 1000000 --shard 3/8 --out rows
                                                        the third of eight parts, on a machine of its own

The rows of all parts together are those of one run; docs/research.md has their columns. After Ctrl-C the rows until
then are in a file whose name ends in .partial.";

/// Play random games and measure lengths, results and speed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// How many games to play
    #[arg(short = 'n', long = "playouts", default_value_t = 100, value_name = "N")]
    playouts: u64,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    rows: Output,
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
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let compiled = args.game.compiled(ui)?;
    let game = compiled.game();
    let start = Instant::now();
    let played = match args.rows.keep() {
        Keep::Nothing => counted(args, Series::new(game))?,
        keep => kept(args, keep, &compiled)?,
    };
    let time = start.elapsed().as_secs_f64();
    let Played { total, stopped, written, threads } = played;
    if ui.json() {
        ui.object(&json!({
            "game": &*game.name,
            "seed": args.settings.seed,
            "requested": args.playouts,
            "interrupted": stopped,
            "written": written,
            "statistics": total.statistics,
            "failures": total.failures,
            "failure": total.failure.as_ref().map(|(index, reason)| json!({ "playout": index, "reason": reason })),
            "threads": threads,
            "seconds": time,
            "playouts_per_second": total.statistics.playouts as f64 / time,
            "moves_per_second": total.statistics.moves as f64 / time,
        }))?;
    } else {
        tell(game, &total, stopped, ui)?;
        let statistics = &total.statistics;
        let (playouts, moves) = (rate(statistics.playouts, time), rate(statistics.moves, time));
        ui.line(format!("time      {}: {playouts} playouts/s, {moves} moves/s", seconds(time)))?;
        for path in &written {
            ui.line(format!("rows      {path}"))?;
        }
    }
    ui.finish()?;
    if let Some((index, reason)) = &total.failure {
        ui.complain(&format!("{} playouts failed; number {index}: {reason}", total.failures));
    }
    if stopped {
        arena::exit_interrupted();
    }
    Ok(if total.failures > 0 { FINDINGS } else { CLEAN })
}

/// What came of a run.
struct Played {
    total: Total,
    /// Whether Ctrl-C ended it before the last game.
    stopped: bool,
    /// The files of rows.
    written: Vec<String>,
    threads: usize,
}

/// Plays and keeps nothing but the sums.
fn counted(args: &Args, series: Series) -> Result<Played, Stop> {
    let interrupted = interrupt()?;
    let pool = pool(args.settings.threads)?;
    let threads = pool.current_num_threads();
    let work = Arc::new(Work {
        series,
        args: (args.playouts, args.settings.seed, args.settings.max_moves),
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        totals: (0..threads).map(|_| Mutex::default()).collect(),
    });
    // Nothing is sent: the channel closes when the last worker has ended.
    let (sender, receiver) = channel::<()>();
    let shared = Arc::clone(&work);
    pool.spawn_broadcast(move |worker| {
        let _open = sender.clone();
        shared.run(worker.index());
    });
    let mut progress = Progress::new(args.playouts, "{bar:40} {human_pos}/{human_len} playouts, {per_sec}, {eta} left");
    while receiver.recv_timeout(TICK) != Err(RecvTimeoutError::Disconnected) {
        progress.show(work.done.load(Ordering::Relaxed));
        if interrupted.load(Ordering::Relaxed) {
            work.stop.store(true, Ordering::Relaxed);
            break;
        }
    }
    progress.clear();
    let total = work.total();
    let stopped = work.stop.load(Ordering::Relaxed) && total.done() < args.playouts;
    Ok(Played { total, stopped, written: Vec::new(), threads })
}

/// Plays and writes a row for each game.
fn kept(args: &Args, keep: Keep, compiled: &Compiled) -> Result<Played, Stop> {
    let version = Version::random(compiled).numbered(compiled, keep);
    let size = args.rows.size(arena::piece(args.playouts, 64));
    let pieces: Vec<_> = arena::pieces(0, Look::Summary, args.rows.range(args.playouts), size).collect();
    let mut rows = args.rows.open("playouts", args.playouts, args.settings.seed, &pieces)?;
    let threads = match args.settings.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.into(),
    };
    let file = shown(&args.game.description.file);
    let mut total = Total::default();
    let stopped = arena::run(vec![arena::ready(version)], pieces, args.settings, keep, |mut part| {
        for row in &part.rows {
            total.add(row.number, row.playout.clone());
        }
        rows.as_mut().map_or(Ok(()), |rows| rows.take(&mut part, file))
    })?;
    let written = rows.map_or(Ok(Vec::new()), |rows| rows.finish(stopped))?;
    Ok(Played { total, stopped, written, threads })
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
            let result = result.map_err(|error| error.to_string());
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
    fn add(&mut self, index: u64, result: Result<Playout, String>) {
        match result {
            Ok(playout) => self.statistics.add(&playout),
            Err(reason) => {
                self.failures += 1;
                self.failed(index, reason);
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
