//! The screen: board, players, moves, help.

use super::model::Model;
use super::place::{Place, View};
use ludemic::board::SiteType;
use ludemic::render::svg::Colour;
use ludemic::render::{Symbols, is_used, standing};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{Canvas, Line as Stroke};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// The width of the panel beside the board.
const PANEL: u16 = 34;

const KEYS: &str = "arrows move  enter choose  m moves  p pass  u undo  r redo  h hint  s save  o open  ? help  q quit";

const HELP: &str = "\
arrows        move the cursor over the board
enter, space  choose a place; first where a
              move begins, then where it ends
mouse         the same with a click
esc           give up what was begun
m             all legal moves, as a list
p             pass
u, r          undo and redo
h             a hint
s, o          save a recording, open one
q, ctrl-c     leave

Green: a move can begin or end here.
Yellow: chosen. Magenta: hint.
Underlined: the last move.";

/// Where things are on a screen of this size.
#[derive(Debug, Clone, Copy)]
pub struct Areas {
    pub board: Rect,
    panel: Rect,
    message: Rect,
    keys: Rect,
}

/// Divides the screen.
pub fn areas(screen: Rect) -> Areas {
    let [top, message, keys] =
        Layout::vertical([Constraint::Min(3), Constraint::Length(1), Constraint::Length(1)]).areas(screen);
    let panel = if screen.width >= 2 * PANEL { PANEL } else { 0 };
    let [board, panel] = Layout::horizontal([Constraint::Min(10), Constraint::Length(panel)]).areas(top);
    Areas { board, panel, message, keys }
}

/// How the board lies in its area.
pub fn view(model: &Model, board: Rect) -> View {
    View::fit(&model.plan, (board.width, board.height), model.cursor)
}

/// Where the open list is, and the number of its first entry that can be seen.
pub fn list_area(model: &Model, screen: Rect) -> Option<(Rect, usize)> {
    let list = model.list.as_ref()?;
    let names = list.moves.iter().filter_map(|index| model.legal.get(*index));
    let width = names.map(|entry| entry.name.chars().count()).max().unwrap_or(0) as u16 + 4;
    let height = (list.moves.len() as u16).saturating_add(2).min(screen.height.saturating_sub(2)).min(18);
    let area = middle(screen, width.clamp(20, screen.width.max(20)), height);
    let shown = usize::from(height.saturating_sub(2)).max(1);
    Some((area, (list.at + 1).saturating_sub(shown)))
}

fn middle(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    Rect::new(screen.x + (screen.width - width) / 2, screen.y + (screen.height - height) / 2, width, height)
}

