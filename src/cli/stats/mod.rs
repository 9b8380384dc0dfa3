//! `ludemic stats`: what many games have in common.

mod csv;
mod plots;
mod text;

use super::arena::{self, Look, Settings, Version};
use super::input::{Playable, shown};
use super::output::{Ui, extended};
use super::seats::Seats;
use super::shards::Output;
use super::{CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::Compiled;
use ludemic::diag::Diagnostic;
use ludemic::render::FindingRecord;
use ludemic::stats::inference::wilson;
use ludemic::stats::rules::{findings, kinds};
use ludemic::stats::{Details, Distribution, Outcome, Summary};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The quantiles that are told, in hundredths.
const QUANTILES: [u32; 5] = [5, 25, 50, 75, 95];

const EXAMPLES: &str = "\
Examples:
  ludemic stats lud/dogtown-clans.lud -n 10000          results, lengths, choices, scores, rules used
  ludemic stats game.lud --plot charts                  the histograms as SVG, in the folder charts
  ludemic stats game.lud --format csv > game.csv        one line a number, for a spreadsheet
  ludemic stats game.lud -n 100000 --sample 1000        count the use of rules in the first games only
  ludemic stats game.lud -n 200 --players uct:200,random
                                                        a player who thinks against random moves
  ludemic stats - -o \"Board Size/Small\" < game.lud      another board, from standard input
  ludemic stats game.lud -n 1000000 --shard 3/8 --out rows
                                                        the third of eight parts, one row a game, as Parquet

Results, lengths and numbers of legal moves are of all games. To count kinds of moves and the use of rules takes longer:
with --sample that is done for the first games only, and the others are played faster. The output tells of how many games
each number is.

A rule that is never used is a warning, not an error: exit code 0. Exit code 1: rules failed in a game.";

/// Play games and tell what they have in common: results, lengths, choices, scores, the use of rules.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// How many games to play
    #[arg(short = 'n', long = "games", default_value_t = 1000, value_name = "N")]
    games: u64,

    #[command(flatten)]
    seats: Seats,

    /// How many of them, from the first on, to look at more closely: scores, kinds of moves, rules used [default: all]
    #[arg(long, value_name = "K")]
    sample: Option<u64>,

    #[command(flatten)]
    settings: Settings,

    /// Write histograms and the lengths by result to this folder as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    rows: Output,
}

/// All that is known at the end.
pub struct Report<'a> {
    compiled: &'a Compiled,
    args: &'a Args,
    interrupted: bool,
    /// The files of rows.
    written: Vec<String>,
    summary: Summary,
    details: Details,
    findings: Vec<Diagnostic>,
}

/// Plays the games and tells what they have in common; on Ctrl-C what is known until then.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    if let Some(folder) = &args.plot {
        plots::folder(folder)?;
    }
    let compiled = args.game.compiled(ui)?;
    // Games between players who think are looked at closely, all of them: that takes no time beside the thinking.
    let sample = match args.sample {
        Some(sample) if args.seats.are_random() => sample.min(args.games),
        _ => args.games,
    };
    let version = Version::detailed(&compiled, &args.seats).map_err(Stop::CannotRun)?;

    // What takes longest comes first, so that all processors are busy to the end.
    let games = args.rows.range(args.games);
    let sample = sample.clamp(games.start, games.end);
    let close = args.rows.size(((sample - games.start) / 64).clamp(1, 50));
    let mut pieces: Vec<_> = arena::pieces(0, Look::Closely, games.start..sample, close).collect();
    let size = args.rows.size(arena::piece(args.games, 64));
    pieces.extend(arena::pieces(0, Look::Summary, sample..games.end, size));

    let keep = args.rows.keep();
    let version = version.numbered(&compiled, keep);
    let mut rows = args.rows.open("stats", args.games, args.settings.seed, &pieces)?;
    let counting = version.counting.clone();
    let (mut summary, mut details) = (Summary::default(), Details::default());
    let file = shown(&args.game.description.file);
    let interrupted = arena::run(vec![arena::ready(version)], pieces, args.settings, keep, |mut part| {
        summary.merge(&part.summary);
        details.merge(&part.details);
        rows.as_mut().map_or(Ok(()), |rows| rows.take(&mut part, file))
    })?;
    let written = rows.map_or(Ok(Vec::new()), |rows| rows.finish(interrupted))?;

    let findings = counting.map(|game| findings(&game.rules, &details)).unwrap_or_default();
    let report = Report { compiled: &compiled, args, interrupted, written, summary, details, findings };
    if ui.csv() {
        csv::tell(&report, ui)?;
    } else if ui.json() {
        ui.object(&report.data())?;
    } else {
        text::tell(&report, ui)?;
    }
    ui.finish()?;
    if let Some(folder) = &args.plot {
        plots::write(&report, folder)?;
    }
    if !ui.json() {
        ui.findings_aside(compiled.sources(), &report.findings);
    }
    if let Some((number, reason)) = &report.summary.failure {
        ui.complain(&format!("the rules failed in {} games; number {number}: {reason}", report.summary.failures));
    }
    if interrupted {
        arena::exit_interrupted();
    }
    Ok(if report.summary.failures > 0 { FINDINGS } else { CLEAN })
}

