//! What the compiled module exports: bytes in, bytes out.
//!
//! A caller asks for room with [`reserve`], writes a request there, calls [`answer`] with its length and finds as many
//! bytes as that returns at [`answer_at`]. They stay there until the next call.
#![allow(unsafe_code, reason = "names of exported functions, and an imported one, are no business of the compiler")]

use crate::Session;
use std::cell::RefCell;

/// What one caller works with.
#[derive(Default)]
struct Desk {
    session: Session,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a request of so many bytes, and tells where.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(length, 0);
        desk.request.as_mut_ptr()
    })
}

/// Answers the request, and tells how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    DESK.with_borrow_mut(|desk| {
        let request = std::mem::take(&mut desk.request);
        desk.answer = desk.session.answer(&request).into_bytes();
        desk.answer.len()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// The time since some moment in the past, in milliseconds.
#[cfg(target_family = "wasm")]
pub(crate) fn now() -> f64 {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        #[link_name = "now"]
        safe fn milliseconds() -> f64;
    }
    milliseconds()
}

/// The time since some moment in the past, in milliseconds.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn now() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed().as_secs_f64() * 1e3
}
