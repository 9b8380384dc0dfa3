//! `ludemic check`: all that is wrong with descriptions.

use super::expand::{Emit, emit};
use super::input::{Choice, excuse, read, shown};
use super::output::{Ui, count};
use super::{CANNOT_RUN, CLEAN, FINDINGS, Outcome, Stop};
use ludemic::diag::Diagnostic;
use ludemic::source::Sources;
use ludemic::{Failure, KnownDefines, Parsed};

/// Check descriptions and tell all that is wrong with them.
#[derive(clap::Args)]
pub struct Args {
    /// Descriptions, .lud files; `-` for standard input
    #[arg(required = true)]
    files: Vec<String>,

    #[command(flatten)]
    choice: Choice,

    /// Print a stage of the description as well
    #[arg(long, value_enum, value_name = "STAGE")]
    emit: Option<Emit>,
}

/// Checks every file, whatever is wrong with the others.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let known = args.choice.known(ui)?;
    let mut code = CLEAN;
    for file in &args.files {
        let text = match read(file) {
            Ok(text) => text,
            Err(Stop::CannotRun(message)) => {
                ui.finish()?;
                ui.complain(&message);
                code = CANNOT_RUN;
                continue;
            }
            Err(stop) => return Err(stop),
        };
        let (sources, findings) = check(file, &text, args, &known, ui)?;
        ui.findings(&sources, &findings)?;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        if !ui.json() && args.emit.is_none() {
            ui.line(format!("{}: {}", shown(file), summary(errors, findings.len() - errors)))?;
        }
        if errors > 0 {
            code = code.max(FINDINGS);
        }
    }
    Ok(code)
}

/// The findings of one description. Ludemes that cannot be played yet are warnings here: the description is right.
fn check(
    file: &str,
    text: &str,
    args: &Args,
    known: &KnownDefines,
    ui: &mut Ui,
) -> Result<(Sources, Vec<Diagnostic>), Stop> {
    let stages = |ui: &mut Ui| -> Result<Result<(Sources, Vec<Diagnostic>), Failure>, Stop> {
        let parsed = match Parsed::new(shown(file), text) {
            Ok(parsed) => parsed,
            Err(failure) => return Ok(Err(failure)),
        };
        emit(args.emit, Emit::Ast, || parsed.ast().print(), ui)?;
        let expansion = match parsed.expand(&args.choice.options, known) {
            Ok(expansion) => expansion,
            Err(failure) => return Ok(Err(failure)),
        };
        emit(args.emit, Emit::Expanded, || expansion.expanded().layout() + "\n", ui)?;
        let checked = match expansion.check() {
            Ok(checked) => checked,
            Err(failure) => return Ok(Err(failure)),
        };
        emit(args.emit, Emit::Typed, || ludemic::render::typed(checked.typed()), ui)?;
        Ok(checked.compile().map(|compiled| (compiled.sources().clone(), compiled.findings().to_vec())))
    };
    Ok(stages(ui)?.unwrap_or_else(|failure| {
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
