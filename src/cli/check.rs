//! `ludemic check`: all that is wrong with descriptions.

use super::expand::{Emit, emit};
use super::input::{Choice, NOT_PLAYABLE, each, excuse, ludeme_of, read, shown};
use super::output::{Ui, count};
use super::prose::seconds;
use super::selections::{Selections, selections};
use super::watch::watch;
use super::{CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::diag::{Diagnostic, Severity};
use ludemic::render::{FindingRecord, sarif};
use ludemic::source::Sources;
use ludemic::tryout::try_out;
use ludemic::{Failure, KnownDefines, Parsed};
use std::collections::BTreeSet;
use std::time::Instant;

/// From so many files on the time is told.
const MANY: usize = 10;

/// Check descriptions and tell all that is wrong with them.
#[derive(clap::Args)]
pub struct Args {
    /// Descriptions, .lud files, or folders of them; `-` for standard input
    #[arg(required = true)]
    files: Vec<String>,

    #[command(flatten)]
    choice: Choice,

    /// Print a stage of the description as well
    #[arg(long, value_enum, value_name = "STAGE")]
    emit: Option<Emit>,

    /// Check with every item of every option and every ruleset, each at least once
    #[arg(long, conflicts_with_all = ["options", "emit"])]
    all_options: bool,

    /// Check with every combination of items of options
    #[arg(long, conflicts_with_all = ["options", "emit", "all_options"])]
    all_combinations: bool,

    /// Exit with 1 also where a description is valid and cannot be played yet
    #[arg(long)]
    playable: bool,

    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// What a series of files comes to.
#[derive(Default)]
struct Totals {
    files: usize,
    wrong: usize,
    records: Vec<FindingRecord>,
}

/// Checks every file, whatever is wrong with the others.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let known = args.choice.known(ui)?;
    if args.watch {
        return watch(&args.files, ui, |ui| all(args, &known, ui));
    }
    all(args, &known, ui)
}

fn all(args: &Args, known: &KnownDefines, ui: &mut Ui) -> CommandResult {
    let begin = Instant::now();
    let mut totals = Totals::default();
    let code = each(&args.files, ui, |file, ui| one(file, args, known, ui, &mut totals))?;
    if ui.sarif() {
        ui.object(&sarif(&totals.records))?;
    } else if ui.full() && args.emit.is_none() && totals.files > 1 {
        let (right, wrong) = (totals.files - totals.wrong, totals.wrong);
        let time = begin.elapsed().as_secs_f64();
        let each = time / totals.files as f64;
        let time = match totals.files {
            ..MANY => String::new(),
            _ => format!("; {}, {} a file", seconds(time), seconds(each)),
        };
        ui.line(format!("{}: {right} right, {wrong} with errors{time}", count(totals.files, "file")))?;
    }
    Ok(code)
}

fn one(file: &str, args: &Args, known: &KnownDefines, ui: &mut Ui, totals: &mut Totals) -> CommandResult {
    let text = read(file)?;
    totals.files += 1;
    let choices = if args.all_options || args.all_combinations {
        selections(shown(file), &text, known, args.all_combinations)
    } else {
        Selections::one(args.choice.options.clone())
    };
    let (mut errors, mut warnings, mut runs) = (0, 0, 0);
    // What is wrong with every selection is told once.
    let mut told = BTreeSet::new();
    let mut unplayable = BTreeSet::new();
    let progress = choices.progress(shown(file));
    for selection in choices {
        let (sources, mut findings) = stages(file, &text, args, &selection, known, ui)?;
        runs += 1;
        progress.inc(1);
        if findings.iter().all(|finding| !finding.is_error()) {
            unplayable.extend(
                findings.iter().filter(|f| f.code == NOT_PLAYABLE).map(|finding| ludeme_of(finding).to_owned()),
            );
        }
        findings.retain(|finding| {
            let place = finding.origin.as_ref().map(|origin| origin.span);
            finding.code != NOT_PLAYABLE && told.insert((finding.code, place, finding.message.clone()))
        });
        if !findings.is_empty() && runs > 1 && ui.full() {
            ui.line(format!("{} with {}:", shown(file), selection.join(", ")))?;
        }
        errors += findings.iter().filter(|finding| finding.is_error()).count();
        warnings += findings.iter().filter(|finding| finding.severity == Severity::Warning).count();
        if ui.sarif() {
            totals.records.extend(findings.iter().map(|finding| FindingRecord::new(&sources, finding)));
        } else {
            ui.findings(&sources, &findings)?;
        }
    }
    drop(progress);
    if ui.full() && args.emit.is_none() {
        let with = if runs > 1 { format!(" with {}", count(runs, "selection")) } else { String::new() };
        let mut summary = summary(errors, warnings);
        if !unplayable.is_empty() {
            let list: Vec<&str> = unplayable.iter().map(String::as_str).collect();
            summary = format!("{}; cannot be played yet: {}", summary.replacen("ok", "valid", 1), list.join(", "));
        }
        ui.line(format!("{}: {summary}{with}", shown(file)))?;
    }
    let wrong = usize::from(args.playable && !unplayable.is_empty()) + usize::from(errors > 0);
    totals.wrong += wrong;
    Ok(if wrong > 0 { FINDINGS } else { CLEAN })
}

/// The findings of one description with one selection. Ludemes that cannot be played yet are notes here: the
/// description is right.
fn stages(
    file: &str,
    text: &str,
    args: &Args,
    selection: &[String],
    known: &KnownDefines,
    ui: &mut Ui,
) -> Result<(Sources, Vec<Diagnostic>), Stop> {
    // What could not be printed.
    let mut printed = Ok(());
    let mut show = |stage: Emit, text: &dyn Fn() -> String| {
        if printed.is_ok() {
            printed = emit(args.emit, stage, text, ui);
        }
    };
    let mut stages = || -> Result<(Sources, Vec<Diagnostic>), Failure> {
        let parsed = Parsed::new(shown(file), text)?;
        show(Emit::Ast, &|| parsed.ast().print());
        let expansion = parsed.expand(selection, known)?;
        show(Emit::Expanded, &|| expansion.expanded().layout() + "\n");
        let checked = expansion.check()?;
        show(Emit::Typed, &|| ludemic::render::typed(checked.typed()));
        let compiled = args.choice.compile(checked, file, known)?;
        let mut findings = compiled.findings().to_vec();
        findings.extend(try_out(&compiled));
        Ok((compiled.sources().clone(), findings))
    };
    let found = stages();
    printed?;
    Ok(found.unwrap_or_else(|failure| {
        let failure = excuse(failure);
        (failure.sources, failure.findings)
    }))
}

fn summary(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "ok".to_owned(),
        (0, warnings) => format!("ok, {}", count(warnings, "warning")),
        (errors, 0) => count(errors, "error"),
        (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}
