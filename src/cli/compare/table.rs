//! The table: for people, for programs, for spreadsheets.

use super::{Args, Ended, Row};
use crate::cli::Stop;
use crate::cli::output::Ui;
use crate::cli::prose::{fill, thousands};
use crate::cli::sheet::Sheet;
use ludemic::stats::{Difference, Measure, Outcome, Summary, compare};
use serde_json::{Value, json};

/// From which corrected p-value on a difference is called one, with what sign.
const LEVELS: [(f64, &str); 3] = [(0.001, "***"), (0.01, "**"), (0.05, "*")];

/// Prints the versions and how they differ from the one of number `base`.
pub fn tell(args: &Args, rows: &[Row], base: usize, ended: &Ended, ui: &mut Ui) -> Result<(), Stop> {
    let players = rows.iter().filter_map(|row| row.players).max().unwrap_or(2);
    let summaries: Vec<&Summary> = rows.iter().map(|row| &row.summary).collect();
    let table = compare(&summaries, base, players);
    if ui.csv() {
        csv(rows, &table, base, ui)
    } else if ui.json() {
        let object = data(args, rows, &table, base, ended);
        Ok(ui.object(&object)?)
    } else {
        text(args, rows, &table, base, ended, ui)
    }
}

fn title(measure: Measure) -> String {
    match measure {
        Measure::Wins(player) => format!("P{player} wins"),
        Measure::NoWinner => "no winner".to_owned(),
        Measure::Length => "length".to_owned(),
        Measure::Branching => "branching".to_owned(),
    }
}

fn shown(measure: Measure, value: f64) -> String {
    if measure.is_share() { format!("{:.1}%", 100.0 * value) } else { format!("{value:.2}") }
}

/// A difference and how sure it is.
fn cell(one: &Difference, is_base: bool) -> [String; 2] {
    let Some(value) = one.value else { return ["-".to_owned(), String::new()] };
    let value = shown(one.measure, value);
    let difference = match one.difference {
        Some(difference) if !is_base => {
            let number = if one.measure.is_share() {
                format!("{:+.1}", 100.0 * difference)
            } else {
                format!("{difference:+.2}")
            };
            // A difference that is rounded to nothing has no sign.
            let nothing = number.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0' | b'.'));
            let number = if nothing { number.replace(['+', '-'], "") } else { number };
            let stars = LEVELS.iter().find(|(level, _)| one.corrected < *level).map_or("", |(_, stars)| stars);
            format!("{number}{stars}")
        }
        _ => String::new(),
    };
    [value, difference]
}

fn text(
    args: &Args,
    rows: &[Row],
    table: &[Vec<Difference>],
    base: usize,
    ended: &Ended,
    ui: &mut Ui,
) -> Result<(), Stop> {
    let note = if ended.interrupted { " (interrupted)" } else { "" };
    let (versions, games) = (rows.len(), thousands(args.games));
    ui.line(format!(
        "{versions} versions, {games} games each between {}, seed {}{note}",
        args.seats.told(),
        args.settings.seed
    ))?;
    // A part of the games says little by itself: it has few of the versions, and perhaps not the one to compare with.
    if let Some(part) = args.rows.part() {
        let games: u64 = rows.iter().map(|row| row.summary.games).sum();
        ui.line(format!("part {part} of them: {} games", thousands(games)))?;
        return files(ended, ui);
    }
    let measures: Vec<Measure> = table.first().map(|row| row.iter().map(|d| d.measure).collect()).unwrap_or_default();
    let tests = measures.len() * versions.saturating_sub(1);
    let name = rows.get(base).map_or("", |row| &row.source.name);
    ui.line(fill(
        &format!(
            "Differences are from = {name}. They are marked * where the chance of seeing one like it without cause is \
             below 5%, ** below 1%, *** below 0.1%: two-proportion z-test for shares, Welch's t-test for means, \
             corrected for {tests} tests by Holm's method."
        ),
        0,
    ))?;
    ui.line("")?;
    let mut lines = vec![vec!["  version".to_owned(), "games".to_owned()]];
    for &measure in &measures {
        lines[0].extend([title(measure), String::new()]);
    }
    for (index, (row, differences)) in rows.iter().zip(table).enumerate() {
        let mark = if index == base { '=' } else { ' ' };
        let games = if row.obstacle.is_some() { "no game".to_owned() } else { thousands(row.summary.games) };
        let mut line = vec![format!("{mark} {}", row.source.name), games];
        line.extend(differences.iter().flat_map(|one| cell(one, index == base)));
        lines.push(line);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for (number, line) in lines.iter().enumerate() {
        let mut out = String::new();
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            match column {
                0 => out.push_str(&format!("{cell:<width$}")),
                // Of a measure the head stands over the value and the difference.
                _ if number == 0 && column >= 2 && column % 2 == 0 => {
                    let width = width + 1 + widths.get(column + 1).copied().unwrap_or(0);
                    out.push_str(&format!("   {cell:<width$}"));
                }
                _ if number == 0 && column > 2 => {}
                1 => out.push_str(&format!("   {cell:>width$}")),
                _ if column % 2 == 0 => out.push_str(&format!("   {cell:>width$}")),
                _ => out.push_str(&format!(" {cell:<width$}")),
            }
        }
        ui.line(out.trim_end())?;
    }
    let cut: u64 = rows.iter().map(|row| row.summary.of(Outcome::Cut)).sum();
    if cut > 0 {
        ui.line("")?;
        ui.line(format!("Among the games without a winner are {} cut by --max-moves.", thousands(cut)))?;
    }
    files(ended, ui)
}

