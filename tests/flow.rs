//! The flow of a game against Ludii 1.3.12: `spec/cases/flow.json` of the reference folder.

mod common;

use ludemic::board::SiteType;
use ludemic::{KnownDefines, Move, Parsed, Trial};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The outcome of one case that did not pass.
enum Failed {
    /// The description uses what cannot be played yet: the ludemes.
    Unsupported(Vec<String>),
    /// Something differs.
    Differs(String),
}

fn ints(value: &Value) -> Vec<i64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// The state with the keys that the case names.
fn state(trial: &Trial, wanted: &Map<String, Value>) -> Map<String, Value> {
    let state = trial.state();
    let game = trial.game();
    let players = 1..=state.players();
    let site_type = game.equipment.layout.default_type();
    let mut found = Map::new();
    for (key, value) in wanted {
        let (field, container) = match key.find(|c: char| c.is_ascii_digit()) {
            Some(at) => (&key[..at], key[at..].parse().unwrap_or(0)),
            None => (key.as_str(), 0),
        };
        let pieces = |field: fn(ludemic::engine::site_store::Piece) -> i32| -> Value {
            let t = if container == 0 { site_type } else { SiteType::Cell };
            let Some(store) = state.site_store(container, t) else { return Value::Null };
            (0..store.len()).map(|site| json!(field(store.piece(site, None)))).collect()
        };
        let (proposed, votes, decided) = state.ballot();
        let entry = match field {
            "mover" => json!(state.mover()),
            "next" => json!(state.next()),
            "prev" => json!(state.prev()),
            "counter" => json!(state.counter()),
            "turn" => json!(state.turn()),
            "movesThisTurn" => json!(state.moves_this_turn()),
            "what" => pieces(|piece| i32::from(piece.what)),
            "state" => pieces(|piece| piece.state),
            "value" => pieces(|piece| piece.value),
            "count" => pieces(|piece| piece.count),
            "scores" => players.clone().map(|p| json!(state.score(p))).collect(),
            "amounts" => players.clone().map(|p| json!(state.amount(p))).collect(),
            "phases" => players.clone().map(|p| json!(state.phase(p))).collect(),
            "agents" => players.clone().map(|p| json!(state.agent(p))).collect(),
            "teams" => players.clone().map(|p| json!(state.team(p))).collect(),
            "active" => players.clone().filter(|&p| state.is_active(p)).map(|p| json!(p)).collect(),
            "stalemated" => players.clone().filter(|&p| state.is_stalemated(p)).map(|p| json!(p)).collect(),
            "temp" => json!(state.unnamed()),
            "remembered" => json!(state.remembered()),
            "remembered_by_name" | "rememberedByName" => {
                state.remembered_named().map(|(name, values)| (name.to_owned(), json!(values))).collect()
            }
            "pending" => {
                let mut pending = state.pending().to_vec();
                pending.sort_unstable();
                json!(pending)
            }
            "vars" => {
                let set = game.vars.iter().zip(state.vars());
                set.filter_map(|(name, value)| Some((name.to_string(), json!((*value)?)))).collect()
            }
            "dice" => json!([state.dice()]),
            "diceEqual" => json!(state.dice_equal()),
            "proposed" => json!(proposed),
            "votes" => json!(votes),
            "decided" => json!(decided),
            _ => panic!("the case has an unknown field {key}: {value}"),
        };
        found.insert(key.clone(), entry);
    }
    found
}

fn compare_state(trial: &Trial, wanted: Option<&Value>, place: &str) -> Result<(), Failed> {
    let Some(wanted) = wanted.and_then(Value::as_object) else { return Ok(()) };
    let found = state(trial, wanted);
    for (key, value) in wanted {
        if found.get(key) != Some(value) {
            let found = found.get(key).cloned().unwrap_or_default();
            return Err(Failed::Differs(format!("{place}: {key}: wanted {value}, found {found}")));
        }
    }
    Ok(())
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::legal_text).collect()
}

fn compare_legal(found: &[String], step: &Value, keys: [&str; 3], place: &str) -> Result<(), Failed> {
    let list = |key: &str| -> Option<Vec<&str>> {
        Some(step.get(key)?.as_array()?.iter().filter_map(Value::as_str).collect())
    };
    let differ =
        |wanted: String, found: String| Err(Failed::Differs(format!("{place}: wanted {wanted}, found {found}")));
    if let Some(wanted) = list(keys[0]) {
        let mut sorted: Vec<&str> = found.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let mut wanted = wanted;
        wanted.sort_unstable();
        if sorted != wanted {
            return differ(format!("legal {wanted:?}"), format!("{sorted:?}"));
        }
    }
    if let Some(wanted) = list(keys[1])
        && wanted != found
    {
        return differ(format!("in order {wanted:?}"), format!("{found:?}"));
    }
    if let Some(wanted) = step.get(keys[2]).and_then(Value::as_u64)
        && wanted != found.len() as u64
    {
        return differ(format!("{wanted} legal moves"), format!("{}", found.len()));
    }
    Ok(())
}

