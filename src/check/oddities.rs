//! What Ludii 1.3.12 accepts and nobody can have meant.

use super::MAX_FINDINGS;
use super::roles::{count, is_player};
use super::typed::{Arg, Ludeme, Value};
use super::unmade::unmade;
use crate::diag::{Diagnostic, Origin};
use crate::schema::{Form, Slot, nearest};
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// Warnings for points and edges with another number of elements than they have ends or coordinates, for the region
/// of an iteration where none goes on, sites where a player is wanted, hands of nobody, owners who change, end rules
/// without a result, variables that are read and never set, equipment that is asked for and not there or there twice,
/// players without a track, phases that are never entered, and players none of whose pieces moves.
pub(super) fn odd(game: &Ludeme) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    ludeme(game, false, &mut findings);
    unset(game, &mut findings);
    unequipped(game, &mut findings);
    trackless(game, &mut findings);
    twice(game, &mut findings);
    unentered(game, &mut findings);
    motionless(game, &mut findings);
    unmade(game, &mut findings);
    findings.truncate(MAX_FINDINGS);
    findings
}

fn ludeme(one: &Ludeme, iterating: bool, findings: &mut Vec<Diagnostic>) {
    let form = one.form;
    repeated(one, findings);
    idle(one, findings);
    if matches!(form.kind, "graph" | "poly") {
        lengths(one, findings);
    }
    if form.kind == "sites" && form.head == "sites" && form.slots.is_empty() && form.keyword.is_none() && !iterating {
        let message = "`(sites)` alone is the region that is gone through, and none is here";
        findings.push(Diagnostic::warning("LUD0233", &one.origin, message).label("no region").hint(
            "say which sites, as in `(sites Empty)`; `(forEach Group …)` and `(all Groups …)` go through regions",
        ));
    }
    if matches!((form.head, form.keyword), ("step" | "leap", None) | ("move", Some("Step" | "Leap")))
        && let Some(arg) = one.part("to").and_then(|to| to.get("region").or_else(|| to.get("loc")))
    {
        let message = format!("`({} …)` does not look at the sites of its `(to …)`", form.title());
        let finding = Diagnostic::warning("LUD0247", &arg.origin, message).label("not looked at");
        findings.push(finding.hint("write a condition: `(to if:(is Empty (to)))`, `(to if:(is In (to) (sites …)))`"));
    }
    let index = one.get("index").filter(|_| matches!((form.head, form.keyword), ("is", Some("Enemy" | "Friend"))));
    if let Some(Arg { value: Value::Ludeme(index), origin }) = index
        && matches!(index.form.head, "between" | "from" | "last" | "site" | "to")
    {
        let title = index.form.title();
        let message = format!("`({title})` is a site, and the number of a player is wanted");
        let finding = Diagnostic::warning("LUD0237", origin, message).label("no player");
        findings.push(finding.hint(format!("whose piece stands there is `(who at:({title}))`")));
    }
    if (form.head, form.keyword) == ("sites", Some("Hand"))
        && ["pid", "role"].iter().all(|slot| one.get(slot).is_none())
    {
        let finding = Diagnostic::warning("LUD0239", &one.origin, "the hand of nobody is no region").label("no sites");
        findings.push(finding.hint("say whose hand it is, as in `(sites Hand Mover)`"));
    }
    if let Some((role, arg)) = one.word("role").zip(one.get("role"))
        && matches!(form.kind, "item" | "phase")
        && CHANGING.contains(&role)
    {
        let (what, label, hint) = match form.kind {
            "phase" => ("a phase is for the same players throughout", "for all players", "leave it out, or write `P1`"),
            _ => (
                "the equipment stays the same",
                "no owner",
                "write `P1`, `P2` …, or `Each` for a piece or a hand of each player",
            ),
        };
        let message = format!("`{role}` changes with the turn, and {what}");
        findings.push(Diagnostic::warning("LUD0240", &arg.origin, message).label(label).hint(hint));
    }
    if form.kind == "endIf" && ["sub", "subs", "result"].iter().all(|slot| one.get(slot).is_none()) {
        let finding = Diagnostic::warning("LUD0238", &one.origin, "an end rule without a result ends nothing");
        findings
            .push(finding.label("never ends the game").hint("say who wins behind the condition: `(result Mover Win)`"));
    }
    if form.kind == "end"
        && let Some((arg, [])) = one.get("endRules").zip(one.items("endRules"))
    {
        let finding = Diagnostic::warning("LUD0238", &arg.origin, "no rule ends the game").label("nothing stands here");
        findings
            .push(finding.hint("each end rule is a condition and its result: `(if (is Line 3) (result Mover Win))`"));
    }
    let iterating =
        iterating || matches!((form.head, form.keyword), ("forEach", Some("Group")) | ("all", Some("Groups")));
    for arg in one.args.iter().flatten() {
        self::arg(arg, iterating, findings);
    }
}

