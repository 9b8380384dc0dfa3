//! What compiled code leaves to the machine. Each function is called with the machine that the code runs on, and with
//! addresses of sets on the stack of the code.

use super::super::machine::Machine;
use super::super::moves::{ENDS_ON_SET, Family};
use crate::program::bits::Set;
use crate::program::ir::{BoolId, CountId, EffectId, Ending, IntId, MovesId, OpenId, SetId, Walk};
use crate::program::space::Steps;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::_pdep_u64;

/// A machine that compiled code runs on.
type Running<const W: usize> = *mut Machine<'static, W>;

pub(super) unsafe extern "C" fn set<const W: usize>(m: Running<W>, id: u32, to: *mut Set<W>) {
    unsafe { *to = (*m).set(SetId(id)) }
}

pub(super) unsafe extern "C" fn int<const W: usize>(m: Running<W>, id: u32) -> i32 {
    unsafe { (*m).int(IntId(id)) }
}

pub(super) unsafe extern "C" fn truth<const W: usize>(m: Running<W>, id: u32) -> u8 {
    unsafe { u8::from((*m).truth(BoolId(id))) }
}

pub(super) unsafe extern "C" fn no_moves_next<const W: usize>(m: Running<W>) -> u8 {
    unsafe { u8::from((*m).no_moves_next()) }
}

pub(super) unsafe extern "C" fn score<const W: usize>(m: Running<W>, player: i32) -> i32 {
    unsafe { (*m).score(player) }
}

pub(super) unsafe extern "C" fn moves<const W: usize>(m: Running<W>, id: u32) {
    unsafe { (*m).generate(MovesId(id), false) }
}

pub(super) unsafe extern "C" fn effect<const W: usize>(m: Running<W>, id: u32) {
    unsafe { (*m).run_effect(EffectId(id)) }
}

pub(super) unsafe extern "C" fn late<const W: usize>(m: Running<W>, id: u32) {
    unsafe { (*m).put_off(EffectId(id)) }
}

/// The same where that stores over all that was put off before.
pub(super) unsafe extern "C" fn late_over_all<const W: usize>(m: Running<W>, id: u32) {
    unsafe { (*m).put_off_over_all(EffectId(id)) }
}

/// The same where that stores over what was put off before as the same player's turn.
pub(super) unsafe extern "C" fn late_over_own<const W: usize>(m: Running<W>, id: u32) {
    unsafe { (*m).put_off_over_own(EffectId(id)) }
}

pub(super) unsafe extern "C" fn remember<const W: usize>(m: Running<W>, value: i32) {
    unsafe { (*m).remember(value) }
}

pub(super) unsafe extern "C" fn forget<const W: usize>(m: Running<W>) {
    unsafe { (*m).forget_remembered() }
}

/// The groups of connected sites of a set, and how many there are. They stay where they are until they are given back.
pub(super) unsafe extern "C" fn groups<const W: usize>(
    m: Running<W>,
    steps: *const Steps<W>,
    set: *const Set<W>,
    count: *mut u64,
) -> *const Set<W> {
    let grouping = unsafe { &mut (*m).grouping };
    let found = unsafe { grouping.find(&*steps, *set) };
    unsafe { *count = found.len() as u64 };
    let first = found.as_ptr();
    grouping.in_use.push(found);
    first
}

/// Gives the groups back that were found last.
pub(super) unsafe extern "C" fn groups_done<const W: usize>(m: Running<W>) {
    let grouping = unsafe { &mut (*m).grouping };
    if let Some(groups) = grouping.in_use.pop() {
        grouping.give_back(groups);
    }
}

/// The sites of additions that keep ways open.
pub(super) unsafe extern "C" fn open<const W: usize>(m: Running<W>, id: u32, to: *mut Set<W>) {
    unsafe { *to = (*m).open_sites(OpenId(id)) }
}

pub(super) unsafe extern "C" fn end<const W: usize>(m: Running<W>, ending: *const Ending) {
    unsafe {
        (*m).end(&*ending);
        (*m).code_kept.over = u8::from((*m).position.over.is_some());
    }
}

