//! x
pub mod analyze;
