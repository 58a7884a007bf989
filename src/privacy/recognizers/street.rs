//! Street addresses: 45 CFR 164.514(b)(2)(i)(B), "street address, city, county, precinct".
//!
//! A house number, a name and a word for a street, in the order and the words of English-speaking countries, of Romance
//! ones ("Calle Mayor 3"), of those whose words end in one ("Hauptstra\u{df}e 12", "Vestergade 4"); post boxes, military and
//! Indian addresses. From the street on the line is taken as far as unit, city, state and postal code go. Weak words ("Dr",
//! "St", "Way") need capitals, and doses, sizes and leads are no house numbers ("60 MG DR", "12 LEAD ST").

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::Pattern;
use super::{label, places};
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

/// The patterns of a text that has capitals, and of one in lower case alone, in which a name cannot be told by them.
static CASED: LazyLock<Vec<Pattern>> = LazyLock::new(|| patterns(UPPER));
static LOWER: LazyLock<Vec<Pattern>> = LazyLock::new(|| patterns(LETTER));

/// Letters of the scripts up to Greek Extended: few ranges, so that the automata stay small.
const LETTER: &str = r"[A-Za-z\u{c0}-\u{24f}\u{370}-\u{5ff}\u{1e00}-\u{1fff}]";
/// Letters that may begin a name: capitals where these scripts keep them apart.
const UPPER: &str =
    r"[A-Z\u{c0}-\u{de}\u{100}-\u{24f}\u{386}-\u{3ab}\u{400}-\u{42f}\u{1e00}-\u{1eff}\u{1f08}-\u{1fff}]";

