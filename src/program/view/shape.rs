//! What each kind of node looks like: its operator, its meaning in words, its operands, and what it costs by itself.

mod rules;
mod sets;
mod values;

use super::cost::Cost;
use crate::engine::game::Game;
use crate::program::Program;
use crate::program::ir::{
    BoolId, BoolNode, EffectId, EffectNode, IntId, IntNode, ListId, ListNode, MovesId, RelId, SetId, SetNode, Table,
    TemplateId, Var,
};
use std::fmt;

/// Any node of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnyId {
    /// A set.
    Set(SetId),
    /// An integer.
    Int(IntId),
    /// A truth value.
    Truth(BoolId),
    /// A collection.
    List(ListId),
    /// A generator.
    Moves(MovesId),
    /// An effect.
    Effect(EffectId),
}

impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyId::Set(id) => id.fmt(f),
            AnyId::Int(id) => id.fmt(f),
            AnyId::Truth(id) => id.fmt(f),
            AnyId::List(id) => id.fmt(f),
            AnyId::Moves(id) => id.fmt(f),
            AnyId::Effect(id) => id.fmt(f),
        }
    }
}

macro_rules! any {
    ($($id:ident $variant:ident),*) => {$(
        impl From<$id> for AnyId {
            fn from(id: $id) -> Self {
                AnyId::$variant(id)
            }
        }
        impl From<$id> for Part {
            fn from(id: $id) -> Self {
                Part::Node(id.into())
            }
        }
    )*};
}

any!(SetId Set, IntId Int, BoolId Truth, ListId List, MovesId Moves, EffectId Effect);

/// What the numbers of components and variables are called.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    components: Vec<String>,
    vars: Vec<String>,
    players: i32,
}

impl Labels {
    /// Those of a game.
    pub fn of(game: &Game) -> Self {
        Labels {
            components: game.equipment.components.iter().map(|component| component.name.to_string()).collect(),
            vars: game.vars.iter().map(ToString::to_string).collect(),
            players: game.equipment.players,
        }
    }
}

/// A piece of what a node looks like.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// A node evaluated with this one.
    Node(AnyId),
    /// A node evaluated for every site.
    Body(AnyId),
    /// The same in code and in words.
    Text(String),
    /// A word of the code, and another for people.
    Both(String, String),
    /// Several pieces, one after the other.
    Many(Vec<Part>),
}

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Code,
    Words,
}

/// What a node looks like. `{0}` in the texts is the first part.
#[derive(Debug)]
pub(super) struct Shape {
    pub code: &'static str,
    pub words: &'static str,
    pub parts: Vec<Part>,
    /// What it costs without its operands.
    pub cost: Cost,
    /// What is done one by one because it has no form over sets.
    pub barrier: Option<&'static str>,
}

impl Shape {
    fn new(code: &'static str, words: &'static str, parts: Vec<Part>) -> Self {
        Shape { code, words, parts, cost: Cost::ONE, barrier: None }
    }

    fn costs(self, cost: Cost) -> Self {
        Shape { cost, ..self }
    }

    fn one_by_one(self, what: &'static str) -> Self {
        Shape { barrier: Some(what), ..self }
    }

    /// The text of this node, its operands written by `name`.
    pub fn write(&self, style: Style, name: &mut impl FnMut(AnyId) -> String) -> String {
        let text = if style == Style::Code { self.code } else { self.words };
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (index, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some(part) = index.parse().ok().and_then(|index: usize| self.parts.get(index)) {
                part.write(style, name, &mut out);
            }
            rest = after;
        }
        out + rest
    }

    /// The operands, and whether each is evaluated for every site.
    pub fn operands(&self) -> Vec<(AnyId, bool)> {
        let mut all = Vec::new();
        self.parts.iter().for_each(|part| part.operands(&mut all));
        all
    }
}

impl Part {
    fn body(id: impl Into<AnyId>) -> Part {
        Part::Body(id.into())
    }

    fn write(&self, style: Style, name: &mut impl FnMut(AnyId) -> String, out: &mut String) {
        match self {
            Part::Node(id) | Part::Body(id) => out.push_str(&name(*id)),
            Part::Text(text) => out.push_str(text),
            Part::Both(code, words) => out.push_str(if style == Style::Code { code } else { words }),
            Part::Many(parts) => parts.iter().for_each(|part| part.write(style, name, out)),
        }
    }

    fn operands(&self, all: &mut Vec<(AnyId, bool)>) {
        match self {
            Part::Node(id) => all.push((*id, false)),
            Part::Body(id) => all.push((*id, true)),
            Part::Text(_) | Part::Both(..) => {}
            Part::Many(parts) => parts.iter().for_each(|part| part.operands(all)),
        }
    }
}

