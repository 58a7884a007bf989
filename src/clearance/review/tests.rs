use super::super::gate::Rule;
use super::super::nearest::Letters;
use super::super::outgoing::Message;
use super::super::span_map::{Composer, Operator};
use super::*;
use crate::document::{EntityType, Identifier};

const SYSTEM: &str = "Answer from the passages.";

fn known() -> KnownAnswers {
    let of = |text: &str, entity_type| Identifier { text: text.to_owned(), entity_type, patient: None };
    KnownAnswers::new(&[of("Amara Okafor", EntityType::Person), of("MRN-77-1234", EntityType::Id)]).unwrap()
}

fn map(word: &str) -> SpanMap {
    let mut composer = Composer::new();
    composer.template("Question: ").write(Operator::Vocabulary, word, Vec::new()).template("?");
    composer.finish()
}

fn outgoing(map: &SpanMap) -> Outgoing {
    let message = |role, content: &str| Message { role, content: content.to_owned() };
    let body = ChatBody {
        model: "llama3.2:3b".to_owned(),
        system: None,
        messages: vec![message(Role::System, SYSTEM), message(Role::User, map.text())],
        temperature: 0.0,
        max_tokens: 512,
        stream: true,
        logprobs: None,
        top_logprobs: None,
        response_format: None,
        grammar: None,
    };
    Outgoing {
        method: "POST".to_owned(),
        url: "http://localhost:11434/v1/chat/completions".to_owned(),
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        body: serde_json::to_string(&body).unwrap(),
    }
}

fn parts(result: Result<Cleared, Vec<Finding>>) -> Vec<Part> {
    result.map_or_else(|findings| findings.into_iter().map(|finding| finding.part).collect(), |_| Vec::new())
}

#[test]
fn a_clean_request_passes_with_the_hash_of_its_bytes() {
    let map = map("pressure");
    let request = outgoing(&map);
    let cleared = review(request.clone(), &map, &[SYSTEM], &known(), None, None, 7).unwrap();
    assert_eq!(cleared.outgoing(), &request);
    assert_eq!(cleared.receipt().body_bytes, request.body.len());
    assert_eq!(cleared.receipt().reviewed_at_millis, 7);
    assert_eq!(cleared.receipt().body_sha256.len(), 64);
    assert_eq!(cleared.receipt().operators.len(), 3);
}

#[test]
fn the_names_of_models_may_be_asked_for_and_nothing_said_with_it() {
    let (empty, word) = (Composer::new().finish(), map("pressure"));
    let listing = Outgoing {
        method: "GET".to_owned(),
        url: "http://localhost:11434/v1/models".to_owned(),
        headers: vec![("accept".to_owned(), "application/json".to_owned())],
        body: String::new(),
    };
    let asked = |map: &SpanMap, change: &dyn Fn(&mut Outgoing)| {
        let mut request = listing.clone();
        change(&mut request);
        parts(review(request, map, &[SYSTEM], &known(), None, None, 0))
    };
    assert_eq!(asked(&empty, &|_| {}), []);
    assert_eq!(asked(&word, &|_| {}), [Part::Body]);
    assert_eq!(asked(&empty, &|r| r.url = "http://localhost:11434/v1/chat/completions".into()), [Part::Body]);
    assert_eq!(asked(&empty, &|r| r.url = "http://localhost/okafor/models".into()), [Part::Url]);
    assert_eq!(asked(&empty, &|r| r.url += "?q=hello"), [Part::Url, Part::Body]);
    assert_eq!(asked(&empty, &|r| r.body = "x".into()), [Part::Method, Part::Body]);
    assert_eq!(asked(&empty, &|r| r.method = "POST".into()), [Part::Method, Part::Body]);
    assert_eq!(asked(&word, &|r| *r = Outgoing { method: "GET".into(), ..outgoing(&word) }), [Part::Method]);
    assert_eq!(asked(&empty, &|r| r.headers.push(("cookie".into(), "a=b".into()))), [Part::Header]);
}

