//! What holds of every game, whatever its rules are: all of `lud/` and `tests/games` are tried, and so is any that is added.

#[path = "common/random.rs"]
mod random;

use ludemic::engine::state::EndType;
use ludemic::recording::{Recorder, Recording, TrialFile, state, verify};
use ludemic::{Compiled, Expansion, Failure, KnownDefines, Parsed, PlayError, Trial};
use random::Random;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// How many moves are played of a game on a large board.
const SHORT: usize = 12;

/// Small boards, on which games are played to their end.
const SMALL: [(&str, &str); 4] = [
    ("brain-coral", "Size/3 (5 moves each)"),
    ("skirt", "Board Size/H1 2-3 (12)"),
    ("dogtown-clans", "Board Size/XSmall"),
    ("fill", "Board Size/2x2"),
];

/// A description under one selection of options.
struct Subject {
    name: String,
    text: String,
    selections: Vec<String>,
    /// How many moves to play.
    moves: usize,
}

fn texts() -> Vec<(String, String)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["lud", "tests/games"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(project.join(folder)).expect("the folder is there"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "lud"))
        .collect();
    files.sort_unstable();
    let name = |file: &Path| file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).expect("a text"))).collect()
}

/// Every description that is without error, on its default board and, where one is named, on a small one.
fn subjects() -> Vec<Subject> {
    let mut list = Vec::new();
    for (name, text) in texts() {
        let subject = |selection: Option<&str>, moves| Subject {
            name: name.clone(),
            text: text.clone(),
            selections: selection.map(str::to_owned).into_iter().collect(),
            moves,
        };
        // It holds mistakes on purpose.
        if name == "trail" {
            continue;
        }
        list.push(subject(None, SHORT));
        list.extend(SMALL.iter().filter(|small| small.0 == name).map(|small| subject(Some(small.1), 1000)));
    }
    list
}

impl Subject {
    fn expansion(&self) -> Result<Expansion, Failure> {
        Parsed::new(&self.name, &self.text)?.expand(&self.selections, &KnownDefines::none())
    }

    fn compiled(&self) -> Compiled {
        let compiled = self.expansion().and_then(|expansion| expansion.check()).and_then(|checked| checked.compile());
        compiled.unwrap_or_else(|failure| panic!("{}: {failure}", self.name))
    }

    fn start(&self, seed: u64) -> Trial {
        Trial::start(self.compiled().game().clone(), seed).expect("the game starts")
    }
}

/// Everything that a position shows: the state, its hash, the order of the pieces, what is remembered, the legal moves.
fn shown(trial: &mut Trial) -> String {
    // Listing the legal moves notes who can move, which is part of the position.
    let legal: Vec<String> = trial.legal().expect("the rules have a value").iter().map(ToString::to_string).collect();
    let game = trial.game().clone();
    let now = trial.state();
    let pieces: Vec<_> = (0..game.equipment.components.len()).map(|component| now.locations(component)).collect();
    let players = 1..=now.players();
    let rest: Vec<_> = players
        .map(|p| (now.phase(p), now.amount(p), now.agent(p), now.is_stalemated(p), now.is_active(p), now.rank(p)))
        .collect();
    let remembered: Vec<_> = now.remembered_named().collect();
    let values = (now.turn(), now.moves_this_turn(), now.unnamed(), now.pending(), now.remembered(), now.ballot());
    let mut text = format!("{} {:x} {pieces:?} {rest:?}", state(&game, now), now.hash());
    text.push_str(&format!("{remembered:?} {values:?} {:?} {}", now.status(), trial.len()));
    text.push_str(&legal.join("\n"));
    text
}

/// Plays random moves; gives what each position showed, the first included, and the numbers of the moves.
fn play(trial: &mut Trial, moves: usize) -> (Vec<String>, Vec<usize>) {
    let mut positions = vec![shown(trial)];
    let mut played = Vec::new();
    let mut random = Random(1);
    while !trial.is_over() && played.len() < moves {
        let index = random.below(trial.legal().expect("the rules have a value").len());
        trial.play(index).expect("a legal move is accepted");
        positions.push(shown(trial));
        played.push(index);
    }
    (positions, played)
}

