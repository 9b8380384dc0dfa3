//! Doing something again whenever a file changes.

use super::input::files;
use super::output::Ui;
use super::{CommandResult, Stop};
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// Runs `work` at once and after every change of one of the files, without end.
pub fn watch(paths: &[String], ui: &mut Ui, mut work: impl FnMut(&mut Ui) -> CommandResult) -> CommandResult {
    if paths.iter().any(|path| path == "-") {
        return Err("standard input cannot be watched".into());
    }
    loop {
        let seen = times(paths);
        match work(ui) {
            Err(Stop::CannotRun(message)) => ui.complain(&message),
            other => {
                other?;
            }
        }
        ui.finish()?;
        ui.note("waiting for changes; Ctrl-C ends");
        while times(paths) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// When every file was changed.
fn times(paths: &[String]) -> Vec<(Option<SystemTime>, String)> {
    files(paths).unwrap_or_default().into_iter().map(|file| (modified(&file), file)).collect()
}

/// When a file was changed.
pub fn modified(file: &str) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}
