//! Any bytes read as a text: printed as read, or refused with places inside the text.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs one driver")]
mod drivers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drivers::parse(&String::from_utf8_lossy(data)));
