//! Players that the game does not have, and the player of an iteration where none goes on.

use super::MAX_FINDINGS;
use super::typed::{Arg, Ludeme, Value};
use crate::diag::Diagnostic;
use std::collections::HashSet;

/// A warning for every role such as `P3` beyond the number of players. Ludii 1.3.12 reads them, and nobody ever is that
/// player.
pub(super) fn beyond(game: &Ludeme) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let Some(count) = count(game) else { return findings };
    // What stands within something that goes through players.
    let mut within = HashSet::new();
    game.visit(&mut |ludeme| {
        let known = within.contains(&std::ptr::from_ref(ludeme));
        let bound = known || matches!(ludeme.form.head, "forEach" | "players");
        if bound && !known {
            ludeme.visit(&mut |inner| within.extend([std::ptr::from_ref(inner)]));
        }
        for arg in ludeme.args.iter().flatten() {
            roles(arg, count, bound, &mut findings);
        }
    });
    findings
}

/// The number of players.
pub(super) fn count(game: &Ludeme) -> Option<i32> {
    match &game.part("players")?.args.first()?.as_ref()?.value {
        Value::Int(count @ 1..) => Some(*count),
        Value::Array(items) if !items.is_empty() => Some(i32::try_from(items.len()).unwrap_or(i32::MAX)),
        _ => None,
    }
}

/// Whether a role is one player for the whole game, `P1` and so on.
pub(super) fn is_player(role: &str) -> bool {
    role.starts_with('P') && role.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a role is a player beyond so many.
pub(super) fn is_beyond(role: &str, count: i32) -> bool {
    role.strip_prefix('P').and_then(|digits| digits.parse::<i32>().ok()).is_some_and(|number| number > count)
}

fn roles(arg: &Arg, count: i32, bound: bool, findings: &mut Vec<Diagnostic>) {
    match &arg.value {
        Value::Word { kind: "roleType", word } if *word == "Player" && !bound && findings.len() < MAX_FINDINGS => {
            let message = "`Player` is the player that is gone through, and no `(forEach Player …)` is around it";
            let finding = Diagnostic::warning("LUD0236", &arg.origin, message).label("nobody");
            findings.push(finding.hint("the player who moves is `Mover`"));
        }
        Value::Word { kind: "roleType", word } if is_beyond(word, count) && findings.len() < MAX_FINDINGS => {
            let players = if count == 1 { "1 player".to_owned() } else { format!("{count} players") };
            let message = format!("there is no player `{word}`: the game has {players}");
            let hint = match count {
                1 => "the only player is `P1`".to_owned(),
                2 => "the players are `P1` and `P2`".to_owned(),
                _ => format!("the players are `P1` to `P{count}`"),
            };
            findings.push(Diagnostic::warning("LUD0230", &arg.origin, message).label("nobody").hint(hint));
        }
        Value::Array(items) => items.iter().for_each(|item| roles(item, count, bound, findings)),
        _ => {}
    }
}
