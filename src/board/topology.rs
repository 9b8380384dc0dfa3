//! The measured board.
#![allow(missing_docs, unused_variables, clippy::todo)]
use super::{Direction, Graph, NamedSet, Relation, SiteType};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    pub boardless: bool,
    pub layered: bool,
}
#[derive(Debug)]
pub struct Radial {
    pub path: Vec<u32>,
    pub opposites: Vec<usize>,
}
#[derive(Debug)]
pub struct Topology {}
impl Topology {
    pub fn new(graph: Graph, default: SiteType, options: Options) -> Self {
        todo!()
    }
    pub fn default_type(&self) -> SiteType {
        todo!()
    }
    pub fn len(&self, t: SiteType) -> usize {
        todo!()
    }
    pub fn neighbours(&self, t: SiteType, site: usize, r: Relation) -> &[u32] {
        todo!()
    }
    pub fn radials(&self, t: SiteType, site: usize, d: Direction) -> &[Radial] {
        todo!()
    }
    pub fn distinct_radials(&self, t: SiteType, site: usize, d: Direction) -> &[usize] {
        todo!()
    }
    pub fn steps(&self, t: SiteType, site: usize, d: Direction) -> &[u32] {
        todo!()
    }
    pub fn supported(&self, t: SiteType, r: Relation) -> &[Direction] {
        todo!()
    }
    pub fn supported_at(&self, t: SiteType, site: usize, r: Relation) -> &[Direction] {
        todo!()
    }
    pub fn named(&self, t: SiteType, set: NamedSet) -> &[u32] {
        todo!()
    }
    pub fn side(&self, t: SiteType, d: Direction) -> &[u32] {
        todo!()
    }
    pub fn phase_set(&self, t: SiteType, i: usize) -> Option<&[u32]> {
        todo!()
    }
    pub fn row_sites(&self, t: SiteType, i: usize) -> Option<&[u32]> {
        todo!()
    }
    pub fn column_sites(&self, t: SiteType, i: usize) -> Option<&[u32]> {
        todo!()
    }
    pub fn layer_sites(&self, t: SiteType, i: usize) -> Option<&[u32]> {
        todo!()
    }
    pub fn row(&self, t: SiteType, site: usize) -> Option<i32> {
        todo!()
    }
    pub fn column(&self, t: SiteType, site: usize) -> Option<i32> {
        todo!()
    }
    pub fn layer(&self, t: SiteType, site: usize) -> Option<i32> {
        todo!()
    }
    pub fn phase(&self, t: SiteType, site: usize) -> Option<i32> {
        todo!()
    }
    pub fn label(&self, t: SiteType, site: usize) -> Option<&str> {
        todo!()
    }
    pub fn by_label(&self, t: SiteType, label: &str) -> Option<u32> {
        todo!()
    }
    pub fn position(&self, t: SiteType, site: usize) -> Option<(f64, f64, f64)> {
        todo!()
    }
    pub fn distance(&self, t: SiteType, r: Relation, from: usize, to: usize) -> i32 {
        todo!()
    }
}
