//! The third form of a request: a search of PubMed, and the asking for what it found, as the forms that Entrez takes.
//!
//! Source: NLM, *Entrez Programming Utilities Help*, chapter 4; both programs take their parameters as the body of a POST. Its one free
//! field is the query, which must be the message, byte for byte in percent-encoding (RFC 3986). What else is in it are numbers, days and what the
//! server itself calls what it has found.

use super::outgoing::Outgoing;
use super::span_map::SpanMap;
use crate::lazy_regex::LazyRegex;

/// Where Entrez is.
pub const ENTREZ: &str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/";
/// What the body of these requests is.
pub(super) const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// The addresses: Entrez, or a stand-in on this machine, at a path of plain words where it has one.
static ADDRESS: LazyRegex = LazyRegex::new(
    r"^(?:https://eutils\.ncbi\.nlm\.nih\.gov/entrez/eutils|http://(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}(?:/[A-Za-z0-9_-]{1,40}){0,4})/(esearch|efetch)\.fcgi$",
);
static SEARCH: LazyRegex = LazyRegex::new(
    r"^db=pubmed&tool=chaperone&term=([A-Za-z0-9._~%-]{1,6000})&datetype=pdat&mindate=\d{4}%2F\d{2}%2F\d{2}&maxdate=\d{4}%2F\d{2}%2F\d{2}&usehistory=y&retmax=0$",
);
static FETCH: LazyRegex = LazyRegex::new(
    r"^db=pubmed&tool=chaperone&query_key=\d{1,4}&WebEnv=[A-Za-z0-9._~%-]{1,200}&retstart=\d{1,5}&retmax=\d{1,3}&retmode=xml$",
);

/// Returns `text` in percent-encoding.
pub fn percent(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encoded = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encoded).collect()
}

/// Returns whether Entrez, or a stand-in on this machine, may have its programs at `base`, which ends with a slash.
pub fn may_be_entrez(base: &str) -> bool {
    base.ends_with('/') && is_for(&format!("{base}esearch.fcgi"))
}

/// Returns whether `url` is an address to which such a form goes, and nothing else does.
pub(super) fn is_for(url: &str) -> bool {
    ADDRESS.is_match(url)
}

/// Returns what `outgoing` says beside `message` where it searches for that and for nothing else, or asks for what was found with no message at all;
/// `None` where it does neither.
pub(super) fn beside(outgoing: &Outgoing, message: &SpanMap) -> Option<String> {
    let program = ADDRESS.captures(&outgoing.url)?.get(1).filter(|_| outgoing.posts(FORM))?;
    if program.as_str() == "efetch" {
        return (message.is_empty() && FETCH.is_match(&outgoing.body)).then(|| outgoing.body.clone());
    }
    let term = SEARCH.captures(&outgoing.body)?.get(1)?;
    let is_message = message.is_whole() && term.as_str() == percent(message.text());
    let (before, after) = (outgoing.body.get(..term.start())?, outgoing.body.get(term.end()..)?);
    is_message.then(|| format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::super::span_map::{Composer, Operator};
    use super::*;

    const SEARCHES: &str = "db=pubmed&tool=chaperone&term=salt%20AND%20%22pressure%22&datetype=pdat&mindate=2020%2F01%2F01&maxdate=2020%2F01%2F30&usehistory=y&retmax=0";
    const FETCHES: &str =
        "db=pubmed&tool=chaperone&query_key=1&WebEnv=MCID_64f-a.b&retstart=500&retmax=100&retmode=xml";

    fn message() -> SpanMap {
        let mut composer = Composer::new();
        composer.write(Operator::Vocabulary, "salt", Vec::new()).template(" AND \"");
        composer.write(Operator::Vocabulary, "pressure", Vec::new()).template("\"");
        composer.finish()
    }

    fn request(program: &str, body: &str) -> Outgoing {
        Outgoing {
            method: "POST".into(),
            url: format!("{ENTREZ}{program}.fcgi"),
            headers: vec![(FORM.0.into(), FORM.1.into())],
            body: body.into(),
        }
    }

    #[test]
    fn a_search_says_its_message_and_days_and_what_was_found_is_asked_for_with_nothing() {
        let (message, none) = (message(), Composer::new().finish());
        let said = beside(&request("esearch", SEARCHES), &message).unwrap();
        assert!(!said.contains("salt") && said.contains("mindate=2020"));
        assert_eq!(beside(&request("efetch", FETCHES), &none).as_deref(), Some(FETCHES));
        for (base, may) in [
            (ENTREZ, true),
            ("http://127.0.0.1:8401/entrez/eutils/", true),
            ("http://localhost:1/", true),
            ("http://127.0.0.1:8401/entrez/eutils", false),
            ("http://127.0.0.1:8401/../x/", false),
            ("http://127.0.0.1:8401/a%20b/", false),
            ("http://127.0.0.1:8401//", false),
            ("http://127.0.0.1:8401/a/b/c/d/e/", false),
            ("http://127.0.0.1:8401/?term=okafor/", false),
            ("http://127.0.0.1@okafor.example:80/x/", false),
            ("https://eutils.ncbi.nlm.nih.gov/other/", false),
        ] {
            assert_eq!(may_be_entrez(base), may, "{base}");
        }
        let here = Outgoing { url: "http://127.0.0.1:8080/esearch.fcgi".into(), ..request("esearch", SEARCHES) };
        assert!(beside(&here, &message).is_some());
        for (program, body, message) in [
            ("esearch", SEARCHES, &none),
            ("esearch", FETCHES, &none),
            ("efetch", FETCHES, &message),
            ("efetch", SEARCHES, &message),
            ("esummary", FETCHES, &none),
        ] {
            assert_eq!(beside(&request(program, body), message), None, "{program}");
        }
    }

    #[test]
    fn every_other_field_address_and_header_is_another_form() {
        let message = message();
        let abuse = |change: &dyn Fn(&mut Outgoing)| {
            let mut request = request("esearch", SEARCHES);
            change(&mut request);
            beside(&request, &message)
        };
        assert!(abuse(&|_| {}).is_some());
        for (from, to) in [
            ("salt", "okafor"),
            ("&retmax=0", "&retmax=0&email=okafor%40example.org"),
            ("db=pubmed", "db=okafor"),
            ("tool=chaperone", "tool=okafor"),
            ("2020%2F01%2F30", "Okafor"),
            ("&retmax=0", ""),
            ("db=pubmed", "db=pubmed&db=pubmed"),
            ("%22", "%27"),
        ] {
            assert_eq!(abuse(&|r| r.body = r.body.replacen(from, to, 1)), None, "{from} → {to}");
        }
        for url in [
            "https://eutils.ncbi.nlm.nih.gov.okafor.example/entrez/eutils/esearch.fcgi",
            "https://okafor.example/esearch.fcgi",
            "http://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi",
            "http://10.0.0.1:80/esearch.fcgi",
            "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?term=okafor",
        ] {
            assert_eq!(abuse(&|r| r.url = url.into()), None, "{url}");
        }
        assert_eq!(abuse(&|r| r.method = "GET".into()), None);
        assert_eq!(abuse(&|r| r.headers.push(("accept".into(), "application/json".into()))), None);
    }
}
