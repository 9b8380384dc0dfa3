//! The signature of every ludeme of the language, read from `grammar/`.

/// One accepted shape of a ludeme.
#[derive(Debug)]
pub struct Form {
    /// The kind it produces, such as `int` or `moves`.
    pub kind: &'static str,
    /// The head word, such as `count`.
    pub head: &'static str,
    /// The keyword that follows the head, such as `Pieces`, where the form is led by one.
    pub keyword: Option<&'static str>,
    /// The slots in order, the keyword left out.
    pub slots: Vec<Slot>,
    /// One line of meaning.
    pub doc: &'static str,
}

/// One slot of a [`Form`].
#[derive(Debug)]
pub struct Slot {
    /// The label of a labelled slot; a name of its own otherwise.
    pub name: &'static str,
    /// Whether the argument must carry the label `name`.
    pub labelled: bool,
    /// The kind wanted.
    pub kind: &'static str,
    /// Array depth: 0 for a single value, 1 for `{…}`, 2 for `{{…}}`.
    pub depth: u8,
    /// Whether the slot may stay empty.
    pub optional: bool,
    /// The exclusive group the slot belongs to.
    pub group: Option<u8>,
    /// Whether only a literal is taken, no expression.
    pub literal: bool,
}
