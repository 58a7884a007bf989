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
