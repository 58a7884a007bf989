//! Who says what a thought is worth: the model, the person, or the estimator.

use chaperone::error::Result;
use chaperone::model::{Embedding, Encode, ModelId};
use chaperone::thought::estimator;
use chaperone::workflow::thinking::Scorer;

use super::*;

#[test]
fn a_server_without_probabilities_is_asked_several_times_and_that_is_marked() {
    let mut room = rooms::with_lexicon(&["okafor"]);
    let mut thinking = begin(&mut room, QUESTION);
    thinking.start(Limits { thoughts: 2, ..wide(&thinking) }).unwrap();
    let mut judged = 0;
    let (left, ..) = play(&room, &mut thinking, &mut |task, body| match task {
        Task::Judge => {
            judged += 1;
            assert_eq!(body.logprobs, if judged == 1 { Some(true) } else { None });
            assert_eq!(body.temperature > 0.0, judged > 1);
            ((if judged % 3 == 0 { "0" } else { "1" }).to_owned(), None)
        }
        _ => echo(task, body),
    });
    assert_eq!(left.iter().filter(|(task, _)| *task == Task::Judge).count(), 6);
    let view = thinking.view(&room.context()).unwrap();
    let scores: Vec<_> = view.nodes.iter().filter_map(|node| Some((node.by?, node.score?))).collect();
    assert_eq!(scores, [(By::Sampled, 0.666_667), (By::Sampled, 0.666_667)]);
}

#[test]
fn where_the_person_judges_each_thought_waits_for_them_and_the_model_is_not_asked_how_good_it_is() {
    let mut room = rooms::with_lexicon(&["okafor"]);
    let mut thinking = begin(&mut room, QUESTION);
    let offered: Vec<Scorer> = thinking.proposal().scorers.iter().map(|offered| offered.scorer).collect();
    assert_eq!(offered, [Scorer::SelfCritic, Scorer::Person], "there is no embedder that the estimator reads");
    thinking.start(Limits { scorer: Scorer::Person, threshold: 0.8, thoughts: 9, ..wide(&thinking) }).unwrap();
    let (mut left, mut waited) = (0, 0);
    let ending = loop {
        match room.think_next(&mut thinking, 0).unwrap() {
            Next::Ask { ticket, task, mut workflow } => {
                assert_ne!(task, Task::Judge);
                send(&room, &mut workflow, |body| echo(task, body));
                room.think_answered(&mut thinking, ticket, workflow).unwrap();
                left += 1;
            }
            Next::Approval { .. } => thinking.approve().unwrap(),
            Next::Judge { thought } => {
                // Asked once more, it waits for the same.
                assert!(
                    matches!(room.think_next(&mut thinking, 0).unwrap(), Next::Judge { thought: other } if other == thought)
                );
                waited += 1;
                match waited {
                    1 => thinking.judge(thought, 0.3).unwrap(),
                    2 => thinking.prune(thought).unwrap(),
                    _ => thinking.judge(thought, 0.9).unwrap(),
                }
            }
            Next::Done { ending } => break ending,
            _ => panic!("nothing is under way"),
        }
    };
    assert_eq!((ending, waited), (Ending::GoodEnough, 3));
    let view = thinking.view(&room.context()).unwrap();
    assert_eq!(view.spent.calls, left, "a score of the person's is no request");
    let by: Vec<By> = view.nodes.iter().filter_map(|node| node.by).collect();
    assert_eq!(by, [By::Person, By::Rule, By::Person], "what was taken out is worth nothing");
    let saved = thinking.save().unwrap();
    let again = room.think_again(Saved::from_json(&saved).unwrap(), &Choice::default(), &endpoint(), 0).unwrap();
    assert_eq!(again.save().unwrap(), saved);
    assert!(thinking.report(&room.context()).unwrap().contains("Judged by the person."));
}

/// Gives vectors by the words of a text, under the name of the embedder that the estimator reads.
struct Words(ModelId);

impl Encode for Words {
    fn model_id(&self) -> &ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        384
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>> {
        let vector = |text: &&str| {
            let mut values = vec![0.01_f32; 384];
            for word in text.split(|letter: char| !letter.is_alphanumeric()) {
                let at = word.bytes().fold(7_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 384);
                values[at] += 1.0;
            }
            let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            Embedding::new(values.into_iter().map(|value| value / length).collect())
        };
        texts.iter().map(vector).collect()
    }
}

