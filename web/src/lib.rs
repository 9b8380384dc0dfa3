//! ludemic behind one function: a request as JSON in, an answer as JSON out.
//!
//! A [`Session`] answers [`Request`]s. Each request says everything that its answer depends on: the text, the options, the
//! seed and the numbers of the moves made. What a session remembers of earlier requests only makes it faster, so that a
//! page may end a session whenever it takes too long, begin another one and ask again.
//!
//! Compiled for WebAssembly the module imports nothing but a clock (`page.now`, in milliseconds), and exports what the
//! module `memory` says. The answers are the same as those of the library on any other machine.

mod check;
mod compare;
mod editing;
mod games;
mod memory;
mod playouts;
mod position;
mod request;
mod session;
mod think;
mod verify;

pub use request::Request;
pub use session::Session;
