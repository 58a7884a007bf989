//! Amounts of a medicine that the records' boxes and public passages name, side by side where they are not the same.
//!
//! A look-up by fixed rules: a word of a medicine's title that stands in a passage with an amount right beside it. It says that two texts name
//! different amounts, each as it stands, and nothing of which is right: a strength is no daily dose, and a trial's dose is nobody's. It does not look
//! at concentrations, amounts by weight, doses counted in tablets, or medicines called otherwise in the passage.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::clearance::Block;
use crate::reference::Reference;

/// What the head of a medicine's box begins with ([`face::entry`](crate::document::face)).
const MEDICINE: &str = "Medicine";
/// Most that are told.
const MAX_FOUND: usize = 20;
/// Letters of the shortest name that is looked for.
const MIN_NAME: usize = 5;

/// A number, perhaps a second one that it reaches to, and a unit of mass or of activity.
static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number = r"\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,3})?";
    let unit = "milligrams?|micrograms?|grams?|mg|mcg|[µμu]g|g|units?|iu|unt";
    Regex::new(&format!(r"(?i)\b({number})(?:\s*(?:-|–|to|or|and)\s*({number}))?[\s-]*({unit})\b")).ok()
});

/// What may stand between a medicine's name and its amount: salts, forms and words of dosing, and nothing else.
const BETWEEN: &[&str] = &[
    "hydrochloride",
    "hcl",
    "sodium",
    "potassium",
    "calcium",
    "magnesium",
    "maleate",
    "succinate",
    "tartrate",
    "besylate",
    "mesylate",
    "phosphate",
    "sulfate",
    "sulphate",
    "acetate",
    "citrate",
    "fumarate",
    "bromide",
    "xr",
    "er",
    "sr",
    "ir",
    "xl",
    "cr",
    "la",
    "mr",
    "extended",
    "immediate",
    "sustained",
    "release",
    "oral",
    "orally",
    "tablet",
    "tablets",
    "capsule",
    "capsules",
    "at",
    "of",
    "a",
    "the",
    "dose",
    "doses",
    "dosage",
    "daily",
    "once",
    "twice",
    "bid",
    "tid",
    "qd",
    "day",
    "each",
    "every",
    "starting",
    "initial",
    "fixed",
    "low",
    "high",
    "usual",
    "mean",
    "median",
    "maximum",
];

/// First words of titles that are no medicine by themselves.
const NO_NAME: &[&str] = &[
    "insulin",
    "vitamin",
    "sodium",
    "potassium",
    "calcium",
    "magnesium",
    "ferrous",
    "ferric",
    "aluminum",
    "aluminium",
    "extended",
    "delayed",
    "release",
    "tablet",
    "capsule",
    "solution",
    "injection",
    "injectable",
    "product",
    "medication",
    "medicine",
    "human",
    "generic",
    "actuat",
    "units",
    "chewable",
    "inhaler",
    "transdermal",
    "topical",
    "ointment",
    "cream",
];

/// A medicine of which a box of the records and a public passage name different amounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideBySide {
    /// Its name as the passage has it.
    pub medicine: String,
    /// The box of the records.
    pub reference: Reference,
    /// The box's title, as the record has it.
    pub record: String,
    /// The amounts in that box, as they stand there.
    pub recorded: Vec<String>,
    /// Which passage, in their order from 0.
    pub passage: usize,
    /// Its sentence, as it stands there.
    pub sentence: String,
    /// The amounts of the medicine in it, as they stand there.
    pub amounts: Vec<String>,
}

/// Numbers, each with whether it is of a mass: in millionths of a gram then, else in units.
type Values = BTreeSet<(bool, u64)>;

/// An amount, as it stands in a text.
#[derive(Debug, Clone, PartialEq)]
struct Amount<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    values: Values,
}

