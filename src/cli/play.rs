//! `ludemic play`: a game at the terminal, or from a list of commands.

use super::input::Description;
use super::output::Ui;
use super::prose::columns;
use super::{CLEAN, FINDINGS, Outcome, Stop};
use flate2::Compression;
use flate2::write::GzEncoder;
use ludemic::playouts::Chooser;
use ludemic::recording::Recorder;
use ludemic::render::{Picture, Symbols, describe, outcome};
use ludemic::{Game, Trial};
use std::fs::File;
use std::io::{self, BufRead, BufWriter, IsTerminal, Read, Write};
use std::sync::Arc;

/// The longest command that is read.
const LONGEST: u64 = 4096;

/// The width of the list of moves.
const WIDTH: usize = 100;

const HELP: &str = "Commands:
  a number or a move   play it
  random               let chance play this move
  undo                 take back to your last move
  moves, board         show them again
  save FILE            write a recording (.gz is packed)
  quit                 leave";

/// Play a game at the terminal, against others or random moves.
///
/// Commands are read from standard input, one a line: the number of a move or the move as the list shows it, `random`,
/// `undo`, `moves`, `board`, `save FILE`, `quit`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    /// Players who make random moves, such as P2 or P1,P2 or all
    #[arg(long, value_delimiter = ',', value_name = "PLAYERS")]
    random: Vec<String>,

    /// Seed of random moves, and of dice and other chance
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    /// Write a recording of the game to this file at the end
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

/// A game being played.
struct Session {
    game: Arc<Game>,
    trial: Trial,
    recorder: Recorder,
    chooser: Chooser,
    /// By player, index 0 unused.
    random: Vec<bool>,
    /// Whether a person sits at the terminal.
    person: bool,
}

/// What a command asks for.
enum Next {
    /// Go on without showing anything anew.
    Stay,
    /// The position has changed.
    Changed,
    Quit,
}

/// Plays until the game is over and the commands are at their end.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    if args.description.file == "-" {
        return Err(Stop::CannotRun(
            "`play` reads commands from standard input; give the description as a file".into(),
        ));
    }
    let game = args.description.game(ui)?;
    let random = random(&args.random, game.equipment.players)?;
    let trial = match Trial::start(Arc::clone(&game), args.seed) {
        Ok(trial) => trial,
        Err(error) => {
            ui.complain(&error.to_string());
            return Ok(FINDINGS);
        }
    };
    let recorder = Recorder::new(&trial, &args.description.choice.options, args.seed);
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let chooser = Chooser::new(args.seed);
    let mut session = Session { game, trial, recorder, chooser, random, person };
    let code = session.play(ui)?;
    if let Some(file) = &args.save {
        session.save(file).map_err(|error| Stop::CannotRun(format!("cannot write {file}: {error}")))?;
    }
    Ok(code)
}

fn random(words: &[String], players: i32) -> Result<Vec<bool>, Stop> {
    let mut list = vec![false; players as usize + 1];
    for word in words.iter().map(|word| word.trim()) {
        if word.eq_ignore_ascii_case("all") {
            list.fill(true);
            continue;
        }
        let digits = word.strip_prefix(['P', 'p']).unwrap_or(word);
        match digits.parse::<usize>().ok().and_then(|player| list.get_mut(player).filter(|_| player > 0)) {
            Some(entry) => *entry = true,
            None => {
                return Err(Stop::CannotRun(format!("there is no player {word}: the players are P1 to P{players}")));
            }
        }
    }
    Ok(list)
}

impl Session {
    fn mover_is_random(&self) -> bool {
        usize::try_from(self.trial.state().mover()).ok().and_then(|p| self.random.get(p)).copied().unwrap_or(false)
    }

    fn play(&mut self, ui: &mut Ui) -> Outcome {
        ui.line(format!("{}: {}", self.game.name, Symbols::of(&self.game.equipment).legend(&self.game.equipment)))?;
        let mut changed = true;
        let mut input = io::stdin().lock();
        loop {
            while !self.trial.is_over() && self.mover_is_random() {
                if !self.play_random(ui)? {
                    return Ok(FINDINGS);
                }
                changed = true;
            }
            let over = self.trial.is_over();
            if changed {
                self.board(ui)?;
                if over {
                    ui.line(outcome(self.trial.state()).unwrap_or_default())?;
                } else if let Err(error) = self.moves(ui)? {
                    ui.complain(&error);
                    return Ok(FINDINGS);
                }
            }
            if over && self.random[1..].iter().all(|random| *random) {
                return Ok(CLEAN);
            }
            if self.person {
                let who = if over { "over".to_owned() } else { format!("P{}", self.trial.state().mover()) };
                ui.print(format!("{who}> "))?;
            }
            ui.finish()?;
            let Some(line) = line(&mut input)? else {
                if self.person {
                    ui.line("")?;
                }
                return Ok(CLEAN);
            };
            match self.command(line.trim(), ui)? {
                Next::Stay => changed = false,
                Next::Changed => changed = true,
                Next::Quit => return Ok(CLEAN),
            }
        }
    }

    fn board(&self, ui: &mut Ui) -> io::Result<()> {
        let state = self.trial.state();
        ui.line("")?;
        ui.print(Picture::position(&self.game, state).color(ui.color()))?;
        if self.game.features.scores {
            let scores: Vec<String> =
                (1..=state.players()).map(|player| format!("P{player} {}", state.score(player))).collect();
            ui.line(format!("scores: {}", scores.join(", ")))?;
        }
        Ok(())
    }

