//! Where pieces may slide to from each site, told by sets of sites.
//!
//! As in [`super::reach`], for lines: the sites that are as many further on the lines of all pieces of a component are found by one shift
//! of a set, and those whose line is still open go on to the next shift, as bitboards are filled along rays.

use super::build::index;
use super::reach::{Search, Step, shifted};
use crate::engine::expr::DirectionList;
use crate::engine::generator::{Found, Survey};
use crate::engine::outlooks::Outlooks;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The most sites of a board whose lines are all followed.
const MOST_SITES: usize = 512;

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

/// The lines from a site, in the order in which a generator follows them, without the site.
type FromSite = Box<[Box<[u32]>]>;

/// The lines of the board for some directions.
struct Table {
    board: Arc<Topology>,
    t: SiteType,
    directions: DirectionList,
    /// By site, once they have been asked for.
    lines: Box<[OnceLock<FromSite>]>,
    /// The shifts; `None` where two lines of a site begin alike, and where there are too many.
    roots: OnceLock<Option<Vec<Node>>>,
}

impl Table {
    fn new(board: Arc<Topology>, t: SiteType, directions: &DirectionList) -> Table {
        let lines = (0..board.len(t)).map(|_| OnceLock::new()).collect();
        Table { board, t, directions: directions.clone(), lines, roots: OnceLock::new() }
    }

    /// Those from a site; none from what is no site of the board.
    fn of_site(&self, site: usize) -> &[Box<[u32]>] {
        let Some(lines) = self.lines.get(site) else { return &[] };
        lines.get_or_init(|| {
            let radials = self.directions.iter().flat_map(|&d| self.board.radials(self.t, site, d));
            radials.map(|radial| radial.path.iter().skip(1).copied().collect()).collect()
        })
    }

    fn roots(&self) -> Option<&Vec<Node>> {
        self.roots.get_or_init(|| self.find_roots()).as_ref()
    }

    fn find_roots(&self) -> Option<Vec<Node>> {
        if self.lines.len() > MOST_SITES {
            return None;
        }
        let (mut roots, mut count) = (Vec::new(), 0);
        for (site, line) in
            (0..self.lines.len()).flat_map(|site| self.of_site(site).iter().map(move |line| (site, line)))
        {
            let (site, mut nodes) = (site as i32, &mut roots);
            for &end in line {
                let by = end as i32 - site;
                let known = nodes.iter().position(|node: &Node| node.by == by);
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
        self.of_site(index(start)).iter().position(|line| begins(line))
    }
}

/// The lines of the board, by what the directions depend on besides.
pub(super) struct Lines(Outlooks<Table>);

impl Lines {
    pub fn new(board: Arc<Topology>, t: SiteType, directions: &Arc<DirectionsExpr>) -> Arc<Lines> {
        let own = Arc::clone(&board);
        let table =
            move |_: &Topology, t: SiteType, directions: &DirectionList| Table::new(Arc::clone(&own), t, directions);
        Arc::new(Lines(Outlooks::new(board, t, directions, true, table)))
    }

    /// The lines from a site, in order, without the site; `None` where they depend on more than can be told beforehand.
    #[inline]
    pub fn of_site(&self, cx: &mut Cx, start: i32) -> Option<&[Box<[u32]>]> {
        Some(self.0.at(cx, start)?.of_site(index(start)))
    }
}

/// What is asked of the sites of a line: where it may end beyond all others, and where it goes on.
pub(super) struct Asked {
    pub stops: Option<SiteSet>,
    pub open: SiteSet,
}

/// The slides from each site, where they depend on nothing but what is asked of the sites of a line.
pub(super) struct Rays {
    pub lines: Arc<Lines>,
    pub asked: Box<dyn Fn(&mut Cx) -> Asked + Send + Sync>,
    /// How far they may go, both ends inclusive, from 1.
    pub range: (usize, usize),
}

/// Slides as they are found: at the end of a trail of distances, from 64 starts of this word, the starts as bits.
type See<'a, R> = dyn FnMut(&[i32], usize, u64) -> Option<R> + 'a;

impl Rays {
    /// Follows lines on from where they are open, until the function gives something; `trail` is the way so far.
    fn follow<R>(
        &self,
        asked: &Asked,
        nodes: &[Node],
        alive: &[u64],
        trail: &mut SmallVec<[i32; 16]>,
        (steps, see): (&mut u64, &mut See<R>),
    ) -> Option<R> {
        let counts = trail.len() + 1 >= self.range.0;
        for node in nodes {
            *steps += 1;
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
                && let Some(found) = self.follow(asked, &node.next, &on, trail, (steps, see))
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
        let Some(start) = starts.first() else { return };
        let Some(roots) = self.lines.0.of_pieces(cx, t, start).and_then(Table::roots) else { return };
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
        let table = self.lines.0.of_pieces(cx, t, starts.first()?)?;
        let roots = table.roots()?;
        let asked = (self.asked)(cx);
        let (mut search, mut steps) = (Search { left: number }, 0);
        let mut see = |trail: &[i32], word: usize, holds: u64| {
            let start = search.among(word, holds)?;
            let line = table.line(start, trail)?;
            Some(Found::At(start, line * length + trail.len() - self.range.0))
        };
        let found = self.follow(&asked, roots, starts.words(), &mut SmallVec::new(), (&mut steps, &mut see));
        // A step of a ray takes some tens of instructions a word, and as many for itself.
        cx.charge(steps * (2 + starts.width() as u64) / 2);
        Some(found.unwrap_or(Found::Only(number - search.left)))
    }
}
