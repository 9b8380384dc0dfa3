//! What compiled code has the addresses of, and what machines keep for it.

use super::super::machine::Prepared;
use super::super::position::{OWNERS, Position, take_over};
use super::alike::LANES;
use super::pieces::Pieces;
use crate::program::Program;
use crate::program::bits::Set;
use crate::program::ir::{BoolNode, EffectNode, IntNode, MovesNode, RelId, SetId, SetNode, Table, Walk};
use crate::program::lattice::{Demand, Demands, Lattice, MOST_WORDS};
use crate::program::range::is_bit;
use crate::program::space::{PLANES, Steps};
use crate::program::view::{AnyId, used};
use std::sync::Arc;

/// Tables of a program that do not change.
#[derive(Debug)]
pub(super) struct Tables<const W: usize> {
    /// For each relation and site the sites related to it.
    pub near: Vec<Vec<Set<W>>>,
    /// For each relation and site those that it is related to.
    pub back: Vec<Vec<Set<W>>>,
    /// For each relation and site how many sites are related to it, then these.
    pub others: Vec<Vec<[u16; ROW]>>,
    /// For each jump how many lines a site has at most, and so many for each site, some of them empty.
    pub lines: Vec<(usize, Vec<Set<W>>)>,
    /// The relations for which numbers of neighbours among the pieces of each owner are kept.
    pub counted: Vec<Counted>,
    /// The relations whose steps are shifts.
    pub lattices: Vec<Option<Arc<Lattice>>>,
    /// The walks whose steps are shifts.
    pub walks: Vec<(Walk, OnLattice)>,
    /// The loops over pieces whose moves are found together.
    pub pieces: Vec<Pieces<W>>,
    /// The parts of the state of which something looks whether they have changed.
    pub watched: u16,
}

/// A walk whose steps are shifts.
#[derive(Debug)]
pub(super) struct OnLattice {
    pub rel: RelId,
    pub lattice: Arc<Lattice>,
    pub demands: Demands,
    /// What it goes by, in the order of the demands.
    pub sets: Vec<SetId>,
    /// How many words a set of sites has.
    pub words: usize,
    /// How many words all sets have, or those of sites that take their place.
    pub size: usize,
    /// The same where sets have the most words they can have.
    pub size_whole: usize,
}

/// Numbers of neighbours kept for a relation: bit sets of weights 1, 2, 4, … for each owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub rel: RelId,
    /// How many weights.
    pub planes: usize,
    /// Where they begin in [`Kept::numbers`].
    pub start: usize,
    /// Where the numbers themselves begin in [`Kept::bytes`], a byte for each owner and site, if single ones are asked for.
    pub bytes: Option<usize>,
}

/// For how many kinds of decisions code is made: each has functions and places in a switch, and more would take longer to
/// compile than to play.
const MOST_DECISIONS: usize = 10_000;

impl<const W: usize> Tables<W> {
    /// `None` where a program is beyond what compiled code can count.
    pub fn new(program: &Program, prepared: &Prepared<W>) -> Option<Self> {
        // Memory is addressed by owners.
        let owners = program.owners.iter().all(|&owner| usize::from(owner) < OWNERS);
        if !owners || program.table.templates.len() > MOST_DECISIONS {
            return None;
        }
        let sites = program.table.sites;
        let rows = |row: &dyn Fn(usize) -> Set<W>| (0..sites).map(row).collect::<Vec<_>>();
        let lines = prepared.jumps.iter().map(|jump| {
            let most = jump.iter().map(Vec::len).max().unwrap_or(0);
            let mut all = Vec::new();
            for site in 0..sites {
                all.extend_from_slice(jump.get(site).map_or(&[], |lines| lines));
                all.resize((site + 1) * most, Set::EMPTY);
            }
            (most, all)
        });
        let lattices: Vec<Option<Arc<Lattice>>> =
            program.table.rels.iter().map(|relation| Lattice::new(relation, sites).map(Arc::new)).collect();
        let near: Vec<Vec<Set<W>>> = prepared.steps.iter().map(|steps| rows(&|site| steps.near(site))).collect();
        let pieces = program.table.moves.nodes().iter().filter_map(|node| {
            let MovesNode::EachPiece(moves) = *node else { return None };
            Pieces::new(program, prepared, &near, moves)
        });
        Some(Tables {
            pieces: pieces.collect(),
            near,
            back: prepared.steps.iter().map(|steps| rows(&|site| steps.back(site))).collect(),
            lines: lines.collect(),
            others: prepared.steps.iter().map(others).collect(),
            counted: counted(program, prepared),
            walks: walks_on_lattices::<W>(&program.table, &lattices),
            lattices,
            watched: watched(program),
        })
    }
}

