//! Players that the game does not have.

use super::MAX_FINDINGS;
use super::typed::{Arg, Ludeme, Value};
use crate::diag::Diagnostic;

/// A warning for every role such as `P3` beyond the number of players. Ludii 1.3.12 reads them, and nobody ever is that
/// player.
pub(super) fn beyond(game: &Ludeme) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let Some(players) = game.part("players") else { return findings };
    let count = match players.args.first().and_then(Option::as_ref).map(|arg| &arg.value) {
        Some(Value::Int(count)) => *count,
        Some(Value::Array(items)) => i32::try_from(items.len()).unwrap_or(i32::MAX),
        _ => return findings,
    };
    if count < 1 {
        return findings;
    }
    game.visit(&mut |ludeme| {
        for arg in ludeme.args.iter().flatten() {
            roles(arg, count, &mut findings);
        }
    });
    findings
}

fn roles(arg: &Arg, count: i32, findings: &mut Vec<Diagnostic>) {
    match &arg.value {
        Value::Word { kind: "roleType", word } => {
            let number = word.strip_prefix('P').and_then(|digits| digits.parse::<i32>().ok());
            if number.is_some_and(|number| number > count) && findings.len() < MAX_FINDINGS {
                let players = if count == 1 { "1 player".to_owned() } else { format!("{count} players") };
                let message = format!("there is no player `{word}`: the game has {players}");
                findings.push(Diagnostic::warning("LUD0230", &arg.origin, message).label("nobody"));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| roles(item, count, findings)),
        _ => {}
    }
}
