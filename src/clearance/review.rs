//! The review: the one place that makes a [`Cleared`].
//!
//! It trusts nothing of how the request was written. The body is parsed again from its bytes and must
//! serialise to the same bytes; the user message must be the text of the map, byte for byte; the system
//! message must be one of ours; what a reply is held to is made anew ([`hold`]); every other string is looked through without exemption, but for what addresses are made of ([`bare`](super::bare)). Beside it stand two other forms: one asks a
//! server for the names of its models and has no body at all, the other searches PubMed for the message and nothing else, or, with no message, asks for what was found ([`form`]).
//! A fourth asks a vector database for what is nearest to the message, or with no message which collections it has ([`nearest`](super::nearest)). Before the message of a chat public
//! passages may stand, which are written here anew ([`public`](super::public)).

use super::bare::FORM_WORDS;
use super::cleared::Cleared;
use super::form::{self, FORM};
use super::gate::{Detect, Finding, Gate, Part};
use super::hold;
use super::known::KnownAnswers;
use super::nearest::{self, Embed};
use super::outgoing::{ChatBody, Outgoing, Role};
use super::public::{self, PublicText};
use super::span_map::SpanMap;
use crate::lazy_regex::LazyRegex;

/// Compares a message with the records that it was made from. The kernel trusts it to find more, never less.
pub trait Compare {
    /// Returns where `message` does not say what its sources say.
    fn compare(&self, message: &SpanMap) -> Vec<Finding>;
}

/// Addresses that may be sent to: http or https, a host, a path, no user, fragment or query but Azure's `api-version`.
static URL: LazyRegex = LazyRegex::new(
    r"^https?://(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,39}\])(?::\d{1,5})?(?:/[A-Za-z0-9._~-]{1,100}){0,12}/?(?:\?api-version=\d{4}-\d{2}-\d{2}(?:-preview)?)?$",
);
/// Names of models: what endpoints use, and no spaces.
static MODEL: LazyRegex = LazyRegex::new(r"^[A-Za-z0-9._:/+-]{1,128}$");
/// The headers that may be set besides the credential; the one of the form that Entrez takes is for there alone.
const HEADERS: [(&str, &str); 5] = [
    ("content-type", "application/json"),
    ("accept", "application/json"),
    ("accept", "text/event-stream"),
    ("anthropic-version", "2023-06-01"),
    ("anthropic-dangerous-direct-browser-access", "true"),
];

