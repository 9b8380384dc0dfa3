//! The open texts, and the changes that editors make to them.

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use ludemic::KnownDefines;
use ludemic::diag::Diagnostic;
use ludemic::ide::{Document, Lines, Position};
use ludemic::source::with_lf;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// An open text.
pub struct Open {
    pub uri: Uri,
    pub version: i32,
    /// Line ends as LF: places are lines and columns, which are the same.
    text: String,
    document: Option<Arc<Document>>,
    /// Whether its findings have not been told yet.
    pub untold: bool,
    /// What playing a little has found in this version.
    pub trial: Vec<Diagnostic>,
}

/// All open texts.
pub struct Documents {
    known: KnownDefines,
    open: BTreeMap<String, Open>,
}

impl Open {
    /// Whether it is still as it was read here. A version does not tell: texts that are opened again begin with the
    /// first.
    pub fn is(&self, read: &Arc<Document>) -> bool {
        self.document.as_ref().is_some_and(|document| Arc::ptr_eq(document, read))
    }
}

impl Documents {
    pub fn new(known: KnownDefines) -> Documents {
        Documents { known, open: BTreeMap::new() }
    }

    pub fn open(&mut self, uri: Uri, version: i32, text: &str) {
        let key = uri.as_str().to_owned();
        let text = with_lf(text).into_owned();
        self.open.insert(key, Open { uri, version, text, document: None, untold: true, trial: Vec::new() });
    }

    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    /// Makes changes, in order. One to a text that is not open is none.
    pub fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(open) = self.open.get_mut(uri.as_str()) else { return };
        for change in changes {
            let new = with_lf(&change.text);
            let Some(range) = change.range else {
                open.text = new.into_owned();
                continue;
            };
            let lines = Lines::new(&open.text);
            let place =
                |at: lsp_types::Position| lines.offset(&open.text, Position { line: at.line, column: at.character });
            let (start, end) = (place(range.start), place(range.end));
            open.text.replace_range(start.min(end)..end.max(start), &new);
        }
        open.version = version;
        open.document = None;
        open.trial.clear();
        open.untold = true;
    }

    /// A text as it is now.
    pub fn get(&mut self, uri: &Uri) -> Option<Arc<Document>> {
        let known = &self.known;
        let open = self.open.get_mut(uri.as_str())?;
        let document = open.document.get_or_insert_with(|| {
            let path = path(&open.uri);
            let name = path.as_ref().and_then(|path| path.file_name()?.to_str()).unwrap_or(open.uri.as_str());
            Arc::new(Document::new(name, &open.text, &[], known))
        });
        Some(Arc::clone(document))
    }

    /// An open text.
    pub fn state(&mut self, uri: &Uri) -> Option<&mut Open> {
        self.open.get_mut(uri.as_str())
    }

    /// A text whose findings have not been told.
    pub fn untold(&self) -> Option<Uri> {
        self.open.values().find(|open| open.untold).map(|open| open.uri.clone())
    }
}

/// The file that a `file:` address names.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let path = path.split(['?', '#']).next()?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        match byte {
            b'%' => bytes.push(u8::try_from(digit(rest.next())? * 16 + digit(rest.next())?).ok()?),
            byte => bytes.push(byte),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // A drive letter stands behind a slash that is none of the path.
    let drive = text.get(1..).filter(|rest| cfg!(windows) && rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&text)))
}

/// The `file:` address of a file.
pub fn address(file: &Path) -> Option<Uri> {
    let mut out = String::from("file://");
    let path = file.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    if !path.starts_with('/') {
        out.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b':' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&out).ok()
}
