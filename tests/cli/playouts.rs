//! `playouts`: results that do not depend on threads, and rules that fail.

use super::{clean, output};
use serde_json::Value;

const NEIGHBOURS: &str = "tests/games/neighbours.lud";
const DOGTOWN: &str = "lud/dogtown-clans.lud";

/// A game whose rules divide by zero on the way.
const DIVIDES: &str = r#"(game "Divides" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (if (< -9 (% 7 (- 3 (counter)))) (move Add (to (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))"#;

fn statistics(file: &str, more: &[&str]) -> Value {
    let args = [&["playouts", file, "-n", "200", "--seed", "11", "--format", "json"], more].concat();
    let value: Value = serde_json::from_str(&clean(&args)).expect("JSON");
    value["statistics"].clone()
}

#[test]
fn many_playouts_are_the_same_on_any_number_of_threads() {
    for file in [NEIGHBOURS, DOGTOWN, "tests/games/dice.lud"] {
        let one = statistics(file, &["--threads", "1"]);
        assert_eq!(one["playouts"], 200, "{file}");
        assert_eq!(one, statistics(file, &["--threads", "2"]), "{file}");
        assert_eq!(one, statistics(file, &["--threads", "5"]), "{file}");
    }
}

#[test]
fn rules_that_fail_are_told() {
    let output = output(&["playouts", "-", "-n", "5", "--format", "json"], DIVIDES.as_bytes());
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&told["failures"], output.status.code()), (&Value::from(5), Some(1)));
    assert_eq!(told["failure"]["playout"], 0);
}
