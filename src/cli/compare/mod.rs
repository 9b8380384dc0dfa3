//! `ludemic compare`: versions of a game in one table.

mod log;
mod table;
mod versions;

use super::arena::{self, Look, Maker, Part, Piece, Settings, Version};
use super::input::{Budget, Choice};
use super::output::Ui;
use super::seats::Seats;
use super::shards::{Keep, Output, Rows};
use super::{CLEAN, CommandResult, FINDINGS, Stop};
use log::{Header, Line, Log};
use ludemic::KnownDefines;
use ludemic::stats::Summary;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use versions::Source;

const EXAMPLES: &str = "\
Examples:
  ludemic compare old.lud new.lud -n 5000               two versions of a description
  ludemic compare game.lud --select \"Board Size/L\"      the defaults and another board
  ludemic compare game.lud --select \"Board Size/L; Goal/Five\" --select \"Goal/Five\"
  ludemic compare game.lud --sweep \"Board Size\" --sweep Goal
                                                        every combination of the items of two options
  ludemic compare game.lud --sweep all --results sweep.jsonl
                                                        all combinations; run it again to continue after Ctrl-C
  ludemic compare game.lud --sweep all --format csv > sweep.csv
  ludemic compare game.lud --sweep all --shard 3/8 --out rows
                                                        the third of eight parts of a sweep, one row a game, as Parquet

Each version is compared with the first; in a sweep with the combination of the defaults. An option for which -o chooses
an item keeps it: `--sweep all` leaves it out. Games cut by --max-moves have no winner. Shares are tested by the two-proportion z-test, mean lengths and branching factors (of each game its mean) by Welch's t-test; the
p-values are corrected for the number of all tests by Holm's method. Every version plays with the same seeds.

The file of --results holds one JSON object a line: first what is compared, then what came of a part of the games of a
version. It is refused when it belongs to other descriptions, options, seeds, numbers of games or another version of
ludemic. Exit code 1: a version cannot be played, or its rules failed in a game.";

/// Play several versions of a game and compare results, lengths and choices.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The descriptions, .lud files; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    budget: Budget,

    /// One more version of each file, with these items, separated by semicolons; may be repeated
    #[arg(long, value_name = "HEADING/ITEM[; ..]", conflicts_with = "sweep")]
    select: Vec<String>,

    /// Every item of this option, and every combination if repeated; `all` for all options
    #[arg(long, value_name = "HEADING")]
    sweep: Vec<String>,

    /// How many games to play of each version
    #[arg(short = 'n', long = "games", default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    #[command(flatten)]
    seats: Seats,

    #[command(flatten)]
    settings: Settings,

    /// Append results to this file as they come, and continue from those it has
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    results: Option<PathBuf>,

    #[command(flatten)]
    rows: Output,
}

/// How the run ended.
pub struct Ended {
    /// Whether Ctrl-C stopped it.
    interrupted: bool,
    /// The files of rows.
    written: Vec<String>,
}

/// A version and what is known of it.
pub struct Row {
    source: Source,
    /// Its players; `None` while no game of it was played.
    players: Option<i32>,
    summary: Summary,
    /// Why it cannot be played.
    obstacle: Option<String>,
}

/// Plays all versions and prints the table; on Ctrl-C what is known until then.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let known = Arc::new(args.choice.known(ui)?);
    let (sources, base) = versions::sources(args, &known, ui)?;
    // So small that a stopped run loses little, and no smaller for longer series: the file stays short.
    let parts = if args.seats.are_random() { 8 } else { 64 };
    let size = arena::piece(args.games, parts);
    let header = Header::new(args, size, &sources);
    let new = |source| Row { source, players: None, summary: Summary::default(), obstacle: None };
    let mut rows: Vec<Row> = sources.into_iter().map(new).collect();
    let mut done = HashSet::new();
    let mut add_known = |line: Line| {
        done.insert((line.version, line.first));
        if let Some(row) = rows.get_mut(line.version) {
            row.players = Some(line.players);
            row.summary.merge(&line.summary);
        }
    };
    let mut log = args.results.as_ref().map(|path| Log::open(path, &header, &mut add_known)).transpose()?;
    // The games of all versions in a row: a shard has few versions rather than a little of each.
    let mine = args.rows.range((rows.len() as u64).saturating_mul(args.games));
    let of = |version: usize| {
        let first = version as u64 * args.games;
        mine.start.clamp(first, first + args.games) - first..mine.end.clamp(first, first + args.games) - first
    };
    let piece = args.rows.size(size);
    let all = (0..rows.len()).flat_map(|version| arena::pieces(version, Look::Summary, of(version), piece));
    let pieces: Vec<Piece> = all.filter(|piece| !done.contains(&(piece.version, piece.first))).collect();
    let keep = args.rows.keep();
    let new = |row: &Row| maker(row.source.clone(), Arc::clone(&known), args.seats.clone(), args.budget, keep);
    let makers = rows.iter().map(new).collect();
    let mut kept = args.rows.open("compare", args.games, args.settings.seed, &pieces)?;
    let interrupted =
        arena::run(makers, pieces, args.settings, keep, |part| add(part, &mut rows, log.as_mut(), kept.as_mut()))?;
    let written = kept.map_or(Ok(Vec::new()), |kept| kept.finish(interrupted))?;
    table::tell(args, &rows, base, &Ended { interrupted, written }, ui)?;
    ui.finish()?;
    let mut code = CLEAN;
    for row in &rows {
        if let Some(obstacle) = &row.obstacle {
            ui.complain(&format!("{}: {obstacle}", row.source.name));
            code = FINDINGS;
        }
        if let Some((number, reason)) = &row.summary.failure {
            let games = row.summary.failures;
            ui.complain(&format!("{}: the rules failed in {games} games; number {number}: {reason}", row.source.name));
            code = FINDINGS;
        }
    }
    if interrupted {
        arena::exit_interrupted();
    }
    Ok(code)
}

fn maker(source: Source, known: Arc<KnownDefines>, seats: Seats, budget: Budget, keep: Keep) -> Maker {
    Box::new(move || {
        let compiled = budget.of(source.compile(&known).map_err(|failure| failure.to_string())?);
        let version = Version::new(&compiled, &seats)?;
        Ok(version.numbered(&compiled, keep))
    })
}

/// Adds what came of some games to the table and to the files.
fn add(mut part: Part, rows: &mut [Row], log: Option<&mut Log>, kept: Option<&mut Rows>) -> Result<(), Stop> {
    let Some(row) = rows.get_mut(part.piece.version) else { return Ok(()) };
    if let Some(kept) = kept {
        kept.take(&mut part, &row.source.file)?;
    }
    if part.obstacle.is_some() {
        row.obstacle = part.obstacle;
        return Ok(());
    }
    row.players = part.players.or(row.players);
    row.summary.merge(&part.summary);
    if let Some(log) = log.filter(|_| part.complete) {
        let Piece { version, first, games, .. } = part.piece;
        log.append(&Line { version, first, games, players: part.players.unwrap_or(0), summary: part.summary })?;
    }
    Ok(())
}
