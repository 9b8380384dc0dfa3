//! From a fixture's clause to a measured board.

use crate::sexpr::Expr;
use ludemic::board::generate::{self, Bricks, Celtic, Diagonals, Extent, Joins, Shape, Store, Tiling};
use ludemic::board::operate::{Additions, Removals};
use ludemic::board::{BoardError, Graph, Options, Polygon, SiteType, Topology, operate};

/// Why a clause gives no board here.
pub enum Failure {
    NotSupported,
    Refused(BoardError),
}

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Self {
        Failure::Refused(error)
    }
}

type Built<T> = Result<T, Failure>;

/// A value that the clause must have.
trait Wanted<T> {
    fn wanted(self) -> Built<T>;
}

impl<T> Wanted<T> for Option<T> {
    fn wanted(self) -> Built<T> {
        self.ok_or(Failure::NotSupported)
    }
}

/// The measured board of a container clause.
pub fn board(clause: &Expr) -> Built<Topology> {
    let default = clause.named("use").and_then(Expr::word).and_then(SiteType::parse);
    let plain = clause.plain();
    match clause.head() {
        "board" => {
            let default = default.unwrap_or(SiteType::Cell);
            let graph = graph(plain.first().copied().wanted()?, default)?;
            Ok(Topology::new(graph, default, Options::default()))
        }
        "mancalaBoard" => {
            let sizes: Vec<i32> = plain.iter().filter_map(|n| n.int()).collect();
            let store = match clause.named("store").and_then(Expr::word) {
                Some("None") => Store::None,
                Some("Inner") => Store::Inner,
                _ => Store::Outer,
            };
            let stores = clause.named("numStores").and_then(Expr::int).unwrap_or(2);
            let graph = generate::mancala(*sizes.first().wanted()?, *sizes.get(1).wanted()?, store, stores)?;
            Ok(Topology::new(graph, SiteType::Vertex, Options::default()))
        }
        "boardless" => {
            let n = plain.get(1).and_then(|n| n.int());
            let graph = match plain.first().and_then(|w| w.word()).wanted()? {
                "Hexagonal" => generate::hex(&Shape::Hexagon(n.unwrap_or(21)))?,
                "Triangular" => generate::tri(&Shape::Triangle(n.unwrap_or(41)), SiteType::Cell)?,
                _ => generate::square(n.unwrap_or(41), Diagonals::Implied, false, SiteType::Cell)?,
            };
            Ok(Topology::new(graph, SiteType::Cell, Options { boardless: true, layered: false }))
        }
        _ => Err(Failure::NotSupported),
    }
}

fn diagonals(e: &Expr) -> Diagonals {
    match e.named("diagonals").and_then(Expr::word) {
        Some("Alternating") => Diagonals::Alternating,
        Some("Solid") => Diagonals::Solid,
        Some("SolidNoSplit") => Diagonals::SolidNoSplit,
        Some("Concentric") => Diagonals::Concentric,
        Some("Radiating") => Diagonals::Radiating,
        _ => Diagonals::Implied,
    }
}

fn polygon(e: &Expr) -> Built<Polygon> {
    let points = e.plain().first().and_then(|p| p.points()).wanted()?;
    let polygon = Polygon::new(&points);
    Ok(e.named("rotns").and_then(Expr::int).map_or(polygon.clone(), |k| polygon.rotations(k)))
}

/// Leading shape word, then sizes.
fn shape_word(e: &Expr) -> (Option<&str>, Vec<&Expr>) {
    let mut plain = e.plain();
    let word = plain.first().and_then(|x| x.word()).filter(|w| w.parse::<f64>().is_err());
    if word.is_some() {
        plain.remove(0);
    }
    (word, plain)
}

fn shape(e: &Expr, default: &str) -> Built<Shape> {
    let (word, sizes) = shape_word(e);
    let first = *sizes.first().wanted()?;
    if matches!(first, Expr::Set(_)) {
        return Ok(Shape::Sides(first.ints().wanted()?));
    }
    if first.head() == "poly" {
        return Ok(Shape::Poly(polygon(first)?));
    }
    let a = first.int().wanted()?;
    let b = sizes.get(1).and_then(|b| b.int());
    Ok(match word.unwrap_or(default) {
        "Hexagon" => b.map_or(Shape::Hexagon(a), |b| Shape::Sides(vec![a, b])),
        "Triangle" => Shape::Triangle(a),
        "Rectangle" => Shape::Rectangle(a, b.unwrap_or(a)),
        "Square" => Shape::square(a),
        "Star" => Shape::Star(a),
        "Diamond" => Shape::Diamond(a),
        "Prism" => Shape::Prism(a, b.unwrap_or(a)),
        "Limping" => Shape::limping(a),
        _ => return Err(Failure::NotSupported),
    })
}

