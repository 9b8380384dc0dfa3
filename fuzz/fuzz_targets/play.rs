//! Any bytes played for some moves, taken back, recorded and replayed.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::play(&String::from_utf8_lossy(data)));