/// The walks of a program that are made up of steps on a lattice and ask nothing of them but what sets can tell.
fn walks_on_lattices<const W: usize>(table: &Table, lattices: &[Option<Arc<Lattice>>]) -> Vec<(Walk, OnLattice)> {
    let walks = table.sets.nodes().iter().filter_map(|node| match node {
        SetNode::Reaching(_, walk) | SetNode::ReachedFrom(_, walk) => Some(walk),
        _ => None,
    });
    let on_lattice = |walk: &Walk| {
        let lattice = Arc::clone(lattices.get(walk.rel.index())?.as_ref()?);
        let (demands, sets) = demands(table, walk)?;
        let [size, size_whole] = [lattice.words, MOST_WORDS].map(|words| (demands.sets * words).max(W));
        Some((walk.clone(), OnLattice { rel: walk.rel, lattice, demands, sets, words: W, size, size_whole }))
    };
    walks.filter_map(on_lattice).collect()
}

/// What a walk demands of its steps, and the sets that this is about; `None` if there is more.
fn demands(table: &Table, walk: &Walk) -> Option<(Demands, Vec<SetId>)> {
    if !matches!(table.truth(walk.cond), BoolNode::Const(true)) {
        return None;
    }
    let mut sets = Vec::new();
    // Set 0 is that from which the walk is followed.
    let mut add = |id: SetId| {
        sets.push(id);
        sets.len()
    };
    let (through, leave) = (walk.through.map(&mut add), walk.leave.map(&mut add));
    let clauses = walk.clauses.iter().map(|clause| {
        let (to, from) = (clause.to.map(&mut add), clause.from.map(&mut add));
        let common = match *clause.common.as_slice() {
            [] => None,
            [(set, rel, cmp, number)] if rel == walk.rel => match *table.int(number) {
                IntNode::Const(number) => Some((add(set), [0, 1, 2].map(|shared| cmp.holds(shared, number)))),
                _ => return None,
            },
            _ => return None,
        };
        Some(Demand { to, from, common })
    });
    let clauses = clauses.collect::<Option<_>>()?;
    Some((Demands { sets: 1 + sets.len(), through, leave, clauses }, sets))
}

fn others<const W: usize>(steps: &Steps<W>) -> Vec<[u16; ROW]> {
    let row = |site: usize| {
        let mut row = [0; ROW];
        for (slot, other) in row.iter_mut().skip(1).zip(steps.back(site)) {
            *slot = other as u16;
        }
        row[0] = steps.back(site).len().min(ROW as u32 - 1) as u16;
        row
    };
    (0..steps.sites()).map(row).collect()
}

/// What the values read that the machine keeps for compiled code: the legal moves, and those of the nodes that are left to it.
fn watched(program: &Program) -> u16 {
    let table = &program.table;
    let reads = |id: AnyId| match id {
        AnyId::Set(id) => match *table.set(id) {
            SetNode::AroundIf(..) => table.set_needs(id).reads,
            SetNode::Reaching(_, ref walk) | SetNode::ReachedFrom(_, ref walk) => {
                let numbers = walk.clauses.iter().flat_map(|clause| &clause.common);
                let numbers = numbers.map(|common| table.int_needs(common.3).reads);
                numbers.fold(table.truth_needs(walk.cond).reads, |reads, number| reads | number)
            }
            _ => 0,
        },
        AnyId::Int(id) => match *table.int(id) {
            IntNode::Rem(_, by) if !matches!(table.int(by), IntNode::Const(by) if *by > 0) => table.int_needs(id).reads,
            IntNode::MaxOf(_) | IntNode::MinOf(_) | IntNode::SumOf(_) | IntNode::LenOf(_) => table.int_needs(id).reads,
            _ => 0,
        },
        AnyId::Truth(id) => match table.truth(id) {
            BoolNode::Every(..) | BoolNode::Reaches(..) | BoolNode::Leads(..) => table.truth_needs(id).reads,
            BoolNode::Stale(player) if !is_bit(table.range(*player, &|_| None)) => table.truth_needs(id).reads,
            BoolNode::NoMovesNext if !program.rewrites.has_legal() => table.moves_needs(program.play).reads,
            _ => 0,
        },
        AnyId::Moves(id) => match table.generator(id) {
            MovesNode::Tested(..) => table.moves_needs(id).reads,
            _ => 0,
        },
        AnyId::Effect(id) => match table.effect(id) {
            EffectNode::Each(..) | EffectNode::EachGroup(..) | EffectNode::SetScore(..) | EffectNode::All(_) => {
                table.effect_needs(id).reads
            }
            _ => 0,
        },
        AnyId::List(_) => 0,
    };
    used(program).into_iter().fold(0, |all, id| all | reads(id))
}

