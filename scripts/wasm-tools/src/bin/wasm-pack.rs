//! Builds the package and runs the browser tests. Unlike the published program it asks no registry for newer versions.

use clap::Parser;

fn main() -> anyhow::Result<()> {
    env_logger::init();
    let arguments = wasm_pack::Cli::parse();
    wasm_pack::PBAR.set_log_level(arguments.log_level);
    wasm_pack::PBAR.set_quiet(arguments.quiet);
    wasm_pack::command::run_wasm_pack(arguments.cmd)
}
