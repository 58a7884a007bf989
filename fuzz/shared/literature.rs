//! What holds of every reader of literature, whatever it is given.

use chaperone::ingest::literature::{Article, Item, Reader, Report};
use chaperone::library::{Chunking, passage};

type Read = chaperone::Result<(Vec<Article>, Report)>;

fn read(bytes: &[u8], size: usize) -> Read {
    let mut articles = Vec::new();
    let mut take = |item| {
        if let Item::Article(article) = item {
            articles.push(*article);
        }
    };
    let mut reader = Reader::begin(0);
    for piece in bytes.chunks(size) {
        reader.push(piece, &mut take)?;
    }
    let report = reader.finish(&mut take)?;
    Ok((articles, report))
}

/// `inside` is read between `before` and `after`, whole and in small pieces alike, and every article can be cut.
pub fn check(before: &str, inside: &[u8], after: &str) {
    for file in [inside.to_vec(), [before.as_bytes(), inside, after.as_bytes()].concat()] {
        let size = 1 + file.len() % 61;
        let (whole, parts) = (read(&file, usize::MAX), read(&file, size));
        // Compression that breaks off is met sooner or later, by the size of the pieces.
        if !file.starts_with(&[0x1f, 0x8b]) {
            assert_eq!(whole, parts);
        }
        let Ok((articles, report)) = whole else { continue };
        assert_eq!(articles.len(), report.articles);
        for article in articles {
            assert!(!article.title.is_empty() && article.origin.start <= article.origin.end);
            let article = std::sync::Arc::new(article);
            for chunking in [Chunking::Whole, Chunking::Semantic] {
                let parts = passage::passages(&article, chunking);
                assert!((1..=3).contains(&parts.len()));
            }
        }
    }
}
