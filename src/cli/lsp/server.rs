//! Messages from the editor, one after the other, and what is said in return.

use super::answers::{self, TOKEN_TYPES};
use super::commands::{COMMANDS, Done, Kept, PATIENCE, Task, carry_out};
use super::convert::{diagnostic, offset};
use super::documents::{Documents, address};
use super::trials::{self, Job, Report};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::Uri;
use ludemic::KnownDefines;
use ludemic::diag::Diagnostic;
use ludemic::ide::Document;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long to wait for more of what is being typed before the findings are told.
const PAUSE: Duration = Duration::from_millis(3);

/// How many commands may run at a time.
const MAX_RUNNING: usize = 4;

/// What is no mistake in a file of defines: that there is no game, that a define counts in place of a known one, and
/// that nothing calls it.
const OF_GAMES: [&str; 3] = ["LUD0102", "LUD0124", "LUD0125"];

/// What a command came to: the request, and the result.
type Finished = (RequestId, Result<Done, Option<String>>);

struct Server<'a> {
    out: &'a Sender<Message>,
    documents: Documents,
    defs: Option<OsString>,
    jobs: Sender<Job>,
    reports: Receiver<Report>,
    done: Sender<Finished>,
    finished: Receiver<Finished>,
    running: HashMap<RequestId, Arc<AtomicBool>>,
    snippets: bool,
    /// Whether the editor shows documents, and whether it shows results by itself.
    shows: bool,
    takes_results: bool,
    /// How long a command may take.
    patience: Duration,
    /// Files with results that the editor shows.
    kept: Vec<Kept>,
    /// Files with known defines that the editor has been sent to.
    shown: HashMap<Arc<str>, Kept>,
    /// Numbers of requests of our own.
    asked: i32,
    ending: bool,
}

/// Serves until the end: whether the editor asked for it first, as the protocol wants.
///
/// # Errors
///
/// What went wrong at the beginning.
pub fn serve(connection: &Connection, known: KnownDefines, defs: Option<PathBuf>) -> Result<bool, String> {
    let (id, hello) = match connection.initialize_start() {
        Ok(hello) => hello,
        // The editor went before it began.
        Err(error) if error.channel_is_disconnected() => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let told = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "ludemic", "version": env!("CARGO_PKG_VERSION") },
    });
    if let Err(error) = connection.initialize_finish(id, told) {
        return if error.channel_is_disconnected() { Ok(false) } else { Err(error.to_string()) };
    }
    let (jobs, reports) = trials::start()?;
    let (done, finished) = unbounded();
    let flag = |path: &str| hello.pointer(path).and_then(Value::as_bool).unwrap_or(false);
    let mut server = Server {
        out: &connection.sender,
        documents: Documents::new(known),
        defs: defs.map(Into::into),
        jobs,
        reports,
        done,
        finished,
        running: HashMap::new(),
        snippets: flag("/capabilities/textDocument/completion/completionItem/snippetSupport"),
        shows: flag("/capabilities/window/showDocument/support"),
        takes_results: flag("/initializationOptions/results"),
        patience: hello
            .pointer("/initializationOptions/seconds")
            .and_then(Value::as_u64)
            .map_or(PATIENCE, Duration::from_secs),
        kept: Vec::new(),
        shown: HashMap::new(),
        asked: 0,
        ending: false,
    };
    Ok(server.run(&connection.receiver))
}

fn capabilities() -> Value {
    let commands: Vec<&str> = COMMANDS.iter().map(|(command, _)| *command).collect();
    let token_types = TOKEN_TYPES.map(|(_, name)| name);
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2 },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": ["(", "\"", "<", ":", " "] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentFormattingProvider": true,
        "inlayHintProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "codeLensProvider": {},
        "semanticTokensProvider": { "legend": { "tokenTypes": token_types, "tokenModifiers": [] }, "full": true },
        "executeCommandProvider": { "commands": commands },
    })
}

