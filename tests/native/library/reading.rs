//! What a question is looked for by in a pack beyond its own words: slips, other words, further wordings.

use chaperone::retrieve::{QueryVector, Variant};

use super::*;

/// Invented articles of words that can be said, with some that questions here ask for.
fn sayable(count: usize) -> String {
    let mut draws = ChaCha8Rng::seed_from_u64(7);
    let mut ris = String::new();
    for number in 0..count {
        let mut text = String::new();
        for _ in 0..60 {
            for _ in 0..3 + draws.next_u32() % 2 {
                let (consonant, vowel) = (draws.next_u32() as usize % 16, draws.next_u32() as usize % 5);
                text.push(char::from(b"bcdfghklmnprstvw"[consonant]));
                text.push(char::from(b"aeiou"[vowel]));
            }
            text.push(' ');
        }
        text +=
            ["metformin", "hypertension", "myocardial infarction", "sodium", "glucose", "lisinoprel", "immunotherapy"]
                [number % 7];
        let (author, year) = (["Okafor, Ada", "Smith, Jane"][number % 2], 1990 + number % 30);
        let _ = write!(
            ris,
            "TY  - JOUR\nTI  - T{number}\nAU  - {author}\nPY  - {year}\nDO  - 10.5555/{number:05}\nAB  - {text}.\nER  - \n"
        );
    }
    ris
}

fn pack() -> Vec<u8> {
    built(&articles(&sayable(1500)), Options::default(), Some(&vectors(1500, 24))).bytes
}

const SPELLING: Reading = Reading { spelling: true, concepts: false, queries: false, causal: false };
const CONCEPTS: Reading = Reading { concepts: true, spelling: false, ..SPELLING };
const QUERIES: Reading = Reading { queries: true, spelling: false, ..SPELLING };
const CAUSAL: Reading = Reading { causal: true, spelling: false, ..SPELLING };
const ALL: Reading = Reading { spelling: true, concepts: true, queries: true, causal: true };

fn reading(question: &str, reading: Reading) -> Asked {
    Asked { reading, ..asked(question, Strategy::Keyword) }
}

fn find(pack: &[u8], asked: &Asked) -> Found {
    let Step::Done(found) = Pack::of(pack).unwrap().search(asked).unwrap() else { panic!("all of it is there") };
    found
}

fn read_as(pack: &[u8], question: &str) -> Vec<String> {
    let found = find(pack, &reading(question, SPELLING));
    found.corrections.into_iter().map(|correction| correction.term).collect()
}

fn has(found: &Found, word: &str) -> bool {
    !found.hits.is_empty() && found.hits.iter().all(|hit| hit.passage.text().contains(word))
}

#[test]
fn a_slip_is_read_as_the_nearest_term_of_the_library() {
    let pack = pack();
    for (question, term, word) in [
        ("metfromin", "metformin", "metformin"),
        ("mteformin", "metformin", "metformin"),
        ("hypertenson", "hypertens", "hypertension"),
        ("heart atack", "attack", ""),
    ] {
        assert_eq!(read_as(&pack, question), [term], "{question}");
        let found = find(&pack, &reading(question, SPELLING));
        assert!(word.is_empty() || has(&found, word), "{question}");
        let plain = find(&pack, &reading(question, Reading::default()));
        assert!(plain.corrections.is_empty() && plain.hits.is_empty(), "{question}");
    }
    // With other words for what it is about, the run that is made whole is found by these.
    let both = Reading { concepts: true, ..SPELLING };
    assert!(has(&find(&pack, &reading("heart atack", both)), "myocardial infarction"));
}

#[test]
fn what_is_marked_known_a_name_short_or_a_number_stays() {
    let pack = pack();
    for question in [
        "*metfromin*",
        "is *since metfromin* or so",
        "lisinopril",
        "does Metfromin help",
        "what did dr okafro find",
        "metf",
        "metfor1in",
        "metformin",
        "qqqqqqqq",
        "",
    ] {
        assert_eq!(read_as(&pack, question), Vec::<String>::new(), "{question}");
    }
    let known = Asked { known: vec!["metfromin".to_owned()], ..reading("metfromin", SPELLING) };
    assert!(find(&pack, &known).corrections.is_empty());
}

#[test]
fn nothing_that_it_is_read_by_invents_a_filter_or_undoes_one() {
    let pack = pack();
    for (question, is_stated) in [
        ("Does metfromin lower glucose?", false),
        ("what did okafro write on metformin", false),
        ("What did Dr Okafro write on metformin?", false),
        ("Does salt raise blood pressure since 2010?", true),
        ("What did Okafor find about the effect of metformin on glucose since 2010?", true),
    ] {
        let plain = find(&pack, &reading(question, Reading::default()));
        let all = find(&pack, &reading(question, ALL));
        assert_eq!(all.narrowed, plain.narrowed, "{question}");
        assert_eq!(all.narrowed.passages.is_some(), is_stated, "{question}");
        assert!(!all.hits.is_empty(), "{question}");
        assert!(!is_stated || all.hits.iter().all(|hit| hit.passage.article().issued.year >= Some(2010)));
    }
}

