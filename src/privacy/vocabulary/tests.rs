use proptest::prelude::*;

use super::*;
use crate::document::Identifier;

fn lexicon() -> Lexicon {
    let (common, medical) = (Traits::COMMON, Traits::MEDICAL);
    let frequent = Traits::COMMON | Traits::FREQUENT_WORD;
    let words = [
        ("garden", frequent),
        ("hand", frequent | Traits::FAMILY_NAME | medical),
        ("rose", common | medical | Traits::GIVEN_NAME | Traits::FREQUENT_NAME),
        ("frisbie", common | Traits::FAMILY_NAME),
        ("iris", common | medical | Traits::GIVEN_NAME),
        ("gleason", Traits::FAMILY_NAME | Traits::EPONYM),
        ("gleason score", Traits::EPONYM | medical),
        ("harper", Traits::GIVEN_NAME | Traits::FAMILY_NAME),
        ("springfield", Traits::PLACE),
        ("ohio", Traits::REGION),
        ("score", frequent),
        ("the", frequent),
        ("does", frequent),
        ("hurt", frequent),
        ("hurts", frequent),
        ("follow", frequent),
        ("through", frequent),
        ("metformin", medical | Traits::DRUG),
        ("b12", medical),
        ("crohn", Traits::EPONYM),
    ];
    Lexicon::of(words.map(|(word, traits)| (word.to_owned(), traits)))
}

fn known(names: &[&str]) -> KnownAnswers {
    let person = |name: &&str| Identifier { text: (*name).to_owned(), entity_type: EntityType::Person, patient: None };
    KnownAnswers::new(&names.iter().map(person).collect::<Vec<_>>()).unwrap()
}

/// Returns what becomes of each word of `question`.
fn decided(question: &str, names: &[&str], allowed: &[&str]) -> Vec<(String, Decision)> {
    let (lexicon, known) = (lexicon(), known(names));
    let detector = Detector::new(crate::privacy::recognizers::all());
    let allowed: Vec<String> = allowed.iter().map(|word| (*word).to_owned()).collect();
    let sources = Sources {
        lexicon: Some(&lexicon),
        known: Some(&known),
        detector: Some(&detector),
        allowed: &allowed,
        ..Sources::default()
    };
    let plan = Plan::new(question, &[]);
    let vocabulary = Vocabulary::new(question, &plan, &["Blood Pressure".to_owned()], &sources);
    plan.words.iter().map(|word| (word.lower.clone(), vocabulary.decide(word))).collect()
}

fn leaves(text: &str) -> Decision {
    Decision::Leaves(Operator::Vocabulary, text.to_owned())
}

fn decision(question: &str, word: &str, names: &[&str], allowed: &[&str]) -> Decision {
    let all = decided(question, names, allowed);
    all.iter().find(|(lower, _)| lower == word).unwrap_or_else(|| panic!("{word} in {all:?}")).1.clone()
}

#[test]
fn an_allowed_word_with_a_name_of_the_records_in_it_stays() {
    let known = EntityType::Person;
    for (word, stays) in
        [("thistlewoodian", true), ("anti-thistlewood", true), ("leeward", false), ("ashwagandha", false)]
    {
        let decided = decided(&format!("is it {word}?"), &["Ana Thistlewood", "Lee Po"], &[word]);
        let decision = decided.iter().find(|(said, _)| said == word).unwrap().1.clone();
        let expected = if stays {
            Decision::Stays(Reason::KnownAnswer { entity_type: known })
        } else {
            Decision::Leaves(Operator::Allowed, word.to_owned())
        };
        assert_eq!(decision, expected, "{word}");
    }
}

