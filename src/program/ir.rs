//! The program: every expression of the rules as a node in a flat table, equal ones once.
//!
//! Nodes are referred to by typed numbers. What a node reads is known: parts of the state, and the iterator variables
//! that have to be bound around it.

use super::origins::Origins;
use super::space::Relation;
use std::collections::HashMap;
use std::hash::Hash;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
    )*};
}

ids! {
    /// A set of sites.
    SetId "s";
    /// An integer.
    IntId "i";
    /// A truth value.
    BoolId "b";
    /// A collection of integers whose order does not matter.
    ListId "l";
    /// A generator of moves.
    MovesId "m";
    /// An effect.
    EffectId "e";
    /// A set known before the game.
    ConstId "c";
    /// A relation between sites.
    RelId "r";
    /// A kind of decision, with its consequences.
    TemplateId "t";
    /// Numbers of neighbours in a set, for all sites.
    CountId "n";
}

/// An iterator variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Var {
    /// `(site)`.
    Site,
    /// `(from)`.
    From,
    /// `(to)`.
    To,
}

impl Var {
    /// Its bit in [`Needs::free`].
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The bit of the bound region `(sites)` in [`Needs::free`].
pub const BOUND_REGION: u8 = 8;

/// Parts of the state, as bits.
pub mod part {
    /// What stands where.
    pub const BOARD: u16 = 1;
    /// The pieces of the mover only.
    pub const MOVERS: u16 = 2;
    /// Variables.
    pub const VARS: u16 = 4;
    /// Scores.
    pub const SCORES: u16 = 8;
    /// The counter.
    pub const COUNTER: u16 = 16;
    /// Remembered values.
    pub const REMEMBERED: u16 = 32;
    /// The last move, and who passed.
    pub const LAST: u16 = 64;
    /// Who is to move.
    pub const TURN: u16 = 128;
    /// Who could not move.
    pub const STALE: u16 = 256;
}

/// What a node reads and changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// Parts of the state, bits of [`part`].
    pub reads: u16,
    /// Parts of the state it may change.
    pub writes: u16,
    /// Iterator variables that have to be bound, bits of [`Var::bit`] and [`BOUND_REGION`].
    pub free: u8,
}

impl Needs {
    fn of(reads: u16) -> Self {
        Needs { reads, ..Needs::default() }
    }

    fn and(self, other: Needs) -> Self {
        Needs { reads: self.reads | other.reads, writes: self.writes | other.writes, free: self.free | other.free }
    }

    fn bound(mut self, free: u8) -> Self {
        self.free &= !free;
        self
    }

    /// Whether a variable has to be bound.
    pub fn has(self, var: Var) -> bool {
        self.free & var.bit() != 0
    }
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cmp {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Cmp {
    /// Whether it holds of two numbers.
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Cmp::Eq => "=",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }

    /// The comparison of the exchanged sides.
    pub fn turned(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            same => same,
        }
    }
}

/// Where the steps of a walk may lead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The steps there are.
    pub rel: RelId,
    /// What must hold of `from` and `to` of each step.
    pub cond: BoolId,
    /// What else must hold of each step, in a form that needs no iterator variables.
    pub clauses: Vec<Clause>,
    /// What must hold of the end of a step alone, where that could be told apart: the sites stepped on.
    pub through: Option<SetId>,
    /// What must hold of the start of a step alone.
    pub leave: Option<SetId>,
}

/// A condition on a step: at least one of these holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clause {
    /// The step ends in this set.
    pub to: Option<SetId>,
    /// The step begins in this set.
    pub from: Option<SetId>,
    /// The number of sites of a set that are related to both ends compares with a number.
    pub common: Vec<(SetId, RelId, Cmp, IntId)>,
}

