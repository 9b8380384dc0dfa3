//! Ways to write a clause that make it right. Each is tried before it is suggested.

use super::explain::{Explainer, did_you_mean};
use super::habits;
use super::literal::{capitalised, is_keyword};
use super::matcher::{Matcher, Want};
use crate::diag::{Diagnostic, Origin};
use crate::expand::OPERATORS;
use crate::expand::tree::{Clause, Label, Term, TermKind};
use crate::schema::{Form, Kind, KindId, Schema, Slot, nearest};

/// How many arguments behind a word are tried as its own.
const BEHIND: usize = 4;

/// A suggestion that is longer is shortened.
const SHOWN: usize = 60;

/// A clause with more arguments is not tried in other ways.
const TRIED: usize = 40;

/// A clause with more arguments is not tried in another order or with a keyword.
const FEW: usize = 8;

/// How many keywords are suggested.
const LED: usize = 3;

/// The most heads of a kind that are tried around a clause.
const LISTED: usize = 30;

/// Whether a clause that stands nowhere is right for a kind, or for any.
pub(super) fn is_right(clause: Clause, kind: Option<KindId>) -> bool {
    // A matcher of its own: it tells terms apart by their address, and this one does not stay.
    let mut matcher = Matcher::new();
    let Some(kind) = kind else { return matcher.fits_some_kind(&clause) };
    let origin = clause.head_origin.clone();
    let term = Term::new(TermKind::Clause(clause), &origin);
    matcher.fits(&term, Want { kind, depth: 0, literal: false })
}

/// Whether a clause is right with a term, or none, in the place of so many of its arguments.
pub(super) fn is_right_with(clause: &Clause, kind: KindId, at: usize, taken: usize, new: Option<Term>) -> bool {
    taken < TRIED && is_right(clause.spliced(at, taken, &new), Some(kind))
}

/// Whether a clause that is not too long is right with several terms in the place of one of its arguments.
fn is_right_spread<'a>(clause: &'a Clause, kind: KindId, at: usize, new: impl IntoIterator<Item = &'a Term>) -> bool {
    let whole = clause.spliced(at, 1, new);
    whole.items.len() < TRIED && is_right(whole, Some(kind))
}

/// Whether a clause is right with a label before one of its arguments.
pub(super) fn is_right_labelled(clause: &Clause, kind: KindId, arg: &Term, name: &str) -> bool {
    let at = position(clause, arg).unwrap_or(clause.items.len());
    let label = Some(Label { name: name.into(), origin: arg.origin.clone() });
    is_right_with(clause, kind, at, 1, Some(Term { label, ..arg.clone() }))
}

/// Whether a clause is right with something else in the place of an argument, behind its label.
pub(super) fn is_right_as(clause: &Clause, kind: KindId, arg: &Term, new: TermKind) -> bool {
    let at = position(clause, arg);
    at.is_some_and(|at| is_right_with(clause, kind, at, 1, Some(arg.with_kind(new))))
}

/// What is found where the head of a ludeme behind a label lacks only its brackets, as in `if:not (is ..)`.
pub(super) fn unbracketed(clause: &Clause, kind: KindId) -> Option<Diagnostic> {
    clause.items.iter().enumerate().filter(|_| clause.items.len() < TRIED).find_map(|(at, item)| {
        let TermKind::Word(word) = &item.kind else { return None };
        let head = Some(habits::head(word).unwrap_or(word)).filter(|head| Schema::get().is_head(head))?;
        let behind = clause.items.iter().skip(at + 1).take_while(|next| next.label.is_none());
        let items: Vec<Term> = behind.cloned().collect();
        let taken = items.len() + 1;
        let whole = bracketed(item, head, items);
        let finding = Diagnostic::error("LUD0202", &item.origin, format!("the ludeme `{word}` without brackets"));
        let finding = finding.label("a ludeme stands in brackets with its arguments").hint(write(&whole));
        (item.label.is_some() && taken > 1 && is_right_with(clause, kind, at, taken, Some(whole))).then_some(finding)
    })
}