/// Returns each medicine of the boxes among `blocks` of which a passage names an amount that is not the box's, in the order of the boxes.
pub fn side_by_side(blocks: &[Block], passages: &[String]) -> Vec<SideBySide> {
    let mut found: Vec<SideBySide> = Vec::new();
    for block in blocks {
        let Block::RecordData { reference, entry, title, rows, .. } = block else { continue };
        if !entry.starts_with(MEDICINE) {
            continue;
        }
        let components: Vec<&str> = title.split(" / ").collect();
        for component in &components {
            let Some(name) = name_of(component) else { continue };
            let mut recorded = amounts(component);
            // A row of a medicine of several says not of which.
            let values = rows.iter().map(|row| row.value.as_str()).filter(|_| components.len() == 1);
            recorded.extend(values.flat_map(amounts));
            let known: Values = recorded.iter().flat_map(|amount| amount.values.clone()).collect();
            if known.is_empty() {
                continue;
            }
            let mut texts: Vec<String> = recorded.iter().map(|amount| amount.text.to_owned()).collect();
            texts.dedup();
            for (passage, text) in passages.iter().enumerate() {
                for sentence in text.split_sentence_bounds().map(str::trim) {
                    let Some((medicine, named)) = named_beside(sentence, &name) else { continue };
                    let said: Values = named.iter().flat_map(|amount| amount.values.clone()).collect();
                    let is_known = |other: &SideBySide| {
                        other.sentence == sentence && other.passage == passage && other.record == *title
                    };
                    if !said.is_subset(&known) && !found.iter().any(is_known) && found.len() < MAX_FOUND {
                        found.push(SideBySide {
                            medicine: medicine.to_owned(),
                            reference: reference.clone(),
                            record: title.clone(),
                            recorded: texts.clone(),
                            passage,
                            sentence: sentence.to_owned(),
                            amounts: named.iter().map(|amount| amount.text.to_owned()).collect(),
                        });
                    }
                }
            }
        }
    }
    found
}

/// Returns the word of `title`, or of a component of one, by which the medicine is called: the first that is no number and no unit of the form.
fn name_of(title: &str) -> Option<String> {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.skip_while(|word| {
        let is_form = ["hr", "ml", "mg", "actuat", "hour"].iter().any(|form| word.eq_ignore_ascii_case(form));
        is_form || word.starts_with(|c: char| c.is_ascii_digit())
    });
    let name = words.next()?.to_lowercase();
    let is_name = name.chars().count() >= MIN_NAME && name.chars().all(char::is_alphabetic);
    (is_name && !NO_NAME.contains(&name.as_str()) && !BETWEEN.contains(&name.as_str())).then_some(name)
}

/// Returns the amounts in `text` but for concentrations and those by weight or area.
fn amounts(text: &str) -> Vec<Amount<'_>> {
    let found = AMOUNT.iter().flat_map(|form| form.captures_iter(text));
    let amount = |captures: regex::Captures<'_>| -> Option<(usize, usize, Values)> {
        let whole = captures.get(0)?;
        let unit = captures.get(3)?.as_str().to_lowercase();
        if is_by_something(text.get(whole.end()..)?) || is_within_number(text.get(..whole.start())?) {
            return None;
        }
        let (is_mass, factor) = match unit.as_str() {
            "mg" | "milligram" | "milligrams" => (true, 1e3),
            "g" | "gram" | "grams" => (true, 1e6),
            "unit" | "units" | "iu" | "unt" => (false, 1.0),
            _ => (true, 1.0),
        };
        let value = |at: usize| captures.get(at)?.as_str().replace(',', "").parse::<f64>().ok();
        let values = [value(1), value(2)].into_iter().flatten().map(|value| (is_mass, (value * factor).round() as u64));
        Some((whole.start(), whole.end(), values.filter(|(_, value)| *value > 0).collect()))
    };
    let spans = found.filter_map(amount).filter(|(_, _, values)| !values.is_empty());
    spans.filter_map(|(start, end, values)| Some(Amount { text: text.get(start..end)?, start, end, values })).collect()
}

