//! Memory that is used again.

/// Lists that are not in use, for whoever needs one. A copy of a pool is an empty pool.
#[derive(Debug)]
pub(crate) struct Pool<T>(Vec<T>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Vec::new())
    }
}

impl<T> Clone for Pool<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T: Default> Pool<T> {
    /// A list; it is as empty as the one that was given back.
    #[inline]
    pub fn take(&mut self) -> T {
        self.take_or(T::default)
    }
}

impl<T> Pool<T> {
    /// One that is not in use, or one that is made.
    #[inline]
    pub fn take_or(&mut self, make: impl FnOnce() -> T) -> T {
        self.0.pop().unwrap_or_else(make)
    }

    /// Gives a list back, emptied.
    #[inline]
    pub fn give(&mut self, list: T) {
        self.0.push(list);
    }
}
