//! Names as heads of pages and lists write them: "STONE, HOPE", "Stone^Hope MD", "Patient: BROWN JR, ART".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::sentences::turns;
use super::{BEFALLING, HEADINGS, NEVER, may_be_name, names_to};
use crate::privacy::lexicon::Traits;
use crate::question::{period, vocabulary};

/// Most words of a line that holds a name and says nothing else.
const MAX_WORDS: usize = 6;
/// Most words of a surname before the last.
const MOST_BEFORE: usize = 2;
/// What may begin a line before its words.
const BEGINNING: [char; 8] = [' ', '\t', '#', '*', '>', '|', '-', '_'];
/// Labels of a line that holds a name.
const LABELS: &[&str] =
    &["patient", "pt", "name", "patient name", "client", "re", "regarding", "subject", "member", "for"];
/// What may stand behind a name that has its line for itself.
const BEHIND: &[&str] =
    &["md", "do", "rn", "np", "pa", "phd", "m", "f", "male", "female", "mrn", "dob", "page", "id", "age"];

static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?P<first>\p{Lu}[\p{L}'\u{2019}-]+)(?:[ \t]+(?:JR|SR|Jr|Sr|II|III|IV)(?-u:\b)\.?)?[ \t]*[,^][ \t]*(?P<second>\p{Lu}[\p{L}'\u{2019}-]+)",
    )
    .ok()
});

/// A surname and a given name, with a comma or "^" between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::privacy::clauses) struct Banner {
    pub(in crate::privacy::clauses) range: Range<usize>,
    /// Whether its line says nothing else.
    is_alone: bool,
}

impl Banner {
    /// Returns whether `range` of `text` is a line that holds this name and says nothing else: no heading, and no sentence.
    pub(in crate::privacy::clauses) fn is_all_of(&self, text: &str, range: &Range<usize>) -> bool {
        let said = text.get(range.clone()).unwrap_or_default().trim();
        let is_within = range.start <= self.range.start && self.range.end <= range.end;
        self.is_alone
            && is_within
            && !said.contains('\n')
            && !said.ends_with(['.', '!', '?'])
            && said.split_whitespace().count() <= MAX_WORDS
            && !turns(said)
    }
}

/// Returns the names in `text` that are written so, where both words may be a name; all of it where nothing can be found.
pub(in crate::privacy::clauses) fn banners(text: &str, traits: impl Fn(&str) -> Traits) -> Vec<Banner> {
    let Some(pair) = PAIR.as_ref() else { return vec![Banner { range: 0..text.len(), is_alone: false }] };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(captures) = pair.captures_at(text, at) {
        let (Some(first), Some(second)) = (captures.name("first"), captures.name("second")) else { break };
        at = second.start();
        let behind = text.get(second.end()..).unwrap_or_default();
        let is_alone = has_line(text, first.start(), behind);
        let (family, given) = (first.as_str().to_lowercase(), second.as_str().to_lowercase());
        let is_date =
            period::month(&given).is_some() && behind.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
        if is_date || !may_be_second(&given, traits(&given), is_alone) || !may_be_first(&family, &traits) {
            continue;
        }
        let end = names_to(text, second.end(), &traits);
        // "Mother, Hope": whose it is stays told.
        let is_said = HEADINGS.contains(&family.as_str()) || turns(&family);
        let start = if is_said { second.start() } else { surname(text, first.start(), &traits) };
        found.push(Banner { range: start..end, is_alone: is_alone && !is_said });
    }
    found
}

/// Returns whether what begins at `start` of `text` begins its line, or stands behind a label there, and `behind` ends it or goes on with what pages have there.
fn has_line(text: &str, start: usize, behind: &str) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let label = line.trim_matches(BEGINNING).trim_end_matches([':', '*', '_', ' ']).to_lowercase();
    let begins = label.is_empty() || LABELS.contains(&label.as_str());
    let rest = behind.split('\n').next().unwrap_or_default().trim_end_matches(['\r', ' ', '*', '_', '|']);
    let next = rest.trim_start_matches([' ', ',', '.']);
    let word = next.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let is_set_off = rest.starts_with("  ") || rest.starts_with('\t') || rest.trim_start().starts_with(['|', '(']);
    let is_number = word.starts_with(|sign: char| sign.is_ascii_digit());
    begins && (next.is_empty() || is_set_off || is_number || BEHIND.contains(&word.as_str()))
}

/// Returns whether `word`, of which `known` is known, may be the given name behind a comma; where the line has nothing else, also another name.
fn may_be_second(word: &str, known: Traits, is_alone: bool) -> bool {
    let is_other = NEVER.contains(&word) && word != "will"
        || [HEADINGS, BEFALLING].iter().any(|words| words.contains(&word))
        || vocabulary::is_of_care(word)
        || known.is(Traits::DRUG);
    let is_name = known.is(Traits::GIVEN_NAME) || is_alone && known.is(Traits::FAMILY_NAME);
    !is_other && (is_name && may_be_name(word, known) || is_alone && known.is_unknown())
}

