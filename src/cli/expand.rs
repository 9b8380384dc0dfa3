//! `ludemic expand`: a description without defines, options and ranges, or at another stage.

use super::input::{Description, told};
use super::output::Ui;
use super::{CLEAN, CommandResult};
use clap::ValueEnum;
use serde_json::json;
use std::io;

/// Print a description without defines, options and ranges.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    /// Print this stage instead
    #[arg(long, value_enum, value_name = "STAGE", default_value_t = Emit::Expanded)]
    emit: Emit,
}

/// A stage that can be printed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Emit {
    /// The text, put together from the tree it was read into
    Ast,
    /// Without defines, options and ranges
    Expanded,
    /// Every clause with the kind and slots of its ludeme
    Typed,
}

/// Prints a stage if it is the one asked for.
pub fn emit(wanted: Option<Emit>, stage: Emit, text: impl FnOnce() -> String, ui: &mut Ui) -> io::Result<()> {
    if wanted != Some(stage) {
        return Ok(());
    }
    if !ui.json() {
        return ui.print(text());
    }
    let name = stage.to_possible_value().map(|value| value.get_name().to_owned());
    ui.object(&json!({ "stage": name, "text": text() }))
}

/// Goes as far as the stage needs and prints it.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let choice = &args.description.choice;
    let known = choice.known(ui)?;
    let parsed = args.description.parsed(ui)?;
    let wanted = Some(args.emit);
    if args.emit == Emit::Ast {
        emit(wanted, Emit::Ast, || parsed.ast().print(), ui)?;
        return Ok(CLEAN);
    }
    let expansion = told(ui, parsed.expand(&choice.options, &known))?;
    if args.emit == Emit::Expanded {
        ui.findings_aside(expansion.sources(), expansion.findings());
        emit(wanted, Emit::Expanded, || expansion.expanded().layout() + "\n", ui)?;
        return Ok(CLEAN);
    }
    let checked = told(ui, expansion.check())?;
    ui.findings_aside(checked.sources(), checked.findings());
    emit(wanted, Emit::Typed, || ludemic::render::typed(checked.typed()), ui)?;
    Ok(CLEAN)
}
