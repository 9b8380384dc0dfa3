//! Statistics of games whose answers are known, and rules that are never used.

use ludemic::playouts::Series;
use ludemic::stats::rules::{findings, kinds};
use ludemic::stats::{Course, Details, Outcome, Summary};
use ludemic::{Compiled, KnownDefines, Parsed};

fn compiled(text: &str) -> Compiled {
    let expansion = Parsed::new("case.lud", text).and_then(|parsed| parsed.expand(&[], &KnownDefines::standard()));
    expansion.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()).expect("a game")
}

/// The first games of a series.
fn summary(series: &Series, games: u64, limit: usize) -> Summary {
    let mut all = Summary::default();
    let mut numbers = 0..games;
    series.watch(
        5,
        limit,
        || numbers.next(),
        |number, playout, choices| {
            all.add_playout(number, playout, choices);
            true
        },
    );
    all
}

/// Random games looked at closely.
fn closely(compiled: &Compiled, games: u64, limit: usize) -> (Summary, Details) {
    let game = compiled.counting().expect("the game once more");
    let (mut summary, mut details) = (Summary::default(), Details::default());
    for number in 0..games {
        let course = Course::random(&game, 5, number, limit, false).expect("rules that do not fail");
        summary.add(&course.playout, &course.choices);
        details.add(&course);
    }
    assert_eq!(details.games, games);
    (summary, details)
}

/// Games looked at closely, and as many that are not.
fn both(text: &str, games: u64, limit: usize) -> ([Summary; 2], Details) {
    let compiled = compiled(text);
    let (close, details) = closely(&compiled, games, limit);
    ([close, summary(&Series::new(compiled.game()), games, limit)], details)
}

const CORNER: &str = r#"(game "Corner" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= 0 (last To)) (result Mover Win)))))"#;

/// Four cells are taken in a random order, and who takes cell 0 wins: he is as likely to do so with any of the moves.
#[test]
fn a_game_whose_chances_are_known() {
    let (all, details) = both(CORNER, 4000, usize::MAX);
    for all in &all {
        assert_eq!((all.games, all.won(), all.failures), (4000, 4000, 0));
        for outcome in [Outcome::Win(1), Outcome::Win(2)] {
            assert!((1900..2100).contains(&all.of(outcome)), "{} times", all.of(outcome));
        }
        let lengths = all.lengths();
        assert_eq!((lengths.min, lengths.max), (Some(1), Some(4)));
        for (length, count) in lengths.values() {
            assert!((900..1100).contains(&count), "length {length}: {count} times");
        }
        // Player 1 wins with the moves 1 and 3, player 2 with 2 and 4.
        assert!(all.outcomes[&Outcome::Win(1)].values().all(|(length, _)| length % 2 == 1));
        assert!(all.outcomes[&Outcome::Win(2)].values().all(|(length, _)| length % 2 == 0));
        // The numbers of legal moves are 4, 3, 2 and 1, as far as the game goes.
        let longer =
            |than: u64| lengths.values().filter(|(length, _)| *length > than).map(|(_, count)| count).sum::<u64>();
        let choices: Vec<_> = all.choices.values().collect();
        assert_eq!(choices, [(1, longer(3)), (2, longer(2)), (3, longer(1)), (4, 4000)]);
        assert_eq!((all.choices.count, u128::from(all.choices.count)), (all.choices.count, lengths.sum()));
        assert_eq!(all.forced, longer(3));
    }
    assert_eq!((details.scored, details.moves), (0, all[0].choices.count));
}

