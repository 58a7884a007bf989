//! The structured entries of one patient in the order of time, and their names as words.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::super::plan::simple_words;
use super::identity::{Aliases, loincs};
use super::misnamed::is_missed;
use super::{denied, doubted, lay};
use crate::clearance::FactRef;
use crate::document::{Coded, Document, DocumentIndex, Fact, FactKind, Moment, PatientIndex, Records};
use crate::index::analyze;
use crate::index::concepts::Vocabulary;
use crate::span::Question;

pub(crate) use super::identity::Identity;

/// Where an entry stands in time: its moment, then the order of the files and of the bytes in them. What has a day only
/// counts from the beginning of that day, in UTC.
pub(crate) type Key = (Option<Timestamp>, u8, u32, usize);

/// One structured entry.
#[derive(Debug, Clone)]
pub(crate) struct Entry<'a> {
    pub at: FactRef,
    pub fact: &'a Fact,
    pub key: Key,
    identity: Identity<'a>,
}

impl<'a> Entry<'a> {
    /// The day on which it was found, began or was done, as written.
    pub fn day(&self) -> Option<Date> {
        self.fact.begun.as_ref().map(|moment| moment.day)
    }

    /// The day on which it ended.
    pub fn end(&self) -> Option<Date> {
        self.fact.ended.as_ref().map(|moment| moment.day)
    }

    /// What the file calls it.
    pub fn name(&self) -> &'a str {
        called(self.fact).map_or("", |code| code.display.text.as_str())
    }

    /// By what it belongs together with other entries.
    pub fn identity(&self) -> Identity<'a> {
        self.identity
    }

    /// The codes of LOINC that it has.
    pub fn loincs(&self) -> impl Iterator<Item = &'a str> {
        loincs(self.fact.code.as_ref())
    }

    pub fn status(&self) -> Option<&str> {
        self.fact.status.as_ref().map(|status| status.text.as_str())
    }
}

/// The words of a name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Name {
    /// All index terms.
    pub terms: BTreeSet<String>,
    /// Those of what it is, without what it is due to.
    pub head: BTreeSet<String>,
    /// Whether it speaks of the thing without saying that it is there: "History of …", "Suspected …".
    pub is_qualified: bool,
    /// Whether it says of all that it names that it is not there: "Absence of seizures".
    pub is_denied: bool,
}

/// The structured entries of one patient.
#[derive(Debug)]
pub(crate) struct Chart<'a> {
    pub records: &'a Records,
    pub patient: PatientIndex,
    /// The concepts that are known beside the tables of this program.
    pub known: Option<&'a Vocabulary>,
    /// By time, of equal times by how far they are settled; undated ones first.
    pub entries: Vec<Entry<'a>>,
    /// What is no entry, as it says of itself that it is not so, or was never done; by time.
    pub voids: Vec<Entry<'a>>,
    /// All documents of the patient.
    pub documents: Vec<&'a Document>,
    names: BTreeMap<(FactKind, &'a str), Name>,
    aliases: Rc<Aliases<'a>>,
}

/// Beginnings of names that do not say that the thing is there.
const QUALIFIERS: &[&str] = &[
    "history of",
    "past ",
    "past pregnancy history",
    "suspected",
    "awaiting",
    "at risk",
    "risk of",
    "family history",
    "no known",
    "no history",
    "personal history",
    "screening for",
    "exposure to",
    "exposed to",
    "fear of",
    "possible ",
    "probable ",
    "query ",
    "carrier of",
    "h/o",
    "hx of",
    "fh:",
    "fhx",
    "family hx",
    "fam hx",
];
/// Beginnings of names of conditions alone that do not say so: a visit may be called "Encounter for symptom".
const OF_CONDITIONS: &[&str] = &["contact with", "encounter for", "vaccination", "immunization", "need for"];

impl<'a> Chart<'a> {
    pub fn new(records: &'a Records, patient: PatientIndex) -> Self {
        let documents = (0_u32..).map(DocumentIndex).zip(&records.documents);
        let own = documents.filter(|(_, document)| document.subject == Some(patient)).collect();
        Chart::of(records, patient, own, Rc::new(Aliases::of(records)))
    }

