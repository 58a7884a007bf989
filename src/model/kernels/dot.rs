//! Products of vectors of signed bytes, exact in 32 bits: what search compares with.

use super::lanes::{LANES, Lanes};
use super::path::{Path, Work};

/// Numbers that one step takes.
const STEP: usize = 2 * LANES;

struct Dots<'a, F> {
    query: &'a [i8],
    rows: &'a [i8],
    take: F,
}

impl<F: FnMut(usize, i32)> Work for Dots<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let (query, query_rest) = self.query.as_chunks::<STEP>();
        let mut sums = [0_i32; LANES];
        for (number, row) in self.rows.chunks_exact(self.query.len().max(1)).enumerate() {
            let (row, row_rest) = row.as_chunks::<STEP>();
            let (mut even, mut odd) = (L::zeros(), L::zeros());
            let (pairs, last) = query.as_chunks::<2>();
            let (row_pairs, row_last) = row.as_chunks::<2>();
            for ([a, b], [c, d]) in pairs.iter().zip(row_pairs) {
                even = L::dot(even, L::weights(&bytes(a)), L::weights(&bytes(c)));
                odd = L::dot(odd, L::weights(&bytes(b)), L::weights(&bytes(d)));
            }
            for (a, b) in last.iter().zip(row_last) {
                even = L::dot(even, L::weights(&bytes(a)), L::weights(&bytes(b)));
            }
            L::store_ints(even, &mut sums);
            let mut sum: i32 = sums.iter().sum();
            L::store_ints(odd, &mut sums);
            sum += sums.iter().sum::<i32>();
            let rest = query_rest.iter().zip(row_rest).map(|(a, b)| i32::from(*a) * i32::from(*b));
            (self.take)(number, sum + rest.sum::<i32>());
        }
    }
}

#[inline(always)]
fn bytes(of: &[i8; STEP]) -> [u8; STEP] {
    of.map(|byte| byte as u8)
}

/// Gives `take` the number of each of `rows`, `[n, query.len()] i8`, with the sum of its products with `query`, in order. Exact for rows
/// of up to 65,536 numbers from −127 to 127.
pub fn dots(path: Path, query: &[i8], rows: &[i8], take: impl FnMut(usize, i32)) {
    path.run(Dots { query, rows, take });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_path_gives_the_sum_of_the_products(
            width in 1_usize..90,
            numbers in prop::collection::vec(-127_i8..=127, 90..900),
        ) {
            let (query, rows) = numbers.split_at(width);
            let slow: Vec<i32> = rows
                .chunks_exact(width)
                .map(|row| row.iter().zip(query).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum())
                .collect();
            for path in Path::all() {
                let mut fast = Vec::new();
                dots(path, query, rows, |at, sum| {
                    assert_eq!(at, fast.len());
                    fast.push(sum);
                });
                prop_assert_eq!(&fast, &slow, "{:?}", path);
            }
        }
    }

    #[test]
    fn the_longest_rows_do_not_overflow() {
        let most = vec![127_i8; 1 << 16];
        for path in Path::all() {
            dots(path, &most, &most, |_, sum| assert_eq!(sum, 127 * 127 * (1 << 16)));
        }
    }
}