#[test]
fn a_word_that_is_said_to_be_somebody_stays_as_a_name() {
    let lexicon = Lexicon::of(
        [
            ("stone", Traits::COMMON | Traits::FREQUENT_WORD | Traits::FAMILY_NAME),
            ("di", Traits::COMMON),
            ("des", Traits::MEDICAL),
            ("cyst", Traits::MEDICAL),
            ("hypertension", Traits::MEDICAL),
        ]
        .into_iter()
        .map(|(word, traits)| (word.to_owned(), traits))
        .chain(
            "her son has a cough in the kidney she met was seen by dr nurse mother with"
                .split(' ')
                .map(|word| (word.to_owned(), Traits::COMMON | Traits::FREQUENT_WORD)),
        ),
    );
    let sources = Sources { lexicon: Some(&lexicon), is_record: true, ..Sources::default() };
    for (text, word, stays) in [
        ("Her son Di has a cough.", "di", true),
        ("Stone, a neighbor, has a cough.", "stone", true),
        ("Stone, her old neighbor, has a cough.", "stone", true),
        ("She met neighbor Stone.", "stone", true),
        ("Stone in the kidney.", "stone", false),
        ("Her son has a stone, her neighbor a cough.", "stone", false),
        ("Her son Des has a cough.", "des", true),
        ("She was seen by Des.", "des", true),
        ("Seen by Dr. Cyst.", "cyst", true),
        ("She met Nurse Des in the kidney.", "des", true),
        ("She met Dr Hypertension.", "hypertension", true),
        ("Mother Hypertension, son a cough.", "hypertension", false),
        ("She was seen by dr with a cyst.", "cyst", false),
        ("Cyst in the kidney, DES.", "cyst", false),
    ] {
        let plan = Plan::new(text, &[]);
        let vocabulary = Vocabulary::new(text, &plan, &[], &sources);
        let decision = plan.words.iter().find(|found| found.lower == word).map(|word| vocabulary.decide(word));
        assert_eq!(matches!(decision, Some(Decision::Stays(_))), stays, "{text}: {decision:?}");
    }
    let asked = Sources { lexicon: Some(&lexicon), ..Sources::default() };
    for (text, word, stays) in [("was she seen by Dr Cyst", "cyst", true), ("Has Her Nurse Seen A Cyst", "cyst", false)]
    {
        let plan = Plan::new(text, &[]);
        let vocabulary = Vocabulary::new(text, &plan, &[], &asked);
        let decision = plan.words.iter().find(|found| found.lower == word).map(|word| vocabulary.decide(word));
        assert_eq!(matches!(decision, Some(Decision::Stays(_))), stays, "{text}: {decision:?}");
    }
}

#[test]
fn common_and_medical_words_leave_and_names_stay() {
    use Decision::Stays;
    for (question, word, what) in [
        ("is metformin in the garden?", "metformin", leaves("metformin")),
        ("is metformin in the garden?", "garden", leaves("garden")),
        ("a right hand", "hand", leaves("hand")),
        ("the iris hurts", "iris", leaves("iris")),
        ("how is Iris today", "iris", Stays(Reason::PerhapsName)),
        ("what did Hand say", "hand", Stays(Reason::PerhapsName)),
        ("what did dr hand say", "hand", Stays(Reason::Name)),
        ("did Metformin help", "metformin", leaves("metformin")),
        ("a dr for metformin metformin", "metformin", leaves("metformin")),
        ("my sugar rose again", "rose", Stays(Reason::PerhapsName)),
        ("a frisbie", "frisbie", Stays(Reason::PerhapsName)),
        ("what did harper say", "harper", Stays(Reason::Name)),
        ("in springfield", "springfield", Stays(Reason::Place)),
        ("back from ohio", "ohio", Stays(Reason::Region)),
        ("take ashwagandha", "ashwagandha", Stays(Reason::Unknown)),
        ("more than 140", "140", Stays(Reason::Number)),
        ("b12 in it", "b12", leaves("b12")),
        ("code k1234 here", "k1234", Stays(Reason::Number)),
        ("a follow-through", "follow-through", leaves("follow-through")),
        ("a follow-harper", "follow-harper", Stays(Reason::Name)),
        ("after covid-19", "covid-19", leaves("covid-19")),
        ("métformin now", "métformin", leaves("metformin")),
        ("мetformin now", "мetformin", Stays(Reason::Script)),
        ("what is the gleason score", "gleason", leaves("gleason")),
        ("my Gleason score", "gleason", leaves("gleason")),
        ("did gleason score it", "gleason", Stays(Reason::PerhapsName)),
        ("did Gleason score it", "gleason", Stays(Reason::PerhapsName)),
        ("did gleason see it", "gleason", Stays(Reason::PerhapsName)),
        ("my Crohn's is back", "crohn", leaves("crohn")),
    ] {
        assert_eq!(decision(question, word, &[], &[]), what, "{question}");
    }
}

