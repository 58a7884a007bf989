//! What is near to something that is sought, and may be it: then that it is not there is not said.
//!
//! An entry is near whose name shares a word with what is sought that tells what is meant. Where the vocabulary in use knows all that is sought as
//! one concept, and the entry's words as another that is neither a kind of it nor what it is a kind of, the entry is something else. Words for
//! what is done, "replacement", "computed tomography", tell what is meant only together with the part of the body.

use std::collections::BTreeSet;

use super::chart::{self, Chart};
use super::resolve::Sought;
use super::{lay, measures};
use crate::document::{Fact, FactKind, Reading};
use crate::index::concepts::{ConceptId, Mention, Relation, Vocabulary};
use crate::span::Question;

mod short;

pub(super) use short::{is_any_written_short, is_written_short};

/// Names of a vocabulary that are listed as searched.
const LISTED: usize = 24;

/// The kinds among whose names a near one is looked for.
pub(super) const KINDS: &[FactKind] = &[
    FactKind::Observation,
    FactKind::Procedure,
    FactKind::Condition,
    FactKind::MedicationRequest,
    FactKind::Immunization,
    FactKind::AllergyIntolerance,
];

/// Whether an entry can say that what is sought is there: what somebody takes says nothing of an allergy to it, and an antibody nothing of a
/// vaccination.
pub(super) fn bears_on(fact: &Fact, sought: &Sought) -> bool {
    // How much calcium is in the blood says nothing of calcium tablets; a level of a medicine says that it is taken.
    const IN_BLOOD: &[&str] =
        &["calcium", "potassium", "sodium", "magnesium", "iron", "zinc", "vitamin", "folate", "phosphate"];
    let is_level = fact.kind == FactKind::Observation && matches!(fact.reading, Some(Reading::Quantity { .. }));
    let is_substance = sought.words.iter().any(|word| IN_BLOOD.contains(&word.as_str()));
    let is_medicine = sought.kinds == [FactKind::MedicationRequest];
    // Of a visit its reason says what it was for.
    let reasons = fact.fields.iter().filter(|field| fact.kind == FactKind::Encounter && field.label == "Reason");
    let name = fact.code.as_ref().map_or("", |code| code.display.text.as_str());
    let mut names = std::iter::once(name).chain(reasons.map(|reason| reason.value.text.as_str()));
    !(is_medicine && is_substance && is_level) && names.any(|name| is_bearing(fact.kind, name, sought))
}

fn is_bearing(kind: FactKind, name: &str, sought: &Sought) -> bool {
    match sought.kinds.as_slice() {
        [FactKind::AllergyIntolerance] => matches!(
            kind,
            FactKind::AllergyIntolerance
                | FactKind::Condition
                | FactKind::Observation
                | FactKind::FamilyMemberHistory
                | FactKind::Other
        ),
        [FactKind::MedicationRequest] => kind != FactKind::AllergyIntolerance,
        [FactKind::Immunization] => {
            let name = name.to_lowercase();
            let is_shot =
                ["vaccin", "immuni", "injection", "toxoid", "inoculat"].iter().any(|part| name.contains(part));
            // Visits, reports and what was observed may say so, too.
            matches!(kind, FactKind::Immunization | FactKind::MedicationRequest | FactKind::Other)
                || is_shot && !matches!(kind, FactKind::AllergyIntolerance | FactKind::FamilyMemberHistory)
        }
        _ => {
            // That somebody was vaccinated against it, or that antibodies were looked for, does not say that they had it.
            const DISEASES: &[&str] = &["chickenpox", "measles", "mumps", "whooping"];
            let is_disease = sought.words.iter().all(|word| DISEASES.contains(&word.as_str()) || word == "cough")
                && sought.words.iter().any(|word| word != "cough");
            let name = name.to_lowercase();
            let is_looked_for =
                ["antibod", "antigen", "titer", "titre", "screening"].iter().any(|part| name.contains(part));
            !(is_disease && (kind == FactKind::Immunization || kind == FactKind::Procedure && is_looked_for))
        }
    }
}