/// Why a request has no answer.
type Refusal = (ErrorCode, String);

impl Server<'_> {
    fn run(&mut self, messages: &Receiver<Message>) -> bool {
        loop {
            // What is being typed comes in many messages; findings are told when there is a pause.
            if self.documents.untold().is_some() {
                match messages.recv_timeout(PAUSE) {
                    Ok(message) => {
                        if let Some(end) = self.message(message) {
                            return end;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => self.tell(),
                    Err(RecvTimeoutError::Disconnected) => return false,
                }
                continue;
            }
            crossbeam_channel::select! {
                recv(messages) -> message => match message {
                    Ok(message) => if let Some(end) = self.message(message) {
                        return end;
                    },
                    Err(_) => return false,
                },
                recv(self.reports) -> report => if let Ok(report) = report {
                    self.report(report);
                },
                recv(self.finished) -> finished => if let Ok((id, result)) = finished {
                    self.finish(id, result);
                },
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // Where nobody listens the next message read will end it.
        let _ = self.out.send(message.into());
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Takes a message: whether the end was clean, when it is the end.
    fn message(&mut self, message: Message) -> Option<bool> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) if notification.method == "exit" => return Some(self.ending),
            Message::Notification(notification) => {
                let _ = catch_unwind(AssertUnwindSafe(|| self.notification(notification)));
            }
            Message::Response(_) => {}
        }
        None
    }

    fn notification(&mut self, notification: Notification) {
        let params = notification.params;
        match &*notification.method {
            "textDocument/didOpen" => {
                if let Ok(params) = serde_json::from_value::<lsp_types::DidOpenTextDocumentParams>(params) {
                    let item = params.text_document;
                    self.documents.open(item.uri, item.version, &item.text);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value::<lsp_types::DidChangeTextDocumentParams>(params) {
                    let item = params.text_document;
                    self.documents.change(&item.uri, item.version, params.content_changes);
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = serde_json::from_value::<lsp_types::DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri;
                    self.documents.close(&uri);
                    self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }));
                }
            }
            "$/cancelRequest" => {
                let id = params.get("id").cloned().and_then(|id| serde_json::from_value::<RequestId>(id).ok());
                if let Some(stop) = id.and_then(|id| self.running.get(&id)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            _ => {}
        }
    }

    /// Tells the findings of a text, and has it tried out where there is no error.
    fn tell(&mut self) {
        let Some(uri) = self.documents.untold() else { return };
        let document = catch_unwind(AssertUnwindSafe(|| self.documents.get(&uri))).ok().flatten();
        let Some(open) = self.documents.state(&uri) else { return };
        open.untold = false;
        let Some(document) = document else { return };
        self.publish(&uri, &document);
        if document.checked().is_some() {
            let _ = self.jobs.send(Job { uri, document });
        }
    }

    fn publish(&mut self, uri: &Uri, document: &Document) {
        let Some(open) = self.documents.state(uri) else { return };
        let version = open.version;
        let defines = super::documents::path(uri).is_some_and(|path| path.extension().is_some_and(|e| e == "def"));
        let expected = |finding: &&Diagnostic| !(defines && OF_GAMES.contains(&finding.code));
        let findings = document.findings().iter().chain(&open.trial).filter(expected);
        let list: Vec<lsp_types::Diagnostic> = findings.map(|finding| diagnostic(document, uri, finding)).collect();
        let params = json!({ "uri": uri, "version": version, "diagnostics": list });
        self.notify("textDocument/publishDiagnostics", params);
    }

    fn report(&mut self, report: Report) {
        let Some(open) = self.documents.state(&report.uri) else { return };
        // Another text is being tried out, or will be.
        if report.findings.is_empty() || !open.is(&report.document) {
            return;
        }
        open.trial = report.findings;
        self.publish(&report.uri, &report.document);
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let answer = if self.ending {
            Err((ErrorCode::InvalidRequest, "the server has been shut down".to_owned()))
        } else {
            match &*request.method {
                "shutdown" => {
                    self.ending = true;
                    self.running.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
                    Ok(Value::Null)
                }
                "workspace/executeCommand" => match self.command(&request) {
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                },
                _ => catch_unwind(AssertUnwindSafe(|| self.answer(&request))).unwrap_or_else(|_| {
                    Err((
                        ErrorCode::InternalError,
                        "this is a mistake of ludemic; the text is left as it is".to_owned(),
                    ))
                }),
            }
        };
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        });
    }

    /// The answer to a request about a text.
    fn answer(&mut self, request: &Request) -> Result<Value, Refusal> {
        let snippets = self.snippets;
        match &*request.method {
            "textDocument/hover" => self.at(request, |document, _, at| answers::hover(document, at)),
            "textDocument/completion" => {
                self.at(request, |document, _, at| answers::completion(document, at, snippets))
            }
            "textDocument/definition" => self.definition(request),
            "textDocument/references" => {
                let declaration = request.params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
                let declaration = declaration.unwrap_or(true);
                self.at(request, |document, uri, at| answers::references(document, uri, at, declaration))
            }
            "textDocument/documentHighlight" => self.at(request, |document, _, at| answers::highlights(document, at)),
            "textDocument/prepareRename" => self.at(request, |document, _, at| answers::prepare_rename(document, at)),
            "textDocument/rename" => {
                let name: String = field(&request.params, "/newName")?;
                let renamed = self.about(request, |document, uri, params| {
                    let at = field(params, "/position")?;
                    answers::rename(document, uri, at, &name).map_err(|why| (ErrorCode::RequestFailed, why))
                })?;
                Ok(json!(renamed))
            }
            "textDocument/documentSymbol" => {
                self.about(request, |document, _, _| Ok(json!(answers::symbols(document))))
            }
            "textDocument/foldingRange" => self.about(request, |document, _, _| Ok(json!(answers::folds(document)))),
            "textDocument/semanticTokens/full" => {
                self.about(request, |document, _, _| Ok(json!(answers::tokens(document))))
            }
            "textDocument/formatting" => self.about(request, |document, _, _| Ok(json!(answers::format(document)))),
            "textDocument/inlayHint" => self
                .about(request, |document, _, params| Ok(json!(answers::inlays(document, field(params, "/range")?)))),
            "textDocument/codeAction" => self.about(request, |document, uri, params| {
                Ok(json!(answers::actions(document, uri, field(params, "/range")?)))
            }),
            "textDocument/codeLens" => {
                self.about(request, |document, uri, _| Ok(json!(answers::lenses(document, uri))))
            }
            method => Err((ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
        }
    }

    /// Where a name is defined: in the text, or in a file of known defines. Of those that are part of the language a
    /// copy is written for as long as the server lives.
    fn definition(&mut self, request: &Request) -> Result<Value, Refusal> {
        let (here, known) = self.about(request, |document, uri, params| {
            let at = field(params, "/position")?;
            Ok((answers::definition(document, uri, at), document.known_definition(offset(document, at))))
        })?;
        let Some(place) = known.filter(|_| here.is_none()) else { return Ok(json!(here)) };
        let file = match self.shown.get(&place.file) {
            Some(kept) => Some(kept.0.clone()),
            None if Path::new(&*place.file).is_absolute() => Some(PathBuf::from(&*place.file)),
            None => {
                let name = place.file.replace(['<', '>', '/'], "-").replace(".lud", ".def");
                let kept = Kept::new(&name, &place.text).ok();
                kept.map(|kept| self.shown.entry(place.file.clone()).or_insert(kept).0.clone())
            }
        };
        let uri = file.and_then(|file| address(&file));
        Ok(json!(uri.map(|uri| answers::known_location(&place, uri))))
    }

    fn about<T>(
        &mut self,
        request: &Request,
        answer: impl FnOnce(&Document, &Uri, &Value) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let uri: Uri = field(&request.params, "/textDocument/uri")?;
        let document = self.documents.get(&uri);
        let document = document.ok_or_else(|| (ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())))?;
        answer(&document, &uri, &request.params)
    }

    fn at<T: Serialize>(
        &mut self,
        request: &Request,
        answer: impl FnOnce(&Document, &Uri, lsp_types::Position) -> T,
    ) -> Result<Value, Refusal> {
        self.about(request, |document, uri, params| Ok(json!(answer(document, uri, field(params, "/position")?))))
    }

    /// Begins a command; it is answered when it has been carried out.
    fn command(&mut self, request: &Request) -> Result<(), Refusal> {
        let command: String = field(&request.params, "/command")?;
        let uri: Uri = field(&request.params, "/arguments/0")?;
        if !COMMANDS.iter().any(|(name, _)| *name == command) {
            return Err((ErrorCode::InvalidParams, format!("there is no command `{command}`")));
        }
        let document = self.documents.get(&uri);
        let document = document.ok_or_else(|| (ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())))?;
        if self.running.len() >= MAX_RUNNING {
            return Err((ErrorCode::RequestFailed, "other commands are still being carried out".to_owned()));
        }
        let (text, defs, patience) = (document.text().to_owned(), self.defs.clone(), self.patience);
        let task = Task { command, uri, text, defs, patience };
        let (id, done, stop) = (request.id.clone(), self.done.clone(), Arc::new(AtomicBool::new(false)));
        self.running.insert(id.clone(), Arc::clone(&stop));
        let work = move || drop(done.send((id, carry_out(&task, &stop))));
        let started = std::thread::Builder::new().name("command".to_owned()).spawn(work);
        started.map(drop).map_err(|error| {
            self.running.remove(&request.id);
            (ErrorCode::InternalError, format!("cannot start a thread: {error}"))
        })
    }

    fn finish(&mut self, id: RequestId, result: Result<Done, Option<String>>) {
        self.running.remove(&id);
        let response = match result {
            Ok(done) => {
                if !self.takes_results {
                    self.show(&done);
                }
                Response::new_ok(id, done.value())
            }
            Err(Some(why)) => {
                if !self.takes_results {
                    self.notify("window/showMessage", json!({ "type": 1, "message": why.clone() }));
                }
                Response::new_err(id, ErrorCode::RequestFailed as i32, why)
            }
            Err(None) => Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()),
        };
        self.send(response);
    }

    /// Shows a result: in a document where the editor can, in a message otherwise.
    fn show(&mut self, done: &Done) {
        let file = Kept::new(&format!("result.{}", done.kind), &done.content).ok();
        let uri = file.as_ref().and_then(|kept| address(&kept.0));
        if let (true, Some(uri), Some(file)) = (self.shows, uri, file) {
            self.kept.push(file);
            self.asked += 1;
            let params = json!({ "uri": uri, "external": done.kind == "svg", "takeFocus": true });
            return self.send(Request::new(self.asked.into(), "window/showDocument".to_owned(), params));
        }
        let message = match done.kind {
            "svg" => format!("{}: this editor shows no documents; `ludemic board FILE --svg OUT` draws it", done.title),
            _ => format!("{}\n{}", done.title, done.content),
        };
        self.notify("window/showMessage", json!({ "type": 3, "message": message }));
    }
}

/// A part of the parameters of a request.
fn field<T: DeserializeOwned>(params: &Value, path: &str) -> Result<T, Refusal> {
    let wrong = |why: String| (ErrorCode::InvalidParams, format!("`{path}`: {why}"));
    let value = params.pointer(path).ok_or_else(|| wrong("is missing".to_owned()))?;
    serde_json::from_value(value.clone()).map_err(|error| wrong(error.to_string()))
}
