//! The published cases of moves, effects and consequences: every legal list in order, every action, every state.
//!
//! Needs the reference folder; says so and passes where there is none. `LUDEMIC_ONLY` picks cases by part of a name.

mod common;

use ludemic::engine::mv::Move;
use ludemic::recording;
use ludemic::{Game, KnownDefines, Trial};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What became of a case.
enum Outcome {
    Passed,
    Failed(String),
    /// Right but for the order of some legal list.
    Order(String),
    /// Something it needs cannot be carried out yet.
    Unsupported(String),
}

type Checked = Result<(), Outcome>;

fn failed<T>(why: impl std::fmt::Display) -> Result<T, Outcome> {
    Err(Outcome::Failed(why.to_string()))
}

fn strings(json: &Json) -> Vec<String> {
    json.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}

fn equal(what: &str, ours: &Json, theirs: &Json) -> Checked {
    if ours == theirs { Ok(()) } else { failed(format!("{what}\n  ours   {ours}\n  theirs {theirs}")) }
}

fn load(case: &Json) -> Result<Arc<Game>, Outcome> {
    let name = case["name"].as_str().unwrap_or_default();
    let text = case["lud"].as_str().unwrap_or_default();
    Game::load(name, text, &strings(&case["options"]), &KnownDefines::none()).map_err(|failure| {
        match failure.findings.iter().find(|finding| finding.code == "LUD0401") {
            Some(finding) => Outcome::Unsupported(finding.message.replace("known, not yet playable: ", "")),
            None => Outcome::Failed(failure.to_string()),
        }
    })
}

/// A move of a legal list as the cases write it.
fn legal_text(m: &Move, mover: i32) -> String {
    let mut text = format!("{}>{} {}", m.from, m.to, m.actions_text());
    if !m.between.is_empty() {
        let sites: Vec<String> = m.between.iter().map(ToString::to_string).collect();
        text.push_str(&format!(" between=[{}]", sites.join(",")));
    }
    if m.mover != mover {
        text.push_str(&format!(" mover={}", m.mover));
    }
    if m.level_max != 0 {
        text.push_str(&format!(" levels={}..{}", m.level_min, m.level_max));
    }
    text
}

/// The moves of a list. In recorded games, which count, an addition that has no type yet is written without one.
fn listed(moves: &Json) -> Vec<String> {
    strings(moves).iter().map(|text| text.replace("type=null,", "")).collect()
}

fn compare_legal(trial: &mut Trial, theirs: &Json, order: &mut Option<String>) -> Checked {
    let mover = trial.state().mover();
    let mut ours: Vec<String> = match trial.legal() {
        Ok(list) => list.iter().map(|m| legal_text(m, mover)).collect(),
        Err(error) => return failed(error),
    };
    let mut theirs = listed(theirs);
    if ours == theirs {
        return Ok(());
    }
    let both = format!("legal\n  ours   {ours:?}\n  theirs {theirs:?}");
    ours.sort();
    theirs.sort();
    if ours != theirs {
        return failed(both);
    }
    order.get_or_insert(both);
    Ok(())
}

fn zero(container: &Json) -> bool {
    container.as_object().into_iter().flatten().all(|(key, value)| match key.as_str() {
        "t" | "from" => true,
        _ => value.as_array().into_iter().flatten().all(|value| *value == json!(0)),
    })
}

/// The containers without the site types of the board that hold nothing.
fn shown(containers: &Json, default: &str) -> Json {
    let kept = containers.as_array().into_iter().flatten();
    kept.filter(|c| c["from"] != json!(0) || c["t"] == json!(default) || !zero(c)).cloned().collect()
}

