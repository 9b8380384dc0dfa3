//! Facings: rings of directions, and directions relative to the way a piece looks.

use super::Direction;
use super::direction::words;

/// The compass, clockwise from north.
static COMPASS: [Direction; 16] = {
    use Direction::{E, ENE, ESE, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, W, WNW, WSW};
    [N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW]
};

/// The directions about a pivot.
static ROTATIONAL: [Direction; 4] = [Direction::Out, Direction::CW, Direction::In, Direction::CCW];

/// Down and its winds, then up and its winds, each clockwise from north.
static SPATIAL: [Direction; 18] = {
    use Direction::{D, DE, DN, DNE, DNW, DS, DSE, DSW, DW, U, UE, UN, UNE, UNW, US, USE, USW, UW};
    [D, DN, DNE, DE, DSE, DS, DSW, DW, DNW, U, UN, UNE, UE, USE, US, USW, UW, UNW]
};

/// The ring on which a facing turns, and its place there; `None` for what does not turn.
fn ring(d: Direction) -> Option<(&'static [Direction], usize)> {
    let rings: [&[Direction]; 4] = [&COMPASS, &ROTATIONAL, &SPATIAL[1..9], &SPATIAL[10..]];
    rings.into_iter().find_map(|ring| Some((ring, ring.iter().position(|&x| x == d)?)))
}

/// The place of a direction on the compass, about a pivot or among those up and down; 0 for a class of directions.
pub fn ring_index(d: Direction) -> usize {
    let lists: [&[Direction]; 3] = [&COMPASS, &ROTATIONAL, &SPATIAL];
    lists.into_iter().find_map(|list| list.iter().position(|&x| x == d)).unwrap_or(0)
}

/// The next facing clockwise. Up and down stay in their layer, and `U` and `D` do not turn.
pub fn right(d: Direction) -> Direction {
    turn(d, 1)
}

/// The next facing counter-clockwise.
pub fn left(d: Direction) -> Direction {
    turn(d, -1)
}

/// The facing a quarter turn clockwise; about a pivot, the next one.
pub fn rightward(d: Direction) -> Direction {
    quarter(d, 1)
}

/// The facing a quarter turn counter-clockwise; about a pivot, the next one.
pub fn leftward(d: Direction) -> Direction {
    quarter(d, -1)
}

/// The facing that looks the other way.
pub fn opposite(d: Direction) -> Direction {
    match SPATIAL.iter().position(|&x| x == d) {
        // In the other layer.
        Some(at) => turn(SPATIAL[(at + 9) % 18], 4),
        None => ring(d).map_or(d, |(ring, _)| turn(d, ring.len() as i32 / 2)),
    }
}

/// The direction of moves of a facing: the same, except that Ludii 1.3.12 resolves `DNW` to `DSW`.
pub fn resolved(d: Direction) -> Direction {
    if d == Direction::DNW { Direction::DSW } else { d }
}

fn turn(d: Direction, by: i32) -> Direction {
    ring(d).map_or(d, |(ring, at)| ring[(at as i32 + by).rem_euclid(ring.len() as i32) as usize])
}

fn quarter(d: Direction, sign: i32) -> Direction {
    ring(d).map_or(d, |(ring, _)| turn(d, ring.len() as i32 / 4 * sign))
}

words! {
    /// A direction relative to a facing. `SameDirection` and `OppositeDirection` need a last move and are none of
    /// these.
    Relative:
    /// The facing itself.
    Forward,
    /// Its opposite.
    Backward,
    /// A quarter turn clockwise.
    Rightward,
    /// A quarter turn counter-clockwise.
    Leftward,
    /// Everything within three places of the facing.
    Forwards,
    /// Everything within three places of its opposite.
    Backwards,
    /// The right half.
    Rightwards,
    /// The left half.
    Leftwards,
    /// The next supported direction clockwise.
    FR,
    /// The same as [`Relative::FR`] in Ludii 1.3.12.
    FRR,
    /// The same as [`Relative::FR`] in Ludii 1.3.12.
    FRRR,
    /// The next supported direction counter-clockwise.
    FL,
    /// The same as [`Relative::FL`] in Ludii 1.3.12.
    FLL,
    /// The same as [`Relative::FL`] in Ludii 1.3.12.
    FLLL,
    /// The next supported direction clockwise from the opposite.
    BR,
    /// The same as [`Relative::BR`] in Ludii 1.3.12.
    BRR,
    /// The same as [`Relative::BR`] in Ludii 1.3.12.
    BRRR,
    /// The next supported direction counter-clockwise from the opposite.
    BL,
    /// The same as [`Relative::BL`] in Ludii 1.3.12.
    BLL,
    /// The same as [`Relative::BL`] in Ludii 1.3.12.
    BLLL,
}

