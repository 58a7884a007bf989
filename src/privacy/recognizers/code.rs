//! Any other unique number or code: 45 CFR 164.514(b)(2)(i)(R): accessions, specimens, orders, claims, cases, visits,
//! trial subjects, UUIDs (RFC 9562), and numbers too long to be a value.
//!
//! Against a bare number or code speak a unit, a word of a code system before it (SNOMED, LOINC, ICD, ATC, …), and the forms
//! of public identifiers: trials (NCT), variants (rs), transcripts (NM_), articles (PMID, DOI), products (NDC).

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::check;
use super::label::{self, Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View, Word};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let shape = |digits, length| Shape { min_digits: digits, min_length: length, max_length: 40 };
    [
        (
            "number of a specimen, order or visit",
            r"accession|acc|lab(?:oratory)?(?: ?(?:no|id|#))|path(?:ology)?(?: ?(?:no|id|#))|cyto|micro|blood unit|unit no|crossmatch|transfusion|cassette|vial|tube|batch|run|job|dictation|transcription|recording|voicemail|alert|event|session|specimen|spec|sample|biopsy|cytology|slide|block|culture|isolate|label|barcode|bar ?code|requisition|req|order|ord|placer|filler|encounter|enc|visit|csn|admission|episode|appointment|appt|confirmation|booking|report|rpt|study|exam|film|series|donor|donation|bag|kit|band|wrist ?band|bracelet",
            shape(3, 4),
            Score::STRONG,
        ),
        (
            "number of a case or claim",
            r"claims?(?: ?#)?|comp claim|case|file|docket|incident|complaint|police report|citation|warrant|inmate|booking|badge|employee|staff|student|roll|service|military|rank|voter|ticket|tracking|delivery|shipment|authori[sz]ation|auth|prior auth|pre-?auth|approval|referral|roi|release|invoice|bill|receipt|statement|transaction|trans|prescription|rx|script|voucher|certificate|exemption(?: certificate)?|kindred|pedigree|family|proband|interpreter|translator|custody|security env(?:elope)?|envelope|locker|property|valuables|key|badge|tag|token|document|doc|message|msg|record locator|pnr|library card|gc card|gift card|pin|passcode|password|access code|screening card|guthrie(?: card)?|newborn screen(?:ing)?(?: card)?|bloodspot(?: card)?|card",
            shape(4, 4),
            Score::FAIR,
        ),
        (
            "subject of a trial",
            r"(?:study|trial|research|screening|randomi[sz]ation|enrol?lment|subject|participant|patient study) ?(?:id|identifier|number|no|nr|#|code)s?|subject|participant|randomi[sz]ed as|screening",
            shape(3, 3),
            Score::STRONG,
        ),
        (
            "noun and number",
            r"[a-z]{2,}\.?[ _](?:number|id|no\.|nr\.?|n\u{ba}|n\.|#)|(?:^|\n|[;,.|(] ?)(?:no|nr|n\u{ba})\.? ?:|[a-z]{3,}(?:#|-nr\.?|-id|nummer)|dnr|az|aktenzeichen|protokol(?:l)?(?: no)?|expediente|folio|datix|folder|dossier",
            shape(4, 5),
            Score::FAIR,
        ),
        ("reference", r"(?:(?:our|your|my|their|case|file|booking) )?ref(?:erence)?s?(?:[ .]?(?:number|no|nr|id|#))?", shape(3, 4), Score::FAIR),
        ("id", r"(?:[a-z]+[_ ])?ids?(?:entifier)?(?: ?(?:number|no|#|card))?|identifier|unique (?:id|code|number)|guid|uuid|urn:oid", shape(3, 4), Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, labels, shape, score)| Labelled::new(name, labels, shape, EntityType::Id, score))
    .collect()
});

