//! Street addresses: 45 CFR 164.514(b)(2)(i)(B), "street address, city, county, precinct".
//!
//! A house number, a name and a word for a street, in the order and the words of English-speaking countries, of Romance
//! ones ("Calle Mayor 3"), of those whose words end in one ("Hauptstra\u{df}e 12", "Vestergade 4"); post boxes, military and
//! Indian addresses. From the street on the line is taken as far as unit, city, state and postal code go. Weak words ("Dr",
//! "St", "Way") need capitals, and doses, sizes and leads are no house numbers ("60 MG DR", "12 LEAD ST").

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! strong {
    () => {
        r"(?:street|streets|avenue|ave|road|rd|lane|boulevard|blvd|highway|hwy|parkway|pkwy|terrace|crescent|cresc|expressway|freeway|turnpike|tpke|alley|causeway|esplanade|embankment|mews|cul-de-sac)"
    };
}
macro_rules! weak {
    () => {
        r"(?:st|str|dr|drive|ct|court|pl|place|plaza|p1aza|way|ln|cir|circle|square|sq|trail|trl|loop|park|row|walk|path|pike|ridge|run|hill|hills|heights|hollow|grove|glen|green|gardens|gdns|garden|close|cross|croft|bend|brae|brook|canyon|cove|creek|crest|crossing|dale|estate|estates|falls|ferry|field|fields|forest|fork|gate|gateway|harbor|haven|highlands|island|isle|junction|key|knoll|lake|landing|lodge|manor|meadow|meadows|mill|mount|mountain|oaks|orchard|overlook|oval|parade|pass|passage|pine|pines|plain|point|port|prairie|ranch|rapids|rise|shoal|shore|shores|spring|springs|spur|station|stream|summit|throughway|trace|track|tunnel|union|valley|via|viaduct|view|village|vista|wharf|wood|woods|yard|fort|ford|mall|divide|dam|cliff|camp|burg|bypass|branch|bluff|beach|bayou|arcade|annex|stravenue|skyway|route|motorway|mission|locks|light|inlet|extension|extensions|curve|corner|common|club|centers|center|ports|parkways|lights)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("number, name, street", concat!(r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>[0-9]{1,6}(?:-[0-9]{1,4})?[a-z]?(?: 1/2)?,? (?:(?:north|south|east|west|n|s|e|w|ne|nw|se|sw)\.? )?(?:[\p{L}0-9][\p{L}0-9'.-]* ){1,4}?", strong!(), r"\.?(?: (?:north|south|east|west|n|s|e|w|ne|nw|se|sw)(?-u:\b)\.?)?)(?:$|[^0-9A-Za-z'])"), Score::STRONG),
        ("number, Name, Street", concat!(r"(?:^|[^0-9A-Za-z.,/])(?P<it>[0-9]{1,6}(?:-[0-9]{1,4})?[A-Za-z]?(?: 1/2)?,? (?:[NSEW]{1,2}\.? )?(?:(?:\p{Lu}[\p{L}0-9'.-]*|[0-9]{1,3}(?:st|nd|rd|th)|of|the|de|la|del|los|las) ){1,4}?(?i:", weak!(), r")\.?(?: (?:N|S|E|W|NE|NW|SE|SW)(?-u:\b)\.?)?)(?:$|[^0-9A-Za-z'])"), Score::FAIR),
        ("Name Street", concat!(r"(?:^|[^0-9A-Za-z])(?P<it>(?:\p{Lu}[\p{L}'-]+ ){1,3}(?:Street|Avenue|Road|Lane|Boulevard|Blvd|Highway|Parkway|Crescent|Ave|Rd|Drive|Terrace))(?:$|[^0-9A-Za-z])"), Score::FAIR),
        ("on name street", concat!(r"(?i)(?-u:\b)(?:on|at|off|from|near|over|down|live on|lives on|living on|corner of) (?P<it>(?:(?:north|south|east|west|n|s|e|w) )?(?:[\p{L}][\p{L}'-]*|[0-9]{1,3}(?:st|nd|rd|th))(?: [\p{L}][\p{L}'-]*)? (?:street|st|avenue|ave|road|rd|lane|ln|boulevard|blvd|highway|hwy|parkway|trail|drive|court|circle|terrace|loop|turnpike))(?-u:\b)"), Score::WEAK),
        ("numbered street", r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>[0-9]{1,6} (?:(?:north|south|east|west|n|s|e|w|ne|nw|se|sw)\.? )[0-9]{1,3}(?:st|nd|rd|th)(?: (?:st|street|ave|avenue|pl|place|ct|court|dr|rd|road|ter|terrace|way|ln))?(?: (?:ne|nw|se|sw|n|s|e|w))?)(?-u:\b)", Score::FAIR),
        ("numbered street", r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>(?:[0-9]{1,6} )?(?:(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.? )?[0-9]{1,3}(?:st|nd|rd|th) (?:st|street|ave|avenue|road|rd|place|blvd|boulevard))(?-u:\b)", Score::FAIR),
        ("compound street", r"(?i)(?:^|[^\p{L}0-9])(?P<it>(?:[0-9]{1,6}[a-z]? )?(?:[\p{L}'.-]+ ){0,2}?[\p{L}'-]*\p{L}(?:stra(?:\u{df}|ss)e|str\.|weg|allee|platz|gasse|gassli|damm|ufer|steig|steenweg|chaussee|ring|vej|gade|all\u{e9}|gate|gata|gatan|v\u{e4}gen|v\u{e4}g|veien|veg|vegur|plads|torv|str\u{e6}de|parken|vangen|toften|katu|tie|kuja|polku|straat|laan|plein|kade|gracht|dreef|singel|hove|hof|dijk|pad|utca|tere|stien|bakken|bakke|marken|\u{e1}sen|lia|brauta|braut|t\u{fa}n|tun|lunden|haugen|b\u{e4}cken|berget|backen|stigen|g\u{e5}rden|h\u{f6}jden|parken|centret|havn|krogen),? (?:[0-9]{1,5} ?[a-z]?)(?:[-/][0-9]{1,4} ?[a-z]?)?)(?:$|[^0-9\p{L}%])", Score::FAIR),
        ("street, name, number", r"(?i)(?:^|[^\p{L}0-9])(?P<it>(?:[0-9]{1,6} )?(?:rua|r\.|calle|c/|cl\.|carrer|avenida|avda\.?|av\.|av|avenue|via|viale|piazza|piazzale|corso|vicolo|largo|strada|rue|boulevard|bd|place|quai|chemin|all\u{e9}e|impasse|cours|route|plaza|paseo|camino|carretera|ronda|glorieta|pra\u{e7}a|travessa|estrada|alameda|rodovia|ul\.|ulica|al\.|os\.|pl\.|aleja|bulevar|trg|jalan|jl\.|lorong|jln|calea|strada|str\.|odos|ulitsa|ul)(?: (?:de|da|do|das|dos|del|della|delle|dei|di|du|des|la|le|les|los|las|el|d'|l'|san|santa|s\u{e3}o))* ?(?:[\p{L}0-9][\p{L}'.\u{ba}-]*,? ){1,5}?(?:n\u{ba} ?|n\. ?|no\.? ?|nr\.? ?|km ?)?[0-9]{1,5}[a-z]?)(?:$|[^0-9\p{L}%])", Score::FAIR),
        ("number, street, name", r"(?:^|[^\p{L}0-9])(?P<it>[0-9]{1,6}(?: ?bis| ?ter|[A-Za-z])?,? (?:[Rr]ue|RUE|[Aa]venue|AVENUE|[Bb]oulevard|[Pp]lace|[Qq]uai|[Cc]hemin|[Aa]ll\u{e9}e|[Ii]mpasse|[Cc]ours|[Rr]oute|[Ss]quare|[Cc]alle|[Vv]ia|[Rr]ua|[Rr]\.?|[Uu]l\.|[Pp]laza|[Pp]asseio|[Pp]raceta|[Aa]v\.|[Aa]venida)(?: (?:de|du|des|d'|la|le|les|l'|da|do|dos|del|di|della))*(?: ?[\p{Lu}0-9][\p{L}0-9'.-]*){1,4})(?:$|[^0-9\p{L}%])", Score::FAIR),
        ("Hungarian, Czech, Slavic street", r"(?i)(?:^|[^\p{L}0-9])(?P<it>(?:[0-9]{1,6} )?(?:[\p{L}][\p{L}'.-]* ){1,3}(?:utca|u\.|\u{fa}t|\u{fa}tja|t\u{e9}r|k\u{f6}z|k\u{f6}r\u{fa}t|ulice|ulica|cesta|n\u{e1}m\u{11b}st\u{ed}|katu|tie|sok\.?|sokak|cad\.?|caddesi|street|prospekt|bul\.?) [0-9]{1,5}\.?[a-z]?)(?:$|[^0-9\p{L}%])", Score::FAIR),
        ("number, name, number", r"(?:^|[^\p{L}0-9.,/-])(?P<it>[0-9]{1,6},? (?:\p{Lu}[\p{L}'.-]* ){1,4}[0-9]{1,5}[A-Za-z]?),? ?\n? ?(?:(?:Apt|Suite|Unit|Ste)\.? [0-9]|\p{Lu}[\p{L}'-]+(?: \p{L}+)*\n? ?,)", Score::WEAK),
        ("post box", r"(?i)(?-u:\b)(?:p\.? ?o\.? ?box|p\.o\.b\.?|post ?(?:office )?box|postbox|postboks|postfach|apartado(?: de correos)?|caixa postal|bo\u{ee}te postale|b\.p\.|private bag|locked bag|gpo box|rr ?#? ?[0-9]{1,3},? box|box) #?[0-9]{1,6}[A-Z]?(?-u:\b)", Score::FAIR),
        ("military", r"(?-u:\b)(?:(?:PSC|Unit|CMR|UNIT) [0-9]{1,5},? Box [0-9]{1,5}|(?:USNS|USNV|USS|USCGC) [\p{L}' -]{2,30}?)[ ,\n]{1,3}(?:APO|FPO|DPO),? A[AEP],? [0-9]{5}(?:-[0-9]{4})?(?-u:\b)", Score::STRONG),
        ("rural", r"(?i)(?-u:\b)(?:rural (?:route|delivery)|rr|hc|rfd|star route|county road|county rd|co rd|state route|sr|us highway|us hwy|farm to market|fm) ?#?[0-9]{1,5}(?:,? box [0-9]{1,5})?(?-u:\b)", Score::WEAK),
        ("India", r"(?i)(?-u:\b)(?:h\.? ?no\.?|house no\.?|plot(?: no\.?)?|flat(?: no\.?)?|door no\.?|d\.? ?no\.?|s\.? ?no\.?|qtr\.? ?no\.?|block no\.?|shop no\.?|villa no\.?)[ :#-]{0,2}[0-9][0-9A-Za-z/-]{0,10}(?:, (?:[0-9A-Z][\p{L}0-9.'/-]*(?: [0-9A-Z][\p{L}0-9.'/-]*){0,4})){1,5}", Score::STRONG),
        ("apartment", r"(?i)(?-u:\b)(?:apt|apartment|suite|flat|penthouse|trailer|lot|spc)\.? ?#? ?[0-9]{1,5}[a-z]?(?-u:\b)", Score::WEAK),
        ("address line", r"(?i)(?-u:\b)(?:street|mailing|home|billing|postal|current|permanent|physical)?[ _]?(?:address(?:_?line)?(?:_?[12])?|addr|adresse|direcci\u{f3}n|indirizzo|endere\u{e7}o|residence|resides at|lives at|living at|residing at|residential address|r/o)(?: is)?[ :=]{1,3}(?P<it>#?[0-9]{1,6}[a-z]?,? [^\n|;]{3,60}?)(?:$|\n|\||;|  |, [a-z]|\. |\.$|, phone|\))", Score::FAIR),
        ("corner", r"(?i)(?-u:\b)corner of (?P<it>[\p{L}0-9][\p{L}0-9'.-]*(?: [\p{L}0-9][\p{L}0-9'.-]*){0,4} and [\p{L}0-9][\p{L}0-9'.-]*(?: [\p{L}0-9][\p{L}0-9'.-]*){0,2})", Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// What may go on after a street: unit, city, state or country, postal code.
static UNIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[ ,\n]{0,4}(?:(?:apt|apartment|suite|ste|unit|flat|rm|room|floor|fl|bldg|building|spc|space|lot|trlr|dept|no|nr|#)\.? ?#? ?[0-9a-z]{1,5}(?:-[0-9a-z]{1,4})?(?-u:\b)|#[0-9a-z]{1,6}(?-u:\b)|[0-9]{1,2}(?:st|nd|rd|th) floor|box [0-9]{1,5})").ok()
});
static CITY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^[ ,\n]{1,4}(?:",
        r"(?:\p{Lu}[\p{L}'.-]*[ -]?(?:of |on |de |la |le |am |im |an der |upon )?){1,4}[ \n]*,?[ \n]*(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|AB|BC|MB|NB|NL|NS|ON|PE|QC|SK|[A-Z]{2}|nan)\.?[ ,\n]{1,3}[0-9]{5}(?:-[0-9]{4})?(?-u:\b)",
        r"|(?:[A-Z]{1,3}-)?[0-9]{3,4} ?[0-9]{1,2}(?: [A-Z]{2})? \p{Lu}[\p{L}-]+(?: [A-Z])?",
        r"|(?:\p{Lu}[\p{L}'.-]*[ ,-]{1,2}){1,5}(?:[0-9]{5}(?:-[0-9]{4})?|[0-9]{6}|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9])(?-u:\b)",
        r"|(?:\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2}),? (?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])(?-u:\b)",
        r"|(?:\p{Lu}[\p{L}'-]*[ ,\n]{1,3}){1,6}[0-9]{5}(?-u:\b))"
    ))
    .ok()
});

