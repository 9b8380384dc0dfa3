//! Any bytes read as selections, one a line.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::options(&String::from_utf8_lossy(data)));
