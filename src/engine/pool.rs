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
        self.0.pop().unwrap_or_default()
    }

    /// Gives a list back, emptied.
    #[inline]
    pub fn give(&mut self, list: T) {
        self.0.push(list);
    }
}
