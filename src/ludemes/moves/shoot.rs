//! `(move Shoot (piece ..) [from] [direction] [between] [to] [then])`, `(shoot ..)`: puts a piece down along a line.
//!
//! From the start (default: the last move's `to`) along every radial at each site as long as `to if:` (default: the
//! site is empty) holds. `from` stays as it is outside; `between` begins every radial as it is outside and is then the
//! site before. `between if:` is never consulted; the sites passed before are recorded. (Ludii 1.3.12's behaviour.)

use super::build::{emit, index, level_on_top, site_type};
use super::rays::Lines;
use super::{From, Pieces, To};
use crate::engine::compact::{CompactAction, Schema};
use crate::engine::generator::Choose;
use crate::engine::lanes::Lanes;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = both_forms!("Shoot", "shoot", "");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let Some(pieces) = Pieces::read(call, "what", lo)? else {
        return lo.wrong(&call.origin, "a shot needs a piece");
    };
    let pieces = pieces.by_full_name(lo)?;
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = lo.directions_or(call, "dirn", Direction::Adjacent)?;
    let to = To::read_or_variable(call, lo)?;
    let deferrable = lo.defers(call);
    let directions = Arc::new(directions);
    let bound = {
        let (skips, directions, board) = (lo.skips(call), Arc::clone(&directions), lo.board());
        move || {
            let lanes = directions.most_lanes(&board, t, &|site, d| board.most_lines(t, site, d));
            lanes.filter(|_| skips).map(|lanes| (lanes, board.longest_radial(t)))
        }
    };
    let lines = Lines::new(lo.board(), t, &directions);
    let shoot = Shoot { decision, pieces, from, t, directions, lines, to, then: lo.then(call)?, board: lo.board() };
    Ok(Moves::in_lanes(deferrable, bound, shoot))
}

struct Shoot {
    decision: bool,
    pieces: Pieces,
    from: From,
    t: SiteType,
    directions: Arc<DirectionsExpr>,
    lines: Arc<Lines>,
    to: To,
    then: Option<MovesExpr>,
    board: Arc<Topology>,
}

impl Lanes for Shoot {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let Some(start) = self.from.start(cx) else { return };
        let Some(what) = self.pieces.component(0, cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let (first, many) = out.lane().map_or((0, usize::MAX), |lane| (lane, 1));
        let directions = self.directions.eval(cx, self.t, start);
        let radials = directions.iter().flat_map(|&direction| self.board.radials(self.t, index(start), direction));
        for line in radials.skip(first).take(many).filter_map(|radial| radial.path.get(1..)) {
            cx.it.between = saved.1;
            for (passed, &site) in line.iter().enumerate() {
                if out.full() || !cx.spend(1) {
                    break;
                }
                let site = site as i32;
                cx.it.to = site;
                let open = match &self.to.condition {
                    Some(condition) => condition.eval(cx),
                    None => cx.state.is_empty_site(self.t, site),
                };
                if !open {
                    break;
                }
                if out.takes() {
                    self.arrive(cx, out, what, (line, passed));
                }
                cx.it.between = site;
            }
        }
        (cx.it.to, cx.it.between) = saved;
    }

    fn draw(&self, cx: &mut Cx, choose: Choose, out: &mut Out) -> bool {
        let open = self.to.condition.as_ref().map(|condition| condition.on_sites(self.t, Uses::TO));
        let (Some(start), Some(what)) = (self.from.start(cx), self.pieces.component(0, cx)) else {
            return true;
        };
        let Some(lines) = self.lines.of_site(cx, start) else { return false };
        let runs = |open: &SiteSet| -> SmallVec<[usize; 8]> {
            lines.iter().map(|line| line.iter().take_while(|&&site| open.holds(site as usize)).count()).collect()
        };
        let runs = match open {
            Some(Some(open)) => open.look(cx, runs),
            Some(None) => return false,
            None => runs(cx.state.empty_sites(self.t)),
        };
        let moves = runs.iter().sum();
        cx.charge((lines.len() + moves) as u64);
        let mut left = if moves > 0 { choose(moves) } else { 0 };
        for (line, run) in lines.iter().zip(runs) {
            if left < run {
                self.arrive(cx, out, what, (line, left));
                break;
            }
            left -= run;
        }
        true
    }
}

impl Shoot {
    /// Adds the move to the site of a line behind so many others.
    fn arrive(&self, cx: &mut Cx, out: &mut Out, what: i32, (line, passed): (&[u32], usize)) {
        let (Some(&site), Some(before)) = (line.get(passed), line.get(..passed)) else { return };
        let (site, t) = (site as i32, site_type(cx, self.t, site as i32));
        let level = level_on_top(cx, t, site);
        if out.allows_compact && self.decision {
            let schema = Schema::Add { t, what, level, edge: false };
            return out.push_decision(CompactAction::new(schema, cx.state.mover(), site, site), self.then.as_ref());
        }
        let kind = ActionKind::adding(t, site, level, what);
        let mut m = Move::of(cx.state.mover(), site, site, Action::deciding(kind, self.decision));
        m.between = before.iter().map(|&site| site as i32).collect();
        emit(out, m, self.then.as_ref());
    }
}
