//! Phases: a greedy colouring of each kind of element.

use super::{Kind, PHASES};
use crate::board::{Graph, SiteType};
use std::collections::VecDeque;

/// Colours every kind and fills the phase sets.
pub(super) fn measure(graph: &Graph, kinds: &mut [Kind; 3]) {
    for kind in SiteType::ALL {
        let colours = colour(&adjacency(graph, kind));
        let into = &mut kinds[kind as usize];
        into.phase = colours.iter().map(|&c| c as i32).collect();
        for (id, &c) in colours.iter().enumerate() {
            into.phases[c].push(id as u32);
        }
    }
}

/// The neighbours that must differ, in the order they are looked at.
fn adjacency(graph: &Graph, kind: SiteType) -> Vec<Vec<u32>> {
    let edges = graph.edges();
    match kind {
        SiteType::Vertex => (0..)
            .zip(graph.vertices())
            .map(|(v, vertex)| vertex.edges.iter().map(|&e| edges[e as usize].other(v)).collect())
            .collect(),
        SiteType::Edge => (0..)
            .zip(edges)
            .map(|(e, edge)| {
                let around = |v: u32| graph.vertices()[v as usize].edges.iter().copied().filter(move |&x| x != e);
                around(edge.a).chain(around(edge.b)).collect()
            })
            .collect(),
        SiteType::Cell => (0..)
            .zip(graph.faces())
            .map(|(f, face)| face.edges.iter().filter_map(|&e| edges[e as usize].across(f)).collect())
            .collect(),
    }
}

fn colour(neighbours: &[Vec<u32>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut colours: Vec<Option<usize>> = vec![None; n];
    let mut visited = vec![u32::MAX; n];
    for start in 0..n {
        if colours[start].is_some() {
            continue;
        }
        colours[start] = Some(0);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if visited[at] == start as u32 {
                continue;
            }
            let taken = used(&neighbours[at], &colours);
            colours[at] = Some((0..4).find(|c| taken >> c & 1 == 0).unwrap_or(4).min(PHASES - 1));
            visited[at] = start as u32;
            for &next in &neighbours[at] {
                let next = next as usize;
                if visited[next] == start as u32 {
                    continue;
                }
                if used(&neighbours[next], &colours).count_ones() > 1 {
                    queue.push_front(next);
                } else {
                    queue.push_back(next);
                }
            }
        }
    }
    colours.into_iter().map(|c| c.unwrap_or(0)).collect()
}

/// The colours among some elements, as bits.
fn used(list: &[u32], colours: &[Option<usize>]) -> u32 {
    list.iter().filter_map(|&id| colours[id as usize]).fold(0, |bits, c| bits | 1 << c)
}
