//! Sites that are alike share their sets: what depends on a site only by numbers is found once for each number.

use super::{Rewrite, counts};
use crate::program::build::Builder;
use crate::program::ir::{BoolNode, CountId, IntId, IntNode, MovesId, MovesNode, RelId, SetId, SetNode, Table, Var};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    moves: Some(rewrite),
    ..Rewrite::new(
        "alike",
        "a set that depends on a site only by its neighbours and by a few numbers is, among the neighbours and apart from \
         them, the same set for all sites with the same numbers",
    )
};

/// The numbers that are told apart are below this.
pub const LIMIT: usize = 12;
/// How many numbers a set may depend on.
const MOST: usize = 2;

/// What is known of the site that a generator is evaluated for.
struct Site {
    var: Var,
    /// A set that it is in.
    within: Option<SetId>,
}

fn rewrite(builder: &mut Builder, node: &MovesNode) -> Option<MovesId> {
    match *node {
        MovesNode::EachPiece(moves) => {
            let mover = builder.int_node(IntNode::Mover);
            let own = builder.set_node(SetNode::Owned(mover));
            let better = generator(builder, moves, &Site { var: Var::From, within: Some(own) })?;
            Some(builder.moves_node(MovesNode::EachPiece(better)))
        }
        MovesNode::Each(sites, moves) => {
            let better = generator(builder, moves, &Site { var: Var::Site, within: Some(sites) })?;
            Some(builder.moves_node(MovesNode::Each(sites, better)))
        }
        _ => None,
    }
}

/// The generator with other sets; `None` where all stay as they are.
fn generator(builder: &mut Builder, id: MovesId, site: &Site) -> Option<MovesId> {
    let node = builder.table.generator(id).clone();
    let better = match node {
        MovesNode::All(all) => {
            let better: Vec<Option<MovesId>> = all.iter().map(|&id| generator(builder, id, site)).collect();
            if better.iter().all(Option::is_none) {
                return None;
            }
            MovesNode::All(better.into_iter().zip(all).map(|(better, id)| better.unwrap_or(id)).collect())
        }
        MovesNode::If(cond, a, b) => {
            let better = (generator(builder, a, site), generator(builder, b, site));
            if better == (None, None) {
                return None;
            }
            MovesNode::If(cond, better.0.unwrap_or(a), better.1.unwrap_or(b))
        }
        MovesNode::Jump(template, from, lines, set) if is_var(builder, from, site.var) => {
            MovesNode::Jump(template, from, lines, apart(builder, set, site)?)
        }
        // Within the set `from` is another site than outside.
        MovesNode::FromTo(template, from, set)
            if is_var(builder, from, site.var)
                && (site.var == Var::From || !builder.table.set_needs(set).has(Var::From)) =>
        {
            MovesNode::FromTo(template, from, apart(builder, set, site)?)
        }
        _ => return None,
    };
    Some(builder.table.push_moves(better))
}

fn is_var(builder: &Builder, site: IntId, var: Var) -> bool {
    *builder.table.int(site) == IntNode::Var(var)
}

/// The set as one among the neighbours of the site and one apart from them; `None` where that gains nothing.
fn apart(builder: &mut Builder, set: SetId, site: &Site) -> Option<SetId> {
    if !builder.table.set_needs(set).has(site.var) {
        return None;
    }
    let rel = neighbours(&builder.table, set, site.var);
    let near = assume(builder, set, site, rel, true)?;
    let far = assume(builder, set, site, rel, false)?;
    // The sets are found once for all sites, when nothing else that is bound around them is told.
    let free = builder.table.set_needs(near).free | builder.table.set_needs(far).free;
    if free & !site.var.bit() != 0 {
        return None;
    }
    let mut numbers = Vec::new();
    for set in [near, far] {
        if !numbers_of(&builder.table, set, site.var, &mut numbers) {
            return None;
        }
    }
    if !(1..=MOST).contains(&numbers.len()) {
        return None;
    }
    let at = builder.var(site.var);
    Some(builder.table.push_set(SetNode::Alike { site: at, rel, near, far, numbers }))
}

