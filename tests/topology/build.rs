//! From a fixture's clause to a measured board.

use crate::sexpr::Expr;
use ludemic::board::generate::{self, Diagonals, Extent, Shape, Tiling};
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
fn shape_word<'e>(e: &'e Expr) -> (Option<&'e str>, Vec<&'e Expr>) {
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
        "dual" => operate::dual(inner()?),
        _ => return Err(Failure::NotSupported),
    })
}
