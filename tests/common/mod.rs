//! What several tests share.

use std::path::PathBuf;

/// The reference folder; `None`, and a line on the standard output, when it is not there.
pub fn reference() -> Option<PathBuf> {
    let folder = match std::env::var_os("LUDEMIC_REFERENCE") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: reference folder not found");
    None
}
