//! `ludemic diff`: two versions of a game, compared in their rules and in play.

use super::input::{Budget, Choice, read, shown, told};
use super::output::{Ui, count};
use super::prose::thousands;
use super::workers::{Progress, TICK, interrupt, pool};
use super::{CLEAN, CommandResult, FINDINGS, INTERRUPTED, Stop};
use ludemic::diff::{Apart, Aspect, Change, Changes, Found, LegalMove, Monitor, Part, Report, Settings, place, search};
use ludemic::render;
use ludemic::source::Sources;
use ludemic::{Checked, Compiled, Parsed, recording};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};

const EXAMPLES: &str = "\
Examples:
  ludemic diff lud/skirt.lud my-skirt.lud             which rules differ, and the shortest game where it matters
  ludemic diff lud/dogtown-clans.lud -o \"Board Size/XSmall\" \\
      --b \"Node-controlling surplus/2: Tactical\"      the default of an option against another item
  git show HEAD:my.lud | ludemic diff - my.lud        what the edits since the last commit do
  ludemic diff A.lud B.lud --plies 1000000            search longer
  ludemic diff A.lud B.lud --text                     the rules alone

Two moves are the same if they do the same; notes that the rules keep for themselves, such as variables, do not count.
Exit codes: 0 no difference in play was found, 1 play differs, 2 could not run.";

/// Compare two versions of a game: which rules differ, and the shortest game that they play differently.
///
/// First the expanded descriptions are compared ludeme by ludeme. Then both versions are played side by side from the
/// same moves: all short games, and random ones that are made as short as possible, until other moves are legal,
/// someone else is to move, or scores, boards or results differ.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Version A, a .lud file; `-` for standard input
    #[arg(value_name = "A")]
    first: String,

    /// Version B; the file of A again, with other options, unless given
    #[arg(value_name = "B")]
    second: Option<String>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    budget: Budget,

    /// An item of an option for version A only; may be repeated
    #[arg(long = "a", value_name = "HEADING/ITEM")]
    only_a: Vec<String>,

    /// An item of an option for version B only; may be repeated
    #[arg(long = "b", value_name = "HEADING/ITEM")]
    only_b: Vec<String>,

    /// Compare so many positions; unless given, as many as take a few seconds
    #[arg(long, value_name = "N")]
    plies: Option<u64>,

    /// Play at most so many random games
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,

    /// Seed of all that is random
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    /// How many threads; 0 for one a processor. The result is the same for any number
    #[arg(short, long, default_value_t = 0, value_name = "T", value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,

    /// Compare the descriptions only
    #[arg(long)]
    text: bool,
}

/// One of the versions.
struct Version {
    name: &'static str,
    file: String,
    options: Vec<String>,
}

/// Tells which rules differ, then what that does to play.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let (a, b) = versions(args)?;
    let text = read(&a.file)?;
    let other = if args.second.is_some() { read(&b.file)? } else { text.clone() };
    let known = args.choice.known(ui)?;
    let mut checked = |version: &Version, text: &str| {
        let parsed = told(ui, Parsed::new(shown(&version.file), text));
        let expansion = parsed.and_then(|parsed| told(ui, parsed.expand(&version.options, &known)));
        let checked = expansion.and_then(|expansion| told(ui, expansion.check()));
        checked.map_err(|stop| cannot(stop, version, "has errors"))
    };
    let (left, right) = (checked(&a, &text)?, checked(&b, &other)?);
    let changes = Changes::between(&left, &right);
    let sources = (left.sources().clone(), right.sources().clone());
    if !ui.json() {
        head(&a, &b, ui)?;
        let rules = changes.rules.len();
        match rules {
            0 => ui.line("rules    the same, ludeme by ludeme")?,
            _ => ui.line(format!("rules    {}", count(rules, "difference")))?,
        }
        let color = ui.color();
        ui.print(render::changes(&changes, &sources.0, &sources.1, color))?;
        ui.finish()?;
    }
    if args.text {
        if ui.json() {
            ui.object(&object(&a, &b, &changes, &sources, &Value::Null))?;
        }
        return Ok(CLEAN);
    }
    if changes.same_rules {
        if ui.json() {
            let play = json!({ "differs": false, "same_rules": true });
            ui.object(&object(&a, &b, &changes, &sources, &play))?;
        } else {
            ui.line("play     cannot differ")?;
        }
        return Ok(CLEAN);
    }
    let mut compiled = |version: &Version, checked: Checked| {
        told(ui, args.choice.compile(checked, &version.file, &known))
            .map(|compiled| args.budget.of(compiled))
            .map_err(|stop| cannot(stop, version, "cannot be played"))
    };
    let (left, right) = (compiled(&a, left)?, compiled(&b, right)?);
    let (report, interrupted) = searched(args, left, right)?;
    if ui.json() {
        ui.object(&object(&a, &b, &changes, &sources, &play_object(&report, args.seed, interrupted)))?;
    } else {
        tell(&report, interrupted, ui)?;
    }
    Ok(match (&report.found, interrupted) {
        (Some(_), _) => FINDINGS,
        (None, true) => INTERRUPTED,
        (None, false) => CLEAN,
    })
}

