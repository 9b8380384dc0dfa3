//! A board with its pieces as text.

use super::coordinates::split;
use super::grid::{self, Line};
use super::sight::{Covered, Viewer, covered, is_used};
use super::symbols::Symbols;
use crate::board::{SiteType, Topology};
use crate::engine::equipment::{ContainerKind, Hint};
use crate::engine::game::Game;
use crate::engine::site_store::{Piece, SiteStore};
use crate::engine::state::State;
use crate::notation::site_name;
use std::collections::BTreeMap;
use std::fmt;

/// How much of a board without an end is shown around what is in play, in the distance of neighbours.
const MARGIN: f64 = 2.5;

/// Neighbours count for the distance of sites however near they are.
const ALL: f64 = f64::NEG_INFINITY;

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
/// the height of its stack when that is above one, by `:` and its local state and by `/` and its value when they are
/// not zero. In a deduction puzzle the values are shown, `.` where none is known, and hints for single sites of other
/// types in brackets. The sites of the default type are shown, those of other types as well where anything stands on
/// them, unless one type is asked for; hands below. The cells that a large piece lies over show its sign, those of a
/// domino the pips of their half. What is hidden from who looks is `?`, with the number of the owner where that is
/// known.
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
    /// Whether no other type is shown.
    only: bool,
    viewer: Viewer,
    show: Show,
    color: bool,
    marks: BTreeMap<usize, String>,
}

