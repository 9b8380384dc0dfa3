//! What only setting a game up and playing a little shows, on a thread of its own: editors do not wait for it.

use super::super::workers::STACK;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use ludemic::diag::Diagnostic;
use ludemic::ide::Document;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A text to be tried out.
pub struct Job {
    pub uri: Uri,
    pub version: i32,
    pub document: Arc<Document>,
}

/// What was found in a version of a text.
pub struct Report {
    pub uri: Uri,
    pub version: i32,
    pub findings: Vec<Diagnostic>,
}

/// Starts the thread. Of the texts that wait only the newest is tried.
pub fn start() -> Result<(Sender<Job>, Receiver<Report>), String> {
    let (jobs, todo) = unbounded::<Job>();
    let (done, reports) = unbounded();
    let work = move || {
        while let Ok(mut job) = todo.recv() {
            while let Ok(newer) = todo.try_recv() {
                job = newer;
            }
            let tried = catch_unwind(AssertUnwindSafe(|| job.document.trial_findings()));
            let report = Report { uri: job.uri, version: job.version, findings: tried.unwrap_or_default() };
            if done.send(report).is_err() {
                return;
            }
        }
    };
    let started = std::thread::Builder::new().name("trials".to_owned()).stack_size(STACK).spawn(work);
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    Ok((jobs, reports))
}
