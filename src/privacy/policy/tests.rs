use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::*;

fn policies() -> impl Strategy<Value = Policy> {
    let kinds = vec![Kind::BloodPressure, Kind::Hba1c, Kind::Medicines, Kind::Other];
    let endpoints = vec!["http://localhost:11434".to_owned(), "https://api.example.org".to_owned()];
    (
        select(Level::ALL.to_vec()),
        any::<bool>(),
        select(vec![Noise::Off, Noise::On]),
        select(vec![Beyond::Warn, Beyond::Ease, Beyond::Refuse]),
        prop::option::of(subsequence(kinds, 0..=4).prop_map(BTreeSet::from_iter)),
        prop::option::of(subsequence(endpoints, 0..=2).prop_map(BTreeSet::from_iter)),
    )
        .prop_map(|(floor, allow_words, noise, strangers, kinds, endpoints)| Policy {
            floor,
            allow_words,
            noise,
            strangers,
            kinds,
            endpoints,
        })
}

proptest! {
    #[test]
    fn tightening_is_a_meet(a in policies(), b in policies(), c in policies()) {
        prop_assert_eq!(a.tighten(&b), b.tighten(&a));
        prop_assert_eq!(a.tighten(&b).tighten(&c), a.tighten(&b.tighten(&c)));
        prop_assert_eq!(a.tighten(&a), a.clone());
        prop_assert_eq!(a.tighten(&Policy::default()), a.clone());
        prop_assert_eq!(a.tighten(&Policy::strictest()), Policy::strictest());
        let meet = a.tighten(&b);
        prop_assert!(meet.is_within(&a) && meet.is_within(&b));
        // It is the greatest such: what is within both is within it.
        prop_assert!(!(c.is_within(&a) && c.is_within(&b)) || c.is_within(&meet));
    }

    #[test]
    fn what_both_together_allow_each_allows(a in policies(), b in policies()) {
        let meet = a.tighten(&b);
        for policy in [&a, &b] {
            prop_assert!(meet.floor >= policy.floor && meet.noise >= policy.noise);
            prop_assert!(meet.strangers >= policy.strangers);
            prop_assert!(!meet.allow_words || policy.allow_words);
            for kind in [Kind::BloodPressure, Kind::Hba1c, Kind::Medicines, Kind::Goals, Kind::Other] {
                prop_assert!(!meet.may_tell(kind) || policy.may_tell(kind));
            }
            for origin in ["http://localhost:11434", "https://api.example.org", "https://else.example"] {
                prop_assert!(!meet.may_ask(origin) || policy.may_ask(origin));
            }
        }
    }

    #[test]
    fn a_choice_never_loosens_the_hosts_policy(
        host in policies(),
        level in select(Level::ALL.to_vec()),
        strangers in select(vec![Beyond::Warn, Beyond::Ease, Beyond::Refuse]),
    ) {
        let choice = Choice { level, strangers, ..Choice::default() };
        prop_assert!(choice.under(&host).is_within(&host));
        prop_assert!(choice.under(&host).floor >= level && choice.under(&host).strangers >= strangers);
    }

    #[test]
    fn a_policy_survives_its_own_form(policy in policies()) {
        prop_assert_eq!(Policy::from_json(&serde_json::to_string(&policy).unwrap()).unwrap(), policy);
    }
}

