use proptest::prelude::*;
use prost::Message as _;
use tract_onnx::pb::tensor_proto::{DataLocation, DataType};
use tract_onnx::pb::{GraphProto, ModelProto};

use super::*;
use crate::model::embedding::Encode as _;
use crate::model::onnx::proto::node;
use crate::model::onnx::toy::weight;
use crate::model::onnx::toy_bert::{FORMS, Form, POSITIONS, Top, WIDTH, WORDS, onnx, proto, stranger, tokenizer};

/// The least cosine of a vector by our kernels with the same by tract, on weights that are not rounded, and on those that are.
const SAME_MIN_COSINE: f32 = 0.9999;
const ROUNDED_MIN_COSINE: f32 = 0.999;

const MEAN: Choice = Choice { pooling: Pooling::Mean, query_prefix: String::new(), runtime: Runtime::Fastest };

fn own(export: &[u8]) -> Result<Own> {
    open(export, tokenizer(WORDS).as_bytes(), &MEAN)
}

fn refused(export: &[u8]) -> (Code, &'static str) {
    let error = own(export).err().expect("it is refused");
    (error.code(), error.what())
}

fn changed(change: impl FnOnce(&mut GraphProto)) -> Vec<u8> {
    let mut model = proto(Form::Single, Top::States);
    change(model.graph.as_mut().unwrap());
    model.encode_to_vec()
}

fn strange(form: Form) -> ModelProto {
    stranger(proto(form, Top::States))
}

#[test]
fn a_known_form_runs_on_the_kernels_and_can_be_loaded_like_a_shipped_model() {
    for form in FORMS {
        let mut own = own(&onnx(form, Top::States)).unwrap_or_else(|error| panic!("{form:?}: {error}"));
        assert_eq!(own.embedder().note(), None, "{form:?}");
        let packed = own.take_packed().unwrap();
        assert!(own.take_packed().is_none());
        let loaded = Embedder::load(own.entry(), packed, tokenizer(WORDS).as_bytes()).unwrap();
        let texts = ["blood pressure", "", "heart word39"];
        assert_eq!(loaded.embed(&texts).unwrap(), own.embedder().embed(&texts).unwrap(), "{form:?}");
        assert_eq!((loaded.dimensions(), loaded.facts().max_tokens), (WIDTH, POSITIONS));
    }
}

#[test]
fn anything_else_runs_on_tract_with_a_note() {
    for form in FORMS {
        let mut theirs = own(&strange(form).encode_to_vec()).unwrap_or_else(|error| panic!("{form:?}: {error}"));
        assert!(theirs.embedder().note().is_some() && theirs.take_packed().is_none());
        let ours = own(&onnx(form, Top::States)).unwrap();
        let vectors = [&ours, &theirs].map(|own| own.embedder().embed(&["left arm pain"]).unwrap().remove(0));
        let cosine = vectors[0].dot(&vectors[1]).unwrap();
        let rounded = matches!(form, Form::Single | Form::Half | Form::FourBits);
        assert!(cosine >= if rounded { ROUNDED_MIN_COSINE } else { SAME_MIN_COSINE }, "{form:?}: {cosine}");
        assert_eq!(theirs.embedder().facts().max_tokens, POSITIONS, "as many as it has positions for");
    }
}

#[test]
fn tract_can_be_asked_for() {
    let choice = Choice { runtime: Runtime::Tract, ..MEAN };
    let own = open(&onnx(Form::Scaled, Top::States), tokenizer(WORDS).as_bytes(), &choice).unwrap();
    assert!(own.embedder().note().is_some());
}

#[test]
fn the_id_is_of_files_and_choice() {
    let id = |export: &[u8], choice: &Choice| open(export, tokenizer(WORDS).as_bytes(), choice).unwrap().id().clone();
    let export = onnx(Form::Scaled, Top::States);
    assert_eq!(id(&export, &MEAN), id(&export, &MEAN));
    let cls = Choice { pooling: Pooling::Cls, ..MEAN };
    let prefixed = Choice { query_prefix: "query: ".into(), ..MEAN };
    assert_eq!(
        id(&export, &MEAN),
        id(&export, &prefixed),
        "what is put before questions changes no vector of a passage"
    );
    let ids = [id(&export, &MEAN), id(&export, &cls), id(&onnx(Form::Single, Top::States), &MEAN)];
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    assert!(ids.iter().all(|id| id.as_str().starts_with("own-")));
    let own = own(&export).unwrap();
    assert_eq!(own.sha256(), sha256_hex(&export));
}