#[test]
fn what_the_records_name_stays_unless_it_is_the_everyday_word() {
    let stays = Decision::Stays(Reason::KnownAnswer { entity_type: EntityType::Person });
    assert_eq!(decision("a right hand", "hand", &["Rose Hand"], &[]), leaves("hand"));
    assert_eq!(decision("Hand pain?", "hand", &["Rose Hand"], &[]), stays);
    assert_eq!(decision("Will it be high?", "will", &["Will Tran"], &[]), leaves("will"));
    assert_eq!(decision("how is Hand now", "hand", &["Rose Hand"], &[]), stays);
    assert_eq!(decision("is rose hand well", "hand", &["Rose Hand"], &[]), stays);
    assert_eq!(decision("the iris hurts", "iris", &["Iris Tran"], &[]), stays);
    assert_eq!(decision("my blood pressure", "blood", &["Ann Blood"], &[]), leaves("blood"));
    assert_eq!(decision("my Gleason score", "gleason", &["Ann Gleason"], &[]), stays);
}

#[test]
fn a_person_may_allow_a_word_that_is_merely_not_known() {
    let allowed = |text: &str| Decision::Leaves(Operator::Allowed, text.to_owned());
    assert_eq!(decision("take Ashwagandha", "ashwagandha", &[], &["ashwagandha"]), allowed("ashwagandha"));
    assert_eq!(decision("take Ashwagandha", "ashwagandha", &[], &[" ASHWAGANDHA "]), allowed("ashwagandha"));
    assert_eq!(decision("my sugar rose again", "rose", &[], &["rose"]), allowed("rose"));
    assert_eq!(decision("back from ohio", "ohio", &[], &["ohio"]), allowed("ohio"));
    assert_eq!(decision("take ashwagandha", "take", &[], &["ashwagandha"]), leaves("take"));
    assert_eq!(decision("do QUUX2 inhibitors help", "quux2", &[], &[]), Decision::Stays(Reason::Unknown));
    assert_eq!(decision("do QUUX2 inhibitors help", "quux2", &[], &["QUUX2"]), allowed("quux2"));
}

#[test]
fn what_the_records_number_by_stays_with_and_without_its_hyphen() {
    let detector = Detector::new(crate::privacy::recognizers::all());
    let code = Identifier { text: "QUX-7".to_owned(), entity_type: EntityType::Id, patient: None };
    let (lexicon, known, allowed) = (lexicon(), KnownAnswers::new(&[code]).unwrap(), ["qux7".to_owned()]);
    let sources = Sources {
        lexicon: Some(&lexicon),
        known: Some(&known),
        detector: Some(&detector),
        allowed: &allowed,
        ..Sources::default()
    };
    let question = "about qux7 now";
    let plan = Plan::new(question, &[]);
    let vocabulary = Vocabulary::new(question, &plan, &[], &sources);
    let word = plan.words.iter().find(|word| word.lower == "qux7").unwrap();
    assert!(matches!(vocabulary.decide(word), Decision::Stays(Reason::KnownAnswer { .. })));
}

#[test]
fn what_may_never_leave_cannot_be_allowed() {
    let person = Reason::KnownAnswer { entity_type: EntityType::Person };
    let email = Reason::Identifier { entity_type: EntityType::Email };
    for (question, word, names, allowed, reason) in [
        ("about zorblat now", "zorblat", &["Ann Zorblat"][..], &["zorblat"][..], person),
        ("about zor blat now", "zor", &["Ann Zorblat"], &["zor", "blat"], person),
        ("about zor blat now", "blat", &["Ann Zorblat"], &["zor", "blat"], person),
        ("about Zor\u{200b}blat now", "zor", &["Ann Zorblat"], &["zor", "zorblat", "zor\u{200b}blat"], person),
        ("mail zorblat@quux.example now", "zorblat", &[], &["zorblat", "zorblat@quux.example"], email),
        ("what did harper say", "harper", &[], &["harper"], Reason::Name),
        ("in springfield", "springfield", &[], &["springfield"], Reason::Place),
        ("more than 140", "140", &[], &["140"], Reason::Number),
        ("code k1234 here", "k1234", &[], &["k1234"], Reason::Number),
        ("code k12 here", "k12", &[], &["k12"], Reason::Number),
        ("see mrn12 here", "mrn12", &[], &["mrn12"], Reason::Number),
        ("is BED4 free", "bed4", &[], &["bed4"], Reason::Number),
        ("since mar12 or so", "mar12", &[], &["mar12"], Reason::Number),
        ("since 12mar or so", "12mar", &[], &["12mar"], Reason::Identifier { entity_type: EntityType::Date }),
        ("take quux123 now", "quux123", &[], &["quux123"], Reason::Number),
        ("take quux1b2 now", "quux1b2", &[], &["quux1b2"], Reason::Number),
        ("about zorblat7 now", "zorblat7", &["Ann Zorblat"], &["zorblat7"], person),
        ("about poe7 now", "poe7", &["Ann Poe"], &["poe7"], person),
        ("the \u{43e}kra", "\u{43e}kra", &[], &["okra", "\u{43e}kra"], Reason::Script),
        ("take ashwagandha", "ashwagandha", &[], &["take ashwagandha", "ashwagandha root"], Reason::Unknown),
    ] {
        assert_eq!(decision(question, word, names, allowed), Decision::Stays(reason), "{question}");
    }
}

