//! From the file to what the kernels run.

use std::ops::Range;

use super::{CHECKSUM_BYTES, HEAD_NONE, HEAD_PAIR, HEAD_TOKENS, MAGIC, VERSION, checksum, paired};
use crate::error::{Code, Error, Result};
use crate::model::kernels::lanes::LANES;
use crate::model::kernels::matrix::Matrix;
use crate::rest::Rest;

/// The most that a size of a model may be: far above any encoder of use, far below what would overflow.
const MAX_SIZE: u32 = 1 << 20;
/// The most layers of a model.
const MAX_LAYERS: usize = 128;

/// A packed model, read and checked. It keeps the file's bytes and points into them.
#[derive(Debug)]
pub struct Pack {
    /// The file as far as it is used where it lies: without the weights of four bits, and the checksum.
    bytes: Vec<u8>,
    sum: [u8; CHECKSUM_BYTES],
    /// The length of a hidden state.
    pub width: usize,
    /// The number of attention heads.
    pub heads: usize,
    /// What is added to a variance.
    pub epsilon: f32,
    /// The vectors of the words.
    pub words: Words,
    /// `[positions, width] f32`.
    pub positions: Vec<f32>,
    /// `[types, width] f32`.
    pub types: Vec<f32>,
    /// The normalisation of the embeddings.
    pub norm: Norm,
    /// The layers, from the first.
    pub layers: Vec<Layer>,
    /// What stands above the last layer.
    pub head: Head,
}

/// The vectors of the words, rows of eight bits.
#[derive(Debug)]
pub struct Words {
    at: Range<usize>,
    /// How many there are.
    pub count: usize,
    zero: i32,
    scales: Vec<f32>,
}

/// A layer normalisation.
#[derive(Debug)]
pub struct Norm {
    /// `[width] f32`.
    pub gain: Vec<f32>,
    /// `[width] f32`.
    pub bias: Vec<f32>,
}

/// One layer.
#[derive(Debug)]
pub struct Layer {
    /// Query, key and value, side by side.
    pub qkv: Linear,
    /// The output of the attention.
    pub out: Linear,
    /// The normalisation behind it.
    pub attention_norm: Norm,
    /// The first half of the feed-forward network.
    pub up: Linear,
    /// The second half.
    pub down: Linear,
    /// The normalisation behind it.
    pub norm: Norm,
}

/// What stands above the last layer.
#[derive(Debug)]
pub enum Head {
    /// Nothing.
    None,
    /// A classifier of each token.
    Tokens(Linear),
    /// The pooler over the first token, and a classifier of what it gives.
    Pair(Linear, Linear),
}

/// `y = x · W + b`.
#[derive(Debug)]
pub struct Linear {
    at: Store,
    depth: usize,
    /// The columns that mean something; the matrix may have some more, which are 0.
    pub columns: usize,
    groups: usize,
    scales: Vec<[f32; LANES]>,
    bias: Vec<[f32; LANES]>,
}

#[derive(Debug)]
enum Store {
    File(Range<usize>),
    Unpacked(Vec<u8>),
}

