//! Boards and positions as SVG, and games as strips of small boards or pages with a slider.
//!
//! A [`Look`] says how a game is drawn, a [`Frame`] is a position, and a [`Drawing`] makes a text of them. Everything
//! is written from the geometry of the board; the y axis of a board goes up. The same position gives the same text on
//! every machine.

mod board;
mod colour;
mod coordinates;
mod frame;
mod geometry;
mod glyphs;
mod goals;
mod look;
mod loops;
mod page;
mod pips;
mod reading;
mod scene;
mod shapes;
mod strip;
mod table;
#[cfg(test)]
mod tests;
mod token;
mod ways;
mod xml;

pub use colour::Colour;
pub use frame::Frame;
pub use look::{Look, Table};
pub use ways::{Target, Way};

use crate::engine::game::Game;
use crate::render::Show;
use crate::render::sight::UNKNOWN;
use scene::{Scene, caption};
use token::Tokens;
use xml::{Num, Xml};

/// The drawing of positions of one game.
///
/// # Examples
///
/// ```
/// use ludemic::render::svg::{Drawing, Frame, Look};
/// use ludemic::{KnownDefines, Parsed, Trial};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let compiled = Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()?;
/// let look = Look::of(&compiled);
/// let mut trial = Trial::start(compiled.game().clone(), 0)?;
/// trial.play(3)?;
/// let text = Drawing::new(compiled.game(), &look).position(&Frame::of(&trial, &look));
/// assert!(text.contains("<title id=\"title\">Fill, after move 1</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Drawing<'a> {
    game: &'a Game,
    look: &'a Look,
    names: Show,
    coordinates: bool,
    about: Vec<String>,
}

impl<'a> Drawing<'a> {
    /// A drawing without names of sites.
    pub fn new(game: &'a Game, look: &'a Look) -> Self {
        Drawing { game, look, names: Show::Pieces, coordinates: false, about: Vec::new() }
    }

    /// What is written at the sites, beside the pieces.
    #[must_use]
    pub fn names(mut self, names: Show) -> Self {
        self.names = names;
        self
    }

    /// Whether the names of columns and rows stand outside the board; on a board that has none, as one of rings, the
    /// names of the sites stand at the sites.
    #[must_use]
    pub fn coordinates(mut self, coordinates: bool) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Paragraphs about the game, such as its rules in prose, for [`Drawing::page`].
    #[must_use]
    pub fn about(mut self, paragraphs: &[String]) -> Self {
        self.about = paragraphs.to_vec();
        self
    }

    fn scene(&self, frames: &[Frame]) -> Scene<'a> {
        Scene::new(self.game, self.look, (self.names, self.coordinates), frames)
    }

    /// A position with all that belongs to it, as an SVG document.
    pub fn position(&self, frame: &Frame) -> String {
        let scene = self.scene(std::slice::from_ref(frame));
        let mut tokens = Tokens::new(&self.game.equipment, self.look, std::slice::from_ref(frame));
        let mut body = Xml::new();
        body.open("g", &[("class", &"board")]);
        scene.ground(&mut body);
        scene.regions(&mut body, frame);
        scene.lines(&mut body, Some(frame));
        body.close();
        scene.pieces(&mut body, frame, &mut tokens);
        scene.names(&mut body, Some(frame));
        body.group(&[("class", &"panel")], |xml| scene.panel(xml, frame));
        scene.foot(&mut body, frame);
        let mut xml = Xml::new();
        begin(&mut xml, (scene.width, scene.height), &self.title(frame), &self.description(frame));
        define(&mut xml, &tokens);
        scene.paper(&mut xml);
        xml.raw(&body.finish());
        xml.finish()
    }

    /// Positions as small boards in one SVG document, in rows, each with the move that led to it.
    pub fn strip(&self, frames: &[Frame]) -> String {
        strip::strip(self, frames)
    }

    /// Positions as a page of HTML that needs nothing else: one board, a slider, keys, and the list of moves.
    pub fn page(&self, frames: &[Frame]) -> String {
        page::page(self, frames)
    }

    fn title(&self, frame: &Frame) -> String {
        match frame.ply {
            0 => format!("{}, start", self.game.name),
            ply => format!("{}, after move {ply}", self.game.name),
        }
    }

    /// A position in words, for those who cannot see it.
    fn description(&self, frame: &Frame) -> String {
        let equipment = &self.game.equipment;
        let mut parts = vec![caption(frame)];
        if frame.mover > 0 {
            parts.push(format!("{} to move", self.look.name(frame.mover)));
        }
        let names = equipment.components.iter().map(|component| &*component.name).enumerate().skip(1);
        for (what, name) in names.chain([(usize::from(UNKNOWN), "something hidden")]) {
            let here = frame
                .pieces
                .iter()
                .filter(|(_, stack)| stack.pieces.last().is_some_and(|piece| usize::from(piece.what) == what));
            let sites: Vec<String> = here
                .map(|(place, _)| match place.container {
                    0 => match equipment.board.label(place.t, place.site) {
                        Some(label) => label.to_owned(),
                        None => place.site.to_string(),
                    },
                    container => {
                        let name = equipment.containers.get(container).map_or("", |container| &container.name);
                        format!("{name}[{}]", place.site)
                    }
                })
                .collect();
            if !sites.is_empty() {
                parts.push(format!("{name} on {}", sites.join(" ")));
            }
        }
        parts.join(". ") + "."
    }
}

/// Begins a document of this size.
fn begin(xml: &mut Xml, (width, height): (f64, f64), title: &str, description: &str) {
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("width", &Num(width)),
            ("height", &Num(height)),
            ("viewBox", &format_args!("0 0 {} {}", Num(width), Num(height))),
            ("font-family", &"ui-sans-serif, system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"),
            ("role", &"img"),
            ("aria-labelledby", &"title desc"),
        ],
    );
    xml.text("title", &[("id", &"title")], title);
    xml.text("desc", &[("id", &"desc")], description);
}

fn define(xml: &mut Xml, tokens: &Tokens) {
    xml.open("defs", &[]);
    tokens.define(xml);
    xml.close();
}
