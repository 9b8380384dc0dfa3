//! The signature of every ludeme of the language, read from `grammar/`.
//!
//! The table is the one place that knows the language. A form is found by its kind, its head and its keyword; the
//! notation is described in `grammar/ludemes.pest`, the names in `docs/schema.md`.

mod notation;
mod print;
mod suggest;

pub use suggest::nearest;

use notation::Alternative;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The families of ludemes and the texts of their signatures.
const FAMILIES: &[(&str, &str)] = &[
    ("game", include_str!("../../grammar/ludemes/game.ludemes")),
    ("equipment", include_str!("../../grammar/ludemes/equipment.ludemes")),
    ("start", include_str!("../../grammar/ludemes/start.ludemes")),
    ("end", include_str!("../../grammar/ludemes/end.ludemes")),
    ("moves", include_str!("../../grammar/ludemes/moves.ludemes")),
    ("ints", include_str!("../../grammar/ludemes/ints.ludemes")),
    ("booleans", include_str!("../../grammar/ludemes/booleans.ludemes")),
    ("regions", include_str!("../../grammar/ludemes/regions.ludemes")),
    ("arrays", include_str!("../../grammar/ludemes/arrays.ludemes")),
    ("directions", include_str!("../../grammar/ludemes/directions.ludemes")),
    ("ranges", include_str!("../../grammar/ludemes/ranges.ludemes")),
    ("floats", include_str!("../../grammar/ludemes/floats.ludemes")),
    ("dims", include_str!("../../grammar/ludemes/dims.ludemes")),
    ("graphs", include_str!("../../grammar/ludemes/graphs.ludemes")),
    ("words", include_str!("../../grammar/ludemes/words.ludemes")),
    ("metadata_info", include_str!("../../grammar/ludemes/metadata_info.ludemes")),
    ("metadata_graphics", include_str!("../../grammar/ludemes/metadata_graphics.ludemes")),
    ("metadata_ai", include_str!("../../grammar/ludemes/metadata_ai.ludemes")),
    ("words_metadata", include_str!("../../grammar/ludemes/words_metadata.ludemes")),
];

/// The heads that may be written as a word instead of a sign, as Ludii 1.3.12 reads them.
const OPERATOR_WORDS: &[(&str, &str)] = &[
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("mod", "%"),
    ("pow", "^"),
    ("equals", "="),
    ("notEqual", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
];

/// A kind of the [`Schema`] by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(u16);

/// What may stand where a kind is wanted.
#[derive(Debug)]
pub struct Kind {
    /// Its name, such as `int`.
    pub name: &'static str,
    /// Its number.
    pub id: KindId,
    /// The constants it defines itself (an enumerated kind), in the order of the table.
    pub constants: Vec<&'static str>,
    /// Every kind whose forms, constants and literals it accepts, itself first.
    pub accepts: Vec<KindId>,
    /// The kinds whose literals it accepts without accepting their expressions.
    literals: Vec<KindId>,
    /// The arrays it accepts: element kind and depth.
    arrays: Vec<(KindId, u8)>,
    /// `accepts` as a set.
    set: Vec<u64>,
}

impl Kind {
    /// Whether something of the other kind may stand where this kind is wanted.
    pub fn takes(&self, other: KindId) -> bool {
        self.set.get(usize::from(other.0) / 64).is_some_and(|word| word >> (other.0 % 64) & 1 == 1)
    }

    /// Whether a literal of the other kind (`int`, `float`, `boolean`, `string`) may stand where this kind is wanted.
    pub fn takes_literal(&self, other: KindId) -> bool {
        self.takes(other) || self.literals.contains(&other)
    }

    /// The element kinds and depths of the arrays that may stand where a single value of this kind is wanted.
    pub fn arrays(&self) -> &[(KindId, u8)] {
        &self.arrays
    }
}

/// One accepted shape of a ludeme.
#[derive(Debug)]
pub struct Form {
    /// The kind it produces, such as `int` or `moves`.
    pub kind: &'static str,
    /// The head word, such as `count`.
    pub head: &'static str,
    /// The keyword that follows the head, such as `Pieces`, where the form is led by one. Two keywords are separated
    /// by one space: `Swap Players`.
    pub keyword: Option<&'static str>,
    /// The slots in order, the keyword left out.
    pub slots: Vec<Slot>,
    /// One line of meaning.
    pub doc: &'static str,
    /// The family whose table it stands in, such as `ints`.
    pub family: &'static str,
    /// `kind` by number.
    pub kind_id: KindId,
    /// How many keywords follow the head.
    pub(crate) keywords: usize,
    /// The slots in steps: one per free slot, one per exclusive group.
    pub(crate) units: Vec<Unit>,
}

impl Form {
    /// Head and keyword, as a reader would call the ludeme: `count Pieces`.
    pub fn title(&self) -> String {
        if let Some(keyword) = self.keyword { format!("{} {keyword}", self.head) } else { self.head.to_owned() }
    }
}

/// A slot of its own or the slots of one exclusive group: filled once at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    /// The first slot.
    pub first: usize,
    /// One past the last slot.
    pub end: usize,
    /// Whether it may stay empty.
    pub optional: bool,
}

