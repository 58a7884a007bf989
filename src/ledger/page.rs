//! A proof pack as a page to read: HTML of our own, without script or anything from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::account::Account;
use super::chain::Entry;
use super::checklist::{self, Item};
use super::collection::{Asked, Collection};
use super::disclosure::Disclosure;
use super::policy::InForce;
use super::proof::{Proof, Ruled};
use crate::clearance::{Exemption, Operator};
use crate::privacy::kind::Kind;
use crate::privacy::level::Noise;
use crate::privacy::policy::Beyond;
use crate::span::{Span, Synthesised};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16222c;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-top:1px solid #d8e0e7;padding-top:1rem}h3{font-size:1rem}\
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-top:1px solid #d8e0e7}\
code{font:.8rem ui-monospace,monospace;overflow-wrap:anywhere}.soft{color:#4b5b68}svg{max-width:100%;height:auto}.scroll{overflow-x:auto}";

/// The way of data, as a picture. Widths and places are in SVG user units.
const FLOW: &str = r##"<svg viewBox="0 0 760 210" width="760" height="210" role="img" aria-labelledby="flow-title"><title id="flow-title">Records stay in the record room; a reviewed synthesis leaves through the shell; the reply comes back and its quotations are looked up in the records.</title>
<g fill="none" stroke="#0a5a9c" stroke-width="2"><rect x="10" y="20" width="440" height="170" rx="10"/><rect x="490" y="60" width="110" height="90" rx="10"/><rect x="640" y="60" width="110" height="90" rx="10"/></g>
<g fill="#eaf2fb" stroke="#7d8f9e"><rect x="30" y="60" width="90" height="44" rx="6"/><rect x="150" y="60" width="120" height="44" rx="6"/><rect x="300" y="60" width="130" height="44" rx="6"/><rect x="150" y="130" width="280" height="44" rx="6"/></g>
<g font-family="system-ui,sans-serif" font-size="13" fill="#16222c"><text x="24" y="44" font-weight="600">Record room: no network</text><text x="48" y="87">Records</text><text x="172" y="87">Synthesis</text><text x="318" y="87">Review, ledger</text><text x="166" y="157">Answer: quotations looked up</text><text x="520" y="100" font-weight="600">Shell</text><text x="503" y="120">carries bytes</text><text x="660" y="100" font-weight="600">Model</text><text x="660" y="120">provider</text></g>
<g stroke="#16222c" stroke-width="1.5" fill="none" marker-end="url(#tip)"><path d="M120 82H146"/><path d="M270 82H296"/><path d="M430 82H486"/><path d="M600 90H636"/><path d="M640 130H604"/><path d="M490 140C470 150 460 152 434 152"/></g>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#16222c"/></marker></defs></svg>"##;

/// Returns `text` with the signs escaped that mean something in HTML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// Returns a moment in UTC, to the second.
fn moment(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1000).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).map_or_else(|_| "at an unknown time".to_owned(), |time| time.to_string())
}

fn or_none(hash: &str) -> &str {
    if hash.is_empty() { "not given" } else { hash }
}

/// Returns the page of `proof` about `entries`.
pub(super) fn html(proof: &Proof, entries: &[Entry]) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, proof, entries);
    page
}