/// What a vocabulary means by all that is sought: the same, and kinds of it.
pub(super) struct Concepts<'a> {
    known: &'a Vocabulary,
    /// The very same.
    asked: BTreeSet<ConceptId>,
    pub wanted: BTreeSet<ConceptId>,
    /// What it is a kind of.
    above: BTreeSet<ConceptId>,
}

impl<'a> Concepts<'a> {
    /// Only a name that has all the words is one of what is sought.
    pub fn of(known: &'a Vocabulary, sought: &Sought) -> Self {
        let of = |said: &str| -> Vec<ConceptId> {
            let whole = known.mentions::<Question>(said).into_iter().filter(|mention| {
                let (before, after) = (said.get(..mention.span.start()), said.get(mention.span.end()..));
                chart::terms(before.unwrap_or_default()).is_empty()
                    && chart::terms(after.unwrap_or_default()).is_empty()
            });
            whole.flat_map(|mention| known.concepts_of(mention.name).collect::<Vec<_>>()).collect()
        };
        // "Bleeding disorder" is more than "bleeding", which is all that its name is looked for by.
        let mut asked: BTreeSet<ConceptId> = of(&sought.words.join(" ")).into_iter().collect();
        asked.extend(sought.names.first().into_iter().flat_map(|name| of(name)));
        let above = asked.iter().flat_map(|concept| known.broader(*concept)).collect();
        let related = known.expanded(asked.iter().copied()).into_iter();
        let wanted = related.filter(|(_, relation)| matches!(relation, Relation::Same | Relation::Narrower));
        Concepts { known, wanted: wanted.map(|(concept, _)| concept).collect(), above, asked }
    }

    /// Whether they are so many that no vocabulary has each of them: "cancer", "infection".
    pub fn are_broad(&self) -> bool {
        self.wanted.len() >= BROAD
    }

    /// Whether all of `text`, the name of a condition, is written out in names of concepts: "HIV" and "widespread disease" are not.
    pub fn know_all_of(&self, text: &str) -> bool {
        let name = chart::untagged(text);
        let is_short = name.chars().count() <= *ABBREVIATED.end() && !name.contains(|sign: char| sign.is_lowercase());
        !is_short && is_whole(name, &self.known.mentions::<Question>(name))
    }

    /// Whether `text`, the name of an entry, is known as a name of other concepts alone: neither of what is sought, nor of a kind of it, nor of
    /// what it is a kind of.
    fn is_another(&self, text: &str) -> bool {
        let name = chart::untagged(text);
        let mentions = self.known.mentions::<Question>(name);
        let own: Vec<ConceptId> =
            mentions.iter().flat_map(|mention| self.known.concepts_of(mention.name).collect::<Vec<_>>()).collect();
        // What no concept has may be anything.
        !own.is_empty()
            && is_whole(name, &mentions)
            && own.iter().all(|concept| !self.has(*concept) && !self.above.contains(concept))
    }

    /// Whether `text` has a name of any of them.
    pub fn are_in(&self, text: &str) -> bool {
        let mentions = self.known.mentions::<Question>(text);
        // "500 MG" is a dose, and no illness that is written so.
        let is_unit = |mention: &Mention<Question>| {
            let before = text.get(..mention.span.start()).unwrap_or_default();
            before.trim_end().ends_with(|sign: char| sign.is_ascii_digit())
                && mention.span.of(text).is_some_and(|said| said.chars().count() <= 3)
        };
        mentions
            .iter()
            .filter(|mention| !is_unit(mention))
            .any(|mention| self.known.concepts_of(mention.name).any(|concept| self.has(concept)))
    }

    /// Whether `concept` is one of them; kinds of them are, however far below.
    fn has(&self, concept: ConceptId) -> bool {
        self.wanted.contains(&concept) || self.known.is_kind_of(concept, &self.asked)
    }

    /// Whether `name`, of a prescription, is of any of them, by itself or by what is in it.
    pub fn are_in_medicine(&self, name: &str) -> bool {
        self.are_in(name) || lay::in_medicine(name).any(|substance| self.are_in(substance))
    }