/// Reviews `outgoing`, whose user message must be the text of `message`, against `known`. `systems` are
/// the system messages that may be sent; `detect` looks for what the records do not name, and knows words: without it fewer
/// words are exempt and less is found; `compare` holds the message to the records; `now_millis` is the caller's clock.
///
/// # Errors
/// Every [`Finding`], sorted, when there is at least one; the request is then refused as a whole.
pub fn review(
    outgoing: Outgoing,
    message: &SpanMap,
    systems: &[&'static str],
    known: &KnownAnswers,
    detect: Option<&dyn Detect>,
    compare: Option<&dyn Compare>,
    now_millis: u64,
) -> Result<Cleared, Vec<Finding>> {
    review_beside(outgoing, message, &[], systems, known, detect, compare, now_millis)
}

/// Reviews `outgoing` as [`review`] does, where a chat request has the passages `public` before its message. They must be there as they
/// are, in their place, and nothing that the records name may be in them.
///
/// # Errors
/// As [`review`].
#[allow(clippy::too_many_arguments)] // each is the caller's own, and none has a default that is right
pub fn review_beside(
    outgoing: Outgoing,
    message: &SpanMap,
    public: &[PublicText],
    systems: &[&'static str],
    known: &KnownAnswers,
    detect: Option<&dyn Detect>,
    compare: Option<&dyn Compare>,
    now_millis: u64,
) -> Result<Cleared, Vec<Finding>> {
    let gate = Gate { known, detect };
    let mut findings = frame(&outgoing, &gate);
    findings.extend(public::fault(public, &gate));
    match (serde_json::from_str::<ChatBody>(&outgoing.body), form::beside(&outgoing, message)) {
        _ if public.is_empty() && is_listing(&outgoing, message) => {}
        (_, Some(_)) if !public.is_empty() => {
            findings.push(Finding::frame(Part::Body, "public passages stand beside a chat alone"));
        }
        (_, Some(rest)) => findings.extend(gate.bare(Part::Body, &rest, FORM_WORDS)),
        (Err(_), None) => findings.push(Finding::frame(Part::Body, "the body is not the chat request it must be")),
        (Ok(body), None) => findings.extend(content(&body, &outgoing.body, message, public, systems, &gate)),
    }
    let (in_message, exemptions) = gate.message(message);
    findings.extend(in_message);
    findings.extend(compare.iter().flat_map(|compare| compare.compare(message)));
    Cleared::seal(outgoing, message, public, findings, exemptions, now_millis)
}

/// Reviews `outgoing`, which asks a vector database for what is nearest to `message` by the vector that `embed` makes of it, as
/// [`review`] does a chat request.
///
/// # Errors
/// As [`review`].
pub fn review_nearest(
    outgoing: Outgoing,
    message: &SpanMap,
    embed: &dyn Embed,
    known: &KnownAnswers,
    detect: Option<&dyn Detect>,
    now_millis: u64,
) -> Result<Cleared, Vec<Finding>> {
    let gate = Gate { known, detect };
    let mut findings = match nearest::beside(&outgoing, message, embed) {
        Some(address) => frame(&Outgoing { url: address, ..outgoing.clone() }, &gate),
        None => vec![Finding::frame(Part::Body, "the request is not the vector of the message and nothing else")],
    };
    let (in_message, exemptions) = gate.message(message);
    findings.extend(in_message);
    Cleared::seal(outgoing, message, &[], findings, exemptions, now_millis)
}

/// Returns whether `outgoing` asks for the names of models, or which collections a vector database has, and says nothing.
fn is_listing(outgoing: &Outgoing, message: &SpanMap) -> bool {
    let is_known = outgoing.url.ends_with("/models") || nearest::is_listing(outgoing);
    outgoing.body.is_empty() && message.is_empty() && outgoing.method == "GET" && is_known
}

/// Reviews the method, the address and the headers.
fn frame(outgoing: &Outgoing, gate: &Gate<'_>) -> Vec<Finding> {
    let is_method = outgoing.method == if outgoing.body.is_empty() { "GET" } else { "POST" };
    let headers: &[(&str, &str)] = if form::is_for(&outgoing.url) { &[FORM] } else { &HEADERS };
    let are_headers = outgoing.headers.iter().all(|(name, value)| headers.contains(&(name, value)));
    let mut findings = gate.address(&outgoing.url);
    findings.extend(Finding::unless(is_method, Part::Method, "the method is neither POST nor, without a body, GET"));
    let reason = "the address is not a plain http or https address";
    findings.extend(Finding::unless(URL.is_match(&outgoing.url), Part::Url, reason));
    findings.extend(Finding::unless(are_headers, Part::Header, "a header is not one of those that may be set"));
    findings
}

/// Reviews the parsed body against its bytes, the map, the public passages and the system messages.
fn content(
    body: &ChatBody,
    bytes: &str,
    message: &SpanMap,
    public: &[PublicText],
    systems: &[&'static str],
    gate: &Gate<'_>,
) -> Vec<Finding> {
    let mut findings = gate.named(Part::Body, &body.model);
    let mut must = |holds, reason| findings.extend(Finding::unless(holds, Part::Body, reason));
    let is_all = serde_json::to_string(body).ok().as_deref() == Some(bytes);
    must(is_all, "the body holds more than its fields say");
    must(MODEL.is_match(&body.model), "the model's name has signs that no model's name has");
    must(hold::is_of(body, message), "what the reply is held to is not made of the passages of this message");
    let beside = body.system.iter().map(|system| (Role::System, system.as_str()));
    let said = beside.chain(body.messages.iter().map(|said| (said.role, said.content.as_str())));
    match said.collect::<Vec<_>>().as_slice() {
        [(Role::System, system), (Role::User, user)] => {
            must(systems.contains(system), "the system message is not one of ours");
            let own = user.strip_prefix(public::before(public).as_str());
            let is_own = own == Some(message.text()) && message.is_whole();
            must(is_own, "the user message is not the text that was synthesised");
        }
        _ => must(false, "the messages are not one of the system and one of the user"),
    }
    findings
}

#[cfg(test)]
mod tests;
