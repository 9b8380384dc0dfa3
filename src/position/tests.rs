use super::*;
use crate::KnownDefines;

/// The games of `lud/`, by file, and whether what may be played follows from what stands there and who is to move.
const GAMES: &[(&str, &str, bool)] = &[
    ("backgammon", include_str!("../../lud/backgammon.lud"), false),
    ("brain-coral", include_str!("../../lud/brain-coral.lud"), false),
    ("breakthrough", include_str!("../../lud/breakthrough.lud"), true),
    ("chess", include_str!("../../lud/chess.lud"), false),
    ("connect-four", include_str!("../../lud/connect-four.lud"), true),
    ("dogtown-clans", include_str!("../../lud/dogtown-clans.lud"), false),
    ("draughts", include_str!("../../lud/draughts.lud"), false),
    ("gomoku", include_str!("../../lud/gomoku.lud"), true),
    ("hex", include_str!("../../lud/hex.lud"), true),
    ("hnefatafl", include_str!("../../lud/hnefatafl.lud"), true),
    ("nine-mens-morris", include_str!("../../lud/nine-mens-morris.lud"), false),
    ("oware", include_str!("../../lud/oware.lud"), true),
    ("rabbit-warrens", include_str!("../../lud/rabbit-warrens.lud"), false),
    ("reversi", include_str!("../../lud/reversi.lud"), true),
    ("skirt", include_str!("../../lud/skirt.lud"), false),
    ("tic-tac-toe", include_str!("../../lud/tic-tac-toe.lud"), true),
    ("wrigglers-squared", include_str!("../../lud/wrigglers-squared.lud"), false),
];