fn run(case: &Value) -> Result<(), Failed> {
    let lud = case["lud"].as_str().unwrap_or("");
    let options: Vec<String> =
        case["options"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let compiled = Parsed::new("case", lud)
        .and_then(|parsed| parsed.expand(&options, &KnownDefines::none()))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile())
        .map_err(|failure| {
            let codes = failure.findings.iter().filter(|finding| finding.is_error());
            if codes.clone().all(|finding| finding.code == "LUD0401") {
                Failed::Unsupported(codes.map(|finding| finding.message.clone()).collect())
            } else {
                Failed::Differs(failure.to_string())
            }
        })?;
    let limit = |key: &str, default: i32| case.get(key).and_then(Value::as_i64).map_or(default, |n| n as i32);
    let compiled = compiled.with_limits(limit("moveLimit", 10_000), limit("turnLimit", 1_250));
    let seed = case.get("rng").map_or(0, |bytes| {
        let bytes: Vec<u8> = ints(bytes).into_iter().map(|byte| byte as i8 as u8).collect();
        bytes.try_into().map_or(0, u64::from_le_bytes)
    });
    let broken = |error: ludemic::PlayError| Failed::Differs(error.to_string());
    let mut trial = Trial::start(compiled.game().clone(), seed).map_err(broken)?;
    let expect = &case["expect"];
    if expect["numStart"].as_u64() != Some(trial.initial() as u64) {
        return Err(Failed::Differs(format!("start moves: wanted {}, found {}", expect["numStart"], trial.initial())));
    }
    if let Some(wanted) = expect.get("startMoves").and_then(Value::as_array) {
        let found: Vec<Value> = trial.history().map(|m| json!(m.to_string())).collect();
        if *wanted != found {
            return Err(Failed::Differs(format!("start moves: wanted {wanted:?}, found {found:?}")));
        }
    }
    compare_state(&trial, expect.get("start"), "start")?;
    let moves = case["moves"].as_array().cloned().unwrap_or_default();
    let steps = expect["steps"].as_array().cloned().unwrap_or_default();
    let first = moves.len() - steps.len();
    for (n, wanted) in moves.iter().enumerate() {
        let place = format!("move {n}");
        let step = n.checked_sub(first).and_then(|i| steps.get(i));
        let all = trial.legal_of_all().map_err(broken)?;
        let found = match wanted {
            // Where all move at once, the moves of all are listed with their players.
            Value::Array(_) => all.iter().map(|m| format!("P{} {}", m.mover, m.legal_text())).collect(),
            _ => texts(all),
        };
        if let Some(step) = step {
            compare_legal(&found, step, ["legal", "legalInOrder", "numLegal"], &place)?;
        }
        let mut played = String::new();
        let alone = std::slice::from_ref(wanted);
        for wanted in wanted.as_array().map_or(alone, Vec::as_slice).iter().filter_map(Value::as_str) {
            let found = texts(trial.legal().map_err(broken)?);
            let is_wanted = |text: &String| text == wanted || text.split(' ').next() == Some(wanted);
            let Some(index) = found.iter().position(is_wanted) else {
                return Err(Failed::Differs(format!("{place}: {wanted} is not among {found:?}")));
            };
            played = trial.play(index).map_err(broken)?.to_string();
        }
        if let Some(step) = step {
            if let Some(text) = step.get("move").and_then(Value::as_str)
                && text != played
            {
                return Err(Failed::Differs(format!("{place}: wanted {text}, found {played}")));
            }
            compare_state(&trial, step.get("after"), &place)?;
            // The steps of games in which all move at once do not say it.
            let silent = wanted.is_array() && step.get("over").is_none();
            let over = step.get("over").and_then(Value::as_bool).unwrap_or(false);
            if !silent && over != trial.is_over() {
                return Err(Failed::Differs(format!("{place}: over: wanted {over}, found {}", trial.is_over())));
            }
        }
    }
    let found = texts(trial.legal_of_all().map_err(broken)?);
    compare_legal(&found, expect, ["finalLegal", "finalLegalInOrder", "numFinalLegal"], "at the end")?;
    let result = &expect["result"];
    let ranking: Vec<f64> = (1..=trial.state().players()).map(|p| trial.state().rank(p)).collect();
    let wanted: Vec<f64> = result["ranking"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    if ranking != wanted {
        return Err(Failed::Differs(format!("ranking: wanted {wanted:?}, found {ranking:?}")));
    }
    let status = trial.state().status();
    let winner = status.map(|status| i64::from(status.winner));
    let end = status.map(|status| status.end.name());
    if winner != result["winner"].as_i64() || end != result["endType"].as_str() {
        return Err(Failed::Differs(format!("result: wanted {result}, found {winner:?} {end:?}")));
    }
    Ok(())
}

#[test]
fn the_flow_of_a_game_is_as_in_ludii() {
    let Some(reference) = common::reference() else { return };
    let text = std::fs::read_to_string(reference.join("spec/cases/flow.json")).expect("the cases");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut passed, mut failed, mut missing) = (0, Vec::new(), BTreeMap::<String, usize>::new());
    let mut unsupported = 0;
    for case in cases.iter().filter(|case| case["name"].as_str().is_some_and(|name| name.contains(&only))) {
        match run(case) {
            Ok(()) => passed += 1,
            Err(Failed::Unsupported(list)) => {
                unsupported += 1;
                for ludeme in list {
                    *missing.entry(ludeme).or_default() += 1;
                }
            }
            Err(Failed::Differs(what)) => failed.push(format!("{}: {what}", case["name"])),
        }
    }
    println!("flow: {passed} passed, {} failed, {unsupported} not yet supported", failed.len());
    println!("{missing:#?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    common::at_least(169, passed, "flow");
}
