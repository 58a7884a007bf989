//! Every set of instructions of the machine gives the bits of the portable twin, over random shapes, odd ones, zeros and extremes; the
//! same natively and in the browser, where the numbers come from a seed as well.

use chaperone::model::kernels::Path;
use chaperone::model::kernels::attention::Attention;
use chaperone::model::kernels::dot::dots;
use chaperone::model::kernels::gemm::{Gemm, Then};
use chaperone::model::kernels::lanes::LANES;
use chaperone::model::kernels::math::Tanh;
use chaperone::model::kernels::matrix::{Matrix, pack};
use chaperone::model::kernels::norm::AddNorm;
use chaperone::model::kernels::quantise::{Quantise, Tiles};

/// Shapes of each kernel that are tried: under Miri, which is slow, as few as there are kinds of numbers.
const SHAPES: usize = if cfg!(miri) { 5 } else { 60 };

/// Numbers from a seed (Marsaglia 2003, xorshift64).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number from `least` to `most`.
    fn between(&mut self, least: usize, most: usize) -> usize {
        least + (self.next() >> 16) as usize % (most + 1 - least)
    }

    /// Returns `count` numbers, most of them ordinary, some 0, huge or tiny.
    fn floats(&mut self, count: usize) -> Vec<f32> {
        let float = |bits: u64| {
            let share = (bits >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0;
            match bits % 32 {
                0 => 0.0,
                1 => share * 1e4,
                2 => share * 1e-6,
                3 => share * f32::MIN_POSITIVE,
                _ => share * 3.0,
            }
        };
        (0..count).map(|_| float(self.next())).collect()
    }

    /// Returns `count` bytes from `least` to 127, the two ends among them more often.
    fn bytes(&mut self, count: usize, least: i8) -> Vec<i8> {
        let byte = |bits: u64| match bits % 13 {
            0 => least,
            1 => i8::MAX,
            _ => ((bits >> 32) as i8).max(least),
        };
        (0..count).map(|_| byte(self.next())).collect()
    }

    fn lanes(&mut self, count: usize) -> Vec<[f32; LANES]> {
        self.floats(count * LANES).as_chunks().0.to_vec()
    }
}

/// Runs `of` on every path; all must give what the twin gives.
fn same<T: PartialEq>(what: &str, of: impl Fn(Path) -> T) {
    let twin = of(Path::Scalar);
    for path in Path::all() {
        assert!(of(path) == twin, "{path:?}: {what}");
    }
}

/// The bits of `values`. Of what is no number, as huge ones lead to, the language leaves open which bits it has: it counts as one.
fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() }).collect()
}

/// There is another path than the twin to compare with it.
pub fn there_is_something_to_compare() {
    assert!(Path::all().len() > 1 && Path::best() != Path::Scalar, "{:?}", Path::all());
}

pub fn products_are_the_twins() {
    let mut numbers = Numbers::new(1);
    for shape in 0..SHAPES {
        let groups = numbers.between(1, 3);
        let depth = 8 * groups * numbers.between(1, 20);
        let (rows, columns) = (numbers.between(1, 19), numbers.between(1, 53));
        let panels = columns.div_ceil(LANES);
        let weights = pack(&numbers.bytes(depth * columns, i8::MIN), columns);
        let (scales, bias) = (numbers.lanes(panels * groups), numbers.lanes(panels));
        let matrix = Matrix { weights: weights.as_chunks().0, scales: &scales, bias: &bias, depth, groups };
        assert!(matrix.is_whole());
        let mut input = numbers.floats(rows * depth);
        match shape % 5 {
            0 => input.fill(0.0),
            1 => input.fill(f32::MAX),
            2 => input.fill(-f32::MIN_POSITIVE),
            _ => {}
        }
        let what = format!("{rows} × {depth} in {groups} · {columns}");
        for then in [Then::Bias, Then::Gelu] {
            same(&what, |path| {
                let mut tiles = Tiles::default();
                path.run(Quantise { rows: &input, width: depth, depth: depth / groups, tiles: &mut tiles });
                let (mut out, mut room) = (vec![f32::NAN; rows * matrix.columns()], Vec::new());
                path.run(Gemm { tiles: &tiles, matrix, out: &mut out, then, room: &mut room });
                (tiles, bits(&out))
            });
        }
    }
}

pub fn attention_is_the_twins() {
    let mut numbers = Numbers::new(2);
    for _ in 0..SHAPES {
        let (tokens, heads, size) = (numbers.between(1, 41), numbers.between(1, 4), 4 * numbers.between(1, 9));
        let qkv = numbers.floats(tokens * 3 * heads * size);
        same(&format!("{tokens} tokens, {heads} heads of {size}"), |path| {
            let mut out = vec![f32::NAN; tokens * heads * size];
            path.run(Attention { qkv: &qkv, out: &mut out, heads, size });
            bits(&out)
        });
    }
}

pub fn normalisation_and_functions_are_the_twins() {
    let mut numbers = Numbers::new(3);
    for shape in 0..SHAPES {
        let (rows, width) = (numbers.between(0, 6), 8 * numbers.between(1, 50));
        let (input, sums) = (numbers.floats(rows * width), numbers.floats(rows * width));
        let (gain, bias) = (numbers.floats(width), numbers.floats(width));
        let add: &[f32] = if shape % 2 == 0 { &sums } else { &[] };
        same(&format!("{rows} rows of {width}"), |path| {
            let mut out = input.clone();
            path.run(AddNorm { rows: &mut out, add, gain: &gain, bias: &bias, epsilon: 1e-12 });
            bits(&out)
        });
        let mut values = numbers.floats(shape);
        values.extend([f32::MAX, f32::MIN, 0.0, -0.0, 88.0, -88.0, f32::MIN_POSITIVE]);
        same(&format!("tanh of {} numbers", values.len()), |path| {
            let mut out = values.clone();
            path.run(Tanh(&mut out));
            bits(&out)
        });
    }
}

pub fn products_of_bytes_are_the_twins() {
    let mut numbers = Numbers::new(4);
    for _ in 0..SHAPES {
        let (width, rows) = (numbers.between(1, 400), numbers.between(0, 9));
        let (query, all) = (numbers.bytes(width, -127), numbers.bytes(rows * width, -127));
        same(&format!("{rows} rows of {width} bytes"), |path| {
            let mut sums = Vec::new();
            dots(path, &query, &all, |_, sum| sums.push(sum));
            sums
        });
    }
}
