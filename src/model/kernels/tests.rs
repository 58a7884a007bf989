//! Every path equals the portable twin, bit for bit, and the twin the plain formulas.

use proptest::prelude::*;

use super::attention::Attention;
use super::gemm::{Gemm, Then};
use super::lanes::{LANES, Lanes};
use super::matrix::{Matrix, pack};
use super::norm::AddNorm;
use super::quantise::{Quantise, ROWS, Tiles, largest};
use super::{Path, Work, math};

/// Numbers from a seed, most of them ordinary, some 0, some huge or tiny.
fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let number = |bits: u64| {
        let share = (bits >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0;
        match bits % 32 {
            0 => 0.0,
            1 => share * 1e4,
            2 => share * 1e-6,
            _ => share * 3.0,
        }
    };
    (0..count).map(|_| number(next())).collect()
}

struct Packed {
    weights: Vec<u8>,
    scales: Vec<[f32; LANES]>,
    bias: Vec<[f32; LANES]>,
    depth: usize,
    groups: usize,
    plain: Vec<i8>,
}

impl Packed {
    fn new(depth: usize, columns: usize, groups: usize, seed: u64) -> Self {
        let extreme = |at: usize, value: f32| match (at as u64).wrapping_add(seed) % 13 {
            0 => i8::MIN,
            1 => i8::MAX,
            _ => (value * 40.0) as i8,
        };
        let plain: Vec<i8> =
            numbers(depth * columns, seed).into_iter().enumerate().map(|(at, v)| extreme(at, v)).collect();
        let panels = columns.div_ceil(LANES);
        let lanes = |values: Vec<f32>| values.as_chunks::<LANES>().0.to_vec();
        Packed {
            weights: pack(&plain, columns),
            scales: lanes(numbers(panels * groups * LANES, seed ^ 1)),
            bias: lanes(numbers(panels * LANES, seed ^ 2)),
            depth,
            groups,
            plain,
        }
    }

    fn matrix(&self) -> Matrix<'_> {
        Matrix {
            weights: self.weights.as_chunks().0,
            scales: &self.scales,
            bias: &self.bias,
            depth: self.depth,
            groups: self.groups,
        }
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Runs `of` on every path and returns what the twin gave, once all gave the same.
fn same(of: impl Fn(Path) -> Vec<f32>) -> Vec<f32> {
    let paths = Path::all();
    let twin = of(Path::Scalar);
    for path in paths {
        assert_eq!(bits(&of(path)), bits(&twin), "{path:?}");
    }
    twin
}

fn quantised(path: Path, rows: &[f32], width: usize, depth: usize) -> Tiles {
    let mut tiles = Tiles { words: vec![[7; ROWS]; 9], scales: vec![7.0; 3] };
    path.run(Quantise { rows, width, depth, tiles: &mut tiles });
    tiles
}

fn product(path: Path, rows: &[f32], packed: &Packed, then: Then) -> (Tiles, Vec<f32>) {
    let tiles = quantised(path, rows, packed.depth, packed.depth / packed.groups);
    let mut out = vec![f32::NAN; rows.len() / packed.depth * packed.matrix().columns()];
    // What was left by another product is of no matter.
    let mut room = vec![[[[7; 2]; LANES]; 2]; 3];
    path.run(Gemm { tiles: &tiles, matrix: packed.matrix(), out: &mut out, then, room: &mut room });
    (tiles, out)
}

struct Each<'a>(&'a [f32], &'a str);

impl Work for Each<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<f32> {
        let mut out = vec![0.0; self.0.len().next_multiple_of(LANES)];
        let mut padded = self.0.to_vec();
        padded.resize(out.len(), 0.0);
        for (from, to) in padded.as_chunks::<LANES>().0.iter().zip(out.as_chunks_mut::<LANES>().0) {
            let x = L::load(from);
            let y = match self.1 {
                "exp" => math::exp::<L>(x),
                "gelu" => math::gelu::<L>(x),
                "sum" => L::splat(L::sum(x)),
                _ => math::tanh::<L>(x),
            };
            L::store(y, to);
        }
        out.truncate(self.0.len());
        out
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn products_are_exact_and_equal_on_every_path(
        rows in 1usize..23, eighths in 1usize..9, columns in 1usize..41, groups in 1usize..3, gelu: bool, seed: u64,
    ) {
        let depth = eighths * 8 * groups;
        let packed = Packed::new(depth, columns, groups, seed);
        let input = numbers(rows * depth, seed ^ 3);
        let then = if gelu { Then::Gelu } else { Then::Bias };
        let out = same(|path| product(path, &input, &packed, then).1);
        let (tiles, _) = product(Path::Scalar, &input, &packed, then);
        let wide = packed.matrix().columns();
        for row in 0..rows {
            for column in 0..wide {
                let (mut sum, mut size) = (0.0f64, 0.0f64);
                for group in 0..groups {
                    let part = depth / groups;
                    let mut exact = 0i64;
                    for at in group * part..(group + 1) * part {
                        let word = tiles.words[row / ROWS * depth / 2 + at / 2][row % ROWS];
                        let activation = (if at % 2 == 0 { word as i16 } else { (word >> 16) as i16 }) as i64;
                        let weight = if column < columns { i64::from(packed.plain[at * columns + column]) } else { 0 };
                        exact += activation * weight;
                    }
                    prop_assert!(i32::try_from(exact).is_ok(), "the sum left 32 bits");
                    let part = exact as f64 * f64::from(packed.scales[column / LANES * groups + group][column % LANES]);
                    sum += part;
                    size += part.abs();
                }
                let bias = f64::from(packed.bias[column / LANES][column % LANES]);
                let expected = sum * f64::from(tiles.scales[row]) + bias;
                let expected = if gelu { plain_gelu(expected) } else { expected };
                let size = size * f64::from(tiles.scales[row]) + bias.abs() + 1.0;
                prop_assert!((f64::from(out[row * wide + column]) - expected).abs() <= 2e-6 * size, "{row} {column}");
            }
        }
    }