fn versions(args: &Args) -> Result<(Version, Version), Stop> {
    if args.second.is_none() && args.only_a.is_empty() && args.only_b.is_empty() {
        let message = "there is nothing to compare: give a second description, or other options with --a and --b";
        return Err(message.into());
    }
    if args.first == "-" && args.second.as_deref() == Some("-") {
        return Err("only one of the descriptions can be read from standard input".into());
    }
    let version = |name, file: &str, own: &[String]| Version {
        name,
        file: file.to_owned(),
        options: args.choice.options.iter().chain(own).cloned().collect(),
    };
    let second = args.second.as_deref().unwrap_or(&args.first);
    Ok((version("A", &args.first, &args.only_a), version("B", second, &args.only_b)))
}

/// A version with errors cannot be compared, which is no finding about play.
fn cannot(stop: Stop, version: &Version, why: &str) -> Stop {
    match stop {
        Stop::Findings => Stop::CannotRun(format!("version {}, {}, {why}", version.name, shown(&version.file))),
        other => other,
    }
}

fn head(a: &Version, b: &Version, ui: &mut Ui) -> Result<(), Stop> {
    for version in [a, b] {
        let mut line = format!("{}        {}", version.name, shown(&version.file));
        if !version.options.is_empty() {
            line.push_str(&format!(" with {}", version.options.join(", ")));
        }
        ui.line(line)?;
    }
    Ok(())
}

