//! The program as its users meet it: what it prints, and the exit codes.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/folder.rs"]
mod folder;

mod bad_input;
mod checked;
mod diff;
mod drawings;
mod files;
mod outputs;
mod playouts;
mod profile;
mod recordings;
mod shards;
mod shell;
mod stats;
#[cfg(target_os = "linux")]
mod terminal;
mod watch;

use folder::Folder;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, run in the folder of the project, without colours of the environment.
fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludemic"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Runs the program on these arguments and this input.
fn output(args: &[&str], input: &[u8]) -> Output {
    let mut child = program(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // The program may stop reading before the input is at its end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// What a run looks like: both outputs and the exit code.
fn session(args: &[&str], input: &str) -> String {
    let output = output(args, input.as_bytes());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!err.contains("panicked"), "{args:?} panics:\n{err}");
    let mut shown = format!("$ ludemic {}\n{out}", args.join(" "));
    if !err.is_empty() {
        shown.push_str(&format!("--- standard error\n{err}"));
    }
    shown.push_str(&format!("=> {}\n", output.status.code().expect("no signal ends the program")));
    shown
}

/// Standard output of a run that must be clean.
fn clean(args: &[&str]) -> String {
    let output = output(args, b"");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

impl Folder {
    /// The path of a file in it.
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}