/// One slot of a [`Form`].
#[derive(Debug)]
pub struct Slot {
    /// The label of a labelled slot; a name of its own otherwise. Unique within the form, except that the
    /// alternatives of one exclusive group may share a label, as in `(to:<player> | to:<roleType>)`.
    pub name: &'static str,
    /// Whether the argument must carry the label `name`.
    pub labelled: bool,
    /// The kind wanted.
    pub kind: &'static str,
    /// `kind` by number.
    pub kind_id: KindId,
    /// Array depth: 0 for a single value, 1 for `{…}`, 2 for `{{…}}`.
    pub depth: u8,
    /// Whether the slot may stay empty. In an exclusive group: whether all of the group may.
    pub optional: bool,
    /// The exclusive group the slot belongs to: at most one of its slots is filled, and exactly one where the group
    /// is not optional.
    pub group: Option<u8>,
    /// Whether only a literal is taken, no expression.
    pub literal: bool,
    /// Which unit of the form it belongs to.
    pub(crate) unit: usize,
}

/// The kinds whose literals the language has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Literals {
    /// Whole numbers.
    pub int: KindId,
    /// Numbers with a fraction.
    pub float: KindId,
    /// `True` and `False`.
    pub boolean: KindId,
    /// Strings.
    pub string: KindId,
}

/// The whole language: its kinds and forms.
#[derive(Debug)]
pub struct Schema {
    forms: Vec<Form>,
    kinds: Vec<Kind>,
    by_name: HashMap<&'static str, KindId>,
    by_head: HashMap<&'static str, Vec<usize>>,
    by_constant: HashMap<&'static str, Vec<KindId>>,
    literals: Literals,
}

impl Schema {
    /// The language, read once.
    pub fn get() -> &'static Schema {
        static SCHEMA: OnceLock<Schema> = OnceLock::new();
        SCHEMA.get_or_init(Schema::read)
    }

    /// Every form, in the order of the table.
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Every kind.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.by_name.get(name).map(|&id| self.kind_of(id))
    }

    /// The kind of this name, letter case aside.
    pub fn kind_like(&self, name: &str) -> Option<&Kind> {
        self.by_name.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, &id)| self.kind_of(id))
    }

    /// The kind of this number.
    pub fn kind_of(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    /// The forms of a head word, in the order they are tried: forms led by a keyword, then the form without
    /// arguments, then the others. The word spellings of the operators (`add` for `+`) lead to the same forms, after
    /// those that carry the word itself.
    pub fn forms_for(&self, head: &str) -> impl Iterator<Item = &Form> {
        let sign = OPERATOR_WORDS.iter().find(|(word, _)| *word == head).map(|(_, sign)| *sign);
        let lists = [self.by_head.get(head), sign.and_then(|sign| self.by_head.get(sign))];
        lists.into_iter().flatten().flatten().map(|&index| &self.forms[index])
    }

    /// Whether the word heads a form of any kind.
    pub fn is_head(&self, head: &str) -> bool {
        self.forms_for(head).next().is_some()
    }

    /// The enumerated kinds that define this constant.
    pub fn constant(&self, word: &str) -> &[KindId] {
        self.by_constant.get(word).map_or(&[], Vec::as_slice)
    }

    /// The kinds that have literals.
    pub(crate) fn literals(&self) -> Literals {
        self.literals
    }

    fn read() -> Schema {
        let mut kinds = Kinds::default();
        let [int, float, boolean, string] = ["int", "float", "boolean", "string"].map(|name| kinds.number(name));
        let mut forms = Vec::new();
        for &(family, text) in FAMILIES {
            for (name, alternative) in notation::read(text) {
                let id = kinds.number(name);
                match alternative {
                    Alternative::Form(form) => forms.push(kinds.numbered(Form { kind: name, family, ..form })),
                    Alternative::Kind(name) => {
                        let other = kinds.number(name);
                        kinds.of(id).accepts.push(other);
                    }
                    Alternative::Literal(name) => {
                        let other = kinds.number(name);
                        kinds.of(id).literals.push(other);
                    }
                    Alternative::Array(name, depth) => {
                        let other = kinds.number(name);
                        kinds.of(id).arrays.push((other, depth));
                    }
                    Alternative::Constant(word) => kinds.of(id).constants.push(word),
                }
            }
        }
        let Kinds { list: mut kinds, by_name } = kinds;
        close(&mut kinds);
        let mut by_constant: HashMap<&'static str, Vec<KindId>> = HashMap::new();
        for kind in &kinds {
            for word in &kind.constants {
                by_constant.entry(word).or_default().push(kind.id);
            }
        }
        let by_head = by_head(&forms);
        Schema { forms, kinds, by_name, by_head, by_constant, literals: Literals { int, float, boolean, string } }
    }
}

