//! The interface of `ludemic play` on a terminal: what people do becomes events, the model changes, the screen is
//! drawn.
//!
//! [`model`] knows neither keys nor screens, [`draw`] only draws; files, threads, the clock and the terminal are here.

mod board;
mod draw;
mod entry;
mod model;
mod place;
#[cfg(test)]
mod tests;
mod worker;

pub use model::Seats;

use super::input::{open, reason};
use super::replace::replace_text;
use super::watch::modified;
use super::{CLEAN, CommandResult, INTERRUPTED, Stop};
use crossbeam_channel::{Receiver, unbounded};
use ludemic::Compiled;
use ludemic::recording::Recording;
use model::{Input, Model, Wish};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use worker::{Question, Worker};

/// How often something else than the keyboard is looked after.
const TICK: Duration = Duration::from_millis(100);

/// What a game at the terminal needs.
pub struct Setup<'a> {
    pub compiled: Compiled,
    pub seats: Seats,
    pub options: &'a [String],
    pub seed: u64,
    pub colours: bool,
    /// Where to save at the end.
    pub save: Option<&'a str>,
    /// The file whose changes are followed, and how it is read.
    pub watch: Option<(&'a str, &'a Reading<'a>)>,
}

/// Reads a description anew.
type Reading<'a> = dyn Fn() -> Result<Compiled, String> + 'a;

/// What the terminal is while a game is played: it is put back however that ends.
struct Screen;

impl Screen {
    fn open() -> io::Result<(Screen, DefaultTerminal)> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = restore();
            before(panic);
        }));
        let terminal = ratatui::try_init()?;
        // From here on a failure puts the terminal back.
        let screen = Screen;
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok((screen, terminal))
    }

    fn close(self, terminal: DefaultTerminal) {
        std::mem::forget(self);
        if restore().is_err() {
            // A terminal that is gone needs nothing; dropped, this would tell of that on a standard error that is gone
            // too, and panic.
            std::mem::forget(terminal);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = restore();
    }
}

fn restore() -> io::Result<()> {
    let released = execute!(io::stdout(), DisableMouseCapture);
    ratatui::try_restore().and(released)
}

/// Plays until the person leaves.
pub fn run(setup: Setup) -> CommandResult {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| INTERRUPT.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    let model = Model::new(&setup.compiled, setup.seats.clone(), setup.options, setup.seed)
        .map_err(|error| error.to_string())?;
    let worker = Worker::start(setup.compiled.game(), &setup.seats, setup.seed)
        .map_err(|error| format!("cannot start a thread: {error}"))?;
    let changed = setup.watch.and_then(|(file, _)| modified(file));
    let (screen, mut terminal) = Screen::open()?;
    let events = listen().map_err(|error| format!("cannot start a thread: {error}"))?;
    let mut session = Session { setup, model, worker, events, asked: 0, position: None, changed };
    let code = session.run(&mut terminal, &INTERRUPT);
    screen.close(terminal);
    if let Some(file) = session.setup.save {
        save(&session.model, file).map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    code
}

/// What people do at the terminal. It is read on a thread of its own: where the terminal has gone away, reading does
/// not come back.
fn listen() -> io::Result<Receiver<io::Result<Event>>> {
    let (send, events) = unbounded();
    let read = move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if send.send(event).is_err() || failed {
                return;
            }
        }
    };
    std::thread::Builder::new().spawn(read)?;
    Ok(events)
}

struct Session<'a> {
    setup: Setup<'a>,
    model: Model,
    worker: Worker,
    events: Receiver<io::Result<Event>>,
    /// How many questions were asked.
    asked: u64,
    /// The position that the last question was about, by the moves that lead to it.
    position: Option<Vec<usize>>,
    /// When the watched file was changed.
    changed: Option<SystemTime>,
}

