//! The report for people.

use super::{QUANTILES, Report};
use crate::cli::Stop;
use crate::cli::output::{Ui, count};
use crate::cli::prose::thousands;
use ludemic::stats::Distribution;
use ludemic::stats::inference::{mean_error, wilson};
use ludemic::stats::rules::kinds;

/// The most bars of a histogram.
const BARS: u64 = 12;

/// The length of the longest bar.
const LONGEST: u64 = 50;

/// Prints the report.
pub fn tell(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let (summary, details) = (&report.summary, &report.details);
    let note = match (report.interrupted, report.args.rows.part()) {
        (true, _) => format!(" (interrupted; {} wanted)", report.args.games),
        (_, Some(part)) => format!(" (part {part} of {})", thousands(report.args.games)),
        _ => String::new(),
    };
    let name = &report.compiled.game().name;
    ui.line(format!(
        "{name}: {} between {}, seed {}{note}",
        many(summary.games, "game"),
        report.args.seats.told(),
        report.args.settings.seed
    ))?;
    basis(report, ui)?;
    ui.line("")?;
    results(report, ui)?;
    by_player(report, ui)?;
    ui.line("")?;
    let lengths = summary.lengths();
    let error = mean_error(lengths.variance(), lengths.count);
    let mean =
        lengths.mean().zip(error).map(|(mean, error)| format!("mean with its interval of 95%: {mean:.2} ± {error:.2}"));
    section(ui, "length", "moves of a game", &lengths, mean.as_deref())?;
    ui.line("")?;
    // Moves of one game depend on each other; only games are independent.
    let games = summary.breadth().and_then(|(mean, variance)| {
        let error = mean_error(Some(variance), summary.breadths.count)?;
        Some(format!("mean of the means of the games: {mean:.2} ± {error:.2}"))
    });
    section(ui, "branching", "legal moves before a move", &summary.choices, games.as_deref())?;
    ui.line("")?;
    let moves = summary.choices.count;
    let mut line =
        format!("decisions   {} of the moves were chosen among several", percent(summary.decisions(), moves));
    if let Some(factor) = summary.decision_factor() {
        line.push_str(&format!(", {factor:.1} on average"));
    }
    ui.line(format!("{line}; {} were forced", percent(summary.forced, moves)))?;
    if details.games > 0 {
        scores(report, ui)?;
        made(report, ui)?;
    }
    for path in &report.written {
        ui.line(format!("rows        {path}"))?;
    }
    Ok(())
}

/// Of how many games what is.
fn basis(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let (summary, details) = (&report.summary, &report.details);
    if !report.args.seats.are_random() {
        let time = if report.args.seats.are_deterministic() { "" } else { "; time is measured: another run differs" };
        return Ok(ui.line(format!("the players move on by a seat from game to game{time}"))?);
    }
    if details.games < summary.games {
        let sample = thousands(details.games);
        ui.line(format!("scores, moves and rules are of the first {sample} games"))?;
    }
    Ok(())
}

fn results(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let summary = &report.summary;
    ui.line("results        games   share   interval of 95%")?;
    for outcome in report.outcomes() {
        let games = summary.of(outcome);
        let name = outcome.words();
        let (low, high) = wilson(games, summary.games);
        let share = percent(games, summary.games);
        let interval = format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high);
        ui.line(format!("  {name:<10} {:>7}  {share:>6}   {interval}", thousands(games)))?;
    }
    Ok(())
}

/// How each player did, in all seats and in each.
fn by_player(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    if !report.args.seats.differ() {
        return Ok(());
    }
    ui.line("players        games    wins   share   interval of 95%   without a winner")?;
    for (&player, seats) in &report.summary.players {
        let name = report.args.seats.player(player);
        let (mut games, mut wins, mut draws) = (0, 0, 0);
        for score in seats.values() {
            (games, wins, draws) = (games + score.games, wins + score.wins, draws + score.draws);
        }
        let mut line = |name: &str, games: u64, wins: u64, draws: u64| {
            let (low, high) = wilson(wins, games);
            let interval = format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high);
            let (share, games, wins) = (percent(wins, games), thousands(games), thousands(wins));
            ui.line(format!("  {name:<10} {games:>7} {wins:>7}  {share:>6}   {interval:<17} {}", thousands(draws)))
        };
        line(&name, games, wins, draws)?;
        for (seat, score) in seats {
            line(&format!("  as P{seat}"), score.games, score.wins, score.draws)?;
        }
    }
    Ok(())
}

