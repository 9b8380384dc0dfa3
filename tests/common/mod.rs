//! What several tests share.

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

/// The files of the published descriptions, each with whether Ludii 1.3.12 compiles it.
#[allow(dead_code, reason = "not every test program goes through the library")]
pub fn index(reference: &Path) -> Vec<(String, bool)> {
    let index = std::fs::read_to_string(reference.join("ludii/lud-index.tsv")).expect("the index can be read");
    let rows = index.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?.to_owned(), fields.next()? == "true"))
    });
    rows.collect()
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