/// A set of sites.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SetNode {
    /// Known before the game.
    Const(ConstId),
    /// The empty sites of the board.
    Empty,
    /// The sites with pieces of a player; none for a number that is no owner.
    Owned(IntId),
    /// Sites of either.
    Union(SetId, SetId),
    /// Sites of both.
    Inter(SetId, SetId),
    /// Sites of the first that are not in the second.
    Diff(SetId, SetId),
    /// One or the other.
    If(BoolId, SetId, SetId),
    /// The sites for which something holds, with the variable bound to each in turn.
    Filter(SetId, Var, BoolId),
    /// The union of a set over the sites of another, with the variable bound to each in turn.
    Gather(SetId, Var, SetId),
    /// The sites one step from those of a set, with or without these.
    Around(SetId, RelId, bool),
    /// The sites one step from some site of a set, those of the set among them where they are.
    Spread(SetId, RelId),
    /// The sites one step from a site, with or without it.
    AroundSite(IntId, RelId, bool),
    /// The sites one step from those of a set for which something holds of the step (`from` and `to` bound), with or
    /// without those of the set.
    AroundIf(SetId, RelId, BoolId, bool),
    /// One site; none for a negative number or one beyond the board.
    One(IntId),
    /// The region bound by a loop over groups.
    Bound,
    /// The sites for which a sum of neighbour counts compares with another, all at once.
    Linear {
        /// The comparison of the left with the right.
        cmp: Cmp,
        /// Counts of neighbours in sets, with factors, on the left.
        left: Vec<(u32, CountId)>,
        /// The same on the right.
        right: Vec<(u32, CountId)>,
        /// A number added on the left, which does not depend on the site.
        plus: IntId,
    },
    /// Two sets that depend on a site by some numbers alone: among the neighbours of the site those of the one, apart
    /// from them those of the other. Without a relation there are no neighbours.
    Alike {
        /// The site.
        site: IntId,
        /// What makes its neighbours.
        rel: Option<RelId>,
        /// The set among the neighbours.
        near: SetId,
        /// The set apart from them.
        far: SetId,
        /// Whose numbers of neighbours, those of the site, tell which sets these are.
        numbers: Vec<CountId>,
    },
    /// The sites from which a walk of one step or more leads to one of the goals.
    Reaching(SetId, Walk),
    /// The sites to which a walk of one step or more leads from a site.
    ReachedFrom(IntId, Walk),
}

impl SetNode {
    /// Whether it takes so long to evaluate that its value is worth keeping.
    pub fn is_costly(&self) -> bool {
        matches!(
            self,
            SetNode::Filter(..)
                | SetNode::Gather(..)
                | SetNode::Around(..)
                | SetNode::Spread(..)
                | SetNode::AroundIf(..)
                | SetNode::Reaching(..)
                | SetNode::ReachedFrom(..)
        )
    }
}

/// An integer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IntNode {
    /// A number.
    Const(i32),
    /// An iterator variable.
    Var(Var),
    /// The player to move.
    Mover,
    /// The player due next.
    Next,
    /// The player who moved before.
    Prev,
    /// The counter.
    Counter,
    /// A variable of the game.
    Global(u32),
    /// The score of a player.
    Score(IntId),
    /// How many sites.
    Count(SetId),
    /// The number of neighbours of a site that is one of such numbers.
    Neighbours(IntId, CountId),
    /// The owner of the piece on a site, 0 for none.
    Who(IntId),
    /// Where the last move ended, -1 for nowhere.
    LastTo,
    /// Where the last move began.
    LastFrom,
    /// Sum.
    Add(IntId, IntId),
    /// Difference.
    Sub(IntId, IntId),
    /// Product.
    Mul(IntId, IntId),
    /// Remainder; 0 for a divisor of 0.
    Rem(IntId, IntId),
    /// The larger.
    Max(IntId, IntId),
    /// The smaller.
    Min(IntId, IntId),
    /// One or the other.
    If(BoolId, IntId, IntId),
    /// An entry of a table by a number, a default outside it.
    Table(IntId, Vec<i32>, i32),
    /// The largest of a collection, -1 for none.
    MaxOf(ListId),
    /// The smallest of a collection, -1 for none.
    MinOf(ListId),
    /// The sum of a collection.
    SumOf(ListId),
    /// How many in a collection.
    LenOf(ListId),
}

