//! Every attribute of a fixture against the measured board.

use ludemic::board::{Direction, NamedSet, Radial, Relation, SiteType, Topology};
use serde_json::{Value, json};

/// Calls `differs(attribute, expected, found)` for every attribute that is not equal; gives the number compared.
pub fn compare(fixture: &Value, board: &Topology, mut differs: impl FnMut(String, String)) -> usize {
    let mut compared = 0;
    let mut check = |name: String, expected: &Value, found: Value| {
        compared += 1;
        if !equal(expected, &found) {
            differs(name, first_difference(expected, &found));
        }
    };
    check("use".into(), &fixture["use"], json!(board.default_type().name()));
    for t in SiteType::ALL {
        let of = &fixture[t.name()];
        check(format!("{} count", t.name()), &fixture["counts"][t.name()], json!(board.len(t)));
        let Some(attributes) = of.as_object() else { continue };
        for (name, expected) in attributes {
            match name.as_str() {
                "sets" => {
                    for (set, expected) in expected.as_object().into_iter().flatten() {
                        check(format!("{} {set}", t.name()), expected, named_set(board, t, set, expected));
                    }
                }
                "dirs" => {
                    for (relation, expected) in expected.as_object().into_iter().flatten() {
                        let names: Vec<&str> =
                            board.supported(t, relation_of(relation)).iter().map(|d| d.name()).collect();
                        check(format!("{} dirs {relation}", t.name()), expected, json!(names));
                    }
                }
                "radials" | "distinct" | "opposites" => {
                    for (d, expected) in expected.as_object().into_iter().flatten() {
                        let direction = Direction::parse(d).unwrap_or(Direction::Angled);
                        let found: Vec<Value> =
                            (0..board.len(t)).map(|site| lines(board, t, site, direction, name)).collect();
                        check(format!("{} {name} {d}", t.name()), expected, json!(found));
                    }
                }
                _ => check(format!("{} {name}", t.name()), expected, attribute(board, t, name)),
            }
        }
    }
    compared
}

fn relation_of(name: &str) -> Relation {
    match name {
        "orth" => Relation::Orthogonal,
        "diag" => Relation::Diagonal,
        "off" => Relation::OffDiagonal,
        "adj" => Relation::Adjacent,
        _ => Relation::All,
    }
}

fn lines(board: &Topology, t: SiteType, site: usize, d: Direction, what: &str) -> Value {
    let radials = board.radials(t, site, d);
    match what {
        "radials" => radials.iter().map(|r| json!(r.path[1..])).collect(),
        "opposites" => {
            radials.iter().map(|r| json!(r.opposite.as_ref().map(|o| vec![o[1]]).unwrap_or_default())).collect()
        }
        _ => {
            let place = |kept: &Radial| radials.iter().position(|r| r.path == kept.path);
            board.distinct_radials(t, site, d).iter().map(|kept| json!(place(kept))).collect()
        }
    }
}

fn attribute(board: &Topology, t: SiteType, name: &str) -> Value {
    let n = board.len(t);
    let each = |f: &dyn Fn(usize) -> Value| Value::from((0..n).map(f).collect::<Vec<_>>());
    match name {
        "x" => each(&|i| json!(board.position(t, i).map(|p| p.0))),
        "y" => each(&|i| json!(board.position(t, i).map(|p| p.1))),
        "z" => each(&|i| json!(board.position(t, i).map(|p| p.2))),
        "layer" => each(&|i| json!(board.layer(t, i))),
        "row" => each(&|i| json!(board.row(t, i))),
        "col" => each(&|i| json!(board.column(t, i))),
        "phase" => each(&|i| json!(board.phase(t, i))),
        "label" => each(&|i| json!(board.label(t, i))),
        "ends" => each(&|i| json!(board.edge_ends(i))),
        "verts" => each(&|i| json!(board.cell_vertices(i))),
        "edges" => each(&|i| json!(board.cell_edges(i))),
        "distCorners" => json!(board.distances_to(t, NamedSet::Corners)),
        "distSides" => json!(board.distances_to(t, NamedSet::Perimeter)),
        "distCentre" => json!(board.distances_to(t, NamedSet::Centre)),
        "orth" | "diag" | "off" | "adj" | "all" => each(&|i| json!(board.neighbours(t, i, relation_of(name)))),
        _ => Value::from(format!("unknown attribute {name}")),
    }
}

fn named_set(board: &Topology, t: SiteType, set: &str, expected: &Value) -> Value {
    let named = match set {
        "outer" => NamedSet::Outer,
        "inner" => NamedSet::Inner,
        "perimeter" => NamedSet::Perimeter,
        "corners" => NamedSet::Corners,
        "convex" => NamedSet::ConvexCorners,
        "concave" => NamedSet::ConcaveCorners,
        "major" => NamedSet::Major,
        "minor" => NamedSet::Minor,
        "top" => NamedSet::Top,
        "bottom" => NamedSet::Bottom,
        "left" => NamedSet::Left,
        "right" => NamedSet::Right,
        "centre" => NamedSet::Centre,
        "axial" => NamedSet::Axial,
        "horizontal" => NamedSet::Horizontal,
        "vertical" => NamedSet::Vertical,
        "angled" => NamedSet::Angled,
        "slash" => NamedSet::Slash,
        "slosh" => NamedSet::Slosh,
        "sides" => {
            let winds = Direction::ALL.iter().filter(|d| d.is_specific());
            let sides = winds.filter(|d| !board.side(t, **d).is_empty() || expected.get(d.name()).is_some());
            return Value::Object(sides.map(|d| (d.name().to_string(), json!(board.side(t, *d)))).collect());
        }
        "rows" => return (0..board.row_count(t)).map(|i| json!(board.row_sites(t, i))).collect(),
        "columns" => return (0..board.column_count(t)).map(|i| json!(board.column_sites(t, i))).collect(),
        "layers" => return (0..board.layer_count(t)).map(|i| json!(board.layer_sites(t, i))).collect(),
        "phases" => return (0..6).map(|i| json!(board.phase_set(t, i))).collect(),
        _ => return Value::from(format!("unknown set {set}")),
    };
    json!(board.named(t, named))
}

/// Equal, numbers to four decimals.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) else { return false };
            (a - b).abs() < 1.01e-4
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| equal(v, w)))
        }
        _ => a == b,
    }
}

fn first_difference(expected: &Value, found: &Value) -> String {
    if let (Value::Array(a), Value::Array(b)) = (expected, found) {
        if a.len() != b.len() {
            return format!("{} elements expected, {} found: {} / {}", a.len(), b.len(), short(expected), short(found));
        }
        if let Some(i) = a.iter().zip(b).position(|(a, b)| !equal(a, b)) {
            return format!("at {i}: expected {}, found {}", short(&a[i]), short(&b[i]));
        }
    }
    format!("expected {}, found {}", short(expected), short(found))
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}