    #[test]
    fn activations_come_back_within_half_a_unit(rows in 1usize..10, eighths in 1usize..20, seed: u64) {
        let width = eighths * 8;
        let input = numbers(rows * width, seed);
        let tiles = quantised(Path::best(), &input, width, width);
        for path in Path::all() {
            prop_assert_eq!(&quantised(path, &input, width, width), &tiles);
        }
        prop_assert_eq!(tiles.scales.len(), rows.next_multiple_of(ROWS));
        for (at, value) in input.iter().enumerate() {
            let (row, column) = (at / width, at % width);
            let word = tiles.words[row / ROWS * width / 2 + column / 2][row % ROWS];
            let quantised = if column % 2 == 0 { word as i16 } else { (word >> 16) as i16 };
            let scale = tiles.scales[row];
            prop_assert!((f32::from(quantised) * scale - value).abs() <= scale * 0.51, "{value} became {quantised}");
        }
    }

    #[test]
    fn normalised_rows_are_equal_on_every_path(rows in 0usize..7, eighths in 1usize..30, sums: bool, seed: u64) {
        let width = eighths * 8;
        let [input, add] = [seed, seed ^ 1].map(|seed| numbers(rows * width, seed));
        let [gain, bias] = [seed ^ 2, seed ^ 3].map(|seed| numbers(width, seed));
        let add: &[f32] = if sums { &add } else { &[] };
        let out = same(|path| {
            let mut out = input.clone();
            path.run(AddNorm { rows: &mut out, add, gain: &gain, bias: &bias, epsilon: 1e-12 });
            out
        });
        for row in 0..rows {
            let sum = |at: usize| f64::from(input[at]) + add.get(at).map_or(0.0, |add| f64::from(*add));
            let values: Vec<f64> = (row * width..(row + 1) * width).map(sum).collect();
            let mean = values.iter().sum::<f64>() / width as f64;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / width as f64;
            for (at, value) in values.iter().enumerate() {
                let scaled = (value - mean) / (variance + 1e-12).sqrt() * f64::from(gain[at]);
                let expected = scaled + f64::from(bias[at]);
                let error = (f64::from(out[row * width + at]) - expected).abs();
                prop_assert!(error <= 1e-5 * (1.0 + expected.abs() + scaled.abs() + f64::from(gain[at].abs() + bias[at].abs())), "{error} at {at}");
            }
        }
    }

