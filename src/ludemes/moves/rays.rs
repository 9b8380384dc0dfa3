//! Where pieces may slide to from each site, told by sets of sites.
//!
//! As in [`super::reach`], for lines: the sites that are as many further on the lines of all pieces of a component are found by one shift
//! of a set, and those whose line is still open go on to the next shift, as bitboards are filled along rays.

use super::build::index;
use super::reach::{Step, shifted};
use crate::engine::expr::DirectionList;
use crate::engine::generator::{Found, Survey};
use crate::engine::outlooks::Outlooks;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// The most shifts of a table: boards without a regular numbering would need more than looking at each piece takes.
const MOST_NODES: usize = 2048;

/// The sites that are as many further than others on a line on which the sites before are, too.
struct Node {
    by: i32,
    step: Step,
    /// The sites that have such a line.
    starts: SiteSet,
    next: Vec<Node>,
}

/// The lines of the board for some directions.
struct Table {
    /// By site, in the order in which the generator follows them, without the site.
    lines: Box<[Box<[Box<[u32]>]>]>,
    /// `None` where two lines of a site begin alike, and where there are too many shifts.
    roots: Option<Vec<Node>>,
}

impl Table {
    fn new(board: &Topology, t: SiteType, directions: &[Direction]) -> Table {
        let of_site = |site| -> Box<[Box<[u32]>]> {
            let radials = directions.iter().flat_map(|&d| board.radials(t, site, d));
            radials.map(|radial| radial.path.iter().skip(1).copied().collect()).collect()
        };
        let lines: Box<[_]> = (0..board.len(t)).map(of_site).collect();
        let roots = Self::roots(&lines);
        Table { lines, roots }
    }

    fn roots(lines: &[Box<[Box<[u32]>]>]) -> Option<Vec<Node>> {
        let (mut roots, mut count) = (Vec::new(), 0);
        for (site, line) in (0..).zip(lines).flat_map(|(site, lines)| lines.iter().map(move |line| (site, line))) {
            let mut nodes: &mut Vec<Node> = &mut roots;
            for &end in line {
                let by = end as i32 - site;
                let known = nodes.iter().position(|node| node.by == by);
                let position = known.unwrap_or(nodes.len());
                if known.is_none() {
                    count += 1;
                    nodes.push(Node { by, step: Step::of(by), starts: SiteSet::new(), next: Vec::new() });
                }
                let node = nodes.get_mut(position)?;
                if node.starts.contains(site) || count > MOST_NODES {
                    return None;
                }
                node.starts.insert(site);
                nodes = &mut node.next;
            }
        }
        Some(roots)
    }

    /// The line from a site that begins with these distances.
    fn line(&self, start: i32, trail: &[i32]) -> Option<usize> {
        let begins = |line: &[u32]| {
            line.len() >= trail.len() && trail.iter().zip(line).all(|(by, &site)| start + by == site as i32)
        };
        self.lines.get(index(start))?.iter().position(|line| begins(line))
    }
}

/// What is asked of the sites of a line: where it may end beyond all others, and where it goes on.
pub(super) struct Asked {
    pub stops: Option<SiteSet>,
    pub open: SiteSet,
}

/// The slides from each site, where they depend on nothing but what is asked of the sites of a line.
pub(super) struct Rays {
    tables: Outlooks<Table>,
    asked: Box<dyn Fn(&mut Cx) -> Asked + Send + Sync>,
    /// How far they may go, both ends inclusive.
    range: (usize, usize),
}

/// Slides as they are found: at the end of a trail of distances, from 64 starts of this word, the starts as bits.
type See<'a, R> = dyn FnMut(&[i32], usize, u64) -> Option<R> + 'a;

impl Rays {
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        (min, max): (usize, usize),
        asked: impl Fn(&mut Cx) -> Asked + Send + Sync + 'static,
    ) -> Rays {
        let table = |board: &Topology, t: SiteType, directions: &DirectionList| Table::new(board, t, directions);
        let tables = Outlooks::new(board, t, directions, true, table);
        Rays { tables, asked: Box::new(asked), range: (min.max(1), max) }
    }

    /// Follows lines on from where they are open, until the function gives something; `trail` is the way so far.
    fn follow<R>(
        &self,
        asked: &Asked,
        nodes: &[Node],
        alive: &[u64],
        trail: &mut SmallVec<[i32; 16]>,
        see: &mut See<R>,
    ) -> Option<R> {
        let counts = trail.len() + 1 >= self.range.0;
        for node in nodes {
            trail.push(node.by);
            let mut on = SmallVec::<[u64; 6]>::new();
            let mut goes_on = 0;
            for (word, (from, of)) in alive.iter().zip(node.starts.words()).enumerate() {
                let from = from & of;
                if from == 0 {
                    on.push(0);
                    continue;
                }
                let stops = asked.stops.as_ref().filter(|_| counts);
                let stop = stops.map_or(0, |stops| from & shifted(stops.words(), word, node.step));
                let open = from & !stop & shifted(asked.open.words(), word, node.step);
                if counts
                    && stop | open != 0
                    && let Some(found) = see(trail, word, stop | open)
                {
                    return Some(found);
                }
                goes_on |= open;
                on.push(open);
            }
            if goes_on != 0
                && trail.len() < self.range.1
                && let Some(found) = self.follow(asked, &node.next, &on, trail, see)
            {
                return Some(found);
            }
            trail.pop();
        }
        None
    }
}

impl Survey for Rays {
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        // Who may go far may go near.
        if self.range.0 > 1 {
            return;
        }
        let Some(roots) = self.tables.of_pieces(cx, t, starts).and_then(|table| table.roots.as_ref()) else { return };
        let asked = (self.asked)(cx);
        cx.charge((roots.len() * starts.width()) as u64);
        let mut near = asked.open;
        if let Some(stops) = &asked.stops {
            near.union_with(stops);
        }
        let mut moving = SiteSet::new().widened(starts.width() * 64);
        for node in roots {
            for (word, (from, of)) in starts.words().iter().zip(node.starts.words()).enumerate() {
                moving.add_word(word, from & of & shifted(near.words(), word, node.step));
            }
        }
        *starts = moving;
    }

    fn find(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, number: usize, length: usize) -> Option<Found> {
        if starts.is_empty() {
            return Some(Found::Only(0));
        }
        let table = self.tables.of_pieces(cx, t, starts)?;
        let roots = table.roots.as_ref()?;
        let asked = (self.asked)(cx);
        let (mut left, mut shifts) = (number, 0);
        let found = self.follow(&asked, roots, starts.words(), &mut SmallVec::new(), &mut |trail, word, mut holds| {
            shifts += 1;
            let moves = holds.count_ones() as usize;
            if left >= moves {
                left -= moves;
                return None;
            }
            for _ in 0..left {
                holds &= holds - 1;
            }
            let start = (word * 64) as i32 + holds.trailing_zeros() as i32;
            let line = table.line(start, trail)?;
            Some(Found::At(start, line * length + trail.len() - self.range.0))
        });
        cx.charge((roots.len() * starts.width() + shifts) as u64);
        Some(found.unwrap_or(Found::Only(number - left)))
    }
}
