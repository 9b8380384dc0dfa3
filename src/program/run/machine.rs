//! What runs a program: the position, the values kept, the legal moves.

use super::alike::{Known, Shared, binds_nothing};
use super::code::{Code, Kept as ForCode, Turn};
use super::flat::Air;
use super::groups::Grouping;
use super::joined::{Join, Joined, joins};
use super::lines::{Line, gathered};
use super::moves::{Legal, most_families};
use super::open::{Search, Ways};
use super::position::Position;
use super::profile::Profile;
use crate::engine::trial::Trial;
use crate::playouts::Chooser;
use crate::program::Program;
use crate::program::bits::Set;
use crate::program::ir::{EffectId, Needs, SetId, SetNode, part};
use crate::program::rewrites::LARGEST_SUM;
use crate::program::space::{Planes, Steps};
use crate::program::view::AnyId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a program needs that depends on the width of sets, made once for all machines.
#[derive(Debug)]
pub struct Prepared<const W: usize> {
    /// The relations.
    pub steps: Vec<Steps<W>>,
    /// The sets known before the game.
    pub consts: Vec<Set<W>>,
    /// All sites that pieces can stand on.
    pub all: Set<W>,
    /// Those of them that are on the board.
    pub board: Set<W>,
    /// What additions that keep ways open need.
    pub(super) ways: Vec<Ways<W>>,
    /// For each jump and site the lines as few sets.
    pub(super) jumps: Vec<Vec<Vec<Set<W>>>>,
    /// For each jump and site each line.
    pub(super) lines: Vec<Vec<Vec<Line<W>>>>,
    /// Which set nodes are kept.
    kept: Vec<bool>,
    /// For each set node that is a comparison of sums where it is kept, and what it reads besides the number added.
    pub(super) sums: Vec<(Option<usize>, u16)>,
    /// The kinds of conditions on the neighbours that both ends of a step share, as far as their numbers are known.
    pub(super) joins: Vec<Join>,
    /// For each set node that is shared by sites alike where it is kept, and what it reads.
    pub(super) alike: Vec<(usize, u16)>,
    /// The position at the start of the game.
    pub start: Position<W>,
    /// The program as machine code, once that has been asked for; `None` where there is none.
    code: OnceLock<Option<Code<W>>>,
    /// How many moves have been played without it.
    uncoded: AtomicU32,
}

impl<const W: usize> Prepared<W> {
    /// Prepares a program whose board fits, to be played from the position of a trial.
    pub fn new(program: &Program, start: &Trial) -> Self {
        let table = &program.table;
        let steps: Vec<Steps<W>> = table.rels.iter().map(Steps::new).collect();
        let kept = (0..table.sets.nodes().len() as u32).map(|index| program.keeps(SetId(index)));
        let mut count = 0;
        let sums = table.sets.nodes().iter().map(|node| {
            let SetNode::Linear { left, right, .. } = node else { return (None, 0) };
            let terms = left.iter().chain(right).map(|(_, id)| table.set_needs(table.counts[id.index()].0));
            let (reads, free) = terms.fold((0, 0), |(reads, free), needs| (reads | needs.reads, free | needs.free));
            let kept = program.rewrites.has_keep() && free == 0;
            count += usize::from(kept);
            (kept.then(|| count - 1), reads)
        });
        let mut count = 0;
        let alike = table.sets.nodes().iter().zip(&table.sets.needs).map(|(node, needs)| {
            let slot = count;
            count += usize::from(matches!(node, SetNode::Alike { .. }));
            (slot, needs.reads)
        });
        Prepared {
            joins: joins(table),
            alike: alike.collect(),
            jumps: table.jumps.iter().map(|sites| sites.iter().map(|lines| gathered(lines)).collect()).collect(),
            lines: {
                let each = |lines: &Vec<Vec<u16>>| lines.iter().map(|line| Line::new(line)).collect();
                table.jumps.iter().map(|sites| sites.iter().map(each).collect()).collect()
            },
            sums: sums.collect(),
            kept: kept.collect(),
            consts: table.consts.iter().map(|words| Set::from_words(words)).collect(),
            all: Set::from_words(&table.words(0..table.sites)),
            board: Set::from_words(&table.words(0..program.board)),
            ways: table.opens.iter().map(|open| Ways::new(open, table, &steps)).collect(),
            start: Position::of(start, table.sites, program.ordered),
            steps,
            code: OnceLock::new(),
            uncoded: AtomicU32::new(0),
        }
    }
}

/// How many moves a program is played for before it is compiled, which takes as long as some thousand moves.
const WORTH_COMPILING: u32 = 4_000;

#[derive(Debug, Clone, Copy)]
struct Kept<T> {
    /// The state it was last made sure of in.
    clock: u64,
    stamp: u64,
    turn: u32,
    value: T,
}

