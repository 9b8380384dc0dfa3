//! What several tests share.

use ludemic::{Compiled, KnownDefines, Parsed};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The reference folder; `None`, and a note that the test was skipped, when it is not there.
#[allow(dead_code, reason = "not every test program looks for the folder")]
pub fn reference() -> Option<PathBuf> {
    let folder = match std::env::var_os("LUDEMIC_REFERENCE") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    skip("reference folder not found");
    None
}

/// All published descriptions, in order, or those of them that `LUDEMIC_ONLY` names.
#[allow(dead_code, reason = "not every test program goes through the library")]
pub fn descriptions() -> Option<Vec<PathBuf>> {
    let mut folders = vec![reference()?.join("ludii/lud")];
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

/// Notes that a test was skipped, or a part of one, on the standard output and as a line of the file that `LUDEMIC_SKIPPED`
/// names: `.ci/run` counts them, and does not pass over them where the reference folder is.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("?");
    println!("skipped: {why}");
    let Some(file) = std::env::var_os("LUDEMIC_SKIPPED") else { return };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("the file of skipped tests");
    // One call, so that lines of several programs do not mix.
    file.write_all(format!("{}: {test}: {why}\n", module_path!()).as_bytes()).expect("a line is written");
}

/// Fails where fewer cases pass than did once. Of the cases that cannot be played yet there may only become fewer: who makes more
/// of them pass raises the floor.
#[allow(dead_code, reason = "not every test program counts cases")]
pub fn at_least(floor: usize, passed: usize, suite: &str) {
    let only = std::env::var_os("LUDEMIC_ONLY").is_some_and(|only| !only.is_empty());
    assert!(only || passed >= floor, "{suite}: {passed} cases pass, {floor} did before");
}
