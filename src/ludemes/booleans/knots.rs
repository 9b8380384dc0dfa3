//! Ways along the edges or sites of a player: what `(is Path ..)` looks at.

use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The graph of what a player owns: of edges, the vertices joined by his edges; of sites, his adjacent ones. A site
/// that he does not own can be asked for its neighbours, and is no neighbour itself.
pub(super) struct Owned {
    near: Vec<Vec<u32>>,
    /// The edges of each vertex, with their other ends; empty for sites.
    along: Vec<Vec<(u32, u32)>>,
}

impl Owned {
    /// What a player owns of a type.
    pub fn new(cx: &mut Cx, board: &Topology, t: SiteType, player: i32) -> Self {
        let own = |cx: &Cx, site: u32| cx.state.who(t, site as i32) == player;
        if t != SiteType::Edge {
            cx.charge(8 * board.len(t) as u64);
            let list = |site: usize| {
                let near = board.neighbours(t, site, Relation::Adjacent).iter().copied();
                near.filter(|&other| own(cx, other)).collect()
            };
            return Owned { near: (0..board.len(t)).map(list).collect(), along: Vec::new() };
        }
        cx.charge(4 * board.len(t) as u64);
        let mut along = vec![Vec::new(); board.len(SiteType::Vertex)];
        for edge in (0..board.len(t) as u32).filter(|&edge| own(cx, edge)) {
            if let Some((a, b)) = board.edge_ends(edge as usize) {
                along[a as usize].push((edge, b));
                along[b as usize].push((edge, a));
            }
        }
        let list = |ways: &Vec<(u32, u32)>| {
            let mut near: Vec<u32> = ways.iter().map(|&(_, end)| end).collect();
            near.sort_unstable();
            near.dedup();
            near
        };
        Owned { near: along.iter().map(list).collect(), along }
    }

    /// The owned neighbours of a vertex or site.
    pub fn neighbours(&self, site: u32) -> &[u32] {
        self.near.get(site as usize).map_or(&[], Vec::as_slice)
    }

    /// The owned edges with their ends, each once.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let ends = |(a, ways): (usize, &'_ Vec<(u32, u32)>)| {
            ways.iter()
                .filter(move |(_, b)| a as u32 <= *b)
                .map(move |&(edge, b)| (edge, a as u32, b))
                .collect::<Vec<_>>()
        };
        self.along.iter().enumerate().flat_map(ends)
    }
}

/// A vertex on the way down from the root.
struct Frame {
    at: u32,
    from: Option<u32>,
    next: usize,
}

/// What is not cut off from `root` by a single edge, the root itself included.
pub(super) fn knot(cx: &mut Cx, owned: &Owned, root: u32) -> BTreeSet<u32> {
    let mut number: HashMap<u32, usize> = HashMap::from([(root, 0)]);
    let mut low: HashMap<u32, usize> = HashMap::from([(root, 0)]);
    // What has been left on the way back and not been cut off yet, as in the search for strong components.
    let mut open = vec![root];
    let mut path = vec![Frame { at: root, from: None, next: 0 }];
    while let Some(frame) = path.last_mut() {
        let (at, from) = (frame.at, frame.from);
        match owned.neighbours(at).get(frame.next) {
            Some(&to) => {
                frame.next += 1;
                if !cx.spend(1) {
                    break;
                }
                if Some(to) == from {
                    continue;
                }
                if let Some(&met) = number.get(&to) {
                    let least = low[&at].min(met);
                    low.insert(at, least);
                } else {
                    let count = number.len();
                    number.insert(to, count);
                    low.insert(to, count);
                    open.push(to);
                    path.push(Frame { at: to, from: Some(at), next: 0 });
                }
            }
            None => {
                path.pop();
                let Some(up) = from else { continue };
                let least = low[&up].min(low[&at]);
                if low[&at] > number[&up] {
                    let cut = open.iter().rposition(|&v| v == at).unwrap_or(open.len());
                    open.truncate(cut);
                }
                low.insert(up, least);
            }
        }
    }
    open.into_iter().collect()
}

/// The edges of each vertex of a board, with their other ends.
pub(super) struct Incidence(Vec<SmallVec<[(u32, u32); 4]>>);

impl Incidence {
    /// That of a board.
    pub fn new(board: &Topology) -> Self {
        let mut along = vec![SmallVec::new(); board.len(SiteType::Vertex)];
        for edge in 0..board.len(SiteType::Edge) as u32 {
            if let Some((a, b)) = board.edge_ends(edge as usize) {
                along[a as usize].push((edge, b));
                along[b as usize].push((edge, a));
            }
        }
        Incidence(along)
    }

