//! The distributions as SVG files.

use super::Report;
use crate::cli::Stop;
use crate::cli::input::reason;
use crate::cli::replace::replace;
use ludemic::stats::charts::{ChartError, histogram, lengths_by_result};
use std::path::Path;

/// Makes the folder, before any game is played.
pub fn folder(folder: &Path) -> Result<(), Stop> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::CannotRun(format!("cannot make the folder {}: {}", folder.display(), reason(&error))))
}

/// Writes `length.svg`, `branching.svg` and `length-by-result.svg`, and `lead-changes.svg` where there are scores.
pub fn write(report: &Report<'_>, folder: &Path) -> Result<(), Stop> {
    let (summary, details) = (&report.summary, &report.details);
    let name = &report.compiled.game().name;
    let players = report.args.seats.name();
    let title = |what: &str, games: u64| format!("{name}: {what} ({games} games, {players})");
    let file = |file: &str, svg: Result<String, ChartError>| {
        let svg = svg.map_err(|error| error.to_string())?;
        replace(&folder.join(file), svg.as_bytes())
    };
    let games = summary.games;
    file("length.svg", histogram(&title("lengths", games), "length in moves", &summary.lengths()))?;
    file("branching.svg", histogram(&title("choices", games), "legal moves before a move", &summary.choices))?;
    file("length-by-result.svg", lengths_by_result(&title("lengths by result", games), summary))?;
    if details.scored > 0 {
        let title = title("lead changes by score", details.scored);
        file("lead-changes.svg", histogram(&title, "changes of the lead in a game", &details.lead_changes))?;
    }
    Ok(())
}
