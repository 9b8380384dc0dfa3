//! Taking elements out; higher numbers move down.

use super::Graph;

/// Which elements to take out, one flag for each.
#[derive(Debug, Clone)]
pub(in crate::board) struct Marked {
    pub vertices: Vec<bool>,
    pub edges: Vec<bool>,
    pub faces: Vec<bool>,
}

impl Marked {
    /// Nothing of this graph.
    pub fn none(graph: &Graph) -> Self {
        Self {
            vertices: vec![false; graph.vertices.len()],
            edges: vec![false; graph.edges.len()],
            faces: vec![false; graph.faces.len()],
        }
    }
}

/// The new number of every element that stays.
fn numbers(gone: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0..;
    gone.iter().map(|&gone| if gone { None } else { next.next() }).collect()
}

impl Graph {
    /// Takes out the marked elements, the edges of marked vertices and the faces of both.
    pub(in crate::board) fn remove_marked(&mut self, mut marked: Marked) {
        for (vertex, _) in self.vertices.iter().zip(&marked.vertices).filter(|(_, gone)| **gone) {
            vertex.edges.iter().for_each(|&e| marked.edges[e as usize] = true);
            vertex.faces.iter().for_each(|&f| marked.faces[f as usize] = true);
        }
        for (edge, _) in self.edges.iter().zip(&marked.edges).filter(|(_, gone)| **gone) {
            edge.left.iter().chain(&edge.right).for_each(|&f| marked.faces[f as usize] = true);
        }
        let vertices = numbers(&marked.vertices);
        let edges = numbers(&marked.edges);
        let faces = numbers(&marked.faces);
        let keep = |list: &mut Vec<u32>, new: &[Option<u32>]| {
            *list = list.iter().filter_map(|&id| new[id as usize]).collect();
        };
        retain(&mut self.vertices, &marked.vertices);
        retain(&mut self.edges, &marked.edges);
        retain(&mut self.faces, &marked.faces);
        for vertex in &mut self.vertices {
            keep(&mut vertex.edges, &edges);
            keep(&mut vertex.faces, &faces);
            vertex.pivot = vertex.pivot.and_then(|p| vertices[p as usize]);
        }
        for edge in &mut self.edges {
            for end in [&mut edge.a, &mut edge.b] {
                *end = vertices[*end as usize].unwrap_or(*end);
            }
            edge.left = edge.left.and_then(|f| faces[f as usize]);
            edge.right = edge.right.and_then(|f| faces[f as usize]);
        }
        for face in &mut self.faces {
            keep(&mut face.vertices, &vertices);
            keep(&mut face.edges, &edges);
        }
    }

    /// Takes out the marked faces and, with `trim`, those of their edges that no face is left beside.
    pub(in crate::board) fn remove_faces(&mut self, gone: Vec<bool>, trim: bool) {
        let mut marked = Marked::none(self);
        if trim {
            for (face, _) in self.faces.iter().zip(&gone).filter(|(_, gone)| **gone) {
                for &e in &face.edges {
                    let edge = &self.edges[e as usize];
                    let bare = edge.left.iter().chain(&edge.right).all(|&f| gone[f as usize]);
                    marked.edges[e as usize] |= bare;
                }
            }
        }
        marked.faces = gone;
        self.remove_marked(marked);
    }
}

/// Keeps the elements that are not marked.
fn retain<T>(list: &mut Vec<T>, gone: &[bool]) {
    let mut flags = gone.iter();
    list.retain(|_| !flags.next().copied().unwrap_or(false));
}
