//! Rankings by every strategy, as one digest: the browser ranks as the native build does. Passages, vectors and questions are made from a
//! seed; a second digest is of the sample records, searched as the page does.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use chaperone::chunk;
use chaperone::document::{Content, Document, DocumentKind, FileIndex, Provenance, Records};
use chaperone::index::{Index, PassageIndex};
use chaperone::progress::Unwatched;
use chaperone::retrieve::{self, Concept, Query, QueryVector, Rerank, Strategy, Tools, Variant};
use chaperone::room::{Room, Search};
use sha2::{Digest as _, Sha256};

/// What the rankings over made-up passages come to.
pub const MADE: &str = "31de4e66c0d85098";
/// What the rankings over the sample records come to.
pub const SAMPLES: &str = "38ed53db65ad130e";

const DOCUMENTS: usize = 300;
const QUESTIONS: usize = 24;
const DIMENSIONS: usize = 24;
/// Hits of each ranking.
const TOP: usize = 20;
const MODEL: &str = "made up";

const WORDS: [&str; 48] = [
    "asthma",
    "cough",
    "fever",
    "knee",
    "pain",
    "pressure",
    "blood",
    "glucose",
    "insulin",
    "metformin",
    "kidney",
    "liver",
    "cancer",
    "tumor",
    "gene",
    "protein",
    "receptor",
    "cell",
    "mice",
    "trial",
    "placebo",
    "dose",
    "mortality",
    "risk",
    "stroke",
    "heart",
    "failure",
    "infection",
    "virus",
    "vaccine",
    "antibody",
    "obesity",
    "diet",
    "exercise",
    "bone",
    "fracture",
    "anemia",
    "iron",
    "thyroid",
    "hormone",
    "depression",
    "sleep",
    "memory",
    "aging",
    "pregnancy",
    "infant",
    "HbA1c",
    "120/80",
];

const ASKED: [&str; 10] = [
    "What is my blood pressure?",
    "When was my last flu shot?",
    "my latest HbA1c and cholesterol",
    "Which medicines do I take for diabetes?",
    "Have I ever had a colonosopy?",
    "What happened in 2019?",
    "allergy to penicilin",
    "my weight last spring",
    "*colonosopy*",
    "nothing of this kind zzz",
];

/// Numbers from a seed (Marsaglia 2003, xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // In 64 bits: a place in memory has 32 in the browser.
        ((self.0 >> 16) % most as u64) as usize
    }

    /// A run of words, the earlier ones of the list far more often than the later ones.
    fn words(&mut self, count: usize) -> String {
        let words: Vec<&str> =
            (0..count).map(|_| WORDS[self.below(WORDS.len()).min(self.below(WORDS.len()))]).collect();
        words.join(" ")
    }

    /// Whole numbers, so that lengths are the only roundings.
    fn vector(&mut self) -> Vec<f32> {
        (0..DIMENSIONS).map(|_| self.below(41) as f32 - 20.0).collect()
    }
}

/// A cross-encoder that likes some lengths better than others.
struct ByLength;

impl Rerank for ByLength {
    fn score(&self, question: &str, passages: &[&str]) -> chaperone::Result<Vec<f32>> {
        Ok(passages.iter().map(|text| ((text.len() * 7 + question.len()) % 19) as f32 - 9.0).collect())
    }
}

fn documents(numbers: &mut Numbers) -> Records {
    let mut records = Records::default();
    for at in 0..DOCUMENTS {
        let guideline = if at % 9 == 0 { "Guideline for " } else { "" };
        let title = format!("{guideline}{}", numbers.words(3));
        let length = 5 + numbers.below(60);
        records.documents.push(Document {
            id: at.to_string(),
            kind: DocumentKind::Note,
            subject: None,
            date: None,
            title,
            author: None,
            text: numbers.words(length),
            content: Content::Prose {
                provenance: Provenance { file: FileIndex(0), steps: Vec::new() },
                pages: Vec::new(),
            },
            revision: None,
        });
    }
    records
}

fn digest(lines: &str) -> String {
    Sha256::digest(lines.as_bytes()).iter().take(8).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Returns the digest of what every strategy makes of made-up questions over made-up passages, half of them with vectors.
pub fn of_made() -> String {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let records = documents(&mut numbers);
    let mut index = Index::build(&records, chunk::passages(&records)).unwrap();
    let vectors: Vec<_> =
        (0..index.len() as u32).filter(|at| at % 7 != 3).map(|at| (PassageIndex(at), numbers.vector())).collect();
    index.add_vectors(MODEL, vectors).unwrap();
    let mut lines = String::new();
    for _ in 0..QUESTIONS {
        let (count, named) = (1 + numbers.below(7), numbers.below(WORDS.len()));
        let text = numbers.words(count);
        let concept = Concept::new(vec![vec![WORDS[named].to_lowercase()]], 1.0);
        let query = Query {
            text,
            vector: Some(QueryVector { model: MODEL.to_owned(), values: numbers.vector(), word_share: None }),
            concepts: vec![concept],
            variants: vec![Variant { text: String::new(), values: numbers.vector() }],
            ..Query::default()
        };
        for strategy in Strategy::all() {
            let tools = Tools { reranker: Some(&ByLength), ..Tools::default() };
            let hits = retrieve::search_with(&index, &records, &query, strategy, TOP, &tools).unwrap();
            let found: Vec<&str> = hits.hits.iter().map(|hit| hit.reference.as_str()).collect();
            assert!(!found.is_empty(), "{strategy} finds something");
            let _ = writeln!(lines, "{strategy}\t{}", found.join(" "));
        }
    }
    assert!(lines.lines().collect::<BTreeSet<_>>().len() > QUESTIONS * 4, "rankings differ");
    digest(&lines)
}

/// Returns the digest of what the strategies without vectors make of questions about the sample records `bundle`.
pub fn of_samples(bundle: &[u8]) -> String {
    let mut room = Room::new().unwrap();
    room.add(bundle, &mut Unwatched).unwrap();
    let mut lines = String::new();
    for strategy in [Strategy::Keyword, Strategy::Concept, Strategy::Stages { pairs: 0 }, Strategy::Literal] {
        for question in ASKED {
            let search = Search { strategy, top_k: TOP, ..Search::default() };
            let hits = room.find(question, &search).unwrap();
            let found: Vec<&str> = hits.hits.iter().map(|hit| hit.reference.as_str()).collect();
            let _ = writeln!(lines, "{strategy}\t{question}\t{}\t{}", hits.corrections.len(), found.join(" "));
        }
    }
    assert!(lines.lines().filter(|line| !line.ends_with('\t')).count() > ASKED.len(), "questions find something");
    digest(&lines)
}
