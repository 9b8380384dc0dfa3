//! Independent work, on the threads of the pool that it is called in where there are threads.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// What comes of work on the numbers below `count`, in their order. `make` makes what a thread works with.
pub(super) fn spread<S, T: Send>(
    count: usize,
    make: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize) -> T + Sync + Send,
) -> Vec<T> {
    #[cfg(feature = "threads")]
    return (0..count).into_par_iter().map_init(make, work).collect();
    #[cfg(not(feature = "threads"))]
    {
        let mut with = make();
        (0..count).map(|number| work(&mut with, number)).collect()
    }
}
