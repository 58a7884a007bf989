//! Postal codes: 45 CFR 164.514(b)(2)(i)(B). The whole code is an identifier; its first three digits may stay where more
//! than 20,000 people live, which [`zip3_may_stay`] answers.
//!
//! A bare five-digit number is no ZIP code: a state before it, a city after a comma, or a label must say so. The forms of
//! the UK (BS 7666) and Canada (Canada Post) are narrow enough alone; those of other countries need a label or a place.

use std::sync::LazyLock;

use super::label::{self, Labelled, Shape};
use super::pattern::Pattern;
use super::places;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

/// The three-digit ZIP code areas that held 20,000 people or fewer in the census of 2000, as HHS's "Guidance Regarding
/// Methods for De-identification of Protected Health Information" (2012) lists them, and 202, 204, 205, 369, 753 and 772, of which later
/// censuses may count few: they are no part of that list, their counts are not checked here, and they can only hold back more.
const RESTRICTED: [u16; 23] =
    [36, 59, 63, 102, 202, 203, 204, 205, 369, 556, 692, 753, 772, 790, 821, 823, 830, 831, 878, 879, 884, 890, 893];

/// Returns whether the first three digits of `zip`, a ZIP code of five or nine digits, may stay: 45 CFR
/// 164.514(b)(2)(i)(B)(1) and (2). Where they may not, they are to be written `000`.
pub fn zip3_may_stay(zip: &str) -> bool {
    let digits = zip.bytes().filter(u8::is_ascii_digit).count();
    let area = zip.get(..3).and_then(|area| area.parse::<u16>().ok());
    matches!(digits, 5 | 9) && area.is_some_and(|area| !RESTRICTED.contains(&area))
}

macro_rules! states {
    () => {
        r"(?:A[LKZREAP]|C[AOT]|D[EC]|F[LM]|G[AU]|HI|I[DLNA]|K[SY]|LA|M[EDHAINSOTP]|N[EVHJMYCD]|O[HKR]|P[AWR]|RI|S[CD]|T[NX]|UT|V[TIA]|W[AVIY])"
    };
}
macro_rules! state_names {
    () => {
        r"(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|puerto rico|guam)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("state and ZIP code", concat!(r"(?:^|[^A-Za-z])", states!(), r"\.?[ ,\n]{1,3}(?P<it>[0-9OlISB]{5}(?:-[0-9]{4})?)(?:$|[^0-9A-Za-z%/-])"), Score::STRONG),
        ("state and ZIP code", concat!(r"(?i)[,;] ?", states!(), r"\.?[ ,\n]{1,3}(?P<it>[0-9]{5}(?:-[0-9]{4})?)(?:$|[^0-9A-Za-z%/-])"), Score::FAIR),
        ("state and ZIP code", concat!(r"(?i)(?-u:\b)", state_names!(), r"[ ,\n]{1,3}(?P<it>[0-9]{5}(?:-[0-9]{4})?)(?:$|[^0-9A-Za-z%/-])"), Score::STRONG),
        ("scanned state and ZIP code", r"(?i)(?-u:\b)[l1i]{2,3}[l1]?ino[l1i]s[ ,]{1,3}(?P<it>[0-9OlISB]{5})(?-u:\b)", Score::FAIR),
        ("ZIP+4", r"(?:^|[^0-9A-Za-z.,/-])(?P<it>[0-9]{5}-[0-9]{4})(?:$|[^0-9A-Za-z%/-])", Score::WEAK),
        ("city and ZIP code", r"(?:, | in | at |^|\n)(?:\p{Lu}[\p{L}'.-]+ ){1,3}(?P<it>[0-9]{5})(?:$|[ ]?[\n.,;)])", Score::WEAK),
        ("city and PIN", r"\p{Lu}[\p{L}'.-]+(?: ?[-,] ?| )(?P<it>[1-8][0-9]{2} ?[0-9]{3})(?:$|[ ]?[\n.,;)])", Score::WEAK),
        ("state and PIN", r"(?-u:\b)(?:AP|AR|AS|BR|CG|CT|GA|GJ|HR|HP|JH|JK|KA|KL|MP|MH|MN|ML|MZ|NL|OD|OR|PB|RJ|SK|TN|TS|TG|TR|UP|UK|WB|DL|PY)[ ,-]{1,3}(?P<it>[1-8][0-9]{5})(?:$|[^0-9A-Za-z%/])", Score::FAIR),
        ("United Kingdom", r"(?:^|[^0-9A-Za-z])(?P<it>(?:A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|J?E|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|Z[E])[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}|GIR 0AA)(?:$|[^0-9A-Za-z])", Score::FAIR),
        ("Canada", r"(?:^|[^0-9A-Za-z])(?P<it>[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -][0-9][ABCEGHJ-NPRSTV-Z][0-9])(?:$|[^0-9A-Za-z])", Score::FAIR),
        ("with a country's letter", r"(?:^|[^0-9A-Za-z])(?:D|DK|A|CH|F|FR|N|S|SE|NO|FI|NL|B|I|E|PL|CZ|L)-(?P<it>[0-9]{3} ?[0-9]{1,2})(?: \p{Lu})", Score::FAIR),
        ("Australia", r"(?-u:\b)(?:NSW|VIC|QLD|TAS|ACT|Vic|Qld|Tas|SA|WA|NT),? (?P<it>[0-9]{4})(?:$|[^0-9A-Za-z%/.-]|[.](?:$|[^0-9]))", Score::FAIR),
        ("Ireland", r"(?-u:\b)(?P<it>(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?:[AC-FHKNPRTV-Y][0-9]{2}[0-9AC-FHKNPRTV-Y]|[0-9][AC-FHKNPRTV-Y][0-9AC-FHKNPRTV-Y]{2}|[AC-FHKNPRTV-Y]{2}[0-9]{2}))(?-u:\b)", Score::WEAK),
        ("Netherlands", r"(?:, ?|\n)(?P<it>[1-9][0-9]{3} ?[A-Z]{2}) \p{Lu}\p{Ll}", Score::FAIR),
        ("code and town in an address", r"(?:[0-9][A-Za-z]?|box|Box|BOX), ?\n?(?P<it>[0-9]{3} ?[0-9]{1,2}) \p{Lu}\p{L}{2,}", Score::FAIR),
        ("with a country's letter", r"(?:^|[^0-9A-Za-z])(?P<it>(?:SE?|D|CH|FI|DK|LT|LV|MD|AZ|HR|SI|SK)-[0-9]{3,4} ?[0-9]{0,2}) \p{Lu}", Score::FAIR),
        ("town and code of four digits", r"(?-u:\b)(?i:rd|st|street|road|ave|drive|lane|place|crescent|court) (?:\p{L}[\p{L}'-]+ ){1,2}(?P<it>[0-9]{4})(?:$|[ ]?[\n.,;)])", Score::WEAK),
        ("code and town", r", (?P<it>[0-9]{5}) \p{Lu}\p{Ll}{2,}", Score::WEAK),
        ("Singapore", r"(?i)(?-u:\b)singapore,? (?P<it>[0-9]{6})(?-u:\b)", Score::STRONG),
        ("Brazil", r"(?:^|[^0-9A-Za-z.,/-])(?P<it>[0-9]{5}-[0-9]{3})(?:$|[^0-9A-Za-z%/-])", Score::FAIR),
        ("Japan", r"\u{3012} ?(?P<it>[0-9]{3}-?[0-9]{4})(?-u:\b)", Score::CERTAIN),
        ("Poland", r"(?:, ?|\n)(?P<it>[0-9]{2}-[0-9]{3}) \p{Lu}\p{Ll}", Score::FAIR),
        ("military", r"(?-u:\b)(?:APO|FPO|DPO),? A[AEP],? (?P<it>[0-9]{5}(?:-[0-9]{4})?)(?-u:\b)", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

static COUNTRY: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    let shape = format!(
        r"(?i)(?-u:\b)(?:{})[ ,\n]{{1,3}}(?P<it>[0-9]{{5}})(?:$|[^0-9A-Za-z%/.,-]|[.,](?:$|[^0-9]))",
        places::COUNTRIES
    );
    Pattern::new("country and code", &shape, Score::FAIR)
});

/// A British postal code in small letters, behind a word that says so.
static SMALL: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    let shape = r"(?i)(?-u:\b)(?:post ?code|postal code|pc)(?: is|[ :=|.]{0,60}?) ?(?P<it>[a-z]{1,2}[0-9][0-9a-z]? ?[0-9][a-z]{2})(?-u:\b)";
    Pattern::new("United Kingdom", shape, Score::FAIR)
});

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let shape = Shape { min_digits: 2, min_length: 4, max_length: 10 };
    let labels = r"zip(?:[ -]?code)?|postal(?:[ _-]?code)?|post ?code|plz|postleitzahl|postnummer|postnr|pin ?code|pincode|cep|c\u{f3}digo postal|code postal|cap|codice postale";
    Labelled::new("labelled", labels, shape, EntityType::Location, Score::STRONG).into_iter().collect()
});

