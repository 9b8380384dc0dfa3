//! The compiled program: which rewrites it is made with, and what is said when a game has none.

use super::Stop;
use super::output::Ui;
use ludemic::Compiled;
use ludemic::program::build::Unfit;
use ludemic::program::rewrites::{ALL, Rewrites};
use ludemic::program::view::{self, Place};
use serde_json::{Value, json};
use std::io;

/// Rewrites that are not made.
#[derive(clap::Args)]
pub struct NoOpt {
    /// Compile without this rewrite, `all` for without any; may be repeated. `explain FILE --plan` lists them
    #[arg(long = "no-opt", value_name = "NAME")]
    names: Vec<String>,
}

impl NoOpt {
    /// The rewrites that are left.
    pub fn rewrites(&self) -> Result<Rewrites, Stop> {
        if self.names.iter().any(|name| name == "all") {
            return Ok(Rewrites::none());
        }
        Rewrites::without(&self.names).map_err(|name| {
            let all: Vec<&str> = ALL.iter().map(|rewrite| rewrite.name).collect();
            Stop::CannotRun(format!("there is no rewrite `{name}`; there are `all`, {}", all.join(", ")))
        })
    }
}

/// Where something without a form over sets was written.
fn place(compiled: &Compiled, unfit: &Unfit) -> Option<Place> {
    unfit.origin.as_ref().map(|origin| view::place(compiled, origin))
}

/// On one line: what has no form over sets, and where.
pub fn obstacle(compiled: &Compiled, unfit: &Unfit) -> String {
    match place(compiled, unfit) {
        Some(place) => format!("{}:{}:{}: {unfit}", place.file, place.line, place.column),
        None => unfit.to_string(),
    }
}

/// The same as data.
pub fn obstacle_data(compiled: &Compiled, unfit: &Unfit) -> Value {
    json!({ "reason": unfit.to_string(), "place": place(compiled, unfit) })
}

/// Tells what stands in the way of a program, and what that means.
pub fn explain_obstacle(compiled: &Compiled, unfit: &Unfit, ui: &mut Ui) -> io::Result<()> {
    ui.line(format!("This game has no program: {}", obstacle(compiled, unfit)))?;
    if let Some(place) = place(compiled, unfit) {
        ui.line(format!("  {}", place.text))?;
    }
    ui.line("The plain evaluator plays it, one site at a time: with the same results, but not as fast.")
}
