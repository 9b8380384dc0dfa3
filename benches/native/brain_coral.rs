//! Brain Coral.
//!
//! A site that cannot be played stays so (2: ways only become fewer), so that a random game is one walk through the sites
//! in random order: each is played if it may be when its turn comes.
//!
//! Whether it may be is looked up by which sites around it are taken. If the open ones follow each other in the ring
//! around it, no way is cut. Otherwise it would join several runs of stones, and cuts a way exactly if two of these are
//! joined already, as they then close a loop around open sites. Joined stones are kept as a forest. There is no flood.

use super::{End, Graph, Items, Move, Playout, Random, Record, Rules};
use std::cmp::Ordering;

/// As many rings as sites have; the ring of a site has at most eight places.
type Table = [u8; 256];

/// In a table: there is no way from the site itself.
const SHUT: u8 = 255;

/// A place in a ring that is outside the board.
const OUTSIDE: usize = usize::MAX;

/// What stays the same about a site.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Site {
    /// The sites around it by place in its ring; `N - 1` for the outside.
    around: [u16; 8],
    /// What this site is in the ring of each: a bit.
    back: [u8; 8],
    table: u8,
}

const BLANK: Site = Site { around: [0; 8], back: [0; 8], table: 0 };

/// The byte of [`BrainCoral::taken`] for the ways.
const WAYS: u32 = 24;

/// 4: whose groups are a bonus.
#[derive(Clone, Copy)]
enum Bonus {
    Own,
    Opponents,
    Nothing,
}

/// The game on fewer than `N` sites, `N` being a power of two, with at most `P` places in a ring.
pub struct BrainCoral<const N: usize, const P: usize> {
    sites: usize,
    site: Box<[Site; N]>,
    /// By the kind of a ring and which of its places are taken: one stone of each run that the site would join, as bits.
    /// Those of a run are joined already.
    tables: Vec<Table>,
    bonus: Bonus,
    cascade: bool,
    /// The sites in some order.
    order: [u16; N],
    /// By site, the places around it that are taken, as bits; in the next bytes those taken by each player; in the last
    /// byte those from which no air comes.
    taken: [u32; N],
    /// The same on the empty board. Where there is no site, two ways are always open.
    untouched: Box<[u32; N]>,
    /// By site, the player whose stone it is.
    owner: [u8; N],
    /// By site, whether it is the last way of a stone.
    last_way: [bool; N],
    /// By stone, another it is joined with, nearer to the root of both; of any colour, and of the same.
    joined: [u16; N],
    group: [u16; N],
    /// By root of a group, its size.
    size: [u16; N],
    groups: [i32; 2],
    largest: [i32; 2],
    mover: u8,
    end: Option<End>,
}

pub fn make(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    if items.item("Board Grid").starts_with("Hex") {
        with_places::<6>(items, board)
    } else {
        with_places::<8>(items, board)
    }
}

fn with_places<const P: usize>(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    match board.len() {
        0..=63 => Box::new(BrainCoral::<64, P>::new(items, board)),
        64..=127 => Box::new(BrainCoral::<128, P>::new(items, board)),
        128..=255 => Box::new(BrainCoral::<256, P>::new(items, board)),
        256..=511 => Box::new(BrainCoral::<512, P>::new(items, board)),
        _ => Box::new(BrainCoral::<1024, P>::new(items, board)),
    }
}

/// The sites around one in turning order, with `OUTSIDE` where the ring leaves the board.
fn ring(board: &Graph, around: &[Vec<usize>], site: usize) -> Vec<usize> {
    let (x, y) = board.at[site];
    let angle = |other: usize| (board.at[other].1 - y).atan2(board.at[other].0 - x);
    let mut ring = around[site].clone();
    ring.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
    if board.outer[site] {
        // The widest gap between two that do not touch; two that touch have nothing between them, unless all do.
        let turn = |i: usize| {
            let gap = angle(ring[(i + 1) % ring.len()]) - angle(ring[i]);
            if gap > 0.0 { gap } else { gap + std::f64::consts::TAU }
        };
        let apart = |i: usize| !board.adjacent[ring[i]].contains(&ring[(i + 1) % ring.len()]);
        let gap = (0..ring.len()).max_by(|&i, &j| apart(i).cmp(&apart(j)).then(turn(i).total_cmp(&turn(j))));
        ring.insert(gap.map_or(0, |i| i + 1), OUTSIDE);
    }
    ring
}

