//! A person's own model, natively: the export of the shipped embedder taken for one, and the same in a form that is not known.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chaperone::model::manifest::{Manifest, Pooling, Role, sha256_hex};
use chaperone::model::own::{Choice, Classifies, Opened, Runtime, open, opened};
use chaperone::model::{Embedder, Encode as _, Reranker};
use serde_json::Value;

/// The least cosine of a vector on our kernels with the same on tract.
const SAME_MIN_COSINE: f32 = 0.9999;

const TEXTS: [&str; 3] = ["blood pressure", "The patient was seen for pain in the left arm.", ""];

fn at(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}\nset up first: ./run setup test", path.display()))
}

fn weights(id: &str, role: Role) -> (PathBuf, Vec<u8>) {
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    let path = format!("models/weights/{}", manifest.model(id).unwrap().file(role).unwrap().path);
    (Path::new(env!("CARGO_MANIFEST_DIR")).join(&path), at(&path))
}

const MINILM: &str = "all-minilm-l6-v2-int8";
const RERANKER: &str = "ms-marco-minilm-l12-v2-int8";
const MEAN: Choice = Choice { pooling: Pooling::Mean, query_prefix: String::new(), runtime: Runtime::Fastest };

/// The export under names of its parts that no exporter gives: of the same length, so that the file stays whole.
fn stranger(export: &[u8]) -> Vec<u8> {
    let (from, to) = (b"embeddings.LayerNorm", b"embeddings.Centering");
    let mut strange = export.to_vec();
    let found: Vec<usize> =
        strange.windows(from.len()).enumerate().filter(|(_, at)| at == from).map(|(at, _)| at).collect();
    assert!(found.len() >= 4, "weights and their uses");
    for at in found {
        strange[at..at + to.len()].copy_from_slice(to);
    }
    strange
}

fn tried(arguments: &[&str], files: &[&Path]) -> Output {
    let program = env!("CARGO_BIN_EXE_chaperone");
    Command::new(program).args(["models", "try"]).args(arguments).args(files).output().unwrap()
}

#[test]
fn the_shipped_export_is_taken_for_what_it_is() {
    let (_, export) = weights(MINILM, Role::Source);
    let (_, tokenizer) = weights(MINILM, Role::Tokenizer);
    let mut own = open(&export, &tokenizer, &MEAN).unwrap();
    assert_eq!(own.sha256(), sha256_hex(&export));
    let packed = own.take_packed().unwrap();
    assert_eq!(packed, weights(MINILM, Role::Weights).1, "as set-up converts it");
    // It reads as much as the shipped one, though its tokenizer's file says less, and what it gives makes sense.
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    assert_eq!(own.embedder().facts().max_tokens, manifest.model(MINILM).unwrap().encoder.as_ref().unwrap().max_tokens);
    assert_eq!((own.stated_tokens(), own.is_doubtful()), (Some(128), false));
    let loaded = Embedder::load(own.entry(), packed, &tokenizer).unwrap();
    assert_eq!(loaded.embed(&TEXTS).unwrap(), own.embedder().embed(&TEXTS).unwrap());

    let strange = open(&stranger(&export), &tokenizer, &MEAN).unwrap();
    assert!(strange.embedder().note().is_some());
    assert_ne!(strange.id(), own.id());
    let vectors = strange.embedder().embed(&TEXTS).unwrap();
    for (ours, theirs) in own.embedder().embed(&TEXTS).unwrap().iter().zip(&vectors) {
        let cosine = ours.dot(theirs).unwrap();
        assert!(cosine >= SAME_MIN_COSINE, "{cosine}");
    }
}

/// The tokenizer with as many words, in another order: each of the whole words has the number of another.
fn reordered(tokenizer: &[u8]) -> Vec<u8> {
    let mut json: Value = serde_json::from_slice(tokenizer).unwrap();
    let words = json["model"]["vocab"].as_object_mut().unwrap();
    let of_a_text = |id: u64| id >= 1000;
    let ids: Vec<u64> = words.values().filter_map(Value::as_u64).filter(|id| of_a_text(*id)).collect();
    let (least, count) = (*ids.iter().min().unwrap(), ids.len() as u64);
    for id in words.values_mut() {
        let number = id.as_u64().unwrap();
        if of_a_text(number) {
            *id = (least + (number - least + 700) % count).into();
        }
    }
    serde_json::to_vec(&json).unwrap()
}

#[test]
fn a_tokenizer_with_as_many_other_words_is_doubted() {
    for (id, pooling) in [(MINILM, Pooling::Mean), ("bge-small-en-v1.5-int8", Pooling::Cls)] {
        let (export, tokenizer) = (weights(id, Role::Source).1, weights(id, Role::Tokenizer).1);
        let choice = Choice { pooling, ..MEAN };
        assert!(!open(&export, &tokenizer, &choice).unwrap().is_doubtful(), "{id}");
        assert!(open(&export, &reordered(&tokenizer), &choice).unwrap().is_doubtful(), "{id}");
    }
}

