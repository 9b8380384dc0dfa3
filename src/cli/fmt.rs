//! `ludemic fmt`: the canonical layout.

use super::input::{each, read, shown, told};
use super::output::Ui;
use super::replace::replace;
use super::{CLEAN, CommandResult, FINDINGS};
use ludemic::Parsed;
use ludemic::render::github_file;
use serde_json::json;
use std::path::Path;

/// Lay descriptions out the canonical way, in place; comments stay, and the meaning does not change.
#[derive(clap::Args)]
pub struct Args {
    /// Descriptions or folders of them; `-` for standard input, whose layout is printed
    #[arg(required = true)]
    files: Vec<String>,

    /// Change nothing; say which files are laid out in another way, with exit code 1
    #[arg(long)]
    check: bool,

    /// Change nothing; show what would change, with exit code 1
    #[arg(long)]
    diff: bool,
}

/// Lays out every file, whatever is wrong with the others.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    each(&args.files, ui, |file, ui| one(file, args, ui))
}

fn one(file: &str, args: &Args, ui: &mut Ui) -> CommandResult {
    let text = read(file)?;
    let new = told(ui, Parsed::new(shown(file), &text))?.ast().format();
    if args.check || args.diff {
        if new == text {
            return Ok(CLEAN);
        }
        let diff = args.diff.then(|| difference(shown(file), &text, &new));
        if ui.json() {
            ui.object(&json!({ "file": shown(file), "diff": diff }))?;
        } else if ui.github() {
            ui.print(github_file(shown(file), diff.as_deref().unwrap_or("not in the canonical layout")))?;
        } else if let Some(diff) = diff {
            ui.print(diff)?;
        } else {
            ui.line(format!("{}: not in the canonical layout", shown(file)))?;
        }
        return Ok(FINDINGS);
    }
    if file == "-" && ui.json() {
        ui.object(&json!({ "file": shown(file), "text": new }))?;
    } else if file == "-" {
        ui.print(new)?;
    } else if new != text {
        replace(Path::new(file), new.as_bytes())?;
        ui.tell(&json!({ "file": file }), format!("{file}: laid out"))?;
    }
    Ok(CLEAN)
}

/// The lines that differ, between the lines that both texts begin and end with, as a patch.
fn difference(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (removed, added) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut out = format!(
        "--- {name}\n+++ {name}\n@@ -{},{} +{},{} @@\n",
        start + usize::from(!removed.is_empty()),
        removed.len(),
        start + usize::from(!added.is_empty()),
        added.len()
    );
    for (mark, lines) in [('-', removed), ('+', added)] {
        for line in lines {
            out.push(mark);
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}