/// In these `<L>` is a letter, `<U>` one that begins a name, `<W>` a word that does, `<N>` a house number, `<.>` the end.
const SHAPES: &[(&str, &str, Score)] = &[
    (
        "Name Place",
        r"(?-u:\b)(?i:on|at|in|near|off|along|to|from|of) (?P<it>(?:[A-Z](?:[a-z\u{df}-\u{24f}']|-)+ ){1,3}(?:Close|Court|Way|Place|Square|Row|Gardens|Grove|Terrace|Trail|Circle|Loop|Pike|Alley|Mews|Heights|Crossing|Turnpike|Bypass))<.>",
        Score::WEAK,
    ),
    (
        "houses",
        r"(?:^|[^0-9A-Za-z])(?P<it>(?:[A-Z](?:<L>|['-])+ ){1,3}(?:Cottage|Apartments|Apts|Trailer Park|Mobile Home Park|Condominiums|Condos|Towers)(?: (?:#|No\.? |Unit |Apt )?[0-9]{1,4}[A-Z]?)?)<.>",
        Score::WEAK,
    ),
    (
        "numbered road",
        r"(?-u:\b)(?:Highway|Hwy|HWY|HIGHWAY|Rte\.?|RTE|Interstate|State Road|County Road|State Route|County Rd|Co\.? Rd\.?|Autobahn|US Route|Old Route) ?#?(?:[0-9]{1,4}[A-Z]?)(?-u:\b)",
        Score::WEAK,
    ),
    (
        "number, name, place",
        r"(?-u:\b)(?i:at|live|lives|living|address|home|moved to|stays at|staying at|house|deliver to|send to|mail to|we're at|i'm at)(?: is)?[ :,]{1,2}(?P<it><N> (?:<L>(?:<L>|['-]){2,} ){1,3}(?i:st|dr|drive|ct|court|pl|place|way|ln|cir|circle|trl|trail|loop|row|ter|terrace|blvd|pkwy|pike|run|hill|cove|close|gardens|grove|square|sq|park))<.>",
        Score::FAIR,
    ),
    (
        "compound street alone",
        r"(?:^|[^0-9A-Za-z])(?P<it>[A-Z\u{c0}-\u{de}](?:<L>|['-]){2,}(?:stra(?:\u{df}|ss)e|gasse|vej|gade|gatan|v\u{e4}gen|veien|straat|gracht|kade|katu|plads|str\u{e6}de|platz|allee|weg))<.>",
        Score::WEAK,
    ),
    (
        "street and name",
        r"(?:^|[^0-9A-Za-z])(?P<it>(?:[Rr]ue|[Cc]alle|[Uu]l\.|[Rr]ua|[Aa]venida|Via|Viale|Piazza|[Cc]arrer|[Pp]aseo|[Aa]v\.|Avda\.|[Pp]laza|[Bb]oulevard|Jalan|Jl\.|Lorong|Brgy\.?|Barangay|Purok|Colonia|Col\.|Fracc\.|[Tt]ravessa|[Pp]ra\u{e7}a)(?: (?:de|du|des|del|della|dei|da|do|dos|la|las|los|le|les|el|di))* (?:d'|l')?[A-Z\u{c0}-\u{de}\u{100}-\u{17f}][a-z\u{df}-\u{24f}]+(?:[ -][A-Z\u{c0}-\u{de}\u{100}-\u{17f}][a-z\u{df}-\u{24f}]+){0,3})<.>",
        Score::WEAK,
    ),
    (
        "Indian quarter",
        r"(?:^|[^0-9A-Za-z])(?P<it>(?:[A-Z](?:<L>|['.-])+ ){1,3}(?:Nagar|Colony|Layout|Vihar|Marg|Chowk|Gali|Enclave|Puram|Wadi|Bagh|Ganj|Salai|Theru|Cross Road)|Sector[ -][0-9]{1,3}[A-Z]?)<.>",
        Score::WEAK,
    ),
    (
        "Singapore block",
        r"(?-u:\b)(?:Blk|BLK|Block) [0-9]{1,4}[A-Z]?,? (?:<W> ){1,5}?(?:[0-9]{1,3}|(?:Street|St|Avenue|Ave|Road|Rd|Drive|Crescent|Lane)(?: [0-9]{1,3})?)(?:,? #?[0-9]{2}-[0-9]{2,4}[A-Z]?)?<.>",
        Score::FAIR,
    ),
    ("floor and unit", r"(?:^|[^0-9A-Za-z])(?P<it>#[0-9]{2}-[0-9]{2,4}[A-Z]?)<.>", Score::FAIR),
    (
        "number, name, street",
        concat!(
            r"(?:^|[^0-9A-Za-z.,/])(?P<it><N>,? (?:(?i:north|south|east|west|n|s|e|w|ne|nw|se|sw)\.? )?(?:(?:<L>|[0-9])(?:<L>|[0-9'.-])* ){1,4}?(?i:",
            strong!(),
            r")\.?(?: (?i:north|south|east|west|n|s|e|w|ne|nw|se|sw)(?-u:\b)\.?)?)<.>"
        ),
        Score::STRONG,
    ),
    (
        "number, Name, Street",
        concat!(
            r"(?:^|[^0-9A-Za-z.,/])(?P<it><N>,? (?:[NSEW]{1,2}\.? )?(?:(?:<U>(?:<L>|[0-9'.-])*|[0-9]{1,3}(?:st|nd|rd|th)|of|the|de|la|del|los|las) ){1,4}?(?i:",
            weak!(),
            r")\.?(?: (?:N|S|E|W|NE|NW|SE|SW)(?-u:\b)\.?)?)<.>"
        ),
        Score::FAIR,
    ),
    (
        "Name Street",
        r"(?:^|[^0-9A-Za-z])(?P<it>(?:[A-Z](?:<L>|['-])+ ){1,3}(?:Street|Avenue|Road|Lane|Boulevard|Blvd|Highway|Parkway|Crescent|Ave|Rd|Drive|Terrace|STREET|AVENUE|ROAD|LANE|BOULEVARD))<.>",
        Score::FAIR,
    ),
    (
        "on name street",
        r"(?-u:\b)(?i:on|at|off|from|near|over|down|corner of|to) (?P<it>(?:(?i:north|south|east|west|n|s|e|w) )?(?:<L>(?:<L>|['-])*|[0-9]{1,3}(?:st|nd|rd|th))(?: <L>(?:<L>|['-])*)? (?i:street|st|avenue|ave|road|rd|lane|ln|boulevard|blvd|highway|hwy|parkway|trail|drive|court|circle|terrace|loop|turnpike))<.>",
        Score::WEAK,
    ),
    (
        "numbered street",
        r"(?:^|[^0-9A-Za-z.,/])(?P<it><N> (?:(?i:north|south|east|west|n|s|e|w|ne|nw|se|sw)\.? )[0-9]{1,3}(?i:st|nd|rd|th)(?: (?i:st|street|ave|avenue|pl|place|ct|court|dr|rd|road|ter|terrace|way|ln))?(?: (?i:ne|nw|se|sw|n|s|e|w))?)<.>",
        Score::FAIR,
    ),
    (
        "numbered street",
        r"(?:^|[^0-9A-Za-z.,/])(?P<it>(?:<N> )?(?:(?i:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.? )?[0-9]{1,3}(?i:st|nd|rd|th) (?i:st|street|ave|avenue|road|rd|place|blvd|boulevard))<.>",
        Score::FAIR,
    ),
    (
        "compound street",
        r"(?:^|[^A-Za-z0-9])(?P<it>(?:<N> )?<U>(?:<L>|['-])*(?:stra(?:\u{df}|ss)e|str\.|weg|allee|platz|plaats|gasse|gassli|damm|ufer|steig|steenweg|chaussee|ring|vej|gade|all\u{e9}|gate|gata|gatan|v\u{e4}gen|v\u{e4}g|veien|veg|vegen|vegur|plads|torv|str\u{e6}de|str\u{e6}ti|parken|vangen|toften|katu|tie|kuja|polku|straat|laan|plein|kade|gracht|dreef|singel|hove|hof|dijk|pad|utca|stien|bakken|bakke|marken|\u{e1}sen|brauta|braut|t\u{fa}n|tun|lunden|haugen|b\u{e4}cken|berget|backen|stigen|g\u{e5}rden|h\u{f6}jden|centret|havn|krogen|tere),? (?:[0-9]{1,5} ?[A-Za-z]?)(?:[-/][0-9]{1,4} ?[a-z]?)?)<.>",
        Score::FAIR,
    ),
    (
        "two words and number",
        r"(?:^|[^A-Za-z0-9])(?P<it>(?:<N> )?(?:<W> ){1,3}(?i:stra(?:\u{df}|ss)e|str\.|weg|allee|platz|gasse|ring|damm|ufer|vej|gade|all\u{e9}|gate|plads|katu|tie|straat|laan|plein|utca|u\.|\u{fa}t|\u{fa}tja|t\u{e9}r|k\u{f6}z|k\u{f6}r\u{fa}t|ulice|ulica|cesta|n\u{e1}m\u{11b}st\u{ed}|sok\.?|sokak|cad\.?|caddesi|prospekt|bul\.?|terrasse|vei|veg|v\u{e4}g) [0-9]{1,5}\.?[A-Za-z]?)<.>",
        Score::FAIR,
    ),
    (
        "street, name, number",
        r"(?:^|[^A-Za-z0-9])(?P<it>(?:<N> )?(?:(?i:rua|calle|carrer|avenida|avda\.?|av\.?|avenue|via|viale|piazza|piazzale|corso|vicolo|largo|strada|rue|boulevard|bd|place|quai|chemin|all\u{e9}e|impasse|cours|route|plaza|paseo|camino|carretera|ronda|glorieta|pra\u{e7}a|travessa|estrada|alameda|rodovia|ul\.|ulica|aleja|bulevar|trg|jalan|jl\.|lorong|jln|calea|zona|bairro)(?: (?:de|da|do|das|dos|del|della|delle|dei|di|du|des|la|le|les|los|las|el|san|santa|s\u{e3}o))* (?:d'|l')?|C/ ?|R )(?:(?:<W>|[0-9]{1,2}|de|da|do|del|di),? ){1,6}?(?:n\u{ba} ?|n\. ?|no\.? ?|nr\.? ?|km ?)?[0-9]{1,5}[A-Za-z]?(?: (?:m|lok|bl|esc)\. ?[0-9]{1,4})?)<.>",
        Score::FAIR,
    ),
    (
        "number, street, name",
        r"(?:^|[^A-Za-z0-9])(?P<it><N>(?: ?bis| ?ter)?,? (?i:rue|avenue|boulevard|place|quai|chemin|all\u{e9}e|impasse|cours|route|square|calle|via|rua|ul\.|plaza|passeio|praceta|av\.|avenida|avda\.|republica)(?: (?:de|du|des|la|le|les|da|do|dos|del|di|della))* (?:d'|l')?<W>(?: (?:<W>|de|du|la|le|des|di|del)){0,4})<.>",
        Score::FAIR,
    ),
    ("number, name, number", r"(?:^|[^A-Za-z0-9.,/-])(?P<it><N> (?:<W> ){1,4}[0-9]{1,5}\.?[A-Za-z]?)<.>", Score::WEAK),
    ("number, name", r"(?:^|[^A-Za-z0-9.,/-])(?P<it><N>(?: [0-9]{1,5})? <W>(?: <W>){0,3})<.>", Score::WEAK),
    ("name, number", r"(?:^|[^A-Za-z0-9.,/-])(?P<it>(?:<W> ){1,3}[0-9]{1,5}(?: <W> <W>)?)<.>", Score::WEAK),
    (
        "post box",
        r"(?-u:\b)(?P<it>(?:<N> )?(?i:p\.? ?o\.? ?box|p\.o\.b\.?|post ?(?:office )?box|postbox|postboks|postfach|apartado(?: de correos)?|caixa postal|bo\u{ee}te postale|b\.p\.|private bag|locked bag|gpo box|rr ?#? ?[0-9]{1,3},? box|box) #?[0-9]{1,6}[A-Z]?)(?-u:\b)",
        Score::FAIR,
    ),
    (
        "military",
        r"(?-u:\b)(?i:(?:psc|unit|cmr) [0-9]{1,5},? box [0-9]{1,5}|(?:usns|usnv|uss|uscgc) (?:<L>|[' -]){2,30}?)[ ,\n]{1,3}(?i:apo|fpo|dpo),? (?i:a[aep]),? [0-9]{5}(?:-[0-9]{4})?(?-u:\b)",
        Score::STRONG,
    ),
    (
        "rural",
        r"(?-u:\b)(?i:rural (?:route|delivery)|star route|county road|county rd|state route|us highway|us hwy|farm to market road) ?#?[0-9]{1,5}(?i:,? box [0-9]{1,5})?(?-u:\b)",
        Score::WEAK,
    ),
    (
        "India",
        r"(?-u:\b)(?i:h\.? ?no\.?|house no\.?|plot(?: no\.?)?|flat(?: no\.?)?|door no\.?|d\.? ?no\.?|s\.? ?no\.?|qtr\.? ?no\.?|block no\.?|shop no\.?|villa no\.?)[ :#-]{0,2}[0-9][0-9A-Za-z/-]{0,10}(?:, (?:[0-9A-Z](?:<L>|[0-9.'/-])*(?: [0-9A-Z](?:<L>|[0-9.'/-])*){0,4})){1,5}",
        Score::STRONG,
    ),
    (
        "apartment",
        r"(?-u:\b)(?i:apt|apartment|suite|flat|penthouse|trailer|spc)\.? ?#? ?[0-9]{1,5}[A-Za-z]?(?-u:\b)",
        Score::WEAK,
    ),
    (
        "address line",
        r"(?-u:\b)(?i:(?:street|mailing|home|billing|postal|current|permanent|physical)?[ _]?(?:address(?:_?line)?(?:_?[12])?|addr|adresse|direcci\u{f3}n|indirizzo|endere\u{e7}o|residence|resides at|lives at|living at|residing at|residential address|r/o)(?: is)?)[ :=\n]{1,3}(?P<it>#?[0-9]{1,6}[A-Za-z]?,? [^\n|;]{3,60}?)(?:$|\n|\||;|  |, [a-z]|\. |\.$|, phone|\))",
        Score::FAIR,
    ),
    (
        "corner",
        r"(?-u:\b)(?i:the )?(?i:corner of) (?:<L>|[0-9])(?:<L>|[0-9'.-])*(?: (?:<L>|[0-9])(?:<L>|[0-9'.-])*){0,5}? (?:and|&) <W>(?: <W>){0,2}",
        Score::FAIR,
    ),
];

