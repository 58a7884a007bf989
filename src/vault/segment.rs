//! A run of vectors, each with the reference of its passage.
//!
//! References are made from all that a text to embed is made of, so that vectors find their passages again
//! after the files were read anew, and those of passages that are gone find none.

use serde::{Deserialize, Serialize};

use super::envelope::{self, Kind};
use crate::error::{Code, Error, Place, Result};
use crate::index::vectors::Quantised;
use crate::reference::Reference;

/// Vectors of one model.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    /// The model that made them: its id and version.
    pub model: String,
    /// The passages and their vectors.
    pub rows: Vec<(Reference, Quantised)>,
}

/// As it is written: references, scales and codes each in a row.
#[derive(Serialize, Deserialize)]
struct Written {
    model: String,
    dimensions: u32,
    references: Vec<Reference>,
    scales: Vec<f32>,
    codes: Vec<i8>,
}

/// Returns the bytes to seal for `vectors`, which all have as many dimensions as the first.
///
/// # Errors
/// `internal` when they have not.
pub fn pack(vectors: &Vectors) -> Result<Vec<u8>> {
    let dimensions = vectors.rows.first().map_or(0, |(_, vector)| vector.dimensions());
    if vectors.rows.iter().any(|(_, vector)| vector.dimensions() != dimensions) {
        return Err(Error::internal("vectors of different lengths cannot be kept together"));
    }
    envelope::pack(
        Kind::Segment,
        &Written {
            model: vectors.model.clone(),
            dimensions: dimensions as u32,
            references: vectors.rows.iter().map(|(reference, _)| reference.clone()).collect(),
            scales: vectors.rows.iter().map(|(_, vector)| vector.scale()).collect(),
            codes: vectors.rows.iter().flat_map(|(_, vector)| vector.codes()).copied().collect(),
        },
    )
}

/// Returns the vectors that [`pack`] wrote.
///
/// # Errors
/// `malformed` when they are damaged; `unsupported` when a newer version wrote them.
pub fn unpack(bytes: &[u8]) -> Result<Vectors> {
    let Written { model, dimensions, references, scales, codes } = envelope::unpack(Kind::Segment, bytes)?;
    let dimensions = dimensions as usize;
    if references.len() != scales.len() || references.len().checked_mul(dimensions) != Some(codes.len()) {
        return Err(Error::new(Code::Malformed, "the vectors kept here are not as many as they say"));
    }
    let rows = references.into_iter().zip(scales).zip(codes.chunks_exact(dimensions.max(1))).enumerate();
    let rows = rows.map(|(at, ((reference, scale), codes))| match Quantised::from_parts(codes.to_vec(), scale) {
        Ok(vector) => Ok((reference, vector)),
        Err(error) => Err(error.at(Place::root().field("vectors").index(at))),
    });
    Ok(Vectors { model, rows: rows.collect::<Result<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, vector: &[f32]) -> (Reference, Quantised) {
        (Reference::parse(name), Quantised::new(vector).unwrap())
    }

    #[test]
    fn vectors_come_back_with_their_references() {
        let rows = vec![row("a · é", &[0.6, 0.8]), row("b", &[1.0, 0.0])];
        let vectors = Vectors { model: "m@1".to_owned(), rows };
        assert_eq!(unpack(&pack(&vectors).unwrap()).unwrap(), vectors);
        let none = Vectors { model: String::new(), rows: Vec::new() };
        assert_eq!(unpack(&pack(&none).unwrap()).unwrap(), none);
    }

    #[test]
    fn counts_and_numbers_that_do_not_fit_are_refused() {
        let written = |references: usize, scales: Vec<f32>, codes: Vec<i8>| {
            let written = Written {
                model: "m".to_owned(),
                dimensions: 2,
                references: vec![Reference::parse("a"); references],
                scales,
                codes,
            };
            unpack(&envelope::pack(Kind::Segment, &written).unwrap()).map_err(|error| error.code())
        };
        assert!(written(1, vec![0.005], vec![1, 2]).is_ok());
        assert_eq!(written(2, vec![0.005], vec![1, 2]), Err(Code::Malformed));
        assert_eq!(written(1, vec![0.005], vec![1, 2, 3]), Err(Code::Malformed));
        assert_eq!(written(1, vec![f32::NAN], vec![1, 2]), Err(Code::Malformed));
        assert_eq!(written(1, vec![0.005], vec![-128, 2]), Err(Code::Malformed));
    }
}
