//! Positions described from outside the rules, for programs that begin where they want to: a problem to be solved, a
//! position taken from a book or from another program.
//!
//! A [`Position`] names pieces and sites as they are shown everywhere else, and says who is to move.
//! [`Trial::start_from`] carries the start rules out, takes all pieces off again, dice excepted, and puts down what the
//! position names. What it does not speak of is as at the start: scores and phases that it does not name, teams,
//! amounts, variables, where pieces stood at the start (`(sites Start ..)`). No move has been made.
//!
//! # Examples
//!
//! An endgame of chess, of which it is known how many moves it has:
//!
//! ```
//! use ludemic::{Game, KnownDefines, Position, Trial};
//!
//! # let text = include_str!("../lud/chess.lud");
//! let game = Game::load("chess.lud", text, &[], &KnownDefines::none())?;
//! let position = Position::new()
//!     .piece("King1", "A5").piece("Rook1", "B4").piece("Pawn1", "B5").piece("Pawn1", "E2").piece("Pawn1", "G2")
//!     .piece("King2", "H4").piece("Rook2", "H5").piece("Pawn2", "C7").piece("Pawn2", "D6").piece("Pawn2", "F4")
//!     .mover(1);
//! let mut trial = Trial::start_from(game.clone(), 0, &position)?;
//! assert_eq!(trial.legal()?.len(), 14);
//! assert_eq!(trial.perft(2)?, 191);
//! assert_eq!(Position::of(&game, trial.state()).placed().len(), 10);
//!
//! let wrong = Position::new().piece("Kign1", "A5");
//! let error = Trial::start_from(game, 0, &wrong).expect_err("no such piece");
//! assert_eq!(error.to_string(), "no piece is called \"Kign1\"; did you mean \"King1\"?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::SiteType;
use crate::engine::action::ActionKind;
use crate::engine::arrange::{Obstacle, Placement};
use crate::engine::context::Cx;
use crate::engine::equipment::ContainerKind;
use crate::engine::game::Game;
use crate::engine::site_store::Piece;
use crate::engine::state::State;
use crate::engine::trial::{PlayError, Trial};
use crate::notation::{site_name, site_of};
use crate::schema::nearest;
use std::sync::Arc;

/// What stands where, and who is to move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    placed: Vec<Placed>,
    mover: Option<i32>,
    scores: Vec<(i32, i32)>,
    phases: Vec<(i32, String)>,
}

/// A piece of a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its full name, with the number of its owner where it has one: `Pawn1`.
    pub piece: String,
    /// Where it stands, as [`site_name`] writes it: `E4`; `Hand1[2]` for a site of a hand; `Edge:5` for a site of
    /// another type than the board is played on; or the number of a site. Where there are stacks, pieces named later
    /// stand on top.
    pub site: String,
    /// How many of it; in a stack each has a level of its own.
    pub count: i32,
    /// Its local state.
    pub state: i32,
    /// Its rotation.
    pub rotation: i32,
    /// Its value.
    pub value: i32,
}

/// Why a [`Position`] cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum PositionError {
    /// The game has no piece of this name.
    #[error("no piece is called \"{name}\"{}", meant(.near))]
    UnknownPiece { name: String, near: Vec<String> },
    /// The game has no site of this name where pieces are put.
    #[error("there is no site \"{name}\" to put a piece on")]
    UnknownSite { name: String },
    /// Two pieces on one site of a game without stacks.
    #[error("\"{piece}\" cannot stand on {site}: something stands there already")]
    Occupied { piece: String, site: String },
    /// A large piece that does not fit on the board.
    #[error("\"{piece}\" on {site} would stand out over the edge of the board")]
    Outside { piece: String, site: String },
    /// More pieces on a site than there can be, or fewer than one.
    #[error("{count} of \"{piece}\" cannot stand on {site}")]
    Count { piece: String, site: String, count: i32 },
    /// A state, rotation or value below 0.
    #[error("the state, the rotation and the value of \"{piece}\" on {site} cannot be below 0")]
    Negative { piece: String, site: String },
    /// The game has no such player.
    #[error("there is no player {player}: the game has {players}")]
    UnknownPlayer { player: i32, players: i32 },
    /// The game has no phase of this name.
    #[error("there is no phase \"{name}\"")]
    UnknownPhase { name: String },
    /// The positions of games like this one hold more than can be described.
    #[error("a position of {what} cannot be set up")]
    Unsupported { what: &'static str },
    /// The start rules have no value.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The most pieces on one site.
const MAX_COUNT: i32 = 1_000_000;

/// The most levels of one stack, each of which is kept.
const MAX_LEVELS: i32 = 10_000;

fn meant(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean \"{}\"?", near.join("\" or \"")) }
}