#[test]
fn a_question_has_its_prefix() {
    let choice = Choice { query_prefix: "heart ".into(), ..MEAN };
    let own = open(&onnx(Form::Scaled, Top::States), tokenizer(WORDS).as_bytes(), &choice).unwrap();
    let embedder = own.embedder();
    assert_eq!(embedder.embed_question("pain").unwrap(), embedder.embed(&["heart pain"]).unwrap()[0]);
}

#[test]
fn what_has_a_classifier_on_top_is_refused() {
    for form in [Form::Single, Form::FourBits] {
        for top in [Top::Tokens(5), Top::Tokens(40), Top::Sequence(2)] {
            let (code, what) = refused(&onnx(form, top));
            assert!(code == Code::Unsupported && what.contains("encoder alone"), "{form:?} {top:?}: {what}");
            let says = if matches!(top, Top::Tokens(_)) { "labels tokens" } else { "scores texts" };
            assert!(what.contains(says), "{form:?} {top:?}: {what}");
        }
        for top in [Top::Tokens(5), Top::Sequence(40)] {
            let (code, what) = refused(&stranger(proto(form, top)).encode_to_vec());
            assert!(code == Code::Unsupported && what.contains("encoder alone"), "{form:?} {top:?}: {what}");
        }
    }
}

#[test]
fn a_classifier_of_a_known_form_runs_on_the_kernels() {
    for form in FORMS {
        for (top, classifies, labels) in [
            (Top::Tokens(5), Classifies::Tokens, 5),
            (Top::Sequence(1), Classifies::Texts, 1),
            (Top::Sequence(3), Classifies::Texts, 3),
        ] {
            let classifier = match opened(&onnx(form, top), tokenizer(WORDS).as_bytes(), &MEAN) {
                Ok(Opened::Classifier(classifier)) => classifier,
                Ok(Opened::Embedder(_)) => panic!("{form:?} {top:?} is no embedder"),
                Err(error) => panic!("{form:?} {top:?}: {error}"),
            };
            assert_eq!((classifier.classifies(), classifier.labels()), (classifies, labels), "{form:?} {top:?}");
            let export = onnx::Graph::load(&onnx::prepare(&onnx(form, top)).unwrap()).unwrap();
            let ids = loaded().encode("blood pressure").unwrap();
            let (_, theirs) = export.run(&ids).unwrap().remove(0);
            let ours = classifier.logits("blood pressure", None).unwrap();
            let largest = theirs.iter().fold(1.0_f32, |most, value| most.max(value.abs()));
            assert_eq!(ours.len(), theirs.len());
            assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() <= 0.05 * largest), "{form:?} {top:?}");
            assert_ne!(classifier.logits("blood", Some("heart")).unwrap(), classifier.logits("blood", None).unwrap());
        }
    }
}

#[test]
fn a_tokenizer_of_another_vocabulary_is_refused() {
    let with = |export: &[u8], words| open(export, tokenizer(words).as_bytes(), &MEAN).err().map(|error| error.what());
    for export in [onnx(Form::Scaled, Top::States), strange(Form::Single).encode_to_vec()] {
        assert!(with(&export, WORDS + 1).unwrap().contains("another vocabulary"));
        assert_eq!(with(&export, WORDS - 3), None, "rows that no word uses are common");
    }
    assert!(same_vocabulary(&loaded(), Some(WORDS + MOST_SPARE_WORDS)).is_ok());
    assert_eq!(same_vocabulary(&loaded(), Some(WORDS + MOST_SPARE_WORDS + 1)).unwrap_err().code(), Code::Model);
    assert!(same_vocabulary(&loaded(), None).is_ok());
}

#[test]
fn a_vocabulary_whose_table_is_not_found_shows_when_it_runs() {
    let export = {
        let mut model = strange(Form::Single);
        let graph = model.graph.as_mut().unwrap();
        let words = "embeddings.word_embeddings.weight";
        let at = graph.node.iter().position(|node| node.input.first().is_some_and(|name| name == words)).unwrap();
        let sum = node("Add", &[words, "0 as it is"], "table");
        graph.initializer.push(weight("0 as it is", &[], DataType::Float, vec![0; 4]));
        graph.node[at].input[0] = "table".into();
        graph.node.insert(at, sum);
        model.encode_to_vec()
    };
    assert_eq!(onnx::words(&export).unwrap(), None);
    assert!(own(&export).is_ok());
    let error = open(&export, tokenizer(WORDS + 1).as_bytes(), &MEAN).err().unwrap();
    assert!(error.what().contains("does not know all words"), "{error}");
}