/// Words between a number and a street's word that show the number to be a dose, a size or a count.
const NO_NAMES: &[&str] = &[
    "mg",
    "mcg",
    "ml",
    "l",
    "mm",
    "cm",
    "g",
    "kg",
    "gm",
    "units",
    "unit",
    "lead",
    "leads",
    "view",
    "views",
    "day",
    "days",
    "week",
    "weeks",
    "hour",
    "hours",
    "hr",
    "hrs",
    "month",
    "months",
    "year",
    "years",
    "yo",
    "y/o",
    "old",
    "min",
    "minute",
    "minutes",
    "tab",
    "tabs",
    "tablet",
    "tablets",
    "dose",
    "doses",
    "times",
    "x",
    "po",
    "iv",
    "bid",
    "tid",
    "qid",
    "daily",
    "seen",
    "by",
    "with",
    "for",
    "and",
    "or",
    "follow",
    "patient",
    "pt",
    "mi",
    "miles",
    "km",
    "fr",
    "french",
    "cc",
    "meq",
    "mmol",
    "percent",
    "lb",
    "lbs",
    "pack",
    "packs",
    "cigarettes",
    "episodes",
    "visits",
    "in",
    "mean",
    "ms",
    "bpm",
    "mmhg",
    "beats",
    "degrees",
    "degree",
    "per",
    "point",
    "points",
    "step",
    "cap",
    "caps",
    "capsule",
    "is",
    "was",
    "were",
    "are",
    "has",
    "had",
    "to",
    "from",
    "ct",
];

