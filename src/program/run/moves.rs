//! Generating legal moves: families of moves that differ in where they end.

use super::machine::Machine;
use crate::program::Program;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, JumpId, MovesId, MovesNode, OpenId, SetId, Table, TemplateId, Var};

/// What the moves of a family do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Put a component down.
    Add(u16),
    /// Take a piece off.
    Remove,
    /// Move the piece from a site.
    From(u16),
    /// Nothing.
    Pass,
    /// Nothing, because there is nothing else.
    Forced,
    /// Exchange two seats.
    Swap,
}

/// [`Kind`] without its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Class {
    Add,
    Remove,
    From,
    Pass,
    Forced,
    Swap,
}

impl Kind {
    /// The class, and the number that goes with it.
    pub(super) fn parts(self) -> (Class, u32) {
        match self {
            Kind::Add(component) => (Class::Add, u32::from(component)),
            Kind::Remove => (Class::Remove, 0),
            Kind::From(site) => (Class::From, u32::from(site)),
            Kind::Pass => (Class::Pass, 0),
            Kind::Forced => (Class::Forced, 0),
            Kind::Swap => (Class::Swap, 0),
        }
    }

    fn of(class: Class, operand: u32) -> Kind {
        match class {
            Class::Add => Kind::Add(operand as u16),
            Class::Remove => Kind::Remove,
            Class::From => Kind::From(operand as u16),
            Class::Pass => Kind::Pass,
            Class::Forced => Kind::Forced,
            Class::Swap => Kind::Swap,
        }
    }
}

/// How many classes of decisions there are.
pub(super) const CLASSES: usize = 6;

const ALL_CLASSES: [Class; CLASSES] = [Class::Add, Class::Remove, Class::From, Class::Pass, Class::Forced, Class::Swap];

/// The number of a kind of decision: a template, or none for a forced pass, and a class.
pub(super) fn row(template: Option<TemplateId>, class: Class) -> usize {
    template.map_or(0, |template| template.index() + 1) * CLASSES + class as usize
}

/// In [`Family::ends`]: on the sites of the set, ascending.
pub(super) const ENDS_ON_SET: u32 = u32::MAX;

/// In [`Family::ends`]: nowhere; there is one move.
pub(super) const ENDS_NOWHERE: u32 = u32::MAX - 1;

/// Moves of one kind with the same consequences. Compiled code writes these as well.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(super) struct Family<const W: usize> {
    /// The number of the kind of decision, see [`row`].
    pub row: u32,
    /// The component that is put down, or the site that the piece comes from.
    pub operand: u32,
    /// Where the moves end: [`ENDS_ON_SET`], [`ENDS_NOWHERE`], or, on the sites of the set along the lines of a jump, line by
    /// line, the number of a [`JumpId`].
    pub ends: u32,
    /// How many moves come before this family's.
    pub start: u32,
    pub set: Set<W>,
}

impl<const W: usize> Family<W> {
    const BLANK: Family<W> =
        Family { row: Class::Forced as u32, operand: 0, ends: ENDS_NOWHERE, start: 0, set: Set::EMPTY };

    /// No family: no kind of decision has this number.
    pub const NONE: Family<W> = Family { row: u32::MAX, ..Self::BLANK };
}

/// What legal moves depend on beside the parts of the state that are noted when they change. Compiled code compares these
/// as well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Key {
    /// Whose turn it is.
    pub turn: u32,
    /// The answers to the conditions about the counter.
    pub answers: u32,
}

/// How many families are looked through one by one.
const FEW: usize = 6;

/// For how many families there is room from the beginning, if there can be so many. A program of which a position can have
/// more is not compiled.
pub(super) const ROOM: usize = 16_384;

/// Whether there is room from the beginning for all families of a position.
pub(in crate::program) fn has_room(program: &Program) -> bool {
    most_families(&program.table, program.play) <= ROOM
}

/// How many families a generator makes at most.
pub(super) fn most_families(table: &Table, id: MovesId) -> usize {
    match *table.generator(id) {
        MovesNode::All(ref all) => all.iter().fold(0, |sum, &id| sum.saturating_add(most_families(table, id))),
        MovesNode::If(_, yes, no) => most_families(table, yes).max(most_families(table, no)),
        MovesNode::Each(_, moves) | MovesNode::EachPiece(moves) => {
            table.sites.saturating_mul(most_families(table, moves))
        }
        MovesNode::Add(..)
        | MovesNode::Remove(..)
        | MovesNode::Pass(_)
        | MovesNode::Swap(..)
        | MovesNode::FromTo(..)
        | MovesNode::Jump(..)
        | MovesNode::Tested(..)
        | MovesNode::AddOpen(_) => 1,
    }
}

