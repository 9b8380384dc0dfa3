//! Effects and end rules.

use super::{Builder, Built, unfit, unfit_arg};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::program::ir::{EffectId, EffectNode, EndNode, Ending, Var};

impl Builder<'_> {
    /// The effect in the `(then ..)` of a ludeme.
    pub fn then(&mut self, call: &Ludeme) -> Built<Option<EffectId>> {
        match call.get("then").map(|arg| &arg.value) {
            Some(Value::Ludeme(then)) => {
                let effect = self.need(then, "moves")?;
                Ok(Some(self.effect_arg(effect)?))
            }
            _ => Ok(None),
        }
    }

    fn effect_arg(&mut self, arg: &Arg) -> Built<EffectId> {
        match &arg.value {
            Value::Ludeme(call) => {
                let built = self.effect_call(call)?;
                Ok(self.claimed(call, built))
            }
            _ => unfit_arg(arg, "this effect"),
        }
    }

    fn effect_of(&mut self, call: &Ludeme, name: &str) -> Built<EffectId> {
        let arg = self.need(call, name)?;
        self.effect_arg(arg)
    }

    fn effect_call(&mut self, call: &Ludeme) -> Built<EffectId> {
        let node = match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("and" | "or", "") => {
                self.without(call, &["then"])?;
                let mut all = Vec::new();
                if let Some(Value::Array(items)) = call.get("list").map(|arg| &arg.value) {
                    for item in items {
                        all.push(self.effect_arg(item)?);
                    }
                } else {
                    all.push(self.effect_of(call, "movesA")?);
                    all.push(self.effect_of(call, "movesB")?);
                }
                if all.iter().any(|id| matches!(self.table.effect(*id), EffectNode::Do(..))) {
                    return unfit(call);
                }
                EffectNode::All(all)
            }
            ("if", "") => {
                self.without(call, &["then"])?;
                let cond = self.need(call, "cond")?;
                let cond = self.bool_arg(cond)?;
                let yes = self.effect_of(call, "list")?;
                let no = call.get("elseList").map(|no| self.effect_arg(no)).transpose()?;
                EffectNode::If(cond, yes, no)
            }
            ("do", "") => {
                self.without(call, &["ifAfterwards", "then"])?;
                let prior = self.effect_of(call, "prior")?;
                let next = self.effect_of(call, "next")?;
                // Without a move of `next` nothing of `prior` happens: it has to give one for certain.
                if !matches!(self.table.effect(next), EffectNode::SetScore(..) | EffectNode::SetVar(..)) {
                    return unfit(call);
                }
                EffectNode::Do(prior, next)
            }
            ("set", "Var") => {
                let Some(name) = call.text("name") else { return unfit(call) };
                let Some(index) = self.game.vars.iter().position(|known| known == name) else { return unfit(call) };
                let value = match call.get("newValue") {
                    Some(value) => self.int_arg(value)?,
                    None => return unfit(call),
                };
                EffectNode::SetVar(index as u32, value, self.then(call)?)
            }
            ("set", "Score") => {
                let player = match call.get("player").or_else(|| call.get("role")) {
                    Some(player) => self.player_arg(player)?,
                    None => return unfit(call),
                };
                if self.as_number(player).is_some_and(|p| !(1..=self.game.equipment.players).contains(&p)) {
                    return unfit(call);
                }
                let value = self.need(call, "value")?;
                let value = self.int_arg(value)?;
                EffectNode::SetScore(player, value, self.then(call)?)
            }
            // Local states and values of pieces are not part of a program's position: what reads them is unfit.
            ("set", "State" | "Value") if call.get("at").is_some() => {
                self.without(call, &["then"])?;
                EffectNode::Nothing
            }
            ("moveAgain", "") => {
                self.without(call, &["then"])?;
                EffectNode::MoveAgain
            }
            ("remember", "Value") => {
                self.without(call, &["name", "unique", "then"])?;
                let value = self.need(call, "value")?;
                EffectNode::Remember(self.int_arg(value)?)
            }
            ("forget", "Value") => {
                self.without(call, &["name", "value", "then"])?;
                EffectNode::ForgetAll
            }
            ("forEach", "Site") => {
                self.without(call, &["noMoveYet", "then"])?;
                let region = self.set_of(call, "regionFn")?;
                EffectNode::Each(region, self.each(call, |own| own.effect_of(call, "generator"))?)
            }
            ("forEach", "Group") => {
                self.without(call, &["if", "then"])?;
                self.only_default_type(call, "type")?;
                let rel = self.group_relation(call, "directions")?;
                let effect = self.effect_of(call, "moves")?;
                // Where a group was found and the neighbour looked at last depend on the order of the walk.
                if self.table.effect_needs(effect).free & (Var::From.bit() | Var::To.bit()) != 0 {
                    return unfit(call);
                }
                EffectNode::EachGroup(rel, effect)
            }
            _ => return unfit(call),
        };
        Ok(self.effect_node(node))
    }

    /// The end rules of an `(end ..)`.
    pub fn ends(&mut self, call: &Ludeme) -> Built<Vec<EndNode>> {
        let mut rules = Vec::new();
        for arg in call.args.iter().flatten() {
            self.end_arg(arg, &mut rules)?;
        }
        Ok(rules)
    }

    fn end_arg(&mut self, arg: &Arg, rules: &mut Vec<EndNode>) -> Built<()> {
        match &arg.value {
            Value::Ludeme(call) if call.form.head == "if" => {
                rules.push(self.end_if(call)?);
                Ok(())
            }
            Value::Ludeme(call) => unfit(call),
            Value::Array(items) => items.iter().try_for_each(|item| self.end_arg(item, rules)),
            _ => Ok(()),
        }
    }

    fn end_if(&mut self, call: &Ludeme) -> Built<EndNode> {
        self.table.origins.ends.push(call.origin.clone());
        let cond = self.need(call, "test")?;
        let cond = self.bool_arg(cond)?;
        let mut subs = Vec::new();
        for arg in [call.get("sub"), call.get("subs")].into_iter().flatten() {
            self.end_arg(arg, &mut subs)?;
        }
        let ending = match call.get("result").map(|arg| &arg.value) {
            Some(Value::Ludeme(result)) => Some(self.ending(result)?),
            _ => None,
        };
        Ok(self.claimed(call, EndNode { cond, subs, ending }))
    }

    fn ending(&mut self, call: &Ludeme) -> Built<Ending> {
        match call.form.head {
            "byScore" => {
                self.without(call, &["misere"])?;
                let mut finals = Vec::new();
                if let Some(Value::Array(items)) = call.get("finalScore").map(|arg| &arg.value) {
                    for item in items {
                        let Value::Ludeme(score) = &item.value else { return unfit(call) };
                        let (role, value) = (self.need(score, "role")?, self.need(score, "score")?);
                        finals.push((self.role_arg(role)?, self.int_arg(value)?));
                    }
                } else {
                    self.without(call, &["finalScore"])?;
                }
                Ok(Ending::ByScore(finals))
            }
            "result" => {
                let who = self.need(call, "who")?;
                let player = self.role_arg(who)?;
                let everybody = self.as_number(player).is_some_and(|p| p > self.game.equipment.players);
                match call.word("result") {
                    Some("Win") if !everybody => Ok(Ending::Win(player)),
                    Some("Loss") if !everybody => Ok(Ending::Loss(player)),
                    Some("Draw") => Ok(Ending::Draw),
                    _ => unfit(call),
                }
            }
            _ => unfit(call),
        }
    }
}
