//! What the head says of each unit of a text: it weighs what a tagger holds of the unit's tokens with the unit's shape, its
//! borders, what the lexicon knows of it, and the same of the units beside it.
//!
//! The head was trained on texts, not written from rules; `docs/head.md` says on which and how well it does. It does not read
//! what the recognizers found, so that the two can be held against each other ([`crate::privacy::detect::Judge`]).

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::called::Surety;
use super::names::Tokens;
use super::units::{Shapes, WIDTH, units};
use super::{Names, called, code, model, region, setting};
use crate::document::EntityType;
use crate::error::{Code, Error, Result};
use crate::model::tagging::{Token, stretches};
use crate::model::{Head, Tag, Tagged, Vote};
use crate::privacy::detect::{Judge, Judged, Judgement, View};
use crate::privacy::lexicon::{Lexicon, Traits};

/// What the head's labels stand for, in their order, and what a person is told; the first, of no identifier, is left out.
const LABELS: [(EntityType, &str); 25] = [
    (EntityType::Person, "reads like a name"),
    (EntityType::Date, "reads like a date"),
    (EntityType::Organization, "reads like an organisation"),
    (EntityType::Hospital, "reads like a hospital"),
    (EntityType::Id, "reads like a code of one person or case"),
    (EntityType::Phone, "reads like a telephone number"),
    (EntityType::Location, "reads like a town"),
    (EntityType::Room, "reads like a room"),
    (EntityType::Location, "reads like an address"),
    (EntityType::Occupation, "reads like an occupation"),
    (EntityType::MedicalRecord, "reads like a record number"),
    (EntityType::Location, "reads like a postal code"),
    (EntityType::HealthPlan, "reads like an insurance number"),
    (EntityType::License, "reads like a licence"),
    (EntityType::Device, "reads like a device's number"),
    (EntityType::Location, "reads like a place"),
    (EntityType::Age, "reads like an age"),
    (EntityType::Email, "reads like an e-mail address"),
    (EntityType::Account, "reads like an account"),
    (EntityType::Fax, "reads like a fax number"),
    (EntityType::Vehicle, "reads like a vehicle's number"),
    (EntityType::SocialSecurity, "reads like a social security number"),
    (EntityType::Url, "reads like an address of the web"),
    (EntityType::Ip, "reads like a network address"),
    (EntityType::Biometric, "reads like a biometric reference"),
];

/// The probability from which the name of a region is taken for somebody's.
const NAMED: f32 = 0.9;
/// The probability from which what is only likely a term, or a word as others are, is taken for somebody's name.
const OUTWEIGHS: f32 = 0.95;

/// A tagger with the head over its states.
#[derive(Clone)]
pub struct Reader {
    tagger: Arc<dyn Tag>,
    head: Arc<Head>,
}

impl Reader {
    /// Returns the reader of `tagger` and `head`.
    ///
    /// # Errors
    /// `model` when they do not belong together: the head reads other values than the tagger gives, or has other labels.
    pub fn new(tagger: Arc<dyn Tag>, head: Head) -> Result<Self> {
        let given = 1 + tagger.labels().len() + tagger.states() + WIDTH;
        if head.values() != given || head.labels() != LABELS.len() + 1 {
            return Err(Error::new(Code::Model, "the head reads other values than the tagger gives: set up again")
                .found(head.values() as u64, given as u64));
        }
        Ok(Reader { tagger, head: Arc::new(head) })
    }

    /// Returns what is held of each unit of `view`, in order, and the stretches that the tagger labels; `lexicon` says what a
    /// unit's word may be.
    ///
    /// # Errors
    /// `model` when the tagger fails.
    pub fn read(&self, view: &View<'_>, lexicon: &Lexicon) -> Result<(Vec<Opinion>, Vec<Tagged>)> {
        let units = units(view);
        let shapes = Shapes::new(view, lexicon);
        let (labels, states) = (self.tagger.labels().len(), self.tagger.states());
        let mut tokens: Vec<Token> = Vec::new();
        let mut tagged: Vec<f32> = Vec::with_capacity(units.len());
        let mut hidden: Vec<Vec<f32>> = Vec::with_capacity(units.len());
        let mut open: VecDeque<Sum> = VecDeque::new();
        let mut close = |sum: Option<Sum>, unit: &Range<usize>| {
            let sum = sum.unwrap_or_else(|| Sum::new(labels, states));
            tagged.push(sum.tagged());
            let mut values = sum.mean();
            values.extend(shapes.of(unit));
            hidden.push(self.head.unit(&values));
        };
        let mut done = 0;
        self.tagger.read(view.text(), &mut |vote| {
            while let Some(unit) = units.get(done).filter(|unit| unit.end <= vote.range.start) {
                close(open.pop_front(), unit);
                done += 1;
            }
            let met = units.iter().skip(done).take_while(|unit| unit.start < vote.range.end).count();
            open.resize_with(open.len().max(met), || Sum::new(labels, states));
            open.iter_mut().take(met).for_each(|sum| sum.add(vote));
            tokens.push(Token { range: vote.range.clone(), labels: vote.labels.to_vec() });
        })?;
        for unit in units.iter().skip(done) {
            close(open.pop_front(), unit);
        }
        let probabilities = self.head.probabilities(&hidden);
        let opinions = units.into_iter().zip(tagged).zip(probabilities);
        let opinions = opinions.map(|((range, tagged), labels)| Opinion { range, tagged, labels }).collect();
        Ok((opinions, stretches(view.text(), &tokens, self.tagger.labels(), model::LEAST)))
    }
}

