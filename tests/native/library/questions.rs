//! The vectors of the questions of passages in a pack, beside those of the passages.

use chaperone::retrieve::QueryVector;

use super::*;

/// A pack of 600 passages, of which each third has two questions with the vectors that are given.
fn with_questions(vectors: &[Vec<f32>], questions: &[Vec<f32>]) -> Vec<u8> {
    let articles = articles(&invented(vectors.len()));
    let mut builder = Builder::new(Options { questions: true, ..Options::default() });
    for article in &articles {
        builder.add(article.clone(), pack::cut(article, &Options::default())).unwrap();
    }
    let rounded = |vectors: &[Vec<f32>]| -> Vec<Quantised> {
        vectors.iter().map(|vector| Quantised::new(vector).unwrap()).collect()
    };
    let model = Model { id: "m".into(), sha256: "0".repeat(64) };
    let asked = (0..).map(|at: u32| at / 2 * 3).zip(rounded(questions)).collect();
    builder.set_vectors(model, rounded(vectors)).unwrap();
    builder.set_questions(asked).unwrap();
    builder.finish(Vec::new()).unwrap().bytes
}

fn place(found: &Found, doi: &str) -> Option<usize> {
    found.hits.iter().position(|hit| hit.passage.article().doi.as_deref() == Some(doi))
}

#[test]
fn a_passage_is_found_by_the_nearest_of_itself_and_its_questions() {
    let vectors = vectors(600, 48);
    // The questions of passage 30 are as the passage 17 is; all others lie elsewhere.
    let mut questions: Vec<Vec<f32>> =
        vectors.iter().take(400).map(|vector| vector.iter().map(|x| -x).collect()).collect();
    (questions[20], questions[21]) = (vectors[17].clone(), vectors[17].clone());
    let pack = with_questions(&vectors, &questions);
    let query = QueryVector { model: "m".into(), values: vectors[17].clone(), word_share: None };
    let asked = |strategy, questions| Asked { vector: Some(query.clone()), questions, ..asked("w1 w2", strategy) };
    let found = |strategy, how| search(&pack, &asked(strategy, how), None).unwrap().0;
    let (own, other) = ("10.5555/00017", "10.5555/00030");
    let off = found(Strategy::Dense, Questions::Off);
    assert_eq!(place(&off, own), Some(0));
    for how in [Questions::Beside, Questions::List] {
        let beside = found(Strategy::Dense, how);
        assert_eq!((place(&beside, own), place(&beside, other)), (Some(0), Some(1)));
        assert!(beside.hits[1].score > 0.999 && beside.hits[1].by.question.is_none());
    }
    let only = found(Strategy::Dense, Questions::Only);
    assert_eq!((place(&only, own), place(&only, other)), (None, Some(0)));
    let all = Asked { best: 600, ..asked(Strategy::Rrf { k: 60 }, Questions::List) };
    let list = search(&pack, &all, None).unwrap().0;
    let hit = &list.hits[place(&list, other).unwrap()];
    assert!(hit.by.question.is_some_and(|(place, cosine)| place == 1 && cosine > 0.999));
    assert!(list.hits.iter().any(|hit| hit.by.keyword.is_some()) && list.hits.iter().any(|hit| hit.by.dense.is_some()));
    let mmr = found(Strategy::Mmr { lambda: 0.9 }, Questions::Beside);
    assert!(mmr.hits.len() == 10 && place(&mmr, other).is_some());
    // By words alone they are of no use, and nothing is read of them.
    let words = found(Strategy::Keyword, Questions::Only);
    assert_eq!(words.hits, found(Strategy::Keyword, Questions::Off).hits);
}

#[test]
fn questions_stand_behind_all_else_and_a_pack_without_them_says_so() {
    let vectors = vectors(600, 48);
    let (without, with) = (with_questions(&vectors, &[]), with_questions(&vectors, &vectors[..400]));
    let opened = |bytes: &[u8]| Pack::of(bytes).unwrap();
    assert_eq!((opened(&without).questions().unwrap(), opened(&with).questions().unwrap()), (0, 400));
    let plain = built(&articles(&invented(600)), Options::default(), Some(&vectors)).bytes;
    assert!(plain == without);
    let query = QueryVector { model: "m".into(), values: vectors[3].clone(), word_share: None };
    let ask = |questions| Asked { vector: Some(query.clone()), questions, ..asked("w1", Strategy::Rrf { k: 60 }) };
    assert_eq!(
        search(&without, &ask(Questions::Off), None).unwrap().0,
        search(&with, &ask(Questions::Off), None).unwrap().0
    );
    for how in [Questions::Beside, Questions::List, Questions::Only] {
        assert_eq!(search(&without, &ask(how), None).unwrap_err().code(), Code::InvalidArgument);
        // Read in parts, and in windows with others beside them, it finds the same.
        let mut whole = opened(&with);
        let Step::Done(expected) = whole.search(&ask(how)).unwrap() else { panic!("all of it is there") };
        for padding in [None, Some(Padding::usual([3; 32]))] {
            assert_eq!(search(&with, &ask(how), padding).unwrap().0, expected);
        }
    }
    // A flipped bit in them is an error where it is read.
    let expected = search(&with, &ask(Questions::Beside), None).unwrap().0;
    for at in (with.len() - 400 * 56..with.len()).step_by(997).chain((64..8000).step_by(61)) {
        let mut altered = with.clone();
        altered[at] ^= 1 << (at % 8);
        match search(&altered, &ask(Questions::Beside), None) {
            Ok((found, _)) => assert_eq!(found, expected),
            Err(error) => assert_eq!(error.code(), Code::Malformed),
        }
    }
}

#[test]
fn questions_need_passages_with_vectors_of_the_same_dimensions() {
    let articles = articles(&invented(3));
    let mut builder = Builder::new(Options::default());
    for article in &articles {
        builder.add(article.clone(), pack::cut(article, &Options::default())).unwrap();
    }
    let vector = |values: &[f32]| Quantised::new(values).unwrap();
    let code = |builder: &mut Builder, passage, values: &[f32]| {
        builder.set_questions(vec![(passage, vector(values))]).unwrap_err().code()
    };
    assert_eq!(code(&mut builder, 0, &[1.0, 0.0]), Code::InvalidArgument);
    let model = Model { id: "m".into(), sha256: "0".repeat(64) };
    builder.set_vectors(model, vec![vector(&[1.0, 0.0]); 3]).unwrap();
    assert_eq!(code(&mut builder, 3, &[1.0, 0.0]), Code::InvalidArgument);
    assert_eq!(code(&mut builder, 0, &[1.0]), Code::InvalidArgument);
    builder.set_questions(vec![(2, vector(&[0.0, 1.0])); 2]).unwrap();
    assert_eq!(Pack::of(&builder.finish(Vec::new()).unwrap().bytes).unwrap().questions().unwrap(), 2);
}