#[test]
fn without_a_lexicon_the_short_list_holds_and_nothing_can_be_allowed() {
    let allowed = ["garden".to_owned()];
    let sources = Sources { allowed: &allowed, ..Sources::default() };
    let plan = Plan::new("is my blood pressure high in the garden", &[]);
    let vocabulary = Vocabulary::new("is my blood pressure high in the garden", &plan, &[], &sources);
    let stays = |word: &Word| matches!(vocabulary.decide(word), Decision::Stays(Reason::NoLexicon));
    let staying: Vec<&str> = plan.words.iter().filter(|word| stays(word)).map(|word| word.lower.as_str()).collect();
    assert_eq!(staying, ["garden"]);
}

/// Returns what becomes of `word` in `question`, as `sources` have it.
fn of(question: &str, word: &str, sources: &Sources<'_>) -> Decision {
    let plan = Plan::new(question, &[]);
    let vocabulary = Vocabulary::new(question, &plan, &["Blood Pressure".to_owned()], sources);
    let found = plan.words.iter().find(|found| found.lower == word);
    vocabulary.decide(found.unwrap_or_else(|| panic!("{word} in {question}")))
}

#[test]
fn what_is_known_of_a_word_says_why_it_stays() {
    let (common, frequent, term, eponym) =
        (Traits::COMMON, Traits::COMMON | Traits::FREQUENT_WORD, Traits::MEDICAL, Traits::EPONYM);
    let (given, family, place, region) = (Traits::GIVEN_NAME, Traits::FAMILY_NAME, Traits::PLACE, Traits::REGION);
    let rows: &[(Traits, bool, Option<Reason>)] = &[
        (common, true, None),
        (common, false, None),
        (term, false, None),
        (Traits::DRUG, false, None),
        (Traits::GENE, false, None),
        (Traits::ORGANISM, false, None),
        (eponym, false, None),
        (frequent | given, false, None),
        (frequent | place, true, None),
        (common | given, true, Some(Reason::PerhapsName)),
        (common | region, true, Some(Reason::PerhapsName)),
        // A word of medicine that is a name too is the word where it is written as one, and no frequent name.
        (term | given, true, None),
        (term | given, false, Some(Reason::PerhapsName)),
        (term | given | Traits::FREQUENT_NAME, true, Some(Reason::PerhapsName)),
        (common | term | family, true, None),
        (eponym | family, true, Some(Reason::PerhapsName)),
        (eponym | place, true, Some(Reason::PerhapsName)),
        (given, true, Some(Reason::Name)),
        (family | place, true, Some(Reason::Name)),
        (place, true, Some(Reason::Place)),
        (place | region, true, Some(Reason::Place)),
        (region, true, Some(Reason::Region)),
        (Traits::default(), true, Some(Reason::Unknown)),
        (Traits::FREQUENT_WORD, true, Some(Reason::Unknown)),
    ];
    for &(traits, small, reason) in rows {
        assert_eq!(stays_alone(traits, small), reason, "{traits:?} {small}");
    }
}

