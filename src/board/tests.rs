//! Small boards, written out.

use super::generate::{self, Bricks, Diagonals, Extent, Joins, Shape, Store, Tiling};
use super::operate::{self, Additions, Removals};
use super::*;

fn measured(graph: Graph, t: SiteType) -> Topology {
    Topology::new(graph, t, Options::default())
}

fn square(n: i32, t: SiteType) -> Graph {
    generate::square(n, Diagonals::Implied, false, t).expect("a small board")
}

fn numbers(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn square_cells_and_their_corners() {
    let board = measured(square(3, SiteType::Cell), SiteType::Cell);
    let text: Vec<String> = (0..board.len(SiteType::Cell)).map(|cell| numbers(board.cell_vertices(cell))).collect();
    assert_eq!(
        text.join(" | "),
        "0 4 5 1 | 1 5 6 2 | 2 6 7 3 | 4 8 9 5 | 5 9 10 6 | 6 10 11 7 | 8 12 13 9 | 9 13 14 10 | 10 14 15 11"
    );
    let cells = |set| numbers(board.named(SiteType::Cell, set));
    assert_eq!(cells(NamedSet::Corners), "0 2 6 8");
    assert_eq!(cells(NamedSet::Centre), "4");
    assert_eq!(numbers(board.side(SiteType::Cell, Direction::N)), "6 7 8");
    assert_eq!(board.by_label(SiteType::Cell, "B3"), Some(7));
}

#[test]
fn hexagon_labels_and_directions() {
    let board = measured(generate::hex(&Shape::Hexagon(3)).expect("a small board"), SiteType::Cell);
    let labels: Vec<&str> = (0..board.len(SiteType::Cell)).filter_map(|i| board.label(SiteType::Cell, i)).collect();
    assert_eq!(labels.join(" "), "A1 B1 C1 A2 B2 C2 D2 A3 B3 C3 D3 E3 B4 C4 D4 E4 C5 D5 E5");
    let names: Vec<&str> = board.supported(SiteType::Cell, Relation::Adjacent).iter().map(|d| d.name()).collect();
    assert_eq!(names.join(" "), "NNE E SSE SSW W NNW");
    assert_eq!(numbers(board.neighbours(SiteType::Cell, 9, Relation::Diagonal)), "17 15 6 1 3 12");
}

#[test]
fn lines_and_their_opposites() {
    let board = measured(square(3, SiteType::Vertex), SiteType::Vertex);
    let lines = |list: &[Radial]| list.iter().map(|r| numbers(&r.path)).collect::<Vec<_>>().join(" | ");
    assert_eq!(lines(board.radials(SiteType::Vertex, 1, Direction::Orthogonal)), "1 4 7 | 1 2 | 1 0");
    assert_eq!(lines(board.distinct_radials(SiteType::Vertex, 1, Direction::Orthogonal)), "1 4 7 | 1 2");
    let east = &board.radials(SiteType::Vertex, 1, Direction::E)[0];
    assert_eq!(east.opposite.as_deref(), Some(&[1, 0][..]));
    assert_eq!(numbers(board.steps(SiteType::Vertex, 4, Direction::All)), "7 8 5 2 1 0 3 6");
}

#[test]
fn distances_and_what_is_listed_of_them() {
    let row = generate::rectangle(1, 8, Diagonals::Implied, false, SiteType::Cell).expect("a small board");
    let board = measured(row, SiteType::Cell);
    assert_eq!(board.distance(SiteType::Cell, Relation::Adjacent, 7, 0), 7);
    assert_eq!(numbers(&board.sites_at_distance(SiteType::Cell, Relation::Adjacent, 7, 4)), "3");
    assert_eq!(numbers(&board.sites_at_distance(SiteType::Cell, Relation::Adjacent, 7, 5)), "");
}

#[test]
fn out_of_range_is_empty() {
    let board = measured(square(2, SiteType::Cell), SiteType::Cell);
    assert!(board.neighbours(SiteType::Cell, 99, Relation::All).is_empty());
    assert!(board.radials(SiteType::Cell, 99, Direction::N).is_empty());
    assert_eq!(board.label(SiteType::Cell, 99), None);
    assert_eq!(board.distance(SiteType::Cell, Relation::All, 99, 0), 0);
    assert!(board.row_sites(SiteType::Cell, 99).is_empty());
}

/// Every generator at a size, with a name for messages.
fn all_generators(n: i32) -> Vec<(String, Result<Graph, BoardError>)> {
    let mut all = Vec::new();
    for t in SiteType::ALL {
        let shapes = [
            Shape::Hexagon(n),
            Shape::Triangle(n),
            Shape::Rectangle(n, n),
            Shape::Star(n),
            Shape::Diamond(n),
            Shape::Prism(n, n),
            Shape::limping(n),
            Shape::Sides(vec![n, -n, n]),
            Shape::Poly(Polygon::new(&[vec![0.0, 0.0], vec![0.0, f64::from(n)], vec![f64::from(n), 0.0]])),
        ];
        for shape in &shapes {
            all.push((format!("hex {shape:?}"), generate::hex(shape)));
            all.push((format!("tri {shape:?}"), generate::tri(shape, t)));
        }
        for pyramidal in [false, true] {
            all.push((format!("square {n}"), generate::square(n, Diagonals::Solid, pyramidal, t)));
        }
        all.push((format!("diamond {n}"), generate::square_diamond(n, Diagonals::Radiating)));
        all.push((format!("sides {n}"), generate::square_sides(&[n, n, n], Diagonals::Concentric)));
        all.push((format!("regular {n}"), generate::regular(n, true, t)));
        all.push((format!("rings {n}"), generate::concentric_rings(&[n, n, -n], true, t)));
        all.push((format!("polygons {n}"), generate::concentric_polygon(n, n, Joins::default(), t)));
        all.push((format!("target {n}"), generate::concentric_target(n, t)));
    }
    for kind in Tiling::ALL {
        all.push((format!("{kind:?} {n}"), generate::tiling(kind, &Extent::Size(n, Some(n)))));
        all.push((format!("{kind:?} sides {n}"), generate::tiling(kind, &Extent::Sides(vec![n, n]))));
    }
    all.push((format!("wedge {n}"), generate::wedge(n, n)));
    all.push((format!("spiral {n}"), generate::spiral(n, n, true)));
    let unit = Polygon::new(&[vec![0.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]]);
    all.push((format!("repeat {n}"), generate::repeat(n, n, [[1.0, 0.0], [0.0, 1.0]], &[unit])));
    all.push((format!("quadhex {n}"), generate::quadhex(n)));
    all.push((format!("quadhex in thirds {n}"), generate::quadhex_thirds(n)));
    all.push((format!("mancala {n}"), generate::mancala(2, n, Store::Outer, 2)));
    all.push((format!("celtic {n}"), generate::celtic(&Extent::Size(n, None))));
    for shape in [Bricks::Rectangle(n, n), Bricks::Diamond(n), Bricks::Prism(n, n), Bricks::Spiral(n)] {
        all.push((format!("brick {shape:?}"), generate::brick(shape, true)));
    }
    all
}

#[test]
fn small_sizes_are_boards_or_errors() {
    for n in -2..=3 {
        for (_, graph) in all_generators(n) {
            let Ok(graph) = graph else { continue };
            for t in SiteType::ALL {
                let board = measured(graph.clone(), t);
                assert!(board.radials(t, 0, Direction::All).len() <= board.len(t));
            }
        }
    }
}

#[test]
fn immense_sizes_are_refused_at_once() {
    for n in [1_000_000, i32::MAX] {
        for (name, graph) in all_generators(n) {
            let fixed = ["sides", "Poly", "Sides"].iter().any(|form| name.contains(form));
            assert!(graph.is_err() || fixed, "{name}");
        }
    }
    let million = generate::square(1000, Diagonals::Implied, false, SiteType::Cell).map(|_| ());
    let message = "the board would have 2004002 sites, at most 100000 are possible";
    assert_eq!(million.map_err(|error| error.to_string()), Err(message.to_owned()));
}

#[test]
fn operators_of_an_empty_graph() {
    let empty = Graph::new;
    let outline = Polygon::new(&[]);
    let results = [
        operate::dual(empty()),
        operate::hole(empty(), &outline),
        operate::keep(&empty(), &outline),
        operate::rotate(empty(), 30.0),
        operate::skew(empty(), 1.0),
        operate::trim(empty()),
        operate::intersect(&[]),
        operate::merge(Vec::new(), true).expect("empty"),
        operate::add(empty(), &Additions::default()).expect("empty"),
        operate::remove(empty(), &Removals { cells: vec![-1, 0, 7], ..Removals::default() }),
        operate::complete(empty(), false).expect("empty"),
        operate::split_crossings(empty()).expect("empty"),
    ];
    for graph in results {
        assert!(measured(graph, SiteType::Cell).is_empty());
    }
}

#[test]
fn crossings_become_vertices() {
    let star = generate::regular(5, true, SiteType::Vertex).expect("a small board");
    let split = operate::split_crossings(star).expect("a small board");
    assert_eq!(SiteType::ALL.map(|t| split.count(t)), [10, 15, 6]);
}