/// A truth value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BoolNode {
    /// Known before the game.
    Const(bool),
    /// All of them, looked at in order.
    And(Vec<BoolId>),
    /// One of them, looked at in order.
    Or(Vec<BoolId>),
    /// Not.
    Not(BoolId),
    /// A comparison.
    Compare(Cmp, IntId, IntId),
    /// Whether a site is in a set.
    Member(IntId, SetId),
    /// Whether a set is empty.
    None(SetId),
    /// Whether something holds for all sites of a set.
    Every(SetId, Var, BoolId),
    /// Whether a set is within another.
    Within(SetId, SetId),
    /// Whether a walk of no or more steps leads from a site to one of the goals; true when there are no goals.
    Reaches(IntId, SetId, Walk),
    /// Whether a walk of no or more steps leads from a site to another.
    Leads(IntId, IntId, Walk),
    /// Whether the next player could not move if it were his turn; the answer is stored.
    NoMovesNext,
    /// Whether a player could not move when that was last looked at.
    Stale(IntId),
    /// Whether all players have passed in their last turns.
    AllPassed,
}

/// A collection of integers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ListNode {
    /// The sizes of the groups of a player, at least so large.
    GroupSizes(IntId, RelId, IntId),
    /// What is left of the first when each of the second has taken an equal one out.
    Without(ListId, ListId),
    /// One number.
    Single(IntId),
    /// A number for each pair of a site of the first set (`from`) and one of the second (`to`).
    Results(SetId, SetId, IntId),
    /// The remembered values.
    Remembered,
}

/// A generator of moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MovesNode {
    /// All of these, in order.
    All(Vec<MovesId>),
    /// One or the other.
    If(BoolId, MovesId, MovesId),
    /// Putting a component on each site of a set.
    Add(TemplateId, IntId, SetId),
    /// Taking the piece off each site of a set.
    Remove(TemplateId, SetId),
    /// A pass.
    Pass(TemplateId),
    /// Exchanging the seats of two players.
    Swap(TemplateId, IntId, IntId),
    /// Moving the piece on a site (if there is one) to each site of a set, `from` being bound in the set.
    FromTo(TemplateId, IntId, SetId),
    /// The moves for each site of a set, with `site` and `to` bound.
    Each(SetId, MovesId),
    /// The moves for each of the mover's pieces, in the order of the list of these pieces, with `from` bound.
    EachPiece(MovesId),
    /// Hops of a piece over any number of anything along the lines of the table, to sites of a set.
    Jump(TemplateId, IntId, JumpId, SetId),
    /// Those after which something holds.
    Tested(MovesId, BoolId),
    /// Additions after which every site near the new piece still reaches a goal over free ground.
    AddOpen(OpenId),
}

ids! {
    /// The lines of a jump.
    JumpId "j";
    /// The data of [`MovesNode::AddOpen`].
    OpenId "o";
}

/// Additions of pieces that must leave every site beside them a way over empty sites to an empty goal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Open {
    /// What is added.
    pub template: TemplateId,
    /// The component.
    pub what: IntId,
    /// Where it may be added.
    pub sites: SetId,
    /// The steps of the ways.
    pub rel: RelId,
    /// The sites that ways lead to, while they are empty.
    pub goals: SetId,
    /// The condition that this stands for.
    pub condition: BoolId,
}

/// An effect: what a consequence does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EffectNode {
    /// All of these: each is evaluated before any is applied.
    All(Vec<EffectId>),
    /// One or the other or nothing.
    If(BoolId, EffectId, Option<EffectId>),
    /// The first as a whole, then the second.
    Do(EffectId, EffectId),
    /// Sets a variable; then its consequence.
    SetVar(u32, IntId, Option<EffectId>),
    /// Sets a score; then its consequence.
    SetScore(IntId, IntId, Option<EffectId>),
    /// The mover is next too.
    MoveAgain,
    /// Remembers a value.
    Remember(IntId),
    /// Forgets all values.
    ForgetAll,
    /// The effect for each site of a set, with `site` and `to` bound.
    Each(SetId, EffectId),
    /// The effect for each group of the mover's pieces, with the region bound.
    EachGroup(RelId, EffectId),
    /// Nothing.
    Nothing,
    /// The same effect put off until what it changes is read.
    Late(EffectId),
}

/// A kind of decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Template {
    /// What follows, in order.
    pub then: Vec<EffectId>,
}

/// What an end rule leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A player wins.
    Win(IntId),
    /// A player loses.
    Loss(IntId),
    /// Nobody wins.
    Draw,
    /// The scores decide, after these have been stored.
    ByScore(Vec<(IntId, IntId)>),
}

