//! What is no prose and has no provenance: addresses, names of models, the rest of a form.
//!
//! Known answers are looked for in any view and nothing is exempt but words that every address has. Beside them an address and a
//! model's name are looked through for shapes of identifiers and by recognizers, as they stand, with their signs as spaces, and with
//! encodings undone. Versions, account hashes and hosts have such shapes innocently; each is let through by its own narrow rule.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::decode::views;
use super::gate::{Finding, Gate, Part, Rule};
use super::known::Occurrence;
use crate::document::EntityType;
use crate::lazy_regex::LazyRegex;

/// Letters and digits of a known answer that count in any view of an address or a model's name: they are no prose.
const MIN_BARE: usize = 4;
/// Words of a name that nobody on record has, from which on it is refused: one word is as often a product's or a city's.
const MIN_NAMED: usize = 2;

/// Words of addresses that every endpoint has, and that name nobody there.
#[rustfmt::skip] // words of one kind, in few lines
const ADDRESS_WORDS: &[&str] = &[
    "http", "https", "localhost", "api", "openai", "v1", "chat", "completions", "deployments", "version", "preview", "models", "accounts",
    "assistant", "endpoints", "inference", "locations", "openapi", "projects", "eutils", "ncbi", "nlm", "nih", "gov", "entrez", "esearch",
    "efetch", "fcgi", "v2", "tenants", "tenant", "default", "databases", "database", "collections", "query",
];

/// The port that Ollama listens at: a ZIP code of New York, too.
const OLLAMA: &str = ":11434";

/// Words of the forms that Entrez takes.
#[rustfmt::skip] // words of one kind, in one line
pub(super) const FORM_WORDS: &[&str] = &[
    "db", "pubmed", "tool", "chaperone", "term", "datetype", "pdat", "mindate", "maxdate", "usehistory", "retmode", "xml",
];

/// Words of models' names and of their makers, some of which are people's names too.
#[rustfmt::skip] // words of one kind, in few lines
const MODEL_WORDS: &[&str] = &[
    "ai", "aiplatform", "alpaca", "anthropic", "aya", "azure", "base", "biomistral", "chat", "claude", "code", "coder", "cohere", "command", "deepseek", "dolphin", "expanse", "falcon",
    "fireworks", "flash", "gemini", "gemma", "glm", "gpt", "granite", "grok", "groq", "haiku", "hermes", "instruct", "jamba", "kimi", "large",
    "llama", "llava", "lora", "magistral", "medium", "meditron", "meta", "microsoft", "mini", "ministral", "mistral", "mistralai", "mixtral",
    "model", "models", "moonshot", "nano", "nemo", "nemotron", "nous", "nova", "nvidia", "openai", "openrouter", "opus", "orca", "org", "palm", "phi",
    "pixtral", "preview", "pro", "qwen", "research", "sonar", "sonnet", "starling", "thinking", "together", "turbo", "ultra", "vicuna",
    "vision", "wizard", "yi", "zephyr",
];

/// Days and months of versions, from 2020 on and behind a name: `gpt-4o-2024-08-06`, `claude-3-5-sonnet-20241022`,
/// `command-r-08-2024`, `gemini-2.5-pro-preview-05-06`, `api-version=2024-06-01`. A day of the records is a known answer all the same, unless a word that
/// models or interfaces are called by stands before it.
static VERSION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (year, month, day) = ("20[2-9][0-9]", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])");
    Regex::new(&format!(
        r"(?i)(?:([a-z][a-z0-9.-]*[-_:=])(?:{year}-{month}-{day}|{year}{month}{day}|{year}-{month}|{month}-{year})|([a-z]-){month}-{day})($|[^a-z0-9]|v)"
    ))
    .ok()
});

/// The hash that a gateway knows an account by, alone between two slashes.
static ACCOUNT: LazyRegex = LazyRegex::new(r"/[0-9a-f]{32}(/|$)");

/// An address in its parts: scheme, host with port, and the rest.
static ADDRESS: LazyRegex = LazyRegex::new(r"^(?:https?://)?([^/?#]*)(.*)$");

/// What a host must not be made of: numbers written as people's are. Hosts have long numbers innocently.
static IN_HOST: [(EntityType, LazyRegex); 3] = [
    (EntityType::SocialSecurity, LazyRegex::new(r"(?:^|[^0-9])\d{3}[-.]\d{2}[-.]\d{4}(?:$|[^0-9])")),
    (EntityType::Phone, LazyRegex::new(r"(?:^|[^0-9])\d{3}[-.]\d{3}[-.]\d{4}(?:$|[^0-9])")),
    (
        EntityType::Date,
        LazyRegex::new(
            r"(?:^|[^0-9])(?:(?:19|20)\d\d[-.](?:0[1-9]|1[0-2])[-.](?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])[-.](?:0[1-9]|[12]\d|3[01])[-.](?:19|20)\d\d)(?:$|[^0-9])",
        ),
    ),
];

