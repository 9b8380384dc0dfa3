//! The published cases of value expressions: each in its setup, after its moves, with its variables.
//!
//! Needs the reference folder; says so and passes where there is none.

use crate::check::check_as;
use crate::check::typed::Arg;
use crate::common;
use crate::diag::Diagnostic;
use crate::engine::context::{Cx, Iterators};
use crate::engine::expr::{Expr, ExprValue};
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use crate::expand::tree::TermKind;
use crate::expand::{KnownDefines, expand};
use crate::ludemes::{Lowered, Lowering};
use crate::source::Sources;
use crate::{Game, PlayError, Trial};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What became of a case.
enum Outcome {
    Passed,
    Failed(String),
    /// Something it needs cannot be carried out yet.
    Unsupported(String),
}

type Setups = HashMap<String, Result<Arc<Game>, Outcome>>;

/// The kinds of value that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// An integer.
    Int,
    /// A condition.
    Bool,
    /// A real number.
    Float,
    /// A region.
    Region,
    /// An integer array.
    Ints,
    /// A range.
    Range,
}

impl Question {
    /// The kind of the language, as the schema names it.
    fn kind(self) -> &'static str {
        match self {
            Question::Int => "int",
            Question::Bool => "boolean",
            Question::Float => "float",
            Question::Region => "sites",
            Question::Ints => "ints",
            Question::Range => "range",
        }
    }
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
enum Answer {
    /// An integer.
    Int(i32),
    /// A condition.
    Bool(bool),
    /// A real number.
    Float(f32),
    /// The sites of a region, ascending.
    Region(Vec<i32>),
    /// An integer array.
    Ints(Vec<i32>),
    /// Both ends of a range, inclusive.
    Range(i32, i32),
}

/// Why an expression has no value.
#[derive(Debug, Clone, thiserror::Error)]
enum AskError {
    /// It cannot be carried out.
    #[error("{}", .0.message)]
    Expression(Box<Diagnostic>),
    /// It fails in this position.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The value of an expression in a position. The iterator variables are set as given; with a mover, it is taken to be
/// that player's turn.
fn value(
    trial: &Trial,
    question: Question,
    expression: &Arg,
    variables: Iterators,
    mover: Option<i32>,
) -> Result<Answer, AskError> {
    let mut cx = trial.scratch_context();
    let mut lo = Lowering::resume(&cx.game);
    let answer = lower(question, expression, &mut lo).map_err(AskError::Expression)?;
    cx.keep_anew(lo.keeps());
    cx.it = variables;
    if let Some(mover) = mover {
        cx.state.mover = mover;
        cx.state.next = cx.following(mover);
        let before = (1..mover).rev().chain((mover..=cx.state.players()).rev());
        cx.state.prev = before.into_iter().find(|&p| cx.state.is_active(p)).unwrap_or(0);
        cx.state.touch(Uses::TURN);
    }
    let answer = answer(&mut cx);
    cx.take_fault().map_or(Ok(answer), |fault| Err(AskError::Play(fault.into())))
}

fn lower(question: Question, arg: &Arg, lo: &mut Lowering) -> Lowered<Asked> {
    Ok(match question {
        Question::Int => answer(lo.int_arg(arg)?, Answer::Int),
        Question::Bool => answer(lo.bool_arg(arg)?, Answer::Bool),
        Question::Float => answer(lo.float_arg(arg)?, Answer::Float),
        Question::Region => answer(lo.region_arg(arg)?, |region| Answer::Region(region.iter().collect())),
        Question::Ints => answer(lo.ints_arg(arg)?, Answer::Ints),
        Question::Range => answer(lo.range_arg(arg)?, |(low, high)| Answer::Range(low, high)),
    })
}

/// An expression of any kind.
type Asked = Box<dyn Fn(&mut Cx) -> Answer>;

fn answer<T: ExprValue + 'static>(expr: Expr<T>, wrap: fn(T) -> Answer) -> Asked {
    Box::new(move |cx| wrap(expr.eval(cx)))
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

/// What a message says cannot be carried out, without the place.
fn unsupported(message: &str) -> Outcome {
    Outcome::Unsupported(message.replace("known, not yet playable: ", ""))
}

fn load(setup: &str, text: &str) -> Result<Arc<Game>, Outcome> {
    Game::load(setup, text, &[], &KnownDefines::none()).map_err(|failure| {
        let open: Vec<_> = failure.findings.iter().filter(|finding| finding.code == "LUD0401").collect();
        match open.first() {
            Some(finding) => unsupported(&format!("{} (setup {setup})", finding.message)),
            None => Outcome::Failed(format!("setup {setup}: {failure}")),
        }
    })
}

fn copy(outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Passed => Outcome::Passed,
        Outcome::Failed(why) => Outcome::Failed(why.clone()),
        Outcome::Unsupported(what) => Outcome::Unsupported(what.clone()),
    }
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

fn integers(json: &Json) -> Vec<i32> {
    json.as_array().map(|items| items.iter().map(integer).collect()).unwrap_or_default()
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
            "region" => it.region = Some(Arc::new(integers(value).into_iter().collect::<SiteSet>())),
            _ => {}
        }
    }
    it
}