/// Words that end in a capital and a number but are no place.
const NO_PLACE: &[&str] = &[
    "mrn",
    "room",
    "lot",
    "serial",
    "case",
    "model",
    "platelets",
    "count",
    "wbc",
    "ssn",
    "id",
    "no",
    "icd",
    "cpt",
    "snomed",
    "heparin",
    "units",
];

/// Finds postal codes.
pub struct PostalCode;

impl Recognizer for PostalCode {
    fn name(&self) -> &'static str {
        "postal_code"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let labelled = LABELLED.iter().flat_map(|labelled| labelled.find(view));
        let shaped = PATTERNS
            .iter()
            .chain(COUNTRY.iter())
            .chain(SMALL.iter())
            .flat_map(|pattern| pattern.find(view, EntityType::Location));
        let shaped = shaped.filter(|found| {
            let text = view.slice(found.range.clone());
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            let before = view.words_before(found.range.start).next();
            let place = !before.is_some_and(|word| NO_PLACE.contains(&word.lower.as_str()));
            let measured = label::is_measured(view.text(), found.range.end);
            let public = super::code::is_of_a_system(view, found.range.start);
            place && !public && !measured && (digits >= 3 || found.pattern == "United Kingdom" && digits >= 2)
        });
        labelled.chain(shaped).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!((PATTERNS.len(), LABELLED.len(), COUNTRY.iter().count(), SMALL.iter().count()), (23, 1, 1, 1));
    }

    #[test]
    fn the_census_says_which_three_digits_may_stay() {
        assert!(zip3_may_stay("10001") && zip3_may_stay("02903-1234"));
        assert!(!zip3_may_stay("20510") && !zip3_may_stay("36925"));
        assert!(!zip3_may_stay("03601") && !zip3_may_stay("82190") && !zip3_may_stay("893010001"));
        for wrong in ["", "123", "1000", "abcde", "1\u{e9}23456"] {
            assert!(!zip3_may_stay(wrong));
        }
    }
}