/// An effect that has been put off, whose turn it was then ([`Machine::turn_code`]), and whose scores it has been made up
/// for already, as one number: what is stored in parts and then loaded as a whole makes the processor wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting(u64);

impl Waiting {
    /// An effect put off in a turn.
    #[inline]
    pub fn new(effect: EffectId, turn: u32) -> Self {
        Waiting(u64::from(effect.0) << 32 | u64::from(turn))
    }

    /// The effect.
    #[inline]
    pub fn effect(self) -> EffectId {
        EffectId((self.0 >> 32) as u32)
    }

    /// The mover, the next and the previous player of the turn.
    #[inline]
    pub fn turn(self) -> [i32; 3] {
        [0, 8, 16].map(|place| (self.0 >> place & 255) as i32)
    }

    /// The player who moved then.
    #[inline]
    pub fn mover(self) -> i32 {
        (self.0 & 255) as i32
    }

    /// Whether the score of player 1 or 2 has been stored.
    #[inline]
    pub fn has_score(self, player: i32) -> bool {
        matches!(player, 1 | 2) && self.0 & Self::score_bit(player) != 0
    }

    /// Notes that the score of player 1 or 2 has been stored.
    #[inline]
    pub fn add_score(&mut self, player: i32) {
        if matches!(player, 1 | 2) {
            self.0 |= Self::score_bit(player);
        }
    }

    /// The bit of player 1 or 2 in the byte above those of the turn.
    fn score_bit(player: i32) -> u64 {
        1 << (24 + player)
    }
}

/// A game being played by a program.
pub struct Machine<'p, const W: usize> {
    pub(super) program: &'p Program,
    pub(super) prepared: &'p Prepared<W>,
    /// The position.
    pub position: Position<W>,
    /// The iterator variables, by [`crate::program::ir::Var`].
    pub(super) vars: [i32; 3],
    /// The region bound by a loop over groups.
    pub(super) region: Set<W>,
    pub(super) legal: Legal<W>,
    pub(super) looking_ahead: bool,
    pub(super) waiting: Vec<Waiting>,
    /// What is known of the position for each kind of additions that keep ways open.
    pub(super) airy: Vec<Air<W>>,
    /// What is known of the start position for each of these.
    start_airy: Option<Vec<Air<W>>>,
    /// Room for searches through airy sites.
    pub(super) search: Search,
    /// Something happened that only the plain evaluator can judge.
    pub trouble: bool,
    /// The program as machine code, while that is used.
    pub(super) code: Option<&'p Code<W>>,
    pub(super) code_kept: ForCode,
    /// Draws moves for compiled code.
    pub(in crate::program) chooser: Chooser,
    /// How many moves have been played without it since that was last looked at.
    pub(super) uncoded: u32,
    /// A number for the state as it is: as long as it stays the same, so does all that is read.
    pub(super) clock: u64,
    pub(super) versions: [u64; 16],
    pub(super) owners: [u64; super::position::OWNERS],
    sets: Vec<Kept<Set<W>>>,
    pub(super) groups: Vec<GroupSizes>,
    pub(super) grouping: Grouping<W>,
    pub(super) sums: Vec<KeptSums<W>>,
    /// For each set node that sites alike share its values.
    pub(super) alike: Vec<Shared<W>>,
    /// Numbers of neighbours that are known while sets of sites alike are found.
    pub(super) known: [Option<Known>; 2],
    /// For each integer node that depends on iterator variables its last value.
    pub(super) numbers: Vec<KeptNumber>,
    /// For each count of neighbours and each player's turn, then for each relation and owner, the set it was last made for, and the counts.
    pub(super) counted: Vec<(Set<W>, Planes<W>)>,
    /// For each count of neighbours when it was last made sure of, and its slot.
    pub(super) count_slots: Vec<(u64, u32)>,
    /// The sites joined by each kind of shared neighbours ([`Prepared::joins`]).
    pub(super) joined: Vec<Joined<W>>,
    /// The time spent on nodes, while that is measured.
    pub(in crate::program) profile: Option<Box<Profile>>,
}

/// The value of an integer node for certain values of the iterator variables.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeptNumber {
    pub stamp: u64,
    pub turn: u32,
    pub vars: [i32; 3],
    pub value: i32,
}

/// A comparison of sums, for each number added.
#[derive(Debug, Clone)]
pub(super) struct KeptSums<const W: usize> {
    /// The state these were last made sure of in.
    pub clock: u64,
    pub stamp: u64,
    pub turn: u32,
    /// Bit k: the value of index k is known.
    pub known: u64,
    pub values: Vec<Set<W>>,
}

impl<const W: usize> Default for KeptSums<W> {
    fn default() -> Self {
        let values = vec![Set::EMPTY; 2 * (LARGEST_SUM as usize + 1) + 1];
        KeptSums { clock: 0, stamp: u64::MAX, turn: 0, known: 0, values }
    }
}

