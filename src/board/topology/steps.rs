//! Steps between elements: how they are gathered, named and sorted into neighbour lists.

use super::compass::Fineness;
use crate::board::graph::{EPS, Point, distance, distance3, least};
use crate::board::{Direction, DirectionSet, Graph, Relation, SiteType, facing};

/// A link from an element to another one, under all the names it has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The kind of the target.
    pub kind: SiteType,
    /// The target.
    pub to: u32,
    /// The names by which the step is a relation.
    pub names: DirectionSet,
    /// The names under which it is filed for lines; names of a later step to the same target are not.
    pub filed: DirectionSet,
}

const ORTHOGONAL: [Direction; 3] = [Direction::Orthogonal, Direction::Adjacent, Direction::All];
const DIAGONAL: [Direction; 2] = [Direction::Diagonal, Direction::All];
const CELL_DIAGONAL: [Direction; 3] = [Direction::Diagonal, Direction::Adjacent, Direction::All];
const OFF_DIAGONAL: [Direction; 3] = [Direction::OffDiagonal, Direction::Adjacent, Direction::All];

/// How the elements of a kind are linked among themselves.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The steps of each element to elements of its own kind, clockwise from north.
    pub steps: Vec<Vec<Step>>,
    /// By relation and element.
    pub neighbours: [Vec<Vec<u32>>; 5],
    /// By relation: the directions anywhere.
    pub supported: [Vec<Direction>; 5],
    /// By relation and element.
    pub supported_at: [Vec<Vec<Direction>>; 5],
}

impl Links {
    /// Finds the steps of a kind, the lists of neighbours and the directions supported.
    pub fn measure(graph: &Graph, kind: SiteType) -> Links {
        let unit = if graph.edges().is_empty() {
            1.0
        } else {
            let total: f64 = graph.edges().iter().map(|e| distance3(graph.at(e.a), graph.at(e.b))).sum();
            total / graph.edges().len() as f64
        };
        let namer = Namer { graph, unit, pivots: graph.vertices().iter().filter_map(|v| v.pivot).collect() };
        let count = graph.count(kind) as u32;
        let mut all = Vec::with_capacity(count as usize);
        for id in 0..count {
            let mut steps = match kind {
                SiteType::Vertex => from_vertex(graph, id),
                SiteType::Edge => from_edge(graph, id),
                SiteType::Cell => from_cell(graph, id),
            };
            namer.name(kind, id, &mut steps);
            let here = graph.position(kind, id);
            let mut own: Vec<(f64, Step)> = steps
                .into_iter()
                .filter(|step| step.kind == kind)
                .map(|step| (clockwise(here, graph.position(kind, step.to)), step))
                .collect();
            own.sort_by(|l, r| l.0.total_cmp(&r.0));
            all.push(own.into_iter().map(|(_, step)| step).collect());
        }
        let mut links = Links { steps: all, ..Links::default() };
        links.relate();
        links
    }

    /// Fills neighbour lists and supported directions from the steps.
    fn relate(&mut self) {
        for relation in Relation::ALL {
            let name = relation.direction();
            let related = |steps: &Vec<Step>| -> Vec<Step> {
                steps.iter().filter(|step| step.names.contains(name)).copied().collect()
            };
            let mut all: Vec<Direction> = Vec::new();
            let mut neighbours = Vec::with_capacity(self.steps.len());
            let mut supported_at = Vec::with_capacity(self.steps.len());
            for steps in &self.steps {
                let steps = related(steps);
                let mut here: Vec<Direction> = Vec::new();
                for d in steps.iter().flat_map(|step| step.names.iter()).filter(|d| d.is_specific()) {
                    if !here.contains(&d) {
                        here.push(d);
                    }
                }
                for &d in &here {
                    if !all.contains(&d) {
                        all.push(d);
                    }
                }
                neighbours.push(steps.iter().map(|step| step.to).collect());
                supported_at.push(here);
            }
            all.sort_by_key(|&d| facing::ring_index(d));
            self.neighbours[relation as usize] = neighbours;
            self.supported[relation as usize] = all;
            self.supported_at[relation as usize] = supported_at;
        }
    }
}

/// The sort key of a direction: the turn clockwise from north.
pub(super) fn clockwise(from: Point, to: Point) -> f64 {
    let key = std::f64::consts::FRAC_PI_2 - (to[1] - from[1]).atan2(to[0] - from[0]) + 0.0001;
    if key < 0.0 { key + std::f64::consts::TAU } else { key }
}

