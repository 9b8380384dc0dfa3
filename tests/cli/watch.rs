//! `ludemic check --watch`, and checks of so many selections that progress is shown.

use super::{Folder, clean, common, program};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Nothing here takes so long, even on a machine with other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// The lines that a stream gives, as they come.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}

/// A running program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The lines up to the one that holds a text.
fn until(lines: &Receiver<String>, text: &str) -> String {
    let mut seen = String::new();
    loop {
        let line = lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no `{text}` after\n{seen}"));
        seen.push_str(&line);
        seen.push('\n');
        if line.contains(text) {
            return seen;
        }
    }
}

fn game(board: &str, options: &str) -> String {
    format!(
        "(game \"G\" (players 2) (equipment {{ (board {board}) (piece \"Disc\" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))\n{options}"
    )
}

#[test]
fn a_changed_file_is_checked_again() {
    let folder = Folder::new("watch");
    let file = folder.0.join("game.lud");
    std::fs::write(&file, game("(square 3)", "")).expect("written");
    let name = file.display().to_string();
    let mut command = program(&["check", "--watch", &name]);
    let mut running =
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts"));
    let out = lines(running.0.stdout.take().expect("a pipe"));
    let err = lines(running.0.stderr.take().expect("a pipe"));
    until(&err, "waiting for changes");
    assert_eq!(until(&out, "game.lud: "), format!("{name}: ok\n"));

    std::fs::write(&file, game("(sqare 3)", "")).expect("written");
    until(&err, "waiting for changes");
    let seen = until(&out, "game.lud: ");
    assert!(seen.contains("unknown ludeme `sqare`") && seen.contains("did you mean `square`?"), "{seen}");
    assert!(seen.ends_with("game.lud: 1 error\n"), "{seen}");

    // A file that is gone for a moment, as editors do when they save, ends nothing.
    std::fs::remove_file(&file).expect("removed");
    until(&err, "waiting for changes");
    std::fs::write(&file, game("(square 4)", "")).expect("written");
    assert_eq!(until(&out, "game.lud: "), format!("{name}: ok\n"));
    assert!(running.0.try_wait().expect("asked").is_none(), "the program goes on watching");
}

/// Four options of four items.
fn options() -> String {
    let option = |name: &str| {
        let item = |n: usize| format!("(item \"{name}{n}\" <{n}> \"\"){}", if n == 3 { "*" } else { "" });
        format!("(option \"{name}\" <{name}> args:{{<n>}} {{ {} }})\n", [3, 4, 5, 6].map(item).join(" "))
    };
    ["A", "B", "C", "D"].map(option).concat()
}

#[test]
fn every_combination_is_checked() {
    let folder = Folder::new("combinations");
    let file = folder.0.join("game.lud");
    // The combination of the last items alone is wrong.
    let board = "(square (- 12 (min <A:n> (min <B:n> (min <C:n> <D:n>)))))";
    std::fs::write(&file, game(board, &options())).expect("written");
    let name = file.display().to_string();
    let seen = clean(&["check", "--all-combinations", &name]);
    assert_eq!(seen, format!("{name}: ok with 256 selections\n"));
}

/// Progress needs a terminal; `script` lends one.
#[test]
fn progress_is_shown_on_a_terminal() {
    let folder = Folder::new("progress");
    let file = folder.0.join("game.lud");
    std::fs::write(&file, game("(rectangle <A:n> (+ <B:n> (+ <C:n> <D:n>)))", &options())).expect("written");
    let command = format!("{} check --all-combinations {}", env!("CARGO_BIN_EXE_ludemic"), file.display());
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output();
    let Ok(output) = output else {
        common::skip("no `script` to lend a terminal");
        return;
    };
    let seen = String::from_utf8_lossy(&output.stdout);
    assert!(seen.contains("/256 selections"), "{seen}");
    assert!(seen.contains("ok with 256 selections"), "{seen}");
}