fn write_page(page: &mut String, proof: &Proof, entries: &[Entry]) -> std::fmt::Result {
    write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Proof pack</title><style>{STYLE}</style></head><body><h1>What left this device, and how that can be checked</h1>\
         <p class=\"soft\">Made {}.</p>",
        moment(proof.made_at_millis)
    )?;
    for line in proof.statement {
        write!(page, "<p>{}</p>", escaped(line))?;
    }
    write!(page, "<h2>The way of data</h2>{FLOW}<h2>Requests</h2>")?;
    if entries.iter().all(|entry| entry.disclosure.is_none()) {
        page.push_str("<p>Nothing was released.</p>");
    }
    let mut checklists = proof.checklists.iter();
    for entry in entries {
        match (&entry.disclosure, &entry.collection) {
            (Some(disclosure), _) => {
                let identifiers = checklists.next().map_or(&[][..], |checked| &checked.identifiers);
                write_request(page, entry, disclosure, identifiers)?;
            }
            (None, Some(collection)) => write_collection(page, entry, collection)?,
            (None, None) => {}
        }
    }
    page.push_str("<h2>What each provider has learnt</h2>");
    for account in &proof.accounts {
        write_account(page, account)?;
    }
    write!(page, "<h2>Self-test of the room</h2>")?;
    if proof.self_test.run {
        page.push_str("<table><tr><th>Way out</th><th>Result</th></tr>");
        for way in &proof.self_test.ways {
            write!(page, "<tr><td>{}</td><td>{}</td></tr>", escaped(&way.way), escaped(&way.result))?;
        }
        page.push_str("</table>");
    } else {
        page.push_str("<p>Not run in this session.</p>");
    }
    page.push_str("<h2>Policies</h2>");
    for ruled in &proof.policies {
        write_policy(page, ruled)?;
    }
    write!(
        page,
        "<h2>Build</h2><table><tr><th>Version</th><td>{}</td></tr><tr><th>Engine</th><td><code>{}</code></td></tr>\
         <tr><th>Word list</th><td><code>{}</code></td></tr>",
        escaped(&proof.build.version),
        escaped(or_none(&proof.build.engine)),
        escaped(or_none(&proof.build.lexicon))
    )?;
    for model in &proof.build.models {
        write!(
            page,
            "<tr><th>Model: {}</th><td><code>{}</code></td></tr>",
            escaped(&model.purpose),
            escaped(&model.sha256)
        )?;
    }
    write!(page, "</table><h2>How to check</h2><p>Head of the ledger: <code>{}</code></p><ul>", escaped(&proof.head))?;
    for limit in proof.limits {
        write!(page, "<li>{}</li>", escaped(limit))?;
    }
    writeln!(
        page,
        "</ul><p><code>chaperone verify FILE.json</code>, or <em>Verify a ledger file</em> on the page, reads this pack and the ledger alike. \
         An entry's hash is SHA-256 over its other fields as JSON without white space.</p></body></html>"
    )
}

fn write_policy(page: &mut String, Ruled { mark, rulebook }: &Ruled) -> std::fmt::Result {
    write!(page, "<h3>{}</h3><p>SHA-256 <code>{}</code>.", escaped(&mark.name), escaped(&mark.sha256))?;
    if let Some(InForce { noise, allow_words, strangers, kinds, endpoints_sha256, .. }) = &mark.in_force {
        let named = |kinds: &BTreeSet<Kind>| kinds.iter().map(|kind| kind.words()).collect::<Vec<_>>().join(", ");
        write!(
            page,
            " Noise: {}. Words may be allowed: {}. Where a stranger could know who it is: {}. Kinds of facts: {}. Servers: {}.",
            if *noise == Noise::On { "on" } else { "off" },
            if *allow_words { "yes" } else { "no" },
            match strangers {
                Beyond::Warn => "it is shown",
                Beyond::Ease => "less is told",
                Beyond::Refuse => "less is told, or it is refused",
            },
            kinds.as_ref().map_or("every".to_owned(), named),
            if endpoints_sha256.is_some() { "those of the host's list" } else { "any" }
        )?;
    }
    page.push_str("</p>");
    match rulebook {
        None => page.push_str("<p>Its rules are those of another version of this program.</p>"),
        Some(rulebook) => {
            page.push_str("<ul>");
            for rule in &rulebook.rules {
                write!(page, "<li>{}</li>", escaped(rule))?;
            }
            page.push_str("</ul>");
        }
    }
    Ok(())
}