/// The relation of the neighbours of the site that a set is made of, the first there is.
fn neighbours(table: &Table, set: SetId, var: Var) -> Option<RelId> {
    match *table.set(set) {
        SetNode::AroundSite(site, rel, false) => (*table.int(site) == IntNode::Var(var)).then_some(rel),
        SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) | SetNode::If(_, a, b) => {
            neighbours(table, a, var).or_else(|| neighbours(table, b, var))
        }
        _ => None,
    }
}

/// The set as it is among the neighbours of the site, or apart from them; `None` for one that depends on the site in
/// other ways.
fn assume(builder: &mut Builder, set: SetId, site: &Site, rel: Option<RelId>, near: bool) -> Option<SetId> {
    if !builder.table.set_needs(set).has(site.var) {
        return Some(set);
    }
    let assumed = assume_part(builder, set, site, rel, near)?;
    // The new nodes say what the ludeme of the old one says.
    if let Some(origin) = builder.table.origins.of(set).cloned() {
        builder.table.claim(&origin);
    }
    Some(assumed)
}

fn assume_part(builder: &mut Builder, set: SetId, site: &Site, rel: Option<RelId>, near: bool) -> Option<SetId> {
    let both = |builder: &mut Builder, a, b| {
        Some((assume(builder, a, site, rel, near)?, assume(builder, b, site, rel, near)?))
    };
    match *builder.table.set(set) {
        SetNode::AroundSite(at, its, false) if Some(its) == rel && is_var(builder, at, site.var) => {
            Some(if near { builder.table.all_sites() } else { builder.table.no_sites() })
        }
        SetNode::Union(a, b) => both(builder, a, b).map(|(a, b)| builder.union(a, b)),
        SetNode::Inter(a, b) => both(builder, a, b).map(|(a, b)| builder.inter(a, b)),
        SetNode::Diff(a, b) => both(builder, a, b).map(|(a, b)| builder.diff(a, b)),
        SetNode::If(cond, a, b) => match *builder.table.truth(cond) {
            BoolNode::Member(at, of) if is_var(builder, at, site.var) && site.within == Some(of) => {
                assume(builder, a, site, rel, near)
            }
            BoolNode::Compare(cmp, x, y) => {
                let (x, y) = (read_off(builder, x, site.var)?, read_off(builder, y, site.var)?);
                let cond = builder.compare(cmp, x, y);
                both(builder, a, b).map(|(a, b)| builder.set_node(SetNode::If(cond, a, b)))
            }
            _ => both(builder, a, b).map(|(a, b)| builder.set_node(SetNode::If(cond, a, b))),
        },
        SetNode::Linear { cmp, ref left, ref right, plus } => {
            let (left, right) = (left.clone(), right.clone());
            let plus = read_off(builder, plus, site.var)?;
            Some(builder.set_node(SetNode::Linear { cmp, left, right, plus }))
        }
        _ => None,
    }
}

/// The integer with the numbers of neighbours of the site read off those of all sites; `None` for one that depends on
/// the site in other ways.
fn read_off(builder: &mut Builder, int: IntId, var: Var) -> Option<IntId> {
    if !builder.table.int_needs(int).has(var) {
        return Some(int);
    }
    let both = |builder: &mut Builder, a, b| Some((read_off(builder, a, var)?, read_off(builder, b, var)?));
    let node = match *builder.table.int(int) {
        IntNode::Count(set) => {
            let site = builder.var(var);
            IntNode::Neighbours(site, counts::of_neighbours(builder, set, var)?)
        }
        IntNode::Add(a, b) => both(builder, a, b).map(|(a, b)| IntNode::Add(a, b))?,
        IntNode::Sub(a, b) => both(builder, a, b).map(|(a, b)| IntNode::Sub(a, b))?,
        IntNode::Mul(a, b) => both(builder, a, b).map(|(a, b)| IntNode::Mul(a, b))?,
        IntNode::Max(a, b) => both(builder, a, b).map(|(a, b)| IntNode::Max(a, b))?,
        IntNode::Min(a, b) => both(builder, a, b).map(|(a, b)| IntNode::Min(a, b))?,
        _ => return None,
    };
    Some(builder.int_node(node))
}