#[test]
fn a_search_of_pubmed_passes_with_its_message_and_is_refused_with_anybodys_name() {
    let search = |word: &str, rest: &str| {
        let mut composer = Composer::new();
        composer.write(Operator::Vocabulary, word, Vec::new()).template("[tiab]");
        let message = composer.finish();
        let outgoing = Outgoing {
            method: "POST".into(),
            url: format!("{}esearch.fcgi", form::ENTREZ),
            headers: vec![(FORM.0.into(), FORM.1.into())],
            body: format!(
                "db=pubmed&tool=chaperone&term={}%5Btiab%5D&datetype=pdat&mindate=2020%2F01%2F01&maxdate=2020%2F01%2F30&usehistory=y{rest}&retmax=0",
                form::percent(word)
            ),
        };
        review(outgoing, &message, &[], &known(), None, None, 0)
    };
    let cleared = search("pressure", "").unwrap();
    assert_eq!(cleared.receipt().recipient.origin, "https://eutils.ncbi.nlm.nih.gov");
    assert_eq!(
        cleared.receipt().body_sha256,
        crate::hex::hex(&<sha2::Sha256 as sha2::Digest>::digest(cleared.outgoing().body.as_bytes()))
    );
    assert!(search("amara okafor", "").unwrap_err().iter().any(|f| matches!(f.rule, Rule::KnownAnswer { .. })));
    assert_eq!(parts(search("pressure", "&note=okafor")), [Part::Body]);
    let nothing = Composer::new().finish();
    let fetch = |token: &str| {
        let outgoing = Outgoing {
            method: "POST".into(),
            url: format!("{}efetch.fcgi", form::ENTREZ),
            headers: vec![(FORM.0.into(), FORM.1.into())],
            body: format!("db=pubmed&tool=chaperone&query_key=1&WebEnv={token}&retstart=0&retmax=500&retmode=xml"),
        };
        parts(review(outgoing, &nothing, &[], &known(), None, None, 0))
    };
    assert_eq!(fetch("MCID_64f"), []);
    assert_eq!(fetch("Amara%20Okafor"), [Part::Body], "also where a server is to be told it by its own token");
}

#[test]
fn which_collections_there_are_may_be_asked_and_nobody_named_with_it() {
    let (empty, word) = (Composer::new().finish(), map("pressure"));
    let asked = |base: &str, map: &SpanMap, change: &dyn Fn(&mut Outgoing)| {
        let mut request = nearest::collections(base);
        change(&mut request);
        parts(review(request, map, &[SYSTEM], &known(), None, None, 3))
    };
    let here = "http://127.0.0.1:8000";
    assert_eq!(asked(here, &empty, &|_| {}), []);
    assert_eq!(asked("https://vectors.example.org", &empty, &|_| {}), []);
    assert_eq!(asked(here, &word, &|_| {}), [Part::Body]);
    // A name in the host is a way out, in any writing of it.
    for host in ["okafor", "amara-okafor", "0kafor.okafor", "4f6b61666f72"] {
        assert!(asked(&format!("https://{host}.example.org"), &empty, &|_| {}).contains(&Part::Url), "{host}");
    }
    for (from, to) in
        [("default_tenant", "okafor"), ("default_database", "okafor"), ("collections", "collections/okafor")]
    {
        let parts = asked(here, &empty, &|r| r.url = r.url.replacen(from, to, 1));
        assert!(parts.contains(&Part::Url) && parts.contains(&Part::Body), "{to}");
    }
    assert_eq!(asked(here, &empty, &|r| r.url += "?name=papers"), [Part::Url, Part::Body]);
    assert_eq!(asked(here, &empty, &|r| r.url = r.url.replacen("default_tenant", "other", 1)), [Part::Body]);
    assert_eq!(asked(here, &empty, &|r| r.body = "{}".into()), [Part::Method, Part::Body]);
    assert_eq!(asked(here, &empty, &|r| r.method = "POST".into()), [Part::Method, Part::Body]);
    assert_eq!(asked(here, &empty, &|r| r.method = "DELETE".into()), [Part::Method, Part::Body]);
    assert_eq!(asked(here, &empty, &|r| r.headers.push(("accept".into(), "application/json".into()))), [Part::Body]);
}

