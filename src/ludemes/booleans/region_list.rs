//! The regions that `(is Connected ..)` and `(is Blocked ..)` are about.

use crate::engine::game::Game;
use crate::ludemes::equipment::static_lists;
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

/// Listed regions, those of a role, or those of the board.
pub(super) enum RegionList {
    Listed(Vec<RegionExpr>),
    /// With those of each player, where nothing changes them.
    OfPlayer(IntExpr, OnceLock<Vec<Option<Vec<SiteSet>>>>),
    Fixed(Vec<SiteSet>),
}

impl RegionList {
    /// Reads the slots `regions`, `role` and `regionType`.
    pub(super) fn read(call: &Ludeme, t: SiteType, lo: &mut Lowering) -> Lowered<Self> {
        if let Some(role) = lo.role_opt(call, "role")? {
            return Ok(RegionList::OfPlayer(role.as_int(), OnceLock::new()));
        }
        if let Some(word) = call.word("regionType") {
            return match fixed(word, t, lo) {
                Some(regions) => Ok(RegionList::Fixed(regions)),
                None => lo.unsupported(&call.origin, format_args!("`{word}` as regions")),
            };
        }
        let Some(items) = call.items("regions") else {
            return lo.wrong(&call.origin, format!("`({})` needs regions", call.form.title()));
        };
        let items = items.iter().map(|item| lo.region_arg(item)).collect::<Lowered<Vec<_>>>()?;
        let constant: Option<_> = items.iter().map(|item| item.as_constant().cloned()).collect();
        Ok(constant.map_or(RegionList::Listed(items), RegionList::Fixed))
    }

    /// What the regions depend on.
    pub(super) fn uses(&self) -> Uses {
        match self {
            RegionList::Listed(items) => uses_of(items),
            // The regions of the equipment may depend on the state, too.
            RegionList::OfPlayer(player, _) => player.uses | Uses::VOLATILE,
            RegionList::Fixed(_) => Uses::NONE,
        }
    }

    /// The player whose regions they are.
    pub(super) fn player(&self, cx: &mut Cx) -> Option<i32> {
        if let RegionList::OfPlayer(player, _) = self { Some(player.eval(cx)) } else { None }
    }

    /// How many of the regions share a site with a set, and how many there are.
    pub(super) fn touched(&self, cx: &mut Cx, set: &SiteSet) -> (i32, i32) {
        let (mut touched, mut all) = (0, 0);
        let mut see = |region: &SiteSet| {
            // All words are asked: in which of them they meet first is not to be predicted.
            let shared = region.words().iter().zip(set.words()).fold(0, |all, (a, b)| all | a & b);
            touched += i32::from(shared != 0);
            all += 1;
        };
        match self {
            RegionList::Listed(items) => items.iter().for_each(|item| item.look(cx, &mut see)),
            RegionList::Fixed(regions) => {
                cx.charge(regions.iter().map(|region| 4 + region.work()).sum());
                regions.iter().for_each(see);
            }
            RegionList::OfPlayer(player, _) => {
                let player = player.eval(cx);
                match self.constant(&cx.game, player) {
                    Some(regions) => {
                        cx.charge(regions.len() as u64);
                        regions.iter().for_each(see);
                    }
                    None => cx.with_game(|cx, game| {
                        parts_of(game, player).for_each(|part| part.look(cx, &mut see));
                    }),
                }
            }
        }
        (touched, all)
    }

    /// Those of a player, if they are his, or of all, where nothing changes them.
    pub(super) fn constant<'a>(&'a self, game: &Game, player: i32) -> Option<&'a [SiteSet]> {
        match self {
            RegionList::Listed(_) => None,
            RegionList::Fixed(regions) => Some(regions),
            RegionList::OfPlayer(_, fixed) => {
                let constant = |player| parts_of(game, player).map(|part| part.as_constant().cloned()).collect();
                let fixed = fixed.get_or_init(|| (0..=game.equipment.players + 1).map(constant).collect());
                fixed.get(usize::try_from(player).ok()?)?.as_deref()
            }
        }
    }

    /// The regions, in order.
    pub(super) fn eval(&self, cx: &mut Cx) -> Vec<SiteSet> {
        match self {
            RegionList::Listed(items) => items.iter().map(|item| item.eval(cx)).collect(),
            RegionList::Fixed(regions) => {
                cx.charge(regions.iter().map(|region| 4 + region.work()).sum());
                regions.clone()
            }
            RegionList::OfPlayer(player, _) => {
                let player = player.eval(cx);
                cx.with_game(|cx, game| parts_of(game, player).map(|part| part.eval(cx)).collect())
            }
        }
    }
}

/// The regions that a player owns.
fn parts_of(game: &Game, player: i32) -> impl Iterator<Item = &Arc<RegionExpr>> {
    let owned = game.regions.iter().filter(move |region| region.owner == player);
    owned.flat_map(|region| &region.parts)
}

/// The regions of a family of the board; `None` for a family that is not carried out.
fn fixed(word: &str, t: SiteType, lo: &Lowering) -> Option<Vec<SiteSet>> {
    let lists = static_lists(word, &lo.board(), t)?;
    Some(lists.into_iter().map(|list| list.into_iter().collect()).collect())
}
