//! Training an estimator: the same examples and seed give the same weights.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

use super::{Estimator, Pair, Sees, logistic};
use crate::error::{Code, Error, Result};

/// A pair, and what the thought made of it was worth.
#[derive(Debug, Clone)]
pub struct Example {
    /// The vector of the question.
    pub question: Vec<f32>,
    /// Those of the parents.
    pub parents: [Vec<f32>; 2],
    /// From 0, worthless, to 1, all that was needed.
    pub worth: f32,
}

impl Example {
    /// Returns the pair.
    pub fn pair(&self) -> Pair<'_> {
        let [a, b] = &self.parents;
        Pair { question: &self.question, parents: [a, b] }
    }
}

/// How an estimator is trained.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// The embedder that made the vectors, by its id.
    pub embedder: String,
    /// What the network sees of a pair.
    pub sees: Sees,
    /// Hidden units.
    pub units: usize,
    /// Most times that all examples are gone through.
    pub epochs: usize,
    /// The length of a step.
    pub rate: f32,
    /// What a step takes off each weight, as a share of the step.
    pub decay: f32,
    /// The share of those called good that must be good: by this the threshold is chosen on the held-out examples.
    pub precision: f64,
    /// What weights and the order of examples are drawn from.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Training {
            embedder: String::new(),
            sees: Sees::Agreement,
            units: 16,
            epochs: 30,
            rate: 1e-3,
            decay: 1e-2,
            precision: 0.8,
            seed: 1,
        }
    }
}

/// Examples whose mean is one step.
const BATCH: usize = 32;
/// Epochs without a better held-out error after which training ends.
const PATIENCE: usize = 5;
/// Fewest that must be called good for a share of the good among them to be believed.
const LEAST_CALLED: usize = 20;
/// The constants of Adam (Kingma and Ba, 2015).
const BETAS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// Returns the estimator that learnt from `examples` and did best on `held`, those of other people.
///
/// # Errors
/// `invalid-argument` when there are no examples, or their vectors differ in length.
pub fn train(examples: &[Example], held: &[Example], how: &Training) -> Result<Estimator> {
    let dimensions = examples.first().map_or(0, |example| example.question.len());
    let fits = |example: &Example| {
        let [a, b] = &example.parents;
        [&example.question, a, b].iter().all(|vector| vector.len() == dimensions)
            && (0.0..=1.0).contains(&example.worth)
    };
    if dimensions == 0 || how.units == 0 || held.is_empty() || !examples.iter().chain(held).all(fits) {
        return Err(Error::new(
            Code::InvalidArgument,
            "an estimator is trained on examples, and held-out ones, with vectors of one length and worths from 0 to 1",
        ));
    }
    let seen: Vec<Vec<f32>> = examples.iter().map(|example| example.pair().seen(how.sees)).collect();
    let aside: Vec<Vec<f32>> = held.iter().map(|example| example.pair().seen(how.sees)).collect();
    let width = how.sees.width(dimensions);
    let mut rng = ChaCha8Rng::seed_from_u64(how.seed);
    let mut drawn = |count: usize, of: usize| -> Vec<f32> {
        let scale = (6.0 / of as f32).sqrt();
        (0..count).map(|_| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale).collect()
    };
    let mut hidden = drawn(how.units * (width + 1), width);
    hidden.iter_mut().skip(width).step_by(width + 1).for_each(|bias| *bias = 0.0);
    let mut end = drawn(how.units + 1, how.units);
    end.iter_mut().skip(how.units).for_each(|bias| *bias = 0.0);
    let mut estimator = Estimator {
        embedder: how.embedder.clone(),
        dimensions: u32::try_from(dimensions).unwrap_or(u32::MAX),
        sees: how.sees,
        threshold: 0.5,
        hidden,
        end,
    };
    let mut steps = [Adam::new(estimator.hidden.len()), Adam::new(estimator.end.len())];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let error = |estimator: &Estimator| {
        let each = aside
            .iter()
            .zip(held)
            .map(|(seen, example)| (logistic(estimator.logit(seen, None)) - f64::from(example.worth)).powi(2));
        each.sum::<f64>() / held.len() as f64
    };
    let (mut best, mut least, mut since) = (estimator.clone(), error(&estimator), 0);
    for _ in 0..how.epochs {
        for at in (1..order.len()).rev() {
            order.swap(at, ((u64::from(rng.next_u32()) * (at as u64 + 1)) >> 32) as usize);
        }
        for batch in order.chunks(BATCH) {
            let taken = batch.iter().filter_map(|at| Some((seen.get(*at)?, examples.get(*at)?.worth)));
            estimator.step(taken, batch.len(), how, &mut steps);
        }
        let now = error(&estimator);
        (best, least, since) = if now < least { (estimator.clone(), now, 0) } else { (best, least, since + 1) };
        if since == PATIENCE {
            break;
        }
    }
    let mut best = best.rounded();
    let judged: Vec<(f64, bool)> = aside
        .iter()
        .zip(held)
        .map(|(seen, example)| (logistic(best.logit(seen, None)), example.worth >= 1.0))
        .collect();
    best.threshold = threshold(judged, how.precision) as f32;
    Ok(best)
}

