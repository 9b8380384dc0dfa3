//! The nodes of a program, and what each may read: parts of the state, and iterator variables bound around it.
//!
//! Nodes stand in a flat [`Table`] and refer to each other by typed numbers.

pub use super::table::{Pool, Table};

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
    pub(super) fn of(reads: u16) -> Self {
        Needs { reads, ..Needs::default() }
    }

    pub(super) fn and(self, other: Needs) -> Self {
        Needs { reads: self.reads | other.reads, writes: self.writes | other.writes, free: self.free | other.free }
    }

    pub(super) fn bound(mut self, free: u8) -> Self {
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
