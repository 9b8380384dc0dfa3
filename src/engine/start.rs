//! Start rules.

use crate::engine::context::Cx;
use crate::engine::expr::Expr;
use crate::engine::fault::PlaceId;
use crate::engine::uses::Uses;

/// A start rule: evaluated once, on the state that the rules before it left.
#[derive(Debug)]
pub struct StartRule(Expr<()>);

impl StartRule {
    /// A rule that is carried out so.
    pub(crate) fn new(run: impl Fn(&mut Cx) + Send + Sync + 'static) -> Self {
        StartRule(Expr::new(Uses::VOLATILE, run))
    }

    /// The same, written at this place.
    pub(crate) fn at(self, place: PlaceId) -> Self {
        StartRule(self.0.at(place))
    }

    /// Carries the rule out.
    pub(crate) fn run(&self, cx: &mut Cx) {
        self.0.eval(cx);
    }
}