/// The steps of one element while they are gathered.
#[derive(Default)]
struct Gathered(Vec<Step>);

impl Gathered {
    fn add(&mut self, kind: SiteType, to: u32, names: &[Direction]) {
        let names = DirectionSet::of(names);
        match self.0.iter_mut().find(|step| step.kind == kind && step.to == to) {
            Some(step) => step.names = step.names.union(names),
            None => self.0.push(Step { kind, to, names, filed: names }),
        }
    }
}

fn from_vertex(graph: &Graph, v: u32) -> Vec<Step> {
    let mut steps = Gathered::default();
    let vertex = &graph.vertices()[v as usize];
    for &e in &vertex.edges {
        steps.add(SiteType::Vertex, graph.edges()[e as usize].other(v), &ORTHOGONAL);
    }
    for &f in &vertex.faces {
        let face = &graph.faces()[f as usize];
        if face.vertices.len() < 4 {
            continue;
        }
        let others = face.vertices.iter().copied().filter(|&w| w != v);
        let opposite = least(others.map(|w| (off_line(face.at, vertex.at, graph.at(w)), w)));
        // On long faces the nearest can be the end of an edge of this vertex; that is no diagonal.
        if let Some(w) = opposite.filter(|&w| graph.edge_between(v, w).is_none()) {
            steps.add(SiteType::Vertex, w, &DIAGONAL);
        }
    }
    for &e in &vertex.edges {
        steps.add(SiteType::Edge, e, &ORTHOGONAL);
    }
    for &f in &vertex.faces {
        steps.add(SiteType::Cell, f, &ORTHOGONAL);
    }
    steps.0
}

fn from_edge(graph: &Graph, e: u32) -> Vec<Step> {
    let mut steps = Gathered::default();
    let edge = &graph.edges()[e as usize];
    let ends = [edge.a, edge.b];
    for end in ends {
        for &other in graph.vertices()[end as usize].edges.iter().filter(|&&other| other != e) {
            steps.add(SiteType::Edge, other, &ORTHOGONAL);
        }
    }
    for end in ends {
        steps.add(SiteType::Vertex, end, &ORTHOGONAL);
    }
    for &f in edge.left.iter().chain(&edge.right) {
        steps.add(SiteType::Cell, f, &ORTHOGONAL);
    }
    for end in ends {
        for &f in &graph.vertices()[end as usize].faces {
            steps.add(SiteType::Cell, f, &ORTHOGONAL);
        }
    }
    steps.0
}

fn from_cell(graph: &Graph, f: u32) -> Vec<Step> {
    let mut steps = Gathered::default();
    let (vertices, edges, faces) = (graph.vertices(), graph.edges(), graph.faces());
    let cell = &faces[f as usize];
    let mut used = vec![f];
    for &e in &cell.edges {
        if let Some(g) = edges[e as usize].across(f) {
            steps.add(SiteType::Cell, g, &ORTHOGONAL);
            used.push(g);
        }
    }
    for &v in &cell.vertices {
        let vertex = &vertices[v as usize];
        let free = vertex.faces.iter().copied().filter(|g| !used.contains(g));
        if let Some(g) = least(free.map(|g| (off_line(vertex.at, cell.at, faces[g as usize].at), g))) {
            steps.add(SiteType::Cell, g, &CELL_DIAGONAL);
            used.push(g);
        }
    }
    for &v in &cell.vertices {
        for &g in &vertices[v as usize].faces {
            if !used.contains(&g) {
                steps.add(SiteType::Cell, g, &OFF_DIAGONAL);
                used.push(g);
            }
        }
    }
    for &v in &cell.vertices {
        let vertex = &vertices[v as usize];
        if vertex.edges.len() != 3 {
            continue;
        }
        let Some(&stem) = vertex.edges.iter().find(|e| !cell.edges.contains(e)) else { continue };
        let w = edges[stem as usize].other(v);
        for &g in &vertices[w as usize].faces {
            if used.contains(&g) {
                continue;
            }
            let far = faces[g as usize].at;
            let off = off_line(vertex.at, cell.at, far) + off_line(graph.at(w), cell.at, far);
            if off / distance(cell.at, far) <= 0.1 {
                steps.add(SiteType::Cell, g, &DIAGONAL);
                used.push(g);
            }
        }
    }
    for &v in &cell.vertices {
        steps.add(SiteType::Vertex, v, &ORTHOGONAL);
    }
    for &e in &cell.edges {
        steps.add(SiteType::Edge, e, &ORTHOGONAL);
    }
    steps.0
}