/// An end rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EndNode {
    /// When it applies.
    pub cond: BoolId,
    /// Rules tried first.
    pub subs: Vec<EndNode>,
    /// What it leads to when none of these does.
    pub ending: Option<Ending>,
}

/// One kind of nodes, equal ones once.
#[derive(Debug, Clone)]
pub struct Pool<N> {
    nodes: Vec<N>,
    known: HashMap<N, u32>,
    /// What each node reads.
    pub needs: Vec<Needs>,
}

impl<N> Default for Pool<N> {
    fn default() -> Self {
        Pool { nodes: Vec::new(), known: HashMap::new(), needs: Vec::new() }
    }
}

impl<N: Clone + Eq + Hash> Pool<N> {
    fn add(&mut self, node: N, needs: impl FnOnce(&N) -> Needs) -> u32 {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.nodes.len() as u32;
        self.needs.push(needs(&node));
        self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// The nodes, by number.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }
}

/// The nodes of a program.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Sets.
    pub sets: Pool<SetNode>,
    /// Integers.
    pub ints: Pool<IntNode>,
    /// Truth values.
    pub bools: Pool<BoolNode>,
    /// Collections.
    pub lists: Pool<ListNode>,
    /// Generators.
    pub moves: Pool<MovesNode>,
    /// Effects.
    pub effects: Pool<EffectNode>,
    /// Kinds of decisions.
    pub templates: Vec<Template>,
    /// Sets known before the game, as words.
    pub consts: Vec<Vec<u64>>,
    /// Relations.
    pub rels: Vec<Relation>,
    /// Sets whose neighbours are counted, and the relation that makes them neighbours.
    pub counts: Vec<(SetId, RelId)>,
    /// For each jump and each site, the lines to jump along, nearest site first.
    pub jumps: Vec<Vec<Vec<Vec<u16>>>>,
    /// Data of additions that keep ways open.
    pub opens: Vec<Open>,
    /// Number of board sites.
    pub sites: usize,
    /// Where the nodes were written.
    pub origins: Origins,
}

impl Table {
    /// The words of a set known before the game.
    pub fn words(&self, sites: impl IntoIterator<Item = usize>) -> Vec<u64> {
        let mut words = vec![0; self.sites.div_ceil(64).max(1)];
        for site in sites.into_iter().filter(|&site| site < self.sites) {
            words[site >> 6] |= 1 << (site & 63);
        }
        words
    }

    /// The node of a set known before the game.
    pub fn constant(&mut self, words: Vec<u64>) -> SetId {
        let id = self.consts.iter().position(|known| *known == words).unwrap_or_else(|| {
            self.consts.push(words);
            self.consts.len() - 1
        });
        self.push_set(SetNode::Const(ConstId(id as u32)))
    }

    /// All sites of the board.
    pub fn all_sites(&mut self) -> SetId {
        let words = self.words(0..self.sites);
        self.constant(words)
    }

    /// No site.
    pub fn no_sites(&mut self) -> SetId {
        let words = self.words([]);
        self.constant(words)
    }

    /// The words of a set node that is known before the game.
    pub fn as_words(&self, id: SetId) -> Option<&[u64]> {
        match self.set(id) {
            SetNode::Const(id) => self.consts.get(id.index()).map(Vec::as_slice),
            _ => None,
        }
    }

    /// A relation, equal ones once.
    pub fn relation(&mut self, relation: Relation) -> RelId {
        let id = self.rels.iter().position(|known| known.near == relation.near).unwrap_or_else(|| {
            self.rels.push(relation);
            self.rels.len() - 1
        });
        RelId(id as u32)
    }

    /// The numbers of neighbours in a set, equal ones once.
    pub fn count(&mut self, set: SetId, rel: RelId) -> CountId {
        let id = self.counts.iter().position(|known| *known == (set, rel)).unwrap_or_else(|| {
            self.counts.push((set, rel));
            self.counts.len() - 1
        });
        CountId(id as u32)
    }

    /// A set node.
    pub fn set(&self, id: SetId) -> &SetNode {
        &self.sets.nodes[id.index()]
    }

    /// An integer node.
    pub fn int(&self, id: IntId) -> &IntNode {
        &self.ints.nodes[id.index()]
    }

