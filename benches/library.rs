//! The published games beside Ludii 1.3.12: `cargo bench --bench library`, or `-- Hex Go` for games whose file name has one
//! of the words.
//!
//! Ludii's rates come with the reference folder, each with what a fixed piece of work took on that machine in that minute.
//! The same work is timed here beside every game, so that the multiple of Ludii's rate that is printed is corrected for
//! the machine. One thread, uniformly random, at most 1,000 moves a game, in the time that the thread has worked.

use ludemic::engine::profile::{Overhead, by_view};
use ludemic::playouts::Series;
use ludemic::{Compiled, Game, KnownDefines, Parsed};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Moves after which a game is cut off, as in the measured runs of Ludii.
const CAP: usize = 1000;
/// How often each game is measured, and for how long each time; the median counts.
const TURNS: usize = 5;
const TURN: Duration = Duration::from_millis(300);
/// Ludii's rate of the game that is too slow for the measure of the others: playouts a second, moves a playout, and
/// nanoseconds of the fixed work.
const SLOW: (&str, f64, f64, f64) = ("experimental/Skirt.lud", 0.024, 180.0, 9.5);

fn reference() -> Option<PathBuf> {
    let folder = std::env::var_os("LUDEMIC_REFERENCE").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    folder.join("evaluator/rates.tsv").is_file().then_some(folder)
}

/// Nanoseconds for a round of the fixed work beside which Ludii was measured: steps bound by the processor and by the cache, the
/// median of a few turns.
fn calibration() -> f64 {
    const ROUNDS: u64 = 1_000_000;
    let mut table = vec![0x0123_4567_89AB_CDEF_u64; 8192];
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let (mut s, mut sum, start) = (88_172_645_463_325_252_u64, 0_u64, Instant::now());
            for _ in 0..ROUNDS {
                s = s.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut z = s;
                z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                z ^= z >> 31;
                let entry = &mut table[((sum ^ z) & 8191) as usize];
                if *entry & 1 == z & 1 {
                    sum = sum.wrapping_add(u64::from(entry.count_ones()) + z);
                } else {
                    sum ^= entry.rotate_left(7);
                }
                *entry = entry.wrapping_add(z);
            }
            black_box(sum);
            start.elapsed().as_nanos() as f64 / ROUNDS as f64
        })
        .collect();
    median(&mut times)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A game of the table: its file, Ludii's moves a second, and nanoseconds of the fixed work beside it.
struct Row {
    file: String,
    moves: f64,
    calibration: f64,
}

fn rows(folder: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(folder.join("evaluator/rates.tsv")).expect("the table can be read");
    let number = |field: Option<&str>| field.and_then(|field| field.trim().parse::<f64>().ok());
    let measured = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let file = fields.next()?.to_owned();
        let (playouts, length) = (number(fields.next())?, number(fields.next())?);
        Some(Row { file, moves: playouts * length, calibration: number(fields.next())? })
    });
    let (file, playouts, length, calibration) = SLOW;
    let mut rows: Vec<Row> = measured.collect();
    rows.push(Row { file: file.to_owned(), moves: playouts * length, calibration });
    rows
}

