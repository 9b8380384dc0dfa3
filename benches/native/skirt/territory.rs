//! Rule 2 of Skirt: territory.

use super::super::bits::Bits;
use super::super::lattice::{DIRECTIONS, Lattice};
use super::{Skirt, around};

impl<const W: usize, const ROW: u32> Skirt<W, ROW> {
    /// 2: the size of a player's territory; any number below `needed` if it is smaller than that.
    #[inline(always)]
    pub(super) fn territory(&self, owner: usize, needed: u32) -> u32 {
        let (most, half) = self.shares(owner);
        let most = most & self.empty;
        let half = half & self.empty;
        let reachable = self.reachable(owner, most | half, needed);
        let secure = most | self.empty.and_not(reachable);
        let either = secure | half;
        let beside_either = around(either, ROW).into_iter().fold(Bits::NONE, |all, set| all | set);
        (secure | (half & beside_either)).count()
    }

    /// The sites of which a player has more than half of the neighbours, and exactly half.
    #[inline(always)]
    fn shares(&self, owner: usize) -> (Bits<W>, Bits<W>) {
        let own = &self.beside[owner];
        let d = &self.degree;
        let most = (d[6] & own.at_least(4))
            | ((d[5] | d[4]) & own.at_least(3))
            | ((d[3] | d[2]) & own.at_least(2))
            | (d[1] & own.at_least(1));
        let half = (d[6] & own.equal(3)) | (d[4] & own.equal(2)) | (d[2] & own.equal(1));
        (most, half)
    }

    /// 2: the sites from which a walk leads to a stone of the owner's enemy, followed from their ends. The walks are not
    /// followed to their starts once the sites found, but for those in `anyway`, leave less than `needed`.
    #[inline(always)]
    fn reachable(&self, owner: usize, anyway: Bits<W>, needed: u32) -> Bits<W> {
        let enemies = self.stones[1 - owner];
        if enemies.is_empty() {
            return self.empty;
        }
        let own = &self.beside[owner];
        let own_around = around(self.stones[owner], ROW);
        let all_around = around(self.stones[0] | self.stones[1], ROW);
        // The sites that a step may end on, and where one may begin that ends on the rim.
        let guarded = (self.outer & own.at_least(2)) | own.at_least(3);
        let ends = enemies | self.empty.and_not(guarded);
        let starts = own.equal(0) | self.board.and_not(self.outer);
        let open: [Bits<W>; DIRECTIONS] = std::array::from_fn(|d| {
            let (left, right) = ((d + 1) % 6, (d + 5) % 6);
            let pivot = all_around[left] ^ all_around[right];
            let free = starts | pivot | self.to_inner[d];
            (self.empty & free).and_not(own_around[left] & own_around[right])
        });
        let allowed = self.empty.count() - needed.min(self.empty.count());
        let mut reached = enemies;
        loop {
            let ends = reached & ends;
            let before =
                (0..DIRECTIONS).fold(Bits::NONE, |all, d| all | (Lattice::step(ends, (d + 3) % 6, ROW) & open[d]));
            let more = reached | before;
            if more == reached || (more & self.empty).and_not(anyway).count() > allowed {
                return more;
            }
            reached = more;
        }
    }
}