#[test]
fn only_what_is_not_known_well_enough_may_be_allowed() {
    let person = EntityType::Person;
    let instruction = Reason::Instruction { kind: injection::Kind::Override };
    let yes = [Reason::PerhapsName, Reason::Region, Reason::Unknown, instruction];
    let no = [
        Reason::KnownAnswer { entity_type: person },
        Reason::Identifier { entity_type: person },
        Reason::ByHand,
        Reason::Number,
        Reason::Age,
        Reason::Time,
        Reason::Script,
        Reason::Name,
        Reason::Place,
        Reason::NoLexicon,
    ];
    assert!(yes.iter().all(|reason| reason.may_be_allowed()) && !no.iter().any(|reason| reason.may_be_allowed()));
    let words: BTreeSet<&str> = yes.iter().chain(&no).map(|reason| reason.as_str()).collect();
    assert_eq!(words.len(), yes.len() + no.len(), "each has words of its own");
    assert!(words.iter().all(|words| words.len() > 10));
}

#[test]
fn ages_and_numbers_in_words_stay() {
    use Decision::Stays;
    for (question, word, what) in [
        ("is she seventy two years old", "seventy", Stays(Reason::Age)),
        ("is she seventy two years old", "two", Stays(Reason::Age)),
        ("was it two hundred and twelve", "hundred", Stays(Reason::Number)),
        ("was it two hundred and twelve", "was", leaves("was")),
        ("are two in the garden", "two", leaves("two")),
    ] {
        assert_eq!(decision(question, word, &[], &[]), what, "{question}");
    }
    // Of a record a number in words is told by the rule for digits.
    let lexicon = lexicon();
    let record = Sources { lexicon: Some(&lexicon), is_record: true, ..Sources::default() };
    assert_eq!(of("was it two hundred and twelve", "hundred", &record), Decision::Stays(Reason::Unknown));
}

#[test]
fn a_word_that_is_kept_back_by_hand_stays() {
    let lexicon = lexicon();
    let withheld = Withholding { words: ["garden".to_owned(), "follow".to_owned()].into(), ..Withholding::default() };
    let sources = Sources { lexicon: Some(&lexicon), withheld: Some(&withheld), ..Sources::default() };
    for (question, word, stays) in [
        ("in the garden", "garden", true),
        ("in the gardens", "gardens", true),
        ("a follow-through", "follow-through", true),
        ("take metformin", "metformin", false),
    ] {
        assert_eq!(of(question, word, &sources) == Decision::Stays(Reason::ByHand), stays, "{question}");
    }
}

/// Finds `quux` as a name that is as sure as it says.
struct Quux(Score, &'static str);

impl crate::privacy::detect::Recognizer for Quux {
    fn name(&self) -> &'static str {
        self.1
    }

    fn find(&self, view: &crate::privacy::detect::View<'_>) -> Vec<crate::privacy::detect::Found> {
        let found = |(at, word): (usize, &str)| crate::privacy::detect::Found {
            range: at..at + word.len(),
            entity_type: EntityType::Person,
            score: self.0,
            pattern: "quux",
            validation: None,
            context: None,
        };
        view.text().match_indices("garden").map(found).collect()
    }
}

#[test]
fn of_a_name_that_nothing_announces_the_lexicon_judges() {
    let lexicon = lexicon();
    for (score, recognizer, is_record, stays) in [
        (Score::STRONG, "names", false, true),
        (Score::FAIR, "names", false, false),
        (Score::FAIR, "model", false, false),
        (Score::FAIR, "head", false, true),
        (Score::FAIR, "names", true, true),
    ] {
        let detector = Detector::new(vec![Box::new(Quux(score, recognizer))]);
        let sources = Sources { lexicon: Some(&lexicon), detector: Some(&detector), is_record, ..Sources::default() };
        let expected = Decision::Stays(Reason::Identifier { entity_type: EntityType::Person });
        assert_eq!(of("in the garden", "garden", &sources) == expected, stays, "{score:?} {recognizer} {is_record}");
    }
}