/// The legal moves, in order. Compiled code appends to them.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Legal<const W: usize> {
    /// The address of the first family.
    pub address: usize,
    /// How many families there are.
    pub length: usize,
    /// How many moves.
    pub total: u32,
    /// 1 as long as nothing else has changed that they depend on, otherwise 0.
    pub current: u32,
    /// The turn they are for.
    pub made_for: Key,
    /// The address of the family from which compiled code has drawn a move.
    pub drawn: usize,
    families: Vec<Family<W>>,
}

impl<const W: usize> Legal<W> {
    /// No moves, and room for so many families or for as many as [`ROOM`] says.
    pub fn new(families: usize) -> Self {
        let made_for = Key::default();
        let mut legal = Legal { address: 0, length: 0, total: 0, current: 0, made_for, drawn: 0, families: Vec::new() };
        legal.make_room(families.clamp(1, ROOM));
        legal
    }

    /// Drops them.
    #[inline]
    pub fn forget(&mut self) {
        self.length = 0;
        self.total = 0;
        self.current = 0;
    }

    #[inline(never)]
    fn make_room(&mut self, room: usize) {
        self.families.resize(room, Family::BLANK);
        self.address = self.families.as_mut_ptr() as usize;
    }

    /// Whether these are the moves of this turn as things are.
    fn are_for(&self, key: Key) -> bool {
        self.current != 0 && self.made_for == key
    }

    fn push(&mut self, template: Option<TemplateId>, kind: Kind, ends: u32, set: Set<W>, count: u32) {
        if count == 0 {
            return;
        }
        if self.length == self.families.len() {
            self.make_room(2 * self.length);
        }
        let (class, operand) = kind.parts();
        let row = row(template, class) as u32;
        if let Some(family) = self.families.get_mut(self.length) {
            *family = Family { row, operand, ends, start: self.total, set };
            self.length += 1;
            self.total += count;
        }
    }

    #[inline]
    fn made(&self) -> &[Family<W>] {
        self.families.get(..self.length).unwrap_or_default()
    }
}

/// One legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Consequences; `None` for a forced pass.
    pub template: Option<TemplateId>,
    /// What it does.
    pub kind: Kind,
    /// Where it ends; -1 for nowhere.
    pub to: i32,
}