/// Moments, quantiles and histogram of a distribution.
fn section(ui: &mut Ui, head: &str, what: &str, of: &Distribution, more: Option<&str>) -> Result<(), Stop> {
    let Some(mean) = of.mean() else { return Ok(ui.line(format!("{head:<11} no {what}"))?) };
    let deviation = of.deviation().map(|deviation| format!(", deviation {deviation:.2}")).unwrap_or_default();
    let (min, max) = (of.min.unwrap_or(0), of.max.unwrap_or(0));
    ui.line(format!("{head:<11} {what}: mean {mean:.2}{deviation}, from {min} to {max}"))?;
    let quantile = |&part: &u32| format!("{part}%: {}", of.quantile(f64::from(part) / 100.0).unwrap_or(0));
    ui.line(format!("            quantiles {}", QUANTILES.iter().map(quantile).collect::<Vec<_>>().join("  ")))?;
    if let Some(more) = more {
        ui.line(format!("            {more}"))?;
    }
    let shown = of.histogram(BARS);
    let bars: Vec<_> = shown.bars.into_iter().chain(shown.beyond).collect();
    let top = bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let label = |from: u64, to: u64| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let wide = bars.iter().map(|bar| label(bar.from, bar.to).len()).max().unwrap_or(0).max(10);
    for bar in bars {
        let long = (u128::from(bar.count) * u128::from(LONGEST)).div_ceil(u128::from(top)) as usize;
        let name = label(bar.from, bar.to);
        let bar = if long == 0 { String::new() } else { format!("{} {}", "█".repeat(long), thousands(bar.count)) };
        ui.line(format!("{name:>wide$}  {bar}").trim_end())?;
    }
    Ok(())
}

fn scores(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let details = &report.details;
    if details.scored == 0 {
        let line = "scores      no scores in play: nothing can be said of leads and of when a game is decided";
        return Ok(ui.line(line)?);
    }
    let changes = &details.lead_changes;
    let mean = changes.mean().unwrap_or(0.0);
    let most = changes.max.unwrap_or(0);
    ui.line(format!(
        "scores      in {}: the lead changed {mean:.2} times on average, {most} at most",
        many(details.scored, "game")
    ))?;
    let part = |part: f64| format!("{:.0}%", details.decided.quantile(part).unwrap_or(0) as f64 / 10.0);
    if details.decided.count > 0 {
        ui.line(format!(
            "            the winner led for good after {} of the moves (median; quartiles {} and {})",
            part(0.5),
            part(0.25),
            part(0.75)
        ))?;
    }
    if details.upsets > 0 {
        let of = details.upsets + details.decided.count;
        ui.line(format!(
            "            {} of {} were won by a player who did not lead at the end",
            thousands(details.upsets),
            many(of, "game")
        ))?;
    }
    Ok(())
}

fn made(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let details = &report.details;
    ui.line("")?;
    ui.line(format!(
        "moves       by the ludeme that made them, {} in {}",
        many(details.moves, "move"),
        many(details.games, "game")
    ))?;
    let kinds = kinds(&report.rules(), details);
    let wide = kinds.iter().map(|kind| kind.title.len()).max().unwrap_or(0);
    for kind in kinds {
        let share = percent(kind.moves, details.moves);
        ui.line(format!("  {:<wide$}  {:>9}  {share:>6}", kind.title, thousands(kind.moves)))?;
    }
    let found = report.findings.len();
    if report.compiled.game().instances.is_some() {
        return Ok(
            ui.line("rules       those of the games of a match are not counted; `stats` of each game tells of them")?
        );
    }
    let line = if found == 0 { "every rule was used".to_owned() } else { count(found, "finding") + ", see below" };
    Ok(ui.line(format!("rules       {line}"))?)
}

fn many(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}
