//! Integers and collections.

use super::{Builder, Built, unfit, unfit_arg};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::role::Role;
use crate::ludemes::ints::count_steps::INFINITY;
use crate::program::ir::{IntId, IntNode, ListId, ListNode, SetId, SetNode, Var};

impl Builder<'_> {
    /// Builds an integer argument.
    pub fn int_arg(&mut self, arg: &Arg) -> Built<IntId> {
        match &arg.value {
            Value::Int(value) => Ok(self.number(*value)),
            Value::Word { word, .. } if Role::parse(word).is_some() => self.role_arg(arg),
            Value::Ludeme(call) => {
                let built = self.int_call(call, arg)?;
                Ok(self.claimed(call, built))
            }
            _ => unfit_arg(arg, "this integer"),
        }
    }

    fn int_of(&mut self, call: &Ludeme, name: &str) -> Built<IntId> {
        let arg = self.need(call, name)?;
        self.int_arg(arg)
    }

    fn int_call(&mut self, call: &Ludeme, arg: &Arg) -> Built<IntId> {
        let node = match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("mover", "") => IntNode::Mover,
            ("next", "") => IntNode::Next,
            ("prev", "") if call.args.iter().all(Option::is_none) => IntNode::Prev,
            ("counter", "") => IntNode::Counter,
            ("site", "") if call.args.iter().all(Option::is_none) => IntNode::Var(Var::Site),
            ("from", "") if call.args.iter().all(Option::is_none) => IntNode::Var(Var::From),
            ("to", "") if call.args.iter().all(Option::is_none) => IntNode::Var(Var::To),
            ("last", "To") if call.args.iter().all(Option::is_none) => IntNode::LastTo,
            ("last", "From") if call.args.iter().all(Option::is_none) => IntNode::LastFrom,
            ("var", "") => match call.text("key") {
                Some(name) => match self.game.vars.iter().position(|known| known == name) {
                    Some(index) => IntNode::Global(index as u32),
                    None => IntNode::Const(-1),
                },
                None => return unfit(call),
            },
            ("score", "") => match call.get("player").or_else(|| call.get("role")) {
                Some(player) => self.score_of(player)?,
                None => self.first_player(call)?,
            },
            ("+", "") => return self.sum(call, IntNode::Add, 0),
            ("*", "") => return self.sum(call, IntNode::Mul, 1),
            ("-", "") => {
                let b = self.int_of(call, "valueB")?;
                match call.get("valueA") {
                    Some(a) => IntNode::Sub(self.int_arg(a)?, b),
                    None => IntNode::Sub(self.number(0), b),
                }
            }
            ("%", "") => {
                let (value, modulo) = (self.int_of(call, "value")?, self.int_of(call, "modulo")?);
                // A program may leave out what is never asked for; a division by zero would have ended the game.
                match *self.table.int(modulo) {
                    IntNode::Const(number) if number != 0 => IntNode::Rem(value, modulo),
                    _ => return unfit(call),
                }
            }
            ("max", "") if call.get("array").is_some() => IntNode::MaxOf(self.list_of(call, "array")?),
            ("min", "") if call.get("array").is_some() => IntNode::MinOf(self.list_of(call, "array")?),
            ("max", "") => IntNode::Max(self.int_of(call, "valueA")?, self.int_of(call, "valueB")?),
            ("min", "") => IntNode::Min(self.int_of(call, "valueA")?, self.int_of(call, "valueB")?),
            ("if", "") => {
                let cond = self.need(call, "cond")?;
                let cond = self.bool_arg(cond)?;
                IntNode::If(cond, self.int_of(call, "valueA")?, self.int_of(call, "valueB")?)
            }
            ("size", "Array") => IntNode::LenOf(self.list_of(call, "array")?),
            ("count", "Sites") if call.get("in").is_some() => {
                let region = self.need(call, "in")?;
                IntNode::Count(self.set_arg(region)?)
            }
            ("count", "Pieces") => IntNode::Count(self.pieces(call)?),
            ("count", "Orthogonal" | "Adjacent" | "Diagonal" | "Neighbours") if call.get("at").is_some() => {
                return self.neighbours(call, arg);
            }
            ("who", "") => {
                self.only_default_type(call, "type")?;
                self.without(call, &["level"])?;
                let at = self.need(call, "at")?;
                IntNode::Who(self.int_arg(at)?)
            }
            ("id", "") => return self.id(call, arg),
            ("handSite", "") => return self.hand_site(call),
            ("column" | "row", "") => return self.coordinate(call),
            _ => {
                return match self.static_int(arg) {
                    Some(value) => Ok(self.number(value)),
                    None => unfit(call),
                };
            }
        };
        Ok(self.int_node(node))
    }

    /// The player in whatever slot of a call holds one.
    fn first_player(&mut self, call: &Ludeme) -> Built<IntNode> {
        match call.args.iter().flatten().next() {
            Some(arg) => self.score_of(arg),
            None => unfit(call),
        }
    }

    fn sum(&mut self, call: &Ludeme, join: fn(IntId, IntId) -> IntNode, neutral: i32) -> Built<IntId> {
        if call.get("a").is_some() {
            let (a, b) = (self.int_of(call, "a")?, self.int_of(call, "b")?);
            return Ok(self.int_node(join(a, b)));
        }
        let arg = match call.get("list").or_else(|| call.get("array")) {
            Some(arg) => arg,
            None => return unfit(call),
        };
        if let Value::Array(items) = &arg.value {
            let mut total = self.number(neutral);
            for item in items {
                let item = self.int_arg(item)?;
                total = match self.as_number(total) {
                    Some(value) if value == neutral => item,
                    _ => self.int_node(join(total, item)),
                };
            }
            return Ok(total);
        }
        if neutral != 0 {
            return unfit(call);
        }
        let list = self.list_arg(arg)?;
        Ok(self.int_node(IntNode::SumOf(list)))
    }

    fn list_of(&mut self, call: &Ludeme, name: &str) -> Built<ListId> {
        let arg = self.need(call, name)?;
        self.list_arg(arg)
    }

    /// Builds an integer array whose order does not matter to whoever reads it.
    pub fn list_arg(&mut self, arg: &Arg) -> Built<ListId> {
        let Value::Ludeme(call) = &arg.value else { return unfit_arg(arg, "this array") };
        let node = match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("sizes", "Group") => {
                self.only_default_type(call, "type")?;
                self.without(call, &["if"])?;
                let rel = self.group_relation(call, "directions")?;
                let player = match call.get("of").or_else(|| call.get("role")) {
                    Some(player) => self.player_arg(player)?,
                    None => return unfit(call),
                };
                let fixed = self.as_number(player);
                if fixed.is_some_and(|player| !(1..=self.game.equipment.players).contains(&player)) {
                    return unfit(call);
                }
                let min = match call.get("min") {
                    Some(min) => self.int_arg(min)?,
                    None => self.number(0),
                };
                ListNode::GroupSizes(player, rel, min)
            }
            ("difference", "") => {
                let source = self.list_of(call, "source")?;
                let away = match call.get("intToRemove") {
                    Some(value) => {
                        let value = self.int_arg(value)?;
                        self.list_node(ListNode::Single(value))
                    }
                    None => self.list_of(call, "subtraction")?,
                };
                ListNode::Without(source, away)
            }
            ("results", "") => {
                let from = self.need(call, "from")?;
                let to = self.need(call, "to")?;
                let (from, to) = (self.sites_arg(from)?, self.sites_arg(to)?);
                ListNode::Results(from, to, self.int_of(call, "function")?)
            }
            ("values", "Remembered") if call.get("name").is_none() => ListNode::Remembered,
            _ => return unfit(call),
        };
        let built = self.list_node(node);
        Ok(self.claimed(call, built))
    }

    /// The pieces that `(count Pieces ..)` and `(no Pieces ..)` are about, each on a site of its own.
    pub fn pieces(&mut self, call: &Ludeme) -> Built<SetId> {
        self.only_default_type(call, "type")?;
        self.without(call, &["name"])?;
        let players = self.game.equipment.players;
        let owned = match call.get("of").or_else(|| call.get("role")).map(|arg| (&arg.value, arg)) {
            None => None,
            Some((Value::Word { word: "All", .. }, _)) => None,
            Some((Value::Word { word: "Each" | "Shared", .. }, _)) => Some(self.number(players + 1)),
            Some((_, arg)) => Some(self.player_arg(arg)?),
        };
        let owned = match owned {
            Some(player) => self.set_node(SetNode::Owned(player)),
            None => self.occupied(),
        };
        let mut pieces = match call.get("in") {
            Some(region) => {
                let region = self.set_arg(region)?;
                self.inter(owned, region)
            }
            None if self.game.equipment.containers.len() > 1 && self.universe == self.board_sites() => {
                return unfit(call);
            }
            None => owned,
        };
        if let Some(cond) = call.get("if") {
            let cond = self.bool_arg(cond)?;
            pieces = self.set_node(SetNode::Filter(pieces, Var::Site, cond));
        }
        Ok(pieces)
    }

    /// All sites with a piece.
    fn occupied(&mut self) -> SetId {
        let all = self.table.all_sites();
        if self.universe == self.board_sites() {
            let empty = self.set_node(SetNode::Empty);
            return self.diff(all, empty);
        }
        let mut all = self.table.no_sites();
        for player in 0..=self.game.equipment.players + 1 {
            let player = self.number(player);
            let owned = self.set_node(SetNode::Owned(player));
            all = self.union(all, owned);
        }
        all
    }

    /// The number of neighbours of a site, a count over the whole board where neighbours are sets.
    fn neighbours(&mut self, call: &Ludeme, arg: &Arg) -> Built<IntId> {
        self.only_default_type(call, "type")?;
        if let Some(value) = self.static_int(arg) {
            return Ok(self.number(value));
        }
        let Some(relation) = call.form.keyword.and_then(crate::board::Relation::parse) else { return unfit(call) };
        let arg = self.need(call, "at")?;
        let at = self.int_arg(arg)?;
        // Nowhere has no neighbours to count, so that the game would end where they are asked for.
        if self.range(at).is_none_or(|(low, _)| low < 0) {
            return unfit_arg(arg, "a site that may not exist");
        }
        let (t, board) = (self.site_type(), self.board_sites());
        let counts: Vec<i32> = (0..board).map(|site| self.board().neighbour_count(t, site, relation) as i32).collect();
        let direction = crate::board::Direction::parse(relation.name()).filter(|_| self.universe == board);
        if let Some(rel) = direction.map(|direction| self.relation(direction)) {
            let near = &self.table.rels[rel.index()].near;
            if near.iter().zip(&counts).all(|(near, &count)| near.len() as i32 == count) {
                let around = self.set_node(SetNode::AroundSite(at, rel, false));
                return Ok(self.int_node(IntNode::Count(around)));
            }
        }
        Ok(self.int_node(IntNode::Table(at, counts, -1)))
    }

    fn id(&mut self, call: &Ludeme, arg: &Arg) -> Built<IntId> {
        let Some(role) = call.get("who") else {
            return match self.static_int(arg) {
                Some(value) => Ok(self.number(value)),
                None => unfit(call),
            };
        };
        let player = self.role_arg(role)?;
        let Some(name) = call.text("name") else { return Ok(player) };
        if !matches!(&role.value, Value::Word { word, .. } if matches!(Role::parse(word),
            Some(Role::Mover | Role::Next | Role::Prev | Role::Player(1..=8) | Role::Neutral | Role::Shared)))
        {
            return Ok(self.number(-1));
        }
        let equipment = &self.game.equipment;
        let table = (0..=equipment.players + 1)
            .map(|owner| equipment.component_of(name, owner).map_or(-1, |index| index as i32))
            .collect();
        Ok(self.int_node(IntNode::Table(player, table, -1)))
    }

    fn hand_site(&mut self, call: &Ludeme) -> Built<IntId> {
        let player = match call.get("indexPlayer").or_else(|| call.get("role")) {
            Some(arg) => self.player_arg(arg)?,
            None => return unfit(call),
        };
        let index = match call.get("site") {
            Some(arg) => self.int_arg(arg)?,
            None => self.number(0),
        };
        let Some(index) = self.as_number(index) else { return unfit(call) };
        let equipment = &self.game.equipment;
        let first = (0..=equipment.players + 1)
            .map(|owner| equipment.hand(owner).and_then(|hand| equipment.layout.stretch(hand)))
            .map(|stretch| stretch.map_or(-1, |stretch| stretch.from.wrapping_add(index)))
            .collect();
        Ok(self.int_node(IntNode::Table(player, first, -1)))
    }

    fn coordinate(&mut self, call: &Ludeme) -> Built<IntId> {
        self.only_default_type(call, "type")?;
        let of = self.int_of(call, "of")?;
        let t = self.site_type();
        let at = |site| match call.form.head {
            "row" => self.board().row(t, site),
            _ => self.board().column(t, site),
        };
        let Some(table) = (0..self.board_sites()).map(at).collect::<Option<Vec<i32>>>() else { return unfit(call) };
        Ok(self.int_node(IntNode::Table(of, table, -1)))
    }

    /// Whether an argument is the number that stands for no way.
    pub fn is_infinity(&self, arg: &Arg) -> bool {
        matches!(arg.value, Value::Int(INFINITY))
    }
}
