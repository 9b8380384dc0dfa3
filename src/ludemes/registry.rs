//! The one table of executable ludemes.

use crate::board::Graph;
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::directions::DirectionsExpr;
use crate::engine::expr::{BoolExpr, FloatExpr, IntExpr, IntsExpr, RangeExpr, RegionExpr};
use crate::engine::moves::MovesExpr;
use crate::ludemes::{Lowered, Lowering, Requirements};
use std::collections::HashMap;
use std::sync::OnceLock;

type LowerFn<T> = fn(&Ludeme, &mut Lowering) -> Lowered<T>;

/// How a ludeme becomes an evaluator, by what it gives.
#[derive(Clone, Copy)]
pub enum Lower {
    /// An integer.
    Int(LowerFn<IntExpr>),
    /// A boolean.
    Bool(LowerFn<BoolExpr>),
    /// A real number.
    Float(LowerFn<FloatExpr>),
    /// An integer array.
    Ints(LowerFn<IntsExpr>),
    /// A region.
    Region(LowerFn<RegionExpr>),
    /// A range.
    Range(LowerFn<RangeExpr>),
    /// Directions.
    Directions(LowerFn<DirectionsExpr>),
    /// Moves.
    Moves(LowerFn<MovesExpr>),
    /// A board graph.
    Graph(LowerFn<Graph>),
    /// A literal dimension.
    Dim(LowerFn<i32>),
    /// A part of another ludeme, which reads it itself.
    Part,
}

/// What a ludeme may do besides giving a value: a reason not to leave out its evaluation, or not to repeat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hazard {
    /// Nothing.
    None,
    /// It may have no value: the rules fail.
    Fails,
    /// It may draw chance.
    Draws,
}

/// One executable (kind, head, keyword).
#[derive(Clone, Copy)]
pub struct Row {
    /// The kind the form produces, as the schema names it.
    pub kind: &'static str,
    /// The head.
    pub head: &'static str,
    /// The keyword after the head; empty for none.
    pub keyword: &'static str,
    /// How it is lowered.
    pub lower: Lower,
    /// What evaluating it may do besides giving a value.
    pub hazard: Hazard,
    /// Whether a call of it does neither in this game, though others may.
    pub harmless: fn(&Ludeme, &Lowering) -> bool,
    /// Whether it fails only where the slot `at` names no site of the board.
    pub fails_off_board: bool,
    /// Whether all sites of the region that a call of it gives are of the board, in a game with nothing else.
    pub on_board: fn(&Ludeme) -> bool,
    /// Whether it sets the iterator variable `site` for its parts: where it has `if`, that to sites of its `region`.
    pub binds_site: bool,
    /// Whether the pieces of a `(forEach Piece ..)` among its parts may stand in any order: each gives moves or does not,
    /// or it is only asked whether there is a move.
    pub any_order: bool,
    /// Whether what a call of it gives depends on more of the game so far than the position and the last move: on how
    /// many moves or turns there were, on earlier moves, or on the order of the owned lists.
    pub history_dependent: fn(&Ludeme) -> bool,
    /// Notes what a call of it requires of the engine, before anything is lowered.
    pub requires: fn(&mut Requirements, &Ludeme),
}

