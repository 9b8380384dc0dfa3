//! Numbers that look random and are the same in every run.

/// A linear congruential generator.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`, of which 0 counts as 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound.max(1)
    }
}