#[test]
fn other_words_for_what_it_is_about_are_looked_for_behind_its_own() {
    let pack = pack();
    let found = find(&pack, &Asked { best: 1500, ..reading("salt and glucose", CONCEPTS) });
    let place = |word: &str| found.hits.iter().position(|hit| hit.passage.text().contains(word)).unwrap();
    assert!(place("glucose") < place("sodium"), "an own word counts more than another one for what is asked");
    assert!(find(&pack, &reading("salt", Reading::default())).hits.is_empty());
    assert!(has(&find(&pack, &reading("salt", CONCEPTS)), "sodium"));
}

#[test]
fn further_wordings_count_by_their_words_and_where_they_have_them_by_their_vectors() {
    let pack = pack();
    // The lay words have clinical ones in the further wording.
    let question = "When did Ada have her allergy shots?";
    let found = find(&pack, &reading(question, QUERIES));
    assert!(found.wordings.iter().any(|wording| wording.contains("immunotherapy")), "{:?}", found.wordings);
    assert!(has(&found, "immunotherapy"));
    let question = "Does salt raise blood pressure?";
    let found = find(&pack, &reading(question, CAUSAL));
    assert_eq!(found.wordings[0], "effect of salt on blood pressure");
    let vectors = vectors(1500, 24);
    let vector = |at: usize| QueryVector { model: "m".into(), values: vectors[at].clone(), word_share: None };
    let wording = |text: &str, at: usize| Variant { text: text.to_owned(), values: vectors[at].clone() };
    let dense = |wordings: Vec<Variant>, how| Asked {
        vector: Some(vector(17)),
        wordings,
        strategy: Strategy::Dense,
        best: 4,
        ..reading(question, how)
    };
    let first = |asked: &Asked| -> Vec<String> {
        let hits = find(&pack, asked).hits;
        hits.iter().take(2).filter_map(|hit| hit.passage.article().doi.clone()).collect()
    };
    let with = dense(vec![wording(&found.wordings[0], 30)], CAUSAL);
    assert_eq!(BTreeSet::from_iter(first(&with)), ["10.5555/00017", "10.5555/00030"].map(str::to_owned).into());
    assert_eq!(first(&with).len(), 2);
    // A vector counts only where its wording is asked.
    for other in
        [dense(vec![wording("another text", 30)], CAUSAL), dense(vec![wording(&found.wordings[0], 30)], QUERIES)]
    {
        assert_eq!(find(&pack, &other).hits, find(&pack, &dense(Vec::new(), Reading::default())).hits);
    }
    let mmr = Asked { strategy: Strategy::Mmr { lambda: 0.9 }, ..with };
    assert!(first(&mmr).contains(&"10.5555/00030".to_owned()));
}

#[test]
fn a_pack_that_is_read_in_parts_finds_what_the_whole_one_finds_by_each_reading() {
    let pack = pack();
    let vectors = vectors(1500, 24);
    let vector = |at: usize| QueryVector { model: "m".into(), values: vectors[at].clone(), word_share: None };
    for how in [SPELLING, CONCEPTS, QUERIES, CAUSAL, ALL] {
        for question in
            ["Does salt raise glucoze since 2005?", "heart atack and metfromin", "What are the symptoms of gout?"]
        {
            let wordings = how.wordings(question);
            let with =
                wordings.iter().zip(30..).map(|(text, at)| Variant { text: text.clone(), values: vectors[at].clone() });
            for strategy in [Strategy::Keyword, Strategy::Dense, Strategy::Mmr { lambda: 0.7 }, Strategy::Rrf { k: 20 }]
            {
                let asked = Asked {
                    vector: Some(vector(3)),
                    wordings: with.clone().collect(),
                    strategy,
                    ..reading(question, how)
                };
                let whole = find(&pack, &asked);
                assert_eq!(whole.wordings, wordings);
                for padding in [None, Some(Padding::usual([3; 32]))] {
                    let (found, read) = search(&pack, &asked, padding).unwrap();
                    assert_eq!(found, whole, "{question} {how:?} {strategy}");
                    assert_eq!(search(&pack, &asked, padding).unwrap().1, read, "the same is read each time");
                }
            }
        }
    }
}

#[test]
fn of_the_terms_only_those_pages_are_read_that_stand_near_a_slip() {
    let pack = built(&articles(&sayable(6000)), Options::default(), None).bytes;
    let bytes = |asked: &Asked| search(&pack, asked, None).unwrap().1.iter().map(|range| range.len).sum::<u64>();
    let (plain, read) = (bytes(&reading("metfromin", Reading::default())), bytes(&reading("metfromin", SPELLING)));
    assert!(read > plain && read < plain + 700_000, "{plain} {read} of {}", pack.len());
    assert_eq!(bytes(&reading("metformin", Reading::default())), bytes(&reading("metformin", SPELLING)), "no slip");
    assert_eq!(read_as(&pack, "metfromin"), ["metformin"]);
}
