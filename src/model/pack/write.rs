//! From the parts of a model to the file.

use super::parts::{HeadParts, Normal, Parts, Weights};
use super::{HEAD_NONE, HEAD_PAIR, HEAD_TOKENS, MAGIC, VERSION, checksum, paired};
use crate::error::{Code, Error, Result};
use crate::model::kernels::lanes::LANES;
use crate::model::kernels::matrix::pack;
use crate::model::pack::Pack;

/// Returns `parts` packed; the same parts give the same bytes.
///
/// # Errors
/// `unsupported` when the parts do not fit each other, or have sizes that the kernels do not run.
pub fn write(parts: &Parts) -> Result<Vec<u8>> {
    let unfit = || Error::new(Code::Unsupported, "the parts of the model do not fit each other, or not the kernels");
    let width = parts.norm.gain.len();
    let wide = parts.layers.first().map(|layer| layer.up.bias.len()).ok_or_else(unfit)?;
    let rows = |length: usize| length.checked_div(width).ok_or_else(unfit);
    let (head, labels) = match &parts.head {
        HeadParts::None => (HEAD_NONE, 0),
        HeadParts::Tokens(weights) => (HEAD_TOKENS, weights.bias.len()),
        HeadParts::Pair { classifier, .. } => (HEAD_PAIR, classifier.bias.len()),
    };
    let mut file = MAGIC.to_vec();
    let sizes = [
        width,
        wide,
        parts.heads,
        parts.layers.len(),
        rows(parts.words.values.len())?,
        rows(parts.positions.len())?,
        rows(parts.types.len())?,
        labels,
        parts.words.scales.len(),
    ];
    put_u32(&mut file, VERSION);
    put_u32(&mut file, head);
    for size in sizes {
        put_u32(&mut file, u32::try_from(size).map_err(|_| unfit())?);
    }
    put_f32(&mut file, &[parts.epsilon]);
    file.extend_from_slice(&parts.words.zero.to_le_bytes());
    put_f32(&mut file, &parts.words.scales);
    put_f32(&mut file, &parts.positions);
    put_f32(&mut file, &parts.types);
    put_norm(&mut file, &parts.norm);

    let mut linears = Vec::new();
    for layer in &parts.layers {
        put_norm(&mut file, &layer.attention_norm);
        put_norm(&mut file, &layer.norm);
        linears.extend([&layer.qkv, &layer.out, &layer.up, &layer.down]);
    }
    match &parts.head {
        HeadParts::None => {}
        HeadParts::Tokens(weights) => linears.push(weights),
        HeadParts::Pair { pooler, classifier } => linears.extend([pooler, classifier]),
    }
    for linear in &linears {
        put_linear(&mut file, linear);
    }
    file.extend(parts.words.values.iter().map(|value| *value as u8));
    for linear in linears.iter().filter(|linear| bits(linear) == 8) {
        file.extend(pack(&linear.values, linear.bias.len()));
    }
    for linear in linears.iter().filter(|linear| bits(linear) == 4) {
        file.extend(paired(&pack(&linear.values, linear.bias.len())));
    }
    let sum = checksum(&file);
    file.extend_from_slice(&sum.to_le_bytes());
    // What the reader refuses is never written.
    Pack::read(file.clone()).map_err(|_| unfit())?;
    Ok(file)
}

/// Returns how many bits a weight is stored in: four where that holds all of a matrix in groups.
fn bits(weights: &Weights) -> u32 {
    let fits = weights.groups > 1 && weights.values.iter().all(|value| (-8..8).contains(value));
    if fits { 4 } else { 8 }
}

fn put_linear(file: &mut Vec<u8>, weights: &Weights) {
    let columns = weights.bias.len();
    put_u32(file, weights.groups as u32);
    put_u32(file, bits(weights));
    // By panel, then by group, as the kernels read them.
    for panel in 0..columns.div_ceil(LANES) {
        for group in 0..weights.groups {
            let row = weights.scales.get(group * columns..(group + 1) * columns).unwrap_or_default();
            put_f32(file, &lanes(row, panel));
        }
    }
    for panel in 0..columns.div_ceil(LANES) {
        put_f32(file, &lanes(&weights.bias, panel));
    }
}

/// Returns the eight numbers of `panel`, those beyond the end 0.
fn lanes(row: &[f32], panel: usize) -> [f32; LANES] {
    let mut lanes = [0.0; LANES];
    lanes.iter_mut().zip(row.iter().skip(panel * LANES)).for_each(|(to, from)| *to = *from);
    lanes
}

fn put_norm(file: &mut Vec<u8>, norm: &Normal) {
    put_f32(file, &norm.gain);
    put_f32(file, &norm.bias);
}

fn put_u32(file: &mut Vec<u8>, number: u32) {
    file.extend_from_slice(&number.to_le_bytes());
}

fn put_f32(file: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| file.extend_from_slice(&number.to_le_bytes()));
}
