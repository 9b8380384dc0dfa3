//! Stores that are overwritten before anything reads them (dead stores, as compilers know them).
//!
//! Many games keep the scores up to date after every move, as its consequence, and look at them once, when the game is
//! over. Such a consequence does nothing but store, every place on every path, before it reads it; the rules store
//! nothing there otherwise, and read nothing of it but for results. So it may be deferred until the game ends, or
//! the next move does not overwrite all of it.

use crate::actions;
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::uses::Uses;
use std::collections::BTreeSet;

/// The places that are stored to: variables and the scores of players, by their words.
type Places = BTreeSet<String>;

/// What has been stored so far on the way through a consequence.
#[derive(Clone, Default)]
struct Stored {
    /// On every path.
    surely: Places,
    /// On some path.
    perhaps: Places,
}

/// The hash of the text of the consequence whose stores may be deferred, if a game has one. No effect says in it who is
/// next: the mover and the next player are two, if they are so before a move.
pub(super) fn dead_store(game: &Ludeme, players: i32) -> Option<u64> {
    let (mut names, mut elsewhere) = (BTreeSet::new(), false);
    visit(game, &mut |call| match (call.form.head, call.form.keyword) {
        ("start", _) => false,
        ("then", _) if stores_all(call, players) => {
            names.insert(actions::consequence(call));
            false
        }
        ("end", _) => {
            elsewhere |= call.args.iter().flatten().any(asks_first);
            false
        }
        ("set", Some("Score" | "Var")) | ("addScore" | "score" | "var" | "moveAgain" | "swap", _) => {
            elsewhere = true;
            false
        }
        (_, keyword) => {
            elsewhere |= keyword.is_some_and(|keyword| keyword.ends_with("NextPlayer"));
            true
        }
    });
    names.pop_first().filter(|_| names.is_empty() && !elsewhere)
}

/// The parts of the state that an effect stores to, where it does nothing else and has no consequences.
pub(super) fn parts(effect: &Ludeme) -> Option<Uses> {
    if effect.get("then").is_some() {
        return None;
    }
    match (effect.form.head, effect.form.keyword) {
        ("set", Some("Var")) => Some(Uses::VARS),
        ("set", Some("Score")) | ("addScore", _) => Some(Uses::SCORES),
        ("remember", Some("Value")) => Some(Uses::OTHER),
        ("if", _) => parts_of_all([effect.get("list"), effect.get("elseList")].into_iter().flatten()),
        ("and", _) => parts_of_all(effect.items("list")?.iter()),
        _ => None,
    }
}

/// The same for several effects.
fn parts_of_all<'a>(mut effects: impl Iterator<Item = &'a Arg>) -> Option<Uses> {
    effects.try_fold(Uses::NONE, |stored, arg| Some(stored | parts(arg.part()?)?))
}

/// Visits ludemes, and those below for which it is answered that they are wanted.
fn visit<'a>(call: &'a Ludeme, see: &mut impl FnMut(&'a Ludeme) -> bool) {
    if see(call) {
        call.args.iter().flatten().for_each(|arg| visit_arg(arg, see));
    }
}

fn visit_arg<'a>(arg: &'a Arg, see: &mut impl FnMut(&'a Ludeme) -> bool) {
    match &arg.value {
        Value::Ludeme(call) => visit(call, see),
        Value::Array(items) => items.iter().for_each(|item| visit_arg(item, see)),
        _ => {}
    }
}

/// Whether end rules ask for scores or variables before any of them applies.
fn asks_first(rules: &Arg) -> bool {
    match &rules.value {
        Value::Ludeme(rule) => {
            rule.get("test").or_else(|| rule.get("if")).is_none_or(|test| !reads_stored(test, &Places::new()))
        }
        Value::Array(items) => items.iter().any(asks_first),
        _ => false,
    }
}

