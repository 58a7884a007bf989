//! `chaperone tools`: the tools that a model in the record room may call, and a call of one.

use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::room::tools;
use clap::Args;
use jiff::civil::Date;
use serde_json::Value;

use crate::eval_exact::day;
use crate::output::json;
use crate::records::load;

#[derive(Args)]
pub struct ToolsArguments {
    /// Call the tool of this name; without it the tools are listed with the schemas of their arguments
    #[arg(long, value_name = "NAME", requires = "records")]
    call: Option<String>,
    /// The arguments of the call, a JSON object
    #[arg(long, value_name = "JSON", default_value = "{}")]
    arguments: String,
    /// FHIR JSON, C-CDA, an Apple Health export, or notes as text, Markdown, HTML or PDF; gzip or ZIP of these; or folders of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    records: Vec<PathBuf>,
    /// The day that counts as today
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
}

/// Prints the tools, or what a call of one returns.
///
/// # Errors
/// As reading and [`chaperone::room::Room::call_tool`] do.
pub fn run(arguments: &ToolsArguments) -> Result<()> {
    let Some(name) = &arguments.call else {
        print!("{}", json(&tools::tools().iter().map(tools::Tool::function).collect::<Vec<Value>>())?);
        return Ok(());
    };
    if arguments.records.is_empty() {
        return Err(Error::new(Code::InvalidArgument, "a tool is called on records: name them with --records"));
    }
    let (mut room, _) = load(&arguments.records)?;
    print!("{}", json(&room.call_tool(name, &arguments.arguments, arguments.today)?)?);
    Ok(())
}