/// Returns whether what stands behind an amount makes it another thing than a dose: `/dl`, `per kg`, `kg-1`; a day is none.
fn is_by_something(behind: &str) -> bool {
    let behind = behind.to_lowercase();
    let slash = behind.trim_start().strip_prefix('/').map(str::trim_start);
    let per = behind.trim_start().strip_prefix("per ").map(str::trim_start);
    let of_time = |rest: &str| {
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        ["day", "d", "dose", "24", "daily"].contains(&word.as_str())
    };
    slash.or(per).is_some_and(|rest| !of_time(rest))
        || ["kg", "ml", "dl", "m2", "/", "·"]
            .iter()
            .any(|unit| behind.trim_start_matches([' ', '-', '·']).starts_with(unit) && slash.is_none())
}

/// Returns whether what stands before an amount belongs to its number: `1.`, `-`, `=`, `<`, or a slash.
fn is_within_number(before: &str) -> bool {
    before.ends_with(['.', ',', '/', '<', '>', '=', '≥', '≤', '±', '+', '−'])
}

/// Returns the amounts right beside `name` in `sentence`, with the name as it stands there; `None` without any.
fn named_beside<'t>(sentence: &'t str, name: &str) -> Option<(&'t str, Vec<Amount<'t>>)> {
    let all = amounts(sentence);
    let mut found: Vec<Amount<'t>> = Vec::new();
    let mut medicine = None;
    let mut words = sentence.unicode_word_indices().filter(|(_, word)| word.to_lowercase() == name).peekable();
    while let Some((at, word)) = words.next() {
        let (end, next) = (at + word.len(), words.peek().map_or(sentence.len(), |(at, _)| *at));
        let behind = all.iter().find(|amount| amount.start >= end && amount.start < next);
        let is_behind = behind.filter(|amount| is_between(sentence.get(end..amount.start).unwrap_or("!")));
        let mut these: Vec<Amount<'t>> = Vec::new();
        match is_behind {
            Some(first) => {
                these.push(first.clone());
                // Further doses of it: "500 mg or 1000 mg".
                for amount in all.iter().filter(|amount| amount.start >= first.end && amount.start < next) {
                    let last = these.last().map_or(end, |amount| amount.end);
                    let between = sentence.get(last..amount.start).unwrap_or("!").trim();
                    if !matches!(between, "or" | "to" | "/" | "-" | "–") {
                        break;
                    }
                    these.push(amount.clone());
                }
            }
            None => {
                let before = all.iter().rfind(|amount| amount.end <= at);
                let is_before = |amount: &&Amount<'_>| is_between(sentence.get(amount.end..at).unwrap_or("!"));
                these.extend(before.filter(is_before).cloned());
            }
        }
        if !these.is_empty() {
            medicine = medicine.or(Some(word));
            found.extend(these.into_iter().filter(|amount| !found.contains(amount)).collect::<Vec<_>>());
        }
    }
    medicine.map(|medicine| (medicine, found))
}