static SHAPED: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("UUID", r"(?i)(?-u:\b)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?-u:\b)", Score::CERTAIN),
        ("object identifier", r"(?-u:\b)[0-2](?:\.[0-9]{1,18}){5,20}(?-u:\b)", Score::STRONG),
        ("hexadecimal", r"(?-u:\b)(?:[0-9a-f]{16,64}|[0-9A-F]{16,64})(?-u:\b)", Score::FAIR),
        ("accession", r"(?-u:\b)(?:[A-Z]{1,4}-?[0-9]{2}-[0-9]{3,8}|[0-9]{2}[A-Z]{1,2}-?[0-9]{4,8}|[A-Z]{1,4}[0-9]{2}[-/][0-9]{3,8})(?-u:\b)", Score::FAIR),
        ("letters and digits", r"(?-u:\b)(?:[A-Z]{1,5}[-_]?[0-9]{6,14}(?:-[0-9A-Z]{1,6}|[A-Z]{0,2})|[0-9]{3,}[A-Z]{1,3}[0-9]{3,}[A-Z0-9]*|[A-Z]{2,4}-[0-9]{2,6}-[0-9]{2,6}(?:-[0-9]{1,6})*|[a-z]{2,4}-[0-9]{3,6}-[0-9a-z]{1,6})(?-u:\b)", Score::FAIR),
        ("after a hash", r"(?:^|[^0-9A-Za-z&])#[ ]?(?P<it>[A-Za-z]{0,4}-?[0-9][0-9A-Za-z]*(?:-[0-9A-Za-z]+)*)(?-u:\b)", Score::FAIR),
        ("letters and digits", r"(?-u:\b)(?:[A-Z]{2,4}-?[0-9]{5}|[A-Z]-[0-9]{5,9}|[A-Z]{1,3}[0-9]{2,4}-[0-9]{4,8}(?:-[0-9]{1,4})?)(?-u:\b)", Score::FAIR),
        ("mixed", r"(?-u:\b)[A-Z0-9]{8,24}(?-u:\b)", Score::FAIR),
        ("path", r"(?-u:\b)[A-Z]{2,4}/(?:[A-Z0-9]{1,6}/){0,2}[0-9]{3,8}(?:/[0-9]{2,4})?(?-u:\b)", Score::FAIR),
        ("in brackets", r"\((?P<it>[A-Z]{1,4}[ -]?[0-9]{5,10}|[0-9]{3,6}-[0-9]{2,6}|[0-9]{6,12})[),;]", Score::FAIR),
        ("long number", r"(?:^|[^0-9A-Za-z.,/:*+-])(?P<it>[0-9]{7,30})(?:$|[^0-9A-Za-z%*]|[.,:-](?:$|[^0-9]))", Score::FAIR),
        ("groups of digits", r"(?:^|[^0-9A-Za-z.,/:-])(?P<it>[0-9]{2,6}(?:-[0-9]{2,8}){1,4})(?:$|[^0-9A-Za-z%/:-]|-(?:$|[^0-9A-Za-z]))", Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Fewer digits say little of where a code is from.
const DIGITS: usize = 3;

/// Words before a code that say it is one of a public system.
const SYSTEMS: &[&str] = &[
    "snomed",
    "sct",
    "snomedct",
    "loinc",
    "icd",
    "icd-10",
    "icd10",
    "icd-9",
    "icd9",
    "icd-o",
    "drg",
    "ms-drg",
    "billed",
    "modifier",
    "cpt",
    "hcpcs",
    "rxnorm",
    "rxcui",
    "cui",
    "umls",
    "mesh",
    "ndc",
    "atc",
    "pmid",
    "pmcid",
    "doi",
    "isbn",
    "issn",
    "nct",
    "clinicaltrials.gov",
    "eudract",
    "omim",
    "mim",
    "orpha",
    "chembl",
    "drugbank",
    "unii",
    "cas",
    "dbsnp",
    "refseq",
    "ensembl",
    "uniprot",
    "hgnc",
    "entrez",
    "gtin",
    "upc",
    "ean",
    "din",
    "cvx",
    "pzn",
    "version",
    "level",
    "hpo",
    "meddra",
    "opcs",
    "opcs-4",
    "icpc",
    "icpc-2",
    "icd-11",
    "icd-10-cm",
    "icd-10-pcs",
    "icf",
    "dsm",
    "dsm-5",
    "ec",
    "clinvar",
    "ctcae",
    "hgvs",
    "mondo",
    "icd-o-3",
    "iso",
    "rfc",
    "cfr",
    "usc",
];

/// Beginnings of public identifiers.
const PUBLIC: &[&str] = &[
    "NCT", "NM_", "NP_", "NR_", "NG_", "NC_", "XM_", "ENS", "COSM", "COSV", "CHEMBL", "PMC", "PMID", "DB0", "SCV",
    "RCV", "VCV", "ISRCTN", "HP_", "LRG_", "GSK", "BNT", "MONDO", "ICD", "SARS", "CYP", "COVID",
];

/// Returns whether one of the two words before byte `at` says that the code there is one of a public system.
pub fn is_of_a_system(view: &View<'_>, at: usize) -> bool {
    label::follows(view, at, 2, SYSTEMS)
}

/// Returns whether a code system or a public register gave the number or code at `range`, or `range` names one that a code
/// stands behind.
pub fn is_public_at(view: &View<'_>, range: &Range<usize>) -> bool {
    let text = view.slice(range.clone());
    let upper = text.to_ascii_uppercase();
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let coded = |code: &Word| digits(view.slice(code.range.clone())) >= DIGITS;
    if SYSTEMS.contains(&text.to_ascii_lowercase().as_str()) && view.words_after(range.end).next().is_some_and(coded) {
        return true;
    }
    text.bytes().filter(u8::is_ascii_digit).count() >= DIGITS
        && (PUBLIC.iter().any(|begin| upper.starts_with(begin)) || is_of_a_system(view, range.start))
}

/// Levels of the spine side by side, and isotopes with their mass, which are shaped like rooms and codes: `L4-L5`, `C5/6`, `Tc-99m`.
static NOBODY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?-u:\b)(?:[CTLS][0-9]{1,2} ?[-/] ?(?:[CTLS])?[0-9]{1,2}|(?:C-?11|N-?13|O-?15|F-?18|P-?32|Cr-?51|Co-?5[78]|Cu-?64|Ga-?6[78]|Rb-?82|Sr-?89|Zr-?89|Y-?90|Tc-?99m|Pd-?103|In-?111|I-?12[345]|I-?131|Xe-?133|Cs-?137|Sm-?153|Lu-?177|Re-?18[68]|Ir-?192|Tl-?201|Ra-?223))(?-u:\b)",
    )
    .ok()
});
/// Bytes of the longest of these.
const LONGEST: usize = 12;

