//! Standard output and standard error: colours, formats, findings.

use super::{Color, Format, Stop};
use ludemic::Failure;
use ludemic::diag::Diagnostic;
use ludemic::render::{FindingRecord, concise, finding, github};
use ludemic::source::Sources;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// The two outputs. Text for standard output is buffered until [`Ui::finish`].
pub struct Ui {
    out: BufWriter<Stdout>,
    color_out: bool,
    color_err: bool,
    format: Format,
}

impl Ui {
    /// Looks at the terminal and at NO_COLOR.
    pub fn new(color: Color, format: Format) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colored = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !plain,
        };
        Ui {
            out: BufWriter::new(io::stdout()),
            color_out: colored(io::stdout().is_terminal()),
            color_err: colored(io::stderr().is_terminal()),
            format,
        }
    }

    /// Whether programs read the output.
    pub fn json(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether a GitHub workflow reads the output.
    pub fn github(&self) -> bool {
        self.format == Format::Github
    }

    /// Whether a spreadsheet reads the output.
    pub fn csv(&self) -> bool {
        self.format == Format::Csv
    }

    /// Whether people read the output, with all there is to see.
    pub fn full(&self) -> bool {
        matches!(self.format, Format::Full | Format::Trl | Format::Csv)
    }

    /// Whether all findings are to be one SARIF log.
    pub fn sarif(&self) -> bool {
        self.format == Format::Sarif
    }

    /// Whether standard output has colours.
    pub fn color(&self) -> bool {
        self.color_out
    }

    /// Prints text.
    pub fn print(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Prints a value as JSON, on one line.
    pub fn object(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }

    /// Prints a value for programs, a line for people.
    pub fn tell(&mut self, value: &impl Serialize, text: impl std::fmt::Display) -> io::Result<()> {
        if self.json() { self.object(value) } else { self.line(text) }
    }

    /// Hands everything printed to whoever reads it.
    pub fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Tells on standard error why something cannot be done.
    pub fn complain(&self, message: &str) {
        let (start, end) = if self.color_err { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        // Without standard error there is nobody to tell.
        let _ = writeln!(io::stderr(), "{start}ludemic:{end} {message}");
    }

    /// Tells why what was asked for cannot be done with what was given, and stops.
    pub fn refuse(&self, why: impl std::fmt::Display) -> Stop {
        self.complain(&why.to_string());
        Stop::Findings
    }

    /// Tells something on standard error that is not a complaint.
    pub fn note(&self, message: &str) {
        let _ = writeln!(io::stderr(), "{message}");
    }

    /// Findings on standard output, in the order of the text.
    pub fn findings(&mut self, sources: &Sources, findings: &[Diagnostic]) -> io::Result<()> {
        for one in ordered(findings) {
            let text = self.shown(sources, one, self.color_out);
            self.print(text)?;
        }
        Ok(())
    }

    /// Findings on standard error, in the order of the text.
    pub fn findings_aside(&mut self, sources: &Sources, findings: &[Diagnostic]) {
        for one in ordered(findings) {
            self.note(self.shown(sources, one, self.color_err).trim_end_matches('\n'));
            if self.full() {
                self.note("");
            }
        }
    }

    /// A finding in the format that is asked for, with its line end.
    fn shown(&self, sources: &Sources, one: &Diagnostic, color: bool) -> String {
        match self.format {
            Format::Full | Format::Trl | Format::Csv => finding(sources, one, color) + "\n",
            Format::Json => serde_json::to_string(&FindingRecord::new(sources, one)).unwrap_or_default() + "\n",
            Format::Github => github(sources, one),
            Format::Concise | Format::Sarif => concise(sources, one),
        }
    }

    /// The findings of a failure on standard error.
    pub fn failure(&mut self, failure: &Failure) {
        self.findings_aside(&failure.sources, &failure.findings);
    }
}

/// Findings by place, errors before all others: those without a place first, then file by file.
fn ordered(findings: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut list: Vec<&Diagnostic> = findings.iter().collect();
    let place = |finding: &Diagnostic| finding.origin.as_ref().map(|origin| (origin.span.source, origin.span.start));
    list.sort_by_key(|finding| (!finding.is_error(), place(finding)));
    list
}

/// An object with the fields of another behind its own.
pub fn extended(mut object: Value, more: Value) -> Value {
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
