//! Rules broken on purpose: the short run must notice each.

use crate::common;
use crate::coverage::uncounted;
use crate::driver::compare_one;
use crate::game::{GameUnderTest, combinations};
use crate::{GAMES, SHORT};

/// A change of our description: the text `find`, which is there once, becomes `replace`.
struct Mutant {
    game: &'static str,
    what: &'static str,
    find: &'static str,
    replace: &'static str,
}

const fn mutant(game: &'static str, what: &'static str, find: &'static str, replace: &'static str) -> Mutant {
    Mutant { game, what, find, replace }
}

const WRIGGLERS: &str = "Wrigglers Squared";
const CORAL: &str = "Brain Coral";
const DOGTOWN: &str = "Dogtown Clans";
const RABBITS: &str = "Rabbit Warrens";
const SKIRT: &str = "Skirt";

const MUTANTS: &[Mutant] = &[
    mutant(WRIGGLERS, "stones may be laid where they are crowded", r#"if:(not ("Crowded" (to)))"#, ""),
    mutant(WRIGGLERS, "a stone may have three neighbours", r#"(define "Roomy" 2)"#, r#"(define "Roomy" 3)"#),
    mutant(WRIGGLERS, "diagonals count", r#""Neighbours" Orthogonal"#, r#""Neighbours" All"#),
    mutant(WRIGGLERS, "a removal may answer a removal", r#"(set Var "MayCut" 0)"#, r#"(set Var "MayCut" 1)"#),
    mutant(
        WRIGGLERS,
        "the sum of two chains",
        r#"(*
        ("Largest" (values Remembered))"#,
        r#"(+
        ("Largest" (values Remembered))"#,
    ),
    mutant(
        WRIGGLERS,
        "the last to pass loses a tie",
        "(< (score Mover) (score Next))",
        "(<= (score Mover) (score Next))",
    ),
    mutant(CORAL, "a stone itself needs no air", r#""BreatheWay" includeSelf:True"#, r#""BreatheWay""#),
    mutant(CORAL, "stones let air through", "(to if:(is Empty (to)))", "(to if:(<= 0 (to)))"),
    mutant(CORAL, "the bonus for the other player's groups", "<1> <Next> <Mover>", "<1> <Mover> <Next>"),
    mutant(
        CORAL,
        "equal groups are not paired off",
        r#"(difference (sizes Group "JoinWay" #1) (sizes Group "JoinWay" #2))"#,
        r#"(sizes Group "JoinWay" #1)"#,
    ),
    mutant(CORAL, "groups join across diagonals", "<All>\n        <Adjacent>", "<All>\n        <All>"),
    mutant(CORAL, "the last to place loses a tie", "(result Mover Win)", "(result Next Win)"),
    mutant(
        DOGTOWN,
        "one more stone to hold a point",
        r#"(>=
        (- (count Pieces #1"#,
        r#"(>
        (- (count Pieces #1"#,
    ),
    mutant(DOGTOWN, "three closed points", r#"(define "Blocks" 2)"#, r#"(define "Blocks" 3)"#),
    mutant(DOGTOWN, "one move a turn", r#"(if (is Prev Next) (moveAgain) "ScoreBoth")"#, r#""ScoreBoth""#),
    mutant(
        DOGTOWN,
        "stones on held points may stay",
        r#"(sites Occupied by:Next) if:("Holds" Mover (site))"#,
        "(sites Occupied by:Next) if:(\"Holds\" Next (site))",
    ),
    mutant(
        DOGTOWN,
        "stones to be taken count once",
        r#"(count Sites in:(difference ("HeldBy" #1) (sites Empty)))"#,
        "0",
    ),
    mutant(DOGTOWN, "who cannot move wins", "(result Mover Loss)", "(result Mover Win)"),
    mutant(
        RABBITS,
        "as many enemies will do",
        "(> (count Sites in:(\"EnemiesAt\" (from)))",
        "(>= (count Sites in:(\"EnemiesAt\" (from)))",
    ),
    mutant(RABBITS, "a rabbit is its own friend", r#"(difference ("FriendsAt" (to)) (from))"#, r#"("FriendsAt" (to))"#),
    mutant(RABBITS, "jumps over one cell at most", "(range 0 Infinity)", "(range 0 1)"),
    mutant(RABBITS, "one jump a turn", r#"(if (is Prev Next) (moveAgain))"#, "(if (is Prev Mover) (moveAgain))"),
    mutant(
        RABBITS,
        "enclosures hold no rabbits",
        "(step Orthogonal (to if:(!= (id #1) (who at:(to)))))",
        "(step Orthogonal (to if:(is Empty (to))))",
    ),
    mutant(RABBITS, "the factors are added", "(set Score #1 (* ", "(set Score #1 (+ "),
    mutant(RABBITS, "who passes second loses", "(if (all Passed) (byScore))", "(if (all Passed) (result Next Win))"),
    mutant(
        SKIRT,
        "no exchange of sides",
        r#"(if (= 2 (counter)) "TakeOtherSide")"#,
        r#"(if (= 9 (counter)) "TakeOtherSide")"#,
    ),
    mutant(SKIRT, "two skirting moves in a row", r#"(if (!= 1 (var "Skirted")) "SkirtMove")"#, r#""SkirtMove""#),
    mutant(
        SKIRT,
        "a placement needs no majority",
        r#"(define "MayPlaceAt"
    (>"#,
        r#"(define "MayPlaceAt"
    (>="#,
    ),
    mutant(
        SKIRT,
        "a step may part from all stones",
        "(not\n                    (no Pieces",
        "(or (is Empty (to)) (no Pieces",
    ),
    mutant(
        SKIRT,
        "a turn of one placement",
        r#"(if (!= 0 (var "Placed")) (moveAgain))"#,
        r#"(if (= 9 (var "Placed")) (moveAgain))"#,
    ),
    mutant(
        SKIRT,
        "squeezing between two stones",
        r#"(!= 2 (count Pieces of:#1 in:"Between"))"#,
        r#"(!= 9 (count Pieces of:#1 in:"Between"))"#,
    ),
    mutant(
        SKIRT,
        "who cannot move wins",
        "(if (no Moves Next) (result Next Loss))",
        "(if (no Moves Next) (result Next Win))",
    ),
];

/// Where the short run notices a change; `None` if it does not.
fn noticed(game: &GameUnderTest, text: &str) -> Option<String> {
    combinations(text).iter().enumerate().find_map(|(n, options)| {
        let disagreement = uncounted(|| compare_one(game, text, options, n, SHORT)).disagreement?;
        Some(format!("{:?}: {}", options.selections(), disagreement.0))
    })
}

#[test]
fn broken_rules_are_noticed() {
    let mut missed = Vec::new();
    for game in GAMES {
        let Some(text) = game.ours() else {
            common::skip(&format!("there is no lud/{}", game.file));
            continue;
        };
        for Mutant { what, find, replace, .. } in MUTANTS.iter().filter(|mutant| mutant.game == game.name) {
            assert_eq!(text.matches(find).count(), 1, "{}, {what}: {find:?} is not there once", game.name);
            match noticed(game, &text.replace(find, replace)) {
                Some(place) => println!("{}, {what}: {}", game.name, place.chars().take(300).collect::<String>()),
                None => missed.push(format!("{}, {what}", game.name)),
            }
        }
    }
    assert!(missed.is_empty(), "not noticed:\n{}", missed.join("\n"));
}
