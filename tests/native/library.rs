//! Libraries: passages and their references, packs in files and at addresses, and what goes wrong with them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use chaperone::error::{Code, Result};
use chaperone::index::snapshot::Model;
use chaperone::index::vectors::Quantised;
use chaperone::ingest::literature::guideline::About;
use chaperone::ingest::literature::{Article, Item, Reader};
use chaperone::library::configuration::Configuration;
use chaperone::library::pack::{
    self, Asked, Builder, Built, Found, Narrowing, Options, Padding, Range, Reading, Strategy, Weighing,
};
use chaperone::library::{ByWords, Chunking, Own, Pack, Prefix, PublicPassage, Questions, Step, passage};
use jiff::civil::date;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

#[cfg(feature = "cli")]
mod command;
mod guidelines;
mod kept;
mod packs;
mod questions;
mod reading;
pub mod told;

const PUBMED: &str = include_str!("../data/literature/pubmed.xml");

fn articles(text: &str) -> Vec<Article> {
    let mut articles = Vec::new();
    let mut take = |item| {
        if let Item::Article(article) = item {
            articles.push(*article);
        }
    };
    let mut reader = Reader::begin(0);
    reader.push(text.as_bytes(), &mut take).unwrap();
    reader.finish(&mut take).unwrap();
    articles
}

/// RIS of `count` articles of invented words, the same for the same count.
fn invented(count: usize) -> String {
    let mut draws = ChaCha8Rng::seed_from_u64(5);
    let mut ris = String::new();
    for number in 0..count {
        // Words as rare as in texts: the smaller the product of two draws, the commoner.
        let mut words = |count: usize| {
            let mut text = String::new();
            for _ in 0..count {
                let (a, b) = (draws.next_u32() % 60, draws.next_u32() % 60);
                let _ = write!(text, "w{} ", a * b);
            }
            text
        };
        let (title, text) = (words(6), words(90 + number % 40));
        let year = 1990 + number % 30;
        let author = ["Smith, Jane", "Okafor, Ada", "García, Luis", "Smith, Otto"][number % 4];
        let _ = write!(
            ris,
            "TY  - JOUR\nTI  - {title}\nAU  - {author}\nPY  - {year}\nDO  - 10.5555/{number:05}\nAB  - {text}\nER  - \n"
        );
    }
    ris
}

/// Vectors that stand around eight directions.
fn vectors(count: usize, dimensions: usize) -> Vec<Vec<f32>> {
    let mut draws = ChaCha8Rng::seed_from_u64(9);
    let mut number = || f64::from(draws.next_u32()) as f32 / u32::MAX as f32 - 0.5;
    let ways: Vec<Vec<f32>> = (0..8).map(|_| (0..dimensions).map(|_| number()).collect()).collect();
    (0..count).map(|at| ways[at % 8].iter().map(|way| way + 0.4 * number()).collect()).collect()
}

fn built(articles: &[Article], options: Options, vectors: Option<&[Vec<f32>]>) -> Built {
    let mut builder = Builder::new(options);
    for article in articles {
        builder.add(article.clone(), pack::cut(article, &options)).unwrap();
    }
    if let Some(vectors) = vectors {
        let model = Model { id: "m".into(), sha256: "0".repeat(64) };
        builder.set_vectors(model, vectors.iter().map(|vector| Quantised::new(vector).unwrap()).collect()).unwrap();
    }
    builder.finish(Vec::new()).unwrap()
}

fn asked(question: &str, strategy: Strategy) -> Asked {
    let narrowing = Narrowing::Stated { today: None };
    Asked {
        question: question.into(),
        vector: None,
        strategy,
        best: 10,
        narrowing,
        weighing: Weighing::Alike,
        probes: None,
        questions: Questions::Off,
        reading: Reading::default(),
        wordings: Vec::new(),
        known: Vec::new(),
    }
}

/// Runs `step` over the bytes of a pack, and returns what it gives with the ranges that were read.
fn drive<T>(
    pack: &mut Pack,
    bytes: &[u8],
    read: &mut Vec<Range>,
    mut step: impl FnMut(&mut Pack) -> Result<Step<T>>,
) -> Result<T> {
    for _ in 0..40 {
        match step(pack)? {
            Step::Done(done) => return Ok(done),
            Step::Want(ranges) => {
                assert!(!ranges.is_empty());
                for range in ranges {
                    let (start, end) =
                        ((range.start as usize).min(bytes.len()), (range.end() as usize).min(bytes.len()));
                    read.push(range);
                    pack.supply(range.start, &bytes[start..end], Some(bytes.len() as u64))?;
                }
            }
        }
    }
    panic!("a search that asks for more and more");
}