/// The sizes of the groups of a player.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupSizes {
    pub stamp: u64,
    pub sizes: Vec<i32>,
}

impl<'p, const W: usize> Machine<'p, W> {
    /// A machine at the start of the game.
    pub fn new(program: &'p Program, prepared: &'p Prepared<W>) -> Self {
        let nothing = Kept { clock: 0, stamp: u64::MAX, turn: 0, value: Set::EMPTY };
        Machine {
            program,
            prepared,
            position: prepared.start.clone(),
            vars: [-1; 3],
            region: Set::EMPTY,
            legal: Legal::new(most_families(&program.table, program.play)),
            looking_ahead: false,
            waiting: Vec::new(),
            airy: vec![Air::default(); program.table.opens.len()],
            start_airy: None,
            search: Search::default(),
            trouble: false,
            code: None,
            code_kept: ForCode::default(),
            chooser: Chooser::new(0),
            uncoded: 0,
            clock: 1,
            versions: [1; 16],
            owners: [1; super::position::OWNERS],
            sets: vec![nothing; program.table.sets.nodes().len()],
            counted: vec![
                (Set::EMPTY, Planes::ZERO);
                program.table.counts.len() * 2 + program.table.rels.len() * super::position::OWNERS
            ],
            known: [None; 2],
            numbers: vec![
                KeptNumber { stamp: u64::MAX, turn: 0, vars: [-1; 3], value: 0 };
                program.table.ints.nodes().len()
            ],
            sums: prepared.sums.iter().filter(|(slot, _)| slot.is_some()).map(|_| KeptSums::default()).collect(),
            alike: {
                let nodes = program.table.sets.nodes().iter();
                let plain = nodes.filter_map(|node| match *node {
                    SetNode::Alike { near, far, .. } => {
                        Some(binds_nothing(&program.table, near) && binds_nothing(&program.table, far))
                    }
                    _ => None,
                });
                plain.map(Shared::new).collect()
            },
            groups: vec![GroupSizes::default(); program.table.rels.len() * super::position::OWNERS],
            grouping: Grouping::default(),
            count_slots: vec![(0, 0); program.table.counts.len()],
            joined: {
                let loose = |join: &Join| program.table.set_needs(join.set).free != 0;
                let joins = prepared.joins.iter();
                joins.map(|join| Joined::new(join, &prepared.steps[join.rel.index()], loose(join))).collect()
            },
            profile: None,
        }
    }

    /// A node is going to be evaluated, which takes time worth measuring.
    #[inline]
    pub(super) fn begin(&mut self, id: impl Into<AnyId>) {
        if let Some(profile) = &mut self.profile {
            profile.begin(id.into());
        }
    }

