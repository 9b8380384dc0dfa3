//! The numbers of a space: mixed radix, family by family.

use super::rules::{self, Shape};
use super::sites::Sites;
use super::{Action, ActionError, Choice, Kind, LegalAction, MOST_ACTIONS};
use crate::board::SiteType;
use crate::engine::action::{Action as Primitive, ActionKind, PieceData};
use crate::engine::game::Mode;
use crate::engine::mv::Move;
use crate::engine::trial::Trial;
use crate::pipeline::Compiled;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The actions of a game under one selection of options, each with a number. See the [module](super).
#[derive(Debug, Clone)]
pub struct ActionSpace {
    families: Vec<Family>,
    sites: Sites,
    /// How many sites there are.
    width: u32,
    /// How many actions there are without variants.
    plain: u32,
    variants: u32,
    consequences: HashMap<u64, u32>,
    default: SiteType,
    simulation: bool,
}

/// A family and its first number.
#[derive(Debug, Clone)]
struct Family {
    shape: Shape,
    first: u32,
}

impl ActionSpace {
    /// The space of a game.
    ///
    /// # Errors
    ///
    /// [`ActionError::Match`] and [`ActionError::TooLarge`].
    pub fn new(compiled: &Compiled) -> Result<ActionSpace, ActionError> {
        let game = compiled.game();
        if game.instances.is_some() {
            return Err(ActionError::Match);
        }
        let simulation = game.mode == Mode::Simulation;
        let (mut shapes, consequences) = rules::shapes(compiled.typed(), game);
        if simulation {
            shapes.retain(|shape| shape.kind == Kind::Pass);
            shapes.iter_mut().for_each(|shape| shape.choices.clear());
        }
        let sites = Sites::of(game);
        let width = u32::try_from(sites.len()).unwrap_or(u32::MAX);
        let mut families = Vec::new();
        let mut len = 0_u64;
        for shape in shapes {
            let first = u32::try_from(len).unwrap_or(u32::MAX);
            let places = u64::from(width).saturating_pow(rules::sites(shape.kind) as u32);
            let size = shape.choices.iter().fold(places, |size, &(_, values)| size.saturating_mul(u64::from(values)));
            len = len.saturating_add(size);
            families.push(Family { shape, first });
        }
        if len > u64::from(MOST_ACTIONS) {
            return Err(ActionError::TooLarge { actions: len });
        }
        let default = game.equipment.layout.default_type();
        let plain = len as u32;
        Ok(ActionSpace { families, sites, width, plain, variants: 1, consequences, default, simulation })
    }

    /// The space with so many variants of every action, for games in which different moves have the same coordinates:
    /// such as two ways of capturing on the way between the same sites. Of such moves the first, in the order of what
    /// they record, keeps the number of the action; the next have the same number in the second and further parts of
    /// the space, each as large as the first. Where coordinates tell all moves apart, these parts stay empty.
    ///
    /// # Errors
    ///
    /// [`ActionError::TooLarge`].
    pub fn with_variants(self, variants: u32) -> Result<ActionSpace, ActionError> {
        let variants = variants.max(1);
        let actions = u64::from(self.plain) * u64::from(variants);
        if actions > u64::from(MOST_ACTIONS) {
            return Err(ActionError::TooLarge { actions });
        }
        Ok(ActionSpace { variants, ..self })
    }

    /// How many variants each action has.
    pub fn variants(&self) -> u32 {
        self.variants
    }

    /// The sites that actions are about.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// How many actions there are; their numbers are those below.
    pub fn len(&self) -> u32 {
        self.plain * self.variants
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plain == 0
    }

