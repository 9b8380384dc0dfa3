//! Lines across the board: from each element, step after step in one direction.

use super::steps::{Links, Step, clockwise};
use crate::board::graph::{Point, least};
use crate::board::{Direction, DirectionSet};
use std::sync::{Arc, OnceLock};

/// The tangent of the sharpest turn within a line, 0.25 radians.
const ONWARDS: f64 = 0.255_341_921_221_036_27;

/// The tangent of the sharpest turn between a line and its opposite, 0.1 radians.
const OPPOSITE: f64 = 0.100_334_672_085_450_55;

/// A line of sites of one kind from an origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Radial {
    /// The sites in order; the first is the origin, and there is at least one more.
    pub path: Arc<[u32]>,
    /// The path of the line that continues this one backwards from the origin.
    pub opposite: Option<Arc<[u32]>>,
}

/// The lines of one element in one direction.
#[derive(Debug)]
struct Group {
    direction: Direction,
    radials: Vec<Radial>,
    distinct: Vec<Radial>,
}

/// The steps and lines of all elements of one kind. The lines of an element are found when they are first asked for.
#[derive(Debug)]
pub(super) struct Lines {
    /// The ends of the steps of all sites, one list after the other.
    ends: Vec<u32>,
    /// Where the list of a site and a direction is among the ends.
    lists: Vec<(u32, u32)>,
    /// All the names under which a step of each site is filed.
    filed: Vec<DirectionSet>,
    sites: Vec<OnceLock<Vec<Group>>>,
    /// By site, the sites that its lines reach, in ascending order, with the direction of each line.
    reached: Vec<OnceLock<Reached>>,
}

/// Sites that lines reach, each with the direction of its line.
type Reached = Box<[(u32, Direction)]>;

impl Lines {
    /// The steps of a kind, and no lines yet.
    pub fn new(at: &[Point], links: &Links) -> Self {
        let union = |steps: &Vec<Step>| steps.iter().fold(DirectionSet::default(), |set, s| set.union(s.filed));
        let filed: Vec<DirectionSet> = links.steps.iter().map(union).collect();
        let tracer = Tracer { at, links, filed: &filed };
        let (mut ends, mut lists) = (Vec::new(), vec![(0, 0); filed.len() * Direction::ALL.len()]);
        for (id, set) in filed.iter().enumerate() {
            for d in set.iter() {
                let first = ends.len() as u32;
                ends.extend(tracer.steps(id as u32, d));
                lists[id * Direction::ALL.len() + d as usize] = (first, ends.len() as u32);
            }
        }
        let sites = filed.iter().map(|_| OnceLock::new()).collect();
        let reached = filed.iter().map(|_| OnceLock::new()).collect();
        Self { ends, lists, filed, sites, reached }
    }

    #[inline]
    fn group(&self, at: &[Point], links: &Links, site: usize, d: Direction) -> Option<&Group> {
        let groups = self.sites.get(site)?;
        let groups = groups.get_or_init(|| Tracer { at, links, filed: &self.filed }.site(site as u32));
        groups.iter().find(|group| group.direction == d)
    }

    /// The targets of the steps in a direction, clockwise from north.
    #[inline]
    pub fn steps(&self, site: usize, d: Direction) -> &[u32] {
        let list = site.checked_mul(Direction::ALL.len()).and_then(|first| self.lists.get(first + d as usize));
        list.and_then(|&(first, end)| self.ends.get(first as usize..end as usize)).unwrap_or_default()
    }

    /// The lines in a direction, clockwise from north. Places and links are those that the steps were made for.
    #[inline]
    pub fn radials(&self, at: &[Point], links: &Links, site: usize, d: Direction) -> &[Radial] {
        self.group(at, links, site, d).map_or(&[], |group| &group.radials)
    }

    /// The directions of the lines from a site that reach another one, in the order of those given, each beside that
    /// site.
    pub fn directions_to(
        &self,
        at: &[Point],
        links: &Links,
        (from, to): (usize, u32),
        directions: &[Direction],
    ) -> &[(u32, Direction)] {
        let Some(reached) = self.reached.get(from) else { return &[] };
        let reached = reached.get_or_init(|| {
            let of = |&d: &Direction| self.radials(at, links, from, d).iter().map(move |line| (d, &line.path[1..]));
            let lines = directions.iter().flat_map(of);
            let mut all: Vec<_> = lines.flat_map(|(d, path)| path.iter().map(move |&to| (to, d))).collect();
            all.sort_by_key(|&(to, _)| to);
            all.into()
        });
        let first = reached.partition_point(|&(site, _)| site < to);
        let end = reached.partition_point(|&(site, _)| site <= to);
        &reached[first..end]
    }

    /// How many steps the longest line has.
    pub fn longest(&self, at: &[Point], links: &Links) -> usize {
        let tracer = Tracer { at, links, filed: &self.filed };
        let groups =
            self.sites.iter().enumerate().map(|(site, groups)| groups.get_or_init(|| tracer.site(site as u32)));
        let radials = groups.flatten().flat_map(|group| &group.radials);
        radials.map(|radial| radial.path.len() - 1).max().unwrap_or(0)
    }

    /// The lines in a direction without those that are the opposite of one listed.
    #[inline]
    pub fn distinct(&self, at: &[Point], links: &Links, site: usize, d: Direction) -> &[Radial] {
        self.group(at, links, site, d).map_or(&[], |group| &group.distinct)
    }
}

/// A line while the lines of its origin are gathered.
struct Draft {
    direction: Direction,
    path: Arc<[u32]>,
    opposite: Option<usize>,
}

