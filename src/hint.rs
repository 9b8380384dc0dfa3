//! Hints to the compiler that older ones lack.

/// A choice that the processor should not try to foresee: `yes` where `condition` holds, otherwise `no`.
#[cfg(not(ludemic_older_compiler))]
pub(crate) use std::hint::select_unpredictable;

/// The same without the hint, for the compiler that `web/older` makes do with.
#[cfg(ludemic_older_compiler)]
pub(crate) fn select_unpredictable<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}
