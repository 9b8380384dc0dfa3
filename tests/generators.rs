//! Generators of moves on small boards: what they list, in order, worked out by hand from the meaning of the ludeme.
//!
//! A case is its name after `==`, the description, and lines after `--`: `legal` with where each legal move begins and
//! ends, `play` with the one to play, `mover` with whose turn it is, `last` with the text of the move played last.

use ludemic::{Game, KnownDefines, Trial};
use std::sync::Arc;

fn sites(trial: &mut Trial) -> Vec<String> {
    let moves = trial.legal().expect("the rules have a value");
    moves
        .iter()
        .map(|m| match m.decision_sites() {
            _ if m.is_pass() => "pass".to_owned(),
            (from, to) => format!("{from}>{to}"),
        })
        .collect()
}

/// Runs a case; what differs, if anything does.
fn run(case: &str) -> Result<(), String> {
    let (name, rest) = case.split_once('\n').ok_or("a case has a name")?;
    let (description, steps) = rest.split_once("\n--\n").ok_or("a case has steps")?;
    let game =
        Game::load(name, description, &[], &KnownDefines::none()).map_err(|failure| format!("{name}: {failure}"))?;
    let mut trial = Trial::start(Arc::clone(&game), 0).map_err(|error| format!("{name}: {error}"))?;
    for step in steps.lines().filter(|line| !line.is_empty()) {
        let (what, value) = step.split_once(' ').unwrap_or((step, ""));
        let found = match what {
            "legal" => sites(&mut trial).join(" "),
            "mover" => trial.state().mover().to_string(),
            "last" => trial.last_move().map(ToString::to_string).unwrap_or_default(),
            "play" => {
                let listed = sites(&mut trial);
                let index = listed.iter().position(|m| m == value).ok_or(format!("{name}: {step}: only {listed:?}"))?;
                trial.play(index).map_err(|error| format!("{name}: {step}: {error}"))?;
                continue;
            }
            _ => return Err(format!("{name}: what does {step:?} mean?")),
        };
        if found != value {
            return Err(format!("{name}: {step}: found {found}"));
        }
    }
    Ok(())
}

#[test]
fn generators_list_what_they_mean() {
    let text = include_str!("suite/generators/moves.txt");
    let failures: Vec<String> = text.split("== ").skip(1).filter_map(|case| run(case).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