    #[test]
    fn attention_is_the_softmax_of_products_and_equal_on_every_path(
        tokens in 1usize..35, heads in 1usize..4, quarters in 1usize..5, seed: u64,
    ) {
        let (size, width) = (quarters * 4, heads * quarters * 4);
        let qkv: Vec<f32> = numbers(tokens * 3 * width, seed).into_iter().map(|value| value.clamp(-3.0, 3.0)).collect();
        let out = same(|path| {
            let mut out = vec![f32::NAN; tokens * width];
            path.run(Attention { qkv: &qkv, out: &mut out, heads, size });
            out
        });
        let at = |token: usize, part: usize, place: usize| f64::from(qkv[(token * 3 + part) * width + place]);
        for head in 0..heads {
            for query in 0..tokens {
                let score = |key: usize| {
                    let places = head * size..(head + 1) * size;
                    places.map(|place| at(query, 0, place) * at(key, 1, place)).sum::<f64>() / (size as f64).sqrt()
                };
                let scores: Vec<f64> = (0..tokens).map(score).collect();
                let largest = scores.iter().copied().fold(f64::MIN, f64::max);
                let powers: Vec<f64> = scores.iter().map(|score| (score - largest).exp()).collect();
                let sum: f64 = powers.iter().sum();
                for place in head * size..(head + 1) * size {
                    let expected: f64 =
                        powers.iter().enumerate().map(|(key, power)| power / sum * at(key, 2, place)).sum();
                    let error = (f64::from(out[query * width + place]) - expected).abs();
                    prop_assert!(error <= 2e-5, "{error}");
                }
            }
        }
    }

    #[test]
    fn functions_are_equal_on_every_path_and_near_the_formulas(seed: u64) {
        let input: Vec<f32> = numbers(100, seed);
        same(|path| path.run(Each(&input, "sum")));
        for (x, y) in input.iter().zip(same(|path| path.run(Each(&input, "exp")))) {
            let expected = f64::from(x.clamp(-87.0, 87.0)).exp();
            prop_assert!((f64::from(y) / expected - 1.0).abs() <= 1e-6, "exp({x}) = {y}");
        }
        for (x, y) in input.iter().zip(same(|path| path.run(Each(&input, "gelu")))) {
            prop_assert!((f64::from(y) - plain_gelu(f64::from(*x))).abs() <= 4e-7 * f64::from(x.abs()).max(1.0), "gelu({x}) = {y}");
        }
        for (x, y) in input.iter().zip(same(|path| path.run(Each(&input, "tanh")))) {
            prop_assert!((f64::from(y) - f64::from(*x).tanh()).abs() <= 4e-7, "tanh({x}) = {y}");
        }
    }
}

/// The GELU by the series of the error function (Abramowitz and Stegun 1964, 7.1.6).
fn plain_gelu(x: f64) -> f64 {
    let z = x.abs() / 2f64.sqrt();
    let erf = if z > 6.0 {
        1.0
    } else {
        let (mut term, mut sum) = (z, z);
        for n in 1..400 {
            term *= 2.0 * z * z / f64::from(2 * n + 1);
            sum += term;
        }
        2.0 / std::f64::consts::PI.sqrt() * (-z * z).exp() * sum
    };
    x / 2.0 * (1.0 + erf.copysign(x))
}

#[test]
fn no_sum_of_the_deepest_product_leaves_32_bits() {
    for depth in [2, 32, 384, 512, 1536, 3072, 4096] {
        let most = i64::from(largest(depth));
        assert!(most * 128 * depth as i64 <= i64::from(i32::MAX) && most > 0);
    }
    assert_eq!(largest(32), 32_767);
    assert_eq!(largest(384), 32_767);
    assert_eq!(largest(1536), 10_922);
}

#[test]
fn a_row_is_the_same_alone_and_in_the_last_of_many_blocks() {
    for groups in [1, 2] {
        let packed = Packed::new(32, 24, groups, 7);
        let input = numbers(259 * 32, 11);
        let all = same(|path| product(path, &input, &packed, Then::Gelu).1);
        for (row, out) in input.chunks_exact(32).zip(all.chunks_exact(24)) {
            assert_eq!(bits(&product(Path::best(), row, &packed, Then::Gelu).1), bits(out));
        }
    }
}

#[test]
fn rows_of_zeros_and_extremes_survive() {
    for rows in [vec![0.0; 16], vec![f32::MIN_POSITIVE; 16], vec![f32::MAX; 16]] {
        let packed = Packed::new(16, 8, 1, 5);
        let out = same(|path| product(path, &rows, &packed, Then::Bias).1);
        assert_eq!(out.len(), 8);
    }
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let packed = Packed::new(16, 8, 1, 5);
    let mut out = vec![7.0; 8];
    let matrix = Matrix { depth: 8, ..packed.matrix() };
    assert!(!matrix.is_whole());
    let tiles = quantised(Path::best(), &[1.0; 16], 16, 16);
    Path::best().run(Gemm { tiles: &tiles, matrix, out: &mut out, then: Then::Bias, room: &mut Vec::new() });
    assert_eq!(out, [7.0; 8]);
    Path::best().run(Attention { qkv: &[1.0; 9], out: &mut out, heads: 1, size: 3 });
    assert_eq!(out, [7.0; 8]);
}
