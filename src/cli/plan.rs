//! `ludemic explain FILE --plan`: how each expression of a game is evaluated.

use super::input::{Choice, Description, shown};
use super::output::{Ui, extended};
use super::profile::nanoseconds;
use super::{CLEAN, CommandResult, Stop};
use ludemic::Compiled;
use ludemic::check::typed::Ludeme;
use ludemic::diff;
use ludemic::engine::fault::Place;
use ludemic::engine::game::Game;
use ludemic::engine::plan::{self, Drawing, Part, Plan, Strategy};
use ludemic::engine::profile::ViewKind;
use ludemic::engine::uses::Uses;
use ludemic::ludemes::{Hazard, registry};
use ludemic::source::Span;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// How much of the text of an expression is shown, in characters.
const WIDTH: usize = 64;

/// Prints the expressions in the order of lowering, each below the one that it stands in.
pub fn run(file: &str, choice: Choice, ui: &mut Ui) -> CommandResult {
    let description = Description { file: file.to_owned(), choice };
    let compiled = description.compiled(ui)?;
    let table = Table::new(&compiled, &measured(&compiled, ui)?, file);
    let planned: Vec<(&Entry, &Plan)> = table.entries.iter().filter_map(|e| Some((e, e.part.plan.as_ref()?))).collect();
    if ui.json() {
        for (entry, plan) in planned {
            ui.object(&table.object(entry, plan))?;
        }
        return Ok(CLEAN);
    }
    let row = |(entry, plan): (&Entry, &Plan)| {
        let text = format!("{:1$}{2}", "", 2 * table.depth(entry), entry.text);
        [entry.position.clone(), short(&text, WIDTH), table.words(entry, plan)]
    };
    let rows: Vec<[String; 3]> = planned.into_iter().map(row).collect();
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (place, text) = (widest(0), widest(1));
    for [at, what, how] in &rows {
        ui.line(format!("{at:place$}  {what:text$}  {how}"))?;
    }
    Ok(CLEAN)
}

/// The game lowered for measuring; a match cannot be.
pub fn measured(compiled: &Compiled, ui: &mut Ui) -> Result<Arc<Game>, Stop> {
    if let Some(rules) = &compiled.game().instances {
        let games: Vec<&str> = rules.names().collect();
        let message = format!("a match has no rules of its own; ask of its games: {}", games.join(", "));
        return Err(message.into());
    }
    super::input::told(ui, compiled.profiled(nanoseconds))
}

/// The expressions of a game, with what the description says of them.
pub struct Table {
    entries: Vec<Entry>,
}

/// An expression.
pub struct Entry {
    number: usize,
    part: Part,
    /// Its text without defines and options, on one line.
    pub text: String,
    /// Line and column in the description; of what stands in another text, those of the call that brought it.
    pub position: String,
    /// Whether its moves are effects of another move, all of which are made.
    effect: bool,
    /// Whether the ludeme draws chance.
    draws: bool,
}

impl Table {
    /// That of a game which is lowered for measuring.
    pub fn new(compiled: &Compiled, game: &Arc<Game>, file: &str) -> Table {
        let mut ludemes: HashMap<Span, Vec<(&Ludeme, bool)>> = HashMap::new();
        let mut effects = Vec::new();
        compiled.typed().visit(&mut |call| {
            ludemes.entry(call.origin.span).or_default().push((call, false));
            if matches!(call.form.head, "then" | "apply" | "can") {
                effects.push(call);
            }
        });
        for call in effects {
            call.visit(&mut |inner| {
                let all = ludemes.get_mut(&inner.origin.span).into_iter().flatten();
                let of_move = call.form.head != "can";
                all.filter(|(one, _)| std::ptr::eq(*one, inner)).for_each(|(_, effect)| *effect = of_move);
            });
        }
        let entry = |(number, part): (usize, Part)| {
            let Place { title, file: text, position, call, origin, .. } = &part.place;
            let mut found = ludemes.get(&origin.span).into_iter().flatten();
            let found = found.find(|(one, _)| one.origin == *origin && one.form.title() == *title);
            let (line, column) = match call {
                Some((_, line, column)) if **text != *shown(file) => (*line, *column),
                _ => *position,
            };
            Entry {
                number,
                text: found.map_or_else(|| format!("({title})"), |(call, _)| diff::text(call, compiled.sources())),
                position: format!("{line}:{column}"),
                effect: found.is_some_and(|(_, effect)| *effect),
                draws: found.and_then(|(call, _)| registry::find(call)).is_some_and(|row| row.hazard == Hazard::Draws),
                part,
            }
        };
        Table { entries: plan::parts(game).into_iter().enumerate().map(entry).collect() }
    }

