//! What an editor asks of a description while it is written: findings, meanings, what may stand at a place, names and
//! where they are used, an outline, a layout.
//!
//! A [`Document`] is a text as it is at one moment, whatever is wrong with it. It is read once; its answers are pure
//! functions of the text and a place in it. Places are bytes of [`Document::text`], whose lines end in LF; [`Lines`]
//! turns them into what editors count. Nothing here reads files, starts threads or looks at a clock: the language
//! server and the web page ask the same questions.
//!
//! # Examples
//!
//! ```
//! use ludemic::KnownDefines;
//! use ludemic::ide::Document;
//!
//! let text = r#"(game "Three" (players 2)
//!     (equipment { (board (square 3)) (piece "Disc" Each) })
//!     (rules (play (move Add (to (sites Emty)))) (end (if (is Line 3) (result Mover Win)))))"#;
//! let document = Document::new("three.lud", text, &[], &KnownDefines::standard());
//! let [finding] = document.findings() else { panic!("one mistake") };
//! assert_eq!(finding.message, "unknown keyword `Emty` of `sites`");
//!
//! let place = text.find("Emty").unwrap_or_default();
//! assert!(document.fixes(place..place).iter().any(|fix| fix.edits[0].text == "Empty"));
//! assert!(document.complete(place + 2).iter().any(|item| item.label == "Empty"));
//! assert!(document.hover(text.find("players").unwrap_or_default()).is_some());
//! ```

mod complete;
mod cursor;
mod fixes;
mod hover;
mod inlay;
mod lines;
mod mend;
mod names;
mod outline;
mod rough;
mod seen;
mod tokens;
mod tree;
mod words;

pub use complete::{Completion, CompletionKind};
pub use fixes::Fix;
pub use hover::Hover;
pub use inlay::Inlay;
pub use lines::{Lines, Position};
pub use names::{Class, Mention};
pub use outline::{Fold, Symbol, SymbolKind};
pub use tokens::{Token, TokenKind};

use crate::diag::{Diagnostic, Origin, Severity};
use crate::expand::KnownDefines;
use crate::pipeline::{Checked, Failure, Parsed};
use crate::source::{SourceId, Sources, Span};
use crate::tryout::try_out;
use names::Names;
use rough::Rough;
use seen::Seens;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tree::Tree;

/// A change to a text: the bytes of a range are replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty where something is put in.
    pub range: Range<usize>,
    /// What it is replaced by.
    pub text: String,
}

/// A description as it is at one moment.
#[derive(Debug)]
pub struct Document {
    name: String,
    text: Arc<str>,
    selections: Vec<String>,
    known: KnownDefines,
    lines: Lines,
    tree: Tree,
    sources: Sources,
    findings: Vec<Diagnostic>,
    checked: Option<Checked>,
    rough: OnceLock<Option<Rough>>,
    names: OnceLock<Names>,
    seens: OnceLock<Seens>,
}

/// The text of the description among its sources.
const MAIN: SourceId = SourceId(0);

/// The code of a ludeme of the language that cannot be played yet: no mistake of the description.
const NOT_PLAYABLE: &str = "LUD0401";

impl Document {
    /// Reads a text; `name` is what people are shown, a selection is `Heading/Item` or the name of a ruleset.
    pub fn new(name: &str, text: &str, selections: &[String], known: &KnownDefines) -> Document {
        let mut sources = Sources::new();
        let id = sources.add(name, text);
        let text = sources.get(id).map_or_else(|| Arc::from(""), |source| source.text.clone());
        let stages = || Parsed::new(name, &text)?.expand(selections, known)?.check();
        let (sources, findings, checked) = match stages() {
            Ok(checked) => (checked.sources().clone(), checked.findings().to_vec(), Some(checked)),
            Err(Failure { sources, findings }) => (sources, findings, None),
        };
        Document {
            name: name.to_owned(),
            lines: Lines::new(&text),
            tree: Tree::new(&text),
            text,
            selections: selections.to_vec(),
            known: known.clone(),
            sources,
            findings,
            checked,
            rough: OnceLock::new(),
            names: OnceLock::new(),
            seens: OnceLock::new(),
        }
    }

    /// The text, line ends as LF.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines of the text.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The texts that findings point into: this one, which is the first, and those of known defines.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What is wrong, as far as it is seen without building the board: reading, expanding and checking.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// The description with every clause resolved; `None` where an error prevents it.
    pub fn checked(&self) -> Option<&Checked> {
        self.checked.as_ref()
    }

    /// What else is wrong: what building the board, lowering the rules and a few random moves show. Ludemes that cannot
    /// be played yet are notes. Takes as long as a game takes to set up; the work of moves is limited. None where an
    /// error has been found before, and of a match, whose games are other texts.
    pub fn trial_findings(&self) -> Vec<Diagnostic> {
        let Some(checked) = self.checked.clone() else { return Vec::new() };
        if checked.typed().form.head == "match" {
            return Vec::new();
        }
        let told = checked.findings().len();
        let (mut findings, trial) = match checked.compile() {
            Ok(compiled) => (compiled.findings().to_vec(), try_out(&compiled)),
            Err(failure) => (failure.findings, Vec::new()),
        };
        findings.drain(..told.min(findings.len()));
        findings.extend(trial);
        for finding in findings.iter_mut().filter(|finding| finding.code == NOT_PLAYABLE) {
            finding.severity = Severity::Note;
        }
        findings
    }

    /// The place in this text that something is about: where it was written, or the call of the known define it comes
    /// from.
    pub fn place(&self, origin: &Origin) -> Range<usize> {
        origin.places().find_map(|span| self.range(span)).unwrap_or(0..0)
    }

    /// The bytes of a span of this text; `None` for one of another.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        let (start, end) = (span.start as usize, span.end as usize);
        let inside = self.text.get(start..end.min(self.text.len())).is_some();
        (span.source == MAIN && inside).then_some(start..end.min(self.text.len()))
    }

    /// The text in the canonical layout; `None` where brackets or quotes do not match.
    pub fn format(&self) -> Option<String> {
        Some(Parsed::new(&self.name, &self.text).ok()?.ast().format())
    }

    fn rough(&self) -> Option<&Rough> {
        self.rough.get_or_init(|| Rough::of(self)).as_ref()
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(self))
    }

    fn seens(&self) -> &Seens {
        self.seens.get_or_init(|| Seens::of(self))
    }
}