/// A distribution as data: moments, quantiles, and the histogram as pairs of value and count. `scale` is how many parts
/// of a whole its values are counted in.
fn distribution(of: &Distribution, scale: f64) -> Value {
    let scaled = |value: Option<u64>| value.map(|value| value as f64 / scale);
    let quantiles: serde_json::Map<String, Value> =
        QUANTILES.iter().map(|&part| (part.to_string(), json!(scaled(of.quantile(f64::from(part) / 100.0))))).collect();
    json!({
        "count": of.count,
        "mean": of.mean().map(|mean| mean / scale),
        "deviation": of.deviation().map(|deviation| deviation / scale),
        "min": scaled(of.min),
        "max": scaled(of.max),
        "quantiles": quantiles,
        "histogram": of.values().map(|(value, count)| json!([value as f64 / scale, count])).collect::<Vec<_>>(),
    })
}

impl Report<'_> {
    /// The outcomes that games of so many players can have, in order, and those that they had besides.
    fn outcomes(&self) -> Vec<Outcome> {
        let players = self.compiled.game().equipment.players;
        let mut all: Vec<Outcome> = (1..=players).map(Outcome::Win).chain([Outcome::Draw, Outcome::Cut]).collect();
        all.extend(self.summary.outcomes.keys().filter(|outcome| !all.contains(outcome)).copied().collect::<Vec<_>>());
        all
    }

    /// One object for programs.
    fn data(&self) -> Value {
        let summary = &self.summary;
        let details = &self.details;
        let result = |outcome: Outcome| {
            let count = summary.of(outcome);
            let (low, high) = wilson(count, summary.games);
            let share = count as f64 / summary.games.max(1) as f64;
            let lengths = summary.outcomes.get(&outcome).map(|lengths| distribution(lengths, 1.0));
            let value = json!({ "games": count, "share": share, "interval": [low, high], "lengths": lengths });
            (outcome.to_string(), value)
        };
        let results: serde_json::Map<String, Value> = self.outcomes().into_iter().map(result).collect();
        let rules = self.counted();
        let findings: Vec<FindingRecord> =
            self.findings.iter().map(|finding| FindingRecord::new(self.compiled.sources(), finding)).collect();
        json!({
            "game": &*self.compiled.game().name,
            "players": self.args.seats.name(),
            "by_player": self.by_player(),
            "seed": self.args.settings.seed,
            "requested": self.args.games,
            "interrupted": self.interrupted,
            "written": self.written,
            "games": summary.games,
            "results": results,
            "length": distribution(&summary.lengths(), 1.0),
            "branching": distribution(&summary.choices, 1.0),
            "branching_of_games": distribution(&summary.breadths, 1000.0),
            "moves": summary.choices.count,
            "decision_moves": summary.decisions(),
            "forced_moves": summary.forced,
            "decision_factor": summary.decision_factor(),
            "sample": {
                "games": details.games,
                "moves": details.moves,
                "games_with_scores": details.scored,
                "lead_changes": distribution(&details.lead_changes, 1.0),
                "decided_at": distribution(&details.decided, 1000.0),
                "won_from_behind": details.upsets,
                "kinds": kinds(&self.rules(), details),
                "rules": rules,
            },
            "findings": findings,
            "failures": summary.failures,
            "failure": summary.failure.as_ref().map(|(game, reason)| json!({ "game": game, "reason": reason })),
        })
    }

    /// How each player did, where they were told apart.
    fn by_player(&self) -> Vec<Value> {
        let one = |(&player, seats): (&usize, &std::collections::BTreeMap<usize, ludemic::stats::Score>)| {
            let seats: Vec<Value> = seats.iter().map(|(seat, score)| json!({ "seat": seat, "score": score })).collect();
            json!({ "player": self.args.seats.player(player), "number": player, "seats": seats })
        };
        self.summary.players.iter().map(one).collect()
    }

    fn rules(&self) -> Vec<ludemic::engine::tally::Rule> {
        self.compiled.counting().map(|game| game.rules.clone()).unwrap_or_default()
    }

    /// The use of each rule, with its place.
    fn counted(&self) -> Vec<Value> {
        use ludemic::engine::tally::RuleKind;
        let sources = self.compiled.sources();
        let details = &self.details;
        let rule = |(index, rule): (usize, &ludemic::engine::tally::Rule)| {
            let (first, second) = details.uses.get(index).copied().unwrap_or_default();
            let (line, column) = sources.line_column(rule.origin.span);
            let file = sources.name(rule.origin.span.source);
            let place =
                json!({ "ludeme": rule.title, "file": file, "line": line, "column": column, "within": rule.parent });
            let counts = match rule.kind {
                RuleKind::Moves => json!({
                    "kind": "moves", "asked": first, "gave": second,
                    "made": details.made.get(index).copied().unwrap_or(0),
                }),
                RuleKind::Condition => json!({ "kind": "condition", "false": first, "true": second }),
                RuleKind::End => json!({ "kind": "end", "asked": first, "applied": second }),
                RuleKind::Value => json!({ "kind": "value" }),
            };
            extended(place, counts)
        };
        self.rules().iter().enumerate().map(rule).collect()
    }
}