/// Writes what was read from a server of records.
fn write_collection(page: &mut String, entry: &Entry, collection: &Collection) -> std::fmt::Result {
    write!(
        page,
        "<h3>{}. Read from {}, {}</h3><p>Nothing of the records left: the server was asked for the records of the person who had signed in there. \
         {} requests, {} entries, {} bytes. Entry <code>{}</code>.</p>\
         <div class=\"scroll\"><table><tr><th>Asked for</th><th>Requests</th><th>Entries</th><th>Bytes</th><th>Ended</th></tr>",
        entry.number,
        escaped(&collection.origin),
        moment(collection.collected_at_millis),
        collection.requests(),
        collection.entries(),
        collection.bytes(),
        escaped(&entry.hash)
    )?;
    for Asked { what, requests, entries, bytes, ending } in &collection.asked {
        let (what, ended) = (escaped(what), ending.words());
        write!(page, "<tr><td>{what}</td><td>{requests}</td><td>{entries}</td><td>{bytes}</td><td>{ended}</td></tr>")?;
    }
    page.push_str("</table></div>");
    Ok(())
}

fn write_request(page: &mut String, entry: &Entry, disclosure: &Disclosure, identifiers: &[Item]) -> std::fmt::Result {
    let receipt = &disclosure.receipt;
    let kinds: Vec<String> =
        disclosure.kinds.iter().map(|told| format!("{} ({})", told.kind.words(), told.facts)).collect();
    let withheld_words: usize = disclosure.withheld_words.iter().map(|words| words.count).sum();
    let withheld_facts: usize = disclosure.withheld_facts.iter().map(|facts| facts.count).sum();
    write!(
        page,
        "<h3>{}. To {}, {}, {}</h3><p>{} bytes, SHA-256 <code>{}</code>. Kinds of facts: {}. Withheld: {withheld_words} stretches of words, \
         {withheld_facts} facts. Allowed by the person: {} words. Policy <code>{}</code>. Entry <code>{}</code>.</p>\
         <div class=\"scroll\"><table><tr><th></th><th>Identifier</th><th>Covered by</th><th>Found and kept</th></tr>",
        entry.number,
        escaped(&receipt.recipient.origin),
        disclosure
            .sought
            .map_or_else(|| format!("model {}", escaped(&receipt.recipient.model)), |sought| sought.words().to_owned()),
        moment(disclosure.released_at_millis),
        receipt.body_bytes,
        escaped(&receipt.body_sha256),
        if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") },
        disclosure.stretches(Operator::Allowed),
        escaped(&disclosure.policy.sha256),
        escaped(&entry.hash),
    )?;
    for item in identifiers {
        let found: Vec<String> = item.found.iter().map(|found| format!("{}: {}", found.what, found.count)).collect();
        write!(
            page,
            "<tr><td>{:?}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            item.clause,
            item.identifier,
            item.covered_by.join("; "),
            if found.is_empty() { "nothing found".to_owned() } else { found.join("; ") }
        )?;
    }
    page.push_str("</table></div>");
    write_stretches(page, &receipt.operators)?;
    write_exemptions(page, &receipt.exemptions)
}

/// Writes what was done to each stretch of the message, and why: the operations with their reasons, then every stretch that is not
/// our own words, by its place.
fn write_stretches(page: &mut String, operators: &[(Span<Synthesised>, Operator)]) -> std::fmt::Result {
    let mut by_operator: BTreeMap<Operator, Vec<Span<Synthesised>>> = BTreeMap::new();
    for (span, operator) in operators {
        by_operator.entry(*operator).or_default().push(*span);
    }
    write!(
        page,
        "<details><summary>What was done to each stretch of the message, and why: {} stretches</summary><div class=\"scroll\"><table>\
         <tr><th>Operation</th><th>Why</th><th>Stretches</th><th>Where, in bytes of the message</th></tr>",
        operators.len()
    )?;
    for (operator, spans) in &by_operator {
        let places: Vec<String> = spans.iter().map(|span| format!("{}–{}", span.start(), span.end())).collect();
        write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
            operator.as_str(),
            operator.reason(),
            spans.len(),
            if *operator == Operator::Template { "between the others".to_owned() } else { places.join(", ") }
        )?;
    }
    page.push_str("</table></div></details>");
    Ok(())
}

