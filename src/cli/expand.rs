//! `ludemic expand`: a description without defines, options and ranges, or at another stage.

use super::input::{Description, told};
use super::output::Ui;
use super::program::obstacle;
use super::{CLEAN, Outcome};
use ludemic::Compiled;
use ludemic::program::Program;
use ludemic::program::rewrites::Rewrites;
use ludemic::program::view::print;
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
    /// The program that playouts run, one node a line
    Program,
}

/// Prints a stage if it is the one asked for.
pub fn emit(wanted: Option<Emit>, stage: Emit, text: impl FnOnce() -> String, ui: &mut Ui) -> io::Result<()> {
    if wanted == Some(stage) { ui.print(text()) } else { Ok(()) }
}

/// The program of a game, or on one line why it has none.
pub fn program(compiled: &Compiled) -> String {
    match Program::new(compiled.typed(), compiled.game(), &Rewrites::all()) {
        Ok(program) => print(&program),
        Err(unfit) => format!("no program: {}\n", obstacle(compiled, &unfit)),
    }
}

/// Goes as far as the stage needs and prints it.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let choice = &args.description.choice;
    let known = choice.known(ui)?;
    let parsed = args.description.parsed(ui)?;
    if args.emit == Emit::Ast {
        ui.print(parsed.ast().print())?;
        return Ok(CLEAN);
    }
    let expansion = told(ui, parsed.expand(&choice.options, &known))?;
    if args.emit == Emit::Expanded {
        ui.findings_aside(expansion.sources(), expansion.findings());
        ui.line(expansion.expanded().layout())?;
        return Ok(CLEAN);
    }
    let checked = told(ui, expansion.check())?;
    ui.findings_aside(checked.sources(), checked.findings());
    if args.emit == Emit::Program {
        let compiled = told(ui, choice.compile(checked, &args.description.file, &known))?;
        ui.print(program(&compiled))?;
        return Ok(CLEAN);
    }
    ui.print(ludemic::render::typed(checked.typed()))?;
    Ok(CLEAN)
}
