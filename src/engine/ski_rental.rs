//! When to stop drawing slots and count the moves instead (the ski rental problem).

/// How many slots are drawn before moves are counted, while it is not known how much work counting them is.
const FIRST_SLOTS: usize = 8;

/// How much of the work of counting the moves may be spent on slots in vain, at most, in parts of [`SkiRental::WHOLE`].
const MOST_SHARE: u64 = 24;

/// How long slots are drawn before moves are counted.
///
/// As much work may be spent on slots in vain as counting took the last time, so that drawing takes at most twice as
/// long as counting (the ski rental problem); less where that was in vain before.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SkiRental {
    /// The work that counting took.
    counting: u64,
    /// In parts of [`SkiRental::WHOLE`].
    share: u64,
}

impl SkiRental {
    const WHOLE: u64 = 16;

    /// Whether another slot may be drawn after so many that took so much work.
    pub(crate) fn lasts(self, drawn: usize, work: u64) -> bool {
        match self.counting {
            0 => drawn < FIRST_SLOTS,
            // A slot may be found empty without any work.
            counting => drawn == 0 || work.max(drawn as u64) < counting * self.share / Self::WHOLE,
        }
    }

    /// Notes that a slot had a move.
    pub(crate) fn reward(&mut self) {
        self.share = (self.share + 2).min(MOST_SHARE);
    }

    /// Notes that no slot had a move, and the work that counting took instead.
    pub(crate) fn punish(&mut self, counting: u64) {
        self.share /= 2;
        self.counting = if self.counting == 0 { counting } else { (3 * self.counting + counting) / 4 };
    }

    /// What a game begins with.
    pub(crate) fn fresh() -> Self {
        SkiRental { counting: 0, share: Self::WHOLE }
    }
}
