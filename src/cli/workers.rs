//! Threads that work while the command line watches, and Ctrl-C.

use super::{INTERRUPTED, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Evaluators nest as deep as descriptions; a worker's stack is reserved, and used as far as it is needed.
pub const STACK: usize = 64 << 20;

/// How long work may take before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often Ctrl-C and progress are looked after.
pub const TICK: Duration = Duration::from_millis(100);

/// So many threads; 0 for one a processor.
pub fn pool(threads: u16) -> Result<ThreadPool, Stop> {
    let pool = ThreadPoolBuilder::new().num_threads(usize::from(threads)).stack_size(STACK).build();
    pool.map_err(|error| Stop::CannotRun(format!("cannot start threads: {error}; try `--threads 1`")))
}

/// A flag that Ctrl-C sets; pressed again it ends the process.
pub fn interrupt() -> Result<&'static AtomicBool, Stop> {
    static FLAG: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if FLAG.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    Ok(&FLAG)
}

/// A bar on standard error, which is hidden where that is no terminal, for work that takes its time.
pub struct Progress {
    bar: Option<ProgressBar>,
    of: u64,
    template: &'static str,
    start: Instant,
}

impl Progress {
    /// A bar of so much work, as the template says.
    pub fn new(of: u64, template: &'static str) -> Self {
        Progress { bar: None, of, template, start: Instant::now() }
    }

    /// Shows how much is done, once that has taken a while.
    pub fn show(&mut self, done: u64) {
        if self.bar.is_none() && self.start.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(self.template);
            ProgressBar::new(self.of).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
