//! Ludii's trial files: what is written is read, and games go through them unchanged.

use ludemic::recording::{TrialFile, TrialFileError, Verdict};
use ludemic::{Game, KnownDefines, Parsed, Trial};
use std::path::Path;
use std::sync::Arc;

/// A description of the project, with its options, compiled.
fn load(file: &str, selections: &[&str]) -> (Arc<Game>, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).expect("the description is there");
    let selections: Vec<String> = selections.iter().map(|&selection| selection.to_owned()).collect();
    let compiled = Parsed::new(file, &text)
        .and_then(|parsed| parsed.expand(&selections, &KnownDefines::none()))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile());
    let compiled = compiled.unwrap_or_else(|failure| panic!("{file}: {failure}"));
    let options = compiled.expanded().chosen().iter().map(ToString::to_string).collect();
    (Arc::clone(compiled.game()), options)
}

/// A random game of at most this many moves as a trial file.
fn play(game: &Arc<Game>, options: Vec<String>, seed: u64, limit: usize) -> TrialFile {
    let mut trial = Trial::start(Arc::clone(game), seed).expect("the game starts");
    trial.playout(seed, limit).expect("the rules have a value");
    TrialFile::of(&trial, options, seed)
}

/// Plays, writes, reads with the options that the file tells, and replays.
fn round_trip(file: &str, selections: &[&str], limit: usize) {
    let (game, options) = load(file, selections);
    for seed in [0, u64::MAX - 1] {
        let written = play(&game, options.clone(), seed, limit);
        let text = written.to_string();
        let read = TrialFile::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(read, written, "{file}");
        let told: Vec<&str> = read.options.iter().map(String::as_str).collect();
        let (again, _) = load(file, &told);
        let verdict = read.replay(&again).unwrap_or_else(|error| panic!("{file} {selections:?}: {error}"));
        let plies = read.moves.len() - read.initial.unwrap_or(0);
        let wanted = Verdict { plies, complete: read.result.is_some(), difference: None };
        assert_eq!(verdict, wanted, "{file} {selections:?}, seed {seed}");
        assert!(plies > 0, "{file}");
    }
}

#[test]
fn wrigglers_squared() {
    round_trip("lud/wrigglers-squared.lud", &[], 30);
    round_trip("lud/wrigglers-squared.lud", &["Board/13"], 20);
}

#[test]
fn rabbit_warrens() {
    round_trip("lud/rabbit-warrens.lud", &[], 15);
    round_trip("lud/rabbit-warrens.lud", &["Board Type/Square (10)"], 15);
}

#[test]
fn brain_coral() {
    round_trip("lud/brain-coral.lud", &["Size/3 (5 moves each)"], 1000);
    round_trip("lud/brain-coral.lud", &[], 20);
}

#[test]
fn skirt() {
    round_trip("lud/skirt.lud", &["Board Size/H1 2-3 (12)"], 1000);
    round_trip("lud/skirt.lud", &[], 20);
}

#[test]
fn dogtown_clans() {
    round_trip("lud/dogtown-clans.lud", &[], 40);
}

#[test]
fn other_games() {
    round_trip("tests/games/fill.lud", &["Last Cell/Loses"], 1000);
    round_trip("tests/games/corners.lud", &[], 1000);
    round_trip("tests/games/kinds.lud", &[], 1000);
    round_trip("tests/games/chance.lud", &[], 1000);
}

#[test]
fn the_form_of_a_file() {
    let (game, options) = load("tests/games/fill.lud", &["Board Size/2x2"]);
    assert_eq!(play(&game, options, 0x0123_4567_89ab_cdef, 2).to_string(), include_str!("games/fill.trl"));
}

const SHORT: &str = "game=/lud/board/space/Fill.lud\n\
    START GAME OPTIONS\n\
    Board Size/2x2\n\
    Last Cell/Loses\n\
    END GAME OPTIONS\n\
    RNG internal state=1,0,0,0,0,0,0,-128\n\
    Move=[Move:mover=1,from=3,to=3,actions=[Add:type=Cell,to=3,what=1,decision=true]]\n\
    Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]\n\
    Move=[Move:mover=1,from=1,to=1,actions=[Add:type=Cell,to=1,what=1,decision=true]]\n\
    Move=[Move:mover=2,from=2,to=2,actions=[Add:type=Cell,to=2,what=2,decision=true]]\n\
    LEGAL MOVES LIST SIZE = 4\n\
    NEW LEGAL MOVES LIST\n\
    [Move:mover=1,from=0,to=0,actions=[Add:type=Cell,to=0,what=1,decision=true]]\n\
    END LEGAL MOVES LIST\n\
    numInitialPlacementMoves=0\n\
    winner=1\n\
    endtype=NaturalEnd\n\
    rankings=0.0,1.0,2.0\n\
    SANDBOX=false\n\
    LUDII_VERSION=1.3.12\n";