/// What to look up for a ring: see [`BrainCoral::tables`].
fn table(length: usize, outside: u8, ways: u8, joins: u8) -> Table {
    std::array::from_fn(|taken| {
        let taken = taken as u8 & !outside & mask(length);
        if ways & !taken == 0 {
            return SHUT;
        }
        // A stone that would not be joined with the site does not count, nor does an open place without a way: the
        // places beside it belong together all the same.
        let runs = |value: u8| {
            let ends = (0..length).filter(|&i| value >> i & 1 != value >> ((i + 1) % length) & 1);
            let starts: Vec<usize> = ends.map(|i| (i + 1) % length).collect();
            (0..starts.len()).map(move |i| {
                let (start, end) = (starts[i], starts[(i + 1) % starts.len()]);
                let places = (0..length).map(|step| (start + step) % length).take_while(|&p| p != end);
                places.fold(0_u8, |run, place| run | 1 << place)
            })
        };
        let mut stones = taken;
        for run in runs(taken).collect::<Vec<_>>() {
            if run & taken != 0 && run & joins == 0 {
                stones &= !run;
            } else if run & taken == 0 && run & (ways | outside) == 0 {
                stones |= run;
            }
        }
        let first = |run: u8| {
            let of_run = run & taken & joins;
            of_run & of_run.wrapping_neg()
        };
        runs(stones).filter(|run| run & stones != 0).map(first).fold(0, |all, bit| all | bit)
    })
}

fn mask(length: usize) -> u8 {
    u8::MAX >> (8 - length)
}

#[inline(always)]
fn root<const N: usize>(forest: &mut [u16; N], site: usize) -> usize {
    let mut site = site & (N - 1);
    loop {
        let above = forest[site] as usize & (N - 1);
        if above == site {
            return site;
        }
        forest[site] = forest[above];
        site = above;
    }
}

impl<const N: usize, const P: usize> BrainCoral<N, P> {
    fn new(items: &Items, board: &Graph) -> Self {
        let grid = items.item("Board Grid");
        let (ways, joins, around) = if grid.starts_with("TriSquare connections to edge All") {
            (&board.all, &board.adjacent, &board.all)
        } else if grid.starts_with("TriSquare connections to edge orthogonal only") {
            (&board.adjacent, &board.all, &board.all)
        } else {
            (&board.orthogonal, &board.orthogonal, &board.orthogonal)
        };
        let rings: Vec<Vec<usize>> = (0..board.len()).map(|site| ring(board, around, site)).collect();
        let (mut kinds, mut tables) = (Vec::new(), Vec::new());
        let mut site = Box::new([BLANK; N]);
        let mut untouched = Box::new([!3 << WAYS; N]);
        for (s, ring) in rings.iter().enumerate() {
            let places = |list: &[usize]| {
                (0..ring.len()).filter(|&i| list.contains(&ring[i])).fold(0_u8, |bits, i| bits | 1 << i)
            };
            let this = &mut site[s];
            let air = places(&ways[s]);
            untouched[s] = u32::from(!air) << WAYS;
            this.around = [N as u16 - 1; 8];
            for (place, &other) in ring.iter().enumerate().filter(|(_, other)| **other != OUTSIDE) {
                this.around[place] = other as u16;
                this.back[place] = rings[other].iter().position(|&back| back == s).map_or(0, |back| 1 << back);
            }
            let kind = (ring.len(), places(&[OUTSIDE]), air, places(&joins[s]));
            let known = kinds.iter().position(|other| *other == kind);
            this.table = known.unwrap_or_else(|| {
                kinds.push(kind);
                tables.push(table(kind.0, kind.1, kind.2, kind.3));
                kinds.len() - 1
            }) as u8;
        }
        let bonus = match items.item("Scoring") {
            "Mover Bonus scoring" => Bonus::Own,
            "Opponent Bonus scoring" => Bonus::Opponents,
            _ => Bonus::Nothing,
        };
        BrainCoral {
            sites: board.len(),
            site,
            untouched,
            tables,
            bonus,
            cascade: items.item("TieBreaker").starts_with("A"),
            order: std::array::from_fn(|i| i as u16),
            taken: [0; N],
            owner: [0; N],
            last_way: [false; N],
            joined: [0; N],
            group: [0; N],
            size: [0; N],
            groups: [0; 2],
            largest: [0; 2],
            mover: 1,
            end: None,
        }
    }

    /// 2: whether a stone may be placed on an empty site.
    #[inline(always)]
    fn may_place(&mut self, site: usize) -> bool {
        let this = &self.site[site];
        let runs = self.tables[this.table as usize][self.taken[site] as u8 as usize];
        if self.last_way[site] || runs == SHUT {
            return false;
        }
        if runs & runs.wrapping_sub(1) == 0 {
            return true;
        }
        let mut roots = [usize::MAX; 4];
        for (found, stone) in Self::stones(this.around, runs).enumerate() {
            let root = root(&mut self.joined, stone);
            if roots.contains(&root) {
                return false;
            }
            roots[found & 3] = root;
        }
        true
    }

