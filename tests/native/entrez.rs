//! Collecting from Entrez, over HTTP from a stand-in on this machine that fails in the ways that Entrez does. The real one is not reached by
//! any test.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use chaperone::clearance::Outgoing;
use chaperone::error::Code;
use chaperone::ingest::literature::Item;
use chaperone::library::Shelf;
use chaperone::library::entrez::{Account, Ask, Collection, Next, Reply, Wanted};
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::ToSpan as _;
use jiff::civil::{Date, date};

use crate::common::http;

#[cfg(feature = "cli")]
mod command;

const FIRST: Date = date(2020, 1, 1);
const DAYS: i32 = 91;

/// What the stand-in does wrong, by the number of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    TooMany,
    Broken,
    Cut,
    Lacks,
    Forgets,
    HangsUp,
    /// In gzip that is cut short.
    Packed,
}

#[derive(Default)]
struct Server {
    /// Articles of each day, from the first on.
    a_day: u32,
    wrong: BTreeMap<usize, Wrong>,
    /// Articles that the first window got, before the others, and those of its first that it lost.
    also: u32,
    gone: u32,
    /// Of every batch these numbers never come.
    never: BTreeSet<u32>,
    requests: Vec<String>,
    /// What was found, by its environment.
    kept: Vec<(i32, i32)>,
}

/// Articles that came later have numbers from here on.
const LATER: u32 = 1_000_000;

impl Server {
    /// The articles of the days `from` to `until`, the newest first.
    fn pmids(&self, from: i32, until: i32) -> impl Iterator<Item = u32> {
        let (also, gone) = if from == 0 { (self.also, self.gone) } else { (0, 0) };
        let first = from as u32 * self.a_day;
        (LATER..LATER + also).chain(first + gone..first + (until - from + 1).max(0) as u32 * self.a_day)
    }

    fn answer(&mut self, request: &str) -> (u16, String, Vec<u8>) {
        let number = self.requests.len();
        self.requests.push(request.to_owned());
        let program = request.split_whitespace().nth(1).unwrap().trim_start_matches('/');
        let (_, query) = request.split_once("\r\n\r\n").unwrap();
        let fields: BTreeMap<&str, &str> = query.split('&').filter_map(|field| field.split_once('=')).collect();
        let wrong = self.wrong.get(&number).copied();
        match wrong {
            Some(Wrong::TooMany) => {
                return (429, "retry-after: 2\r\n".into(), b"{\"error\":\"API rate limit exceeded\"}".to_vec());
            }
            Some(Wrong::Broken) => return (502, String::new(), b"<html>Bad Gateway</html>".to_vec()),
            Some(Wrong::Forgets) => {
                return (
                    200,
                    String::new(),
                    b"<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>".to_vec(),
                );
            }
            _ => {}
        }
        let day = |name: &str| {
            let parts: Vec<i16> = fields[name].split("%2F").map(|part| part.parse().unwrap()).collect();
            let day = Date::new(parts[0], parts[1] as i8, parts[2] as i8).unwrap();
            FIRST.until(day).unwrap().get_days()
        };
        if program == "esearch.fcgi" {
            let (from, until) = (day("mindate").max(0), day("maxdate").min(DAYS - 1));
            self.kept.push((from, until));
            let count = self.pmids(from, until).count();
            let body = format!(
                "<?xml version=\"1.0\"?><eSearchResult><Count>{count}</Count><RetMax>0</RetMax><QueryKey>1</QueryKey><WebEnv>E{}</WebEnv><IdList/></eSearchResult>",
                self.kept.len() - 1
            );
            return (200, String::new(), body.into_bytes());
        }
        let environment: usize = fields["WebEnv"].trim_start_matches('E').parse().unwrap();
        let (from, until) = self.kept[environment];
        let (start, most): (u32, u32) = (fields["retstart"].parse().unwrap(), fields["retmax"].parse().unwrap());
        let mut body = "<?xml version=\"1.0\"?><PubmedArticleSet>".to_owned();
        for pmid in self.pmids(from, until).skip(start as usize).take(most as usize) {
            if self.never.contains(&pmid) || wrong == Some(Wrong::Lacks) && pmid % 7 == 0 {
                continue;
            }
            let _ = write!(
                body,
                "<PubmedArticle><MedlineCitation><PMID>{}</PMID><Article><ArticleTitle>T</ArticleTitle></Article></MedlineCitation></PubmedArticle>",
                pmid + 1
            );
        }
        body += "</PubmedArticleSet>";
        if wrong == Some(Wrong::Cut) {
            body.truncate(body.len() / 2);
        }
        if wrong == Some(Wrong::Packed) {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(body.as_bytes()).unwrap();
            let packed = encoder.finish().unwrap();
            return (200, "content-encoding: gzip\r\n".into(), packed[..packed.len() / 2].to_vec());
        }
        (200, String::new(), body.into_bytes())
    }
}

