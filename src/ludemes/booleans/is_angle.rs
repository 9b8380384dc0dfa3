//! `(is Acute [type] at:site condition1 condition2)`, `(is Right ..)`, `(is Obtuse ..)`, `(is Reflex ..)`: how two
//! sites lie to each other.
//!
//! Of all pairs of elements other than the site, the one with the lower number has to satisfy the first condition, the
//! other the second, each as `site`. The angle is that of the way from the first to the second with the way straight up
//! or down the page, at most 180 degrees whatever the site, so that it is never reflex. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Acute", |call, lo| lower(|angle| angle < 90.0, call, lo)).binds_site(),
    Row::boolean("is", "Right", |call, lo| lower(|angle| angle == 90.0, call, lo)).binds_site(),
    Row::boolean("is", "Obtuse", |call, lo| lower(|angle| angle > 90.0, call, lo)).binds_site(),
    Row::boolean("is", "Reflex", |call, lo| lower(|angle| angle > 180.0, call, lo)).binds_site(),
];

fn lower(fits: fn(f64) -> bool, call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let (first, second) = (lo.boolean(call, "conditionSite")?, lo.boolean(call, "conditionSite2")?);
    let board = lo.board();
    let uses = site.uses | (first.uses | second.uses).without(Uses::SITE);
    Ok(Expr::new(uses, move |cx| {
        let site = site.eval(cx);
        let len = board.len(t) as i32;
        if !(0..len).contains(&site) {
            return false;
        }
        let saved = cx.it.site;
        let mut satisfying = |condition: &BoolExpr| {
            let others = (0..len).filter(|&other| other != site);
            let holds = |other: &i32| {
                cx.it.site = *other;
                condition.eval(cx)
            };
            others.filter(holds).collect::<Vec<i32>>()
        };
        let (firsts, seconds) = (satisfying(&first), satisfying(&second));
        cx.it.site = saved;
        let place = |site: i32| board.position(t, site as usize);
        firsts.iter().any(|&a| {
            cx.spend(1 + seconds.len() as u64)
                && seconds.iter().filter(|&&b| b > a).any(|&b| match (place(a), place(b)) {
                    (Some((ax, ay, _)), Some((bx, by, _))) => fits((bx - ax).atan2(-(by - ay)).to_degrees().abs()),
                    _ => false,
                })
        })
    }))
}
