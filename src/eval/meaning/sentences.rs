//! Notes and entries that say that something is not so, in many wordings, beside those that say that it is.
//!
//! Of each wording it is known which of its words turn or bind what it says. A sentence that is told without one of them says
//! something else; a sentence that is told must besides have its words in the note's order and none of its own.

use base64::Engine as _;
use serde_json::{Value, json};

use super::claims::{self, Claim};
use super::{Case, CaseTruth, Chance, Count, Truth, passages};

/// What a wording says of the finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    /// That it is so.
    Yes,
    /// That it is not.
    No,
    /// Something else: of somebody else, of what may be, of what was.
    Other,
}

/// A wording: its text, with `{}` for the finding and `{2}` for another, and the words without which it says something else, or
/// signs that no message has.
struct Wording(Says, &'static str, &'static [&'static str]);

/// Stands for a sign that is never told, so that the sentence must not be told either.
const UNTELLABLE: &str = "(a sign)";

const WORDINGS: &[Wording] = &[
    Wording(Says::No, "No {}.", &["no"]),
    Wording(Says::No, "She has no {}.", &["no"]),
    Wording(Says::No, "He has had no {} since the last visit.", &["no"]),
    Wording(Says::No, "There is no {} at rest.", &["no"]),
    Wording(Says::No, "Denies {}.", &["denies"]),
    Wording(Says::No, "Patient denies any {} today.", &["denies"]),
    Wording(Says::No, "Mrs. Okafor denies {} at night.", &["denies"]),
    Wording(Says::No, "She denied {} when asked by Dr. Lindqvist.", &["denied"]),
    Wording(Says::No, "On 3 March she was denying {}.", &["denying"]),
    Wording(Says::No, "She does not have {}.", &["not"]),
    Wording(Says::No, "She is not having {}, but feels tired.", &["not"]),
    Wording(Says::No, "Ms. Okafor did not report {} to Dr. Weiss on 2019-03-02.", &["not"]),
    Wording(Says::No, "She doesn't have {}.", &["doesn't"]),
    Wording(Says::No, "She hasn’t had {} at home.", &["hasn't"]),
    Wording(Says::No, "There wasn't any {} on stairs.", &["wasn't"]),
    Wording(Says::No, "Without {} on exertion.", &["without"]),
    Wording(Says::No, "Walks a mile w/o {}.", &["w", "o"]),
    Wording(Says::No, "Negative for {}.", &["negative"]),
    Wording(Says::No, "Review of systems: negative for {} and {2}.", &["negative"]),
    Wording(Says::No, "ROS neg for {}.", &["neg"]),
    Wording(Says::No, "No evidence of {}.", &["no"]),
    Wording(Says::No, "No sign of {} on examination.", &["no"]),
    Wording(Says::No, "There is nothing to suggest {}.", &["nothing"]),
    Wording(Says::No, "{}: none.", &["none"]),
    Wording(Says::No, "{}: absent.", &["absent"]),
    Wording(Says::No, "{}: no.", &["no"]),
    Wording(Says::No, "{}: negative.", &["negative"]),
    Wording(Says::No, "{} is absent.", &["absent"]),
    Wording(Says::No, "{} is not present.", &["not"]),
    Wording(Says::No, "{} was ruled out by Dr. Weiss.", &["ruled", "out"]),
    Wording(Says::No, "{} has been excluded.", &["excluded"]),
    Wording(Says::No, "{}? No.", &["no"]),
    Wording(Says::No, "Any {}? She says no.", &["no"]),
    Wording(Says::No, "{} (-).", &[UNTELLABLE]),
    Wording(Says::No, "(-) {}.", &[UNTELLABLE]),
    Wording(Says::No, "{} [ ] yes [x] no.", &[UNTELLABLE]),
    Wording(Says::No, "[ ] {}", &[UNTELLABLE]),
    Wording(Says::No, "∅ {}.", &[UNTELLABLE]),
    Wording(Says::No, "{}: 0.", &["0"]),
    Wording(Says::No, "Never had {}.", &["never"]),
    Wording(Says::No, "Has never had {} before.", &["never"]),
    Wording(Says::No, "At no time was there {}.", &["no"]),
    Wording(Says::No, "Neither {} nor {2}.", &["neither"]),
    Wording(Says::No, "Neither {2} nor {}.", &["nor"]),
    Wording(Says::No, "No {2} or {}.", &["no"]),
    Wording(Says::No, "No {2}, {} or other complaints.", &["no"]),
    Wording(Says::No, "Not troubled by {}.", &["not"]),
    Wording(Says::No, "Free of {} since spring.", &["free"]),
    Wording(Says::No, "She cannot recall any {}.", &["cannot"]),
    Wording(Says::No, "She no longer has {}.", &["no"]),
    Wording(Says::No, "{} has resolved.", &["resolved"]),
    Wording(Says::No, "{} has gone.", &["gone"]),
    Wording(Says::No, "Her {} stopped in June.", &["stopped"]),
    Wording(Says::No, "Nobody has seen {}.", &["nobody"]),
    Wording(Says::No, "She lacks {}.", &["lacks"]),
    Wording(Says::No, "Fails to show {}.", &["fails"]),
    Wording(Says::Other, "Hardly any {} now.", &["hardly"]),
    Wording(Says::Other, "{} is unlikely.", &["unlikely"]),
    Wording(Says::No, "It is false that she has {}.", &["false"]),
    Wording(Says::No, "Denies:\n\n{}, {2}.", &["denies"]),
    Wording(Says::No, "Denies the following:\n- {2}\n- {}", &["denies"]),
    Wording(Says::No, "Negatives:\n\n{}. {2}.", &["negatives"]),
    Wording(Says::No, "Symptoms that are absent:\n\n{} and {2} on most days of the week, as she says.", &["absent"]),
    Wording(Says::No, "Not present: {2}. {}.", &["not"]),
    Wording(Says::No, "Denies:\n\n- {2}\n\n- {}", &["denies"]),
    Wording(Says::No, "Denies all of the following, as she did at the last visit:\n\n{2}\n\n{}", &["denies"]),
    Wording(Says::No, "{}. None.", &["none"]),
    Wording(Says::No, "{}. Not now.", &["not"]),
    Wording(Says::No, "Asked about {}? Denied.", &["denied"]),
    Wording(Says::Yes, "She has {} at rest.", &[]),
    Wording(Says::Yes, "Complains of {}.", &[]),
    Wording(Says::Yes, "c/o {} for two days.", &[]),
    Wording(Says::Yes, "Reports {} on stairs since March.", &[]),
    Wording(Says::Yes, "{} since this morning.", &[]),
    Wording(Says::Yes, "Mrs. Okafor told Dr. Weiss of {} at work.", &[]),
    Wording(Says::Yes, "{} is present.", &[]),
    Wording(Says::Yes, "{}: yes.", &[]),
    Wording(Says::Yes, "Positive for {}.", &[]),
    Wording(Says::Other, "Her mother had {}.", &["mother"]),
    Wording(Says::Other, "Two brothers of Mr. Okafor have {}.", &["brothers"]),
    Wording(Says::Other, "Family history:\n\n{}. {2}.", &["family"]),
    Wording(Says::Other, "Family history: {}.", &["family"]),
    Wording(Says::Other, "Her husband complains of {}.", &["husband"]),
    Wording(Says::Other, "If {} comes back, call 555-0142.", &["if"]),
    Wording(Says::Other, "Call unless {} gets better.", &["unless"]),
    Wording(Says::Other, "Possible {}.", &["possible"]),
    Wording(Says::Other, "She may have {}.", &["may"]),
    Wording(Says::Other, "{} is suspected.", &["suspected"]),
    Wording(Says::Other, "Rule out {}.", &["rule", "out"]),
    Wording(Says::Other, "R/o {}.", &["r", "o"]),
    Wording(Says::Other, "She is afraid of {}.", &["afraid"]),
    Wording(Says::Other, "At risk of {}.", &["risk"]),
    Wording(Says::Other, "To prevent {}, walk every day.", &["prevent"]),
    Wording(Says::Other, "History of {} as a child.", &["history"]),
    Wording(Says::Other, "Watch for {}.", &["watch"]),
    Wording(Says::Other, "Asked about {}.", &["asked"]),
];

const FINDINGS: &[&str] = &[
    "chest pain",
    "shortness of breath",
    "fever",
    "nausea",
    "wheezing",
    "ankle swelling",
    "dizziness",
    "palpitations",
    "headache",
    "cough",
    "back pain",
    "rash",
    "vomiting",
    "joint pain",
    "blurred vision",
    "night sweats",
    "abdominal pain",
    "weakness",
    "diarrhea",
    "sore throat",
];

/// Sentences beside the one that is asked about.
const FILLERS: &[&str] = &[
    "Seen by Dr. Jonas Lindqvist on 2 March 2019 in Westbrook.",
    "Weight is stable.",
    "Lungs are clear.",
    "Call 555-0142 for the next visit.",
    "She lives with her daughter Ngozi.",
    "Takes the tablets every morning.",
    "Peak flow 385.",
    "Not working at present.",
];

/// An entry that is not so: resource type, what says it, and what it would say.
struct Unso {
    resource: &'static str,
    /// How a person asks.
    asked: &'static str,
    system: &'static str,
    names: &'static [(&'static str, &'static str)],
    ways: &'static [&'static str],
}

const UNSO: &[Unso] = &[
    Unso {
        resource: "Condition",
        asked: "Which conditions do I have?",
        system: "http://snomed.info/sct",
        names: &[
            ("195967001", "Asthma"),
            ("38341003", "Hypertension"),
            ("44054006", "Diabetes"),
            ("84114007", "Heart failure"),
            ("40930008", "Hypothyroidism"),
            ("233604007", "Pneumonia"),
        ],
        ways: &["refuted", "entered-in-error", "unconfirmed", "provisional", "differential"],
    },
    Unso {
        resource: "AllergyIntolerance",
        asked: "What am I allergic to?",
        system: "http://snomed.info/sct",
        names: &[
            ("91936005", "Allergy to penicillin"),
            ("300916003", "Latex allergy"),
            ("91935009", "Allergy to peanuts"),
            ("300913006", "Shellfish allergy"),
        ],
        ways: &["refuted", "entered-in-error", "unconfirmed"],
    },
    Unso {
        resource: "Immunization",
        asked: "Which vaccines did I get?",
        system: "http://hl7.org/fhir/sid/cvx",
        names: &[
            ("140", "Influenza, seasonal, injectable"),
            ("113", "Td (adult)"),
            ("121", "zoster"),
            ("43", "Hep B, adult"),
        ],
        ways: &["not-done", "entered-in-error"],
    },
    Unso {
        resource: "Procedure",
        asked: "Which procedures were done?",
        system: "http://snomed.info/sct",
        names: &[
            ("73761001", "Colonoscopy"),
            ("80146002", "Appendectomy"),
            ("40701008", "Echocardiography"),
            ("76601001", "Intramuscular injection"),
        ],
        ways: &["not-done", "entered-in-error", "preparation", "unknown"],
    },
    Unso {
        resource: "MedicationRequest",
        asked: "Which medicines am I taking?",
        system: "http://www.nlm.nih.gov/research/umls/rxnorm",
        names: &[
            ("860975", "Metformin hydrochloride 500 MG Oral Tablet"),
            ("314076", "Lisinopril 10 MG Oral Tablet"),
            ("313782", "Acetaminophen 325 MG Oral Tablet"),
            ("198440", "Ibuprofen 200 MG Oral Tablet"),
        ],
        ways: &["do-not", "entered-in-error", "draft", "cancelled", "unknown"],
    },
];

/// What was drawn: a sentence of a note, or an entry that is not so beside one that is.
#[derive(Debug)]
pub(super) enum Told {
    Sentence { finding: &'static str, note: String, words: Vec<String>, needs: &'static [&'static str] },
    Entry { not_so: &'static str, so: &'static str, way: &'static str },
}

/// Returns a case of something that is not so.
pub(super) fn negation(chance: &mut Chance) -> Case {
    if chance.below(5) == 0 { entry(chance) } else { sentence(chance) }
}

fn sentence(chance: &mut Chance) -> Case {
    let Wording(says, wording, needs) = chance.one(WORDINGS);
    let first = chance.below(FINDINGS.len());
    let second = (first + 1 + chance.below(FINDINGS.len() - 1)) % FINDINGS.len();
    let finding = FINDINGS.get(first).copied().unwrap_or_default();
    let other = FINDINGS.get(second).copied().unwrap_or_default();
    let mut said = wording.replace("{2}", other).replace("{}", finding);
    if wording.starts_with("{}") {
        said = said.chars().take(1).flat_map(char::to_uppercase).chain(said.chars().skip(1)).collect();
    }
    let filler = |chance: &mut Chance| *chance.one(FILLERS);
    let gap = *chance.one(&[" ", "\n\n"]);
    let alone = wording.contains('\n');
    let gap = if alone || wording.ends_with("{}") { "\n\n" } else { gap };
    let note = match chance.below(4) {
        0 => said.clone(),
        1 => format!("{said}{gap}{}", filler(chance)),
        2 => format!("{}{gap}{said}", filler(chance)),
        _ => format!("{}{gap}{said}{gap}{}", filler(chance), filler(chance)),
    };
    let asked = [
        format!("Do the notes say anything about {finding}?"),
        format!("What do my notes say about {finding}?"),
        format!("Do I have {finding}?"),
    ];
    let question = chance.one(&asked).clone();
    let has = match says {
        Says::Yes => Some(true),
        Says::No => Some(false),
        Says::Other => None,
    };
    let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [patient(), {"resource": {
        "resourceType": "DocumentReference", "id": "n", "status": "current", "subject": {"reference": "Patient/p"},
        "date": "2019-03-02T10:00:00Z", "type": {"text": "Progress note"},
        "content": [{"attachment": {"contentType": "text/plain", "data": base64::engine::general_purpose::STANDARD.encode(&note)}}]
    }}]});
    let claims = claims::of_finding(finding, has);
    // What stands behind an answer may be told with it, what stands before may not.
    let behind = note.find(&said).and_then(|at| note.get(at..)).unwrap_or_default();
    let truth = CaseTruth::Note(Told::Sentence { finding, words: words(behind), note, needs });
    Case { bundle, question, truth, claims }
}

// The fields that are set are those of objects made here; a JSON object takes any field.
#[allow(clippy::indexing_slicing)]
fn entry(chance: &mut Chance) -> Case {
    let Unso { resource, asked, system, names, ways } = chance.one(UNSO);
    let way = *chance.one::<&'static str>(ways);
    let first = chance.below(names.len());
    let second = (first + 1 + chance.below(names.len() - 1)) % names.len();
    let of = |at: usize| names.get(at).copied().unwrap_or_default();
    let made = |(code, name): (&str, &str), way: Option<&str>| {
        let concept = json!({"text": name, "coding": [{"system": system, "code": code, "display": name}]});
        let person = if matches!(*resource, "AllergyIntolerance" | "Immunization") { "patient" } else { "subject" };
        let named = match *resource {
            "MedicationRequest" => "medicationCodeableConcept",
            "Immunization" => "vaccineCode",
            _ => "code",
        };
        let dated = match *resource {
            "MedicationRequest" => "authoredOn",
            "Immunization" => "occurrenceDateTime",
            "Procedure" => "performedDateTime",
            "Condition" => "onsetDateTime",
            _ => "recordedDate",
        };
        let mut entry = json!({"resourceType": resource, "id": format!("e{code}"), "status": "completed"});
        entry[person] = json!({"reference": "Patient/p"});
        entry[named] = concept;
        entry[dated] = json!("2019-03-02T10:00:00Z");
        let coded = |kind: &str, code: &str| json!({"coding": [{"system": format!("http://terminology.hl7.org/CodeSystem/{kind}"), "code": code}]});
        match *resource {
            "Condition" | "AllergyIntolerance" => {
                let kind = if *resource == "Condition" { "condition" } else { "allergyintolerance" };
                entry["clinicalStatus"] = coded(&format!("{kind}-clinical"), "active");
                let status =
                    if *resource == "Condition" { "condition-ver-status" } else { "allergyintolerance-verification" };
                entry["verificationStatus"] = coded(status, way.unwrap_or("confirmed"));
            }
            "MedicationRequest" => {
                let status = way.filter(|way| *way != "do-not").unwrap_or("active");
                entry["status"] = json!(status);
                entry["intent"] = json!("order");
                if way == Some("do-not") {
                    entry["doNotPerform"] = json!(true);
                }
            }
            _ => entry["status"] = json!(way.unwrap_or("completed")),
        }
        json!({"resource": entry})
    };
    let (not_so, so) = (of(first), of(second));
    let bundle = json!({"resourceType": "Bundle", "type": "collection",
        "entry": [patient(), made(not_so, Some(way)), made(so, None)]});
    let claims = if *resource == "Condition" && way == "refuted" {
        vec![Claim { text: format!("You have {}.", not_so.1.to_lowercase()), is_so: Some(false) }]
    } else {
        Vec::new()
    };
    let truth = CaseTruth::Note(Told::Entry { not_so: not_so.1, so: so.1, way });
    Case { bundle, question: (*asked).to_owned(), truth, claims }
}

fn patient() -> Value {
    json!({"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}], "birthDate": "1961-04-09"}})
}

impl Told {
    /// Judges what `message` tells of it.
    pub fn judge(&self, message: &str, count: &mut Count) {
        let truth = |is_so: bool| if is_so { Truth::Real } else { Truth::False };
        match self {
            Told::Entry { not_so, so, way } => {
                for passage in passages(message) {
                    let said = format!(" {} ", words(passage).join(" "));
                    let names = |name: &str| said.contains(&format!(" {} ", words(name).join(" ")));
                    if names(not_so) {
                        count.judged(Truth::False, || format!("{not_so} is {way}: {passage}"));
                    } else if names(so) {
                        count.judged(Truth::Real, String::new);
                    }
                }
            }
            Told::Sentence { finding, note, words: of_note, needs } => {
                let finding = words(finding);
                let has = |said: &[String], run: &[String]| said.windows(run.len().max(1)).any(|window| window == run);
                for sentence in passages(message)
                    .filter_map(|passage| passage.split_once("patient: "))
                    .flat_map(|(_, said)| said.split(". "))
                {
                    let said = words(sentence);
                    if !has(&said, &finding) {
                        continue;
                    }
                    let is_in_order = {
                        let mut rest = of_note.iter();
                        said.iter().all(|word| rest.any(|of_note| of_note == word))
                    };
                    let is_whole = needs.iter().all(|need| said.iter().any(|word| word == need));
                    count.judged(truth(is_in_order && is_whole), || format!("{note:?}: {sentence}"));
                }
            }
        }
    }
}

/// Returns the words of `text` in small letters, those with an apostrophe whole.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}
