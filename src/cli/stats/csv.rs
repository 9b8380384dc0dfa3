//! The report for spreadsheets: one line a number.

use super::{QUANTILES, Report};
use crate::cli::Stop;
use crate::cli::output::Ui;
use crate::cli::sheet::Sheet;
use ludemic::stats::Distribution;
use ludemic::stats::inference::wilson;
use ludemic::stats::rules::kinds;

/// Prints the numbers; the last column says of how many games each is.
pub fn tell(report: &Report<'_>, ui: &mut Ui) -> Result<(), Stop> {
    let (summary, details) = (&report.summary, &report.details);
    let mut sheet = Sheet::new(&["measure", "item", "value", "low", "high", "games"])?;
    let games = summary.games.to_string();
    for outcome in report.outcomes() {
        let count = summary.of(outcome);
        let (low, high) = wilson(count, summary.games);
        let share = count as f64 / summary.games.max(1) as f64;
        sheet.row(&["games", &outcome.to_string(), &count.to_string(), "", "", &games])?;
        sheet.row(&["share", &outcome.to_string(), &share.to_string(), &low.to_string(), &high.to_string(), &games])?;
    }
    for (&player, seats) in &summary.players {
        for (seat, score) in seats {
            let item = format!("{} {player} as P{seat}", report.args.seats.player(player));
            let (low, high) = wilson(score.wins, score.games);
            let share = (score.wins as f64 / score.games.max(1) as f64).to_string();
            sheet.row(&["player", &item, &share, &low.to_string(), &high.to_string(), &score.games.to_string()])?;
        }
    }
    spread(&mut sheet, "length", &summary.lengths(), 1.0, &games)?;
    for (outcome, lengths) in &summary.outcomes {
        histogram(&mut sheet, &format!("length of {outcome}"), lengths, &games)?;
    }
    spread(&mut sheet, "branching", &summary.choices, 1.0, &games)?;
    for (item, value) in [("all", summary.choices.count), ("decision", summary.decisions()), ("forced", summary.forced)]
    {
        sheet.row(&["moves", item, &value.to_string(), "", "", &games])?;
    }
    if let Some(factor) = summary.decision_factor() {
        sheet.row(&["decision factor", "mean", &factor.to_string(), "", "", &games])?;
    }
    let sample = details.games.to_string();
    let scored = details.scored.to_string();
    sheet.row(&["games with scores", "", &scored, "", "", &sample])?;
    spread(&mut sheet, "lead changes", &details.lead_changes, 1.0, &scored)?;
    spread(&mut sheet, "decided at", &details.decided, 1000.0, &details.decided.count.to_string())?;
    sheet.row(&["won from behind", "", &details.upsets.to_string(), "", "", &scored])?;
    for kind in kinds(&report.rules(), details) {
        sheet.row(&["moves made", &kind.title, &kind.moves.to_string(), "", "", &sample])?;
    }
    for finding in &report.findings {
        let sources = report.compiled.sources();
        let place = finding.origin.as_ref().map(|origin| sources.place(origin.span)).unwrap_or_default();
        sheet.row(&["finding", &place, &finding.message, "", "", &sample])?;
    }
    sheet.print(ui)
}

fn spread(sheet: &mut Sheet, name: &str, of: &Distribution, scale: f64, games: &str) -> Result<(), Stop> {
    let mut row = |item: &str, value: Option<f64>| match value {
        Some(value) => sheet.row(&[name, item, &value.to_string(), "", "", games]),
        None => Ok(()),
    };
    let scaled = |value: u64| value as f64 / scale;
    row("mean", of.mean().map(|mean| mean / scale))?;
    row("deviation", of.deviation().map(|deviation| deviation / scale))?;
    row("min", of.min.map(scaled))?;
    row("max", of.max.map(scaled))?;
    for part in QUANTILES {
        row(&format!("quantile {part}%"), of.quantile(f64::from(part) / 100.0).map(scaled))?;
    }
    if scale == 1.0 { histogram(sheet, name, of, games) } else { Ok(()) }
}

fn histogram(sheet: &mut Sheet, name: &str, of: &Distribution, games: &str) -> Result<(), Stop> {
    for (value, count) in of.values() {
        sheet.row(&[&format!("histogram of {name}"), &value.to_string(), &count.to_string(), "", "", games])?;
    }
    Ok(())
}
