//! Absolute directions and sets of them.

/// An enumeration of words of the language, by which its variants are called.
macro_rules! words {
    ($(#[$about:meta])* $kind:ident: $($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind { $($(#[$doc])* $name),* }

        impl $kind {
            /// All of them in their order.
            pub const ALL: [$kind; [$($kind::$name),*].len()] = [$($kind::$name),*];

            /// The word of the language.
            pub fn name(self) -> &'static str {
                match self { $($kind::$name => stringify!($name)),* }
            }

            /// The one of this exact word.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == text)
            }
        }
    };
}
pub(super) use words;

words! {
    /// An absolute direction name, in the order in which Ludii 1.3.12 lists them.
    Direction:
    /// Every step.
    All,
    /// Never filed.
    Angled,
    /// Steps to touching elements.
    Adjacent,
    /// Never filed.
    Axial,
    /// Steps along or across an edge.
    Orthogonal,
    /// Steps across a corner or a cell.
    Diagonal,
    /// Other steps over a corner.
    OffDiagonal,
    /// Steps that stay at one height.
    SameLayer,
    /// Steps that climb.
    Upward,
    /// Steps that descend.
    Downward,
    /// Steps around, to and from a pivot.
    Rotational,
    /// Never filed.
    Base,
    /// Never filed.
    Support,
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
    /// North-east.
    NE,
    /// South-east.
    SE,
    /// North-west.
    NW,
    /// South-west.
    SW,
    /// North-north-west.
    NNW,
    /// West-north-west.
    WNW,
    /// West-south-west.
    WSW,
    /// South-south-west.
    SSW,
    /// South-south-east.
    SSE,
    /// East-south-east.
    ESE,
    /// East-north-east.
    ENE,
    /// North-north-east.
    NNE,
    /// Clockwise about the pivot.
    CW,
    /// Counter-clockwise about the pivot.
    CCW,
    /// Towards the pivot.
    In,
    /// Away from the pivot.
    Out,
    /// Straight up.
    U,
    /// Up and north.
    UN,
    /// Up and north-east.
    UNE,
    /// Up and east.
    UE,
    /// Up and south-east.
    USE,
    /// Up and south.
    US,
    /// Up and south-west.
    USW,
    /// Up and west.
    UW,
    /// Up and north-west.
    UNW,
    /// Straight down.
    D,
    /// Down and north.
    DN,
    /// Down and north-east.
    DNE,
    /// Down and east.
    DE,
    /// Down and south-east.
    DSE,
    /// Down and south.
    DS,
    /// Down and south-west.
    DSW,
    /// Down and west.
    DW,
    /// Down and north-west.
    DNW,
}

impl Direction {
    /// Whether the name means one direction (`N`, `CW`, `UNE`) and not a class of them (`All`, `Orthogonal`).
    pub fn is_specific(self) -> bool {
        self >= Direction::N
    }
}

/// A set of direction names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DirectionSet(u64);

impl DirectionSet {
    /// The set of these names.
    pub fn of(names: &[Direction]) -> Self {
        names.iter().fold(Self::default(), |set, &d| set.with(d))
    }

    /// This set and one more name.
    #[must_use]
    pub fn with(self, d: Direction) -> Self {
        Self(self.0 | 1 << d as u32)
    }

    /// The names of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the name is in the set.
    pub fn contains(self, d: Direction) -> bool {
        self.0 >> (d as u32) & 1 == 1
    }

    /// The names in the order of [`Direction::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Direction::ALL.get(at).copied()
        })
    }
}