    /// The legal moves with their numbers; the inner error is one of the rules.
    fn moves(&mut self, ui: &mut Ui) -> io::Result<Result<(), String>> {
        let names = match self.names() {
            Ok(names) => names,
            Err(error) => return Ok(Err(error)),
        };
        let digits = names.len().to_string().len();
        let entries: Vec<String> =
            names.iter().enumerate().map(|(i, name)| format!("{:>digits$} {name}", i + 1)).collect();
        ui.line(format!("P{} to move:", self.trial.state().mover()))?;
        ui.print(columns(&entries, WIDTH))?;
        Ok(Ok(()))
    }

    /// The legal moves in words; moves that would read alike are told apart by their actions.
    fn names(&mut self) -> Result<Vec<String>, String> {
        let game = Arc::clone(&self.game);
        let moves = self.trial.legal().map_err(|error| error.to_string())?;
        let short: Vec<String> = moves.iter().map(|m| describe(&game, m)).collect();
        let mut seen = std::collections::HashMap::new();
        for name in &short {
            *seen.entry(name.as_str()).or_insert(0) += 1;
        }
        let alone = |name: &str| seen.get(name).is_none_or(|count| *count == 1);
        let named = short.iter().zip(moves);
        Ok(named
            .map(|(name, m)| if alone(name) { name.clone() } else { format!("{name} {}", m.actions_text()) })
            .collect())
    }

    /// Plays a move and tells which; `false` when the rules fail.
    fn play_index(&mut self, index: usize, ui: &mut Ui) -> io::Result<bool> {
        let state = self.trial.state();
        let (mover, number) = (state.mover(), self.trial.len() + 1);
        let name = self.names().ok().and_then(|names| names.get(index).cloned()).unwrap_or_default();
        match self.recorder.play(&mut self.trial, index) {
            Ok(()) => {
                ui.line(format!("{number}. P{mover} {name}"))?;
                Ok(true)
            }
            Err(error) => {
                ui.finish()?;
                ui.complain(&error.to_string());
                Ok(false)
            }
        }
    }

    fn play_random(&mut self, ui: &mut Ui) -> io::Result<bool> {
        match self.trial.legal().map(<[_]>::len) {
            Ok(count) => {
                let index = self.chooser.choose(count);
                self.play_index(index, ui)
            }
            Err(error) => {
                ui.finish()?;
                ui.complain(&error.to_string());
                Ok(false)
            }
        }
    }

    fn command(&mut self, line: &str, ui: &mut Ui) -> Result<Next, Stop> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => return Ok(Next::Stay),
            "quit" | "q" | "exit" => return Ok(Next::Quit),
            "help" | "h" | "?" => ui.line(HELP)?,
            "board" | "b" => self.board(ui)?,
            "moves" | "m" => {
                if let Err(error) = self.moves(ui)? {
                    ui.complain(&error);
                }
            }
            "undo" | "u" => return self.undo(ui),
            "save" | "s" if rest.trim().is_empty() => ui.line("save needs the name of a file")?,
            "save" | "s" => match self.save(rest.trim()) {
                Ok(()) => ui.line(format!("saved to {}", rest.trim()))?,
                Err(error) => ui.complain(&format!("cannot write {}: {error}", rest.trim())),
            },
            _ if self.trial.is_over() => ui.line("the game is over; `undo` takes a move back")?,
            "random" | "r" => return Ok(if self.play_random(ui)? { Next::Changed } else { Next::Stay }),
            _ => match self.find(line) {
                Ok(index) => return Ok(if self.play_index(index, ui)? { Next::Changed } else { Next::Stay }),
                Err(message) => ui.line(message)?,
            },
        }
        Ok(Next::Stay)
    }

    /// The legal move of this number or of these words.
    fn find(&mut self, text: &str) -> Result<usize, String> {
        let names = self.names()?;
        if let Ok(number) = text.parse::<usize>() {
            return number
                .checked_sub(1)
                .filter(|index| *index < names.len())
                .ok_or_else(|| format!("there is no move {number}: the moves are 1 to {}", names.len()));
        }
        let equal = |name: &String| name.eq_ignore_ascii_case(text);
        names.iter().position(equal).ok_or_else(|| {
            format!("`{text}` is neither a move nor a command; `moves` lists the moves, `help` the commands")
        })
    }

    /// Takes back the last move, and the random moves before it.
    fn undo(&mut self, ui: &mut Ui) -> Result<Next, Stop> {
        if !self.trial.undo() {
            ui.line("there is no move to take back")?;
            return Ok(Next::Stay);
        }
        self.recorder.undo();
        while self.mover_is_random() && self.trial.undo() {
            self.recorder.undo();
        }
        Ok(Next::Changed)
    }

    fn save(&self, file: &str) -> io::Result<()> {
        let record = self.recorder.clone().finish(&self.trial);
        let out = BufWriter::new(File::create(file)?);
        if file.ends_with(".gz") {
            let mut packer = GzEncoder::new(out, Compression::default());
            write!(packer, "{record}")?;
            packer.finish()?.flush()
        } else {
            let mut out = out;
            write!(out, "{record}")?;
            out.flush()
        }
    }
}

/// The next line, `None` at the end. Of a line that is too long the rest is taken for another.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Stop> {
    let mut bytes = Vec::new();
    let length = input
        .take(LONGEST)
        .read_until(b'\n', &mut bytes)
        .map_err(|error| Stop::CannotRun(format!("cannot read commands: {error}")))?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