fn serve(server: Server) -> (SocketAddr, Arc<Mutex<Server>>) {
    http::serve(server, |server, request, stream| {
        let hangs_up = server.wrong.get(&server.requests.len()) == Some(&Wrong::HangsUp);
        let (status, head, body) = server.answer(&request.text());
        if !hangs_up {
            let head =
                format!("HTTP/1.1 {status} X\r\n{head}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    })
}

/// Sends `ask`, and returns status, what `Retry-After` says, and the body.
fn send(address: SocketAddr, ask: &Ask) -> (u16, Option<u64>, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    let Outgoing { url, body, .. } = ask.outgoing("/");
    let head = format!("POST {url} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else { return (0, None, Vec::new()) };
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let after =
        head.lines().find_map(|line| line.strip_prefix("retry-after: ")).map(|seconds| seconds.parse().unwrap());
    (head.split_whitespace().nth(1).unwrap().parse().unwrap(), after, answer[end + 4..].to_vec())
}

fn wanted() -> Wanted {
    Wanted { term: "salt AND \"blood pressure\"".into(), from: FIRST, until: FIRST + (DAYS - 1).days() }
}

/// Goes on until all is collected, or so many requests were made. The clock is ours: it goes on by what is waited for, and a little for each
/// request. Returns the times of the requests.
fn go_on(
    collection: &mut Collection,
    address: SocketAddr,
    shelf: &mut Shelf,
    most: usize,
    now: &mut u64,
) -> chaperone::Result<Vec<u64>> {
    let mut times = Vec::new();
    while times.len() < most {
        match collection.next(*now)? {
            Next::Done => break,
            Next::Wait(until) => {
                assert!(until > *now);
                *now = until;
            }
            Next::Ask(ask) => {
                times.push(*now);
                let (status, retry_after_seconds, body) = send(address, &ask);
                *now += 5;
                let reply = Reply { status, retry_after_seconds, body: &body };
                collection.reply(reply, *now, &mut |item: Item| shelf.put(item).unwrap())?;
            }
        }
    }
    Ok(times)
}

#[test]
fn a_period_is_collected_in_windows_and_batches_at_the_pace_that_is_asked_for() {
    let (address, server) = serve(Server { a_day: 20, ..Server::default() });
    for (has_key, pace) in [(false, 334), (true, 100)] {
        let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), has_key).unwrap());
        let times = go_on(&mut collection, address, &mut shelf, 1000, &mut 0).unwrap();
        assert_eq!((shelf.len(), shelf.repeats()), (91 * 20, 0));
        assert_eq!(
            collection.account(),
            Account { windows: 4, batches: 7, counted: 1820, received: 1820, missing: 0, beyond: 0 }
        );
        // Four windows: 600, 600, 600 and 20 articles, in batches of 500.
        assert_eq!(times.len(), 4 + 2 + 2 + 2 + 1);
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= pace));
    }
    let requests = &server.lock().unwrap().requests;
    let (head, form) = requests[0].split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /esearch.fcgi HTTP/1.1"), "the query is in no address");
    assert_eq!(
        form,
        "db=pubmed&tool=chaperone&term=salt%20AND%20%22blood%20pressure%22&datetype=pdat&mindate=2020%2F01%2F01&maxdate=2020%2F01%2F30&usehistory=y&retmax=0"
    );
    assert!(requests[2].contains("query_key=1&WebEnv=E0&retstart=500&retmax=100&retmode=xml"));
}

