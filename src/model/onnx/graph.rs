//! A prepared encoder graph on tract-onnx: token ids in, hidden states out.
//!
//! The number of tokens is a symbol of the graph, so one
//! plan serves every length.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tract_onnx::pb::ModelProto;
use tract_onnx::prelude::*;
use tract_onnx::tract_core::optim::Optimizer;

use super::{dynamic, halves, nbits, proto};
use crate::error::{Code, Error, Result};

/// An encoder, ready to run.
pub struct Graph {
    plan: Arc<TypedRunnableModel>,
    inputs: Vec<(Input, DatumType)>,
}

/// What an input says of each token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    /// Its id.
    Ids,
    /// Which of two texts it is of.
    Types,
}

impl Graph {
    /// Returns the encoder that `prepared`, the outcome of [`super::prepare`] or [`super::prepare_pairs`], holds.
    ///
    /// # Errors
    /// `model` when the bytes are not a whole ONNX file or do not make a graph that runs;
    /// `unsupported` when it has more inputs than `proto::INPUT` and `proto::TYPES`.
    pub fn load(prepared: &[u8]) -> Result<Self> {
        let (mut model, mut graph) = proto::read(prepared)?;
        let inputs: Vec<Input> = graph.input.iter().map(|input| of_name(&input.name)).collect::<Result<_>>()?;
        halves::widen(&mut graph);
        nbits::widen(&mut model, &mut graph)?;
        dynamic::widen(&mut graph);
        let proto = ModelProto { graph: Some(graph), ..model };
        caught(|| {
            let onnx = tract_onnx::onnx().with_ignore_value_info(true).with_ignore_output_shapes(true);
            let mut model = onnx.model_for_proto_model(&proto)?;
            drop(proto);
            let tokens = model.symbols.sym("tokens").to_dim();
            let inputs = inputs.into_iter().enumerate().map(|(at, input)| {
                let of = model.input_fact(at)?.datum_type().unwrap_or(DatumType::I64);
                model.set_input_fact(at, InferenceFact::dt_shape(of, tvec!(1.to_dim(), tokens.clone())))?;
                Ok((input, of))
            });
            let inputs = inputs.collect::<TractResult<_>>()?;
            let mut model = model.into_typed()?;
            plainly().optimize(&mut model)?;
            model.optimize()?;
            Ok(Graph { plan: model.into_runnable()?, inputs })
        })
    }

    /// Returns the outputs for the tokens `ids`: of each its shape, and its values in row-major order.
    ///
    /// # Errors
    /// `model` when the graph fails or gives an output of other than floating-point numbers; those of fewer bits become `f32`.
    pub fn run(&self, ids: &[u32]) -> Result<Vec<(Vec<usize>, Vec<f32>)>> {
        self.run_pair(ids, ids.len())
    }

    /// As [`run`](Self::run), where the tokens from `second` on are of a second text.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_pair(&self, ids: &[u32], second: usize) -> Result<Vec<(Vec<usize>, Vec<f32>)>> {
        caught(|| {
            let tensors = self.inputs.iter().map(|(input, of)| {
                let values: Vec<i64> = match input {
                    Input::Ids => ids.iter().map(|id| i64::from(*id)).collect(),
                    Input::Types => (0..ids.len()).map(|at| i64::from(at >= second)).collect(),
                };
                Ok(Tensor::from_shape(&[1, ids.len()], &values)?.cast_to_dt(*of)?.into_owned().into())
            });
            let outputs = self.plan.run(tensors.collect::<TractResult<TVec<TValue>>>()?)?;
            let values = |output: &TValue| {
                // Whole numbers stay what they are, and are refused as no `f32`.
                let floats =
                    if output.datum_type().is_float() { output.cast_to::<f32>()? } else { Cow::Borrowed(&**output) };
                Ok((output.shape().to_vec(), floats.try_as_plain_ram()?.as_slice::<f32>()?.to_vec()))
            };
            outputs.iter().map(values).collect()
        })
    }

    /// Returns the hidden states of the tokens `ids`, `[tokens, dimensions] f32`, row after row: the first output.
    ///
    /// # Errors
    /// `model` when the graph fails or gives another shape than `[1, tokens, dimensions]`.
    pub fn hidden(&self, ids: &[u32], dimensions: usize) -> Result<Vec<f32>> {
        match self.run(ids)?.into_iter().next() {
            Some((shape, hidden)) if shape == [1, ids.len(), dimensions] => Ok(hidden),
            _ => {
                Err(Error::new(Code::Model, "the model does not give vectors of the stated dimensions for each token"))
            }
        }
    }
}