    /// What a number stands for; `None` for numbers beyond the space.
    pub fn action(&self, id: u32) -> Option<Action> {
        if id >= self.len() {
            return None;
        }
        let (variant, id) = (id / self.plain, id % self.plain);
        let at = self.families.partition_point(|family| family.first <= id).checked_sub(1)?;
        let family = self.families.get(at)?;
        let mut rest = id - family.first;
        let mut digit = |size: u32| {
            let digit = rest % size.max(1);
            rest /= size.max(1);
            digit
        };
        let mut choices = Vec::new();
        for &(choice, size) in family.shape.choices.iter().rev() {
            let digit = digit(size);
            if digit > 0 {
                choices.push((choice, value(choice, digit)));
            }
        }
        choices.reverse();
        if variant > 0 {
            choices.push((Choice::Variant, i32::try_from(variant).unwrap_or(i32::MAX)));
        }
        let count = rules::sites(family.shape.kind);
        let to = (count > 0).then(|| digit(self.width));
        let from = (count > 1).then(|| digit(self.width));
        Some(Action {
            kind: family.shape.kind,
            from: from.and_then(|at| self.site(at)),
            to: to.and_then(|at| self.site(at)),
            choices,
        })
    }

    /// The number of an action; `None` for one that is not in the space.
    pub fn number(&self, action: &Action) -> Option<u32> {
        let given = |choice: Choice| action.choices.iter().find(|(other, _)| *other == choice).map(|&(_, value)| value);
        let choice = |choice| given(choice).unwrap_or(value(choice, 0));
        let number = self.encode(Some(action.kind), [action.from, action.to], choice, String::new).ok()?;
        let variant = u32::try_from(given(Choice::Variant).unwrap_or(0)).ok()?;
        (variant < self.variants).then(|| variant * self.plain + number)
    }

    /// The number of the first variant: its sites, from and to, and its choices as digits behind those of its family.
    /// Where there is no such family or site, the error tells the `text`.
    fn encode(
        &self,
        kind: Option<Kind>,
        sites: [Option<(SiteType, i32)>; 2],
        value: impl Fn(Choice) -> i32,
        text: impl Fn() -> String,
    ) -> Result<u32, ActionError> {
        let unforeseen = || ActionError::Unforeseen { action: text() };
        let family = self.families.iter().find(|family| Some(family.shape.kind) == kind).ok_or_else(unforeseen)?;
        let mut number = 0;
        for site in sites.into_iter().skip(2 - rules::sites(family.shape.kind)) {
            number = number * self.width + site.and_then(|site| self.place(site)).ok_or_else(unforeseen)?;
        }
        for &(choice, size) in &family.shape.choices {
            let value = value(choice);
            let outside = || ActionError::Outside { choice, value, size };
            let digit = digit(choice, value).filter(|digit| *digit < size).ok_or_else(outside)?;
            number = number * size + digit;
        }
        Ok(family.first + number)
    }

    /// An action as text, such as `Move 12>20` or `Promote 60 Piece=3`; sites of other types than the board's own with
    /// their types, so that no two actions have the same text.
    pub fn describe(&self, id: u32) -> Option<String> {
        Some(self.action(id)?.text(Some(self.default)))
    }