/// What is held of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The bytes of the view's text.
    pub range: Range<usize>,
    /// The greatest probability among its tokens that the tagger has a label for it, 0 to 1.
    pub tagged: f32,
    /// The probabilities of the head's labels, that of no identifier first.
    pub labels: Vec<f32>,
}

/// What the tokens of a unit add up to.
struct Sum {
    tokens: u16,
    /// The least probability of no label, then of each label the greatest.
    labels: Vec<f32>,
    states: Vec<f32>,
}

impl Sum {
    fn new(labels: usize, states: usize) -> Self {
        Sum { tokens: 0, labels: vec![0.0; 1 + labels], states: vec![0.0; states] }
    }

    fn add(&mut self, vote: &Vote<'_>) {
        let none = (1.0 - vote.labels.iter().sum::<f32>()).max(0.0);
        if let Some((least, greatest)) = self.labels.split_first_mut() {
            *least = if self.tokens == 0 { none } else { least.min(none) };
            greatest.iter_mut().zip(vote.labels).for_each(|(most, label)| *most = most.max(*label));
        }
        self.states.iter_mut().zip(vote.states).for_each(|(sum, state)| *sum += state);
        self.tokens = self.tokens.saturating_add(1);
    }

    /// Returns the greatest probability of having a label; 0 where there was no token.
    fn tagged(&self) -> f32 {
        self.labels.first().filter(|_| self.tokens > 0).map_or(0.0, |none| 1.0 - none)
    }

    /// Returns the labels and the mean of the states: all 0 where there was no token.
    fn mean(mut self) -> Vec<f32> {
        let tokens = f32::from(self.tokens.max(1));
        self.labels.extend(self.states.into_iter().map(|sum| sum / tokens));
        self.labels
    }
}

/// Judges with a reader and a lexicon.
pub struct Reading {
    reader: Reader,
    lexicon: Arc<Lexicon>,
    names: Names,
}

impl Reading {
    /// Returns the judge that asks `reader`, and `lexicon` what a word may be.
    pub fn new(reader: Reader, lexicon: Arc<Lexicon>) -> Self {
        Reading { reader, names: Names::new(lexicon.clone()), lexicon }
    }
}

/// Returns whether the words of `range` are the name of a country, state or province; `regions` are those of several
/// words.
fn is_region(tokens: &Tokens<'_>, regions: &[(usize, usize)], range: &Range<usize>) -> bool {
    let words = tokens.inside(range);
    let region = |index: usize| {
        let before = regions.partition_point(|(first, _)| *first <= index);
        let within = before.checked_sub(1).and_then(|at| regions.get(at)).is_some_and(|(_, last)| index <= *last);
        within || tokens.get(index).is_some_and(|word| word.traits.is(Traits::REGION))
    };
    !words.is_empty() && words.into_iter().all(region)
}

impl Judge for Reading {
    fn judge(&self, view: &View<'_>) -> Option<Judgement> {
        let tokens = Tokens::of(view, &self.lexicon);
        let regions = region::all(&tokens);
        let mut terms = called::terms(&tokens);
        // Of everyday life no term is called after anybody, but for one that stands in the lexicon as a whole.
        let ordinary = setting::is_ordinary(&tokens) && !terms.iter().any(called::Term::is_whole);
        terms.retain(|_| !ordinary);
        let terms: Vec<_> = terms.iter().map(|term| (term.range(&tokens), term.surety)).collect();
        let judged = |Opinion { range, tagged, labels }: Opinion| {
            let (none, labels) = labels.split_first()?;
            let (_, (entity_type, reason)) = labels.iter().zip(LABELS).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
            let identifying = 1.0 - none;
            let soft = matches!(
                entity_type,
                EntityType::Person | EntityType::Organization | EntityType::Hospital | EntityType::Location
            );
            let first = tokens.inside(&range).start;
            // Of what is a region and a name too, only a name that is all but sure is one, unless somebody goes there.
            let named =
                entity_type == EntityType::Person && identifying >= NAMED && !region::is_gone_to(&tokens, first);
            let public = code::is_public_at(view, &range)
                || code::is_of_nobody(view, &range)
                || soft && !named && is_region(&tokens, &regions, &range);
            let term = terms.iter().find(|(term, _)| term.start <= range.start && range.end <= term.end);
            let term = soft
                && match term {
                    Some((_, Surety::Sure)) => true,
                    Some((_, Surety::Likely)) => identifying < OUTWEIGHS,
                    None if entity_type == EntityType::Person && setting::is_a_part_played(&tokens, first) => true,
                    None if setting::is_no_name(&tokens, first) => true,
                    None if identifying >= OUTWEIGHS => false,
                    None => setting::begins_as_word(&tokens, first) || setting::is_only_a_word(&tokens, first),
                };
            let somebody = ordinary && setting::may_be_somebody(&tokens, first);
            Some(Judged { range, identifying, tagged, entity_type, reason, public, term, somebody })
        };
        // A model that fails judges nothing: what the recognizers found stands.
        let (opinions, tagged) = self.reader.read(view, &self.lexicon).ok()?;
        let units = opinions.into_iter().filter_map(judged).collect();
        Some(Judgement { units, said: model::said(view, tagged, &self.names) })
    }
}

#[cfg(test)]
mod tests;
