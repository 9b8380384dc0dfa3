//! Short lists of plain values, copied at once.

use smallvec::{Array, SmallVec};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A list of plain values that is copied as a block: a state has many of them and is copied for every look ahead, and
/// `SmallVec` itself is copied value by value.
pub(crate) struct PodVec<A: Array>(SmallVec<A>);

impl<A: Array> PodVec<A>
where
    A::Item: Copy,
{
    /// An empty list.
    pub fn new() -> Self {
        PodVec(SmallVec::new())
    }

    /// The same value so many times.
    pub fn from_elem(value: A::Item, n: usize) -> Self {
        PodVec(SmallVec::from_elem(value, n))
    }

    /// The values as an ordinary list.
    pub fn into_vec(self) -> Vec<A::Item> {
        self.0.into_vec()
    }
}

impl<A: Array> Clone for PodVec<A>
where
    A::Item: Copy,
{
    #[inline]
    fn clone(&self) -> Self {
        PodVec(SmallVec::from_slice(&self.0))
    }
}

impl<A: Array> Default for PodVec<A> {
    fn default() -> Self {
        PodVec(SmallVec::new())
    }
}

impl<A: Array> Deref for PodVec<A> {
    type Target = SmallVec<A>;

    #[inline]
    fn deref(&self) -> &SmallVec<A> {
        &self.0
    }
}

impl<A: Array> DerefMut for PodVec<A> {
    #[inline]
    fn deref_mut(&mut self) -> &mut SmallVec<A> {
        &mut self.0
    }
}

impl<A: Array> Hash for PodVec<A>
where
    A::Item: Hash,
{
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl<A: Array> FromIterator<A::Item> for PodVec<A> {
    fn from_iter<I: IntoIterator<Item = A::Item>>(values: I) -> Self {
        PodVec(values.into_iter().collect())
    }
}

impl<A: Array> fmt::Debug for PodVec<A>
where
    A::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