fn question(kind: &str) -> Question {
    match kind {
        "int" => Question::Int,
        "bool" => Question::Bool,
        "float" => Question::Float,
        "region" => Question::Region,
        "array" => Question::Ints,
        "range" => Question::Range,
        other => panic!("a kind of case that is new: {other}"),
    }
}

/// Whether the answer is the expected one.
fn is(answer: &Answer, expect: &Json) -> bool {
    match answer {
        Answer::Int(value) => expect.as_i64() == Some(i64::from(*value)),
        Answer::Bool(value) => expect.as_bool() == Some(*value),
        Answer::Float(value) => expect.as_f64().is_some_and(|wanted| wanted as f32 == *value),
        Answer::Region(sites) => &integers(expect) == sites,
        Answer::Ints(values) => &integers(expect) == values,
        Answer::Range(low, high) => integers(expect) == [*low, *high],
    }
}

fn ask(case: &Json, setups: &Setups) -> Result<Result<Answer, AskError>, Outcome> {
    let setup = case["setup"].as_str().unwrap_or_default();
    let game = setups[setup].as_ref().map_err(copy)?;
    let mut trial = Trial::start(Arc::clone(game), 1).map_err(|error| Outcome::Failed(error.to_string()))?;
    for wanted in case["moves"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        play(&mut trial, wanted).map_err(Outcome::Failed)?;
    }
    let question = question(case["kind"].as_str().unwrap_or_default());
    let expression = argument(case["expr"].as_str().unwrap_or_default(), question.kind()).map_err(Outcome::Failed)?;
    let context = &case["context"];
    let mover = context.get("mover").map(integer);
    Ok(value(&trial, question, &expression, variables(context), mover))
}

fn run(case: &Json, setups: &Setups) -> Outcome {
    match ask(case, setups) {
        Err(outcome) => outcome,
        Ok(Ok(answer)) if is(&answer, &case["expect"]) => Outcome::Passed,
        Ok(Ok(answer)) => Outcome::Failed(format!("{answer:?}, expected {}", case["expect"])),
        Ok(Err(AskError::Expression(finding))) if finding.code == "LUD0401" => unsupported(&finding.message),
        Ok(Err(error)) => Outcome::Failed(error.to_string()),
    }
}

#[test]
fn function_cases() {
    let Some(folder) = common::reference() else { return };
    let text = std::fs::read_to_string(folder.join("spec/cases/functions.json")).expect("the cases");
    let json: Json = serde_json::from_str(&text).expect("a JSON file");
    let setups: Setups = json["setups"]
        .as_object()
        .expect("setups")
        .iter()
        .map(|(name, text)| (name.clone(), load(name, text.as_str().unwrap_or_default())))
        .collect();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut passed, mut failed) = (0, Vec::new());
    let mut missing: BTreeMap<String, usize> = BTreeMap::new();
    for case in json["cases"].as_array().expect("cases") {
        let name =
            format!("{}: {}", case["name"].as_str().unwrap_or_default(), case["expr"].as_str().unwrap_or_default());
        if !name.contains(&only) {
            continue;
        }
        match run(case, &setups) {
            Outcome::Passed => passed += 1,
            Outcome::Failed(why) => failed.push(format!("{name}: {why} {} {}", case["moves"], case["context"])),
            Outcome::Unsupported(what) => *missing.entry(what).or_default() += 1,
        }
    }
    for (what, count) in &missing {
        println!("not yet supported: {what}: {count}");
    }
    let unsupported: usize = missing.values().sum();
    println!("functions: {passed} passed, {} failed, {unsupported} not yet supported", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    common::at_least(2040, passed, "functions");
}

#[test]
fn expressions_that_the_reference_rejects_do_no_harm() {
    let Some(folder) = common::reference() else { return };
    let text = std::fs::read_to_string(folder.join("spec/cases/functions.json")).expect("the cases");
    let json: Json = serde_json::from_str(&text).expect("a JSON file");
    let (mut refused, mut answered) = (0, 0);
    for case in json["errors"].as_array().expect("errors") {
        let setup = case["setup"].as_str().unwrap_or_default();
        let text = json["setups"][setup].as_str().unwrap_or_default();
        let setups = HashMap::from([(setup.to_owned(), load(setup, text))]);
        match ask(case, &setups) {
            Ok(Ok(_)) => answered += 1,
            _ => refused += 1,
        }
    }
    // What Ludii refuses may be answered here by a neutral value, but by no more of it than was.
    common::at_least(17, refused, "functions refused");
    assert_eq!(refused + answered, 25, "errors of the reference");
    println!("functions: {refused} of the reference's errors refused, {answered} answered with a neutral value");
}
