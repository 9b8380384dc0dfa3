//! `(sizes Group [type] [directions] [role | of:int | if:boolean] [min:int])`: the sizes of the groups.
//!
//! In the order in which the groups are met along the owned lists of the player, components in ascending order; groups
//! smaller than `min:` are left out. For a player, sites he owns (in a stack, the top) join; for `Neutral` empty sites
//! join too. Without a role, and for `All` and `Shared`, groups start from the sites of players 1 and up and every
//! occupied site joins. With `if:` groups start only from sites of the shared player, so that there are normally none.
//! A role that is nobody in particular is an error. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::{self, group::Growth};
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] =
    &[Row::ints("sizes", "Group", lower).may_fail_unless(ints::is_somebody).history_dependent()];

/// Whose groups.
enum Whose {
    Player(IntExpr),
    Anybody,
    Where(BoolExpr),
}

impl Whose {
    fn uses(&self) -> Uses {
        match self {
            Whose::Player(player) => player.uses,
            Whose::Anybody => Uses::NONE,
            Whose::Where(condition) => condition.uses.without(Uses::FROM | Uses::TO),
        }
    }
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let growth = Growth::read(call, lo)?;
    lo.reads_lists = true;
    let min = lo.int_or(call, "min", 0)?;
    let role = lo.role_opt(call, "role")?;
    let whose = match (lo.bool_opt(call, "if")?, lo.int_opt(call, "of")?, role) {
        (Some(condition), _, _) => Whose::Where(condition),
        (_, Some(of), _) => Whose::Player(of),
        (_, _, None | Some(Role::All | Role::Shared)) => Whose::Anybody,
        (_, _, Some(role)) => Whose::Player(role.as_int()),
    };
    let sizes = min.with(growth.uses() | whose.uses() | Uses::BOARD, move |cx, min| {
        let shared = cx.state.players() + 1;
        match &whose {
            Whose::Player(player) => {
                let player = player.eval(cx);
                if !(0..=shared).contains(&player) {
                    cx.fail(Fault::NoSuchPlayer { ludeme: "sizes Group", player });
                    return Vec::new();
                }
                if let Some(left) = growth.sites_of(cx, player)
                    && let Some(sizes) = groups_of_owner(cx, &growth, player, min, left)
                {
                    return sizes;
                }
                let owned = |cx: &mut Cx, site| cx.state.who(growth.t, site) == player;
                groups(cx, &growth, player..=player, min, owned, owned)
            }
            Whose::Anybody => {
                let occupied = |cx: &mut Cx, site| cx.state.is_occupied(growth.t, site);
                groups(cx, &growth, 1..=shared - 1, min, occupied, |_, _| true)
            }
            Whose::Where(condition) => {
                let holds = |cx: &mut Cx, site| {
                    cx.it.to = site;
                    condition.eval(cx)
                };
                groups(cx, &growth, shared..=shared, min, holds, |_, _| true)
            }
        }
    });
    Ok(lo.keep(call, sizes))
}

/// The same for one player, from the set of his sites.
fn groups_of_owner(cx: &mut Cx, growth: &Growth, player: i32, min: i32, mut left: SiteSet) -> Option<Vec<i32>> {
    let mut sizes = Vec::new();
    let components: SmallVec<[usize; 8]> = cx.game.equipment.components_of(player).collect();
    for component in components {
        let mut index = 0;
        cx.charge(cx.state.locations(component).len() as u64 / 2);
        while !left.is_empty()
            && let Some(&location) = cx.state.locations(component).get(index)
        {
            index += 1;
            if location.t != growth.t || !left.contains(location.site) {
                continue;
            }
            let group = growth.group_within(cx, &left, location.site)?;
            left.subtract(&group);
            let size = group.len() as i32;
            if size >= min {
                sizes.push(size);
            }
        }
    }
    Some(sizes)
}

fn groups(
    cx: &mut Cx,
    growth: &Growth,
    owners: std::ops::RangeInclusive<i32>,
    min: i32,
    joins: impl Fn(&mut Cx, i32) -> bool,
    starts_from: impl Fn(&mut Cx, i32) -> bool,
) -> Vec<i32> {
    let mut seen = SiteSet::new();
    let mut sizes = Vec::new();
    let saved = (cx.it.from, cx.it.to);
    let of = |owner| cx.game.equipment.components_of(owner);
    let components: SmallVec<[usize; 8]> = owners.flat_map(of).collect();
    for component in components {
        let starts: Vec<i32> =
            cx.state.locations(component).iter().filter(|s| s.t == growth.t).map(|s| s.site).collect();
        for start in starts {
            if start >= growth.sites() || seen.contains(start) || !starts_from(cx, start) {
                continue;
            }
            cx.it.from = start;
            let size = growth.grow(cx, start, &mut seen, &joins).len() as i32;
            if size >= min {
                sizes.push(size);
            }
        }
    }
    (cx.it.from, cx.it.to) = saved;
    sizes
}
