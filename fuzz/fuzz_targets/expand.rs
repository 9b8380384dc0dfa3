//! Any bytes expanded: expanding the result again changes nothing.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::expand(&String::from_utf8_lossy(data)));