    /// Whether `text` has a name of what they are a kind of.
    pub fn take_in(&self, text: &str) -> bool {
        let mentions = self.known.mentions::<Question>(text);
        mentions.iter().any(|mention| self.known.concepts_of(mention.name).any(|concept| self.above.contains(&concept)))
    }

    pub fn labels(&self) -> Vec<String> {
        self.wanted.iter().take(LISTED).map(|concept| self.known.label(*concept).to_owned()).collect()
    }
}

/// Whether each telling word of `name` is in one of its `mentions`.
fn is_whole(name: &str, mentions: &[Mention<Question>]) -> bool {
    let said: BTreeSet<String> =
        mentions.iter().filter_map(|mention| mention.span.of(name)).flat_map(chart::terms).collect();
    chart::terms(name).iter().all(|term| said.contains(term) || is_slight(term))
}

/// Whether what is in `name`, of a prescription, is known: by the tables, or as a concept of the vocabulary in use. Of a brand that is not it may be
/// anything.
pub(super) fn is_known_medicine(known: Option<&Vocabulary>, name: &str) -> bool {
    let is_told = |substance: &String| {
        lay::meanings().any(|meaning| meaning == substance)
            || known.is_some_and(|known| !known.mentions::<Question>(substance).is_empty())
    };
    lay::substances(name).iter().any(is_told)
}

/// Kinds from which on a concept is broad.
const BROAD: usize = 300;

/// Kinds of entry beside those of [`KINDS`] whose names people abbreviate.
const REPORTS: &[FactKind] = &[FactKind::DiagnosticReport, FactKind::ImagingStudy];

/// The letters and digits that an abbreviation has.
const ABBREVIATED: std::ops::RangeInclusive<usize> = 3..=6;

/// Whether the name of an entry has words in a row that begin with the letters of one of `words`, or of all of them together: "hiv" is not
/// absent where a record has a test for the human immunodeficiency virus, nor "ctap" beside "CT abdomen pelvis".
pub(super) fn is_abbreviated(chart: &Chart<'_>, words: &[&str]) -> bool {
    let is_short = |word: &String| {
        let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric());
        ABBREVIATED.contains(&word.len()) && is_plain && word.chars().any(|c| c.is_ascii_alphabetic())
    };
    let each = words.iter().map(|word| (*word).to_owned());
    let short: BTreeSet<String> = each.chain([words.concat()]).filter(is_short).collect();
    let is_in = |name: &str| {
        let lower = name.to_lowercase();
        let all: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        short.iter().any(|word| (0..all.len()).any(|from| is_spelled(word, all.get(from..).unwrap_or_default(), 0)))
    };
    let mut kinds = KINDS.iter().chain(REPORTS);
    !short.is_empty() && kinds.any(|kind| chart.names_of(*kind).any(|(name, _)| is_in(name)))
}

/// Whether `letters` are the first letters of `words`, or some of these as a whole, one after the other from the first on, of two at the least
/// with the number `before` them.
fn is_spelled(letters: &str, words: &[&str], before: usize) -> bool {
    if letters.is_empty() {
        return before > 1;
    }
    let Some((first, rest)) = words.split_first() else { return false };
    let initial = first.chars().next().and_then(|initial| letters.strip_prefix(initial));
    let mut left = [initial, letters.strip_prefix(first)].into_iter().flatten();
    let is_small = matches!(*first, "of" | "the" | "and" | "in" | "to" | "for" | "with");
    left.any(|left| is_spelled(left, rest, before + 1)) || is_small && before > 0 && is_spelled(letters, rest, before)
}

/// Whether `sought` is one thing that is called by an abbreviation or a brand, and is known by no code: an entry may have another of its usual
/// names.
fn is_short_for(sought: &Sought) -> bool {
    let letters: usize = sought.words.iter().map(|word| word.chars().count()).sum();
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    sought.codes.is_empty() && (letters < *ABBREVIATED.end() || lay::is_vaccine(&words))
}