/// Operands with something between them; `none` stands for no operand.
fn joined<I: Into<AnyId> + Copy>(ids: &[I], code: &str, words: &str, none: &str) -> Part {
    if ids.is_empty() {
        return Part::Text(none.to_owned());
    }
    let mut parts = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        if index > 0 {
            parts.push(Part::Both(code.to_owned(), words.to_owned()));
        }
        parts.push(Part::Node((*id).into()));
    }
    Part::Many(parts)
}

fn var(var: Var) -> Part {
    Part::Text(match var {
        Var::Site => "(site)".to_owned(),
        Var::From => "(from)".to_owned(),
        Var::To => "(to)".to_owned(),
    })
}

const EACH_SITE: &str = "each site is looked at by itself";
const EACH_STEP: &str = "each step is looked at by itself";

/// What makes shapes of nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shaper<'p> {
    pub table: &'p Table,
    labels: &'p Labels,
}

impl<'p> Shaper<'p> {
    pub fn new(program: &'p Program) -> Self {
        Shaper { table: &program.table, labels: &program.labels }
    }

    /// What a node looks like.
    pub fn shape(&self, id: AnyId) -> Shape {
        match id {
            AnyId::Set(id) => self.set(self.table.set(id)),
            AnyId::Int(id) => self.int(self.table.int(id)),
            AnyId::Truth(id) => self.truth(self.table.truth(id)),
            AnyId::List(id) => self.list(self.table.list(id)),
            AnyId::Moves(id) => self.generator(self.table.generator(id)),
            AnyId::Effect(id) => self.effect(self.table.effect(id)),
        }
    }

    /// Whether a node is so small that it is written within the one that uses it.
    pub fn is_small(&self, id: AnyId) -> bool {
        match id {
            AnyId::Set(id) => matches!(
                self.table.set(id),
                SetNode::Const(_)
                    | SetNode::Empty
                    | SetNode::Owned(_)
                    | SetNode::One(_)
                    | SetNode::AroundSite(..)
                    | SetNode::Bound
            ),
            AnyId::Int(_) => true,
            AnyId::Truth(id) => matches!(
                self.table.truth(id),
                BoolNode::Const(_)
                    | BoolNode::Not(_)
                    | BoolNode::Compare(..)
                    | BoolNode::Member(..)
                    | BoolNode::None(_)
                    | BoolNode::Within(..)
                    | BoolNode::Stale(_)
                    | BoolNode::AllPassed
            ),
            AnyId::List(id) => matches!(self.table.list(id), ListNode::Single(_) | ListNode::Remembered),
            AnyId::Moves(_) => false,
            AnyId::Effect(id) => matches!(self.table.effect(id), EffectNode::MoveAgain | EffectNode::ForgetAll),
        }
    }

    fn rel(&self, id: RelId) -> Part {
        let name = self.table.rels.get(id.index()).map_or("", |rel| rel.name);
        Part::Both(format!("{id}"), name.to_owned())
    }

    fn player(&self, id: IntId) -> Part {
        match self.table.int(id) {
            IntNode::Const(0) => Part::Both("0".to_owned(), "Neutral".to_owned()),
            IntNode::Const(player) if *player > self.labels.players => {
                Part::Both(player.to_string(), "Shared".to_owned())
            }
            IntNode::Const(player) => Part::Both(player.to_string(), format!("P{player}")),
            _ => id.into(),
        }
    }

    fn component(&self, id: IntId) -> Part {
        match self.table.int(id) {
            IntNode::Const(component) => {
                let name = usize::try_from(*component).ok().and_then(|index| self.labels.components.get(index));
                let name = name.map_or_else(|| format!("component {component}"), |name| format!("a piece {name}"));
                Part::Both(component.to_string(), name)
            }
            IntNode::Mover => Part::Many(vec![id.into(), Part::Both(String::new(), "'s piece".to_owned())]),
            _ => Part::Many(vec![Part::Both(String::new(), "component ".to_owned()), id.into()]),
        }
    }

    fn variable(&self, index: u32) -> Part {
        let name = self.labels.vars.get(index as usize);
        Part::Both(format!("v{index}"), name.map_or_else(|| format!("{index}"), |name| format!("\"{name}\"")))
    }

    /// The consequences of a kind of decision.
    fn then(&self, id: TemplateId) -> Part {
        match self.table.templates.get(id.index()) {
            Some(template) if !template.then.is_empty() => Part::Many(vec![
                Part::Both(" then ".to_owned(), "; then ".to_owned()),
                joined(&template.then, ", ", " and ", ""),
            ]),
            _ => Part::Text(String::new()),
        }
    }
}