/// The passes of tract that look for masks made of positions, as models with windows of attention have them. What they keep of a graph that adds
/// what does not fit together grows without end.
const OF_MASKS: [&str; 3] = ["PropagateUniformTdim", "PropagateRoi", "FoldUniformMask"];

/// Returns what makes a graph plainer, but for the passes `OF_MASKS`.
fn plainly() -> Optimizer {
    let mut optimizer = Optimizer::declutter();
    optimizer.passes.retain(|pass| !OF_MASKS.contains(&format!("{pass:?}").as_str()));
    optimizer
}

fn of_name(name: &str) -> Result<Input> {
    match name {
        proto::INPUT => Ok(Input::Ids),
        proto::TYPES => Ok(Input::Types),
        _ => Err(Error::new(Code::Unsupported, "the model has inputs beside the token ids: it was not prepared")),
    }
}

/// Runs `work` on tract; its errors and, where panics unwind, its panics become one of ours.
fn caught<T>(work: impl FnOnce() -> TractResult<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        _ => Err(Error::new(
            Code::Model,
            "the model file does not make an encoder that runs: is it the right one, and whole?",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{prepare, prepare_pairs, toy};
    use super::*;
    use proptest::prelude::*;

    fn prepared() -> Vec<u8> {
        prepare(&toy::onnx()).unwrap()
    }

    #[test]
    fn a_prepared_graph_computes_what_the_export_says() {
        let graph = Graph::load(&prepared()).unwrap();
        for ids in [&[3][..], &[0, 9, 9, 4], &[1; 70]] {
            let expected: Vec<f32> = ids.iter().flat_map(|id| toy::expected(*id)).collect();
            assert_eq!(graph.hidden(ids, toy::DIMENSIONS).unwrap(), expected);
        }
    }

    #[test]
    fn the_second_text_of_a_pair_is_told_apart() {
        let graph = Graph::load(&prepare_pairs(&toy::onnx()).unwrap()).unwrap();
        let expected: Vec<f32> =
            [(3, 0), (9, 1), (4, 1)].iter().flat_map(|(id, text)| toy::of_text(*id, *text)).collect();
        let (shape, values) = graph.run_pair(&[3, 9, 4], 1).unwrap().remove(0);
        assert_eq!((shape, values), (vec![1, 3, toy::DIMENSIONS], expected));
        assert_eq!(graph.run(&[3, 9]).unwrap(), Graph::load(&prepared()).unwrap().run(&[3, 9]).unwrap());
    }

    #[test]
    fn ids_outside_the_table_and_wrong_dimensions_are_errors() {
        let graph = Graph::load(&prepared()).unwrap();
        assert_eq!(graph.hidden(&[toy::ROWS as u32], toy::DIMENSIONS).unwrap_err().code(), Code::Model);
        assert_eq!(graph.hidden(&[1], toy::DIMENSIONS + 1).unwrap_err().code(), Code::Model);
    }

    #[test]
    fn an_export_that_was_not_prepared_is_refused() {
        assert!(Graph::load(&toy::onnx()).is_err());
    }

    #[test]
    fn an_unknown_operator_is_refused() {
        let mut model = toy::proto();
        model.graph.as_mut().unwrap().node[4].op_type = "Teleport".into();
        let prepared = prepare(&prost::Message::encode_to_vec(&model)).unwrap();
        assert_eq!(Graph::load(&prepared).err().unwrap().code(), Code::Model);
    }

    /// Loads and runs what `bytes` make, by both ways; the property is that this returns.
    fn survive(bytes: &[u8]) {
        for graph in [Graph::load(bytes), prepare(bytes).and_then(|prepared| Graph::load(&prepared))] {
            let _ = graph.and_then(|graph| graph.hidden(&[1, 2, 3], toy::DIMENSIONS));
        }
    }

    proptest! {
        #[test]
        fn noise_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            survive(&bytes);
        }

        #[test]
        fn a_cut_file_never_panics(part in 0.0f64..1.0) {
            let onnx = toy::onnx();
            survive(&onnx[..(onnx.len() as f64 * part) as usize]);
        }

        #[test]
        fn flipped_bits_never_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), 0u8..8), 1..6)) {
            let mut onnx = toy::onnx();
            for (at, bit) in flips {
                let at = at.index(onnx.len());
                onnx[at] ^= 1 << bit;
            }
            survive(&onnx);
        }
    }
}
