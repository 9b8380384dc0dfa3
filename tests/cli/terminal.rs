//! `play` on a terminal, which `script` of util-linux makes.

use super::common::skip;
use super::{Folder, clean};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Waits until something is so; `false` where it has not become so in a minute.
fn wait_until(so: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if so() {
            return true;
        }
        sleep(Duration::from_millis(50));
    }
    false
}

/// A terminal that goes away ends the program, which saves the game as it stands.
#[test]
fn a_closed_terminal_ends_play() {
    let folder = Folder::new("terminal");
    let (number, saved, screen) = (folder.file("number"), folder.file("game.jsonl"), folder.file("screen"));
    let program = env!("CARGO_BIN_EXE_ludemic");
    let play =
        format!("stty rows 24 cols 80; echo $$ > {number}; exec {program} play lud/hex.lud --p2 uct:10 --save {saved}");
    let terminal = Command::new("script")
        .args(["-q", "-f", "-c", &play, &screen])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut terminal) = terminal else { return skip("no `script`") };
    let process = || fs::read_to_string(&number).ok().filter(|text| text.ends_with('\n'));
    assert!(wait_until(|| process().is_some()), "play does not start");
    let process = Path::new("/proc").join(process().expect("written").trim());
    let drawn = || fs::read(&screen).is_ok_and(|shown| String::from_utf8_lossy(&shown).contains("help"));
    let drawn = wait_until(drawn);
    terminal.kill().expect("the terminal is closed");
    terminal.wait().expect("the terminal is closed");
    assert!(drawn, "no board is drawn");
    assert!(wait_until(|| !process.exists()), "play goes on without a terminal");
    clean(&["verify", "lud/hex.lud", &saved]);
}