fn search(bytes: &[u8], asked: &Asked, padding: Option<Padding>) -> Result<(Found, Vec<Range>)> {
    let mut read = Vec::new();
    let mut pack = Pack::new(padding);
    drive(&mut pack, bytes, &mut read, Pack::open)?;
    let found = drive(&mut pack, bytes, &mut read, |pack| pack.search(asked))?;
    Ok((found, read))
}

fn references(found: &Found) -> Vec<String> {
    found.hits.iter().map(|hit| hit.passage.citation().to_string()).collect()
}

#[test]
fn an_abstract_is_one_passage_or_parts_that_belong_together() {
    let article = Arc::new(articles(PUBMED).swap_remove(0));
    let whole = passage::passages(&article, Chunking::Whole);
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].citation().as_str(), "Smith 2019 · PMID 90000001 · Abstract");
    let parts = passage::passages(&article, Chunking::Semantic);
    let references: Vec<_> = parts.iter().map(|part| part.citation().as_str()).collect();
    assert_eq!(
        references,
        ["Smith 2019 · PMID 90000001 · Background, Methods", "Smith 2019 · PMID 90000001 · Results, Conclusions"]
    );
    let joined = parts.iter().map(PublicPassage::text).collect::<Vec<_>>().join("\n");
    assert_eq!(joined, whole[0].text());
    let alone = Arc::new(articles(PUBMED).swap_remove(1));
    let titles = passage::passages(&alone, Chunking::Semantic);
    assert_eq!((titles.len(), titles[0].text(), titles[0].heading()), (1, "[Aspirin and stroke].", "Title"));
    assert_eq!(titles[0].citation().as_str(), "No author 1998 · PMID 90000002 · Title");
}

#[test]
fn a_public_passage_leaves_as_it_is_and_says_when_it_was_retracted() {
    let article = Arc::new(articles(PUBMED).swap_remove(2));
    let passage = passage::passages(&article, Chunking::Whole).swap_remove(0);
    assert_eq!(
        passage.outgoing(),
        "Jones 2021 · PMID 90000003 · Abstract [RETRACTED]\nThe supplement cured all participants of stroke and diabetes."
    );
}

#[test]
fn what_stands_before_a_passage_can_be_chosen() {
    let article = &articles(PUBMED)[0];
    let of = |text: &str| text.parse::<Prefix>().unwrap().of(article);
    assert_eq!(of("none"), "");
    assert_eq!(of("journal,year,mesh"), "Journal of Invented Trials\n2019\nDiabetes Mellitus, Type 2; Walking\n");
    assert!("title,colour".parse::<Prefix>().is_err());
    for text in ["none", "title", "title,journal,year,mesh"] {
        assert_eq!(text.parse::<Prefix>().unwrap().to_string(), text);
    }
}

#[test]
fn authors_and_years_that_are_stated_narrow_the_search_and_nothing_else_does() {
    let pack = built(&articles(PUBMED), Options::default(), None).bytes;
    let find = |question: &str| search(&pack, &asked(question, Strategy::Keyword), None).unwrap().0;
    let all = find("stroke aspirin diabetes");
    assert_eq!((all.hits.len(), all.narrowed.passages), (4, None));
    let dated = find("stroke aspirin diabetes since 2019");
    assert_eq!((dated.narrowed.passages, dated.hits.len()), (Some(2), 2));
    assert!(dated.hits.iter().all(|hit| hit.passage.article().issued.year >= Some(2019)));
    let by = find("What did Smith write about diabetes?");
    assert_eq!(
        (by.narrowed.authors.as_slice(), references(&by)),
        (&["Smith, Jane A".to_owned()][..], vec!["Smith 2019 · PMID 90000001 · Abstract".to_owned()])
    );
    let accents = find("Trials by Muller on metformin");
    assert_eq!(accents.narrowed.authors, ["Müller, Kurt"]);
    let unknown = find("What did Dr Nobody write about diabetes?");
    assert!(unknown.narrowed.authors.is_empty() && unknown.narrowed.is_unknown && unknown.hits.len() == 2);
    let undated =
        "TY  - JOUR\nTI  - Stroke and aspirin\nAB  - In 2019 aspirin came after a stroke.\nDO  - 10.5555/1\nER  - \n";
    let undated = built(&articles(undated), Options::default(), None).bytes;
    let (undated, _) = search(&undated, &asked("stroke since 2019", Strategy::Keyword), None).unwrap();
    assert_eq!((undated.narrowed.range, undated.narrowed.passages, undated.hits.len()), (None, None, 1));
    let off = Asked { narrowing: Narrowing::Off, ..asked("stroke since 2019", Strategy::Keyword) };
    assert_eq!(search(&pack, &off, None).unwrap().0.narrowed.passages, None);
    let retracted: Vec<_> =
        all.hits.iter().filter(|hit| hit.is_retracted).map(|hit| hit.passage.article().pmid).collect();
    assert_eq!(retracted, [Some(90_000_003)]);
}

