//! Two versions of a game compared.

use crate::check::own;
use crate::games::compile;
use crate::request::Description;
use crate::session::Refusal;
use ludemic::diff::{Aspect, Change, Changes, Found, LegalMove, Monitor, Part, Report, Settings, search};
use ludemic::ide::Lines;
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::render::{headline, mover_name};
use ludemic::source::{SourceId, Sources};
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed, Trial};
use serde_json::{Value, json};

/// The most changes and moves of a list that are told.
const MOST: usize = 200;

/// What differs between the texts by ludeme, and the shortest game found that the versions play differently.
pub(crate) fn compare(a: &Description, b: &Description, plies: u64) -> Result<Value, Refusal> {
    let stages = |name: &str, description: &Description| -> Result<Checked, Failure> {
        Parsed::new(name, &description.text)?.expand(&description.options, &KnownDefines::standard())?.check()
    };
    let told = |name: &str, failure: Failure| Refusal::Words(format!("version {name} has errors: {failure}"));
    let left = stages("A", a).map_err(|failure| told("A", failure))?;
    let right = stages("B", b).map_err(|failure| told("B", failure))?;
    let changes = Changes::between(&left, &right);
    let places = (Places::new(left.sources()), Places::new(right.sources()));
    let list = |list: &[Change]| -> Vec<Value> {
        list.iter().take(MOST).map(|change| places.0.change(change, &places.1)).collect()
    };
    let (rules, metadata) = (list(&changes.rules), list(&changes.metadata));
    let play = match plies {
        0 => Value::Null,
        _ if changes.same_rules => {
            json!({ "differs": false, "certain": true, "words": "The rules are the same: play cannot differ." })
        }
        _ => {
            let left = compile(left.clone()).map_err(|failure| told("A", failure))?;
            let right = compile(right.clone()).map_err(|failure| told("B", failure))?;
            let settings = Settings { seed: 0, plies: Some(plies), playouts: None };
            let report = search(&left, &right, settings, &Monitor::default());
            in_play(&report, &left, &right)
        }
    };
    Ok(json!({ "rules": rules, "metadata": metadata, "play": play }))
}

/// Places in one version.
struct Places<'a> {
    sources: &'a Sources,
    text: &'a str,
    lines: Lines,
}

impl<'a> Places<'a> {
    fn new(sources: &'a Sources) -> Places<'a> {
        let text = sources.get(SourceId(0)).map_or("", |source| &*source.text);
        Places { sources, text, lines: Lines::new(text) }
    }

    fn part(&self, part: &Part) -> Value {
        let span = own(&part.origin);
        json!({
            "text": part.text,
            "place": span.map(|span| [span.start, span.end].map(|at| self.lines.units_before(self.text, at as usize))),
            "line": span.map(|span| self.sources.line_column(span).0),
        })
    }

    fn change(&self, change: &Change, other: &Places<'_>) -> Value {
        json!({
            "kind": change.kind,
            "path": change.paths.first(),
            "times": change.paths.len(),
            "a": change.a.as_ref().map(|part| self.part(part)),
            "b": change.b.as_ref().map(|part| other.part(part)),
        })
    }
}

fn in_play(report: &Report, a: &Compiled, b: &Compiled) -> Value {
    let Some(found) = &report.found else {
        let words = match (report.whole, report.depth) {
            (true, _) => "No difference: all games there are were compared.".to_owned(),
            (_, Some(depth)) => {
                format!("No difference found in {} positions; none in games of up to {depth} moves.", report.positions)
            }
            (_, None) => format!("No difference found in {} positions.", report.positions),
        };
        return json!({ "differs": false, "certain": report.whole, "words": words });
    };
    json!({
        "differs": true,
        "shortest": found.shortest,
        "words": headline(found),
        "moves": found.moves.iter().map(|m| format!("{} {}", mover_name(a.game(), m.mover), m.text)).collect::<Vec<_>>(),
        "details": details(found),
        "a": picture(a, found.a.as_ref()),
        "b": picture(b, found.b.as_ref()),
    })
}

fn picture(compiled: &Compiled, trial: Option<&Trial>) -> Option<String> {
    let look = Look::of(compiled);
    trial.map(|trial| Drawing::new(compiled.game(), &look).position(&Frame::of(trial, &look)))
}

/// All that differs in the position, in words.
fn details(found: &Found) -> Vec<String> {
    let names = |list: &[LegalMove]| {
        let some: Vec<&str> = list.iter().take(MOST).map(|m| m.text.as_str()).collect();
        format!("{}{}", some.join(", "), if list.len() > MOST { ", …" } else { "" })
    };
    let result = |text: &Option<String>| text.clone().unwrap_or_else(|| "it goes on".to_owned());
    let mut lines = Vec::new();
    for aspect in &found.aspects {
        match aspect {
            Aspect::Apart(_) => lines.push("The versions are not played with the same things.".to_owned()),
            Aspect::Fails(a, b) => {
                for (version, why) in [("A", a), ("B", b)] {
                    lines.extend(why.iter().map(|why| format!("The rules fail in {version}: {why}")));
                }
            }
            Aspect::Result(a, b) => lines.push(format!("Result: {} in A, {} in B", result(a), result(b))),
            Aspect::Mover(a, b) => lines.push(format!("To move: P{a} in A, P{b} in B")),
            Aspect::Score { player, a, b } => lines.push(format!("Score of P{player}: {a} in A, {b} in B")),
            Aspect::Piece { name, a, b, .. } => lines.push(format!("{name}: {a} in A, {b} in B")),
            Aspect::Moves { both, only_a, only_b, other } => {
                lines.push(format!("{both} legal moves in both"));
                for (version, list) in [("A", only_a), ("B", only_b)] {
                    if !list.is_empty() {
                        lines.push(format!("Only in {version}: {}", names(list)));
                    }
                }
                if !other.is_empty() {
                    let list: Vec<LegalMove> = other.iter().map(|(one, _)| one.clone()).collect();
                    lines.push(format!("With another effect: {}", names(&list)));
                }
            }
        }
    }
    lines
}
