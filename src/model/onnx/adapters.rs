//! What training added to an encoder: for each of its matrices a product of two narrow ones, `W + B · A`.
//!
//! The file, little-endian: `CHAPADPT`; three u32: version, rank, number of matrices; of each matrix two u32, its outputs and inputs,
//! then A `[rank, inputs]` and B `[outputs, rank]` as f16, rows first; SHA-256 of all before. The matrices are those of the last
//! layers: of each query, key, value, attention output and the two of the feed-forward network. `models/head/train.py` writes it.

use super::tensors::half;
use crate::error::{Code, Error, Result};
use crate::model::pack::parts::{LayerParts, Parts, Weights};
use crate::packed::{Form, Version};
use crate::rest::Rest;

const FORM: Form = Form {
    magic: b"CHAPADPT",
    version: Version::U32(1),
    damaged: "the adapters are damaged or cut short: set up again",
    foreign: "this file holds no adapters of an encoder",
    unsupported: "the adapters have another format than this version reads",
};
/// The most that a rank or a side of a matrix may be: far above any in use, far below what would overflow.
const MAX_SIZE: usize = 1 << 14;
/// The matrices of a layer.
const MATRICES: usize = 6;

/// What is added to one matrix.
struct Adapter<'f> {
    outputs: usize,
    inputs: usize,
    /// A, `[rank, inputs] f16`.
    down: &'f [[u8; 2]],
    /// B, `[outputs, rank] f16`.
    up: &'f [[u8; 2]],
}

/// Adds the adapters that `file` holds to the matrices of `parts`, which have eight bits and a scale for each column then.
///
/// # Errors
/// `malformed` when the file is cut short, altered or of another kind; `unsupported` when another version wrote it, or it is of
/// another encoder.
pub fn add(parts: &mut Parts, file: &[u8]) -> Result<()> {
    let adapters = read(file)?;
    let foreign = || Error::new(Code::Unsupported, "the adapters belong to another model");
    let below = parts.layers.len().checked_sub(adapters.len() / MATRICES).ok_or_else(foreign)?;
    for (layer, adapters) in parts.layers.iter_mut().skip(below).zip(adapters.chunks(MATRICES)) {
        let [query, key, value, out, up, down] = adapters else { return Err(foreign()) };
        let LayerParts { qkv, out: out_weights, up: up_weights, down: down_weights, .. } = layer;
        *qkv = added(qkv, &[query, key, value]).ok_or_else(foreign)?;
        *out_weights = added(out_weights, &[out]).ok_or_else(foreign)?;
        *up_weights = added(up_weights, &[up]).ok_or_else(foreign)?;
        *down_weights = added(down_weights, &[down]).ok_or_else(foreign)?;
    }
    Ok(())
}

fn read(file: &[u8]) -> Result<Vec<Adapter<'_>>> {
    let damaged = || FORM.damaged();
    let mut rest = FORM.opened(file)?;
    let rank = size(&mut rest).ok_or_else(damaged)?;
    let count = size(&mut rest).ok_or_else(damaged)?;
    let adapters: Option<Vec<Adapter<'_>>> = (0..count).map(|_| adapter(&mut rest, rank)).collect();
    adapters.filter(|_| rest.0.is_empty()).ok_or_else(damaged)
}

fn adapter<'f>(rest: &mut Rest<'f>, rank: usize) -> Option<Adapter<'f>> {
    let (outputs, inputs) = (size(rest)?, size(rest)?);
    Some(Adapter { outputs, inputs, down: halves(rest, rank * inputs)?, up: halves(rest, outputs * rank)? })
}

fn size(rest: &mut Rest<'_>) -> Option<usize> {
    usize::try_from(rest.u32()?).ok().filter(|size| (1..=MAX_SIZE).contains(size))
}

fn halves<'f>(rest: &mut Rest<'f>, count: usize) -> Option<&'f [[u8; 2]]> {
    Some(rest.take(2 * count)?.as_chunks().0)
}

