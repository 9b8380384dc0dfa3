//! Names that nothing defines.
//!
//! Ludii 1.3.12 knows the strings of the equipment, of phases, votes, notes, triggers, variables and remembered values,
//! and refuses every other one that is not shaped like a coordinate. It lets a string pass that holds a known one, or
//! is held by one, with at most two characters of difference: `Disc1` and `Disc` are both the piece `Disc`. What
//! exactly a name stands for is not decided here.
//!
//! So a name in the moves of a piece is known for standing in the equipment, whatever it names. If nothing is defined
//! by it, that is a warning.

use super::MAX_FINDINGS;
use super::roles;
use super::typed::{Arg, Ludeme, Value};
use crate::diag::{Diagnostic, Origin};
use crate::schema::{Form, Schema, Slot, nearest};
use crate::source::on_one_line;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The names that every game knows.
const DEFAULTS: &[&str] = &["Player", "Board", "Hand", "Ball", "Bag", "Domino"];

/// In a game with more names those in the moves of pieces are not compared with them one by one: a hostile text may
/// have very many.
const COMPARED: usize = 500;

/// The forms whose strings define a name or are free text: head, and the keyword where only some keywords do.
pub(crate) const DEFINING: &[(&str, Option<&str>)] = &[
    ("phase", None),
    ("vote", None),
    ("propose", None),
    ("note", None),
    ("trigger", None),
    ("var", None),
    ("remember", None),
    ("forget", None),
    ("values", None),
    ("set", Some("Var")),
    ("set", Some("RememberValue")),
    ("is", Some("Decided")),
    ("is", Some("Proposed")),
    ("is", Some("Triggered")),
    ("move", Some("Vote")),
    ("move", Some("Propose")),
];

/// An error for every string of a game that names nothing, a warning where it is only like a name. A match names games,
/// which are other files: it has none.
///
/// Where all uses of a name agree on another spelling, it is misspelt where it is defined: one error there.
///
/// So is a track that only options declare which are not chosen: `tracks` has the names of all that options declare.
pub(super) fn unknown(game: &Ludeme, tracks: &BTreeSet<Arc<str>>) -> Vec<Diagnostic> {
    if game.form.head == "match" {
        return Vec::new();
    }
    let defaults = || DEFAULTS.iter().map(|name| (*name).into()).collect();
    let mut names = Names {
        known: defaults(),
        defined: defaults(),
        maps: BTreeSet::new(),
        used: Vec::new(),
        places: HashMap::new(),
    };
    names.ludeme(game, false);
    let full = full_names(game);
    let mut findings = Vec::new();
    // Looked up, not compared one by one: a hostile text may have very many names.
    let shorter: HashSet<&str> = names.known.iter().flat_map(|known| trimmed(known)).collect();
    let turned = |name: &str| ["CCW", "CW"].iter().any(|sense| names.known.contains(&*format!("{name}{sense}")));
    // The copies of a define name the same over and over.
    let mut right: HashSet<&str> = HashSet::new();
    let mut guesses: Vec<(String, &Used)> = Vec::new();
    for used in &names.used {
        let Used { name, origin, code, what, of_piece } = used;
        if right.contains(&**name) {
            continue;
        }
        if *of_piece && names.defines(name) {
            right.insert(name);
            continue;
        }
        let close = shorter.contains(&**name) || trimmed(name).any(|rest| names.known.contains(rest));
        // A track may go by its name without the sense it turns in.
        if is_coordinate(name) || turned(name) || !of_piece && close && is_known(name, &names.known) {
            right.insert(name);
            continue;
        }
        if findings.len() == MAX_FINDINGS {
            break;
        }
        if close && !of_piece {
            let message = format!("\"{name}\" is only nearly a name of this game");
            let finding = Diagnostic::warning("LUD0224", origin, message).label("Ludii takes it for another name");
            let near = names.near(name, what);
            findings.push(finding.hint_if(near.first().map(|near| format!("did you mean \"{near}\"?"))));
            continue;
        }
        if *what == "track" && is_known(name, tracks) {
            let finding = Diagnostic::warning(code, origin, format!("no track is named \"{name}\" with these options"));
            findings.push(finding.label("there are no sites on it").hint("another item of an option declares it"));
            continue;
        }
        let message = match *what {
            "" => format!("nothing is named \"{name}\""),
            what => format!("no {what} is named \"{name}\""),
        };
        // What looks a key up in no map at all takes the key itself.
        let made = if *code == "LUD0225" || *of_piece { Diagnostic::warning } else { Diagnostic::error };
        let mut finding = made(code, origin, message).label("unknown name");
        // A start rule needs the number of the owner as well, so that the name without it would fail in turn.
        let numbered = *what == "piece" && name.ends_with(|c: char| c.is_ascii_digit()) && !full.is_empty();
        let near = if numbered { nearest(name, full.iter().map(String::as_str)) } else { names.near(name, what) };
        if let Some(near) = near.first() {
            finding = finding.hint(format!("did you mean \"{near}\"?"));
            guesses.push((without_owner(near).to_owned(), used));
        }
        let region = *what == "region" && Schema::get().forms_for("sites").any(|form| form.keyword == Some(&**name));
        if region {
            findings.push(finding.hint(format!("the region of this kind is written without quotes: `(sites {name})`")));
            continue;
        }
        if let Some(parts) = coordinates(name) {
            findings.push(finding.hint(format!("each site stands in quotes of its own: {parts}")));
            continue;
        }
        findings.push(match *what {
            "phase" => finding.hint("phases are named in the rules"),
            _ => finding.hint("pieces, regions, tracks, maps and containers are named in the equipment"),
        });
    }
    let asked = |name: &str| right.iter().any(|right| without_owner(right) == name);
    guesses.retain(|(name, used)| !used.of_piece && !asked(name));
    while let Some((name, Used { name: meant, code, .. })) = guesses.first().cloned() {
        let meant = without_owner(meant).to_owned();
        let (own, rest): (Vec<_>, Vec<_>) = guesses.into_iter().partition(|(declared, _)| *declared == name);
        guesses = rest;
        let agree = own.len() > 1 && own.iter().all(|(_, used)| without_owner(&used.name) == meant);
        let Some(place) = names.places.get(&*name).filter(|_| agree) else { continue };
        findings.retain(|found| !own.iter().any(|(_, used)| found.origin.as_ref() == Some(&used.origin)));
        let message = format!("nothing asks for \"{name}\", and nothing is named \"{meant}\"");
        let finding = Diagnostic::error(code, place, message).label("named here");
        let finding = finding.hint(format!("did you mean \"{meant}\"?"));
        findings.push(own.iter().fold(finding, |found, (_, used)| found.also(used.origin.span, "asked for here")));
    }
    findings
}

