use crate::clearance::KnownAnswers;
use crate::document::{EntityType, Identifier};
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::privacy::vocabulary::{Decision, Sources, Vocabulary};
use crate::question::Plan;

fn lexicon() -> Lexicon {
    let frequent = Traits::COMMON | Traits::FREQUENT_WORD;
    let name = frequent | Traits::GIVEN_NAME | Traits::FAMILY_NAME;
    let both = name | Traits::MEDICAL;
    let names = ["hope", "will", "price", "good", "may", "strength", "has", "states", "plan", "court"];
    let terms = ["young", "long", "best", "day", "well", "weeks", "iron", "blood", "head", "pain"];
    let plain = "is was the a an pleasant woman with anemia says reports from patient seen by and she low history continue that improves \
                 to rn md np vitamin hep grade today discussed team reviewed at clinic for follow on iron hematology per normal";
    let words = names.iter().map(|word| ((*word).to_owned(), name));
    let words = words.chain(terms.iter().map(|word| ((*word).to_owned(), both)));
    Lexicon::of(words.chain(plain.split_whitespace().map(|word| (word.to_owned(), frequent))))
}

/// Returns whether the last word of `text`, of a note of somebody called `known`, that reads `word` stays.
fn stays(text: &str, word: &str, known: &str) -> bool {
    stays_in(text, word, known, true)
}

/// As [`stays`], of a question where it is of no note.
fn stays_in(text: &str, word: &str, known: &str, is_record: bool) -> bool {
    let lexicon = lexicon();
    let own = Identifier { text: known.to_owned(), entity_type: EntityType::Person, patient: None };
    let known = KnownAnswers::new(&[own]).unwrap();
    let sources = Sources { lexicon: Some(&lexicon), known: Some(&known), is_record, ..Sources::default() };
    let plan = Plan::new(text, &[]);
    let vocabulary = Vocabulary::new(text, &plan, &[], &sources);
    let found = plan.words.iter().rfind(|found| found.lower == word).unwrap_or_else(|| panic!("{word} in {text}"));
    matches!(vocabulary.decide(found), Decision::Stays(_))
}

#[test]
fn a_recorded_name_stays_where_a_sentence_begins_unless_it_is_an_ordinary_word_there() {
    for (text, word, held) in [
        ("Long has anemia.", "long", true),
        ("She is well. Long reports anemia.", "long", true),
        ("Reviewed: Long", "long", true),
        ("Discussed with\nLong and the team.", "long", true),
        ("Long and the team.", "long", true),
        ("Long history of anemia.", "long", false),
        ("A long history of anemia.", "long", false),
    ] {
        assert_eq!(stays(text, word, "Ngozi Long"), held, "{text}");
    }
    for (text, held) in [("Will continue iron.", false), ("Will has anemia.", true), ("Will, 40, has anemia.", true)] {
        assert_eq!(stays(text, "will", "Will Okonkwo"), held, "{text}");
    }
    assert!(stays("Day reports anemia.", "day", "Ngozi Day") && !stays("Day 3 of iron.", "day", "Ngozi Day"));
}

#[test]
fn a_sentence_begins_behind_no_initial_abbreviation_or_broken_line() {
    for (text, held) in [
        ("She is at the clinic.\nPrice for iron.", false),
        ("She is at the clinic\n\nPrice for iron.", false),
        ("Plan\nPrice for iron.", false),
        ("CLINIC NOTE\nPrice for iron.", false),
        ("She was seen by\nPrice for iron.", true),
        ("Seen with Dr.\nPrice for iron.", true),
        ("Seen by R.N. Price for iron.", true),
        ("Seen at Ft. Price for iron.", true),
        ("Iron b.i.d. Price for iron.", false),
        ("Plan: Price for iron.", false),
        ("Glucose: Price for iron.", false),
        ("Hematology: Price for iron.", true),
        ("Per: Price for iron.", true),
        ("Iron today? Price for iron.", false),
    ] {
        assert_eq!(stays(text, "price", "Ngozi Okonkwo"), held, "{text}");
    }
}

