//! Truth values.

use super::{Builder, Built, unfit, unfit_arg};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::program::ir::{BoolId, BoolNode, Cmp, IntId, IntNode, SetNode, Var};

impl Builder<'_> {
    /// Builds a boolean argument.
    pub fn bool_arg(&mut self, arg: &Arg) -> Built<BoolId> {
        match &arg.value {
            Value::Bool(value) => Ok(self.known(*value)),
            Value::Ludeme(call) => {
                let built = self.bool_call(call)?;
                Ok(self.claimed(call, built))
            }
            _ => unfit_arg(arg, "this boolean"),
        }
    }

    fn bool_of(&mut self, call: &Ludeme, name: &str) -> Built<BoolId> {
        let arg = self.need(call, name)?;
        self.bool_arg(arg)
    }

    fn bool_call(&mut self, call: &Ludeme) -> Built<BoolId> {
        let node = match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("and", "") => BoolNode::And(self.bools(call)?),
            ("or", "") => BoolNode::Or(self.bools(call)?),
            ("not", "") => BoolNode::Not(self.bool_of(call, "a")?),
            ("=", "") => return self.comparison(Cmp::Eq, call),
            ("!=", "") => return self.comparison(Cmp::Ne, call),
            ("<", "") => return self.comparison(Cmp::Lt, call),
            ("<=", "") => return self.comparison(Cmp::Le, call),
            (">", "") => return self.comparison(Cmp::Gt, call),
            (">=", "") => return self.comparison(Cmp::Ge, call),
            ("is", "In") => {
                let site = match call.get("site") {
                    Some(site) => self.int_arg(site)?,
                    None if call.get("sites").is_some() => return unfit(call),
                    None => self.var(Var::To),
                };
                let region = self.need(call, "region")?;
                BoolNode::Member(site, self.set_arg(region)?)
            }
            ("is", "Empty" | "Occupied") => {
                self.only_default_type(call, "type")?;
                let at = self.need(call, "at")?;
                let at = self.int_arg(at)?;
                if self.game.equipment.containers.len() > 1 && !self.is_board_site(at) {
                    return unfit(call);
                }
                let empty = self.set_node(SetNode::Empty);
                let set = match call.form.keyword {
                    Some("Empty") => empty,
                    _ => {
                        let all = self.whole_board();
                        self.diff(all, empty)
                    }
                };
                BoolNode::Member(at, set)
            }
            ("is", "Mover" | "Next" | "Prev") => {
                let player = match call.get("index").or_else(|| call.get("role")).or(call.args.iter().flatten().next())
                {
                    Some(arg) => self.player_arg(arg)?,
                    None => return unfit(call),
                };
                let who = self.int_node(match call.form.keyword {
                    Some("Mover") => IntNode::Mover,
                    Some("Next") => IntNode::Next,
                    _ => IntNode::Prev,
                });
                BoolNode::Compare(Cmp::Eq, player, who)
            }
            ("all", "Sites") => {
                let region = self.need(call, "region")?;
                let region = self.set_arg(region)?;
                let cond = self.bool_of(call, "if")?;
                BoolNode::Every(region, Var::Site, cond)
            }
            ("all", "Passed") => BoolNode::AllPassed,
            ("no", "Pieces") => BoolNode::None(self.pieces(call)?),
            ("no", "Moves") => {
                let role = self.need(call, "playerFn")?;
                match &role.value {
                    Value::Word { word: "Next", .. } => BoolNode::NoMovesNext,
                    _ => BoolNode::Stale(self.role_arg(role)?),
                }
            }
            _ => return unfit(call),
        };
        Ok(self.truth_node(node))
    }

    /// Whether a number is a site of the board wherever it is asked for: an iterator variable over board sites.
    fn is_board_site(&self, id: IntId) -> bool {
        matches!(self.table.int(id), IntNode::Var(_))
    }

    fn bools(&mut self, call: &Ludeme) -> Built<Vec<BoolId>> {
        if let Some(Value::Array(items)) = call.get("list").map(|arg| &arg.value) {
            return items.iter().map(|item| self.bool_arg(item)).collect();
        }
        Ok(vec![self.bool_of(call, "a")?, self.bool_of(call, "b")?])
    }

    fn comparison(&mut self, cmp: Cmp, call: &Ludeme) -> Built<BoolId> {
        if call.get("regionA").is_some() {
            return unfit(call);
        }
        let a = self.need(call, "valueA")?;
        let b = match call.get("valueB").or_else(|| call.get("roleB")) {
            Some(b) => b,
            None => return unfit(call),
        };
        let equality = matches!(cmp, Cmp::Eq | Cmp::Ne);
        for (infinity, steps) in [(a, b), (b, a)] {
            if equality
                && self.is_infinity(infinity)
                && let Some(reaches) = self.reaches(steps)?
            {
                return Ok(match cmp {
                    Cmp::Ne => reaches,
                    _ => self.truth_node(BoolNode::Not(reaches)),
                });
            }
        }
        let (a, b) = (self.int_arg(a)?, self.int_arg(b)?);
        Ok(self.compare(cmp, a, b))
    }

    /// Whether a `(count Steps .. (step ..) ..)` is less than `Infinity`; `None` for anything else.
    fn reaches(&mut self, arg: &Arg) -> Built<Option<BoolId>> {
        let Value::Ludeme(call) = &arg.value else { return Ok(None) };
        if (call.form.head, call.form.keyword) != ("count", Some("Steps")) {
            return Ok(None);
        }
        self.only_default_type(call, "type")?;
        self.without(call, &["newRotation"])?;
        let step = self.need(call, "stepMove")?;
        let walk = self.walk(step)?;
        let from = self.need(call, "site1")?;
        let from = self.int_arg(from)?;
        if !self.is_board_site(from) {
            return unfit(call);
        }
        let node = match call.get("region2") {
            Some(region) => BoolNode::Reaches(from, self.set_arg(region)?, walk),
            None => {
                let to = self.need(call, "site2")?;
                let to = self.int_arg(to)?;
                if !self.is_board_site(to) {
                    return unfit(call);
                }
                BoolNode::Leads(from, to, walk)
            }
        };
        Ok(Some(self.truth_node(node)))
    }
}