#[test]
fn a_policy_is_read_or_refused_as_a_whole() {
    let policy = Policy::from_json(
        r#"{"floor":"strict","noise":"on","kinds":["blood-pressure"],"endpoints":["https://api.example.org"]}"#,
    )
    .unwrap();
    assert_eq!((policy.floor, policy.noise, policy.allow_words), (Level::Strict, Noise::On, true));
    assert!(policy.may_tell(Kind::BloodPressure) && !policy.may_tell(Kind::Conditions));
    assert!(policy.may_ask("https://API.example.org") && !policy.may_ask("https://api.example.org:8443"));
    assert_eq!(Policy::from_json("{}").unwrap(), Policy::default());
    for strangers in [Beyond::Warn, Beyond::Ease, Beyond::Refuse] {
        let policy = Policy::from_json(&format!(r#"{{"strangers":"{}"}}"#, strangers.as_str())).unwrap();
        assert_eq!(policy, Policy { strangers, ..Policy::default() });
    }
    for wrong in [
        "",
        "null",
        "[]",
        r#"{"floor":"lax"}"#,
        r#"{"level":"strict"}"#,
        r#"{"floor":"strict","kinds":["secrets"]}"#,
        r#"{"allowWords":"no"}"#,
        r#"{"strangers":"ignore"}"#,
        r#"{"strangers":true}"#,
        r#"{"endpoints":["https://api.example.org/v1"]}"#,
        r#"{"endpoints":["api.example.org"]}"#,
        r#"{"endpoints":["https://"]}"#,
        r#"{"floor":"strict"} {"floor":"minimal"}"#,
        &format!(r#"{{"floor":"strict"{}}}"#, " ".repeat(MAX_POLICY_BYTES)),
    ] {
        let error = Policy::from_json(wrong).expect_err(wrong);
        assert_eq!(error.code(), Code::InvalidArgument);
        assert!(!error.to_string().contains("lax") && !error.to_string().contains("secrets"));
    }
}

#[test]
fn an_endpoint_is_scheme_host_and_port_in_small_letters() {
    for endpoint in
        ["https://api.example.org", "http://localhost:11434", "https://[::1]:8443", "http://10.0.0.1", "https://a"]
    {
        assert!(is_origin(endpoint), "{endpoint}");
    }
    for endpoint in [
        "",
        "https://",
        "api.example.org",
        "ftp://api.example.org",
        "https://API.example.org",
        "https://api.example.org/",
        "https://a b",
        "https://user@host",
        "https://a?b",
        "http:/localhost",
    ] {
        assert!(!is_origin(endpoint), "{endpoint}");
    }
    let long = |letters: usize| is_origin(&format!("https://{}", "a".repeat(letters)));
    assert!(long(260) && !long(261));
    let named = |count: usize| {
        let endpoints: Vec<String> = (0..count).map(|at| format!("\"http://host{at}\"")).collect();
        Policy::from_json(&format!("{{\"endpoints\":[{}]}}", endpoints.join(",")))
    };
    assert_eq!(named(32).unwrap().endpoints.map(|endpoints| endpoints.len()), Some(32));
    assert!(named(33).is_err());
    let padded = |bytes: usize| Policy::from_json(&format!("{}{{}}", " ".repeat(bytes - 2)));
    assert!(padded(MAX_POLICY_BYTES).is_ok() && padded(MAX_POLICY_BYTES + 1).is_err());
}

#[test]
fn the_strictest_policy_lets_nothing_leave_and_the_loosest_keeps_nothing() {
    let (strict, loose) = (Policy::strictest(), Policy::default());
    let words = ["rose".to_owned()];
    assert_eq!((strict.allowed(&words), loose.allowed(&words)), (&[][..], &words[..]));
    assert!(!strict.may_tell(Kind::Hba1c) && loose.may_tell(Kind::Hba1c));
    assert!(!strict.may_ask("http://localhost:1") && loose.may_ask("http://localhost:1"));
    assert!(strict.is_within(&loose) && !loose.is_within(&strict));
    assert!(!strict.has_noise() && !loose.has_noise());
    let noisy = |floor: Level| Policy { floor, noise: Noise::On, ..Policy::default() }.has_noise();
    assert!(noisy(Level::Minimal) && noisy(Level::Balanced) && !noisy(Level::Strict));
    assert!(Beyond::Warn.is_warn() && !Beyond::Ease.is_warn() && !Beyond::Refuse.is_warn());
    let one = BTreeSet::from([Kind::Hba1c, Kind::Goals]);
    let other = BTreeSet::from([Kind::Goals]);
    assert_eq!(
        (both(Some(&one), Some(&other)), both(None, Some(&one)), both(Some(&one), None)),
        (Some(other.clone()), Some(one.clone()), Some(one.clone()))
    );
    assert_eq!(both::<Kind>(None, None), None);
}

#[test]
fn a_word_is_kept_back_in_any_dress() {
    let withholding = Withholding {
        words: ["Blood Pressures".to_owned(), " Metf\u{f3}rmin ".to_owned()].into(),
        ..Withholding::default()
    };
    for word in ["blood", "BLOOD", "pressure", "Pressures", "metformin", "Metf\u{f3}rmin"] {
        assert!(withholding.keeps(word), "{word}");
    }
    for word in ["bloody-minded", "press", "met", ""] {
        assert!(!withholding.keeps(word), "{word}");
    }
    assert!(withholding.keeps_within("High blood sugar") && !withholding.keeps_within("High sugar"));
    assert!(!Withholding::default().keeps_within("blood") && !Withholding::default().keeps("blood"));
    assert!(Withholding::default().is_empty() && !withholding.is_empty());
    let passages = BTreeSet::from([Reference::parse("r1")]);
    assert!(!Withholding { passages, ..Withholding::default() }.is_empty());
}

#[test]
fn what_is_kept_back_by_its_reference_is_an_entry_a_passage_of_entries_or_a_note() {
    let passage = |name: &str, document: u32, facts: std::ops::Range<usize>| Passage {
        reference: Reference::parse(name),
        document: crate::document::DocumentIndex(document),
        heading: String::new(),
        span: crate::span::Span::at(0, 0),
        fact_references: facts.clone().map(|fact| Reference::parse(&format!("{name}-{fact}"))).collect(),
        facts,
        headings: Vec::new(),
        header: None,
    };
    let passages =
        [passage("labs", 0, 0..2), passage("note", 1, 0..0), passage("drugs", 2, 3..5), passage("other", 3, 0..0)];
    let kept = |references: &[&str]| {
        let passages_of = references.iter().map(|name| Reference::parse(name)).collect();
        let (facts, notes) = Withholding { passages: passages_of, ..Withholding::default() }.of(&passages);
        let facts = facts.into_iter().map(|at| (at.document.0, at.fact)).collect::<Vec<_>>();
        (facts, notes.into_iter().collect::<Vec<_>>())
    };
    assert_eq!(kept(&[]), (vec![], vec![]));
    assert_eq!(kept(&["labs"]), (vec![(0, 0), (0, 1)], vec![]));
    assert_eq!(kept(&["drugs-4"]), (vec![(2, 4)], vec![]));
    assert_eq!(kept(&["note"]), (vec![], vec![1]));
    assert_eq!(kept(&["labs-1", "drugs", "other"]), (vec![(0, 1), (2, 3), (2, 4)], vec![3]));
    assert_eq!(kept(&["nowhere"]), (vec![], vec![]));
}