/// Words that are no street's name: "on the street", "at his place".
const ARTICLES: &[&str] = &[
    "the",
    "a",
    "an",
    "his",
    "her",
    "their",
    "my",
    "this",
    "that",
    "our",
    "your",
    "its",
    "any",
    "some",
    "mean",
    "each",
    "no",
    "of",
    "chest",
    "head",
    "abdominal",
    "non-contrast",
    "contrast",
    "serial",
    "repeat",
    "with",
    "iv",
    "dr",
    "seen",
    "hold",
    "follow",
];

/// Finds street addresses.
pub struct Street;

impl Recognizer for Street {
    fn name(&self) -> &'static str {
        "street"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Location));
        found
            .filter(|found| is_address(view, found))
            .map(|mut found| {
                if found.pattern != "Name Street" && found.pattern != "on name street" && found.pattern != "corner" {
                    found.range.end = line_end(view.text(), found.range.end);
                }
                found
            })
            .collect()
    }
}

fn is_address(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let words: Vec<String> = text.split([' ', '\n']).map(str::to_lowercase).collect();
    match found.pattern {
        "number, name, street"
        | "number, Name, Street"
        | "numbered street"
        | "Hungarian, Czech, Slavic street"
        | "number, name, number" => {
            let between = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
            let first_wrong = between.first().is_some_and(|word| NO_NAMES.contains(&word.as_str()));
            let any_wrong =
                between.iter().any(|word| NO_NAMES.contains(&word.trim_end_matches([',', '.'])) && word.len() > 1);
            !first_wrong && !any_wrong && !words.first().is_some_and(|word| NO_NAMES.contains(&word.as_str()))
        }
        "Name Street" => words.first().is_some_and(|word| !ARTICLES.contains(&word.as_str())),
        "on name street" => {
            let name = words
                .first()
                .is_some_and(|word| !ARTICLES.contains(&word.as_str()) && !NO_NAMES.contains(&word.as_str()));
            let second = words.get(1).is_some_and(|word| !NO_NAMES.contains(&word.as_str()));
            name && second && !words.iter().any(|word| word == "dr" || word == "the")
        }
        "post box" | "apartment" => {
            let box_alone =
                words.first().is_some_and(|word| word == "box") && !text.starts_with('b') && !text.starts_with("BOX");
            !box_alone
        }
        _ => true,
    }
}

/// Returns where the address ends whose street ends at byte `at` of `text`.
fn line_end(text: &str, at: usize) -> usize {
    let mut end = at;
    for part in [&UNIT, &CITY] {
        let rest = text.get(end..).unwrap_or_default();
        if let Some(found) = part.as_ref().and_then(|part| part.find(rest)) {
            end += found.end();
        }
    }
    end
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 18);
        assert!(super::UNIT.is_some() && super::CITY.is_some());
    }
}