#[test]
fn the_vector_of_a_message_passes_and_that_of_anybodys_name_does_not() {
    let asked = |word: &str, base: &str| {
        let message = map(word);
        let id = "11111111-2222-3333-4444-555555555555";
        let outgoing = nearest::nearest(base, id, &message, &Letters, 5).unwrap();
        review_nearest(outgoing, &message, &Letters, &known(), None, 3)
    };
    let here = "http://127.0.0.1:8000";
    let cleared = asked("pressure", here).unwrap();
    assert_eq!(cleared.receipt().recipient.origin, here);
    assert!(parts(asked("Okafor", here)).contains(&Part::Message));
    assert_eq!(parts(asked("pressure", "https://okafor.example")), [Part::Url]);
    let (message, other) = (map("pressure"), map("salt"));
    let outgoing = nearest::nearest(here, "11111111-2222-3333-4444-555555555555", &other, &Letters, 5).unwrap();
    assert_eq!(parts(review_nearest(outgoing.clone(), &message, &Letters, &known(), None, 3)), [Part::Body]);
    assert!(parts(review(outgoing, &other, &[SYSTEM], &known(), None, None, 3)).contains(&Part::Body));
}

#[test]
fn every_part_of_the_request_is_a_way_out_and_is_closed() {
    let clean = map("pressure");
    let abuse = |change: &dyn Fn(&mut Outgoing)| {
        let mut request = outgoing(&clean);
        change(&mut request);
        parts(review(request, &clean, &[SYSTEM], &known(), None, None, 0))
    };
    assert_eq!(abuse(&|_| {}), []);
    assert_eq!(abuse(&|r| r.method = "OKAFOR".into()), [Part::Method]);
    for url in [
        "http://localhost/okafor",
        "https://okafor.example/v1",
        "https://mrn771234.example/v1",
        "https://example.org/v1?q=hello",
        "https://example.org/v1#amara",
        "https://amara:okafor@example.org/v1",
        "javascript:alert(1)",
        "https://example.org/a b",
        "https://example.org/%6f%6B%61for",
        "https://example.org/b2thZm9y",
        "https://example.org/6f6b61666f72",
        "https://example.org/rofako/v1",
        "https://example.org/o.k.a.f.o.r",
        "https://example.org/oka/for",
        "https://0kaf0r.example.org/v1",
        "https://xn--okafor-.example/v1",
        "https://\u{43e}kafor.example/v1",
    ] {
        assert!(abuse(&|r| r.url = url.into()).contains(&Part::Url), "{url}");
    }
    assert_eq!(abuse(&|r| r.url = "https://x.example/openai/v1/chat?api-version=2024-10-21".into()), []);
    assert_eq!(abuse(&|r| r.headers.push(("x-note".into(), "okafor".into()))), [Part::Header]);
    // That of another form.
    assert_eq!(abuse(&|r| r.headers.push((FORM.0.into(), FORM.1.into()))), [Part::Header]);
    assert_eq!(abuse(&|r| r.headers.push(("accept".into(), "okafor".into()))), [Part::Header]);
    assert_eq!(abuse(&|r| r.headers.push(("anthropic-version".into(), "okafor".into()))), [Part::Header]);
    assert_eq!(abuse(&|r| r.headers.push(("accept".into(), "b2thZm9y".into()))), [Part::Header]);
    assert_eq!(abuse(&|r| r.headers.push(("anthropic-version".into(), "6f6b61666f72".into()))), [Part::Header]);
    for (from, to) in [
        ("llama3.2:3b", "okafor"),
        ("llama3.2:3b", "a b"),
        ("llama3.2:3b", "b2thZm9y"),
        ("llama3.2:3b", "6f6b61666f72"),
        ("llama3.2:3b", "rofako"),
        ("llama3.2:3b", "0k4f0r"),
        ("llama3.2:3b", "o-k-a-f-o-r"),
        ("{\"model\"", "{\"user\":\"okafor\",\"model\""),
        ("\"stream\":true", "\"stream\":true,\"stream\":true"),
        ("\"stream\":true", "\"stream\": true"),
        (SYSTEM, "Amara Okafor."),
        ("pressure", "okafor"),
        ("\"role\":\"user\"", "\"role\":\"system\""),
    ] {
        let found = abuse(&|r| r.body = r.body.replacen(from, to, 1));
        assert!(found.contains(&Part::Body), "{from} → {to}: {found:?}");
    }
}