/// The distance of p to the line from a through b; the order of operations decides ties as in Ludii 1.3.12.
fn off_line(p: Point, a: Point, b: Point) -> f64 {
    let dx = b[0] - a[0];
    let dy = b[1] - a[1];
    if dx.abs() + dy.abs() < EPS {
        return distance(p, a);
    }
    let t = (p[1] - a[1]) * dx - (p[0] - a[0]) * dy;
    (t * t / (dx * dx + dy * dy)).sqrt()
}

/// Gives steps their directions.
struct Namer<'g> {
    graph: &'g Graph,
    /// The mean length of an edge.
    unit: f64,
    /// The vertices that are somebody's pivot.
    pivots: Vec<u32>,
}

impl Namer<'_> {
    fn name(&self, kind: SiteType, id: u32, steps: &mut [Step]) {
        let here = self.graph.position(kind, id);
        let there = |step: &Step| self.graph.position(step.kind, step.to);
        let mut taken = 0_u32;
        let mut fineness = Fineness::Eight;
        for step in steps.iter() {
            let bit = 1 << Fineness::Eight.sector(here, there(step));
            if taken & bit != 0 {
                fineness = Fineness::Sixteen;
            }
            taken |= bit;
        }
        for step in steps.iter_mut() {
            let to = there(step);
            let rise = to[2] - here[2];
            let (class, name) = if rise.abs() <= 0.1 * self.unit {
                (Direction::SameLayer, fineness.planar(here, to))
            } else {
                let up = rise > 0.0;
                let (class, straight) =
                    if up { (Direction::Upward, Direction::U) } else { (Direction::Downward, Direction::D) };
                let above = distance(here, to) < 0.1 * self.unit;
                (class, if above { straight } else { fineness.spatial(here, to, up) })
            };
            let turn = self.rotational(kind, id, here, step, to);
            for set in [&mut step.names, &mut step.filed] {
                *set = set.with(name).with(class);
                if let Some(turn) = turn {
                    *set = set.with(turn).with(Direction::Rotational);
                }
            }
        }
    }

    /// The direction of a step about the pivot of its element.
    fn rotational(&self, kind: SiteType, id: u32, here: Point, step: &Step, to: Point) -> Option<Direction> {
        let graph = self.graph;
        if kind == SiteType::Vertex && self.pivots.contains(&id) {
            return Some(Direction::Out);
        }
        let pivot_of = |v: u32| graph.vertices()[v as usize].pivot;
        let pivot = match kind {
            SiteType::Vertex => pivot_of(id),
            SiteType::Edge => {
                let edge = &graph.edges()[id as usize];
                pivot_of(edge.a).or(pivot_of(edge.b))
            }
            SiteType::Cell => graph.faces()[id as usize].vertices.iter().find_map(|&v| pivot_of(v)),
        }?;
        if step.names.contains(Direction::Diagonal) {
            return None;
        }
        let centre = graph.at(pivot);
        let unit = |a: Point, b: Point| {
            let length = distance(a, b);
            if length < EPS { [0.0, 0.0] } else { [(b[0] - a[0]) / length, (b[1] - a[1]) / length] }
        };
        let (step_unit, pivot_unit) = (unit(here, to), unit(here, centre));
        let dot = step_unit[0] * pivot_unit[0] + step_unit[1] * pivot_unit[1];
        if dot > 0.9 {
            return Some(Direction::In);
        }
        if dot < -0.9 {
            return Some(Direction::Out);
        }
        let in_range = |v: u32| (v as usize) < graph.vertices().len();
        if !in_range(id) || !in_range(step.to) {
            return None;
        }
        let e = graph.edge_between(id, step.to)?;
        if !graph.edges()[e as usize].curved {
            return None;
        }
        let cross = (to[0] - centre[0]) * (here[1] - centre[1]) - (to[1] - centre[1]) * (here[0] - centre[0]);
        Some(if cross > EPS { Direction::CW } else { Direction::CCW })
    }
}