fn graphs(plain: &[&Expr], build: SiteType) -> Built<Vec<Graph>> {
    match plain {
        [Expr::Set(items)] => items.iter().map(|g| graph(g, build)).collect(),
        _ => plain.iter().map(|g| graph(g, build)).collect(),
    }
}

fn concentric(e: &Expr, build: SiteType) -> Built<Graph> {
    let rings = e.named("rings").and_then(Expr::int);
    let joins = Joins {
        midpoints: e.flag("midpoints").unwrap_or(true),
        join_midpoints: e.flag("joinMidpoints").unwrap_or(true),
        join_corners: e.flag("joinCorners").unwrap_or(false),
    };
    if let Some(sides) = e.named("sides").and_then(Expr::int) {
        return Ok(generate::concentric_polygon(sides, rings.wanted()?, joins, build)?);
    }
    let first = *e.plain().first().wanted()?;
    if let Some(counts) = first.ints().filter(|counts| !counts.is_empty()) {
        return Ok(generate::concentric_rings(&counts, e.flag("stagger").unwrap_or(false), build)?);
    }
    let sides = match first.word() {
        Some("Target") => return Ok(generate::concentric_target(rings.wanted()?, build)?),
        Some("Triangle") => 3,
        Some("Square") => 4,
        Some("Hexagon") => 6,
        _ => return Err(Failure::NotSupported),
    };
    Ok(generate::concentric_polygon(sides, rings.wanted()?, joins, build)?)
}