    /// How far one can go from a vertex along the edges of a player, an edge never followed by itself, at most `most`
    /// edges; `first` is the edge just taken. Adds the edges that are taken on the way.
    ///
    /// What can be reached is looked at layer by layer. Beyond as many layers as there are directed edges the way goes
    /// round in a circle, and so as far as is allowed.
    pub fn farthest(
        &self,
        cx: &mut Cx,
        player: i32,
        (start, first): (u32, u32),
        most: i64,
        taken: &mut SiteSet,
    ) -> i64 {
        let directed: i64 = self.0.iter().map(|ways| ways.len() as i64).sum();
        let mut layer: SmallVec<[(u32, u32); 8]> = SmallVec::from_elem((start, first), 1);
        let mut depth = 0;
        while depth < most {
            if depth > directed {
                return most;
            }
            let mut next: SmallVec<[(u32, u32); 8]> = SmallVec::new();
            for &(at, by) in &layer {
                for &(edge, end) in self.0.get(at as usize).into_iter().flatten().filter(|way| way.0 != by) {
                    if cx.state.who(SiteType::Edge, edge as i32) != player {
                        continue;
                    }
                    if !cx.spend(1) {
                        return depth;
                    }
                    taken.insert(edge as i32);
                    next.push((end, edge));
                }
            }
            if next.is_empty() {
                break;
            }
            next.sort_unstable();
            next.dedup();
            layer = next;
            depth += 1;
        }
        depth
    }
}

/// The edges of a way from one vertex to another without the edge between them, as Ludii 1.3.12 measures it: the lowest
/// vertex still open is looked at next, and each only once, so that the way need not be the shortest.
pub(super) fn detour(cx: &mut Cx, owned: &Owned, from: u32, to: u32) -> Option<i64> {
    let mut distance: BTreeMap<u32, i64> = BTreeMap::from([(from, 0)]);
    let mut before: HashMap<u32, u32> = HashMap::new();
    let mut open = BTreeSet::from([from]);
    let mut done = HashSet::new();
    while let Some(x) = open.pop_first() {
        if x == to {
            break;
        }
        if !done.insert(x) {
            continue;
        }
        let here = distance.get(&x).copied().unwrap_or(0);
        for &y in owned.neighbours(x) {
            if !cx.spend(1) {
                return None;
            }
            if (x, y) == (from, to) || (x, y) == (to, from) {
                continue;
            }
            if distance.get(&y).is_none_or(|&known| known > here + 1) {
                distance.insert(y, here + 1);
                before.insert(y, x);
                open.insert(y);
            }
        }
    }
    let mut length = 0;
    let mut at = to;
    while at != from {
        at = *before.get(&at)?;
        length += 1;
    }
    Some(length)
}

/// The sites of the way from `site` through its neighbour `start` on, each to the first one that leads neither back nor
/// to `site`, at most `most` of them; `None` where it forks.
pub(super) fn strand(cx: &mut Cx, owned: &Owned, site: u32, start: u32, most: i64) -> Option<i64> {
    let (mut before, mut at) = (site, start);
    let mut length = 1;
    loop {
        let near = owned.neighbours(at);
        if near.len() >= 3 || !cx.spend(1) {
            return None;
        }
        match near.iter().find(|&&next| next != site && next != before) {
            Some(&next) if length < most => {
                (before, at) = (at, next);
                length += 1;
            }
            _ => return Some(length),
        }
    }
}

/// For each neighbour of a vertex: 3 where an earlier one is its neighbour too, 2 otherwise.
pub(super) fn rings_of_vertices(owned: &Owned, site: u32) -> Vec<i64> {
    let near = owned.neighbours(site);
    let closes = |i: usize| near[..i].iter().any(|&earlier| owned.neighbours(earlier).contains(&near[i]));
    (0..near.len()).map(|i| if closes(i) { 3 } else { 2 }).collect()
}

/// For each neighbour of a cell the length of a ring through both, as far as a search can tell that marks each cell
/// with the number of steps of the first way that comes to it, and goes through a cell no more often than the vertex
/// with its number has neighbours (Ludii 1.3.12's behaviour).
pub(super) fn rings_of_cells(cx: &mut Cx, board: &Topology, owned: &Owned, site: u32) -> Vec<i64> {
    let mut search = Search { visits: HashMap::new(), mark: HashMap::new() };
    let near = owned.neighbours(site).to_vec();
    near.into_iter().map(|start| search.ring(cx, board, owned, site, start)).collect()
}

struct Search {
    visits: HashMap<u32, usize>,
    mark: HashMap<u32, i64>,
}

impl Search {
    fn ring(&mut self, cx: &mut Cx, board: &Topology, owned: &Owned, site: u32, start: u32) -> i64 {
        if !self.enter(board, start, 1) {
            return 1;
        }
        let mut path = vec![Frame { at: start, from: None, next: 0 }];
        while let Some(frame) = path.last_mut() {
            let (at, from) = (frame.at, frame.from);
            let next = if at == site { None } else { owned.neighbours(at).get(frame.next) };
            let Some(&to) = next else {
                path.pop();
                continue;
            };
            frame.next += 1;
            if !cx.spend(1) {
                break;
            }
            let steps = self.mark.get(&at).copied().unwrap_or(0) + 1;
            if Some(to) != from && self.enter(board, to, steps) {
                path.push(Frame { at: to, from: Some(at), next: 0 });
            }
        }
        self.mark.get(&start).copied().unwrap_or(0) + 1
    }

    /// Comes to a cell; `false` when it has been gone through too often.
    fn enter(&mut self, board: &Topology, cell: u32, steps: i64) -> bool {
        let visits = self.visits.entry(cell).or_default();
        *visits += 1;
        if *visits > board.neighbour_count(SiteType::Vertex, cell as usize, Relation::Adjacent) {
            return false;
        }
        self.mark.entry(cell).or_insert(steps);
        true
    }
}
