//! The program of a game as a tree in words, with costs or with times.

use crate::program::run::Profile;
use crate::program::view::{Branch, Made, Place, Plan};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The length of lines of prose.
const WIDTH: usize = 110;

/// All of a tree comes from one file, so that only the line is told.
fn line(branch: &Branch) -> String {
    branch.place.as_ref().map_or_else(String::new, |place| format!("line {}", place.line))
}

/// The tree with costs, and the rewrites.
pub fn plan(name: &str, plan: &Plan, made: &[Made]) -> String {
    let mut out = format!(
        "{name}: {} sites, sets of {} (n is the number of sites; a set has n/64 words)\n\nplay rules\n",
        plan.sites,
        if plan.words == 1 { "1 word".to_owned() } else { format!("{} words", plan.words) },
    );
    costs(&plan.play, 1, &mut out);
    out.push_str("\nend rules\n");
    plan.ends.iter().for_each(|end| costs(end, 1, &mut out));
    if plan.ends.is_empty() {
        out.push_str("  none\n");
    }
    out.push('\n');
    out.push_str(match plan.barriers {
        0 => "Everything is done on whole sets.\n",
        _ => "Where `!` stands, something is done one by one because it has no form over whole sets.\n",
    });
    out.push_str("\nrewrites\n");
    for rewrite in made {
        let state = match (rewrite.on, rewrite.matters) {
            (false, _) => "off",
            (true, true) => "made",
            // A way of evaluating leaves no trace in the nodes.
            (true, false) => "on",
        };
        let _ = writeln!(out, "  {:<10} {state:<5}{}", rewrite.name, wrapped(rewrite.law, 18));
    }
    out.push_str(
        "made: the nodes would be others without it; on: a way of evaluating, or there is nothing for it to do here\n",
    );
    out
}

/// Words on lines of a bearable length behind an indent of so many columns.
fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        if column + 1 + word.chars().count() > WIDTH {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        }
        let _ = write!(out, " {word}");
        column += 1 + word.chars().count();
    }
    out
}

fn costs(branch: &Branch, depth: usize, out: &mut String) {
    let indent = 2 * depth;
    let head = head(branch);
    if branch.again {
        let _ = writeln!(out, "{:indent$}{head}(see above)", "");
        return;
    }
    let mut notes = vec![branch.cost.clone()];
    notes.extend(branch.kept.then(|| "kept".to_owned()));
    notes.extend(Some(line(branch)).filter(|line| !line.is_empty()));
    let _ = writeln!(out, "{:indent$}{head}{}  [{}]", "", branch.words, notes.join(", "));
    if let Some(barrier) = branch.barrier {
        let _ = writeln!(out, "{:indent$}! {barrier}", "");
    }
    branch.uses.iter().for_each(|branch| costs(branch, depth + 1, out));
}

fn head(branch: &Branch) -> String {
    if branch.id.is_empty() { String::new() } else { format!("{}: ", branch.id) }
}

/// The time by lines of the description, most first: the part spent on the nodes of the ludemes written there.
pub fn by_line(plan: &Plan) -> Vec<(Place, f64)> {
    let mut lines: BTreeMap<(String, usize), (Place, f64)> = BTreeMap::new();
    plan.visit(&mut |branch| {
        let (Some(place), Some(spent)) = (&branch.place, branch.spent) else { return };
        if branch.again {
            return;
        }
        let entry = lines.entry((place.file.clone(), place.line)).or_insert_with(|| (place.clone(), 0.0));
        entry.1 += spent.own;
    });
    let mut list: Vec<(Place, f64)> = lines.into_values().collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    list
}

/// The tree with times, and the time by lines.
pub fn profile(name: &str, plan: &Plan, profile: &Profile) -> String {
    let moves = profile.moves.max(1) as f64;
    let mut out = format!(
        "{name}: {} playouts, {} moves, {:.2} µs a move\n\n   total     own  a move\nplay rules\n",
        profile.playouts,
        profile.moves,
        profile.net().as_secs_f64() * 1e6 / moves,
    );
    times(&plan.play, 0, &mut out);
    out.push_str("end rules\n");
    plan.ends.iter().for_each(|end| times(end, 0, &mut out));
    let lines = by_line(plan);
    let rest = 1.0 - lines.iter().map(|(_, own)| own).sum::<f64>();
    let _ = writeln!(out, "choosing and making moves\n{:>8}", percent(rest.max(0.0)));
    out.push_str("\nby line\n");
    for (place, own) in &lines {
        let _ = writeln!(out, "{:>8}  {}:{}: {}", percent(*own), place.file, place.line, place.text);
    }
    out.push_str(
        "\ntotal: with what it uses; own: without; a move: how often evaluated. Nodes without numbers are part of the one\n\
         that uses them.\n",
    );
    out
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

fn times(branch: &Branch, depth: usize, out: &mut String) {
    let figures = match branch.spent.filter(|_| !branch.again) {
        Some(spent) => format!("{:>8}{:>8}{:>8.2}", percent(spent.total), percent(spent.own), spent.calls),
        None => " ".repeat(24),
    };
    let indent = 2 * depth + 2;
    let head = head(branch);
    if branch.again {
        let _ = writeln!(out, "{figures}{:indent$}{head}(see above)", "");
        return;
    }
    let place = line(branch);
    let place = if place.is_empty() { place } else { format!("  [{place}]") };
    let _ = writeln!(out, "{figures}{:indent$}{head}{}{place}", "", branch.words);
    branch.uses.iter().for_each(|branch| times(branch, depth + 1, out));
}
