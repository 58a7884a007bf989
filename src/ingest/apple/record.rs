//! Makes facts of the records of an export, and chooses among those of a day.

use std::collections::BTreeMap;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use quick_xml::events::BytesStart;

use crate::document::{Coded, Fact, FactKind, Field, Form, Moment, Reading, Value};
use crate::ingest::moment;
use crate::span::Span;

use super::kinds::{PREFIXES, Taken, kind};

const LOINC: &str = "http://loinc.org";
const SEX: &str = "HKBiologicalSex";
const CATEGORY_VALUE: &str = "HKCategoryValue";

/// The attributes of one tag, with their places in the file.
pub(super) struct Attributes<'t> {
    values: BTreeMap<&'t str, Value>,
    span: Range<usize>,
}

impl<'t> Attributes<'t> {
    /// Returns the attributes of `tag`, which stands at `range` of `text`, and `text` at the byte `base` of the file; `None` when
    /// they cannot be read.
    pub(super) fn read(tag: &BytesStart<'_>, text: &'t str, range: Range<usize>, base: usize) -> Option<Self> {
        let within = |part: &str| {
            // What quick-xml lends is a piece of the text that it was given: its place is the distance between the two.
            let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            let range = start..start.checked_add(part.len())?;
            (text.get(range.clone()) == Some(part)).then_some(range)
        };
        let mut values = BTreeMap::new();
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.ok()?;
            let key = text.get(within(attribute.key.as_ref())?)?;
            let raw = within(&attribute.value)?;
            let decoded = crate::markup::xml(&attribute.value).filter(|text| !text.trim().is_empty());
            if let Some(text) = decoded {
                values.insert(
                    key,
                    Value { text: text.into(), span: Span::at(base + raw.start, raw.len()), form: Form::Xml, aside: 0 },
                );
            }
        }
        Some(Attributes { values, span: base + range.start..base + range.end })
    }

    /// Returns the text of an attribute.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.values.get(name).map(|value| value.text.to_string())
    }

    /// Returns an attribute without `prefix`, if it begins so: what is left is a piece of the same bytes.
    fn without(&self, name: &str, prefix: &str) -> Option<Value> {
        let value = self.values.get(name)?;
        let rest = value.text.strip_prefix(prefix).filter(|rest| !rest.is_empty())?;
        // References make the text shorter than its bytes: what stands where is then not known.
        let plain = value.text.len() == value.span.len();
        plain.then(|| Value {
            text: rest.into(),
            span: Span::at(value.span.start() + prefix.len(), rest.len()),
            form: Form::Xml,
            aside: 0,
        })
    }

    fn fact(&self, kind: FactKind) -> Option<Fact> {
        Some(Fact::bare(kind, Span::new(self.span.clone())?))
    }
}

fn field(label: &str, value: Value, unit: Option<Value>) -> Field {
    Field { label: label.into(), value, unit, item: 0, sentence: Span::at(0, 0) }
}

/// Returns what the export says of whose it is.
pub(super) fn me(attributes: &Attributes<'_>) -> Option<Fact> {
    let mut fact = attributes.fact(FactKind::Patient)?;
    let birth = attributes.values.get("HKCharacteristicTypeIdentifierDateOfBirth").cloned();
    let sex = attributes.without("HKCharacteristicTypeIdentifierBiologicalSex", SEX).filter(|sex| sex.text != "NotSet");
    fact.fields.extend(sex.map(|sex| field("Gender", sex, None)));
    fact.fields.extend(birth.map(|birth| field("Birth date", birth, None)));
    (!fact.fields.is_empty()).then_some(fact)
}

/// A measurement of a day.
pub(super) struct Measured {
    pub kind: String,
    pub day: Date,
    /// The number, for the lowest and highest.
    pub order: Option<f64>,
    pub taken: Taken,
    pub fact: Fact,
}

