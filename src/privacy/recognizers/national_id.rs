//! Numbers that states give their people, and passports: 45 CFR 164.514(b)(2)(i)(R).
//!
//! Each scheme is a shape, the issuer's check-digit rule, and the words that name it. A number whose check fits is taken
//! without a word where the shape is narrow; one of bare digits needs the word too, since one number in ten fits by chance.
//! With the word even a number that fails its check is taken: typing errors do not make it anybody else's.

use std::sync::LazyLock;

use regex::RegexSet;

use super::label::{self, Labelled, Shape};
use super::pattern::Pattern;
use super::schemes;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

/// One state's numbering scheme.
struct Scheme {
    pattern: Pattern,
    check: fn(&str) -> bool,
    /// Whether the shape and the check are enough without a word.
    narrow: bool,
    words: &'static [&'static str],
}

static SCHEMES: LazyLock<Vec<Scheme>> = LazyLock::new(|| {
    let scheme = |name, shape: &str, check: fn(&str) -> bool, narrow, words| {
        let shape = format!("(?i)(?:^|[^0-9A-Za-z./-])(?P<it>{shape})(?:$|[^0-9A-Za-z/-])");
        Pattern::new(name, &shape, Score::WEAK).map(|pattern| Scheme { pattern, check, narrow, words })
    };
    let schemes: [Option<Scheme>; 29] = [
        scheme("NHS number", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", schemes::nhs, true, &["nhs", "chi", "h&c"]),
        scheme(
            "Danish CPR",
            r"[0-3][0-9][01][0-9][0-9]{2}[ -]?[0-9]{4}",
            schemes::cpr,
            true,
            &["cpr", "cprnr", "personnummer", "p.nr"],
        ),
        scheme(
            "Swedish personnummer",
            r"(?:19|20)?[0-9]{2}[01][0-9][0-9]{2}[-+ ]?[0-9]{4}",
            schemes::personnummer,
            true,
            &["personnummer", "pnr", "personnr", "samordningsnummer"],
        ),
        scheme(
            "Norwegian f\u{f8}dselsnummer",
            r"[0-7][0-9][0-4][0-9]{3} ?[0-9]{5}",
            schemes::fodselsnummer,
            true,
            &["fodselsnummer", "fnr", "f\u{f8}dselsnummer", "personnummer"],
        ),
        scheme(
            "Finnish henkil\u{f6}tunnus",
            r"[0-3][0-9][01][0-9]{3}[-+A-FU-Y][0-9]{3}[0-9A-Y]",
            schemes::hetu,
            true,
            &["hetu", "henkilotunnus"],
        ),
        scheme("Singapore NRIC", r"[STFGM][0-9]{7}[A-Z]", schemes::nric, true, &["nric", "fin", "ic"]),
        scheme(
            "Aadhaar",
            r"[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}",
            schemes::aadhaar,
            true,
            &["aadhaar", "aadhar", "adhaar", "uid", "uidai"],
        ),
        scheme("Indian PAN", r"[A-Z]{3}[PCHABGJLFT][A-Z][0-9]{4}[A-Z]", schemes::always, true, &["pan"]),
        scheme(
            "Chinese resident identity",
            r"[1-8][0-9]{5}(?:18|19|20)[0-9]{2}[01][0-9][0-3][0-9][0-9]{3}[0-9X]",
            schemes::chinese,
            true,
            &["id", "resident"],
        ),
        scheme("Hong Kong identity card", r"[A-Z]{1,2}[0-9]{6} ?\(?[0-9A]\)?", schemes::hkid, true, &["hkid", "id"]),
        scheme(
            "Korean resident registration",
            r"[0-9]{2}[01][0-9][0-3][0-9]-[1-8][0-9]{6}",
            schemes::rrn,
            true,
            &["rrn"],
        ),
        scheme("Turkish identity", r"[1-9][0-9]{10}", schemes::turkish, true, &["tc", "tckn", "kimlik"]),
        scheme(
            "Spanish DNI or NIE",
            r"(?:[0-9]{8}|[XYZ][0-9]{7})[ -]?[A-Z]",
            schemes::dni,
            true,
            &["dni", "nie", "nif"],
        ),
        scheme(
            "French NIR",
            r"[12] ?[0-9]{2} ?[0-9]{2} ?(?:[0-9]{2}|2[AB]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
            schemes::nir,
            true,
            &["nir", "insee", "securite"],
        ),
        scheme(
            "German tax identification",
            r"[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}",
            schemes::steuer_id,
            true,
            &["steuer", "idnr", "steuer-id", "steueridentifikationsnummer", "tin"],
        ),
        scheme(
            "German health insurance",
            r"[A-Z][0-9]{9}",
            schemes::kvnr,
            true,
            &["kvnr", "versichertennummer", "krankenversichertennummer"],
        ),
        scheme(
            "Dutch BSN",
            r"[0-9]{4}[ .]?[0-9]{2}[ .]?[0-9]{3}",
            schemes::bsn,
            false,
            &["bsn", "burgerservicenummer", "sofinummer"],
        ),
        scheme(
            "Italian codice fiscale",
            r"[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]",
            schemes::codice_fiscale,
            true,
            &["codice", "fiscale", "cf"],
        ),
        scheme("Polish PESEL", r"[0-9]{2}[0-389][0-9][0-3][0-9]{6}", schemes::pesel, true, &["pesel"]),
        scheme("Brazilian CPF", r"[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}", schemes::cpf, true, &["cpf"]),
        scheme(
            "Mexican CURP",
            r"[A-Z][AEIOUX][A-Z]{2}[0-9]{2}[01][0-9][0-3][0-9][HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z][0-9]",
            schemes::curp,
            true,
            &["curp"],
        ),
        scheme(
            "Canadian SIN",
            r"[1-79][0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{3}",
            schemes::sin,
            false,
            &["sin", "social", "insurance"],
        ),
        scheme(
            "Australian Medicare",
            r"[2-6][0-9]{3}[ -]?[0-9]{5}[ -]?[0-9](?:[ /-]?[1-9])?",
            schemes::australian_medicare,
            true,
            &["medicare"],
        ),
        scheme("Australian tax file", r"[0-9]{3} ?[0-9]{3} ?[0-9]{3}", schemes::tfn, false, &["tfn", "tax"]),
        scheme(
            "UK National Insurance",
            r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]",
            schemes::always,
            true,
            &["ni", "nino", "insurance"],
        ),
        scheme("Irish PPS", r"[0-9]{7}[A-W][A-IW]?", schemes::pps, true, &["pps", "ppsn"]),
        scheme("Swiss AHV", r"756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}", schemes::ahv, true, &["ahv", "avs"]),
        scheme(
            "Belgian national register",
            r"[0-9]{2}\.?[01][0-9]\.?[0-3][0-9]-?[0-9]{3}\.?[0-9]{2}",
            schemes::belgian,
            true,
            &["rijksregisternummer", "niss", "insz"],
        ),
        scheme("New Zealand NHI", r"[A-HJ-NP-Z]{3}[0-9]{4}", schemes::nhi, true, &["nhi"]),
    ];
    schemes.into_iter().flatten().collect()
});

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        (
            "number of a person",
            r"nhs|nhi|chi|h&c|cpr(?:-?nr| ?nr\.?)?|person(?:al)?nummer|personnr|pnr|f(?:\u{f8}|oe|o)dselsnummer|fnr|hetu|henkil\u{f6}tunnus|nric|uin|aadha+r|adhaar|uidai|resident (?:id|identity)(?: card)?|hkid|rrn|tckn|tc kimlik|kimlik|dni|nie|nif|nir|insee|num\u{e9}ro de s\u{e9}curit\u{e9} sociale|steuer-?id(?:nr)?|steueridentifikationsnummer|kvnr|versicherten(?:nummer|-?nr)|svnr|bsn|burgerservicenummer|codice fiscale|pesel|cpf|curp|rfc|social insurance(?: number)?|tfn|tax file(?: number)?|ihi|national insurance|nino|pps(?:n)?|ahv|avs|rijksregisternummer|niss|kennitala|cnp|rodn\u{e9} \u{10d}\u{ed}slo|isikukood|personas kods|jmbg|oib|emb?g|amka|teudat zehut|cedula|c\u{e9}dula|rut|rg|bilhete de identidade|emirates id|iqama|qid|mykad|ktp|nik|my ?number|philhealth|umid|curp",
            4,
            Score::STRONG,
        ),
        ("identity card", r"(?:national|state|government|voter|tribal|citizen(?:ship)?|refugee|alien|military|dod|va|ration|election|identity|identification)[ -]?(?:id|identity|identification|card|registration|number|no|file)(?: ?(?:card|number|no|#))?|a-?number|uscis|alien registration|visa(?: (?:number|no|#))|epic|green ?card", 5, Score::FAIR),
        ("passport", r"passports?(?: ?(?:number|no|nr|#))?|reisepass|pasaporte|passaporto|passeport|pas nr", 5, Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, labels, digits, score)| {
        let shape = Shape { min_digits: digits, min_length: 6, max_length: 24 };
        Labelled::new(name, labels, shape, EntityType::NationalId, score)
    })
    .collect()
});

