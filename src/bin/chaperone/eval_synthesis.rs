//! `chaperone eval synthesis`: how much of the records' words and meaning a synthesis keeps.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chaperone::clearance::{Operator, Piece, SpanMap};
use chaperone::document::PatientIndex;
use chaperone::error::Result;
use chaperone::eval::identifiers::{self, Named};
use chaperone::eval::likeness::{self, Encoded};
use chaperone::eval::overlap;
use chaperone::eval::plainly::{self, Days};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::reference::Reference;
use chaperone::room::Room;
use chaperone::workflow::{Workflow, WorkflowState};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::embedder;
use crate::in_turn::asked_in_turn;
use crate::output::json;
use crate::records::{files, is_no_record, read, unwrapped};

/// What is asked of each patient where no file of questions is given: each kind of record, latest values and courses.
const QUESTIONS: [&str; 16] = asked_in_turn("When was my last visit?");
/// The same with what identifies somebody, or may: names, days, places, addresses, numbers, words that no dictionary has.
/// `{patient}`, `{birth}`, `{city}`, `{address}`, `{identifier}` and `{clinician}` stand for those of the records.
const IDENTIFYING: [&str; 16] = [
    "What was {patient}'s last blood pressure?",
    "How did my blood pressure change since 12 March 2015?",
    "How did my weight change after I moved to {city} in 2014?",
    "What was my highest body mass index, my number is {identifier}?",
    "Which medicines did Dr. {clinician} prescribe?",
    "Which medicines were stopped on 2016-04-03?",
    "What am I allergic to, apart from ashwagandha and zorblaxine?",
    "Which conditions does {patient}, born on {birth}, have?",
    "Which vaccines did I get in {city}?",
    "Which procedures were done while I lived at {address}?",
    "How did my hemoglobin A1c change between 2012 and 2016, Dr. {clinician}?",
    "What is my cholesterol? Please call 617-555-0142.",
    "How are my kidneys doing, asks my daughter Siobhan in Kilkenny?",
    "Was my last glucose above 137.5 on the third of May?",
    "I am 47 and live at {address}, {city}: do I smoke?",
    "When was my last visit to Dr. {clinician}, for the Vanderpump clinic?",
];
/// The SemScore that the information is to have against the extracted facts, and the rewritten question against the typed one.
const INFORMATION_BAR: f64 = 0.80;
const QUERY_BAR: f64 = 0.85;
/// Patients asked where no number is given.
const PATIENTS: usize = 30;

#[derive(Args)]
pub struct Synthesis {
    /// The folder of bundles, each asked by itself
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// Ask at most COUNT bundles
    #[arg(long, value_name = "COUNT", default_value_t = PATIENTS)]
    patients: usize,
    /// The folder of the model manifest and weights
    #[arg(long, value_name = "DIR", default_value = "models")]
    models: PathBuf,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// Means over pairs of texts.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Scores {
    pairs: usize,
    bleu: f64,
    rouge1: f64,
    rouge2: f64,
    rouge_l: f64,
    sem_score: f64,
    bert_precision: f64,
    bert_recall: f64,
    bert_f1: f64,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    patients: usize,
    questions: usize,
    /// Questions with what identifies somebody, or may.
    identifying: usize,
    /// Questions of which something would have left; the others are in no figure.
    synthesised: usize,
    /// The encoder of SemScore and BERTScore.
    encoder: String,
    /// The information against the extracted facts, a sentence for each as a person would write it.
    information_facts: Scores,
    /// Of these: where some are told as a course, in a range, a count and a direction, and where each is told by itself.
    facts_in_courses: Scores,
    facts_one_by_one: Scores,
    /// The extracted facts without their days, else word for word, against themselves: the most that a text without days can have.
    facts_undated: Scores,
    /// The same with days counted from the newest and numbers of two digits; and of these where a course is told.
    facts_counted: Scores,
    courses_counted: Scores,
    /// The information with its true dates and numbers put back, against the extracted facts: what drawing together alone takes; and of
    /// these where a course is told.
    facts_restored: Scores,
    courses_restored: Scores,
    /// The information against the extracted entries with all that their boxes show.
    information_entries: Scores,
    /// The information against itself with the true name, dates and numbers put back: what generalising alone changes.
    information_restored: Scores,
    /// The information against the passages that were retrieved.
    information_retrieved: Scores,
    /// The rewritten question against the typed one, without and with what identifies somebody or may.
    query: Scores,
    query_identifying: Scores,
    /// The same questions with what identifies the patient before in place, against the typed ones: what a text scores that differs in
    /// nothing but who it is about.
    query_of_another: Scores,
    /// Those rewritten questions that are asked about somebody else there.
    query_of_same: Scores,
    /// The information against the extracted facts, by the question, and the question with identifiers, by its wording.
    by_question: BTreeMap<&'static str, Scores>,
    /// Identifying texts of the records in the rewritten questions.
    identifiers_in_queries: usize,
    /// The SemScore that is to be reached, with what was reached and the most that a text of its kind can have.
    bars: Vec<Bar>,
}