fn patterns(upper: &str) -> Vec<Pattern> {
    let shapes = SHAPES.iter().filter_map(|(name, shape, score)| {
        let shape = shape
            .replace("<W>", "<U>(?:<L>|['.-])*")
            .replace("<N>", "[0-9]{1,6}(?:-[0-9]{1,4})?[A-Za-z]?(?: 1/2| [0-9]{1,5})?")
            .replace("<.>", "(?:$|[^0-9A-Za-z'%])")
            .replace("<U>", upper)
            .replace("<L>", LETTER);
        Pattern::new(name, &shape, *score)
    });
    shapes.collect()
}

/// What may go on after a street: unit, city, state or country, postal code.
static UNIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[ ,\n]{0,5}(?:(?:apt|apartment|suite|ste|unit|flat|floor|bldg|building|spc|space|trlr)(?:\.? ?#? ?[0-9][0-9a-z]{0,4}|\.? #?[a-z])(?:-[0-9a-z]{1,4})?(?-u:\b)|#[0-9a-z]{1,6}(?-u:\b)|[0-9]{1,2}(?:st|nd|rd|th) floor|box [0-9]{1,5})").ok()
});
static CITY: LazyLock<Vec<Regex>> = LazyLock::new(|| [UPPER, LETTER].into_iter().filter_map(city).collect());