    /// The expression of this number.
    pub fn entry(&self, number: usize) -> Option<&Entry> {
        self.entries.get(number)
    }

    /// How many expressions with a plan an expression stands in.
    fn depth(&self, entry: &Entry) -> usize {
        let around = |entry: &Entry| entry.part.parent.and_then(|parent| self.entry(parent));
        let outer = std::iter::successors(around(entry), |outer| around(outer));
        outer.filter(|outer| outer.part.plan.is_some()).count()
    }

    fn because<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = &'a Entry> {
        entry.part.because.iter().filter_map(|&number| self.entry(number))
    }

    fn object(&self, entry: &Entry, plan: &Plan) -> Value {
        let names = |of: Uses| plan.uses.names(of).collect::<Vec<_>>();
        let drawing = entry.part.drawing.map(|drawing| {
            let Drawing { slots, most_slots, deferrable, narrows } = drawing;
            json!({
                "effect": entry.effect, "slots": slots, "most_slots": most_slots, "deferrable": deferrable,
                "narrows": narrows,
            })
        });
        entry.object(json!({
            "within": entry.part.parent,
            "evaluated": plan.strategy.name(),
            "at_once": plan.at_once.map(ViewKind::name),
            "uses": names(Uses::STATE),
            "iterators": names(Uses::ITERATORS),
            "volatile": self.because(entry).map(|inner| inner.number).collect::<Vec<_>>(),
            "draws": entry.draws,
            "moves": drawing,
        }))
    }

    fn words(&self, entry: &Entry, plan: &Plan) -> String {
        let listed = |of: Uses| plan.uses.names(of).collect::<Vec<_>>().join(", ");
        let (state, iterators) = (listed(Uses::STATE), listed(Uses::ITERATORS));
        let reads = if state.is_empty() { String::new() } else { format!("; reads {state}") };
        if let Some(Drawing { slots, most_slots, deferrable, narrows }) = entry.part.drawing {
            let drawn = match (slots, most_slots) {
                _ if entry.effect => "listed: effects of a move".to_owned(),
                (true, Some(most)) => format!("slots, at most {most}"),
                (true, None) => "slots".to_owned(),
                (false, _) if deferrable => "deferrable: counted, one is made".to_owned(),
                (false, _) => "listed".to_owned(),
            };
            return drawn + if narrows && !entry.effect { "; starts by sets" } else { "" };
        }
        let inner = self.because(entry).filter(|inner| inner.number != entry.number);
        let inner: Vec<String> =
            inner.map(|inner| format!("({}) at {}", inner.part.place.title, inner.position)).collect();
        match (plan.strategy, plan.at_once) {
            (_, Some(ViewKind::Numbers)) => format!("numbers: one for every site at once{reads}"),
            (_, Some(_)) => format!("set: all sites at once{reads}"),
            (Strategy::Constant, _) => "constant".to_owned(),
            (Strategy::Read, _) => "read".to_owned(),
            (Strategy::Kept, _) if state.is_empty() => "kept: computed once".to_owned(),
            (Strategy::Kept, _) => format!("kept while these stay: {state}"),
            _ if !inner.is_empty() => format!("volatile: because of {}", inner.join(", ")),
            _ if entry.draws => "volatile: draws chance".to_owned(),
            _ if !entry.part.because.is_empty() => "volatile: does not tell what it depends on".to_owned(),
            _ if iterators.is_empty() => format!("scalar: each time{reads}"),
            _ => format!("scalar: for each {iterators}{reads}"),
        }
    }
}

impl Entry {
    /// Where it is written, and its ludeme.
    pub fn place(&self) -> (&str, (usize, usize), &str) {
        (&self.part.place.file, self.part.place.position, &self.part.place.title)
    }

    /// Place and text, and more, for programs.
    pub fn object(&self, more: Value) -> Value {
        let (line, column) = self.part.place.position;
        let call = self.part.place.call.as_ref();
        let call = call.map(|(file, line, column)| json!({ "file": **file, "line": line, "column": column }));
        let object = json!({
            "number": self.number, "file": *self.part.place.file, "line": line, "column": column, "call": call,
            "ludeme": self.part.place.title, "text": self.text,
        });
        extended(object, more)
    }
}

/// The first so many characters of a text.
pub fn short(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