/// Whether all that an argument reads of what is stored is among these places.
fn reads_stored(arg: &Arg, stored: &Places) -> bool {
    let mut fits = true;
    arg.visit(&mut |call| {
        fits &= match (call.form.head, call.form.keyword) {
            ("var", _) => call.text("key").is_some_and(|name| stored.contains(&format!("var {name}"))),
            ("score", _) => call.word("role").is_some_and(|role| stored.contains(&format!("score {role}"))),
            _ => true,
        }
    });
    fits
}

/// Whether a consequence stores, and does nothing else, to the same places whatever is the case.
fn stores_all(then: &Ludeme, players: i32) -> bool {
    let mut stored = Stored::default();
    let mut looks_ahead = false;
    then.visit(&mut |call| {
        let title = (call.form.head, call.form.keyword);
        looks_ahead |= matches!(title, ("can", _) | ("no", Some("Moves")) | ("is", Some("Threatened")));
    });
    let told = !looks_ahead
        && then.get("moves").is_some_and(|body| stores_arg(body, &mut stored))
        && then.args.iter().flatten().count() == 1;
    let score = |whose: String| stored.surely.contains(&format!("score {whose}"));
    let everybody = ["Each", "All", "Player"].iter().any(|role| score((*role).to_owned()))
        || players == 2 && score("Mover".to_owned()) && score("Next".to_owned())
        || (1..=players).all(|player| score(format!("P{player}")));
    let scores = stored.perhaps.iter().any(|place| place.starts_with("score "));
    told && !stored.perhaps.is_empty() && stored.perhaps == stored.surely && (everybody || !scores)
}

fn stores_arg(arg: &Arg, stored: &mut Stored) -> bool {
    match &arg.value {
        Value::Ludeme(call) => stores(call, stored),
        Value::Array(items) => store_together(items.iter(), stored),
        _ => false,
    }
}

/// What effects store that are all found before the first of them is carried out.
fn store_together<'a>(mut effects: impl Iterator<Item = &'a Arg>, stored: &mut Stored) -> bool {
    let before = stored.clone();
    effects.all(|effect| {
        let mut own = before.clone();
        let told = stores_arg(effect, &mut own);
        // Appending goes through all that is there already, for each of many effects.
        stored.surely.extend(own.surely);
        stored.perhaps.extend(own.perhaps);
        told
    })
}

/// Notes what an effect stores; `false` where it does anything else, or reads what may not have been stored.
fn stores(call: &Ludeme, stored: &mut Stored) -> bool {
    let mut store = |value: &str, place: Option<String>| {
        let (Some(value), Some(place)) = (call.get(value), place) else { return false };
        let told = reads_stored(value, &stored.surely);
        stored.surely.insert(place.clone());
        stored.perhaps.insert(place);
        told
    };
    let told = match (call.form.head, call.form.keyword) {
        ("set", Some("Score")) => store("value", call.word("role").map(|role| format!("score {role}"))),
        ("set", Some("Var")) => store("newValue", call.text("name").map(|name| format!("var {name}"))),
        ("and", _) => match call.get("list") {
            Some(list) => stores_arg(list, stored),
            None => store_together(["movesA", "movesB"].iter().filter_map(|name| call.get(name)), stored),
        },
        ("if", _) => {
            let mut other = stored.clone();
            let told = call.get("cond").is_some_and(|test| reads_stored(test, &stored.surely))
                && call.get("list").is_some_and(|yes| stores_arg(yes, stored))
                && call.get("elseList").is_none_or(|no| stores_arg(no, &mut other));
            stored.surely.retain(|place| other.surely.contains(place));
            stored.perhaps.append(&mut other.perhaps);
            told
        }
        ("forEach", Some("Player")) => call.get("moves").is_some_and(|body| stores_arg(body, stored)),
        _ => false,
    };
    let then = call.part("then").and_then(|then| then.get("moves"));
    told && then.is_none_or(|then| stores_arg(then, stored))
}
