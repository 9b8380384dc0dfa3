//! The screen: board, players, moves, help.

use super::board::{board, rgb};
use super::model::Model;
use super::place::View;
use crate::cli::prose::thousands;
use ludemic::render::svg::Colour;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// The width of the panel beside the board.
const PANEL: u16 = 34;

/// The height of the lines above the board where there is no room for the panel.
const HEAD: u16 = 2;

/// What keys do, what matters most first: as many are shown as there is room for.
const KEYS: [&str; 11] = [
    "? help",
    "arrows move",
    "enter choose",
    "tab next",
    "m moves",
    "u undo",
    "h hint",
    "q quit",
    "p pass",
    "r redo",
    "s save  o open",
];

/// What is shown for `?`.
pub const HELP: &str = "\
arrows        move the cursor over the board
tab           to the next piece that can move, or
              place where its move can end
              (shift-tab: the one before)
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
    head: Rect,
    message: Rect,
    keys: Rect,
}

/// Divides the screen: the panel stands beside the board as long as all of the board is seen there, otherwise the board
/// has all the width and the most important of the panel a few lines above it.
pub fn areas(model: &Model, screen: Rect) -> Areas {
    let [top, message, keys] =
        Layout::vertical([Constraint::Min(3), Constraint::Length(1), Constraint::Length(1)]).areas(screen);
    let beside = Layout::horizontal([Constraint::Min(10), Constraint::Length(PANEL)]);
    let [board, panel] = beside.areas(top);
    if screen.width >= 2 * PANEL && View::is_roomy(&model.plan, (board.width, board.height)) {
        return Areas { board, panel, head: Rect::default(), message, keys };
    }
    let height = if screen.height > 4 * HEAD { HEAD } else { 0 };
    let [head, board] = Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(top);
    Areas { board, panel: Rect::default(), head, message, keys }
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
    let areas = areas(model, screen);
    let buffer = frame.buffer_mut();
    board(model, areas.board, buffer);
    panel(model, areas.panel, buffer);
    header(model, areas.head, buffer);
    message(model, areas.message, buffer);
    Paragraph::new(keys(areas.keys.width)).style(Style::new().add_modifier(Modifier::DIM)).render(areas.keys, buffer);
    if let Some((area, first)) = list_area(model, screen) {
        list(model, area, first, buffer);
    }
    if let Some(first) = model.help {
        let lines = HELP.lines().count() as u16;
        let area = middle(screen, 52, lines + 2);
        let first = first.min((lines + 2).saturating_sub(area.height));
        let more = if area.height < lines + 2 { " Keys (arrows: more) " } else { " Keys " };
        Clear.render(area, buffer);
        Paragraph::new(HELP).scroll((first, 0)).block(Block::bordered().title(more)).render(area, buffer);
    }
    if !colours {
        for cell in &mut buffer.content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

fn panel(model: &Model, area: Rect, buffer: &mut Buffer) {
    if area.width == 0 {
        return;
    }
    let state = model.trial.state();
    let [head, moves] =
        Layout::vertical([Constraint::Length(6 + 2 * state.players() as u16), Constraint::Min(3)]).areas(area);
    let mut lines = vec![Line::from(Span::styled(model.game.name.to_string(), Modifier::BOLD))];
    for player in 1..=state.players() {
        let (agent, mut name) = player_line(model, player);
        name.insert(1, Span::styled("   ", Style::new().bg(rgb(model.look.colour(player)))));
        lines.push(Line::from(name));
        lines.push(bar(model, agent, model.look.colour(player)));
    }
    lines.push(Line::raw(status(model)));
    lines.extend(insight(model).map(Line::raw));
    Paragraph::new(lines).block(Block::bordered()).render(head, buffer);
    let block = Block::bordered().title(" Moves ");
    let rows = usize::from(block.inner(moves).height);
    let skip = model.names.len().saturating_sub(rows);
    let line = |(index, (mover, name)): (usize, (i32, &str))| {
        let style = Style::new().bg(rgb(model.look.colour(mover)));
        Line::from(vec![
            Span::raw(format!("{:>3} ", index + 1)),
            Span::styled(" ", style),
            Span::raw(format!(" P{mover} {name}")),
        ])
    };
    let list: Vec<Line> = model.told().enumerate().skip(skip).map(line).collect();
    Paragraph::new(list).block(block).render(moves, buffer);
}

/// The agent of a player, and whether it is his turn, who plays him, and his score.
fn player_line(model: &Model, player: i32) -> (usize, Vec<Span<'static>>) {
    let state = model.trial.state();
    let agent = usize::try_from(state.agent(player) - 1).unwrap_or(0);
    let who = model.seats.get(agent).copied().flatten().map_or("human".to_owned(), |spec| spec.to_string());
    let turn = if model.trial.chooser() == player && !model.trial.is_over() { "▶" } else { " " };
    let score = if model.game.features.scores { format!(" {}", state.score(player)) } else { String::new() };
    let name = Span::raw(format!(" P{player} {who}"));
    (agent, vec![Span::raw(format!("{turn} ")), name, Span::styled(score, Modifier::BOLD)])
}

/// How the game stands.
fn status(model: &Model) -> String {
    match model.outcome() {
        Some(outcome) => outcome,
        None if model.waits_for_machine() => format!("P{} is thinking …", model.trial.chooser()),
        None => format!("P{} to move, {} moves", model.trial.chooser(), model.legal.len()),
    }
}

/// How fast the position was looked into, and what came of it.
fn insight(model: &Model) -> [String; 2] {
    let insight = &model.insight;
    let rate =
        if insight.rate > 0.0 { format!("{} simulations/s", thousands(insight.rate as u64)) } else { String::new() };
    let line = if insight.line.is_empty() { String::new() } else { format!("line: {}", insight.line.join(" ")) };
    [rate, line]
}

/// The most important of the panel in a few lines.
fn header(model: &Model, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let mut first = vec![Span::styled(model.game.name.to_string(), Modifier::BOLD), Span::raw("  ")];
    for player in 1..=model.trial.state().players() {
        let (agent, mut name) = player_line(model, player);
        name.insert(1, Span::styled(" ", Style::new().bg(rgb(model.look.colour(player)))));
        first.extend(name);
        let chance =
            model.insight.chances.get(agent).map_or(String::new(), |chance| format!(" {:.0}%", chance * 100.0));
        first.push(Span::raw(format!("{chance}  ")));
    }
    let last = model.told().last().map(|(mover, name)| format!("last: P{mover} {name}"));
    let [rate, line] = insight(model);
    let parts =
        [Some(status(model)), last, Some(rate), Some(line)].into_iter().flatten().filter(|part| !part.is_empty());
    let second = parts.collect::<Vec<_>>().join("  ");
    Paragraph::new(vec![Line::from(first), Line::raw(second)]).render(area, buffer);
}

/// As many keys as there is room for.
fn keys(width: u16) -> String {
    let mut text = String::new();
    for key in KEYS {
        let gap = if text.is_empty() { "" } else { "  " };
        if text.chars().count() + gap.len() + key.len() > usize::from(width) {
            break;
        }
        text.push_str(gap);
        text.push_str(key);
    }
    text
}

/// What an agent can expect, as a bar.
fn bar(model: &Model, agent: usize, colour: Colour) -> Line<'static> {
    const WIDTH: f64 = 20.0;
    let Some(chance) = model.insight.chances.get(agent) else { return Line::raw("  not looked into yet") };
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
        (None, None) if model.message.is_empty() => model.here(),
        (None, None) => model.message.clone(),
    };
    Paragraph::new(text).render(area, buffer);
}

fn list(model: &Model, area: Rect, first: usize, buffer: &mut Buffer) {
    let Some(list) = &model.list else { return };
    let line = |(row, index): (usize, &usize)| {
        let name = &model.legal.get(*index)?.name;
        let style = if row == list.at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        Some(Line::styled(format!(" {name} "), style))
    };
    let lines: Vec<Line> = list.moves.iter().enumerate().skip(first).filter_map(line).collect();
    Clear.render(area, buffer);
    let title = format!(" {} moves ", list.moves.len());
    Paragraph::new(lines).block(Block::bordered().title(title)).render(area, buffer);
}
