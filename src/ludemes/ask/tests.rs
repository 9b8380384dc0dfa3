//! The published cases of value expressions: each in its setup, after its moves, with its variables.
//!
//! Needs the reference folder; says so and passes where there is none.

use crate::check::check_as;
use crate::check::typed::Arg;
use crate::common;
use crate::engine::context::{Cx, Iterators};
use crate::engine::expr::{Expr, ExprValue};
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use crate::expand::tree::TermKind;
use crate::expand::{KnownDefines, expand};
use crate::ludemes::Lowering;
use crate::source::Sources;
use crate::{Game, Trial};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::sync::Arc;

/// The games of the cases by their names, or why there is none.
type Setups = HashMap<String, Result<Arc<Game>, String>>;

/// An expression of any kind, whose value is told as the cases write it.
type Asked = Box<dyn Fn(&mut Cx) -> Json>;

fn asked<T: ExprValue + 'static>(expr: Expr<T>, told: fn(T) -> Json) -> Asked {
    Box::new(move |cx| told(expr.eval(cx)))
}

/// The expression of a case.
fn lower(kind: &str, text: &str, lo: &mut Lowering) -> Result<Asked, String> {
    let lowered = match kind {
        "int" => lo.int_arg(&argument(text, "int")?).map(|expr| asked(expr, Json::from)),
        "bool" => lo.bool_arg(&argument(text, "boolean")?).map(|expr| asked(expr, Json::from)),
        "float" => lo.float_arg(&argument(text, "float")?).map(|expr| asked(expr, Json::from)),
        "region" => lo.region_arg(&argument(text, "sites")?).map(|expr| asked(expr, |sites| sites.iter().collect())),
        "array" => lo.ints_arg(&argument(text, "ints")?).map(|expr| asked(expr, Json::from)),
        "range" => lo.range_arg(&argument(text, "range")?).map(|expr| asked(expr, |ends| json!(ends))),
        other => panic!("a kind of case that is new: {other}"),
    };
    lowered.map_err(|finding| finding.message)
}

/// The one term of an expression, which is expanded inside a game.
fn argument(text: &str, kind: &str) -> Result<Arg, String> {
    let mut sources = Sources::new();
    let id = sources.add("case", &format!("(game {text})"));
    let (expanded, findings) = expand(&mut sources, id, &[], &KnownDefines::none());
    let Some(TermKind::Clause(clause)) = expanded.map(|expanded| expanded.game.kind) else {
        return Err(format!("unreadable: {findings:?}"));
    };
    let Some(term) = clause.items.first() else { return Err("nothing there".to_owned()) };
    let (value, findings) = check_as(term, kind);
    match value {
        Some(value) => Ok(Arg { value, origin: term.origin.clone() }),
        None => Err(findings.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; ")),
    }
}

/// The cases of the reference and their games; `None` where there is no reference.
fn cases() -> Option<(Json, Setups)> {
    let text = std::fs::read_to_string(common::reference()?.join("spec/cases/functions.json")).expect("the cases");
    let json: Json = serde_json::from_str(&text).expect("a JSON file");
    let load = |(name, text): (&String, &Json)| {
        let game = Game::load(name, text.as_str().unwrap_or_default(), &[], &KnownDefines::none());
        (name.clone(), game.map_err(|failure| format!("setup {name}: {failure}")))
    };
    let setups = json["setups"].as_object().expect("setups").iter().map(load).collect();
    Some((json, setups))
}

fn play(trial: &mut Trial, wanted: &str) -> Result<(), String> {
    let legal = trial.legal().map_err(|error| error.to_string())?;
    let index = legal.iter().position(|m| match wanted {
        "pass" => m.is_pass(),
        _ => format!("{}>{}", m.from, m.to) == wanted,
    });
    let index = index.ok_or_else(|| format!("no legal move {wanted}"))?;
    trial.play(index).map(|_| ()).map_err(|error| error.to_string())
}

fn integer(json: &Json) -> i32 {
    json.as_i64().and_then(|value| i32::try_from(value).ok()).unwrap_or(-1)
}

fn variables(context: &Json) -> Iterators {
    let mut it = Iterators::default();
    for (name, value) in context.as_object().into_iter().flatten() {
        match name.as_str() {
            "from" => it.from = integer(value),
            "to" => it.to = integer(value),
            "site" => it.site = integer(value),
            "level" => it.level = integer(value),
            "between" => it.between = integer(value),
            "value" => it.value = integer(value),
            "player" => it.player = integer(value),
            "region" => {
                let sites = value.as_array().into_iter().flatten().map(integer);
                it.region = Some(Arc::new(sites.collect::<SiteSet>()));
            }
            _ => {}
        }
    }
    it
}

/// The value of a case's expression in its position, with its variables; with a mover, it is taken to be that player's
/// turn.
fn ask(case: &Json, setups: &Setups) -> Result<Json, String> {
    let text = |name: &str| case[name].as_str().unwrap_or_default();
    let game = setups[text("setup")].clone()?;
    let mut trial = Trial::start(game, 1).map_err(|error| error.to_string())?;
    for wanted in case["moves"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        play(&mut trial, wanted)?;
    }
    let mut cx = trial.scratch_context();
    let mut lo = Lowering::resume(&cx.game);
    let expression = lower(text("kind"), text("expr"), &mut lo)?;
    cx.keep_anew(lo.keeps());
    cx.it = variables(&case["context"]);
    if let Some(mover) = case["context"].get("mover").map(integer) {
        cx.state.mover = mover;
        cx.state.next = cx.following(mover);
        let before = (1..mover).rev().chain((mover..=cx.state.players()).rev());
        cx.state.prev = before.into_iter().find(|&p| cx.state.is_active(p)).unwrap_or(0);
        cx.state.touch(Uses::TURN);
    }
    let answer = expression(&mut cx);
    cx.take_fault().map_or(Ok(answer), |fault| Err(fault.to_string()))
}

/// Whether two values are the same; real numbers are single ones.
fn same(answer: &Json, expect: &Json) -> bool {
    let single = |json: &Json| json.as_f64().map(|value| value as f32);
    answer == expect || answer.is_f64() && single(answer) == single(expect)
}

#[test]
fn function_cases() {
    let Some((json, setups)) = cases() else { return };
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut passed, mut failed) = (0, Vec::new());
    for case in json["cases"].as_array().expect("cases") {
        let name =
            format!("{}: {}", case["name"].as_str().unwrap_or_default(), case["expr"].as_str().unwrap_or_default());
        if !name.contains(&only) {
            continue;
        }
        let wrong = match ask(case, &setups) {
            Ok(answer) if same(&answer, &case["expect"]) => {
                passed += 1;
                continue;
            }
            Ok(answer) => format!("{answer}, expected {}", case["expect"]),
            Err(why) => why,
        };
        failed.push(format!("{name}: {wrong} {} {}", case["moves"], case["context"]));
    }
    println!("functions: {passed} passed, {} failed", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    common::at_least(2040, passed, "functions");
}

#[test]
fn expressions_that_the_reference_rejects_do_no_harm() {
    let Some((json, setups)) = cases() else { return };
    let errors = json["errors"].as_array().expect("errors");
    let answered = errors.iter().filter(|case| ask(case, &setups).is_ok()).count();
    let refused = errors.len() - answered;
    // What Ludii refuses may be answered here by a neutral value, but by no more of it than was.
    common::at_least(17, refused, "functions refused");
    assert_eq!(errors.len(), 25, "errors of the reference");
    println!("functions: {refused} of the reference's errors refused, {answered} answered with a neutral value");
}
