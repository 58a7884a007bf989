//! What several tests are made of.
#![allow(dead_code)]

#[cfg(feature = "encoders")]
pub mod classifier;
#[cfg(feature = "encoders")]
pub mod embedding;
pub mod files;
pub mod http;
pub mod kernels;
pub mod letters;
pub mod models;
pub mod pdf;
pub mod ranking;
pub mod rooms;
#[cfg(feature = "encoders")]
pub mod tagger;
#[cfg(feature = "encoders")]
pub mod tokens;
