//! Parts of a question that mean the same wherever they stand: where something is written, in which order and unit it is wanted, compounds in
//! two words, the worst of a measure, and verbs of events that any kind of entry may have.
//!
//! A part is put into the plain words of its role, and nothing is said of the rest: what is asked about, of which time and of whom stays.

use super::super::{lay, measures};
use super::pattern::{self, Row};
use super::{Chunks, frames};

pub(super) const PARTS: &[Row] = &[
    // Where it is written
    ("according|acc to|by MY chart|charts|record|records|file|files|data|system|history|database", ""),
    ("as per|by MY chart|charts|record|records|file|files|data|system|database", ""),
    ("on|in paper|writing $", ""),
    (
        "ever ?been measured|recorded|taken|noted|documented|seen|found ?down on|in|for|of him|her|me|them|us $",
        "ever measured",
    ),
    // In which order
    ("in ?the ?right|correct|chronological|time|date order|sequence ?please $", ""),
    ("sorted|ordered|arranged by date|day|time|year $", ""),
    ("oldest|newest|latest|earliest first ?please $", ""),
    ("one by one $", ""),
    ("chronologically $", ""),
    ("^ ~ both|all values|readings|results|numbers|scores $", "all {0} {2}"),
    // In which unit
    ("^ how long ~ in ?whole|full days|weeks|months|years $", "how many {5} {2}"),
    ("^ days|weeks|months|years since|passed ?since ~ $", "how many {0} since {3}"),
    (
        "^ how many|much kg|kgs|kilos|kilograms|pounds|lbs|cm|centimeters|centimetres|inches|points less|lower|lighter|shorter|more|higher|heavier|taller ~ compared|than to|with|in ~ $",
        "how much {3} {4} than in {7}",
    ),
    // When it was over
    ("gone|over|healed|resolved|finished yet|already $", "{0}"),
    (
        "until|till|before ~ was|were|is|had|got ?all|fully|completely ok|okay|fine|mended|better|well|normal ?again $",
        "until {1} {2} healed",
    ),
    ("^ has|have|did ~ mended|mend|knit|recovered $", "is {1} gone"),
    ("^ which|what ~ are|were over|gone|finished|healed|closed ?now|already $", "{0} {1} {2} resolved"),
    ("^ when did ~ quit|discontinue|cease ?taking|using ~ $", "when did {2} stop {5}"),
    ("^ when did ~ come|go|get|wean off ~ $", "when did {2} stop {5}"),
    ("^ when did ~ give up ?taking|using ~ $", "when did {2} stop {6}"),
    ("^ when was|were ~ taken|weaned off ~ $", "when did {2} stop {5}"),
    ("^ was|were|is ~ still ~ when|as|before|until WHO died $", "is {1} still {3}"),
    // When it began
    (
        "meds|medications|medicines|medicine|medication|drugs|pills|tablets|prescriptions ?that was|were started|begun|initiated|introduced|issued",
        "{0} {2} prescribed",
    ),
    (
        "meds|medications|medicines|medicine|medication|drugs|pills|tablets did WHO start|begin ?taking|using|on",
        "{0} was {2} prescribed",
    ),
    ("^ age at|with ~ $", "how old was I at {2}"),
    (
        "diagnoses|diagnosis|conditions|illnesses|problems ?that ?was|were ?newly|first made|found|entered|established|added|discovered|given",
        "{0} diagnosed",
    ),
    (
        "^ ?any|which|what|list|show|tell ?me ?the new diagnoses|diagnosis|conditions|illnesses|problems did|have|has|had WHO ?been get|got|gotten|have|had|pick|develop|given ?up ~ $",
        "which conditions were diagnosed {10}",
    ),
    // What was found in it says more of what is named
    ("* that|which was|were found|seen|discovered|detected|spotted in MY *", "{0}"),
    ("* that|which was|were found|seen|discovered|detected|spotted", "{0}"),
    // The highest and the lowest
    ("^ ?on ?the ?what|which ?very day|date MY ~ peaked|topped ?out $", "when was {5} {6} highest"),
    ("^ when did ~ bottom|bottomed out $", "when was {2} lowest"),
    ("^ ?in which|what year|month saw|had|brought MY highest|lowest ~ $", "in {1} {2} was {4} {5} {6}"),
    (
        "^ did|has|have|does|had ~ ?ever top|topped|cross|crossed|surpass|surpassed|breach|breached ?the N",
        "was {1} ever over {5}",
    ),
    // Visits
    ("a&e|a+e|casualty", "emergency room"),
    ("seen|treated|admitted|brought ?in as an|a emergency", "in the emergency room"),
    ("brought|taken|rushed|sent|went|presented|presenting to MY er|ed|emergency|casualty", "in the {3}"),
    ("er|ed|emergency|hospital presentations|attendances|attendance|presentation", "{0} visits"),
    ("see|saw|seen anyone|anybody|somebody|someone", "visit"),
    ("how often|many ?times was|were|have|has ~ ?been seen ?by ?a|the|any ?doctor $", "how many visits did {4} have"),
    (
        "how often|many ?times was|were|have|has ~ ?been seen ?by ?a|the|any ?doctor in|since|during|before|after|last|this",
        "how many visits did {4} have {10}",
    ),
    ("doctor's|doctors|doctor|gp|hospital|clinic appointment|appointments|visit|visits", "{1}"),
    // Of everybody
    ("older than N ?years ?old", "over {2} years old"),
    ("younger than N ?years ?old", "under {2} years old"),
    ("aged|age over|above N ?years ?old", "over {2} years old"),
    ("aged|age under|below N ?years ?old", "under {2} years old"),
    ("aged|age N or|and older|over|above|more", "at least {1} years old"),
    ("N ?years or|and older", "at least {0} years old"),
    ("N ?years or|and younger", "at most {0} years old"),
    ("patients|people|women|men|persons|everyone|everybody over|above|past N", "{0} over {2} years old"),
    ("patients|people|women|men|persons|everyone|everybody under|below N", "{0} under {2} years old"),
    ("patients|people|women|men|persons|them are|is|were over|above|older ?than N $", "{0} over {4} years old"),
    ("patients|people|women|men|persons|them are|is|were under|below|younger ?than N $", "{0} under {4} years old"),
    ("diabetics", "diabetes patients"),
    ("asthmatics", "asthma patients"),
    ("^ allergic to anything|something ?at ?all $", "am I allergic to anything"),
    // What was hurt
    ("when did WHO tear|rupture|rip|pull|sprain MY ~ in|of|at MY ~ $", "when was the injury of the {8} {5}"),
    (
        "^ has|have|did ~ ?ever broken|break|broke ?any anything|something|bones|bone ?ever|before $",
        "has {1} ever had a fracture",
    ),
    // What is taken
    ("scripts|rxs", "prescriptions"),
    // Births
    ("when was|were MY youngest born", "when was the last delivery"),
    ("when was|were MY oldest|eldest born", "when was the first delivery"),
];

