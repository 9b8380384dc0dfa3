//! Profiles: measuring changes no game, and what is measured adds up.

use ludemic::engine::plan::{Strategy, parts};
use ludemic::engine::profile::{Cost, Overhead, ViewKind, by_view};
use ludemic::playouts::{Playout, Series};
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
}

/// A clock that goes on by one each time it is read.
fn clock() -> u64 {
    NOW.replace(NOW.get() + 1)
}

fn compiled(text: &str) -> Compiled {
    let parsed = Parsed::new("game.lud", text).and_then(|parsed| parsed.expand(&[], &KnownDefines::standard()));
    parsed.and_then(|expansion| expansion.check()?.compile()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn games() -> Vec<(String, Compiled)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lud");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the games").map(|e| e.expect("a file").path()).collect();
    files.sort();
    assert_eq!(files.len(), 18);
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a description");
    files.iter().map(|path| (path.display().to_string(), compiled(&read(path)))).collect()
}

/// The first games of a profiled series, and their costs.
fn profiled(compiled: &Compiled, games: u64, limit: usize) -> (Vec<Playout>, Vec<Cost>) {
    let game = compiled.profiled(clock).expect("the game once more");
    let (mut numbers, mut played) = (0..games, Vec::new());
    let see = |_, playout: Result<Playout, _>| {
        played.push(playout.expect("rules that do not fail"));
        true
    };
    let profile = Series::new(&game).profile(5, limit, || numbers.next(), see).expect("a profile");
    (played, profile.costs(Overhead::default()))
}

#[test]
fn profiling_changes_no_game() {
    for (name, compiled) in games() {
        let game = compiled.profiled(clock).expect("the game once more");
        // The playouts, with how many moves were legal each time.
        let [measured, plain] = [&game, compiled.game()].map(|game| {
            let (mut numbers, mut played) = (0..3, Vec::new());
            Series::new(game).watch(
                5,
                60,
                || numbers.next(),
                |_, playout, choices| {
                    played.push((playout.expect("rules that do not fail"), choices.to_vec()));
                    true
                },
            );
            played
        });
        assert_eq!(measured, plain, "{name}");
        let (drawn, _) = profiled(&compiled, 3, 60);
        assert_eq!(drawn, plain.iter().map(|(playout, _)| *playout).collect::<Vec<_>>(), "{name}");
        // Every list of moves as well, and every position.
        let mut pair = [game, compiled.game().clone()].map(|game| Trial::start(game, 3).expect("a start"));
        for ply in 0..30 {
            let [moves, others] = pair.each_mut().map(|trial| format!("{:?}", trial.legal().expect("moves")));
            assert_eq!(moves, others, "{name} after {ply} moves");
            for trial in &mut pair {
                let count = trial.legal().expect("moves").len();
                if count > 0 {
                    trial.play(ply * 7919 % count).expect("a move");
                }
            }
            assert_eq!(pair[0].state().hash(), pair[1].state().hash(), "{name}");
        }
    }
}

#[test]
fn shares_make_up_the_whole() {
    for (name, compiled) in games() {
        let (_, costs) = profiled(&compiled, 1, 20);
        let all: f64 = costs.iter().map(|cost| cost.own).sum();
        assert!(all > 0.0, "{name}");
        let views: f64 = by_view(&costs).iter().map(|(_, share)| share).sum();
        assert!((views - 1.0).abs() < 1e-9, "{name}: {views}");
        for cost in &costs {
            assert!(cost.own <= cost.total && cost.total <= all, "{name}: {cost:?} of {all}");
        }
        assert!(costs.iter().any(|cost| cost.view == ViewKind::Engine && cost.total == all), "{name}");
        // Each evaluation reads the clock when it begins and when it ends.
        let count: u64 = costs.iter().map(|cost| cost.count).sum();
        assert!(all >= 2.0 * count as f64, "{name}: {all} for {count}");
        assert_eq!(costs, profiled(&compiled, 1, 20).1, "{name}");
    }
}

/// Without measuring the games take so long: what is taken out is the rest, and the shares are those of the same time.
#[test]
fn the_costs_of_measuring_are_taken_out() {
    let compiled = compiled(FILL);
    let game = compiled.profiled(clock).expect("the game once more");
    let mut numbers = 0..20;
    let profile = Series::new(&game).profile(5, 100, || numbers.next(), |_, _| true).expect("a profile");
    let sum = |costs: &[Cost]| costs.iter().map(|cost| cost.own).sum::<f64>();
    let measured = sum(&profile.costs(Overhead::default()));
    let fitted = profile.costs(Overhead::of(clock).fitted(&profile, measured / 4.0));
    assert!((sum(&fitted) - measured / 4.0).abs() < 1e-6 * measured, "{measured} {fitted:?}");
    // All that this clock counts is its being read, twice in each evaluation, and where a game begins and ends.
    assert!(sum(&profile.costs(Overhead::of(clock))) <= 2.0 * 20.0, "{measured}");
}

const FILL: &str = r#"(game "Fill" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(is In (to) (expand (sites Occupied by:All))))))
        (end { (if (= 2 (value Random (range 1 3))) (result Mover Draw)) (if (is Full) (result Mover Win)) })))"#;

#[test]
fn what_is_planned() {
    let game = compiled(FILL).profiled(clock).expect("the game once more");
    let parts = parts(&game);
    let find = |title: &str| {
        let part = parts.iter().find(|part| part.place.title == title);
        part.unwrap_or_else(|| panic!("no {title}"))
    };
    let strategy = |title: &str| find(title).plan.as_ref().map(|plan| plan.strategy);
    assert_eq!(strategy("sites Empty"), Some(Strategy::Read));
    assert_eq!(strategy("expand"), Some(Strategy::Kept));
    assert_eq!(strategy("to"), Some(Strategy::Read));
    assert_eq!(find("is In").plan.as_ref().and_then(|plan| plan.at_once), Some(ViewKind::Set));
    assert!(find("move Add").drawing.is_some_and(|drawing| drawing.slots));
    let random = parts.iter().position(|part| part.place.title == "value Random").expect("it is there");
    assert_eq!(find("=").because, [random]);
    assert!(find("is Full").because.is_empty());
    assert_eq!(find("is In").place.position, (4, 46));
}

#[test]
fn what_is_counted() {
    let text = r#"(game "Fill" (players 2)
        (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
    let compiled = compiled(text);
    let game = compiled.profiled(clock).expect("the game once more");
    let parts = parts(&game);
    let (_, costs) = profiled(&compiled, 10, 100);
    let count = |title: &str, view| -> u64 {
        let of = |cost: &&Cost| cost.view == view && cost.part.is_some_and(|part| parts[part].place.title == title);
        costs.iter().filter(of).map(|cost| cost.count).sum()
    };
    // Each ply the slots are counted once and one is drawn, which always has a move; the end rule is asked once.
    assert_eq!(count("move Add", ViewKind::Slots), 2 * 90);
    assert_eq!(count("is Full", ViewKind::Scalar) + count("is Full", ViewKind::Read), 90);
    assert_eq!(count("move Add", ViewKind::Listed), 0);
}

#[test]
fn other_games_are_not_measured() {
    let compiled = compiled(FILL);
    assert!(Series::new(compiled.game()).profile(0, 10, || None, |_, _| true).is_none());
    assert!(parts(compiled.game()).is_empty());
    assert!(compiled.profiled(clock).expect("the game once more").rules.is_empty());
}
