//! The games that a match is made of.

use ludemic::library::find;
use ludemic::syntax::MAX_TEXT;
use ludemic::{Compiled, Failure, KnownDefines, Parsed};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where the games of a match are looked for, and the texts of those that are known.
#[derive(Debug, Clone, Default)]
pub struct Games {
    /// By name.
    pub texts: BTreeMap<String, String>,
    /// The file of the match: its games are looked for around it.
    pub file: Option<PathBuf>,
    /// A folder to look in instead.
    pub folder: Option<PathBuf>,
}

impl Games {
    /// All stages of a description; the texts of the games of a match are kept.
    pub fn compile(
        &mut self,
        name: &str,
        text: &str,
        options: &[String],
        known: &KnownDefines,
    ) -> Result<Compiled, Failure> {
        Parsed::new(name, text)?.expand(options, known)?.check()?.compile_with(&mut |subgame| {
            let text = self.text(&subgame.name)?;
            let name = format!("{}.lud", subgame.name);
            let stages = || Parsed::new(&name, &text)?.expand(&subgame.selections, known)?.check()?.compile();
            Some(stages())
        })
    }

    fn text(&mut self, name: &str) -> Option<String> {
        if let Some(text) = self.texts.get(name) {
            return Some(text.clone());
        }
        if self.file.is_none() && self.folder.is_none() {
            return None;
        }
        let path = find(name, self.file.as_deref().unwrap_or(Path::new("")), self.folder.as_deref())?;
        let mut text = String::new();
        File::open(path).ok()?.take(MAX_TEXT as u64 + 1).read_to_string(&mut text).ok()?;
        self.texts.insert(name.to_owned(), text.clone());
        Some(text)
    }
}
