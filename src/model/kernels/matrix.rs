//! How the weights of a matrix product lie in memory.

use super::lanes::LANES;

/// Weights of eight bits for `y = x · W + b`, packed in panels of eight columns, so that a product reads them once from front to end.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a> {
    /// For each panel and pair of rows of `W` the pairs of the eight columns, each byte an `i8`: `[columns / 8, depth / 2, 8, 2]`.
    pub weights: &'a [[u8; 2 * LANES]],
    /// For each panel and group of rows what a unit of each column stands for: `[columns / 8, groups, 8] f32`.
    pub scales: &'a [[f32; LANES]],
    /// `[columns / 8, 8] f32`.
    pub bias: &'a [[f32; LANES]],
    /// The rows of `W`, a multiple of twice the groups.
    pub depth: usize,
    /// Groups of rows that have scales of their own, 1 or more.
    pub groups: usize,
}

impl Matrix<'_> {
    /// Returns the number of columns, a multiple of eight.
    pub fn columns(&self) -> usize {
        self.bias.len() * LANES
    }

    /// Returns whether the parts have the lengths that they should have.
    pub fn is_whole(&self) -> bool {
        let panels = self.bias.len();
        self.groups > 0
            && self.depth.is_multiple_of(2 * self.groups)
            && self.depth.is_multiple_of(LANES)
            && self.depth > 0
            && panels > 0
            && self.weights.len() == panels * self.depth / 2
            && self.scales.len() == panels * self.groups
    }
}

/// Returns `weights`, `[depth, columns] i8` row by row, as [`Matrix::weights`]; missing columns of the last panel are 0.
pub fn pack(weights: &[i8], columns: usize) -> Vec<u8> {
    let depth = weights.len() / columns.max(1);
    let panels = columns.div_ceil(LANES);
    let mut packed = Vec::with_capacity(panels * depth * LANES);
    for panel in 0..panels {
        for pair in 0..depth / 2 {
            for column in panel * LANES..(panel + 1) * LANES {
                for row in [2 * pair, 2 * pair + 1] {
                    let weight = if column < columns { weights.get(row * columns + column) } else { None };
                    packed.push(weight.copied().unwrap_or(0) as u8);
                }
            }
        }
    }
    packed
}
