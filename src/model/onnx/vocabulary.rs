//! How many words an export has vectors for.

use tract_onnx::pb::GraphProto;

use super::proto::{self, INPUT};
use super::tensors::Values;
use crate::error::Result;

/// Operators between a table of words and its look-up that are followed to the table.
const MOST_STEPS: usize = 4;

/// Returns the number of rows of the table that the token ids of `onnx` are looked up in; `None` where none is found.
///
/// # Errors
/// As [`super::prepare`].
pub fn words(onnx: &[u8]) -> Result<Option<usize>> {
    let (_, graph) = proto::read(onnx)?;
    Ok(of_graph(&graph))
}

fn of_graph(graph: &GraphProto) -> Option<usize> {
    let values = Values::new(graph);
    let is_input = |name: &String| {
        let cast = values.maker_of(name, "Cast").and_then(|cast| cast.input.first());
        name == INPUT || cast.is_some_and(|name| name == INPUT)
    };
    let gathers = graph.node.iter().filter(|node| node.op_type == "Gather");
    let of_words = gathers.filter(|gather| gather.input.get(1).is_some_and(is_input));
    of_words.filter_map(|gather| rows(&values, gather.input.first()?)).next()
}

/// Returns the rows of the matrix that `name` is, as it is or scaled.
fn rows(values: &Values<'_>, name: &str) -> Option<usize> {
    let mut name = name;
    for _ in 0..MOST_STEPS {
        if let Some(table) = values.tensor(name) {
            let [rows, _] = table.dims.as_slice() else { return None };
            return usize::try_from(*rows).ok();
        }
        let maker = values.maker(name)?;
        if !matches!(maker.op_type.as_str(), "Cast" | "Mul" | "DequantizeLinear" | "Identity") {
            return None;
        }
        name = maker.input.first()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::onnx::toy;

    #[test]
    fn the_table_is_found_behind_its_scale() {
        assert_eq!(words(&toy::onnx()).unwrap(), Some(toy::ROWS as usize));
    }

    #[test]
    fn a_table_that_is_computed_is_not_guessed_at() {
        let mut graph = toy::proto().graph.unwrap();
        graph.node[1].op_type = "MatMul".into();
        assert_eq!(of_graph(&graph), None);
    }
}
