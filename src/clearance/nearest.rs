//! The fourth form of a request: what a vector database has nearest to the message, and before it which collections it has, which is asked with no message at all.
//!
//! Source: Chroma's HTTP API, version 2. A vector is no text, but much of a text can be told from its vector (Morris et al., *Text
//! embeddings reveal (almost) as much as text*, EMNLP 2023). So the vector that leaves is one of a message that passed like any
//! other, and nothing else can be in the body: it is made here once more, of the message, and must be the same byte for byte.

use super::outgoing::Outgoing;
use super::span_map::SpanMap;
use crate::lazy_regex::LazyRegex;

/// Most passages that are asked for.
const MAX_COUNT: u32 = 100;
/// The longest vector.
const MAX_DIMENSIONS: usize = 4096;
/// What the body of these requests is.
const JSON: (&str, &str) = ("content-type", "application/json");

/// The addresses: the collections of any server, without encryption on this machine alone, and a question to one of them.
static ADDRESS: LazyRegex = LazyRegex::new(
    r"^(?:https://[A-Za-z0-9.-]{1,253}(?::\d{1,5})?|http://(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5})/api/v2/tenants/default_tenant/databases/default_database/collections(?:/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/query)?$",
);

/// Makes vectors. The kernel asks it for that of a message, and compares.
pub trait Embed {
    /// Returns the vector of a question, the same for the same text; `None` where it fails.
    fn vector(&self, text: &str) -> Option<Vec<f32>>;
}

/// Returns the request for which collections the server `base` has. It has the tenant and the database that Chroma has of its own, and names nothing.
pub fn collections(base: &str) -> Outgoing {
    let path = "/api/v2/tenants/default_tenant/databases/default_database/collections";
    let url = format!("{}{path}", base.trim_end_matches('/'));
    Outgoing { method: "GET".to_owned(), url, headers: Vec::new(), body: String::new() }
}

/// Returns whether `outgoing` says nothing beside the method but the server, where it asks which collections there are.
pub(super) fn is_listing(outgoing: &Outgoing) -> bool {
    ADDRESS.captures(&outgoing.url).is_some_and(|parts| parts.get(1).is_none()) && outgoing.headers.is_empty()
}

/// Returns the request for the `count` passages of `collection` that are nearest to `message`, at the server `base`; `None` where there is
/// no vector of it.
pub fn nearest(base: &str, collection: &str, message: &SpanMap, embed: &dyn Embed, count: u32) -> Option<Outgoing> {
    let url = format!("{}/{collection}/query", collections(base).url);
    let headers = vec![(JSON.0.to_owned(), JSON.1.to_owned())];
    Some(Outgoing { method: "POST".to_owned(), url, headers, body: body(message, embed, count)? })
}

/// The only body there is for `message`. Four decimals are a tenth of what eight-bit vectors are rounded to.
fn body(message: &SpanMap, embed: &dyn Embed, count: u32) -> Option<String> {
    let vector = embed.vector(message.text())?;
    let is_whole = vector.iter().all(|value| value.is_finite() && value.abs() <= 1.0);
    if !is_whole || !(1..=MAX_COUNT).contains(&count) || !(1..=MAX_DIMENSIONS).contains(&vector.len()) {
        return None;
    }
    let values = vector.iter().map(|value| format!("{value:.4}")).collect::<Vec<_>>().join(",");
    let asked = "\"include\":[\"documents\",\"metadatas\",\"distances\"]";
    Some(format!("{{\"query_embeddings\":[[{values}]],\"n_results\":{count},{asked}}}"))
}

/// Returns the address of `outgoing` without the collection's id, which the server gave, where the request says the vector of `message` and
/// nothing else.
pub(super) fn beside(outgoing: &Outgoing, message: &SpanMap, embed: &dyn Embed) -> Option<String> {
    let id = ADDRESS.captures(&outgoing.url)?.get(1)?;
    let is_form = outgoing.posts(JSON) && message.is_whole() && !message.text().trim().is_empty();
    let count = outgoing.body.rsplit_once("\"n_results\":").and_then(|(_, rest)| rest.split(',').next());
    let count = count?.parse().ok().filter(|_| is_form)?;
    let before = outgoing.url.get(..id.start())?;
    (body(message, embed, count)? == outgoing.body).then(|| format!("{before}id/query"))
}

/// Makes vectors for tests: counts letters.
#[cfg(test)]
pub(crate) struct Letters;