#[test]
fn public_passages_pass_in_their_place_as_they_are_and_nothing_else_does() {
    let clean = map("pressure");
    let sources = |texts: &[&str]| -> Vec<PublicText> {
        texts.iter().map(|text| PublicText::of("Smith 2019 · PMID 31234567 · Abstract", text).unwrap()).collect()
    };
    let public = sources(&["Salt raised it (p < 0.05) in May 2019.", "Call 555-419-3488."]);
    let before = public::before(&public);
    let asked = |public: &[PublicText], change: &dyn Fn(&mut ChatBody)| {
        let mut request = outgoing(&clean);
        let mut body: ChatBody = serde_json::from_str(&request.body).unwrap();
        body.messages[1].content = format!("{before}{}", clean.text());
        change(&mut body);
        request.body = serde_json::to_string(&body).unwrap();
        review_beside(request, &clean, public, &[SYSTEM], &known(), None, None, 0)
    };
    let cleared = asked(&public, &|_| {}).unwrap();
    assert_eq!(cleared.receipt().literature, ["Smith 2019 · PMID 31234567 · Abstract"; 2]);
    assert_eq!(cleared.receipt().operators.len(), 3, "the message's own, counted from its own first byte");
    let abuse = |change: &dyn Fn(&mut String)| parts(asked(&public, &|body| change(&mut body.messages[1].content)));
    assert_eq!(abuse(&|_| {}), []);
    for (from, to) in [
        ("0.05", "0.04"),
        ("Salt", "salt"),
        ("[Source 2]", "[Source 3]"),
        ("31234567", "31234568"),
        ("about nobody", "about Amara Okafor,"),
        ("in May 2019.", "in May 2019. Okafor."),
        ("End of", "end of"),
        ("\n\n", "\n"),
        ("pressure", "okafor"),
    ] {
        assert_eq!(abuse(&|said| *said = said.replacen(from, to, 1)), [Part::Body], "{from} → {to}");
    }
    // Turned round, twice, behind the message, without it, and in no place at all.
    assert_eq!(abuse(&|said| *said = before.clone()), [Part::Body]);
    assert_eq!(abuse(&|said| *said = format!("{}{before}", clean.text())), [Part::Body]);
    assert_eq!(abuse(&|said| *said = format!("{before}{said}")), [Part::Body]);
    assert_eq!(abuse(&|said| *said = clean.text().to_owned()), [Part::Body]);
    let turned: Vec<PublicText> = public.iter().rev().cloned().collect();
    for other in [&[][..], &public[..1], &turned] {
        assert_eq!(parts(asked(other, &|_| {})), [Part::Body]);
    }
    // A system message is none, and a third message neither.
    assert_eq!(parts(asked(&public, &|body| body.messages[0].content = format!("{before}{SYSTEM}"))), [Part::Body]);
    let third = Message { role: Role::User, content: before.clone() };
    assert_eq!(parts(asked(&public, &|body| body.messages.insert(1, third.clone()))), [Part::Body]);
    // What the records name refuses, in a passage that is where it must be, too.
    for text in ["Okafor found more.", "rofako", "b2thZm9y"] {
        let named = sources(&[text]);
        let mut request = outgoing(&clean);
        let mut body: ChatBody = serde_json::from_str(&request.body).unwrap();
        body.messages[1].content = format!("{}{}", public::before(&named), clean.text());
        request.body = serde_json::to_string(&body).unwrap();
        assert_eq!(parts(review_beside(request, &clean, &named, &[SYSTEM], &known(), None, None, 0)), [Part::Body]);
    }
    for (count, findings) in [(20, vec![]), (21, vec![Part::Body])] {
        let many = sources(&vec!["Salt."; count]);
        let mut request = outgoing(&clean);
        let mut body: ChatBody = serde_json::from_str(&request.body).unwrap();
        body.messages[1].content = format!("{}{}", public::before(&many), clean.text());
        request.body = serde_json::to_string(&body).unwrap();
        let verdict = review_beside(request, &clean, &many, &[SYSTEM], &known(), None, None, 0);
        assert_eq!(parts(verdict), findings, "{count}");
    }
}

#[test]
fn public_passages_stand_in_no_other_form() {
    let public = [PublicText::of("Smith 2019 · PMID 1 · Title", "Salt.").unwrap()];
    let empty = Composer::new().finish();
    let listing = Outgoing {
        method: "GET".to_owned(),
        url: "http://localhost:11434/v1/models".to_owned(),
        headers: Vec::new(),
        body: String::new(),
    };
    assert_eq!(parts(review_beside(listing, &empty, &public, &[SYSTEM], &known(), None, None, 0)), [Part::Body]);
    let fetch = Outgoing {
        method: "POST".into(),
        url: format!("{}efetch.fcgi", form::ENTREZ),
        headers: vec![(FORM.0.into(), FORM.1.into())],
        body: "db=pubmed&tool=chaperone&query_key=1&WebEnv=MCID_64f&retstart=0&retmax=500&retmode=xml".into(),
    };
    assert_eq!(parts(review_beside(fetch, &empty, &public, &[], &known(), None, None, 0)), [Part::Body]);
}