/// A bar of SemScore.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Bar {
    of: &'static str,
    bar: f64,
    reached: f64,
    ceilings: Vec<(&'static str, f64)>,
}

/// Measures.
///
/// # Errors
/// As reading does; `unsupported` without the encoder.
pub fn run(arguments: &Synthesis) -> Result<()> {
    let (encode, name) = encoder(&arguments.models)?;
    let lexicon = std::sync::Arc::new(embedder::packed_lexicon(Some(&arguments.models))?.unwrap_or_default());
    let mut figures = Figures { encoder: name, ..Figures::default() };
    let mut another: Vec<Named> = Vec::new();
    for input in files(&arguments.bundles)? {
        if figures.patients >= arguments.patients {
            break;
        }
        let bytes = read(&input.path)?;
        let mut room = Room::new()?;
        match room.add(&bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        room.set_lexicon(lexicon.clone());
        room.set_subject((!room.records().patients.is_empty()).then_some(PatientIndex(0)))?;
        figures.patients += 1;
        for question in QUESTIONS {
            figures.questions += 1;
            let Some(workflow) = prepared(&mut room, question) else { continue };
            let state = workflow.state();
            let retrieved = retrieved(&mut room, state)?;
            figures.synthesised += 1;
            let told = information(state.synthesised.text());
            let facts = extracted(&room, state, Days::Written);
            let undated = extracted(&room, state, Days::Untold);
            let counted = extracted(&room, state, Days::Counted);
            let entries: Vec<&str> = state.extracted.iter().map(|offered| offered.original.as_str()).collect();
            let pair = (told.as_str(), &encode(&told)?);
            let of_facts = (facts.as_str(), &encode(&facts)?);
            figures.information_facts.add(of_facts, pair);
            figures.facts_undated.add(of_facts, (&undated, &encode(&undated)?));
            let of_counted = (counted.as_str(), &encode(&counted)?);
            figures.facts_counted.add(of_facts, of_counted);
            let is_course = state.synthesised.pieces().iter().any(|piece| piece.operator == Operator::Count);
            let form = if is_course { &mut figures.facts_in_courses } else { &mut figures.facts_one_by_one };
            form.add(of_facts, pair);
            figures.by_question.entry(question).or_default().add(of_facts, pair);
            let true_values = information(&restored(&state.synthesised));
            let of_true_values = (true_values.as_str(), &encode(&true_values)?);
            figures.facts_restored.add(of_facts, of_true_values);
            if is_course {
                figures.courses_restored.add(of_facts, of_true_values);
                figures.courses_counted.add(of_facts, of_counted);
            }
            figures.information_restored.add(of_true_values, pair);
            for (scores, reference) in [
                (&mut figures.information_entries, &entries.join("\n")),
                (&mut figures.information_retrieved, &retrieved),
            ] {
                scores.add((reference, &encode(reference)?), pair);
            }
            let query = state.synthesised_query.as_str();
            figures.query.add((question, &encode(question)?), (query, &encode(query)?));
        }
        let bundle: Value = serde_json::from_slice(&unwrapped(&bytes)?).unwrap_or_default();
        let named = identifiers::of(&bundle);
        for (unfilled, question) in IDENTIFYING.iter().filter_map(|each| Some((each, filled(each, &named)?))) {
            figures.identifying += 1;
            let of_question = (question.as_str(), &encode(&question)?);
            let of_another = filled(unfilled, &another).filter(|_| unfilled.contains('{'));
            if let Some(of_another) = &of_another {
                figures.query_of_another.add(of_question, (of_another, &encode(of_another)?));
            }
            let Some(workflow) = prepared(&mut room, &question) else { continue };
            let query = workflow.state().synthesised_query.as_str();
            let pair = (query, &encode(query)?);
            figures.query_identifying.add(of_question, pair);
            figures.by_question.entry(unfilled).or_default().add(of_question, pair);
            if of_another.is_some() {
                figures.query_of_same.add(of_question, pair);
            }
            figures.identifiers_in_queries += identifiers::found(&named, query, &lexicon).len();
        }
        another = named;
    }
    figures.bars = bars(&figures);
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    Ok(())
}

/// Returns the bars of `figures`, each beside what no synthesis of its kind can be better than.
fn bars(figures: &Figures) -> Vec<Bar> {
    vec![
        Bar {
            of: "information",
            bar: INFORMATION_BAR,
            reached: figures.information_facts.sem_score,
            ceilings: vec![
                ("the facts one by one, days counted and numbers of two digits", figures.facts_counted.sem_score),
                ("of these where a course is told", figures.courses_counted.sem_score),
                ("the facts one by one, without days", figures.facts_undated.sem_score),
                ("the information with every day and number true", figures.facts_restored.sem_score),
            ],
        },
        Bar {
            of: "query",
            bar: QUERY_BAR,
            reached: figures.query_identifying.sem_score,
            ceilings: vec![("the same question about somebody else", figures.query_of_another.sem_score)],
        },
    ]
}

impl Scores {
    /// Takes one pair into the means.
    fn add(&mut self, (reference, of_reference): (&str, &Encoded), (candidate, of_candidate): (&str, &Encoded)) {
        let (r, c) = (overlap::words(reference), overlap::words(candidate));
        let bert = likeness::bert_score(of_reference, of_candidate);
        self.pairs += 1;
        for (mean, one) in [
            (&mut self.bleu, overlap::bleu(&r, &c)),
            (&mut self.rouge1, overlap::rouge_n(&r, &c, 1)),
            (&mut self.rouge2, overlap::rouge_n(&r, &c, 2)),
            (&mut self.rouge_l, overlap::rouge_l(&r, &c)),
            (&mut self.sem_score, likeness::sem_score(of_reference, of_candidate)),
            (&mut self.bert_precision, bert.precision),
            (&mut self.bert_recall, bert.recall),
            (&mut self.bert_f1, bert.f1),
        ] {
            *mean += (one - *mean) / self.pairs as f64;
        }
    }
}

/// Returns the request for `question`, where something would leave.
fn prepared(room: &mut Room, question: &str) -> Option<Workflow> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    room.prepare(question, &endpoint, [11; 32], 0).ok().filter(Workflow::is_cleared)
}

