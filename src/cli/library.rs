//! The games that a match is made of: descriptions found by name beside it.

use super::input::{read, shown};
use ludemic::library::find;
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed};
use std::path::Path;

/// All stages from the text of a file to the game; see [`compile`].
pub fn load(
    file: &str,
    text: &str,
    selections: &[String],
    folder: Option<&Path>,
    known: &KnownDefines,
) -> Result<Compiled, Failure> {
    compile(Parsed::new(shown(file), text)?.expand(selections, known)?.check()?, file, folder, known)
}

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
