//! Work without the interpreter lock, on all cores, that Ctrl-C ends.

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

/// How many threads: one a processor where none are given.
fn threads(wanted: usize) -> usize {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    if wanted == 0 { all } else { wanted.min(256) }
}

/// What a thread's evaluators, which nest as deep as descriptions, may use of the stack: reserved, and taken as far as needed.
pub const STACK: usize = 64 << 20;

/// How long Ctrl-C may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs something on a thread of its own, and looks for Ctrl-C until it is done: then `stop` is set, which is to end it soon.
/// To be called without the interpreter lock.
pub fn interruptible<T: Send>(stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (done, wait) = mpsc::channel();
    std::thread::scope(|scope| {
        let run = move || done.send(work()).unwrap_or(());
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.map_err(|error| PyOSError::new_err(error.to_string()))?;
        loop {
            match wait.recv_timeout(PATIENCE) {
                Ok(result) => return Ok(result),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("a thread failed")),
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    Python::attach(|py| py.check_signals()).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                }
            }
        }
    })
}

/// Plays the games below `count` on threads; `work` is given the next numbers and makes one sum of what it sees. Ctrl-C ends it
/// with its exception.
pub fn spread<T: Send + Default>(
    count: u64,
    wanted: usize,
    work: impl Fn(&mut dyn FnMut() -> Option<u64>, &mut T) + Sync,
    mut merge: impl FnMut(T),
) -> PyResult<()> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let sums = Mutex::new(Vec::new());
    let play = || {
        let mut sum = T::default();
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count);
        work(&mut || if stop.load(Ordering::Relaxed) { None } else { take() }, &mut sum);
        sums.lock().unwrap_or_else(PoisonError::into_inner).push(sum);
    };
    interruptible(&stop, || {
        std::thread::scope(|scope| {
            for _ in 1..threads(wanted) {
                // Where no further thread can be had, those that there are do what is left.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play);
            }
            play();
        });
    })?;
    sums.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().for_each(&mut merge);
    Ok(())
}