/// Measures of which one end is bad: that the highest is, and that the lowest is.
const BAD_HIGH: &[&str] = &[
    "HbA1c",
    "glucose in blood",
    "total cholesterol",
    "LDL cholesterol",
    "triglycerides",
    "creatinine in blood",
    "urea nitrogen in blood",
    "blood pressure",
    "systolic blood pressure",
    "diastolic blood pressure",
    "microalbumin to creatinine ratio",
    "NT-proBNP",
    "pain severity",
    "PHQ-9 score",
    "GAD-7 score",
    "body temperature",
    "prostate specific antigen",
    "total bilirubin",
    "alanine aminotransferase",
    "aspartate aminotransferase",
    "C-reactive protein",
];
const BAD_LOW: &[&str] = &[
    "HDL cholesterol",
    "estimated glomerular filtration rate",
    "hemoglobin",
    "oxygen saturation",
    "ejection fraction",
    "FEV1/FVC",
    "MMSE score",
    "bone density T-score",
    "peak flow",
];

/// Puts plain words in the place of the parts that are known.
pub(super) fn apply(chunks: &mut Chunks) {
    for at in 0..chunks.len() {
        // The mark of "acc." ends no clause.
        if chunks.0.get(at).is_some_and(|chunk| chunk.eq_ignore_ascii_case("acc.")) {
            chunks.replace(at, 1, "according");
        }
    }
    compounds(chunks);
    let was_ordered = is_ordered(chunks);
    pattern::apply(PARTS, chunks);
    if was_ordered {
        all(chunks);
    }
    worsening(chunks);
    worst(chunks);
}

