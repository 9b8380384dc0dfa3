//! `ludemic play`: a game at the terminal, or from a list of commands.

use super::input::{Choice, Playable, read};
use super::library;
use super::output::Ui;
use super::prose::columns;
use super::replace::replace_text;
use super::tui::{self, Seats, Setup};
use super::{CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::players::{Clock, Player, Spec};
use ludemic::playouts::{Chooser, seed};
use ludemic::recording::Recorder;
use ludemic::render::{Picture, Symbols, Viewer, chosen, concise, mover_name, names, outcome};
use ludemic::{Compiled, Game, KnownDefines, PlayError, Trial};
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

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

const EXAMPLES: &str = "\
Keys:
  arrows, mouse        choose a place: where a move begins, then where it ends
  enter, space         choose; esc gives up what was begun
  m, p                 all moves as a list; pass
  u, r                 undo, redo
  h                    a hint
  s, o                 save and open recordings
  ?, q                 help, leave

Examples:
  ludemic play lud/skirt.lud --p2 uct:500              against a search of 500 games a move
  ludemic play lud/skirt.lud --p1 uct:2s --p2 greedy   watch
  ludemic play my-game.lud --watch                     edit the rules while you play
  echo 1 | ludemic play lud/skirt.lud --random P2      commands from a pipe

Players are human, random, greedy (one move ahead, by the score), uct:N (N games tried out for each move) and uct:Ts or
uct:Tms (so much time for each move). In a game of hidden information each person sees what the player to move may see;
the machine's players can only be random there.";

/// Play a game at the terminal, against people or players of the machine's.
///
/// On a terminal there is a board to move about on, with keys or the mouse. With --plain, or from a pipe, commands are
/// read from standard input, one a line: the number of a move or the move as the list shows it, `random`, `undo`,
/// `moves`, `board`, `save FILE`, `quit`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// Players who make random moves, such as P2 or P1,P2 or all
    #[arg(long, value_delimiter = ',', value_name = "PLAYERS")]
    random: Vec<String>,

    /// Who plays first: human, random, greedy, uct:200, uct:1s
    #[arg(long, value_name = "PLAYER")]
    p1: Option<String>,

    /// Who plays second
    #[arg(long, value_name = "PLAYER")]
    p2: Option<String>,

    /// Who plays third
    #[arg(long, value_name = "PLAYER")]
    p3: Option<String>,

    /// Who plays fourth
    #[arg(long, value_name = "PLAYER")]
    p4: Option<String>,

    /// Who plays, all seats at once: human,uct:200
    #[arg(long, value_delimiter = ',', value_name = "PLAYER,..", conflicts_with_all = ["p1", "p2", "p3", "p4"])]
    players: Vec<String>,

    /// Read commands line by line, on a terminal too
    #[arg(long)]
    plain: bool,

    /// Read the rules anew whenever the file changes, and keep the position if it can still be reached
    #[arg(long, conflicts_with = "plain")]
    watch: bool,

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
    /// The players of the machine's, by seat.
    players: Vec<Option<Box<dyn Player + Send>>>,
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
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    if args.game.description.file == "-" {
        return Err("`play` reads commands from standard input; give the description as a file".into());
    }
    let compiled = args.game.compiled(ui)?;
    let game = Arc::clone(compiled.game());
    let random = random(&args.random, game.equipment.players)?;
    let seats = seats(args, &game)?;
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if person && !dumb && !args.plain && ui.full() {
        return on_screen(args, compiled, seats, &random, ui);
    }
    if args.watch {
        return Err("--watch needs a terminal: commands from a pipe are for the rules as they are".into());
    }
    let trial = Trial::start(Arc::clone(&game), args.seed).map_err(|error| ui.refuse(error))?;
    let recorder = Recorder::new(&trial, &args.game.description.choice.options, args.seed);
    let chooser = Chooser::new(args.seed);
    let start = Instant::now();
    let clock: Clock = Arc::new(move || start.elapsed());
    let players = players(&seats, &clock, args.seed);
    let mut session = Session { game, trial, recorder, chooser, random, players, person };
    let code = session.play(ui)?;
    if let Some(file) = &args.save {
        session.save(file).map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    Ok(code)
}

/// The interface of a terminal.
fn on_screen(args: &Args, compiled: Compiled, mut seats: Seats, random: &[bool], ui: &mut Ui) -> CommandResult {
    for (seat, random) in seats.iter_mut().zip(random.iter().skip(1)) {
        *seat = seat.or(random.then_some(Spec::Random));
    }
    let options = &args.game.description.choice.options;
    let known = args.game.description.choice.known(ui)?;
    let file = &args.game.description.file;
    let again = || read_anew(file, &args.game.description.choice, &known).map(|compiled| args.game.budget.of(compiled));
    tui::run(Setup {
        compiled,
        seats,
        options,
        seed: args.seed,
        colours: ui.color(),
        save: args.save.as_deref(),
        watch: args.watch.then_some((file.as_str(), &again as &dyn Fn() -> Result<Compiled, String>)),
    })
}

/// The rules of a file that has changed, or the first of its mistakes.
fn read_anew(file: &str, choice: &Choice, known: &KnownDefines) -> Result<Compiled, String> {
    let text = read(file).map_err(|_| format!("{file} cannot be read"))?;
    library::load(file, &text, &choice.options, choice.lud.as_deref(), known).map_err(|failure| {
        let count = failure.findings.len();
        let first = failure.findings.first().map(|finding| concise(&failure.sources, finding));
        let first = first.map_or(String::new(), |text| text.lines().next().unwrap_or("").to_owned());
        if count > 1 { format!("{first} (and {} more)", count - 1) } else { first }
    })
}

/// Who sits where.
fn seats(args: &Args, game: &Game) -> Result<Seats, Stop> {
    let players = game.equipment.players;
    let mut seats = vec![None; usize::try_from(players).unwrap_or(0)];
    let all: Vec<Option<&String>> = args.players.iter().map(Some).collect();
    if !all.is_empty() && all.len() != seats.len() {
        let message = format!("--players names {} players, and the game has {players}", all.len());
        return Err(message.into());
    }
    let single = [&args.p1, &args.p2, &args.p3, &args.p4].map(Option::as_ref);
    for (index, word) in if all.is_empty() { &single } else { &all[..] }.iter().enumerate() {
        let Some(word) = word else { continue };
        let wrong = |message: String| {
            let option = if all.is_empty() { format!("--p{}", index + 1) } else { "--players".to_owned() };
            Stop::CannotRun(format!("{option}: {message}"))
        };
        let Some(seat) = seats.get_mut(index) else {
            return Err(wrong(format!("the game has the players P1 to P{players}")));
        };
        if !word.trim().eq_ignore_ascii_case("human") {
            let spec = word.parse::<Spec>().map_err(|error| wrong(format!("{error}; or `human`")))?;
            spec.fits(game).map_err(|error| wrong(format!("{spec}: {error}")))?;
            *seat = Some(spec);
        }
    }
    Ok(seats)
}

/// The players of the machine's, by seat.
pub fn players(seats: &Seats, clock: &Clock, master: u64) -> Vec<Option<Box<dyn Player + Send>>> {
    let player = |agent: usize, spec: Spec| {
        let mut player = spec.player(clock);
        player.begin(seed(master, agent as u64 + 1));
        player
    };
    seats.iter().enumerate().map(|(agent, seat)| seat.map(|spec| player(agent, spec))).collect()
}

fn random(words: &[String], players: i32) -> Result<Vec<bool>, Stop> {
    let mut list = vec![false; usize::try_from(players).unwrap_or(0) + 1];
    for word in words.iter().map(|word| word.trim()) {
        if word.eq_ignore_ascii_case("all") {
            list.fill(true);
            continue;
        }
        let digits = word.strip_prefix(['P', 'p']).unwrap_or(word);
        match digits.parse::<usize>().ok().and_then(|player| list.get_mut(player).filter(|_| player > 0)) {
            Some(entry) => *entry = true,
            None => {
                return Err(format!("there is no player {word}: the players are P1 to P{players}").into());
            }
        }
    }
    Ok(list)
}

impl Session {
    /// The player of the machine's who is to move.
    fn machine(&mut self) -> Option<&mut Box<dyn Player + Send>> {
        let state = self.trial.state();
        let agent = usize::try_from(state.agent(self.trial.chooser()) - 1).ok()?;
        self.players.get_mut(agent)?.as_mut()
    }

    /// Whether no move can follow; a failure of the rules is told when their moves are asked for.
    fn is_over(&mut self) -> bool {
        !self.trial.goes_on(usize::MAX).unwrap_or(true)
    }

    /// Whether nobody has to be asked for the next move.
    fn goes_on(&mut self) -> bool {
        let random = usize::try_from(self.trial.chooser()).ok().and_then(|mover| self.random.get(mover).copied());
        !self.is_over() && (random == Some(true) || self.machine().is_some())
    }

    fn play_machine(&mut self, ui: &mut Ui) -> io::Result<bool> {
        let state = self.trial.state();
        let agent = usize::try_from(state.agent(self.trial.chooser()) - 1).unwrap_or(0);
        let Some(player) = self.players.get_mut(agent).and_then(Option::as_mut) else { return self.play_random(ui) };
        match player.choose(&mut self.trial) {
            Ok(index) => self.play_index(index, ui),
            Err(error) => failed(&error, ui),
        }
    }

    fn play(&mut self, ui: &mut Ui) -> CommandResult {
        let legend = Symbols::of(&self.game.equipment).legend(&self.game.equipment);
        ui.line(if legend.is_empty() { self.game.name.to_string() } else { format!("{}: {legend}", self.game.name) })?;
        let mut changed = true;
        let mut input = io::stdin().lock();
        loop {
            while self.goes_on() {
                if !self.play_machine(ui)? {
                    return Ok(FINDINGS);
                }
                changed = true;
            }
            let over = self.is_over();
            if changed {
                self.board(ui)?;
                if over {
                    ui.line(outcome(self.trial.state()).unwrap_or_else(|| "nothing happens any more".to_owned()))?;
                } else if let Err(error) = self.moves(ui)? {
                    ui.complain(&error);
                    return Ok(FINDINGS);
                }
            }
            let alone =
                self.random.iter().skip(1).zip(&self.players).all(|(random, player)| *random || player.is_some());
            if over && alone {
                return Ok(CLEAN);
            }
            if self.person {
                let who = if over { "over".to_owned() } else { mover_name(&self.game, self.trial.chooser()) };
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
        ui.print(Picture::position(&self.game, state).seen_by(Viewer::mover(&self.trial)).color(ui.color()))?;
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
        ui.line(format!("{} to move:", mover_name(&self.game, self.trial.chooser())))?;
        ui.print(columns(&entries, WIDTH))?;
        Ok(Ok(()))
    }

    /// The legal moves in words; moves that would read alike are told apart.
    fn names(&mut self) -> Result<Vec<String>, String> {
        let game = Arc::clone(&self.game);
        let moves = self.trial.legal().map_err(|error| error.to_string())?;
        Ok(names(&game, moves))
    }

    /// Plays a move and tells which; `false` when the rules fail.
    fn play_index(&mut self, index: usize, ui: &mut Ui) -> io::Result<bool> {
        let (mover, number) = (self.trial.chooser(), self.trial.len() + 1);
        let mut all = chosen(&mut self.trial);
        let name = self.names().ok().and_then(|names| names.get(index).cloned()).unwrap_or_default();
        all.push((mover, name));
        match self.recorder.play(&mut self.trial, index) {
            // What some have chosen is not told to those who have not.
            Ok(()) if !self.trial.chosen().is_empty() => {
                ui.line(format!("{number}. {} has chosen", mover_name(&self.game, mover)))?;
                Ok(true)
            }
            Ok(()) => {
                for (mover, name) in all {
                    ui.line(format!("{number}. {} {name}", mover_name(&self.game, mover)))?;
                }
                Ok(true)
            }
            Err(error) => failed(&error, ui),
        }
    }

    fn play_random(&mut self, ui: &mut Ui) -> io::Result<bool> {
        match self.trial.legal().map(<[_]>::len) {
            Ok(count) => {
                let index = self.chooser.choose(count);
                self.play_index(index, ui)
            }
            Err(error) => failed(&error, ui),
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
            _ if self.is_over() => ui.line("the game is over; `undo` takes a move back")?,
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
        while self.goes_on() && self.trial.undo() {
            self.recorder.undo();
        }
        Ok(Next::Changed)
    }

    fn save(&self, file: &str) -> io::Result<()> {
        let record = self.recorder.clone().finish(&self.trial);
        replace_text(Path::new(file), record)
    }
}

/// The next line, `None` at the end. Of a line that is too long the rest is taken for another.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Stop> {
    let mut bytes = Vec::new();
    let length =
        input.take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| format!("cannot read commands: {error}"))?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Tells of a failure behind what was said so far; nothing has been played.
fn failed(error: &PlayError, ui: &mut Ui) -> io::Result<bool> {
    ui.finish()?;
    ui.complain(&error.to_string());
    Ok(false)
}
