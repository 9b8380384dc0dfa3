//! Two versions of a game compared, in words and pictures.

use super::{Picture, Symbols};
use crate::board::SiteType;
use crate::diff::{Apart, Aspect, Change, ChangeKind, Changes, Found, LegalMove, place};
use crate::engine::trial::Trial;
use crate::source::Sources;
use indexmap::IndexSet;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The longest piece of a description that is shown whole.
const LONGEST: usize = 100;

/// The most moves of a list, and the most sites, that are shown.
const MOST: usize = 24;

/// The most lines of moves of the game to a difference.
const WIDTH: usize = 100;

/// How wide two pictures may be to stand side by side.
const SIDE_BY_SIDE: usize = 110;

/// What differs in the text of two descriptions: each change of the rules with its way from the root and its places,
/// then what differs in the metadata. Empty where nothing does. `color` asks for ANSI escapes.
pub fn changes(changes: &Changes, a: &Sources, b: &Sources, color: bool) -> String {
    let mut out = String::new();
    for change in &changes.rules {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {}", way(change));
        for (sign, part, sources, escape) in [('-', &change.a, a, "\x1b[31m"), ('+', &change.b, b, "\x1b[32m")] {
            let Some(part) = part else { continue };
            let (start, end) = if color { (escape, "\x1b[0m") } else { ("", "") };
            let text = shortened(&part.text);
            let _ = writeln!(out, "    {start}{sign} {text}{end}");
            let _ = writeln!(out, "        {}", place(sources, &part.origin));
        }
    }
    if !changes.metadata.is_empty() {
        let mut paths = IndexSet::new();
        for change in &changes.metadata {
            // Of what only one version has the name tells more than the way to it.
            let name = match (&change.a, &change.b) {
                (Some(part), None) | (None, Some(part)) => part.text.strip_prefix('('),
                _ => None,
            };
            let name = name.and_then(|text| text.split([' ', ')']).next());
            for path in &change.paths {
                let path = path.iter().map(String::as_str).chain(name).collect::<Vec<_>>().join(" > ");
                if !path.is_empty() {
                    paths.insert(path);
                }
            }
        }
        let _ = writeln!(out, "  in the metadata, without effect on play: {}", listed(&paths));
    }
    out
}

/// The way to a change, and in words what cannot be seen from the texts.
fn way(change: &Change) -> String {
    let path = |path: &[String]| {
        let mut text = String::new();
        for name in path {
            if !text.is_empty() {
                text.push_str(if text.ends_with(':') { " " } else { " > " });
            }
            // The signs of operators would be read as part of the way.
            match name.starts_with(char::is_alphabetic) {
                true => text.push_str(name),
                false => text.push_str(&format!("({name})")),
            }
        }
        if text.is_empty() { "game".to_owned() } else { text }
    };
    let mut text = change.paths.first().map_or_else(String::new, |first| path(first));
    match change.paths.len() {
        0 | 1 => {}
        2 => text.push_str(" (and in one more place)"),
        more => text.push_str(&format!(" (and in {} more places)", more - 1)),
    }
    match (change.kind, &change.to) {
        (ChangeKind::Moved, Some(to)) if change.paths.first() == Some(to) => text.push_str(" (moved within)"),
        (ChangeKind::Moved, Some(to)) => text.push_str(&format!(" (moved to {})", path(to))),
        (ChangeKind::Wrapped, _) => text.push_str(" (put around what was there)"),
        (ChangeKind::Unwrapped, _) => text.push_str(" (taken from around what stays)"),
        _ => {}
    }
    text
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 2).collect();
    short.push_str(" …");
    short
}

/// Some of a list, with commas, and how many more there are.
fn listed(items: &IndexSet<impl AsRef<str>>) -> String {
    let mut text = items.iter().take(MOST).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    if items.len() > MOST {
        let _ = write!(text, " and {} more", items.len() - MOST);
    }
    text
}