    /// A truth node.
    pub fn truth(&self, id: BoolId) -> &BoolNode {
        &self.bools.nodes[id.index()]
    }

    /// A list node.
    pub fn list(&self, id: ListId) -> &ListNode {
        &self.lists.nodes[id.index()]
    }

    /// A generator node.
    pub fn generator(&self, id: MovesId) -> &MovesNode {
        &self.moves.nodes[id.index()]
    }

    /// An effect node.
    pub fn effect(&self, id: EffectId) -> &EffectNode {
        &self.effects.nodes[id.index()]
    }

    /// What a set reads.
    pub fn set_needs(&self, id: SetId) -> Needs {
        self.sets.needs[id.index()]
    }

    /// What an integer reads.
    pub fn int_needs(&self, id: IntId) -> Needs {
        self.ints.needs[id.index()]
    }

    /// What a truth value reads.
    pub fn truth_needs(&self, id: BoolId) -> Needs {
        self.bools.needs[id.index()]
    }

    /// What a list reads.
    pub fn list_needs(&self, id: ListId) -> Needs {
        self.lists.needs[id.index()]
    }

    /// What a generator reads.
    pub fn moves_needs(&self, id: MovesId) -> Needs {
        self.moves.needs[id.index()]
    }

    /// What an effect reads and changes.
    pub fn effect_needs(&self, id: EffectId) -> Needs {
        self.effects.needs[id.index()]
    }

    fn walk_needs(&self, walk: &Walk) -> Needs {
        let free = Var::From.bit() | Var::To.bit();
        let mut needs = self.truth_needs(walk.cond).bound(free);
        let ends = walk.clauses.iter().flat_map(|clause| [clause.to, clause.from]);
        for set in [walk.through, walk.leave].into_iter().chain(ends).flatten() {
            needs = needs.and(self.set_needs(set));
        }
        for (set, _, _, number) in walk.clauses.iter().flat_map(|clause| &clause.common) {
            needs = needs.and(self.set_needs(*set)).and(self.int_needs(*number));
        }
        needs
    }

