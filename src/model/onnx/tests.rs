//! Every form of weights and every head, from an export to the kernels.

use prost::Message as _;

use super::toy_bert::{FORMS, Form, Top, WIDTH, onnx, proto, stranger};
use super::{Graph, pack, prepare, prepare_pairs};
use crate::error::Code;
use crate::model::bert::{Bert, Sequence};

/// The least cosine of a token's state with the same of the form whose weights are not rounded.
const FORMS_MIN_COSINE: f64 = 0.999;

/// Tokens of the toy's vocabulary.
const IDS: [u32; 9] = [2, 4, 5, 39, 17, 6, 20, 8, 3];

fn packed(form: Form, top: Top) -> Bert {
    Bert::read(pack(&onnx(form, top)).unwrap_or_else(|error| panic!("{form:?} {top:?}: {error}"))).unwrap()
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn every_form_of_weights_is_recognised_and_is_the_same_model() {
    let states = |form| packed(form, Top::States).states(&[Sequence::one(&IDS)], &[]).unwrap().last;
    let plain = states(Form::Single);
    for form in FORMS {
        for (token, (a, b)) in states(form).chunks_exact(WIDTH).zip(plain.chunks_exact(WIDTH)).enumerate() {
            let cosine = cosine(a, b);
            assert!(cosine >= FORMS_MIN_COSINE, "{form:?}, token {token}: {cosine}");
        }
    }
}

#[test]
fn a_classifier_of_tokens_is_recognised_in_every_form() {
    for form in FORMS {
        let bert = packed(form, Top::Tokens(5));
        assert_eq!(bert.labels(), 5, "{form:?}");
        let states = bert.states(&[Sequence::one(&IDS)], &[]).unwrap().last;
        let logits = bert.token_logits(&states).unwrap();
        let expected = run(&onnx(form, Top::Tokens(5)));
        assert_eq!(logits.len(), expected.len());
        assert!(cosine(&logits, &expected) >= FORMS_MIN_COSINE, "{form:?}");
    }
}

#[test]
fn a_classifier_of_sequences_is_recognised_in_every_form() {
    for form in FORMS {
        let bert = packed(form, Top::Sequence(3));
        assert_eq!(bert.labels(), 3, "{form:?}");
        let logits = bert.pair_logits(&[Sequence::one(&IDS)]).unwrap();
        let expected = run(&onnx(form, Top::Sequence(3)));
        assert!(cosine(&logits, &expected) >= FORMS_MIN_COSINE, "{form:?}: {logits:?} {expected:?}");
    }
}

#[test]
fn pairs_of_texts_are_read_as_the_export_reads_them() {
    for form in FORMS {
        let export = onnx(form, Top::Sequence(3));
        let logits = |second| packed(form, Top::Sequence(3)).pair_logits(&[Sequence { ids: &IDS, second }]).unwrap();
        let theirs = Graph::load(&prepare_pairs(&export).unwrap()).unwrap().run_pair(&IDS, 4).unwrap().remove(0).1;
        assert!(cosine(&logits(4), &theirs) >= FORMS_MIN_COSINE, "{form:?}: {:?} {theirs:?}", logits(4));
        assert_ne!(logits(4), logits(IDS.len()), "{form:?}");
    }
}

/// The first output of the export on tract.
fn run(export: &[u8]) -> Vec<f32> {
    Graph::load(&prepare(export).unwrap()).unwrap().run(&IDS).unwrap().remove(0).1
}

#[test]
fn what_is_not_known_runs_on_tract_alike() {
    for form in FORMS {
        let strange = stranger(proto(form, Top::States)).encode_to_vec();
        assert_eq!(pack(&strange).unwrap_err().code(), Code::Unsupported, "{form:?}");
        let (ours, theirs) = (run(&onnx(form, Top::States)), run(&strange));
        assert!(cosine(&ours, &theirs) >= FORMS_MIN_COSINE, "{form:?}");
    }
}

#[test]
fn a_model_that_computes_something_else_is_not_packed() {
    // As BERT but for its activation: every part is where it should be, and the outcome is another.
    let mut model = proto(Form::Single, Top::States);
    for node in model.graph.as_mut().unwrap().node.iter_mut().filter(|node| node.op_type == "Erf") {
        node.op_type = "Neg".into();
    }
    assert_eq!(pack(&model.encode_to_vec()).unwrap_err().code(), Code::Unsupported);
    // With the activation's name somewhere, so that only running it tells.
    let graph = model.graph.as_mut().unwrap();
    graph.node.push(super::proto::node("Erf", &["one"], "nowhere used"));
    assert_eq!(pack(&model.encode_to_vec()).unwrap_err().code(), Code::Unsupported);
}

#[test]
fn axes_in_an_order_that_is_none_are_refused_before_they_are_followed() {
    for order in [[0, 2, 1, 1], [0, 2, 3, 2], [0, -2, 1, 3], [0, 2, 1, 4]] {
        let mut model = proto(Form::FourBits, Top::States);
        let nodes = &mut model.graph.as_mut().unwrap().node;
        let changed = nodes.iter_mut().flat_map(|node| &mut node.attribute).find(|attribute| attribute.name == "perm");
        changed.unwrap().ints = order.to_vec();
        let error = pack(&model.encode_to_vec()).unwrap_err();
        assert_eq!(
            (error.code(), error.to_string().contains("an order that is none")),
            (Code::Model, true),
            "{order:?}"
        );
    }
}

#[test]
fn a_sum_of_what_does_not_fit_together_comes_to_an_end() {
    // What a token is in the middle of a layer, which is wider, is added to what it was before.
    let mut model = proto(Form::FourBits, Top::States);
    let nodes = &mut model.graph.as_mut().unwrap().node;
    let biased = nodes.iter().find(|node| node.input[0] == "encoder.layer.0.output.dense.bias").unwrap();
    let (product, narrow) = (biased.input[1].clone(), biased.output[0].clone());
    let wide = nodes.iter().find(|node| node.output[0] == product).unwrap().input[0].clone();
    let sum = nodes.iter_mut().find(|node| node.input.contains(&narrow)).unwrap();
    sum.input.iter_mut().filter(|name| **name == narrow).for_each(|name| *name = wide.clone());
    assert!(pack(&model.encode_to_vec()).is_err());
    // Where it is made at all, it fails as it runs.
    let graph = Graph::load(&prepare(&model.encode_to_vec()).unwrap());
    assert_eq!(graph.and_then(|graph| graph.run(&IDS)).unwrap_err().code(), Code::Model);
}
