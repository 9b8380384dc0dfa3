//! `docs/coverage.md`: which games and which forms of the language are played, and what recorded games show of them.
//!
//! With `LUDEMIC_BLESS` set the page is written instead of compared.

use crate::common;
use crate::published::{self, Published};
use ludemic::ludemes::registry;
use ludemic::schema::{Form, Schema};
use ludemic::{KnownDefines, Trial};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What tells a form from all others: its place in the schema.
fn place(form: &'static Form) -> usize {
    std::ptr::from_ref(form).addr()
}

/// What recorded games show.
struct Witnesses {
    /// How many recordings there are.
    recordings: usize,
    /// The descriptions that they are of.
    descriptions: BTreeSet<PathBuf>,
    /// In how many recordings each form stands, by its place.
    forms: HashMap<usize, usize>,
}

/// The forms in the rules of every recorded game, with the options it was recorded with.
fn witnesses(published: &Published, known: &KnownDefines) -> Witnesses {
    let recordings = published.recordings();
    let mut groups: BTreeMap<(PathBuf, Vec<String>), usize> = BTreeMap::new();
    for recorded in &recordings {
        let header = published::header(&recorded.path);
        let options = header.get("options").and_then(Value::as_array).into_iter().flatten();
        let options = options.filter_map(|option| option.as_str().map(str::to_owned)).collect();
        *groups.entry((recorded.description.clone(), options)).or_default() += 1;
    }
    let forms = groups.par_iter().map(|((description, options), count)| {
        let text = std::fs::read_to_string(description).expect("a description");
        let checked = published::check(&description.to_string_lossy(), &text, options, known);
        let checked = checked.unwrap_or_else(|failure| panic!("{failure}"));
        let mut found = HashMap::new();
        checked.typed().visit(&mut |ludeme| {
            found.insert(place(ludeme.form), *count);
        });
        found
    });
    let forms = forms.reduce(HashMap::new, |mut all, found| {
        for (form, count) in found {
            *all.entry(form).or_default() += count;
        }
        all
    });
    let descriptions = groups.into_keys().map(|(description, _)| description).collect();
    Witnesses { recordings: recordings.len(), descriptions, forms }
}

/// Why a published description cannot be played with its defaults.
fn obstacle(published: &Published, file: &str, known: &KnownDefines) -> Option<String> {
    let text = std::fs::read_to_string(published.folder().join(file)).expect("a description");
    let compiled = published::check(file, &text, &[], known)
        .and_then(|checked| published::compile(checked, known, &|name| published.text(name)));
    match compiled {
        Ok(compiled) => Trial::start(compiled.game().clone(), 1).err().map(|error| error.to_string()),
        Err(failure) => {
            let first = failure.findings.iter().find(|finding| finding.is_error());
            Some(first.map_or_else(String::new, |finding| finding.message.clone()))
        }
    }
}

/// The page.
fn page(published: &Published) -> String {
    let known = KnownDefines::standard();
    let witnesses = witnesses(published, &known);
    let games = published.playable();
    let obstacles: Vec<(&String, Option<String>)> =
        games.par_iter().map(|file| (file, obstacle(published, file, &known))).collect();
    let unplayed: BTreeMap<_, _> = obstacles.iter().filter_map(|(file, why)| Some((file, why.as_ref()?))).collect();
    let seen = games.iter().filter(|file| witnesses.descriptions.contains(&published.folder().join(file))).count();
    let mut out = String::from(
        "# Coverage\n\n\
         Written by `LUDEMIC_BLESS=1 cargo test --test recordings coverage` and compared by the same test.\n\n",
    );
    let _ = write!(
        out,
        "* {} of the {} published games that Ludii 1.3.12 compiles are played: they are compiled and start.\n\
         * {seen} of them are witnessed by {} recorded games, which `tests/recordings` replays.\n",
        games.len() - unplayed.len(),
        games.len(),
        witnesses.recordings,
    );
    if unplayed.is_empty() {
        out += "* None cannot be played.\n";
    } else {
        out += "* Not played:\n";
        for (file, why) in unplayed {
            let _ = writeln!(out, "  * {file}: {why}");
        }
    }
    out + &tables(&witnesses.forms)
}

/// A table for each family of ludemes, a line for each form.
fn tables(witnesses: &HashMap<usize, usize>) -> String {
    let rows: HashSet<_> = registry::rows().map(|row| (row.kind, row.head, row.keyword)).collect();
    let played = |form: &Form| rows.contains(&(form.kind, form.head, form.keyword.unwrap_or("")));
    let witnessed = |form: &'static Form| witnesses.get(&place(form)).copied().unwrap_or(0);
    let totals = |forms: &[&'static Form]| {
        let played = forms.iter().filter(|form| played(form)).count();
        let witnessed = forms.iter().filter(|form| witnessed(form) > 0).count();
        format!("{} forms, {played} played, {witnessed} witnessed", forms.len())
    };
    // The metadata says nothing about how a game is played.
    let forms: Vec<&'static Form> =
        Schema::get().forms().iter().filter(|form| !form.family.starts_with("metadata")).collect();
    let mut out = format!(
        "* The language has {}.\n\n\
         Of each form: `-` where it is not played, the number of recorded games it stands in, the kind of what it gives, and\n\
         how it is written. Recorded games count it with the options they were recorded with. Forms of the metadata are left\n\
         out.\n",
        totals(&forms)
    );
    for family in forms.chunk_by(|a, b| a.family == b.family) {
        let name = family.first().map_or("", |form| form.family);
        let _ = write!(out, "\n## {name}: {}\n\n```\n", totals(family));
        let width = family.iter().map(|form| form.kind.len()).max().unwrap_or(0);
        for form in family {
            let mark = if played(form) { ' ' } else { '-' };
            let _ = writeln!(out, "{mark} {:4} {:width$} {form}", witnessed(form), form.kind);
        }
        out += "```\n";
    }
    out
}

#[test]
fn coverage() {
    let Some(reference) = common::reference() else { return };
    let page = page(&Published::new(&reference));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/coverage.md");
    if std::env::var_os("LUDEMIC_BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let differing = page.lines().zip(old.lines()).find(|(new, old)| new != old);
    assert!(page == old, "docs/coverage.md is not up to date (LUDEMIC_BLESS=1 writes it): {differing:?}");
}