/// Collects the sets by whose numbers a set depends on a variable; `false` where it depends on it otherwise.
fn numbers_of(table: &Table, set: SetId, var: Var, numbers: &mut Vec<CountId>) -> bool {
    if !table.set_needs(set).has(var) {
        return true;
    }
    match *table.set(set) {
        SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) => {
            numbers_of(table, a, var, numbers) && numbers_of(table, b, var, numbers)
        }
        SetNode::If(cond, a, b) => {
            let decided = match *table.truth(cond) {
                BoolNode::Compare(_, a, b) => leaves(table, a, var, numbers) && leaves(table, b, var, numbers),
                _ => !table.truth_needs(cond).has(var),
            };
            decided && numbers_of(table, a, var, numbers) && numbers_of(table, b, var, numbers)
        }
        SetNode::Linear { ref left, ref right, plus, .. } => {
            let counted = left.iter().chain(right).all(|(_, count)| {
                table.counts.get(count.index()).is_some_and(|(set, _)| !table.set_needs(*set).has(var))
            });
            counted && leaves(table, plus, var, numbers)
        }
        _ => false,
    }
}

/// Collects the sets from whose numbers an integer is computed as far as it depends on a variable.
fn leaves(table: &Table, int: IntId, var: Var, numbers: &mut Vec<CountId>) -> bool {
    if !table.int_needs(int).has(var) {
        return true;
    }
    match *table.int(int) {
        IntNode::Neighbours(site, count) if *table.int(site) == IntNode::Var(var) => {
            if !numbers.contains(&count) {
                numbers.push(count);
            }
            true
        }
        IntNode::Add(a, b) | IntNode::Sub(a, b) | IntNode::Mul(a, b) | IntNode::Max(a, b) | IntNode::Min(a, b) => {
            leaves(table, a, var, numbers) && leaves(table, b, var, numbers)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{SetNode, Table};
    use crate::program::rewrites::fixture::table;

    const OTHERS: [&str; 4] = ["lift", "counts", "members", "alike"];

    fn jump_to(condition: &str, rewrites: &[&str]) -> Table {
        let rules = format!(
            "(play (forEach Piece (move Hop (between (range 0 Infinity) if:True) \
             (to if:(and (is Empty (to)) {condition})))))"
        );
        table(&rules, rewrites)
    }

    fn shares(table: &Table) -> bool {
        table.sets.nodes().iter().any(|node| matches!(node, SetNode::Alike { .. }))
    }

    const FRIENDS: &str = "(count Pieces Mover in:(sites Around (from)))";

    #[test]
    fn pieces_with_as_many_friends_share_their_sets() {
        let condition = format!("(< {FRIENDS} (count Pieces Mover in:(difference (sites Around (to)) (from))))");
        assert!(shares(&jump_to(&condition, &OTHERS)));
        assert!(!shares(&jump_to(&condition, &OTHERS[..3])));
    }

    #[test]
    fn what_depends_on_the_site_itself_is_not_shared() {
        let near = "(count Pieces Mover in:(sites Around (to)))";
        assert!(!shares(&jump_to(&format!("(< (from) {near})"), &OTHERS)));
        assert!(!shares(&jump_to(&format!("(< (+ (from) {FRIENDS}) {near})"), &OTHERS)));
    }

    #[test]
    fn more_than_two_numbers_are_not_told_apart() {
        let of = |direction: &str| {
            format!(
                "(< (count Pieces Mover in:(sites Around (from) {direction})) (count Pieces Next in:(sites Around (to))))"
            )
        };
        let two = format!("{} {}", of("N"), of("E"));
        assert!(shares(&jump_to(&format!("(and {{ {two} }})"), &OTHERS)));
        assert!(!shares(&jump_to(&format!("(and {{ {two} {} }})", of("S")), &OTHERS)));
    }
}
