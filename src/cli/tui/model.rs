//! What is going on at the terminal: a game, a cursor, a choice half made. Events change it; nothing here draws or
//! waits.

mod recorded;

use super::draw::HELP;
use super::entry::{Entry, entry, sites};
use super::place::Plan;
use super::worker::Insight;
use ludemic::players::Spec;
use ludemic::render::svg::Look;
use ludemic::render::{Symbols, Viewer, levels, names, outcome, site_name};
use ludemic::{Compiled, Game, Move, PlayError, Trial};
use std::sync::Arc;

/// Something a person does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// To the left, right, up or down.
    Left,
    Right,
    Up,
    Down,
    /// To the next place where a move can begin or end, and to the one before.
    Next,
    Before,
    /// Choose what the cursor is on.
    Choose,
    /// Give up what was begun.
    Cancel,
    /// A character, and the one before it taken back.
    Char(char),
    Backspace,
    /// A place was clicked.
    Click(usize),
    /// An entry of the list was clicked.
    Pick(usize),
}

/// What has to be done outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    Nothing,
    Quit,
    Save(String),
    Open(String),
}

/// Several moves to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// Numbers of legal moves.
    pub moves: Vec<usize>,
    pub at: usize,
}

/// A name of a file being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    pub save: bool,
    pub text: String,
}

/// Who sits where: nobody of the machine's, or a player by his word.
pub type Seats = Vec<Option<Spec>>;

/// A game at the terminal.
pub struct Model {
    pub game: Arc<Game>,
    pub look: Look,
    pub plan: Plan,
    pub seats: Seats,
    pub trial: Trial,
    pub legal: Vec<Entry>,
    /// The moves made, by name, and as the rules know them.
    pub names: Vec<(i32, String)>,
    texts: Vec<String>,
    /// Moves taken back, the last one first.
    redo: Vec<usize>,
    pub cursor: usize,
    pub from: Option<usize>,
    pub list: Option<List>,
    pub prompt: Option<Prompt>,
    /// The help and how far it is scrolled, while it is shown.
    pub help: Option<u16>,
    pub message: String,
    /// What was found out about the position, and the best move.
    pub insight: Insight,
    advice: Option<usize>,
    /// Whether the advice is asked for.
    pub hint: bool,
    options: Vec<String>,
    seed: u64,
}

/// The greatest length of a file name that can be typed.
const LONGEST: usize = 200;

impl Model {
    /// A game from its beginning.
    pub fn new(compiled: &Compiled, seats: Seats, options: &[String], seed: u64) -> Result<Model, PlayError> {
        let game = Arc::clone(compiled.game());
        let trial = Trial::start(Arc::clone(&game), seed)?;
        let look = Look::of(compiled);
        let mut model = Model {
            plan: Plan::of(&game, look.table()),
            look,
            game,
            seats,
            trial,
            legal: Vec::new(),
            names: Vec::new(),
            texts: Vec::new(),
            redo: Vec::new(),
            cursor: 0,
            from: None,
            list: None,
            prompt: None,
            help: None,
            message: String::new(),
            insight: Insight::default(),
            advice: None,
            hint: false,
            options: options.to_vec(),
            seed,
        };
        model.cursor = model.middle();
        model.changed();
        Ok(model)
    }