/// Whether an entry that may be meant has some of the words: "hip replacement" beside "Replacement of left hip joint".
pub(super) fn is_near(chart: &Chart<'_>, sought: &Sought) -> bool {
    if is_written_short(chart, sought) {
        return true;
    }
    let concepts = chart.known.map(|known| Concepts::of(known, sought)).filter(|concepts| !concepts.wanted.is_empty());
    if sought.units.len() < 2 {
        // An abbreviation may stand for more than the record says: "CHF" beside "Heart failure".
        let long = |terms: &&Vec<String>| terms.len() > 2;
        let shares = |name: &chart::Name, terms: &Vec<String>| {
            terms.iter().filter(|term| name.terms.contains(*term)).count() + 1 >= terms.len()
        };
        let mut alternatives = sought.units.iter().flatten().filter(long);
        let is_short = sought.words.len() == 1;
        if is_short
            && alternatives.any(|terms| chart.names_of(FactKind::Condition).any(|(_, name)| shares(name, terms)))
            || is_part(chart, sought)
            || is_of_one_stem(chart, sought)
        {
            return true;
        }
        // Half of the words that tell what it is are enough: "Pneumovax" beside "Pneumococcal PPSV23".
        let tells = |term: &&String| !is_slight(term) && !is_common(term);
        let half = |name: &chart::Name, terms: &Vec<String>| {
            let telling = terms.iter().filter(tells).count();
            let shared = terms.iter().filter(tells).filter(|term| name.terms.contains(*term)).count();
            // Hepatitis A is not near to hepatitis B.
            let own: Vec<&String> = name.terms.iter().filter(|term| is_mark(term)).collect();
            let is_other = !own.is_empty() && terms.iter().any(|term| is_mark(term) && !own.contains(&term));
            shared > 0 && shared * 2 >= telling && !is_other
        };
        let is_another = |text: &str| concepts.as_ref().is_some_and(|concepts| concepts.is_another(text));
        let mut kinds = KINDS.iter().chain(REPORTS);
        // What is sought itself, of another time, is not near to it.
        let is_it = |name: &chart::Name| super::resolve::meets(&name.terms, &sought.units);
        return is_short_for(sought)
            && kinds.any(|kind| {
                let mut names = chart.names_of(*kind).filter(|(text, _)| is_bearing(*kind, text, sought));
                names.any(|(text, name)| {
                    sought.units.iter().flatten().any(|terms| half(name, terms)) && !is_it(name) && !is_another(text)
                })
            });
    }
    if is_of_one_stem(chart, sought) {
        return true;
    }
    // One of the words names a measure, and the others are not understood.
    if sought.codes.is_empty() && sought.words.iter().any(|word| measures::named(&[word]).is_some()) {
        return true;
    }
    let alternatives: BTreeSet<&String> = sought.units.iter().flatten().flatten().collect();
    let regions: BTreeSet<usize> = alternatives.iter().filter_map(|term| region(term)).collect();
    let is_near = |text: &str, name: &chart::Name| {
        let has = |alternative: &Vec<String>| alternative.iter().all(|term| is_in(term, name));
        let shared: Vec<&Vec<String>> = sought.units.iter().flatten().filter(|alternative| has(alternative)).collect();
        if shared.is_empty() {
            return false;
        }
        let telling = shared.iter().any(|alternative| !alternative.iter().all(|term| is_slight(term)));
        if telling {
            return !concepts.as_ref().is_some_and(|concepts| concepts.is_another(text));
        }
        // The same done to the same part of the body, or to one that is not said.
        let here: BTreeSet<usize> = name.terms.iter().filter_map(|term| region(term)).collect();
        let is_done = shared.iter().any(|alternative| alternative.iter().any(|term| is_doing(term)));
        is_done && if here.is_empty() { !regions.is_empty() && is_general(name) } else { !here.is_disjoint(&regions) }
    };
    KINDS.iter().any(|kind| {
        let mut names = chart.names_of(*kind).filter(|(text, _)| is_bearing(*kind, text, sought));
        names.any(|(text, name)| is_near(text, name))
    })
}

/// Letters that words of one origin share at least: "hypertension", "hypertensive".
const STEM: usize = 6;

/// Whether `name` has `term`, or a word that one of the two ends with: "dialysis" is in "hemodialysis".
fn is_in(term: &str, name: &chart::Name) -> bool {
    is_in_longer(term, name) || name.terms.iter().any(|word| ends(term, word))
}

