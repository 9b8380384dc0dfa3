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
struct Site {
    /// The sites around it, in the order of the ring without the outside.
    around: [u16; 8],
    /// The place of each in the ring of this site.
    place: [u8; 8],
    /// What this site is in the ring of each: a bit.
    back: [u8; 8],
    degree: u8,
    /// The places from which air comes, as bits.
    ways: u8,
    /// The places with which stones are joined, as bits.
    joins: u8,
    table: u8,
}

/// 4: whose groups are a bonus.
#[derive(Clone, Copy)]
enum Bonus {
    Own,
    Opponents,
    Nothing,
}

/// The game on at most `N` sites, `N` being a power of two.
pub struct BrainCoral<const N: usize> {
    sites: usize,
    site: Box<[Site; N]>,
    /// By the kind of a ring and which of its places are taken: one stone of each run that the site would join, as bits;
    /// none if there are fewer than two runs.
    tables: Vec<Table>,
    bonus: Bonus,
    cascade: bool,
    /// The sites in some order.
    order: [u16; N],
    /// By site, the places around it that are taken, as bits.
    taken: [u8; N],
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
    match board.len() {
        0..=64 => Box::new(BrainCoral::<64>::new(items, board)),
        65..=128 => Box::new(BrainCoral::<128>::new(items, board)),
        129..=256 => Box::new(BrainCoral::<256>::new(items, board)),
        257..=512 => Box::new(BrainCoral::<512>::new(items, board)),
        _ => Box::new(BrainCoral::<1024>::new(items, board)),
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
        let several: Vec<u8> = runs(stones).filter(|run| run & stones != 0).map(first).collect();
        if several.len() < 2 { 0 } else { several.into_iter().fold(0, |all, bit| all | bit) }
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

impl<const N: usize> BrainCoral<N> {
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
        let blank = Site { around: [0; 8], place: [0; 8], back: [0; 8], degree: 0, ways: 0, joins: 0, table: 0 };
        let mut site = Box::new([blank; N]);
        for (s, ring) in rings.iter().enumerate() {
            let places = |list: &[usize]| {
                (0..ring.len()).filter(|&i| list.contains(&ring[i])).fold(0_u8, |bits, i| bits | 1 << i)
            };
            let this = &mut site[s];
            (this.ways, this.joins) = (places(&ways[s]), places(&joins[s]));
            for (place, &other) in ring.iter().enumerate().filter(|(_, other)| **other != OUTSIDE) {
                let i = this.degree as usize;
                this.around[i] = other as u16;
                this.place[i] = place as u8;
                this.back[i] = rings[other].iter().position(|&back| back == s).map_or(0, |back| 1 << back);
                this.degree += 1;
            }
            let kind = (ring.len(), places(&[OUTSIDE]), this.ways, this.joins);
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
        if self.last_way[site] {
            return false;
        }
        let this = &self.site[site];
        let mut runs = self.tables[this.table as usize][self.taken[site] as usize];
        if runs == 0 {
            return true;
        }
        if runs == SHUT {
            return false;
        }
        let mut roots = [usize::MAX; 4];
        let mut found = 0;
        for i in 0..this.degree as usize & 15 {
            let i = i & 7;
            if runs >> this.place[i] & 1 != 0 {
                let root = root(&mut self.joined, this.around[i] as usize);
                if roots.contains(&root) {
                    return false;
                }
                roots[found & 3] = root;
                found += 1;
                runs &= runs - 1;
                if runs == 0 {
                    break;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn place(&mut self, site: usize, player: u8) {
        let p = player as usize - 1 & 1;
        let this = self.site[site];
        self.owner[site] = player;
        self.joined[site] = site as u16;
        self.group[site] = site as u16;
        let (mut above, mut whole, mut size) = (site, site, 1);
        self.groups[p] += 1;
        for i in 0..this.degree as usize & 15 {
            let i = i & 7;
            let other = this.around[i] as usize & (N - 1);
            self.taken[other] |= this.back[i];
            let owner = self.owner[other];
            if owner == 0 {
                continue;
            }
            self.note_last_way(other);
            if this.joins >> this.place[i] & 1 == 0 {
                continue;
            }
            let found = root(&mut self.joined, other);
            self.joined[above] = found as u16;
            above = found;
            if owner == player {
                let found = root(&mut self.group, other);
                if found != whole {
                    size += self.size[found];
                    self.group[whole] = found as u16;
                    whole = found;
                    self.groups[p] -= 1;
                }
            }
        }
        self.size[whole] = size;
        self.largest[p] = self.largest[p].max(i32::from(size));
        self.note_last_way(site);
    }

    /// The last way of a stone is not to be taken.
    #[inline(always)]
    fn note_last_way(&mut self, stone: usize) {
        let this = &self.site[stone];
        let ways = this.ways & !self.taken[stone];
        if ways & ways.wrapping_sub(1) == 0 {
            let place = ways.trailing_zeros() as u8;
            let i = this.place.iter().position(|&of| of == place).unwrap_or(0);
            self.last_way[this.around[i] as usize & (N - 1)] = true;
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

impl<const N: usize> Rules for BrainCoral<N> {
    fn restart(&mut self) {
        self.order = std::array::from_fn(|i| i as u16);
        self.taken = [0; N];
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
        let mut copy = BrainCoral { site: self.site.clone(), tables: self.tables.clone(), ..*self };
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