/// A town alone, after a unit and at the end of a line or sentence.
static TOWN: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const SHAPE: &str =
        r"^[ ,\n]{1,3}(?P<it><W>(?: <W>){0,4}(?: (?:nan|[A-Z]{2,3}))?)(?:$|[ ]?[\n?);]|[.,](?:$|[ \n]))";
    let regex = |upper: &str| {
        Regex::new(&SHAPE.replace("<W>", "<U>(?:<L>|['-])*").replace("<U>", upper).replace("<L>", LETTER))
    };
    [UPPER, LETTER].into_iter().filter_map(|upper| regex(upper).ok()).collect()
});

/// Returns what reads city, state, country and postal code after a street, with `upper` for the letters that begin a name.
fn city(upper: &str) -> Option<Regex> {
    const SHAPE: &str = concat!(
        r"^[ ,\n]{1,5}(?:",
        r"(?:<C>[ \n]{0,2},?[ \n]{1,2})?(?P<state><S>|[A-Z]{2}|[a-z]{2}|[0-9]{2}|nan)\.?[ ,\n]{1,3}[0-9]{5}(?:-[0-9]{4})?(?-u:\b)",
        r"|(?:<C>[ \n]{0,2},?[ \n]{1,2})?(?:(?:[A-Za-z]{2,3}|[0-9]{2})[ ,\n]{1,3})?(?P<country>(?i:<K>))(?:[ \n]{1,3}[0-9]{5})?(?-u:\b)",
        r"|(?:[A-Z]{1,3}-)?(?:1[0-8][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3}|[0-9]{5}|[0-9]{3} [0-9]{2}|[0-9]{2}-[0-9]{3})(?: [A-Z]{2})? <W>(?:-<W>)?(?: [A-Z])?(?-u:\b)",
        r"|<C>[ ,-]{1,3}(?:[0-9]{5}(?:-[0-9]{4})?|[0-9]{6}|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9])(?-u:\b)",
        r"|<C>,? (?:<S>)(?-u:\b))"
    );
    let shape = SHAPE
        .replace("<K>", places::COUNTRIES)
        .replace("<S>", places::STATES)
        .replace("<C>", "<W>(?:[ -](?:de|da|do|di|della|la|le|les|los|of|on|am|im|an der|upon|na|<W>)){0,5}?")
        .replace("<W>", "<U>(?:<L>|['.()-])*")
        .replace("<U>", upper)
        .replace("<L>", LETTER);
    Regex::new(&shape).ok()
}

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

