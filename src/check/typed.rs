//! The typed tree: every clause resolved to the form of the ludeme it instantiates.

use crate::diag::Origin;
use crate::schema::Form;
use std::fmt;
use std::sync::Arc;

/// An instance of a ludeme: a form, and for each of its slots the argument or nothing.
#[derive(Debug, Clone)]
pub struct Ludeme {
    /// The form that matched.
    pub form: &'static Form,
    /// One entry per slot of the form, in slot order, up to the last that is filled.
    pub args: Vec<Option<Arg>>,
    /// Where the clause was written.
    pub origin: Origin,
}

/// An argument.
#[derive(Debug, Clone)]
pub struct Arg {
    /// Its value.
    pub value: Value,
    /// Where it was written.
    pub origin: Origin,
}

/// The value of an argument.
#[derive(Debug, Clone)]
pub enum Value {
    /// A clause.
    Ludeme(Box<Ludeme>),
    /// An integer literal or one of `Off`, `End`, `Undefined`, `Infinity`.
    Int(i32),
    /// A number with a fraction.
    Float(f64),
    /// `True` or `False`.
    Bool(bool),
    /// A string.
    Text(Arc<str>),
    /// An enumerated constant and the kind it was taken for, such as `Mover` of `roleType`.
    Word {
        /// The name of the enumerated kind.
        kind: &'static str,
        /// The constant, spelled as the language spells it.
        word: &'static str,
    },
    /// `{…}`.
    Array(Vec<Arg>),
}

impl Ludeme {
    /// The argument of the slot of this name (the label of a labelled slot); `None` when it was left out or when the
    /// form has no such slot. Where the alternatives of an exclusive group share a label, the one that is filled.
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.form.slots.iter().zip(&self.args).find_map(|(slot, arg)| arg.as_ref().filter(|_| slot.name == name))
    }

    /// Visits this ludeme and all below it, outermost first, in the order they are written.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Ludeme)) {
        see(self);
        for arg in self.args.iter().flatten() {
            arg.visit(see);
        }
    }

    /// The word of an enumerated argument.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        self.get(name)?.word()
    }

    /// A string argument.
    pub fn text(&self, name: &str) -> Option<&Arc<str>> {
        self.get(name)?.text()
    }

    /// What is listed in the slot of this name; `None` where it holds no array.
    pub fn items(&self, name: &str) -> Option<&[Arg]> {
        if let Value::Array(items) = &self.get(name)?.value { Some(items) } else { None }
    }

    /// The ludeme in the slot of this name; `None` where it holds something else or nothing.
    pub fn part(&self, name: &str) -> Option<&Ludeme> {
        self.get(name)?.part()
    }

    /// A boolean literal; `default` when the slot is empty or holds an expression.
    pub fn flag(&self, name: &str, default: bool) -> bool {
        if let Some(Value::Bool(value)) = self.get(name).map(|arg| &arg.value) { *value } else { default }
    }
}

impl fmt::Display for Ludeme {
    /// On one line, every argument behind the name of its slot: equal texts mean the same thing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}:{}", self.form.title(), self.form.kind)?;
        for (slot, arg) in self.form.slots.iter().zip(&self.args) {
            if let Some(arg) = arg {
                write!(f, " {}={arg}", slot.name)?;
            }
        }
        f.write_str(")")
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Ludeme(call) => call.fmt(f),
            Value::Int(value) => value.fmt(f),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::Bool(value) => value.fmt(f),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Word { kind, word } => write!(f, "{word}:{kind}"),
            Value::Array(items) => {
                f.write_str("{")?;
                for item in items {
                    write!(f, " {item}")?;
                }
                f.write_str("}")
            }
        }
    }
}

impl Arg {
    /// The word of an enumerated kind, if it is one.
    pub fn word(&self) -> Option<&'static str> {
        if let Value::Word { word, .. } = self.value { Some(word) } else { None }
    }

    /// The string, if it is one.
    pub fn text(&self) -> Option<&Arc<str>> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The ludeme, if it is one.
    pub fn part(&self) -> Option<&Ludeme> {
        if let Value::Ludeme(part) = &self.value { Some(part) } else { None }
    }

    /// The elements of an array; anything else is the only one.
    pub fn each(&self) -> &[Arg] {
        if let Value::Array(items) = &self.value { items } else { std::slice::from_ref(self) }
    }

    /// Visits all ludemes in this argument, outermost first.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Ludeme)) {
        match &self.value {
            Value::Ludeme(call) => call.visit(see),
            Value::Array(items) => items.iter().for_each(|item| item.visit(see)),
            _ => {}
        }
    }
}
