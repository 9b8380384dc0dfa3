//! What is done with a text, stage by stage, and what must hold whatever the text is. A broken promise is a panic.

use ludemic::recording::{Recorder, Recording, TrialFile, verify};
use ludemic::render::{Picture, describe, finding, typed};
use ludemic::stats::Summary;
use ludemic::{Compiled, Failure, KnownDefines, Parsed, PlayError, Trial};

/// How many moves of a game are played.
const MOVES: usize = 24;

/// The work allowed for a ply: less than for a game that someone wants to play, so that many games can be tried.
const WORK: u64 = 2_000_000;

/// The longest recording that is read back.
const LONG: usize = 1 << 20;

/// A failure tells of an error, and all it tells can be shown.
fn told(failure: &Failure) {
    assert!(failure.findings.iter().any(|finding| finding.is_error()), "a failure without an error");
    assert!(failure.findings.len() <= 1000, "{} findings", failure.findings.len());
    for one in &failure.findings {
        assert!(!finding(&failure.sources, one, false).is_empty());
    }
    assert!(!failure.to_string().is_empty());
}

/// What a stage gives; a failure is looked at.
fn passed<T>(result: Result<T, Failure>) -> Option<T> {
    result.map_err(|failure| told(&failure)).ok()
}

/// Reads a text, and prints it as it was read.
pub fn parse(text: &str) {
    if let Some(parsed) = passed(Parsed::new("input.lud", text)) {
        assert_eq!(parsed.ast().print(), *parsed.ast().text, "printed as it was read");
    }
}

/// Expands a text, and what came of it once more: nothing is left to expand. (In a description that is refused later, a
/// stray colon or quote may come to stand otherwise.)
pub fn expand(text: &str) {
    let none = KnownDefines::none();
    let Some(first) = passed(Parsed::new("input.lud", text)).and_then(|parsed| passed(parsed.expand(&[], &none)))
    else {
        return;
    };
    let written = first.expanded().layout();
    // Mistakes in the metadata are among the findings.
    if !first.check().is_ok_and(|checked| checked.findings().iter().all(|finding| !finding.is_error())) {
        return;
    }
    if let Ok(second) = Parsed::new("again.lud", &written).and_then(|parsed| parsed.expand(&[], &none)) {
        assert_eq!(second.expanded().layout(), written, "expanding an expansion changes nothing");
    }
}

/// Checks a text, and shows the typed tree.
pub fn check(text: &str) {
    let expansion = Parsed::new("input.lud", text).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
    let Ok(expansion) = expansion else { return };
    if let Some(checked) = passed(expansion.check()) {
        assert!(!typed(checked.typed()).is_empty());
    }
}

/// The game whose recordings, trial files and options are read.
const FILL: &str = include_str!("../tests/games/fill.lud");

/// The game with these selections; what is wrong with them is told.
fn fill(selections: &[String]) -> Option<Compiled> {
    let parsed = passed(Parsed::new("fill.lud", FILL))?;
    let expansion = passed(parsed.expand(selections, &KnownDefines::none()))?;
    passed(expansion.check()).and_then(|checked| passed(checked.compile()))
}

/// Reads a recording, packed or not, compares it with its game and follows it as far as it goes.
pub fn recording(bytes: &[u8]) {
    let Ok(recording) = Recording::read(bytes) else { return };
    let Some(compiled) = fill(&recording.options()) else { return };
    let game = compiled.game();
    if let Ok(verdict) = verify(game, &recording) {
        assert!(verdict.plies <= recording.moves.len());
        if let Some(difference) = &verdict.difference {
            assert!(!difference.to_string().is_empty());
        } else {
            assert!(recording.again(game, usize::MAX, &mut |_| {}).is_ok(), "what agrees can be followed");
        }
    }
}

/// Reads a trial file; what was read is written and read again, and compared with its game.
pub fn trial_file(text: &str) {
    let Ok(file) = TrialFile::parse(text) else { return };
    if let Some(compiled) = fill(&file.options) {
        let _ = file.replay(compiled.game());
        let _ = file.again(compiled.game(), usize::MAX, &mut |_| {});
    }
}

/// Reads what a file of results says of many games; where its numbers fit together, everything can be asked of them.
pub fn results(bytes: &[u8]) {
    let Ok(summary) = serde_json::from_slice::<Summary>(bytes) else { return };
    if !summary.is_sound(2) {
        return;
    }
    let mut twice = summary.clone();
    twice.merge(&summary);
    assert_eq!(twice.games, 2 * summary.games);
    let lengths = twice.lengths();
    assert_eq!(lengths.count, twice.games);
    assert!(lengths.bars(lengths.width(20)).len() <= 20);
    let _ = (twice.won(), twice.decisions(), twice.decision_factor(), twice.breadth());
    let _ = (lengths.mean(), lengths.deviation(), lengths.quantile(0.5));
}

/// Chooses by each line of a text an item of an option, or a ruleset.
pub fn options(text: &str) {
    let _ = fill(&text.lines().map(str::to_owned).collect::<Vec<_>>());
}

/// Plays a text for some moves; takes them back, records them and replays the recording.
pub fn play(text: &str) {
    let checked = Parsed::new("input.lud", text)
        .and_then(|parsed| parsed.expand(&[], &KnownDefines::none()))
        .and_then(|expansion| expansion.check());
    let Ok(checked) = checked else { return };
    if let Some(compiled) = passed(checked.compile()) {
        // A fault of the rules is an answer.
        let _ = rounds(&compiled.with_work(WORK));
    }
}

fn rounds(compiled: &Compiled) -> Result<(), PlayError> {
    let game = compiled.game();
    let mut trial = Trial::start(game.clone(), 1)?;
    // Listing the legal moves notes who can move, which is part of the position.
    trial.legal()?;
    let start = trial.state().hash();
    let mut recorder = Recorder::new(&trial, &[], 1);
    let mut failed = None;
    for turn in 0..MOVES {
        if trial.is_over() {
            assert_eq!(trial.play(0).err(), Some(PlayError::Over));
            break;
        }
        let count = trial.legal()?.len();
        if count == 0 {
            assert!(!trial.goes_on(usize::MAX)?, "a game that is not over has a legal move, unless it plays by itself");
            break;
        }
        assert_eq!(trial.play(count).err(), Some(PlayError::NoSuchMove { index: count, count }));
        let before = trial.state().hash();
        if let Err(error) = recorder.play(&mut trial, (turn * 7919) % count) {
            assert_eq!(trial.state().hash(), before, "a move that fails changes nothing");
            failed = Some(error);
            break;
        }
        if let Some(last) = trial.history().last() {
            assert!(!describe(game, last).is_empty());
        }
    }
    let _ = Picture::position(game, trial.state()).to_string();
    let file = TrialFile::of(&trial, Vec::new(), 1).to_string();
    let record = recorder.finish(&trial).to_string();
    while trial.undo() {}
    assert_eq!(trial.state().hash(), start, "all moves taken back");
    if failed.is_none() && record.len() + file.len() < LONG {
        let recording = Recording::read(record.as_bytes()).expect("a recording can be read");
        assert_eq!(verify(game, &recording)?.difference, None);
    }
    Ok(())
}