fn read(text: &str) -> TrialFile {
    TrialFile::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What replaying a text gives: `agrees`, `cut`, or the first difference.
fn replayed(text: &str) -> String {
    let file = read(text);
    let (game, _) = load("tests/games/fill.lud", &["Board Size/2x2", "Last Cell/Loses"]);
    let verdict = file.replay(&game).expect("the rules have a value");
    match verdict.difference {
        Some(difference) => difference.to_string(),
        None if verdict.complete => "agrees".to_owned(),
        None => "cut".to_owned(),
    }
}

#[test]
fn what_a_file_tells() {
    let file = read(SHORT);
    assert_eq!(file.name(), "Fill");
    assert_eq!(file.options, ["Board Size/2x2", "Last Cell/Loses"]);
    assert_eq!(file.stream, 1 | 0x80 << 56);
    assert_eq!(file.moves.len(), 4);
    assert_eq!(file.initial, Some(0));
    assert_eq!(file.ranking.as_deref(), Some([1.0, 2.0].as_slice()));
    assert_eq!(replayed(SHORT), "agrees");
    assert_eq!(read(&SHORT.replace("game=/lud/board/space/Fill.lud", "Fill")).name(), "Fill");
}

#[test]
fn line_ends_and_marks_of_other_systems() {
    assert_eq!(read(&SHORT.replace('\n', "\r\n")), read(SHORT));
    assert_eq!(read(&format!("\u{feff}{SHORT}")), read(SHORT));
    assert_eq!(read(SHORT.trim_end()), read(SHORT));
}

#[test]
fn lines_that_may_be_missing() {
    let without = |key: &str| {
        let lines = SHORT.lines().filter(|line| !line.starts_with(key));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    for key in ["numInitial", "endtype", "rankings", "LEGAL", "NEW", "END LEGAL", "SANDBOX", "LUDII"] {
        assert_eq!(replayed(&without(key)), "agrees", "{key}");
    }
    assert_eq!(replayed(&without("winner")), "cut");
    assert_eq!(read(&without("START")).options, Vec::<String>::new());
    assert_eq!(TrialFile::parse(&without("RNG")), Err(TrialFileError::NoStream));
    assert_eq!(TrialFile::parse(""), Err(TrialFileError::Empty));
}

#[test]
fn lines_out_of_order_are_passed_over() {
    let late = SHORT.replace("winner=1\n", "").replace("SANDBOX", "winner=1\nSANDBOX");
    assert_eq!(read(&late).result, None);
    assert_eq!(read(&late).ranking, read(SHORT).ranking);
}

#[test]
fn files_that_were_cut() {
    let at = |text: &str| SHORT.find(text).expect("the text is there");
    for (end, wanted) in [
        (at("RNG"), Err(TrialFileError::NoStream)),
        (at(",0,-128"), Err(TrialFileError::Stream { line: 6 })),
        (at("[Move:mover=2"), Err(TrialFileError::Cut { line: 8 })),
        (at("to=0,what=2"), Err(TrialFileError::Cut { line: 8 })),
        (at("Move=[Move:mover=2"), Ok(1)),
        (at("LEGAL"), Ok(4)),
        (at("winner="), Ok(4)),
        (at("1\nendtype"), Err(TrialFileError::Number { line: 16, text: String::new() })),
    ] {
        let cut = SHORT.get(..end).expect("ASCII");
        assert_eq!(TrialFile::parse(cut).map(|file| file.moves.len()), wanted, "{cut}");
    }
}

#[test]
fn differences_are_named() {
    let changed = |from: &str, to: &str| replayed(&SHORT.replacen(from, to, 1));
    assert!(changed("to=3,what=1", "to=3,what=2").starts_with("ply 0, move: recorded \"[Move:mover=1,from=3"));
    assert!(changed("mover=1,from=1", "mover=2,from=1").starts_with("ply 2, move:"));
    assert_eq!(changed("winner=1", "winner=2"), "result.winner: recorded 2, found 1");
    assert_eq!(changed("NaturalEnd", "MoveLimit"), "result.endType: recorded \"MoveLimit\", found \"NaturalEnd\"");
    assert_eq!(changed("1.0,2.0", "2.0,1.0"), "result.ranking: recorded [2.0,1.0], found [1.0,2.0]");
    assert_eq!(changed("Moves=0", "Moves=1"), "before the first move, numInitialPlacementMoves: recorded 1, found 0");
    let longer = SHORT.replacen("LEGAL", "Move=[Move:mover=1,actions=[Pass:decision=true]]\nLEGAL", 1);
    assert!(replayed(&longer).ends_with("found nothing"));
}
