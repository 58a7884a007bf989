//! Which child the walk goes to: the upper confidence bound for trees.

use serde::{Deserialize, Serialize};

/// The published weight of what is little known, √2.
pub const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// How the mean rewards of siblings are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exploitation {
    /// The mean reward itself, as published.
    #[default]
    Mean,
    /// The mean reward less the mean of the siblings, over their spread. A critic that gives all it sees between .8 and .9 leaves the
    /// published bound to exploration alone: rewards that differ by a tenth weigh nothing beside a bonus of one and a half. Here the
    /// best and the worst sibling always lie one apart.
    Normalised,
}

/// A child as the bound sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arm {
    /// The sum of its rewards.
    pub sum: f64,
    /// How often it was visited, steps under way included.
    pub visits: u32,
}

/// Returns the bound of each of `arms`, children of a node with `visits`. One that was never visited has no bound above it.
pub fn bounds(arms: &[Arm], visits: u32, exploration: f64, exploitation: Exploitation) -> Vec<f64> {
    let mean = |arm: &Arm| arm.sum / f64::from(arm.visits);
    let known: Vec<f64> = arms.iter().filter(|arm| arm.visits > 0).map(mean).collect();
    let least = known.iter().copied().fold(f64::INFINITY, f64::min);
    let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let middle = known.iter().sum::<f64>() / known.len().max(1) as f64;
    let value = |mean: f64| match exploitation {
        Exploitation::Mean => mean,
        Exploitation::Normalised if most > least => (mean - middle) / (most - least),
        Exploitation::Normalised => 0.0,
    };
    let bonus = |arm: &Arm| exploration * (f64::from(visits.max(1)).ln() / f64::from(arm.visits)).sqrt();
    arms.iter().map(|arm| if arm.visits == 0 { f64::INFINITY } else { value(mean(arm)) + bonus(arm) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_the_published_one() {
        let arms = [Arm { sum: 1.5, visits: 3 }, Arm { sum: 0.9, visits: 1 }, Arm { sum: 0.0, visits: 0 }];
        let found = bounds(&arms, 4, EXPLORATION, Exploitation::Mean);
        let expected = |mean: f64, visits: f64| mean + (2.0_f64).sqrt() * (4.0_f64.ln() / visits).sqrt();
        assert!((found[0] - expected(0.5, 3.0)).abs() < 1e-12);
        assert!((found[1] - expected(0.9, 1.0)).abs() < 1e-12);
        assert_eq!(found[2], f64::INFINITY);
    }

    #[test]
    fn normalised_rewards_of_a_lenient_critic_weigh_as_much_as_those_of_a_strict_one() {
        let arms = |means: [f64; 2]| means.map(|mean| Arm { sum: mean * 8.0, visits: 8 });
        let gap = |means| {
            let found = bounds(&arms(means), 16, EXPLORATION, Exploitation::Normalised);
            found[1] - found[0]
        };
        assert!((gap([0.1, 0.9]) - gap([0.85, 0.9])).abs() < 1e-9);
        assert!((gap([0.1, 0.9]) - 1.0).abs() < 1e-9);
        assert!(gap([0.5, 0.5]).abs() < 1e-12);
    }

    #[test]
    fn no_arms_have_no_bounds() {
        assert!(bounds(&[], 0, EXPLORATION, Exploitation::Normalised).is_empty());
    }
}