/// Play rules for one move, with chance in them, and how many of a hundred games move to the site 6, to 7, and to 8.
const CHANCES: [(&str, [u64; 3]); 9] = [
    // The sites of an iteration.
    (
        "(forEach Site (if (= 0 (value Random (range 0 1))) (sites {6 7}) (sites {8})) (move Add (to (site))))",
        [25, 25, 50],
    ),
    // Whose pieces they are.
    ("(forEach Piece (move Step N (to if:True)) (player (value Random (range 1 2))))", [25, 25, 50]),
    // The container in which they are.
    (r#"(forEach Piece "Disc" container:(value Random (range 0 1)) (move (from) (to (sites {6}))))"#, [50, 0, 0]),
    // The regions that are to be connected.
    (
        "(if (is Connected at:4 {(sites Random (sites {3 5}) num:1)})
            (move Add (to (sites {6}))) (move Add (to (sites {7}))))",
        [50, 50, 0],
    ),
    // What is looked at on a copy of the state draws on other chance than the choice of a move.
    (
        r#"(do (set Var "x" 1) next:(if (= 0 (value Random (range 0 1)))
            (move Add (to (sites {6 7}))) (move Add (to (sites {8})))))"#,
        [25, 25, 50],
    ),
    // What is looked at on another copy draws on other chance again.
    (
        "(priority {
            (do (move Add (to (sites {6}))) ifAfterwards:(= 0 (value Random (range 0 1))))
            (do (move Add (to (sites {7}))) ifAfterwards:(= 0 (value Random (range 0 1))))
            (move Add (to (sites {8})))
        })",
        [50, 25, 25],
    ),
    // Whether there is a move.
    (
        "(if (can Move (if (= 1 (value Random (range 0 1))) (move Add (to (sites {6})))))
            (move Add (to (sites {6}))) (move Add (to (sites {7}))))",
        [50, 50, 0],
    ),
    // The moves of pieces, which go in one direction: one disc can go in two of three, the other in two of four.
    ("(append (forEach Piece))", [33, 17, 0]),
    ("(if (can Move (forEach Piece)) (forEach Piece) (move Add (to (sites {8}))))", [21, 14, 17]),
];

#[test]
fn rules_with_chance_in_them_are_asked_once() {
    for (play, parts) in CHANCES {
        let text = format!(
            r#"(game "Chance" (players 2)
                (equipment {{
                    (board (square 3))
                    (piece "Disc" Each (move Step (directions Random Orthogonal num:1) (to if:(is Empty (to)))))
                    (hand Each)
                }})
                (rules
                    (start {{ (place "Disc1" {{3 4}}) (place "Disc2" {{5}}) }})
                    (play {play})
                    (end {{
                        (if (is Occupied 6) (result P1 Win))
                        (if (is Occupied 7) (result P2 Win))
                        (if (is Occupied 8) (result P1 Draw))
                    }})))"#
        );
        let all = summary(&Series::new(compiled(&text).game()), 4000, 1);
        let found = [Outcome::Win(1), Outcome::Win(2), Outcome::Draw].map(|outcome| all.of(outcome));
        for (found, part) in found.into_iter().zip(parts) {
            assert!((40 * part).abs_diff(found) < 120, "{play}: {found} of 4000, {part} in a hundred were expected");
        }
    }
}

#[test]
fn a_limit_cuts_games() {
    for all in both(CORNER, 1000, 2).0 {
        let (cut, lengths) = (all.of(Outcome::Cut), all.lengths());
        assert_eq!((all.won() + cut, lengths.max), (1000, Some(2)));
        assert!((440..560).contains(&cut), "{cut} games of 1000 cut");
        assert_eq!(all.forced, 0);
    }
}

/// Games without an end of their own stop at the limits of turns and moves.
#[test]
fn a_game_without_an_end_meets_the_limits() {
    let text = r#"(game "Wander" (players 2)
        (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules
            (start { (place "Disc1" 0) (place "Disc2" 8) })
            (play (forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty)) THEN)))
            (end (if (no Moves Next) (result Mover Win)))))"#;
    for (then, length, end) in [("", 2500, "TurnLimit"), ("(then (moveAgain))", 10_000, "MoveLimit")] {
        let compiled = compiled(&text.replace("THEN", then));
        for limit in [usize::MAX, length - 1] {
            let series = Series::new(compiled.game());
            let all = series.statistics(5, 6, limit).expect("rules that do not fail");
            assert_eq!(all.lengths.into_iter().collect::<Vec<_>>(), [(length.min(limit), 6)]);
            assert_eq!(all.ends.get(end).copied(), (limit > length).then_some(6));
        }
    }
}

