//! Any bytes read as a trial file, replayed and followed.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::trial_file(&String::from_utf8_lossy(data)));
