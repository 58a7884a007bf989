//! Other ways to write what identifies somebody, derived from the records' own: for the known answers, beside what folding does.
//!
//! Names: initials with the family name, either order, the other letters of German and Nordic names (Müller, Mueller), short
//! forms of English given names. Streets: abbreviated and spelt out, without the house's number. Days: as they are written on paper.
//! Telephone and social security numbers: without the country's digit, without the area, and digit by digit in words.
//!
//! What dress alone changes (case, accents, gaps, hyphens, possessives, look-alikes) needs no variant.

mod diminutives;

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::document::{EntityType, Identifier};
use diminutives::DIMINUTIVES;

/// Letters and what is written for them where they cannot be.
const TRANSLITERATIONS: &[(char, &str)] =
    &[('ä', "ae"), ('ö', "oe"), ('ü', "ue"), ('å', "aa"), ('ø', "oe"), ('æ', "ae"), ('þ', "th"), ('ð', "dh")];
/// Kinds of streets and parts of addresses with their abbreviations (Publication 28 of the United States Postal Service).
const STREETS: &[(&str, &str)] = &[
    ("avenue", "ave"),
    ("boulevard", "blvd"),
    ("circle", "cir"),
    ("court", "ct"),
    ("drive", "dr"),
    ("highway", "hwy"),
    ("lane", "ln"),
    ("parkway", "pkwy"),
    ("place", "pl"),
    ("road", "rd"),
    ("square", "sq"),
    ("street", "st"),
    ("terrace", "ter"),
    ("trail", "trl"),
    ("apartment", "apt"),
    ("suite", "ste"),
    ("unit", "apt"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
];
const DIGITS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/// Returns `identifiers` with their variants, each of the same type and patient, sorted and without repeats.
pub fn with_variants(identifiers: &[Identifier]) -> Vec<Identifier> {
    let mut all: BTreeSet<Identifier> = identifiers.iter().cloned().collect();
    for identifier in identifiers {
        let text = identifier.text.as_str();
        let variants = match identifier.entity_type {
            EntityType::Person => names(text),
            EntityType::Location => streets(text),
            // A day on which only something was done is no more than a date, which its shape gives away.
            EntityType::Date if identifier.patient.is_some() => days(text),
            EntityType::Phone | EntityType::Fax => telephones(text),
            EntityType::Id | EntityType::SocialSecurity if is_social_security(text) => {
                spoken(text).into_iter().collect()
            }
            _ => Vec::new(),
        };
        all.extend(variants.into_iter().map(|text| Identifier { text, ..identifier.clone() }));
    }
    all.into_iter().collect()
}

fn names(text: &str) -> Vec<String> {
    let mut variants: Vec<String> = transliterated(text).into_iter().collect();
    let clean: String = text.chars().filter(|c| !c.is_numeric()).collect();
    // "Family, Given" has its variants from "Given Family", which is harvested too.
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some((first, rest)) = words.split_first().filter(|_| !clean.contains(',')) else { return variants };
    let short = short_forms(first);
    // Two letters alone are anything.
    variants.extend(short.iter().filter(|form| form.len() > 2).cloned());
    let Some((family, middle)) = rest.split_last() else { return variants };
    let initial = |word: &&str| word.chars().next().map(String::from).unwrap_or_default();
    let middle: Vec<String> = middle.iter().map(initial).collect();
    let initials = std::iter::once(initial(first)).chain(middle.iter().cloned());
    if family.chars().count() > 1 {
        variants.push(format!("{}. {family}", initials.collect::<Vec<_>>().join(". ")));
        variants.push(format!("{}. {family}", initial(first)));
        variants.push(format!("{family} {}.", initial(first)));
        variants.extend(short.iter().map(|given| format!("{given} {family}")));
        if !middle.is_empty() {
            variants.push(format!("{first} {}. {family}", middle.join(". ")));
        }
    }
    variants
}

/// Returns `name` as it is written where its letters are not; `None` where it has none of them.
fn transliterated(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let of = |c: char| TRANSLITERATIONS.iter().find(|(letter, _)| *letter == c).map(|(_, written)| *written);
    let written = lower.chars().map(|c| of(c).map_or_else(|| String::from(c), str::to_owned)).collect::<String>();
    (written != lower).then_some(written)
}

/// Returns the short forms of a given name, and the names that it is a short form of.
fn short_forms(given: &str) -> Vec<String> {
    let given = given.to_lowercase();
    let mut forms = Vec::new();
    for line in DIMINUTIVES {
        let mut names = line.split(' ');
        let whole = names.next().unwrap_or_default();
        if whole == given {
            forms.extend(names.map(str::to_owned));
        } else if names.any(|short| short == given) {
            forms.push(whole.to_owned());
        }
    }
    forms
}

fn streets(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(|word| word.trim_matches(['.', ',']).to_lowercase()).collect();
    let rewritten = |short: bool| {
        let other = |word: &String| {
            let pair = STREETS.iter().find(|(long, abbreviation)| word == if short { long } else { abbreviation });
            pair.map_or_else(
                || word.clone(),
                |(long, abbreviation)| if short { *abbreviation } else { *long }.to_owned(),
            )
        };
        words.iter().map(other).collect::<Vec<_>>().join(" ")
    };
    let is_street = words.iter().any(|word| STREETS.iter().take(14).any(|(long, short)| word == long || word == short));
    // "River, Fall", as lists have places
    let turned = words.split_last().filter(|(_, rest)| !rest.is_empty());
    let turned = turned.map(|(last, rest)| format!("{last} {}", rest.join(" ")));
    if !is_street || words.len() < 2 {
        return turned.into_iter().collect();
    }
    let mut variants = vec![rewritten(true), rewritten(false)];
    let numbered = words.first().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    if numbered && words.len() > 2 {
        let without: Vec<String> =
            variants.iter().filter_map(|line| line.split_once(' ').map(|(_, name)| name.to_owned())).collect();
        variants.extend(without);
    }
    variants.extend(turned);
    variants
}

fn days(text: &str) -> Vec<String> {
    let Some(date) = text.get(..10).and_then(|day| day.parse::<Date>().ok()) else { return Vec::new() };
    let (year, month, day) = (date.year(), date.month(), date.day());
    let (name, short) = (date.strftime("%B").to_string(), date.strftime("%b").to_string());
    let mut variants = vec![format!("{year}{month:02}{day:02}")];
    for (first, second) in [(month, day), (day, month)] {
        variants.push(format!("{first:02}/{second:02}/{year}"));
        variants.push(format!("{first}/{second}/{year}"));
        variants.push(format!("{first:02}/{second:02}/{:02}", year.rem_euclid(100)));
    }
    for name in [&name, &short] {
        variants.extend([
            format!("{name} {day} {year}"),
            format!("{day} {name} {year}"),
            format!("{name} {day}th {year}"),
            format!("{day}th of {name} {year}"),
        ]);
    }
    // Without the year only with the month in full: three letters and a number are found in too much.
    variants.extend([format!("{name} {day}"), format!("{day} {name}")]);
    variants
}

fn telephones(text: &str) -> Vec<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let mut variants = Vec::new();
    let local = digits.strip_prefix('1').filter(|rest| rest.len() == 10).unwrap_or(&digits);
    variants.push(local.to_owned());
    // Without the area: seven digits, a telephone number still.
    variants.extend(local.get(3..).filter(|_| local.len() == 10).map(str::to_owned));
    let said: Vec<String> = variants.iter().filter_map(|number| spoken(number)).collect();
    variants.extend(said);
    variants
}