    /// The place nearest to the middle of the board.
    fn middle(&self) -> usize {
        let (x, y) = (self.plan.size.0 / 2.0, self.plan.size.1 / 2.0);
        let off = |index: &usize| self.plan.places.get(*index).map_or(0.0, |p| (p.at.0 - x).hypot(p.at.1 - y));
        (0..self.plan.places.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
    }

    /// Finds the legal moves of a new position.
    fn changed(&mut self) {
        (self.from, self.list, self.hint, self.advice) = (None, None, false, None);
        self.insight.line.clear();
        let moves = match self.trial.legal() {
            Ok(moves) => moves,
            Err(error) => {
                self.message = error.to_string();
                self.legal.clear();
                return;
            }
        };
        let names = names(&self.game, moves);
        let entries = moves.iter().zip(names).map(|(m, name)| entry(&self.game, &self.plan, m, name));
        self.legal = entries.collect();
    }

    /// The agent who is to move, as an index.
    pub fn agent(&self) -> usize {
        let state = self.trial.state();
        usize::try_from(state.agent(self.trial.chooser()) - 1).unwrap_or(0)
    }

    /// Whether a player of the machine's is to move.
    pub fn waits_for_machine(&self) -> bool {
        !self.trial.is_over() && self.seats.get(self.agent()).is_some_and(Option::is_some)
    }

    /// Whose sight of the position is shown: the player to move, if a person plays him; the only person at the terminal
    /// otherwise, or what several of them may all see.
    pub fn viewer(&self) -> Viewer {
        let state = self.trial.state();
        if self.trial.is_over() || !self.waits_for_machine() {
            return Viewer::mover(&self.trial);
        }
        let person = |player: &i32| {
            let seat = usize::try_from(state.agent(*player) - 1).ok().and_then(|agent| self.seats.get(agent));
            seat.is_some_and(Option::is_none)
        };
        let mut people = (1..=state.players()).filter(person);
        match (people.next(), people.next()) {
            (Some(alone), None) => Viewer::Player(alone),
            (Some(_), Some(_)) => Viewer::Nobody,
            (None, _) => Viewer::All,
        }
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<String> {
        outcome(self.trial.state())
    }

    /// The last move, as places; where all players moved at once those of all.
    pub fn last(&self) -> Vec<usize> {
        let last = self.trial.history().last().filter(|_| !self.trial.is_empty());
        let seen = |m: &Move| self.viewer().follows(&self.game, self.trial.state(), m);
        let last = last.filter(|m| !m.is_pass() && !m.is_swap() && seen(m));
        let Some(last) = last else { return Vec::new() };
        let all = last.mover > self.game.equipment.players;
        let decisions = last.actions().into_iter().filter(|action| action.decision);
        let sites =
            decisions.take(if all { usize::MAX } else { 1 }).map(|action| sites(&self.game, &self.plan, action));
        sites.flat_map(|(from, to)| [from, to]).flatten().collect()
    }

    /// The moves made, by name: who made each, and of those that nobody may know before all have chosen nothing more.
    pub fn told(&self) -> impl Iterator<Item = (i32, &str)> {
        let open = self.names.len().saturating_sub(self.trial.chosen().len());
        let names = self.names.iter().enumerate();
        names.map(move |(index, (mover, name))| (*mover, if index < open { name.as_str() } else { "has chosen" }))
    }

    /// The move that is advised, if advice is asked for and known.
    pub fn advised(&self) -> Option<&Entry> {
        self.advice.filter(|_| self.hint).and_then(|index| self.legal.get(index))
    }

    /// Where moves can begin or end, with what has been chosen so far.
    pub fn targets(&self) -> Vec<usize> {
        let ends = self.legal.iter().filter_map(|entry| match (self.from, entry.from) {
            (Some(from), Some(begin)) => entry.to.filter(|_| begin == from),
            (Some(_), None) => None,
            (None, Some(begin)) => Some(begin),
            (None, None) => entry.to,
        });
        let mut ends: Vec<usize> = ends.collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Plays a legal move.
    pub fn play(&mut self, index: usize) {
        self.redo.clear();
        self.make(index);
    }

    fn make(&mut self, index: usize) {
        let text = match self.trial.legal() {
            Ok(moves) => moves.get(index).map(Move::legal_text).unwrap_or_default(),
            Err(_) => String::new(),
        };
        let mover = self.trial.chooser();
        match self.trial.play(index).map(drop) {
            Ok(()) => {
                let name = self.legal.get(index).map(|entry| entry.name.clone()).unwrap_or_default();
                self.names.push((mover, name));
                self.texts.push(text);
                self.message.clear();
                self.changed();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Takes back the last move, and those of the machine's players before it.
    pub fn undo(&mut self) {
        let mut undone = false;
        while let Some(index) = self.trial.choices().last() {
            self.trial.undo();
            self.names.pop();
            self.texts.pop();
            self.redo.push(index);
            undone = true;
            if !self.waits_for_machine() {
                break;
            }
        }
        self.message = if undone { String::new() } else { "there is no move to take back".into() };
        self.changed();
    }

    fn again(&mut self) {
        let Some(index) = self.redo.pop() else {
            self.message = "there is no move to make again".into();
            return;
        };
        self.make(index);
        while self.waits_for_machine()
            && let Some(index) = self.redo.pop()
        {
            self.make(index);
        }
    }

    /// Takes what was found out about the position after so many moves.
    pub fn advise(&mut self, ply: usize, index: usize, insight: Insight) {
        if ply == self.trial.len() {
            self.advice = Some(index);
            if !insight.chances.is_empty() {
                self.insight = insight;
            }
        }
    }

    /// Does what a person wants.
    pub fn input(&mut self, input: Input) -> Wish {
        if let Some(prompt) = self.prompt.take() {
            return self.type_name(prompt, input);
        }
        if let Some(first) = self.help {
            self.help = match input {
                Input::Up => Some(first.saturating_sub(1)),
                Input::Down => Some(first.saturating_add(1).min(HELP.lines().count() as u16)),
                _ => None,
            };
            return Wish::Nothing;
        }
        if self.list.is_some() && self.pick(input) {
            return Wish::Nothing;
        }
        match input {
            Input::Left => self.cursor = self.plan.step(self.cursor, (-1.0, 0.0)),
            Input::Right => self.cursor = self.plan.step(self.cursor, (1.0, 0.0)),
            Input::Up => self.cursor = self.plan.step(self.cursor, (0.0, -1.0)),
            Input::Down => self.cursor = self.plan.step(self.cursor, (0.0, 1.0)),
            Input::Next => self.go(true),
            Input::Before => self.go(false),
            Input::Choose => self.choose(self.cursor),
            Input::Click(place) => {
                self.cursor = place;
                self.choose(place);
            }
            Input::Cancel => (self.from, self.hint) = (None, false),
            Input::Backspace | Input::Pick(_) => {}
            Input::Char(c) => return self.key(c),
        }
        Wish::Nothing
    }

    fn key(&mut self, c: char) -> Wish {
        match c {
            'q' => return Wish::Quit,
            'u' => self.undo(),
            'r' => self.again(),
            'h' => {
                self.hint = !self.trial.is_over();
                self.message = if self.hint && self.advice.is_none() { "thinking …".into() } else { String::new() };
            }
            'p' => match self.legal.iter().position(|entry| entry.name == "Pass") {
                Some(index) => self.own(index),
                None => self.message = "passing is not legal here".into(),
            },
            'm' => {
                let moves = self.distinct((0..self.legal.len()).collect());
                self.list = (!moves.is_empty()).then_some(List { moves, at: 0 });
            }
            's' => self.prompt = Some(Prompt { save: true, text: String::new() }),
            'o' => self.prompt = Some(Prompt { save: false, text: String::new() }),
            '?' => self.help = Some(0),
            _ => {}
        }
        Wish::Nothing
    }

    /// A move of the person's, unless it is not his turn.
    fn own(&mut self, index: usize) {
        if self.waits_for_machine() {
            self.message = "it is not your turn".into();
        } else {
            self.play(index);
        }
    }

    /// Moves the cursor to the next place, or the one before, where a move can begin or, once it has begun, end.
    fn go(&mut self, on: bool) {
        let targets = self.targets();
        let next = match on {
            true => targets.iter().find(|place| **place > self.cursor).or(targets.first()),
            false => targets.iter().rev().find(|place| **place < self.cursor).or(targets.last()),
        };
        match next {
            Some(&place) if !self.waits_for_machine() => self.cursor = place,
            _ => self.message = "there is no place to choose".into(),
        }
    }

    /// What the cursor is on: the site, and what stands there from the top of a stack to its bottom.
    pub fn here(&self) -> String {
        let Some(place) = self.plan.places.get(self.cursor) else { return String::new() };
        let symbols = Symbols::of(&self.game.equipment);
        let pieces = levels(&self.trial, self.viewer(), &symbols, place.site);
        let name = site_name(&self.game, place.site.0, place.site.1);
        let names: Vec<&str> = pieces.iter().rev().map(|(_, sign)| sign.as_str()).collect();
        let alike = names.windows(2).all(|pair| pair[0] == pair[1]);
        match names.as_slice() {
            [] => name,
            [one] => format!("{name}: {one}"),
            [one, ..] if alike => format!("{name}: {} of {one}", names.len()),
            [top, below @ ..] => format!("{name}: {top} on {}", below.join(" ")),
        }
    }

    fn choose(&mut self, place: usize) {
        if self.trial.is_over() {
            self.message = "the game is over; u takes a move back".into();
            return;
        }
        let here = |entry: &Entry, from: Option<usize>| entry.from == from && entry.to == Some(place);
        let found = |test: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
            self.legal.iter().enumerate().filter(|(_, entry)| test(entry)).map(|(index, _)| index).collect()
        };
        if self.from.is_some() {
            let ends = found(&|entry| here(entry, self.from));
            if !ends.is_empty() {
                return self.offer(ends);
            }
            if self.from == Some(place) {
                return self.from = None;
            }
        }
        let begins = found(&|entry| entry.from == Some(place));
        let ends = found(&|entry| here(entry, None));
        match (begins.is_empty(), ends.is_empty()) {
            (true, true) => self.message = "no move begins or ends here".into(),
            (true, false) => self.offer(ends),
            (false, true) => {
                self.from = Some(place);
                self.message.clear();
            }
            (false, false) => self.offer([ends, begins].concat()),
        }
    }

    /// Moves without those that read like one before.
    fn distinct(&self, mut moves: Vec<usize>) -> Vec<usize> {
        let mut seen = std::collections::HashSet::new();
        moves.retain(|&index| self.legal.get(index).is_some_and(|entry| seen.insert(entry.name.as_str())));
        moves
    }

    /// Plays the only one of some moves, or lets one be chosen.
    fn offer(&mut self, moves: Vec<usize>) {
        let moves = self.distinct(moves);
        match moves.as_slice() {
            [] => self.message = "there is no move".into(),
            [only] => self.own(*only),
            _ => self.list = Some(List { moves, at: 0 }),
        }
    }

    /// Moves within the list; whether the input was for it.
    fn pick(&mut self, input: Input) -> bool {
        let Some(list) = &mut self.list else { return false };
        let last = list.moves.len().saturating_sub(1);
        match input {
            Input::Up | Input::Before => list.at = list.at.saturating_sub(1),
            Input::Down | Input::Next => list.at = (list.at + 1).min(last),
            Input::Left => list.at = list.at.saturating_sub(10),
            Input::Right => list.at = (list.at + 10).min(last),
            Input::Choose | Input::Pick(_) => {
                let at = if let Input::Pick(at) = input { at } else { list.at };
                if let Some(&index) = list.moves.get(at) {
                    self.list = None;
                    self.own(index);
                }
            }
            Input::Cancel | Input::Click(_) => self.list = None,
            Input::Char(_) | Input::Backspace => return false,
        }
        true
    }

    fn type_name(&mut self, mut prompt: Prompt, input: Input) -> Wish {
        match input {
            Input::Char(c) if prompt.text.len() < LONGEST => prompt.text.push(c),
            Input::Backspace => drop(prompt.text.pop()),
            Input::Cancel => return Wish::Nothing,
            Input::Choose if prompt.text.is_empty() => return Wish::Nothing,
            Input::Choose => return if prompt.save { Wish::Save(prompt.text) } else { Wish::Open(prompt.text) },
            _ => {}
        }
        self.prompt = Some(prompt);
        Wish::Nothing
    }
}