/// Words that end like a street and are none.
const OTHER_COMPOUNDS: &[&str] = &["brigade", "renegade", "norweg"];

/// Finds street addresses.
pub struct Street;

impl Recognizer for Street {
    fn name(&self) -> &'static str {
        "street"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let lower = !view.text().contains(char::is_uppercase);
        let patterns = if lower { &LOWER } else { &CASED };
        let found = patterns.iter().flat_map(|pattern| pattern.find(view, EntityType::Location));
        found
            .map(|mut found| {
                found.range.start += before_home(view.slice(found.range.clone()));
                found
            })
            .filter(|found| is_address(view, found))
            .filter_map(|mut found| {
                let tail = Tail::of(view.text(), found.range.end, lower);
                // Names and numbers alone are an address only if a unit, a country or a state follows.
                let bare = matches!(found.pattern, "number, name, number" | "number, name" | "name, number");
                let weak = bare || lower && found.pattern == "number, Name, Street";
                found.range.end = tail.end;
                (!weak || tail.is_sure).then_some(found)
            })
            .collect()
    }
}

/// Returns how many bytes of `text` say that somebody lives where the rest of it is: "61, lives at 14 Alder Lane" begins with an age.
fn before_home(text: &str) -> usize {
    const LIVING: &[&str] =
        &["lives at ", "lived at ", "living at ", "resides at ", "residing at ", "stays at ", "staying at "];
    let lower = text.to_ascii_lowercase();
    let ends = LIVING.iter().filter_map(|words| Some(lower.find(words)? + words.len()));
    let is_number = |at: &usize| lower.get(*at..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    ends.filter(is_number).max().unwrap_or(0)
}

fn is_address(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let words: Vec<String> =
        text.split([' ', '\n']).map(|word| word.trim_end_matches([',', '.']).to_lowercase()).collect();
    let is_name = |word: &String| !NO_NAMES.contains(&word.as_str());
    let first_is_name = words.first().is_some_and(|word| !ARTICLES.contains(&word.as_str()) && is_name(word));
    match found.pattern {
        "number, name, street"
        | "number, Name, Street"
        | "two words and number"
        | "number, name, number"
        | "number, name"
        | "name, number"
        | "number, street, name"
        | "street, name, number" => {
            let between = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
            let long = words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2);
            between.iter().all(is_name) && first_is_name && long && !is_measured(view, found)
        }
        "compound street" => !is_measured(view, found),
        "Name Street" | "Name Place" => first_is_name,
        "number, name, place" => words.iter().skip(1).all(is_name),
        "compound street alone" => !OTHER_COMPOUNDS.contains(&text.to_lowercase().as_str()),
        "on name street" => {
            let second = words.get(1).is_some_and(is_name);
            first_is_name && second && !words.iter().any(|word| matches!(word.as_str(), "dr" | "the"))
        }
        "post box" => {
            !text.starts_with("Box")
                || view.text().get(..found.range.start).is_some_and(|before| before.ends_with([',', '\n', ' ']))
        }
        _ => true,
    }
}

