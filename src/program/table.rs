//! The table of a program: pools of nodes, equal ones once, and what each node reads and changes.

use super::ir::{
    BOUND_REGION, BoolId, BoolNode, ConstId, CountId, EffectId, EffectNode, IntId, IntNode, ListId, ListNode, MovesId,
    MovesNode, Needs, Open, RelId, SetId, SetNode, Template, TemplateId, Var, Walk, part,
};
use super::origins::Origins;
use super::space::Relation;
use std::collections::HashMap;
use std::hash::Hash;

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
