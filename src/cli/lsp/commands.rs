//! The commands of code lenses: random games, the board, the difference to the last commit.
//!
//! Each is carried out by a process of its own, so that rules without end can be stopped, whatever they do.

use super::documents::path;
use lsp_types::Uri;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The commands, and how a lens is named that gives it.
pub const COMMANDS: &[(&str, &str)] =
    &[("ludemic.playouts", "▶ playouts"), ("ludemic.board", "board"), ("ludemic.diff", "diff against the last commit")];

/// How long a command may take where the editor does not say.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How often a running command is looked after.
const TICK: Duration = Duration::from_millis(20);

/// The most output that is kept.
const MAX_OUTPUT: u64 = 8 << 20;

/// The work a move may take, and how many games are played.
const WORK: &str = "20000000";
const GAMES: &str = "200";

/// What a command is about.
pub struct Task {
    pub command: String,
    pub uri: Uri,
    pub text: String,
    pub defs: Option<OsString>,
    /// How long it may take.
    pub patience: Duration,
}

/// What came of it.
pub struct Done {
    /// What it is, in a few words.
    pub title: String,
    /// `svg` or `txt`.
    pub kind: &'static str,
    /// The picture or the text.
    pub content: String,
}

impl Done {
    /// As the answer to the request.
    pub fn value(&self) -> Value {
        json!({ "title": self.title, "kind": self.kind, "content": self.content })
    }
}

/// Carries a command out.
///
/// # Errors
///
/// Why it cannot be done, in words; `None` when it was cancelled.
pub fn carry_out(task: &Task, cancelled: &AtomicBool) -> Result<Done, Option<String>> {
    let file = path(&task.uri);
    let name = file.as_ref().and_then(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| task.uri.as_str().to_owned());
    let folder = file.as_ref().and_then(|file| file.parent()).filter(|folder| folder.is_dir());
    let mut arguments: Vec<OsString> = Vec::new();
    if let Some(defs) = &task.defs {
        arguments.extend(["--defs".into(), defs.clone()]);
    }
    let own = |words: &[&str], arguments: Vec<OsString>| -> Result<Command, Option<String>> {
        let exe = std::env::current_exe().map_err(|error| Some(format!("cannot start itself: {error}")))?;
        let mut command = Command::new(exe);
        command.args(words).args(arguments).arg("--color").arg("never");
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        Ok(command)
    };
    let said = |command: Command, names: &[(&str, &str)]| named(finish(command, task, &task.text, cancelled), names);
    match &*task.command {
        "ludemic.playouts" => {
            let words = ["playouts", "-", "-n", GAMES, "--work", WORK, "--max-moves", "2000"];
            let content = said(own(&words, arguments)?, &[("<stdin>", &name)])?;
            Ok(Done { title: format!("{name}: {GAMES} random games"), kind: "txt", content })
        }
        "ludemic.board" => {
            let words = ["board", "-", "--seed", "0", "--ply", "0", "--work", WORK, "--svg", "-"];
            let content = said(own(&words, arguments)?, &[("<stdin>", &name)])?;
            Ok(Done { title: format!("{name}: the board"), kind: "svg", content })
        }
        "ludemic.diff" => {
            let folder = folder.ok_or_else(|| Some(format!("{name} is no file in a folder")))?;
            let old = last_commit(folder, &name, task, cancelled)?;
            let kept = Kept::new("HEAD.lud", &old).map_err(|error| Some(format!("cannot write a file: {error}")))?;
            let mut command = own(&["diff"], arguments)?;
            command.arg(&kept.0).args(["-", "--plies", "200000", "--work", WORK]);
            let old = kept.0.to_string_lossy();
            let content = said(command, &[(&old, "HEAD"), ("<stdin>", &name)])?;
            Ok(Done { title: format!("{name}: difference to the last commit"), kind: "txt", content })
        }
        other => Err(Some(format!("there is no command `{other}`"))),
    }
}

/// What a process says, or why it failed, with the names that the editor knows its texts by.
fn named(said: Result<String, Option<String>>, names: &[(&str, &str)]) -> Result<String, Option<String>> {
    let rename = |text: String| names.iter().fold(text, |text, (old, new)| text.replace(old, new));
    said.map(rename).map_err(|why| why.map(rename))
}

/// The text of a file in the last commit.
fn last_commit(folder: &Path, name: &str, task: &Task, cancelled: &AtomicBool) -> Result<String, Option<String>> {
    let mut git = Command::new("git");
    git.current_dir(folder).arg("show").arg(format!("HEAD:./{name}"));
    finish(git, task, "", cancelled).map_err(|why| why.map(|why| format!("{name} is in no commit: {}", why.trim())))
}

/// A file that is removed when it is needed no more.
pub struct Kept(pub std::path::PathBuf);

impl Kept {
    pub fn new(name: &str, text: &str) -> std::io::Result<Kept> {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("ludemic-{}-{number}-{name}", std::process::id()));
        std::fs::write(&file, text)?;
        Ok(Kept(file))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs a process to its end, its time, or until it is cancelled; what it writes.
fn finish(mut command: Command, task: &Task, input: &str, cancelled: &AtomicBool) -> Result<String, Option<String>> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| Some(format!("cannot start: {error}")))?;
    let input = input.to_owned();
    let (mut stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let write = std::thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
    let out = std::thread::spawn(move || read(out));
    let err = std::thread::spawn(move || read(err));
    let begin = Instant::now();
    let ended = loop {
        let stopped = cancelled.load(Ordering::Relaxed);
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) if !stopped && begin.elapsed() < task.patience => std::thread::sleep(TICK),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                break Err((!stopped).then(|| format!("stopped after {} seconds", task.patience.as_secs())));
            }
            Err(error) => break Err(Some(error.to_string())),
        }
    };
    let _ = write.join();
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    let status = ended?;
    // A difference that was found ends with a code as well, and says nothing of errors.
    if !status.success() && (out.is_empty() || !err.is_empty()) {
        return Err(Some(if err.is_empty() { format!("ended with {status}") } else { err }));
    }
    Ok(out)
}

fn read(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        let _ = from.take(MAX_OUTPUT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
