//! Every limit, reached: each is told by a message of its own, before the work is spent.

use ludemic::engine::fault::Fault;
use ludemic::engine::state::EndType;
use ludemic::playouts::Series;
use ludemic::recording::{Recording, RecordingError, TrialFile, TrialFileError};
use ludemic::syntax::{MAX_NESTING, MAX_TEXT};
use ludemic::{Compiled, Failure, KnownDefines, Parsed, Trial};
use rayon::prelude::*;
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

/// What goes wrong with the first move of a game, in words.
fn fault(play: &str) -> Option<String> {
    fault_of(&game(SQUARE, play), 1)
}

/// What goes wrong within so many moves of a game.
fn fault_of(text: &str, moves: usize) -> Option<String> {
    let compiled = compile(text).unwrap_or_else(|failure| panic!("{failure}"));
    let mut trial = match Trial::start(compiled.with_work(100_000).game().clone(), 0) {
        Ok(trial) => trial,
        Err(error) => return Some(error.to_string()),
    };
    (0..moves).find_map(|_| trial.play(0).and(Ok(())).err()).map(|error| error.to_string())
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

/// Many edges or cells around one vertex: each is compared with each other, so few of them are many.
#[test]
fn crowded_boards() {
    let many =
        |numbers: std::ops::Range<usize>, piece: &dyn Fn(usize) -> String| numbers.map(piece).collect::<String>();
    let around = |n: usize, sides: &str| {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / n as f64;
        let rim = many(0..n, &|k| format!("{{ {:.4} {:.4} }}", 10.0 * angle(k).cos(), 10.0 * angle(k).sin()));
        let spokes = many(1..n, &|k| format!("{{ 0 {k} }}"));
        format!("(board (graph vertices:{{ {{ 0 0 }} {rim} }} edges:{{ {spokes} {sides} }}))")
    };
    let fan = |n: usize| around(n, &many(1..n, &|k| format!("{{ {k} {} }}", k + 1)));
    let start = Instant::now();
    assert_eq!(error(&game(&fan(200), ADD)), "no error");
    let crowded = |kind: &str| format!("LUD0402 too many places of the kind {kind} touch one another on this board");
    assert_eq!(error(&game(&fan(700), ADD)), crowded("Cell"));
    assert_eq!(error(&game(&around(20_000, ""), ADD)), crowded("Edge"));
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
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

const WORK: &str = "the rules fail in this position: evaluating one move took more work than is allowed, in ";
const MEMORY: &str = "the rules fail in this position: the moves take more memory than is allowed, in ";

#[test]
fn work_of_a_ply() {
    let values = "(forEach Value min:1 max:100000";
    let told = |place: &str| Some(format!("{WORK}{place}"));
    assert_eq!(fault(&format!("{values} {values} (move Pass)))")), told("`(move Pass)` at limits.lud:2:90"));
    assert_eq!(
        fault(&format!("(move Add (to (sites Empty)) (then {values} {values} (addScore Mover 1)))))")),
        told("`(addScore)` at limits.lud:2:125")
    );
    let endless = "(move Add (to (sites Empty)) (then (while True (set Var (value Random (range 1 2))))))";
    assert_eq!(fault(endless), told("`(set Var)` at limits.lud:2:73"));
}

/// What goes wrong with a game by default limits, played by a trial and, at random, by a series of playouts, in words. Neither
/// may take long, even without optimisation.
fn hostile(name: &str, compiled: Compiled) -> [Option<String>; 2] {
    let begun = Instant::now();
    let trial = Trial::start(compiled.game().clone(), 0).and_then(|mut trial| trial.playout(0, 3).map(drop)).err();
    let (compiling, mut failed) = (begun.elapsed(), None);
    let mut numbers = 0..1;
    Series::new(compiled.game()).play(
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
    [trial, failed].map(|error| error.map(|error| error.to_string()))
}

/// Rules written to fill the memory, or to go on for ever: a ply is refused, with the place. A trial and a playout may find that
/// at different ludemes.
#[test]
fn memory_of_a_ply() {
    let sites = "(forEach Site (sites Board) ".repeat(5);
    let values = "(forEach Value min:1 max:64 ".repeat(5);
    let board = "(board (square 8))";
    let cases = [
        (
            "sites",
            game(board, &format!("{sites}(move Add (to (site))))))))")),
            WORK.to_owned() + "`(forEach Site)` at limits.lud:2:82",
        ),
        (
            "values",
            game(board, &format!("{values}{ADD})))))")),
            WORK.to_owned() + "`(forEach Value)` at limits.lud:2:138",
        ),
        (
            "effects",
            game(board, &format!("(move Add (to (sites Empty)) (then {sites}(add (to (site))))))))))")),
            WORK.to_owned() + "`(forEach Site)` at limits.lud:2:117",
        ),
        (
            "count",
            game(board, "(move Add (to 1) count:100000000)"),
            MEMORY.to_owned() + "`(move Add)` at limits.lud:2:26",
        ),
        (
            "stack",
            game(board, "(move Add (to 1) count:100000000 stack:True)"),
            MEMORY.to_owned() + "`(move Add)` at limits.lud:2:26",
        ),
        (
            "counts",
            game(board, "(move Add (to (sites Empty)) count:2147483647)"),
            MEMORY.to_owned() + "`(move Add)` at limits.lud:2:26",
        ),
        (
            "effect count",
            game(board, "(move Add (to (sites Empty)) (then (add (to 1) count:90000000)))"),
            MEMORY.to_owned() + "`(add)` at limits.lud:2:61",
        ),
        (
            "pending",
            game(board, "(move Add (to (sites Empty)) (then (forEach Value min:1 max:1000000 (set Pending (value)))))"),
            WORK.to_owned() + "`(set Pending)` at limits.lud:2:94",
        ),
        (
            "forgotten",
            game(
                board,
                "(move Add (to (sites Empty)) (then (and (forEach Value min:1 max:100000 (remember Value (value)))
                    (forget Value All))))",
            ),
            WORK.to_owned() + "`(move Add)` at limits.lud:2:26",
        ),
        (
            "while",
            game(board, "(move Add (to (sites Empty)) (then (while True (add (to 1) count:100000))))"),
            MEMORY.to_owned() + "`(while)` at limits.lud:2:61",
        ),
        (
            "sow",
            game(
                "(mancalaBoard 2 6 (track \"Track\" \"0,E,5,N,11,W\" loop:True))",
                "(move Select (from (sites Board)) (then (sow count:90000000 numPerHole:90000000)))",
            ),
            MEMORY.to_owned() + "`(sow)` at limits.lud:2:66",
        ),
    ];
    // One beside the other: together they take half a minute.
    cases.into_par_iter().for_each(|(name, text, place)| {
        let compiled = compile(&text).unwrap_or_else(|failure| panic!("{failure}"));
        let [trial, playout] = hostile(name, compiled).map(Option::unwrap_or_default);
        assert_eq!(trial, place, "{name}");
        // What is drawn is looked for in another order.
        assert!(playout.starts_with(WORK) || playout.starts_with(MEMORY), "{name}: {playout}");
        assert!(playout.contains("` at limits.lud:2:"), "{name}: {playout}");
    });
}

