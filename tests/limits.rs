//! Every limit, reached: each is told by a message of its own, before the work is spent.

use ludemic::engine::fault::Fault;
use ludemic::engine::state::EndType;
use ludemic::playouts::Series;
use ludemic::program::rewrites::Rewrites;
use ludemic::recording::{Recording, RecordingError, TrialFile, TrialFileError};
use ludemic::syntax::{MAX_NESTING, MAX_TEXT};
use ludemic::{Compiled, Failure, KnownDefines, Parsed, PlayError, Trial};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

fn compile(text: &str) -> Result<Compiled, Failure> {
    Parsed::new("limits.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()
}

/// A game with this board and further equipment, and these play rules.
fn game(equipment: &str, play: &str) -> String {
    format!(
        "(game \"Limits\" (players 2) (equipment {{ {equipment} (piece \"Disc\" Each) }})
            (rules (play {play}) (end (if (is Line 30) (result Mover Win)))))"
    )
}

const SQUARE: &str = "(board (square 3))";
const ADD: &str = "(move Add (to (sites Empty)))";

/// The first error of a text, with its code.
fn error(text: &str) -> String {
    let Err(failure) = compile(text) else { return "no error".to_owned() };
    let first = failure.findings.iter().find(|finding| finding.is_error());
    first.map(|finding| format!("{} {}", finding.code, finding.message)).unwrap_or_default()
}

/// What goes wrong with the first move of a game.
fn fault(play: &str) -> Option<PlayError> {
    fault_of(&game(SQUARE, play), 1)
}

/// What goes wrong within so many moves of a game.
fn fault_of(text: &str, moves: usize) -> Option<PlayError> {
    let compiled = compile(text).unwrap_or_else(|failure| panic!("{failure}"));
    let mut trial = match Trial::start(compiled.with_work(100_000).game().clone(), 0) {
        Ok(trial) => trial,
        Err(error) => return Some(error),
    };
    (0..moves).find_map(|_| trial.play(0).and(Ok(())).err())
}

#[test]
fn the_length_of_a_text() {
    assert!(error(&" ".repeat(MAX_TEXT + 1)).starts_with("LUD0001 "));
}

#[test]
fn nesting() {
    let nested = |depth: usize| format!("{}{}", "(not ".repeat(depth), ")".repeat(depth));
    assert!(error(&nested(MAX_NESTING + 1)).starts_with("LUD0002 "));
    assert!(!error(&nested(MAX_NESTING)).starts_with("LUD0002 "));
}

#[test]
fn expansion() {
    let mut text = String::from("(define \"D0\" (not #1))\n");
    for n in 1..40 {
        text.push_str(&format!("(define \"D{n}\" (\"D{}\" (and #1 #1)))\n", n - 1));
    }
    assert!(error(&format!("{text}(game \"G\" (\"D39\" True))")).starts_with("LUD0105 "));
    assert!(error("(game \"G\" 1..1000000)").starts_with("LUD0140 "));
}

#[test]
fn boards() {
    for board in [
        "(square 400)",
        "(square 2147483647)",
        "(hex 100000)",
        "(tri 2000)",
        "(rectangle 1 1000000)",
        "(concentric { 8 100000 })",
        "(tiling T3464 500)",
        "(repeat 1000 1000 step:{ { 1 0 } { 0 1 } } (poly { { 0 0 } { 0 1 } { 1 1 } { 1 0 } }))",
        "(layers 100000 (square 3))",
        "(spiral turns:1000 sites:1001)",
        "(complete (regular 100000))",
        "(regular 200000)",
        "(merge (square 300) (shift 500 0 (square 300)))",
    ] {
        let told = error(&game(&format!("(board {board})"), ADD));
        assert!(told.contains("at most"), "{board}: {told}");
    }
    let told = error(&game("(board (splitCrossings (complete (regular 100))))", ADD));
    assert!(told.contains("more crossings"), "{told}");
}

