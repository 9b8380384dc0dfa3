//! Putting instructions together: values that are known, ways through the code, calls of the machine.

use super::super::machine::{Machine, Prepared};
use super::alike::Shared;
use super::listing::Listed;
use super::tables::Tables;
use super::values::Weights;
use crate::program::Program;
use crate::program::ir::{BOUND_REGION, BoolId, CountId, IntId, RelId, SetId, Var};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, FuncRef, InstBuilder, MemFlags, Signature, StackSlot, StackSlotData, StackSlotKind,
    Type, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use std::collections::HashMap;
use std::mem::offset_of;

/// The words of a set.
pub(super) type Words<const W: usize> = [Value; W];

/// What all functions of a program have in common.
pub(super) struct Context<'a, const W: usize> {
    pub program: &'a Program,
    pub prepared: &'a Prepared<W>,
    pub tables: &'a Tables<W>,
    /// How functions of Rust are called.
    pub convention: CallConv,
    pub weights: Weights,
}

impl<'a, const W: usize> Context<'a, W> {
    pub fn new(program: &'a Program, prepared: &'a Prepared<W>, tables: &'a Tables<W>, convention: CallConv) -> Self {
        Context { program, prepared, tables, convention, weights: Weights::default() }
    }
}

/// How a number compares with the numbers of neighbours of all sites: where these are greater, and where they are equal.
#[derive(Clone, Copy)]
pub(super) struct Compared<const W: usize> {
    pub greater: Words<W>,
    pub equal: Words<W>,
}

/// Values found in one stretch of code.
struct Scope<const W: usize> {
    /// The iterator variables bound anew for this stretch, as bits.
    binds: u8,
    sets: HashMap<SetId, Words<W>>,
    places: HashMap<(SetId, RelId), Vec<Value>>,
    ints: HashMap<IntId, Value>,
    truths: HashMap<BoolId, Value>,
    planes: HashMap<CountId, Vec<Words<W>>>,
    compared: HashMap<(CountId, Value), Compared<W>>,
    tables: HashMap<CountId, StackSlot>,
    shared: HashMap<SetId, Shared>,
    /// Where the number of neighbours of each site is, a byte each.
    rows: HashMap<CountId, Value>,
}

impl<const W: usize> Scope<W> {
    fn new(binds: u8) -> Self {
        Scope {
            binds,
            sets: HashMap::new(),
            places: HashMap::new(),
            ints: HashMap::new(),
            truths: HashMap::new(),
            planes: HashMap::new(),
            compared: HashMap::new(),
            tables: HashMap::new(),
            shared: HashMap::new(),
            rows: HashMap::new(),
        }
    }
}

/// A function being made.
pub(super) struct Emit<'a, 'f, const W: usize> {
    pub b: FunctionBuilder<'f>,
    pub cx: &'a Context<'a, W>,
    /// The machine.
    pub m: Value,
    /// The other arguments.
    pub arguments: Vec<Value>,
    /// The iterator variables that are bound.
    pub bound: [Option<Value>; 3],
    /// The region bound by a loop over groups.
    pub region: Option<Words<W>>,
    /// Whether nobody can have passed last.
    pub no_pass: bool,
    /// Whether the game may be over already.
    pub may_be_over: bool,
    /// Whether the legal moves found before are certainly not right any more.
    pub outdated: bool,
    /// Whether the legal moves found before are certainly those of the next turn.
    pub ahead: bool,
    scopes: Vec<Scope<W>>,
    answer: Option<Value>,
    /// The function that finds legal moves, unless that is done in one place only.
    pub generate: Option<FuncRef>,
    /// The families of moves written down so far, while moves are listed.
    pub listed: Option<Listed>,
}

pub(super) fn flags() -> MemFlags {
    MemFlags::trusted()
}

/// For memory that may lie anywhere, whatever is loaded.
pub(super) fn anywhere() -> MemFlags {
    MemFlags::new().with_notrap()
}

/// For memory that does not change.
pub(super) fn constant() -> MemFlags {
    MemFlags::trusted().with_readonly().with_can_move()
}