/// Returns the lowest worth from which on the share of the good among `judged` is `precision` or more, of enough that it is no luck; where
/// there is none, that from which on the share is greatest.
fn threshold(mut judged: Vec<(f64, bool)>, precision: f64) -> f64 {
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = LEAST_CALLED.min(judged.len());
    let mut good = 0_usize;
    let (mut found, mut greatest) = (1.0, 0.0);
    for (count, (worth, is_good)) in (1_usize..).zip(&judged) {
        good += usize::from(*is_good);
        let share = good as f64 / count as f64;
        if count >= least && (share >= precision || share > greatest) {
            (found, greatest) = (*worth, share.min(precision).max(greatest));
        }
    }
    found
}

impl Estimator {
    /// Takes one step against the mean cross-entropy of `batch`, of `count` examples.
    fn step<'a>(
        &mut self,
        batch: impl Iterator<Item = (&'a Vec<f32>, f32)>,
        count: usize,
        how: &Training,
        steps: &mut [Adam; 2],
    ) {
        let (mut of_hidden, mut of_end) = (vec![0.0; self.hidden.len()], vec![0.0; self.end.len()]);
        for (seen, worth) in batch {
            let mut units = Vec::with_capacity(self.end.len());
            let logit = self.logit(seen, Some(&mut units));
            let error = (logistic(logit) as f32 - worth) / count as f32;
            units.push(1.0);
            of_end.iter_mut().zip(&units).for_each(|(slope, unit)| *slope += error * unit);
            let rows = of_hidden.chunks_exact_mut(seen.len() + 1);
            for ((row, unit), weight) in rows.zip(&units).zip(&self.end) {
                if *unit > 0.0 {
                    let back = error * weight;
                    row.iter_mut().zip(seen.iter().chain(&[1.0])).for_each(|(slope, value)| *slope += back * value);
                }
            }
        }
        let [first, second] = steps;
        first.apply(&mut self.hidden, &of_hidden, how);
        second.apply(&mut self.end, &of_end, how);
    }
}

/// The moving means of slopes and of their squares.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The constants to the power of the steps taken.
    powers: [f32; 2],
}

impl Adam {
    fn new(count: usize) -> Self {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], powers: [1.0; 2] }
    }

    fn apply(&mut self, weights: &mut [f32], slopes: &[f32], how: &Training) {
        let [first, second] = BETAS;
        self.powers = [self.powers[0] * first, self.powers[1] * second];
        let [one, two] = self.powers.map(|power| 1.0 - power);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(moments) {
            *mean = first * *mean + (1.0 - first) * slope;
            *square = second * *square + (1.0 - second) * slope * slope;
            let step = (*mean / one) / ((*square / two).sqrt() + EPSILON);
            *weight -= how.rate * (step + how.decay * *weight);
        }
    }
}