fn same_seed_same_game(subject: &Subject) {
    let run = |seed| {
        let mut trial = subject.start(5);
        trial.playout(seed, subject.moves).expect("the rules have a value");
        shown(&mut trial)
    };
    assert_eq!(run(3), run(3), "{}: same seed, same game", subject.name);
}

fn undo_and_copies(subject: &Subject) {
    let mut trial = subject.start(5);
    let (positions, played) = play(&mut trial, subject.moves);
    let end = positions.last().cloned().unwrap_or_default();

    let mut copy = trial.clone();
    for position in positions.iter().rev().skip(1) {
        assert!(copy.undo());
        assert_eq!(shown(&mut copy), *position, "{}: taken back", subject.name);
    }
    assert!(!copy.undo(), "{}: nothing is left", subject.name);
    assert_eq!(shown(&mut trial), end, "{}: the copied game stands where it stood", subject.name);

    // Hashes and legal moves are those of a game that never took a move back, on whatever way it came here.
    let mut fresh = subject.start(5);
    for (index, position) in played.iter().zip(&positions) {
        assert_eq!(shown(&mut fresh), *position, "{}: played afresh", subject.name);
        copy.play(*index).expect("a move that was legal");
        fresh.play(*index).expect("a move that was legal");
        assert_eq!(copy.state().hash(), fresh.state().hash(), "{}", subject.name);
    }
    assert_eq!(shown(&mut copy), end, "{}: played again", subject.name);
    assert_eq!(shown(&mut fresh), end, "{}: played afresh", subject.name);
}

fn every_listed_move_and_no_other(subject: &Subject) {
    let mut trial = subject.start(5);
    for turn in 0..subject.moves {
        let before = shown(&mut trial);
        if trial.is_over() {
            assert_eq!(trial.play(0).err(), Some(PlayError::Over), "{}", subject.name);
            assert!(trial.legal().expect("no rule is asked").is_empty());
        } else {
            let count = trial.legal().expect("the rules have a value").len();
            assert!(count > 0, "{}: there is a move", subject.name);
            for index in [count, count + 1, usize::MAX] {
                let refused = Some(PlayError::NoSuchMove { index, count });
                assert_eq!(trial.play(index).err(), refused, "{}", subject.name);
            }
            for index in (0..count).step_by(1 + count / 8) {
                trial.play(index).expect("a legal move is accepted");
                assert!(trial.undo());
            }
        }
        assert_eq!(shown(&mut trial), before, "{}: untouched", subject.name);
        if trial.is_over() {
            break;
        }
        let count = trial.legal().expect("the rules have a value").len();
        trial.play((turn * 7919) % count).expect("a legal move is accepted");
    }
}

fn games_end(subject: &Subject) {
    let game = subject.compiled().with_limits(SHORT as i32, 1000).game().clone();
    let mut trial = Trial::start(game, 5).expect("the game starts");
    trial.playout(3, usize::MAX).expect("the rules have a value");
    let end = trial.state().status().map(|status| status.end);
    assert!(trial.len() <= SHORT, "{}", subject.name);
    assert!(trial.len() < SHORT || end.is_some(), "{}", subject.name);
    if trial.len() < SHORT {
        assert_eq!(end, Some(EndType::NaturalEnd), "{}", subject.name);
    }

    let game = subject.compiled().with_limits(1000, 2).game().clone();
    let mut trial = Trial::start(game, 5).expect("the game starts");
    trial.playout(3, usize::MAX).expect("the rules have a value");
    let end = trial.state().status().map(|status| status.end);
    // Whoever plays alone is always in his first turn.
    let alone = end == Some(EndType::MoveLimit) && trial.state().players() == 1;
    assert!(alone || matches!(end, Some(EndType::NaturalEnd | EndType::TurnLimit)), "{}: {end:?}", subject.name);

    if subject.moves > SHORT {
        let mut trial = subject.start(5);
        trial.playout(3, usize::MAX).expect("the rules have a value");
        let end = trial.state().status().map(|status| status.end);
        // Random moves need not solve a puzzle.
        let solved = end == Some(EndType::NaturalEnd) || trial.game().features.puzzle;
        assert!(solved, "{}: {end:?}", subject.name);
    }
}

