//! `(move Leap [from] {{steps}..} [forward:] [rotations:] (to .. if:) [then])`, `(leap ..)`: jumps to where walks end.
//!
//! The walks start in every orthogonal direction of the board, or with `rotations:False` in the first only; `F` is a
//! step, `R` and `L` turn to the next orthogonal direction; a walk that leaves the board ends nowhere. Each end site
//! once, ascending. A level of `from` means nothing: the top piece leaps. `forward:True` keeps those strictly ahead of
//! the piece's facing by row and column. A false `from if:` leaves `from` set. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: a facing that is not one of the four main winds looks at row and column both.

use super::build::{index, sites_of, transfer};
use super::reach::{Masks, PathTables, Reach};
use super::{Apply, From, To};
use crate::engine::compact::Carried;
use crate::engine::lanes::Setwise;
use crate::engine::origins::Origins;
use crate::ludemes::prelude::*;
use crate::ludemes::regions::{StepType, walk_ends};
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = both_forms!("Leap", "leap", "", Requirements::rotations);

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let to = To::required(call, lo)?;
    let forward = lo.bool_or(call, "forward", false)?;
    let rotations = lo.bool_or(call, "rotations", true)?;
    let walks = call.get("walk").map(|walks| StepType::walks(walks, lo)).transpose()?;
    let then = lo.then(call)?;
    let (t, board) = (from.t, lo.board());
    let walks = Arc::new(Walks { walks: walks.unwrap_or_default(), board: lo.board(), t });
    // Where walks end never changes; found for each site when first asked for.
    let table = || -> Vec<OnceLock<Box<[i32]>>> { (0..board.len(t)).map(|_| OnceLock::new()).collect() };
    let tables = [table(), table()];
    let length = walks.walks.iter().map(|walk| walk.len() as u64).sum::<u64>();
    let to_type = to.t.unwrap_or(t);
    let deferrable = lo.defers(call);
    let compact = to.apply.as_ref().is_none_or(Apply::is_compact);
    let optional = to.apply.as_ref().is_none_or(Apply::is_optional);
    let skips = lo.skips(call) && from.condition.is_none();
    let turning = rotations.as_constant().copied().filter(|_| skips);
    let bound = {
        let walks = Arc::clone(&walks);
        move || {
            let turning = turning?;
            let most = (0..walks.board.len(t)).map(|site| walks.ends(site, turning).len()).max();
            most.map(|most| (most, 1))
        }
    };
    let aimed = skips && from.location.is_from();
    let to = Arc::new(to);
    let told = turning.filter(|_| aimed && forward.as_constant() == Some(&false));
    let setwise = told.and_then(|turning| walks.setwise(turning, &to));
    let origins = if aimed { walks.origins() } else { None };
    Ok(Moves::in_setwise_lanes(deferrable, bound, (setwise, origins), move |cx: &mut Cx, out: &mut Out| {
        let Some(start) = from.start(cx) else { return };
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = start;
        if !from.allowed(cx) {
            return;
        }
        let forward = forward.eval(cx);
        let rotations = rotations.eval(cx);
        let table = &tables[usize::from(rotations)];
        let Some(ends) = usize::try_from(start).ok().and_then(|start| table.get(start)) else {
            (cx.it.from, cx.it.to) = saved;
            return;
        };
        cx.charge(4 * length);
        let ends = ends.get_or_init(|| walks.ends(index(start), rotations));
        for (lane, &site) in ends.iter().enumerate().skip(out.lane().unwrap_or(0)) {
            if !out.follows(lane) || out.full() || !cx.spend(1) {
                break;
            }
            if !out.wants(site) || forward && !ahead(cx, &board, t, start, site) {
                continue;
            }
            cx.it.to = site;
            if !to.allowed(cx) || !out.takes() || optional && out.answers(site) {
                continue;
            }
            let action = transfer(cx, (t, start), (to_type, site), Carried::TOP);
            to.arrive(cx, out, action, (decision, compact), then.as_ref());
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}

/// The walks of a leap on a board.
struct Walks {
    walks: Vec<Vec<StepType>>,
    board: Arc<Topology>,
    t: SiteType,
}

impl Walks {
    /// Where those from a site end, ascending.
    fn ends(&self, start: usize, rotations: bool) -> Box<[i32]> {
        let ends = self.walks.iter().flat_map(|walk| walk_ends(&self.board, self.t, start, walk, rotations));
        let ends: SiteSet = ends.map(|site| site as i32).collect();
        ends.iter().collect()
    }

    /// What can be told of the leaps of all pieces of a component, where the condition can be asked of all sites at
    /// once.
    fn setwise(self: &Arc<Self>, rotations: bool, to: &Arc<To>) -> Option<Box<dyn Setwise>> {
        let t = self.t;
        let uses = to.condition.as_ref()?.on_sites(t, Uses::TO)?.uses;
        let (walks, everywhere) = (Arc::clone(self), Arc::new(DirectionsExpr::absolute([])));
        let paths = PathTables::new(Arc::clone(&self.board), t, &everywhere, true, move |_, _, site, _| {
            walks.ends(site, rotations).iter().map(|&end| [end as u32; 2]).collect()
        });
        let to = Arc::clone(to);
        let masks = Box::new(move |cx: &mut Cx| Masks {
            near: sites_of(to.condition.as_ref(), cx, t, Uses::TO).unwrap_or_default(),
            far: None,
        });
        Some(Box::new(Reach { paths: Arc::new(paths), masks, uses, by_start: None }))
    }

    fn origins(self: &Arc<Self>) -> Option<Origins> {
        let (walks, everywhere) = (Arc::clone(self), Arc::new(DirectionsExpr::absolute([])));
        Origins::new(Arc::clone(&self.board), self.t, &everywhere, move |_, _, site, _| {
            // Whether walks are turned may depend on the state; those that are not are among those that are.
            walks.ends(site, true).iter().copied().collect()
        })
    }
}

fn ahead(cx: &Cx, board: &Topology, t: SiteType, start: i32, site: i32) -> bool {
    let equipment = &cx.game.equipment;
    let component = &equipment.components[usize::from(cx.state.piece(t, start, None).what)];
    let facing = component.facing.or_else(|| {
        let owner = usize::try_from(component.owner).ok()?;
        equipment.facings.get(owner).copied().flatten()
    });
    let name = facing.unwrap_or(Direction::N).name();
    let by = |of: fn(&Topology, SiteType, usize) -> Option<i32>| match (
        of(board, t, index(site)),
        of(board, t, index(start)),
    ) {
        (Some(site), Some(start)) => site.cmp(&start),
        _ => std::cmp::Ordering::Equal,
    };
    let row = by(Topology::row);
    let column = by(Topology::column);
    name.chars().all(|letter| match letter {
        'N' => row.is_gt(),
        'S' => row.is_lt(),
        'E' => column.is_gt(),
        'W' => column.is_lt(),
        _ => false,
    })
}
