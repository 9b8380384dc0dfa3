//! Where pieces may slide to from each site, told by sets of sites.
//!
//! As in [`super::reach`], for lines: the sites that are as many further on the lines of all pieces of a component are
//! found by one shift of a set, and those whose line is still open go on to the next shift, as bitboards are filled
//! along rays.

use super::build::index;
use super::reach::{Step, shifted};
use crate::engine::count_cache::MoveSets;
use crate::engine::directions::DirectionList;
use crate::engine::facing_tables::FacingTables;
use crate::engine::lanes::Setwise;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The most sites of a board whose lines are all followed.
const MOST_SITES: usize = 512;

/// The most shifts of a table: boards without a regular numbering would need more than looking at each piece takes.
const MOST_NODES: usize = 2048;

/// The sites that are as many further than others on a line on which the sites before are, too.
struct Node {
    /// Its number among those of the table.
    number: usize,
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
    roots: OnceLock<Option<Roots>>,
}

/// The shifts of a table, by the first sites of lines.
struct Roots {
    nodes: Vec<Node>,
    /// For each shift its distance, and the number of the shift before it on the line, if there is one.
    all: Vec<(i32, Option<usize>)>,
}

impl Roots {
    /// The distances on a line up to a shift.
    fn trail(&self, number: usize) -> SmallVec<[i32; 16]> {
        let mut trail = SmallVec::new();
        let mut next = Some(number);
        while let Some(&(by, before)) = next.and_then(|number| self.all.get(number)) {
            trail.push(by);
            next = before;
        }
        trail.reverse();
        trail
    }
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

    fn roots(&self) -> Option<&Roots> {
        self.roots.get_or_init(|| self.find_roots()).as_ref()
    }

