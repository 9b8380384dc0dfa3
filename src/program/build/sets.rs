//! Regions.

use super::{Builder, Built, unfit, unfit_arg};
use crate::board::Direction;
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::role::Role;
use crate::ludemes::registry::{self, Lower};
use crate::program::ir::{RelId, SetId, SetNode, Var};

impl Builder<'_> {
    /// Builds a region argument.
    pub fn set_arg(&mut self, arg: &Arg) -> Built<SetId> {
        let Value::Ludeme(call) = &arg.value else { return unfit_arg(arg, "this region") };
        let built = self.set_call(call, arg)?;
        Ok(self.claimed(call, built))
    }

    fn set_call(&mut self, call: &Ludeme, arg: &Arg) -> Built<SetId> {
        match (call.form.head, call.form.keyword.unwrap_or("")) {
            ("sites", "Empty") => {
                self.only_default_type(call, "elementType")?;
                self.without(call, &["index"])?;
                Ok(self.set_node(SetNode::Empty))
            }
            ("sites", "Occupied") => self.occupied_by(call),
            ("sites", "Around") => self.around(call),
            ("sites", "") if call.args.iter().all(Option::is_none) => Ok(self.set_node(SetNode::Bound)),
            ("union", "") => self.joined(call, Self::union),
            ("intersection", "") => self.joined(call, Self::inter),
            ("difference", "") => {
                let source = self.set_of(call, "source")?;
                let away = match call.get("siteToRemove") {
                    Some(site) => {
                        let site = self.int_arg(site)?;
                        self.set_node(SetNode::One(site))
                    }
                    None => self.set_of(call, "subtraction")?,
                };
                Ok(self.diff(source, away))
            }
            ("if", "") => {
                let cond = self.need(call, "cond")?;
                let cond = self.bool_arg(cond)?;
                let yes = self.set_of(call, "ok")?;
                let no = match call.get("notOk") {
                    Some(no) => self.set_arg(no)?,
                    None => self.table.no_sites(),
                };
                Ok(self.set_node(SetNode::If(cond, yes, no)))
            }
            ("forEach", "") if call.get("of").is_some() => {
                let of = self.set_of(call, "of")?;
                let region = self.set_of(call, "region")?;
                Ok(self.set_node(SetNode::Gather(of, Var::Site, region)))
            }
            ("forEach", "") if call.get("if").is_some() => {
                let region = self.set_of(call, "region")?;
                let cond = self.need(call, "if")?;
                let cond = self.bool_arg(cond)?;
                Ok(self.set_node(SetNode::Filter(region, Var::Site, cond)))
            }
            _ => match self.static_region(arg) {
                Some(set) => Ok(set),
                None => unfit(call),
            },
        }
    }

    /// The region of a slot.
    pub fn set_of(&mut self, call: &Ludeme, name: &str) -> Built<SetId> {
        let arg = self.need(call, name)?;
        self.set_arg(arg)
    }

    /// Builds an argument that is a region or one site.
    pub fn sites_arg(&mut self, arg: &Arg) -> Built<SetId> {
        let is_region = match &arg.value {
            Value::Ludeme(call) => matches!(registry::find(call).map(|row| row.lower), Some(Lower::Region(_))),
            _ => false,
        };
        if is_region {
            return self.set_arg(arg);
        }
        let site = self.int_arg(arg)?;
        Ok(self.set_node(SetNode::One(site)))
    }

    fn joined(&mut self, call: &Ludeme, join: fn(&mut Self, SetId, SetId) -> SetId) -> Built<SetId> {
        if let Some(Value::Array(items)) = call.get("regions").map(|arg| &arg.value) {
            let mut sets = items.iter().map(|item| self.set_arg(item)).collect::<Built<Vec<_>>>()?.into_iter();
            let Some(first) = sets.next() else { return unfit(call) };
            return Ok(sets.fold(first, |all, set| join(self, all, set)));
        }
        let (a, b) = (self.set_of(call, "region1")?, self.set_of(call, "region2")?);
        Ok(join(self, a, b))
    }

    fn occupied_by(&mut self, call: &Ludeme) -> Built<SetId> {
        self.without(call, &["container", "component", "components"])?;
        self.only_default_type(call, "on")?;
        let by = self.need(call, "by")?;
        if let Value::Word { word, .. } = &by.value
            && let Some(Role::All | Role::NonMover | Role::Enemy | Role::Friend | Role::Ally) = Role::parse(word)
        {
            return unfit(call);
        }
        let player = self.player_arg(by)?;
        Ok(self.set_node(SetNode::Owned(player)))
    }

    fn around(&mut self, call: &Ludeme) -> Built<SetId> {
        self.only_default_type(call, "typeLoc")?;
        self.without(call, &["type"])?;
        let include = match call.get("includeSelf").map(|arg| &arg.value) {
            None => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => return unfit(call),
        };
        if let Some(distance) = call.get("distance") {
            let distance = self.int_arg(distance)?;
            if self.as_number(distance) != Some(1) {
                return unfit(call);
            }
        }
        let direction = call.word("directions").and_then(Direction::parse).unwrap_or(Direction::Adjacent);
        let rel = self.relation(direction);
        let cond = call.get("if").map(|cond| self.bool_arg(cond)).transpose()?;
        let Some(site) = call.get("where") else {
            let region = self.set_of(call, "regionWhere")?;
            return Ok(match cond {
                None => self.set_node(SetNode::Around(region, rel, include)),
                Some(cond) if self.table.truth_needs(cond).has(Var::From) => {
                    self.set_node(SetNode::AroundIf(region, rel, cond, include))
                }
                Some(cond) => {
                    // Which of the sources a site is next to does not matter.
                    let around = self.set_node(SetNode::Around(region, rel, false));
                    let chosen = self.set_node(SetNode::Filter(around, Var::To, cond));
                    if include { self.union(chosen, region) } else { chosen }
                }
            });
        };
        let site = self.int_arg(site)?;
        Ok(self.around_site(site, rel, include, cond))
    }

    fn around_site(
        &mut self,
        site: crate::program::ir::IntId,
        rel: RelId,
        include: bool,
        cond: Option<crate::program::ir::BoolId>,
    ) -> SetId {
        let Some(cond) = cond else { return self.set_node(SetNode::AroundSite(site, rel, include)) };
        if self.table.truth_needs(cond).has(Var::From) {
            let one = self.set_node(SetNode::One(site));
            return self.set_node(SetNode::AroundIf(one, rel, cond, include));
        }
        let around = self.set_node(SetNode::AroundSite(site, rel, false));
        let chosen = self.set_node(SetNode::Filter(around, Var::To, cond));
        if !include {
            return chosen;
        }
        let one = self.set_node(SetNode::One(site));
        self.union(chosen, one)
    }
}