impl Gate<'_> {
    /// Looks through a text for known answers, of which nothing is exempt but the words `ours` and days that are versions of a model
    /// or an interface.
    pub(super) fn bare(&self, part: Part, text: &str, ours: &[&str]) -> Vec<Finding> {
        let (views, is_all) = views(text);
        let versions = versions(text);
        let is_version = |hit: &Occurrence, range: &Range<usize>| {
            let holds = |version: &Range<usize>| version.start <= range.start && range.end <= version.end;
            hit.entity_type == EntityType::Date && versions.iter().any(holds)
        };
        let plain = self.known.occurrences(text).into_iter().filter(|hit| {
            let word = text.get(hit.range.clone()).unwrap_or_default();
            let is_ours = hit.single_word && ours.contains(&word);
            !is_ours && !is_version(hit, &hit.range)
        });
        // In ROT13 a day is the same.
        let decoded = views.iter().flat_map(|view| self.within(view, MIN_BARE));
        let decoded = decoded.filter(|(hit, range)| !is_version(hit, range)).map(|(hit, _)| hit);
        let known = plain.chain(decoded).map(|hit| hit.rule());
        known.chain((!is_all).then_some(Rule::Frame)).map(|rule| Finding::of(part, None, rule)).collect()
    }

    /// Looks through an address: for known answers everywhere, for identifiers of anybody else in its path, and for numbers that
    /// are written as people's in its host.
    pub(super) fn address(&self, url: &str) -> Vec<Finding> {
        let Some(parts) = ADDRESS.captures(url) else { return self.bare(Part::Url, url, ADDRESS_WORDS) };
        let part = |at| parts.get(at).map_or("", |part| part.as_str());
        let (host, rest) = (part(1), part(2));
        let looked_at = host.strip_suffix(OLLAMA).map_or_else(|| url.to_owned(), |host| format!("{host}{rest}"));
        let mut findings = self.bare(Part::Url, &looked_at, ADDRESS_WORDS);
        // No address in numbers has four digits behind a full stop.
        let found = IN_HOST.iter().filter(|(_, pattern)| pattern.is_match(host));
        let found = found.map(|(entity_type, _)| Rule::Pattern { entity_type: *entity_type });
        findings.extend(found.map(|rule| Finding::of(Part::Url, None, rule)));
        findings.extend(self.unnamed(Part::Url, &ACCOUNT.replace_all(rest, "/$1")));
        findings
    }

    /// Looks through a model's name, for known answers and for identifiers of anybody else.
    pub(super) fn named(&self, part: Part, text: &str) -> Vec<Finding> {
        [self.bare(part, text, &[]), self.unnamed(part, text)].concat()
    }

    /// Returns what is identifying in `text`, whomever it names.
    fn unnamed(&self, part: Part, text: &str) -> Vec<Finding> {
        let without = VERSION.as_ref().map_or_else(|| text.into(), |version| version.replace_all(text, "${1}${2}v$3"));
        let spaced: String = without.chars().map(|c| if "/_-+:.".contains(c) { ' ' } else { c }).collect();
        // As a name is written: recognizers tell most by capitals.
        let capitals = titled(&spaced);
        let (views, _) = views(&without);
        let decoded = views.iter().filter(|view| view.is_shaped).map(|view| view.traced.text());
        let texts = [without.as_ref(), &spaced, &capitals].into_iter().chain(decoded);
        let found = texts.flat_map(|text| {
            let means =
                move |found: &(Range<usize>, Rule)| counts(found.1, text.get(found.0.clone()).unwrap_or_default());
            self.shapes(text).into_iter().filter(means)
        });
        found.map(|(_, rule)| Finding::of(part, None, rule)).collect()
    }
}

/// Returns where `text` has the version of something whose name has a word that models or interfaces are called by: of an address its own part of
/// the path or the query, as every address begins with such a word.
fn versions(text: &str) -> Vec<Range<usize>> {
    let named = |before: &str| {
        let name = before.rsplit(['/', '?', '&']).next().unwrap_or_default();
        name.split(|c: char| !c.is_alphabetic()).any(|word| is_ours(&word.to_lowercase()))
    };
    let found = VERSION.iter().flat_map(|version| version.captures_iter(text)).filter_map(|groups| {
        let (before, after) = (groups.get(1).or_else(|| groups.get(2))?, groups.get(3)?);
        named(text.get(..before.end())?).then_some(before.end()..after.start())
    });
    found.collect()
}

fn is_ours(word: &str) -> bool {
    MODEL_WORDS.contains(&word) || ADDRESS_WORDS.contains(&word)
}

/// Returns `text` with a capital at the beginning of each word.
fn titled(text: &str) -> String {
    let mut begins = true;
    let capital = |c: char| {
        let written = if begins { c.to_ascii_uppercase() } else { c };
        begins = !c.is_alphanumeric();
        written
    };
    text.chars().map(capital).collect()
}

/// Returns whether `text`, found by `rule` in an address or a model's name, means somebody there.
fn counts(rule: Rule, text: &str) -> bool {
    use EntityType::{Date, Hospital, Ip, Location, Occupation, Organization, Person, Room, Url, Username};
    let entity_type = match rule {
        // The tag of an image: `7b:14`.
        Rule::Pattern { entity_type: Date } => return !text.contains(':'),
        Rule::Detected { entity_type } => entity_type,
        _ => return true,
    };
    let names = adjacent(text);
    match entity_type {
        // A place of work, a server or the account that serves there: what addresses and names of models are made of.
        Url | Ip | Organization | Hospital | Occupation | Username | Room => false,
        // `3.5-turbo-16k` is a number, a name and a number too.
        Location => text.contains(|c: char| c.is_ascii_digit()) && names >= MIN_NAMED,
        Person => names >= MIN_NAMED,
        _ => text.split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && !is_ours(&word.to_lowercase())),
    }
}

/// Returns how many words of letters alone stand side by side in `text` that are none of addresses or models' names.
fn adjacent(text: &str) -> usize {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_name = |word: &str| {
        word.chars().count() > 1 && word.chars().all(char::is_alphabetic) && !is_ours(&word.to_lowercase())
    };
    let are_names: Vec<bool> = words.map(is_name).collect();
    are_names.split(|is_name| !is_name).map(<[bool]>::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests;