    /// Returns the charts of all patients, in the order of their numbers.
    pub fn of_everybody(records: &'a Records) -> Vec<Self> {
        let mut own: Vec<Vec<(DocumentIndex, &Document)>> = Vec::new();
        own.resize_with(records.patients.len(), Vec::new);
        for (index, document) in (0_u32..).map(DocumentIndex).zip(&records.documents) {
            let subject = document.subject.and_then(|subject| own.get_mut(subject.0 as usize));
            subject.into_iter().for_each(|own| own.push((index, document)));
        }
        let aliases = Rc::new(Aliases::of(records));
        let patients = (0_u32..).map(PatientIndex).zip(own);
        patients.map(|(patient, own)| Chart::of(records, patient, own, aliases.clone())).collect()
    }

    /// Returns the chart of `patient`, whose documents are `own`.
    fn of(
        records: &'a Records,
        patient: PatientIndex,
        own: Vec<(DocumentIndex, &'a Document)>,
        aliases: Rc<Aliases<'a>>,
    ) -> Self {
        let mut all: Vec<Entry<'a>> = own
            .iter()
            .flat_map(|(index, document)| {
                let facts = document.facts().iter().enumerate().filter(|(_, fact)| !fact.is_superseded());
                facts.map(|(number, fact)| Entry {
                    at: FactRef { document: *index, fact: number },
                    fact,
                    key: (
                        fact.begun.as_ref().and_then(Moment::instant),
                        fact.settled(),
                        fact.file.0,
                        fact.span.start(),
                    ),
                    identity: aliases.identity(called(fact)),
                })
            })
            .collect();
        all.sort_by_key(|entry| entry.key);
        let (voids, mut entries): (Vec<_>, Vec<_>) = all.into_iter().partition(|entry| !counts(entry.fact));
        leave_out_replaced(&mut entries);
        let mut names = BTreeMap::new();
        for entry in &entries {
            names.entry((entry.fact.kind, entry.name())).or_insert_with(|| name(entry.fact.kind, called(entry.fact)));
        }
        Chart {
            records,
            patient,
            known: None,
            entries,
            voids,
            documents: own.into_iter().map(|(_, document)| document).collect(),
            names,
            aliases,
        }
    }

    /// Returns by what entries with this `code` are of one thing.
    pub fn identity_of(&self, code: Option<&'a Coded>) -> Identity<'a> {
        self.aliases.identity(code)
    }

    /// Returns the chart with the concepts that are `known`.
    pub fn knowing(self, known: Option<&'a Vocabulary>) -> Self {
        Chart { known, ..self }
    }

    /// Returns the names of all entries, each as its words in lower case: whole, and without what LOINC adds in brackets of the
    /// property and after "by" of the method.
    pub fn all_names(&self) -> impl Iterator<Item = Vec<String>> {
        let words = |text: &str| simple_words(text).into_iter().map(|word| word.lower).collect::<Vec<String>>();
        self.names.keys().flat_map(move |(_, text)| {
            let whole = untagged(text);
            let short = whole.split(" [").next().unwrap_or(whole).split(" by ").next().unwrap_or(whole);
            [words(whole), words(short)]
        })
    }

    /// Returns what of `kind` says of itself that it is not so.
    pub fn voids_of(&self, kind: FactKind) -> Vec<&Entry<'a>> {
        self.voids.iter().filter(|entry| entry.fact.kind == kind).collect()
    }

    /// Returns whether one of `facts` is an entry of `kind`.
    pub fn has_any(&self, facts: &[FactRef], kind: FactKind) -> bool {
        self.entries.iter().any(|entry| entry.fact.kind == kind && facts.contains(&entry.at))
    }

    /// Returns whether there is an entry of `kind` that is only proposed, planned or an option, and so is none of the entries.
    pub fn has_wished(&self, kind: FactKind) -> bool {
        self.documents.iter().flat_map(|document| document.facts()).any(|fact| fact.kind == kind && fact.is_wished())
    }

    /// Returns whether the name of `entry` does not say that the thing is there.
    pub fn is_qualified(&self, entry: &Entry<'_>) -> bool {
        self.names.get(&(entry.fact.kind, entry.name())).is_some_and(|name| name.is_qualified || name.is_denied)
    }

    /// Returns the distinct names of entries of `kind`.
    pub fn names_of(&self, kind: FactKind) -> impl Iterator<Item = (&'a str, &Name)> {
        self.names.iter().filter(move |((of, _), _)| *of == kind).map(|((_, text), name)| (*text, name))
    }
}

/// How far a reading is settled, as its status says; `None` of what is no reading, or does not say: hl7.org/fhir/R4/valueset-observation-status.html.
fn settled(fact: &Fact) -> Option<u8> {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    match status.filter(|_| fact.kind == FactKind::Observation) {
        Some("amended" | "corrected") => Some(2),
        Some("final" | "completed") => Some(1),
        Some("preliminary" | "registered") => Some(0),
        Some(_) => None,
        None => (fact.kind == FactKind::Observation).then_some(1),
    }
}

/// Leaves out of `entries`, by time, each reading of which the same moment has one that is settled further: a final one beside its correction.
/// Of a day without a time that has several of one status nobody knows which replaced which.
fn leave_out_replaced(entries: &mut Vec<Entry<'_>>) {
    let mut replaced: BTreeSet<FactRef> = BTreeSet::new();
    for moment in entries.chunk_by(|one, other| one.key.0.is_some() && one.key.0 == other.key.0) {
        let differ = moment.len() > 1 && moment.iter().any(|entry| matches!(settled(entry.fact), Some(0 | 2)));
        if !differ {
            continue;
        }
        let mut of_each: BTreeMap<(Identity<'_>, &str), Vec<(u8, &Entry<'_>)>> = BTreeMap::new();
        for entry in moment.iter().filter(|entry| !entry.name().is_empty()) {
            let site = entry.fact.fields.iter().find(|field| field.label == "Body site");
            let of_it = (entry.identity(), site.map_or("", |site| site.value.text.as_str()));
            of_each.entry(of_it).or_default().extend(settled(entry.fact).map(|settled| (settled, entry)));
        }
        for own in of_each.values() {
            let Some(most) = own.iter().map(|(settled, _)| *settled).max() else { continue };
            let is_timed = own.iter().any(|(_, entry)| entry.fact.begun.as_ref().is_some_and(Moment::has_time));
            let are_several = own.len() > own.iter().map(|(settled, _)| *settled).collect::<BTreeSet<_>>().len();
            if is_timed || !are_several {
                replaced.extend(own.iter().filter(|(settled, _)| *settled < most).map(|(_, entry)| entry.at));
            }
        }
    }
    entries.retain(|entry| !replaced.contains(&entry.at));
}

/// Returns by what an entry is called: a care plan or team has no code of its own, and is what its category says.
pub(super) fn called(fact: &Fact) -> Option<&Coded> {
    let by_category = matches!(fact.kind, FactKind::CarePlan | FactKind::CareTeam);
    fact.code.as_ref().or_else(|| fact.category.as_ref().filter(|_| by_category))
}

/// Returns whether `fact` is an entry: what did not happen, was called off, is not so, or stands in a newer state is none.
pub(crate) fn counts(fact: &Fact) -> bool {
    !fact.is_void() && !is_missed(fact) && !fact.is_superseded()
}

/// Returns `text` without what SNOMED CT adds of its kind: "Asthma (disorder)".
pub(crate) fn untagged(text: &str) -> &str {
    const TAGS: &[&str] = &[
        "disorder",
        "finding",
        "situation",
        "procedure",
        "regime/therapy",
        "substance",
        "organism",
        "person",
        "observable entity",
        "morphologic abnormality",
        "physical object",
        "event",
        "product",
    ];
    let trimmed = text.trim();
    let tag = trimmed.rfind('(').and_then(|at| Some((trimmed.get(..at)?, trimmed.get(at + 1..)?.strip_suffix(')')?)));
    match tag {
        Some((head, tag)) if TAGS.contains(&tag) => head.trim_end(),
        _ => trimmed,
    }
}

/// Whether `name` says that what it names was not done: "Colonoscopy declined".
pub(super) fn is_undone(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_said = |word: &str| matches!(word, "declined" | "declines" | "refused" | "refuses" | "refusal");
    lower.split(|c: char| !c.is_alphanumeric()).any(is_said)
        || ["not done", "not performed", "not given"].iter().any(|said| lower.contains(said))
}

/// Whether one of `words` asks for what is not there: its history, or what was declined.
pub(super) fn asks_for_qualified(words: &[String]) -> bool {
    const ASKING: &str = "history suspected awaiting past risk known screening exposure exposed fear declined refused refusal possible probable carrier";
    words.iter().any(|word| ASKING.split(' ').any(|known| known == word))
}

pub(super) fn name(kind: FactKind, code: Option<&Coded>) -> Name {
    let Some(code) = code else { return Name::default() };
    let mut texts = vec![untagged(&code.display.text)];
    texts.extend(code.terms().map(|term| untagged(&term.text)));
    let lower = code.display.text.to_lowercase();
    let own = OF_CONDITIONS.iter().filter(|_| kind == FactKind::Condition);
    let is_problem = matches!(kind, FactKind::Condition | FactKind::AllergyIntolerance);
    let is_qualified = QUALIFIERS.iter().chain(own).any(|start| lower.starts_with(start))
        || is_undone(&lower)
        || is_problem && (doubted::is_doubted(&lower) || doubted::is_of_relative(&lower));
    let mut name = Name { is_qualified, is_denied: denied::is_all(&lower), ..Name::default() };
    for text in texts {
        let said = terms(text);
        // "Coumadin" is a prescription of warfarin.
        let brands = said.iter().filter(|_| kind == FactKind::MedicationRequest);
        name.terms.extend(brands.flat_map(|word| lay::in_brand(word)).flat_map(|means| terms(means)));
        name.terms.extend(said);
        // "Pregnancy-induced hypertension" is no pregnancy.
        let words = head(text).split_whitespace();
        let own: Vec<&str> = words
            .filter(|word| {
                !["-induced", "-related", "-associated"].iter().any(|end| word.to_lowercase().ends_with(end))
            })
            .collect();
        name.head.extend(terms(&own.join(" ")));
    }
    name
}

/// Returns the words of `text` by which names are compared: lower case, without stop words, singular. They are not stemmed any
/// further, so that gingivitis is not gingival disease.
pub(crate) fn terms(text: &str) -> BTreeSet<String> {
    // "Hepatitis A" is not "hepatitis": the letter is no article there.
    const LETTERED: &[&str] = &["hep", "hepatitis", "vitamin", "influenza"];
    let (mut terms, mut before) = (BTreeSet::new(), String::new());
    for word in analyze::words::<Question>(text) {
        let lower = word.text.to_lowercase();
        let is_letter = match lower.as_str() {
            "a" => LETTERED.contains(&before.as_str()),
            "i" => is_numbered(&before),
            _ => false,
        };
        if is_letter || analyze::term(word.text).is_some() {
            terms.insert(singular(&lower));
        }
        before = lower;
    }
    terms
}

/// Whether a number behind `word`, a Roman one too, tells one thing from another: "bipolar I" is not "bipolar II".
pub(super) fn is_numbered(word: &str) -> bool {
    matches!(word, "type" | "stage" | "class" | "grade" | "phase" | "bipolar")
}

/// Returns how else a number behind a word such as "type" is written.
pub(super) fn other_numeral(word: &str) -> Option<&'static str> {
    const PAIRS: &[(&str, &str)] = &[("1", "i"), ("2", "ii"), ("3", "iii"), ("4", "iv"), ("5", "v")];
    PAIRS.iter().find_map(|(digit, roman)| match word {
        _ if word == *digit => Some(*roman),
        _ if word == *roman => Some(*digit),
        _ => None,
    })
}