/// Draws everything. Without colours what has them has other marks as well.
pub fn draw(model: &Model, colours: bool, frame: &mut Frame) {
    let screen = frame.area();
    let areas = areas(screen);
    let buffer = frame.buffer_mut();
    board(model, areas.board, buffer);
    panel(model, areas.panel, buffer);
    message(model, areas.message, buffer);
    Paragraph::new(KEYS).style(Style::new().add_modifier(Modifier::DIM)).render(areas.keys, buffer);
    if let Some((area, first)) = list_area(model, screen) {
        list(model, area, first, buffer);
    }
    if model.help {
        let area = middle(screen, 46, HELP.lines().count() as u16 + 2);
        Clear.render(area, buffer);
        Paragraph::new(HELP).block(Block::bordered().title(" Keys ")).render(area, buffer);
    }
    if !colours {
        for cell in &mut buffer.content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

fn rgb(colour: Colour) -> Color {
    Color::Rgb(colour.r, colour.g, colour.b)
}

fn board(model: &Model, area: Rect, buffer: &mut Buffer) {
    let view = view(model, area);
    lines(model, &view, area, buffer);
    for (at, text) in &model.plan.notes {
        if let Some((column, row)) = view.cell(*at, (area.width, area.height)) {
            let limit = usize::from(area.width - column);
            buffer.set_stringn(area.x + column, area.y + row, text, limit, Style::new().fg(Color::Blue));
        }
    }
    let symbols = Symbols::of(&model.game.equipment);
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
        } else if empty && (place.site.0 != SiteType::Cell || place.container > 0) {
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
        let marked = target && !empty;
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
}

/// The lines of the board, in dots.
fn lines(model: &Model, view: &View, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    let strokes: Vec<Stroke> = model
        .plan
        .lines
        .iter()
        .map(|[a, b]| {
            let ((x1, y1), (x2, y2)) = (view.spot(*a), view.spot(*b));
            // Dots have their places between those of characters.
            let line = |v: f64| height - v - 0.5;
            Stroke { x1: x1 + 0.5, y1: line(y1), x2: x2 + 0.5, y2: line(y2), color: Color::DarkGray }
        })
        .collect();
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
    let Some((piece, text)) = standing(&model.game, state, model.viewer(), symbols, place.site) else {
        let index = usize::try_from(site).unwrap_or(usize::MAX);
        let zero = model.game.equipment.is_known_zero(state, t, index);
        return (if zero { "0" } else { "" }.to_owned(), Style::new());
    };
    let colour = model.look.piece_colour(&model.game, &piece, place.container);
    if is_used(&model.game, state, site) {
        return (text, Style::new().add_modifier(Modifier::DIM | Modifier::CROSSED_OUT));
    }
    (text, Style::new().fg(rgb(colour.ink())).bg(rgb(colour)))
}

fn panel(model: &Model, area: Rect, buffer: &mut Buffer) {
    if area.width == 0 {
        return;
    }
    let state = model.trial.state();
    let [head, moves] =
        Layout::vertical([Constraint::Length(4 + 2 * state.players() as u16), Constraint::Min(3)]).areas(area);
    let mut lines = vec![Line::from(Span::styled(model.game.name.to_string(), Modifier::BOLD))];
    for player in 1..=state.players() {
        let colour = model.look.colour(player);
        let agent = usize::try_from(state.agent(player) - 1).unwrap_or(0);
        let who = model.seats.get(agent).copied().flatten().map_or("human".to_owned(), |spec| spec.to_string());
        let turn = if model.trial.chooser() == player && !model.trial.is_over() { "▶" } else { " " };
        let score = if model.game.features.scores { format!(" {}", state.score(player)) } else { String::new() };
        lines.push(Line::from(vec![
            Span::raw(format!("{turn} ")),
            Span::styled("   ", Style::new().bg(rgb(colour))),
            Span::raw(format!(" P{player} {who}")),
            Span::styled(score, Modifier::BOLD),
        ]));
        lines.push(bar(model, agent, colour));
    }
    lines.push(Line::raw(match model.outcome() {
        Some(outcome) => outcome,
        None if model.waits_for_machine() => format!("P{} is thinking …", model.trial.chooser()),
        None => format!("P{} to move, {} moves", model.trial.chooser(), model.legal.len()),
    }));
    Paragraph::new(lines).block(Block::bordered()).render(head, buffer);
    let block = Block::bordered().title(" Moves ");
    let rows = usize::from(block.inner(moves).height);
    let skip = model.names.len().saturating_sub(rows);
    let list: Vec<Line> = model
        .told()
        .enumerate()
        .skip(skip)
        .map(|(index, (mover, name))| {
            let style = Style::new().bg(rgb(model.look.colour(mover)));
            Line::from(vec![
                Span::raw(format!("{:>3} ", index + 1)),
                Span::styled(" ", style),
                Span::raw(format!(" P{mover} {name}")),
            ])
        })
        .collect();
    Paragraph::new(list).block(block).render(moves, buffer);
}

/// What an agent can expect, as a bar.
fn bar(model: &Model, agent: usize, colour: Colour) -> Line<'static> {
    const WIDTH: f64 = 20.0;
    let Some(chance) = model.chances.get(agent) else { return Line::raw("  not looked into yet") };
    let full = (chance.clamp(0.0, 1.0) * WIDTH).round() as usize;
    Line::from(vec![
        Span::raw("  "),
        Span::styled("█".repeat(full), Style::new().fg(rgb(colour))),
        Span::styled("░".repeat(WIDTH as usize - full), Style::new().fg(Color::DarkGray)),
        Span::raw(format!(" {:>3.0}%", chance * 100.0)),
    ])
}

fn message(model: &Model, area: Rect, buffer: &mut Buffer) {
    let text = match (&model.prompt, model.advised()) {
        (Some(prompt), _) => format!("{}: {}▏", if prompt.save { "save to" } else { "open" }, prompt.text),
        (None, Some(entry)) => format!("hint: {}", entry.name),
        (None, None) => model.message.clone(),
    };
    Paragraph::new(text).render(area, buffer);
}

fn list(model: &Model, area: Rect, first: usize, buffer: &mut Buffer) {
    let Some(list) = &model.list else { return };
    let lines: Vec<Line> = list
        .moves
        .iter()
        .enumerate()
        .skip(first)
        .filter_map(|(row, index)| {
            let name = model.legal.get(*index)?.name.clone();
            let style = if row == list.at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            Some(Line::styled(format!(" {name} "), style))
        })
        .collect();
    Clear.render(area, buffer);
    let title = format!(" {} moves ", list.moves.len());
    Paragraph::new(lines).block(Block::bordered().title(title)).render(area, buffer);
}
