//! Which branches of the hand-written rules were taken.
//!
//! A file of rules declares its branches with [`branches!`](crate::branches) and reports each where it is taken:
//! `Branch::Name.take()`. A branch that is declared and reported nowhere is a compiler warning.

use std::cell::Cell;

thread_local! {
    static PAUSED: Cell<bool> = const { Cell::new(false) };
}

/// Whether branches are counted now.
pub fn counting() -> bool {
    !PAUSED.get()
}

/// Does something whose branches do not count, because nothing is compared with it.
pub fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    let before = PAUSED.replace(true);
    let value = work();
    PAUSED.set(before);
    value
}

/// Declares the branches of a file of rules: an enum `Branch` with a text for each, `Branch::take`, and a function
/// `branches` that tells how often each was taken.
#[macro_export]
macro_rules! branches {
    ($($name:ident = $text:literal,)*) => {
        #[derive(Clone, Copy)]
        enum Branch { $(#[doc = $text] $name,)* }

        const BRANCHES: &[&str] = &[$($text),*];

        static TAKEN: [std::sync::atomic::AtomicU64; BRANCHES.len()] =
            [const { std::sync::atomic::AtomicU64::new(0) }; BRANCHES.len()];

        impl Branch {
            fn take(self) {
                if $crate::coverage::counting() {
                    TAKEN[self as usize].fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            }
        }

        fn branches() -> Vec<(&'static str, u64)> {
            let times = TAKEN.iter().map(|taken| taken.load(std::sync::atomic::Ordering::Relaxed));
            BRANCHES.iter().copied().zip(times).collect()
        }
    };
}