/// Returns `question` with what identifies the people of the records in place; `None` where they have no such thing.
fn filled(question: &str, named: &[Named]) -> Option<String> {
    let first = |whose: &str, what: &str, fits: fn(&str) -> bool| {
        let found = named.iter().find(|each| each.whose == whose && each.what == what && fits(&each.text));
        found.map(|each| each.text.as_str())
    };
    let is_place = |text: &str| !text.contains(|c: char| c.is_ascii_digit());
    let mut text = question.to_owned();
    for (placeholder, known) in [
        ("{patient}", first("patient", "name", |text| text.contains(' '))),
        ("{birth}", first("patient", "birth", |_| true)),
        ("{city}", first("patient", "address", is_place)),
        (
            "{address}",
            first("patient", "address", |text| text.contains(' ') && text.contains(|c: char| c.is_ascii_digit())),
        ),
        ("{identifier}", first("patient", "identifier", |text| text.len() < 16)),
        ("{clinician}", first("clinician", "name", |text| !text.contains(' '))),
    ] {
        if text.contains(placeholder) {
            text = text.replace(placeholder, known?);
        }
    }
    Some(text)
}

/// Returns the facts that were extracted for `state`'s question, a sentence each, and the passages of notes as they stand.
fn extracted(room: &Room, state: &WorkflowState, days: Days) -> String {
    let context = room.context();
    let mut lines = plainly::facts(&state.synthesised, context.records, days);
    for offered in &state.extracted {
        let is_prose = |reference: &Reference| {
            let passage = context.index.as_slice().iter().find(|passage| passage.reference == *reference);
            passage.is_some_and(|passage| passage.facts.is_empty())
        };
        if offered.references.iter().any(is_prose) {
            lines.push(offered.original.clone());
        }
    }
    lines.join("\n")
}

