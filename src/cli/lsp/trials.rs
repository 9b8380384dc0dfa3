//! What only setting a game up and playing a little shows, on a thread of its own: editors do not wait for it.

use super::super::workers::STACK;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use ludemic::diag::Diagnostic;
use ludemic::ide::Document;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A text to be tried out.
pub struct Job {
    pub uri: Uri,
    pub document: Arc<Document>,
}

/// What was found in a text as it was.
pub struct Report {
    pub uri: Uri,
    pub document: Arc<Document>,
    pub findings: Vec<Diagnostic>,
}

/// Starts the thread. Of each text that waits only the newest version is tried.
pub fn start() -> Result<(Sender<Job>, Receiver<Report>), String> {
    let (jobs, todo) = unbounded::<Job>();
    let (done, reports) = unbounded();
    let work = move || {
        let mut waiting: VecDeque<Job> = VecDeque::new();
        loop {
            let newest = if waiting.is_empty() { todo.recv().ok() } else { None };
            for job in newest.into_iter().chain(todo.try_iter()) {
                waiting.retain(|older| older.uri != job.uri);
                waiting.push_back(job);
            }
            let Some(job) = waiting.pop_front() else { return };
            let tried = catch_unwind(AssertUnwindSafe(|| job.document.trial_findings()));
            let report = Report { uri: job.uri, document: job.document, findings: tried.unwrap_or_default() };
            if done.send(report).is_err() {
                return;
            }
        }
    };
    let started = std::thread::Builder::new().name("trials".to_owned()).stack_size(STACK).spawn(work);
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    Ok((jobs, reports))
}
