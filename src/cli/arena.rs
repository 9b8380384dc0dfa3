//! Many games on all processors: work in pieces, progress, Ctrl-C.

use super::seats::Seats;
use super::shards::{GameRow, Keep, MoveRow};
use super::workers::{Progress, TICK, interrupt, pool};
use super::{INTERRUPTED, Stop};
use ludemic::actions::ActionSpace;
use ludemic::expand::ChosenItem;
use ludemic::players::{Clock, Match, Player, Spec};
use ludemic::playouts::{Ply, Series, seed};
use ludemic::stats::{Course, Details, Summary};
use ludemic::{Compiled, Game, PlayError};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long games that are being played are waited for after Ctrl-C.
const GRACE: Duration = Duration::from_secs(1);

/// How many pieces may be done and not yet taken.
const WAITING: usize = 64;

/// A version of a game, ready to be played.
pub struct Version {
    /// Plays games and tells results, lengths and choices.
    pub series: Series,
    /// The game that counts its rules, where details are wanted.
    pub counting: Option<Arc<Game>>,
    /// Who plays; `None` for random moves.
    players: Option<Vec<Spec>>,
    /// Its name, and the items of its options.
    identity: (String, String),
    /// The numbers of its actions, where it has them and rows of moves are wanted.
    space: Option<ActionSpace>,
}

impl Version {
    /// A version that is played by these players.
    pub fn new(compiled: &Compiled, seats: &Seats) -> Result<Version, String> {
        Ok(Version { players: seats.of(compiled.game())?, ..Version::random(compiled) })
    }

    /// A version that is played at random.
    pub fn random(compiled: &Compiled) -> Version {
        let items: Vec<String> = compiled.expanded().chosen().iter().map(ChosenItem::to_string).collect();
        let identity = (compiled.game().name.to_string(), items.join("; "));
        Version { series: Series::new(compiled.game()), counting: None, players: None, identity, space: None }
    }

    /// The same; actions have numbers, where they can and rows of moves are kept.
    #[must_use]
    pub fn numbered(self, compiled: &Compiled, keep: Keep) -> Version {
        let space = (keep == Keep::Moves).then(|| ActionSpace::new(compiled).ok()).flatten();
        Version { space, ..self }
    }

    /// The same; details can be looked at.
    pub fn detailed(compiled: &Compiled, seats: &Seats) -> Result<Version, String> {
        let counting = compiled.counting().map_err(|failure| failure.to_string())?;
        Ok(Version { counting: Some(counting), ..Version::new(compiled, seats)? })
    }
}

/// How a version is made when it is first needed, or why it cannot be played.
pub type Maker = Box<dyn Fn() -> Result<Version, String> + Send + Sync>;

/// The maker of one version that is made already.
pub fn ready(version: Version) -> Maker {
    let ready = Mutex::new(Some(version));
    Box::new(move || {
        let mut version = ready.lock().unwrap_or_else(PoisonError::into_inner);
        version.take().ok_or_else(|| "the version is gone".to_owned())
    })
}

/// What is looked at in games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// What the summary has.
    #[default]
    Summary,
    /// That and what the details have.
    Closely,
}

/// Some games of one version, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Piece {
    /// The version.
    pub version: usize,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// What is looked at.
    pub look: Look,
}

/// What came of a piece.
#[derive(Default)]
pub struct Part {
    /// The piece.
    pub piece: Piece,
    /// Whether all of its games were played.
    pub complete: bool,
    /// Results, lengths, choices.
    pub summary: Summary,
    /// The course of the games.
    pub details: Details,
    /// How many players the version has; `None` when it cannot be played.
    pub players: Option<i32>,
    /// Why the version cannot be played.
    pub obstacle: Option<String>,
    /// The name of the version and the items of its options.
    pub identity: Option<(String, String)>,
    /// A row for each of its games, if they are kept.
    pub rows: Vec<GameRow>,
}

/// How a series of games is played.
#[derive(clap::Args, Debug, Clone, Copy)]
pub struct Settings {
    /// Seed from which the seed of every game is derived
    #[arg(long, default_value_t = 0, value_name = "S")]
    pub seed: u64,

    /// Cut a game after so many moves
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    pub max_moves: usize,

    /// How many threads; 0 for one a processor. The results are the same for any number
    #[arg(short, long, default_value_t = 0, value_name = "T", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub threads: u16,
}

/// A version and what is still to be done with it.
struct Slot {
    make: Maker,
    made: Mutex<Option<Result<Arc<Version>, String>>>,
    left: AtomicUsize,
}