/// Who a player is only in a turn.
const CHANGING: [&str; 8] = ["Ally", "Enemy", "Friend", "Mover", "Next", "NonMover", "Prev", "TeamMover"];

/// Warns of pieces that are declared twice with the same owner: what names one of them always means the first.
fn twice(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let mut there = HashMap::new();
    game.visit(&mut |ludeme| {
        let piece = (ludeme.form.kind, ludeme.form.head) == ("item", "piece");
        let Some(name) = ludeme.text("name").filter(|_| piece) else { return };
        let first = *there.entry((name, ludeme.word("role").unwrap_or("Each"))).or_insert(&ludeme.origin);
        if !std::ptr::eq(first, &ludeme.origin) {
            let message = format!("the piece \"{name}\" is declared twice for the same players");
            let finding = Diagnostic::warning("LUD0241", &ludeme.origin, message).label("never meant by its name");
            findings.push(finding.also(first.span, "this one is"));
        }
    });
}

/// Warns of phases that no player begins with and no other phase leads to. Where a next phase has no name, it depends
/// on the play.
fn unentered(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let Some(phases) = game.part("rules").and_then(|rules| rules.items("phases")) else { return };
    let (mut entered, mut unnamed) = (HashSet::new(), false);
    for phase in phases {
        phase.visit(&mut |way| match way.text("phaseName") {
            Some(name) => drop(entered.insert(name)),
            None => unnamed |= way.form.head == "nextPhase",
        });
    }
    if unnamed {
        return;
    }
    // A phase is of one player or of nobody, or for all, whatever else its role is.
    let own = |role: &str| role == "Neutral" || is_player(role);
    let common = phases.iter().filter_map(Arg::part).filter(|phase| !phase.word("role").is_some_and(own));
    for (name, arg) in common.skip(1).filter_map(|phase| phase.text("name").zip(phase.get("name"))) {
        if !entered.contains(name) {
            let message = format!("nothing leads to the phase \"{name}\"");
            let finding = Diagnostic::warning("LUD0242", &arg.origin, message).label("never entered");
            findings.push(finding.hint(format!("`(nextPhase \"{name}\")` in another phase leads to it")));
        }
    }
}

