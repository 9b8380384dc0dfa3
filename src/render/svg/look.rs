//! How a game wants to be drawn: the graphics of its metadata, as far as they are followed.

use super::colour::Colour;
use super::glyphs::is_wedge;
use super::reading;
use super::shapes::Shape;
use crate::board::{Direction, SiteType};
use crate::check::typed::Arg;
use crate::engine::equipment::{Component, Equipment};
use crate::engine::game::Game;
use crate::engine::site_store::Piece;
use crate::ludemes::ask::fixed_region;
use crate::pipeline::Compiled;
use std::sync::Arc;

/// How a game is drawn: what the `(graphics …)` of its metadata say, and choices of our own for the rest.
///
/// Followed are the colours and names of players; colours, sizes, other names, further shapes, angles and hiding of
/// pieces, by owner, name, state and value; colours, lines and backgrounds of the board; coloured regions, symbols and
/// lines on it. Pictures are not drawn, but simple shapes are by their names (`square`, `disc`, …). What is not
/// understood is left out: the rules can be right where the graphics are not.
#[derive(Debug, Clone, Default)]
pub struct Look {
    /// Index 0 is nobody, players + 1 everybody.
    pub(super) players: Vec<Colour>,
    /// Names of the players by number; index 0 unused.
    pub(super) names: Vec<Option<String>>,
    pub(super) pieces: Vec<PieceRule>,
    /// Whether the description says anything of how it is drawn.
    pub(super) said: bool,
    pub(super) board: BoardLook,
    pub(super) regions: Vec<RegionRule>,
    pub(super) symbols: Vec<SymbolRule>,
    pub(super) lines: Vec<LineRule>,
    /// Who is to join which parts of the board, as in Hex; players + 1 for everybody, as in Havannah.
    pub(super) goals: Vec<(i32, Where)>,
    /// The corners of the board, where whoever joins some of them wins.
    pub(super) corners: Vec<i32>,
}

/// How a board lies on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// As its graph says.
    Graph,
    /// With two rows of points so far apart that pieces lie beside each other, as in backgammon.
    Points,
    /// With holes that do not touch, as in mancala.
    Holes,
    /// With ways round its corners, as in Surakarta.
    Loops,
}

/// The board, as far as the description says.
#[derive(Debug, Clone, Default)]
pub(super) struct BoardLook {
    /// Colours of the phases of the sites.
    pub phases: [Option<Colour>; 6],
    /// Whether sites have the colours of their phases.
    pub checkered: bool,
    pub inner_edges: Line,
    pub outer_edges: Line,
    pub inner_vertices: Line,
    pub outer_vertices: Line,
    pub symbols: Option<Colour>,
    /// The style, such as `Graph`.
    pub style: Option<&'static str>,
    pub backgrounds: Vec<Ground>,
    /// How lines across cells are drawn; `None` for not at all.
    pub diagonals: Option<(Stroke, Option<Colour>)>,
    /// Whether edges are not drawn.
    pub no_edges: bool,
    /// Whether nothing of the board is drawn.
    pub hidden: bool,
    /// Whether it stands for an endless plane, of which only what is near pieces is drawn.
    pub endless: bool,
}

/// A kind of line or point of the board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    pub colour: Option<Colour>,
    /// A factor.
    pub thickness: Option<f64>,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stroke {
    pub thick: bool,
    pub pattern: Pattern,
}

/// The pattern of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Whole,
    Dashed,
    Dotted,
}

/// A shape or a text on something or under it. Lengths are parts of what it is drawn on.
#[derive(Debug, Clone, Default)]
pub(super) struct Ground {
    /// Whether it is drawn over the thing.
    pub front: bool,
    pub image: Option<String>,
    pub text: Option<String>,
    pub fill: Option<Colour>,
    pub edge: Option<Colour>,
    pub scale: (f64, f64),
    pub offset: (f64, f64),
    /// Degrees, clockwise.
    pub rotation: f64,
}

/// Something said of some pieces.
#[derive(Debug, Clone)]
pub(super) struct PieceRule {
    /// Which owners; `None` for all.
    pub owner: Option<i32>,
    pub name: Option<String>,
    pub container: Option<i32>,
    pub state: Option<i32>,
    pub value: Option<i32>,
    pub what: PieceLook,
}

/// What is said of pieces.
#[derive(Debug, Clone)]
pub(super) enum PieceLook {
    Colour { fill: Option<Colour>, stroke: Option<Colour> },
    Scale(f64),
    Ground(Ground),
    Rename(String),
    Hidden,
    Rotate(f64),
    ShowState,
    ShowValue,
}

/// The places that something is said of.
#[derive(Debug, Clone)]
pub(super) enum Where {
    Sites(Vec<i32>),
    /// A region of the language, asked for in each position.
    Region(Arg),
}