/// Rows of what gives something, of a kind of the schema.
macro_rules! forms {
    ($(#[$doc:meta] $name:ident: $lower:ident($given:ty) of $kind:literal;)*) => {
        $(#[$doc]
        pub const fn $name(head: &'static str, keyword: &'static str, lower: LowerFn<$given>) -> Row {
            Row::of($kind, head, keyword, Lower::$lower(lower))
        })*
    };
}

impl Row {
    /// A ludeme of a kind.
    pub const fn of(kind: &'static str, head: &'static str, keyword: &'static str, lower: Lower) -> Row {
        let (hazard, fails_off_board, binds_site, any_order) = (Hazard::None, false, false, false);
        let (harmless, never) = (|_: &Ludeme, _: &Lowering| false, |_: &Ludeme| false);
        let (on_board, history_dependent) = (never as fn(&Ludeme) -> bool, never);
        let requires = |_: &mut Requirements, _: &Ludeme| {};
        Row {
            kind,
            head,
            keyword,
            lower,
            hazard,
            harmless,
            fails_off_board,
            on_board,
            binds_site,
            any_order,
            history_dependent,
            requires,
        }
    }

    forms! {
        /// A ludeme that gives an integer.
        int: Int(IntExpr) of "int";
        /// A ludeme that gives a boolean.
        boolean: Bool(BoolExpr) of "boolean";
        /// A ludeme that gives a real number.
        float: Float(FloatExpr) of "float";
        /// A ludeme that gives an integer array.
        ints: Ints(IntsExpr) of "ints";
        /// A ludeme that gives a region.
        region: Region(RegionExpr) of "sites";
        /// A ludeme that gives a range.
        range: Range(RangeExpr) of "range";
        /// A ludeme that gives directions.
        directions: Directions(DirectionsExpr) of "direction";
        /// A decision ludeme: `(move ..)` and the like.
        decision: Moves(MovesExpr) of "moves";
        /// An effect or an operator on moves.
        effect: Moves(MovesExpr) of "nonDecision";
        /// A ludeme that gives a board graph.
        graph: Graph(Graph) of "graph";
    }

    /// A ludeme that gives a literal dimension.
    pub const fn dim(head: &'static str, lower: LowerFn<i32>) -> Row {
        Row::of("dim", head, "", Lower::Dim(lower))
    }

    /// The same for a ludeme that may fail.
    pub const fn may_fail(self) -> Row {
        Row { hazard: Hazard::Fails, ..self }
    }

    /// The same for a ludeme that may fail, but not called like this.
    pub const fn may_fail_unless(self, harmless: fn(&Ludeme, &Lowering) -> bool) -> Row {
        Row { hazard: Hazard::Fails, harmless, ..self }
    }

    /// The same for a ludeme that fails where its `at` names no site of the board, if that is not the last move's `to`.
    pub const fn may_fail_off_board(self) -> Row {
        Row { fails_off_board: true, ..self.may_fail_unless(super::ints::is_at_last_to) }
    }

    /// The same for a region whose sites are of the board if it is called like this and the game has nothing else.
    pub const fn on_board_if(self, on_board: fn(&Ludeme) -> bool) -> Row {
        Row { on_board, ..self }
    }

    /// The same for a ludeme that sets the iterator variable `site`.
    pub const fn binds_site(self) -> Row {
        Row { binds_site: true, ..self }
    }

    /// The same for a ludeme in which the order of pieces does not matter.
    pub const fn any_order(self) -> Row {
        Row { any_order: true, ..self }
    }

    /// The same for a ludeme that draws chance.
    pub const fn draws(self) -> Row {
        Row { hazard: Hazard::Draws, ..self }
    }

    /// The same for a ludeme that draws chance, but not called like this.
    pub const fn draws_unless(self, harmless: fn(&Ludeme, &Lowering) -> bool) -> Row {
        Row { hazard: Hazard::Draws, harmless, ..self }
    }

    /// The same for a ludeme that depends on more of the game so far than the position and the last move.
    pub const fn history_dependent(self) -> Row {
        self.history_dependent_if(|_| true)
    }

    /// The same for a ludeme that does so called like this.
    pub const fn history_dependent_if(self, history_dependent: fn(&Ludeme) -> bool) -> Row {
        Row { history_dependent, ..self }
    }

    /// The same for a ludeme that requires something of the engine.
    pub const fn requires(self, requires: fn(&mut Requirements, &Ludeme)) -> Row {
        Row { requires, ..self }
    }

    /// A part that the ludeme around it reads.
    pub const fn part(kind: &'static str, head: &'static str, keyword: &'static str) -> Row {
        Row::of(kind, head, keyword, Lower::Part)
    }
}

type Key = (&'static str, &'static str, &'static str);

/// All executable ludemes, family by family.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    FAMILIES.iter().flat_map(|family| family.iter()).flat_map(|rows| rows.iter())
}

const FAMILIES: &[&[&[Row]]] = &[
    super::arrays::FAMILY,
    super::booleans::FAMILY,
    super::directions::FAMILY,
    super::effects::FAMILY,
    super::end::FAMILY,
    super::equipment::FAMILY,
    super::floats::FAMILY,
    super::graphs::FAMILY,
    super::ints::FAMILY,
    super::moves::FAMILY,
    super::operators::FAMILY,
    super::puzzle::FAMILY,
    super::ranges::FAMILY,
    super::regions::FAMILY,
    super::rules::FAMILY,
    super::start::FAMILY,
];

/// The row that carries out a ludeme; `None` where the language has it and the engine does not.
pub fn find(call: &Ludeme) -> Option<&'static Row> {
    static TABLE: OnceLock<HashMap<Key, &'static Row>> = OnceLock::new();
    let table = TABLE.get_or_init(|| rows().map(|row| ((row.kind, row.head, row.keyword), row)).collect());
    table.get(&(call.form.kind, call.form.head, call.form.keyword.unwrap_or(""))).copied()
}

/// The worst that evaluating a ludeme and all below it may do in a game with this equipment.
pub fn hazard(call: &Ludeme, lo: &Lowering) -> Hazard {
    hazard_where(call, lo, false)
}