/// Who moves gets as many points as moves were made: the scores are 1:0, 1:2, 4:2, 4:6. Every move changes the lead, and
/// player 2 leads for good with the last one.
#[test]
fn a_lead_that_changes_with_every_move() {
    let text = r#"(game "Leaps" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (play (move Add (to (sites Empty)) (then (addScore Mover (count Moves)))))
            (end (if (is Full) (byScore)))))"#;
    let (all, details) = both(&text.replace("(is Full)", "(= 0 (count Sites in:(sites Empty)))"), 20, usize::MAX);
    assert!(all.iter().all(|all| all.of(Outcome::Win(2)) == 20));
    assert_eq!((details.scored, details.upsets), (20, 0));
    assert_eq!(details.lead_changes.values().collect::<Vec<_>>(), [(3, 20)]);
    assert_eq!(details.decided.values().collect::<Vec<_>>(), [(1000, 20)]);
}

/// Player 1 is the only one to get points, for his first move. He leads from then on and loses for it.
#[test]
fn the_lowest_score_leads_where_it_wins() {
    let text = r#"(game "Burden" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (play (move Add (to (sites Empty)) (then (if (is Mover P1) (addScore Mover 1)))))
            (end (if (= 0 (count Sites in:(sites Empty))) (byScore misere:True)))))"#;
    let (all, details) = both(text, 10, usize::MAX);
    assert!(all.iter().all(|all| all.of(Outcome::Win(2)) == 10));
    assert_eq!(details.lead_changes.values().collect::<Vec<_>>(), [(0, 10)]);
    assert_eq!(details.decided.values().collect::<Vec<_>>(), [(250, 10)]);
    let (all, details) = both(&text.replace(" misere:True", ""), 10, usize::MAX);
    assert!(all.iter().all(|all| all.of(Outcome::Win(1)) == 10));
    assert_eq!(details.upsets, 0);
    // With a result that does not go by the score, the one in front may lose.
    let (_, details) = both(&text.replace("(byScore misere:True)", "(result P2 Win)"), 10, usize::MAX);
    assert_eq!((details.scored, details.upsets, details.decided.count), (10, 10, 0));
}

/// Code, line, column and message of each finding.
fn said(text: &str, games: u64) -> Vec<String> {
    let compiled = compiled(text);
    let (_, details) = closely(&compiled, games, 200);
    let game = compiled.counting().expect("the game once more");
    let line = |finding: &ludemic::diag::Diagnostic| {
        let origin = finding.origin.as_ref().expect("a place");
        let (line, column) = compiled.sources().line_column(origin.span);
        format!("{} {line}:{column} {}", finding.code, finding.message)
    };
    findings(&game.rules, &details).iter().map(line).collect()
}

#[test]
fn rules_that_are_all_used() {
    let text = r#"(game "Used" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (play (if (is Mover P1) (move Add (to (sites Empty))) (or (move Add (to (sites Empty))) (move Pass))))
            (end { (if (= 0 (last To)) (result Mover Win)) (if (= 3 (last To)) (result Mover Loss)) })))"#;
    assert_eq!(said(text, 200), [""; 0]);
}

/// Where only the ends of moves are asked for, they are counted as moves.
#[test]
fn moves_of_which_the_ends_are_asked_for() {
    let text = r#"(game "Ends" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (play (or (move Add (to (sites Empty))) (move Add (to (sites To (step (from 0) (to if:(is Empty (to)))))))))
            (end (if (= 3 (last To)) (result Mover Loss)))))"#;
    assert_eq!(said(text, 200), [""; 0]);
}

/// Where it is only asked whether there is a move, the first one need not be made to count.
#[test]
fn moves_of_which_it_is_only_asked_whether_there_is_one() {
    let text = r#"(game "Whether" (players 2)
        (equipment { (board (square 5)) (piece "Disc" Each) })
        (rules
            (play (if (can Move (forEach Piece (move Step Orthogonal (to if:(is Empty (to))))))
                (move Remove (sites Occupied by:Mover))
                (move Add (to (sites Empty)))))
            (end (if (= (count Moves) 12) (result Mover Draw)))))"#;
    assert_eq!(said(text, 20), [""; 0]);
}