fn is_social_security(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    parts.iter().all(digits) && parts.iter().map(|part| part.len()).eq([3, 2, 4])
}

/// Returns the digits of `number` in words; `None` for fewer than seven.
fn spoken(number: &str) -> Option<String> {
    let digits = number.chars().filter_map(|c| c.to_digit(10)).filter_map(|digit| DIGITS.get(digit as usize).copied());
    let words: Vec<&str> = digits.collect();
    (words.len() >= 7).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::KnownAnswers;
    use crate::document::PatientIndex;

    fn finds(text: &str, entity_type: EntityType, written: &str) -> bool {
        let identifier = Identifier { text: text.to_owned(), entity_type, patient: Some(PatientIndex(0)) };
        let known = KnownAnswers::new(&with_variants(&[identifier])).unwrap();
        known.occurrences(written).iter().any(|found| !found.single_word || !written.contains(' '))
    }

    #[test]
    fn every_way_to_write_it_is_known() {
        for (text, entity_type, ways) in [
            (
                "Robert James Smith",
                EntityType::Person,
                &["R. Smith", "R. J. Smith", "RJ Smith", "Smith R", "Bob Smith", "bobby", "Robert J Smith"][..],
            ),
            ("Desmond Baker", EntityType::Person, &["Des", "Des Baker"]),
            ("Diana Baker", EntityType::Person, &["Di Baker"]),
            ("Bill Baker", EntityType::Person, &["William Baker", "william", "B Baker"]),
            ("Jürgen Müller-Lüdenscheidt", EntityType::Person, &["Mueller", "JUERGEN MUELLER-LUEDENSCHEIDT", "Muller"]),
            ("Søren Ågård", EntityType::Person, &["Soeren", "Aagaard", "Soren", "Agard"]),
            ("12 Elm Street", EntityType::Location, &["12 elm st.", "Elm Street", "ELM ST"]),
            ("4 N Oak Rd Apt 5", EntityType::Location, &["4 North Oak Road, Apartment 5"]),
            (
                "1961-03-04",
                EntityType::Date,
                &[
                    "03/04/1961",
                    "3/4/1961",
                    "4.3.1961",
                    "March 4, 1961",
                    "4 Mar 1961",
                    "19610304",
                    "the 4th of March 1961",
                ],
            ),
            (
                "+1 (555) 419-3488",
                EntityType::Phone,
                &["555.419.3488", "419-3488", "five five five four one nine three four eight eight"],
            ),
            ("999-50-3202", EntityType::Id, &["nine nine nine five zero three two zero two"]),
        ] {
            for way in ways {
                assert!(finds(text, entity_type, way), "{way}");
            }
        }
    }

    #[test]
    fn other_texts_are_not() {
        for (text, entity_type, other) in [
            ("Robert Smith", EntityType::Person, "r. smithers"),
            ("Robert Smith", EntityType::Person, "other smithy"),
            ("Lund", EntityType::Location, "lundi"),
            ("1961-03-04", EntityType::Date, "March 1961"),
            ("999-50-3202", EntityType::Id, "nine nine nine"),
        ] {
            assert!(!finds(text, entity_type, other), "{other}");
        }
    }

    #[test]
    fn the_table_is_in_order_and_folded() {
        assert!(DIMINUTIVES.is_sorted());
        assert!(DIMINUTIVES.iter().all(|line| line.bytes().all(|byte| byte == b' ' || byte.is_ascii_lowercase())));
    }
}