/// How long a row of [`Tables::others`] is.
const ROW: usize = 32;

/// The relations for which numbers of neighbours among the pieces of an owner are asked for.
fn counted<const W: usize>(program: &Program, prepared: &Prepared<W>) -> Vec<Counted> {
    let mut counted: Vec<Counted> = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for &(set, rel) in &program.table.counts {
        let known = counted.iter().any(|other| other.rel == rel);
        let asked = program.table.ints.nodes().iter().any(|node| {
            let IntNode::Neighbours(_, id) = node else { return false };
            let (set, of) = program.table.counts[id.index()];
            of == rel && matches!(program.table.set(set), SetNode::Owned(_))
        });
        let asked = asked && prepared.steps[rel.index()].most() < ROW as u32;
        if !known && matches!(program.table.set(set), SetNode::Owned(_)) {
            let planes = weights(prepared.steps[rel.index()].most());
            counted.push(Counted { rel, planes, start, bytes: asked.then_some(bytes) });
            start += OWNERS * planes * W;
            bytes += if asked { OWNERS * program.table.sites } else { 0 };
        }
    }
    counted
}

/// How many weights are needed for numbers up to this one.
pub(super) fn weights(most: u32) -> usize {
    ((u32::BITS - most.leading_zeros()) as usize).clamp(1, PLANES)
}

/// What a machine keeps for compiled code.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Kept {
    /// The address of [`Position::what`].
    pub(super) what: usize,
    /// The address of [`Position::vars`].
    pub(super) vars: usize,
    /// The address of `numbers`.
    pub(super) planes: usize,
    /// The address of `bytes`.
    pub(super) single: usize,
    /// Whether the game is over: 0 or 1.
    pub(super) over: u8,
    /// The numbers of neighbours, see [`Counted`].
    numbers: Vec<u64>,
    /// The same numbers, one by one.
    bytes: Vec<u8>,
    /// Those of the position at the start.
    at_start: (Vec<u64>, Vec<u8>),
}

impl Kept {
    /// Counts for a position that has been taken over.
    pub fn renew<const W: usize>(&mut self, program: &Program, prepared: &Prepared<W>, position: &mut Position<W>) {
        let starts = position.owned == prepared.start.owned;
        if starts && !self.at_start.0.is_empty() {
            take_over(&mut self.numbers, &self.at_start.0);
            take_over(&mut self.bytes, &self.at_start.1);
        } else {
            self.count(program, prepared, position);
            if starts {
                self.at_start = (self.numbers.clone(), self.bytes.clone());
            }
        }
        self.what = position.what.as_mut_ptr() as usize;
        self.vars = position.vars.as_mut_ptr() as usize;
        self.planes = self.numbers.as_mut_ptr() as usize;
        self.single = self.bytes.as_mut_ptr() as usize;
        self.over = u8::from(position.over.is_some());
    }

    fn count<const W: usize>(&mut self, program: &Program, prepared: &Prepared<W>, position: &Position<W>) {
        self.numbers.clear();
        self.bytes.clear();
        for counted in counted(program, prepared) {
            for owned in &position.owned {
                let planes = prepared.steps[counted.rel.index()].count(*owned);
                self.numbers.extend(planes.0.iter().take(counted.planes).flat_map(|set| set.0));
                if counted.bytes.is_some() {
                    self.bytes.extend((0..program.table.sites).map(|site| planes.at(site) as u8));
                }
            }
        }
        // Rows are read several bytes at a time.
        self.bytes.extend([0; LANES]);
    }
}