#[cfg(test)]
impl Embed for Letters {
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        let share = |letter| text.matches(letter).count() as f32 / text.len().max(1) as f32;
        Some(('a'..='h').map(share).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::span_map::{Composer, Operator};
    use super::*;

    /// Fails, or gives what is no vector of length one.
    struct Faulty(Option<Vec<f32>>);

    impl Embed for Faulty {
        fn vector(&self, _: &str) -> Option<Vec<f32>> {
            self.0.clone()
        }
    }

    const HERE: &str = "http://127.0.0.1:8000";
    const ID: &str = "11111111-2222-3333-4444-555555555555";

    fn message() -> SpanMap {
        let mut composer = Composer::new();
        composer.write(Operator::Vocabulary, "salt", Vec::new()).template(" ");
        composer.write(Operator::Vocabulary, "pressure", Vec::new());
        composer.finish()
    }

    #[test]
    fn the_vector_of_the_message_is_all_that_is_said() {
        let message = message();
        let request = nearest(HERE, ID, &message, &Letters, 10).unwrap();
        assert!(request.body.starts_with("{\"query_embeddings\":[[0.0769,"), "{}", request.body);
        assert!(serde_json::from_str::<serde_json::Value>(&request.body).is_ok());
        let beside_it = beside(&request, &message, &Letters).unwrap();
        assert!(!beside_it.contains(ID));
        let away = nearest("https://vectors.example.org/", ID, &message, &Letters, 10).unwrap();
        assert!(beside(&away, &message, &Letters).is_some());
    }

    #[test]
    fn another_number_field_address_or_header_is_another_form() {
        let message = message();
        let abuse = |change: &dyn Fn(&mut Outgoing)| {
            let mut request = nearest(HERE, ID, &message, &Letters, 10).unwrap();
            change(&mut request);
            beside(&request, &message, &Letters)
        };
        assert!(abuse(&|_| {}).is_some());
        for (from, to) in [
            ("0.0769", "0.0770"),
            ("0.0769", "0.07690"),
            ("\"documents\",", "\"okafor\","),
            ("{\"query", "{\"where_document\":{\"$contains\":\"okafor\"},\"query"),
            ("\"n_results\":10", "\"n_results\":101"),
            ("\"n_results\":10", "\"n_results\":1e1"),
            ("\"n_results\":10", "\"n_results\": 10"),
            ("\"n_results\":10", "\"n_results\":10,\"n_results\":10"),
        ] {
            assert_eq!(abuse(&|r| r.body = r.body.replacen(from, to, 1)), None, "{from} → {to}");
        }
        for url in [
            "http://10.0.0.1:8000/api/v2/tenants/default_tenant/databases/default_database/collections/11111111-2222-3333-4444-555555555555/query",
            "http://127.0.0.1:8000/api/v2/tenants/okafor/databases/default_database/collections/11111111-2222-3333-4444-555555555555/query",
            "http://127.0.0.1:8000/api/v2/tenants/default_tenant/databases/default_database/collections/okafor/query",
            "http://127.0.0.1:8000/api/v2/tenants/default_tenant/databases/default_database/collections/11111111-2222-3333-4444-555555555555/query?q=okafor",
        ] {
            assert_eq!(abuse(&|r| r.url = url.into()), None, "{url}");
        }
        assert_eq!(abuse(&|r| r.method = "PUT".into()), None);
        assert_eq!(abuse(&|r| r.headers.push(("accept".into(), "text/event-stream".into()))), None);
        let mut other = Composer::new();
        other.write(Operator::Vocabulary, "sugar", Vec::new());
        let request = nearest(HERE, ID, &message, &Letters, 10).unwrap();
        assert_eq!(beside(&request, &other.finish(), &Letters), None);
        assert_eq!(beside(&request, &Composer::new().finish(), &Letters), None);
    }

    #[test]
    fn which_collections_there_are_is_asked_with_nothing_but_the_server() {
        let request = collections("http://127.0.0.1:8000/");
        let abuse = |change: &dyn Fn(&mut Outgoing)| {
            let mut request = request.clone();
            change(&mut request);
            is_listing(&request)
        };
        assert!(abuse(&|_| {}) && is_listing(&collections("https://vectors.example.org:8443")));
        assert_eq!(beside(&request, &message(), &Letters), None);
        assert!(!is_listing(&nearest(HERE, ID, &message(), &Letters, 10).unwrap()));
        assert!(!abuse(&|r| r.headers.push(("accept".into(), "application/json".into()))));
        for (from, to) in [
            ("default_tenant", "okafor"),
            ("default_database", "okafor"),
            ("collections", "collections/okafor"),
            ("collections", "collections/"),
            ("collections", "collections?name=okafor"),
            ("collections", "collections#okafor"),
            ("127.0.0.1:8000", "127.0.0.1:8000/okafor"),
            ("127.0.0.1:8000", "okafor@127.0.0.1:8000"),
            ("127.0.0.1:8000", "10.0.0.1:8000"),
            ("127.0.0.1:8000", "vectors.example.org"),
            ("127.0.0.1:8000", "amara okafor:8000"),
        ] {
            assert!(!abuse(&|r| r.url = r.url.replacen(from, to, 1)), "{from} → {to}");
        }
    }

    #[test]
    fn without_a_vector_there_is_no_request() {
        let message = message();
        for vector in
            [None, Some(Vec::new()), Some(vec![f32::NAN]), Some(vec![2.0]), Some(vec![0.0; MAX_DIMENSIONS + 1])]
        {
            assert_eq!(nearest(HERE, ID, &message, &Faulty(vector), 10), None);
        }
        assert_eq!(nearest(HERE, ID, &message, &Letters, 0), None);
        let longest = Some(vec![1.0; MAX_DIMENSIONS]);
        assert!(nearest(HERE, ID, &message, &Faulty(longest), MAX_COUNT).is_some());
        assert_eq!(nearest(HERE, ID, &message, &Letters, MAX_COUNT + 1), None);
    }
}
