//! The fuzzing of `fuzz/` on a stable compiler: the same drivers, on changed descriptions and on spoilt bytes, with fixed
//! seeds. No input may end in a panic or take long.
//!
//! The short run is a part of the test command. `cargo test --release --test fuzz_smoke -- --ignored --nocapture` runs
//! each target for ten minutes (or for `LUDEMIC_FUZZ_MINUTES`).

#[path = "../fuzz/drivers.rs"]
mod drivers;
#[path = "../fuzz/mutate.rs"]
mod mutate;
#[path = "common/random.rs"]
mod random;

use random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The most time that one input may take on an idle machine with optimisation.
const LONGEST: Duration = Duration::from_secs(5);

/// What is done with a text.
type Driver = fn(&str);

/// A description with one to four changes.
fn mutant(originals: &[String], random: &mut Random) -> String {
    let mut text = originals[random.below(originals.len())].clone();
    for _ in 0..=random.below(4) {
        text = mutate::mutate(&text, &mut |n| random.below(n));
    }
    text
}

/// A description with bytes changed, left out, doubled and cut off.
fn spoilt(originals: &[String], random: &mut Random) -> String {
    let bytes = originals[random.below(originals.len())].clone().into_bytes();
    String::from_utf8_lossy(&spoil(bytes, random)).into_owned()
}

fn spoil(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(6) {
        let from = random.below(bytes.len());
        let to = (from + random.below(40)).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let at = random.below(bytes.len());
                let piece = bytes[from..to].to_vec();
                bytes.splice(at..at, piece);
            }
            2 => bytes.insert(from, random.below(256) as u8),
            3 if from < bytes.len() => bytes[from] = b"(){}\"<>#:-~./0\n"[random.below(15)],
            4 if from < bytes.len() => bytes[from] ^= 1 << random.below(8),
            _ if random.below(8) == 0 => bytes.truncate(from),
            _ => {}
        }
    }
    bytes
}

/// What is done with the bytes of a file that is no description.
type Reader = fn(&[u8]);

/// The readers, each with the folder of its seeds and its words.
const READERS: [(&str, Reader); 4] = [
    ("recording", drivers::recording),
    ("trial_file", |bytes| drivers::trial_file(&String::from_utf8_lossy(bytes))),
    ("results", drivers::results),
    ("options", |bytes| drivers::options(&String::from_utf8_lossy(bytes))),
];

/// The seeds of a reader, and the words of its dictionary.
fn seeds(reader: &str) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut files: Vec<_> = std::fs::read_dir(folder.join("corpus").join(reader))
        .expect("the seeds are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort_unstable();
    let words = std::fs::read_to_string(folder.join(format!("dictionaries/{reader}.dict"))).expect("a dictionary");
    let words = words.lines().map(|line| line.trim_matches('"').replace("\\\"", "\"").into_bytes()).collect();
    (files.iter().map(|file| std::fs::read(file).expect("a seed")).collect(), words)
}

/// A seed of a reader with bytes spoilt and words of its dictionary in other places.
fn spoilt_seed(seeds: &(Vec<Vec<u8>>, Vec<Vec<u8>>), random: &mut Random) -> Vec<u8> {
    let mut bytes = seeds.0[random.below(seeds.0.len())].clone();
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len());
        let to = (at + random.below(12)).min(bytes.len());
        bytes.splice(at..to, seeds.1[random.below(seeds.1.len())].iter().copied());
    }
    if random.below(3) == 0 { spoil(bytes, random) } else { bytes }
}

#[test]
fn readers() {
    for (name, reader) in READERS {
        let seeds = seeds(name);
        let mut random = Random(5);
        let mut tally = Tally::default();
        for number in 0..2000 {
            let bytes = if number < seeds.0.len() { seeds.0[number].clone() } else { spoilt_seed(&seeds, &mut random) };
            tally.bytes(reader, &bytes, 4 * LONGEST);
        }
    }
}

#[test]
#[ignore = "ten minutes a reader"]
fn readers_for_long() {
    let minutes = std::env::var("LUDEMIC_FUZZ_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    for (name, reader) in READERS {
        let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
        let (seeds, mut random, mut tally) = (seeds(name), Random(6), Tally::default());
        while Instant::now() < end {
            tally.bytes(reader, &spoilt_seed(&seeds, &mut random), LONGEST);
        }
        println!("{name}: {minutes} minutes, {} inputs, slowest {:?}", tally.inputs, tally.slowest);
    }
}

