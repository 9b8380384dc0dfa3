//! Boards as they lie on a table: coordinates, goals, holes and stores, points, halves of dominoes, rivers.

use super::{check, drawn};
use ludemic::render::Show;
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use roxmltree::{Document, Node};
use std::sync::Arc;

fn game(equipment: &str, end: &str, graphics: &str) -> Compiled {
    let text = format!(
        "(game \"Table\" (players 2) (equipment {{ {equipment} }})
            (rules (play (move Add (to (sites Empty)))) (end {end})))
        (metadata (graphics {{ {graphics} }}))"
    );
    let stages = Parsed::new("table.lud", &text).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
    match stages.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()) {
        Ok(compiled) => compiled,
        Err(failure) => panic!("{failure:#}"),
    }
}

/// The start of a game, with its coordinates if they are asked for.
fn start(compiled: &Compiled, coordinates: bool) -> String {
    let look = Look::of(compiled);
    let trial = Trial::start(Arc::clone(compiled.game()), 1).expect("the game starts");
    let text = Drawing::new(compiled.game(), &look).coordinates(coordinates).position(&Frame::of(&trial, &look));
    check(&text);
    text
}

const FULL: &str = "(if (is Full) (result Mover Draw))";

fn of_class<'a>(tree: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    tree.descendants()
        .filter(|node| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class)))
        .collect()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} of {node:?}"))
}

/// The names outside the board, from left to right and from top to bottom.
fn names(text: &str) -> (Vec<String>, Vec<(f64, f64)>) {
    let tree = Document::parse(text).expect("XML");
    let mut list: Vec<(String, (f64, f64))> = of_class(&tree, "coordinates")
        .iter()
        .flat_map(|group| group.children().filter(Node::is_element))
        .map(|node| (node.text().unwrap_or_default().to_owned(), (number(&node, "x"), number(&node, "y"))))
        .collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list.into_iter().unzip()
}

#[test]
fn loops_go_round_the_corners_of_a_surakarta_board() {
    // As many loops as leave two lines in the middle, round each corner.
    for (board, arcs) in [("(square 6)", 8), ("(square 4)", 4), ("(tri 6)", 6), ("(square 6) loops:1", 4)] {
        let text = start(&game(&format!("(surakartaBoard {board}) (piece \"Disc\" Each)"), FULL, ""), false);
        let tree = Document::parse(&text).expect("XML");
        let paths = tree.descendants().filter_map(|node| node.attribute("d")).filter(|d| d.contains('A'));
        let loops: Vec<&str> = paths.flat_map(|d| d.split('M')).filter(|part| part.contains('A')).collect();
        assert_eq!(loops.len(), arcs, "{board}");
        // Three quarters of a circle and more: what remains is the corner of the board.
        assert!(loops.iter().all(|one| one.contains(" 0 1 ")), "{board}: {loops:?}");
    }
}

#[test]
fn coordinates_stand_outside_the_board() {
    for (board, columns, rows) in [
        ("(board (square 8))", "A B C D E F G H", "1 2 3 4 5 6 7 8"),
        ("(board (rectangle 2 5) use:Vertex)", "A B C D E", "1 2"),
        ("(board (hex Diamond 4))", "A B C D", "1 2 3 4"),
        ("(board (hex 3))", "A B C D E", "1 2 3 4 5"),
        ("(board (tri 4) use:Vertex)", "A B C D", "1 2 3 4"),
        ("(mancalaBoard 2 6)", "A B C D E F G H", "1 2"),
    ] {
        let text = start(&game(&format!("{board} (piece \"Disc\" Each)"), FULL, ""), true);
        let (names, places) = names(&text);
        let mut expected: Vec<&str> = rows.split(' ').chain(columns.split(' ')).collect();
        expected.sort_unstable();
        assert_eq!(names, expected, "{board}");
        // No two names lie on each other, and all are within the picture.
        let tree = Document::parse(&text).expect("XML");
        let (width, height) = (number(&tree.root_element(), "width"), number(&tree.root_element(), "height"));
        for (index, (x, y)) in places.iter().enumerate() {
            assert!((0.0..width).contains(x) && (0.0..height).contains(y), "{board}");
            assert!(places[..index].iter().all(|(ox, oy)| (x - ox).hypot(y - oy) > 6.0), "{board}");
        }
        assert!(!start(&game(&format!("{board} (piece \"Disc\" Each)"), FULL, ""), false).contains("coordinates"));
    }
}