    /// What a permutation of the sites makes of the actions: that of number n becomes the one of the n-th number.
    /// `None` for what is no permutation of them.
    pub fn permuted(&self, permutation: &[u32]) -> Option<Vec<u32>> {
        let mut seen = vec![false; permutation.len()];
        let fits = permutation
            .iter()
            .all(|&place| seen.get_mut(place as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
        if !fits || permutation.len() != self.sites.len() {
            return None;
        }
        let image = |site: Option<(SiteType, i32)>| {
            let Some(site) = site else { return Some(None) };
            let place = permutation.get(self.place(site)? as usize)?;
            self.site(*place).map(Some)
        };
        let moved = |id: u32| {
            let action = self.action(id)?;
            self.number(&Action { from: image(action.from)?, to: image(action.to)?, ..action })
        };
        (0..self.len()).map(moved).collect()
    }

    /// The number of the action that a legal move is, as if it were the first of its variants.
    ///
    /// # Errors
    ///
    /// [`ActionError::Unforeseen`] and [`ActionError::Outside`].
    pub fn id(&self, m: &Move) -> Result<u32, ActionError> {
        if self.simulation {
            return Ok(0);
        }
        let facts = Facts::of(m, self);
        let sites = [Some(facts.from), Some(facts.to)];
        self.encode(facts.kind, sites, |choice| facts.get(choice), || m.legal_text())
    }

    /// The legal actions of a position, by number.
    ///
    /// # Errors
    ///
    /// Also [`ActionError::Ambiguous`], and [`ActionError::Play`] where the rules fail.
    pub fn legal(&self, trial: &mut Trial) -> Result<Vec<LegalAction>, ActionError> {
        let moves = trial.legal()?;
        let number = |(index, m)| Ok(LegalAction { id: self.id(m)?, index });
        let mut list = moves.iter().enumerate().map(number).collect::<Result<Vec<_>, ActionError>>()?;
        list.sort_unstable();
        if !list.windows(2).any(|pair| matches!(pair, [a, b] if a.id == b.id)) {
            return Ok(list);
        }
        let mut told = Vec::with_capacity(list.len());
        for alike in list.chunk_by(|a, b| a.id == b.id) {
            self.tell(trial, alike, &mut told)?;
        }
        told.sort_unstable();
        Ok(told)
    }

    /// Adds those of the moves with the same coordinates that do different things.
    fn tell(&self, trial: &mut Trial, alike: &[LegalAction], told: &mut Vec<LegalAction>) -> Result<(), ActionError> {
        let Some((&first, others)) = alike.split_first() else { return Ok(()) };
        let moves = trial.legal()?;
        let of = |action: &LegalAction| moves.get(action.index);
        let all_same = |m: &Move| others.iter().filter_map(of).all(|other| same(m, other));
        if self.simulation || of(&first).is_none_or(all_same) {
            told.push(first);
            return Ok(());
        }
        let moves: Vec<(usize, Move)> = alike.iter().filter_map(|one| Some((one.index, of(one)?.clone()))).collect();
        let mut effects = BTreeMap::new();
        for (index, m) in moves {
            effects.entry(trial.preview(&m)?).or_insert(index);
        }
        if effects.len() > self.variants as usize {
            let mut texts = effects.into_keys();
            let (first, second) = (texts.next().unwrap_or_default(), texts.next_back().unwrap_or_default());
            return Err(ActionError::Ambiguous { first, second });
        }
        let variants = (0..).zip(effects.into_values());
        told.extend(variants.map(|(variant, index)| LegalAction { id: first.id + variant * self.plain, index }));
        Ok(())
    }

    fn place(&self, (t, site): (SiteType, i32)) -> Option<u32> {
        u32::try_from(self.sites.place(t, site)?).ok()
    }

    fn site(&self, place: u32) -> Option<(SiteType, i32)> {
        self.sites.site(place as usize)
    }
}

/// A value as a digit: 0 is "not given". A set of dice is its own digit.
fn digit(choice: Choice, value: i32) -> Option<u32> {
    match choice {
        Choice::Dice | Choice::Consequence => u32::try_from(value).ok(),
        _ => u32::try_from(value.max(-1).checked_add(1)?).ok(),
    }
}

fn value(choice: Choice, digit: u32) -> i32 {
    let digit = i32::try_from(digit).unwrap_or(i32::MAX);
    if let Choice::Dice | Choice::Consequence = choice { digit } else { digit - 1 }
}

/// Whether two moves are written alike and have the same consequences.
fn same(a: &Move, b: &Move) -> bool {
    let fields = |m: &Move| (m.mover, m.from, m.to, m.level_min, m.level_max, m.edge, m.state, m.then.len());
    fields(a) == fields(b)
        && a.between == b.between
        && a.then.iter().zip(&b.then).all(|(a, b)| Arc::ptr_eq(a, b))
        && a.to_string() == b.to_string()
}

/// What a move shows of its action.
struct Facts {
    /// `None` for what no kind covers.
    kind: Option<Kind>,
    from: (SiteType, i32),
    to: (SiteType, i32),
    values: [i32; 11],
}

impl Facts {
    fn get(&self, choice: Choice) -> i32 {
        self.values.get(choice as usize).copied().unwrap_or(-1)
    }

    fn of(m: &Move, space: &ActionSpace) -> Facts {
        let default = space.default;
        let actions = m.actions();
        let decision = m.decision().or_else(|| actions.first().copied());
        let mut facts = Facts { kind: None, from: (default, -1), to: (default, -1), values: [-1; 11] };
        facts.put(Choice::Dice, 0);
        facts.put(Choice::Consequence, 0);
        if let Some(decision) = decision {
            let types = decision.site_types();
            facts.from = (types.0.unwrap_or(default), decision.from());
            facts.to = (types.1.unwrap_or(default), decision.to());
            facts.decide(decision);
        }
        if m.state >= 0 {
            facts.put(Choice::State, m.state);
        }
        for action in &actions {
            match action.kind {
                ActionKind::UseDie { die, .. } => {
                    let bit = u32::try_from(die).ok().and_then(|die| 1_i32.checked_shl(die)).unwrap_or(0);
                    facts.put(Choice::Dice, facts.get(Choice::Dice) | bit);
                }
                ActionKind::ForgetValue { value, .. } if facts.get(Choice::Remembered) < 0 => {
                    facts.put(Choice::Remembered, value);
                }
                ActionKind::SetRotation { rotation, .. } if facts.get(Choice::Rotation) < 0 => {
                    facts.put(Choice::Rotation, rotation);
                }
                _ => {}
            }
        }
        let consequence = m.then.iter().find_map(|then| space.consequences.get(&then.text()));
        if let Some(&number) = consequence {
            facts.put(Choice::Consequence, i32::try_from(number).unwrap_or(i32::MAX));
        }
        facts
    }

    fn put(&mut self, choice: Choice, value: i32) {
        if let Some(entry) = self.values.get_mut(choice as usize) {
            *entry = value;
        }
    }

    fn decide(&mut self, decision: &Primitive) {
        self.put(Choice::Level, decision.level_from());
        match decision.kind {
            ActionKind::Add { what, count, data, .. } => {
                self.put(Choice::Piece, what);
                self.put(Choice::Count, count);
                self.placed(Kind::Add, data);
            }
            ActionKind::Move { data, .. } => self.placed(Kind::Move, data),
            ActionKind::MoveCount { count, .. } => self.chosen(Kind::MoveCount, [(Choice::Count, count)]),
            ActionKind::StackMove { levels, .. } => self.chosen(Kind::MoveStack, [(Choice::Count, levels)]),
            ActionKind::Promote { what, .. } => self.chosen(Kind::Promote, [(Choice::Piece, what)]),
            ActionKind::Select { to: ..0, .. } => self.chosen(Kind::Select, []),
            ActionKind::Select { .. } => self.chosen(Kind::SelectTwo, []),
            ActionKind::SetRotation { rotation, .. } => self.chosen(Kind::Rotate, [(Choice::Rotation, rotation)]),
            ActionKind::SetVariable { value, .. } => self.chosen(Kind::Assign, [(Choice::Value, value)]),
            ActionKind::ToggleVariable { value, .. } => self.chosen(Kind::Toggle, [(Choice::Value, value)]),
            ActionKind::Copy { .. } => self.chosen(Kind::Copy, []),
            ActionKind::Remove { .. } => self.chosen(Kind::Remove, []),
            ActionKind::Swap { player1, player2 } => {
                self.chosen(Kind::Swap, [(Choice::Player, player1 - 1), (Choice::Number, player2 - 1)]);
            }
            ActionKind::SetNextPlayer { player } => self.chosen(Kind::NextPlayer, [(Choice::Player, player)]),
            ActionKind::Bet { player, amount } => {
                self.chosen(Kind::Bet, [(Choice::Player, player), (Choice::Number, amount)]);
            }
            ActionKind::Propose { number, .. } => self.chosen(Kind::Propose, [(Choice::Number, number)]),
            ActionKind::Vote { number, .. } => self.chosen(Kind::Vote, [(Choice::Number, number)]),
            ActionKind::Pass { .. } => self.chosen(Kind::Pass, []),
            _ => {}
        }
    }

    fn placed(&mut self, kind: Kind, PieceData { state, rotation, value }: PieceData) {
        self.chosen(kind, [(Choice::State, state), (Choice::Rotation, rotation), (Choice::Value, value)]);
    }

    fn chosen<const N: usize>(&mut self, kind: Kind, values: [(Choice, i32); N]) {
        self.kind = Some(kind);
        for (choice, value) in values {
            self.put(choice, value);
        }
    }
}
