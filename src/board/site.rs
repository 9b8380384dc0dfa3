//! The kinds of element, of relation and of named site set.

use super::Direction;
use super::direction::words;

words! {
    /// The kind of element a site is, in the order in which Ludii 1.3.12 walks them. Each kind is numbered from 0 on
    /// its own.
    SiteType:
    /// A point.
    Vertex,
    /// A link between two points.
    Edge,
    /// A face of the graph.
    Cell,
}

impl SiteType {
    /// Several of them in words.
    pub fn plural(self) -> &'static str {
        match self {
            SiteType::Vertex => "vertices",
            SiteType::Edge => "edges",
            SiteType::Cell => "cells",
        }
    }
}

words! {
    /// How a neighbour of the same kind is related to a site.
    Relation:
    /// Any of the following.
    All,
    /// Touching; on cells also by a corner, on vertices only along an edge.
    Adjacent,
    /// Along an edge, or across one.
    Orthogonal,
    /// Across a corner, or across a cell.
    Diagonal,
    /// Touching by a corner without being the diagonal there.
    OffDiagonal,
}

impl Relation {
    /// The direction name under which steps of this relation are filed.
    pub fn direction(self) -> Direction {
        match self {
            Relation::All => Direction::All,
            Relation::Adjacent => Direction::Adjacent,
            Relation::Orthogonal => Direction::Orthogonal,
            Relation::Diagonal => Direction::Diagonal,
            Relation::OffDiagonal => Direction::OffDiagonal,
        }
    }
}

/// A set of sites that measuring the board gives a name. Every kind of element has all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NamedSet {
    /// Touching the outside; the same set as [`NamedSet::Perimeter`].
    Outer,
    /// Not outer.
    Inner,
    /// Touching the outline of the board; holes have no outline.
    Perimeter,
    /// Convex or concave corners.
    Corners,
    /// Where the outline turns towards the board.
    ConvexCorners,
    /// Where the outline turns away from the board.
    ConcaveCorners,
    /// Cells with the largest number of vertices.
    Major,
    /// The other cells.
    Minor,
    /// Of greatest y.
    Top,
    /// Of least y.
    Bottom,
    /// Of least x.
    Left,
    /// Of greatest x.
    Right,
    /// Nearest to all of the outline.
    Centre,
    /// Horizontal or vertical edges.
    Axial,
    /// Edges running east and west.
    Horizontal,
    /// Edges running north and south.
    Vertical,
    /// Edges that are not axial.
    Angled,
    /// Edges running towards the north-east.
    Slash,
    /// Edges running towards the south-east.
    Slosh,
}

impl NamedSet {
    /// The number of names.
    pub(super) const COUNT: usize = 19;
}