pub(super) fn singular(word: &str) -> String {
    let plain = word.trim_end_matches("'s").trim_end_matches("’s").replace('\u{200b}', "");
    match plain.strip_suffix("ies") {
        Some(stem) if stem.len() > 2 => format!("{stem}y"),
        _ => match plain.strip_suffix('s') {
            Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'i', 'u']) => stem.to_owned(),
            _ => plain,
        },
    }
}

/// Returns what a name is about, without its cause.
fn head(text: &str) -> &str {
    let lower = text.to_lowercase();
    let cut =
        [" due to ", " associated with ", " caused by ", " following ", " secondary to ", " with no ", " without "]
            .iter()
            .filter_map(|mark| lower.find(mark))
            .min();
    cut.and_then(|at| text.get(..at)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_word_by_word() {
        let all = |text: &str| terms(text).into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(all("Fractures of the forearm"), "forearm fracture");
        assert_eq!(all("Allergies, sinusitis"), "allergy sinusitis");
        assert_ne!(all("gingivitis"), all("gingival"));
        assert_eq!(all("Bipolar I disorder"), "bipolar disorder i");
        assert_eq!(all("I had gout"), "gout");
    }

    #[test]
    fn tags_and_causes_are_told_from_names() {
        assert_eq!(untagged("Asthma (disorder)"), "Asthma");
        assert_eq!(untagged("Body mass index (BMI) [Ratio]"), "Body mass index (BMI) [Ratio]");
        assert_eq!(untagged("Eggs (edible) (substance)"), "Eggs (edible)");
        assert_eq!(head("Neuropathy due to type 2 diabetes mellitus"), "Neuropathy");
    }
}
