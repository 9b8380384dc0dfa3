//! Completions, the manual, and what `explain` knows of defines.

use super::clean;

#[test]
fn completions_for_every_shell_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = clean(&["completions", shell]);
        assert!(script.contains("playouts") && script.contains("sweep"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_all_and_for_each() {
    let all = clean(&["man"]);
    assert!(all.contains(".TH ludemic 1"), "{all}");
    let play = clean(&["man", "play"]);
    assert!(play.contains(".TH ludemic-play 1") && play.contains("p2"), "{play}");
    assert!(play.contains(concat!("\"ludemic ", env!("CARGO_PKG_VERSION"), "\"")), "{play}");
}

#[test]
fn defines_are_explained_in_any_case() {
    let define = clean(&["explain", "StepToEmpty"]);
    assert!(define.contains("(define \"StepToEmpty\" (move Step"), "{define}");
    assert_eq!(clean(&["explain", "steptoempty"]), define);
    assert_eq!(clean(&["explain", "\"StepToEmpty\""]), define);
    assert_eq!(clean(&["explain", "SITETYPE"]), clean(&["explain", "siteType"]));
    assert_eq!(clean(&["explain", "COUNT pieces"]), clean(&["explain", "count Pieces"]));
}
