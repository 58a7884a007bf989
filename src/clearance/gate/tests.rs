use super::*;
use crate::clearance::span_map::Composer;
use crate::document::Identifier;

fn known(names: &[&str]) -> KnownAnswers {
    let person = |name: &&str| Identifier { text: (*name).to_owned(), entity_type: EntityType::Person, patient: None };
    KnownAnswers::new(&names.iter().map(person).collect::<Vec<_>>()).unwrap()
}

fn check(map: &SpanMap, known: &KnownAnswers) -> (Vec<Finding>, Vec<Exemption>) {
    Gate { known, detect: None }.message(map)
}

fn message(pieces: &[(Operator, &str)]) -> SpanMap {
    let mut composer = Composer::new();
    for (operator, text) in pieces {
        composer.template("> ").write(*operator, text, Vec::new()).template("\n");
    }
    composer.finish()
}

#[test]
fn every_pattern_and_form_compiles() {
    assert!(PATTERNS.iter().all(|(_, pattern)| pattern.compiled().is_some()));
    assert!(FORMS.iter().all(|(_, form)| form.compiled().is_some()));
}

#[test]
fn a_patient_named_hand_does_not_make_a_right_hand_unsayable() {
    let map = message(&[(Operator::Code, "Fracture of right hand")]);
    let (findings, exemptions) = check(&map, &known(&["Rose Hand"]));
    assert_eq!(findings, []);
    assert_eq!(exemptions.len(), 1);
    assert_eq!(exemptions[0].span.of(map.text()), Some("hand"));
}

#[test]
fn nothing_is_exempt_in_a_word_that_was_allowed() {
    for known_as in ["Rose Hand", "Hand"] {
        let map = message(&[(Operator::Allowed, "hand")]);
        assert_eq!(check(&map, &known(&[known_as])).0.len(), 1);
        assert_eq!(check(&map, &known(&["Rice"])).0, []);
    }
    let map = message(&[(Operator::Allowed, "hand-held")]);
    assert!(!check(&map, &known(&["Rose Hand"])).0.is_empty());
}

#[test]
fn a_name_written_as_one_is_not_exempt_in_a_code() {
    let map = message(&[(Operator::Code, "Stroke, Okafor told by sister")]);
    assert!(!check(&map, &known(&["Amara Okafor"])).0.is_empty());
}

#[test]
fn a_full_name_is_never_exempt_even_in_a_code() {
    let map = message(&[(Operator::Code, "Letter for Rose Hand")]);
    assert!(!check(&map, &known(&["Rose Hand"])).0.is_empty());
}

#[test]
fn a_name_across_two_pieces_is_found() {
    let mut composer = Composer::new();
    composer.write(Operator::Vocabulary, "oka", Vec::new()).write(Operator::Vocabulary, "for", Vec::new());
    let (findings, _) = check(&composer.finish(), &known(&["Okafor"]));
    assert_eq!(findings.len(), 1);
}

#[test]
fn shapes_of_identifiers_are_found() {
    for text in [
        "2019-03-02",
        "3/2/2019",
        "March 2019",
        "2nd of March",
        "14:05",
        "93 years",
        "555-419-3488",
        "419 3488",
        "MRN123456",
        "e792af79-5fe0-4ed8",
        "a@b",
        "http://x",
        "10.0.0.1",
        "1234567",
    ] {
        let map = message(&[(Operator::Code, text)]);
        assert!(!check(&map, &known(&[])).0.is_empty(), "{text}");
    }
    for text in [
        "Hemoglobin A1c/Hemoglobin.total in Blood",
        "24 HR Metformin 500 MG",
        "may act",
        "GFR/1.73 sq M",
        "COVID-19",
        "89 years",
    ] {
        let map = message(&[(Operator::Code, text)]);
        assert_eq!(check(&map, &known(&[])).0, [], "{text}");
    }
}

