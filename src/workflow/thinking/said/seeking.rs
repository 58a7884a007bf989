//! The words of a model that are looked for in the records.
//!
//! What a search brings is told, so that its words ask the records something. They are words that may leave alone: no name, no place, no
//! time and no number, whatever the records hold. A word that leaves and is somebody's in these records, or is kept back by the person, is
//! looked for as a word that no record has: nobody can tell it from a word of which nothing is found.

use jiff::civil::Date;

use super::{Bound, Said};
use crate::clearance::{Operator, SpanMap};
use crate::privacy::detect::without_accents;
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::privacy::policy::Withholding;
use crate::privacy::vocabulary::{Decision, Sources, Vocabulary};
use crate::question::{self, Filters, Plan, Word, period};
use crate::span::{Question, Span};
use crate::workflow::Context;

/// What is looked for in the place of a word that stays because of these records: no record has it.
const NOWHERE: &str = "unsought";
/// Words that count from an event, and days of the week.
const TIMES: [&str; 11] = [
    "since",
    "after",
    "following",
    "before",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
/// Any day: which words are a time does not hang on it.
const SOME_DAY: Date = Date::constant(2000, 1, 1);
/// Times that words are sifted until nothing more stays: what is left out brings others beside one another.
const MOST_TIMES: usize = 6;

const PROPER: Traits = Traits::of_bits(
    Traits::GIVEN_NAME.bits() | Traits::FAMILY_NAME.bits() | Traits::PLACE.bits() | Traits::REGION.bits(),
);
const TERM: Traits =
    Traits::of_bits(Traits::MEDICAL.bits() | Traits::DRUG.bits() | Traits::GENE.bits() | Traits::ORGANISM.bits());

/// What words are sifted by.
struct Sieve<'a> {
    context: &'a Context<'a>,
    allowed: &'a [String],
    withheld: &'a Withholding,
    terms: Vec<String>,
}

impl Said {
    /// Returns the words alone that may be looked for in the records of `context`, in small letters; nothing where a part reads like an
    /// instruction. `message` is the request that it answers, `allowed` and `withheld` what the person lets leave and keeps back.
    pub fn to_seek(
        &self,
        message: &SpanMap,
        context: &Context<'_>,
        allowed: &[String],
        withheld: &Withholding,
    ) -> String {
        if !self.instructions.is_empty() {
            return String::new();
        }
        let mut words = String::new();
        let mut at = 0;
        for (range, bound) in &self.bound {
            let is_term = matches!(bound, Bound::Piece { operator: Operator::Code, .. });
            words.push_str(self.text.get(at..if is_term { range.end } else { range.start }).unwrap_or_default());
            at = range.end;
        }
        words.push_str(self.text.get(at..).unwrap_or_default());
        // A capital of a model's says nothing of the records.
        words.make_ascii_lowercase();
        let sieve = Sieve { context, allowed, withheld, terms: terms(message) };
        for _ in 0..MOST_TIMES {
            let sifted = sieve.sift(&words);
            if sifted == words {
                return words;
            }
            words = sifted;
        }
        String::new()
    }
}

impl Sieve<'_> {
    fn sift(&self, text: &str) -> String {
        let Context { records, known, lexicon, detector, .. } = self.context;
        let plan = Plan::new(text, &[]);
        // What stays whatever the records hold, and what stays because of them.
        let of_all =
            Sources { lexicon: *lexicon, detector: Some(*detector), allowed: self.allowed, ..Sources::default() };
        let of_these = Sources {
            lexicon: *lexicon,
            detector: Some(*detector),
            allowed: self.allowed,
            known: Some(*known),
            withheld: Some(self.withheld),
            ..Sources::default()
        };
        let common = Vocabulary::new(text, &plan, &self.terms, &of_all);
        let own = Vocabulary::new(text, &plan, &self.terms, &of_these);
        let mut named: Vec<Span<Question>> =
            known.occurrences(text).into_iter().filter_map(|found| Span::new(found.range)).collect();
        named.extend(Plan::new(text, &records.patients).mentions.iter().map(|mention| mention.span));
        let times = Filters::among(&plan, std::iter::empty(), Some(SOME_DAY)).words;
        let mut sought = String::new();
        let mut done = 0;
        for (at, word) in plan.words.iter().enumerate() {
            let told = match common.decide(word) {
                _ if word.lower == NOWHERE => NOWHERE.to_owned(),
                Decision::Leaves(_, told) => told,
                Decision::Stays(_) => continue,
            };
            let is_time = times.contains(&at)
                || plan.dates.iter().any(|date| date.overlaps(word.span))
                || TIMES.contains(&told.as_str())
                || period::month(&told).is_some();
            let is_number = common.number(word).is_some()
                || common.age(word).is_some()
                || told.bytes().all(|byte| byte.is_ascii_digit());
            let is_nowhere = told == NOWHERE;
            if !is_nowhere && (is_time || is_number || is_name_alone(&told, *lexicon, &self.terms)) {
                continue;
            }
            let stays = named.iter().any(|span| span.overlaps(word.span)) || own.decide(word) != common.decide(word);
            let is_apart =
                text.get(done..word.span.start()).is_some_and(|gap| gap.contains([',', ';', '.', '?', '!', '&']));
            if !sought.is_empty() {
                sought.push_str(if is_apart { ", " } else { " " });
            }
            sought.push_str(if stays { NOWHERE } else { &told });
            done = word.span.end();
        }
        sought
    }
}

/// Returns the terms that `message` tells.
pub(super) fn terms(message: &SpanMap) -> Vec<String> {
    let codes = message.pieces().iter().filter(|piece| piece.operator == Operator::Code);
    codes.map(|piece| message.text_of(piece).to_owned()).collect()
}

/// Returns whether `word` is the name of a person or a place as well, and neither a word of medicine nor one of `terms`.
fn is_name_alone(word: &str, lexicon: Option<&Lexicon>, terms: &[String]) -> bool {
    let is_name = |part: &str| {
        let traits = lexicon.map(|lexicon| lexicon.of_word(part)).unwrap_or_default();
        traits.is(PROPER) && !traits.is(TERM)
    };
    !is_ours(word, terms) && word.split('-').any(is_name)
}

/// Returns whether `word`, a model's in small letters, could stay because it is somebody's name in the records: then it stays whatever they hold, as
/// what becomes of it would tell whether it is. A frequent word leaves, whosever it is.
pub(super) fn is_told_apart(word: &Word, lexicon: Option<&Lexicon>, terms: &[String]) -> bool {
    let folded = without_accents(&word.lower);
    let is_rarely_a_word = |form: &str| {
        let traits = lexicon.map(|lexicon| lexicon.of_word(form)).unwrap_or_default();
        traits.is(PROPER) && !traits.is(Traits::FREQUENT_WORD) && !is_ours(form, terms)
    };
    let one = ["es", "s"].iter().filter_map(|ending| folded.strip_suffix(ending)).filter(|one| one.len() > 2);
    !is_ours(&folded, terms) && folded.split('-').chain([folded.as_str()]).chain(one).any(is_rarely_a_word)
}

/// Returns whether `word` is in the lists of this program, or one of `terms`.
fn is_ours(word: &str, terms: &[String]) -> bool {
    let is_of = |term: &String| term.split(|c: char| !c.is_alphanumeric()).any(|own| own.eq_ignore_ascii_case(word));
    question::is_known(word) || terms.iter().any(is_of)
}