/// Draws one of the legal moves, of which there are some, and gives where it ends; the machine is told of its family.
unsafe extern "C" fn pick_anywhere<const W: usize>(m: Running<W>) -> i32 {
    unsafe { pick_of_few(m, Set::nth, pick_of_many_anywhere) }
}

unsafe extern "C" fn pick_of_many_anywhere<const W: usize>(m: Running<W>, index: u32) -> i32 {
    let on_lines = |machine: &Machine<W>, family: &Family<W>, within: u32| {
        machine.nth_on_lines(family, within, Set::len, Set::nth)
    };
    unsafe { pick_of_many(m, index, Set::nth, on_lines) }
}

/// The same with instructions of newer processors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
unsafe extern "C" fn pick_deposited<const W: usize>(m: Running<W>) -> i32 {
    unsafe { pick_of_few(m, |set, index| nth_deposited(set, index), pick_of_many_deposited) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
unsafe extern "C" fn pick_of_many_deposited<const W: usize>(m: Running<W>, index: u32) -> i32 {
    let nth = |set: &Set<W>, index: u32| nth_deposited(set, index);
    unsafe { pick_of_many(m, index, nth, |machine, family, within| deposited_on_lines(machine, family, within)) }
}

/// Draws one of the legal moves; what they are is looked at here for one or two families that end on the sites of a set.
/// All else is left to another function, so that this one needs few registers.
#[inline(always)]
unsafe fn pick_of_few<const W: usize>(
    m: Running<W>,
    nth: impl Fn(&Set<W>, u32) -> Option<usize>,
    many: unsafe extern "C" fn(Running<W>, u32) -> i32,
) -> i32 {
    unsafe {
        let Some(index) = (*m).chooser.choose_at_once((*m).legal.total) else { return pick_again(m, many) };
        let (families, length) = ((*m).legal.address as *const Family<W>, (*m).legal.length);
        if length.wrapping_sub(1) > 1 {
            return many(m, index);
        }
        // A branch each: what follows need not wait for the number then, if the processor foresees them.
        let families = std::slice::from_raw_parts(families, length);
        let Some(family) = families.iter().rev().find(|family| family.start <= index) else { return nothing(m) };
        if family.ends != ENDS_ON_SET {
            return many(m, index);
        }
        // What is done with the family need not wait for the end of the move.
        (*m).legal.drawn = std::ptr::from_ref(family) as usize;
        let Some(to) = nth(&family.set, index.wrapping_sub(family.start)) else { return nothing(m) };
        to as i32
    }
}

/// The move of this number.
#[inline(always)]
unsafe fn pick_of_many<const W: usize>(
    m: Running<W>,
    index: u32,
    nth: impl Fn(&Set<W>, u32) -> Option<usize>,
    on_lines: impl Fn(&Machine<'static, W>, &Family<W>, u32) -> Option<i32>,
) -> i32 {
    unsafe {
        let Some(family) = (*m).family_of(index) else { return nothing(m) };
        let family = std::ptr::from_ref(family);
        (*m).legal.drawn = family as usize;
        let Some(to) = (*m).end_of(&*family, index, nth, on_lines) else { return nothing(m) };
        to
    }
}

/// There is no such move.
#[cold]
#[inline(never)]
unsafe fn nothing<const W: usize>(m: Running<W>) -> i32 {
    let none: &'static Family<W> = &Family::NONE;
    unsafe { (*m).legal.drawn = std::ptr::from_ref(none) as usize };
    -1
}

/// Draws a move after a number in vain.
#[cold]
#[inline(never)]
unsafe fn pick_again<const W: usize>(m: Running<W>, many: unsafe extern "C" fn(Running<W>, u32) -> i32) -> i32 {
    unsafe { many(m, (*m).chooser.choose_again((*m).legal.total)) }
}

/// [`Set::nth`] with these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
#[inline]
fn nth_deposited<const W: usize>(set: &Set<W>, index: u32) -> Option<usize> {
    let mut left = index;
    for (i, &word) in set.0.iter().enumerate() {
        let here = word.count_ones();
        if left < here {
            return Some((i << 6) + _pdep_u64(1 << left, word).trailing_zeros() as usize);
        }
        left -= here;
    }
    None
}

/// Apart from the rest, which needs few registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
#[inline(never)]
fn deposited_on_lines<const W: usize>(machine: &Machine<W>, family: &Family<W>, within: u32) -> Option<i32> {
    let count = |set: &Set<W>| set.0.iter().map(|word| word.count_ones()).sum();
    machine.nth_on_lines(family, within, count, |set, index| nth_deposited(set, index))
}

/// The address of what draws moves on this processor.
pub(super) fn pick<const W: usize>() -> *const u8 {
    // Processors of AMD (which alone have SSE4a) had an instruction that deposits bits, but a slow one, before VPCLMULQDQ.
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && (!is_x86_feature_detected!("sse4a") || is_x86_feature_detected!("vpclmulqdq"))
    {
        return pick_deposited::<W> as *const u8;
    }
    pick_anywhere::<W> as *const u8
}

/// Makes room in the log.
pub(super) unsafe extern "C" fn grow_log<const W: usize>(m: Running<W>) {
    unsafe { (*m).position.history.grow() }
}

/// Looks after what is put off, before a decision that changes the pieces of an owner (or of none).
pub(super) unsafe extern "C" fn prepare<const W: usize>(m: Running<W>, again: u32, owner: i32) {
    unsafe {
        if !(*m).waiting.is_empty() {
            (*m).prepare_waiting(again != 0, usize::try_from(owner).ok());
        }
    }
}

/// Whether all have passed in their last turns.
pub(super) unsafe extern "C" fn all_passed<const W: usize>(m: Running<W>) -> u8 {
    unsafe { u8::from((*m).position.all_passed()) }
}

/// The sites of the pieces of a component in order, and how many these are.
pub(super) unsafe extern "C" fn order<const W: usize>(m: Running<W>, component: u32, count: *mut u64) -> *const u16 {
    let machine = unsafe { &*m };
    let order: &[u16] = machine.position.order.get(component as usize).map_or(&[], |order| order);
    unsafe { *count = order.len() as u64 };
    order.as_ptr()
}

/// A piece has appeared: it comes last in the order.
pub(super) unsafe extern "C" fn appeared<const W: usize>(m: Running<W>, component: u32, site: u32) {
    unsafe { (*m).append_to_order(component as usize, site as usize) }
}

/// A piece has gone.
pub(super) unsafe extern "C" fn gone<const W: usize>(m: Running<W>, component: u32, site: u32) {
    unsafe { (*m).take_from_order(component as usize, site as usize) }
}

/// The numbers of neighbours in a set.
pub(super) unsafe extern "C" fn counts<const W: usize>(m: Running<W>, id: u32, of: *const Set<W>) -> *const Set<W> {
    unsafe { (*m).counts_of(CountId(id), *of).0.as_ptr() }
}

/// The sites one step from those of a set, which takes its place.
pub(super) unsafe extern "C" fn spread<const W: usize>(steps: *const Steps<W>, set: *mut Set<W>) {
    unsafe { *set = (*steps).spread(*set) }
}

/// The sites from which a walk leads to the sites of the first set, which they replace. The other sets are what the walk
/// goes by.
pub(super) unsafe extern "C" fn reaching<const W: usize>(m: Running<W>, walk: *const Walk, sets: *mut Set<W>) {
    unsafe {
        let walk = &*walk;
        let ground = (*m).ground(walk, std::slice::from_raw_parts(sets.add(1), sets_of(walk)));
        *sets = (*m).reaching_over(*sets, walk, &ground);
    }
}

/// The sites to which a walk leads from those of the first set, which they replace.
pub(super) unsafe extern "C" fn reached<const W: usize>(m: Running<W>, walk: *const Walk, sets: *mut Set<W>) {
    unsafe {
        let walk = &*walk;
        let ground = (*m).ground(walk, std::slice::from_raw_parts(sets.add(1), sets_of(walk)));
        *sets = (*m).reached_over(*sets, walk, &ground);
    }
}

/// How many sets a walk goes by.
fn sets_of(walk: &Walk) -> usize {
    2 + walk.clauses.iter().map(|clause| 2 + clause.common.len()).sum::<usize>()
}