/// Returns whether `word` may be the surname before a comma. Words of medicine are surnames, too ("Small", "Hand"): what stands behind the comma tells.
fn may_be_first(word: &str, traits: &impl Fn(&str) -> Traits) -> bool {
    let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME;
    let is_name = |part: &str| {
        let known = traits(part);
        (known.is(name) || known.is_unknown()) && !known.is(Traits::DRUG)
    };
    (!NEVER.contains(&word) || word == "will") && word.split('-').all(is_name)
}

/// Returns where the surname begins whose last word begins at `start` of `text`: "VAN STONE".
fn surname(text: &str, start: usize, traits: &impl Fn(&str) -> Traits) -> usize {
    let mut start = start;
    for _ in 0..MOST_BEFORE {
        let Some(before) = text.get(..start).and_then(|before| before.strip_suffix(' ')) else { break };
        let word = before.rsplit(|sign: char| !sign.is_alphabetic()).next().unwrap_or_default();
        let lower = word.to_lowercase();
        let known = traits(&lower);
        let is_name = known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && may_be_name(&lower, known);
        let is_said = NEVER.contains(&lower.as_str()) || HEADINGS.contains(&lower.as_str()) || turns(&lower);
        if !word.starts_with(char::is_uppercase) || !is_name || is_said {
            break;
        }
        start = before.len() - word.len();
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(word: &str) -> Traits {
        let name = Traits::COMMON | Traits::GIVEN_NAME | Traits::FAMILY_NAME;
        match word {
            "stone" | "small" | "art" | "brown" | "severe" | "pearl" | "rash" | "heart" => name | Traits::MEDICAL,
            "hope" | "chance" | "banks" | "may" | "mother" | "will" | "lee" | "van" => name,
            "waters" => Traits::COMMON | Traits::FAMILY_NAME,
            "angina" => Traits::MEDICAL | Traits::GIVEN_NAME,
            "aspirin" => Traits::MEDICAL | Traits::DRUG | Traits::GIVEN_NAME,
            "pain" | "cough" => Traits::COMMON | Traits::MEDICAL | Traits::FAMILY_NAME,
            "okafor" => Traits::default(),
            _ => Traits::COMMON | Traits::MEDICAL,
        }
    }

    #[test]
    fn a_surname_before_a_given_name_is_found() {
        for (text, expected) in [
            ("STONE, HOPE", &["STONE, HOPE"][..]),
            ("Stone, Hope MD", &["Stone, Hope"]),
            ("STONE^HOPE^LEE", &["STONE^HOPE", "HOPE^LEE"]),
            ("BROWN, ART LEE\nPain", &["BROWN, ART LEE"]),
            ("BROWN JR, ART", &["BROWN JR, ART"]),
            ("VAN STONE, HOPE", &["VAN STONE, HOPE"]),
            ("Patient STONE, HOPE", &["STONE, HOPE"]),
            ("BROWN-STONE, HOPE", &["BROWN-STONE, HOPE"]),
            ("SMALL, PEARL has pain", &["SMALL, PEARL"]),
            ("Fever, Stone, Hope", &["Stone, Hope"]),
            ("OKAFOR, HOPE said", &["OKAFOR, HOPE"]),
            ("HOPE, WATERS", &["HOPE, WATERS"]),
            ("HOPE, OKAFOR", &["HOPE, OKAFOR"]),
            ("told HOPE, WATERS of it", &[]),
            ("Mother, Hope, has it", &["Hope"]),
            ("STONE, WILL", &["STONE, WILL"]),
            ("PAST MEDICAL HISTORY", &[]),
            ("CHEST PAIN, ACUTE", &[]),
            ("Allergies, Intolerances", &[]),
            ("RASH, SEVERE", &[]),
            ("Cough, Angina", &[]),
            ("Pain, Aspirin", &[]),
            ("ASPIRIN, HOPE", &[]),
            ("Cough, May 2019", &[]),
            ("stone, hope", &[]),
            ("The, Hope", &[]),
        ] {
            let found: Vec<&str> = banners(text, traits).into_iter().map(|banner| &text[banner.range]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_line_that_holds_a_name_alone_is_known() {
        for (line, is) in [
            ("STONE, HOPE", true),
            ("# STONE, HOPE", true),
            ("Patient: STONE, HOPE", true),
            ("STONE, HOPE  62 M", true),
            ("STONE, HOPE MD", true),
            ("STONE, HOPE had pain", false),
            ("Pain in STONE, HOPE", false),
            ("STONE, HOPE  Pain.", false),
            ("STONE, HOPE  denies pain", false),
            ("STONE, HOPE  one two three four five", false),
        ] {
            let text = format!("Cough.\n{line}\nPain");
            let range = 7..7 + line.len();
            let banners = banners(&text, traits);
            assert_eq!(banners.iter().any(|banner| banner.is_all_of(&text, &range)), is, "{line}");
            assert!(!banners.iter().any(|banner| banner.is_all_of(&text, &(7..text.len()))), "{line}");
        }
    }
}