/// Searches on a pool of threads, with progress; `true` if Ctrl-C ended it.
fn searched(args: &Args, a: Compiled, b: Compiled) -> Result<(Report, bool), Stop> {
    let interrupted = interrupt()?;
    let pool = pool(args.threads)?;
    let settings = Settings { seed: args.seed, plies: args.plies, playouts: args.playouts };
    let monitor = Arc::new(Monitor::default());
    let (sender, receiver) = channel();
    let shared = Arc::clone(&monitor);
    pool.spawn(move || {
        // Nobody waits for a search that was given up.
        let _ = sender.send(search(&a, &b, settings, &shared));
    });
    let mut progress = Progress::new(0, "{spinner} {human_pos} positions compared, {elapsed}");
    let report = loop {
        match receiver.recv_timeout(TICK) {
            Ok(report) => break report,
            Err(RecvTimeoutError::Disconnected) => return Err("the search has failed".into()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupted.load(Ordering::Relaxed) {
            monitor.stop.store(true, Ordering::Relaxed);
        }
        progress.show(monitor.positions.load(Ordering::Relaxed));
    };
    progress.clear();
    Ok((report, monitor.stop.load(Ordering::Relaxed)))
}

fn tell(report: &Report, interrupted: bool, ui: &mut Ui) -> Result<(), Stop> {
    let note = if interrupted { " (interrupted)" } else { "" };
    let Some(found) = &report.found else {
        let positions = thousands(report.positions);
        if report.whole {
            ui.line(format!("play     the same: all {positions} positions of all games were compared"))?;
            return Ok(());
        }
        let games = thousands(report.games);
        ui.line(format!("play     no difference found in {positions} positions, {games} random games{note}"))?;
        if let Some(depth) = report.depth.filter(|depth| *depth > 0) {
            ui.line(format!("         among them every position after up to {}", count(depth, "move")))?;
        }
        return Ok(());
    };
    let after = match found.moves.len() {
        0 => "before the first move".to_owned(),
        moves => format!("after {}", count(moves, "move")),
    };
    ui.line(format!("play     differs {after}: {}{note}", render::headline(found)))?;
    match (found.moves.len(), found.shortest) {
        (0, _) => {}
        (_, true) => ui.line("         no shorter game shows a difference")?,
        (_, false) => ui.line("         in the shortest game found")?,
    }
    ui.line("")?;
    let color = ui.color();
    ui.print(render::difference(found, color))?;
    Ok(())
}

fn object(a: &Version, b: &Version, changes: &Changes, sources: &(Sources, Sources), play: &Value) -> Value {
    let version = |version: &Version| json!({ "file": shown(&version.file), "options": version.options });
    let list = |list: &[Change]| list.iter().map(|change| change_object(change, sources)).collect::<Vec<_>>();
    json!({
        "a": version(a),
        "b": version(b),
        "rules": list(&changes.rules),
        "metadata": list(&changes.metadata),
        "play": play,
    })
}

fn change_object(change: &Change, sources: &(Sources, Sources)) -> Value {
    let part = |part: &Option<Part>, sources: &Sources| {
        part.as_ref().map(|part| {
            let (line, column) = sources.line_column(part.origin.span);
            json!({ "text": part.text, "line": line, "column": column, "place": place(sources, &part.origin) })
        })
    };
    json!({
        "kind": change.kind,
        "paths": change.paths,
        "to": change.to,
        "a": part(&change.a, &sources.0),
        "b": part(&change.b, &sources.1),
    })
}

fn play_object(report: &Report, seed: u64, interrupted: bool) -> Value {
    json!({
        "differs": report.found.is_some(),
        "seed": seed,
        "interrupted": interrupted,
        "positions": report.positions,
        "games": report.games,
        "depth": report.depth,
        "whole": report.whole,
        "difference": report.found.as_ref().map(found_object),
    })
}

fn found_object(found: &Found) -> Value {
    let moves: Vec<Value> = found.moves.iter().map(|m| json!({ "mover": m.mover, "move": m.text })).collect();
    let state =
        |trial: &Option<ludemic::Trial>| trial.as_ref().map(|trial| recording::state(trial.game(), trial.state()));
    json!({
        "summary": render::headline(found),
        "plies": found.moves.len(),
        "shortest": found.shortest,
        "moves": moves,
        "aspects": found.aspects.iter().map(aspect_object).collect::<Vec<_>>(),
        "state_a": state(&found.a),
        "state_b": state(&found.b),
    })
}

fn aspect_object(aspect: &Aspect) -> Value {
    let legal = |m: &LegalMove| json!({ "move": m.text, "to": m.to, "actions": m.actions });
    match aspect {
        Aspect::Apart(Apart::Players(a, b)) => json!({ "kind": "players", "a": a, "b": b }),
        Aspect::Apart(Apart::Sites((t, a), (u, b))) => {
            json!({ "kind": "board", "a": { "type": t.name(), "sites": a }, "b": { "type": u.name(), "sites": b } })
        }
        Aspect::Apart(Apart::Neighbours) => json!({ "kind": "neighbours" }),
        Aspect::Apart(Apart::Containers) => json!({ "kind": "hands" }),
        Aspect::Fails(a, b) => json!({ "kind": "failure", "a": a, "b": b }),
        Aspect::Result(a, b) => json!({ "kind": "result", "a": a, "b": b }),
        Aspect::Mover(a, b) => json!({ "kind": "mover", "a": a, "b": b }),
        Aspect::Score { player, a, b } => json!({ "kind": "score", "player": player, "a": a, "b": b }),
        Aspect::Piece { t, site, name, a, b } => {
            json!({ "kind": "piece", "type": t.name(), "site": site, "name": name, "a": a, "b": b })
        }
        Aspect::Moves { both, only_a, only_b, other } => json!({
            "kind": "moves",
            "both": both,
            "only_a": only_a.iter().map(legal).collect::<Vec<_>>(),
            "only_b": only_b.iter().map(legal).collect::<Vec<_>>(),
            "other": other.iter().map(|(a, b)| json!({ "a": legal(a), "b": legal(b) })).collect::<Vec<_>>(),
        }),
    }
}
