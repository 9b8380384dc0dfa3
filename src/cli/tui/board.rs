//! The board on the screen.

use super::draw::view;
use super::model::Model;
use super::place::{Place, View};
use ludemic::board::SiteType;
use ludemic::render::svg::{Colour, Table};
use ludemic::render::{Symbols, is_used, levels, standing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line as Stroke};

/// The most pieces that lie beside each other on a point.
const POINT: usize = 5;

pub fn rgb(colour: Colour) -> Color {
    Color::Rgb(colour.r, colour.g, colour.b)
}

/// Draws the board, the hands and what is written beside them.
pub fn board(model: &Model, area: Rect, buffer: &mut Buffer) {
    let view = view(model, area);
    lines(model, &view, area, buffer);
    for (at, text) in &model.plan.notes {
        if let Some((column, row)) = view.cell(*at, (area.width, area.height)) {
            let limit = usize::from(area.width - column);
            buffer.set_stringn(area.x + column, area.y + row, text, limit, Style::new().fg(Color::Blue));
        }
    }
    let equipment = &model.game.equipment;
    let symbols = Symbols::of(equipment).with_states_of(equipment, |component| model.look.tells_state(component));
    let targets = model.targets();
    let (last, advised) = (model.last(), model.advised());
    let machine = model.waits_for_machine();
    for (index, place) in model.plan.places.iter().enumerate() {
        let Some((column, row)) = view.cell(place.at, (area.width, area.height)) else { continue };
        let (x, y) = (area.x + column, area.y + row);
        let (text, mut style) = token(model, place, &symbols);
        let target = !machine && targets.binary_search(&index).is_ok();
        let empty = text.is_empty();
        let mut text = if empty { " ".to_owned() } else { text };
        if target {
            style = style.fg(if empty { Color::Green } else { style.fg.unwrap_or(Color::Reset) });
            if empty {
                text = "•".into();
            }
        } else if empty && (place.site.0 != SiteType::Cell || place.container > 0 || !view.has_room()) {
            text = "·".into();
        }
        if advised.is_some_and(|entry| entry.from == Some(index) || entry.to == Some(index)) {
            style = style.bg(Color::Magenta).fg(Color::White);
            text = if empty { "*".into() } else { text };
        }
        if model.from == Some(index) {
            style = style.bg(Color::Yellow).fg(Color::Black);
        }
        if last.contains(&index) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        stacked(model, place, &symbols, (&view, area), buffer);
        let marked = target && !empty;
        if !view.has_room() {
            let style = match index == model.cursor {
                true => style.add_modifier(Modifier::REVERSED),
                false if marked => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                false => style.add_modifier(Modifier::BOLD),
            };
            buffer.set_stringn(x, y, &text, 1, style);
            continue;
        }
        let (left, right) = match (index == model.cursor, marked) {
            (true, _) => ("[", "]"),
            (false, true) => ("(", ")"),
            (false, false) => (" ", " "),
        };
        let width = text.chars().count() as u16;
        let from = x.saturating_sub(width / 2);
        let limit = usize::from(area.right().saturating_sub(from));
        buffer.set_stringn(from, y, &text, limit, style.add_modifier(Modifier::BOLD));
        let around = if index == model.cursor {
            Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD)
        } else if marked {
            Style::new().fg(Color::Green).bg(style.bg.unwrap_or(Color::Reset))
        } else {
            style
        };
        // A piece is three columns wide; an empty site leaves the lines beside it as they are.
        if !empty || index == model.cursor {
            if from > area.x {
                buffer.set_string(from - 1, y, left, around);
            }
            if from + width < area.right() {
                buffer.set_string(from + width, y, right, around);
            }
        }
    }
    more(model, &view, area, buffer);
}