    fn find_roots(&self) -> Option<Roots> {
        if self.lines.len() > MOST_SITES {
            return None;
        }
        let (mut roots, mut all) = (Vec::new(), Vec::new());
        for (site, line) in
            (0..self.lines.len()).flat_map(|site| self.of_site(site).iter().map(move |line| (site, line)))
        {
            let (site, mut nodes, mut before) = (site as i32, &mut roots, None);
            for &end in line {
                let by = end as i32 - site;
                let known = nodes.iter().position(|node: &Node| node.by == by);
                let position = known.unwrap_or(nodes.len());
                if known.is_none() {
                    let number = all.len();
                    all.push((by, before));
                    nodes.push(Node { number, by, step: Step::of(by), starts: SiteSet::new(), next: Vec::new() });
                }
                let node = nodes.get_mut(position)?;
                if node.starts.contains(site) || all.len() > MOST_NODES {
                    return None;
                }
                node.starts.insert(site);
                before = Some(node.number);
                nodes = &mut node.next;
            }
        }
        Some(Roots { nodes: roots, all })
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
pub(in crate::ludemes) struct Lines(FacingTables<Table>);

impl Lines {
    pub fn new(board: Arc<Topology>, t: SiteType, directions: &Arc<DirectionsExpr>) -> Arc<Lines> {
        let own = Arc::clone(&board);
        let table =
            move |_: &Topology, t: SiteType, directions: &DirectionList| Table::new(Arc::clone(&own), t, directions);
        Arc::new(Lines(FacingTables::new(board, t, directions, true, table)))
    }

    /// The lines from a site, in order, without the site; `None` where they depend on more than can be told beforehand.
    #[inline]
    pub fn of_site(&self, cx: &mut Cx, start: i32) -> Option<&[Box<[u32]>]> {
        Some(self.0.at(cx, start)?.of_site(index(start)))
    }

    /// The directions in which pieces of the component that stands on `start` have them in every state; `None` where
    /// that is not known beforehand.
    pub fn directions_of_component(&self, cx: &mut Cx, t: SiteType, start: i32) -> Option<&[Direction]> {
        Some(&self.0.of_component(cx, t, start)?.directions)
    }

    /// Tells `see` of each site, each line from there that a piece of the component that stands on `start` has in every
    /// state, and its sites; `false` where that is not known beforehand.
    pub fn of_component(
        &self,
        cx: &mut Cx,
        t: SiteType,
        start: i32,
        mut see: impl FnMut(usize, usize, &[u32]),
    ) -> bool {
        let Some(table) = self.0.of_component(cx, t, start) else { return false };
        for site in 0..table.lines.len() {
            table.of_site(site).iter().enumerate().for_each(|(lane, line)| see(site, lane, line));
        }
        true
    }

    /// The sites from which a line leads over at least one of some sites, and only such, to one of others; `None` where
    /// lines are not followed for all sites at once.
    pub fn over(&self, cx: &mut Cx, between: &SiteSet, ends: &SiteSet) -> Option<SiteSet> {
        let table = self.0.at(cx, 0)?;
        let roots = &table.roots()?.nodes;
        Some(match table.lines.len().div_ceil(64) {
            0 | 1 => RunSearch::<1>::find(cx, roots, between, ends),
            2 => RunSearch::<2>::find(cx, roots, between, ends),
            3 => RunSearch::<3>::find(cx, roots, between, ends),
            4 => RunSearch::<4>::find(cx, roots, between, ends),
            _ => RunSearch::<{ MOST_SITES / 64 }>::find(cx, roots, between, ends),
        })
    }
}

/// The search of [`Lines::over`], on a board of so many words.
struct RunSearch<const W: usize> {
    between: [u64; W],
    ends: [u64; W],
    found: [u64; W],
    shifts: u64,
}

impl<const W: usize> RunSearch<W> {
    fn find(cx: &mut Cx, roots: &[Node], between: &SiteSet, ends: &SiteSet) -> SiteSet {
        let (between, ends) = (between.first_words(), ends.first_words());
        let mut search = RunSearch::<W> { between, ends, found: [0; W], shifts: 0 };
        search.follow(roots, &[u64::MAX; W], true);
        cx.charge(search.shifts * (2 + W as u64) / 2);
        SiteSet::of_words(&search.found)
    }

    /// Follows lines on from starts that are still open, the next sites being the `first` or others.
    fn follow(&mut self, nodes: &[Node], alive: &[u64; W], first: bool) {
        for mut node in nodes {
            let (mut alive, mut first) = (*alive, first);
            loop {
                self.shifts += 1;
                let starts = node.starts.first_words::<W>();
                let (mut on, mut goes_on) = ([0; W], 0);
                for word in 0..W {
                    let from = alive[word] & starts[word];
                    if !first {
                        self.found[word] |= from & shifted(&self.ends, word, node.step);
                    }
                    on[word] = from & shifted(&self.between, word, node.step);
                    goes_on |= on[word];
                }
                if goes_on == 0 {
                    break;
                }
                (alive, first) = (on, false);
                match &node.next[..] {
                    [only] => node = only,
                    next => {
                        self.follow(next, &alive, false);
                        break;
                    }
                }
            }
        }
    }
}

/// What is asked of the sites of a line: where it may end beyond all others, and where it goes on.
pub(super) struct Masks {
    pub stops: Option<SiteSet>,
    pub open: SiteSet,
}

/// The slides from each site, where they depend on nothing but what is asked of the sites of a line.
pub(super) struct Rays {
    pub lines: Arc<Lines>,
    pub masks: Box<dyn Fn(&mut Cx) -> Masks + Send + Sync>,
    /// What they depend on.
    pub uses: Uses,
    /// How far they may go, both ends inclusive, from 1.
    pub range: (usize, usize),
}

/// The count of slides on a board of so many words: what is asked of the sites, and how far it has come.
struct LineCount<'a, const W: usize> {
    /// Where a line may end beyond all others, if anywhere, and where it goes on.
    stops: Option<[u64; W]>,
    open: [u64; W],
    range: (usize, usize),
    sets: &'a mut MoveSets,
    /// How many shifts it took.
    shifts: u64,
}

impl<const W: usize> LineCount<'_, W> {
    /// Follows lines on from where they are open, so many sites from their starts.
    fn follow(&mut self, nodes: &[Node], alive: &[u64; W], length: usize) {
        for mut node in nodes {
            let (mut alive, mut length) = (*alive, length);
            loop {
                self.shifts += 1;
                let starts = node.starts.first_words::<W>();
                let (mut ends, mut on, mut goes_on) = ([0; W], [0; W], 0);
                for word in 0..W {
                    let mut from = alive[word] & starts[word];
                    // Where a slide is too short to end, nothing stops it.
                    if let Some(stops) = self.stops.as_ref().filter(|_| length + 1 >= self.range.0) {
                        ends[word] = from & shifted(stops, word, node.step);
                        from &= !ends[word];
                    }
                    on[word] = from & shifted(&self.open, word, node.step);
                    ends[word] |= on[word];
                    goes_on |= on[word];
                }
                length += 1;
                if length >= self.range.0 {
                    for (word, &ends) in ends.iter().enumerate().filter(|(_, ends)| **ends != 0) {
                        self.sets.add(node.number, word, ends);
                    }
                }
                if goes_on == 0 || length >= self.range.1 {
                    break;
                }
                alive = on;
                match &node.next[..] {
                    [only] => node = only,
                    next => {
                        self.follow(next, &alive, length);
                        break;
                    }
                }
            }
        }
    }
}

