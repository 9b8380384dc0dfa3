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
    let (vertices, edges, faces) = (graph.vertices(), graph.edges(), graph.faces());
    let around = |v: u32| vertices[v as usize].edges.iter().copied();
    let of = |id: u32| match kind {
        SiteType::Vertex => around(id).map(|e| edges[e as usize].other(id)).collect(),
        SiteType::Edge => {
            let edge = &edges[id as usize];
            around(edge.a).chain(around(edge.b)).filter(|&e| e != id).collect()
        }
        SiteType::Cell => faces[id as usize].edges.iter().filter_map(|&e| edges[e as usize].across(id)).collect(),
    };
    (0..graph.count(kind) as u32).map(of).collect()
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
