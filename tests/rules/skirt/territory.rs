//! Rule 2 of Skirt: territory, as the published description estimates it.

use super::{Branch, Skirt};

impl Skirt {
    /// 2: the size of a player's territory.
    pub(super) fn territory(&self, owner: u16) -> i32 {
        let reachable = self.reachable(owner);
        let mut territory = vec![false; self.stones.len()];
        let mut half = vec![false; self.stones.len()];
        for site in self.empty() {
            let (own, all) = (self.count_beside(site, owner), self.beside(site).len());
            if 2 * own > all {
                Branch::MostNeighbours.take();
                territory[site] = true;
            } else if !reachable[site] {
                Branch::CutOff.take();
                territory[site] = true;
            }
            half[site] = 2 * own == all;
        }
        let counts = |&site: &usize| {
            if territory[site] || !half[site] {
                return territory[site];
            }
            let supported = self.beside(site).iter().any(|&other| territory[other as usize] || half[other as usize]);
            if supported {
                Branch::HalfInTerritory.take()
            } else {
                Branch::HalfAlone.take()
            }
            supported
        };
        self.empty().filter(counts).count() as i32
    }

    /// 2: the sites from which a walk leads to a stone of the owner's enemy. The walks are followed from their ends.
    fn reachable(&self, owner: u16) -> Vec<bool> {
        let mut reachable: Vec<bool> = self.stones.iter().map(|&stone| stone == 3 - owner).collect();
        let mut open: Vec<usize> = (0..reachable.len()).filter(|&site| reachable[site]).collect();
        if open.is_empty() {
            Branch::NoEnemy.take();
            return vec![true; reachable.len()];
        }
        while let Some(to) = open.pop() {
            for &from in self.beside(to) {
                let from = from as usize;
                if self.stones[from] == 0 && !reachable[from] && self.passable(from, to, owner) {
                    reachable[from] = true;
                    open.push(from);
                }
            }
        }
        reachable
    }

    /// 2: whether a walk may step from an empty site to one without a stone of the owner.
    fn passable(&self, from: usize, to: usize, owner: u16) -> bool {
        if self.shared(from, to).filter(|&site| self.stones[site] == owner).count() == 2 {
            Branch::Gate.take();
            return false;
        }
        let (guards, enemy) = (self.count_beside(to, owner), self.stones[to] != 0);
        if !self.outer[to] {
            match (guards < 3, enemy) {
                (true, _) => Branch::InnerStep.take(),
                (false, true) => Branch::InnerEnemy.take(),
                (false, false) => Branch::InnerClosed.take(),
            }
            return guards < 3 || enemy;
        }
        if guards >= 2 {
            if !enemy {
                Branch::EdgeClosed.take();
                return false;
            }
            Branch::EdgeEnemy.take();
        }
        if self.count_beside(from, owner) == 0 {
            Branch::EdgeFree.take();
        } else if self.shared(from, to).filter(|&site| self.stones[site] != 0).count() == 1 {
            Branch::EdgePivot.take();
        } else if !self.outer[from] {
            Branch::EdgeFromInner.take();
        } else {
            Branch::EdgeBlocked.take();
            return false;
        }
        true
    }
}