/// Returns `weights` with the adapters of the matrices that stand side by side in them; `None` where the sizes differ.
fn added(weights: &Weights, adapters: &[&Adapter<'_>]) -> Option<Weights> {
    let columns = weights.bias.len();
    let depth = weights.values.len().checked_div(columns)?;
    if adapters.iter().map(|adapter| adapter.outputs).sum::<usize>() != columns
        || adapters.iter().any(|adapter| adapter.inputs != depth)
    {
        return None;
    }
    let mut sums = wide(weights, depth, columns)?;
    let mut first = 0;
    for adapter in adapters {
        let down: Vec<f32> = adapter.down.iter().map(number_of).collect();
        for (column, row) in adapter.up.chunks_exact(adapter.up.len() / adapter.outputs).enumerate() {
            for (up, row) in row.iter().map(number_of).zip(down.chunks_exact(depth)) {
                let column = sums.iter_mut().skip(first + column).step_by(columns);
                column.zip(row).for_each(|(sum, down)| *sum += up * down);
            }
        }
        first += adapter.outputs;
    }
    sums.iter().all(|sum| sum.is_finite()).then(|| Weights::rounded(&sums, weights.bias.clone()))
}

/// Returns the numbers of `weights`, `[depth, columns] f32`.
fn wide(weights: &Weights, depth: usize, columns: usize) -> Option<Vec<f32>> {
    let rows = depth.checked_div(weights.groups).filter(|rows| *rows > 0)?;
    let scales = weights.scales.chunks_exact(columns).flat_map(|group| std::iter::repeat_n(group, rows));
    let rows = weights.values.chunks_exact(columns).zip(scales);
    Some(
        rows.flat_map(|(row, scales)| row.iter().zip(scales).map(|(value, scale)| f32::from(*value) * scale)).collect(),
    )
}

fn number_of(bytes: &[u8; 2]) -> f32 {
    half(u16::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::{CHECKSUM_BYTES, sealed};

    /// A file of adapters of rank 1 over matrices of two columns and two rows, whose A is (1, 2) and whose B is (1, −1).
    fn file(count: u32, version: u32) -> Vec<u8> {
        let mut file = Form { version: Version::U32(version), ..FORM }.begun();
        [1, count].iter().for_each(|number| file.extend(number.to_le_bytes()));
        for _ in 0..count {
            [2u32, 2].iter().for_each(|number| file.extend(number.to_le_bytes()));
            [0x3c00u16, 0x4000, 0x3c00, 0xbc00].iter().for_each(|half| file.extend(half.to_le_bytes()));
        }
        sealed(file)
    }

    fn code(file: &[u8]) -> Code {
        read(file).err().unwrap().code()
    }

    #[test]
    fn the_product_is_added_to_each_column() {
        let weights =
            Weights { values: vec![1, 2, 3, 4], scales: vec![0.5, 1.0, 2.0, 1.0], bias: vec![7.0, 8.0], groups: 2 };
        let bytes = file(1, 1);
        let adapters = read(&bytes).unwrap();
        let sums = added(&weights, &[&adapters[0]]).unwrap();
        let scales: Vec<f32> = vec![8.0 / 127.0, 2.0 / 127.0];
        assert_eq!((sums.groups, &sums.bias, &sums.scales), (1, &weights.bias, &scales));
        // (0.5, 2; 6, 4) and (1, −1; 2, −2)
        let expected =
            [1.5, 1.0, 8.0, 2.0].iter().zip(scales.iter().cycle()).map(|(sum, scale)| (sum / scale).round() as i8);
        assert_eq!(sums.values, expected.collect::<Vec<_>>());
    }

    #[test]
    fn matrices_side_by_side_take_theirs() {
        let weights = Weights { values: vec![0; 8], scales: vec![1.0; 4], bias: vec![0.0; 4], groups: 1 };
        let bytes = file(2, 1);
        let adapters = read(&bytes).unwrap();
        let sums = added(&weights, &[&adapters[0], &adapters[1]]).unwrap();
        assert_eq!(sums.values, [64, -64, 64, -64, 127, -127, 127, -127].map(|value: i8| value));
        assert!(added(&weights, &[&adapters[0]]).is_none());
    }

    #[test]
    fn damage_and_strangers_are_named() {
        let whole = file(2, 1);
        for cut in 0..whole.len() {
            assert_eq!(code(&whole[..cut]), Code::Malformed, "{cut}");
        }
        for at in FORM.magic.len()..whole.len() {
            let mut altered = whole.clone();
            altered[at] ^= 1;
            assert_eq!(code(&altered), Code::Malformed, "{at}");
        }
        assert_eq!(code(&file(2, 2)), Code::Unsupported);
        let body = &whole[..whole.len() - CHECKSUM_BYTES];
        assert_eq!(code(&sealed([body, &[0]].concat())), Code::Malformed);
        assert_eq!(code(&sealed(body[..body.len() - 2].to_vec())), Code::Malformed);
    }
}
