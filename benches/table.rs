//! What does not concern the published games: `cargo bench --bench table`, or `-- growth` for some of the tables `growth`,
//! `start`, `memory`, as Markdown.
//!
//! One thread, uniformly random, at most 1,000 moves a game. What is compared is measured in turn, in many short turns.

use ludemic::playouts::Series;
use ludemic::{Game, KnownDefines, Parsed};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Moves after which a game is cut off.
const CAP: usize = 1_000;
/// Files of the five games.
const GAMES: [&str; 5] = ["wrigglers-squared", "rabbit-warrens", "brain-coral", "skirt", "dogtown-clans"];
/// The options that change boards; of the others the default is measured.
const OF_BOARDS: [&str; 5] = ["Size", "Board", "Board Grid", "Board Size", "Board Type"];
/// How often each board is measured in turn, and for how long each time.
const RUNS: usize = 5;
const TURN: Duration = Duration::from_millis(100);

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{file}.lud"))
}

fn parsed(file: &str) -> Parsed {
    let text = std::fs::read_to_string(path(file)).expect("a description of the project");
    Parsed::new(file, &text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn game(file: &str, selections: &[String]) -> Arc<Game> {
    let expansion = parsed(file).expand(selections, &KnownDefines::none());
    let compiled = expansion.and_then(|expansion| expansion.check()?.compile());
    Arc::clone(compiled.unwrap_or_else(|failure| panic!("{failure}")).game())
}

fn sites(game: &Game) -> usize {
    game.equipment.board.len(game.equipment.board.default_type())
}

/// Every combination of the options of a game that change its board.
fn boards(file: &str) -> Vec<Vec<String>> {
    let expansion = parsed(file).expand(&[], &KnownDefines::none()).unwrap_or_else(|failure| panic!("{failure}"));
    let mut all = vec![Vec::new()];
    for option in expansion.expanded().options.iter().filter(|option| OF_BOARDS.contains(&&*option.heading)) {
        let items: Vec<String> = option.items.iter().map(|item| format!("{}/{}", option.heading, item.name)).collect();
        let longer = |chosen: &Vec<String>| {
            items.iter().map(|item| [&chosen[..], std::slice::from_ref(item)].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
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

/// Plays games from this number on for about that long, at least one; how many, and their moves.
fn spend(series: &Series, first: u64, time: Duration) -> (u64, u64) {
    let (start, mut numbers, mut played, mut moves) = (Instant::now(), first.., 0, 0);
    series.play(
        1,
        CAP,
        || numbers.next(),
        |_, playout| {
            moves += playout.unwrap_or_else(|error| panic!("{error}")).moves as u64;
            played += 1;
            start.elapsed() < time
        },
    );
    (played, moves)
}

fn growth() {
    println!("\n| game | boards | sites | ns a move, smallest to largest board | time a move ~ sites^ |");
    println!("|---|---:|---:|---:|---:|");
    for file in GAMES {
        let mut games: Vec<Arc<Game>> = boards(file).iter().map(|selections| game(file, selections)).collect();
        games.sort_by_key(|game| sites(game));
        let mut turns = vec![Vec::new(); games.len()];
        let (mut played, series) = (vec![0; games.len()], games.iter().map(Series::new).collect::<Vec<_>>());
        for _ in 0..RUNS {
            for ((turns, played), series) in turns.iter_mut().zip(&mut played).zip(&series) {
                let start = Instant::now();
                let (games, moves) = spend(series, *played, TURN);
                *played += games;
                turns.push(1e9 * start.elapsed().as_secs_f64() / moves as f64);
            }
        }
        let times = turns.iter_mut().map(|turns| median(turns));
        let points: Vec<(f64, f64)> = games.iter().map(|game| sites(game) as f64).zip(times).collect();
        let [(least, quick), .., (most, slow)] = points[..] else { panic!("{file} has boards") };
        let (count, exponent) = (points.len(), exponent(&points));
        println!("| {} | {count} | {least} to {most} | {quick:.0} to {slow:.0} | {exponent:.2} |", games[0].name);
    }
}

fn start() {
    println!("\n| game | ms from the start of the process to the first legal moves |\n|---|---:|");
    for file in GAMES {
        let run = |_| {
            let start = Instant::now();
            let mut command = Command::new(env!("CARGO_BIN_EXE_ludemic"));
            let output = command.args(["perft", "--depth", "1"]).arg(path(file)).output();
            assert!(output.expect("the binary that was built").status.success(), "{file}");
            1e3 * start.elapsed().as_secs_f64()
        };
        println!("| {} | {:.1} |", game(file, &[]).name, median(&mut (0..10).map(run).collect::<Vec<_>>()));
    }
}

/// The most memory that this process has had, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn memory() {
    println!("\n| playouts of Dogtown Clans, one thread | MiB at most |\n|---:|---:|");
    let series = Series::new(&game("dogtown-clans", &[]));
    for (first, last) in [(0, 1), (1, 10_000), (10_000, 100_000), (100_000, 1_000_000)] {
        let mut numbers = first..last;
        series.play(
            1,
            CAP,
            || numbers.next(),
            |_, playout| {
                assert!(playout.is_ok(), "{playout:?}");
                true
            },
        );
        println!("| {last} | {} |", peak().map_or("unknown".to_owned(), |peak| format!("{:.1}", peak as f64 / 1024.0)));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Only `cargo bench` measures; `cargo test --benches` has checked what it can when this is built.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    // Memory first: what the others take would count.
    let parts: [(&str, fn()); 3] = [("memory", memory), ("growth", growth), ("start", start)];
    let chosen = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !parts.iter().any(|(name, _)| chosen(name));
    for (_, part) in parts.iter().filter(|(name, _)| all || chosen(name)) {
        part();
    }
}