/// Writes what looked like an identifier and was let through all the same, and why, each by its place.
fn write_exemptions(page: &mut String, exemptions: &[Exemption]) -> std::fmt::Result {
    if exemptions.is_empty() {
        return Ok(());
    }
    write!(
        page,
        "<details><summary>What has the letters or the form of an identifier and is none, and why: {} stretches</summary><div class=\"scroll\"><table>\
         <tr><th>Where, in bytes of the message</th><th>Held to be none of</th><th>Why</th></tr>",
        exemptions.len()
    )?;
    for Exemption { span, entity_type, operator } in exemptions {
        write!(
            page,
            "<tr><td><code>{}–{}</code></td><td>{}</td><td>{}</td></tr>",
            span.start(),
            span.end(),
            checklist::identifier(*entity_type),
            let_through(*operator)
        )?;
    }
    page.push_str("</table></div></details>");
    Ok(())
}

/// Returns why what looks like an identifier is none where `operator` made it: the gate's rules (`src/clearance/gate.rs`), in words.
fn let_through(operator: Operator) -> &'static str {
    match operator {
        Operator::Template => "every byte of it is of our own words",
        Operator::Code => "it is a word of the standard wording of a medical code, and written as words are",
        Operator::Vocabulary => "it is a common or medical word, and written as words are",
        Operator::Allowed => "the person let it leave",
        Operator::Pseudonym | Operator::Alias => "it is of a stand-in that was made for this request",
        Operator::Unit => "it is of a unit of measurement",
        Operator::Round | Operator::Noise | Operator::Band | Operator::Count => {
            "its few digits are by chance those of a number that was made here"
        }
        Operator::Trend | Operator::Time | Operator::AgeBand => "it is of words and numbers that were made here",
    }
}

fn write_account(page: &mut String, account: &Account) -> std::fmt::Result {
    let models: Vec<String> = account.models.iter().map(|model| escaped(model)).collect();
    let facts = |count: usize| if count == 1 { "1 fact".to_owned() } else { format!("{count} facts") };
    let mut revealed: Vec<String> = account
        .kinds
        .iter()
        .map(|kind| {
            let least = if kind.at_least == kind.at_most { String::new() } else { format!("{} to ", kind.at_least) };
            format!("{} ({least}{})", kind.words, facts(kind.at_most))
        })
        .collect();
    if account.age_band {
        revealed.push("an age band".to_owned());
    }
    write!(page, "<h3>{}</h3>", escaped(&account.origin))?;
    for sought in &account.public {
        write!(page, "<p>{}: {}. It tells nothing of a record.</p>", sought.sought.words(), sought.requests)?;
    }
    let public: usize = account.public.iter().map(|sought| sought.requests).sum();
    let requests = account.requests.saturating_sub(public);
    if requests == 0 {
        return write_warnings(page, account);
    }
    write!(
        page,
        "<p>Your {} to {} ({} {}) {} {}.</p>",
        if requests == 1 { "request".to_owned() } else { format!("{requests} requests") },
        escaped(&account.origin),
        if account.models.len() == 1 { "model" } else { "models" },
        models.join(", "),
        if requests == 1 { "reveals" } else { "together reveal" },
        if revealed.is_empty() { "no facts".to_owned() } else { revealed.join(", ") }
    )?;
    write_warnings(page, account)
}

fn write_warnings(page: &mut String, account: &Account) -> std::fmt::Result {
    for warning in &account.warned {
        write!(page, "<p><strong>{}</strong></p>", escaped(warning))?;
    }
    Ok(())
}
