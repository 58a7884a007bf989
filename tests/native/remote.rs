//! Records searched with an embedder that runs elsewhere: its vectors are handed over, and the same answers come out as with one at hand.

use std::sync::Arc;

use chaperone::error::Code;
use chaperone::model::{Encode, ModelId, Remote};
use chaperone::progress::Unwatched;
use chaperone::reference::Reference;
use chaperone::retrieve::Strategy;
use chaperone::room::Room;

use crate::common::letters::Letters;

const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");
const QUESTION: &str = "When was the blood pressure taken?";
const OTHER: &str = "What medicines are taken?";

fn letters(text: &str) -> Vec<f32> {
    Letters(ModelId::new("own")).embed(&[text]).unwrap().remove(0).as_slice().to_vec()
}

/// A room whose passages were embedded elsewhere.
fn room() -> (Room, Arc<Remote>) {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    let remote = Arc::new(Remote::new(ModelId::new("own"), 26));
    room.set_encoder(Box::new(Arc::clone(&remote)));
    let waiting = room.texts_to_embed().unwrap();
    let vectors: Vec<f32> = waiting.iter().flat_map(|(_, text)| letters(text)).collect();
    let references: Vec<Reference> = waiting.into_iter().map(|(reference, _)| reference).collect();
    let (done, total) = room.take_vectors(&references, &vectors).unwrap();
    assert_eq!(done, total);
    (room, remote)
}

#[test]
fn a_question_is_asked_again_with_its_vector_and_finds_the_same() {
    let (mut elsewhere, remote) = room();
    let mut here = Room::new().unwrap();
    here.add(OKAFOR, &mut Unwatched).unwrap();
    here.set_encoder(Box::new(Letters(ModelId::new("own"))));
    here.embed(usize::MAX, &mut Unwatched).unwrap();

    for question in [QUESTION, OTHER] {
        let mut wanted = Vec::new();
        while let Err(error) = elsewhere.quotes(question) {
            assert_eq!(error.code(), Code::Model);
            let text = remote.wanted().unwrap();
            remote.hand_over(&text, letters(&text)).unwrap();
            wanted.push(text);
        }
        assert_eq!(wanted.first().map(String::as_str), Some(question));
        assert_eq!(elsewhere.quotes(question).unwrap(), here.quotes(question).unwrap());
        assert_eq!(remote.wanted(), None);
    }
}

#[test]
fn the_other_wordings_of_a_question_are_asked_for_as_well() {
    let (mut elsewhere, remote) = room();
    let question = "What are the symptoms of asthma?";
    let stated = "The signs and symptoms of asthma include";
    for text in [question, stated] {
        assert_eq!(elsewhere.search(question, Strategy::default(), 3).unwrap_err().code(), Code::Model);
        assert_eq!(remote.wanted().as_deref(), Some(text));
        remote.hand_over(text, letters(text)).unwrap();
    }
    assert_eq!(elsewhere.search(question, Strategy::default(), 3).unwrap().wordings, [stated]);
    assert!(elsewhere.search(question, Strategy::Dense, 3).unwrap().wordings.is_empty());
}

#[test]
fn without_its_embedder_a_room_searches_by_words() {
    let (mut elsewhere, remote) = room();
    assert!(elsewhere.search(QUESTION, Strategy::default(), 3).is_err());
    elsewhere.unset_encoder();
    let mut never = Room::new().unwrap();
    never.add(OKAFOR, &mut Unwatched).unwrap();
    let found = elsewhere.search(QUESTION, Strategy::default(), 3).unwrap();
    let by_words = never.search(QUESTION, Strategy::default(), 3).unwrap();
    let references = |hits: &chaperone::retrieve::Hits| {
        hits.hits.iter().map(|hit| hit.reference.clone()).collect::<Vec<Reference>>()
    };
    assert_eq!(references(&found), references(&by_words));
    drop(remote);
}

#[test]
fn passages_of_an_embedder_elsewhere_are_not_embedded_here() {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    room.set_encoder(Box::new(Arc::new(Remote::new(ModelId::new("own"), 26))));
    assert_eq!(room.embed(4, &mut Unwatched).unwrap_err().code(), Code::Model);
    let (done, total) = room.embed(0, &mut Unwatched).unwrap();
    assert!(done == 0 && total > 0);
}

#[test]
fn vectors_of_another_model_are_dropped_and_not_kept() {
    let (mut room, _) = room();
    let total = room.embed(0, &mut Unwatched).unwrap().0;
    let (_, kept) = room.vectors_to_keep(usize::MAX).unwrap().unwrap();
    room.vectors_kept(&kept).unwrap();
    room.set_encoder(Box::new(Letters(ModelId::new("shipped"))));
    assert_eq!(room.embed(0, &mut Unwatched).unwrap().0, 0);
    assert_eq!(room.restore_vectors(&kept).unwrap(), 0, "what was kept is of another model");
    assert_eq!(room.embed(usize::MAX, &mut Unwatched).unwrap(), (total, total));
    assert_eq!(room.vectors_to_keep(usize::MAX).unwrap().unwrap().0, total, "all of them are kept anew");
}
