//! Packs: how they rank, what is read of them, and what goes wrong with them.

use chaperone::index::analyze;
use chaperone::index::bm25::Parameters;
use chaperone::library::pack::Served;
use chaperone::retrieve::QueryVector;

use super::*;

/// BM25 of a pack rounds what a term counts to one part in 255 of its most; over the terms of a question that can add up to so much.
const IMPACT_TOLERANCE: f64 = 0.06;

#[test]
fn a_pack_ranks_as_bm25_does_and_the_same_from_its_parts_as_from_the_whole() {
    let articles = articles(&invented(3000));
    let options = Options { chunking: Chunking::Semantic, ..Options::default() };
    let pack = built(&articles, options, None);
    let passages: Vec<PublicPassage> =
        articles.iter().flat_map(|article| passage::passages(&Arc::new(article.clone()), Chunking::Semantic)).collect();
    let bags: Vec<_> = passages
        .iter()
        .map(|passage| analyze::bag(&format!("{}\n{}", passage.article().title, passage.text())))
        .collect();
    let lengths: Vec<f64> = bags.iter().map(|bag| bag.values().map(|count| f64::from(*count)).sum()).collect();
    let average = lengths.iter().sum::<f64>() / lengths.len() as f64;
    let parameters = Parameters::default();
    let mut whole = Pack::new(None);
    drive(&mut whole, &pack.bytes, &mut Vec::new(), Pack::open).unwrap();
    whole.supply(0, &pack.bytes, None).unwrap();
    for question in ["w0 w59", "w3481 w1 w2", "w120 w12 w0 w240 w7", "w0", "w99999"] {
        let asked = asked(question, Strategy::Keyword);
        let (found, read) = search(&pack.bytes, &asked, None).unwrap();
        assert_eq!(whole.search(&asked).unwrap(), Step::Done(found.clone()));
        let bytes: u64 = read.iter().map(|range| range.len).sum();
        assert!(bytes < pack.bytes.len() as u64 / 2, "{bytes} of {}", pack.bytes.len());
        let terms = analyze::bag(question);
        let idf = |term| {
            let documents = bags.iter().filter(|bag| bag.contains_key(term)).count() as u32;
            (term, parameters.idf(bags.len() as u32, documents))
        };
        let weighted: Vec<(&String, f64)> = terms.keys().map(idf).collect();
        let score = |at: usize| -> f64 {
            let of = |(term, idf): &(&String, f64)| {
                let count = bags[at].get(*term).map_or(0.0, |count| f64::from(*count));
                idf * parameters.tf_factor(count, lengths[at], average)
            };
            weighted.iter().map(of).sum()
        };
        let mut expected: Vec<f64> = (0..bags.len()).map(score).filter(|score| *score > 0.0).collect();
        expected.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(found.hits.len(), expected.len().min(10));
        for (hit, best) in found.hits.iter().zip(expected) {
            let at = passages.iter().position(|passage| passage.citation() == hit.passage.citation()).unwrap();
            assert_eq!(passages[at].text(), hit.passage.text());
            assert!(
                (hit.score - score(at)).abs() < IMPACT_TOLERANCE && (score(at) - best).abs() < IMPACT_TOLERANCE,
                "{question}"
            );
        }
    }
    let unique: BTreeSet<_> = passages.iter().map(PublicPassage::citation).collect();
    assert_eq!(unique.len(), passages.len());
}