fn compare_state(trial: &Trial, theirs: &Json) -> Checked {
    let state = trial.state();
    let ours = recording::state(trial.game(), state);
    let default = state.layout().default_type().name();
    equal("places", &shown(&ours["c"], default), &shown(&theirs["c"], default))?;
    for key in ["mover", "next", "prev", "counter", "scores", "vars"] {
        if let Some(theirs) = theirs.get(key) {
            equal(key, &ours[key], theirs)?;
        }
    }
    let list = |key: &str| theirs.get(key).cloned().unwrap_or_else(|| json!([]));
    equal("remembered", &json!(state.remembered()), &list("remembered"))?;
    equal("pending", &json!(state.pending()), &list("pending"))?;
    equal("proposals", &json!(state.ballot().0), &list("proposals"))?;
    let named: serde_json::Map<String, Json> =
        state.remembered_named().map(|(name, values)| (name.to_owned(), json!(values))).collect();
    equal("rememberedNamed", &Json::Object(named), theirs.get("rememberedNamed").unwrap_or(&json!({})))?;
    equal("temp", &json!(state.unnamed()), theirs.get("temp").unwrap_or(&json!(-1)))?;
    if let Some(order) = theirs.get("playerOrder") {
        equal("playerOrder", &json!((1..=state.players()).map(|p| state.agent(p)).collect::<Vec<_>>()), order)?;
    }
    equal("over", &json!(state.is_over()), &theirs["over"])?;
    match theirs.get("winner") {
        Some(winner) => equal("winner", &json!(state.status().map(|status| status.winner)), winner),
        None => Ok(()),
    }
}

fn check(case: &Json, order: &mut Option<String>) -> Checked {
    let expect = &case["expect"];
    let game = load(case)?;
    let components: Vec<&str> = game.equipment.components.iter().skip(1).map(|c| &*c.name).collect();
    equal("components", &json!(components), &expect["components"])?;
    let mut trial = Trial::start(game, 1).or_else(failed)?;
    compare_state(&trial, &expect["start"])?;
    for (number, step) in expect["steps"].as_array().into_iter().flatten().enumerate() {
        let at = |outcome| match outcome {
            Outcome::Failed(why) => Outcome::Failed(format!("step {number}: {why}")),
            other => other,
        };
        compare_legal(&mut trial, &step["legal"], order).map_err(at)?;
        let wanted = step["play"].as_u64().and_then(|index| listed(&step["legal"]).get(index as usize).cloned());
        let mover = trial.state().mover();
        let legal = trial.legal().or_else(failed)?;
        let index = legal.iter().position(|m| Some(legal_text(m, mover)) == wanted);
        let played = trial.play(index.unwrap_or(usize::MAX)).or_else(failed).map_err(at)?;
        let applied: Vec<String> = played.actions().iter().map(ToString::to_string).collect();
        equal("applied", &json!(applied), &step["applied"]).map_err(at)?;
        compare_state(&trial, &step["state"]).map_err(at)?;
    }
    match expect.get("final") {
        Some(last) => compare_legal(&mut trial, last, order),
        None => Ok(()),
    }
}

fn run(case: &Json) -> Outcome {
    let mut order = None;
    match (check(case, &mut order), order) {
        (Err(outcome), _) => outcome,
        (Ok(()), Some(order)) => Outcome::Order(order),
        (Ok(()), None) => Outcome::Passed,
    }
}

#[test]
fn move_cases() {
    let Some(folder) = common::reference() else { return };
    let text = std::fs::read_to_string(folder.join("spec/cases/moves.json")).expect("the cases");
    let json: Json = serde_json::from_str(&text).expect("a JSON file");
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut passed, mut failed) = (0, Vec::new());
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in json.as_array().expect("cases") {
        let name = case["name"].as_str().unwrap_or_default();
        if !name.contains(&only) {
            continue;
        }
        match run(case) {
            Outcome::Passed => passed += 1,
            Outcome::Failed(why) => failed.push(format!("{name}: {why}\n  {}", case["lud"])),
            Outcome::Order(why) => failed.push(format!("{name}: only the order differs: {why}\n  {}", case["lud"])),
            Outcome::Unsupported(what) => missing.entry(what).or_default().push(name.to_owned()),
        }
    }
    for (what, names) in &missing {
        println!("not yet supported: {what}: {} ({})", names.len(), names.join(" "));
    }
    let unsupported: usize = missing.values().map(Vec::len).sum();
    println!("moves: {passed} passed, {} failed, {unsupported} not yet supported", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    common::at_least(300, passed, "moves");
}
