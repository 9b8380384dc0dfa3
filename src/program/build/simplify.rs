//! Nodes enter the table through here: constants are folded, then the rewrites are tried.

use super::Builder;
use crate::program::ir::{
    BoolId, BoolNode, EffectId, EffectNode, IntId, IntNode, ListId, ListNode, MovesId, MovesNode, SetId, SetNode, Walk,
};

impl Builder<'_> {
    /// A set, simplified.
    pub fn set_node(&mut self, node: SetNode) -> SetId {
        let node = match node {
            SetNode::Union(a, b) if a == b => return a,
            SetNode::Inter(a, b) if a == b => return a,
            SetNode::Diff(a, b) if a == b => return self.table.no_sites(),
            SetNode::Union(a, b) if a > b => SetNode::Union(b, a),
            SetNode::Inter(a, b) if a > b => SetNode::Inter(b, a),
            node => node,
        };
        if let Some(id) = self.known_result(&node) {
            return id;
        }
        // What is cut with the complement of a set is what is left without that set.
        if let SetNode::Inter(a, b) = node {
            for (cut, with) in [(a, b), (b, a)] {
                if let Some(left_out) = self.complement(with) {
                    return self.set_node(SetNode::Diff(cut, left_out));
                }
            }
        }
        let rewrites = self.rewrites;
        for rule in rewrites.on_sets() {
            if let Some(id) = rule(self, &node) {
                return id;
            }
        }
        self.table.push_set(node)
    }

    /// The set that another is the complement of, if it is one.
    pub fn complement(&self, set: SetId) -> Option<SetId> {
        let SetNode::Diff(whole, left_out) = *self.table.set(set) else { return None };
        let words = self.table.as_words(whole)?;
        (*words == *self.table.words(0..self.table.sites)).then_some(left_out)
    }

    /// The result of set algebra on known sets, and with none or all sites.
    fn known_result(&mut self, node: &SetNode) -> Option<SetId> {
        let (a, b) = match node {
            SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) => (*a, *b),
            SetNode::If(cond, yes, no) => {
                return match self.table.truth(*cond) {
                    BoolNode::Const(true) => Some(*yes),
                    BoolNode::Const(false) => Some(*no),
                    _ => None,
                };
            }
            SetNode::Filter(of, _, cond) => {
                return match self.table.truth(*cond) {
                    BoolNode::Const(true) => Some(*of),
                    BoolNode::Const(false) => Some(self.table.no_sites()),
                    _ => None,
                };
            }
            _ => return None,
        };
        let words = |id| self.table.as_words(id).map(<[u64]>::to_vec);
        let (x, y) = (words(a), words(b));
        let none = |words: &Option<Vec<u64>>| words.as_ref().is_some_and(|words| words.iter().all(|&word| word == 0));
        if let (Some(x), Some(y)) = (&x, &y) {
            let op = |(a, b): (&u64, &u64)| match node {
                SetNode::Union(..) => a | b,
                SetNode::Inter(..) => a & b,
                _ => a & !b,
            };
            let words = x.iter().zip(y).map(op).collect();
            return Some(self.table.constant(words));
        }
        let whole = self.table.words(0..self.table.sites);
        match node {
            SetNode::Inter(..) if x.as_ref() == Some(&whole) => Some(b),
            SetNode::Inter(..) if y.as_ref() == Some(&whole) => Some(a),
            SetNode::Union(..) if x.as_ref() == Some(&whole) => Some(a),
            SetNode::Union(..) if y.as_ref() == Some(&whole) => Some(b),
            SetNode::Union(..) if none(&x) => Some(b),
            SetNode::Union(..) if none(&y) => Some(a),
            SetNode::Diff(..) if none(&y) => Some(a),
            SetNode::Diff(..) if y.as_ref() == Some(&whole) => Some(self.table.no_sites()),
            SetNode::Diff(..) if none(&x) => Some(a),
            SetNode::Inter(..) if none(&x) => Some(a),
            SetNode::Inter(..) if none(&y) => Some(b),
            _ => None,
        }
    }

    /// An integer, simplified.
    pub fn int_node(&mut self, node: IntNode) -> IntId {
        let value = |builder: &Self, id: IntId| builder.as_number(id);
        let folded = match &node {
            IntNode::Add(a, b) => value(self, *a).zip(value(self, *b)).map(|(a, b)| a.wrapping_add(b)),
            IntNode::Sub(a, b) => value(self, *a).zip(value(self, *b)).map(|(a, b)| a.wrapping_sub(b)),
            IntNode::Mul(a, b) => value(self, *a).zip(value(self, *b)).map(|(a, b)| a.wrapping_mul(b)),
            IntNode::Max(a, b) => value(self, *a).zip(value(self, *b)).map(|(a, b)| a.max(b)),
            IntNode::Min(a, b) => value(self, *a).zip(value(self, *b)).map(|(a, b)| a.min(b)),
            IntNode::Rem(a, b) => value(self, *a).zip(value(self, *b)).and_then(|(a, b)| a.checked_rem(b)),
            IntNode::Table(index, values, default) => value(self, *index)
                .map(|index| usize::try_from(index).ok().and_then(|i| values.get(i)).copied().unwrap_or(*default)),
            IntNode::If(cond, a, b) => match self.table.truth(*cond) {
                BoolNode::Const(true) => return *a,
                BoolNode::Const(false) => return *b,
                _ => None,
            },
            _ => None,
        };
        match folded {
            Some(value) => self.table.push_int(IntNode::Const(value)),
            None => self.table.push_int(node),
        }
    }

    /// A truth value, simplified.
    pub fn truth_node(&mut self, node: BoolNode) -> BoolId {
        let node = match node {
            BoolNode::And(all) => match self.junction(all, true) {
                Ok(id) => return id,
                Err(all) => BoolNode::And(all),
            },
            BoolNode::Or(all) => match self.junction(all, false) {
                Ok(id) => return id,
                Err(all) => BoolNode::Or(all),
            },
            BoolNode::Not(a) => match self.table.truth(a) {
                BoolNode::Const(value) => BoolNode::Const(!value),
                BoolNode::Not(inner) => return *inner,
                _ => BoolNode::Not(a),
            },
            BoolNode::Compare(cmp, a, b) => match self.as_number(a).zip(self.as_number(b)) {
                Some((a, b)) => BoolNode::Const(cmp.holds(a, b)),
                None => BoolNode::Compare(cmp, a, b),
            },
            BoolNode::None(set) => match self.table.as_words(set) {
                Some(words) => BoolNode::Const(words.iter().all(|&word| word == 0)),
                None => BoolNode::None(set),
            },
            node => node,
        };
        let rewrites = self.rewrites;
        for rule in rewrites.on_truths() {
            if let Some(id) = rule(self, &node) {
                return id;
            }
        }
        self.table.push_truth(node)
    }

    /// The parts of an `and` (or `or`) without those that decide nothing; the answer where one decides all, or where
    /// only one is left.
    fn junction(&mut self, parts: Vec<BoolId>, and: bool) -> Result<BoolId, Vec<BoolId>> {
        let mut flat = Vec::new();
        for id in parts {
            match self.table.truth(id) {
                BoolNode::Const(value) if *value == and => {}
                BoolNode::Const(_) => return Ok(id),
                BoolNode::And(inner) if and => flat.extend(inner.iter().copied()),
                BoolNode::Or(inner) if !and => flat.extend(inner.iter().copied()),
                _ => flat.push(id),
            }
        }
        let mut kept: Vec<BoolId> = Vec::new();
        for id in flat {
            if !kept.contains(&id) {
                kept.push(id);
            }
        }
        match kept.as_slice() {
            [] => Ok(self.table.push_truth(BoolNode::Const(and))),
            [one] => Ok(*one),
            _ => Err(kept),
        }
    }

    /// A collection.
    pub fn list_node(&mut self, node: ListNode) -> ListId {
        self.table.push_list(node)
    }

    /// A generator, simplified.
    pub fn moves_node(&mut self, node: MovesNode) -> MovesId {
        let node = match node {
            MovesNode::If(cond, yes, no) => match self.table.truth(cond) {
                BoolNode::Const(true) => return yes,
                BoolNode::Const(false) => return no,
                _ => MovesNode::If(cond, yes, no),
            },
            node => node,
        };
        let rewrites = self.rewrites;
        for rule in rewrites.on_moves() {
            if let Some(id) = rule(self, &node) {
                return id;
            }
        }
        self.table.push_moves(node)
    }

    /// An effect, simplified.
    pub fn effect_node(&mut self, node: EffectNode) -> EffectId {
        let nothing = |builder: &mut Self| builder.table.push_effect(EffectNode::Nothing);
        let node = match node {
            EffectNode::If(cond, yes, no) => match self.table.truth(cond) {
                BoolNode::Const(true) => return yes,
                BoolNode::Const(false) => return no.unwrap_or_else(|| nothing(self)),
                _ => EffectNode::If(cond, yes, no),
            },
            node => node,
        };
        self.table.push_effect(node)
    }

    /// A walk whose condition is taken apart as far as the rewrites do.
    pub fn simple_walk(&mut self, walk: Walk) -> Walk {
        let rewrites = self.rewrites;
        rewrites.on_walks().iter().fold(walk, |walk, rule| rule(self, walk))
    }
}