    /// The node begun last has been evaluated.
    #[inline]
    pub(super) fn finish(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.finish();
        }
    }

    /// Whether the program stores scores at all.
    pub fn stores_scores(&self) -> bool {
        let table = &self.program.table;
        let mut effects = table.templates.iter().flat_map(|template| &template.then);
        effects.any(|effect| table.effect_needs(*effect).writes & part::SCORES != 0)
    }

    /// Whether the program leaves out stores that nothing reads.
    pub fn leaves_out(&self) -> bool {
        self.program.rewrites.has("unread") || self.puts_off()
    }

    /// Whether the program puts effects off.
    pub fn puts_off(&self) -> bool {
        self.program.lateness.is_some()
    }

    /// Goes back to the start of the game.
    pub fn restart(&mut self) {
        self.position.copy_from(&self.prepared.start);
        self.waiting.clear();
        self.anew();
        match &self.start_airy {
            Some(airy) => copy_air(&mut self.airy, airy),
            None if !self.airy.is_empty() => {
                let key = self.legal_key();
                self.generate_all(key);
                self.start_airy = Some(self.airy.clone());
            }
            None => {}
        }
    }

    /// Forgets what was found out about the position played so far.
    pub(super) fn anew(&mut self) {
        self.clock += 1;
        self.versions = [self.clock; 16];
        self.owners = [self.clock; super::position::OWNERS];
        self.legal.forget();
        self.trouble = false;
        self.vars = [-1; 3];
        if self.code.is_some() {
            self.code_kept.renew(self.program, self.prepared, &mut self.position);
        } else if self.is_worth_compiling() {
            self.use_code();
        }
    }

    /// Whether the program is compiled already, or has been played for so long that it will be for longer.
    fn is_worth_compiling(&mut self) -> bool {
        let uncoded = std::mem::take(&mut self.uncoded);
        let before = self.prepared.uncoded.fetch_add(uncoded, Ordering::Relaxed);
        self.prepared.code.get().is_some() || before.saturating_add(uncoded) >= WORTH_COMPILING
    }

    /// Plays random moves by machine code, drawn by the chooser: so many, or fewer if the game is over before that, only the
    /// plain evaluator can judge it or a limit is near; `false` where there is no code or the next move may meet a limit.
    #[inline]
    pub(in crate::program) fn play_by_code(&mut self, moves: usize) -> bool {
        let Some(code) = self.code else { return false };
        let (position, program) = (&self.position, self.program);
        let turns = 2 * i64::from(program.turn_limit) - i64::from(position.turn);
        let most = turns.min(i64::from(program.move_limit) - 1 - position.moves() as i64);
        let Ok(most @ 1..) = usize::try_from(most) else { return false };
        let moves = moves.min(most);
        if let Turn::Ending { swapped } = code.turns(self, i32::try_from(moves).unwrap_or(i32::MAX)) {
            self.finish_turn(swapped);
        }
        true
    }

    /// From now on the program runs as machine code, if it can be compiled; whether it does.
    pub(in crate::program) fn use_code(&mut self) -> bool {
        if !self.program.rewrites.has_code() || self.profile.is_some() {
            return false;
        }
        let compiled = self.prepared.code.get_or_init(|| Code::new(self.program, self.prepared));
        self.code = compiled.as_ref();
        self.code_kept.renew(self.program, self.prepared, &mut self.position);
        self.code.is_some()
    }

    /// The number of the state as it is.
    #[inline]
    pub(super) fn now(&self) -> u64 {
        self.clock
    }

    /// Notes that it is another's turn, or that something tried out has been taken back.
    #[inline]
    pub(super) fn renew(&mut self) {
        self.clock += 1;
    }

    /// Notes that a part of the state has changed.
    #[inline]
    pub(super) fn touch(&mut self, part: u16) {
        if self.program.play_reads & part != 0 {
            self.legal.current = 0;
        }
        self.clock += 1;
        self.versions[part.trailing_zeros() as usize & 15] = self.clock;
    }

    /// Notes that the pieces of an owner have changed.
    #[inline]
    pub(super) fn touch_owner(&mut self, owner: usize) {
        self.touch(part::BOARD);
        if let Some(version) = self.owners.get_mut(owner) {
            *version = self.clock;
        }
    }

    /// The version numbers, to be put back after something has been tried out.
    pub(super) fn versions(&self) -> ([u64; 16], [u64; super::position::OWNERS]) {
        (self.versions, self.owners)
    }

    /// Puts version numbers back, the state being what it was then.
    pub(super) fn set_versions(&mut self, saved: ([u64; 16], [u64; super::position::OWNERS])) {
        (self.versions, self.owners) = saved;
        self.renew();
    }

    /// When the pieces of an owner last changed.
    pub(super) fn owner_version(&self, owner: usize) -> u64 {
        self.owners.get(owner).copied().unwrap_or(0)
    }

    /// When anything of this (but whose turn it is) was last changed; 0 for what never changes.
    #[inline]
    pub(super) fn stamp(&self, reads: u16) -> u64 {
        let mut stamp = 0;
        let mut left = reads & !(part::TURN | part::MOVERS);
        while left != 0 {
            stamp = stamp.max(self.versions[left.trailing_zeros() as usize & 15]);
            left &= left - 1;
        }
        if reads & part::MOVERS != 0 {
            stamp = stamp.max(self.owner_version(self.position.mover as usize));
        }
        stamp
    }

    /// Whose turn it is, as one number.
    #[inline]
    pub(super) fn turn_code(&self) -> u32 {
        let p = &self.position;
        (p.mover | p.next << 8 | p.prev << 16) as u32
    }

    /// The value kept of a set node, if it is still right.
    #[inline]
    pub(super) fn kept_set(&mut self, index: usize, needs: Needs) -> Option<Set<W>> {
        let kept = &self.sets[index];
        if kept.clock == self.clock {
            return Some(kept.value);
        }
        if !self.prepared.kept[index] {
            return None;
        }
        let same_turn = needs.reads & part::TURN == 0 || kept.turn == self.turn_code();
        if kept.stamp != self.stamp(needs.reads) || !same_turn {
            return None;
        }
        let kept = &mut self.sets[index];
        kept.clock = self.clock;
        Some(kept.value)
    }

    /// Keeps the value of a set node.
    #[inline]
    pub(super) fn keep_set(&mut self, index: usize, needs: Needs, value: Set<W>) {
        if self.prepared.kept[index] {
            self.sets[index] =
                Kept { clock: self.clock, stamp: self.stamp(needs.reads), turn: self.turn_code(), value };
        }
    }
}

/// Takes over what is known of other positions without giving memory back.
pub(super) fn copy_air<const W: usize>(to: &mut [Air<W>], from: &[Air<W>]) {
    for (to, from) in to.iter_mut().zip(from) {
        to.copy_from(from);
    }
}
