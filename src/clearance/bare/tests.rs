use super::super::known::KnownAnswers;
use super::*;
use crate::document::Identifier;

fn rules(text: &str, is_address: bool) -> Vec<Rule> {
    let known = KnownAnswers::new(&[]).unwrap();
    let gate = Gate { known: &known, detect: None };
    let found = if is_address { gate.address(text) } else { gate.named(Part::Body, text) };
    found.into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn every_pattern_compiles() {
    assert!(IN_HOST.iter().all(|(_, pattern)| pattern.compiled().is_some()));
    assert!(VERSION.is_some() && [&ACCOUNT, &ADDRESS].iter().all(|pattern| pattern.compiled().is_some()));
}

#[test]
fn what_endpoints_are_called_passes() {
    for url in [
        "http://localhost:11434/v1/chat/completions",
        "http://127.0.0.1:8080/v1/chat/completions",
        "http://192.168.178.20:1234/v1/chat/completions",
        "http://[::1]:8080/v1/models",
        "http://[2001:db8:85a3::8a2e:370:7334]:8080/v1/models",
        "https://api.openai.com/v1/chat/completions",
        "https://ward-7.openai.azure.com/openai/deployments/gpt-4o-2024-08-06/chat/completions?api-version=2024-06-01",
        "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
        "https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1/chat/completions",
        "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1/chat/completions",
        "https://llm-20240115.internal.example.org/v1/chat/completions",
    ] {
        assert_eq!(rules(url, true), [], "{url}");
    }
    for model in [
        "gpt-4o-2024-08-06",
        "gpt-4-0125-preview",
        "claude-3-5-sonnet-20241022",
        "claude-sonnet-4-5-20250929",
        "anthropic.claude-3-5-sonnet-20241022-v2:0",
        "command-r-08-2024",
        "gemini-2.5-pro-preview-05-06",
        "llama3.2:3b-instruct-q4_K_M",
        "Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf",
        "hf.co/bartowski/Qwen2.5-1.5B-Instruct-GGUF:Q8_0",
        "mixtral-8x7b-32768",
        "qwen2.5:14b",
    ] {
        assert_eq!(rules(model, false), [], "{model}");
    }
}

#[test]
fn what_identifiers_look_like_is_refused() {
    for url in [
        "https://api.example.org/patients/555-419-3488/v1/chat/completions",
        "https://api.example.org/1961-07-12/v1/chat/completions",
        "https://api.example.org/v1/MRN123456/chat/completions",
        "https://api.example.org/v1/e792af79-5fe0-4ed8-8cf2-a53bbf2d0a33/chat/completions",
        "https://api.example.org/12-07-1961/chat",
        "https://api.example.org/v1/12.March.1961/chat",
        "https://999-50-3202.example.org/v1/chat/completions",
        "https://555.419.3488.example.org/v1/chat/completions",
        "https://555.419.3488/v1/chat/completions",
        "https://1961-07-12.example.org/v1/chat/completions",
        "https://12-07-1961.example.org/v1/chat/completions",
        "https://api.example.org/NTU1LTQxOS0zNDg4/chat",
    ] {
        assert!(!rules(url, true).is_empty(), "{url}");
    }
    for model in [
        "llama-555-419-3488",
        "born-1961-07-12",
        "march-12-model",
        "model_999-50-3202",
        "NTU1LTQxOS0zNDg4",
        "visit-2019-03-02",
        "20240806",
        "id-123456",
    ] {
        assert!(!rules(model, false).is_empty(), "{model}");
    }
}

#[test]
fn a_day_of_the_records_may_be_a_models_version_and_nothing_else() {
    let day = Identifier { text: "2024-08-06".to_owned(), entity_type: EntityType::Date, patient: None };
    let known = KnownAnswers::new(&[day]).unwrap();
    let gate = Gate { known: &known, detect: None };
    assert_eq!(gate.named(Part::Body, "gpt-4o-2024-08-06"), []);
    assert_eq!(
        gate.address("https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-08-06"),
        []
    );
    for name in ["visit-2024-08-06", "2024-08-06", "ward-2024-08-06-gpt", "openai/visit-2024-08-06"] {
        assert!(!gate.named(Part::Body, name).is_empty(), "{name}");
    }
    for path in ["visit-2024-08-06/v1/chat/completions", "v1/visit-2024-08-06/chat", "chat?model=gpt&seen=2024-08-06"] {
        assert!(!gate.address(&format!("https://api.example.org/{path}")).is_empty(), "{path}");
    }
}

/// Takes each of its words for a person, as a recognizer does.
struct Names(&'static [&'static str]);

impl crate::clearance::gate::Detect for Names {
    fn detect(&self, text: &str) -> Vec<(Range<usize>, EntityType)> {
        let found = self.0.iter().flat_map(|name| text.match_indices(name));
        found.map(|(at, name)| (at..at + name.len(), EntityType::Person)).collect()
    }

    fn knows(&self, _: &str) -> crate::clearance::gate::Familiarity {
        crate::clearance::gate::Familiarity::Unknown
    }
}

#[test]
fn words_that_stand_side_by_side_are_counted_and_those_of_models_part_them() {
    for (text, most) in [
        ("", 0),
        ("mary", 1),
        ("mary johnson", 2),
        ("mary--johnson", 2),
        ("mary ann johnson", 3),
        ("mary 3 johnson", 1),
        ("mary gpt johnson", 1),
        ("Mary GPT", 1),
        ("mary johnson gpt smith", 2),
        ("mary gpt ann johnson", 2),
        ("mary j johnson", 1),
        ("m4ry johnson", 1),
        ("gpt claude models", 0),
    ] {
        assert_eq!(adjacent(text), most, "{text}");
    }
}

