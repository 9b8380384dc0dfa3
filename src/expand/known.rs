//! The library of defines: those that are part of the language, and files of others.

use super::draft::Draft;
use super::limits::Limits;
use super::options::content;
use super::problems::Problems;
use super::tags::Lowering;
use crate::diag::Diagnostic;
#[cfg(feature = "files")]
use crate::library::files_below;
use crate::source::{Sources, Span};
use crate::syntax::{Node, NodeKind, parse};
use std::collections::BTreeMap;
#[cfg(feature = "files")]
use std::io;
use std::ops::Range;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The defines of the language: what each must do is Ludii 1.3.12's, how it is written is ours.
const STANDARD: &[(&str, &str)] = &[
    ("<defines>/boards.lud", include_str!("../../grammar/defines/boards.lud")),
    ("<defines>/captures.lud", include_str!("../../grammar/defines/captures.lud")),
    ("<defines>/conditions.lud", include_str!("../../grammar/defines/conditions.lud")),
    ("<defines>/ends.lud", include_str!("../../grammar/defines/ends.lud")),
    ("<defines>/functions.lud", include_str!("../../grammar/defines/functions.lud")),
    ("<defines>/hops.lud", include_str!("../../grammar/defines/hops.lud")),
    ("<defines>/moves.lud", include_str!("../../grammar/defines/moves.lud")),
    ("<defines>/pieces.lud", include_str!("../../grammar/defines/pieces.lud")),
    ("<defines>/setups.lud", include_str!("../../grammar/defines/setups.lud")),
    ("<defines>/tracks.lud", include_str!("../../grammar/defines/tracks.lud")),
];

/// What the names of defines begin with that only the defines of the language call. No description would use such a
/// name, so that none of its own defines comes between them.
const INNER: &str = "Ludemic.";

/// Defines that every description may use, by the name inside their file.
#[derive(Debug, Clone, Default)]
pub struct KnownDefines {
    map: BTreeMap<Arc<str>, Entry>,
    problems: Vec<Diagnostic>,
}

/// Where a known define is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPlace {
    /// The name of its file: `<defines>/…` for one that is part of the language, otherwise as it was given.
    pub file: Arc<str>,
    /// The text of the file.
    pub text: Arc<str>,
    /// The bytes of the name, without quotes.
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
enum Entry {
    Read(Known),
    /// In the file of this number among [`STANDARD`], which is read when one of its defines is called: most
    /// descriptions call a few.
    Standard(usize),
}

#[derive(Debug, Clone)]
struct Known {
    file: Arc<str>,
    text: Arc<str>,
    /// The items behind the name.
    body: Vec<Node>,
    name: Node,
}

impl KnownDefines {
    /// No defines.
    pub fn none() -> Self {
        Self::default()
    }

    /// The defines that are part of the language, as Ludii 1.3.12 has them.
    pub fn standard() -> Self {
        static STANDARD_DEFINES: OnceLock<KnownDefines> = OnceLock::new();
        let names = || {
            let files = STANDARD.iter().enumerate();
            files.flat_map(|(file, (_, text))| names_in(text).map(move |name| (name.into(), Entry::Standard(file))))
        };
        STANDARD_DEFINES.get_or_init(|| KnownDefines { map: names().collect(), problems: Vec::new() }).clone()
    }

    fn known(&self, name: &str) -> Option<&Known> {
        static FILES: [OnceLock<KnownDefines>; STANDARD.len()] = [const { OnceLock::new() }; STANDARD.len()];
        match self.map.get(name)? {
            Entry::Read(known) => Some(known),
            Entry::Standard(file) => {
                let read = || Self::from_files(STANDARD.get(*file).copied());
                FILES.get(*file)?.get_or_init(read).known(name)
            }
        }
    }

    /// These defines, and those of `other` whose names are not among them.
    #[must_use]
    pub fn or(mut self, other: KnownDefines) -> Self {
        for (name, known) in other.map {
            self.map.entry(name).or_insert(known);
        }
        self.problems.extend(other.problems);
        self
    }

    /// Reads files given as name and text, each with `(define "Name" …)` clauses. A file without any is left out and
    /// told of in [`KnownDefines::problems`]; of two defines with one name the first counts.
    pub fn from_files<N: AsRef<str>, T: AsRef<str>>(files: impl IntoIterator<Item = (N, T)>) -> Self {
        let mut known = Self::default();
        for (file, text) in files {
            known.add(file.as_ref(), text.as_ref());
        }
        known
    }