#[test]
fn where_the_estimator_judges_no_judgement_is_asked_for_and_it_is_played_again_to_the_same_bytes() {
    let mut room = rooms::with_lexicon(&["okafor"]);
    let mut without = begin(&mut room, QUESTION);
    let by_estimator = |thinking: &Thinking| Limits { scorer: Scorer::Estimator, ..wide(thinking) };
    assert_eq!(without.start(by_estimator(&without)).unwrap_err().code(), Code::InvalidArgument);
    room.set_encoder(Box::new(Words(ModelId::new("another"))));
    let mut without = begin(&mut room, QUESTION);
    assert_eq!(without.start(by_estimator(&without)).unwrap_err().code(), Code::InvalidArgument);

    room.set_encoder(Box::new(Words(ModelId::new(estimator::shipped().unwrap().embedder()))));
    let mut thinking = begin(&mut room, QUESTION);
    assert_eq!(thinking.proposal().scorers.len(), 3);
    thinking.start(by_estimator(&thinking)).unwrap();
    let (left, ..) = play(&room, &mut thinking, &mut echo);
    assert!(left.len() >= 3 && left.iter().all(|(task, _)| *task != Task::Judge));
    let view = thinking.view(&room.context()).unwrap();
    assert_eq!(view.spent.calls as usize, left.len());
    let thoughts: Vec<_> = view.nodes.iter().filter(|node| node.kind == "thought").collect();
    assert!(thoughts.iter().all(|node| node.by == Some(By::Estimator)) && thoughts.len() >= 3);
    let name = room.records().patients[0].name.clone();
    for (_, body) in &left {
        assert!(name.split_whitespace().all(|part| !user(body).contains(part)));
    }
    let saved = thinking.save().unwrap();
    let again = room.think_again(Saved::from_json(&saved).unwrap(), &Choice::default(), &endpoint(), 5).unwrap();
    assert_eq!(again.save().unwrap(), saved);
    assert_eq!(again.view(&room.context()).unwrap(), view);
    // What was estimated stands in the file: with it gone the search would have gone otherwise, or cannot be shown not to have.
    let altered = saved.replacen("\"estimated\"", "\"exhausted\"", 1);
    assert!(
        Saved::from_json(&altered)
            .map_or(true, |saved| room.think_again(saved, &Choice::default(), &endpoint(), 5).is_err())
    );
    // Cut off in the middle, it goes on: the vectors are made anew.
    let mut value: serde_json::Value = serde_json::from_str(&saved).unwrap();
    let events = value["journal"]["events"].as_array_mut().unwrap();
    events.truncate(events.len() / 2);
    let half = Saved::from_json(&value.to_string()).unwrap();
    let mut half = room.think_again(half, &Choice::default(), &endpoint(), 5).unwrap();
    play(&room, &mut half, &mut echo);
    room.unset_encoder();
    assert!(room.think_again(Saved::from_json(&saved).unwrap(), &Choice::default(), &endpoint(), 5).is_err());
}

#[test]
fn a_judgement_that_fails_is_one_of_those_that_are_kept_back() {
    let mut room = rooms::with_lexicon(&["okafor"]);
    let mut thinking = begin(&mut room, QUESTION);
    thinking.start(Limits { calls: 5, ..wide(&thinking) }).unwrap();
    let mut tasks = Vec::new();
    let ending = loop {
        match room.think_next(&mut thinking, 5).unwrap() {
            Next::Ask { ticket, task, mut workflow } => {
                let is_first = task == Task::Judge && !tasks.contains(&Task::Judge);
                tasks.push(task);
                if is_first {
                    assert_eq!(send(&room, &mut workflow, |body| echo(task, body)).logprobs, Some(true));
                    // A server that knows no `logprobs` refuses the request.
                    thinking.failed(ticket).unwrap();
                } else {
                    send(&room, &mut workflow, |body| (echo(task, body).0, None));
                    room.think_answered(&mut thinking, ticket, workflow).unwrap();
                }
            }
            Next::Approval { .. } => thinking.approve().unwrap(),
            Next::Done { ending } => break ending,
            _ => panic!("nothing is under way"),
        }
    };
    assert_eq!(ending, Ending::Budget);
    assert_eq!(tasks, [Task::Think, Task::Judge, Task::Judge, Task::Judge], "one more is left, for the answer");
}