/// Follows the steps filed under a direction from site to site.
struct Tracer<'k> {
    at: &'k [Point],
    links: &'k Links,
    /// All the names under which a step of each site is filed.
    filed: &'k [DirectionSet],
}

impl Tracer<'_> {
    fn at(&self, id: u32) -> Point {
        self.at[id as usize]
    }

    fn steps(&self, id: u32, d: Direction) -> impl Iterator<Item = u32> {
        self.links.steps[id as usize].iter().filter(move |step| step.filed.contains(d)).map(|step| step.to)
    }

    fn site(&self, origin: u32) -> Vec<Group> {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut groups: Vec<(Direction, Vec<usize>)> = Vec::new();
        for d in self.filed[origin as usize].iter() {
            let first = drafts.len();
            for next in self.steps(origin, d) {
                let path = self.trace(origin, next, d);
                if !drafts[first..].iter().any(|draft| draft.path[..] == path) {
                    self.store(&mut drafts, d, path);
                }
            }
            groups.push((d, (first..drafts.len()).collect()));
        }
        complete_rotational(&drafts, &mut groups);
        let groups = groups.into_iter().map(|(d, members)| self.group(origin, d, &members, &drafts));
        groups.collect()
    }

    /// The path from an origin through its neighbour for as long as the direction goes on.
    fn trace(&self, origin: u32, next: u32, d: Direction) -> Vec<u32> {
        let mut path = vec![origin, next];
        let (mut last, mut here) = (origin, next);
        while self.filed[here as usize].contains(d)
            && let Some(next) = self.onwards(last, here, d)
            && !path.contains(&next)
        {
            path.push(next);
            (last, here) = (here, next);
        }
        path
    }

    /// The straightest way on; about a pivot simply the first.
    fn onwards(&self, last: u32, here: u32, d: Direction) -> Option<u32> {
        if matches!(d, Direction::CW | Direction::CCW | Direction::In | Direction::Out) {
            return self.steps(here, d).next();
        }
        let bends = self.steps(here, d).filter_map(|to| Some((bend(self.at(last), self.at(here), self.at(to))?, to)));
        least(bends.filter(|(bend, _)| *bend < ONWARDS))
    }

    /// Adds a line, and makes it the opposite of earlier ones that have none.
    fn store(&self, drafts: &mut Vec<Draft>, d: Direction, path: Vec<u32>) {
        let index = drafts.len();
        let mut opposite = None;
        for (earlier, draft) in drafts.iter_mut().enumerate() {
            let named = draft.direction == d || draft.direction.is_specific() && d.is_specific();
            if named && (turning(draft.direction, d) || self.straight(&path, &draft.path)) {
                opposite = opposite.or(Some(earlier));
                draft.opposite = draft.opposite.or(Some(index));
            }
        }
        drafts.push(Draft { direction: d, path: path.into(), opposite });
    }

    /// Whether one path, walked backwards, goes on straight into the other.
    fn straight(&self, path: &[u32], other: &[u32]) -> bool {
        let bend = bend(self.at(path[1]), self.at(path[0]), self.at(other[1]));
        bend.is_some_and(|bend| bend < OPPOSITE)
    }

    #[inline]
    fn group(&self, origin: u32, d: Direction, members: &[usize], drafts: &[Draft]) -> Group {
        let radial = |i: usize| Radial {
            path: drafts[i].path.clone(),
            opposite: drafts[i].opposite.map(|o| drafts[o].path.clone()),
        };
        let mut radials: Vec<Radial> = members.iter().map(|&i| radial(i)).collect();
        let mut distinct: Vec<Radial> = Vec::new();
        for radial in &radials {
            if !distinct.iter().any(|kept| kept.opposite.as_ref() == Some(&radial.path)) {
                distinct.push(radial.clone());
            }
        }
        let here = self.at(origin);
        for list in [&mut radials, &mut distinct] {
            list.sort_by(|l, r| clockwise(here, self.at(l.path[1])).total_cmp(&clockwise(here, self.at(r.path[1]))));
        }
        Group { direction: d, radials, distinct }
    }
}

/// How much a turn bends, as a tangent; nothing for a turn that does not go forward.
fn bend(a: Point, b: Point, c: Point) -> Option<f64> {
    let (ux, uy) = (b[0] - a[0], b[1] - a[1]);
    let (vx, vy) = (c[0] - b[0], c[1] - b[1]);
    let dot = ux * vx + uy * vy;
    (dot > 0.0).then(|| ((ux * vy - uy * vx) / dot).abs())
}

/// Whether two names are opposite ways about a pivot.
fn turning(a: Direction, b: Direction) -> bool {
    use Direction::{CCW, CW, In, Out};
    matches!((a, b), (CW, CCW) | (CCW, CW) | (In, Out) | (Out, In))
}

/// Copies the lines In, Out, CW, CCW into Rotational, then drops those that begin another one.
fn complete_rotational(drafts: &[Draft], groups: &mut [(Direction, Vec<usize>)]) {
    let Some(at) = groups.iter().position(|(d, _)| *d == Direction::Rotational) else { return };
    for d in [Direction::In, Direction::Out, Direction::CW, Direction::CCW] {
        let copies = groups.iter().find(|(name, _)| *name == d).map(|(_, members)| members.clone());
        groups[at].1.extend(copies.unwrap_or_default());
    }
    let members = &mut groups[at].1;
    for i in (0..members.len()).rev() {
        let path = &drafts[members[i]].path;
        let others = members.iter().enumerate().filter(|(j, _)| *j != i);
        if others.into_iter().any(|(_, &other)| drafts[other].path.starts_with(path)) {
            members.remove(i);
        }
    }
}