/// Writes as one what is a name in one word: "collar bone", "check ups".
fn compounds(chunks: &mut Chunks) {
    const LEAST: usize = 4;
    let is_name = |word: &str| {
        let one = word.strip_suffix('s').unwrap_or(word);
        lay::all().chain(lay::meanings()).any(|name| name.split(' ').any(|part| part == word || part == one))
    };
    for at in 0..chunks.len().saturating_sub(1) {
        let (one, other) = (chunks.bare(at), chunks.bare(at + 1));
        let is_plain = |word: &str| word.chars().all(|c| c.is_ascii_alphabetic());
        if chunks.ends_clause(at) || one.len() < LEAST || other.len() < 2 || !is_plain(&one) || !is_plain(&other) {
            continue;
        }
        if matches!((one.as_str(), other.as_str()), ("check", "up" | "ups")) {
            chunks.replace(at, 2, &format!("{one}-{other}"));
        } else if matches!((one.as_str(), other.as_str()), ("follow", "up" | "ups")) {
            chunks.replace(at, 2, "follow-up");
        } else if is_name(&format!("{one}{other}")) && !is_pair(&one, &other) {
            chunks.replace(at, 2, &format!("{one}{other}"));
        }
    }
}

/// Whether the two words are a name as they stand.
fn is_pair(one: &str, other: &str) -> bool {
    let said = format!("{one} {other}");
    lay::all().chain(lay::meanings()).any(|name| name.contains(&said))
}

/// Whether an order is wished for at the end of what asks nothing else: "the MMSE scores in order".
fn is_ordered(chunks: &Chunks) -> bool {
    const ORDERS: &[&str] = &["order", "sequence", "chronologically"];
    let end = (chunks.len().saturating_sub(2)..chunks.len()).any(|at| ORDERS.contains(&chunks.bare(at).as_str()));
    end && !(0..chunks.len()).any(|at| {
        let word = chunks.bare(at);
        frames::asks(&word) || frames::AUXILIARIES.contains(&word.as_str()) || word == "all"
    })
}

/// Asks for all of what stands bare.
fn all(chunks: &mut Chunks) {
    let article = usize::from(matches!(chunks.bare(0).as_str(), "the" | "my" | "his" | "her"));
    chunks.replace(0, article, "all");
}

/// Reads "at its worst", "the worst" and "best" of a measure of which one end is bad as its highest or lowest.
fn worst(chunks: &mut Chunks) {
    let Some(at) = chunks.find(&["worst", "poorest", "best"]) else { return };
    let is_best = chunks.bare(at) == "best";
    let Some(is_high) = bad_end(chunks) else { return };
    let word = if is_high == is_best { "lowest" } else { "highest" };
    // "At its worst", "the worst": what stands before it belongs to it where nothing is named behind it.
    let is_last = at + 1 == chunks.len() || chunks.ends_clause(at);
    let own = |place: usize, words: &[&str]| words.contains(&chunks.bare(place).as_str());
    let mut from = at;
    if is_last && from > 0 && own(from - 1, &["its", "their", "his", "her", "the", "my"]) {
        from -= 1;
    }
    if is_last && from > 0 && own(from - 1, &["at"]) {
        from -= 1;
    }
    chunks.replace(from, at + 1 - from, word);
}

