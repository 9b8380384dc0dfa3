//! Generating legal moves: families of moves that differ in where they end.

use super::machine::Machine;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, JumpId, MovesId, MovesNode, OpenId, SetId, TemplateId, Var};

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

/// Where the moves of a family end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends<const W: usize> {
    /// On the sites of a set, ascending.
    Set(Set<W>),
    /// On the sites of a set along the lines of a jump, line by line.
    Lines(JumpId, Set<W>),
    /// Nowhere: there is one move.
    Nowhere,
}

/// Moves of one kind with the same consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family<const W: usize> {
    /// Consequences; `None` for a forced pass.
    pub template: Option<TemplateId>,
    /// What they do.
    pub kind: Kind,
    ends: Ends<W>,
    /// How many moves come before this family's.
    start: u32,
}

/// What legal moves depend on.
type Key = (u32, u64, u32);

/// The legal moves, in order.
#[derive(Debug, Clone)]
pub(super) struct Legal<const W: usize> {
    families: Vec<Family<W>>,
    total: u32,
    /// The turn and the state they are for.
    made_for: Option<Key>,
}

impl<const W: usize> Default for Legal<W> {
    fn default() -> Self {
        Legal { families: Vec::new(), total: 0, made_for: None }
    }
}

impl<const W: usize> Legal<W> {
    /// Drops them.
    pub fn forget(&mut self) {
        self.families.clear();
        self.total = 0;
        self.made_for = None;
    }

    fn push(&mut self, template: Option<TemplateId>, kind: Kind, ends: Ends<W>, count: u32) {
        if count > 0 {
            self.families.push(Family { template, kind, ends, start: self.total });
            self.total += count;
        }
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
        if self.legal.made_for != Some(key) || !self.program.rewrites.has_legal() {
            self.generate_all(key);
        }
        if self.legal.total == 0 {
            self.legal.push(None, Kind::Forced, Ends::Nowhere, 1);
        }
        if self.position.stalemated >> self.position.mover & 1 == 1 {
            self.set_stale(self.position.mover, false);
        }
        self.legal.total as usize
    }

    /// The legal move of this number, among those found last.
    pub fn choice(&self, index: usize) -> Option<Choice> {
        let index = u32::try_from(index).ok()?;
        let after = self.legal.families.partition_point(|family| family.start <= index);
        let family = self.legal.families.get(after.checked_sub(1)?)?;
        let within = index - family.start;
        let to = match family.ends {
            Ends::Set(set) => set.nth(within)? as i32,
            Ends::Lines(jump, sites) => {
                let Kind::From(start) = family.kind else { return None };
                let lines = self.program.table.jumps[jump.index()].get(usize::from(start))?;
                let on_lines = lines.iter().flatten().filter(|&&to| sites.contains(usize::from(to)));
                i32::from(*on_lines.into_iter().nth(within as usize)?)
            }
            Ends::Nowhere => -1,
        };
        Some(Choice { template: family.template, kind: family.kind, to })
    }

    /// What the legal moves depend on: whose turn it is, the last change of what they read, and the answers to the
    /// conditions about the counter, which changes with every move.
    pub(super) fn legal_key(&mut self) -> Key {
        let mut answers = 0;
        let program = self.program;
        for &cond in &program.asked {
            answers = answers << 1 | u32::from(self.truth(cond));
        }
        (self.turn_code(), self.stamp(program.play_reads), answers)
    }

    pub(super) fn generate_all(&mut self, key: Key) {
        self.legal.forget();
        self.generate(self.program.play, false);
        self.legal.made_for = Some(key);
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
                if self.legal.made_for != Some(key) {
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
    fn generate(&mut self, id: MovesId, first: bool) {
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
                self.legal.push(Some(template), Kind::Remove, Ends::Set(sites), sites.len());
            }
            MovesNode::Pass(template) => self.legal.push(Some(template), Kind::Pass, Ends::Nowhere, 1),
            MovesNode::Swap(template, _, _) => self.legal.push(Some(template), Kind::Swap, Ends::Nowhere, 1),
            MovesNode::FromTo(template, from, sites) => {
                let from = self.int(from);
                let saved = self.vars[Var::From as usize];
                self.vars[Var::From as usize] = from;
                if let Ok(site) = u16::try_from(from)
                    && self.position.what.get(usize::from(site)).is_some_and(|&what| what != 0)
                {
                    let sites = self.set(sites);
                    self.legal.push(Some(template), Kind::From(site), Ends::Set(sites), sites.len());
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
                self.legal.push(Some(template), Kind::Add(component), Ends::Set(sites), sites.len());
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
        self.legal.push(Some(template), Kind::From(start), Ends::Lines(lines, sites), count);
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
        let ways = &self.prepared.ways[id.index()];
        let steps = &self.prepared.steps[open.rel.index()];
        let kept = ways.open(steps, self.position.empty, &mut self.airy[id.index()], &mut self.search);
        self.additions(open.template, what, kept & sites);
    }
}