/// Moves a second and moves a playout; the reason where the game cannot be played.
fn rate(compiled: &Compiled) -> Result<(f64, f64, f64), String> {
    let series = Series::new(compiled.game());
    let (mut numbers, mut rates, mut beside) = (0.., Vec::new(), Vec::new());
    let (mut playouts, mut moves) = (0.0, 0.0);
    for turn in 0..=TURNS {
        beside.push(calibration());
        let (start, mut made, mut failed) = (Instant::now(), 0.0, None);
        series.play(
            1,
            CAP,
            || numbers.next(),
            |_, playout| match playout {
                Ok(playout) => {
                    playouts += 1.0;
                    made += playout.moves as f64;
                    start.elapsed() < TURN
                }
                Err(error) => {
                    failed = Some(error.to_string());
                    false
                }
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        moves += made;
        // The first turn warms up.
        if turn > 0 {
            rates.push(made / start.elapsed().as_secs_f64());
        }
    }
    Ok((median(&mut rates), moves / playouts, median(&mut beside)))
}

fn load(text: &str, file: &str) -> Result<Compiled, String> {
    let parsed = Parsed::new(file, text).and_then(|parsed| parsed.expand(&[], &KnownDefines::standard()));
    parsed.and_then(|expansion| expansion.check()?.compile()).map_err(|failure| failure.to_string())
}

/// The share of the time by kind of view, of those that have at least a twentieth; a move takes so many nanoseconds.
fn views(compiled: &Compiled, nanoseconds: f64) -> String {
    fn clock() -> u64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }
    if Series::new(compiled.game()).walks() {
        return "positions walked".to_owned();
    }
    let Ok(game) = compiled.profiled(clock) else { return String::new() };
    let (mut numbers, mut moves, start) = (0.., 0.0, Instant::now());
    let profile = Series::new(&game).profile(
        1,
        CAP,
        || numbers.next(),
        |_, playout| {
            moves += playout.map_or(0.0, |playout| playout.moves as f64);
            start.elapsed() < TURN
        },
    );
    let Some(profile) = profile else { return String::new() };
    let shares = by_view(&profile.costs(Overhead::of(clock).fitted(&profile, moves * nanoseconds)));
    let shown = shares.iter().filter(|(_, share)| *share >= 0.05);
    shown.map(|(view, share)| format!("{view} {:.0}%", 100.0 * share)).collect::<Vec<_>>().join(", ")
}

/// The project's own texts of games whose published texts are in the table.
fn own() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.sort();
    let read = |path: &PathBuf| Some((path.file_name()?.to_str()?.to_owned(), std::fs::read_to_string(path).ok()?));
    files.iter().filter_map(read).collect()
}

fn name(text: &str, file: &str) -> Option<String> {
    Some(Game::load(file, text, &[], &KnownDefines::standard()).ok()?.name.to_string())
}

fn main() {
    let Some(folder) = reference() else {
        println!("skipped: reference folder not found");
        return;
    };
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |file: &str| words.is_empty() || words.iter().any(|word| file.contains(word.as_str()));
    println!("| game | playouts/s | moves a playout | ns a move | x Ludii | time by view |");
    println!("|---|---:|---:|---:|---:|---|");
    let mut multiples = Vec::new();
    let own = own();
    for row in rows(&folder) {
        if !wanted(&row.file) {
            continue;
        }
        let text = std::fs::read_to_string(folder.join("ludii/lud").join(&row.file)).expect("the text can be read");
        let mut texts = vec![(row.file.clone(), text.clone())];
        let title = row.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".lud").to_owned();
        if let Some((file, text)) = own.iter().find(|(file, text)| name(text, file).as_deref() == Some(&title)) {
            texts.push((format!("lud/{file}"), text.clone()));
        }
        for (file, text) in texts {
            let shown = if file.starts_with("lud/") { format!("{title}, our text") } else { title.clone() };
            let compiled = load(&text, &file);
            match compiled.as_ref().map_err(String::clone).and_then(|game| Ok((rate(game)?, game))) {
                Ok(((moves, length, here), game)) => {
                    let multiple = moves * here / (row.moves * row.calibration);
                    multiples.push(multiple);
                    let (playouts, each) = (moves / length, 1e9 / moves);
                    let views = views(game, each);
                    println!("| {shown} | {playouts:.1} | {length:.1} | {each:.0} | {multiple:.2} | {views} |");
                }
                Err(reason) => println!("| {shown} | {reason} | | | | |"),
            }
        }
    }
    let mean = (multiples.iter().map(|multiple| multiple.ln()).sum::<f64>() / multiples.len().max(1) as f64).exp();
    let least = multiples.iter().copied().fold(f64::INFINITY, f64::min);
    println!();
    println!("least {least:.2}, median {:.2}, geometric mean {mean:.2}", median(&mut multiples));
}