impl Placed {
    /// One piece, its state, rotation and value 0.
    pub fn new(piece: impl Into<String>, site: impl Into<String>) -> Placed {
        Placed { piece: piece.into(), site: site.into(), count: 1, state: 0, rotation: 0, value: 0 }
    }
}

impl Position {
    /// Nothing on the board; the player to move is the one who begins.
    pub fn new() -> Position {
        Position::default()
    }

    /// The position of a state: every piece, bottom up in stacks, dice left out; the mover, scores and phases. Data on
    /// sites without a piece is not part of it.
    pub fn of(game: &Game, state: &State) -> Position {
        let layout = state.layout();
        let mut placed = Vec::new();
        for container in (0..layout.containers()).filter(|&container| !is_dice(game, container)) {
            let types = if container == 0 { SiteType::ALL.as_slice() } else { &[SiteType::Cell] };
            for &t in types {
                let Some(store) = state.site_store(container, t) else { continue };
                for site in 0..store.len() {
                    let (t, global) = layout.global(layout.store_number(container, t), site);
                    let levels = (0..store.height(site)).map(|level| store.piece(site, Some(level)));
                    placed.extend(levels.filter_map(|piece| {
                        let component = game.equipment.components.get(usize::from(piece.what))?;
                        let Piece { count, state, rotation, value, .. } = piece;
                        let site = site_name(game, t, global);
                        Some(Placed { piece: component.name.to_string(), site, count, state, rotation, value })
                    }));
                }
            }
        }
        let players = 1..=state.players();
        let phase = |player: i32| Some((player, game.phases.get(state.phase(player))?.name.to_string()));
        let phases = if game.phases.len() > 1 { players.clone().filter_map(phase).collect() } else { Vec::new() };
        let scores = if game.features.scores { players.map(|p| (p, state.score(p))).collect() } else { Vec::new() };
        Position { placed, mover: Some(state.mover()), scores, phases }
    }

    /// Adds one piece by its full name.
    #[must_use]
    pub fn piece(self, piece: impl Into<String>, site: impl Into<String>) -> Position {
        self.place(Placed::new(piece, site))
    }

    /// Adds a piece with all that it carries.
    #[must_use]
    pub fn place(mut self, placed: Placed) -> Position {
        self.placed.push(placed);
        self
    }

    /// Says who is to move.
    #[must_use]
    pub fn mover(mut self, player: i32) -> Position {
        self.mover = Some(player);
        self
    }

    /// Says what the score of a player is.
    #[must_use]
    pub fn score(mut self, player: i32, score: i32) -> Position {
        self.scores.push((player, score));
        self
    }

    /// Says which phase a player is in, by its name.
    #[must_use]
    pub fn phase(mut self, player: i32, phase: impl Into<String>) -> Position {
        self.phases.push((player, phase.into()));
        self
    }