/// Our own words around the passages, which tell nothing of the records.
const FRAME: [&str; 5] = [
    "Passages:",
    "No age is told.",
    "None of them is of the time that the question is about.",
    "Numbers are rounded, and may be moved by one step.",
    "Some entries stay with the patient and are not told here.",
];

/// Returns what a message tells: its passages without their frame, and without the question.
fn information(message: &str) -> String {
    let body = message.rsplit_once("\nQuestion: ").map_or(message, |(body, _)| body);
    let is_frame = |line: &str| {
        line.is_empty() || FRAME.contains(&line) || line.starts_with('<') || line.starts_with("All passages are about ")
    };
    body.lines().filter(|line| !is_frame(line)).collect::<Vec<_>>().join("\n")
}

/// Returns the text of `message` with every name, date and number as its source has it; of a range its ends.
fn restored(message: &SpanMap) -> String {
    let mut text = String::new();
    let mut before: Option<&Piece> = None;
    for piece in message.pieces() {
        let mut sources: Vec<&str> = piece.originals.iter().map(|original| original.text.as_str()).collect();
        text += match piece.operator {
            Operator::Round => {
                sources.sort_by(|a, b| a.parse::<f64>().ok().partial_cmp(&b.parse().ok()).unwrap_or(Ordering::Equal));
                let is_upper_end = before.is_some_and(|before| before.originals == piece.originals);
                before = Some(piece);
                if is_upper_end { sources.last() } else { sources.first() }.copied().unwrap_or_default()
            }
            Operator::Time | Operator::Pseudonym if sources.len() == 1 => sources.first().copied().unwrap_or_default(),
            _ => message.text_of(piece),
        };
    }
    text
}

