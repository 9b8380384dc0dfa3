//! The program as a table: one node a line, operands before what uses them.

use super::shape::{AnyId, Shaper, Style};
use crate::program::Program;
use crate::program::ir::{BoolNode, EndNode, IntNode};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// The nodes that the play and end rules use, as text: sets `s`, integers `i`, truth values `b`, collections `l`,
/// generators `m`, effects `e` and relations `r`, each with its number. Numbers known before the game stand where they
/// are used.
pub fn print(program: &Program) -> String {
    Printer::new(program, false).program(program)
}

/// The nodes that the play and end rules use.
pub fn used(program: &Program) -> BTreeSet<AnyId> {
    let mut printer = Printer::new(program, false);
    printer.node(program.play.into());
    for rule in &program.ends {
        printer.operands_of(rule);
    }
    printer.seen
}

/// The same with numbers in the order of the lines, which do not tell what was in the table before.
pub(super) fn canonical(program: &Program) -> String {
    Printer::new(program, true).program(program)
}

struct Printer<'p> {
    shaper: Shaper<'p>,
    seen: BTreeSet<AnyId>,
    numbers: Option<HashMap<AnyId, usize>>,
    out: String,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, renumber: bool) -> Self {
        Printer {
            shaper: Shaper::new(program),
            seen: BTreeSet::new(),
            numbers: renumber.then(HashMap::new),
            out: String::new(),
        }
    }

    fn program(mut self, program: &Program) -> String {
        let mut head = format!("sites {} words {}\n", program.table.sites, program.words());
        for (index, rel) in program.table.rels.iter().enumerate() {
            let pairs: usize = rel.near.iter().map(Vec::len).sum();
            head += &format!("r{index} = {} ({pairs} pairs)\n", rel.name);
        }
        self.node(program.play.into());
        for rule in &program.ends {
            self.operands_of(rule);
        }
        let play = self.name(program.play.into());
        self.line(format_args!("play {play}"));
        for rule in &program.ends {
            self.end(rule, 0);
        }
        head + &self.out
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{line}");
    }

    fn constant(&self, id: AnyId) -> Option<String> {
        match id {
            AnyId::Int(id) => match self.shaper.table.int(id) {
                IntNode::Const(value) => Some(value.to_string()),
                _ => None,
            },
            AnyId::Truth(id) => match self.shaper.table.truth(id) {
                BoolNode::Const(value) => Some(value.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    fn name(&self, id: AnyId) -> String {
        match (self.constant(id), &self.numbers) {
            (Some(constant), _) => constant,
            (None, Some(numbers)) => format!("n{}", numbers.get(&id).copied().unwrap_or(0)),
            (None, None) => id.to_string(),
        }
    }

    fn node(&mut self, id: AnyId) {
        if self.constant(id).is_some() || !self.seen.insert(id) {
            return;
        }
        let shape = self.shaper.shape(id);
        for (operand, _) in shape.operands() {
            self.node(operand);
        }
        if let Some(numbers) = &mut self.numbers {
            let number = numbers.len();
            numbers.insert(id, number);
        }
        let text = shape.write(Style::Code, &mut |id| self.name(id));
        let name = self.name(id);
        self.line(format_args!("{name} = {text}"));
    }

    fn operands_of(&mut self, rule: &EndNode) {
        for (operand, _) in self.shaper.end(rule).operands() {
            self.node(operand);
        }
        rule.subs.iter().for_each(|sub| self.operands_of(sub));
    }

    fn end(&mut self, rule: &EndNode, depth: usize) {
        let text = self.shaper.end(rule).write(Style::Code, &mut |id| self.name(id));
        let indent = 2 * depth;
        self.line(format_args!("{:indent$}end {text}", ""));
        rule.subs.iter().for_each(|sub| self.end(sub, depth + 1));
    }
}