pub fn graph(e: &Expr, build: SiteType) -> Built<Graph> {
    let plain = e.plain();
    let inner = || graph(plain.last().copied().wanted()?, build);
    let pyramidal = e.flag("pyramidal").unwrap_or(false);
    Ok(match e.head() {
        "square" => {
            let (word, sizes) = shape_word(e);
            let first = *sizes.first().wanted()?;
            if matches!(first, Expr::Set(_)) {
                generate::square_sides(&first.ints().wanted()?, diagonals(e))?
            } else if first.head() == "poly" {
                generate::square_poly(&polygon(first)?, diagonals(e))?
            } else {
                let n = first.int().wanted()?;
                match word {
                    Some("Limping") => generate::square_limping(n, diagonals(e), pyramidal, build)?,
                    Some("Diamond") => generate::square_diamond(n, diagonals(e))?,
                    _ => generate::square(n, diagonals(e), pyramidal, build)?,
                }
            }
        }
        "rectangle" => {
            let r = plain.first().and_then(|r| r.int()).wanted()?;
            let c = plain.get(1).and_then(|c| c.int()).unwrap_or(r);
            generate::rectangle(r, c, diagonals(e), pyramidal, build)?
        }
        "hex" => generate::hex(&shape(e, "Hexagon")?)?,
        "tri" => generate::tri(&shape(e, "Triangle")?, build)?,
        "tiling" => {
            let kind = plain.first().and_then(|w| w.word()).and_then(Tiling::parse).wanted()?;
            let size = *plain.get(1).wanted()?;
            let extent = if matches!(size, Expr::Set(_)) {
                Extent::Sides(size.ints().wanted()?)
            } else if size.head() == "poly" {
                Extent::Poly(polygon(size)?)
            } else {
                Extent::Size(size.int().wanted()?, plain.get(2).and_then(|b| b.int()))
            };
            generate::tiling(kind, &extent)?
        }
        "concentric" => concentric(e, build)?,
        "regular" => {
            let (word, sizes) = shape_word(e);
            generate::regular(sizes.first().and_then(|n| n.int()).wanted()?, word == Some("Star"), build)?
        }
        "wedge" => {
            let sizes: Vec<i32> = plain.iter().filter_map(|n| n.int()).collect();
            generate::wedge(*sizes.first().wanted()?, sizes.get(1).copied().unwrap_or(3))?
        }
        "spiral" => generate::spiral(
            e.named("turns").and_then(Expr::int).wanted()?,
            e.named("sites").and_then(Expr::int).wanted()?,
            e.flag("clockwise").unwrap_or(true),
        )?,
        "repeat" => {
            let steps = e.named("step").and_then(Expr::points).wanted()?;
            let step = |i: usize| Some([*steps.get(i)?.first()?, *steps.get(i)?.get(1)?]);
            let polygons =
                plain.iter().filter(|p| p.head() == "poly").map(|p| polygon(p)).collect::<Built<Vec<_>>>()?;
            let (rows, columns) = (plain[0].int().wanted()?, plain[1].int().wanted()?);
            generate::repeat(rows, columns, [step(0).wanted()?, step(1).wanted()?], &polygons)?
        }
        "quadhex" => {
            if e.flag("thirds").unwrap_or(false) {
                return Err(Failure::NotSupported);
            }
            generate::quadhex(plain[0].int().wanted()?)?
        }
        "brick" => {
            let (word, sizes) = shape_word(e);
            let a = sizes.first().and_then(|n| n.int()).wanted()?;
            let b = sizes.get(1).and_then(|n| n.int());
            let shape = match word {
                Some("Diamond") => Bricks::Diamond(a),
                Some("Prism") => Bricks::Prism(a, b.unwrap_or(a)),
                Some("Spiral") => Bricks::Spiral(a),
                Some("Limping") => Bricks::limping(a),
                _ => Bricks::Rectangle(a, b.unwrap_or(a)),
            };
            generate::brick(shape, e.flag("trim").unwrap_or(false))?
        }
        "celtic" => {
            let a = plain[0].int().wanted()?;
            generate::celtic(&Celtic::Rectangle(a, plain.get(1).and_then(|b| b.int()).unwrap_or(a)))?
        }
        "dual" => operate::dual(inner()?),
        "shift" => {
            let by: Vec<f64> = plain.iter().filter_map(|n| n.float()).collect();
            operate::shift(inner()?, by[0], by[1], by.get(2).copied().unwrap_or(0.0))
        }
        "scale" => {
            let by: Vec<f64> = plain.iter().filter_map(|n| n.float()).collect();
            operate::scale(inner()?, by[0], by.get(1).copied().unwrap_or(by[0]), by.get(2).copied().unwrap_or(1.0))
        }
        "rotate" => operate::rotate(inner()?, plain[0].float().wanted()?),
        "skew" => operate::skew(inner()?, plain[0].float().wanted()?),
        "merge" => operate::merge(graphs(&plain, build)?, e.flag("connect").unwrap_or(false))?,
        "union" => operate::union(graphs(&plain, build)?, e.flag("connect").unwrap_or(false))?,
        "intersect" => operate::intersect(&graphs(&plain, build)?),
        "hole" => operate::hole(graph(plain[0], build)?, &polygon(plain[1])?),
        "keep" => operate::keep(&graph(plain[0], build)?, &polygon(plain[1])?),
        "clip" => operate::clip(&graph(plain[0], build)?, &polygon(plain[1])?),
        "splitCrossings" => operate::split_crossings(inner()?)?,
        "complete" => operate::complete(inner()?, e.flag("eachCell").unwrap_or(false))?,
        "makeFaces" => operate::make_faces(inner()?),
        "trim" => operate::trim(inner()?),
        "subdivide" => operate::subdivide(inner()?, e.named("min").and_then(Expr::int).unwrap_or(1), build)?,
        "layers" => operate::layers(plain[0].int().wanted()?, &inner()?)?,
        "add" => {
            let cells = e.named("cells").map_or(&[][..], Expr::items);
            let more = Additions {
                cells_at: cells.iter().map(Expr::points).collect::<Option<_>>().wanted()?,
                ..Additions::default()
            };
            operate::add(graph(plain[0], build)?, &more)?
        }
        "remove" => {
            let cells = e.named("cells").and_then(Expr::ints).unwrap_or_default();
            operate::remove(graph(plain[0], build)?, &Removals { cells, ..Removals::default() })
        }
        _ => return Err(Failure::NotSupported),
    })
}