/// The kinds met so far while the table is read.
#[derive(Default)]
struct Kinds {
    list: Vec<Kind>,
    by_name: HashMap<&'static str, KindId>,
}

impl Kinds {
    /// The number of a kind; one that was not met before is given the next.
    fn number(&mut self, name: &'static str) -> KindId {
        *self.by_name.entry(name).or_insert_with(|| {
            let id = KindId(u16::try_from(self.list.len()).unwrap_or(u16::MAX));
            // A capitalised kind stands for the constant of its name.
            let own = name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name);
            let (constants, accepts) = (own.into_iter().collect(), vec![id]);
            let (literals, arrays, set) = (Vec::new(), Vec::new(), Vec::new());
            self.list.push(Kind { name, id, constants, accepts, literals, arrays, set });
            id
        })
    }

    fn of(&mut self, id: KindId) -> &mut Kind {
        &mut self.list[usize::from(id.0)]
    }

    /// A form with the numbers of its kinds.
    fn numbered(&mut self, mut form: Form) -> Form {
        form.kind_id = self.number(form.kind);
        for slot in &mut form.slots {
            slot.kind_id = self.number(slot.kind);
        }
        form
    }
}

/// The forms of each head in the order they are tried.
fn by_head(forms: &[Form]) -> HashMap<&'static str, Vec<usize>> {
    let mut heads: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (index, form) in forms.iter().enumerate() {
        heads.entry(form.head).or_default().push(index);
    }
    for list in heads.values_mut() {
        // The sort is stable: forms of one rank keep the order of the table.
        list.sort_by_key(|&index| (forms[index].keyword.is_none(), !forms[index].slots.is_empty()));
    }
    heads
}

/// Makes the acceptance of every kind transitive.
fn close(kinds: &mut [Kind]) {
    let words = kinds.len().div_ceil(64);
    for index in 0..kinds.len() {
        let mut all = kinds[index].accepts.clone();
        let mut next = 1;
        while let Some(&other) = all.get(next) {
            next += 1;
            for &further in &kinds[usize::from(other.0)].accepts {
                if !all.contains(&further) {
                    all.push(further);
                }
            }
        }
        let mut set = vec![0; words];
        for id in &all {
            set[usize::from(id.0) / 64] |= 1 << (id.0 % 64);
        }
        kinds[index].accepts = all;
        kinds[index].set = set;
    }
}

impl Form {
    /// A form as it is written; its kinds and its family are told later.
    fn new(head: &'static str, keyword: Option<&'static str>, mut slots: Vec<Slot>, doc: &'static str) -> Form {
        let mut units: Vec<Unit> = Vec::new();
        let mut last = None;
        for (index, slot) in slots.iter_mut().enumerate() {
            if slot.group.is_none() || slot.group != last {
                units.push(Unit { first: index, end: index, optional: slot.optional });
            }
            last = slot.group;
            slot.unit = units.len() - 1;
            if let Some(unit) = units.last_mut() {
                unit.end = index + 1;
            }
        }
        let keywords = keyword.map_or(0, |words| words.split(' ').count());
        Form { kind: "", head, keyword, slots, doc, family: "", kind_id: KindId(0), keywords, units }
    }
}
