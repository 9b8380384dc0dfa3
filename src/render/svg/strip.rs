//! A game as small boards in rows.

use super::scene::{caption, tile_text};
use super::token::Tokens;
use super::xml::{Num, Xml};
use super::{Drawing, Frame, begin, define};

/// The width of a small board.
const TILE: f64 = 190.0;

/// The space between small boards.
const GAP: f64 = 14.0;

/// The height of the text below each.
const TEXT: f64 = 24.0;

/// The most small boards in a row.
const COLUMNS: usize = 8;

pub(super) fn strip(drawing: &Drawing, frames: &[Frame]) -> String {
    let scene = drawing.scene(frames);
    let mut tokens = Tokens::new(&drawing.game.equipment, drawing.look, frames);
    let [left, top, right, bottom] = scene.geometry.board;
    let (right, bottom) = if scene.has_hands() { (scene.width, bottom.max(scene.height)) } else { (right, bottom) };
    let scale = TILE / (right - left).max(bottom - top).max(1.0);
    let (width, height) = ((right - left) * scale, (bottom - top) * scale);
    // Rows rather than a column: the strip is about as wide as a page.
    let columns = ((frames.len() as f64 * 1.6).sqrt().ceil() as usize).clamp(1, COLUMNS);
    let (across, down) = (width.max(TILE * 0.8) + GAP, height + TEXT + GAP);
    let mut body = Xml::new();
    for (number, frame) in frames.iter().enumerate() {
        let x = GAP + (number % columns) as f64 * across;
        let y = GAP + (number / columns) as f64 * down;
        let place = format!(
            "translate({} {}) scale({}) translate({} {})",
            Num(x),
            Num(y),
            // Two decimals would shift the far side of a board.
            (scale * 1e4).round() / 1e4,
            Num(-left),
            Num(-top)
        );
        body.open("g", &[("class", &"step"), ("transform", &place)]);
        body.text("title", &[], &drawing.title(frame));
        body.empty("use", &[("href", &"#ground")]);
        scene.regions(&mut body, frame);
        body.empty("use", &[("href", &"#lines")]);
        scene.pieces(&mut body, frame, &mut tokens);
        body.empty("use", &[("href", &"#names")]);
        if scene.has_hands() {
            scene.panel(&mut body, frame);
        }
        body.close();
        tile_text(&mut body, &caption(frame), (x + width / 2.0, y + height + TEXT / 2.0));
    }
    let rows = frames.len().div_ceil(columns) as f64;
    let size = (GAP + columns as f64 * across, GAP + rows * down);
    let mut xml = Xml::new();
    let last = frames.last().map(|frame| drawing.description(frame)).unwrap_or_default();
    begin(&mut xml, size, &format!("{}, {} positions", drawing.game.name, frames.len()), &last);
    xml.open("defs", &[]);
    xml.group(&[("id", &"ground")], |xml| scene.ground(xml));
    xml.group(&[("id", &"lines")], |xml| scene.lines(xml, frames.first()));
    xml.group(&[("id", &"names")], |xml| scene.names(xml, None));
    xml.close();
    define(&mut xml, &tokens);
    xml.empty("rect", &[("width", &Num(size.0)), ("height", &Num(size.1)), ("fill", &"#fcfbf8")]);
    xml.raw(&body.finish());
    xml.finish()
}