/// All shapes at once: in most texts none is found, and one pass says so.
static ANY: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSet::new(SCHEMES.iter().map(|scheme| scheme.pattern.shape.as_str())).ok());

/// Finds national numbers.
pub struct NationalId;

impl Recognizer for NationalId {
    fn name(&self) -> &'static str {
        "national_id"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        let present = ANY.iter().flat_map(|any| any.matches(view.text()));
        for scheme in present.filter_map(|place| SCHEMES.get(place)) {
            for number in scheme.pattern.find(view, EntityType::NationalId) {
                let text = view.slice(number.range.clone());
                let fits = (scheme.check)(text);
                let named = label::follows(view, number.range.start, 4, scheme.words);
                let validation = fits.then_some("the scheme's check");
                let context = named.then_some("the scheme's name");
                if let Some(score) = score(fits, named, scheme.narrow) {
                    found.push(Found { score, validation, context, ..number });
                }
            }
        }
        found
    }
}

fn score(fits: bool, named: bool, narrow: bool) -> Option<Score> {
    match (fits, named) {
        (true, true) => Some(Score::CERTAIN),
        (true, false) if narrow => Some(Score::FAIR),
        (false, true) => Some(Score::STRONG),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert!(super::ANY.is_some());
        assert_eq!((super::SCHEMES.len(), super::LABELLED.len()), (29, 3));
    }
}
