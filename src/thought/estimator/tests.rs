use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

use super::train::{Example, Training, train};
use super::*;

const DIMENSIONS: usize = 16;

fn unit(rng: &mut ChaCha8Rng) -> Vec<f32> {
    let values: Vec<f32> = (0..DIMENSIONS).map(|_| rng.next_u32() as f32 / u32::MAX as f32 - 0.5).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.into_iter().map(|value| value / length).collect()
}

/// Pairs that are worth something where the second parent agrees with the question.
fn examples(count: usize, seed: u64) -> Vec<Example> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = || {
        let [question, a, b] = [unit(&mut rng), unit(&mut rng), unit(&mut rng)];
        let worth = if dot(&question, &b) > 0.1 { 1.0 } else { 0.0 };
        Example { question, parents: [a, b], worth }
    };
    (0..count).map(|_| drawn()).collect()
}

fn trained(sees: Sees) -> Estimator {
    let how = Training { embedder: "toy".to_owned(), sees, units: 16, precision: 0.9, ..Training::default() };
    train(&examples(2000, 1), &examples(300, 2), &how).unwrap()
}

#[test]
fn it_learns_what_depends_on_the_question_where_it_sees_it() {
    let right = |estimator: &Estimator| {
        let unseen = examples(500, 3);
        let good = |example: &&Example| (estimator.worth(&example.pair()).unwrap() >= 0.5) == (example.worth >= 0.5);
        unseen.iter().filter(good).count() as f64 / 500.0
    };
    let (with, without) = (right(&trained(Sees::Agreement)), right(&trained(Sees::Parents)));
    assert!(with > 0.85, "{with}");
    assert!(with > without + 0.1, "{with} {without}");
}

#[test]
fn those_above_the_threshold_are_good_as_often_as_was_asked() {
    let estimator = trained(Sees::Agreement);
    let unseen = examples(1000, 4);
    let called: Vec<&Example> =
        unseen.iter().filter(|example| estimator.worth(&example.pair()).unwrap() >= estimator.threshold()).collect();
    let good = called.iter().filter(|example| example.worth >= 1.0).count();
    assert!(called.len() > 50 && good as f64 > 0.8 * called.len() as f64, "{good} of {}", called.len());
}

#[test]
fn the_same_examples_and_seed_give_the_same_bytes_which_read_back() {
    let (a, b) = (trained(Sees::Agreement), trained(Sees::Agreement));
    let bytes = a.write().unwrap();
    assert_eq!(bytes, b.write().unwrap());
    let read = Estimator::read(&bytes).unwrap();
    assert_eq!(read, a);
    assert_eq!((read.embedder(), read.sees()), ("toy", Sees::Agreement));
}

#[test]
fn what_is_damaged_foreign_or_of_another_version_is_refused() {
    let bytes = trained(Sees::Parents).write().unwrap();
    let refused = |bytes: &[u8]| Estimator::read(bytes).map(drop).unwrap_err().code();
    assert_eq!(refused(b""), Code::Malformed);
    assert_eq!(refused(b"PK\x03\x04 something else"), Code::Malformed);
    for cut in [9, 20, 44, bytes.len() - 1] {
        assert_eq!(refused(&bytes[..cut]), Code::Malformed, "{cut}");
    }
    let mut turned = bytes.clone();
    turned[60] ^= 1;
    assert_eq!(refused(&turned), Code::Malformed);
    let mut newer = bytes;
    newer[8] = 3;
    assert_eq!(refused(&newer), Code::Unsupported);
    // Whole by its hash, and yet no estimator: the bias at the end is missing.
    let mut short = trained(Sees::Parents);
    short.end.pop();
    assert_eq!(refused(&short.write().unwrap()), Code::Malformed);
    short.end.push(f32::NAN);
    assert_eq!(refused(&short.write().unwrap()), Code::Malformed);
}

#[test]
fn vectors_of_another_length_and_worths_out_of_bounds_are_refused() {
    let estimator = trained(Sees::Agreement);
    let (long, short) = (vec![0.0; DIMENSIONS], vec![0.0; DIMENSIONS - 1]);
    let pair = Pair { question: &long, parents: [&long, &short] };
    assert_eq!(estimator.worth(&pair).unwrap_err().code(), Code::InvalidArgument);
    let refused = |examples: &[Example], held: &[Example]| {
        train(examples, held, &Training::default()).map(drop).unwrap_err().code()
    };
    let good = examples(4, 5);
    assert_eq!(refused(&[], &good), Code::InvalidArgument);
    assert_eq!(refused(&good, &[]), Code::InvalidArgument);
    let mut beyond = good.clone();
    beyond[0].worth = 1.5;
    assert_eq!(refused(&beyond, &good), Code::InvalidArgument);
}
