//! The tables of `docs/performance.md`, as Markdown.
//!
//! `cargo bench --bench table` prints all of them, `cargo bench --bench table -- speed start` some: `speed`, `growth`,
//! `rewrites`, `start`, `memory`. Times are those that the thread has worked, so that other programs disturb little;
//! only the start of the process is measured by the clock. What is compared is measured in turn.

#[allow(dead_code, reason = "each benchmark uses a part of what can be measured")]
mod subject;

use ludemic::Compiled;
use ludemic::playouts::{Evaluator, Playout, Series};
use ludemic::program::rewrites::{ALL, Rewrites};
use std::process::Command;
use std::time::{Duration, Instant};
use subject::{CAP, GAMES, Subject, native, sites, statistics, subjects, worked};

/// Playouts a second of Ludii 1.3.12 by game: one thread, the default options, uniformly random, cut off at [`CAP`].
const LUDII: [(&str, f64); 5] = [
    ("Wrigglers Squared", 123.0),
    ("Rabbit Warrens", 1.9),
    ("Brain Coral", 1_031.0),
    ("Skirt", 0.024),
    ("Dogtown Clans", 322.0),
];

/// How often what is compared is measured in turn, and for how long each time. From one second to the next a machine may be
/// faster or slower by a third: many short turns meet the same moments.
const RUNS: usize = 25;
const TURN: Duration = Duration::from_millis(80);

/// Work that was done, and how long it took.
#[derive(Debug, Clone, Copy, Default)]
struct Rate {
    playouts: f64,
    moves: f64,
    seconds: f64,
}

impl Rate {
    fn playouts(self) -> f64 {
        self.playouts / self.seconds
    }

    fn length(self) -> f64 {
        self.moves / self.playouts
    }

    /// Seconds.
    fn per_move(self) -> f64 {
        self.seconds / self.moves
    }
}

/// Something that plays series of games.
trait Plays {
    /// Plays games number `from` and up for about that long; at least one.
    fn spend(&mut self, from: u64, time: Duration) -> Rate;
}

/// How many games are played before the clock is looked at again, which takes as long as several moves.
fn more(step: u64) -> u64 {
    (2 * step).min(100)
}

impl Plays for &Series {
    fn spend(&mut self, from: u64, time: Duration) -> Rate {
        let mut rate = Rate::default();
        let (clock, start) = (Instant::now(), worked(Instant::now()));
        let mut numbers = from..;
        let (mut step, mut left) = (1, 1);
        Series::play(
            self,
            1,
            CAP as usize,
            || numbers.next(),
            |_, playout| {
                let playout: Playout = playout.unwrap_or_else(|error| panic!("{error}"));
                rate.playouts += 1.0;
                rate.moves += playout.moves as f64;
                left -= 1;
                if left == 0 {
                    step = more(step);
                    left = step;
                    return clock.elapsed() < time;
                }
                true
            },
        );
        rate.seconds = (worked(clock) - start).as_secs_f64();
        rate
    }
}

