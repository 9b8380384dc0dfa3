//! `ludemic explain`: ludemes and codes.

use super::output::Ui;
use super::{CLEAN, Outcome, Stop};
use ludemic::codes;
use ludemic::schema::{Form, Schema};

/// Explain a ludeme of the language or the code of a finding.
#[derive(clap::Args)]
pub struct Args {
    /// A ludeme such as `count` or `"count Pieces"`, a kind such as `siteType`, or a code such as LUD0102
    what: String,
}

/// Prints every form of a ludeme, or the meaning of a code.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let what = args.what.trim();
    if let Some(meaning) = codes::explain(what) {
        ui.line(format!("{}: {meaning}", what.to_uppercase()))?;
        return Ok(CLEAN);
    }
    let schema = Schema::get();
    let (head, keyword) = match what.split_once(' ') {
        Some((head, keyword)) => (head, Some(keyword)),
        None => (what, None),
    };
    let forms: Vec<&Form> =
        schema.forms_for(head).filter(|form| keyword.is_none_or(|keyword| form.keyword == Some(keyword))).collect();
    for form in &forms {
        ui.line(format!("{form} : {}", form.kind))?;
        if !form.doc.is_empty() {
            ui.line(format!("    {}", form.doc))?;
        }
    }
    let kind = schema.kind(what).filter(|kind| !kind.constants.is_empty() && keyword.is_none());
    if let Some(kind) = kind {
        ui.line(format!("{}: {}", kind.name, kind.constants.join(" ")))?;
    }
    if forms.is_empty() && kind.is_none() {
        let mut message = format!("`{what}` is neither a ludeme nor a kind of the language nor a code");
        let near = schema.heads_like(head, None);
        if !near.is_empty() {
            message.push_str(&format!("; did you mean {}?", list(&near)));
        }
        return Err(Stop::CannotRun(message));
    }
    Ok(CLEAN)
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ")
}