fn files(ended: &Ended, ui: &mut Ui) -> Result<(), Stop> {
    for path in &ended.written {
        ui.line(format!("rows in {path}"))?;
    }
    Ok(())
}

fn key(measure: Measure) -> String {
    match measure {
        Measure::Wins(player) => format!("wins_p{player}"),
        Measure::NoWinner => "no_winner".to_owned(),
        Measure::Length => "length".to_owned(),
        Measure::Branching => "branching".to_owned(),
    }
}

fn data(args: &Args, rows: &[Row], table: &[Vec<Difference>], base: usize, ended: &Ended) -> Value {
    let version = |(row, differences): (&Row, &Vec<Difference>)| {
        let measures: serde_json::Map<String, Value> = differences
            .iter()
            .map(|one| {
                let value = json!({
                    "value": one.value,
                    "interval": one.measure.interval(&row.summary),
                    "difference": one.difference,
                    "p": one.p,
                    "corrected_p": one.corrected,
                });
                (key(one.measure), value)
            })
            .collect();
        let lengths = row.summary.lengths();
        json!({
            "name": row.source.name,
            "file": row.source.file,
            "options": row.source.options,
            "hash": row.source.hash,
            "obstacle": row.obstacle,
            "games": row.summary.games,
            "failures": row.summary.failures,
            "cut": row.summary.of(Outcome::Cut),
            "length_deviation": lengths.deviation(),
            "decision_moves": row.summary.decisions(),
            "forced_moves": row.summary.forced,
            "measures": measures,
        })
    };
    json!({
        "games": args.games,
        "seed": args.settings.seed,
        "players": args.seats.name(),
        "interrupted": ended.interrupted,
        "written": ended.written,
        "base": base,
        "correction": "Holm",
        "versions": rows.iter().zip(table).map(version).collect::<Vec<_>>(),
    })
}

fn csv(rows: &[Row], table: &[Vec<Difference>], base: usize, ui: &mut Ui) -> Result<(), Stop> {
    let measures: Vec<Measure> = table.first().map(|row| row.iter().map(|d| d.measure).collect()).unwrap_or_default();
    let mut head: Vec<String> =
        ["version", "file", "options", "base", "games", "failures", "cut"].map(str::to_owned).into();
    for &measure in &measures {
        let key = key(measure);
        head.extend(["", "_low", "_high", "_difference", "_p", "_corrected_p"].map(|end| format!("{key}{end}")));
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut sheet = Sheet::new(&head)?;
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for (index, (row, differences)) in rows.iter().zip(table).enumerate() {
        let summary = &row.summary;
        let mut line = vec![
            row.source.name.clone(),
            row.source.file.clone(),
            row.source.options.join("; "),
            u8::from(index == base).to_string(),
            summary.games.to_string(),
            summary.failures.to_string(),
            summary.of(Outcome::Cut).to_string(),
        ];
        for one in differences {
            let ends = one.measure.interval(summary);
            line.extend([
                number(one.value),
                number(ends.map(|(low, _)| low)),
                number(ends.map(|(_, high)| high)),
                number(one.difference),
                one.p.to_string(),
                one.corrected.to_string(),
            ]);
        }
        sheet.row(&line)?;
    }
    sheet.print(ui)
}