/// Boards as large as they may be are built soon, in whatever shape.
#[test]
fn large_boards() {
    let start = std::time::Instant::now();
    for board in [
        "(square 220)",
        "(hex 105)",
        "(rectangle 1 20000)",
        "(regular 100000)",
        "(concentric { 8 5000 })",
        "(spiral turns:200 sites:1000)",
        "(complete (regular 150))",
    ] {
        assert_eq!(error(&game(&format!("(board {board} use:Vertex)"), ADD)), "no error", "{board}");
        println!("{board} {:?}", start.elapsed());
    }
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

#[test]
fn hands_and_players() {
    assert!(error(&game("(board (square 3)) (hand Each size:1000000)", ADD)).contains("more than 10000"));
    assert!(error(&game("(board (square 3)) (hand Each size:2147483647)", ADD)).contains("more than 10000"));
    assert!(error(&game(SQUARE, ADD).replace("(players 2)", "(players 17)")).contains("16"));
}

#[test]
fn work_of_a_ply() {
    let work = Some(PlayError::Fault(Fault::Work));
    let values = "(forEach Value min:1 max:100000";
    assert_eq!(fault(&format!("{values} {values} (move Pass)))")), work);
    assert_eq!(fault(&format!("(move Add (to (sites Empty)) (then {values} {values} (addScore Mover 1)))))")), work);
    let endless = "(move Add (to (sites Empty)) (then (while True (set Var (value Random (range 1 2))))))";
    assert!(matches!(fault(endless), Some(PlayError::Fault(Fault::EndlessWhile | Fault::Work))));
}

/// What goes wrong with a game by default limits, played by a trial and, at random, by a series of playouts. Neither may
/// take long, even without optimisation.
fn hostile(name: &str, text: &str) -> [Option<PlayError>; 2] {
    let begun = Instant::now();
    let compiled = compile(text).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    let trial = Trial::start(compiled.game().clone(), 0).and_then(|mut trial| trial.playout(0, 3).map(drop)).err();
    let (compiling, mut failed) = (begun.elapsed(), None);
    let mut numbers = 0..1;
    Series::new(&compiled, &Rewrites::all()).play(
        0,
        3,
        || numbers.next(),
        |_, playout| {
            failed = playout.err();
            true
        },
    );
    println!("{name}: {compiling:?} with a trial, {:?} with a playout: {trial:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(60), "{name}: {:?}", begun.elapsed());
    [trial, failed]
}

/// Rules written to fill the memory: within the work of a ply there is a bound of its own.
#[test]
fn memory_of_a_ply() {
    let sites = "(forEach Site (sites Board) ".repeat(5);
    let values = "(forEach Value min:1 max:64 ".repeat(5);
    let exhausted = |error: &Option<PlayError>| matches!(error, Some(PlayError::Fault(Fault::Work | Fault::Memory)));
    let board = "(board (square 8))";
    for (name, text) in [
        ("sites", game(board, &format!("{sites}(move Add (to (site))))))))"))),
        ("values", game(board, &format!("{values}{ADD})))))"))),
        ("effects", game(board, &format!("(move Add (to (sites Empty)) (then {sites}(add (to (site))))))))))"))),
        ("count", game(board, "(move Add (to 1) count:100000000)")),
        ("stack", game(board, "(move Add (to 1) count:100000000 stack:True)")),
        ("counts", game(board, "(move Add (to (sites Empty)) count:2147483647)")),
        ("effect count", game(board, "(move Add (to (sites Empty)) (then (add (to 1) count:90000000)))")),
        ("while", game(board, "(move Add (to (sites Empty)) (then (while True (add (to 1) count:100000))))")),
        (
            "sow",
            game(
                "(mancalaBoard 2 6 (track \"Track\" \"0,E,5,N,11,W\" loop:True))",
                "(move Select (from (sites Board)) (then (sow count:90000000 numPerHole:90000000)))",
            ),
        ),
    ] {
        let found = hostile(name, &text);
        assert!(found.iter().all(exhausted), "{name}: {found:?}");
    }
}

/// Rules that take much and come to an end: nothing grows with the square of what is written.
#[test]
fn large_rules() {
    let board = "(board (square 8))";
    let many = |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<Vec<_>>().join(" ");
    let all = format!("(or {{ {} }})", many(2500, &|_| "(move Add (to (sites Board)))".to_owned()));
    let results = "(sites (results from:(sites Board) to:(sites Board) (to)))";
    for (name, text) in [
        ("160,000 moves in a do", game(board, &format!("(do {all} next:(move Pass))"))),
        (
            "5,000 alternatives",
            game(board, &format!("(or {{ {} }})", many(5000, &|n| format!("(move Add (to {}))", n % 64)))),
        ),
        (
            "5,000 conditions",
            game(
                board,
                &format!("(or {{ {} }})", many(5000, &|n| format!("(if (is Empty {0}) (move Add (to {0})))", n % 64))),
            ),
        ),
        (
            "5,000 effects",
            game(
                board,
                &format!(
                    "(move Add (to (sites Empty)) (then (and {{ {} }})))",
                    many(5000, &|n| format!("(addScore Mover {n})"))
                ),
            ),
        ),
        ("results of 484 cells", game("(board (square 22))", &format!("(move Add (to {results}))"))),
        (
            "results of 484 cells at each",
            game("(board (square 22))", &format!("(move Add (to (sites Empty) if:(< 3 (count Sites in:{results}))))")),
        ),
    ] {
        assert_eq!(hostile(name, &text), [None, None], "{name}");
    }
}

/// A game that goes on may not gather more than it is allowed to either.
#[test]
fn memory_of_a_game() {
    let text = game("(board (square 3))", "(move Add (to (sites Board)) count:1000 stack:True)");
    let compiled = compile(&text).unwrap_or_else(|failure| panic!("{failure}")).with_memory(1 << 20);
    let mut trial = Trial::start(compiled.game().clone(), 0).expect("the game starts");
    let plies = (0..1000).position(|_| trial.play(0).is_err()).expect("the memory is used up");
    assert!((5..100).contains(&plies), "{plies}");
    assert_eq!(trial.play(0).err(), Some(PlayError::Fault(Fault::Memory)));
    // What is taken back is free again.
    (0..plies).for_each(|_| assert!(trial.undo()));
    assert_eq!((0..1000).position(|_| trial.play(0).is_err()), Some(plies));
}

#[test]
fn budgets_are_adjustable() {
    let compiled = || compile(&game("(board (square 3))", ADD)).unwrap_or_else(|failure| panic!("{failure}"));
    let first = |compiled: Compiled| {
        Trial::start(compiled.game().clone(), 0).and_then(|mut trial| trial.play(0).map(drop)).err()
    };
    assert_eq!(first(compiled()), None);
    assert_eq!(first(compiled().with_work(20)), Some(PlayError::Fault(Fault::Work)));
    assert_eq!(first(compiled().with_memory(200)), Some(PlayError::Fault(Fault::Memory)));
}

/// Rules that ask what they themselves allow have no answer.
#[test]
fn rules_that_ask_for_themselves() {
    let nesting = Some(PlayError::Fault(Fault::Nesting));
    assert_eq!(fault("(if (< 0 (count LegalMoves)) (move Pass))"), nesting);
    let own = game(SQUARE, "(or (forEach Piece) (move Add (to (sites Empty))))")
        .replace("(piece \"Disc\" Each)", "(piece \"Disc\" Each (forEach Piece))");
    assert!(own.contains("Each (forEach Piece)"));
    assert_eq!(fault_of(&own, 3), nesting);
}

#[test]
fn length_of_a_game() {
    let end = |compiled: Compiled| {
        let mut trial = Trial::start(compiled.game().clone(), 0).expect("the game starts");
        trial.playout(0, usize::MAX).expect("the rules have a value");
        (trial.len(), trial.state().status().map(|status| status.end))
    };
    let shuffle = |limits: fn(Compiled) -> Compiled| {
        let text = game(SQUARE, &format!("(if (is Even (count Moves)) {ADD} (move Remove (sites Occupied by:All)))"));
        end(limits(compile(&text).unwrap_or_else(|failure| panic!("{failure}"))))
    };
    assert_eq!(shuffle(|compiled| compiled), (2500, Some(EndType::TurnLimit)));
    assert_eq!(shuffle(|compiled| compiled.with_limits(100, 1250)), (100, Some(EndType::MoveLimit)));
}

/// A recording whose first line has this in the place of the start.
fn recording(start: &str, lines: &str) -> Result<Recording, RecordingError> {
    Recording::read(format!("{{\"game\":\"G\",\"start\":{start}}}\n{lines}").as_bytes())
}

#[test]
fn recordings() {
    let long = std::io::repeat(b' ').take(65 << 20);
    assert!(matches!(Recording::read(long), Err(RecordingError::TooLarge { line: 1 })));
    assert!(recording("[[[[[[[1]]]]]]]", "").is_ok());
}

#[test]
fn nesting_of_recordings() {
    for deep in [20, 1000, 1_000_000] {
        let lists = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
        assert!(matches!(recording(&lists, ""), Err(RecordingError::TooDeep { line: 1 })), "{deep}");
        let open = "{\"a\":".repeat(deep);
        assert!(matches!(recording("1", &open), Err(RecordingError::TooDeep { line: 2 })), "{deep}");
    }
}

/// A packed recording of half a megabyte can hold more values than fit into memory.
#[test]
fn values_of_recordings() {
    for value in ["[]", "{}", "0", "\"\"", "{\"\":0}"] {
        let wide = format!("[{}0]", format!("{value},").repeat(9 << 20));
        assert!(matches!(recording(&wide, ""), Err(RecordingError::TooManyValues { line: 1 })), "{value}");
    }
    let lines = format!("[{}0]", "[],".repeat(1 << 20));
    let lines = format!("{{\"n\":{lines}}}\n").repeat(20);
    assert!(matches!(recording("1", &lines), Err(RecordingError::TooManyValues { line: 5 })));

    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(b"{\"game\":[").expect("packed in memory");
    let piece = "[],".repeat(1 << 16);
    (0..320).for_each(|_| packer.write_all(piece.as_bytes()).expect("packed in memory"));
    let packed = packer.finish().expect("packed in memory");
    assert!(packed.len() < 200_000, "{} bytes", packed.len());
    assert!(matches!(Recording::read(&packed[..]), Err(RecordingError::TooManyValues { line: 1 })));
}

/// Of a trial file nothing is kept that no game has, however many lines there are.
#[test]
fn trial_files() {
    let stream = "RNG internal state=0,0,0,0,0,0,0,0\n";
    let read = |head: &str, rest: &str| TrialFile::parse(&format!("game=G\n{head}{stream}{rest}"));
    let told = |result: Result<TrialFile, TrialFileError>| result.map_err(|error| error.to_string());
    let many = |line| Err(format!("line {line}: the trial file has more of this than is read"));
    let options = format!("START GAME OPTIONS\n{}END GAME OPTIONS\n", "a\n".repeat(1001));
    assert_eq!(told(read(&options, "")), many(1003));
    assert_eq!(told(read("", &"Move=[]\n".repeat((1 << 20) + 1))), many((1 << 20) + 3));
    assert_eq!(told(read("", &format!("rankings={}0\n", "0,".repeat(5000)))), many(3));
    let passed_over = read("", &format!("{}winner=1\n", "\n".repeat(20 << 20)));
    assert_eq!(passed_over.map(|file| file.result.map(|result| result.winner)), Ok(Some(1)));
}