#[test]
fn a_dynamic_export_with_the_first_token_runs_on_the_kernels() {
    let (_, export) = weights("bge-small-en-v1.5-int8", Role::Source);
    let (_, tokenizer) = weights("bge-small-en-v1.5-int8", Role::Tokenizer);
    let choice = Choice { pooling: Pooling::Cls, ..MEAN };
    let mut own = open(&export, &tokenizer, &choice).unwrap();
    assert_eq!(own.embedder().note(), None);
    assert_eq!(own.take_packed().unwrap(), weights("bge-small-en-v1.5-int8", Role::Weights).1);
}

#[test]
fn a_classifier_runs_on_the_kernels_and_is_refused_for_search() {
    for (id, classifies, labels, says) in
        [(RERANKER, Classifies::Texts, 1, "scores texts"), ("rampart-q4", Classifies::Tokens, 35, "labels tokens")]
    {
        let (export, tokenizer) = (weights(id, Role::Source).1, weights(id, Role::Tokenizer).1);
        let error = open(&export, &tokenizer, &MEAN).err().unwrap();
        assert!(error.what().contains(says) && error.what().contains("encoder alone"), "{id}: {error}");
        let Opened::Classifier(classifier) = opened(&export, &tokenizer, &MEAN).unwrap() else { panic!("{id}") };
        assert_eq!((classifier.classifies(), classifier.labels()), (classifies, labels), "{id}");
        assert!(classifier.logits("Seen by Dr. Lindqvist.", None).unwrap().len().is_multiple_of(labels));
    }
}

#[test]
fn a_reranker_of_ones_own_scores_as_the_shipped_one() {
    let (export, tokenizer) = (weights(RERANKER, Role::Source).1, weights(RERANKER, Role::Tokenizer).1);
    let Opened::Classifier(own) = opened(&export, &tokenizer, &MEAN).unwrap() else { panic!("no classifier") };
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    let entry = manifest.model(RERANKER).unwrap();
    let shipped = Reranker::load(entry, weights(RERANKER, Role::Weights).1, &tokenizer).unwrap();
    let question = "Which medicines am I on for diabetes?";
    for passage in TEXTS {
        assert_eq!(own.logits(question, Some(passage)).unwrap(), shipped.score(question, &[passage]).unwrap());
    }
}

#[test]
fn the_command_line_tells_what_it_runs_on() {
    let (export, _) = weights(MINILM, Role::Source);
    let (tokenizer, _) = weights(MINILM, Role::Tokenizer);
    let output = tried(&["--json"], &[&export, &tokenizer]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((told["runs"].as_str(), told["dimensions"].as_u64()), (Some("kernels"), Some(384)));
    assert!(told["passage_millis"].as_f64().unwrap() > 0.0);

    assert_eq!((told["max_tokens"].as_u64(), told["stated_tokens"].as_u64()), (Some(256), Some(128)));
    assert_eq!(told["doubtful"].as_bool(), Some(false));

    let folder = std::env::temp_dir().join(format!("chaperone-own-model-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let other = folder.join("other.json");
    fs::write(&other, reordered(&fs::read(&tokenizer).unwrap())).unwrap();
    let output = tried(&[], &[&export, &other]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.contains("WARNING: words that mean the same"), "{told}");
    // What cannot be read is named, and what to do.
    for (files, name) in [([&folder.join("none.onnx"), &tokenizer], "none.onnx"), ([&export, &folder], "own-model-")] {
        let output = tried(&[], &files.map(PathBuf::as_path));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(name) && told.contains("path"), "{told}");
    }
    // Both files the other way round: said of the file that it is about.
    let output = tried(&[], &[&tokenizer, &export]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("tokenizer.json"), "{told}");
    let strange = folder.join("strange.onnx");
    fs::write(&strange, stranger(&fs::read(&export).unwrap())).unwrap();
    let output = tried(&[], &[&strange, &tokenizer]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.contains("runs on     tract"), "{told}");

    let [reranker, words] = [Role::Source, Role::Tokenizer].map(|role| weights(RERANKER, role).0);
    let output = tried(&[], &[&reranker, &words]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && told.contains("classifies  texts\nlabels      1\nruns on     kernels"),
        "{told}"
    );

    fs::write(&strange, b"no model").unwrap();
    let output = tried(&[], &[&strange, &tokenizer]);
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("not a whole ONNX file"));
    fs::remove_dir_all(&folder).unwrap();
}