    /// The sites of some places in the ring around a site.
    #[inline(always)]
    fn stones(around: [u16; 8], mut places: u8) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (places != 0).then(|| {
                let place = places.trailing_zeros() as usize & 7;
                places &= places - 1;
                around[place] as usize & (N - 1)
            })
        })
    }

    #[inline(always)]
    fn place(&mut self, site: usize, player: u8) {
        let p = (player as usize - 1) & 1;
        let this = self.site[site];
        let table = &self.tables[this.table as usize];
        let taken = self.taken[site];
        let (runs, own_runs) = (table[taken as u8 as usize], table[(taken >> (8 * player)) as u8 as usize]);
        self.owner[site] = player;

        let mut above = site;
        self.joined[site] = site as u16;
        for stone in Self::stones(this.around, runs) {
            let found = root(&mut self.joined, stone);
            self.joined[above] = found as u16;
            above = found;
        }

        let (mut whole, mut size) = (site, 1);
        self.group[site] = site as u16;
        self.groups[p] += 1;
        for stone in Self::stones(this.around, own_runs) {
            let found = root(&mut self.group, stone);
            if found != whole {
                size += self.size[found];
                self.group[whole] = found as u16;
                whole = found;
                self.groups[p] -= 1;
            }
        }
        self.size[whole] = size;
        self.largest[p] = self.largest[p].max(i32::from(size));

        let mark = 1 | 1_u32 << (8 * player) | 1 << WAYS;
        for i in 0..P {
            let other = this.around[i] as usize & (N - 1);
            let taken = self.taken[other] | (u32::from(this.back[i]) * mark);
            self.taken[other] = taken;
            self.note_last_way(other, taken);
        }
        self.note_last_way(site, taken);
    }

    /// The last way of a stone is not to be taken.
    #[inline(always)]
    fn note_last_way(&mut self, stone: usize, taken: u32) {
        let ways = !(taken >> WAYS) as u8;
        if ways & ways.wrapping_sub(1) == 0 && self.owner[stone] != 0 {
            for last in Self::stones(self.site[stone].around, ways) {
                self.last_way[last] = true;
            }
        }
    }

    /// 4, 5: who has won, `last` having placed the last stone.
    fn winner(&self, last: u8) -> u8 {
        let bonus = match self.bonus {
            Bonus::Own => self.groups,
            Bonus::Opponents => [self.groups[1], self.groups[0]],
            Bonus::Nothing => [0, 0],
        };
        let points = [self.largest[0] + bonus[0], self.largest[1] + bonus[1]];
        match points[0].cmp(&points[1]) {
            Ordering::Greater => 1,
            Ordering::Less => 2,
            Ordering::Equal if self.cascade => self.cascade_winner().unwrap_or(last),
            Ordering::Equal => last,
        }
    }

    /// 5A: the player whose largest group that is not paired off is smaller.
    fn cascade_winner(&self) -> Option<u8> {
        let mut more = [0_i32; N];
        for site in (0..self.sites).filter(|&s| self.owner[s] != 0 && self.group[s] as usize == s) {
            more[self.size[site] as usize & (N - 1)] += if self.owner[site] == 1 { 1 } else { -1 };
        }
        more.iter().rev().find(|more| **more != 0).map(|more| if *more > 0 { 2 } else { 1 })
    }
}

impl<const N: usize, const P: usize> Rules for BrainCoral<N, P> {
    fn restart(&mut self) {
        self.order = std::array::from_fn(|i| i as u16);
        self.taken = *self.untouched;
        self.owner = [0; N];
        self.last_way = [false; N];
        self.groups = [0; 2];
        self.largest = [0; 2];
        self.mover = 1;
        self.end = None;
    }

    fn mover(&self) -> u8 {
        self.mover
    }

    fn legal(&self) -> Vec<Move> {
        // Asking shortens the ways to the roots, which a copy may do.
        let mut copy = BrainCoral {
            site: self.site.clone(),
            tables: self.tables.clone(),
            untouched: self.untouched.clone(),
            ..*self
        };
        let open = (0..self.sites).filter(|&site| self.owner[site] == 0 && copy.may_place(site));
        open.map(|site| Move::Add { site, what: self.mover }).collect()
    }

    fn play(&mut self, m: Move) {
        let Move::Add { site, what } = m else { return };
        self.place(site, what);
        if self.legal().is_empty() {
            self.end = Some(End::Win(self.winner(what)));
        } else {
            self.mover = 3 - self.mover;
        }
    }

    fn board(&self) -> Vec<u8> {
        self.owner[..self.sites].to_vec()
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout {
        Rules::restart(self);
        let (mut plies, mut player) = (0, 1);
        for left in (1..=self.sites & (2 * N - 1)).rev() {
            let drawn = random.below(left as u32) as usize & (N - 1);
            let site = self.order[drawn] as usize & (N - 1);
            self.order.swap(drawn, left - 1);
            if !self.may_place(site) {
                continue;
            }
            if plies == cap {
                return Playout { plies, end: None };
            }
            self.place(site, player);
            record.note(|| Move::Add { site, what: player });
            plies += 1;
            player = 3 - player;
        }
        Playout { plies, end: Some(End::Win(self.winner(3 - player))) }
    }
}