/// The pieces of a stack that lie beside the first one, on points; how many there are where they are more.
fn stacked(model: &Model, place: &Place, symbols: &Symbols, (view, area): (&View, Rect), buffer: &mut Buffer) {
    let Some(middle) = model.plan.middle.filter(|_| place.container == 0) else { return };
    let pieces = levels(&model.trial, model.viewer(), symbols, place.site);
    let Some((column, row)) = view.cell(place.at, (area.width, area.height)) else { return };
    for (number, (piece, sign)) in pieces.iter().enumerate().take(POINT).skip(1) {
        let row = if place.at.1 > middle { row.checked_sub(number as u16) } else { row.checked_add(number as u16) };
        let Some(row) = row.filter(|row| *row < area.height) else { break };
        let colour = model.look.piece_colour(&model.game, piece, place.container);
        let text = if number + 1 == POINT && pieces.len() > POINT { pieces.len().to_string() } else { sign.clone() };
        let style = Style::new().fg(rgb(colour.ink())).bg(rgb(colour));
        let (x, y) = (area.x + column.saturating_sub(1), area.y + row);
        buffer.set_stringn(x, y, format!("{text:^3}"), usize::from(area.right() - x), style);
    }
}

/// Says on which sides there is more than the screen shows.
fn more(model: &Model, view: &View, area: Rect, buffer: &mut Buffer) {
    let (first, last) = (view.spot((0.0, 0.0)), view.spot(model.plan.size));
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    let (middle, centre) = (area.x + area.width / 2, area.y + area.height / 2);
    let signs = [
        (first.0 < -0.5, (area.x, centre), "◀"),
        (last.0 > width - 0.5, (area.right().saturating_sub(1), centre), "▶"),
        (first.1 < -0.5, (middle, area.y), "▲"),
        (last.1 > height - 0.5, (middle, area.bottom().saturating_sub(1)), "▼"),
    ];
    for (_, (x, y), sign) in signs.into_iter().filter(|(hidden, ..)| *hidden && !area.is_empty()) {
        buffer.set_string(x, y, sign, Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD));
    }
}

/// The lines of the board, in dots.
fn lines(model: &Model, view: &View, area: Rect, buffer: &mut Buffer) {
    if !view.has_room() || view.scale.1 < 2.0 && model.plan.middle.is_none() {
        // Lines so close together are nothing but noise.
        return;
    }
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    let stroke = |[a, b]: &[(f64, f64); 2]| {
        let ((x1, y1), (x2, y2)) = (view.spot(*a), view.spot(*b));
        // Dots have their places between those of characters.
        let line = |v: f64| height - v - 0.5;
        Stroke { x1: x1 + 0.5, y1: line(y1), x2: x2 + 0.5, y2: line(y2), color: Color::DarkGray }
    };
    let strokes: Vec<Stroke> = model.plan.lines.iter().map(stroke).collect();
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, width])
        .y_bounds([0.0, height])
        .paint(|context| strokes.iter().for_each(|stroke| context.draw(stroke)))
        .render(area, buffer);
}

/// What stands on a place: nothing for an empty one.
fn token(model: &Model, place: &Place, symbols: &Symbols) -> (String, Style) {
    let (t, site) = place.site;
    let state = model.trial.state();
    let Some((piece, text)) = standing(&model.trial, model.viewer(), symbols, place.site) else {
        let index = usize::try_from(site).unwrap_or(usize::MAX);
        let zero = model.game.equipment.is_known_zero(state, t, index);
        return (if zero { "0" } else { "" }.to_owned(), Style::new());
    };
    let colour = model.look.piece_colour(&model.game, &piece, place.container);
    if is_used(&model.game, state, site) {
        return (text, Style::new().add_modifier(Modifier::DIM | Modifier::CROSSED_OUT));
    }
    let style = Style::new().fg(rgb(colour.ink())).bg(rgb(colour));
    let text = match model.look.table() {
        // In a hole there is nothing to be told but how many.
        Table::Holes if place.container == 0 => {
            levels(&model.trial, model.viewer(), symbols, place.site).len().to_string()
        }
        Table::Points if place.container == 0 && model.plan.middle.is_some() => {
            let pieces = levels(&model.trial, model.viewer(), symbols, place.site);
            pieces.into_iter().next().map_or(text, |(_, sign)| sign)
        }
        _ => text,
    };
    (text, style)
}