/// Finds the texts of one list, and knows the terms of the other.
struct Knowing<'a>(&'a [&'a str], &'a [(&'a str, Familiarity)]);

impl Detect for Knowing<'_> {
    fn detect(&self, text: &str) -> Vec<(Range<usize>, EntityType)> {
        let found = self.0.iter().flat_map(|name| text.match_indices(name));
        found.map(|(at, name)| (at..at + name.len(), EntityType::Person)).collect()
    }

    fn knows(&self, term: &str) -> Familiarity {
        self.1.iter().find(|(known, _)| *known == term).map_or(Familiarity::Unknown, |(_, familiarity)| *familiarity)
    }
}

/// The text of each finding with its rule, and of each exemption with its operation.
type Told = (Vec<(String, Rule)>, Vec<(String, Operator)>);

fn told(map: &SpanMap, known: &KnownAnswers, detect: Knowing<'_>) -> Told {
    let (findings, exemptions) = Gate { known, detect: Some(&detect) }.message(map);
    let text = |span: Span<Synthesised>| span.of(map.text()).unwrap_or_default().to_owned();
    let findings = findings.iter().map(|finding| (text(finding.span.unwrap()), finding.rule));
    (findings.collect(), exemptions.iter().map(|exempt| (text(exempt.span), exempt.operator)).collect())
}

const DETECTED: Rule = Rule::Detected { entity_type: EntityType::Person };
const NAMED: Rule = Rule::KnownAnswer { entity_type: EntityType::Person };

#[test]
fn what_recognizers_find_is_exempt_as_our_words_or_as_words_of_medicine() {
    use Familiarity::{Common, Medical};
    let words: &[(&str, Familiarity)] = &[
        ("rosa", Common),
        ("blanca", Common),
        ("winter", Common),
        ("crohn", Medical),
        ("disease", Common),
        ("blue moon", Common),
        ("baker cyst", Medical),
    ];
    let none = known(&[]);
    for (text, found, exempt) in [
        ("seen in winter", "winter", true),
        ("Crohn disease", "Crohn disease", true),
        ("crohn okafor", "crohn okafor", false),
        ("rosa blanca", "rosa blanca", false),
        ("once in a blue moon", "blue moon", true),
        ("baker cyst", "baker cyst", true),
        ("okafor", "okafor", false),
    ] {
        let map = message(&[(Operator::Code, text)]);
        let (findings, exemptions) = told(&map, &none, Knowing(&[found], words));
        assert_eq!(exemptions.contains(&(found.to_owned(), Operator::Code)), exempt, "{text}: {findings:?}");
        assert_eq!(findings.contains(&(found.to_owned(), DETECTED)), !exempt, "{text}");
    }
    // Words of medicine are names behind a title; magnetic resonance has none.
    for (text, exempt) in [
        ("anemia Dr young", false),
        ("anemia, Mrs. young", false),
        ("anemia,Dr young", false),
        ("anemia DR young", false),
        ("anemia Doctor young", false),
        ("anemia/Miss young", false),
        ("MR of young", true),
    ] {
        let words: &[(&str, Familiarity)] = &[("young", Medical), ("dr", Common), ("mrs", Common)];
        let map = message(&[(Operator::Code, text)]);
        let (findings, _) = told(&map, &none, Knowing(&["young"], words));
        assert_eq!(findings.is_empty(), exempt, "{text}: {findings:?}");
    }
    // Our own words and numbers are, beside one such piece or alone, and two pieces or an allowed word are not.
    let map = message(&[(Operator::Code, "winter"), (Operator::Round, "12")]);
    let (findings, exemptions) = told(&map, &none, Knowing(&["> winter\n", "> 12", "> winter\n> 12"], words));
    assert_eq!(findings, []);
    assert_eq!(
        exemptions.iter().map(|(_, operator)| *operator).collect::<Vec<_>>(),
        [Operator::Code, Operator::Code, Operator::Template]
    );
    let map = message(&[(Operator::Code, "winter"), (Operator::Code, "disease")]);
    let (findings, _) = told(&map, &none, Knowing(&["winter\n> disease"], words));
    assert_eq!(findings, [("winter\n> disease".to_owned(), DETECTED)]);
    let map = message(&[(Operator::Allowed, "winter")]);
    assert_eq!(told(&map, &none, Knowing(&["winter"], words)).0, [("winter".to_owned(), DETECTED)]);
}

#[test]
fn a_known_word_is_exempt_where_it_is_written_as_a_word() {
    use Familiarity::{Common, Medical};
    let words: &[(&str, Familiarity)] = &[("hand", Common), ("foley", Medical)];
    let names = known(&["Rose Hand", "Ann Foley", "Bo Okafor"]);
    for (text, name, exempt) in [
        ("injury of hand", "hand", true),
        ("Hand injury", "Hand", true),
        ("injury of Hand", "Hand", false),
        ("Injury Of Hand", "Hand", true),
        ("Injury upon Hand", "Hand", false),
        ("Injury of the Hand", "Hand", true),
        ("catheter of Foley", "Foley", true),
        ("seen by okafor", "okafor", false),
    ] {
        let map = message(&[(Operator::Code, text)]);
        let (findings, exemptions) = told(&map, &names, Knowing(&[], words));
        assert_eq!(exemptions.contains(&(name.to_owned(), Operator::Code)), exempt, "{text}: {findings:?}");
        assert_eq!(findings.contains(&(name.to_owned(), NAMED)), !exempt, "{text}");
    }
    // Without anybody to ask a word is one where it is small.
    for (text, exempt) in [("injury of hand", true), ("Hand injury", false)] {
        let (findings, _) = check(&message(&[(Operator::Code, text)]), &names);
        assert_eq!(findings.is_empty(), exempt, "{text}");
    }
}

#[test]
fn numbers_of_ours_may_be_known_answers_by_chance_as_far_as_postal_codes_go() {
    let id = |text: &str| Identifier { text: text.to_owned(), entity_type: EntityType::Id, patient: None };
    let known = KnownAnswers::new(&[id("12345"), id("54321.12"), id("Patient")]).unwrap();
    let named = Rule::KnownAnswer { entity_type: EntityType::Id };
    let map = message(&[(Operator::Round, "12345")]);
    let (findings, exemptions) = Gate { known: &known, detect: None }.message(&map);
    assert_eq!(findings, []);
    assert_eq!(exemptions.first().map(|exempt| exempt.operator), Some(Operator::Round));
    let map = message(&[(Operator::Round, "54321.12")]);
    let (findings, _) = Gate { known: &known, detect: None }.message(&map);
    assert!(findings.iter().any(|finding| finding.rule == named), "more digits than a postal code has");
    let map = message(&[(Operator::Count, "12"), (Operator::Round, "345")]);
    let (findings, _) = Gate { known: &known, detect: None }.message(&map);
    assert_eq!(findings, [], "a number, though of two pieces");
}

#[test]
fn what_mends_a_finding_depends_on_where_it_is() {
    let fix = |part| Finding::of(part, None, NAMED).fix;
    assert_eq!([fix(Part::Url), fix(Part::Header), fix(Part::Body), fix(Part::Method)], [SETTINGS; 4]);
    assert_ne!(fix(Part::Message), SETTINGS);
}

#[test]
fn a_decoded_word_is_exempt_only_where_somebody_can_say_that_it_is_one() {
    // Backwards it is a name.
    let (map, names) = (message(&[(Operator::Code, "deila")]), known(&["Ailed"]));
    assert_eq!(check(&map, &known(&["Okafor"])).0, []);
    assert!(!check(&map, &names).0.is_empty(), "nobody to ask");
    let (findings, exemptions) = told(&map, &names, Knowing(&[], &[("deila", Familiarity::Common)]));
    assert_eq!((findings, exemptions.len()), (Vec::new(), 1));
}

#[test]
fn one_word_of_ours_may_be_a_name_and_two_may_not() {
    let names = known(&["Rising Sun", "Before Day"]);
    let (findings, exemptions) = check(&message(&[(Operator::Trend, "rising")]), &names);
    assert_eq!((findings, exemptions.len()), (Vec::new(), 1));
    let (findings, _) = check(&message(&[(Operator::Time, "3 months before day 0")]), &names);
    assert!(findings.iter().any(|finding| finding.rule == NAMED), "{findings:?}");
}

#[test]
fn what_is_shaped_like_an_identifier_is_ours_where_every_byte_is() {
    let mut composer = Composer::new();
    composer.template("as of 2020-01 ").write(Operator::Time, "day 0", Vec::new());
    let (findings, exemptions) = check(&composer.finish(), &known(&[]));
    assert_eq!((findings, exemptions), (Vec::new(), Vec::new()));
    let mut composer = Composer::new();
    composer.template("as of 2020-").write(Operator::Count, "10", Vec::new());
    let (findings, _) = check(&composer.finish(), &known(&[]));
    assert_eq!(
        findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(),
        [Rule::Pattern { entity_type: EntityType::Date }]
    );
}

#[test]
fn pieces_with_more_encodings_than_are_undone_are_refused_though_the_message_is_long() {
    use base64::Engine as _;
    let encode = |text: &str| base64::engine::general_purpose::STANDARD_NO_PAD.encode(text);
    let percent: String = encode("QQ").bytes().map(|byte| format!("%{byte:02X}")).collect();
    let code = &format!("{}/", encode(&percent)).repeat(12);
    assert!(has_form(Operator::Code, code));
    let of = |count: usize| {
        let mut composer = Composer::new();
        (0..count).for_each(|_| {
            composer.write(Operator::Code, code, Vec::new()).template("\n");
        });
        composer
    };
    let is_all = |count: &usize| views(&join(&of(*count).finish(), &[Operator::Code]).0).1;
    let count = (1..40).find(|count| !is_all(count)).unwrap();
    let mut composer = of(count);
    for _ in 0..5000 {
        composer.template("All passages are about one patient. ");
    }
    let map = composer.finish();
    assert!(views(map.text()).1, "the message as a whole is within the bound");
    assert!(check(&map, &known(&[])).0.iter().any(|finding| finding.rule == Rule::Frame));
    // Both kinds of pieces that are joined may be beyond the bound, and it is refused all the same.
    let mut composer = of(count);
    (0..count).for_each(|_| {
        composer.write(Operator::Round, code, Vec::new()).template("\n");
    });
    for _ in 0..10_000 {
        composer.template("All passages are about one patient. ");
    }
    let map = composer.finish();
    assert!(!views(&join(&map, &[Operator::Round, Operator::Noise]).0).1);
    assert!(views(map.text()).1, "the message as a whole is within the bound");
    assert!(check(&map, &known(&[])).0.iter().any(|finding| finding.rule == Rule::Frame));
}

#[test]
fn a_piece_must_have_the_form_of_its_operation() {
    for (operator, good, bad) in [
        (Operator::Round, "139.5", "139.53012"),
        (Operator::Noise, "135", "135 or so"),
        (Operator::Band, "at least 5.7 and under 6.5", "at least 5.7 and at most 6.5"),
        (Operator::Band, "under 120", "under the bridge"),
        (Operator::Band, "at least 6.5", "at least 6.51234"),
        (Operator::Band, "above the reference range", "above the average"),
        (Operator::Count, "12", "twelve"),
        (Operator::Count, "more than 10", "more than 10 in 2019"),
        (Operator::Count, "6 to 10", "6 to 7"),
        (Operator::Trend, "rising", "soaring"),
        (Operator::Time, "3 months before day 0", "March 2019"),
        (Operator::Time, "less than 1 month after day 0", "less than 1 month after Easter"),
        (Operator::AgeBand, "60 to 69", "63"),
        (Operator::AgeBand, "60 to 64", "60 to 61"),
        (Operator::AgeBand, "65 to 69", "64 to 69"),
        (Operator::AgeBand, "under 5", "under 2"),
        (Operator::AgeBand, "90 or more", "90 to 94"),
        (Operator::Pseudonym, "Patient K7", "Patient Haley"),
        (Operator::Alias, "R12", "Okafor 2019"),
        (Operator::Vocabulary, "pressure", "Okafor"),
        (Operator::Vocabulary, "follow-up", "jan-19"),
        (Operator::Vocabulary, "covid-19", "covid-194"),
        (Operator::Allowed, "ashwagandha", "ashwagandha root of mr haley"),
        (Operator::Allowed, "sugar-free", "b12"),
        (Operator::Allowed, "sglt2", "sglt123"),
        (Operator::Allowed, "pcsk9", "pcsk-9"),
        (Operator::Allowed, "sglt2", "12mar"),
        (Operator::Allowed, "sglt2", "sglt2b1"),
        (Operator::Allowed, "naive", "nai\u{308}ve"),
        (Operator::Allowed, "okra", "ok\u{200b}ra"),
        (Operator::Allowed, "okra", "\u{43e}kra"),
        (Operator::Unit, "mm[Hg]", "per Dr Haley"),
        (Operator::Code, "Body Weight", "</quote>"),
    ] {
        assert!(has_form(operator, good), "{good}");
        assert!(!has_form(operator, bad), "{bad}");
        assert!(!check(&message(&[(operator, bad)]), &known(&[])).0.is_empty(), "{bad}");
    }
}

#[test]
fn a_digit_behind_a_name_of_the_records_hides_it_in_no_allowed_word() {
    for (word, names, is_refused) in [
        ("poe7", &["Ann Poe"][..], true),
        ("okafor12", &["Amara Okafor"], true),
        ("sglt2", &["Amara Okafor"], false),
        ("sglt2", &[], false),
    ] {
        let (findings, _) = check(&message(&[(Operator::Allowed, word)]), &known(names));
        assert_eq!(!findings.is_empty(), is_refused, "{word}");
    }
}

#[test]
fn letters_with_digits_behind_them_are_told_from_all_else() {
    assert_eq!(numbered("sglt2"), Some(("sglt", "2")));
    assert_eq!(numbered("k1234"), Some(("k", "1234")));
    for text in ["", "sglt", "2", "2sglt", "sglt2a", "sglt2-", "Sglt2", "sglt-2", "s glt2", "é2"] {
        assert_eq!(numbered(text), None, "{text}");
    }
}
