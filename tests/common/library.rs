//! The published descriptions, for tests that go through all of them.

use crate::common;
use ludemic::{Compiled, KnownDefines, Parsed};
use std::path::{Path, PathBuf};

/// All published descriptions, in order, or those of them that `LUDEMIC_ONLY` names.
pub fn descriptions() -> Option<Vec<PathBuf>> {
    let mut folders = vec![common::reference()?.join("ludii/lud")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "lud") {
                files.push(path);
            }
        }
    }
    files.sort();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    files.retain(|file| file.to_string_lossy().contains(&only));
    Some(files)
}

/// The game of a file under its default options, if it is one that can be played alone.
#[allow(dead_code, reason = "not every test program plays the library")]
pub fn compiled(path: &Path) -> Option<Compiled> {
    let text = std::fs::read_to_string(path).ok()?;
    let name = path.file_name()?.to_str()?;
    Parsed::new(name, &text).ok()?.expand(&[], &KnownDefines::standard()).ok()?.check().ok()?.compile().ok()
}
