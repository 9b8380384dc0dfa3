//! Any bytes read as results of many games.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::results(data));