impl Pack {
    /// Returns the model in `bytes`.
    ///
    /// # Errors
    /// `model` when they are damaged, cut short or no packed model; `unsupported` when another version wrote them.
    pub fn read(mut bytes: Vec<u8>) -> Result<Self> {
        let damaged = || Error::new(Code::Model, "the packed model is damaged or cut short: set up again");
        let Some((content, sum)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else { return Err(damaged()) };
        let Some(body) = content.strip_prefix(MAGIC) else {
            return Err(Error::new(Code::Model, "this file is no packed model: set up again"));
        };
        let mut rest = Rest(body);
        let version = rest.u32().ok_or_else(damaged)?;
        if version != VERSION {
            return Err(Error::new(Code::Unsupported, "the packed model has another format than this version reads")
                .found(u64::from(version), u64::from(VERSION)));
        }
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let (mut pack, kept) = rest.model(content.len()).ok_or_else(damaged)?;
        pack.sum = *sum;
        bytes.truncate(kept);
        bytes.shrink_to_fit();
        pack.bytes = bytes;
        Ok(pack)
    }

    /// Returns the matrix of `linear`, which is of this model.
    pub fn matrix<'a>(&'a self, linear: &'a Linear) -> Matrix<'a> {
        let weights = match &linear.at {
            Store::File(at) => self.bytes.get(at.clone()).unwrap_or_default(),
            Store::Unpacked(weights) => weights,
        };
        Matrix {
            weights: weights.as_chunks().0,
            scales: &linear.scales,
            bias: &linear.bias,
            depth: linear.depth,
            groups: linear.groups,
        }
    }

    /// Writes the vector of the word `id` to `to`, and returns whether there is one.
    pub fn word(&self, id: u32, to: &mut [f32]) -> bool {
        let Words { at, zero, scales, .. } = &self.words;
        let row = usize::try_from(id).ok().filter(|row| *row < self.words.count);
        let values = row.and_then(|row| self.bytes.get(at.start + row * self.width..at.start + (row + 1) * self.width));
        let scale = row.and_then(|row| scales.get(if scales.len() == 1 { 0 } else { row }));
        let (Some(values), Some(scale)) = (values, scale) else { return false };
        for (to, value) in to.iter_mut().zip(values) {
            *to = (i32::from(*value as i8) - zero) as f32 * scale;
        }
        true
    }

    /// Returns the bytes that the model holds in memory.
    pub fn memory(&self) -> usize {
        let linear = |linear: &Linear| {
            let own = if let Store::Unpacked(weights) = &linear.at { weights.capacity() } else { 0 };
            own + (linear.scales.len() + linear.bias.len()) * 4 * LANES
        };
        let norm = |norm: &Norm| (norm.gain.len() + norm.bias.len()) * 4;
        let norms = self.layers.iter().map(|layer| norm(&layer.attention_norm) + norm(&layer.norm)).sum::<usize>();
        let floats = self.words.scales.len() + self.positions.len() + self.types.len();
        self.bytes.capacity() + floats * 4 + norm(&self.norm) + norms + self.linears().map(linear).sum::<usize>()
    }

    /// Hands `take` the file that the model was read from, part by part.
    pub fn file(&self, take: &mut dyn FnMut(&[u8])) {
        take(&self.bytes);
        for linear in self.linears() {
            if let Store::Unpacked(weights) = &linear.at {
                take(&paired(weights).collect::<Vec<u8>>());
            }
        }
        take(&self.sum);
    }

    /// The matrices, in the order of the file.
    fn linears(&self) -> impl Iterator<Item = &Linear> {
        let head: [Option<&Linear>; 2] = match &self.head {
            Head::None => [None, None],
            Head::Tokens(classifier) => [Some(classifier), None],
            Head::Pair(pooler, classifier) => [Some(pooler), Some(classifier)],
        };
        let layers = self.layers.iter().flat_map(|layer| [&layer.qkv, &layer.out, &layer.up, &layer.down]);
        layers.chain(head.into_iter().flatten())
    }
}

impl Rest<'_> {
    fn size(&mut self) -> Option<usize> {
        self.u32().filter(|size| *size <= MAX_SIZE).and_then(|size| usize::try_from(size).ok())
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let taken = self.take(count.checked_mul(4)?)?;
        let floats: Vec<f32> = taken.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect();
        floats.iter().all(|float| float.is_finite()).then_some(floats)
    }

    fn lanes(&mut self, count: usize) -> Option<Vec<[f32; LANES]>> {
        Some(self.floats(count.checked_mul(LANES)?)?.as_chunks().0.to_vec())
    }

    fn norm(&mut self, width: usize) -> Option<Norm> {
        Some(Norm { gain: self.floats(width)?, bias: self.floats(width)? })
    }

    /// Reads scales and bias of a matrix; its weights come later.
    fn linear(&mut self, depth: usize, columns: usize) -> Option<(Linear, u32)> {
        let (groups, bits) = (self.size()?, self.u32()?);
        let panels = columns.div_ceil(LANES);
        let scales = self.lanes(panels.checked_mul(groups)?)?;
        let bias = self.lanes(panels)?;
        let linear = Linear { at: Store::Unpacked(vec![]), depth, columns, groups, scales, bias };
        matches!(bits, 4 | 8).then_some((linear, bits))
    }

