//! What the rules ask for and nothing makes: scores that nobody gets, dice that nobody throws, regions that a player
//! does not have, sites of an iteration where none goes on, players who are nobody. Ludii 1.3.12 accepts it all, and
//! the condition never holds.

use super::literal::capitalised;
use super::roles;
use super::typed::{Arg, Ludeme, Value};
use crate::diag::Diagnostic;
use crate::schema::Form;
use std::collections::HashSet;

/// What some ludemes ask for, those that make it, and what is said where none does.
const MADE: &str = include_str!("../../grammar/unmade");

/// The slots where one player is wanted, by their ludeme, and what is meant by a role of several there.
const ONE: [(&str, &str, &str); 6] = [
    ("result", "who", "the player who moves next is `Next`"),
    ("no Moves", "playerFn", "the player who moves next is `Next`"),
    ("id", "who", "the player who moves next is `Next`"),
    ("=", "roleB", "`(is Enemy …)` and `(is Friend …)` tell of the number of a player whose it is"),
    ("!=", "roleB", "`(is Enemy …)` and `(is Friend …)` tell of the number of a player whose it is"),
    ("sites", "role", "where their pieces stand is `(sites Occupied by:…)`"),
];

/// Roles that can be several players.
const SEVERAL: [&str; 4] = ["Ally", "Enemy", "Friend", "NonMover"];

/// Sites of iterations, and the heads and keywords of the ludemes that give them.
const BOUND: [(&str, &str); 2] = [
    ("site", "forEach all count where sites set trackSite firstMoveOnTrack from"),
    (
        "between",
        "hop Hop slide Slide shoot Shoot sow custodial enclose intervene surround push between directional sites forEach",
    ),
];

/// Around `(from)` and `(to)` of end rules these give no site to them.
const PLAIN: &str = "end if and or not xor = != > < >= <= + - is In Empty Occupied Enemy Friend who what state";

/// Warns of all of it, once of each thing that nothing makes.
pub(super) fn unmade(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    for row in MADE.lines().map(|line| line.split(" | ").collect::<Vec<_>>()) {
        let [askers, makers, message, hint] = *row else { continue };
        // Points are won in the games of a match.
        let (mut made, mut asking) = (game.form.head == "match", None);
        game.visit(&mut |ludeme| {
            made |= named(ludeme.form, makers);
            if named(ludeme.form, askers) && asks(ludeme) {
                asking.get_or_insert(ludeme);
            }
        });
        let Some(first) = asking.filter(|_| !made) else { continue };
        // Where there are no dice at all, that has been told.
        if !findings.iter().any(|found| found.origin.as_ref() == Some(&first.origin)) {
            findings.push(Diagnostic::warning("LUD0243", &first.origin, message).label("asked for here").hint(hint));
        }
    }
    regions(game, findings);
    game.visit(&mut |ludeme| several(ludeme, findings));
    unbound(game, &mut Vec::new(), findings);
}

fn named(form: &Form, names: &str) -> bool {
    let same =
        |name: &str| name.strip_prefix(form.head).is_some_and(|rest| rest.trim_start() == form.keyword.unwrap_or(""));
    names.split(", ").any(same)
}

/// Whether a ludeme asks for something: the points that `(byScore {..})` lists are counted there.
fn asks(ludeme: &Ludeme) -> bool {
    match ludeme.form.head {
        "score" => ludeme.form.kind == "int",
        "byScore" => ludeme.get("finalScore").is_none(),
        _ => true,
    }
}

/// Warns if the region of whoever moves is asked for, and some player has none.
fn regions(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let mut owners: HashSet<&str> = HashSet::new();
    let mut asking = None;
    game.visit(&mut |ludeme| {
        if (ludeme.form.kind, ludeme.form.head) == ("item", "regions") {
            owners.extend(ludeme.word("role"));
        }
        let role = ludeme.word("role").filter(|role| matches!(*role, "Mover" | "Next"));
        if named(ludeme.form, "sites, is Connected") {
            asking = asking.or(role.map(|role| (ludeme, role)));
        }
    });
    let (Some((first, role)), Some(count)) = (asking, roles::count(game)) else { return };
    // Regions of everybody, or of a role or a player that is told of elsewhere.
    let told = |owner: &&str| !roles::is_player(owner) || roles::is_beyond(owner, count);
    if owners.iter().any(told) {
        return;
    }
    let mut players = (1..=count.min(16)).map(|number| format!("P{number}"));
    if let Some(without) = players.find(|player| !owners.contains(&**player)) {
        let message = format!("`{without}` has no region, and that of `{role}` is asked for");
        let finding = Diagnostic::warning("LUD0244", &first.origin, message).label("sometimes no sites");
        findings.push(finding.hint(format!("add `(regions {without} …)` to the equipment")));
    }
}

/// Warns of roles of several players where one is wanted: they stand for nobody.
fn several(ludeme: &Ludeme, findings: &mut Vec<Diagnostic>) {
    for (name, slot, hint) in ONE {
        if named(ludeme.form, name)
            && let Some(arg) = ludeme.get(slot)
            && let Some(role) = arg.word().filter(|role| SEVERAL.contains(role))
        {
            let message = format!("`{role}` can be several players, and one is wanted: here it is nobody");
            findings.push(Diagnostic::warning("LUD0245", &arg.origin, message).label("nobody").hint(hint));
        }
    }
}

/// Warns of the sites of iterations where none goes on, by the heads and keywords that are around a ludeme.
fn unbound(ludeme: &Ludeme, around: &mut Vec<&'static str>, findings: &mut Vec<Diagnostic>) {
    let form = ludeme.form;
    let bare = form.kind == "int" && form.keyword.is_none() && ludeme.args.iter().all(Option::is_none);
    let binders = BOUND.iter().find(|(head, _)| bare && form.head == *head).map(|(_, binders)| *binders);
    if binders.is_some_and(|binders| !binders.split(' ').any(|binder| around.contains(&binder))) {
        let message = format!("`({})` is a site that is gone through, and nothing goes through sites here", form.head);
        let finding = Diagnostic::warning("LUD0246", &ludeme.origin, message).label("no site");
        findings.push(finding.hint(
            "where a move ends is `(to)` within its `(to …)`, and `(last To)` in what follows it and in end rules",
        ));
    }
    let end = around.iter().rposition(|head| *head == "end").and_then(|at| around.get(at..));
    let plain = |head: &&str| PLAIN.split(' ').any(|plain| plain == *head);
    if bare && matches!(form.head, "from" | "to") && end.is_some_and(|rules| rules.iter().all(plain)) {
        let message = format!("`({})` is of the move that is being made, and in end rules none is", form.head);
        let finding = Diagnostic::warning("LUD0246", &ludeme.origin, message).label("no site");
        findings.push(finding.hint(format!("the last move has it: `(last {})`", capitalised(form.head))));
    }
    let before = around.len();
    around.extend([Some(form.head), form.keyword].into_iter().flatten());
    ludeme.args.iter().flatten().for_each(|arg| unbound_in(arg, around, findings));
    around.truncate(before);
}

fn unbound_in(arg: &Arg, around: &mut Vec<&'static str>, findings: &mut Vec<Diagnostic>) {
    match &arg.value {
        Value::Ludeme(inner) => unbound(inner, around, findings),
        Value::Array(items) => items.iter().for_each(|item| unbound_in(item, around, findings)),
        _ => {}
    }
}