/// Returns whether `range` lies within a level of the spine or an isotope.
pub fn is_of_nobody(view: &View<'_>, range: &Range<usize>) -> bool {
    let text = view.text();
    let from = text.floor_char_boundary(range.start.saturating_sub(LONGEST));
    let to = text.ceil_char_boundary((range.end + LONGEST).min(text.len()));
    let near = text.get(from..to).unwrap_or_default();
    let within = |found: regex::Match<'_>| from + found.start() <= range.start && range.end <= from + found.end();
    range.len() < LONGEST && NOBODY.iter().flat_map(|nobody| nobody.find_iter(near)).any(within)
}

/// Finds other unique codes.
pub struct Code;

impl Recognizer for Code {
    fn name(&self) -> &'static str {
        "code"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let labelled = LABELLED.iter().flat_map(|labelled| labelled.find(view)).filter(|found| !is_public(view, found));
        let shaped = SHAPED.iter().flat_map(|pattern| pattern.find(view, EntityType::Id));
        labelled.chain(shaped.filter(|found| !is_public(view, found) && !is_value(view, found))).collect()
    }
}

/// Returns whether a code system or a public register gave this code.
fn is_public(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let upper = text.to_ascii_uppercase();
    PUBLIC.iter().any(|begin| upper.starts_with(begin))
        || label::follows(view, found.range.start, if found.context.is_some() { 2 } else { 3 }, SYSTEMS)
}

/// Returns whether a bare number or code is rather a value: measured, a range, a ratio.
fn is_value(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let after = view.text().get(found.range.end..).unwrap_or_default();
    let before = view.text().get(..found.range.start).unwrap_or_default();
    if label::is_measured(view.text(), found.range.end)
        || after.starts_with(['%', '*'])
        || before.ends_with(['>', '<', '=', '~']) && found.pattern == "groups of digits"
    {
        return true;
    }
    match found.pattern {
        "groups of digits" | "in brackets" if text.starts_with(|c: char| c.is_ascii_digit()) => {
            let groups: Vec<&str> = text.split('-').collect();
            let digits: usize = groups.iter().map(|group| group.len()).sum();
            digits < 6 || is_range(&groups)
        }
        "after a hash" => {
            let counted = ["disp", "dispense", "dispensed", "qty", "quantity", "refill", "tab", "tablet", "cap"];
            check::digits(text).len() < 4 || label::follows(view, found.range.start, 2, &counted)
        }
        "mixed" => !is_mixed(text),
        "hexadecimal" => !text.bytes().any(|byte| byte.is_ascii_alphabetic()) && check::digits(text).len() < 16,
        _ => check::is_one_digit(&check::digits(text)) && text.len() < 9,
    }
}

/// Returns whether letters and digits of `text` change places as in no gene, stage or word with a number: "PMJ7X44QK".
fn is_mixed(text: &str) -> bool {
    let kinds: Vec<bool> = text.bytes().map(|byte| byte.is_ascii_digit()).collect();
    let digits = kinds.iter().filter(|digit| **digit).count();
    let changes = kinds.windows(2).filter(|pair| pair.first() != pair.last()).count();
    let stage = text.starts_with("PT")
        || text.starts_with("YP")
        || text.starts_with('T') && text.contains('N') && text.contains('M');
    digits >= 3 && text.len() - digits >= 2 && changes >= 2 && !stage
}

/// Returns whether two groups count up, as "136-145", "150000-400000" and "2010-2012" do.
fn is_range(groups: &[&str]) -> bool {
    let [low, high] = groups else { return false };
    let rises = low.parse::<u64>().ok() < high.parse::<u64>().ok() && high.len() <= low.len() + 1;
    let round = low.ends_with("00") && high.ends_with("00");
    rises && (low.len() <= 4 || round) && !low.starts_with('0')
}

#[cfg(test)]
mod tests {
    #[test]
    fn levels_of_the_spine_and_isotopes_are_nobodys() {
        let text = "L4-L5 bulge, C5/6; Tc-99m, room C5 in L4";
        let view = super::View::plain(text);
        let nobody = |at: usize, length: usize| super::is_of_nobody(&view, &(at..at + length));
        let at = |part: &str| text.find(part).unwrap();
        assert!(nobody(0, 2) && nobody(3, 2) && nobody(at("C5/6"), 2) && nobody(at("6;"), 1) && nobody(at("99m"), 3));
        assert!(!nobody(at("bulge"), 5) && !nobody(at("C5 in"), 2) && !nobody(text.len() - 2, 2));
    }

    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::SHAPED.len(), super::NOBODY.iter().count()), (6, 12, 1));
    }
}