impl Rays {
    /// As [`Setwise::count_setwise`], on a board of so many words.
    fn count_among<const W: usize>(&self, cx: &mut Cx, roots: &Roots, starts: &SiteSet, sets: &mut MoveSets) {
        let masks = (self.masks)(cx);
        let mut count = LineCount::<W> {
            stops: masks.stops.as_ref().map(SiteSet::first_words),
            open: masks.open.first_words(),
            range: self.range,
            sets,
            shifts: 0,
        };
        count.follow(&roots.nodes, &starts.first_words(), 0);
        // A shift takes some ten instructions a word, and as many for itself.
        cx.charge(count.shifts * (2 + W as u64) / 2);
    }
}

impl Setwise for Rays {
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        // Who may go far may go near.
        if self.range.0 > 1 {
            return;
        }
        let Some(start) = starts.first() else { return };
        let Some(roots) = self.lines.0.of_pieces(cx, t, start).and_then(Table::roots) else { return };
        let masks = (self.masks)(cx);
        cx.charge((roots.nodes.len() * starts.width()) as u64);
        let mut near = masks.open;
        if let Some(stops) = &masks.stops {
            near.union_with(stops);
        }
        let mut moving = SiteSet::new().widened(starts.width() * 64);
        for node in &roots.nodes {
            for (word, (from, of)) in starts.words().iter().zip(node.starts.words()).enumerate() {
                moving.add_word(word, from & of & shifted(near.words(), word, node.step));
            }
        }
        *starts = moving;
    }

    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, _length: usize, sets: &mut MoveSets) -> bool {
        let Some(start) = starts.first() else { return true };
        let Some(roots) = self.lines.0.of_pieces(cx, t, start).and_then(Table::roots) else { return false };
        sets.depends(self.uses);
        match starts.width() {
            0 | 1 => self.count_among::<1>(cx, roots, starts, sets),
            2 => self.count_among::<2>(cx, roots, starts, sets),
            3 => self.count_among::<3>(cx, roots, starts, sets),
            4 => self.count_among::<4>(cx, roots, starts, sets),
            _ => self.count_among::<{ MOST_SITES / 64 }>(cx, roots, starts, sets),
        }
        true
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, start: i32, path: usize, length: usize) -> Option<usize> {
        let table = self.lines.0.of_pieces(cx, t, start)?;
        let trail = table.roots()?.trail(path);
        Some(table.line(start, &trail)? * length + trail.len() - self.range.0)
    }
}