#[test]
fn a_capital_says_who_where_a_sentence_does_not_begin() {
    use Decision::Stays;
    for (question, word, what) in [
        ("Metformin now", "metformin", leaves("metformin")),
        ("how is \"Iris\" now", "iris", Stays(Reason::PerhapsName)),
        ("so. Iris hurts", "iris", leaves("iris")),
        ("so? (Iris) hurts", "iris", leaves("iris")),
        ("so: Iris hurts", "iris", leaves("iris")),
        ("so\nIris hurts", "iris", leaves("iris")),
        ("so, Iris hurts", "iris", Stays(Reason::PerhapsName)),
        // All capitals, nearly every word, and what is no name.
        ("does the HAND hurt", "hand", leaves("hand")),
        ("How Does The Hand Hurt", "hand", leaves("hand")),
        ("How Does The Hand hurt", "hand", leaves("hand")),
        ("How Does The Hand hurt now", "hand", Stays(Reason::PerhapsName)),
        ("am I in the garden", "i", leaves("i")),
        ("may a Dr be in the garden", "dr", leaves("dr")),
        ("how does Ashwagandha help", "ashwagandha", Stays(Reason::Unknown)),
        ("after COVID-19 now", "covid-19", leaves("covid-19")),
        ("was it after Covid-19?", "covid-19", leaves("covid-19")),
        ("was it after Covid-20?", "covid-20", Stays(Reason::Number)),
        ("in the Garden now", "garden", leaves("garden")),
    ] {
        assert_eq!(decision(question, word, &[], &[]), what, "{question}");
    }
}

#[test]
fn several_of_a_name_and_a_name_in_pieces_are_the_name() {
    let stays = Decision::Stays(Reason::KnownAnswer { entity_type: EntityType::Person });
    for (question, word, names, is_known) in [
        ("are the rices well", "rices", &["Ann Rice"][..], true),
        ("are the harpers well", "harpers", &["Ann Harper"], true),
        ("are the loxes well", "loxes", &["Ann Lox"], true),
        ("are the gardens well", "gardens", &["Ann Garden"], true),
        ("are the follows well", "follows", &["Ann Garden"], false),
        ("is pos well", "pos", &["Ann Po"], false),
        ("about zorblatian now", "zorblatian", &["Ann Zorblat"], true),
        ("about antizorblat now", "antizorblat", &["Ann Zorblat"], true),
        ("about zorblian now", "zorblian", &["Ann Zorbl"], false),
        ("about zorblat now", "now", &["Ann Zorblat"], false),
        ("take zor blat now", "take", &["Ann Zorblat"], false),
        ("about zorbl\u{200b}a now", "zorbl", &["Ann Zorbl"], true),
        ("about zorbl\u{200b}a now", "zorbl", &["Ann Zorble"], false),
    ] {
        assert_eq!(decision(question, word, names, &[]) == stays, is_known, "{question}");
    }
}

#[test]
fn what_is_left_out_as_a_whole_has_a_reason() {
    let lexicon = lexicon();
    let known = known(&["Rose Hand"]);
    let sources = Sources { lexicon: Some(&lexicon), known: Some(&known), ..Sources::default() };
    let reason = |question: &str, part: &str| {
        let today = Some(jiff::civil::Date::constant(2024, 9, 1));
        let records = crate::document::Records::default();
        let plan = crate::retrieve::narrow::Narrowing::read(question, &records, None, today, &BTreeSet::new()).plan;
        let vocabulary = Vocabulary::new(question, &plan, &[], &sources);
        vocabulary.withheld(Span::at(question.find(part).unwrap(), part.len())).reason
    };
    let named = Reason::KnownAnswer { entity_type: EntityType::Person };
    for (question, part, expected) in [
        ("my sugar last year?", "last year", Reason::Time),
        ("my sugar in 2019?", "2019", Reason::Number),
        ("my sugar on 3 March 2019?", "3 March 2019", Reason::Number),
        ("take ashwagandha root now", "ashwagandha", Reason::Unknown),
        ("in the garden now", "garden", Reason::Name),
        ("is she seventy two years old", "seventy two", Reason::Age),
        ("is rose hand well", "rose hand", named),
        ("is harper frisbie well", "harper frisbie", Reason::Name),
    ] {
        assert_eq!(reason(question, part), expected, "{question}: {part}");
    }
}

