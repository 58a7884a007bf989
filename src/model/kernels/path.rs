//! Which instructions the kernels run on.

use super::lanes::Lanes;
use super::scalar::Scalar;

/// A computation that is written over any [`Lanes`].
///
/// `run` is to be `#[inline(always)]`: only then is it compiled with the instructions of the path that it runs on.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does the computation.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// A set of instructions. All give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Portable Rust.
    Scalar,
    /// WebAssembly's fixed-width SIMD.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    /// NEON.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// AVX2, where [`Path::all`] found it.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
}

/// The proof that the processor was asked for the instructions and has them.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detected(());

impl Path {
    /// Returns the paths that this machine can run, the slowest first.
    pub fn all() -> Vec<Path> {
        #[allow(unused_mut)]
        let mut paths = vec![Path::Scalar];
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        paths.push(Path::Simd128);
        #[cfg(target_arch = "aarch64")]
        paths.push(Path::Neon);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            paths.push(Path::Avx2(Detected(())));
        }
        paths
    }

    /// Returns the fastest path that this machine can run.
    pub fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Scalar)
    }

    /// Runs `work` with these instructions.
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Path::Scalar => work.run::<Scalar>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Path::Simd128 => work.run::<super::simd128::Simd128>(),
            #[cfg(target_arch = "aarch64")]
            Path::Neon => work.run::<super::neon::Neon>(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2(detected) => super::avx2::run(detected, work),
        }
    }
}