    /// Puts a set node into the table as it is.
    pub fn push_set(&mut self, node: SetNode) -> SetId {
        let needs = match &node {
            SetNode::Const(_) => Needs::default(),
            SetNode::Empty => Needs::of(part::BOARD),
            SetNode::Owned(player) => match self.int(*player) {
                IntNode::Mover => Needs::of(part::MOVERS | part::TURN),
                _ => Needs::of(part::BOARD).and(self.int_needs(*player)),
            },
            SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) => {
                self.set_needs(*a).and(self.set_needs(*b))
            }
            SetNode::If(c, a, b) => self.truth_needs(*c).and(self.set_needs(*a)).and(self.set_needs(*b)),
            SetNode::Filter(of, var, cond) => self.set_needs(*of).and(self.truth_needs(*cond).bound(var.bit())),
            SetNode::Gather(of, var, set) => self.set_needs(*of).and(self.set_needs(*set).bound(var.bit())),
            SetNode::Around(of, _, _) | SetNode::Spread(of, _) => self.set_needs(*of),
            SetNode::AroundSite(site, _, _) | SetNode::One(site) => self.int_needs(*site),
            SetNode::AroundIf(of, _, cond, _) => {
                self.set_needs(*of).and(self.truth_needs(*cond).bound(Var::From.bit() | Var::To.bit()))
            }
            SetNode::Bound => Needs { free: BOUND_REGION, ..Needs::default() },
            SetNode::Linear { left, right, plus, .. } => {
                let terms = left.iter().chain(right).map(|(_, count)| self.set_needs(self.counts[count.index()].0));
                terms.fold(self.int_needs(*plus), Needs::and)
            }
            SetNode::Alike { site, near, far, numbers, .. } => {
                let counted = numbers.iter().map(|count| self.set_needs(self.counts[count.index()].0));
                counted.fold(self.int_needs(*site), Needs::and).and(self.set_needs(*near)).and(self.set_needs(*far))
            }
            SetNode::Reaching(goals, walk) => self.set_needs(*goals).and(self.walk_needs(walk)),
            SetNode::ReachedFrom(from, walk) => self.int_needs(*from).and(self.walk_needs(walk)),
        };
        SetId(self.sets.add(node, |_| needs))
    }

    /// Puts an integer node into the table as it is.
    pub fn push_int(&mut self, node: IntNode) -> IntId {
        let needs = match &node {
            IntNode::Const(_) => Needs::default(),
            IntNode::Var(var) => Needs { free: var.bit(), ..Needs::default() },
            IntNode::Mover | IntNode::Next | IntNode::Prev => Needs::of(part::TURN),
            IntNode::Counter => Needs::of(part::COUNTER),
            IntNode::Global(_) => Needs::of(part::VARS),
            IntNode::Score(player) => Needs::of(part::SCORES).and(self.int_needs(*player)),
            IntNode::Count(set) => self.set_needs(*set),
            IntNode::Neighbours(site, count) => self.int_needs(*site).and(self.set_needs(self.counts[count.index()].0)),
            IntNode::Who(site) => Needs::of(part::BOARD).and(self.int_needs(*site)),
            IntNode::LastTo | IntNode::LastFrom => Needs::of(part::LAST),
            IntNode::Add(a, b)
            | IntNode::Sub(a, b)
            | IntNode::Mul(a, b)
            | IntNode::Rem(a, b)
            | IntNode::Max(a, b)
            | IntNode::Min(a, b) => self.int_needs(*a).and(self.int_needs(*b)),
            IntNode::If(c, a, b) => self.truth_needs(*c).and(self.int_needs(*a)).and(self.int_needs(*b)),
            IntNode::Table(index, _, _) => self.int_needs(*index),
            IntNode::MaxOf(list) | IntNode::MinOf(list) | IntNode::SumOf(list) | IntNode::LenOf(list) => {
                self.list_needs(*list)
            }
        };
        IntId(self.ints.add(node, |_| needs))
    }

    /// Puts a truth node into the table as it is.
    pub fn push_truth(&mut self, node: BoolNode) -> BoolId {
        let needs = match &node {
            BoolNode::Const(_) => Needs::default(),
            BoolNode::And(all) | BoolNode::Or(all) => {
                all.iter().fold(Needs::default(), |needs, id| needs.and(self.truth_needs(*id)))
            }
            BoolNode::Not(a) => self.truth_needs(*a),
            BoolNode::Compare(_, a, b) => self.int_needs(*a).and(self.int_needs(*b)),
            BoolNode::Member(site, set) => self.int_needs(*site).and(self.set_needs(*set)),
            BoolNode::None(set) => self.set_needs(*set),
            BoolNode::Every(set, var, cond) => self.set_needs(*set).and(self.truth_needs(*cond).bound(var.bit())),
            BoolNode::Within(a, b) => self.set_needs(*a).and(self.set_needs(*b)),
            BoolNode::Reaches(from, goals, walk) => {
                self.int_needs(*from).and(self.set_needs(*goals)).and(self.walk_needs(walk))
            }
            BoolNode::Leads(from, to, walk) => {
                self.int_needs(*from).and(self.int_needs(*to)).and(self.walk_needs(walk))
            }
            BoolNode::NoMovesNext => Needs { reads: part::TURN | part::STALE, writes: part::STALE, free: 0 },
            BoolNode::Stale(player) => Needs::of(part::STALE).and(self.int_needs(*player)),
            BoolNode::AllPassed => Needs::of(part::LAST | part::TURN),
        };
        BoolId(self.bools.add(node, |_| needs))
    }

    /// Puts a list node into the table as it is.
    pub fn push_list(&mut self, node: ListNode) -> ListId {
        let needs = match &node {
            ListNode::GroupSizes(player, _, min) => {
                let owned = match self.int(*player) {
                    IntNode::Mover => Needs::of(part::MOVERS | part::TURN),
                    _ => Needs::of(part::BOARD).and(self.int_needs(*player)),
                };
                owned.and(self.int_needs(*min))
            }
            ListNode::Without(a, b) => self.list_needs(*a).and(self.list_needs(*b)),
            ListNode::Single(value) => self.int_needs(*value),
            ListNode::Results(from, to, value) => {
                let inner = self.int_needs(*value).bound(Var::To.bit()).and(self.set_needs(*to));
                self.set_needs(*from).and(inner.bound(Var::From.bit()))
            }
            ListNode::Remembered => Needs::of(part::REMEMBERED),
        };
        ListId(self.lists.add(node, |_| needs))
    }

    /// Puts a generator into the table as it is.
    pub fn push_moves(&mut self, node: MovesNode) -> MovesId {
        let mover = Needs::of(part::TURN);
        let needs = match &node {
            MovesNode::All(all) => all.iter().fold(Needs::default(), |needs, id| needs.and(self.moves_needs(*id))),
            MovesNode::If(c, a, b) => self.truth_needs(*c).and(self.moves_needs(*a)).and(self.moves_needs(*b)),
            MovesNode::Add(_, what, set) => self.int_needs(*what).and(self.set_needs(*set)),
            MovesNode::Remove(_, set) => Needs::of(part::BOARD).and(self.set_needs(*set)),
            MovesNode::Pass(_) => mover,
            MovesNode::Swap(_, a, b) => self.int_needs(*a).and(self.int_needs(*b)),
            MovesNode::FromTo(_, from, set) => {
                Needs::of(part::BOARD).and(self.int_needs(*from)).and(self.set_needs(*set).bound(Var::From.bit()))
            }
            MovesNode::Each(set, moves) => {
                self.set_needs(*set).and(self.moves_needs(*moves).bound(Var::Site.bit() | Var::To.bit()))
            }
            MovesNode::EachPiece(moves) => {
                Needs::of(part::BOARD | part::TURN).and(self.moves_needs(*moves).bound(Var::From.bit()))
            }
            MovesNode::Jump(_, from, _, set) => self.int_needs(*from).and(self.set_needs(*set)),
            MovesNode::Tested(moves, cond) => {
                let cond = self.truth_needs(*cond);
                self.moves_needs(*moves).and(Needs { reads: cond.reads | part::TURN | part::BOARD, ..cond })
            }
            MovesNode::AddOpen(id) => {
                let open = &self.opens[id.index()];
                Needs::of(part::BOARD).and(self.int_needs(open.what)).and(self.set_needs(open.sites))
            }
        };
        MovesId(self.moves.add(node, |_| needs))
    }

    /// Puts an effect into the table as it is.
    pub fn push_effect(&mut self, node: EffectNode) -> EffectId {
        let writes = |writes: u16| Needs { writes, ..Needs::default() };
        let after = |table: &Table, then: &Option<EffectId>| then.map_or(Needs::default(), |id| table.effect_needs(id));
        let needs = match &node {
            EffectNode::All(all) => all.iter().fold(Needs::default(), |needs, id| needs.and(self.effect_needs(*id))),
            EffectNode::If(c, a, b) => self.truth_needs(*c).and(self.effect_needs(*a)).and(after(self, b)),
            EffectNode::Do(a, b) => self.effect_needs(*a).and(self.effect_needs(*b)),
            EffectNode::SetVar(_, value, then) => writes(part::VARS).and(self.int_needs(*value)).and(after(self, then)),
            EffectNode::SetScore(player, value, then) => {
                writes(part::SCORES).and(self.int_needs(*player)).and(self.int_needs(*value)).and(after(self, then))
            }
            EffectNode::MoveAgain => writes(part::TURN).and(Needs::of(part::TURN)),
            EffectNode::Remember(value) => writes(part::REMEMBERED).and(self.int_needs(*value)),
            EffectNode::ForgetAll => writes(part::REMEMBERED),
            EffectNode::Each(set, effect) => {
                self.set_needs(*set).and(self.effect_needs(*effect).bound(Var::Site.bit() | Var::To.bit()))
            }
            EffectNode::EachGroup(_, effect) => {
                Needs::of(part::MOVERS | part::TURN).and(self.effect_needs(*effect).bound(BOUND_REGION))
            }
            EffectNode::Nothing => Needs::default(),
            EffectNode::Late(effect) => self.effect_needs(*effect),
        };
        EffectId(self.effects.add(node, |_| needs))
    }

    /// Puts a kind of decision into the table.
    pub fn template(&mut self, then: Vec<EffectId>) -> TemplateId {
        self.templates.push(Template { then });
        TemplateId(self.templates.len() as u32 - 1)
    }
}
