//! Numbering by position.

use super::{Graph, SiteType};

impl Graph {
    /// Numbers vertices, then edges, then faces by position: bottom row first, left to right.
    pub(in crate::board) fn reorder(&mut self) {
        for kind in SiteType::ALL {
            self.reorder_kind(kind);
        }
    }

    /// Numbers the elements of a kind by `100·y + x`; ties keep their order.
    pub(in crate::board) fn reorder_kind(&mut self, kind: SiteType) {
        let mut keyed: Vec<(f64, u32)> = (0..self.count(kind) as u32)
            .map(|id| {
                let at = self.position(kind, id);
                (at[1] * 100.0 + at[0] + 0.0, id)
            })
            .collect();
        keyed.sort_by(|l, r| l.0.total_cmp(&r.0));
        let old: Vec<u32> = keyed.into_iter().map(|(_, id)| id).collect();
        let mut new = vec![0; old.len()];
        for (to, &from) in old.iter().enumerate() {
            new[from as usize] = to as u32;
        }
        let renumber = |id: &mut u32| *id = new[*id as usize];
        match kind {
            SiteType::Vertex => {
                self.vertices = old.iter().map(|&v| std::mem::take(&mut self.vertices[v as usize])).collect();
                self.vertices.iter_mut().filter_map(|v| v.pivot.as_mut()).for_each(renumber);
                self.edges.iter_mut().flat_map(|e| [&mut e.a, &mut e.b]).for_each(renumber);
                self.faces.iter_mut().flat_map(|f| &mut f.vertices).for_each(renumber);
            }
            SiteType::Edge => {
                self.edges = old.iter().map(|&e| self.edges[e as usize]).collect();
                self.vertices.iter_mut().flat_map(|v| &mut v.edges).for_each(renumber);
                self.faces.iter_mut().flat_map(|f| &mut f.edges).for_each(renumber);
            }
            SiteType::Cell => {
                self.faces = old.iter().map(|&f| self.faces[f as usize].clone()).collect();
                self.vertices.iter_mut().flat_map(|v| &mut v.faces).for_each(renumber);
                let sides = self.edges.iter_mut().flat_map(|e| [&mut e.left, &mut e.right]);
                sides.filter_map(Option::as_mut).for_each(renumber);
            }
        }
    }
}
