//! Whatever Entrez answers, and whatever a file says of how far a collection is: it goes on or stops, and what it saves is read back. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run entrez`; `tests/native/entrez.rs` has a stand-in that fails as Entrez does.
#![no_main]

use chaperone::library::entrez::{Collection, Next, Reply, Wanted};

/// What is collected, as a file of it begins.
const WANTED: &str = r#"{"term":"salt","from":"2020-01-01","until":"2020-03-31"}"#;

/// An answer: what it is put into, a number, and what stands in it.
type Answer<'a> = (u8, u32, &'a [u8]);

fn body((kind, number, inside): Answer<'_>) -> (u16, Vec<u8>) {
    let between = |before: String, after: &str| [before.as_bytes(), inside, after.as_bytes()].concat();
    match kind % 5 {
        0 => (200, inside.to_vec()),
        1 => {
            let counted = format!("<eSearchResult><Count>{number}</Count><QueryKey>1</QueryKey><WebEnv>E</WebEnv>");
            (200, between(counted, "</eSearchResult>"))
        }
        2 => (200, between("<PubmedArticleSet>".to_owned(), "</PubmedArticleSet>")),
        3 => {
            let article = "<PubmedArticle><MedlineCitation><PMID>1</PMID></MedlineCitation></PubmedArticle>";
            (
                200,
                format!("<PubmedArticleSet>{}</PubmedArticleSet>", article.repeat(number as usize % 600)).into_bytes(),
            )
        }
        _ => (503, inside.to_vec()),
    }
}

fn go_on(mut collection: Collection, wanted: &Wanted, answers: &[Answer<'_>]) {
    let mut now = 0;
    for answer in answers {
        let asked = loop {
            match collection.next(now) {
                Ok(Next::Wait(until)) => {
                    assert!(until > now);
                    now = until;
                }
                Ok(Next::Ask(ask)) => break ask,
                Ok(Next::Done) | Err(_) => return,
            }
        };
        assert!(asked.outgoing("http://localhost/").url.starts_with("http://localhost/e"));
        let (status, body) = body(*answer);
        let _ = collection.reply(Reply { status, retry_after_seconds: None, body: &body }, now, &mut |_| {});
        let saved = collection.saved().unwrap();
        let again = Collection::resume(wanted, false, &saved).unwrap();
        assert_eq!(again.account(), collection.account());
    }
}

libfuzzer_sys::fuzz_target!(|parts: (&[u8], Vec<Answer<'_>>)| {
    let (saved, answers) = parts;
    let wanted: Wanted = serde_json::from_str(WANTED).unwrap();
    go_on(Collection::new(wanted.clone(), false).unwrap(), &wanted, &answers);
    let _ = Collection::resume(&wanted, true, saved);
    let known = [b"{\"wanted\":", WANTED.as_bytes(), b",", saved].concat();
    if let Ok(resumed) = Collection::resume(&wanted, false, &known) {
        go_on(resumed, &wanted, &answers);
    }
});