fn is_measured(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let last = text.rfind(|c: char| c.is_ascii_digit()).map_or(found.range.end, |at| found.range.start + at + 1);
    label::is_measured(view.text(), last)
}

/// What follows a street.
struct Tail {
    /// Where the address ends.
    end: usize,
    /// Whether a unit, a country or a state with its postal code is in it, which nothing but an address has.
    is_sure: bool,
}

impl Tail {
    /// Returns the tail of the address whose street ends at byte `at` of `text`, which has capitals or is in `lower` case.
    fn of(text: &str, at: usize, lower: bool) -> Tail {
        let mut tail = Tail { end: at, is_sure: false };
        for _ in 0..2 {
            let rest = text.get(tail.end..).unwrap_or_default();
            if let Some(unit) = UNIT.as_ref().and_then(|unit| unit.find(rest)) {
                tail = Tail { end: tail.end + unit.end(), is_sure: true };
            }
        }
        let (city, town) = if lower { (CITY.last(), TOWN.last()) } else { (CITY.first(), TOWN.first()) };
        let rest = text.get(tail.end..).unwrap_or_default();
        tail.is_sure |= [" St.", " street", " Street"].iter().any(|word| rest.starts_with(word));
        if let Some(city) = city.and_then(|city| city.captures(rest)) {
            let whole = city.get(0).map_or("", |whole| whole.as_str());
            tail.is_sure |= city.name("country").is_some() || city.name("state").is_some();
            tail.end += whole.len();
        } else if let Some(town) = town.filter(|_| tail.end > at).and_then(|town| town.captures(rest)) {
            tail.end += town.name("it").map_or(0, |town| town.end());
        }
        tail
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        let shapes = super::SHAPES.len();
        assert_eq!((super::CASED.len(), super::LOWER.len()), (shapes, shapes));
        assert_eq!((super::UNIT.iter().count(), super::CITY.len(), super::TOWN.len()), (1, 2, 2));
    }
}