#[test]
fn of_words_that_may_be_names_beside_one_another_none_can_be_allowed() {
    let (name, perhaps) =
        (Decision::Stays(Reason::Name), |word: &str| Decision::Leaves(Operator::Allowed, word.to_owned()));
    let allowed = ["iris", "frisbie", "harper", "zorbalin", "rose"];
    for (question, word, what) in [
        ("what did Iris frisbie say", "iris", &name),
        ("what did Iris frisbie say", "frisbie", &name),
        ("what did Frisbie, Iris say", "iris", &name),
        ("what did Iris B. Frisbie say", "iris", &name),
        ("what did Rose Frisbie say", "rose", &name),
        ("what did Iris harper say", "iris", &name),
        ("what did Iris zorbalin say", "iris", &name),
        ("what did Iris zorbalin say", "zorbalin", &perhaps("zorbalin")),
        ("what did Iris say", "iris", &perhaps("iris")),
        ("what did Iris and frisbie say", "iris", &perhaps("iris")),
        ("what did Iris say; frisbie", "iris", &perhaps("iris")),
    ] {
        assert_eq!(&decision(question, word, &[], &allowed), what, "{question}");
    }
}

#[test]
fn a_term_with_a_name_in_it_leaves_unless_somebody_does_it() {
    use Decision::Stays;
    for (question, word, what) in [
        ("the gleason score is high", "gleason", leaves("gleason")),
        ("gleason score it", "gleason", leaves("gleason")),
        ("what is a score of gleason", "gleason", Stays(Reason::PerhapsName)),
        ("when did gleason score it", "gleason", Stays(Reason::PerhapsName)),
    ] {
        assert_eq!(decision(question, word, &[], &[]), what, "{question}");
    }
    let of_lexicon = |question: &str| -> Vec<String> {
        let lexicon = lexicon();
        eponyms(question, Some(&lexicon)).iter().map(|span| span.of(question).unwrap().to_owned()).collect()
    };
    assert_eq!(
        of_lexicon("My Gleason’s score, gleason scores and the gleason score"),
        ["Gleason’s score", "gleason score"]
    );
    assert!(eponyms("gleason score", None).is_empty());
}

#[test]
fn a_name_that_is_written_as_a_word_is_told_from_the_name() {
    let names = known(&["Rose Frisbie", "April Okafor"]);
    let lexicon = lexicon();
    let sources = Sources { lexicon: Some(&lexicon), known: Some(&names), ..Sources::default() };
    for (question, word, expected) in [
        ("throw the frisbie", "frisbie", true),
        ("throw the Frisbie", "frisbie", false),
        ("it was april then", "april", true),
        ("see okafor then", "okafor", false),
        ("throw the garden", "garden", false),
    ] {
        let plan = Plan::new(question, &[]);
        let vocabulary = Vocabulary::new(question, &plan, &[], &sources);
        let found = plan.words.iter().find(|found| found.lower == word).unwrap();
        assert_eq!(vocabulary.is_name_as_word(found), expected, "{question}");
    }
}

#[test]
fn a_title_before_a_word_makes_it_a_name() {
    use Decision::Stays;
    for (question, word, what) in [
        ("what did dr zorbl say", "zorbl", Stays(Reason::Name)),
        ("what did Dr Garden say", "garden", Stays(Reason::Name)),
        ("what did dr garden say", "garden", leaves("garden")),
        ("what did dr will say", "will", leaves("will")),
        ("what did dr Will say", "will", Stays(Reason::Name)),
        ("zorbl dr say", "zorbl", Stays(Reason::Unknown)),
    ] {
        assert_eq!(decision(question, word, &[], &[]), what, "{question}");
    }
}

proptest! {
    #[test]
    fn what_leaves_has_the_form_of_a_word_and_is_nobodys(
        question in "([a-zA-Zé0-9@.'\u{200b}-]{1,9} ){1,6}", take in proptest::collection::vec(any::<bool>(), 6),
    ) {
        let allowed: Vec<&str> = question.split(' ').zip(take).filter(|(_, take)| *take).map(|(word, _)| word).collect();
        let name = question.split(' ').next().unwrap_or_default();
        for (_, decision) in decided(&question, &[name], &allowed) {
            if let Decision::Leaves(operator, text) = decision {
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{}", text);
                if operator == Operator::Allowed {
                    prop_assert!(known(&[name]).occurrences(&text).is_empty());
                    prop_assert!(text.bytes().filter(u8::is_ascii_digit).count() <= 2 && text.starts_with(|c: char| c.is_ascii_lowercase()));
                }
            }
        }
    }
}
