//! The native baselines: random playouts of the five games by hand.
//!
//! `cargo bench --bench native` prints playouts and moves per second for the default options of each game, then measures
//! a hundred playouts on each board. Before a baseline is measured, it plays a game in which every position is compared
//! with the interpreter; and each measured run has to give the same results as the first one.

#[allow(dead_code, reason = "each benchmark uses a part of what can be measured")]
mod subject;

use divan::Bencher;
use divan::counter::ItemsCount;
use std::time::Instant;
use subject::{CAP, GAMES, Subject, subjects};

fn measure(bencher: Bencher, subject: &Subject) {
    let mut baseline = subject.checked();
    let expected = baseline.playouts(100, 1, CAP);
    bencher.counter(ItemsCount::new(expected.plies)).bench_local(|| {
        assert_eq!(baseline.playouts(100, 1, CAP), expected, "the same seed gives the same games");
    });
}

#[divan::bench(args = subjects("Wrigglers Squared", false))]
fn wrigglers_squared(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Rabbit Warrens", false))]
fn rabbit_warrens(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Brain Coral", false))]
fn brain_coral(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Skirt", false))]
fn skirt(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Dogtown Clans", false))]
fn dogtown_clans(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

/// Prints the rates for the default options of each game, the best of several short runs.
fn rates() {
    println!("{:18} {:>12} {:>14} {:>14}", "default options", "playouts/s", "moves/s", "moves/playout");
    for subject in GAMES.iter().flat_map(|game| subjects(game.0, true)) {
        let mut baseline = subject.checked();
        let mut best = (0.0, 0.0);
        for seed in 0..20 {
            let (start, mut playouts, mut plies) = (Instant::now(), 0, 0);
            while start.elapsed().as_millis() < 50 {
                plies += baseline.playouts(100, 1_000 * seed + playouts, CAP).plies;
                playouts += 100;
            }
            let seconds = start.elapsed().as_secs_f64();
            let rate = (playouts as f64 / seconds, plies as f64 / playouts as f64);
            best = if rate.0 > best.0 { rate } else { best };
        }
        println!("{:18} {:>12.0} {:>14.0} {:>14.1}", subject.name, best.0, best.0 * best.1, best.1);
    }
}

fn main() {
    let measuring = std::env::args().any(|argument| argument == "--bench");
    if measuring && std::env::args().count() == 2 {
        rates();
    }
    divan::main();
}