/// The pack that the tests of the page read.
const PAGE_PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/literature/invented.pack");

fn page_pack() -> Vec<u8> {
    let articles: Vec<Article> = [PUBMED, &invented(150)].into_iter().flat_map(articles).collect();
    built(&articles, Options::default(), None).bytes
}

#[test]
fn the_pack_that_the_tests_of_the_page_read_is_what_is_written() {
    assert!(std::fs::read(PAGE_PACK).unwrap() == page_pack(), "write it anew: run the ignored test beside this one");
}

#[test]
#[ignore = "writes the pack that the tests of the page read"]
fn write_the_pack_that_the_tests_of_the_page_read() {
    std::fs::write(PAGE_PACK, page_pack()).unwrap();
}

#[test]
fn files_that_a_person_opens_are_a_library_of_each_article_once() {
    let mut own = Own::new(Options::default());
    assert_eq!(own.push(b"x").unwrap_err().code(), Code::InvalidArgument);
    for (file, articles) in [(PUBMED, 4), (PUBMED, 4), (&invented(3)[..], 3)] {
        own.begin(About::default());
        for piece in file.as_bytes().chunks(100) {
            own.push(piece).unwrap();
        }
        assert_eq!(own.finish().unwrap().articles, articles);
    }
    own.begin(About::default());
    let refused = own.push(b"<svg>").and_then(|()| own.finish().map(|_| ())).unwrap_err();
    assert_eq!(refused.code(), Code::Unsupported);
    // Two of pubmed.xml are one article in two versions.
    assert_eq!(own.articles(), 6);
    let made = own.made().unwrap();
    let mut pack = Pack::of(&made.bytes).unwrap();
    let Step::Done(found) = pack.search(&asked("stroke aspirin", Strategy::Keyword)).unwrap() else {
        panic!("all of it is there")
    };
    assert!(found.hits.len() >= 2);
    assert!(Pack::of(&made.bytes[..made.bytes.len() - 1]).is_err());
}

#[test]
fn a_configuration_says_how_files_are_made_and_what_is_found() {
    let mut own = Own::new(Options::default());
    own.begin(About::default());
    own.push(PUBMED.as_bytes()).unwrap();
    own.finish().unwrap();
    let read = |json: &str| ByWords::read(json.as_bytes()).unwrap().way;
    let find = |bytes: &[u8], way: &Configuration| {
        let asked = way.asked("stroke aspirin diabetes since 2019", Some(date(2024, 1, 1)));
        search(bytes, &asked, None).unwrap().0
    };
    let usual = own.made().unwrap();
    let narrowed = find(&usual.bytes, &ByWords::default().way);
    assert_eq!((usual.counts.passages, narrowed.hits.len(), narrowed.narrowed.passages), (3, 2, Some(2)));
    let way = read(r#"{"build":{"chunking":"semantic"},"search":{"strategy":"dense","top-k":2,"filters":false}}"#);
    let made = own.remade(way.build).unwrap().unwrap();
    assert_eq!((made.counts.articles, made.counts.passages), (3, 4));
    let found = find(&made.bytes, &way);
    assert_eq!((found.hits.len(), found.narrowed.passages, found.used), (2, None, Strategy::Keyword));
    assert_eq!(own.remade(way.build).unwrap(), None, "it is made so already");
    assert_eq!(own.remade(Options::default()).unwrap().unwrap().bytes, usual.bytes);
    // The kind of publication counts where a file says so.
    let evidence = read(r#"{"search":{"evidence":true}}"#).asked("x", None);
    assert_eq!((evidence.weighing, evidence.narrowing), (Weighing::ByEvidence, Narrowing::Stated { today: None }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_are_in_order_whole_and_at_most_three(sentences in prop::collection::vec("[A-Z][a-zé]{2,9}( [a-z]{1,9}){3,25}\\.", 1..40)) {
        let text = sentences.join(" ");
        let ris = format!("TY  - JOUR\nTI  - T\nAB  - {text}\nER  - \n");
        let article = Arc::new(articles(&ris).swap_remove(0));
        let parts = passage::passages(&article, Chunking::Semantic);
        prop_assert!((1..=3).contains(&parts.len()));
        let joined = parts.iter().map(PublicPassage::text).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(joined, text);
        let names: BTreeSet<_> = parts.iter().map(PublicPassage::citation).collect();
        prop_assert_eq!(names.len(), parts.len());
    }
}