/// Returns the measurement of a `Record`; `None` when it is a part of a sum, or says nothing.
pub(super) fn measured(attributes: &Attributes<'_>) -> Option<Measured> {
    let name = PREFIXES.iter().find_map(|prefix| attributes.without("type", prefix))?;
    let of = kind(&name.text);
    if of.taken == Taken::Sum {
        return None;
    }
    let when = attributes.values.get("startDate").or_else(|| attributes.values.get("creationDate"))?.clone();
    let day = moment::day(&when.text)?;
    let mut fact = attributes.fact(FactKind::Observation)?;
    let (system, code) = (of.loinc.map(|_| LOINC.into()), of.loinc.map(Into::into));
    // The names of kinds are Apple's own closed list, never anybody's words.
    fact.code = Some(Coded { system, code, term: Some(name.clone()), display: name.clone(), others: Box::default() });
    fact.category = Some(Coded {
        system: None,
        code: Some(of.category.into()),
        display: name.clone(),
        term: None,
        others: Box::default(),
    });
    let value = attributes.without("value", CATEGORY_VALUE).or_else(|| attributes.values.get("value").cloned())?;
    let unit = attributes.values.get("unit").cloned();
    let number = value.text.parse::<f64>().ok().filter(|number| number.is_finite());
    let label = if of.words.is_empty() { "Value".to_owned() } else { format!("{} value", of.words) };
    fact.fields.push(field("Code", name.clone(), None));
    match (number, of.taken) {
        (Some(_), Taken::Share) => fact.fields.push(field(&format!("{} as a share of 1", of.words), value, None)),
        (Some(number), _) => {
            fact.fields.push(field(&label, value.clone(), unit.clone()));
            fact.reading = Some(Reading::Quantity { value, number, unit });
        }
        (None, _) => {
            fact.fields.push(field(&label, value.clone(), None));
            fact.reading = Some(Reading::Text { value });
        }
    }
    fact.fields.push(field("Effective", when.clone(), None));
    fact.begun = Some(Moment { value: when, day });
    Some(Measured { kind: name.text.into(), day, order: number, taken: of.taken, fact })
}

/// Readings of one day that are kept where every one is; of more than a person takes by hand some are, as of others.
const MOST_OF_EVERY: usize = 96;

/// What is kept of one kind on one day.
#[derive(Default)]
pub(super) struct Day {
    count: usize,
    every: Vec<Kept>,
    lowest: Option<Kept>,
    highest: Option<Kept>,
    last: Option<Kept>,
}

#[derive(Clone)]
struct Kept {
    order: f64,
    when: String,
    instant: Option<Timestamp>,
    number: usize,
    fact: Fact,
}

impl Day {
    /// Takes a measurement, the record `number` of the file; `order` is its number.
    pub(super) fn take(&mut self, order: Option<f64>, taken: Taken, number: usize, fact: Fact) {
        self.count += 1;
        let when = fact.begun.as_ref().map(|moment| moment.value.text.to_string()).unwrap_or_default();
        let instant = fact.begun.as_ref().and_then(Moment::instant);
        let kept = Kept { order: order.unwrap_or_default(), when, instant, number, fact };
        let says_the_same =
            |other: &Kept| (other.order.total_cmp(&kept.order).is_eq(), &other.when) == (true, &kept.when);
        if self.kept().any(says_the_same) {
            // The same measurement by two sources, or within a correlation as well.
            self.count -= 1;
            return;
        }
        if taken == Taken::Every && self.every.len() < MOST_OF_EVERY {
            return self.every.push(kept);
        }
        if self.lowest.as_ref().is_none_or(|lowest| kept.order < lowest.order) {
            self.lowest = Some(kept.clone());
        }
        if self.highest.as_ref().is_none_or(|highest| kept.order > highest.order) {
            self.highest = Some(kept.clone());
        }
        if self.last.as_ref().is_none_or(|last| kept.instant > last.instant) {
            self.last = Some(kept);
        }
    }

    fn kept(&self) -> impl Iterator<Item = &Kept> {
        [&self.lowest, &self.highest, &self.last].into_iter().flatten().chain(&self.every)
    }

    /// Returns how many were not kept.
    pub(super) fn between(&self) -> usize {
        let kept: std::collections::BTreeSet<usize> = self.kept().map(|kept| kept.number).collect();
        self.count.saturating_sub(kept.len())
    }

    /// Returns what was kept, each once, with the number of its record.
    pub(super) fn into_facts(self) -> BTreeMap<usize, Fact> {
        let some = [self.lowest, self.highest, self.last].into_iter().flatten();
        some.chain(self.every).map(|kept| (kept.number, kept.fact)).collect()
    }
}
