//! What several tests are made of.
#![allow(dead_code)]

#[cfg(feature = "encoders")]
pub mod embedding;
pub mod files;
pub mod models;
pub mod pdf;