fn traces_are_verified(subject: &Subject) {
    let compiled = subject.compiled();
    let game = compiled.game();
    let mut trial = Trial::start(game.clone(), 5).expect("the game starts");
    let mut recorder = Recorder::new(&trial, &subject.selections, 5);
    for turn in 0..subject.moves {
        if trial.is_over() {
            break;
        }
        let count = trial.legal().expect("the rules have a value").len();
        recorder.play(&mut trial, (turn * 7919) % count).expect("a legal move is accepted");
    }
    let text = recorder.finish(&trial).to_string();
    let recording = Recording::read(text.as_bytes()).expect("a recording is read");
    assert_eq!(recording.options(), subject.selections);
    let verdict = verify(game, &recording).expect("the rules have a value");
    assert_eq!((verdict.plies, verdict.difference), (trial.len(), None), "{}", subject.name);

    let options = compiled.expanded().chosen().iter().map(ToString::to_string).collect();
    let text = TrialFile::of(&trial, options, 5).to_string();
    let file = TrialFile::parse(&text).expect("a trial file is read");
    let verdict = file.replay(game).expect("the rules have a value");
    assert_eq!((verdict.plies, verdict.difference), (trial.len(), None), "{}", subject.name);
}

fn printed_as_read(name: &str, text: &str) {
    let parsed = Parsed::new(name, text).unwrap_or_else(|failure| panic!("{failure}"));
    let printed = parsed.ast().print();
    assert_eq!(printed, text, "{name}: printed as it was read");
    let again = Parsed::new(name, &printed).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(again.ast().nodes, parsed.ast().nodes, "{name}: the same tree");
}

fn expanded_once(subject: &Subject) {
    let first = subject.expansion().unwrap_or_else(|failure| panic!("{failure}"));
    let text = first.expanded().layout();
    printed_as_read(&subject.name, &text);
    let again = Subject { text, selections: Vec::new(), name: subject.name.clone(), moves: 0 };
    let second = again.expansion().unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(second.expanded().layout(), again.text, "{}: nothing is left to expand", subject.name);
    assert_eq!(second.expanded().to_string(), first.expanded().to_string(), "{}", subject.name);
}

#[test]
fn every_game() {
    for (name, text) in texts() {
        printed_as_read(&name, &text);
    }
    let properties = [
        same_seed_same_game,
        undo_and_copies,
        every_listed_move_and_no_other,
        games_end,
        traces_are_verified,
        expanded_once,
    ];
    let subjects = subjects();
    assert!(subjects.len() > 9, "the games are there");
    subjects.par_iter().for_each(|subject| properties.iter().for_each(|property| property(subject)));
}

/// A move that the rules fail to carry out is refused like one that does not exist.
#[test]
fn a_move_without_a_value_changes_nothing() {
    let text = r#"(game "Fails" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (play (move Add (to (sites Empty)) (then (addScore Mover (/ 1 (last To))))))
            (end (if (no Moves Next) (byScore)))))"#;
    let subject = Subject { name: "fails".into(), text: text.into(), selections: Vec::new(), moves: 0 };
    let mut trial = subject.start(5);
    let before = shown(&mut trial);
    assert!(matches!(trial.play(0), Err(PlayError::Fault(_))));
    assert_eq!(shown(&mut trial), before);
    trial.play(1).expect("a legal move is accepted");
}