#[test]
fn what_a_recognizer_takes_for_a_place_of_work_is_what_addresses_are_made_of() {
    use EntityType::{Date, Hospital, Ip, Location, Occupation, Organization, Person, Phone, Room, Url, Username};
    let detected = |entity_type, text: &str| counts(Rule::Detected { entity_type }, text);
    for innocent in [Url, Ip, Organization, Hospital, Occupation, Username, Room] {
        assert!(!detected(innocent, "mary johnson 3"), "{innocent:?}");
    }
    assert!(detected(Person, "mary johnson") && !detected(Person, "mary"));
    assert!(detected(Location, "3 main street") && !detected(Location, "main street") && !detected(Location, "3 main"));
    assert!(detected(Phone, "x") && detected(Date, "7b:14") && detected(Phone, "esearch x"));
    // Words that every address has are nobody's, whatever a model takes them for.
    assert!(!detected(Phone, "Esearch fcgi") && !detected(Date, "/v1/") && detected(Date, "v1 4"));
    assert!(!counts(Rule::Pattern { entity_type: Date }, "7b:14") && counts(Rule::Pattern { entity_type: Date }, "7b"));
    assert!(counts(Rule::Pattern { entity_type: Phone }, "7b:14"));
}

#[test]
fn a_name_that_a_recognizer_knows_is_found_in_small_letters_and_between_signs() {
    assert_eq!(titled("mary jane-o'neil 3b"), "Mary Jane-O'Neil 3b");
    let known = KnownAnswers::new(&[]).unwrap();
    let names = Names(&["Mary Johnson"]);
    let gate = Gate { known: &known, detect: Some(&names) };
    let person = Rule::Detected { entity_type: EntityType::Person };
    for path in ["mary/johnson", "mary_johnson", "mary-johnson", "mary+johnson", "mary:johnson", "mary.johnson"] {
        let found = gate.address(&format!("https://api.example.org/v1/{path}/chat"));
        assert!(found.iter().any(|finding| finding.rule == person && finding.part == Part::Url), "{path}");
        let found = gate.named(Part::Body, path);
        assert!(found.iter().any(|finding| finding.rule == person && finding.part == Part::Body), "{path}");
    }
    // A host is somebody's place of work more often than somebody.
    assert_eq!(gate.address("https://mary-johnson.example.org/v1/chat"), []);
    assert_eq!(gate.address("https://api.example.org/v1/mary/gpt/johnson/chat"), []);
}

#[test]
fn a_name_of_the_records_that_every_address_has_is_none_there_and_is_one_elsewhere() {
    let named = |text: &str| Identifier { text: text.to_owned(), entity_type: EntityType::Person, patient: None };
    let known = KnownAnswers::new(&[named("Amara Preview"), named("Okafor Completions")]).unwrap();
    let gate = Gate { known: &known, detect: None };
    assert_eq!(gate.address("https://api.example.org/v1/chat/completions?preview"), []);
    let refused = Rule::KnownAnswer { entity_type: EntityType::Person };
    for url in ["https://api.example.org/okafor/chat/completions", "https://api.example.org/v1/YW1hcmE=/chat"] {
        assert!(gate.address(url).iter().any(|finding| finding.rule == refused), "{url}");
    }
    assert!(gate.named(Part::Body, "gpt-preview").iter().any(|finding| finding.rule == refused));
}

#[test]
fn the_port_of_a_server_is_no_place_of_the_records_that_is_written_so_and_no_other_number_passes() {
    let zip = |text: &str| Identifier { text: text.to_owned(), entity_type: EntityType::Location, patient: None };
    // The second is the port read backwards.
    let known = KnownAnswers::new(&[zip("11434"), zip("43411"), zip("27401")]).unwrap();
    let gate = Gate { known: &known, detect: None };
    for url in
        ["http://localhost:11434", "http://localhost:11434/v1/chat/completions", "http://192.168.0.7:11434/api?x"]
    {
        assert_eq!(gate.address(url), [], "{url}");
    }
    let refused = Finding::of(Part::Url, None, Rule::KnownAnswer { entity_type: EntityType::Location });
    for url in [
        "http://localhost:27401/v1",
        "http://localhost:11434/11434",
        "http://localhost:11434/27401",
        "http://localhost/v1:11434/chat",
        "http://11434/v1",
        "http://11434:11434/v1",
        "http://localhost:8000/v1?at=:11434",
        "http://localhost:1143411434",
    ] {
        assert!(gate.address(url).contains(&refused), "{url}");
    }
}

#[test]
fn a_version_lets_a_day_of_the_records_pass_there_and_neither_a_number_nor_a_day_elsewhere() {
    let of = |text: &str, entity_type| Identifier { text: text.to_owned(), entity_type, patient: None };
    let day = KnownAnswers::new(&[of("2024-08-06", EntityType::Date)]).unwrap();
    let number = KnownAnswers::new(&[of("20240806", EntityType::MedicalRecord)]).unwrap();
    for (known, text, is_found) in [
        (&day, "gpt-4o-20240806", false),
        (&day, "seen 20240806 by gpt-4o", true),
        (&day, "gpt-4o-20240806 seen 2024-08-06", true),
        (&number, "gpt-4o-20240806", true),
    ] {
        let gate = Gate { known, detect: None };
        assert_eq!(!gate.bare(Part::Body, text, &[]).is_empty(), is_found, "{text}");
    }
}