impl Session<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal, interrupt: &AtomicBool) -> Result<u8, Stop> {
        loop {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(INTERRUPTED);
            }
            terminal.draw(|frame| draw::draw(&self.model, self.setup.colours, frame))?;
            self.think();
            if let Ok(happened) = self.events.recv_timeout(TICK) {
                let happened = happened?;
                let size = terminal.size()?;
                if is_interrupt(&happened) {
                    return Ok(INTERRUPTED);
                }
                let wish = match input(&self.model, &happened, Rect::new(0, 0, size.width, size.height)) {
                    Some(input) => self.model.input(input),
                    None => Wish::Nothing,
                };
                match wish {
                    Wish::Nothing => {}
                    Wish::Quit => return Ok(CLEAN),
                    Wish::Save(file) => {
                        self.model.message = match save(&self.model, &file) {
                            Ok(()) => format!("saved to {file}"),
                            Err(error) => format!("cannot write {file}: {error}"),
                        };
                    }
                    Wish::Open(file) => match load(&file) {
                        Ok(recording) => self.model.open(&recording),
                        Err(error) => self.model.message = format!("cannot read {file}: {error}"),
                    },
                }
            }
            self.follow();
        }
    }

    /// Asks what is to be asked of the position, and takes answers.
    fn think(&mut self) {
        for answer in self.worker.answers.try_iter().collect::<Vec<_>>() {
            if answer.number != self.asked {
                continue;
            }
            match (answer.index, answer.agent) {
                (Ok(index), None) => self.model.advise(self.model.trial.len(), index, answer.insight),
                (Ok(index), Some(_)) => self.model.play(index),
                (Err(error), None) => self.model.message = format!("no hints: {error}"),
                (Err(error), Some(_)) => self.model.message = error,
            }
        }
        let position: Vec<usize> = self.model.trial.choices().collect();
        if self.model.trial.is_over() || self.position.as_ref() == Some(&position) {
            return;
        }
        self.position = Some(position);
        self.asked += 1;
        let agent = self.model.waits_for_machine().then(|| self.model.agent());
        self.worker.ask(Question { trial: self.model.trial.clone(), agent, number: self.asked });
    }

    /// Reads the rules anew when their file has changed.
    fn follow(&mut self) {
        let Some((file, read)) = self.setup.watch else { return };
        let now = modified(file);
        if now.is_none() || now == self.changed {
            return;
        }
        self.changed = now;
        match read() {
            Ok(compiled) => {
                self.model.reload(&compiled);
                self.position = None;
                match Worker::start(compiled.game(), &self.model.seats, self.setup.seed) {
                    Ok(worker) => self.worker = worker,
                    Err(error) => self.model.message = format!("cannot start a thread: {error}"),
                }
            }
            Err(error) => self.model.message = error,
        }
    }
}

/// Writes a recording; packed if the name ends in `.gz`.
fn save(model: &Model, file: &str) -> io::Result<()> {
    let record = model.record().map_err(io::Error::other)?;
    replace_text(Path::new(file), record)
}

fn load(file: &str) -> Result<Recording, String> {
    let input = open(file).map_err(|error| reason(&error))?;
    Recording::read(input).map_err(|error| error.to_string())
}

fn is_interrupt(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// What an event of the terminal means.
fn input(model: &Model, event: &Event, screen: Rect) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_input(model, key),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            click(model, (*column, *row), screen)
        }
        _ => None,
    }
}

fn key_input(model: &Model, key: &KeyEvent) -> Option<Input> {
    Some(match key.code {
        KeyCode::Left => Input::Left,
        KeyCode::Right => Input::Right,
        KeyCode::Up => Input::Up,
        KeyCode::Down => Input::Down,
        KeyCode::Enter => Input::Choose,
        KeyCode::Tab => Input::Next,
        KeyCode::BackTab => Input::Before,
        KeyCode::Char(' ') if model.prompt.is_none() => Input::Choose,
        KeyCode::Esc => Input::Cancel,
        KeyCode::Backspace => Input::Backspace,
        KeyCode::Char(c) => Input::Char(c),
        _ => return None,
    })
}

fn click(model: &Model, (column, row): (u16, u16), screen: Rect) -> Option<Input> {
    if let Some((area, first)) = draw::list_area(model, screen) {
        let inside = area.contains(Position::new(column, row)) && row > area.y && row + 1 < area.bottom();
        let row = first + usize::from(row.saturating_sub(area.y + 1));
        return Some(if inside { Input::Pick(row) } else { Input::Cancel });
    }
    let board = draw::areas(model, screen).board;
    if !board.contains(Position::new(column, row)) {
        return None;
    }
    draw::view(model, board).hit(&model.plan, (column - board.x, row - board.y)).map(Input::Click)
}