#[test]
fn the_system_message_may_stand_beside_the_messages_and_is_held_to_the_same() {
    let clean = map("pressure");
    let abuse = |change: &dyn Fn(&mut ChatBody)| {
        let mut request = outgoing(&clean);
        let mut body: ChatBody = serde_json::from_str(&request.body).unwrap();
        body.system = Some(body.messages.remove(0).content);
        change(&mut body);
        request.body = serde_json::to_string(&body).unwrap();
        parts(review(request, &clean, &[SYSTEM], &known(), None, None, 0))
    };
    assert_eq!(abuse(&|_| {}), []);
    assert_eq!(abuse(&|body| body.system = Some("Amara Okafor".to_owned())), [Part::Body]);
    assert_eq!(abuse(&|body| body.system = None), [Part::Body]);
    assert_eq!(abuse(&|body| body.messages[0].role = Role::System), [Part::Body]);
    assert_eq!(abuse(&|body| body.messages.push(body.messages[0].clone())), [Part::Body]);
    let twice = Message { role: Role::System, content: SYSTEM.to_owned() };
    assert_eq!(abuse(&|body| body.messages.insert(0, twice.clone())), [Part::Body]);
}

#[test]
fn a_known_answer_in_the_message_refuses_the_whole_request_and_names_its_span() {
    let mut composer = Composer::new();
    composer.template("About ").write(Operator::Pseudonym, "Amara Okafor", Vec::new());
    let map = composer.finish();
    let findings = review(outgoing(&map), &map, &[SYSTEM], &known(), None, None, 0).unwrap_err();
    let known = findings.iter().find(|f| matches!(f.rule, Rule::KnownAnswer { .. })).unwrap();
    assert!(known.span.unwrap().of(map.text()).unwrap().contains("Amara"));
    let shown = format!("{findings:?}");
    assert!(!shown.contains("Amara") && !shown.contains("Okafor"), "a finding must not hold the text it is about");
}

#[test]
fn a_known_answer_in_the_message_is_found_in_every_encoding() {
    for word in [
        "OKAFOR",
        "b2thZm9y",
        "T2thZm9y",
        "YjJ0aFptOXk=",
        "6f6b61666f72",
        "6F 6B 61 66 6F 72",
        "%6f%6b%61%66%6f%72",
        "&#111;&#107;&#97;&#102;&#111;&#114;",
        "&#x6f;&#x6b;&#x61;&#x66;&#x6f;&#x72;",
        "\\u006f\\u006b\\u0061\\u0066\\u006f\\u0072",
        "o\u{200b}k\u{200b}afor",
        "o\u{ad}kafor",
        "\u{43e}k\u{430}f\u{43e}r",
        "\u{ff4f}\u{ff4b}\u{ff41}\u{ff46}\u{ff4f}\u{ff52}",
        "o\u{301}kafor",
        "rofako",
        "bxnsbe",
        "o k a f o r",
        "o.k.a.f.o.r",
        "oka-\nfor",
        "0kaf0r",
    ] {
        let mut composer = Composer::new();
        composer.template("About ").write(Operator::Pseudonym, word, Vec::new());
        let map = composer.finish();
        let findings = review(outgoing(&map), &map, &[SYSTEM], &known(), None, None, 0).unwrap_err();
        assert!(findings.iter().any(|found| matches!(found.rule, Rule::KnownAnswer { .. })), "{word:?}: {findings:?}");
    }
    // Divided over fields of the message.
    let mut composer = Composer::new();
    for part in ["b2th", "Zm9y"] {
        composer.template("About ").write(Operator::Vocabulary, part, Vec::new());
    }
    let map = composer.finish();
    assert!(review(outgoing(&map), &map, &[SYSTEM], &known(), None, None, 0).is_err());
}

#[test]
fn the_reviewed_map_must_be_the_map_of_the_body() {
    let sent = map("pressure");
    assert_eq!(parts(review(outgoing(&sent), &map("weight"), &[SYSTEM], &known(), None, None, 0)), [Part::Body]);
}