/// What differs in play, in a few words without a full stop: `only B allows D4`.
pub fn headline(found: &Found) -> String {
    let goes_on = |result: &Option<String>| result.clone().unwrap_or_else(|| "no end yet".to_owned());
    match found.aspects.first() {
        None => "no difference".to_owned(),
        Some(Aspect::Apart(Apart::Players(a, b))) => format!("{a} players in A, {b} in B"),
        Some(Aspect::Apart(Apart::Sites(a, b))) => format!("{} in A, {} in B", sites(*a), sites(*b)),
        Some(Aspect::Apart(Apart::Neighbours)) => "another board".to_owned(),
        Some(Aspect::Apart(Apart::Containers)) => "other hands".to_owned(),
        Some(Aspect::Fails(None, _)) => "the rules fail in B".to_owned(),
        Some(Aspect::Fails(..)) => "the rules fail in A".to_owned(),
        Some(Aspect::Result(a, b)) => format!("{} in A, {} in B", goes_on(a), goes_on(b)),
        Some(Aspect::Mover(a, b)) => format!("P{a} is to move in A, P{b} in B"),
        Some(Aspect::Score { player, a, b }) => format!("the score of P{player} is {a} in A, {b} in B"),
        Some(Aspect::Piece { name, a, b, .. }) => format!("{name} holds {a} in A, {b} in B"),
        Some(Aspect::Moves { only_a, only_b, other, .. }) => {
            let some = |list: &[LegalMove]| match list {
                [one] => one.text.clone(),
                _ => format!("{} moves", list.len()),
            };
            match (only_a.is_empty(), only_b.is_empty()) {
                (false, true) => format!("only A allows {}", some(only_a)),
                (true, false) => format!("only B allows {}", some(only_b)),
                (false, false) => format!("only A allows {}, only B {}", some(only_a), some(only_b)),
                (true, true) => match other.as_slice() {
                    [(one, _)] => format!("{} does something else in B", one.text),
                    _ => format!("{} moves do something else in B", other.len()),
                },
            }
        }
    }
}

/// What differs in play: the moves to the position, its picture, and what differs there in words. `color` asks for ANSI
/// escapes.
pub fn difference(found: &Found, color: bool) -> String {
    let mut out = moves_made(found);
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&pictures(found, color));
    out.push('\n');
    for aspect in &found.aspects {
        if !matches!(aspect, Aspect::Piece { .. }) {
            told(aspect, found, &mut out);
        }
    }
    pieces(found, &mut out);
    out
}