/// The name of a piece without the number of its owner.
fn without_owner(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The names of pieces with the numbers of their owners.
fn full_names(game: &Ludeme) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let players = roles::count(game).unwrap_or(0).min(16);
    let Some(equipment) = game.part("equipment") else { return names };
    equipment.visit(&mut |ludeme| {
        if ludeme.form.kind != "item" || ludeme.form.head != "piece" {
            return;
        }
        let Some(name) = ludeme.text("name") else { return };
        match ludeme.word("role") {
            None | Some("Each" | "All") => names.extend((1..=players).map(|player| format!("{name}{player}"))),
            Some("Neutral") => drop(names.insert(format!("{name}0"))),
            Some("Shared") => drop(names.insert(name.to_string())),
            Some(role) => drop(role.strip_prefix('P').map(|number| names.insert(format!("{name}{number}")))),
        }
    });
    names
}

/// A name that is used.
struct Used {
    name: Arc<str>,
    origin: Origin,
    code: &'static str,
    what: &'static str,
    /// Whether it stands in the moves of a piece.
    of_piece: bool,
}

/// The code of an unknown name, and what it should name, by the place it stands in.
fn sort(form: &Form, slot: &Slot) -> (&'static str, &'static str) {
    match (form.head, form.keyword, slot.name) {
        (_, _, "track" | "trackName") | ("trackSite", ..) | ("count", Some("StepsOnTrack"), _) => ("LUD0221", "track"),
        (_, _, "container" | "containerName") => ("LUD0222", "container"),
        (_, _, "nameRegion") | ("sites", None, "name") => ("LUD0219", "region"),
        (_, _, "phaseName") => ("LUD0223", "phase"),
        ("mapEntry", ..) => ("LUD0225", "map"),
        ("id" | "piece" | "place" | "where", ..) => ("LUD0218", "piece"),
        ("count" | "no", Some("Pieces"), _) | (_, _, "component" | "components") => ("LUD0218", "piece"),
        ("forEach", Some("Piece"), "item" | "items") => ("LUD0218", "piece"),
        _ => ("LUD0217", ""),
    }
}