/// What is found where the keyword of a clause is the label of its first argument, or stands in quotes.
pub(super) fn disguised(clause: &Clause, forms: &[&'static Form]) -> Option<Diagnostic> {
    let mut terms = clause.items.iter().take(1).flat_map(parted);
    let Term { kind: TermKind::Word(word) | TermKind::Text(word), origin, .. } = terms.next()? else { return None };
    let behind: Vec<Term> = terms.chain(clause.items.iter().skip(1).cloned()).collect();
    forms.iter().find_map(|form| {
        let keyword = form.keyword.filter(|keyword| is_keyword(&word, keyword))?;
        let items = std::iter::once(word_term(keyword, &origin)).chain(behind.iter().cloned()).collect();
        let whole = clause.with(items);
        let finding = Diagnostic::error("LUD0203", &origin, format!("the keyword `{keyword}` is a bare word"));
        let written = write(&Term::new(TermKind::Clause(whole.clone()), &origin));
        let finding = finding.label("no label, and no string").hint(written);
        is_right(whole, Some(form.kind_id)).then_some(finding)
    })
}

/// Whether a clause is right with all its arguments in one array, the elements of arrays among them.
fn is_right_gathered(clause: &Clause, kind: KindId) -> bool {
    let items = clause.items.iter().flat_map(|item| match &item.kind {
        TermKind::Array(inner) if item.label.is_none() => inner.clone(),
        _ => vec![item.clone()],
    });
    let array = Term::new(TermKind::Array(items.collect()), &clause.head_origin);
    clause.items.len() < TRIED && is_right(clause.with(vec![array]), Some(kind))
}

/// The arguments that make the clause right as one array.
pub(super) fn unbraced(clause: &Clause, kind: KindId) -> Option<&[Term]> {
    let items = &clause.items;
    // What has labels comes behind them.
    let labelled = items.iter().rev().take_while(|item| item.label.is_some()).count();
    let count = items.len().saturating_sub(labelled);
    let runs = (0..count.saturating_sub(1)).filter_map(|at| Some((at, items.get(at..count)?)));
    let right = |(at, run): &(usize, &[Term])| {
        let array = Term::new(TermKind::Array(run.to_vec()), &clause.head_origin);
        is_right_with(clause, kind, *at, run.len(), Some(array))
    };
    runs.filter(|_| items.len() < TRIED).find(right).map(|(_, run)| run)
}

/// An array whose elements make the clause right as arguments of their own, and what to write: the first of more than
/// two may be one argument, and what the others are together the next.
pub(super) fn overbraced(clause: &Clause, kind: KindId) -> Option<(&Term, String)> {
    clause.items.iter().enumerate().find_map(|(at, item)| {
        let TermKind::Array(inner) = &item.kind else { return None };
        let (first, rest) =
            inner.split_first().filter(|_| item.label.is_none() && (2..TRIED).contains(&inner.len()))?;
        let right = |spread: &[Term]| is_right_spread(clause, kind, at, spread);
        if right(inner) {
            return Some((item, "leave the braces out".to_owned()));
        }
        let union = bracketed(item, "union", vec![item.with_kind(TermKind::Array(rest.to_vec()))]);
        let hint = || format!("the first stands alone, and the others in one: `({} … (union {{…}}))`", clause.head);
        right(&[first.clone(), union]).then(|| (item, hint()))
    })
}

impl Explainer<'_> {
    /// How to write an argument, so that the clause is right: a label with its colon; the word of a ludeme in brackets,
    /// with what follows it, or left out; a keyword with its head, or where it belongs; a name in quotes; a word
    /// without brackets; a clause in the ludeme that takes it, or with another head.
    pub(super) fn rewritten(&self, clause: &Clause, arg: &Term, kind: KindId) -> Option<String> {
        let at = position(clause, arg)?;
        let right = |new: &Term| is_right_with(clause, kind, at, 1, Some(new.clone()));
        let made = |kind| arg.with_kind(kind);
        let before = at.checked_sub(1).and_then(|before| clause.items.get(before));
        if before.is_some_and(|before| before.to_string() == arg.to_string())
            && is_right_with(clause, kind, at, 1, None)
        {
            return Some("leave one of the two out: they are the same".into());
        }
        let forms = self.schema.forms();
        let word = match &arg.kind {
            TermKind::Word(word) if arg.label.is_none() => word,
            TermKind::Clause(inner) if inner.items.is_empty() && right(&made(TermKind::Word(inner.head.clone()))) => {
                let capital = capitalised(&inner.head);
                let word = if self.schema.constant(&capital).is_empty() { &*inner.head } else { &*capital };
                return Some(format!("leave the brackets out: `{word}`"));
            }
            TermKind::Array(inner) if (2..TRIED).contains(&inner.len()) && is_right_gathered(clause, kind) => {
                return Some("put all of them in one pair of braces: `{… …}`".into());
            }
            _ => return self.regrouped(clause, at, kind),
        };
        let whole = format!("{}{word}", clause.head);
        if forms.iter().any(|form| form.head == whole && form.kind_id == kind) {
            return Some(did_you_mean(&[&whole]));
        }
        let mut heads: Vec<&str> = forms.iter().filter(|f| f.keyword == Some(word)).map(|form| form.head).collect();
        heads.dedup();
        let behind = clause.items.get(at + 1..)?;
        if let Some(next) = behind.first().filter(|next| next.label.is_none()) {
            let label = Label { name: word.clone(), origin: arg.origin.clone() };
            let new = Term { label: Some(label), ..next.clone() };
            if is_right_with(clause, kind, at, 2, Some(new.clone())) {
                return Some(write(&new));
            }
        }
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let item = |head: &str| self.schema.forms_for(head).any(|form| form.kind == "item");
        let mut named = |term: &Term| match &term.kind {
            TermKind::Text(text) => **text == *bare || text == word,
            // `(hand ..)` makes what is called "Hand".
            TermKind::Clause(inner) => *capitalised(&inner.head) == *bare && item(&inner.head),
            _ => false,
        };
        if right(&made(TermKind::Text(word.clone()))) && self.root.any(&mut named) {
            return Some(format!("names stand in quotes: `\"{word}\"`"));
        }
        let text = Term::new(TermKind::Text(word.clone()), &arg.origin);
        let names = |item: &Term, name: &str| matches!(&item.kind, TermKind::Text(text) if **text == *name);
        let declares = |term: &Term, head: &str, name: &str| match &term.kind {
            TermKind::Clause(inner) => *inner.head == *head && inner.items.iter().any(|item| names(item, name)),
            _ => false,
        };
        let mut holds = [("sites", "regions", &**word), ("piece", "piece", bare)].into_iter();
        let held = holds.find(|(_, item, name)| self.root.any(&mut |term: &Term| declares(term, item, name)));
        if let Some(new) = held.map(|(head, ..)| bracketed(arg, head, vec![text])).filter(right) {
            return Some(write(&new));
        }
        for taken in (0..=behind.len().min(BEHIND)).rev() {
            let follow = behind.get(..taken)?;
            let own = self.schema.is_head(word).then(|| bracketed(arg, word, follow.to_vec()));
            let led = |head: &&str| bracketed(arg, head, std::iter::once(arg).chain(follow).cloned().collect());
            let mut all = own.into_iter().chain(heads.iter().map(led));
            if let Some(found) = all.find(|new| is_right_with(clause, kind, at, taken + 1, Some(new.clone()))) {
                return Some(write(&found));
            }
        }
        // The ludeme of the word with its keyword, of several the one that people mean.
        let keywords = forms.iter().filter(|form| *form.head == **word).filter_map(|form| form.keyword);
        let keyed = keywords.map(|keyword| bracketed(arg, word, vec![made(TermKind::Word(keyword.into()))]));
        let keyed: Vec<Term> = keyed.filter(right).collect();
        let (only, meant) = (keyed.first().filter(|_| keyed.len() == 1), habits::clause(word, |_| true));
        if let Some(said) = keyed.iter().find(|term| meant.is_some_and(|meant| term.to_string() == meant)).or(only) {
            return Some(write(said));
        }
        let mut items = clause.items.clone();
        items.get_mut(..=at)?.rotate_right(1);
        if heads.contains(&&*clause.head) && is_right(clause.with(items.clone()), Some(kind)) {
            return Some(format!("`{word}` comes first: `{}`", shown(&bracketed(arg, &clause.head, items))));
        }
        (self.schema.is_head(word) && is_right_with(clause, kind, at, 1, None)).then(|| format!("leave `{word}` out"))
    }

    /// The same of an argument that is no word: with its label, in a list with those behind it, in the ludeme that
    /// takes it, or together with the one before it in a ludeme that takes several.
    fn regrouped(&self, clause: &Clause, at: usize, kind: KindId) -> Option<String> {
        let arg = clause.items.get(at)?;
        let right = |new: &Term| is_right_with(clause, kind, at, 1, Some(new.clone()));
        if let TermKind::Array(inner) = &arg.kind
            && let Some((Term { label: None, kind: TermKind::Word(head), .. }, rest)) = inner.split_first()
            && let new = bracketed(arg, head, rest.to_vec())
            && right(&new)
        {
            return Some(format!("a ludeme stands in round brackets: `{}`", shown(&new)));
        }
        if let Some(label) = labelled(arg, right).or_else(|| self.listed_from(clause, at, kind)) {
            return Some(label);
        }
        let slots = self.schema.forms_for(&clause.head).flat_map(|form| &form.slots).map(|slot| slot.kind);
        let mut kinds: Vec<&str> = slots.filter(|kind| self.schema.is_head(kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let inner = arg.bare();
        let wraps = kinds.iter().map(|kind| bracketed(arg, kind, vec![inner.clone()]));
        let led = kinds.iter().filter_map(|kind| Some(bracketed(arg, kind, self.with_head(arg)?)));
        let wraps: Vec<Term> = wraps.chain(led).filter(right).collect();
        if let [only] = wraps.as_slice() {
            return Some(write(only));
        }
        let before = at.checked_sub(1)?;
        let items = clause.items.get(before..=at)?;
        let both = |of: &str, list: &str| {
            let both = clause.headed(list).with(items.to_vec());
            is_right(both.clone(), self.schema.kind(of).map(|of| of.id))
                && is_right_with(clause, kind, before, 2, Some(arg.with_kind(TermKind::Clause(both))))
        };
        // Effects are all carried out, of moves one is chosen.
        let list = if matches!(&*clause.head, "then" | "apply") { "and" } else { "or" };
        let (_, list) = [("moves", list), ("sites", "union")].into_iter().find(|&(of, list)| both(of, list))?;
        let rolls = matches!(&items.first()?.kind, TermKind::Clause(first) if &*first.head == "roll");
        Some(match rolls {
            true => "what follows the throw stands in `(do (roll) next:…)`".to_owned(),
            false => format!("write `({list} … …)` around both of them"),
        })
    }

    /// What a clause holds, where that alone makes the one around it right.
    pub(super) fn unwrapped(&self, clause: &Clause, arg: &Term, kind: KindId) -> Option<String> {
        let at = position(clause, arg)?;
        let TermKind::Clause(outer) = &arg.kind else { return None };
        let [inner] = outer.items.as_slice() else { return None };
        let new = Term { label: arg.label.clone(), ..inner.clone() };
        let right = is_right_with(clause, kind, at, 1, Some(new));
        right.then(|| format!("write `{}` without `({} …)` around it", shown(&inner.bare()), outer.head))
    }

    /// How a clause is written that lacks only for which player it is.
    pub(super) fn for_whom(&self, clause: &Clause, form: &Form, lacking: &[Slot]) -> Option<String> {
        let player = |slot: &Slot| matches!(slot.kind, "roleType" | "player") && !slot.labelled;
        let role = lacking.iter().any(|slot| slot.kind == "roleType") && lacking.iter().all(player);
        let word = if form.kind == "item" { "Each" } else { "Mover" };
        let new = word_term(word, &clause.head_origin);
        let right = |at: &usize| is_right_with(clause, form.kind_id, *at, 0, Some(new.clone()));
        let at = (form.keywords..=clause.items.len()).find(right).filter(|_| role)?;
        let whole = TermKind::Clause(clause.spliced(at, 0, [&new]));
        Some(format!("say for whom, as in `{}`", shown(&new.with_kind(whole))))
    }

    /// The head of a clause, which is none of the language, and its arguments: those of a clause whose head is missing.
    fn with_head(&self, term: &Term) -> Option<Vec<Term>> {
        let TermKind::Clause(clause) = &term.kind else { return None };
        let first = word_term(&clause.head, &clause.head_origin);
        let headless = !self.schema.is_head(&clause.head) && clause.items.len() < FEW;
        headless.then(|| std::iter::once(first).chain(clause.items.iter().cloned()).collect())
    }

    /// What is found where an operator stands behind a first operand that is no clause, as in `(1 = (count Pieces))`.
    pub(super) fn infix(&self, term: &Term, kind: KindId) -> Option<Diagnostic> {
        let mut items = self.with_head(term).filter(|items| items.len() > 2)?;
        let sign = items.remove(1);
        let TermKind::Word(head) = &sign.kind else { return None };
        let whole = bracketed(term, head, items);
        let TermKind::Clause(clause) = &whole.kind else { return None };
        let right = OPERATORS.contains(&&**head) && is_right(clause.clone(), Some(kind));
        let finding = Diagnostic::error("LUD0205", &sign.origin, format!("`{head}` between its operands"));
        right.then(|| finding.label("out of place").hint(write(&whole)))
    }

    /// How a clause is written whose head and first argument are one word, as in `result_Mover`.
    pub(super) fn apart(&self, term: &Term, clause: &Clause) -> Option<String> {
        let split = clause.head.find(|c: char| c.is_ascii_uppercase() || matches!(c, '_' | '-'))?;
        let (head, word) = clause.head.split_at_checked(split)?;
        let word = word_term(word.trim_start_matches(['_', '-']), &clause.head_origin);
        let whole = bracketed(term, head, std::iter::once(word).chain(clause.items.iter().cloned()).collect());
        let TermKind::Clause(inner) = &whole.kind else { return None };
        is_right(inner.clone(), None).then(|| write(&whole))
    }

    /// How to write a clause whose head is missing, where one of few makes it right.
    pub(super) fn headless(&self, term: &Term, kind: KindId) -> Option<String> {
        let (items, heads) = (self.with_head(term)?, self.schema.heads_of(self.schema.kind_of(kind)));
        let led = |head: &str| Clause::new(head, items.clone(), &term.origin);
        let few = if heads.len() <= LISTED { heads } else { Vec::new() };
        let right: Vec<Clause> = few.into_iter().map(led).filter(|led| is_right(led.clone(), Some(kind))).collect();
        let [only] = right.as_slice() else { return None };
        Some(write(&Term::new(TermKind::Clause(only.clone()), &term.origin)))
    }

    /// `isLine` is how Ludii names inside what is written `is Line`; the second word may go with another first one, or
    /// stand alone.
    pub(super) fn compound(&self, head: &str, wanted: Option<&Kind>) -> Option<String> {
        let split = head.find(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
        let (first, second) = head.split_at(split);
        let forms = self.schema.forms();
        let same = |form: &&Form| form.keyword.is_some_and(|keyword| keyword.eq_ignore_ascii_case(second));
        let own = forms.iter().find(|form| form.head == first && same(form));
        let fits = |form: &&Form| wanted.is_some_and(|wanted| wanted.takes(form.kind_id));
        let form = own.or_else(|| forms.iter().find(|form| same(form) && fits(form)))?;
        Some(format!("write `({} …)`", form.title()))
    }

    /// A ludeme that takes so many arguments of a clause, or a list of them, where that makes the clause right.
    pub(super) fn in_list(&self, clause: &Clause, form: &Form, at: usize, taken: usize) -> Option<String> {
        let run = clause.items.get(at..at + taken)?;
        let origin = &run.first()?.origin;
        let list = match run {
            [only] if matches!(only.kind, TermKind::Array(_)) => only.clone(),
            _ => Term::new(TermKind::Array(run.to_vec()), origin),
        };
        let led = |head| [vec![list.clone()], run.to_vec()].map(|items| Term::clause(head, items, origin));
        let kinds = form.slots.iter().filter(|slot| !slot.labelled).map(|slot| self.schema.kind_of(slot.kind_id));
        let heads = kinds.map(|kind| self.schema.heads_of(kind)).filter(|heads| heads.len() <= LISTED).flatten();
        let right = |new: &Term| is_right_with(clause, form.kind_id, at, taken, Some(new.clone()));
        heads.flat_map(led).find(right).map(|found| write(&found))
    }

    /// The keywords that are missing, each with its head, where one makes the clause right.
    pub(super) fn led(&mut self, clause: &Clause, forms: &[&'static Form]) -> Vec<String> {
        if !self.is_made_of_right(clause) {
            return Vec::new();
        }
        let right = |form: &&&'static Form| {
            let words = form.keyword.into_iter().flat_map(|words| words.split(' '));
            let words = words.map(|word| word_term(word, &clause.head_origin));
            let items = words.chain(clause.items.iter().cloned()).collect();
            form.keyword.is_some() && is_right(clause.with(items), Some(form.kind_id))
        };
        let mut titles: Vec<String> = forms.iter().filter(right).map(|form| format!("({} …)", form.title())).collect();
        titles.dedup();
        // Where so many could be meant, none is likely.
        if titles.len() > LED { Vec::new() } else { titles }
    }

    /// Whether the arguments of a clause are right in themselves, so that what is wrong is how they stand together.
    fn is_made_of_right(&mut self, clause: &Clause) -> bool {
        let right = |item: &Term| match &item.kind {
            TermKind::Clause(inner) => self.matcher.fits_some_kind(inner),
            _ => true,
        };
        clause.items.len() < FEW && clause.items.iter().all(right)
    }

    /// Two arguments that have changed places, or an operator between its operands, if that is all that is wrong.
    pub(super) fn reordered(&mut self, term: &Term, clause: &Clause, kind: KindId) -> Option<Diagnostic> {
        if !self.is_made_of_right(clause) || is_right(clause.clone(), Some(kind)) {
            return None;
        }
        let written = |clause: Clause| write(&term.with_kind(TermKind::Clause(clause)));
        for (at, item) in clause.items.iter().enumerate() {
            if let TermKind::Word(word) = &item.kind
                && OPERATORS.contains(&&**word)
            {
                let finding = Diagnostic::error("LUD0205", &item.origin, format!("`{word}` between its operands"));
                let first = TermKind::Clause(clause.with(clause.items.get(..at)?.to_vec()));
                let whole = clause.headed(word).spliced(0, at + 1, [&Term::new(first, &term.origin)]);
                return Some(finding.label("out of place").hint(match is_right(whole.clone(), Some(kind)) {
                    true => written(whole),
                    false => format!("operators come first: `({word} … …)`"),
                }));
            }
        }
        // Where its arguments have no order, another order says little.
        if OPERATORS.contains(&&*clause.head) {
            return None;
        }
        // A constant in quotes is right where it stands.
        let quoted = |item: &Term| match &item.kind {
            TermKind::Text(text) => is_right_as(clause, kind, item, TermKind::Word(text.clone())),
            _ => false,
        };
        if clause.items.iter().any(quoted) {
            return None;
        }
        for at in 1..clause.items.len() {
            let mut items = clause.items.clone();
            items.swap(at - 1, at);
            let whole = clause.with(items);
            if is_right(whole.clone(), Some(kind)) {
                let place = self.place_in(&term.origin, clause, clause.items.get(at - 1)?, true);
                let message = format!("two arguments of `{}` have changed places", clause.head);
                let hint = match (term.to_string().len() > SHOWN, clause.items.get(at - 1..=at)) {
                    (true, Some([first, second])) => format!("first `{}`, then `{}`", shown(second), shown(first)),
                    _ => written(whole),
                };
                return Some(Diagnostic::error("LUD0205", &place, message).label("out of place").hint(hint));
            }
        }
        None
    }

    /// How to write a clause within another one of one of some kinds, where few heads make it right.
    pub(super) fn wrapped(&self, term: &Term, kinds: &[&Kind]) -> Option<String> {
        let inner = term.bare();
        let of_kind = |kind: &&Kind| {
            let heads = self.schema.heads_of(kind);
            let wrap = |head: &str| Clause::new(head, vec![inner.clone()], &term.origin);
            let few = if heads.len() <= LISTED { heads } else { Vec::new() };
            few.into_iter().map(wrap).filter(|clause| is_right(clause.clone(), Some(kind.id))).collect::<Vec<_>>()
        };
        let wraps: Vec<Clause> = kinds.iter().flat_map(of_kind).collect();
        let [first, ..] = wraps.as_slice() else { return None };
        (wraps.len() < LED).then(|| write(&term.with_kind(TermKind::Clause(first.clone()))))
    }

    /// How to write a word where only clauses of one head can stand, and one with this word can.
    pub(super) fn enclosed(&self, term: &Term, want: Want) -> Option<String> {
        let wanted = self.schema.kind_of(want.kind);
        let heads = self.schema.heads_of(wanted);
        let ([head], TermKind::Word(word)) = (heads.as_slice(), &term.kind) else { return None };
        let clause = Clause::new(head, vec![term.clone()], &term.origin);
        is_right(clause, Some(want.kind)).then(|| format!("write `({head} {word})`"))
    }

    /// How words are written where clauses of one head can stand, and two by two they make such clauses; or players.
    pub(super) fn in_pairs(&self, items: &[Term], want: Want) -> Option<String> {
        if self.schema.kind_of(want.kind).name == "playerItem" && items.iter().all(|item| self.is_role(item)) {
            return Some(format!("players are counted: `(players {})`", items.len()));
        }
        let heads = self.schema.heads_of(self.schema.kind_of(want.kind));
        let [head] = heads.as_slice() else { return None };
        let items: Vec<Term> = items.iter().flat_map(parted).collect();
        let word = |item: &Term| matches!(item.kind, TermKind::Word(_) | TermKind::Text(_));
        let first = items.first().filter(|_| want.depth == 0 && items.len() < TRIED && items.iter().all(word))?;
        let pair = |items: &[Term]| Clause::new(head, items.to_vec(), &first.origin);
        let right = items.chunks(2).all(|items| is_right(pair(items), Some(want.kind)));
        let shown = Term::new(TermKind::Clause(pair(items.get(..2)?)), &first.origin);
        right.then(|| format!("each of them stands in brackets: `{{{shown} …}}`"))
    }

    /// The label and the braces that arguments of one head lack, from one on, if they make the clause right.
    fn listed_from(&self, clause: &Clause, at: usize, kind: KindId) -> Option<String> {
        let behind = clause.items.get(at..)?;
        let first = behind.first()?;
        let TermKind::Clause(inner) = &first.kind else { return None };
        let alike = |item: &Term| matches!(&item.kind, TermKind::Clause(other) if other.head == inner.head);
        let more = behind.iter().skip(1).take_while(|item| item.label.is_none() && alike(item)).count();
        if first.label.is_some() && more == 0 {
            return None;
        }
        let elements: Vec<Term> = behind.iter().take(more + 1).map(Term::bare).collect();
        let right = |name: &&str| {
            let label = Some(Label { name: (**name).into(), origin: first.origin.clone() });
            let array = Term { label, kind: TermKind::Array(elements.clone()), origin: first.origin.clone() };
            is_right_with(clause, kind, at, more + 1, Some(array))
        };
        let slots = self.schema.forms_for(&clause.head).flat_map(|form| &form.slots);
        let label = slots.filter(|slot| slot.labelled && slot.depth == 1).map(|slot| slot.name).find(right)?;
        let rest = if more == 0 { "" } else { " …" };
        Some(format!("write `{label}:{{({} …){rest}}}`", inner.head))
    }

    /// How to close an argument before one of its own, if the clause is right with that and what follows it as its
    /// arguments.
    pub(super) fn closed(
        &self,
        clause: &Clause,
        arg: &Term,
        kind: KindId,
        at: impl Fn(&Origin) -> bool,
    ) -> Option<String> {
        let TermKind::Clause(inner) = &arg.kind else { return None };
        let stands = |item: &Term| at(&item.origin) || item.label.as_ref().is_some_and(|label| at(&label.origin));
        let (kept, moved) = inner.items.split_at_checked(inner.items.iter().position(stands)?)?;
        let shorter = arg.with_kind(TermKind::Clause(inner.with(kept.to_vec())));
        let place = position(clause, arg)?;
        let right = is_right_spread(clause, kind, place, std::iter::once(&shorter).chain(moved));
        right.then(|| format!("close `({} …)` before it: it belongs to `{}`", inner.head, clause.head))
    }

    /// How an argument is written whose head is a label.
    pub(super) fn as_label(&self, clause: &Clause, arg: &Term, kind: KindId) -> Option<String> {
        let at = position(clause, arg)?;
        labelled(arg, |new| is_right_with(clause, kind, at, 1, Some(new.clone())))
    }

    /// The same where only the first of what it holds belongs to the label.
    pub(super) fn behind_label(&self, clause: &Clause, arg: &Term, kind: KindId) -> Option<String> {
        let TermKind::Clause(inner) = &arg.kind else { return None };
        let (first, rest) =
            inner.items.split_first().filter(|(first, rest)| first.label.is_none() && !rest.is_empty())?;
        let at = position(clause, arg)?;
        let label = Label { name: inner.head.clone(), origin: inner.head_origin.clone() };
        let value = Term { label: Some(label), ..first.clone() };
        let right = is_right_spread(clause, kind, at, std::iter::once(&value).chain(rest));
        right.then(|| format!("`{}` is a label here: write `{value}`, and the rest behind it", inner.head))
    }

    /// The head that an argument is meant to have, if that makes the clause right.
    pub(super) fn other_head(&self, clause: &Clause, arg: &Term, kind: KindId) -> Option<String> {
        let TermKind::Clause(inner) = &arg.kind else { return None };
        let mut near =
            nearest(&inner.head, self.schema.forms().iter().map(|form| form.head).filter(|head| **head != *inner.head));
        let new = |head: &str| TermKind::Clause(inner.headed(head));
        near.retain(|head| is_right_as(clause, kind, arg, new(head)));
        (!near.is_empty()).then(|| did_you_mean(&near))
    }
}

/// How a clause is written whose head is a label: what it holds, or all of that in braces, behind the label.
fn labelled(arg: &Term, right: impl Fn(&Term) -> bool) -> Option<String> {
    let TermKind::Clause(inner) = &arg.kind else { return None };
    inner.items.first()?;
    let single = if let [only] = inner.items.as_slice() { Some(only.kind.clone()) } else { None };
    let values = single.into_iter().chain(std::iter::once(TermKind::Array(inner.items.clone())));
    let label = || Some(Label { name: inner.head.clone(), origin: inner.head_origin.clone() });
    let mut terms = values.map(|kind| Term { label: label(), kind, origin: arg.origin.clone() });
    let found = terms.find(right)?;
    let value = if matches!(found.kind, TermKind::Array(_)) { "{…}" } else { "…" };
    Some(format!("`{0}` is a label here: write `{0}:{value}`", inner.head))
}

/// An argument replaced by a clause of a head, with its label.
pub(super) fn bracketed(arg: &Term, head: &str, items: Vec<Term>) -> Term {
    arg.with_kind(TermKind::Clause(Clause::new(head, items, &arg.origin)))
}

fn word_term(word: &str, origin: &Origin) -> Term {
    Term::new(TermKind::Word(word.into()), origin)
}

/// A label as a word, and what stands behind it: of `P1:0` both.
fn parted(item: &Term) -> impl Iterator<Item = Term> {
    let label = item.label.as_ref().map(|label| word_term(&label.name, &label.origin));
    label.into_iter().chain([item.bare()])
}

fn position(clause: &Clause, arg: &Term) -> Option<usize> {
    clause.items.iter().position(|item| std::ptr::eq(item, arg))
}

pub(super) fn write(term: &Term) -> String {
    format!("write `{}`", shown(term))
}

/// A term as it is suggested.
pub(super) fn shown(term: &Term) -> String {
    let text = term.to_string();
    match &term.kind {
        TermKind::Clause(clause) if text.len() > SHOWN => format!("({} …)", clause.head),
        _ => text,
    }
}
