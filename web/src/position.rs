//! A position: its drawing, the legal moves and where they can be pointed at.

use crate::Session;
use crate::request::Course;
use crate::session::Refusal;
use ludemic::board::SiteType;
use ludemic::players::Spec;
use ludemic::render::svg::{Drawing, Frame, Target};
use ludemic::render::{self, Show};
use ludemic::{Game, Move, PlayError};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;

/// A board of more elements is not drawn: pages would stand still.
const MOST_ELEMENTS: usize = 12_000;

/// Of more moves the names are not made different from each other, which takes time for each pair of them.
const MOST_NAMES: usize = 4_000;

/// How many of the last moves are told.
const MOST_HISTORY: usize = 400;

/// A position as a page shows it.
#[derive(Debug, Serialize)]
pub struct Position {
    name: String,
    players: i32,
    ply: usize,
    /// Who is to choose a move, 0 for nobody.
    chooser: i32,
    /// Who plays for each player, player 1 first.
    agents: Vec<i32>,
    over: bool,
    result: Option<String>,
    /// By player, player 1 first; `None` in a game without scores.
    scores: Option<Vec<i32>>,
    /// `None` for a board that is too large to be drawn.
    svg: Option<String>,
    moves: Vec<LegalMove>,
    places: Vec<Spot>,
    /// The last moves, in words.
    history: Vec<String>,
    /// Why no player who thinks ahead can play here.
    unthinkable: Option<String>,
    /// Whether players have exchanged seats.
    swapped: bool,
}

/// A legal move.
#[derive(Debug, Serialize)]
struct LegalMove {
    name: String,
    /// The index of the place that it begins on, and of that which it ends on.
    from: Option<usize>,
    to: Option<usize>,
}

/// A place that can be pointed at.
#[derive(Debug, Serialize)]
struct Spot {
    name: String,
    x: f64,
    y: f64,
    r: f64,
}

/// The position after these moves.
pub(crate) fn position(session: &mut Session, course: &Course) -> Result<Position, Refusal> {
    let game = session.games.get(&course.description)?;
    let look = game.look.clone();
    let trial = game.trial(course)?;
    let over = !trial.goes_on(usize::MAX)?;
    let rules = Arc::clone(trial.game());
    let legal: Vec<Move> = if over { Vec::new() } else { trial.legal()?.to_vec() };
    let names = match legal.len() {
        ..=MOST_NAMES => render::names(&rules, &legal),
        _ => legal.iter().map(|m| render::describe(&rules, m)).collect(),
    };
    let board = &rules.equipment.board;
    let elements: usize = SiteType::ALL.into_iter().map(|t| board.len(t)).sum();
    let mut spots = Spots::new(&rules);
    let (mut svg, mut ends) = (None, vec![(None, None); legal.len()]);
    if elements <= MOST_ELEMENTS {
        let frame = Frame::of(trial, &look);
        let drawing = Drawing::new(&rules, &look).names(Show::Pieces);
        svg = Some(drawing.position(&frame));
        let ways = drawing.ways(&frame, &legal).into_iter();
        ends = ways.map(|way| (way.from.map(|at| spots.index(at)), way.to.map(|at| spots.index(at)))).collect();
    }
    let state = trial.state();
    let players = state.players();
    let history: Vec<String> = trial
        .history()
        .rev()
        .take((trial.len()).min(MOST_HISTORY))
        .map(|m| format!("{} {}", render::mover_name(&rules, m.mover), render::describe(&rules, m)))
        .collect();
    let unthinkable: Option<PlayError> = "uct".parse::<Spec>().ok().and_then(|spec| spec.fits(&rules).err());
    let agents: Vec<i32> = (1..=players).map(|player| state.agent(player)).collect();
    Ok(Position {
        name: rules.name.to_string(),
        players,
        ply: trial.len(),
        chooser: if over { 0 } else { trial.chooser() },
        swapped: agents.iter().zip(1..).any(|(&agent, player)| agent != player),
        agents,
        over,
        result: render::outcome(state).filter(|_| trial.is_over()),
        scores: rules.features.scores.then(|| (1..=players).map(|player| state.score(player)).collect()),
        svg,
        moves: names.into_iter().zip(ends).map(|(name, (from, to))| LegalMove { name, from, to }).collect(),
        places: spots.list,
        history: history.into_iter().rev().collect(),
        unthinkable: unthinkable.map(|error| error.to_string()),
    })
}

/// The places of the moves, each once.
struct Spots<'a> {
    game: &'a Game,
    list: Vec<Spot>,
    known: HashMap<(usize, SiteType, usize), usize>,
}

impl<'a> Spots<'a> {
    fn new(game: &'a Game) -> Spots<'a> {
        Spots { game, list: Vec::new(), known: HashMap::new() }
    }

    fn index(&mut self, at: Target) -> usize {
        *self.known.entry((at.container, at.t, at.site)).or_insert_with(|| {
            let first = match at.container {
                0 => 0,
                container => self.game.equipment.layout.stretch(container).map_or(0, |stretch| stretch.from),
            };
            let site = i32::try_from(at.site).unwrap_or(i32::MAX).saturating_add(first);
            let name = render::site_name(self.game, at.t, site);
            self.list.push(Spot { name, x: at.x, y: at.y, r: at.r });
            self.list.len() - 1
        })
    }
}