    /// The pieces, in the order they are put down.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// Puts everything where it belongs in a game that has just begun.
    fn arrange(&self, cx: &mut Cx) -> Result<(), PositionError> {
        let game = Arc::clone(&cx.game);
        let players = game.equipment.players;
        let known = |player: i32| match (1..=players).contains(&player) {
            true => Ok(player),
            false => Err(PositionError::UnknownPlayer { player, players }),
        };
        let mover = self.mover.map(known).transpose()?;
        let mut phases = Vec::new();
        for (player, name) in &self.phases {
            let number = game.phases.iter().position(|phase| *phase.name == **name);
            phases.push((known(*player)?, number.ok_or_else(|| PositionError::UnknownPhase { name: name.clone() })?));
        }
        let puts: Vec<(&Placed, Placement)> = self
            .placed
            .iter()
            .map(|placed| Ok((placed, placed.resolve(&game)?)))
            .collect::<Result<_, PositionError>>()?;
        cx.clear_sites();
        for (placed, put) in puts {
            let (piece, site) = (placed.piece.clone(), placed.site.clone());
            cx.put_piece(put).map_err(|obstacle| match obstacle {
                Obstacle::Taken => PositionError::Occupied { piece, site },
                Obstacle::Outside => PositionError::Outside { piece, site },
            })?;
        }
        for &(player, score) in &self.scores {
            cx.arrange_by(ActionKind::SetScore { player: known(player)?, score, add: false });
        }
        cx.arranged(mover, &phases).map_err(PlayError::from)?;
        Ok(())
    }
}

impl Placed {
    /// The component, its data and the number of the site.
    fn resolve(&self, game: &Game) -> Result<Placement, PositionError> {
        let equipment = &game.equipment;
        let dice = |what: &usize| equipment.components.get(*what).is_some_and(|component| !component.faces.is_empty());
        let what = equipment.component(&self.piece).filter(|what| !dice(what)).ok_or_else(|| {
            let names = (1..equipment.components.len())
                .filter(|what| !dice(what))
                .map(|what| &*equipment.components[what].name);
            let near = nearest(&self.piece, names).into_iter().map(str::to_owned).collect();
            PositionError::UnknownPiece { name: self.piece.clone(), near }
        })?;
        let inside = |site: i32| equipment.layout.container_of(site).is_none_or(|container| !is_dice(game, container));
        let site = site_of(game, &self.site).filter(|&(_, site)| inside(site));
        let (t, site) = site.ok_or_else(|| PositionError::UnknownSite { name: self.site.clone() })?;
        let most = match (game.features.stacking, game.features.counts) {
            (true, _) => MAX_LEVELS,
            (false, true) => MAX_COUNT,
            (false, false) => 1,
        };
        if !(1..=most).contains(&self.count) {
            let (piece, site) = (self.piece.clone(), self.site.clone());
            return Err(PositionError::Count { piece, site, count: self.count });
        }
        if self.state < 0 || self.rotation < 0 || self.value < 0 {
            return Err(PositionError::Negative { piece: self.piece.clone(), site: self.site.clone() });
        }
        let what = u16::try_from(what).unwrap_or(0);
        let (count, state, rotation, value) = (self.count, self.state, self.rotation, self.value);
        Ok(Placement { t, site, piece: Piece { what, who: 0, count, state, rotation, value } })
    }
}

fn is_dice(game: &Game, container: usize) -> bool {
    game.equipment.containers.get(container).is_some_and(|container| container.kind == ContainerKind::Dice)
}

impl Trial {
    /// Starts a game from a described position instead of that of its start rules; `seed` as for [`Trial::start`].
    ///
    /// What stands where, hashes, lists of pieces and legal moves are as if the game had come there, undo ends there,
    /// and moves are played as ever; end rules are looked at after a move. A recording of such a game does not tell the
    /// position it began from.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] for the first thing that cannot be set up. Matches, deduction puzzles, games with dominoes
    /// and games that hide something from players hold more than a [`Position`] says.
    pub fn start_from(game: Arc<Game>, seed: u64, position: &Position) -> Result<Trial, PositionError> {
        let beyond = [
            (game.instances.is_some(), "a match"),
            (game.features.puzzle, "a deduction puzzle"),
            (game.features.dominoes, "a game with dominoes"),
            (game.features.hidden, "a game that hides something from players"),
        ];
        if let Some((_, what)) = beyond.into_iter().find(|(is, _)| *is) {
            return Err(PositionError::Unsupported { what });
        }
        let mut cx = Cx::start(game, seed, None).map_err(PlayError::from)?;
        position.arrange(&mut cx)?;
        Ok(Trial::of(cx)?)
    }
}

#[cfg(test)]
mod tests;