#[test]
fn rules_that_are_never_used() {
    let text = r#"(game "Unused" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play
            (if (> 0 (score Mover))
                (move Remove (sites Occupied by:Next))
                (or {
                    (move Add (to (sites Empty) if:(is In (to) (sites Board))))
                    (move Select (from (sites Occupied by:Neutral)))
                })
                (then (if (> (score Next) 5) (set Score Mover 7)))
            )
        )
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Line 4) (result Mover Loss))
            (if (= 0 (count Sites in:(sites Empty))) (result Mover Draw))
        })
    )
)"#;
    let wanted = [
        "LUD0501 6:17 `move Remove` was never come to in 100 games",
        "LUD0502 8:52 `is In` was true each time in 100 games",
        "LUD0501 9:21 `move Select` never gave a move or an effect in 100 games",
        "LUD0501 11:46 `set Score` was never come to in 100 games",
        "LUD0501 16:13 this end rule never applied in 100 games",
    ];
    let mut said = said(text, 100);
    said.sort_by_key(|line| line.split([' ', ':']).nth(1).and_then(|number| number.parse::<u32>().ok()));
    assert_eq!(said, wanted);
}

/// Each call of a define is a rule of its own.
#[test]
fn a_define_used_in_one_place_only() {
    let text = r#"(define "Take" (move Remove (sites Occupied by:#1)))
(game "Takes" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules
        (play (or { (move Add (to (sites Empty))) ("Take" Next) ("Take" Neutral) }))
        (end (if (= 30 (count Moves)) (result Mover Draw)))))"#;
    let compiled = compiled(text);
    let game = compiled.counting().expect("the game once more");
    let (_, details) = closely(&compiled, 20, 100);
    let found = findings(&game.rules, &details);
    assert_eq!(found.len(), 1, "{found:#?}");
    let trail = found[0].origin.as_ref().and_then(|origin| origin.trail.as_ref()).expect("the call");
    assert_eq!(compiled.sources().slice(trail.call), r#"("Take" Neutral)"#);
}

#[test]
fn moves_by_the_ludeme_that_made_them() {
    let text = r#"(game "Kinds" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules
            (meta (swap))
            (play (if (< (count Moves) 3) (move Add (to (sites Empty))) (if (is Mover P1) (move Pass))))
            (end (if (= 8 (count Moves)) (result Mover Draw)))))"#;
    let compiled = compiled(text);
    let game = compiled.counting().expect("the game once more");
    let (_, details) = closely(&compiled, 100, 100);
    let shown: Vec<_> = kinds(&game.rules, &details).into_iter().map(|kind| (kind.title, kind.moves)).collect();
    let of = |title: &str| shown.iter().find(|(name, _)| name == title).map_or(0, |(_, moves)| *moves);
    assert_eq!(shown.iter().map(|(_, moves)| moves).sum::<u64>(), details.moves, "{shown:?}");
    assert!(of("swap") > 10 && of("swap") < 60, "{shown:?}");
    assert_eq!(of("swap") + of("move Add"), 300, "{shown:?}");
    assert!(of("forced pass") > 0 && of("move Pass") > 0, "{shown:?}");
    assert_eq!(of("others"), 0);
}

/// Counting changes no game: the games of the project go as they do without.
#[test]
fn counting_changes_no_game() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lud");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the games") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a description");
        let compiled = compiled(&text);
        let (all, details) = closely(&compiled, 2, 60);
        let mut plain = Summary::default();
        for number in 0..2 {
            let course = Course::random(compiled.game(), 5, number, 60, false).expect("rules that do not fail");
            plain.add(&course.playout, &course.choices);
        }
        assert_eq!(all, plain, "{}", path.display());
        assert_eq!((all.games, all.failures), (2, 0), "{}", path.display());
        assert_eq!(details.made.iter().sum::<u64>() + details.forced_passes + details.swaps, details.moves);
        files += 1;
    }
    assert_eq!(files, 18);
}