struct Shared {
    slots: Vec<Slot>,
    pieces: Vec<Piece>,
    settings: Settings,
    /// What is kept of each game.
    keep: Keep,
    next: AtomicUsize,
    played: AtomicU64,
    stop: AtomicBool,
}

/// The size of pieces for so many games in about `parts` pieces: no smaller for longer series, so that little is lost
/// when one is stopped, but for series so long that the list of pieces would not fit in memory.
pub fn piece(games: u64, parts: u64) -> u64 {
    games.div_ceil(parts).clamp(1, 1000.max(games / 100_000))
}

/// Pieces of a series of games of one version, so large that a worker is busy and so small that little is lost when it
/// is stopped.
pub fn pieces(version: usize, look: Look, games: std::ops::Range<u64>, size: u64) -> impl Iterator<Item = Piece> {
    let size = size.max(1);
    let end = games.end;
    games.step_by(usize::try_from(size).unwrap_or(usize::MAX)).map(move |first| Piece {
        version,
        first,
        games: size.min(end - first),
        look,
    })
}

/// Plays all pieces and hands each to `take` when it is done, in any order. Answers whether Ctrl-C stopped it; pieces
/// that were begun are then handed over as far as they came.
pub fn run(
    versions: Vec<Maker>,
    pieces: Vec<Piece>,
    settings: Settings,
    keep: Keep,
    mut take: impl FnMut(Part) -> Result<(), Stop>,
) -> Result<bool, Stop> {
    let interrupted = interrupt()?;
    let pool = pool(settings.threads)?;
    let slot = |(version, make): (usize, Maker)| {
        let left = pieces.iter().filter(|piece| piece.version == version).count();
        Slot { make, made: Mutex::new(None), left: AtomicUsize::new(left) }
    };
    let slots = versions.into_iter().enumerate().map(slot).collect();
    let games = pieces.iter().map(|piece| piece.games).sum();
    let shared = Arc::new(Shared {
        slots,
        pieces,
        settings,
        keep,
        next: AtomicUsize::new(0),
        played: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    });
    let (sender, receiver) = sync_channel(WAITING);
    let workers = Arc::clone(&shared);
    pool.spawn_broadcast(move |_| workers.work(&sender));
    let mut progress = Progress::new(games, "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    let mut stopped: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(part) => {
                if let Err(stop) = take(part) {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Err(stop);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        progress.show(shared.played.load(Ordering::Relaxed));
        if stopped.is_none() && interrupted.load(Ordering::Relaxed) {
            shared.stop.store(true, Ordering::Relaxed);
            stopped = Some(Instant::now());
        }
        if stopped.is_some_and(|since| since.elapsed() > GRACE) {
            break;
        }
    }
    progress.clear();
    Ok(stopped.is_some() && shared.played.load(Ordering::Relaxed) < games)
}

/// Ends the process after Ctrl-C: games that are still being played cannot be waited for.
pub fn exit_interrupted() -> ! {
    std::process::exit(i32::from(INTERRUPTED))
}

impl Shared {
    /// Takes pieces until none is left.
    fn work(&self, done: &SyncSender<Part>) {
        while !self.stop.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&piece) = self.pieces.get(index) else { break };
            let part = self.play(piece);
            // Nobody takes it: the work was given up.
            if done.send(part).is_err() {
                break;
            }
        }
    }

    fn play(&self, piece: Piece) -> Part {
        let mut part = Part { piece, ..Part::default() };
        let Some(slot) = self.slots.get(piece.version) else { return part };
        match slot.version() {
            Ok(version) => {
                part.players = Some(version.series.game().equipment.players);
                part.identity = Some(version.identity.clone());
                self.games(&version, &mut part);
            }
            Err(obstacle) => {
                self.played.fetch_add(piece.games, Ordering::Relaxed);
                part.obstacle = Some(obstacle);
            }
        }
        // What is no longer needed is dropped: of many versions only a few are in memory.
        if slot.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            *slot.made.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        part
    }

    fn games(&self, version: &Version, part: &mut Part) {
        let Settings { seed: master, max_moves: limit, .. } = self.settings;
        let mut numbers = part.piece.first..part.piece.first + part.piece.games;
        let mut next = || if self.stop.load(Ordering::Relaxed) { None } else { numbers.next() };
        let counting = version.counting.as_ref().filter(|_| part.piece.look == Look::Closely);
        let mut played = 0;
        if version.players.is_none() && counting.is_none() && self.keep != Keep::Moves {
            let rows = &mut part.rows;
            version.series.watch(master, limit, next, |number, playout, choices| {
                if self.keep == Keep::Games {
                    let playout = playout.as_ref().copied().map_err(|error| error.to_string());
                    rows.push(GameRow::new(number, seed(master, number), playout, choices));
                }
                part.summary.add_playout(number, playout, choices);
                played += 1;
                self.played.fetch_add(1, Ordering::Relaxed);
                true
            });
            part.complete = played == part.piece.games;
            return;
        }
        while let Some(number) = next() {
            match (&version.players, counting) {
                (Some(specs), _) => self.game(version, specs, number, part),
                (None, Some(game)) => {
                    let course = Course::random(game, master, number, limit, self.keep == Keep::Moves);
                    self.add(version, number, seed(master, number), "random", course, part);
                }
                (None, None) => {
                    let recorded = version.series.record(master, number, limit);
                    let (playout, plies) =
                        recorded.map_or_else(|error| (Err(error), Vec::new()), |(p, plies)| (Ok(p), plies));
                    let choices: Vec<u32> = plies.iter().map(|ply| ply.legal).collect();
                    let known = playout.as_ref().copied().map_err(ToString::to_string);
                    let row = GameRow::new(number, seed(master, number), known, &choices);
                    part.rows.push(GameRow { plies: version.plies(&plies), ..row });
                    part.summary.add_playout(number, playout, &choices);
                }
            }
            played += 1;
            self.played.fetch_add(1, Ordering::Relaxed);
        }
        part.complete = played == part.piece.games;
    }

    /// A game between players who are told apart. They are new for each game, so that what one remembers of another
    /// game depends on nothing.
    fn game(&self, version: &Version, specs: &[Spec], number: u64, part: &mut Part) {
        let start = Instant::now();
        let clock: Clock = Arc::new(move || start.elapsed());
        let mut players: Vec<Box<dyn Player + Send>> = specs.iter().map(|spec| spec.player(&clock)).collect();
        let mut seated: Vec<&mut dyn Player> =
            players.iter_mut().map(|player| &mut **player as &mut dyn Player).collect();
        let game = version.series.game();
        let Settings { seed: master, max_moves: limit, .. } = self.settings;
        let games = Match { game, seed: master, limit };
        // Everybody has each seat once before the course of chance changes.
        let count = specs.len().max(1) as u64;
        let own = seed(master, number / count);
        let by_seat = (0..specs.len()).map(|seat| (seat as u64 + count - number % count) % count);
        let by_seat = by_seat.filter_map(|player| specs.get(player as usize)).map(Spec::to_string);
        let by_seat = by_seat.collect::<Vec<_>>().join(",");
        let counting = version.counting.as_ref().unwrap_or(game);
        let (course, seats) = match Course::of_match(&games, counting, number, &mut seated, self.keep == Keep::Moves) {
            Ok((course, seats)) => (Ok(course), seats),
            Err(error) => (Err(error), Vec::new()),
        };
        self.add(version, number, own, &by_seat, course, part);
        for (player, (seat, won)) in (1..).zip(seats) {
            part.summary.add_player(player, seat, won);
        }
    }

    /// Adds a game that was looked at move by move.
    fn add(
        &self,
        version: &Version,
        number: u64,
        seed: u64,
        players: &str,
        course: Result<Course, PlayError>,
        part: &mut Part,
    ) {
        if self.keep != Keep::Nothing {
            part.rows.push(GameRow { players: players.to_owned(), ..version.row(number, seed, &course) });
        }
        match course {
            Ok(course) => {
                part.summary.add(&course.playout, &course.choices);
                if part.piece.look == Look::Closely {
                    part.details.add(&course);
                }
            }
            Err(error) => part.summary.fail(number, error.to_string()),
        }
    }
}

impl Version {
    /// The row of a game that was looked at move by move.
    fn row(&self, number: u64, seed: u64, course: &Result<Course, PlayError>) -> GameRow {
        let course = match course {
            Ok(course) => course,
            Err(error) => return GameRow::new(number, seed, Err(error.to_string()), &[]),
        };
        let decided = course.decided().map(|thousandths| thousandths as f64 / 1000.0);
        GameRow {
            lead: (course.lead_changes(), decided),
            plies: self.plies(&course.plies),
            ..GameRow::new(number, seed, Ok(course.playout), &course.choices)
        }
    }

    fn plies(&self, plies: &[Ply]) -> Vec<MoveRow> {
        plies.iter().map(|ply| MoveRow::new(self.series.game(), self.space.as_ref(), ply)).collect()
    }
}

impl Slot {
    fn version(&self) -> Result<Arc<Version>, String> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.get_or_insert_with(|| (self.make)().map(Arc::new)).clone()
    }
}