    /// Reads all files below a folder whose names end in `.def`, in the order of their paths.
    ///
    /// # Errors
    ///
    /// When the folder or a file in it cannot be read.
    #[cfg(feature = "files")]
    pub fn load_dir(folder: &Path) -> io::Result<Self> {
        let read = |path: &PathBuf| std::fs::read_to_string(path).map(|text| (path.display().to_string(), text));
        let mut files = files_below(folder, "def")?.iter().map(read).collect::<io::Result<Vec<_>>>()?;
        files.sort();
        Ok(Self::from_files(files))
    }

    /// How many defines there are.
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// The names that descriptions may call, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(|name| &**name).filter(|name| !name.starts_with(INNER))
    }

    /// The text of a define with the comment above it; `None` for a name that is none.
    pub fn text(&self, name: &str) -> Option<String> {
        let known = self.known(name)?;
        let (start, end) = (known.name.start as usize, known.body.last().unwrap_or(&known.name).end as usize);
        let begin = known.text.get(..start)?.rfind("(define")?;
        let close = known.text.get(end..)?.find(')').map_or(known.text.len(), |close| end + close + 1);
        // The comment that heads a group of defines is about each of them.
        let group = known.text.get(..begin)?.lines().rev().take_while(|line| !line.trim().is_empty());
        let above: Vec<&str> = group.filter(|line| line.starts_with("//")).collect();
        let mut text: String = above.iter().rev().map(|line| format!("{line}\n")).collect();
        text.push_str(known.text.get(begin..close)?);
        Some(text)
    }

    /// Where a define is written; `None` for a name that is none.
    pub fn place(&self, name: &str) -> Option<KnownPlace> {
        let known = self.known(name)?;
        // Without its quotes.
        let range = known.name.start as usize + 1..known.name.end as usize - 1;
        Some(KnownPlace { file: known.file.clone(), text: known.text.clone(), range })
    }

    /// What was wrong with the files.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    fn add(&mut self, file: &str, text: &str) {
        let mut sources = Sources::new();
        let id = sources.add(file, text);
        let broken = |reason: &str| Diagnostic {
            severity: crate::diag::Severity::Warning,
            ..Diagnostic::placeless("LUD0131", format!("the define file {file} is not used: {reason}"))
        };
        let ast = match parse(&sources, id) {
            Ok(ast) => ast,
            Err(problem) => {
                self.problems.push(broken(&problem.message));
                return;
            }
        };
        let mut any = false;
        for define in ast.nodes.iter().filter(|node| node.head(&ast.text) == Some("define")) {
            let parts = define.children();
            let Some(at) = parts.iter().position(|part| part.kind == NodeKind::Text) else { continue };
            any = true;
            let name = content(&parts[at], &ast.text);
            if self.map.contains_key(&name) {
                self.problems.push(broken(&format!("\"{name}\" is defined already")));
                continue;
            }
            let body = parts[at + 1..].to_vec();
            let known = Known { file: file.into(), text: ast.text.clone(), body, name: parts[at].clone() };
            self.map.insert(name, Entry::Read(known));
        }
        if !any {
            self.problems.push(broken("it holds no (define \"Name\" …)"));
        }
    }

    /// Whether there is a define of this name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    /// The body of a define and the place of its name, its text added to the sources.
    pub(super) fn body(
        &self,
        name: &str,
        sources: &mut Sources,
        limits: &mut Limits,
        problems: &mut Problems,
    ) -> Option<(Vec<Draft>, Span)> {
        let known = self.known(name)?;
        let id = sources.add(known.file.clone(), &known.text);
        let body = Lowering::new(&[], known.text.clone(), limits, problems).lower(id, &known.text, &known.body);
        Some((body, known.name.span(id)))
    }
}

/// The names of the defines in a text that begins each on a line of its own, as ours do.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("(define \"")?.split_once('"')).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_our_files_are_found_without_reading_them() {
        let read = KnownDefines::from_files(STANDARD.iter().copied());
        assert!(read.problems().is_empty(), "{:?}", read.problems());
        let standard = KnownDefines::standard();
        assert!(read.map.keys().eq(standard.map.keys()));
        assert!(standard.map.keys().all(|name| standard.known(name).is_some()));
    }
}
