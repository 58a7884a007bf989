//! The native command line, on the same core as the page.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod approval;
mod ask;
mod ask_library;
mod attack_figures;
mod bench;
mod bench_answers;
mod bench_canaries;
#[cfg(feature = "encoders")]
mod bench_encoder;
mod bench_kernel;
mod bench_library;
mod bench_lines;
mod bench_quotes;
mod bench_records;
mod bench_steps;
mod bench_thought;
mod brief;
mod configuration;
mod connection;
mod courier;
mod detect;
mod detector;
mod embedder;
mod endpoint;
mod eval;
mod eval_amounts;
mod eval_answers;
mod eval_attacks;
mod eval_exact;
mod eval_injection;
mod eval_linkage;
mod eval_meaning;
mod eval_methods;
#[cfg(feature = "encoders")]
mod eval_models;
#[cfg(feature = "encoders")]
mod eval_records;
#[cfg(feature = "encoders")]
mod eval_retrieval;
mod eval_synthesis;
mod eval_thought;
mod generate;
#[cfg(feature = "encoders")]
mod grid;
#[cfg(feature = "encoders")]
mod grid_library;
mod half;
mod in_turn;
mod ledger;
mod library;
mod library_beside;
mod library_fetch;
mod library_made;
mod library_measured;
mod library_nearest;
mod library_prompts;
mod library_push;
mod library_server;
mod models;
mod output;
mod own_model;
mod pack_source;
mod plain_courier;
mod prepare;
mod prose;
mod records;
mod response_pairs;
mod right_answer;
mod rounds;
mod search;
mod telling;
mod thought;
mod thought_cases;
mod thought_rows;
mod thought_train;
mod tools;
mod transcripts;
mod verify;
mod verify_quote;
#[cfg(feature = "encoders")]
mod ways;

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
    /// Answer a question: with quotes only, or through a model that sees a reviewed synthesis.
    Ask(ask::Ask),
    /// Tell what is new since a day, and where the record disagrees with itself; takes no question and no model.
    Brief(brief::Brief),
    /// Show what would leave for a question; sends nothing.
    Prepare(prepare::Prepare),
    /// Test a model server with fixed words: whether it answers, and by what it holds answers to what was sent.
    Connection(connection::Connection),
    /// Check that a ledger of what left is as it was written, offline.
    Verify(verify::Verify),
    /// Check quote boxes against the file they cite.
    VerifyQuote(verify_quote::VerifyQuote),
    /// Find passages, each with the reasons for its place.
    Search(search::SearchArguments),
    /// Find identifying texts in standard input: where they stand, what they are and how sure that is.
    Detect(detect::Detect),
    /// Make invented patients from a seed, for tests and runs at scale.
    Generate(generate::Generate),
    /// Think about a question step by step, with a model, within what you approve.
    #[command(subcommand)]
    Thought(thought::Thought),
    /// List the tools that a model in the record room may call, or call one.
    Tools(tools::ToolsArguments),
    /// Measure how good it is, on sets from outside.
    #[command(subcommand)]
    Eval(eval::Eval),
    /// Change one parameter of ranking after the other on a set, and keep what is best; or measure the ways of a configuration as a library.
    #[cfg(feature = "encoders")]
    Grid(Box<grid::Grid>),
    /// Measure speed and size.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Make a library of the public literature, or search in one.
    #[command(subcommand)]
    Library(library::Library),
    /// Prepare the model weights that were fetched.
    #[command(subcommand)]
    Models(models::Models),
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Ask(ask) => ask::run(ask),
        Command::Brief(brief) => brief::run(brief),
        Command::Prepare(prepare) => prepare::run(prepare),
        Command::Connection(connection) => connection::run(&connection),
        Command::Verify(verify) => verify::run(verify),
        Command::VerifyQuote(verify) => verify_quote::run(verify),
        Command::Search(search) => search::run(search),
        Command::Detect(detect) => detect::run(detect),
        Command::Generate(generate) => generate::run(generate),
        Command::Thought(thought) => thought::run(thought),
        Command::Tools(tools) => tools::run(&tools),
        Command::Eval(eval) => eval::run(eval),
        #[cfg(feature = "encoders")]
        Command::Grid(grid) => grid::run(&grid),
        Command::Bench(bench) => bench::run(bench),
        Command::Library(library) => library::run(library),
        Command::Models(models) => models::run(models),
    }
}

fn main() -> ExitCode {
    #[cfg(not(debug_assertions))]
    std::panic::set_hook(Box::new(|info| {
        // Whoever reads the output has gone: there is nobody to tell, and nothing is wrong here.
        let what = info.payload().downcast_ref::<String>().map_or("", String::as_str);
        if what.starts_with("failed printing to std") && what.contains("Broken pipe") {
            std::process::exit(0);
        }
        eprintln!("{}", chaperone::error::panic_text(info));
    }));
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chaperone: {error}");
            ExitCode::FAILURE
        }
    }
}