/// The moves of the game, numbered, on lines of a bearable length.
fn moves_made(found: &Found) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (index, m) in found.moves.iter().enumerate() {
        let text = format!("{}. P{} {}", index + 1, m.mover, m.text);
        let length = text.chars().count() + 2;
        if column + length > WIDTH {
            out.push('\n');
            column = 0;
        }
        let _ = write!(out, "  {text}");
        column += length;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The position once if both versions have the same, else twice.
fn pictures(found: &Found, color: bool) -> String {
    let picture = |trial: &Trial, marks: &BTreeMap<usize, String>| {
        let mut picture = Picture::position(trial.game(), trial.state()).color(color);
        for (&site, mark) in marks {
            picture = picture.mark(site, mark);
        }
        let symbols = Symbols::of(&trial.game().equipment).legend(&trial.game().equipment);
        (picture.to_string(), symbols)
    };
    let twice = found.aspects.iter().any(|aspect| matches!(aspect, Aspect::Apart(_) | Aspect::Piece { .. }));
    let marks = marks(found);
    let mut out = String::new();
    match (&found.a, &found.b) {
        (Some(a), Some(b)) if twice => {
            let none = BTreeMap::new();
            let marks =
                if found.aspects.iter().any(|aspect| matches!(aspect, Aspect::Apart(_))) { &none } else { &marks };
            let ((left, legend), (right, other)) = (picture(a, marks), picture(b, marks));
            out.push_str(&beside(&left, &right));
            let _ = writeln!(out, "{legend}");
            if legend != other {
                let _ = writeln!(out, "B: {other}");
            }
        }
        (Some(trial), _) | (None, Some(trial)) => {
            let (text, legend) = picture(trial, &marks);
            let _ = writeln!(out, "{text}{legend}");
        }
        (None, None) => {}
    }
    let meanings = [
        ("<", "only A allows a move here"),
        (">", "only B allows a move here"),
        ("!", "the move here does something else"),
    ];
    let used = meanings.iter().filter(|(sign, _)| marks.values().any(|mark| mark.contains(sign)));
    let words: Vec<String> = used.map(|(sign, meaning)| format!("{sign} {meaning}")).collect();
    if !words.is_empty() && !out.is_empty() {
        let _ = writeln!(out, "{}", words.join(", "));
    }
    out
}

/// The marks at the ends of moves that only one version allows.
fn marks(found: &Found) -> BTreeMap<usize, String> {
    let mut marks: BTreeMap<usize, String> = BTreeMap::new();
    let sites = found.a.as_ref().map_or(0, |trial| trial.state().layout().sites());
    let mut put = |m: &LegalMove, sign: &str| {
        if let Ok(site) = usize::try_from(m.to)
            && m.to < sites
        {
            let mark = marks.entry(site).or_default();
            if !mark.contains(sign) {
                mark.push_str(sign);
            }
        }
    };
    for aspect in &found.aspects {
        if let Aspect::Moves { only_a, only_b, other, .. } = aspect {
            only_a.iter().for_each(|m| put(m, "<"));
            only_b.iter().for_each(|m| put(m, ">"));
            other.iter().for_each(|(m, _)| put(m, "!"));
        }
    }
    marks
}

/// Two pictures under the names of their versions: side by side where there is room.
fn beside(left: &str, right: &str) -> String {
    let width = |text: &str| text.lines().map(visible).max().unwrap_or(0);
    let gap = width(left).max(1) + 6;
    if gap + width(right) > SIDE_BY_SIDE {
        return format!("A\n{left}\nB\n{right}");
    }
    let mut out = format!("A{:1$}B\n", "", gap - 1);
    let (mut rows, mut others) = (left.lines(), right.lines());
    loop {
        let (row, other) = (rows.next(), others.next());
        if row.is_none() && other.is_none() {
            return out;
        }
        let (row, other) = (row.unwrap_or(""), other.unwrap_or(""));
        let line = format!("{row}{:1$}{other}", "", gap - visible(row));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The characters of a line that take room, escapes left out.
fn visible(line: &str) -> usize {
    let mut count = 0;
    let mut escape = false;
    for c in line.chars() {
        match c {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            _ => count += 1,
        }
    }
    count
}

/// An aspect in words, with a line end.
fn told(aspect: &Aspect, found: &Found, out: &mut String) {
    let goes_on = |result: &Option<String>| result.clone().unwrap_or_else(|| "the game goes on".to_owned());
    let _ = match aspect {
        Aspect::Apart(apart) => writeln!(out, "{}", apart_text(*apart)),
        Aspect::Fails(a, b) => {
            let fault = |fault: &Option<String>| fault.clone().unwrap_or_else(|| "the rules have an answer".to_owned());
            writeln!(out, "the rules fail\n  in A     {}\n  in B     {}", fault(a), fault(b))
        }
        Aspect::Result(a, b) => writeln!(out, "result\n  in A     {}\n  in B     {}", goes_on(a), goes_on(b)),
        Aspect::Mover(a, b) => writeln!(out, "to move\n  in A     P{a}\n  in B     P{b}"),
        Aspect::Score { player, a, b } => {
            writeln!(out, "score of P{player}\n  in A     {a}\n  in B     {b}")
        }
        Aspect::Piece { .. } => Ok(()),
        Aspect::Moves { both, only_a, only_b, other } => {
            let mover = found.a.as_ref().map_or(0, |trial| trial.state().mover());
            let plural = if *both == 1 { "" } else { "s" };
            let _ = writeln!(out, "P{mover} to move: {both} move{plural} in common");
            let lists = [("only A", only_a), ("only B", only_b)];
            let told = lists.iter().any(|(_, list)| !list.is_empty());
            for (name, list) in lists.into_iter().filter(|_| told) {
                let texts: IndexSet<&str> = list.iter().map(|m| m.text.as_str()).collect();
                let text = if texts.is_empty() { "none".to_owned() } else { listed(&texts) };
                let _ = writeln!(out, "  {name}   {text}");
            }
            for (a, b) in other.iter().take(MOST) {
                let _ = writeln!(
                    out,
                    "  {} does something else\n    in A   {}\n    in B   {}",
                    a.text, a.actions, b.actions
                );
            }
            Ok(())
        }
    };
}

fn apart_text(apart: Apart) -> String {
    match apart {
        Apart::Players(a, b) => format!("players\n  in A     {a}\n  in B     {b}"),
        Apart::Sites(a, b) => format!("another board\n  in A     {}\n  in B     {}", sites(a), sites(b)),
        Apart::Neighbours => "another board: as many sites, but others are neighbours".to_owned(),
        Apart::Containers => "other hands: the places outside the board differ in number".to_owned(),
    }
}

fn sites((t, count): (SiteType, usize)) -> String {
    if count == 1 { format!("1 {}", t.name().to_lowercase()) } else { format!("{count} {}", t.plural()) }
}

/// The sites on which different things stand.
fn pieces(found: &Found, out: &mut String) {
    let mut count = 0;
    for aspect in &found.aspects {
        let Aspect::Piece { name, a, b, .. } = aspect else { continue };
        if count == 0 {
            out.push_str("board\n");
        }
        count += 1;
        if count <= MOST {
            let _ = writeln!(out, "  {name}: {a} in A, {b} in B");
        }
    }
    if count > MOST {
        let _ = writeln!(out, "  and {} more sites", count - MOST);
    }
}
