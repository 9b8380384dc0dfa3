//! Which sites keep others' ways open, on a board that lies flat.
//!
//! Let the airy sites be those from which a way over empty sites leads to a goal, and the bodies the connected parts of
//! all other sites. The airy sites and the outside are connected. As they lie on a sphere, no body runs around any of
//! them, and they stay connected when a site is filled as long as that closes no circle (Alexander's duality): as long as
//! the stretches of bodies in the ring around the site belong to different bodies. Whether they do changes only beside
//! the site that is filled, and where two bodies meet that it connects.

use crate::program::bits::Set;
use crate::program::run::sphere::{Sphere, Square};
use crate::program::space::Steps;
use std::collections::HashMap;

/// Most neighbours of a site, and most squares at one.
const MOST: usize = 8;

/// What is known before the game.
#[derive(Debug)]
pub struct Flat<const W: usize> {
    goals: Set<W>,
    /// One for each site, and a last one that stands for the neighbours that a site has less than others.
    sites: Vec<Around<W>>,
    /// Most neighbours of a site of this board.
    most: usize,
    /// For each shape of surroundings and each set of airy neighbours what they are like.
    rings: Vec<Ring>,
    /// The corners of each square whose middle separates sites.
    walls: Vec<Set<W>>,
}

/// The ring around a site: from bit [`PLACES`] on one place in each stretch of bodies, as bits of [`Around::places`], and
/// below the following.
type Ring = u64;

/// There are several stretches.
const SEVERAL: Ring = 1;
/// No neighbour is airy.
const LONELY: Ring = SEVERAL << MOST;
/// One neighbour is airy.
const SINGLE: Ring = LONELY << MOST;
const PLACES: u32 = 3 * MOST as u32;

/// What is around a site.
#[derive(Debug, Clone, Copy)]
struct Around<const W: usize> {
    /// The neighbours and nobody for those that are missing, then, from [`MOST`] on, the walls.
    places: [u16; 2 * MOST],
    /// For each neighbour the bit of this site among those that it has.
    back: [u8; MOST],
    /// As many bits as there are neighbours.
    all: u8,
    /// How many walls there are.
    walls: u8,
    /// Where its shape begins in [`Flat::rings`].
    shape: u16,
    near: Set<W>,
    /// The neighbours but those across a square.
    ring: Set<W>,
}

/// What is known of a position.
#[derive(Debug, Clone, Default)]
pub struct Air<const W: usize> {
    free: Set<W>,
    airy: Set<W>,
    /// Sites that must not be filled. It stays so until a site is emptied: what lies behind them can be filled up, but
    /// the last piece there would have no other neighbour.
    closing: Set<W>,
    /// For each site where in [`Flat::rings`] its own is: by its airy neighbours, as bits of [`Around::places`].
    patterns: Vec<u16>,
    /// For each site and wall what it is of its body.
    members: Vec<Member>,
    /// For each that stands for a body the sites in whose rings that is.
    beside: Vec<Set<W>>,
}

/// A site or wall of a body.
#[derive(Debug, Clone, Copy)]
struct Member {
    /// What stands for the body.
    body: u16,
    /// Another one of it, all of them in turn.
    next: u16,
    /// Of what stands for the body: how many there are of it.
    count: u16,
}

impl Member {
    /// All of a body.
    fn alone(at: u16) -> Self {
        Member { body: at, next: at, count: 1 }
    }
}

impl<const W: usize> Flat<W> {
    /// Makes the tables, if the board is flat and no site has too much around it.
    pub fn new(steps: &Steps<W>, goals: Set<W>) -> Option<Self> {
        let sphere = Sphere::new(steps, goals)?;
        let corners = |square: &Square| square.corners.into_iter().fold(Set::EMPTY, |all, site| all | Set::one(site));
        let walls = sphere.squares.iter().take_while(|square| !square.crossed).map(corners).collect();
        let mut flat = Flat { goals, sites: Vec::new(), most: 0, rings: Vec::new(), walls };
        let mut shapes = HashMap::new();
        for site in 0..steps.sites() {
            let surroundings = Surroundings::of(site, steps, &sphere)?;
            let neighbours = surroundings.near.len();
            // Few differ: their table stays close at hand.
            let shape = *shapes.entry((surroundings.ring.clone(), neighbours)).or_insert_with_key(|(ring, _)| {
                flat.rings.extend(rings(ring, neighbours));
                flat.rings.len() - (1 << neighbours)
            });
            flat.most = flat.most.max(neighbours);
            flat.sites.push(surroundings.around(site, steps, &sphere, shape)?);
        }
        flat.sites.push(Around::nobody());
        Some(flat)
    }