fn loaded() -> Tokenizer {
    Tokenizer::load(tokenizer(WORDS).as_bytes(), MOST_TOKENS).unwrap()
}

#[test]
fn what_the_tokenizer_says_of_length_is_told_and_is_the_least_that_is_read() {
    let stating = tokenizer(WORDS).replace(
        "\"truncation\":null",
        r#""truncation":{"max_length":24,"strategy":"LongestFirst","stride":0,"direction":"Right"}"#,
    );
    for export in [onnx(Form::Scaled, Top::States), strange(Form::Scaled).encode_to_vec()] {
        let own = open(&export, stating.as_bytes(), &MEAN).unwrap();
        assert_eq!(own.stated_tokens(), Some(24));
        assert_eq!(own.embedder().facts().max_tokens, POSITIONS);
        assert_eq!(own.embedder().count_tokens(&"blood ".repeat(100)).unwrap(), POSITIONS);
    }
    let read = [None, Some(128), Some(300), Some(8192)].map(most_tokens);
    assert_eq!(read, [USUAL_TOKENS, USUAL_TOKENS, 300, MOST_TOKENS]);
}

#[test]
fn a_model_that_knows_no_word_is_doubted() {
    let own = own(&onnx(Form::Scaled, Top::States)).unwrap();
    assert!(own.is_doubtful());
    assert_eq!(own.stated_tokens(), None);
}

#[test]
fn files_that_are_none_are_refused_with_what_to_do() {
    for export in [&b""[..], b"not an ONNX file", b"\0\0\0\0", tokenizer(WORDS).as_bytes()] {
        let (code, what) = refused(export);
        assert!(matches!(code, Code::Model | Code::Unsupported), "{what}");
    }
    for json in ["", "{}", "[1, 2]", "\u{0}"] {
        assert_eq!(open(&onnx(Form::Single, Top::States), json.as_bytes(), &MEAN).err().unwrap().code(), Code::Model);
    }
    let external = changed(|graph| graph.initializer[3].data_location = Some(DataLocation::External as i32));
    let (code, what) = refused(&external);
    assert!(code == Code::Unsupported && what.contains("second file"), "{what}");
    assert_eq!(refused(&changed(|graph| graph.input[0].name = "pixels".into())).0, Code::Unsupported);
    assert_eq!(refused(&changed(|graph| graph.input.clear())).0, Code::Unsupported);
    assert_eq!(refused(&changed(|graph| graph.initializer.truncate(9))).0, Code::Model);
}

#[test]
fn numbers_that_are_none_are_refused() {
    let broken = changed(|graph| {
        for tensor in graph.initializer.iter_mut().filter(|tensor| tensor.name.contains("LayerNorm.bias")) {
            tensor.raw_data.as_chunks_mut::<4>().0.iter_mut().for_each(|bytes| *bytes = f32::NAN.to_le_bytes());
        }
    });
    assert_eq!(refused(&broken).0, Code::Model);
}

#[test]
fn files_that_are_too_large_are_refused_before_they_are_read() {
    assert_eq!(bounded(&[0; 9], 8, "").unwrap_err().code(), Code::TooLarge);
    assert!(bounded(&[0; 8], 8, "").is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_cut_export_is_refused(part in 0.0f64..1.0) {
        let export = onnx(Form::Scaled, Top::States);
        prop_assert!(own(&export[..(export.len() as f64 * part) as usize]).is_err());
    }

    #[test]
    fn an_altered_export_is_refused_or_runs(flips in prop::collection::vec((any::<prop::sample::Index>(), 0u8..8), 1..4), known in any::<bool>()) {
        let mut export = if known { onnx(Form::FourBits, Top::States) } else { strange(Form::Dynamic).encode_to_vec() };
        for (at, bit) in flips {
            let at = at.index(export.len());
            export[at] ^= 1 << bit;
        }
        if let Ok(own) = own(&export) {
            // A number may have become so large that what comes out is none: that is said, and nothing is given.
            match own.embedder().embed(&["blood"]) {
                Ok(vectors) => prop_assert_eq!(vectors[0].as_slice().len(), own.embedder().dimensions()),
                Err(error) => prop_assert_eq!(error.code(), Code::Model),
            }
        }
    }

    #[test]
    fn noise_is_refused(export in prop::collection::vec(any::<u8>(), 0..300), json in "\\PC{0,60}") {
        prop_assert!(open(&export, json.as_bytes(), &MEAN).is_err());
        prop_assert!(own(&export).is_err());
    }
}
