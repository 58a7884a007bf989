//! The thought process over simulated readers: how its accuracy depends on what a model can and cannot do.
//!
//! A simulated reader is a handful of probabilities ([`reader`]); a case is a question whose answer stands in several of twenty
//! documents, some of which mislead ([`world`]). Nothing here says how well a real model does. It says which method is best for which
//! model, over thousands of questions that no machine of ours could put to a real one.

pub mod chance;
pub mod methods;
pub mod reader;
pub mod world;
pub mod written;
