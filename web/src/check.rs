//! Findings and options of a description.

use crate::games::compile;
use crate::request::Description;
use ludemic::diag::{Diagnostic, Origin};
use ludemic::expand::Expanded;
use ludemic::ide::Lines;
use ludemic::render::FindingRecord;
use ludemic::source::{SourceId, Sources, Span};
use ludemic::tryout::try_out;
use ludemic::{Failure, KnownDefines, Parsed};
use serde::Serialize;
use serde_json::{Value, json};

/// The source that is the user's own text.
const OWN: SourceId = SourceId(0);

/// What a check comes to.
#[derive(Debug, Default, Serialize)]
pub struct Checked {
    name: String,
    /// Whether the game can be played.
    playable: bool,
    findings: Vec<Value>,
    /// `None` where the text is too broken to tell.
    options: Option<Value>,
}

/// Takes the stages one after the other and tells what was found.
pub fn check(description: &Description) -> Checked {
    let mut checked = Checked::default();
    let parsed = match Parsed::new("text", &description.text) {
        Ok(parsed) => parsed,
        Err(failure) => return checked.failed(&failure),
    };
    let expansion = match parsed.expand(&description.options, &KnownDefines::standard()) {
        Ok(expansion) => expansion,
        Err(failure) => return checked.failed(&failure),
    };
    checked.name = expansion.expanded().name().to_owned();
    checked.options = Some(options(expansion.expanded()));
    let compiled = expansion.check().and_then(compile);
    match compiled {
        Ok(compiled) => {
            let mut all = compiled.findings().to_vec();
            all.extend(try_out(&compiled));
            checked.playable = true;
            checked.findings = findings(compiled.sources(), &all);
            checked
        }
        Err(failure) => checked.failed(&failure),
    }
}

impl Checked {
    fn failed(mut self, failure: &Failure) -> Checked {
        self.findings = findings(&failure.sources, &failure.findings);
        self
    }
}

/// The options with the item of each that is in use, and the rulesets that can be chosen.
fn options(expanded: &Expanded) -> Value {
    let categories = expanded.options.iter().map(|category| {
        let items = category.items.iter().map(|item| {
            json!({
                "name": &*item.name,
                "description": &*item.description,
                "selection": format!("{}/{}", category.heading, item.name),
            })
        });
        json!({ "heading": &*category.heading, "chosen": category.chosen, "items": items.collect::<Vec<_>>() })
    });
    let rulesets = expanded.rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty());
    let rulesets = rulesets.map(|ruleset| {
        let settings: Vec<&str> = ruleset.settings.iter().map(|setting| &**setting).collect();
        json!({ "name": &*ruleset.name, "settings": settings })
    });
    json!({
        "categories": categories.collect::<Vec<_>>(),
        "rulesets": rulesets.collect::<Vec<_>>(),
    })
}

/// Findings with their places in the user's own text.
pub fn findings(sources: &Sources, list: &[Diagnostic]) -> Vec<Value> {
    let text = sources.get(OWN).map(|source| source.text.clone()).unwrap_or_default();
    let lines = Lines::new(&text);
    let place = |span: Span| [span.start, span.end].map(|at| lines.units_before(&text, at as usize));
    let told = list.iter().map(|finding| {
        let record = FindingRecord::new(sources, finding);
        let span = finding.origin.as_ref().and_then(own);
        let labels = finding.labels.iter().filter(|label| label.span.source == OWN);
        let labels = labels.map(|label| json!({ "place": place(label.span), "text": label.text }));
        json!({
            "place": span.map(place),
            "line": span.map(|span| sources.line_column(span).0),
            "severity": record.severity,
            "code": record.code,
            "message": record.message,
            "label": finding.label,
            "labels": labels.collect::<Vec<_>>(),
            "hints": finding.hints,
            "trail": record.trail,
        })
    });
    told.collect()
}

/// The place itself, or where the define was called that it lies in.
pub fn own(origin: &Origin) -> Option<Span> {
    origin.places().find(|span| span.source == OWN)
}
