//! Any bytes among `PubmedArticle`s are read or refused, alike in pieces of any size. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run pubmed
//! fuzz/corpus/pubmed tests/data/literature`; the same properties run on stable in `tests/native/literature.rs`.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| literature::check("<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID>", bytes, "</MedlineCitation></PubmedArticle></PubmedArticleSet>"));