/// Whether a name is one of these, with or without a player behind it: `Disc` and `Disc1`, `Home` and `HomeP1`.
fn is_known(name: &str, known: &BTreeSet<Arc<str>>) -> bool {
    let base = |name: &str| {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if base.len() < name.len() { base.trim_end_matches('P').to_owned() } else { name.to_owned() }
    };
    known.contains(name) || known.iter().any(|other| base(other) == base(name))
}

struct Names {
    /// What Ludii knows.
    known: BTreeSet<Arc<str>>,
    /// What is a name of something.
    defined: BTreeSet<Arc<str>>,
    /// The names of maps.
    maps: BTreeSet<Arc<str>>,
    used: Vec<Used>,
    /// Where each name is first defined.
    places: HashMap<Arc<str>, Origin>,
}

impl Names {
    /// Whether something goes by a name, or by one that has it within; slides take one word for all tracks.
    fn defines(&self, name: &str) -> bool {
        let within = || self.defined.iter().any(|defined| defined.contains(name));
        let told = self.defined.contains(name) || name == "AllTracks" || self.defined.len() > COMPARED;
        told || is_known(name, &self.defined) || within()
    }

    /// The names that are like one, where a map is wanted those of maps.
    fn near(&self, name: &str, what: &str) -> Vec<&str> {
        let names = if what == "map" { &self.maps } else { &self.defined };
        nearest(name, names.iter().map(|name| &**name))
    }

    fn ludeme(&mut self, ludeme: &Ludeme, defining: bool) {
        let form = ludeme.form;
        let own = DEFINING.iter().any(|(head, word)| form.head == *head && (word.is_none() || form.keyword == *word));
        let equipment = defining || matches!(form.kind, "equipment" | "item");
        let name = form.kind == "game";
        for (slot, arg) in form.slots.iter().zip(&ludeme.args) {
            if let Some(arg) = arg {
                self.arg(arg, own || equipment || name, equipment, (form, slot));
            }
        }
    }

    fn arg(&mut self, arg: &Arg, own: bool, inside: bool, place: (&Form, &Slot)) {
        match &arg.value {
            Value::Text(text) => {
                let white = text.contains(char::is_whitespace);
                let text: Arc<str> = if white { on_one_line(text).into() } else { text.clone() };
                if own {
                    if place.0.head == "map" {
                        self.maps.insert(Arc::clone(&text));
                    }
                    self.known.insert(Arc::clone(&text));
                }
                let (code, what) = sort(place.0, place.1);
                // Direct arguments of an item define names; what stands deeper in it is used where its place tells what
                // it should name.
                let of_piece = own && inside && place.0.kind != "item" && !what.is_empty();
                if own && !of_piece {
                    self.places.entry(Arc::clone(&text)).or_insert_with(|| arg.origin.clone());
                    self.defined.insert(text);
                } else {
                    self.used.push(Used { name: text, origin: arg.origin.clone(), code, what, of_piece });
                }
            }
            Value::Ludeme(ludeme) => self.ludeme(ludeme, inside),
            Value::Array(items) => items.iter().for_each(|item| self.arg(item, own, inside, place)),
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Word { .. } => {}
        }
    }
}

/// `name` without up to two characters at its ends, itself first.
fn trimmed(name: &str) -> impl Iterator<Item = &str> {
    let cuts = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)];
    cuts.into_iter().filter_map(move |(front, back)| {
        let start = name.char_indices().nth(front).map_or(name.len(), |(at, _)| at);
        let mut ends = std::iter::once(name.len()).chain(name.char_indices().rev().map(|(at, _)| at));
        let end = ends.nth(back).unwrap_or(0);
        name.get(start..end).filter(|rest| !rest.is_empty())
    })
}

/// Letters, then digits; or digits alone.
fn is_coordinate(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && name.len() - digits.len() <= 2
}

/// Several coordinates in one string, each in quotes.
fn coordinates(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split([' ', ',', ';']).filter(|part| !part.is_empty()).collect();
    let quoted = || parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(" ");
    (parts.len() > 1 && parts.iter().all(|part| is_coordinate(part))).then(quoted)
}