#[test]
fn a_word_that_holds_sentences_together_begins_one_on_a_new_line() {
    assert!(!stays("Seen today by Price\nHas anemia.", "has", "Ngozi Okonkwo"));
    assert!(stays("Seen today by Has for iron.", "has", "Ngozi Okonkwo"));
}

#[test]
fn a_surname_behind_an_initial_stays_with_it() {
    for (text, word, held) in [
        ("RN J. Day seen.", "day", true),
        ("RN J. Day seen.", "j", true),
        ("Seen by A. B. Price.", "price", true),
        ("Seen by A. B. Price.", "a", true),
        ("Patient H. Price has anemia.", "price", true),
        ("J. Price is a pleasant woman.", "price", true),
        ("J Price is a pleasant woman.", "j", true),
        ("Seen by W. Price and B. Long.", "long", true),
        ("She has hep C. Continue iron.", "continue", false),
        ("She has hep B and C. Well today.", "well", false),
        ("Vitamin D. Will follow.", "will", false),
        ("Grade B. Plan iron.", "plan", false),
        ("A. Iron is low.", "iron", false),
    ] {
        assert_eq!(stays(text, word, "Ngozi Okonkwo"), held, "{text}: {word}");
    }
    for (text, word, held) in [
        ("Seen by J. Price?", "price", true),
        ("Seen by J. Price?", "j", true),
        ("Seen by A. B. Price?", "price", true),
        ("She has hep C. Will iron follow?", "will", false),
        ("Vitamin D. Will iron follow?", "will", false),
    ] {
        assert_eq!(stays_in(text, word, "Ngozi Okonkwo", false), held, "{text}: {word}");
    }
}

#[test]
fn whom_a_sentence_is_about_stays() {
    for (text, word, held) in [
        ("Hope is a pleasant woman with anemia.", "hope", true),
        ("Hope is that it improves.", "hope", false),
        ("Will reports anemia.", "will", true),
        ("Will follow.", "will", false),
        ("Young MD says.", "young", true),
        ("Price, MD, says.", "price", true),
        ("Hope RN says.", "hope", true),
        ("Hope, age 40, has anemia.", "hope", true),
        ("Hope (40F) has anemia.", "hope", true),
        ("HPI: Hope has anemia.", "hope", true),
        ("1. Hope is a woman.", "hope", true),
        ("Price from hematology says.", "price", true),
        ("Young's note.", "young", true),
        ("Iron is a pleasant woman.", "iron", true),
        ("Iron is low.", "iron", false),
        ("Pain was low.", "pain", false),
        ("Strength is normal.", "strength", false),
        ("Plan is to follow.", "plan", false),
        ("She has anemia.", "she", false),
        ("Hope\n\nShe has anemia.", "hope", true),
        ("Will\nYoung\n\nShe has anemia.", "will", true),
        ("Will\nYoung\n\nShe has anemia.", "young", true),
        ("Pain\n\nShe has anemia.", "pain", false),
        ("CLINIC NOTE\nHope, RN:\nShe has anemia.", "hope", true),
        ("Price-Long is a pleasant woman.", "price-long", true),
    ] {
        assert_eq!(stays(text, word, "Ngozi Okonkwo"), held, "{text}: {word}");
    }
}

#[test]
fn a_name_in_capitals_among_small_letters_stays() {
    for (text, word, held) in [
        ("Patient PRICE has anemia.", "price", true),
        ("Seen by LONG for anemia.", "long", true),
        ("NP YOUNG says.", "young", true),
        ("WILL YOUNG has anemia.", "will", true),
        ("Seen by HEAD for anemia.", "head", true),
        ("HEAD normal today.", "head", false),
        ("IRON is low.", "iron", false),
        ("She WILL continue iron.", "will", false),
        ("SEEN BY PRICE TODAY", "price", false),
    ] {
        assert_eq!(stays(text, word, "Ngozi Okonkwo"), held, "{text}: {word}");
    }
}