#[test]
fn vectors_near_the_question_are_found_in_few_clusters() {
    let articles = articles(&invented(600));
    let vectors = vectors(600, 48);
    let pack = built(&articles, Options::default(), Some(&vectors)).bytes;
    let query = QueryVector { model: "m".into(), values: vectors[17].clone(), word_share: None };
    let dense = |strategy, probes| Asked { vector: Some(query.clone()), probes, ..asked("w1 w2", strategy) };
    let (few, _) = search(&pack, &dense(Strategy::Dense, None), None).unwrap();
    let (all, _) = search(&pack, &dense(Strategy::Dense, Some(usize::MAX)), None).unwrap();
    assert_eq!(few.hits[0].passage.article().doi.as_deref(), Some("10.5555/00017"));
    assert!(few.hits[0].score > 0.999);
    let shared = references(&few).iter().filter(|reference| references(&all).contains(reference)).count();
    assert!(shared >= 9, "{shared} of 10");
    let (mmr, _) = search(&pack, &dense(Strategy::Mmr { lambda: 0.5 }, None), None).unwrap();
    assert_eq!((mmr.hits.len(), &references(&mmr)[0]), (10, &references(&few)[0]));
    let (fused, _) = search(&pack, &dense(Strategy::Rrf { k: 60 }, None), None).unwrap();
    assert!(
        fused.hits.iter().any(|hit| hit.by.keyword.is_some()) && fused.hits.iter().any(|hit| hit.by.dense.is_some())
    );
    let (words, _) = search(&pack, &asked("w1 w2", Strategy::Rrf { k: 60 }), None).unwrap();
    assert!(words.lacks_vectors && words.used == Strategy::Keyword);
    let other = Asked {
        vector: Some(QueryVector { model: "n".into(), values: query.values.clone(), word_share: None }),
        ..asked("w1", Strategy::Dense)
    };
    assert_eq!(search(&pack, &other, None).unwrap_err().code(), Code::Model);
    let short = Asked {
        vector: Some(QueryVector { model: "m".into(), values: vec![1.0], word_share: None }),
        ..asked("w1", Strategy::Dense)
    };
    assert_eq!(search(&pack, &short, None).unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(search(&pack, &asked("w1", Strategy::Dense), None).unwrap_err().code(), Code::InvalidArgument);
}

#[test]
fn equal_articles_make_equal_packs() {
    let articles = articles(&invented(300));
    let vectors = vectors(300, 16);
    let (a, b) =
        (built(&articles, Options::default(), Some(&vectors)), built(&articles, Options::default(), Some(&vectors)));
    assert_eq!(a, b);
    assert_ne!(built(&articles[1..], Options::default(), None).fingerprint, a.fingerprint);
    assert!(Builder::new(Options::default()).finish(Vec::new()).is_err());
}

#[test]
fn an_open_pack_gives_its_bytes_as_a_host_would_as_far_as_it_has_them() {
    let bytes = built(&articles(&invented(400)), Options::default(), None).bytes;
    let whole = Pack::of(&bytes).unwrap();
    let total = bytes.len() as u64;
    for (start, len) in [(0, 10), (0, total), (60, 9000), (total / 2, 70_000), (total - 5, 100), (17, 1)] {
        let end = (start + len).min(total) as usize;
        assert_eq!(whole.bytes(Range { start, len }).as_deref(), Some(&bytes[start as usize..end]), "{start} {len}");
    }
    assert_eq!(whole.bytes(Range { start: total, len: 1 }), None);
    assert_eq!(whole.bytes(Range { start: 0, len: 0 }), None);
    assert_eq!(Pack::new(None).bytes(Range { start: 0, len: 1 }), None);
    // One that was read by ranges has those, but for the block in which the first of them ends.
    let mut part = Pack::new(None);
    let mut read = Vec::new();
    drive(&mut part, &bytes, &mut read, Pack::open).unwrap();
    let asked = asked("w3481 w120", Strategy::Keyword);
    let found = drive(&mut part, &bytes, &mut read, |pack| pack.search(&asked)).unwrap();
    for range in read.iter().skip(1) {
        assert_eq!(part.bytes(*range).as_deref(), bytes.get(range.start as usize..(range.end().min(total)) as usize));
    }
    assert_eq!(part.bytes(Range { start: 0, len: total }), None, "it never had all of it");
    // And one is read from as from a host, to the same end.
    let mut again = Pack::new(None);
    let step = |again: &mut Pack, open: bool| loop {
        let wanted = match open {
            true => again.open().unwrap().map(|()| None),
            false => again.search(&asked).unwrap().map(Some),
        };
        match wanted {
            Step::Done(done) => return done,
            Step::Want(ranges) => ranges.iter().for_each(|range| {
                let bytes = whole.bytes(*range).unwrap();
                again.supply(range.start, &bytes, None).unwrap();
            }),
        }
    };
    step(&mut again, true);
    assert_eq!(step(&mut again, false), Some(found));
}

#[test]
fn a_flipped_bit_anywhere_is_an_error_or_was_not_read() {
    let articles = articles(&invented(120));
    let pack = built(&articles, Options::default(), Some(&vectors(120, 16))).bytes;
    let asked = Asked {
        vector: Some(QueryVector { model: "m".into(), values: vec![1.0; 16], word_share: None }),
        ..asked("w0 w1 w120", Strategy::Rrf { k: 60 })
    };
    let expected = search(&pack, &asked, None).unwrap().0;
    let mut refused = 0;
    for at in (0..pack.len()).step_by(61).chain(0..64) {
        let mut altered = pack.clone();
        altered[at] ^= 1 << (at % 8);
        match search(&altered, &asked, None) {
            Ok((found, _)) => assert_eq!(found, expected),
            Err(error) => {
                assert!(matches!(error.code(), Code::Malformed | Code::Unsupported), "{at}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_cut_or_newer_pack_and_what_is_none_are_told() {
    let pack = built(&articles(&invented(50)), Options::default(), None).bytes;
    let asked = asked("w0", Strategy::Keyword);
    for end in [0, 7, 20, 63, 64, 200, pack.len() / 2, pack.len() - 1] {
        assert_eq!(search(&pack[..end], &asked, None).unwrap_err().code(), Code::Malformed, "{end}");
    }
    let longer = [pack.as_slice(), b"more"].concat();
    assert_eq!(search(&longer, &asked, None).unwrap_err().code(), Code::Malformed);
    let mut newer = pack.clone();
    newer[8] = 2;
    assert_eq!(search(&newer, &asked, None).unwrap_err().code(), Code::Unsupported);
    assert_eq!(search(b"PK\x03\x04 and so on", &asked, None).unwrap_err().code(), Code::Malformed);
    let literal = Asked { strategy: Strategy::Literal, ..asked };
    assert_eq!(search(&pack, &literal, None).unwrap_err().code(), Code::InvalidArgument);
}

#[test]
fn padding_asks_for_whole_windows_and_for_others_beside_them_and_finds_the_same() {
    let pack = built(&articles(&invented(4000)), Options::default(), None).bytes;
    let question = asked("w3481 w77 w900", Strategy::Keyword);
    let (plain, bare) = search(&pack, &question, None).unwrap();
    let padding = Padding { window_blocks: 4, decoys: 2, seed: [3; 32] };
    let (found, padded) = search(&pack, &question, Some(padding)).unwrap();
    assert_eq!(found, plain);
    let bytes = |ranges: &[Range]| ranges.iter().map(|range| range.len).sum::<u64>();
    assert!(bytes(&padded) > 2 * bytes(&bare), "{} {}", bytes(&padded), bytes(&bare));
    // Each range of the body that is read is a window, and none comes twice.
    // The first range is the head of the pack, which is asked for by everybody.
    let windows: Vec<u64> =
        padded.iter().skip(1).filter(|range| range.len == 4 * pack::BLOCK_BYTES).map(|range| range.start).collect();
    let distinct: BTreeSet<u64> = windows.iter().copied().collect();
    assert!(windows.len() > 6 && distinct.len() == windows.len());
    let first = windows[0] % (4 * pack::BLOCK_BYTES);
    assert!(windows.iter().all(|start| start % (4 * pack::BLOCK_BYTES) == first));
    let again = search(&pack, &question, Some(padding)).unwrap().1;
    assert_eq!(again, padded);
    let other = search(&pack, &question, Some(Padding { seed: [4; 32], ..padding })).unwrap().1;
    assert_ne!(other, padded);
}

#[test]
fn what_a_server_may_answer_to_a_range() {
    let asked = Range { start: 10, len: 5 };
    let check = |status, content_range, bytes| {
        Served { status, content_range, bytes }.check(asked).map_err(|error| error.code())
    };
    assert_eq!(check(206, Some("bytes 10-14/100"), 5), Ok(Some(100)));
    assert_eq!(check(206, Some("bytes 10-14/*"), 5), Ok(None));
    assert_eq!(check(206, Some("bytes 10-11/12"), 2), Ok(Some(12)));
    for (status, said, bytes, code) in [
        (200, None, 100, Code::Unsupported),
        (404, None, 0, Code::NotFound),
        (416, Some("bytes */8"), 0, Code::Malformed),
        (302, None, 0, Code::Network),
        (206, None, 5, Code::Network),
        (206, Some("bytes 0-4/100"), 5, Code::Network),
        (206, Some("bytes 10-14/100"), 4, Code::Network),
        (206, Some("bytes 10-12/100"), 3, Code::Network),
        (206, Some("items 10-14/100"), 5, Code::Network),
        (206, Some("bytes 10-18446744073709551615/100"), 5, Code::Network),
    ] {
        assert_eq!(check(status, said, bytes), Err(code), "{status} {said:?}");
    }
}
