//! Replays the games recorded from Ludii 1.3.12 on rules written by hand, without the interpreter.

use crate::common;
use crate::game::{Combination, GameUnderTest, HandMove, Rules, combinations, load};
use ludemic::board::Topology;
use ludemic::recording::Recording;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// What a recording shows beyond what all rules by hand offer.
pub trait Recorded: Rules {
    /// The move's own actions as a recording writes them, consequences left out.
    fn actions(&self, m: HandMove) -> Vec<String>;
    /// The value on each site, hands included.
    fn values(&self) -> Vec<i32>;
    /// Variables that the rules keep, -1 where not set yet.
    fn variables(&self) -> Vec<(&'static str, i32)>;
}

/// Replays all recordings of a game whose file names start like this. Without the reference folder it says so.
pub fn recordings<R: Recorded>(game: &GameUnderTest, files: &str, make: fn(&Combination, &Arc<Topology>) -> R) {
    let Some(reference) = common::reference() else { return };
    let text = std::fs::read_to_string(reference.join("ludii/lud").join(game.published)).expect("a description");
    let folder = std::fs::read_dir(reference.join("ludii/traces")).expect("recordings").flatten();
    let mut paths: Vec<_> = folder.map(|entry| entry.path()).collect();
    paths.retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(files)));
    paths.sort();
    let (mut plies, mut failures) = (0, Vec::new());
    for path in &paths {
        match recording(&text, path, make) {
            Ok(replayed) => plies += replayed,
            Err(difference) => failures.push(format!("{}: {difference}", path.display())),
        }
    }
    println!("{}: {} recordings, {plies} plies, {} failed", game.name, paths.len(), failures.len());
    assert!(!paths.is_empty() && failures.is_empty(), "{}", failures.join("\n"));
}

fn recording<R: Recorded>(
    text: &str,
    path: &Path,
    make: fn(&Combination, &Arc<Topology>) -> R,
) -> Result<usize, String> {
    let recording = Recording::read(std::fs::File::open(path).expect("a recording")).expect("a whole recording");
    let chosen = combination(text, &recording.options());
    let mut rules = make(&chosen, &load(text, &chosen).equipment.board);
    state(&rules, &recording.header["start"]).map_err(|text| format!("start, {text}"))?;
    for (n, line) in recording.moves.iter().enumerate() {
        ply(&mut rules, line).map_err(|text| format!("ply {n}, {text}"))?;
    }
    if let (Some(last), Some(outcome)) = (&recording.last, rules.over()) {
        let ranking: Vec<f64> = list(&last["ranking"]).into_iter().flatten().filter_map(Value::as_f64).collect();
        same("winner", last["winner"].as_i64(), Some(i64::from(outcome.winner)))?;
        same("ranking", ranking, outcome.ranking)?;
    }
    Ok(recording.moves.len())
}

/// The combination with these selections and the defaults of the other options.
fn combination(text: &str, selections: &[String]) -> Combination {
    let parsed = ludemic::Parsed::new("description", text);
    let expansion = parsed.and_then(|parsed| parsed.expand(selections, &ludemic::KnownDefines::none()));
    let expansion = expansion.unwrap_or_else(|failure| panic!("{failure}"));
    let chosen = expansion.expanded().options.iter();
    let chosen = chosen.map(|option| (option.heading.to_string(), option.items[option.chosen].name.to_string()));
    let chosen = Combination(chosen.collect());
    assert!(combinations(text).contains(&chosen), "{chosen:?} is a combination");
    chosen
}

fn ply(rules: &mut impl Recorded, line: &Value) -> Result<(), String> {
    same("mover", line["mover"].as_i64(), Some(i64::from(rules.mover())))?;
    let moves = rules.legal();
    let mut legal: Vec<String> = moves.iter().map(|&m| legal_text(rules, m)).collect();
    legal.sort_unstable();
    let recorded: Vec<&str> = list(&line["legal"]).into_iter().flatten().filter_map(Value::as_str).collect();
    same("legal moves", recorded, legal.iter().map(String::as_str).collect())?;
    let text = line["move"].as_str().unwrap_or_default();
    let played = moves.into_iter().find(|&m| text.starts_with(&head(rules, m)));
    rules.play(played.ok_or_else(|| format!("{text} is not legal"))?);
    state(rules, &line["state"])?;
    same("over", line["over"].as_bool(), Some(rules.over().is_some()))
}

fn sites(m: HandMove) -> Option<(u32, u32)> {
    match m {
        HandMove::Pass | HandMove::Swap => None,
        HandMove::Add { site, .. } | HandMove::Remove { site } => Some((site, site)),
        HandMove::Move { from, to } => Some((from, to)),
    }
}

/// A move as the list of legal moves has it.
fn legal_text(rules: &impl Recorded, m: HandMove) -> String {
    let actions = rules.actions(m).join(";");
    match sites(m) {
        _ if m == HandMove::Pass => "Pass".to_owned(),
        Some((from, to)) => format!("{from}>{to} {actions}"),
        None => format!("-1>-1 {actions}"),
    }
}

/// How the text of the played move begins: everything before the consequences.
fn head(rules: &impl Recorded, m: HandMove) -> String {
    let sites = sites(m).map_or(String::new(), |(from, to)| format!(",from={from},to={to}"));
    format!("[Move:mover={}{sites},actions={}", rules.mover(), rules.actions(m).join(","))
}

fn state(rules: &impl Recorded, recorded: &Value) -> Result<(), String> {
    let each = |key: &str| -> Vec<i64> {
        let containers = list(&recorded["c"]).into_iter().flatten();
        let values = containers.map(|container| match list(&container[key]) {
            Some(of) => of.iter().filter_map(Value::as_i64).collect(),
            None => vec![0; list(&container["what"]).map_or(0, Vec::len)],
        });
        values.collect::<Vec<_>>().concat()
    };
    same("board", each("what"), rules.board().into_iter().map(i64::from).collect())?;
    same("values", each("value"), rules.values().into_iter().map(i64::from).collect())?;
    let scores: Vec<i64> = list(&recorded["scores"]).into_iter().flatten().filter_map(Value::as_i64).collect();
    same("scores", scores, rules.scores().into_iter().flatten().map(i64::from).collect())?;
    for (name, value) in rules.variables() {
        same(name, recorded["vars"][name].as_i64().unwrap_or(-1), i64::from(value))?;
    }
    Ok(())
}

fn list(value: &Value) -> Option<&Vec<Value>> {
    value.as_array()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, recorded: T, by_hand: T) -> Result<(), String> {
    if recorded == by_hand {
        return Ok(());
    }
    Err(format!("{what}: recorded {recorded:?}, by hand {by_hand:?}"))
}