impl<'a> Picture<'a> {
    /// The empty board of a game, with the numbers of its sites.
    pub fn board(game: &'a Game) -> Self {
        let t = game.equipment.layout.default_type();
        let (only, viewer, show) = (false, Viewer::All, Show::Numbers);
        Picture { game, state: None, t, only, viewer, show, color: false, marks: BTreeMap::new() }
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

    /// Which type of site to show, and no other.
    #[must_use]
    pub fn site_type(mut self, t: SiteType) -> Self {
        (self.t, self.only) = (t, true);
        self
    }

    /// Who looks: what is hidden from him is not shown. Everything is shown unless told otherwise.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        self.viewer = viewer;
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

    /// The types of site that are shown, that of the picture first.
    fn types(&self) -> Vec<SiteType> {
        let mut types = vec![self.t];
        if let Some(state) = self.state
            && self.show == Show::Pieces
            && !self.only
        {
            let stands = |t: SiteType| {
                let store = state.site_store(0, t);
                store.is_some_and(|store| (0..store.len()).any(|site| store.height(site) > 0))
            };
            let hints = &self.game.equipment.puzzle.hints;
            let told = |t: SiteType| hints[t as usize].iter().any(|hint| hint.sites.len() == 1);
            types.extend(SiteType::ALL.into_iter().filter(|&t| t != self.t && (stands(t) || told(t))));
        }
        types
    }

    /// What stands on a site of a container, numbered within it.
    fn standing(&self, symbols: &Symbols, (container, t): (usize, SiteType), site: usize) -> Option<Token> {
        let state = self.state?;
        let store: &SiteStore = state.site_store(container, t)?;
        let layout = &self.game.equipment.layout;
        let (_, number) = layout.global(layout.store_number(container, t), site);
        let height = store.height(site);
        let top = store.piece(site, None);
        let piece = self.viewer.sees(state, (t, number), height.saturating_sub(1), top);
        let many = if store.stacking() { height as i32 } else { piece.count };
        let text = symbols.token(&piece, many);
        let text = if container > 0 && is_used(self.game, state, number) { format!("({text})") } else { text };
        Some(Token { text, owner: piece.who })
    }

    fn token(&self, symbols: &Symbols, covered: &BTreeMap<usize, Covered>, (t, site): (SiteType, usize)) -> Token {
        match self.show {
            Show::Numbers => Token::plain(site.to_string()),
            Show::Labels => {
                Token::plain(self.topology().label(t, site).map_or_else(|| site.to_string(), str::to_owned))
            }
            Show::Pieces => {
                let zero = self.state.is_some_and(|state| self.game.equipment.is_known_zero(state, t, site));
                let token = match covered.get(&site).filter(|_| t == SiteType::Cell) {
                    _ if zero => Token::plain("0".to_owned()),
                    Some(over) => self.over(symbols, over),
                    None => self.standing(symbols, (0, t), site).unwrap_or_else(|| Token::plain(".".to_owned())),
                };
                match t == self.t {
                    true => self.marked(token, site),
                    false if token.text == "." => Token::plain(self.hint(t, site).unwrap_or_default()),
                    false => token,
                }
            }
        }
    }

    /// The hint of a puzzle for this site alone, in brackets.
    fn hint(&self, t: SiteType, site: usize) -> Option<String> {
        let site = i32::try_from(site).ok()?;
        let mut hints = self.game.equipment.puzzle.hints[t as usize].iter().filter(|hint| hint.sites == [site]);
        hints.find_map(|hint| hint.value).map(|value| format!("({value})"))
    }

    /// A cell that a large piece lies over.
    fn over(&self, symbols: &Symbols, over: &Covered) -> Token {
        let Some(state) = self.state else { return Token::plain(".".to_owned()) };
        let root = i32::try_from(over.root).unwrap_or(-1);
        let piece = self.viewer.sees(state, (SiteType::Cell, root), 0, over.piece);
        let text = match over.pips {
            Some(pips) if piece.what == over.piece.what => pips.to_string(),
            None if over.cell == over.root => symbols.token(&piece, 1),
            _ => symbols.token(&Piece { state: 0, value: 0, ..piece }, 1),
        };
        Token { text, owner: piece.who }
    }

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

impl Picture<'_> {
    /// The number of the row that all sites of a line lie in.
    fn row_name(&self, line: &Line, dots: &[(SiteType, usize)]) -> Option<&str> {
        let own = line.sites.iter().filter_map(|&(_, dot)| dots.get(dot)).filter(|dot| dot.0 == self.t);
        let mut names = own.map(|&(_, site)| {
            let label = self.topology().label(self.t, site)?;
            split(label).map(|(_, row)| row)
        });
        let first = names.next()??;
        names.all(|name| name == Some(first)).then_some(first)
    }

    /// The letters of the columns, by where they begin, if each column of the board is one of the picture.
    fn column_names(&self, lines: &[Line], dots: &[(SiteType, usize)]) -> Option<BTreeMap<usize, &str>> {
        let mut names: BTreeMap<usize, &str> = BTreeMap::new();
        for &(column, dot) in lines.iter().flat_map(|line| &line.sites) {
            let Some(&(_, site)) = dots.get(dot).filter(|dot| dot.0 == self.t) else { continue };
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

    /// The sites that are worth showing: all of a board, and of one without an end what is in play and what is near.
    fn near(&self, points: &[(f64, f64)], tokens: &[Token]) -> Vec<usize> {
        let used: Vec<(f64, f64)> =
            points.iter().zip(tokens).filter(|(_, token)| token.text != ".").map(|(point, _)| *point).collect();
        let all = 0..points.len();
        if !self.game.features.boardless || self.show != Show::Pieces || used.is_empty() {
            return all.collect();
        }
        let fold = |f: fn(f64, f64) -> f64, by: fn(&(f64, f64)) -> f64| used.iter().map(by).reduce(f).unwrap_or(0.0);
        let (left, right) = (fold(f64::min, |p| p.0), fold(f64::max, |p| p.0));
        let (low, high) = (fold(f64::min, |p| p.1), fold(f64::max, |p| p.1));
        let margin = MARGIN * self.topology().spacing(self.t, ALL);
        let near =
            |&(x, y): &(f64, f64)| x > left - margin && x < right + margin && y > low - margin && y < high + margin;
        all.filter(|&dot| points.get(dot).is_some_and(near)).collect()
    }

    fn sites(&self, f: &mut fmt::Formatter<'_>, symbols: &Symbols) -> fmt::Result {
        let topology = self.topology();
        let types = self.types();
        let covered = self.state.map(|state| covered(self.game, state)).unwrap_or_default();
        let covered: BTreeMap<usize, Covered> = covered.into_iter().map(|over| (over.cell, over)).collect();
        let dots: Vec<(SiteType, usize)> =
            types.iter().flat_map(|&t| (0..topology.len(t)).map(move |site| (t, site))).collect();
        let position = |&(t, site): &(SiteType, usize)| topology.position(t, site).map(|(x, y, _)| (x, y));
        let points: Vec<(f64, f64)> = dots.iter().map(|dot| position(dot).unwrap_or_default()).collect();
        let tokens: Vec<Token> = dots.iter().map(|&dot| self.token(symbols, &covered, dot)).collect();
        let shown = self.near(&points, &tokens);
        let dots: Vec<(SiteType, usize)> = shown.iter().map(|&dot| dots[dot]).collect();
        let width = shown.iter().map(|&dot| tokens[dot].text.chars().count()).max().unwrap_or(1);
        // Sites of other types lie half way between those of one.
        let unit = topology.spacing(self.t, ALL) / if types.len() > 1 { 2.0 } else { 1.0 };
        let points: Vec<(f64, f64)> = shown.iter().map(|&dot| points[dot]).collect();
        let tokens: Vec<&Token> = shown.iter().map(|&dot| &tokens[dot]).collect();
        let lines = grid::place(&points, unit, width);
        let margin: Vec<Option<&str>> = match self.show {
            Show::Pieces => lines.iter().map(|line| self.row_name(line, &dots)).collect(),
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
                let token = tokens[site];
                if token.text.is_empty() {
                    continue;
                }
                write!(f, "{:gap$}", "", gap = (indent + column).saturating_sub(at))?;
                token.write(f, self.color)?;
                at = indent + column + token.text.chars().count();
            }
            writeln!(f)?;
        }
        if self.show == Show::Pieces
            && indent > 0
            && let Some(names) = self.column_names(&lines, &dots)
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

    /// The hints of a puzzle that are about several sites, or about sites whose values are shown.
    fn hints(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.show != Show::Pieces {
            return Ok(());
        }
        for t in SiteType::ALL {
            let told = |hint: &&Hint| hint.sites.len() > 1 || t == self.t;
            for hint in self.game.equipment.puzzle.hints[t as usize].iter().filter(told) {
                let sites: Vec<String> = hint.sites.iter().map(|&site| site_name(self.game, t, site)).collect();
                let number = hint.value.map_or(String::new(), |value| format!(" {value}"));
                writeln!(f, "hint{number}: {}", sites.join(" "))?;
            }
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
                let token = self.standing(symbols, (index, SiteType::Cell), site);
                match token.filter(|_| self.show == Show::Pieces) {
                    Some(token) => token.write(f, self.color)?,
                    None => write!(f, "{}", stretch.from as usize + site)?,
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
        self.containers(f, &symbols)?;
        self.hints(f)
    }
}