impl Where {
    /// Finds the sites once and for all, if no position changes them: asking takes a copy of all that a trial knows.
    fn fix(&mut self, game: &Arc<Game>) {
        let fixed = match self {
            Where::Sites(_) => None,
            Where::Region(arg) => fixed_region(game, arg),
        };
        if let Some(sites) = fixed {
            *self = Where::Sites(sites);
        }
    }
}

/// A region in a colour.
#[derive(Debug, Clone)]
pub(super) struct RegionRule {
    pub sites: Where,
    /// The type of the sites; the default one for `None`.
    pub t: Option<SiteType>,
    pub colour: Colour,
    pub scale: f64,
}

/// A shape on sites of the board.
#[derive(Debug, Clone)]
pub(super) struct SymbolRule {
    pub sites: Where,
    pub t: Option<SiteType>,
    pub ground: Ground,
}

/// Lines between places.
#[derive(Debug, Clone)]
pub(super) struct LineRule {
    pub paths: Vec<Vec<i32>>,
    /// The type of the places; vertices for `None`.
    pub t: Option<SiteType>,
    pub stroke: Stroke,
    pub colour: Option<Colour>,
}

/// All that is said of one piece in one state.
pub(super) struct Shown<'a> {
    pub fill: Colour,
    pub stroke: Colour,
    pub scale: f64,
    pub name: &'a str,
    pub hidden: bool,
    pub rotation: f64,
    /// The colour of a ring around the piece, where its own colour does not tell whose it is.
    pub ring: Option<Colour>,
    pub grounds: Vec<&'a Ground>,
    pub state: bool,
    pub value: bool,
    /// Whether it is a wedge with a sign on it, as in shogi.
    pub wedge: bool,
}

impl Shown<'_> {
    /// The colour of what is drawn under a piece in a simple shape.
    pub fn plate(&self) -> Option<Colour> {
        let under = self.grounds.iter().filter(|one| !one.front);
        under.filter(|one| one.image.as_deref().and_then(Shape::of).is_some()).filter_map(|one| one.fill).next_back()
    }
}

/// The part of its place that a piece takes unless the description says otherwise.
const PIECE_SCALE: f64 = 0.85;

/// Colours that are no further apart than this are hard to tell apart.
const ALIKE: f64 = 0.08;

impl Look {
    /// Reads what a description says of how it is to be drawn.
    pub fn of(compiled: &Compiled) -> Look {
        let game = compiled.game();
        let mut look = Look::plain(game.equipment.players);
        reading::game(compiled.typed(), &game.equipment, &mut look);
        if let Some(metadata) = &compiled.expanded().metadata {
            reading::graphics(metadata, &game.equipment, &mut look);
        }
        let regions = look.regions.iter_mut().map(|rule| &mut rule.sites);
        for places in regions.chain(look.symbols.iter_mut().map(|rule| &mut rule.sites)) {
            places.fix(game);
        }
        look.tell_players_apart();
        look
    }

    /// Gives players of (nearly) the same colour shades of it: in some games only the way that a piece points tells
    /// whose it is, which is hard to see.
    fn tell_players_apart(&mut self) {
        for player in 2..self.players.len().saturating_sub(1) {
            let alike = |shade: Colour, before: &[Colour]| before.iter().any(|other| other.distance(shade) < ALIKE);
            let mut shade = self.players[player];
            for _ in 0..4 {
                if !alike(shade, &self.players[1..player]) {
                    break;
                }
                shade = shade.towards(shade.outline(), 0.45);
            }
            self.players[player] = shade;
        }
    }

    /// What is drawn where a description says nothing.
    pub(super) fn plain(players: i32) -> Look {
        let players = usize::try_from(players).unwrap_or(0);
        let mut colours = vec![Colour::rgb(150, 150, 150)];
        colours.extend((1..=players).map(Colour::of_player));
        colours.push(Colour::rgb(200, 165, 110));
        Look { players: colours, names: vec![None; players + 1], ..Look::default() }
    }

    /// The colour of an owner: 0 nobody, players + 1 everybody.
    pub fn colour(&self, owner: i32) -> Colour {
        let index = usize::try_from(owner).unwrap_or(0);
        self.players.get(index).or(self.players.first()).copied().unwrap_or(Colour::rgb(150, 150, 150))
    }

    /// The name of a player: what the description calls it, otherwise `P1`.
    pub fn name(&self, player: i32) -> String {
        let named = usize::try_from(player).ok().and_then(|player| self.names.get(player)).cloned().flatten();
        named.unwrap_or_else(|| format!("P{player}"))
    }

    /// Whether the local state of a component tells a player something: the description draws its states differently,
    /// or has them shown, or the piece is turned over. Where a description does not say how it is drawn, any may.
    pub fn tells_state(&self, component: &Component) -> bool {
        let rule = |rule: &PieceRule| {
            let piece = Piece { state: rule.state.unwrap_or(0), value: rule.value.unwrap_or(0), ..Piece::default() };
            let container = rule.container.and_then(|container| usize::try_from(container).ok()).unwrap_or(0);
            let tells = rule.state.is_some() || matches!(rule.what, PieceLook::ShowState);
            tells && rule.concerns(component, &piece, container)
        };
        !self.said || component.flips.is_some() || self.pieces.iter().any(rule)
    }

