//! The model a request is for, and the randomness it needs.

use std::net::Ipv4Addr;

use chaperone::error::{Code, Error, Result};
use chaperone::quote::format::{Endpoint, Prompt};
use chaperone::quote::hold::Hold;
use clap::Args;
use ureq::http::Uri;

/// The model at the endpoint.
#[derive(Args)]
pub struct Model {
    /// The model's name at that server
    #[arg(long = "model", id = "model", value_name = "NAME")]
    name: Option<String>,
    /// What it is told to do: standard, chain-of-thought, abstracts-only, abstracts-with-metadata, multiple-choice, patient-friendly
    /// or clinician-brief
    #[arg(long, value_name = "NAME", default_value = "standard")]
    prompt: Prompt,
    /// By what the server holds answers to the passages that are sent: `schema` (a JSON Schema, as OpenAI, Ollama and llama.cpp take it) or
    /// `grammar` (llama.cpp). `chaperone connection` says which it does
    #[arg(long, value_name = "HOW")]
    hold: Option<Hold>,
}

impl Model {
    /// Returns the model called `name`, asked by `prompt`, whose server holds answers by `hold`.
    pub fn named(name: String, prompt: Prompt, hold: Option<Hold>) -> Self {
        Model { name: Some(name), prompt, hold }
    }

    /// Returns the endpoint at `address`. Where what is sent there can be read on its way, a line on standard error says so.
    ///
    /// # Errors
    /// `invalid-argument` without the model's name.
    pub fn endpoint(&self, address: &str, stream: bool) -> Result<Endpoint> {
        let name =
            self.name.as_deref().ok_or_else(|| Error::new(Code::InvalidArgument, "name the model with --model"))?;
        let endpoint = Endpoint::new(address, name, stream).asked_by(self.prompt, None).held_by(self.hold);
        if endpoint.url.starts_with("http://") && !is_here(&endpoint.url) {
            eprintln!(
                "chaperone: this address is asked without encryption (http): whoever is on the network between can read what is sent, and change the answer"
            );
        }
        Ok(endpoint)
    }
}

/// Returns whether `address` is this machine's own, as far as it says.
pub fn is_here(address: &str) -> bool {
    let uri = address.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default().to_ascii_lowercase();
    host == "localhost" || host == "[::1]" || host.parse::<Ipv4Addr>().is_ok_and(|at| at.is_loopback())
}

/// Returns 32 bytes from the system's secure source.
///
/// # Errors
/// `io` when it has none to give.
pub fn seed() -> Result<[u8; 32]> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| Error::new(Code::Io, "the system gives no random bytes"))?;
    Ok(seed)
}