/// Returns whether nothing stands in `text`, which is between a name and an amount, but what belongs to both.
fn is_between(text: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.replace("/day", " day ").replace("/d ", " day ");
    let is_open = |c: char| c.is_whitespace() || "(-[".contains(c);
    text.split(is_open).filter(|word| !word.is_empty()).all(|word| BETWEEN.contains(&word))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn medicine(title: &str) -> Block {
        let reference = Reference::parse("r");
        Block::RecordData {
            reference,
            person: None,
            entry: Cow::Borrowed("Medicine"),
            title: title.to_owned(),
            title_citation: None,
            rows: Vec::new(),
            elements: Vec::new(),
        }
    }

    fn pairs(title: &str, passage: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
        let found = side_by_side(&[medicine(title)], &[passage.to_owned()]);
        found.into_iter().map(|pair| (pair.medicine, pair.recorded, pair.amounts)).collect()
    }

    #[test]
    fn other_amounts_of_the_same_medicine_are_found_as_they_stand() {
        for (title, passage, medicine, recorded, amounts) in [
            (
                "Metformin hydrochloride 500 MG Oral Tablet",
                "We gave it. Metformin hydrochloride at a dose of 1,000 mg twice daily lowered HbA1c by 1.2 %.",
                "Metformin",
                vec!["500 MG"],
                vec!["1,000 mg"],
            ),
            ("24 HR metformin 500 MG Tablet", "metformin (850-mg)", "metformin", vec!["500 MG"], vec!["850-mg"]),
            ("lisinopril 10 MG", "Of 20 mg/day lisinopril.", "lisinopril", vec!["10 MG"], vec!["20 mg"]),
            ("lisinopril 10 MG", "40 mg of lisinopril or 5 mg of ramipril", "lisinopril", vec!["10 MG"], vec!["40 mg"]),
            ("simvastatin 20 MG", "simvastatin 20 mg or 80 mg", "simvastatin", vec!["20 MG"], vec!["20 mg", "80 mg"]),
            ("simvastatin 20 MG", "simvastatin 20–40 mg daily", "simvastatin", vec!["20 MG"], vec!["20–40 mg"]),
            (
                "levothyroxine 0.05 MG",
                "levothyroxine 75 \u{b5}g daily",
                "levothyroxine",
                vec!["0.05 MG"],
                vec!["75 \u{b5}g"],
            ),
            (
                "amlodipine 5 MG / benazepril hydrochloride 10 MG Oral Capsule",
                "benazepril 20 mg and amlodipine 5 mg",
                "benazepril",
                vec!["10 MG"],
                vec!["20 mg"],
            ),
        ] {
            let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(pairs(title, passage), [(medicine.to_owned(), owned(recorded), owned(amounts))], "{passage}");
        }
    }

    #[test]
    fn what_is_the_same_or_no_dose_of_this_medicine_is_none() {
        for (title, passage) in [
            ("metformin 500 MG", "metformin 500 mg twice daily"),
            ("metformin 500 MG", "metformin 0.5 g twice daily"),
            ("levothyroxine 0.05 MG", "levothyroxine 50 mcg"),
            ("metformin 500 MG", "metformin and 100 mg sitagliptin"),
            ("metformin 500 MG", "metformin, 100 mg sitagliptin"),
            ("metformin 500 MG", "100 mg sitagliptin with metformin"),
            ("metformin 500 MG", "sitagliptin 100 mg/metformin 500 mg"),
            ("metformin 500 MG", "metformin 20 mg/kg"),
            ("metformin 500 MG", "metformin 20 mg kg-1 day-1"),
            ("metformin 500 MG", "metformin 5 mg per kg"),
            ("metformin 500 MG", "metformin at 250 mg/ml"),
            ("metformin 500 MG", "On metformin glucose fell by 20 mg/dl."),
            ("metformin 500 MG", "Metformin works. 850 mg were given."),
            ("metformin 500 MG", "metformin > 2000 mg"),
            ("metformin 500 MG", "metforminol 850 mg"),
            ("metformin Oral Tablet", "metformin 850 mg"),
            ("insulin glargine 100 UNT/ML", "insulin 10 units"),
            ("Sodium fluoride 1 MG", "sodium 500 mg"),
            ("1 ML Iron 50 MG", "Iron 100 mg"),
        ] {
            assert_eq!(pairs(title, passage), [], "{title}: {passage}");
        }
        let condition = Block::RecordData {
            reference: Reference::parse("r"),
            person: None,
            entry: Cow::Borrowed("Condition"),
            title: "metformin 500 MG".to_owned(),
            title_citation: None,
            rows: Vec::new(),
            elements: Vec::new(),
        };
        assert_eq!(side_by_side(&[condition], &["metformin 850 mg".to_owned()]), []);
    }
}