fn load(text: &str) -> Arc<Game> {
    Game::load("game.lud", text, &[], &KnownDefines::standard()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn lud(name: &str) -> Arc<Game> {
    let text = GAMES.iter().find(|(own, ..)| *own == name).map(|(_, text, _)| *text);
    load(text.unwrap_or_else(|| panic!("{name}")))
}

/// What stands where, by the hashes of the stores.
fn stores(trial: &Trial) -> Vec<u64> {
    let state = trial.state();
    (0..).map_while(|store| state.site_store_at(store)).map(|store| store.hash()).collect()
}

/// The legal moves in words, in no order.
fn moves(trial: &mut Trial) -> Vec<String> {
    let game = Arc::clone(trial.game());
    let mut names = crate::notation::names(&game, trial.legal().expect("legal moves"));
    names.sort();
    names
}

/// The pieces of the first part of a position in Forsyth's notation. Kings and rooks that `may_castle` bear state 1.
fn forsyth(board: &str, may_castle: bool) -> Position {
    let mut position = Position::new();
    for (row, line) in board.split('/').enumerate() {
        let mut column = 0;
        for sign in line.bytes() {
            if sign.is_ascii_digit() {
                column += sign - b'0';
                continue;
            }
            let kind = match sign.to_ascii_lowercase() {
                b'p' => "Pawn",
                b'n' => "Knight",
                b'b' => "Bishop",
                b'r' => "Rook",
                b'q' => "Queen",
                _ => "King",
            };
            let owner = if sign.is_ascii_uppercase() { 1 } else { 2 };
            let mut placed = Placed::new(format!("{kind}{owner}"), format!("{}{}", (b'A' + column) as char, 8 - row));
            placed.state = i32::from(may_castle && matches!(kind, "Rook" | "King"));
            position = position.place(placed);
            column += 1;
        }
    }
    position.mover(1)
}

#[test]
fn positions_of_chess_have_as_many_moves_as_is_published() {
    // Test positions of the Chess Programming Wiki: perft results 2 and 3.
    let game = lud("chess");
    let castles = forsyth("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", true);
    let mut trial = Trial::start_from(game.clone(), 0, &castles).expect("a position");
    assert_eq!((trial.perft(1), trial.perft(2)), (Ok(48), Ok(2039)));
    let endgame = forsyth("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", false);
    let mut trial = Trial::start_from(game, 0, &endgame).expect("a position");
    assert_eq!((trial.perft(1), trial.perft(2), trial.perft(3)), (Ok(14), Ok(191), Ok(2812)));
}

#[test]
fn what_is_described_is_set_up_again() {
    for &(name, text, follows) in GAMES {
        let game = load(text);
        for (seed, plies) in [(1, 0), (1, 5), (2, 14), (3, 31), (4, 60)] {
            let mut played = Trial::start(game.clone(), seed).expect("a game");
            played.playout(seed, plies).expect("moves");
            let position = Position::of(&game, played.state());
            let mut set_up = Trial::start_from(game.clone(), seed, &position).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(Position::of(&game, set_up.state()), position, "{name} after {plies}");
            let dice = game.equipment.dice.map(|dice| 2 + dice);
            for (store, (one, other)) in stores(&played).into_iter().zip(stores(&set_up)).enumerate() {
                assert!(one == other || Some(store) == dice, "{name} after {plies}: store {store}");
            }
            if follows && !played.is_over() {
                assert_eq!(moves(&mut set_up), moves(&mut played), "{name} after {plies}");
            }
        }
    }
}

#[test]
fn play_and_undo_go_on_from_a_position() {
    let game = lud("oware");
    let mut source = Trial::start(game.clone(), 1).expect("a game");
    source.playout(1, 9).expect("moves");
    let position = Position::of(&game, source.state());
    let mut trial = Trial::start_from(game.clone(), 1, &position).expect("a position");
    assert!(trial.is_empty() && !trial.undo(), "no move has been made");
    let before = (stores(&trial), moves(&mut trial));
    let same = trial.clone();
    trial.playout(5, usize::MAX).expect("a game");
    assert!(trial.is_over());
    while trial.undo() {}
    assert_eq!((stores(&trial), moves(&mut trial)), before);
    let played = |mut trial: Trial| {
        trial.playout(7, usize::MAX).expect("a game");
        stores(&trial)
    };
    assert_eq!(played(trial), played(same), "a copy plays the same");
}

#[test]
fn stacks_counts_and_hands() {
    let game = load(
        r#"(game "Stacks" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) (hand Each size:2) })
            (rules (start (place Stack "Disc1" 0 count:2)) (play (forEach Piece (move Step (to if:True) stack:True)))
                (end (if (no Moves Next) (result Mover Win)))))"#,
    );
    let tower = Placed { count: 3, state: 2, ..Placed::new("Disc2", "B2") };
    let position = Position::new().place(tower).piece("Disc1", "4").piece("Disc1", "Hand1[1]").mover(2);
    let trial = Trial::start_from(game.clone(), 0, &position).expect("a position");
    let state = trial.state();
    assert_eq!((state.height(SiteType::Cell, 0), state.height(SiteType::Cell, 4), state.mover()), (0, 4, 2));
    let levels: Vec<(u16, i32)> =
        (0..4).map(|level| state.piece(SiteType::Cell, 4, Some(level))).map(|p| (p.what, p.state)).collect();
    assert_eq!(levels, [(2, 2), (2, 2), (2, 2), (1, 0)]);
    assert_eq!(Position::of(&game, state).placed().len(), 5);
}

#[test]
fn what_cannot_be_set_up() {
    let oware = lud("oware");
    let counted = oware.equipment.components[1].name.to_string();
    let chess = lud("chess");
    let on = |game: &Arc<Game>, position: Position| {
        Trial::start_from(game.clone(), 0, &position).expect_err("a mistake").to_string()
    };
    let many = |name: &str, site: &str, count: i32| Position::new().place(Placed { count, ..Placed::new(name, site) });
    let puzzle = load(include_str!("../../tests/games/latin.lud"));
    let told = [
        on(&chess, Position::new().piece("Pwan1", "E2")),
        on(&chess, Position::new().piece("Pawn", "E2")),
        on(&chess, Position::new().piece("Dragon7", "E2")),
        on(&chess, Position::new().piece("Pawn1", "J9")),
        on(&chess, Position::new().piece("Pawn1", "64")),
        on(&chess, Position::new().piece("Pawn1", "Edge:1000")),
        on(&chess, Position::new().piece("Pawn1", "E2").piece("Pawn2", "E2")),
        on(&chess, many("Pawn1", "E2", 2)),
        on(&oware, many(&counted, "0", 0)),
        on(&chess, Position::new().place(Placed { state: -1, ..Placed::new("Pawn1", "E2") })),
        on(&chess, Position::new().mover(3)),
        on(&chess, Position::new().phase(1, "Endgame")),
        on(&chess, Position::new().score(0, 5)),
        on(&puzzle, Position::new()),
    ];
    insta::assert_snapshot!(told.join("\n"));
}