/// Warns of a player none of whose pieces has moves, where nothing is played but the moves of pieces.
fn motionless(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let (mut plain, mut moving, mut still) = (true, HashSet::new(), Vec::new());
    game.visit(&mut |ludeme| match (ludeme.form.kind, ludeme.form.head) {
        (_, "play") => {
            let each = ludeme.args.iter().flatten().find_map(Arg::part);
            plain &= each.is_some_and(|each| {
                let pieces = (each.form.head, each.form.keyword) == ("forEach", Some("Piece"));
                pieces && each.args.iter().all(Option::is_none)
            });
        }
        ("item", "piece") => {
            let role = ludeme.word("role").unwrap_or("Each");
            match ludeme.get("generator") {
                Some(_) => drop(moving.insert(role)),
                None => still.push((role, ludeme)),
            }
        }
        // What they do is not said where they are declared.
        ("item", "card" | "deck" | "die" | "domino" | "dominoes" | "tile") => plain = false,
        _ => {}
    });
    if !plain || moving.is_empty() || !moving.iter().all(|role| is_player(role)) {
        return;
    }
    if let Some((role, piece)) = still.into_iter().find(|(role, _)| is_player(role) && !moving.contains(role)) {
        let message = format!("no piece of `{role}` has moves, and nothing is played but the moves of pieces");
        let finding = Diagnostic::warning("LUD0249", &piece.origin, message).label("never moves");
        findings.push(
            finding.hint("moves stand behind the owner: `(piece \"Disc\" P2 (move Step (to if:(is Empty (to)))))`"),
        );
    }
}

/// Numbers that are too small for what they count: ludeme, slot, the least that says something, and what is so.
const LEAST: [(&str, &str, i32, &str); 3] = [
    ("is Line", "length", 2, "one piece alone is no line"),
    ("dice", "d", 2, "a die with one face always falls the same way"),
    ("dice", "num", 1, "no die is thrown"),
];

/// Warns of numbers that are too small for what they count, and of moves that ask whether the site they come from is
/// empty, where their piece stands.
fn idle(one: &Ludeme, findings: &mut Vec<Diagnostic>) {
    for (_, slot, least, what) in LEAST.into_iter().filter(|(title, ..)| one.form.title() == *title) {
        if let Some(Arg { value: Value::Int(number), origin }) = one.get(slot)
            && *number < least
        {
            let finding = Diagnostic::warning("LUD0251", origin, format!("{what}: {number} is too few"));
            findings.push(finding.label("too few").hint(format!("write {least} at least")));
        }
    }
    let moves =
        matches!((one.form.head, one.form.keyword), ("step" | "slide", None) | ("move", Some("Step" | "Slide")));
    if moves
        && one.get("from").is_none()
        && let Some(asked) = one.part("to").and_then(|to| to.part("if"))
        && (asked.form.head, asked.form.keyword) == ("is", Some("Empty"))
        && let Some(site) = asked.args.iter().flatten().find_map(Arg::part).filter(|site| site.form.head == "from")
    {
        let message = "`(from)` is where the piece stands that moves: it is never empty";
        let finding = Diagnostic::warning("LUD0251", &site.origin, message).label("never empty");
        findings.push(finding.hint("where the move goes is `(to)`: `(to if:(is Empty (to)))`"));
    }
}

/// Ludemes that come to the same, or to nothing, with the same argument a second time.
const DISTINCT: &str = "and or xor = != < > union intersection difference directions";

/// Warns of what stands twice where the second time says nothing new: a comparison with itself, a condition, a region, a
/// direction, a branch, `not`. What chance decides may differ, and `(= 1 1)` is meant to hold always.
fn repeated(one: &Ludeme, findings: &mut Vec<Diagnostic>) {
    // What a define puts together is not written so.
    let written = |origin: &Origin| origin.trail.is_none();
    if let ("not", Some(inner)) = (one.form.head, one.part("a").filter(|inner| inner.form.head == "not"))
        && written(&inner.origin)
        && written(&one.origin)
    {
        let finding = Diagnostic::warning("LUD0250", &inner.origin, "`(not (not …))` says what stands in it");
        findings.push(finding.label("undoes the other").hint("leave both out, or one of them"));
    }
    if let ("if", [Some(_), Some(first), Some(second), ..]) = (one.form.head, one.args.as_slice())
        && written(&first.origin)
        && written(&second.origin)
        && first.to_string() == second.to_string()
    {
        let finding = Diagnostic::warning("LUD0250", &second.origin, "both branches of `(if …)` are the same");
        let finding = finding.label("says nothing new").also(first.origin.span, "stands here already");
        findings.push(finding.hint("one of them is not needed, or not what was meant"));
    }
    if !matches!(one.form.kind, "boolean" | "sites" | "direction") || !DISTINCT.split(' ').any(|it| it == one.form.head)
    {
        return;
    }
    let mut seen: HashMap<String, &Arg> = HashMap::new();
    for arg in one.args.iter().flatten().flat_map(Arg::each) {
        let text = arg.to_string();
        let meant = matches!(arg.value, Value::Int(_)) || text.contains(" Random");
        if let Some(first) = seen.get(&text).filter(|_| !meant) {
            let message = format!("the same stands twice in `({} …)`", one.form.title());
            let finding = Diagnostic::warning("LUD0250", &arg.origin, message).label("says nothing new");
            let finding = finding.hint("one of them is not needed, or not what was meant");
            findings.push(finding.also(first.origin.span, "stands here already"));
        }
        seen.insert(text, arg);
    }
}