    /// Returns the model and how many bytes of the file it goes on using; `end` is where the content ends.
    fn model(mut self, end: usize) -> Option<(Pack, usize)> {
        let kind = self.u32()?;
        let mut size = || self.size();
        let [width, wide, heads, layers] = [size()?, size()?, size()?, size()?];
        let [words, positions, types, labels, scales] = [size()?, size()?, size()?, size()?, size()?];
        let runs = width > 0 && wide > 0 && heads > 0 && (1..=MAX_LAYERS).contains(&layers) && words > 0;
        let fits = width.is_multiple_of(heads * 4) && width.is_multiple_of(LANES) && wide.is_multiple_of(LANES);
        let read = positions > 0 && types > 0 && (scales == 1 || scales == words);
        if !(runs && fits && read) || (kind == HEAD_NONE) != (labels == 0) {
            return None;
        }
        let epsilon = self.floats(1)?.pop().filter(|epsilon| *epsilon >= 0.0)?;
        let zero = self.u32()? as i32;
        if !(-128..128).contains(&zero) {
            return None;
        }
        let scales = self.floats(scales)?;
        let positions = self.floats(positions.checked_mul(width)?)?;
        let types = self.floats(types.checked_mul(width)?)?;
        let norm = self.norm(width)?;
        let norms: Vec<(Norm, Norm)> =
            (0..layers).map(|_| Some((self.norm(width)?, self.norm(width)?))).collect::<Option<_>>()?;
        let shapes = [(width, 3 * width), (width, width), (width, wide), (wide, width)];
        let above: &[(usize, usize)] = match kind {
            HEAD_NONE => &[],
            HEAD_TOKENS => &[(width, labels)],
            HEAD_PAIR => &[(width, width), (width, labels)],
            _ => return None,
        };
        let shapes = std::iter::repeat_n(shapes, layers).flatten().chain(above.iter().copied());
        let mut linears: Vec<(Linear, u32)> =
            shapes.map(|(depth, columns)| self.linear(depth, columns)).collect::<Option<_>>()?;

        let at = |rest: &Rest<'_>| end - rest.0.len();
        let start = at(&self);
        self.take(words.checked_mul(width)?)?;
        let words = Words { at: start..at(&self), count: words, zero, scales };
        for (linear, _) in linears.iter_mut().filter(|(_, bits)| *bits == 8) {
            let start = at(&self);
            self.take(linear.bias.len().checked_mul(LANES * linear.depth)?)?;
            linear.at = Store::File(start..at(&self));
        }
        let kept = at(&self);
        for (linear, _) in linears.iter_mut().filter(|(_, bits)| *bits == 4) {
            let packed = self.take(linear.bias.len().checked_mul(LANES / 2 * linear.depth)?)?;
            linear.at = Store::Unpacked(unpacked(packed));
        }
        if !self.0.is_empty() {
            return None;
        }

        let mut linears = linears.into_iter().map(|(linear, _)| linear);
        let mut next = || linears.next();
        let layers = norms.into_iter().map(|(attention_norm, norm)| {
            Some(Layer { qkv: next()?, out: next()?, up: next()?, down: next()?, attention_norm, norm })
        });
        let layers: Vec<Layer> = layers.collect::<Option<_>>()?;
        let head = match kind {
            HEAD_TOKENS => Head::Tokens(next()?),
            HEAD_PAIR => Head::Pair(next()?, next()?),
            _ => Head::None,
        };
        let (bytes, sum) = (Vec::new(), [0; CHECKSUM_BYTES]);
        let pack = Pack { bytes, sum, width, heads, epsilon, words, positions, types, norm, layers, head };
        Some((pack, kept))
    }
}

/// Returns the weights of four bits in `packed`, each a byte of its own, the low half of a byte first.
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let whole = |half: u8| (((half << 4) as i8) >> 4) as u8;
    packed.iter().flat_map(|byte| [whole(byte & 15), whole(byte >> 4)]).collect()
}
