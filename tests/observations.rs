//! Positions as planes and boards as graphs: symmetries of boards of many shapes, planes over the library.

mod common;
#[path = "common/library.rs"]
mod library;

use ludemic::board::Relation;
use ludemic::observation::{Encoder, Graph};
use ludemic::playouts::{Chooser, seed};
use ludemic::render::Viewer;
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use rayon::prelude::*;
use std::collections::HashSet;

/// How many plies of each description are looked at, and the evaluation work that is spent on it at most.
const PLIES: usize = 30;
const WORK: u64 = 20_000_000;

/// How many descriptions of the library have boards and planes that hold.
const FLOOR: usize = 841;

fn on(board: &str) -> Compiled {
    let text = format!(
        r#"(game "On" (players 2) (equipment {{ (board {board}) (piece "Disc" Each) (hand Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#
    );
    let stages = || Parsed::new("on.lud", &text)?.expand(&[], &KnownDefines::none())?.check()?.compile();
    stages().unwrap_or_else(|failure| panic!("{failure:#}"))
}

/// Checks that the symmetries of a board are a group of permutations that take neighbours to neighbours; how many they are.
fn symmetries(compiled: &Compiled) -> usize {
    let game = compiled.game();
    let name = &game.name;
    let graph = Graph::new(game, Relation::Adjacent);
    let list = graph.symmetries();
    let places = graph.sites.len() as u32;
    let known: HashSet<&Vec<u32>> = list.iter().collect();
    assert_eq!(known.len(), list.len(), "{name}: each symmetry is listed once");
    assert!(list[0].iter().copied().eq(0..places), "{name}: the identity comes first");
    // Diagonals are not among them: on some irregular boards Ludii finds them on one side only.
    for relation in [Relation::Adjacent, Relation::Orthogonal] {
        let pairs = Graph::new(game, relation).edges;
        let edges: HashSet<(u32, u32)> = pairs.iter().copied().collect();
        assert!(pairs.iter().all(|&(a, b)| edges.contains(&(b, a))), "{name}: {relation:?} goes one way");
        for permutation in &list {
            let image = |(a, b): (u32, u32)| (permutation[a as usize], permutation[b as usize]);
            assert!(pairs.iter().all(|&pair| edges.contains(&image(pair))), "{name}: {relation:?} is torn");
        }
    }
    for one in &list {
        assert_eq!(one.iter().collect::<HashSet<_>>().len() as u32, places, "{name}: no permutation");
        for other in &list {
            let both: Vec<u32> = one.iter().map(|&place| other[place as usize]).collect();
            assert!(known.contains(&both), "{name}: two symmetries one after the other are one");
        }
    }
    list.len()
}

#[test]
fn boards_have_the_symmetries_of_their_shapes() {
    let boards = [
        ("(square 5)", 8),
        ("(square 5) use:Vertex", 8),
        ("(rectangle 3 5)", 4),
        ("(hex 3)", 12),
        ("(hex Diamond 5)", 4),
        ("(hex Triangle 4)", 6),
        ("(tri Hexagon 3)", 12),
        ("(tri Triangle 4)", 6),
        ("(square 4 diagonals:Alternating) use:Vertex", 4),
        ("(square 3 diagonals:Alternating) use:Vertex", 8),
        ("(tiling T488 3)", 8),
        ("(tiling T3636 3)", 12),
        ("(concentric {1 6 6})", 12),
        ("(add (square 3) edges:{ {0 4} }) use:Vertex", 2),
        ("(add (square 3) edges:{ {0 5} }) use:Vertex", 1),
    ];
    let mut wrong = Vec::new();
    for (board, wanted) in boards {
        let found = symmetries(&on(board));
        if found != wanted {
            wrong.push(format!("{board}: {found}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Plays a game and looks at its planes: finite numbers, nothing left of what the array held before, one player to move, and
/// what is nobody's secret seen alike by everybody.
fn planes(compiled: &Compiled) {
    let game = compiled.game();
    let name = &game.name;
    let encoder = Encoder::new(compiled);
    let seed = seed(5, 0);
    let Ok(mut trial) = Trial::start(game.clone(), seed) else { return };
    let mut chooser = Chooser::new(seed);
    let (mut all, mut again) = (vec![0.0; encoder.len()], vec![f32::NAN; encoder.len()]);
    for _ in 0..PLIES {
        encoder.write(&trial, Viewer::All, &mut all);
        again.fill(f32::NAN);
        encoder.write(&trial, Viewer::Player(trial.chooser().max(1)), &mut again);
        assert!(all.iter().chain(&again).all(|value| value.is_finite()), "{name}");
        assert!(game.features.hidden || all == again, "{name}: everything is seen");
        let width = encoder.sites().len();
        let movers =
            encoder.planes().zip(all.chunks(width.max(1))).filter(|(plane, _)| plane.to_string().starts_with("mover"));
        let to_move = movers.filter(|(_, row)| row.first() == Some(&1.0)).count();
        assert!(
            width == 0 || to_move == usize::from(!trial.is_over() && trial.chooser() > 0),
            "{name}: {to_move} to move"
        );
        if trial.work() > WORK || !trial.goes_on(PLIES).unwrap_or(false) {
            break;
        }
        let Ok(count) = trial.legal().map(<[_]>::len) else { break };
        if count == 0 || trial.play(chooser.choose(count)).is_err() {
            break;
        }
    }
}

#[test]
fn boards_and_planes_of_the_library_hold() {
    let Some(files) = library::descriptions() else { return };
    let symmetric: Vec<usize> = files
        .par_iter()
        .filter_map(|file| {
            let compiled = library::compiled(file)?;
            planes(&compiled);
            Some(symmetries(&compiled))
        })
        .collect();
    let several = symmetric.iter().filter(|count| **count > 1).count();
    println!("observations: {} games, {several} boards with symmetries", symmetric.len());
    common::at_least(FLOOR, symmetric.len(), "observations");
}
