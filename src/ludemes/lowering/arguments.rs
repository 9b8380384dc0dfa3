//! Lowering the arguments of a ludeme, each to an evaluator of the type that its slot wants.

use super::{Lowered, Lowering, uses_of};
use crate::board::{Direction, Graph, SiteType};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::directions::DirectionsExpr;
use crate::engine::expr::{BoolExpr, Expr, ExprValue, FloatExpr, IntExpr, IntsExpr, RangeExpr, RegionExpr, SitesExpr};
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::role::Role;
use crate::engine::site_set::SiteSet;
use crate::engine::tally::{RuleId, RuleKind};
use crate::ludemes::registry::{self, Lower};

/// Methods that lower the argument of a slot which is mandatory, each by the method for an argument.
macro_rules! of_slots {
    ($(#[$doc:meta] $name:ident by $lower:ident: $given:ty;)*) => {
        $(#[$doc]
        pub fn $name(&mut self, call: &Ludeme, name: &str) -> Lowered<$given> {
            self.$lower(self.required(call, name)?)
        })*
    };
}

/// The same for slots that need not be filled.
macro_rules! if_filled {
    ($(#[$doc:meta] $name:ident by $lower:ident: $given:ty;)*) => {
        $(#[$doc]
        pub fn $name(&mut self, call: &Ludeme, name: &str) -> Lowered<Option<$given>> {
            call.get(name).map(|arg| self.$lower(arg)).transpose()
        })*
    };
}

impl Lowering {
    /// The ludeme that an argument is, with how it is lowered. `wanted` says what was expected, for a finding.
    fn clause<'a>(&self, arg: &'a Arg, wanted: &str) -> Lowered<(&'a Ludeme, Lower)> {
        let Value::Ludeme(call) = &arg.value else { return self.misfit(arg, wanted) };
        match registry::find(call) {
            Some(row) => Ok((call, row.lower)),
            None => self.unsupported(&call.origin, format_args!("`({})`", call.form.title())),
        }
    }

    /// Lowers a clause to an expression that knows its place.
    fn placed<T: ExprValue>(
        &mut self,
        call: &Ludeme,
        lower: fn(&Ludeme, &mut Self) -> Lowered<Expr<T>>,
    ) -> Lowered<Expr<T>> {
        self.placed_rule(RuleKind::Value, call, lower).map(|(value, _)| value)
    }

    /// The same of a rule of this kind, with its number where it is counted.
    fn placed_rule<T: ExprValue>(
        &mut self,
        kind: RuleKind,
        call: &Ludeme,
        lower: fn(&Ludeme, &mut Self) -> Lowered<Expr<T>>,
    ) -> Lowered<(Expr<T>, RuleId)> {
        let (rule, place) = (self.enter(kind, call), self.place(call));
        let value = lower(call, self)?.at(place);
        self.reads |= value.uses.without_parts();
        self.leave(rule);
        Ok((self.metered(value, rule), rule))
    }

    /// Says that an argument is of another kind than the ludeme takes.
    fn misfit<T>(&self, arg: &Arg, wanted: &str) -> Lowered<T> {
        self.wrong(&arg.origin, format!("expected {wanted} here"))
    }

    /// Lowers an integer argument.
    pub fn int_arg(&mut self, arg: &Arg) -> Lowered<IntExpr> {
        match &arg.value {
            Value::Int(value) => Ok(Expr::constant(*value)),
            Value::Word { word, .. } if Role::parse(word).is_some() => Ok(self.role_arg(arg)?.as_int()),
            _ => match self.clause(arg, "an integer")? {
                (call, Lower::Int(lower)) => self.placed(call, lower),
                _ => self.misfit(arg, "an integer"),
            },
        }
    }

    /// Lowers all arguments of a ludeme, the elements of lists among them, by the method for one.
    pub(crate) fn operands<T>(&mut self, call: &Ludeme, lower: fn(&mut Self, &Arg) -> Lowered<T>) -> Lowered<Vec<T>> {
        call.args.iter().flatten().flat_map(Arg::each).map(|arg| lower(self, arg)).collect()
    }

    /// Lowers integer arguments, one after the other.
    pub fn int_args(&mut self, args: &[Arg]) -> Lowered<Vec<IntExpr>> {
        args.iter().map(|arg| self.int_arg(arg)).collect()
    }

    /// Lowers a boolean argument.
    pub fn bool_arg(&mut self, arg: &Arg) -> Lowered<BoolExpr> {
        match &arg.value {
            Value::Bool(value) => Ok(Expr::constant(*value)),
            _ => match self.clause(arg, "a boolean")? {
                (call, Lower::Bool(lower)) => {
                    let (value, rule) = self.placed_rule(RuleKind::Condition, call, lower)?;
                    Ok(if self.counts() { value.counted(rule) } else { value })
                }
                _ => self.misfit(arg, "a boolean"),
            },
        }
    }

    /// Lowers a real number argument.
    pub fn float_arg(&mut self, arg: &Arg) -> Lowered<FloatExpr> {
        match &arg.value {
            Value::Int(value) => Ok(Expr::constant(*value as f32)),
            Value::Float(value) => Ok(Expr::constant(*value as f32)),
            _ => match self.clause(arg, "a number")? {
                (call, Lower::Float(lower)) => self.placed(call, lower),
                (call, Lower::Int(lower)) => {
                    let value = self.placed(call, lower)?;
                    Ok(Expr::new(value.uses, move |cx| value.eval(cx) as f32))
                }
                _ => self.misfit(arg, "a number"),
            },
        }
    }

    /// Lowers an integer array argument; a braced list of integers is one too.
    pub fn ints_arg(&mut self, arg: &Arg) -> Lowered<IntsExpr> {
        match &arg.value {
            Value::Array(items) => {
                let items = self.int_args(items)?;
                Ok(Expr::new(uses_of(&items), move |cx| items.iter().map(|item| item.eval(cx)).collect()))
            }
            _ => match self.clause(arg, "an integer array")? {
                (call, Lower::Ints(lower)) => self.placed(call, lower),
                _ => self.misfit(arg, "an integer array"),
            },
        }
    }

    /// Lowers a region argument.
    pub fn region_arg(&mut self, arg: &Arg) -> Lowered<RegionExpr> {
        let (call, Lower::Region(lower)) = self.clause(arg, "a region")? else { return self.misfit(arg, "a region") };
        let region = self.placed(call, lower)?;
        Ok(self.find_once(call, region))
    }

    /// Whether an argument is a region.
    pub(crate) fn is_region(&self, arg: &Arg) -> bool {
        match &arg.value {
            Value::Ludeme(call) => matches!(registry::find(call).map(|row| row.lower), Some(Lower::Region(_))),
            _ => false,
        }
    }

    /// Lowers an argument that is a region or one site: a region's sites ascending, or the site unless it is
    /// negative (Ludii 1.3.12's behaviour for all such pairs).
    pub fn sites_arg(&mut self, arg: &Arg) -> Lowered<SitesExpr> {
        if self.is_region(arg) {
            let region = self.region_arg(arg)?;
            return Ok(match region.as_constant() {
                Some(sites) => Expr::constant(sites.iter().collect()),
                None => Expr::new(region.uses, move |cx| region.look(cx, |sites| sites.iter().collect())),
            });
        }
        Ok(self.int_arg(arg)?.into_sites())
    }

    /// Lowers an argument that is a region or one site to a set.
    pub fn region_or_site_arg(&mut self, arg: &Arg) -> Lowered<RegionExpr> {
        if self.is_region(arg) {
            return self.region_arg(arg);
        }
        let site = self.int_arg(arg)?;
        Ok(Expr::new(site.uses, move |cx| SiteSet::from_iter([site.eval(cx)])))
    }

    /// Lowers a range argument.
    pub fn range_arg(&mut self, arg: &Arg) -> Lowered<RangeExpr> {
        match self.clause(arg, "a range")? {
            (call, Lower::Range(lower)) => self.placed(call, lower),
            _ => self.misfit(arg, "a range"),
        }
    }

    /// Lowers a directions argument: a direction word or a directions ludeme.
    pub fn directions_arg(&mut self, arg: &Arg) -> Lowered<DirectionsExpr> {
        match &arg.value {
            Value::Word { word, .. } => match Direction::parse(word) {
                Some(direction) => Ok(DirectionsExpr::absolute([direction])),
                None => crate::ludemes::directions::relative(word, self)
                    .ok_or(())
                    .or_else(|()| self.misfit(arg, "a direction")),
            },
            _ => match self.clause(arg, "directions")? {
                (call, Lower::Directions(lower)) => {
                    let directions = lower(call, self)?;
                    self.reads |= directions.uses.without_parts();
                    Ok(directions)
                }
                _ => self.misfit(arg, "directions"),
            },
        }
    }

    /// Lowers a moves argument.
    pub fn moves_arg(&mut self, arg: &Arg) -> Lowered<MovesExpr> {
        let (call, Lower::Moves(lower)) = self.clause(arg, "moves")? else { return self.misfit(arg, "moves") };
        let (rule, place) = (self.enter(RuleKind::Moves, call), self.place(call));
        let moves = lower(call, self)?;
        self.leave(rule);
        Ok(Moves::at(self.watched(moves, rule), place))
    }

    /// Lowers a graph argument.
    pub fn graph_arg(&mut self, arg: &Arg) -> Lowered<Graph> {
        match self.clause(arg, "a graph")? {
            (call, Lower::Graph(lower)) => lower(call, self),
            _ => self.misfit(arg, "a graph"),
        }
    }

    /// The value of a literal dimension.
    pub fn dim_arg(&mut self, arg: &Arg) -> Lowered<i32> {
        match &arg.value {
            Value::Int(value) => Ok(*value),
            _ => match self.clause(arg, "a dimension")? {
                (call, Lower::Dim(lower)) => lower(call, self),
                _ => self.misfit(arg, "a dimension"),
            },
        }
    }

    /// The values of a list of literal dimensions.
    pub fn dims(&mut self, arg: &Arg) -> Lowered<Vec<i32>> {
        arg.each().iter().map(|item| self.dim_arg(item)).collect()
    }

    /// The role an argument names.
    pub fn role_arg(&self, arg: &Arg) -> Lowered<Role> {
        let role = if let Value::Word { word, .. } = arg.value { Role::parse(word) } else { None };
        role.map_or_else(|| self.misfit(arg, "a role"), Ok)
    }

    /// A player given as a role, as `(player <int>)`, or as an integer.
    pub fn player_arg(&mut self, arg: &Arg) -> Lowered<IntExpr> {
        match &arg.value {
            Value::Ludeme(call) if call.form.head == "player" && call.form.kind == "player" => self.int(call, "index"),
            _ => self.int_arg(arg),
        }
    }

    /// The argument of a slot that has to be filled.
    fn required<'a>(&self, call: &'a Ludeme, name: &str) -> Lowered<&'a Arg> {
        match call.get(name) {
            Some(arg) => Ok(arg),
            None => self.wrong(&call.origin, format!("`({})` needs its argument `{name}`", call.form.title())),
        }
    }

    /// The argument of the first of these slots that is filled; `missing` is what is wrong where none is.
    pub(crate) fn one_of<'a>(&self, call: &'a Ludeme, names: &[&str], missing: &str) -> Lowered<&'a Arg> {
        let arg = names.iter().find_map(|name| call.get(name));
        arg.map_or_else(|| self.wrong(&call.origin, missing), Ok)
    }

    of_slots! {
        /// The mandatory integer of this slot.
        int by int_arg: IntExpr;
        /// The mandatory boolean of this slot.
        boolean by bool_arg: BoolExpr;
        /// The mandatory real number of this slot.
        float by float_arg: FloatExpr;
        /// The mandatory integer array of this slot.
        ints by ints_arg: IntsExpr;
        /// The mandatory region of this slot.
        region by region_arg: RegionExpr;
        /// The mandatory directions of this slot.
        directions by directions_arg: DirectionsExpr;
        /// The mandatory moves of this slot.
        moves by moves_arg: MovesExpr;
        /// The mandatory graph of this slot.
        graph by graph_arg: Graph;
        /// The mandatory dimension of this slot.
        dim by dim_arg: i32;
    }

    if_filled! {
        /// The integer of this slot, if it is filled.
        int_opt by int_arg: IntExpr;
        /// The boolean of this slot, if it is filled.
        bool_opt by bool_arg: BoolExpr;
        /// The region of this slot, if it is filled.
        region_opt by region_arg: RegionExpr;
        /// The region or site of this slot, if it is filled.
        sites_opt by sites_arg: SitesExpr;
        /// The range of this slot, if it is filled.
        range_opt by range_arg: RangeExpr;
        /// The moves of this slot, if it is filled.
        moves_opt by moves_arg: MovesExpr;
        /// The dimension of this slot, if it is filled.
        dim_opt by dim_arg: i32;
    }

    /// The integer of this slot, or a default.
    pub fn int_or(&mut self, call: &Ludeme, name: &str, default: i32) -> Lowered<IntExpr> {
        call.get(name).map_or(Ok(Expr::constant(default)), |arg| self.int_arg(arg))
    }

    /// The boolean of this slot, or a default.
    pub fn bool_or(&mut self, call: &Ludeme, name: &str, default: bool) -> Lowered<BoolExpr> {
        call.get(name).map_or(Ok(Expr::constant(default)), |arg| self.bool_arg(arg))
    }

    /// The dimension of this slot, or a default.
    pub fn dim_or(&mut self, call: &Ludeme, name: &str, default: i32) -> Lowered<i32> {
        Ok(self.dim_opt(call, name)?.unwrap_or(default))
    }

    /// The directions of this slot, or one absolute direction.
    pub fn directions_or(&mut self, call: &Ludeme, name: &str, default: Direction) -> Lowered<DirectionsExpr> {
        call.get(name).map_or_else(|| Ok(DirectionsExpr::absolute([default])), |arg| self.directions_arg(arg))
    }

    /// The site type of a slot, or the board's default.
    pub fn site_type(&self, call: &Ludeme, name: &str) -> SiteType {
        call.word(name).and_then(SiteType::parse).unwrap_or_else(|| self.default_type())
    }

    /// The role of a slot, if it is filled.
    pub fn role_opt(&self, call: &Ludeme, name: &str) -> Lowered<Option<Role>> {
        call.get(name).map(|arg| self.role_arg(arg)).transpose()
    }
}