#[test]
fn boards_of_rings_have_names_at_their_sites() {
    let text = start(&game("(board (concentric {8 8 8})) (piece \"Disc\" Each)", FULL, ""), true);
    assert!(!text.contains("class=\"coordinates\"") && text.contains("class=\"names\""));
}

#[test]
fn goals_have_the_colours_of_those_who_join_them() {
    let hex = drawn("lud/hex.lud", &[], 0, Show::Pieces);
    let tree = Document::parse(&hex).expect("XML");
    let colours: Vec<&str> = of_class(&tree, "goal").iter().filter_map(|node| node.attribute("stroke")).collect();
    // Around each of the four sides first a dark line.
    assert_eq!(colours.len(), 8, "{colours:?}");
    assert_eq!((colours[1], colours[5]), (colours[3], colours[7]));
    assert_ne!(colours[1], colours[5]);
    let everybody = "(if (or (is Connected 3 SidesNoCorners) (is Connected 2 Corners)) (result Mover Win))";
    let text = start(&game("(board (hex 4)) (piece \"Disc\" Each)", everybody, ""), false);
    let tree = Document::parse(&text).expect("XML");
    let goals = of_class(&tree, "goal");
    let dashed = goals.iter().filter(|node| node.attribute("stroke-dasharray").is_some()).count();
    assert_eq!((goals.len(), dashed), (1 + 6 * 3, 6), "the corners, and six sides in both colours");
}

#[test]
fn holes_and_stores_do_not_overlap() {
    for (board, stores) in [("(mancalaBoard 2 6)", 2), ("(mancalaBoard 2 6 store:None)", 0), ("(mancalaBoard 4 8)", 2)]
    {
        let text = start(&game(&format!("{board} (piece \"Seed\" Shared)"), FULL, ""), false);
        let tree = Document::parse(&text).expect("XML");
        let circles: Vec<(f64, f64, f64)> =
            of_class(&tree, "hole").iter().map(|n| (number(n, "cx"), number(n, "cy"), number(n, "r"))).collect();
        for (index, (x, y, r)) in circles.iter().enumerate() {
            for (ox, oy, or) in &circles[..index] {
                assert!((x - ox).hypot(y - oy) > r + or, "{board}");
            }
        }
        let found = of_class(&tree, "store");
        assert_eq!(found.len(), stores, "{board}");
        for store in found {
            let (left, width) = (number(&store, "x"), number(&store, "width"));
            assert!(circles.iter().all(|(x, _, r)| x + r < left || x - r > left + width), "{board}");
        }
    }
}

#[test]
fn stacks_of_backgammon_lie_along_their_points() {
    let style = "(board Style Backgammon)";
    let place = "(board (rectangle 2 13) use:Vertex) (piece \"Disc\" Each)";
    let text = start(&game(place, FULL, style), false);
    let tree = Document::parse(&text).expect("XML");
    let points: usize =
        of_class(&tree, "points").iter().filter_map(|n| n.attribute("d")).map(|d| d.matches('Z').count()).sum();
    assert_eq!(points, 24, "the column in the middle is the bar");
    let height = number(&tree.root_element(), "height");
    assert!(height > 500.0, "there is room for five pieces on either side: {height}");
}

#[test]
fn palaces_and_the_river() {
    let board = "(board (rectangle 10 9) use:Vertex) (piece \"Disc\" Each)";
    let style = "(board Style Xiangqi)";
    let (plain, chinese) = (start(&game(board, FULL, ""), false), start(&game(board, FULL, style), false));
    let lines = |text: &str| text.matches("stroke-linejoin").count();
    assert_eq!(lines(&chinese), lines(&plain) + 1, "the diagonals of the palaces");
    let steps = |text: &str| text.matches('L').count();
    assert_eq!(steps(&plain) - (steps(&chinese) - 4), 7, "seven lines end at the river, and four cross palaces");
}

#[test]
fn a_line_parts_the_halves_of_a_domino() {
    let text = drawn("tests/games/dominoes.lud", &[], 4, Show::Pieces);
    let tree = Document::parse(&text).expect("XML");
    assert!(!of_class(&tree, "halves").is_empty());
}
