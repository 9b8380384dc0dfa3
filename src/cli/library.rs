//! The games that a match is made of: descriptions found by name beside it.

use super::input::read;
use ludemic::library::find;
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed};
use std::path::Path;

/// Compiles a checked description; the games of a match are looked for in `folder`, or below the folders that the
/// description stands in, the nearest first.
pub fn compile(checked: Checked, file: &str, folder: Option<&Path>, known: &KnownDefines) -> Result<Compiled, Failure> {
    checked.compile_with(&mut |subgame| {
        let path = find(&subgame.name, Path::new(file), folder)?;
        let path = path.to_str()?;
        let text = read(path).ok()?;
        let stages = || Parsed::new(path, &text)?.expand(&subgame.selections, known)?.check()?.compile();
        Some(stages())
    })
}
