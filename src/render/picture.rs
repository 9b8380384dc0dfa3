//! A board with its pieces as text.

use super::grid::{self, Line};
use super::symbols::Symbols;
use crate::board::{Relation, SiteType, Topology};
use crate::engine::equipment::ContainerKind;
use crate::engine::game::Game;
use crate::engine::room::{Piece, Room};
use crate::engine::state::State;
use std::collections::BTreeMap;
use std::fmt;

/// What is written at the sites of a [`Picture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// The piece on top; `.` where there is none.
    #[default]
    Pieces,
    /// The number of the site.
    Numbers,
    /// The label of the site, such as `B3`; its number where it has none.
    Labels,
}

/// The picture of a board, and of a position on it, for a terminal.
///
/// Sites stand where their coordinates put them, whatever the shape of the board. A piece is followed by its count or
/// the height of its stack when that is above one, by `:` and its local state and by `/` and its value when they are not
/// zero. In a deduction puzzle the values are shown, `.` where none is known. The sites of one type are shown (those of the default type unless told otherwise), hands below.
///
/// # Examples
///
/// ```
/// use ludemic::render::{Picture, Show};
/// use ludemic::{Game, KnownDefines, Trial};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut trial = Trial::start(game.clone(), 0)?;
/// trial.play(3)?;
/// assert_eq!(Picture::position(&game, trial.state()).to_string(), "2 . X\n1 . .\n  A B\n");
/// assert_eq!(Picture::board(&game).show(Show::Numbers).to_string(), "2 3\n0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    game: &'a Game,
    state: Option<&'a State>,
    t: SiteType,
    show: Show,
    color: bool,
    marks: BTreeMap<usize, String>,
}

impl<'a> Picture<'a> {
    /// The empty board of a game, with the numbers of its sites.
    pub fn board(game: &'a Game) -> Self {
        let t = game.equipment.layout.default_type();
        Picture { game, state: None, t, show: Show::Numbers, color: false, marks: BTreeMap::new() }
    }

    /// A position, with the pieces on the sites.
    pub fn position(game: &'a Game, state: &'a State) -> Self {
        Picture { state: Some(state), show: Show::Pieces, ..Picture::board(game) }
    }

    /// What to write at the sites.
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// Which type of site to show.
    #[must_use]
    pub fn site_type(mut self, t: SiteType) -> Self {
        self.t = t;
        self
    }

    /// Whether pieces are written in the colours of their owners (ANSI escapes).
    #[must_use]
    pub fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Writes a mark at a site of the type that is shown: in the place of the dot of an empty site, behind what stands
    /// on another.
    #[must_use]
    pub fn mark(mut self, site: usize, mark: &str) -> Self {
        self.marks.insert(site, mark.to_owned());
        self
    }

    fn topology(&self) -> &Topology {
        &self.game.equipment.board
    }

    fn room(&self, container: usize) -> Option<&Room> {
        self.state?.room(container, if container == 0 { self.t } else { SiteType::Cell })
    }

    fn is_zero(&self, site: usize) -> bool {
        self.state.is_some_and(|state| self.game.equipment.is_known_zero(state, self.t, site))
    }

    fn token(&self, symbols: &Symbols, site: usize) -> Token {
        match self.show {
            Show::Numbers => Token::plain(site.to_string()),
            Show::Labels => {
                Token::plain(self.topology().label(self.t, site).map_or_else(|| site.to_string(), str::to_owned))
            }
            Show::Pieces if self.is_zero(site) => self.marked(Token::plain("0".to_owned()), site),
            Show::Pieces => match self.room(0) {
                Some(room) => self.marked(token(symbols, room, site), site),
                None => self.marked(Token::plain(".".to_owned()), site),
            },
        }
    }
}

impl Picture<'_> {
    fn marked(&self, mut token: Token, site: usize) -> Token {
        match self.marks.get(&site) {
            Some(mark) if token.text == "." => token.text.clone_from(mark),
            Some(mark) => token.text.push_str(mark),
            None => {}
        }
        token
    }
}

/// The text at a site and the player in whose colour it is written, 0 for none.
struct Token {
    text: String,
    owner: u8,
}

impl Token {
    fn plain(text: String) -> Self {
        Token { text, owner: 0 }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, color: bool) -> fmt::Result {
        match self.owner {
            owner @ 1.. if color => write!(f, "\x1b[1;3{}m{}\x1b[0m", (owner - 1) % 6 + 1, self.text),
            _ => f.write_str(&self.text),
        }
    }
}

fn token(symbols: &Symbols, room: &Room, site: usize) -> Token {
    let piece: Piece = room.piece(site, None);
    let many = if room.stacking() { room.height(site) as i32 } else { piece.count };
    Token { text: symbols.token(&piece, many), owner: piece.who }
}

