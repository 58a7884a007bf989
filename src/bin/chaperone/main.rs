//! The native command line, on the same core as the page.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "onnx")]
mod models;

use std::process::ExitCode;

use chaperone::Result;
use clap::{Parser, Subcommand};

/// Stands between a person's health records and a language model.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prepare the model weights that were fetched.
    #[cfg(feature = "onnx")]
    #[command(subcommand)]
    Models(models::Models),
}

fn run(command: Command) -> Result<()> {
    match command {
        #[cfg(feature = "onnx")]
        Command::Models(models) => models::run(models),
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chaperone: {error}");
            ExitCode::FAILURE
        }
    }
}
