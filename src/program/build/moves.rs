//! Generators of moves.

use super::{Builder, Built, Unfit, unfit, unfit_arg};
use crate::board::Direction;
use crate::check::typed::{Arg, Ludeme, Value};
use crate::program::ir::{
    BoolId, BoolNode, EffectId, IntId, IntNode, JumpId, MovesId, MovesNode, SetId, SetNode, TemplateId, Var,
};

impl Builder<'_> {
    /// Builds the moves of an argument; `after` are the consequences that the ludemes around it add.
    pub fn moves_arg(&mut self, arg: &Arg, after: &[EffectId]) -> Built<MovesId> {
        match &arg.value {
            Value::Ludeme(call) => {
                let built = self.moves_call(call, after)?;
                Ok(self.claimed(call, built))
            }
            _ => unfit_arg(arg, "these moves"),
        }
    }

    fn moves_of(&mut self, call: &Ludeme, name: &str, after: &[EffectId]) -> Built<MovesId> {
        let arg = self.need(call, name)?;
        self.moves_arg(arg, after)
    }

    /// The consequences of a ludeme: its own, then those of the ludemes around it.
    fn consequences(&mut self, call: &Ludeme, after: &[EffectId]) -> Built<Vec<EffectId>> {
        let mut all: Vec<EffectId> = self.then(call)?.into_iter().collect();
        all.extend_from_slice(after);
        Ok(all)
    }

    fn template(&mut self, call: &Ludeme, after: &[EffectId]) -> Built<TemplateId> {
        let then = self.consequences(call, after)?;
        Ok(self.table.template(then))
    }

    fn moves_call(&mut self, call: &Ludeme, after: &[EffectId]) -> Built<MovesId> {
        let node = match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("or" | "and", "") => {
                let after = self.consequences(call, after)?;
                let mut all = Vec::new();
                if let Some(Value::Array(items)) = call.get("list").map(|arg| &arg.value) {
                    for item in items {
                        all.push(self.moves_arg(item, &after)?);
                    }
                } else {
                    all.push(self.moves_of(call, "movesA", &after)?);
                    all.push(self.moves_of(call, "movesB", &after)?);
                }
                MovesNode::All(all)
            }
            ("if", "") => {
                let after = self.consequences(call, after)?;
                let cond = self.need(call, "cond")?;
                let cond = self.bool_arg(cond)?;
                let yes = self.moves_of(call, "list", &after)?;
                let no = match call.get("elseList") {
                    Some(no) => self.moves_arg(no, &after)?,
                    None => self.moves_node(MovesNode::All(Vec::new())),
                };
                MovesNode::If(cond, yes, no)
            }
            ("move", "Add") => {
                self.without(call, &["count", "stack"])?;
                let what = match call.get("what") {
                    Some(piece) => self.component(piece)?,
                    None => self.int_node(IntNode::Mover),
                };
                let to = self.destination(call)?;
                MovesNode::Add(self.template(call, after)?, what, to)
            }
            ("move", "Remove") => {
                self.without(call, &["level", "at", "count"])?;
                self.only_default_type(call, "type")?;
                let sites = match call.get("locationFunction").or_else(|| call.get("regionFunction")) {
                    Some(sites) => self.sites_arg(sites)?,
                    None => return unfit(call),
                };
                MovesNode::Remove(self.template(call, after)?, sites)
            }
            ("move", "Pass") => MovesNode::Pass(self.template(call, after)?),
            ("move", "Swap") | ("move", "Swap Players") => {
                let a = self.seat(call, "player1", "role1")?;
                let b = self.seat(call, "player2", "role2")?;
                MovesNode::Swap(self.template(call, after)?, a, b)
            }
            ("move", "") if call.get("from").is_some() && call.get("to").is_some() => {
                self.without(call, &["count", "copy", "stack", "mover"])?;
                let Some(Value::Ludeme(from)) = call.get("from").map(|arg| &arg.value) else { return unfit(call) };
                self.without(from, &["region", "level", "if"])?;
                self.only_default_type(from, "type")?;
                let from = match call.get("from").and_then(|_| from.get("loc")) {
                    Some(site) => self.int_arg(site)?,
                    None => self.var(Var::From),
                };
                let to = self.destination(call)?;
                MovesNode::FromTo(self.template(call, after)?, from, to)
            }
            ("move", "Hop") => return self.hop(call, after),
            ("forEach", "Site") => {
                self.without(call, &["noMoveYet"])?;
                let after = self.consequences(call, after)?;
                let region = self.set_of(call, "regionFn")?;
                MovesNode::Each(region, self.each(call, |own| own.moves_of(call, "generator", &after))?)
            }
            ("forEach", "Piece") => {
                self.without(call, &["on", "item", "items", "container", "containerName", "player", "role", "top"])?;
                let after = self.consequences(call, after)?;
                MovesNode::EachPiece(self.each(call, |own| own.moves_of(call, "specificMoves", &after))?)
            }
            ("do", "") => {
                self.without(call, &["next"])?;
                let then = self.consequences(call, after)?;
                let tested = self.moves_of(call, "prior", &[])?;
                let cond = self.need(call, "ifAfterwards")?;
                let cond = self.bool_arg(cond)?;
                self.tested_moves(call, tested, then, cond)?
            }
            _ => return unfit(call),
        };
        Ok(self.moves_node(node))
    }

    /// Moves that are tried out before they are offered. Only one kind of additions without consequences of its own is
    /// tried on sets, so that trying them out changes one site.
    fn tested_moves(&mut self, call: &Ludeme, tested: MovesId, then: Vec<EffectId>, cond: BoolId) -> Built<MovesNode> {
        let MovesNode::Add(template, what, sites) = *self.table.generator(tested) else { return unfit(call) };
        let own = self.table.templates.get(template.index()).map_or(0, |template| template.then.len());
        if own > 0 || !self.is_of_empty(sites) {
            return unfit(call);
        }
        let template = self.table.template(then);
        let moves = self.moves_node(MovesNode::Add(template, what, sites));
        Ok(MovesNode::Tested(moves, cond))
    }

    /// Whether a set can be seen to have empty sites only, whatever rewrites have made of it.
    fn is_of_empty(&self, set: SetId) -> bool {
        match self.table.set(set) {
            SetNode::Empty => true,
            SetNode::Inter(a, b) => self.is_of_empty(*a) || self.is_of_empty(*b),
            SetNode::Diff(of, _) => self.is_of_empty(*of),
            SetNode::Filter(of, var, cond) => self.is_of_empty(*of) || self.asks_for_empty(*cond, *var),
            SetNode::AroundIf(of, _, cond, include) => {
                self.asks_for_empty(*cond, Var::To) && (!include || self.is_of_empty(*of))
            }
            SetNode::Union(a, b) | SetNode::If(_, a, b) => self.is_of_empty(*a) && self.is_of_empty(*b),
            SetNode::Const(id) => {
                self.table.consts.get(id.index()).is_some_and(|words| words.iter().all(|word| *word == 0))
            }
            _ => false,
        }
    }

    /// Whether a condition can be seen to hold for no site but an empty one.
    fn asks_for_empty(&self, cond: BoolId, var: Var) -> bool {
        match self.table.truth(cond) {
            BoolNode::Member(site, set) => *self.table.int(*site) == IntNode::Var(var) && self.is_of_empty(*set),
            BoolNode::And(all) => all.iter().any(|&one| self.asks_for_empty(one, var)),
            _ => false,
        }
    }

    fn seat(&mut self, call: &Ludeme, player: &str, role: &str) -> Built<IntId> {
        match call.get(player).or_else(|| call.get(role)) {
            Some(arg) => self.player_arg(arg),
            None => unfit(call),
        }
    }

    /// The component that a `(piece ..)` names.
    fn component(&mut self, arg: &Arg) -> Built<IntId> {
        let Value::Ludeme(piece) = &arg.value else { return unfit_arg(arg, "this piece") };
        self.without(piece, &["nameComponents", "components", "state"])?;
        if let Some(name) = piece.text("nameComponent") {
            let Some(index) = self.game.equipment.component(name) else { return unfit(piece) };
            return Ok(self.number(index as i32));
        }
        match piece.get("component") {
            Some(component) => self.int_arg(component),
            None => unfit(piece),
        }
    }

    /// Where a move may end: the region of `(to ..)` narrowed by its condition.
    fn destination(&mut self, call: &Ludeme) -> Built<SetId> {
        let Some(Value::Ludeme(to)) = call.get("to").map(|arg| &arg.value) else { return unfit(call) };
        self.without(to, &["level", "rotations", "effect"])?;
        self.only_default_type(to, "type")?;
        let sites = match (to.get("region"), to.get("loc")) {
            (Some(region), _) => self.set_arg(region)?,
            (None, Some(site)) => {
                let site = self.int_arg(site)?;
                self.set_node(SetNode::One(site))
            }
            (None, None) => return unfit(call),
        };
        match to.get("if") {
            Some(cond) => {
                let cond = self.bool_arg(cond)?;
                Ok(self.set_node(SetNode::Filter(sites, Var::To, cond)))
            }
            None => Ok(sites),
        }
    }

    /// Hops over any number of sites of any kind: those are steps along the radials, and a second time all landings on
    /// them, the farther ones included.
    fn hop(&mut self, call: &Ludeme, after: &[EffectId]) -> Built<MovesId> {
        self.without(call, &["from", "stack"])?;
        let Some(Value::Ludeme(between)) = call.get("between").map(|arg| &arg.value) else { return unfit(call) };
        self.without(between, &["before", "after", "trail", "effect"])?;
        let any = match between.get("if").map(|arg| &arg.value) {
            Some(Value::Bool(true)) => true,
            _ => return unfit(call),
        };
        let far = match between.get("range").map(|arg| &arg.value) {
            Some(Value::Ludeme(range)) if range.form.head == "range" => {
                let low = range.get("min").map(|arg| self.int_arg(arg)).transpose()?;
                let high = range.get("max").is_some_and(|arg| self.is_infinity(arg));
                low.and_then(|low| self.as_number(low)) == Some(0) && high
            }
            _ => false,
        };
        if !(any && far) {
            return unfit(call);
        }
        let direction = self.direction(call, "directions")?;
        let Some(Value::Ludeme(to)) = call.get("to").map(|arg| &arg.value) else { return unfit(call) };
        self.without(to, &["level", "rotations", "effect"])?;
        let board = self.whole_board();
        let landing = match to.get("if") {
            Some(cond) => {
                let cond = self.bool_arg(cond)?;
                self.set_node(SetNode::Filter(board, Var::To, cond))
            }
            None => board,
        };
        let template = self.template(call, after)?;
        let jump = self.lines(direction)?;
        let from = self.var(Var::From);
        Ok(self.moves_node(MovesNode::Jump(template, from, jump, landing)))
    }

    /// For each site the landings of hops over anything, in order: the steps, then along each radial the sites behind
    /// the first, where every run of hurdles counts. A run reaches to the end of the radial, and its shorter parts are
    /// tried from the longest leftover on: that is the second site first, then the farther ones.
    fn lines(&mut self, direction: Direction) -> Built<JumpId> {
        let t = self.site_type();
        let site_number =
            |site: u32| u16::try_from(site).map_err(|_| Unfit { what: "so large a board".into(), origin: None });
        let mut all = Vec::new();
        for site in 0..self.board_sites() {
            let mut lines = Vec::new();
            let mut steps: Vec<u16> = Vec::new();
            for &step in self.board().steps(t, site, direction) {
                let step = site_number(step)?;
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
            lines.push(steps);
            for radial in self.board().radials(t, site, direction) {
                let path = radial.path.iter().skip(1).map(|&site| site_number(site)).collect::<Built<Vec<u16>>>()?;
                let mut sorted = path.clone();
                sorted.sort_unstable();
                sorted.dedup();
                if sorted.len() != path.len() {
                    return Err(Unfit { what: "a line that comes back to a site".into(), origin: None });
                }
                lines.push(path);
            }
            all.push(lines);
        }
        let known = self.table.jumps.iter().position(|known| *known == all);
        let index = known.unwrap_or_else(|| {
            self.table.jumps.push(all);
            self.table.jumps.len() - 1
        });
        Ok(JumpId(index as u32))
    }

    /// Whether a truth value is known to hold.
    pub fn is_true(&self, id: crate::program::ir::BoolId) -> bool {
        matches!(self.table.truth(id), BoolNode::Const(true))
    }
}