/// The same where the iterator variable `site` may be known to name sites of the board.
fn hazard_where(call: &Ludeme, lo: &Lowering, on_board: bool) -> Hazard {
    let row = find(call);
    let names_site = |arg: &Arg| on_board && arg.part().is_some_and(super::ints::is_site);
    let own = match row {
        Some(row) if row.hazard != Hazard::None && (row.harmless)(call, lo) => Hazard::None,
        Some(row) if row.fails_off_board && call.get("at").is_some_and(names_site) => Hazard::None,
        Some(row) => row.hazard,
        None => Hazard::Draws,
    };
    let binds = row.is_some_and(|row| row.binds_site);
    let region = call.get("region").filter(|_| call.get("if").is_some());
    let parts = call.form.slots.iter().zip(&call.args).filter_map(|(slot, arg)| Some((slot.name, arg.as_ref()?)));
    let of_part = |(name, arg): (&str, &Arg)| {
        let on_board = match region {
            Some(region) if binds && name != "region" => is_on_board(region, lo),
            None if binds => false,
            _ => on_board,
        };
        hazard_of_arg(arg, lo, on_board)
    };
    parts.map(of_part).fold(own, Hazard::max)
}

fn hazard_of_arg(arg: &Arg, lo: &Lowering, on_board: bool) -> Hazard {
    match &arg.value {
        Value::Ludeme(part) => hazard_where(part, lo, on_board),
        Value::Array(items) => items.iter().map(|item| hazard_of_arg(item, lo, on_board)).max().unwrap_or(Hazard::None),
        _ => Hazard::None,
    }
}

/// Whether all sites of a region are of the board, of the one type that the game uses.
fn is_on_board(region: &Arg, lo: &Lowering) -> bool {
    let Value::Ludeme(region) = &region.value else { return false };
    find(region).is_some_and(|row| (row.on_board)(region))
        && lo.equipment.layout.containers() == 1
        && lo.features.other_types.is_empty()
}

/// Whether what a ludeme gives depends on more of the game so far than the position and the last move, leaving aside
/// what is below it.
pub fn is_history_dependent(call: &Ludeme) -> bool {
    find(call).is_none_or(|row| (row.history_dependent)(call))
}

/// The ludemes below (and with) `call` that the engine cannot carry out.
pub fn unsupported(call: &Ludeme) -> Vec<&Ludeme> {
    let mut found = Vec::new();
    call.visit(&mut |ludeme| {
        if find(ludeme).is_none() {
            found.push(ludeme);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::{Path, PathBuf};

    #[test]
    fn every_row_is_unique() {
        let mut seen = HashSet::new();
        for row in rows() {
            assert!(seen.insert((row.kind, row.head, row.keyword)), "twice: {} {} {}", row.kind, row.head, row.keyword);
        }
    }

    #[test]
    fn every_row_is_a_form_of_the_language() {
        for row in rows() {
            let known = crate::schema::Schema::get().forms().iter().any(|form| {
                form.kind == row.kind && form.head == row.head && form.keyword.unwrap_or("") == row.keyword
            });
            assert!(known, "the language has no {} ({} {} ..)", row.kind, row.head, row.keyword);
        }
    }

    /// The files that have rows, each with its family's `mod.rs`, as texts.
    fn files() -> Vec<(PathBuf, String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ludemes");
        let read = |path: &Path| std::fs::read_to_string(path).expect("a source file");
        let families = std::fs::read_dir(root).expect("the source tree").flatten().map(|family| family.path());
        let files = families.filter(|family| family.join("mod.rs").is_file()).flat_map(|family| {
            let list = read(&family.join("mod.rs"));
            let files = std::fs::read_dir(family).expect("a family").flatten().map(|file| file.path());
            files.map(move |path| (path.clone(), read(&path), list.clone())).collect::<Vec<_>>()
        });
        files.filter(|(_, text, _)| text.contains("ROWS: &[Row]")).collect()
    }

    /// What has one of these marks says so by one of these facts in a row of its file, or of the file that lowers it.
    fn say_so(marks: &[&str], facts: &[&str]) {
        for (path, text, _) in files() {
            let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
            let silent = has(marks) && !has(&["Row::part("]) && !has(facts);
            assert!(!silent, "{} has one of {marks:?} and none of {facts:?}", path.display());
        }
    }

    #[test]
    fn what_may_fail_says_so() {
        say_so(&[".fail(Fault", ".rng."], &[".may_fail", ".draws()"]);
    }

    #[test]
    fn what_depends_on_the_history_says_so() {
        say_so(&["Uses::COUNTER", "history.made().iter()"], &[".history_dependent"]);
    }

    #[test]
    fn what_binds_the_site_says_so() {
        say_so(&["cx.it.site = ", "cx.it.site) = "], &[".binds_site()"]);
    }

    #[test]
    fn every_file_is_registered() {
        for (path, _, list) in files() {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let family = list.split_once("family! {").and_then(|(_, rest)| rest.split_once('}')).expect("a family").0;
            let listed = family.split_whitespace().any(|file| file == name);
            assert!(name == "mod" || listed, "{} is in no registry", path.display());
        }
    }
}