    /// How the board lies on a table.
    pub fn table(&self) -> Table {
        match () {
            () if self.has_board_style("Backgammon") => Table::Points,
            () if self.has_board_style("Mancala") => Table::Holes,
            () if self.has_board_style("Surakarta") => Table::Loops,
            () => Table::Graph,
        }
    }

    /// Whether the metadata give the board this style, as `(board Style Graph)`.
    pub(super) fn has_board_style(&self, style: &str) -> bool {
        self.board.style.is_some_and(|known| known.eq_ignore_ascii_case(style))
    }

    /// The colour of a piece in a container, 0 for the board: what the metadata say of it, or else its owner's.
    pub fn piece_colour(&self, game: &Game, piece: &Piece, container: usize) -> Colour {
        let owners = self.colour(i32::from(piece.who));
        let component = game.equipment.components.get(usize::from(piece.what));
        component.map_or(owners, |component| self.piece(component, piece, container).fill)
    }

    /// All that is said of a piece in a container. What is said later holds.
    pub(super) fn piece<'a>(&'a self, component: &'a Component, piece: &Piece, container: usize) -> Shown<'a> {
        let fill = self.colour(component.owner);
        let mut shown = Shown {
            fill,
            stroke: fill.outline(),
            scale: PIECE_SCALE,
            name: &component.base,
            hidden: false,
            rotation: 0.0,
            ring: None,
            grounds: Vec::new(),
            state: false,
            value: false,
            wedge: false,
        };
        let owned = (1..self.players.len().saturating_sub(1)).contains(&usize::try_from(component.owner).unwrap_or(0));
        let mut stroke_said = None;
        for rule in self.pieces.iter().filter(|rule| rule.concerns(component, piece, container)) {
            match &rule.what {
                PieceLook::Colour { fill, stroke } => {
                    if let Some(fill) = *fill {
                        // Said of the pieces of all players alike.
                        let shared = owned && rule.owner.is_none() && !rule.names_one(component);
                        shown.ring = shared.then(|| self.colour(component.owner));
                        shown.fill = fill;
                    }
                    stroke_said = stroke.or(stroke_said);
                }
                PieceLook::Scale(scale) => shown.scale = *scale,
                PieceLook::Ground(ground) => shown.grounds.push(ground),
                PieceLook::Rename(name) => shown.name = name,
                PieceLook::Hidden => shown.hidden = true,
                PieceLook::Rotate(degrees) => shown.rotation = *degrees,
                PieceLook::ShowState => shown.state = true,
                PieceLook::ShowValue => shown.value = true,
            }
        }
        shown.stroke = stroke_said.unwrap_or_else(|| shown.fill.outline());
        let wedge = self.has_board_style("Shogi") || Shape::of(shown.name).is_none() && is_wedge(shown.name);
        if wedge && shown.rotation == 0.0 && component.facing == Some(Direction::S) {
            shown.rotation = 180.0;
        }
        shown.wedge = wedge;
        shown
    }
}

impl PieceRule {
    /// Whether it is about a component with the number of its owner in the name.
    fn names_one(&self, component: &Component) -> bool {
        let full = component.name != component.base;
        full && self.name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(&component.name))
    }

    fn concerns(&self, component: &Component, piece: &Piece, container: usize) -> bool {
        self.owner.is_none_or(|owner| owner == component.owner)
            && self.name.as_ref().is_none_or(|name| {
                name.eq_ignore_ascii_case(&component.base) || name.eq_ignore_ascii_case(&component.name)
            })
            && self.state.is_none_or(|state| state == piece.state)
            && self.value.is_none_or(|value| value == piece.value)
            && self.container.is_none_or(|wanted| usize::try_from(wanted) == Ok(container))
    }
}

/// The style of a line by its word; `None` for lines that are not drawn.
pub(super) fn stroke(word: &str) -> Option<Stroke> {
    let pattern = match word {
        "Hidden" => return None,
        _ if word.ends_with("Dashed") => Pattern::Dashed,
        _ if word.ends_with("Dotted") => Pattern::Dotted,
        _ => Pattern::Whole,
    };
    Some(Stroke { thick: word.starts_with("Thick"), pattern })
}

/// The owner that a role names: players + 1 for all; `None` where it names everybody one by one or nobody known.
pub(super) fn owner(word: &str, equipment: &Equipment) -> Option<i32> {
    use crate::engine::role::Role;
    match Role::parse(word)? {
        Role::Player(n) => Some(i32::from(n)),
        Role::Neutral => Some(0),
        Role::Shared => Some(equipment.players + 1),
        _ => None,
    }
}