#[test]
fn whatever_goes_wrong_nothing_is_lost_and_nothing_comes_twice() {
    use Wrong::{Broken, Cut, Forgets, HangsUp, Lacks, TooMany};
    let wrong = BTreeMap::from([
        (0, TooMany),
        (1, Broken),
        (3, Cut),
        (4, Lacks),
        (6, Forgets),
        (9, HangsUp),
        (12, TooMany),
        (14, Cut),
        (15, Forgets),
    ]);
    let (address, _) = serve(Server { a_day: 20, wrong, ..Server::default() });
    let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
    let times = go_on(&mut collection, address, &mut shelf, 1000, &mut 0).unwrap();
    assert_eq!((shelf.len(), shelf.repeats()), (1820, 0));
    assert_eq!(
        collection.account(),
        Account { windows: 4, batches: 7, counted: 1820, received: 1820, missing: 0, beyond: 0 }
    );
    assert!(times[1] - times[0] >= 2000, "the server asked for two seconds");
    assert!(times[2] - times[1] >= 2000, "the second failure waits twice as long");
}

#[test]
fn articles_that_never_come_are_counted_and_do_not_stop_the_rest() {
    let (address, _) = serve(Server { a_day: 20, never: BTreeSet::from([3, 700, 701]), ..Server::default() });
    let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
    go_on(&mut collection, address, &mut shelf, 1000, &mut 0).unwrap();
    assert_eq!((shelf.len(), collection.account().missing, collection.account().received), (1817, 3, 1817));
}

#[test]
fn a_window_with_more_than_is_given_out_is_halved() {
    let (address, _) = serve(Server { a_day: 700, ..Server::default() });
    let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
    go_on(&mut collection, address, &mut shelf, 1000, &mut 0).unwrap();
    assert_eq!((shelf.len(), shelf.repeats(), collection.account().beyond), (91 * 700, 0, 0));
    let (address, _) = serve(Server { a_day: 10_100, ..Server::default() });
    let one = Wanted { until: FIRST, ..wanted() };
    let (mut shelf, mut collection) = (Shelf::default(), Collection::new(one, false).unwrap());
    go_on(&mut collection, address, &mut shelf, 1000, &mut 0).unwrap();
    assert_eq!((shelf.len(), collection.account().beyond), (9999, 101));
}

#[test]
fn a_collection_goes_on_where_it_stopped() {
    for stop in 0..12 {
        let (address, server) = serve(Server { a_day: 20, ..Server::default() });
        let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
        go_on(&mut collection, address, &mut shelf, stop, &mut 0).unwrap();
        let saved = collection.saved().unwrap();
        let mut resumed = Collection::resume(&wanted(), false, &saved).unwrap();
        go_on(&mut resumed, address, &mut shelf, 1000, &mut 0).unwrap();
        assert_eq!((shelf.len(), shelf.repeats(), resumed.account().received), (1820, 0, 1820), "{stop}");
        assert!(server.lock().unwrap().requests.len() <= 11 + 1, "at most the search of the open window is made again");
        let other = Wanted { term: "sugar".into(), ..wanted() };
        assert_eq!(Collection::resume(&other, false, &saved).unwrap_err().code(), Code::InvalidArgument);
    }
    assert_eq!(Collection::resume(&wanted(), false, b"{").unwrap_err().code(), Code::Malformed);
}

