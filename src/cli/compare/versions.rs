//! Which versions are compared: files, selections, combinations of options.

use super::Args;
use crate::cli::Stop;
use crate::cli::input::{read, shown, told};
use crate::cli::library;
use crate::cli::output::Ui;
use ludemic::schema::nearest;
use ludemic::{Compiled, Expansion, Failure, KnownDefines, Parsed};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most versions in a table.
const MOST: usize = 10_000;

/// A description and its selections.
#[derive(Clone)]
pub struct Source {
    /// What it is called in the table.
    pub name: String,
    /// The file it was read from.
    pub file: String,
    /// The items chosen.
    pub options: Vec<String>,
    /// The SHA-256 of the description after options and defines were written out.
    pub hash: String,
    text: Arc<str>,
    /// Where a match finds its games, unless around it.
    lud: Option<PathBuf>,
}

impl Source {
    /// All stages up to the game.
    pub fn compile(&self, known: &KnownDefines) -> Result<Compiled, Failure> {
        library::load(&self.file, &self.text, &self.options, self.lud.as_deref(), known)
    }
}

/// One file.
struct File<'a> {
    name: &'a str,
    text: Arc<str>,
    known: &'a KnownDefines,
    lud: Option<&'a Path>,
}

impl File<'_> {
    fn expand(&self, options: &[String], ui: &mut Ui) -> Result<Expansion, Stop> {
        told(ui, Parsed::new(self.name, &self.text).and_then(|parsed| parsed.expand(options, self.known)))
    }

    fn source(&self, name: String, options: Vec<String>, ui: &mut Ui) -> Result<Source, Stop> {
        let expansion = self.expand(&options, ui)?;
        let mut hash = String::new();
        for byte in Sha256::digest(expansion.expanded().layout().as_bytes()) {
            let _ = write!(hash, "{byte:02x}");
        }
        Ok(Source {
            name,
            file: self.name.to_owned(),
            options,
            hash,
            text: Arc::clone(&self.text),
            lud: self.lud.map(Path::to_owned),
        })
    }
}

/// The versions in order, and the number of the one that the others are compared with.
pub fn sources(args: &Args, known: &KnownDefines, ui: &mut Ui) -> Result<(Vec<Source>, usize), Stop> {
    let mut all = Vec::new();
    let mut base = None;
    if args.files.iter().filter(|file| *file == "-").count() > 1 {
        return Err("standard input can be read once only".into());
    }
    for path in &args.files {
        let file = File { name: shown(path), text: read(path)?.into(), known, lud: args.choice.lud.as_deref() };
        let stem = Path::new(path).file_stem().map_or_else(|| path.clone(), |stem| stem.to_string_lossy().into_owned());
        let name = |items: &[String]| {
            let items: Vec<&str> =
                items.iter().map(|item| item.split_once('/').map_or(&**item, |(_, item)| item)).collect();
            match (args.files.len() > 1, items.is_empty()) {
                (true, true) => stem.clone(),
                (true, false) => format!("{stem}: {}", items.join(", ")),
                (false, true) => "as given".to_owned(),
                (false, false) => items.join(", "),
            }
        };
        let (combinations, default) = combinations(args, &file, ui)?;
        if all.len().saturating_add(combinations.len()) > MOST {
            return Err(format!("more than {MOST} versions cannot be compared").into());
        }
        for (index, items) in combinations.into_iter().enumerate() {
            if index == default {
                base.get_or_insert(all.len());
            }
            let label = name(&items);
            let options = args.choice.options.iter().cloned().chain(items).collect();
            all.push(file.source(label, options, ui)?);
        }
    }
    if all.len() < 2 {
        let advice = "name another file, an item with --select, or an option with --sweep";
        return Err(format!("there is one version only, and nothing to compare it with: {advice}").into());
    }
    // The rows of a sweep are many, and which of them cannot be played is a result; what was named has to be right.
    if args.sweep.is_empty() {
        let made = all.iter().map(|source| told(ui, source.compile(known)).map(drop)).fold(Ok(()), Result::and);
        made?;
    }
    distinguish(&mut all);
    Ok((all, base.unwrap_or(0)))
}

/// Files of the same name in different folders are told apart by their paths.
fn distinguish(all: &mut [Source]) {
    let names: Vec<String> = all.iter().map(|source| source.name.clone()).collect();
    for (index, source) in all.iter_mut().enumerate() {
        if names.iter().enumerate().any(|(other, name)| other != index && *name == source.name) {
            source.name = format!("{} ({})", source.name, source.file);
        }
    }
}

/// The selections of one file, those of `-o` left out, and the number of the one to compare with.
fn combinations(args: &Args, file: &File<'_>, ui: &mut Ui) -> Result<(Vec<Vec<String>>, usize), Stop> {
    if args.sweep.is_empty() {
        let more = args
            .select
            .iter()
            .map(|text| text.split(';').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect());
        return Ok((std::iter::once(Vec::new()).chain(more).collect(), 0));
    }
    let expansion = file.expand(&args.choice.options, ui)?;
    let options = &expansion.expanded().options;
    let every = args.sweep.iter().any(|heading| heading == "all");
    for wanted in args.sweep.iter().filter(|heading| *heading != "all") {
        if !options.iter().any(|category| *category.heading == **wanted) {
            return Err(no_option(wanted, file.name, options.iter().map(|category| &*category.heading).collect()));
        }
    }
    // An item that -o has chosen is not swept over by `all`.
    let given =
        |heading: &str| args.choice.options.iter().any(|item| item.split_once('/').is_some_and(|(h, _)| h == heading));
    let mut all = vec![Vec::new()];
    let mut default = 0;
    for category in options {
        let named = args.sweep.iter().any(|wanted| **wanted == *category.heading);
        if !named && (!every || given(&category.heading)) {
            continue;
        }
        let items: Vec<String> = category.selections().collect();
        default = default * items.len() + category.chosen;
        if all.len().saturating_mul(items.len()) > MOST {
            return Err(format!("more than {MOST} versions cannot be compared").into());
        }
        let with = |before: &Vec<String>, item: &String| before.iter().chain([item]).cloned().collect();
        all = all.iter().flat_map(|before| items.iter().map(move |item| with(before, item))).collect();
    }
    Ok((all, default))
}

fn no_option(wanted: &str, file: &str, headings: Vec<&str>) -> Stop {
    let near = nearest(wanted, headings.iter().copied()).first().map(|near| format!(": did you mean \"{near}\"?"));
    let there = if headings.is_empty() {
        "; it has no options".to_owned()
    } else {
        format!("; it has {}", headings.iter().map(|heading| format!("\"{heading}\"")).collect::<Vec<_>>().join(", "))
    };
    Stop::CannotRun(format!("{file} has no option \"{wanted}\"{}", near.unwrap_or(there)))
}