/// A budget that is too small is told with the place wherever it runs out: in start rules, play rules, conditions,
/// consequences, end rules, rules that a define brings, and in a game of a match.
#[test]
fn places_of_what_ran_out() {
    let told = |text: &str, work: u64, memory: u64| {
        let compiled = compile(text).unwrap_or_else(|failure| panic!("{failure}")).with_work(work).with_memory(memory);
        let trial = Trial::start(compiled.game().clone(), 0).and_then(|mut trial| trial.playout(0, 30).map(drop));
        trial.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let add = |then: &str| format!("(move Add (to (sites Empty)) {then})");
    let loops = "(forEach Value min:1 max:100000 ";
    let place = "(rules (start (forEach Value min:1 max:9000 (place \"Disc1\" 1))) ";
    let around = "(move Add (to (sites Empty) if:(< 0 (count Sites in:(sites Around (to) distance:2)))))";
    let far = "(< 900 (count Sites in:(forEach (sites Board) if:(not (is Odd (site))))))";
    for (what, text, work, memory, expected) in [
        ("start", game(SQUARE, ADD).replace("(rules ", place), 1_000, 1 << 20, "`(place)` at limits.lud:2:57"),
        ("condition", game(SQUARE, around), 40, 1 << 20, "`(sites Around)` at limits.lud:2:78"),
        (
            "then",
            game(SQUARE, &add(&format!("(then {loops}(addScore Mover 1)))"))),
            10_000,
            1 << 20,
            "`(addScore)` at limits.lud:2:93",
        ),
        (
            "end",
            game("(board (square 30))", "(move Pass)").replace("(is Line 30)", far),
            1_001,
            1 << 20,
            "`(is Odd)` at limits.lud:2:102",
        ),
        (
            "define",
            format!("(define \"Much\" {loops}(move Pass)))\n{}", game(SQUARE, "(\"Much\")")),
            1_000,
            1 << 20,
            "`(move Pass)` at limits.lud:1:48, through a define or an option at limits.lud:3:26",
        ),
        ("memory", game(SQUARE, &add("count:1000 stack:True")), 100_000, 200_000, "`(move Add)` at limits.lud:2:26"),
    ] {
        let words = if what == "memory" { MEMORY } else { WORK };
        assert_eq!(told(&text, work, memory), format!("{words}{expected}"), "{what}");
    }
}

/// The budgets of a match are those of its games as well.
#[test]
fn budgets_of_a_match() {
    let cheap = game("(board (square 1))", ADD).replace("(is Line 30)", "(is Full)");
    let dear = game(SQUARE, "(move Add (to (sites Empty)) (then (forEach Value min:1 max:100000 (addScore Mover 1))))");
    let both = "(match \"Both\" (players 2) (games { (subgame \"cheap\") (subgame \"dear\") })
        (end (if (= 2 (count Trials)) (result P1 Draw))))";
    let checked = Parsed::new("both.lud", both).and_then(|parsed| parsed.expand(&[], &KnownDefines::none())?.check());
    let mut find = |subgame: &ludemic::ludemes::rules::Subgame| {
        Some(compile(if *subgame.name == *"cheap" { &cheap } else { &dear }))
    };
    let compiled =
        checked.and_then(|checked| checked.compile_with(&mut find)).unwrap_or_else(|failure| panic!("{failure}"));
    let mut trial = Trial::start(compiled.with_work(10_000).game().clone(), 0).expect("the match starts");
    let told = trial.playout(0, 30).err().map(|error| error.to_string());
    assert_eq!(told, Some(format!("{WORK}`(addScore)` at limits.lud:2:93")));
}