#[test]
fn a_server_that_gives_nothing_good_ends_it_for_now() {
    let wrong = (0..6).map(|at| (at, Wrong::Broken)).collect();
    let (address, _) = serve(Server { a_day: 20, wrong, ..Server::default() });
    let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
    let mut now = 0;
    let error = go_on(&mut collection, address, &mut shelf, 1000, &mut now).unwrap_err();
    assert!(error.code() == Code::Network && now > 30_000);
    go_on(&mut collection, address, &mut shelf, 1000, &mut now).unwrap();
    assert_eq!((shelf.len(), shelf.repeats()), (1820, 0));
    for bad in [Wanted { term: " ".into(), ..wanted() }, Wanted { until: date(2019, 1, 1), ..wanted() }] {
        assert_eq!(Collection::new(bad, false).unwrap_err().code(), Code::InvalidArgument);
    }
}

#[test]
fn a_window_that_changed_during_a_pause_is_gone_through_anew_and_counted_once() {
    for (also, gone) in [(7, 0), (0, 7), (600, 0), (0, 200), (20, 20)] {
        let (address, server) = serve(Server { a_day: 20, ..Server::default() });
        let (mut shelf, mut collection) = (Shelf::default(), Collection::new(wanted(), false).unwrap());
        // The search, and 500 of the 600 articles of the first window.
        go_on(&mut collection, address, &mut shelf, 2, &mut 0).unwrap();
        assert_eq!((shelf.len(), collection.account().received), (500, 500));
        let saved = collection.saved().unwrap();
        {
            let mut server = server.lock().unwrap();
            (server.also, server.gone) = (also, gone);
        }
        let mut resumed = Collection::resume(&wanted(), false, &saved).unwrap();
        go_on(&mut resumed, address, &mut shelf, 1000, &mut 0).unwrap();
        let now = u64::from(1820 + also - gone);
        let Account { counted, received, missing, windows, .. } = resumed.account();
        assert_eq!((counted, received, missing, windows), (now, now, 0, 4), "{also} {gone}");
        // What came before the pause stays, once; what is new came, but where nothing told that it is there.
        let unseen = if also == gone { also } else { 0 };
        assert_eq!(shelf.len(), (1820 + also - unseen) as usize, "{also} {gone}");
    }
}

/// A file that `tests/literature/fetch.py` brings.
fn fetched(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".tools/literature").join(name);
    std::fs::read(&path)
        .expect("real answers of Entrez are needed: run python3 tests/literature/fetch.py, or ./run setup test")
}

#[test]
fn real_answers_of_entrez_are_read() {
    let answered = |name: &str, wanted: Wanted| {
        let mut collection = Collection::new(wanted, false).unwrap();
        assert!(matches!(collection.next(0).unwrap(), Next::Ask(ask) if ask.is_search()));
        let reply = Reply { status: 200, retry_after_seconds: None, body: &fetched(name) };
        collection.reply(reply, 0, &mut |_| panic!("a search has no articles")).unwrap();
        collection
    };
    // 10,238 of one day are more than are given out; of several days the window is halved.
    let mut day = answered("Entrez-esearch2.xml", Wanted { until: FIRST, ..wanted() });
    assert_eq!((day.account().counted, day.account().beyond), (10_238, 239));
    let Next::Ask(fetch) = day.next(10_000).unwrap() else { panic!("what was found is asked for") };
    let of = |name: &str| fetch.parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    assert_eq!((fetch.is_search(), of("query_key"), of("retmax")), (false, Some("12"), Some("500")));
    assert!(of("WebEnv").is_some_and(|value| value.starts_with("0rYFb69LfbTFXfG7-") && value.ends_with("_0173SID")));
    let mut days = answered("Entrez-esearch2.xml", wanted());
    assert_eq!(days.account().counted, 0);
    let Next::Ask(half) = days.next(10_000).unwrap() else { panic!("the half is searched") };
    assert!(half.is_search() && half.parameters.contains(&("maxdate", "2020/01/15".to_owned())));
    // Answers without a history, and one that found nothing for a phrase, are no answers to what is asked: it is asked again.
    for name in ["Entrez-esearch1.xml", "Entrez-esearch8.xml"] {
        let mut again = answered(name, wanted());
        assert_eq!(again.account(), Account::default());
        assert_eq!(again.next(10).unwrap(), Next::Wait(1000), "{name}");
    }
}