/// Whether `name` has `term`, or a longer word that ends with it.
fn is_in_longer(term: &str, name: &chart::Name) -> bool {
    name.terms.contains(term) || name.terms.iter().any(|word| ends(word, term))
}

fn ends(long: &str, short: &str) -> bool {
    // "Prediabetes" is no diabetes, and "tension" no hypertension; and everything done is a therapy.
    const OTHERWISE: &[&str] = &["anti", "dis", "hyper", "hypo", "im", "in", "non", "pre", "pseudo", "un"];
    const VAGUE: &[&str] = &["surgery", "therapy"];
    short.chars().count() >= STEM
        && !VAGUE.contains(&short)
        && long.strip_suffix(short).is_some_and(|before| !before.is_empty() && !OTHERWISE.contains(&before))
}

/// Whether an entry has what is sought as a part of longer words, or as a longer word of which it has a part.
fn is_part(chart: &Chart<'_>, sought: &Sought) -> bool {
    let concepts = chart.known.map(|known| Concepts::of(known, sought)).filter(|concepts| !concepts.wanted.is_empty());
    let has = |name: &chart::Name| {
        let mut alternatives = sought.units.iter().flatten();
        alternatives.any(|terms| {
            let is_exact = terms.iter().all(|term| name.terms.contains(term));
            // Of what is measured the codes are known: hemoglobin is no glycohemoglobin.
            let is_there = if sought.codes.is_empty() { is_in } else { is_in_longer };
            !is_exact && terms.iter().all(|term| is_there(term, name))
        })
    };
    // What is done has many names, of which no list has all.
    let is_another = |kind: FactKind, text: &str| {
        kind != FactKind::Procedure && concepts.as_ref().is_some_and(|concepts| concepts.is_another(text))
    };
    KINDS.iter().any(|kind| {
        let mut names = chart.names_of(*kind).filter(|(text, _)| is_bearing(*kind, text, sought));
        names.any(|(text, name)| has(name) && !is_another(*kind, text))
    })
}

/// Whether a short form is sought, "htn", and an entry has a word of one stem with a telling word of what it stands for: "hypertensive" is no
/// "hypertension", and may be called so. What was done has such a word itself, too.
pub(super) fn is_of_one_stem(chart: &Chart<'_>, sought: &Sought) -> bool {
    // Words of which many names are made.
    const COMMON: &[&str] = &[
        "applic", "condit", "contin", "defici", "electr", "examin", "failur", "functi", "infect", "injury", "measur",
        "patien", "positi", "proced", "produc", "syndro", "system", "therap", "treatm",
    ];
    const MOST: usize = 5;
    // Of what is measured the codes are known.
    if !sought.codes.is_empty() {
        return false;
    }
    let stem = |term: &str| {
        term.char_indices().nth(STEM - 1).and_then(|(at, c)| term.get(..at + c.len_utf8())).map(str::to_owned)
    };
    let is_telling = |term: &String| {
        !is_slight(term) && !is_of_body(term) && stem(term).is_some_and(|stem| !COMMON.contains(&stem.as_str()))
    };
    let spelled: BTreeSet<String> = sought
        .words
        .iter()
        .filter_map(|word| Some((word, lay::run(&[word.as_str()])?.1)))
        .flat_map(|(word, means)| {
            let terms = means.iter().flat_map(|text| chart::terms(text)).filter(is_telling);
            let is_short = |term: &String| word.chars().count() <= MOST || term.starts_with(word.as_str());
            terms.filter(|term| is_short(term) && term != word).collect::<Vec<_>>()
        })
        .collect();
    let is_akin = |kind: FactKind, name: &chart::Name| {
        name.terms.iter().any(|word| {
            let is_same =
                |term: &String| if term == word { kind == FactKind::Procedure } else { stem(term) == stem(word) };
            stem(word).is_some() && spelled.iter().any(is_same)
        })
    };
    // Names of medicines begin alike, and are none the same.
    let is_open = |kind: &FactKind| !matches!(kind, FactKind::Observation | FactKind::MedicationRequest);
    KINDS.iter().copied().filter(|kind| is_open(kind) && !spelled.is_empty()).any(|kind| {
        let mut names = chart.names_of(kind).filter(|(text, _)| is_bearing(kind, text, sought));
        names.any(|(_, name)| is_akin(kind, name))
    })
}