/// Lists of moves are kept for taking moves back only as far as there is memory; the others are found again.
#[test]
fn moves_are_taken_back_beyond_what_is_kept() {
    let text =
        game("(board (square 4))", "(if (< 3 (value Random (range 1 6))) (move Add (to (sites Empty))) (move Pass))");
    let play = |memory: u64| {
        let compiled = compile(&text).unwrap_or_else(|failure| panic!("{failure}")).with_memory(memory);
        let mut trial = Trial::start(compiled.game().clone(), 3).expect("the game starts");
        trial.playout(5, 20).expect("there is memory enough");
        let mut positions = Vec::new();
        loop {
            let legal: Vec<_> = trial.legal().expect("legal moves").iter().map(ToString::to_string).collect();
            positions.push((trial.state().hash(), legal));
            if !trial.undo() {
                break positions;
            }
        }
    };
    assert_eq!(play(30_000), play(1 << 30));
}

/// What compiling takes grows with what is written, not with its square.
#[test]
fn compiling_large_descriptions() {
    let many = |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<Vec<_>>().join(" ");
    let then = |effects: &str| game(SQUARE, &format!("(move Add (to (sites Empty)) (then (and {{ {effects} }})))"));
    let begun = Instant::now();
    for (name, text) in [
        ("20,000 variables", then(&many(20_000, &|n| format!("(set Var \"V{n}\" {n})")))),
        (
            "20,000 votes",
            game(SQUARE, &format!("(or {{ {} }})", many(20_000, &|n| format!("(move Propose \"V{n}\")")))),
        ),
        ("3,000 pieces", game(&format!("{SQUARE} {}", many(3_000, &|n| format!("(piece \"X{n}\" Each)"))), ADD)),
        (
            "1,000 regions",
            game(&format!("{SQUARE} {}", many(1_000, &|n| format!("(regions \"X{n}\" (sites {{ 1 2 }}))"))), ADD),
        ),
    ] {
        assert_eq!(error(&text), "no error", "{name}");
        println!("{name} {:?}", begun.elapsed());
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let regions = many(1_001, &|n| format!("(regions \"X{n}\" (sites {{ 1 2 }}))"));
    assert_eq!(error(&game(&format!("{SQUARE} {regions}"), ADD)), "LUD0402 more than 1000 regions");
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
        let compiled = compile(&text).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert_eq!(hostile(name, compiled), [None, None], "{name}");
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
    let told = trial.play(0).err().map(|error| error.to_string());
    assert_eq!(told, Some(format!("{MEMORY}`(move Add)` at limits.lud:2:26")));
    // What is taken back is free again.
    (0..plies).for_each(|_| assert!(trial.undo()));
    assert_eq!((0..1000).position(|_| trial.play(0).is_err()), Some(plies));
}

#[test]
fn budgets_are_adjustable() {
    let compiled = || compile(&game("(board (square 3))", ADD)).unwrap_or_else(|failure| panic!("{failure}"));
    let first = |compiled: Compiled| {
        let played = Trial::start(compiled.game().clone(), 0).and_then(|mut trial| trial.play(0).map(drop));
        played.err().and_then(|error| error.fault().cloned())
    };
    assert_eq!(first(compiled()), None);
    assert_eq!(first(compiled().with_work(20)), Some(Fault::Work));
    assert_eq!(first(compiled().with_memory(200)), Some(Fault::Memory));
}

/// Rules that ask what they themselves allow have no answer.
#[test]
fn rules_that_ask_for_themselves() {
    let nesting =
        |place: &str| Some(format!("the rules fail in this position: consequences are nested too deeply, in {place}"));
    assert_eq!(fault("(if (< 0 (count LegalMoves)) (move Pass))"), nesting("`(count LegalMoves)` at limits.lud:2:35"));
    let own = game(SQUARE, "(or (forEach Piece) (move Add (to (sites Empty))))")
        .replace("(piece \"Disc\" Each)", "(piece \"Disc\" Each (forEach Piece))");
    assert!(own.contains("Each (forEach Piece)"));
    assert_eq!(fault_of(&own, 3), nesting("`(forEach Piece)` at limits.lud:1:79"));
    // A few slots are looked into before moves are listed.
    let step = "(piece \"Disc\" Each (move Step (to if:(can Move (forEach Piece)))))";
    let step = game("(board (square 9))", "(forEach Piece)").replace("(piece \"Disc\" Each)", step);
    let step = step.replace("(rules", "(rules (start { (place \"Disc1\" {0 5 7 40 41}) (place \"Disc2\" {8 11 14}) })");
    assert_eq!(fault_of(&step, 1), nesting("`(forEach Piece)` at limits.lud:1:107"));
    // A pass asks whether there is a move, and whether a pass is suicide is told by making it.
    let pass =
        game(SQUARE, "(or (move Add (to (sites {-1}))) (move Pass))").replace("(rules", "(rules (meta (no Suicide))");
    let found = fault_of(&pass, 1).unwrap_or_default();
    assert!(found.starts_with("the rules fail in this position: consequences are nested too deeply"), "{found}");
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