/// Returns the texts of the passages that were retrieved for `state`'s question.
fn retrieved(room: &mut Room, state: &WorkflowState) -> Result<String> {
    let passages = room.index()?.as_slice().to_vec();
    let documents = &room.records().documents;
    let texts = state.nodes.iter().filter_map(|node| {
        let passage = passages.iter().find(|passage| passage.reference == *node)?;
        passage.span.of(&documents.get(passage.document.0 as usize)?.text)
    });
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

/// Encodes a text.
pub type EncodeText = Box<dyn Fn(&str) -> Result<Encoded>>;

/// Returns what encodes texts, by the first embedder of the folder of models, and its name.
///
/// # Errors
/// As reading does; `unsupported` in a program that was built without encoders.
#[cfg(feature = "encoders")]
pub fn encoder(folder: &Path) -> Result<(EncodeText, String)> {
    use chaperone::error::{Code, Error};
    use chaperone::model::Embedder;
    use chaperone::model::manifest::{Manifest, Purpose, Role};

    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let entry = manifest.models_for(Purpose::Embedder).next();
    let entry = entry.ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no embedder"))?;
    let file = |role| read(&folder.join("weights").join(&entry.file(role)?.path));
    let embedder = Embedder::load(entry, file(Role::Weights)?, &file(Role::Tokenizer)?)?;
    let most = embedder.facts().max_tokens;
    let encode = move |text: &str| {
        likeness::encode(text, most, |text| embedder.count_tokens(text), |text| embedder.token_vectors(text))
    };
    Ok((Box::new(encode), entry.id.to_string()))
}

/// Fails: this program was built without encoders.
///
/// # Errors
/// `unsupported`.
#[cfg(not(feature = "encoders"))]
pub fn encoder(_: &Path) -> Result<(EncodeText, String)> {
    use chaperone::error::{Code, Error};

    Err(Error::new(Code::Unsupported, "this program was built without the feature encoders, and so without an encoder"))
}

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "patients {}, questions {}, of which something would leave {}; encoder {}\n\n{:<34}  pairs   BLEU  ROUGE-1 -2    -L     SemScore BERTScore P/R/F1\n",
        figures.patients, figures.questions, figures.synthesised, figures.encoder, ""
    );
    for (name, s) in [
        ("information, to extracted facts", &figures.information_facts),
        ("  where a course is told", &figures.facts_in_courses),
        ("  where each is told by itself", &figures.facts_one_by_one),
        ("  the facts without their days", &figures.facts_undated),
        ("  the facts, days counted, 2 digits", &figures.facts_counted),
        ("    where a course is told", &figures.courses_counted),
        ("  the facts drawn together", &figures.facts_restored),
        ("    where a course is told", &figures.courses_restored),
        ("information, to their entries", &figures.information_entries),
        ("information, to itself, restored", &figures.information_restored),
        ("information, to retrieved text", &figures.information_retrieved),
        ("query, without identifiers", &figures.query),
        ("query, with identifiers", &figures.query_identifying),
        ("  of these, about a person", &figures.query_of_same),
        ("  the same about somebody else", &figures.query_of_another),
    ] {
        let _ = writeln!(
            text,
            "{name:<34} {:>6} {:.4} {:.3} {:.3} {:.3}   {:.4}   {:.4} {:.4} {:.4}",
            s.pairs, s.bleu, s.rouge1, s.rouge2, s.rouge_l, s.sem_score, s.bert_precision, s.bert_recall, s.bert_f1
        );
    }
    text.push_str("\nSemScore: the bar, what was reached, and the most that a text of its kind can have\n");
    for Bar { of, bar, reached, ceilings } in &figures.bars {
        let verdict = if reached >= bar { "reached" } else { "missed" };
        let _ = writeln!(text, "{of:<12} bar {bar:.2}, {verdict}: {reached:.4}");
        for (ceiling, most) in ceilings {
            let _ = writeln!(text, "{:<12} {most:.4}  {ceiling}", "");
        }
    }
    text.push_str("\nSemScore by question\n");
    for (question, s) in &figures.by_question {
        let _ = writeln!(text, "{:.4} of {:>3}  {question}", s.sem_score, s.pairs);
    }
    let _ = writeln!(
        text,
        "\n{} questions with identifiers; identifying texts in what they were rewritten to: {}",
        figures.identifying, figures.identifiers_in_queries
    );
    text.push_str(
        "\npublished, to their retrieved text, with other encoders:\ninformation: BLEU 0.0913, ROUGE-1/2/L 0.416/0.258/0.353, SemScore 0.6793, BERTScore F1 0.1459 (rescaled)\nquery:       BLEU 0.396, ROUGE-1/2/L 0.692/0.536/0.660, SemScore 0.7698, BERTScore F1 0.4760 (rescaled)\n",
    );
    text
}
