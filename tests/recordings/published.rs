//! The descriptions and recordings of the reference folder, and the stages from a text to a game.

use flate2::read::MultiGzDecoder;
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The stages before the rules are lowered.
pub fn check(name: &str, text: &str, selections: &[String], known: &KnownDefines) -> Result<Checked, Failure> {
    Parsed::new(name, text)?.expand(selections, known)?.check()
}

/// The last stage; `find` gives the texts of the games of a match.
pub fn compile(
    checked: Checked,
    known: &KnownDefines,
    find: &dyn Fn(&str) -> Option<String>,
) -> Result<Compiled, Failure> {
    checked.compile_with(&mut |subgame| {
        let text = find(&subgame.name)?;
        Some(check(&subgame.name, &text, &subgame.selections, known).and_then(Checked::compile))
    })
}

/// The descriptions that Ludii 1.3.12 comes with.
pub struct Published {
    folder: PathBuf,
    by_name: BTreeMap<String, PathBuf>,
}

/// A recorded game.
pub struct Recorded {
    /// The folder of the recordings and the name of the file without its ending.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// The description it is of.
    pub description: PathBuf,
    /// The size of the file in bytes.
    pub size: u64,
}

impl Published {
    /// Those of a reference folder.
    pub fn new(reference: &Path) -> Published {
        let folder = reference.join("ludii");
        let mut by_name = BTreeMap::new();
        descriptions(&folder.join("lud"), &mut by_name);
        Published { folder, by_name }
    }

    /// The text of the description with this name of a file.
    pub fn text(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.by_name.get(name)?).ok()
    }

    /// The folder of the descriptions.
    pub fn folder(&self) -> PathBuf {
        self.folder.join("lud")
    }

    /// The descriptions that Ludii 1.3.12 compiles, by their paths within the folder.
    pub fn playable(&self) -> Vec<String> {
        let index = std::fs::read_to_string(self.folder.join("lud-index.tsv")).expect("the index can be read");
        let rows = index.lines().skip(1).filter_map(|line| {
            let mut fields = line.split('\t');
            fields.next().filter(|_| fields.next() == Some("true")).map(str::to_owned)
        });
        rows.collect()
    }

    /// All recordings: those of `traces`, which are found by the name of the game, then those of `library`, which are
    /// named by the path of their description, each in the order of their names.
    pub fn recordings(&self) -> Vec<Recorded> {
        let mut all = Vec::new();
        for (path, name) in files(&self.folder.join("traces")) {
            let header = header(&path);
            let game = header.get("game").and_then(Value::as_str).unwrap_or("");
            let description = self.by_name.get(game).unwrap_or_else(|| panic!("{name}: no description of {game}"));
            all.push(Recorded::new(format!("traces/{name}"), path, description.clone()));
        }
        for (path, name) in files(&self.folder.join("library")) {
            let of = name.strip_suffix("_a").or(name.strip_suffix("_b")).unwrap_or(&name);
            let description = self.folder().join(format!("{}.lud", of.replace("__", "/")));
            all.push(Recorded::new(format!("library/{name}"), path, description));
        }
        all
    }
}

impl Recorded {
    fn new(name: String, path: PathBuf, description: PathBuf) -> Recorded {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        Recorded { name, path, description, size }
    }
}

/// The first line of a recording.
pub fn header(path: &Path) -> Value {
    let file = std::fs::File::open(path).expect("a recording");
    let mut line = String::new();
    BufReader::new(MultiGzDecoder::new(file)).read_line(&mut line).expect("a first line");
    serde_json::from_str(&line).expect("a JSON object")
}

/// The recordings of a folder with their names, sorted.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).expect("recordings").map(|entry| entry.expect("an entry").path());
    let named = entries.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".jsonl.gz")?.to_owned();
        Some((path, name))
    });
    let mut files: Vec<_> = named.collect();
    files.sort();
    files
}

/// The files below a folder by their names without endings.
fn descriptions(folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            descriptions(&path, found);
        } else if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            found.insert(name.to_owned(), path.clone());
        }
    }
}