/// Reads "getting worse" and "better than" of a measure of which one end is bad by the way that it goes.
fn worsening(chunks: &mut Chunks) {
    const WORDS: &[(&str, bool)] = &[
        ("worse", true),
        ("worsening", true),
        ("worsened", true),
        ("worsen", true),
        ("deteriorating", true),
        ("deteriorated", true),
        ("deteriorate", true),
        ("better", false),
    ];
    let worse = |at: usize| WORDS.iter().find(|(word, _)| *word == chunks.bare(at)).map(|(_, worse)| *worse);
    let places: Vec<usize> = (0..chunks.len()).filter(|at| worse(*at).is_some()).collect();
    let [at] = places.as_slice() else { return };
    let (Some(is_worse), Some(is_high)) = (worse(*at), bad_end(chunks)) else { return };
    let goes_up = is_worse == is_high;
    let is_compared = (at + 1..chunks.len()).any(|place| chunks.bare(place) == "than");
    const GETTING: &[&str] =
        &["getting", "gotten", "got", "get", "gets", "become", "becoming", "going", "gone", "went", "grown"];
    let from = if *at > 0 && GETTING.contains(&chunks.bare(at - 1).as_str()) { at - 1 } else { *at };
    let plain = matches!(chunks.bare(*at).as_str(), "worse" | "better");
    // "Is my A1c better?" may ask against anything.
    if is_compared {
        chunks.replace(*at, 1, if goes_up { "higher" } else { "lower" });
    } else if from < *at || !plain {
        chunks.replace(from, at + 1 - from, if goes_up { "rising" } else { "falling" });
    }
}

/// Whether the high end of the one measure that is named is the bad one; `None` where none is named, or neither end is.
fn bad_end(chunks: &Chunks) -> Option<bool> {
    const MOST: usize = 4;
    let words: Vec<String> = (0..chunks.len()).map(|at| chunks.bare(at)).collect();
    (1..=MOST).rev().find_map(|len| {
        words.windows(len).find_map(|run| {
            let run: Vec<&str> = run.iter().map(String::as_str).collect();
            let name = measures::named(&run)?.name;
            let is = |list: &[&str]| list.contains(&name);
            is(BAD_HIGH).then_some(true).or_else(|| is(BAD_LOW).then_some(false))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_plain_words_wherever_it_stands() {
        for (typed, plain) in [
            ("When did my PTSD start acc. to the chart?", "When did my PTSD start?"),
            ("How many days did the rash last on paper?", "How many days did the rash last?"),
            ("highest BP ever measured on him", "highest BP ever measured"),
            ("the MMSE scores in order", "all MMSE scores"),
            ("LDL both values", "all LDL values"),
            ("How long did it take the burn to heal in days?", "how many days did it take the burn to heal?"),
            ("weeks since last LDL", "how many weeks since last LDL"),
            (
                "How many kilos less did I weigh in 2013 compared to 2011?",
                "how much less did I weigh in 2013 than in 2011?",
            ),
            ("What was I given for the collar bone?", "What was I given for the collarbone?"),
            ("How many check ups in 2012?", "How many check-ups in 2012?"),
            ("On which day was my A1c at its worst?", "On which day was my A1c highest?"),
            ("worst eGFR", "lowest eGFR"),
            ("Is my eGFR getting worse?", "Is my eGFR falling?"),
            ("Was my LDL better in 2018 than in 2014?", "Was my LDL lower in 2018 than in 2014?"),
            ("the best HDL", "the highest HDL"),
            ("Is the ear infection gone yet?", "Is the ear infection gone?"),
            ("How many days until the wrist was OK?", "How many days until the wrist was healed?"),
            ("When did I come off the methadone?", "when did I stop the methadone?"),
            ("When did I quit taking lisinopril?", "when did I stop lisinopril?"),
            ("Did her LDL top 130?", "was her LDL ever over 130?"),
            ("When was I last in A&E?", "When was I last in emergency room?"),
            ("Which meds were started on 16 January 2012?", "Which meds were prescribed on 16 January 2012?"),
            ("Which meds did I start in 2015?", "Which meds was I prescribed in 2015?"),
            ("When did she last see anyone?", "When did she last visit?"),
            ("Has he broken anything?", "has he ever had a fracture?"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }

    #[test]
    fn what_has_no_known_part_stays() {
        for typed in [
            "What is the worst thing about my asthma?",
            "What did my last letter say?",
            "Is my LDL better?",
            "Which of my values are over 7?",
            "Did I pass the test?",
            "best weight",
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text(), typed, "{typed}");
        }
    }
}