/// Words for what is done.
const DOINGS: &[&str] = &[
    "replacement",
    "removal",
    "excision",
    "extraction",
    "resection",
    "insertion",
    "implantation",
    "placement",
    "biopsy",
    "transplant",
    "transplantation",
    "computed",
    "tomography",
    "magnetic",
    "resonance",
    "imaging",
    "radiography",
    "x-ray",
    "ultrasound",
    "ultrasonography",
    "scan",
    "surgery",
    "operation",
    "surgical",
    "repair",
    "replaced",
    "removed",
    "inserted",
    "implanted",
];

/// Whether something done to a part of the body is sought that has few other names: "head CT", "knee replacement".
pub(super) fn is_done(sought: &Sought) -> bool {
    const NAMED: &[&str] = &[
        "ct",
        "cts",
        "mri",
        "mris",
        "x-ray",
        "xray",
        "x-rays",
        "replacement",
        "replaced",
        "transplant",
        "transplanted",
        "biopsy",
        "ultrasound",
        "scan",
        "scope",
        "amputation",
        "amputated",
    ];
    let has = |is: &dyn Fn(&str) -> bool| sought.words.iter().any(|word| is(word));
    has(&|word| NAMED.contains(&word)) && has(&is_of_body)
}

/// Whether `word` is of a part of the body.
pub(super) fn is_of_body(word: &str) -> bool {
    region(word).is_some()
}

pub(super) fn is_doing(term: &str) -> bool {
    DOINGS.contains(&term)
}

/// Words that many names share, and that tell nothing of what is meant.
pub(super) fn is_slight(term: &str) -> bool {
    const SLIGHT: &[&str] = &[
        "disease",
        "disorder",
        "acute",
        "chronic",
        "test",
        "level",
        "type",
        "left",
        "right",
        "stage",
        "oral",
        "mg",
        "tablet",
        "blood",
        "cell",
        "heart",
        "screening",
        "1",
        "2",
        "ii",
        "procedure",
        "total",
        "primary",
        "severe",
        "mild",
    ];
    SLIGHT.contains(&term) || is_doing(term)
}

/// Whether `term` is a letter or a number by which one thing is told from another.
fn is_mark(term: &str) -> bool {
    term.chars().count() == 1 || chart::other_numeral(term).is_some()
}

/// Words that many names of illnesses share beside those.
fn is_common(term: &str) -> bool {
    const COMMON: &[&str] = &[
        "infection",
        "tract",
        "syndrome",
        "failure",
        "injury",
        "accident",
        "attack",
        "status",
        "pain",
        "stone",
        "tomography",
        "vaccine",
        "virus",
        "system",
        "vein",
        "upper",
        "lower",
        "human",
    ];
    COMMON.contains(&term)
}

/// Whether a name says what is done and nothing of to what.
fn is_general(name: &chart::Name) -> bool {
    name.terms
        .iter()
        .all(|term| is_slight(term) || matches!(term.as_str(), "body" | "structure" | "joint" | "organ" | "part"))
}

/// Returns the region of the body that a word is of.
fn region(term: &str) -> Option<usize> {
    const REGIONS: &[&str] = &[
        "head brain skull cranial cranium cerebral face facial sinus nose nasal ear jaw orbit eye ocular lens retina retinal",
        "neck cervical throat thyroid carotid larynx spine spinal back lumbar vertebra vertebral thoracic lumbosacral",
        "chest lung pulmonary thorax thoracic rib heart cardiac coronary valve aortic mitral breast mammary",
        "belly abdomen abdominal stomach gastric liver hepatic kidney renal bowel colon intestine pelvis pelvic bladder uterus gallbladder spleen pancreas",
        "leg femur femoral tibia knee hip ankle foot toe thigh extremity limb lower",
        "arm forearm wrist hand elbow shoulder humerus radius ulna finger thumb extremity limb upper clavicle",
    ];
    REGIONS.iter().position(|words| words.split(' ').any(|word| word == term))
}