/// The distance of neighbouring sites, the middle one of all.
fn unit(topology: &Topology, t: SiteType, points: &[(f64, f64)]) -> f64 {
    let distance = |a: usize, b: usize| (points[a].0 - points[b].0).hypot(points[a].1 - points[b].1);
    let mut nearest: Vec<f64> = (0..points.len())
        .filter_map(|site| {
            let near = topology.neighbours(t, site, Relation::Adjacent).iter();
            near.map(|&other| distance(site, other as usize)).min_by(f64::total_cmp)
        })
        .collect();
    nearest.sort_by(f64::total_cmp);
    nearest.get(nearest.len() / 2).copied().unwrap_or(1.0)
}

/// The letters and the number of a label such as `B3`.
fn split(label: &str) -> Option<(&str, &str)> {
    let at = label.find(|c: char| c.is_ascii_digit())?;
    Some(label.split_at(at))
}

impl Picture<'_> {
    /// The number of the row that all sites of a line lie in.
    fn row_name(&self, line: &Line) -> Option<&str> {
        let mut names = line.sites.iter().map(|&(_, site)| {
            let label = self.topology().label(self.t, site)?;
            split(label).map(|(_, row)| row)
        });
        let first = names.next()??;
        names.all(|name| name == Some(first)).then_some(first)
    }

    /// The letters of the columns, by where they begin, if each column of the board is one of the picture.
    fn column_names(&self, lines: &[Line]) -> Option<BTreeMap<usize, &str>> {
        let mut names: BTreeMap<usize, &str> = BTreeMap::new();
        for &(column, site) in lines.iter().flat_map(|line| &line.sites) {
            let (name, _) = split(self.topology().label(self.t, site)?)?;
            if *names.entry(column).or_insert(name) != name {
                return None;
            }
        }
        let mut distinct: Vec<&str> = names.values().copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let apart = names.iter().zip(names.keys().skip(1)).all(|((column, name), next)| column + name.len() < *next);
        (distinct.len() == names.len() && apart).then_some(names)
    }

    fn sites(&self, f: &mut fmt::Formatter<'_>, symbols: &Symbols) -> fmt::Result {
        let topology = self.topology();
        let points: Vec<(f64, f64)> = (0..topology.len(self.t))
            .filter_map(|site| topology.position(self.t, site).map(|(x, y, _)| (x, y)))
            .collect();
        let tokens: Vec<Token> = (0..points.len()).map(|site| self.token(symbols, site)).collect();
        let width = tokens.iter().map(|token| token.text.chars().count()).max().unwrap_or(1);
        let lines = grid::place(&points, unit(topology, self.t, &points), width);
        let margin: Vec<Option<&str>> = match self.show {
            Show::Pieces => lines.iter().map(|line| self.row_name(line)).collect(),
            _ => vec![None; lines.len()],
        };
        let indent = margin.iter().flatten().map(|name| name.len() + 1).max().unwrap_or(0);
        for (line, name) in lines.iter().zip(&margin) {
            for _ in 0..line.gap {
                writeln!(f)?;
            }
            let name = name.unwrap_or("");
            if indent > 0 {
                write!(f, "{name:>at$}", at = indent - 1)?;
            }
            let mut at = indent.saturating_sub(1);
            for &(column, site) in &line.sites {
                let token = &tokens[site];
                write!(f, "{:gap$}", "", gap = (indent + column).saturating_sub(at))?;
                token.write(f, self.color)?;
                at = indent + column + token.text.chars().count();
            }
            writeln!(f)?;
        }
        if self.show == Show::Pieces
            && indent > 0
            && let Some(names) = self.column_names(&lines)
        {
            let mut at = 0;
            for (column, name) in names {
                write!(f, "{:gap$}{name}", "", gap = (indent + column).saturating_sub(at))?;
                at = indent + column + name.len();
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// The containers other than the board, one a line.
    fn containers(&self, f: &mut fmt::Formatter<'_>, symbols: &Symbols) -> fmt::Result {
        let equipment = &self.game.equipment;
        for (index, container) in equipment.containers.iter().enumerate() {
            if container.kind == ContainerKind::Board {
                continue;
            }
            let Some(stretch) = equipment.layout.stretch(index) else { continue };
            write!(f, "{}:", container.name)?;
            for site in 0..usize::try_from(stretch.len).unwrap_or(0) {
                f.write_str(" ")?;
                match (self.show, self.room(index)) {
                    (Show::Pieces, Some(room)) => token(symbols, room, site).write(f, self.color)?,
                    _ => write!(f, "{}", stretch.from as usize + site)?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::of(&self.game.equipment);
        self.sites(f, &symbols)?;
        self.containers(f, &symbols)
    }
}