fn arg(one: &Arg, iterating: bool, findings: &mut Vec<Diagnostic>) {
    match &one.value {
        Value::Ludeme(inner) => ludeme(inner, iterating, findings),
        Value::Array(items) => items.iter().for_each(|item| arg(item, iterating, findings)),
        _ => {}
    }
}

/// How many elements each element of a slot has, and what it is.
fn expected(slot: &str) -> Option<(RangeInclusive<usize>, &'static str)> {
    match slot {
        "vertices" => Some((2..=3, "a vertex has two or three coordinates")),
        "edges" => Some((2..=2, "an edge has two ends")),
        "cells" => Some((3..=usize::MAX, "a cell has at least three corners")),
        "pts" => Some((2..=2, "a corner has two coordinates")),
        _ => None,
    }
}

fn lengths(graph: &Ludeme, findings: &mut Vec<Diagnostic>) {
    for (slot, arg) in graph.form.slots.iter().zip(&graph.args) {
        let (Some((count, what)), Some(Arg { value: Value::Array(items), .. })) = (expected(slot.name), arg) else {
            continue;
        };
        for item in items {
            if let Value::Array(elements) = &item.value
                && !count.contains(&elements.len())
            {
                let message = format!("{what}, and this has {}", elements.len());
                let label = if elements.len() < *count.start() { "too few" } else { "too many" };
                findings.push(Diagnostic::warning("LUD0232", &item.origin, message).label(label));
            }
        }
    }
}

/// Warns of variables and remembered values that are read and that nothing ever sets.
fn unset(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let mut set = HashSet::new();
    let mut read = Vec::new();
    game.visit(&mut |ludeme| {
        let (kind, name) = match (ludeme.form.head, ludeme.form.keyword) {
            ("set", Some("Var")) | ("var", None) => ("variable", ludeme.texts().next()),
            ("remember", Some("Value")) | ("values", Some("Remembered")) => ("remembered value", ludeme.texts().next()),
            _ => return,
        };
        let Some((name, origin)) = name else { return };
        if matches!(ludeme.form.head, "set" | "remember") {
            set.insert((kind, name));
        } else {
            read.push((kind, name, origin));
        }
    });
    for (kind, name, origin) in read {
        if set.contains(&(kind, name)) {
            continue;
        }
        let message = format!("nothing ever sets the {kind} \"{name}\"");
        let finding = Diagnostic::warning("LUD0234", origin, message).label("read here");
        let others = set.iter().filter(|(other, _)| *other == kind).map(|(_, name)| *name);
        let near = nearest(name, others);
        findings.push(finding.hint_if(near.first().map(|near| format!("did you mean \"{near}\"?"))));
    }
}

/// What rules ask of the equipment: its name, the items that have it, and an example.
const EQUIPMENT: [(&str, &[&str], &str); 4] = [
    ("dice", &["dice"], "(dice num:1)"),
    ("hands", &["hand", "deck"], "(hand Each)"),
    ("track", &["track", "surakartaBoard"], "(board (square 3) (track \"Track\" \"0,E,N,W\" loop:True))"),
    ("map", &["map"], "(map {(pair P1 0) (pair P2 8)})"),
];