impl Choice {
    /// Where it begins; -1 for nowhere.
    pub fn from(&self) -> i32 {
        match self.kind {
            Kind::Add(_) | Kind::Remove => self.to,
            Kind::From(site) => i32::from(site),
            Kind::Pass | Kind::Forced | Kind::Swap => -1,
        }
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Finds the legal moves of the mover; gives how many there are. There is always one while the game goes on.
    pub fn find_legal(&mut self) -> usize {
        let key = self.legal_key();
        if !self.legal.are_for(key) || !self.program.rewrites.has_legal() {
            self.generate_all(key);
        }
        if self.legal.total == 0 {
            self.legal.push(None, Kind::Forced, ENDS_NOWHERE, Set::EMPTY, 1);
        }
        self.legal.total as usize
    }

    /// The legal move of this number, among those found last.
    pub fn choice(&self, index: usize) -> Option<Choice> {
        let index = u32::try_from(index).ok().filter(|&index| index < self.legal.total)?;
        let family = self.family_of(index)?;
        let to = self.end_of(family, index, Set::nth, |machine, family, within| {
            machine.nth_on_lines(family, within, Set::len, Set::nth)
        })?;
        let (template, class) = (family.row / CLASSES as u32, family.row as usize % CLASSES);
        let class = *ALL_CLASSES.get(class)?;
        Some(Choice { template: template.checked_sub(1).map(TemplateId), kind: Kind::of(class, family.operand), to })
    }

    /// The family of the move of this number.
    #[inline(always)]
    pub(super) fn family_of(&self, index: u32) -> Option<&Family<W>> {
        let made = self.legal.made();
        if made.len() <= FEW {
            return made.iter().rev().find(|family| family.start <= index);
        }
        made.get(made.partition_point(|family| family.start <= index).checked_sub(1)?)
    }

    /// Where the move of this number, which is of this family, ends; `nth` finds a site of a set by its number, and
    /// `on_lines` one on lines.
    #[inline(always)]
    pub(super) fn end_of(
        &self,
        family: &Family<W>,
        index: u32,
        nth: impl Fn(&Set<W>, u32) -> Option<usize>,
        on_lines: impl Fn(&Self, &Family<W>, u32) -> Option<i32>,
    ) -> Option<i32> {
        let within = index.wrapping_sub(family.start);
        match family.ends {
            ENDS_ON_SET => nth(&family.set, within).map(|to| to as i32),
            ENDS_NOWHERE => Some(-1),
            _ => on_lines(self, family, within),
        }
    }

    /// The end of the move of this number of a family whose moves end along lines.
    #[inline(always)]
    pub(super) fn nth_on_lines(
        &self,
        family: &Family<W>,
        index: u32,
        count: impl Fn(&Set<W>) -> u32,
        nth: impl Fn(&Set<W>, u32) -> Option<usize>,
    ) -> Option<i32> {
        let (jump, from) = (family.ends as usize, family.operand as usize);
        let mut left = index;
        for line in self.prepared.lines.get(jump)?.get(from)? {
            let on = line.on(&family.set);
            let here = count(&on);
            if left < here {
                return line.nth(left, &on, here, nth).map(|to| to as i32);
            }
            left -= here;
        }
        None
    }

    /// Whose turn it is, and the answers to the conditions about the counter, which changes with every move.
    pub(super) fn legal_key(&mut self) -> Key {
        let program = self.program;
        let answers = match self.code {
            Some(code) => code.asked(self),
            None => program.asked.iter().fold(0, |answers, &cond| answers << 1 | u32::from(self.truth(cond))),
        };
        Key { turn: self.turn_code(), answers }
    }

    pub(super) fn generate_all(&mut self, key: Key) {
        self.legal.forget();
        match self.code {
            Some(code) => code.generate(self),
            None => self.generate(self.program.play, false),
        }
        (self.legal.made_for, self.legal.current) = (key, 1);
    }

    /// Whether the player due next could move if it were his turn; the answer is stored.
    pub(super) fn no_moves_next(&mut self) -> bool {
        if self.looking_ahead {
            return false;
        }
        if self.position.over.is_none() {
            let (mover, next, prev) = (self.position.mover, self.position.next, self.position.prev);
            self.looking_ahead = true;
            (self.position.mover, self.position.next, self.position.prev) = (next, 3 - next, mover);
            self.renew();
            let saved = self.vars;
            if self.program.rewrites.has_legal() {
                let key = self.legal_key();
                if !self.legal.are_for(key) {
                    self.generate_all(key);
                }
            } else {
                self.legal.forget();
                self.generate(self.program.play, true);
            }
            self.vars = saved;
            let stuck = self.legal.total == 0;
            self.set_stale(next, stuck);
            self.looking_ahead = false;
            (self.position.mover, self.position.next, self.position.prev) = (mover, next, prev);
            self.renew();
        }
        self.position.stalemated >> self.position.next & 1 == 1
    }

    /// Stores whether a player could not move.
    pub(super) fn set_stale(&mut self, player: i32, stuck: bool) {
        if stuck {
            self.position.stalemated |= 1 << player;
        } else {
            self.position.stalemated &= !(1 << player);
        }
        self.touch(crate::program::ir::part::STALE);
    }

    /// Appends the moves of a generator; with `first` no more than are needed to see that there are some.
    pub(super) fn generate(&mut self, id: MovesId, first: bool) {
        self.begin(id);
        let program = self.program;
        match *program.table.generator(id) {
            MovesNode::All(ref all) => {
                for &id in all {
                    if first && self.legal.total > 0 {
                        break;
                    }
                    self.generate(id, first);
                }
            }
            MovesNode::If(cond, yes, no) => {
                let chosen = if self.truth(cond) { yes } else { no };
                self.generate(chosen, first);
            }
            MovesNode::Add(template, what, sites) => {
                let what = self.int(what);
                let sites = self.set(sites);
                self.additions(template, what, sites);
            }
            MovesNode::Remove(template, sites) => {
                let sites = self.set(sites) & self.position.occupied();
                self.legal.push(Some(template), Kind::Remove, ENDS_ON_SET, sites, sites.len());
            }
            MovesNode::Pass(template) => self.legal.push(Some(template), Kind::Pass, ENDS_NOWHERE, Set::EMPTY, 1),
            MovesNode::Swap(template, _, _) => self.legal.push(Some(template), Kind::Swap, ENDS_NOWHERE, Set::EMPTY, 1),
            MovesNode::FromTo(template, from, sites) => {
                let from = self.int(from);
                let saved = self.vars[Var::From as usize];
                self.vars[Var::From as usize] = from;
                if let Ok(site) = u16::try_from(from)
                    && self.position.what.get(usize::from(site)).is_some_and(|&what| what != 0)
                {
                    let sites = self.set(sites);
                    self.legal.push(Some(template), Kind::From(site), ENDS_ON_SET, sites, sites.len());
                }
                self.vars[Var::From as usize] = saved;
            }
            MovesNode::Each(sites, moves) => {
                let sites = self.set(sites);
                let saved = self.vars;
                for site in sites {
                    if first && self.legal.total > 0 {
                        break;
                    }
                    self.vars[Var::Site as usize] = site as i32;
                    self.vars[Var::To as usize] = site as i32;
                    self.generate(moves, first);
                }
                self.vars = saved;
            }
            MovesNode::EachPiece(moves) => self.each_piece(moves, first),
            MovesNode::Jump(template, from, lines, sites) => self.jumps(template, from, lines, sites),
            MovesNode::Tested(moves, cond) => self.tested(moves, cond, first),
            MovesNode::AddOpen(open) => self.add_open(open),
        }
        self.finish();
    }

    fn additions(&mut self, template: TemplateId, what: i32, sites: Set<W>) {
        match u16::try_from(what) {
            Ok(component) if usize::from(component) < self.program.owners.len() && component > 0 => {
                self.legal.push(Some(template), Kind::Add(component), ENDS_ON_SET, sites, sites.len());
            }
            _ => {}
        }
    }

    fn each_piece(&mut self, moves: MovesId, first: bool) {
        let mover = self.position.mover;
        let saved = self.vars;
        for component in 1..self.program.owners.len() {
            if i32::from(self.program.owners[component]) != mover {
                continue;
            }
            for index in 0..self.position.order[component].len() {
                if first && self.legal.total > 0 {
                    break;
                }
                let site = self.position.order[component][index];
                if usize::from(site) < self.program.board {
                    self.vars[Var::From as usize] = i32::from(site);
                    self.generate(moves, first);
                }
            }
        }
        self.vars = saved;
    }

    fn jumps(&mut self, template: TemplateId, from: crate::program::ir::IntId, lines: JumpId, sites: SetId) {
        let from = self.int(from);
        let Ok(start) = u16::try_from(from) else { return };
        let saved = self.vars[Var::From as usize];
        self.vars[Var::From as usize] = from;
        let sites = self.set(sites);
        self.vars[Var::From as usize] = saved;
        if sites.is_empty() {
            return;
        }
        let lines_of = self.prepared.jumps[lines.index()].get(usize::from(start));
        let count = lines_of.map_or(0, |lines| lines.iter().map(|line| (*line & sites).len()).sum());
        self.legal.push(Some(template), Kind::From(start), lines.0, sites, count);
    }

    fn tested(&mut self, moves: MovesId, cond: BoolId, first: bool) {
        let program = self.program;
        let MovesNode::Add(template, what, sites) = *program.table.generator(moves) else {
            self.trouble = true;
            return;
        };
        let what = self.int(what);
        let mut kept = Set::EMPTY;
        for site in self.set(sites) {
            if self.holds_after(what, site, cond) {
                kept.insert(site);
                if first {
                    break;
                }
            }
        }
        self.additions(template, what, kept);
    }

    /// Whether a condition holds after an addition, which is taken back.
    fn holds_after(&mut self, what: i32, site: usize, cond: BoolId) -> bool {
        let owner = self.program.owner(what);
        let saved = (self.position.last, self.position.next);
        let versions = self.versions();
        self.position.owned[owner].insert(site);
        self.position.empty.remove(site);
        self.position.last = (site as i32, site as i32);
        if self.position.mover == self.position.next {
            self.position.next = self.position.prev;
        }
        self.touch_owner(owner);
        self.touch(crate::program::ir::part::LAST);
        let vars = self.vars;
        let holds = self.truth(cond);
        self.vars = vars;
        self.position.owned[owner].remove(site);
        self.position.empty.insert(site);
        (self.position.last, self.position.next) = saved;
        self.set_versions(versions);
        holds
    }

    fn add_open(&mut self, id: OpenId) {
        let open = &self.program.table.opens[id.index()];
        let what = self.int(open.what);
        let sites = self.set(open.sites);
        let sites = sites & self.open_sites(id);
        self.additions(open.template, what, sites);
    }

    /// The sites of additions that keep ways open.
    pub(super) fn open_sites(&mut self, id: OpenId) -> Set<W> {
        let open = &self.program.table.opens[id.index()];
        let ways = &self.prepared.ways[id.index()];
        let steps = &self.prepared.steps[open.rel.index()];
        ways.open(steps, self.position.empty, &mut self.airy[id.index()], &mut self.search)
    }
}