    /// Makes what was known of a position that of another one.
    pub fn look(&self, steps: &Steps<W>, free: Set<W>, air: &mut Air<W>) {
        if free == air.free {
            return;
        }
        let filled = air.free - free;
        match filled.first() {
            Some(site) if filled.is_single() && free.within(&air.free) && air.open().contains(site) => {
                self.fill(air, site);
            }
            _ => self.look_anew(steps, free, air),
        }
    }

    fn look_anew(&self, steps: &Steps<W>, free: Set<W>, air: &mut Air<W>) {
        (air.free, air.airy, air.closing) = (free, steps.flood(self.goals & free, free), Set::EMPTY);
        let sites = self.sites.len() - 1;
        air.members.clear();
        air.members.extend((0..(sites + self.walls.len()) as u16).map(Member::alone));
        air.beside.clear();
        air.beside.extend(self.sites.iter().take(sites).map(|around| around.ring).chain(self.walls.iter().copied()));
        air.patterns.clear();
        air.patterns.extend(self.sites.iter().map(|around| around.shape + u16::from(around.pattern(air.airy))));
        let airy = air.airy;
        for (site, around) in self.sites.iter().enumerate().take(sites).filter(|&(site, _)| !airy.contains(site)) {
            for other in (around.ring - airy).chain(around.walls()) {
                air.connect(other, site);
            }
        }
        for site in 0..sites {
            let ring = self.ring(air.patterns[site]);
            if airy.contains(site) {
                self.judge_airy(air, site, ring);
            } else {
                self.judge_full(air, site, ring);
            }
        }
    }

    /// Fills a site that may be filled: the bodies in its ring are different ones.
    fn fill(&self, air: &mut Air<W>, site: usize) {
        let around = &self.sites[site];
        let place = air.patterns[site];
        let ring = self.ring(place);
        let mut stretches = stretches(ring);
        air.free.remove(site);
        air.airy.remove(site);
        // The body that this site belongs to so far, and the sites that is beside.
        let (mut body, mut beside, mut meeting) = (site, around.ring, Set::EMPTY);
        while stretches != 0 {
            let other = air.body(around.take(&mut stretches));
            meeting = meeting | (air.beside[other] & beside);
            beside = beside | air.beside[other];
            body = air.merge(body, other);
        }
        air.beside[body] = beside;
        // The neighbours have this site in their rings, where it may have made two stretches one.
        air.closing = air.closing | (meeting - around.near);
        self.judge_full(air, site, ring);
        // What is to be said of the neighbours is gathered first: which of them it concerns cannot be guessed.
        let mut found = 0;
        for bit in 0..self.most.min(MOST) {
            let place = &mut air.patterns[usize::from(around.places[bit])];
            *place -= u16::from(around.back[bit]);
            found |= (self.ring(*place) & (SEVERAL | LONELY | SINGLE)) << bit;
        }
        let airy = place - around.shape;
        let mut lonely = (found / LONELY) as u16 & airy;
        while lonely != 0 {
            air.closing.insert(around.take(&mut lonely));
        }
        let mut several = found as u16 & airy;
        while several != 0 {
            let near = around.take(&mut several);
            self.judge_airy(air, near, self.ring(air.patterns[near]));
        }
        let mut single = (found / SINGLE) as u16 & u16::from(around.all) & !airy;
        while single != 0 {
            let near = around.take(&mut single);
            self.judge_full(air, near, self.ring(air.patterns[near]));
        }
    }