/// Which of it a ludeme asks for.
fn asks_for(form: &Form) -> Option<usize> {
    match (form.head, form.keyword) {
        ("roll" | "face", None) | ("forEach", Some("Die")) | ("count", Some("Pips")) => Some(0),
        ("all", Some("DiceEqual" | "DiceUsed")) | ("is", Some("AnyDie")) => Some(0),
        ("handSite", None) | ("sites", Some("Hand")) => Some(1),
        ("sow", None) | ("trackSite", Some("Move" | "EndSite" | "FirstSite")) | ("sites", Some("Track")) => Some(2),
        ("mapEntry", None) => Some(3),
        _ => None,
    }
}

/// Warns of rules about dice and hands where the equipment has none: once of each.
fn unequipped(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let (mut there, mut asking) = (HashSet::new(), [None; EQUIPMENT.len()]);
    game.visit(&mut |ludeme| {
        // A hand that is called by its name and not there is an error when the board is made.
        let by_name = ludeme.texts().any(|(name, _)| name.starts_with("Hand")).then_some("hand");
        there.extend(by_name.or(matches!(ludeme.form.kind, "item" | "track" | "graph").then_some(ludeme.form.head)));
        // A map that is called by its name and not there is told of where names are.
        let named = ludeme.form.head == "mapEntry" && ludeme.texts().next().is_some();
        if let Some(first) = asks_for(ludeme.form).filter(|_| !named).and_then(|what| asking.get_mut(what)) {
            first.get_or_insert(ludeme);
        }
    });
    for ((name, items, example), asking) in EQUIPMENT.into_iter().zip(asking) {
        if let Some(ludeme) = asking.filter(|_| !items.iter().any(|item| there.contains(item))) {
            let finding = Diagnostic::warning("LUD0235", &ludeme.origin, format!("the equipment has no {name}"));
            let missing = if matches!(name, "track" | "map") { "one" } else { "them" };
            let hint = format!("add {missing} to the equipment, as in `{example}`");
            findings.push(finding.label("asked for here").hint(hint));
        }
    }
}

/// Warns of the track of whoever moves where each track is of one player and some player has none.
fn trackless(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let (mut owners, mut asking, mut apart) = (Vec::new(), None, false);
    game.visit(&mut |ludeme| {
        let form = ludeme.form;
        // Where players have rules of their own, not all need a track.
        apart |= form.keyword == Some("Mover") || form.head == "phase" && ludeme.get("role").is_some();
        let plain = |(slot, arg): (&Slot, &Option<Arg>)| arg.is_none() || matches!(slot.name, "from" | "steps");
        match (form.head, form.keyword) {
            ("track", _) => owners.push(ludeme.word("role").filter(|role| is_player(role))),
            ("surakartaBoard", _) => apart = true,
            ("trackSite", Some("Move")) if form.slots.iter().zip(&ludeme.args).all(plain) => {
                asking = asking.or(Some(ludeme));
            }
            _ => {}
        }
    });
    let Some(asking) = asking.filter(|_| !apart && !owners.is_empty() && owners.iter().all(Option::is_some)) else {
        return;
    };
    let mut players = (1..=count(game).unwrap_or(0)).map(|player| format!("P{player}"));
    if let Some(player) = players.find(|player| !owners.contains(&Some(&**player))) {
        let message = format!("`{player}` has no track, and that of whoever moves is asked for");
        let finding = Diagnostic::warning("LUD0235", &asking.origin, message).label("asked for here");
        findings
            .push(finding.hint("a track without a player is for all; otherwise there is one for each: `(track … P1)`"));
    }
}

impl Ludeme {
    /// The strings among the arguments.
    fn texts(&self) -> impl Iterator<Item = (&str, &Origin)> {
        self.args.iter().flatten().filter_map(|arg| Some((&**arg.text()?, &arg.origin)))
    }
}