/// Where a field of the machine is.
macro_rules! field {
    ($w:ident, $($name:tt)+) => {
        std::mem::offset_of!(Machine<'static, $w>, $($name)+) as i32
    };
}
pub(super) use field;

macro_rules! lookups {
    ($($get:ident $put:ident $map:ident $key:ty => $value:ty;)*) => {$(
        pub fn $get(&self, key: $key, free: u8) -> Option<$value> {
            for scope in self.scopes.iter().rev() {
                if let Some(found) = scope.$map.get(&key) {
                    return Some(found.clone());
                }
                if scope.binds & free != 0 {
                    return None;
                }
            }
            None
        }

        pub fn $put(&mut self, key: $key, value: $value) {
            if let Some(scope) = self.scopes.last_mut() {
                scope.$map.insert(key, value);
            }
        }
    )*};
}

impl<'a, 'f, const W: usize> Emit<'a, 'f, W> {
    pub fn new(cx: &'a Context<'a, W>, mut b: FunctionBuilder<'f>) -> Self {
        let start = b.create_block();
        b.append_block_params_for_function_params(start);
        b.switch_to_block(start);
        let arguments = b.block_params(start).to_vec();
        let m = arguments[0];
        Emit {
            b,
            cx,
            m,
            arguments,
            bound: [None; 3],
            region: None,
            no_pass: false,
            may_be_over: true,
            outdated: false,
            ahead: false,
            scopes: vec![Scope::new(0)],
            answer: None,
            generate: None,
            listed: None,
        }
    }

    /// What the function gives.
    pub fn give(&mut self, answer: Value) {
        self.answer = Some(answer);
    }

    pub fn finish(mut self) {
        let answer: Vec<Value> = self.answer.into_iter().collect();
        self.b.ins().return_(&answer);
        self.b.seal_all_blocks();
        self.b.finalize();
    }

    lookups! {
        known_set know_set sets SetId => Words<W>;
        known_places know_places places (SetId, RelId) => Vec<Value>;
        known_int know_int ints IntId => Value;
        known_truth know_truth truths BoolId => Value;
        known_planes know_planes planes CountId => Vec<Words<W>>;
        known_compared know_compared compared (CountId, Value) => Compared<W>;
        known_table know_table tables CountId => StackSlot;
        known_shared know_shared shared SetId => Shared;
        known_row know_row rows CountId => Value;
    }

    /// The state has changed: nothing that was found before holds any more.
    pub fn forget(&mut self) {
        for scope in &mut self.scopes {
            *scope = Scope::new(scope.binds);
        }
    }

    /// Makes code in which these variables are bound anew, or that is not always run.
    pub fn within<T>(&mut self, binds: u8, make: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::new(binds));
        let (bound, ahead) = (self.bound, self.ahead);
        let made = make(self);
        self.bound = bound;
        self.ahead &= ahead;
        self.scopes.pop();
        made
    }

    /// Makes code in which a variable is bound to a site. What depends on it stays known if it was so before.
    pub fn bind<T>(&mut self, var: Var, site: Value, make: impl FnOnce(&mut Self) -> T) -> T {
        let binds = if self.bound[var as usize] == Some(site) { 0 } else { var.bit() };
        self.within(binds, |emit| {
            emit.bound[var as usize] = Some(site);
            make(emit)
        })
    }

    // Numbers and words.

    pub fn number(&mut self, number: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(number))
    }

    pub fn word(&mut self, word: u64) -> Value {
        self.b.ins().iconst(types::I64, word as i64)
    }

    /// The address of something that stays where it is.
    pub fn address<T: ?Sized>(&mut self, of: &T) -> Value {
        self.word(std::ptr::from_ref(of).cast::<u8>() as u64)
    }

    /// A number of 32 bits as one of 64, without its sign.
    pub fn wide(&mut self, number: Value) -> Value {
        self.b.ins().uextend(types::I64, number)
    }

    pub fn load(&mut self, of: Type, offset: i32) -> Value {
        self.b.ins().load(of, flags(), self.m, offset)
    }

    pub fn store(&mut self, value: Value, offset: i32) {
        self.b.ins().store(flags(), value, self.m, offset);
    }

    // Ways through the code.

    pub fn block(&mut self) -> Block {
        self.b.create_block()
    }

    pub fn jump(&mut self, to: Block, with: &[Value]) {
        let with: Vec<BlockArg> = with.iter().map(|&value| value.into()).collect();
        self.b.ins().jump(to, &with);
    }

    /// One of two values of these types, each made only if it is needed.
    pub fn choose(
        &mut self,
        condition: Value,
        of: &[Type],
        yes: impl FnOnce(&mut Self) -> Vec<Value>,
        no: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let (then, other, after) = (self.block(), self.block(), self.block());
        for &of in of {
            self.b.append_block_param(after, of);
        }
        self.b.ins().brif(condition, then, &[], other, &[]);
        self.b.switch_to_block(then);
        let values = self.within(0, yes);
        self.jump(after, &values);
        self.b.switch_to_block(other);
        let values = self.within(0, no);
        self.jump(after, &values);
        self.b.switch_to_block(after);
        self.b.block_params(after).to_vec()
    }

    /// Code that is run if something holds.
    pub fn when(&mut self, condition: Value, yes: impl FnOnce(&mut Self)) {
        let make = |emit: &mut Self| {
            yes(emit);
            Vec::new()
        };
        self.choose(condition, &[], make, |_| Vec::new());
    }

    /// Code that is run for each site of a set, ascending, with these variables bound to it. It hands on some values.
    ///
    /// In loops the way out is named first: Cranelift then comes to the body first, and only so takes out of it what does
    /// not change.
    pub fn for_sites(
        &mut self,
        set: Words<W>,
        vars: &[Var],
        start: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (head, inner, after) = (self.block(), self.block(), self.block());
        let word_types = [types::I64; W];
        for of in word_types {
            self.b.append_block_param(head, of);
        }
        for &value in start {
            let of = self.b.func.dfg.value_type(value);
            self.b.append_block_param(head, of);
            self.b.append_block_param(after, of);
        }
        let first: Vec<Value> = set.into_iter().chain(start.iter().copied()).collect();
        self.jump(head, &first);
        self.b.switch_to_block(head);
        let params = self.b.block_params(head).to_vec();
        let (left, carried) = params.split_at(W);
        let left: Words<W> = std::array::from_fn(|w| left[w]);
        let none = self.is_empty(left);
        let out: Vec<BlockArg> = carried.iter().map(|&value| value.into()).collect();
        self.b.ins().brif(none, after, &out, inner, &[]);
        self.b.switch_to_block(inner);
        let (site, rest) = self.lowest(left);
        let binds = vars.iter().fold(0, |binds, var| binds | var.bit());
        let carried = carried.to_vec();
        let values = self.within(binds, |emit| {
            for &var in vars {
                emit.bound[var as usize] = Some(site);
            }
            body(emit, site, &carried)
        });
        let next: Vec<Value> = rest.into_iter().chain(values).collect();
        self.jump(head, &next);
        self.b.switch_to_block(after);
        self.b.block_params(after).to_vec()
    }

    /// Code that is run for each address from the first up to but without the end, in steps of so many bytes.
    pub fn for_addresses(&mut self, first: Value, end: Value, step: i64, body: impl FnOnce(&mut Self, Value)) {
        self.fold_addresses(first, end, step, &[], |emit, at, _| {
            body(emit, at);
            Vec::new()
        });
    }

    /// The same; each run of the code hands some values on to the next.
    pub fn fold_addresses(
        &mut self,
        first: Value,
        end: Value,
        step: i64,
        start: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (head, inner, after) = (self.block(), self.block(), self.block());
        let first: Vec<Value> = [first].iter().chain(start).copied().collect();
        for &value in &first {
            let of = self.b.func.dfg.value_type(value);
            self.b.append_block_param(head, of);
        }
        self.jump(head, &first);
        self.b.switch_to_block(head);
        let params = self.b.block_params(head).to_vec();
        let (at, handed) = (params[0], params[1..].to_vec());
        let none = self.b.ins().icmp(IntCC::Equal, at, end);
        self.b.ins().brif(none, after, &[], inner, &[]);
        self.b.switch_to_block(inner);
        let values = self.within(0, |emit| body(emit, at, &handed));
        let next = self.b.ins().iadd_imm(at, step);
        let next: Vec<Value> = [next].into_iter().chain(values).collect();
        self.jump(head, &next);
        self.b.switch_to_block(after);
        handed
    }

    // The machine.

    /// Room for so many sets.
    pub fn room(&mut self, sets: usize) -> StackSlot {
        let size = (8 * W * sets.max(1)) as u32;
        self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3))
    }

    pub fn room_address(&mut self, room: StackSlot, set: usize) -> Value {
        self.b.ins().stack_addr(types::I64, room, (8 * W * set) as i32)
    }

    /// Calls a function of Rust with these arguments.
    pub fn call(&mut self, function: *const u8, arguments: &[Value], gives: Option<Type>) -> Option<Value> {
        let mut signature = Signature::new(self.cx.convention);
        for &argument in arguments {
            let of = self.b.func.dfg.value_type(argument);
            signature.params.push(AbiParam::new(of));
        }
        signature.returns.extend(gives.map(AbiParam::new));
        let signature = self.b.import_signature(signature);
        let address = self.word(function as u64);
        let call = self.b.ins().call_indirect(signature, address, arguments);
        self.ahead = false;
        self.b.inst_results(call).first().copied()
    }

    /// The same for a function that gives a number.
    pub fn ask(&mut self, function: *const u8, arguments: &[Value], gives: Type) -> Value {
        match self.call(function, arguments, Some(gives)) {
            Some(value) => value,
            None => self.b.ins().iconst(gives, 0),
        }
    }

    /// Tells the machine the variables that a node needs.
    pub fn tell_variables(&mut self, free: u8) {
        for var in [Var::Site, Var::From, Var::To] {
            if free & var.bit() != 0 {
                // What is left there from an earlier loop is not bound any more.
                let value = self.bound[var as usize];
                let value = value.unwrap_or_else(|| self.number(-1));
                self.store(value, field!(W, vars) + 4 * var as i32);
            }
        }
        if let (true, Some(region)) = (free & BOUND_REGION != 0, self.region) {
            self.store_set(region, self.m, field!(W, region));
        }
    }

    /// Something happened that only the plain evaluator can judge.
    pub fn trouble(&mut self) {
        let yes = self.b.ins().iconst(types::I8, 1);
        self.store(yes, field!(W, trouble));
    }

    /// Where a field of the position is.
    pub fn place(offset: usize) -> i32 {
        (offset_of!(Machine<'static, W>, position) + offset) as i32
    }
}

/// Where a field of the position is in the machine.
macro_rules! place {
    ($w:ident, $($name:tt)+) => {
        Emit::<'static, 'static, $w>::place(std::mem::offset_of!(Position<$w>, $($name)+))
    };
}
pub(super) use place;
