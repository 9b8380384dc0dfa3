//! What the rows say. docs/research.md tells what each column means.

use super::table::{Cell, Column, Table};
use crate::cli::Stop;
use ludemic::Game;
use ludemic::actions::ActionSpace;
use ludemic::playouts::{Playout, Ply};
use ludemic::render;

const TEXT: &str = "required binary (STRING)";

/// The columns of games.
pub const GAMES: &[Column] = &[
    ("game", TEXT),
    ("file", TEXT),
    ("options", TEXT),
    ("number", "required int64"),
    ("seed", "required int64 (INTEGER(64,false))"),
    ("players", TEXT),
    ("moves", "optional int32"),
    ("winner", "optional int32"),
    ("ending", "optional binary (STRING)"),
    ("branching", "optional double"),
    ("forced", "optional int32"),
    ("lead_changes", "optional int64"),
    ("decided", "optional double"),
    ("failure", "optional binary (STRING)"),
];

/// The columns of moves.
pub const MOVES: &[Column] = &[
    ("game", TEXT),
    ("file", TEXT),
    ("options", TEXT),
    ("number", "required int64"),
    ("ply", "required int32"),
    ("mover", "required int32"),
    ("legal", "required int32"),
    ("from_site", "optional int32"),
    ("to_site", "optional int32"),
    ("action", "optional int32"),
    ("move", TEXT),
];

/// What is known of a game.
pub struct GameRow {
    /// Its number in the series.
    pub number: u64,
    /// Its own seed.
    pub seed: u64,
    /// Who played, by seat.
    pub players: String,
    /// What came of it, or why its rules failed.
    pub playout: Result<Playout, String>,
    /// The mean number of legal moves, and how many moves were forced.
    pub choices: Option<(f64, i32)>,
    /// Changes of the lead by score, and when the game was decided, where that was looked at.
    pub lead: (Option<u64>, Option<f64>),
    /// Its moves, if they are kept.
    pub plies: Vec<MoveRow>,
}

/// What is known of a move.
pub struct MoveRow {
    mover: i32,
    legal: i32,
    from: Option<i32>,
    to: Option<i32>,
    action: Option<i32>,
    text: String,
}

impl GameRow {
    /// A game of which the numbers of legal moves are known.
    pub fn new(number: u64, seed: u64, playout: Result<Playout, String>, choices: &[u32]) -> GameRow {
        let mean = || choices.iter().map(|&count| f64::from(count)).sum::<f64>() / choices.len() as f64;
        let forced = || i32::try_from(choices.iter().filter(|count| **count <= 1).count()).unwrap_or(i32::MAX);
        let choices = (playout.is_ok() && !choices.is_empty()).then(|| (mean(), forced()));
        GameRow { number, seed, players: "random".to_owned(), playout, choices, lead: (None, None), plies: Vec::new() }
    }
}

impl MoveRow {
    /// A decision of a game.
    pub fn new(game: &Game, space: Option<&ActionSpace>, ply: &Ply) -> MoveRow {
        let (from, to) = ply.chosen.decision_sites();
        let given = |site: i32| (site >= 0).then_some(site);
        MoveRow {
            mover: ply.chosen.mover,
            legal: i32::try_from(ply.legal).unwrap_or(i32::MAX),
            from: given(from),
            to: given(to),
            action: space.and_then(|space| i32::try_from(space.id(&ply.chosen).ok()?).ok()),
            text: render::describe(game, &ply.chosen),
        }
    }
}

fn given<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell<'static>) -> Cell<'static> {
    value.map_or(Cell::None, cell)
}

/// Writes the row of a game.
pub fn game(table: &mut Table, [game, file, options]: [&String; 3], row: &GameRow) -> Result<(), Stop> {
    let playout = row.playout.as_ref().ok();
    let (branching, forced) = row.choices.unzip();
    table.push([
        Cell::Text(game),
        Cell::Text(file),
        Cell::Text(options),
        Cell::Long(row.number),
        Cell::Long(row.seed),
        Cell::Text(&row.players),
        given(playout, |playout| Cell::Int(i32::try_from(playout.moves).unwrap_or(i32::MAX))),
        given(playout.and_then(|playout| playout.winner), Cell::Int),
        given(playout.and_then(|playout| playout.end), |end| Cell::Text(end.name())),
        given(branching, Cell::Real),
        given(forced, Cell::Int),
        given(row.lead.0, Cell::Long),
        given(row.lead.1, Cell::Real),
        row.playout.as_ref().err().map_or(Cell::None, |reason| Cell::Text(reason)),
    ])
}

/// Writes the row of a move.
pub fn ply(
    table: &mut Table,
    [game, file, options]: [&String; 3],
    number: u64,
    ply: i32,
    row: &MoveRow,
) -> Result<(), Stop> {
    table.push([
        Cell::Text(game),
        Cell::Text(file),
        Cell::Text(options),
        Cell::Long(number),
        Cell::Int(ply),
        Cell::Int(row.mover),
        Cell::Int(row.legal),
        given(row.from, Cell::Int),
        given(row.to, Cell::Int),
        given(row.action, Cell::Int),
        Cell::Text(&row.text),
    ])
}
