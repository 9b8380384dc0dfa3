//! Values kept from one evaluation to the next.

use crate::engine::context::Cx;
use crate::engine::expr::Expr;
use crate::engine::uses::Uses;
use std::any::Any;
use std::sync::Arc;

/// The values kept by a context, by slot.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    slots: Vec<Option<Entry>>,
}

#[derive(Debug, Clone)]
struct Entry {
    versions: [u64; Uses::PARTS],
    value: Arc<dyn Any + Send + Sync>,
}

impl Kept {
    /// So many empty slots.
    pub(crate) fn new(slots: usize) -> Self {
        Kept { slots: vec![None; slots] }
    }
}

fn versions(cx: &Cx, uses: Uses) -> [u64; Uses::PARTS] {
    let mut versions = [0; Uses::PARTS];
    for part in uses.parts() {
        versions[part] = cx.state.version(part);
    }
    versions
}

impl Cx {
    /// What was put into this slot, if nothing in `uses` has changed since.
    pub(crate) fn kept<T: Send + Sync + 'static>(&self, slot: usize, uses: Uses) -> Option<Arc<T>> {
        let entry = self.kept.slots.get(slot)?.as_ref()?;
        if entry.versions != versions(self, uses) {
            return None;
        }
        Arc::clone(&entry.value).downcast::<T>().ok()
    }

    /// Takes what was put into this slot out of it, if nothing in `uses` has changed since: for a value that is added to
    /// and put back.
    pub(crate) fn take_kept<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses) -> Option<Arc<T>> {
        let now = versions(self, uses);
        let entry = self.kept.slots.get_mut(slot)?.take_if(|entry| entry.versions == now)?;
        entry.value.downcast::<T>().ok()
    }

    /// Puts a value into a slot.
    pub(crate) fn keep<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses, value: Arc<T>) {
        let versions = versions(self, uses);
        if let Some(entry) = self.kept.slots.get_mut(slot) {
            *entry = Some(Entry { versions, value });
        }
    }
}

/// An expression whose value is computed once and kept until something it reads changes. It must not read iterator
/// variables nor be volatile.
pub(crate) fn keeping<T: Clone + Send + Sync + 'static>(slot: usize, expr: Expr<T>) -> Expr<T> {
    let uses = expr.uses;
    Expr::new(uses, move |cx| {
        if let Some(value) = cx.kept::<T>(slot, uses) {
            return T::clone(&value);
        }
        let value = expr.eval(cx);
        if cx.fault().is_none() {
            cx.keep(slot, uses, Arc::new(value.clone()));
        }
        value
    })
}