impl Plays for Box<dyn native::Game> {
    fn spend(&mut self, from: u64, time: Duration) -> Rate {
        let mut rate = Rate::default();
        let (clock, start) = (Instant::now(), worked(Instant::now()));
        let mut step = 1;
        while rate.playouts < 1.0 || clock.elapsed() < time {
            let total = self.playouts(step, from + rate.playouts as u64, CAP);
            rate.playouts += step as f64;
            rate.moves += total.plies as f64;
            step = more(step);
        }
        rate.seconds = (worked(clock) - start).as_secs_f64();
        rate
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What so many turns of each player say, taken in turn.
fn in_turn<const N: usize>(mut players: [&mut dyn Plays; N], runs: usize, time: Duration) -> [Rate; N] {
    let rates = all_in_turn(&mut players, runs, time);
    std::array::from_fn(|player| summary(&rates[player]))
}

/// All the games of these turns, at the time per move of the turn in the middle.
fn summary(rates: &[Rate]) -> Rate {
    let (playouts, moves) = rates.iter().fold((0.0, 0.0), |sum, rate| (sum.0 + rate.playouts, sum.1 + rate.moves));
    Rate { playouts, moves, seconds: moves * median(rates.iter().map(|rate| rate.per_move()).collect()) }
}

/// Each player plays so many turns in turn, and other games in each.
fn all_in_turn(players: &mut [&mut dyn Plays], runs: usize, time: Duration) -> Vec<Vec<Rate>> {
    let mut rates = vec![Vec::<Rate>::new(); players.len()];
    for _ in 0..runs {
        for (rates, player) in rates.iter_mut().zip(&mut *players) {
            let played: f64 = rates.iter().map(|rate| rate.playouts).sum();
            rates.push(player.spend(played as u64, time));
        }
    }
    rates
}

/// A number with three digits that mean something.
fn short(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 4.0);
    let rounded = if value >= 1_000.0 {
        let unit = 10_f64.powf(value.log10().floor() - 2.0);
        (value / unit).round() * unit
    } else {
        value
    };
    let text = format!("{rounded:.*}", digits as usize);
    let whole = text.split('.').next().unwrap_or_default().len();
    let mut grouped = String::new();
    for (index, character) in text.chars().enumerate() {
        if index > 0 && index < whole && (whole - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(character);
    }
    grouped
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

/// The head of a table: the first column holds text, the others numbers.
fn head(cells: &[&str]) {
    println!("\n| {} |\n|---{}|", cells.join(" | "), "|---:".repeat(cells.len() - 1));
}

fn defaults() -> Vec<Subject> {
    GAMES.iter().flat_map(|game| subjects(game.0, true)).collect()
}

fn speed() {
    println!("\n## Playouts a second");
    head(&["game", "Ludii 1.3.12", "plain", "program", "native", "moves each", "program / Ludii", "program / native"]);
    for subject in defaults() {
        let compiled = subject.compiled();
        let (program, plain) = (subject.program(&compiled, &Rewrites::all()), Series::plain(compiled.game()));
        let mut baseline = subject.baseline(compiled.game());
        assert_eq!(statistics(&program, 1, CAP as usize), statistics(&plain, 1, CAP as usize), "{}", subject.name);
        let rates = all_in_turn(&mut [&mut &plain, &mut &program, &mut baseline], RUNS, TURN);
        // Each turn of the program with that of the baseline which follows it.
        let pairs = rates[1].iter().zip(&rates[2]);
        let beside = median(pairs.map(|(program, native)| program.playouts() / native.playouts()).collect());
        let [plain, program, native] = [0, 1, 2].map(|player| summary(&rates[player]));
        let ludii = LUDII.iter().find(|(name, _)| *name == subject.name).map_or(f64::NAN, |(_, rate)| *rate);
        row(&[
            subject.name.to_owned(),
            short(ludii),
            short(plain.playouts()),
            short(program.playouts()),
            short(native.playouts()),
            short(program.length()),
            short(program.playouts() / ludii),
            short(beside),
        ]);
    }
}

/// The exponent with which `y` grows with `x`: the slope of the line through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = logs.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / n, sum.1 + y / n));
    let (mut with, mut of) = (0.0, 0.0);
    for (x, y) in logs {
        with += (x - mean.0) * (y - mean.1);
        of += (x - mean.0) * (x - mean.0);
    }
    with / of
}

fn growth() {
    println!("\n## Growth with the board");
    let mut exponents = Vec::new();
    for (name, _) in GAMES {
        println!("\n### {name}");
        head(&["board", "sites", "moves a playout", "program, ns a move", "ns a move and site", "native, ns a move"]);
        let (mut by_program, mut by_hand) = (Vec::new(), Vec::new());
        let mut boards: Vec<_> = subjects(name, false).into_iter().map(|board| (board.compiled(), board)).collect();
        boards.sort_by_key(|(compiled, _)| sites(compiled.game()));
        let programs: Vec<Series> =
            boards.iter().map(|(compiled, _)| Series::new(compiled, &Rewrites::all())).collect();
        let mut programs: Vec<&Series> = programs.iter().collect();
        let mut baselines: Vec<_> = boards.iter().map(|(compiled, board)| board.baseline(compiled.game())).collect();
        // All boards in turn: from one minute to the next the machine is not as fast as before. The fewer there are, the
        // more often.
        let mut players: Vec<&mut dyn Plays> = Vec::new();
        for (program, baseline) in programs.iter_mut().zip(&mut baselines) {
            players.extend([program as &mut dyn Plays, baseline]);
        }
        let runs = (30 / boards.len()).clamp(3, 15);
        let rates = all_in_turn(&mut players, runs, Duration::from_millis(100));
        drop(players);
        for (((compiled, subject), program), rates) in boards.iter().zip(&programs).zip(rates.chunks(2)) {
            let [found, native] = rates else { unreachable!("a program and a baseline") };
            let (found, native) = (summary(found), summary(native));
            let (sites, time) = (sites(compiled.game()) as f64, 1e9 * found.per_move());
            let fallback = if program.evaluator() == Evaluator::Program { "" } else { " (plain evaluator)" };
            row(&[
                format!("{subject}{fallback}"),
                format!("{sites}"),
                short(found.length()),
                short(time),
                short(time / sites),
                short(1e9 * native.per_move()),
            ]);
            by_program.push((sites, time));
            by_hand.push((sites, native.per_move()));
        }
        exponents.push((name, by_program, exponent(&by_hand)));
    }
    println!("\n### Exponents");
    head(&["game", "boards", "program: time a move ~ sites^", "native", "no faster than linearly"]);
    for (name, points, native) in exponents {
        let program = exponent(&points);
        let verdict = if program <= 1.0 { "yes" } else { "no" };
        row(&[
            name.to_owned(),
            points.len().to_string(),
            format!("{program:.2}"),
            format!("{native:.2}"),
            verdict.to_owned(),
        ]);
    }
}

fn rewrites() {
    println!("\n## Times slower without a rewrite");
    let names: Vec<&str> = defaults().iter().map(|subject| subject.name).collect();
    head(&[&["without"], names.as_slice()].concat());
    let games: Vec<(Compiled, Series)> = defaults()
        .iter()
        .map(|subject| {
            let compiled = subject.compiled();
            let series = subject.program(&compiled, &Rewrites::all());
            (compiled, series)
        })
        .collect();
    let without = ALL.iter().map(|rewrite| (rewrite.name, Rewrites::without(&[rewrite.name])));
    for (name, rewrites) in without.chain([("all of them", Ok(Rewrites::none()))]) {
        let rewrites = rewrites.unwrap_or_else(|name| panic!("{name}"));
        let mut cells = vec![if name == "all of them" { name.to_owned() } else { format!("`{name}`") }];
        for (compiled, all) in &games {
            let less = Series::new(compiled, &rewrites);
            let slowdown = || {
                let [less, all] = in_turn([&mut &less, &mut &*all], 1, Duration::from_millis(150));
                less.per_move() / all.per_move()
            };
            let first = slowdown();
            // What is so much slower takes long, and need not be measured as well.
            let factor = if first > 5.0 { first } else { median(vec![first, slowdown(), slowdown()]) };
            let fallback = if less.evaluator() == Evaluator::Program { "" } else { " (plain evaluator)" };
            cells.push(format!("{factor:.2}{fallback}"));
        }
        row(&cells);
    }
}

fn start() {
    println!("\n## From the start of the process to the first legal moves");
    head(&["game", "ms"]);
    for subject in defaults() {
        // A baseline is handed out at the end of a game.
        let mut baseline = subject.checked();
        baseline.restart();
        let moves = format!("\"nodes\":{},", baseline.legal().len());
        let run = |_| {
            let start = Instant::now();
            let mut command = Command::new(env!("CARGO_BIN_EXE_ludemic"));
            command.args(["perft", "--depth", "1", "--format", "json"]).arg(subject::path(subject.file));
            let output = command.output().expect("the binary that was built");
            let time = start.elapsed();
            let output = String::from_utf8_lossy(&output.stdout);
            assert!(output.contains(&moves), "{}: {moves} in {output}", subject.name);
            1e3 * time.as_secs_f64()
        };
        row(&[subject.name.to_owned(), format!("{:.1}", median((0..10).map(run).collect()))]);
    }
}

/// The most memory that this process has had, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Plays a long series of the game that is played fastest.
fn memory() {
    println!("\n## Peak memory of a long series");
    let games = defaults().into_iter().map(|subject| {
        let series = Series::new(&subject.compiled(), &Rewrites::all());
        let rate = (&mut &series).spend(0, Duration::from_millis(100)).playouts();
        (rate, subject, series)
    });
    let Some((_, subject, series)) = games.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    println!("\n{}, one thread.", subject.name);
    let told = || peak().map_or("unknown".to_owned(), |peak| format!("{:.1}", peak as f64 / 1024.0));
    head(&["playouts", "MiB"]);
    row(&["0".to_owned(), told()]);
    let (mut numbers, mut played) = (0..1_000_000_u64, 0_u64);
    series.play(
        1,
        CAP as usize,
        || numbers.next(),
        |_, playout| {
            assert!(playout.is_ok(), "{playout:?}");
            played += 1;
            if [10_000, 100_000, 1_000_000].contains(&played) {
                row(&[short(played as f64), told()]);
            }
            true
        },
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Only `cargo bench` measures; `cargo test --benches` has checked what it can when this is built.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    // Memory first: what the others take would count.
    let parts: [(&str, fn()); 5] =
        [("memory", memory), ("speed", speed), ("growth", growth), ("rewrites", rewrites), ("start", start)];
    let chosen = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !parts.iter().any(|(name, _)| chosen(name));
    for (_, part) in parts.iter().filter(|(name, _)| all || chosen(name)) {
        part();
    }
}
