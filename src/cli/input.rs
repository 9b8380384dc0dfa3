//! Descriptions from files, with their options and defines.

use super::library;
use super::output::Ui;
use super::{CANNOT_RUN, CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::diag::{Diagnostic, Severity};
use ludemic::engine::game::{MEMORY_LIMIT, WORK_LIMIT};
use ludemic::library::files_below;
use ludemic::syntax::MAX_TEXT;
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The code of a ludeme of the language that cannot be played yet: no mistake of the description.
pub const NOT_PLAYABLE: &str = "LUD0401";

/// How a game is chosen: options and the library of defines.
#[derive(clap::Args)]
pub struct Choice {
    /// Choose an item of an option, or a ruleset by its heading; may be repeated
    #[arg(short, long = "option", value_name = "HEADING/ITEM")]
    pub options: Vec<String>,

    /// Folder of .def files: further defines, and others in the place of known ones of the same name
    #[arg(long, value_name = "DIR")]
    pub defs: Option<PathBuf>,

    /// Folder of descriptions in which a match finds its games; without it they are looked for around the match
    #[arg(long, value_name = "DIR")]
    pub lud: Option<PathBuf>,
}

/// One description and how it is chosen.
#[derive(clap::Args)]
pub struct Description {
    /// The description, a .lud file; `-` for standard input
    pub file: String,

    #[command(flatten)]
    pub choice: Choice,
}

/// What a ply may cost, where games are played.
#[derive(clap::Args, Clone, Copy)]
pub struct Budget {
    /// Evaluation work allowed for one move; beyond it the rules fail. A unit takes some nanoseconds
    #[arg(long, default_value_t = WORK_LIMIT, value_name = "UNITS", value_parser = clap::value_parser!(u64).range(1..))]
    pub work: u64,

    /// Memory allowed for what one move takes, and for the moves of a game, in MiB; beyond it the rules fail
    #[arg(long, default_value_t = MEMORY_LIMIT >> 20, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub memory: u64,
}

/// A description whose game is played.
#[derive(clap::Args)]
pub struct Playable {
    #[command(flatten)]
    pub description: Description,

    #[command(flatten)]
    pub budget: Budget,
}

impl Playable {
    /// The game with its bounds. Errors are told.
    pub fn compiled(&self, ui: &mut Ui) -> Result<Compiled, Stop> {
        Ok(self.budget.of(self.description.compiled(ui)?))
    }
}

impl Budget {
    /// The game with these bounds.
    pub fn of(self, compiled: Compiled) -> Compiled {
        compiled.with_work(self.work).with_memory(self.memory << 20)
    }
}

impl Choice {
    /// The library of defines. What is wrong with its files is told on standard error.
    pub fn known(&self, ui: &mut Ui) -> Result<KnownDefines, Stop> {
        let Some(folder) = &self.defs else { return Ok(KnownDefines::standard()) };
        let known = KnownDefines::load_dir(folder)
            .map_err(|error| format!("cannot read the defines in {}: {error}", folder.display()))?;
        ui.findings_aside(&ludemic::source::Sources::new(), known.problems());
        Ok(known.or(KnownDefines::standard()))
    }

    /// A description of this file all the way to a game, with the games of a match.
    pub fn compile(&self, checked: Checked, file: &str, known: &KnownDefines) -> Result<Compiled, Failure> {
        library::compile(checked, file, self.lud.as_deref(), known)
    }
}

impl Description {
    /// The description read into a tree; findings are told.
    pub fn parsed(&self, ui: &mut Ui) -> Result<Parsed, Stop> {
        let text = read(&self.file)?;
        told(ui, Parsed::new(shown(&self.file), &text))
    }

    /// The description all the way to a game. Errors are told; warnings are the business of `check`.
    pub fn compiled(&self, ui: &mut Ui) -> Result<Compiled, Stop> {
        self.compiled_with(&self.choice.options, ui)
    }

    /// The same with these selections.
    pub fn compiled_with(&self, selections: &[String], ui: &mut Ui) -> Result<Compiled, Stop> {
        let known = self.choice.known(ui)?;
        self.parsed(ui)
            .and_then(|parsed| told(ui, parsed.expand(selections, &known)))
            .and_then(|expansion| told(ui, expansion.check()))
            .and_then(|checked| told(ui, self.choice.compile(checked, &self.file, &known)))
    }

    /// The same as [`Description::compiled`]; a game that cannot be played yet comes without its rules, which is told.
    pub fn drawable(&self, ui: &mut Ui) -> Result<Compiled, Stop> {
        let known = self.choice.known(ui)?;
        let expansion = self.parsed(ui).and_then(|parsed| told(ui, parsed.expand(&self.choice.options, &known)))?;
        let checked = told(ui, expansion.check())?;
        match self.choice.compile(checked.clone(), &self.file, &known) {
            Err(failure) if !failure.findings.iter().any(|one| one.is_error() && one.code != NOT_PLAYABLE) => {
                let compiled = told(ui, checked.without_rules())?;
                let ludemes = failure.findings.iter().filter(|one| one.code == NOT_PLAYABLE).map(ludeme_of);
                let ludemes: BTreeSet<&str> = ludemes.collect();
                let ludemes = ludemes.into_iter().collect::<Vec<_>>().join(", ");
                ui.note(&format!("the board without the game, which cannot be played yet: {ludemes}"));
                Ok(compiled)
            }
            other => told(ui, other),
        }
    }
}

/// The ludeme that a finding says cannot be played.
pub fn ludeme_of(finding: &Diagnostic) -> &str {
    finding.message.rsplit_once(": ").map_or(&*finding.message, |(_, ludeme)| ludeme)
}

/// Tells the findings of a failure on standard error.
pub fn told<T>(ui: &mut Ui, result: Result<T, Failure>) -> Result<T, Stop> {
    result.map_err(|failure| {
        ui.failure(&failure);
        Stop::Findings
    })
}

/// Turns ludemes that cannot be played yet into notes, for those who only look at a description: it is right.
pub fn excuse(mut failure: Failure) -> Failure {
    for finding in failure.findings.iter_mut().filter(|finding| finding.code == NOT_PLAYABLE) {
        finding.severity = Severity::Note;
    }
    failure
}

/// The name people are shown for a file argument.
pub fn shown(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}

/// The text of a file, `-` for standard input. Of an endless file no more is read than a description may have.
pub fn read(file: &str) -> Result<String, Stop> {
    let mut bytes = Vec::new();
    let limit = MAX_TEXT as u64 + 1;
    let result = if file == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    result.map_err(|error| format!("cannot read {}: {}", shown(file), reason(&error)))?;
    if bytes.len() > MAX_TEXT {
        return Err(format!("{} is too long: a description has at most {} MiB", shown(file), MAX_TEXT >> 20).into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
        Stop::CannotRun(format!("{} is not UTF-8 text: line {line}, byte {} of the file", shown(file), at + 1))
    })
}

/// The files of arguments: folders stand for all .lud files below them, in the order of their paths.
pub fn files(arguments: &[String]) -> Result<Vec<String>, Stop> {
    let mut files = Vec::new();
    for argument in arguments {
        if argument == "-" || !Path::new(argument).is_dir() {
            files.push(argument.clone());
            continue;
        }
        let found = files_below(Path::new(argument), "lud")
            .map_err(|error| format!("cannot read the folder {argument}: {}", reason(&error)))?;
        if found.is_empty() {
            return Err(format!("there is no .lud file in {argument}").into());
        }
        let mut found: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Does something with the files of arguments, and gives the worst exit code: what cannot be read is told of, and the
/// others are done all the same.
pub fn each(arguments: &[String], ui: &mut Ui, mut work: impl FnMut(&str, &mut Ui) -> CommandResult) -> CommandResult {
    let mut code = CLEAN;
    for file in files(arguments)? {
        code = code.max(match work(&file, ui) {
            Err(Stop::Findings) => FINDINGS,
            Err(Stop::CannotRun(message)) => {
                ui.finish()?;
                ui.complain(&message);
                CANNOT_RUN
            }
            done => done?,
        });
    }
    Ok(code)
}

/// Why a file cannot be read, in words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::AlreadyExists => "there is something else of that name".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Opens a file; a folder is refused on every system.
pub fn open(file: &str) -> io::Result<File> {
    if Path::new(file).is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    File::open(file)
}