impl Relative {
    /// The absolute directions, in order, for a facing and the directions supported there.
    pub fn resolve(self, facing: Direction, supported: &[Direction]) -> Vec<Direction> {
        let back = opposite(facing);
        let wanted: Vec<Direction> = match self {
            Relative::Forward => vec![facing],
            Relative::Backward => vec![back],
            Relative::Rightward => vec![rightward(facing)],
            Relative::Leftward => vec![leftward(facing)],
            Relative::Forwards => fan(facing),
            Relative::Backwards => fan(back),
            Relative::Rightwards => half(facing, right),
            Relative::Leftwards => half(facing, left),
            Relative::FR | Relative::FRR | Relative::FRRR => first(facing, supported, right).into_iter().collect(),
            Relative::FL | Relative::FLL | Relative::FLLL => first(facing, supported, left).into_iter().collect(),
            Relative::BR | Relative::BRR | Relative::BRRR => first(back, supported, right).into_iter().collect(),
            Relative::BL | Relative::BLL | Relative::BLLL => first(back, supported, left).into_iter().collect(),
        };
        wanted.into_iter().map(resolved).filter(|d| supported.contains(d)).collect()
    }
}

/// The facing after `k` local rotations: each goes to the next supported direction clockwise.
pub fn rotated(facing: Direction, k: usize, supported: &[Direction]) -> Direction {
    let mut seen: Vec<Direction> = vec![facing];
    // The facings repeat after at most one round, so a large number need not be walked.
    while seen.len() <= k {
        let Some(next) = seen.last().and_then(|&d| first(d, supported, right)) else { break };
        if let Some(start) = seen.iter().position(|&d| d == next) {
            let round = seen.len() - start;
            return seen[start + (k - start) % round];
        }
        seen.push(next);
    }
    seen[k.min(seen.len() - 1)]
}

/// Seven facings, clockwise, with this one in the middle.
fn fan(facing: Direction) -> Vec<Direction> {
    let start = left(left(left(facing)));
    std::iter::successors(Some(start), |&d| Some(right(d))).take(7).collect()
}

/// The seven facings that follow this one.
fn half(facing: Direction, turn: fn(Direction) -> Direction) -> Vec<Direction> {
    std::iter::successors(Some(turn(facing)), |&d| Some(turn(d))).take(7).collect()
}

/// The first supported facing strictly after this one; the facing itself comes last, after a full turn.
fn first(facing: Direction, supported: &[Direction], turn: fn(Direction) -> Direction) -> Option<Direction> {
    std::iter::successors(Some(turn(facing)), |&d| Some(turn(d))).take(16).find(|d| supported.contains(&resolved(*d)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(name: &str, facing: &str, supported: &str) -> String {
        let supported: Vec<Direction> = supported.split(' ').filter_map(Direction::parse).collect();
        let facing = Direction::parse(facing).expect("a direction");
        let found = Relative::parse(name).expect("a relative direction").resolve(facing, &supported);
        found.iter().map(|d| d.name()).collect::<Vec<_>>().join(" ")
    }

    const EIGHT: &str = "N NE E SE S SW W NW";
    const HEX: &str = "NNE E SSE SSW W NNW";

    #[test]
    fn relative_directions_follow_the_facing() {
        let table = [
            ("Forward", "N", EIGHT, "N"),
            ("Backward", "NE", EIGHT, "SW"),
            ("Rightward", "N", EIGHT, "E"),
            ("Leftward", "N", EIGHT, "W"),
            ("Forwards", "N", EIGHT, "NW N NE"),
            ("Backwards", "N", EIGHT, "SE S SW"),
            ("Rightwards", "N", EIGHT, "NE E SE"),
            ("Leftwards", "N", EIGHT, "NW W SW"),
            ("FR", "N", EIGHT, "NE"),
            ("FLL", "N", EIGHT, "NW"),
            ("BL", "N", EIGHT, "SE"),
            ("BR", "N", EIGHT, "SW"),
            ("Forward", "N", HEX, ""),
            ("FR", "N", HEX, "NNE"),
            ("BL", "N", HEX, "SSE"),
        ];
        for (name, facing, supported, expected) in table {
            assert_eq!(resolve(name, facing, supported), expected, "{name} of {facing}");
        }
    }

    #[test]
    fn rotations_go_round() {
        let hex: Vec<Direction> = HEX.split(' ').filter_map(Direction::parse).collect();
        let turned = |k: usize| rotated(Direction::N, k, &hex).name();
        assert_eq!([0, 1, 2, 6, 7, 600_001].map(turned), ["N", "NNE", "E", "NNW", "NNE", "NNE"]);
    }

    #[test]
    fn rings_turn_and_flip() {
        use Direction::{CCW, CW, D, DN, In, N, NNE, Out, S, U, UE, UN, US, USW};
        assert_eq!((right(N), opposite(N), left(NNE)), (NNE, S, N));
        assert_eq!((right(Out), left(Out), opposite(In), opposite(CW)), (CW, CCW, Out, CCW));
        assert_eq!((right(U), rightward(UN), opposite(UN), left(USW), opposite(D)), (U, UE, Direction::DS, US, U));
        assert_eq!(opposite(US), DN);
    }
}