    /// Finds out whether an airy site must not be filled.
    #[inline(always)]
    fn judge_airy(&self, air: &mut Air<W>, site: usize, ring: Ring) {
        if air.closing.contains(site) {
            return;
        }
        if ring & LONELY != 0 || (ring & SEVERAL != 0 && self.closes_circle(air, site, stretches(ring))) {
            air.closing.insert(site);
        }
    }

    /// Finds out whether a neighbour of another site must not be filled because of it.
    #[inline]
    fn judge_full(&self, air: &mut Air<W>, site: usize, ring: Ring) {
        if ring & SINGLE != 0 && !air.free.contains(site) {
            let around = &self.sites[site];
            let airy = air.patterns[site] - around.shape;
            air.closing.insert(around.place(airy.trailing_zeros()));
        }
    }

    /// Whether filling a site would connect a body with itself.
    #[inline]
    fn closes_circle(&self, air: &Air<W>, site: usize, mut stretches: u16) -> bool {
        let around = &self.sites[site];
        while stretches != 0 {
            let body = air.body(around.take(&mut stretches));
            let mut others = stretches;
            while others != 0 {
                if air.body(around.take(&mut others)) == body {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn ring(&self, place: u16) -> Ring {
        self.rings[usize::from(place)]
    }
}

/// One place in each stretch of bodies.
fn stretches(ring: Ring) -> u16 {
    (ring >> PLACES) as u16
}

impl<const W: usize> Around<W> {
    /// What is around nobody.
    fn nobody() -> Self {
        Around {
            places: [0; 2 * MOST],
            back: [0; MOST],
            all: 0,
            walls: 0,
            shape: 0,
            near: Set::EMPTY,
            ring: Set::EMPTY,
        }
    }

    #[inline]
    fn place(&self, bit: u32) -> usize {
        usize::from(self.places[bit as usize & (2 * MOST - 1)])
    }

    /// Takes the lowest of several places.
    #[inline]
    fn take(&self, places: &mut u16) -> usize {
        let place = self.place(places.trailing_zeros());
        *places &= *places - 1;
        place
    }

    fn pattern(&self, airy: Set<W>) -> u8 {
        (0..MOST as u32)
            .filter(|&bit| self.all >> bit & 1 == 1 && airy.contains(self.place(bit)))
            .fold(0, |pattern, bit| pattern | 1 << bit)
    }

    fn walls(&self) -> impl Iterator<Item = usize> {
        self.places[MOST..].iter().take(self.walls.into()).map(|&wall| wall.into())
    }
}

impl<const W: usize> Air<W> {
    /// The sites that may be filled.
    pub fn open(&self) -> Set<W> {
        self.airy - self.closing
    }

    /// Takes over another position without giving memory back.
    pub fn copy_from(&mut self, other: &Self) {
        (self.free, self.airy, self.closing) = (other.free, other.airy, other.closing);
        self.patterns.clone_from(&other.patterns);
        self.members.clone_from(&other.members);
        self.beside.clone_from(&other.beside);
    }

    /// What stands for the body of a site or wall.
    #[inline]
    fn body(&self, at: usize) -> usize {
        self.members[at].body.into()
    }

    /// Makes two bodies one and gives what stands for it.
    #[inline]
    fn merge(&mut self, one: usize, other: usize) -> usize {
        let members = &mut self.members;
        let (small, large) = if members[one].count < members[other].count { (one, other) } else { (other, one) };
        let mut at = small;
        loop {
            members[at].body = large as u16;
            let next = usize::from(members[at].next);
            if next == small {
                break;
            }
            at = next;
        }
        (members[at].next, members[large].next) = (members[large].next, small as u16);
        members[large].count += members[small].count;
        large
    }

    /// Makes the bodies of two sites or walls one.
    fn connect(&mut self, one: usize, other: usize) {
        let (one, other) = (self.body(one), self.body(other));
        if one != other {
            let beside = self.beside[one] | self.beside[other];
            let body = self.merge(one, other);
            self.beside[body] = beside;
        }
    }
}

/// A vertex in the ring around a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Vertex {
    /// Where it stands in [`Around::places`]. What stands nowhere begins no stretch: the outside, and the middle of a
    /// crossed square, because the corners beside it are not airy either when it is not.
    place: u8,
    /// The neighbours of the site of which one has to be airy for it to be airy, while the site is.
    airy: u16,
}

/// What is airy in any position.
const ALWAYS: u16 = 1 << MOST;

impl Vertex {
    fn of(vertex: usize, near: &[usize], walls: &[usize], sphere: &Sphere) -> Vertex {
        let index = |list: &[usize], at: usize| list.iter().position(|&other| other == at);
        let bit = |site: usize| index(near, site).map_or(0, |bit| 1 << bit);
        match sphere.square(vertex) {
            // It stands for the diagonals.
            Some(square) if square.crossed => {
                Vertex { place: 0, airy: square.corners.into_iter().fold(0, |airy, corner| airy | bit(corner)) }
            }
            Some(_) => Vertex { place: (MOST + index(walls, vertex).unwrap_or(0)) as u8, airy: 0 },
            None if vertex == sphere.outside => Vertex { place: 0, airy: ALWAYS },
            None => Vertex { place: index(near, vertex).unwrap_or(0) as u8, airy: bit(vertex) },
        }
    }
}

/// What a ring is like for each set of airy neighbours.
fn rings(ring: &[Vertex], neighbours: usize) -> impl Iterator<Item = Ring> {
    let ring_of = |pattern: u16| {
        let is_airy = |vertex: &Vertex| (pattern | ALWAYS) & vertex.airy != 0;
        let before = ring.iter().cycle().skip(ring.len().saturating_sub(1));
        let begins = ring.iter().zip(before).filter(|(at, before)| is_airy(before) && !is_airy(at));
        let places = begins.fold(0_u16, |places, (begin, _)| places | 1 << begin.place);
        let kind = |is: bool, kind: Ring| if is { kind } else { 0 };
        Ring::from(places) << PLACES
            | kind(places.count_ones() > 1, SEVERAL)
            | kind(pattern == 0, LONELY)
            | kind(pattern.is_power_of_two(), SINGLE)
    };
    (0..1 << neighbours).map(ring_of)
}

/// A site on its sphere.
struct Surroundings {
    near: Vec<usize>,
    /// The middles of squares that separate sites.
    walls: Vec<usize>,
    ring: Vec<Vertex>,
}

impl Surroundings {
    /// None where there is too much around the site.
    fn of<const W: usize>(site: usize, steps: &Steps<W>, sphere: &Sphere) -> Option<Self> {
        let near: Vec<usize> = (steps.near(site) - Set::one(site)).collect();
        let ring = sphere.rings.get(site)?;
        let is_wall = |&vertex: &usize| sphere.square(vertex).is_some_and(|square| !square.crossed);
        let walls: Vec<usize> = ring.iter().copied().filter(is_wall).collect();
        let few = near.len() <= MOST && walls.len() <= MOST;
        let ring = ring.iter().map(|&vertex| Vertex::of(vertex, &near, &walls, sphere)).collect();
        few.then_some(Surroundings { near, walls, ring })
    }

    fn around<const W: usize>(
        &self,
        site: usize,
        steps: &Steps<W>,
        sphere: &Sphere,
        shape: usize,
    ) -> Option<Around<W>> {
        let mut around = Around {
            places: [u16::try_from(steps.sites()).ok()?; 2 * MOST],
            all: (0..self.near.len()).fold(0, |all, bit| all | 1 << bit),
            walls: self.walls.len() as u8,
            shape: u16::try_from(shape + (1 << self.near.len())).ok()? - (1 << self.near.len()),
            near: steps.near(site) - Set::one(site),
            ..Around::nobody()
        };
        for (bit, &near) in self.near.iter().enumerate() {
            around.places[bit] = u16::try_from(near).ok()?;
            around.back[bit] = 1 << (steps.near(near) - Set::one(near)).take_while(|&other| other < site).count();
            if sphere.rings.get(site)?.contains(&near) {
                around.ring.insert(near);
            }
        }
        for (place, &wall) in around.places[MOST..].iter_mut().zip(&self.walls) {
            *place = u16::try_from(sphere.number(wall)).ok()?;
        }
        Some(around)
    }
}