/// Time this thread has spent working, where the system tells; other programs do not count then.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// What a run has met.
#[derive(Default)]
struct Tally {
    inputs: usize,
    slowest: Duration,
}

impl Tally {
    /// The same for bytes.
    fn bytes(&mut self, reader: Reader, bytes: &[u8], longest: Duration) {
        let since = Instant::now();
        let before = worked(since);
        let outcome = catch_unwind(AssertUnwindSafe(|| reader(bytes)));
        let took = worked(since).saturating_sub(before);
        let shown = || String::from_utf8_lossy(bytes).into_owned();
        assert!(outcome.is_ok(), "a panic on these bytes:\n{}", shown());
        assert!(took < longest, "{took:?} for these bytes:\n{}", shown());
        self.inputs += 1;
        self.slowest = self.slowest.max(took);
    }

    /// Runs a driver on a text; a panic or a long time fails the test and shows the text.
    fn run(&mut self, driver: Driver, text: &str, longest: Duration) {
        let since = Instant::now();
        let before = worked(since);
        let outcome = catch_unwind(AssertUnwindSafe(|| driver(text)));
        let took = worked(since).saturating_sub(before);
        assert!(outcome.is_ok(), "a panic on this text:\n{text}");
        assert!(took < longest, "{took:?} for this text:\n{text}");
        self.inputs += 1;
        self.slowest = self.slowest.max(took);
    }
}

/// The most memory the process has used so far, in MiB, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

/// A few inputs of a kind.
fn short(seed: u64, count: usize, drivers: &[Driver], make: fn(&[String], &mut Random) -> String) {
    let originals = mutate::originals();
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let text = make(&originals, &mut random);
        for driver in drivers {
            // Without optimisation everything takes several times as long.
            tally.run(*driver, &text, 4 * LONGEST);
        }
    }
}

#[test]
fn originals() {
    let mut tally = Tally::default();
    for text in mutate::originals() {
        for driver in [drivers::parse, drivers::expand, drivers::check, drivers::play] {
            tally.run(driver, &text, 4 * LONGEST);
        }
    }
}

/// What was found once: each file is named after what was wrong.
#[test]
fn regressions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut tally = Tally::default();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        println!("{}", path.display());
        for driver in [drivers::parse, drivers::expand, drivers::check, drivers::play] {
            tally.run(driver, &text, 4 * LONGEST);
        }
    }
}

#[test]
fn spoilt_bytes() {
    short(1, 300, &[drivers::parse, drivers::expand, drivers::check, drivers::play], spoilt);
}

#[test]
fn changed_descriptions() {
    short(2, 300, &[drivers::parse, drivers::expand, drivers::check, drivers::play], mutant);
}

/// Inputs of both kinds until the time is over.
fn long(name: &str, driver: Driver) {
    let minutes = std::env::var("LUDEMIC_FUZZ_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let originals = mutate::originals();
    let mut random = Random(name.bytes().fold(3, |seed, byte| seed * 31 + u64::from(byte)));
    let mut tally = Tally::default();
    while Instant::now() < end {
        tally.run(driver, &spoilt(&originals, &mut random), LONGEST);
        tally.run(driver, &mutant(&originals, &mut random), LONGEST);
    }
    let memory = memory();
    assert!(memory.is_none_or(|mebibytes| mebibytes < 1024), "{memory:?} MiB");
    println!(
        "{name}: {minutes} minutes, {} inputs, slowest {:?}, most memory of all targets {memory:?} MiB",
        tally.inputs, tally.slowest
    );
}

#[test]
#[ignore = "ten minutes"]
fn parse_for_long() {
    long("parse", drivers::parse);
}

#[test]
#[ignore = "ten minutes"]
fn expand_for_long() {
    long("expand", drivers::expand);
}

#[test]
#[ignore = "ten minutes"]
fn check_for_long() {
    long("check", drivers::check);
}

#[test]
#[ignore = "ten minutes"]
fn play_for_long() {
    long("play", drivers::play);
}
